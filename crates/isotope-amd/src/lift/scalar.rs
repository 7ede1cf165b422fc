//! Scalar arithmetic and scalar loads: SOP1, SOP2, SOPC, SOPK, SMEM.
//!
//! # Sources
//! spec: RDNA3 ISA guide, chapter 16, scalar instructions.

use isotope_op::alu::Alu::{self, *};
use isotope_op::alu::{Alu64, Test, Test64};

use super::super::state::{self, SCC};
use super::operand::constant;
use super::{Lift, Lifted, OfPairs, OfScalars, not_modelled};
use isotope_ir::effect::{Address, Control, Space, Src, Uop, Wide};

/// Operations on words.
pub(super) const WORDS: &[(&str, OfScalars)] = &[
    ("s_mov_b32", |l, [a, _]| l.give(a, false)),
    ("s_movk_i32", |l, _| l.give(l.immediate(), false)),
    ("s_cmov_b32", |l, [a, _]| l.give_alu(Sel, &[SCC_WORD, a, l.old()])),
    ("s_cmovk_i32", |l, _| l.give_alu(Sel, &[SCC_WORD, l.immediate(), l.old()])),
    ("s_cselect_b32", |l, [a, b]| l.give_alu(Sel, &[SCC_WORD, a, b])),
    ("s_add_u32", |l, [a, b]| {
        let sum = l.scalar_op(Add, &[a, b]);
        l.scalar_test(SCC, Test::Ult, &[sum, a]);
        l.give(sum, false)
    }),
    ("s_add_i32", |l, [a, b]| l.signed_add(a, b)),
    ("s_addk_i32", |l, _| l.signed_add(l.old(), l.immediate())),
    ("s_sub_u32", |l, [a, b]| {
        let value = l.scalar_op(Sub, &[a, b]);
        l.scalar_test(SCC, Test::Ult, &[a, b]);
        l.give(value, false)
    }),
    ("s_sub_i32", |l, [a, b]| {
        let value = l.scalar_op(Sub, &[a, b]);
        let not_b = l.scalar_op(Not, &[b]);
        l.scalar_test(SCC, Test::Overflow3, &[a, not_b, Src::Imm(1)]);
        l.give(value, false)
    }),
    ("s_addc_u32", |l, [a, b]| {
        let sum = l.scalar_op(Add, &[a, b]);
        let value = l.scalar_op(Add, &[sum, SCC_WORD]);
        l.scalar_test(SCC, Test::Carry3, &[a, b, SCC_WORD]);
        l.give(value, false)
    }),
    ("s_subb_u32", |l, [a, b]| l.subtract_with_borrow(a, b)),
    ("s_absdiff_i32", |l, [a, b]| {
        let difference = l.scalar_op(Sub, &[a, b]);
        l.absolute(difference)
    }),
    ("s_abs_i32", |l, [a, _]| l.absolute(a)),
    ("s_min_i32", |l, [a, b]| l.minmax(SMin, Test::Slt, a, b)),
    ("s_min_u32", |l, [a, b]| l.minmax(UMin, Test::Ult, a, b)),
    ("s_max_i32", |l, [a, b]| l.minmax(SMax, Test::Sge, a, b)),
    ("s_max_u32", |l, [a, b]| l.minmax(UMax, Test::Uge, a, b)),
    ("s_and_b32", |l, [a, b]| l.logic(And, &[a, b])),
    ("s_or_b32", |l, [a, b]| l.logic(Or, &[a, b])),
    ("s_xor_b32", |l, [a, b]| l.logic(Xor, &[a, b])),
    ("s_and_not1_b32", |l, [a, b]| l.logic(Lop3 { lut: LUT_A & !LUT_B }, &[a, b])),
    ("s_or_not1_b32", |l, [a, b]| l.logic(Lop3 { lut: LUT_A | !LUT_B }, &[a, b])),
    ("s_nand_b32", |l, [a, b]| l.logic(Lop3 { lut: !(LUT_A & LUT_B) }, &[a, b])),
    ("s_nor_b32", |l, [a, b]| l.logic(Lop3 { lut: !(LUT_A | LUT_B) }, &[a, b])),
    ("s_xnor_b32", |l, [a, b]| l.logic(Lop3 { lut: !(LUT_A ^ LUT_B) }, &[a, b])),
    ("s_not_b32", |l, [a, b]| l.logic(Not, &[a, b])),
    ("s_lshl_b32", |l, [a, b]| l.scalar_shift(Shl, a, b)),
    ("s_lshr_b32", |l, [a, b]| l.scalar_shift(Shr, a, b)),
    ("s_ashr_i32", |l, [a, b]| l.scalar_shift(Sar, a, b)),
    ("s_lshl1_add_u32", |l, [a, b]| l.shift_and_add(a, 1, b)),
    ("s_lshl2_add_u32", |l, [a, b]| l.shift_and_add(a, 2, b)),
    ("s_lshl3_add_u32", |l, [a, b]| l.shift_and_add(a, 3, b)),
    ("s_lshl4_add_u32", |l, [a, b]| l.shift_and_add(a, 4, b)),
    ("s_mul_i32", |l, [a, b]| l.give_alu(Mul, &[a, b])),
    ("s_mulk_i32", |l, _| l.give_alu(Mul, &[l.old(), l.immediate()])),
    ("s_mul_hi_u32", |l, [a, b]| l.high_word(Alu64::MulWideU, a, b)),
    ("s_mul_hi_i32", |l, [a, b]| l.high_word(Alu64::MulWideS, a, b)),
    ("s_bfe_u32", |l, [a, b]| l.field(Ubfe, a, b)),
    ("s_bfe_i32", |l, [a, b]| l.field(Sbfe, a, b)),
    ("s_bfm_b32", |l, [a, b]| {
        let (len, at) = (l.scalar_op(And, &[a, K31]), l.scalar_op(And, &[b, K31]));
        l.give_alu(Bfm, &[at, len])
    }),
    ("s_brev_b32", |l, [a, _]| l.give_alu(Rev, &[a])),
    ("s_bcnt1_i32_b32", |l, [a, _]| l.logic(Popc, &[a])),
    ("s_bcnt0_i32_b32", |l, [a, _]| {
        let inverse = l.scalar_op(Not, &[a]);
        l.logic(Popc, &[inverse])
    }),
    ("s_bcnt1_i32_b64", |l, _| l.count_ones(l.src64(0))),
    ("s_bcnt0_i32_b64", |l, _| {
        let inverse = l.scalar64(Alu64::Not, &[l.src64(0)]);
        l.count_ones(inverse)
    }),
    ("s_clz_i32_u32", |l, [a, _]| l.scalar_zeros_before(a)),
    ("s_ctz_i32_b32", |l, [a, _]| {
        let reversed = l.scalar_op(Rev, &[a]);
        l.scalar_zeros_before(reversed)
    }),
    ("s_cls_i32", |l, [a, _]| {
        let sign = l.scalar_op(Sar, &[a, K31]);
        let changes = l.scalar_op(Xor, &[a, sign]);
        l.scalar_zeros_before(changes)
    }),
    ("s_clz_i32_u64", |l, _| l.zeros_before64(l.src64(0))),
    ("s_ctz_i32_b64", |l, _| {
        let reversed = l.scalar64(Alu64::Rev, &[l.src64(0)]);
        l.zeros_before64(reversed)
    }),
    ("s_cls_i32_i64", |l, _| {
        let w = l.src64(0);
        let sign = l.scalar64(Alu64::Sar, &[w, constant(63)]);
        let changes = l.scalar64(Alu64::Xor, &[w, sign]);
        l.zeros_before64(changes)
    }),
    ("s_sext_i32_i8", |l, [a, _]| l.give_alu(Sext8, &[a])),
    ("s_sext_i32_i16", |l, [a, _]| l.give_alu(Sext16, &[a])),
    ("s_bitset0_b32", |l, [a, _]| l.set_bit(a, LUT_A & !LUT_B)),
    ("s_bitset1_b32", |l, [a, _]| l.set_bit(a, LUT_A | LUT_B)),
    ("s_pack_ll_b32_b16", |l, [a, b]| l.pack(a, b, 0, 0)),
    ("s_pack_lh_b32_b16", |l, [a, b]| l.pack(a, b, 0, 16)),
    ("s_pack_hl_b32_b16", |l, [a, b]| l.pack(a, b, 16, 0)),
    ("s_pack_hh_b32_b16", |l, [a, b]| l.pack(a, b, 16, 16)),
    ("s_wqm_b32", |l, [a, _]| {
        let value = l.whole_quads(a);
        l.give(value, true)
    }),
    ("s_quadmask_b32", |l, [a, _]| {
        let value = l.quad_mask(a);
        l.give(value, true)
    }),
    ("s_bitcmp0_b32", |l, [a, at]| {
        l.test_bit(a, at)?;
        l.not_scc()
    }),
    ("s_bitcmp1_b32", |l, [a, at]| l.test_bit(a, at)),
];

/// Operations on pairs of words.
pub(super) const PAIRS: &[(&str, OfPairs)] = &[
    ("s_mov_b64", |l, [a, _]| l.give64(a, false)),
    ("s_cmov_b64", |l, [a, _]| l.give_alu64(Alu64::Sel, &[Wide::narrow(SCC_WORD), a, l.old64()])),
    ("s_cselect_b64", |l, [a, b]| l.give_alu64(Alu64::Sel, &[Wide::narrow(SCC_WORD), a, b])),
    ("s_and_b64", |l, [a, b]| l.logic64(Alu64::And, &[a, b])),
    ("s_or_b64", |l, [a, b]| l.logic64(Alu64::Or, &[a, b])),
    ("s_xor_b64", |l, [a, b]| l.logic64(Alu64::Xor, &[a, b])),
    ("s_nand_b64", |l, [a, b]| l.inverted_logic64(Alu64::And, a, b)),
    ("s_nor_b64", |l, [a, b]| l.inverted_logic64(Alu64::Or, a, b)),
    ("s_xnor_b64", |l, [a, b]| l.inverted_logic64(Alu64::Xor, a, b)),
    ("s_and_not1_b64", |l, [a, b]| {
        let right = l.scalar64(Alu64::Not, &[b]);
        l.logic64(Alu64::And, &[a, right])
    }),
    ("s_or_not1_b64", |l, [a, b]| {
        let right = l.scalar64(Alu64::Not, &[b]);
        l.logic64(Alu64::Or, &[a, right])
    }),
    ("s_not_b64", |l, [a, _]| l.logic64(Alu64::Not, &[a])),
    ("s_lshl_b64", |l, [a, _]| l.scalar_shift64(Alu64::Shl, a)),
    ("s_lshr_b64", |l, [a, _]| l.scalar_shift64(Alu64::Shr, a)),
    ("s_ashr_i64", |l, [a, _]| l.scalar_shift64(Alu64::Sar, a)),
    ("s_bfe_u64", |l, [a, _]| l.field64(Alu64::Shr, a)),
    ("s_bfe_i64", |l, [a, _]| l.field64(Alu64::Sar, a)),
    ("s_bfm_b64", |l, _| l.field_mask64()),
    ("s_brev_b64", |l, [a, _]| l.give_alu64(Alu64::Rev, &[a])),
    ("s_wqm_b64", |l, [a, _]| {
        let [lo, hi] = [a.lo, a.hi].map(|word| l.whole_quads(word));
        l.give64(Wide { lo, hi }, true)
    }),
    ("s_quadmask_b64", |l, [a, _]| {
        let [low, high] = [a.lo, a.hi].map(|word| l.quad_mask(word));
        let high = l.scalar_op(Shl, &[high, Src::Imm(8)]);
        let value = l.scalar_op(Or, &[low, high]);
        l.give64(Wide::narrow(value), true)
    }),
    ("s_bitset0_b64", |l, _| {
        let bit = l.bit64();
        let keep = l.scalar64(Alu64::Not, &[bit]);
        l.give_alu64(Alu64::And, &[l.old64(), keep])
    }),
    ("s_bitset1_b64", |l, _| {
        let bit = l.bit64();
        l.give_alu64(Alu64::Or, &[l.old64(), bit])
    }),
    ("s_bitreplicate_b64_b32", |l, _| l.replicate_bits()),
    ("s_bitcmp0_b64", |l, [a, _]| {
        l.test_bit64(a)?;
        l.not_scc()
    }),
    ("s_bitcmp1_b64", |l, [a, _]| l.test_bit64(a)),
    ("s_cmp_eq_u64", |l, pair| l.compare64(Test64::Eq, pair)),
    ("s_cmp_lg_u64", |l, pair| l.compare64(Test64::Ne, pair)),
];

/// The suffixes of comparisons, their tests, and the extension of an immediate operand.
const RELATIONS: [(&str, Test, Extended); 12] = [
    ("eq_i32", Test::Eq, Extended::Signed),
    ("eq_u32", Test::Eq, Extended::Unsigned),
    ("lg_i32", Test::Ne, Extended::Signed),
    ("lg_u32", Test::Ne, Extended::Unsigned),
    ("gt_i32", Test::Sgt, Extended::Signed),
    ("ge_i32", Test::Sge, Extended::Signed),
    ("lt_i32", Test::Slt, Extended::Signed),
    ("le_i32", Test::Sle, Extended::Signed),
    ("gt_u32", Test::Ugt, Extended::Unsigned),
    ("ge_u32", Test::Uge, Extended::Unsigned),
    ("lt_u32", Test::Ult, Extended::Unsigned),
    ("le_u32", Test::Ule, Extended::Unsigned),
];

/// A comparison of words.
#[derive(Clone, Copy)]
pub(crate) struct Compare {
    test: Test,
    /// Of a register and an immediate; the value is the extension of the immediate.
    number: Option<Extended>,
}

#[derive(Clone, Copy)]
enum Extended {
    Signed,
    Unsigned,
}

/// `s_cmp_*` and `s_cmpk_*`.
pub(super) fn compares() -> impl Iterator<Item = (String, Compare)> {
    RELATIONS.into_iter().flat_map(|(name, test, extended)| {
        let with_number = Compare { test, number: Some(extended) };
        [(format!("s_cmp_{name}"), Compare { test, number: None }), (format!("s_cmpk_{name}"), with_number)]
    })
}

/// Combinations of a source (A) and EXEC (B), as truth tables.
const WITH_EXEC: [(&str, u8); 10] = [
    ("and", LUT_A & LUT_B),
    ("or", LUT_A | LUT_B),
    ("xor", LUT_A ^ LUT_B),
    ("nand", !(LUT_A & LUT_B)),
    ("nor", !(LUT_A | LUT_B)),
    ("xnor", !(LUT_A ^ LUT_B)),
    ("and_not0", !LUT_A & LUT_B),
    ("or_not0", !LUT_A | LUT_B),
    ("and_not1", LUT_A & !LUT_B),
    ("or_not1", LUT_A | !LUT_B),
];

/// A combination with EXEC that is written to EXEC.
#[derive(Clone, Copy)]
pub(crate) struct WithExec {
    lut: u8,
    wide: bool,
    /// Whether the destination gets the old EXEC instead of the new one.
    saves: bool,
}

/// `s_*_saveexec_*` and `s_*_wrexec_*`.
pub(super) fn with_exec() -> impl Iterator<Item = (String, WithExec)> {
    WITH_EXEC.into_iter().flat_map(|(name, lut)| {
        [32, 64].into_iter().flat_map(move |bits| {
            let wide = bits == 64;
            let saves = [(format!("s_{name}_saveexec_b{bits}"), WithExec { lut, wide, saves: true })];
            // For the other combinations the guide has only these two.
            let writes = ["and_not0", "and_not1"].contains(&name);
            let writes = writes.then(|| (format!("s_{name}_wrexec_b{bits}"), WithExec { lut, wide, saves: false }));
            saves.into_iter().chain(writes)
        })
    })
}

/// Scalar loads: words, and whether through a descriptor.
pub(super) fn loads() -> impl Iterator<Item = (String, (u8, bool))> {
    [1, 2, 4, 8, 16].into_iter().flat_map(|words: u8| {
        let bits = 32 * u32::from(words);
        [(format!("s_load_b{bits}"), (words, false)), (format!("s_buffer_load_b{bits}"), (words, true))]
    })
}

/// SCC as a source.
const SCC_WORD: Src = Src::Scalar(SCC);
const K31: Src = Src::Imm(31);

impl Lift<'_> {
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

    /// Writes a 32-bit result, and SCC = result is not zero.
    fn give(&mut self, value: Src, scc_nonzero: bool) -> Lifted {
        if scc_nonzero {
            self.scalar_test(SCC, Test::Ne, &[value, Src::Imm(0)]);
        }
        self.scalar_to(self.sdst(), Mov, &[value]);
        Ok(Control::Next)
    }

    fn give64(&mut self, value: Wide, scc_nonzero: bool) -> Lifted {
        if scc_nonzero {
            self.scalar_test64(SCC, Test64::Ne, [value, constant(0)]);
        }
        self.scalar64_to(self.sdst64(), Alu64::Mov, &[value]);
        Ok(Control::Next)
    }

    /// Writes the 32-bit result of an operation, and preserves SCC.
    fn give_alu(&mut self, op: Alu, src: &[Src]) -> Lifted {
        let value = self.scalar_op(op, src);
        self.give(value, false)
    }

    fn give_alu64(&mut self, op: Alu64, src: &[Wide]) -> Lifted {
        let value = self.scalar64(op, src);
        self.give64(value, false)
    }

    /// The signed immediate.
    fn immediate(&self) -> Src {
        Src::Imm(self.inst.get("simm16") as u16 as i16 as u32)
    }

    /// The old value of the destination.
    fn old(&self) -> Src {
        self.source(self.inst.get("sdst"))
    }

    fn old64(&self) -> Wide {
        self.source64(self.inst.get("sdst"))
    }

    fn subtract_with_borrow(&mut self, a: Src, b: Src) -> Lifted {
        let difference = self.scalar_op(Sub, &[a, b]);
        let value = self.scalar_op(Sub, &[difference, SCC_WORD]);
        // The borrow is the inverse of the carry of a + !b + !scc.
        let not_b = self.scalar_op(Not, &[b]);
        let none = self.scalar_op(Xor, &[SCC_WORD, Src::Imm(1)]);
        self.scalar_test(SCC, Test::Carry3, &[a, not_b, none]);
        self.scalar_to(SCC, Xor, &[SCC_WORD, Src::Imm(1)]);
        self.give(value, false)
    }

    fn scalar_shift(&mut self, op: Alu, a: Src, b: Src) -> Lifted {
        let count = self.scalar_op(And, &[b, K31]);
        self.logic(op, &[a, count])
    }

    fn shift_and_add(&mut self, a: Src, count: u64, b: Src) -> Lifted {
        // The carry of the whole sum, computed in 64 bits.
        let shifted = self.scalar64(Alu64::Shl, &[Wide::narrow(a), constant(count)]);
        let sum = self.scalar64(Alu64::Add, &[shifted, Wide::narrow(b)]);
        self.scalar_test(SCC, Test::Ne, &[sum.hi, Src::Imm(0)]);
        self.give(sum.lo, false)
    }

    fn high_word(&mut self, op: Alu64, a: Src, b: Src) -> Lifted {
        let product = self.scalar64(op, &[Wide::narrow(a), Wide::narrow(b)]);
        self.give(product.hi, false)
    }

    fn field(&mut self, op: Alu, a: Src, b: Src) -> Lifted {
        let at = self.scalar_op(And, &[b, K31]);
        let len = self.scalar_op(Ubfe, &[b, Src::Imm(16), Src::Imm(7)]);
        self.logic(op, &[a, at, len])
    }

    fn count_ones(&mut self, value: Wide) -> Lifted {
        let count = self.scalar64(Alu64::Popc, &[value]);
        self.give(count.lo, true)
    }

    /// Number of zero bits before the highest one, all ones if there is none.
    fn scalar_zeros_before(&mut self, value: Src) -> Lifted {
        let count = self.scalar_op(Clz, &[value]);
        self.give_alu(Sel, &[value, count, Src::Imm(u32::MAX)])
    }

    fn zeros_before64(&mut self, value: Wide) -> Lifted {
        let count = self.scalar64(Alu64::Clz, &[value]);
        let value = self.scalar64(Alu64::Sel, &[value, count, constant(u64::MAX)]);
        self.give(value.lo, false)
    }

    /// Changes a bit of the destination by the truth table of the old value (A) and the bit (B).
    fn set_bit(&mut self, a: Src, lut: u8) -> Lifted {
        let at = self.scalar_op(And, &[a, K31]);
        let bit = self.scalar_op(Shl, &[Src::Imm(1), at]);
        self.give_alu(Lop3 { lut }, &[self.old(), bit])
    }

    /// SCC = bit `at` of a word.
    fn test_bit(&mut self, value: Src, at: Src) -> Lifted {
        let at = self.scalar_op(And, &[at, K31]);
        self.scalar_test(SCC, Test::Bit, &[value, at]);
        Ok(Control::Next)
    }

    /// SCC = the bit of a register pair that the second operand selects.
    fn test_bit64(&mut self, value: Wide) -> Lifted {
        let at = self.scalar_op(And, &[self.src(1), Src::Imm(63)]);
        self.compare64(Test64::Bit, [value, Wide::narrow(at)])
    }

    fn not_scc(&mut self) -> Lifted {
        self.scalar_to(SCC, Xor, &[SCC_WORD, Src::Imm(1)]);
        Ok(Control::Next)
    }

    fn logic64(&mut self, op: Alu64, src: &[Wide]) -> Lifted {
        let value = self.scalar64(op, src);
        self.give64(value, true)
    }

    fn inverted_logic64(&mut self, op: Alu64, a: Wide, b: Wide) -> Lifted {
        let value = self.scalar64(op, &[a, b]);
        self.logic64(Alu64::Not, &[value])
    }

    fn scalar_shift64(&mut self, op: Alu64, a: Wide) -> Lifted {
        let count = self.scalar_op(And, &[self.src(1), Src::Imm(63)]);
        self.logic64(op, &[a, Wide::narrow(count)])
    }

    /// A bit field, extended by the given shift.
    fn field64(&mut self, shift: Alu64, a: Wide) -> Lifted {
        let narrow = self.src(1);
        let at = self.scalar_op(And, &[narrow, Src::Imm(63)]);
        let len = self.scalar_op(Ubfe, &[narrow, Src::Imm(16), Src::Imm(7)]);
        let len = self.scalar_op(UMin, &[len, Src::Imm(64)]);
        let field = self.scalar64(shift, &[a, Wide::narrow(at)]);
        // Shift left to the top, then right with zeros or the sign.
        let up = self.scalar_op(Sub, &[Src::Imm(64), len]);
        let top = self.scalar64(Alu64::Shl, &[field, Wide::narrow(up)]);
        let value = self.scalar64(shift, &[top, Wide::narrow(up)]);
        self.logic64(Alu64::Sel, &[Wide::narrow(len), value, constant(0)])
    }

    fn field_mask64(&mut self) -> Lifted {
        let (a, b) = (self.src(0), self.src(1));
        let (len, at) = (self.scalar_op(And, &[a, Src::Imm(63)]), self.scalar_op(And, &[b, Src::Imm(63)]));
        let one = self.scalar64(Alu64::Shl, &[constant(1), Wide::narrow(len)]);
        let ones = self.scalar64(Alu64::Sub, &[one, constant(1)]);
        self.give_alu64(Alu64::Shl, &[ones, Wide::narrow(at)])
    }

    /// The bit of a register pair that the first operand selects.
    fn bit64(&mut self) -> Wide {
        let at = self.scalar_op(And, &[self.src(0), Src::Imm(63)]);
        self.scalar64(Alu64::Shl, &[constant(1), Wide::narrow(at)])
    }

    fn replicate_bits(&mut self) -> Lifted {
        let mut v = Wide::narrow(self.src(0));
        for (shift, mask) in [
            (16, 0x0000_ffff_0000_ffff),
            (8, 0x00ff_00ff_00ff_00ff),
            (4, 0x0f0f_0f0f_0f0f_0f0f),
            (2, 0x3333_3333_3333_3333),
            (1, 0x5555_5555_5555_5555),
        ] {
            let moved = self.scalar64(Alu64::Shl, &[v, constant(shift)]);
            let both = self.scalar64(Alu64::Or, &[v, moved]);
            v = self.scalar64(Alu64::And, &[both, constant(mask)]);
        }
        let odd = self.scalar64(Alu64::Shl, &[v, constant(1)]);
        self.give_alu64(Alu64::Or, &[v, odd])
    }

    /// The lowest bit of each group of four is set if any bit of the group is set.
    fn any_of_four(&mut self, word: Src) -> Src {
        let half = self.scalar_op(Shr, &[word, Src::Imm(1)]);
        let pairs = self.scalar_op(Or, &[word, half]);
        let quarter = self.scalar_op(Shr, &[pairs, Src::Imm(2)]);
        self.scalar_op(BOTH, &[pairs, quarter, Src::Imm(0x1111_1111)])
    }

    /// All bits of each group of four are set if any bit of the group is set.
    fn whole_quads(&mut self, word: Src) -> Src {
        let any = self.any_of_four(word);
        self.scalar_op(Mul, &[any, Src::Imm(0xf)])
    }

    /// One bit for each group of four: whether any bit of the group is set. The bits are gathered at the low end.
    fn quad_mask(&mut self, word: Src) -> Src {
        let any = self.any_of_four(word);
        [(3, 0x0303_0303), (6, 0x000f_000f), (12, 0xff)].into_iter().fold(any, |v, (shift, mask)| {
            let moved = self.scalar_op(Shr, &[v, Src::Imm(shift)]);
            self.scalar_op(BOTH, &[v, moved, Src::Imm(mask)])
        })
    }

    fn signed_add(&mut self, a: Src, b: Src) -> Lifted {
        let sum = self.scalar_op(Add, &[a, b]);
        self.scalar_test(SCC, Test::Overflow3, &[a, b]);
        self.give(sum, false)
    }

    fn absolute(&mut self, a: Src) -> Lifted {
        let negative = self.scalar_op(Neg, &[a]);
        self.logic(SMax, &[a, negative])
    }

    fn minmax(&mut self, op: Alu, first: Test, a: Src, b: Src) -> Lifted {
        let value = self.scalar_op(op, &[a, b]);
        // SCC is set if the first operand was selected.
        self.scalar_test(SCC, first, &[a, b]);
        self.give(value, false)
    }

    /// Writes the 32-bit result of an operation, and SCC = result is not zero.
    fn logic(&mut self, op: Alu, src: &[Src]) -> Lifted {
        let value = self.scalar_op(op, src);
        self.give(value, true)
    }

    fn pack(&mut self, a: Src, b: Src, low: u32, high: u32) -> Lifted {
        let low = self.scalar_op(Ubfe, &[a, Src::Imm(low), Src::Imm(16)]);
        let high = self.scalar_op(Ubfe, &[b, Src::Imm(high), Src::Imm(16)]);
        let high = self.scalar_op(Shl, &[high, Src::Imm(16)]);
        self.give_alu(Or, &[low, high])
    }
}

/// EXEC as sources.
const EXEC: [Src; 2] = [Src::Scalar(state::EXEC_LO), Src::Scalar(state::EXEC_HI)];
/// Truth tables of [`Lop3`]'s operands.
const LUT_A: u8 = 0xf0;
const LUT_B: u8 = 0xcc;
const LUT_C: u8 = 0xaa;
/// `(a | b) & c`.
const BOTH: Alu = Lop3 { lut: (LUT_A | LUT_B) & LUT_C };

impl Lift<'_> {
    /// `s_cmp_*`, `s_cmpk_*`.
    pub(super) fn scalar_compare(&mut self, compare: Compare) -> Lifted {
        let pair = match compare.number {
            None => [self.src(0), self.src(1)],
            Some(extended) => {
                let number = self.inst.get("simm16") as u16;
                let number = match extended {
                    Extended::Unsigned => u32::from(number),
                    Extended::Signed => number as i16 as u32,
                };
                // The register is in the destination field.
                [self.old(), Src::Imm(number)]
            }
        };
        self.scalar_test(SCC, compare.test, &pair);
        Ok(Control::Next)
    }

    fn compare64(&mut self, test: Test64, pair: [Wide; 2]) -> Lifted {
        self.scalar_test64(SCC, test, pair);
        Ok(Control::Next)
    }

    /// `EXEC = source op EXEC; SCC = EXEC is not zero`, and the destination gets the old or the new EXEC.
    pub(super) fn with_exec(&mut self, WithExec { lut, wide, saves }: WithExec) -> Lifted {
        let op = Lop3 { lut };
        let source = if wide { self.src64(0) } else { Wide::narrow(self.src(0)) };
        let lo = self.scalar_op(op, &[source.lo, EXEC[0]]);
        let hi = if wide { self.scalar_op(op, &[source.hi, EXEC[1]]) } else { Src::Imm(0) };
        let exec = Wide { lo, hi };
        let given = if saves { Wide { lo: EXEC[0], hi: EXEC[1] } } else { exec };
        if wide {
            self.scalar64_to(self.sdst64(), Alu64::Mov, &[given]);
            self.scalar_to(state::EXEC_HI, Mov, &[exec.hi]);
        } else {
            self.scalar_to(self.sdst(), Mov, &[given.lo]);
        }
        self.scalar_to(state::EXEC_LO, Mov, &[exec.lo]);
        self.scalar_test64(SCC, Test64::Ne, [exec, constant(0)]);
        Ok(Control::Next)
    }

    /// Scalar loads. The address is SBASE + SOFFSET + OFFSET, its two low bits ignored.
    ///
    /// # Source
    /// spec: RDNA3 ISA guide, scalar memory; buffer loads are limited by the descriptor's size and return 0 beyond it.
    pub(super) fn smem(&mut self, words: u8, through_descriptor: bool) -> Lifted {
        let dst = self.inst.get("sdata");
        if dst + u64::from(words) > 124 && words > 1 {
            return Err(not_modelled("a scalar load past the last register"));
        }
        let offset = self.inst.number("offset") as i32;
        let soffset = self.inst.try_get("soffset").map_or(Src::Imm(0), |code| self.source(code));
        let base = self.inst.get("sbase") * if self.sbase_is_halved() { 2 } else { 1 };
        let word = |n: u64| Src::Scalar(state::word(base + n));
        let qualifiers = self.qualifiers(Space::Global, false);
        if !through_descriptor {
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
        let high = self.scalar_op(And, &[word(1), Src::Imm(0xffff)]);
        let stride = self.scalar_op(Ubfe, &[word(1), Src::Imm(16), Src::Imm(14)]);
        let bytes = self.scalar64(Alu64::MulWideU, &[Wide::narrow(word(2)), Wide::narrow(stride)]);
        let bytes = self.scalar64(Alu64::Sel, &[Wide::narrow(stride), bytes, Wide::narrow(word(2))]);
        let at = self.scalar64(Alu64::Add, &[Wide::narrow(soffset), constant(i64::from(offset) as u64)]);
        let at = self.scalar64(Alu64::And, &[at, constant(!3)]);
        // The whole words between the offset and the end; none if the offset is beyond the end.
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
