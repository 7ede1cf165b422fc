//! The last writer of a register or of memory: recorded steps are repeated, the last ones first.

use isotope::answer::Hex;
use isotope::error::{Context, Result};
use isotope::ir::effect::LANES;
use isotope::ir::program::def_use::{Location, words};
use isotope::machine::Session;
use isotope::machine::register::{Cells, Given, Register};

use crate::answer::{EventJson, SetByHandJson, WriterJson, WrittenJson};
use crate::breaks::{AccessKind, StepAccesses, WatchedMemory};
use crate::expression::{Expression, Scope, Space};
use crate::history::WaveAt;
use crate::set::SettablePlace;
use crate::{Debugger, Event, said};

/// Writes that `history` shows at most.
const WRITES: usize = 32;

/// A step that wrote something.
struct Writer {
    /// Which step, counted from 1.
    step: u64,
    /// Whose.
    wave: WaveAt,
    /// The lane of an access; none of a register.
    lane: Option<u32>,
    /// The instruction, as a position in the program.
    index: u32,
    /// What was there in front of the step.
    old: Option<u64>,
    /// What was there behind it.
    new: Option<u64>,
}

/// What is asked about: a register's number and lane or element, or memory.
enum WrittenPlace {
    Register(usize, u32),
    Memory(WatchedMemory),
}

/// A register or memory that is asked about.
struct HistoryQuery {
    name: String,
    now: u64,
    bits: u32,
    of: WrittenPlace,
    place: SettablePlace,
}

impl HistoryQuery {
    /// A value of it as text.
    fn show(&self, bits: Option<u64>) -> String {
        match &self.of {
            WrittenPlace::Register(..) => bits.map_or("?".into(), |value| hex(value, self.bits)),
            WrittenPlace::Memory(watched) => watched.value(bits),
        }
    }
}

impl<'a> Debugger<'a> {
    /// The last steps before this point that wrote, the last first; at least `wanted` if there are so many. `before`
    /// is asked in front of each step, `wrote` behind it.
    fn last_steps(
        &self,
        wanted: usize,
        before: impl Fn(&Session<'a>) -> Option<u64>,
        wrote: impl Fn(WaveAt, u32, &StepAccesses, [Option<u64>; 2]) -> Option<Option<u32>>,
    ) -> Vec<Writer> {
        let (at, mut all) = (self.history.at(), Vec::new());
        for (from, to) in self.history.parts(at) {
            let mut found = Vec::new();
            self.history.repeat(from, to, |moment, session, first| {
                let (group, wave) = moment.wave;
                let (index, old) = (session.wave(group, wave).pc, before(session));
                let mut seen = StepAccesses::default();
                session.step_ordered(group, wave, first, &mut seen);
                let new = before(session);
                if let Some(lane) = wrote(moment.wave, index, &seen, [old, new]) {
                    found.push(Writer { step: moment.at + 1, wave: moment.wave, lane, index, old, new });
                }
            });
            all.extend(found.into_iter().rev());
            if all.len() >= wanted {
                break;
            }
        }
        all
    }

    /// The last writers of a lane or element of a register of a wave, at least `wanted` if there are so many.
    fn writers_of_register(&self, wave: WaveAt, register: &Register, element: u32, wanted: usize) -> Vec<Writer> {
        let program = &self.prepared.dispatch.program;
        let value = |session: &Session<'a>| Some(register.get(session.wave(wave.0, wave.1), element));
        self.last_steps(wanted, value, |of, index, seen, [old, new]| {
            if of != wave {
                return None;
            }
            let Some(step) = program.steps.get(index as usize) else { return (old != new).then_some(None) };
            let upper = element >= LANES as u32;
            let lanes = if upper { (seen.lanes >> LANES) as u32 } else { seen.lanes as u32 };
            let named = program.uops_of(step).iter().any(|uop| {
                uop.def_use(lanes, program).writes.iter().any(|part| holds(part, register, element, &program.maps))
            });
            (old != new || named && lanes != 0).then_some(None)
        })
    }

    /// The last writers of a place in memory, at least `wanted` if there are so many.
    fn writers_of_memory(&self, place: &WatchedMemory, wanted: usize) -> Vec<Writer> {
        let value = |session: &Session<'a>| {
            let scope = Scope { session, wave: (place.group, 0), ..self.scope(self.focus, self.lane) };
            scope.read(place.space, place.at, place.bytes)
        };
        self.last_steps(wanted, value, |of, _, seen, values| {
            seen.touched(place, AccessKind::Write, of.0, values).map(|touched| Some(touched.lane))
        })
    }

    /// The register or memory that is asked for.
    fn asked(&self, what: &str, text: &str) -> Result<HistoryQuery> {
        let expression = Expression::parse(text, self.names())?;
        let scope = self.scope(self.focus, self.lane);
        if let Some((index, element)) = expression.as_register() {
            let register = &self.registers[index];
            let (now, element) = scope.register(index, element)?;
            let name = match register.cells {
                Cells::Scalar(_) => register.name.clone(),
                _ => format!("{}[{element}]", register.name),
            };
            let place = SettablePlace::Register(self.focus, Given { cells: register.cells, element, value: 0 });
            return Ok(HistoryQuery {
                name,
                now,
                bits: register.bits(),
                of: WrittenPlace::Register(index, element),
                place,
            });
        }
        let memory = expression.as_memory(&scope)?;
        let (space, at, bytes, ty) = memory
            .with_context(|| format!("{what}: expected a register or memory, found `{}`", text.escape_debug()))?;
        let now = scope.read(space, at, bytes);
        let now =
            now.with_context(|| format!("nothing is at {} {at:#x}: expected memory of the launch", space.name()))?;
        isotope::error::ensure!(
            space != Space::Private,
            "{what}: private memory is each lane's own; ask for the register that it was stored from"
        );
        let watched = WatchedMemory { space, group: self.focus.0, at, bytes, ty };
        let place = SettablePlace::Memory { space, wave: self.focus, lane: (self.lane, 0), at, bytes };
        Ok(HistoryQuery {
            name: expression.text().into(),
            now,
            bits: 8 * bytes,
            of: WrittenPlace::Memory(watched),
            place,
        })
    }

    fn writers(&self, asked: &HistoryQuery, wanted: usize) -> Vec<Writer> {
        match &asked.of {
            WrittenPlace::Register(index, element) => {
                self.writers_of_register(self.focus, &self.registers[*index], *element, wanted)
            }
            WrittenPlace::Memory(watched) => self.writers_of_memory(watched, wanted),
        }
    }

    pub(super) fn why(&self, text: &str) -> Result<Event> {
        let asked = self.asked("why", text)?;
        let writer = self.writers(&asked, 1).into_iter().next();
        Ok(match self.set_by_hand(&asked, writer.as_ref()) {
            Some(event) => event,
            None => self.wrote(&asked, writer),
        })
    }

    /// All that was written to a place, the last first.
    pub(super) fn writes(&self, text: &str) -> Result<Event> {
        let asked = self.asked("history", text)?;
        let mut writers = self.writers(&asked, WRITES + 1);
        let more = writers.len() > WRITES;
        writers.truncate(WRITES);
        // What was set by hand at a step stands behind the step of that number.
        let mut lines: Vec<(u64, String, WrittenJson<'_>)> = Vec::new();
        for change in self.changes().filter(|change| change.meets(&asked.place)) {
            let text = format!(
                "set by hand at step {}: {} -> {}",
                change.at,
                asked.show(Some(change.old)),
                asked.show(Some(change.new))
            );
            lines.push((2 * change.at + 1, text, WrittenJson::Set { set: SetByHandJson::new(change, asked.bits) }));
        }
        let oldest = writers.last().filter(|_| more).map_or(0, |writer| 2 * writer.step);
        lines.retain(|(at, ..)| *at >= oldest);
        for writer in &writers {
            let place =
                self.line_of(self.address_of(writer.index)).map_or(String::new(), |location| format!("    {location}"));
            let (group, wave) = writer.wave;
            let lane = writer.lane.map_or(String::new(), |lane| format!(" lane {lane}"));
            let text = format!(
                "step {}, group {group} wave {wave}{lane}: {} -> {}    {:#06x}  {}{place}",
                writer.step,
                asked.show(writer.old),
                asked.show(writer.new),
                self.address_of(writer.index),
                self.text_of(writer.index)
            );
            lines.push((2 * writer.step, text, WrittenJson::Step(self.writer_json(writer, asked.bits))));
        }
        lines.sort_by_key(|(at, ..)| std::cmp::Reverse(*at));
        let mut shown = format!("{} = {}", asked.name, asked.show(Some(asked.now)));
        shown.extend(lines.iter().map(|(_, text, _)| format!("\n{text}")));
        shown += match (more, lines.is_empty()) {
            (true, _) => "\nand earlier ones: `goto` one of these steps and ask again",
            (_, true) => "\nno step has written it",
            _ => "",
        };
        let writers = lines.into_iter().map(|(_, _, json)| json).collect();
        let value = Hex::of_width(asked.now, asked.bits);
        Ok(said(shown, &EventJson::History { of: &asked.name, value, writers, earlier: more }))
    }

    fn address_of(&self, index: u32) -> u32 {
        self.prepared.dispatch.program.steps.get(index as usize).map_or(0, |step| step.address)
    }

    fn writer_json(&self, writer: &Writer, bits: u32) -> WriterJson<'_> {
        let digits = |value: Option<u64>| value.map(|value| Hex::of_width(value, bits));
        let address = self.address_of(writer.index);
        WriterJson {
            step: writer.step,
            group: writer.wave.0,
            wave: writer.wave.1,
            lane: writer.lane,
            address,
            instruction: self.text_of(writer.index),
            source: self.lines.find(address.into()),
            old: digits(writer.old),
            new: digits(writer.new),
        }
    }

    /// That a place was set by hand, where no step has written it since.
    fn set_by_hand(&self, asked: &HistoryQuery, writer: Option<&Writer>) -> Option<Event> {
        let change = self.changes().filter(|change| change.meets(&asked.place)).last()?;
        if writer.is_some_and(|writer| writer.step > change.at) {
            return None;
        }
        let HistoryQuery { name, now, bits, .. } = asked;
        let words = format!(
            "{name} = {}\nset by hand at step {}: {} {} -> {}",
            asked.show(Some(*now)),
            change.at,
            change.text,
            asked.show(Some(change.old)),
            asked.show(Some(change.new))
        );
        let set = Some(SetByHandJson::new(change, *bits));
        Some(said(words, &EventJson::Why { of: name, value: Hex::of_width(*now, *bits), writer: None, set }))
    }

    fn wrote(&self, asked: &HistoryQuery, writer: Option<Writer>) -> Event {
        let HistoryQuery { name: what, now, bits, .. } = asked;
        let (now, show) = (*now, |bits: Option<u64>| asked.show(bits));
        let Some(writer) = writer else {
            let text = format!("{what} = {}, as at the start of the launch: no step has written it", show(Some(now)));
            return said(text, &EventJson::Why { of: what, value: Hex::of_width(now, *bits), writer: None, set: None });
        };
        let Writer { step, wave: (group, wave), lane, index, old, new } = writer;
        let address = self.address_of(index);
        let of_lane = lane.map_or(String::new(), |lane| format!(" lane {lane}"));
        let place = self.lines.find(address.into()).map_or(String::new(), |location| format!("    {location}"));
        let text = format!(
            "{what} = {}\nstep {step}, group {group} wave {wave}{of_lane}: {} -> {}\n{address:#06x}  {}{place}",
            show(Some(now)),
            show(old),
            show(new),
            self.text_of(index)
        );
        let writer = Some(self.writer_json(&writer, *bits));
        said(text, &EventJson::Why { of: what, value: Hex::of_width(now, *bits), writer, set: None })
    }
}

/// Whether a written part of the state has a lane or element of a register.
fn holds(part: &Location, register: &Register, element: u32, maps: &[[u32; LANES]]) -> bool {
    let word = |at: u32| match *part {
        Location::Vector { first, lanes } => {
            let lane = at.wrapping_sub(first);
            lane < LANES as u32 && lanes >> lane & 1 != 0
        }
        Location::Map { map, lanes } => words(&maps[map as usize], lanes).any(|word| word == at),
        // Which ones only the values tell.
        Location::Registers | Location::Scalar { .. } => false,
    };
    match register.cells {
        Cells::Vector(low, high) => {
            let slot = if element >= LANES as u32 { high.unwrap_or(low) } else { low };
            word(slot.0 + element % LANES as u32)
        }
        Cells::Packed { byte, bytes, .. } => {
            let from = byte + element * u32::from(bytes);
            (from / 4..(from + u32::from(bytes)).div_ceil(4)).any(word)
        }
        Cells::Mask(of) => {
            matches!(*part, Location::Scalar { word, bits } if word == of && bits >> (element % 32) & 1 != 0)
        }
        Cells::Scalar(of) => matches!(*part, Location::Scalar { word, .. } if word == of),
    }
}

pub(super) fn hex(value: u64, bits: u32) -> String {
    format!("{value:#0digits$x}", digits = 2 + bits.div_ceil(4).max(1) as usize)
}
