//! Native code that runs parts of a program in the interpreter's place.
//!
//! An engine that compiles such code implements [`Native`] and is handed to a launch ([`Options::native`](crate::Options::native)). It
//! takes over where a wave reaches a step that it knows ([`Native::heads`]), works on the wave's registers directly, and calls [`Slow`] for
//! whatever it has no code for. The interpreter calls it only where nothing observes single steps and memory is sequentially consistent.
//! Memory, counts and stops equal the interpreter's.

use std::fmt::Debug;
use std::ops::Range;
use std::ptr::NonNull;
use std::time::Duration;

pub use crate::approx::approximate;
use crate::interp::{Flow, Stats};
pub use crate::reduce::Reduction;
use crate::state::{Status, Wave};
use isotope_ir::effect::Space;

/// Native code for parts of a program.
pub trait Native: Debug + Send + Sync {
    /// For each step of the program, whether there may be code that begins at it.
    fn heads(&self) -> &[bool];

    /// The words of a wave's registers that it may read before it writes them, without constants of the program, once that is known. The
    /// first values of other registers cannot be observed.
    fn needed(&self) -> Option<&[Range<usize>]>;

    /// Total time spent compiling.
    fn making(&self) -> Duration;

    /// Takes steps of a wave from its current one, as long as there is code and `room.turn` lasts. If it ends, or waits at a barrier that
    /// stays closed, the next wave may go on.
    fn run(&self, members: &mut Members<'_>, room: &mut Room, slow: &mut dyn Slow) -> Ran;
}

/// Waves that run one after the other.
#[derive(Debug)]
pub struct Members<'g> {
    /// The waves.
    pub waves: &'g mut [Wave],
    /// Steps that are left in the turn of each, except the one that runs.
    pub turns: &'g mut [u64],
    /// The one that runs.
    pub at: usize,
    /// How many of their group have not ended.
    pub live: u32,
}

impl<'g> Members<'g> {
    /// One wave alone, without a turn.
    pub fn one(wave: &'g mut Wave) -> Members<'g> {
        Members { waves: std::slice::from_mut(wave), turns: &mut [], at: 0, live: 1 }
    }

    /// The wave that runs.
    #[inline(always)]
    pub fn wave(&mut self) -> &mut Wave {
        &mut self.waves[self.at]
    }

    /// The next wave, if it can run and both its turn and the rest of this one have steps left.
    #[inline]
    pub fn follows(&self, turn: Turn) -> Option<&Wave> {
        let next = self.waves.get(self.at + 1).filter(|wave| wave.status == Status::Ready)?;
        (turn.rest().min(*self.turns.get(self.at + 1)?) != 0).then_some(next)
    }

    /// Goes on with the wave that [follows](Self::follows), whose turn begins.
    #[inline]
    pub fn advance(&mut self, turn: &mut Turn) {
        self.turns[self.at] = turn.left;
        self.at += 1;
        *turn = Turn::new(self.turns[self.at], turn.rest());
    }
}

/// What a run of [`Native`] may use, and what it did; stored by a host thread for one dispatch and one memory.
#[derive(Debug, Default)]
pub struct Room {
    /// The rest of the turn.
    pub turn: Turn,
    /// Counts, without what [`Slow`] did.
    pub stats: Stats,
    /// Total steps taken by native code.
    pub taken: u64,
    /// Whether a byte of memory changed.
    pub changed: bool,
    /// The memory in which each access last found its addresses.
    pub sites: Vec<Site>,
    /// Index of the wave's group.
    pub group: [u32; 3],
    /// The first byte of the group's memory, if it has any.
    pub group_memory: Option<NonNull<u8>>,
    /// Whether other host threads use the same memory at the same time.
    pub shared: bool,
}

/// Steps that a wave may take before other waves run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// Steps that are left.
    pub left: u64,
    /// Further steps that may be taken up to the end of the superblock in which they end.
    pub over: u64,
}

impl Turn {
    /// A turn of `left` steps, of which as many are taken as `rest` allows, and further ones up to `rest`.
    #[inline]
    pub fn new(left: u64, rest: u64) -> Turn {
        let left = left.min(rest);
        Turn { left, over: rest - left }
    }

    /// All steps that may be taken.
    #[inline(always)]
    pub fn rest(self) -> u64 {
        self.left.saturating_add(self.over)
    }

    /// Whether a superblock of this many steps may begin or continue.
    #[inline(always)]
    pub fn has(self, steps: u64) -> bool {
        steps <= self.rest()
    }

    /// Takes steps; the turn must [have](Self::has) them.
    #[inline(always)]
    pub fn take(&mut self, steps: u64) {
        let own = steps.min(self.left);
        self.left -= own;
        self.over -= steps - own;
    }
}

/// Memory that an access has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Site {
    /// Address of the first byte.
    pub base: u64,
    /// Highest address of an access minus `base`; all ones if nothing is known.
    pub limit: u64,
    /// The bytes, little-endian, at a multiple of eight.
    pub bytes: *mut u8,
    /// Offset from `base` at which the last access began, for prefetching.
    pub seen: u64,
    /// The kind of memory.
    pub to: To,
}

/// The kind of memory that an access leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum To {
    /// Memory, valid as long as the launch runs.
    Memory,
    /// Memory, for a [`Reduction`], until [`Slow::is_stale`].
    Reduced,
    /// A copy that this host thread has to itself, for a reduction, until [`Slow::is_stale`].
    Copy,
}

impl Site {
    /// Forgets memory that was found for a reduction.
    pub fn forget(&mut self) {
        if self.to != To::Memory {
            *self = Site::default();
        }
    }
}

impl Default for Site {
    fn default() -> Site {
        Site { base: 0, limit: u64::MAX, bytes: std::ptr::null_mut(), seen: 0, to: To::Memory }
    }
}

/// The list that contains a micro-operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// The list of superblocks.
    Superblocks,
    /// The list of steps.
    Steps,
}

/// What native code leaves to the interpreter.
pub trait Slow {
    /// Runs one micro-operation in these lanes; returns whether the launch continues.
    fn uop(&mut self, wave: &mut Wave, from: Listed, at: u32, lanes: u32) -> bool;

    /// Does the control effect of a step in these lanes; returns the wave's state if the launch continues.
    fn transfer(&mut self, wave: &mut Wave, lanes: u32) -> Option<Flow>;

    /// A wave arrives with these lanes at a barrier of its whole group, which exists, and waits there. Returns whether the barrier stays
    /// closed, if so many waves of the group have not ended.
    fn wait(&mut self, wave: &mut Wave, barrier: u8, lanes: u32, live: u32) -> bool;

    /// The memory with these bytes, if accesses of this space may go there directly; `reduces` is the reduction, if the access is one.
    fn site(&self, space: Space, address: u64, bytes: u32, reduces: Option<Reduction>) -> Option<Site>;

    /// Whether each [`Site`] must be [forgotten](Site::forget) now. To be called after every other call.
    fn is_stale(&self) -> bool;
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ran {
    /// The wave is at a step without code, or the turn is too short for the code there.
    On,
    /// The wave that ran last met a barrier, a queue or its end: see [`Flow`].
    Met(Flow),
    /// [`Slow`] said that the launch stops. The wave stands at the step, or the first step of the superblock.
    Stopped {
        /// The list of the micro-operation; `None` if the step's control effect stopped.
        from: Option<Listed>,
        /// Index of the micro-operation.
        at: u32,
        /// The lanes that it ran on.
        lanes: u32,
    },
}
