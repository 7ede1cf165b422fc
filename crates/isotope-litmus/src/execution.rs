//! Events and candidate executions.

use crate::relation::{MAX, Relation, Set};
use crate::test::{Access, Test};
use crate::trace::{End, Held, Step, Trace};

/// The kind of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The initial value of a place.
    Initial,
    /// A read.
    Read,
    /// A write.
    Write,
    /// A fence.
    Fence,
    /// A control barrier.
    Barrier,
    /// An availability (`false`) or visibility (`true`) operation of the device domain.
    Device(bool),
}

/// An event of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The column of its thread; initial writes have none.
    pub thread: Option<usize>,
    /// The instruction it comes from.
    pub instruction: usize,
    /// Kind.
    pub kind: Kind,
    /// The location that is accessed.
    pub location: Option<usize>,
    /// How it is accessed.
    pub access: Access,
    /// The value written, or read if it is known before its source.
    pub value: Option<i64>,
    /// It repeats for ever: its thread waits in a loop.
    pub spins: bool,
}

/// The part of an execution that is fixed before reads choose their sources: a path of each thread, and which barriers met.
///
/// Relations have their usual names: `po` program order, `loc` same memory, `vloc` same reference to it, `rmw` the halves of an atomic.
#[derive(Clone, Debug)]
pub struct Frame<'t> {
    /// The test.
    pub test: &'t Test,
    /// The events: initial writes first, then threads in order.
    pub events: Vec<Event>,
    /// Program order.
    pub po: Relation,
    /// Read to a write whose value, address or being executed depends on it.
    pub dep: Relation,
    /// Read of an atomic to its write.
    pub rmw: Relation,
    /// Barriers that met: from one to those that wait for its arrival.
    pub barrier: Relation,
    /// Events of memory on the same place.
    pub loc: Relation,
    /// Events of threads on the same reference of a place.
    pub vloc: Relation,
    /// Events of one thread.
    pub int: Relation,
    /// Reads.
    pub reads: Set,
    /// Writes, initial ones included.
    pub writes: Set,
    /// Initial writes.
    pub initial: Set,
    /// Fences, and barriers that are fences too.
    pub fences: Set,
    /// Control barriers.
    pub barriers: Set,
    /// Halves of atomics.
    pub atomics: Set,
    /// How each thread ended.
    pub ends: Vec<End>,
    /// The final value of each register of each thread: a value, or what an event reads.
    pub registers: Vec<Vec<Final>>,
}

/// Final value of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Final {
    /// A value.
    Known(i64),
    /// What this read returns.
    Read(usize),
}

impl<'t> Frame<'t> {
    /// The paths as one execution; `None` if it has more than [`MAX`] events.
    pub(crate) fn of(test: &'t Test, traces: &[&Trace]) -> Option<Frame<'t>> {
        let mut events = Vec::new();
        for (place, location) in test.locations.iter().enumerate() {
            if location.place == place {
                events.push(Event {
                    thread: None,
                    instruction: 0,
                    kind: Kind::Initial,
                    location: Some(place),
                    access: Access::default(),
                    value: Some(location.initial),
                    spins: false,
                });
            }
        }
        let initial: Set = (0..events.len()).collect();
        let mut starts = Vec::new();
        for (thread, trace) in traces.iter().enumerate() {
            starts.push(events.len());
            let from = if let End::Spins(from) = trace.end { from } else { usize::MAX };
            events.extend(trace.events.iter().enumerate().map(|(i, happens)| {
                let (kind, value) = match happens.step {
                    Step::Read(value, _) => (Kind::Read, value),
                    Step::Write(value, _) => (Kind::Write, Some(value)),
                    Step::Fence => (Kind::Fence, None),
                    Step::Barrier { .. } => (Kind::Barrier, None),
                    Step::Device { visible } => (Kind::Device(visible), None),
                };
                Event {
                    thread: Some(thread),
                    instruction: happens.instruction,
                    kind,
                    location: happens.at,
                    access: happens.access,
                    value,
                    spins: i >= from,
                }
            }));
        }
        let n = events.len();
        if n > MAX {
            return None;
        }
        let mut rmw = Relation::empty(n);
        let mut dep = Relation::empty(n);
        let mut atomics = Set::default();
        let mut fences = Set::default();
        for (trace, &start) in traces.iter().zip(&starts) {
            for (i, happens) in trace.events.iter().enumerate() {
                Set(happens.depends).iter().for_each(|on| dep.insert(start + on, start + i));
                match happens.step {
                    Step::Write(_, true) => {
                        rmw.insert(start + i - 1, start + i);
                        atomics = atomics | [start + i - 1, start + i].into_iter().collect();
                    }
                    Step::Fence => fences.insert(start + i),
                    _ => {}
                }
            }
        }
        let of = |kind: fn(Kind) -> bool| -> Set { (0..n).filter(|&i| kind(events[i].kind)).collect() };
        let reads = of(|kind| kind == Kind::Read);
        let writes = of(|kind| matches!(kind, Kind::Write | Kind::Initial));
        let barriers = of(|kind| kind == Kind::Barrier);
        let place = |i: usize| events[i].location.map(|at| test.locations[at].place);
        let reference = |i: usize| events[i].location.map(|at| test.locations[at].reference);
        let int = Relation::of(n, |i, j| events[i].thread.is_some() && events[i].thread == events[j].thread);
        let loc = Relation::of(n, |i, j| place(i).is_some() && place(i) == place(j));
        let vloc = Relation::of(n, |i, j| {
            let threads = events[i].thread.is_some() && events[j].thread.is_some();
            threads && place(i).is_some() && place(i) == place(j) && reference(i) == reference(j)
        });
        let sequenced = |i: usize, j: usize| {
            let thread = events[j].thread.map(|thread| &test.threads[thread]);
            let apart = thread.map_or(&[][..], |thread| &thread.code[events[j].instruction].unsequenced);
            // Of one evaluation: in a loop, the same instructions of an earlier round do come before.
            let one = || events[i + 1..j].iter().all(|between| between.instruction != events[j].instruction);
            !apart.iter().any(|range| range.contains(&events[i].instruction)) || !one()
        };
        let po = Relation::of(n, |i, j| i < j && int.has(i, j) && sequenced(i, j));
        let fenced = |i: usize| matches!(events[i].kind, Kind::Barrier) && is_fence(test, &events[i]);
        let fences = fences | barriers.iter().filter(|&i| fenced(i)).collect();
        let ends = traces.iter().map(|trace| trace.end).collect();
        let held = |held: &Held, start: usize| match *held {
            Held::Known(value) => Final::Known(value),
            Held::Read(read) => Final::Read(start + read),
        };
        let registers = traces.iter().zip(&starts);
        let registers = registers.map(|(trace, &start)| trace.registers.iter().map(|h| held(h, start)).collect());
        Some(Frame {
            registers: registers.collect(),
            barrier: Relation::empty(n),
            test,
            po,
            dep,
            rmw,
            loc,
            vloc,
            int,
            reads,
            writes,
            initial,
            fences,
            barriers,
            atomics,
            ends,
            events,
        })
    }

    /// How many events it has.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether it has no event.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// The events for which `holds`.
    pub fn all(&self, holds: impl Fn(&Event) -> bool) -> Set {
        (0..self.len()).filter(|&i| holds(&self.events[i])).collect()
    }

    /// Events of threads in the same instance of a scope.
    pub fn same(&self, scope: u8) -> Relation {
        Relation::of(self.len(), |i, j| match (self.events[i].thread, self.events[j].thread) {
            (Some(a), Some(b)) => self.test.threads[a].shares(&self.test.threads[b], scope),
            _ => false,
        })
    }

    /// Events of which each names a scope that the other's thread is in.
    pub fn mutual_scope(&self) -> Relation {
        Relation::of(self.len(), |i, j| {
            let (a, b) = (&self.events[i], &self.events[j]);
            match (a.thread, b.thread, a.access.scope, b.access.scope) {
                (Some(s), Some(t), Some(narrow), Some(wide)) => {
                    let (s, t) = (&self.test.threads[s], &self.test.threads[t]);
                    s.shares(t, narrow) && t.shares(s, wide)
                }
                _ => false,
            }
        })
    }
}

fn is_fence(test: &Test, event: &Event) -> bool {
    let Some(thread) = event.thread else { return false };
    match &test.threads[thread].code[event.instruction].op {
        // A barrier of PTX, and one of OpenCL, orders by itself; Vulkan's only if it says so.
        crate::test::LitmusOp::Barrier(barrier) => barrier.fence.is_some(),
        _ => false,
    }
}

/// A candidate: the source of each read, and the orders of writes and fences. Orders are strict and transitive.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Write to the reads that read from it.
    pub rf: Relation,
    /// The write that each read reads from; reads that have not chosen have none.
    pub source: Vec<Option<usize>>,
    /// Coherence: writes to one place that are ordered. Initial writes come first.
    pub co: Relation,
    /// The order of sequentially consistent fences, where a model has one.
    pub sc: Relation,
}

impl Choice {
    pub(crate) fn of(frame: &Frame) -> Choice {
        let n = frame.len();
        let co = Relation::product(n, frame.initial, frame.writes - frame.initial).and(&frame.loc);
        Choice { rf: Relation::empty(n), source: vec![None; n], co, sc: Relation::empty(n) }
    }

    /// From-reads: a read to the writes after the one it reads from.
    pub fn fr(&self) -> Relation {
        self.rf.inverse().then(&self.co)
    }

    /// What the event reads or writes.
    pub fn value(&self, frame: &Frame, event: usize) -> i64 {
        let from = self.source[event].unwrap_or(event);
        frame.events[from].value.or(frame.events[event].value).unwrap_or(0)
    }
}
