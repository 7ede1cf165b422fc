//! The evidence for the rules of a language's atomics: sentences of its document.

use super::{Evidence, Rule, spec};
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
    use Rule::*;
    let sum = matches!(rmw.op, AtomicOp::FAdd | AtomicOp::FSub);
    let choice = matches!(rmw.op, AtomicOp::FMin | AtomicOp::FMax);
    match language {
        Language::Llvm { in_19 } => match rule {
            Operation | Returned | Roles if !in_19 => {
                spec("LangRef after LLVM 19, atomicrmw instruction; LLVM 19 has no such operation")
            }
            Operation | Returned if matches!(rmw.op, AtomicOp::Cas) => spec("LangRef of LLVM 19, cmpxchg instruction"),
            Operation | Returned => spec("LangRef of LLVM 19, atomicrmw instruction"),
            Roles => spec("LangRef of LLVM 19, cmpxchg instruction"),
            Round => spec("LangRef of LLVM 19, floating-point environment: to nearest where nothing else is said"),
            FlushIn | FlushOut if sum => {
                spec("LangRef of LLVM 19, denormal-fp-math: IEEE where the attribute is not given")
            }
            Nan => spec("LangRef of LLVM 19, behavior of floating-point NaN values"),
            _ if choice && !in_19 => spec("LangRef after LLVM 19, llvm.maximum, llvm.maximumnum and their minima"),
            _ => spec("LangRef of LLVM 19, llvm.maxnum and llvm.minnum"),
        },
        Language::Ptx => match rule {
            Operation | Returned | Roles => spec("PTX ISA 9.0, atom"),
            Round | FlushIn | FlushOut => spec("PTX ISA 9.0, atom: of .add on floats"),
            _ => spec("PTX ISA 9.0, atom, leaves it open"),
        },
        Language::Spirv => match rule {
            Operation | Returned | Roles if !sum && !choice => spec("SPIR-V specification, atomic instructions"),
            FlushIn | FlushOut if sum => spec("OpenCL C: subnormals are a device's, as denorms= says"),
            Round => spec("OpenCL C: to nearest even in the full profile"),
            Nan if sum => spec("SPV_EXT_shader_atomic_float_add leaves it open"),
            _ if sum => spec("SPV_EXT_shader_atomic_float_add"),
            FlushIn | Copy => spec("OpenCL extension cl_ext_float_atomics: without -cl-denorms-are-zero"),
            _ => spec("SPV_EXT_shader_atomic_float_min_max"),
        },
        Language::OpenCl { old } => match rule {
            Operation | Returned | Roles if !sum && !choice => {
                if old {
                    spec("OpenCL C, atomic functions of OpenCL C 1")
                } else {
                    spec("OpenCL C, atomic functions")
                }
            }
            FlushIn | FlushOut if sum => spec("OpenCL C: subnormals are a device's, as denorms= says"),
            Round => spec("OpenCL C: to nearest even in the full profile"),
            Nan => spec("OpenCL C leaves it open"),
            FlushIn | Copy => spec("OpenCL extension cl_ext_float_atomics: without -cl-denorms-are-zero"),
            _ => spec("OpenCL extension cl_ext_float_atomics"),
        },
        Language::Cpp => match rule {
            Operation | Returned | Roles if !sum && !choice => {
                spec("C++ working draft, [atomics.ref.ops], [atomics.ref.int]")
            }
            FlushIn | FlushOut if sum => spec(
                "C++ working draft, [atomics.ref.float]: the floating-point environment is the implementation's, as denorms= says",
            ),
            Round => spec("C++ working draft, [atomics.ref.float]: as numeric_limits says, to nearest"),
            Nan => spec("C++ working draft leaves it open"),
            _ => spec("C++ working draft, [atomics.ref.float]"),
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
