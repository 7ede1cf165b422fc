//! Values set by hand: registers and memory.
//!
//! A value that is set belongs to the history: it is there from the step on at which it was set, going back in front of that step takes it
//! away, and going forward again puts it back. What was recorded behind the step no longer follows from the state, so it is forgotten.

use isotope::case::{ElementType, float_of};
use isotope::error::{Context, Result, bail, ensure};
use isotope::machine::Session;
use isotope::machine::mem::Exclusive;
use isotope::machine::register::{Cells, Given};

use crate::answer::{EventJson, SetByHandJson};
use crate::command::Format;
use crate::expression::{Expression, Scope, Space, Value};
use crate::history::WaveAt;
use crate::show::formatted;
use crate::{Debugger, Event, said};

/// A place that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettablePlace {
    /// Part of a register of a wave.
    Register(WaveAt, Given),
    /// Up to eight bytes of a memory; of the lane of the wave, where it is each lane's own.
    Memory {
        /// Which memory.
        space: Space,
        /// Whose.
        wave: WaveAt,
        /// The lane, and the bytes of private memory that each lane has.
        lane: (u32, u64),
        /// Byte address or offset.
        at: u64,
        /// Bytes.
        bytes: u32,
    },
}

/// A value that was set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// Steps in front of it.
    pub at: u64,
    /// Where.
    pub place: SettablePlace,
    /// What was there.
    pub old: u64,
    /// What is there since.
    pub new: u64,
    /// The place in words.
    pub text: String,
}

impl Change {
    /// Does it.
    pub(super) fn apply(&self, session: &mut Session<'_>) {
        match self.place {
            SettablePlace::Register((group, wave), given) => given.set(session.wave_mut(group, wave)),
            SettablePlace::Memory { space, wave: (group, wave), lane: (lane, size), at, bytes } => {
                let data = &self.new.to_le_bytes()[..bytes as usize];
                match space {
                    Space::Global => _ = session.write(at, data),
                    Space::Shared => _ = session.write_shared(group, at, data),
                    Space::Private => {
                        let from = u64::from(lane) * size + at;
                        let private = &mut session.wave_mut(group, wave).private;
                        for (at, byte) in (from..).zip(data) {
                            private.store_any::<Exclusive>(at, 1, (*byte).into());
                        }
                    }
                    Space::Gds => {
                        if let (Some(mut unit), Ok(at)) = (session.unit_mut(), u32::try_from(at)) {
                            unit.gds_mut().store(at, bytes, self.new);
                        }
                    }
                }
            }
        }
    }

    /// Whether it set a part of a place.
    pub(super) fn meets(&self, other: &SettablePlace) -> bool {
        match (&self.place, other) {
            (SettablePlace::Register(wave, given), SettablePlace::Register(of, asked)) => {
                wave == of && given.cells == asked.cells && given.element == asked.element
            }
            (
                SettablePlace::Memory { space, wave, lane, at, bytes },
                SettablePlace::Memory { space: of, wave: whose, lane: which, at: from, bytes: count },
            ) => {
                let mine = match space {
                    Space::Global | Space::Gds => true,
                    Space::Shared => wave.0 == whose.0,
                    Space::Private => (wave, lane.0) == (whose, which.0),
                };
                let meets = *at < from.saturating_add((*count).into()) && *from < at.saturating_add((*bytes).into());
                space == of && mine && meets
            }
            _ => false,
        }
    }
}

/// The bits of a value in a place of so many bits, which has a type where it is an element of a buffer or `/f` says float.
fn bits_of(value: Value, width: u32, ty: Option<ElementType>) -> Result<u64> {
    if let Some(float) = ty.filter(|ty| ty.float().is_some()) {
        let number = match value {
            Value::Whole(whole) => whole as f64,
            Value::Real(real) => real,
        };
        return float_of(float, number)
            .with_context(|| format!("expected a number in the range of {}, found {number:?}", float.name()));
    }
    let Value::Whole(whole) = value else {
        bail!("expected a whole number, found a float; `set/f` writes a float of the size of the place")
    };
    let (low, high) = match ty {
        Some(ty) if ty.is_signed() => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
        Some(_) => (0, (1i128 << width) - 1),
        // Bits without a type may be meant either way.
        None => (if width == 1 { 0 } else { -(1i128 << (width - 1)) }, (1i128 << width) - 1),
    };
    ensure!((low..=high).contains(&whole), "expected a number of {width} bits, from {low} to {high}, found {whole}");
    Ok(whole as u64 & u64::MAX >> (64 - width))
}

/// The float type of so many bits.
fn float_type(width: u32) -> Result<ElementType> {
    match width {
        16 => Ok(ElementType::F16),
        32 => Ok(ElementType::F32),
        64 => Ok(ElementType::F64),
        _ => bail!("set/f: expected a place of 16, 32 or 64 bits, found one of {width}"),
    }
}

impl Debugger<'_> {
    /// Values that were set by hand, up to this point of what is recorded.
    pub fn changes(&self) -> impl Iterator<Item = &Change> {
        self.history.changes().iter().filter(|change| change.at <= self.history.at())
    }

    /// Sets a register, its lane in focus where none is named, or memory.
    ///
    /// # Errors
    /// When the place or the value is not one, does not fit, or the launch is at a fault; nothing has changed then.
    pub fn set(&mut self, format: Format, place: &str, value: &str) -> Result<Event> {
        let expression = Expression::parse(place, self.names())?;
        let value = Expression::parse(value, self.names())?.value(&self.scope(self.focus, self.lane))?;
        let scope = self.scope(self.focus, self.lane);
        if let Some((index, element)) = expression.as_register() {
            let (old, element) = scope.register(index, element)?;
            let register = &self.registers[index];
            let ty = if format == Format::Float { Some(float_type(register.bits())?) } else { None };
            let new = bits_of(value, register.bits(), ty)?;
            let text = match register.cells {
                Cells::Scalar(_) => register.name.clone(),
                _ => format!("{}[{element}]", register.name),
            };
            let given = Given { cells: register.cells, element, value: new };
            let width = register.bits();
            return self.change(SettablePlace::Register(self.focus, given), [old, new], (width, None), text);
        }
        let memory = expression.as_memory(&scope)?;
        let (space, at, bytes, ty) = memory.with_context(|| {
            format!(
                "set: expected a register such as R4 or R4[3], or memory such as out[3], found `{}`",
                place.trim().escape_debug()
            )
        })?;
        let old = scope.read(space, at, bytes);
        let old =
            old.with_context(|| format!("nothing is at {} {at:#x}: expected memory of the launch", space.name()))?;
        let as_float = format == Format::Float && ty.is_none_or(|ty| ty.float().is_none());
        let ty = if as_float { Some(float_type(8 * bytes)?) } else { ty };
        let new = bits_of(value, 8 * bytes, ty)?;
        let lane = (self.lane, u64::from(self.prepared.dispatch.private_bytes));
        let place = SettablePlace::Memory { space, wave: self.focus, lane, at, bytes };
        let text = expression.text().to_string();
        self.change(place, [old, new], (8 * bytes, ty), text)
    }

    /// Sets all lanes of a predicate at once: a bit for each lane.
    ///
    /// # Errors
    /// When the launch is at a fault.
    pub(super) fn set_mask(&mut self, index: usize, lanes: u32) -> Result<Event> {
        let register = &self.registers[index];
        let Cells::Mask(word) = register.cells else { bail!("`{}` is no predicate", register.name) };
        let old = self.history.now().wave(self.focus.0, self.focus.1).scalars[usize::from(word)];
        let given = Given { cells: Cells::Scalar(word), element: 0, value: lanes.into() };
        let text = register.name.clone();
        self.change(SettablePlace::Register(self.focus, given), [old.into(), lanes.into()], (32, None), text)
    }

    fn change(
        &mut self,
        place: SettablePlace,
        [old, new]: [u64; 2],
        (width, ty): (u32, Option<ElementType>),
        text: String,
    ) -> Result<Event> {
        ensure!(
            self.history.stop().is_none(),
            "set: the launch is at a fault, which its past decides: go back first (reverse-step), then set and continue"
        );
        if let SettablePlace::Register(wave, _) | SettablePlace::Memory { space: Space::Private, wave, .. } = place {
            self.ensure_begun(wave)?;
            ensure!(
                self.index(wave).is_some(),
                "set: wave {}.{} has ended: go back first, or choose another one",
                wave.0,
                wave.1
            );
        }
        let (at, end) = (self.history.at(), self.history.end());
        let change = Change { at, place, old, new, text };
        // Memory of some regions has no bytes behind it.
        let mut probe = self.history.now().clone();
        change.apply(&mut probe);
        if let SettablePlace::Memory { space, at, bytes, .. } = place {
            let held = Scope { session: &probe, ..self.scope(self.focus, self.lane) }.read(space, at, bytes);
            ensure!(
                held == Some(new),
                "set: {} {at:#x} cannot be written: the launch has no bytes for it",
                space.name()
            );
        }
        let show = |bits: u64| formatted(bits, width, Format::Plain, ty);
        let mut said_text = format!("{} = {}, was {}; set at step {at}", change.text, show(new), show(old));
        if end > at {
            said_text += &format!("; {} recorded steps behind it are forgotten", end - at);
        }
        let event =
            said(said_text, &EventJson::Set { change: SetByHandJson::new(&change, width), forgotten: end - at });
        self.goal = None;
        self.history.change(change);
        Ok(event)
    }
}
