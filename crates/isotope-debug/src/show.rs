//! What a launch that stands is like: waves, lanes, registers, memory, source.

use std::collections::BTreeSet;

use isotope::answer::Hex;
use isotope::case::ElementType;
use isotope::error::{Context, Result, bail, ensure};
use isotope::machine::register::{Cells, Register};
use isotope::machine::state::{EntryKind, Status};
use isotope::option::OptionName;
use isotope::plain;
use isotope::setup::shown;

use crate::answer::{
    BarrierJson, BreakpointJson, EventJson, InstructionJson, PrintedJson, RegionJson, RegisterJson, SetJson,
    StackEntryJson, WatchedJson, WaveJson, WaveStateJson, WordJson,
};
use crate::breaks::{Breakpoint, On, WatchedMemory};
use crate::command::Format;
use crate::expression::{Expression, Space, Value};
use crate::history::WaveAt;
use crate::set::Change;
use crate::why::hex;
use crate::{Debugger, Event, Plan, said};

/// Waves that a list names at most; the others are counted.
const NAMED: usize = 256;
/// Lines of source, and instructions, before and behind the place that is listed.
const AROUND: usize = 5;

/// Different values up to which lanes with the same one are shown together.
const APART: usize = 8;

/// Values of lanes or elements, eight a line.
fn rows(name: &str, values: &[String]) -> String {
    let width = values.iter().map(String::len).max().unwrap_or(0);
    let last = values.len().saturating_sub(1).to_string().len() + name.len() + 2;
    let row = |(n, part): (usize, &[String])| {
        let part: Vec<String> = part.iter().map(|text| format!("{text:>width$}")).collect();
        format!("{:last$} = {}", format!("{name}[{}]", 8 * n), part.join(" "))
    };
    values.chunks(8).enumerate().map(row).collect::<Vec<_>>().join("\n")
}

pub(super) fn lanes(mask: u64) -> String {
    isotope::report::lanes(mask, ",")
}

/// A value of so many bits in a format.
pub(super) fn formatted(bits: u64, width: u32, format: Format, ty: Option<ElementType>) -> String {
    let kept = if width >= 64 { bits } else { bits & ((1 << width) - 1) };
    let shift = 64 - width.clamp(1, 64);
    match (format, ty) {
        (Format::Plain, Some(ty)) => plain(ty, kept),
        (Format::Plain | Format::Hex, _) => hex(kept, width),
        (Format::Signed, _) => ((kept << shift) as i64 >> shift).to_string(),
        (Format::Unsigned, _) => kept.to_string(),
        (Format::Binary, _) => format!("0b{kept:0digits$b}", digits = width as usize),
        (Format::Float, _) => match (width, ty.filter(|ty| ty.float().is_some())) {
            (_, Some(ty)) => plain(ty, kept),
            (16, _) => plain(ElementType::F16, kept),
            (32, _) => plain(ElementType::F32, kept),
            (64, _) => plain(ElementType::F64, kept),
            _ => hex(kept, width),
        },
        (Format::Char, _) => {
            let bytes = kept.to_le_bytes();
            let text: String =
                bytes[..(width as usize).div_ceil(8)].iter().map(|b| b.escape_ascii().to_string()).collect();
            format!("'{text}'")
        }
    }
}

impl Debugger<'_> {
    /// Why a wave does not run, in words; nothing where it does.
    pub fn waits(&self, wave: WaveAt) -> Option<String> {
        let session = self.history.now();
        let state = session.wave(wave.0, wave.1);
        let place = || {
            session
                .beside()
                .and_then(|beside| beside.place(state))
                .unwrap_or_else(|| "in the synchronization unit".into())
        };
        match state.status {
            Status::Ready => self.absence(wave),
            Status::AtBarrier(id) => {
                let barrier = &session.barriers(wave.0)[usize::from(id)];
                Some(format!("waits at barrier {id} of the group, to which {} have come", barrier.arrived))
            }
            Status::Queued => Some(format!("waits: {}", place())),
            Status::Halted => Some(format!("halted: {}", place())),
            Status::Done => Some("ended".into()),
        }
    }

    fn wave_json(&self, wave: WaveAt) -> WaveJson<'_> {
        let session = self.history.now();
        let state = match session.wave(wave.0, wave.1).status {
            Status::Ready if !self.has_room(wave) => WaveStateJson::NotBegun,
            Status::Ready => WaveStateJson::Ready,
            Status::AtBarrier(_) => WaveStateJson::Barrier,
            Status::Queued => WaveStateJson::Queued,
            Status::Halted => WaveStateJson::Halted,
            Status::Done => WaveStateJson::Ended,
        };
        WaveJson {
            group: wave.0,
            wave: wave.1,
            index: session.group_index(wave.0),
            state,
            waits: self.waits(wave),
            address: self.address(wave),
            instruction: self.index(wave).map(|index| self.text_of(index)),
            source: self.location(wave),
            active: Hex::of_width(self.active(wave), 64),
        }
    }

    fn wave_text(&self, wave: WaveAt) -> String {
        let mark = if wave == self.focus { '*' } else { ' ' };
        let place = match (self.address(wave), self.index(wave)) {
            (Some(address), Some(index)) => format!("{address:#06x}  {}", self.text_of(index)),
            _ => "ended".into(),
        };
        let active = match self.address(wave) {
            Some(_) => format!("  ({})", lanes(self.active(wave))),
            None => String::new(),
        };
        let why =
            self.waits(wave).filter(|_| self.address(wave).is_some()).map_or(String::new(), |why| format!("  {why}"));
        let source = self.location(wave).map_or(String::new(), |location| format!("    {location}"));
        format!("{mark} {}.{}  {place}{active}{why}{source}", wave.0, wave.1)
    }

    /// The registers that a pattern names; a name, or a beginning with `*` behind it.
    fn matching(&self, pattern: &str) -> Result<Vec<usize>> {
        if let Some(begin) = pattern.strip_suffix('*') {
            let begins = |r: &Register| r.name.to_ascii_lowercase().starts_with(&begin.to_ascii_lowercase());
            return Ok((0..self.registers.len()).filter(|n| begins(&self.registers[*n])).collect());
        }
        let index = self.names().register(pattern);
        let names = [self.registers.first(), self.registers.last()].map(|r| r.map_or("none", |r| &*r.name));
        let index = index.with_context(|| {
            format!(
                "expected a register of the kernel ({} .. {}), found `{}`",
                names[0],
                names[1],
                pattern.escape_debug()
            )
        })?;
        Ok(vec![index])
    }

    /// A register of the wave in focus in all lanes that exist: lanes with one value together.
    fn register_text(&self, register: &Register, format: Format) -> String {
        let wave = self.history.now().wave(self.focus.0, self.focus.1);
        let bits = register.bits();
        let value = |i: u32| formatted(register.get(wave, i), bits, format, None);
        match register.cells {
            Cells::Scalar(_) => format!("{} = {}", register.name, value(0)),
            Cells::Packed { count, .. } => {
                let values: Vec<String> = (0..count).map(value).collect();
                let mut runs: Vec<(usize, usize)> = Vec::new();
                for (i, text) in values.iter().enumerate() {
                    match runs.last_mut() {
                        Some((_, last)) if values[*last] == *text => *last = i,
                        _ => runs.push((i, i)),
                    }
                }
                if runs.len() > APART {
                    return rows(&register.name, &values);
                }
                let range = |a: usize, b: usize| if a == b { format!("[{a}]") } else { format!("[{a}..{b}]") };
                let line = |(a, b): (usize, usize)| format!("{}{} = {}", register.name, range(a, b), values[a]);
                runs.into_iter().map(line).collect::<Vec<_>>().join("\n")
            }
            Cells::Mask(_) => {
                let set = (0..self.prepared.dispatch.wave_size().min(32)).filter(|i| register.get(wave, *i) != 0);
                let mask = set.fold(0, |mask, i| mask | 1 << i);
                format!(
                    "{} = {}",
                    register.name,
                    if mask == 0 { "0 in all lanes".into() } else { format!("1 in {}", lanes(mask)) }
                )
            }
            Cells::Vector(..) => {
                let count = self.prepared.dispatch.wave_size().min(register.elements());
                let values: Vec<String> = (0..count).map(value).collect();
                let mut alike: Vec<(&String, u64)> = Vec::new();
                for (i, text) in values.iter().enumerate() {
                    match alike.iter_mut().find(|(known, _)| *known == text) {
                        Some((_, mask)) => *mask |= 1 << i,
                        None => alike.push((text, 1 << i)),
                    }
                }
                if alike.len() > APART {
                    return rows(&register.name, &values);
                }
                let line = |(text, mask): (&String, u64)| format!("{} in {} = {text}", register.name, lanes(mask));
                alike.into_iter().map(line).collect::<Vec<_>>().join("\n")
            }
        }
    }

    fn register_json<'r>(&self, register: &'r Register) -> RegisterJson<'r> {
        let wave = self.history.now().wave(self.focus.0, self.focus.1);
        let count = match register.cells {
            Cells::Packed { .. } | Cells::Scalar(_) => register.elements(),
            Cells::Vector(..) | Cells::Mask(_) => register.elements().min(self.prepared.dispatch.wave_size()),
        };
        let bits = register.bits();
        let values = (0..count).map(|i| Hex::of_width(register.get(wave, i), bits)).collect();
        RegisterJson { name: &register.name, bits, values }
    }

    /// The registers of the wave in focus, each with what it holds.
    pub fn registers(&self) -> &[Register] {
        &self.registers
    }

    pub(super) fn info(&mut self, what: &str, of: &str) -> Result<Event> {
        let session = self.history.now();
        Ok(match what {
            "waves" | "w" => {
                let shown = self.waves.iter().take(NAMED);
                let mut lines: Vec<String> = shown.clone().map(|wave| self.wave_text(*wave)).collect();
                let more = self.waves.len().saturating_sub(NAMED);
                if more != 0 {
                    lines.push(format!("and {more} more"));
                }
                let waves = shown.map(|w| self.wave_json(*w)).collect();
                said(lines.join("\n"), &EventJson::Waves { waves, more })
            }
            "lanes" => self.lanes_of_focus(),
            "locals" | "l" => self.locals_event()?,
            "barriers" => {
                let used = session.barriers(self.focus.0).iter().enumerate().filter(|(_, b)| b.arrived != 0);
                let of_waves = |id: usize| {
                    let at = |w: &usize| session.wave(self.focus.0, *w).status == Status::AtBarrier(id as u8);
                    (0..session.wave_count(self.focus.0)).filter(at).collect::<Vec<_>>()
                };
                let expected = |n: u32| if n == 0 { "all that have not ended".into() } else { n.to_string() };
                let lines: Vec<String> = used
                    .clone()
                    .map(|(id, b)| {
                        let waves: Vec<String> = of_waves(id).iter().map(usize::to_string).collect();
                        let waiting = if waves.is_empty() { "none".into() } else { waves.join(", ") };
                        format!(
                            "barrier {id} of group {}: {} have come of {}; waiting: {waiting}",
                            self.focus.0,
                            b.arrived,
                            expected(b.expected)
                        )
                    })
                    .collect();
                let text = if lines.is_empty() {
                    format!("no wave of group {} has come to a barrier", self.focus.0)
                } else {
                    lines.join("\n")
                };
                let barriers = used.map(|(barrier, b)| BarrierJson {
                    barrier,
                    arrived: b.arrived,
                    expected: b.expected,
                    waiting: of_waves(barrier),
                });
                said(text, &EventJson::Barriers { group: self.focus.0, barriers: barriers.collect() })
            }
            "gws" | "gds" => {
                let mut copy = session.clone();
                let unit = copy.unit_mut();
                let unit = unit.context(
                    "the launch does not ask the synchronization unit, which GWS, GDS and ordered counters belong to",
                )?;
                let (lines, event) = if what == "gws" {
                    let [gws, gs, ring] = ["gws", "gs", "ring"].map(|part| shown(&unit, part));
                    let waiting =
                        self.waves.iter().filter(|w| matches!(self.status(**w), Status::Queued | Status::Halted));
                    let waiting = waiting.map(|w| format!("{}.{} {}", w.0, w.1, self.waits(*w).unwrap_or_default()));
                    let lines: Vec<String> = gws.iter().chain(&gs).chain(&ring).cloned().chain(waiting).collect();
                    (lines, EventJson::Gws { gws, gs, ring })
                } else {
                    let words = (0..1u32 << 16)
                        .step_by(4)
                        .map(|at| (at, unit.gds().load(at, 4)))
                        .filter(|(_, word)| *word != 0);
                    let words: Vec<(u32, u64)> = words.take(NAMED).collect();
                    let lines = words.iter().map(|(at, word)| format!("gds[{at:#x}] = {}", hex(*word, 32))).collect();
                    let word = |(at, word): &(u32, u64)| WordJson { at: *at, value: Hex::of_width(*word, 32) };
                    (lines, EventJson::Gds { words: words.iter().map(word).collect() })
                };
                let text = if lines.is_empty() { "as after a reset".into() } else { lines.join("\n") };
                said(text, &event)
            }
            "registers" | "r" => {
                let chosen: Vec<usize> = match of {
                    "" => {
                        let wave = session.wave(self.focus.0, self.focus.1);
                        let count = |r: &Register| {
                            r.elements().min(match r.cells {
                                Cells::Packed { .. } => u32::MAX,
                                _ => self.prepared.dispatch.wave_size(),
                            })
                        };
                        let set = |n: &usize| {
                            let r = &self.registers[*n];
                            !r.is_alias && (0..count(r)).any(|i| r.get(wave, i) != 0)
                        };
                        (0..self.registers.len()).filter(set).collect()
                    }
                    names => {
                        let mut all = Vec::new();
                        for name in names.split([' ', ',']).filter(|name| !name.is_empty()) {
                            all.extend(self.matching(name)?);
                        }
                        all
                    }
                };
                let lines: Vec<String> =
                    chosen.iter().map(|n| self.register_text(&self.registers[*n], Format::Plain)).collect();
                let text = if lines.is_empty() { "every register is 0".into() } else { lines.join("\n") };
                let registers = chosen.iter().map(|n| self.register_json(&self.registers[*n])).collect();
                said(text, &EventJson::Registers { group: self.focus.0, wave: self.focus.1, registers })
            }
            "memory" => {
                let regions = self.prepared.memory.regions().iter();
                let regions: Vec<_> =
                    regions.map(|r| RegionJson { base: r.base, end: r.end(), name: &r.name }).collect();
                let line = |RegionJson { base, end, name }: &RegionJson<'_>| format!("{base:#x} to {end:#x}  {name}");
                let mut lines: Vec<String> = regions.iter().map(line).collect();
                let dispatch = &self.prepared.dispatch;
                lines.push(format!(
                    "shared: {} bytes a group; private: {} bytes a lane",
                    dispatch.shared_bytes, dispatch.private_bytes
                ));
                let (shared, private) = (dispatch.shared_bytes, dispatch.private_bytes);
                said(lines.join("\n"), &EventJson::Regions { regions, shared, private })
            }
            "breakpoints" | "b" => {
                let lines: Vec<String> = self.breakpoints.iter().map(|b| self.breakpoint_text(b)).collect();
                let text = if lines.is_empty() { "no breakpoints".into() } else { lines.join("\n") };
                let breakpoints = self.breakpoints.iter().map(|b| self.breakpoint_json(b)).collect();
                said(text, &EventJson::Breakpoints { breakpoints })
            }
            "schedule" => {
                let plan = match self.plan {
                    Plan::InOrder => "in order".to_string(),
                    Plan::Random(seed) => format!("random, seed {seed}"),
                    Plan::Only((group, wave)) => format!("only {group}.{wave}"),
                };
                let (at, end, turns) = (self.history.at(), self.history.end(), self.schedule());
                let ahead = if end > at { format!("; {} more steps are recorded", end - at) } else { String::new() };
                let mut text = format!("{plan}; {at} steps so far{ahead}\n{turns}").trim_end().to_string();
                let show = |change: &Change| format!("\nset by hand at step {}: {}", change.at, change.text);
                text.extend(self.changes().map(show));
                let set = self.changes().map(|c| SetJson { step: c.at, of: &c.text }).collect();
                said(text, &EventJson::Schedule { plan, step: at, recorded: end, schedule: turns, set })
            }
            "line" => {
                let location = self.location(self.focus);
                let text = location.as_ref().map_or("the file names no line of it".into(), ToString::to_string);
                said(text, &EventJson::Line { source: location })
            }
            "launch" => {
                let dispatch = &self.prepared.dispatch;
                let ([x, y, z], [i, j, k]) = (dispatch.groups, dispatch.group_size);
                let kernel = &*dispatch.program.name;
                let target = self.prepared.image.target.to_string();
                let (waves, lanes) = (self.waves.len(), dispatch.wave_size());
                let text = format!(
                    "kernel {kernel} on {target}: {x}x{y}x{z} groups of {i}x{j}x{k}, {waves} waves of {lanes} lanes"
                );
                let (groups, group_size) = (dispatch.groups, dispatch.group_size);
                said(text, &EventJson::Launch { kernel, target, groups, group_size, waves, lanes })
            }
            _ => bail!(
                "info: expected waves, lanes, locals, barriers, gws, gds, registers, memory, breakpoints, schedule, line or launch, found `{}`",
                what.escape_debug()
            ),
        })
    }

    fn lanes_of_focus(&self) -> Event {
        let wave = self.history.now().wave(self.focus.0, self.focus.1);
        let program = &self.prepared.dispatch.program;
        let at =
            |pc: u32| program.steps.get(pc as usize).map_or("its end".to_string(), |s| format!("{:#06x}", s.address));
        let active = self.active(self.focus);
        let mut lines = vec![format!("active: {}, at {}", lanes(active), at(wave.pc))];
        let mut stack = Vec::new();
        for entry in wave.stack.iter().rev() {
            let kind = match entry.kind {
                EntryKind::Diverged => "the other side of a branch",
                EntryKind::Token(_) => "meet again",
                EntryKind::Waiting => "wait",
            };
            lines.push(format!("{kind}: {}, at {}", lanes(entry.lanes.into()), at(entry.pc)));
            let address = program.steps.get(entry.pc as usize).map(|s| s.address);
            stack.push(StackEntryJson { kind, lanes: Hex::of_width(entry.lanes, 32), address });
        }
        // The upper half of a wave of 64 has no word of its own for lanes that have ended.
        let existing = match program.upper {
            None => u64::from(wave.ended),
            Some(_) => 0,
        };
        if existing != 0 && existing != u64::from(u32::MAX) {
            lines.push(format!("ended, or never there: {}", lanes(existing)));
        }
        lines.push(format!("in focus: lane {}", self.lane));
        let (group, wave) = self.focus;
        let [active, ended] = [active, existing].map(|lanes| Hex::of_width(lanes, 64));
        said(lines.join("\n"), &EventJson::Lanes { group, wave, active, stack, ended, focus: self.lane })
    }

    /// Where steps are, each address once.
    fn addresses(&self, of: &BTreeSet<u32>) -> Vec<u32> {
        let steps = &self.prepared.dispatch.program.steps;
        let addresses: BTreeSet<u32> = of.iter().map(|n| steps[*n as usize].address).collect();
        addresses.into_iter().collect()
    }

    pub(super) fn breakpoint_text(&self, b: &Breakpoint) -> String {
        let place = match &b.on {
            On::Steps(found) => {
                let addresses = self.addresses(found);
                let all: Vec<String> = addresses.iter().take(8).map(|at| format!("{at:#06x}")).collect();
                let more =
                    if addresses.len() > 8 { format!(" and {} more", addresses.len() - 8) } else { String::new() };
                format!("at {} ({}{more})", b.text, all.join(", "))
            }
            On::Memory(place, _) => {
                format!("on {} ({} {:#x}, {} bytes)", b.text, place.space.name(), place.at, place.bytes)
            }
            On::Barriers | On::Uninit => format!("at {}", b.text),
        };
        let wave = b.wave.map_or(String::new(), |(group, wave)| format!(", wave {group}.{wave}"));
        let condition = b.condition.as_ref().map_or(String::new(), |c| format!(", if {}", c.text()));
        let hits = if b.hits == 0 { String::new() } else { format!(", hit {} times", b.hits) };
        format!("breakpoint {} {place}{wave}{condition}{hits}", b.id)
    }

    pub(super) fn breakpoint_json<'b>(&self, b: &'b Breakpoint) -> BreakpointJson<'b> {
        let (addresses, memory) = match &b.on {
            On::Steps(found) => (Some(self.addresses(found)), None),
            On::Memory(place, access) => {
                let WatchedMemory { space, at, bytes, .. } = *place;
                (None, Some(WatchedJson { space: space.name(), at, bytes, access: access.name() }))
            }
            On::Barriers | On::Uninit => (None, None),
        };
        BreakpointJson {
            id: b.id,
            place: &b.text,
            wave: b.wave.map(|(g, w)| format!("{g}.{w}")),
            condition: b.condition.as_ref().map(Expression::text),
            hits: b.hits,
            addresses,
            memory,
        }
    }

    /// The value of an expression as text: a register by itself in all lanes.
    ///
    /// # Errors
    /// What is wrong with the expression.
    pub(super) fn evaluate(&self, format: Format, text: &str) -> Result<(String, PrintedJson<'_>)> {
        let expression = Expression::parse(text, self.names())?;
        let scope = self.scope(self.focus, self.lane);
        if let Some((index, None)) = expression.as_register() {
            let register = &self.registers[index];
            let json = PrintedJson::Register(self.register_json(register));
            return Ok((self.register_text(register, format), json));
        }
        if format == Format::Plain
            && let Some(local) = expression.as_local(&scope)?
        {
            let value = self.locals.text(&local);
            return Ok((format!("{} = {value}", expression.text()), PrintedJson::Plain { value }));
        }
        let value = expression.value(&scope)?;
        let (width, ty) = match (expression.as_register(), expression.as_memory(&scope)?) {
            (Some((index, _)), _) => (self.registers[index].bits(), None),
            (None, Some((space, at, bytes, ty))) => {
                // As bits, whatever the type makes of them.
                let bits = scope.read(space, at, bytes).unwrap_or(0);
                let value = formatted(bits, 8 * bytes, format, ty);
                let text = format!("{} = {value}", expression.text());
                return Ok((text, PrintedJson::Memory { value, bits: Hex::of_width(bits, 8 * bytes) }));
            }
            (None, None) => (64, None),
        };
        let value = match (value, format) {
            (Value::Real(value), _) => format!("{value:?}"),
            (Value::Whole(value), Format::Plain) if value < 0 => value.to_string(),
            (Value::Whole(value), Format::Plain) if width == 64 && value <= u64::MAX.into() => {
                let width = if value < 1 << 32 { 32 } else { 64 };
                formatted(value as u64, width, format, ty)
            }
            (Value::Whole(value), _) => formatted(value as u64, width, format, ty),
        };
        Ok((format!("{} = {value}", expression.text()), PrintedJson::Plain { value }))
    }

    pub(super) fn print(&self, format: Format, text: &str) -> Result<Event> {
        let (shown, value) = self.evaluate(format, text)?;
        Ok(said(shown, &EventJson::Print { expression: text, value }))
    }

    pub(super) fn examine(&self, count: u32, format: Format, size: Option<u32>, text: &str) -> Result<Event> {
        let expression = Expression::parse(text, self.names())?;
        let scope = self.scope(self.focus, self.lane);
        // Memory stands for its own place, everything else is an address.
        let (space, at, ty) = match expression.as_memory(&scope)? {
            Some((space, at, _, ty)) => (space, at, ty),
            None => (Space::Global, expression.value(&scope)?.bits(), None),
        };
        let ty = ty.filter(|ty| size.is_none_or(|size| size as usize == ty.size()));
        let size = size.unwrap_or(ty.map_or(4, |ty| ty.size() as u32));
        let mut words = Vec::new();
        for n in 0..u64::from(count) {
            let here = at.wrapping_add(n * u64::from(size));
            match scope.read(space, here, size) {
                Some(bits) => words.push((here, bits)),
                None if words.is_empty() => {
                    bail!("nothing is at {} {here:#x}: expected memory of the launch (`info memory`)", space.name())
                }
                None => break,
            }
        }
        let per_line = (16 / size).max(1) as usize;
        let lines: Vec<String> = words
            .chunks(per_line)
            .map(|part| {
                let values: Vec<String> = part.iter().map(|(_, bits)| formatted(*bits, 8 * size, format, ty)).collect();
                format!("{:#x}: {}", part[0].0, values.join(" "))
            })
            .collect();
        let values = words.iter().map(|(_, bits)| Hex::of_width(*bits, 8 * size)).collect();
        let missing = u64::from(count) - words.len() as u64;
        let mut text = lines.join("\n");
        if missing != 0 {
            text += &format!("\nthe memory ends {missing} values before the last that was asked for");
        }
        Ok(said(text, &EventJson::Memory { space: space.name(), at, size, values }))
    }

    pub(super) fn explain(&self) -> Result<Event> {
        let index =
            self.index(self.focus).context("explain: the wave has ended; choose another one with `wave G.W`")?;
        ensure!(
            self.history.now().wave(self.focus.0, self.focus.1).status == Status::Ready,
            "explain: the wave {}; its instruction has been issued: choose another one with `wave G.W`, or reverse-step",
            self.waits(self.focus).unwrap_or_default()
        );
        let step = isotope::explained_at(self.prepared, self.history.now().clone(), self.focus, &[])?;
        let event = EventJson::Explain { instruction: self.text_of(index), report: &step.report, step: &step.json };
        Ok(said(step.report.trim_end().into(), &event))
    }

    /// The instructions of the kernel in order of address: address, text. Variants are one.
    pub fn instructions(&self) -> Vec<(u32, &str)> {
        let program = &self.prepared.dispatch.program;
        let block = if program.block == 0 { program.steps.len() } else { program.block as usize };
        let mut all: Vec<(u32, &str)> = Vec::new();
        for (n, step) in program.steps.iter().enumerate().take(block) {
            if all.last().is_none_or(|(at, _)| *at != step.address) {
                all.push((step.address, self.text_of(n as u32)));
            }
        }
        all
    }

    /// Source lines of the instruction at an address.
    pub fn line_of(&self, address: u32) -> Option<isotope::object::lines::Location> {
        self.lines.find(address.into())
    }

    pub(super) fn list(&self, place: &str) -> Result<Event> {
        let address = match place {
            "" => self.address(self.focus).context("list: the wave has ended; expected a line or an address")?,
            place => {
                let (found, _) = self.places(place)?;
                let first = found.first().map(|n| self.prepared.dispatch.program.steps[*n as usize].address);
                first.unwrap_or(0)
            }
        };
        let here = self.address(self.focus);
        let mark = |at: u32| if Some(at) == here { "=>" } else { "  " };
        let mut lines = Vec::new();
        let source = self.lines.find(address.into());
        if let Some(location) = &source {
            let name = location.at.file.to_string();
            let line = location.at.line as usize;
            match (self.sources)(&name) {
                Some(text) => {
                    let around = text.lines().enumerate().skip(line.saturating_sub(AROUND + 1)).take(2 * AROUND + 1);
                    let shown: Vec<String> = around
                        .map(|(n, text)| {
                            let mark = if n + 1 == line { "=>" } else { "  " };
                            format!("{mark} {:4}  {text}", n + 1)
                        })
                        .collect();
                    lines.push(format!("{location}"));
                    lines.extend(shown);
                }
                None => {
                    let folder = OptionName::SourcePath.with("DIR");
                    lines.push(format!("{location}  (the file is not there; {folder} says where it is)"));
                }
            }
        }
        let all = self.instructions();
        let at = all.iter().position(|(at, _)| *at >= address).unwrap_or(0);
        let part = all.iter().skip(at.saturating_sub(AROUND)).take(2 * AROUND + 1);
        lines.extend(part.clone().map(|(at, text)| format!("{} {at:#06x}  {text}", mark(*at))));
        let instructions = part.map(|(at, text)| {
            let source = self.lines.find((*at).into());
            InstructionJson { address: *at, text, source }
        });
        Ok(said(lines.join("\n"), &EventJson::List { source, instructions: instructions.collect() }))
    }
}
