//! The accesses of a kernel that other waves can see.

use std::collections::BTreeSet;

use isotope_ir::effect::{Access, LANES, Order, Qualifiers, Slot, Space, Src, Uop, Wide};
use isotope_ir::program::def_use::Location;
use isotope_op::atomic::{AtomicOp, CasRoles, Rmw};

use crate::graph::Loop;
use crate::source::{At, Base, Code, KernelInput, Ran};

/// An access to memory that is visible to other waves.
#[derive(Clone, Debug)]
pub struct Touch<'a> {
    /// Its micro-operation.
    pub at: At,
    /// The micro-operation's content.
    pub access: Access,
    /// The operation of an atomic.
    pub rmw: Option<&'a Rmw>,
    /// Whether it writes.
    pub writes: bool,
    /// The first vector of the destination.
    pub dst: Option<Slot>,
    /// It goes through the cache of scalar loads.
    pub scalar: bool,
    /// Pointers that its address comes from.
    pub pointers: BTreeSet<KernelInput>,
}

impl Touch<'_> {
    /// Whether it goes to memory of the device.
    pub fn is_global(&self) -> bool {
        matches!(self.access.space, Space::Global | Space::Generic | Space::GenericGlobal)
    }

    /// Whether it is a plain load or store, without memory order.
    pub fn is_plain(&self) -> bool {
        self.rmw.is_none() && self.access.qualifiers.order == Order::Weak && !self.access.qualifiers.volatile
    }

    /// Whether the two may access the same memory.
    pub fn meets(&self, other: &Touch<'_>) -> bool {
        self.is_global() == other.is_global()
            && (!self.is_global() || self.pointers.intersection(&other.pointers).next().is_some())
    }
}

impl<'a> Code<'a> {
    /// All accesses that are visible to other waves, in order of address.
    pub fn touches(&self) -> Vec<Touch<'a>> {
        let mut found = Vec::new();
        let steps = (0..self.graph.next.len() as u32).filter(|step| self.graph.is_reached(*step));
        for &Ran { at, uop, .. } in steps.flat_map(|step| self.uops(step)) {
            let (access, rmw, writes, dst) = match uop {
                Uop::Load { access, dst, .. } => (access, None, false, *dst),
                Uop::Store { access, .. } => (access, None, true, None),
                Uop::Atomic { access, rmw, src0, dst, .. } => {
                    let rmw = &self.program.rmws[*rmw as usize];
                    (access, Some(rmw), !self.only_reads(at, rmw, *src0), *dst)
                }
                Uop::ScalarLoad { address, .. } => {
                    if self.base(at, address.lo).0.is_given() {
                        continue;
                    }
                    let (space, qualifiers) = (Space::Global, Qualifiers::PLAIN);
                    let access = Access { space, address: *address, bytes: 4, aligned: true, upper: false, qualifiers };
                    let pointers = self.pointers(at, address.lo, address.hi);
                    let (rmw, writes, dst, scalar) = (None, false, None, true);
                    found.push(Touch { at, access, rmw, writes, dst, scalar, pointers });
                    continue;
                }
                _ => continue,
            };
            if matches!(access.space, Space::Private | Space::Wave | Space::Constant(_) | Space::ConstantBanks) {
                continue;
            }
            let pointers = self.pointers(at, access.address.lo, access.address.hi);
            found.push(Touch { at, access: *access, rmw, writes, dst, scalar: false, pointers });
        }
        found
    }

    /// Whether an atomic leaves memory unchanged: compilers write such atomics for loads.
    fn only_reads(&self, at: At, rmw: &Rmw, src0: Wide) -> bool {
        let zero = |src: Src| self.base(at, src) == (Base::Number, 0);
        rmw.op.zero_keeps() && zero(src0.lo) && (rmw.size.bytes() <= 4 || zero(src0.hi))
    }

    /// Whether two accesses are known to access different bytes: their addresses are different constants above one base.
    pub fn are_apart(&self, a: &Touch<'_>, b: &Touch<'_>) -> bool {
        let place = |t: &Touch<'_>| {
            let (base, above) = self.base(t.at, t.access.address.lo);
            let first = above + i64::from(t.access.address.offset);
            (base, first, first + i64::from(t.access.bytes))
        };
        let ((x, a, after_a), (y, b, after_b)) = (place(a), place(b));
        x == y && x != Base::Unknown && (after_a <= b || after_b <= a)
    }

    /// The text of the instruction at a step, with its address.
    pub fn place(&self, step: u32) -> String {
        let of = &self.program.steps[step as usize];
        format!("`{}` at {:#06x}", self.text(step), of.address)
    }

    /// The text of the instruction at a step.
    pub fn text(&self, step: u32) -> &'a str {
        self.program.texts.get(step as usize).map_or("", String::as_str)
    }

    /// Whether an address is the same in every iteration of a loop.
    pub fn stays(&self, touch: &Touch<'_>, body: &BTreeSet<u32>) -> bool {
        self.is_steady(touch.at, &[touch.access.address.lo], body)
    }

    /// Whether values are the same in every iteration of a loop: they depend neither on loads in it nor on values of the previous iteration.
    pub fn is_steady(&self, at: At, values: &[Src], body: &BTreeSet<u32>) -> bool {
        let lanes = self.lanes(at);
        let parts: Vec<(At, Location)> =
            values.iter().filter_map(|v| Some((at, isotope_ir::program::def_use::read(*v, lanes)?))).collect();
        let sources = self.sources(&parts, Some(body));
        let reads = |at: &At| self.program.uops.get(at.uop as usize).is_some_and(|uop| uop.nature().reach.is_shared());
        !sources.turns && !sources.uops.iter().any(reads)
    }

    /// The conditions that decide whether a loop continues.
    pub fn leaving(&self, of: &Loop) -> Vec<(At, Location)> {
        let mut from: Vec<u32> = of.exits.iter().map(|(from, _)| *from).collect();
        from.dedup();
        from.into_iter().flat_map(|step| self.steering(step)).collect()
    }

    /// The location that an access writes first.
    pub fn result(&self, touch: &Touch<'_>) -> Option<Location> {
        touch
            .dst
            .map(|Slot(first)| Location::Vector { first, lanes: self.lanes(touch.at) & (u32::MAX >> (32 - LANES)) })
    }

    /// The words that a compare-and-swap compares with, and those that it writes.
    pub fn exchanged(&self, touch: &Touch<'_>) -> Option<(Vec<Src>, Vec<Src>)> {
        let Uop::Atomic { src0, src1, .. } = self.program.uops[touch.at.uop as usize] else { return None };
        let rmw = touch.rmw.filter(|rmw| matches!(rmw.op, AtomicOp::Cas | AtomicOp::FCas))?;
        let (compare, new) = match rmw.cas {
            CasRoles::CompareSrc0 => (src0, src1),
            CasRoles::CompareSrc1 => (src1, src0),
        };
        let words = |of: Wide| if touch.access.bytes > 4 { vec![of.lo, of.hi] } else { vec![of.lo] };
        Some((words(compare), words(new)))
    }

    /// The words of the value that a compare-and-swap compares with, or that an exchange writes.
    pub fn wanted(&self, touch: &Touch<'_>) -> Option<Vec<Src>> {
        let Uop::Atomic { src0, src1, .. } = self.program.uops[touch.at.uop as usize] else { return None };
        let rmw = touch.rmw?;
        let value = match (rmw.op, rmw.cas) {
            (AtomicOp::Xchg, _) | (AtomicOp::Cas | AtomicOp::FCas, CasRoles::CompareSrc0) => src0,
            (AtomicOp::Cas | AtomicOp::FCas, CasRoles::CompareSrc1) => src1,
            _ => return None,
        };
        Some(if touch.access.bytes > 4 { vec![value.lo, value.hi] } else { vec![value.lo] })
    }
}
