//! Every state that a launch can reach, and what follows from them: outcomes, deadlocks, faults, endless runs.

use std::collections::{BTreeMap, HashSet};

use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Stop};

use crate::bounds::Bounds;
use crate::divergence::Diverged;
use crate::error::Error;
use crate::graph::{Graph, Id};
use crate::options::{Limit, Options};
use crate::progress::{EndlessRun, endless_run};
use crate::progress_model::Progress;
use crate::schedule::Schedule;
use crate::system::{Move, Setup, Symmetry, System};

/// One way in which launches end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Number of states.
    pub states: u64,
    /// A shortest schedule to one of them.
    pub schedule: Schedule,
}

/// Results of the search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct States {
    /// Number of distinct states, the first included.
    pub states: usize,
    /// Their number without symmetry reduction.
    pub apart: u64,
    /// Identical waves; `None` without symmetry reduction.
    pub symmetry: Option<Symmetry>,
    /// Bytes of the states and the graph.
    pub bytes: usize,
    /// Whether there are more states.
    pub limit: Limit,
    /// Final contents of the observed places, each as bytes, when all waves have ended; the last entry is printed text, if a host process
    /// prints.
    pub outcomes: BTreeMap<Vec<Vec<u8>>, Ending>,
    /// Deadlocks: some waves wait and no wave can take a step. Where each wave is.
    pub deadlocks: Vec<(Vec<String>, Ending)>,
    /// Steps that stop the launch.
    pub stops: Vec<(Stop, Ending)>,
    /// Barriers that not all work-items of a group reach.
    pub diverged: Vec<Diverged>,
    /// For each progress model that was requested, a run that satisfies it and never ends.
    pub progress: Vec<(Progress, Option<Schedule>)>,
}

/// Searches all states of a launch.
///
/// # Errors
/// Where the launch cannot be explored at all. Reaching a limit is not an error: see [`States::limit`].
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
    let mut deadlocks: BTreeMap<Vec<String>, (u64, Id)> = BTreeMap::new();
    for id in 0..graph.finished as Id {
        if graph.steps(id).next().is_some() || stopping.contains(&id) {
            continue;
        }
        let row = graph.row(id);
        let ending = if system.is_over(row) {
            outcomes.entry(system.observed(row, &options.observe)).or_insert((0, id))
        } else {
            let end = if system.classes.is_empty() { row.to_vec() } else { system.end(&graph.path(id))? };
            deadlocks.entry(system.places(&end)).or_insert((0, id))
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
    let deadlocks = deadlocks.into_iter().map(|(places, (n, id))| Ok((places, ending(n, &graph.path(id))?)));
    let deadlocks = deadlocks.collect::<Result<_, Error>>()?;
    let stops = stops.into_iter().map(|(stop, n, (id, step))| {
        let mut path = graph.path(id);
        path.push(step);
        Ok((stop, ending(n, &path)?))
    });
    let stops = stops.collect::<Result<_, Error>>()?;
    let mut progress = Vec::new();
    for model in &options.progress {
        let schedule = match endless_run(&system, &graph, *model) {
            None => None,
            Some(EndlessRun { mut prefix, cycle }) => {
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
