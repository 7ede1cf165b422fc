//! The kit as a whole: exports are equal byte for byte, every expected value is found again by running, faults are found and explained.

mod faults;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use isotope_kit::{FAMILIES, Selection, TARGETS, answer, export, sha256};
use serde_json::Value;

/// The files of a kit, by path.
type Files = BTreeMap<String, Vec<u8>>;

fn made() -> Files {
    let kit = export(&Selection::default()).unwrap();
    kit.into_iter().map(|file| (file.path, file.bytes)).collect()
}

/// The kit, made once.
fn all() -> &'static Files {
    static KIT: OnceLock<Files> = OnceLock::new();
    KIT.get_or_init(made)
}

fn json(files: &Files, path: &str) -> Value {
    serde_json::from_slice(&files[path]).unwrap()
}

fn case_paths(files: &Files) -> Vec<&String> {
    files.keys().filter(|path| path.starts_with("cases/")).collect()
}

/// The buffers that Isotope leaves after a case.
fn run(files: &Files, path: &str, assume: &[&str], seed: u64) -> Result<Files, String> {
    let read = |path: &str| files.get(path).cloned().ok_or_else(|| isotope::Error::new(format!("no `{path}`")));
    let text = std::str::from_utf8(&files[path]).unwrap();
    let found = answer(text, read, assume.iter().copied(), seed).map_err(|error| error.to_string())?;
    match found.stopped {
        Some(stopped) => Err(stopped),
        None => Ok(found.buffers.into_iter().collect()),
    }
}

fn elements(bytes: &[u8], ty: &Value) -> Vec<u64> {
    let width = if ty == "u64" { 8 } else { 4 };
    bytes.chunks_exact(width).map(|e| e.iter().rev().fold(0, |v, b| v << 8 | u64::from(*b))).collect()
}

/// The expected and the found elements of an output.
fn both(files: &Files, left: &Files, output: &Value) -> [Vec<u64>; 2] {
    let bytes = [&files[output["expected"].as_str().unwrap()], &left[output["buffer"].as_str().unwrap()]];
    bytes.map(|bytes| {
        let mut all = elements(bytes, &output["type"]);
        if output["any_order"] == true {
            all.sort_unstable();
        }
        all
    })
}

#[test]
fn the_same_bytes_each_time_with_their_sums() {
    let (files, again) = (all(), made());
    assert!(*files == again, "two exports differ");
    let manifest = json(files, "manifest.json");
    let listed = manifest["files"].as_array().unwrap();
    assert_eq!(listed.len() + 1, files.len());
    for file in listed {
        let path = file["path"].as_str().unwrap();
        assert_eq!(file["sha256"], sha256(&files[path]), "{path}");
        assert_eq!(file["bytes"], files[path].len(), "{path}");
        assert!(!path.starts_with('/') && !path.contains("..") && !path.contains('\\'), "{path}");
    }
    let cases = manifest["cases"].as_array().unwrap();
    assert!(cases.len() > 100, "{} cases", cases.len());
    let of = |name: &str| cases.iter().map(|case| case[name].as_str().unwrap()).collect::<BTreeSet<_>>();
    assert_eq!(of("family"), FAMILIES.into_iter().collect());
    assert_eq!(of("target"), TARGETS.into_iter().collect());
    assert_eq!(of("id").len(), cases.len());
}

#[test]
fn sums_are_those_of_the_standard() {
    for (text, sum) in [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
    ] {
        assert_eq!(sha256(text.as_bytes()), sum);
    }
    assert_eq!(sha256(&vec![b'a'; 1_000_000]), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

#[test]
fn a_selection_has_what_it_names() {
    let part = |targets: &[&str], only: &[&str]| {
        let of = |list: &[&str]| list.iter().map(|text| (*text).to_string()).collect();
        export(&Selection { targets: of(targets), only: of(only) })
    };
    let files: Files = part(&["sm_50"], &["cas"]).unwrap().into_iter().map(|f| (f.path, f.bytes)).collect();
    assert_eq!(case_paths(&files).len(), 4);
    assert!(files.keys().filter(|path| path.starts_with("files/")).eq(["files/sm_50/ops.cubin"]));
    assert!(
        part(&["sm_99"], &[]).unwrap_err().to_string().contains("expected dg2, gfx1100, sm_50, tgllp, found `sm_99`")
    );
    assert!(part(&[], &["floats"]).unwrap_err().to_string().contains("found `floats`"));
}

#[test]
fn every_expected_value_is_what_running_leaves() {
    let files = all();
    let mut compared = 0;
    for path in case_paths(files) {
        let case = json(files, path);
        for seed in [0, 1, 2] {
            let left = run(files, path, &[], seed).unwrap_or_else(|error| panic!("{path}: {error}"));
            for output in case["outputs"].as_array().unwrap() {
                let [expected, found] = both(files, &left, output);
                assert_eq!(output["why"].as_array().unwrap().len(), expected.len(), "{path}");
                assert_eq!(expected, found, "{path} {}", output["buffer"]);
                compared += expected.len();
            }
        }
    }
    assert!(compared > 100_000, "{compared}");
}

#[test]
fn every_reading_is_what_running_under_it_leaves() {
    let files = all();
    let mut readings = 0;
    for path in case_paths(files) {
        let case = json(files, path);
        for reading in case["readings"].as_array().unwrap() {
            let name = format!("{}={}", reading["assumption"].as_str().unwrap(), reading["reading"].as_str().unwrap());
            assert_eq!(reading["allowed"], reading["grade"] == "assumed", "{path} {name}");
            readings += 1;
            let left = match run(files, path, &[&name], 0) {
                Ok(left) => left,
                // A reading that leaves an element open stops the launch there.
                Err(stopped) => {
                    let open = reading["values"].to_string().contains("null");
                    assert!(open || reading["stopped"].is_string(), "{path} {name}: {stopped}");
                    continue;
                }
            };
            for output in case["outputs"].as_array().unwrap() {
                let buffer = output["buffer"].as_str().unwrap();
                let [mut expected, found] = both(files, &left, output);
                for pair in reading["values"][buffer].as_array().unwrap() {
                    let digits = pair[1].as_str().unwrap().trim_start_matches("0x").to_string();
                    expected[pair[0].as_u64().unwrap() as usize] = u64::from_str_radix(&digits, 16).unwrap();
                }
                assert_eq!(expected, found, "{path} {name} {buffer}");
            }
        }
    }
    assert!(readings > 20, "{readings}");
}

#[test]
fn every_rule_has_a_source_that_there_is() {
    let files = all();
    for path in case_paths(files) {
        let case = json(files, path);
        let rules = case["rules"].as_array().unwrap();
        assert!(!rules.is_empty(), "{path}");
        for rule in rules {
            let source = rule["source"].as_str().unwrap();
            assert!(!rule["words"].as_str().unwrap().is_empty() && !source.is_empty(), "{path}: {rule}");
            let named = isotope_op::source::named(source).next().is_some();
            assert!(named || rule["grade"] == "assumed" || rule["assumption"].is_string(), "{path}: {rule}");
        }
        for output in case["outputs"].as_array().unwrap() {
            let reasons = output["reasons"].as_array().unwrap();
            assert!(reasons.iter().all(|list| !list.as_array().unwrap().is_empty()), "{path}: {output}");
        }
    }
}

#[test]
fn what_is_no_case_is_refused() {
    let none = |_: &str| Err(isotope::Error::new("no files"));
    for (text, says) in [
        ("{", "expected JSON"),
        ("{}", "`schema`: expected `isotope-kit-case/1`, found ``"),
        (r#"{"schema":"isotope-kit-case/1"}"#, "expected a list `buffers`, found null"),
        (r#"{"schema":"isotope-kit-case/1","buffers":[{"name":"a","type":"u32","input":"x"}]}"#, "no files"),
        (r#"{"schema":"isotope-kit-case/1","buffers":[],"launches":[],"file":"f"}"#, "launches"),
    ] {
        let error = answer(text, none, [], 0).unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
}
