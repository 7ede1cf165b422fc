//! Whether a session stands still: the proof of `launch`, for who takes steps by hand.

use std::fmt;

use super::{Session, Stepped};
use crate::state::Status;
use crate::stuck::{Wait, Waiting, branch_choice, is_split, waiting, write_places};
use crate::sync::WaveId;
use isotope_ir::effect::Control;

/// A session that no schedule can change.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deadlock {
    /// Each wave that has not ended, and how it waits.
    pub places: Vec<Waiting>,
    /// What the verdict rests on, beside the rules of the machine.
    pub rests_on: Vec<String>,
}

/// Lines, each with its end.
impl fmt::Display for Deadlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let waves =
            if self.places.len() == 1 { "1 wave waits".into() } else { format!("{} waves wait", self.places.len()) };
        writeln!(f, "deadlock: {waves} and no schedule changes that")?;
        write_places(f, &self.places, &self.rests_on)
    }
}

/// With memory that is sequentially consistent: nothing delayed can change what a loop reads.
impl Session<'_> {
    /// Show that no schedule can change anything, or fail to within so many steps.
    ///
    /// Each wave that can run is run alone on a copy until its state repeats (Brent's method). A byte that changes, a request, a barrier
    /// reached or an end breaks the proof. Of programs that read a clock nothing is shown, because their states differ.
    pub fn deadlock(&self, mut effort: u64) -> Option<Deadlock> {
        let (mut places, mut split) = (Vec::new(), false);
        for (g, group) in self.groups.iter().enumerate() {
            for (w, member) in group.waves.iter().enumerate() {
                let place = self.unit().and_then(|unit| unit.place(WaveId(member.wave.id)));
                let wait = match member.wave.status {
                    Status::Done => continue,
                    Status::Ready => {
                        let (steps, taken, after) = self.cycle(g, w, effort)?;
                        effort -= taken;
                        let wave = after.wave(g, w);
                        split |= is_split(wave);
                        places.push(waiting(self.dispatch, group.index, wave, Wait::Loop { steps }));
                        continue;
                    }
                    Status::AtBarrier(id) => Wait::Barrier { id, arrived: group.barriers[usize::from(id)].arrived },
                    Status::Queued => Wait::Queue { place },
                    Status::Halted => Wait::Halted { place },
                };
                if matches!(wait, Wait::Queue { .. } | Wait::Halted { .. }) && self.clone().step(g, w) == Stepped::Ready
                {
                    return None;
                }
                places.push(waiting(self.dispatch, group.index, &member.wave, wait));
            }
        }
        let rests_on = branch_choice(&self.dispatch.orders).filter(|_| split).into_iter().collect();
        (!places.is_empty()).then_some(Deadlock { places, rests_on })
    }

    /// Whether a wave, as long as the others stand still, repeats instructions that change nothing: how many. Nothing is known after
    /// `effort` steps.
    ///
    /// # Panics
    /// If there is no such group or wave.
    pub fn repeats(&self, group: usize, wave: usize, effort: u64) -> Option<u64> {
        self.cycle(group, wave, effort).map(|(steps, ..)| steps)
    }

    /// The length of the loop that a wave is caught in, the steps that it took to find that, and the wave inside it.
    fn cycle(&self, group: usize, wave: usize, effort: u64) -> Option<(u64, u64, Self)> {
        let program = &self.dispatch.program;
        if program.reads_clock || self.wave(group, wave).status != Status::Ready {
            return None;
        }
        let mut copy = self.clone();
        let mut mark = copy.wave(group, wave).clone();
        let bytes = |session: &Self| (session.memory.digest(), session.groups[group].shared.digest());
        let before = bytes(&copy);
        let (mut power, mut length) = (1u64, 0u64);
        for taken in 1..=effort {
            let step = program.steps.get(copy.wave(group, wave).pc as usize)?;
            let asks = matches!(step.control, Control::Request(_) | Control::Host(_));
            if asks || copy.step(group, wave) != Stepped::Ready || bytes(&copy) != before {
                return None;
            }
            length += 1;
            let now = copy.wave(group, wave);
            if now.pc == mark.pc && *now == mark {
                return Some((length, taken, copy));
            }
            if length == power {
                mark = now.clone();
                (power, length) = (power * 2, 0);
            }
        }
        None
    }
}
