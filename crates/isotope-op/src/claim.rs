//! The evidence for a statement, and the rules of an atomic as statements.
//!
//! Only [`evidence`] says which document specifies which rule of which unit; a page and `isotope op --explain` print it. The rules
//! themselves are values, made in [`crate::policy`].

mod language;

pub use language::{Language, signalling};

use crate::assume::{self, Grade};
use crate::atomic::{AtomicOp, CasRoles, First, Packing, Returned, Rmw, Size};
use crate::census;
use crate::float::{BothNan, Flush, NanRule, OneNan, Rounding, SnanRule, ZeroOrder};
use crate::policy::AmdUnit;
use crate::source;

/// The evidence for a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// The grade, unless an assumption gives it.
    base: Option<(Grade, &'static str)>,
    /// The assumption that is the statement; its entry has grade and source.
    named: &'static str,
    /// Assumptions that decide details.
    pub see: &'static [&'static str],
}

impl Evidence {
    const fn of(grade: Grade, source: &'static str) -> Evidence {
        Evidence { base: Some((grade, source)), named: "", see: &[] }
    }
    /// A document says it.
    pub const fn spec(source: &'static str) -> Evidence {
        Evidence::of(Grade::Spec, source)
    }
    /// A vendor's tool shows it.
    pub const fn oracle(source: &'static str) -> Evidence {
        Evidence::of(Grade::Oracle, source)
    }
    /// Our assumption, which cannot be switched.
    pub const fn assumed(source: &'static str) -> Evidence {
        Evidence::of(Grade::Assumed, source)
    }
    /// The statement is an entry of [`assume::ALL`].
    pub const fn named(id: &'static str) -> Evidence {
        Evidence { base: None, named: id, see: &[] }
    }
    /// Adds assumptions that decide details.
    pub const fn see(self, ids: &'static [&'static str]) -> Evidence {
        Evidence { see: ids, ..self }
    }

    /// The assumption that is the statement itself.
    pub const fn assumption(&self) -> Option<&'static str> {
        if self.base.is_none() { Some(self.named) } else { None }
    }
    /// The grade.
    pub fn grade(&self) -> Grade {
        self.base.map_or_else(
            || assume::find(self.named).map_or(Grade::Assumed, |a| a.actual_grade()),
            |(grade, source)| census::actual_grade(grade, source),
        )
    }
    /// The source.
    pub fn source(&self) -> &'static str {
        self.base.map_or_else(|| assume::find(self.named).map_or("", |a| a.source), |(_, source)| source)
    }
}

const fn spec(source: &'static str) -> Evidence {
    Evidence::spec(source)
}

const fn oracle(source: &'static str) -> Evidence {
    Evidence::oracle(source)
}

const fn assumed(source: &'static str) -> Evidence {
    Evidence::assumed(source)
}

const fn named(id: &'static str) -> Evidence {
    Evidence::named(id)
}

/// The grades of a source as text. Semicolons separate the parts of a source. A part that begins with `as` applies a document's statement
/// to something else and is assumed. Every other part has the best grade of the entries that [`source::named`] finds in it; if it names
/// none, it is a document. Empty for no source.
///
/// ```
/// use isotope_op::claim::grades;
/// assert_eq!(grades("syntax: NVIDIA's ATOM page; bits: nvdisasm 12.8.55"), "spec and oracle, one version");
/// assert_eq!(grades("llvm-mc 19.1.7"), "oracle, one version");
/// assert_eq!(grades("llvm-mc 19.1.7 and 22.1.8"), "oracle");
/// assert_eq!(grades("as NVIDIA's SURED page says of SURED"), "assumed");
/// assert_eq!(grades("as NVIDIA's ATOM page says of ATOM; ptxas 12.4.99 keeps it"), "oracle, one version, and assumed");
/// ```
pub fn grades(source: &str) -> &'static str {
    let (mut spec, mut oracle, mut single, mut assumed) = (false, false, false, false);
    for part in source.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let tool = || source::named(part).any(|n| n.source.grade == Grade::Oracle);
        let alone = || census::actual_grade(Grade::Oracle, part) == Grade::OneVersion;
        let of = if part.starts_with("as ") {
            &mut assumed
        } else if tool() && alone() {
            &mut single
        } else if tool() {
            &mut oracle
        } else {
            &mut spec
        };
        *of = true;
    }
    match (spec, oracle, single, assumed) {
        (true, _, true, _) => "spec and oracle, one version",
        (true, true, false, _) => "spec and oracle",
        (true, false, false, true) => "spec and assumed",
        (true, false, false, false) => "spec",
        (false, _, true, true) => "oracle, one version, and assumed",
        (false, _, true, false) => "oracle, one version",
        (false, true, false, true) => "oracle and assumed",
        (false, true, false, false) => "oracle",
        (false, false, false, true) => "assumed",
        (false, false, false, false) => "",
    }
}

/// The mnemonic of an instruction's text, without modifiers; guards and predicates may precede it.
///
/// ```
/// use isotope_op::claim::mnemonic;
/// assert_eq!(["@!P0 RED.E.ADD [R2], R4", "(P1) svm_atomic.inc (M1, 8)", "ds_inc_u32 v0, v1"].map(mnemonic),
///     ["RED", "svm_atomic", "ds_inc_u32"]);
/// ```
pub fn mnemonic(text: &str) -> &str {
    let word = text.split_whitespace().find(|w| !w.starts_with(['@', '('])).unwrap_or("");
    word.split('.').next().unwrap_or("")
}

/// The unit that performs an atomic. Its documents define the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Unit {
    /// NVIDIA: the instruction, and whether it has `.FTZ`.
    Nvidia {
        /// The instruction.
        form: NvidiaForm,
        /// Whether it has `.FTZ`.
        ftz: bool,
    },
    /// Intel: the instruction, and whether the documents have the operation at its width on the processor.
    Intel {
        /// The instruction.
        form: IntelForm,
        /// Whether the documents have it.
        documented: bool,
    },
    /// AMD.
    Amd(AmdUnit),
    /// A language: its document defines the rules for every implementation.
    Language(Language),
}

/// Instructions of Intel whose operations are in different documents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum IntelForm {
    /// `svm_atomic`.
    Svm,
    /// `dword_atomic`.
    Dword,
    /// `typed_atomic`.
    Typed,
}

/// Instructions of NVIDIA whose operations are in different documents, or in none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum NvidiaForm {
    /// `ATOM`.
    Atom,
    /// `RED`.
    Red,
    /// `ATOMS`.
    Shared,
    /// `SURED`.
    SurfaceReduction,
    /// `SUATOM`.
    SurfaceAtomic,
}

impl NvidiaForm {
    /// Reads the text of an instruction, or its mnemonic; a guard may precede it.
    ///
    /// ```
    /// use isotope_op::claim::NvidiaForm;
    /// assert_eq!(NvidiaForm::of("@!P0 SURED.D.2D.ADD [R2], R4, R6"), NvidiaForm::SurfaceReduction);
    /// assert_eq!(NvidiaForm::of("ATOM.CAS.64"), NvidiaForm::Atom);
    /// ```
    pub fn of(text: &str) -> NvidiaForm {
        match mnemonic(text) {
            "RED" => NvidiaForm::Red,
            "ATOMS" => NvidiaForm::Shared,
            "SURED" => NvidiaForm::SurfaceReduction,
            "SUATOM" => NvidiaForm::SurfaceAtomic,
            _ => NvidiaForm::Atom,
        }
    }
}

/// A rule that the definition of an atomic fixes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Rule {
    /// The operation.
    Operation,
    /// The returned value.
    Returned,
    /// The roles of a compare-and-swap's sources.
    Roles,
    /// The values that a float compare-and-swap treats as equal.
    Equal,
    /// The effect of a float compare-and-swap that fails.
    Miss,
    /// The rounding of the result.
    Round,
    /// The flush of subnormal operands.
    FlushIn,
    /// The flush of subnormal results.
    FlushOut,
    /// The bits of a NaN result.
    Nan,
    /// The operand that counts as first.
    First,
    /// Minimum and maximum of a NaN and a number.
    OneNan,
    /// Minimum and maximum of a signalling NaN.
    Signalling,
    /// Minimum and maximum of two NaNs.
    BothNan,
    /// The order of zeros.
    Zeros,
    /// Whether minimum and maximum copy an operand.
    Copy,
}

impl Rule {
    /// Every rule, in the order of a page.
    pub const ALL: [Rule; 15] = {
        use Rule::*;
        [
            Operation, Returned, Roles, Equal, Miss, Round, FlushIn, FlushOut, Nan, First, OneNan, Signalling, BothNan,
            Zeros, Copy,
        ]
    };

    /// The rule of a definition as text; `None` if it does not apply.
    pub const fn words(self, rmw: &Rmw) -> Option<&'static str> {
        let Rmw { op, float, minmax, .. } = rmw;
        let sum = matches!(op, AtomicOp::FAdd | AtomicOp::FSub);
        let choice = matches!(op, AtomicOp::FMin | AtomicOp::FMax);
        let compare = matches!(op, AtomicOp::FCas);
        Some(match self {
            Rule::Operation => "the operation is as in the formula",
            Rule::Returned => match rmw.returned {
                Returned::Old => "the returned value is memory before the operation, no bit changed",
                Returned::New => "the returned value is the value written",
            },
            Rule::Roles if matches!(op, AtomicOp::Cas | AtomicOp::FCas) => match rmw.cas {
                CasRoles::CompareSrc0 => "src0 is compared and src1 written",
                CasRoles::CompareSrc1 => "src1 is compared and src0 written",
            },
            Rule::Equal if compare => "a NaN equals nothing, -0 equals +0",
            Rule::Miss if compare => match rmw.miss {
                Flush::Keep => "where the comparison fails, memory keeps its bits, subnormal or not",
                _ => "where the comparison fails, a subnormal in memory becomes zero",
            },
            Rule::Round if sum => match float.round {
                Rounding::NearestEven => "rounds to nearest even",
                Rounding::TowardZero => "rounds toward zero",
                Rounding::Down => "rounds down",
                Rounding::Up => "rounds up",
            },
            Rule::FlushIn if rmw.op.is_float() => match (float.input, sum) {
                (Flush::Keep, _) => "subnormal operands are kept",
                (_, true) => "subnormal operands are replaced by zero of the same sign",
                (_, false) => "subnormal operands are compared as zero of the same sign",
            },
            Rule::FlushOut if sum => match float.output {
                Flush::Keep => "subnormal results are kept",
                Flush::Zero => "subnormal results are replaced by zero of the same sign",
                Flush::ZeroBeforeRounding => {
                    "subnormal results are replaced by zero of the same sign, judged before rounding"
                }
            },
            Rule::Nan if sum => match float.nan {
                NanRule::AllOnes => "a NaN result is positive with all other bits set, payloads are lost",
                NanRule::QuietPositive => "a NaN result is the positive quiet NaN without payload",
                NanRule::QuietNegative => "a NaN result is the negative quiet NaN without payload",
                NanRule::FirstQuieted => "a NaN result is the first NaN operand made quiet, else negative and quiet",
                NanRule::FirstQuietedPositive => {
                    "a NaN result is the first NaN operand made quiet, else positive and quiet"
                }
                NanRule::SecondQuieted => {
                    "a NaN result is the NaN of the second operand, else of the first, made quiet, else negative and quiet"
                }
                NanRule::SecondUnchanged => {
                    "a NaN result is the NaN of the second operand, else of the first, as it is, else negative and quiet"
                }
                NanRule::Unspecified => "which NaN a NaN result is, is open",
            },
            Rule::First if sum && float.nan.propagates() => first(rmw.first),
            Rule::First if choice && !matches!(minmax.both, BothNan::Policy | BothNan::Unspecified) => first(rmw.first),
            Rule::OneNan if choice => match (minmax.one, float.nan) {
                (OneNan::Number, _) => "of a NaN and a number the number is the result",
                (OneNan::Nan, NanRule::Unspecified) => {
                    "where an operand is a NaN, the result is a NaN; which one is open"
                }
                (OneNan::Nan, _) => "where an operand is a NaN, the result is the unit's own NaN",
                (OneNan::Either, _) => "of a NaN and a number the result is the number or a NaN; which, is open",
            },
            Rule::Signalling | Rule::BothNan if choice && matches!(minmax.one, OneNan::Nan) => return None,
            Rule::Signalling if choice && matches!(minmax.one, OneNan::Either) => return None,
            Rule::Signalling if choice => match minmax.snan {
                SnanRule::AsQuiet => "a signalling NaN counts as any other",
                SnanRule::FirstQuieted => "the first signalling operand, made quiet, is the result",
                SnanRule::Unspecified => {
                    "with a signalling NaN the result is a NaN or the other operand; which, is open"
                }
                SnanRule::WinsUnchanged => "a signalling operand is the result, its bits unchanged",
            },
            Rule::BothNan if choice => match minmax.both {
                BothNan::Policy if matches!(float.nan, NanRule::Unspecified) => {
                    "of two NaNs the result is a NaN; which one is open"
                }
                BothNan::Policy => "of two NaNs the result is the unit's own NaN",
                BothNan::First => "of two NaNs the first is the result",
                BothNan::Second => "of two NaNs the second is the result",
                BothNan::Unspecified => "which of two NaNs is the result, is open",
            },
            Rule::Zeros if choice => match minmax.zero {
                ZeroOrder::Signed => "-0 is below +0; of equal values the first is the result",
                ZeroOrder::SignedSecond => "-0 is below +0; of equal values the second is the result",
                ZeroOrder::EqualFirst => "zeros are equal; of equal values the first is the result",
                ZeroOrder::EqualSecond => "zeros are equal; of equal values the second is the result",
                ZeroOrder::Unspecified => "zeros are equal; which of them is the result, is open",
            },
            Rule::Copy if choice => {
                if minmax.copy {
                    "the result is an operand as it was"
                } else {
                    "the result is a flushed operand"
                }
            }
            _ => return None,
        })
    }
}

const fn first(first: First) -> &'static str {
    match first {
        First::Memory => "memory is the first operand",
        First::Data => "the register is the first operand",
    }
}

/// One rule of an atomic and its evidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The rule.
    pub rule: Rule,
    /// The rule as text.
    pub words: &'static str,
    /// The evidence.
    pub evidence: Evidence,
}

/// The rules of an atomic that a unit performs.
///
/// ```
/// use isotope_op::assume::{Assumptions, Grade};
/// use isotope_op::atomic::{AtomicOp, Size};
/// use isotope_op::claim::{claims, IntelForm, Rule, Unit};
/// use isotope_op::policy;
/// let fmin = policy::intel_float(AtomicOp::FMin, Size::B32, &Assumptions::DEFAULT);
/// let unit = Unit::Intel { form: IntelForm::Svm, documented: true };
/// let zeros = claims(unit, &fmin).find(|c| c.rule == Rule::Zeros).unwrap();
/// assert_eq!((zeros.evidence.grade(), zeros.evidence.assumption()), (Grade::Assumed, Some("intel.minmax_zero")));
/// ```
pub fn claims(unit: Unit, rmw: &Rmw) -> impl Iterator<Item = Claim> {
    let rmw = *rmw;
    let claim = move |rule: Rule| Some(Claim { rule, words: rule.words(&rmw)?, evidence: evidence(unit, rule, &rmw) });
    Rule::ALL.into_iter().filter_map(claim)
}

/// The evidence for a rule.
pub const fn evidence(unit: Unit, rule: Rule, rmw: &Rmw) -> Evidence {
    match unit {
        Unit::Nvidia { form, ftz } => nvidia(rule, rmw, form, ftz),
        Unit::Intel { form, documented } => intel(rule, rmw, form, documented),
        Unit::Amd(unit) => amd(rule, rmw.op, unit),
        Unit::Language(language) => language::evidence(rule, rmw, language),
    }
}

const fn nvidia(rule: Rule, rmw: &Rmw, form: NvidiaForm, ftz: bool) -> Evidence {
    use Rule::*;
    let pair = matches!(rmw.packing, Packing::Pair16);
    let wide = matches!(rmw.size, Size::B64);
    match rule {
        Operation if matches!(rmw.op, AtomicOp::PutPointer) => named(assume::NV_SAFEADD.id),
        Operation | Returned | Roles => match form {
            NvidiaForm::Atom => spec("NVIDIA's ATOM page, table of atomic operations"),
            NvidiaForm::Red => oracle(
                "ptxas 11.8, 12.4, 12.8 and 12.9 emit it for atomics of NVIDIA's ATOM page whose result is unused",
            ),
            NvidiaForm::Shared => {
                oracle("ptxas 11.8, 12.4, 12.8 and 12.9 emit it for atomics of NVIDIA's ATOM page on shared memory")
            }
            NvidiaForm::SurfaceReduction => spec("NVIDIA's SURED page, table of reduction operations"),
            NvidiaForm::SurfaceAtomic if matches!(rmw.op, AtomicOp::Cas) => {
                assumed("as ATOM.CAS of NVIDIA's ATOM page; SUATOM has no public table")
            }
            NvidiaForm::SurfaceAtomic if matches!(rmw.op, AtomicOp::Xchg) => {
                assumed("as ATOM.EXCH of NVIDIA's ATOM page; SUATOM has no public table")
            }
            NvidiaForm::SurfaceAtomic => assumed("as SURED of NVIDIA's SURED page; SUATOM has no public table"),
        },
        Round => spec("the modifier .RN"),
        FlushIn | FlushOut if pair && ftz => named(assume::NV_SM52_F16X2_FLUSH.id),
        FlushIn | FlushOut if pair => spec("PTX names the operation .noftz"),
        FlushIn | FlushOut if wide => spec("PTX: atom.add.f64 follows IEEE 754"),
        FlushIn | FlushOut => assumed("the modifier .FTZ names the flush; that the sign stays is as on the SM"),
        Nan if wide => named(assume::NV_L2_F64_NAN.id),
        Nan => named(assume::NV_L2_NAN.id),
        BothNan => named(assume::NV_F16X2_MINMAX_NAN.id).see(&[assume::NV_L2_NAN.id]),
        OneNan | Signalling => named(assume::NV_F16X2_MINMAX_NAN.id),
        _ => assumed("as FMNMX of the SM; no document covers the L2 unit"),
    }
}

/// Whether Intel's documents have the operation at any width; the other operations are known only from the tool.
const fn intel_has(op: AtomicOp, form: IntelForm) -> bool {
    let sums = matches!(op, AtomicOp::FAdd | AtomicOp::FSub);
    let floats = matches!(op, AtomicOp::FMin | AtomicOp::FMax | AtomicOp::FCas);
    !(sums || floats && matches!(form, IntelForm::Typed))
}

/// The source of the names of Intel's operations.
///
/// ```
/// use isotope_op::atomic::AtomicOp;
/// use isotope_op::claim::{IntelForm, intel_names};
/// assert!(intel_names(AtomicOp::Add, IntelForm::Dword, true).starts_with("Intel's DWORD_ATOMIC page"));
/// assert!(!intel_names(AtomicOp::FAdd, IntelForm::Dword, false).contains("page"));
/// ```
pub const fn intel_names(op: AtomicOp, form: IntelForm, documented: bool) -> &'static str {
    match (documented, form) {
        (false, _) => "GenX_IR 1.0.12504.6, which encodes it",
        (true, IntelForm::Svm) => {
            "Intel's SVM_ATOMIC page, list of operations; Intel's DWORD_ATOMIC page, table of operations"
        }
        (true, IntelForm::Dword) => "Intel's DWORD_ATOMIC page, list and table of operations",
        (true, IntelForm::Typed) if intel_has(op, form) => "Intel's DWORD_ATOMIC page, table of operations",
        (true, IntelForm::Typed) => TYPED,
    }
}

/// According to Intel's DWORD_ATOMIC page, only the other two instructions have float operations.
const TYPED: &str = "public vISA documentation, TYPED_ATOMIC";

const fn intel(rule: Rule, rmw: &Rmw, form: IntelForm, documented: bool) -> Evidence {
    use Rule::*;
    match rule {
        Operation | Returned | Roles if !documented => match rmw.op {
            AtomicOp::FAdd | AtomicOp::FSub => {
                oracle("GenX_IR 1.0.12504.6 has the name, which no public document lists")
            }
            _ => assumed("as at 32 bits; GenX_IR 1.0.12504.6 encodes this width, which the documents do not have here"),
        },
        Operation | Returned | Roles if !intel_has(rmw.op, form) => spec(TYPED),
        // Intel's SVM_ATOMIC page lists only the names of svm_atomic. Intel's DWORD_ATOMIC page, whose table covers it, defines the
        // results.
        Returned if matches!(rmw.returned, crate::atomic::Returned::New) => match form {
            IntelForm::Svm => spec(
                "Intel's DWORD_ATOMIC page, table of operations: PREDEC gives the new value; the semantics of Intel's SVM_ATOMIC page give the old one for \
                 every operation",
            ),
            IntelForm::Dword => spec(
                "Intel's DWORD_ATOMIC page, table of operations: PREDEC gives the new value; its semantics give the old one for every operation",
            ),
            IntelForm::Typed => spec("Intel's DWORD_ATOMIC page, table of operations: PREDEC gives the new value"),
        },
        Returned => match form {
            IntelForm::Svm => {
                spec("Intel's SVM_ATOMIC page, semantics; Intel's DWORD_ATOMIC page, table of operations")
            }
            IntelForm::Dword => spec("Intel's DWORD_ATOMIC page, semantics and table of operations"),
            IntelForm::Typed => spec("Intel's DWORD_ATOMIC page, table of operations"),
        },
        Operation | Roles => match form {
            IntelForm::Svm => spec(
                "Intel's DWORD_ATOMIC page, table of operations, which names svm_atomic too; Intel's SVM_ATOMIC page, list of operations",
            ),
            IntelForm::Dword => spec("Intel's DWORD_ATOMIC page, table of operations"),
            IntelForm::Typed => spec("Intel's DWORD_ATOMIC page, table of operations, which names typed_atomic too"),
        },
        Zeros => named(assume::INTEL_MINMAX_ZERO.id),
        FlushIn | FlushOut | Miss => named(assume::INTEL_DENORMALS.id),
        Nan => spec("vISA documentation leaves it open"),
        Round => assumed("the default rounding of OpenCL; documents are silent"),
        _ if matches!(rmw.op, AtomicOp::FMin | AtomicOp::FMax | AtomicOp::FCas) => {
            spec("GL_INTEL_shader_atomic_float_minmax")
        }
        _ => assumed("documents are silent"),
    }
}

const fn amd(rule: Rule, op: AtomicOp, unit: AmdUnit) -> Evidence {
    use Rule::*;
    let sum = matches!(op, AtomicOp::FAdd);
    match (rule, unit) {
        (FlushIn | FlushOut, AmdUnit::LdsThroughFlat) => named(assume::AMD_FLAT_LDS.id),
        (FlushIn | FlushOut, AmdUnit::Gds) => named(assume::AMD_GDS_DENORMALS.id),
        (FlushIn, AmdUnit::Memory) if sum => {
            spec("AMD's RDNA3 chapter 13 and the denormal table of the RDNA3 ISA guide: adds in memory flush operands")
        }
        (FlushIn, _) => {
            spec("AMD's RDNA3 chapter 13 and the denormal table of the RDNA3 ISA guide: MODE.FP_DENORM, operands")
        }
        (FlushOut, AmdUnit::Memory) => named(assume::AMD_MEMORY_ADD_OUTPUT.id),
        (FlushOut, AmdUnit::Lds) => {
            spec("AMD's RDNA3 chapter 13: MODE.FP_DENORM, results").see(&[assume::AMD_LDS_OUTPUT_TININESS.id])
        }
        (Operation, _) if matches!(op, AtomicOp::UsubSat) => {
            spec("RDNA3 ISA guide, LDS and memory atomics").see(&[assume::AMD_CSUB_GLC.id])
        }
        (Operation, _) if op.is_float() => {
            spec("RDNA3 ISA guide, LDS and memory atomics; AMD's RDNA3 chapter 13").see(&[assume::AMD_MODE_IEEE.id])
        }
        (Operation | Returned | Roles, _) => spec("RDNA3 ISA guide, LDS and memory atomics"),
        (Round, _) => spec("AMD's RDNA3 chapter 13: nearest even, whatever MODE says"),
        (Nan, _) => spec("AMD's RDNA3 chapter 13").see(&[assume::AMD_INF_MINUS_INF.id]),
        (First, AmdUnit::Memory) if sum => named(assume::AMD_FIRST_OPERAND_MEMORY_ADD.id),
        (First, _) if sum => named(assume::AMD_FIRST_OPERAND_LDS_ADD.id),
        (First, AmdUnit::Memory) => named(assume::AMD_FIRST_OPERAND_MEMORY_MINMAX.id),
        (First, _) => named(assume::AMD_FIRST_OPERAND_LDS_MINMAX.id),
        (Signalling, _) => named(assume::AMD_MINMAX_SNAN.id),
        (BothNan, _) => named(assume::AMD_TWO_QUIET_NANS.id),
        (Zeros, _) => named(assume::AMD_MINMAX_ORDER.id),
        (Miss, _) => named(assume::AMD_CAS_FAIL_FLUSH.id),
        _ => spec("AMD's RDNA3 chapter 13, order of values and NaN rules"),
    }
}
