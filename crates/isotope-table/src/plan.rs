//! What follows from a form alone, worked out when the form is first used: flat lists of steps by which its instructions are decoded,
//! encoded, printed and read.
//!
//! A plan holds no knowledge of its own. Where it cannot be sure to give what the general way gives, it leaves the instruction to it:
//! [`super::print`], [`super::parse`] and the items of the syntax remain what decides, and all messages are theirs.

pub(super) mod codec;
pub(super) mod print;
pub(super) mod read;
pub(super) mod rules;
mod shape;
pub(super) mod words;

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};

use super::compile::Form;
use super::row::Profiles;

/// The plans of a form for one profile.
#[derive(Default)]
struct Plans {
    pull: OnceLock<&'static codec::Pulls>,
    print: OnceLock<&'static print::Steps>,
    read: OnceLock<&'static read::Steps>,
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

impl Form {
    #[inline]
    fn plans(&self, profile: Profiles) -> &Plans {
        self.worked_out.get(profile, Plans::default)
    }

    /// How its fields go into words: the same for all profiles, of which none is 0.
    #[inline]
    pub(super) fn putting(&self) -> &codec::Puts {
        self.worked_out.get(0, || codec::Puts::new(self))
    }

    /// How its fields come out of words.
    #[inline]
    pub(super) fn pulling(&'static self, profile: Profiles) -> &'static codec::Pulls {
        self.plans(profile).pull.get_or_init(|| codec::Pulls::of(self, profile))
    }

    /// How it is printed while no operand is marked.
    #[inline]
    pub(super) fn printing(&'static self, profile: Profiles) -> &'static print::Steps {
        self.plans(profile).print.get_or_init(|| print::Steps::of(self, profile))
    }

    /// How it is read.
    #[inline]
    pub(super) fn reading(&'static self, profile: Profiles) -> &'static read::Steps {
        self.plans(profile).read.get_or_init(|| read::Steps::of(self, profile))
    }
}
