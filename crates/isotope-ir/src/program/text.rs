//! The neutral form as text: a line for each step and each micro-operation, and back.
//!
//! # Shape
//! The first line is `program` with a name. Then follow the lists of the program, one line (a word and a value) for each entry, in the
//! order of their indices: the first `rmw {…}` is entry 0, the next one entry 1. Then each step, with its micro-operations indented:
//!
//! ```text
//! program k
//! size {register_words=0x20, scalar_words=4, entry=0, …}
//! step {address=8, guard=all, control=next, visible=false, always=false} "MOV R0, 0x5"
//!   alu{op=mov, dst=v0, src=[5, 0, 0]}
//! ```
//!
//! Values are written by one rule (`write.rs`) from the types themselves, so a new micro-operation has a text without a line of
//! code here. `v3` is the vector whose first word is 3 times 32, `v3+7` one that begins 7 words later; `w9` is word 9 of the
//! register file for all lanes, `s9` a word of the scalar file, `m9` and `m!9` its bits as a mask; `u2` a constant word.

mod read;
mod write;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Program;
use crate::effect::{Control, Entry, In, LANES, List, Mask, Operand, Slot, Src, Step, Uop, Wide};

/// The single values of a program.
#[derive(Serialize, Deserialize)]
struct Size {
    register_words: u32,
    scalar_words: u16,
    entry: u32,
    upper: Option<u16>,
    lanes: u32,
    block: u32,
    control_word: u32,
    reads_clock: bool,
    temporaries: Option<(Slot, u16)>,
}

/// A step without the indices of its micro-operations.
#[derive(Serialize, Deserialize)]
struct Head {
    address: u32,
    guard: Mask,
    control: Control,
    visible: bool,
    always: bool,
}

/// Why a text is not a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct TextError {
    /// From 1.
    pub line: usize,
    /// From 1, in bytes.
    pub column: usize,
    /// What is expected, and what was found.
    pub what: String,
}

/// The lists of a program, with the word that their lines begin with.
macro_rules! lists {
    ($program:ident, $visit:ident) => {
        $visit!("uniform", $program.uniforms);
        $visit!("rmw", $program.rmws);
        $visit!("surface", $program.surfaces);
        $visit!("buffer", $program.buffers);
        $visit!("image", $program.images);
        $visit!("typed", $program.typed);
        $visit!("map", $program.maps);
        $visit!("constant", $program.constants);
        $visit!("request", $program.requests);
        $visit!("call", $program.calls);
        $visit!("variant", $program.variants);
        $visit!("refusal", $program.refusals);
        $visit!("vector", $program.vectors);
    };
}

fn value(value: &impl Serialize) -> String {
    // Every type of the neutral form has a text: the tests write each of them.
    write::text(value).unwrap_or_else(|unwritable| format!("({unwritable})"))
}

impl Program {
    /// Its text. What [`Program::bind`] adds for speed is left out, because it follows from the rest.
    ///
    /// ```
    /// use isotope_ir::program::Program;
    /// let text = "program k\nsize {register_words=0x20, scalar_words=4, entry=0, upper=-, lanes=0x20, block=1, control_word=0, \
    ///             reads_clock=false, temporaries=-}\n\
    ///             step {address=8, guard=all, control=exit, visible=false, always=false} \"EXIT\"\n";
    /// assert_eq!(Program::from_text(text).unwrap().to_text(), text);
    /// ```
    pub fn to_text(&self) -> String {
        let mut out = format!("program {}\n", value(&self.name));
        let &Program { register_words, scalar_words, entry, upper, lanes, block, control_word, reads_clock, .. } = self;
        let temporaries = self.temporaries;
        let size =
            Size { register_words, scalar_words, entry, upper, lanes, block, control_word, reads_clock, temporaries };
        out += &format!("size {}\n", value(&size));
        macro_rules! print {
            ($word:literal, $list:expr) => {
                for item in &$list {
                    out += &format!("{} {}\n", $word, value(item));
                }
            };
        }
        lists!(self, print);
        for (step, text) in self.steps.iter().zip(&self.texts) {
            let &Step { address, guard, control, visible, always, .. } = step;
            let head = Head { address, guard, control, visible, always };
            out += &format!("step {} {}\n", value(&head), quoted(text));
            for uop in self.uops_of(step) {
                out += &format!("  {}\n", value(uop));
            }
        }
        out
    }

    /// The program of a text.
    ///
    /// # Errors
    /// Where a line is not in the form that [`Program::to_text`] writes, or names a register, an entry of a list or a step that does not
    /// exist.
    pub fn from_text(text: &str) -> Result<Program, TextError> {
        let mut program = Program::default();
        let mut begun = false;
        // The lines of steps and of micro-operations.
        let (mut of_steps, mut of_uops) = (Vec::new(), Vec::new());
        for (n, line) in text.lines().enumerate() {
            let error = |column: usize, what: String| TextError { line: n + 1, column: column + 1, what };
            let indent = line.len() - line.trim_start().len();
            let body = line.trim();
            if body.is_empty() || body.starts_with('#') {
                continue;
            }
            let (word, rest) = body.split_once(' ').unwrap_or((body, ""));
            let from = indent + body.len() - rest.len();
            let parsed = |error_at: usize, e: read::Unreadable| error(error_at + e.at.unwrap_or(0), e.what);
            if !begun {
                if word != "program" {
                    return Err(error(indent, format!("expected `program` and a name, found `{word}`")));
                }
                program.name = read::value(rest).map_err(|e| parsed(from, e))?;
                begun = true;
                continue;
            }
            if indent > 0 {
                let uop: Uop = read::value(body).map_err(|e| parsed(indent, e))?;
                let Some(step) = program.steps.last_mut() else {
                    return Err(error(indent, "a micro-operation before the first `step`".into()));
                };
                step.count += 1;
                program.uops.push(uop);
                of_uops.push(n);
                continue;
            }
            macro_rules! parse {
                ($word:literal, $list:expr) => {
                    if word == $word {
                        $list.push(read::value(rest).map_err(|e| parsed(from, e))?);
                        continue;
                    }
                };
            }
            lists!(program, parse);
            match word {
                "size" => {
                    let size: Size = read::value(rest).map_err(|e| parsed(from, e))?;
                    (program.register_words, program.scalar_words) = (size.register_words, size.scalar_words);
                    (program.entry, program.upper, program.lanes) = (size.entry, size.upper, size.lanes);
                    (program.block, program.control_word) = (size.block, size.control_word);
                    (program.reads_clock, program.temporaries) = (size.reads_clock, size.temporaries);
                }
                "step" => {
                    let end = rest.rfind("} \"").map(|at| at + 1);
                    let Some((head, text)) = end.map(|end| rest.split_at(end)) else {
                        return Err(error(from, "expected `{…}` and the text of the instruction in quotes".into()));
                    };
                    let Head { address, guard, control, visible, always } =
                        read::value(head).map_err(|e| parsed(from, e))?;
                    program.texts.push(read::value(text).map_err(|e| parsed(from + head.len(), e))?);
                    let first = program.uops.len() as u32;
                    program.steps.push(Step { address, guard, first, count: 0, control, visible, always });
                    of_steps.push(n);
                }
                _ => {
                    let what = format!("expected `step`, `size` or the name of a list such as `rmw`, found `{word}`");
                    return Err(error(indent, what));
                }
            }
        }
        if !begun {
            return Err(TextError { line: 1, column: 1, what: "expected `program` and a name, found nothing".into() });
        }
        for (step, at) in program.steps.iter().zip(of_steps) {
            program.sound_step(step).map_err(|what| TextError { line: at + 1, column: 1, what })?;
        }
        for (uop, at) in program.uops.iter().zip(of_uops) {
            program.sound_uop(*uop).map_err(|what| TextError { line: at + 1, column: 1, what })?;
        }
        program.sound().map_err(|what| TextError { line: 2, column: 1, what })?;
        Ok(program)
    }

    /// Whether everything that the program names exists.
    fn sound(&self) -> Result<(), String> {
        let steps = self.steps.len() as u64;
        within("step of the entry", self.entry.into(), steps.max(1))?;
        within("number of steps of a variant", self.block.into(), steps + 1)?;
        self.variants.iter().try_for_each(|&step| within("step of a variant", step.into(), steps))?;
        let scalars = u64::from(self.scalar_words);
        let words = self.constants.iter().map(|(word, _)| *word).chain(self.upper);
        words.into_iter().try_for_each(|word| within("scalar word", word.into(), scalars))?;
        let vectors = self.vectors.iter().map(|(slot, _)| u64::from(slot.0) + LANES as u64);
        vectors.into_iter().try_for_each(|end| within("end of a vector", end, u64::from(self.register_words) + 1))
    }

    fn sound_step(&self, step: &Step) -> Result<(), String> {
        let mut control = step.control;
        let target = match control {
            Control::Branch { target }
            | Control::Goto { target }
            | Control::Push { target, .. }
            | Control::Call { target }
            | Control::Jump { target, .. } => Some(target),
            _ => None,
        };
        if let Some(target) = target {
            within("step of the target", target.into(), self.steps.len() as u64)?;
        }
        self.sound_operand(&Operand::ReadMask(&mut { step.guard }, In::Any))?;
        let mut sound = Ok(());
        control.operands(&mut Entry::None, |operand| sound = sound.clone().and(self.sound_operand(&operand)));
        sound.clone()?;
        control.operands(&mut self.entry_of(step.control), |operand| {
            sound = sound.clone().and(self.sound_operand(&operand));
        });
        sound
    }

    fn sound_uop(&self, mut uop: Uop) -> Result<(), String> {
        let mut sound = Ok(());
        uop.operands(&mut Entry::None, |operand| sound = sound.clone().and(self.sound_operand(&operand)));
        sound.clone()?;
        // The entries that it names exist; now what these name.
        uop.operands(&mut self.entry(uop), |operand| sound = sound.clone().and(self.sound_operand(&operand)));
        sound
    }

    /// Whether an operand is within the registers and lists of the program.
    fn sound_operand(&self, operand: &Operand<'_>) -> Result<(), String> {
        let (registers, scalars) = (u64::from(self.register_words), u64::from(self.scalar_words));
        let mask = |word: u16| match word {
            Mask::ALWAYS => Ok(()),
            word => within("scalar word", word.into(), scalars),
        };
        let end = |slot: Slot, count: u32| {
            let end = u64::from(slot.0) + u64::from(count) * LANES as u64;
            within("end of a vector", end, registers + 1)
        };
        let map = |n: u32| -> Result<(), String> {
            within("map", n.into(), self.maps.len() as u64)?;
            let reach = self.maps[n as usize].iter().max().map_or(0, |at| u64::from(at / 4));
            within("word of a map", reach, registers.max(1))
        };
        match operand {
            Operand::Read(Src::Slot(slot), _) => end(*slot, 1),
            Operand::Read(Src::Word(slot), _) => within("word", slot.0.into(), registers),
            Operand::Read(Src::Scalar(word), _) => within("scalar word", (*word).into(), scalars),
            Operand::Read(Src::Mask(m), _) => mask(m.word),
            Operand::Read(Src::Uniform(n), _) => within("uniform", (*n).into(), self.uniforms.len() as u64),
            Operand::Read(Src::Imm(_), _) | Operand::ReadRegisters | Operand::WriteRegisters => Ok(()),
            Operand::ReadMask(m, _) => mask(m.word),
            Operand::Write(slot, count, _) => end(**slot, *count),
            Operand::WriteWord(word, _) => within("scalar word", (**word).into(), scalars),
            Operand::ReadMap(n) | Operand::WriteMap(n) => map(**n),
            Operand::Names(List::Maps, n) => map(**n),
            Operand::ReadScalars(first) | Operand::WriteScalars(first) => {
                within("scalar word", (*first).into(), scalars)
            }
            Operand::Names(list, n) => {
                let (what, len) = match list {
                    List::Rmws => ("rmw", self.rmws.len()),
                    List::Surfaces => ("surface", self.surfaces.len()),
                    List::Buffers => ("buffer", self.buffers.len()),
                    List::Images => ("image", self.images.len()),
                    List::Typed => ("typed", self.typed.len()),
                    List::Requests => ("request", self.requests.len()),
                    List::Calls => ("call", self.calls.len()),
                    List::Refusals => ("refusal", self.refusals.len()),
                    List::Maps => ("map", self.maps.len()),
                };
                within(what, (**n).into(), len as u64)
            }
        }
    }
}

fn within(what: &str, n: u64, end: u64) -> Result<(), String> {
    if n < end { Ok(()) } else { Err(format!("{what}: expected a number below {end}, found {n}")) }
}

/// In quotes, with escapes.
fn quoted(text: &str) -> String {
    let text = value(&format!("{text} "));
    format!("{}\"", text.trim_end_matches('"').trim_end_matches(' '))
}

/// The text of a micro-operation.
impl fmt::Display for Uop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&value(self))
    }
}

/// The text of a type is that of its `Display` and `FromStr`.
macro_rules! as_word {
    ($($type:ident),*) => {
        $( impl Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&Word(self))
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                let Word(value) = text.parse().map_err(|()| {
                    serde::de::Error::custom(format!("expected {}, found `{text}`", <Word<$type> as Named>::WHAT))
                })?;
                Ok(value)
            }
        } )*
    };
}

as_word!(Slot, Mask, Src, Wide);

/// A value that is written as one word.
struct Word<T>(T);

trait Named {
    const WHAT: &'static str;
}

impl Named for Word<Slot> {
    const WHAT: &'static str = "a vector, such as `v3` or `v3+7`";
}

impl Named for Word<Mask> {
    const WHAT: &'static str = "a mask: `all`, `none`, `m9` or `m!9`";
}

impl Named for Word<Src> {
    const WHAT: &'static str = "a source: a number, `v3`, `w9`, `s9`, `m9` or `u2`";
}

impl Named for Word<Wide> {
    const WHAT: &'static str = "a 64-bit source: the low and the high word with `:` between";
}

impl fmt::Display for Word<&Slot> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (vector, word) = (self.0.0 / LANES as u32, self.0.0 % LANES as u32);
        if word == 0 { write!(f, "v{vector}") } else { write!(f, "v{vector}+{word}") }
    }
}

impl FromStr for Word<Slot> {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let number = |text: &str| text.parse::<u32>().map_err(|_| ());
        let text = text.strip_prefix('v').ok_or(())?;
        let (vector, word) = text.split_once('+').map_or((text, "0"), |parts| parts);
        let first = number(vector)?.checked_mul(LANES as u32).ok_or(())?;
        Ok(Word(Slot(first.checked_add(number(word)?).ok_or(())?)))
    }
}

impl fmt::Display for Word<&Mask> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self.0 {
            Mask::ALL => f.write_str("all"),
            Mask::NONE => f.write_str("none"),
            Mask { word, negate: false } => write!(f, "m{word}"),
            Mask { word, negate: true } => write!(f, "m!{word}"),
        }
    }
}

impl FromStr for Word<Mask> {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let word = |text: &str| text.parse().map_err(|_| ());
        Ok(Word(match (text, text.strip_prefix("m!"), text.strip_prefix('m')) {
            ("all", ..) => Mask::ALL,
            ("none", ..) => Mask::NONE,
            (_, Some(text), _) => Mask::of(word(text)?).not(),
            (_, _, Some(text)) => Mask::of(word(text)?),
            _ => return Err(()),
        }))
    }
}

impl fmt::Display for Word<&Src> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Src::Slot(slot) => Word(slot).fmt(f),
            Src::Imm(n @ 0..10) => write!(f, "{n}"),
            Src::Imm(n) => write!(f, "{n:#x}"),
            Src::Uniform(n) => write!(f, "u{n}"),
            Src::Mask(mask) => Word(mask).fmt(f),
            Src::Scalar(word) => write!(f, "s{word}"),
            Src::Word(Slot(word)) => write!(f, "w{word}"),
        }
    }
}

impl FromStr for Word<Src> {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let rest = text.get(1..).unwrap_or("");
        let number = || rest.parse::<u32>().map_err(|_| ());
        Ok(Word(match text.chars().next() {
            Some('0'..='9') => Src::Imm(match text.strip_prefix("0x") {
                Some(hex) => u32::from_str_radix(hex, 16).map_err(|_| ())?,
                None => text.parse().map_err(|_| ())?,
            }),
            Some('v') => Src::Slot(text.parse::<Word<Slot>>()?.0),
            Some('w') => Src::Word(Slot(number()?)),
            Some('s') => Src::Scalar(rest.parse().map_err(|_| ())?),
            Some('u') => Src::Uniform(number()?),
            _ => Src::Mask(text.parse::<Word<Mask>>()?.0),
        }))
    }
}

impl fmt::Display for Word<&Wide> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", Word(&self.0.lo), Word(&self.0.hi))
    }
}

impl FromStr for Word<Wide> {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (lo, hi) = text.split_once(':').ok_or(())?;
        Ok(Word(Wide { lo: lo.parse::<Word<Src>>()?.0, hi: hi.parse::<Word<Src>>()?.0 }))
    }
}
