//! `isotope vectors`: golden vectors of an operation, in the form that a test suite reads.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write as _};

use anyhow::Context;
use isotope_op::atomic::Rmw;
use isotope_prove::vectors::{Inputs, Rule, Vector, coverage, vectors};
use serde_json::json;

use crate::args::{VectorFormat, VectorsArgs};
use crate::equiv::Side;
use crate::exit::{self, Exit, Result, say};
use crate::files;

mod check;
mod raw;

/// Vectors drawn at most: what a text of a reasonable size holds. Records have no limit.
const MOST: u32 = 10_000_000;

/// Run the command.
pub fn main(args: &VectorsArgs) -> Result {
    if let Some(file) = &args.check {
        return check::main(file, args.op.as_deref(), args.json);
    }
    let name = args.op.as_deref().context("expected an operation such as sm_50:ATOM.INC")?;
    let side = Side::read(name)?;
    let op = side.rmw(None)?;
    if args.format == VectorFormat::Raw {
        return records(args, name, &op);
    }
    if args.random > MOST {
        anyhow::bail!("--random: expected at most {MOST}, found {}", args.random);
    }
    // A vector in memory, and its line.
    files::room(Inputs::count(&op, args.random) * 256, "these vectors")?;
    let set = vectors(&op, args.random, args.seed);
    let rules = coverage(&op, &set);
    let set = Set { args, name, op, digits: op.size.bits() as usize / 4, set: &set, rules: &rules, side: &side };
    let out = match args.format {
        VectorFormat::Json => set.json(),
        VectorFormat::Csv => set.csv(),
        VectorFormat::C => set.c(),
        VectorFormat::Rust => set.rust(),
        VectorFormat::Lit => set.lit(),
        VectorFormat::Raw => unreachable!("written above"),
    };
    for rule in rules.iter().filter(|r| r.held == 0 || r.failed == 0) {
        let way = if rule.held == 0 { "holds" } else { "fails" };
        say!("note: no vector for which `{}` {way}", rule.condition);
    }
    files::print(&out)?;
    Ok(Exit::Yes)
}

/// `--format raw`: straight to stdout, one vector at a time.
fn records(args: &VectorsArgs, name: &str, op: &Rmw) -> Result {
    let lines = [
        ("op", name.to_string()),
        ("random", args.random.to_string()),
        ("seed", args.seed.to_string()),
        ("isotope", env!("CARGO_PKG_VERSION").to_string()),
    ];
    let head = raw::Head {
        bits: op.size.bits(),
        count: Inputs::count(op, args.random),
        lines: lines.map(|(key, value)| (key.to_string(), value)).to_vec(),
    };
    let mut out = BufWriter::with_capacity(1 << 18, io::stdout().lock());
    let mut write = || -> io::Result<()> {
        head.write(&mut out)?;
        for (mem, src) in Inputs::new(op, args.random, args.seed) {
            head.put(&Vector::of(op, mem, src), &mut out)?;
        }
        out.flush()
    };
    exit::heard(write())?;
    Ok(Exit::Yes)
}

struct Set<'a> {
    args: &'a VectorsArgs,
    name: &'a str,
    op: Rmw,
    digits: usize,
    set: &'a [Vector],
    rules: &'a [Rule],
    side: &'a Side,
}

impl Set<'_> {
    fn hex(&self, v: u64) -> String {
        format!("0x{v:0w$x}", w = self.digits)
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
                self.name,
                self.set.len(),
                self.args.random,
                self.args.seed
            ),
            format!(
                "isotope {}: vectors {} --random {} --seed {}",
                env!("CARGO_PKG_VERSION"),
                self.name,
                self.args.random,
                self.args.seed
            ),
        ];
        let both = self.rules.iter().filter(|r| r.held != 0 && r.failed != 0).count();
        lines.push(format!("{both} of {} choices of the definition go both ways:", self.rules.len()));
        lines.extend(self.rules.iter().map(|r| format!("  {} held {}, failed {}", r.condition, r.held, r.failed)));
        let ids = &self.side.definition.assumptions;
        if !ids.is_empty() {
            lines.push(format!("rests on assumptions: {}", ids.join(", ")));
        }
        lines
    }

    fn json(&self) -> String {
        let rules: Vec<_> = self
            .rules
            .iter()
            .map(|r| json!({ "condition": r.condition, "held": r.held, "failed": r.failed }))
            .collect();
        let head = json!({ "schema": "isotope-vectors/1", "op": self.name, "bits": self.op.size.bits(), "random": self.args.random,
                           "seed": self.args.seed, "rules": rules,
                           "assumptions": self.side.definition.assumptions });
        // One vector a line, so that a difference between two sets is readable.
        let mut out = format!("{head:#}");
        out.truncate(out.len() - 2);
        out.push_str(",\n  \"vectors\": [\n");
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
        for v in self.set {
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
        self.name.chars().map(plain).collect()
    }

    fn rows(&self, none: &str) -> String {
        let mut out = String::new();
        for v in self.set {
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
            "\n/// mem, src0, src1, then what memory holds and what comes back; `None` where the documents leave it open.\n\
             pub const {}: &[(u{bits}, u{bits}, u{bits}, Option<u{bits}>, Option<u{bits}>)] = &[",
            self.identifier().to_ascii_uppercase()
        );
        for v in self.set {
            let (mem, a, b) = (self.hex(v.mem), self.hex(v.src[0]), self.hex(v.src[1]));
            let _ = writeln!(out, "    ({mem}, {a}, {b}, {}, {}),", option(v.new), option(v.returned));
        }
        out.push_str("];\n");
        out
    }

    /// A test for LLVM's lit and FileCheck: the RUN line feeds the items to a program that answers `op --lines`.
    fn lit(&self) -> String {
        let mut out = String::from("; RUN: sed -n 's/^; IN: //p' %s | isotope op --lines | FileCheck %s\n");
        out.extend(self.preface().iter().map(|l| format!("; {l}\n")));
        for v in self.set {
            let columns = self.side.line(v.mem, [self.source(v, 0), self.source(v, 1)], self.digits);
            let _ = writeln!(out, "; IN: {columns}");
            let _ = writeln!(
                out,
                "; CHECK: {{{{^}}}}{}{{{{[[:space:]]}}}}{}{{{{$}}}}",
                self.result(v.new),
                self.result(v.returned)
            );
        }
        out
    }
}
