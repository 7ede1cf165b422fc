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
    let path = root().join(format!("kernels/explore/bin/{folder}/{name}.{ending}"));
    let image = isotope::load(&std::fs::read(path).unwrap()).unwrap();
    isotope::lint(&image, None, Default::default()).unwrap()
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
    let path = root().join("tests/data/lint/races.tsv");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &out).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), out);
}

/// Every rule that is found is listed, and is not two.
#[test]
fn rules() {
    let listed = isotope::lint_rules();
    let names: Vec<&str> = listed.lines().filter_map(|l| l.split_once('[')?.1.strip_suffix(']')).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
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
