//! Executions told apart without wave names.

use std::collections::{HashMap, HashSet};

use super::{Clock, Event, depend, join};
use crate::system::{System, arrangements};

/// Numbers of step histories, independent of the wave.
#[derive(Default)]
pub(super) struct Histories {
    numbers: HashMap<Vec<u64>, u64>,
    seen: HashSet<Vec<u64>>,
}

impl Histories {
    /// How many executions become the current one by renaming identical waves; 0 if one of them was seen before.
    pub fn stands_for(&mut self, system: &System<'_>, events: &[Event]) -> u64 {
        let threads = system.threads();
        let mut clocks: Vec<Clock> = Vec::new();
        // The histories of each wave's steps.
        let mut chains: Vec<Vec<u64>> = vec![Vec::new(); threads];
        for (at, event) in events.iter().enumerate() {
            let mine = usize::from(event.thread);
            let did = &system.automaton.outcomes[event.outcome as usize];
            let mut clock = vec![0; threads];
            for before in (0..at).rev() {
                let earlier = &events[before];
                let of = usize::from(earlier.thread);
                let known = clock[of] >= earlier.number;
                if !known && (of == mine || depend(&system.automaton.outcomes[earlier.outcome as usize], did)) {
                    join(&mut clock, &clocks[before]);
                }
            }
            let last = |of: usize| clock[of].checked_sub(1).map(|n| chains[of][n as usize]);
            let mut others: Vec<u64> = (0..threads).filter(|of| *of != mine).filter_map(last).collect();
            others.sort_unstable();
            let parts = [&[event.outcome.into(), last(mine).unwrap_or(0)], &others[..]].concat();
            let next = self.numbers.len() as u64 + 1;
            let number = *self.numbers.entry(parts).or_insert(next);
            clock[mine] = event.number;
            clocks.push(clock);
            chains[mine].push(number);
        }
        let last = |thread: usize| chains[thread].last().copied().unwrap_or(0);
        let mut key: Vec<u64> = (0..threads).map(last).collect();
        let mut ways = 1_u64;
        for class in &system.classes {
            let mut ends: Vec<u64> = class.iter().map(|thread| last(usize::from(*thread))).collect();
            ways = ways.saturating_mul(arrangements(&ends));
            ends.sort_unstable();
            class.iter().zip(ends).for_each(|(thread, end)| key[usize::from(*thread)] = end);
        }
        if self.seen.insert(key) { ways } else { 0 }
    }
}
