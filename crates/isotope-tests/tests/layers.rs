//! Allowed dependencies between modules, checked in the source.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::common::{below, entries, file_name, repository, text};

mod circles;
mod imports;

/// A crate's folder, and what it may use of the same crate: files and folders beside it, `src` for items of the crate's root.
/// A folder that is not listed belongs to its closest listed parent; every folder has one.
/// Dependencies between crates are in Cargo.toml, and cargo enforces them.
const MAY_USE: &[(&str, &[&str])] = &[
    ("isotope-amd::amdgpu", &["processor"]),
    ("isotope-amd::forms", &["fields", "immediates", "lists", "operands", "swizzle"]),
    (
        "isotope-amd::lift",
        &["amdgpu", "encodings", "fields", "immediates", "operands", "processor", "rmw", "src", "state"],
    ),
    ("isotope-amd::lift::float", &["lift", "operands"]),
    ("isotope-amd::processors", &["encodings", "fields", "forms", "lift", "operands", "processor", "src", "target"]),
    ("isotope-amd::rules", &["lift", "processor", "src"]),
    ("isotope-intel::forms", &["form", "inst", "src"]),
    (
        "isotope-intel::launch",
        &[
            "devices", "file", "form", "implicit", "inst", "kernel", "lift", "link", "listing", "payload", "printf",
            "single", "src", "ze", "zeinfo",
        ],
    ),
    ("isotope-intel::legal", &["form", "forms::atomic", "inst", "kernel", "parse", "src"]),
    ("isotope-intel::lift", &["form", "inst", "kernel", "link", "print", "rmw"]),
    ("isotope-intel::parse", &["form", "inst", "legal", "names", "print", "src", "text"]),
    ("isotope-nvidia::cubin", &["processors"]),
    ("isotope-nvidia::fatbin", &["cubin"]),
    ("isotope-nvidia::spa5", &["cubin", "fatbin", "processors", "raw"]),
    ("isotope-nvidia::spa5::forms", &["spa5::fields", "spa5::rmw"]),
    ("isotope-nvidia::spa5::lift", &["processors", "spa5"]),
    ("isotope-campaign::programs", &["job", "setting", "spec"]),
    ("isotope-cli::args", &["target"]),
    ("isotope-cli::debug", &["args", "exit", "explore", "files", "run"]),
    ("isotope-cli::lines", &["exit", "files", "screen"]),
    ("isotope-cli::pages", &["about", "args", "exit", "files", "target"]),
    ("isotope-cli::run", &["args", "assume", "color", "exit", "files", "target"]),
    // The adapter is another front end of the debugger.
    ("isotope-debug::dap", &["breaks", "command", "event", "expression", "history", "show", "src", "why"]),
    ("isotope-explore::automaton", &["watch"]),
    ("isotope-explore::races", &["automaton", "deeds", "schedule", "system", "watch"]),
    (
        "isotope-explore::traces",
        &["automaton", "bounds", "divergence", "options", "races", "schedule", "system", "until", "watch"],
    ),
    ("isotope-explore::weak", &["automaton", "bounds", "options", "schedule", "states", "system", "until", "watch"]),
    ("isotope-gpu::arguments", &["answer", "error", "npy"]),
    ("isotope-gpu::explore", &["answer", "arguments", "error", "finding", "launch", "report"]),
    ("isotope-gpu::memory_trace", &["answer", "error"]),
    ("isotope-gpu::page", &["answer", "catalogue", "op", "step"]),
    ("isotope-gpu::step", &["answer", "error", "launch", "report"]),
    ("isotope-gpu::vectors", &["answer", "error", "op"]),
    ("isotope-ir::effect", &[]),
    ("isotope-ir::program", &["effect", "fault"]),
    ("isotope-jit::code", &["fact", "frame"]),
    ("isotope-jit::memory", &["code", "fact", "frame", "locked", "segment", "tables", "unit"]),
    ("isotope-jit::segment", &["code", "fact", "frame", "memory", "packed", "plan", "region", "tables", "unit"]),
    ("isotope-lint::rules", &["access", "graph", "source"]),
    ("isotope-lint::source", &["graph"]),
    ("isotope-litmus::model", &["execution", "relation", "test"]),
    ("isotope-litmus::parse", &["test"]),
    ("isotope-machine::sync", &[]),
    // A device's memory contains its synchronization unit.
    ("isotope-machine::mem", &["sync"]),
    (
        "isotope-machine::session",
        &[
            "delta",
            "digest",
            "dispatch",
            "fault",
            "footprint",
            "interp",
            "mem",
            "model",
            "observe",
            "request",
            "run",
            "snapshot",
            "state",
            "stuck",
            "sync",
        ],
    ),
    (
        "isotope-machine::uninit",
        &["access", "dispatch", "fault", "interp", "lanes", "mem", "model", "observe", "state"],
    ),
    ("isotope-object::lines", &["elf", "error"]),
    ("isotope-object::variables", &["elf", "lines"]),
    ("isotope-op::assume", &["atomic", "float", "random", "src"]),
    ("isotope-op::claim", &["assume", "atomic", "census", "float", "policy", "source"]),
    ("isotope-prove::llvm", &["decide", "expr", "lowering", "question", "sat"]),
    ("isotope-superblock::join", &["src"]),
    ("isotope-table::parse", &["compile", "error", "float", "legal", "names", "registers", "row", "src", "table"]),
    (
        "isotope-table::plan",
        &["compile", "digits", "error", "float", "line", "parse", "print", "registers", "row", "scope", "src", "table"],
    ),
    ("isotope-target::case", &[]),
    ("isotope-target::fidelity", &[]),
    ("isotope-target::language", &["operation", "registry", "target"]),
    ("isotope-target::launch", &["setup"]),
    // The data of a target's operations.
    ("isotope-target::operation", &["value"]),
    ("isotope-target::printf", &[]),
    ("isotope-target::pseudo", &["single", "specimen", "target"]),
    ("isotope-target::setup", &["value"]),
    ("isotope-target::suite", &["case", "launch", "registry", "setup"]),
    // Values as users write them; element types have the names of case files.
    ("isotope-target::value", &["case"]),
    ("isotope-term::explain", &["src"]),
];

/// Packages that print, serve or pass on results of the facade, and the packages of this repository that each may depend on.
const FRONT_ENDS: &[(&str, &[&str])] = &[
    ("crates/isotope-campaign", &["isotope"]),
    ("crates/isotope-debug", &["isotope"]),
    ("crates/isotope-kit", &["isotope"]),
    ("crates/isotope-web", &["isotope"]),
    ("examples/front_end", &["isotope"]),
    ("bindings/c", &["isotope"]),
    ("bindings/python", &["isotope-gpu", "isotope-campaign"]),
    ("crates/isotope-cli", &["isotope", "isotope-campaign", "isotope-debug", "isotope-kit", "isotope-web"]),
];

/// The library: every crate except the command.
const CRATES: [&str; 23] = [
    "isotope",
    "isotope-amd",
    "isotope-campaign",
    "isotope-debug",
    "isotope-explore",
    "isotope-intel",
    "isotope-ir",
    "isotope-jit",
    "isotope-kit",
    "isotope-lint",
    "isotope-litmus",
    "isotope-machine",
    "isotope-nvidia",
    "isotope-object",
    "isotope-op",
    "isotope-option",
    "isotope-prove",
    "isotope-superblock",
    "isotope-table",
    "isotope-target",
    "isotope-targets",
    "isotope-term",
    "isotope-web",
];

/// Crates with functions that take a reader or a writer: `std::io` has the traits, and opens no files.
const STREAMS: [&str; 2] = ["isotope", "isotope-campaign"];

/// The engine: crates without an instruction set.
const ENGINE: [&str; 9] = [
    "isotope-explore",
    "isotope-ir",
    "isotope-jit",
    "isotope-litmus",
    "isotope-machine",
    "isotope-superblock",
    "isotope-table",
    "isotope-target",
    "isotope-term",
];

/// I/O, which the library leaves to its front ends.
const IO: [&str; 7] = ["std::fs", "std::io", "std::net", "std::process", "println!", "print!(", "dbg!("];

/// Where the library names options of a command line, and why. Messages name a value, [`isotope_option::OptionName`], which front ends spell.
const OPTIONS: [(&str, &str); 8] = [
    ("isotope-amd::amdgpu", "of llvm-mc and clang-offload-bundler, to make a file that is read"),
    ("isotope-intel::zebin", "of ocloc, to make a file that is read"),
    ("isotope-campaign::explore", "whole command lines that repeat what a campaign found"),
    ("isotope-campaign::kernels", "whole command lines that repeat what a campaign found"),
    ("isotope-campaign::report", "variables of CSS"),
    ("isotope::info", "a whole command line that launches the kernel"),
    ("isotope::vectors", "the whole command line that draws the same vectors again"),
    ("isotope::vectors::lit", "the RUN line of a test for lit"),
];

/// Names that only an instruction set, object reader or suite may contain.
const MNEMONICS: [&str; 12] =
    ["ATOM", "ATOMS", "RED", "SURED", "SUATOM", "IADD", "ISETP", "LDG", "STG", "ds_add", "dword_atomic", "svm_atomic"];

struct Source {
    /// `isotope-machine::mem::store`, for `crates/isotope-machine/src/mem/store.rs`.
    module: String,
    path: PathBuf,
    /// Number and text of each line of code, without comments and tests.
    lines: Vec<(usize, String)>,
}

fn sources() -> Vec<Source> {
    let mut all = Vec::new();
    for name in CRATES {
        let root = repository("crates").join(name).join("src");
        for path in below(&root, "rs").into_iter().filter(|path| !file_name(path).ends_with("tests.rs")) {
            let relative = path.strip_prefix(&root).unwrap().with_extension("");
            let parts = relative.iter().map(|p| p.to_string_lossy()).filter(|p| p != "mod" && p != "lib");
            let module = std::iter::once(name.into()).chain(parts).collect::<Vec<_>>().join("::");
            let text = text(&path);
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
            let lines = code.lines().enumerate().map(|(n, line)| (n + 1, line.trim().to_string()));
            let lines = lines.filter(|(_, line)| !line.starts_with("//")).collect();
            all.push(Source { module, path, lines });
        }
    }
    assert!(all.len() > 150, "the sources are where they were");
    all
}

/// Whether `module` is `outer` or inside it.
fn inside(module: &str, outer: &str) -> bool {
    module.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

#[test]
fn folders_use_only_what_lies_below_them() {
    let (mut wrong, mut seen, mut rows) = (Vec::new(), 0, BTreeSet::new());
    for found in imports::crates() {
        let full =
            |module: &[String]| std::iter::once(&found.name).chain(module).cloned().collect::<Vec<_>>().join("::");
        let row = |module: &[String]| {
            let module = full(module);
            MAY_USE.iter().filter(|(folder, _)| inside(&module, folder)).max_by_key(|(folder, _)| folder.len())
        };
        for module in &found.modules {
            let folder = found.folder(module);
            if !module.is_empty() && !folder.is_empty() && row(module).is_none() {
                wrong.push(format!("{}: expected a row of MAY_USE that covers `{}`", found.name, full(folder)));
            }
            rows.extend(row(module).map(|(folder, _)| *folder));
        }
        for used in &found.uses {
            let Some((folder, allowed)) = row(&used.from) else { continue };
            seen += 1;
            let to = if used.to.is_empty() { "src".into() } else { used.to.join("::") };
            if inside(&full(&used.to), folder) || allowed.iter().any(|allowed| inside(&to, allowed)) {
                continue;
            }
            wrong.push(format!(
                "{}:{}: `{folder}` may use {allowed:?} of its crate, found `{to}`: move the code, or hand the value in from above",
                used.file.display(),
                used.line,
            ));
        }
    }
    let stale = MAY_USE.iter().filter(|(folder, _)| !rows.contains(folder));
    wrong.extend(stale.map(|(folder, _)| format!("MAY_USE has a row for `{folder}`, which is not there")));
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(seen > 1_000, "{seen} uses");
}

/// A front end depends on the facade only, and the command may also depend on other front ends.
#[test]
fn front_ends_depend_on_the_facade_alone() {
    for (package, allowed) in FRONT_ENDS {
        let manifest = text(&repository(package).join("Cargo.toml"));
        let section = manifest.split("\n[").find_map(|section| section.strip_prefix("dependencies]")).unwrap();
        let names = section.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
        let own: Vec<&str> = names.filter(|name| *name == "isotope" || name.starts_with("isotope-")).collect();
        let found: BTreeSet<&str> = own.iter().copied().collect();
        assert_eq!(found, allowed.iter().copied().collect(), "{package}: its dependencies of this repository");
    }
}

#[test]
fn the_library_performs_no_io() {
    let mut wrong = Vec::new();
    for source in sources() {
        for (number, line) in &source.lines {
            let streams = STREAMS.iter().any(|name| inside(&source.module, name));
            let found = IO.iter().filter(|io| line.contains(*io) && !(streams && **io == "std::io"));
            wrong.extend(found.map(|io| {
                format!("{}:{number}: found `{io}`: take bytes or give text; front ends do I/O", source.path.display())
            }));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_library_names_no_option() {
    let (mut wrong, mut used) = (Vec::new(), BTreeSet::new());
    for source in sources() {
        for (number, line) in &source.lines {
            // `--` is no operator of Rust, so it is in a string.
            let mut at =
                line.match_indices("--").map(|(at, _)| (line[..at].chars().next_back(), line[at + 2..].chars().next()));
            let is_option = at.any(|(before, behind)| {
                !before.is_some_and(|c| c.is_ascii_alphanumeric() || c == '-')
                    && behind.is_some_and(|c| c.is_ascii_lowercase())
            });
            match OPTIONS.iter().find(|(module, _)| *module == source.module) {
                _ if !is_option => {}
                Some((module, _)) => drop(used.insert(*module)),
                None => {
                    wrong.push(format!("{}:{number}: name an `OptionName` instead: `{line}`", source.path.display()))
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    let stale: Vec<_> = OPTIONS.iter().filter(|(module, _)| !used.contains(module)).collect();
    assert!(stale.is_empty(), "these name no option any more: {stale:?}");
}

#[test]
fn the_engine_knows_no_mnemonic() {
    let mut wrong = Vec::new();
    let engine = |s: &&Source| ENGINE.iter().any(|module| inside(&s.module, module));
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

/// Test binaries do not search for files: a module that `main.rs` omits would never run.
#[test]
fn every_test_file_is_a_module() {
    let mut seen = 0;
    for tests in entries(&repository("crates")).iter().map(|path| path.join("tests")) {
        let Ok(main) = std::fs::read_to_string(tests.join("main.rs")) else { continue };
        for path in entries(&tests) {
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

/// Crates without a unit-test binary contain no unit tests, which would never run.
#[test]
fn no_test_is_left_out() {
    let mut seen = 0;
    for folder in entries(&repository("crates")) {
        let Ok(manifest) = std::fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        let lib = manifest.split("\n[").find(|section| section.starts_with("lib]"));
        if lib.is_some_and(|lib| lib.lines().any(|line| line == "test = false")) {
            for path in below(&folder.join("src"), "rs") {
                seen += 1;
                let found = text(&path).lines().position(|line| line.trim() == "#[test]");
                assert_eq!(found, None, "{}: put it into tests/ of a crate", path.display());
            }
        }
    }
    assert!(seen > 200, "{seen} files");
}
