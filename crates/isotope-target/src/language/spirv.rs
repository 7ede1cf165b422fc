//! SPIR-V: the atomic instructions, with their result type after the name. Where the specification leaves floats to the environment,
//! OpenCL's rules apply.

use isotope_op::atomic::{AtomicOp, Size};
use isotope_op::claim::Language as Whose;

use super::{
    Floats, INTEGERS, Language, PLAIN, ParsedOperation, Type, TypeKind, flush_of, one_of, ty, typed, with_denorms,
};
use crate::operation::Gives;

pub(super) const LANGUAGE: Language = Language {
    name: "spirv",
    what: "SPIR-V: atomic instructions, floats by EXT extensions",
    example: "spirv:OpAtomicFMaxEXT.f32",
    read,
    all,
};

const FLOATS: &[Type] = &[
    ty("f16", Size::B16, TypeKind::Float),
    ty("f32", Size::B32, TypeKind::Float),
    ty("f64", Size::B64, TypeKind::Float),
];

const WORDS: &[(&str, AtomicOp)] = &[
    ("OpAtomicExchange", AtomicOp::Xchg),
    ("OpAtomicCompareExchange", AtomicOp::Cas),
    ("OpAtomicIIncrement", AtomicOp::Inc),
    ("OpAtomicIDecrement", AtomicOp::Dec),
    ("OpAtomicIAdd", AtomicOp::Add),
    ("OpAtomicISub", AtomicOp::Sub),
    ("OpAtomicSMin", AtomicOp::Smin),
    ("OpAtomicUMin", AtomicOp::Umin),
    ("OpAtomicSMax", AtomicOp::Smax),
    ("OpAtomicUMax", AtomicOp::Umax),
    ("OpAtomicAnd", AtomicOp::And),
    ("OpAtomicOr", AtomicOp::Or),
    ("OpAtomicXor", AtomicOp::Xor),
    ("OpAtomicFAddEXT", AtomicOp::FAdd),
    ("OpAtomicFMinEXT", AtomicOp::FMin),
    ("OpAtomicFMaxEXT", AtomicOp::FMax),
];

fn read(text: &str, mode: &str) -> Result<ParsedOperation, String> {
    let Some((instruction, name)) = text.split_once('.') else {
        return Err(format!("expected INSTRUCTION.TYPE such as OpAtomicIAdd.i32, found `{text}`"));
    };
    match instruction {
        "OpAtomicFlagTestAndSet" | "OpAtomicFlagClear" => {
            return Err(format!("`{instruction}`: which bits a flag that is set has in memory is open"));
        }
        "OpAtomicCompareExchangeWeak" => {
            return Err(format!("`{instruction}` means what OpAtomicCompareExchange means: ask for that"));
        }
        "OpAtomicLoad" | "OpAtomicStore" => {
            return Err(format!("`{instruction}` reads or writes, and computes nothing"));
        }
        _ => {}
    }
    let &op = one_of(WORDS, instruction, "SPIR-V")?;
    let exchanged = op == AtomicOp::Xchg && FLOATS.iter().any(|ty| ty.name == name);
    let ty = typed(if op.is_float() || exchanged { FLOATS } else { INTEGERS }, name, instruction)?;
    let flush = flush_of(op, ty, text, mode)?;
    Ok(ParsedOperation {
        op,
        ty,
        whose: Whose::Spirv,
        float: Floats { flush, ..PLAIN },
        row: text.into(),
        source: match op {
            AtomicOp::FAdd => "SPV_EXT_shader_atomic_float_add",
            AtomicOp::FMin | AtomicOp::FMax => "SPV_EXT_shader_atomic_float_min_max",
            _ => "SPIR-V specification, atomic instructions",
        },
        gives: Gives::Back,
    })
}

fn all() -> Vec<String> {
    let mut all = Vec::new();
    for (name, op) in WORDS {
        for ty in if op.is_float() { FLOATS } else { INTEGERS } {
            let plain = format!("{name}.{}", ty.name);
            match (op, ty.size) {
                (AtomicOp::FAdd, Size::B16 | Size::B32) => all.extend(with_denorms(&plain)),
                _ => all.push(plain),
            }
        }
    }
    all
}
