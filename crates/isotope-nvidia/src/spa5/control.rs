//! Scheduling: the control word before three instructions has a slot for each of them.
//!
//! # Text
//! NVIDIA's pages write `{&req_6} {&rdN} {&wrN} {?sched}` after the operands. As in `ImmS20` and `#tsPtrIdxU13`, the number in
//! `req_6` is a width: six bits, one for each scoreboard. It is part of the field's name, not a value. So `&req_6`, which could
//! mean scoreboard 6, the mask 6 or six scoreboards, is refused, and so is `&req=3`. The syntax here is
//! `&req={0,3}` (wait for scoreboards 0 and 3), `&rd=0x1` (scoreboard 1 is set when the sources are read), `&wr=0x2`
//! (scoreboard 2 is set when the result is written) and `?S06` (stall 6 cycles), `?S06Y` (and let the scheduler switch
//! warps), `?DUAL` (issue together with the next instruction). The names after `?` are Isotope's; NVIDIA's are not public.
//! Reuse flags are written as nvdisasm writes them: as `.reuse` after the operand of the flag, or as the phase `.T` or `.P` of a
//! texture instruction ([`Reuse`](isotope_table::Reuse)). Compilers also set flags that have neither form; `&reuse={2}` names these.
//! `&word=0x..` is the instruction word, if the text does not determine all of it ([`super::listing`](mod@super::listing)).
//! Default values are not printed.
use std::fmt::Write;

/// The control bits of one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Cycles until the warp issues its next instruction, 0 to 15.
    pub stall: u8,
    /// The scheduler may switch to another warp.
    pub switch: bool,
    /// Scoreboard set when the result is written; 7 is none.
    pub wr: u8,
    /// Scoreboard set when the sources have been read; 7 is none.
    pub rd: u8,
    /// Scoreboards to wait for, one bit each.
    pub req: u8,
    /// Operand slots kept in the reuse cache, one bit each.
    pub reuse: u8,
}

/// The annotations after an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// The scheduling, if the text had any.
    pub slot: Option<Slot>,
    /// `&word=`: the instruction word.
    pub word: Option<u64>,
}

impl Default for Slot {
    /// No wait, no scoreboard set.
    fn default() -> Self {
        Slot::decode(0x7e0)
    }
}

impl Slot {
    /// Decodes the 21 bits of the control word.
    pub fn decode(bits: u32) -> Slot {
        Slot {
            stall: bits as u8 & 15,
            switch: bits >> 4 & 1 == 0,
            wr: (bits >> 5) as u8 & 7,
            rd: (bits >> 8) as u8 & 7,
            req: (bits >> 11) as u8 & 63,
            reuse: (bits >> 17) as u8 & 15,
        }
    }

    /// Encodes the 21 bits of the control word.
    pub fn encode(self) -> u32 {
        (self.stall & 15) as u32
            | (!self.switch as u32) << 4
            | ((self.wr & 7) as u32) << 5
            | ((self.rd & 7) as u32) << 8
            | ((self.req & 63) as u32) << 11
            | ((self.reuse & 15) as u32) << 17
    }

    /// Whether it is issued together with the next instruction.
    pub fn dual(self) -> bool {
        self.stall == 0 && !self.switch
    }

    /// Appends the annotations, each after a blank. `reuse` are the reuse flags that the operands' text does not show.
    pub fn print(self, reuse: u8, out: &mut String) {
        for (name, flags) in [("req", self.req), ("reuse", reuse)] {
            if flags == 0 {
                continue;
            }
            let _ = write!(out, " &{name}=");
            let mut separator = '{';
            for bit in (0..SCOREBOARDS).filter(|bit| flags >> bit & 1 == 1) {
                let _ = write!(out, "{separator}{bit}");
                separator = ',';
            }
            out.push('}');
        }
        for (name, board) in [("rd", self.rd), ("wr", self.wr)] {
            match board {
                NONE => {}
                UNASSIGNED => _ = write!(out, " &{name}=unassigned"),
                _ => _ = write!(out, " &{name}=0x{board}"),
            }
        }
        if self.dual() {
            out.push_str(" ?DUAL");
        } else if self.stall != 0 || !self.switch {
            let _ = write!(out, " ?S{:02}{}", self.stall, if self.switch { "Y" } else { "" });
        }
    }

    /// Parses annotations; braces around them and blanks between them are optional. An error gives the range of the offending text
    /// and what was expected.
    pub fn parse(text: &str) -> Result<Annotations, (std::ops::Range<usize>, &'static str)> {
        let mut slot = Slot::default();
        let mut given = None;
        let mut any = false;
        let mut at = 0;
        loop {
            at += text[at..].len() - text[at..].trim_start_matches([' ', '\t', '{', '}', ',']).len();
            let rest = &text[at..];
            if rest.is_empty() {
                return Ok(Annotations { slot: any.then_some(slot), word: given });
            }
            any |= !rest.starts_with("&word=");
            let set = rest.starts_with("&req={") || rest.starts_with("&reuse={");
            let end = if set { rest.find('}').map(|e| e + 1) } else { rest.find([' ', '\t', '{', '}', ',']) };
            let word = &rest[..end.unwrap_or(rest.len())];
            let wrong = |expected| (at..at + word.len(), expected);
            if let Some(list) = word.strip_prefix("&req={").and_then(|list| list.strip_suffix('}')) {
                for board in list.split(',').map(str::trim).filter(|b| !b.is_empty()) {
                    slot.req |= 1
                        << scoreboard(board).ok_or_else(|| wrong("a set of scoreboards from 0 to 5, `&req={0,3}`"))?;
                }
            } else if let Some(list) = word.strip_prefix("&reuse={").and_then(|list| list.strip_suffix('}')) {
                for flag in list.split(',').map(str::trim).filter(|b| !b.is_empty()) {
                    slot.reuse |= match flag.parse::<u8>() {
                        Ok(n @ 0..=3) => 1 << n,
                        _ => return Err(wrong("a set of reuse flags from 0 to 3, `&reuse={2}`")),
                    };
                }
            } else if let Some(digits) = word.strip_prefix("&word=0x") {
                let number = u64::from_str_radix(digits, 16);
                given = Some(number.map_err(|_| wrong("an instruction word, `&word=0x50b0000000070f00`"))?);
            } else if word.starts_with("&req") {
                return Err(wrong(REQ));
            } else if let Some(board) = word.strip_prefix("&rd") {
                slot.rd = read_or_write(board).ok_or_else(|| wrong("a scoreboard from 0 to 5, `&rd=0x1`"))?;
            } else if let Some(board) = word.strip_prefix("&wr") {
                slot.wr = read_or_write(board).ok_or_else(|| wrong("a scoreboard from 0 to 5, `&wr=0x1`"))?;
            } else if word.eq_ignore_ascii_case("?dual") {
                (slot.stall, slot.switch) = (0, false);
            } else if let Some(stall) = word.strip_prefix("?S") {
                slot.switch = stall.ends_with('Y');
                let cycles = stall.trim_end_matches('Y').parse().ok().filter(|n: &u8| *n < 16);
                slot.stall = cycles.ok_or_else(|| wrong("a stall of at most 15 cycles, `?S06` or `?S06Y`"))?;
            } else {
                return Err(wrong("`&req=`, `&reuse=`, `&rd=`, `&wr=` or `?`"));
            }
            at += word.len();
        }
    }
}

/// Number of scoreboards of a warp: those in the six bits of `req` and in `DEPBAR`.
pub(super) const SCOREBOARDS: u8 = 6;
/// The value of `rd` and `wr` for no scoreboard; it is not printed.
const NONE: u8 = 7;
/// A value without a meaning. Listings preserve it.
const UNASSIGNED: u8 = 6;

/// The replacement for the field that NVIDIA's pages call `&req_6`.
const REQ: &str = "the set of scoreboards to wait for, `&req={1,2}` (`&req_6` of NVIDIA's ATOM page names the field of six bits, one for \
                   each scoreboard, and gives no value)";

/// The number of a scoreboard.
fn scoreboard(text: &str) -> Option<u8> {
    let number = match text.strip_prefix("0x") {
        Some(hex) => u8::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    };
    number.filter(|n| *n < SCOREBOARDS)
}

/// Parses the text after `&rd` or `&wr`.
fn read_or_write(text: &str) -> Option<u8> {
    let text = text.trim_start_matches('=');
    if text == "unassigned" { Some(UNASSIGNED) } else { scoreboard(text) }
}

/// The slot of instruction `n` (0 to 2) of a bundle.
pub fn slot(control: u64, n: usize) -> Slot {
    Slot::decode((control >> (21 * n.min(2))) as u32 & 0x1f_ffff)
}

/// The control word of three slots.
pub fn word(slots: [Slot; 3]) -> u64 {
    slots.iter().enumerate().fold(0, |word, (n, slot)| word | (slot.encode() as u64) << (21 * n))
}

/// Byte address of the `n`-th instruction: every 32 bytes begin with a control word.
pub fn address(n: usize) -> u64 {
    (n / 3 * 32 + n % 3 * 8 + 8) as u64
}
