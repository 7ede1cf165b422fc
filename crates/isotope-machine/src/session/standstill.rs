//! Deadlock detection for sessions: the proof of `launch`, for sessions that are stepped manually.

use std::fmt;

use super::{Session, Stepped};
use crate::state::Status;
use crate::stuck::{Wait, Waiting, branch_choice, is_split, waiting, write_places};
use crate::sync::WaveId;
use isotope_ir::effect::Control;

/// A deadlocked session: no schedule can change it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deadlock {
    /// Each wave that has not ended, and how it waits.
    pub places: Vec<Waiting>,
    /// Groups in flight, and groups that have not started because the machine holds no more.
    pub groups: (usize, usize),
    /// The assumptions behind the verdict, besides the rules of the machine.
    pub rests_on: Vec<String>,
}

/// Prints lines, each with a newline.
impl fmt::Display for Deadlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let waves = self.places.len();
        let (wait, them) = if waves == 1 { ("wave waits", "it") } else { ("waves wait", "them") };
        match self.groups {
            (_, 0) => writeln!(f, "deadlock: {waves} {wait} and no schedule can release {them}")?,
            (held, left) => writeln!(
                f,
                "deadlock: {waves} {wait}, the machine holds {held} groups, {left} groups have not begun, and no schedule can release {them}"
            )?,
        }
        write_places(f, &self.places, &self.rests_on)
    }
}

/// Only for sequentially consistent memory: there, no delayed access can change a value that a loop reads.
impl Session<'_> {
    /// Proves that no schedule can change anything, or fails within `effort` steps.
    ///
    /// Each runnable wave runs alone on a copy until its state repeats (Brent's method). A changed byte, a request, a barrier arrival
    /// or an end refutes the deadlock. Programs that read a clock never repeat their state, so the result for them is `None`.
    pub fn deadlock(&self, effort: u64) -> Option<Deadlock> {
        self.deadlock_of(self.groups.len(), effort)
    }

    /// The same, but groups from `begun` on have not started, and will not start before another group has ended.
    pub fn deadlock_of(&self, begun: usize, mut effort: u64) -> Option<Deadlock> {
        let (mut places, mut split, mut copy) = (Vec::new(), false, self.clone());
        for (g, group) in self.groups.iter().enumerate().take(begun) {
            for (w, member) in group.waves.iter().enumerate() {
                let place = self.unit().and_then(|unit| unit.place(WaveId(member.wave.id)));
                let wait = match member.wave.status {
                    Status::Done => continue,
                    Status::Ready => {
                        let (steps, taken) = copy.cycle(g, w, effort)?;
                        effort -= taken;
                        split |= is_split(copy.wave(g, w));
                        // Report the current state of the wave, not the state in the loop of the copy.
                        copy.groups[g] = group.clone();
                        Wait::Loop { steps }
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
        let open = self.groups.iter().take(begun).filter(|group| !group.is_done()).count();
        let groups = (open, self.groups.len() - begun);
        (!places.is_empty()).then_some(Deadlock { places, groups, rests_on })
    }

    /// Whether a wave, while the other waves do not run, repeats instructions that change nothing: returns the length of that loop. `None`
    /// if that is unknown after `effort` steps.
    ///
    /// # Panics
    /// There is no such group or wave.
    pub fn repeats(&self, group: usize, wave: usize, effort: u64) -> Option<u64> {
        self.clone().cycle(group, wave, effort).map(|(steps, _)| steps)
    }

    /// The length of the loop that a wave executes, and the number of steps taken to find it. Afterwards this session is inside the loop
    /// with its memory unchanged, or at some state before that.
    fn cycle(&mut self, group: usize, wave: usize, effort: u64) -> Option<(u64, u64)> {
        let dispatch = self.dispatch;
        let program = &dispatch.program;
        if program.reads_clock || self.wave(group, wave).status != Status::Ready {
            return None;
        }
        let mut mark = self.wave(group, wave).clone();
        let bytes = |session: &Self| (session.memory.digest(), session.groups[group].shared.digest());
        let before = bytes(self);
        let (mut power, mut length) = (1u64, 0u64);
        for taken in 1..=effort {
            let step = program.steps.get(self.wave(group, wave).pc as usize)?;
            let asks = matches!(step.control, Control::Request(_) | Control::Host(_));
            if asks || self.step(group, wave) != Stepped::Ready || bytes(self) != before {
                return None;
            }
            length += 1;
            let now = self.wave(group, wave);
            if now.pc == mark.pc && *now == mark {
                return Some((length, taken));
            }
            if length == power {
                mark = now.clone();
                (power, length) = (power * 2, 0);
            }
        }
        None
    }
}
