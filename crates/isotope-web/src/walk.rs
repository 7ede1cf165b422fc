//! A launch that steps forwards and backwards: the steps taken, and snapshots at some of them.
//!
//! Going back restores the last snapshot before the point and repeats the steps from there. Only this module knows that.

use isotope::Prepared;
use isotope::machine::state::Status;
use isotope::machine::{Deed, MemoryAccess, Observer, Place, Session, Stepped, Storage};

/// Group and wave.
pub type WaveAt = (usize, usize);

/// Most steps of a walk, and steps between two snapshots.
pub const MOST: usize = 20_000;
const APART: usize = 64;

/// Bytes that a step wrote.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    pub storage: Storage,
    pub group: usize,
    pub at: u64,
    pub bytes: u8,
    pub lane: u32,
}

/// A step of the walk.
#[derive(Clone, Debug)]
pub struct RecordedStep {
    pub wave: WaveAt,
    /// Its instruction, by its position in the program.
    pub index: u32,
    /// Lanes that took it, 63:0.
    pub lanes: u64,
    pub written: Vec<Written>,
}

/// A launch with its history.
pub struct Walk {
    pub prepared: &'static Prepared,
    now: Session<'static>,
    at: usize,
    taken: Vec<RecordedStep>,
    kept: Vec<Session<'static>>,
    /// Why no step follows the last one.
    stop: Option<String>,
}

#[derive(Default)]
struct StepAccesses {
    lanes: u64,
    accesses: Vec<MemoryAccess>,
}

impl Observer for StepAccesses {
    fn looks_inside(&self) -> bool {
        true
    }
    fn step(&mut self, _: Place, _: u32, lanes: u64) {
        self.lanes |= lanes;
    }
    fn access(&mut self, access: &MemoryAccess) {
        self.accesses.push(*access);
    }
}

impl Walk {
    /// Before the first step. Launches are leaked: a page makes only a few.
    pub fn new(prepared: Prepared) -> Walk {
        let prepared: &'static Prepared = Box::leak(Box::new(prepared));
        let now = Session::new(&prepared.dispatch, prepared.memory.clone());
        Walk { prepared, kept: vec![now.clone()], now, at: 0, taken: Vec::new(), stop: None }
    }

    /// The current state of the launch.
    pub fn now(&self) -> &Session<'static> {
        &self.now
    }

    /// Steps up to here.
    pub fn taken(&self) -> &[RecordedStep] {
        &self.taken[..self.at]
    }

    /// Steps that were taken before going back.
    pub fn end(&self) -> usize {
        self.taken.len()
    }

    /// What stopped the launch, if it stopped here.
    pub fn stop(&self) -> Option<&str> {
        self.stop.as_deref().filter(|_| self.at == self.taken.len())
    }

    /// Every wave.
    pub fn waves(&self) -> Vec<WaveAt> {
        (0..self.now.group_count()).flat_map(|g| (0..self.now.wave_count(g)).map(move |w| (g, w))).collect()
    }

    /// One step of a wave; returns whether it took one. Later steps recorded after this point are followed if the next one is of this wave,
    /// and otherwise forgotten.
    pub fn step(&mut self, wave: WaveAt) -> bool {
        let (g, w) = wave;
        if self.at >= MOST || self.stop().is_some() || self.now.wave(g, w).status == Status::Done {
            return false;
        }
        let mut next = self.now.clone();
        // A wave that waits in a queue makes its request first.
        if next.wave(g, w).status != Status::Ready && next.step(g, w) != Stepped::Ready {
            return false;
        }
        let (index, mut seen) = (next.wave(g, w).pc, StepAccesses::default());
        let stepped = next.step_observed(g, w, &mut seen);
        self.now = next;
        if self.taken.get(self.at).is_none_or(|known| known.wave != wave) {
            self.taken.truncate(self.at);
            self.kept.truncate(self.at / APART + 1);
            let written = seen.accesses.iter().filter(|access| writes(&access.deed)).map(|access| Written {
                storage: access.storage,
                group: g,
                at: access.at,
                bytes: access.bytes,
                lane: access.lane,
            });
            self.taken.push(RecordedStep { wave, index, lanes: seen.lanes, written: written.collect() });
            self.stop = match stepped {
                Stepped::Stopped(stop) => Some(stop.to_string()),
                _ => None,
            };
        }
        self.at += 1;
        if self.at.is_multiple_of(APART) && self.kept.len() == self.at / APART {
            self.kept.push(self.now.clone());
        }
        true
    }

    /// Goes to a recorded point.
    pub fn go(&mut self, to: usize) {
        let to = to.min(self.taken.len());
        if to < self.at {
            let kept = (to / APART).min(self.kept.len() - 1);
            (self.now, self.at) = (self.kept[kept].clone(), kept * APART);
        }
        while self.at < to {
            if !self.step(self.taken[self.at].wave) {
                break;
            }
        }
    }

    /// The last step that wrote these bytes, and its lane.
    pub fn writer(&self, storage: Storage, group: usize, at: u64, bytes: u64) -> Option<(usize, u32)> {
        let meets = |w: &&Written| {
            let same = storage != Storage::Shared || w.group == group;
            w.storage == storage && same && w.at < at + bytes && at < w.at + u64::from(w.bytes)
        };
        let steps = self.taken().iter().enumerate().rev();
        steps.flat_map(|(n, step)| step.written.iter().rev().find(meets).map(|w| (n, w.lane))).next()
    }

    /// The turns up to here, as `isotope run --schedule` takes them.
    pub fn schedule(&self) -> String {
        let mut turns: Vec<(WaveAt, usize)> = Vec::new();
        for step in self.taken() {
            match turns.last_mut() {
                Some((wave, steps)) if *wave == step.wave => *steps += 1,
                _ => turns.push((step.wave, 1)),
            }
        }
        turns.iter().map(|((g, w), steps)| format!("{g}.{w}:{steps}")).collect::<Vec<_>>().join(" ")
    }
}

fn writes(deed: &Deed) -> bool {
    match deed {
        Deed::Load => false,
        Deed::Store(_) => true,
        Deed::Atomic { old, .. } => old.is_some(),
    }
}
