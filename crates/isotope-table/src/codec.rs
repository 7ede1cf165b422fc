//! Words to instructions and back.
use super::compile::{Form, Inst, MAX_FIELDS, Table};
use super::error::DecodeError;
use super::row::{FieldKind, Span};

fn mask(len: u8) -> u64 {
    if len >= 64 { u64::MAX } else { (1 << len) - 1 }
}

fn word(words: &[u64], i: usize) -> u64 {
    words.get(i).copied().unwrap_or(0)
}

fn extract(words: &[u64], at: Span) -> u64 {
    let (i, shift) = (at.lo as usize / 64, at.lo % 64);
    let mut v = word(words, i) >> shift;
    if shift as u32 + at.len as u32 > 64 {
        v |= word(words, i + 1) << (64 - shift);
    }
    v & mask(at.len)
}

fn insert(words: &mut [u64], at: Span, value: u64) {
    let (i, shift) = (at.lo as usize / 64, at.lo % 64);
    let value = value & mask(at.len);
    if let Some(w) = words.get_mut(i) {
        *w |= value << shift;
    }
    if shift as u32 + at.len as u32 > 64
        && let Some(w) = words.get_mut(i + 1)
    {
        *w |= value >> (64 - shift);
    }
}

impl Table {
    /// Decodes one instruction from the start of `words`, little-endian.
    pub fn decode(&'static self, profile: u8, words: &[u64]) -> Result<Inst, DecodeError> {
        let first = word(words, 0) as u128 | (word(words, 1) as u128) << 64;
        for &candidate in self.candidates(first) {
            let form = &self.forms[candidate as usize];
            if first & form.opcode.mask == form.opcode.value
                && form.row.profiles & profile != 0
                && let Some(inst) = form.decode(profile, words)
            {
                return Ok(inst);
            }
        }
        Err(DecodeError { word: first })
    }
}

impl Form {
    fn decode(&'static self, profile: u8, words: &[u64]) -> Option<Inst> {
        let mut vals = [0; MAX_FIELDS];
        for (val, field) in vals.iter_mut().zip(&self.fields) {
            *val = extract(words, field.at[0]);
            if field.at[1].len != 0 {
                *val |= extract(words, field.at[1]) << field.at[0].len;
            }
            *val <<= field.shift;
            match field.kind {
                FieldKind::Names(names) if names.fallback.is_none() => drop(names.entry(profile, *val)?),
                FieldKind::Own(operand, _) if !operand.valid(profile, *val) => return None,
                _ => {}
            }
            if self.layout.style.groups
                && let FieldKind::Reg(file) = field.kind
            {
                *val = file.admits(self.layout.style.aligned, *val, file.count.into())?;
            }
        }
        let mut inst = Inst { form: self, vals };
        // What follows belongs to the next instruction unless an operand asks for it.
        if let Some(i) = self.literal
            && self.fields[i as usize].at[0].lo >= self.row.bits
            && !inst.has_literal()
        {
            inst.vals[i as usize] = 0;
        }
        if !self.sized.is_empty() && !inst.counted() {
            return None;
        }
        inst.broken_rule(true).is_none().then_some(inst)
    }
}

impl Inst {
    /// Writes the instruction into zeroed words, little-endian. Bits of no field stay zero.
    pub fn encode(&self, words: &mut [u64]) {
        let opcode = self.form.opcode.value;
        for (w, half) in words.iter_mut().zip([opcode as u64, (opcode >> 64) as u64]) {
            *w |= half;
        }
        for (i, field) in self.form.fields.iter().enumerate() {
            if Some(i as u8) == self.form.literal && field.at[0].lo >= self.form.row.bits && !self.has_literal() {
                continue;
            }
            let bits = self.vals[i] >> field.shift;
            insert(words, field.at[0], bits);
            if field.at[1].len != 0 {
                insert(words, field.at[1], bits >> field.at[0].len);
            }
        }
    }

    /// Length in bits, with its literal.
    pub fn bits(&self) -> u32 {
        let behind = |i: &u8| self.form.fields[*i as usize].at[0].lo >= self.form.row.bits;
        let literal = self.form.literal.filter(|i| behind(i) && self.has_literal());
        self.form.row.bits as u32 + literal.map_or(0, |i| self.form.fields[i as usize].len())
    }

    fn has_literal(&self) -> bool {
        self.form.fields.iter().zip(self.vals).any(|(field, val)| match field.kind {
            FieldKind::Reg(file) => file.literal.is_some_and(|(code, _)| code == val),
            FieldKind::Own(operand, _) => operand.literal() == Some(val),
            _ => false,
        })
    }
}
