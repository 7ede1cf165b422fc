//! The meaning of each form: lists of names and meanings, read once and then kept by form.
//!
//! An instruction set lists each mnemonic once, with the value that is its meaning. [`Meanings`] finds the line of a form when the form is
//! first lifted, so most instructions compare no names. The instruction set defines the type of a meaning.
use super::mnemonics::BuildFnv;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU16, Ordering};

/// The meaning of each form of a table.
pub struct Meanings<M> {
    lines: Vec<M>,
    places: HashMap<Cow<'static, str>, u16, BuildFnv>,
    /// The line of each form, counted from 1; 0 if it is not known yet.
    known: Vec<AtomicU16>,
}

impl<M: Copy> Meanings<M> {
    /// The meanings of `forms` forms.
    ///
    /// # Panics
    /// On a line that repeats another: a bug in the lists.
    pub fn new<S: Into<Cow<'static, str>>>(forms: usize, lines: impl IntoIterator<Item = (S, M)>) -> Meanings<M> {
        let known = (0..forms).map(|_| AtomicU16::new(0)).collect();
        let mut meanings = Meanings { lines: Vec::new(), places: HashMap::default(), known };
        for (name, meaning) in lines {
            let name = name.into();
            assert!(!meanings.places.contains_key(&name), "`{name}` has two meanings");
            meanings.lines.push(meaning);
            meanings.places.insert(name, meanings.lines.len() as u16);
        }
        meanings
    }

    /// The same meanings. A debug build checks the lists against the forms: `forms` gives for each form the names under which the lists may
    /// have it.
    ///
    /// # Panics
    /// On a line that names no form, and on a form without a line: a bug in the lists.
    pub fn complete<S: AsRef<str>, const N: usize, I: IntoIterator<Item = [S; N]>>(
        self,
        forms: impl FnOnce() -> I,
    ) -> Self {
        if cfg!(debug_assertions) {
            self.check(forms());
        }
        self
    }

    /// Checks the lists against the forms.
    fn check<S: AsRef<str>, const N: usize>(&self, forms: impl IntoIterator<Item = [S; N]>) {
        let mut used = vec![false; self.lines.len() + 1];
        let mut missing = Vec::new();
        for names in forms {
            match names.iter().find_map(|name| self.places.get(name.as_ref())) {
                Some(line) => used[usize::from(*line)] = true,
                None => missing.extend(names.into_iter().next()),
            }
        }
        let missing: Vec<&str> = missing.iter().map(AsRef::as_ref).collect();
        assert!(missing.is_empty(), "no meaning is listed for {missing:?}");
        let idle = self.places.iter().filter(|(_, line)| !used[usize::from(**line)]);
        let mut idle: Vec<_> = idle.map(|(name, _)| name).collect();
        idle.sort_unstable();
        assert!(idle.is_empty(), "a meaning, but no row, have {idle:?}");
    }

    /// The meaning of the form at this position. `names` gives the names under which the lists may have it; the first name with a line
    /// counts.
    ///
    /// # Panics
    /// On a form without a line.
    #[inline]
    pub fn of<S: AsRef<str>, const N: usize>(&self, index: u16, names: impl FnOnce() -> [S; N]) -> M {
        let known = &self.known[usize::from(index)];
        let line = match known.load(Ordering::Relaxed) {
            0 => {
                let names = names();
                let line = names.iter().find_map(|name| self.places.get(name.as_ref()));
                let missing = || panic!("no meaning is listed for {:?}", names.first().map(AsRef::as_ref));
                let line = *line.unwrap_or_else(missing);
                known.store(line, Ordering::Relaxed);
                line
            }
            line => line,
        };
        self.lines[usize::from(line) - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::Meanings;

    const FORMS: [[&str; 2]; 3] = [["ADD.WIDE", "ADD"], ["ADD", "ADD"], ["SUB", "SUB"]];

    fn meanings<const N: usize>(lines: [(&'static str, i32); N]) -> Meanings<i32> {
        let meanings = Meanings::new(FORMS.len(), lines);
        meanings.check(FORMS);
        meanings
    }

    fn of(meanings: &Meanings<i32>, index: u16) -> i32 {
        meanings.of(index, || FORMS[usize::from(index)])
    }

    #[test]
    fn the_closest_name_counts() {
        let all = meanings([("ADD", 1), ("ADD.WIDE", 2), ("SUB", 3)]);
        assert_eq!([0, 1, 2, 0].map(|index| of(&all, index)), [2, 1, 3, 2]);
        assert_eq!(of(&meanings([("ADD", 1), ("SUB", 3)]), 0), 1);
    }

    #[test]
    #[should_panic(expected = "a meaning, but no row, have [\"SBU\"]")]
    fn a_misspelt_name_is_found() {
        meanings([("ADD", 1), ("SUB", 3), ("SBU", 3)]);
    }

    #[test]
    #[should_panic(expected = "no meaning is listed for [\"SUB\"]")]
    fn a_form_that_was_forgotten_is_found() {
        meanings([("ADD", 1)]);
    }

    #[test]
    #[should_panic(expected = "`ADD` has two meanings")]
    fn a_second_meaning_is_found() {
        meanings([("ADD", 1), ("SUB", 3), ("ADD", 1)]);
    }
}
