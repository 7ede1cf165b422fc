//! Random programs of SPA 5.0: the pairs of instructions that race are those that a definition by relations gives over all interleavings,
//! without any reduction. The definition knows programs as lists of operations; it shares no code with the machine or with the clocks of
//! the detector.

use std::collections::BTreeSet;

use isotope_explore::{Race, RaceSide, TraceOptions, traces};
use isotope_ir::effect::Scope;
use isotope_machine::Dispatch;
use isotope_machine::mem::Memory;
use isotope_op::random::Random;

use crate::common::{Made, TARGETS, assembled, image};
use crate::sweep;

/// Words of memory.
const WORDS: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Load {
        atomic: bool,
    },
    Store {
        atomic: bool,
        value: u32,
    },
    Add {
        value: u32,
    },
    Swap {
        value: u32,
    },
    Cas {
        old: u32,
        value: u32,
    },
    Fence {
        scope: Scope,
    },
    Barrier,
    /// The next operation is skipped if the last value read is this one.
    SkipIf {
        value: u32,
    },
}

#[derive(Clone, Copy, Debug)]
struct Line {
    op: Op,
    word: usize,
    /// Index of the step of the machine code.
    step: u32,
}

struct Program {
    text: String,
    /// The group of each thread.
    groups: Vec<usize>,
    threads: Vec<Vec<Line>>,
    dispatch: Dispatch,
    memory: Memory,
}

fn program(seed: u64) -> Program {
    let mut random = Random(Random(seed).draw());
    let mut draw = |n: u64| random.draw() % n;
    let (groups, waves) = [(2, 1), (1, 2), (3, 1), (2, 2)][[0, 0, 1, 1, 1, 2, 2, 3][draw(8) as usize]];
    let count = groups * waves;
    let mut steps = 0;
    let mut text = String::new();
    let mut emit = |text: &mut String, line: &str| {
        *text += &format!("{line};\n");
        steps += 1;
        steps - 1
    };
    // One lane of each wave continues.
    for line in [
        "MOV R2, c[0x0][0x140]",
        "MOV R3, c[0x0][0x144]",
        "S2R R1, SR_TID.X",
        "LOP32I.AND R0, R1, 0x1f",
        "ISETP.NE.U32.AND P0, PT, R0, RZ, PT",
        "@P0 EXIT",
        "S2R R0, SR_CTAID.X",
        "SHR.U32 R1, R1, 0x5",
    ] {
        emit(&mut text, line);
    }
    emit(&mut text, &format!("XMAD R0, R0, 0x{waves:x}, R1"));
    emit(&mut text, "MOV R5, RZ");
    for thread in 1..count {
        emit(&mut text, &format!("ISETP.EQ.U32.AND P0, PT, R0, 0x{thread:x}, PT"));
        emit(&mut text, &format!("@P0 BRA `(T{thread})"));
    }
    let barrier = waves == 2 && draw(2) == 0;
    let mut threads = Vec::new();
    for thread in 0..count {
        if thread > 0 {
            text += &format!("T{thread}:\n");
        }
        let many = if count == 4 { 1 } else { 2 + draw(if count == 2 { 2 } else { 1 }) };
        let meets = draw(many);
        let mut lines: Vec<Line> = Vec::new();
        for n in 0..many {
            if barrier && n == meets {
                let step = emit(&mut text, "BAR.SYNC 0x0");
                lines.push(Line { op: Op::Barrier, word: 0, step });
            }
            if draw(2) == 0 {
                let (scope, level) = [(Scope::Group, "CTA"), (Scope::Device, "GL")][draw(2) as usize];
                let step = emit(&mut text, &format!("MEMBAR.{level}"));
                lines.push(Line { op: Op::Fence { scope }, word: 0, step });
            }
            // Most of the time one word is used by atomics, so that they order something.
            let word = draw(WORDS as u64) as usize;
            let strong = if word == 0 { draw(8) != 0 } else { draw(8) == 0 };
            let (value, old) = (1 + draw(2) as u32, draw(2) as u32);
            emit(&mut text, &format!("MOV32I R7, 0x{value:x}"));
            emit(&mut text, &format!("MOV32I R10, 0x{old:x}"));
            emit(&mut text, "MOV R11, R7");
            let at = format!("[R2+0x{:x}]", 4 * word);
            let (op, line) = match (strong, draw(8)) {
                (false, 0..4) => (Op::Load { atomic: false }, format!("LDG.E R5, {at}")),
                (false, _) => (Op::Store { atomic: false, value }, format!("STG.E {at}, R7")),
                (true, 0..3) => (Op::Load { atomic: true }, format!("LDG.E.CV R5, {at}")),
                (true, 3 | 4) => (Op::Store { atomic: true, value }, format!("STG.E.WT {at}, R7")),
                (true, 5) => (Op::Add { value }, format!("ATOM.E.ADD R5, {at}, R7")),
                (true, 6) => (Op::Swap { value }, format!("ATOM.E.EXCH R5, {at}, R7")),
                (true, _) => (Op::Cas { old, value }, format!("ATOM.E.CAS R5, {at}, R10, R11")),
            };
            let step = emit(&mut text, &line);
            lines.push(Line { op, word, step });
            // A branch over the next access, which follows it at once.
            if n + 1 < many && !(barrier && n + 1 == meets) && draw(2) == 0 {
                let value = draw(2) as u32;
                emit(&mut text, &format!("ISETP.EQ.U32.AND P1, PT, R5, 0x{value:x}, PT"));
                let step = emit(&mut text, &format!("@P1 BRA `(S{thread}_{n})"));
                lines.push(Line { op: Op::SkipIf { value }, word: 0, step });
                let word = draw(WORDS as u64) as usize;
                emit(&mut text, "MOV32I R7, 0x2");
                let step = emit(&mut text, &format!("STG.E [R2+0x{:x}], R7", 4 * word));
                lines.push(Line { op: Op::Store { atomic: false, value: 2 }, word, step });
                text += &format!("S{thread}_{n}:\n");
            }
        }
        emit(&mut text, "EXIT");
        threads.push(lines);
    }
    let Made { dispatch, memory, .. } = assembled(&text, groups as u64, 32 * waves as u64, 64);
    let groups = (0..count).map(|thread| thread / waves).collect();
    Program { text, groups, threads, dispatch, memory }
}

/// An event of an interleaving.
#[derive(Clone, Copy, Debug)]
struct Event {
    thread: usize,
    line: Line,
    reads: bool,
    writes: bool,
    atomic: bool,
    rmw: bool,
}

/// The state of an interleaving.
#[derive(Clone)]
struct State {
    at: Vec<usize>,
    read: Vec<u32>,
    memory: [u32; WORDS],
    /// Threads that wait at the barrier of their group.
    waits: Vec<bool>,
    events: Vec<Event>,
}

struct Walk<'p> {
    program: &'p Program,
    pairs: BTreeSet<(u32, u32)>,
    kinds: BTreeSet<(Kind, Kind)>,
    interleavings: u64,
}

/// An access as the detector tells it apart: thread, word, whether it writes, whether it is atomic. Of accesses with the same kind it
/// reports one.
type Kind = (usize, usize, bool, bool);

impl Walk<'_> {
    fn go(&mut self, state: State) {
        let mut moved = false;
        for thread in 0..self.program.threads.len() {
            let Some(line) = self.program.threads[thread].get(state.at[thread]).filter(|_| !state.waits[thread]) else {
                continue;
            };
            let mut next = state.clone();
            self.step(&mut next, thread, *line);
            moved = true;
            // The order of steps that no other thread sees does not matter: take this one first.
            let is_local = matches!(line.op, Op::Fence { .. } | Op::SkipIf { .. });
            self.go(next);
            if is_local {
                return;
            }
        }
        if !moved {
            self.interleavings += 1;
            self.judge(&state.events);
        }
    }

    fn step(&self, state: &mut State, thread: usize, line: Line) {
        state.at[thread] += 1;
        let word = &mut state.memory[line.word];
        let old = *word;
        let mut event = Event { thread, line, reads: true, writes: true, atomic: true, rmw: true };
        match line.op {
            Op::SkipIf { value } => {
                state.at[thread] += usize::from(state.read[thread] == value);
                return;
            }
            Op::Fence { .. } => (event.reads, event.writes) = (false, false),
            Op::Barrier => {
                (event.reads, event.writes) = (false, false);
                state.waits[thread] = true;
                let of = |t: &usize| self.program.groups[*t] == self.program.groups[thread];
                let mates: Vec<usize> = (0..state.waits.len()).filter(of).collect();
                if mates.iter().all(|t| state.waits[*t]) {
                    mates.iter().for_each(|t| state.waits[*t] = false);
                }
            }
            Op::Load { atomic } => {
                (event.writes, event.atomic, event.rmw) = (false, atomic, false);
                state.read[thread] = old;
            }
            Op::Store { atomic, value } => {
                (event.reads, event.atomic, event.rmw) = (false, atomic, false);
                *word = value;
            }
            Op::Add { value } => (*word, state.read[thread]) = (old.wrapping_add(value), old),
            Op::Swap { value } => (*word, state.read[thread]) = (value, old),
            Op::Cas { old: wanted, value } => {
                event.writes = old == wanted;
                state.read[thread] = old;
                if event.writes {
                    *word = value;
                }
            }
        }
        state.events.push(event);
    }

    /// Add the pairs that race in one interleaving.
    fn judge(&mut self, events: &[Event]) {
        let groups = &self.program.groups;
        let n = events.len();
        // For each event, the later events that it is ordered before, as bits.
        let mut before = vec![0_u64; n];
        let covers = |fence: &Event, a: usize, b: usize| match fence.line.op {
            Op::Fence { scope } => scope == Scope::Device || groups[a] == groups[b],
            _ => false,
        };
        for a in 0..n {
            for b in a + 1..n {
                before[a] |= u64::from(events[a].thread == events[b].thread) << b;
                // At a barrier: each arrival is ordered before everything that the other threads do after it.
                let meets = |e: &Event| e.line.op == Op::Barrier;
                if meets(&events[a]) && meets(&events[b]) && groups[events[a].thread] == groups[events[b].thread] {
                    before[a] |= 1 << b;
                    let theirs = (b + 1..n).filter(|c| events[*c].thread == events[a].thread);
                    theirs.for_each(|c| before[b] |= 1 << c);
                }
            }
        }
        // From a fence before an atomic write, through reads of that write (or of a read-modify-write that follows it), to a fence after
        // the read.
        for write in (0..n).filter(|w| events[*w].writes && events[*w].atomic) {
            let word = events[write].line.word;
            let mut chain = vec![write];
            let later: Vec<usize> = (write + 1..n)
                .filter(|e| events[*e].line.word == word && (events[*e].reads || events[*e].writes))
                .collect();
            let mut readers = Vec::new();
            for e in later {
                let event = &events[e];
                if event.reads && event.atomic {
                    readers.push(e);
                }
                if event.writes {
                    if event.rmw {
                        chain.push(e);
                    } else {
                        break;
                    }
                }
            }
            for read in readers {
                let (from, to) = (events[write].thread, events[read].thread);
                for release in (0..write).filter(|f| events[*f].thread == from && covers(&events[*f], from, to)) {
                    for acquire in (read + 1..n).filter(|f| events[*f].thread == to && covers(&events[*f], from, to)) {
                        before[release] |= 1 << acquire;
                    }
                }
            }
        }
        for a in (0..n).rev() {
            before[a] |= (a + 1..n).filter(|b| before[a] >> b & 1 != 0).fold(0, |all, b| all | before[b]);
        }
        for a in 0..n {
            for b in a + 1..n {
                let (x, y) = (&events[a], &events[b]);
                let touch = |e: &Event| e.reads || e.writes;
                let conflict = touch(x) && touch(y) && (x.writes || y.writes) && x.line.word == y.line.word;
                if conflict && x.thread != y.thread && !(x.atomic && y.atomic) && before[a] >> b & 1 == 0 {
                    let kind = |e: &Event| (e.thread, e.line.word, e.writes, e.atomic);
                    self.kinds.insert((kind(x).min(kind(y)), kind(x).max(kind(y))));
                    let (x, y) = (x.line.step, y.line.step);
                    self.pairs.insert((x.min(y), x.max(y)));
                }
            }
        }
    }
}

/// What the programs contained.
#[derive(Clone, Copy, Default)]
struct Had {
    racy: u64,
    free: u64,
    interleavings: u64,
}

fn compared(seed: u64, order: &'static isotope_ir::ordering::Ordering) -> Had {
    let program = program(seed);
    let count = program.threads.len();
    let mut walk = Walk { program: &program, pairs: BTreeSet::new(), kinds: BTreeSet::new(), interleavings: 0 };
    walk.go(State {
        at: vec![0; count],
        read: vec![0; count],
        memory: [0; WORDS],
        waits: vec![false; count],
        events: Vec::new(),
    });
    let options = TraceOptions { races: Some(order), ..TraceOptions::default() };
    let found = traces(&program.dispatch, &program.memory, &options).unwrap();
    let stray = (found.deadlocked, found.waiting, found.stopped, found.bounded, found.redundant);
    assert_eq!(stray, (0, 0, 0, 0, 0), "program {seed}\n{}", program.text);
    let races = found.races.unwrap();
    assert_eq!(races.unknown, Vec::<String>::new());
    let pair = |(a, b): (u32, u32)| (a.min(b), a.max(b));
    let pairs: BTreeSet<_> = races.found.iter().map(|race| pair((race.first.step, race.second.step))).collect();
    let context = || format!("program {seed}, groups {:?}\n{}", program.groups, program.text);
    assert!(pairs.is_subset(&walk.pairs), "{pairs:?}: {:?}: {}", walk.pairs, context());
    let kind = |side: &RaceSide| {
        let of = |t: &usize| program.threads[*t].iter().find(|line| line.step == side.step).map(|line| (*t, line.word));
        let (thread, word) = (0..count).find_map(|t| of(&t)).unwrap();
        (thread, word, side.writes, side.atomic)
    };
    let both = |race: &Race| {
        let (a, b) = (kind(&race.first), kind(&race.second));
        (a.min(b), a.max(b))
    };
    let kinds: BTreeSet<_> = races.found.iter().map(both).collect();
    assert_eq!(kinds, walk.kinds, "{}", context());
    let racy = u64::from(!pairs.is_empty());
    Had { racy, free: 1 - racy, interleavings: walk.interleavings }
}

#[test]
fn pairs_by_definition() {
    let of = image(TARGETS[0], "races");
    let order = isotope_targets::TARGETS.ordering(&of, of.kernel(Some("mp")).unwrap()).unwrap();
    let (seed, all) = (sweep::seed(6), sweep::count(10_000, 20) as u64);
    let parts = std::thread::available_parallelism().map_or(1, |n| n.get().min(8)) as u64;
    let part = |part: u64| {
        (part..all).step_by(parts as usize).map(|n| compared(seed.wrapping_add(n), order)).fold(
            Had::default(),
            |a, b| Had {
                racy: a.racy + b.racy,
                free: a.free + b.free,
                interleavings: a.interleavings + b.interleavings,
            },
        )
    };
    let had: Vec<Had> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..parts).map(|n| scope.spawn(move || part(n))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let sum = |of: fn(&Had) -> u64| had.iter().map(of).sum::<u64>();
    let (racy, free, interleavings) = (sum(|h| h.racy), sum(|h| h.free), sum(|h| h.interleavings));
    println!("{racy} programs with races, {free} without, {interleavings} interleavings");
    assert!(racy > all / 5 && free > all / 20, "{racy} {free}");
}
