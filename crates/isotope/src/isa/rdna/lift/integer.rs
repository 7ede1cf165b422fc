//! Integer arithmetic, logic and shifts of the vector unit, and integer compares.
//!
//! # Sources
//! spec: RDNA3 ISA guide, VOP1, VOP2, VOP3, VOPC. Shift counts use their low bits; 16-bit results leave the other half of the
//! destination as it is (spec: RDNA3 ISA guide, 16-bit data; as LLVM relies on from GFX10 on).

use isotope_op::alu::{Alu, Alu64, PermMode, Test, Test64};

use super::super::state::NULL_CODE;
use super::operand::constant;
use super::{Lift, Lifted};
use crate::effect::{Control, LaneRelation, Mask, MaskOp, Special, Src, Uop, Wide};

/// Truth tables of [`Alu::Lop3`]'s operands.
pub(super) const LUT: [u8; 3] = [0xf0, 0xcc, 0xaa];
/// Code of VCC as a scalar operand.
const VCC: u64 = 106;
/// Code of EXEC.
const EXEC: u64 = 126;

impl Lift<'_> {
    /// Write a 32-bit result.
    pub(super) fn put(&mut self, value: Src) -> Lifted {
        if let Some(dst) = self.vdst("vdst", 1) {
            self.b.alu_to(dst, Alu::Mov, &[value]);
        }
        Ok(Control::Next)
    }

    /// Write a 64-bit result.
    pub(super) fn put64(&mut self, value: Wide) -> Lifted {
        if let Some(dst) = self.vdst("vdst", 2) {
            // Both words are read before either is written.
            self.b.alu64_to(dst, Alu64::Mov, &[value]);
        }
        Ok(Control::Next)
    }

    /// Write half of the destination: the low one, or the one that the last bit of op_sel names.
    pub(super) fn put16(&mut self, value: Src) -> Lifted {
        let Some(dst) = self.vdst("vdst", 1) else { return Ok(Control::Next) };
        let high = self.high_result();
        let value = if high { self.alu(Alu::Shl, &[value, Src::Imm(16)]) } else { value };
        let mask = Src::Imm(if high { 0xffff_0000 } else { 0xffff });
        self.b.alu_to(dst, Alu::Mux, &[mask, value, Src::Slot(dst)]);
        Ok(Control::Next)
    }

    /// Whether a 16-bit result goes to the upper half.
    pub(super) fn high_result(&self) -> bool {
        // The field has a bit for each source and the last for the destination.
        let last = self.inst.form.field("op_sel").map(|f| self.inst.form.fields[f].len() as usize - 1);
        last.is_some_and(|bit| self.op_sel(bit))
    }

    /// Bit `i` of op_sel.
    pub(super) fn op_sel(&self, i: usize) -> bool {
        self.inst.get("op_sel") >> i & 1 != 0
    }

    /// Operand `i` of a 16-bit operation, extended to 32 bits.
    pub(super) fn src16(&mut self, i: usize, signed: bool) -> Src {
        let whole = self.src(i);
        let at = if self.op_sel(i) { 16 } else { 0 };
        if let Src::Imm(v) = whole {
            let half = (v >> at) as u16;
            return Src::Imm(if signed { half as i16 as u32 } else { half.into() });
        }
        self.alu(if signed { Alu::Sbfe } else { Alu::Ubfe }, &[whole, Src::Imm(at), Src::Imm(16)])
    }

    /// The low bits of a shift count.
    fn count(&mut self, count: Src, mask: u32) -> Src {
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

    fn one(&mut self, op: Alu, src: &[Src]) -> Lifted {
        let value = self.alu(op, src);
        self.put(value)
    }

    /// An integer instruction of the half being emitted, if it is one.
    pub(super) fn integer(&mut self) -> Option<Lifted> {
        if self.name.starts_with("v_cmp_") || self.name.starts_with("v_cmpx_") {
            return self.compare();
        }
        if let Some(lifted) = self.carry() {
            return Some(lifted);
        }
        self.integer32().or_else(|| self.integer64()).or_else(|| self.integer16())
    }

    fn integer32(&mut self) -> Option<Lifted> {
        use Alu::*;
        let [a, b, c] = [0, 1, 2].map(|i| self.src(i));
        let clamp = self.flag("clamp");
        Some(match self.name {
            "v_nop" | "v_pipeflush" => Ok(Control::Next),
            "v_mov_b32" => self.put(a),
            "v_not_b32" => self.one(Not, &[a]),
            "v_bfrev_b32" => self.one(Rev, &[a]),
            "v_clz_i32_u32" | "v_ctz_i32_b32" | "v_cls_i32" => {
                let source = match self.name {
                    "v_ctz_i32_b32" => self.alu(Rev, &[a]),
                    "v_cls_i32" => {
                        let sign = self.alu(Sar, &[a, Src::Imm(31)]);
                        self.alu(Xor, &[a, sign])
                    }
                    _ => a,
                };
                let count = self.alu(Clz, &[source]);
                self.one(Sel, &[source, count, Src::Imm(u32::MAX)])
            }
            "v_add_nc_u32" if clamp => self.one(SatAddU, &[a, b]),
            "v_add_nc_u32" => self.one(Add, &[a, b]),
            "v_sub_nc_u32" | "v_subrev_nc_u32" => {
                let (a, b) = if self.name == "v_sub_nc_u32" { (a, b) } else { (b, a) };
                let difference = self.alu(Sub, &[a, b]);
                if !clamp {
                    return Some(self.put(difference));
                }
                let enough = self.b.test(Test::Uge, &[a, b]);
                self.one(Sel, &[Src::Mask(enough), difference, Src::Imm(0)])
            }
            "v_add_nc_i32" if clamp => self.one(SatAddS, &[a, b]),
            "v_add_nc_i32" => self.one(Add, &[a, b]),
            "v_sub_nc_i32" if clamp => {
                let wide = [a, b].map(|s| {
                    let sign = self.alu(Sar, &[s, Src::Imm(31)]);
                    Wide { lo: s, hi: sign }
                });
                let difference = self.alu64(Alu64::Sub, &wide);
                let low = self.alu64(Alu64::SMax, &[difference, constant(i32::MIN as i64 as u64)]);
                let value = self.alu64(Alu64::SMin, &[low, constant(i32::MAX as u64)]);
                self.put(value.lo)
            }
            "v_sub_nc_i32" => self.one(Sub, &[a, b]),
            "v_and_b32" => self.one(And, &[a, b]),
            "v_or_b32" => self.one(Or, &[a, b]),
            "v_xor_b32" => self.one(Xor, &[a, b]),
            "v_xnor_b32" => self.one(Lop3 { lut: !(LUT[0] ^ LUT[1]) }, &[a, b]),
            "v_and_or_b32" => self.one(Lop3 { lut: LUT[0] & LUT[1] | LUT[2] }, &[a, b, c]),
            "v_or3_b32" => self.one(Lop3 { lut: LUT[0] | LUT[1] | LUT[2] }, &[a, b, c]),
            "v_xor3_b32" => self.one(Lop3 { lut: LUT[0] ^ LUT[1] ^ LUT[2] }, &[a, b, c]),
            "v_bfi_b32" => self.one(Mux, &[a, b, c]),
            "v_lshlrev_b32" | "v_lshrrev_b32" | "v_ashrrev_i32" => {
                let op = match self.name {
                    "v_lshlrev_b32" => Shl,
                    "v_lshrrev_b32" => Shr,
                    _ => Sar,
                };
                let count = self.count(a, 31);
                self.one(op, &[b, count])
            }
            "v_lshl_add_u32" | "v_lshl_or_b32" => {
                let count = self.count(b, 31);
                let second = if self.name == "v_lshl_or_b32" { Or } else { Add };
                self.chain(Shl, a, count, second, c)
            }
            "v_add_lshl_u32" => {
                let count = self.count(c, 31);
                self.chain(Add, a, b, Shl, count)
            }
            "v_add3_u32" => self.chain(Add, a, b, Add, c),
            "v_xad_u32" => self.chain(Xor, a, b, Add, c),
            "v_min_i32" => self.one(SMin, &[a, b]),
            "v_max_i32" => self.one(SMax, &[a, b]),
            "v_min_u32" => self.one(UMin, &[a, b]),
            "v_max_u32" => self.one(UMax, &[a, b]),
            "v_min3_i32" => self.chain(SMin, a, b, SMin, c),
            "v_max3_i32" => self.chain(SMax, a, b, SMax, c),
            "v_min3_u32" => self.chain(UMin, a, b, UMin, c),
            "v_max3_u32" => self.chain(UMax, a, b, UMax, c),
            "v_maxmin_i32" => self.chain(SMax, a, b, SMin, c),
            "v_minmax_i32" => self.chain(SMin, a, b, SMax, c),
            "v_maxmin_u32" => self.chain(UMax, a, b, UMin, c),
            "v_minmax_u32" => self.chain(UMin, a, b, UMax, c),
            "v_med3_i32" => self.median(SMin, SMax, [a, b, c]),
            "v_med3_u32" => self.median(UMin, UMax, [a, b, c]),
            "v_mul_lo_u32" => self.one(Mul, &[a, b]),
            "v_mul_u32_u24" | "v_mul_i32_i24" | "v_mad_u32_u24" | "v_mad_i32_i24" => {
                let signed = self.name.ends_with("i24");
                let (x, y) = (self.low24(a, signed), self.low24(b, signed));
                let product = self.alu(Mul, &[x, y]);
                if self.name.starts_with("v_mul") {
                    // As an addition of nothing.
                    let clamped = clamp.then(|| self.clamped_mad(x, y, Src::Imm(0), signed));
                    return Some(clamped.unwrap_or_else(|| self.put(product)));
                }
                if clamp {
                    return Some(self.clamped_mad(x, y, c, signed));
                }
                self.one(Add, &[product, c])
            }
            "v_mul_hi_u32_u24" | "v_mul_hi_i32_i24" => {
                let signed = self.name.ends_with("i24");
                let (x, y) = (self.low24(a, signed), self.low24(b, signed));
                self.high_product(x, y, signed)
            }
            "v_mul_hi_u32" => self.high_product(a, b, false),
            "v_mul_hi_i32" => self.high_product(a, b, true),
            "v_bfe_u32" | "v_bfe_i32" => {
                let (at, len) = (self.count(b, 31), self.count(c, 31));
                self.one(if self.name == "v_bfe_u32" { Ubfe } else { Sbfe }, &[a, at, len])
            }
            "v_bfm_b32" => {
                let (len, at) = (self.count(a, 31), self.count(b, 31));
                self.one(Bfm, &[at, len])
            }
            "v_alignbit_b32" | "v_alignbyte_b32" => {
                let mut count = self.count(c, if self.name == "v_alignbit_b32" { 31 } else { 3 });
                if self.name == "v_alignbyte_b32" {
                    count = self.alu(Shl, &[count, Src::Imm(3)]);
                }
                let both = self.alu64(Alu64::Shr, &[Wide { lo: b, hi: a }, Wide::narrow(count)]);
                self.put(both.lo)
            }
            "v_perm_b32" => self.one(Perm { mode: PermMode::Amd }, &[b, c, a]),
            "v_bcnt_u32_b32" => {
                let count = self.alu(Popc, &[a]);
                self.one(Add, &[count, b])
            }
            "v_mbcnt_lo_u32_b32" | "v_mbcnt_hi_u32_b32" => {
                // Lanes below this one, in the half of the wave that the mask is for.
                let low = self.name == "v_mbcnt_lo_u32_b32";
                let below = match (low, self.half) {
                    (true, 0) | (false, 1) => {
                        let dst = self.b.temp();
                        self.b.push(Uop::Special { what: Special::LaneMask(LaneRelation::Lt), dst });
                        Src::Slot(dst)
                    }
                    (true, _) => Src::Imm(u32::MAX),
                    (false, _) => Src::Imm(0),
                };
                let set = self.alu(And, &[a, below]);
                let count = self.alu(Popc, &[set]);
                self.one(Add, &[count, b])
            }
            "v_cndmask_b32" => {
                let (a, b) = (self.selected(0, a), self.selected(1, b));
                let mask = self.condition("src2");
                self.one(Sel, &[Src::Mask(mask), b, a])
            }
            "v_sad_u32" => {
                let (low, high) = (self.alu(UMin, &[a, b]), self.alu(UMax, &[a, b]));
                let difference = self.alu(Sub, &[high, low]);
                self.one(if clamp { SatAddU } else { Add }, &[difference, c])
            }
            "v_lerp_u8" => {
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
            "v_sad_u8" | "v_sad_hi_u8" | "v_sad_u16" | "v_msad_u8" => self.sum_of_differences(a, b, c),
            "v_cvt_u32_u16" | "v_cvt_i32_i16" => {
                let value = self.src16(0, self.name == "v_cvt_i32_i16");
                self.put(value)
            }
            "v_mad_u32_u16" | "v_mad_i32_i16" => {
                let signed = self.name == "v_mad_i32_i16";
                let (x, y) = (self.src16(0, signed), self.src16(1, signed));
                let add = match (clamp, signed) {
                    (false, _) => Add,
                    (true, false) => SatAddU,
                    (true, true) => SatAddS,
                };
                self.chain(Mul, x, y, add, c)
            }
            "v_swap_b32" => {
                let (Some(dst), Src::Slot(other)) = (self.vdst("vdst", 1), a) else { return Some(Ok(Control::Next)) };
                let kept = self.b.temp();
                self.b.alu_to(kept, Mov, &[Src::Slot(dst)]);
                self.b.alu_to(dst, Mov, &[Src::Slot(other)]);
                self.b.alu_to(other, Mov, &[Src::Slot(kept)]);
                Ok(Control::Next)
            }
            _ => return None,
        })
    }

    fn high_product(&mut self, a: Src, b: Src, signed: bool) -> Lifted {
        let op = if signed { Alu64::MulWideS } else { Alu64::MulWideU };
        let product = self.alu64(op, &[Wide::narrow(a), Wide::narrow(b)]);
        self.put(product.hi)
    }

    /// `a * b + c` in 64 bits, kept in the range of 32.
    fn clamped_mad(&mut self, a: Src, b: Src, c: Src, signed: bool) -> Lifted {
        let op = if signed { Alu64::MulWideS } else { Alu64::MulWideU };
        let product = self.alu64(op, &[Wide::narrow(a), Wide::narrow(b)]);
        let hi = if signed { self.alu(Alu::Sar, &[c, Src::Imm(31)]) } else { Src::Imm(0) };
        let sum = self.alu64(Alu64::Add, &[product, Wide { lo: c, hi }]);
        let value = if signed {
            let low = self.alu64(Alu64::SMax, &[sum, constant(i32::MIN as i64 as u64)]);
            self.alu64(Alu64::SMin, &[low, constant(i32::MAX as u64)])
        } else {
            self.alu64(Alu64::UMin, &[sum, constant(u32::MAX.into())])
        };
        self.put(value.lo)
    }

    /// The middle one: max(min(a, b), min(max(a, b), c)).
    fn median(&mut self, min: Alu, max: Alu, [a, b, c]: [Src; 3]) -> Lifted {
        let (low, high) = (self.alu(min, &[a, b]), self.alu(max, &[a, b]));
        let upper = self.alu(min, &[high, c]);
        self.one(max, &[low, upper])
    }

    /// An operand of `v_cndmask_b32`, whose modifiers act on the sign bit.
    fn selected(&mut self, i: usize, value: Src) -> Src {
        let (abs, neg) = (self.flag(["abs0", "abs1"][i]), self.flag(["neg0", "neg1"][i]));
        let value = if abs { self.alu(Alu::FAbs, &[value]) } else { value };
        if neg { self.alu(Alu::FNeg, &[value]) } else { value }
    }

    /// The mask that an operand holds, or VCC where the encoding has none.
    pub(super) fn condition(&mut self, field: &str) -> Mask {
        match self.inst.try_get(field).unwrap_or(VCC) {
            128 | NULL_CODE => Mask::NONE,
            193 => Mask::ALL,
            code if code < 128 => Mask::of(self.mask_word(code)),
            code => {
                // Any other constant: its bits are the lanes.
                let value = self.source64(code);
                let bits = if self.half == 0 { value.lo } else { value.hi };
                let dst = self.b.temp_mask();
                self.scalar_to(dst, Alu::Mov, &[bits]);
                Mask::of(dst)
            }
        }
    }

    fn sum_of_differences(&mut self, a: Src, b: Src, c: Src) -> Lifted {
        let (bits, masked) = (if self.name == "v_sad_u16" { 16 } else { 8 }, self.name == "v_msad_u8");
        let add = if self.flag("clamp") { Alu::SatAddU } else { Alu::Add };
        let sum = self.alu(Alu::Sad { bits, masked }, &[a, b, Src::Imm(0)]);
        if self.name != "v_sad_hi_u8" {
            return self.one(add, &[sum, c]);
        }
        self.chain(Alu::Shl, sum, Src::Imm(16), add, c)
    }

    fn integer64(&mut self) -> Option<Lifted> {
        let a = self.src(0);
        Some(match self.name {
            "v_mov_b64" => {
                let value = self.src64(0);
                self.put64(value)
            }
            "v_lshlrev_b64" | "v_lshrrev_b64" | "v_ashrrev_i64" => {
                let value = self.src64(1);
                let op = match self.name {
                    "v_lshlrev_b64" => Alu64::Shl,
                    "v_lshrrev_b64" => Alu64::Shr,
                    _ => Alu64::Sar,
                };
                let count = self.count(a, 63);
                let value = self.alu64(op, &[value, Wide::narrow(count)]);
                self.put64(value)
            }
            "v_mad_u64_u32" | "v_mad_i64_i32" => {
                let signed = self.name == "v_mad_i64_i32";
                let b = self.src(1);
                let c = self.src64(2);
                let op = if signed { Alu64::MulWideS } else { Alu64::MulWideU };
                let product = self.alu64(op, &[Wide::narrow(a), Wide::narrow(b)]);
                let sum = self.alu64(Alu64::Add, &[product, c]);
                let carry = self.b.test64(Test64::Ult, [sum, product]);
                let carry = if signed {
                    // The sum leaves the signed range where both addends have the other sign.
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
            _ => return None,
        })
    }

    /// Write a mask to a scalar destination; lanes that do not execute get 0.
    pub(super) fn put_mask(&mut self, field: &str, mask: Mask) {
        let dst = self.mask_destination(self.inst.try_get(field).unwrap_or(VCC));
        let src = [Src::Mask(mask), Src::Imm(0), Src::Imm(0)];
        self.b.push(Uop::Test { op: Test::Ne, dst, src, clear: true });
    }

    /// Additions and subtractions with carry.
    fn carry(&mut self) -> Option<Lifted> {
        let [mut a, mut b] = [0, 1].map(|i| self.src(i));
        let name = self.name;
        let with_carry = name.contains("_co_ci_");
        if !with_carry && !name.contains("_co_u32") {
            return None;
        }
        if name.starts_with("v_subrev") {
            std::mem::swap(&mut a, &mut b);
        }
        let subtract = name.starts_with("v_sub");
        let carry_in = if with_carry { self.condition("src2") } else { Mask::NONE };
        let carry = Src::Mask(carry_in);
        let (value, out) = if subtract {
            let not_b = self.alu(Alu::Not, &[b]);
            let none = Src::Mask(carry_in.not());
            let sum = self.alu(Alu::Add, &[a, not_b]);
            let value = self.alu(Alu::Add, &[sum, none]);
            let fits = self.b.test(Test::Carry3, &[a, not_b, none]);
            (value, fits.not())
        } else {
            let sum = self.alu(Alu::Add, &[a, b]);
            let value = if with_carry { self.alu(Alu::Add, &[sum, carry]) } else { sum };
            (value, self.b.test(Test::Carry3, &[a, b, carry]))
        };
        let value = if self.flag("clamp") {
            let limit = Src::Imm(if subtract { 0 } else { u32::MAX });
            self.alu(Alu::Sel, &[Src::Mask(out), limit, value])
        } else {
            value
        };
        self.put_mask("sdst", out);
        Some(self.put(value))
    }

    fn integer16(&mut self) -> Option<Lifted> {
        use Alu::*;
        let rest = self.name.strip_suffix("16")?;
        let signed = rest.ends_with('i');
        if !rest.ends_with(['i', 'u', 'b']) {
            return None;
        }
        let stem = rest[..rest.len() - 2].strip_prefix("v_")?;
        let clamp = self.flag("clamp");
        let [a, b, c] = [0, 1, 2].map(|i| self.src16(i, signed));
        let value = match stem {
            "not" => self.alu(Not, &[a]),
            "mov" => a,
            "and" => self.alu(And, &[a, b]),
            "or" => self.alu(Or, &[a, b]),
            "xor" => self.alu(Xor, &[a, b]),
            "add_nc" | "sub_nc" | "mad" => {
                let raw = match stem {
                    "add_nc" => self.alu(Add, &[a, b]),
                    "sub_nc" => self.alu(Sub, &[a, b]),
                    _ => {
                        let product = self.alu(Mul, &[a, b]);
                        self.alu(Add, &[product, c])
                    }
                };
                if !clamp {
                    raw
                } else if signed {
                    let low = self.alu(SMax, &[raw, Src::Imm(i16::MIN as u32)]);
                    self.alu(SMin, &[low, Src::Imm(i16::MAX as u32)])
                } else if stem == "sub_nc" {
                    self.alu(SMax, &[raw, Src::Imm(0)])
                } else {
                    self.alu(UMin, &[raw, Src::Imm(0xffff)])
                }
            }
            "mul_lo" => self.alu(Mul, &[a, b]),
            "min" => self.alu(SMin, &[a, b]),
            "max" => self.alu(SMax, &[a, b]),
            "min3" | "max3" => {
                let op = if stem == "min3" { SMin } else { SMax };
                let first = self.alu(op, &[a, b]);
                self.alu(op, &[first, c])
            }
            "med3" => {
                let (low, high) = (self.alu(SMin, &[a, b]), self.alu(SMax, &[a, b]));
                let upper = self.alu(SMin, &[high, c]);
                self.alu(SMax, &[low, upper])
            }
            "lshlrev" | "lshrrev" | "ashrrev" => {
                let count = self.count(a, 15);
                let op = match stem {
                    "lshlrev" => Shl,
                    "lshrrev" => Shr,
                    _ => Sar,
                };
                self.alu(op, &[b, count])
            }
            "cndmask" => {
                let mask = self.condition("src2");
                // Its modifiers act on the sign of a half.
                let [a, b] = [(0, a), (1, b)].map(|(i, value)| {
                    let (abs, neg) = (self.flag(["abs0", "abs1"][i]), self.flag(["neg0", "neg1"][i]));
                    let value = if abs { self.alu(And, &[value, Src::Imm(0x7fff)]) } else { value };
                    if neg { self.alu(Xor, &[value, Src::Imm(0x8000)]) } else { value }
                });
                self.alu(Sel, &[Src::Mask(mask), b, a])
            }
            _ => return None,
        };
        Some(self.put16(value))
    }

    /// Integer compares; float ones are in `float.rs`.
    fn compare(&mut self) -> Option<Lifted> {
        let rest = self.name.strip_prefix("v_cmp_").or_else(|| self.name.strip_prefix("v_cmpx_"))?;
        let (condition, ty) = rest.rsplit_once('_')?;
        if !matches!(ty, "i16" | "u16" | "i32" | "u32" | "i64" | "u64") {
            return self.float_compare(condition, ty);
        }
        let signed = ty.starts_with('i');
        if let "f" | "t" = condition {
            let all = if condition == "t" { Mask::ALL } else { Mask::NONE };
            return Some(self.give_compare(Test::Ne, [Src::Mask(all), Src::Imm(0)]));
        }
        if ty.ends_with("64") {
            let src = [self.src64(0), self.src64(1)];
            let op = match (condition, signed) {
                ("eq", _) => Test64::Eq,
                ("ne" | "lg", _) => Test64::Ne,
                ("lt", false) => Test64::Ult,
                ("le", false) => Test64::Ule,
                ("gt", false) => Test64::Ugt,
                ("ge", false) => Test64::Uge,
                ("lt", true) => Test64::Slt,
                ("le", true) => Test64::Sle,
                ("gt", true) => Test64::Sgt,
                ("ge", true) => Test64::Sge,
                _ => return None,
            };
            let dst = self.compare_word();
            self.b.push(Uop::Test64 { op, dst, src, clear: true });
            return Some(Ok(Control::Next));
        }
        let src = if ty.ends_with("16") { [0, 1].map(|i| self.src16(i, signed)) } else { [0, 1].map(|i| self.src(i)) };
        let op = match (condition, signed) {
            ("eq", _) => Test::Eq,
            ("ne" | "lg", _) => Test::Ne,
            ("lt", false) => Test::Ult,
            ("le", false) => Test::Ule,
            ("gt", false) => Test::Ugt,
            ("ge", false) => Test::Uge,
            ("lt", true) => Test::Slt,
            ("le", true) => Test::Sle,
            ("gt", true) => Test::Sgt,
            ("ge", true) => Test::Sge,
            _ => return None,
        };
        Some(self.give_compare(op, src))
    }

    pub(super) fn give_compare(&mut self, op: Test, [a, b]: [Src; 2]) -> Lifted {
        let dst = self.compare_word();
        self.b.push(Uop::Test { op, dst, src: [a, b, Src::Imm(0)], clear: true });
        Ok(Control::Next)
    }

    /// Where a compare puts its answer: EXEC, the scalar destination, or VCC.
    pub(super) fn compare_word(&mut self) -> u16 {
        if self.name.starts_with("v_cmpx_") {
            return self.mask_destination(EXEC);
        }
        let code = self.inst.try_get("sdst").or_else(|| self.inst.try_get("vdst")).unwrap_or(VCC);
        self.mask_destination(code)
    }

    /// The executing lanes of this half, as a mask of their own.
    pub(super) fn executing(&self) -> Mask {
        Mask::of(self.exec())
    }

    /// `a & b` as a mask in every lane of the wave.
    pub(super) fn both(&mut self, a: Mask, b: Mask) -> Mask {
        self.b.mask(MaskOp::And, a, b)
    }
}
