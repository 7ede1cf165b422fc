//! The evidence for the rules of a language's atomics: sentences of its document.

use super::{Evidence, Rule};
use crate::atomic::{AtomicOp, Rmw};
use crate::float::SnanRule;

/// A language whose document defines atomics, and the name or option that changes the evidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Language {
    /// LLVM IR, and whether release 19 has the operation.
    Llvm {
        /// Whether release 19 has the operation.
        in_19: bool,
    },
    /// PTX.
    Ptx,
    /// SPIR-V.
    Spirv,
    /// OpenCL C, and whether the functions are those of OpenCL C 1.
    OpenCl {
        /// Whether the functions are those of OpenCL C 1.
        old: bool,
    },
    /// C++, `std::atomic` and `std::atomic_ref`.
    Cpp,
}

/// The evidence for a rule.
pub(super) const fn evidence(rule: Rule, rmw: &Rmw, language: Language) -> Evidence {
    let sum = matches!(rmw.op, AtomicOp::FAdd | AtomicOp::FSub);
    let choice = matches!(rmw.op, AtomicOp::FMin | AtomicOp::FMax);
    match language {
        Language::Llvm { in_19 } => match rule {
            Rule::Operation | Rule::Returned | Rule::Roles if !in_19 => {
                Evidence::spec("LangRef after LLVM 19, atomicrmw instruction; LLVM 19 has no such operation")
            }
            Rule::Operation | Rule::Returned if matches!(rmw.op, AtomicOp::Cas) => {
                Evidence::spec("LangRef of LLVM 19, cmpxchg instruction")
            }
            Rule::Operation | Rule::Returned => Evidence::spec("LangRef of LLVM 19, atomicrmw instruction"),
            Rule::Roles => Evidence::spec("LangRef of LLVM 19, cmpxchg instruction"),
            Rule::Round => {
                Evidence::spec("LangRef of LLVM 19, floating-point environment: to nearest where nothing else is said")
            }
            Rule::FlushIn | Rule::FlushOut if sum => {
                Evidence::spec("LangRef of LLVM 19, denormal-fp-math: IEEE where the attribute is not given")
            }
            Rule::Nan => Evidence::spec("LangRef of LLVM 19, behavior of floating-point NaN values"),
            _ if choice && !in_19 => {
                Evidence::spec("LangRef after LLVM 19, llvm.maximum, llvm.maximumnum and their minima")
            }
            _ => Evidence::spec("LangRef of LLVM 19, llvm.maxnum and llvm.minnum"),
        },
        Language::Ptx => match rule {
            Rule::Operation | Rule::Returned | Rule::Roles => Evidence::spec("PTX ISA 9.0, atom"),
            Rule::Round | Rule::FlushIn | Rule::FlushOut => Evidence::spec("PTX ISA 9.0, atom: of .add on floats"),
            _ => Evidence::spec("PTX ISA 9.0, atom, leaves it open"),
        },
        Language::Spirv => match rule {
            Rule::Operation | Rule::Returned | Rule::Roles if !sum && !choice => {
                Evidence::spec("SPIR-V specification, atomic instructions")
            }
            Rule::FlushIn | Rule::FlushOut if sum => {
                Evidence::spec("OpenCL C: subnormals are a device's, as denorms= says")
            }
            Rule::Round => Evidence::spec("OpenCL C: to nearest even in the full profile"),
            Rule::Nan if sum => Evidence::spec("SPV_EXT_shader_atomic_float_add leaves it open"),
            _ if sum => Evidence::spec("SPV_EXT_shader_atomic_float_add"),
            Rule::FlushIn | Rule::Copy => {
                Evidence::spec("OpenCL extension cl_ext_float_atomics: without -cl-denorms-are-zero")
            }
            _ => Evidence::spec("SPV_EXT_shader_atomic_float_min_max"),
        },
        Language::OpenCl { old } => match rule {
            Rule::Operation | Rule::Returned | Rule::Roles if !sum && !choice => {
                if old {
                    Evidence::spec("OpenCL C, atomic functions of OpenCL C 1")
                } else {
                    Evidence::spec("OpenCL C, atomic functions")
                }
            }
            Rule::FlushIn | Rule::FlushOut if sum => {
                Evidence::spec("OpenCL C: subnormals are a device's, as denorms= says")
            }
            Rule::Round => Evidence::spec("OpenCL C: to nearest even in the full profile"),
            Rule::Nan => Evidence::spec("OpenCL C leaves it open"),
            Rule::FlushIn | Rule::Copy => {
                Evidence::spec("OpenCL extension cl_ext_float_atomics: without -cl-denorms-are-zero")
            }
            _ => Evidence::spec("OpenCL extension cl_ext_float_atomics"),
        },
        Language::Cpp => match rule {
            Rule::Operation | Rule::Returned | Rule::Roles if !sum && !choice => {
                Evidence::spec("C++ working draft, [atomics.ref.ops], [atomics.ref.int]")
            }
            Rule::FlushIn | Rule::FlushOut if sum => Evidence::spec(
                "C++ working draft, [atomics.ref.float]: the floating-point environment is the implementation's, as denorms= says",
            ),
            Rule::Round => Evidence::spec("C++ working draft, [atomics.ref.float]: as numeric_limits says, to nearest"),
            Rule::Nan => Evidence::spec("C++ working draft leaves it open"),
            _ => Evidence::spec("C++ working draft, [atomics.ref.float]"),
        },
    }
}

/// Whether the language's documents give a signalling NaN another result than a quiet one.
pub const fn signalling(language: Language) -> SnanRule {
    match language {
        Language::Spirv | Language::OpenCl { .. } => SnanRule::Unspecified,
        Language::Llvm { .. } | Language::Ptx | Language::Cpp => SnanRule::AsQuiet,
    }
}
