//! Random kernels: one program in the code of every target, whose result must equal that of a plain interpreter.
//!
//! A program has eight words in each lane, arithmetic on them, atomics on the lane's own memory words with their returned values, and
//! atomics on words shared by all lanes, each with one operation whose result does not depend on order. Steps may have a condition, so that
//! lanes diverge. The interpreter knows nothing of GPUs.

mod code;

use std::fmt::Write as _;
use std::ops::Range;

use isotope::machine::{Options, Outcome};
use isotope::{Error, Image, Random, Request, Result, argument, prepare, report};

use crate::job::{Answer, ChunkPart, Job, JobKind, Work};
use crate::setting::Setting;
use crate::spec::Section;

/// Default number of programs of a chunk.
const CHUNK: u64 = 32;
/// Words of a lane.
pub(crate) const REGISTERS: usize = 8;
/// Memory words of each lane's own.
pub(crate) const OWN: usize = 4;
/// Words that lanes share.
pub(crate) const SHARED: usize = 8;
/// Lanes of a group.
pub(crate) const GROUP: usize = 32;
/// Groups.
pub(crate) const GROUPS: usize = 3;
/// Lanes.
pub(crate) const LANES: usize = GROUP * GROUPS;
/// Index of the first of the lanes' own words: after the initial values.
const OWNS: usize = REGISTERS * LANES;
/// Index of the first shared word.
const SHARES: usize = OWNS + OWN * LANES;
/// Words of memory.
const WORDS: usize = SHARES + SHARED;

/// An operation on two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Do {
    Add,
    Sub,
    And,
    Or,
    Xor,
    Umin,
    Umax,
    Smin,
    Smax,
    Swap,
}

impl Do {
    /// Atomics whose order can be observed only in their returned values.
    const SHARED: [Do; 8] = [Do::Add, Do::And, Do::Or, Do::Xor, Do::Umin, Do::Umax, Do::Smin, Do::Smax];
    const OWN: [Do; 9] = [Do::Add, Do::And, Do::Or, Do::Xor, Do::Umin, Do::Umax, Do::Smin, Do::Smax, Do::Swap];
    const PLAIN: [Do; 9] = [Do::Add, Do::Sub, Do::And, Do::Or, Do::Xor, Do::Umin, Do::Umax, Do::Smin, Do::Smax];

    fn of(self, a: u32, b: u32) -> u32 {
        match self {
            Do::Add => a.wrapping_add(b),
            Do::Sub => a.wrapping_sub(b),
            Do::And => a & b,
            Do::Or => a | b,
            Do::Xor => a ^ b,
            Do::Umin => a.min(b),
            Do::Umax => a.max(b),
            Do::Smin => (a as i32).min(b as i32) as u32,
            Do::Smax => (a as i32).max(b as i32) as u32,
            Do::Swap => b,
        }
    }
}

/// A step, on words of a lane by their numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    /// `to = a do b`.
    Plain { what: Do, to: usize, a: usize, b: usize },
    /// `to = a << by` or `a >> by`.
    Shift { left: bool, to: usize, a: usize, by: u32 },
    /// `to` gets the old value of an own word, which becomes `word do b`.
    Own { what: Do, word: usize, to: usize, b: usize },
    /// `to` gets the old value; if that equals `compare`, `new` is stored.
    Compare { word: usize, to: usize, compare: usize, new: usize },
    /// A shared word becomes `word do b`.
    Shared { word: usize, b: usize },
}

/// A program: steps, each with the word whose lowest bit is its condition, if it has one.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub steps: Vec<(Option<usize>, Step)>,
    /// The operation on each shared word.
    pub shared: [Do; SHARED],
    /// Memory before.
    memory: Vec<u32>,
}

impl Program {
    /// The program of this number.
    pub fn new(seed: u64, number: u64, length: u64) -> Program {
        // Each number has its own sequence, from a generator that the seed initializes.
        let mut random = Random(Random::after(seed, number).draw());
        let shared = [(); SHARED].map(|()| random.pick(&Do::SHARED));
        let corners = [0, 1, u32::MAX, 0x8000_0000, 0x7fff_ffff];
        let word = |random: &mut Random| {
            if random.one_in(4) { random.pick(&corners) } else { random.draw() as u32 }
        };
        let memory = (0..WORDS).map(|_| word(&mut random)).collect();
        let steps = 1 + random.below(length);
        let mut step = || {
            let condition = random.one_in(3).then(|| random.index(REGISTERS));
            let [to, a, b] = [(); 3].map(|()| random.index(REGISTERS));
            let word = random.index(OWN);
            let step = match random.below(10) {
                0..4 => Step::Plain { what: random.pick(&Do::PLAIN), to, a, b },
                4 => Step::Shift { left: random.one_in(2), to, a, by: 1 + random.below(31) as u32 },
                5..7 => Step::Own { what: random.pick(&Do::OWN), word, to, b },
                7 => Step::Compare { word, to, compare: a, new: b },
                _ => Step::Shared { word: random.index(SHARED), b },
            };
            (condition, step)
        };
        Program { steps: (0..steps).map(|_| step()).collect(), shared, memory }
    }

    /// Final memory: lane after lane, which no lane can observe.
    fn interpreted(&self) -> Vec<u32> {
        let mut memory = self.memory.clone();
        for lane in 0..LANES {
            let mut words: [usize; REGISTERS] = std::array::from_fn(|i| i * LANES + lane);
            let mut r = words.map(|at| memory[at]);
            for (condition, step) in &self.steps {
                if condition.is_some_and(|word| r[word] & 1 == 0) {
                    continue;
                }
                match *step {
                    Step::Plain { what, to, a, b } => r[to] = what.of(r[a], r[b]),
                    Step::Shift { left, to, a, by } => r[to] = if left { r[a] << by } else { r[a] >> by },
                    Step::Own { what, word, to, b } => {
                        let at = OWNS + word * LANES + lane;
                        let old = memory[at];
                        memory[at] = what.of(old, r[b]);
                        r[to] = old;
                    }
                    Step::Compare { word, to, compare, new } => {
                        let at = OWNS + word * LANES + lane;
                        let old = memory[at];
                        if old == r[compare] {
                            memory[at] = r[new];
                        }
                        r[to] = old;
                    }
                    Step::Shared { word, b } => {
                        let at = SHARES + word;
                        memory[at] = self.shared[word].of(memory[at], r[b]);
                    }
                }
            }
            words.iter_mut().zip(r).for_each(|(at, value)| memory[*at] = value);
        }
        memory
    }
}

/// Reads `kind = "programs"`: one job.
pub(crate) fn read(table: &Section<'_>, setting: &mut Setting<'_, '_>) -> Result<Vec<Job>> {
    let name = table.text("name")?.unwrap_or_else(|| "programs".into());
    let targets = table.texts("targets")?;
    let count = table.count("count")?;
    let count = table.need("count", count, "how many programs")?;
    let seed = table.number("seed")?.unwrap_or(setting.seed);
    let seeds = table.numbers("seeds")?.unwrap_or_else(|| vec![0, 1]);
    let length = table.count("length")?.unwrap_or(24);
    let chunk = table.count("chunk")?.unwrap_or(CHUNK);
    table.finish()?;
    if length > 1000 {
        return Err(table.error("length", format_args!("expected at most 1000 steps, found {length}")));
    }
    let names = code::WRITERS.map(|(name, _)| name);
    let of = |text: String| {
        let found = code::WRITERS.into_iter().find(|(name, _)| *name == text);
        found.ok_or_else(|| table.error("targets", format_args!("expected {}, found `{text}`", names.join(", "))))
    };
    let targets = match targets {
        None => code::WRITERS.to_vec(),
        Some(texts) => texts.into_iter().map(of).collect::<Result<_>>()?,
    };
    let shown: Vec<&str> = targets.iter().map(|(name, _)| *name).collect();
    let about = format!(
        "programs of at most {length} steps on {}, {} schedules each, against a plain interpreter",
        shown.join(", "),
        seeds.len()
    );
    let work = Programs { targets, seed, seeds, length };
    Ok(vec![Job { name, kind: JobKind::Programs, about, items: count, chunk, work: Box::new(work) }])
}

#[derive(Debug)]
struct Programs {
    targets: Vec<(&'static str, code::Writer)>,
    seed: u64,
    /// Seeds of schedules.
    seeds: Vec<u64>,
    length: u64,
}

impl Programs {
    /// The memory that a program leaves on a target, or why it leaves none.
    fn left(&self, program: &Program, image: &Image, seed: u64) -> Result<Vec<u32>> {
        let mut text = format!("m=u32[{WORDS}]:");
        for (i, word) in program.memory.iter().enumerate() {
            let _ = write!(text, "{}{word}", if i == 0 { "" } else { "," });
        }
        let request = Request::new(GROUPS as u32, GROUP as u32, vec![argument(&text)?]);
        let prepared = prepare(image, &request, |_| Err(Error::new("no files")))?;
        let done =
            isotope::machine::launch(&prepared.dispatch, &prepared.memory, Options { seed, ..Options::default() });
        if done.outcome != Outcome::Done {
            return Err(Error::new(format!("{}: {}", report::word(&done.outcome), report::reason(&done.outcome))));
        }
        let (_, bytes) = prepared.bytes("m", &prepared.memory)?;
        Ok(bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect())
    }
}

impl Work for Programs {
    fn unit(&self) -> &'static str {
        "programs"
    }

    fn run(&self, items: Range<u64>, part: &mut ChunkPart, _: &mut Answer<'_>) -> Result<()> {
        for item in items {
            let program = Program::new(self.seed, item, self.length);
            let want = program.interpreted();
            want.iter().for_each(|word| part.digest.number((*word).into()));
            for (condition, step) in &program.steps {
                let what = match step {
                    Step::Plain { what, .. } => format!("{what:?}"),
                    Step::Shift { left, .. } => if *left { "shift left" } else { "shift right" }.into(),
                    Step::Own { what, .. } => format!("atomic {what:?} with its old value"),
                    Step::Compare { .. } => "atomic compare and swap".into(),
                    Step::Shared { word, .. } => format!("atomic {:?} of a shared word", program.shared[*word]),
                };
                part.cover(&what, 1);
                part.cover("steps under a condition", condition.is_some().into());
            }
            for (target, write) in &self.targets {
                let tell = |why: String| {
                    let listing = program.steps.iter().map(|(condition, step)| match condition {
                        None => format!("{step:?}"),
                        Some(word) => format!("if {word}: {step:?}"),
                    });
                    (
                        format!(
                            "program {item} on {target}: {why}; its steps: {}",
                            listing.collect::<Vec<_>>().join(", ")
                        ),
                        Vec::new(),
                    )
                };
                let image = match write(&program) {
                    Ok(image) => image,
                    Err(error) => {
                        part.count("refused", 1);
                        part.fail(item, || tell(error.to_string()));
                        continue;
                    }
                };
                for seed in &self.seeds {
                    let left = self.left(&program, &image, *seed);
                    match left {
                        Ok(left) if left == want => part.count("equal", 1),
                        Ok(left) => {
                            let at = left.iter().zip(&want).position(|(a, b)| a != b).unwrap_or(0);
                            left.iter().for_each(|word| part.digest.number((*word).into()));
                            part.count("different", 1);
                            part.fail(item, || {
                                tell(format!(
                                    "schedule {seed}: word {at} is {:#010x}, and should be {:#010x}",
                                    left[at], want[at]
                                ))
                            });
                        }
                        Err(error) => {
                            part.count("stopped", 1);
                            part.fail(item, || tell(format!("schedule {seed}: {error}")));
                        }
                    }
                }
            }
        }
        Ok(())
    }
}
