//! What follows from a form alone, worked out when the form is first used: flat lists of steps by which its instructions are decoded,
//! encoded, printed and read.
//!
//! A plan holds no knowledge of its own. Where it cannot be sure to give what the general way gives, it leaves the instruction to it:
//! [`super::print`], [`super::parse`] and the items of the syntax remain what decides, and all messages are theirs.

pub(super) mod codec;
mod kinds;
mod memory;
pub(super) mod print;
pub(super) mod read;
pub(super) mod rules;
mod shape;
pub(super) mod words;

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};

use super::compile::Form;

/// Profiles with plans; others take the general way.
const PROFILES: usize = 4;

/// The plans of a form, by profile, where the profile matters.
#[derive(Default)]
pub(super) struct Plans {
    put: OnceLock<codec::Puts>,
    pull: [OnceLock<&'static codec::Pulls>; PROFILES],
    print: [OnceLock<&'static print::Steps>; PROFILES],
    loose: [OnceLock<Option<print::Loose>>; PROFILES],
    read: [OnceLock<&'static read::Steps>; PROFILES],
}

/// What forms share that have the same lists and register files; there are few of them, and they stay.
struct Shared<K: 'static, V: 'static>(LazyLock<Mutex<HashMap<K, V>>>);

impl<K: Hash + Eq, V: Copy> Shared<K, V> {
    const fn new() -> Shared<K, V> {
        Shared(LazyLock::new(Mutex::default))
    }

    /// What a key has, made where it has nothing.
    fn get(&self, key: K, make: impl FnOnce() -> V) -> V {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert_with(make)
    }
}

/// The place of a profile of one bit.
#[inline]
fn place(profile: u8) -> Option<usize> {
    let bit = profile.trailing_zeros() as usize;
    (profile.is_power_of_two() && bit < PROFILES).then_some(bit)
}

impl Form {
    /// How its fields go into words.
    pub(super) fn putting(&self) -> &codec::Puts {
        self.plans.put.get_or_init(|| codec::Puts::new(self))
    }

    /// How its fields come out of words.
    #[inline]
    pub(super) fn pulling(&'static self, profile: u8) -> Option<&'static codec::Pulls> {
        Some(self.plans.pull[place(profile)?].get_or_init(|| codec::Pulls::of(self, profile)))
    }

    /// How it is printed while no operand is marked.
    #[inline]
    pub(super) fn printing(&'static self, profile: u8) -> Option<&'static print::Steps> {
        Some(self.plans.print[place(profile)?].get_or_init(|| print::Steps::of(self, profile)))
    }

    /// How it is read.
    pub(super) fn reading(&'static self, profile: u8) -> Option<&'static read::Steps> {
        Some(self.plans.read[place(profile)?].get_or_init(|| read::Steps::of(self, profile)))
    }
}
