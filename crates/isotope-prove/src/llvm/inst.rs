//! LLVM IR as data: functions of blocks of instructions.

use super::order::{Asked, Ordering, Scope};

/// A type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `i1` to `i64`, and `i128`.
    Int(u32),
    /// A float format, scalar or a pair.
    Float(Format),
    /// Number of integers and their bits, at most 64 bits in all.
    Vector(u32, u32),
    /// A pointer of any address space.
    Pointer,
    /// The result of `cmpxchg`: an integer with this number of bits, and `i1`.
    Swapped(u32),
    /// No value.
    Void,
}

/// A float format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Format {
    Half,
    Brain,
    Float,
    Double,
    Halves,
    Brains,
}

impl Format {
    /// The name as in LLVM's operations.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Half => "f16",
            Format::Brain => "bf16",
            Format::Float => "f32",
            Format::Double => "f64",
            Format::Halves => "v2f16",
            Format::Brains => "v2bf16",
        }
    }

    /// Bits of all elements.
    pub const fn bits(self) -> u32 {
        match self {
            Format::Half | Format::Brain => 16,
            Format::Float | Format::Halves | Format::Brains => 32,
            Format::Double => 64,
        }
    }
}

impl Type {
    /// The name as in LLVM's operations; `None` if they do not take this type.
    pub fn name(self) -> Option<String> {
        match self {
            Type::Int(bits) => Some(format!("i{bits}")),
            Type::Float(format) => Some(format.name().to_string()),
            _ => None,
        }
    }

    /// Bits of a value; 0 if it has none.
    pub const fn bits(self) -> u32 {
        match self {
            Type::Int(bits) => bits,
            Type::Vector(lanes, bits) => lanes * bits,
            Type::Float(format) => format.bits(),
            Type::Pointer | Type::Swapped(_) | Type::Void => 0,
        }
    }
}

/// An operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// `%name`.
    Local(String),
    /// Bits.
    Bits(u128),
    /// `poison` or `undef`: a value that must not be used.
    Poison,
}

/// The operation of an instruction. `Binary` is `add`, `shl`, `fadd` and the like, with `nuw`, `nsw`, `exact`, `disjoint`; `Rmw` is
/// `atomicrmw`, `Element` `extractelement`, `WithElement` `insertelement`, `Step` `getelementptr` by bytes. `Call` has the element type of
/// pointer arguments where it is given.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum InstKind {
    Binary { op: String, flags: Vec<String>, ty: Type, a: Operand, b: Operand },
    Fneg { ty: Type, a: Operand },
    Cast { op: String, flags: Vec<String>, from: Type, a: Operand, to: Type },
    Compare { float: bool, how: String, ty: Type, a: Operand, b: Operand },
    Select { cond: Operand, ty: Type, a: Operand, b: Operand },
    Freeze { ty: Type, a: Operand },
    Phi { ty: Type, from: Vec<(Operand, String)> },
    Load { ty: Type, from: Operand, ordering: Ordering, scope: Scope },
    Swap { weak: bool, at: Operand, ty: Type, comparand: Operand, new: Operand, ordering: Asked },
    Rmw { op: String, at: Operand, ty: Type, value: Operand, ordering: Ordering, scope: Scope },
    Extract { of: Operand, index: u64 },
    Insert { of: Operand, value: Operand, index: u64 },
    Call { name: String, ty: Type, args: Vec<(Type, Operand)>, element: Option<Type> },
    Element { ty: Type, of: Operand, index: u64 },
    WithElement { ty: Type, of: Operand, value: Operand, index: u64 },
    Step { from: Operand, bytes: Operand },
    Fence { ordering: Ordering, scope: Scope },
    Go(String),
    Branch { cond: Operand, yes: String, no: String },
    Return(Type, Option<Operand>),
}

/// An instruction and its position.
#[derive(Clone, Debug)]
pub struct Inst {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// Name of its result.
    pub name: Option<String>,
    /// Operation.
    pub kind: InstKind,
}

/// A basic block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its label.
    pub name: String,
    /// In order.
    pub insts: Vec<Inst>,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Without `@`.
    pub name: String,
    /// Line of its definition.
    pub line: usize,
    /// The operation in a comment `; equals OPERATION [ORDERING]` before it, and its line.
    pub equals: Option<(String, usize)>,
    /// In order.
    pub params: Vec<(String, Type)>,
    /// Return type.
    pub returns: Type,
    /// The first is the entry.
    pub blocks: Vec<Block>,
}

/// A file.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Whether its data layout is big-endian.
    pub big_endian: bool,
    /// The functions that were read, in order.
    pub functions: Vec<Function>,
    /// Names of all functions that the file defines, in order.
    pub names: Vec<String>,
}
