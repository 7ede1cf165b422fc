//! The state of waves and groups: plain data that can be cloned, compared and hashed.
//!
//! Everything that an instruction can see or change is here or in [`Memory`](crate::mem::Memory); the interpreter keeps no state between
//! steps. A schedule explorer needs this to copy a machine and to recognize a state.

use std::ops::Range;

use isotope_op::assume::LaneOrder;
use isotope_op::random::Random;

use crate::mem::Store;
use isotope_ir::effect::{ACTIVE, LANES, Mask, Slot, Token};
use isotope_ir::program::Program;

/// A vector of one 32-bit word per lane.
pub type Vector = [u32; LANES];

/// All lanes.
pub const FULL: u32 = u32::MAX;

/// Deepest reconvergence stack. The hardware spills its stack to memory, whose size the driver chooses (cubins of recursive programs ask
/// for all of it, `EIATTR_CRS_STACK_SIZE`); this bound only stops runaway programs.
pub const STACK_LIMIT: usize = 1 << 16;

/// The meaning of an entry of the reconvergence stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// Lanes of the other side of a branch, still to run.
    Diverged,
    /// A token pushed by the program: its lanes meet at its target.
    Token(Token),
    /// Lanes that wait for the step at which they are; of several such entries the lowest step is on top.
    Waiting,
}

/// An entry of the reconvergence stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// Its meaning.
    pub kind: EntryKind,
    /// Lanes that will run from `pc` when the entry is reached.
    pub lanes: u32,
    /// Step index.
    pub pc: u32,
}

/// Why a wave is not running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It can take a step.
    Ready,
    /// It waits at a barrier of its group.
    AtBarrier(u8),
    /// It waits in a queue of the device's synchronisation unit.
    Queued,
    /// The synchronization unit refused its request; it stays at that instruction until a host process intervenes.
    Halted,
    /// All its lanes have ended.
    Done,
}

/// What debug builds write where nothing may be read.
const NOBODYS: u32 = 0xa5a5_a5a5;

/// Storage of a wave.
#[derive(Debug, Default)]
pub(crate) struct Files {
    registers: Box<[u32]>,
    scalars: Box<[u32]>,
    /// Empty.
    stack: Vec<Entry>,
    /// What its private memory was.
    private: Store,
}

/// Most bytes of private memory that are cleared for another wave, not allocated again.
const FEW: u64 = 1 << 16;

impl Files {
    /// A copy of a wave's.
    pub(crate) fn of(wave: &Wave) -> Files {
        Files { registers: wave.registers.clone(), scalars: wave.scalars.clone(), ..Files::default() }
    }

    /// These files, or new ones, with the contents of `other`: at least these words of registers. Debug builds overwrite the rest.
    pub(crate) fn like(self, other: &Files, words: &[Range<usize>]) -> Files {
        let like = |mut file: Box<[u32]>, other: &[u32], parts: &[Range<usize>]| {
            if file.len() != other.len() {
                return other.into();
            }
            if cfg!(debug_assertions) {
                file.fill(NOBODYS);
            }
            parts.iter().for_each(|part| file[part.clone()].copy_from_slice(&other[part.clone()]));
            file
        };
        let all = 0..other.scalars.len();
        Files {
            registers: like(self.registers, &other.registers, words),
            scalars: like(self.scalars, &other.scalars, std::slice::from_ref(&all)),
            ..self
        }
    }
}

/// A wave of up to [`LANES`] lanes in lockstep.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wave {
    /// Index in its group.
    pub index: u32,
    /// Number in the order of creation in the dispatch.
    pub id: u32,
    /// Register file, in words.
    pub registers: Box<[u32]>,
    /// Scalar file; word [`ACTIVE`] is the mask of active lanes.
    pub scalars: Box<[u32]>,
    /// Step to run next.
    pub pc: u32,
    /// Reconvergence stack.
    pub stack: Vec<Entry>,
    /// Lanes that have ended or never existed.
    pub ended: u32,
    /// Lanes with raster coverage; helper and killed pixels are not in it.
    pub coverage: u32,
    /// Whether it can run.
    pub status: Status,
    /// Barriers that it has signalled and that have not opened since, one bit each.
    pub signalled: u32,
    /// Private memory of all lanes, lane after lane.
    pub private: Store,
    /// Instructions run so far, kept only for programs that read a clock.
    pub clock: u64,
    /// Generator for random orders.
    pub draws: Random,
}

impl Wave {
    /// A wave at the start of `program` with the given lanes.
    pub fn new(program: &Program, index: u32, lanes: u32, private_bytes: u32) -> Wave {
        Wave::within(Files::default(), program, index, lanes, private_bytes)
    }

    /// The same in the files of an ended wave of this program, or in new ones if these are empty.
    pub(crate) fn within(files: Files, program: &Program, index: u32, lanes: u32, private_bytes: u32) -> Wave {
        let zeros = |mut file: Box<[u32]>, words: usize| {
            if file.len() != words {
                return vec![0; words].into_boxed_slice();
            }
            file.fill(0);
            file
        };
        let scalars = zeros(files.scalars, usize::from(program.scalar_words).max(1));
        let registers = zeros(files.registers, program.register_words as usize);
        let files = Files { registers, scalars, ..files };
        let mut wave = Wave::like(files, program, index, lanes, private_bytes);
        wave.set_active(lanes);
        wave.set_constants(program);
        wave
    }

    /// A wave that starts with these files.
    pub(crate) fn like(files: Files, program: &Program, index: u32, lanes: u32, private_bytes: u32) -> Wave {
        Wave {
            index,
            id: index,
            registers: files.registers,
            scalars: files.scalars,
            pc: program.entry,
            stack: files.stack,
            ended: !lanes,
            coverage: FULL,
            signalled: 0,
            status: if lanes == 0 { Status::Done } else { Status::Ready },
            private: files.private.renewed(u64::from(private_bytes) * lanes_of(program)),
            clock: 0,
            draws: Random(0),
        }
    }

    /// Its storage, for reuse; the wave is not to be used again.
    pub(crate) fn take_files(&mut self) -> Files {
        let Wave { registers, scalars, stack, private, .. } = self;
        stack.clear();
        Files {
            registers: std::mem::take(registers),
            scalars: std::mem::take(scalars),
            stack: std::mem::take(stack),
            private: std::mem::take(private),
        }
    }

    /// Frees large memory, once the wave has ended.
    pub(crate) fn shed(&mut self) {
        if self.private.len() > FEW {
            self.private = Store::default();
        }
    }

    /// Writes the constants that the program keeps in registers.
    pub(super) fn set_constants(&mut self, program: &Program) {
        for &(word, value) in &program.constants {
            self.scalars[usize::from(word)] = value;
        }
        for &(Slot(first), value) in &program.vectors {
            self.registers[first as usize..first as usize + LANES].fill(value);
        }
    }

    /// Lanes that are active now.
    #[inline(always)]
    pub fn active(&self) -> u32 {
        self.scalars[usize::from(ACTIVE)]
    }

    /// The lanes in the order in which memory serves them.
    pub fn sequence(&mut self, order: LaneOrder) -> Sequence {
        let mut all: [u8; LANES] = std::array::from_fn(|l| l as u8);
        match order {
            LaneOrder::Ascending => return Sequence(None),
            LaneOrder::Descending => all.reverse(),
            LaneOrder::Drawn => self.draws.shuffle(&mut all),
        }
        Sequence(Some(all))
    }

    /// Set the active lanes.
    #[inline(always)]
    pub fn set_active(&mut self, lanes: u32) {
        self.scalars[usize::from(ACTIVE)] = lanes;
    }

    /// The lanes of a mask.
    #[inline(always)]
    pub fn mask(&self, mask: Mask) -> u32 {
        let lanes = if mask.word == Mask::ALWAYS { FULL } else { self.scalars[usize::from(mask.word)] };
        lanes ^ if mask.negate { FULL } else { 0 }
    }

    /// Set the bits of scalar word `word` in `lanes`.
    #[inline(always)]
    pub fn set_mask(&mut self, word: u16, value: u32, lanes: u32) {
        let w = &mut self.scalars[usize::from(word)];
        *w = (*w & !lanes) | (value & lanes);
    }

    /// The vector at `slot`.
    #[inline(always)]
    pub fn lanes(&self, slot: Slot) -> &Vector {
        let at = slot.0 as usize;
        self.registers[at..at + LANES].try_into().expect("a slice of LANES words")
    }

    /// The same, mutable.
    #[inline(always)]
    pub fn lanes_mut(&mut self, slot: Slot) -> &mut Vector {
        let at = slot.0 as usize;
        (&mut self.registers[at..at + LANES]).try_into().expect("a slice of LANES words")
    }

    /// Consecutive vectors, mutable.
    #[inline(always)]
    pub(crate) fn vectors_mut<const N: usize>(&mut self, Slot(first): Slot) -> [&mut Vector; N] {
        let (vectors, _) = self.registers[first as usize..].as_chunks_mut::<LANES>();
        vectors.first_chunk_mut::<N>().expect("as many vectors").each_mut()
    }

    /// Write the vector at `slot` in `lanes`.
    #[inline(always)]
    pub fn set_lanes(&mut self, slot: Slot, value: &Vector, lanes: u32) {
        let to = self.lanes_mut(slot);
        if lanes == FULL {
            *to = *value;
        } else {
            // No branch and no masked store: both are slow on some hosts.
            take::<0>(to, value, lanes);
            take::<1>(to, value, lanes);
            take::<2>(to, value, lanes);
            take::<3>(to, value, lanes);
        }
    }
}

/// For each mask of eight lanes, all ones in the lanes that are set.
static TAKEN: [[u32; 8]; 256] = {
    let mut all = [[0; 8]; 256];
    let mut at = 0;
    while at < 8 * 256 {
        if (at / 8) >> (at % 8) & 1 != 0 {
            all[at / 8][at % 8] = u32::MAX;
        }
        at += 1;
    }
    all
};

/// Replaces those of eight lanes that are in a mask.
#[inline(always)]
fn take<const EIGHT: usize>(to: &mut Vector, value: &Vector, lanes: u32) {
    let taken = &TAKEN[lanes.to_le_bytes()[EIGHT] as usize];
    for (i, taken) in taken.iter().enumerate() {
        let l = 8 * EIGHT + i;
        to[l] ^= (value[l] ^ to[l]) & taken;
    }
}

/// An order of lanes.
#[derive(Clone, Copy, Debug)]
pub struct Sequence(Option<[u8; LANES]>);

impl Sequence {
    /// The lowest lane first.
    pub const ASCENDING: Sequence = Sequence(None);

    /// The same with some lanes first, those of one half of a wave.
    pub fn after(self, first: &[u8], upper: bool) -> Sequence {
        if first.is_empty() {
            return self;
        }
        let half = |lane: &u8| (usize::from(*lane) >= LANES) == upper;
        let front = first.iter().filter(|lane| half(lane)).map(|lane| lane % LANES as u8);
        let rest = self.0.unwrap_or_else(|| std::array::from_fn(|l| l as u8));
        let (mut order, mut at, mut placed) = ([0; LANES], 0, 0u32);
        for lane in front.chain(rest) {
            if placed >> lane & 1 == 0 {
                placed |= 1 << lane;
                order[at] = lane;
                at += 1;
            }
        }
        Sequence(Some(order))
    }

    /// Call `f` for each lane of a mask until one fails.
    #[inline(always)]
    pub fn each<E>(self, mut lanes: u32, mut f: impl FnMut(usize) -> Result<(), E>) -> Result<(), E> {
        match self.0 {
            None => {
                while lanes != 0 {
                    f(lanes.trailing_zeros() as usize)?;
                    lanes &= lanes - 1;
                }
                Ok(())
            }
            Some(order) => order.into_iter().map(usize::from).filter(|l| lanes >> l & 1 != 0).try_for_each(f),
        }
    }
}

/// Work-items of a wave of `program`.
fn lanes_of(program: &Program) -> u64 {
    LANES as u64 * if program.upper.is_some() { 2 } else { 1 }
}

/// A barrier of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Barrier {
    /// Waves that have arrived.
    pub arrived: u32,
    /// Lanes whose bit was set, over the arrived waves; `lanes` counts all of them.
    pub set: u32,
    /// Lanes that took part.
    pub lanes: u32,
    /// Number of waves that opens it; zero until the first arrival.
    pub expected: u32,
}

impl Barrier {
    /// A wave arrives with these lanes.
    #[inline]
    pub(crate) fn arrive(&mut self, lanes: u32) {
        self.arrived += 1;
        self.lanes += lanes.count_ones();
    }

    /// Whether enough waves have arrived, of a group of which so many have not ended.
    #[inline]
    pub(crate) fn is_complete(&self, live: u32) -> bool {
        let expected = if self.expected == 0 { live } else { self.expected };
        self.arrived != 0 && self.arrived >= expected
    }
}

/// Most barriers of a group (SPA 5.0 has 16, vISA 32, others use number 0).
pub const BARRIERS: usize = 32;

/// A work-group in flight.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Group {
    /// Its index in the dispatch.
    pub index: [u32; 3],
    /// Its waves.
    pub waves: Vec<Wave>,
    /// Its shared memory.
    pub shared: Store,
    /// Its barriers.
    pub barriers: [Barrier; BARRIERS],
}

impl Group {
    /// Seeds the random choices of its waves: the same for a wave whatever other waves do.
    pub fn seed(&mut self, seed: u64) {
        for wave in &mut self.waves {
            wave.draws = Random(Random(seed).draw() ^ Random(u64::from(wave.id)).draw());
        }
    }

    /// Whether every wave has ended.
    pub fn is_done(&self) -> bool {
        self.waves.iter().all(|w| w.status == Status::Done)
    }
}
