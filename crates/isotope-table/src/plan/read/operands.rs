//! Parses registers, numbers and operands whose syntax the instruction set defines.

use super::{No, Open, Reader, Register, Says, Sum, Yes, is_blank};
use crate::compile::NO_FLAG;
use crate::plan::words::{Fixed, Text};
use crate::registers;
use crate::row::{Numbers, Operand, Pair, Sized};

/// The low bits that are 0 in the first register number of a group of `count`, if groups are aligned to their size.
#[inline(always)]
fn unit(count: u64) -> u64 {
    registers::alignment(count) - 1
}

/// Whether a group of `count` registers may start at register `first`.
#[inline(always)]
fn is_start(first: u64, count: u64) -> bool {
    first & unit(count) == 0
}

impl Text {
    /// `[4:5]`: both numbers, and the end position.
    #[inline(always)]
    pub(super) fn spelled_range(&self, at: usize) -> Option<(u64, u64, usize)> {
        let (first, digits) = self.few_digits(at + 1);
        let colon = at + 1 + digits;
        let (last, more) = self.few_digits(colon + 1);
        let end = colon + 1 + more;
        let spelled = self.byte(at) == b'[' && self.byte(colon) == b':' && self.byte(end) == b']';
        // Leading zeros select another base.
        let octal = digits > 1 && self.byte(at + 1) == b'0' || more > 1 && self.byte(colon + 1) == b'0';
        (spelled && digits != 0 && more != 0 && !octal).then_some((first, last, end + 1))
    }
}

impl Register {
    /// The numbers after a prefix at which a group of registers may start.
    pub(super) fn numbers(&self, prefix: &[u8], count: u64) -> Option<Numbers> {
        let (lo, hi, prefix) = self.file.ranges.iter().find(|range| range.2.as_bytes() == prefix)?;
        let most = (hi - lo + 1).checked_sub(count)?;
        let unit = if self.aligned.contains(prefix) { unit(count) } else { 0 };
        Some(Numbers { base: *lo, most, unit })
    }
}

impl Reader<'_> {
    pub(super) fn count(&mut self, f: u8, count: u64) -> Says {
        match self.counted.get_mut(usize::from(self.counts)) {
            Some(place) => *place = (f, count),
            None => return Open,
        }
        self.counts += 1;
        Yes
    }

    /// The usual case: a letter and a number, or a range of numbers. `None` for other text.
    #[inline(always)]
    pub(super) fn lettered(&mut self, letter: u8, count: u8, of: &Register) -> Result<Option<u64>, Says> {
        if self.text.byte(self.at) != letter || letter == 0 {
            return Ok(None);
        }
        let (n, found, end) = if self.text.byte(self.at + 1) == b'[' {
            match self.range(of) {
                Some(range) => range,
                None => return Ok(None),
            }
        } else {
            let (n, digits) = self.text.few_digits(self.at + 1);
            let end = self.at + 1 + digits;
            if digits == 0 || self.text.word(end) || count != 1 && !of.groups {
                return Ok(None);
            }
            if n >= of.registers {
                return Err(No);
            }
            (n, 1, end)
        };
        if found != u64::from(count) {
            return Err(No);
        }
        self.at = end;
        Ok(Some(of.first + n))
    }

    /// `v[4:5]` with this letter: the first number, the number of registers, and the end position.
    #[inline(always)]
    pub(super) fn range(&self, of: &Register) -> Option<(u64, u64, usize)> {
        let (first, last, end) = self.text.spelled_range(self.at + 1)?;
        if !of.groups || last < first || last >= of.registers {
            return None;
        }
        let count = last - first + 1;
        if of.starts && count > 1 && !is_start(first, count) {
            return None;
        }
        Some((first, count, end))
    }

    /// A register, or a group of `count`, or of any number: its first number and its size.
    pub(super) fn register(&mut self, of: &Register, count: Option<u64>) -> Result<(u64, u64), Says> {
        if of.letter != 0 && self.text.byte(self.at) == of.letter {
            let (n, digits) = self.text.few_digits(self.at + 1);
            let at = self.at + 1 + digits;
            if digits > 0 && !self.text.word(at) && (count.unwrap_or(1) == 1 || of.groups) {
                if n >= of.registers || count.unwrap_or(1) != 1 {
                    return Err(No);
                }
                self.at = at;
                return Ok((of.first + n, 1));
            }
            if let Some((n, found, end)) = self.range(of) {
                if count.is_some_and(|count| count != found) {
                    return Err(No);
                }
                self.at = end;
                return Ok((of.first + n, found));
            }
        }
        if of.groups { self.group_of(of, count) } else { self.plain(of) }
    }

    /// A register file whose registers are letters and digits.
    pub(super) fn plain(&mut self, of: &Register) -> Result<(u64, u64), Says> {
        if of.file.count > 1 || of.numeric {
            return Err(Open);
        }
        let first = self.text.byte(self.at);
        if matches!(first, b'0'..=b'9' | b'-') {
            return Err(No);
        }
        if let Some(found) = self.named(of) {
            return Ok((found, 1));
        }
        // More digits than usual, or a file with several prefixes.
        let known = |(_, _, prefix): &(u64, u64, &str)| prefix.as_bytes().first() == Some(&first);
        Err(if of.file.ranges.iter().any(known) && self.text.byte(self.at + 1).is_ascii_digit() { Open } else { No })
    }

    pub(super) fn named(&mut self, of: &Register) -> Option<u64> {
        let sixteen = self.text.sixteen(self.at);
        let here = |(name, _): &&(Fixed, u64)| {
            name.is(sixteen, self.text, self.at) && !self.text.word(self.at + usize::from(name.len))
        };
        let (name, value) = of.names.iter().find(here)?;
        self.at += usize::from(name.len);
        Some(*value)
    }

    /// A register file with groups: `v5`, `v[4:5]`.
    pub(super) fn group_of(&mut self, of: &Register, count: Option<u64>) -> Result<(u64, u64), Says> {
        let begin = self.at;
        let mut at = begin;
        while self.text.byte(at).is_ascii_lowercase() {
            at += 1;
        }
        let letters = at - begin;
        if letters == 0 {
            // Numbers, lists.
            let first = self.text.byte(begin);
            if first == b'[' {
                return Err(Open);
            }
            if of.numeric && (first == b'-' || first.is_ascii_digit()) {
                return self.inline(of);
            }
            return self.named(of).map(|value| (value, count.unwrap_or(1))).ok_or(No);
        }
        let (first, last) = if self.text.byte(at) == b'[' {
            let Some(low) = self.small(at + 1) else { return Err(Open) };
            let high = match self.text.byte(low.1) {
                b':' => self.small(low.1 + 1),
                _ => Some(low),
            };
            let Some(high) = high else { return Err(Open) };
            if self.text.byte(high.1) != b']' || high.0 < low.0 {
                return Err(Open);
            }
            at = high.1 + 1;
            (low.0, high.0)
        } else {
            match self.small(at) {
                Some((n, end)) if !self.text.word(end) => {
                    at = end;
                    (n, n)
                }
                // A word: a name of the file, or an error.
                None if !self.text.byte(at).is_ascii_digit() => {
                    while is_blank(self.text.byte(at)) {
                        at += 1;
                    }
                    if self.text.byte(at) == b'[' {
                        return Err(Open);
                    }
                    return self.named(of).map(|value| (value, count.unwrap_or(1))).ok_or(No);
                }
                _ => return Err(Open),
            }
        };
        let prefix = self.text.slice(begin, begin + letters);
        if !of.file.ranges.iter().any(|range| range.2.as_bytes() == prefix) {
            return self.named(of).map(|value| (value, count.unwrap_or(1))).ok_or(No);
        }
        let found = last - first + 1;
        if count.is_some_and(|count| count != found) {
            return Err(No);
        }
        let number = of.numbers(prefix, found).and_then(|numbers| numbers.value(first)).ok_or(No)?;
        self.at = at;
        Ok((number, found))
    }

    /// A small number for which the file has a name.
    pub(super) fn inline(&mut self, of: &Register) -> Result<(u64, u64), Says> {
        let minus = usize::from(self.text.byte(self.at) == b'-');
        let Some((n, end)) = self.small(self.at + minus) else { return Err(Open) };
        if self.text.byte(end) == b'.' {
            // The spelling of the file; other spellings of the number are left to the general path.
            let value = self.named(of).ok_or(Open)?;
            return if self.text.byte(self.at) == b'.' { Err(Open) } else { Ok((value, 1)) };
        }
        let found = of.numbers[minus].get(n as usize).copied().flatten();
        if self.text.word(end) {
            return Err(Open);
        }
        self.at = end;
        found.map(|value| (value.into(), 1)).ok_or(Open)
    }

    /// A decimal number of at most four digits without leading zeros, and its end position.
    #[inline(always)]
    pub(super) fn small(&self, from: usize) -> Option<(u64, usize)> {
        let (n, digits) = self.text.few_digits(from);
        let octal = digits > 1 && self.text.byte(from) == b'0';
        let more = self.text.byte(from + digits).is_ascii_digit();
        (digits > 0 && !octal && !more).then_some((n, from + digits))
    }

    /// `[v1, v5]`, at least two registers.
    pub(super) fn list(&mut self, f: u8, register: &'static Register, sized: &'static Sized) -> Says {
        if self.text.byte(self.at) != b'[' {
            return No;
        }
        self.at += 1;
        let mut count = 0;
        loop {
            self.blank();
            let number = match self.register(register, Some(1)) {
                Ok((number, _)) => number,
                Err(says) => return says,
            };
            let place = match count {
                0 => Some(f),
                n => sized.rest.get(n as usize - 1).and_then(|name| self.inst.form.field(name)).map(|f| f as u8),
            };
            let Some(place) = place else { return No };
            self.set(place, number);
            count += 1;
            self.blank();
            match self.text.byte(self.at) {
                b']' if count > 1 => {
                    self.at += 1;
                    return self.count(f, count);
                }
                b',' => self.at += 1,
                _ => return No,
            }
        }
    }

    /// Two registers, of which one is encoded.
    pub(super) fn pair(&mut self, f: u8, register: &'static Register, pair: &Pair) -> Says {
        let mut at = [0; 2];
        for (i, value) in at.iter_mut().enumerate() {
            self.blank();
            match self.register(register, Some(1)) {
                Ok((number, _)) => *value = number,
                // Registers beyond the last are spelled with question marks.
                Err(_) => return Open,
            }
            if i == 0 {
                self.blank();
                if self.text.byte(self.at) != b',' {
                    return Open;
                }
                self.at += 1;
            }
        }
        let [first, second] = at;
        let zero = pair.file.names.first().map_or(255, |zero| zero.0);
        let step = 1 + self.inst.get(pair.wide);
        let (layout, value) = match (first, second) {
            (a, b) if b == zero => (1, a.min(zero)),
            (a, b) if a == zero => (2, b.min(zero)),
            (a, b) if a < zero && b < zero && b == a + step => (0, a),
            _ => return Open,
        };
        if let Some(l) = self.inst.form.field(pair.layout) {
            self.set(l as u8, layout);
        }
        self.set(f, value);
        Yes
    }

    /// A set of bit numbers, `{0,3}`.
    pub(super) fn bits(&mut self, f: u8, len: u32) -> Says {
        self.blank();
        if self.text.byte(self.at) != b'{' {
            return No;
        }
        self.at += 1;
        let mut set = 0;
        loop {
            self.blank();
            if self.text.byte(self.at) == b'}' {
                self.at += 1;
                self.set(f, set);
                return Yes;
            }
            match self.small(self.at) {
                Some((n, end)) if n < u64::from(len) && !self.text.word(end) => {
                    self.at = end;
                    set |= 1 << n;
                }
                _ => return Open,
            }
            self.blank();
            if self.text.byte(self.at) == b',' {
                self.at += 1;
            }
        }
    }

    pub(super) fn own(
        &mut self,
        f: u8,
        operand: &'static dyn Operand,
        [neg, abs, sext]: [u8; 3],
        half: (u8, u8),
    ) -> Says {
        let mut close = [0; 2];
        let first = self.text.byte(self.at);
        let starts = |me: &Self, word: &[u8]| me.text.slice(me.at, me.at + word.len()) == word;
        let minus = first == b'-' && !matches!(self.text.byte(self.at + 1), b'0'..=b'9' | b'.');
        if neg != NO_FLAG && (minus || first == b'n' && starts(self, b"neg(")) {
            close[0] = if first == b'-' { 0 } else { b')' };
            self.at += if first == b'-' { 1 } else { 4 };
            self.blank();
            if close[0] == 0 && matches!(self.text.byte(self.at), b'-' | b'0'..=b'9') {
                return No;
            }
            self.set(neg, 1);
        }
        if abs != NO_FLAG
            && (self.text.byte(self.at) == b'|' || self.text.byte(self.at) == b'a' && starts(self, b"abs("))
        {
            close[1] = if self.text.byte(self.at) == b'|' { b'|' } else { b')' };
            self.at += if self.text.byte(self.at) == b'|' { 1 } else { 4 };
            self.set(abs, 1);
        }
        if sext != NO_FLAG && self.text.byte(self.at) == b's' && starts(self, b"sext(") {
            close[0] = b')';
            self.at += 5;
            self.set(sext, 1);
        }
        self.blank();
        let Ok(read) = operand.parse(self.cx, self.source.get(self.at..).unwrap_or("")) else { return No };
        let behind = self.shape.literal;
        let literal = match (read.literal, behind) {
            (Some(literal), Some(i)) => Some((i, literal)),
            (Some(_), None) => return No,
            (None, Some(i)) if i == f => Some((i, read.value)),
            _ => None,
        };
        if let Some((i, literal)) = literal {
            if self.seen >> i & 1 == 1 && self.inst.vals[i as usize] != literal {
                return No;
            }
            self.seen |= 1 << i;
            self.set(i, literal);
        }
        self.at += read.len;
        self.set(f, read.value);
        if half.0 != NO_FLAG && operand.has_halves(read.value) {
            let suffix = self.halves.read(half, &self.text.sixteen(self.at).to_le_bytes());
            if suffix == 0 && self.inst.form.always_halves() {
                return No;
            }
            self.at += suffix;
        }
        for close in [close[1], close[0]] {
            if close != 0 {
                self.blank();
                if self.text.byte(self.at) != close {
                    return No;
                }
                self.at += 1;
            }
        }
        Yes
    }

    pub(super) fn sum(&mut self, sum: &Sum) -> Says {
        self.blank();
        match self.text.byte(self.at) {
            b'#' => return Open,
            b'0'..=b'9' | b'-' => {
                if let Some(zero) = sum.zero {
                    self.set(sum.register, zero);
                }
                return match self.number().and_then(|n| sum.alone.fit(n, self.cx.mode)) {
                    Ok(value) => {
                        self.set(sum.offset, value);
                        Yes
                    }
                    Err(says) => says,
                };
            }
            _ => {}
        }
        let value = match self.lettered(sum.base.letter, 1, sum.base) {
            Ok(Some(n)) => n,
            Ok(None) => match self.register(sum.base, Some(1)) {
                Ok((value, _)) => value,
                Err(says) => return says,
            },
            Err(says) => return says,
        };
        if self.seen >> sum.register & 1 == 1 && self.inst.vals[sum.register as usize] != value {
            return No;
        }
        self.seen |= 1 << sum.register;
        self.set(sum.register, value);
        self.slot = sum.base.slot;
        self.blank();
        let sign = self.text.byte(self.at);
        if !matches!(sign, b'+' | b'-') {
            return Yes;
        }
        self.at += 1;
        let number = if sum.zero == Some(value) { &sum.alone } else { &sum.based };
        let signed = |n: i64| if sign == b'-' { n.wrapping_neg() } else { n };
        match self.number().and_then(|n| number.fit(signed(n), self.cx.mode)) {
            Ok(value) => {
                self.set(sum.offset, value);
                Yes
            }
            Err(says) => says,
        }
    }

    /// A number: hexadecimal with `0x`, or decimal.
    #[inline]
    pub(super) fn number(&mut self) -> Result<i64, Says> {
        self.blank();
        let first = self.text.byte(self.at);
        if first == b'#' {
            return Err(Open);
        }
        let mut at = self.at + usize::from(matches!(first, b'-' | b'+'));
        let mut n: u64;
        let begin;
        if self.text.byte(at) == b'0' && self.text.byte(at + 1) == b'x' {
            begin = at + 2;
            at = begin;
            n = 0;
            loop {
                let digit = match self.text.byte(at) {
                    c @ b'0'..=b'9' => c - b'0',
                    c @ b'a'..=b'f' => c - b'a' + 10,
                    b'A'..=b'F' => return Err(Open),
                    _ => break,
                };
                n = n << 4 | u64::from(digit);
                at += 1;
            }
        } else {
            // Other bases begin with a zero.
            begin = at;
            let digits;
            (n, digits) = self.text.digits(at);
            if digits > 7 {
                return Err(Open);
            }
            at += digits;
            if self.text.byte(begin) == b'0' && (at > begin + 1 || self.text.word(at)) {
                return Err(Open);
            }
        }
        match at - begin {
            0 => return Err(No),
            16.. => return Err(Open),
            _ if self.text.word(at) => return Err(No),
            _ => {}
        }
        self.at = at;
        Ok(if first == b'-' { (n as i64).wrapping_neg() } else { n as i64 })
    }
}
