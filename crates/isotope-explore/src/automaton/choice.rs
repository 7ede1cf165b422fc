//! The orders in which the lanes of a step can be served, and which side of a branch can run first.
//!
//! Two orders differ only if they order two conflicting lanes differently: lanes that touch the same bytes, one of the two writing, and do
//! not obviously commute. Of the orders that agree on all conflicting pairs, one is explored: the first, counted from the order that the
//! launch's assumptions choose.

use isotope_ir::effect::{Control, Uop};
use isotope_machine::fault::Place;
use isotope_machine::state::Status;
use isotope_machine::{Deed, MemoryAccess, Observer, Session, Stepped, Storage, Unobserved};
use isotope_op::assume::{BranchOrder, LaneOrder};

use super::Automaton;
use crate::error::Error;

/// Most orders of one step: those of seven lanes that all touch one word.
pub(crate) const ORDERS: usize = 5_040;

/// Lanes that go first; empty where the launch's assumptions choose.
pub(crate) type First = Box<[u8]>;

/// Which orders inside a wave are explored instead of taken from the launch's assumptions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Orders {
    /// Of the lanes of one instruction.
    pub lanes: bool,
    /// Of the sides of a branch.
    pub branches: bool,
}

/// Each lane's accesses in a step, in serving order.
#[derive(Default)]
struct Served(Vec<MemoryAccess>);

impl Observer for Served {
    fn looks_inside(&self) -> bool {
        true
    }

    fn step(&mut self, _: Place, _: u32, _: u64) {}

    fn access(&mut self, access: &MemoryAccess) {
        if matches!(access.storage, Storage::Global | Storage::Shared) {
            self.0.push(*access);
        }
    }

    fn beside(&mut self, access: &MemoryAccess) {
        self.access(access);
    }
}

/// Whether the order of two accesses can be observed. `kept`: the values that atomics return are used.
fn meet(a: &MemoryAccess, b: &MemoryAccess, kept: bool) -> bool {
    let (ends, other_ends) = (a.at + u64::from(a.bytes), b.at + u64::from(b.bytes));
    if a.storage != b.storage || a.at >= other_ends || b.at >= ends {
        return false;
    }
    match (a.deed, b.deed) {
        (Deed::Load, Deed::Load) => false,
        (Deed::Store(mine), Deed::Store(others)) => {
            let byte = |words: [u32; 4], n: u64| words[n as usize / 4] >> (8 * (n % 4)) & 0xff;
            let both = a.at.max(b.at)..ends.min(other_ends);
            both.into_iter().any(|at| byte(mine, at - a.at) != byte(others, at - b.at))
        }
        (Deed::Atomic { rmw, data, .. }, Deed::Atomic { rmw: other, data: others, .. }) => {
            let same_place = a.at == b.at && a.bytes == b.bytes && rmw == other;
            kept || !same_place || data != others && rmw.op.joins().is_none()
        }
        _ => true,
    }
}

/// Orders of `n` items that differ in which of two conflicting ones comes first, the order of their numbers first; `None` if there are too
/// many.
fn orders(n: usize, meet: impl Fn(usize, usize) -> bool) -> Option<Vec<Vec<u8>>> {
    let (mut found, mut open) = (Vec::new(), vec![Vec::<u8>::new()]);
    while let Some(order) = open.pop() {
        if order.len() == n {
            found.push(order);
            if found.len() > ORDERS {
                return None;
            }
            continue;
        }
        for next in (0..n).rev() {
            // Of orders that agree, the lowest: no item has a higher one directly before it that it could have preceded.
            let lower = || {
                let mut back = order.iter().rev().map(|at| usize::from(*at)).take_while(|at| !meet(*at, next));
                back.any(|at| at > next)
            };
            if !order.contains(&(next as u8)) && !lower() {
                open.push([&order[..], &[next as u8]].concat());
            }
        }
    }
    Some(found)
}

impl<'a> Automaton<'a> {
    /// The ways in which the next step of a wave can go: the lanes that go first in each. The first way is that of the launch's
    /// assumptions.
    pub(super) fn ways(&self, session: &Session<'a>, thread: u16) -> Result<Vec<First>, Error> {
        let (group, wave) = self.threads[usize::from(thread)];
        let now = session.wave(group, wave);
        let step = self.dispatch.program.steps.get(now.pc as usize).filter(|_| now.status == Status::Ready);
        let splits = |control: &Control| matches!(control, Control::Branch { .. } | Control::BranchIndirect { .. });
        match step {
            Some(step) if self.orders.branches && splits(&step.control) => Ok(self.sides(session, group, wave)),
            Some(step) if self.orders.lanes && step.visible => self.lanes(session, thread),
            _ => Ok(vec![First::default()]),
        }
    }

    /// Whether a step may be a choice although it is invisible to other waves.
    pub(super) fn may_split(&self, pc: u32) -> bool {
        let control = self.dispatch.program.steps.get(pc as usize).map(|step| &step.control);
        self.orders.branches && matches!(control, Some(Control::Branch { .. } | Control::BranchIndirect { .. }))
    }

    /// The sides of a branch that can run first.
    fn sides(&self, session: &Session<'a>, group: usize, wave: usize) -> Vec<First> {
        let before = session.wave(group, wave).active();
        let runs = |first: &[u8]| {
            let mut copy = session.clone();
            let stepped = copy.step_ordered(group, wave, first, &mut Unobserved);
            if stepped == Stepped::Ready { copy.wave(group, wave).active() } else { before }
        };
        let (mut ways, mut left) = (vec![First::default()], before & !runs(&[]));
        while left != 0 {
            let lane = left.trailing_zeros() as u8;
            let first = runs(&[lane]);
            if first >> lane & 1 != 0 {
                ways.push(Box::new([lane]));
            }
            left &= !(first | 1 << lane);
        }
        ways
    }

    /// The orders in which memory can serve lanes.
    fn lanes(&self, session: &Session<'a>, thread: u16) -> Result<Vec<First>, Error> {
        let (group, wave) = self.threads[usize::from(thread)];
        let (mut served, mut copy) = (Served::default(), session.clone());
        if let Stepped::Stopped(_) = copy.step_observed(group, wave, &mut served) {
            // Only a part of the lanes was served.
            return Ok(vec![First::default()]);
        }
        let program = &self.dispatch.program;
        let step = &program.steps[session.wave(group, wave).pc as usize];
        let gives = |uop: &Uop| matches!(uop, Uop::Atomic { dst: Some(_), .. } | Uop::Surface { dst: Some(_), .. });
        let kept = program.uops_of(step).iter().any(gives);
        // Lanes that conflict with others, in the order of the assumptions.
        let mut lanes: Vec<u8> = Vec::new();
        let mut pairs: Vec<(u8, u8)> = Vec::new();
        for (n, a) in served.0.iter().enumerate() {
            for b in &served.0[n + 1..] {
                if a.lane != b.lane && meet(a, b, kept) {
                    pairs.push((a.lane as u8, b.lane as u8));
                }
            }
        }
        for access in &served.0 {
            let lane = access.lane as u8;
            if !lanes.contains(&lane) && pairs.iter().any(|(a, b)| *a == lane || *b == lane) {
                lanes.push(lane);
            }
        }
        let meet = |a: usize, b: usize| {
            let (a, b) = (lanes[a], lanes[b]);
            pairs.contains(&(a, b)) || pairs.contains(&(b, a))
        };
        let found = orders(lanes.len(), meet);
        let found =
            found.ok_or_else(|| Error::LaneOrders { lanes: lanes.len(), place: self.place(thread, session) })?;
        let first = |order: Vec<u8>| {
            // The last of them need not be named.
            let by_itself = |of: &[u8]| (0..order.len() as u8).find(|at| !of.contains(at));
            let mut length = order.len();
            while length > 0 && by_itself(&order[..length - 1]) == Some(order[length - 1]) {
                length -= 1;
            }
            order[..length].iter().map(|at| lanes[usize::from(*at)]).collect()
        };
        Ok(found.into_iter().map(first).collect())
    }
}

/// Whether the launch's assumptions choose a random order that is to be explored.
pub(super) fn draws(chosen: &isotope_op::assume::Orders, orders: Orders) -> Option<&'static str> {
    match chosen {
        of if orders.lanes && of.lanes == LaneOrder::Drawn => Some(of.lane_rule),
        of if orders.lanes && of.stores == LaneOrder::Drawn => Some(of.store_rule),
        of if orders.branches && of.branches == BranchOrder::Drawn => of.branch_rule.map(|rule| rule.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_order_of_those_that_agree() {
        // All conflict: every permutation. No pair conflicts: one. A path of four: an order for each conflicting pair.
        for n in 0..6 {
            assert_eq!(orders(n, |_, _| true).unwrap().len(), (1..=n).product::<usize>().max(1));
            assert_eq!(orders(n, |_, _| false).unwrap(), [(0..n as u8).collect::<Vec<_>>()]);
        }
        assert_eq!(orders(4, |a, b| a.abs_diff(b) == 1).unwrap().len(), 8);
        // Two words with three and two lanes.
        assert_eq!(orders(5, |a, b| (a < 3) == (b < 3)).unwrap().len(), 12);
        assert_eq!(orders(5, |a, b| (a < 3) == (b < 3)).unwrap()[0], [0, 1, 2, 3, 4]);
        assert!(orders(7, |_, _| true).is_some() && orders(8, |_, _| true).is_none());
    }
}
