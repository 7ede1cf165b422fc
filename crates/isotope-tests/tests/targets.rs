//! Targets are defined in one place: the registry's results, and a check that no other source names instruction sets or targets.

use std::collections::BTreeSet;

use crate::common::{below, entries, repository};
use isotope_intel::ze;
use isotope_targets::TARGETS;

#[test]
fn every_name_is_one_target() {
    let names: Vec<_> = TARGETS.all().map(|target| target.name()).collect();
    for (n, name) in names.iter().enumerate() {
        assert!(!names[..n].contains(name), "{name} twice");
        let target = TARGETS.find(name).unwrap();
        assert_eq!(target.to_string(), *name);
        let isa = target.isa();
        assert!(names.contains(&isa.name) && names.contains(&isa.newest), "{isa:?}");
        assert_eq!(TARGETS.find(isa.newest).unwrap().isa().newest, isa.newest);
        assert!(!target.mnemonics().is_empty() && !target.what().is_empty());
    }
    assert!(names.len() >= 13, "{names:?}");
    let error = TARGETS.find("sm_70").unwrap_err().to_string();
    assert_eq!(error, format!("no such target; choose one of {}", names.join(", ")));
}

/// The target of every readable file is registered.
#[test]
fn readers_give_registered_names() {
    assert_eq!(TARGETS.of(ze::TARGET).name(), ze::TARGET.name());
    let cubin = include_bytes!("../../../kernels/bin/sm_50/histogram256.cubin");
    for sm in 0..=255u32 {
        let mut file = cubin.to_vec();
        file[0x30..0x34].copy_from_slice(&(sm << 16 | 0x500 | sm).to_le_bytes());
        if let Ok(id) = isotope_nvidia::cubin::target(&file) {
            assert_eq!(TARGETS.of(id).name(), format!("sm_{sm}"));
        }
    }
    let code = include_bytes!("../../../kernels/bin/gfx1100/histogram256.co");
    for processor in 0..=255 {
        let mut file = code.to_vec();
        file[0x30] = processor;
        if let Ok((gfx, _)) = isotope_amd::amdgpu::target(&isotope_amd::RDNA, &file) {
            assert_eq!(TARGETS.of(gfx.id()).name(), gfx.name);
        }
    }
}

/// A target parses every operation that it lists, and every target has operations or shares those of its instruction set.
#[test]
fn operations_are_read() {
    for target in TARGETS.newest() {
        let (mut read, mut all) = (0, 0);
        for spelled in TARGETS.all().filter(|t| t.isa().name == target.isa().name).flat_map(|t| t.operations()) {
            let (op, mode) = spelled.split_once(',').unwrap_or((&spelled, "-"));
            all += 1;
            read += u32::from(target.operation(op, mode, &Default::default()).is_ok());
            assert!(op.starts_with(target.mnemonic(op)));
        }
        assert!(read > 50 && read * 4 > all, "{target}: {read} of {all}");
    }
}

/// The names of instruction sets in case files are the ones that the instruction sets define.
#[test]
fn words_of_cases() {
    let given: BTreeSet<_> = TARGETS.all().map(|target| target.isa().cases).collect();
    assert_eq!(TARGETS.cases.iter().copied().collect::<BTreeSet<_>>(), given);
    assert_eq!(TARGETS.cases.len(), given.len());
}

/// Names that only the registry and the vendor crates may use: the vendor crates, targets by name, and the vendor-specific part of a
/// kernel.
const WORDS: [&str; 4] = ["isotope_nvidia", "isotope_amd", "isotope_intel", "Vendor::"];

/// Code that all instruction sets share contains no name of a target, not even as a part of another name; comments may give examples.
#[test]
fn what_is_shared_names_no_processor() {
    let mut names: Vec<_> = TARGETS.all().map(|target| target.name()).collect();
    names.extend(["gfx", "nvidia", "intel", "rdna"]);
    // Names of file formats and of machines in ELF headers.
    let formats = |line: &str| ["Visa", "INTEL", "NVIDIA", "Intel graphics"].iter().any(|word| line.contains(word));
    for (folder, least) in [("isotope-target/src", 30), ("isotope-object/src", 10)] {
        let files = below(&repository("crates").join(folder), "rs");
        assert!(files.len() >= least, "the sources are where they were");
        for path in files {
            for line in std::fs::read_to_string(&path).unwrap().lines().filter(|line| !line.trim().starts_with("//")) {
                let small = line.to_ascii_lowercase();
                let found = names.iter().find(|name| small.contains(*name) && !formats(line));
                assert_eq!(found, None, "{}: {line}", path.display());
            }
        }
    }
}

/// Files that may use them, with the reason.
const ALLOWED: [(&str, &str); 10] = [
    ("crates/isotope-targets/src/", "the registry"),
    ("crates/isotope-nvidia/src/", "a vendor"),
    ("crates/isotope-amd/src/", "a vendor"),
    ("crates/isotope-intel/src/", "a vendor"),
    ("crates/isotope-tests/src/", "tests make code of each vendor from text"),
    ("crates/isotope-object/src/", "readers of files: what only one kind of file holds"),
    ("crates/isotope-target/src/lib.rs", "the guided tour names an instruction set"),
    ("crates/isotope-kit/src/", "cases of the kit are for targets, which it names beside their programs"),
    ("crates/isotope-campaign/src/programs/code.rs", "random programs are written in the code of each target"),
    ("crates/isotope-op/src/", "whose documents a rule stands in, where every unit has rules of its own"),
];

#[test]
fn nobody_else_asks_which_target_it_is() {
    let root = repository(".").canonicalize().unwrap();
    let files: Vec<_> = entries(&root.join("crates")).iter().flat_map(|path| below(&path.join("src"), "rs")).collect();
    assert!(files.len() > 150, "the sources are where they were");
    let names: Vec<_> = TARGETS.all().map(|target| target.name()).collect();
    let mut wrong = Vec::new();
    for path in files {
        let shown = path.strip_prefix(&root).unwrap().display().to_string();
        let text = std::fs::read_to_string(&path).unwrap();
        if ALLOWED.iter().any(|(place, _)| shown.starts_with(place)) || shown.ends_with("tests.rs") {
            continue;
        }
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        for (number, line) in code.lines().enumerate() {
            let line = line.trim();
            // Comments explain, and help texts and errors give examples; only a literal that is exactly a name can decide.
            if line.starts_with("//") || line.contains("default_value") {
                continue;
            }
            let literals = line.split('"').skip(1).step_by(2);
            let mut literals = literals.filter(|l| names.contains(l) || *l == "sm_" || *l == "gfx");
            let word = WORDS.iter().copied().find(|word| line.contains(word)).or_else(|| literals.next());
            if let Some(word) = word {
                wrong.push(format!("{shown}:{}: `{word}`: ask `isotope_target::Target` instead", number + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "{} places:\n{}", wrong.len(), wrong.join("\n"));
}
