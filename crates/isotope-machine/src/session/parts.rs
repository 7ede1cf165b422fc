//! The parts of a state one by one, for who keeps each part once and puts states together from them.

use std::sync::Arc;

use super::{Device, Member, Session};
use crate::Model;
use crate::digest::Packer;
use crate::snapshot::State;
use crate::state::{BARRIERS, Barrier, Wave};
use crate::sync::WaveId;

/// A wave as it stood in a [`Session`]: its registers and private memory. A copy is a reference.
#[derive(Clone, Debug)]
pub struct WaveState(Arc<Member>);

impl WaveState {
    /// The wave.
    pub fn wave(&self) -> &Wave {
        &self.0.wave
    }
}

/// What lay beside the memory of a [`Session`]: the synchronisation unit, and what a process on the host remembers. A copy is a
/// reference.
#[derive(Clone, Debug)]
pub struct Beside(Arc<Device>);

impl Beside {
    /// What of it counts, to be compared.
    pub fn state(&self) -> State {
        State::new(self.0.pack())
    }

    /// Whether there is a synchronisation unit, which counts waves that end.
    pub fn has_unit(&self) -> bool {
        self.0.unit.is_some()
    }

    /// What a process on the host was asked to print; none where there is no such process.
    pub fn printed(&self) -> Option<Vec<u8>> {
        self.0.desk.as_ref().map(|desk| desk.lock().text.clone())
    }

    /// Whether a wave in a queue of the unit can go on.
    pub fn can_go_on(&self, wave: &Wave) -> bool {
        self.0.unit.as_ref().is_some_and(|unit| unit.lock().can_go_on(WaveId(wave.id)))
    }

    /// Where a wave waits in the unit, in words.
    pub fn place(&self, wave: &Wave) -> Option<String> {
        self.0.unit.as_ref()?.lock().place(WaveId(wave.id)).map(|place| place.to_string())
    }
}

impl<M: Model> Session<'_, M> {
    /// How many waves a group has.
    ///
    /// # Panics
    /// If there is no such group or wave; so do those below.
    pub fn wave_count(&self, group: usize) -> usize {
        self.groups[group].waves.len()
    }

    /// A wave as it stands.
    pub fn wave_state(&self, group: usize, wave: usize) -> WaveState {
        WaveState(Arc::clone(&self.groups[group].waves[wave]))
    }

    /// Let a wave stand as it stood.
    pub fn set_wave(&mut self, group: usize, wave: usize, state: &WaveState) {
        let of = Arc::make_mut(&mut self.groups[group]);
        of.digest.forget();
        of.waves[wave] = Arc::clone(&state.0);
    }

    /// What of a wave later steps can depend on, to be compared: of waves at the same place in the same dispatch.
    pub fn live(&self, group: usize, wave: usize) -> State {
        let mut packer = Packer::default();
        self.walk().wave(self.wave(group, wave), &mut packer);
        State::new(packer)
    }

    /// The barriers of a group.
    pub fn barriers(&self, group: usize) -> &[Barrier; BARRIERS] {
        &self.groups[group].barriers
    }

    /// Put them as they were.
    pub fn set_barriers(&mut self, group: usize, barriers: &[Barrier; BARRIERS]) {
        let of = Arc::make_mut(&mut self.groups[group]);
        of.digest.forget();
        of.barriers = *barriers;
    }

    /// What lies beside memory, if something does.
    pub fn beside(&self) -> Option<Beside> {
        self.device.clone().map(Beside)
    }

    /// Put it as it was.
    pub fn set_beside(&mut self, beside: &Beside) {
        self.device = Some(Arc::clone(&beside.0));
    }

    /// Up to eight bytes of a group's shared memory, as they are now; none where they do not all lie in it.
    pub fn read_shared(&self, group: usize, offset: u64, bytes: u32) -> Option<u64> {
        let of = &self.groups[group];
        let fits = offset.checked_add(bytes.into())? <= of.start.len();
        fits.then(|| {
            (0..bytes.into())
                .fold(0, |value, i| value | of.shared.load(offset + i, 1, (&of.start, offset + i)) << (8 * i))
        })
    }
}
