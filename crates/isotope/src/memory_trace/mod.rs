//! What every access of a launch did to memory, as lines that another run or another emulator can be compared with.
//!
//! A trace is text, an object of JSON a line. Each launch begins with a line of its own ([`Head`]), and each access of a lane is one
//! behind it ([`TracedAccess`]). [`Recorder`] writes traces, [`Trace::read`] reads them, [`diff`] finds where two of them part, and
//! [`import`] makes them from what others write.
//!
//! # Shape
//! The first line of a launch: `schema` (`isotope-memory-trace/1`), `by`, `target`, `kernel`, `groups`, `group_size`, `wave_size`, `buffers`
//! (`name`, `address`, `bytes`). An access: `group` (x, y, z), `wave` of the group, `lane` of the wave, `item` (the work-item, counted in its
//! group, x first), `space` (`global`, `shared`, `private`, `gds`), `at` (address, or offset), `buffer` and `offset` in it where it lies in one, `bytes`,
//! `op` (`load`, `store`, `atomic.add` ..), `old` and `new` (hexadecimal digits of so many bytes; null where nothing is read or written, or it is not
//! known), `pc` (byte address of the instruction), `source`. `whole` is true of an access that is made for the wave, or of an element of
//! a formatted buffer or image; `dropped` of one that does nothing because it is out of range. What is not known is left out.

mod diff;
mod import;
mod record;

use std::fmt;
use std::io::{BufRead, Read};
use std::sync::Arc;

use isotope_machine::Deed;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::answer::{self, Hex};
use crate::error::{Context, Result, bail, ensure};

pub(crate) use diff::TraceDiffJson;
pub use diff::{Difference, Field, Options, Order, TraceSide, Verdict, diff};
pub use import::{FORMATS, import};
pub use record::{Recorder, Watch};

/// What the first line of a launch calls itself.
pub const SCHEMA: &str = "isotope-memory-trace/1";

/// Bytes of a line at most, and accesses that are read at most.
const LINE: usize = 64 << 10;
const ACCESSES: usize = 50_000_000;

/// The `op` of an access: `load`, `store`, or the operation of an atomic such as `atomic.add`.
pub fn operation(deed: &Deed) -> String {
    match deed {
        Deed::Load => "load".into(),
        Deed::Store(_) => "store".into(),
        Deed::Atomic { rmw, .. } => format!("atomic.{}", rmw.op.name()),
    }
}

/// A buffer of a launch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Buffer {
    /// Its name.
    pub name: Arc<str>,
    /// Where it begins.
    pub address: u64,
    /// Its bytes.
    pub bytes: u64,
}

/// What is known of a launch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Head {
    /// The program that wrote the trace.
    pub by: String,
    /// The kernel.
    pub kernel: String,
    /// The target.
    pub target: String,
    /// Groups.
    pub groups: [u32; 3],
    /// Work-items of a group.
    pub group_size: [u32; 3],
    /// Work-items of a wave; 0 where there are no waves.
    pub wave_size: u32,
    /// Buffers.
    pub buffers: Vec<Buffer>,
}

/// What an access did. Values have up to 16 bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TracedAccess {
    /// The launch, from 0.
    pub launch: u32,
    /// The line, from 1.
    pub line: u64,
    /// The group.
    pub group: [u32; 3],
    /// The wave of the group.
    pub wave: Option<u32>,
    /// The lane of the wave.
    pub lane: Option<u32>,
    /// The work-item of the group.
    pub item: Option<u32>,
    /// `global`, `shared`, `private` or `gds`.
    pub space: Arc<str>,
    /// Address or offset.
    pub at: u64,
    /// The buffer that it lies in, and the offset there.
    pub buffer: Option<(Arc<str>, u64)>,
    /// Bytes.
    pub bytes: u32,
    /// `load`, `store`, or `atomic.` and the operation.
    pub op: Arc<str>,
    /// What was there, as far as it is known.
    pub old: Option<u128>,
    /// What is there since.
    pub new: Option<u128>,
    /// The instruction.
    pub pc: Option<u32>,
    /// Its source line.
    pub source: Option<Arc<str>>,
    /// For the wave as a whole, or an element.
    pub whole: bool,
    /// Nothing was done, because it is out of range.
    pub dropped: bool,
}

/// A trace that has been read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trace {
    /// The launches.
    pub launches: Vec<Head>,
    /// The accesses in order.
    pub accesses: Vec<TracedAccess>,
}

/// A line of `isotope run --trace-memory` and of `isotope trace import`; docs/traces.md has its words.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum TraceLineJson<'a> {
    Head(HeadJson<'a>),
    Access(AccessJson<'a>),
}

/// The first line of a launch.
#[derive(Serialize, JsonSchema)]
pub(crate) struct HeadJson<'a> {
    #[schemars(extend("const" = SCHEMA))]
    schema: &'static str,
    by: &'a str,
    target: &'a str,
    kernel: &'a str,
    groups: [u32; 3],
    group_size: [u32; 3],
    /// 0 where there are no waves
    wave_size: u32,
    buffers: &'a [Buffer],
}

/// An access.
#[derive(Serialize, JsonSchema)]
pub(crate) struct AccessJson<'a> {
    group: [u32; 3],
    wave: Option<u32>,
    lane: Option<u32>,
    item: Option<u32>,
    space: &'a str,
    at: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    buffer: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<u64>,
    bytes: u32,
    op: &'a str,
    old: Option<Hex>,
    new: Option<Hex>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pc: Option<u32>,
    /// FILE:LINE
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    /// Whether it is made for a wave as a whole
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    whole: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    dropped: bool,
}

impl<'a> From<&'a TracedAccess> for AccessJson<'a> {
    fn from(access: &'a TracedAccess) -> Self {
        let bits = |value: Option<u128>| value.map(|value| Hex::of_width(value, 8 * access.bytes));
        AccessJson {
            group: access.group,
            wave: access.wave,
            lane: access.lane,
            item: access.item,
            space: &access.space,
            at: access.at,
            buffer: access.buffer.as_ref().map(|(name, _)| &**name),
            offset: access.buffer.as_ref().map(|(_, offset)| *offset),
            bytes: access.bytes,
            op: &access.op,
            old: bits(access.old),
            new: bits(access.new),
            pc: access.pc,
            source: access.source.as_deref(),
            whole: access.whole,
            dropped: access.dropped,
        }
    }
}

/// So many bytes as digits.
fn digits(value: u128, bytes: u32) -> String {
    format!("{value:#0digits$x}", digits = 2 + 2 * bytes as usize)
}

impl TracedAccess {
    /// Whether it writes.
    pub fn writes(&self) -> bool {
        (self.new.is_some() || &*self.op != "load") && !self.dropped
    }

    /// Where it is, in words: `out+0xc`, `global 0x200000000`, `shared 0x10`.
    pub fn place(&self) -> String {
        match &self.buffer {
            Some((name, offset)) => format!("{name}+{offset:#x}"),
            None => format!("{} {:#x}", self.space, self.at),
        }
    }

    /// Group, wave, lane and work-item, in words.
    pub fn who(&self) -> String {
        let [x, y, z] = self.group;
        let part = |name: &str, of: Option<u32>| of.map_or(String::new(), |n| format!(" {name} {n}"));
        let (wave, lane) = (part("wave", self.wave), part("lane", self.lane));
        let item = if self.wave.is_none() { part("item", self.item) } else { String::new() };
        format!("group ({x},{y},{z}){wave}{lane}{item}")
    }

    /// As a line of a trace, without its end.
    pub fn json(&self) -> Value {
        answer::part(&TraceLineJson::Access(self.into()))
    }
}

impl fmt::Display for TracedAccess {
    /// `atomic.add of bins+0x4, 4 bytes: 0x00000000 -> 0x00000001, by group (0,0,0) wave 0 lane 3 at 0x0128 (lines.cl:5)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = |value: Option<u128>| value.map_or("?".into(), |value| digits(value, self.bytes));
        let values = match &*self.op {
            "load" => value(self.old),
            _ if self.dropped => "dropped".into(),
            _ => format!("{} -> {}", value(self.old), value(self.new)),
        };
        write!(f, "{} of {}, {} bytes: {values}, by {}", self.op, self.place(), self.bytes, self.who())?;
        if let Some(pc) = self.pc {
            write!(f, " at {pc:#06x}")?;
        }
        self.source.as_ref().map_or(Ok(()), |source| write!(f, " ({source})"))
    }
}

impl Head {
    /// As the first line of a launch.
    pub fn json(&self) -> Value {
        answer::part(&TraceLineJson::Head(HeadJson {
            schema: SCHEMA,
            by: &self.by,
            target: &self.target,
            kernel: &self.kernel,
            groups: self.groups,
            group_size: self.group_size,
            wave_size: self.wave_size,
            buffers: &self.buffers,
        }))
    }

    /// The buffer in which an address lies, and the offset there.
    pub fn buffer(&self, at: u64) -> Option<(Arc<str>, u64)> {
        let inside = |b: &&Buffer| at >= b.address && at - b.address < b.bytes;
        self.buffers.iter().find(inside).map(|b| (Arc::clone(&b.name), at - b.address))
    }
}

/// String interner.
#[derive(Default)]
struct Interner(Vec<Arc<str>>);

impl Interner {
    fn of(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.0.iter().rev().take(64).find(|known| &***known == name) {
            return Arc::clone(known);
        }
        let new: Arc<str> = name.into();
        self.0.push(Arc::clone(&new));
        new
    }
}

impl Trace {
    /// Reads a trace.
    ///
    /// # Errors
    /// The line that is wrong, what is expected there and what is found.
    pub fn read(mut input: impl BufRead) -> Result<Trace> {
        let (mut trace, mut names, mut bytes, mut line) = (Trace::default(), Interner::default(), Vec::new(), 0);
        loop {
            bytes.clear();
            line += 1;
            let got = (&mut input).take(LINE as u64 + 1).read_until(b'\n', &mut bytes).context("cannot read")?;
            if got == 0 {
                break;
            }
            ensure!(bytes.len() <= LINE, "line {line}: expected at most {LINE} bytes, found more");
            if bytes.trim_ascii().is_empty() {
                continue;
            }
            let value: Value = serde_json::from_slice(&bytes).with_context(|| format!("line {line}: expected JSON"))?;
            trace.add(&value, line, &mut names).with_context(|| format!("line {line}"))?;
        }
        ensure!(
            !trace.launches.is_empty(),
            "expected a trace, whose first line has `\"schema\":\"{SCHEMA}\"`, found nothing"
        );
        Ok(trace)
    }

    fn add(&mut self, value: &Value, line: u64, names: &mut Interner) -> Result<()> {
        if let Some(schema) = value.get("schema") {
            ensure!(schema == SCHEMA, "expected the schema {SCHEMA}, found {schema}");
            self.launches.push(head(value, names)?);
            return Ok(());
        }
        let Some(launch) = self.launches.len().checked_sub(1) else {
            bail!("expected the first line of a trace, with `\"schema\":\"{SCHEMA}\"`")
        };
        ensure!(
            self.accesses.len() < ACCESSES,
            "expected at most {ACCESSES} accesses, found more: trace a smaller launch"
        );
        let access = access(value, launch as u32, line, names)?;
        self.accesses.push(access);
        Ok(())
    }
}

/// A number of a line.
fn number(value: &Value, name: &str) -> Result<Option<u64>> {
    match &value[name] {
        Value::Null => Ok(None),
        other => {
            other.as_u64().map(Some).with_context(|| format!("`{name}`: expected a number, found {}", short(other)))
        }
    }
}

fn small(value: &Value, name: &str) -> Result<Option<u32>> {
    let number = number(value, name)?;
    number
        .map(|n| u32::try_from(n).ok().with_context(|| format!("`{name}`: expected a number below 2^32, found {n}")))
        .transpose()
}

fn text<'v>(value: &'v Value, name: &str) -> Result<&'v str> {
    value[name].as_str().with_context(|| format!("`{name}`: expected a string, found {}", short(&value[name])))
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.len() > 40 { "something longer".into() } else { text }
}

fn three(value: &Value, name: &str) -> Result<[u32; 3]> {
    let list = value[name].as_array().filter(|list| list.len() == 3);
    let numbers: Option<Vec<u32>> =
        list.and_then(|list| list.iter().map(|n| u32::try_from(n.as_u64()?).ok()).collect());
    let numbers = numbers.and_then(|numbers| <[u32; 3]>::try_from(numbers).ok());
    numbers.with_context(|| format!("`{name}`: expected three numbers, found {}", short(&value[name])))
}

fn head(value: &Value, names: &mut Interner) -> Result<Head> {
    let said = |name: &str| value[name].as_str().unwrap_or_default().to_string();
    let mut head = Head {
        by: said("by"),
        kernel: said("kernel"),
        target: said("target"),
        groups: three(value, "groups")?,
        group_size: three(value, "group_size")?,
        wave_size: small(value, "wave_size")?.unwrap_or(0),
        buffers: Vec::new(),
    };
    for buffer in value["buffers"].as_array().map_or(&[][..], Vec::as_slice) {
        let (address, bytes) = (number(buffer, "address")?, number(buffer, "bytes")?);
        let (address, bytes) = address.zip(bytes).context("`buffers`: expected `address` and `bytes`")?;
        head.buffers.push(Buffer { name: names.of(text(buffer, "name")?), address, bytes });
    }
    Ok(head)
}

fn access(value: &Value, launch: u32, line: u64, names: &mut Interner) -> Result<TracedAccess> {
    let bytes = small(value, "bytes")?.filter(|bytes| (1..=16).contains(bytes)).context("`bytes`: expected 1 to 16")?;
    let bits = |name: &str| -> Result<Option<u128>> {
        if value[name].is_null() {
            return Ok(None);
        }
        let digits = text(value, name)?;
        let parsed = digits.strip_prefix("0x").and_then(|digits| u128::from_str_radix(digits, 16).ok());
        let fits = parsed.filter(|value| bytes == 16 || value >> (8 * bytes) == 0);
        fits.map(Some).with_context(|| {
            format!("`{name}`: expected 0x and digits of {bytes} bytes, found `{}`", digits.escape_debug())
        })
    };
    let space = text(value, "space")?;
    ensure!(
        matches!(space, "global" | "shared" | "private" | "gds"),
        "`space`: expected global, shared, private or gds, found `{}`",
        space.escape_debug()
    );
    let op = text(value, "op")?;
    ensure!(
        matches!(op, "load" | "store") || op.starts_with("atomic."),
        "`op`: expected load, store or atomic.NAME, found `{}`",
        op.escape_debug()
    );
    let buffer = match value["buffer"].is_null() {
        true => None,
        false => Some((
            names.of(text(value, "buffer")?),
            number(value, "offset")?.context("`offset`: expected where in the buffer")?,
        )),
    };
    Ok(TracedAccess {
        launch,
        line,
        group: three(value, "group")?,
        wave: small(value, "wave")?,
        lane: small(value, "lane")?,
        item: small(value, "item")?,
        space: names.of(space),
        at: number(value, "at")?.context("`at`: expected an address or an offset")?,
        buffer,
        bytes,
        op: names.of(op),
        old: bits("old")?,
        new: bits("new")?,
        pc: small(value, "pc")?,
        source: value["source"].as_str().map(|source| names.of(source)),
        whole: value["whole"] == true,
        dropped: value["dropped"] == true,
    })
}
