//! Decodes and encodes instruction words.
use super::compile::{Form, Inst, MAX_FIELDS};
use super::error::DecodeError;
use super::row::Profiles;
use super::table::Table;

fn word(words: &[u64], i: usize) -> u64 {
    words.get(i).copied().unwrap_or(0)
}

/// Decodes the words as an instruction of this form; false if they are none.
#[inline]
fn fits(form: &'static Form, profile: Profiles, words: &[u64], first: u128, inst: &mut Inst) -> bool {
    if !form.opcode.fits(first) || form.profiles & profile == 0 {
        return false;
    }
    inst.form = form;
    form.pulling(profile).decode(profile, words, inst).is_some()
}

impl Table {
    /// Decodes one instruction from the start of `words`, little-endian.
    pub fn decode(&'static self, profile: Profiles, words: &[u64]) -> Result<Inst, DecodeError> {
        let first = word(words, 0) as u128 | (word(words, 1) as u128) << 64;
        let mut inst = self.blank();
        let fitting = match self.made() {
            Some(whole) => {
                whole.candidates(first).iter().any(|form| fits(self.form(*form), profile, words, first, &mut inst))
            }
            None => self.matching(first).into_iter().any(|form| fits(form, profile, words, first, &mut inst)),
        };
        if !fitting {
            return Err(DecodeError { word: first });
        }
        // Clears the fields that a form which did not fit has written.
        let fields = inst.form.fields.len();
        inst.vals[fields..].fill(0);
        Ok(inst)
    }

    /// An instruction to be overwritten.
    pub(super) fn blank(&'static self) -> Inst {
        Inst { form: self.any(), vals: [0; MAX_FIELDS] }
    }
}

impl Inst {
    /// Writes the instruction into zeroed words, little-endian. Bits that belong to no field stay zero.
    pub fn encode(&self, words: &mut [u64]) {
        self.put(words);
    }

    /// As [`Inst::encode`]; returns the length of the instruction in bits.
    #[inline]
    pub(super) fn put(&self, words: &mut [u64]) -> u32 {
        let opcode = self.form.opcode.value;
        for (w, half) in words.iter_mut().zip([opcode as u64, (opcode >> 64) as u64]) {
            *w |= half;
        }
        self.form.row.bits as u32 + self.form.putting().encode(self, words)
    }

    /// Length in bits, including its literal.
    pub fn bits(&self) -> u32 {
        self.form.row.bits as u32 + self.form.putting().literal(self)
    }
}
