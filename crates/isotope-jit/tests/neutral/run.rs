//! A drawn program on both engines.

use std::fmt::Write;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use isotope_ir::effect::{Control, LANES, Mask, Special, Uop};
use isotope_ir::program::Program;
use isotope_jit::{Effort, Jit};
use isotope_machine::mem::Memory;
use isotope_machine::mem::typed::{Format, Shape};
use isotope_machine::native::{Members, Native, Ran, Room, Slow};
use isotope_machine::{Dispatch, Initial, Options, Outcome, Report, TableEntry, launch};
use isotope_op::assume::{HighAddress, NV_E_ADDRESS_HIGH};
use isotope_op::random::Random;

use super::draw::SOME;
use super::program::{COUNTERS, Case, DUMP, HIGH, LEAVES, LOW, PRIVATE, SCALARS, SHARED, SPARSE, VECTORS};

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub programs: u64,
    pub launches: u64,
    /// Programs for which there can be code.
    pub with_code: u64,
    /// Steps of waves, and those that code took.
    pub steps: u64,
    pub native: u64,
    pub lane_atomics: u64,
    /// Launches that ended, were stopped, or were given up.
    pub done: u64,
    pub stopped: u64,
    pub stuck: u64,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.programs += other.programs;
        self.launches += other.launches;
        self.with_code += other.with_code;
        self.steps += other.steps;
        self.native += other.native;
        self.lane_atomics += other.lane_atomics;
        self.done += other.done;
        self.stopped += other.stopped;
        self.stuck += other.stuck;
    }
}

/// Counts the steps that code takes.
#[derive(Debug)]
struct Counted<'a, 'd> {
    jit: &'a Jit<'d>,
    steps: AtomicU64,
    /// Whether it is the code for several host threads.
    shared: bool,
}

impl Native for Counted<'_, '_> {
    fn heads(&self) -> &[bool] {
        self.jit.heads()
    }

    fn needed(&self) -> Option<&[Range<usize>]> {
        self.jit.needed()
    }

    fn making(&self) -> Duration {
        self.jit.making()
    }

    fn run(&self, members: &mut Members<'_>, room: &mut Room, slow: &mut dyn Slow) -> Ran {
        let before = room.taken;
        room.shared = self.shared;
        let ran = self.jit.run(members, room, slow);
        self.steps.fetch_add(room.taken - before, Ordering::Relaxed);
        ran
    }
}

fn memory(case: &Case, waves: u32, data: u64) -> Memory {
    let mut random = Random(data);
    let mut bytes = |len: u64| -> Vec<u8> {
        let words = (0..len.div_ceil(4)).flat_map(|_| word(&mut random).to_le_bytes());
        words.take(len as usize).collect()
    };
    let mut memory = Memory::new();
    let (high, low) = (bytes(HIGH.1), bytes(LOW.1));
    memory.allocate_at("high", HIGH.0, &high).expect("room");
    memory.allocate_at("low", LOW.0, &low).expect("room");
    memory.map_sparse("sparse", SPARSE.0, SPARSE.1).expect("room");
    let left = vec![0; (case.groups * waves * LEAVES) as usize];
    memory.allocate_at("left", DUMP, &left).expect("room");
    memory
}

/// A word as programs meet them: small, special as a float, or any.
fn word(random: &mut Random) -> u32 {
    let drawn = random.draw();
    match drawn >> 61 {
        0..=2 => (drawn >> 8) as u32 & 0x3f,
        3 | 4 => SOME[drawn as usize % SOME.len()],
        _ => drawn as u32,
    }
}

fn dispatch(case: &Case) -> Dispatch {
    let bank: Vec<u8> = (0..144u32).flat_map(|n| (n * n % 251).to_le_bytes()).collect();
    let banks = vec![(0, bank.clone()), (3, bank)];
    // Some groups have rows.
    let size = match (case.items % 64, case.data >> 9 & 3) {
        (0, 0) => [32, case.items / 32, 1],
        (0, 1) => [case.items / 2, 1, 2],
        (n, 2) if n % 16 == 0 => [8, case.items / 16, 2],
        _ => [case.items, 1, 1],
    };
    let dispatch = Dispatch::new(&case.program, [case.groups, 1, 1], size, banks).expect("a small launch");
    let mut dispatch = dispatch.with_memory(SHARED, PRIVATE).expect("little memory");
    if case.masked {
        dispatch.assumptions = dispatch.assumptions.with(NV_E_ADDRESS_HIGH, HighAddress::Ignore);
    }
    let format = Format::from_name("r32_uint").expect("a format");
    let shape = Some(Shape { format, width: 5, height: 5, depth: 1, row_pitch: 24, slice_pitch: 120 });
    dispatch.table = vec![
        TableEntry { entry: 0, base: HIGH.0, bytes: 300, shape: None },
        TableEntry { entry: 1, base: LOW.0, bytes: LOW.1, shape: None },
        TableEntry { entry: 2, base: HIGH.0 + 64, bytes: 120, shape },
    ];
    let mut random = Random(case.data);
    let lanes = LANES as u32;
    let start = &mut dispatch.start;
    start.scalars = (2..SCALARS).map(|n| (n, Initial::Value(word(&mut random)))).collect();
    for (n, word) in COUNTERS.into_iter().enumerate() {
        start.scalars[usize::from(word) - 2].1 = Initial::Value([4, 7][n]);
    }
    start.scalars[8].1 = Initial::Value(HIGH.0 as u32);
    start.scalars[9].1 = Initial::Value((HIGH.0 >> 32) as u32);
    start.vectors = vec![(isotope_ir::effect::Slot(32), Initial::Special(Special::LocalId(0)))];
    start.words = (0..VECTORS.min(case.program.register_words / lanes) * lanes)
        .filter(|n| n / lanes != 1)
        .map(|n| {
            let by = n % lanes * case.stride;
            let value = match n / lanes {
                8 => HIGH.0 as u32 + by,
                9 => (HIGH.0 >> 32) as u32,
                10 => LOW.0 as u32 + by,
                11 => by,
                13 => n % lanes,
                14 => 0,
                12 => (if n % 3 == 0 && case.data & 1 == 0 { 0x0200_0000 } else { 0x0100_0000 }) + by % 64,
                _ => word(&mut random),
            };
            (n, Initial::Value(value))
        })
        .collect();
    dispatch
}

/// How a launch ended, in a line.
fn told(report: &Report) -> String {
    match &report.outcome {
        Outcome::Done => "done".into(),
        Outcome::Stopped { place, stop } => format!("{place}: {stop}"),
        Outcome::Hung(stuck) => stuck.to_string().lines().next().unwrap_or_default().into(),
    }
}

/// Run a case on both engines, with two memories; what differs, if something does.
pub fn compare(case: &Case) -> Result<Tally, String> {
    let dispatch = dispatch(case);
    let mut tally = Tally { programs: 1, ..Tally::default() };
    // One in four programs after some visits, so that the interpreter begins and code takes over.
    let often = if case.data & 6 == 0 { 2 } else { 0 };
    // One in four by code for several threads, which must do the same on one.
    let shared = case.data & 24 == 0;
    // One in sixteen as programs of users are compiled; the others so that more of them can be.
    let effort = if case.data & 0x1e0 == 0 { Effort::Full } else { Effort::Quick };
    let jit = Jit::after(&dispatch, often).map(|jit| jit.with_effort(effort));
    tally.with_code = u64::from(jit.is_some());
    let counted = jit.as_ref().map(|jit| Counted { jit, steps: AtomicU64::new(0), shared });
    for (data, budget, seed) in [(case.data, case.budget, case.seed), (!case.data, 400, 0)] {
        let theirs = memory(case, dispatch.waves(), data);
        let ours = theirs.clone();
        let options = Options { max_steps: budget, seed, ..Options::default() };
        let interpreted = launch(&dispatch, &theirs, options);
        let code = launch(&dispatch, &ours, Options { native: counted.as_ref().map(|c| c as _), ..options });
        let mut wrong = String::new();
        if code.outcome != interpreted.outcome {
            let _ = writeln!(wrong, "ends: code {}, interpreter {}", told(&code), told(&interpreted));
        }
        if code.stats != interpreted.stats {
            let _ = writeln!(wrong, "counts: code {:?}, interpreter {:?}", code.stats, interpreted.stats);
        }
        if ours != theirs {
            wrong += &differing(&ours, &theirs);
        }
        if !wrong.is_empty() {
            return Err(format!("data {data:#x}, budget {budget}, seed {seed}\n{wrong}"));
        }
        tally.launches += 1;
        tally.steps += interpreted.stats.wave_instructions;
        tally.lane_atomics += interpreted.stats.lane_atomics;
        match interpreted.outcome {
            Outcome::Done => tally.done += 1,
            Outcome::Stopped { .. } => tally.stopped += 1,
            Outcome::Hung(_) => tally.stuck += 1,
        }
    }
    tally.native = counted.map_or(0, |c| c.steps.into_inner());
    Ok(tally)
}

/// The first words of memory that differ.
fn differing(ours: &Memory, theirs: &Memory) -> String {
    let mut out = String::new();
    for (a, b) in ours.regions().iter().zip(theirs.regions()) {
        let (Some(a_bytes), Some(b_bytes)) = (&a.store, &b.store) else { continue };
        let (a_bytes, b_bytes) = (a_bytes.to_bytes(), b_bytes.to_bytes());
        let words = a_bytes.chunks(4).zip(b_bytes.chunks(4)).enumerate().filter(|(_, (x, y))| x != y);
        for (n, (x, y)) in words.take(6) {
            let of = match a.name.as_str() {
                "left" => {
                    let part = n as u32 * 4 % LEAVES / 128;
                    let what = if part < 8 { format!("vector {part}") } else { format!("scalar {}", part - 8) };
                    format!(", wave {}: {what} lane {}", n as u32 * 4 / LEAVES, n % 32)
                }
                _ => String::new(),
            };
            let _ = writeln!(out, "{} word {n}{of}: code {x:02x?}, interpreter {y:02x?}", a.name);
        }
    }
    out
}

/// A smaller case that still differs, or panics.
pub fn shrink(mut case: Case, differs: impl Fn(&Case) -> bool) -> Case {
    loop {
        let mut smaller = Vec::new();
        if case.groups > 1 {
            smaller.push(Case { groups: 1, ..case.clone() });
        }
        if case.items > 1 {
            for items in [1, case.items / 2, case.items - 1] {
                smaller.push(Case { items, ..case.clone() });
            }
        }
        for (at, step) in case.program.steps.iter().enumerate() {
            if step.control != Control::Next {
                let mut program = case.program.clone();
                program.steps[at].control = Control::Next;
                smaller.push(Case { program, ..case.clone() });
            }
            if step.guard != Mask::ALL {
                let mut program = case.program.clone();
                program.steps[at].guard = Mask::ALL;
                smaller.push(Case { program, ..case.clone() });
            }
            for n in step.first..step.first + step.count {
                smaller.push(Case { program: without(&case.program, n), ..case.clone() });
            }
        }
        match smaller.into_iter().find(|case| differs(case)) {
            Some(found) => case = found,
            None => return case,
        }
    }
}

/// The program without a micro-operation.
fn without(program: &Program, n: u32) -> Program {
    let mut program = program.clone();
    program.uops.remove(n as usize);
    for step in &mut program.steps {
        match n {
            _ if n < step.first => step.first -= 1,
            _ if n < step.first + step.count => step.count -= 1,
            _ => {}
        }
    }
    for step in &mut program.steps {
        let uops = &program.uops[step.first as usize..(step.first + step.count) as usize];
        step.always = uops.iter().any(Uop::is_scalar);
    }
    program
}

/// A case as text: a comment for the launch, then the program.
pub fn text(case: &Case) -> String {
    let Case { groups, items, data, stride, seed, budget, masked, .. } = case;
    let mut program = case.program.clone();
    program.texts.resize(program.steps.len(), String::new());
    format!("# launch {groups} {items} {data:#x} {stride} {seed} {budget} {masked}\n{}", program.to_text())
}

/// The case of a text.
pub fn from_text(text: &str) -> Case {
    let head = text.lines().next().and_then(|line| line.strip_prefix("# launch ")).expect("a line about the launch");
    let parts: Vec<&str> = head.split(' ').collect();
    let number = |n: usize| parts[n].parse::<u64>().expect("a number");
    Case {
        groups: number(0) as u32,
        items: number(1) as u32,
        data: u64::from_str_radix(parts[2].trim_start_matches("0x"), 16).expect("a number"),
        stride: number(3) as u32,
        seed: number(4),
        budget: number(5),
        masked: parts[6] == "true",
        program: Program::from_text(text).unwrap_or_else(|e| panic!("{e}")),
    }
}
