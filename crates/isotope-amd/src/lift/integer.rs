//! Integer arithmetic, logic and shifts of the vector unit, and integer compares.
//!
//! # Sources
//! spec: RDNA3 ISA guide, VOP1, VOP2, VOP3, VOPC. Shift counts use their low bits; 16-bit results preserve the other half of the
//! destination (spec: RDNA3 ISA guide, 16-bit data; LLVM relies on this from GFX10 on).

use isotope_op::alu::Alu::{self, *};
use isotope_op::alu::{Alu64, PermMode, Test, Test64};

use super::super::state::NULL_CODE;
use super::operand::constant;
use super::{CompareResult, Emit, Lift, Lifted, OfHalves, OfWords};
use isotope_ir::effect::{Control, LaneRelation, Mask, MaskOp, Slot, Special, Src, Uop, Wide};

/// Truth tables of [`Alu::Lop3`]'s operands.
pub(super) const LUT: [u8; 3] = [0xf0, 0xcc, 0xaa];
/// Code of VCC as a scalar operand.
const VCC: u64 = 106;
/// Code of EXEC.
const EXEC: u64 = 126;

/// Operations on up to three words.
pub(super) const WORDS: &[(&str, OfWords)] = &[
    ("v_nop", |_, _| Ok(Control::Next)),
    ("v_pipeflush", |_, _| Ok(Control::Next)),
    ("v_mov_b32", |l, [a, ..]| l.put(a)),
    ("v_not_b32", |l, [a, ..]| l.one(Not, &[a])),
    ("v_bfrev_b32", |l, [a, ..]| l.one(Rev, &[a])),
    ("v_clz_i32_u32", |l, [a, ..]| l.zeros_before(a)),
    ("v_ctz_i32_b32", |l, [a, ..]| {
        let reversed = l.alu(Rev, &[a]);
        l.zeros_before(reversed)
    }),
    ("v_cls_i32", |l, [a, ..]| {
        let sign = l.alu(Sar, &[a, Src::Imm(31)]);
        let changes = l.alu(Xor, &[a, sign]);
        l.zeros_before(changes)
    }),
    ("v_add_nc_u32", |l, [a, b, _]| l.one(if l.flag("clamp") { SatAddU } else { Add }, &[a, b])),
    ("v_add_nc_i32", |l, [a, b, _]| l.one(if l.flag("clamp") { SatAddS } else { Add }, &[a, b])),
    ("v_sub_nc_u32", |l, [a, b, _]| l.difference(a, b)),
    ("v_subrev_nc_u32", |l, [a, b, _]| l.difference(b, a)),
    ("v_sub_nc_i32", |l, [a, b, _]| l.signed_difference(a, b)),
    ("v_and_b32", |l, [a, b, _]| l.one(And, &[a, b])),
    ("v_or_b32", |l, [a, b, _]| l.one(Or, &[a, b])),
    ("v_xor_b32", |l, [a, b, _]| l.one(Xor, &[a, b])),
    ("v_xnor_b32", |l, [a, b, _]| l.one(Lop3 { lut: !(LUT[0] ^ LUT[1]) }, &[a, b])),
    ("v_and_or_b32", |l, src| l.one(Lop3 { lut: LUT[0] & LUT[1] | LUT[2] }, &src)),
    ("v_or3_b32", |l, src| l.one(Lop3 { lut: LUT[0] | LUT[1] | LUT[2] }, &src)),
    ("v_xor3_b32", |l, src| l.one(Lop3 { lut: LUT[0] ^ LUT[1] ^ LUT[2] }, &src)),
    ("v_bfi_b32", |l, src| l.one(Mux, &src)),
    ("v_lshlrev_b32", |l, [a, b, _]| l.shifted(Shl, b, a)),
    ("v_lshrrev_b32", |l, [a, b, _]| l.shifted(Shr, b, a)),
    ("v_ashrrev_i32", |l, [a, b, _]| l.shifted(Sar, b, a)),
    ("v_lshl_add_u32", |l, [a, b, c]| {
        let count = l.count(b, 31);
        l.chain(Shl, a, count, Add, c)
    }),
    ("v_lshl_or_b32", |l, [a, b, c]| {
        let count = l.count(b, 31);
        l.chain(Shl, a, count, Or, c)
    }),
    ("v_add_lshl_u32", |l, [a, b, c]| {
        let count = l.count(c, 31);
        l.chain(Add, a, b, Shl, count)
    }),
    ("v_add3_u32", |l, [a, b, c]| l.chain(Add, a, b, Add, c)),
    ("v_xad_u32", |l, [a, b, c]| l.chain(Xor, a, b, Add, c)),
    ("v_min_i32", |l, [a, b, _]| l.one(SMin, &[a, b])),
    ("v_max_i32", |l, [a, b, _]| l.one(SMax, &[a, b])),
    ("v_min_u32", |l, [a, b, _]| l.one(UMin, &[a, b])),
    ("v_max_u32", |l, [a, b, _]| l.one(UMax, &[a, b])),
    ("v_min3_i32", |l, [a, b, c]| l.chain(SMin, a, b, SMin, c)),
    ("v_max3_i32", |l, [a, b, c]| l.chain(SMax, a, b, SMax, c)),
    ("v_min3_u32", |l, [a, b, c]| l.chain(UMin, a, b, UMin, c)),
    ("v_max3_u32", |l, [a, b, c]| l.chain(UMax, a, b, UMax, c)),
    ("v_maxmin_i32", |l, [a, b, c]| l.chain(SMax, a, b, SMin, c)),
    ("v_minmax_i32", |l, [a, b, c]| l.chain(SMin, a, b, SMax, c)),
    ("v_maxmin_u32", |l, [a, b, c]| l.chain(UMax, a, b, UMin, c)),
    ("v_minmax_u32", |l, [a, b, c]| l.chain(UMin, a, b, UMax, c)),
    ("v_med3_i32", |l, src| l.median(SMin, SMax, src)),
    ("v_med3_u32", |l, src| l.median(UMin, UMax, src)),
    ("v_mul_lo_u32", |l, [a, b, _]| l.one(Mul, &[a, b])),
    ("v_mul_u32_u24", |l, [a, b, _]| l.low_product(a, b, false)),
    ("v_mul_i32_i24", |l, [a, b, _]| l.low_product(a, b, true)),
    ("v_mad_u32_u24", |l, src| l.low_mad(src, false)),
    ("v_mad_i32_i24", |l, src| l.low_mad(src, true)),
    ("v_mul_hi_u32_u24", |l, [a, b, _]| l.high_product24(a, b, false)),
    ("v_mul_hi_i32_i24", |l, [a, b, _]| l.high_product24(a, b, true)),
    ("v_mul_hi_u32", |l, [a, b, _]| l.high_product(a, b, false)),
    ("v_mul_hi_i32", |l, [a, b, _]| l.high_product(a, b, true)),
    ("v_bfe_u32", |l, src| l.bit_field(Ubfe, src)),
    ("v_bfe_i32", |l, src| l.bit_field(Sbfe, src)),
    ("v_bfm_b32", |l, [a, b, _]| {
        let (len, at) = (l.count(a, 31), l.count(b, 31));
        l.one(Bfm, &[at, len])
    }),
    ("v_alignbit_b32", |l, [a, b, c]| {
        let c = l.chosen_half(2, c);
        let count = l.count(c, 31);
        l.aligned(a, b, count)
    }),
    ("v_alignbyte_b32", |l, [a, b, c]| {
        let c = l.chosen_half(2, c);
        let count = l.count(c, 3);
        let count = l.alu(Shl, &[count, Src::Imm(3)]);
        l.aligned(a, b, count)
    }),
    ("v_perm_b32", |l, [a, b, c]| l.one(Perm { mode: PermMode::Amd }, &[b, c, a])),
    ("v_bcnt_u32_b32", |l, [a, b, _]| l.chain_one(Popc, a, Add, b)),
    ("v_mbcnt_lo_u32_b32", |l, [a, b, _]| l.lanes_below(a, b, 0)),
    ("v_mbcnt_hi_u32_b32", |l, [a, b, _]| l.lanes_below(a, b, 1)),
    ("v_cndmask_b32", |l, [a, b, _]| {
        let (a, b) = (l.selected(0, a), l.selected(1, b));
        let mask = l.condition("src2");
        l.one(Sel, &[Src::Mask(mask), b, a])
    }),
    ("v_sad_u32", |l, [a, b, c]| {
        let (low, high) = (l.alu(UMin, &[a, b]), l.alu(UMax, &[a, b]));
        l.chain(Sub, high, low, if l.flag("clamp") { SatAddU } else { Add }, c)
    }),
    ("v_lerp_u8", |l, src| l.mean_of_bytes(src)),
    ("v_sad_u8", |l, src| l.sum_of_differences(Sad { bits: 8, masked: false }, src)),
    ("v_sad_u16", |l, src| l.sum_of_differences(Sad { bits: 16, masked: false }, src)),
    ("v_msad_u8", |l, src| l.sum_of_differences(Sad { bits: 8, masked: true }, src)),
    ("v_sad_hi_u8", |l, [a, b, c]| {
        let sum = l.alu(Sad { bits: 8, masked: false }, &[a, b, Src::Imm(0)]);
        l.chain(Shl, sum, Src::Imm(16), if l.flag("clamp") { SatAddU } else { Add }, c)
    }),
    ("v_cvt_u32_u16", |l, _| {
        let value = l.src16(0, false);
        l.put(value)
    }),
    ("v_cvt_i32_i16", |l, _| {
        let value = l.src16(0, true);
        l.put(value)
    }),
    ("v_mad_u32_u16", |l, [.., c]| l.half_mad(c, if l.flag("clamp") { SatAddU } else { Add }, false)),
    ("v_mad_i32_i16", |l, [.., c]| l.half_mad(c, if l.flag("clamp") { SatAddS } else { Add }, true)),
    ("v_swap_b32", |l, [a, ..]| l.swap(a)),
    ("v_swap_b16", |l, [a, ..]| l.exchange_halves(a)),
];

/// Operations on 64 bits, and sums and differences with carry.
pub(super) const MEANINGS: &[(&str, Emit)] = &[
    ("v_lshlrev_b64", |l| l.shifted64(Alu64::Shl)),
    ("v_lshrrev_b64", |l| l.shifted64(Alu64::Shr)),
    ("v_ashrrev_i64", |l| l.shifted64(Alu64::Sar)),
    ("v_add_co_u32", |l| l.sum([0, 1], false)),
    ("v_add_co_ci_u32", |l| l.sum([0, 1], true)),
    ("v_sub_co_u32", |l| l.difference_of([0, 1], false)),
    ("v_sub_co_ci_u32", |l| l.difference_of([0, 1], true)),
    ("v_subrev_co_u32", |l| l.difference_of([1, 0], false)),
    ("v_subrev_co_ci_u32", |l| l.difference_of([1, 0], true)),
];

/// 64-bit multiply-adds, whose clamp is not documented.
pub(super) const UNCLAMPED: &[(&str, Emit)] =
    &[("v_mad_u64_u32", |l| l.mad64(false)), ("v_mad_i64_i32", |l| l.mad64(true))];

/// Operations on halves of words: their signedness, and a function for the result, in whose low half the result is.
pub(super) const HALVES: &[(&str, bool, OfHalves)] = &[
    ("v_not_b16", false, |l, [a, ..]| l.alu(Not, &[a])),
    ("v_mov_b16", false, |_, [a, ..]| a),
    ("v_and_b16", false, |l, [a, b, _]| l.alu(And, &[a, b])),
    ("v_or_b16", false, |l, [a, b, _]| l.alu(Or, &[a, b])),
    ("v_xor_b16", false, |l, [a, b, _]| l.alu(Xor, &[a, b])),
    ("v_add_nc_u16", false, |l, [a, b, _]| l.held16(Add, a, b, Held::Below)),
    ("v_add_nc_i16", true, |l, [a, b, _]| l.held16(Add, a, b, Held::Signed)),
    ("v_sub_nc_u16", false, |l, [a, b, _]| l.held16(Sub, a, b, Held::Above)),
    ("v_sub_nc_i16", true, |l, [a, b, _]| l.held16(Sub, a, b, Held::Signed)),
    ("v_mad_u16", false, |l, [a, b, c]| {
        let product = l.alu(Mul, &[a, b]);
        l.held16(Add, product, c, Held::Below)
    }),
    ("v_mad_i16", true, |l, [a, b, c]| {
        let product = l.alu(Mul, &[a, b]);
        l.held16(Add, product, c, Held::Signed)
    }),
    ("v_mul_lo_u16", false, |l, [a, b, _]| l.alu(Mul, &[a, b])),
    ("v_min_u16", false, |l, [a, b, _]| l.alu(SMin, &[a, b])),
    ("v_min_i16", true, |l, [a, b, _]| l.alu(SMin, &[a, b])),
    ("v_max_u16", false, |l, [a, b, _]| l.alu(SMax, &[a, b])),
    ("v_max_i16", true, |l, [a, b, _]| l.alu(SMax, &[a, b])),
    ("v_min3_u16", false, |l, src| l.extreme(SMin, src)),
    ("v_min3_i16", true, |l, src| l.extreme(SMin, src)),
    ("v_max3_u16", false, |l, src| l.extreme(SMax, src)),
    ("v_max3_i16", true, |l, src| l.extreme(SMax, src)),
    ("v_med3_u16", false, |l, src| l.middle(SMin, SMax, src)),
    ("v_med3_i16", true, |l, src| l.middle(SMin, SMax, src)),
    ("v_lshlrev_b16", false, |l, [a, b, _]| l.shifted16(Shl, b, a)),
    ("v_lshrrev_b16", false, |l, [a, b, _]| l.shifted16(Shr, b, a)),
    ("v_ashrrev_i16", true, |l, [a, b, _]| l.shifted16(Sar, b, a)),
    ("v_cndmask_b16", false, |l, [a, b, _]| {
        let mask = l.condition("src2");
        // The modifiers apply to the sign of a half.
        let [a, b] = [(0, a), (1, b)].map(|(i, value)| {
            let (abs, neg) = (l.flag(["abs0", "abs1"][i]), l.flag(["neg0", "neg1"][i]));
            let value = if abs { l.alu(And, &[value, Src::Imm(0x7fff)]) } else { value };
            if neg { l.alu(Xor, &[value, Src::Imm(0x8000)]) } else { value }
        });
        l.alu(Sel, &[Src::Mask(mask), b, a])
    }),
];

/// How a clamp saturates the result of an operation on halves.
enum Held {
    /// To the signed range.
    Signed,
    /// To at most 2^16 - 1.
    Below,
    /// To at least 0.
    Above,
}

/// Integer comparisons: relation, then tests for unsigned and signed numbers of 32 and of 64 bits.
const RELATIONS: [(&str, [Test; 2], [Test64; 2]); 6] = [
    ("lt", [Test::Ult, Test::Slt], [Test64::Ult, Test64::Slt]),
    ("eq", [Test::Eq; 2], [Test64::Eq; 2]),
    ("le", [Test::Ule, Test::Sle], [Test64::Ule, Test64::Sle]),
    ("gt", [Test::Ugt, Test::Sgt], [Test64::Ugt, Test64::Sgt]),
    ("ne", [Test::Ne; 2], [Test64::Ne; 2]),
    ("ge", [Test::Uge, Test::Sge], [Test64::Uge, Test64::Sge]),
];

/// An integer comparison.
#[derive(Clone, Copy)]
pub(crate) enum Compared {
    /// Of halves, with their signedness.
    Halves(Test, bool),
    Words(Test),
    Pairs(Test64),
    /// A constant result.
    Always(bool),
}

/// The suffixes of integer comparisons, and the comparisons.
pub(super) fn compares() -> impl Iterator<Item = (String, Compared)> {
    let types = ["u", "i"].into_iter().enumerate();
    types.flat_map(|(signed, ty)| {
        let always = ["32", "64"].into_iter().flat_map(move |bits| {
            [("f", false), ("t", true)].map(|(name, holds)| (format!("{name}_{ty}{bits}"), Compared::Always(holds)))
        });
        let relations = RELATIONS.into_iter().flat_map(move |(name, narrow, wide)| {
            [
                (format!("{name}_{ty}16"), Compared::Halves(narrow[signed], signed == 1)),
                (format!("{name}_{ty}32"), Compared::Words(narrow[signed])),
                (format!("{name}_{ty}64"), Compared::Pairs(wide[signed])),
            ]
        });
        always.chain(relations)
    })
}

impl Lift<'_> {
    /// Writes a 32-bit result.
    pub(super) fn put(&mut self, value: Src) -> Lifted {
        if let Some(dst) = self.vdst("vdst", 1) {
            self.b.alu_to(dst, Alu::Mov, &[value]);
        }
        Ok(Control::Next)
    }

    /// Writes a 64-bit result.
    pub(super) fn put64(&mut self, value: Wide) -> Lifted {
        if let Some(dst) = self.vdst("vdst", 2) {
            // Reads both words before it writes either.
            self.b.alu64_to(dst, Alu64::Mov, &[value]);
        }
        Ok(Control::Next)
    }

    /// Writes half of the destination: the low half, or the half that the last bit of op_sel selects.
    pub(super) fn put16(&mut self, value: Src) -> Lifted {
        let Some(dst) = self.vdst("vdst", 1) else { return Ok(Control::Next) };
        self.put_half(dst, self.high_result(), value);
        Ok(Control::Next)
    }

    /// Writes one half of a register.
    pub(super) fn put_half(&mut self, dst: Slot, high: bool, value: Src) {
        let value = if high { self.alu(Alu::Shl, &[value, Src::Imm(16)]) } else { value };
        let mask = Src::Imm(if high { 0xffff_0000 } else { 0xffff });
        self.b.alu_to(dst, Alu::Mux, &[mask, value, Src::Slot(dst)]);
    }

    /// Whether a 16-bit result goes to the upper half.
    pub(super) fn high_result(&self) -> bool {
        // The field has a bit for each source; the last bit is for the destination.
        let last = self.inst.form.field("op_sel").map(|f| self.inst.form.fields[f].len() as usize - 1);
        self.names_high("vdst") || last.is_some_and(|bit| self.op_sel(bit))
    }

    /// Bit `i` of op_sel.
    pub(super) fn op_sel(&self, i: usize) -> bool {
        self.inst.bits("op_sel", 1 << i) != 0
    }

    /// Operand `i` of a 16-bit operation, extended to 32 bits.
    pub(super) fn src16(&mut self, i: usize, signed: bool) -> Src {
        let whole = self.src(i);
        let at = if self.is_high(i) { 16 } else { 0 };
        if let Src::Imm(v) = whole {
            let half = (v >> at) as u16;
            return Src::Imm(if signed { half as i16 as u32 } else { half.into() });
        }
        self.alu(if signed { Alu::Sbfe } else { Alu::Ubfe }, &[whole, Src::Imm(at), Src::Imm(16)])
    }

    /// Operand `i` with its selected half in the low bits; the bits above are arbitrary.
    pub(super) fn chosen_half(&mut self, i: usize, value: Src) -> Src {
        match value {
            value if !self.is_high(i) => value,
            Src::Imm(v) => Src::Imm(v >> 16),
            value => self.alu(Shr, &[value, Src::Imm(16)]),
        }
    }

    /// The low bits of a shift count.
    pub(super) fn count(&mut self, count: Src, mask: u32) -> Src {
        match count {
            Src::Imm(v) => Src::Imm(v & mask),
            other => self.alu(Alu::And, &[other, Src::Imm(mask)]),
        }
    }

    /// Bits 23:0, extended.
    fn low24(&mut self, value: Src, signed: bool) -> Src {
        self.alu(if signed { Alu::Sbfe } else { Alu::Ubfe }, &[value, Src::Imm(0), Src::Imm(24)])
    }

    /// A chain `op2(op1(a, b), c)`.
    fn chain(&mut self, first: Alu, a: Src, b: Src, second: Alu, c: Src) -> Lifted {
        let inner = self.alu(first, &[a, b]);
        let value = self.alu(second, &[inner, c]);
        self.put(value)
    }

    /// `op2(op1(a), b)`.
    fn chain_one(&mut self, first: Alu, a: Src, second: Alu, b: Src) -> Lifted {
        let inner = self.alu(first, &[a]);
        self.one(second, &[inner, b])
    }

    fn one(&mut self, op: Alu, src: &[Src]) -> Lifted {
        let value = self.alu(op, src);
        self.put(value)
    }

    /// Number of zero bits before the highest one, all ones if there is none.
    fn zeros_before(&mut self, value: Src) -> Lifted {
        let count = self.alu(Clz, &[value]);
        self.one(Sel, &[value, count, Src::Imm(u32::MAX)])
    }

    /// The unsigned difference; the clamp saturates it at 0.
    fn difference(&mut self, a: Src, b: Src) -> Lifted {
        let difference = self.alu(Sub, &[a, b]);
        if !self.flag("clamp") {
            return self.put(difference);
        }
        let enough = self.b.test(Test::Uge, &[a, b]);
        self.one(Sel, &[Src::Mask(enough), difference, Src::Imm(0)])
    }

    fn signed_difference(&mut self, a: Src, b: Src) -> Lifted {
        if !self.flag("clamp") {
            return self.one(Sub, &[a, b]);
        }
        let wide = [a, b].map(|s| {
            let sign = self.alu(Sar, &[s, Src::Imm(31)]);
            Wide { lo: s, hi: sign }
        });
        let difference = self.alu64(Alu64::Sub, &wide);
        let value = self.saturated(difference);
        self.put(value.lo)
    }

    fn shifted(&mut self, op: Alu, value: Src, count: Src) -> Lifted {
        let count = self.count(count, 31);
        self.one(op, &[value, count])
    }

    fn low_product(&mut self, a: Src, b: Src, signed: bool) -> Lifted {
        let (x, y) = (self.low24(a, signed), self.low24(b, signed));
        let product = self.alu(Mul, &[x, y]);
        // Clamped like a multiply-add with 0.
        let clamped = self.flag("clamp").then(|| self.clamped_mad(x, y, Src::Imm(0), signed));
        clamped.unwrap_or_else(|| self.put(product))
    }

    fn low_mad(&mut self, [a, b, c]: [Src; 3], signed: bool) -> Lifted {
        let (x, y) = (self.low24(a, signed), self.low24(b, signed));
        let product = self.alu(Mul, &[x, y]);
        if self.flag("clamp") {
            return self.clamped_mad(x, y, c, signed);
        }
        self.one(Add, &[product, c])
    }

    fn high_product24(&mut self, a: Src, b: Src, signed: bool) -> Lifted {
        let (x, y) = (self.low24(a, signed), self.low24(b, signed));
        self.high_product(x, y, signed)
    }

    fn bit_field(&mut self, op: Alu, [a, b, c]: [Src; 3]) -> Lifted {
        let (at, len) = (self.count(b, 31), self.count(c, 31));
        self.one(op, &[a, at, len])
    }

    /// The low word of `a:b` shifted right.
    fn aligned(&mut self, a: Src, b: Src, count: Src) -> Lifted {
        let both = self.alu64(Alu64::Shr, &[Wide { lo: b, hi: a }, Wide::narrow(count)]);
        self.put(both.lo)
    }

    /// Adds the number of bits of a mask, for one half of the wave, in lanes below this one.
    fn lanes_below(&mut self, mask: Src, add: Src, half: u32) -> Lifted {
        let below = if self.half == half {
            let dst = self.b.temp();
            self.b.push(Uop::Special { what: Special::LaneMask(LaneRelation::Lt), dst });
            Src::Slot(dst)
        } else {
            Src::Imm(if self.half > half { u32::MAX } else { 0 })
        };
        let set = self.alu(And, &[mask, below]);
        self.chain_one(Popc, set, Add, add)
    }

    fn mean_of_bytes(&mut self, [a, b, c]: [Src; 3]) -> Lifted {
        let mut value = Src::Imm(0);
        for byte in 0..4 {
            let at = Src::Imm(8 * byte);
            let [x, y] = [a, b].map(|s| self.alu(Ubfe, &[s, at, Src::Imm(8)]));
            let up = self.alu(Ubfe, &[c, at, Src::Imm(1)]);
            let sum = self.alu(Add, &[x, y]);
            let sum = self.alu(Add, &[sum, up]);
            let half = self.alu(Shr, &[sum, Src::Imm(1)]);
            let placed = self.alu(Shl, &[half, at]);
            value = self.alu(Or, &[value, placed]);
        }
        self.put(value)
    }

    /// The product of two halves, combined with `c` by `add`.
    fn half_mad(&mut self, c: Src, add: Alu, signed: bool) -> Lifted {
        let (x, y) = (self.src16(0, signed), self.src16(1, signed));
        self.chain(Mul, x, y, add, c)
    }

    fn swap(&mut self, a: Src) -> Lifted {
        let (Some(dst), Src::Slot(other)) = (self.vdst("vdst", 1), a) else { return Ok(Control::Next) };
        let kept = self.b.temp();
        self.b.alu_to(kept, Mov, &[Src::Slot(dst)]);
        self.b.alu_to(dst, Mov, &[Src::Slot(other)]);
        self.b.alu_to(other, Mov, &[Src::Slot(kept)]);
        Ok(Control::Next)
    }

    fn exchange_halves(&mut self, a: Src) -> Lifted {
        let (Some(dst), Src::Slot(other)) = (self.vdst("vdst", 1), a) else { return Ok(Control::Next) };
        let high = [self.names_high("vdst"), self.is_high(0)];
        // Read both before writing either: they may be halves of one register.
        let half = |l: &mut Self, slot, high| {
            l.alu(Ubfe, &[Src::Slot(slot), Src::Imm(if high { 16 } else { 0 }), Src::Imm(16)])
        };
        let (kept, given) = (half(self, dst, high[0]), half(self, other, high[1]));
        self.put_half(dst, high[0], given);
        self.put_half(other, high[1], kept);
        Ok(Control::Next)
    }

    fn high_product(&mut self, a: Src, b: Src, signed: bool) -> Lifted {
        let product = self.wide_product(a, b, signed);
        self.put(product.hi)
    }

    fn wide_product(&mut self, a: Src, b: Src, signed: bool) -> Wide {
        let op = if signed { Alu64::MulWideS } else { Alu64::MulWideU };
        self.alu64(op, &[Wide::narrow(a), Wide::narrow(b)])
    }

    /// A signed 64-bit number, saturated to 32 bits.
    fn saturated(&mut self, value: Wide) -> Wide {
        let low = self.alu64(Alu64::SMax, &[value, constant(i32::MIN as i64 as u64)]);
        self.alu64(Alu64::SMin, &[low, constant(i32::MAX as u64)])
    }

    /// `a * b + c` in 64 bits, saturated to 32 bits.
    fn clamped_mad(&mut self, a: Src, b: Src, c: Src, signed: bool) -> Lifted {
        let product = self.wide_product(a, b, signed);
        let hi = if signed { self.alu(Alu::Sar, &[c, Src::Imm(31)]) } else { Src::Imm(0) };
        let sum = self.alu64(Alu64::Add, &[product, Wide { lo: c, hi }]);
        let value = match signed {
            true => self.saturated(sum),
            false => self.alu64(Alu64::UMin, &[sum, constant(u32::MAX.into())]),
        };
        self.put(value.lo)
    }

    fn median(&mut self, min: Alu, max: Alu, src: [Src; 3]) -> Lifted {
        let value = self.middle(min, max, src);
        self.put(value)
    }

    /// The median: max(min(a, b), min(max(a, b), c)).
    fn middle(&mut self, min: Alu, max: Alu, [a, b, c]: [Src; 3]) -> Src {
        let (low, high) = (self.alu(min, &[a, b]), self.alu(max, &[a, b]));
        let upper = self.alu(min, &[high, c]);
        self.alu(max, &[low, upper])
    }

    /// An operand of `v_cndmask_b32`, whose modifiers apply to the sign bit.
    fn selected(&mut self, i: usize, value: Src) -> Src {
        let (abs, neg) = (self.flag(["abs0", "abs1"][i]), self.flag(["neg0", "neg1"][i]));
        let value = if abs { self.alu(Alu::FAbs, &[value]) } else { value };
        if neg { self.alu(Alu::FNeg, &[value]) } else { value }
    }

    /// The mask in an operand, or VCC if the encoding has no such operand.
    pub(super) fn condition(&mut self, field: &str) -> Mask {
        match self.inst.try_get(field).unwrap_or(VCC) {
            128 | NULL_CODE => Mask::NONE,
            193 => Mask::ALL,
            code if code < 128 => Mask::of(self.mask_word(code)),
            code => {
                // Any other constant: its bits are the mask.
                let value = self.source64(code);
                let bits = if self.half == 0 { value.lo } else { value.hi };
                let dst = self.b.temp_mask();
                self.scalar_to(dst, Alu::Mov, &[bits]);
                Mask::of(dst)
            }
        }
    }

    fn sum_of_differences(&mut self, differences: Alu, [a, b, c]: [Src; 3]) -> Lifted {
        let sum = self.alu(differences, &[a, b, Src::Imm(0)]);
        self.one(if self.flag("clamp") { Alu::SatAddU } else { Alu::Add }, &[sum, c])
    }

    fn shifted64(&mut self, op: Alu64) -> Lifted {
        let (count, value) = (self.src(0), self.src64(1));
        let count = self.count(count, 63);
        let value = self.alu64(op, &[value, Wide::narrow(count)]);
        self.put64(value)
    }

    fn mad64(&mut self, signed: bool) -> Lifted {
        let (a, b, c) = (self.src(0), self.src(1), self.src64(2));
        let product = self.wide_product(a, b, signed);
        let sum = self.alu64(Alu64::Add, &[product, c]);
        let carry = self.b.test64(Test64::Ult, [sum, product]);
        let carry = if signed {
            // The sum overflows if both addends have the opposite sign.
            let over = self.alu64(Alu64::Xor, &[product, sum]);
            let over2 = self.alu64(Alu64::Xor, &[c, sum]);
            let both = self.alu64(Alu64::And, &[over, over2]);
            self.b.test(Test::Slt, &[both.hi, Src::Imm(0)])
        } else {
            carry
        };
        self.put_mask("sdst", carry);
        self.put64(sum)
    }

    /// Writes a mask to a scalar destination; inactive lanes get 0.
    pub(super) fn put_mask(&mut self, field: &str, mask: Mask) {
        let dst = self.mask_destination(self.inst.try_get(field).unwrap_or(VCC));
        let src = [Src::Mask(mask), Src::Imm(0), Src::Imm(0)];
        self.b.push(Uop::Test { op: Test::Ne, dst, src, clear: true });
    }

    /// The carry in of a sum or difference.
    fn carry_in(&mut self, given: bool) -> Mask {
        if given { self.condition("src2") } else { Mask::NONE }
    }

    /// The sum of two operands, with a carry out and optionally a carry in.
    fn sum(&mut self, operands: [usize; 2], with_carry: bool) -> Lifted {
        let [a, b] = operands.map(|i| self.src(i));
        let carry = Src::Mask(self.carry_in(with_carry));
        let sum = self.alu(Add, &[a, b]);
        let value = if with_carry { self.alu(Add, &[sum, carry]) } else { sum };
        let out = self.b.test(Test::Carry3, &[a, b, carry]);
        self.give_with_carry(value, out, u32::MAX)
    }

    fn difference_of(&mut self, operands: [usize; 2], with_carry: bool) -> Lifted {
        let [a, b] = operands.map(|i| self.src(i));
        let carry = self.carry_in(with_carry);
        let not_b = self.alu(Not, &[b]);
        let none = Src::Mask(carry.not());
        let sum = self.alu(Add, &[a, not_b]);
        let value = self.alu(Add, &[sum, none]);
        let fits = self.b.test(Test::Carry3, &[a, not_b, none]);
        self.give_with_carry(value, fits.not(), 0)
    }

    /// Writes a result and its carry; with clamp, a result with a carry is replaced by the limit.
    fn give_with_carry(&mut self, value: Src, out: Mask, limit: u32) -> Lifted {
        let value = if self.flag("clamp") { self.alu(Sel, &[Src::Mask(out), Src::Imm(limit), value]) } else { value };
        self.put_mask("sdst", out);
        self.put(value)
    }

    /// Operations on halves of words.
    pub(super) fn halves_op(&mut self, signed: bool, op: OfHalves) -> Lifted {
        let src = [0, 1, 2].map(|i| self.src16(i, signed));
        let value = op(self, src);
        self.put16(value)
    }

    /// A sum or difference; the clamp saturates it.
    fn held16(&mut self, op: Alu, a: Src, b: Src, held: Held) -> Src {
        let value = self.alu(op, &[a, b]);
        if !self.flag("clamp") {
            return value;
        }
        match held {
            Held::Signed => {
                let low = self.alu(SMax, &[value, Src::Imm(i16::MIN as u32)]);
                self.alu(SMin, &[low, Src::Imm(i16::MAX as u32)])
            }
            Held::Above => self.alu(SMax, &[value, Src::Imm(0)]),
            Held::Below => self.alu(UMin, &[value, Src::Imm(0xffff)]),
        }
    }

    fn extreme(&mut self, op: Alu, [a, b, c]: [Src; 3]) -> Src {
        let first = self.alu(op, &[a, b]);
        self.alu(op, &[first, c])
    }

    fn shifted16(&mut self, op: Alu, value: Src, count: Src) -> Src {
        let count = self.count(count, 15);
        self.alu(op, &[value, count])
    }

    /// An integer comparison that writes to the given destination.
    pub(super) fn compare(&mut self, compared: Compared, to: CompareResult) -> Lifted {
        match compared {
            Compared::Always(holds) => {
                let all = if holds { Mask::ALL } else { Mask::NONE };
                self.give_compare(Test::Ne, [Src::Mask(all), Src::Imm(0)], to)
            }
            Compared::Halves(op, signed) => {
                let src = [0, 1].map(|i| self.src16(i, signed));
                self.give_compare(op, src, to)
            }
            Compared::Words(op) => {
                let src = [0, 1].map(|i| self.src(i));
                self.give_compare(op, src, to)
            }
            Compared::Pairs(op) => {
                let src = [self.src64(0), self.src64(1)];
                self.give_compare64(op, src, to)
            }
        }
    }

    pub(super) fn give_compare(&mut self, op: Test, [a, b]: [Src; 2], to: CompareResult) -> Lifted {
        let dst = self.compare_word(to);
        self.b.push(Uop::Test { op, dst, src: [a, b, Src::Imm(0)], clear: true });
        Ok(Control::Next)
    }

    pub(super) fn give_compare64(&mut self, op: Test64, src: [Wide; 2], to: CompareResult) -> Lifted {
        let dst = self.compare_word(to);
        self.b.push(Uop::Test64 { op, dst, src, clear: true });
        Ok(Control::Next)
    }

    /// The destination of a comparison: EXEC, the scalar destination, or VCC.
    fn compare_word(&mut self, to: CompareResult) -> u16 {
        if to == CompareResult::Exec {
            return self.mask_destination(EXEC);
        }
        let code = self.inst.try_get("sdst").or_else(|| self.inst.try_get("vdst")).unwrap_or(VCC);
        self.mask_destination(code)
    }

    /// The active lanes of this half, as a separate mask.
    pub(super) fn executing(&self) -> Mask {
        Mask::of(self.exec())
    }

    /// `a & b` as a mask in every lane of the wave.
    pub(super) fn both(&mut self, a: Mask, b: Mask) -> Mask {
        self.b.mask(MaskOp::And, a, b)
    }
}
