//! `isotope explore --refines`: whether every outcome of one kernel is an outcome of another.

use serde_json::Value;

use crate::common::{isotope, repository};

const TARGETS: [(&str, &str); 3] = [("sm_50", "cubin"), ("gfx1100", "co"), ("tgllp", "zebin")];

fn file((target, extension): (&str, &str), name: &str) -> String {
    repository(&format!("kernels/explore/bin/{target}/{name}.{extension}"))
}

/// A kernel, a file, a kernel and a file: the answer as JSON, with this status.
fn compared([a, b]: [(&str, &str); 2], launch: &str, code: i32) -> Value {
    let line = format!("explore {} --kernel {} --refines {} --refines-kernel {} {launch} --json", a.1, a.0, b.1, b.0);
    let ran = isotope(&line);
    ran.status(code);
    let found = ran.json();
    let verdict = ["REFINES", "DOES NOT REFINE", "", "UNDECIDED"][code as usize];
    assert_eq!((&found["verdict"], &found["schema"]), (&verdict.into(), &"isotope-refines/1".into()));
    found
}

const ONE: &str = "--grid 2 --block 1 --arg x=u32[1]:0";

/// A load and a store in place of an atomic addition lose one: on each target, against each.
#[test]
fn an_addition_that_is_split() {
    for a in TARGETS.map(|target| file(target, "refine")) {
        for b in TARGETS.map(|target| file(target, "refine")) {
            for mode in ["states", "traces"] {
                let launch = format!("{ONE} --mode {mode}");
                compared([("add", &a), ("add_split", &b)], &launch, 0);
                let found = compared([("add_split", &a), ("add", &b)], &launch, 1);
                let lost = &found["counterexample"];
                assert_eq!(
                    (&lost["outcome"]["memory"]["x"], &lost["nearest"]["memory"]["x"]),
                    (&"0x00000001".into(), &"0x00000002".into())
                );
                assert_eq!((&lost["differs"], &found["missing"]), (&serde_json::json!(["x"]), &1.into()));
                let schedule = lost["outcome"]["schedule"].as_str().unwrap();
                isotope(&format!("explore {a} --kernel add_split {ONE} --replay '{schedule}'"))
                    .status(0)
                    .out_has("\nx=1\n");
            }
        }
    }
    let a = file(TARGETS[0], "refine");
    isotope(&format!("explore {a} --kernel add_split --refines {a} --refines-kernel add {ONE}"))
        .status(1)
        .out_begins("DOES NOT REFINE: B does not have 1 of 2 outcomes of A\nA: add_split of ")
        .out_has("\nA only: x=1    by 0.0:")
        .out_has("\nB nearest: x=2    by ")
        .out_ends("Differs: x\n");
}

/// Without its fence a message arrives before what it is about, where memory is weak.
#[test]
fn a_fence_that_is_left_out() {
    let file = repository("kernels/explore/bin/gfx1100/weak/agent_wgp.co");
    let launch = "--grid 2 --block 1 --arg x=u32[1]:0 --arg y=u32[1]:0 --arg out=u32[2]:0 --observe out";
    let weak = format!("{launch} --model rdna3");
    compared([("mp", &file), ("mp_no_release", &file)], &weak, 0);
    let found = compared([("mp_no_release", &file), ("mp", &file)], &weak, 1);
    let outcome = &found["counterexample"]["outcome"];
    assert_eq!(outcome["memory"]["out"], serde_json::json!(["0x00000001", "0x00000000"]));
    assert_eq!(found["not_compared"].as_array().unwrap().len(), 2, "{found}");
    isotope(&format!(
        "explore {file} --kernel mp_no_release {weak} --replay '{}'",
        outcome["schedule"].as_str().unwrap()
    ))
    .status(0)
    .out_has("\nout=1,0\n");
    for [a, b] in [["mp", "mp_no_release"], ["mp_no_release", "mp"]] {
        compared([(a, &file), (b, &file)], launch, 0);
    }
}

/// How executions end is a part of the outcome: a lock that is kept, an access that faults.
#[test]
fn ends() {
    let lock = "--grid 2 --block 1 --arg x=u32[2]:0";
    for target in TARGETS {
        let file = file(target, "refine");
        for (mode, ends) in [("states", "no end under WEAK_FAIR"), ("traces", "no end")] {
            let launch = format!("{lock} --mode {mode}");
            let found = compared([("lock_kept", &file), ("lock", &file)], &launch, 1);
            let [outcome, nearest] = ["outcome", "nearest"].map(|which| &found["counterexample"][which]);
            assert_eq!((&outcome["ends"], &nearest["ends"]), (&ends.into(), &"complete".into()));
            isotope(&format!(
                "explore {file} --kernel lock_kept {lock} --replay '{}'",
                outcome["schedule"].as_str().unwrap()
            ))
            .out_lacks("every wave has ended");
            compared([("lock", &file), ("lock_kept", &file)], &launch, 1);
            compared([("lock_kept", &file), ("lock_kept", &file)], &launch, 0);
        }
    }
    // Waves that wait in a queue, and waves that go round: neither ends.
    let (gws, spins) = (repository("kernels/explore/bin/gfx1100/gws.co"), file(TARGETS[1], "refine"));
    for mode in ["states", "traces"] {
        let launch = format!("--grid 3 --block 1 --arg out=u32[3]:0 --mode {mode}");
        compared([("unreleased", &gws), ("lock_kept", &spins)], &launch, 0);
        compared([("lock_kept", &spins), ("unreleased", &gws)], &launch, 0);
    }
    let file = file(TARGETS[0], "refine");
    let found = compared([("beyond", &file), ("add", &file)], ONE, 1);
    let outcome = &found["counterexample"]["outcome"];
    assert!(outcome["ends"].as_str().unwrap().starts_with("fault: "), "{found}");
    compared([("beyond", &file), ("beyond", &file)], ONE, 0);
}
