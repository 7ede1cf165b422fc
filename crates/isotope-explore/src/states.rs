//! Every state that a launch can reach, and what follows from them: outcomes, standstills, faults, endless runs.

use std::collections::{BTreeMap, HashSet};

use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Stop};

use crate::automaton::Orders;
use crate::bounds::Bounds;
use crate::divergence::Diverged;
use crate::error::Error;
use crate::graph::{Graph, Id, Limit};
use crate::progress::{Lasso, Progress, lasso};
use crate::schedule::Schedule;
use crate::system::{Move, Setup, Symmetry, System};
use crate::until::Until;

/// Bytes of global memory that are looked at when a launch has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The first.
    pub address: u64,
    /// How many.
    pub bytes: u32,
}

/// What to explore, and how far.
#[derive(Clone, Debug)]
pub struct Options {
    /// States at most.
    pub max_states: usize,
    /// Bytes for states at most.
    pub max_bytes: usize,
    /// How long.
    pub until: Until,
    /// Instructions that a wave may run by itself between two steps that others can see.
    pub local_steps: u64,
    /// Groups that the machine holds at once, which begin in order; none for all.
    pub resident: Option<u32>,
    /// Promises of progress under which to ask whether the launch ends.
    pub progress: Vec<Progress>,
    /// Which orders inside a wave are choices.
    pub orders: Orders,
    /// Whether states that differ in which of the waves that are alike stands where are one. Promises of progress, and groups that begin in
    /// order, tell waves apart.
    pub symmetry: bool,
    /// What outcomes show.
    pub observe: Vec<Place>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            max_states: 50_000_000,
            max_bytes: 4 << 30,
            until: Until::default(),
            local_steps: 1_000_000,
            resident: None,
            progress: Vec::new(),
            orders: Orders::default(),
            symmetry: false,
            observe: Vec::new(),
        }
    }
}

/// A way in which launches end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// In how many states.
    pub states: u64,
    /// A shortest schedule that leads to one of them.
    pub schedule: Schedule,
}

/// Everything that can happen.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct States {
    /// Different states, the first among them.
    pub states: usize,
    /// How many there are where waves keep their places, which without symmetry is the same.
    pub apart: u64,
    /// Waves that are alike; none where nobody asked.
    pub symmetry: Option<Symmetry>,
    /// Bytes that they took, with the graph.
    pub bytes: usize,
    /// Whether there are more.
    pub limit: Limit,
    /// What can be in the observed places, each as bytes, when all waves have ended; behind them what was printed, where a process on the
    /// host prints.
    pub outcomes: BTreeMap<Vec<Vec<u8>>, Ending>,
    /// Standstills: some waves wait and nobody can take a step. Where each wave stands.
    pub deadlocks: Vec<(Vec<String>, Ending)>,
    /// Steps that stop the launch.
    pub stops: Vec<(Stop, Ending)>,
    /// Barriers that not all work-items of a group reach.
    pub diverged: Vec<Diverged>,
    /// For each promise that was asked for, a run without an end that keeps it.
    pub progress: Vec<(Progress, Option<Schedule>)>,
}

/// Search all states of a launch.
///
/// # Errors
/// Where the launch cannot be explored at all. A limit that was reached is no error: see [`States::limit`].
pub fn states(dispatch: &Dispatch, memory: &Memory, options: &Options) -> Result<States, Error> {
    let started = options.progress.iter().any(|model| model.asks_who_began());
    if options.symmetry && (options.resident.is_some() || !options.progress.is_empty()) {
        return Err(Error::Symmetry);
    }
    let (orders, symmetry) = (options.orders, options.symmetry);
    let setup = Setup { resident: options.resident, started, orders, symmetry, chained: false };
    let bounds = Bounds::new(options.max_bytes, &options.until);
    let mut system = System::new(dispatch, memory, setup, options.local_steps, bounds)?;
    system.learn(8, 10_000)?;
    let (mut graph, limit) = system.settled(|system| Graph::explore(system, options))?;
    let stopping: HashSet<Id> = graph.stops.iter().map(|stop| stop.0).collect();
    let mut outcomes: BTreeMap<Vec<Vec<u8>>, (u64, Id)> = BTreeMap::new();
    let mut standing: BTreeMap<Vec<String>, (u64, Id)> = BTreeMap::new();
    for id in 0..graph.finished as Id {
        if graph.steps(id).next().is_some() || stopping.contains(&id) {
            continue;
        }
        let row = graph.row(id);
        let ending = if system.is_over(row) {
            outcomes.entry(system.observed(row, &options.observe)).or_insert((0, id))
        } else {
            let end = if system.classes.is_empty() { row.to_vec() } else { system.end(&graph.path(id))? };
            standing.entry(system.places(&end)).or_insert((0, id))
        };
        ending.0 += 1;
    }
    let mut stops: Vec<(Stop, u64, (Id, Move))> = Vec::new();
    for (id, step, outcome) in &graph.stops {
        let Some(stop) = &system.automaton.outcomes[*outcome as usize].stop else { continue };
        match stops.iter_mut().find(|(known, ..)| known == &**stop) {
            Some((_, states, _)) => *states += 1,
            None => stops.push((Stop::clone(stop), 1, (*id, *step))),
        }
    }
    let mut ending = |states, path: &[Move]| {
        Ok::<_, Error>(Ending { states, schedule: Schedule { turns: system.turns(path, 0)?.0, cycle: Vec::new() } })
    };
    let outcomes = outcomes.into_iter().map(|(seen, (n, id))| Ok((seen, ending(n, &graph.path(id))?)));
    let outcomes = outcomes.collect::<Result<_, Error>>()?;
    let deadlocks = standing.into_iter().map(|(places, (n, id))| Ok((places, ending(n, &graph.path(id))?)));
    let deadlocks = deadlocks.collect::<Result<_, Error>>()?;
    let stops = stops.into_iter().map(|(stop, n, (id, step))| {
        let mut path = graph.path(id);
        path.push(step);
        Ok((stop, ending(n, &path)?))
    });
    let stops = stops.collect::<Result<_, Error>>()?;
    let mut progress = Vec::new();
    for model in &options.progress {
        let schedule = match lasso(&system, &graph, *model) {
            None => None,
            Some(Lasso { mut prefix, cycle }) => {
                let before = prefix.len();
                prefix.extend(cycle);
                let (turns, cycle) = system.turns(&prefix, prefix.len() - before)?;
                Some(Schedule { turns, cycle })
            }
        };
        progress.push((*model, schedule));
    }
    let diverged = std::mem::take(&mut graph.diverging).finish(&mut system)?;
    let apart = (0..graph.len() as Id).map(|id| system.stands_for(graph.row(id))).fold(0, u64::saturating_add);
    let symmetry = system.symmetry();
    Ok(States {
        states: graph.len(),
        apart,
        symmetry,
        bytes: graph.bytes(),
        limit,
        outcomes,
        deadlocks,
        stops,
        diverged,
        progress,
    })
}
