//! Numbers in operands: the inline constants of source codes, and literals.
//!
//! The bits of a number depend on the operand kind. An integer whose bits equal those of an inline float is
//! that inline constant, as in llvm-mc: `v_mov_b32 v0, 0x3f800000` is `v_mov_b32 v0, 1.0`.
use super::operands::Holds;
use isotope_table::Line;

/// A float constant: source code, text, text for f64, bits as f16, f32, f64.
struct FloatConstant(u64, &'static str, &'static str, u64, u64, u64);

static FLOATS: [FloatConstant; 9] = [
    FloatConstant(240, "0.5", "0.5", 0x3800, 0x3f00_0000, 0x3fe0_0000_0000_0000),
    FloatConstant(241, "-0.5", "-0.5", 0xb800, 0xbf00_0000, 0xbfe0_0000_0000_0000),
    FloatConstant(242, "1.0", "1.0", 0x3c00, 0x3f80_0000, 0x3ff0_0000_0000_0000),
    FloatConstant(243, "-1.0", "-1.0", 0xbc00, 0xbf80_0000, 0xbff0_0000_0000_0000),
    FloatConstant(244, "2.0", "2.0", 0x4000, 0x4000_0000, 0x4000_0000_0000_0000),
    FloatConstant(245, "-2.0", "-2.0", 0xc000, 0xc000_0000, 0xc000_0000_0000_0000),
    FloatConstant(246, "4.0", "4.0", 0x4400, 0x4080_0000, 0x4010_0000_0000_0000),
    FloatConstant(247, "-4.0", "-4.0", 0xc400, 0xc080_0000, 0xc010_0000_0000_0000),
    FloatConstant(248, "0.15915494", "0.15915494309189532", 0x3118, 0x3e22_f983, 0x3fc4_5f30_6dc9_c882),
];

impl Holds {
    /// The bits of an inline constant's code. Integers are sign-extended to the width of the operand,
    /// whatever its kind; a float has the operand's width, except that 16-bit integers get an f32, of
    /// which they read the lower half, and packed ones both halves.
    ///
    /// # Source
    /// spec: RDNA3 ISA guide, 7.2, inline constants. oracle: LLVM 19.1.7, which states that its own disassembly of 16-bit integers
    /// differs from what the hardware reads.
    pub(super) fn inline(self, code: u64) -> Option<u64> {
        if self == Holds::T16 {
            let half = Holds::H16.inline(code)? & 0xffff;
            return Some(half | half << 16);
        }
        match code {
            128..=192 => return Some(code - 128),
            193..=208 => return Some(192u64.wrapping_sub(code)),
            _ => {}
        }
        let FloatConstant(_, _, _, half, single, double) = FLOATS.iter().find(|c| c.0 == code)?;
        Some(match self {
            Holds::I16 | Holds::P16 | Holds::I32 | Holds::F32 => *single,
            Holds::F16 | Holds::H16 | Holds::T16 => *half,
            Holds::B16 | Holds::C16 => single & 0xffff_0000 | single >> 16,
            Holds::I64 | Holds::S64 | Holds::F64 => *double,
        })
    }

    /// The bits of a literal.
    ///
    /// # Source
    /// spec: RDNA3 ISA guide, 7.2, literals of 64-bit operations.
    pub(super) fn literal(self, literal: u32) -> u64 {
        match self {
            Holds::S64 => literal as i32 as i64 as u64,
            Holds::F64 => u64::from(literal) << 32,
            _ => literal.into(),
        }
    }
}

/// Number of bits of one element.
fn size(holds: Holds) -> u32 {
    match holds {
        Holds::I16 | Holds::F16 | Holds::P16 | Holds::H16 | Holds::T16 | Holds::B16 | Holds::C16 => 16,
        Holds::I32 | Holds::F32 => 32,
        Holds::I64 | Holds::S64 | Holds::F64 => 64,
    }
}

/// Appends the text of an inline constant.
pub(super) fn print(holds: Holds, code: u64, out: &mut Line) {
    match code {
        128..=192 => out.push_dec(code - 128),
        193..=208 => {
            out.push('-');
            out.push_dec(code - 192);
        }
        _ => {
            let Some(constant) = (code as usize).checked_sub(240).and_then(|i| FLOATS.get(i)) else { return };
            match holds {
                Holds::I16 => out.push_signed_hex(constant.3 as i64),
                Holds::I64 | Holds::S64 | Holds::F64 => out.push_str(constant.2),
                _ => out.push_str(constant.1),
            }
        }
    }
}

/// The inline constant that is printed for a literal in an operand of this kind, and the kind that determines its text.
pub(super) fn folded(holds: Holds, literal: u64) -> Option<(Holds, u64)> {
    let int = |n: i64, holds| Number::Int(n).inline(holds).map(|code| (holds, code));
    match holds {
        Holds::F16 => int((literal as u16 as i16).into(), Holds::F16),
        Holds::B16 => {
            int((literal as u16 as i16).into(), Holds::B16).or_else(|| int((literal & 0xffff) as i64, Holds::B16))
        }
        // All 32 bits.
        Holds::I16 | Holds::I32 => int((literal as u32).into(), Holds::I32),
        Holds::F64 if literal != 0 => {
            Number::Float(f64::from_bits(literal << 32)).inline(holds).map(|code| (holds, code))
        }
        _ => int((literal as u32).into(), holds),
    }
}

/// A number in the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Int(i64),
    Float(f64),
}

impl Number {
    /// Parses a number at the start of the text; returns its length too.
    pub fn parse(text: &str) -> Option<(Number, usize)> {
        let sign = usize::from(text.starts_with('-'));
        let body = &text.as_bytes()[sign..];
        let run = |from: usize, ok: fn(&u8) -> bool| body[from.min(body.len())..].iter().take_while(|b| ok(b)).count();
        let ends = |at: usize| !body.get(at).is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.'));
        let signed = |n: u64| if sign == 1 { (n as i64).wrapping_neg() } else { n as i64 };
        let radix = |base: u32, ok: fn(&u8) -> bool| {
            let len = run(2, ok);
            let n = u64::from_str_radix(std::str::from_utf8(&body[2..2 + len]).ok()?, base).ok()?;
            ends(2 + len).then(|| (Number::Int(signed(n)), sign + 2 + len))
        };
        match body {
            [b'0', b'x' | b'X', ..] => return radix(16, u8::is_ascii_hexdigit),
            [b'0', b'b' | b'B', ..] => return radix(2, |b| matches!(b, b'0' | b'1')),
            _ => {}
        }
        let whole = run(0, u8::is_ascii_digit);
        let mut len = whole;
        if body.get(len) == Some(&b'.') {
            len += 1 + run(len + 1, u8::is_ascii_digit);
        }
        if len > 0 && matches!(body.get(len), Some(b'e' | b'E')) {
            let at = len + 1 + usize::from(matches!(body.get(len + 1), Some(b'+' | b'-')));
            let digits = run(at, u8::is_ascii_digit);
            len = if digits > 0 { at + digits } else { len };
        }
        if len == 0 || body[0] == b'.' && len == 1 || !ends(len) {
            return None;
        }
        let digits = std::str::from_utf8(&body[..len]).ok()?;
        let number = if len == whole {
            let octal = digits.len() > 1 && digits.starts_with('0');
            Number::Int(signed(u64::from_str_radix(digits, if octal { 8 } else { 10 }).ok()?))
        } else {
            let v: f64 = digits.parse().ok()?;
            Number::Float(if sign == 1 { -v } else { v })
        };
        Some((number, sign + len))
    }

    /// The number's bits in an operand of this kind, if they fit.
    fn bits(self, holds: Holds) -> Option<u64> {
        let size = size(holds);
        let fits = |n: i64, bits: u32| (n >> (bits - 1)) == 0 || (n >> (bits - 1)) == -1 || (n as u64) >> bits == 0;
        match (self, holds) {
            (Number::Int(n), _) if size == 64 => Some(n as u64),
            (Number::Int(n), Holds::P16 | Holds::H16 | Holds::T16 | Holds::C16) => {
                fits(n, 32).then_some(n as u64 & 0xffff_ffff)
            }
            (Number::Int(n), _) => fits(n, size).then_some(n as u64 & ((1 << size) - 1)),
            (Number::Float(v), _) if size == 64 => Some(v.to_bits()),
            // If no float is expected, a float is an f32, even for 16 bits.
            (Number::Float(v), Holds::I32 | Holds::F32 | Holds::P16) => single(v),
            (Number::Float(v), Holds::I16) => half(v).and(single(v)),
            (Number::Float(v), Holds::B16 | Holds::C16) => {
                // Round from f32 to nearest even.
                single(v).map(|bits| (bits + 0x7fff + (bits >> 16 & 1)) >> 16)
            }
            (Number::Float(v), _) => half(v),
        }
    }

    /// The code of the inline constant with this value.
    pub fn inline(self, holds: Holds) -> Option<u64> {
        let bits = self.bits(holds)?;
        let size = if matches!(holds, Holds::P16 | Holds::H16 | Holds::T16 | Holds::C16) { 32 } else { size(holds) };
        // 16-bit integers are compared by value, other kinds by bits.
        let signed = match (self, holds) {
            (Number::Int(n), Holds::I16) => n,
            (Number::Float(_), Holds::I16) => bits as i64,
            _ => (bits << (64 - size)) as i64 >> (64 - size),
        };
        match signed {
            0..=64 => return Some(128 + signed as u64),
            -16..=-1 => return Some(192 + signed.unsigned_abs()),
            _ => {}
        }
        let same = |c: &&FloatConstant| match holds {
            Holds::I16 if matches!(self, Number::Int(_)) => false,
            Holds::F16 | Holds::H16 | Holds::T16 => c.3 == bits,
            Holds::B16 | Holds::C16 => match self {
                Number::Int(_) => c.4 >> 16 == bits,
                Number::Float(v) => single(v) == Some(c.4),
            },
            // A number that does not fit as an integer is the upper half of a float.
            Holds::F64 if matches!(self, Number::Int(_)) && bits >> 32 == 0 => c.5 == bits << 32,
            Holds::I64 | Holds::S64 | Holds::F64 => c.5 == bits,
            _ => c.4 == bits,
        };
        FLOATS.iter().find(same).map(|c| c.0)
    }

    /// The 32 bits of the literal with this value.
    pub fn literal(self, holds: Holds) -> Result<u64, &'static str> {
        let wide = "a number of 32 bits";
        match (self, holds) {
            (Number::Int(n), Holds::I64 | Holds::S64 | Holds::F64) => {
                Number::Int(n).bits(Holds::I32).ok_or("a number of 32 bits: literals are not longer")
            }
            (Number::Float(v), Holds::F64) => Ok(v.to_bits() >> 32),
            (Number::Float(_), Holds::I64 | Holds::S64) => {
                Err("an integer: 64-bit integer operands have no float literals")
            }
            _ => self.bits(holds).ok_or(if size(holds) == 16 { "a number of 16 bits" } else { wide }),
        }
    }
}

/// A number that must be encoded as a literal even if an inline constant has its value: `lit(1)`, LLVM 22's syntax (LLVM 19 reads only the
/// number).
pub(super) fn forced(text: &str) -> Option<(Number, usize)> {
    let inner = text.strip_prefix("lit")?.trim_start().strip_prefix('(')?.trim_start();
    let (number, len) = Number::parse(inner)?;
    let rest = inner[len..].trim_start().strip_prefix(')')?;
    Some((number, text.len() - rest.len()))
}

/// Whether the text is a number with sign modifiers: `neg(1.0)`, `|-1.0|`.
pub(super) fn is_signed(text: &str) -> bool {
    let rest = ["-", "neg(", "|", "abs("].into_iter().fold(text, |rest, sign| rest.strip_prefix(sign).unwrap_or(rest));
    rest.len() < text.len()
        && !(text.starts_with('-') && rest.len() + 1 == text.len())
        && rest.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.')
}

/// A number with sign modifiers, applied to the number for encodings without sign bits.
pub(super) fn signed(text: &str, holds: Holds) -> Option<(Number, usize)> {
    let mut rest = text;
    let mut close = String::new();
    let (mut neg, mut abs) = (false, false);
    if let Some(inner) = rest.strip_prefix("neg(") {
        (rest, neg) = (inner, true);
        close.insert(0, ')');
    } else if rest.starts_with("-|") || rest.starts_with("-abs") {
        (rest, neg) = (&rest[1..], true);
    }
    if let Some(inner) = rest.strip_prefix('|') {
        (rest, abs) = (inner, true);
        close.insert(0, '|');
    } else if let Some(inner) = rest.strip_prefix("abs(") {
        (rest, abs) = (inner, true);
        close.insert(0, ')');
    }
    let (number, len) = Number::parse(rest)?;
    rest = rest[len..].strip_prefix(close.as_str())?;
    let number = match number {
        Number::Float(v) => {
            let v = if abs { v.abs() } else { v };
            Number::Float(if neg { -v } else { v })
        }
        Number::Int(n) => {
            let sign = 1i64 << (size(holds) - 1);
            let n = if abs { n & !sign } else { n };
            Number::Int(if neg { n ^ sign } else { n })
        }
    };
    Some((number, text.len() - rest.len()))
}

/// f32 bits, rounded to nearest even; `None` on overflow and underflow.
fn single(v: f64) -> Option<u64> {
    let f = v as f32;
    let exact = f64::from(f) == v;
    let lost = f.is_infinite() && v.is_finite() || !exact && f.abs() < f32::MIN_POSITIVE;
    (!lost).then(|| f.to_bits().into())
}

/// f16 bits, rounded to nearest even; `None` on overflow and underflow.
fn half(v: f64) -> Option<u64> {
    let sign = v.to_bits() >> 63 << 15;
    let magnitude = v.abs();
    if magnitude == 0.0 {
        return Some(sign);
    }
    // One unit in the last place: 2^-24 for subnormals and the first binade.
    let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(-14);
    let unit = f64::from_bits(((1023 + exponent - 10) as u64) << 52);
    let steps = (magnitude / unit).round_ties_even();
    let exact = steps * unit == magnitude;
    // 1024 steps at exponent -14 are the smallest normal number; a carry into the next binade increments the exponent.
    let bits = ((exponent + 14) as u64) * 1024 + steps as u64;
    (bits < 0x7c00 && (exact || bits >= 0x400)).then_some(sign | bits)
}
