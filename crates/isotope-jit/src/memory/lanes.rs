//! Lanes one after the other: loops over executing lanes, and the values that these loops carry.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value, types};
use cranelift_frontend::FunctionBuilder;
use isotope_ir::effect::LANES;

use super::Places;
use crate::code::{Emit, ins};
use crate::segment::Span;
use crate::unit::Writer;

/// A lane, or the first of several.
#[derive(Clone, Copy)]
pub(crate) struct Lane {
    /// Byte offset of the lane within vectors, added to the address of the frame.
    pub frame: Value,
    /// The same added to the address of the registers, if it is at hand.
    pub registers: Option<Value>,
}

impl Lane {
    /// The lane at a byte offset within vectors.
    pub(crate) fn at(w: &Writer<'_, '_, '_>, at: Value) -> Lane {
        Lane { frame: ins!(w.emit, iadd(w.frame, at)), registers: Some(ins!(w.emit, iadd(w.registers, at))) }
    }

    /// Byte offset within vectors.
    pub(crate) fn bytes(self, w: &Writer<'_, '_, '_>) -> Value {
        ins!(w.emit, isub(self.frame, w.frame))
    }

    pub(crate) fn registers(self, w: &Writer<'_, '_, '_>) -> Value {
        self.registers.unwrap_or_else(|| ins!(w.emit, iadd(w.registers, self.bytes(w))))
    }

    /// The lane that follows after `lanes` lanes.
    pub(crate) fn behind(self, w: &Writer<'_, '_, '_>, lanes: u32) -> Lane {
        let further = |from: Value| ins!(w.emit, iadd_imm_s(from, i64::from(4 * lanes)));
        Lane { frame: further(self.frame), registers: self.registers.map(further) }
    }
}

/// Lanes that a loop iteration serves.
const AT_ONCE: u32 = 4;

/// Serves four lanes, the lowest first, each with its address; returns the or of the bits that `one` returns.
pub(super) fn four_lanes(
    w: &Writer<'_, '_, '_>,
    places: Places,
    first: Lane,
    one: impl Fn(Lane, Value) -> Option<Value>,
) -> Option<Value> {
    let mut all = None;
    for lane in (0..AT_ONCE).map(|lane| first.behind(w, lane)) {
        if let Some(bits) = one(lane, places.at(w, lane)) {
            all = Some(together(w.emit, all, bits));
        }
    }
    all
}

/// The same as a loop, for long code that seldom runs.
pub(super) fn one_after_another(
    w: &Writer<'_, '_, '_>,
    places: Places,
    first: Lane,
    sums: Option<()>,
    one: impl Fn(Lane, Value) -> Option<Value>,
) -> Option<Value> {
    let e = w.emit;
    let [again, done] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
    let end = first.behind(w, AT_ONCE).frame;
    let first = Around { lane: first, sum: sums.map(|()| e.int(types::I32, 0)) };
    first.jump(e, again);
    let around = first.begin(e, again);
    let bits = one(around.lane, places.at(w, around.lane));
    let sum = around.with(e, bits).sum;
    let next = Around { lane: around.lane.behind(w, 1), sum };
    let ended = ins!(e, icmp(IntCC::Equal, next.lane.frame, end));
    e.with(|b| b.ins().brif(ended, done, &[], again, &next.args()));
    e.with(|b| b.switch_to_block(done));
    sum
}

/// Values that a loop over lanes carries.
#[derive(Clone, Copy)]
pub(super) struct Around {
    pub lane: Lane,
    /// The or of the bits of lanes so far.
    pub sum: Option<Value>,
}

impl Around {
    fn args(&self) -> Vec<BlockArg> {
        [Some(self.lane.frame), self.lane.registers, self.sum].into_iter().flatten().map(Into::into).collect()
    }

    fn jump(&self, e: &Emit<'_>, to: Block) {
        e.with(|b| b.ins().jump(to, &self.args()));
    }

    /// Begins a block with such parameters and returns them.
    fn begin(&self, e: &Emit<'_>, block: Block) -> Around {
        e.with(|b| b.switch_to_block(block));
        let mut param = |like: Value| {
            let ty = e.with(|b| b.func.dfg.value_type(like));
            e.with(|b| b.append_block_param(block, ty))
        };
        let frame = param(self.lane.frame);
        let registers = self.lane.registers.map(&mut param);
        Around { lane: Lane { frame, registers }, sum: self.sum.map(param) }
    }

    /// The same values with these bits, which are tested only if none was set before.
    fn looked(self, e: &Emit<'_>, bits: Option<Value>) -> Around {
        let (Some(sum), Some(bits)) = (self.sum, bits) else { return self };
        if e.with(|b| b.func.dfg.value_type(sum)).is_vector() {
            return self.with(e, Some(bits));
        }
        let [look, after] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
        let known = e.with(|b| b.append_block_param(after, types::I32));
        e.with(|b| b.ins().brif(sum, after, &[sum.into()], look, &[]));
        e.with(|b| b.switch_to_block(look));
        e.with(|b| b.ins().jump(after, &[bits.into()]));
        e.with(|b| b.switch_to_block(after));
        Around { sum: Some(known), ..self }
    }

    fn with(self, e: &Emit<'_>, bits: Option<Value>) -> Around {
        let sum = self.sum.map(|sum| bits.map_or(sum, |bits| ins!(e, bor(sum, bits))));
        Around { sum, ..self }
    }
}

/// Serves lanes, the lowest first: by `four` where all execute, by `one` (with the lane's address) elsewhere; also says whether these use
/// `vectors`. Records the or of the bits that they return; `sums` is its start where all lanes execute. `four` gets the values that the
/// loop carries, and a way to leave the loop and the lanes from there on to `one`.
pub(super) fn each_lane(
    w: &Writer<'_, '_, '_>,
    (lanes, span): (Value, Span),
    (places, vectors): (Places, bool),
    sums: Option<Value>,
    (four, one): (impl Fn(Around, &dyn Fn(Around)) -> Option<Value>, impl Fn(Lane, Value) -> Option<Value>),
) {
    let e = w.emit;
    let [full, all, some, some_body, some_done, done] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
    e.with(|b| b.append_block_param(some, types::I32));
    if sums.is_some() {
        e.with(|b| b.append_block_param(some, types::I32));
    }
    let none = e.int(types::I32, 0);
    let with = |rest: Value, sum: Value| -> Vec<BlockArg> {
        std::iter::once(rest).chain(sums.map(|_| sum)).map(Into::into).collect()
    };
    let every = e.int(types::I32, span.lanes().into());
    let is_full = ins!(e, icmp(IntCC::Equal, lanes, every));
    let [first, end] = [span.from, span.to].map(|lane| {
        let lane = Lane::at(w, e.int(types::I64, u64::from(4 * lane)));
        Lane { registers: lane.registers.filter(|_| vectors), ..lane }
    });
    let first = Around { lane: first, sum: sums };
    e.with(|b| b.ins().brif(is_full, full, &first.args(), some, &with(lanes, none)));
    // The case that every lane executes.
    let around = first.begin(e, full);
    let alone = |from: Around| {
        let lane = ins!(e, ireduce(types::I32, ins!(e, ushr_imm_u(from.lane.bytes(w), 2))));
        let above = e.int(types::I32, u32::MAX.into());
        let rest = ins!(e, band(lanes, ins!(e, ishl(above, lane))));
        e.with(|b| b.ins().jump(some, &with(rest, from.sum.unwrap_or(none))));
    };
    let bits = four(around, &alone);
    let notes = bits.is_some();
    let around = around.looked(e, bits);
    let next = Around { lane: around.lane.behind(w, AT_ONCE), ..around };
    let ended = ins!(e, icmp(IntCC::Equal, next.lane.frame, end.frame));
    e.with(|b| b.ins().brif(ended, all, &[], full, &next.args()));
    e.with(|b| b.switch_to_block(all));
    if let Some(sum) = around.sum.filter(|_| notes) {
        w.changed(match e.with(|b| b.func.dfg.value_type(sum)).is_vector() {
            true => ins!(e, vany_true(sum)),
            false => sum,
        });
    }
    e.with(|b| b.ins().jump(done, &[]));
    // The case that only some lanes execute.
    e.with(|b| b.switch_to_block(some));
    let params = e.with(|b| b.block_params(some).to_vec());
    let (rest, sum) = (params[0], *params.last().expect("there is one"));
    e.with(|b| b.ins().brif(rest, some_body, &[], some_done, &[]));
    e.with(|b| b.switch_to_block(some_body));
    let lane = ins!(e, ctz(rest));
    let lane = Lane::at(w, ins!(e, ishl_imm_u(ins!(e, uextend(types::I64, lane)), 2)));
    let next = match one(lane, places.at(w, lane)) {
        Some(bits) => ins!(e, bor(sum, bits)),
        None => sum,
    };
    let less = ins!(e, iadd_imm_s(rest, -1));
    let rest = ins!(e, band(rest, less));
    e.with(|b| b.ins().jump(some, &with(rest, next)));
    e.with(|b| b.switch_to_block(some_done));
    if sums.is_some() {
        w.changed(sum);
    }
    e.with(|b| b.ins().jump(done, &[]));
    e.with(|b| b.switch_to_block(done));
}

/// Serves lanes, the lowest first: by `four` where four neighbouring ones execute, by `one` (with the lane's address) elsewhere; also says
/// whether these use `vectors`. Records the or of the bits that they return; `sum` is its start, of the type that `four` returns.
pub(super) fn each_quad(
    w: &Writer<'_, '_, '_>,
    lanes: Value,
    (places, vectors): (Places, bool),
    sum: Option<Value>,
    (four, one): (impl Fn(Lane) -> Option<Value>, impl Fn(Lane, Value) -> Option<Value>),
) {
    let e = w.emit;
    let [again, some, quad, alone, done] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
    let jump = |rest: Value, sum: Option<Value>| {
        let args: Vec<BlockArg> = std::iter::once(rest).chain(sum).map(Into::into).collect();
        e.with(|b| b.ins().jump(again, &args));
    };
    let rest = e.with(|b| b.append_block_param(again, types::I32));
    let all = sum.map(|sum| e.with(|b| b.append_block_param(again, b.func.dfg.value_type(sum))));
    let with = |bits: Option<Value>| {
        let (Some(all), Some(bits)) = (all, bits) else { return all };
        let [ty, like] = [bits, all].map(|value| e.with(|b| b.func.dfg.value_type(value)));
        let bits = if ty == like { bits } else { ins!(e, scalar_to_vector(like, bits)) };
        Some(ins!(e, bor(all, bits)))
    };
    jump(lanes, sum);
    e.with(|b| b.switch_to_block(again));
    e.with(|b| b.ins().brif(rest, some, &[], done, &[]));
    e.with(|b| b.switch_to_block(some));
    let at = |lane: Value| {
        let lane = Lane::at(w, ins!(e, ishl_imm_u(ins!(e, uextend(types::I64, lane)), 2)));
        Lane { registers: lane.registers.filter(|_| vectors), ..lane }
    };
    let lane = ins!(e, ctz(rest));
    let first = ins!(e, band_imm_u(lane, i64::from(LANES as u32 - AT_ONCE)));
    let four_lanes = i64::from(u32::MAX >> (LANES as u32 - AT_ONCE));
    let here = ins!(e, band_imm_u(ins!(e, ushr(rest, first)), four_lanes));
    let whole = ins!(e, icmp_imm_u(IntCC::Equal, here, four_lanes));
    e.with(|b| b.ins().brif(whole, quad, &[], alone, &[]));
    e.with(|b| b.switch_to_block(quad));
    let sum = with(four(at(first)));
    let served = ins!(e, ishl(e.int(types::I32, four_lanes as u64), first));
    jump(ins!(e, band_not(rest, served)), sum);
    e.with(|b| b.switch_to_block(alone));
    let lane = at(lane);
    let sum = with(one(lane, places.at(w, lane)));
    jump(ins!(e, band(rest, ins!(e, iadd_imm_s(rest, -1)))), sum);
    e.with(|b| b.switch_to_block(done));
    if let Some(all) = all {
        w.changed(match e.with(|b| b.func.dfg.value_type(all)).is_vector() {
            true => ins!(e, vany_true(all)),
            false => all,
        });
    }
}

/// The or of changed bits and those of earlier lanes.
pub(super) fn together(e: &Emit<'_>, others: Option<Value>, bits: Value) -> Value {
    others.map_or(bits, |others| ins!(e, bor(others, bits)))
}
