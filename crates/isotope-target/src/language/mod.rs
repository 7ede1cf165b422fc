//! Atomics of languages: `llvm:atomicrmw.fmax.f32`, `ptx:atom.add.noftz.f16x2`, `spirv:OpAtomicFMaxEXT.f32`,
//! `opencl:atomic_fetch_max.float`, `cpp:fetch_max.float`.
//!
//! A language has no encoding and no machine. It is a list of names, each with the definition that its document gives it, in the form in
//! which vendors' operations are defined. What a document leaves unspecified stays unspecified.
//!
//! ```
//! use isotope_target::language;
//! use isotope_target::operation::Readings;
//! let llvm = language::find("llvm").unwrap();
//! let max = llvm.operation("atomicrmw.fmax.f32", "-", &Readings::default()).unwrap().rmw.unwrap();
//! assert_eq!(max.apply(0x3f80_0000, 0x4000_0000, 0).unwrap().new, 0x4000_0000);
//! // Of +0 and -0 either may come.
//! assert!(max.apply(0, 0x8000_0000, 0).is_err());
//! ```

mod cpp;
mod llvm;
mod opencl;
mod ptx;
mod spirv;

use std::fmt;

use isotope_op::atomic::{AtomicOp, CasRoles, Packing, Rmw, Size};
use isotope_op::claim::{self, Unit};
use isotope_op::float::{BothNan, FloatPolicy, Flush, MinMax, NanRule, OneNan, Rounding, ZeroOrder};

use crate::operation::{Gives, Operation, Readings};
use crate::{Registry, Target};

/// A language whose document defines atomics.
#[derive(Debug)]
pub struct Language {
    /// The name before the colon.
    pub name: &'static str,
    /// A description in one line.
    pub what: &'static str,
    /// An example of an operation.
    pub example: &'static str,
    read: fn(&str, &str) -> Result<ParsedOperation, String>,
    all: fn() -> Vec<String>,
}

/// Every language.
pub const ALL: [&Language; 5] = [&llvm::LANGUAGE, &ptx::LANGUAGE, &spirv::LANGUAGE, &opencl::LANGUAGE, &cpp::LANGUAGE];

/// The language of this name.
pub fn find(name: &str) -> Option<&'static Language> {
    ALL.into_iter().find(|language| language.name == name)
}

/// An operation of a language after parsing.
struct ParsedOperation {
    op: AtomicOp,
    ty: Type,
    whose: claim::Language,
    /// Float rules that differ between rows of the language.
    float: Floats,
    /// The name without the parts that change no value, and its place in the document.
    row: String,
    source: &'static str,
    gives: Gives,
}

/// Float rules that differ between rows.
#[derive(Clone, Copy)]
struct Floats {
    flush: Flush,
    one: OneNan,
    zero: ZeroOrder,
}

/// Subnormals are kept; a NaN and a number give the number; two zeros give either.
const PLAIN: Floats = Floats { flush: Flush::Keep, one: OneNan::Number, zero: ZeroOrder::Unspecified };

/// A type of a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Type {
    name: &'static str,
    size: Size,
    packing: Packing,
    kind: TypeKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TypeKind {
    /// Bits, or an integer that the operation interprets.
    Word,
    Unsigned,
    Signed,
    Float,
}

impl Type {
    /// Index in the operations of a name: on unsigned numbers or bits, on signed numbers, on floats.
    const fn slot(self) -> usize {
        match self.kind {
            TypeKind::Word | TypeKind::Unsigned => 0,
            TypeKind::Signed => 1,
            TypeKind::Float => 2,
        }
    }
}

/// The integers of LLVM IR and SPIR-V, by the names of LLVM.
const INTEGERS: &[Type] = &[
    ty("i8", Size::B8, TypeKind::Word),
    ty("i16", Size::B16, TypeKind::Word),
    ty("i32", Size::B32, TypeKind::Word),
    ty("i64", Size::B64, TypeKind::Word),
];

const fn ty(name: &'static str, size: Size, kind: TypeKind) -> Type {
    Type { name, size, packing: Packing::Scalar, kind }
}

const fn packed(name: &'static str, size: Size, packing: Packing) -> Type {
    Type { name, size, packing, kind: TypeKind::Float }
}

impl ParsedOperation {
    fn rmw(&self) -> Rmw {
        let Type { size, packing, kind, .. } = self.ty;
        // In SPIR-V the value to write comes before the comparand.
        let cas = if self.whose == claim::Language::Spirv { CasRoles::CompareSrc1 } else { CasRoles::CompareSrc0 };
        let plain = Rmw { packing, cas, ..Rmw::int(self.op, size) };
        if kind != TypeKind::Float || !self.op.is_float() {
            return plain;
        }
        let Floats { flush, one, zero } = self.float;
        Rmw {
            float: FloatPolicy { round: Rounding::NearestEven, input: flush, output: flush, nan: NanRule::Unspecified },
            minmax: MinMax { one, snan: claim::signalling(self.whose), both: BothNan::Policy, zero, copy: false },
            ..plain
        }
    }
}

impl Language {
    /// The operation of a name under options, `-` or pairs joined by commas.
    ///
    /// # Errors
    /// An unknown or incomplete operation, with the possible ones.
    pub fn operation(&self, op: &str, mode: &str, readings: &Readings) -> Result<Operation, String> {
        let named = (self.read)(op, mode)?;
        Ok(Operation {
            readings: readings.clone(),
            rmw: Ok(named.rmw()),
            other: None,
            row: named.row,
            source: named.source,
            by: Unit::Language(named.whose),
            unit: String::new(),
            assumptions: Vec::new(),
            gives: named.gives,
        })
    }

    /// Every operation with its required options, as `OP` or `OP,KEY=VALUE`.
    pub fn operations(&self) -> Vec<String> {
        (self.all)()
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The owner of an operation: the instruction set of a target, or a language.
#[derive(Clone, Copy, Debug)]
pub enum Whose {
    /// Of a target.
    Target(&'static dyn Target),
    /// Of a language.
    Language(&'static Language),
}

impl Whose {
    /// Finds it by the name before the colon.
    ///
    /// # Errors
    /// If there is no such target or language; the error lists them.
    ///
    /// # Examples
    /// ```
    /// use isotope_target::language::Whose;
    /// assert_eq!(Whose::find(isotope_targets::TARGETS, "ptx").unwrap().name(), "ptx");
    /// assert!(Whose::find(isotope_targets::TARGETS, "cuda").unwrap_err().ends_with("or a language: llvm, ptx, spirv, opencl, cpp"));
    /// ```
    pub fn find(targets: Registry, name: &str) -> Result<Whose, String> {
        match (find(name), targets.find(name)) {
            (Some(language), _) => Ok(Whose::Language(language)),
            (None, Ok(target)) => Ok(Whose::Target(target)),
            (None, Err(why)) => {
                let names: Vec<_> = ALL.iter().map(|language| language.name).collect();
                Err(format!("{why}, or a language: {}", names.join(", ")))
            }
        }
    }

    /// The name before the colon.
    pub fn name(self) -> &'static str {
        match self {
            Whose::Target(target) => target.name(),
            Whose::Language(language) => language.name,
        }
    }

    /// The target, if it is one.
    pub fn target(self) -> Option<&'static dyn Target> {
        match self {
            Whose::Target(target) => Some(target),
            Whose::Language(_) => None,
        }
    }

    /// As [`Target::operation`] and [`Language::operation`].
    ///
    /// # Errors
    /// An unknown operation or option, with the possible ones.
    pub fn operation(self, op: &str, mode: &str, readings: &Readings) -> Result<Operation, String> {
        match self {
            Whose::Target(target) => target.operation(op, mode, readings),
            Whose::Language(language) => language.operation(op, mode, readings),
        }
    }

    /// Every operation, as `OP` or `OP,KEY=VALUE`.
    pub fn operations(self) -> Vec<String> {
        match self {
            Whose::Target(target) => target.operations(),
            Whose::Language(language) => language.operations(),
        }
    }
}

impl fmt::Display for Whose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The type of this name among those that an operation has.
fn typed(types: &[Type], name: &str, op: &str) -> Result<Type, String> {
    types.iter().find(|ty| ty.name == name).copied().ok_or_else(|| {
        let names: Vec<_> = types.iter().map(|ty| ty.name).collect();
        format!("`{op}` is on {}; found `{name}`", names.join(", "))
    })
}

/// The entry of a list with this name; the error lists the others.
fn one_of<'a, T>(list: &'a [(&'static str, T)], name: &str, what: &str) -> Result<&'a T, String> {
    list.iter().find(|(n, _)| *n == name).map(|(_, value)| value).ok_or_else(|| {
        let names: Vec<_> = list.iter().map(|(n, _)| *n).collect();
        format!("{what}: expected one of {}, found `{name}`", names.join(", "))
    })
}

/// Refuses options: the names are complete.
fn no_options(mode: &str) -> Result<(), String> {
    if mode == "-" { Ok(()) } else { Err(format!("this language has no options, found `{mode}`")) }
}

/// The treatment of subnormals, if the document of a float sum leaves it to the device: `denorms=kept` or `denorms=flushed`.
fn denorms(op: &str, mode: &str) -> Result<Option<Flush>, String> {
    match mode {
        "-" => Ok(None),
        "denorms=kept" => Ok(Some(Flush::Keep)),
        "denorms=flushed" => Ok(Some(Flush::Zero)),
        _ => Err(format!("`{op}`: expected denorms=kept or denorms=flushed, found `{mode}`")),
    }
}

/// An operation with each treatment of subnormals.
fn with_denorms(plain: &str) -> [String; 2] {
    ["kept", "flushed"].map(|denorms| format!("{plain},denorms={denorms}"))
}

/// The flush of an operation in OpenCL's environment.
fn flush_of(op: AtomicOp, ty: Type, text: &str, mode: &str) -> Result<Flush, String> {
    if !op.is_float() {
        no_options(mode)?;
        return Ok(PLAIN.flush);
    }
    let given = denorms(text, mode)?;
    match (op, given) {
        (AtomicOp::FAdd | AtomicOp::FSub, None) if ty.size == Size::B64 => Ok(Flush::Keep),
        (AtomicOp::FAdd | AtomicOp::FSub, Some(Flush::Zero)) if ty.size == Size::B64 => {
            Err(format!("`{text}`: doubles keep their subnormals (CL_FP_DENORM is required of them)"))
        }
        (AtomicOp::FAdd | AtomicOp::FSub, None) => Err(format!(
            "`{text}` leaves subnormals to the device (CL_FP_DENORM): add `,denorms=kept` or `,denorms=flushed`"
        )),
        (AtomicOp::FAdd | AtomicOp::FSub, Some(flush)) => Ok(flush),
        (_, None | Some(Flush::Keep)) => Ok(Flush::Keep),
        (_, Some(_)) => {
            Err(format!("`{text}`: denorms=flushed is about sums; no document says what it does to this operation"))
        }
    }
}
