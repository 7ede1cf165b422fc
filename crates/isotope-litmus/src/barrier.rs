//! Which barriers of the paths of all threads meet.
//!
//! Barriers of one instance in one group meet. Without a number of threads, all threads that name the instance must have arrived; the first
//! arrival of each thread meets the first arrivals of the others, and so on. With a number, this many must have arrived: they wait for each
//! other, and a later thread passes, synchronized with what they did before.

use crate::execution::Frame;
use crate::relation::Relation;
use crate::test::{Barrier, LitmusOp, Operand, Test, Thread};
use crate::trace::{End, Step, Trace};
use std::collections::BTreeMap;

/// A barrier on a path.
struct Arrival {
    /// Index of the event in its path.
    event: usize,
    key: Key,
    quorum: Option<i64>,
    arrives: bool,
}

/// Barriers that meet: group, instance, resource, and how many arrivals of the thread came before.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Key {
    group: [u32; 4],
    instance: u32,
    id: Option<i64>,
    time: usize,
}

/// How barriers met: one relation for each choice of which threads came first; empty if the paths are incompatible.
pub fn meetings(test: &Test, traces: &[&Trace], frame: &Frame) -> Vec<Relation> {
    let n = frame.len();
    if frame.barriers.is_empty() {
        return vec![Relation::empty(n)];
    }
    let arrivals: Vec<Vec<Arrival>> = traces.iter().enumerate().map(|(t, trace)| arrivals(test, t, trace)).collect();
    let mut groups: BTreeMap<&Key, Vec<usize>> = BTreeMap::new();
    for (thread, list) in arrivals.iter().enumerate() {
        list.iter().for_each(|arrival| groups.entry(&arrival.key).or_default().push(thread));
    }
    // Threads continue until all are blocked; the barriers that have opened by then are those that open.
    let mut at = vec![0; traces.len()];
    loop {
        let mut moved = false;
        for thread in 0..traces.len() {
            while let Some(arrival) = arrivals[thread].get(at[thread]) {
                let open = arrival.arrives || opens(test, arrival, &arrivals, &at, groups[&arrival.key].as_slice());
                if !open {
                    break;
                }
                at[thread] += 1;
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
    let fits = (0..traces.len()).all(|t| {
        let passed = at[t] == arrivals[t].len();
        // A blocked thread is at its last barrier.
        if traces[t].end == End::Blocked { at[t] + 1 == arrivals[t].len() } else { passed }
    });
    if !fits {
        return Vec::new();
    }
    let first = |thread: usize| (0..n).find(|&i| frame.events[i].thread == Some(thread)).unwrap_or(n);
    let starts: Vec<usize> = (0..traces.len()).map(first).collect();
    let mut all = vec![Relation::empty(n)];
    for (key, threads) in groups {
        let member = |&thread: &usize| {
            let index = arrivals[thread].iter().position(|arrival| arrival.key == *key)?;
            (index < at[thread]).then(|| (starts[thread] + arrivals[thread][index].event, &arrivals[thread][index]))
        };
        let members: Vec<(usize, &Arrival)> = threads.iter().filter_map(member).collect();
        let quorum = members.iter().filter_map(|(_, arrival)| arrival.quorum).max();
        let need = quorum.and_then(|q| usize::try_from(q).ok()).unwrap_or(members.len()).min(members.len());
        let mut next = Vec::new();
        for firsts in choices(members.len(), need) {
            for before in &all {
                let mut meets = before.clone();
                for &i in &firsts {
                    for (to, arrival) in &members {
                        if !arrival.arrives {
                            meets.insert(members[i].0, *to);
                        }
                    }
                }
                next.push(meets);
            }
        }
        all = next;
    }
    all
}

/// Whether the barrier opens for these positions of the threads.
fn opens(test: &Test, arrival: &Arrival, arrivals: &[Vec<Arrival>], at: &[usize], who: &[usize]) -> bool {
    let here = |&&thread: &&usize| arrivals[thread].iter().take(at[thread] + 1).any(|a| a.key == arrival.key);
    let arrived = who.iter().filter(here).count();
    match arrival.quorum {
        Some(quorum) => arrived as i64 >= quorum,
        None => {
            let named = (0..test.threads.len()).filter(|&t| may_come(&test.threads[t], &arrival.key));
            named.filter(|t| !who.contains(t)).count() == 0 && arrived == who.len()
        }
    }
}

/// Whether the thread's code has this barrier. A computed resource is known only when the thread arrives.
fn may_come(thread: &Thread, key: &Key) -> bool {
    let written = |register| {
        thread.code.iter().any(|i| match i.op {
            LitmusOp::Set { to, .. } | LitmusOp::Load { to, .. } => to == register,
            LitmusOp::Rmw { to, .. } => to == Some(register),
            _ => false,
        })
    };
    let same_id = |id: Option<Operand>| match id {
        Some(Operand::Reg(register)) => !written(register) && Some(thread.registers[register].initial) == key.id,
        Some(Operand::Const(id)) => Some(id) == key.id,
        None => key.id.is_none(),
    };
    let same = |barrier: &Barrier| barrier.instance == key.instance && same_id(barrier.id);
    let count = thread.code.iter().filter(|i| matches!(&i.op, LitmusOp::Barrier(barrier) if same(barrier))).count();
    group(thread) == key.group && count > key.time
}

fn group(thread: &Thread) -> [u32; 4] {
    // Scopes from the widest down name the group; every language has it as its third.
    let [wide, middle, group, _] = thread.groups;
    [wide, middle, group, 0]
}

fn arrivals(test: &Test, thread: usize, trace: &Trace) -> Vec<Arrival> {
    let thread = &test.threads[thread];
    let mut list: Vec<Arrival> = Vec::new();
    for (event, happens) in trace.events.iter().enumerate() {
        let Step::Barrier { id, quorum } = happens.step else { continue };
        let LitmusOp::Barrier(barrier) = &thread.code[happens.instruction].op else { continue };
        let same = |a: &&Arrival| a.key.instance == barrier.instance && a.key.id == id;
        let time = list.iter().filter(same).count();
        let key = Key { group: group(thread), instance: barrier.instance, id, time };
        list.push(Arrival { event, key, quorum, arrives: barrier.arrives });
    }
    list
}

/// The subsets of size `need` of the first `of` numbers.
fn choices(of: usize, need: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for i in 0..of {
        let mut next = Vec::new();
        for chosen in all {
            let chosen: Vec<usize> = chosen;
            // Enough must be left to choose from.
            if chosen.len() + of - i > need || chosen.len() == need {
                next.push(chosen.clone());
            }
            if chosen.len() < need {
                next.push([chosen, vec![i]].concat());
            }
        }
        all = next;
    }
    all
}
