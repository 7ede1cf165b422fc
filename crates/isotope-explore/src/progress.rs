//! Whether a launch ends under a model of forward progress: a run that never ends is a component of the graph of states whose steps the model allows.

use crate::automaton::Stand;
use crate::graph::{Graph, Id, components};
use crate::progress_model::Progress;
use crate::system::{Move, System};

/// A run that never ends: a prefix, and a cycle that repeats for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EndlessRun {
    /// From the first state.
    pub prefix: Vec<Move>,
    /// The cycle; empty for a deadlock.
    pub cycle: Vec<Move>,
}

/// A run that never ends under a progress model, if there is one.
pub(crate) fn endless_run(system: &System<'_>, graph: &Graph, model: Progress) -> Option<EndlessRun> {
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
    let is_deadlock = |id: Id| {
        let still = graph.steps(id).next().is_none();
        still && !graph.stops.iter().any(|stop| stop.0 == id) && !system.is_over(graph.row(id))
    };
    let known = 0..graph.finished as Id;
    if let Some(id) = known.clone().find(|id| is_deadlock(*id)) {
        return Some(EndlessRun { prefix: graph.path(id), cycle: Vec::new() });
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
        return Some(EndlessRun {
            prefix: graph.path(component[0]),
            cycle: tour(graph, &component, &inside, &fair, model),
        });
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
