//! Float arithmetic, conversions and compares of the vector unit.
//!
//! # Sources
//! spec: RDNA3 ISA guide, VOP1, VOP2, VOP3, VOPC, and MODE. A NaN result is the first NaN operand made quiet; clamp, output
//! modifier, negate and absolute value are applied around the operation.
//! assumed: `v_rcp`, `v_rsq`, `v_sqrt`, `v_exp`, `v_log`, `v_sin`, `v_cos` are given by the guide only to within an error; here
//! they are rounded from the exact value (`amd.transcendental`).

mod apart;
mod cube;
mod dot;
mod half;
mod matrix;
mod packed;

pub(super) use dot::DOT2;

use isotope_op::alu::{Alu, Alu64, Fp, Test, Test64};
use isotope_op::float::{Cond, FloatPolicy, Flush, Rounding};

use super::operand::constant;
use super::{Lift, Lifted};
use crate::effect::{Approximation, Control, Src, Uop, Wide};

/// Signs of f32 and binary16.
const SIGN: [u32; 2] = [0x8000_0000, 0x8000];

impl Lift<'_> {
    /// Operand `i` as f32 after its modifiers.
    pub(super) fn f32(&mut self, i: usize) -> Src {
        let value = self.src(i);
        self.signed(i, value, SIGN[0])
    }

    /// Operand `i` as f64 after its modifiers.
    fn f64(&mut self, i: usize) -> Wide {
        let Wide { lo, hi } = self.src64(i);
        Wide { lo, hi: self.signed(i, hi, SIGN[0]) }
    }

    /// Operand `i` as binary16 after its modifiers, in the low half of a word.
    fn f16(&mut self, i: usize) -> Src {
        let value = self.src(i);
        let value = if self.op_sel(i) { self.alu(Alu::Shr, &[value, Src::Imm(16)]) } else { value };
        self.signed(i, value, SIGN[1])
    }

    fn signed(&mut self, i: usize, value: Src, sign: u32) -> Src {
        let (abs, neg) = (self.flag(["abs0", "abs1", "abs2"][i]), self.flag(["neg0", "neg1", "neg2"][i]));
        if let Src::Imm(v) = value {
            let v = if abs { v & !sign } else { v };
            return Src::Imm(if neg { v ^ sign } else { v });
        }
        let value = if abs { self.alu(Alu::And, &[value, Src::Imm(!sign)]) } else { value };
        if neg { self.alu(Alu::Xor, &[value, Src::Imm(sign)]) } else { value }
    }

    /// Output modifier: the factor, where there is one. It has no effect while subnormal results are kept, nor with MODE.IEEE
    /// (spec: RDNA3 ISA guide, output modifiers).
    fn factor(&self, bits: u32) -> Option<f32> {
        if self.mode.policy(bits).output == Flush::Keep || self.mode.ieee {
            return None;
        }
        [None, Some(2.0), Some(4.0), Some(0.5)][self.inst.get("omod") as usize & 3]
    }

    /// Rules of arithmetic on floats of `bits` bits.
    pub(super) fn fp(&self, bits: u32, clamp: bool) -> Fp {
        let mut p = self.mode.fp(bits, clamp);
        p.policy.nan = self.env.assumptions.amd_valu_nan;
        p
    }

    /// Rules of a result that an output modifier may follow, which comes before the clamp.
    fn before_factor(&self, bits: u32) -> Fp {
        self.fp(bits, self.flag("clamp") && self.factor(bits).is_none())
    }

    /// Rules of an addition of +0, which makes a +0 of -0 and nothing of anything else: what output modifiers do to zeros.
    fn unsigned_zero(&self, bits: u32) -> Fp {
        let mut p = self.fp(bits, false);
        p.policy.round = Rounding::NearestEven;
        p
    }

    /// Write an f32 result of `op`, which is given the rules of the mode.
    fn put_f32(&mut self, op: Alu, src: &[Src]) -> Lifted {
        let mut value = self.alu(op, src);
        if let Some(factor) = self.factor(32) {
            value = self.alu(Alu::FAdd { p: self.unsigned_zero(32) }, &[value, Src::Imm(0)]);
            let p = self.fp(32, self.flag("clamp"));
            value = self.alu(Alu::FMul { p }, &[value, Src::Imm(factor.to_bits())]);
        }
        self.put(value)
    }

    /// Write an f32 that an operation without rules gave: only modifiers of the result are applied.
    pub(super) fn put_exact_f32(&mut self, value: Src) -> Lifted {
        if !self.flag("clamp") || self.factor(32).is_some() {
            return self.put_f32(Alu::Mov, &[value]);
        }
        // Adding -0 leaves what the clamp is applied to.
        let mut p = self.fp(32, true);
        p.policy = FloatPolicy { round: Rounding::NearestEven, input: Flush::Keep, output: Flush::Keep, ..p.policy };
        self.put_f32(Alu::FAdd { p }, &[value, Src::Imm(SIGN[0])])
    }

    /// The same of an f64.
    fn put_exact_f64(&mut self, value: Wide) -> Lifted {
        if !self.flag("clamp") || self.factor(64).is_some() {
            return self.put_f64(Alu64::Mov, &[value]);
        }
        let mut p = self.fp(64, true);
        p.policy = FloatPolicy { round: Rounding::NearestEven, input: Flush::Keep, output: Flush::Keep, ..p.policy };
        self.put_f64(Alu64::DAdd { p }, &[value, constant(1 << 63)])
    }

    fn put_f64(&mut self, op: Alu64, src: &[Wide]) -> Lifted {
        let mut value = self.alu64(op, src);
        if let Some(factor) = self.factor(64) {
            value = self.alu64(Alu64::DAdd { p: self.unsigned_zero(64) }, &[value, constant(0)]);
            let p = self.fp(64, self.flag("clamp"));
            value = self.alu64(Alu64::DMul { p }, &[value, constant(f64::from(factor).to_bits())]);
        }
        self.put64(value)
    }

    /// The function of a table at f32 `src`: a NaN is made quiet, an invalid operand gives 0xffc00000.
    fn approximate(&mut self, what: Approximation, src: Src) -> Src {
        let dst = self.b.temp();
        self.b.push(Uop::Approximate { what, dst, src });
        let nan = Test::FCmp { cond: Cond::Nan, ftz: Flush::Keep };
        let given = self.b.test(nan, &[src, src]);
        let quiet = self.alu(Alu::Or, &[src, Src::Imm(0x0040_0000)]);
        let quiet = self.alu(Alu::Sel, &[Src::Mask(given), quiet, Src::Imm(0xffc0_0000)]);
        let invalid = self.b.test(nan, &[Src::Slot(dst), Src::Slot(dst)]);
        self.alu(Alu::Sel, &[Src::Mask(invalid), quiet, Src::Slot(dst)])
    }

    /// A float instruction of the half being emitted, if it is one.
    pub(super) fn float(&mut self) -> Option<Lifted> {
        self.float32()
            .or_else(|| self.float64())
            .or_else(|| self.half())
            .or_else(|| self.convert())
            .or_else(|| self.apart())
            .or_else(|| self.dots())
            .or_else(|| self.packed())
    }

    fn float32(&mut self) -> Option<Lifted> {
        let stem = self.name.strip_suffix("_f32")?.strip_prefix("v_")?;
        let p = self.before_factor(32);
        let add = Alu::FAdd { p };
        // Functions of one operand flush subnormals and round to nearest whatever MODE says.
        let mut table = p;
        table.policy =
            FloatPolicy { round: Rounding::NearestEven, input: Flush::Zero, output: Flush::Zero, ..p.policy };
        Some(match stem {
            "add" | "sub" | "subrev" => {
                let (mut a, mut b) = (self.f32(0), self.f32(1));
                if stem == "subrev" {
                    std::mem::swap(&mut a, &mut b);
                }
                let b = if stem == "add" { b } else { self.negated(b) };
                self.put_f32(add, &[a, b])
            }
            "mul" => {
                let src = [self.f32(0), self.f32(1)];
                self.put_f32(Alu::FMul { p }, &src)
            }
            "mul_dx9_zero" => {
                let [a, b] = [self.f32(0), self.f32(1)];
                let product = self.alu(Alu::FMul { p }, &[a, b]);
                // Zero times anything is +0.
                let value = self.if_zero(a, Src::Imm(0), product);
                let value = self.if_zero(b, Src::Imm(0), value);
                self.put_f32(Alu::Mov, &[value])
            }
            "fma" | "fmac" => {
                let addend = if stem == "fma" { self.f32(2) } else { self.vsrc("vdst") };
                let src = [self.f32(0), self.f32(1), addend];
                self.put_f32(Alu::FFma { p }, &src)
            }
            "fma_dx9_zero" | "fmac_dx9_zero" => {
                let addend = if stem == "fma_dx9_zero" { self.f32(2) } else { self.vsrc("vdst") };
                let [a, b] = [self.f32(0), self.f32(1)];
                let sum = self.alu(Alu::FFma { p }, &[a, b, addend]);
                // Zero times anything is nothing; what is left goes through an addition as every result does.
                let alone = self.alu(add, &[addend, Src::Imm(SIGN[0])]);
                let value = self.if_zero(a, alone, sum);
                let value = self.if_zero(b, alone, value);
                self.put_f32(Alu::Mov, &[value])
            }
            "fmamk" | "fmaak" => {
                let literal = Src::Imm(self.inst.get("literal") as u32);
                let [a, b] = [self.f32(0), self.f32(1)];
                let src = if stem == "fmamk" { [a, literal, b] } else { [a, b, literal] };
                self.put_f32(Alu::FFma { p }, &src)
            }
            "min" | "max" => {
                let src = [self.f32(0), self.f32(1)];
                self.put_f32(if stem == "min" { Alu::FMin { p } } else { Alu::FMax { p } }, &src)
            }
            "min3" | "max3" | "minmax" | "maxmin" => {
                let extreme = |max, p| if max { Alu::FMax { p } } else { Alu::FMin { p } };
                let [a, b, c] = [self.f32(0), self.f32(1), self.f32(2)];
                // Only the last result is clamped.
                let inner = self.alu(extreme(stem.starts_with("max"), self.fp(32, false)), &[a, b]);
                self.put_f32(extreme(matches!(stem, "max3" | "minmax"), p), &[inner, c])
            }
            "rcp" | "rcp_iflag" => {
                let a = self.f32(0);
                self.put_f32(Alu::FRcp { p: table }, &[a])
            }
            "rsq" => {
                let a = self.f32(0);
                self.put_f32(Alu::FRsq { p: table }, &[a])
            }
            "sqrt" => {
                let a = self.f32(0);
                self.put_f32(Alu::FSqrt { p: table }, &[a])
            }
            "exp" | "log" => {
                let what = if stem == "exp" { Approximation::Exp2 } else { Approximation::Log2 };
                let src = self.f32(0);
                let value = self.approximate(what, src);
                self.put_f32(Alu::FAdd { p: table }, &[value, Src::Imm(SIGN[0])])
            }
            "sin" | "cos" => {
                let what = if stem == "sin" { Approximation::SinTurns } else { Approximation::CosTurns };
                let src = self.f32(0);
                let src = self.alu(Alu::FAdd { p: self.fp(32, false) }, &[src, Src::Imm(SIGN[0])]);
                let value = self.approximate(what, src);
                self.put_f32(add, &[value, Src::Imm(SIGN[0])])
            }
            "cubeid" | "cubesc" | "cubetc" | "cubema" | "mullit" => self.coordinates(stem),
            "trunc" | "ceil" | "rndne" | "floor" => {
                let a = self.f32(0);
                let mut p = p;
                p.policy.round = rounding(stem);
                self.put_f32(Alu::FRound { p }, &[a])
            }
            "fract" => {
                let a = self.f32(0);
                let mut down = p;
                down.policy.round = Rounding::Down;
                let floor = self.alu(Alu::FRound { p: down }, &[a]);
                let floor = self.negated(floor);
                // The result stays below 1.
                let below_one = Src::Imm(0x3f7f_ffff);
                let difference = self.alu(add, &[a, floor]);
                let number = self.b.test(Test::FCmp { cond: Cond::Num, ftz: Flush::Keep }, &[difference, difference]);
                let least = self.alu(Alu::FMin { p }, &[difference, below_one]);
                let value = self.alu(Alu::Sel, &[Src::Mask(number), least, difference]);
                self.put_f32(Alu::Mov, &[value])
            }
            _ => return None,
        })
    }

    /// `then` where f32 `factor` is zero, elsewhere `value`.
    pub(super) fn if_zero(&mut self, factor: Src, then: Src, value: Src) -> Src {
        let zero = self.b.test(Test::FCmp { cond: Cond::Eq, ftz: self.mode.policy(32).input }, &[factor, Src::Imm(0)]);
        self.alu(Alu::Sel, &[Src::Mask(zero), then, value])
    }

    fn negated(&mut self, value: Src) -> Src {
        match value {
            Src::Imm(v) => Src::Imm(v ^ SIGN[0]),
            other => self.alu(Alu::FNeg, &[other]),
        }
    }

    fn float64(&mut self) -> Option<Lifted> {
        let stem = self.name.strip_suffix("_f64")?.strip_prefix("v_")?;
        let p = self.before_factor(64);
        Some(match stem {
            "add" => {
                let src = [self.f64(0), self.f64(1)];
                self.put_f64(Alu64::DAdd { p }, &src)
            }
            "mul" => {
                let src = [self.f64(0), self.f64(1)];
                self.put_f64(Alu64::DMul { p }, &src)
            }
            "fma" => {
                let src = [self.f64(0), self.f64(1), self.f64(2)];
                self.put_f64(Alu64::DFma { p }, &src)
            }
            "min" | "max" => {
                let src = [self.f64(0), self.f64(1)];
                self.put_f64(if stem == "min" { Alu64::DMin { p } } else { Alu64::DMax { p } }, &src)
            }
            "rcp" => {
                let a = self.f64(0);
                self.put_f64(Alu64::DRcp { p }, &[a])
            }
            "sqrt" => {
                let a = self.f64(0);
                self.put_f64(Alu64::DSqrt { p }, &[a])
            }
            "trunc" | "ceil" | "rndne" | "floor" => {
                let a = self.f64(0);
                let mut p = p;
                p.policy.round = rounding(stem);
                self.put_f64(Alu64::DRound { p }, &[a])
            }
            _ => return None,
        })
    }

    fn convert(&mut self) -> Option<Lifted> {
        let (to, from) = self.name.strip_prefix("v_cvt_")?.split_once('_')?;
        let (single, double) = (self.before_factor(32), self.before_factor(64));
        // Integers from floats are truncated, integers to floats rounded by MODE.
        let zero = Rounding::TowardZero;
        let input = single.policy.input;
        let size = isotope_op::atomic::Size::B32;
        let signed = |ty: &str| ty == "i32";
        Some(match (to, from) {
            ("f32", "i32" | "u32") => {
                let a = self.src(0);
                let value = self.alu(Alu::IToF { round: single.policy.round, signed: signed(from) }, &[a]);
                self.put_exact_f32(value)
            }
            ("i32" | "u32", "f32") => {
                let a = self.f32(0);
                let value = self.alu(Alu::FToI { round: zero, ftz: input, signed: signed(to), size }, &[a]);
                self.put(value)
            }
            ("f64", "i32" | "u32") => {
                let a = self.src(0);
                let value = self.alu64(Alu64::I32ToF64 { signed: signed(from) }, &[Wide::narrow(a)]);
                self.put_exact_f64(value)
            }
            ("i32" | "u32", "f64") => {
                let a = self.f64(0);
                let op = Alu64::F64ToI { round: zero, signed: signed(to), size, nan_high: false };
                let value = self.alu64(op, &[a]);
                self.put(value.lo)
            }
            ("f64", "f32") => {
                let a = self.f32(0);
                let mut p = double;
                p.policy.input = input;
                self.put_f64(Alu64::F32ToF64 { p }, &[Wide::narrow(a)])
            }
            ("f32", "f64") => {
                let a = self.f64(0);
                let mut p = single;
                p.policy.input = double.policy.input;
                let value = self.alu64(Alu64::F64ToF32 { p }, &[a]);
                self.put_f32(Alu::Mov, &[value.lo])
            }
            ("f32", "f16") => {
                let a = self.f16(0);
                let mut p = single;
                p.policy.input = double.policy.input;
                self.put_f32(Alu::F16ToF32 { p }, &[a])
            }
            ("f16", "f32") => {
                let a = self.f32(0);
                let mut p = self.before_factor(16);
                p.policy.input = input;
                let value = self.alu(Alu::F32ToF16 { p }, &[a]);
                self.put_f16(value)
            }
            _ => return None,
        })
    }

    /// Float compares.
    pub(super) fn float_compare(&mut self, condition: &str, ty: &str) -> Option<Lifted> {
        if condition == "class" {
            return self.class(ty);
        }
        let cond = match condition {
            "f" => Cond::F,
            "lt" => Cond::Lt,
            "eq" => Cond::Eq,
            "le" => Cond::Le,
            "gt" => Cond::Gt,
            "lg" => Cond::Ne,
            "ge" => Cond::Ge,
            "o" => Cond::Num,
            "u" => Cond::Nan,
            "nge" => Cond::Ltu,
            "nlg" => Cond::Equ,
            "ngt" => Cond::Leu,
            "nle" => Cond::Gtu,
            "neq" => Cond::Neu,
            "nlt" => Cond::Geu,
            "t" | "tru" => Cond::T,
            _ => return None,
        };
        match ty {
            "f32" => {
                let src = [self.f32(0), self.f32(1)];
                Some(self.give_compare(Test::FCmp { cond, ftz: self.mode.policy(32).input }, src))
            }
            "f64" => {
                let src = [self.f64(0), self.f64(1)];
                let dst = self.compare_word();
                self.b.push(Uop::Test64 { op: Test64::DCmp { cond }, dst, src, clear: true });
                Some(Ok(Control::Next))
            }
            "f16" => {
                // Exact in f32, so the comparison there is the same.
                let flush = self.mode.policy(16).input;
                let widen = |lift: &mut Self, i| {
                    let half = lift.f16(i);
                    let mut p = lift.fp(32, false);
                    (p.policy.input, p.policy.output) = (flush, Flush::Keep);
                    lift.alu(Alu::F16ToF32 { p }, &[half])
                };
                let src = [widen(self, 0), widen(self, 1)];
                Some(self.give_compare(Test::FCmp { cond, ftz: Flush::Keep }, src))
            }
            _ => None,
        }
    }
}

fn rounding(stem: &str) -> Rounding {
    match stem {
        "trunc" => Rounding::TowardZero,
        "ceil" => Rounding::Up,
        "floor" => Rounding::Down,
        _ => Rounding::NearestEven,
    }
}
