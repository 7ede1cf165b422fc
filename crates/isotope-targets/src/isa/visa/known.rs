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

/// Bytes that are kept before all is forgotten.
const KEPT: usize = 64 << 20;

/// What declarations are known.
pub(super) struct Known {
    device: Device,
    hasher: Words,
    /// Where a text is: half of its hash, and its number from 1 on; 0 where there is none. At most half are taken.
    table: Vec<u64>,
    places: Vec<Place>,
    /// Names of each text, then the text itself.
    words: String,
    cells: Vec<Cell>,
    variables: Vec<Variable>,
    failures: Vec<String>,
    /// Labels and strings that lines named, and beside which declarations. They are numbered from one line to the next, and anew
    /// once other declarations stood between.
    labels: Labels,
    texts: Vec<String>,
    open: Option<usize>,
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

/// Where the parts of one text are.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    hash: u64,
    text: (u32, u32),
    /// The first cell, and the number of cells less one: a power of two less one.
    cells: (u32, u32),
    variables: (u32, u32),
    /// By [`SmallKind`].
    smalls: [u32; 4],
    failure: Option<u32>,
}

/// A name: the upper half of its hash, what it stands for, where its bytes are. Nothing stands for no name.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    hash: u32,
    entity: u32,
    name: (u32, u32),
}

/// A general variable.
#[derive(Clone, Copy, Debug)]
struct Variable {
    extent: Extent,
    name: (u32, u32),
}

/// An entity in a cell, never 0.
fn pack(entity: Entity) -> u32 {
    match entity {
        Entity::Variable(index) => 1 << 16 | index,
        Entity::Address(index) => 2 << 16 | u32::from(index),
        Entity::Predicate(index) => 3 << 16 | u32::from(index),
        Entity::Sampler(index) => 4 << 16 | u32::from(index),
        Entity::Surface(index) => 5 << 16 | u32::from(index),
    }
}

#[inline]
fn unpack(cell: u32) -> Option<Entity> {
    let index = cell as u16;
    Some(match cell >> 16 {
        1 => Entity::Variable(index.into()),
        2 => Entity::Address(index),
        3 => Entity::Predicate(index),
        4 => Entity::Sampler(index as u8),
        5 => Entity::Surface(index as u8),
        _ => return None,
    })
}

impl Known {
    pub fn new(device: Device) -> Known {
        Known {
            device,
            hasher: Words::default(),
            table: vec![0; 64],
            places: Vec::new(),
            words: String::new(),
            cells: Vec::new(),
            variables: Vec::new(),
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
        let at = self.at(text);
        if self.open.is_some_and(|open| open != at) {
            self.forget();
        }
        let place = self.places[at];
        match place.failure {
            Some(failure) => Err(self.failures[failure as usize].clone()),
            None => Ok(Among { known: self, at, place }),
        }
    }

    fn forget(&mut self) {
        self.labels.clear();
        self.texts.clear();
        self.open = None;
    }

    /// The number of a text.
    fn at(&mut self, text: &str) -> usize {
        let hash = self.hash(text);
        let mut slot = hash as usize;
        loop {
            let found = self.table[slot & (self.table.len() - 1)];
            if found == 0 {
                return self.read(text, hash);
            }
            let at = found as u32 as usize - 1;
            if found >> 32 == hash >> 32 && self.slice(self.places[at].text) == text.as_bytes() {
                return at;
            }
            slot = slot.wrapping_add(1);
        }
    }

    #[inline]
    fn hash(&self, text: &str) -> u64 {
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
    fn read(&mut self, text: &str, hash: u64) -> usize {
        let size = self.words.len() + size_of_val(&*self.cells) + size_of_val(&*self.variables);
        if size + size_of_val(&*self.places) + size_of_val(&*self.table) > KEPT {
            self.table.fill(0);
            self.places.clear();
            self.words.clear();
            self.cells.clear();
            self.variables.clear();
            self.failures.clear();
            self.forget();
        }
        let at = self.places.len();
        // No more names than pieces of the text.
        let most = text.bytes().filter(|b| *b == b';').count() + 1;
        let cells = (most + most / 2 + 1).next_power_of_two();
        let place = Place {
            hash,
            cells: (self.cells.len() as u32, cells as u32 - 1),
            variables: (self.variables.len() as u32, 0),
            ..Place::default()
        };
        self.cells.resize(self.cells.len() + cells, Cell::default());
        let mut among = Among { known: self, at, place };
        let declared = unescape(text).split(';').filter(|l| !l.trim().is_empty()).try_for_each(|line| {
            declare(&mut among, line)
                .map_err(|e| format!("declaration `{}`, column {}: {e}", line.trim(), e.span.start + 1))
        });
        let mut place = among.place;
        if let Err(failure) = declared {
            place.failure = Some(self.failures.len() as u32);
            self.failures.push(failure);
        }
        place.text = self.keep(text);
        self.places.push(place);
        self.enter(at);
        at
    }

    /// Puts a text into the table.
    fn enter(&mut self, at: usize) {
        let from = if 2 * (at + 1) > self.table.len() {
            self.table = vec![0; 2 * self.table.len()];
            0
        } else {
            at
        };
        for at in from..=at {
            let hash = self.places[at].hash;
            let mut slot = hash as usize & (self.table.len() - 1);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (self.table.len() - 1);
            }
            self.table[slot] = hash >> 32 << 32 | (at as u64 + 1);
        }
    }
}

/// The declarations of one text.
pub(super) struct Among<'a> {
    known: &'a mut Known,
    at: usize,
    place: Place,
}

impl Among<'_> {
    /// Where a name is or would be.
    #[inline]
    fn cell(&self, name: &str, hash: u64) -> usize {
        let (from, mask) = (self.place.cells.0 as usize, self.place.cells.1 as usize);
        let tag = (hash >> 32) as u32;
        let mut slot = hash as usize;
        loop {
            let at = from + (slot & mask);
            let cell = &self.known.cells[at];
            if cell.entity == 0 || cell.hash == tag && self.known.slice(cell.name) == name.as_bytes() {
                return at;
            }
            slot = slot.wrapping_add(1);
        }
    }

    /// Of two equal names the later counts.
    fn name(&mut self, name: &str, entity: Entity) -> (u32, u32) {
        let hash = self.known.hash(name);
        let at = self.cell(name, hash);
        let kept = match self.known.cells[at] {
            Cell { entity: 0, .. } => self.known.keep(name),
            cell => cell.name,
        };
        self.known.cells[at] = Cell { hash: (hash >> 32) as u32, entity: pack(entity), name: kept };
        kept
    }

    #[inline]
    fn variable(&self, index: u32) -> Option<&Variable> {
        let (from, count) = self.place.variables;
        let at = index.checked_sub(FIRST_VARIABLE).filter(|at| *at < count)?;
        self.known.variables.get((from + at) as usize)
    }
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
        if !name.starts_with('%') {
            let found = unpack(self.known.cells[self.cell(name, self.known.hash(name))].entity);
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
        self.known.open = Some(self.at);
        self.known.labels.of(name)
    }
    fn text_of(&mut self, text: &str) -> u32 {
        self.known.open = Some(self.at);
        position_or_push(&mut self.known.texts, text)
    }
}

impl Declare for Among<'_> {
    #[inline]
    fn count(&self, kind: SmallKind) -> usize {
        self.place.smalls[kind as usize] as usize
    }
    fn declare_variable(&mut self, name: &str, extent: Extent, _: Align, _: Vec<Attribute>) {
        let name = self.name(name, Entity::Variable(FIRST_VARIABLE + self.place.variables.1));
        self.place.variables.1 += 1;
        self.known.variables.push(Variable { extent, name });
    }
    fn declare_small(&mut self, kind: SmallKind, name: &str, _: &str, _: u16, _: Vec<Attribute>, entity: Entity) {
        self.place.smalls[kind as usize] += 1;
        self.name(name, entity);
    }
}

/// `\t`, `\n` and `\\` as they are written in a line.
pub(super) fn unescape(text: &str) -> Cow<'_, str> {
    if !text.as_bytes().contains(&b'\\') {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match (c, rest.clone().next()) {
            ('\\', Some(after @ ('t' | 'n' | '\\'))) => {
                rest.next();
                out.push(match after {
                    't' => '\t',
                    'n' => '\n',
                    _ => '\\',
                });
            }
            _ => out.push(c),
        }
    }
    out.into()
}
