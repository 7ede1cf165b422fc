//! Registers in the syntax of assemblers with register groups: `v5`, `v[5]`, `v[4:5]`, `[v4, v5]`, and inline numbers.
use super::compile::Inst;
use super::row::{FieldKind, Profiles, RegFile, Run};

/// A register or group as written in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Written<'a> {
    pub prefix: &'a str,
    pub first: u64,
    pub count: u64,
    /// Bytes of the text.
    pub len: usize,
}

/// Why an operand is not the expected register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// It is another operand.
    Other,
    /// It has another number of registers.
    Count(u64),
    /// It does not start at a multiple of this number.
    Unaligned(u64),
    /// Its last register does not exist.
    Beyond,
}

fn blanks(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|b| matches!(b, b' ' | b'\t')).count()
}

/// An unsigned number in C syntax at the start of the text, and its length.
pub fn c_number(bytes: &[u8]) -> Option<(u64, usize)> {
    let (skip, base) = match bytes {
        [b'0', b'x' | b'X', ..] => (2, 16),
        [b'0', b'b' | b'B', ..] => (2, 2),
        [b'0', b'0'..=b'9', ..] => (1, 8),
        _ => (0, 10),
    };
    let (mut n, mut used) = (0u64, skip);
    while let Some(digit) = bytes.get(used).and_then(|b| (*b as char).to_digit(base)) {
        n = n.saturating_mul(base.into()).saturating_add(digit.into());
        used += 1;
    }
    let ends = !bytes.get(used).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    (used > skip && ends).then_some((n, used))
}

/// `v5`, `v[5]` or `v[4:5]` at the start of the text.
pub(super) fn written(text: &str) -> Option<Written<'_>> {
    let bytes = text.as_bytes();
    let letters = bytes.iter().take_while(|b| b.is_ascii_lowercase()).count();
    let digits = bytes[letters..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut at = letters + digits;
    if letters == 0 || bytes.get(at).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_') {
        return None;
    }
    let prefix = &text[..letters];
    if digits > 0 {
        let first = bytes[letters..at].iter().fold(0u64, |n, b| n.saturating_mul(10).saturating_add((b - b'0').into()));
        return Some(Written { prefix, first, count: 1, len: at });
    }
    at += blanks(&bytes[at..]);
    if bytes.get(at) != Some(&b'[') {
        return None;
    }
    let number = |at: &mut usize| -> Option<u64> {
        *at += 1;
        *at += blanks(&bytes[*at..]);
        let (n, used) = c_number(&bytes[*at..])?;
        *at += used;
        *at += blanks(&bytes[*at..]);
        Some(n)
    };
    let first = number(&mut at)?;
    let last = if bytes.get(at) == Some(&b':') { number(&mut at)? } else { first };
    (bytes.get(at) == Some(&b']') && last >= first).then(|| Written {
        prefix,
        first,
        count: (last - first).saturating_add(1),
        len: at + 1,
    })
}

/// `[v4, v5]` at the start of the text: consecutive single registers.
pub(super) fn listed(text: &str) -> Option<Written<'_>> {
    let mut at = 1;
    let mut whole: Option<Written<'_>> = None;
    if !text.starts_with('[') {
        return None;
    }
    loop {
        at += blanks(&text.as_bytes()[at..]);
        let one = written(&text[at..]).filter(|w| w.count == 1)?;
        let next = match whole {
            None => one,
            Some(w) if w.prefix == one.prefix && w.first + w.count == one.first => Written { count: w.count + 1, ..w },
            Some(_) => return None,
        };
        at += one.len;
        at += blanks(&text.as_bytes()[at..]);
        at += 1;
        match text.as_bytes().get(at - 1)? {
            b',' => whole = Some(next),
            b']' => return Some(Written { len: at, ..next }),
            _ => return None,
        }
    }
}

/// The inline number at the start of the text for which the file has a name, and its length. The numbers are compared as integers or as the
/// bits of a 32-bit float.
pub(super) fn constant(file: &RegFile, text: &str) -> Option<(u64, usize)> {
    let bytes = text.as_bytes();
    let sign = usize::from(bytes.first() == Some(&b'-'));
    let mut len = sign;
    while bytes.get(len).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'.')
        || matches!(bytes.get(len), Some(b'-' | b'+')) && matches!(bytes[len - 1], b'e' | b'E') && !text.contains("0x")
    {
        len += 1;
    }
    let token = &text[..len];
    if let Some((code, _)) = file.names.iter().find(|(_, name)| *name == token) {
        return Some((*code, len));
    }
    let numeric = |name: &str| name.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let named = file.names.iter().filter(|(_, name)| numeric(name));
    let float = |name: &str| if name.contains('.') { name.parse::<f32>().ok() } else { None };
    let code = match c_number(&bytes[sign..len]) {
        Some((n, used)) if used == len - sign => {
            let n = if sign == 1 { (n as i64).wrapping_neg() } else { n as i64 };
            if !(i32::MIN as i64..=u32::MAX as i64).contains(&n) {
                return None;
            }
            let n = n as u32;
            named.clone().find(|(_, name)| match float(name) {
                Some(f) => f.to_bits() == n && n != 0,
                None => name.parse::<i32>() == Ok(n as i32),
            })
        }
        _ if token.contains('.') => {
            let wanted = token.parse::<f32>().ok()?;
            named.clone().find(|(_, name)| float(name).is_some_and(|f| f.to_bits() == wanted.to_bits()))
        }
        _ => None,
    };
    code.map(|(code, _)| (*code, len))
}

impl RegFile {
    /// The register number of a field, without the bits that alignment ignores; `None` if the value names no register.
    pub(super) fn admits(&self, aligned: &[&str], number: u64, count: u64) -> Option<u64> {
        for (lo, hi, prefix) in self.ranges {
            if (*lo..=*hi).contains(&number) {
                let number = if count > 1 && aligned.contains(prefix) {
                    number - (number - lo) % alignment(count)
                } else {
                    number
                };
                return (number + count - 1 <= *hi).then_some(number);
            }
        }
        self.names.iter().any(|n| n.0 == number).then_some(number)
    }

    /// The number of a register in the text, which must have `count` registers, or any number of them.
    #[inline]
    pub(super) fn number(&self, aligned: &[&str], written: Written<'_>, count: Option<u64>) -> Result<u64, Wrong> {
        let Some((lo, hi, prefix)) = self.ranges.iter().find(|r| r.2 == written.prefix) else {
            return Err(Wrong::Other);
        };
        let unit = alignment(written.count);
        if written.count > 1 && aligned.contains(prefix) && !written.first.is_multiple_of(unit) {
            return Err(Wrong::Unaligned(unit));
        }
        if written.first.saturating_add(written.count - 1) > hi - lo {
            return Err(Wrong::Beyond);
        }
        match count {
            Some(count) if count != written.count => Err(Wrong::Count(written.count)),
            _ => Ok(lo + written.first),
        }
    }
}

/// Groups start at a multiple of their size, but at most of 4.
pub(super) fn alignment(count: u64) -> u64 {
    count.min(4).next_power_of_two()
}

impl Inst {
    /// The registers of the field at position `f`, and those of the list that it begins. Most fields have one run or none.
    pub fn registers(&self, profile: Profiles, f: usize) -> impl Iterator<Item = Run> + '_ {
        let value = self.vals[f];
        let of = |file: &'static RegFile, first: u64, count: u64| {
            file.ranges.first().map(|range| Run { file: range.2, first, count })
        };
        let (single, rest) = match self.form.fields[f].kind {
            FieldKind::Reg(file) => (of(file, value, file.count.into()), None),
            FieldKind::Sized(sized) => (of(sized.file, value, self.count(f as u8)), None),
            FieldKind::List(sized) => (None, Some(sized)),
            FieldKind::Own(operand, _) => (operand.registers(profile, value), None),
            _ => (None, None),
        };
        let listed = rest.into_iter().flat_map(move |sized| {
            (0..self.count(f as u8)).filter_map(move |n| of(sized.file, self.listed(f as u8, n as usize), 1))
        });
        single.into_iter().chain(listed)
    }

    /// Register `n` of a list.
    pub(super) fn listed(&self, f: u8, n: usize) -> u64 {
        self.vals[self.listing(f, n) as usize]
    }

    /// The field of register `n` of a list.
    pub(super) fn listing(&self, f: u8, n: usize) -> u8 {
        let of = self.form.sized.iter().find(|s| s.0 == f);
        let rest = of.and_then(|(_, sized, by)| by.get(sized.by.len() + n.checked_sub(1)?));
        rest.copied().unwrap_or(f)
    }

    /// Whether the numbers of registers that other fields give are possible. Sets unused register fields to zero.
    pub(super) fn counted(&mut self) -> bool {
        let aligned = self.form.layout.style.aligned;
        for (f, sized, by) in &self.form.sized {
            let count = self.count(*f);
            let fits = match self.form.fields[*f as usize].kind {
                FieldKind::Sized(_) => sized.file.admits(aligned, self.vals[*f as usize], count).is_some(),
                _ => true,
            };
            if count == 0 || !fits {
                return false;
            }
            for unused in by[sized.by.len()..].iter().skip(count as usize - 1) {
                self.vals[*unused as usize] = 0;
            }
        }
        true
    }
}
