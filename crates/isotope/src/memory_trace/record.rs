//! Writing a trace while a launch runs.
//!
//! The launch tells of each access after the step that it belongs to; what was in memory before is read from a shadow: memory as it was at the start,
//! with every write that was told of since. Lines go out as they come, so that a trace takes no memory but this shadow: a copy of global memory and what groups in flight wrote to their own.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;

use isotope_machine::mem::Memory;
use isotope_machine::{Deed, Dispatch, MemoryAccess, Observer, Place, Storage};
use isotope_object::lines::SourceLines;

use super::{Buffer, Head, Interner, TracedAccess, operation};

/// A trace being written to whatever takes bytes.
pub struct Recorder<W> {
    out: W,
    failed: Option<io::Error>,
    lines: u64,
}

impl<W: Write> Recorder<W> {
    /// Starts a trace.
    pub fn new(out: W) -> Recorder<W> {
        Recorder { out, failed: None, lines: 0 }
    }

    /// Watches a launch. `buffers` are those that accesses are named after; `memory` is as the launch finds it.
    pub fn watch<'a>(
        &'a mut self,
        target: &str,
        dispatch: &'a Dispatch,
        memory: &Memory,
        buffers: Vec<(String, u64, u64)>,
        lines: &SourceLines,
    ) -> Watch<'a, W> {
        let named = |(name, address, bytes): (String, u64, u64)| Buffer { name: name.into(), address, bytes };
        let head = Head {
            by: format!("isotope {}", env!("CARGO_PKG_VERSION")),
            kernel: dispatch.program.name.clone(),
            target: target.into(),
            groups: dispatch.groups,
            group_size: dispatch.group_size,
            wave_size: dispatch.wave_size(),
            buffers: buffers.into_iter().map(named).collect(),
        };
        self.line(&head.json());
        let sources =
            dispatch.program.steps.iter().map(|step| lines.find(step.address.into()).map(|l| l.to_string().into()));
        Watch {
            sources: sources.collect(),
            head,
            memory: memory.clone(),
            shadow: HashMap::new(),
            place: Place { group: [0; 3], wave: 0, address: 0 },
            index: 0,
            wave_size: dispatch.wave_size(),
            names: Interner::default(),
            recorder: self,
        }
    }

    fn line(&mut self, value: &serde_json::Value) {
        self.lines += 1;
        if self.failed.is_none() {
            self.failed = writeln!(self.out, "{value}").err();
        }
    }

    /// Completes the trace.
    ///
    /// # Errors
    /// When any part of it could not be written.
    pub fn finish(self) -> io::Result<W> {
        self.failed.map_or(Ok(self.out), Err)
    }
}

/// Memory that is not global: whose, and the byte. Private memory has wave and lane.
type Byte = (Storage, [u32; 3], u32, u32, u64);

/// The observer of one launch.
pub struct Watch<'a, W: Write> {
    recorder: &'a mut Recorder<W>,
    head: Head,
    sources: Vec<Option<Arc<str>>>,
    /// Global memory, as all accesses up to here have left it.
    memory: Memory,
    /// The same of what groups in flight have written of their own.
    shadow: HashMap<Byte, u8>,
    place: Place,
    index: u32,
    wave_size: u32,
    names: Interner,
}

impl<W: Write> Watch<'_, W> {
    fn byte(&self, access: &MemoryAccess, at: u64) -> Byte {
        let Place { group, wave, .. } = self.place;
        match access.storage {
            Storage::Private => (Storage::Private, group, wave, access.lane, at),
            Storage::Shared => (Storage::Shared, group, 0, 0, at),
            other => (other, [0; 3], 0, 0, at),
        }
    }

    /// What is at a place, as far as it is known.
    fn held(&self, access: &MemoryAccess) -> Option<u128> {
        let join = |value: u128, byte: u8| value << 8 | u128::from(byte);
        if access.storage == Storage::Global {
            let bytes = self.memory.read(access.at, access.bytes.into())?;
            return Some(bytes.iter().rev().fold(0, |value, byte| join(value, *byte)));
        }
        // Bytes that were never written are unknown.
        let byte = |i: u64| self.shadow.get(&self.byte(access, access.at.checked_add(i)?));
        (0..u64::from(access.bytes)).rev().try_fold(0, |value, i| byte(i).map(|byte| join(value, *byte)))
    }

    /// Puts what is written where it will be found.
    fn keep(&mut self, access: &MemoryAccess, new: u128, bytes: u32) {
        let new = &new.to_le_bytes()[..bytes as usize];
        if access.storage == Storage::Global {
            let region = self.memory.find(access.at, bytes);
            if let Some((region, store)) = region.and_then(|region| Some((region, region.store.as_ref()?))) {
                store.write_bytes(access.at - region.base, new);
            }
            return;
        }
        for (i, byte) in new.iter().enumerate() {
            let at = self.byte(access, access.at.wrapping_add(i as u64));
            self.shadow.insert(at, *byte);
        }
    }

    fn add(&mut self, access: &MemoryAccess, whole: bool) {
        let space = match access.storage {
            Storage::Global => "global",
            Storage::Shared => "shared",
            Storage::Private => "private",
            Storage::Device => "gds",
            Storage::Constant => return,
        };
        let bytes = u32::from(access.bytes).clamp(1, 16);
        let ones = u128::MAX >> (128 - 8 * bytes);
        let dropped = matches!(access.deed, Deed::Atomic { old: None, .. });
        let (old, new) = match access.deed {
            Deed::Load => (self.held(access), None),
            Deed::Store(words) => {
                let value = words.iter().rev().fold(0, |value, word| value << 32 | u128::from(*word)) & ones;
                (self.held(access), Some(value))
            }
            Deed::Atomic { old, update, .. } => {
                let new = old.and(update).map(|update| u128::from(update.new) & ones);
                (old.map(|old| u128::from(old) & ones), new)
            }
        };
        if let Some(new) = new {
            self.keep(access, new, bytes);
        }
        let Place { group, wave, address } = self.place;
        let line = TracedAccess {
            launch: 0,
            line: 0,
            group,
            wave: Some(wave),
            lane: Some(access.lane),
            item: Some(wave * self.wave_size + access.lane),
            space: self.names.of(space),
            at: access.at,
            buffer: if access.storage == Storage::Global { self.head.buffer(access.at) } else { None },
            bytes,
            op: self.names.of(&operation(&access.deed)),
            old,
            new,
            pc: Some(address),
            source: self.sources.get(self.index as usize).cloned().flatten(),
            whole,
            dropped,
        };
        self.recorder.line(&line.json());
    }
}

impl<W: Write> Observer for Watch<'_, W> {
    fn looks_inside(&self) -> bool {
        true
    }

    fn active(&mut self, place: Place, _: u32) {
        self.place = place;
    }

    fn step(&mut self, place: Place, index: u32, _: u64) {
        (self.place, self.index) = (place, index);
    }

    fn access(&mut self, access: &MemoryAccess) {
        self.add(access, false);
    }

    fn beside(&mut self, access: &MemoryAccess) {
        self.add(access, true);
    }

    fn ended(&mut self, group: [u32; 3]) {
        self.shadow.retain(|byte, _| !matches!(byte.0, Storage::Shared | Storage::Private) || byte.1 != group);
    }
}
