//! Operands written as lists of bits or as names with numbers: `op_sel:[0,1]`, `dpp8:[7,6,5,4,3,2,1,0]`, `row_shl:1`.
use super::fields::WAVE64;
use super::operands::names_halves;
use isotope_table::{Context, Line, Operand, Profiles, Read, Run};

/// A name and a list of small numbers in brackets.
pub(super) struct List {
    /// `op_sel:[`
    name: &'static str,
    /// Number of bits of each number.
    bits: u8,
    /// The bit position of each number in the field; `None` for a number that is always 0, or, if the third operand is the result, equals
    /// the fourth.
    at: &'static [Option<u8>],
    /// The third operand is the result; LLVM 22 lists it twice and LLVM 19 once.
    tied: bool,
    /// The values that are printed only in text with halves: none, all except 0, or all.
    halves: Told,
}

/// The values of a list that are printed only in text with halves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Nothing,
    Bits,
    Everything,
}

impl List {
    const fn new(name: &'static str, at: &'static [Option<u8>]) -> List {
        List { name, bits: 1, at, tied: false, halves: Told::Nothing }
    }
    /// Two halves.
    pub const OP_SEL_2: List = List::new("op_sel:[", &[Some(0), Some(1)]);
    /// Two operands and the result, or three operands.
    pub const OP_SEL_3: List = List::new("op_sel:[", &[Some(0), Some(1), Some(2)]);
    /// Three operands and the result.
    pub const OP_SEL_4: List = List::new("op_sel:[", &[Some(0), Some(1), Some(2), Some(3)]);
    /// The third operand is the result, so it has no bit of its own.
    pub const SKIP_THIRD: List = List { tied: true, ..List::new("op_sel:[", &[Some(0), Some(1), None, Some(2)]) };
    /// One or two operands and the result; LLVM 19 has no list.
    pub const HALVES_2: List = List { halves: Told::Bits, ..List::OP_SEL_2 };
    pub const HALVES_3: List = List { halves: Told::Bits, ..List::OP_SEL_3 };
    /// Three operands and the result; LLVM 19 has no list.
    pub const HALVES_4: List = List { halves: Told::Bits, ..List::OP_SEL_4 };
    /// Two operands and a result without halves.
    pub const HALVES_OF_TWO: List = List { halves: Told::Bits, ..List::new("op_sel:[", &[Some(0), Some(1), None]) };
    /// An operand and the result of an instruction that LLVM 19 does not have.
    pub const HALVES_ALWAYS: List = List { halves: Told::Everything, ..List::OP_SEL_2 };
    /// The third operand and the result.
    pub const LAST_TWO: List = List::new("op_sel:[", &[None, None, Some(0), Some(1)]);
    /// Upper halves of packed operands.
    pub const OP_SEL_HI_2: List = List::new("op_sel_hi:[", &[Some(0), Some(1)]);
    pub const OP_SEL_HI_3: List = List::new("op_sel_hi:[", &[Some(0), Some(1), Some(2)]);
    pub const NEG_LO_2: List = List::new("neg_lo:[", &[Some(0), Some(1)]);
    pub const NEG_LO_3: List = List::new("neg_lo:[", &[Some(0), Some(1), Some(2)]);
    pub const NEG_HI_2: List = List::new("neg_hi:[", &[Some(0), Some(1)]);
    pub const NEG_HI_3: List = List::new("neg_hi:[", &[Some(0), Some(1), Some(2)]);
    /// The source lane of each of eight lanes.
    pub const DPP8: List = {
        let at = &[Some(0), Some(3), Some(6), Some(9), Some(12), Some(15), Some(18), Some(21)];
        List { bits: 3, ..List::new("dpp8:[", at) }
    };
    /// The source lane of each of four lanes.
    const QUAD: List = List { bits: 2, ..List::new("quad_perm:[", &[Some(0), Some(2), Some(4), Some(6)]) };

    fn push(&self, value: u64, tied: bool, out: &mut Line) {
        out.push_str(self.name);
        for (i, at) in self.at.iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            let at = if tied { at.or(self.at.last().copied().flatten()) } else { *at };
            out.push_dec(at.map_or(0, |at| value >> at & ((1 << self.bits) - 1)));
        }
        out.push(']');
    }

    fn read(&self, text: &str) -> Result<Read, &'static str> {
        let rest = text.strip_prefix(self.name).ok_or(self.name)?;
        let end = rest.find(']').ok_or("`]`")?;
        let mut numbers = rest[..end].split(',').map(|n| n.trim().parse::<u64>().ok());
        let (mut value, mut tied) = (0, false);
        for at in self.at {
            // Missing bits at the end are 0.
            let n = match numbers.next() {
                None if self.bits == 1 => Some(0),
                n => n.flatten(),
            };
            let n = n.filter(|n| n >> self.bits == 0).ok_or("a list of that many small numbers")?;
            match at {
                Some(at) => value |= n << at,
                None if n != 0 && self.tied => tied = true,
                None if n != 0 => return Err("0 where the encoding has no bit"),
                None => {}
            }
        }
        if tied && self.at.last().copied().flatten().is_none_or(|last| value >> last & 1 == 0) {
            return Err("the half of the result for the third operand, too, or 0");
        }
        // Additional bits must be 0.
        match numbers.find(|n| self.bits > 1 || *n != Some(0)) {
            None => Ok(Read { value, literal: None, len: self.name.len() + end + 1 }),
            Some(_) => Err("a shorter list"),
        }
    }
}

impl Operand for List {
    fn meaning(&self) -> String {
        match self.halves {
            Told::Nothing => "bits as a list".into(),
            _ => "bits as a list: 1 for the high half of a source, at the end of the result".into(),
        }
    }
    fn print(&self, cx: &Context, value: u64, _literal: u64, out: &mut Line) {
        self.push(value, self.tied && names_halves(cx.profile), out);
    }
    fn told_by_halves(&self) -> Vec<(u64, u64)> {
        match self.halves {
            Told::Nothing => Vec::new(),
            Told::Bits => self.at.iter().flatten().map(|at| (1 << at, 1 << at)).collect(),
            Told::Everything => vec![(0, 0)],
        }
    }
    fn parse(&self, _cx: &Context, text: &str) -> Result<Read, &'static str> {
        self.read(text)
    }
}

/// The source lane of each lane in its row.
pub(super) struct Control;

/// Names with a number: first value, last value, text, number of the first.
const CONTROLS: [(u64, u64, &str, u64); 5] = [
    (0x101, 0x10f, "row_shl:", 1),
    (0x111, 0x11f, "row_shr:", 1),
    (0x121, 0x12f, "row_ror:", 1),
    (0x150, 0x15f, "row_share:", 0),
    (0x160, 0x16f, "row_xmask:", 0),
];
const MIRRORS: [(u64, &str); 2] = [(0x140, "row_mirror"), (0x141, "row_half_mirror")];

impl Operand for Control {
    fn meaning(&self) -> String {
        "which lane is read".into()
    }
    fn valid(&self, _profile: Profiles, value: u64) -> bool {
        value < 0x100
            || MIRRORS.iter().any(|m| m.0 == value)
            || CONTROLS.iter().any(|(lo, hi, ..)| (lo..=hi).contains(&&value))
    }
    fn print(&self, _cx: &Context, value: u64, _literal: u64, out: &mut Line) {
        if value < 0x100 {
            List::QUAD.push(value, false, out);
        } else if let Some((lo, _, name, first)) = CONTROLS.iter().find(|(lo, hi, ..)| (lo..=hi).contains(&&value)) {
            out.push_str(name);
            out.push_dec(value - lo + first);
        } else if let Some((_, name)) = MIRRORS.iter().find(|m| m.0 == value) {
            out.push_str(name);
        }
    }
    fn parse(&self, _cx: &Context, text: &str) -> Result<Read, &'static str> {
        if text.starts_with("quad_perm") {
            return List::QUAD.read(text);
        }
        let word = super::operands::word(text);
        if let Some((value, name)) = MIRRORS.iter().find(|m| m.1 == word) {
            return Ok(Read { value: *value, literal: None, len: name.len() });
        }
        let rest = text.get(word.len() + 1..).unwrap_or("");
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let control = CONTROLS.iter().find(|c| c.2.strip_suffix(':') == Some(word));
        let value = control.and_then(|(lo, hi, _, first)| {
            let n: u64 = rest[..digits].parse().ok()?;
            Some(n.checked_sub(*first)? + lo).filter(|v| v <= hi && text.as_bytes()[word.len()] == b':')
        });
        let expected = "quad_perm:[0,1,2,3], row_shl:1, row_shr:1, row_ror:1, row_mirror, row_half_mirror, row_share:0 or row_xmask:0";
        value.map(|value| Read { value, literal: None, len: word.len() + 1 + digits }).ok_or(expected)
    }
}

/// VCC as the implicit lane mask of an encoding.
pub(super) struct Vcc;

impl Vcc {
    fn name(profile: Profiles) -> &'static str {
        if profile & WAVE64 != 0 { "vcc" } else { "vcc_lo" }
    }
}

impl Operand for Vcc {
    fn meaning(&self) -> String {
        "VCC, without bits".into()
    }
    fn print(&self, cx: &Context, _value: u64, _literal: u64, out: &mut Line) {
        out.push_str(Vcc::name(cx.profile));
    }
    fn parse(&self, cx: &Context, text: &str) -> Result<Read, &'static str> {
        let name = Vcc::name(cx.profile);
        let expected =
            if name == "vcc" { "`vcc`, the lane mask of wave64" } else { "`vcc_lo`, the lane mask of wave32" };
        let read = Read { value: 0, literal: None, len: name.len() };
        if super::operands::word(text) == name { Ok(read) } else { Err(expected) }
    }
    fn registers(&self, profile: Profiles, _value: u64) -> Option<Run> {
        Some(Run { file: "s", first: 106, count: if profile & WAVE64 != 0 { 2 } else { 1 } })
    }
}
