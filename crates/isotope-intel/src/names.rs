//! What the names of a program stand for.
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

use foldhash::SharedSeed;
use foldhash::fast::{FoldHasher, SeedableRandomState};

use super::kernel::{FIRST_SURFACE, Kernel, PREDEFINED, SURFACES};

/// Hashes texts that strangers wrote, declarations of a thousand bytes among them, faster than the standard library. What
/// collides depends on numbers drawn by the process, so that nobody can choose texts that do.
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

/// The bytes of a word of at most eight of them as a number, the first lowest, so that words are compared as numbers are.
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

/// A one in each of eight bytes.
pub(super) const ALL: u64 = 0x0101_0101_0101_0101;

/// The highest bit of the first of eight bytes that is this one; those behind it may be set or not.
#[inline(always)]
pub(super) fn first_that_is(byte: u8, eight: u64) -> u64 {
    let other = eight ^ (ALL * u64::from(byte));
    other.wrapping_sub(ALL) & !other & (ALL << 7)
}

/// A word of ASCII as [`short`] gives it, in small letters.
#[inline]
pub(super) fn small(word: u64) -> u64 {
    let from = |byte: u8| word + ALL * u64::from(0x80 - byte);
    let capitals = from(b'A') & !from(b'Z' + 1) & (ALL << 7);
    word | capitals >> 2
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entity {
    /// A general variable.
    Variable(u32),
    /// An address variable.
    Address(u16),
    /// A predicate, 1 the first declared.
    Predicate(u16),
    /// A sampler.
    Sampler(u8),
    /// A surface.
    Surface(u8),
}

impl Entity {
    /// What it is, for messages.
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
    /// The names of a kernel's declarations; of two equal ones the later counts.
    pub fn of(kernel: &Kernel) -> Names {
        let mut names = Names::default();
        let small =
            |name: &str, prefix: &str, i: usize| if name.is_empty() { format!("{prefix}{i}") } else { name.into() };
        for (i, v) in kernel.variables.iter().enumerate().skip(super::kernel::FIRST_VARIABLE as usize) {
            names.declare(&v.name, Entity::Variable(i as u32));
        }
        for (i, a) in kernel.addresses.iter().enumerate() {
            names.declare(&small(&a.name, "A", i), Entity::Address(i as u16));
        }
        for (i, p) in kernel.predicates.iter().enumerate() {
            names.declare(&small(&p.name, "P", i + 1), Entity::Predicate(i as u16 + 1));
        }
        for (i, s) in kernel.samplers.iter().enumerate() {
            names.declare(&small(&s.name, "S", i), Entity::Sampler(i as u8));
        }
        for (i, s) in kernel.surfaces.iter().enumerate() {
            names.declare(
                &small(&s.name, "T", i + usize::from(FIRST_SURFACE)),
                Entity::Surface(i as u8 + FIRST_SURFACE),
            );
        }
        for (i, l) in kernel.labels.iter().enumerate() {
            names.labels.insert(l.name.clone(), i as u16);
        }
        names
    }
    /// Takes all names away.
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
    /// What a name stands for: what is declared, else what is predefined. General variables 0 to 20 are also `V0` to `V20`.
    pub fn find(&self, name: &str) -> Option<Entity> {
        if let Some(entity) = self.map.get(name) {
            return Some(*entity);
        }
        predefined(name)
    }
    /// What the documents call surfaces that the assembler names otherwise: `T0`, `T252`, `T255`.
    pub fn documented_surface(name: &str) -> Option<u8> {
        match name {
            "T0" => Some(0),
            "T252" => Some(4),
            "T255" => Some(5),
            _ => None,
        }
    }
}

/// The names of [`PREDEFINED`] as [`short`] gives them; [`u64::MAX`] for those that are longer.
static SHORT: LazyLock<[u64; PREDEFINED.len()]> =
    LazyLock::new(|| PREDEFINED.map(|name| short(name.as_bytes()).unwrap_or(u64::MAX)));

/// What a name stands for that is not declared.
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
