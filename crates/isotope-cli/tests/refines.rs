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

/// A loop and the same without it; stores in another order that no wave reads in between.
#[test]
fn loops() {
    let launch = "--grid 2 --block 1 --arg x=u32[3]:0 --arg 3";
    for target in TARGETS {
        let file = file(target, "refine");
        for [a, b] in [["looped", "unrolled"], ["unrolled", "looped"], ["reversed", "forward"], ["forward", "reversed"]]
        {
            compared([(a, &file), (b, &file)], launch, 0);
        }
        let found = compared([("reversed", &file), ("unrolled", &file)], launch, 1);
        assert!(
            found["counterexample"]["differs"]
                .as_array()
                .unwrap()
                .iter()
                .all(|at| at.as_str().unwrap().starts_with("x[")),
            "{found}"
        );
    }
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

/// What three compilers made of one source ends in the same ways.
#[test]
fn targets() {
    let rows = [
        ("counts", "ainc", ONE),
        ("counts", "ainc_store", "--grid 3 --block 1 --arg x=u32[1]:0 --arg out=u32[3]:0"),
        ("counts", "sb", "--grid 2 --block 1 --arg x=u32[2]:0 --arg out=u32[2]:0 --arg 2"),
        ("counts", "mp", "--grid 2 --block 1 --arg x=u32[2]:0 --arg out=u32[2]:0"),
        ("counts", "casrot", "--grid 3 --block 1 --arg x=u32[1]:0 --arg out=u32[3]:0"),
        ("counts", "lastwrite", "--grid 3 --block 1 --arg x=u32[1]:0"),
        ("counts", "ticket_lock", "--grid 2 --block 1 --arg lock=u32[2]:0 --arg data=u32[1]:0 --arg 1"),
        (
            "examples",
            "last_block_early",
            "--grid 2 --block 1 --arg parts=u32[2]:0 --arg count=u32[1]:0 --arg sum=u32[1]:0 --arg 2",
        ),
    ];
    for (name, kernel, launch) in rows {
        let [sm_50, gfx1100, tgllp] = TARGETS.map(|target| file(target, name));
        for [a, b] in [[&sm_50, &gfx1100], [&gfx1100, &sm_50], [&tgllp, &gfx1100], [&sm_50, &tgllp]] {
            compared([(kernel, a), (kernel, b)], launch, 0);
        }
    }
}

/// A limit that can decide it leaves it open; one that cannot does not.
#[test]
fn limits() {
    let file = file(TARGETS[0], "refine");
    let launch =
        |executions: u32| format!("--grid 3 --block 1 --arg x=u32[1]:0 --mode traces --max-executions {executions}");
    // Three additions have six orders.
    let all = compared([("add_split", &file), ("add", &file)], &launch(1000), 1);
    assert_eq!((&all["a"]["complete"], &all["b"]["explored"]), (&true.into(), &6.into()));
    let part = compared([("add_split", &file), ("add", &file)], &launch(7), 1);
    assert_eq!((&part["a"]["complete"], &part["b"]["complete"]), (&false.into(), &true.into()));
    // A complete, B not, and what is missing might be there.
    let open = compared([("add_split", &file), ("add_split", &file)], &launch(1), 3);
    assert_eq!((&open["a"]["complete"], &open["refines"]), (&false.into(), &Value::Null));
    let ran = isotope(&format!("explore {file} --kernel add --refines {file} --refines-kernel add {}", launch(2)));
    assert!(
        ran.code == 3
            && ran
                .out
                .starts_with("UNDECIDED: B has every outcome found of A (1 outcome), but A was not explored in full\n"),
        "{}",
        ran.out
    );
    ran.out_has("\nNot looked at in A: the search ended at 2 executions (--max-executions)\n");
}

#[test]
fn errors() {
    let own = file(TARGETS[0], "refine");
    let three = "--grid 2 --block 1 --arg x=u32[3]:0 --arg 3";
    let to = |kernel: &str| format!("--refines {own} --refines-kernel {kernel}");
    for (kernel, launch, more, error) in [
        ("looped", three, to("wide"), "parameter 1 has 4 bytes in A and 8 in B"),
        ("looped", three, to("add"), "kernel `add` takes 1 arguments, 2 were given"),
        ("add", ONE, to("frob"), "frob"),
        ("add", ONE, format!("{} --mode random", to("add")), "--mode random: expected states or traces"),
        ("add", ONE, format!("{} --expect 'exists x == 1'", to("add")), "cannot be used with"),
        ("add", ONE, format!("{} --races", to("add")), "cannot be used with"),
        ("add", ONE, format!("{} --replay 0.0:1", to("add")), "cannot be used with"),
        ("add", ONE, "--refines-kernel add".into(), "--refines"),
        (
            "add",
            ONE,
            format!("{} --model rdna3", to("add")),
            "A: --model rdna3: expected a kernel of gfx1100, found one of sm_50",
        ),
        ("add", ONE, format!("{} --observe y", to("add")), "expected a buffer of the launch (x), found `y`"),
        ("add", "--grid 2 --block 1 --arg x=u32[17]:0", to("add"), "expected --observe NAMES"),
        ("add", ONE, "--refines /dev/null".into(), "/dev/null"),
    ] {
        isotope(&format!("explore {own} --kernel {kernel} {launch} {more}")).status(2).err_has(error);
    }
    let litmus = repository("kernels/explore/litmus/mp.litmus");
    isotope(&format!("explore {litmus} --refines {litmus}")).refuses("--refines: expected a file that holds kernels");
}
