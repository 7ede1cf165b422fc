//! `isotope run --fidelity`: what instructions rest on, and what of it shows in memory.

use std::path::Path;

use crate::common::{case, folder, isotope, repository, write};
use isotope_nvidia::spa5::{Mode, Profile, listing};
use serde_json::Value;

/// The report of a run.
fn fidelity(command: &str) -> Value {
    let ran = isotope(&format!("run {command} --fidelity --json"));
    let run = ran.json();
    run["fidelity"].clone()
}

fn list(report: &Value, name: &str) -> Vec<String> {
    report[name].as_array().expect(name).iter().map(|v| v.as_str().expect("an id").to_string()).collect()
}

/// What an instruction that starts so rests on.
fn basis(report: &Value, text: &str) -> Vec<String> {
    let instructions = report["instructions"].as_array().expect("instructions");
    let found = instructions.iter().find(|i| i["text"].as_str().is_some_and(|t| t.contains(text)));
    found.map_or_else(Vec::new, |i| list(i, "rests_on"))
}

fn change(report: &Value, id: &str, reading: &str) -> Option<String> {
    let all = report["assumptions"].as_array().expect("assumptions");
    let one = all.iter().find(|a| a["assumption"] == id).unwrap_or_else(|| panic!("no {id} in {report:#}"));
    let tried = one["readings"].as_array().expect("readings");
    let one = tried.iter().find(|r| r["reading"] == reading).unwrap_or_else(|| panic!("no {reading} in {one:#}"));
    one["change"].as_str().map(str::to_string)
}

/// The kernel adds floats; `data` are two of 32.
fn float_add(file: &str, data: &str) -> Value {
    let file = repository(&format!("kernels/bin/{file}"));
    fidelity(&format!("{file} --grid 1 --block 32 --arg data=f32[32]:{data} --arg 32 --arg out=f32[4]:0"))
}

#[test]
fn a_nan_shows_which_nan_was_assumed() {
    let nan = float_add("sm_50/float_add.cubin", "1.5,0x7fc00001");
    assert!(basis(&nan, "RED.E.ADD.F32.FTZ.RN").contains(&"nv.l2_nan".into()), "{nan:#}");
    // The rules of a minimum are no business of a sum.
    assert!(!basis(&nan, "RED.E.ADD.F32.FTZ.RN").contains(&"nv.f16x2_minmax_nan".into()), "{nan:#}");
    assert!(list(&nan, "memory_changes_with").contains(&"nv.l2_nan".into()), "{nan:#}");
    let change_to = |word| change(&nan, "nv.l2_nan", word).expect("a change");
    assert!(change_to("quiet").contains("of `out` differ, first at byte 0: 0x7fffffff becomes 0x7fc00000"));
    assert!(change_to("unspecified").contains("the run stops at group (0,0,0) wave 0"));
    // Without a NaN the same instruction rests on the same, and it shows nowhere.
    let plain = float_add("sm_50/float_add.cubin", "1.5,2.5");
    assert!(basis(&plain, "RED.E.ADD.F32.FTZ.RN").contains(&"nv.l2_nan".into()));
    assert_eq!(change(&plain, "nv.l2_nan", "quiet"), None);
    assert!(!list(&plain, "memory_changes_with").contains(&"nv.l2_nan".into()), "{plain:#}");
}

#[test]
fn every_vendor() {
    // Infinities of both signs: a NaN of the unit's own.
    let amd = float_add("gfx1100/float_add.co", "0x7f800000,0xff800000");
    assert!(basis(&amd, "global_atomic_add_f32").contains(&"amd.inf_minus_inf".into()), "{amd:#}");
    assert!(list(&amd, "memory_changes_with").contains(&"amd.inf_minus_inf".into()), "{amd:#}");
    assert!(basis(&amd, "s_endpgm").is_empty(), "{amd:#}");
    let subnormal = float_add("tgllp/float_add.zeinfo", "0x00000001,0x00000003");
    assert!(list(&subnormal, "memory_changes_with").contains(&"intel.eu_denormals".into()), "{subnormal:#}");
    // Integer arithmetic does not rest on rules of floats.
    let file = repository("kernels/bin/tgllp/histogram256.zeinfo");
    let integers = fidelity(&format!("{file} --case {}", case("histogram256.base")));
    let on: Vec<String> =
        integers["instructions"].as_array().expect("instructions").iter().flat_map(|i| list(i, "rests_on")).collect();
    assert!(on.iter().all(|id| id == "intel.lane_order" || id == "intel.goto_order"), "{integers:#}");
    assert!(list(&integers, "memory_changes_with").is_empty(), "{integers:#}");
    assert!(integers["executed"].as_u64().expect("a number") > 50);
}

#[test]
fn an_open_result_stops_the_run_and_is_named() {
    let file = repository("kernels/bin/tgllp/float_max.zeinfo");
    let args = "--grid 1 --block 32 --arg data=f32[32]:0x7f800001,0x7f800002 --arg 32 --arg out=f32[4]:0";
    let report = fidelity(&format!("{file} {args}"));
    assert!(report["stopped"].as_str().is_some_and(|s| s.contains("float.minmax")), "{report:#}");
}

/// A kernel of one bundle, in place of the beginning of another.
fn bundle(dir: &Path, source: &str) -> String {
    let mut bytes = std::fs::read(repository("kernels/bin/sm_50/histogram256.cubin")).expect("a kernel");
    let image = isotope_nvidia::cubin::parse(&bytes).expect("a cubin");
    let at = image.kernels[0].file_offset as usize + image.kernels[0].entry as usize;
    let code = listing::assemble(Profile::Sm50, Mode::Documented, source).expect("a bundle");
    bytes[at..at + code.len()].copy_from_slice(&code);
    write(dir, "bundle.cubin", bytes)
}

#[test]
fn what_cannot_be_switched_is_followed_to_memory() {
    let torture = |name: &str| repository(&format!("kernels/torture/{name}"));
    let stored = fidelity(&format!("{} --case {}", torture("bin/sm_50/approx.cubin"), torture("cases/approx.json")));
    assert!(basis(&stored, "MUFU.RCP").contains(&"nv.mufu".into()), "{stored:#}");
    assert!(list(&stored, "memory_may_change_with").contains(&"nv.mufu".into()), "{stored:#}");
    // The same operation, and nothing is stored.
    let file = bundle(&folder("followed"), "MUFU.RCP R0, R1;\nEXIT;\nNOP;\n");
    let dropped = fidelity(&format!("{file} --case {}", case("histogram256.base")));
    assert!(basis(&dropped, "MUFU.RCP").contains(&"nv.mufu".into()), "{dropped:#}");
    assert!(list(&dropped, "memory_may_change_with").is_empty(), "{dropped:#}");
}

#[test]
fn the_report_in_lines() {
    let file = repository("kernels/bin/sm_50/float_add.cubin");
    let ran = isotope(&format!("run {file} --case {} --fidelity", case("float_add.one_wave")));
    ran.gives(0, "ok exact out\n");
    let mut lines = ran.err.lines();
    let head = lines.next().expect("a line");
    assert!(head.starts_with("fidelity: 14 of ") && head.ends_with("no document settles"), "{head}");
    ran.err_has("\nnv.l2_nan (hardware): Which NaN the L2 atomic unit writes")
        .err_has("\n  under `quiet`: the same memory\n");
}

/// Copies of register 0 into shorter variables are known by their operands, whatever name the text has for the register.
#[test]
fn copies_of_register_0() {
    let file = repository("kernels/host/bin/visa/implicit.pvc.zebin");
    let line = format!("run {file} --kernel implicit --grid 1 --block 2 --arg out=u32[2]:0 --arg in=u32[2]:1,5");
    let ran = isotope(&format!("{line} --fidelity"));
    let told: Vec<&str> = ran.err.lines().collect();
    let rest: Vec<&str> = told
        .windows(2)
        .filter(|two| two[1].trim() == "rests on intel.register_copies")
        .map(|two| two[0].trim())
        .collect();
    assert_eq!(rest.len(), 2, "{}", ran.err);
    assert!(
        rest.iter().all(|text| text.contains("mov (M1_NM, 16) ") && text.contains("V0033(0,0)<1;1,0>")),
        "{rest:?}"
    );
    isotope(&format!("{line} --assume intel.register_copies=refused"))
        .status(3)
        .err_has("an operand that reaches past its variable");
}

/// The predicate of a generic store is taken for a hint because PTX ISA says so of `isspacep`: the report lists it, and the memory rests on it.
#[test]
fn ignored_bits_on_weak_evidence_are_listed() {
    let command = format!(
        "{} --case {}",
        repository("kernels/torture/bin/sm_50/pointers.cubin"),
        repository("kernels/torture/cases/pointers.json")
    );
    let report = fidelity(&command);
    let ignored = report["ignored_bits"].as_array().expect("ignored bits");
    let store = ignored.iter().find(|i| i["text"] == "ST.E.64 [R12], R6, P0;").unwrap_or_else(|| panic!("{ignored:?}"));
    assert_eq!(store["grade"], "assumed");
    assert_eq!(store["source"], "as PTX ISA says of isspacep");
    isotope(&format!("run {command} --fidelity"))
        .err_has("ST.E.64 [R12], R6, P0;: a hint whether the address is outside the windows")
        .err_lacks("rests on documents alone");
    // What a document says is not listed.
    let plain = float_add("sm_50/float_add.cubin", "1.5,2.5");
    assert_eq!(plain["ignored_bits"].as_array().map(Vec::len), Some(0), "{plain:#}");
}
