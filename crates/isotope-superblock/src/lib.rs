//! Superblocks: sequences of steps that control enters only at the first and leaves only after the last. No other wave runs in between.
//! Each is one list of micro-operations.
//!
//! A compiler for a narrow machine writes one operation as two or four instructions, each on its own lanes, and every instruction computes
//! its own inputs. [`superblocks`] processes whole superblocks of a bound program: it joins operations that differ only in their lanes,
//! propagates copies, folds constants and removes dead code.
//!
//! # Invariants
//! After a superblock, registers and memory are the same as after its single steps, except for temporaries and for registers that no
//! operation of the program reads. Operations that access memory or can stop the launch keep their order. [`Origin`] records their instruction and lanes, so that a stop names the right instruction.
//! Engines that observe every step do not use superblocks.

mod join;

use isotope_ir::effect::{LANES, Uop};

pub use join::superblocks;

/// A sequence of steps, as one list of micro-operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Superblock {
    /// First micro-operation in [`Superblocks::uops`].
    pub first: u32,
    /// Number of micro-operations.
    pub count: u32,
    /// Number of steps.
    pub steps: u32,
    /// Whether writes of memory by several steps became one operation, which is equal to them only if lower lanes are served first.
    pub joins_writes: bool,
}

/// The step of a micro-operation that can stop the launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// Index in [`Superblocks::uops`].
    pub uop: u32,
    /// The lanes in which the micro-operation belongs to the step.
    pub lanes: u32,
    /// The step, counted from the first one of the superblock.
    pub step: u32,
}

/// The superblocks of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Superblocks {
    /// Micro-operations of all of them.
    pub uops: Vec<Uop>,
    /// In order of `uop`.
    pub origins: Vec<Origin>,
    /// All superblocks.
    pub list: Vec<Superblock>,
    /// For each step, one more than the index of the superblock that begins there, or 0.
    pub at: Vec<u32>,
    /// For each step, whether it is in a superblock and not its first.
    pub within: Vec<bool>,
}

impl Superblocks {
    /// The superblock that begins at a step.
    #[inline(always)]
    pub fn at(&self, step: u32) -> Option<&Superblock> {
        let index = *self.at.get(step as usize)?;
        self.list.get((index as usize).wrapping_sub(1))
    }

    /// Whether a step is in a superblock and not its first.
    #[inline(always)]
    pub fn is_within(&self, step: u32) -> bool {
        self.within.get(step as usize) == Some(&true)
    }

    /// The step to which a stop of a micro-operation in a lane belongs, counted from the first of its superblock, and the lanes in which
    /// the micro-operation belongs to later steps.
    pub fn origin(&self, uop: u32, lane: Option<u32>) -> (u32, u32) {
        let from = self.origins.partition_point(|o| o.uop < uop);
        let own = self.origins[from..].iter().take_while(|o| o.uop == uop);
        let holds = |o: &&Origin| lane.is_none_or(|l| o.lanes >> (l % LANES as u32) & 1 != 0);
        let step = own.clone().find(holds).or(own.clone().next()).map_or(0, |o| o.step);
        (step, own.filter(|o| o.step > step).fold(0, |lanes, o| lanes | o.lanes))
    }
}
