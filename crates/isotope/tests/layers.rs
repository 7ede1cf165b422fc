//! Which module may use which: read from the source, so that a wrong turn fails here and not in a year.

use std::path::{Path, PathBuf};

/// Module, and what it may use of this crate. A module that is not in the list is under the closest one that is.
///
/// Two are vocabulary: `machine::fault` names faults, which programs carry and the machine raises; `mem::surface`, `mem::image` and
/// `mem::typed` name shapes, `sync` requests.
const MAY_USE: &[(&str, &[&str])] = &[
    ("term", &[]),
    ("sync", &[]),
    ("explain", &["term"]),
    // What a target's operations are made of.
    ("operation", &["explain"]),
    // Watches a launch.
    ("fidelity", &["effect", "machine", "object", "program"]),
    ("table", &[]),
    ("object", &[]),
    ("case", &["mem::typed"]),
    ("effect", &["mem::surface", "mem::image", "mem::typed", "sync"]),
    ("mem", &["sync"]),
    ("program", &["effect", "machine::fault"]),
    ("machine::fault", &[]),
    ("machine", &["effect", "mem", "program", "sync"]),
    ("launch", &["machine", "mem", "object"]),
    // `isa::prepare` finds the target of a launch.
    (
        "isa",
        &[
            "table",
            "effect",
            "program",
            "machine::fault",
            "machine::failure",
            "launch",
            "machine::Dispatch",
            "mem::Memory",
            "object",
            "operation",
        ],
    ),
    // What a target is asked, and each room's answers.
    ("isa::target", &["launch", "machine", "mem::Memory", "object", "operation", "program", "table"]),
    ("isa::sass::target", &["launch", "machine", "mem::Memory", "object", "operation", "program"]),
    ("isa::rdna::target", &["launch", "machine", "mem::Memory", "object", "operation", "program"]),
    ("isa::visa::target", &["launch", "machine", "mem::Memory", "object", "operation", "program"]),
    // One instruction, its state named for whoever sets and reads it.
    ("isa::single", &["machine", "object", "program", "table"]),
    ("isa::sass::single", &["effect", "machine", "mem", "object"]),
    ("isa::rdna::single", &["effect", "machine", "mem::Memory", "object", "sync"]),
    ("isa::visa::single", &["machine", "object"]),
    ("isa::sass::launch", &["launch", "object", "machine", "mem", "program"]),
    ("isa::rdna::launch", &["effect", "launch", "object", "machine", "mem", "program", "sync"]),
    ("isa::rdna::lift", &["effect", "program", "machine::fault", "table", "sync"]),
    ("isa::visa::launch", &["effect", "launch", "object", "machine", "mem", "program"]),
    // Watches a launch.
    ("isa::rdna::rules", &["effect", "machine", "mem::Memory", "sync", "table"]),
    // Watches a launch.
    ("fidelity", &["effect", "machine", "object", "program"]),
    ("suite", &["case", "isa", "launch", "machine", "mem", "object"]),
    // The guided tour re-exports.
    ("lib", &[]),
];

/// What the library leaves to its front ends.
const IO: [&str; 7] = ["std::fs", "std::io", "std::net", "std::process", "println!", "print!(", "dbg!("];

/// Words that only a vendor's room, object reader or suite may say.
const MNEMONICS: [&str; 12] =
    ["ATOM", "ATOMS", "RED", "SURED", "SUATOM", "IADD", "ISETP", "LDG", "STG", "ds_add", "dword_atomic", "svm_atomic"];

struct Source {
    /// `machine::state`, for `machine/state.rs`.
    module: String,
    path: PathBuf,
    /// Number and text of each line of code; comments and tests are left out.
    lines: Vec<(usize, String)>,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") && !stem.ends_with("tests") {
                let relative = path.strip_prefix(&root).unwrap().with_extension("");
                let parts: Vec<_> = relative.iter().map(|p| p.to_string_lossy()).filter(|p| p != "mod").collect();
                let text = std::fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
                let lines = code.lines().enumerate().map(|(n, line)| (n + 1, line.trim().to_string()));
                let lines = lines.filter(|(_, line)| !line.starts_with("//")).collect();
                all.push(Source { module: parts.join("::"), path, lines });
            }
        }
    }
    assert!(all.len() > 50, "the sources are where they were");
    all
}

/// Whether `module` is `room` or inside it.
fn inside(module: &str, room: &str) -> bool {
    module.strip_prefix(room).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
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
    let mut wrong = Vec::new();
    for source in sources() {
        let room = MAY_USE.iter().filter(|(room, _)| inside(&source.module, room)).max_by_key(|(room, _)| room.len());
        let Some((room, allowed)) = room else {
            wrong.push(format!("{}: add module `{}` to MAY_USE", source.path.display(), source.module));
            continue;
        };
        for (number, line) in &source.lines {
            for target in used(line) {
                // Within a room, and from `isa::sass` to what is beside it, is free.
                let top = room.split("::").next().unwrap_or(room);
                if inside(target, room) || inside(target, top) || allowed.iter().any(|a| inside(target, a)) {
                    continue;
                }
                wrong.push(format!(
                    "{}:{number}: `{room}` may use {allowed:?} of this crate, found `{target}`: move the code, or hand the \
                     value in from above",
                    source.path.display()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
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
    let engine = ["effect", "mem", "program", "machine", "table", "term", "explain"];
    for source in sources().iter().filter(|s| engine.iter().any(|room| inside(&s.module, room))) {
        for (number, line) in &source.lines {
            // String literals are every second piece between quotes.
            let literals = line.split('"').skip(1).step_by(2);
            for word in literals.flat_map(|l| l.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))) {
                if MNEMONICS.contains(&word) {
                    let path = source.path.display();
                    wrong.push(format!("{path}:{number}: found `{word}`: mnemonics belong to a room under isa/"));
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
