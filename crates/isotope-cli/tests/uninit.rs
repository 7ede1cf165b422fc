//! Values that were never written: planted faults of `kernels/uninit` on every target and SIMD width, and right kernels.

use serde_json::Value;

use crate::common::{broken_rules, is_at, isotope, isotope_fed, repository};

const FILES: [&str; 6] = [
    "sm_50/uninit.cubin",
    "gfx1100/uninit.w32.co",
    "gfx1100/uninit.w64.co",
    "tgllp/uninit.simd8.zebin",
    "tgllp/uninit.simd16.zebin",
    "tgllp/uninit.simd32.zebin",
];

fn source() -> String {
    std::fs::read_to_string(repository("kernels/uninit/src/uninit.cl")).unwrap()
}

/// Kernels with a fault: the line that their name and rule stand on.
fn faults() -> Vec<(String, String, u64)> {
    let text = source();
    let fault = |(number, line): (usize, &str)| {
        let (_, comment) = line.split_once("// ")?;
        let (kernel, rule) = comment.split_once(' ')?;
        rule.starts_with("uninit-").then(|| (kernel.into(), rule.into(), 1 + number as u64))
    };
    text.lines().enumerate().filter_map(fault).collect()
}

/// Kernels without a fault.
fn right() -> Vec<String> {
    let text = source();
    let name = |line: &str| Some(line.strip_prefix("KERNEL void ")?.split('(').next()?.to_string());
    text.lines().filter_map(name).filter(|name| name.starts_with("right_")).collect()
}

fn launch(file: &str, kernel: &str) -> String {
    let mut input: Vec<u32> = (1..=64).collect();
    input.push(64);
    let input: Vec<String> = input.iter().map(u32::to_string).collect();
    let file = repository(&format!("kernels/uninit/bin/{file}"));
    format!("{file} --kernel {kernel} --grid 1 --block 64 --arg out=u32[65]:0 --arg in=u32[65]:{}", input.join(","))
}

#[test]
fn every_planted_fault_is_found() {
    let faults = faults();
    assert!(faults.len() >= 26, "{}", faults.len());
    for file in FILES {
        for (kernel, rule, line) in &faults {
            let (code, all) = broken_rules(&format!("{} --check-rules", launch(file, kernel)));
            // Where an atomic is inlined, ptxas knows the line in the header only.
            let inlined = |at: &Value| file.starts_with("sm_50") && at["file"] == "iso_cl.h";
            let here = |at: &Value| is_at(at, "uninit.cl", *line) || inlined(at);
            let planted = |finding: &Value| finding["rule"] == **rule && here(&finding["at"]);
            assert!(!all.is_empty() && all.iter().all(planted), "{file} {kernel}: {all:?}");
            let finding = &all[0];
            assert_eq!((code, &finding["note"]), (0, &false.into()), "{finding}");
            let from = finding["from"]["what"].as_str().unwrap_or_else(|| panic!("{file} {kernel}: {finding}"));
            let memory = match kernel.split('_').next() {
                Some("shared") => "of shared memory",
                Some("private") => "of private memory",
                _ => "",
            };
            assert!(from.ends_with(memory) && from.starts_with("byte ") != memory.is_empty(), "{kernel}: {finding}");
            assert!(finding["from"]["place"]["text"].is_string(), "{finding}");
        }
    }
}

#[test]
fn right_kernels_use_nothing_unwritten() {
    let right = right();
    assert!(right.len() >= 11, "{right:?}");
    for file in FILES {
        for kernel in &right {
            let (code, all) = broken_rules(&format!("{} --deny-rules", launch(file, kernel)));
            assert_eq!((code, all.len()), (0, 0), "{file} {kernel}: {all:?}");
        }
    }
}

#[test]
fn fidelity_names_the_assumption() {
    for (file, vendor) in
        [("sm_50/uninit.cubin", "nv"), ("gfx1100/uninit.w32.co", "amd"), ("tgllp/uninit.simd8.zebin", "intel")]
    {
        for (kernel, topic) in [
            ("shared_store", "first_memory"),
            ("private_store", "first_memory"),
            ("register_branch", "first_registers"),
        ] {
            let ran = isotope(&format!("run {} --fidelity --json", launch(file, kernel)));
            let json = ran.json();
            let id = format!("{vendor}.{topic}");
            let all = json["fidelity"]["assumptions"].as_array().unwrap();
            let fate = all.iter().find(|fate| fate["assumption"] == *id).unwrap_or_else(|| panic!("{id}: {all:?}"));
            assert!(fate["unwritten_used"].is_string() && fate["grade"] == "assumed", "{file} {kernel}: {fate}");
            let rests = json["fidelity"]["instructions"].as_array().unwrap();
            let on = |line: &&Value| line["rests_on"].as_array().unwrap().iter().any(|other| *other == *id);
            assert!(rests.iter().any(|line| on(&line)), "{file} {kernel}: {rests:?}");
        }
        isotope(&format!("run {} --fidelity", launch(file, "right_shared")))
            .err_lacks("never written")
            .out_lacks("never written");
    }
}

#[test]
fn the_debugger_notes_and_stops_if_asked() {
    for file in ["sm_50/uninit.cubin", "gfx1100/uninit.w64.co", "tgllp/uninit.simd32.zebin"] {
        let session =
            |script: &str| isotope_fed(&format!("debug {} --json", launch(file, "shared_index")), script).json_lines();
        let noted = session("continue\n");
        let note = &noted[0]["notes"][0];
        assert_eq!((&noted[0]["reason"], &note["rule"]), (&"ended".into(), &"uninit-address".into()), "{noted:?}");
        // What is noted comes again where the way is gone again, and nothing else does.
        let again = session("continue\ngoto 0\ncontinue\n");
        assert_eq!(again[0]["notes"], again[2]["notes"], "{again:?}");
        let watched = session("watch uninit\ncontinue\ncontinue\nwatch uninit if 1\n");
        assert_eq!(
            (&watched[1]["reason"], &watched[1]["rule"]["rule"]),
            (&"uninit".into(), &"uninit-address".into()),
            "{watched:?}"
        );
        assert_eq!((&watched[2]["reason"], &watched[2]["notes"]), (&"ended".into(), &Value::Null), "{watched:?}");
    }
}

/// The page shows what its commands print.
#[test]
fn the_page() {
    crate::explore::shows("docs/uninitialized.md", 1);
}
