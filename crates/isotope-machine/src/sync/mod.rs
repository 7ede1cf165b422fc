//! AMD's special-purpose machines: global wave sync, ordered count, and the global data share.
//!
//! A device has one [`Unit`]. Waves issue instructions to it one at a time. The answer `Wait` puts the wave into a queue of
//! the unit, and the wave asks again later. Everything is plain data: a unit can be copied, compared and hashed at any step.
//!
//! * [`gws`]: semaphores and barriers between any waves of the device;
//! * [`ordered`]: counters that serve waves in the order in which they were created;
//! * [`gds`]: the memory that all waves share, and the GS registers;
//! * [`config`]: the set-up by the command processor; [`rules`]: programming rules that a program broke; [`lane()`]: the lane
//!   that sends, by the value of EXEC.
//!
//! ```
//! use isotope_machine::sync::{Config, GwsAnswer, GwsOp, Unit, WaveId};
//! let mut unit = Unit::new(Config::default());
//! // Two waves meet at resource 3: both numbers are one less than the waves.
//! assert_eq!(unit.gws(WaveId(0), 0, GwsOp::Init, 3 << 16, 0, 1), GwsAnswer::Done);
//! assert_eq!(unit.gws(WaveId(0), 0, GwsOp::Barrier, 3 << 16, 0, 1), GwsAnswer::Wait);
//! assert_eq!(unit.place(WaveId(0)).unwrap().to_string(),
//!     "GWS resource 3 (barrier, counter 0, flag 0): position 1 of 1, tag 0, waits for 1 more barrier");
//! assert_eq!(unit.gws(WaveId(1), 0, GwsOp::Barrier, 3 << 16, 0, 1), GwsAnswer::Done);
//! assert!(unit.released(WaveId(0)));
//! ```
//!
//! The unit does not execute instructions, access registers, or choose which wave runs.

pub mod config;
pub mod gds;
#[cfg(test)]
mod gds_tests;
pub mod gws;
#[cfg(test)]
mod gws_tests;
mod lane;
mod nack;
pub mod ordered;
#[cfg(test)]
mod ordered_tests;
pub mod rules;
#[cfg(test)]
mod tests;

use isotope_op::assume::AMD_GWS_ID_RANGE;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};

pub use isotope_ir::effect::{GsOp, GwsOp};

pub use config::{Buffer, Config, GdsRange, GwsRange, Vmid};
pub use gds::{GsOld, Out};
pub use gws::{GwsAnswer, Nack, ResourceType};
pub use lane::{Lane, OpClass, lane};
pub use nack::Handled;
pub use ordered::{OrderedAnswer, OrderedOp, OrderedRequest, Refused};
pub use rules::{Broken, Rule};

use config::{RESOURCES, VMIDS};
use gds::{Gds, Registers};
use gws::{End, Gws, Resource};
use nack::Handler;
use ordered::Ordered;
use rules::Diagnostics;

/// A wave: its number in the order of creation, in its dispatch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct WaveId(pub u32);

impl WaveId {
    /// Its low 11 bits, as a register field shows it.
    pub fn index(self) -> u16 {
        (self.0 & 0x7ff) as u16
    }

    /// The wave created after it.
    pub fn next(self) -> WaveId {
        WaveId(self.0.saturating_add(1))
    }
}

impl fmt::Display for WaveId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wave {}", self.0)
    }
}

/// The queue in which a wave waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum WaitPoint {
    /// In the FIFO of a GWS resource.
    Gws {
        /// The resource.
        resource: u8,
        /// The resource's current type.
        kind: ResourceType,
        /// Its counter.
        counter: u16,
        /// Its flag.
        flag: bool,
        /// The wave's tag.
        tag: bool,
        /// The wave's operation.
        asked: ResourceType,
        /// 0 is the oldest.
        position: u32,
        /// Waves in the FIFO.
        queued: u32,
        /// Number of barrier arrivals until the flag changes; 0 for a semaphore.
        more: u32,
    },
    /// It is not the turn of the wave.
    Turn {
        /// The ordered counter.
        counter: u8,
        /// The wave whose turn it is.
        next: WaveId,
        /// Whether that wave ended without releasing the walker.
        next_ended: bool,
    },
    /// It is the wave's turn, but the ring is full.
    Ring {
        /// The ordered counter.
        counter: u8,
        /// Requested elements.
        wanted: u32,
        /// Free elements.
        free: u32,
    },
    /// Halted at its instruction after a NACK.
    Halted(Nack),
}

impl fmt::Display for WaitPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            WaitPoint::Gws { resource, kind, counter, flag, tag, asked, position, queued, more } => {
                let (flag, tag, position) = (u8::from(flag), u8::from(tag), position + 1);
                write!(
                    f,
                    "GWS resource {resource} ({kind}, counter {counter}, flag {flag}): position {position} of {queued}, \
                     tag {tag}, waits for "
                )?;
                match (asked, kind) {
                    (ResourceType::Barrier, ResourceType::Barrier) => {
                        write!(f, "{more} more barrier{}", if more == 1 { "" } else { "s" })
                    }
                    (ResourceType::Semaphore, ResourceType::Semaphore) => {
                        write!(f, "a sema_v, sema_br or sema_release_all")
                    }
                    _ => write!(f, "a {asked} that the resource no longer is"),
                }
            }
            WaitPoint::Turn { counter, next, next_ended: false } => {
                write!(f, "ordered counter {counter}: it is the turn of {next}")
            }
            WaitPoint::Turn { counter, next, next_ended: true } => {
                write!(f, "ordered counter {counter}: it is the turn of {next}, which ended without wave_release")
            }
            WaitPoint::Ring { counter, wanted, free } => {
                write!(f, "ordered counter {counter}: asks for {wanted} elements of a ring with {free} free")
            }
            WaitPoint::Halted(nack) => nack.fmt(f),
        }
    }
}

/// Why a register write was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("GWS resource {resource} does not exist; a device has 0 to 63")]
pub struct NoResource {
    /// The given number.
    pub resource: u8,
}

/// Resources and counters configured before their first use, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
struct Configured {
    resources: u64,
    counters: u16,
}

/// The special-purpose machines of a device.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Unit {
    config: Config,
    gws: Gws,
    ordered: Ordered,
    gds: Gds,
    registers: Registers,
    /// Waves that got a NACK and have not tried again.
    halted: BTreeMap<WaveId, Nack>,
    handler: Handler,
    configured: Configured,
    diagnostics: Diagnostics,
}

impl Default for Unit {
    fn default() -> Unit {
        Unit::new(Config::default())
    }
}

impl Unit {
    /// Hashes the state that answers depend on: everything except the configuration, which does not change, and the recorded broken rules.
    pub(crate) fn hash_state(&self, to: &mut impl Hasher) {
        let Unit { config, gws, ordered, gds, registers, halted, handler, configured: _, diagnostics: _ } = self;
        (gws, ordered, gds, registers, halted).hash(to);
        handler.hash_state(&config.vmids, to);
    }
}

/// Set-up, as the command processor does it.
impl Unit {
    /// A device after reset: counters, flags, memory and registers are zero, every resource is a semaphore.
    pub fn new(config: Config) -> Unit {
        Unit {
            gws: Gws::default(),
            ordered: Ordered::new(&config),
            gds: Gds::new(config.gds_bytes),
            registers: Registers::default(),
            halted: BTreeMap::new(),
            handler: Handler::default(),
            configured: Configured::default(),
            diagnostics: Diagnostics::default(),
            config,
        }
    }

    /// The same, but every resource and counter counts as configured, so no use is reported as early.
    #[must_use]
    pub fn set_up(mut self) -> Unit {
        self.configured = Configured { resources: u64::MAX, counters: u16::MAX };
        self
    }

    /// The set-up.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The resources that a VMID (modulo 16) owns.
    pub fn vmid(&self, vmid: u8) -> Vmid {
        self.config.vmids[usize::from(vmid) % VMIDS]
    }

    /// Sets the resources that a VMID (modulo 16) owns. Halted waves may then issue their instruction again.
    pub fn set_vmid(&mut self, vmid: u8, owned: Vmid) {
        self.config.vmids[usize::from(vmid) % VMIDS] = owned;
    }

    /// Sets the buffer of an ordered counter (modulo 16); must be called before any wave uses it.
    pub fn set_counter(&mut self, counter: u8, buffer: Buffer) {
        self.config.counters[usize::from(counter) % config::COUNTERS] = buffer;
        self.ordered = Ordered::new(&self.config);
        self.configured.counters |= 1 << (usize::from(counter) % config::COUNTERS);
    }

    /// Sets the number of free elements of a tracked ring (modulo 16).
    pub fn set_free(&mut self, counter: u8, elements: u32) {
        self.ordered.set_free(counter, elements);
    }

    /// Moves the walkers to a wave.
    pub fn set_walker(&mut self, wave: WaveId) {
        self.ordered.set_walker(wave);
    }

    /// Writes a GS register (modulo 16), which is an ordered counter.
    pub fn set_register(&mut self, register: u8, value: u64) {
        self.configured.counters |= 1 << (usize::from(register) % config::COUNTERS);
        self.registers.set(register % config::COUNTERS as u8, value);
    }

    /// Sets the waves of a resource's FIFO with their tags, oldest first.
    ///
    /// # Errors
    /// There is no such resource.
    pub fn set_queue(&mut self, resource: u8, waves: &[(WaveId, bool)]) -> Result<(), NoResource> {
        if resource >= RESOURCES {
            return Err(NoResource { resource });
        }
        self.gws.set_queue(resource, waves);
        Ok(())
    }

    /// Adds a handler: at each NACK it grants the VMID (modulo 16) the next of these ranges, and the halted waves issue their instruction
    /// again.
    pub fn set_grants(&mut self, vmid: u8, grants: &[GwsRange]) {
        self.handler.grants = grants.iter().map(|range| (vmid % VMIDS as u8, *range)).collect();
    }

    /// Writes `GDS_GWS_RESOURCE` of one resource: flag, counter (12 bits) and type. Its queue is unchanged.
    ///
    /// # Errors
    /// There is no such resource.
    pub fn set_resource(
        &mut self,
        resource: u8,
        kind: ResourceType,
        counter: u16,
        flag: bool,
    ) -> Result<(), NoResource> {
        let state = self.gws.resources.get_mut(usize::from(resource)).ok_or(NoResource { resource })?;
        (state.kind, state.counter, state.flag) = (kind, counter & gws::COUNTER_MAX, flag);
        self.configured.resources |= 1 << resource;
        Ok(())
    }

    /// Writes `GDS_GWS_RESOURCE_RESET`: flag and counter become zero, the type semaphore. Its queue is unchanged.
    ///
    /// # Errors
    /// There is no such resource.
    pub fn reset_resource(&mut self, resource: u8) -> Result<(), NoResource> {
        self.set_resource(resource, ResourceType::Semaphore, 0, false)
    }

    /// Starts a dispatch: its waves are numbered from 0. Waves of the previous dispatch are removed; all other state is kept.
    pub fn begin_dispatch(&mut self) {
        self.gws.forget_waves();
        self.ordered.forget_waves();
        self.handler.forget_waves();
        self.halted.clear();
    }

    /// Frees elements of a tracked ring after a consumer has used them.
    pub fn give_back(&mut self, counter: u8, elements: u32) {
        self.ordered.give_back(counter, elements, &self.config, &mut self.registers);
    }
}

/// Instructions.
impl Unit {
    /// Issues a GWS instruction. `value` is that of the sending lane ([`lane()`]); operations without a value ignore it.
    ///
    /// # Faults
    /// A NACK leaves the unit unchanged: the wave goes back to the instruction and halts.
    pub fn gws(&mut self, wave: WaveId, vmid: u8, op: GwsOp, m0: u32, offset0: u8, value: u32) -> GwsAnswer {
        self.halted.remove(&wave);
        if offset0 >> 6 != 0 {
            self.diagnostics.note(wave, Rule::GwsOffset);
        }
        let rules = &self.config.rules;
        match gws::resource_id(vmid, self.vmid(vmid).gws, m0, offset0, rules.get(AMD_GWS_ID_RANGE)) {
            Ok(resource) => {
                if op == GwsOp::Init {
                    self.configured.resources |= 1 << resource;
                } else if self.configured.resources >> resource & 1 == 0 {
                    // Reported only once.
                    self.configured.resources |= 1 << resource;
                    self.diagnostics.note(wave, Rule::GwsNotConfigured);
                }
                self.gws.issue(wave, resource, op, value, rules, &mut self.diagnostics)
            }
            Err(nack) => {
                self.halted.insert(wave, nack);
                self.handler.refused(wave, nack);
                GwsAnswer::Nack(nack)
            }
        }
    }

    /// Runs the handler for a wave whose VMID got a NACK; returns whether the wave issues its instruction again. A grant since the wave
    /// halted counts; otherwise the next grant is used.
    pub fn handle(&mut self, wave: WaveId, vmid: u8) -> bool {
        if !self.halted.contains_key(&wave) {
            return false;
        }
        let vmid = vmid % VMIDS as u8;
        match self.handler.handle(wave, vmid) {
            None => return false,
            Some(None) => {}
            Some(Some(range)) => self.config.vmids[usize::from(vmid)].gws = range,
        }
        self.halted.remove(&wave);
        true
    }

    /// Events after NACKs, in order.
    pub fn handled(&self) -> &[Handled] {
        self.handler.events()
    }

    /// Whether a waiting wave may continue; returns true only once.
    pub fn released(&mut self, wave: WaveId) -> bool {
        self.gws.released(wave)
    }

    /// Issues an ordered count.
    pub fn ordered(&mut self, wave: WaveId, vmid: u8, request: OrderedRequest) -> OrderedAnswer {
        let owned = self.vmid(vmid).ordered;
        let counter = request.counter(&self.config.rules);
        let buffer = self.config.counters[usize::from(counter)];
        if buffer == Buffer::Unbounded && self.configured.counters >> counter & 1 == 0 {
            self.configured.counters |= 1 << counter;
            self.diagnostics.note(wave, Rule::OrderedNotConfigured);
        }
        self.ordered.request(wave, owned, request, &self.config, &mut self.registers, &mut self.diagnostics)
    }

    /// The result of an ordered count that had to wait; returned once.
    pub fn ordered_result(&mut self, wave: WaveId) -> Option<u32> {
        self.ordered.result(wave)
    }

    /// ds_add_gs_reg_rtn and ds_sub_gs_reg_rtn on the register of offset0\[5:2\]; returns the old value.
    pub fn gs_reg(&mut self, wave: WaveId, op: GsOp, offset0: u8, value: u32) -> GsOld {
        if offset0 & 3 != 0 {
            self.diagnostics.note(wave, Rule::OrderedOffset);
        }
        self.registers.apply(op, offset0, value)
    }

    /// The address of a GDS access: [`Gds::address`].
    ///
    /// # Errors
    /// [`Out::Misaligned`] is a memory violation, the others drop the access.
    pub fn gds_address(&self, vmid: u8, m0: u32, addr: u32, offset: u32, bytes: u32, align: u32) -> Result<u32, Out> {
        self.gds.address(self.vmid(vmid).gds, m0, addr, offset, bytes, align)
    }

    /// The address of the counter of an append or consume in GDS.
    ///
    /// # Errors
    /// As [`Unit::gds_address`].
    pub fn append_address(&mut self, wave: WaveId, vmid: u8, m0: u32, offset: u32) -> Result<u32, Out> {
        if offset != 0 {
            self.diagnostics.note(wave, Rule::AppendOffset);
        }
        self.gds.append_address(self.vmid(vmid).gds, m0, offset, &self.config.rules)
    }

    /// ds_append (`add`) and ds_consume on the dword at `at`: adds or subtracts the number of active lanes; returns the old value.
    pub fn append(&mut self, at: u32, add: bool, exec: u64) -> u32 {
        let (old, lanes) = (self.gds.load(at, 4) as u32, exec.count_ones());
        let new = if add { old.wrapping_add(lanes) } else { old.wrapping_sub(lanes) };
        self.gds.store(at, 4, u64::from(new));
        old
    }

    /// Reports the end of a wave. Needed only for programs with ordered counts.
    pub fn wave_ended(&mut self, wave: WaveId) {
        self.halted.remove(&wave);
        self.ordered.wave_ended(wave, &self.config, &mut self.registers, &mut self.diagnostics);
    }
}

/// Reading the state.
impl Unit {
    /// The GWS resources, 0 to 63.
    pub fn resources(&self) -> &[Resource] {
        &self.gws.resources
    }

    /// Head and tail of a resource's FIFO, as its registers show them.
    pub fn ends(&self, resource: u8) -> (End, End) {
        let state = &self.gws.resources[usize::from(resource % RESOURCES)];
        (state.head(), state.tail())
    }

    /// The walker, pending requests and ring space.
    pub fn ordered_state(&self) -> &Ordered {
        &self.ordered
    }

    /// The GS registers.
    pub fn registers(&self) -> &Registers {
        &self.registers
    }

    /// The GS registers, for a host that initialises them.
    pub fn registers_mut(&mut self) -> &mut Registers {
        &mut self.registers
    }

    /// The memory.
    pub fn gds(&self) -> &Gds {
        &self.gds
    }

    /// The memory, for accesses at the addresses that [`Unit::gds_address`] returns.
    pub fn gds_mut(&mut self) -> &mut Gds {
        &mut self.gds
    }

    /// The queue in which a wave waits; `None` if it does not wait here.
    pub fn place(&self, wave: WaveId) -> Option<WaitPoint> {
        if let Some(&nack) = self.halted.get(&wave) {
            return Some(WaitPoint::Halted(nack));
        }
        if let Some((resource, position)) = self.gws.position(wave) {
            let state = &self.gws.resources[usize::from(resource)];
            let entry = state.queue.get(position)?;
            return Some(WaitPoint::Gws {
                resource,
                kind: state.kind,
                counter: state.counter,
                flag: state.flag,
                tag: entry.tag,
                asked: entry.asked,
                position: position as u32,
                queued: state.queue.len() as u32,
                more: state.barriers_missing(&self.config.rules),
            });
        }
        let (_, request) = self.ordered.pending().find(|(w, _)| *w == wave)?;
        let counter = request.counter(&self.config.rules);
        let next = self.ordered.next(counter);
        Some(if wave <= next {
            WaitPoint::Ring { counter, wanted: request.value, free: self.ordered.free(counter) }
        } else {
            WaitPoint::Turn { counter, next, next_ended: self.ordered.has_ended(next) }
        })
    }

    /// Every wave that waits or is halted, sorted by wave, and its queue.
    pub fn waiting(&self) -> Vec<(WaveId, WaitPoint)> {
        let mut waves: Vec<WaveId> = self.halted.keys().copied().collect();
        waves.extend(self.gws.queued().map(|(wave, _)| wave));
        waves.extend(self.ordered.pending().map(|(wave, _)| wave));
        waves.sort_unstable();
        waves.into_iter().filter_map(|wave| Some((wave, self.place(wave)?))).collect()
    }

    /// Waves that were in a FIFO, were released and have not yet asked.
    pub fn leaving(&self) -> impl Iterator<Item = WaveId> + '_ {
        self.gws.leaving()
    }

    /// Whether a waiting wave can continue; does not mark the wave as told.
    pub fn can_go_on(&self, wave: WaveId) -> bool {
        self.gws.leaving().any(|w| w == wave) || self.ordered.served().any(|w| w == wave)
    }

    /// Rules broken since the last [`Unit::drain_diagnostics`].
    pub fn diagnostics(&self) -> &[Broken] {
        self.diagnostics.as_slice()
    }

    /// Removes and returns the rules broken so far.
    pub fn drain_diagnostics(&mut self) -> Vec<Broken> {
        self.diagnostics.drain()
    }
}
