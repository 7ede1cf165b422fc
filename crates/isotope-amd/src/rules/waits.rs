//! The outstanding operations of a wave: operations that were issued and not waited for.
//!
//! The model is the documented guarantee, not a pipeline: an operation is outstanding until a wait proves that it is
//! complete. If a counter is at most `n`, an operation can still be outstanding only if it and all operations that cannot overtake
//! it are at most `n` in number.

use super::registers::Registers;
use super::usage::{Counter, Order, Raise, Usage};

/// An operation that may not be complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outstanding {
    /// The instruction's position.
    pub step: u32,
    /// Counters that are not yet decremented, as a set of [`Counter::bit`].
    open: u8,
    order: Order,
    /// Registers that it will write.
    pub writes: Registers,
    /// VGPRs that it may still read.
    pub reads: Registers,
}

impl Outstanding {
    fn is_open(&self, counter: Counter) -> bool {
        self.open & counter.bit() != 0
    }

    /// The class in which it completes in order, with respect to `counter`.
    fn order(&self, counter: Counter) -> Order {
        // A flat operation raises LGKMcnt for its lanes in LDS, which returns in order (oracle: LLVM 19, GFX10 and later).
        if self.order == Order::Vector && counter == Counter::Lgkm { Order::Lds } else { self.order }
    }

    /// Counters that guard its result.
    fn result(&self) -> u8 {
        self.open & !Counter::Exp.bit()
    }
}

/// A conflict between an instruction and an outstanding operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The operation.
    pub with: Outstanding,
    /// The registers.
    pub registers: Registers,
    /// The counter to wait for.
    pub counter: Counter,
    /// The maximum value of the counter that proves it complete.
    pub enough: u8,
}

/// The outstanding operations of a wave, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Waits {
    list: Vec<Outstanding>,
    writes: Registers,
    reads: Registers,
    /// If the last vector instruction multiplied matrices: its position, and the registers of its result.
    product: Option<(u32, Registers)>,
}

impl Waits {
    /// Issues a vector instruction; returns the matrix product right before it whose result it multiplies, and the registers.
    pub fn compute(&mut self, step: u32, usage: &Usage) -> Option<(u32, Registers)> {
        let product = (!usage.matrices.is_empty()).then_some((step, usage.writes));
        let (before, result) = std::mem::replace(&mut self.product, product)?;
        let registers = result.and(&usage.matrices);
        (!registers.is_empty()).then_some((before, registers))
    }

    /// A wait until `counter` is at most `value`.
    pub fn wait(&mut self, counter: Counter, value: u8) {
        // Newest first: the number of outstanding operations of each class after an operation.
        let mut behind = [0; Order::COUNT];
        for operation in self.list.iter_mut().rev().filter(|o| o.is_open(counter)) {
            let order = operation.order(counter);
            let least = 1 + behind[order as usize];
            if order != Order::Any {
                behind[order as usize] = least;
            }
            if least > usize::from(value) {
                operation.open &= !counter.bit();
                if counter == Counter::Lgkm {
                    // An operation that has returned has read its sources.
                    operation.open &= !Counter::Exp.bit();
                }
                if !operation.is_open(Counter::Exp) {
                    operation.reads = Registers::default();
                }
            }
        }
        self.forget();
        let all = |of: fn(&Outstanding) -> &Registers| {
            self.list.iter().fold(Registers::default(), |all, operation| all.or(of(operation)))
        };
        (self.writes, self.reads) = (all(|o| &o.writes), all(|o| &o.reads));
    }

    /// Drops operations that no longer matter: complete operations, and operations that use no register and follow no kept operation of
    /// their class. So a loop of stores reaches the same state again.
    fn forget(&mut self) {
        let mut ahead = 0u8;
        self.list.retain(|operation| {
            let quiet = operation.writes.is_empty() && operation.reads.is_empty() && operation.order != Order::Gds;
            let orders =
                Counter::ALL.map(|c| (c, operation.order(c))).into_iter().filter(|(c, _)| operation.is_open(*c));
            let orders =
                orders.fold(0, |set, (_, order)| if order == Order::Any { set } else { set | 1 << order as u8 });
            let keep = operation.open != 0 && (!quiet || ahead & orders != 0);
            if keep {
                ahead |= orders;
            }
            keep
        });
    }

    /// The maximum value of `counter` that proves operation `i` complete: the number of operations that cannot overtake it.
    fn enough(&self, i: usize, counter: Counter) -> usize {
        match self.list[i].order(counter) {
            Order::Any => 0,
            order => self.list[i + 1..].iter().filter(|o| o.is_open(counter) && o.order(counter) == order).count(),
        }
    }

    /// Issues an instruction: its waits, its conflicts, and the operation that it leaves outstanding. `any_lane` says whether a lane is
    /// active.
    pub fn issue(&mut self, step: u32, usage: &Usage, any_lane: bool, mut clash: impl FnMut(Clash)) {
        for counter in Counter::ALL {
            if let Some(value) = usage.waits[counter as usize] {
                self.wait(counter, value);
            }
        }
        if self.writes.meets(&usage.touches()) {
            for i in 0..self.list.len() {
                if let Some(found) = self.result(i, usage) {
                    clash(found);
                }
            }
        }
        if self.reads.meets(&usage.writes) {
            for i in 0..self.list.len() {
                let with = self.list[i];
                let registers = with.reads.and(&usage.writes);
                // Operations of one class read their sources in order.
                let behind = usage.raise.is_some_and(|raise| raise.order == with.order);
                if !registers.is_empty() && !behind {
                    clash(self.found(i, registers, Counter::Exp));
                }
            }
        }
        if let Some(raise) = usage.raise {
            self.push(step, usage, raise, any_lane);
        }
    }

    /// The conflict with the result of operation `i`.
    fn result(&self, i: usize, usage: &Usage) -> Option<Clash> {
        let with = &self.list[i];
        // Two results of one class arrive in order, so the second may overwrite the first.
        let in_order = usage.raise.is_some_and(|raise| {
            let same = raise.order == with.order && raise.counters & !Counter::Exp.bit() == with.result();
            same && raise.order != Order::Any && with.result().count_ones() == 1
        });
        let touched = if in_order { usage.reads } else { usage.touches() };
        let registers = with.writes.and(&touched);
        let counter = Counter::ALL.into_iter().find(|&c| c != Counter::Exp && with.is_open(c))?;
        (!registers.is_empty()).then(|| self.found(i, registers, counter))
    }

    fn found(&self, i: usize, registers: Registers, counter: Counter) -> Clash {
        Clash { with: self.list[i], registers, counter, enough: self.enough(i, counter) as u8 }
    }

    fn push(&mut self, step: u32, usage: &Usage, raise: Raise, any_lane: bool) {
        let acts = any_lane || raise.always;
        let writes = if acts { usage.writes } else { Registers::default() };
        let holds = raise.counters & Counter::Exp.bit() != 0;
        let reads = if acts && holds { usage.reads } else { Registers::default() };
        // Operations that use no register are all equal.
        let quiet = writes.is_empty() && reads.is_empty() && raise.order != Order::Gds;
        let step = if quiet { 0 } else { step };
        self.list.push(Outstanding { step, open: raise.counters, order: raise.order, writes, reads });
        if quiet {
            self.forget();
        }
        self.writes = self.writes.or(&writes);
        self.reads = self.reads.or(&reads);
        for counter in Counter::ALL {
            if raise.counters & counter.bit() != 0 && self.list.len() > usize::from(counter.max()) {
                self.wait(counter, counter.max());
            }
        }
    }

    /// The first outstanding operation of the GDS, if any.
    pub fn gds(&self) -> Option<&Outstanding> {
        self.list.iter().find(|operation| operation.order == Order::Gds && operation.is_open(Counter::Lgkm))
    }
}
