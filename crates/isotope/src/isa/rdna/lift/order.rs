//! Waits, cache controls, and what accesses say of order, scope and caches.
//!
//! # Sources
//! spec: RDNA3 ISA guide, S_WAITCNT and kin, cache controls, GLC, SLC, DLC; what compilers make of memory orders: LLVM AMDGPU
//! usage guide, memory model of gfx10 and gfx11. Atomics are relaxed among the lanes of the device, or of the group in LDS. None
//! of it decides a value in the model that runs.

use super::super::immediates::{Counters, DEPCTR, WAITCNT};
use super::{Lift, Lifted};
use crate::effect::{
    Caches, Control, Counter, Maintenance, Mask, Order, Policy, Qualifiers, Scope, Space, Src, Uop, Upkeep, Wait,
};
use isotope_op::alu::Alu;

/// Cache controls, which drop all lines.
const DROPPED: &[(&str, Caches)] = &[
    ("s_icache_inv", Caches::INSTRUCTION),
    ("s_dcache_inv", Caches::SCALAR),
    ("s_gl1_inv", Caches::L1),
    ("buffer_gl0_inv", Caches::L0),
    ("buffer_gl1_inv", Caches::L1),
];

/// Waits for one counter.
const ONE: &[(&str, Counter)] = &[
    ("s_waitcnt_vscnt", Counter::Vs),
    ("s_waitcnt_vmcnt", Counter::Vm),
    ("s_waitcnt_expcnt", Counter::Exp),
    ("s_waitcnt_lgkmcnt", Counter::Lgkm),
];

/// The counters of `s_waitcnt` by the names that it prints.
const NAMED: &[(&str, Counter)] = &[("vmcnt", Counter::Vm), ("expcnt", Counter::Exp), ("lgkmcnt", Counter::Lgkm)];

impl Lift<'_> {
    /// A wait or a cache control, if it is one.
    pub(super) fn synchronisation(&mut self) -> Option<Lifted> {
        let name = self.name;
        // Most instructions are told by the ends of their names.
        if !(name.starts_with("s_wait") || name.ends_with("_inv")) {
            return None;
        }
        let simm16 = self.inst.get("simm16");
        if let Some((_, caches)) = DROPPED.iter().find(|(known, _)| *known == name) {
            self.whole_wave();
            self.b.push(Uop::Maintain(Upkeep {
                action: Maintenance::Invalidate,
                caches: *caches,
                at: None,
                qualifiers: Qualifiers::PLAIN,
            }));
            return Some(Ok(Control::Next));
        }
        if let Some((_, counter)) = ONE.iter().find(|(known, _)| *known == name) {
            let register = self.source(self.inst.get("sdst"));
            let at_most = match register {
                Src::Imm(0) => Src::Imm(simm16 as u32),
                register => self.scalar_op(Alu::Add, &[register, Src::Imm(simm16 as u32)]),
            };
            self.whole_wave();
            self.b.push(Uop::Wait(Wait { counter: *counter, at_most }));
            return Some(Ok(Control::Next));
        }
        match name {
            "s_waitcnt" => self.counters(&WAITCNT, simm16),
            "s_waitcnt_depctr" => self.counters(&DEPCTR, simm16),
            "s_wait_event" => self.waits(&[(Counter::Event(simm16 as u16), 0)]),
            "s_wait_idle" => self.waits(&[(Counter::Idle, 0)]),
            _ => return None,
        }
        Some(Ok(Control::Next))
    }

    fn counters(&mut self, of: &Counters, simm16: u64) {
        let counter = |name: &str, lowest: u8| {
            NAMED.iter().find(|(known, _)| *known == name).map_or(Counter::Depctr(lowest), |(_, counter)| *counter)
        };
        let waits: Vec<_> = of.waited(simm16).map(|(name, lowest, count)| (counter(name, lowest), count)).collect();
        self.waits(&waits);
    }

    fn waits(&mut self, waits: &[(Counter, u32)]) {
        self.whole_wave();
        for &(counter, at_most) in waits {
            self.b.push(Uop::Wait(Wait { counter, at_most: Src::Imm(at_most) }));
        }
    }

    /// What follows is done for the wave, whatever lanes are active.
    fn whole_wave(&mut self) {
        self.b.push(Uop::Under { base: Mask::ALL, also: Mask::ALL });
    }

    /// What an access says.
    pub(super) fn qualifiers(&self, space: Space, atomic: bool) -> Qualifiers {
        let set = |field: &str, policy: Policy| if self.flag(field) { policy } else { Policy::Default };
        let (far, last) = (set("slc", Policy::Stream), set("dlc", Policy::NoAllocate));
        if atomic {
            let scope = if space == Space::Shared { Scope::Group } else { Scope::Device };
            return Qualifiers { far, last, ..Qualifiers::relaxed(scope) };
        }
        if !self.flag("glc") {
            return Qualifiers { far, last, ..Qualifiers::PLAIN };
        }
        let near = if self.name.contains("_store") { Policy::WriteThrough } else { Policy::Bypass };
        Qualifiers { order: Order::Relaxed, scope: Scope::Device, near, far, last, ..Qualifiers::PLAIN }
    }
}
