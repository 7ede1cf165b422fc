//! The synchronization unit before and after a request: what of it the instruction names.

use isotope_machine::sync::config::Buffer;
use isotope_machine::sync::gds::Registers;
use isotope_machine::sync::{Nack, Unit, WaveId};
use isotope_machine::{Deed, Dispatch, MemoryAccess, Storage, Subject, subject};
use isotope_target::operation::push_value;
use schemars::JsonSchema;
use serde::Serialize;

use super::run::Ran;
use crate::answer::Hex;

/// What the instruction names, before and after.
pub struct UnitChange {
    /// What it is: `gws[3]`.
    pub name: String,
    /// What the VMID owns of its kind.
    pub owned: String,
    /// Lines and values.
    pub before: (Vec<String>, UnitStateJson),
    pub after: (Vec<String>, UnitStateJson),
}

impl From<UnitChange> for UnitJson {
    fn from(UnitChange { name, owned, before, after }: UnitChange) -> Self {
        UnitJson { name, owned, before: before.1, after: after.1 }
    }
}

/// What the instruction names of the synchronization unit, before and after.
#[derive(Serialize, JsonSchema)]
pub(super) struct UnitJson {
    name: String,
    /// What the VMID owns of its kind
    owned: String,
    before: UnitStateJson,
    after: UnitStateJson,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum UnitStateJson {
    Resource(ResourceJson),
    Counter(CounterJson),
    Value(ValueJson),
    /// What accesses reach
    Memory(Vec<DwordJson>),
}

/// A GWS resource.
#[derive(Serialize, JsonSchema)]
pub struct ResourceJson {
    #[serde(rename = "type")]
    kind: String,
    counter: u32,
    flag: u8,
    fifo: Vec<EntryJson>,
    released: Vec<u32>,
}

#[derive(Serialize, JsonSchema)]
struct EntryJson {
    wave: u32,
    tag: u8,
}

/// An ordered counter.
#[derive(Serialize, JsonSchema)]
pub struct CounterJson {
    value: Hex,
    ring: Option<u32>,
    free: Option<u32>,
    walker: u32,
    pending: Vec<u32>,
}

/// A register or a word of the GDS.
#[derive(Serialize, JsonSchema)]
pub struct ValueJson {
    value: Hex,
}

#[derive(Serialize, JsonSchema)]
pub struct DwordJson {
    at: u32,
    value: Hex,
}

/// What a request of the instruction is about; nothing where it makes none.
pub fn shown(dispatch: &Dispatch, ran: &Ran) -> Option<UnitChange> {
    let request = dispatch.program.requests.first()?;
    let (was, is) = (ran.before.1.unit()?, ran.after.1.unit()?);
    let about = subject(dispatch, &was, &ran.before.0.waves[0], request);
    // What a handler gave in between makes it another resource.
    let since = subject(dispatch, &is, &ran.before.0.waves[0], request);
    let vmid = dispatch.vmid;
    let owned = was.vmid(vmid);
    let (name, owned) = match about {
        Subject::Resource(n) | Subject::Refused(Nack { resource: n, .. }) => {
            let range = owned.gws;
            (format!("gws[{n}]"), format!("VMID {vmid} owns {} GWS resources from {} on", range.size, range.base))
        }
        Subject::Counter(n) => {
            (format!("gs[{n}]"), format!("VMID {vmid} owns the ordered counters {:#06x}", owned.ordered))
        }
        Subject::Register(n) => (format!("gs[{n}]"), "all VMIDs share the GS registers".into()),
        Subject::Dword(at) => (format!("gds[{at:#x}]"), memory(vmid, &was)),
        Subject::Memory => ("gds".into(), memory(vmid, &was)),
    };
    Some(UnitChange { name, owned, before: state(&was, about, ran, false), after: state(&is, since, ran, true) })
}

fn memory(vmid: u8, unit: &Unit) -> String {
    let range = unit.vmid(vmid).gds;
    format!("VMID {vmid} owns {:#x} bytes of the GDS from {:#x} on", range.size, range.base)
}

/// A value in all digits of so many bits.
pub fn hex(value: u64, bits: u32) -> String {
    let mut out = String::new();
    push_value(Some(value), bits.div_ceil(4), &mut out);
    out
}

fn list(waves: impl Iterator<Item = WaveId>) -> String {
    let all: Vec<String> = waves.map(|wave| wave.0.to_string()).collect();
    match &all[..] {
        [] => String::new(),
        [one] => format!("wave {one}"),
        _ => format!("waves {}", all.join(", ")),
    }
}

fn state(unit: &Unit, about: Subject, ran: &Ran, after: bool) -> (Vec<String>, UnitStateJson) {
    match about {
        Subject::Resource(n) | Subject::Refused(Nack { resource: n, .. }) => resource(unit, n),
        Subject::Counter(n) => counter(unit, n),
        Subject::Register(n) => {
            let text = hex(unit.registers().get(n), if Registers::is_wide(n) { 64 } else { 32 });
            (vec![format!("gs[{n}] = {text}")], UnitStateJson::Value(ValueJson { value: Hex::printed(&text) }))
        }
        Subject::Dword(at) => {
            let text = hex(unit.gds().load(at, 4), 32);
            (vec![format!("gds[{at:#x}] = {text}")], UnitStateJson::Value(ValueJson { value: Hex::printed(&text) }))
        }
        Subject::Memory => {
            let (mut lines, mut values) = (Vec::new(), Vec::new());
            let reaches =
                |a: &&MemoryAccess| a.storage == Storage::Device && !matches!(a.deed, Deed::Atomic { old: None, .. });
            let device = ran.seen.accesses.iter().filter(reaches);
            for access in device {
                let at = access.at as u32;
                let text = hex(unit.gds().load(at, u32::from(access.bytes).min(8)), 8 * u32::from(access.bytes).min(8));
                lines.push(format!("gds[{at:#x}] = {text}"));
                values.push(DwordJson { at, value: Hex::printed(&text) });
            }
            if lines.is_empty() && !after {
                lines.push("no access reaches it".into());
            }
            (lines, UnitStateJson::Memory(values))
        }
    }
}

fn resource(unit: &Unit, n: u8) -> (Vec<String>, UnitStateJson) {
    let r = &unit.resources()[usize::from(n)];
    let (flag, tag) =
        (u8::from(r.flag), |e: &isotope_machine::sync::gws::Entry| format!("{}:{}", e.wave.0, u8::from(e.tag)));
    let fifo: Vec<String> = r.queue.iter().map(tag).collect();
    let shown = if fifo.is_empty() { "empty".into() } else { fifo.join(" ") };
    let mut lines = vec![format!("gws[{n}]: {}, counter {}, flag {flag}, FIFO (wave:tag) {shown}", r.kind, r.counter)];
    let leaving = list(unit.leaving());
    if r.queue.len() > 1 {
        let (head, tail) = unit.ends(n);
        lines.push(format!(
            "head: index {}, valid {}, flag {}; tail: index {}, flag {}",
            head.index,
            u8::from(head.valid),
            u8::from(head.flag),
            tail.index,
            u8::from(tail.flag)
        ));
    }
    if !leaving.is_empty() {
        lines.push(format!("released: {leaving}"));
    }
    let value = ResourceJson {
        kind: r.kind.to_string(),
        counter: r.counter.into(),
        flag,
        fifo: r.queue.iter().map(|e| EntryJson { wave: e.wave.0, tag: u8::from(e.tag) }).collect(),
        released: unit.leaving().map(|wave| wave.0).collect(),
    };
    (lines, UnitStateJson::Resource(value))
}

fn counter(unit: &Unit, n: u8) -> (Vec<String>, UnitStateJson) {
    let value = hex(unit.registers().get(n), if Registers::is_wide(n) { 64 } else { 32 });
    let ordered = unit.ordered_state();
    let (buffer, size, free) = match unit.config().counters[usize::from(n)] {
        Buffer::Unbounded => ("counts without end".into(), None, None),
        Buffer::Ring { size, tracked: false } => (format!("runs through a ring of {size}"), Some(size), None),
        Buffer::Ring { size, tracked: true } => {
            let free = ordered.free(n);
            (format!("runs through a ring of {size}, {free} of them free"), Some(size), Some(free))
        }
    };
    let pending = list(ordered.pending().map(|(wave, _)| wave));
    let next = ordered.next(n);
    let mut lines = vec![format!("gs[{n}] = {value}, {buffer}; the walker is at {next}")];
    if !pending.is_empty() {
        lines.push(format!("pending: {pending}"));
    }
    let waves = ordered.pending().map(|(wave, _)| wave.0).collect::<Vec<_>>();
    let value = Hex::printed(&value);
    (lines, UnitStateJson::Counter(CounterJson { value, ring: size, free, walker: next.0, pending: waves }))
}
