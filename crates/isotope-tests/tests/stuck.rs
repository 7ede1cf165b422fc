//! A launch that deadlocks ends with a report of the position of each wave; a launch that can progress is not stopped.
//!
//! Every program runs on one and on two host threads, in order and under a random schedule.

use std::time::{Duration, Instant};

use crate::common::{assume, sass, sweep, words};
use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, FaultKind, Hang, Options, Outcome, Report, Stop, Verdict, Wait};
use isotope_op::assume::Assumptions;

/// Launches SASS text. `c[0x0][0x140]` is the address of 64 zero bytes, which are returned.
fn run(text: &str, groups: u32, group_size: u32, options: Options<'_>) -> (Report, Vec<u8>) {
    run_under(text, groups, group_size, options, Assumptions::DEFAULT)
}

/// The same under other assumptions.
fn run_under(
    text: &str,
    groups: u32,
    group_size: u32,
    options: Options<'_>,
    assumptions: Assumptions,
) -> (Report, Vec<u8>) {
    let (dispatch, memory, buffer) = sass::launch(text, groups, group_size, &[0; 64], assumptions);
    let start = Instant::now();
    let report = isotope_machine::launch(&dispatch, &memory, options);
    assert!(start.elapsed() < Duration::from_secs(300), "{options:?} took {:?}", start.elapsed());
    (report, memory.read(buffer, 64).unwrap())
}

/// The run options: threads and schedules.
fn ways() -> impl Iterator<Item = Options<'static>> {
    [(0, 1), (0, 2), (7, 1), (7, 2)].into_iter().map(|(seed, threads)| Options {
        seed,
        threads,
        opening: Some(Duration::ZERO),
        ..Options::default()
    })
}

/// Two of these options, for long launches: in order on one host thread, and random on two.
fn few_ways() -> impl Iterator<Item = Options<'static>> {
    ways().step_by(3)
}

fn stuck(text: &str, groups: u32, group_size: u32, options: Options<'_>) -> Hang {
    match run(text, groups, group_size, options).0.outcome {
        Outcome::Hung(stuck) => stuck,
        other => panic!("{options:?}: expected Hung, got {other:?}"),
    }
}

/// The address of the buffer in R2, R3.
const ADDRESS: &str = "MOV R2, c[0x0][0x140];\nMOV R3, c[0x0][0x144];\n";

#[test]
fn a_spin_lock_inside_one_wave() {
    // The lane that took the lock waits at `done` for the others, which wait for the lock.
    let text = ADDRESS.to_string()
        + "MOV R4, RZ;
           MOV32I R5, 0x1;
           SSY `(done);
        again:
           ATOM.E.CAS R6, [R2], R4, R5;
           ISETP.NE.AND P0, PT, R6, RZ, PT;
           @P0 BRA `(again);
           SYNC;
        done:
           STG.E [R2], RZ;
           EXIT;";
    for options in ways() {
        let stuck = stuck(&text, 1, 32, options);
        assert!(stuck.proven(), "{stuck}");
        let [w] = &stuck.places[..] else { panic!("{stuck}") };
        assert_eq!((w.place.group, w.place.wave, w.wait), ([0; 3], 0, Wait::Loop { steps: 3 }));
        assert_eq!(w.lanes.count_ones(), 31, "one lane holds the lock");
        assert!(["ATOM.E.CAS", "ISETP", "@P0 BRA"].iter().any(|t| w.text.starts_with(t)), "{}", w.text);
        let shown = stuck.to_string();
        assert!(shown.starts_with("1 wave waits and no schedule can release it\n"), "{shown}");
        assert!(shown.contains("  group (0,0,0) wave 0 at 0x00"), "{shown}");
        assert!(shown.contains("repeats 3 instructions that change nothing"), "{shown}");
    }
}

#[test]
fn a_barrier_that_a_wave_never_reaches() {
    // Wave 1 waits for a word that no wave writes, wave 0 for wave 1.
    let text = ADDRESS.to_string()
        + "S2R R0, SR_TID.X;
           ISETP.GE.U32.AND P0, PT, R0, 0x20, PT;
           @!P0 BRA `(meet);
        wait:
           LDG.E R4, [R2];
           ISETP.EQ.AND P1, PT, R4, RZ, PT;
           @P1 BRA `(wait);
        meet:
           BAR.SYNC 0x0;
           EXIT;";
    for options in ways() {
        let stuck = stuck(&text, 1, 64, options);
        assert!(stuck.proven(), "{stuck}");
        assert_eq!(stuck.places[0].wait, Wait::Barrier { id: 0, arrived: 1 });
        assert_eq!((stuck.places[0].place.wave, &*stuck.places[0].text), (0, "BAR.SYNC 0x0;"));
        assert_eq!((stuck.places[1].place.wave, stuck.places[1].wait), (1, Wait::Loop { steps: 3 }));
        assert!(stuck.to_string().contains("`BAR.SYNC 0x0;`: waits at barrier 0, where 1 waves have arrived"));
    }
    // The barrier expects three waves, two exist: no wave can run.
    for options in ways() {
        let stuck = stuck("BAR.SYNC 0x3, 0x60;\nEXIT;", 1, 64, options);
        assert!(stuck.proven(), "{stuck}");
        let waits: Vec<Wait> = stuck.places.iter().map(|w| w.wait).collect();
        assert_eq!(waits, [Wait::Barrier { id: 3, arrived: 2 }; 2]);
    }
}

#[test]
fn two_groups_that_wait_for_each_other() {
    // Group n waits for the other group's word before it writes its own.
    let text = ADDRESS.to_string()
        + "S2R R0, SR_CTAID.X;
           SHL R0, R0, 0x2;
           IADD R4, R2, R0;
           LOP.XOR R0, R0, 0x4;
           IADD R6, R2, R0;
           MOV R5, R3;
           MOV R7, R3;
           MOV32I R9, 0x1;
        wait:
           LDG.E R8, [R6];
           ISETP.EQ.AND P0, PT, R8, RZ, PT;
           @P0 BRA `(wait);
           STG.E [R4], R9;
           EXIT;";
    for options in ways() {
        let stuck = stuck(&text, 2, 32, options);
        assert!(stuck.proven(), "{stuck}");
        let mut groups: Vec<_> = stuck.places.iter().map(|w| (w.place.group, w.wait)).collect();
        groups.sort_by_key(|g| g.0);
        assert_eq!(groups, [([0, 0, 0], Wait::Loop { steps: 3 }), ([1, 0, 0], Wait::Loop { steps: 3 })]);
    }
}

#[test]
fn an_endless_empty_loop() {
    for options in ways() {
        let stuck = stuck("again:\nBRA `(again);", 3, 64, options);
        assert!(stuck.proven(), "{stuck}");
        assert_eq!(stuck.places.len(), 6);
        assert!(stuck.places.iter().all(|w| w.wait == Wait::Loop { steps: 1 } && w.text.starts_with("BRA")));
    }
    // A report counts the waves that it does not show.
    let many = stuck("again:\nBRA `(again);", 3, 1024, Options::default());
    assert!(many.to_string().ends_with("  and 88 more\n"), "{many}");
}

#[test]
fn a_budget_ends_what_changes_for_ever() {
    let text = ADDRESS.to_string() + "MOV32I R4, 0x1;\nagain:\nRED.E.ADD [R2], R4;\nBRA `(again);";
    for options in ways() {
        let stuck = stuck(&text, 2, 32, Options { max_steps: 100_000, ..options });
        assert!(!stuck.proven() && stuck.steps >= 100_000, "{stuck}");
        assert!(stuck.places.iter().all(|w| w.wait == Wait::Running && w.place.address >= 0x20), "{stuck}");
        let shown = stuck.to_string();
        assert!(shown.starts_with("still running after ") && shown.contains("wave 0 at 0x00"), "{shown}");
    }
    // Without a total step limit, but with one for steps without the end of a wave.
    let counts = "again:\nIADD32I R0, R0, 0x1;\nBRA `(again);";
    for options in ways() {
        let stuck = stuck(counts, 1, 32, Options { idle_steps: 2_000_000, ..options });
        assert!(matches!(stuck.verdict, Verdict::Budget { quiet: 2_000_000.. }), "{stuck}");
    }
    // A deadlock is proven even if the step limit is small.
    let stuck = stuck("again:\nBRA `(again);", 1, 32, Options { max_steps: 10, ..Options::default() });
    assert!((stuck.verdict, stuck.steps) == (Verdict::Deadlock, 10));
}

#[test]
fn a_clock_is_left_to_the_budget() {
    let text = "again:\nS2R R0, SR_CLOCKLO;\nBRA `(again);";
    for options in ways() {
        let stuck = stuck(text, 1, 32, Options { max_steps: 3_000_000, ..options });
        assert!(!stuck.proven() && stuck.places[0].wait == Wait::Running, "{stuck}");
    }
    // If every wave waits at a barrier, clock reads no longer matter.
    for options in ways() {
        let stuck = stuck("S2R R0, SR_CLOCKLO;\nBAR.SYNC 0x0, 0x60;\nEXIT;", 1, 64, options);
        assert!(stuck.proven(), "{stuck}");
    }
}

#[test]
fn a_long_computation_is_no_standstill() {
    // No memory changes for a long time; then it changes once for each lane.
    let text = ADDRESS.to_string()
        + "MOV32I R4, 0x1;
           MOV32I R5, 0x80000;
        again:
           IADD32I R5, R5, -0x1;
           ISETP.NE.AND P0, PT, R5, RZ, PT;
           @P0 BRA `(again);
           RED.E.ADD [R2], R4;
           EXIT;";
    for options in ways() {
        let (report, memory) = run(&text, 2, 64, options);
        assert_eq!(report.outcome, Outcome::Done);
        assert_eq!(words(&memory)[0], 128, "{options:?}: every lane adds once");
        assert!(report.stats.wave_instructions > 4 * 3 * 0x8_0000);
    }
}

#[test]
fn waiting_for_a_slow_group_is_no_standstill() {
    // Group 1 computes, then writes; group 0 waits for it and adds the value it read.
    let text = ADDRESS.to_string()
        + "S2R R0, SR_CTAID.X;
           ISETP.EQ.AND P0, PT, R0, RZ, PT;
           MOV32I R4, 0x5;
           MOV32I R5, 0x80000;
           @P0 BRA `(wait);
        again:
           IADD32I R5, R5, -0x1;
           ISETP.NE.AND P1, PT, R5, RZ, PT;
           @P1 BRA `(again);
           STG.E [R2], R4;
           EXIT;
        wait:
           LDG.E R6, [R2];
           ISETP.EQ.AND P1, PT, R6, RZ, PT;
           @P1 BRA `(wait);
           RED.E.ADD [R2+0x4], R6;
           EXIT;";
    for options in ways() {
        let (report, memory) = run(&text, 2, 32, options);
        assert_eq!(report.outcome, Outcome::Done, "{options:?}");
        assert_eq!(words(&memory)[..2], [5, 160], "{options:?}");
    }
}

#[test]
fn a_grid_wide_barrier_opens() {
    // Every lane increments a counter and waits until all have done so.
    const GROUPS: u32 = 200;
    let text = ADDRESS.to_string()
        + &format!(
            "MOV32I R4, 0x1;
             RED.E.ADD [R2], R4;
             wait:
             LDG.E R5, [R2];
             ISETP.NE.AND P0, PT, R5, {:#x}, PT;
             @P0 BRA `(wait);
             RED.E.ADD [R2+0x4], R4;
             EXIT;",
            32 * GROUPS
        );
    for options in few_ways() {
        let (report, memory) = run(&text, GROUPS, 32, options);
        assert_eq!(report.outcome, Outcome::Done, "{options:?}");
        assert_eq!(words(&memory)[..2], [32 * GROUPS, 32 * GROUPS]);
    }
}

/// Every group increments a counter and waits until it is `total`.
fn grid_barrier(total: u32) -> String {
    ADDRESS.to_string()
        + &format!(
            "MOV32I R4, 0x1;
             RED.E.ADD [R2], R4;
             wait:
             LDG.E R4, [R2];
             ISETP.LT.U32.AND P0, PT, R4, {total:#x}, PT;
             @P0 BRA `(wait);
             EXIT;"
        )
}

#[test]
fn a_grid_barrier_needs_all_groups_in_flight() {
    let groups = 1025u32;
    let text = grid_barrier(groups);
    for options in few_ways().take(sweep::count(2, 2)) {
        let (report, memory) = run(&text, groups, 1, options);
        assert_eq!((&report.outcome, words(&memory)[0]), (&Outcome::Done, groups), "{options:?}");
    }
    // A machine that holds all groups, and one that does not, on any number of host threads.
    for options in few_ways() {
        let (report, _) = run(&grid_barrier(100), 100, 1, Options { resident: Some(100), ..options });
        assert_eq!(report.outcome, Outcome::Done, "{options:?}");
    }
    for options in ways() {
        let stuck = stuck(&grid_barrier(100), 100, 1, Options { resident: Some(99), ..options });
        assert!(stuck.verdict == Verdict::Deadlock && stuck.places.len() == 99 && stuck.not_started == 1, "{stuck}");
        let shown = stuck.to_string();
        assert!(shown.starts_with("with 99 groups in flight (resident), 99 waves wait"), "{shown}");
        assert!(shown.contains(" 1 groups have not started"), "{shown}");
    }
}

#[test]
fn who_counts_while_waiting_meets_the_last_group_within_the_budget() {
    // All groups wait for the last one, and count meanwhile, like a group that computes.
    const GROUPS: u32 = 256;
    let text = ADDRESS.to_string()
        + &format!(
            "S2R R0, SR_CTAID.X;
             ISETP.EQ.AND P0, PT, R0, {:#x}, PT;
             MOV32I R4, 0x1;
             @P0 BRA `(last);
             wait:
             IADD32I R5, R5, 0x1;
             LDG.E R6, [R2];
             ISETP.EQ.AND P1, PT, R6, RZ, PT;
             @P1 BRA `(wait);
             RED.E.ADD [R2+0x4], R4;
             EXIT;
             last:
             STG.E [R2], R4;
             EXIT;",
            GROUPS - 1
        );
    for options in ways() {
        // With several threads the host decides when the thread with the last group runs.
        let idle_steps = if options.threads > 1 { 1 << 28 } else { 1 << 22 };
        let (report, memory) = run(&text, GROUPS, 1, Options { idle_steps, ..options });
        assert_eq!((&report.outcome, words(&memory)[1]), (&Outcome::Done, GROUPS - 1), "{options:?}");
    }
}

#[test]
fn a_host_without_room_gives_no_verdict() {
    // Two groups in flight wait for a third, which a larger host would start.
    for options in ways() {
        let stuck = stuck(&grid_barrier(3), 3, 1, Options { state_bytes: 8000, ..options });
        let Verdict::HostLimit { groups, bytes: 8000 } = stuck.verdict else { panic!("{stuck}") };
        assert!(!stuck.proven() && groups < 3 && stuck.not_started == 3 - groups as u32, "{stuck}");
        assert!(stuck.to_string().starts_with("a limit of this host: "), "{stuck}");
    }
}

#[test]
fn groups_that_end_make_room() {
    let text = ADDRESS.to_string() + "MOV32I R4, 0x1;\nRED.E.ADD [R2], R4;\nEXIT;";
    for options in ways() {
        let (report, memory) = run(&text, 500, 1, Options { resident: Some(3), ..options });
        assert_eq!((report.outcome, words(&memory)[0]), (Outcome::Done, 500));
    }
}

#[test]
fn a_fault_ends_what_other_host_threads_run() {
    // Group 0 waits for a signal of group 1, then reads an unmapped address; group 1 counts for ever.
    let text = ADDRESS.to_string()
        + "S2R R0, SR_CTAID.X;
           MOV32I R4, 0x1;
           ISETP.EQ.AND P0, PT, R0, RZ, PT;
           @P0 BRA `(first);
        again:
           RED.E.ADD [R2], R4;
           BRA `(again);
        first:
           LDG.E R5, [R2];
           ISETP.LT.U32.AND P0, PT, R5, 0x100, PT;
           @P0 BRA `(first);
           LDG.E R5, [RZ+0x10];
           EXIT;";
    for options in ways() {
        let (report, _) = run(&text, 2, 1, options);
        let Outcome::Stopped { place, stop: Stop::Fault(fault) } = report.outcome else { panic!("{report:?}") };
        assert_eq!((place.group, fault.kind), ([0; 3], FaultKind::OutOfRange), "{options:?}");
    }
}

#[test]
fn a_launch_that_goes_round_is_told_so() {
    let toggle = ADDRESS.to_string() + "MOV32I R4, 0x1;\nagain:\nRED.E.XOR [R2+0x8], R4;\nBRA `(again);";
    for threads in [1, 2] {
        let options = Options { threads, opening: Some(Duration::ZERO), ..Options::default() };
        // One wave: no schedule ends it. After two iterations of two instructions the word has its initial value.
        let one = stuck(&toggle, 1, 1, options);
        let Verdict::Livelock(r) = &one.verdict else { panic!("{one}") };
        assert_eq!((r.steps, r.alone, &r.words[..], r.count), (4, true, &["`buffer`+0x8".to_string()][..], 1), "{one}");
        assert_eq!((one.places.len(), one.rests_on.len()), (1, 0), "{one}");
        assert!(
            one.to_string().starts_with("memory and every wave repeat after 4 instructions of the one wave that runs"),
            "{one}"
        );
        // Several waves: true for this schedule, and, if two lanes access the same word, for this lane order.
        let several = stuck(&toggle, 3, 1, options);
        let Verdict::Livelock(r) = &several.verdict else { panic!("{several}") };
        assert!(!r.alone && r.steps == 3 * 4096 * r.rounds && several.places.len() == 3, "{several}");
        assert!(several.rests_on.iter().any(|r| r.starts_with("the schedule")), "{several}");
        let shown = several.to_string();
        assert!(shown.starts_with("under this schedule, memory and every wave repeat after "), "{shown}");
        assert!(shown.contains("\n  words that change (1): `buffer`+0x8\n"), "{shown}");
    }
    let lanes = ADDRESS.to_string() + "S2R R0, SR_LANEID;\nagain:\nATOM.E.EXCH R4, [R2], R0;\nBRA `(again);";
    let met = stuck(&lanes, 1, 3, Options::default());
    assert_eq!(met.rests_on, ["nv.lane_order=ascending", "nv.store_order=ascending"], "{met}");
    // Shared memory is part of the state, and the report names it.
    let shared = "MOV32I R4, 0x1;\nagain:\nATOMS.XOR R5, [RZ], R4;\nBRA `(again);";
    let program = sass::program(shared, Assumptions::DEFAULT);
    let dispatch = Dispatch::new(&program, [1; 3], [1; 3], Vec::new()).unwrap().with_memory(16, 0).unwrap();
    let Outcome::Hung(stuck) = isotope_machine::launch(&dispatch, &Memory::new(), Options::default()).outcome else {
        panic!()
    };
    assert!(stuck.to_string().contains("words that change (1): shared+0x0 of group (0,0,0)\n"), "{stuck}");
}

#[test]
fn a_standstill_names_the_order_of_the_sides_of_a_branch() {
    // The lanes that do not branch wait for a word that the other lanes write.
    let text = ADDRESS.to_string()
        + "S2R R0, SR_LANEID;
           MOV32I R5, 0x1;
           ISETP.LT.U32.AND P0, PT, R0, 0x8, PT;
           @P0 BRA `(taken);
        wait:
           LDG.E R4, [R2];
           ISETP.EQ.AND P1, PT, R4, RZ, PT;
           @P1 BRA `(wait);
           EXIT;
        taken:
           STG.E [R2], R5;
           EXIT;";
    let taken = assume(&[("nv.branch_order", "taken")]);
    for options in ways() {
        let stuck = stuck(&text, 1, 32, options);
        assert_eq!(
            (&stuck.verdict, &stuck.rests_on[..]),
            (&Verdict::Deadlock, &["nv.branch_order=fall-through".into()][..])
        );
        let (report, _) = run_under(&text, 1, 32, options, taken);
        assert_eq!(report.outcome, Outcome::Done, "{options:?}");
    }
}
