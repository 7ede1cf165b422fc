//! Global wave sync, ordered count and the global data share as kernels use them (`kernels/extra/gfx1100/semaphores.cl`,
//! `units.ll`, `rings.cl`): their results under any schedule, and their deadlocks if no wave signals.

use crate::common::*;
use isotope_machine::sync::config::Buffer;
use isotope_machine::sync::{Config, GwsRange, Unit};
use isotope_machine::{Options, Outcome};
use std::time::Duration;

const WAVE: u32 = 32;

fn semaphores() -> isotope_object::Image {
    image("extra/gfx1100/semaphores.co")
}

fn units() -> isotope_object::Image {
    image("extra/gfx1100/units.co")
}

fn zeros(name: &'static str, words: usize) -> A {
    A::Buffer(name, vec![0; 4 * words])
}

/// A bench whose resource 1 is initialised with `value`.
fn with_resource(value: u32, o: Options<'_>) -> Bench {
    let mut b = Bench::default();
    b.run(&semaphores(), "set", 1, WAVE, vec![A::Word(value)], o);
    b
}

#[test]
fn every_p_has_its_v() {
    each(|o| {
        for groups in [2, 6, 16] {
            let args = vec![zeros("made", 1), zeros("taken", 1), zeros("out", 8), A::Word(groups)];
            let mut b = with_resource(0, o);
            b.run(&semaphores(), "producers", groups, WAVE, args, o);
            let half = groups as usize / 2;
            assert_eq!((b.words("made"), b.words("taken")), (vec![groups / 2], vec![groups / 2]));
            assert_eq!(b.words("out")[..half], vec![1; half], "{o:?}");
        }
    });
}

#[test]
fn one_credit_is_a_lock_and_three_let_three_in() {
    each(|o| {
        let mut b = with_resource(1, o);
        b.run(&semaphores(), "lock", 7, WAVE, vec![zeros("counter", 1), A::Word(5)], o);
        assert_eq!(b.words("counter"), [35], "{o:?}");
        let mut b = with_resource(3, o);
        b.run(&semaphores(), "few", 12, WAVE, vec![zeros("inside", 1), zeros("most", 1)], o);
        assert_eq!(b.words("inside"), [0]);
        assert!((1..=3).contains(&b.words("most")[0]), "{:?}", b.words("most"));
    });
    // Without the limit more than three waves can be inside: some schedule shows it.
    let most = |seed| {
        let o = Options { seed, ..Options::default() };
        let mut b = with_resource(12, o);
        b.run(&semaphores(), "few", 12, WAVE, vec![zeros("inside", 1), zeros("most", 1)], o).words("most")[0]
    };
    assert!((1..200).map(most).max().unwrap() > 3);
}

#[test]
fn one_instruction_releases_many() {
    each(|o| {
        for kernel in ["many", "all"] {
            let mut b = with_resource(0, o);
            b.run(&semaphores(), kernel, 9, WAVE, vec![zeros("through", 1), A::Word(9)], o);
            assert_eq!(b.words("through"), [8], "{kernel} {o:?}");
        }
    });
    // A wave that releases until all are through runs longer than the host thread whose waves wait for it.
    for _ in 0..50 {
        let mut b = with_resource(0, Options::default());
        let o = Options { threads: 2, opening: Some(Duration::ZERO), ..Options::default() };
        b.run(&semaphores(), "all", 9, WAVE, vec![zeros("through", 1), A::Word(9)], o);
        assert_eq!(b.words("through"), [8]);
    }
}

/// The report of a launch that deadlocks.
fn stuck(b: &mut Bench, image: &isotope_object::Image, kernel: &str, groups: u32, size: u32, args: Vec<A>) -> String {
    match b.outcome(image, kernel, groups, size, args, Options::default()) {
        Outcome::Hung(stuck) => stuck.to_string(),
        other => panic!("{kernel}: {other:?}"),
    }
}

#[test]
fn waves_that_nobody_signals_are_reported_with_their_places() {
    let report = stuck(&mut Bench::default(), &semaphores(), "never", 3, WAVE, vec![zeros("out", 32)]);
    for place in ["position 1 of 3", "position 2 of 3", "position 3 of 3"] {
        let text = format!("GWS resource 2 (semaphore, counter 0, flag 0): {place}, tag 0, waits for a sema_v");
        assert!(report.contains(&text), "{report}");
    }
    let report = stuck(&mut Bench::default(), &semaphores(), "crossed", 1, 64, vec![zeros("out", 64)]);
    assert!(report.contains("group (0,0,0) wave 0") && report.contains("group (0,0,0) wave 1"), "{report}");
    assert!(report.contains("s_barrier") && report.contains("GWS resource 2 (semaphore"), "{report}");
    // One wave too few for the barrier.
    let image = image("extra/gfx1100/gwsbarrier.co");
    let mut b = Bench::default();
    b.run(&image, "gws_setup", 1, WAVE, vec![A::Word(4)], Options::default());
    let report = stuck(&mut b, &image, "gws_phases", 3, WAVE, vec![zeros("a", 1), zeros("b", 96), A::Word(4)]);
    assert!(report.contains("GWS resource 0 (barrier, counter 0, flag 0): position 3 of 3, tag 0"), "{report}");
    assert!(report.contains("waits for 1 more barrier"), "{report}");
    let report = stuck(&mut Bench::default(), &units(), "keeps_turn", 3, WAVE, vec![zeros("out", 3)]);
    assert!(report.contains("wave 0") && report.contains("ended"), "{report}");
}

#[test]
fn a_resource_outside_the_range_halts_the_wave() {
    let mut config = Config::default();
    config.vmids[0].gws = GwsRange { base: 8, size: 4 };
    let mut b = Bench::default();
    b.memory.set_unit(Unit::new(config.clone()).set_up());
    let args = |resource| vec![zeros("out", 32), A::Word(resource)];
    b.run(&semaphores(), "by_number", 1, WAVE, args(3), Options::default());
    assert_eq!(b.words("out"), [3; 32]);
    // The range starts at 8: the resource is its fourth.
    assert_eq!(b.memory.unit().unwrap().resources()[11].counter, 2);
    let report = stuck(&mut b, &semaphores(), "by_number", 1, WAVE, args(4));
    assert!(report.contains("ds_gws_init") && report.contains("NACK"), "{report}");
    assert_eq!(b.words("out"), [3; 32]);
}

#[test]
fn ordered_count_follows_the_order_of_creation() {
    let groups = 11u32;
    let before = |f: &dyn Fn(u32) -> u32| -> Vec<u32> { (0..groups).map(|g| (0..g).map(f).sum()).collect() };
    each(|o| {
        let mut b = Bench::default();
        b.run(&units(), "count", groups, WAVE, vec![zeros("out", 11)], o);
        assert_eq!(b.words("out"), before(&|g| 3 * g + 1), "{o:?}");
        let mut b = Bench::default();
        b.run(&units(), "count_two", groups, WAVE, vec![zeros("out", 22)], o);
        let first = before(&|g| g + 1);
        let second = before(&|g| first[g as usize]);
        let pairs: Vec<u32> = first.iter().zip(&second).flat_map(|(a, b)| [*a, *b]).collect();
        assert_eq!(b.words("out"), pairs, "{o:?}");
        let mut b = Bench::default();
        b.run(&units(), "pass_on", groups, WAVE, vec![zeros("out", 11)], o);
        let handed: Vec<u32> = (0..groups).map(|g| if g == 0 { 0 } else { 99 + g }).collect();
        assert_eq!(b.words("out"), handed, "{o:?}");
    });
}

#[test]
fn append_and_consume_count_lanes() {
    let input = random(32 * 5, 21);
    // In LDS, one wave: all appending lanes get the counter, then the consuming lanes get it with all appended elements.
    let wave = &input[..32];
    let odd = wave.iter().filter(|v| **v & 1 == 1).count() as u32;
    let wanted: Vec<u32> = wave
        .iter()
        .map(|v| match v & 3 {
            1 => 1000,
            3 => 1000 | (1000 + odd) << 16,
            _ => u32::MAX,
        })
        .collect();
    each(|o| {
        let mut b = Bench::default();
        b.run(&units(), "append", 1, WAVE, vec![A::Buffer("in", bytes32(wave)), zeros("out", 32)], o);
        assert_eq!(b.words("out"), wanted);
        // In GDS, all groups: each gets its own range.
        let mut b = Bench::default();
        let args = vec![A::Buffer("in", bytes32(&input)), A::Buffer("out", bytes32(&[u32::MAX; 160]))];
        b.run(&units(), "append_gds", 5, WAVE, args, o);
        let out = b.words("out");
        let mut ranges = Vec::new();
        for (values, got) in input.chunks(32).zip(out.chunks(32)) {
            let lanes: Vec<usize> = (0..32).filter(|&l| values[l] & 1 == 1).collect();
            assert!(lanes.iter().all(|&l| got[l] == got[lanes[0]]));
            assert!((0..32).filter(|l| !lanes.contains(l)).all(|l| got[l] == u32::MAX));
            ranges.push((got[lanes[0]], lanes.len() as u32));
        }
        ranges.sort_unstable();
        let ends = ranges.iter().scan(0, |end, (_, n)| Some(std::mem::replace(end, *end + n)));
        assert!(ends.eq(ranges.iter().map(|r| r.0)), "{ranges:?}");
    });
}

#[test]
fn the_device_has_one_memory_and_registers() {
    each(|o| {
        let mut b = Bench::default();
        b.run(&units(), "memory_gds", 6, WAVE, vec![zeros("out", 6)], o);
        let mut olds = b.words("out");
        // In any order: each old value is the sum of the earlier operands, so the sorted values are prefix sums of a permutation.
        olds.sort_unstable();
        let steps: Vec<u32> = olds.windows(2).map(|p| p[1] - p[0]).chain([21 - olds[5]]).collect();
        let mut sorted = steps.clone();
        sorted.sort_unstable();
        assert_eq!((olds[0], sorted), (0, vec![1, 2, 3, 4, 5, 6]));
        b.run(&units(), "show_gds", 1, WAVE, vec![zeros("seen", 6)], o);
        assert_eq!(b.words("seen"), [21, 6, 4 ^ 5 ^ 6, 0, 0, 42]);

        let mut b = Bench::default();
        b.run(&units(), "registers", 4, WAVE, vec![zeros("out", 16)], o);
        let rows = b.words("out");
        // The order at the two registers may differ: the sum of the operands equals the final value.
        let added: Vec<u32> = rows.chunks(4).map(|r| r[0]).collect();
        let taken: Vec<u64> = rows.chunks(4).map(|r| u64::from(r[3]) << 32 | u64::from(r[2])).collect();
        let subset = |v: u32| (0..16u32).any(|m| (0..4).filter(|k| m >> k & 1 != 0).map(|k| k + 1).sum::<u32>() == v);
        assert!(added.iter().all(|&v| subset(v)) && added.contains(&0), "{added:?}");
        assert!(taken.iter().all(|&v| subset(0u64.wrapping_sub(v) as u32)) && taken.contains(&0), "{taken:?}");
        assert!(taken.iter().all(|&v| v == 0 || v >> 32 == 0xffff_ffff), "64 bits: {taken:x?}");
        assert!(rows.chunks(4).all(|r| r[1] == 0));
        if o.seed == 0 && o.threads == 1 {
            assert_eq!(added, [0, 1, 3, 6]);
        }
    });
}

/// A bench whose counter 3 is a ring.
fn with_ring(size: u32, tracked: bool) -> Bench {
    let mut config = Config::default();
    config.counters[3] = Buffer::Ring { size, tracked };
    let mut b = Bench::default();
    b.memory.set_unit(Unit::new(config).set_up());
    b
}

#[test]
fn places_in_a_ring_follow_the_order_of_creation() {
    let image = image("extra/gfx1100/rings.co");
    let (groups, size) = (23u32, 17u32);
    // The start of each request, and the end of the last one.
    let places = |requests: &mut dyn Iterator<Item = u32>| -> Vec<u32> {
        requests.scan(0, |at, n| Some(std::mem::replace(at, (*at + n) % size))).collect()
    };
    each(|o| {
        let mut b = with_ring(size, false);
        b.run(&image, "ring_twice", groups, WAVE, vec![zeros("out", 46)], o);
        let wanted = places(&mut (0..groups).flat_map(|g| [g % 3 + 1, 2]));
        assert_eq!(b.words("out"), wanted, "{o:?}");
        let mut b = with_ring(size, false);
        b.run(&image, "ring_wrap", groups, WAVE, vec![zeros("out", 23)], o);
        assert_eq!(b.words("out"), places(&mut (0..groups).map(|g| g % 5)), "{o:?}");
    });
}

#[test]
fn messages_in_a_ring_lie_side_by_side() {
    let image = image("extra/gfx1100/rings.co");
    each(|o| {
        let mut b = with_ring(64, false);
        // Twelve messages, and twelve more that start at their end: words 48 to 63, then 0 to 31.
        for round in 0..2u32 {
            let args = vec![A::Buffer("ring", vec![0xff; 256]), zeros("out", 12), A::Word(64)];
            b.run(&image, "ring_write", 12, WAVE, args, o);
            let first: Vec<u32> = (0..12).map(|g| (48 * round + 4 * g) % 64).collect();
            assert_eq!(b.words("out"), first, "{o:?}");
        }
        let word = |i: u32| {
            let (message, t) = (((i + 16) % 64) / 4, i % 4);
            // Words 32 to 47 belong to groups 8 to 11 of the first round.
            let group = if message < 12 { message } else { i / 4 };
            group << 8 | t
        };
        assert_eq!(b.words("ring"), (0..64).map(word).collect::<Vec<_>>(), "{o:?}");
    });
}

#[test]
fn a_full_ring_makes_waves_wait_for_its_reader() {
    let image = image("extra/gfx1100/rings.co");
    let args = || vec![A::Buffer("ring", vec![0xff; 64]), A::Buffer("out", vec![0xff; 24]), A::Word(16)];
    // Space for four messages of four words; the fifth group waits.
    let mut b = with_ring(16, true);
    let report = stuck(&mut b, &image, "ring_write", 6, WAVE, args());
    assert!(report.contains("group (4,0,0)") && report.contains("group (5,0,0)"), "{report}");
    assert_eq!(b.words("out"), [0, 4, 8, 12, u32::MAX, u32::MAX]);
    assert_eq!(b.words("ring"), (0..16).map(|i| 256 * (i / 4) + i % 4).collect::<Vec<u32>>());
    // A reader has consumed all of them: the waiting groups get positions 0 and 4, and the next launch begins after them.
    b.memory.unit().unwrap().give_back(3, 16);
    b.run(&image, "ring_write", 2, WAVE, args(), Options::default());
    assert_eq!(b.words("out")[..2], [8, 12]);
}
