//! Barriers that not all work-items of a group reach: planted faults of `kernels/barriers` on every target and SIMD width, and right kernels.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::common::{broken_rules, is_at, isotope, isotope_fed, repository};

/// Each file with the lanes of its waves.
const FILES: [(&str, u32); 6] = [
    ("sm_50/barriers.cubin", 32),
    ("gfx1100/barriers.w32.co", 32),
    ("gfx1100/barriers.w64.co", 64),
    ("tgllp/barriers.simd8.zebin", 8),
    ("tgllp/barriers.simd16.zebin", 16),
    ("tgllp/barriers.simd32.zebin", 32),
];

/// Kernels with a fault, and the rule that the line with their name breaks where the halves of the group are different waves.
const FAULTS: [(&str, &str); 8] = [
    ("lanes_if", "barrier-lanes"),
    ("lanes_return", "barrier-lanes"),
    ("lanes_loop", "barrier-lanes"),
    ("lanes_sides", "barrier-lanes"),
    ("pair_if", "barrier-pair"),
    ("pair_loop", "barrier-pair"),
    ("ended_return", "barrier-ended"),
    ("ended_data", "barrier-ended"),
];

const RIGHT: [&str; 4] = ["right_uniform", "right_loop", "right_guard", "right_group"];

fn launch(file: &str, kernel: &str) -> String {
    // Odd items of the first half are 0; of halves, only the second (in[1]) is; in[64] is 2.
    let mut input = [1; 65];
    input[..32].iter_mut().skip(1).step_by(2).for_each(|word| *word = 0);
    input[64] = 2;
    let input: Vec<String> = input.iter().map(u32::to_string).collect();
    let file = repository(&format!("kernels/barriers/bin/{file}"));
    format!("{file} --kernel {kernel} --grid 1 --block 64 --arg out=u32[65]:0 --arg in=u32[65]:{}", input.join(","))
}

/// The line of the source that names a kernel in its comment.
fn line_of(kernel: &str) -> u64 {
    let source = std::fs::read_to_string(repository("kernels/barriers/src/barriers.cl")).unwrap();
    1 + source.lines().position(|line| line.ends_with(&format!("// {kernel}"))).unwrap() as u64
}

#[test]
fn every_planted_fault_is_found() {
    let mut found = 0;
    for (file, lanes) in FILES {
        for (kernel, rule) in FAULTS {
            // A wave of 64 lanes is the whole group, and its lanes part.
            let rule = if lanes == 64 { "barrier-lanes" } else { rule };
            let (code, all) = broken_rules(&format!("{} --check-rules", launch(file, kernel)));
            let line = line_of(kernel);
            let here = |finding: &&Value| {
                finding["rule"] == rule
                    && (is_at(&finding["at"], "barriers.cl", line)
                        || is_at(&finding["others"]["place"]["at"], "barriers.cl", line))
            };
            let finding = all.iter().find(here).unwrap_or_else(|| panic!("{file} {kernel}: {all:?}"));
            assert_eq!(
                (code, &finding["note"], &finding["group"]),
                (0, &false.into(), &[0, 0, 0][..].into()),
                "{finding}"
            );
            assert!(finding["count"].as_u64() >= Some(1) && finding["others"]["lanes"] != "0x0", "{finding}");
            assert!(finding["others"]["place"]["text"].is_string(), "{finding}");
            found += 1;
        }
    }
    assert_eq!(found, FILES.len() * FAULTS.len());
}

#[test]
fn right_kernels_break_no_rule() {
    for (file, _) in FILES {
        for kernel in RIGHT {
            for seed in [0, 1, 2] {
                let (code, all) = broken_rules(&format!("{} --deny-rules --seed {seed}", launch(file, kernel)));
                assert_eq!((code, all.len()), (0, 0), "{file} {kernel}: {all:?}");
            }
        }
    }
}

/// No case of the suites breaks these rules, or uses what was never written: kernels of three vendors' compilers with barriers in loops, trees
/// and branches.
#[test]
fn no_case_of_the_suites_breaks_a_rule_of_languages() {
    for suite in ["kernels", "kernels/torture"] {
        let ran = isotope(&format!("run {} --check-rules", repository(suite)));
        assert!(ran.out.contains("passed, 0 failed") || ran.err.contains("passed, 0 failed"), "{}{}", ran.out, ran.err);
        ran.err_lacks("[barrier-").err_lacks("[uninit-");
    }
}

#[test]
fn a_finding_names_lanes_items_places_and_lines() {
    let line = launch("gfx1100/barriers.w32.co", "ended_return");
    let ran = isotope(&format!("run {line} --check-rules"));
    let at = line_of("ended_return");
    ran.err_has_each([
        "ended_return: rule[barrier-ended] ",
        "`s_barrier`: every work-item of a group must reach the same barrier: lanes 0-31 of wave 0 (work-items 0-31) wait here, wave 1 (work-items 32-63) \
         has ended at ",
        "`s_endpgm`, after the branch at ",
        &format!("inlined at barriers.cl:{at}:5\n"),
        &format!(" is at barriers.cl:{}:9\n", at - 3),
        "\n  first in group (0,0,0) wave 0 lane 0, 1 time\n",
    ]);
    assert_eq!((ran.code, isotope(&format!("run {line} --deny-rules")).code), (0, 1));
    let ran = isotope(&format!("run {} --check-rules", launch("sm_50/barriers.cubin", "lanes_if")));
    let lanes = "16 lanes (0x55555555) of wave 0 (work-items between 0 and 30) wait here, 16 lanes (0xaaaaaaaa) (work-items between 1 and 31) wait at ";
    ran.err_has(lanes);
}

/// Waves that are run one after the other keep the rule; another schedule breaks it, and `explore` has it.
#[test]
fn explore_has_a_schedule() {
    for file in ["sm_50/barriers.cubin", "gfx1100/barriers.w32.co", "tgllp/barriers.simd32.zebin"] {
        let line = launch(file, "ended_race");
        assert_eq!(broken_rules(&format!("{line} --check-rules")), (0, Vec::new()), "{file}");
        for mode in ["states", "traces", "random --runs 50"] {
            let ran = isotope(&format!("explore {line} --json --mode {mode}"));
            let json = ran.json();
            let all = json["barriers"].as_array().unwrap();
            let names: BTreeSet<&str> = all.iter().map(|finding| finding["rule"].as_str().unwrap()).collect();
            assert_eq!(names, BTreeSet::from(["barrier-ended"]), "{file} {mode}: {json}");
            let place = &all[0]["others"]["place"];
            assert!(all[0]["schedule"].as_str().unwrap().contains("0.1:") && place["text"].is_string(), "{json}");
            // Without the wave that left, the machine goes on; with a barrier that counts all waves of the group, it may not.
            assert!([1, 4].contains(&ran.code), "{file} {mode}: {}", ran.code);
        }
        let text = isotope(&format!("explore {line}")).out;
        assert!(
            text.contains("\nBarriers 1\n rule[barrier-ended] ")
                || text.contains("\nBarriers 2\n rule[barrier-ended] "),
            "{text}"
        );
        for kernel in ["right_uniform", "right_guard"] {
            let ran = isotope(&format!("explore {} --json", launch(file, kernel)));
            let json = ran.json();
            assert_eq!((ran.code, &json["barriers"]), (0, &Value::Array(Vec::new())), "{file} {kernel}");
        }
    }
}

/// The page shows what its command prints.
#[test]
fn the_page() {
    crate::explore::shows("docs/barriers.md", 1);
}

#[test]
fn the_debugger_notes_and_stops_if_asked() {
    let session = |script: &str| {
        isotope_fed(&format!("debug {} --json", launch("gfx1100/barriers.w32.co", "pair_if")), script).json_lines()
    };
    let noted = session("continue\n");
    assert_eq!(
        (&noted[0]["reason"], &noted[0]["notes"][0]["rule"]),
        (&"ended".into(), &"barrier-pair".into()),
        "{noted:?}"
    );
    let line = line_of("pair_if");
    let note = &noted[0]["notes"][0];
    assert!(
        is_at(&note["others"]["place"]["at"], "barriers.cl", line) || is_at(&note["at"], "barriers.cl", line),
        "{note}"
    );
    let watched = session("watch barriers\ncontinue\ncontinue\nwatch barriers if 1\n");
    assert_eq!(
        (&watched[1]["reason"], &watched[1]["rule"]["rule"]),
        (&"barrier".into(), &"barrier-pair".into()),
        "{watched:?}"
    );
    assert_eq!((&watched[2]["reason"], &watched[2]["notes"]), (&"ended".into(), &Value::Null), "{watched:?}");
}
