//! From a line that was read to its spelling with other numbers: which field each number goes to, and that no other number makes another
//! instruction of the text.

use std::cell::Cell;

use super::notes::{Note, Notes, What};
use super::plain::Candidate;
use super::recall::{Ruled, Says, Spelling, Tie};
use super::spelled::Written;
use super::{Number, Reader, Yes, is_blank};
use crate::compile::{Compiled, Inst};
use crate::plan::codec::Piece;
use crate::plan::words::Text;
use crate::row::{Need, Numbered, Numbers};
use crate::{Context, Mode, Scope};

/// A scope that knows whether it was asked.
struct Watched<'a> {
    scope: &'a dyn Scope,
    asked: Cell<bool>,
}

impl Scope for Watched<'_> {
    fn label(&self, address: u64) -> Option<&str> {
        self.asked.set(true);
        self.scope.label(address)
    }
    fn address(&self, label: &str) -> Option<u64> {
        self.asked.set(true);
        self.scope.address(label)
    }
}

/// A line that was read.
pub struct Read<'a> {
    pub cx: &'a Context<'a>,
    pub source: &'a str,
    pub text: &'a Text,
    /// Where its mnemonic is.
    pub mnemonic: (usize, usize),
    pub groups: bool,
    pub numbers: &'a [Written],
    /// The forms of its mnemonic up to the one that it is.
    pub forms: &'a [Candidate],
    pub inst: &'a Inst,
    /// Where the instruction ends.
    pub end: usize,
}

impl Read<'_> {
    /// Its spelling; one that says nothing where numbers decide more than what stands in fields.
    pub fn spelling(&self, notes: &mut Notes) -> Spelling {
        self.learn(notes).unwrap_or_default()
    }

    fn learn(&self, notes: &mut Notes) -> Option<Spelling> {
        notes.begin(self.numbers);
        let form = self.read(notes)?;
        let mut spelling = Spelling::default();
        spelling.behind = (self.source.len() - self.end) as u8;
        spelling.words = [form.opcode as u64, (form.opcode >> 64) as u64];
        let bits = form.bits + form.steps.puts.encode(self.inst, &mut spelling.words);
        spelling.bits = bits.try_into().ok()?;
        let (mut fields, mut said, mut all) = (0u32, 0u32, Vec::new());
        for note in std::mem::take(&mut notes.taken) {
            if fields >> note.field & 1 == 1 {
                return None;
            }
            fields |= 1 << note.field;
            let Some((number, together)) = self.place(&note) else { continue };
            let those = if together > 1 { 0b11 } else { 0b1 } << number;
            if said & those != 0 {
                return None;
            }
            said |= those;
            all.push(self.says(&note, form, number, together)?);
        }
        let ruled = self.ruled(form, &mut all);
        for says in &all {
            let pieces = form.steps.puts.pieces(says.field);
            if pieces.is_empty() {
                return None;
            }
            for Piece { mask, word, lo, shift, .. } in pieces {
                *spelling.words.get_mut(usize::from(word))? &= !(mask << lo);
                let tie = Tie::new(says, shift, mask.try_into().ok()?, 64 * word + lo)?;
                *spelling.ties.get_mut(usize::from(spelling.tied))? = tie;
                spelling.tied += 1;
            }
        }
        if ruled {
            let rules = &form.steps.rules[usize::from(self.cx.mode == Mode::Compat)];
            spelling.rules = Some(Box::new(Ruled { inst: *self.inst, rules, fields: all }));
        }
        (said.count_ones() as usize == self.numbers.len()).then_some(spelling)
    }

    /// Reads the line once more as an instruction elsewhere, and notes what was read. Nothing where numbers may have decided which form
    /// it is, or the place or what stands around did.
    fn read(&self, notes: &mut Notes) -> Option<&Candidate> {
        let scope = Watched { scope: self.cx.scope, asked: Cell::new(false) };
        let cx = Context { pc: self.cx.pc.wrapping_add(0x1000), scope: &scope, ..*self.cx };
        let form = self.forms.last()?;
        let mut inst = *self.inst;
        for candidate in self.forms {
            notes.taken.clear();
            let text = (self.source, self.text);
            let mut reader = Reader::new(&cx, text, self.mnemonic, candidate.steps, &mut inst, self.groups);
            reader.notes = Some(notes);
            reader.begin(candidate);
            let says = reader.whole(0);
            let is_it = says == Yes && reader.at == self.end && reader.inst.vals == self.inst.vals;
            if is_it != std::ptr::eq(candidate, form) || notes.loose || scope.asked.get() {
                return None;
            }
        }
        Some(form)
    }

    /// The number that the operand of a note has, as a place among all of them, and how many registers it says; nothing where it has none.
    fn place(&self, note: &Note) -> Option<(usize, u64)> {
        let start = self.start(note);
        let find = |at: usize| self.numbers.iter().position(|number| number.at == at);
        if let What::Number(..) = note.what {
            return Some((find(start + usize::from(self.text.byte(start) == b'-'))?, 1));
        }
        let at = start + self.letters(start);
        let (first, last) = match note.what {
            What::Pair(_, second) => (find(at)?, find(second + self.letters(second))?),
            _ if self.text.byte(at) != b'[' => return Some((find(at)?, 1)),
            _ => {
                let first = find(at + 1)?;
                let end = self.numbers[first].digits.1;
                (first, find(end + 1).filter(|_| self.text.byte(end) == b':')?)
            }
        };
        let more = self.numbers[last].value.checked_sub(self.numbers[first].value)?;
        (last == first + 1).then_some((first, u64::from(more) + 1))
    }

    /// Where the text of an operand begins.
    fn start(&self, note: &Note) -> usize {
        (note.start..).find(|at| !is_blank(self.text.byte(*at))).unwrap_or(note.start)
    }

    fn letters(&self, start: usize) -> usize {
        (start..).take_while(|at| self.text.byte(*at).is_ascii_alphabetic()).count()
    }

    /// What a number says of its field.
    fn says(&self, note: &Note, form: &Candidate, number: usize, together: u64) -> Option<Says> {
        let sized = form.form.sized.iter().any(|(_, sized, by)| by[..sized.by.len()].contains(&note.field));
        if sized {
            return None;
        }
        let mut says = Says { number: number as u8, field: note.field, ..Says::default() };
        let start = self.start(note);
        match note.what {
            What::Number(of, minus) => {
                says.minus = minus != (self.text.byte(start) == b'-');
                let Number { low, high, scale, mask } = of;
                let high = high[usize::from(self.cx.mode == Mode::Compat)];
                if low > 0 || high < 0 {
                    return None;
                }
                let most = if says.minus { low.checked_neg()? } else { high };
                // What is shifted has a sign.
                let highest = if scale == 0 { u32::MAX } else { i32::MAX as u32 };
                says.most = u32::try_from(most).unwrap_or(u32::MAX).min(highest);
                says.unit = (1 << scale) - 1;
                says.whole = u32::try_from(mask).ok()?;
                says.scale = scale;
            }
            What::Register(_) | What::Pair(..) | What::Own(_) => {
                let prefix = self.text.slice(start, start + self.letters(start));
                let Numbered::By(numbers) = note.what.numbered(self.cx.profile, prefix, together) else { return None };
                let Numbers { base, scale, most, unit } = numbers;
                (says.base, says.most, says.unit) = (base as u32, most as u32, unit as u32);
                // The spelling has the suffix of a high half.
                if let What::Own(operand) = note.what
                    && let bits @ 1.. = operand.high()
                    && self.inst.vals[usize::from(note.field)] & bits == bits
                {
                    says.base += 1 << bits.trailing_zeros();
                }
                says.more = u8::try_from(together - 1).ok()?;
                (says.whole, says.scale) = (u32::MAX, scale);
            }
        }
        // No number stands for the literal.
        if form.steps.puts.asks(note.field).is_some_and(|code| says.may_be(code)) {
            return None;
        }
        let number = self.numbers[number].value;
        let fits = number <= says.most && number & says.unit == 0;
        let value = says.value(number);
        (fits && u64::from(value) == self.inst.vals[usize::from(note.field)]).then_some(says)
    }

    /// Whether a rule may hold with some numbers and not with others, beyond what is said of them then.
    fn ruled(&self, form: &Candidate, fields: &mut [Says]) -> bool {
        let hard_only = self.cx.mode == Mode::Compat;
        let mut rules = form.form.rules.iter().filter(|rule| rule.rule.hard || !hard_only);
        rules.any(|rule| self.asks(rule, fields))
    }

    fn asks(&self, rule: &Compiled, fields: &mut [Says]) -> bool {
        let said = |f: u8| fields.iter().position(|says| says.field == f);
        if matches!(rule.rule.need, Need::Holds(..)) || rule.when.iter().any(|(f, _)| said(*f).is_some()) {
            return true;
        }
        let Some(says) = said(rule.field) else { return false };
        if !rule.when.iter().all(|(f, values)| values.contains(&self.inst.vals[usize::from(*f)])) {
            return false;
        }
        let says = &mut fields[says];
        // The number itself is the value.
        let plain = !says.minus && (says.base, says.scale) == (0, 0) && says.most <= says.whole;
        match rule.rule.need {
            Need::Multiple(_, n) if plain && n.is_power_of_two() => says.unit |= n as u32 - 1,
            Need::AtMost(_, most) if plain => says.most = says.most.min(most.try_into().unwrap_or(u32::MAX)),
            // Most are the last ones; what is beyond has to be read.
            Need::NoneOf(_, values) if plain && values.iter().all(|value| *value > u64::from(says.most / 2)) => {
                let first = values.iter().map(|value| value - 1).min().unwrap_or(u64::MAX);
                says.most = says.most.min(first.try_into().unwrap_or(u32::MAX));
            }
            Need::NoneOf(_, values) => return values.iter().any(|value| says.may_be(*value)),
            _ => return true,
        }
        false
    }
}

impl Says {
    /// Whether the value may be that of the field.
    fn may_be(&self, value: u64) -> bool {
        let values = self.base >> self.scale..=self.base.saturating_add(self.most) >> self.scale;
        self.minus || u32::try_from(value).is_ok_and(|value| values.contains(&value))
    }
}
