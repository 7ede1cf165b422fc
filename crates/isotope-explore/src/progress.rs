//! Models of forward progress: which waves a scheduler must run, and whether a launch ends under each.
//!
//! The definitions are those of "Specifying and Testing GPU Workgroup Progress Models" (OOPSLA 2021) and of its checker files. For what has
//! begun and what has ended, each model names the groups that are scheduled *fairly*; other groups may or may not run. A *run* continues as
//! long as some wave can take a step. Weak fairness: a fair wave that can always take a step takes one eventually. Strong fairness: if a
//! state occurs infinitely often, each step of a fair wave from it is taken eventually.
//!
//! A step with several outcomes, because an order of lanes or of branches is explored, is one step: no model guarantees that each outcome
//! occurs, however often the step is taken.

use crate::automaton::Stand;
use crate::graph::{Graph, Id, components};
use crate::system::{Move, System};

/// Which groups are scheduled fairly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fair {
    /// OBE (occupancy-bound execution): groups that have taken a step.
    Obe,
    /// HSA: the first group that has not ended.
    Hsa,
    /// Both.
    HsaObe,
    /// LOBE (linear occupancy-bound execution): groups up to the highest-numbered one that has taken a step.
    Lobe,
    /// All groups.
    All,
}

/// A model of forward progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Progress {
    /// Which groups are scheduled fairly.
    pub fair: Fair,
    /// Strong fairness instead of weak.
    pub strong: bool,
}

impl Progress {
    /// All models, in the order of the paper.
    pub const ALL: [Progress; 10] = {
        let [obe, hsa, both, lobe, all] = [Fair::Obe, Fair::Hsa, Fair::HsaObe, Fair::Lobe, Fair::All];
        let (weak, strong) = (false, true);
        [
            Progress { fair: obe, strong: weak },
            Progress { fair: hsa, strong: weak },
            Progress { fair: both, strong: weak },
            Progress { fair: lobe, strong: weak },
            Progress { fair: all, strong: weak },
            Progress { fair: obe, strong },
            Progress { fair: hsa, strong },
            Progress { fair: both, strong },
            Progress { fair: lobe, strong },
            Progress { fair: all, strong },
        ]
    };

    /// Its name.
    pub const fn name(self) -> &'static str {
        match (self.fair, self.strong) {
            (Fair::Obe, false) => "OBE",
            (Fair::Hsa, false) => "HSA",
            (Fair::HsaObe, false) => "HSA_OBE",
            (Fair::Lobe, false) => "LOBE",
            (Fair::All, false) => "WEAK_FAIR",
            (Fair::Obe, true) => "OBE_STRONG",
            (Fair::Hsa, true) => "HSA_STRONG",
            (Fair::HsaObe, true) => "HSA_OBE_STRONG",
            (Fair::Lobe, true) => "LOBE_STRONG",
            (Fair::All, true) => "STRONG_FAIR",
        }
    }

    /// The model of this name, in capitals or not, with `-` or `_`; `fair` is [`WEAK_FAIR`](Fair::All).
    pub fn named(name: &str) -> Option<Progress> {
        let name = name.replace('-', "_").to_uppercase();
        let name = if name == "FAIR" { "WEAK_FAIR" } else { &name };
        Progress::ALL.into_iter().find(|model| model.name() == name)
    }

    /// Whether it depends on which groups have taken a step.
    pub(crate) fn asks_who_began(self) -> bool {
        matches!(self.fair, Fair::Obe | Fair::HsaObe | Fair::Lobe)
    }

    /// Whether a group is scheduled fairly; `groups` says for each group whether it has begun and whether it has ended.
    fn holds(self, groups: &[(bool, bool)], group: usize) -> bool {
        let (begun, ended) = groups[group];
        let first = || groups[..group].iter().all(|(_, ended)| *ended);
        !ended
            && match self.fair {
                Fair::Obe => begun,
                Fair::Hsa => first(),
                Fair::HsaObe => begun || first(),
                Fair::Lobe => begun || groups[group..].iter().any(|(begun, _)| *begun),
                Fair::All => true,
            }
    }
}

/// A run that never ends: a prefix, and a cycle that repeats for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lasso {
    /// From the first state.
    pub prefix: Vec<Move>,
    /// The cycle; empty for a deadlock.
    pub cycle: Vec<Move>,
}

/// A run that never ends under a progress model, if there is one.
pub(crate) fn lasso(system: &System<'_>, graph: &Graph, model: Progress) -> Option<Lasso> {
    let groups = system.automaton.group_count();
    let of_group = |thread: usize| system.automaton.threads[thread].0;
    // The fair groups are the same in all states of a component, because a group that has begun or ended stays so.
    let fair = |id: Id| -> Vec<bool> {
        let row = graph.row(id);
        let mut seen = vec![(false, true); groups];
        for thread in 0..system.threads() {
            let (begun, ended) = &mut seen[of_group(thread)];
            *begun |= system.has_started(row, thread);
            *ended &= system.stand(row, thread) == Stand::Ended;
        }
        (0..system.threads()).map(|t| system.stand(row, t) != Stand::Ended && model.holds(&seen, of_group(t))).collect()
    };
    // A deadlock: no wave can take a step, though not all have ended.
    let stands_still = |id: Id| {
        let still = graph.steps(id).next().is_none();
        still && !graph.stops.iter().any(|stop| stop.0 == id) && !system.is_over(graph.row(id))
    };
    let known = 0..graph.finished as Id;
    if let Some(id) = known.clone().find(|id| stands_still(*id)) {
        return Some(Lasso { prefix: graph.path(id), cycle: Vec::new() });
    }
    let mut work = components(graph, |_| true);
    while let Some(component) = work.pop() {
        let fair = fair(component[0]);
        let inside: std::collections::HashSet<Id> = component.iter().copied().collect();
        if model.strong {
            // States from which every outcome of a fair step leaves the component cannot occur for ever.
            let leads_out = |id: Id| {
                let mut ways = vec![(false, false); fair.len()];
                graph.steps(id).for_each(|(step, to)| match inside.contains(&to) {
                    true => ways[usize::from(step.thread)].0 = true,
                    false => ways[usize::from(step.thread)].1 = true,
                });
                let stops = graph.stops.iter().filter(|stop| stop.0 == id);
                stops.for_each(|stop| ways[usize::from(stop.1.thread)].1 = true);
                ways.iter().zip(&fair).any(|((inside, out), fair)| *fair && *out && !inside)
            };
            let kept: std::collections::HashSet<Id> = component.iter().copied().filter(|id| !leads_out(*id)).collect();
            if kept.len() < component.len() {
                work.extend(components(graph, |id| kept.contains(&id)));
                continue;
            }
        } else {
            let takes_part = |thread: usize| {
                let stops =
                    |id: Id| graph.stops.iter().any(|stop| (stop.0, usize::from(stop.1.thread)) == (id, thread));
                component.iter().any(|id| {
                    let mut ways = graph.steps(*id).filter(|(step, _)| usize::from(step.thread) == thread).peekable();
                    // It cannot always step, or has a step that stays inside.
                    ways.peek().is_none() && !stops(*id) || ways.any(|(_, to)| inside.contains(&to))
                })
            };
            if (0..system.threads()).any(|t| fair[t] && !takes_part(t)) {
                continue;
            }
        }
        return Some(Lasso { prefix: graph.path(component[0]), cycle: tour(graph, &component, &inside, &fair, model) });
    }
    None
}

/// A closed walk in a component that takes each step that fairness requires.
fn tour(
    graph: &Graph,
    component: &[Id],
    inside: &std::collections::HashSet<Id>,
    fair: &[bool],
    model: Progress,
) -> Vec<Move> {
    // What is still required: for strong fairness, every fair step of every state; for weak fairness, one step of each fair wave, or a
    // state in which it cannot step.
    let mut walk = Vec::new();
    let mut at = component[0];
    let mut left: Vec<(Id, Option<(Move, Id)>)> = Vec::new();
    for thread in (0..fair.len()).filter(|t| fair[*t]) {
        let of = |id: Id| graph.steps(id).filter(move |(step, _)| usize::from(step.thread) == thread);
        // Of a step with several outcomes, one that stays in the component.
        let mut steps =
            component.iter().filter_map(|id| Some((*id, Some(of(*id).find(|(_, to)| inside.contains(to))?))));
        if model.strong {
            left.extend(steps);
        } else if let Some(step) = steps.next() {
            left.push(step);
        } else if let Some(id) = component.iter().find(|id| of(**id).next().is_none()) {
            left.push((*id, None));
        }
    }
    let go = |from: Id, to: Id, walk: &mut Vec<Move>| {
        // Breadth-first search; a component is strongly connected.
        let mut came: std::collections::HashMap<Id, (Id, Move)> = std::collections::HashMap::new();
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(id) = queue.pop_front() {
            if id == to {
                break;
            }
            for (step, next) in graph.steps(id) {
                if inside.contains(&next) && next != from && !came.contains_key(&next) {
                    came.insert(next, (id, step));
                    queue.push_back(next);
                }
            }
        }
        let mut back = Vec::new();
        let mut id = to;
        while let Some((before, step)) = came.get(&id).filter(|_| id != from) {
            back.push(*step);
            id = *before;
        }
        walk.extend(back.into_iter().rev());
    };
    while let Some((id, step)) = left.pop() {
        go(at, id, &mut walk);
        at = id;
        if let Some((step, to)) = step {
            walk.push(step);
            at = to;
        }
    }
    go(at, component[0], &mut walk);
    if walk.is_empty() {
        // Fairness requires nothing: any cycle will do.
        if let Some((step, to)) = graph.steps(at).find(|(_, to)| inside.contains(to)) {
            walk.push(step);
            go(to, at, &mut walk);
        }
    }
    walk
}
