//! All executions of a test under a model.
//!
//! The search chooses a path of each thread, then the source of each read, then the order of fences and of writes. After each choice the
//! model is asked, and a refused candidate is not extended. Reads whose value a path has fixed choose first.

use crate::barrier;
use crate::execution::{Choice, Event, Final, Frame, Kind};
use crate::limits::{Limits, Unable};
use crate::model::{Judge, Model, Violation};
use crate::relation::Relation;
use crate::report::{Race, Report, State, Waiting, Witness};
use crate::test::{Condition, Dialect, LitmusOp, Operand, Quantifier, Test, Update, Value};
use crate::trace::{self, End, Step, Trace};
use std::collections::{BTreeMap, HashMap};

/// Explores a test.
///
/// # Errors
///
/// [`Unable`]: the model is of another language, or the test is too large. Reaching the limit of candidates is not an error: the report
/// says that it is incomplete.
pub fn explore(test: &Test, model: &Model, limits: &Limits) -> Result<Report, Unable> {
    let mut search = Search::of(test, model, limits)?;
    search.run(&mut |search, frame, choice, judge| search.record(frame, choice, judge))?;
    Ok(search.report)
}

/// Why no execution satisfies a condition: a candidate that does, with the rule that refuses it. `None` if there is an execution that does,
/// or no such candidate either.
///
/// # Errors
///
/// As [`explore`].
pub fn explain(test: &Test, model: &Model, limits: &Limits) -> Result<Option<(Witness, Violation)>, Unable> {
    let Some((quantifier, condition)) = &test.goal else { return Ok(None) };
    let asked = *quantifier != Quantifier::Forall;
    let limits = Limits { races: false, waiting: false, decide_only: false, ..*limits };
    let mut search = Search::of(test, model, &limits)?;
    search.prune = false;
    let mut best: Option<(Witness, Violation)> = None;
    search.run(&mut |search, frame, choice, judge| {
        let satisfies = search
            .outcomes(frame, choice)
            .into_iter()
            .any(|outcome| search.passes(&outcome) && search.holds(condition, &outcome) == asked);
        if satisfies && search.report.witness.is_none() {
            let mut judged = choice.clone();
            match judge.check(&mut judged, true) {
                Ok(()) => {
                    search.stop = true;
                    search.report.witness = Some(Witness::of(frame, &judged));
                    best = None;
                }
                // The shortest reason is the best.
                Err(violation) if best.as_ref().is_none_or(|(_, b)| b.edges.len() > violation.edges.len()) => {
                    best = Some((Witness::of(frame, &judged), violation));
                }
                Err(_) => {}
            }
        }
    })?;
    Ok(best)
}

type Visit<'v> = dyn FnMut(&mut Search, &Frame, &Choice, &dyn Judge) + 'v;

struct Search<'t> {
    test: &'t Test,
    model: &'t Model,
    limits: &'t Limits,
    traces: Vec<Vec<Trace>>,
    observed: Vec<Value>,
    states: HashMap<Vec<i64>, usize>,
    refused: BTreeMap<&'static str, u64>,
    report: Report,
    stop: bool,
    /// An undefined instruction that an execution reaches.
    fault: Option<Unable>,
    /// Whether candidates are refused as early as possible.
    prune: bool,
}

impl<'t> Search<'t> {
    fn of(test: &'t Test, model: &'t Model, limits: &'t Limits) -> Result<Search<'t>, Unable> {
        if !model.dialects.contains(&test.dialect) {
            let fits: Vec<String> = model.dialects.iter().map(Dialect::to_string).collect();
            return Err(Unable::Dialect { model: model.name, fits: fits.join(", "), dialect: test.dialect });
        }
        // Where nothing forbids out-of-thin-air values, those that the text mentions stand for all.
        let also = if model.thin_air { mentioned(test) } else { Vec::new() };
        let (domain, mut whole) = trace::domain(test, &also, limits)?;
        let unfinished = limits.races || limits.waiting;
        let mut traces = Vec::new();
        for thread in 0..test.threads.len() {
            let (found, uncut) = trace::traces(test, thread, &domain, unfinished, limits)?;
            whole &= uncut;
            traces.push(found);
        }
        let mut report = Report { whole, ..Report::of(test, model) };
        if !whole {
            report.bounds.push(format!("loops that do something are gone round at most {} times", limits.rounds));
        }
        Ok(Search {
            test,
            model,
            limits,
            traces,
            observed: test.observed(),
            states: HashMap::new(),
            refused: BTreeMap::new(),
            report,
            stop: false,
            fault: None,
            prune: true,
        })
    }

    fn run(&mut self, visit: &mut Visit) -> Result<(), Unable> {
        let mut supply = Supply::default();
        let threads = std::mem::take(&mut self.traces);
        let needs: Vec<Vec<(Bits, Bits)>> =
            threads.iter().map(|all| all.iter().map(|trace| supply.of(self.test, trace)).collect()).collect();
        let initial = supply.initial(self.test);
        // Values that the remaining threads can still supply.
        let mut rest = vec![initial];
        for all in needs.iter().rev() {
            let before = rest[rest.len() - 1].clone();
            rest.push(all.iter().fold(before, |sum, (_, gives)| sum.or(gives)));
        }
        rest.reverse();
        let mut chosen = Vec::new();
        self.paths(&threads, &needs, &rest, &mut chosen, Bits::default(), Bits::default(), visit)?;
        let mut refused: Vec<_> = std::mem::take(&mut self.refused).into_iter().collect();
        refused.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        self.report.refused = refused;
        self.report.finish(self.test);
        self.fault.take().map_or(Ok(()), Err)
    }

    #[expect(clippy::too_many_arguments)]
    fn paths<'x>(
        &mut self,
        threads: &'x [Vec<Trace>],
        needs: &[Vec<(Bits, Bits)>],
        rest: &[Bits],
        chosen: &mut Vec<&'x Trace>,
        need: Bits,
        give: Bits,
        visit: &mut Visit,
    ) -> Result<(), Unable> {
        if self.stop {
            return Ok(());
        }
        let thread = chosen.len();
        if thread == threads.len() {
            return self.frames(chosen, visit);
        }
        for (trace, (needs_more, gives_more)) in threads[thread].iter().zip(&needs[thread]) {
            let (need, give) = (need.or(needs_more), give.or(gives_more));
            if !need.within(&give.or(&rest[thread + 1])) {
                continue;
            }
            chosen.push(trace);
            self.paths(threads, needs, rest, chosen, need, give, visit)?;
            chosen.pop();
        }
        Ok(())
    }

    fn frames(&mut self, traces: &[&Trace], visit: &mut Visit) -> Result<(), Unable> {
        let test = self.test;
        let mut frame = Frame::of(test, traces).ok_or(Unable::Events)?;
        for meets in barrier::meetings(test, traces, &frame) {
            frame.barrier = meets;
            self.frame(&frame, visit);
            if self.stop {
                break;
            }
        }
        Ok(())
    }

    fn frame(&mut self, frame: &Frame, visit: &mut Visit) {
        let judge = (self.model.judge)(frame);
        let mut reads: Vec<(usize, Vec<usize>)> = frame.reads.iter().map(|r| (r, sources(frame, r))).collect();
        reads.sort_by_key(|(read, sources)| (frame.events[*read].value.is_none(), sources.len(), *read));
        self.reads(frame, &*judge, &reads, Choice::of(frame), visit);
    }

    fn reads(
        &mut self,
        frame: &Frame,
        judge: &dyn Judge,
        left: &[(usize, Vec<usize>)],
        choice: Choice,
        visit: &mut Visit,
    ) {
        let Some(((read, sources), left)) = left.split_first() else {
            self.orders(frame, judge, choice, visit);
            return;
        };
        for &source in sources {
            let mut next = choice.clone();
            next.rf.insert(source, *read);
            next.source[*read] = Some(source);
            // A read without alternatives is checked together with the next one that has some.
            let judged = sources.len() == 1 || self.judged(judge, &mut next, false);
            if judged {
                self.reads(frame, judge, left, next, visit);
            }
            if self.stop {
                return;
            }
        }
    }

    /// Orders fences, then writes, until the model requires no more.
    fn orders(&mut self, frame: &Frame, judge: &dyn Judge, mut choice: Choice, visit: &mut Visit) -> bool {
        if !self.judged(judge, &mut choice, false) {
            return false;
        }
        let fences = judge.ordered_fences().and_then(|fences| open_pair(fences, &choice.sc));
        let pair = fences.or_else(|| open_pair(judge.ordered_writes(), &choice.co));
        let Some((i, j)) = pair else {
            let whole = self.judged(judge, &mut choice, true);
            if whole {
                visit(self, frame, &choice, judge);
            }
            return whole;
        };
        for (first, second) in [(i, j), (j, i)] {
            let mut next = choice.clone();
            let order = if fences.is_some() { &mut next.sc } else { &mut next.co };
            order.insert(first, second);
            *order = std::mem::take(order).closure();
            let found = self.orders(frame, judge, next, visit);
            if self.stop || found && self.orders_are_alike() {
                return found;
            }
        }
        false
    }

    /// Whether it is enough that an order exists: nothing that is asked depends on which one.
    fn orders_are_alike(&self) -> bool {
        let sees_memory = self.observed.iter().any(|value| matches!(value, Value::Location(_)));
        self.limits.decide_only && !self.limits.races && !self.limits.waiting && !sees_memory
    }

    fn judged(&mut self, judge: &dyn Judge, choice: &mut Choice, whole: bool) -> bool {
        self.report.candidates += 1;
        if self.report.candidates >= self.limits.candidates {
            self.stop = true;
            self.report.whole = false;
            self.report.bounds.push(format!("stopped after {} candidates", self.limits.candidates));
            return false;
        }
        if !self.prune {
            return true;
        }
        match judge.check(choice, whole) {
            Ok(()) => true,
            Err(violation) => {
                *self.refused.entry(violation.axiom.name).or_default() += 1;
                false
            }
        }
    }

    /// An execution: counts its outcomes, and stores it if it decides something.
    fn record(&mut self, frame: &Frame, choice: &Choice, judge: &dyn Judge) {
        let faults = |end: &End| if let End::Faults(instruction) = end { Some(*instruction) } else { None };
        let test = self.test;
        let threads = || frame.ends.iter().zip(&test.threads);
        if let Some(instruction) = threads().find_map(|(end, thread)| Some(&thread.code[faults(end)?])) {
            self.fault = Some(Unable::Meaningless { line: instruction.line, text: instruction.text.clone() });
            self.stop = true;
            return;
        }
        let done = frame.ends.iter().all(|end| *end == End::Done);
        let mut outcomes = self.outcomes(frame, choice);
        outcomes.retain(|outcome| self.passes(outcome));
        if outcomes.is_empty() {
            return;
        }
        for outcome in outcomes.into_iter().filter(|_| done) {
            self.outcome(frame, choice, outcome);
        }
        self.report.executions += u64::from(done);
        if self.limits.races && self.report.race.is_none() {
            self.report.race = judge.race(choice).map(|(a, b)| Race { a, b, witness: Witness::of(frame, choice) });
        }
        let stuck = |end: &End| matches!(end, End::Blocked | End::Spins(_));
        let ended = frame.ends.iter().all(|end| *end != End::Cut);
        if self.limits.waiting
            && ended
            && self.report.waits.is_none()
            && frame.ends.iter().any(stuck)
            && fair(frame, choice)
        {
            let threads = threads().filter(|(end, _)| stuck(end)).map(|(_, thread)| thread.number).collect();
            self.report.waits = Some(Waiting { threads, witness: Witness::of(frame, choice) });
        }
        // Whether examples decide everything that is asked, and nothing else is wanted.
        let races = !self.limits.races || self.report.race.is_some() || !self.model.races;
        let waits = !self.limits.waiting || self.report.waits.is_some();
        let goal = self.test.goal.is_none() || self.report.witness.is_some();
        self.stop |= self.limits.decide_only && races && waits && goal;
    }

    fn outcome(&mut self, frame: &Frame, choice: &Choice, outcome: Vec<i64>) {
        let satisfies = self.test.goal.as_ref().map(|(_, condition)| self.holds(condition, &outcome));
        let states = &mut self.report.states;
        let index = *self.states.entry(outcome).or_insert_with_key(|values| {
            states.push(State { values: values.clone(), executions: 0, satisfies });
            states.len() - 1
        });
        states[index].executions += 1;
        // The deciding example: for `forall` one that does not satisfy it.
        let decides = |(quantifier, _): &(Quantifier, _)| satisfies == Some(*quantifier != Quantifier::Forall);
        if self.test.goal.as_ref().is_some_and(decides) && self.report.witness.is_none() {
            self.report.witness = Some(Witness::of(frame, choice));
        }
    }

    fn holds(&self, condition: &Condition, outcome: &[i64]) -> bool {
        condition.holds(&|value| match value {
            Value::Const(number) => number,
            _ => self.observed.iter().position(|other| *other == value).map_or(0, |i| outcome[i]),
        })
    }

    fn passes(&self, outcome: &[i64]) -> bool {
        self.test.filter.as_ref().is_none_or(|filter| self.holds(filter, outcome))
    }

    /// The values of the observed registers and locations. Where coherence leaves several writes of a location last, each may be the final
    /// one.
    fn outcomes(&self, frame: &Frame, choice: &Choice) -> Vec<Vec<i64>> {
        let mut all: Vec<Vec<i64>> = vec![Vec::new()];
        for value in &self.observed {
            let values = match *value {
                Value::Const(number) => vec![number],
                Value::Register(thread, register) => vec![match frame.registers[thread][register] {
                    Final::Known(number) => number,
                    Final::Read(read) => choice.value(frame, read),
                }],
                Value::Location(location) => {
                    let place = self.test.locations[location].place;
                    let here =
                        |&w: &usize| frame.events[w].location.map(|at| self.test.locations[at].place) == Some(place);
                    let last = frame.writes.iter().filter(here).filter(|&w| choice.co.after(w).is_empty());
                    let mut values: Vec<i64> = last.map(|w| choice.value(frame, w)).collect();
                    values.sort_unstable();
                    values.dedup();
                    values
                }
            };
            all = all.iter().flat_map(|so_far| values.iter().map(|v| [&so_far[..], &[*v]].concat())).collect();
        }
        all
    }
}

/// Whether spinning threads read a final write. Otherwise they would see a later one eventually.
fn fair(frame: &Frame, choice: &Choice) -> bool {
    let spinning = frame.reads.iter().filter(|&read| frame.events[read].spins);
    spinning.filter_map(|read| choice.source[read]).all(|write| choice.co.after(write).is_empty())
}

/// A pair that must be ordered and is not.
fn open_pair(pairs: &Relation, order: &Relation) -> Option<(usize, usize)> {
    pairs.pairs().find(|&(i, j)| i < j && !order.has(i, j) && !order.has(j, i))
}

/// Possible sources of a read: writes of the value to the location, except later ones of its own thread and those that its own thread has
/// overwritten through the same reference and proxy. No model lets a thread miss its own writes.
fn sources(frame: &Frame, read: usize) -> Vec<usize> {
    let at_read = &frame.events[read];
    let alike = |event: &Event| event.access.proxy == at_read.access.proxy && event.thread == at_read.thread;
    let own: Vec<usize> = frame.writes.iter().filter(|&w| alike(&frame.events[w]) && frame.vloc.has(w, read)).collect();
    let before = own.iter().copied().filter(|&w| frame.po.has(w, read)).max();
    let can = |&write: &usize| {
        let writes = &frame.events[write];
        let value = at_read.value.is_none() || at_read.value == writes.value;
        let later = own.contains(&write) && !frame.po.has(write, read);
        let hidden = before.is_some_and(|b| writes.kind == Kind::Initial || (own.contains(&write) && write < b));
        frame.loc.has(write, read) && value && !later && !hidden
    };
    frame.writes.iter().filter(can).collect()
}

/// Numbers that the text mentions.
fn mentioned(test: &Test) -> Vec<i64> {
    let mut values = Vec::new();
    let conditions = test.goal.iter().map(|(_, condition)| condition).chain(&test.filter);
    let mut in_conditions = Vec::new();
    conditions.for_each(|condition| condition.values(&mut in_conditions));
    values.extend(in_conditions.iter().filter_map(|v| if let Value::Const(n) = v { Some(*n) } else { None }));
    for instruction in test.threads.iter().flat_map(|thread| &thread.code) {
        let operands = match &instruction.op {
            LitmusOp::Store { value, .. } => vec![*value],
            LitmusOp::Rmw { update: Update::Exchange(value), .. } => vec![*value],
            LitmusOp::Rmw { update: Update::Cas { new, .. }, .. } => vec![*new],
            _ => vec![],
        };
        values.extend(operands.iter().filter_map(|o| if let Operand::Const(n) = o { Some(*n) } else { None }));
    }
    values.sort_unstable();
    values.dedup();
    values
}

/// A set of (place, value) pairs.
#[derive(Clone, Default, Debug)]
struct Bits(Vec<u64>);

impl Bits {
    fn insert(&mut self, bit: usize) {
        if self.0.len() <= bit / 64 {
            self.0.resize(bit / 64 + 1, 0);
        }
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    fn or(&self, other: &Bits) -> Bits {
        let (long, short) = if self.0.len() < other.0.len() { (other, self) } else { (self, other) };
        let mut all = long.clone();
        all.0.iter_mut().zip(&short.0).for_each(|(a, b)| *a |= b);
        all
    }

    fn within(&self, other: &Bits) -> bool {
        self.0.iter().enumerate().all(|(i, word)| word & !other.0.get(i).copied().unwrap_or(0) == 0)
    }
}

/// Numbers for (place, value) pairs: what paths read and write.
#[derive(Default)]
struct Supply {
    numbers: HashMap<(usize, i64), usize>,
}

impl Supply {
    fn number(&mut self, place: usize, value: i64) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry((place, value)).or_insert(next)
    }

    fn of(&mut self, test: &Test, trace: &Trace) -> (Bits, Bits) {
        let (mut needs, mut gives) = (Bits::default(), Bits::default());
        for happens in &trace.events {
            let Some(place) = happens.at.map(|at| test.locations[at].place) else { continue };
            match happens.step {
                Step::Read(Some(value), _) => needs.insert(self.number(place, value)),
                Step::Write(value, _) => gives.insert(self.number(place, value)),
                _ => {}
            }
        }
        (needs, gives)
    }

    fn initial(&mut self, test: &Test) -> Bits {
        let mut gives = Bits::default();
        for location in &test.locations {
            gives.insert(self.number(location.place, location.initial));
        }
        gives
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;
    use std::collections::BTreeSet;

    /// Without early refusal, the executions are the same: a refusal of a partial candidate holds for every extension.
    #[test]
    fn early_refusals_lose_nothing() {
        let texts = [
            include_str!("../tests/data/shapes/ptx.txt"),
            include_str!("../tests/data/shapes/vulkan.txt"),
            include_str!("../tests/data/shapes/opencl.txt"),
        ];
        let shapes =
            texts.iter().flat_map(|text| text.split("\n## ").skip(1)).map(|shape| shape.split_once('\n').unwrap().1);
        let mut compared = 0;
        for text in shapes {
            let test = parse(text).unwrap();
            for model in crate::models().iter().filter(|model| model.dialects.contains(&test.dialect)) {
                let limits = Limits::default();
                let early = explore(&test, model, &limits).unwrap();
                let mut late = BTreeSet::new();
                let mut search = Search::of(&test, model, &limits).unwrap();
                search.prune = false;
                search
                    .run(&mut |search, frame, choice, judge| {
                        let mut judged = choice.clone();
                        if judge.check(&mut judged, true).is_ok() && frame.ends.iter().all(|end| *end == End::Done) {
                            late.extend(search.outcomes(frame, &judged).into_iter().filter(|o| search.passes(o)));
                        }
                    })
                    .unwrap();
                if !search.report.whole {
                    continue;
                }
                compared += 1;
                let early: BTreeSet<Vec<i64>> = early.states.into_iter().map(|state| state.values).collect();
                assert_eq!(early, late, "{} under {}", test.name, model.name);
            }
        }
        assert!(compared > 150, "{compared} compared");
    }
}
