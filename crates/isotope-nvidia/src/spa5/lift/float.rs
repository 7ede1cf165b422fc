//! Float arithmetic, conversions and the multifunction unit.

use isotope_op::alu::{Alu, Alu64, Fp, Test, Test64};
use isotope_op::assume::{
    ConvertSign, NV_CONVERT_SAT, NV_CONVERT_SIGN, NV_F2I_NAN, NV_F64_NAN, NV_FTZ_TININESS, NV_I2I_BYTE,
};
use isotope_op::atomic::Size;
use isotope_op::float::{Cond, FloatPolicy, Flush, Rounding};

use super::{Emit, Lift, Lifted, Operand, Refused, not_modelled};
use isotope_ir::effect::{Approximation, Control, Mask, MaskOp, Src, Uop, Wide};
use isotope_ir::program::ConstWord;

/// Float arithmetic, conversions and the multifunction unit.
pub(super) const MEANINGS: &[(&str, Emit)] = &[
    ("FADD", |l| l.fadd()),
    ("FADD32I", |l| l.fadd()),
    ("FMUL", |l| l.fmul()),
    ("FMUL32I", |l| l.fmul()),
    ("FFMA", |l| l.ffma(Lift::fc)),
    ("FFMA32I", |l| l.ffma(Lift::fd)),
    ("FMNMX", |l| l.fminmax()),
    ("FSETP", |l| l.fcompare().and_then(|test| l.set_predicates(test))),
    ("FSET", |l| l.fcompare().and_then(|test| l.set_boolean(test))),
    ("FCMP", |l| l.fcmp()),
    ("FCHK", |l| l.fcheck()),
    ("MUFU", |l| l.multifunction()),
    ("RRO", |l| l.range_reduction()),
    ("DADD", |l| l.dadd()),
    ("DMUL", |l| l.dmul()),
    ("DFMA", |l| l.dfma()),
    ("DMNMX", |l| l.dminmax()),
    ("DSETP", |l| l.dcompare().and_then(|test| l.set_predicates(test))),
    ("DSET", |l| l.dcompare().and_then(|test| l.set_boolean(test))),
    ("F2F", |l| l.float_to_float()),
    ("F2I", |l| l.float_to_int()),
    ("I2F", |l| l.int_to_float()),
    ("I2I", |l| l.int_to_int()),
];

impl Lift<'_> {
    fn rounding(&self) -> Result<Rounding, Refused> {
        Ok(match self.text("rnd") {
            "" | "ROUND" | "PASS" => Rounding::NearestEven,
            "RM" | "FLOOR" => Rounding::Down,
            "RP" | "CEIL" => Rounding::Up,
            "RZ" | "TRUNC" => Rounding::TowardZero,
            _ => return Err(not_modelled("this rounding")),
        })
    }

    /// Whether subnormals are flushed: `.FTZ`, and `.FMZ` of the multiplier.
    pub(super) fn flushes(&self) -> Result<bool, Refused> {
        Ok(matches!(self.text("fmz"), "FTZ" | "FMZ") || self.flag("FTZ"))
    }

    /// The factors of a product. With `.FMZ`, 0 times anything is +0, including infinity and NaN, and subnormals are 0 (spec: `fmulz` and
    /// `ffmaz` of Mesa's NIR, which its compiler translates to `.FMZ`; yuzu's reader of game code): in that case both factors are +0.
    fn factors(&mut self, a: Src, b: Src) -> [Src; 2] {
        if self.text("fmz") != "FMZ" {
            return [a, b];
        }
        let zero = |l: &mut Self, v| l.b.test(Test::FCmp { cond: Cond::Eq, ftz: Flush::when(true) }, &[v, Src::Imm(0)]);
        let (first, second) = (zero(self, a), zero(self, b));
        let any = self.b.mask(MaskOp::Or, first, second);
        [a, b].map(|v| self.b.alu(Alu::Sel, &[Src::Mask(any), Src::Imm(0), v]))
    }

    fn no_float_condition(&self) -> Result<(), Refused> {
        if self.flag("CC") { Err(not_modelled("the condition code of a float result")) } else { Ok(()) }
    }

    /// The float rules of this f32 instruction.
    fn rules(&self) -> Result<Fp, Refused> {
        self.no_float_condition()?;
        self.rules_with(self.flushes()?)
    }

    /// The same with a given `.FTZ`; assumption `nv.ftz_tininess` decides when a result is flushed.
    fn rules_with(&self, ftz: bool) -> Result<Fp, Refused> {
        let mut p = Fp::nvidia(self.rounding()?, ftz, self.flag("SAT"));
        if ftz {
            p.policy.output = self.options.assumptions.get(NV_FTZ_TININESS);
        }
        Ok(p)
    }

    /// The float rules of this f64 instruction.
    fn wide_rules(&self) -> Result<Fp, Refused> {
        self.no_float_condition()?;
        let policy =
            FloatPolicy { round: self.rounding()?, nan: self.options.assumptions.get(NV_F64_NAN), ..FloatPolicy::RN };
        Ok(Fp { policy, sat: false, ..Fp::RN })
    }

    /// Applies `|value|`, then `-value`, by the flags of the operand.
    fn signed(&mut self, value: Src, absolute: &str, negate: &str) -> Src {
        let value = if self.flag(absolute) { self.b.alu(Alu::FAbs, &[value]) } else { value };
        if self.flag(negate) { self.b.alu(Alu::FNeg, &[value]) } else { value }
    }

    fn fa(&mut self) -> Src {
        let a = self.reg("Ra");
        self.signed(a, "|Ra|", "-Ra")
    }

    fn fb(&mut self) -> Src {
        let b = self.b_operand();
        self.signed(b, "|B|", "-B")
    }

    fn fc(&mut self) -> Src {
        let c = self.operand("C");
        self.signed(c, "", "-C")
    }

    /// The destination as an addend.
    fn fd(&mut self) -> Src {
        let d = self.reg("Rd");
        self.signed(d, "", "-Rd")
    }

    fn fadd(&mut self) -> Lifted {
        let p = self.rules()?;
        let (a, b) = (self.fa(), self.fb());
        self.set_alu("Rd", Alu::FAdd { p }, &[a, b])
    }

    /// `a * b`, scaled by a power of two before rounding: the scaled product is exact in f64.
    fn fmul(&mut self) -> Lifted {
        let p = self.rules()?;
        let (a, b) = (self.fa(), self.fb());
        let [a, b] = self.factors(a, b);
        let scale: f64 = match self.text("scale") {
            "" => {
                return self.set_alu("Rd", Alu::FMul { p }, &[a, b]);
            }
            "D2" => 0.5,
            "D4" => 0.25,
            "D8" => 0.125,
            "M2" => 2.0,
            "M4" => 4.0,
            "M8" => 8.0,
            _ => return Err(not_modelled("this scale")),
        };
        if self.dst("Rd").is_none() {
            return Ok(Control::Next);
        }
        let exact = Fp { sat: false, ..p };
        let [x, y] = [a, b].map(|v| self.b.alu64(Alu64::F32ToF64 { p: exact }, &[Wide::narrow(v)]));
        let product = self.b.alu64(Alu64::DMul { p: Fp::F64_RN }, &[x, y]);
        let scale = Wide { lo: Src::Imm(0), hi: Src::Imm((scale.to_bits() >> 32) as u32) };
        let scaled = self.b.alu64(Alu64::DMul { p: Fp::F64_RN }, &[product, scale]);
        self.set_narrow(Alu64::F64ToF32 { p }, &[scaled])
    }

    fn ffma(&mut self, addend: fn(&mut Self) -> Src) -> Lifted {
        let p = self.rules()?;
        let (a, b, c) = (self.fa(), self.fb(), addend(self));
        let [a, b] = self.factors(a, b);
        self.set_alu("Rd", Alu::FFma { p }, &[a, b, c])
    }

    fn fminmax(&mut self) -> Lifted {
        let p = self.rules()?;
        let (a, b, min) = (self.fa(), self.fb(), self.pred("Pp"));
        self.smaller_or_larger([Alu::FMin { p }, Alu::FMax { p }], a, b, min)
    }

    /// The first operation where `min` is true, the second elsewhere.
    pub(super) fn smaller_or_larger(&mut self, [least, most]: [Alu; 2], a: Src, b: Src, min: Mask) -> Lifted {
        match min {
            Mask::ALL => self.set_alu("Rd", least, &[a, b]),
            Mask::NONE => self.set_alu("Rd", most, &[a, b]),
            _ => {
                let (low, high) = (self.b.alu(least, &[a, b]), self.b.alu(most, &[a, b]));
                self.set_alu("Rd", Alu::Sel, &[Src::Mask(min), low, high])
            }
        }
    }

    pub(super) fn cond(&self) -> Result<Cond, Refused> {
        let name = if self.text("cmp").is_empty() { "GT" } else { self.text("cmp") };
        const NAMES: [&str; 16] =
            ["F", "LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "T"];
        let at = NAMES.iter().position(|&n| n == name).ok_or(not_modelled("this condition"))?;
        Ok(Cond::ALL[at])
    }

    fn fcompare(&mut self) -> Result<Mask, Refused> {
        let test = Test::FCmp { cond: self.cond()?, ftz: Flush::when(self.flushes()?) };
        let (a, b) = (self.fa(), self.fb());
        Ok(self.b.test(test, &[a, b]))
    }

    /// `Rd = (Rc cond 0) ? Ra : B`.
    fn fcmp(&mut self) -> Lifted {
        let test = Test::FCmp { cond: self.cond()?, ftz: Flush::when(self.flushes()?) };
        let (a, b, c) = (self.reg("Ra"), self.b_operand(), self.operand("C"));
        let holds = self.b.test(test, &[c, Src::Imm(0)]);
        self.set_alu("Rd", Alu::Sel, &[Src::Mask(holds), a, b])
    }

    /// `FCHK.DIVIDE Pd, Ra, B`: whether a division needs the slow path. The exact rule is not public; both paths give the
    /// same quotient, so the model always takes the slow path (assumed).
    fn fcheck(&mut self) -> Lifted {
        if let Some(dst) = self.pred_dst("Pd") {
            self.b.set_mask(dst, Mask::ALL);
        }
        Ok(Control::Next)
    }

    /// The multifunction unit. Its results are only known to within a few units in the last place; the model rounds the
    /// exact value (assumed), and flushes subnormals.
    fn multifunction(&mut self) -> Lifted {
        let a = self.fa();
        let op = match self.text("op") {
            "RCP" => Ok(Alu::FRcp { p: Fp::FTZ_RN }),
            "RSQ" => Ok(Alu::FRsq { p: Fp::FTZ_RN }),
            "SQRT" => Ok(Alu::FSqrt { p: Fp::FTZ_RN }),
            "COS" => Err(Approximation::Cos),
            "SIN" => Err(Approximation::Sin),
            "EX2" => Err(Approximation::Exp2),
            "LG2" => Err(Approximation::Log2),
            "RCP64H" => Err(Approximation::RcpHigh64),
            "RSQ64H" => Err(Approximation::RsqHigh64),
            _ => return Err(not_modelled("this function")),
        };
        let result = match op {
            Ok(op) => self.b.alu(op, &[a]),
            Err(what) => {
                let dst = self.b.temp();
                self.b.push(Uop::Approximate { what, dst, src: a });
                Src::Slot(dst)
            }
        };
        let result = if self.flag("SAT") { self.b.alu(Alu::FSat, &[result]) } else { result };
        self.set("Rd", result)
    }

    /// `RRO` converts an argument to a form that only the multifunction unit reads; the model's unit takes the
    /// argument unchanged (assumed).
    fn range_reduction(&mut self) -> Lifted {
        let b = self.fb();
        self.set("Rd", b)
    }

    /// The register pair in a field.
    fn pair(&mut self, field: &str) -> Result<Wide, Refused> {
        self.aligned(field, 8)?;
        Ok(Wide { lo: self.reg_at(field, 0), hi: self.reg_at(field, 1) })
    }

    /// A 64-bit operand: a register pair, two words of a constant bank, or an immediate that holds the upper bits.
    fn wide_operand(&mut self, name: &str) -> Result<Wide, Refused> {
        Ok(match Operand::of(&self.inst, name) {
            Operand::Reg(_) => return self.pair(name),
            Operand::Const { bank, offset } => {
                let mut word = |offset| self.b.uniform(ConstWord { bank, offset });
                Wide { lo: word(offset), hi: word(offset.wrapping_add(4)) }
            }
            Operand::Imm(v) => Wide { lo: Src::Imm(0), hi: Src::Imm(v) },
        })
    }

    fn wide_signed(&mut self, value: Wide, absolute: &str, negate: &str) -> Wide {
        Wide { lo: value.lo, hi: self.signed(value.hi, absolute, negate) }
    }

    fn da(&mut self) -> Result<Wide, Refused> {
        let a = self.pair("Ra")?;
        Ok(self.wide_signed(a, "|Ra|", "-Ra"))
    }

    fn db(&mut self) -> Result<Wide, Refused> {
        let b = self.wide_operand("B")?;
        Ok(self.wide_signed(b, "|B|", "-B"))
    }

    fn set_wide(&mut self, op: Alu64, src: &[Wide]) -> Lifted {
        self.aligned("Rd", 8)?;
        if let Some(dst) = self.dst_group("Rd", 2) {
            self.b.alu64_to(dst, op, src);
        }
        Ok(Control::Next)
    }

    /// Writes the 32-bit result of a 64-bit operation.
    fn set_narrow(&mut self, op: Alu64, src: &[Wide]) -> Lifted {
        if let Some(dst) = self.dst("Rd") {
            self.b.narrow_to(dst, op, src);
        }
        Ok(Control::Next)
    }

    fn dadd(&mut self) -> Lifted {
        let p = self.wide_rules()?;
        let (a, b) = (self.da()?, self.db()?);
        self.set_wide(Alu64::DAdd { p }, &[a, b])
    }

    fn dmul(&mut self) -> Lifted {
        let p = self.wide_rules()?;
        let (a, b) = (self.da()?, self.db()?);
        self.set_wide(Alu64::DMul { p }, &[a, b])
    }

    fn dfma(&mut self) -> Lifted {
        let p = self.wide_rules()?;
        let (a, b) = (self.da()?, self.db()?);
        let c = self.wide_operand("C")?;
        let c = self.wide_signed(c, "", "-C");
        self.set_wide(Alu64::DFma { p }, &[a, b, c])
    }

    fn dminmax(&mut self) -> Lifted {
        let p = self.wide_rules()?;
        let (a, b, min) = (self.da()?, self.db()?, self.pred("Pp"));
        match min {
            Mask::ALL => self.set_wide(Alu64::DMin { p }, &[a, b]),
            Mask::NONE => self.set_wide(Alu64::DMax { p }, &[a, b]),
            _ => {
                let (low, high) = (self.b.alu64(Alu64::DMin { p }, &[a, b]), self.b.alu64(Alu64::DMax { p }, &[a, b]));
                self.set_wide(Alu64::Sel, &[Wide::narrow(Src::Mask(min)), low, high])
            }
        }
    }

    fn dcompare(&mut self) -> Result<Mask, Refused> {
        let cond = self.cond()?;
        let (a, b) = (self.da()?, self.db()?);
        Ok(self.b.test64(Test64::DCmp { cond }, [a, b]))
    }

    /// The source of a conversion of `bits` bits, sign modifiers of floats applied.
    fn conversion_source(&mut self, bits: u32, float: bool) -> Result<Wide, Refused> {
        if bits != 16 && self.inst.get("half") != 0 {
            return Err(not_modelled("half of a source that is wider"));
        }
        if bits == 64 {
            let b = self.wide_operand("B")?;
            return Ok(if float { self.wide_signed(b, "|B|", "-B") } else { b });
        }
        let b = self.b_operand();
        let b = if bits == 16 && float {
            let half = match self.text("half") {
                "" | "H0" => b,
                "H1" if self.inst.try_get("B.imm").is_some() => return Err(not_modelled("half of a number")),
                "H1" => self.b.alu(Alu::Shr, &[b, Src::Imm(16)]),
                _ => return Err(not_modelled("this half")),
            };
            self.b.alu(Alu::F16ToF32 { p: Fp::RN }, &[half])
        } else {
            b
        };
        Ok(Wide::narrow(if float { self.signed(b, "|B|", "-B") } else { b }))
    }

    /// A byte or half of an integer source, extended, then `|x|` and `-x`. Both wrap at the width of a signed source (assumption
    /// `nv.convert_sign`, for saturating conversions `nv.convert_sat`): ptxas fuses `neg.s16` of 0x8000 into `I2I.S32.S16` and
    /// `I2F.F32.S16` (oracle). If the result wraps as well, an unsigned source may be negated. The last returned value is the mask of lanes
    /// whose number must be read as unsigned, because its sign wrapped and must not wrap.
    fn int_source(&mut self, name: &str, wraps: bool) -> Result<(Wide, bool, Option<Mask>), Refused> {
        let (bits, signed) = int_type(name)?;
        let exact = self.keeps_magnitude(name);
        if !signed && (self.flag("|B|") || self.flag("-B") && !wraps) {
            return Err(not_modelled("the sign of an unsigned source"));
        }
        let is_number = self.inst.try_get("B.imm").is_some();
        if (bits >= 32 || is_number) && (self.inst.get("half") != 0 || self.inst.get("byte") != 0) {
            return Err(not_modelled("part of a source that is wider"));
        }
        if is_number && bits == 64 {
            return Err(not_modelled("a number as a source of 64 bits"));
        }
        if bits == 64 {
            let mut b = self.wide_operand("B")?;
            let beyond = (exact && self.has_one_sign()).then(|| {
                let lowest = Wide { lo: Src::Imm(0), hi: Src::Imm(1 << 31) };
                self.b.test64(Test64::Eq, [b, lowest])
            });
            if self.flag("|B|") {
                let negative = self.b.test64(Test64::Slt, [b, Wide::narrow(Src::Imm(0))]);
                let other = self.b.alu64(Alu64::Neg, &[b]);
                b = self.b.alu64(Alu64::Sel, &[Wide::narrow(Src::Mask(negative)), other, b]);
            }
            if self.flag("-B") {
                b = self.b.alu64(Alu64::Neg, &[b]);
            }
            return Ok((b, signed, beyond));
        }
        let mut b = self.b_operand();
        if bits < 32 {
            let part = if self.inst.try_get("half").is_some() { "half" } else { "byte" };
            let first = match self.text(part) {
                "" | "H0" => 0,
                "B1" => 8,
                "B2" | "H1" => 16,
                "B3" => 24,
                _ => return Err(not_modelled("this part")),
            };
            let op = if signed { Alu::Sbfe } else { Alu::Ubfe };
            b = self.b.alu(op, &[b, Src::Imm(first), Src::Imm(bits)]);
        }
        let beyond =
            (exact && self.has_one_sign() && bits == 32).then(|| self.b.test(Test::Eq, &[b, Src::Imm(1 << 31)]));
        if self.flag("|B|") {
            b = self.b.alu(Alu::Abs, &[b]);
        }
        if self.flag("-B") {
            b = self.b.alu(Alu::Neg, &[b]);
        }
        if bits < 32 && signed && (self.flag("|B|") || self.flag("-B")) && !exact {
            b = self.b.alu(Alu::Sbfe, &[b, Src::Imm(0), Src::Imm(bits)]);
        }
        Ok((Wide::narrow(b), signed, beyond))
    }

    /// Whether `|x|` and `-x` of the smallest number are its magnitude instead of the number itself: `nv.convert_sign`, and with
    /// `.SAT` `nv.convert_sat`. `I2I.S32.S32.SAT R, -R` depends on no assumption: every ptxas emits it for `sub.sat.s32` from zero,
    /// and PTX says that this clamps.
    fn keeps_magnitude(&self, from: &str) -> bool {
        let assumptions = &self.options.assumptions;
        match self.inst.form.mnemonic == "I2I" && self.flag("SAT") {
            true => {
                let settled = (self.text("to"), from) == ("S32", "S32") && self.flag("-B") && !self.flag("|B|");
                settled || assumptions.get(NV_CONVERT_SAT) == ConvertSign::Exact
            }
            false => assumptions.get(NV_CONVERT_SIGN) == ConvertSign::Exact,
        }
    }

    /// Whether the source has exactly one sign modifier; two of them return the smallest number unchanged.
    fn has_one_sign(&self) -> bool {
        self.flag("|B|") != self.flag("-B")
    }

    /// `F2F.dst.src`: converts to another format, or, within a format, to another precision or to an integral value.
    fn float_to_float(&mut self) -> Lifted {
        let (dst, src) = (self.text("to"), self.text("from"));
        let (to, from) = (float_bits(dst)?, float_bits(src)?);
        let ftz = self.flushes()?;
        let p = self.rules_with(ftz)?;
        let integral = matches!(self.text("rnd"), "ROUND" | "FLOOR" | "CEIL" | "TRUNC");
        let value = self.conversion_source(from, true)?;
        if self.flag("CC") {
            return Err(not_modelled("the condition code of a conversion"));
        }
        if to == 64 && self.flag("SAT") {
            return Err(not_modelled("a clamped 64-bit result"));
        }
        if (to, from) == (64, 64) && ftz {
            return Err(not_modelled("flushing without a 32-bit number"));
        }
        match (to, from, integral) {
            (32, 32 | 16, true) => self.set_alu("Rd", Alu::FRound { p }, &[value.lo]),
            (64, 64, true) => self.set_wide(Alu64::DRound { p: self.wide_fp(p) }, &[value]),
            (_, _, true) if to != from => Err(not_modelled("an integral value in another format")),
            (32, 32 | 16, false) => {
                let value = if ftz { self.b.alu(Alu::FFlush, &[value.lo]) } else { value.lo };
                let value = if p.sat { self.b.alu(Alu::FSat, &[value]) } else { value };
                self.set("Rd", value)
            }
            (64, 64, false) => self.set_wide(Alu64::Mov, &[value]),
            (64, 32 | 16, false) => self.set_wide(Alu64::F32ToF64 { p: self.wide_fp(p) }, &[value]),
            (32, 64, false) => self.set_narrow(Alu64::F64ToF32 { p: self.wide_fp(p) }, &[value]),
            (16, 32 | 16, false) => self.set_alu("Rd", Alu::F32ToF16 { p }, &[value.lo]),
            _ => Err(not_modelled("this pair of formats")),
        }
    }

    fn wide_fp(&self, p: Fp) -> Fp {
        Fp { policy: FloatPolicy { nan: self.options.assumptions.get(NV_F64_NAN), ..p.policy }, ..p }
    }

    fn float_to_int(&mut self) -> Lifted {
        let (bits, signed) = int_type(self.text("to"))?;
        let from = float_bits(self.text("from"))?;
        let (round, ftz) = (self.rounding()?, Flush::when(self.flushes()?));
        let value = self.conversion_source(from, true)?;
        if from == 64 && self.flag("FTZ") {
            return Err(not_modelled("flushing without a 32-bit number"));
        }
        let size = size_of(bits);
        let nan_high = self.options.assumptions.get(NV_F2I_NAN) != 0;
        if self.flag("CC") {
            return Err(not_modelled("the condition code of a conversion"));
        }
        match (from == 64, bits == 64) {
            (false, false) => self.set_alu("Rd", Alu::FToI { round, ftz, signed, size }, &[value.lo]),
            (false, true) => self.set_wide(Alu64::F32ToI64 { round, ftz, signed, nan_high }, &[value]),
            (true, true) => self.set_wide(Alu64::F64ToI { round, signed, size, nan_high }, &[value]),
            (true, false) => self.set_narrow(Alu64::F64ToI { round, signed, size, nan_high }, &[value]),
        }
    }

    fn int_to_float(&mut self) -> Lifted {
        let to = float_bits(self.text("to"))?;
        self.no_condition()?;
        let round = self.rounding()?;
        let mut wide = matches!(self.text("from"), "U64" | "S64");
        let (mut value, mut signed, beyond) = self.int_source(self.text("from"), false)?;
        if let Some(beyond) = beyond {
            match (wide, self.flag("|B|")) {
                // A magnitude is unsigned with the same width.
                (_, true) => signed = false,
                // Other values keep their signs in 64 bits.
                (false, false) => {
                    let sign = self.b.alu(Alu::Sar, &[value.lo, Src::Imm(31)]);
                    let high = self.b.alu(Alu::Sel, &[Src::Mask(beyond), Src::Imm(0), sign]);
                    (value, wide) = (Wide { lo: value.lo, hi: high }, true);
                }
                (true, false) => return Err(not_modelled("the exact negation of a 64-bit number")),
            }
        }
        match (to, wide) {
            (32, false) => self.set_alu("Rd", Alu::IToF { round, signed }, &[value.lo]),
            (16, false) => self.set_alu("Rd", Alu::IToF16 { round, signed }, &[value.lo]),
            (64, false) => self.set_wide(Alu64::I32ToF64 { signed }, &[value]),
            (64, true) => self.set_wide(Alu64::I64ToF64 { round, signed }, &[value]),
            (32, true) => self.set_narrow(Alu64::I64ToF32 { round, signed }, &[value]),
            _ => Err(not_modelled("this pair of formats")),
        }
    }

    /// `I2I.dst.src{.SAT}`: converts to another width, truncated or clamped, and extends to the register. A byte converted to a signed
    /// half is extended to 16 bits, with zeros above (assumption `nv.i2i_byte`): ptxas uses it if it needs an unsigned half, and `BFE` if
    /// it needs a signed one (oracle).
    fn int_to_int(&mut self) -> Lifted {
        let (bits, to_signed) = int_type(self.text("to"))?;
        // Modulo 2^32 a negated number has no sign: ptxas emits `I2I.U32.U32 Rd, -Ra` for a subtraction.
        let (value, from_signed, beyond) = self.int_source(self.text("from"), !self.flag("SAT"))?;
        if bits == 64 || matches!(self.text("from"), "U64" | "S64") {
            return Err(not_modelled("this conversion"));
        }
        let mut v = value.lo;
        if self.flag("SAT") {
            let top = if to_signed { (1u32 << (bits - 1)) - 1 } else { u32::MAX >> (32 - bits) };
            let bottom = if to_signed { !((1u32 << (bits - 1)) - 1) } else { 0 };
            if from_signed {
                v = self.b.alu(Alu::SMax, &[v, Src::Imm(bottom)]);
                if top <= i32::MAX as u32 {
                    v = self.b.alu(Alu::SMin, &[v, Src::Imm(top)]);
                }
            } else {
                v = self.b.alu(Alu::UMin, &[v, Src::Imm(top)]);
            }
            if let Some(beyond) = beyond {
                // The magnitude 2^31 is out of range for every result except an unsigned one of 32 bits.
                v = self.b.alu(Alu::Sel, &[Src::Mask(beyond), Src::Imm(top.min(1 << 31)), v]);
            }
        } else if bits < 32 {
            let extends = self.options.assumptions.get(NV_I2I_BYTE);
            let zero = (bits, self.text("from")) == (16, "S8") && !extends;
            let op = if to_signed && !zero { Alu::Sbfe } else { Alu::Ubfe };
            v = self.b.alu(op, &[v, Src::Imm(0), Src::Imm(bits)]);
        }
        if self.flag("CC") {
            self.set_condition(v);
        }
        self.set("Rd", v)
    }
}

fn float_bits(name: &str) -> Result<u32, Refused> {
    match name {
        "F16" => Ok(16),
        "F32" => Ok(32),
        "F64" => Ok(64),
        _ => Err(not_modelled("this format")),
    }
}

/// Width and signedness of an integer type by its name.
fn int_type(name: &str) -> Result<(u32, bool), Refused> {
    Ok(match name {
        "U8" => (8, false),
        "S8" => (8, true),
        "U16" => (16, false),
        "S16" => (16, true),
        "U32" => (32, false),
        "S32" => (32, true),
        "U64" => (64, false),
        "S64" => (64, true),
        _ => return Err(not_modelled("this type")),
    })
}

fn size_of(bits: u32) -> Size {
    match bits {
        8 => Size::B8,
        16 => Size::B16,
        32 => Size::B32,
        _ => Size::B64,
    }
}
