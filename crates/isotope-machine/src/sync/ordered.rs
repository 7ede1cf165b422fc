//! Ordered count and ordered alloc: every wave gets its part of a buffer, in the order in which waves were created.
//!
//! Requests arrive in any order and wait until the *walker* reaches their wave:
//!
//! ```text
//! request(wave w)   pending[w] = request
//!
//! serve             while a request of the wave at `next` is pending (and, in a tracked ring, there is room):
//!                     returned = counter; counter = operation(counter, value)
//!                     wave_release: next += 1
//! ```
//!
//! Count and alloc are the same instruction; the configuration of the counter distinguishes them: an unbounded buffer, or a
//! ring in which the counter wraps.
//!
//! Not modelled: the wave id that a shader passes in M0\[15:0\]. The order is that of the dispatch.
//!
//! # Source
//! **spec**: AMD's RDNA3 chapter 13, ordered count; AMD's RDNA3 guide for fields and counters; US patent 8972693 for the ring that
//! stalls a request until enough space is available. **assumed**: every `amd.ordered_*` entry of docs/assumptions.md.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use isotope_op::assume::sync::{OrderedBase, OrderedWalker, OrderedWaveEnd, OrderedWrap};
use isotope_op::assume::{AMD_ORDERED_BASE, AMD_ORDERED_WALKER, AMD_ORDERED_WAVE_END, AMD_ORDERED_WRAP, Assumptions};

use super::WaveId;
use super::config::{Buffer, COUNTERS, Config};
use super::gds::Registers;
use super::rules::{Diagnostics, Rule};

/// The operation on the counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum OrderedOp {
    /// counter += value (0).
    Add,
    /// counter = value (1).
    Exchange,
    /// Reserved (2).
    Reserved,
    /// Advance in a ring (3).
    Wrap,
}

/// One instruction of one wave.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct OrderedRequest {
    /// Counter index of the instruction, in dwords: offset0\[7:2\].
    pub index: u8,
    /// The walker advances to the next wave.
    pub release: bool,
    /// The wave's last ordered count.
    pub done: bool,
    /// The operation.
    pub op: OrderedOp,
    /// The value of the sending lane ([`lane`](super::lane())).
    pub value: u32,
    /// M0; bits 31..16 are a base in dwords.
    pub m0: u32,
    /// Whether offset0\[1:0\] is zero.
    pub aligned: bool,
}

impl OrderedRequest {
    /// Decodes the instruction's fields.
    ///
    /// # Shape
    /// offset0: \[7:2\] index. offset1: \[0\] release, \[1\] done, \[5:4\] operation; \[3:2\] and \[7:6\] have no meaning on gfx11.
    pub fn new(offset0: u8, offset1: u8, m0: u32, value: u32) -> OrderedRequest {
        let op = [OrderedOp::Add, OrderedOp::Exchange, OrderedOp::Reserved, OrderedOp::Wrap];
        OrderedRequest {
            index: offset0 >> 2,
            release: offset1 & 1 != 0,
            done: offset1 & 2 != 0,
            op: op[usize::from(offset1 >> 4 & 3)],
            value,
            m0,
            aligned: offset0 & 3 == 0,
        }
    }

    /// The selected counter, 0 to 15.
    pub fn counter(&self, rules: &Assumptions) -> u8 {
        (self.dword(rules) % COUNTERS as u32) as u8
    }

    fn dword(&self, rules: &Assumptions) -> u32 {
        let base = if rules.get(AMD_ORDERED_BASE) == OrderedBase::Add { self.m0 >> 16 } else { 0 };
        base + u32::from(self.index)
    }
}

/// Why a request is undefined. The state is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Refused {
    /// Operation 2 is reserved.
    Reserved,
    /// Exchange on a counter other than 4 to 7.
    Exchange {
        /// The counter.
        counter: u8,
    },
    /// An operation other than add on a 64-bit counter.
    Wide {
        /// The counter.
        counter: u8,
    },
    /// The second operand of wrap: no ring is configured, or `amd.ordered_wrap` is unspecified.
    Wrap {
        /// The counter.
        counter: u8,
    },
    /// The VMID's mask does not include the counter.
    NotOwned {
        /// The counter.
        counter: u8,
        /// `GDS_OA_VMIDn`.
        mask: u16,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Reserved => write!(f, "ordered operation 2 is reserved"),
            Refused::Exchange { counter } => {
                write!(f, "ordered exchange on counter {counter}: only counters 4 to 7 take it")
            }
            Refused::Wide { counter } => write!(f, "the 64-bit counter {counter} takes add only"),
            Refused::Wrap { counter } => write!(
                f,
                "ordered wrap on counter {counter}: its second operand is not documented (amd.ordered_wrap); configure \
                 the counter as a ring, or choose a reading"
            ),
            Refused::NotOwned { counter, mask } => {
                write!(f, "ordered counter {counter} is not in the VMID's mask {mask:#06x}")
            }
        }
    }
}

/// The unit's answer to a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum OrderedAnswer {
    /// The counter before the operation; the low dword of a 64-bit counter.
    Value(u32),
    /// It is not the wave's turn; `ordered_result` returns the result later.
    Wait,
    /// Undefined.
    Refused(Refused),
}

/// The ordered counts of a wave so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
struct Ledger {
    counts: u8,
    allocs: u8,
    released: bool,
    done: bool,
}

/// The walkers and the requests that wait for them.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Ordered {
    /// The current wave of each walker; only the first is used if one walker orders all counters.
    walkers: Vec<WaveId>,
    /// Waiting requests, by wave.
    pending: BTreeMap<WaveId, OrderedRequest>,
    /// Results that were not yet collected.
    results: BTreeMap<WaveId, u32>,
    /// Free elements of tracked rings.
    free: [u32; COUNTERS],
    ledger: BTreeMap<WaveId, Ledger>,
    /// Waves that ended before a walker reached them.
    ended: BTreeSet<WaveId>,
}

impl Ordered {
    pub(super) fn new(config: &Config) -> Ordered {
        let walkers = match config.rules.get(AMD_ORDERED_WALKER) {
            OrderedWalker::One => 1,
            OrderedWalker::PerCounter => COUNTERS,
        };
        Ordered {
            walkers: vec![WaveId(0); walkers],
            pending: BTreeMap::new(),
            results: BTreeMap::new(),
            free: config.counters.map(|b| match b {
                Buffer::Ring { size, .. } => size,
                Buffer::Unbounded => 0,
            }),
            ledger: BTreeMap::new(),
            ended: BTreeSet::new(),
        }
    }

    /// A new dispatch: waves are numbered from 0 again. Counters and rings are kept.
    pub(super) fn forget_waves(&mut self) {
        self.walkers.fill(WaveId(0));
        self.pending.clear();
        self.results.clear();
        self.ledger.clear();
        self.ended.clear();
    }

    /// Moves every walker to a wave.
    pub(super) fn set_walker(&mut self, wave: WaveId) {
        self.walkers.fill(wave);
    }

    /// Sets the number of free elements of a tracked ring.
    pub(super) fn set_free(&mut self, counter: u8, elements: u32) {
        self.free[usize::from(counter) % COUNTERS] = elements;
    }

    /// The wave that is served next on a counter.
    pub fn next(&self, counter: u8) -> WaveId {
        self.walkers[usize::from(counter) % self.walkers.len()]
    }

    /// Free elements of a tracked ring.
    pub fn free(&self, counter: u8) -> u32 {
        self.free[usize::from(counter) % COUNTERS]
    }

    /// Waiting requests, by wave.
    pub fn pending(&self) -> impl Iterator<Item = (WaveId, &OrderedRequest)> {
        self.pending.iter().map(|(&wave, request)| (wave, request))
    }

    /// Whether a wave is known to have ended before its turn.
    pub fn has_ended(&self, wave: WaveId) -> bool {
        self.ended.contains(&wave)
    }

    pub(super) fn request(
        &mut self,
        wave: WaveId,
        owned: u16,
        request: OrderedRequest,
        config: &Config,
        registers: &mut Registers,
        diagnostics: &mut Diagnostics,
    ) -> OrderedAnswer {
        let rules = &config.rules;
        let mut note = |rule| diagnostics.note(wave, rule);
        if self.pending.contains_key(&wave) || self.results.contains_key(&wave) {
            note(Rule::StillWaiting);
            return OrderedAnswer::Wait;
        }
        if !request.aligned {
            note(Rule::OrderedOffset);
        }
        if request.dword(rules) >= COUNTERS as u32 {
            note(Rule::OrderedIndex);
        }
        let counter = request.counter(rules);
        let buffer = config.counters[usize::from(counter)];
        if let Err(refused) = legal(&request, counter, buffer, owned, rules) {
            match refused {
                Refused::Reserved => note(Rule::OrderedReserved),
                Refused::Exchange { .. } => note(Rule::OrderedExchange),
                Refused::Wide { .. } => note(Rule::OrderedWide),
                Refused::Wrap { .. } | Refused::NotOwned { .. } => {}
            }
            return OrderedAnswer::Refused(refused);
        }
        self.book(wave, &request, buffer, note);
        self.pending.insert(wave, request);
        self.serve(config, registers);
        self.results.remove(&wave).map_or(OrderedAnswer::Wait, OrderedAnswer::Value)
    }

    /// Checks the programming rules.
    fn book(&mut self, wave: WaveId, request: &OrderedRequest, buffer: Buffer, mut note: impl FnMut(Rule)) {
        let ledger = self.ledger.entry(wave).or_default();
        if ledger.done {
            note(Rule::OrderedAfterDone);
        }
        if ledger.released {
            note(Rule::OrderedAfterRelease);
        }
        match buffer {
            Buffer::Unbounded => {
                ledger.counts = ledger.counts.saturating_add(1);
                if ledger.counts > 1 {
                    note(Rule::OrderedTwice);
                }
            }
            Buffer::Ring { size, .. } => {
                ledger.allocs = ledger.allocs.saturating_add(1);
                if ledger.allocs > 4 {
                    note(Rule::OrderedFourTimes);
                }
                if request.op == OrderedOp::Add && request.value > size {
                    note(Rule::OrderedRing);
                }
            }
        }
        if request.done && !request.release {
            note(Rule::OrderedDone);
        }
        ledger.released |= request.release;
        ledger.done |= request.done;
    }

    /// Serves pending requests whose turn it is, until there are none.
    fn serve(&mut self, config: &Config, registers: &mut Registers) {
        loop {
            self.skip_ended(&config.rules);
            // Its turn, or after it: a wave that released the walker and counts again is no longer ordered.
            let turn = self.pending.iter().find(|(wave, request)| {
                let counter = request.counter(&config.rules);
                **wave <= self.next(counter) && self.has_room(counter, request, config)
            });
            let Some((&wave, &request)) = turn else { return };
            self.pending.remove(&wave);
            let counter = request.counter(&config.rules);
            let buffer = config.counters[usize::from(counter)];
            let old = registers.get(counter);
            registers.set(counter, stepped(old, &request, buffer, &config.rules));
            if is_tracked_alloc(&request, buffer) {
                self.free[usize::from(counter)] -= request.value;
            }
            self.results.insert(wave, old as u32);
            let at = usize::from(counter) % self.walkers.len();
            if request.release && self.walkers[at] == wave {
                self.walkers[at] = wave.next();
            }
        }
    }

    /// Skips waves that have ended, by `amd.ordered_wave_end`.
    fn skip_ended(&mut self, rules: &Assumptions) {
        if rules.get(AMD_ORDERED_WAVE_END) == OrderedWaveEnd::Skip {
            for walker in &mut self.walkers {
                while self.ended.contains(walker) {
                    *walker = walker.next();
                }
            }
        }
        // Waves that every walker has passed are no longer needed.
        let oldest = self.walkers.iter().min().copied().unwrap_or(WaveId(0));
        while self.ended.first().is_some_and(|&wave| wave < oldest) {
            self.ended.pop_first();
        }
    }

    fn has_room(&self, counter: u8, request: &OrderedRequest, config: &Config) -> bool {
        let buffer = config.counters[usize::from(counter)];
        !is_tracked_alloc(request, buffer) || request.value <= self.free(counter)
    }

    /// The result of a request that waited; returned once.
    pub(super) fn result(&mut self, wave: WaveId) -> Option<u32> {
        self.results.remove(&wave)
    }

    /// Waves with a result that they have not collected.
    pub fn served(&self) -> impl Iterator<Item = WaveId> + '_ {
        self.results.keys().copied()
    }

    /// Frees elements of a ring.
    pub(super) fn give_back(&mut self, counter: u8, elements: u32, config: &Config, registers: &mut Registers) {
        let at = usize::from(counter) % COUNTERS;
        if let Buffer::Ring { size, .. } = config.counters[at] {
            self.free[at] = self.free[at].saturating_add(elements).min(size);
        }
        self.serve(config, registers);
    }

    pub(super) fn wave_ended(
        &mut self,
        wave: WaveId,
        config: &Config,
        registers: &mut Registers,
        diagnostics: &mut Diagnostics,
    ) {
        match self.ledger.remove(&wave) {
            None => diagnostics.note(wave, Rule::OrderedNever),
            Some(ledger) => {
                if !ledger.released {
                    diagnostics.note(wave, Rule::OrderedNoRelease);
                }
                if !ledger.done {
                    diagnostics.note(wave, Rule::OrderedNoDone);
                }
            }
        }
        self.pending.remove(&wave);
        self.results.remove(&wave);
        self.ended.insert(wave);
        self.serve(config, registers);
    }
}

/// Whether the request takes space from a tracked ring.
fn is_tracked_alloc(request: &OrderedRequest, buffer: Buffer) -> bool {
    matches!(buffer, Buffer::Ring { tracked: true, .. }) && request.op == OrderedOp::Add
}

/// Checks that a counter supports an operation.
fn legal(
    request: &OrderedRequest,
    counter: u8,
    buffer: Buffer,
    owned: u16,
    rules: &Assumptions,
) -> Result<(), Refused> {
    let wide = Registers::is_wide(counter);
    match request.op {
        _ if owned >> counter & 1 == 0 => Err(Refused::NotOwned { counter, mask: owned }),
        OrderedOp::Reserved => Err(Refused::Reserved),
        OrderedOp::Exchange | OrderedOp::Wrap if wide => Err(Refused::Wide { counter }),
        OrderedOp::Exchange if !(4..8).contains(&counter) => Err(Refused::Exchange { counter }),
        OrderedOp::Wrap => match (rules.get(AMD_ORDERED_WRAP), buffer) {
            (OrderedWrap::Unspecified, _) | (OrderedWrap::Ring, Buffer::Unbounded) => Err(Refused::Wrap { counter }),
            _ => Ok(()),
        },
        OrderedOp::Add | OrderedOp::Exchange => Ok(()),
    }
}

/// The counter after the operation.
fn stepped(old: u64, request: &OrderedRequest, buffer: Buffer, rules: &Assumptions) -> u64 {
    let value = request.value;
    match request.op {
        OrderedOp::Add => match buffer {
            Buffer::Unbounded => old.wrapping_add(u64::from(value)),
            Buffer::Ring { size, .. } => {
                ((u128::from(old) + u128::from(value)).checked_rem(u128::from(size))).unwrap_or(0) as u64
            }
        },
        OrderedOp::Exchange => u64::from(value),
        OrderedOp::Wrap => {
            let (limit, step) = match (rules.get(AMD_ORDERED_WRAP), buffer) {
                (OrderedWrap::Same, _) => (value, value),
                (OrderedWrap::Zero, _) => (value, 0),
                (_, Buffer::Ring { size, .. }) => (size.wrapping_sub(value), value),
                (_, Buffer::Unbounded) => (0, 0),
            };
            let old = old as u32;
            u64::from(if old >= limit { old.wrapping_sub(limit) } else { old.wrapping_add(step) })
        }
        OrderedOp::Reserved => old,
    }
}
