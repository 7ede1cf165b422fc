//! `isotope vectors --check`: what a device left and gave back, held against an operation under each of its readings.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read;

use isotope_op::assume;
use isotope_op::atomic::Rmw;
use isotope_prove::vectors::Vector;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::raw::Head;
use crate::Op;
use crate::answer;
use crate::error::{Context, Result, ensure};

/// Differences that are shown of each reading.
const SHOWN: usize = 5;
/// Values listed of what a device stored where the default reading is open or wrong.
const VALUES: usize = 16;
/// Combinations of readings at most; beyond it one assumption is changed at a time.
const MOST: usize = 64;

/// Reads records that a device has answered, and holds them against the operation. `op` replaces the operation that the records
/// name; `name` is what the file is called.
///
/// # Errors
/// Records that are none, an operation that is unknown or of another width.
pub fn check(from: &mut impl Read, op: Option<&str>, name: &str) -> Result<Check> {
    let head = Head::read(from).with_context(|| format!("`{name}`"))?;
    let op = op.or(head.get("op")).context("the file names no operation; give one")?.to_string();
    let mut check = Check::new(&op, head)?;
    check.head.clone().each(from, |v| check.add(&v)).with_context(|| format!("`{name}`"))?;
    Ok(check)
}

/// The operation under one combination of readings.
struct AlternativeTally {
    /// As `isotope op` takes it; the assumptions that differ from the default are in it.
    op: String,
    /// Those alone; empty for the default.
    chosen: Vec<String>,
    rmw: Rmw,
    equal: u64,
    different: u64,
    /// Inputs for which it says nothing about memory.
    open: u64,
    first: Vec<Vector>,
}

/// Answers of a device against an operation.
pub struct Check {
    head: Head,
    /// The default reading, then the others that are another operation.
    readings: Vec<AlternativeTally>,
    /// Records with a result.
    answered: u64,
    /// Those of them without a returned value.
    partly: u64,
    stored: BTreeMap<u64, u64>,
    more_values: u64,
    kinds: [u64; 4],
}

/// Values of a float that must be among the inputs.
const KINDS: [&str; 4] = ["nan", "infinity", "subnormal", "zero"];

impl Check {
    fn new(op: &str, head: Head) -> Result<Check> {
        let bits = head.bits;
        let side = Op::parse(op)?;
        let mut sets: Vec<Vec<String>> = vec![Vec::new()];
        let choices: Vec<Vec<String>> = side.operation.assumptions.iter().map(|id| others(id, op)).collect();
        let whole: usize = choices.iter().map(|c| c.len() + 1).product();
        for of_one in &choices {
            let base = if whole <= MOST { sets.clone() } else { vec![Vec::new()] };
            for choice in of_one {
                sets.extend(base.iter().map(|set| set.iter().chain([choice]).cloned().collect()));
            }
        }
        let mut readings: Vec<AlternativeTally> = Vec::new();
        for chosen in sets {
            let op = std::iter::once(op).chain(chosen.iter().map(String::as_str)).collect::<Vec<_>>().join(",");
            let rmw = match Op::parse(&op).and_then(|s| s.rmw(Some(bits))) {
                Ok(rmw) => rmw,
                // A combination that this operation does not take; the first must be taken.
                Err(_) if !readings.is_empty() => continue,
                Err(e) => return Err(e),
            };
            ensure!(rmw.size.bits() == bits, "{op}: expected words of {} bits, found {bits}", rmw.size.bits());
            if !readings.iter().any(|r| r.rmw == rmw) {
                readings.push(AlternativeTally { op, chosen, rmw, equal: 0, different: 0, open: 0, first: Vec::new() });
            }
        }
        Ok(Check { head, readings, answered: 0, partly: 0, stored: BTreeMap::new(), more_values: 0, kinds: [0; 4] })
    }

    fn add(&mut self, v: &Vector) {
        if v.new.is_none() && v.returned.is_none() {
            return;
        }
        // What is given back alone says nothing about memory.
        self.answered += u64::from(v.new.is_some());
        self.partly += u64::from(v.new.is_some() && v.returned.is_none());
        let mut telling = false;
        for (i, r) in self.readings.iter_mut().enumerate() {
            let want = Vector::of(&r.rmw, v.mem, v.src);
            let differs = |want: Option<u64>, found: Option<u64>| want.is_some() && found.is_some() && want != found;
            let different = differs(want.new, v.new) || differs(want.returned, v.returned);
            if different {
                r.different += 1;
                if r.first.len() < SHOWN {
                    r.first.push(*v);
                }
            } else if want.new.is_none() {
                r.open += 1;
            } else {
                r.equal += 1;
            }
            telling |= i == 0 && (different || want.new.is_none());
        }
        if let Some(new) = v.new.filter(|_| telling) {
            let room = self.stored.len() < VALUES;
            match self.stored.get_mut(&new) {
                Some(n) => *n += 1,
                None if room => drop(self.stored.insert(new, 1)),
                None => self.more_values += 1,
            }
        }
        let rmw = self.readings[0].rmw;
        if rmw.op.is_float() {
            let of_all = kinds(&rmw, v.mem) | (0..rmw.op.sources()).fold(0, |all, i| all | kinds(&rmw, v.src[i]));
            self.kinds.iter_mut().enumerate().for_each(|(i, n)| *n += u64::from(of_all >> i & 1));
        }
    }

    /// The readings that no answer contradicts, those that leave least open first.
    fn agreeing(&self) -> Vec<&AlternativeTally> {
        let mut all: Vec<&AlternativeTally> =
            self.readings.iter().filter(|r| r.different == 0 && self.answered != 0).collect();
        all.sort_by_key(|r| r.open);
        all
    }

    fn hex(&self, v: Option<u64>) -> String {
        let digits = self.readings[0].rmw.size.bits() as usize / 4;
        v.map_or("-".into(), |v| format!("0x{v:0digits$x}"))
    }

    /// One answer: the inputs, what was expected, what was found.
    fn columns(&self, r: &AlternativeTally, v: &Vector) -> [(&'static str, String); 7] {
        let want = Vector::of(&r.rmw, v.mem, v.src);
        let source = |i: usize| self.hex((i < r.rmw.op.sources()).then_some(v.src[i]));
        [
            ("mem", self.hex(Some(v.mem))),
            ("src0", source(0)),
            ("src1", source(1)),
            ("expected_new", self.hex(want.new)),
            ("expected_returned", self.hex(want.returned)),
            ("new", self.hex(v.new)),
            ("returned", self.hex(v.returned)),
        ]
    }

    /// Whether the reading in force holds: `false` where an answer contradicts it; `None` where records have no answer, or it leaves every
    /// result open.
    pub fn agrees(&self) -> Option<bool> {
        let reading = &self.readings[0];
        match self.unanswered() {
            _ if reading.different != 0 => Some(false),
            0 if reading.equal != 0 => Some(true),
            _ => None,
        }
    }

    /// Records without the final value of memory.
    fn unanswered(&self) -> u64 {
        self.head.count - self.answered
    }

    /// Everything as JSON, schema `isotope-vectors-check/1`.
    pub fn json(&self) -> Value {
        let reading = |r: &'_ AlternativeTally| {
            let columns = |v: &Vector| self.columns(r, v).into_iter().collect();
            ReadingJson {
                op: r.op.clone(),
                chosen: r.chosen.clone(),
                equal: r.equal,
                different: r.different,
                open: r.open,
                first_different: r.first.iter().map(columns).collect(),
            }
        };
        let stored = self.stored.iter().map(|(v, n)| StoredJson { stored: self.hex(Some(*v)), times: *n });
        answer::json(&VectorsCheckJson {
            op: &self.readings[0].op,
            file: self.head.lines.iter().map(|(key, value)| (&**key, &**value)).collect(),
            vectors: self.head.count,
            answered: self.answered,
            unanswered: self.unanswered(),
            without_returned: self.partly,
            inputs_with: KINDS.into_iter().zip(self.kinds).collect(),
            readings: self.readings.iter().map(reading).collect(),
            agreeing: self.agreeing().iter().map(|r| &*r.op).collect(),
            stored_where_open_or_different: stored.collect(),
            other_values: self.more_values,
        })
    }

    /// Everything in lines.
    pub fn text(&self) -> String {
        let head = &self.head;
        let mut out = String::new();
        for (key, value) in &head.lines {
            let _ = writeln!(out, "{key}: {value}");
        }
        let _ = writeln!(out, "{} vectors, {} with a result", head.count, self.answered);
        if self.readings[0].rmw.op.is_float() {
            let counts: Vec<String> = KINDS.iter().zip(self.kinds).map(|(k, n)| format!("{k} {n}")).collect();
            let _ = writeln!(out, "inputs with a {}", counts.join(", "));
        }
        for r in &self.readings {
            let _ = writeln!(out, "{}: {} equal, {} different, {} open", r.op, r.equal, r.different, r.open);
            for v in &r.first {
                let text: Vec<String> = self.columns(r, v).iter().map(|(k, v)| format!("{k}={v}")).collect();
                let _ = writeln!(out, "  {}", text.join(" "));
            }
        }
        if !self.stored.is_empty() {
            let list: Vec<String> = self.stored.iter().map(|(v, n)| format!("{} ({n})", self.hex(Some(*v)))).collect();
            let _ = writeln!(out, "stored where the first is open or different: {}", list.join(", "));
        }
        if self.more_values != 0 {
            let _ = writeln!(out, "  and other values {} times", self.more_values);
        }
        if self.unanswered() != 0 {
            let _ = writeln!(
                out,
                "undecided: {} of {} vectors do not say what memory holds",
                self.unanswered(),
                head.count
            );
        }
        if self.partly != 0 {
            let _ = writeln!(out, "{} of {} answers have no returned value", self.partly, self.answered);
        }
        let _ = match self.agreeing().as_slice() {
            _ if self.answered == 0 => {
                writeln!(out, "nothing was compared: no vector says what memory holds, as when they are asked")
            }
            [] => writeln!(out, "no alternative agrees"),
            all => writeln!(
                out,
                "{}: {}",
                if self.unanswered() == 0 { "agrees" } else { "agrees so far" },
                all.iter().map(|r| r.op.as_str()).collect::<Vec<_>>().join("; ")
            ),
        };
        out
    }
}

/// Output of `isotope vectors --check --json`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct VectorsCheckJson<'a> {
    op: &'a str,
    /// The head of the file
    file: BTreeMap<&'a str, &'a str>,
    vectors: u64,
    answered: u64,
    /// Records without the final value of memory
    unanswered: u64,
    /// Answers without the returned value
    without_returned: u64,
    inputs_with: BTreeMap<&'static str, u64>,
    readings: Vec<ReadingJson>,
    /// Readings that no answer contradicts
    agreeing: Vec<&'a str>,
    stored_where_open_or_different: Vec<StoredJson>,
    other_values: u64,
}

#[derive(Serialize, JsonSchema)]
struct ReadingJson {
    op: String,
    chosen: Vec<String>,
    equal: u64,
    different: u64,
    open: u64,
    first_different: Vec<BTreeMap<&'static str, String>>,
}

#[derive(Serialize, JsonSchema)]
struct StoredJson {
    stored: String,
    times: u64,
}

/// The readings of an assumption beside the one in force, as `ID=VALUE`; the default, too, where `op` chooses another.
fn others(id: &str, op: &str) -> Vec<String> {
    let Some(a) = assume::find(id) else { return Vec::new() };
    let default = Some(a.default).filter(|_| op.contains(id));
    let all = a.alternatives.iter().copied().chain(default);
    all.map(|v| format!("{id}={}", v.split(' ').next().unwrap_or(v))).collect()
}

/// Which of [`KINDS`] a value is, a bit each; a pair is what its halves are.
fn kinds(rmw: &Rmw, v: u64) -> u8 {
    let bits = rmw.size.bits();
    if rmw.is_pair() {
        let half = bits / 2;
        return kind(half, v & ((1 << half) - 1)) | kind(half, v >> half);
    }
    kind(bits, v)
}

fn kind(bits: u32, v: u64) -> u8 {
    let mantissa = match bits {
        16 => 10,
        32 => 23,
        _ => 52,
    };
    let (exponent, fraction) = ((v >> mantissa) & ((1 << (bits - 1 - mantissa)) - 1), v & ((1 << mantissa) - 1));
    let top = exponent == (1 << (bits - 1 - mantissa)) - 1;
    match (top, exponent, fraction) {
        (true, _, 0) => 2,
        (true, ..) => 1,
        (_, 0, 0) => 8,
        (_, 0, _) => 4,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_floats() {
        for (bits, v, want) in [
            (32, 0x7f80_0001, 1),
            (32, 0xff80_0000, 2),
            (32, 0x8000_0001, 4),
            (32, 0x8000_0000, 8),
            (32, 0x3f80_0000, 0),
            (16, 0x7c01, 1),
            (64, 0x0000_0000_0000_0001, 4),
            (64, 0xfff8_0000_0000_0000, 1),
        ] {
            assert_eq!(kind(bits, v), want, "{v:#x}");
        }
    }

    #[test]
    fn readings_of_an_operation() {
        let ops = |op: &str, bits| {
            Check::new(op, Head { bits, count: 0, lines: Vec::new() })
                .map(|c| c.readings.into_iter().map(|r| r.op).collect::<Vec<_>>())
        };
        assert_eq!(ops("sm_50:ATOM.INC", 32).unwrap(), ["sm_50:ATOM.INC"]);
        let add = ops("sm_50:ATOM.ADD.F32.FTZ.RN", 32).unwrap();
        assert_eq!(add.len(), 4, "{add:?}");
        assert_eq!(add[1], "sm_50:ATOM.ADD.F32.FTZ.RN,nv.l2_nan=quiet");
        // One that was chosen gives way to the others, the default among them.
        let add = ops("sm_50:ATOM.ADD.F32.FTZ.RN,nv.l2_nan=quiet", 32).unwrap();
        assert!(add.len() == 4 && add[3].ends_with(",nv.l2_nan=quiet,nv.l2_nan=all-ones"), "{add:?}");
        // Two assumptions meet in every way.
        let min = ops("sm_60:ATOM.MIN.F16x2.RN", 32).unwrap();
        assert!(
            min.contains(&"sm_60:ATOM.MIN.F16x2.RN,nv.l2_nan=quiet,nv.f16x2_minmax_nan=first".to_string()),
            "{min:?}"
        );
        assert!(ops("sm_50:ATOM.INC", 64).unwrap_err().to_string().contains("expected words of 32 bits, found 64"));
    }
}
