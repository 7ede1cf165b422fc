//! Words to instructions and back.
use super::compile::{Inst, MAX_FIELDS, Table};
use super::error::DecodeError;
use super::plan::codec::Pulls;

fn word(words: &[u64], i: usize) -> u64 {
    words.get(i).copied().unwrap_or(0)
}

impl Table {
    /// Decodes one instruction from the start of `words`, little-endian.
    pub fn decode(&'static self, profile: u8, words: &[u64]) -> Result<Inst, DecodeError> {
        let mut inst = self.blank();
        self.decode_to(profile, words, &mut inst)?;
        // Fields of a form that did not fit are none of this one's.
        let fields = inst.form.fields.len();
        inst.vals[fields..].fill(0);
        Ok(inst)
    }

    /// A place for [`Table::decode_to`].
    pub fn blank(&'static self) -> Inst {
        Inst { form: &self.forms[0], vals: [0; MAX_FIELDS] }
    }

    /// The same into an instruction that was there before. Values behind those of its fields are any.
    #[inline]
    pub fn decode_to(&'static self, profile: u8, words: &[u64], inst: &mut Inst) -> Result<(), DecodeError> {
        let first = word(words, 0) as u128 | (word(words, 1) as u128) << 64;
        for &candidate in self.candidates(first) {
            let form = &self.forms[candidate as usize];
            if first & form.opcode.mask == form.opcode.value && form.row.profiles & profile != 0 {
                inst.form = form;
                let found = match form.pulling(profile) {
                    Some(pulls) => pulls.decode(profile, words, inst),
                    None => Pulls::new(form, profile).decode(profile, words, inst),
                };
                if found.is_some() {
                    return Ok(());
                }
            }
        }
        Err(DecodeError { word: first })
    }
}

impl Inst {
    /// Writes the instruction into zeroed words, little-endian. Bits of no field stay zero.
    pub fn encode(&self, words: &mut [u64]) {
        self.put(words);
    }

    /// The same; says how long the instruction is in bits.
    #[inline]
    pub(super) fn put(&self, words: &mut [u64]) -> u32 {
        let opcode = self.form.opcode.value;
        for (w, half) in words.iter_mut().zip([opcode as u64, (opcode >> 64) as u64]) {
            *w |= half;
        }
        self.form.row.bits as u32 + self.form.putting().encode(self, words)
    }

    /// Length in bits, with its literal.
    pub fn bits(&self) -> u32 {
        self.form.row.bits as u32 + self.form.putting().literal(self)
    }
}
