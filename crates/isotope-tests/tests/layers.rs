//! Which module may use which: read from the source, so that a wrong turn fails here and not in a year.

use std::path::{Path, PathBuf};

/// Module of a crate, and what it may use of the same crate. A module that is not in the list is under the closest one that is.
/// What a crate may use of others stands in its Cargo.toml, and cargo keeps it.
const MAY_USE: &[(&str, &[&str])] = &[
    ("isotope-machine::sync", &[]),
    // A device's memory comes with its synchronisation unit.
    ("isotope-machine::mem", &["sync"]),
    ("isotope-ir::fault", &[]),
    ("isotope-ir::program", &["effect", "FaultKind"]),
    // Links in its documentation apart, it stands on nothing.
    ("isotope-ir::effect", &[]),
    ("isotope-term::explain", &["Arena", "Node", "Value"]),
    // What a target's operations are made of.
    ("isotope-target::operation", &["value"]),
    ("isotope-target::fidelity", &[]),
    ("isotope-target::case", &[]),
    // Values as people write them; types of elements have the words of cases.
    ("isotope-target::value", &["case"]),
    ("isotope-target::setup", &["value"]),
    ("isotope-target::launch", &["setup"]),
    ("isotope-target::printf", &[]),
    ("isotope-target::suite", &["Registry", "case", "launch", "setup"]),
    ("isotope-target::pseudo", &["Target", "single", "specimen"]),
];

/// Crates of the library, front ends and proofs apart.
const CRATES: [&str; 13] = [
    "isotope-op",
    "isotope-ir",
    "isotope-superblock",
    "isotope-machine",
    "isotope-table",
    "isotope-object",
    "isotope-term",
    "isotope-target",
    "isotope-nvidia",
    "isotope-amd",
    "isotope-intel",
    "isotope-litmus",
    "isotope-explore",
];

/// What the library leaves to its front ends.
const IO: [&str; 7] = ["std::fs", "std::io", "std::net", "std::process", "println!", "print!(", "dbg!("];

/// Words that only an instruction set, object reader or suite may say.
const MNEMONICS: [&str; 12] =
    ["ATOM", "ATOMS", "RED", "SURED", "SUATOM", "IADD", "ISETP", "LDG", "STG", "ds_add", "dword_atomic", "svm_atomic"];

struct Source {
    /// `isotope-machine::mem::store`, for `crates/isotope-machine/src/mem/store.rs`.
    module: String,
    path: PathBuf,
    /// Number and text of each line of code; comments and tests are left out.
    lines: Vec<(usize, String)>,
}

fn sources() -> Vec<Source> {
    let mut all = Vec::new();
    for name in CRATES {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src");
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|e| e == "rs") && !stem.ends_with("tests") {
                    let relative = path.strip_prefix(&root).unwrap().with_extension("");
                    let parts = relative.iter().map(|p| p.to_string_lossy()).filter(|p| p != "mod" && p != "lib");
                    let module = std::iter::once(name.into()).chain(parts).collect::<Vec<_>>().join("::");
                    let text = std::fs::read_to_string(&path).unwrap();
                    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
                    let lines = code.lines().enumerate().map(|(n, line)| (n + 1, line.trim().to_string()));
                    let lines = lines.filter(|(_, line)| !line.starts_with("//")).collect();
                    all.push(Source { module, path, lines });
                }
            }
        }
    }
    assert!(all.len() > 150, "the sources are where they were");
    all
}

/// Whether `module` is `outer` or inside it.
fn inside(module: &str, outer: &str) -> bool {
    module.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// Paths behind `crate::` in a line: `machine::fault` for `crate::machine::fault::Fault`.
fn used(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices("crate::").map(|(at, word)| {
        let rest = &line[at + word.len()..];
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ':')).unwrap_or(rest.len());
        rest[..end].trim_end_matches(':')
    })
}

#[test]
fn modules_use_only_what_lies_below_them() {
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for source in sources() {
        let found =
            MAY_USE.iter().filter(|(module, _)| inside(&source.module, module)).max_by_key(|(module, _)| module.len());
        let Some((module, allowed)) = found else { continue };
        let (_, own) = module.split_once("::").unwrap();
        for (number, line) in &source.lines {
            for target in used(line) {
                seen += 1;
                if inside(target, own) || allowed.iter().any(|a| inside(target, a)) {
                    continue;
                }
                wrong.push(format!(
                    "{}:{number}: `{module}` may use {allowed:?} of its crate, found `{target}`: move the code, or hand the \
                     value in from above",
                    source.path.display()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(seen > 30, "{seen} uses");
}

#[test]
fn the_library_performs_no_io() {
    let mut wrong = Vec::new();
    for source in sources() {
        for (number, line) in &source.lines {
            wrong.extend(IO.iter().filter(|io| line.contains(*io)).map(|io| {
                format!("{}:{number}: found `{io}`: take bytes or give text; front ends do I/O", source.path.display())
            }));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_engine_knows_no_mnemonic() {
    let mut wrong = Vec::new();
    let apart = ["isotope-op", "isotope-object", "isotope-nvidia", "isotope-amd", "isotope-intel"];
    let engine = |s: &&Source| !apart.iter().any(|module| inside(&s.module, module));
    for source in sources().iter().filter(engine) {
        for (number, line) in &source.lines {
            // String literals are every second piece between quotes.
            let literals = line.split('"').skip(1).step_by(2);
            for word in literals.flat_map(|l| l.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))) {
                if MNEMONICS.contains(&word) {
                    let path = source.path.display();
                    wrong.push(format!("{path}:{number}: found `{word}`: mnemonics belong to a vendor's crate"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Test binaries do not look for files: a module that `main.rs` forgets would never run.
#[test]
fn every_test_file_is_a_module() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut seen = 0;
    for entry in std::fs::read_dir(crates).unwrap() {
        let tests = entry.unwrap().path().join("tests");
        let Ok(main) = std::fs::read_to_string(tests.join("main.rs")) else { continue };
        for entry in std::fs::read_dir(&tests).unwrap() {
            let path = entry.unwrap().path();
            let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
            let is_module = path.join("mod.rs").exists() || path.extension().is_some_and(|e| e == "rs");
            if is_module && stem != "main" {
                seen += 1;
                assert!(main.lines().any(|l| l == format!("mod {stem};")), "{}: add it to main.rs", path.display());
            }
        }
    }
    assert!(seen > 70, "{seen} test files");
}

/// Crates without a test binary of their own sources have no test in them, which nothing would run.
#[test]
fn no_test_is_left_out() {
    fn walk(folder: &Path, seen: &mut usize) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, seen);
            } else if path.extension().is_some_and(|e| e == "rs") {
                *seen += 1;
                let text = std::fs::read_to_string(&path).unwrap();
                let found = text.lines().position(|line| line.trim() == "#[test]");
                assert_eq!(found, None, "{}: put it into tests/ of a crate", path.display());
            }
        }
    }
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut seen = 0;
    for entry in std::fs::read_dir(crates).unwrap() {
        let folder = entry.unwrap().path();
        let Ok(manifest) = std::fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        let lib = manifest.split("\n[").find(|section| section.starts_with("lib]"));
        if lib.is_some_and(|lib| lib.lines().any(|line| line == "test = false")) {
            walk(&folder.join("src"), &mut seen);
        }
    }
    assert!(seen > 200, "{seen} files");
}
