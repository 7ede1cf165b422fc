//! The effect of each instruction on the memory system, computed once before anything runs.

use isotope_ir::effect::{Access, BarrierKind, Control, Counter, Space, Src, Step, Uop};
use isotope_ir::program::Program;
use isotope_ir::program::def_use::Location;

use super::table::MemorySystem;

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AccessKind {
    Load,
    Store,
    Update,
}

/// Counters as bits: of loads, of stores, of group memory and scalar loads.
pub(super) const LOADS: u8 = 1;
pub(super) const STORES: u8 = 2;
pub(super) const SHARED: u8 = 4;

/// An access to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Memory {
    pub deed: AccessKind,
    /// The counters that it raises.
    pub counters: u8,
    /// It bypasses caches.
    pub bypasses: bool,
    /// It completes in any order with other accesses that its counter counts.
    pub scalar: bool,
}

/// The kind of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum InstructionKind {
    /// It concerns only the wave.
    Plain,
    Memory(Memory),
    /// It waits until each counter is at most a number.
    Wait(Vec<(u8, usize)>),
    /// It invalidates caches.
    Drop {
        near: bool,
        middle: bool,
        scalar: bool,
    },
    Barrier,
    /// The model does not cover it.
    Outside(&'static str),
}

/// An instruction.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub kind: InstructionKind,
    /// Registers that it reads.
    pub reads: Vec<Location>,
    /// Registers that it writes; a load does when it comes back.
    pub writes: Vec<Location>,
}

impl Plan {
    pub fn of(step: &Step, program: &Program, system: &MemorySystem) -> Plan {
        let uops = program.uops_of(step);
        let kept = |location: &Location| match (*location, program.temporaries) {
            (Location::Vector { first, .. }, Some((slot, _))) => first < slot.0,
            (Location::Scalar { word, .. }, Some((_, scalar))) => word < scalar,
            _ => true,
        };
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        let mut access: Option<Memory> = None;
        let (mut waits, mut drops) = (Vec::new(), [false; 3]);
        let mut outside = None;
        for uop in uops {
            let def_use = uop.def_use(u32::MAX, program);
            // A load into a part of a register: the rest is read when the load returns.
            let merges = access.is_some_and(|m| m.deed == AccessKind::Load)
                && def_use.reads.iter().any(|r| kept(r) && !writes.contains(r) && matches!(r, Location::Vector { .. }))
                && def_use.writes.iter().any(kept);
            if merges {
                outside = Some("a load into half a register");
            }
            reads.extend(def_use.reads);
            writes.extend(def_use.writes);
            let found = match uop {
                Uop::Load { access, .. } => Memory::of(access, AccessKind::Load, true, system),
                Uop::Store { access, .. } => Memory::of(access, AccessKind::Store, false, system),
                Uop::Atomic { access, dst, .. } => Memory::of(access, AccessKind::Update, dst.is_some(), system),
                Uop::ScalarLoad { .. } => {
                    Ok(Memory { deed: AccessKind::Load, counters: SHARED, bypasses: false, scalar: true })
                }
                Uop::Maintain(upkeep) => {
                    for (drop, level) in drops.iter_mut().zip([system.near, system.middle, system.scalar]) {
                        *drop |= upkeep.caches.0 & level.caches.0 != 0;
                    }
                    continue;
                }
                Uop::Wait(wait) => {
                    let counter = [(system.loads, LOADS), (system.stores, STORES), (system.shared, SHARED)]
                        .into_iter()
                        .find(|(counter, _)| *counter == wait.counter);
                    match (counter, wait.at_most) {
                        (Some((_, bit)), Src::Imm(at_most)) => waits.push((bit, at_most as usize)),
                        (Some(_), _) => outside = Some("a wait for a number in a register"),
                        (None, _) if wait.counter == Counter::Idle => {
                            waits.extend([(LOADS, 0), (STORES, 0), (SHARED, 0)]);
                        }
                        // They order only what happens inside the core.
                        (None, _) => {}
                    }
                    continue;
                }
                Uop::Surface { .. } | Uop::Typed { .. } => Err("an access to an image or a typed buffer"),
                _ => continue,
            };
            match (found, &mut access) {
                (Err(what), _) => outside = Some(what),
                (Ok(found), Some(known)) if known.deed == found.deed => known.counters |= found.counters,
                (Ok(_), Some(_)) => outside = Some("an instruction that loads and stores"),
                (Ok(found), none) => *none = Some(found),
            }
        }
        let steered = step.steered(program);
        reads.extend(steered.reads);
        writes.extend(steered.writes);
        reads.retain(kept);
        writes.retain(kept);
        let kind = match (step.control, access) {
            (Control::Barrier { kind: BarrierKind::Wave | BarrierKind::Sync, .. }, None) => InstructionKind::Barrier,
            (Control::Barrier { .. }, _) => InstructionKind::Outside("a barrier in two halves"),
            (Control::Request(_), _) => InstructionKind::Outside("a request to the synchronization unit"),
            _ if outside.is_some() => InstructionKind::Outside(outside.unwrap_or_default()),
            (_, Some(access)) => InstructionKind::Memory(access),
            _ if !waits.is_empty() => InstructionKind::Wait(waits),
            _ if drops != [false; 3] => InstructionKind::Drop { near: drops[0], middle: drops[1], scalar: drops[2] },
            _ => InstructionKind::Plain,
        };
        Plan { kind, reads, writes }
    }

    /// Whether it reads or writes one of these registers.
    pub fn meets(&self, registers: &[Location], program: &Program) -> bool {
        let meets = |of: &Location| registers.iter().any(|register| of.meets(*register, &program.maps));
        self.reads.iter().any(meets) || self.writes.iter().any(meets)
    }
}

impl Memory {
    fn of(access: &Access, deed: AccessKind, returns: bool, system: &MemorySystem) -> Result<Memory, &'static str> {
        let vector = if returns { LOADS } else { STORES };
        let counters = match access.space {
            Space::Global | Space::GenericGlobal | Space::Private | Space::Wave => vector,
            Space::Shared => SHARED,
            Space::Generic => vector | SHARED,
            Space::Constant(_) | Space::ConstantBanks => return Err("an access to this memory"),
        };
        let bypasses = access.qualifiers.near == system.bypass;
        Ok(Memory { deed, counters, bypasses, scalar: false })
    }
}
