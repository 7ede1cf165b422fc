//! The declarations beside lines of batch mode: a text of them is read once and kept, as long as there is room, in a few
//! vectors that all of them share. Lines come in any order, so that what one needs lies close together.
use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};

use super::Generation;
use super::declare::{PREDEFINED_EXTENTS, declare};
use super::kernel::{Align, Attribute, FIRST_VARIABLE};
use super::names::{Entity, Words, predefined};
use super::scope::{Declare, Declared, Extent, Scope, SmallKind, position_or_push};
use super::target::Device;

/// Texts that are looked at together.
pub(super) const AHEAD: usize = 16;
/// Bytes that come from memory at once.
const LINE: usize = 64;
/// Bytes that the caches of a host hold beside other things.
const NEAR: usize = 8 << 20;
/// Bytes that are kept before all is forgotten.
const KEPT: usize = 64 << 20;

/// What declarations are known.
pub(super) struct Known {
    device: Device,
    hasher: Words,
    /// The texts by their hashes, among places without one: a power of two of them, of which at most half are taken.
    table: Vec<Place>,
    /// How many are taken.
    count: u32,
    /// Names of each text, then the text itself.
    words: String,
    /// Names of each text by their hashes.
    cells: Vec<Cell>,
    variables: Vec<Variable>,
    smalls: Vec<Small>,
    failures: Vec<String>,
    /// Labels and strings that lines named, and beside which declarations. They are numbered from one line to the next, and anew
    /// once other declarations stood between.
    labels: Labels,
    texts: Vec<String>,
    open: Option<u32>,
}

/// Labels by number.
#[derive(Default)]
struct Labels {
    names: Vec<String>,
    numbers: HashMap<String, u16, Words>,
}

impl Labels {
    /// The number of a label, the next one if it is new.
    fn of(&mut self, name: &str) -> u16 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.names.len().min(usize::from(u16::MAX)) as u16;
        self.names.push(name.into());
        self.numbers.insert(name.into(), number);
        number
    }
    fn clear(&mut self) {
        self.names.clear();
        self.numbers.clear();
    }
}

/// Where the parts of one text are. It has a line of the cache to itself.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Place {
    hash: u64,
    /// Its number, from 1 on; 0 where no text is.
    number: u32,
    /// What is wrong with it, from 1 on; 0 for nothing.
    failure: u32,
    text: (u32, u32),
    /// The first cell, and the number of cells less one: a power of two less one.
    cells: (u32, u32),
    variables: (u32, u32),
    /// By [`SmallKind`].
    counts: [u32; 4],
}

/// A name: 0 for none, else the upper half of its hash with its highest bit set, whether it is a small variable, and its
/// number among the variables of the text, or among all small ones.
#[derive(Clone, Copy, Debug, Default)]
struct Cell(u64);

const SMALL: u64 = 1 << 31;

/// A general variable.
#[derive(Clone, Copy, Debug)]
struct Variable {
    extent: Extent,
    name: (u32, u32),
}

/// Another variable.
#[derive(Clone, Copy, Debug)]
struct Small {
    entity: Entity,
    name: (u32, u32),
}

impl Known {
    pub fn new(device: Device) -> Known {
        Known {
            device,
            hasher: Words::default(),
            table: vec![Place::default(); 64],
            count: 0,
            words: String::new(),
            cells: Vec::new(),
            variables: Vec::new(),
            smalls: Vec::new(),
            failures: Vec::new(),
            labels: Labels::default(),
            texts: Vec::new(),
            open: None,
        }
    }

    /// The declarations of a text, separated by `;`.
    ///
    /// # Errors
    /// What is wrong with them.
    #[inline]
    pub fn declare(&mut self, text: &str) -> Result<Among<'_>, String> {
        let place = self.place(text);
        if self.open.is_some_and(|open| open != place.number) {
            self.forget();
        }
        match place.failure.checked_sub(1) {
            Some(failure) => Err(self.failures[failure as usize].clone()),
            None => Ok(Among { known: self, place }),
        }
    }

    fn forget(&mut self) {
        self.labels.clear();
        self.texts.clear();
        self.open = None;
    }

    fn place(&mut self, text: &str) -> Place {
        let hash = self.hash(text);
        let mut slot = hash as usize;
        loop {
            let place = &self.table[slot & (self.table.len() - 1)];
            if place.number == 0 {
                return self.read(text, hash);
            }
            if place.hash == hash && self.slice(place.text) == text.as_bytes() {
                return *place;
            }
            slot = slot.wrapping_add(1);
        }
    }

    /// Bytes that are kept.
    fn held(&self) -> usize {
        let lists = size_of_val(&*self.cells) + size_of_val(&*self.variables) + size_of_val(&*self.smalls);
        self.words.len() + lists + size_of_val(&*self.table)
    }

    /// Whether so much is known that looking ahead pays.
    pub fn is_large(&self) -> bool {
        self.held() > NEAR
    }

    /// Looks at what is known of texts with these hashes: first at all their places, then at all that these lead to, so that what
    /// is not in the cache comes at the same time.
    pub fn fetch(&self, hashes: &[u64]) {
        let last = self.table.len() - 1;
        let mut places = [Place::default(); AHEAD];
        for (place, hash) in places.iter_mut().zip(hashes) {
            *place = self.table[*hash as usize & last];
        }
        let mut all = 0;
        for Place { text: (text, len), cells, variables, .. } in places.iter().take(hashes.len()) {
            // Names stand in front of their text.
            let names = (*text).min(LINE as u32);
            lines(self.words.as_bytes(), text - names, len + names).for_each(|byte| all ^= u64::from(*byte));
            lines(&self.cells, cells.0, cells.1 + 1).for_each(|cell| all ^= cell.0);
            lines(&self.variables, variables.0, variables.1).for_each(|variable| all ^= u64::from(variable.name.0));
        }
        std::hint::black_box(all);
    }

    /// The hash of a text.
    #[inline]
    pub fn hash(&self, text: &str) -> u64 {
        let mut hasher = self.hasher.build_hasher();
        hasher.write(text.as_bytes());
        hasher.finish()
    }

    #[inline]
    fn slice(&self, (from, len): (u32, u32)) -> &[u8] {
        &self.words.as_bytes()[from as usize..][..len as usize]
    }

    /// Keeps bytes of words.
    fn keep(&mut self, text: &str) -> (u32, u32) {
        let from = self.words.len();
        self.words.push_str(text);
        (from as u32, text.len() as u32)
    }

    /// Reads a text that is not known.
    #[cold]
    fn read(&mut self, text: &str, hash: u64) -> Place {
        if self.held() > KEPT {
            self.table.fill(Place::default());
            self.count = 0;
            self.words.clear();
            self.cells.clear();
            self.variables.clear();
            self.smalls.clear();
            self.failures.clear();
            self.forget();
        }
        self.count += 1;
        // No more names than pieces of the text.
        let most = text.bytes().filter(|b| *b == b';').count() + 1;
        let cells = (most + most / 2 + 1).next_power_of_two();
        let place = Place {
            hash,
            number: self.count,
            cells: (self.cells.len() as u32, cells as u32 - 1),
            variables: (self.variables.len() as u32, 0),
            ..Place::default()
        };
        self.cells.resize(self.cells.len() + cells, Cell::default());
        let mut among = Among { known: self, place };
        let declared = unescape(text).split(';').filter(|l| !l.trim().is_empty()).try_for_each(|line| {
            declare(&mut among, line)
                .map_err(|e| format!("declaration `{}`, column {}: {e}", line.trim(), e.span.start + 1))
        });
        let mut place = among.place;
        if let Err(failure) = declared {
            self.failures.push(failure);
            place.failure = self.failures.len() as u32;
        }
        place.text = self.keep(text);
        self.enter(place);
        place
    }

    /// Puts a text into the table.
    fn enter(&mut self, place: Place) {
        if 2 * self.count as usize > self.table.len() {
            let larger = vec![Place::default(); 2 * self.table.len()];
            let before = std::mem::replace(&mut self.table, larger);
            before.into_iter().filter(|place| place.number != 0).for_each(|place| self.put(place));
        }
        self.put(place);
    }

    fn put(&mut self, place: Place) {
        let mask = self.table.len() - 1;
        let mut slot = place.hash as usize & mask;
        while self.table[slot].number != 0 {
            slot = (slot + 1) & mask;
        }
        self.table[slot] = place;
    }
}

/// An element of each line of memory that a part of a list has.
#[inline]
fn lines<T>(list: &[T], from: u32, count: u32) -> impl Iterator<Item = &T> {
    let part = list.get(from as usize..(from + count) as usize).unwrap_or(&[]);
    part.chunks(LINE / size_of::<T>()).filter_map(|line| line.first())
}

/// The declarations of one text.
pub(super) struct Among<'a> {
    known: &'a mut Known,
    place: Place,
}

impl Among<'_> {
    /// Where a name is or would be, and what it stands for.
    #[inline]
    fn cell(&self, name: &str, hash: u64) -> (usize, Option<Entity>) {
        let (from, mask) = (self.place.cells.0 as usize, self.place.cells.1 as usize);
        let mut slot = hash as usize;
        loop {
            let at = from + (slot & mask);
            let cell = self.known.cells[at].0;
            if cell == 0 {
                return (at, None);
            }
            if cell >> 32 == tag(hash) {
                let number = (cell & (SMALL - 1)) as u32;
                let (entity, kept) = if cell & SMALL == 0 {
                    let variable = &self.known.variables[(self.place.variables.0 + number) as usize];
                    (Entity::Variable(FIRST_VARIABLE + number), variable.name)
                } else {
                    let small = &self.known.smalls[number as usize];
                    (small.entity, small.name)
                };
                if self.known.slice(kept) == name.as_bytes() {
                    return (at, Some(entity));
                }
            }
            slot = slot.wrapping_add(1);
        }
    }

    /// Enters a name; of two equal ones the later counts.
    fn enter(&mut self, name: &str, number: u64) {
        let hash = self.known.hash(name);
        let (at, _) = self.cell(name, hash);
        self.known.cells[at] = Cell(tag(hash) << 32 | number);
    }

    #[inline]
    fn variable(&self, index: u32) -> Option<&Variable> {
        let (from, count) = self.place.variables;
        let at = index.checked_sub(FIRST_VARIABLE).filter(|at| *at < count)?;
        self.known.variables.get((from + at) as usize)
    }
}

/// The upper half of a hash with its highest bit set.
#[inline]
fn tag(hash: u64) -> u64 {
    hash >> 32 | 1 << 31
}

impl Declared for Among<'_> {
    #[inline]
    fn extent(&self, variable: u32) -> Option<Extent> {
        if let Some(variable) = self.variable(variable) {
            return Some(variable.extent);
        }
        let (ty, elements) = *PREDEFINED_EXTENTS.get(variable as usize)?;
        Some(Extent { ty, elements, alias: None })
    }
    fn variable_name(&self, variable: u32) -> &str {
        let Some(variable) = self.variable(variable) else { return "" };
        let (from, len) = variable.name;
        &self.known.words[from as usize..][..len as usize]
    }
    fn variables(&self) -> usize {
        (FIRST_VARIABLE + self.place.variables.1) as usize
    }
    fn addresses(&self) -> usize {
        self.count(SmallKind::Address)
    }
    fn predicates(&self) -> usize {
        self.count(SmallKind::Predicate)
    }
    fn surfaces(&self) -> usize {
        self.count(SmallKind::Surface)
    }
    fn label_name(&self, index: u16) -> Option<&str> {
        self.known.labels.names.get(usize::from(index)).map(|name| &**name)
    }
    fn string(&self, index: u32) -> Option<&str> {
        self.known.texts.get(index as usize).map(|text| &**text)
    }
}

impl Scope for Among<'_> {
    #[inline]
    fn find(&self, name: &str) -> Option<Entity> {
        // Declared names do not begin with `%`.
        if name.as_bytes().first() != Some(&b'%') {
            let (_, found) = self.cell(name, self.known.hash(name));
            if found.is_some() {
                return found;
            }
        }
        predefined(name)
    }
    fn register(&self) -> u32 {
        self.known.device.register
    }
    fn generation(&self) -> Generation {
        self.known.device.generation
    }
    fn label_of(&mut self, name: &str) -> u16 {
        self.known.open = Some(self.place.number);
        self.known.labels.of(name)
    }
    fn text_of(&mut self, text: &str) -> u32 {
        self.known.open = Some(self.place.number);
        position_or_push(&mut self.known.texts, text)
    }
}

impl Declare for Among<'_> {
    #[inline]
    fn count(&self, kind: SmallKind) -> usize {
        self.place.counts[kind as usize] as usize
    }
    fn declare_variable(&mut self, name: &str, extent: Extent, _: Align, _: Vec<Attribute>) {
        let kept = self.known.keep(name);
        self.known.variables.push(Variable { extent, name: kept });
        self.enter(name, self.place.variables.1.into());
        self.place.variables.1 += 1;
    }
    fn declare_small(&mut self, kind: SmallKind, name: &str, _: &str, _: u16, _: Vec<Attribute>, entity: Entity) {
        let kept = self.known.keep(name);
        self.enter(name, SMALL | self.known.smalls.len() as u64);
        self.known.smalls.push(Small { entity, name: kept });
        self.place.counts[kind as usize] += 1;
    }
}

/// `\t`, `\n` and `\\` as they are written in a line.
pub(super) fn unescape(text: &str) -> Cow<'_, str> {
    if !text.as_bytes().contains(&b'\\') {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    unescape_into(text, &mut out);
    out.into()
}

/// The same behind a text.
pub(super) fn unescape_into(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
        let (meant, len) = match rest.as_bytes().get(at + 1) {
            Some(b't') => ('\t', 2),
            Some(b'n') => ('\n', 2),
            Some(b'\\') => ('\\', 2),
            _ => ('\\', 1),
        };
        out.push_str(&rest[..at]);
        out.push(meant);
        rest = &rest[at + len..];
    }
    out.push_str(rest);
}
