//! Manual stepping: the state is plain data, steps are deterministic, and `run_to_visible` stops at synchronization and visible accesses.

use crate::common::sass;
use isotope_ir::effect::{LANES, Slot};
use isotope_machine::fault::Place;
use isotope_machine::mem::{Exclusive, Memory};
use isotope_machine::state::{Group, Status};
use isotope_machine::{
    self, Deed, Dispatch, MemoryAccess, Observer, Options, Outcome, Session, Stepped, Synchronisation, Touch,
};
use isotope_op::assume::Assumptions;

/// A dispatch of SASS text, its memory of 64 zero bytes, and their address.
fn dispatch(text: &str, groups: u32, group_size: u32) -> (Dispatch, Memory, u64) {
    sass::launch(text, groups, group_size, &[0; 64], Assumptions::DEFAULT)
}

fn word(session: &Session<'_>, at: u64) -> u32 {
    u32::from_le_bytes(session.read(at, 4).unwrap().try_into().unwrap())
}

/// Every lane adds one to the word; after a barrier, every lane reads it.
const ADD_THEN_READ: &str = "
    MOV R2, c[0x0][0x140];
    MOV R3, c[0x0][0x144];
    MOV32I R4, 0x1;
    RED.E.ADD [R2], R4;
    BAR.SYNC 0x0;
    LDG.E R5, [R2];
    EXIT;
";

#[test]
fn a_copy_goes_its_own_way() {
    let (dispatch, memory, at) = dispatch(ADD_THEN_READ, 1, 64);
    let mut a = Session::new(&dispatch, memory);
    let start = a.clone();
    assert!(a == start);
    for _ in 0..4 {
        assert_eq!(a.step(0, 0), Stepped::Ready);
    }
    assert!(a != start);
    assert_eq!((word(&a, at), word(&start, at)), (32, 0));
    // The same steps on the copy lead to the same state.
    let mut b = start.clone();
    (0..4).for_each(|_| drop(b.step(0, 0)));
    assert!(a == b && a.stats == b.stats);
    // A dispatch with the same text is another machine, and other initial memory is another launch.
    let (other, memory, at) = self::dispatch(ADD_THEN_READ, 1, 64);
    assert!(Session::new(&other, memory.clone()) != start);
    let begun = Session::new(&dispatch, memory.clone());
    assert!(begun == start);
    memory.find(at, 4).unwrap().store.as_ref().unwrap().store::<Exclusive>(0, 4, 7);
    assert!(Session::new(&dispatch, memory) != begun);
}

#[test]
fn waves_meet_at_visible_steps() {
    let (dispatch, memory, at) = dispatch(ADD_THEN_READ, 1, 64);
    let mut s = Session::new(&dispatch, memory);
    let stands = |s: &Session, wave| s.next_text(0, wave).map(str::to_string);
    for wave in [1, 0] {
        assert_eq!(s.run_to_visible(0, wave, 100), Some(Stepped::Ready));
        assert_eq!(stands(&s, wave).as_deref(), Some("RED.E.ADD [R2], R4;"));
        // It stays at this step.
        assert_eq!(s.run_to_visible(0, wave, 100), Some(Stepped::Ready));
        assert_eq!(word(&s, at), 0);
    }
    // Steps before a visible step are invisible: any order gives the same state.
    let (_, memory, _) = self::dispatch(ADD_THEN_READ, 1, 64);
    let mut t = Session::new(&dispatch, memory);
    for wave in [0, 1] {
        t.run_to_visible(0, wave, 100);
    }
    assert!(s == t);

    assert_eq!(s.step(0, 0), Stepped::Ready);
    assert_eq!(stands(&s, 0).as_deref(), Some("BAR.SYNC 0x0;"));
    assert_eq!(s.step(0, 0), Stepped::Waiting);
    assert_eq!(s.step(0, 0), Stepped::Waiting, "a wave at a barrier stays there");
    assert_eq!(s.enabled().collect::<Vec<_>>(), [(0, 1)]);
    assert_eq!(s.wave(0, 0).status, Status::AtBarrier(0));
    assert_eq!(s.step(0, 1), Stepped::Ready);
    assert_eq!(s.step(0, 1), Stepped::Ready, "the last to arrive opens the barrier");
    assert_eq!(s.enabled().count(), 2);
    for wave in [0, 1] {
        while s.step(0, wave) == Stepped::Ready {}
        assert_eq!(s.step(0, wave), Stepped::Ended);
        assert_eq!(*s.wave(0, wave).lanes(Slot(5 * LANES as u32)), [64; LANES]);
    }
    assert_eq!(s.enabled().count(), 0);
}

#[test]
fn round_robin_by_hand_is_a_launch() {
    let (dispatch, memory, at) = dispatch(ADD_THEN_READ, 3, 96);
    let launched = memory.clone();
    let report = isotope_machine::launch(&dispatch, &launched, Options::default());
    assert_eq!(report.outcome, Outcome::Done);
    let mut s = Session::new(&dispatch, memory);
    while s.enabled().next().is_some() {
        for (group, wave) in s.enabled().collect::<Vec<_>>() {
            s.step(group, wave);
        }
    }
    assert_eq!((word(&s, at), s.stats), (288, report.stats));
    assert!(s.memory() == launched);
}

#[test]
fn a_seed_is_a_run() {
    let (dispatch, memory, _) = dispatch(ADD_THEN_READ, 9, 96);
    for seed in 0..4 {
        let run = || {
            let memory = memory.clone();
            (isotope_machine::launch(&dispatch, &memory, Options { seed, ..Options::default() }), memory)
        };
        assert!(run() == run());
    }
}

#[test]
fn lanes_without_coverage_change_nothing() {
    let text = "
        MOV R2, c[0x0][0x140];
        MOV R3, c[0x0][0x144];
        MOV32I R4, 0x1;
        MOV32I R6, 0x9;
        ATOM.E.ADD R6, [R2], R4;
        EXIT;";
    let (mut dispatch, memory, at) = dispatch(text, 1, 32);
    dispatch.coverage = 0x0000_ff01;
    let mut s = Session::new(&dispatch, memory);
    while s.step(0, 0) == Stepped::Ready {}
    assert_eq!(word(&s, at), 9, "nine lanes are covered");
    let wave = s.wave(0, 0);
    assert_eq!((wave.status, wave.coverage), (Status::Done, 0x0000_ff01));
    let got = wave.lanes(Slot(6 * LANES as u32));
    assert_eq!((got[0], got[8], got[15]), (0, 1, 8));
    assert_eq!((got[1], got[31]), (9, 9), "an uncovered lane keeps its register");
}

#[test]
fn a_stop_says_why_and_where() {
    let (dispatch, memory, _) = dispatch("MOV R2, RZ;\nMOV R3, RZ;\nLDG.E R4, [R2+0x2];\nEXIT;", 1, 32);
    let mut s = Session::new(&dispatch, memory);
    assert_eq!(s.run_to_visible(0, 0, 100), Some(Stepped::Ready));
    let Stepped::Stopped(stop) = s.step(0, 0) else { panic!("a fault") };
    assert!(stop.to_string().starts_with("lane 0: "), "{stop}");
    assert_eq!(s.next_text(0, 0), Some("LDG.E R4, [R2+0x2];"), "the wave stands where it stopped");
}

/// Two waves: each adds, stores to its own word, waits for the other at a barrier, and reads what it wrote.
const MEETING: &str = "
    MOV R2, c[0x0][0x140];
    MOV R3, c[0x0][0x144];
    S2R R0, SR_TID.X;
    SHR.U32 R1, R0, 0x5;
    SHL R6, R1, 0x2;
    IADD R8, R6, R2;
    MOV R9, R3;
    MOV32I R4, 0x1;
    STG.E [R8+0x10], R1;
    STS [R6], R1;
    RED.E.ADD [R2], R4;
    MEMBAR.GL;
    CCTL.IVALL;
    BAR.SYNC 0x0;
    LDG.E R5, [R2];
    LDS R7, [0x0];
    ATOM.E.ADD R5, [R2], R4;
    DEPBAR.LE SB0, 0x0;
    EXIT;
";

fn two_waves() -> (Dispatch, Memory) {
    let (dispatch, memory, _) = dispatch(MEETING, 2, 64);
    (dispatch.with_memory(64, 0).unwrap(), memory)
}

/// The visible effects of a step.
#[derive(Default)]
struct Seen(Vec<Touch>, Vec<Synchronisation>);

impl Observer for Seen {
    fn looks_inside(&self) -> bool {
        true
    }
    fn step(&mut self, _: Place, _: u32, _: u64) {}
    fn access(&mut self, a: &MemoryAccess) {
        let writes = !matches!(a.deed, Deed::Load);
        let reads = !matches!(a.deed, Deed::Store(_));
        self.0.push(Touch { storage: a.storage, at: a.at, bytes: a.bytes, reads, writes });
    }
    fn synchronises(&mut self, _: Place, what: &Synchronisation) {
        self.1.push(*what);
    }
}

#[test]
fn a_footprint_is_what_the_step_then_does() {
    let (dispatch, memory) = two_waves();
    let mut s = Session::new(&dispatch, memory);
    let (mut steps, mut touches) = (0, 0);
    while let Some((group, wave)) = s.enabled().last() {
        let before = s.footprint(group, wave);
        assert_eq!(s.footprint(group, wave), before, "asking changes nothing");
        let mut seen = Seen::default();
        let stepped = s.step_observed(group, wave, &mut seen);
        assert_eq!(seen.0, before.touches);
        let barrier = seen.1.iter().any(|what| matches!(what, Synchronisation::Barrier { .. }));
        assert_eq!((barrier, stepped == Stepped::Ended), (before.barrier.is_some(), before.ends));
        steps += 1;
        touches += seen.0.len();
    }
    assert_eq!((steps, touches), (4 * 19, 4 * 6 * 32));
}

/// At any state: two waves whose steps are independent may take them in any order.
#[test]
fn steps_that_do_not_depend_change_places() {
    let (dispatch, memory) = two_waves();
    let mut random = isotope_op::random::Random(9);
    let (mut apart, mut together, mut differ) = (0, 0, 0);
    for _ in 0..20 {
        let mut s = Session::new(&dispatch, memory.clone());
        loop {
            let enabled: Vec<_> = s.enabled().collect();
            if enabled.is_empty() {
                break;
            }
            let [a, b] = [0; 2].map(|_: i32| enabled[random.draw() as usize % enabled.len()]);
            if a != b {
                let orders = [[a, b], [b, a]].map(|order| {
                    let mut s = s.clone();
                    order.iter().for_each(|(group, wave)| _ = s.step(*group, *wave));
                    s
                });
                // Compare everything: even dead values must not depend on the order.
                let same = plainly(&orders[0]) == plainly(&orders[1]);
                match s.depends(a, b) {
                    true => (together, differ) = (together + 1, differ + i32::from(!same)),
                    false => {
                        assert!(same, "{:?} and {:?}", s.next_text(a.0, a.1), s.next_text(b.0, b.1));
                        apart += 1;
                    }
                }
            }
            s.step(a.0, a.1);
        }
    }
    assert!(apart > 500 && together > 20 && differ > 5, "{apart} {together} {differ}");
}

fn plainly(session: &Session<'_>) -> (Vec<Group>, Memory) {
    ((0..session.group_count()).map(|g| session.group(g)).collect(), session.memory())
}

#[test]
fn a_loop_without_an_end_ends_by_budget() {
    let (dispatch, memory, _) = dispatch("MOV R2, RZ;\n.L:\nBRA `(.L);\nEXIT;", 1, 32);
    let mut s = Session::new(&dispatch, memory);
    assert_eq!(s.run_to_visible(0, 0, 1000), None);
    assert_eq!(s.stats.wave_instructions, 1000);
    assert!(s.footprint(0, 0).is_empty());
}

#[test]
fn an_observer_is_told_of_fences_waits_and_barriers() {
    let (dispatch, memory) = two_waves();
    let mut seen = Seen::default();
    let report = isotope_machine::launch_observed(&dispatch, &memory, Options::default(), &mut seen);
    assert_eq!(report.outcome, Outcome::Done);
    let count = |is: fn(&Synchronisation) -> bool| seen.1.iter().filter(|what| is(what)).count();
    use isotope_ir::effect::{Counter, MaintenanceAction, Scope};
    assert_eq!(count(|w| matches!(w, Synchronisation::Fence { scope: Scope::Device, lanes: u32::MAX, .. })), 4);
    assert_eq!(count(|w| matches!(w, Synchronisation::Maintain(u, _) if u.action == MaintenanceAction::Invalidate)), 4);
    assert_eq!(count(|w| matches!(w, Synchronisation::Wait(w) if w.counter == Counter::Scoreboard(0))), 4);
    assert_eq!(count(|w| matches!(w, Synchronisation::Barrier { id: 0, .. })), 4);
    assert_eq!(seen.1.len(), 16);
}
