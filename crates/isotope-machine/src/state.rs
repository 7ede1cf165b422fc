//! The state of waves and groups: plain data that can be cloned, compared and hashed.
//!
//! Everything an instruction can see or change is here or in [`Memory`](crate::mem::Memory); the interpreter keeps
//! nothing of its own between steps. That is what a schedule explorer needs to copy a machine and to notice that it has
//! been in a state before.

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

/// Deepest reconvergence stack. The hardware spills its stack to memory, of which a driver gives as much as it likes (cubins of programs that
/// recur ask for all, `EIATTR_CRS_STACK_SIZE`); the bound only stops runaway programs.
pub const STACK_LIMIT: usize = 1 << 16;

/// What an entry of the reconvergence stack stands for.
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
    /// What it stands for.
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
    /// The synchronisation unit refused its request; it stands at that instruction until a host steps in.
    Halted,
    /// All its lanes have ended.
    Done,
}

/// What builds with checks put where nothing is to be read.
const NOBODYS: u32 = 0xa5a5_a5a5;

/// What a wave keeps its registers in.
#[derive(Debug, Default)]
pub(crate) struct Files {
    registers: Box<[u32]>,
    scalars: Box<[u32]>,
}

impl Files {
    /// Copies of a wave's.
    pub(crate) fn of(wave: &Wave) -> Files {
        Files { registers: wave.registers.clone(), scalars: wave.scalars.clone() }
    }

    /// These, or new ones, with the contents of others; of registers with these words at least. Builds with checks forget the rest.
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
    /// What is drawn next where an order is drawn.
    pub draws: Random,
}

impl Wave {
    /// A wave at the start of `program` with the given lanes.
    pub fn new(program: &Program, index: u32, lanes: u32, private_bytes: u32) -> Wave {
        Wave::within(Files::default(), program, index, lanes, private_bytes)
    }

    /// The same in the files of a wave of this program that has ended, or in new ones where these are empty.
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
        let mut wave = Wave::like(Files { registers, scalars }, program, index, lanes, private_bytes);
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
            stack: Vec::new(),
            ended: !lanes,
            coverage: FULL,
            signalled: 0,
            status: if lanes == 0 { Status::Done } else { Status::Ready },
            private: Store::new(u64::from(private_bytes) * lanes_of(program)),
            clock: 0,
            draws: Random(0),
        }
    }

    /// Its register files, for another.
    pub(crate) fn into_files(self) -> Files {
        Files { registers: self.registers, scalars: self.scalars }
    }

    /// Put the constants that the program keeps in registers into them.
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

    /// The same, to be written.
    #[inline(always)]
    pub fn lanes_mut(&mut self, slot: Slot) -> &mut Vector {
        let at = slot.0 as usize;
        (&mut self.registers[at..at + LANES]).try_into().expect("a slice of LANES words")
    }

    /// So many vectors in a row, to be written.
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
            // Neither a branch nor an instruction that stores some words only: both take long on some hosts.
            take::<0>(to, value, lanes);
            take::<1>(to, value, lanes);
            take::<2>(to, value, lanes);
            take::<3>(to, value, lanes);
        }
    }
}

/// Eight lanes for each mask of eight: all ones in those that are in it.
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

/// Replace those of eight lanes that are in a mask.
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

    /// The same with some lanes in front, those of one half of a wave.
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
    /// Lanes whose bit was set, and lanes in all, over the arrived waves.
    pub set: u32,
    /// Lanes that took part.
    pub lanes: u32,
    /// Waves after which it opens; zero until the first arrival says.
    pub expected: u32,
}

/// Barriers of a group at most (SPA 5.0 has 16, vISA 32, others use number 0).
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
    /// Let what its waves draw follow from a seed: the same for a wave whatever the others do.
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
