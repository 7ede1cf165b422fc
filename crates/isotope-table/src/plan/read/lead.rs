//! The first operands, read once for all forms of a mnemonic: most differ in how many registers one of them is, and of which file.

use super::operands::is_start;
use super::{Reader, Register, Step};
use crate::plan::words::Text;

/// The most operands that are read ahead.
const MANY: usize = 2;

/// Registers, as a form has them for one of its first operands; little to read, since every line asks several forms.
#[derive(Clone, Copy, Default)]
struct First {
    /// The letters of its ranges, and those that names begin with: a bit for each.
    ranges: u32,
    names: u32,
    /// How many there are behind its own letter, and the number of the first; none where a word stands instead.
    registers: u16,
    base: u16,
    letter: u8,
    /// How many stand together, and whether they start at multiples of their size.
    count: u8,
    starts: bool,
    field: u8,
    slot: u8,
}

/// The first operands of a form behind a blank, as far as they are registers that form groups.
#[derive(Clone, Copy, Default)]
pub(super) struct Firsts {
    all: [First; MANY],
    count: u8,
}

/// Registers of a text, spelled plainly: `v5`, `v[4:5]`.
#[derive(Clone, Copy, Default)]
struct Lead {
    letter: u8,
    first: u64,
    count: u64,
    end: usize,
}

/// The first operands of a text, as far as they are such registers.
pub(super) struct Leads {
    all: [Lead; MANY],
    count: usize,
}

/// What a lead says of a form.
enum Fit {
    /// The form has something else there.
    No,
    /// These are the registers of its operand.
    Yes,
    /// Its steps say more.
    Open,
}

/// The bit of a letter.
#[inline(always)]
fn bit(letter: u8) -> u32 {
    1 << (letter & 31)
}

impl Firsts {
    pub fn of(steps: &[Step]) -> Firsts {
        let mut firsts = Firsts::default();
        let Some(([Step::Mnemonic, Step::Blank(_)], operands)) = steps.split_first_chunk() else { return firsts };
        for (place, step) in operands.iter().take(MANY).enumerate() {
            let first = match step {
                Step::Register(field, letter, count, of) if place == 0 => First::of(*field, *letter, *count, of),
                Step::Next(_, field, letter, count, of) if place != 0 => First::of(*field, *letter, *count, of),
                // `off`: what does not begin as it does is not it.
                Step::Literal(_, b',', _, word) if place != 0 && word.solid.is_ascii_lowercase() => {
                    Some(First { names: bit(word.solid), ..First::default() })
                }
                _ => None,
            };
            // A field that stands twice is for the steps.
            let twice = |first: &First| {
                firsts.all[..place].iter().any(|other| other.field == first.field && first.registers > 0)
            };
            let Some(first) = first.filter(|first| !twice(first)) else { break };
            firsts.all[place] = first;
            firsts.count += 1;
            if first.registers == 0 {
                break;
            }
        }
        firsts
    }
}

impl First {
    fn of(field: u8, letter: u8, count: u8, of: &Register) -> Option<First> {
        let ranges = of.file.ranges.iter().filter(|range| range.2.len() == 1);
        let ranges = ranges.fold(0, |set, range| set | bit(range.2.as_bytes()[0]));
        let names = of.names.iter().fold(0, |set, (name, _)| set | bit(name.byte()));
        let (registers, base) = (of.registers.try_into().ok()?, of.first.try_into().ok()?);
        let first = First { ranges, names, registers, base, letter, count, starts: of.starts, field, slot: of.slot };
        (of.groups && registers > 0).then_some(first)
    }

    #[inline(always)]
    fn fits(&self, lead: &Lead) -> Fit {
        if self.ranges & bit(lead.letter) == 0 {
            return if self.names & bit(lead.letter) == 0 { Fit::No } else { Fit::Open };
        }
        if lead.count != u64::from(self.count) {
            return Fit::No;
        }
        let starts = lead.count == 1 || !self.starts || is_start(lead.first, lead.count);
        let whole = lead.letter == self.letter && lead.first + lead.count <= u64::from(self.registers);
        if whole && starts { Fit::Yes } else { Fit::Open }
    }
}

impl Leads {
    /// Those behind the mnemonic that ends at a place.
    #[inline(always)]
    pub fn of(text: &Text, end: usize, groups: bool) -> Leads {
        let mut leads = Leads { all: [Lead::default(); MANY], count: 0 };
        let mut at = end + 1;
        if !groups || text.byte(end) != b' ' {
            return leads;
        }
        for place in &mut leads.all {
            let Some(lead) = Lead::of(text, at) else { break };
            leads.count += 1;
            at = lead.end + 2;
            *place = lead;
            if text.sixteen(lead.end) as u16 != u16::from_le_bytes(*b", ") {
                break;
            }
        }
        leads
    }
}

impl Lead {
    #[inline(always)]
    fn of(text: &Text, at: usize) -> Option<Lead> {
        let letter = text.byte(at);
        if !letter.is_ascii_lowercase() {
            return None;
        }
        if text.byte(at + 1) == b'[' {
            let (first, last, end) = text.spelled_range(at + 1)?;
            return Some(Lead { letter, first, count: last.checked_sub(first)? + 1, end });
        }
        let (first, digits) = text.few_digits(at + 1);
        let end = at + 1 + digits;
        (digits != 0 && !text.word(end)).then_some(Lead { letter, first, count: 1, end })
    }
}

impl Reader<'_> {
    /// Does the steps up to the first operand that says more than its lead, and says how many they are; nothing for a form that has
    /// other registers.
    #[inline(always)]
    pub(super) fn lead(&mut self, firsts: &Firsts, leads: &Leads) -> Option<usize> {
        let mut done = 0;
        for (first, lead) in firsts.all.iter().zip(&leads.all).take(leads.count.min(firsts.count.into())) {
            match first.fits(lead) {
                Fit::No => return None,
                Fit::Open => break,
                Fit::Yes => {}
            }
            self.at = lead.end;
            self.seen |= 1 << first.field;
            self.slot = first.slot;
            self.set(first.field, u64::from(first.base) + lead.first);
            done += 1;
        }
        if done == 0 {
            return Some(0);
        }
        self.start = self.mnemonic.1;
        // The mnemonic and the blank, too.
        Some(done + 2)
    }
}
