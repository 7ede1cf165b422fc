//! Requests of waves to the device's synchronization unit: which lane sends, what is returned, which waves wait.

use isotope_op::assume::AMD_GWS_ID_RANGE;
use std::sync::MutexGuard;

use super::fault::{Fault, FaultKind, Stop};
use super::interp::{Context, Flow};
use super::model::Model;
use super::observe::{Answered, Deed, MemoryAccess, Sight, Storage, Synchronisation};
use super::state::{Status, Wave};
use crate::mem::Memory;
use crate::sync::gws::{Nack, resource_id};
use crate::sync::{GwsAnswer, GwsOp, Lane, OpClass, OrderedAnswer, OrderedRequest, Out, Unit, WaitPoint, WaveId, lane};
use isotope_ir::effect::{Ask, Control, LANES, Request, Slot, Src};
use isotope_ir::program::Program;

use super::dispatch::Dispatch;

/// The error of a launch without a unit.
const NO_UNIT: &str = "the device has no synchronisation unit; give the launch one";

/// The unit's answer to the wave.
enum Answer {
    /// Continue; these words, if any, are the result.
    Done([Option<u32>; 4]),
    /// Wait in a queue.
    Wait,
    /// Halt until a host process intervenes.
    Halt,
}

const NOTHING: Answer = Answer::Done([None; 4]);

fn word(value: u32) -> Answer {
    Answer::Done([Some(value), None, None, None])
}

impl Wave {
    /// All active lanes, 63:0.
    fn exec(&self, program: &Program) -> u64 {
        let upper = program.upper.map_or(0, |word| self.scalars[usize::from(word)]);
        u64::from(upper) << 32 | u64::from(self.active())
    }

    /// The value of a source in one of 64 lanes.
    fn at(&self, src: Src, lane: usize) -> u32 {
        match src {
            Src::Slot(Slot(first)) => self.registers[first as usize + lane % LANES],
            other => self.one(other),
        }
    }

    /// Write the words of a result in some lanes.
    fn give(&mut self, dst: Option<[Slot; 2]>, words: [Option<u32>; 4], lanes: u64) {
        let Some(dst) = dst else { return };
        for (half, Slot(first)) in dst.into_iter().enumerate() {
            let lanes = (lanes >> (32 * half)) as u32;
            for (i, word) in words.into_iter().enumerate() {
                if let Some(word) = word {
                    self.set_lanes(Slot(first + (i * LANES) as u32), &[word; LANES], lanes);
                }
            }
        }
    }
}

fn class(ask: Ask) -> OpClass {
    match ask {
        Ask::Gws(GwsOp::Init | GwsOp::SemaBr | GwsOp::Barrier) => OpClass::GwsValue,
        Ask::Gws(_) => OpClass::GwsPlain,
        Ask::Ordered => OpClass::Ordered,
        Ask::Register(_) | Ask::Append { .. } | Ask::Memory { .. } => OpClass::Gds,
    }
}

/// Lanes that receive a result: the sending lane, or all active lanes for a counter of lanes.
fn receivers(ask: Ask, exec: u64) -> u64 {
    match ask {
        Ask::Append { .. } => exec,
        _ => exec & exec.wrapping_neg(),
    }
}

impl<'a, M: Model, O: Sight> Context<'a, M, O> {
    /// The synchronization unit in use.
    pub(super) fn unit(&self) -> Option<MutexGuard<'a, Unit>> {
        match self.deltas {
            None => self.memory.unit(),
            Some(deltas) => deltas.unit.map(|unit| unit.lock()),
        }
    }

    /// Issue a request.
    pub(super) fn request(&mut self, wave: &mut Wave, index: usize, next: u32) -> Result<Flow, Stop> {
        // Every request may change the unit.
        self.changes += 1;
        if !self.model.writes() {
            return Ok(Flow::Ready);
        }
        let program = &self.dispatch.program;
        let request = &program.requests[index];
        let Some(mut unit) = self.unit() else {
            return Err(Stop::Fault(Fault { kind: FaultKind::IllegalParameter, lane: None, detail: NO_UNIT.into() }));
        };
        let exec = wave.exec(program);
        let rules = unit.config().rules;
        let (speaker, value) = match lane(exec, class(request.ask), &rules) {
            Lane::Send(lane) => (lane as usize, None),
            Lane::AsIfLane0 => (0, None),
            Lane::Zero => (0, Some(0)),
            Lane::SentNothing => {
                if self.sight.looks_inside() {
                    self.sight.observer().request(0);
                }
                self.tell(wave, &Synchronisation::Request(request.ask, Answered::NotSent));
                wave.pc = next;
                return Ok(Flow::Ready);
            }
        };
        if self.sight.looks_inside() {
            let lanes = if matches!(request.ask, Ask::Append { .. }) { exec } else { 1 << speaker };
            self.sight.observer().request(lanes);
        }
        let value = value.unwrap_or_else(|| wave.at(request.address[speaker / LANES], speaker));
        let answer = self.ask(&mut unit, wave, request, speaker, value, exec)?;
        if self.fresh.any() {
            self.settle_drops(wave, None);
        }
        let answered = match answer {
            Answer::Done(_) => Answered::Served,
            Answer::Wait => Answered::Queued,
            Answer::Halt => Answered::Refused,
        };
        self.tell(wave, &Synchronisation::Request(request.ask, answered));
        if self.sight.looks_inside()
            && matches!(answer, Answer::Wait | Answer::Halt)
            && let Some(at) = unit.place(WaveId(wave.id))
        {
            let place = self.place(wave, program.steps[wave.pc as usize].address);
            self.sight.observer().waits(place, &at);
        }
        match answer {
            Answer::Done(words) => {
                wave.give(request.dst, words, receivers(request.ask, exec));
                wave.pc = next;
                Ok(Flow::Ready)
            }
            Answer::Wait => {
                wave.status = Status::Queued;
                Ok(Flow::Queued)
            }
            Answer::Halt => {
                wave.status = Status::Halted;
                Ok(Flow::Queued)
            }
        }
    }

    fn ask(
        &mut self,
        unit: &mut Unit,
        wave: &Wave,
        request: &Request,
        speaker: usize,
        value: u32,
        exec: u64,
    ) -> Result<Answer, Stop> {
        let (id, vmid, base) = (WaveId(wave.id), self.dispatch.vmid, wave.one(request.base));
        let [offset0, offset1] = request.offset;
        let data = request.data[speaker / LANES].map(|src| wave.at(src, speaker));
        Ok(match request.ask {
            Ask::Gws(op) => match unit.gws(id, vmid, op, base, offset0, value) {
                GwsAnswer::Done => NOTHING,
                GwsAnswer::Wait => Answer::Wait,
                GwsAnswer::Nack(_) => Answer::Halt,
            },
            Ask::Ordered => match unit.ordered(id, vmid, OrderedRequest::new(offset0, offset1, base, value)) {
                OrderedAnswer::Value(old) => word(old),
                OrderedAnswer::Wait => Answer::Wait,
                OrderedAnswer::Refused(why) => return Err(Stop::Unspecified { rule: why.to_string() }),
            },
            Ask::Register(op) => {
                let (low, high) = unit.gs_reg(id, op, offset0, data[0]).destination(&unit.config().rules);
                Answer::Done([Some(low), high, None, None])
            }
            Ask::Append { add } => {
                let offset = u32::from(u16::from_le_bytes(request.offset));
                match unit.append_address(id, vmid, base, offset) {
                    Ok(at) => word(unit.append(at, add, exec)),
                    Err(out) => {
                        violation(out, speaker)?;
                        self.fresh.note(speaker as u32, Storage::Device, offset.into(), 4);
                        word(0)
                    }
                }
            }
            Ask::Memory { bytes, offsets, count, rmw, write, signed, half } => {
                let (mut words, mut next) = ([None; 4], 0);
                let per = usize::from(bytes.div_ceil(4));
                for (i, &offset) in offsets.iter().enumerate().take(usize::from(count)) {
                    let align = if rmw.is_some() { u32::from(bytes) } else { 1 };
                    let rmw = rmw.map(|rmw| self.dispatch.program.rmws[rmw as usize]);
                    // A second location uses the second data operand; without one, it is the second operand.
                    let wide =
                        |words: [u32; 2]| u64::from(if bytes == 8 { words[1] } else { 0 }) << 32 | u64::from(words[0]);
                    let (first, second) = (wide([data[0], data[1]]), wide([data[2], data[3]]));
                    let operands = if i == 1 { [second, second] } else { [first, second] };
                    let mut seen = match rmw {
                        Some(rmw) => Deed::Atomic { rmw, data: operands, old: None, update: None },
                        None if write => Deed::Store(data),
                        None => Deed::Load,
                    };
                    let formed = value.wrapping_add(offset);
                    let mut place = u64::from(formed);
                    let old = match unit.gds_address(vmid, base, value, offset, u32::from(bytes), align) {
                        Err(out) => {
                            violation(out, speaker)?;
                            self.fresh.note(speaker as u32, Storage::Device, formed.into(), bytes);
                            [0; 4]
                        }
                        Ok(at) => {
                            let gds = unit.gds_mut();
                            let chunk = |n: usize| (at + 4 * n as u32, u32::from(bytes).min(4));
                            let old: [u32; 4] = std::array::from_fn(|n| {
                                let (at, len) = chunk(n);
                                if n < per { gds.load(at, len) as u32 } else { 0 }
                            });
                            place = u64::from(at);
                            if let Some(rmw) = rmw {
                                let old = wide([old[0], old[1]]);
                                let update = rmw
                                    .apply(old, operands[0], operands[1])
                                    .map_err(|open| Stop::open(&open, &self.dispatch.assumptions))?;
                                gds.store(at, u32::from(bytes), update.new);
                                seen = Deed::Atomic { rmw, data: operands, old: Some(old), update: Some(update) };
                            } else if write {
                                let upper = if half == Some(true) { 16 } else { 0 };
                                for n in 0..per {
                                    let (at, len) = chunk(n);
                                    let word = data[if count == 2 { 2 * i } else { 0 } + n] >> upper;
                                    gds.store(at, len, u64::from(word));
                                }
                            }
                            old
                        }
                    };
                    if self.sight.looks_inside() {
                        let (lane, storage, formed) = (speaker as u32, Storage::Device, u64::from(formed));
                        self.sight.observer().access(&MemoryAccess {
                            lane,
                            storage,
                            at: place,
                            formed,
                            bytes,
                            deed: seen,
                        });
                    }
                    for value in old.into_iter().take(per) {
                        let unused = 32 - 8 * u32::from(bytes).min(4);
                        let value = if signed { ((value << unused) as i32 >> unused) as u32 } else { value };
                        let kept = request.dst.map_or(0, |dst| wave.at(Src::Slot(dst[speaker / LANES]), speaker));
                        words[next] = Some(match half {
                            None => value,
                            Some(false) => kept & 0xffff_0000 | value & 0xffff,
                            Some(true) => kept & 0xffff | value << 16,
                        });
                        next += 1;
                    }
                }
                Answer::Done(words)
            }
        })
    }
}

/// The part of the synchronization unit that a request is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A resource of global wave sync.
    Resource(u8),
    /// No resource: the answer is a NACK.
    Refused(Nack),
    /// An ordered counter.
    Counter(u8),
    /// A GS register.
    Register(u8),
    /// The dword of the GDS with the counter of an append or consume.
    Dword(u32),
    /// The GDS, where accesses show the address themselves, or no particular part.
    Memory,
}

/// What a request of a wave is about, before it is made.
pub fn subject(dispatch: &Dispatch, unit: &Unit, wave: &Wave, request: &Request) -> Subject {
    let (base, [offset0, offset1]) = (wave.one(request.base), request.offset);
    let rules = &unit.config().rules;
    match request.ask {
        Ask::Gws(_) => {
            let owned = unit.vmid(dispatch.vmid).gws;
            match resource_id(dispatch.vmid, owned, base, offset0, rules.get(AMD_GWS_ID_RANGE)) {
                Ok(resource) => Subject::Resource(resource),
                Err(nack) => Subject::Refused(nack),
            }
        }
        Ask::Ordered => Subject::Counter(OrderedRequest::new(offset0, offset1, base, 0).counter(rules)),
        Ask::Register(_) => Subject::Register(offset0 >> 2 & 15),
        Ask::Append { .. } => {
            let offset = u32::from(u16::from_le_bytes(request.offset));
            let owned = unit.vmid(dispatch.vmid).gds;
            unit.gds().append_address(owned, base, offset, rules).map_or(Subject::Memory, Subject::Dword)
        }
        Ask::Memory { .. } => Subject::Memory,
    }
}

/// A misaligned atomic is a fault; what is out of range is dropped.
fn violation(out: Out, lane: usize) -> Result<(), Stop> {
    match out {
        Out::Misaligned { .. } => {
            Err(Stop::Fault(Fault { kind: FaultKind::Misaligned, lane: Some(lane as u32), detail: out.to_string() }))
        }
        _ => Ok(()),
    }
}

/// Lets a queued wave continue if the unit has released it; returns whether it did.
pub(super) fn wake(dispatch: &Dispatch, unit: Option<MutexGuard<'_, Unit>>, wave: &mut Wave) -> bool {
    let Some(mut unit) = unit else { return false };
    if wave.status == Status::Halted {
        // The PC is at the instruction, which is issued again.
        let replays = unit.handle(WaveId(wave.id), dispatch.vmid);
        if replays {
            wave.status = Status::Ready;
        }
        return replays;
    }
    let program = &dispatch.program;
    let Some(Control::Request(index)) = program.steps.get(wave.pc as usize).map(|s| s.control) else { return false };
    let request = &program.requests[index as usize];
    let id = WaveId(wave.id);
    if request.ask == Ask::Ordered {
        let Some(old) = unit.ordered_result(id) else { return false };
        let exec = wave.exec(program);
        wave.give(request.dst, [Some(old), None, None, None], receivers(request.ask, exec));
    } else if !unit.released(id) {
        return false;
    }
    wave.pc += 1;
    wave.status = Status::Ready;
    true
}

/// Where a wave waits in the unit.
pub(super) fn wait_point(memory: &Memory, wave: &Wave) -> Option<WaitPoint> {
    memory.unit().and_then(|unit| unit.place(WaveId(wave.id)))
}

/// Tells the unit that a wave has ended, if the program has ordered counts.
pub(super) fn ended(dispatch: &Dispatch, unit: Option<MutexGuard<'_, Unit>>, wave: &Wave) {
    if dispatch.program.requests.iter().any(|r| r.ask == Ask::Ordered)
        && let Some(mut unit) = unit
    {
        unit.wave_ended(WaveId(wave.id));
    }
}
