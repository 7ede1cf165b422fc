//! The table of sources: every statement names an entry that can carry its grade, every entry is named, the page is current,
//! and nothing that a user sees calls a document otherwise than the table does.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::common::{is_current, isotope, repository};
use isotope_intel::form::FORMS;
use isotope_nvidia::spa5;
use isotope_op::assume::{self, Grade};
use isotope_op::source::{self, named};

/// Files of the repository below a folder whose names end so.
fn files(folder: &str, ends: &[&str]) -> Vec<PathBuf> {
    fn walk(folder: &Path, ends: &[&str], found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !name.starts_with('.') && name != "target" {
                    walk(&path, ends, found);
                }
            } else if ends.iter().any(|end| name.ends_with(end)) {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(Path::new(&repository(folder)), ends, &mut found);
    found.sort();
    found
}

/// Texts that are given as the reason of a statement, with their grade and where they stand.
fn texts() -> Vec<(Grade, String, String)> {
    let mut out = Vec::new();
    for a in assume::ALL {
        out.push((a.grade, a.source.to_string(), a.id.to_string()));
    }
    for form in spa5::TABLE.forms().chain(isotope_amd::TABLE.forms()) {
        for text in
            std::iter::once(form.row.source).chain(form.row.legal.iter().flat_map(|r| r.iter()).map(|r| r.source))
        {
            out.extend(parts(text).map(|(grade, part)| (grade, part, form.syntax.to_string())));
        }
    }
    for form in FORMS.iter() {
        out.extend(parts(form.row.source).map(|(grade, part)| (grade, part, form.name().to_string())));
    }
    for rule in isotope_amd::rules::all() {
        for part in rule.source.split("; ") {
            let (grade, text) = part.split_once(": ").unwrap_or(("spec", part));
            let grade = [Grade::Spec, Grade::Oracle, Grade::Assumed].into_iter().find(|g| g.name() == grade);
            out.push((grade.unwrap_or(Grade::Spec), text.to_string(), rule.id.to_string()));
        }
    }
    for path in files("crates", &[".rs"]) {
        let text = std::fs::read_to_string(&path).unwrap();
        // Other functions have the same names elsewhere.
        if !text.contains("Evidence") {
            continue;
        }
        for (call, grade) in [("spec", Grade::Spec), ("oracle", Grade::Oracle)] {
            let call = format!("{call}(");
            let joined = |c: char| c.is_alphanumeric() || c == '_';
            for (at, _) in text.match_indices(&call).filter(|(at, _)| !text[..*at].ends_with(joined)) {
                // The constants are found where they are used, the rest are texts.
                let rest = text[at + call.len()..].trim_start();
                if let Some(literal) = rest.strip_prefix('"') {
                    let end = literal.find('"').unwrap();
                    let joined: Vec<_> = literal[..end].split("\\\n").map(str::trim_start).collect();
                    out.push((grade, joined.concat(), path.display().to_string()));
                }
            }
        }
    }
    out
}

/// The parts of a row's source, each with what it counts as: `as ..` takes over what is said of something else.
fn parts(text: &str) -> impl Iterator<Item = (Grade, String)> + '_ {
    text.split(';').map(str::trim).filter(|part| !part.is_empty()).map(|part| {
        let grade = if part.starts_with("as ") { Grade::Assumed } else { Grade::Spec };
        (grade, part.to_string())
    })
}

/// Whether one that can lend `has` may stand behind a statement of grade `wants`.
fn carries(has: Grade, wants: Grade) -> bool {
    match wants {
        Grade::Hardware => has == Grade::Hardware,
        Grade::Oracle | Grade::OneVersion => has == Grade::Oracle,
        // Rows are printed with the grades of the entries themselves.
        Grade::Spec => has != Grade::Assumed,
        Grade::Assumed => true,
    }
}

#[test]
fn every_statement_names_an_entry_that_carries_it() {
    let texts = texts();
    let mut wrong = BTreeMap::new();
    let mut used = BTreeSet::new();
    for (grade, text, place) in &texts {
        used.extend(named(text).map(|n| n.source.key));
        if *grade != Grade::Assumed && !named(text).any(|n| carries(n.source.grade, *grade)) {
            wrong.entry(text.as_str()).or_insert_with(|| format!("{place}: {}: {text}", grade.name()));
        }
    }
    println!("{} texts, {} entries named", texts.len(), used.len());
    assert!(texts.len() > 5000, "{}", texts.len());
    assert!(
        wrong.is_empty(),
        "these name no source that carries them:\n{}",
        wrong.into_values().collect::<Vec<_>>().join("\n")
    );
    for c in isotope_op::contradiction::all() {
        used.extend(c.says.iter().flat_map(|(place, _)| named(place)).map(|n| n.source.key));
    }
    // The rest is cited by pages.
    for path in files("docs", &[".md"]) {
        let text = std::fs::read_to_string(&path).unwrap();
        let page = path.file_name().unwrap() == "sources.md";
        used.extend(
            source::ALL.iter().filter(|s| !page && text.contains(&format!("sources.md#{}", s.key))).map(|s| s.key),
        );
    }
    let unused: Vec<_> = source::ALL.iter().map(|s| s.key).filter(|key| !used.contains(key)).collect();
    assert!(unused.is_empty(), "sources that nothing cites: {unused:?}");
}

#[test]
fn entries_are_whole() {
    let mut keys = BTreeSet::new();
    let mut names = BTreeSet::new();
    for s in source::ALL {
        assert!(keys.insert(s.key) && s.key.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'));
        assert!(!s.names.is_empty() && s.names.iter().all(|n| names.insert(*n)), "{}", s.key);
        for text in [s.title, s.publisher, s.version, s.sections, s.place, s.used_for] {
            assert!(!text.trim().is_empty(), "{}", s.key);
        }
        assert!(named(s.names[0]).map(|n| n.source.key).eq([s.key]), "{}", s.key);
    }
}

#[test]
fn the_page_is_current() {
    is_current("docs/sources.md", &isotope("sources --markdown").status(0).out);
    let one = isotope("sources nv-atom");
    one.out_begins("nv-atom: NVIDIA's ATOM page\n  ATOM: Atomic Operation");
    assert!(!one.out.contains('['), "links are for pages: {}", one.out);
    isotope("sources foo").refuses("no source `foo`");
}

/// Links to entries lead to entries.
#[test]
fn links_to_entries_lead_there() {
    let mut links = 0;
    for path in files("docs", &[".md"]).into_iter().chain(files("hw", &[".md"])) {
        let text = std::fs::read_to_string(&path).unwrap();
        for link in text.split("sources.md#").skip(1) {
            links += 1;
            let key: String = link.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
            assert!(source::find(&key).is_some(), "{}: sources.md#{key}", path.display());
        }
    }
    assert!(links > 100, "{links}");
}

/// The five documents once had numbers here; readers of a page cannot know them.
#[test]
fn documents_have_their_own_names() {
    let mut looked = 0;
    let mut wrong = Vec::new();
    for (folder, ends) in [
        ("docs", &[".md"][..]),
        ("crates", &[".rs", ".md", ".tsv"]),
        ("tests/data", &[".md", ".tsv"]),
        ("kernels", &[".md", ".json"]),
        ("hw", &[".md", ".py"]),
    ] {
        for path in files(folder, ends) {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            looked += 1;
            for (number, line) in text.lines().enumerate() {
                let line = line.to_ascii_lowercase();
                // Put together, so that this file does not name them.
                let known = [["seed", " 00"], ["seeds", " 00"], ["*see", "d*"], ["the seed", " says"]];
                if known.iter().any(|word| line.contains(&word.concat())) {
                    wrong.push(format!("{}:{}: {}", path.display(), number + 1, &line[..line.len().min(120)]));
                }
            }
        }
    }
    for path in ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "ARCHITECTURE.md"] {
        let text = std::fs::read_to_string(repository(path)).unwrap();
        looked += 1;
        if text.contains(&["seed", " 00"].concat()) {
            wrong.push(path.into());
        }
    }
    assert!(looked > 300, "{looked}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
