//! Global wave sync: 64 resources, each a counting semaphore or a barrier for waves of the whole device.
//!
//! An instruction runs the *input machine* of one resource (`Resource::enter`). After every input the *release machine* (`Resource::leave`)
//! releases the waves that the new state allows to continue. In between, a wave is in the FIFO.
//!
//! ```text
//! init(v)         counter = v; flag = 0
//! sema_v          type = semaphore; counter += 1
//! sema_br(v)      type = semaphore; counter += v
//! release_all     type = semaphore; counter += waves in the FIFO
//! sema_p          type = semaphore; enqueue(wave, tag = flag)
//! barrier(v)      type = barrier;   enqueue(wave, tag = flag)
//!                 if counter == 0 { flag = !flag; counter = v } else { counter -= 1 }
//!
//! release         for each wave in the FIFO, oldest first:
//!                   semaphore: if counter > 0 { counter -= 1; release it }
//!                   barrier:   if its tag != flag { release it }
//! ```
//!
//! The flag separates even and odd passes: a wave that enters round k+1 has the flag of the state after round k as its tag, which differs
//! from the tags of waves that are still leaving round k.
//!
//! Not modelled: time. A wave is released by the input that allows it to continue, and leaves when the machine next asks.
//!
//! # Source
//! **spec**: AMD's RDNA3 chapter 13, GWS, for the state and the resource id; AMD's RDNA3 guide for the operations, and Vega's description
//! of the barrier (`amd.gws_barrier`). **assumed**: every `amd.gws_*` entry of docs/assumptions.md.

use isotope_ir::effect::GwsOp;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;

use isotope_op::assume::sync::{GwsBarrier, GwsCounterWrap, GwsIdRange, GwsReleaseAll, GwsTypeChange};
use isotope_op::assume::{
    AMD_GWS_BARRIER, AMD_GWS_COUNTER_WRAP, AMD_GWS_RELEASE_ALL, AMD_GWS_TYPE_CHANGE, Assumptions,
};

use super::WaveId;
use super::config::{GwsRange, RESOURCES};
use super::rules::{Diagnostics, Rule};

/// Largest value of the 12-bit counter.
pub const COUNTER_MAX: u16 = 0xfff;
/// Number of waves that head and tail, 11 bits wide, can distinguish.
const QUEUE_MAX: usize = 1 << 11;

/// The current type of a resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum ResourceType {
    /// A counting semaphore.
    #[default]
    Semaphore,
    /// A barrier.
    Barrier,
}

impl fmt::Display for ResourceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ResourceType::Semaphore => "semaphore",
            ResourceType::Barrier => "barrier",
        })
    }
}

/// The type that an operation gives the resource; `None` for init.
pub fn kind(op: GwsOp) -> Option<ResourceType> {
    match op {
        GwsOp::Init => None,
        GwsOp::Barrier => Some(ResourceType::Barrier),
        GwsOp::SemaV | GwsOp::SemaBr | GwsOp::SemaP | GwsOp::SemaReleaseAll => Some(ResourceType::Semaphore),
    }
}

/// A wave in a FIFO.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Entry {
    /// The wave.
    pub wave: WaveId,
    /// The resource's flag when it entered.
    pub tag: bool,
    /// The operation that it waits in: sema_p or barrier.
    pub asked: ResourceType,
}

/// One end of a FIFO, as the resource's registers show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct End {
    /// Low 11 bits of the wave's id.
    pub index: u16,
    /// Whether there is a wave. The registers have this bit for the head only.
    pub valid: bool,
    /// The wave's tag.
    pub flag: bool,
}

/// The state of one resource.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Default)]
pub struct Resource {
    /// Even or odd pass.
    pub flag: bool,
    /// 12 bits, unsigned.
    pub counter: u16,
    /// Semaphore or barrier.
    pub kind: ResourceType,
    /// Waiting waves, oldest first.
    pub queue: VecDeque<Entry>,
}

impl Resource {
    /// The head of the FIFO.
    pub fn head(&self) -> End {
        end(self.queue.front())
    }

    /// The tail of the FIFO.
    pub fn tail(&self) -> End {
        end(self.queue.back())
    }

    /// Number of barrier arrivals until the flag changes; 0 for a semaphore.
    pub fn barriers_missing(&self, rules: &Assumptions) -> u32 {
        let counter = u32::from(self.counter);
        match (self.kind, rules.get(AMD_GWS_BARRIER), rules.get(AMD_GWS_COUNTER_WRAP)) {
            (ResourceType::Semaphore, ..) => 0,
            (ResourceType::Barrier, GwsBarrier::TestFirst, _) => counter + 1,
            (ResourceType::Barrier, GwsBarrier::DecrementFirst, _) if counter > 0 => counter,
            (ResourceType::Barrier, GwsBarrier::DecrementFirst, GwsCounterWrap::Wrap) => u32::from(COUNTER_MAX) + 1,
            (ResourceType::Barrier, GwsBarrier::DecrementFirst, GwsCounterWrap::Saturate) => 1,
        }
    }

    /// The input machine: one instruction of one wave. A wave that must wait, even for an instant, is enqueued.
    fn enter(&mut self, wave: WaveId, op: GwsOp, value: u16, rules: &Assumptions, note: &mut impl FnMut(Rule)) {
        if let Some(kind) = kind(op) {
            if kind != self.kind && !self.queue.is_empty() {
                note(Rule::GwsTypeChange);
            }
            self.kind = kind;
        }
        match op {
            GwsOp::Init => {
                if !self.queue.is_empty() {
                    note(Rule::GwsInitQueued);
                }
                self.counter = value;
                self.flag = false;
            }
            GwsOp::SemaV => self.add(1, rules, note),
            GwsOp::SemaBr => self.add(u32::from(value), rules, note),
            GwsOp::SemaReleaseAll => {
                if rules.get(AMD_GWS_RELEASE_ALL) == GwsReleaseAll::Assign {
                    self.counter = 0;
                }
                self.add(self.queue.len() as u32, rules, note);
            }
            GwsOp::SemaP => self.enqueue(wave, ResourceType::Semaphore, note),
            GwsOp::Barrier => {
                self.enqueue(wave, ResourceType::Barrier, note);
                let last = match rules.get(AMD_GWS_BARRIER) {
                    GwsBarrier::TestFirst => {
                        let last = self.counter == 0;
                        self.counter = self.counter.saturating_sub(1);
                        last
                    }
                    GwsBarrier::DecrementFirst => {
                        self.decrement(rules, note);
                        self.counter == 0
                    }
                };
                if last {
                    self.flag = !self.flag;
                    self.counter = value;
                }
            }
        }
    }

    /// The release machine: removes every wave that the state allows to continue, oldest first.
    fn leave(&mut self, rules: &Assumptions) -> Vec<Entry> {
        let (mut free, mut waiting) = (Vec::new(), VecDeque::new());
        for entry in std::mem::take(&mut self.queue) {
            let judged_as = match rules.get(AMD_GWS_TYPE_CHANGE) {
                GwsTypeChange::NewType => self.kind,
                GwsTypeChange::OwnType => entry.asked,
            };
            let goes = match judged_as {
                ResourceType::Barrier => entry.tag != self.flag,
                ResourceType::Semaphore => self.kind == ResourceType::Semaphore && self.counter > 0,
            };
            if goes && judged_as == ResourceType::Semaphore {
                self.counter -= 1;
            }
            if goes { free.push(entry) } else { waiting.push_back(entry) }
        }
        self.queue = waiting;
        free
    }

    fn enqueue(&mut self, wave: WaveId, asked: ResourceType, note: &mut impl FnMut(Rule)) {
        if self.queue.len() >= QUEUE_MAX {
            note(Rule::GwsQueue);
        }
        self.queue.push_back(Entry { wave, tag: self.flag, asked });
    }

    fn add(&mut self, amount: u32, rules: &Assumptions, note: &mut impl FnMut(Rule)) {
        let sum = u32::from(self.counter) + amount;
        if sum > u32::from(COUNTER_MAX) {
            note(Rule::GwsOverflow);
        }
        self.counter = match rules.get(AMD_GWS_COUNTER_WRAP) {
            GwsCounterWrap::Wrap => sum as u16 & COUNTER_MAX,
            GwsCounterWrap::Saturate => sum.min(u32::from(COUNTER_MAX)) as u16,
        };
    }

    fn decrement(&mut self, rules: &Assumptions, note: &mut impl FnMut(Rule)) {
        if self.counter == 0 {
            note(Rule::GwsUnderflow);
        }
        self.counter = match rules.get(AMD_GWS_COUNTER_WRAP) {
            GwsCounterWrap::Wrap => self.counter.wrapping_sub(1) & COUNTER_MAX,
            GwsCounterWrap::Saturate => self.counter.saturating_sub(1),
        };
    }
}

fn end(entry: Option<&Entry>) -> End {
    entry.map_or(End::default(), |e| End { index: e.wave.index(), valid: true, flag: e.tag })
}

/// Why a resource id was refused. The wave goes back to the instruction and halts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Nack {
    /// The id modulo 64.
    pub resource: u8,
    /// First resource of the VMID.
    pub base: u8,
    /// Number of resources of the VMID.
    pub size: u8,
    /// The VMID.
    pub vmid: u8,
}

impl fmt::Display for Nack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Nack { resource, base, size, vmid } = self;
        write!(f, "NACK: GWS resource {resource} is not one of the {size} from {base} on that VMID {vmid} owns")
    }
}

/// The resource that an instruction selects: (base + M0\[21:16\] + offset0\[5:0\]) modulo 64, if the VMID owns it.
///
/// # Source
/// **spec**: AMD's RDNA3 chapter 13. The out-of-range condition is `amd.gws_id_range`.
pub fn resource_id(vmid: u8, range: GwsRange, m0: u32, offset0: u8, rule: GwsIdRange) -> Result<u8, Nack> {
    let index = (m0 >> 16 & 0x3f) as u8 + (offset0 & 0x3f);
    let id = |index: u8| range.base.wrapping_add(index) % RESOURCES;
    let owned = match rule {
        GwsIdRange::AfterModulo => (index % RESOURCES < range.size).then_some(index),
        GwsIdRange::BeforeModulo => (index < range.size).then_some(index),
        GwsIdRange::Clamp => range.size.checked_sub(1).map(|last| index.min(last)),
    };
    owned.map(id).ok_or(Nack { resource: id(index), base: range.base, size: range.size, vmid })
}

/// The unit's answer to an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum GwsAnswer {
    /// The instruction has completed.
    Done,
    /// The wave is in a FIFO; `released` tells when it continues.
    Wait,
    /// Refused; the state is unchanged.
    Nack(Nack),
}

/// All resources.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Gws {
    /// By resource id.
    pub resources: Vec<Resource>,
    /// Waves in a FIFO, with their resource.
    queued: BTreeMap<WaveId, u8>,
    /// Waves that were released and have not yet asked.
    leaving: BTreeSet<WaveId>,
}

impl Default for Gws {
    fn default() -> Gws {
        let resources = vec![Resource::default(); usize::from(RESOURCES)];
        Gws { resources, queued: BTreeMap::new(), leaving: BTreeSet::new() }
    }
}

impl Gws {
    /// One instruction on a resource (modulo 64).
    pub(super) fn issue(
        &mut self,
        wave: WaveId,
        resource: u8,
        op: GwsOp,
        value: u32,
        rules: &Assumptions,
        diagnostics: &mut Diagnostics,
    ) -> GwsAnswer {
        let mut note = |rule| diagnostics.note(wave, rule);
        if self.is_waiting(wave) || self.leaving.contains(&wave) {
            note(Rule::StillWaiting);
            return GwsAnswer::Wait;
        }
        if op.takes_value() && value > u32::from(COUNTER_MAX) {
            note(Rule::GwsValue);
        }
        let resource = resource % RESOURCES;
        let state = &mut self.resources[usize::from(resource)];
        state.enter(wave, op, value as u16 & COUNTER_MAX, rules, &mut note);
        if matches!(op, GwsOp::SemaP | GwsOp::Barrier) {
            self.queued.insert(wave, resource);
        }
        self.release(resource, rules);
        // A wave that is released immediately does not wait.
        if self.leaving.remove(&wave) || !self.is_waiting(wave) { GwsAnswer::Done } else { GwsAnswer::Wait }
    }

    fn release(&mut self, resource: u8, rules: &Assumptions) {
        for entry in self.resources[usize::from(resource)].leave(rules) {
            self.queued.remove(&entry.wave);
            self.leaving.insert(entry.wave);
        }
    }

    /// Puts waves into the FIFO of a resource, oldest first.
    pub(super) fn set_queue(&mut self, resource: u8, waves: &[(WaveId, bool)]) {
        let state = &mut self.resources[usize::from(resource % RESOURCES)];
        let left: Vec<Entry> = state.queue.drain(..).collect();
        for &(wave, tag) in waves {
            state.queue.push_back(Entry { wave, tag, asked: state.kind });
        }
        left.iter().for_each(|entry| _ = self.queued.remove(&entry.wave));
        waves.iter().for_each(|(wave, _)| _ = self.queued.insert(*wave, resource % RESOURCES));
    }

    /// Whether a wave is in a FIFO.
    pub fn is_waiting(&self, wave: WaveId) -> bool {
        self.queued.contains_key(&wave)
    }

    /// Whether a waiting wave has been released; true only once.
    pub(super) fn released(&mut self, wave: WaveId) -> bool {
        self.leaving.remove(&wave)
    }

    /// Waves that were released and have not yet asked.
    pub fn leaving(&self) -> impl Iterator<Item = WaveId> + '_ {
        self.leaving.iter().copied()
    }

    /// Waves in a FIFO with their resource, by wave.
    pub fn queued(&self) -> impl Iterator<Item = (WaveId, u8)> + '_ {
        self.queued.iter().map(|(&wave, &resource)| (wave, resource))
    }

    /// The resource where a wave waits, and its position: 0 is the oldest.
    pub fn position(&self, wave: WaveId) -> Option<(u8, usize)> {
        let &resource = self.queued.get(&wave)?;
        let queue = &self.resources[usize::from(resource)].queue;
        queue.iter().position(|e| e.wave == wave).map(|at| (resource, at))
    }

    /// Forgets every wave; flags, counters and types are kept.
    pub(super) fn forget_waves(&mut self) {
        self.resources.iter_mut().for_each(|r| r.queue.clear());
        self.queued.clear();
        self.leaving.clear();
    }
}
