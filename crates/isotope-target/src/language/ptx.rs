//! PTX: `atom` and `red`, spelled as in PTX. Order, scope and cache modifiers are accepted where PTX has them and do not change the value.

use isotope_op::atomic::{AtomicOp, Packing, Size};
use isotope_op::claim::Language as Whose;
use isotope_op::float::Flush;

use super::{Floats, Language, PLAIN, ParsedOperation, Type, TypeKind, no_options, one_of, packed, ty, typed};
use crate::operation::Gives;

pub(super) const LANGUAGE: Language = Language {
    name: "ptx",
    what: "PTX: atom and red on scalars and pairs",
    example: "ptx:atom.add.noftz.f16x2",
    read,
    all,
};

const fn unsigned(name: &'static str, size: Size) -> Type {
    ty(name, size, TypeKind::Unsigned)
}
const fn signed(name: &'static str, size: Size) -> Type {
    ty(name, size, TypeKind::Signed)
}
const fn bits(name: &'static str, size: Size) -> Type {
    ty(name, size, TypeKind::Word)
}

const BITS: &[Type] = &[bits("b32", Size::B32), bits("b64", Size::B64)];
const CAS: &[Type] = &[bits("b16", Size::B16), bits("b32", Size::B32), bits("b64", Size::B64)];
const COUNT: &[Type] = &[unsigned("u32", Size::B32)];
const ORDERED: &[Type] =
    &[unsigned("u32", Size::B32), unsigned("u64", Size::B64), signed("s32", Size::B32), signed("s64", Size::B64)];
const SUMS: &[Type] = &[
    unsigned("u32", Size::B32),
    unsigned("u64", Size::B64),
    signed("s32", Size::B32),
    ty("f16", Size::B16, TypeKind::Float),
    packed("f16x2", Size::B32, Packing::Pair16),
    packed("bf16", Size::B16, Packing::Brain),
    packed("bf16x2", Size::B32, Packing::Brains),
    ty("f32", Size::B32, TypeKind::Float),
    ty("f64", Size::B64, TypeKind::Float),
];

/// Operation on unsigned numbers or bits, on signed ones, on floats; its types; and whether `red` has it.
type PtxEntry = ([AtomicOp; 3], &'static [Type], bool);

#[rustfmt::skip]
const WORDS: &[(&str, PtxEntry)] = &[
    ("and", ([AtomicOp::And; 3], BITS, true)),
    ("or", ([AtomicOp::Or; 3], BITS, true)),
    ("xor", ([AtomicOp::Xor; 3], BITS, true)),
    ("cas", ([AtomicOp::Cas; 3], CAS, false)),
    ("exch", ([AtomicOp::Xchg; 3], BITS, false)),
    ("add", ([AtomicOp::Add, AtomicOp::Add, AtomicOp::FAdd], SUMS, true)),
    ("inc", ([AtomicOp::UincWrap; 3], COUNT, true)),
    ("dec", ([AtomicOp::UdecWrap; 3], COUNT, true)),
    ("min", ([AtomicOp::Umin, AtomicOp::Smin, AtomicOp::FMin], ORDERED, true)),
    ("max", ([AtomicOp::Umax, AtomicOp::Smax, AtomicOp::FMax], ORDERED, true)),
];

/// Modifiers between the instruction and its operation: order and scope. They do not change the value.
const ORDER: [&str; 8] = ["relaxed", "acquire", "release", "acq_rel", "cta", "cluster", "gpu", "sys"];

fn read(text: &str, mode: &str) -> Result<ParsedOperation, String> {
    no_options(mode)?;
    let mut words = text.split('.').collect::<Vec<_>>();
    let instruction = words.remove(0);
    if !matches!(instruction, "atom" | "red") {
        return Err(format!("expected atom.OP.TYPE or red.OP.TYPE, such as atom.add.u32, found `{text}`"));
    }
    words.retain(|word| !ORDER.contains(word));
    let space =
        words.first().copied().filter(|word| matches!(*word, "global" | "shared" | "shared::cta" | "shared::cluster"));
    words.drain(..usize::from(space.is_some()));
    let noftz = words.contains(&"noftz");
    words.retain(|word| *word != "noftz");
    let [op, name] = words[..] else {
        let vector = words.iter().any(|word| matches!(*word, "v2" | "v4" | "v8"));
        let why = if vector { "; vectors are several operations, each of which has a name" } else { "" };
        return Err(format!("expected {instruction}[.SPACE].OP[.noftz].TYPE, found `{text}`{why}"));
    };
    let &(ops, types, reduces) = one_of(WORDS, op, instruction)?;
    if instruction == "red" && !reduces {
        return Err(format!("`red` has no .{op}: it gives nothing back; there is `atom.{op}`"));
    }
    if name == "b128" && matches!(op, "cas" | "exch") {
        return Err(format!("`{text}`: operations have at most 64 bits here"));
    }
    if matches!(op, "min" | "max") && matches!(name, "f16" | "f16x2" | "bf16" | "bf16x2") {
        return Err(format!("`{text}`: PTX has .{op} of {name} in vectors alone (.v2, .v4, .v8), which are not here"));
    }
    let ty = typed(types, name, &format!("{instruction}.{op}"))?;
    let half = ty.kind == TypeKind::Float && ty.size != Size::B64 && ty.name != "f32";
    if half != noftz {
        return Err(if half {
            format!("`{text}`: PTX asks for .noftz on {name}: {instruction}.{op}.noftz.{name}")
        } else {
            format!("`{text}`: .noftz is for f16, f16x2, bf16 and bf16x2")
        });
    }
    let flush = match (ty.name, space) {
        ("f32", Some("global")) => Flush::Zero,
        ("f32", None) => {
            return Err(format!(
                "`{text}` flushes subnormals in global memory and keeps them in shared memory: say which, \
                 {instruction}.global.{op}.f32 or {instruction}.shared.{op}.f32"
            ));
        }
        _ => Flush::Keep,
    };
    let space = space.filter(|_| ty.name == "f32").map_or(String::new(), |space| format!(".{space}"));
    let row = format!("{instruction}{space}.{op}{}.{name}", if noftz { ".noftz" } else { "" });
    Ok(ParsedOperation {
        op: ops[ty.slot()],
        ty,
        whose: Whose::Ptx,
        float: Floats { flush, ..PLAIN },
        gives: if instruction == "red" { Gives::Nothing(row.replacen("red", "atom", 1)) } else { Gives::Back },
        row,
        source: "PTX ISA 9.0, atom, red",
    })
}

fn all() -> Vec<String> {
    let mut all = Vec::new();
    for instruction in ["atom", "red"] {
        for (op, (_, types, _)) in WORDS.iter().filter(|(_, (.., reduces))| *reduces || instruction == "atom") {
            for ty in *types {
                let name = ty.name;
                match (ty.kind, name) {
                    (_, "f32") => {
                        all.extend(["global", "shared"].map(|space| format!("{instruction}.{space}.{op}.f32")));
                    }
                    (TypeKind::Float, "f64") | (TypeKind::Word | TypeKind::Unsigned | TypeKind::Signed, _) => {
                        all.push(format!("{instruction}.{op}.{name}"));
                    }
                    (TypeKind::Float, _) => all.push(format!("{instruction}.{op}.noftz.{name}")),
                }
            }
        }
    }
    all
}
