//! What is found in kernels that three vendors' compilers made, beside what is wrong with their sources.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use isotope::Linted;

const FILES: [(&str, &str); 3] = [("sm_50", "cubin"), ("gfx1100", "co"), ("tgllp", "zebin")];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn linted(target: usize, name: &str) -> Linted {
    let (folder, ending) = FILES[target];
    lint(&root().join(format!("kernels/explore/bin/{folder}/{name}.{ending}")))
}

fn lint(path: &Path) -> Linted {
    let image = isotope::load(&std::fs::read(path).unwrap()).unwrap();
    isotope::lint(&image, None, Default::default()).unwrap()
}

/// Rules that kernels of a file break, each with its kernel.
fn told(path: &str) -> BTreeSet<(String, &'static str)> {
    lint(&root().join(path)).findings.into_iter().map(|(_, finding)| (finding.kernel, finding.rule)).collect()
}

/// Rules that kernels of a file break.
fn broken(target: usize, name: &str) -> BTreeSet<(String, &'static str)> {
    linted(target, name).findings.into_iter().map(|(_, finding)| (finding.kernel, finding.rule)).collect()
}

/// Each wrong kernel is found, and the right one beside it is not. Compilers made the lock of `lock_moved` one that is given back behind the loop.
#[test]
fn wrong_beside_right() {
    let expected = [
        ("add_compares_floats", "cas-loop-compares-floats"),
        ("lock_behind", "lock-in-wave"),
        ("lock_moved", "lock-in-wave"),
        ("sizes_mixed", "mixed-size-atomics"),
    ];
    let expected: BTreeSet<_> = expected.into_iter().map(|(kernel, rule)| (kernel.to_string(), rule)).collect();
    for (target, (name, _)) in FILES.iter().enumerate() {
        assert_eq!(broken(target, "lint"), expected, "{name}");
    }
}

/// What people reported (docs/lint.md), planted for each target: every fault is found by its rule, and nothing in the right kernels beside them.
#[test]
fn reported_faults() {
    let everywhere = [
        ("early", "divergent-barrier"),
        ("product", "cas-loop-compares-floats"),
        ("publish", "missing-release"),
        ("reset", "counter-reset"),
        ("reset_rounds", "counter-reset"),
        ("retry", "cas-loop-compares-new"),
        ("retry_wide", "cas-loop-compares-new"),
    ];
    let unwritten = [("unwritten", "unwritten-cas-operand")];
    let amd = [
        ("lane", "acquire-of-one-lane"),
        ("product_native", "cas-loop-compares-floats"),
        ("product_native", "float-compare-and-swap"),
        ("product_native_once_right", "float-compare-and-swap"),
    ];
    let bare = [("bare", "barrier-before-access-ends"), ("bare_read", "barrier-before-access-ends")];
    let expected: [(&str, &[(&str, &str)]); 9] = [
        ("sm_50/lint.cubin", &everywhere),
        ("gfx1100/lint.co", &everywhere),
        ("tgllp/lint.zebin", &everywhere),
        ("sm_50/unwritten.cubin", &unwritten),
        ("gfx1100/unwritten.co", &unwritten),
        ("tgllp/unwritten.zebin", &unwritten),
        ("gfx1100/amd.co", &amd),
        ("gfx1100/bare.co", &bare),
        ("tgllp/unfenced.zebin", &bare[..1]),
    ];
    for (file, expected) in expected {
        let found = told(&format!("kernels/lint/bin/{file}"));
        let expected: BTreeSet<_> = expected.iter().map(|(kernel, rule)| (kernel.to_string(), *rule)).collect();
        assert_eq!(found, expected, "{file}");
    }
}

/// Of the barriers that `run --check-rules` and `explore` find, those that the code alone tells; never one of the right kernels. `ended_race` takes a
/// launch: what decides is read at one address.
#[test]
fn barriers() {
    let certain = ["ended_return", "lanes_if", "lanes_loop", "lanes_return", "lanes_sides", "pair_if"];
    let rest = ["ended_data", "ended_race", "pair_loop"];
    let mut files = 0;
    for (target, ending) in FILES {
        let folder = root().join("kernels/barriers/bin").join(target);
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            assert_eq!(path.extension().unwrap(), ending);
            let found = lint(&path).findings;
            let kernels: BTreeSet<&str> = found.iter().map(|(_, finding)| finding.kernel.as_str()).collect();
            assert!(certain.iter().all(|kernel| kernels.contains(kernel)), "{}: {kernels:?}", path.display());
            let known = |kernel: &&str| certain.contains(kernel) || rest.contains(kernel);
            assert!(kernels.iter().all(known), "{}: {kernels:?}", path.display());
            assert!(found.iter().all(|(_, finding)| finding.rule == "divergent-barrier"));
            files += 1;
        }
    }
    assert_eq!(files, 6);
}

/// No kernel that exploring proved free of races is told that a fence is missing; and of those with races, which ones are.
#[test]
fn fences() {
    let table = std::fs::read_to_string(root().join("tests/data/explore/races.tsv")).unwrap();
    let rows: Vec<Vec<&str>> =
        table.lines().filter(|l| !l.starts_with('#') && !l.is_empty()).map(|l| l.split('\t').collect()).collect();
    let mut out = String::from(
        "# Kernels of kernels/explore/src/races.cl and races_amd.cl with races (tests/data/explore/races.tsv), and what `isotope lint` says of them on each\n\
         # target: rules, or `-` where it says nothing. It looks for waits and signals in global memory; that waves of a group need a barrier, or that\n\
         # plain accesses meet without any signal, takes `isotope explore --races`. Written by this test under UPDATE=1.\n\
         # kernel\tsm_50\tgfx1100\ttgllp\n",
    );
    let found: Vec<_> = (0..FILES.len())
        .map(|target| {
            let mut found = broken(target, "races");
            if FILES[target].0 == "gfx1100" {
                found.extend(broken(target, "races_amd"));
            }
            found.retain(|(_, rule)| rule.starts_with("missing-") || *rule == "group-fence");
            found
        })
        .collect();
    let mut free = 0;
    for row in &rows {
        let mut line = row[0].to_string();
        for (target, found) in found.iter().enumerate() {
            let rules: Vec<_> = found.iter().filter(|(kernel, _)| kernel == row[0]).map(|(_, rule)| *rule).collect();
            if row[3 + target] == "free" {
                free += 1;
                let warnings: Vec<_> = rules.iter().filter(|rule| rule.starts_with("missing-")).collect();
                assert!(warnings.is_empty(), "{} on {} is free of races: {warnings:?}", row[0], FILES[target].0);
            }
            let _ = write!(line, "\t{}", if rules.is_empty() { "-".to_string() } else { rules.join("+") });
        }
        if row[3..6].iter().any(|verdict| !matches!(*verdict, "free" | "-")) {
            out.push_str(&line);
            out.push('\n');
        }
    }
    assert!(free > 100);
    is_current("races.tsv", &out);
}

/// A table of `tests/data/lint` holds this text; `UPDATE=1` writes it.
#[track_caller]
fn is_current(name: &str, text: &str) {
    let path = root().join("tests/data/lint").join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), text);
}

/// A file with the code beside it, where it is vISA text.
fn lint_with_code(path: &Path) -> Linted {
    let code = |kernel: &str| {
        let places = [path.with_file_name(format!("{kernel}.visaasm")), path.with_extension("visaasm")];
        places.iter().find_map(|place| std::fs::read(place).ok())
    };
    let image = isotope::load_with(&std::fs::read(path).unwrap(), code).unwrap();
    isotope::lint(&image, None, Default::default()).unwrap()
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| ["co", "cubin", "zebin", "zeinfo"].iter().any(|known| e == *known)) {
            found.push(path);
        }
    }
}

/// What is found in kernels that were not written to be found, of all compilers: a finding that is not in the list is new, and most likely false.
#[test]
fn suites() {
    let mut all = Vec::new();
    for folder in ["bin", "extra", "compilers", "lines", "rate"] {
        files(&root().join("kernels").join(folder), &mut all);
    }
    let mut out = String::from(
        "# Findings of `isotope lint`, notes left out, in kernels/bin, extra, compilers, lines and rate; why each is right is in docs/lint.md. Written by a \
         test under UPDATE=1.\n# file\tkernel\trule\n",
    );
    let mut kernels = 0;
    for path in &all {
        let linted = lint_with_code(path);
        kernels += linted.kernels;
        let rules: BTreeSet<_> = linted
            .findings
            .iter()
            .filter(|(_, finding)| !finding.note)
            .map(|(_, finding)| (finding.kernel.as_str(), finding.rule))
            .collect();
        let name = path.strip_prefix(root().join("kernels")).unwrap().display().to_string();
        for (kernel, rule) in rules {
            let _ = writeln!(out, "{name}\t{kernel}\t{rule}");
        }
    }
    assert!(kernels > 400, "{kernels}");
    is_current("suites.tsv", &out);
}

/// A kernel of declarations alone has no step, and nothing to find.
#[test]
fn a_kernel_without_steps() {
    let info = std::fs::read(root().join("kernels/bin/tgllp.a64/minmax_i32.zeinfo")).unwrap();
    let code = |name: &str| Some(format!(".version 4.1\n.kernel \"{name}\"\n").into_bytes());
    let image = isotope::load_with(&info, code).unwrap();
    assert!(isotope::lint(&image, None, Default::default()).unwrap().findings.is_empty());
}

/// Every rule that is found is listed, is not two, and has a row in docs/lint.md.
#[test]
fn rules() {
    let listed = isotope::lint_rules();
    let names: Vec<&str> = listed.lines().filter_map(|l| l.split_once('[')?.1.strip_suffix(']')).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    let page = std::fs::read_to_string(root().join("docs/lint.md")).unwrap();
    for name in &names {
        assert!(page.contains(&format!("\n| `{name}` |")), "docs/lint.md has no row for {name}");
    }
    for target in 0..FILES.len() {
        let found = broken(target, "lint").into_iter().chain(broken(target, "races"));
        found.for_each(|(kernel, rule)| assert!(names.contains(&rule), "{kernel}: {rule}"));
    }
}

/// A log as code hosts take it: each result has a rule of the list, a level, a message and a place.
#[test]
fn sarif() {
    let log = Linted::sarif(&[("a file.co".to_string(), linted(1, "lint"))]);
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules: BTreeSet<&str> =
        run["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|rule| rule["id"].as_str().unwrap()).collect();
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 4);
    for result in results {
        assert!(rules.contains(result["ruleId"].as_str().unwrap()));
        assert_eq!(result["level"], "warning");
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "a%20file.co");
        assert!(place["address"]["relativeAddress"].is_u64());
    }
}
