//! Where two traces part, up to what is declared to be free.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{AccessJson, Trace, TracedAccess};
use crate::answer;

/// What of the order of accesses is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// All of it: the first line with the first.
    Total,
    /// That of each wave; waves may take turns otherwise.
    #[default]
    Waves,
    /// That of each work-item; lanes of a wave may be served otherwise, too. For emulators without waves.
    Items,
    /// None: at each place, each kind of access as often.
    None,
}

/// What an access is compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Field {
    Wave,
    Lane,
    Item,
    At,
    Op,
    Old,
    New,
    Pc,
    Line,
}

impl Field {
    /// All of them.
    pub const ALL: [Field; 9] =
        [Field::Wave, Field::Lane, Field::Item, Field::At, Field::Op, Field::Old, Field::New, Field::Pc, Field::Line];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Field::Wave => "wave",
            Field::Lane => "lane",
            Field::Item => "item",
            Field::At => "at",
            Field::Op => "op",
            Field::Old => "old",
            Field::New => "new",
            Field::Pc => "pc",
            Field::Line => "line",
        }
    }
}

impl Order {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Order); 4] =
        [("total", Order::Total), ("waves", Order::Waves), ("items", Order::Items), ("none", Order::None)];
}

/// What is free.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// What of the order counts.
    pub order: Order,
    /// Fields that do not count. Addresses never count where both accesses lie in buffers of one name, and what one of both traces
    /// does not know counts for neither.
    pub ignore: BTreeSet<Field>,
    /// Only accesses to these buffers, where some are named.
    pub buffers: Vec<String>,
    /// Only accesses to these kinds of memory, where some are named.
    pub spaces: Vec<String>,
    /// Accesses that are made for the wave as a whole do not count.
    pub no_whole: bool,
}

/// A trace at the point where the two part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceSide {
    /// The access; none where the trace has no more there.
    pub access: Option<TracedAccess>,
    /// The last write to the place before it.
    pub writer: Option<TracedAccess>,
}

/// Where two traces part.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// Whose accesses are compared there: a wave, a work-item, a place; empty for the total order.
    pub of: String,
    /// Which of them it is, from 1.
    pub position: usize,
    /// What differs.
    pub fields: Vec<&'static str>,
    /// The two.
    pub sides: [TraceSide; 2],
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// Accesses of each that were compared.
    pub compared: [usize; 2],
    /// Accesses of each that were left out, by what is said of buffers and memories.
    pub left_out: [usize; 2],
    /// Where they part first; none where they are equal.
    pub difference: Option<Difference>,
}

/// Accesses whose order counts, by what they have in common.
type Runs<'t> = BTreeMap<String, Vec<&'t TracedAccess>>;

/// Compares two traces.
///
/// # Examples
/// ```
/// use isotope::memory_trace::{Options, Trace, diff};
/// let head = r#"{"schema":"isotope-memory-trace/1","groups":[1,1,1],"group_size":[1,1,1]}"#;
/// let store = |new| format!("{head}\n{{\"group\":[0,0,0],\"wave\":0,\"space\":\"global\",\"at\":64,\"bytes\":1,\"op\":\"store\",\"new\":\"{new}\"}}\n");
/// let [a, b] = ["0x07", "0x08"].map(|new| Trace::read(store(new).as_bytes()).unwrap());
/// assert_eq!(diff(&a, &a, &Options::default()).difference, None);
/// assert_eq!(diff(&a, &b, &Options::default()).difference.unwrap().fields, ["new"]);
/// ```
pub fn diff(a: &Trace, b: &Trace, options: &Options) -> Verdict {
    let kept = |trace: &'_ Trace| -> Vec<usize> {
        let counts = |access: &TracedAccess| {
            let of = access.buffer.as_ref().is_some_and(|(name, _)| options.buffers.iter().any(|b| **b == **name));
            let space = options.spaces.is_empty() || options.spaces.iter().any(|s| **s == *access.space);
            (options.buffers.is_empty() || of) && space && !(options.no_whole && access.whole)
        };
        (0..trace.accesses.len()).filter(|n| counts(&trace.accesses[*n])).collect()
    };
    let (of_a, of_b) = (kept(a), kept(b));
    let compared = [of_a.len(), of_b.len()];
    let left_out = [a.accesses.len() - of_a.len(), b.accesses.len() - of_b.len()];
    let (runs_a, runs_b) = (runs(a, &of_a, options), runs(b, &of_b, options));
    let mut first: Option<(u64, Difference)> = None;
    let keys: BTreeSet<&String> = runs_a.keys().chain(runs_b.keys()).collect();
    let none = Vec::new();
    for key in keys {
        let (x, y) = (runs_a.get(key).unwrap_or(&none), runs_b.get(key).unwrap_or(&none));
        let found = match options.order {
            Order::None => apart(x, y, options),
            _ => (0..x.len().max(y.len())).find_map(|n| {
                let sides = (x.get(n).copied(), y.get(n).copied());
                let fields = match sides {
                    (Some(a), Some(b)) => fields(a, b, options),
                    _ => vec!["missing"],
                };
                (!fields.is_empty()).then_some((n, sides, fields))
            }),
        };
        let Some((n, (left, right), fields)) = found else { continue };
        let line = left.map_or(u64::MAX, |a| a.line).min(right.map_or(u64::MAX, |b| b.line));
        if first.as_ref().is_none_or(|(known, _)| line < *known) {
            let side = |trace: &Trace, access: Option<&TracedAccess>, other: Option<&TracedAccess>| TraceSide {
                access: access.cloned(),
                writer: access.or(other).and_then(|at| writer(trace, at, access)),
            };
            let sides = [side(a, left, right), side(b, right, left)];
            first = Some((line, Difference { of: key.clone(), position: n + 1, fields, sides }));
        }
    }
    Verdict { compared, left_out, difference: first.map(|(_, difference)| difference) }
}

fn runs<'t>(trace: &'t Trace, kept: &[usize], options: &Options) -> Runs<'t> {
    let mut runs = Runs::new();
    for access in kept.iter().map(|n| &trace.accesses[*n]) {
        let launch = if trace.launches.len() > 1 { format!("launch {}, ", access.launch) } else { String::new() };
        let [x, y, z] = access.group;
        let number = |n: Option<u32>| n.map_or("?".into(), |n| n.to_string());
        let key = match options.order {
            Order::Total => launch,
            Order::Waves => format!("{launch}group ({x},{y},{z}) wave {}", number(access.wave)),
            Order::Items => format!("{launch}group ({x},{y},{z}) item {}", number(access.item)),
            Order::None if matches!(&*access.space, "shared" | "private") => {
                format!("{launch}group ({x},{y},{z}) {}", access.place())
            }
            Order::None => format!("{launch}{}", access.place()),
        };
        runs.entry(key).or_default().push(access);
    }
    runs
}

/// What of two accesses differs, as far as it counts and both know it.
fn fields(a: &TracedAccess, b: &TracedAccess, options: &Options) -> Vec<&'static str> {
    fn known<T: PartialEq>(a: &Option<T>, b: &Option<T>) -> bool {
        a.is_some() && b.is_some() && a != b
    }
    let items = options.order == Order::Items;
    let place = match (&a.buffer, &b.buffer) {
        (Some(x), Some(y)) => x != y,
        _ => a.at != b.at,
    };
    let differs = |field: Field| match field {
        Field::Wave => !items && known(&a.wave, &b.wave),
        Field::Lane => !items && known(&a.lane, &b.lane),
        Field::Item => known(&a.item, &b.item),
        Field::At => place || a.space != b.space || a.bytes != b.bytes,
        Field::Op => a.op != b.op,
        Field::Old => known(&a.old, &b.old),
        Field::New => known(&a.new, &b.new) || a.dropped != b.dropped,
        Field::Pc => known(&a.pc, &b.pc),
        Field::Line => known(&a.source, &b.source),
    };
    let mut fields: Vec<&str> =
        Field::ALL.into_iter().filter(|f| !options.ignore.contains(f) && differs(*f)).map(Field::name).collect();
    if a.group != b.group {
        fields.insert(0, "group");
    }
    fields
}

type Mismatch<'t> = (usize, (Option<&'t TracedAccess>, Option<&'t TracedAccess>), Vec<&'static str>);

/// The first access at a place that one trace has more often.
fn apart<'t>(x: &[&'t TracedAccess], y: &[&'t TracedAccess], options: &Options) -> Option<Mismatch<'t>> {
    let key = |access: &TracedAccess| {
        let keeps = |field: Field| !options.ignore.contains(&field);
        let part = |field: Field, text: String| if keeps(field) { text } else { String::new() };
        let parts = [
            part(Field::Op, access.op.to_string()),
            part(Field::Old, format!("{:?}", access.old)),
            part(Field::New, format!("{:?}", access.new)),
            part(Field::Item, format!("{:?}{:?}", access.group, access.item)),
            part(Field::Pc, format!("{:?}", access.pc)),
            part(Field::Line, format!("{:?}", access.source)),
            access.bytes.to_string(),
        ];
        parts.join("|")
    };
    let mut counts: HashMap<String, i64> = HashMap::new();
    y.iter().for_each(|access| *counts.entry(key(access)).or_default() += 1);
    for (n, access) in x.iter().enumerate() {
        let left = counts.entry(key(access)).or_default();
        *left -= 1;
        if *left < 0 {
            return Some((n, (Some(*access), None), vec!["missing"]));
        }
    }
    // What is left over, the first in order.
    let (n, access) = y.iter().enumerate().rev().find(|(_, access)| {
        counts.get_mut(&key(access)).is_some_and(|left| {
            *left -= 1;
            *left == 0
        })
    })?;
    Some((n, (None, Some(*access)), vec!["missing"]))
}

/// The last write to a place before an access of the same trace; the last of all where the trace has no such access.
fn writer(trace: &Trace, at: &TracedAccess, before: Option<&TracedAccess>) -> Option<TracedAccess> {
    let overlaps = |access: &&TracedAccess| {
        let same = match (&access.buffer, &at.buffer) {
            (Some((x, i)), Some((y, j))) => {
                x == y && i < &(j + u64::from(at.bytes)) && j < &(i + u64::from(access.bytes))
            }
            _ => {
                access.space == at.space
                    && access.at < at.at.saturating_add(at.bytes.into())
                    && at.at < access.at.saturating_add(access.bytes.into())
            }
        };
        let mine = match &*at.space {
            "shared" => access.group == at.group,
            "private" => access.group == at.group && access.item == at.item,
            _ => true,
        };
        same && mine && access.launch == at.launch && access.writes() && before.is_none_or(|b| access.line < b.line)
    };
    trace.accesses.iter().rev().find(overlaps).cloned()
}

impl Verdict {
    /// In words; `names` are those of the two traces.
    pub fn text(&self, names: [&str; 2]) -> String {
        let [a, b] = self.compared;
        let left = match self.left_out {
            [0, 0] => String::new(),
            [x, y] => format!("; {x} and {y} left out"),
        };
        let Some(difference) = &self.difference else { return format!("equal: {a} and {b} accesses{left}\n") };
        let of = if difference.of.is_empty() {
            String::new()
        } else {
            format!(" of {}", difference.of.trim_end_matches(", "))
        };
        let what = match difference.fields[..] {
            ["missing"] => "one has an access that the other has not".into(),
            _ => format!("differ in {}", difference.fields.join(", ")),
        };
        let mut out = format!("{what}, at access {}{of}\n", difference.position);
        for (name, side) in names.into_iter().zip(&difference.sides) {
            match &side.access {
                Some(access) => out += &format!("{name}:{}: {access}\n", access.line),
                None => out += &format!("{name}: no such access\n"),
            }
            match (&side.writer, &side.access) {
                (Some(writer), _) => out += &format!("  written last by {name}:{}: {writer}\n", writer.line),
                (None, Some(_)) => out += "  not written before\n",
                (None, None) => {}
            }
        }
        out + &format!("{a} and {b} accesses compared{left}\n")
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        let difference = self.difference.as_ref().map(|d| DifferenceJson {
            of: &d.of,
            position: d.position,
            fields: &d.fields,
            a: (&d.sides[0]).into(),
            b: (&d.sides[1]).into(),
        });
        answer::json(&TraceDiffJson {
            equal: self.difference.is_none(),
            compared: self.compared,
            left_out: self.left_out,
            difference,
        })
    }
}

/// Output of `isotope trace diff --json`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TraceDiffJson<'a> {
    equal: bool,
    compared: [usize; 2],
    left_out: [usize; 2],
    difference: Option<DifferenceJson<'a>>,
}

/// Where two traces part.
#[derive(Serialize, JsonSchema)]
struct DifferenceJson<'a> {
    /// Whose accesses are compared there: a wave, a work-item, a place; empty for the total order
    of: &'a str,
    /// Which of them it is, from 1
    position: usize,
    fields: &'a [&'static str],
    a: SideJson<'a>,
    b: SideJson<'a>,
}

#[derive(Serialize, JsonSchema)]
struct SideJson<'a> {
    /// Null where the trace has no more there
    access: Option<AccessLineJson<'a>>,
    /// The last write to the place before it
    written_by: Option<AccessLineJson<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct AccessLineJson<'a> {
    #[serde(flatten)]
    access: AccessJson<'a>,
    /// Of the trace
    line: u64,
}

impl<'a> From<&'a TraceSide> for SideJson<'a> {
    fn from(side: &'a TraceSide) -> Self {
        let line = |access: &'a TracedAccess| AccessLineJson { access: access.into(), line: access.line };
        SideJson { access: side.access.as_ref().map(line), written_by: side.writer.as_ref().map(line) }
    }
}
