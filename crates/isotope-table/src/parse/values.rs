//! Parses operands: registers and groups of them, numbers, sums of an address, branch targets.

use super::{Fail, Parser, Why};
use crate::compile::{Form, NO_FLAG, read_int};
use crate::registers::{self, Wrong};
use crate::row::{Alone, Field, FieldKind, Int, Need, Operand, RegFile, Sized, Spelled};
use crate::{Mode, float};

impl Parser<'_> {
    pub(super) fn val(&mut self, f: u8) -> Result<(), Fail> {
        self.blank();
        let start = self.at;
        let field = &self.form.fields[f as usize];
        match field.kind {
            FieldKind::Reg(file) => {
                let value = match file.literal {
                    Some((code, name)) if matches!(self.peek(), b'0'..=b'9' | b'-') && self.reg(file).is_err() => {
                        self.at = start;
                        let Some(lit) = self.form.field(name) else { return self.fail(Why::Expected("a register")) };
                        let n = self.number()?;
                        let int = Int { signed: false, scale: 0, hex: true, alone: Alone::Number };
                        let n = if n < 0 { n + (1 << self.form.fields[lit].len()) } else { n };
                        let n = self.fit(int, &self.form.fields[lit], n, start)?;
                        self.set(lit as u8, n);
                        code
                    }
                    _ => {
                        self.at = start;
                        self.reg(file)?
                    }
                };
                // `FFMA32I Rd, Ra, imm, Rd` has one field twice.
                if self.seen >> f & 1 == 1 && self.inst.vals[f as usize] != value {
                    self.at = start;
                    return self.fail(Why::Expected("the same register as before"));
                }
                self.seen |= 1 << f;
                self.set(f, value);
                self.slot = self.form.slots[f as usize];
            }
            FieldKind::Pair(pair) => {
                let at = |me: &mut Self| -> Result<(u64, usize), Fail> {
                    me.blank();
                    let start = me.at;
                    if me.bytes().starts_with(b"???") {
                        let digits = me.word_len(3);
                        me.at += 3 + digits;
                        return Ok((256, start));
                    }
                    Ok((me.reg(pair.file)?, start))
                };
                let (first, _) = at(self)?;
                self.literal(",")?;
                let (second, second_at) = at(self)?;
                let zero = pair.file.names.first().map_or(255, |z| z.0);
                let step = 1 + self.inst.get(pair.wide);
                let (layout, value) = match (first, second) {
                    (a, b) if b == zero => (1, a.min(zero)),
                    (a, b) if a == zero => (2, b.min(zero)),
                    (a, b) if a > zero || b > zero || b == a + step => (0, a.min(zero)),
                    _ => {
                        let what = if step == 1 {
                            "the swap value must be the register after the compare value, or RZ"
                        } else {
                            "the swap value must be two registers after the compare value, or RZ"
                        };
                        return Err(Fail { at: second_at, end: self.at, why: Why::Expected(what) });
                    }
                };
                if let Some(l) = self.form.field(pair.layout) {
                    self.set(l as u8, layout);
                }
                self.set(f, value);
            }
            FieldKind::Sized(sized) => {
                let (value, count) = self.group(sized.file, None)?;
                self.counted(f, count, start)?;
                self.set(f, value);
            }
            FieldKind::List(sized) => {
                let count = self.list(f, sized)?;
                self.counted(f, count, start)?;
            }
            FieldKind::Flag => {
                let len = self.word_len(0);
                if self.form.layout.style.groups
                    && !self.form.sets(f)
                    && self.bytes()[..len].strip_prefix(b"no").is_some_and(|w| w == field.name.as_bytes())
                {
                    self.at += len;
                    return Ok(());
                }
                if self.bytes().get(..len) != Some(field.name.as_bytes()) {
                    return self.fail(Why::Literal(field.name));
                }
                self.at += len;
                self.set(f, 1);
            }
            FieldKind::Int(int) => {
                let n = self.number()?;
                let value = self.fit(int, field, n, start)?;
                self.set(f, value);
            }
            FieldKind::View(names, of) => self.view(names, of, false)?,
            FieldKind::Names(names) => {
                let value = self.name(names, true, field.name)?;
                self.set(f, value);
            }
            FieldKind::Float(kind) => match float::parse(kind, field.len(), self.text.get(self.at..).unwrap_or("")) {
                Some((value, used)) => {
                    self.at += used;
                    self.set(f, value);
                }
                None => return self.fail(Why::Expected("a number that the upper bits of the float can hold")),
            },
            FieldKind::Target => {
                let target = self.target()?;
                let n = target.wrapping_sub(self.cx.pc as i64).wrapping_sub(8);
                let int = Int { signed: true, scale: 0, hex: true, alone: Alone::Number };
                let value = self.fit(int, field, n, start)?;
                self.set(f, value);
            }
            FieldKind::Set => {
                self.literal("{")?;
                let mut set = 0;
                loop {
                    self.blank();
                    if self.peek() == b'}' {
                        self.at += 1;
                        break;
                    }
                    let n = self.number()?;
                    if !(0..field.len() as i64).contains(&n) {
                        return self.fail(Why::Expected("a bit number of the set"));
                    }
                    set |= 1 << n;
                    self.blank();
                    if self.peek() == b',' {
                        self.at += 1;
                    }
                }
                self.set(f, set);
            }
            FieldKind::Own(operand, _) => self.own(f, operand)?,
        }
        self.note(f, start);
        Ok(())
    }

    /// An operand whose syntax the instruction set defines, with the flags around it.
    pub(super) fn own(&mut self, f: u8, operand: &'static dyn Operand) -> Result<(), Fail> {
        let [neg, abs, sext] = self.form.signs[f as usize];
        let starts = |me: &Self, word: &str| me.bytes().starts_with(word.as_bytes());
        let mut close: [&str; 2] = [""; 2];
        let digit = matches!(self.bytes().get(1), Some(b'0'..=b'9' | b'.'));
        if neg != NO_FLAG && (starts(self, "neg(") || self.peek() == b'-' && !digit) {
            close[0] = if self.peek() == b'-' { "" } else { ")" };
            self.at += if self.peek() == b'-' { 1 } else { 4 };
            self.blank();
            if close[0].is_empty() && matches!(self.peek(), b'-' | b'0'..=b'9') {
                return self.fail(Why::Expected("`neg(…)` around a number"));
            }
            self.set(neg, 1);
        }
        if abs != NO_FLAG && (starts(self, "abs(") || self.peek() == b'|') {
            close[1] = if self.peek() == b'|' { "|" } else { ")" };
            self.at += if self.peek() == b'|' { 1 } else { 4 };
            self.set(abs, 1);
        }
        if sext != NO_FLAG && starts(self, "sext(") {
            close[0] = ")";
            self.at += 5;
            self.set(sext, 1);
        }
        self.blank();
        match operand.parse(self.cx, self.text.get(self.at..).unwrap_or("")) {
            Ok(read) => {
                if let (Some(literal), Some(i)) = (read.literal, self.form.literal) {
                    if self.seen >> i & 1 == 1 && self.inst.vals[i as usize] != literal {
                        return self.fail(Why::Expected("the same literal as before: an instruction has one"));
                    }
                    self.seen |= 1 << i;
                    self.set(i, literal);
                } else if read.literal.is_some() {
                    return self.fail(Why::Expected("a register or an inline constant: this encoding has no literal"));
                }
                if Some(f) == self.form.literal {
                    if self.seen >> f & 1 == 1 && self.inst.vals[f as usize] != read.value {
                        return self.fail(Why::Expected("the same literal as before: an instruction has one"));
                    }
                    self.seen |= 1 << f;
                }
                self.at += read.len;
                self.set(f, read.value);
                let half = self.form.half[f as usize];
                if half.0 != NO_FLAG && operand.has_halves(read.value) {
                    let suffix = self.halves.read(half, self.bytes());
                    if suffix == 0 && self.form.always_halves() {
                        return self.fail(Why::Expected("one half of a VGPR, such as `v5.l`"));
                    }
                    self.at += suffix;
                }
            }
            Err(expected) => return self.fail(Why::Expected(expected)),
        }
        self.literal(close[1])?;
        self.literal(close[0])
    }

    pub(super) fn take_reuse(&mut self) {
        if self.slot != 0 && self.bytes().starts_with(b".reuse") && self.word_len(1) == 5 {
            self.at += 6;
            self.reuse |= 1 << (self.slot - 1);
        }
        self.slot = 0;
    }

    pub(super) fn counted(&mut self, f: u8, count: u64, start: usize) -> Result<(), Fail> {
        let Some(place) = self.counted.get_mut(self.counts as usize) else { return self.fail(Why::End) };
        *place = (f, count.min(u16::MAX.into()) as u16, start, self.at);
        self.counts += 1;
        Ok(())
    }

    /// A register, or a group of `count` registers, or of any number: its first number and its size.
    pub(super) fn group(&mut self, file: &'static RegFile, count: Option<u64>) -> Result<(u64, u64), Fail> {
        let rest = self.text.get(self.at..).unwrap_or("");
        let aligned = self.form.layout.style.aligned;
        let first = self.peek();
        let wrong = |len: usize, wrong| {
            Err(Fail { at: self.at, end: self.at + len.max(1), why: Why::Register(file, count, wrong) })
        };
        let written = if first == b'[' { registers::listed(rest) } else { registers::written(rest) };
        // `m0` is a name, though it looks like a numbered register.
        if let Some(written) = written.filter(|w| file.ranges.iter().any(|r| r.2 == w.prefix)) {
            return match file.number(aligned, written, count) {
                Ok(number) => {
                    self.at += written.len;
                    Ok((number, written.count))
                }
                Err(what) => wrong(written.len, what),
            };
        }
        if first.is_ascii_digit() || first == b'-' {
            return match registers::constant(file, rest) {
                Some((number, len)) => {
                    self.at += len;
                    Ok((number, 1))
                }
                None => wrong(self.word_len(1) + 1, Wrong::Other),
            };
        }
        let len = self.word_len(0);
        match file.names.iter().find(|n| n.1 == &rest[..len]) {
            Some((number, _)) => {
                self.at += len;
                Ok((*number, count.unwrap_or(1)))
            }
            None => wrong(len, Wrong::Other),
        }
    }

    /// `[v1, v5]`, at least two registers; returns how many there are.
    pub(super) fn list(&mut self, f: u8, sized: &'static Sized) -> Result<u64, Fail> {
        if self.peek() != b'[' {
            return self.fail(Why::Literal("["));
        }
        self.at += 1;
        let mut count = 0;
        loop {
            self.blank();
            let (number, _) = self.group(sized.file, Some(1))?;
            let place = match count {
                0 => Some(f),
                n => sized.rest.get(n as usize - 1).and_then(|name| self.form.field(name)).map(|f| f as u8),
            };
            let Some(place) = place else { return self.fail(Why::Literal("]")) };
            self.set(place, number);
            count += 1;
            self.blank();
            if self.peek() == b']' && count > 1 {
                self.at += 1;
                return Ok(count);
            }
            if self.peek() != b',' {
                return self.fail(Why::Literal(if count > 1 { "]" } else { "," }));
            }
            self.at += 1;
        }
    }

    pub(super) fn reg(&mut self, file: &'static RegFile) -> Result<u64, Fail> {
        if self.form.layout.style.groups {
            return self.group(file, Some(file.count.into())).map(|(number, _)| number);
        }
        let start = self.at;
        let len = self.word_len(0);
        let word = self.text.get(start..start + len).unwrap_or("");
        if matches!(self.peek(), b'0'..=b'9' | b'-') {
            // Inline numbers such as `0.5` or `-1` need no word boundary.
            let ends = |n: usize| !self.bytes().get(n).is_some_and(u8::is_ascii_alphanumeric);
            let spelled = file.names.iter().filter(|n| self.bytes().starts_with(n.1.as_bytes()) && ends(n.1.len()));
            if let Some((value, name)) = spelled.max_by_key(|n| n.1.len()) {
                self.at += name.len();
                return Ok(*value);
            }
        } else if let Some((value, name)) = file.names.iter().find(|(_, name)| *name == word) {
            self.at += name.len();
            return Ok(*value);
        }
        for (lo, hi, prefix) in file.ranges {
            let Some(digits) = word.strip_prefix(prefix) else { continue };
            let number = if file.count > 1 {
                let Some(rest) = self.text.get(start + prefix.len()..).and_then(|r| r.strip_prefix('[')) else {
                    continue;
                };
                let Some((range, _)) = rest.split_once(']') else { continue };
                let Some((a, b)) = range.split_once(':') else { continue };
                match (a.trim().parse::<u64>(), b.trim().parse::<u64>()) {
                    (Ok(a), Ok(b)) if b == a.wrapping_add(file.count as u64 - 1) => {
                        self.at = start + prefix.len() + range.len() + 2;
                        a
                    }
                    _ => continue,
                }
            } else {
                let ok = !digits.is_empty() && digits.len() < 5 && digits.bytes().all(|b| b.is_ascii_digit());
                let Some(n) = digits.parse::<u64>().ok().filter(|_| ok) else { continue };
                self.at = start + len;
                n
            };
            if lo + number <= *hi {
                return Ok(lo + number);
            }
            self.at = start;
        }
        self.fail(Why::Expected(if file.ranges.first().is_some_and(|r| r.2 == "P") {
            "a predicate"
        } else {
            "a register"
        }))
    }

    pub(super) fn sum(&mut self, reg: u8, off: u8) -> Result<(), Fail> {
        self.blank();
        let start = self.at;
        let FieldKind::Int(int) = self.form.fields[off as usize].kind else {
            return self.fail(Why::Expected("an offset"));
        };
        let field = &self.form.fields[off as usize];
        if matches!(self.peek(), b'0'..=b'9' | b'-' | b'#') {
            if let FieldKind::Reg(file) = self.form.fields[reg as usize].kind
                && let Some((zero, _)) = file.names.first()
            {
                self.set(reg, *zero);
            }
            let n = self.number()?;
            let n = self.fit(Int { signed: int.signed && int.alone != Alone::Unsigned, ..int }, field, n, start)?;
            self.set(off, n);
        } else {
            self.val(reg)?;
            self.blank();
            let sign = self.peek();
            if matches!(sign, b'+' | b'-') {
                self.at += 1;
                self.blank();
                let at = self.at;
                let n = self.number()?;
                // With the zero register as base, the offset is the address.
                let zero = matches!(self.form.fields[reg as usize].kind, FieldKind::Reg(file)
                    if file.names.first().is_some_and(|zero| zero.0 == self.inst.vals[reg as usize]));
                let int = Int { signed: int.signed && !(zero && int.alone == Alone::Unsigned), ..int };
                let n = self.fit(int, field, if sign == b'-' { n.wrapping_neg() } else { n }, at)?;
                self.set(off, n);
            }
        }
        self.note(off, start);
        Ok(())
    }

    pub(super) fn number(&mut self) -> Result<i64, Fail> {
        self.blank();
        let start = self.at;
        if self.peek() == b'#' {
            self.at += 1;
        }
        let negative = self.peek() == b'-';
        if matches!(self.peek(), b'-' | b'+') {
            self.at += 1;
        }
        let bytes = self.bytes();
        if self.form.layout.style.groups {
            let Some((n, used)) = registers::c_number(bytes) else {
                self.at = start;
                return self.fail(Why::Expected("a number"));
            };
            self.at += used;
            let n = n.min(i64::MAX as u64) as i64;
            return Ok(if negative { -n } else { n });
        }
        let hex = bytes.first() == Some(&b'0') && matches!(bytes.get(1), Some(b'x' | b'X'));
        let mut n: u64 = 0;
        let (skip, base) = if hex { (2, 16) } else { (0, 10) };
        let mut used = skip;
        while let Some(d) = bytes.get(used).and_then(|b| (*b as char).to_digit(base)) {
            n = n.saturating_mul(base as u64).saturating_add(d as u64);
            used += 1;
        }
        if used == skip || bytes.get(used).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_') {
            self.at = start;
            return self.fail(Why::Expected("a number"));
        }
        self.at += used;
        let n = n.min(i64::MAX as u64) as i64;
        Ok(if negative { -n } else { n })
    }

    pub(super) fn fit(&self, int: Int, field: &Field, n: i64, start: usize) -> Result<u64, Fail> {
        let len = field.len();
        let (lo, high) = bounds(self.form, field, int);
        let hi = high[usize::from(self.cx.mode == Mode::Compat)];
        if n < lo || n > hi || n & ((1 << int.scale) - 1) != 0 {
            return Err(Fail { at: start, end: self.at, why: Why::Range(int, lo, hi) });
        }
        let raw = (n >> int.scale) as u64;
        Ok(if len >= 64 { raw } else { raw & ((1 << len) - 1) })
    }

    pub(super) fn target(&mut self) -> Result<i64, Fail> {
        let start = self.at;
        let rest = self.text.get(self.at..).unwrap_or("");
        let quoted = rest.strip_prefix("`(").and_then(|r| r.split_once(')')).map(|(name, _)| (name, name.len() + 3));
        let bare = rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '.' || c == '_').then(|| {
            let len = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "._$".contains(c))).unwrap_or(rest.len());
            (&rest[..len], len)
        });
        if let Some((name, len)) = quoted.or(bare) {
            return match self.cx.scope.address(name) {
                Some(address) => {
                    self.at += len;
                    Ok(address as i64)
                }
                None => Err(Fail { at: start, end: start + len, why: Why::Label }),
            };
        }
        self.number()
    }
}

/// The least number that text may give for a field, and the largest: as the documents allow, and in [`Mode::Compat`].
pub(crate) fn bounds(form: &Form, field: &Field, int: Int) -> (i64, [i64; 2]) {
    let bits = field.len().max(field.reads.into());
    let (mut low, mut high) = range(int, bits);
    if field.spelled != Spelled::AsMeant {
        (low, high) = (range(Int { signed: true, ..int }, bits).0, range(Int { signed: false, ..int }, bits).1);
    }
    let limit = form.rules.iter().find_map(|rule| match rule.rule.need {
        Need::AtMost(name, most) if rule.when.is_empty() && name == field.name => Some(most as i64),
        _ => None,
    });
    (low, [high.min(limit.unwrap_or(i64::MAX)), high])
}

fn range(int: Int, len: u32) -> (i64, i64) {
    let len = len.min(62);
    if int.signed {
        (read_int(int, len, 1 << (len - 1)), read_int(int, len, (1 << (len - 1)) - 1))
    } else {
        (0, read_int(int, len, (1 << len) - 1))
    }
}
