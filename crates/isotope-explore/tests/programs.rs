//! Random programs of SPA 5.0: all ways of exploring agree with each other, and with a count of executions that shares no code with them.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use isotope_explore::{
    Draw, Ended, Limit, MemoryRange, Options, RandomOptions, Schedule, TraceOptions, random, replay, states, traces,
};
use isotope_machine::mem::Memory;
use isotope_machine::state::Status;
use isotope_machine::{Dispatch, Session};
use isotope_op::random::Random;

use crate::common::{Made, Touched, assembled};
use crate::sweep;

/// The number of words that all waves touch, and the number of words that each wave has for what it has read.
const SHARED: u64 = 3;
const OWN: u64 = 8;

struct Program {
    text: String,
    dispatch: Dispatch,
    memory: Memory,
    all: MemoryRange,
}

fn program(seed: u64) -> Program {
    let mut random = Random(Random(seed).draw());
    let mut draw = |n: u64| random.draw() % n;
    // One program in four has groups of two waves that meet at a barrier.
    let barrier = draw(4) == 0;
    let (groups, waves) = if barrier { (1 + draw(2), 2) } else { (2 + draw(3), 1) };
    let threads = groups * waves;
    // Either the result of each step is kept, or only that of the last: private steps of a wave make the count slow.
    let keeps = draw(8) == 0;
    let mut text = String::from(
        "MOV R2, c[0x0][0x140];\nMOV R3, c[0x0][0x144];\nS2R R0, SR_CTAID.X;\nS2R R1, SR_TID.X;\nSHR.U32 R1, R1, 0x5;\n",
    );
    text += &format!("XMAD R0, R0, 0x{waves:x}, R1;\nSHL R6, R0, 0x5;\nIADD R8, R2, R6;\nMOV R9, R3;\nMOV R5, RZ;\n");
    for thread in 1..threads {
        text += &format!("ISETP.EQ.U32.AND P0, PT, R0, 0x{thread:x}, PT;\n@P0 BRA `(T{thread});\n");
    }
    for thread in 0..threads {
        if thread > 0 {
            text += &format!("T{thread}:\n");
        }
        let meets = draw(4);
        // Programs with more waves get fewer steps.
        let steps = 1 + draw(if threads > 3 { 2 } else { 3 });
        for step in 0..steps {
            if barrier && step == meets % steps {
                text += "BAR.SYNC 0x0;\n";
            }
            let at = 4 * draw(SHARED);
            let value = draw(3);
            text += &format!("MOV32I R4, 0x{value:x};\nMOV32I R7, 0x{:x};\n", 1 + draw(3));
            text += &match draw(7) {
                0 | 1 => format!("LDG.E R5, [R2+0x{at:x}];\n"),
                2 => format!("STG.E [R2+0x{at:x}], R7;\n"),
                3 => format!("ATOM.E.ADD R5, [R2+0x{at:x}], R7;\n"),
                4 => format!("ATOM.E.EXCH R5, [R2+0x{at:x}], R7;\n"),
                5 => {
                    let aligned = "MOV R10, R4;\nMOV R11, R7;\n";
                    format!("{aligned}ATOM.E.CAS R5, [R2+0x{at:x}], R10, R11;\n")
                }
                _ => format!("RED.E.ADD [R2+0x{at:x}], R7;\n"),
            };
            if keeps || step + 1 == steps {
                text += &format!("STG.E [R8+0x{:x}], R5;\n", 4 * (SHARED + 1 + step));
            }
            if draw(3) == 0 && step + 1 < steps {
                // The value read decides whether one more access is made.
                text += &format!("ISETP.EQ.U32.AND P1, PT, R5, 0x{value:x}, PT;\n@P1 BRA `(S{thread}_{step});\n");
                text += &format!("STG.E [R2+0x{:x}], R0;\nS{thread}_{step}:\n", 4 * draw(SHARED));
            }
        }
        text += "EXIT;\n";
    }
    let bytes = 4 * (SHARED + 1) + 32 * OWN + 64;
    let Made { dispatch, memory, buffers } = assembled(&text, groups, 32 * waves, bytes);
    Program { text, dispatch, memory, all: buffers[0] }
}

/// A prefix of an execution. Prefixes are told apart by the steps before each of their steps, not by the order in which they ran.
#[derive(Clone)]
struct Prefix<'a> {
    session: Session<'a>,
    /// The history before the next step of each wave.
    chains: Vec<u128>,
    /// For each word, the history of its last write, and the sum of the histories of the reads since then.
    words: BTreeMap<u64, (u128, u128)>,
    /// For each group, the sum of the steps that have arrived at its barrier.
    arrived: Vec<u128>,
    /// The sum of all steps.
    key: u128,
}

fn mixed(parts: &[u128]) -> u128 {
    let half = |start: u64| {
        parts.iter().fold(start, |sum, part| {
            let word = Random(*part as u64 ^ sum).draw();
            Random((*part >> 64) as u64 ^ word).draw()
        })
    };
    u128::from(half(1)) << 64 | u128::from(half(2))
}

/// Counts executions up to the order of steps that commute: two prefixes are the same if each step has the same steps before it.
fn count(program: &Program) -> usize {
    let mut session = Session::new(&program.dispatch, program.memory.clone());
    let waves = session.wave_count(0);
    for (group, wave) in session.enabled().collect::<Vec<_>>() {
        session.run_to_visible(group, wave, 1_000).unwrap();
    }
    let threads = session.group_count() * waves;
    let first = Prefix {
        chains: (0..threads).map(|t| t as u128 + 1).collect(),
        words: BTreeMap::new(),
        arrived: vec![0; session.group_count()],
        key: 0,
        session,
    };
    let (mut seen, mut ends, mut open) = (HashSet::from([0]), HashSet::new(), vec![first]);
    while let Some(prefix) = open.pop() {
        let enabled: Vec<_> = prefix.session.enabled().collect();
        if enabled.is_empty() {
            ends.insert(prefix.key);
        }
        for (group, wave) in enabled {
            let mut next = prefix.clone();
            let thread = group * waves + wave;
            let before: Vec<Status> = (0..waves).map(|w| next.session.wave(group, w).status).collect();
            let mut touched = Touched::default();
            next.session.step_observed(group, wave, &mut touched);
            let mut parts = vec![next.chains[thread]];
            for (word, (writes, _)) in &touched.0 {
                let (written, readers) = next.words.get(word).copied().unwrap_or_default();
                parts.extend([u128::from(*word), written, if *writes { readers } else { 0 }]);
            }
            let event = mixed(&parts);
            for (word, (writes, _)) in touched.0 {
                let entry = next.words.entry(word).or_default();
                *entry = if writes { (event, 0) } else { (entry.0, entry.1.wrapping_add(event)) };
            }
            let mut run = |w| drop(next.session.run_to_visible(group, w, 1_000));
            (0..waves).for_each(&mut run);
            next.chains[thread] = event;
            next.key = next.key.wrapping_add(event);
            let status = next.session.wave(group, wave).status;
            let others = || (0..waves).filter(|w| *w != wave && matches!(before[*w], Status::AtBarrier(_)));
            let woke: Vec<usize> = others().filter(|w| next.session.wave(group, *w).status == Status::Ready).collect();
            let is_barrier = matches!(status, Status::AtBarrier(_)) || !woke.is_empty();
            if is_barrier || status == Status::Done {
                next.arrived[group] = next.arrived[group].wrapping_add(event);
            }
            for w in woke.iter().copied().chain((!woke.is_empty() && status == Status::Ready).then_some(wave)) {
                let thread = group * waves + w;
                next.chains[thread] = mixed(&[next.chains[thread], next.arrived[group]]);
            }
            if seen.insert(next.key) {
                open.push(next);
            }
        }
    }
    ends.len()
}

/// The bytes in memory after a schedule, run on the machine itself.
fn left(program: &Program, schedule: &Schedule) -> Vec<u8> {
    let done =
        replay(&program.dispatch, &program.memory, schedule, |_, _| ()).unwrap_or_else(|e| panic!("{schedule}: {e}"));
    assert_eq!(done.session.enabled().count(), 0, "{schedule}");
    done.session.read(program.all.address, program.all.bytes).unwrap()
}

/// What the programs contained.
#[derive(Clone, Copy, Default)]
struct Had {
    executions: u64,
    most: u64,
    barriers: u64,
}

/// Explore a program in all ways.
fn explored(seed: u64) -> Had {
    let program = program(seed);
    let context = || format!("program {seed}\n{}", program.text);
    let observe = vec![program.all];
    let options = Options { observe: observe.clone(), ..Options::default() };
    let by_state = states(&program.dispatch, &program.memory, &options).unwrap();
    assert_eq!(by_state.limit, Limit::None);
    let options = TraceOptions { observe: observe.clone(), ..TraceOptions::default() };
    let by_trace = traces(&program.dispatch, &program.memory, &options).unwrap();
    let stray = (by_trace.deadlocked, by_trace.waiting, by_trace.stopped, by_trace.bounded, by_trace.redundant);
    assert_eq!(stray, (0, 0, 0, 0, 0), "{}", context());
    assert_eq!(by_trace.complete as usize, count(&program), "{}", context());
    let sets: [BTreeSet<_>; 2] = [by_state.outcomes.keys().collect(), by_trace.outcomes.keys().collect()];
    assert_eq!(sets[0], sets[1], "{}", context());
    for (bytes, ending) in &by_state.outcomes {
        assert_eq!(bytes[0], left(&program, &ending.schedule), "{}", context());
    }
    for (bytes, tally) in &by_trace.outcomes {
        assert_eq!(bytes[0], left(&program, &tally.schedule), "{}", context());
    }
    let draw = if seed.is_multiple_of(2) { Draw::Uniform } else { Draw::Priorities { changes: 2 } };
    let options = RandomOptions { draw, runs: 20, seed, observe, ..RandomOptions::default() };
    for (ended, tally) in random(&program.dispatch, &program.memory, &options).unwrap().endings {
        let Ended::Complete(bytes) = ended else { panic!("{ended:?}: {}", context()) };
        assert!(by_state.outcomes.contains_key(&bytes), "{}", context());
        assert_eq!(bytes[0], left(&program, &tally.schedule), "{}", context());
    }
    let barriers = program.text.contains("BAR.SYNC").into();
    Had { executions: by_trace.complete, most: by_trace.complete, barriers }
}

#[test]
fn all_ways_agree() {
    let (seed, all) = (sweep::seed(5), sweep::count(10_000, 100) as u64);
    let parts = std::thread::available_parallelism().map_or(1, |n| n.get().min(8)) as u64;
    let part = |part: u64| {
        (part..all).step_by(parts as usize).map(|n| explored(seed.wrapping_add(n))).fold(Had::default(), |a, b| Had {
            executions: a.executions + b.executions,
            most: a.most.max(b.most),
            barriers: a.barriers + b.barriers,
        })
    };
    let had: Vec<Had> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..parts).map(|n| scope.spawn(move || part(n))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let (executions, barriers) = had.iter().fold((0, 0), |sum, had| (sum.0 + had.executions, sum.1 + had.barriers));
    let most = had.iter().map(|had| had.most).max().unwrap();
    println!("{executions} executions, {most} of one program at most, {barriers} programs with barriers");
    assert!(most > 20 && barriers > 10);
}

/// A program that would lose executions if races that an earlier execution had were not looked for again: different steps follow them.
#[test]
fn none_is_left_out() {
    explored(135_793_770_911_269_440);
}
