//! A launch that cannot progress: the proof, and where each wave waits.

use std::fmt;

use super::dispatch::Dispatch;
use super::fault::Place;
use super::interp::{Context, Flow, Stats};
use super::observe::Unobserved;
use super::request::queue_place;
use super::state::{Group, Status, Wave};
use crate::mem::{Frozen, Memory};
use crate::sync;

/// How a wave waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wait {
    /// At a barrier that does not open.
    Barrier {
        /// Its number.
        id: u8,
        /// Waves that have arrived.
        arrived: u32,
    },
    /// In a queue of the device's synchronisation unit.
    Queue {
        /// Its place there.
        place: Option<sync::Place>,
    },
    /// The synchronisation unit refused its request, and it was halted.
    Halted,
    /// In a loop that changes nothing: after `steps` instructions its state is what it was.
    Loop {
        /// Length of the loop in instructions.
        steps: u64,
    },
    /// Still running when the budget ended.
    Running,
}

/// Where a wave waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Its next instruction.
    pub place: Place,
    /// That instruction's text.
    pub text: String,
    /// How.
    pub wait: Wait,
    /// Its active lanes.
    pub lanes: u32,
}

/// A launch that does not progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// Every wave was seen to repeat its state while memory stood still; otherwise the budget ran out.
    pub proven: bool,
    /// Wave instructions that had run.
    pub steps: u64,
    /// Each wave that has not ended.
    pub places: Vec<Waiting>,
}

/// Waves shown in a report; the rest are counted.
const SHOWN: usize = 8;

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let waves = self.places.len();
        if self.proven {
            writeln!(f, "no progress is possible: {waves} waves wait and no schedule changes that")?;
        } else {
            writeln!(f, "not finished after {} wave instructions (--max-steps): {waves} waves are left", self.steps)?;
        }
        for w in self.places.iter().take(SHOWN) {
            write!(f, "  {}, lanes {:#010x}: `{}`: ", w.place, w.lanes, w.text)?;
            match w.wait {
                Wait::Queue { place: Some(place) } => writeln!(f, "waits in {place}")?,
                Wait::Queue { place: None } => writeln!(f, "waits in a queue that is gone")?,
                Wait::Halted => writeln!(f, "halted: the request was not acknowledged (NACK)")?,
                Wait::Barrier { id, arrived } => {
                    writeln!(f, "waits at barrier {id}, where {arrived} waves have arrived")?
                }
                Wait::Loop { steps } => writeln!(f, "repeats {steps} instructions that change nothing")?,
                Wait::Running => writeln!(f, "running")?,
            }
        }
        if waves > SHOWN {
            writeln!(f, "  and {} more", waves - SHOWN)?;
        }
        Ok(())
    }
}

/// Where the waves of `groups` are.
pub(super) fn places(dispatch: &Dispatch, memory: &Memory, groups: &[Group]) -> Vec<Waiting> {
    let mut all = Vec::new();
    for group in groups {
        for wave in group.waves.iter().filter(|w| w.status != Status::Done) {
            let wait = match wave.status {
                Status::AtBarrier(id) => Wait::Barrier { id, arrived: group.barriers[usize::from(id)].arrived },
                Status::Queued => Wait::Queue { place: queue_place(memory, wave) },
                Status::Halted => Wait::Halted,
                _ => Wait::Running,
            };
            all.push(waiting(dispatch, group, wave, wait));
        }
    }
    all
}

fn waiting(dispatch: &Dispatch, group: &Group, wave: &Wave, wait: Wait) -> Waiting {
    // A wave at a barrier has stepped past it.
    let at = wave.pc as usize - usize::from(matches!(wait, Wait::Barrier { .. }));
    let address = dispatch.program.steps.get(at).map_or(0, |s| s.address);
    let text = dispatch.program.texts.get(at).cloned().unwrap_or_default();
    Waiting { place: Place { group: group.index, wave: wave.index, address }, text, wait, lanes: wave.active() }
}

/// Show that no schedule of `groups` can change anything, or fail to within `effort` steps.
///
/// Each wave that can run is run alone on a copy, with memory frozen, until its state repeats (Brent's method). A byte
/// that would change, a barrier reached or an end breaks the proof. Reading a clock makes states differ, so waves that
/// run such programs are left to the budget.
pub(super) fn prove(dispatch: &Dispatch, memory: &Memory, groups: &[Group], mut effort: u64) -> Option<Stuck> {
    let mut places = places(dispatch, memory, groups);
    let mut at = 0;
    for group in groups {
        for wave in group.waves.iter().filter(|w| w.status != Status::Done) {
            if wave.status == Status::Ready {
                if dispatch.program.reads_clock {
                    return None;
                }
                let (steps, wave) = cycle(dispatch, memory, group, wave, &mut effort)?;
                places[at] = waiting(dispatch, group, &wave, Wait::Loop { steps });
            }
            at += 1;
        }
    }
    Some(Stuck { proven: true, steps: 0, places })
}

/// The length of the loop that `wave` is caught in, and the wave inside it.
fn cycle(dispatch: &Dispatch, memory: &Memory, group: &Group, wave: &Wave, effort: &mut u64) -> Option<(u64, Wave)> {
    let mut wave = wave.clone();
    let mut mark = wave.clone();
    let (mut power, mut length) = (1u64, 0u64);
    let (mut stats, mut barriers) = (Stats::default(), group.barriers);
    loop {
        *effort = effort.checked_sub(1)?;
        let mut context = Context {
            dispatch,
            memory,
            shared: &group.shared,
            barriers: &mut barriers,
            group: group.index,
            stats: &mut stats,
            changes: 0,
            observer: &mut Unobserved,
            sharing: std::marker::PhantomData::<Frozen>,
        };
        let (flow, _) = context.run(&mut wave, 1).ok()?;
        if context.changes != 0 || flow != Flow::Ready {
            return None;
        }
        length += 1;
        if wave.pc == mark.pc && wave == mark {
            return Some((length, wave));
        }
        if length == power {
            mark = wave.clone();
            (power, length) = (power * 2, 0);
        }
    }
}
