//! VOPD: two operations in one instruction, `v_dual_mul_f32 v0, v1, v2 :: v_dual_mov_b32 v3, v4`.
//!
//! The first operation is the row, the second is a field; so there is one row per first operation and shape of the second.
use super::draft::{Draft, own};
use super::shapes::{F32, In, PF};
use crate::fields::{WAVE32, leak};
use crate::operands::{Holds, Source, Unread, on_bus};
use isotope_table::*;
use std::sync::LazyLock;

/// The operand order of an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// `vdst, src0`
    One,
    /// `vdst, src0, vsrc1`
    Two,
    /// `vdst, src0, vsrc1` on pairs of f16.
    Pairs,
    /// `vdst, src0, literal, vsrc1`
    Middle,
    /// `vdst, src0, vsrc1, literal`
    Last,
}
const SHAPES: [Shape; 5] = [Shape::One, Shape::Two, Shape::Pairs, Shape::Middle, Shape::Last];

/// Opcodes; those from 16 on exist only as the second operation.
static OPS: [(u16, &str, Shape); 16] = [
    (0, "v_dual_fmac_f32", Shape::Two),
    (1, "v_dual_fmaak_f32", Shape::Last),
    (2, "v_dual_fmamk_f32", Shape::Middle),
    (3, "v_dual_mul_f32", Shape::Two),
    (4, "v_dual_add_f32", Shape::Two),
    (5, "v_dual_sub_f32", Shape::Two),
    (6, "v_dual_subrev_f32", Shape::Two),
    (7, "v_dual_mul_dx9_zero_f32", Shape::Two),
    (8, "v_dual_mov_b32", Shape::One),
    (9, "v_dual_cndmask_b32", Shape::Two),
    (10, "v_dual_max_f32", Shape::Two),
    (11, "v_dual_min_f32", Shape::Two),
    (12, "v_dual_dot2acc_f32_f16", Shape::Pairs),
    (16, "v_dual_add_nc_u32", Shape::Two),
    (17, "v_dual_lshlrev_b32", Shape::Two),
    (18, "v_dual_and_b32", Shape::Two),
];

/// The second destination. Its field is the register number with the lowest bit inverted: the encoding does not have that
/// bit, which is always the opposite of the first destination's.
struct Second;

impl Operand for Second {
    fn print(&self, cx: &Context, value: u64, literal: u64, out: &mut Line) {
        VGPR.print(cx, value ^ 1, literal, out);
    }
    fn parse(&self, cx: &Context, text: &str) -> Result<Read, &'static str> {
        let read = VGPR.parse(cx, text)?;
        Ok(Read { value: read.value ^ 1, ..read })
    }
    fn registers(&self, profile: Profiles, value: u64) -> Option<Run> {
        VGPR.registers(profile, value ^ 1)
    }
}
static VGPR: Source = Source { vector: 1, ..Source::NONE };

/// The register that an operation reads as third source, if any: the accumulator, or the addend of `fmamk`.
fn third(name: &str, [dst, src1]: [u64; 2]) -> Option<u64> {
    match name {
        "v_dual_fmac_f32" | "v_dual_dot2acc_f32_f16" => Some(dst),
        "v_dual_fmamk_f32" => Some(src1),
        _ => None,
    }
}

/// The register in the `vsrc1` field, if it is the second source.
fn second(inst: &Inst, name: &str, field: &str) -> Option<u64> {
    (name != "v_dual_fmamk_f32" && name != "v_dual_mov_b32").then(|| inst.get(field))
}

fn apart(a: Option<u64>, b: Option<u64>, banks: u64) -> bool {
    !matches!((a, b), (Some(a), Some(b)) if a % banks == b % banks)
}

fn names(inst: &Inst) -> [&'static str; 2] {
    [inst.form.mnemonic, inst.text(WAVE32, "opy")]
}

fn first_apart(inst: &Inst) -> bool {
    let [x, y] = ["src0x", "src0y"].map(|field| inst.get(field).checked_sub(256));
    apart(x, y, 4)
}

fn second_apart(inst: &Inst) -> bool {
    let [x, y] = names(inst);
    apart(second(inst, x, "vsrc1x"), second(inst, y, "vsrc1y"), 4)
}

fn third_apart(inst: &Inst) -> bool {
    let [x, y] = names(inst);
    // The field of the second destination has its lowest bit inverted.
    let destination = inst.get("vdsty") ^ 1;
    apart(third(x, [inst.get("vdstx"), inst.get("vsrc1x")]), third(y, [destination, inst.get("vsrc1y")]), 2)
}

/// Whether the operands fit the constant bus, which has two reads: each SGPR counts, and all literals count as one.
fn bus(inst: &Inst) -> bool {
    let mut seen: Vec<u64> = ["src0x", "src0y"].iter().map(|f| inst.get(f)).filter(|v| on_bus(*v)).collect();
    let [x, y] = names(inst);
    if [x, y].contains(&"v_dual_cndmask_b32") {
        seen.push(106);
    }
    if [x, y].iter().any(|n| matches!(*n, "v_dual_fmaak_f32" | "v_dual_fmamk_f32")) {
        seen.push(255);
    }
    seen.sort_unstable();
    seen.dedup();
    seen.len() <= 2
}

const RULES: &[Rule] = &[
    rule(true, "vdsty", |i| i.get("vdstx") & 1 == i.get("vdsty") & 1, "one destination must be even and the other odd"),
    rule(false, "src0y", first_apart, "the two `src0` must be in different banks: VGPR numbers modulo 4"),
    rule(false, "vsrc1y", second_apart, "the two `vsrc1` must be in different banks: VGPR numbers modulo 4"),
    rule(false, "vsrc1y", third_apart, "of the two third sources one must be even and the other odd"),
    rule(false, "src0y", bus, "at most two SGPRs and literals can be read"),
];

const fn rule(hard: bool, field: &'static str, holds: fn(&Inst) -> bool, what: &'static str) -> Rule {
    Rule {
        when: &[],
        need: Need::Holds(field, holds),
        hard,
        what,
        source: "RDNA3 ISA guide, 7.6 dual-issue rules; llvm-mc 19.1.7 and 22.1.8",
    }
}

/// One of the two operations: names of its fields and their lowest bits. If a literal is part of the instruction
/// (`fixed`), all sources read the same literal.
fn half(draft: &mut Draft, shape: Shape, fields: [&'static str; 3], at: [u16; 3], dst: Field, fixed: bool) {
    draft.text += dst.name;
    draft.fields.push(dst);
    // Here a constant fills both halves of a pair (as AMD's emulator rocjitsu reports from a gfx1100).
    let pairs = In { holds: Some(Holds::T16), spelled: Some(if fixed { Holds::F32 } else { Holds::T16 }), ..PF };
    let source = if shape == Shape::Pairs { pairs } else { F32 };
    draft.operand(own(fields[1], at[1], at[1] + 8, source.wide(true)));
    if shape == Shape::One {
        let unread = if at[2] == 9 { "unreadx" } else { "unready" };
        return draft.fields.push(own(unread, at[2], at[2] + 7, &Unread::VGPR));
    }
    if shape == Shape::Middle {
        draft.text += ", literal";
    }
    draft.operand(own(fields[2], at[2], at[2] + 7, &VGPR));
    if shape == Shape::Last {
        draft.text += ", literal";
    }
}

/// The second operations of each shape.
static SECOND: LazyLock<[(Shape, &'static Names); SHAPES.len()]> = LazyLock::new(|| {
    SHAPES.map(|shape| {
        let list: Vec<Name> = OPS.iter().filter(|o| o.2 == shape).map(|o| name(o.0.into(), o.1)).collect();
        (shape, leak(closed(list.leak())))
    })
});

pub(super) fn lots(lots: &mut Vec<Lot>) {
    for (op, first, x) in OPS.iter().filter(|o| o.0 < 16) {
        let opcode = Pattern::bits(26, 6, 0x32).and(Pattern::bits(22, 4, (*op).into()));
        let row = move |(y, names): &(Shape, &'static Names)| pair(opcode, first, [*x, *y], names);
        lots.push(Lot::new([Some(opcode), None], SHAPES.len(), move || SECOND.iter().map(row).collect()));
    }
}

fn pair(opcode: Pattern, first: &str, [x, y]: [Shape; 2], names: &'static Names) -> Row {
    let fixed = [x, y].iter().any(|s| matches!(s, Shape::Middle | Shape::Last));
    let mut draft = Draft::new([first, ""], opcode, if fixed { 96 } else { 64 });
    draft.text += " ";
    half(&mut draft, x, ["vdstx", "src0x", "vsrc1x"], [56, 0, 9], own("vdstx", 56, 63, &VGPR), fixed);
    draft.text += " :: opy ";
    draft.fields.push(Field::new("opy", 17, 21, FieldKind::Names(names)));
    let vdsty = own("vdsty", 56, 56, &Second).high(49, 55);
    half(&mut draft, y, ["vdsty", "src0y", "vsrc1y"], [49, 32, 41], vdsty, fixed);
    draft.fields.push(own("literal", 64, 95, F32.constant()));
    Row { profiles: WAVE32, legal: &[RULES], ..draft.row(Vec::new()) }
}
