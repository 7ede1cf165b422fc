//! The neutral form between the instruction sets and the engines.
//!
//! Lifting turns each vendor instruction into one [`Step`]: a guard, a list of micro-operations ([`Uop`]) and one
//! [`Control`] effect. It happens once, when a program is loaded; from then on no engine looks at an opcode.
//! Vendor differences are *values* here: a rounding rule inside an
//! [`Rmw`](isotope_op::atomic::Rmw), a clamp mode, a token kind.
//!
//! # The machine a step sees
//!
//! A wave has a **register file** of 32-bit words and a **scalar file** of 32-bit words.
//!
//! * A lane-wide vector is [`LANES`] consecutive words of the register file, named by its first word ([`Slot`]).
//!   SASS register `Rn` is slot `n * LANES`, an RDNA VGPR likewise. vISA variables are packed, so their slots start
//!   at any word; SIMD8 simply runs with eight lanes active.
//! * A [`Mask`] reads one word of the scalar file as one bit per lane; [`Src::Scalar`] reads the same word as one value
//!   for all lanes. SASS predicates, vISA flags, RDNA `VCC`, SGPRs and `EXEC` all live there. Word [`ACTIVE`] is the set of
//!   lanes that are active now.
//! * 64-bit values are pairs of 32-bit sources ([`Wide`]), low word first.
//!
//! # What each engine reads
//!
//! * The interpreter runs a step's micro-operations in order, each on all lanes at once.
//! * A JIT compiles the same [`Alu`] definitions over its own domain, one basic block for each run of steps without [`Control`].
//! * A schedule explorer runs a wave until the next step with [`Step::visible`] set; everything before it commutes with
//!   other waves.
//!
//! This module holds data only: no step is executed here and no text is parsed.

mod control;
mod memory;
mod operands;
mod order;
mod shape;
mod unit;

use serde::{Deserialize, Serialize};

use isotope_op::alu::{Alu, Alu64, Test, Test64};

pub use control::{BarrierKind, BarrierReduce, CALL_WORDS, Control, HostCall, Token};
pub use memory::{
    Access, Address, Ask, BufferAccess, Convert, Fetch, ImageAccess, Request, Space, SurfaceAccess, TextureAccess,
    Through, Transfer, TypedAccess,
};
pub use operands::{Entry, In, Keeps, List, Nature, Operand, Reach, Width};
pub use order::{
    Caches, Counter, FenceKind, MaintenanceAction, Order, Policy, Qualifiers, Scope, Spaces, Upkeep, Wait,
};
pub use shape::{Clamp, Dim, ElementPart, ImageDim, SurfaceShape};
pub use unit::{GsOp, GwsOp};

/// Lanes of a wave. An RDNA wave64 is two such halves, as the hardware runs it.
pub const LANES: usize = 32;

/// Scalar word that holds the mask of active lanes.
pub const ACTIVE: u16 = 0;

/// The first word of a lane-wide vector in a wave's register file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(pub u32);

/// One bit per lane: a word of the scalar file, possibly negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mask {
    /// Index into the scalar file, or [`Mask::ALWAYS`].
    pub word: u16,
    /// Read the complement.
    pub negate: bool,
}

impl Mask {
    /// The word index that stands for "every lane".
    pub const ALWAYS: u16 = u16::MAX;
    /// Every lane.
    pub const ALL: Mask = Mask { word: Self::ALWAYS, negate: false };
    /// No lane.
    pub const NONE: Mask = Mask { word: Self::ALWAYS, negate: true };

    /// The mask in scalar word `word`.
    pub const fn of(word: u16) -> Mask {
        Mask { word, negate: false }
    }

    /// The complement of this mask.
    pub const fn not(self) -> Mask {
        Mask { word: self.word, negate: !self.negate }
    }
}

/// A 32-bit source of a micro-operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Src {
    /// One word per lane from the register file.
    Slot(Slot),
    /// The same value for every lane.
    Imm(u32),
    /// A word of a constant bank, an index into [`Program::uniforms`](crate::program::Program). Binding a program to a
    /// dispatch replaces it by [`Src::Imm`].
    Uniform(u32),
    /// 1 in lanes of the mask, 0 elsewhere.
    Mask(Mask),
    /// A word of the scalar file, the same for every lane.
    Scalar(u16),
    /// One word of the register file, the same for every lane.
    Word(Slot),
}

impl Src {
    /// Whether every lane reads the same value.
    #[inline(always)]
    pub const fn is_uniform(self) -> bool {
        !matches!(self, Src::Slot(_) | Src::Mask(_))
    }
}

/// A 64-bit source, low word first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide {
    /// Bits 31:0.
    pub lo: Src,
    /// Bits 63:32.
    pub hi: Src,
}

impl Wide {
    /// A 32-bit source, zero-extended.
    pub const fn narrow(lo: Src) -> Wide {
        Wide { lo, hi: Src::Imm(0) }
    }

    /// Whether every lane reads the same value.
    #[inline(always)]
    pub const fn is_uniform(self) -> bool {
        self.lo.is_uniform() && self.hi.is_uniform()
    }
}

/// Values that the machine knows about a lane, wave, group or dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Special {
    /// Index of the lane in its wave.
    LaneId,
    /// Index of the wave in its group.
    WaveId,
    /// Work-item index within the group, dimension 0..2.
    LocalId(u8),
    /// x in bits 15:0, y in 25:16, z in 31:26 (SPA `SR_TID`).
    LocalIdPacked,
    /// x in bits 9:0, y in 19:10, z in 29:20 (AMD v0).
    LocalIdPacked10,
    /// Group index, dimension 0..2.
    GroupId(u8),
    /// Group size, dimension 0..2.
    GroupSize(u8),
    /// Number of groups, dimension 0..2.
    GroupCount(u8),
    /// Lanes whose index stands in the relation to this lane's.
    LaneMask(LaneRelation),
    /// Shared memory of the group, bytes.
    SharedBytes,
    /// Low or high word of a counter that grows with every instruction of the wave.
    Clock {
        /// Bits 63:32 instead of 31:0.
        high: bool,
    },
    /// Low word of a constant of the machine's configuration.
    SharedWindow,
    /// Base of the private window.
    PrivateWindow,
}

/// Relation of other lanes to a lane in [`Special::LaneMask`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LaneRelation {
    /// The lane itself.
    Eq,
    /// Lower lanes.
    Lt,
    /// Lower lanes and itself.
    Le,
    /// Higher lanes.
    Gt,
    /// Higher lanes and itself.
    Ge,
}

/// A combination of two masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MaskOp {
    /// Both.
    And,
    /// Either.
    Or,
    /// Exactly one.
    Xor,
}

/// A question about a mask, asked over the executing lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Vote {
    /// True in every executing lane.
    All,
    /// True in some executing lane.
    Any,
    /// The same in every executing lane.
    Uniform,
}

/// One micro-operation. It acts on the executing lanes: active, and passing the step's guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Uop {
    /// `dst = op(a, b, c)` per lane.
    Alu {
        /// What is computed.
        op: Alu,
        /// Where the result goes.
        dst: Slot,
        /// Up to three operands; unused ones are `Imm(0)`.
        src: [Src; 3],
    },
    /// The same on 64-bit values; the result is written to `dst` (low word) and `dst + LANES` (high word).
    Alu64 {
        /// What is computed.
        op: Alu64,
        /// Low word of the result.
        dst: Slot,
        /// Up to three operands.
        src: [Wide; 3],
    },
    /// A 64-bit operation whose result has 32 bits (a conversion).
    Narrow {
        /// What is computed; the low word is kept.
        op: Alu64,
        /// Where the low word goes.
        dst: Slot,
        /// Up to three operands.
        src: [Wide; 3],
    },
    /// One bit per lane into scalar word `dst`; lanes that do not execute keep theirs, or get 0.
    Test {
        /// What is tested.
        op: Test,
        /// Scalar word.
        dst: u16,
        /// Up to three operands.
        src: [Src; 3],
        /// Lanes that do not execute get 0 instead.
        clear: bool,
    },
    /// The same on 64-bit values.
    Test64 {
        /// What is tested.
        op: Test64,
        /// Scalar word.
        dst: u16,
        /// Two operands.
        src: [Wide; 2],
        /// Lanes that do not execute get 0 instead.
        clear: bool,
    },
    /// Combine masks, in executing lanes.
    Mask {
        /// The combination.
        op: MaskOp,
        /// Scalar word.
        dst: u16,
        /// Left.
        a: Mask,
        /// Right.
        b: Mask,
    },
    /// `dst` = the executing lanes in which `src` holds, as a word, the same in every executing lane.
    Ballot {
        /// Where the word goes.
        dst: Slot,
        /// The mask asked about.
        src: Mask,
    },
    /// The answer of a [`Vote`], written to scalar word `dst` in executing lanes.
    Vote {
        /// The question.
        vote: Vote,
        /// Scalar word.
        dst: u16,
        /// The mask asked about.
        src: Mask,
    },
    /// `dst[l] = value[index[l] mod LANES]`, whether or not that lane executes.
    ReadLane {
        /// Where the result goes.
        dst: Slot,
        /// The value that is read across lanes.
        value: Src,
        /// Which lane each lane reads.
        index: Src,
    },
    /// `dst = f(src)` per lane, rounded from the exact value.
    Approximate {
        /// The function.
        what: Approximation,
        /// Where the result goes.
        dst: Slot,
        /// The argument.
        src: Src,
    },
    /// A value that the machine knows.
    Special {
        /// Which.
        what: Special,
        /// Where it goes.
        dst: Slot,
    },
    /// Read memory. Widths below a word are extended to a word; 8 and 16 bytes fill consecutive vectors.
    Load {
        /// Where from.
        access: Access,
        /// First vector written; none drops the value but still accesses.
        dst: Option<Slot>,
        /// Sign-extend a 1- or 2-byte value.
        signed: bool,
    },
    /// Write memory; the words of a lane are in consecutive vectors from `src`, or all the same immediate.
    Store {
        /// Where to.
        access: Access,
        /// Words of the value, low first; only `bytes / 4` (at least one) are used.
        src: [Src; 4],
    },
    /// Reads, modifies and writes atomically in each lane.
    Atomic {
        /// Where.
        access: Access,
        /// What: an index into [`Program::rmws`](crate::program::Program).
        rmw: u32,
        /// First data operand.
        src0: Wide,
        /// Second data operand.
        src1: Wide,
        /// What the destination receives.
        dst: Option<Slot>,
        /// Scalar word that receives "this page is sparse" per lane.
        sparse: Option<u16>,
    },
    /// Read, modify and write an element of a surface.
    Surface {
        /// Index into [`Program::surfaces`](crate::program::Program).
        access: u32,
        /// Index into [`Program::rmws`](crate::program::Program).
        rmw: u32,
        /// The operation where the surface's data type is signed, if that makes a difference.
        signed_rmw: Option<u32>,
        /// First data operand.
        src0: Wide,
        /// Second data operand.
        src1: Wide,
        /// What the destination receives.
        dst: Option<Slot>,
    },
    /// Orders the accesses before it before those after it.
    Fence {
        /// The kind of accesses that it orders.
        kind: FenceKind,
        /// Its scope.
        scope: Scope,
        /// The memory that it orders.
        spaces: Spaces,
    },
    /// Cache lines are dropped, written or prefetched.
    Maintain(Upkeep),
    /// The wave waits until one of its counters has fallen.
    Wait(Wait),
    /// From here to the end of the step, the lanes in both masks execute, independent of active lanes and guard.
    Under {
        /// Left.
        base: Mask,
        /// Right.
        also: Mask,
    },
    /// `dst = op(a, b, c)` once for the wave, independent of executing lanes. Sources are uniform.
    Scalar {
        /// What is computed.
        op: Alu,
        /// Scalar word.
        dst: u16,
        /// Up to three operands.
        src: [Src; 3],
    },
    /// The same on 64-bit values.
    Scalar64 {
        /// What is computed.
        op: Alu64,
        /// Scalar words, low first.
        dst: [u16; 2],
        /// Up to three operands.
        src: [Wide; 3],
    },
    /// 1 or 0 into scalar word `dst`, once for the wave.
    ScalarTest {
        /// What is tested.
        op: Test,
        /// Scalar word.
        dst: u16,
        /// Up to three operands.
        src: [Src; 3],
    },
    /// The same on 64-bit values.
    ScalarTest64 {
        /// What is tested.
        op: Test64,
        /// Scalar word.
        dst: u16,
        /// Two operands.
        src: [Wide; 2],
    },
    /// Read consecutive words of global memory into consecutive scalar words, once for the wave.
    ScalarLoad {
        /// Where from; all sources are the same in every lane.
        address: Address,
        /// First scalar word.
        dst: u16,
        /// How many.
        words: u8,
        /// Words from this one on are out of range and read 0.
        limit: Src,
        /// Order and cache policy of the instruction.
        #[serde(default, skip_serializing_if = "Qualifiers::is_plain")]
        qualifiers: Qualifiers,
    },
    /// A value of the machine into a scalar word.
    ScalarSpecial {
        /// Which; one that is the same in every lane.
        what: Special,
        /// Scalar word.
        dst: u16,
    },
    /// `dst` = scalar word `first + index`, once for the wave.
    ScalarGet {
        /// Scalar word.
        dst: u16,
        /// Scalar word that index 0 names.
        first: u16,
        /// Lifting keeps it within the scalar file.
        index: Src,
    },
    /// Scalar word `first + index` = `value`, once for the wave.
    ScalarPut {
        /// Scalar word that index 0 names.
        first: u16,
        /// Lifting keeps it within the scalar file.
        index: Src,
        /// A value that is the same in every lane.
        value: Src,
    },
    /// `dst = value[lane]`: lanes 31:0 are in the first vector, 63:32 in the second. Active or not.
    FromLane {
        /// Scalar word.
        dst: u16,
        /// The vectors; a wave of 32 lanes names one twice.
        value: [Src; 2],
        /// Lane number, the same in every lane.
        lane: Src,
    },
    /// `dst[lane] = value`, active or not.
    ToLane {
        /// The vectors, as above.
        dst: [Slot; 2],
        /// A value that is the same in every lane.
        value: Src,
        /// Lane number, the same in every lane.
        lane: Src,
    },
    /// Read one packed element per lane: 1, 2 or 4 bytes at a byte address of the register file, extended to a word.
    ReadRegion {
        /// Where the values go; every lane is written that executes.
        dst: Slot,
        /// Byte address per lane: an index into [`Program::maps`](crate::program::Program).
        map: u32,
        /// Bytes of an element.
        bytes: u8,
        /// Sign-extend.
        signed: bool,
        /// Added to the addresses, modulo the size of the register file.
        base: Option<Src>,
    },
    /// Write one packed element per lane.
    WriteRegion {
        /// The values; their low bytes count.
        src: Src,
        /// Byte address per lane: an index into [`Program::maps`](crate::program::Program).
        map: u32,
        /// Bytes of an element.
        bytes: u8,
        /// Added to the addresses, modulo the size of the register file.
        base: Option<Src>,
    },
    /// Addresses in a surface of the binding table: `dst` (64 bits) in lanes that are in range; `valid` is their mask.
    TableAddress {
        /// Number of the entry, the same in every lane.
        entry: Src,
        /// Byte offset per lane.
        offset: Src,
        /// Bytes per lane; a lane is in range only if all of them are.
        bytes: u8,
        /// Low word of the address.
        dst: Slot,
        /// Scalar word.
        valid: u16,
    },
    /// Addresses of elements of a shaped surface of the binding table: `dst` (64 bits) in lanes that are in range; `valid` is their mask.
    /// The vector after `dst` gets the value that a read out of bounds returns.
    ElementAddress {
        /// Number of the entry, the same in every lane.
        entry: Src,
        /// Column, row, slice, mip level.
        coords: [Src; 4],
        /// The part of the element.
        part: ElementPart,
        /// Low word of the address.
        dst: Slot,
        /// Scalar word.
        valid: u16,
    },
    /// `dst[index[l] mod LANES] = value[l]` for each executing lane, in ascending order; 0 in lanes that receive nothing. Every lane of
    /// `dst` is written.
    PushLane {
        /// Where the values go.
        dst: Slot,
        /// What each lane sends.
        value: Src,
        /// To which lane.
        index: Src,
    },
    /// Addresses of a buffer access: `dst` (64 bits) in lanes that are in range; `valid` is their mask, with 0 in other executing lanes.
    BufferAddress {
        /// Index into [`Program::buffers`](crate::program::Program).
        access: u32,
        /// Low word of the address.
        dst: Slot,
        /// Scalar word.
        valid: u16,
    },
    /// The same for an image.
    ImageAddress {
        /// Index into [`Program::images`](crate::program::Program).
        access: u32,
        /// Low word of the address.
        dst: Slot,
        /// Scalar word.
        valid: u16,
    },
    /// The same for a surface, whose header each lane's handle names. Headers belong to the driver: kernels only read them.
    SurfaceAddress {
        /// Index into [`Program::surfaces`](crate::program::Program).
        access: u32,
        /// Low word of the address.
        dst: Slot,
        /// Scalar word.
        valid: u16,
    },
    /// Load, store or measure elements of a buffer or image in the format that the descriptor names: an index into
    /// [`Program::typed`](crate::program::Program).
    Typed(u32),
    /// Take lanes out of the coverage mask (SPA `KIL`); atomics and surface reductions skip uncovered lanes.
    Uncover,
}

/// One vendor instruction in neutral form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Byte address of the instruction from the start of the kernel's code.
    pub address: u32,
    /// Lanes that execute, within the active ones.
    pub guard: Mask,
    /// First micro-operation in [`Program::uops`](crate::program::Program).
    pub first: u32,
    /// Number of micro-operations.
    pub count: u32,
    /// The control effect.
    pub control: Control,
    /// Another wave can see an effect of this step, or influence it.
    pub visible: bool,
    /// Its micro-operations run even if no lane executes.
    pub always: bool,
}

/// Functions whose results the documents give only approximately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Approximation {
    /// `2^x`, f32.
    Exp2,
    /// `log2 x`, f32.
    Log2,
    /// `sin x`, f32, radians.
    Sin,
    /// `cos x`, f32, radians.
    Cos,
    /// `sin 2 pi x`, f32; subnormals are kept.
    SinTurns,
    /// `cos 2 pi x`, f32.
    CosTurns,
    /// High word of `1 / x`, where the operand is the high word of the f64 x.
    RcpHigh64,
    /// High word of `1 / sqrt x`, likewise.
    RsqHigh64,
}
