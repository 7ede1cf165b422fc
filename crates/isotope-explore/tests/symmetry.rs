//! Waves that are alike: counts with and without symmetry.

use std::collections::BTreeSet;

use isotope_explore::{Limit, Options, Schedule, TraceOptions, Traces, replay, states, traces};
use isotope_op::random::Random;

use crate::brute::Brute;
use crate::common::{Given, Made, TARGETS, assembled, image, made};
use crate::sweep;
use Given::{Number, Words};

/// Explore with and without symmetry. Returns both numbers of executions, and both numbers of states.
fn both(made: &Made, context: &str) -> ([u64; 2], [usize; 2]) {
    let Made { dispatch, memory, buffers } = made;
    let observe = buffers.clone();
    let by_trace = [true, false].map(|symmetry| {
        let options = TraceOptions { observe: observe.clone(), symmetry, ..TraceOptions::default() };
        traces(dispatch, memory, &options).unwrap()
    });
    for Traces { stopped, bounded, redundant, .. } in &by_trace {
        assert_eq!((*stopped, *bounded, *redundant), (0, 0, 0), "{context}");
    }
    let all = |found: &Traces| found.complete + found.waiting + found.deadlocked;
    let executions = [&by_trace[0], &by_trace[1]].map(all);
    assert_eq!((by_trace[0].apart, by_trace[1].apart), (executions[1], executions[1]), "{context}");
    let by_state = [true, false].map(|symmetry| {
        let options = Options { observe: observe.clone(), symmetry, ..Options::default() };
        states(dispatch, memory, &options).unwrap()
    });
    assert_eq!(by_state[0].apart, by_state[1].states as u64, "{context}");
    assert!(by_state.iter().all(|found| found.limit == Limit::None));
    // Memory is the same whichever wave did what, and the schedules lead there.
    let leaves = |left: &Vec<Vec<u8>>, schedule: &Schedule| {
        let again =
            replay(dispatch, memory, schedule, |_, _| ()).unwrap_or_else(|e| panic!("{schedule}: {e}: {context}"));
        let now: Vec<_> = buffers.iter().map(|p| again.session.read(p.address, p.bytes).unwrap()).collect();
        assert_eq!(now, *left, "{schedule}: {context}");
    };
    for found in &by_state {
        assert!(found.outcomes.keys().eq(by_trace[1].outcomes.keys()), "{context}");
        found.outcomes.iter().for_each(|(left, ending)| leaves(left, &ending.schedule));
        assert_eq!(found.deadlocks.is_empty(), by_state[1].deadlocks.is_empty(), "{context}");
    }
    assert!(by_trace[0].outcomes.keys().eq(by_trace[1].outcomes.keys()), "{context}");
    by_trace[0].outcomes.iter().for_each(|(left, tally)| leaves(left, &tally.schedule));
    (executions, [by_state[0].states, by_state[1].states])
}

#[test]
fn closed_forms() {
    let mut wrong = Vec::new();
    for target in TARGETS {
        let image = image(target, "counts");
        let of = |name: &str, groups: u32, given: &[Given]| {
            made(&image, image.kernel(Some(name)).unwrap(), groups, 1, given)
        };
        for (name, groups, given, executions) in [
            // The n! orders of threads that are alike count as one.
            ("ainc", 6, vec![Words(1)], [1, 720]),
            ("ainc", 8, vec![Words(1)], [1, 40_320]),
            ("ticket", 3, vec![Words(2)], [1, 6]),
            ("ticket", 5, vec![Words(2)], [1, 120]),
            // Two additions each: (2n)! / 2^n ways; with symmetry n! of them count as one.
            ("hist", 2, vec![Words(1)], [3, 6]),
            ("hist", 4, vec![Words(1)], [105, 2_520]),
            ("hist", 5, vec![Words(1)], [945, 113_400]),
            // Each execution has an order of its threads: 2^(n (n - 1) / 2) for each.
            ("casloop", 2, vec![Words(1)], [2, 4]),
            ("casloop", 3, vec![Words(1)], [8, 48]),
            ("casloop", 4, vec![Words(1)], [64, 1_536]),
        ] {
            let context = format!("{} {name}({groups})", target.0);
            let start = std::time::Instant::now();
            let (found, states) = both(&of(name, groups, &given), &context);
            println!("{context}: {found:?} executions, {states:?} states, {:?}", start.elapsed());
            if (target.0, name) == ("tgllp", "ticket") {
                // It reads a register whose number is in another register, so all registers count, also the one with the group's number.
                assert_eq!((found, states[0]), ([executions[1]; 2], states[1]), "{context}");
                continue;
            }
            if found != executions || states[0] >= states[1] {
                wrong.push(format!("{context}: expected {executions:?}, found {found:?}, {states:?} states"));
            }
        }
        for (name, groups, given) in [
            ("ticket_lock", 2, vec![Words(2), Words(1), Number(2)]),
            ("ticket_lock", 3, vec![Words(2), Words(1), Number(1)]),
            ("caslock", 3, vec![Words(1), Words(1)]),
            ("spinbar", 3, vec![Words(1), Number(3)]),
            // One thread is missing: all wait.
            ("spinbar", 3, vec![Words(1), Number(4)]),
        ] {
            let context = format!("{} {name}({groups})", target.0);
            let (found, states) = both(&of(name, groups, &given), &context);
            println!("{context}: {found:?} executions, {states:?} states");
            if found[0] >= found[1] || states[0] >= states[1] {
                wrong.push(format!("{context}: {found:?}, {states:?} states"));
            }
        }
        // Waves that write to places of their own are not alike, nor are waves that meet at barriers.
        for (name, groups, given) in [
            ("ainc_store", 3, vec![Words(1), Words(16)]),
            ("readers", 3, vec![Words(1), Words(16)]),
            ("lastwrite", 3, vec![Words(1)]),
        ] {
            let made = of(name, groups, &given);
            let found =
                traces(&made.dispatch, &made.memory, &TraceOptions { symmetry: true, ..TraceOptions::default() });
            let found = found.unwrap();
            assert!(found.symmetry.unwrap().none.is_some(), "{} {name}", target.0);
            assert_eq!(found.complete, found.apart);
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// A program of SPA 5.0 for groups that cannot be told apart: what they do depends only on what they have read.
fn program(seed: u64) -> (String, Made) {
    let mut random = Random(Random(seed).draw());
    let mut draw = |n: u64| random.draw() % n;
    let groups = 2 + draw(3);
    let mut text = String::from("MOV R2, c[0x0][0x140];\nMOV R3, c[0x0][0x144];\nMOV R5, RZ;\n");
    let steps = 1 + draw(5 - groups);
    for step in 0..steps {
        let value = 1 + draw(3);
        // A constant, or a sum with the value read last.
        text += &match draw(2) {
            0 => format!("MOV32I R7, 0x{value:x};\n"),
            _ => format!("IADD32I R7, R5, 0x{value:x};\n"),
        };
        // One of two words, or one chosen by the value read.
        let place = match draw(3) {
            0 => {
                text += "LOP32I.AND R8, R5, 0x1;\nSHL R8, R8, 0x2;\nIADD R8, R2, R8;\nMOV R9, R3;\n";
                "R8".to_string()
            }
            n => format!("R2+0x{:x}", 4 * (n - 1)),
        };
        text += &match draw(6) {
            0 | 1 => format!("LDG.E R5, [{place}];\n"),
            2 => format!("STG.E [{place}], R7;\n"),
            3 => format!("ATOM.E.ADD R5, [{place}], R7;\n"),
            4 => format!("ATOM.E.EXCH R5, [{place}], R7;\n"),
            _ => format!("MOV32I R10, 0x{:x};\nMOV R11, R7;\nATOM.E.CAS R5, [{place}], R10, R11;\n", draw(3)),
        };
        if draw(3) == 0 && step + 1 < steps {
            text += &format!("ISETP.EQ.U32.AND P1, PT, R5, 0x{:x}, PT;\n@P1 BRA `(S{step});\n", draw(3));
            text += &format!("STG.E [R2+0x{:x}], R7;\nS{step}:\n", 4 * draw(2));
        }
    }
    text += "EXIT;\n";
    let made = assembled(&text, groups, 1, 8);
    (text, made)
}

#[test]
fn random_programs() {
    let (seed, all) = (sweep::seed(12), sweep::count(1_000, 40) as u64);
    let (mut with, mut without, mut alike) = (0, 0, BTreeSet::new());
    for n in 0..all {
        let seed = seed.wrapping_add(n);
        let (text, made) = program(seed);
        let context = format!("program {seed}\n{text}");
        let (executions, _) = both(&made, &context);
        let mut brute = Brute::new(&made, false);
        brute.outcomes();
        assert_eq!(executions, [true, false].map(|alike| brute.count(alike) as u64), "{context}");
        with += executions[0];
        without += executions[1];
        alike.insert(executions);
    }
    println!("{with} executions, {without} without symmetry, {} pairs of counts", alike.len());
    assert!(2 * with < without && alike.len() > 8);
}
