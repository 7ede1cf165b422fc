//! The forms of each mnemonic, and suggestions for misspelled mnemonics.
use super::suggest;

/// Forms by mnemonic. The names are in a table with open addressing, because every command that reads text fills it.
#[derive(Debug)]
pub struct Mnemonics {
    /// Positions in `names`, counted from 1; 0 is a free slot.
    slots: Vec<u16>,
    names: Vec<Named>,
    forms: Vec<u16>,
}

/// A name and its range of forms.
#[derive(Debug)]
struct Named {
    name: &'static str,
    start: u32,
    end: u32,
}

/// A hash of a few bytes. Names come from rows, so they are not chosen to collide.
#[inline]
fn hash(bytes: &[u8]) -> usize {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut all = bytes.len() as u64;
    let mut rest = bytes;
    while let Some((first, more)) = rest.split_first_chunk() {
        all = (all ^ u64::from_le_bytes(*first)).wrapping_mul(ODD);
        all ^= all >> 29;
        rest = more;
    }
    // The last bytes; some of them are read twice.
    let last = match (bytes.last_chunk(), rest.first_chunk(), rest.last_chunk()) {
        (Some(last), ..) => u64::from_le_bytes(*last),
        (None, Some(first), Some(last)) => {
            u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last))
        }
        _ => rest.iter().fold(0, |all, byte| all << 8 | u64::from(*byte)),
    };
    all = (all ^ last).wrapping_mul(ODD);
    (all >> 32) as usize
}

impl Mnemonics {
    /// Lists forms by their names; a form may have several.
    pub fn new(names: impl IntoIterator<Item = (&'static str, u16)>) -> Mnemonics {
        let listed: Vec<(&'static str, u16)> = names.into_iter().collect();
        assert!(listed.len() <= usize::from(u16::MAX), "more names than numbers for them");
        // One slot stays free, so that every search ends.
        let slots = vec![0; (2 * listed.len() + 1).next_power_of_two()];
        let mut all = Mnemonics { slots, names: Vec::new(), forms: vec![0; listed.len()] };
        let mut places = Vec::with_capacity(listed.len());
        for (name, _) in &listed {
            let slot = all.slot(name.as_bytes());
            if all.slots[slot] == 0 {
                all.names.push(Named { name, start: 0, end: 0 });
                all.slots[slot] = all.names.len() as u16;
            }
            let place = usize::from(all.slots[slot]) - 1;
            all.names[place].end += 1;
            places.push(place);
        }
        let mut end = 0;
        for named in &mut all.names {
            named.start = end;
            end += named.end;
            named.end = named.start;
        }
        for ((_, form), place) in listed.iter().zip(places) {
            let named = &mut all.names[place];
            all.forms[named.end as usize] = *form;
            named.end += 1;
        }
        all
    }

    /// The slot of a name, or the free slot for it.
    #[inline]
    fn slot(&self, name: &[u8]) -> usize {
        let last = self.slots.len() - 1;
        let mut slot = hash(name) & last;
        loop {
            match self.slots[slot] {
                0 => return slot,
                n if self.names[usize::from(n) - 1].name.as_bytes() == name => return slot,
                _ => slot = (slot + 1) & last,
            }
        }
    }

    /// The forms of a name, in the order of the table; empty for an unknown name.
    #[inline]
    pub fn forms(&self, name: &[u8]) -> &[u16] {
        match self.slots[self.slot(name)] {
            0 => &[],
            n => {
                let named = &self.names[usize::from(n) - 1];
                &self.forms[named.start as usize..named.end as usize]
            }
        }
    }

    /// The names, sorted.
    pub fn sorted(&self) -> Vec<&'static str> {
        let mut all: Vec<_> = self.names.iter().map(|named| named.name).collect();
        all.sort_unstable();
        all
    }

    /// The message that `word` is unknown, with a suggestion. `name` is the kind of name.
    pub fn unknown(&self, word: &str, name: &str) -> String {
        match suggest::closest(name, self.names.iter().map(|named| named.name)) {
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
