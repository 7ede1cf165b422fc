//! Control after a step, and barriers.

use serde::{Deserialize, Serialize};

use super::{Mask, Slot, Src, Wide};

/// The instruction that pushed a token on the reconvergence stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Token {
    /// `SSY` … `SYNC`.
    Sync,
    /// `PBK` … `BRK`.
    Break,
    /// `PCNT` … `CONT`.
    Continue,
    /// `CAL` … `RET`.
    Call,
    /// `PEXIT` … `EXIT` returning to a handler: lanes leave to its target instead of ending.
    Exit,
}

/// How a reducing barrier combines one bit per lane over a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BarrierReduce {
    /// How many lanes.
    Count,
    /// Whether all lanes.
    And,
    /// Whether any lane.
    Or,
}

/// How a wave meets a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BarrierKind {
    /// Arrive and wait.
    Sync,
    /// Arrive and wait, even if no lane is active.
    Wave,
    /// Arrive and continue.
    Arrive,
    /// Arrive and continue, even if no lane is active; a later [`BarrierKind::Await`] waits.
    Signal,
    /// Wait until the barrier that this wave signalled last has opened.
    Await,
    /// Arrive with one bit per lane and wait for the combination.
    Reduce {
        /// The combination.
        op: BarrierReduce,
        /// The bit.
        src: Mask,
        /// Scalar word for the answer of `And` and `Or`.
        dst: Option<u16>,
        /// Vector for the answer of `Count`.
        count: Option<Slot>,
    },
}

/// Where control goes after a step. Targets are step indices of the same program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Control {
    /// To the next step.
    Next,
    /// Executing lanes go to `target`, the others to the next step; the wave splits if both exist.
    Branch {
        /// Step index.
        target: u32,
    },
    /// Executing lanes go to `target`, the others to the next step. Of lanes at different steps, those at the lowest step run first; they
    /// meet at [`Control::Join`].
    Goto {
        /// Step index.
        target: u32,
    },
    /// Lanes that wait for this step become active; then control goes to the next step.
    Join,
    /// Executing lanes go to a step found through the code address in a vector.
    BranchIndirect {
        /// Byte address of the target instruction, as an offset from the start of the code.
        address: Src,
    },
    /// Push a token with the active lanes.
    Push {
        /// Its kind.
        token: Token,
        /// Where its lanes go when they have all arrived.
        target: u32,
    },
    /// Executing lanes go to the nearest token of this kind.
    Pop {
        /// Its kind.
        token: Token,
    },
    /// Push a call token that returns to the next step and go to `target`.
    Call {
        /// Step index.
        target: u32,
    },
    /// Executing lanes end.
    Exit,
    /// Meet a barrier of the group.
    Barrier {
        /// The kind of arrival.
        kind: BarrierKind,
        /// Which of the group's barriers.
        id: Src,
        /// Lanes expected; absent means the whole group.
        expected: Option<Src>,
    },
    /// The whole wave goes to `target` if a scalar condition holds, independent of active lanes.
    Jump {
        /// Step index.
        target: u32,
        /// Taken when the words, taken together, are zero or not.
        words: [Src; 2],
        /// Which of the two.
        nonzero: bool,
    },
    /// The whole wave goes to the instruction at a code address.
    JumpTo {
        /// Its address in memory.
        address: Wide,
    },
    /// To the next step of the variant that an entry of [`Program::variants`](crate::program::Program) names: the same
    /// instructions, lifted under another mode.
    Variant {
        /// Which entry, modulo their number; the same in every lane.
        index: Src,
    },
    /// The whole wave ends.
    End,
    /// A request to the device's synchronization unit: an index into [`Program::requests`](crate::program::Program). The wave may have to
    /// wait, or is halted.
    Request(u32),
    /// Executing lanes, the lowest first, call a function of a host process: an index into [`Program::calls`](crate::program::Program).
    Host(u32),
    /// The program asks for a stop (SPA `BPT`): reported as a trap.
    Trap,
    /// The instruction is not modelled: an index into [`Program::refusals`](crate::program::Program).
    Refuse(u32),
}

/// Most argument words of a host call.
pub const CALL_WORDS: usize = 10;

/// A call of a host function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub struct HostCall {
    /// Index of the function in the launch's list.
    pub function: u8,
    /// Byte address of the calling instruction, which a stop names.
    pub from: Src,
    /// Argument words; 0 beyond the last one.
    pub arguments: [Src; CALL_WORDS],
    /// First vector of the result.
    pub dst: Slot,
    /// Words of the result.
    pub results: u8,
}
