//! The forms of each mnemonic, and which mnemonic a misspelled word may have meant.
use std::collections::HashMap;

use super::suggest;

/// Forms by mnemonic.
#[derive(Debug, Default)]
pub struct Mnemonics(HashMap<&'static str, Vec<u16>, BuildFnv>);

impl Mnemonics {
    /// Lists forms by their names; a form may have several.
    pub fn new(names: impl IntoIterator<Item = (&'static str, u16)>) -> Mnemonics {
        let mut all = Mnemonics::default();
        for (name, form) in names {
            all.0.entry(name).or_default().push(form);
        }
        all
    }

    /// The forms of a name, in the order of the table; none where nothing has it.
    #[inline]
    pub fn forms(&self, name: &str) -> &[u16] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    /// The names, sorted.
    pub fn sorted(&self) -> Vec<&'static str> {
        let mut all: Vec<_> = self.0.keys().copied().collect();
        all.sort_unstable();
        all
    }

    /// That nothing is called `word`, and what is, next to how it is read: `name`.
    pub fn unknown(&self, word: &str, name: &str) -> String {
        match suggest::closest(name, self.0.keys().copied()) {
            Some(close) => format!("unknown instruction `{word}`, did you mean `{close}`?"),
            None => format!("unknown instruction `{word}`"),
        }
    }
}

/// FNV-1a: mnemonics are short.
#[derive(Default, Clone, Copy, Debug)]
pub(super) struct BuildFnv;
impl std::hash::BuildHasher for BuildFnv {
    type Hasher = Fnv;
    fn build_hasher(&self) -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

pub(super) struct Fnv(u64);
impl std::hash::Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for b in bytes {
            self.0 = (self.0 ^ *b as u64).wrapping_mul(0x100_0000_01b3);
        }
    }
}
