//! The part of a state on which later steps can depend: as bytes for comparison, and as a hash.
//!
//! One walk gives both. Left out are dead registers (see [`Liveness`]), everything of ended waves and groups except that they ended, memory
//! that equals the start, and history: statistics and broken rules.

use std::sync::OnceLock;

use isotope_op::assume::{BranchOrder, LaneOrder};

use super::delta::Delta;
use super::digest::{Mixer, Packer, Sink};
use super::dispatch::Dispatch;
use super::state::{Barrier, EntryKind, Status, Wave};
use crate::mem::Store;
use isotope_ir::effect::{ACTIVE, Control, LANES, Mask, Token};
use isotope_ir::program::{Ahead, Live, Liveness, Program};

/// A state of a [`Session`](super::Session) in canonical form. Copies of one session, and sessions of one dispatch that began with the same
/// memory, have equal states if and only if nothing that counts differs. It is small enough to store thousands in a set of visited states.
///
/// # Units
/// Bytes: differences of memory from the start of the launch, and live registers of waves that have not ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State(Box<[u8]>);

impl State {
    pub(super) fn new(packer: Packer) -> State {
        State(packer.0.into_boxed_slice())
    }

    /// Its size in bytes.
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// Its bytes. Their meaning may change between versions of the library.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// The registers of a wave that count: words of the register file, and bits of scalar words.
#[derive(Clone, Debug)]
pub(super) struct Needs {
    /// One bit for each word.
    pub words: Vec<u64>,
    /// The bits that count of each word.
    pub scalars: Vec<u32>,
}

impl Needs {
    /// Masks of executing lanes are not included: they always count.
    pub fn of(dispatch: &Dispatch, counting: &Counting, wave: &Wave) -> Needs {
        let program = &dispatch.program;
        let mut needs = Needs::none(wave);
        if wave.status == Status::Done {
            return needs;
        }
        let upper = program.upper.map_or(0, |word| wave.scalars[usize::from(word)]);
        // Lanes in entries further up continue from there; entries below say where they come later.
        let mut seen = wave.active();
        needs.add(counting.at(program, wave.pc), [seen, upper]);
        for entry in wave.stack.iter().rev() {
            let lanes = entry.lanes & !seen;
            seen |= lanes;
            if lanes != 0 {
                needs.add(counting.at(program, entry.pc), [lanes, 0]);
            }
        }
        // The result of a barrier is written where the guard of its step allows.
        if let Status::AtBarrier(_) = wave.status
            && let Some(step) = program.steps.get(wave.pc.wrapping_sub(1) as usize)
            && matches!(step.control, Control::Barrier { .. })
            && step.guard.word != Mask::ALWAYS
        {
            needs.scalars[usize::from(step.guard.word)] = u32::MAX;
        }
        if wave.status == Status::Ready {
            // Usually the same lanes reach a step.
            let executing = [wave.active(), upper];
            let of = || (executing, Needs::overwritten(dispatch, counting, wave, executing));
            match counting.ahead.get(wave.pc as usize).map(|known| known.get_or_init(of)) {
                Some((known, gone)) if *known == executing => needs.remove(gone),
                _ => needs.remove(&of().1),
            }
        }
        needs
    }

    /// What the executing lanes will overwrite on the straight path ahead before it is read.
    fn overwritten(dispatch: &Dispatch, counting: &Counting, wave: &Wave, executing: [u32; 2]) -> Needs {
        let (mut read, mut gone) = (Needs::none(wave), Needs::none(wave));
        for ahead in counting.liveness.ahead(wave.pc) {
            let (Ahead::Reads(part) | Ahead::Overwrites(part)) = ahead;
            let kept = Kept::of(&dispatch.program, std::iter::once(part));
            if let Ahead::Reads(_) = ahead {
                read.add(&kept, executing);
            } else {
                let mut these = Needs::none(wave);
                these.add(&kept, executing);
                these.remove(&read);
                gone.words.iter_mut().zip(these.words).for_each(|(gone, these)| *gone |= these);
                gone.scalars.iter_mut().zip(these.scalars).for_each(|(gone, these)| *gone |= these);
            }
        }
        gone
    }

    fn none(wave: &Wave) -> Needs {
        Needs { words: vec![0; wave.registers.len().div_ceil(64)], scalars: vec![0; wave.scalars.len()] }
    }

    fn remove(&mut self, other: &Needs) {
        self.words.iter_mut().zip(&other.words).for_each(|(from, words)| *from &= !words);
        self.scalars.iter_mut().zip(&other.scalars).for_each(|(from, bits)| *from &= !bits);
    }

    fn add(&mut self, kept: &Kept, lanes: [u32; 2]) {
        self.words.iter_mut().zip(&kept.words).for_each(|(to, of)| *to |= of);
        kept.lanes.iter().for_each(|(half, first, of)| set(&mut self.words, *first, of & lanes[usize::from(*half)]));
        kept.maps.iter().for_each(|(half, of, at)| set_each(&mut self.words, of, at & lanes[usize::from(*half)]));
        kept.scalars.iter().for_each(|word| self.scalars[usize::from(*word)] = u32::MAX);
        kept.bits
            .iter()
            .for_each(|(half, word, of)| self.scalars[usize::from(*word)] |= of & lanes[usize::from(*half)]);
    }
}

/// Mark words from this one on.
fn set(words: &mut [u64], first: u32, lanes: u32) {
    let (at, shift) = (first as usize / 64, first % 64);
    words[at] |= u64::from(lanes) << shift;
    if shift > 32
        && let Some(next) = words.get_mut(at + 1)
    {
        *next |= u64::from(lanes) >> (64 - shift);
    }
}

/// Mark a word for each of some lanes.
fn set_each(words: &mut [u64], of: &[u32; LANES], lanes: u32) {
    (0..LANES).filter(|l| lanes >> l & 1 != 0).for_each(|l| set(words, of[l], 1));
}

/// What counts when control is at a step.
#[derive(Clone, Debug)]
struct Kept {
    /// Words of the register file, one bit each, for any executing lanes.
    words: Vec<u64>,
    /// Whole scalar words.
    scalars: Vec<u16>,
    /// Vectors, in those of some lanes that are in the mask of a half.
    lanes: Vec<(u8, u32, u32)>,
    /// Words of a lane each, likewise.
    maps: Vec<(u8, [u32; LANES], u32)>,
    /// Scalar words, likewise.
    bits: Vec<(u8, u16, u32)>,
}

/// The registers that count at each step of a program; computed for a step when a wave is first seen there.
#[derive(Clone, Debug)]
pub(super) struct Counting {
    liveness: Liveness,
    at: Vec<OnceLock<Kept>>,
    /// What the lanes that first reached a step overwrite from there on.
    ahead: Vec<OnceLock<([u32; 2], Needs)>>,
    /// Whether waves meet at barriers.
    barriers: bool,
}

impl Counting {
    pub fn new(dispatch: &Dispatch) -> Counting {
        let Dispatch { program, coverage, .. } = dispatch;
        let at = vec![OnceLock::new(); program.steps.len() + 1];
        let ahead = vec![OnceLock::new(); program.steps.len()];
        let barriers = program.steps.iter().any(|step| matches!(step.control, Control::Barrier { .. }));
        Counting { liveness: Liveness::of(program, *coverage == u32::MAX), at, ahead, barriers }
    }

    fn at(&self, program: &Program, pc: u32) -> &Kept {
        self.at[(pc as usize).min(self.at.len() - 1)].get_or_init(|| Kept::of(program, self.liveness.before(pc)))
    }
}

impl Kept {
    fn of(program: &Program, parts: impl Iterator<Item = Live>) -> Kept {
        let words = vec![0; program.register_words.div_ceil(64) as usize];
        let mut kept = Kept { words, scalars: Vec::new(), lanes: Vec::new(), maps: Vec::new(), bits: Vec::new() };
        for part in parts {
            match part {
                Live::Lanes { half, first, lanes } => {
                    match kept.lanes.iter_mut().find(|of| (of.0, of.1) == (half, first)) {
                        Some(of) => of.2 |= lanes,
                        None => kept.lanes.push((half, first, lanes)),
                    }
                }
                Live::Words { first, lanes } => set(&mut kept.words, first, lanes),
                Live::Bits { half, word, lanes } => kept.bits.push((half, word, lanes)),
                Live::Scalar(word) => kept.scalars.push(word),
                Live::Scalars(first) => {
                    let end = program.temporaries.map_or(program.scalar_words, |(_, word)| word);
                    kept.scalars.extend(first..end);
                }
                Live::Map { half, map, bytes: _, lanes } => {
                    let words = program.maps[map as usize].map(|at| at / 4);
                    match half {
                        Some(half) => kept.maps.push((half, words, lanes)),
                        None => set_each(&mut kept.words, &words, lanes),
                    }
                }
                Live::Registers => {
                    let end = program.temporaries.map_or(program.register_words, |(slot, _)| slot.0);
                    (0..end).for_each(|word| set(&mut kept.words, word, 1));
                }
            }
        }
        kept
    }
}

/// The walk over a launch that a [`Session`](super::Session) takes, part by part.
pub(super) struct Walk<'a> {
    pub dispatch: &'a Dispatch,
    pub counting: &'a Counting,
}

impl Walk<'_> {
    /// A wave.
    pub fn wave(&self, wave: &Wave, sink: &mut impl Sink) {
        let Dispatch { program, orders, .. } = self.dispatch;
        sink.number(match wave.status {
            Status::Done => return sink.number(0),
            Status::Ready => 1,
            Status::Queued => 2,
            Status::Halted => 3,
            Status::AtBarrier(id) => 4 + u64::from(id),
        });
        sink.number(wave.pc.into());
        sink.number(wave.active().into());
        program.upper.iter().for_each(|word| sink.number(wave.scalars[usize::from(*word)].into()));
        sink.number((!wave.coverage).into());
        sink.number(wave.signalled.into());
        sink.number(wave.stack.len() as u64);
        for entry in &wave.stack {
            sink.number(match entry.kind {
                EntryKind::Diverged => 0,
                EntryKind::Waiting => 1,
                EntryKind::Token(token) => 2 + token_number(token),
            });
            sink.number(entry.lanes.into());
            sink.number(entry.pc.into());
        }
        if program.reads_clock {
            sink.number(wave.clock);
        }
        if [orders.lanes, orders.stores].contains(&LaneOrder::Drawn) || orders.branches == BranchOrder::Drawn {
            sink.number(wave.draws.0);
        }
        cells(&wave.private, sink);
        let needs = Needs::of(self.dispatch, self.counting, wave);
        let is_mask =
            |word: usize| word == usize::from(ACTIVE) || program.upper.is_some_and(|w| usize::from(w) == word);
        for (word, bits) in needs.scalars.iter().enumerate() {
            if *bits != 0 && !is_mask(word) {
                sink.number((wave.scalars[word] & bits).into());
            }
        }
        for (i, bits) in needs.words.iter().enumerate().filter(|(_, bits)| **bits != 0) {
            for (half, lanes) in [*bits as u32, (*bits >> 32) as u32].into_iter().enumerate().filter(|(_, l)| *l != 0) {
                let first = 64 * i + LANES * half;
                sink.words(&wave.registers[first..(first + LANES).min(wave.registers.len())], lanes);
            }
        }
    }

    /// The barriers of a group.
    pub fn barriers(&self, barriers: &[Barrier], sink: &mut impl Sink) {
        if !self.counting.barriers {
            return;
        }
        let used = || barriers.iter().enumerate().filter(|(_, b)| **b != Barrier::default());
        sink.number(used().count() as u64);
        for (id, Barrier { arrived, set, lanes, expected }) in used() {
            sink.number(id as u64);
            [arrived, set, lanes, expected].into_iter().for_each(|n| sink.number((*n).into()));
        }
    }
}

/// The cells of memory that differ from the start.
pub(super) fn delta(delta: &Delta, packer: &mut Packer) {
    packer.number(delta.len() as u64);
    let mut last = 0;
    for (cell, value) in delta.cells() {
        packer.number(cell - last);
        packer.number(value);
        last = cell;
    }
}

/// The cells of private memory that are not zero.
fn cells(store: &Store, sink: &mut impl Sink) {
    let used = || (0..store.len()).step_by(8).map(|at| (at, store.load(at, 8))).filter(|(_, value)| *value != 0);
    if !store.is_empty() {
        sink.number(used().count() as u64);
        used().for_each(|(at, value)| {
            sink.number(at);
            sink.number(value);
        });
    }
}

fn token_number(token: Token) -> u64 {
    match token {
        Token::Sync => 0,
        Token::Break => 1,
        Token::Continue => 2,
        Token::Call => 3,
        Token::Exit => 4,
    }
}

/// The hash of a walk.
pub(super) fn hashed(seed: u64, walk: impl FnOnce(&mut Mixer)) -> u128 {
    let mut mixer = Mixer::new(seed);
    walk(&mut mixer);
    mixer.finish()
}
