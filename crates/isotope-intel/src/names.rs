//! The names of a program and the entities that they refer to.
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

use foldhash::SharedSeed;
use foldhash::fast::{FoldHasher, SeedableRandomState};

use super::kernel::{FIRST_SURFACE, Kernel, PREDEFINED, SURFACES};

/// Hashes untrusted text, including declarations of a thousand bytes, faster than the standard library. The hash is seeded with
/// random numbers per process, so that an attacker cannot construct collisions.
#[derive(Clone, Debug)]
struct Words(SeedableRandomState);

impl Default for Words {
    fn default() -> Words {
        static DRAWN: LazyLock<(u64, SharedSeed)> = LazyLock::new(|| {
            let random = RandomState::new();
            (random.hash_one(0), SharedSeed::from_u64(random.hash_one(1)))
        });
        Words(SeedableRandomState::with_seed(DRAWN.0, &DRAWN.1))
    }
}

impl BuildHasher for Words {
    type Hasher = FoldHasher<'static>;
    fn build_hasher(&self) -> FoldHasher<'static> {
        self.0.build_hasher()
    }
}

/// Packs a word of at most eight bytes into an integer, first byte lowest, so that words can be compared as integers.
#[inline]
pub(super) fn short(word: &[u8]) -> Option<u64> {
    if let Some(eight) = word.first_chunk() {
        return (word.len() == 8).then_some(u64::from_le_bytes(*eight));
    }
    Some(match (word.first_chunk(), word.last_chunk()) {
        (Some(first), Some(last)) => {
            let last = u64::from(u32::from_le_bytes(*last)) << (8 * (word.len() - 4));
            u64::from(u32::from_le_bytes(*first)) | last
        }
        _ => word.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte)),
    })
}

/// The value 1 in each of eight bytes.
pub(super) const ALL: u64 = 0x0101_0101_0101_0101;

/// The highest bit of the first of eight bytes that equals `byte`; bits of later bytes are arbitrary.
#[inline(always)]
pub(super) fn first_that_is(byte: u8, eight: u64) -> u64 {
    let other = eight ^ (ALL * u64::from(byte));
    other.wrapping_sub(ALL) & !other & (ALL << 7)
}

/// A packed ASCII word (see [`short`]) in lower case.
#[inline]
pub(super) fn small(word: u64) -> u64 {
    let from = |byte: u8| word + ALL * u64::from(0x80 - byte);
    let capitals = from(b'A') & !from(b'Z' + 1) & (ALL << 7);
    word | capitals >> 2
}

/// The entity that a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entity {
    /// A general variable.
    Variable(u32),
    /// An address variable.
    Address(u16),
    /// A predicate; the first declared one is 1.
    Predicate(u16),
    /// A sampler.
    Sampler(u8),
    /// A surface.
    Surface(u8),
}

impl Entity {
    /// Its kind, for messages.
    pub fn what(self) -> &'static str {
        match self {
            Entity::Variable(_) => "a general variable",
            Entity::Address(_) => "an address variable",
            Entity::Predicate(_) => "a predicate",
            Entity::Sampler(_) => "a sampler",
            Entity::Surface(_) => "a surface",
        }
    }
}

/// The declared names of a kernel and the predefined ones.
#[derive(Clone, Debug, Default)]
pub struct Names {
    map: HashMap<String, Entity, Words>,
    labels: HashMap<String, u16, Words>,
}

impl Names {
    /// The names of a kernel's declarations; of two equal names the later one is used.
    pub fn of(kernel: &Kernel) -> Names {
        let mut names = Names::default();
        for (i, v) in kernel.variables.iter().enumerate().skip(super::kernel::FIRST_VARIABLE as usize) {
            names.declare(&v.name, Entity::Variable(i as u32));
        }
        for (i, a) in kernel.addresses.iter().enumerate() {
            names.declare(&named(&a.name, "A", i), Entity::Address(i as u16));
        }
        for (i, p) in kernel.predicates.iter().enumerate() {
            names.declare(&named(&p.name, "P", i + 1), Entity::Predicate(i as u16 + 1));
        }
        for (i, s) in kernel.samplers.iter().enumerate() {
            names.declare(&named(&s.name, "S", i), Entity::Sampler(i as u8));
        }
        for (i, s) in kernel.surfaces.iter().enumerate() {
            let number = i + usize::from(FIRST_SURFACE);
            names.declare(&named(&s.name, "T", number), Entity::Surface(number as u8));
        }
        for (i, l) in kernel.labels.iter().enumerate() {
            names.labels.insert(l.name.clone(), i as u16);
        }
        names
    }
    /// Removes all names.
    pub(super) fn clear(&mut self) {
        self.map.clear();
        self.labels.clear();
    }
    /// Adds a name.
    pub fn declare(&mut self, name: &str, entity: Entity) -> Option<Entity> {
        self.map.insert(name.into(), entity)
    }
    /// Adds a label.
    pub fn declare_label(&mut self, name: &str, index: u16) {
        self.labels.insert(name.into(), index);
    }
    /// The label of that name.
    pub fn label(&self, name: &str) -> Option<u16> {
        self.labels.get(name).copied()
    }
    /// The entity of a name: declared names first, then predefined ones. General variables 0 to 20 are also named `V0` to `V20`.
    pub fn find(&self, name: &str) -> Option<Entity> {
        if let Some(entity) = self.map.get(name) {
            return Some(*entity);
        }
        predefined(name)
    }
    /// Surface names of the documents that the assembler spells differently: `T0`, `T252`, `T255`.
    pub fn documented_surface(name: &str) -> Option<u8> {
        match name {
            "T0" => Some(0),
            "T252" => Some(4),
            "T255" => Some(5),
            _ => None,
        }
    }
}

/// The name of a variable, declared or default.
pub(super) fn named(name: &str, prefix: &str, number: usize) -> String {
    if name.is_empty() { format!("{prefix}{number}") } else { name.into() }
}

/// The names of [`PREDEFINED`], packed by [`short`]; [`u64::MAX`] for longer ones.
static SHORT: LazyLock<[u64; PREDEFINED.len()]> =
    LazyLock::new(|| PREDEFINED.map(|name| short(name.as_bytes()).unwrap_or(u64::MAX)));

/// The predefined entity of a name.
fn predefined(name: &str) -> Option<Entity> {
    if let Some(word) = short(name.as_bytes())
        && let Some(at) = SHORT.iter().position(|other| *other == word)
    {
        return Some(Entity::Variable(at as u32));
    }
    let position = |list: &[&str]| list.iter().position(|n| *n == name);
    if let Some(i) = position(&PREDEFINED) {
        return Some(Entity::Variable(i as u32));
    }
    if let Some(i) = position(&SURFACES) {
        return Some(Entity::Surface(i as u8));
    }
    let number = name.strip_prefix('V')?;
    let index: usize = number.parse().ok()?;
    (index < PREDEFINED.len() && index.to_string() == number).then_some(Entity::Variable(index as u32))
}
