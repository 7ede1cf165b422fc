//! Code of the host that runs parts of a program in the interpreter's place.
//!
//! An engine that makes such code implements [`Native`] and is handed to a launch ([`Options::native`](crate::Options::native)).
//! It takes over where a wave stands at a step that it knows ([`Native::heads`]), works on the wave's registers directly, and asks
//! [`Slow`] for whatever it has no code for. The interpreter asks it only where nobody looks between steps, memory is
//! sequentially consistent. Memory, counts and stops are the interpreter's.

use std::fmt::Debug;
use std::ops::Range;
use std::time::Duration;

use crate::interp::{Flow, Stats};
pub use crate::reduce::Reduction;
use crate::state::Wave;
use isotope_ir::effect::Space;

/// Code of the host for parts of a program.
pub trait Native: Debug + Send + Sync {
    /// For each step of the program, whether there may be code that begins at it.
    fn heads(&self) -> &[bool];

    /// The words of a wave's registers that it may read before it writes them, once that is known, but for constants of the program. What
    /// others hold at its start cannot show.
    fn needed(&self) -> Option<&[Range<usize>]>;

    /// How long all code that there is took to make.
    fn making(&self) -> Duration;

    /// Take steps of `wave` from the one at which it stands, as far as there is code and `room.turn` lasts.
    fn run(&self, wave: &mut Wave, room: &mut Room, slow: &mut dyn Slow) -> Ran;
}

/// What a run of [`Native`] may use up, and what it did; kept by a host thread for one dispatch and one memory.
#[derive(Debug, Default)]
pub struct Room {
    /// Steps that are left.
    pub turn: Turn,
    /// What ran; counts of what [`Slow`] did are not in it.
    pub stats: Stats,
    /// Steps that code took in all.
    pub taken: u64,
    /// Whether a byte of memory changed.
    pub changed: bool,
    /// The memory in which each access found its addresses last.
    pub sites: Vec<Site>,
    /// Index of the wave's group.
    pub group: [u32; 3],
    /// Whether other host threads use the same memory meanwhile.
    pub shared: bool,
}

/// Steps that a wave may take before others have their turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// Steps that are left.
    pub left: u64,
    /// Further steps that may be taken to the end of the superblock in which they end.
    pub over: u64,
}

impl Turn {
    /// Whether a superblock of so many steps may begin, or go on.
    #[inline(always)]
    pub fn has(self, steps: u64) -> bool {
        steps <= self.left.saturating_add(self.over)
    }

    /// Steps taken until there are so many left.
    pub fn since(self, rest: Turn) -> u64 {
        (self.left - rest.left) + (self.over - rest.over)
    }

    /// Take steps that it [has](Self::has).
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
    /// Highest address of an access, less `base`; all ones where nothing is known.
    pub limit: u64,
    /// The bytes, little-endian, at a multiple of eight.
    pub bytes: *mut u8,
    /// Where, from `base` on, the last access began, for whoever guesses the next one.
    pub seen: u64,
    /// What the bytes are.
    pub to: To,
}

/// What an access leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum To {
    /// Memory, as long as the launch runs.
    Memory,
    /// Memory, for a [`Reduction`], until [`Slow::is_stale`].
    Reduced,
    /// A copy that this host thread has to itself, for a reduction, until then.
    Copy,
}

impl Site {
    /// Forget what was found for a reduction.
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

/// Which list a micro-operation is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// Those of superblocks.
    Superblocks,
    /// Those of steps.
    Steps,
}

/// What code leaves to the interpreter.
pub trait Slow {
    /// Run one micro-operation in these lanes; whether the launch goes on.
    fn uop(&mut self, wave: &mut Wave, from: Listed, at: u32, lanes: u32) -> bool;

    /// Do what a step does after its micro-operations, in these lanes; how the wave stands if the launch goes on.
    fn transfer(&mut self, wave: &mut Wave, lanes: u32) -> Option<Flow>;

    /// The memory that holds so many bytes from `address` on, if accesses of this space may go there at once; `reduces` what these
    /// are, if they are such.
    fn site(&self, space: Space, address: u64, bytes: u32, reduces: Option<Reduction>) -> Option<Site>;

    /// Whether each [`Site`] is to be [forgotten](Site::forget) now. To be asked after every other call.
    fn is_stale(&self) -> bool;
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ran {
    /// The wave stands where there is no code, or the turn is too short for what is there.
    On,
    /// The wave has met something: see [`Flow`].
    Met(Flow),
    /// [`Slow`] said that the launch stops. The wave stands at the step, or the first step of the superblock.
    Stopped {
        /// The list in which the micro-operation is; none where the step's control stopped.
        from: Option<Listed>,
        /// Which micro-operation.
        at: u32,
        /// The lanes that it ran on.
        lanes: u32,
    },
}
