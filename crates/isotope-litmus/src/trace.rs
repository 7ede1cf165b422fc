//! The paths of one thread, given the values that memory may return.
//!
//! Reads whose value decides something (a branch, a stored value, the name of a barrier) return every value that the location may hold;
//! other reads stay open until their source is known. A loop that returns to the same place with the same registers, and has written
//! nothing, is not followed further: every continuation exists without the round too. Only if there is none, the round stays, as a thread
//! that waits for ever.

use crate::limits::{Limits, Unable};
use crate::test::{Access, Address, LitmusOp, Operand, Test, Thread, Update, Value};
use std::collections::BTreeSet;

/// The kind of an event of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A read, with its value unless that is open; `true`: the first half of an atomic.
    Read(Option<i64>, bool),
    /// A write; `true`: the second half of an atomic.
    Write(i64, bool),
    /// A fence.
    Fence,
    /// A barrier, with the values of its resource and number of threads.
    Barrier { id: Option<i64>, quorum: Option<i64> },
    /// An operation of the device domain.
    Device { visible: bool },
}

/// An event of a path.
#[derive(Clone, Debug)]
pub struct Happens {
    pub instruction: usize,
    pub step: Step,
    pub at: Option<usize>,
    pub access: Access,
    /// Events of the path whose value it depends on.
    pub depends: u128,
}

/// How a path ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// At the end of the code.
    Done,
    /// At its last event, a barrier that never opens.
    Blocked,
    /// In a loop whose round, from this event on, repeats forever.
    Spins(usize),
    /// In a loop that is not followed further.
    Cut,
    /// At this instruction, which is undefined for its operands: a division by zero, an element that does not exist. An execution that
    /// reaches it is an error; most such paths are in none.
    Faults(usize),
}

/// A path of a thread.
#[derive(Clone, Debug)]
pub struct Trace {
    pub events: Vec<Happens>,
    pub end: End,
    /// Final value of each register.
    pub registers: Vec<Held>,
}

/// Value of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// A value.
    Known(i64),
    /// What the read at this index of the path returns.
    Read(usize),
}

/// The values that each location may hold.
pub type Domain = Vec<BTreeSet<i64>>;

/// All paths of a thread, those `unfinished` included that wait at a barrier, spin, or are cut; and whether none was cut.
pub fn traces(
    test: &Test,
    thread: usize,
    domain: &Domain,
    unfinished: bool,
    limits: &Limits,
) -> Result<(Vec<Trace>, bool), Unable> {
    let code = Code::of(test, thread);
    let start = State {
        pc: 0,
        registers: code.thread.registers.iter().map(|r| (Held::Known(r.initial), 0)).collect(),
        control: 0,
        events: Vec::new(),
        visits: Vec::new(),
        steps: 0,
    };
    let mut walk = Walk { test, code, domain, unfinished, limits, found: Vec::new(), whole: true };
    let (mut open, mut bytes, mut counted) = (vec![start], 0, 0);
    while let Some(state) = open.pop() {
        walk.advance(state, &mut open)?;
        let size = |of: &Trace| size_of::<Trace>() + size_of_val(&of.events[..]) + size_of_val(&of.registers[..]);
        bytes += walk.found[counted..].iter().map(size).sum::<usize>();
        counted = walk.found.len();
        if bytes > limits.bytes {
            return Err(Unable::Memory { thread: walk.code.thread.number, limit: limits.bytes });
        }
        if walk.found.len() + open.len() > limits.paths {
            return Err(Unable::Paths { thread: walk.code.thread.number, limit: limits.paths });
        }
    }
    // The stack reversed the order.
    walk.found.reverse();
    Ok((walk.found, walk.whole))
}

/// A thread's code and facts about it.
struct Code<'t> {
    thread: &'t Thread,
    /// Registers whose value decides something.
    decides: u64,
    /// Registers that are read later, for each instruction and the end.
    live: Vec<u64>,
    /// Targets of backward jumps.
    heads: Vec<bool>,
}

impl<'t> Code<'t> {
    fn of(test: &'t Test, index: usize) -> Code<'t> {
        let thread = &test.threads[index];
        let length = thread.code.len();
        let decides = thread.code.iter().fold(0, |all, i| all | uses(&i.op));
        let mut live = vec![0u64; length + 1];
        for value in test.observed() {
            if let Value::Register(of, register) = value {
                live[length] |= if of == index { 1 << register } else { 0 };
            }
        }
        loop {
            let before = live.clone();
            for pc in (0..length).rev() {
                let op = &thread.code[pc].op;
                let mut after = match *op {
                    LitmusOp::Jump { to } => live[to],
                    LitmusOp::Branch { to, .. } => live[to] | live[pc + 1],
                    _ => live[pc + 1],
                };
                if let Some(to) = defines(op) {
                    after &= !(1 << to);
                }
                live[pc] = after | uses(op);
            }
            if live == before {
                break;
            }
        }
        let mut heads = vec![false; length + 1];
        for (pc, instruction) in thread.code.iter().enumerate() {
            if let LitmusOp::Jump { to } | LitmusOp::Branch { to, .. } = instruction.op
                && to <= pc
            {
                heads[to] = true;
            }
        }
        Code { thread, decides, live, heads }
    }
}

fn bit(operand: Operand) -> u64 {
    match operand {
        Operand::Const(_) => 0,
        Operand::Reg(register) => 1 << register,
    }
}

fn element(at: &Address) -> u64 {
    at.element.map_or(0, bit)
}

fn uses(op: &LitmusOp) -> u64 {
    match op {
        LitmusOp::Set { a, b, .. } | LitmusOp::Branch { a, b, .. } => bit(*a) | bit(*b),
        LitmusOp::Load { at, .. } => element(at),
        LitmusOp::Store { at, value, .. } => element(at) | bit(*value),
        LitmusOp::Rmw { at, update, .. } => match update {
            Update::Exchange(a) | Update::Arith(_, a) => element(at) | bit(*a),
            Update::Cas { expected, new, .. } => element(at) | bit(*expected) | bit(*new),
        },
        LitmusOp::Barrier(barrier) => barrier.id.map_or(0, bit) | barrier.quorum.map_or(0, bit),
        LitmusOp::Fence(_) | LitmusOp::Device { .. } | LitmusOp::Jump { .. } => 0,
    }
}

fn defines(op: &LitmusOp) -> Option<usize> {
    match op {
        LitmusOp::Set { to, .. } | LitmusOp::Load { to, .. } => Some(*to),
        LitmusOp::Rmw { to, .. } => *to,
        _ => None,
    }
}

#[derive(Clone)]
struct State {
    pc: usize,
    registers: Vec<(Held, u128)>,
    control: u128,
    events: Vec<Happens>,
    visits: Vec<Visit>,
    steps: usize,
}

/// The head of a loop, each time it is reached.
#[derive(Clone)]
struct Visit {
    pc: usize,
    registers: Vec<Held>,
    events: usize,
}

struct Walk<'t> {
    test: &'t Test,
    code: Code<'t>,
    domain: &'t Domain,
    unfinished: bool,
    limits: &'t Limits,
    found: Vec<Trace>,
    whole: bool,
}

impl Walk<'_> {
    fn end(&mut self, state: State, end: End) {
        if matches!(end, End::Done | End::Faults(_)) || self.unfinished {
            let registers = state.registers.iter().map(|(held, _)| *held).collect();
            self.found.push(Trace { events: state.events, end, registers });
        }
    }

    /// Continues to the next choice, or to the end.
    fn advance(&mut self, mut state: State, open: &mut Vec<State>) -> Result<(), Unable> {
        loop {
            if state.pc >= self.code.thread.code.len() {
                self.end(state, End::Done);
                return Ok(());
            }
            state.steps += 1;
            // An execution has fewer events; a longer path cannot be part of one.
            if state.events.len() >= crate::relation::MAX || state.steps > self.limits.steps {
                return Err(Unable::Length { thread: self.code.thread.number });
            }
            if self.code.heads[state.pc] && !self.visit(&mut state) {
                return Ok(());
            }
            let pc = state.pc;
            let op = self.code.thread.code[pc].op.clone();
            state.pc += 1;
            match op {
                LitmusOp::Set { to, how, a, b } => {
                    let ((a, on_a), (b, on_b)) = (value(&state, a), value(&state, b));
                    let Some(result) = how.apply(a, b) else {
                        self.end(state, End::Faults(pc));
                        return Ok(());
                    };
                    state.registers[to] = (Held::Known(result), on_a | on_b);
                }
                LitmusOp::Jump { to } => state.pc = to,
                LitmusOp::Branch { compare, a, b, to } => {
                    let ((a, on_a), (b, on_b)) = (value(&state, a), value(&state, b));
                    state.control |= on_a | on_b;
                    if compare.holds(a, b) {
                        state.pc = to;
                    }
                }
                LitmusOp::Fence(access) => happens(&mut state, pc, Step::Fence, None, access, 0),
                LitmusOp::Device { visible } => {
                    happens(&mut state, pc, Step::Device { visible }, None, Access::default(), 0);
                }
                LitmusOp::Store { at, value: of, access } => {
                    let (written, on) = value(&state, of);
                    let Some((at, by)) = self.place(&state, at) else {
                        self.end(state, End::Faults(pc));
                        return Ok(());
                    };
                    happens(&mut state, pc, Step::Write(written, false), Some(at), access, on | by);
                }
                LitmusOp::Barrier(barrier) => {
                    let id = barrier.id.map(|id| value(&state, id).0);
                    let quorum = barrier.quorum.map(|quorum| value(&state, quorum).0);
                    let access = Access { scope: barrier.scope, ..barrier.fence.unwrap_or_default() };
                    happens(&mut state, pc, Step::Barrier { id, quorum }, None, access, 0);
                    if !barrier.arrives && self.unfinished {
                        self.end(state.clone(), End::Blocked);
                    }
                }
                LitmusOp::Load { to, at, access } => {
                    let Some((at, by)) = self.place(&state, at) else {
                        self.end(state, End::Faults(pc));
                        return Ok(());
                    };
                    if self.code.decides >> to & 1 == 0 {
                        let read = state.events.len();
                        happens(&mut state, pc, Step::Read(None, false), Some(at), access, by);
                        state.registers[to] = (Held::Read(read), 1 << read);
                        continue;
                    }
                    for &answer in self.answers(at) {
                        let mut next = state.clone();
                        let read = next.events.len();
                        happens(&mut next, pc, Step::Read(Some(answer), false), Some(at), access, by);
                        next.registers[to] = (Held::Known(answer), 1 << read);
                        open.push(next);
                    }
                    return Ok(());
                }
                LitmusOp::Rmw { to, at, update, load, store } => {
                    let read = state.events.len();
                    let Some((at, by)) = self.place(&state, at) else {
                        self.end(state, End::Faults(pc));
                        return Ok(());
                    };
                    let decides = to.is_some_and(|to| self.code.decides >> to & 1 == 1);
                    if let (Update::Exchange(new), false) = (update, decides) {
                        let (written, on) = value(&state, new);
                        happens(&mut state, pc, Step::Read(None, true), Some(at), load, by);
                        happens(&mut state, pc, Step::Write(written, true), Some(at), store, on | by);
                        if let Some(to) = to {
                            state.registers[to] = (Held::Read(read), 1 << read);
                        }
                        continue;
                    }
                    let answers: Vec<i64> = self.answers(at).copied().collect();
                    for answer in answers {
                        let mut next = state.clone();
                        let own = 1 << read;
                        let (written, on) = match update {
                            Update::Exchange(new) => {
                                let (new, on) = value(&state, new);
                                (Some(new), on)
                            }
                            Update::Arith(how, by) => {
                                let (by, on) = value(&state, by);
                                let Some(result) = how.apply(answer, by) else {
                                    self.end(state.clone(), End::Faults(pc));
                                    continue;
                                };
                                (Some(result), on | own)
                            }
                            Update::Cas { expected, new, writes_anyway } => {
                                let ((expected, on), (new, on_new)) = (value(&state, expected), value(&state, new));
                                let written =
                                    if answer == expected { Some(new) } else { writes_anyway.then_some(answer) };
                                (written, on | on_new | own)
                            }
                        };
                        happens(&mut next, pc, Step::Read(Some(answer), written.is_some()), Some(at), load, by);
                        if let Some(written) = written {
                            happens(&mut next, pc, Step::Write(written, true), Some(at), store, on | by);
                        }
                        if let Some(to) = to {
                            next.registers[to] = (Held::Known(answer), own);
                        }
                        open.push(next);
                    }
                    return Ok(());
                }
            }
        }
    }

    /// The head of a loop; returns `false` if the path ends there.
    fn visit(&mut self, state: &mut State) -> bool {
        let pc = state.pc;
        let live = self.code.live[pc];
        let registers = state.registers.iter().enumerate().filter(|(i, _)| live >> i & 1 == 1);
        let registers: Vec<Held> = registers.map(|(_, (held, _))| *held).collect();
        let earlier = state.visits.iter().filter(|visit| visit.pc == pc);
        let again = earlier.clone().find(|visit| {
            let silent = |event: &Happens| matches!(event.step, Step::Read(_, false) | Step::Fence);
            visit.registers == registers && state.events[visit.events..].iter().all(silent)
        });
        if let Some(visit) = again {
            let from = visit.events;
            self.end(state.clone(), End::Spins(from));
            return false;
        }
        if earlier.count() > self.limits.rounds {
            self.whole = false;
            self.end(state.clone(), End::Cut);
            return false;
        }
        state.visits.push(Visit { pc, registers, events: state.events.len() });
        true
    }

    fn answers(&self, at: usize) -> impl Iterator<Item = &i64> {
        // Pushed on a stack: the last one is taken first.
        self.domain[self.test.locations[at].place].iter().rev()
    }

    /// The location of an address, and the reads on which it depends.
    fn place(&self, state: &State, at: Address) -> Option<(usize, u128)> {
        let Some(element) = at.element else { return Some((at.location, 0)) };
        let (element, on) = value(state, element);
        let element = usize::try_from(element).ok()?;
        (element < self.test.locations[at.location].elements).then_some((at.location + element, on))
    }
}

/// The value of an operand and the reads it depends on. Operands decide, so their values are known.
fn value(state: &State, operand: Operand) -> (i64, u128) {
    match operand {
        Operand::Const(number) => (number, 0),
        Operand::Reg(register) => match state.registers[register] {
            (Held::Known(number), on) => (number, on),
            (Held::Read(_), _) => unreachable!("a register that is an operand is never left open"),
        },
    }
}

fn happens(state: &mut State, instruction: usize, step: Step, at: Option<usize>, access: Access, on: u128) {
    state.events.push(Happens { instruction, step, at, access, depends: on | state.control });
}

/// The values that each location may hold at any time: initial ones, `also`, and values that threads write after reading these. The second
/// result is whether all were found.
///
/// A value is computed from others through writes, each of which can be used once: after as many rounds as there are writes no new value
/// appears, except out of thin air.
pub fn domain(test: &Test, also: &[i64], limits: &Limits) -> Result<(Domain, bool), Unable> {
    let mut domain: Domain = vec![BTreeSet::new(); test.locations.len()];
    for location in &test.locations {
        domain[location.place].insert(location.initial);
        domain[location.place].extend(also);
    }
    let mut whole = true;
    for round in 0.. {
        let before = domain.clone();
        let mut writes = 0;
        for thread in 0..test.threads.len() {
            // Values that only a cut or blocked path writes count too.
            let (traces, uncut) = traces(test, thread, &before, true, limits)?;
            whole &= uncut;
            let written = |trace: &Trace| trace.events.iter().filter(|e| matches!(e.step, Step::Write(..))).count();
            writes += traces.iter().map(written).max().unwrap_or(0);
            for event in traces.iter().flat_map(|trace| &trace.events) {
                if let (Step::Write(value, _), Some(at)) = (event.step, event.at) {
                    let values = &mut domain[test.locations[at].place];
                    if values.len() < limits.values {
                        values.insert(value);
                    } else {
                        whole &= values.contains(&value);
                    }
                }
            }
        }
        if domain == before || round >= writes {
            break;
        }
    }
    Ok((domain, whole))
}
