//! Every reading of every assumption makes a difference that something shows: no choice is offered that nothing follows.
//! `tests/data/readings.tsv` has a line for each.

use crate::common;
use std::collections::{BTreeMap, BTreeSet};

use crate::common::{isotope_at, repository};
use isotope_op::assume::{self, Assumptions};

#[test]
fn every_reading_differs_somewhere() {
    let text = std::fs::read_to_string(repository("tests/data/readings.tsv")).unwrap();
    let mut seen: BTreeMap<(String, String), usize> = BTreeMap::new();
    let (mut ran, mut elsewhere, mut untold, mut wrong) = (0, 0, Vec::new(), Vec::new());
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let [choice, sentence, how] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("three columns: {line}") };
        let (id, reading) = choice.split_once('=').unwrap_or_else(|| panic!("{choice}: expected ID=READING"));
        assert!(!sentence.is_empty(), "{choice}: what it says");
        assert!(Assumptions::default().set(id, reading), "{choice}: there is no such reading");
        *seen.entry((id.into(), reading.into())).or_default() += 1;
        match how.split_once(' ') {
            Some(("-" | "?", reason)) if !reason.is_empty() => untold.push(choice),
            Some((file, word)) if file.starts_with('@') => {
                elsewhere += 1;
                let test = std::fs::read_to_string(repository(&file[1..])).unwrap_or_else(|e| panic!("{how}: {e}"));
                assert!(test.contains(word), "{choice}: {file} has no `{word}`");
            }
            Some(_) => {
                let words = common::words(how);
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let run = |more: &[&str]| isotope_at(&repository(""), &[&words[..], more].concat(), b"");
                let (usual, other) = (run(&[]), run(&["--assume", choice]));
                ran += 1;
                // A fault or a refusal is an answer too, but not of both.
                assert!(usual.code == 0 || other.code == 0, "{choice}: {how}: {}{}", usual.err, other.err);
                if (&usual.out, &usual.err) == (&other.out, &other.err) {
                    wrong.push(choice);
                }
            }
            None => panic!("{line}: expected a command, @FILE WORD, - REASON or ? REASON"),
        }
    }
    assert!(wrong.is_empty(), "the same under another reading: {wrong:?}");
    let all: BTreeSet<(String, String)> = assume::ALL
        .iter()
        .flat_map(|a| a.alternatives.iter().map(|reading| (a.id.to_string(), reading.to_string())))
        .collect();
    let missing: Vec<_> = all.iter().filter(|reading| !seen.contains_key(*reading)).collect();
    assert!(missing.is_empty(), "no line for {missing:?}");
    println!("{ran} shown by a command, {elsewhere} by a test, {} by none: {untold:?}", untold.len());
    assert!(ran >= 55 && elsewhere >= 25 && untold.len() <= 13, "{ran} {elsewhere} {untold:?}");
}

/// What texts of the sources call an assumption is one, and what they call a choice of it is one of its words. Code names
/// assumptions by their constants; pages and messages by their ids.
#[test]
fn every_id_in_the_sources_is_an_assumption() {
    let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let (mut open, mut named) = (vec![std::path::PathBuf::from(repository("crates"))], 0);
    while let Some(place) = open.pop() {
        if place.is_dir() {
            open.extend(std::fs::read_dir(&place).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        if place.extension().is_none_or(|ext| ext != "rs") || !place.components().any(|part| part.as_os_str() == "src")
        {
            continue;
        }
        let text = std::fs::read_to_string(&place).unwrap();
        for vendor in ["nv.", "amd.", "intel."] {
            for (at, _) in text.match_indices(vendor) {
                let before = text[..at].chars().next_back();
                let topic = text[at + vendor.len()..].split(|c| !word(c)).next().unwrap();
                let (id, behind) = text[at..].split_at(vendor.len() + topic.len());
                let inside = before.is_some_and(|c| word(c) || c == '.' || c.is_ascii_uppercase());
                // A method, a group of ids, a file of a kit, a rule that is none of these.
                let other = behind.starts_with(['(', '*']) || ["", "h", "cast", "convert_signs"].contains(&topic);
                if inside || other {
                    continue;
                }
                let known = assume::find(id).unwrap_or_else(|| panic!("{}: there is no {id}", place.display()));
                let value = behind.strip_prefix('=').map(|v| v.split(|c| !word(c) && c != '-').next().unwrap());
                let value = value.filter(|value| !value.is_empty() && *value != "loud");
                let is_one = |value| known.default == value || known.alternatives.contains(&value);
                assert!(value.is_none_or(is_one), "{}: {id} has no {value:?}", place.display());
                named += 1;
            }
        }
    }
    assert!(named >= 300, "{named}");
}

/// Each entry says what is open, what is chosen, why, and where it matters; those without another reading too.
#[test]
fn every_entry_is_whole() {
    assert!(assume::ALL.len() > 100);
    for a in assume::ALL {
        assert!(a.statement.ends_with('.') && a.statement.len() > 20, "{}", a.id);
        assert!(![a.default, a.source, a.used_in].contains(&""), "{}", a.id);
        assert!(a.alternatives.iter().all(|r| *r != a.default), "{}", a.id);
    }
}
