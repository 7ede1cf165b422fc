//! Operands with RDNA3 syntax: scalar and vector registers, inline constants, literals.
use super::fields::{OF_22, WAVE64};
use super::number::{self, Number};
use isotope_table::{Context, Line, Mode, Numbers, Operand, Profiles, Read, Run};

/// The kind of an operand: its size, and the bits of an inline constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// 16-bit integer; float constants have no names for this kind.
    I16,
    /// f16.
    F16,
    /// 32-bit integer or bits; float constants are f32.
    I32,
    /// f32.
    F32,
    /// 64 bits or a 64-bit unsigned integer; a literal is zero-extended.
    I64,
    /// 64-bit signed integer; a literal is sign-extended.
    S64,
    /// f64; a literal is its upper half.
    F64,
    /// Two 16-bit integers.
    P16,
    /// Two f16; a float constant is the lower half, and the upper half is zero.
    H16,
    /// Two f16; a constant is used for both.
    T16,
    /// bf16.
    B16,
    /// Two bf16; a float constant is used for both (as AMD's emulator rocjitsu reports from a gfx1100).
    C16,
}

impl Holds {
    /// Whether an element is a float with sign modifiers.
    pub(super) fn is_float(self) -> bool {
        matches!(self, Holds::F16 | Holds::F32 | Holds::F64)
    }
}

/// A source field that an operation does not read and that is not printed. LLVM up to 22 writes 0 there, LLVM 23 and later the inline
/// constant 0 (0x80); hardware reads neither. Files may have any value except the code of a literal ([`decode_any`](super::decode_any)).
///
/// # Source
/// oracle: llvm-project pull requests 175753 and 194060; code of Triton 3.9 and IREE 3.13.
pub(super) struct Unread {
    values: &'static [u64],
}

impl Unread {
    /// A source of 9 bits.
    pub const SOURCE: Unread = Unread { values: &[0, INLINE_ZERO] };
    /// A VGPR.
    pub const VGPR: Unread = Unread { values: &[0] };
}

/// Code of the inline constant 0.
pub(super) const INLINE_ZERO: u64 = 0x80;

impl Operand for Unread {
    fn valid(&self, _: Profiles, value: u64) -> bool {
        self.values.contains(&value)
    }
    fn print(&self, _: &Context, _: u64, _: u64, _: &mut Line) {}
    fn parse(&self, _: &Context, _: &str) -> Result<Read, &'static str> {
        Err("nothing")
    }
    fn meaning(&self) -> String {
        "not read".into()
    }
}

/// The registers that an operand may be, and their number.
#[derive(Clone, Copy)]
pub struct Source {
    /// Number of SGPRs; 0 if it cannot be scalar. With [`MASK`], one per 32 lanes.
    pub scalar: u8,
    /// Number of VGPRs; 0 if it cannot be vector.
    pub vector: u8,
    /// The code of VGPR 0: 256 in fields of 9 bits, 0 in fields of 8.
    pub first: u16,
    /// Number of VGPRs that the field can encode.
    pub vgprs: u16,
    /// The kind of constants; `None` if the operand must be a register.
    pub holds: Option<Holds>,
    /// The kind of constants in the text, if it differs from [`Source::holds`].
    pub spelled: Option<Holds>,
    /// Whether a literal can follow.
    pub literal: bool,
    /// Whether hardware constants can be read: `src_scc`, `src_shared_base`.
    pub special: bool,
    /// Whether `src_lds_direct` can be read.
    pub direct: bool,
    /// Whether EXEC is allowed.
    pub exec: bool,
    /// Whether M0 is allowed.
    pub m0: bool,
    /// Whether sign modifiers of a number become part of the number, because the encoding has no bits for them.
    pub absorbs: bool,
}

/// In [`Source::scalar`]: one SGPR in wave32, two in wave64.
pub const MASK: u8 = 0xff;

const SPECIAL: [(u64, &str); 8] = [
    (235, "src_shared_base"),
    (236, "src_shared_limit"),
    (237, "src_private_base"),
    (238, "src_private_limit"),
    (239, "src_pops_exiting_wave_id"),
    (251, "src_vccz"),
    (252, "src_execz"),
    (253, "src_scc"),
];
/// Also accepted without `src_`.
const DIRECT: (u64, &str) = (254, "src_lds_direct");
/// Registers with names: code, name as one register, name as a pair.
const NAMED: [(u64, &str, &str); 6] = [
    (106, "vcc_lo", "vcc"),
    (107, "vcc_hi", ""),
    (124, "null", "null"),
    (125, "m0", ""),
    (126, "exec_lo", "exec"),
    (127, "exec_hi", ""),
];
/// SGPRs s0 to s105, then the trap handler's ttmp0 to ttmp15.
const RANGES: [(u64, u64, &str); 2] = [(0, 105, "s"), (108, 123, "ttmp")];
/// The code of a literal that follows the instruction.
const LITERAL: u64 = 255;

impl Source {
    /// No register and no constant.
    pub const NONE: Source = Source {
        scalar: 0,
        vector: 0,
        first: 0,
        vgprs: 256,
        holds: None,
        spelled: None,
        literal: false,
        special: false,
        direct: false,
        exec: true,
        m0: true,
        absorbs: false,
    };

    /// This many SGPRs.
    pub const fn sgprs(count: u8) -> Source {
        Source { scalar: count, first: 512, ..Source::NONE }
    }

    /// This many SGPRs, or a constant of this kind, including a literal.
    pub const fn scalar(count: u8, holds: Holds) -> Source {
        Source { holds: Some(holds), literal: true, special: true, ..Source::sgprs(count) }
    }

    fn count(&self, profile: Profiles) -> u64 {
        match self.scalar {
            MASK => 1 + u64::from(profile & WAVE64 != 0),
            n => n.into(),
        }
    }

    fn vgpr(&self, value: u64) -> Option<u64> {
        value.checked_sub(self.first.into()).filter(|_| self.vector != 0)
    }

    /// The numbers at which a group of its vector registers may start.
    fn vectors(&self) -> Numbers {
        Numbers { base: self.first.into(), most: u64::from(self.vgprs) - u64::from(self.vector), unit: 0 }
    }

    /// The kind of constants in the text.
    fn text(&self) -> Option<Holds> {
        self.spelled.or(self.holds)
    }

    fn read_constant(&self, cx: &Context, holds: Holds, number: Number, len: usize) -> Result<Read, &'static str> {
        // Float constants of 16-bit integers are printed as their bits.
        let bits = if holds == Holds::I16 && cx.mode == Mode::Compat { number.inline(Holds::F16) } else { None };
        let (value, literal) = match number.inline(holds).or(bits) {
            Some(code) => (code, None),
            None if self.literal => (LITERAL, Some(number.literal(holds)?)),
            None => return Err("a register or an inline constant: -16 to 64, 0.5, 1.0, 2.0, 4.0 or 1/(2*pi)"),
        };
        Ok(Read { value, literal, len })
    }

    fn expected(&self) -> &'static str {
        match (self.scalar, self.vector, self.holds) {
            (0, 1, None) => "a VGPR",
            (0, n, None) => expected_group("v", n.into()),
            (_, 0, None) => "an SGPR",
            (_, 0, Some(_)) => "an SGPR or a constant",
            _ => "a register or a constant",
        }
    }
}

/// Whether a source code is read over the constant bus, which serves two different codes per instruction.
pub fn on_bus(code: u64) -> bool {
    matches!(code, 0..=123 | 125..=127 | 235..=239 | 251..=253 | LITERAL)
}

/// The first register of a group that starts at `n`; the hardware rounds it down.
fn aligned(n: u64, count: u64) -> u64 {
    n & !(count.min(4) - 1)
}

/// The numbers at which a group of scalar registers of a range may start.
fn scalars(lo: u64, hi: u64, count: u64) -> Numbers {
    Numbers { base: lo, most: hi + 1 - lo - count, unit: count.min(4) - 1 }
}

impl Operand for Source {
    fn valid(&self, profile: Profiles, value: u64) -> bool {
        if let Some(n) = self.vgpr(value) {
            return n + u64::from(self.vector) <= u64::from(self.vgprs);
        }
        let count = self.count(profile);
        match value {
            124 => self.special || count > 0,
            0..=127 if count == 0 => false,
            127 if !self.exec => false,
            125 if !self.m0 => false,
            107 | 125 | 127 => count == 1,
            126 if !self.exec => false,
            106 | 126 => count <= 2,
            0..=105 => aligned(value, count) + count <= 106,
            108..=123 => aligned(value - 108, count) + count <= 16,
            128..=208 | 240..=248 => self.holds.is_some(),
            235..=239 | 251..=253 => self.special,
            254 => self.direct,
            255 => self.literal,
            _ => false,
        }
    }

    fn print(&self, cx: &Context, value: u64, literal: u64, out: &mut Line) {
        if let Some(n) = self.vgpr(value) {
            return out.push_group("v", n, self.vector.into());
        }
        let count = self.count(cx.profile);
        let holds = self.text().unwrap_or(Holds::I32);
        if let Some((lo, _, prefix)) = RANGES.iter().find(|(lo, hi, _)| (lo..=hi).contains(&&value)) {
            out.push_group(prefix, aligned(value - lo, count.max(1)), count.max(1));
        } else if let Some((_, one, two)) = NAMED.iter().find(|n| n.0 == value) {
            out.push_str(if count == 1 { one } else { two });
        } else if value == LITERAL {
            let shown = if matches!(holds, Holds::I16 | Holds::F16) { literal & 0xffff } else { literal };
            // Without `lit`, the text would be an inline constant, which is a shorter instruction.
            let short = number::folded(holds, literal).is_some() || Number::Int(shown as i64).inline(holds).is_some();
            out.push_str(if short { "lit(0x" } else { "0x" });
            out.push_hex(shown);
            if short {
                out.push(')');
            }
        } else if let Some((_, name)) = SPECIAL.iter().chain([&DIRECT]).find(|n| n.0 == value) {
            out.push_str(name);
        } else {
            // LLVM 22 names the float constants of 16-bit integers.
            let named = holds == Holds::I16 && names_halves(cx.profile);
            number::print(if named { Holds::I32 } else { holds }, value, out);
        }
    }

    fn parse(&self, cx: &Context, text: &str) -> Result<Read, &'static str> {
        let bytes = text.as_bytes();
        match bytes.first() {
            Some(b'[') => {
                let (whole, len) = listed(text)?;
                Ok(Read { len, ..self.parse(cx, &whole)? })
            }
            Some(b'n' | b'a' | b'|' | b'-') if self.absorbs && number::is_signed(text) => {
                let holds = self.text().unwrap_or(Holds::F32);
                let (number, len) = number::signed(text, holds).ok_or_else(|| self.expected())?;
                self.read_constant(cx, holds, number, len)
            }
            Some(b'0'..=b'9' | b'-' | b'.') => {
                let (Some(holds), Some((number, len))) = (self.text(), Number::parse(text)) else {
                    return Err(self.expected());
                };
                self.read_constant(cx, holds, number, len)
            }
            Some(b'l') if number::forced(text).is_some() => {
                let (Some(holds), Some((number, len))) = (self.text(), number::forced(text)) else {
                    return Err(self.expected());
                };
                match self.literal {
                    true => Ok(Read { value: LITERAL, literal: Some(number.literal(holds)?), len }),
                    false => Err("a register or an inline constant: this operand has no literal"),
                }
            }
            _ => {
                let word = word(text);
                let register = |value, len| Ok(Read { value, literal: None, len });
                if self.vector != 0
                    && let Some(group) = Group::parse(text, word, "v")
                {
                    let count = u64::from(self.vector);
                    if group.count != count {
                        return Err(expected_group("v", count));
                    }
                    let upper = if self.vgprs == 128 { "one of v0 to v127" } else { "a register up to v255" };
                    return register(self.vectors().value(group.first).ok_or(upper)?, group.len);
                }
                let count = self.count(cx.profile);
                if count != 0 {
                    for (lo, hi, prefix) in RANGES {
                        let Some(group) = Group::parse(text, word, prefix) else { continue };
                        if group.count != count {
                            return Err(expected_group("s", count));
                        }
                        let numbers = scalars(lo, hi, count);
                        if group.first & numbers.unit != 0 {
                            return Err(match count {
                                2 => "an even first register",
                                _ => "a first register that is a multiple of 4",
                            });
                        }
                        let value = numbers.value(group.first).ok_or("a register up to s105 or ttmp15")?;
                        return register(value, group.len);
                    }
                    // llvm-mc also prints `null` for larger groups, but does not accept it.
                    let pair = count == 2 || cx.mode == Mode::Compat;
                    let named = NAMED.iter().find(|n| if count == 1 { n.1 == word } else { pair && n.2 == word });
                    if let Some((code, ..)) = named.filter(|n| !word.is_empty() && self.valid(cx.profile, n.0)) {
                        return register(*code, word.len());
                    }
                }
                if word == "null" && self.special {
                    return register(124, word.len());
                }
                let same = |name: &str| name == word || name.strip_prefix("src_") == Some(word);
                let special = SPECIAL.iter().filter(|_| self.special).chain(Some(&DIRECT).filter(|_| self.direct));
                let special = special.into_iter().find(|n| same(n.1));
                if special.is_some_and(|n| matches!(n.0, 239 | 251 | 252 | 254)) && cx.mode != Mode::Compat {
                    return Err("a source that gfx11 has: no vccz, execz, lds_direct, pops_exiting_wave_id");
                }
                // As register operands, the apertures are pairs and SCC is a single register.
                let odd = |code| (code == 253) == (count == 2);
                if special.is_some_and(|n| self.holds.is_none() && odd(n.0)) && cx.mode != Mode::Compat {
                    return Err(self.expected());
                }
                match special {
                    Some((code, _)) => register(*code, word.len()),
                    None => Err(self.expected()),
                }
            }
        }
    }

    fn meaning(&self) -> String {
        let scalar = match self.scalar {
            0 => None,
            MASK => Some("lane mask in SGPRs".to_string()),
            1 => Some("SGPR".into()),
            n => Some(format!("{n} SGPRs")),
        };
        let vector = match self.vector {
            0 => None,
            1 if self.vgprs == 128 => Some("VGPR up to v127".to_string()),
            1 => Some("VGPR".into()),
            n => Some(format!("{n} VGPRs")),
        };
        let constant = self.holds.map(|holds| {
            let what = match holds {
                Holds::I16 => "16-bit integer",
                Holds::F16 => "f16",
                Holds::I32 => "32-bit",
                Holds::F32 => "f32",
                Holds::I64 => "64-bit",
                Holds::S64 => "signed 64-bit",
                Holds::F64 => "f64",
                Holds::P16 => "two 16-bit integers",
                Holds::H16 | Holds::T16 => "two f16",
                Holds::B16 => "bf16",
                Holds::C16 => "two bf16",
            };
            format!("constant ({what}{})", if self.literal { ", literal" } else { "" })
        });
        let parts: Vec<String> = [scalar, vector, constant].into_iter().flatten().collect();
        parts.join(", ")
    }
    fn literal(&self) -> Option<u64> {
        self.literal.then_some(LITERAL)
    }

    fn number(&self, value: u64) -> bool {
        self.holds.is_some() && matches!(value, 128..=208 | 240..=248 | LITERAL)
    }

    fn constant(&self, value: u64, literal: u32) -> Option<u64> {
        let holds = self.holds?;
        if value == LITERAL { Some(holds.literal(literal)) } else { holds.inline(value) }
    }

    fn fills_both_halves(&self, value: u64) -> bool {
        match self.holds {
            Some(Holds::T16) => true,
            Some(Holds::C16) => value >= 240,
            _ => false,
        }
    }

    fn registers(&self, profile: Profiles, value: u64) -> Option<Run> {
        if let Some(first) = self.vgpr(value) {
            return Some(Run { file: "v", first, count: self.vector.into() });
        }
        let count = self.count(profile).max(1);
        let first = RANGES.iter().find(|(lo, hi, _)| (lo..=hi).contains(&&value));
        let first = first.map_or(value, |(lo, ..)| lo + aligned(value - lo, count));
        (value < 128 && value != 124).then_some(Run { file: "s", first, count })
    }

    fn has_halves(&self, value: u64) -> bool {
        self.vgpr(value).is_some()
    }

    fn told_by_halves(&self) -> Vec<(u64, u64)> {
        // LLVM 19 prints the float constants of 16-bit integers as numbers, which are parsed as literals.
        if self.holds == Some(Holds::I16) { vec![(0x1f8, 0xf0), (0x1ff, 0xf8)] } else { Vec::new() }
    }
}

/// Whether text for a profile names halves of VGPRs.
pub(super) fn names_halves(profile: Profiles) -> bool {
    profile & OF_22 != 0
}

/// Bit of a VGPR's code that selects its high half, in the fields of short encodings.
const HIGH: u64 = 128;

/// Half of one of the first 128 VGPRs, `v5.l` or `v5.h`, or another kind of source. The highest bit of the number selects the
/// half (spec: RDNA3 ISA guide, 16-bit operands of VOP1, VOP2 and VOPC).
pub struct Half {
    /// The source, limited to the first 128 VGPRs.
    pub source: Source,
    /// Whether LLVM 19's text names halves too.
    pub always: bool,
}

impl Half {
    /// The same source with the low half instead of the high half, and whether it was the high half.
    fn low(&self, value: u64) -> (u64, bool) {
        let high = self.source.vgpr(value).is_some_and(|n| n & HIGH != 0);
        (if high { value - HIGH } else { value }, high)
    }
}

impl Operand for Half {
    fn valid(&self, profile: Profiles, value: u64) -> bool {
        self.source.valid(profile, self.low(value).0)
    }
    fn print(&self, cx: &Context, value: u64, literal: u64, out: &mut Line) {
        let (low, high) = self.low(value);
        self.source.print(cx, low, literal, out);
        if self.source.vgpr(low).is_some() && (self.always || names_halves(cx.profile)) {
            out.push_str(if high { ".h" } else { ".l" });
        }
    }
    fn parse(&self, cx: &Context, text: &str) -> Result<Read, &'static str> {
        let read = self.source.parse(cx, text)?;
        if self.source.vgpr(read.value).is_none() {
            return Ok(read);
        }
        let high = match text.get(read.len..read.len + 2) {
            Some(".l") => 0,
            Some(".h") => HIGH,
            _ if self.always => return Err("one half of a VGPR, such as `v5.l`"),
            _ => return Ok(read),
        };
        if text[read.len + 2..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.') {
            return Err("one half of a VGPR, such as `v5.l`");
        }
        Ok(Read { value: read.value + high, len: read.len + 2, ..read })
    }
    fn meaning(&self) -> String {
        format!("half of: {}", self.source.meaning())
    }
    fn literal(&self) -> Option<u64> {
        Operand::literal(&self.source)
    }
    fn number(&self, value: u64) -> bool {
        self.source.number(value)
    }
    fn constant(&self, value: u64, literal: u32) -> Option<u64> {
        Operand::constant(&self.source, value, literal)
    }
    fn fills_both_halves(&self, value: u64) -> bool {
        self.source.fills_both_halves(value)
    }
    fn registers(&self, profile: Profiles, value: u64) -> Option<Run> {
        self.source.registers(profile, self.low(value).0)
    }
    fn high(&self) -> u64 {
        u64::from(self.source.first) | HIGH
    }
    fn told_by_halves(&self) -> Vec<(u64, u64)> {
        self.source.told_by_halves().into_iter().chain([(self.high(), self.high())]).collect()
    }
}

/// Scalar registers that are encoded as half their number.
pub struct Base(pub Source);

impl Operand for Base {
    fn meaning(&self) -> String {
        format!("{}, by half their number", self.0.meaning())
    }
    fn valid(&self, profile: Profiles, value: u64) -> bool {
        self.0.valid(profile, value << 1)
    }
    fn print(&self, cx: &Context, value: u64, literal: u64, out: &mut Line) {
        self.0.print(cx, value << 1, literal, out);
    }
    fn parse(&self, cx: &Context, text: &str) -> Result<Read, &'static str> {
        let read = self.0.parse(cx, text)?;
        Ok(Read { value: read.value >> 1, ..read })
    }
    fn registers(&self, profile: Profiles, value: u64) -> Option<Run> {
        self.0.registers(profile, value << 1)
    }
}

/// The literal as a separate operand; the flag says whether a literal that equals an inline
/// constant is printed as that constant.
pub struct Constant(pub Holds, pub bool);

impl Operand for Constant {
    fn meaning(&self) -> String {
        "literal".into()
    }
    fn print(&self, _cx: &Context, value: u64, _literal: u64, out: &mut Line) {
        match number::folded(self.0, value).filter(|_| self.1) {
            Some((as_if, code)) => number::print(as_if, code, out),
            None => out.push_signed_hex(value as i64),
        }
    }
    fn parse(&self, cx: &Context, text: &str) -> Result<Read, &'static str> {
        let (number, len) = Number::parse(text).or_else(|| number::forced(text)).ok_or("a number")?;
        // The encoding has 32 bits, also for 16-bit operands.
        let whole = if cx.mode == Mode::Compat { number.literal(Holds::I32) } else { Err("") };
        let value = number.literal(self.0).or_else(|e| whole.map_err(|_| e))?;
        Ok(Read { value, literal: None, len })
    }
}

/// The syntax of a group of this many registers.
fn expected_group(prefix: &str, count: u64) -> &'static str {
    match (prefix, count) {
        ("v", 1) => "one VGPR, such as `v4`",
        ("v", 2) => "two VGPRs, such as `v[4:5]`",
        ("v", 4) => "four VGPRs, such as `v[4:7]`",
        ("v", _) => "eight VGPRs, such as `v[8:15]`",
        (_, 1) => "one SGPR, such as `s4`",
        (_, 2) => "two SGPRs, such as `s[4:5]`",
        (_, 4) => "four SGPRs, such as `s[4:7]`",
        (_, 8) => "eight SGPRs, such as `s[8:15]`",
        _ => "sixteen SGPRs, such as `s[16:31]`",
    }
}

/// The name characters at the start of the text.
pub(super) fn word(text: &str) -> &str {
    let end = text.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
    &text[..end]
}

/// `[v4, v5]`, single registers in sequence, as the group syntax; also the length of the text.
fn listed(text: &str) -> Result<(String, usize), &'static str> {
    const LIST: &str = "a list of registers, such as `[s4, s5]`";
    // `[v[2], v[3]]` contains nested brackets.
    let mut depth = 0;
    let end = text.bytes().position(|b| {
        depth += i32::from(b == b'[') - i32::from(b == b']');
        depth == 0
    });
    let end = end.ok_or(LIST)?;
    let names: Vec<&str> = text[1..end].split(',').map(str::trim).collect();
    let whole = match names[..] {
        ["vcc_lo", "vcc_hi"] => "vcc".into(),
        ["exec_lo", "exec_hi"] => "exec".into(),
        [one] if NAMED.iter().any(|n| n.1 == one) => one.into(),
        _ => {
            let numbered = |name: &str| {
                let word = word(name);
                let prefix = ["ttmp", "s", "v"].into_iter().find(|p| word.starts_with(p))?;
                let group = Group::parse(name, word, prefix).filter(|g| g.count == 1 && g.len == name.len())?;
                Some((prefix, group.first))
            };
            let all: Option<Vec<_>> = names.iter().map(|name| numbered(name)).collect();
            let all = all.ok_or(LIST)?;
            let (prefix, first) = all[0];
            if (first..).zip(&all).any(|(n, &found)| found != (prefix, n)) {
                return Err("registers of one kind, one after the other");
            }
            match all.len() as u64 {
                1 => format!("{prefix}{first}"),
                count => format!("{prefix}[{first}:{}]", first + count - 1),
            }
        }
    };
    Ok((whole, end + 1))
}

/// `v4`, `v[4]` or `v[4:5]`.
struct Group {
    first: u64,
    count: u64,
    len: usize,
}

impl Group {
    fn parse(text: &str, word: &str, prefix: &str) -> Option<Group> {
        let rest = word.strip_prefix(prefix)?;
        if !rest.is_empty() {
            let ok = rest.len() < 5 && rest.bytes().all(|b| b.is_ascii_digit());
            return Some(Group { first: rest.parse().ok().filter(|_| ok)?, count: 1, len: word.len() });
        }
        let inner = text[prefix.len()..].strip_prefix('[')?;
        let end = inner.find(']')?;
        let (a, b) = inner[..end].split_once(':').unwrap_or((&inner[..end], &inner[..end]));
        let number = |text: &str| text.trim().parse::<u64>().ok().filter(|n| *n < 1000);
        let (first, last) = (number(a)?, number(b)?);
        let count = (last + 1).checked_sub(first).filter(|n| *n > 0)?;
        Some(Group { first, count, len: prefix.len() + end + 2 })
    }
}
