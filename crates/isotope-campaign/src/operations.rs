//! Operations on many inputs, against another operation or alternative, or against an external implementation.

use std::collections::BTreeMap;
use std::ops::Range;

use isotope::vectors::{Head, Inputs, Vector, coverage};
use isotope::{Differing, Element, Error, LeftOpen, Op, Result, Results, SOURCES, question};

use crate::digest::Digest;
use crate::job::{Answer, ChunkPart, Job, JobFailure, JobKind, Other, Work};
use crate::setting::Setting;
use crate::spec::Section;

/// Default number of inputs of a chunk.
const CHUNK: u64 = 1_000_000;
/// Most records of a chunk: they are in memory.
const MOST_RECORDS: u64 = 1 << 26;
/// Inputs computed at a time: few enough for the L2 cache.
const BATCH: usize = 4096;
/// Inputs of a chunk that are used to measure branch coverage of the definition.
const SAMPLE: u64 = 256;

/// Answers with the right memory and without the returned value.
const PARTLY: &str = "equal without returned";

/// Reads `kind = "operations"`: a job for each operation.
pub(crate) fn read(table: &Section<'_>, setting: &mut Setting<'_, '_>) -> Result<Vec<Job>> {
    let ops = table.texts("ops")?;
    let ops = table.need("ops", ops, "operations such as \"sm_50:ATOM.INC\"")?;
    let name = table.text("name")?;
    let count = table.count("count")?;
    let count = table.need("count", count, "how many inputs")?;
    let seed = table.number("seed")?.unwrap_or(setting.seed);
    let chunk = table.count("chunk")?.unwrap_or(CHUNK);
    let assume = table.texts("assume")?.unwrap_or_default();
    let returned = table.flag("returned")?.unwrap_or(true);
    let silent = table.flag("allow_unanswered")?;
    let against = table.section("against")?;
    let wanted = match &against {
        None => Wanted::Nothing,
        Some(against) => {
            let wanted = Wanted::read(against)?;
            against.finish()?;
            wanted
        }
    };
    table.finish()?;
    if matches!(wanted, Wanted::Outside(_)) && chunk > MOST_RECORDS {
        return Err(
            table.error("chunk", format_args!("expected at most {MOST_RECORDS} where records are sent, found {chunk}"))
        );
    }
    if silent.is_some() && !matches!(wanted, Wanted::Outside(_)) {
        return Err(
            table.error("allow_unanswered", "expected against = { command or python }, found nothing that answers")
        );
    }
    let compared = Compared { returned, silent: silent.unwrap_or(false) };
    let mut texts = Vec::new();
    for text in ops {
        match text.strip_suffix(":*") {
            Some(target) => texts.extend(defined(target).map_err(|error| table.error("ops", error))?),
            None => texts.push(text),
        }
    }
    let several = texts.len() > 1;
    let one = |text: String| {
        let work = Operations::new(&text, &assume, &wanted, (count, seed), compared);
        let work = work.map_err(|error| table.error("ops", error))?;
        let name = match &name {
            Some(name) if several => format!("{name} {text}"),
            Some(name) => name.clone(),
            None => format!("{} against {}", work.op.text, work.against.text()),
        };
        Ok(Job { name, kind: JobKind::Operations, about: work.about(), items: count, chunk, work: Box::new(work) })
    };
    texts.into_iter().map(one).collect()
}

/// Every operation of a target that has a definition.
fn defined(target: &str) -> Result<Vec<String>> {
    let names = isotope::target(target)?.operations().into_iter().map(|name| format!("{target}:{name}"));
    Ok(names.filter(|text| Op::parse(text).is_ok_and(|op| op.rmw(None).is_ok())).collect())
}

/// The inputs and comparison that a job asks for.
enum Wanted {
    Nothing,
    Op(String),
    Readings(Vec<String>),
    Outside(Other),
}

impl Wanted {
    fn read(table: &Section<'_>) -> Result<Wanted> {
        let op = table.text("op")?;
        let readings = table.texts("assume")?;
        let command = table.texts("command")?;
        let python = table.text("python")?;
        Ok(match (op, readings, command, python) {
            (Some(op), None, None, None) => Wanted::Op(op),
            (None, Some(readings), None, None) => Wanted::Readings(readings),
            (None, None, Some(command), None) if !command.is_empty() => Wanted::Outside(Other::Command(command)),
            (None, None, None, Some(name)) => Wanted::Outside(Other::Python(name)),
            _ => return Err(table.error("against", "expected one of op, assume, command and python")),
        })
    }
}

#[derive(Debug)]
enum Against {
    Nothing,
    Op {
        op: Box<Op>,
        /// For each of its sources, our source.
        order: [usize; 2],
    },
    Outside(Other),
}

impl Against {
    fn text(&self) -> String {
        match self {
            Against::Nothing => "nothing".into(),
            Against::Op { op, .. } => op.text.clone(),
            Against::Outside(other) => other.to_string(),
        }
    }
}

#[derive(Debug)]
struct Operations {
    op: Op,
    against: Against,
    count: u64,
    seed: u64,
    compared: Compared,
}

/// Which results are compared.
#[derive(Clone, Copy, Debug)]
struct Compared {
    /// Whether returned values are compared.
    returned: bool,
    /// Whether an external implementation may leave inputs unanswered.
    silent: bool,
}

impl Operations {
    fn new(
        text: &str,
        assume: &[String],
        wanted: &Wanted,
        (count, seed): (u64, u64),
        compared: Compared,
    ) -> Result<Operations> {
        let with = |text: &str, readings: &[String]| {
            Op::parse(&std::iter::once(text).chain(readings.iter().map(String::as_str)).collect::<Vec<_>>().join(","))
        };
        let op = with(text, assume)?;
        op.rmw(None)?;
        let against = match wanted {
            Wanted::Nothing => Against::Nothing,
            Wanted::Outside(Other::Command(words)) => {
                Against::Outside(Other::Command(words.iter().map(|word| word.replace("{op}", &op.text)).collect()))
            }
            Wanted::Outside(other) => Against::Outside(other.clone()),
            Wanted::Op(_) | Wanted::Readings(_) => {
                let other = match wanted {
                    Wanted::Readings(readings) => with(text, readings)?,
                    Wanted::Op(other) => with(other, assume).or_else(|_| Op::parse(other))?,
                    _ => op.clone(),
                };
                let question = question(&op, &other, Differing::Differs)?;
                let [first, second] = question.right_sources([0, 1]);
                Against::Op { op: Box::new(other), order: [first as usize, second as usize] }
            }
        };
        Ok(Operations { op, against, count, seed, compared })
    }

    fn about(&self) -> String {
        match &self.against {
            Against::Nothing => format!("{}, for its digest", self.op.text),
            other => format!("{} against {}", self.op.text, other.text()),
        }
    }

    fn inputs(&self, first: u64) -> Result<Inputs> {
        let mut inputs = Inputs::new(&self.op.rmw(None)?, self.count, self.seed);
        inputs.skip_to(first);
        Ok(inputs)
    }

    fn cover(&self, items: &Range<u64>, part: &mut ChunkPart) -> Result<()> {
        let rmw = self.op.rmw(None)?;
        let step = ((items.end - items.start) / SAMPLE).max(1) as usize;
        let mut set = Vec::new();
        for number in items.clone().step_by(step) {
            if let Some((mem, src)) = self.inputs(number)?.next() {
                set.push(Vector::of(&rmw, mem, src));
            }
        }
        part.cover("inputs of the sample", set.len() as u64);
        for rule in coverage(&rmw, &set) {
            part.cover(&format!("{}: holds", rule.condition), rule.held);
            part.cover(&format!("{}: does not", rule.condition), rule.failed);
        }
        Ok(())
    }

    /// A difference as text, with the commands that show both sides.
    fn tell(&self, input: (u64, [u64; 2]), ours: [Option<u64>; 2], theirs: [Option<u64>; 2]) -> (String, Vec<String>) {
        let Ok(rmw) = self.op.rmw(None) else { return Default::default() };
        let (mem, src) = input;
        let digits = rmw.size.bits() as usize / 4;
        let hex = |value: Option<u64>| value.map_or("-".into(), |value| format!("0x{value:0digits$x}"));
        let mut text = format!("mem={}", hex(Some(mem)));
        for (name, value) in SOURCES.iter().zip(src).take(rmw.op.sources()) {
            text += &format!(" {name}={}", hex(Some(value)));
        }
        let mut side = |name: &str, [new, returned]: [Option<u64>; 2]| {
            text += &format!("; {name}: new={} returned={}", hex(new), hex(returned));
        };
        side(&self.op.text, ours);
        side(&self.against.text(), theirs);
        let mut reproduce = vec![self.op.command(&rmw, mem, src)];
        if let Against::Op { op, order } = &self.against
            && let Ok(other) = op.rmw(Some(rmw.size.bits()))
        {
            reproduce.push(op.command(&other, mem, order.map(|i| src[i])));
        }
        (text, reproduce)
    }

    fn run_as<T: Cell>(&self, items: Range<u64>, part: &mut ChunkPart, answer: &mut Answer<'_>) -> Result<()> {
        let mut inputs = self.inputs(items.start)?;
        let mut theirs = match &self.against {
            Against::Outside(other) => Some(self.ask(other, &items, part, answer)?.into_iter()),
            _ => None,
        };
        let (mut mem, mut src): (Vec<T>, [Vec<T>; 2]) = (Vec::new(), [Vec::new(), Vec::new()]);
        let (mut ours, mut other) = (Side::new(), Side::new());
        let (mut equal, mut different, mut open, mut silent, mut partly) = (0u64, 0u64, 0u64, 0u64, 0u64);
        let returned = self.compared.returned;
        let outside = matches!(self.against, Against::Outside(_));
        let mut at = items.start;
        while at < items.end {
            let many = (items.end - at).min(BATCH as u64) as usize;
            mem.clear();
            src.iter_mut().for_each(Vec::clear);
            for (m, [a, b]) in inputs.by_ref().take(many) {
                mem.push(T::of(m));
                src[0].push(T::of(a));
                src[1].push(T::of(b));
            }
            if mem.len() != many {
                return Err(Error::new(format!("the inputs end at {}", at + mem.len() as u64)));
            }
            ours.compute(&self.op, &mem, [&src[0], &src[1]])?;
            ours.add(&mut part.digest);
            match (&self.against, &mut theirs) {
                (Against::Op { op, order }, _) => {
                    other.compute(op, &mem, order.map(|i| &src[i][..]))?;
                    other.add(&mut part.digest);
                }
                (_, Some(theirs)) => other.take(theirs.by_ref().take(many)),
                _ => {
                    at += many as u64;
                    continue;
                }
            }
            if ours.left.is_none() && other.left.is_none() && ours.is(&other, returned) {
                equal += many as u64;
                at += many as u64;
                continue;
            }
            for i in 0..many {
                let (a, b) = (ours.at(i), other.at(i));
                let differs = |k: usize| a[k].is_some() && b[k].is_some() && a[k] != b[k];
                let input = (mem[i].bits(), [src[0][i].bits(), src[1][i].bits()]);
                if differs(0) || returned && differs(1) {
                    different += 1;
                    part.fail(at + i as u64, || self.tell(input, a, b));
                } else if outside && b[0].is_none() {
                    // Without memory it is no answer: a returned value alone follows from the question.
                    silent += 1;
                    if !self.compared.silent {
                        part.undecided(at + i as u64, || {
                            let (text, reproduce) = self.tell(input, a, b);
                            (format!("unanswered: {text}"), reproduce)
                        });
                    }
                } else if a[0].is_none() || b[0].is_none() {
                    open += 1;
                } else if outside && returned && b[1].is_none() {
                    partly += 1;
                } else if returned && (a[1].is_none() || b[1].is_none()) {
                    open += 1;
                } else {
                    equal += 1;
                }
            }
            at += many as u64;
        }
        match &self.against {
            Against::Nothing => part.count("computed", items.end - items.start),
            against => {
                part.count("equal", equal);
                part.count("different", different);
                part.count("open", open);
                if matches!(against, Against::Outside(_)) {
                    part.count("unanswered", silent);
                    part.count(PARTLY, partly);
                }
            }
        }
        self.cover(&items, part)
    }

    /// The answers of an external implementation, in order.
    fn ask(
        &self,
        other: &Other,
        items: &Range<u64>,
        part: &mut ChunkPart,
        answer: &mut Answer<'_>,
    ) -> Result<Vec<Vector>> {
        let rmw = self.op.rmw(None)?;
        let many = items.end - items.start;
        let lines = [("op", self.op.text.clone()), ("first", items.start.to_string()), ("seed", self.seed.to_string())];
        let head = Head {
            bits: rmw.size.bits(),
            count: many,
            lines: lines.map(|(key, value)| (key.to_string(), value)).to_vec(),
        };
        let mut asked = Vec::new();
        let unwritten = |error: std::io::Error| Error::new(format!("the records for {other}: {error}"));
        head.write(&mut asked).map_err(unwritten)?;
        for (mem, src) in self.inputs(items.start)?.take(many as usize) {
            head.put(&Vector { mem, src, new: None, returned: None }, &mut asked).map_err(unwritten)?;
        }
        let answered = answer(other, &asked)?;
        let wrong = |what: String| Error::new(format!("the answer of {other}: {what}"));
        let mut from = answered.as_slice();
        let found = Head::read(&mut from).map_err(|error| wrong(error.to_string()))?;
        if (found.bits, found.count) != (head.bits, head.count) {
            return Err(wrong(format!(
                "expected {} records of words of {} bits, found {} of {} bits",
                head.count, head.bits, found.count, found.bits
            )));
        }
        let mut all = Vec::with_capacity(many as usize);
        let mut inputs = self.inputs(items.start)?;
        let mut other = None;
        found
            .each(&mut from, |v| {
                if inputs.next() != Some((v.mem, v.src)) && other.is_none() {
                    other = Some(all.len());
                }
                all.push(v);
            })
            .map_err(|error| wrong(error.to_string()))?;
        if let Some(at) = other {
            return Err(wrong(format!(
                "record {at} has other operands than were asked: answer the records in their order"
            )));
        }
        for v in &all {
            let flags = u64::from(v.new.is_some()) | u64::from(v.returned.is_some()) << 1;
            [flags, v.new.unwrap_or(0), v.returned.unwrap_or(0)].into_iter().for_each(|word| part.digest.number(word));
        }
        Ok(all)
    }
}

impl Work for Operations {
    fn unit(&self) -> &'static str {
        "inputs"
    }

    fn run(&self, items: Range<u64>, part: &mut ChunkPart, answer: &mut Answer<'_>) -> Result<()> {
        match self.op.rmw(None)?.size.bits() {
            16 => self.run_as::<u16>(items, part, answer),
            32 => self.run_as::<u32>(items, part, answer),
            _ => self.run_as::<u64>(items, part, answer),
        }
    }

    fn job_failure(&self, counts: &BTreeMap<String, u64>) -> Option<JobFailure> {
        let compared: u64 = ["equal", "different", PARTLY].iter().filter_map(|what| counts.get(*what)).sum();
        let empty = compared == 0 && !matches!(self.against, Against::Nothing);
        empty.then(|| JobFailure {
            text: "nothing was compared: no input has results on both sides".into(),
            undecided: true,
        })
    }
}

/// A word of memory.
trait Cell: Element + PartialEq {
    fn of(bits: u64) -> Self;
    fn bits(self) -> u64;
    fn bytes(all: &[Self], to: &mut Vec<u8>);
}

macro_rules! cell {
    ($($word:ty)*) => { $(impl Cell for $word {
        fn of(bits: u64) -> $word {
            bits as $word
        }
        fn bits(self) -> u64 {
            self.into()
        }
        fn bytes(all: &[$word], to: &mut Vec<u8>) {
            to.resize(size_of_val(all), 0);
            let places = to.chunks_exact_mut(size_of::<$word>());
            places.zip(all).for_each(|(place, word)| place.copy_from_slice(&word.to_le_bytes()));
        }
    })* };
}

cell! { u16 u32 u64 }

/// What one side makes of a batch.
struct Side<T> {
    new: Vec<T>,
    returned: Vec<T>,
    /// Where the new value is unspecified.
    open: Vec<bool>,
    /// Where the returned value is unspecified, or was not answered.
    open_back: Vec<bool>,
    left: Option<LeftOpen>,
    bytes: Vec<u8>,
}

impl<T: Cell> Side<T> {
    fn new() -> Side<T> {
        let (new, returned, open, open_back, bytes) = Default::default();
        Side { new, returned, open, open_back, left: None, bytes }
    }

    fn compute(&mut self, op: &Op, mem: &[T], src: [&[T]; 2]) -> Result<()> {
        let many = mem.len();
        if self.left.is_some() {
            self.open.fill(false);
        }
        self.new.resize(many, T::of(0));
        self.returned.resize(many, T::of(0));
        self.open.resize(many, false);
        let results = Results { new: &mut self.new, returned: Some(&mut self.returned), open: Some(&mut self.open) };
        self.left = op.apply_slices(mem, src, results)?;
        if let Some(left) = &self.left {
            // An unspecified element was not written, and still has the value of an earlier batch.
            for (i, open) in self.open.iter().enumerate().filter(|(_, open)| **open) {
                debug_assert!(open);
                self.new[i] = T::of(0);
                if left.returned {
                    self.returned[i] = T::of(0);
                }
            }
        }
        Ok(())
    }

    /// Takes the answers of an external implementation.
    fn take(&mut self, answers: impl Iterator<Item = Vector>) {
        self.new.clear();
        self.returned.clear();
        self.open.clear();
        self.open_back.clear();
        for v in answers {
            self.new.push(T::of(v.new.unwrap_or(0)));
            self.returned.push(T::of(v.returned.unwrap_or(0)));
            self.open.push(v.new.is_none());
            self.open_back.push(v.returned.is_none());
        }
        self.left = None;
    }

    fn add(&mut self, digest: &mut Digest) {
        for words in [&self.new, &self.returned] {
            T::bytes(words, &mut self.bytes);
            digest.bytes(&self.bytes);
        }
        if self.left.is_some() {
            self.bytes.clear();
            self.bytes.extend(self.open.iter().map(|open| u8::from(*open)));
            digest.bytes(&self.bytes);
        }
    }

    /// Whether both sides are equal everywhere.
    fn is(&self, other: &Side<T>, returned: bool) -> bool {
        let unknown = other.open.contains(&true) || returned && other.open_back.contains(&true);
        !unknown && self.new == other.new && (!returned || self.returned == other.returned)
    }

    /// New and returned value of one input, where known.
    fn at(&self, i: usize) -> [Option<u64>; 2] {
        let open = self.open[i];
        let back = match (&self.left, self.open_back.get(i)) {
            (_, Some(open)) => *open,
            (Some(left), None) => open && left.returned,
            (None, None) => false,
        };
        [(!open).then(|| self.new[i].bits()), (!back).then(|| self.returned[i].bits())]
    }
}
