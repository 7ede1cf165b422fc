//! Decode plans, computed from a form when it is first used: flat lists of steps that decode, encode, print and parse its instructions.
//!
//! A plan holds no knowledge of its own. If it cannot guarantee the result of the general path, it leaves the instruction to that path:
//! [`super::print`], [`super::parse`] and the items of the syntax are authoritative, and all messages come from them.

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

/// Values that forms with the same lists and register files share. There are few of them, and they are never freed.
struct Shared<K: 'static, V: 'static>(LazyLock<Mutex<HashMap<K, &'static V>>>);

impl<K: Hash + Eq, V> Shared<K, V> {
    const fn new() -> Shared<K, V> {
        Shared(LazyLock::new(Mutex::default))
    }

    /// The value of a key; `make` computes it on first use.
    fn get(&self, key: K, make: impl FnOnce() -> V) -> &'static V {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(key).or_insert_with(|| Box::leak(Box::new(make())))
    }
}

impl Form {
    #[inline]
    fn plans(&self, profile: Profiles) -> &Plans {
        self.worked_out.get(profile, Plans::default)
    }

    /// The plan that encodes its fields: the same for all profiles; it is stored under 0, which is no profile.
    #[inline]
    pub(super) fn putting(&self) -> &codec::Puts {
        self.worked_out.get(0, || codec::Puts::new(self))
    }

    /// The plan that decodes its fields.
    #[inline]
    pub(super) fn pulling(&'static self, profile: Profiles) -> &'static codec::Pulls {
        self.plans(profile).pull.get_or_init(|| codec::Pulls::of(self, profile))
    }

    /// The plan that prints it if no operand is marked for reuse.
    #[inline]
    pub(super) fn printing(&'static self, profile: Profiles) -> &'static print::Steps {
        self.plans(profile).print.get_or_init(|| print::Steps::of(self, profile))
    }

    /// The plan that parses it.
    #[inline]
    pub(super) fn reading(&'static self, profile: Profiles) -> &'static read::Steps {
        self.plans(profile).read.get_or_init(|| read::Steps::of(self, profile))
    }
}
