//! What was learnt of lines before, found by a hash of what those to come have in common with them.

/// How many entries are kept, and the first number of places in which they are found; then four times as many as entries.
const MOST: usize = 1 << 14;
const PLACES: usize = 1 << 10;
/// Places for hashes that were seen once.
const ONCE: usize = 4 * MOST;

/// What is found by its hash.
pub trait Hashed {
    fn hash(&self) -> u32;
}

/// Entries, each at the first place that was free from that of its hash on.
pub struct Memory<T> {
    /// A power of two of them. Counted from 1; 0 is free.
    places: Vec<u16>,
    entries: Vec<T>,
    /// A part of the hashes that were seen once: most lines that are new never come again.
    once: Vec<u16>,
}

impl<T: Hashed> Memory<T> {
    pub fn new() -> Memory<T> {
        Memory { places: vec![0; PLACES], entries: Vec::new(), once: vec![0; ONCE] }
    }

    /// Forgets all entries.
    #[cold]
    pub fn forget(&mut self) {
        self.places = vec![0; PLACES];
        self.entries.clear();
    }

    /// The index of the entry of a hash that is the one.
    #[inline(always)]
    pub fn find(&self, hash: u32, is: impl Fn(&T) -> bool) -> Option<usize> {
        let mut place = hash as usize;
        loop {
            let index = *self.places.get(place & (self.places.len() - 1))?;
            let entry = usize::from(index).wrapping_sub(1);
            if is(self.entries.get(entry)?) {
                return Some(entry);
            }
            place += 1;
        }
    }

    #[inline(always)]
    pub fn get(&self, index: usize) -> Option<&T> {
        self.entries.get(index)
    }

    #[inline(always)]
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        self.entries.get_mut(index)
    }

    /// Whether a hash was seen before; if not, it is from now on.
    pub fn seen(&mut self, hash: u32) -> bool {
        let mark = (hash >> 16) as u16 | 1;
        std::mem::replace(&mut self.once[hash as usize % ONCE], mark) == mark
    }

    /// Keeps an entry that is not found yet. As many as are kept at most are no code that people or compilers write: then all others go.
    pub fn keep(&mut self, entry: T) {
        if self.entries.len() == MOST {
            self.forget();
        }
        self.entries.push(entry);
        if 4 * self.entries.len() > self.places.len() {
            self.places = vec![0; 2 * self.places.len()];
            (0..self.entries.len()).for_each(|index| self.place(index));
        } else {
            self.place(self.entries.len() - 1);
        }
    }

    /// Puts an entry into the first place that is free for it.
    fn place(&mut self, index: usize) {
        let last = self.places.len() - 1;
        let mut place = self.entries[index].hash() as usize & last;
        while self.places[place] != 0 {
            place = (place + 1) & last;
        }
        self.places[place] = index as u16 + 1;
    }
}
