//! Files of one folder may use each other. Dependency cycles between folders are not allowed in any crate, except the cycles
//! listed here.
//!
//! A module and its submodules form a tree: uses of parent modules by a child are ignored.

use std::collections::{BTreeMap, BTreeSet};

use super::imports::{Crate, Module, crates};

/// Allowed cycles: the crate, the folders, and the reason.
const KNOWN: &[(&str, &[&str], &str)] = &[
    (
        "isotope-jit",
        &["src", "segment"],
        "`unit.rs` has what writes code and begins segments, which write code; every file of the compiler is given its `Writer`",
    ),
    ("isotope-intel", &["forms", "legal", "parse", "src"], "rows name their rules, and the parser asks them"),
    ("isotope-intel", &["launch", "src"], "one instruction by itself is a launch, which reads instructions as it does"),
];

/// The dependency cycles: the modules of each.
fn circles(found: &Crate) -> Vec<BTreeSet<&Module>> {
    let mut next: BTreeMap<&Module, BTreeSet<&Module>> = BTreeMap::new();
    for used in found.uses.iter().filter(|used| !used.from.starts_with(&used.to)) {
        next.entry(&used.from).or_default().insert(&used.to);
    }
    let reach = |from: &'_ Module| {
        let (mut seen, mut open) = (BTreeSet::new(), next.get(from).cloned().unwrap_or_default());
        while let Some(module) = open.pop_first() {
            if seen.insert(module) {
                open.extend(next.get(module).into_iter().flatten().filter(|module| !seen.contains(*module)));
            }
        }
        seen
    };
    let reaches: BTreeMap<&Module, BTreeSet<&Module>> = found.modules.iter().map(|m| (m, reach(m))).collect();
    let mut all: Vec<BTreeSet<&Module>> = Vec::new();
    for (module, reached) in &reaches {
        if reached.contains(module) && !all.iter().any(|circle| circle.contains(module)) {
            all.push(reached.iter().copied().filter(|other| reaches[other].contains(module)).collect());
        }
    }
    all
}

fn shown(module: &[String]) -> String {
    if module.is_empty() { "src".into() } else { module.join("::") }
}

#[test]
fn no_circle_goes_through_several_folders() {
    let (mut wrong, mut known) = (Vec::new(), BTreeSet::new());
    let all = crates();
    for found in &all {
        for circle in circles(found) {
            let folders: BTreeSet<String> = circle.iter().map(|module| shown(found.folder(module))).collect();
            if folders.len() < 2 {
                continue;
            }
            let listed = KNOWN.iter().position(|(name, through, _)| {
                *name == found.name && through.iter().map(|f| (*f).to_string()).collect::<BTreeSet<_>>() == folders
            });
            if let Some(at) = listed {
                known.insert(at);
                continue;
            }
            let mut text = format!("{}: files of the folders {folders:?} need each other:", found.name);
            let inside = |used: &&super::imports::Use| circle.contains(&used.from) && circle.contains(&used.to);
            let between =
                found.uses.iter().filter(inside).filter(|used| found.folder(&used.from) != found.folder(&used.to));
            for used in between {
                text += &format!("\n  {}:{} uses {}", used.file.display(), used.line, shown(&used.to));
            }
            wrong.push(text);
        }
    }
    let gone = KNOWN.iter().enumerate().filter(|(at, _)| !known.contains(at));
    wrong.extend(
        gone.map(|(_, (name, folders, _))| format!("{name}: the circle of {folders:?} is gone: take it off the list")),
    );
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    // Check that the reader finds uses at all.
    let uses: usize = all.iter().map(|found| found.uses.len()).sum();
    assert!(all.len() >= 20 && uses > 2_000, "{} crates, {uses} uses", all.len());
}
