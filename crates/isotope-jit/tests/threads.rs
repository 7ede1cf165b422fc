//! Several host threads that reduce into the same memory: they leave the same values as one thread, they have the same counts, and a reader
//! in between finds everything that was done before.

use isotope_ir::program::Program;
use isotope_jit::Jit;
use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Options, Outcome, Report, launch};
use std::time::Duration;

/// The low words of the buffers' addresses; their high words are 8.
const SUMS: u32 = 0;
const FLAG: u32 = 0x100_0000;
const OUT: u32 = 0x200_0000;
const HIGH: u64 = 8 << 32;

/// The rounds of each group's loop, and the number of groups.
const ROUNDS: u32 = 6000;
const GROUPS: u32 = 6;

/// The operations: name and width. Programs use their index.
const OPS: [(&str, u32); 6] = [("add", 32), ("umax", 32), ("xchg", 32), ("add", 64), ("and", 32), ("smin", 32)];
const ADD: usize = 0;
const MAX: usize = 1;
const EXCHANGE: usize = 2;
const ADD_WIDE: usize = 3;
const AND: usize = 4;
const MIN: usize = 5;

/// A program, one text for each step.
struct Steps(Vec<String>);

impl Steps {
    /// v0 is the lane, v1 the group, v2 and v3 are four and eight times the lane, v6 is one more than the group, v8 4 times the item.
    fn new() -> Steps {
        let mut steps = Steps(Vec::new());
        steps.step(&[
            "special{what=lane_id, dst=v0}".into(),
            "special{what=group_id(0), dst=v1}".into(),
            "alu{op=shl, dst=v2, src=[v0, 2, 0]}".into(),
            "alu{op=shl, dst=v3, src=[v0, 3, 0]}".into(),
            "alu{op=add, dst=v6, src=[v1, 1, 0]}".into(),
            "alu{op=shl, dst=v8, src=[v1, 7, 0]}".into(),
            "alu{op=add, dst=v8, src=[v8, v2, 0]}".into(),
        ]);
        steps
    }

    fn write(&mut self, guard: &str, control: &str, uops: &[String]) {
        let (address, always) = (8 * self.0.len(), control == "exit");
        let mut text = format!(
            "step {{address={address:#x}, guard={guard}, control={control}, visible=true, always={always}}} \"\"\n"
        );
        uops.iter().for_each(|uop| text += &format!("  {uop}\n"));
        self.0.push(text);
    }

    fn step(&mut self, uops: &[String]) {
        self.write("all", "next", uops);
    }

    /// Run the micro-operations [`ROUNDS`] times.
    fn rounds(&mut self, uops: &[String]) {
        self.step(&["alu{op=mov, dst=v4, src=[0, 0, 0]}".into()]);
        let first = self.0.len();
        self.step(uops);
        self.step(&[
            "alu{op=add, dst=v4, src=[v4, 1, 0]}".into(),
            format!("test{{op=ult, dst=1, src=[v4, {ROUNDS:#x}, 0], clear=false}}"),
        ]);
        self.write("m1", &format!("branch{{target={first}}}"), &[]);
    }

    /// Wait until every lane has come here `times` times.
    fn meet(&mut self, times: u32) {
        self.step(&[reduce(ADD, "0", FLAG, "1")]);
        let first = self.0.len();
        let all = 32 * GROUPS * times;
        // The vote keeps the lanes of a wave together: lanes that still wait could otherwise run behind lanes that do not.
        self.step(&[
            load("v7", "0", FLAG),
            format!("test{{op=ult, dst=1, src=[v7, {all:#x}, 0], clear=false}}"),
            "vote{vote=any, dst=1, src=m1}".into(),
        ]);
        self.write("m1", &format!("branch{{target={first}}}"), &[]);
    }

    fn end(mut self) -> Program {
        self.write("all", "exit", &[]);
        let mut text =
            "program reduces\nsize {register_words=0x200, scalar_words=0x10, entry=0, upper=-, lanes=0, block=2, \
                        control_word=0, reads_clock=false, temporaries=[v13, 0xe]}\n"
                .to_string();
        for (op, bits) in OPS {
            text += &format!(
                "rmw {{op={op}, size=b{bits}, packing=scalar, returned=old, cas=compare_src0, miss=keep, first=memory, \
                 float={{round=nearest_even, input=keep, output=keep, nan=all_ones}}, \
                 minmax={{one=number, snan=as_quiet, both=policy, zero=signed, copy=false}}}}\n"
            );
        }
        text += &self.0.concat();
        Program::from_text(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
    }
}

fn access(low: &str, buffer: u32, bytes: u32) -> String {
    format!(
        "access={{space=global, address={{lo={low}, hi=8, offset={buffer}}}, bytes={bytes}, aligned=true, upper=false}}"
    )
}

/// An atomic without a result.
fn reduce(op: usize, low: &str, buffer: u32, data: &str) -> String {
    let access = access(low, buffer, OPS[op].1 / 8);
    format!("atomic{{{access}, rmw={op}, src0={data}:0, src1=0:0, dst=-, sparse=-}}")
}

fn load(to: &str, low: &str, buffer: u32) -> String {
    format!("load{{{}, dst={to}, signed=false}}", access(low, buffer, 4))
}

fn store(low: &str, buffer: u32, from: &str) -> String {
    format!("store{{{}, src=[{from}, 0, 0, 0]}}", access(low, buffer, 4))
}

/// Launch a program on memory whose sums begin with `words`, with several numbers of threads, schedules and engines.
fn each(steps: Steps, words: &[u32], mut check: impl FnMut(&Report, &Memory, &str)) {
    let bytes = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    let mut memory = Memory::new();
    memory.allocate_at("sums", HIGH + u64::from(SUMS), &bytes(words)).unwrap();
    memory.allocate_at("flag", HIGH + u64::from(FLAG), &[0; 64]).unwrap();
    memory.allocate_at("out", HIGH + u64::from(OUT), &[0; 128 * GROUPS as usize]).unwrap();
    let dispatch = Dispatch::new(&steps.end(), [GROUPS, 1, 1], [32, 1, 1], Vec::new()).unwrap();
    // All threads at once, or one alone until the others help.
    let (at_once, later) = (Some(Duration::ZERO), Some(Duration::from_millis(1)));
    let ways = [(1, 0, at_once), (2, 0, at_once), (2, 0, later), (2, 7, later), (3, 0, at_once), (3, 11, at_once)];
    for (threads, seed, opening) in ways {
        for code in [true, false] {
            let memory = memory.clone();
            let jit = Jit::after(&dispatch, 0).filter(|_| code);
            let native = jit.as_ref().map(|jit| jit as _);
            let report = launch(&dispatch, &memory, Options { threads, opening, seed, native, ..Options::default() });
            check(&report, &memory, &format!("{threads} threads, seed {seed}, {opening:?} alone, code {code}"));
        }
    }
}

fn words(memory: &Memory, name: &str) -> Vec<u32> {
    let bytes = memory.region(name).unwrap().store.as_ref().unwrap().to_bytes();
    bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

/// What all groups together add to a word.
const SUM: u32 = ROUNDS * GROUPS * (GROUPS + 1) / 2;

#[test]
fn sums_are_those_of_one_thread() {
    let mut steps = Steps::new();
    steps.rounds(&[reduce(ADD, "v2", SUMS, "v6")]);
    each(steps, &[5; 32], |report, memory, at| {
        assert_eq!(report.outcome, Outcome::Done, "{at}");
        assert_eq!(report.stats.lane_atomics, u64::from(32 * GROUPS * ROUNDS), "{at}");
        assert_eq!(words(memory, "sums"), [SUM + 5; 32], "{at}");
    });
}

#[test]
fn whoever_reads_finds_what_was_done_before() {
    let mut steps = Steps::new();
    steps.rounds(&[reduce(ADD, "v2", SUMS, "v6")]);
    steps.meet(1);
    steps.step(&[load("v9", "v2", SUMS)]);
    steps.step(&[store("v8", OUT, "v9")]);
    each(steps, &[0; 32], |report, memory, at| {
        assert_eq!(report.outcome, Outcome::Done, "{at}");
        assert_eq!(words(memory, "out"), [SUM; 32 * GROUPS as usize], "{at}");
        assert_eq!(words(memory, "sums"), [SUM; 32], "{at}");
    });
}

#[test]
fn who_adds_again_after_reading_is_not_lost() {
    let mut steps = Steps::new();
    steps.rounds(&[reduce(ADD, "v2", SUMS, "v6")]);
    steps.meet(1);
    steps.step(&[load("v9", "v2", SUMS), store("v8", OUT, "v9")]);
    steps.meet(2);
    steps.rounds(&[reduce(ADD, "v2", SUMS, "v6")]);
    each(steps, &[0; 32], |report, memory, at| {
        assert_eq!(report.outcome, Outcome::Done, "{at}");
        assert_eq!(words(memory, "out"), [SUM; 32 * GROUPS as usize], "{at}");
        assert_eq!(words(memory, "sums"), [2 * SUM; 32], "{at}");
    });
}

#[test]
fn a_group_that_reads_while_others_add_finds_what_they_added_first() {
    // The first group reads; the others add the same to both halves, to the second half last.
    let mut steps = Steps::new();
    steps.step(&["test{op=ne, dst=2, src=[v1, 0, 0], clear=false}".into()]);
    let at = steps.0.len();
    steps.write("m2", &format!("branch{{target={}}}", at + 9), &[]);
    // A value read from the second half is at most the value read afterwards from the first half.
    steps.rounds(&[
        load("v9", "v2", SUMS + 128),
        load("v10", "v2", SUMS),
        "test{op=ult, dst=3, src=[v10, v9, 0], clear=false}".into(),
        "alu{op=add3, dst=v11, src=[v11, 0, m3]}".into(),
    ]);
    steps.step(&[store("v8", OUT, "v11")]);
    steps.write("all", "exit", &[]);
    while steps.0.len() < at + 9 {
        steps.step(&[]);
    }
    steps.rounds(&[reduce(ADD, "v2", SUMS, "v6"), reduce(ADD, "v2", SUMS + 128, "v6")]);
    each(steps, &[0; 64], |report, memory, at| {
        assert_eq!(report.outcome, Outcome::Done, "{at}");
        assert_eq!(words(memory, "out"), [0; 32 * GROUPS as usize], "{at}");
        assert_eq!(words(memory, "sums"), [SUM - ROUNDS; 64], "{at}");
    });
}

#[test]
fn other_operations_on_the_same_buffer() {
    for (op, start, left) in [
        (MAX, 7, ROUNDS + GROUPS - 1),
        (MIN, 0x7fff_ffff, 1),
        (AND, 0xf00f, 0xf00f & (1..=GROUPS).fold(u32::MAX, |all, n| all & n)),
        (EXCHANGE, 0, u32::MAX),
    ] {
        let mut steps = Steps::new();
        let sum = "alu{op=add, dst=v9, src=[v4, v6, 0]}".to_string();
        let data = if op == MAX { "v9" } else { "v6" };
        steps.rounds(&[sum, reduce(ADD, "v2", SUMS, "v6"), reduce(op, "v2", SUMS + 128, data)]);
        let mut start_words = [0; 64];
        start_words[32..].fill(start);
        each(steps, &start_words, |report, memory, at| {
            assert_eq!(report.outcome, Outcome::Done, "{at}");
            let (sums, others) = (&words(memory, "sums")[..32], &words(memory, "sums")[32..]);
            assert_eq!(sums, [SUM; 32], "{at}");
            let right = |word: &u32| if op == EXCHANGE { (1..=GROUPS).contains(word) } else { *word == left };
            assert!(others.iter().all(right), "{}, {at}: {others:x?}", OPS[op].0);
        });
    }
}

#[test]
fn one_operation_after_another_on_the_same_words() {
    let mut steps = Steps::new();
    steps.rounds(&[reduce(ADD, "v2", SUMS, "v6")]);
    steps.meet(1);
    steps.rounds(&[reduce(MAX, "v2", SUMS, &format!("{:#x}", SUM + 1000)), reduce(MAX, "v2", SUMS, "v6")]);
    steps.meet(2);
    steps.rounds(&[reduce(ADD, "v2", SUMS, "v6")]);
    each(steps, &[0; 32], |report, memory, at| {
        assert_eq!(report.outcome, Outcome::Done, "{at}");
        assert_eq!(words(memory, "sums"), [2 * SUM + 1000; 32], "{at}");
    });
}

#[test]
fn words_of_another_width() {
    let mut steps = Steps::new();
    steps.rounds(&[reduce(ADD_WIDE, "v3", SUMS, "v6")]);
    steps.meet(1);
    steps.rounds(&[reduce(ADD, "v3", SUMS, "v6")]);
    // The wide sums carry into high words; the narrow sums do not.
    let mut start = [0; 64];
    start.iter_mut().step_by(2).for_each(|word| *word = u32::MAX - SUM + 1);
    each(steps, &start, |report, memory, at| {
        assert_eq!(report.outcome, Outcome::Done, "{at}");
        assert!(words(memory, "sums").chunks(2).all(|pair| pair == [SUM, 1]), "{at}: {:x?}", words(memory, "sums"));
    });
}

#[test]
fn larger_buffers_are_copied_later() {
    // In 256 KiB, groups add to changing words, and to words that all of them use.
    let mut steps = Steps::new();
    let spread = "alu{op=mad, dst=v9, src=[v4, 0x80, v2]}".to_string();
    let within = "alu{op=and, dst=v9, src=[v9, 0x3fffc, 0]}".to_string();
    steps.rounds(&[spread, within, reduce(ADD, "v9", SUMS, "v6"), reduce(ADD, "v2", SUMS, "v6")]);
    each(steps, &[0; 0x10000], |report, memory, at| {
        assert_eq!(report.outcome, Outcome::Done, "{at}");
        let sums = words(memory, "sums");
        let each = GROUPS * (GROUPS + 1) / 2;
        let times = |word: u32| (ROUNDS - word / 32).div_ceil(0x800);
        for (word, sum) in (0..).zip(sums) {
            let own = if word / 32 < ROUNDS { each * times(word) } else { 0 };
            assert_eq!(sum, own + if word < 32 { SUM } else { 0 }, "word {word}, {at}");
        }
    });
}

#[test]
fn what_was_done_before_a_fault_is_in_memory() {
    let mut steps = Steps::new();
    let last = GROUPS / 2;
    steps.rounds(&[reduce(ADD, "v2", SUMS, "1")]);
    steps.step(&[format!("test{{op=eq, dst=1, src=[v1, {last:#x}, 0], clear=false}}")]);
    let store = store("v2", OUT + 0x10_0000, "v2");
    steps.write("m1", "next", &[store]);
    steps.rounds(&[reduce(ADD, "v2", SUMS, "1")]);
    each(steps, &[0; 32], |report, memory, at| {
        assert!(matches!(&report.outcome, Outcome::Stopped { place, .. } if place.group == [last, 0, 0]), "{at}");
        let sum: u64 = words(memory, "sums").into_iter().map(u64::from).sum();
        assert_eq!(sum, report.stats.lane_atomics, "{at}");
        assert!(sum >= u64::from(32 * ROUNDS), "{at}");
    });
}
