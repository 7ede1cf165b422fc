//! Waits, cache controls, and the order, scope and cache qualifiers of accesses.
//!
//! # Sources
//! spec: RDNA3 ISA guide, S_WAITCNT and similar, cache controls, GLC, SLC, DLC; the code for memory orderings: LLVM AMDGPU
//! usage guide, memory model of gfx10 and gfx11. Atomics are relaxed among the lanes of the device, or of the group in LDS. None
//! of these qualifiers changes a value in the model that runs.

use super::super::immediates::{Counters, DEPCTR, WAITCNT};
use super::{Emit, Lift, Lifted};
use isotope_ir::effect::{
    Caches, Control, Counter, MaintenanceAction, Mask, Order, Policy, Qualifiers, Scope, Space, Src, Uop, Upkeep, Wait,
};
use isotope_ir::ordering::{Class, Finish, Meeting, Ordering, Silent, Taken};
use isotope_object::Kernel;
use isotope_op::alu::Alu;

/// Cache controls, which invalidate all lines, and waits.
pub(super) const MEANINGS: &[(&str, Emit)] = &[
    ("s_icache_inv", |l| l.invalidate(Caches::INSTRUCTION)),
    ("s_dcache_inv", |l| l.invalidate(Caches::SCALAR)),
    ("s_gl1_inv", |l| l.invalidate(Caches::L1)),
    ("buffer_gl0_inv", |l| l.invalidate(Caches::L0)),
    ("buffer_gl1_inv", |l| l.invalidate(Caches::L1)),
    ("s_waitcnt_vscnt", |l| l.wait_for(Counter::Vs)),
    ("s_waitcnt_vmcnt", |l| l.wait_for(Counter::Vm)),
    ("s_waitcnt_expcnt", |l| l.wait_for(Counter::Exp)),
    ("s_waitcnt_lgkmcnt", |l| l.wait_for(Counter::Lgkm)),
    ("s_waitcnt", |l| l.counters(&WAITCNT)),
    ("s_waitcnt_depctr", |l| l.counters(&DEPCTR)),
    ("s_wait_event", |l| l.waits(&[(Counter::Event(l.inst.get("simm16") as u16), 0)])),
    ("s_wait_idle", |l| l.waits(&[(Counter::Idle, 0)])),
];

/// The counters of `s_waitcnt` by their printed names.
const NAMED: &[(&str, Counter)] = &[("vmcnt", Counter::Vm), ("expcnt", Counter::Exp), ("lgkmcnt", Counter::Lgkm)];

/// spec: LLVM AMDGPU usage guide, memory model of gfx10 and gfx11, work-groups in WGP mode: the waits and invalidations for a
/// release and an acquire of each scope; the loads that bypass L0 (`glc`); stores never stay in L0. oracle: clang 19 and 22 mark
/// volatile accesses with `dlc` (loads `glc dlc`, stores `dlc`), and never mark an atomic, volatile or not.
const ORDERING: Ordering = Ordering {
    finish: Finish::Waits(&[
        (Counter::Vm, &[Class::Reads]),
        (Counter::Vs, &[Class::Writes]),
        (Counter::Lgkm, &[Class::Near]),
        (Counter::Idle, &Class::ALL),
    ]),
    meeting: Meeting::Meets,
    near_meeting: Meeting::Meets,
    drops_for_group: &[Caches::L0],
    drops_for_device: &[Caches::L1, Caches::L0],
    shares_far: true,
    one_tile: true,
    drops_for_scalars: &[Caches::SCALAR],
    global: Silent { loads: false, stores: true },
    near: Silent { loads: true, stores: true },
    taken: &[Taken {
        name: "words-of-atomics",
        what: "plain global stores, and all accesses to LDS and GDS, are atomic on words to which an atomic or a load with glc goes, or for which a \
               wave waits in a loop: the memory model makes atomic ones of the same instructions",
    }],
};

/// The memory order that a kernel's groups can rely on.
pub(crate) fn ordering(kernel: &Kernel) -> Result<&'static Ordering, &'static str> {
    match kernel.details::<crate::amdgpu::Details>() {
        Some(details) if details.descriptor.rsrc1.wgp_mode() != 0 => Ok(&ORDERING),
        _ => Err("what a kernel in CU mode (-mcumode) can leave out is not modelled"),
    }
}

impl Lift<'_> {
    fn invalidate(&mut self, caches: Caches) -> Lifted {
        self.whole_wave();
        let (action, qualifiers) = (MaintenanceAction::Invalidate, Qualifiers::PLAIN);
        self.b.push(Uop::Maintain(Upkeep { action, caches, at: None, qualifiers }));
        Ok(Control::Next)
    }

    /// Waits until a counter is at most an immediate plus an optional register.
    fn wait_for(&mut self, counter: Counter) -> Lifted {
        let number = Src::Imm(self.inst.get("simm16") as u32);
        let at_most = match self.source(self.inst.get("sdst")) {
            Src::Imm(0) => number,
            register => self.scalar_op(Alu::Add, &[register, number]),
        };
        self.whole_wave();
        self.b.push(Uop::Wait(Wait { counter, at_most }));
        Ok(Control::Next)
    }

    fn counters(&mut self, of: &Counters) -> Lifted {
        let counter = |name: &str, lowest: u8| {
            NAMED.iter().find(|(known, _)| *known == name).map_or(Counter::Depctr(lowest), |(_, counter)| *counter)
        };
        let waited = of.waited(self.inst.bits("simm16", of.mask()));
        let waits: Vec<_> = waited.map(|(name, lowest, count)| (counter(name, lowest), count)).collect();
        self.waits(&waits)
    }

    fn waits(&mut self, waits: &[(Counter, u32)]) -> Lifted {
        self.whole_wave();
        for &(counter, at_most) in waits {
            self.b.push(Uop::Wait(Wait { counter, at_most: Src::Imm(at_most) }));
        }
        Ok(Control::Next)
    }

    /// The following micro-operations execute once for the wave, whichever lanes are active.
    fn whole_wave(&mut self) {
        self.b.push(Uop::Under { base: Mask::ALL, also: Mask::ALL });
    }

    /// The qualifiers of an access.
    pub(super) fn qualifiers(&self, space: Space, atomic: bool) -> Qualifiers {
        let set = |field: &str, policy: Policy| if self.flag(field) { policy } else { Policy::Default };
        let (far, last) = (set("slc", Policy::Stream), set("dlc", Policy::NoAllocate));
        if atomic {
            let scope = if space == Space::Shared { Scope::Group } else { Scope::Device };
            return Qualifiers { far, last, ..Qualifiers::relaxed(scope) };
        }
        // Non-temporal accesses also have `slc`.
        let volatile = self.flag("dlc") && !self.flag("slc") && self.flag("glc") != self.stores;
        // A non-temporal store has all three bits, and an atomic store has none.
        let streamed = self.stores && ["glc", "slc", "dlc"].iter().all(|bit| self.flag(bit));
        if !self.flag("glc") {
            return Qualifiers { far, last, volatile, ..Qualifiers::PLAIN };
        }
        let near = if self.stores { Policy::WriteThrough } else { Policy::Bypass };
        if volatile || streamed {
            return Qualifiers { near, far, last, volatile: true, ..Qualifiers::PLAIN };
        }
        Qualifiers { order: Order::Relaxed, scope: Scope::Device, near, far, last, ..Qualifiers::PLAIN }
    }
}
