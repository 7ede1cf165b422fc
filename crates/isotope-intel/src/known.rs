//! The declarations beside lines of batch mode: a text of them is read once and kept, as long as there is room, in a few
//! vectors that all of them share. Lines come in any order, so that what one needs lies close together.
use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};

use super::Generation;
use super::declare::{PREDEFINED_EXTENTS, declare};
use super::inst::Type;
use super::kernel::{Align, Attribute, FIRST_VARIABLE};
use super::names::{Entity, Words, predefined, predefined_short, short};
use super::scope::{Declare, Declared, Extent, Measure, Scope, SmallKind, position_or_push};
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
    /// Long names of each text, then the text itself.
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
    name: Name,
    /// The variable that it is another name for, and the byte offset in it; [`NONE`] where it is none.
    alias: u32,
    alias_at: u16,
    /// Of the elements, and their number.
    ty: Type,
    elements: u16,
    /// What [`Scope::placed`] says of it; [`NONE`] for nothing.
    placed: u32,
}

const NONE: u32 = u32::MAX;

impl Variable {
    #[inline]
    fn extent(&self) -> Extent {
        let alias = (self.alias != NONE).then_some((self.alias, self.alias_at));
        Extent { ty: self.ty, elements: self.elements, alias }
    }
}

/// Another variable.
#[derive(Clone, Copy, Debug)]
struct Small {
    entity: Entity,
    name: Name,
}

/// A name. Its bytes, the others 0, if it is [`short`]; else where it is kept and its length, and the highest bit, which no byte of a
/// name has.
#[derive(Clone, Copy, Debug)]
struct Name([u8; 8]);

const LONG: u64 = 1 << 63;

impl Name {
    #[inline]
    fn bits(self) -> u64 {
        u64::from_le_bytes(self.0)
    }
    /// Where a long name is kept.
    fn kept(self) -> Option<(u32, u32)> {
        (self.bits() >= LONG).then_some((self.bits() as u32, ((self.bits() ^ LONG) >> 32) as u32))
    }
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
            lines(self.words.as_bytes(), *text, *len).for_each(|byte| all ^= u64::from(*byte));
            lines(&self.cells, cells.0, cells.1 + 1).for_each(|cell| all ^= cell.0);
            lines(&self.variables, variables.0, variables.1).for_each(|variable| all ^= variable.name.bits());
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

    /// The hash of a name.
    #[inline]
    fn hash_short(&self, name: u64) -> u64 {
        let mut hasher = self.hasher.build_hasher();
        hasher.write_u64(name);
        hasher.finish()
    }

    #[inline]
    fn slice(&self, (from, len): (u32, u32)) -> &[u8] {
        &self.words.as_bytes()[from as usize..][..len as usize]
    }

    /// Keeps a name.
    fn name(&mut self, name: &str) -> Name {
        let bits = short(name.as_bytes()).unwrap_or_else(|| {
            let (from, len) = self.keep(name);
            LONG | u64::from(len) << 32 | u64::from(from)
        });
        Name(bits.to_le_bytes())
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
    fn cell(&self, hash: u64, same: impl Fn(Name) -> bool) -> (usize, Option<Entity>) {
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
                let (entity, name) = if cell & SMALL == 0 {
                    let variable = &self.known.variables[(self.place.variables.0 + number) as usize];
                    (Entity::Variable(FIRST_VARIABLE + number), variable.name)
                } else {
                    let small = &self.known.smalls[number as usize];
                    (small.entity, small.name)
                };
                if same(name) {
                    return (at, Some(entity));
                }
            }
            slot = slot.wrapping_add(1);
        }
    }

    /// The same of a short name.
    #[inline]
    fn short(&self, name: u64) -> (usize, Option<Entity>) {
        self.cell(self.known.hash_short(name), |other| other.bits() == name)
    }

    /// The same of any name.
    #[inline]
    fn named(&self, name: &str) -> (usize, Option<Entity>) {
        match short(name.as_bytes()) {
            Some(name) => self.short(name),
            None => self.cell(self.known.hash(name), |other| {
                other.kept().is_some_and(|kept| self.known.slice(kept) == name.as_bytes())
            }),
        }
    }

    /// Enters a name; of two equal ones the later counts.
    fn enter(&mut self, name: &str, number: u64) {
        let hash = match short(name.as_bytes()) {
            Some(name) => self.known.hash_short(name),
            None => self.known.hash(name),
        };
        let (at, _) = self.named(name);
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
            return Some(variable.extent());
        }
        let (ty, elements) = *PREDEFINED_EXTENTS.get(variable as usize)?;
        Some(Extent { ty, elements, alias: None })
    }
    fn variable_name(&self, variable: u32) -> &str {
        let Some(Variable { name, .. }) = self.variable(variable) else { return "" };
        let bytes = match name.kept() {
            Some(kept) => self.known.slice(kept),
            None => &name.0[..8 - name.bits().leading_zeros() as usize / 8],
        };
        std::str::from_utf8(bytes).unwrap_or("")
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
            let (_, found) = self.named(name);
            if found.is_some() {
                return found;
            }
        }
        predefined(name)
    }
    #[inline]
    fn find_short(&self, name: u64) -> Option<u32> {
        // Declared names do not begin with `%`.
        if name as u8 == b'%' {
            return predefined_short(name);
        }
        let hash = self.known.hash_short(name);
        let (cells, variables) = (&self.known.cells, &self.known.variables);
        let (from, mask) = (self.place.cells.0 as usize, self.place.cells.1 as usize);
        let mut slot = hash as usize;
        // As `cell` does, which decides where anything else has that hash.
        loop {
            let cell = cells.get(from + (slot & mask))?.0;
            if cell == 0 {
                return None;
            }
            if cell >> 32 == tag(hash) {
                let number = cell as u32;
                if u64::from(number) & SMALL == 0
                    && variables.get((self.place.variables.0 + number) as usize)?.name.bits() == name
                {
                    return Some(FIRST_VARIABLE + number);
                }
                return match self.short(name).1 {
                    Some(Entity::Variable(variable)) => Some(variable),
                    _ => None,
                };
            }
            slot = slot.wrapping_add(1);
        }
    }
    #[inline]
    fn placed(&self, variable: u32) -> Option<u32> {
        match self.variable(variable) {
            Some(variable) => (variable.placed != NONE).then_some(variable.placed),
            None => self.shift(variable),
        }
    }
    #[inline]
    fn measure(&self, variable: u32) -> Option<Measure> {
        let Variable { ty, elements, placed, .. } = *self.variable(variable)?;
        let placed = (placed != NONE).then_some(placed);
        Some(Measure { ty, bytes: ty.bytes() * u32::from(elements), placed })
    }
    #[inline]
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
        let kept = self.known.name(name);
        let Extent { ty, elements, alias } = extent;
        let (alias, alias_at) = alias.unwrap_or((NONE, 0));
        self.known.variables.push(Variable { name: kept, alias, alias_at, ty, elements, placed: NONE });
        self.enter(name, self.place.variables.1.into());
        self.place.variables.1 += 1;
        let placed = self.shift(FIRST_VARIABLE + self.place.variables.1 - 1);
        if let (Some(variable), Some(placed)) = (self.known.variables.last_mut(), placed) {
            variable.placed = placed;
        }
    }
    fn declare_small(&mut self, kind: SmallKind, name: &str, _: &str, _: u16, _: Vec<Attribute>, entity: Entity) {
        let kept = self.known.name(name);
        self.enter(name, SMALL | self.known.smalls.len() as u64);
        self.known.smalls.push(Small { entity, name: kept });
        self.place.counts[kind as usize] += 1;
    }
}

/// `\t`, `\n` and `\\` as they are written in a line.
pub(super) fn unescape(text: &str) -> Cow<'_, str> {
    let Some((plain, rest)) = text.split_once('\\') else { return text.into() };
    let (mut out, mut rest) = (plain.to_string(), rest);
    loop {
        let meant = match rest.as_bytes().first() {
            Some(b't') => Some('\t'),
            Some(b'n') => Some('\n'),
            Some(b'\\') => Some('\\'),
            _ => None,
        };
        out.push(meant.unwrap_or('\\'));
        let behind = &rest[usize::from(meant.is_some())..];
        let Some((plain, after)) = behind.split_once('\\') else {
            out.push_str(behind);
            return out.into();
        };
        out.push_str(plain);
        rest = after;
    }
}
