//! Barriers that not all work-items of a group reach, under some schedule.

use isotope_machine::mem::Memory;
use isotope_machine::{BarrierWatch, Dispatch, Divergence};

use crate::error::Error;
use crate::replay::replay_with;
use crate::schedule::Schedule;
use crate::system::{Move, System};

/// A barrier that not all work-items of a group reach.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Diverged {
    /// Where the work-items are; without information about the past.
    pub divergence: Divergence,
    /// Number of explored steps with this divergence.
    pub steps: u64,
    /// A schedule that ends with such a step.
    pub schedule: Schedule,
}

/// What the steps of a search violate, each pair of places once, with the first path that ends there.
#[derive(Default)]
pub(crate) struct Diverging(Vec<(Divergence, u64, Vec<Move>)>);

impl Diverging {
    pub fn note(&mut self, all: &[Divergence], path: impl Fn() -> Vec<Move>) {
        for divergence in all {
            match self.0.iter_mut().find(|(known, ..)| known.key() == divergence.key()) {
                Some((_, steps, _)) => *steps += 1,
                None => self.0.push((*divergence, 1, path())),
            }
        }
    }

    pub fn finish(self, system: &mut System<'_>) -> Result<Vec<Diverged>, Error> {
        let diverged = |(divergence, steps, path): (Divergence, u64, Vec<Move>)| {
            let schedule = Schedule { turns: system.turns(&path, 0)?.0, cycle: Vec::new() };
            Ok(Diverged { divergence, steps, schedule })
        };
        self.0.into_iter().map(diverged).collect()
    }
}

/// What a schedule violates, with information about its past; each pair of places once, with its count.
///
/// # Errors
/// When the schedule is not one of the launch.
pub fn diverged(dispatch: &Dispatch, memory: &Memory, schedule: &Schedule) -> Result<Vec<(Divergence, u64)>, Error> {
    let mut watch = BarrierWatch::new(dispatch);
    replay_with(dispatch, memory, schedule, |session, _, (group, wave), first| {
        session.step_ordered(group, wave, first, &mut watch)
    })?;
    Ok(watch.found().to_vec())
}
