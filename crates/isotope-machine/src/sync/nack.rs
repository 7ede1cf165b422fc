//! Handling of a NACK: the wave goes back to its instruction and halts. A handler outside the device may grant its process
//! resources, so that the instruction is issued again.
//!
//! # Source
//! **spec**: AMD's RDNA3 chapter 13: a NACK makes the wave rewind its PC and halt; an instruction that was refused because of a context
//! switch is replayed. **assumed**: the grants of the handler and their order; no document describes a driver's policy.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::hash::{Hash, Hasher};

use super::WaveId;
use super::config::{GwsRange, VMIDS, Vmid};
use super::gws::Nack;

/// Maximum number of events that are kept.
const LIMIT: usize = 256;

/// An event after a NACK.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Handled {
    /// A wave was refused.
    Refused(WaveId, Nack),
    /// The handler granted a VMID a range.
    Granted(u8, GwsRange),
    /// A wave issues its instruction again.
    Replays(WaveId),
}

impl fmt::Display for Handled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Handled::Refused(wave, nack) => {
                write!(f, "{wave}: {nack}; its PC goes back to the instruction, and it halts")
            }
            Handled::Granted(vmid, GwsRange { base, size }) => {
                write!(f, "handler: VMID {vmid} owns the {size} GWS resources from {base} on")
            }
            Handled::Replays(wave) => write!(f, "{wave}: issues the instruction again"),
        }
    }
}

/// The handler and its actions.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Default)]
pub(super) struct Handler {
    /// Remaining grants, each with its VMID.
    pub grants: VecDeque<(u8, GwsRange)>,
    /// Grants so far, by VMID.
    given: [u32; VMIDS],
    /// For each halted wave, the number of grants when it was refused.
    since: BTreeMap<WaveId, [u32; VMIDS]>,
    events: Vec<Handled>,
}

impl Handler {
    /// Hashes the state that answers depend on; ranges change only with grants.
    pub fn hash_state(&self, vmids: &[Vmid; VMIDS], to: &mut impl Hasher) {
        if self.given != [0; VMIDS] || !self.grants.is_empty() {
            (&self.grants, &self.given, &self.since, vmids).hash(to);
        }
    }

    pub fn refused(&mut self, wave: WaveId, nack: Nack) {
        self.since.insert(wave, self.given);
        self.note(Handled::Refused(wave, nack));
    }

    /// Whether the wave continues, and the new range of its VMID if it changes.
    pub fn handle(&mut self, wave: WaveId, vmid: u8) -> Option<Option<GwsRange>> {
        let at = usize::from(vmid);
        let seen = self.since.get(&wave).map_or(0, |since| since[at]);
        let granted = if self.given[at] > seen {
            None
        } else {
            let next = self.grants.iter().position(|(of, _)| *of == vmid)?;
            let (_, range) = self.grants.remove(next)?;
            self.given[at] += 1;
            self.note(Handled::Granted(vmid, range));
            Some(range)
        };
        self.since.remove(&wave);
        self.note(Handled::Replays(wave));
        Some(granted)
    }

    pub fn forget_waves(&mut self) {
        self.since.clear();
    }

    pub fn events(&self) -> &[Handled] {
        &self.events
    }

    fn note(&mut self, event: Handled) {
        if self.events.len() < LIMIT {
            self.events.push(event);
        }
    }
}
