//! Data exchange between lanes: single lanes, permutes, DPP; and pairs of operations issued together.
//!
//! # Sources
//! spec: RDNA3 ISA guide, VOP1 and VOP3 lane operations, data parallel processing, VOPD.

use isotope_op::alu::{Alu, Alu64, Fp, Test};

use super::super::state;
use super::float::DOT2;
use super::index::Indexed;
use super::operand::after;
use super::{Emit, Lift, Lifted, not_modelled};
use isotope_ir::effect::{Control, Mask, Special, Src, Uop, Wide};

/// Moves between single lanes and between halves, executed once per wave.
pub(super) const WAVE: &[(&str, Emit)] = &[
    ("v_readfirstlane_b32", |l| {
        let lane = l.first_lane();
        l.read_lane(lane)
    }),
    ("v_readlane_b32", |l| l.read_lane(l.src(1))),
    ("v_writelane_b32", |l| l.write_lane()),
    ("v_permlane64_b32", |l| l.swap_halves()),
];

/// Permutes of rows.
pub(super) const MEANINGS: &[(&str, Emit)] =
    &[("v_permlane16_b32", |l| l.row_permute(0)), ("v_permlanex16_b32", |l| l.row_permute(16))];

/// The result of one operation of a pair: float rules of f32, both operands, and the old destination.
pub(crate) type OfPair = fn(&mut Lift<'_>, Fp, [Src; 3]) -> Src;

/// Operations that are issued in pairs; both operations have the same names.
pub(super) const DUAL: &[(&str, OfPair)] = &[
    ("v_dual_mov_b32", |_, _, [a, ..]| a),
    ("v_dual_add_f32", |l, p, [a, b, _]| l.alu(Alu::FAdd { p }, &[a, b])),
    ("v_dual_sub_f32", |l, p, [a, b, _]| {
        let b = l.alu(Alu::FNeg, &[b]);
        l.alu(Alu::FAdd { p }, &[a, b])
    }),
    ("v_dual_subrev_f32", |l, p, [a, b, _]| {
        let a = l.alu(Alu::FNeg, &[a]);
        l.alu(Alu::FAdd { p }, &[b, a])
    }),
    ("v_dual_mul_f32", |l, p, [a, b, _]| l.alu(Alu::FMul { p }, &[a, b])),
    ("v_dual_fmac_f32", |l, p, src| l.alu(Alu::FFma { p }, &src)),
    ("v_dual_dot2acc_f32_f16", |l, _, src| l.dot2(src, DOT2, 32)),
    ("v_dual_mul_dx9_zero_f32", |l, p, [a, b, _]| {
        let product = l.alu(Alu::FMul { p }, &[a, b]);
        let value = l.if_zero(a, Src::Imm(0), product);
        l.if_zero(b, Src::Imm(0), value)
    }),
    ("v_dual_fmaak_f32", |l, p, [a, b, _]| l.alu(Alu::FFma { p }, &[a, b, l.literal()])),
    ("v_dual_fmamk_f32", |l, p, [a, b, _]| l.alu(Alu::FFma { p }, &[a, l.literal(), b])),
    ("v_dual_max_f32", |l, p, [a, b, _]| l.alu(Alu::FMax { p }, &[a, b])),
    ("v_dual_min_f32", |l, p, [a, b, _]| l.alu(Alu::FMin { p }, &[a, b])),
    ("v_dual_cndmask_b32", |l, _, [a, b, _]| l.alu(Alu::Sel, &[Src::Mask(Mask::of(state::VCC_LO)), b, a])),
];

/// Operations that can only be the second one.
const DUAL_SECOND: &[(&str, OfPair)] = &[
    ("v_dual_add_nc_u32", |l, _, [a, b, _]| l.alu(Alu::Add, &[a, b])),
    ("v_dual_and_b32", |l, _, [a, b, _]| l.alu(Alu::And, &[a, b])),
    ("v_dual_lshlrev_b32", |l, _, [a, b, _]| {
        let count = l.count(a, 31);
        l.alu(Alu::Shl, &[b, count])
    }),
];

impl Lift<'_> {
    fn read_lane(&mut self, lane: Src) -> Lifted {
        let value = self.halves_of(0);
        let dst = self.inst.try_get("sdst").or_else(|| self.inst.try_get("vdst")).unwrap_or(state::NULL_CODE);
        self.b.push(Uop::FromLane { dst: state::word(dst), value, lane });
        Ok(Control::Next)
    }

    fn write_lane(&mut self) -> Lifted {
        let (value, lane) = (self.src(0), self.src(1));
        let Some(low) = self.vdst("vdst", 1) else { return Ok(Control::Next) };
        self.half = if self.env.waves.wave64 { 1 } else { 0 };
        let high = self.vdst("vdst", 1).unwrap_or(low);
        self.half = 0;
        // The lane number is taken modulo the wave size.
        let lane = self.wrapped(lane);
        self.b.push(Uop::ToLane { dst: [low, high], value, lane });
        Ok(Control::Next)
    }

    /// Exchanges the halves; a wave32 has only one.
    fn swap_halves(&mut self) -> Lifted {
        let sources = self.halves_of(0);
        self.b.push(Uop::Under { base: Mask::ALL, also: Mask::ALL });
        let kept = sources.map(|src| self.copied(src));
        for half in self.halves().filter(|_| self.env.waves.wave64) {
            self.begin_half(half);
            if let Some(dst) = self.vdst("vdst", 1) {
                self.b.alu_to(dst, Alu::Mov, &[kept[1 - half as usize]]);
            }
        }
        self.half = 0;
        Ok(Control::Next)
    }

    /// A copy of a vector, in all lanes.
    fn copied(&mut self, src: Src) -> Src {
        let dst = self.b.temp();
        let index = self.lane_id();
        self.b.push(Uop::ReadLane { dst, value: src, index });
        Src::Slot(dst)
    }

    /// The lane number modulo the size of the wave.
    fn wrapped(&mut self, lane: Src) -> Src {
        let mask = if self.env.waves.wave64 { 63 } else { 31 };
        self.scalar_op(Alu::And, &[lane, Src::Imm(mask)])
    }

    /// The lowest active lane; lane 0 if EXEC is zero.
    pub(super) fn first_lane(&mut self) -> Src {
        let exec = self.whole_exec();
        let reversed = self.scalar64(Alu64::Rev, &[exec]);
        let count = self.scalar64(Alu64::Clz, &[reversed]);
        // The count is 64 if EXEC is zero.
        self.scalar64(Alu64::And, &[count, Wide::narrow(Src::Imm(63))]).lo
    }

    /// EXEC of the whole wave.
    pub(super) fn whole_exec(&self) -> Wide {
        let hi = if self.env.waves.wave64 { Src::Scalar(state::EXEC_HI) } else { Src::Imm(0) };
        Wide { lo: Src::Scalar(state::EXEC_LO), hi }
    }

    /// Source `i` in both halves of the wave.
    pub(super) fn halves_of(&mut self, i: usize) -> [Src; 2] {
        let low = self.src(i);
        if !self.env.waves.wave64 {
            return [low; 2];
        }
        self.half = 1;
        let high = self.src(i);
        self.half = 0;
        [low, high]
    }

    /// Two operations at once: all sources are read before either destination is written.
    pub(super) fn dual(&mut self, first: OfPair) -> Lifted {
        // The field of the second destination has its lowest bit inverted.
        let second = self.inst.get("vdsty") as u32 ^ 1;
        let (Some(x), true) = (self.vdst("vdstx", 1), second < self.env.vgprs) else {
            self.ignored = true;
            return Ok(Control::Next);
        };
        let y = self.vgpr(second);
        let name = self.inst.text(super::super::fields::WAVE32, "opy");
        let second = DUAL.iter().chain(DUAL_SECOND).find(|line| line.0 == name);
        let &(_, second) = second.ok_or(not_modelled("this half of a pair"))?;
        let first = self.dual_value(first, "src0x", "vsrc1x", Src::Slot(x));
        let second = self.dual_value(second, "src0y", "vsrc1y", Src::Slot(y));
        let kept = self.b.temps(2);
        self.b.alu_to(kept, Alu::Mov, &[first]);
        self.b.alu_to(after(kept, 1), Alu::Mov, &[second]);
        self.b.alu_to(x, Alu::Mov, &[Src::Slot(kept)]);
        self.b.alu_to(y, Alu::Mov, &[Src::Slot(after(kept, 1))]);
        Ok(Control::Next)
    }

    fn dual_value(&mut self, op: OfPair, src0: &str, src1: &str, addend: Src) -> Src {
        let p = self.fp(32, false);
        let a = match self.constant_in(src0) {
            Some(bits) => Src::Imm(bits as u32),
            None => self.source(self.inst.get(src0)),
        };
        let b = self.vsrc(src1);
        op(self, p, [a, b, addend])
    }

    /// `v_permlane16_b32` and `v_permlanex16_b32`: each lane reads the lane that a nibble of two scalars selects, in its own row
    /// or in the other row of its half. OP_SEL\[0\] is FI, OP_SEL\[1\] is BOUND_CTRL.
    fn row_permute(&mut self, other: u32) -> Lifted {
        let Some(dst) = self.vdst("vdst", 1) else { return Ok(Control::Next) };
        let [value, low, high] = [0, 1, 2].map(|i| self.src(i));
        let lane = self.lane_id();
        let at = self.alu(Alu::Ubfe, &[lane, Src::Imm(0), Src::Imm(3)]);
        let at = self.alu(Alu::Shl, &[at, Src::Imm(2)]);
        let upper = self.b.test(Test::Bit, &[lane, Src::Imm(3)]);
        let nibbles = self.alu(Alu::Sel, &[Src::Mask(upper), high, low]);
        let chosen = self.alu(Alu::Ubfe, &[nibbles, at, Src::Imm(4)]);
        let row = self.alu(Alu::And, &[lane, Src::Imm(16)]);
        let row = self.alu(Alu::Xor, &[row, Src::Imm(other)]);
        let from = self.alu(Alu::Or, &[row, chosen]);
        let permuted = self.b.temp();
        self.b.push(Uop::ReadLane { dst: permuted, value, index: from });
        if self.op_sel(0) {
            return self.put(Src::Slot(permuted));
        }
        let active = self.alu(Alu::Mov, &[Src::Scalar(self.exec())]);
        let live = self.b.test(Test::Bit, &[active, from]);
        let rest = if self.op_sel(1) { Src::Imm(0) } else { Src::Slot(dst) };
        let value = self.alu(Alu::Sel, &[Src::Mask(live), Src::Slot(permuted), rest]);
        self.put(value)
    }

    /// The number of the lane within its half.
    pub(super) fn lane_id(&mut self) -> Src {
        let dst = self.b.temp();
        self.b.push(Uop::Special { what: Special::LaneId, dst });
        Src::Slot(dst)
    }

    /// The lanes whose row and bank a DPP instruction enables.
    fn dpp_enabled(&mut self, lane: Src) -> Mask {
        let rows = self.inst.try_get("row_mask").unwrap_or(0xf) as u32;
        let banks = self.inst.try_get("bank_mask").unwrap_or(0xf) as u32;
        if rows == 0xf && banks == 0xf {
            return Mask::ALL;
        }
        let row = self.alu(Alu::Shr, &[lane, Src::Imm(4)]);
        let row = self.alu(Alu::Add, &[row, Src::Imm(2 * self.half)]);
        let bank = self.alu(Alu::Ubfe, &[lane, Src::Imm(2), Src::Imm(2)]);
        let row = self.b.test(Test::Bit, &[Src::Imm(rows), row]);
        let bank = self.b.test(Test::Bit, &[Src::Imm(banks), bank]);
        self.both(row, bank)
    }

    /// The first source of a DPP instruction after its permutation. Afterwards only the lanes that the instruction enables
    /// write.
    ///
    /// # Source
    /// spec: RDNA3 ISA guide, DPP16 and DPP8 controls. A source lane that does not exist, or is inactive without FI, is
    /// invalid: with BOUND_CTRL it reads as 0, without it the lane is not written.
    pub(super) fn dpp(&mut self, indexed: Option<Indexed>) -> Result<(), super::Refused> {
        let value = if let Some(indexed) = indexed.filter(|indexed| indexed.source) {
            // Lanes read other lanes, active or not.
            self.b.push(Uop::Under { base: Mask::ALL, also: Mask::ALL });
            let value = self.indexed_source(indexed);
            self.b.push(Uop::Under { base: self.executing(), also: Mask::ALL });
            value
        } else {
            self.source(self.code(0))
        };
        let lane = self.lane_id();
        let (from, mut valid) = self.dpp_source(lane)?;
        let enabled = self.dpp_enabled(lane);
        let permuted = self.b.temp();
        self.b.push(Uop::ReadLane { dst: permuted, value, index: from });
        // For DPP8, FI is encoded in the code of DPP8: 2 instead of 1.
        if !self.flag("fi") && self.inst.get("fi8") != 2 {
            let active = self.alu(Alu::Mov, &[Src::Scalar(self.exec())]);
            let live = self.b.test(Test::Bit, &[active, from]);
            valid = self.both(valid, live);
        }
        let eight = self.inst.try_get("dpp8").is_some();
        let zeroed = self.b.temp();
        self.b.alu_to(zeroed, Alu::Sel, &[Src::Mask(valid), Src::Slot(permuted), Src::Imm(0)]);
        let writes = if eight || self.flag("bound_ctrl") { enabled } else { self.both(enabled, valid) };
        self.dpp_value = Some(Src::Slot(zeroed));
        self.b.push(Uop::Under { base: self.executing(), also: writes });
        Ok(())
    }

    /// The lane of a group of four that two bits of `selectors` choose for each lane.
    pub(super) fn quad_lane(&mut self, lane: Src, selectors: u32) -> Src {
        let place = self.alu(Alu::And, &[lane, Src::Imm(3)]);
        let twice = self.alu(Alu::Shl, &[place, Src::Imm(1)]);
        let chosen = self.alu(Alu::Shr, &[Src::Imm(selectors), twice]);
        let chosen = self.alu(Alu::And, &[chosen, Src::Imm(3)]);
        let quad = self.alu(Alu::And, &[lane, Src::Imm(!3)]);
        self.alu(Alu::Or, &[quad, chosen])
    }

    /// The source lane of each lane, within the half, and a mask of lanes whose source exists.
    fn dpp_source(&mut self, lane: Src) -> Result<(Src, Mask), super::Refused> {
        use Alu::*;
        let imm = Src::Imm;
        if let Some(selectors) = self.inst.try_get("dpp8") {
            let place = self.alu(And, &[lane, imm(7)]);
            let three = self.alu(Mul, &[place, imm(3)]);
            let chosen = self.alu(Shr, &[imm(selectors as u32), three]);
            let chosen = self.alu(And, &[chosen, imm(7)]);
            let base = self.alu(And, &[lane, imm(!7)]);
            return Ok((self.alu(Or, &[base, chosen]), Mask::ALL));
        }
        let control = self.inst.get("dpp_ctrl") as u32;
        let row = self.alu(And, &[lane, imm(15)]);
        let base = self.alu(And, &[lane, imm(!15)]);
        let n = control & 15;
        Ok(match control {
            0x000..=0x0ff => (self.quad_lane(lane, control), Mask::ALL),
            0x101..=0x10f => {
                let to = self.alu(Add, &[row, imm(n)]);
                let valid = self.b.test(Test::Ult, &[to, imm(16)]);
                (self.alu(Add, &[lane, imm(n)]), valid)
            }
            0x111..=0x11f => {
                let valid = self.b.test(Test::Uge, &[row, imm(n)]);
                (self.alu(Sub, &[lane, imm(n)]), valid)
            }
            0x121..=0x12f => {
                let turned = self.alu(Sub, &[row, imm(n)]);
                let turned = self.alu(And, &[turned, imm(15)]);
                (self.alu(Or, &[base, turned]), Mask::ALL)
            }
            0x140 => (self.alu(Xor, &[lane, imm(15)]), Mask::ALL),
            0x141 => (self.alu(Xor, &[lane, imm(7)]), Mask::ALL),
            0x150..=0x15f => (self.alu(Or, &[base, imm(n)]), Mask::ALL),
            0x160..=0x16f => (self.alu(Xor, &[lane, imm(n)]), Mask::ALL),
            _ => return Err(not_modelled("this DPP control")),
        })
    }
}
