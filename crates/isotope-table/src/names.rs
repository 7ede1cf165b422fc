//! Names of field values: lists of names, the printed name of a value, the name that a text has, and the names to offer in a message.
use super::row::{Name, NameStatus, Names, Profiles};

/// A name that every profile has.
pub const fn name(value: u64, text: &'static str) -> Name {
    Name { value, text, profiles: Profiles::MAX, status: NameStatus::Ok }
}

/// Names without gaps.
pub const fn closed(list: &'static [Name]) -> Names {
    Names { list, fallback: None, fallback_ok: false }
}

/// Names with gaps. A value without a name prints as `prefix` and the value, and is not defined.
pub const fn open(list: &'static [Name], prefix: &'static str) -> Names {
    Names { list, fallback: Some(prefix), fallback_ok: false }
}

/// Whether names differ by capitals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capitals {
    /// Capitals are significant.
    Differ,
    /// Capitals are ignored.
    Fold,
}

/// The longest names of a list with which a text begins.
#[derive(Clone, Copy, Debug, Default)]
pub struct LongestNames {
    /// The longest name of the profile.
    pub own: Option<&'static Name>,
    /// The longest defined name of other profiles.
    pub foreign: Option<&'static Name>,
}

impl Names {
    /// The printed name of a value.
    pub fn entry(&self, profile: Profiles, value: u64) -> Option<&'static Name> {
        // Most lists are in the order of values, so this tests the likely position first.
        match self.list.get(value as usize) {
            Some(n) if n.value == value && n.profiles & profile != 0 && self.first_is(value, profile) => Some(n),
            _ => self.list.iter().find(|n| n.value == value && n.profiles & profile != 0),
        }
    }

    fn first_is(&self, value: u64, profile: Profiles) -> bool {
        value == 0
            || !matches!(self.list.get(value as usize - 1), Some(n) if n.value == value && n.profiles & profile != 0)
    }

    /// The name of a value in messages: its first name that is not empty, a defined one if there is one.
    pub fn spoken(&self, profile: Profiles, value: u64) -> String {
        let named = |n: &&Name| n.value == value && n.profiles & profile != 0 && !n.text.is_empty();
        let defined = self.list.iter().find(|n| named(n) && n.status == NameStatus::Ok);
        match (defined.or_else(|| self.list.iter().find(named)), self.fallback) {
            (Some(n), _) => n.text.to_string(),
            (None, Some(prefix)) => format!("{prefix}{value}"),
            (None, None) => value.to_string(),
        }
    }

    /// The names with which the text begins as whole words.
    #[inline]
    pub fn read(&self, profile: Profiles, text: &[u8], capitals: Capitals) -> LongestNames {
        let same = |a: &[u8], b: &[u8]| match capitals {
            Capitals::Differ => a == b,
            Capitals::Fold => a.eq_ignore_ascii_case(b),
        };
        let whole = |name: &[u8]| {
            text.get(..name.len()).is_some_and(|start| same(start, name))
                && !text.get(name.len()).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_')
        };
        let mut found = LongestNames::default();
        for name in self.list {
            let bytes = name.text.as_bytes();
            let may_begin = match (bytes.first(), text.first()) {
                (Some(a), Some(b)) => same(&[*a], &[*b]),
                _ => false,
            };
            if may_begin && bytes.len() > found.own.map_or(0, |own| own.text.len()) && whole(bytes) {
                if name.profiles & profile != 0 {
                    found.own = Some(name);
                } else if name.status == NameStatus::Ok {
                    found.foreign = Some(name);
                }
            }
        }
        found
    }

    /// The names of a profile that can be written. A name for several consecutive values appears once.
    pub fn offered(&self, profile: Profiles) -> impl Iterator<Item = &'static str> {
        let known = self
            .list
            .iter()
            .filter(move |n| n.profiles & profile != 0 && n.status == NameStatus::Ok && !n.text.is_empty());
        let mut last = "";
        known.map(|n| n.text).filter(move |text| std::mem::replace(&mut last, text) != *text)
    }

    /// Every defined value with its code and names, for the reference page; the printed name first.
    pub fn described(&self) -> String {
        let mut each: Vec<(u64, Vec<&str>)> = Vec::new();
        for name in self.list.iter().filter(|n| n.status == NameStatus::Ok) {
            match each.iter_mut().find(|(value, _)| *value == name.value) {
                Some((_, names)) if !names.contains(&name.text) => names.push(name.text),
                Some(_) => {}
                None => each.push((name.value, vec![name.text])),
            }
        }
        let spoken = |text: &&str| if text.is_empty() { "nothing".into() } else { format!("`{text}`") };
        let each = each.iter().map(|(value, names)| {
            format!("{value} {}", names.iter().map(spoken).collect::<Vec<String>>().join(" or "))
        });
        each.collect::<Vec<_>>().join(", ")
    }
}
