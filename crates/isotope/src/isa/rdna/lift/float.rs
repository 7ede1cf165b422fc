//! Float arithmetic, conversions and compares of the vector unit.
//!
//! # Sources
//! spec: RDNA3 ISA guide, VOP1, VOP2, VOP3, VOPC, and MODE. A NaN result is the first NaN operand made quiet; clamp, output
//! modifier, negate and absolute value are applied around the operation.
//! assumed: `v_rcp`, `v_rsq`, `v_sqrt`, `v_exp`, `v_log`, `v_sin`, `v_cos` are given by the guide only to within an error; here
//! they are rounded from the exact value.

mod apart;
mod packed;

use isotope_op::alu::{Alu, Alu64, Test, Test64};
use isotope_op::float::{Cond, Flush, Rounding};

use super::operand::{Type, constant};
use super::{Lift, Lifted, not_modelled};
use crate::effect::{Approximation, Control, Src, Uop, Wide};

/// Signs of f32 and binary16.
const SIGN: [u32; 2] = [0x8000_0000, 0x8000];

impl Lift<'_> {
    /// Operand `i` as f32 after its modifiers.
    pub(super) fn f32(&mut self, i: usize) -> Src {
        let value = self.src(i, Type::F32);
        self.signed(i, value, SIGN[0])
    }

    /// Operand `i` as f64 after its modifiers.
    fn f64(&mut self, i: usize) -> Wide {
        let Wide { lo, hi } = self.src64(i, Type::F64);
        Wide { lo, hi: self.signed(i, hi, SIGN[0]) }
    }

    /// Operand `i` as binary16 after its modifiers, in the low half of a word.
    fn f16(&mut self, i: usize) -> Src {
        let value = self.src(i, Type::F16);
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

    /// Output modifier: the factor, where there is one. It has no effect while subnormal results are kept (spec: RDNA3 ISA
    /// guide, output modifiers).
    fn factor(&self, bits: u32) -> Option<f32> {
        if self.mode.policy(bits).output == Flush::Keep {
            return None;
        }
        [None, Some(2.0), Some(4.0), Some(0.5)][self.inst.get("omod") as usize & 3]
    }

    /// Write an f32 result of `op`, which is given the rules of the mode.
    fn put_f32(&mut self, op: Alu, src: &[Src]) -> Lifted {
        let mut value = self.alu(op, src);
        if let Some(factor) = self.factor(32) {
            let p = self.mode.fp(32, self.flag("clamp"));
            value = self.alu(Alu::FMul { p }, &[value, Src::Imm(factor.to_bits())]);
        }
        self.put(value)
    }

    fn put_f64(&mut self, op: Alu64, src: &[Wide]) -> Lifted {
        let mut value = self.alu64(op, src);
        if let Some(factor) = self.factor(64) {
            let p = self.mode.fp(64, self.flag("clamp"));
            value = self.alu64(Alu64::DMul { p }, &[value, constant(f64::from(factor).to_bits())]);
        }
        self.put64(value)
    }

    /// A float instruction of the half being emitted, if it is one.
    pub(super) fn float(&mut self) -> Option<Lifted> {
        self.float32()
            .or_else(|| self.float64())
            .or_else(|| self.float16())
            .or_else(|| self.convert())
            .or_else(|| self.apart())
            .or_else(|| self.packed())
    }

    fn float32(&mut self) -> Option<Lifted> {
        let stem = self.name.strip_suffix("_f32")?.strip_prefix("v_")?;
        let clamp = self.flag("clamp");
        // An output modifier is applied before the clamp.
        let p = self.mode.fp(32, clamp && self.factor(32).is_none());
        let add = Alu::FAdd { p };
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
                let value = self.zero_if_zero(a, product);
                let value = self.zero_if_zero(b, value);
                self.put(value)
            }
            "fma" | "fmac" => {
                let addend = if stem == "fma" { self.f32(2) } else { self.vsrc("vdst") };
                let src = [self.f32(0), self.f32(1), addend];
                self.put_f32(Alu::FFma { p }, &src)
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
                let (min, max) = (Alu::FMin { p }, Alu::FMax { p });
                let (first, second) = match stem {
                    "min3" => (min, min),
                    "max3" => (max, max),
                    "minmax" => (min, max),
                    _ => (max, min),
                };
                let [a, b, c] = [self.f32(0), self.f32(1), self.f32(2)];
                let inner = self.alu(first, &[a, b]);
                self.put_f32(second, &[inner, c])
            }
            "rcp" | "rcp_iflag" => {
                let a = self.f32(0);
                self.put_f32(Alu::FRcp { p }, &[a])
            }
            "rsq" => {
                let a = self.f32(0);
                self.put_f32(Alu::FRsq { p }, &[a])
            }
            "sqrt" => {
                let a = self.f32(0);
                self.put_f32(Alu::FSqrt { p }, &[a])
            }
            "exp" | "log" => {
                let what = if stem == "exp" { Approximation::Exp2 } else { Approximation::Log2 };
                let (src, dst) = (self.f32(0), self.b.temp());
                self.b.push(Uop::Approximate { what, dst, src });
                self.put_f32(Alu::FAdd { p }, &[Src::Slot(dst), Src::Imm(SIGN[0])])
            }
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
                self.put(value)
            }
            _ => return None,
        })
    }

    pub(super) fn zero_if_zero(&mut self, factor: Src, value: Src) -> Src {
        let zero = self.b.test(Test::FCmp { cond: Cond::Eq, ftz: self.mode.policy(32).input }, &[factor, Src::Imm(0)]);
        self.alu(Alu::Sel, &[Src::Mask(zero), Src::Imm(0), value])
    }

    fn negated(&mut self, value: Src) -> Src {
        match value {
            Src::Imm(v) => Src::Imm(v ^ SIGN[0]),
            other => self.alu(Alu::FNeg, &[other]),
        }
    }

    fn float64(&mut self) -> Option<Lifted> {
        let stem = self.name.strip_suffix("_f64")?.strip_prefix("v_")?;
        let p = self.mode.fp(64, self.flag("clamp") && self.factor(64).is_none());
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

    /// binary16 arithmetic, through the pairwise operations with an empty upper half.
    fn float16(&mut self) -> Option<Lifted> {
        let stem = self.name.strip_suffix("_f16")?.strip_prefix("v_")?;
        let p = self.mode.fp(16, self.flag("clamp"));
        if self.inst.get("omod") != 0 {
            return Some(Err(not_modelled("an output modifier of binary16")));
        }
        let value = match stem {
            "add" | "sub" | "subrev" => {
                let (mut a, mut b) = (self.f16(0), self.f16(1));
                if stem == "subrev" {
                    std::mem::swap(&mut a, &mut b);
                }
                let b = if stem == "add" { b } else { self.alu(Alu::Xor, &[b, Src::Imm(SIGN[1])]) };
                self.alu(Alu::HAdd2 { p }, &[a, b])
            }
            "mul" => {
                let src = [self.f16(0), self.f16(1)];
                self.alu(Alu::HMul2 { p }, &src)
            }
            "fma" | "fmac" => {
                let addend = if stem == "fma" { self.f16(2) } else { self.vsrc("vdst") };
                let src = [self.f16(0), self.f16(1), addend];
                self.alu(Alu::HFma2 { p }, &src)
            }
            _ => return None,
        };
        Some(self.put16(value))
    }

    fn convert(&mut self) -> Option<Lifted> {
        let (to, from) = self.name.strip_prefix("v_cvt_")?.split_once('_')?;
        let clamp = self.flag("clamp");
        let single = self.mode.fp(32, clamp);
        let double = self.mode.fp(64, clamp);
        // Integers from floats are truncated, integers to floats rounded by MODE.
        let zero = Rounding::TowardZero;
        let input = single.policy.input;
        let size = isotope_op::atomic::Size::B32;
        let signed = |ty: &str| ty == "i32";
        Some(match (to, from) {
            ("f32", "i32" | "u32") => {
                let a = self.src(0, Type::B32);
                self.put_f32(Alu::IToF { round: single.policy.round, signed: signed(from) }, &[a])
            }
            ("i32" | "u32", "f32") => {
                let a = self.f32(0);
                let value = self.alu(Alu::FToI { round: zero, ftz: input, signed: signed(to), size }, &[a]);
                self.put(value)
            }
            ("f64", "i32" | "u32") => {
                let a = self.src(0, Type::B32);
                self.put_f64(Alu64::I32ToF64 { signed: signed(from) }, &[Wide::narrow(a)])
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
                self.put(value.lo)
            }
            ("f32", "f16") => {
                let a = self.f16(0);
                let mut p = single;
                p.policy.input = double.policy.input;
                self.put_f32(Alu::F16ToF32 { p }, &[a])
            }
            ("f16", "f32") => {
                let a = self.f32(0);
                let mut p = double;
                p.policy.input = input;
                let value = self.alu(Alu::F32ToF16 { p }, &[a]);
                self.put16(value)
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
                    let mut p = lift.mode.fp(32, false);
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
