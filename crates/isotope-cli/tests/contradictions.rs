//! The register of contradictions: every assumption has its entry, every entry its documents, and what the page shows is what the
//! commands print. `UPDATE=1` writes `docs/contradictions.md` anew.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::common::{is_current, isotope, isotope_at, repository};
use isotope_op::assume::{self, Assumption, Grade};
use isotope_op::contradiction::{self, CHAPTERS, Contradiction};
use isotope_op::source::{linked, named};

const HEAD: &str = "\
# Contradictions and gaps

Every place where a document of Isotope's subject contradicts itself, another document or a tool, and every gap in which something
had to be decided: who says what, the reading taken, what decides, and a command that shows it. A reading with a switch can be
changed: `--assume ID=VALUE`, and by `op` as `ID=VALUE` behind its operands; without one, grade and reason stand here. `isotope contradictions` lists the entries,
and the test `contradictions` of `isotope-cli` runs the commands and writes this page.
";

/// What a command prints, or the message with which it refuses.
fn printed(command: &str) -> String {
    let (words, stdin) = match command.split_once(" <<< ") {
        Some((command, line)) => (command, line.trim_matches('\'').to_string() + "\n"),
        None => (command, String::new()),
    };
    let words = crate::common::words(words);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let ran = isotope_at(&repository(""), &words, stdin.as_bytes());
    assert!(ran.code <= 1 || ran.code == 4, "{command}: exit status {}: {}", ran.code, ran.err);
    let text = if ran.out.trim().is_empty() { ran.err } else { ran.out };
    assert!(!text.trim().is_empty(), "{command} prints nothing");
    text.trim_end().to_string()
}

/// A switch with what its entry says.
fn switch(out: &mut String, a: &Assumption) {
    let others = match a.alternatives {
        [] => String::new(),
        others => format!("; or `{}`", others.join("`, `")),
    };
    let default = if a.alternatives.is_empty() { a.default.to_string() } else { format!("`{}`", a.default) };
    let anchor = a.id.replace('.', "");
    let source = linked(a.source, "sources.md");
    let _ = writeln!(
        out,
        "* [`{}`](assumptions.md#{anchor}): {default}{others}. **{}**: {source}",
        a.id,
        a.actual_grade().name()
    );
}

fn entry(out: &mut String, c: &Contradiction) {
    let _ = writeln!(out, "\n<a id=\"{}\"></a>\n\n### {}\n", c.id, c.what);
    for (place, what) in c.says {
        let _ = writeln!(out, "* {}: {}", linked(place, "sources.md"), what.replace('|', "\\|"));
    }
    let _ = writeln!(out, "\nReading: {}.\n", c.reading);
    if let Some((grade, why)) = c.decides {
        let _ = writeln!(out, "* **{}**: {}", grade.name(), linked(why, "sources.md"));
    }
    for id in c.switches {
        switch(out, assume::find(id).unwrap_or_else(|| panic!("{}: there is no assumption {id}", c.id)));
    }
    if !c.shows.is_empty() {
        out.push_str("\n```console\n");
        for command in c.shows {
            let _ = writeln!(out, "$ isotope {command}\n{}", printed(command));
        }
        out.push_str("```\n");
    }
}

#[test]
fn the_page_is_what_the_register_and_the_commands_say() {
    let mut page = String::from(HEAD);
    let entries = contradiction::all().count();
    let shown = contradiction::all().map(|c| c.shows.len()).sum::<usize>();
    let switched: usize = contradiction::all().map(|c| c.switches.len()).sum();
    let _ = writeln!(page, "\n{entries} entries; {switched} switches; {shown} commands.");
    for (title, entries) in CHAPTERS {
        let _ = writeln!(page, "\n## {title}\n");
        for c in entries {
            let _ = writeln!(page, "* [{}](#{})", c.what, c.id);
        }
        entries.iter().for_each(|c| entry(&mut page, c));
    }
    is_current("docs/contradictions.md", &page);
    assert!(entries >= 90 && shown >= 60, "{entries} entries, {shown} commands");
}

#[test]
fn every_assumption_has_its_entry() {
    let named: BTreeSet<&str> = contradiction::all().flat_map(|c| c.switches.iter().copied()).collect();
    let all: BTreeSet<&str> = assume::ALL.iter().map(|a| a.id).collect();
    let missing: Vec<_> = all.difference(&named).collect();
    let unknown: Vec<_> = named.difference(&all).collect();
    assert!(missing.is_empty(), "no entry of the register has {missing:?}");
    assert!(unknown.is_empty(), "there are no assumptions {unknown:?}");
}

#[test]
fn entries_are_whole() {
    let mut ids = BTreeSet::new();
    for c in contradiction::all() {
        assert!(ids.insert(c.id), "{} stands twice", c.id);
        assert!(!c.what.is_empty() && !c.reading.is_empty() && !c.says.is_empty(), "{}", c.id);
        // One or the other decides, so that a reading has one grade.
        assert_eq!(c.decides.is_some(), c.switches.is_empty(), "{}: what decides, or switches", c.id);
        for (place, what) in c.says {
            assert!(named(place).next().is_some(), "{}: `{place}` names no source", c.id);
            assert!(!what.is_empty(), "{}", c.id);
        }
        if let Some((grade, why)) = c.decides {
            let carried = named(why).any(|n| match grade {
                Grade::Assumed => true,
                Grade::Spec => n.source.grade != Grade::Assumed,
                _ => n.source.grade == grade,
            });
            assert!(carried, "{}: `{why}` names no source that is {}", c.id, grade.name());
        }
        assert!(contradiction::find(c.id) == Some(c));
    }
}

#[test]
fn the_command_lists_it() {
    let all = isotope("contradictions");
    assert!(all.out.lines().count() >= contradiction::all().count(), "{}", all.out);
    isotope("contradictions visa-predec").out_has("PREDEC").out_has("reading: the new value\n");
    // By the assumption that it explains.
    isotope("contradictions amd.cas_fail_flush").out_begins("amd-cas-flush: ");
    isotope("contradictions foo").refuses("nothing in the register is called `foo`");
}
