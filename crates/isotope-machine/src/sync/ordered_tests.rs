//! Ordered count and alloc: one test per rule.

use super::tests::{rules_broken, unit, unit_of};
use super::*;

/// offset1: release 1, done 2, operation << 4.
fn request(counter: u8, offset1: u8, value: u32) -> OrderedRequest {
    OrderedRequest::new(counter << 2, offset1, 0, value)
}

fn ask(u: &mut Unit, wave: u32, request: OrderedRequest) -> OrderedAnswer {
    u.ordered(WaveId(wave), 0, request)
}

const WAIT: OrderedAnswer = OrderedAnswer::Wait;

#[test]
fn fields_of_the_instruction() {
    // LLVM: index 1, release and done make offset 772 = 0x0304.
    let r = OrderedRequest::new(0x04, 0x03, 0x0002_0000, 5);
    assert_eq!((r.index, r.release, r.done, r.op, r.value, r.aligned), (1, true, true, OrderedOp::Add, 5, true));
    assert_eq!(OrderedRequest::new(0x3f, 0x10, 0, 0).op, OrderedOp::Exchange);
    assert_eq!(OrderedRequest::new(0x3f, 0xef, 0, 0).op, OrderedOp::Reserved);
    assert_eq!(OrderedRequest::new(0x3f, 0xf0, 0, 0).op, OrderedOp::Wrap);
    // M0[31:16] is a base in dwords.
    let rules = |value| unit(&[("amd.ordered_base", value)]).config().rules;
    assert_eq!((r.counter(&rules("add")), r.counter(&rules("ignore"))), (3, 1));
    let far = OrderedRequest::new(15 << 2, 0, 0xffff_0000, 0);
    assert_eq!(far.counter(&rules("add")), 14);
}

#[test]
fn served_in_the_order_of_creation() {
    let mut u = unit(&[]);
    for (wave, value) in [(2, 30), (3, 40), (1, 20)] {
        assert_eq!(ask(&mut u, wave, request(0, 3, value)), WAIT);
        assert_eq!(u.ordered_result(WaveId(wave)), None);
    }
    assert_eq!(u.place(WaveId(3)).unwrap().to_string(), "ordered counter 0: it is the turn of wave 0");
    assert_eq!(ask(&mut u, 0, request(0, 3, 10)), OrderedAnswer::Value(0));
    assert_eq!(u.registers().get(0), 100);
    for (wave, old) in [(3, 60), (1, 10), (2, 30)] {
        assert!(u.can_go_on(WaveId(wave)));
        assert_eq!(u.ordered_result(WaveId(wave)), Some(old));
        assert_eq!(u.ordered_result(WaveId(wave)), None);
    }
    (0..4).for_each(|wave| u.wave_ended(WaveId(wave)));
    assert!(u.diagnostics().is_empty() && u.waiting().is_empty());
}

#[test]
fn only_release_moves_the_walker() {
    let mut u = unit(&[]);
    assert_eq!(ask(&mut u, 1, request(0, 3, 1)), WAIT);
    // Without release the wave keeps its turn: its instructions on several counters are one step for other waves.
    assert_eq!(ask(&mut u, 0, request(0, 0, 7)), OrderedAnswer::Value(0));
    assert_eq!(ask(&mut u, 0, request(4, 0, 9)), OrderedAnswer::Value(0));
    assert_eq!(u.ordered_result(WaveId(1)), None);
    assert_eq!(ask(&mut u, 0, request(0, 3, 0)), OrderedAnswer::Value(7));
    assert_eq!(u.ordered_result(WaveId(1)), Some(7));
    assert!(rules_broken(&mut u).contains(&Rule::OrderedTwice));
}

#[test]
fn done_without_release_is_diagnosed_and_does_not_move_the_walker() {
    let mut u = unit(&[]);
    assert_eq!(ask(&mut u, 0, request(0, 2, 1)), OrderedAnswer::Value(0));
    assert_eq!(rules_broken(&mut u), [Rule::OrderedDone]);
    assert_eq!(ask(&mut u, 1, request(0, 3, 1)), WAIT);
}

#[test]
fn after_release_a_request_is_not_ordered() {
    let mut u = unit(&[]);
    assert_eq!(ask(&mut u, 0, request(0, 1, 1)), OrderedAnswer::Value(0));
    assert_eq!(ask(&mut u, 0, request(0, 3, 1)), OrderedAnswer::Value(1));
    assert_eq!(rules_broken(&mut u), [Rule::OrderedAfterRelease, Rule::OrderedTwice]);
    assert_eq!(ask(&mut u, 0, request(0, 0, 1)), OrderedAnswer::Value(2));
    assert!(rules_broken(&mut u).contains(&Rule::OrderedAfterDone));
    assert_eq!(u.ordered_state().next(0), WaveId(1), "the walker moved once");
}

#[test]
fn one_walker_or_one_per_counter() {
    let mut u = unit(&[]);
    assert_eq!(ask(&mut u, 1, request(2, 3, 1)), WAIT);
    assert_eq!(ask(&mut u, 0, request(0, 3, 1)), OrderedAnswer::Value(0));
    assert_eq!(u.ordered_result(WaveId(1)), Some(0));
    let mut u = unit(&[("amd.ordered_walker", "per-counter")]);
    assert_eq!(ask(&mut u, 1, request(2, 3, 1)), WAIT);
    assert_eq!(ask(&mut u, 0, request(0, 3, 1)), OrderedAnswer::Value(0));
    assert_eq!(u.ordered_result(WaveId(1)), None, "counter 2 still waits for wave 0");
    assert_eq!((u.ordered_state().next(0), u.ordered_state().next(2)), (WaveId(1), WaveId(0)));
    assert_eq!(ask(&mut u, 0, request(2, 3, 1)), OrderedAnswer::Value(0));
    assert_eq!(u.ordered_result(WaveId(1)), Some(1));
}

#[test]
fn a_wave_that_ends_without_its_ordered_count() {
    let mut u = unit(&[]);
    assert_eq!(ask(&mut u, 2, request(0, 3, 1)), WAIT);
    u.wave_ended(WaveId(0));
    u.wave_ended(WaveId(1));
    assert_eq!(u.ordered_result(WaveId(2)), None);
    assert_eq!(
        u.place(WaveId(2)).unwrap().to_string(),
        "ordered counter 0: it is the turn of wave 0, which ended without wave_release"
    );
    assert_eq!(rules_broken(&mut u), [Rule::OrderedNever, Rule::OrderedNever]);
    let mut u = unit(&[("amd.ordered_wave_end", "skip")]);
    u.wave_ended(WaveId(1));
    assert_eq!(ask(&mut u, 2, request(0, 3, 1)), WAIT);
    // The wave ends without release.
    assert_eq!(ask(&mut u, 0, request(0, 0, 5)), OrderedAnswer::Value(0));
    u.wave_ended(WaveId(0));
    assert_eq!(u.ordered_result(WaveId(2)), Some(5));
    u.wave_ended(WaveId(2));
    assert_eq!(rules_broken(&mut u), [Rule::OrderedNever, Rule::OrderedNoRelease, Rule::OrderedNoDone]);
}

#[test]
fn wide_counters_take_add_only() {
    let mut u = unit(&[]);
    u.registers_mut().set(9, 0xffff_ffff);
    assert_eq!(ask(&mut u, 0, request(9, 0, 2)), OrderedAnswer::Value(0xffff_ffff));
    assert_eq!(u.registers().get(9), 0x1_0000_0001, "64 bits, zero-extended");
    let refused = OrderedAnswer::Refused(Refused::Wide { counter: 9 });
    assert_eq!(ask(&mut u, 0, request(9, 0x10, 2)), refused);
    assert_eq!(ask(&mut u, 0, request(9, 0x30, 2)), refused);
    assert_eq!(u.registers().get(9), 0x1_0000_0001);
    assert!(rules_broken(&mut u).contains(&Rule::OrderedWide));
    u.registers_mut().set(3, u64::MAX);
    assert_eq!(ask(&mut u, 0, request(3, 0, 2)), OrderedAnswer::Value(u32::MAX));
    assert_eq!(u.registers().get(3), 1, "32 bits");
}

#[test]
fn exchange_takes_counters_4_to_7() {
    let mut u = unit(&[]);
    for counter in 0..8 {
        let answer = ask(&mut u, 0, request(counter, 0x10, 40 + u32::from(counter)));
        if counter < 4 {
            assert_eq!(answer, OrderedAnswer::Refused(Refused::Exchange { counter }));
        } else {
            assert_eq!(answer, OrderedAnswer::Value(0));
            assert_eq!(u.registers().get(counter), 40 + u64::from(counter));
        }
    }
    assert!(rules_broken(&mut u).contains(&Rule::OrderedExchange));
}

#[test]
fn operation_2_is_reserved_and_counters_can_be_kept_from_a_vmid() {
    let mut config = Config::default();
    config.vmids[5].ordered = 0x0003;
    let mut u = unit_of(config, &[]);
    assert_eq!(ask(&mut u, 0, request(0, 0x20, 0)), OrderedAnswer::Refused(Refused::Reserved));
    assert_eq!(rules_broken(&mut u), [Rule::OrderedReserved]);
    let refused = Refused::NotOwned { counter: 2, mask: 3 };
    assert_eq!(u.ordered(WaveId(0), 5, request(2, 3, 1)), OrderedAnswer::Refused(refused));
    assert_eq!(refused.to_string(), "ordered counter 2 is not in the VMID's mask 0x0003");
    assert_eq!(u.ordered(WaveId(0), 5, request(1, 3, 1)), OrderedAnswer::Value(0));
}

#[test]
fn index_and_alignment_are_diagnosed() {
    let mut u = unit(&[]);
    assert_eq!(ask(&mut u, 0, OrderedRequest::new(0x45, 0, 0, 3)), OrderedAnswer::Value(0));
    assert_eq!(u.registers().get(1), 3, "index 17 is counter 1");
    assert_eq!(rules_broken(&mut u), [Rule::OrderedOffset, Rule::OrderedIndex]);
}

fn ring(size: u32, tracked: bool, choices: &[(&str, &str)]) -> Unit {
    let mut config = Config::default();
    config.counters[4] = Buffer::Ring { size, tracked };
    unit_of(config, choices)
}

#[test]
fn alloc_runs_around_a_ring() {
    let mut u = ring(10, false, &[]);
    for (wave, old) in [(0, 0), (1, 4), (2, 8), (3, 2), (4, 6)] {
        assert_eq!(ask(&mut u, wave, request(4, 3, 4)), OrderedAnswer::Value(old), "wave {wave}");
    }
    assert!(u.diagnostics().is_empty());
    assert_eq!(ask(&mut u, 5, request(4, 3, 11)), OrderedAnswer::Value(0));
    assert_eq!(rules_broken(&mut u), [Rule::OrderedRing]);
}

#[test]
fn alloc_at_most_four_times() {
    let mut u = ring(100, false, &[]);
    for _ in 0..4 {
        assert!(matches!(ask(&mut u, 0, request(4, 0, 1)), OrderedAnswer::Value(_)));
    }
    assert!(u.diagnostics().is_empty());
    assert_eq!(ask(&mut u, 0, request(4, 3, 1)), OrderedAnswer::Value(4));
    assert_eq!(rules_broken(&mut u), [Rule::OrderedFourTimes]);
}

#[test]
fn a_full_ring_stalls_its_wave_and_all_younger_ones() {
    let mut u = ring(8, true, &[]);
    assert_eq!(ask(&mut u, 0, request(4, 3, 6)), OrderedAnswer::Value(0));
    assert_eq!(ask(&mut u, 1, request(4, 3, 3)), WAIT);
    assert_eq!(ask(&mut u, 2, request(4, 3, 1)), WAIT, "there is room for 1, but it is not its turn");
    assert_eq!(u.place(WaveId(1)).unwrap().to_string(), "ordered counter 4: asks for 3 elements of a ring with 2 free");
    u.give_back(4, 1);
    assert_eq!(u.ordered_result(WaveId(1)), Some(6));
    assert_eq!(u.ordered_result(WaveId(2)), None);
    u.give_back(4, 100);
    assert_eq!(u.ordered_result(WaveId(2)), Some(1), "around the end");
    assert_eq!(u.ordered_state().free(4), 7);
}

#[test]
fn readings_of_wrap() {
    let step = |u: &mut Unit, old: u64, value| {
        u.registers_mut().set(4, old);
        let answer = ask(u, 0, request(4, 0x30, value));
        assert_eq!(answer, OrderedAnswer::Value(old as u32));
        u.registers().get(4)
    };
    let mut u = ring(10, false, &[]);
    assert_eq!([step(&mut u, 3, 4), step(&mut u, 6, 4), step(&mut u, 9, 4)], [7, 0, 3]);
    let mut u = ring(10, false, &[("amd.ordered_wrap", "same")]);
    assert_eq!([step(&mut u, 3, 4), step(&mut u, 4, 4), step(&mut u, 9, 4)], [7, 0, 5]);
    let mut u = ring(10, false, &[("amd.ordered_wrap", "zero")]);
    assert_eq!([step(&mut u, 3, 4), step(&mut u, 4, 4), step(&mut u, 9, 4)], [3, 0, 5]);
    let refused = OrderedAnswer::Refused(Refused::Wrap { counter: 4 });
    assert_eq!(ask(&mut unit(&[]), 0, request(4, 0x30, 1)), refused);
    assert_eq!(ask(&mut ring(10, false, &[("amd.ordered_wrap", "unspecified")]), 0, request(4, 0x30, 1)), refused);
}

#[test]
fn a_new_dispatch_numbers_its_waves_from_0() {
    let mut u = unit(&[]);
    assert_eq!(ask(&mut u, 0, request(0, 3, 5)), OrderedAnswer::Value(0));
    assert_eq!(ask(&mut u, 2, request(0, 3, 5)), WAIT);
    u.begin_dispatch();
    assert!(u.waiting().is_empty());
    assert_eq!(ask(&mut u, 0, request(0, 3, 5)), OrderedAnswer::Value(5), "the counter goes on");
    assert!(u.diagnostics().is_empty());
}
