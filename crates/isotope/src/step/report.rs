//! The answer in words: who executes, each lane's atomic with its path, what changed, what it rests on.

use isotope_ir::effect::Uop;
use isotope_machine::failure::{Cause, End, Failure, failures};
use isotope_machine::mem::{ADDRESS_BITS, Memory, Store};
use isotope_machine::register::{Cells, Register};
use isotope_machine::sync::WaveId;
use isotope_machine::sync::gds::Registers;
use isotope_machine::sync::gws::Resource;
use isotope_machine::{Deed, FaultKind, MemoryAccess, Stepped, Stop, Storage};
use isotope_op::atomic::{AtomicOp, CasRoles, Rmw, Update};
use isotope_op::claim::{Unit, mnemonic};
use isotope_target::Target;
use isotope_target::fidelity::Set;
use isotope_target::operation::{Gives, Readings};
use isotope_target::single::Single;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::run::{Ran, stop};
use super::unit::{self, hex};
use crate::answer::{self, Hex};
use crate::report;

/// The report in words, as JSON, and the short one of what the synchronization unit did.
pub fn write(
    target: &dyn Target,
    explain: bool,
    single: &Single,
    readings: &Readings,
    ran: &Ran,
    basis: Set,
) -> (String, Value, String) {
    let mut w = Writer { out: String::new(), explain, single, readings, ran };
    let items = single.dispatch.items();
    let plural = if items == 1 { "" } else { "s" };
    w.line(&format!("{}\non {target}, {items} lane{plural}; executes: {}", single.text, lanes(ran.seen.lanes)));
    w.accesses();
    w.request();
    w.dropped();
    w.end();
    w.registers();
    w.memory();
    let (json, short) = (w.json(target), w.short());
    if explain {
        w.rules(basis);
    }
    (w.out, json, short)
}

/// Why memory of a kind drops an atomic.
fn dropped_in(storage: Storage) -> Cause {
    match storage {
        Storage::Shared => Cause::PastSharedDropped,
        Storage::Device => Cause::UnitRange,
        _ => Cause::Sparse,
    }
}

/// Whether a rule is the cause of a drop, or may be where that is not known; memory without pages and lanes without coverage are known.
fn may_be(cause: Option<Cause>, found: Cause) -> bool {
    cause.map_or(!matches!(found, Cause::Sparse | Cause::Uncovered), |cause| cause == found)
}

fn lanes(mask: u64) -> String {
    report::lanes(mask, ", ")
}

fn storage(storage: Storage) -> &'static str {
    match storage {
        Storage::Global => "global",
        Storage::Shared => "shared",
        Storage::Private => "private",
        Storage::Constant => "constant",
        Storage::Device => "gds",
    }
}

/// Lanes that did the same, with their addresses in order.
struct Alike<'a> {
    first: &'a MemoryAccess,
    lanes: u64,
    all: Vec<&'a MemoryAccess>,
}

impl Alike<'_> {
    /// Where: one address, addresses at one distance, or a list.
    fn place(&self) -> String {
        let name = storage(self.first.storage);
        let step = |pair: &[&MemoryAccess]| pair[1].at.wrapping_sub(pair[0].at);
        let steps: Vec<u64> = self.all.windows(2).map(step).collect();
        let at = match steps.first() {
            None => format!("{:#x}", self.first.at),
            Some(first) if steps.iter().any(|s| s != first) => {
                let all: Vec<String> = self.all.iter().map(|a| format!("{:#x}", a.at)).collect();
                all.join(", ")
            }
            Some(0) => format!("{:#x}", self.first.at),
            Some(step) if (*step as i64) < 0 => {
                format!("{:#x}, each lane {:#x} lower", self.first.at, step.wrapping_neg())
            }
            Some(step) => format!("{:#x}, each lane {step:#x} higher", self.first.at),
        };
        let formed = if self.first.formed == self.first.at {
            String::new()
        } else {
            format!(" (address {:#x})", self.first.formed)
        };
        format!("{name} {at}{formed}")
    }
}

struct Writer<'a> {
    out: String,
    explain: bool,
    single: &'a Single,
    readings: &'a Readings,
    ran: &'a Ran,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// What each lane did with memory, equal lanes together.
    fn accesses(&mut self) {
        let mut groups: Vec<Alike<'_>> = Vec::new();
        for access in &self.ran.seen.accesses {
            let same = |g: &&mut Alike<'_>| {
                (g.first.storage, g.first.bytes, g.first.deed) == (access.storage, access.bytes, access.deed)
                    && g.lanes >> access.lane & 1 == 0
            };
            match groups.iter_mut().find(same) {
                Some(group) => {
                    group.lanes |= 1 << access.lane;
                    group.all.push(access);
                }
                None => groups.push(Alike { first: access, lanes: 1 << access.lane, all: vec![access] }),
            }
        }
        for group in groups {
            let (who, place, bytes) = (lanes(group.lanes), group.place(), group.first.bytes);
            let past = group.first.at.saturating_add(bytes.into()) > self.ran.after.0.shared.len();
            let shared = group.first.storage == Storage::Shared && !matches!(group.first.deed, Deed::Atomic { .. });
            if shared && past && self.ran.dropped != 0 {
                let (verb, end) = match group.first.deed {
                    Deed::Load => ("reads", "read as 0"),
                    _ => ("writes", "dropped, memory is not touched"),
                };
                self.line(&format!("\n{who}: {verb} {bytes} bytes of {place}"));
                self.line(&format!(
                    "  {end}: shared memory has {} bytes (shared=BYTES sets it)",
                    self.ran.after.0.shared.len()
                ));
                self.causes(|end| end == End::Dropped, |found| found == dropped_in(Storage::Shared));
                continue;
            }
            match group.first.deed {
                Deed::Load => self.line(&format!("\n{who}: reads {bytes} bytes of {place}")),
                Deed::Store(_) => self.line(&format!("\n{who}: writes {bytes} bytes of {place}")),
                Deed::Atomic { rmw, data, old, update } => {
                    self.line(&format!("\n{who}: {place}"));
                    self.atomic(group.first.storage, &rmw, data, old, update);
                }
            }
        }
    }

    fn atomic(&mut self, storage: Storage, rmw: &Rmw, data: [u64; 2], old: Option<u64>, update: Option<Update>) {
        let bits = rmw.size.bits();
        let operands = data.map(|d| d & rmw.size.mask());
        let Some(old) = old else {
            self.line("  dropped, memory is not touched");
            let cause = dropped_in(storage);
            return self.causes(|end| end == End::Dropped, |found| found == cause);
        };
        self.line(&format!("  old = {} (memory before)", hex(old, bits)));
        for (n, operand) in operands.into_iter().enumerate().take(rmw.op.sources()) {
            let compare = matches!((rmw.cas, n), (CasRoles::CompareSrc0, 0) | (CasRoles::CompareSrc1, 1));
            let role = match (rmw.op, compare) {
                (AtomicOp::Cas | AtomicOp::FCas, true) => " (compared)",
                (AtomicOp::Cas | AtomicOp::FCas, false) => " (written where equal)",
                _ => "",
            };
            self.line(&format!("  src{n} = {}{role}", hex(operand, bits)));
        }
        if self.explain {
            let by = (self.single.unit)(&self.single.text, storage);
            self.readings.path(by, rmw, [old, operands[0], operands[1]], "    ", &mut self.out);
        }
        let Some(update) = update else { return };
        self.line(&format!("  stored {}", hex(update.new, bits)));
        self.line(&match self.returns() {
            true => format!("  returned {}", hex(update.returned, bits)),
            false => "  nothing is returned".into(),
        });
    }

    /// What the synchronization unit does beside accesses to its memory: what it was before and after.
    fn request(&mut self) {
        if stop(self.ran).is_some() {
            return;
        }
        let Some(shown) = unit::shown(&self.single.dispatch, self.ran) else { return };
        self.line(&format!("\na request to the device's unit about {}; {}", shown.name, shown.owned));
        self.section("the unit before", shown.before.0);
        self.section("the unit after", shown.after.0);
        let handled: Vec<String> =
            self.ran.after.1.unit().map_or(Vec::new(), |unit| unit.handled().iter().map(ToString::to_string).collect());
        self.section("refused and replayed", handled);
    }

    /// Whether the instruction keeps what its atomic gives back.
    fn returns(&self) -> bool {
        let program = &self.single.dispatch.program;
        let asked = program.requests.iter().any(|r| r.dst.is_some());
        asked
            || program
                .uops
                .iter()
                .any(|uop| matches!(uop, Uop::Atomic { dst: Some(_), .. } | Uop::Surface { dst: Some(_), .. }))
    }

    /// What the synchronization unit was before and after, and what the wave did, a line each.
    fn short(&self) -> String {
        let mut out = String::new();
        if let Some(shown) = unit::shown(&self.single.dispatch, self.ran) {
            for (name, lines) in [("before", &shown.before.0), ("after", &shown.after.0)] {
                lines.iter().for_each(|line| out += &format!("{name:7}{line}\n"));
            }
        } else {
            out += "the instruction does not ask the device's unit\n";
        }
        if let Some(unit) = self.ran.after.1.unit() {
            unit.handled().iter().for_each(|event| out += &format!("{event}\n"));
        }
        let changed = self.changed();
        let ended = match (&self.ran.ended, stop(self.ran)) {
            (_, Some(Stop::Fault(fault))) => format!("fault: {fault}"),
            (_, Some(stop)) => stop.to_string(),
            (Stepped::Waiting, _) => {
                format!("the wave waits: {}", self.stands().unwrap_or_default())
            }
            _ if changed.is_empty() => "the wave goes on".into(),
            _ => format!("the wave goes on; {}", changed.join("; ")),
        };
        out + &ended + "\n"
    }

    /// The same for programs; what the rules say is text alone.
    fn json(&self, target: &dyn Target) -> Value {
        let ran = self.ran;
        let access = |a: &MemoryAccess| {
            let bits = 8 * u32::from(a.bytes);
            let place = PlaceJson {
                lane: a.lane,
                memory: storage(a.storage),
                at: Hex::new(a.at),
                formed: Hex::new(a.formed),
                bytes: a.bytes,
            };
            match a.deed {
                Deed::Load => AccessJson::Load { place },
                Deed::Store(_) => AccessJson::Store { place },
                Deed::Atomic { rmw, data, old, update } => {
                    let bits = rmw.size.bits().min(bits);
                    let value = |v: u64| Hex::of_width(v & rmw.size.mask(), bits);
                    AccessJson::Atomic {
                        place,
                        old: old.map(value),
                        operands: data.into_iter().take(rmw.op.sources()).map(value).collect(),
                        stored: update.map(|u| value(u.new)),
                        returned: update.filter(|_| self.returns()).map(|u| value(u.returned)),
                    }
                }
            }
        };
        let (before, after) = (&ran.before.0.waves[0], &ran.after.0.waves[0]);
        let mut changed = Vec::new();
        for register in self.single.registers.iter().filter(|r| !r.is_alias) {
            for element in (0..register.elements()).filter(|i| {
                !matches!(register.cells, Cells::Vector(..) | Cells::Mask(_)) || self.existing() >> i & 1 != 0
            }) {
                let (old, new) = (register.get(before, element), register.get(after, element));
                if old != new && !matches!(stop(ran), Some(Stop::Unspecified { .. })) {
                    let value = |v: u64| Hex::printed(&hex(v, register.bits()));
                    changed.push(ChangeJson { register: &register.name, element, old: value(old), new: value(new) });
                }
            }
        }
        let end = match (&ran.ended, stop(ran)) {
            (_, Some(Stop::Fault(fault))) => EndJson::Fault(fault.to_string()),
            (_, Some(stop)) => EndJson::Open(stop.to_string()),
            (Stepped::Waiting, _) => EndJson::Waits(self.stands()),
            (Stepped::Ended, _) => EndJson::Ended,
            _ => EndJson::Done,
        };
        let handled =
            ran.after.1.unit().map_or(Vec::new(), |unit| unit.handled().iter().map(ToString::to_string).collect());
        answer::json(&StepJson {
            target: target.name(),
            instruction: &self.single.text,
            lanes: Hex::new(ran.seen.lanes),
            accesses: ran.seen.accesses.iter().map(access).collect(),
            dropped: self.dropped_json(),
            unit: unit::shown(&self.single.dispatch, ran).map(Into::into),
            nack: handled,
            registers: changed,
            end,
        })
    }

    /// Lanes that execute an access and are not served: with the cause where the machine or the lane says it, and more about it.
    fn unserved(&self) -> Vec<(u64, Option<Cause>, &str)> {
        let touches =
            |uop: &Uop| matches!(uop, Uop::Atomic { .. } | Uop::Surface { .. } | Uop::Load { .. } | Uop::Store { .. });
        if stop(self.ran).is_some() || !self.single.dispatch.program.uops.iter().any(touches) {
            return Vec::new();
        }
        let served = self.ran.seen.accesses.iter().fold(0, |m, a| m | 1u64 << a.lane);
        let mut offered = self.ran.seen.lanes;
        if self.single.for_the_wave {
            // One access for all: its lowest lane's.
            offered &= offered.wrapping_neg();
        }
        let atomic = |uop: &Uop| matches!(uop, Uop::Atomic { .. } | Uop::Surface { .. });
        let coverage = match self.single.dispatch.program.uops.iter().any(atomic) {
            true => u64::from(self.ran.before.0.waves[0].coverage) | !0 << 32,
            false => u64::MAX,
        };
        let mut all: Vec<(u64, Option<Cause>, &str)> = Vec::new();
        for lane in (0..64).filter(|lane| (offered & !served) >> lane & 1 != 0) {
            let told = self.ran.seen.drops.iter().find(|(dropped, ..)| *dropped == lane);
            let (cause, detail) = match told {
                Some((_, cause, detail)) => (Some(*cause), detail.as_str()),
                None if coverage >> lane & 1 == 0 => (Some(Cause::Uncovered), ""),
                None => (None, ""),
            };
            match all.iter_mut().find(|(_, known, more)| (*known, *more) == (cause, detail)) {
                Some((lanes, ..)) => *lanes |= 1 << lane,
                None => all.push((1 << lane, cause, detail)),
            }
        }
        all
    }

    fn dropped(&mut self) {
        let all: Vec<_> = self.unserved().into_iter().map(|(of, cause, more)| (of, cause, more.to_string())).collect();
        for (of, cause, detail) in all {
            let more = if detail.is_empty() { String::new() } else { format!(": {detail}") };
            self.line(&format!("\n{}: dropped, memory is not touched{more}", lanes(of)));
            self.causes(|end| end == End::Dropped, |found| may_be(cause, found));
        }
    }

    /// The same as data, with the lanes that memory itself did not serve.
    fn dropped_json(&self) -> Vec<DroppedJson<'_>> {
        let mut all = self.unserved();
        for access in &self.ran.seen.accesses {
            if let Deed::Atomic { old: None, .. } = access.deed {
                all.push((1 << access.lane, Some(dropped_in(access.storage)), ""));
            }
        }
        let one = |(of, cause, detail)| {
            let rules: Vec<&str> = self
                .failures()
                .into_iter()
                .filter(|failure| failure.cause.end() == End::Dropped && may_be(cause, failure.cause))
                .map(|failure| failure.cause.when())
                .collect();
            DroppedJson { lanes: Hex::new(of), rules, detail }
        };
        all.into_iter().map(one).collect()
    }

    /// Every way in which this instruction can end otherwise.
    fn failures(&self) -> Vec<Failure> {
        let programs = [self.single.dispatch.program.clone()];
        failures(&programs, self.single.limits, mnemonic(&self.single.text), self.single.evidence)
    }

    /// The rules behind an end that this instruction can come to.
    fn causes(&mut self, end: impl Fn(End) -> bool, fits: impl Fn(Cause) -> bool) {
        for failure in self.failures() {
            if !end(failure.cause.end()) || !fits(failure.cause) {
                continue;
            }
            let support = self.readings.support(&failure.evidence);
            let see = match failure.evidence.see {
                [] => String::new(),
                ids => format!("; see {}", ids.join(", ")),
            };
            self.line(&format!("  rule: {} ({support}{see})", failure.cause.when()));
        }
    }

    /// How it ended, where that is not "next".
    fn end(&mut self) {
        match (&self.ran.ended, stop(self.ran)) {
            (_, Some(Stop::Fault(fault))) => {
                self.line(&format!("\nfault: {fault}"));
                let (kind, detail) = (fault.kind, fault.detail.clone());
                self.causes(|end| end == End::Fault(kind), |cause| speaks_of(cause, kind, &detail));
            }
            (_, Some(stop)) => self.line(&format!("\n{stop}")),
            (Stepped::Waiting, _) => match self.stands() {
                Some(place) => self.line(&format!("\nthe wave waits: {place}")),
                None => self.line("\nthe wave waits"),
            },
            (Stepped::Ended, _) => self.line("\nthe wave has ended"),
            _ => {}
        }
    }

    /// Registers that were read, where no memory tells, and those that changed.
    fn registers(&mut self) {
        let before = &self.ran.before.0.waves[0];
        let existing = self.existing();
        // A request reads the lane that speaks.
        let reading = if self.ran.seen.asked { existing & self.ran.seen.lanes } else { existing };
        let mut lines = Vec::new();
        for &n in &self.ran.read {
            let register = &self.single.registers[n];
            if !register.is_alias {
                lines.extend(runs(register, reading, |i| Some(hex(register.get(before, i), register.bits()))));
            }
        }
        self.section("read", lines);
        let open = matches!(stop(self.ran), Some(Stop::Unspecified { .. }));
        let lines = if open { vec!["unspecified, too".into()] } else { self.changed() };
        self.section("changed registers", lines);
    }

    /// Registers that changed.
    fn changed(&self) -> Vec<String> {
        let (before, after) = (&self.ran.before.0.waves[0], &self.ran.after.0.waves[0]);
        let mut lines = Vec::new();
        for register in self.single.registers.iter().filter(|r| !r.is_alias) {
            let bits = register.bits();
            lines.extend(runs(register, self.existing(), |i| {
                let (old, new) = (register.get(before, i), register.get(after, i));
                (old != new).then(|| format!("{} -> {}", hex(old, bits), hex(new, bits)))
            }));
        }
        lines
    }

    /// Where the wave stands in the synchronization unit.
    fn stands(&self) -> Option<String> {
        let wave = WaveId(self.ran.after.0.waves[0].id);
        Some(self.ran.after.1.unit()?.place(wave)?.to_string())
    }

    /// Lanes that there are.
    fn existing(&self) -> u64 {
        u64::MAX >> (64 - self.single.dispatch.items().clamp(1, 64))
    }

    fn memory(&mut self) {
        let (before, after) = (&self.ran.before, &self.ran.after);
        let mut lines = Vec::new();
        global(&before.1, &after.1, &mut lines);
        stores("shared", 0, &before.0.shared, &after.0.shared, &mut lines);
        if let (Some(was), Some(is)) = (before.1.unit(), after.1.unit()) {
            for at in (0..is.gds().bytes().len() as u32).step_by(4) {
                let (old, new) = (was.gds().load(at, 4), is.gds().load(at, 4));
                if old != new {
                    lines.push(format!("gds {at:#x}: {} -> {}", hex(old, 32), hex(new, 32)));
                }
            }
            for n in 0..16 {
                let (old, new) = (was.registers().get(n), is.registers().get(n));
                if old != new {
                    let bits = if Registers::is_wide(n) { 64 } else { 32 };
                    lines.push(format!("gs[{n}]: {} -> {}", hex(old, bits), hex(new, bits)));
                }
            }
            for (n, (old, new)) in was.resources().iter().zip(is.resources()).enumerate() {
                let words = |r: &Resource| {
                    let (flag, queued) = (u8::from(r.flag), r.queue.len());
                    format!("{} counter {} flag {flag} queued {queued}", r.kind, r.counter)
                };
                if old != new {
                    lines.push(format!("gws[{n}]: {} -> {}", words(old), words(new)));
                }
            }
        }
        let private = u64::from(self.single.dispatch.private_bytes);
        let (was, is) = (&before.0.waves[0].private, &after.0.waves[0].private);
        for at in (0..is.len()).step_by(4).filter(|_| private != 0) {
            let (old, new) = (was.load(at, 4), is.load(at, 4));
            if old != new {
                let (lane, at) = (at / private, at % private);
                lines.push(format!("private {at:#x} of lane {lane}: {} -> {}", hex(old, 32), hex(new, 32)));
            }
        }
        let touched = self.ran.seen.accesses.iter().any(|a| a.deed != Deed::Load);
        if lines.is_empty() && touched {
            lines.push("nothing".into());
        }
        self.section("changed memory", lines);
    }

    fn section(&mut self, title: &str, lines: Vec<String>) {
        if lines.is_empty() {
            return;
        }
        self.line(&format!("\n{title}:"));
        lines.iter().for_each(|line| self.line(&format!("  {line}")));
    }

    /// What each atomic computes, and what the instruction rests on.
    fn rules(&mut self, basis: Set) {
        let mut known: Vec<(Unit, Rmw)> = Vec::new();
        for access in &self.ran.seen.accesses {
            let Deed::Atomic { rmw, .. } = access.deed else { continue };
            let by = (self.single.unit)(&self.single.text, access.storage);
            if known.contains(&(by, rmw)) {
                continue;
            }
            known.push((by, rmw));
            let gives = if self.returns() { Gives::Back } else { Gives::Nothing("a form with a destination".into()) };
            self.section("the operation", gives.formula(&rmw));
            self.line("rules:");
            self.readings.rules(by, &gives, &rmw, "  ", &mut self.out);
        }
        let lines = basis.iter().map(|(_, assumption)| self.readings.words(assumption)).collect();
        self.section("it rests on", lines);
    }
}

/// Of several causes of one kind of fault, whether this one fits what the fault says.
fn speaks_of(cause: Cause, kind: FaultKind, detail: &str) -> bool {
    match (kind, cause) {
        (FaultKind::OutOfRange, Cause::PastShared) => detail.contains("shared memory"),
        (FaultKind::OutOfRange, Cause::PastPrivate) => detail.contains("private memory"),
        (FaultKind::OutOfRange, Cause::HighAddress) => {
            let digits =
                detail.split("0x").nth(1).map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_hexdigit).count());
            4 * digits > ADDRESS_BITS as usize
        }
        (FaultKind::OutOfRange, Cause::Unmapped | Cause::ScalarUnmapped) => detail.contains("nothing is allocated"),
        _ => true,
    }
}

/// Lanes or elements with equal text together: `R4 in lanes 0-3: TEXT`. Lanes that there are not say nothing.
fn runs(register: &Register, existing: u64, text: impl Fn(u32) -> Option<String>) -> Vec<String> {
    if let Cells::Scalar(_) = register.cells {
        return text(0).map(|text| format!("{} = {text}", register.name)).into_iter().collect();
    }
    if let Cells::Packed { count, .. } = register.cells {
        let mut lines: Vec<(u32, u32, String)> = Vec::new();
        for i in 0..count {
            let Some(text) = text(i) else { continue };
            match lines.last_mut() {
                Some((_, last, before)) if *last + 1 == i && *before == text => *last = i,
                _ => lines.push((i, i, text)),
            }
        }
        let all = |first, last| if first == last { format!("[{first}]") } else { format!("[{first}..{last}]") };
        return lines
            .into_iter()
            .map(|(first, last, text)| format!("{}{} = {text}", register.name, all(first, last)))
            .collect();
    }
    let mut groups: Vec<(u64, String)> = Vec::new();
    for i in (0..register.elements()).filter(|i| existing >> i & 1 != 0) {
        let Some(text) = text(i) else { continue };
        match groups.iter_mut().find(|(_, known)| *known == text) {
            Some((mask, _)) => *mask |= 1 << i,
            None => groups.push((1 << i, text)),
        }
    }
    groups.into_iter().map(|(mask, text)| format!("{} in {} = {text}", register.name, lanes(mask))).collect()
}

fn global(before: &Memory, after: &Memory, lines: &mut Vec<String>) {
    for (old, new) in before.regions().iter().zip(after.regions()) {
        if let (Some(was), Some(is)) = (&old.store, &new.store) {
            stores("global", old.base, was, is, lines);
        }
    }
}

/// Words that differ between two stores.
fn stores(name: &str, base: u64, before: &Store, after: &Store, lines: &mut Vec<String>) {
    for at in (0..after.len()).step_by(4) {
        let bytes = (after.len() - at).min(4);
        let word = |store: &Store| (0..bytes).fold(0, |v, i| v | store.load(at + i, 1) << (8 * i));
        let (old, new) = (word(before), word(after));
        if old != new {
            let bits = 8 * bytes as u32;
            lines.push(format!("{name} {:#x}: {} -> {}", base + at, hex(old, bits), hex(new, bits)));
        }
    }
}

/// Output of `isotope op --json` for a whole instruction.
#[derive(Serialize, JsonSchema)]
pub struct StepJson<'a> {
    target: &'a str,
    instruction: &'a str,
    /// Those that execute, a bit each
    lanes: Hex,
    accesses: Vec<AccessJson>,
    /// Lanes that memory did not serve
    dropped: Vec<DroppedJson<'a>>,
    /// What the synchronization unit was before and after; null where it is not asked
    unit: Option<unit::UnitJson>,
    /// Requests that were refused and replayed
    nack: Vec<String>,
    /// Those that changed
    registers: Vec<ChangeJson<'a>>,
    end: EndJson,
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "deed", rename_all = "lowercase")]
enum AccessJson {
    Load {
        #[serde(flatten)]
        place: PlaceJson,
    },
    Store {
        #[serde(flatten)]
        place: PlaceJson,
    },
    Atomic {
        #[serde(flatten)]
        place: PlaceJson,
        old: Option<Hex>,
        operands: Vec<Hex>,
        stored: Option<Hex>,
        returned: Option<Hex>,
    },
}

#[derive(Serialize, JsonSchema)]
struct PlaceJson {
    lane: u32,
    memory: &'static str,
    at: Hex,
    /// The address as formed, before bounds
    formed: Hex,
    bytes: u8,
}

#[derive(Serialize, JsonSchema)]
struct DroppedJson<'a> {
    /// A bit each
    lanes: Hex,
    /// The rule that applies; several where the machine does not say which
    rules: Vec<&'a str>,
    /// What is wrong, or nothing
    detail: &'a str,
}

#[derive(Serialize, JsonSchema)]
struct ChangeJson<'a> {
    register: &'a str,
    element: u32,
    old: Hex,
    new: Hex,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum EndJson {
    Done,
    Ended,
    Fault(String),
    Open(String),
    Waits(Option<String>),
}
