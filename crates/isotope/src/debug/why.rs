//! Who wrote a register or memory last: recorded steps are repeated, from the last one back.

use isotope_ir::effect::LANES;
use isotope_ir::program::def_use::{Location, words};
use isotope_machine::Session;
use isotope_machine::register::{Cells, Register};
use serde_json::json;

use super::breaks::{Access, Seen, Watched};
use super::expression::{Expression, Scope, Space};
use super::history::WaveAt;
use super::{Debugger, Event, said};
use crate::error::{Context, Result};
use crate::report::location_json;

/// A step that wrote something.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Writer {
    /// Which step, counted from 1.
    pub step: u64,
    /// Whose.
    pub wave: WaveAt,
    /// The lane of an access; none of a register.
    pub lane: Option<u32>,
    /// The instruction, as a position in the program.
    pub index: u32,
    /// What was there in front of the step.
    pub old: Option<u64>,
    /// What was there behind it.
    pub new: Option<u64>,
}

impl<'a> Debugger<'a> {
    /// The last step before this point of which a test says that it wrote: `before` is asked in front of each step, `wrote` behind it.
    fn last_step(
        &self,
        before: impl Fn(&Session<'a>) -> Option<u64>,
        wrote: impl Fn(WaveAt, u32, &Seen, [Option<u64>; 2]) -> Option<Option<u32>>,
    ) -> Option<Writer> {
        let at = self.history.at();
        for (from, to) in self.history.parts(at) {
            let mut found = None;
            self.history.repeat(from, to, |moment, session, first| {
                let (group, wave) = moment.wave;
                let (index, old) = (session.wave(group, wave).pc, before(session));
                let mut seen = Seen::default();
                session.step_ordered(group, wave, first, &mut seen);
                let new = before(session);
                if let Some(lane) = wrote(moment.wave, index, &seen, [old, new]) {
                    found = Some(Writer { step: moment.at + 1, wave: moment.wave, lane, index, old, new });
                }
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Who wrote a lane or element of a register of a wave last.
    pub fn writer_of_register(&self, wave: WaveAt, register: &Register, element: u32) -> Option<Writer> {
        let program = &self.prepared.dispatch.program;
        let value = |session: &Session<'a>| Some(register.get(session.wave(wave.0, wave.1), element));
        self.last_step(value, |of, index, seen, [old, new]| {
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

    /// Who wrote a place in memory last.
    pub fn writer_of_memory(&self, place: &Watched) -> Option<Writer> {
        let value = |session: &Session<'a>| {
            let scope = Scope { session, wave: (place.group, 0), ..self.scope(self.focus, self.lane) };
            scope.read(place.space, place.at, place.bytes)
        };
        self.last_step(value, |of, _, seen, values| {
            seen.touched(place, Access::Write, of.0, values).map(|touched| Some(touched.lane))
        })
    }

    pub(super) fn why(&self, text: &str) -> Result<Event> {
        let expression = Expression::parse(text, self.names())?;
        let scope = self.scope(self.focus, self.lane);
        if let Some((index, element)) = expression.as_register() {
            let register = &self.registers[index];
            let (now, element) = scope.register(index, element)?;
            let bits = register.bits();
            let named = match register.cells {
                Cells::Scalar(_) => register.name.clone(),
                _ => format!("{}[{element}]", register.name),
            };
            let show = |bits_of: Option<u64>| bits_of.map_or("?".into(), |value| hex(value, bits));
            let writer = self.writer_of_register(self.focus, register, element);
            return Ok(self.wrote(&named, now, bits, writer, &show));
        }
        let memory = expression.as_memory(&scope)?;
        let (space, at, bytes, ty) =
            memory.with_context(|| format!("why: expected a register or memory, found `{}`", text.escape_debug()))?;
        let now = scope.read(space, at, bytes);
        let now =
            now.with_context(|| format!("nothing is at {} {at:#x}: expected memory of the launch", space.name()))?;
        crate::error::ensure!(
            space != Space::Private,
            "why: private memory is each lane's own; ask for the register that it was stored from"
        );
        let place = Watched { space, group: self.focus.0, at, bytes, ty };
        let writer = self.writer_of_memory(&place);
        Ok(self.wrote(expression.text(), now, 8 * bytes, writer, &|bits| place.value(bits)))
    }

    fn wrote(
        &self,
        what: &str,
        now: u64,
        bits: u32,
        writer: Option<Writer>,
        show: &dyn Fn(Option<u64>) -> String,
    ) -> Event {
        let Some(writer) = writer else {
            let text = format!("{what} = {}, as at the start of the launch: no step has written it", show(Some(now)));
            return said("why", text, json!({ "of": what, "value": hex(now, bits), "writer": null }));
        };
        let Writer { step, wave: (group, wave), lane, index, old, new } = writer;
        let address = self.prepared.dispatch.program.steps.get(index as usize).map_or(0, |step| step.address);
        let location = self.lines.find(address.into());
        let of_lane = lane.map_or(String::new(), |lane| format!(" lane {lane}"));
        let place = location.as_ref().map_or(String::new(), |location| format!("    {location}"));
        let text = format!(
            "{what} = {}\nstep {step}, group {group} wave {wave}{of_lane}: {} -> {}\n{address:#06x}  {}{place}",
            show(Some(now)),
            show(old),
            show(new),
            self.text_of(index)
        );
        let digits = |value: Option<u64>| value.map(|value| hex(value, bits));
        let json = json!({
            "of": what,
            "value": hex(now, bits),
            "writer": {
                "step": step, "group": group, "wave": wave, "lane": lane, "address": address, "instruction": self.text_of(index),
                "source": location_json(location), "old": digits(old), "new": digits(new),
            },
        });
        said("why", text, json)
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
