//! Scalar arithmetic and scalar loads: SOP1, SOP2, SOPC, SOPK, SMEM.
//!
//! # Sources
//! spec: RDNA3 ISA guide, chapter 16, scalar instructions.

use isotope_op::alu::{Alu, Alu64, Test, Test64};

use super::super::state::{self, SCC};
use super::operand::constant;
use super::{Lift, Lifted, not_modelled};
use crate::effect::{Address, Control, Space, Src, Uop, Wide};

impl Lift<'_> {
    /// A scalar instruction.
    pub(super) fn scalar(&mut self) -> Lifted {
        let name = self.name;
        if let Some(lifted) = self.scalar_control() {
            return lifted;
        }
        if name.starts_with("s_load_") || name.starts_with("s_buffer_load_") {
            return self.smem();
        }
        if let Some(lifted) = self.scalar_compare() {
            return lifted;
        }
        if let Some(rest) = name.strip_suffix("_saveexec_b32") {
            return self.saveexec(rest, false);
        }
        if let Some(rest) = name.strip_suffix("_saveexec_b64") {
            return self.saveexec(rest, true);
        }
        if let Some(rest) = name.strip_suffix("_wrexec_b32") {
            return self.wrexec(rest, false);
        }
        if let Some(rest) = name.strip_suffix("_wrexec_b64") {
            return self.wrexec(rest, true);
        }
        match self.scalar_indexed().or_else(|| self.sop32()).or_else(|| self.sop64()) {
            Some(lifted) => lifted,
            None => Err(not_modelled("this scalar instruction")),
        }
    }

    pub(super) fn scalar_op(&mut self, op: Alu, src: &[Src]) -> Src {
        let dst = self.b.temp_mask();
        self.scalar_to(dst, op, src);
        Src::Scalar(dst)
    }

    pub(super) fn scalar_to(&mut self, dst: u16, op: Alu, src: &[Src]) {
        let mut all = [Src::Imm(0); 3];
        all[..src.len()].copy_from_slice(src);
        self.b.push(Uop::Scalar { op, dst, src: all });
    }

    pub(super) fn scalar64(&mut self, op: Alu64, src: &[Wide]) -> Wide {
        let dst = [self.b.temp_mask(), self.b.temp_mask()];
        self.scalar64_to(dst, op, src);
        Wide { lo: Src::Scalar(dst[0]), hi: Src::Scalar(dst[1]) }
    }

    pub(super) fn scalar64_to(&mut self, dst: [u16; 2], op: Alu64, src: &[Wide]) {
        let mut all = [Wide::narrow(Src::Imm(0)); 3];
        all[..src.len()].copy_from_slice(src);
        self.b.push(Uop::Scalar64 { op, dst, src: all });
    }

    pub(super) fn scalar_test(&mut self, dst: u16, op: Test, src: &[Src]) {
        let mut all = [Src::Imm(0); 3];
        all[..src.len()].copy_from_slice(src);
        self.b.push(Uop::ScalarTest { op, dst, src: all });
    }

    pub(super) fn scalar_test64(&mut self, dst: u16, op: Test64, src: [Wide; 2]) {
        self.b.push(Uop::ScalarTest64 { op, dst, src });
    }

    /// The scalar word of the destination.
    fn sdst(&self) -> u16 {
        state::word(self.inst.get("sdst"))
    }

    /// The two words of a 64-bit destination.
    pub(super) fn sdst64(&self) -> [u16; 2] {
        let code = self.inst.get("sdst");
        if code == state::NULL_CODE { [state::NULL; 2] } else { [state::word(code), state::word(code + 1)] }
    }

    /// Write a 32-bit result, and SCC = result is not zero.
    fn give(&mut self, value: Src, scc_nonzero: bool) -> Lifted {
        if scc_nonzero {
            self.scalar_test(SCC, Test::Ne, &[value, Src::Imm(0)]);
        }
        self.scalar_to(self.sdst(), Alu::Mov, &[value]);
        Ok(Control::Next)
    }

    fn give64(&mut self, value: Wide, scc_nonzero: bool) -> Lifted {
        if scc_nonzero {
            self.scalar_test64(SCC, Test64::Ne, [value, constant(0)]);
        }
        self.scalar64_to(self.sdst64(), Alu64::Mov, &[value]);
        Ok(Control::Next)
    }

    /// 32-bit results.
    fn sop32(&mut self) -> Option<Lifted> {
        use Alu::*;
        let (a, b) = (self.src(0), self.src(1));
        let imm = Src::Imm(self.inst.get("simm16") as u16 as i16 as u32);
        let scc = Src::Scalar(SCC);
        let old = self.source(self.inst.get("sdst"));
        let k31 = Src::Imm(31);
        Some(match self.name {
            "s_mov_b32" => self.give(a, false),
            "s_movk_i32" => self.give(imm, false),
            "s_cmov_b32" | "s_cmovk_i32" => {
                let new = if self.name == "s_cmov_b32" { a } else { imm };
                let value = self.scalar_op(Sel, &[scc, new, old]);
                self.give(value, false)
            }
            "s_cselect_b32" => {
                let value = self.scalar_op(Sel, &[scc, a, b]);
                self.give(value, false)
            }
            "s_add_u32" => {
                let sum = self.scalar_op(Add, &[a, b]);
                self.scalar_test(SCC, Test::Ult, &[sum, a]);
                self.give(sum, false)
            }
            "s_add_i32" => self.signed_add(a, b),
            "s_addk_i32" => self.signed_add(old, imm),
            "s_sub_u32" => {
                let value = self.scalar_op(Sub, &[a, b]);
                self.scalar_test(SCC, Test::Ult, &[a, b]);
                self.give(value, false)
            }
            "s_sub_i32" => {
                let value = self.scalar_op(Sub, &[a, b]);
                let not_b = self.scalar_op(Not, &[b]);
                self.scalar_test(SCC, Test::Overflow3, &[a, not_b, Src::Imm(1)]);
                self.give(value, false)
            }
            "s_addc_u32" => {
                let sum = self.scalar_op(Add, &[a, b]);
                let value = self.scalar_op(Add, &[sum, scc]);
                self.scalar_test(SCC, Test::Carry3, &[a, b, scc]);
                self.give(value, false)
            }
            "s_subb_u32" => {
                let difference = self.scalar_op(Sub, &[a, b]);
                let value = self.scalar_op(Sub, &[difference, scc]);
                // Borrow is the inverse of the carry of a + !b + !scc.
                let not_b = self.scalar_op(Not, &[b]);
                let none = self.scalar_op(Xor, &[scc, Src::Imm(1)]);
                self.scalar_test(SCC, Test::Carry3, &[a, not_b, none]);
                self.scalar_to(SCC, Xor, &[scc, Src::Imm(1)]);
                self.give(value, false)
            }
            "s_absdiff_i32" => {
                let difference = self.scalar_op(Sub, &[a, b]);
                let value = self.absolute(difference);
                self.give(value, true)
            }
            "s_abs_i32" => {
                let value = self.absolute(a);
                self.give(value, true)
            }
            "s_min_i32" => self.minmax(SMin, Test::Slt, a, b),
            "s_min_u32" => self.minmax(UMin, Test::Ult, a, b),
            "s_max_i32" => self.minmax(SMax, Test::Sge, a, b),
            "s_max_u32" => self.minmax(UMax, Test::Uge, a, b),
            "s_and_b32" => self.logic(And, a, b),
            "s_or_b32" => self.logic(Or, a, b),
            "s_xor_b32" => self.logic(Xor, a, b),
            "s_and_not1_b32" => self.logic(Lop3 { lut: LUT_A & !LUT_B }, a, b),
            "s_or_not1_b32" => self.logic(Lop3 { lut: LUT_A | !LUT_B }, a, b),
            "s_nand_b32" => self.logic(Lop3 { lut: !(LUT_A & LUT_B) }, a, b),
            "s_nor_b32" => self.logic(Lop3 { lut: !(LUT_A | LUT_B) }, a, b),
            "s_xnor_b32" => self.logic(Lop3 { lut: !(LUT_A ^ LUT_B) }, a, b),
            "s_not_b32" => self.logic(Not, a, b),
            "s_lshl_b32" | "s_lshr_b32" | "s_ashr_i32" => {
                let count = self.scalar_op(And, &[b, k31]);
                let op = if self.name == "s_lshl_b32" {
                    Shl
                } else if self.name == "s_lshr_b32" {
                    Shr
                } else {
                    Sar
                };
                let value = self.scalar_op(op, &[a, count]);
                self.give(value, true)
            }
            "s_lshl1_add_u32" | "s_lshl2_add_u32" | "s_lshl3_add_u32" | "s_lshl4_add_u32" => {
                let count = u32::from(self.name.as_bytes()[6] - b'0');
                // The carry is that of the whole sum, in 64 bits.
                let shifted = self.scalar64(Alu64::Shl, &[Wide::narrow(a), constant(count.into())]);
                let sum = self.scalar64(Alu64::Add, &[shifted, Wide::narrow(b)]);
                self.scalar_test(SCC, Test::Ne, &[sum.hi, Src::Imm(0)]);
                self.give(sum.lo, false)
            }
            "s_mul_i32" => {
                let value = self.scalar_op(Mul, &[a, b]);
                self.give(value, false)
            }
            "s_mulk_i32" => {
                let value = self.scalar_op(Mul, &[old, imm]);
                self.give(value, false)
            }
            "s_mul_hi_u32" | "s_mul_hi_i32" => {
                let op = if self.name == "s_mul_hi_u32" { Alu64::MulWideU } else { Alu64::MulWideS };
                let product = self.scalar64(op, &[Wide::narrow(a), Wide::narrow(b)]);
                self.give(product.hi, false)
            }
            "s_bfe_u32" | "s_bfe_i32" => {
                let at = self.scalar_op(And, &[b, k31]);
                let len = self.scalar_op(Ubfe, &[b, Src::Imm(16), Src::Imm(7)]);
                let op = if self.name == "s_bfe_u32" { Ubfe } else { Sbfe };
                let value = self.scalar_op(op, &[a, at, len]);
                self.give(value, true)
            }
            "s_bfm_b32" => {
                let (len, at) = (self.scalar_op(And, &[a, k31]), self.scalar_op(And, &[b, k31]));
                let value = self.scalar_op(Bfm, &[at, len]);
                self.give(value, false)
            }
            "s_brev_b32" => {
                let value = self.scalar_op(Rev, &[a]);
                self.give(value, false)
            }
            "s_bcnt1_i32_b32" => {
                let value = self.scalar_op(Popc, &[a]);
                self.give(value, true)
            }
            "s_bcnt0_i32_b32" => {
                let inverse = self.scalar_op(Not, &[a]);
                let value = self.scalar_op(Popc, &[inverse]);
                self.give(value, true)
            }
            "s_bcnt1_i32_b64" | "s_bcnt0_i32_b64" => {
                let mut w = self.src64(0);
                if self.name == "s_bcnt0_i32_b64" {
                    w = self.scalar64(Alu64::Not, &[w]);
                }
                let count = self.scalar64(Alu64::Popc, &[w]);
                self.give(count.lo, true)
            }
            "s_ctz_i32_b32" | "s_clz_i32_u32" | "s_cls_i32" => {
                let source = match self.name {
                    "s_ctz_i32_b32" => self.scalar_op(Rev, &[a]),
                    "s_cls_i32" => {
                        let sign = self.scalar_op(Sar, &[a, k31]);
                        self.scalar_op(Xor, &[a, sign])
                    }
                    _ => a,
                };
                let count = self.scalar_op(Clz, &[source]);
                let value = self.scalar_op(Sel, &[source, count, Src::Imm(u32::MAX)]);
                self.give(value, false)
            }
            "s_ctz_i32_b64" | "s_clz_i32_u64" | "s_cls_i32_i64" => {
                let w = self.src64(0);
                let source = match self.name {
                    "s_ctz_i32_b64" => self.scalar64(Alu64::Rev, &[w]),
                    "s_cls_i32_i64" => {
                        let sign = self.scalar64(Alu64::Sar, &[w, constant(63)]);
                        self.scalar64(Alu64::Xor, &[w, sign])
                    }
                    _ => w,
                };
                let count = self.scalar64(Alu64::Clz, &[source]);
                let value = self.scalar64(Alu64::Sel, &[source, count, constant(u64::MAX)]);
                self.give(value.lo, false)
            }
            "s_sext_i32_i8" => {
                let value = self.scalar_op(Sext8, &[a]);
                self.give(value, false)
            }
            "s_sext_i32_i16" => {
                let value = self.scalar_op(Sext16, &[a]);
                self.give(value, false)
            }
            "s_bitset0_b32" | "s_bitset1_b32" => {
                let at = self.scalar_op(And, &[a, k31]);
                let bit = self.scalar_op(Shl, &[Src::Imm(1), at]);
                let lut = if self.name == "s_bitset1_b32" { LUT_A | LUT_B } else { LUT_A & !LUT_B };
                let value = self.scalar_op(Lop3 { lut }, &[old, bit]);
                self.give(value, false)
            }
            "s_pack_ll_b32_b16" => self.pack(a, b, 0, 0),
            "s_pack_lh_b32_b16" => self.pack(a, b, 0, 16),
            "s_pack_hl_b32_b16" => self.pack(a, b, 16, 0),
            "s_pack_hh_b32_b16" => self.pack(a, b, 16, 16),
            "s_wqm_b32" | "s_quadmask_b32" => {
                let value = self.quads(a);
                self.give(value, true)
            }
            _ => return None,
        })
    }

    /// 64-bit results.
    fn sop64(&mut self) -> Option<Lifted> {
        use Alu64::*;
        let (a, b) = (self.src64(0), self.src64(1));
        let narrow = self.src(1);
        let old = self.source64(self.inst.get("sdst"));
        let scc = Wide::narrow(Src::Scalar(SCC));
        Some(match self.name {
            "s_mov_b64" => self.give64(a, false),
            "s_cmov_b64" => {
                let value = self.scalar64(Sel, &[scc, a, old]);
                self.give64(value, false)
            }
            "s_cselect_b64" => {
                let value = self.scalar64(Sel, &[scc, a, b]);
                self.give64(value, false)
            }
            "s_and_b64" | "s_or_b64" | "s_xor_b64" | "s_nand_b64" | "s_nor_b64" | "s_xnor_b64" | "s_and_not1_b64"
            | "s_or_not1_b64" => {
                let right = if self.name.contains("_not1_") { self.scalar64(Not, &[b]) } else { b };
                let op = match self.name {
                    "s_and_b64" | "s_nand_b64" | "s_and_not1_b64" => And,
                    "s_or_b64" | "s_nor_b64" | "s_or_not1_b64" => Or,
                    _ => Xor,
                };
                let mut value = self.scalar64(op, &[a, right]);
                if matches!(self.name, "s_nand_b64" | "s_nor_b64" | "s_xnor_b64") {
                    value = self.scalar64(Not, &[value]);
                }
                self.give64(value, true)
            }
            "s_not_b64" => {
                let value = self.scalar64(Not, &[a]);
                self.give64(value, true)
            }
            "s_lshl_b64" | "s_lshr_b64" | "s_ashr_i64" => {
                let count = self.scalar_op(Alu::And, &[narrow, Src::Imm(63)]);
                let op = if self.name == "s_lshl_b64" {
                    Shl
                } else if self.name == "s_lshr_b64" {
                    Shr
                } else {
                    Sar
                };
                let a = self.src64(0);
                let value = self.scalar64(op, &[a, Wide::narrow(count)]);
                self.give64(value, true)
            }
            "s_bfe_u64" | "s_bfe_i64" => {
                let at = self.scalar_op(Alu::And, &[narrow, Src::Imm(63)]);
                let len = self.scalar_op(Alu::Ubfe, &[narrow, Src::Imm(16), Src::Imm(7)]);
                let len = self.scalar_op(Alu::UMin, &[len, Src::Imm(64)]);
                let signed = self.name == "s_bfe_i64";
                let field = self.scalar64(if signed { Sar } else { Shr }, &[a, Wide::narrow(at)]);
                // Up to the top and back down, filled with zero or sign.
                let up = self.scalar_op(Alu::Sub, &[Src::Imm(64), len]);
                let top = self.scalar64(Shl, &[field, Wide::narrow(up)]);
                let value = self.scalar64(if signed { Sar } else { Shr }, &[top, Wide::narrow(up)]);
                let value = self.scalar64(Sel, &[Wide::narrow(len), value, constant(0)]);
                self.give64(value, true)
            }
            "s_bfm_b64" => {
                let (a, b) = (self.src(0), self.src(1));
                let (len, at) =
                    (self.scalar_op(Alu::And, &[a, Src::Imm(63)]), self.scalar_op(Alu::And, &[b, Src::Imm(63)]));
                let one = self.scalar64(Shl, &[constant(1), Wide::narrow(len)]);
                let ones = self.scalar64(Sub, &[one, constant(1)]);
                let value = self.scalar64(Shl, &[ones, Wide::narrow(at)]);
                self.give64(value, false)
            }
            "s_brev_b64" => {
                let value = self.scalar64(Rev, &[a]);
                self.give64(value, false)
            }
            "s_wqm_b64" | "s_quadmask_b64" => {
                let [low, high] = [a.lo, a.hi].map(|word| self.quads(word));
                if self.name == "s_wqm_b64" {
                    return Some(self.give64(Wide { lo: low, hi: high }, true));
                }
                let high = self.scalar_op(Alu::Shl, &[high, Src::Imm(8)]);
                let value = self.scalar_op(Alu::Or, &[low, high]);
                self.give64(Wide::narrow(value), true)
            }
            "s_bitset0_b64" | "s_bitset1_b64" => {
                let at = self.src(0);
                let at = self.scalar_op(Alu::And, &[at, Src::Imm(63)]);
                let bit = self.scalar64(Shl, &[constant(1), Wide::narrow(at)]);
                let value = if self.name == "s_bitset1_b64" {
                    self.scalar64(Or, &[old, bit])
                } else {
                    let keep = self.scalar64(Not, &[bit]);
                    self.scalar64(And, &[old, keep])
                };
                self.give64(value, false)
            }
            "s_bitreplicate_b64_b32" => {
                let mut v = Wide::narrow(self.src(0));
                for (shift, mask) in [
                    (16, 0x0000_ffff_0000_ffff),
                    (8, 0x00ff_00ff_00ff_00ff),
                    (4, 0x0f0f_0f0f_0f0f_0f0f),
                    (2, 0x3333_3333_3333_3333),
                    (1, 0x5555_5555_5555_5555),
                ] {
                    let moved = self.scalar64(Shl, &[v, constant(shift)]);
                    let both = self.scalar64(Or, &[v, moved]);
                    v = self.scalar64(And, &[both, constant(mask)]);
                }
                let odd = self.scalar64(Shl, &[v, constant(1)]);
                let value = self.scalar64(Or, &[v, odd]);
                self.give64(value, false)
            }
            _ => return None,
        })
    }

    /// A bit for every four of which one is set: in place of the four (`s_wqm`), or gathered in the low bits.
    fn quads(&mut self, word: Src) -> Src {
        use Alu::*;
        let both = Lop3 { lut: (LUT_A | LUT_B) & LUT_C };
        let half = self.scalar_op(Shr, &[word, Src::Imm(1)]);
        let pairs = self.scalar_op(Or, &[word, half]);
        let quarter = self.scalar_op(Shr, &[pairs, Src::Imm(2)]);
        let any = self.scalar_op(both, &[pairs, quarter, Src::Imm(0x1111_1111)]);
        if self.name.starts_with("s_wqm") {
            return self.scalar_op(Mul, &[any, Src::Imm(0xf)]);
        }
        [(3, 0x0303_0303), (6, 0x000f_000f), (12, 0xff)].into_iter().fold(any, |v, (shift, mask)| {
            let moved = self.scalar_op(Shr, &[v, Src::Imm(shift)]);
            self.scalar_op(both, &[v, moved, Src::Imm(mask)])
        })
    }

    fn signed_add(&mut self, a: Src, b: Src) -> Lifted {
        let sum = self.scalar_op(Alu::Add, &[a, b]);
        self.scalar_test(SCC, Test::Overflow3, &[a, b]);
        self.give(sum, false)
    }

    fn absolute(&mut self, a: Src) -> Src {
        let negative = self.scalar_op(Alu::Neg, &[a]);
        self.scalar_op(Alu::SMax, &[a, negative])
    }

    fn minmax(&mut self, op: Alu, first: Test, a: Src, b: Src) -> Lifted {
        let value = self.scalar_op(op, &[a, b]);
        // SCC says whether the first operand was chosen.
        self.scalar_test(SCC, first, &[a, b]);
        self.give(value, false)
    }

    fn logic(&mut self, op: Alu, a: Src, b: Src) -> Lifted {
        let value = self.scalar_op(op, &[a, b]);
        self.give(value, true)
    }

    fn pack(&mut self, a: Src, b: Src, low: u32, high: u32) -> Lifted {
        let low = self.scalar_op(Alu::Ubfe, &[a, Src::Imm(low), Src::Imm(16)]);
        let high = self.scalar_op(Alu::Ubfe, &[b, Src::Imm(high), Src::Imm(16)]);
        let high = self.scalar_op(Alu::Shl, &[high, Src::Imm(16)]);
        let value = self.scalar_op(Alu::Or, &[low, high]);
        self.give(value, false)
    }
}

/// EXEC as sources.
const EXEC: [Src; 2] = [Src::Scalar(state::EXEC_LO), Src::Scalar(state::EXEC_HI)];
/// Truth tables of [`Alu::Lop3`]'s operands.
const LUT_A: u8 = 0xf0;
const LUT_B: u8 = 0xcc;
const LUT_C: u8 = 0xaa;

/// The relation that a compare's name ends in.
fn relation(name: &str) -> Option<(Test, Test64)> {
    Some(match name {
        "eq_i32" | "eq_u32" | "eq_u64" => (Test::Eq, Test64::Eq),
        "lg_i32" | "lg_u32" | "lg_u64" => (Test::Ne, Test64::Ne),
        "gt_i32" => (Test::Sgt, Test64::Sgt),
        "ge_i32" => (Test::Sge, Test64::Sge),
        "lt_i32" => (Test::Slt, Test64::Slt),
        "le_i32" => (Test::Sle, Test64::Sle),
        "gt_u32" => (Test::Ugt, Test64::Ugt),
        "ge_u32" => (Test::Uge, Test64::Uge),
        "lt_u32" => (Test::Ult, Test64::Ult),
        "le_u32" => (Test::Ule, Test64::Ule),
        _ => return None,
    })
}

impl Lift<'_> {
    /// `s_cmp_*`, `s_cmpk_*`, `s_bitcmp*`.
    fn scalar_compare(&mut self) -> Option<Lifted> {
        if let Some(name) = self.name.strip_prefix("s_cmpk_") {
            let (test, _) = relation(name)?;
            let imm = self.inst.get("simm16") as u16;
            let imm = if name.ends_with("u32") { u32::from(imm) } else { imm as i16 as u32 };
            // The register is named in the place of a destination.
            let register = self.source(self.inst.get("sdst"));
            self.scalar_test(SCC, test, &[register, Src::Imm(imm)]);
            return Some(Ok(Control::Next));
        }
        if let Some(name) = self.name.strip_prefix("s_cmp_") {
            let (test, test64) = relation(name)?;
            if name.ends_with("64") {
                let pair = [self.src64(0), self.src64(1)];
                self.scalar_test64(SCC, test64, pair);
            } else {
                let pair = [self.src(0), self.src(1)];
                self.scalar_test(SCC, test, &pair);
            }
            return Some(Ok(Control::Next));
        }
        let (wide, wanted) = match self.name {
            "s_bitcmp0_b32" => (false, 0),
            "s_bitcmp1_b32" => (false, 1),
            "s_bitcmp0_b64" => (true, 0),
            "s_bitcmp1_b64" => (true, 1),
            _ => return None,
        };
        let at = self.src(1);
        let at = self.scalar_op(Alu::And, &[at, Src::Imm(if wide { 63 } else { 31 })]);
        if wide {
            let value = self.src64(0);
            self.scalar_test64(SCC, Test64::Bit, [value, Wide::narrow(at)]);
        } else {
            let value = self.src(0);
            self.scalar_test(SCC, Test::Bit, &[value, at]);
        }
        if wanted == 0 {
            self.scalar_to(SCC, Alu::Xor, &[Src::Scalar(SCC), Src::Imm(1)]);
        }
        Some(Ok(Control::Next))
    }

    /// `source op EXEC`.
    fn with_exec(&mut self, operation: &str, wide: bool) -> Result<Wide, super::Refused> {
        // As truth tables of the source (A) and EXEC (B).
        let lut = match operation.strip_prefix("s_").unwrap_or_default() {
            "and" => LUT_A & LUT_B,
            "or" => LUT_A | LUT_B,
            "xor" => LUT_A ^ LUT_B,
            "nand" => !(LUT_A & LUT_B),
            "nor" => !(LUT_A | LUT_B),
            "xnor" => !(LUT_A ^ LUT_B),
            "and_not0" => !LUT_A & LUT_B,
            "or_not0" => !LUT_A | LUT_B,
            "and_not1" => LUT_A & !LUT_B,
            "or_not1" => LUT_A | !LUT_B,
            _ => return Err(not_modelled("this combination with EXEC")),
        };
        let op = Alu::Lop3 { lut };
        let source = if wide { self.src64(0) } else { Wide::narrow(self.src(0)) };
        let lo = self.scalar_op(op, &[source.lo, EXEC[0]]);
        let hi = if wide { self.scalar_op(op, &[source.hi, EXEC[1]]) } else { Src::Imm(0) };
        Ok(Wide { lo, hi })
    }

    /// `dst = EXEC; EXEC = source op EXEC; SCC = EXEC is not zero`.
    fn saveexec(&mut self, operation: &str, wide: bool) -> Lifted {
        let value = self.with_exec(operation, wide)?;
        self.give_and_set_exec(Wide { lo: EXEC[0], hi: EXEC[1] }, value, wide)
    }

    /// `EXEC = source op EXEC; dst = EXEC; SCC = EXEC is not zero`.
    fn wrexec(&mut self, operation: &str, wide: bool) -> Lifted {
        let value = self.with_exec(operation, wide)?;
        self.give_and_set_exec(value, value, wide)
    }

    fn give_and_set_exec(&mut self, given: Wide, exec: Wide, wide: bool) -> Lifted {
        if wide {
            self.scalar64_to(self.sdst64(), Alu64::Mov, &[given]);
            self.scalar_to(state::EXEC_HI, Alu::Mov, &[exec.hi]);
        } else {
            self.scalar_to(self.sdst(), Alu::Mov, &[given.lo]);
        }
        self.scalar_to(state::EXEC_LO, Alu::Mov, &[exec.lo]);
        self.scalar_test64(SCC, Test64::Ne, [exec, constant(0)]);
        Ok(Control::Next)
    }

    /// Scalar loads. The address is SBASE + SOFFSET + OFFSET, its two low bits ignored.
    ///
    /// # Source
    /// spec: RDNA3 ISA guide, scalar memory; buffer loads are limited by the descriptor's size and give 0 beyond it.
    fn smem(&mut self) -> Lifted {
        let words = match self.name.rsplit('_').next() {
            Some("b32") => 1,
            Some("b64") => 2,
            Some("b128") => 4,
            Some("b256") => 8,
            Some("b512") => 16,
            _ => return Err(not_modelled("this width of scalar load")),
        };
        let dst = self.inst.get("sdata");
        if dst + u64::from(words) > 124 && words > 1 {
            return Err(not_modelled("a scalar load past the last register"));
        }
        let offset = self.inst.number("offset") as i32;
        let soffset = self.inst.try_get("soffset").map_or(Src::Imm(0), |code| self.source(code));
        let base = self.inst.get("sbase") * if self.sbase_is_halved() { 2 } else { 1 };
        let word = |n: u64| Src::Scalar(state::word(base + n));
        let qualifiers = self.qualifiers(Space::Global, false);
        if self.name.starts_with("s_load") {
            let address = Wide { lo: word(0), hi: word(1) };
            let address = match soffset {
                Src::Imm(0) => address,
                soffset => self.scalar64(Alu64::Add, &[address, Wide::narrow(soffset)]),
            };
            let address = Address { lo: address.lo, hi: Some(address.hi), offset };
            let limit = Src::Imm(u32::from(words));
            self.b.push(Uop::ScalarLoad { address, dst: state::word(dst), words, limit, qualifiers });
            return Ok(Control::Next);
        }
        // base[47:0], stride[61:48], num_records: bytes, or elements of `stride` bytes.
        let high = self.scalar_op(Alu::And, &[word(1), Src::Imm(0xffff)]);
        let stride = self.scalar_op(Alu::Ubfe, &[word(1), Src::Imm(16), Src::Imm(14)]);
        let bytes = self.scalar64(Alu64::MulWideU, &[Wide::narrow(word(2)), Wide::narrow(stride)]);
        let bytes = self.scalar64(Alu64::Sel, &[Wide::narrow(stride), bytes, Wide::narrow(word(2))]);
        let at = self.scalar64(Alu64::Add, &[Wide::narrow(soffset), constant(i64::from(offset) as u64)]);
        let at = self.scalar64(Alu64::And, &[at, constant(!3)]);
        // Whole words between the offset and the end; none if the offset is beyond it.
        let end = self.scalar64(Alu64::UMax, &[bytes, at]);
        let left = self.scalar64(Alu64::Sub, &[end, at]);
        let left = self.scalar64(Alu64::Shr, &[left, constant(2)]);
        let limit = self.scalar64(Alu64::UMin, &[left, constant(u64::from(words))]).lo;
        let address = self.scalar64(Alu64::Add, &[Wide { lo: word(0), hi: high }, at]);
        let address = Address { lo: address.lo, hi: Some(address.hi), offset: 0 };
        self.b.push(Uop::ScalarLoad { address, dst: state::word(dst), words, limit, qualifiers });
        Ok(Control::Next)
    }

    /// SBASE holds half the number of its first register.
    fn sbase_is_halved(&self) -> bool {
        self.inst.form.field("sbase").is_some_and(|i| self.inst.form.fields[i].at[0].len == 6)
    }
}
