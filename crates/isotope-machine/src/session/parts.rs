//! Access to the parts of a state, for callers that store each part once and compose states from parts.

use std::sync::Arc;

use super::{Device, Member, Session};
use crate::Model;
use crate::digest::Packer;
use crate::snapshot::State;
use crate::state::{BARRIERS, Barrier, Wave};
use crate::sync::WaveId;

/// A wave of a [`Session`]: registers and private memory. A copy shares the data.
#[derive(Clone, Debug)]
pub struct WaveState(Arc<Member>);

impl WaveState {
    /// The wave.
    pub fn wave(&self) -> &Wave {
        &self.0.wave
    }
}

/// State of a [`Session`] outside memory: the synchronization unit and the state of a host process. A copy shares the data.
#[derive(Clone, Debug)]
pub struct Beside(Arc<Device>);

impl Beside {
    /// The part that affects execution, for comparison.
    pub fn state(&self) -> State {
        State::new(self.0.pack())
    }

    /// Whether there is a synchronization unit, which counts waves that end.
    pub fn has_unit(&self) -> bool {
        self.0.unit.is_some()
    }

    /// The text that was printed; `None` if there is no host process.
    pub fn printed(&self) -> Option<Vec<u8>> {
        self.0.desk.as_ref().map(|desk| desk.lock().text.clone())
    }

    /// Whether a wave in a queue of the unit can continue.
    pub fn can_go_on(&self, wave: &Wave) -> bool {
        self.0.unit.as_ref().is_some_and(|unit| unit.lock().can_go_on(WaveId(wave.id)))
    }

    /// The queue in which a wave waits in the unit, as text.
    pub fn place(&self, wave: &Wave) -> Option<String> {
        self.0.unit.as_ref()?.lock().place(WaveId(wave.id)).map(|place| place.to_string())
    }
}

impl<M: Model> Session<'_, M> {
    /// The number of waves of a group.
    ///
    /// # Panics
    /// There is no such group or wave; the same holds for the functions below.
    pub fn wave_count(&self, group: usize) -> usize {
        self.groups[group].waves.len()
    }

    /// The current state of a wave.
    pub fn wave_state(&self, group: usize, wave: usize) -> WaveState {
        WaveState(Arc::clone(&self.groups[group].waves[wave]))
    }

    /// Restores the state of a wave.
    pub fn set_wave(&mut self, group: usize, wave: usize, state: &WaveState) {
        let of = Arc::make_mut(&mut self.groups[group]);
        of.digest.forget();
        of.waves[wave] = Arc::clone(&state.0);
    }

    /// The part of a wave that later steps can depend on, for comparison with waves at the same position of the same dispatch.
    pub fn live(&self, group: usize, wave: usize) -> State {
        let mut packer = Packer::default();
        self.walk().wave(self.wave(group, wave), &mut packer);
        State::new(packer)
    }

    /// The barriers of a group.
    pub fn barriers(&self, group: usize) -> &[Barrier; BARRIERS] {
        &self.groups[group].barriers
    }

    /// Restores the barriers of a group.
    pub fn set_barriers(&mut self, group: usize, barriers: &[Barrier; BARRIERS]) {
        let of = Arc::make_mut(&mut self.groups[group]);
        of.digest.forget();
        of.barriers = *barriers;
    }

    /// The state outside memory, if there is any.
    pub fn beside(&self) -> Option<Beside> {
        self.device.clone().map(Beside)
    }

    /// Restores the state outside memory.
    pub fn set_beside(&mut self, beside: &Beside) {
        self.device = Some(Arc::clone(&beside.0));
    }

    /// Up to eight bytes of a group's shared memory; `None` if they are not all in it.
    pub fn read_shared(&self, group: usize, offset: u64, bytes: u32) -> Option<u64> {
        let of = &self.groups[group];
        let fits = offset.checked_add(bytes.into())? <= of.start.len();
        fits.then(|| {
            (0..bytes.into())
                .fold(0, |value, i| value | of.shared.load(offset + i, 1, (&of.start, offset + i)) << (8 * i))
        })
    }
}
