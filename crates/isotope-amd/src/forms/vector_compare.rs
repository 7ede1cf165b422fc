//! VOPC: comparisons. The opcodes of each type enumerate the conditions; those that write EXEC follow at 0x80.
use super::shapes::{CLAMP, F16, F32, F64, I16, I32, I64, In, L16, Op, Out, S64};
use super::vector::Short;
use isotope_table::Lot;

static FLOAT: [&str; 16] =
    ["f", "lt", "eq", "le", "gt", "lg", "ge", "o", "u", "nge", "nlg", "ngt", "nle", "neq", "nlt", "t"];
static INTEGER: [&str; 8] = ["f", "lt", "eq", "le", "gt", "ne", "ge", "t"];

/// First opcode, type, operands; 16-bit integers lack the conditions `f` and `t`.
static TYPES: [(u16, &str, &[In]); 9] = [
    (0x00, "f16", &[F16, F16]),
    (0x10, "f32", &[F32, F32]),
    (0x20, "f64", &[F64, F64]),
    (0x30, "i16", &[I16, I16]),
    (0x38, "u16", &[I16, I16]),
    (0x40, "i32", &[I32, I32]),
    (0x48, "u32", &[I32, I32]),
    (0x50, "i64", &[S64, S64]),
    (0x58, "u64", &[I64, I64]),
];
/// Opcode, type, operands. The class mask has 32 bits, and 16 bits for f16.
static CLASSES: [(u16, &str, &[In]); 3] =
    [(0x7d, "f16", &[F16, L16]), (0x7e, "f32", &[F32, I32]), (0x7f, "f64", &[F64, I32])];

pub(super) fn lots(lots: &mut Vec<Lot>) {
    for (first, dst, stem) in [(0, Out::Lanes, "v_cmp"), (0x80, Out::Exec, "v_cmpx")] {
        let mut add = |op: u16, condition: &'static str, of: &'static str, src: &'static [In], flags: u16| {
            let compare = Op { op: first + op, name: "", dst, src, flags };
            let name = move || -> &'static str { format!("{stem}_{condition}_{of}").leak() };
            lots.push(compare.short_named(Short::Vopc, name));
        };
        for (base, of, src) in TYPES {
            let float = of.starts_with('f');
            let conditions: &'static [&str] = if float { &FLOAT } else { &INTEGER };
            for (i, condition) in conditions.iter().enumerate() {
                if !of.ends_with("16") || float || !matches!(*condition, "f" | "t") {
                    add(base + i as u16, condition, of, src, if float { CLAMP } else { 0 });
                }
            }
        }
        for (op, of, src) in CLASSES {
            add(op, "class", of, src, 0);
        }
    }
}
