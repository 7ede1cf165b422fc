//! How the operations of one vendor stand to those of another: proved once, kept in a file, read by every page.
//!
//! A line of `relations.tsv` has an operation, a sentence, and the operations of other vendors that it is true of. The test below
//! computes the sentences again; `just relations` writes the file.

use std::collections::HashMap;

/// The sentences.
pub(super) struct Relations(HashMap<(&'static str, &'static str), &'static str>);

impl Relations {
    /// Reads the file.
    pub fn read() -> Relations {
        let lines = include_str!("relations.tsv").lines().filter_map(|line| {
            let (first, rest) = line.split_once('\t')?;
            let (sentence, others) = rest.split_once('\t')?;
            Some(others.split(' ').map(move |second| ((first, second), sentence)))
        });
        Relations(lines.flatten().collect())
    }

    /// How `second` stands to `first`, by the spellings that stand for their rows; `None` where they are of one vendor or of
    /// different widths.
    pub fn of(&self, first: &str, second: &str) -> Option<&'static str> {
        self.0.get(&(first, second)).copied()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};
    use std::fmt::Write as _;
    use std::time::Duration;

    use isotope_op::atomic::Rmw;
    use isotope_prove::decide::Means;
    use isotope_prove::matrix::{Cell, Relation, cell};
    use isotope_prove::question::{Open, Question};

    use super::*;
    use crate::{CLASSES, ClassRow, rows, trust};

    const UNDECIDED: &str = "not decided here; `isotope equiv` has more time";

    /// How one definition stands to another, in words; `None` where they have different widths.
    fn standing(first: Rmw, second: Rmw) -> Option<String> {
        let question = Question::new(first, second, Open::Differs).ok()?;
        let Cell { memory, returned } = cell(&question, &Means { threads: 0, ..Means::alone(Duration::from_secs(10)) });
        let text = |r: &Relation| match r {
            Relation::Equal { trusted } => format!("equal{}", trust(trusted)),
            Relation::EqualIf { conditions, trusted, .. } => {
                format!("equal if `{}`{}", conditions.join("`, or if `"), trust(trusted))
            }
            Relation::Different(_) => "different".into(),
            Relation::Undecided(_) => UNDECIDED.into(),
        };
        let sentence = match (text(&memory), text(&returned)) {
            (a, b) if a == b => a,
            (memory, returned) => format!("memory {memory}; value given back {returned}"),
        };
        let operands = question.mapping_text().map_or(String::new(), |t| format!(" ({t})"));
        Some(sentence + &operands)
    }

    /// Every two operations of a class that two vendors have.
    fn pairs(class: &[ClassRow]) -> impl Iterator<Item = (&ClassRow, &ClassRow)> {
        let isa = |row: &ClassRow| {
            isotope_targets::TARGETS.find(row.spec.split(':').next().unwrap_or("")).map(|target| target.isa().name).ok()
        };
        let all = class.iter().flat_map(move |a| class.iter().map(move |b| (a, b)));
        all.filter(move |(a, b)| isa(a) != isa(b) && Question::new(a.rmw, b.rmw, Open::Differs).is_ok())
    }

    /// The file holds a sentence for each pair, and nothing else; every 97th, and in a sweep each, is proved again.
    #[test]
    fn every_sentence_is_what_the_proof_says() {
        let (all, update) = (std::env::var_os("ISOTOPE_SWEEP").is_some(), std::env::var_os("UPDATE").is_some());
        let (relations, mut seen) = (Relations::read(), HashSet::new());
        let (mut proved, mut count, mut text) = (HashMap::<(Rmw, Rmw), Option<String>>::new(), 0, String::new());
        for class in CLASSES.iter().map(rows) {
            let mut lines: BTreeMap<(&str, String), Vec<&str>> = BTreeMap::new();
            // Some operations are in two classes.
            for (a, b) in pairs(&class).filter(|(a, b)| seen.insert((a.spec.clone(), b.spec.clone()))) {
                count += 1;
                let found = relations.of(&a.spec, &b.spec);
                if !(update || all || count % 97 == 0) {
                    assert!(
                        found.is_some(),
                        "{} and {} are not in relations.tsv: run `just relations`",
                        a.spec,
                        b.spec
                    );
                    continue;
                }
                let sentence = proved.entry((a.rmw, b.rmw)).or_insert_with(|| standing(a.rmw, b.rmw)).clone();
                if update {
                    lines.entry((&a.spec, sentence.expect("one width"))).or_default().push(&b.spec);
                } else if sentence.as_deref() != Some(UNDECIDED) {
                    assert_eq!(found, sentence.as_deref(), "{} and {}: run `just relations`", a.spec, b.spec);
                }
            }
            for ((first, sentence), others) in lines {
                let _ = writeln!(text, "{first}\t{sentence}\t{}", others.join(" "));
            }
        }
        if update {
            std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/src/page/relations.tsv"), &text).unwrap();
        } else {
            assert_eq!(relations.0.len(), count, "run `just relations`");
        }
    }
}
