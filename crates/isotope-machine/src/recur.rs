//! A launch whose whole state repeats (livelock): after a while memory and every wave are as before, so it never ends under its schedule.
//!
//! States at the ends of rounds are compared with a stored one, which is replaced after 1, 2, 4, … rounds (Brent's method). States are
//! compared in full, never by a hash. Only a single host thread does this, under seed 0 or where one wave runs: then the future depends on
//! nothing but the state, as long as no group can join.

use std::collections::BTreeSet;
use std::marker::PhantomData;

use super::dispatch::Dispatch;
use super::fault::Place;
use super::interp::{Context, Flow, Stats};
use super::model::{Reachable, Sequential};
use super::observe::{Deed, MemoryAccess, Observer, Storage, Watched};
use super::run::{Held, Worker};
use super::state::{Group, Status, Wave};
use super::stuck::{Hang, Recurrence, Verdict, branch_choice, is_split};
use crate::mem::{Exclusive, Memory, Sharing, room};

/// Largest state that is stored for comparison; larger launches are left to their budget.
const KEPT_BYTES: u64 = 1 << 30;
/// Longest period that is repeated step by step to report what changes.
const RETRACED: u64 = 1 << 25;
/// How often memory is compared within a period.
const COMPARED: u64 = 4096;
/// Words that a report names.
const NAMED: usize = 16;

/// A state of a launch, and its age.
pub(super) struct Trail {
    memory: Memory,
    groups: Vec<Group>,
    /// Wave instructions before it.
    at: u64,
    rounds: u64,
    power: u64,
}

impl Trail {
    /// Stores this state, if it is not too large.
    pub fn new(memory: &Memory, groups: &[Group], steps: u64) -> Option<Trail> {
        let mapped = memory.regions().iter().filter(|r| r.store.is_some()).map(|r| r.len);
        let of_wave = |w: &Wave| 4 * w.registers.len() as u64 + w.private.len();
        let of_group = |g: &Group| g.shared.len() + g.waves.iter().map(of_wave).sum::<u64>();
        let bytes = mapped.chain(groups.iter().map(of_group)).try_fold(0u64, |sum, n| sum.checked_add(n));
        room(bytes.filter(|bytes| *bytes <= KEPT_BYTES)?).ok()?;
        Some(Trail { memory: memory.clone(), groups: groups.to_vec(), at: steps, rounds: 0, power: 1 })
    }

    /// Whether the state after one more round equals the stored one.
    pub fn comes_again(&mut self, memory: &Memory, groups: &[Group], steps: u64) -> bool {
        self.rounds += 1;
        if self.is_near(groups) && groups == self.groups && *memory == self.memory {
            return true;
        }
        if self.rounds == self.power {
            let power = self.power.saturating_mul(2);
            *self = Trail { memory: memory.clone(), groups: groups.to_vec(), at: steps, rounds: 0, power };
        }
        false
    }

    /// Compares what is cheap to compare.
    fn is_near(&self, groups: &[Group]) -> bool {
        let waves = |groups: &[Group]| groups.iter().map(|g| g.waves.len()).sum::<usize>();
        let all =
            |groups: &'_ [Group]| groups.iter().flat_map(|g| &g.waves).map(|w| (w.pc, w.status)).collect::<Vec<_>>();
        groups.len() == self.groups.len() && waves(groups) == waves(&self.groups) && all(groups) == all(&self.groups)
    }
}

/// Repeats the period and reports what changes in it. The state of the launch is that of `trail`. `None` where turns are random and more
/// than one wave runs.
pub(super) fn report<S: Sharing>(worker: &mut Worker<'_, S>, trail: Trail) -> Option<Hang> {
    let stuck = worker.stuck(Verdict::Budget { quiet: 0 });
    let mut watcher = Changes::new(&trail);
    let period = stuck.steps - trail.at;
    let only = if period <= RETRACED { lap(worker.dispatch, &trail, period, &mut watcher) } else { None };
    if only.is_none() && worker.options.seed != 0 {
        return None;
    }
    if only.is_none() && period <= RETRACED {
        watcher = Changes::new(&trail);
        let stats = worker.stats;
        // The same steps did not stop the launch before, so only the clock could stop it now.
        worker.deadline = None;
        (0..trail.rounds).for_each(|_| _ = worker.round(&mut Watched::by(&mut watcher)));
        worker.stats = stats;
    }
    let orders = &worker.dispatch.orders;
    let mut rests_on = Vec::new();
    if only.is_none() {
        rests_on.push("the schedule: waves take turns in order (seed 0)".to_string());
    }
    if watcher.split {
        rests_on.extend(branch_choice(orders));
    }
    if watcher.met {
        rests_on.push(format!("{}={}", orders.lane_rule, orders.lanes.word()));
        if orders.store_rule != orders.lane_rule {
            rests_on.push(format!("{}={}", orders.store_rule, orders.stores.word()));
        }
    }
    let recurrence = Recurrence {
        rounds: trail.rounds,
        steps: only.unwrap_or(period),
        words: watcher.words.iter().take(NAMED).map(|word| name(worker.memory, *word)).collect(),
        count: watcher.words.len(),
        retraced: period <= RETRACED,
        alone: only.is_some(),
    };
    debug_assert!(matches!(worker.queue.held(), Held::Nothing | Held::Resident));
    Some(Hang { verdict: Verdict::Livelock(recurrence), rests_on, ..stuck })
}

/// The length of the period if one wave runs it and all other waves wait throughout.
fn lap(dispatch: &Dispatch, start: &Trail, period: u64, watcher: &mut Changes<'_>) -> Option<u64> {
    let mut active = start.groups.iter().enumerate().flat_map(|(g, group)| {
        let can = |w: &Wave| matches!(w.status, Status::Ready | Status::Queued);
        group.waves.iter().enumerate().filter(move |(_, w)| can(w)).map(move |(w, _)| (g, w))
    });
    let (Some((g, w)), None) = (active.next(), active.next()) else { return None };
    let (memory, from) = (start.memory.clone(), &start.groups[g]);
    let (mut group, mut stats, mut compared) = (from.clone(), Stats::default(), 0);
    for n in 1..=period {
        let Group { waves, shared, barriers, index } = &mut group;
        let mut context = Context {
            dispatch,
            memory: &memory,
            shared,
            barriers,
            group: *index,
            stats: &mut stats,
            changes: 0,
            sight: &mut Watched::by(watcher),
            model: &Sequential::<Exclusive>(PhantomData),
            deltas: None,
            native: None,
            own: None,
            fresh: Default::default(),
        };
        let flow = context.run(&mut waves[w], 1).ok()?;
        if flow != Flow::Ready {
            return None;
        }
        let (now, then) = (&group.waves[w], &from.waves[w]);
        if now.pc == then.pc && now == then && compared < COMPARED {
            compared += 1;
            if group == *from && memory == start.memory {
                return Some(n);
            }
        }
    }
    Some(period)
}

/// A word of memory: which memory, of which group, at which address.
type Word = (Storage, [u32; 3], u64);

fn name(memory: &Memory, (storage, group, at): Word) -> String {
    let [x, y, z] = group;
    match storage {
        Storage::Global => match memory.find(at, 1) {
            Some(region) => format!("`{}`+{:#x}", region.name, at - region.base),
            None => format!("{at:#x}"),
        },
        Storage::Shared => format!("shared+{at:#x} of group ({x},{y},{z})"),
        Storage::Device => format!("memory of the synchronisation unit+{at:#x}"),
        Storage::Private | Storage::Constant => format!("{at:#x}"),
    }
}

/// Records which words of memory differ at some time from their value at the start.
struct Changes<'a> {
    start: &'a Trail,
    group: [u32; 3],
    /// Written by the current step.
    written: Vec<(Storage, u64, u8)>,
    words: BTreeSet<Word>,
    /// Lanes of one instruction wrote to the same place.
    met: bool,
    /// Lanes of a wave waited for other lanes of it.
    split: bool,
}

impl<'a> Changes<'a> {
    fn new(start: &'a Trail) -> Self {
        Changes { start, group: [0; 3], written: Vec::new(), words: BTreeSet::new(), met: false, split: false }
    }
}

impl Observer for Changes<'_> {
    fn looks_inside(&self) -> bool {
        true
    }

    fn step(&mut self, place: Place, _: u32, _: u64) {
        self.group = place.group;
    }

    fn access(&mut self, access: &MemoryAccess) {
        let MemoryAccess { storage, at, bytes, .. } = *access;
        if access.deed == Deed::Load || matches!(storage, Storage::Private | Storage::Constant) {
            return;
        }
        self.met |= self.written.iter().any(|&(s, a, _)| (s, a) == (storage, at));
        self.written.push((storage, at, bytes));
        if let Deed::Atomic { old: Some(old), update: Some(update), .. } = access.deed
            && old != update.new
        {
            let group = if storage == Storage::Shared { self.group } else { [0; 3] };
            self.words.insert((storage, group, at & !3));
        }
    }

    fn beside(&mut self, access: &MemoryAccess) {
        self.access(access);
    }

    fn settled(&mut self, wave: &Wave, reach: Reachable<'_>) {
        self.split |= is_split(wave);
        for (storage, at, bytes) in std::mem::take(&mut self.written) {
            let before = self.start.groups.iter().find(|g| g.index == self.group).map(|g| &g.shared);
            for at in (at & !3..at + u64::from(bytes)).step_by(4) {
                let changed = match (storage, before) {
                    (Storage::Global, _) => (at..at + 4).any(|at| {
                        let before = self.start.memory.read(at, 1).map(|bytes| bytes[0]);
                        reach.byte(storage, at) != before
                    }),
                    (Storage::Shared, Some(before)) => (at..at + 4)
                        .any(|at| reach.byte(storage, at).is_some_and(|now| u64::from(now) != before.load(at, 1))),
                    _ => false,
                };
                if changed {
                    let group = if storage == Storage::Shared { self.group } else { [0; 3] };
                    self.words.insert((storage, group, at));
                }
            }
        }
    }
}
