//! Answers of implementations with one known fault each: the fault is found, and explained by the right rule.

use std::collections::BTreeSet;

use isotope_kit::explain;
use serde_json::{Value, json};

use crate::{Files, all, elements, json as parsed};

/// Results of one case with changed outputs, as the runner writes them.
fn results(files: &Files, id: &str, change: impl Fn(&str, usize, u64) -> u64) -> String {
    let path = format!("cases/{id}.json");
    let case = parsed(files, &path);
    let mut differences = Vec::new();
    for output in case["outputs"].as_array().unwrap() {
        let (name, ty) = (output["buffer"].as_str().unwrap(), &output["type"]);
        for (element, expected) in elements(&files[output["expected"].as_str().unwrap()], ty).into_iter().enumerate() {
            let found = change(name, element, expected);
            if found != expected {
                differences.push(json!({ "buffer": name, "element": element, "found": format!("0x{found:x}") }));
            }
        }
    }
    let status = if differences.is_empty() { "equal" } else { "different" };
    let answered =
        json!({ "id": id, "status": status, "message": "", "asked": case["asked"], "differences": differences });
    json!({ "schema": "isotope-kit-results/1", "isotope": "0.1.0", "name": "faulty", "cases": [answered] }).to_string()
}

fn groups(results: &str) -> Vec<Value> {
    let explained = explain(results).unwrap();
    let value = explained.json();
    value["cases"][0]["groups"].as_array().unwrap().clone()
}

fn input(files: &Files, id: &str, buffer: &str) -> Vec<u64> {
    let case = parsed(files, &format!("cases/{id}.json"));
    let of = case["buffers"].as_array().unwrap().iter().find(|b| b["name"] == buffer).unwrap().clone();
    elements(&files[of["input"].as_str().unwrap()], &of["type"])
}

#[test]
fn a_right_answer_needs_no_explanation() {
    let files = all();
    let explained = explain(&results(files, "sm_50-cas-atom_cas_b32", |_, _, v| v)).unwrap();
    assert_eq!(explained.agrees(), Some(true));
    assert_eq!(explained.text(), "1 case: 1 equal\n");
}

#[test]
fn one_wrong_bit() {
    let files = all();
    let id = "gfx1100-incdec-ds_inc_rtn_u32";
    let wrong = results(files, id, |name, element, v| if (name, element) == ("mem", 5) { v ^ 0x400 } else { v });
    let found = groups(&wrong);
    assert_eq!(found.len(), 1);
    let group = &found[0];
    assert_eq!((&group["elements"], &group["equals"]), (&json!([5]), &Value::Null), "{group}");
    assert_eq!(group["standing"], "source");
    assert!(
        group["rules"][0]["words"].as_str().unwrap().contains("new = if old >= src0 { 0 } else { old + 1 }"),
        "{group}"
    );
    let [mem, src0] = ["mem", "src0"].map(|name| format!("{:#010x}", input(files, id, name)[5]));
    assert_eq!(group["operands"], json!({ "mem": mem, "src0": src0 }));
    let text = explain(&wrong).unwrap().text();
    assert!(text.contains("1 of 320 elements differ") && text.contains("equals nothing that is known here"), "{text}");
}

#[test]
fn roles_of_a_compare_and_swap_swapped() {
    let files = all();
    for id in [
        "gfx1100-cas-ds_cmpstore_rtn_b32",
        "gfx1100-cas-global_atomic_cmpswap_b64",
        "sm_50-cas-atom_cas_b32",
        "tgllp-cas-global_cmpxchg",
    ] {
        let [mem, src0, src1] = ["mem", "src0", "src1"].map(|name| input(files, id, name));
        // As if the other source were compared.
        let first = id.starts_with("sm_50");
        let (compare, new) = if first { (&src1, &src0) } else { (&src0, &src1) };
        let swapped = |name: &str, i: usize, v| {
            if name == "mem" { if mem[i] == compare[i] { new[i] } else { mem[i] } } else { v }
        };
        let found = groups(&results(files, id, swapped));
        assert!(!found.is_empty(), "{id}");
        for group in &found {
            assert_eq!(group["equals"], "the sources swapped", "{id}: {group}");
            assert_eq!(group["equals_whole_case"], true, "{id}: {group}");
            assert_eq!(group["standing"], "source", "{id}");
        }
    }
}

#[test]
fn subnormals_flushed() {
    let files = all();
    let id = "gfx1100-float-ds_add_rtn_f32";
    let flushed = "gfx1100-float-ds_add_rtn_f32-flush";
    // The expected values of the same operation under the mode that flushes, which is another case.
    let other = parsed(files, &format!("cases/{flushed}.json"));
    let path = other["outputs"][0]["expected"].as_str().unwrap();
    let values = elements(&files[path], &other["outputs"][0]["type"]);
    let found = groups(&results(files, id, |name, element, v| if name == "mem" { values[element] } else { v }));
    assert!(!found.is_empty());
    for group in &found {
        let words = group["equals"].as_str().unwrap();
        assert!(words.contains("flushed") && group["equals_whole_case"] == true, "{group}");
        assert_eq!(group["standing"], "source");
    }
    // A single element: the rule for it says that subnormals are kept.
    let [mem, src0] = ["mem", "src0"].map(|name| input(files, id, name));
    let at = (0..mem.len()).find(|i| (mem[*i], src0[*i]) == (1, 0)).unwrap();
    let found = groups(&results(files, id, |name, element, v| if (name, element) == ("mem", at) { 0 } else { v }));
    assert_eq!(found.len(), 1);
    let text = found[0].to_string();
    assert!(text.contains("flush") && text.contains("AMD's RDNA3 chapter 13"), "{text}");
}

#[test]
fn another_reading_is_told_from_a_fault() {
    let files = all();
    let mut told = [0, 0];
    // A reading gives the same result in all cases.
    let mut seen = BTreeSet::new();
    for path in files.keys().filter(|path| path.starts_with("cases/")) {
        let case = parsed(files, path);
        let id = case["id"].as_str().unwrap();
        for reading in case["readings"].as_array().unwrap() {
            if !seen.insert((reading["assumption"].to_string(), reading["reading"].to_string())) {
                continue;
            }
            let Some(values) = reading["values"]["mem"].as_array().filter(|values| !values.is_empty()) else {
                continue;
            };
            if values.iter().any(|pair| pair[1].is_null()) {
                continue;
            }
            let value = |element: usize| {
                let pair = values.iter().find(|pair| pair[0] == element)?;
                u64::from_str_radix(pair[1].as_str().unwrap().trim_start_matches("0x"), 16).ok()
            };
            let results =
                results(files, id, |name, element, v| if name == "mem" { value(element).unwrap_or(v) } else { v });
            let explained = explain(&results).unwrap();
            let allowed = reading["allowed"] == true;
            told[usize::from(allowed)] += 1;
            let value = explained.json();
            let groups = value["cases"][0]["groups"].as_array().unwrap();
            assert!(!groups.is_empty(), "{id}");
            for group in groups {
                let equals = group["equals"].as_str().unwrap_or("");
                assert!(equals.starts_with("the alternative ") && group["equals_whole_case"] == true, "{id}: {group}");
                assert_eq!(group["standing"] == "reading", allowed, "{id}: {group}");
            }
            assert!(explained.agrees() == Some(true) || !allowed, "{id}");
        }
    }
    assert!(told[0] > 2 && told[1] > 2, "{told:?}");
}

#[test]
fn results_that_are_none_are_refused() {
    let files = all();
    let good = results(files, "sm_50-cas-atom_cas_b32", |_, element, v| if element == 0 { v ^ 1 } else { v });
    for (text, says) in [
        ("[".to_string(), "expected JSON"),
        ("{}".into(), "`schema`: expected `isotope-kit-results/1`, found ``"),
        (r#"{"schema":"isotope-kit-results/1"}"#.into(), "expected a list `cases`, found none"),
        (good.replace("atom_cas_b32", "atom_cas_b16"), "expected a case of this kit, found `sm_50-cas-atom_cas_b16`"),
        (good.replace("\"asked\":\"", "\"asked\":\"0"), "expected results of this version's kit"),
        (good.replace("\"element\":0", "\"element\":99999"), "expected a difference with buffer, element and found"),
        (good.replace("\"found\":\"0x", "\"found\":\"zz"), "expected a difference with buffer, element and found"),
    ] {
        let error = explain(&text).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
    let failed = good.replace("\"status\":\"different\"", "\"status\":\"timeout\"");
    assert_eq!(explain(&failed).unwrap().agrees(), Some(false));
}
