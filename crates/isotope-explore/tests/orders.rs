//! Orders of lanes and of branches as choices: kernels whose outcomes are known, and random programs against a search that tries every
//! order of every step.

use std::collections::BTreeSet;

use isotope_explore::{
    Ended, Limit, Options, Orders, Progress, RandomOptions, Schedule, TraceOptions, random, replay, states, traces,
};
use isotope_op::random::Random;

use crate::brute::{Brute, orders_of};
use crate::common::{Given, Made, TARGETS, assembled, image, made};
use crate::sweep;
use Given::{Number, Values, Words};

const NONE: Orders = Orders { lanes: false, branches: false };
const LANES: Orders = Orders { lanes: true, branches: false };
const BRANCHES: Orders = Orders { lanes: false, branches: true };
const BOTH: Orders = Orders { lanes: true, branches: true };

/// All possible contents of the buffers, and the number of executions.
fn found(made: &Made, orders: Orders) -> (BTreeSet<Vec<u32>>, u64) {
    let Made { dispatch, memory, buffers } = made;
    let observe = buffers.clone();
    let options = Options { observe: observe.clone(), orders, ..Options::default() };
    let by_state = states(dispatch, memory, &options).unwrap();
    assert_eq!((by_state.limit, by_state.deadlocks.len(), by_state.stops.len()), (Limit::None, 0, 0));
    let options = TraceOptions { observe: observe.clone(), orders, ..TraceOptions::default() };
    let by_trace = traces(dispatch, memory, &options).unwrap();
    let stray = (by_trace.deadlocked, by_trace.waiting, by_trace.stopped, by_trace.bounded, by_trace.redundant);
    assert_eq!(stray, (0, 0, 0, 0, 0));
    let options = RandomOptions { observe, orders, runs: 50, ..RandomOptions::default() };
    let drawn = random(dispatch, memory, &options).unwrap();
    assert!(by_state.outcomes.keys().eq(by_trace.outcomes.keys()));
    let leaves = |left: &Vec<Vec<u8>>, schedule: &Schedule| {
        let text = schedule.to_string();
        let again =
            replay(dispatch, memory, &text.parse().unwrap(), |_, _| ()).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(again.session.enabled().count(), 0, "{text}");
        let now: Vec<_> = buffers.iter().map(|p| again.session.read(p.address, p.bytes).unwrap()).collect();
        assert_eq!(now, *left, "{text}");
    };
    by_state.outcomes.iter().for_each(|(left, ending)| leaves(left, &ending.schedule));
    by_trace.outcomes.iter().for_each(|(left, tally)| leaves(left, &tally.schedule));
    for (ended, tally) in &drawn.endings {
        let Ended::Complete(left) = ended else { panic!("{ended:?}") };
        assert!(by_state.outcomes.contains_key(left));
        leaves(left, &tally.schedule);
    }
    let words = |left: &Vec<Vec<u8>>| {
        left.concat().chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect::<Vec<_>>()
    };
    (by_state.outcomes.keys().map(words).collect(), by_trace.complete)
}

/// The words that an exchange in this order leaves: the exchanged word, and what each lane got.
fn exchanged(order: &[u32]) -> Vec<u32> {
    let mut left = vec![0; order.len() + 1];
    for lane in order {
        left[1 + *lane as usize] = left[0];
        left[0] = lane + 1;
    }
    left
}

#[test]
fn known_outcomes() {
    // 1e8, 1, -1e8.
    static FLOATS: [u32; 3] = [0x4cbe_bc20, 0x3f80_0000, 0xccbe_bc20];
    for target in TARGETS {
        let orders = image(target, "orders");
        let explored = |name: &str, groups: u32, size: u32, given: &[Given], chosen: Orders| {
            let made = made(&orders, orders.kernel(Some(name)).unwrap(), groups, size, given);
            found(&made, chosen)
        };
        let check = |name: &str,
                     (groups, size): (u32, u32),
                     given: &[Given],
                     chosen: Orders,
                     expected: BTreeSet<Vec<u32>>,
                     executions: u64| {
            let context = format!("{} {name} on {groups} groups of {size}, {chosen:?}", target.0);
            assert_eq!(explored(name, groups, size, given, chosen), (expected, executions), "{context}");
        };
        // Each order leaves a different result.
        let all: BTreeSet<_> = orders_of(&[0, 1, 2, 3]).iter().map(|order| exchanged(order)).collect();
        check("exchange_all", (1, 4), &[Words(1), Words(4)], LANES, all, 24);
        check("exchange_all", (1, 4), &[Words(1), Words(4)], NONE, [exchanged(&[0, 1, 2, 3])].into(), 1);
        // A step is indivisible: lanes of different waves do not come between each other.
        let halves = [[0, 1, 2, 3], [1, 0, 2, 3], [0, 1, 3, 2], [1, 0, 3, 2]].map(|o| (o, [o[2], o[3], o[0], o[1]]));
        let all: BTreeSet<_> = halves.iter().flat_map(|(a, b)| [exchanged(a), exchanged(b)]).collect();
        check("exchange_all", (2, 2), &[Words(1), Words(4)], LANES, all, 8);
        // The last lane in order is seen.
        check("store_all", (1, 5), &[Words(1)], LANES, (1..=5).map(|n| vec![n]).collect(), 5);
        check("store_all", (1, 5), &[Words(1)], BRANCHES, [vec![5]].into(), 1);
        // Sums do not depend on the order.
        check("add_all", (1, 16), &[Words(1)], LANES, [vec![136]].into(), 1);
        // Two lanes meet in one word, three in the other.
        let two = [[0, 1], [1, 0]];
        let three = orders_of(&[0, 1, 2]);
        let all = two.iter().flat_map(|two| three.iter().map(move |three| [&[2, 3], &two[..], &three[..]].concat()));
        check("two_words", (1, 5), &[Words(2), Words(5)], LANES, all.collect(), 12);
        check("try_lock", (1, 3), &[Words(1), Words(1)], LANES, (1..=3).map(|n| vec![1, n]).collect(), 3);
        // 1 is lost where it is added to a large number.
        let given = [Words(1), Values(&FLOATS)];
        let left =
            |sums: &[f32]| sums.iter().map(|sum| [&[sum.to_bits()], &FLOATS[..]].concat()).collect::<BTreeSet<_>>();
        for (chosen, sums) in [(NONE, &[0.0][..]), (LANES, &[0.0, 1.0])] {
            assert_eq!(explored("wave_sum", 1, 3, &given, chosen).0, left(sums), "{}, {chosen:?}", target.0);
        }
        // Where one side of a branch runs first, the machine may choose either. Elsewhere the code decides.
        let splits = target.0 == "sm_50";
        for (name, size, given, ways) in [
            ("two_sides", 2, vec![Words(1), Number(1)], [vec![3], vec![5]]),
            ("two_sides", 3, vec![Words(1), Number(1)], [vec![7], vec![13]]),
            ("sides_lock", 2, vec![Words(1), Words(1), Number(1)], [vec![1, 1], vec![2, 100]]),
            ("sides_lock", 2, vec![Words(1), Words(1), Number(2)], [vec![1, 1], vec![2, 100]]),
            ("sides_lock", 3, vec![Words(1), Words(1), Number(1)], [vec![1, 1], vec![2, 100]]),
        ] {
            let context = format!("{} {name} of {size} lanes", target.0);
            let (one, executions) = explored(name, 1, size, &given, NONE);
            assert!(one.len() == 1 && executions == 1 && ways.contains(one.first().unwrap()), "{context}: {one:?}");
            let (some, _) = explored(name, 1, size, &given, BRANCHES);
            assert_eq!(some, if splits { ways.into() } else { one }, "{context}");
            assert_eq!(explored(name, 1, size, &given, BOTH).0, some, "{context}");
        }
    }
}

/// However often a step runs, nothing promises that each of its orders occurs.
#[test]
fn choices_are_not_fair() {
    for target in TARGETS {
        let image = image(target, "orders");
        for groups in [1, 2] {
            let made = made(&image, image.kernel(Some("until_first")).unwrap(), groups, 2, &[Words(1)]);
            // Two groups share the word: number 0 belongs to the first.
            let (memory, observe) = (&made.memory, made.buffers.clone());
            for (orders, ends) in [(NONE, 0), (LANES, 1), (BOTH, 1)] {
                let options = Options {
                    orders,
                    observe: observe.clone(),
                    progress: Progress::ALL.to_vec(),
                    ..Options::default()
                };
                let found = states(&made.dispatch, memory, &options).unwrap();
                let context = format!("{} with {groups} groups, {orders:?}", target.0);
                assert_eq!(found.outcomes.len(), ends, "{context}");
                for (model, run) in found.progress {
                    let run = run.unwrap_or_else(|| panic!("{context}: {} promises an end", model.name()));
                    let text = run.to_string();
                    let again = replay(&made.dispatch, memory, &text.parse().unwrap(), |_, _| ()).unwrap();
                    assert_eq!(again.returns, Some(true), "{context}: {text}");
                }
                for (left, ending) in &found.outcomes {
                    let again = replay(&made.dispatch, memory, &ending.schedule, |_, _| ()).unwrap();
                    assert_eq!(again.session.enabled().count(), 0, "{context}");
                    assert_eq!(again.session.read(observe[0].address, 4).unwrap(), left[0], "{context}");
                }
            }
        }
    }
}

/// Words that all lanes touch.
const SHARED: u64 = 2;

/// A program of SPA 5.0 for groups of one wave each, of two or three lanes, which take different branches and touch common words.
fn program(seed: u64) -> (String, Made) {
    let mut random = Random(Random(seed).draw());
    let mut draw = |n: u64| random.draw() % n;
    let (groups, lanes) = (1 + draw(2), 2 + draw(2));
    let mut text = String::from(
        "MOV R2, c[0x0][0x140];\nMOV R3, c[0x0][0x144];\nS2R R0, SR_CTAID.X;\nS2R R1, SR_TID.X;\nSHL R6, R0, 0x4;\n\
         SHL R10, R1, 0x2;\nIADD R6, R6, R10;\nIADD R8, R2, R6;\nMOV R9, R3;\nMOV R5, RZ;\nIADD R12, R1, R0;\nLOP.AND R13, R1, 0x1;\n\
         SHL R13, R13, 0x2;\nIADD R14, R2, R13;\nMOV R15, R3;\n",
    );
    // A step acts on one word, or on one word for even lanes and one for odd lanes.
    let step = |text: &mut String, draw: &mut dyn FnMut(u64) -> u64| {
        let place = if draw(4) == 0 { "R14".into() } else { format!("R2+0x{:x}", 4 * draw(SHARED)) };
        // A value that the lanes have in common, or one from the numbers of lane and group.
        *text += &match draw(2) {
            0 => format!("MOV32I R7, 0x{:x};\n", 1 + draw(3)),
            _ => "IADD32I R7, R12, 0x1;\n".to_string(),
        };
        *text += &match draw(7) {
            0 => format!("LDG.E R5, [{place}];\n"),
            1 => format!("STG.E [{place}], R7;\n"),
            2 => format!("ATOM.E.ADD R5, [{place}], R7;\n"),
            3 => format!("ATOM.E.EXCH R5, [{place}], R7;\n"),
            4 => format!("MOV32I R16, 0x{:x};\nMOV R17, R7;\nATOM.E.CAS R5, [{place}], R16, R17;\n", draw(3)),
            5 => format!("RED.E.ADD [{place}], R7;\n"),
            _ => format!("RED.E.MAX [{place}], R7;\n"),
        };
    };
    for n in 0..1 + draw(3) {
        if draw(2) == 0 {
            step(&mut text, &mut draw);
            continue;
        }
        // Lanes take two branches, by their number or by what they have read.
        let by = if draw(3) == 0 { "R5" } else { "R1" };
        text += &format!("ISETP.EQ.U32.AND P0, PT, {by}, 0x{:x}, PT;\nSSY `(J{n});\n@P0 BRA `(T{n});\n", draw(2));
        (0..draw(2)).for_each(|_| step(&mut text, &mut draw));
        text += &format!("SYNC;\nT{n}:\n");
        (0..1 + draw(2)).for_each(|_| step(&mut text, &mut draw));
        text += &format!("SYNC;\nJ{n}:\n");
    }
    if draw(2) == 0 {
        text += &format!("STG.E [R8+0x{:x}], R5;\n", 4 * SHARED);
    }
    text += "EXIT;\n";
    let made = assembled(&text, groups, lanes, 4 * SHARED + 32);
    (text, made)
}

#[test]
fn random_programs() {
    let (seed, all) = (sweep::seed(11), sweep::count(600, 40) as u64);
    let (mut executions, mut chosen, mut most) = (0, 0, 0);
    for n in 0..all {
        let seed = seed.wrapping_add(n);
        let (text, made) = program(seed);
        let mut counts = [0; 2];
        for (orders, count) in [NONE, BOTH].into_iter().zip(&mut counts) {
            let (left, executions) = found(&made, orders);
            let mut brute = Brute::new(&made, orders == BOTH);
            let words = |left: Vec<u8>| {
                left.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect::<Vec<_>>()
            };
            let known: BTreeSet<_> = brute.outcomes().into_iter().map(words).collect();
            assert_eq!(left, known, "program {seed}, {orders:?}\n{text}");
            assert_eq!(executions as usize, brute.count(false), "program {seed}, {orders:?}\n{text}");
            *count = executions;
        }
        executions += counts[1];
        most = most.max(counts[1]);
        chosen += u32::from(counts[1] > counts[0]);
    }
    println!("{executions} executions, {most} of one program at most, {chosen} programs whose orders can be seen");
    assert!(most > 20 && u64::from(chosen) > all / 5);
}
