//! What stops a launch under an assumption says so: the message names the assumption and its other values. `tests/data/stops.tsv` has a line for
//! each choice that can stop one.

use crate::common;
use crate::common::{isotope_at, repository};
use isotope_op::assume::{self, Assumptions};
use std::collections::BTreeSet;

/// Words of a choice that says that something is not performed.
const STOPS: [&str; 7] = ["illegal", "trap", "fault", "refused", "not-modelled", "unspecified", "out-of-range"];

#[test]
fn every_stop_names_its_assumption() {
    let text = std::fs::read_to_string(repository("tests/data/stops.tsv")).unwrap();
    let (mut ran, mut seen) = (0, BTreeSet::new());
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let [choice, how] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("two columns: {line}") };
        let (id, value) = choice.split_once('=').unwrap_or_else(|| panic!("{choice}: expected ID=VALUE"));
        let entry = assume::find(id).unwrap_or_else(|| panic!("there is no assumption {id}"));
        assert!(
            value == entry.default || Assumptions::DEFAULT.clone().set(id, value),
            "{choice}: there is no such choice"
        );
        seen.insert((id, value));
        if how.starts_with("- ") {
            continue;
        }
        ran += 1;
        let words = common::words(how);
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        if value != entry.default {
            words.extend(["--assume", choice]);
        }
        let out = isotope_at(&repository(""), &words, b"");
        let said = format!("{}{}", out.out, out.err);
        assert!(
            out.code != 0 || said.contains("fault: ") || said.contains("unspecified"),
            "{choice}: it does not stop: {said}"
        );
        let names = format!("; assumption {id}: {}", entry.default);
        assert!(said.contains(&names), "{choice}: the message does not name it: {said}");
        assert!(
            entry.alternatives.iter().all(|other| said.contains(other)),
            "{choice}: an alternative is missing: {said}"
        );
    }
    // Every choice whose word says that something is not performed has a line.
    let all = assume::ALL.iter().flat_map(|a| a.alternatives.iter().chain([&a.default]).map(|value| (a.id, *value)));
    let missing: Vec<_> = all.filter(|(id, value)| STOPS.contains(value) && !seen.contains(&(*id, *value))).collect();
    assert!(missing.is_empty(), "no line for {missing:?}");
    assert!(ran >= 9, "{ran}");
}
