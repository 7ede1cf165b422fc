//! A process on the host, as the waves of a launch see it.
//!
//! It serves waves in two ways, depending on the vendor's runtime. After every turn of a wave it looks at memory for messages
//! ([`Service`]). Functions that lanes call ([`Function`]) it runs at once, lane by lane. Its state between calls is beside memory
//! ([`Desk`]). A [`Session`](crate::Session) has no service: a wave that waits for one loops there.

use std::ops::Range;

use crate::fault::{Fault, FaultKind, Stop};
use crate::interp::Context;
use crate::mem::{Desk, Memory};
use crate::model::Model;
use crate::observe::{Deed, MemoryAccess, Sight, Storage};
use crate::state::Wave;
use isotope_ir::effect::{Access, Address, CALL_WORDS, LANES, Qualifiers, Slot, Space, Src};

/// What a host process does for the waves of a launch.
#[derive(Clone, Copy, Debug)]
pub struct Service {
    /// Address of the shared data structure.
    pub at: u64,
    /// Serves what is there; returns whether there was anything.
    pub serve: fn(&Memory, u64) -> Result<bool, Stop>,
}

/// Addresses that stand for something absent, so that an access through them can be explained.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Absent {
    /// The addresses.
    pub addresses: Range<u64>,
    /// What they stand for, and what to do.
    pub what: String,
}

/// A function of the host that lanes call.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its name in the files of the vendor's compiler.
    pub name: &'static str,
    /// Words of its arguments, [`CALL_WORDS`] at most.
    pub words: u8,
    /// Words of what it returns, two at most.
    pub results: u8,
    /// What it does for one lane; returns its result.
    pub call: fn(&mut Call<'_>) -> Result<u64, Stop>,
}

/// One lane calls a function.
pub struct Call<'a> {
    /// The words of the arguments.
    pub words: [u32; CALL_WORDS],
    /// State of the process.
    pub desk: &'a mut Desk,
    /// Index of the lane's group.
    pub group: [u32; 3],
    /// Index of the work-item in its group.
    pub item: [u32; 3],
    /// The lane in its wave.
    pub lane: u32,
    read: &'a mut dyn FnMut(u64) -> Result<u8, Stop>,
}

/// Longest string in bytes; a string without an end is cut there.
const LONGEST: u64 = 1 << 16;

impl Call<'_> {
    /// The argument of 64 bits whose low word is `words[at]`.
    pub fn wide(&self, at: usize) -> u64 {
        u64::from(self.words[at + 1]) << 32 | u64::from(self.words[at])
    }

    /// The number in `bytes` bytes (at most 8) of memory at a generic address, with any alignment.
    ///
    /// # Errors
    /// The fault of a load there.
    pub fn number(&mut self, address: u64, bytes: u8) -> Result<u64, Stop> {
        let byte = |at| Ok(u64::from((self.read)(address.wrapping_add(at))?) << (8 * at));
        (0..u64::from(bytes)).map(byte).sum()
    }

    /// The string at a generic address.
    ///
    /// # Errors
    /// The fault of a load in it.
    pub fn text(&mut self, address: u64) -> Result<Vec<u8>, Stop> {
        let mut text = Vec::new();
        for at in 0..LONGEST {
            match (self.read)(address.wrapping_add(at))? {
                0 => break,
                byte => text.push(byte),
            }
        }
        Ok(text)
    }

    /// A fault of this lane.
    pub fn fault(&self, kind: FaultKind, detail: String) -> Stop {
        Stop::Fault(Fault { kind, lane: Some(self.lane), detail })
    }
}

impl<M: Model, O: Sight> Context<'_, M, O> {
    /// Lanes call a function, the lowest lane first.
    #[cold]
    pub(super) fn call(&mut self, wave: &mut Wave, call: usize, lanes: u32) -> Result<(), Stop> {
        if lanes == 0 {
            return Ok(());
        }
        // The state of the process may change.
        self.changes += 1;
        let call = self.dispatch.program.calls[call];
        let Some(function) = self.dispatch.functions.get(usize::from(call.function)) else {
            return Err(Stop::NotModelled { text: format!("function {} of a process on the host", call.function) });
        };
        let memory = self.memory;
        let desk = match self.deltas {
            None => memory.desk(),
            Some(deltas) => deltas.desk.map(|desk| desk.lock()),
        };
        let Some(mut desk) = desk else {
            return Err(Stop::NotModelled { text: format!("`{}` without a process on the host", function.name) });
        };
        // A caller that must not change anything works on a copy.
        let mut copy = (!self.model.writes()).then(|| desk.clone());
        let desk = copy.as_mut().unwrap_or(&mut desk);
        let arguments = call.arguments.map(|word| wave.fetch(word));
        let mut answers = [[0; LANES]; 2];
        for lane in (0..LANES).filter(|lane| lanes >> lane & 1 != 0) {
            let mut seen = Vec::new();
            let mut read = |address| {
                let (byte, access) = self.byte(wave, address, lane)?;
                seen.push(access);
                Ok(byte)
            };
            let item = u64::from(wave.index) * u64::from(self.dispatch.wave_size()) + lane as u64;
            let [x, y, _] = self.dispatch.size_of(self.group).map(u64::from);
            let mut call = Call {
                words: arguments.map(|word| word[lane]),
                desk: &mut *desk,
                group: self.group,
                item: [item % x, item / x % y, item / x / y].map(|n| n as u32),
                lane: lane as u32,
                read: &mut read,
            };
            let answer = (function.call)(&mut call);
            if self.sight.looks_inside() {
                seen.iter().for_each(|access| self.sight.observer().beside(access));
            }
            let answer = answer?;
            (answers[0][lane], answers[1][lane]) = (answer as u32, (answer >> 32) as u32);
        }
        for (word, answer) in answers.iter().enumerate().take(call.results.into()) {
            wave.set_lanes(Slot(call.dst.0 + (word * LANES) as u32), answer, lanes);
        }
        Ok(())
    }

    /// A byte at a generic address.
    fn byte(&self, wave: &Wave, address: u64, lane: usize) -> Result<(u8, MemoryAccess), Stop> {
        let access = Access {
            space: Space::Generic,
            address: Address { lo: Src::Imm(0), hi: None, offset: 0 },
            bytes: 1,
            aligned: false,
            upper: false,
            qualifiers: Qualifiers::PLAIN,
        };
        let reached = self.resolve(&wave.private, &access, address, lane)?;
        let offset = address - reached.base + reached.lane_offset;
        let is = |other| reached.store.is_some_and(|store| std::ptr::eq(store, other));
        let (storage, at) = if is(self.shared) {
            (Storage::Shared, offset)
        } else if is(&wave.private) {
            (Storage::Private, offset - reached.lane_offset)
        } else {
            (Storage::Global, address)
        };
        let seen = MemoryAccess { lane: lane as u32, storage, at, formed: address, bytes: 1, deed: Deed::Load };
        let byte = reached.store.map_or(0, |store| {
            let place = self.reference(self.who(wave, lane), &access, (store, offset), address);
            self.model.load(place, 1) as u8
        });
        Ok((byte, seen))
    }
}
