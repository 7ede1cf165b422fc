//! OpenCL C: `atomic_*` of OpenCL C 1 and `atomic_fetch_*` of later versions, with the type of the memory object after the name.

use isotope_op::atomic::{AtomicOp, Size};
use isotope_op::claim::Language as Whose;

use super::{Floats, Language, PLAIN, ParsedOperation, Type, TypeKind, flush_of, one_of, ty, typed, with_denorms};
use crate::operation::Gives;

pub(super) const LANGUAGE: Language = Language {
    name: "opencl",
    what: "OpenCL C: atomic functions, on floats by cl_ext_float_atomics",
    example: "opencl:atomic_fetch_max.float",
    read,
    all,
};

const INT: Type = ty("int", Size::B32, TypeKind::Signed);
const UINT: Type = ty("uint", Size::B32, TypeKind::Unsigned);
const LONG: Type = ty("long", Size::B64, TypeKind::Signed);
const ULONG: Type = ty("ulong", Size::B64, TypeKind::Unsigned);
const HALF: Type = ty("half", Size::B16, TypeKind::Float);
const FLOAT: Type = ty("float", Size::B32, TypeKind::Float);
const DOUBLE: Type = ty("double", Size::B64, TypeKind::Float);

const NARROW: &[Type] = &[INT, UINT];
const WIDE: &[Type] = &[LONG, ULONG];
const INTEGERS: &[Type] = &[INT, UINT, LONG, ULONG];
const ALL: &[Type] = &[INT, UINT, LONG, ULONG, HALF, FLOAT, DOUBLE];

/// Operation on unsigned numbers, on signed ones, on floats.
type Ops = [AtomicOp; 3];
const ADD: Ops = [AtomicOp::Add, AtomicOp::Add, AtomicOp::FAdd];
const SUB: Ops = [AtomicOp::Sub, AtomicOp::Sub, AtomicOp::FSub];
const MIN: Ops = [AtomicOp::Umin, AtomicOp::Smin, AtomicOp::FMin];
const MAX: Ops = [AtomicOp::Umax, AtomicOp::Smax, AtomicOp::FMax];

/// OpenCL C 1: the name after `atomic_`, or after `atom_` if the extensions for 64 bits have it.
const OLD: &[(&str, Ops)] = &[
    ("add", ADD),
    ("sub", SUB),
    ("xchg", [AtomicOp::Xchg; 3]),
    ("inc", [AtomicOp::Inc; 3]),
    ("dec", [AtomicOp::Dec; 3]),
    ("cmpxchg", [AtomicOp::Cas; 3]),
    ("min", MIN),
    ("max", MAX),
    ("and", [AtomicOp::And; 3]),
    ("or", [AtomicOp::Or; 3]),
    ("xor", [AtomicOp::Xor; 3]),
];

/// Later versions.
const NEW: &[(&str, (Ops, &[Type]))] = &[
    ("atomic_fetch_add", (ADD, ALL)),
    ("atomic_fetch_sub", (SUB, ALL)),
    ("atomic_fetch_min", (MIN, ALL)),
    ("atomic_fetch_max", (MAX, ALL)),
    ("atomic_fetch_and", ([AtomicOp::And; 3], INTEGERS)),
    ("atomic_fetch_or", ([AtomicOp::Or; 3], INTEGERS)),
    ("atomic_fetch_xor", ([AtomicOp::Xor; 3], INTEGERS)),
    ("atomic_exchange", ([AtomicOp::Xchg; 3], ALL)),
    ("atomic_compare_exchange_strong", ([AtomicOp::Cas; 3], INTEGERS)),
];

/// The operations of a function and the types that it has.
fn function(name: &str) -> Result<(Ops, &'static [Type], bool), String> {
    // The order and scope of a call do not change the value.
    let plain = name.strip_suffix("_explicit").unwrap_or(name);
    if let Some((_, (ops, types))) = NEW.iter().find(|(new, _)| *new == plain) {
        return Ok((*ops, types, false));
    }
    match name {
        "atomic_compare_exchange_weak" | "atomic_compare_exchange_weak_explicit" => {
            return Err(format!("`{name}` may fail without a reason: ask for atomic_compare_exchange_strong"));
        }
        "atomic_flag_test_and_set" | "atomic_flag_test_and_set_explicit" => {
            return Err(format!("`{name}`: which bits a flag that is set has in memory is open"));
        }
        _ => {}
    }
    let (word, types) = match (name.strip_prefix("atomic_"), name.strip_prefix("atom_")) {
        (Some("xchg"), _) => ("xchg", &[INT, UINT, FLOAT] as &[Type]),
        (Some(word), _) => (word, NARROW),
        (_, Some(word)) => (word, WIDE),
        _ => return Err(format!("expected FUNCTION.TYPE such as atomic_fetch_add.uint, found `{name}`")),
    };
    let ops = one_of(OLD, word, name.split_inclusive('_').next().unwrap_or(name)).map_err(|e| {
        let new: Vec<_> = NEW.iter().map(|(name, _)| *name).collect();
        format!("{e}; of OpenCL C 2: {}", new.join(", "))
    })?;
    Ok((*ops, types, true))
}

fn read(text: &str, mode: &str) -> Result<ParsedOperation, String> {
    let Some((name, type_name)) = text.split_once('.') else {
        return Err(format!("expected FUNCTION.TYPE such as atomic_fetch_add.uint, found `{text}`"));
    };
    let (ops, types, old) = function(name)?;
    let ty = typed(types, type_name, name)?;
    let op = ops[ty.slot()];
    let flush = flush_of(op, ty, text, mode)?;
    Ok(ParsedOperation {
        op,
        ty,
        whose: Whose::OpenCl { old },
        float: Floats { flush, ..PLAIN },
        row: text.into(),
        source: match (op.is_float(), old) {
            (true, _) => "OpenCL extension cl_ext_float_atomics",
            (_, true) => "OpenCL C, atomic functions of OpenCL C 1",
            (_, false) => "OpenCL C, atomic functions",
        },
        gives: Gives::Back,
    })
}

fn all() -> Vec<String> {
    let mut all = Vec::new();
    for (word, _) in OLD {
        let xchg = *word == "xchg";
        let types = NARROW.iter().chain(xchg.then_some(&FLOAT));
        all.extend(types.map(|ty| format!("atomic_{word}.{}", ty.name)));
        all.extend(WIDE.iter().map(|ty| format!("atom_{word}.{}", ty.name)));
    }
    for (name, (ops, types)) in NEW {
        for ty in *types {
            let plain = format!("{name}.{}", ty.name);
            match (ops[2], ty) {
                (AtomicOp::FAdd | AtomicOp::FSub, &HALF | &FLOAT) => all.extend(with_denorms(&plain)),
                _ => all.push(plain),
            }
        }
    }
    all
}
