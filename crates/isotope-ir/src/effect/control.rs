//! Where control goes after a step, and how waves meet.

use serde::{Deserialize, Serialize};

use super::{Mask, Slot, Src, Wide};

/// What a token on the reconvergence stack was pushed by.
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

/// Combination over a group that a reducing barrier makes of one bit per lane.
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
    /// Arrive and go on.
    Arrive,
    /// Arrive and go on, even if no lane is active; a later [`BarrierKind::Await`] waits.
    Signal,
    /// Wait until the barrier has opened that this wave signalled last.
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
    /// Executing lanes go to `target`, the others on; the wave splits if both exist.
    Branch {
        /// Step index.
        target: u32,
    },
    /// Executing lanes go to `target`, the others on. Of lanes that stand at different steps, those at the lowest run first;
    /// they meet at [`Control::Join`].
    Goto {
        /// Step index.
        target: u32,
    },
    /// Lanes that wait for this step become active; then on.
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
    /// Executing lanes leave for the nearest token of this kind.
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
        /// How.
        kind: BarrierKind,
        /// Which of the group's barriers.
        id: Src,
        /// Lanes expected; absent means the whole group.
        expected: Option<Src>,
    },
    /// The whole wave goes to `target` if a scalar condition holds, whatever lanes are active.
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
    /// A request to the device's synchronisation unit: an index into
    /// [`Program::requests`](crate::program::Program). The wave may have to wait, or is stopped.
    Request(u32),
    /// Executing lanes, the lowest first, call a function of a process on the host: an index into
    /// [`Program::calls`](crate::program::Program).
    Host(u32),
    /// The program asks for a stop (SPA `BPT`): reported as a trap.
    Trap,
    /// The instruction is outside the model: an index into [`Program::refusals`](crate::program::Program).
    Refuse(u32),
}

/// Words of arguments that a call of the host has at most.
pub const CALL_WORDS: usize = 10;

/// A call of a function of a process on the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub struct HostCall {
    /// Which of those that the launch has.
    pub function: u8,
    /// Byte address of the instruction that calls: where it stops, if it does.
    pub from: Src,
    /// Words of arguments; 0 beyond what it takes.
    pub arguments: [Src; CALL_WORDS],
    /// First vector of what it returns.
    pub dst: Slot,
    /// Words of what it returns.
    pub results: u8,
}
