//! The rules of the machine that a kernel can break. A program names them where an instruction is known to break one.

/// Which rule of the machine was broken. The code is the SM's warp error register value where the public record
/// names one (nouveau driver and nvgpu tables; facts collected as spec for the names, assumed for the choice).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// Address not a multiple of the access size (0x0f).
    Misaligned,
    /// No memory at the address (0x0e).
    OutOfRange,
    /// A global-only access hit the shared or private window (0x10).
    InvalidAddressSpace,
    /// A register pair or quad that does not start on its boundary (0x08).
    MisalignedRegister,
    /// A register above the kernel's allocation (0x0d).
    RegisterOutOfRange,
    /// An encoding that names no instruction (0x09).
    IllegalEncoding,
    /// An operation with a size or parameter it does not take (0x0b).
    IllegalParameter,
    /// A constant outside its bank (0x0c).
    InvalidConstant,
    /// A surface coordinate out of bounds under `.TRAP`.
    SurfaceBounds,
    /// A surface whose header or handle is not valid.
    InvalidSurface,
    /// Control left the code (0x06).
    PcOutOfRange,
    /// A reconvergence instruction without a matching token.
    StackUnderflow,
    /// More tokens than the reconvergence stack holds.
    StackOverflow,
    /// The program executed a breakpoint or trap.
    Trap,
}

impl FaultKind {
    /// The warp error code, where the public record has one.
    pub fn code(self) -> Option<u8> {
        self.code_and_name().0
    }

    /// The field's name for it.
    pub fn name(self) -> &'static str {
        self.code_and_name().1
    }

    fn code_and_name(self) -> (Option<u8>, &'static str) {
        match self {
            Self::Misaligned => (Some(0x0f), "misaligned address"),
            Self::OutOfRange => (Some(0x0e), "address out of range"),
            Self::InvalidAddressSpace => (Some(0x10), "invalid address space"),
            Self::MisalignedRegister => (Some(0x08), "misaligned register"),
            Self::RegisterOutOfRange => (Some(0x0d), "register out of range"),
            Self::IllegalEncoding => (Some(0x09), "illegal instruction encoding"),
            Self::IllegalParameter => (Some(0x0b), "illegal instruction parameter"),
            Self::InvalidConstant => (Some(0x0c), "invalid constant address"),
            Self::SurfaceBounds => (None, "surface coordinate out of bounds"),
            Self::InvalidSurface => (None, "invalid surface"),
            Self::PcOutOfRange => (Some(0x06), "program counter out of range"),
            Self::StackUnderflow => (None, "reconvergence stack underflow"),
            Self::StackOverflow => (None, "reconvergence stack overflow"),
            Self::Trap => (None, "trap"),
        }
    }
}
