//! Global wave sync: one test per rule.

use isotope_op::assume::{AMD_GWS_ID_RANGE, Assumptions};

use super::gws::resource_id;
use super::tests::{does, rules_broken, state, unit, unit_of};
use super::*;

#[test]
fn init_sets_counter_and_flag_and_leaves_the_type() {
    let mut u = unit(&[]);
    u.set_resource(0, ResourceType::Barrier, 7, true).unwrap();
    assert!(does(&mut u, 0, GwsOp::Init, 5));
    assert_eq!(state(&u), (false, 5, ResourceType::Barrier, vec![]));
    assert!(u.diagnostics().is_empty());
    // 12 bits.
    assert!(does(&mut u, 0, GwsOp::Init, 0x1_2345));
    assert_eq!(state(&u).1, 0x345);
    assert_eq!(rules_broken(&mut u), [Rule::GwsValue]);
}

#[test]
fn sema_v_gives_one_and_makes_a_semaphore() {
    let mut u = unit(&[]);
    u.set_resource(0, ResourceType::Barrier, 7, true).unwrap();
    assert!(does(&mut u, 0, GwsOp::SemaV, 99));
    assert_eq!(state(&u), (true, 8, ResourceType::Semaphore, vec![]));
}

#[test]
fn sema_br_gives_many() {
    let mut u = unit(&[]);
    assert!(does(&mut u, 0, GwsOp::SemaBr, 3));
    assert_eq!(state(&u), (false, 3, ResourceType::Semaphore, vec![]));
    assert!(does(&mut u, 0, GwsOp::SemaBr, 0));
    assert_eq!(state(&u).1, 3);
}

#[test]
fn sema_p_takes_one_or_waits_and_the_oldest_goes_first() {
    let mut u = unit(&[]);
    assert!(does(&mut u, 0, GwsOp::Init, 1));
    assert!(does(&mut u, 9, GwsOp::SemaP, 0));
    for wave in [5, 3, 8, 1] {
        assert!(!does(&mut u, wave, GwsOp::SemaP, 0));
    }
    assert_eq!(state(&u), (false, 0, ResourceType::Semaphore, vec![5, 3, 8, 1]));
    // One credit releases the oldest wave, not the one with the lowest number.
    assert!(does(&mut u, 0, GwsOp::SemaV, 0));
    assert_eq!(state(&u).3, [3, 8, 1]);
    assert!(u.can_go_on(WaveId(5)) && !u.can_go_on(WaveId(3)));
    assert!(u.released(WaveId(5)) && !u.released(WaveId(5)) && !u.released(WaveId(3)));
    // Two credits at once, in order; an extra credit remains.
    assert!(does(&mut u, 0, GwsOp::SemaBr, 2));
    assert_eq!(state(&u).3, [1]);
    assert!(does(&mut u, 0, GwsOp::SemaBr, 2));
    assert_eq!(state(&u), (false, 1, ResourceType::Semaphore, vec![]));
    assert!(u.released(WaveId(8)) && u.released(WaveId(1)) && u.released(WaveId(3)));
}

#[test]
fn init_lets_queued_waves_go_and_is_diagnosed() {
    let mut u = unit(&[]);
    assert!(!does(&mut u, 1, GwsOp::SemaP, 0));
    assert!(does(&mut u, 0, GwsOp::Init, 2));
    assert!(u.released(WaveId(1)));
    assert_eq!(state(&u).1, 1);
    assert_eq!(rules_broken(&mut u), [Rule::GwsInitQueued]);
}

#[test]
fn release_all_frees_those_who_wait_now_and_only_them() {
    for reading in ["add", "assign"] {
        let mut u = unit(&[("amd.gws_release_all", reading)]);
        for wave in 0..4 {
            assert!(!does(&mut u, wave, GwsOp::SemaP, 0));
        }
        assert!(does(&mut u, 9, GwsOp::SemaReleaseAll, 0));
        assert_eq!(state(&u), (false, 0, ResourceType::Semaphore, vec![]));
        assert!((0..4).all(|wave| u.released(WaveId(wave))));
        assert!(!does(&mut u, 5, GwsOp::SemaP, 0), "it leaves no credit behind");
    }
    // The alternatives differ if no wave waits and credits are left.
    for (reading, left) in [("add", 3), ("assign", 0)] {
        let mut u = unit(&[("amd.gws_release_all", reading)]);
        assert!(does(&mut u, 0, GwsOp::SemaBr, 3));
        assert!(does(&mut u, 0, GwsOp::SemaReleaseAll, 0));
        assert_eq!(state(&u).1, left, "{reading}");
    }
}

#[test]
fn a_barrier_opens_for_all_when_the_last_arrives() {
    let mut u = unit(&[]);
    assert!(does(&mut u, 0, GwsOp::Init, 2));
    assert!(!does(&mut u, 0, GwsOp::Barrier, 2));
    assert_eq!(state(&u), (false, 1, ResourceType::Barrier, vec![0]));
    assert!(!does(&mut u, 1, GwsOp::Barrier, 2));
    assert_eq!(state(&u), (false, 0, ResourceType::Barrier, vec![0, 1]));
    assert!(does(&mut u, 2, GwsOp::Barrier, 2));
    assert_eq!(state(&u), (true, 2, ResourceType::Barrier, vec![]));
    assert!(u.released(WaveId(0)) && u.released(WaveId(1)) && !u.released(WaveId(2)));
    assert!(u.diagnostics().is_empty());
}

#[test]
fn a_fast_wave_of_the_next_round_is_not_taken_for_a_slow_one_of_this() {
    let mut u = unit(&[]);
    assert!(does(&mut u, 0, GwsOp::Init, 2));
    assert!(!does(&mut u, 0, GwsOp::Barrier, 2));
    assert!(!does(&mut u, 1, GwsOp::Barrier, 2));
    // Wave 2 completes round 1 and returns before waves 0 and 1 have left.
    assert!(does(&mut u, 2, GwsOp::Barrier, 2));
    assert!(!does(&mut u, 2, GwsOp::Barrier, 2));
    let entry = u.resources()[0].queue[0];
    assert_eq!((entry.wave, entry.tag), (WaveId(2), true), "it carries the flag of round 2");
    assert!(!u.released(WaveId(2)));
    assert!(u.released(WaveId(0)));
    // Wave 0 returns too, and wave 1 has still not left round 1.
    assert!(!does(&mut u, 0, GwsOp::Barrier, 2));
    assert!(!u.released(WaveId(0)) && !u.released(WaveId(2)));
    assert!(u.released(WaveId(1)), "round 1 lets it go late");
    assert!(does(&mut u, 1, GwsOp::Barrier, 2), "and it completes round 2");
    assert!(u.released(WaveId(0)) && u.released(WaveId(2)));
    assert_eq!(state(&u), (false, 2, ResourceType::Barrier, vec![]));
}

#[test]
fn each_barrier_delivers_the_count_of_the_next() {
    let mut u = unit(&[]);
    assert!(does(&mut u, 0, GwsOp::Init, 1));
    assert!(!does(&mut u, 0, GwsOp::Barrier, 7));
    assert!(does(&mut u, 1, GwsOp::Barrier, 0), "the value of the last wave counts");
    assert_eq!(state(&u).1, 0);
    assert!(does(&mut u, 5, GwsOp::Barrier, 0), "a round of one wave");
}

#[test]
fn decrement_first_contradicts_its_own_text() {
    // The guide: init sets the number of waves, barrier that number minus one. Three waves:
    let mut u = unit(&[("amd.gws_barrier", "decrement-first")]);
    assert!(does(&mut u, 0, GwsOp::Init, 3));
    assert!(!does(&mut u, 0, GwsOp::Barrier, 2));
    assert!(!does(&mut u, 1, GwsOp::Barrier, 2));
    assert!(does(&mut u, 2, GwsOp::Barrier, 2), "the first round takes three");
    assert!(u.released(WaveId(0)) && u.released(WaveId(1)));
    assert!(!does(&mut u, 0, GwsOp::Barrier, 2));
    assert!(does(&mut u, 1, GwsOp::Barrier, 2), "the second opens after two");
    assert!(u.released(WaveId(0)));
    // With N for both, every round works.
    let mut u = unit(&[("amd.gws_barrier", "decrement-first")]);
    assert!(does(&mut u, 0, GwsOp::Init, 3));
    for _ in 0..5 {
        assert!(!does(&mut u, 0, GwsOp::Barrier, 3));
        assert!(!does(&mut u, 1, GwsOp::Barrier, 3));
        assert!(does(&mut u, 2, GwsOp::Barrier, 3));
        assert!(u.released(WaveId(0)) && u.released(WaveId(1)));
    }
    // Test-first with N for both never opens for N waves.
    let mut u = unit(&[]);
    assert!(does(&mut u, 0, GwsOp::Init, 3));
    assert!((0..3).all(|wave| !does(&mut u, wave, GwsOp::Barrier, 3)));
}

#[test]
fn decrement_first_at_zero() {
    for (reading, opens, counter) in [("wrap", false, 4095), ("saturate", true, 6)] {
        let mut u = unit(&[("amd.gws_barrier", "decrement-first"), ("amd.gws_counter_wrap", reading)]);
        assert_eq!(does(&mut u, 0, GwsOp::Barrier, 6), opens, "{reading}");
        assert_eq!(state(&u).1, counter);
        assert_eq!(rules_broken(&mut u), [Rule::GwsUnderflow]);
    }
}

#[test]
fn the_counter_has_12_bits() {
    for (reading, counter) in [("wrap", 4), ("saturate", 4095)] {
        let mut u = unit(&[("amd.gws_counter_wrap", reading)]);
        assert!(does(&mut u, 0, GwsOp::Init, 4095));
        assert!(u.diagnostics().is_empty());
        assert!(does(&mut u, 0, GwsOp::SemaBr, 5));
        assert_eq!(state(&u).1, counter, "{reading}");
        assert_eq!(rules_broken(&mut u), [Rule::GwsOverflow]);
    }
}

#[test]
fn a_change_of_type_with_waves_queued() {
    // A barrier waits for two more arrivals; then a sema_v arrives.
    for (reading, goes) in [("new-type", true), ("own-type", false)] {
        let mut u = unit(&[("amd.gws_type_change", reading)]);
        assert!(does(&mut u, 0, GwsOp::Init, 2));
        assert!(!does(&mut u, 0, GwsOp::Barrier, 2));
        assert!(does(&mut u, 1, GwsOp::SemaV, 0));
        assert_eq!(u.released(WaveId(0)), goes, "{reading}");
        assert_eq!(state(&u).2, ResourceType::Semaphore);
        assert_eq!(state(&u).1, if goes { 1 } else { 2 });
        assert_eq!(rules_broken(&mut u), [Rule::GwsTypeChange]);
    }
    // A sema_p waits; then a barrier opens.
    for (reading, goes) in [("new-type", true), ("own-type", false)] {
        let mut u = unit(&[("amd.gws_type_change", reading)]);
        assert!(!does(&mut u, 0, GwsOp::SemaP, 0));
        assert!(does(&mut u, 1, GwsOp::Barrier, 3));
        assert_eq!(u.released(WaveId(0)), goes, "{reading}");
        assert_eq!(state(&u).1, 3);
    }
    // Without a queue there is no diagnostic.
    let mut u = unit(&[]);
    assert!(does(&mut u, 0, GwsOp::SemaV, 0) && !does(&mut u, 0, GwsOp::Barrier, 0));
    assert!(u.diagnostics().is_empty());
}

#[test]
fn resource_id_is_base_plus_m0_plus_offset_modulo_64() {
    let after = Assumptions::DEFAULT.get(AMD_GWS_ID_RANGE);
    let all = GwsRange { base: 0, size: 64 };
    for (m0, offset0, id) in [(0, 0, 0), (5 << 16, 3, 8), (63 << 16, 2, 1), (0xffc0_ffff, 9, 9), (0, 0xc1, 1)] {
        assert_eq!(resource_id(0, all, m0, offset0, after), Ok(id), "{m0:#x} {offset0}");
    }
    // A range that extends past the last resource.
    let range = GwsRange { base: 60, size: 8 };
    assert_eq!(resource_id(0, range, 2 << 16, 3, after), Ok(1));
    assert_eq!(resource_id(4, range, 5 << 16, 3, after), Err(Nack { resource: 4, base: 60, size: 8, vmid: 4 }));
    // Every id under three alternatives.
    let named = |name: &str| {
        let mut rules = Assumptions::DEFAULT;
        assert!(rules.set(AMD_GWS_ID_RANGE.id, name));
        rules.get(AMD_GWS_ID_RANGE)
    };
    for base in 0..64u8 {
        for size in 0..=64u8 {
            let range = GwsRange { base, size };
            for index in 0..127u32 {
                let (m0, offset0) = ((index / 2) << 16, (index - index / 2) as u8);
                let ask = |name| resource_id(0, range, m0, offset0, named(name)).ok().map(u32::from);
                let id = (u32::from(base) + index) % 64;
                let owned: Vec<u32> = (0..u32::from(size)).map(|i| (u32::from(base) + i) % 64).collect();
                assert_eq!(ask("after-modulo"), owned.contains(&id).then_some(id));
                assert_eq!(ask("before-modulo"), (index < u32::from(size)).then_some(id));
                let clamped = owned.get(index as usize).or(owned.last()).copied();
                assert_eq!(ask("clamp"), clamped);
            }
        }
    }
}

#[test]
fn a_nack_changes_nothing_and_the_wave_may_try_again() {
    let mut config = Config::default();
    config.vmids[3].gws = GwsRange { base: 8, size: 2 };
    let mut u = unit_of(config, &[]);
    let before = u.resources().to_vec();
    let answer = u.gws(WaveId(7), 3, GwsOp::SemaV, 1 << 16, 1, 0);
    let GwsAnswer::Nack(nack) = answer else { panic!("{answer:?}") };
    assert_eq!(nack.to_string(), "NACK: GWS resource 10 is not one of the 2 from 8 on that VMID 3 owns");
    assert_eq!(u.resources(), before);
    assert_eq!(u.place(WaveId(7)), Some(WaitPoint::Halted(nack)));
    assert_eq!(u.waiting(), [(WaveId(7), WaitPoint::Halted(nack))]);
    // The command processor grants the resource; the wave replays.
    let mut owned = u.vmid(3);
    owned.gws.size = 3;
    u.set_vmid(3, owned);
    assert_eq!(u.gws(WaveId(7), 3, GwsOp::SemaV, 1 << 16, 1, 0), GwsAnswer::Done);
    assert_eq!((u.resources()[10].counter, u.place(WaveId(7))), (1, None));
    // Another VMID has its own numbering.
    assert_eq!(u.gws(WaveId(1), 0, GwsOp::SemaV, 10 << 16, 0, 0), GwsAnswer::Done);
    assert_eq!(u.resources()[10].counter, 2);
}

#[test]
fn offset_bits_7_and_6_are_diagnosed_and_ignored() {
    let mut u = unit(&[]);
    assert_eq!(u.gws(WaveId(1), 0, GwsOp::SemaV, 0, 0x42, 0), GwsAnswer::Done);
    assert_eq!(u.resources()[2].counter, 1);
    assert_eq!(rules_broken(&mut u), [Rule::GwsOffset]);
}

#[test]
fn head_and_tail_show_index_and_flag() {
    let mut u = unit(&[]);
    assert_eq!(u.ends(0), (gws::End::default(), gws::End::default()));
    u.set_resource(0, ResourceType::Barrier, 5, true).unwrap();
    assert!(!does(&mut u, 0x1234, GwsOp::Barrier, 1) && !does(&mut u, 3, GwsOp::Barrier, 1));
    let (head, tail) = u.ends(0);
    assert_eq!((head.index, head.valid, head.flag), (0x234, true, true));
    assert_eq!((tail.index, tail.valid, tail.flag), (3, true, true));
}

#[test]
fn a_wave_that_waits_cannot_issue() {
    let mut u = unit(&[]);
    assert!(!does(&mut u, 0, GwsOp::SemaP, 0));
    let before = u.resources().to_vec();
    assert!(!does(&mut u, 0, GwsOp::SemaP, 0));
    assert_eq!(u.resources(), before);
    assert_eq!(rules_broken(&mut u), [Rule::StillWaiting]);
}

#[test]
fn a_queue_that_an_index_cannot_hold_is_diagnosed() {
    let mut u = unit(&[]);
    for wave in 0..2049 {
        assert!(!does(&mut u, wave, GwsOp::SemaP, 0));
    }
    assert_eq!(u.diagnostics(), [Broken { wave: WaveId(2048), rule: Rule::GwsQueue }]);
    assert!(does(&mut u, 9999, GwsOp::SemaReleaseAll, 0));
    assert!((0..2049).all(|wave| u.released(WaveId(wave))));
}

#[test]
fn places_tell_what_each_wave_waits_for() {
    let mut u = unit(&[]);
    assert!(does(&mut u, 0, GwsOp::Init, 3));
    assert!(!does(&mut u, 4, GwsOp::Barrier, 3) && !does(&mut u, 2, GwsOp::Barrier, 3));
    assert_eq!(u.gws(WaveId(1), 0, GwsOp::SemaP, 2 << 16, 0, 0), GwsAnswer::Wait);
    let text: Vec<String> = u.waiting().iter().map(|(wave, place)| format!("{wave}: {place}")).collect();
    assert_eq!(
        text,
        [
            "wave 1: GWS resource 2 (semaphore, counter 0, flag 0): position 1 of 1, tag 0, waits for a sema_v, sema_br or \
             sema_release_all",
            "wave 2: GWS resource 0 (barrier, counter 1, flag 0): position 2 of 2, tag 0, waits for 2 more barriers",
            "wave 4: GWS resource 0 (barrier, counter 1, flag 0): position 1 of 2, tag 0, waits for 2 more barriers",
        ]
    );
    // The number in the message is correct.
    assert!(!does(&mut u, 5, GwsOp::Barrier, 3) && does(&mut u, 6, GwsOp::Barrier, 3));
}

#[test]
fn the_command_processor_sets_and_resets_resources() {
    let mut u = unit(&[]);
    assert_eq!(GwsRange::from_register(0x0040_0000), GwsRange { base: 0, size: 64 });
    assert_eq!(GwsRange::from_register(0xff82_ffc5), GwsRange { base: 5, size: 2 });
    assert_eq!(GwsRange { base: 5, size: 2 }.register(), 0x0002_0005);
    u.set_resource(9, ResourceType::Barrier, 0x1fff, true).unwrap();
    assert_eq!((u.resources()[9].counter, u.resources()[9].flag), (0xfff, true));
    u.reset_resource(9).unwrap();
    assert_eq!(u.resources()[9], gws::Resource::default());
    let error = u.set_resource(64, ResourceType::Barrier, 0, false).unwrap_err();
    assert_eq!(error.to_string(), "GWS resource 64 does not exist; a device has 0 to 63");
}

#[test]
fn a_new_dispatch_keeps_resources_and_forgets_waves() {
    let mut u = unit(&[]);
    assert!(does(&mut u, 0, GwsOp::Init, 2));
    assert!(!does(&mut u, 0, GwsOp::Barrier, 2));
    u.begin_dispatch();
    assert_eq!(state(&u), (false, 1, ResourceType::Barrier, vec![]));
    assert!(u.waiting().is_empty());
    assert!(!does(&mut u, 0, GwsOp::Barrier, 2) && does(&mut u, 1, GwsOp::Barrier, 2));
}
