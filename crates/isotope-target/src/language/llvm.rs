//! LLVM IR: `atomicrmw.OP.TYPE` and `cmpxchg.TYPE`, types as in the names of intrinsics.

use isotope_op::atomic::{AtomicOp, Packing, Size};
use isotope_op::claim::Language as Whose;
use isotope_op::float::{OneNan, ZeroOrder};

use super::{
    Floats, INTEGERS, Language, PLAIN, ParsedOperation, Type, TypeKind, no_options, one_of, packed, ty, typed,
};
use crate::operation::Gives;

pub(super) const LANGUAGE: Language = Language {
    name: "llvm",
    what: "LLVM IR: atomicrmw and cmpxchg, in the default floating-point environment",
    example: "llvm:atomicrmw.fmax.f32",
    read,
    all,
};

const FLOATS: &[Type] = &[
    ty("f16", Size::B16, TypeKind::Float),
    packed("bf16", Size::B16, Packing::Brain),
    ty("f32", Size::B32, TypeKind::Float),
    ty("f64", Size::B64, TypeKind::Float),
    packed("v2f16", Size::B32, Packing::Pair16),
    packed("v2bf16", Size::B32, Packing::Brains),
];

/// The operation of a name after `atomicrmw`, and whether release 19 has it.
struct RmwEntry {
    op: AtomicOp,
    in_19: bool,
    floats: Floats,
}

const fn word(op: AtomicOp) -> RmwEntry {
    RmwEntry { op, in_19: true, floats: PLAIN }
}

const fn later(op: AtomicOp) -> RmwEntry {
    RmwEntry { in_19: false, ..word(op) }
}

/// A NaN and a number give the number, and -0 is below +0.
const fn maximumnum(op: AtomicOp) -> RmwEntry {
    RmwEntry { floats: Floats { zero: ZeroOrder::Signed, ..PLAIN }, ..later(op) }
}

/// A NaN operand gives a NaN, and -0 is below +0.
const fn maximum(op: AtomicOp) -> RmwEntry {
    RmwEntry { floats: Floats { one: OneNan::Nan, zero: ZeroOrder::Signed, ..PLAIN }, ..later(op) }
}

#[rustfmt::skip]
const WORDS: &[(&str, RmwEntry)] = &[
    ("xchg", word(AtomicOp::Xchg)),
    ("add", word(AtomicOp::Add)),
    ("sub", word(AtomicOp::Sub)),
    ("and", word(AtomicOp::And)),
    ("nand", word(AtomicOp::Nand)),
    ("or", word(AtomicOp::Or)),
    ("xor", word(AtomicOp::Xor)),
    ("max", word(AtomicOp::Smax)),
    ("min", word(AtomicOp::Smin)),
    ("umax", word(AtomicOp::Umax)),
    ("umin", word(AtomicOp::Umin)),
    ("fadd", word(AtomicOp::FAdd)),
    ("fsub", word(AtomicOp::FSub)),
    ("fmax", word(AtomicOp::FMax)),
    ("fmin", word(AtomicOp::FMin)),
    ("fmaximum", maximum(AtomicOp::FMax)),
    ("fminimum", maximum(AtomicOp::FMin)),
    ("fmaximumnum", maximumnum(AtomicOp::FMax)),
    ("fminimumnum", maximumnum(AtomicOp::FMin)),
    ("uinc_wrap", word(AtomicOp::UincWrap)),
    ("udec_wrap", word(AtomicOp::UdecWrap)),
    ("usub_cond", later(AtomicOp::UsubCond)),
    ("usub_sat", later(AtomicOp::UsubSat)),
];

fn read(text: &str, mode: &str) -> Result<ParsedOperation, String> {
    no_options(mode)?;
    let (op, types, name, in_19, float) = match text.split('.').collect::<Vec<_>>()[..] {
        ["atomicrmw", op, name] => {
            let word = one_of(WORDS, op, "atomicrmw")?;
            let types = if word.op.is_float() { FLOATS } else { INTEGERS };
            // An exchange also accepts floats, as bits.
            let types =
                if word.op == AtomicOp::Xchg && FLOATS.iter().any(|ty| ty.name == name) { FLOATS } else { types };
            (word.op, types, name, word.in_19, word.floats)
        }
        ["cmpxchg", name] => (AtomicOp::Cas, INTEGERS, name, true, PLAIN),
        _ => {
            return Err(format!(
                "expected atomicrmw.OP.TYPE or cmpxchg.TYPE, such as atomicrmw.fmax.f32, found `{text}`"
            ));
        }
    };
    let ty = typed(types, name, text.rsplit_once('.').map_or(text, |(op, _)| op))?;
    Ok(ParsedOperation {
        op,
        ty,
        whose: Whose::Llvm { in_19 },
        float,
        row: text.into(),
        source: if in_19 { "LangRef of LLVM 19" } else { "LangRef after LLVM 19" },
        gives: Gives::Back,
    })
}

fn all() -> Vec<String> {
    let mut all = Vec::new();
    for (name, word) in WORDS {
        let types = if word.op.is_float() { FLOATS } else { INTEGERS };
        all.extend(types.iter().map(|ty| format!("atomicrmw.{name}.{}", ty.name)));
    }
    all.extend(INTEGERS.iter().map(|ty| format!("cmpxchg.{}", ty.name)));
    all
}
