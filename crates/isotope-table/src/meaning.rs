//! What forms do: lists of names and meanings, read once into a column beside the forms.
//!
//! An instruction set lists each mnemonic once, with the value that says what it does. [`Meanings`] finds the line of every form when the
//! lists are first used, so lifting an instruction compares no names. What a meaning is, the instruction set decides.
use super::mnemonics::BuildFnv;
use std::borrow::Cow;
use std::collections::HashMap;

/// What each form of a table means.
pub struct Meanings<M>(Vec<M>);

impl<M: Copy> Meanings<M> {
    /// The meaning of each form. `forms` gives for each the names under which `lines` may have it; the first that stands
    /// there counts.
    ///
    /// # Panics
    /// On a line that names no form or repeats another, and on a form without a line: a bug in the lists.
    pub fn new<'a, const N: usize, S: Into<Cow<'static, str>>>(
        forms: impl IntoIterator<Item = [&'a str; N]>,
        lines: impl IntoIterator<Item = (S, M)>,
    ) -> Meanings<M> {
        let mut listed: HashMap<Cow<'static, str>, _, BuildFnv> = HashMap::default();
        for (name, meaning) in lines {
            let name = name.into();
            assert!(!listed.contains_key(&name), "`{name}` has two meanings");
            listed.insert(name, (meaning, false));
        }
        let mut missing = Vec::new();
        let mut meanings = Vec::new();
        for names in forms {
            let line = names.into_iter().find(|&name| listed.contains_key(name)).and_then(|name| listed.get_mut(name));
            match line {
                Some((meaning, used)) => {
                    *used = true;
                    meanings.push(*meaning);
                }
                None => missing.push(names[0]),
            }
        }
        assert!(missing.is_empty(), "no meaning is listed for {missing:?}");
        let mut idle: Vec<_> = listed.into_iter().filter(|(_, (_, used))| !used).map(|(name, _)| name).collect();
        idle.sort_unstable();
        assert!(idle.is_empty(), "a meaning, but no row, have {idle:?}");
        Meanings(meanings)
    }

    /// The meaning of the form at this position.
    pub fn of(&self, index: u16) -> M {
        self.0[usize::from(index)]
    }
}

#[cfg(test)]
mod tests {
    use super::Meanings;

    const FORMS: [[&str; 2]; 3] = [["ADD.WIDE", "ADD"], ["ADD", "ADD"], ["SUB", "SUB"]];

    #[test]
    fn the_closest_name_counts() {
        let meanings = Meanings::new(FORMS, [("ADD", 1), ("ADD.WIDE", 2), ("SUB", 3)]);
        assert_eq!([0, 1, 2].map(|index| meanings.of(index)), [2, 1, 3]);
        assert_eq!(Meanings::new(FORMS, [("ADD", 1), ("SUB", 3)]).of(0), 1);
    }

    #[test]
    #[should_panic(expected = "a meaning, but no row, have [\"SBU\"]")]
    fn a_misspelt_name_is_found() {
        Meanings::new(FORMS, [("ADD", 1), ("SUB", 3), ("SBU", 3)]);
    }

    #[test]
    #[should_panic(expected = "no meaning is listed for [\"SUB\"]")]
    fn a_form_that_was_forgotten_is_found() {
        Meanings::new(FORMS, [("ADD", 1)]);
    }

    #[test]
    #[should_panic(expected = "`ADD` has two meanings")]
    fn a_second_meaning_is_found() {
        Meanings::new(FORMS, [("ADD", 1), ("SUB", 3), ("ADD", 1)]);
    }
}
