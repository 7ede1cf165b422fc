//! Golden vectors of an operation, in the forms that test suites read.

use std::fmt::Write as _;
use std::io;

use isotope_op::atomic::Rmw;
use isotope_option::OptionName;
use isotope_prove::vectors::vectors;
use schemars::JsonSchema;
use serde::Serialize;

use crate::Op;
use crate::answer::{self, Hex};
use crate::error::{Result, bail, room};

mod check;
mod lit;
mod raw;

pub(crate) use check::VectorsCheckJson;
pub use check::{Check, check};
pub use isotope_prove::vectors::{ConditionCoverage, Inputs, Vector, coverage};
pub use raw::Head;

/// Vectors drawn at most: what a text of a reasonable size holds. Records have no limit.
const MOST: u32 = 10_000_000;

/// Forms of a text of vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextFormat {
    /// JSON, with the rules that the set exercises; schema `isotope-vectors/1`.
    Json,
    /// Comma-separated values.
    Csv,
    /// A C header.
    C,
    /// A Rust module.
    Rust,
    /// A test for LLVM's lit.
    Lit,
}

/// Writes the records of an operation, corner values and so many drawn ones, one at a time: questions, or with `answers` what an
/// implementation answers that computes as Isotope does.
///
/// # Errors
/// Those of `out`.
pub fn records(
    name: &str,
    op: &Rmw,
    random: u32,
    seed: u64,
    answers: bool,
    out: &mut impl io::Write,
) -> io::Result<()> {
    let lines = [
        ("op", name.to_string()),
        ("random", random.to_string()),
        ("seed", seed.to_string()),
        ("isotope", env!("CARGO_PKG_VERSION").to_string()),
    ];
    let head = Head {
        bits: op.size.bits(),
        count: Inputs::count(op, random.into()),
        lines: lines.map(|(key, value)| (key.to_string(), value)).to_vec(),
    };
    head.write(out)?;
    for (mem, src) in Inputs::new(op, random.into(), seed) {
        let asked = Vector { mem, src, new: None, returned: None };
        head.put(&if answers { Vector::of(op, mem, src) } else { asked }, out)?;
    }
    out.flush()
}

/// Vectors of an operation: corner values with each other, and drawn ones.
///
/// # Examples
/// ```
/// use isotope::Op;
/// use isotope::vectors::{TextFormat, Vectors};
/// let set = Vectors::new(&Op::parse("sm_50:ATOM.INC")?, 0, 1)?;
/// assert!(set.text(TextFormat::Csv).starts_with("mem,src0,src1,new,returned\n0x00000000,0x00000000,-,"));
/// # Ok::<(), isotope::Error>(())
/// ```
#[derive(Debug)]
pub struct Vectors {
    side: Op,
    op: Rmw,
    random: u32,
    seed: u64,
    set: Vec<Vector>,
    rules: Vec<ConditionCoverage>,
}

impl Vectors {
    /// Draws them.
    ///
    /// # Errors
    /// An operation without a definition; more than fit.
    pub fn new(op: &Op, random: u32, seed: u64) -> Result<Vectors> {
        let rmw = op.rmw(None)?;
        if random > MOST {
            bail!("{}: expected at most {MOST}, found {random}", OptionName::Random);
        }
        // A vector in memory, and its line.
        room(Inputs::count(&rmw, random.into()) * 256, "these vectors")?;
        let set = vectors(&rmw, random, seed);
        let rules = coverage(&rmw, &set);
        Ok(Vectors { side: op.clone(), op: rmw, random, seed, set, rules })
    }

    /// Choices of the definition that no vector takes one way, in words.
    pub fn missing(&self) -> Vec<String> {
        let one_way = self.rules.iter().filter(|r| r.held == 0 || r.failed == 0);
        one_way.map(|r| format!("`{}` {}", r.condition, if r.held == 0 { "holds" } else { "fails" })).collect()
    }

    /// All of them.
    pub fn text(&self, form: TextFormat) -> String {
        match form {
            TextFormat::Json => self.json(),
            TextFormat::Csv => self.csv(),
            TextFormat::C => self.c(),
            TextFormat::Rust => self.rust(),
            TextFormat::Lit => self.lit(),
        }
    }

    fn digits(&self) -> usize {
        self.op.size.bits() as usize / 4
    }

    fn hex(&self, v: u64) -> String {
        format!("0x{v:0w$x}", w = self.digits())
    }
    fn result(&self, v: Option<u64>) -> String {
        v.map_or("-".into(), |v| self.hex(v))
    }
    fn source(&self, v: &Vector, i: usize) -> String {
        if i < self.op.op.sources() { self.hex(v.src[i]) } else { "-".into() }
    }
    /// Where the set comes from, and what it exercises, line by line.
    fn preface(&self) -> Vec<String> {
        let mut lines = vec![
            format!(
                "{}, {} vectors (corner values with each other, {} drawn with seed {})",
                self.side.text,
                self.set.len(),
                self.random,
                self.seed
            ),
            format!(
                "isotope {}: vectors {} --random {} --seed {}",
                env!("CARGO_PKG_VERSION"),
                self.side.text,
                self.random,
                self.seed
            ),
        ];
        let both = self.rules.iter().filter(|r| r.held != 0 && r.failed != 0).count();
        lines.push(format!("{both} of {} choices of the definition go both ways:", self.rules.len()));
        lines.extend(self.rules.iter().map(|r| format!("  {} held {}, failed {}", r.condition, r.held, r.failed)));
        let ids = &self.side.operation.assumptions;
        if !ids.is_empty() {
            lines.push(format!("rests on assumptions: {}", ids.join(", ")));
        }
        lines
    }

    fn json(&self) -> String {
        let rules = self.rules.iter();
        let head = answer::json(&VectorsJson {
            op: &self.side.text,
            bits: self.op.size.bits(),
            random: self.random,
            seed: self.seed,
            rules: rules.map(|r| RuleJson { condition: &r.condition, held: r.held, failed: r.failed }).collect(),
            assumptions: &self.side.operation.assumptions,
            vectors: Vec::new(),
        });
        // One vector a line, so that a difference between two sets is readable.
        let mut out = format!("{head:#}");
        out.truncate(out.trim_end_matches(['}', ']', '\n']).len());
        out.push('\n');
        for (i, v) in self.set.iter().enumerate() {
            let text = |t: String| if t == "-" { "null".to_string() } else { format!("\"{t}\"") };
            let comma = if i + 1 == self.set.len() { "" } else { "," };
            let _ = writeln!(
                out,
                "    {{\"mem\": {}, \"src0\": {}, \"src1\": {}, \"new\": {}, \"returned\": {}}}{comma}",
                text(self.hex(v.mem)),
                text(self.source(v, 0)),
                text(self.source(v, 1)),
                text(self.result(v.new)),
                text(self.result(v.returned))
            );
        }
        out.push_str("  ]\n}\n");
        out
    }

    fn csv(&self) -> String {
        let mut out = String::from("mem,src0,src1,new,returned\n");
        for v in &self.set {
            let _ = writeln!(
                out,
                "{},{},{},{},{}",
                self.hex(v.mem),
                self.source(v, 0),
                self.source(v, 1),
                self.result(v.new),
                self.result(v.returned)
            );
        }
        out
    }

    /// A name for C and Rust.
    fn identifier(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
        self.side.text.chars().map(plain).collect()
    }

    fn rows(&self, none: &str) -> String {
        let mut out = String::new();
        for v in &self.set {
            let flag = |v: Option<u64>| u8::from(v.is_some());
            let or = |v: Option<u64>| v.map_or(none.to_string(), |v| self.hex(v));
            let _ = writeln!(
                out,
                "    {{{}, {}, {}, {}, {}, {}, {}}},",
                self.hex(v.mem),
                self.hex(v.src[0]),
                self.hex(v.src[1]),
                or(v.new),
                or(v.returned),
                flag(v.new),
                flag(v.returned)
            );
        }
        out
    }

    fn c(&self) -> String {
        let (name, bits) = (self.identifier(), self.op.size.bits());
        let mut out = String::from("/*\n");
        out.extend(self.preface().iter().map(|l| format!(" * {}\n", l.replace("*/", "* /"))));
        let upper = name.to_ascii_uppercase();
        let _ = write!(
            out,
            " */\n#ifndef {upper}_H\n#define {upper}_H\n#include <stdint.h>\n\n\
             /* Where a flag is 0, the documents leave the value open. */\n\
             struct {name}_vector {{ uint{bits}_t mem, src0, src1, new_value, returned; uint8_t has_new, has_returned; }};\n\n\
             static const struct {name}_vector {name}_vectors[{}] = {{\n{}}};\n#endif\n",
            self.set.len(),
            self.rows("0")
        );
        out
    }

    fn rust(&self) -> String {
        let bits = self.op.size.bits();
        let mut out = String::new();
        out.extend(self.preface().iter().map(|l| format!("//! {l}\n")));
        let option = |v: Option<u64>| v.map_or("None".to_string(), |v| format!("Some({})", self.hex(v)));
        let _ = writeln!(
            out,
            "\n/// mem, src0, src1, then the new and the returned value; `None` where the documents leave it open.\n\
             pub const {}: &[(u{bits}, u{bits}, u{bits}, Option<u{bits}>, Option<u{bits}>)] = &[",
            self.identifier().to_ascii_uppercase()
        );
        for v in &self.set {
            let (mem, a, b) = (self.hex(v.mem), self.hex(v.src[0]), self.hex(v.src[1]));
            let _ = writeln!(out, "    ({mem}, {a}, {b}, {}, {}),", option(v.new), option(v.returned));
        }
        out.push_str("];\n");
        out
    }
}

/// Output of `isotope vectors --json`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct VectorsJson<'a> {
    op: &'a str,
    bits: u32,
    random: u32,
    seed: u64,
    rules: Vec<RuleJson<'a>>,
    assumptions: &'a [&'static str],
    vectors: Vec<VectorJson>,
}

/// A choice of the definition.
#[derive(Serialize, JsonSchema)]
struct RuleJson<'a> {
    condition: &'a str,
    /// Vectors for which it holds
    held: u64,
    failed: u64,
}

/// Written by hand, a line each.
#[derive(Serialize, JsonSchema)]
struct VectorJson {
    mem: Hex,
    /// Null where the operation does not have it
    src0: Option<Hex>,
    /// Null where the operation does not have it
    src1: Option<Hex>,
    /// Null where the documents leave it open
    new: Option<Hex>,
    /// Null where the documents leave it open
    returned: Option<Hex>,
}
