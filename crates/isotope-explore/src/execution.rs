//! One execution in full: the visible steps, what each read and wrote, and from which step each value came.

use std::collections::HashMap;

use isotope_machine::fault::Place;
use isotope_machine::mem::Memory;
use isotope_machine::state::Status;
use isotope_machine::{Deed, Dispatch, MemoryAccess, Observer, Session, Storage, Synchronisation};

use crate::error::Error;
use crate::replay::{Replayed, replay_with};
use crate::schedule::Schedule;

/// A replayed schedule with all of its steps.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Execution<'a> {
    /// Final state.
    pub replayed: Replayed<'a>,
    /// The steps that touch more than a lane's own memory, meet other waves or make a request, in order; and the one that stopped the
    /// launch.
    pub steps: Vec<Happened>,
    /// Number of steps before the turns that repeat for ever; `None` if there are no such turns.
    pub round: Option<usize>,
}

/// What a step did.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Happened {
    /// The turn, counted from 1.
    pub turn: usize,
    /// The step of the turn, counted from 1.
    pub step: u32,
    /// Group and wave.
    pub wave: (usize, usize),
    /// The instruction, as a position in the program.
    pub instruction: u32,
    /// Lanes that took it, 63:0.
    pub lanes: u64,
    /// Accesses of lanes, in serving order.
    pub accesses: Vec<Accessed>,
    /// Fences, barriers and requests.
    pub meets: Vec<Synchronisation>,
    /// Waves that it released.
    pub releases: Vec<(usize, usize)>,
    /// Contents of the observed places afterwards.
    pub seen: Vec<Vec<u8>>,
}

/// An access of a lane that other waves can see.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Accessed {
    /// The lane.
    pub lane: u32,
    /// Which memory: global, of the group, or of the synchronization unit.
    pub storage: Storage,
    /// Byte address in global memory, byte offset in the others.
    pub at: u64,
    /// Bytes.
    pub bytes: u8,
    /// The value read, up to eight bytes; an atomic that is dropped reads nothing.
    pub read: Option<u64>,
    /// The value written, likewise.
    pub wrote: Option<u64>,
    /// The steps that had written what it read, in order; `None` for the contents before the first step.
    pub from: Vec<Option<usize>>,
    /// The steps whose values it replaced, likewise.
    pub over: Vec<Option<usize>>,
    /// The steps that had read those values.
    pub past: Vec<usize>,
}

/// Records a step.
#[derive(Default)]
struct Watch {
    lanes: u64,
    accesses: Vec<MemoryAccess>,
    meets: Vec<Synchronisation>,
}

impl Observer for Watch {
    fn looks_inside(&self) -> bool {
        true
    }

    fn step(&mut self, _: Place, _: u32, lanes: u64) {
        self.lanes = lanes;
    }

    fn access(&mut self, access: &MemoryAccess) {
        self.accesses.push(*access);
    }

    fn beside(&mut self, access: &MemoryAccess) {
        self.accesses.push(*access);
    }

    fn synchronises(&mut self, _: Place, what: &Synchronisation) {
        // Nothing is ever outstanding here.
        if !matches!(what, Synchronisation::Wait(_)) {
            self.meets.push(*what);
        }
    }
}

/// A byte that several waves see: its memory, its group, its address.
type Byte = (Storage, usize, u64);

/// Who wrote each byte last, and which steps have read it since.
#[derive(Default)]
struct Touched {
    writers: HashMap<Byte, usize>,
    readers: HashMap<Byte, Vec<usize>>,
}

/// Runs a schedule and records what every step does. `observe` is read after each.
///
/// # Errors
/// Where a turn names a wave that does not exist, or that cannot run this many instructions.
pub fn execution<'a>(
    dispatch: &'a Dispatch,
    memory: &Memory,
    schedule: &Schedule,
    observe: &[crate::MemoryRange],
) -> Result<Execution<'a>, Error> {
    let mut steps: Vec<Happened> = Vec::new();
    let mut touched = Touched::default();
    let mut round = None;
    let (mut turn, mut step) = (0, 0);
    let replayed = replay_with(dispatch, memory, schedule, |session, entry, (group, wave), first| {
        if turn != entry {
            (turn, step) = (entry, 0);
        }
        if entry > schedule.turns.len() && round.is_none() {
            round = Some(steps.len());
        }
        step += 1;
        let before = session.clone();
        let instruction = before.wave(group, wave).pc;
        let mut watch = Watch::default();
        let stepped = session.step_ordered(group, wave, first, &mut watch);
        let accesses: Vec<Accessed> = watch
            .accesses
            .iter()
            .filter(|a| matches!(a.storage, Storage::Global | Storage::Shared | Storage::Device))
            .map(|access| accessed(access, group, &before, steps.len(), &mut touched))
            .collect();
        let stops = matches!(stepped, isotope_machine::Stepped::Stopped(_));
        let can = |session: &Session<'_>| session.enabled().collect::<Vec<_>>();
        let mut releases = Vec::new();
        if !watch.meets.is_empty() || session.wave(group, wave).status == Status::Done {
            let could = can(&before);
            releases.extend(can(session).into_iter().filter(|wave| !could.contains(wave)));
        }
        if stops || !accesses.is_empty() || !watch.meets.is_empty() || !releases.is_empty() {
            let place = |p: &crate::MemoryRange| session.read(p.address, p.bytes).unwrap_or_default();
            steps.push(Happened {
                turn,
                step,
                wave: (group, wave),
                instruction,
                lanes: watch.lanes,
                accesses,
                meets: watch.meets,
                releases,
                seen: observe.iter().map(place).collect(),
            });
        }
        stepped
    })?;
    Ok(Execution { replayed, steps, round })
}

/// An access, with the sources of its bytes. `number` is that of its step.
fn accessed(
    access: &MemoryAccess,
    group: usize,
    before: &Session<'_>,
    number: usize,
    touched: &mut Touched,
) -> Accessed {
    let MemoryAccess { lane, storage, at, bytes, deed, .. } = *access;
    let value = |words: [u32; 4]| u64::from(words[0]) | u64::from(words[1]) << 32;
    let ones = u64::MAX >> (64 - 8 * u32::from(bytes.clamp(1, 8)));
    let (read, wrote) = match deed {
        Deed::Load => (loaded(before, group, storage, at, bytes.min(8)), None),
        Deed::Store(words) => (None, Some(value(words) & ones)),
        Deed::Atomic { old, update, .. } => {
            let written = crate::watch::wrote(access).then_some(update).flatten();
            (old.map(|old| old & ones), written.map(|update| update.new & ones))
        }
    };
    let owner = if storage == Storage::Shared { group } else { 0 };
    let all = (at..at + u64::from(bytes)).map(|at| (storage, owner, at));
    let mut last: Vec<Option<usize>> = all.clone().map(|byte| touched.writers.get(&byte).copied()).collect();
    last.sort_unstable();
    last.dedup();
    // An atomic of another lane in the same step is the same step.
    last.retain(|from| *from != Some(number));
    let mut past = Vec::new();
    for byte in all {
        if wrote.is_some() {
            past.extend(touched.readers.remove(&byte).unwrap_or_default());
            touched.writers.insert(byte, number);
        } else if read.is_some() {
            touched.readers.entry(byte).or_default().push(number);
        }
    }
    past.sort_unstable();
    past.dedup();
    past.retain(|reader| *reader != number);
    let (from, over) = (read.map_or_else(Vec::new, |_| last.clone()), wrote.map_or_else(Vec::new, |_| last));
    Accessed { lane, storage, at, bytes, read, wrote, from, over, past }
}

/// The value that a load reads.
fn loaded(before: &Session<'_>, group: usize, storage: Storage, at: u64, bytes: u8) -> Option<u64> {
    match storage {
        Storage::Global => {
            let bytes = before.read(at, bytes.into())?;
            Some(bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
        }
        Storage::Shared => before.read_shared(group, at, bytes.into()),
        _ => None,
    }
}
