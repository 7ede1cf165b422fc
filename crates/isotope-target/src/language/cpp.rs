//! C++: member functions of `std::atomic_ref<T>`, which `std::atomic<T>` has as well, with the type after the name.

use isotope_op::atomic::{AtomicOp, Packing, Size};
use isotope_op::claim::Language as Whose;
use isotope_op::float::{OneNan, ZeroOrder};

use super::{
    Floats, Language, PLAIN, ParsedOperation, Type, TypeKind, denorms, no_options, one_of, packed, ty, typed,
    with_denorms,
};
use crate::operation::Gives;

pub(super) const LANGUAGE: Language = Language {
    name: "cpp",
    what: "C++: members of std::atomic_ref and std::atomic, minimum and maximum of floats by C++26",
    example: "cpp:fetch_max.float",
    read,
    all,
};

const INTEGERS: &[Type] = &[
    ty("int8_t", Size::B8, TypeKind::Signed),
    ty("uint8_t", Size::B8, TypeKind::Unsigned),
    ty("int16_t", Size::B16, TypeKind::Signed),
    ty("uint16_t", Size::B16, TypeKind::Unsigned),
    ty("int32_t", Size::B32, TypeKind::Signed),
    ty("uint32_t", Size::B32, TypeKind::Unsigned),
    ty("int64_t", Size::B64, TypeKind::Signed),
    ty("uint64_t", Size::B64, TypeKind::Unsigned),
];

const FLOATS: &[Type] = &[
    ty("float16_t", Size::B16, TypeKind::Float),
    packed("bfloat16_t", Size::B16, Packing::Brain),
    ty("float", Size::B32, TypeKind::Float),
    ty("double", Size::B64, TypeKind::Float),
];

/// Operation on unsigned numbers, on signed ones, on floats (if there is one), and its float rules.
type Ops = ([Option<AtomicOp>; 3], Floats);

const fn integers(op: AtomicOp) -> Ops {
    ([Some(op), Some(op), None], PLAIN)
}

const fn bits(op: AtomicOp) -> Ops {
    ([Some(op); 3], PLAIN)
}

const fn sum(int: AtomicOp, float: AtomicOp) -> Ops {
    ([Some(int), Some(int), Some(float)], PLAIN)
}

const fn floats(op: AtomicOp, one: OneNan) -> Ops {
    ([None, None, Some(op)], Floats { one, zero: ZeroOrder::Signed, ..PLAIN })
}

/// A NaN and a number may give either of them, and so may two zeros.
const EITHER: Floats = Floats { one: OneNan::Either, ..PLAIN };

#[rustfmt::skip]
const WORDS: &[(&str, Ops)] = &[
    ("add", sum(AtomicOp::Add, AtomicOp::FAdd)),
    ("sub", sum(AtomicOp::Sub, AtomicOp::FSub)),
    ("and", integers(AtomicOp::And)),
    ("or", integers(AtomicOp::Or)),
    ("xor", integers(AtomicOp::Xor)),
    ("max", ([Some(AtomicOp::Umax), Some(AtomicOp::Smax), Some(AtomicOp::FMax)], EITHER)),
    ("min", ([Some(AtomicOp::Umin), Some(AtomicOp::Smin), Some(AtomicOp::FMin)], EITHER)),
    ("fmaximum", floats(AtomicOp::FMax, OneNan::Nan)),
    ("fminimum", floats(AtomicOp::FMin, OneNan::Nan)),
    ("fmaximum_num", floats(AtomicOp::FMax, OneNan::Number)),
    ("fminimum_num", floats(AtomicOp::FMin, OneNan::Number)),
];

/// Operations for all types: an exchange moves bits, and a comparison compares the value representation, not values.
const WHOLE: &[(&str, Ops)] = &[("exchange", bits(AtomicOp::Xchg)), ("compare_exchange_strong", bits(AtomicOp::Cas))];

fn function(name: &str) -> Result<(Ops, bool), String> {
    if let Some((_, ops)) = WHOLE.iter().find(|(whole, _)| *whole == name) {
        return Ok((*ops, true));
    }
    if name == "compare_exchange_weak" {
        return Err(format!("`{name}` may fail without a reason: ask for compare_exchange_strong"));
    }
    let (word, back) = match (name.strip_prefix("fetch_"), name.strip_prefix("store_")) {
        (Some(word), _) => (word, true),
        (_, Some(word)) => (word, false),
        _ => {
            return Err(format!(
                "expected fetch_OP.TYPE, store_OP.TYPE, exchange.TYPE or compare_exchange_strong.TYPE, such as \
                 fetch_max.float, found `{name}`"
            ));
        }
    };
    Ok((*one_of(WORDS, word, if back { "fetch" } else { "store" })?, back))
}

fn types((ops, _): Ops) -> impl Iterator<Item = Type> {
    let of = move |ty: &Type| ops[ty.slot()].is_some();
    INTEGERS.iter().chain(FLOATS).copied().filter(of)
}

fn read(text: &str, mode: &str) -> Result<ParsedOperation, String> {
    let Some((name, type_name)) = text.rsplit_once('.') else {
        return Err(format!("expected FUNCTION.TYPE such as fetch_max.float, found `{text}`"));
    };
    let (ops, back) = function(name)?;
    let ty = typed(&types(ops).collect::<Vec<_>>(), type_name, name)?;
    let op = ops.0[ty.slot()].unwrap_or(AtomicOp::Xchg);
    let sum = matches!(op, AtomicOp::FAdd | AtomicOp::FSub);
    let flush = match sum.then(|| denorms(text, mode)).transpose()? {
        Some(Some(flush)) => flush,
        Some(None) => {
            return Err(format!(
                "`{text}` leaves subnormals to the implementation, whose floating-point environment it has: add \
                 `,denorms=kept` or `,denorms=flushed`"
            ));
        }
        None => {
            no_options(mode)?;
            PLAIN.flush
        }
    };
    Ok(ParsedOperation {
        op,
        ty,
        whose: Whose::Cpp,
        float: Floats { flush, ..ops.1 },
        row: text.into(),
        source: match (ty.kind, op) {
            (_, AtomicOp::Xchg | AtomicOp::Cas) => "C++ working draft, [atomics.ref.ops]",
            (TypeKind::Float, _) => "C++ working draft, [atomics.ref.float]",
            _ => "C++ working draft, [atomics.ref.int]",
        },
        gives: if back { Gives::Back } else { Gives::Nothing(text.replacen("store", "fetch", 1)) },
    })
}

fn all() -> Vec<String> {
    let mut all = Vec::new();
    let members = WORDS.iter().flat_map(|(word, ops)| ["fetch", "store"].map(|how| (format!("{how}_{word}"), ops)));
    for (name, ops) in members.chain(WHOLE.iter().map(|(name, ops)| (name.to_string(), ops))) {
        for ty in types(*ops) {
            let plain = format!("{name}.{}", ty.name);
            match ops.0[ty.slot()] {
                Some(AtomicOp::FAdd | AtomicOp::FSub) => all.extend(with_denorms(&plain)),
                _ => all.push(plain),
            }
        }
    }
    all
}
