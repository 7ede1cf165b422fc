//! Many runs under random schedules, and the shortest form of a failing run.

use std::collections::BTreeMap;

use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Stop};
use isotope_op::random::Random;

use crate::automaton::{Halt, Orders};
use crate::bounds::Bounds;
use crate::divergence::{Diverged, Diverging};
use crate::error::Error;
use crate::options::{Limit, MemoryRange};
use crate::schedule::Schedule;
use crate::system::{Move, Setup, System};
use crate::traces::Tally;
use crate::until::Until;

/// Most visible steps spent on shortening a run.
const SHRINKING: usize = 2_000_000;

/// How schedules are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// Each step is of a uniformly random wave that can take one.
    Uniform,
    /// PCT: waves have priorities, and the highest one that can take a step does. At `changes` random steps of a run, the running wave
    /// drops below all others. A bug that needs this many changes is found with bounded probability ("A randomized scheduler with
    /// probabilistic guarantees of finding bugs", ASPLOS 2010).
    Priorities {
        /// Number of changes.
        changes: u32,
    },
}

/// What to run.
#[derive(Clone, Debug)]
pub struct RandomOptions {
    /// How schedules are drawn.
    pub draw: Draw,
    /// The first seed. A run follows from its seed alone.
    pub seed: u64,
    /// Runs; run `i` has seed `seed + i * stride`.
    pub runs: u64,
    /// Distance between seeds: the number of parts, if each part does some of the runs.
    pub stride: u64,
    /// Most visible steps of one run.
    pub max_depth: usize,
    /// Memory limit in bytes.
    pub max_bytes: usize,
    /// Time limit.
    pub until: Until,
    /// Most instructions that a wave may run between two visible steps.
    pub local_steps: u64,
    /// Groups that the machine holds at once, which start in order; `None` for all.
    pub resident: Option<u32>,
    /// Which orders inside a wave are random.
    pub orders: Orders,
    /// Places that outcomes show.
    pub observe: Vec<MemoryRange>,
}

impl Default for RandomOptions {
    fn default() -> RandomOptions {
        RandomOptions {
            draw: Draw::Uniform,
            seed: 0,
            runs: 10_000,
            stride: 1,
            max_depth: 100_000,
            max_bytes: 4 << 30,
            until: Until::default(),
            local_steps: 1_000_000,
            resident: None,
            orders: Orders::default(),
            observe: Vec::new(),
        }
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ended {
    /// Every wave ended; contents of the observed places, as for states.
    Complete(Vec<Vec<u8>>),
    /// No wave can take a step that leads anywhere; where waves are.
    Deadlock(Vec<String>),
    /// A step stopped the launch, for this reason.
    Stopped(String),
    /// It was cut off by a limit.
    Bounded,
}

impl Ended {
    /// Approximate size in bytes.
    fn size(&self) -> usize {
        match self {
            Ended::Complete(seen) => seen.iter().map(|bytes| bytes.len() + 48).sum(),
            Ended::Deadlock(lines) => lines.iter().map(|line| line.len() + 48).sum(),
            Ended::Stopped(why) => why.len(),
            Ended::Bounded => 0,
        }
    }
}

/// Results of random runs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Runs {
    /// Each ending, its count, and the schedule of its first run, shortened.
    pub endings: BTreeMap<Ended, Tally>,
    /// The seed of the first run of each.
    pub seeds: BTreeMap<Ended, u64>,
    /// What stopped launches.
    pub stops: Vec<Stop>,
    /// Barriers that not all work-items of a group reach.
    pub diverged: Vec<Diverged>,
    /// Visible steps that were taken.
    pub steps: u64,
    /// Runs that were made.
    pub runs: u64,
    /// Why there are fewer runs than requested.
    pub limit: Limit,
}

/// Runs under random schedules.
///
/// # Errors
/// Where the launch cannot be explored at all.
pub fn random(dispatch: &Dispatch, memory: &Memory, options: &RandomOptions) -> Result<Runs, Error> {
    let setup = Setup { resident: options.resident, orders: options.orders, ..Setup::default() };
    let bounds = Bounds::new(options.max_bytes, &options.until);
    let mut system = System::new(dispatch, memory, setup, options.local_steps, bounds)?;
    system.learn(8, 10_000)?;
    system.settled(|system| {
        let mut drawn =
            Drawn { system, options, steps: 0, length: 16, stops: Vec::new(), diverging: Diverging::default() };
        let mut found: BTreeMap<Ended, (u64, u64, Vec<Move>)> = BTreeMap::new();
        let (mut done, mut bytes, mut limit) = (0, 0, Limit::None);
        for run in 0..options.runs {
            let seed = options.seed.wrapping_add(run.wrapping_mul(options.stride));
            let (ended, path) = match drawn.run(seed, bytes)? {
                Ok(run) => run,
                Err(reached) => {
                    limit = reached;
                    break;
                }
            };
            let size = size_of_val(&path[..]) + ended.size() + 128;
            let known = found.entry(ended).or_insert_with(|| {
                bytes += size;
                (0, seed, path)
            });
            known.0 += 1;
            done += 1;
        }
        let (mut endings, mut seeds) = (BTreeMap::new(), BTreeMap::new());
        for (ended, (executions, seed, path)) in found {
            let path = drawn.shrink(&ended, path)?;
            let turns = drawn.system.turns(&path, 0).map_err(Halt::Error)?.0;
            seeds.insert(ended.clone(), seed);
            endings.insert(ended, Tally { executions, schedule: Schedule { turns, cycle: Vec::new() } });
        }
        let (stops, steps) = (std::mem::take(&mut drawn.stops), drawn.steps);
        let diverged = std::mem::take(&mut drawn.diverging).finish(drawn.system).map_err(Halt::Error)?;
        Ok(Runs { endings, seeds, stops, diverged, steps, runs: done, limit })
    })
}

struct Drawn<'s, 'a> {
    system: &'s mut System<'a>,
    options: &'s RandomOptions,
    steps: u64,
    /// Length of the longest run so far, in steps.
    length: u64,
    stops: Vec<Stop>,
    diverging: Diverging,
}

impl Drawn<'_, '_> {
    /// The waves that can take a step that leads somewhere.
    fn ready(&mut self, state: &[u32], ready: &mut Vec<u16>) -> Result<(), Halt> {
        ready.clear();
        for thread in 0..self.system.threads() {
            if self.system.ready(state, thread)? {
                ready.push(thread as u16);
            }
        }
        Ok(())
    }

    /// A limit that was reached; `bytes` are held beside what the system takes.
    fn limit(&self, bytes: usize) -> Option<Limit> {
        let full = self.system.is_full(bytes).then_some(Limit::Memory);
        full.or_else(|| self.system.is_up().then_some(Limit::Time))
    }

    /// How the run of a seed ends, and its steps; or the limit that was reached before it ended.
    fn run(&mut self, seed: u64, bytes: usize) -> Result<Result<(Ended, Vec<Move>), Limit>, Halt> {
        let mut random = Random(Random(seed).draw());
        let threads = self.system.threads();
        // A higher priority runs first.
        let mut priority: Vec<u64> = (0..threads).map(|_| random.draw() >> 1 | 1 << 62).collect();
        let mut changes: Vec<u64> = match self.options.draw {
            Draw::Uniform => Vec::new(),
            Draw::Priorities { changes } => (0..changes).map(|_| random.draw() % self.length).collect(),
        };
        changes.sort_unstable();
        let (mut state, mut next) = (self.system.first.to_vec(), Vec::new());
        let (mut path, mut ready) = (Vec::new(), Vec::new());
        loop {
            if let Some(limit) = self.limit(bytes + size_of_val(&path[..])) {
                return Ok(Err(limit));
            }
            self.ready(&state, &mut ready)?;
            if ready.is_empty() {
                break;
            }
            if path.len() >= self.options.max_depth {
                return Ok(Ok((Ended::Bounded, path)));
            }
            let thread = match self.options.draw {
                Draw::Uniform => ready[(random.draw() % ready.len() as u64) as usize],
                Draw::Priorities { .. } => {
                    let highest = |ready: &[u16], priority: &[u64]| {
                        *ready.iter().max_by_key(|t| priority[usize::from(**t)]).unwrap_or(&ready[0])
                    };
                    let thread = highest(&ready, &priority);
                    let now = path.len() as u64;
                    match changes.iter().position(|at| *at == now) {
                        Some(at) => {
                            priority[usize::from(thread)] = at as u64;
                            highest(&ready, &priority)
                        }
                        None => thread,
                    }
                }
            };
            let first = self.system.outcomes(&state, usize::from(thread))?;
            let choices = self.system.automaton.outcomes[first as usize].choices;
            let choice = if choices > 1 { (random.draw() % u64::from(choices)) as u16 } else { 0 };
            path.push(Move { thread, choice });
            self.steps += 1;
            let number = first + u32::from(choice);
            self.diverging.note(&self.system.automaton.outcomes[number as usize].diverges, || path.clone());
            self.system.take(&state, usize::from(thread), number, &mut next);
            if let Some(stop) = &self.system.automaton.outcomes[number as usize].stop {
                let stop = Stop::clone(stop);
                if !self.stops.contains(&stop) {
                    self.stops.push(stop.clone());
                }
                return Ok(Ok((Ended::Stopped(format!("{stop}")), path)));
            }
            std::mem::swap(&mut state, &mut next);
        }
        self.length = self.length.max(path.len() as u64);
        Ok(Ok((self.ended(&state), path)))
    }

    fn ended(&self, state: &[u32]) -> Ended {
        if self.system.is_over(state) {
            return Ended::Complete(self.system.observed(state, &self.options.observe));
        }
        Ended::Deadlock(self.system.places(state))
    }

    /// How a run ends that takes these steps as far as they can be taken, and the steps that it takes; afterwards waves run in order.
    fn replay(&mut self, path: &[Move]) -> Result<(Ended, Vec<Move>), Halt> {
        let (mut state, mut next) = (self.system.first.to_vec(), Vec::new());
        let mut taken = Vec::new();
        let mut rest = path.iter().copied();
        loop {
            let Move { thread, choice } = match rest.next() {
                Some(step) if self.system.ready(&state, usize::from(step.thread))? => step,
                Some(_) => continue,
                None if self.limit(0).is_some() => return Ok((Ended::Bounded, taken)),
                None => {
                    let mut ready = Vec::new();
                    self.ready(&state, &mut ready)?;
                    match ready.first() {
                        Some(thread) if taken.len() < self.options.max_depth => Move { thread: *thread, choice: 0 },
                        Some(_) => return Ok((Ended::Bounded, taken)),
                        None => return Ok((self.ended(&state), taken)),
                    }
                }
            };
            let first = self.system.outcomes(&state, usize::from(thread))?;
            let choice = choice.min(self.system.automaton.outcomes[first as usize].choices - 1);
            taken.push(Move { thread, choice });
            let number = first + u32::from(choice);
            self.system.take(&state, usize::from(thread), number, &mut next);
            if let Some(stop) = &self.system.automaton.outcomes[number as usize].stop {
                return Ok((Ended::Stopped(format!("{stop}")), taken));
            }
            std::mem::swap(&mut state, &mut next);
        }
    }

    /// Steps with the same ending, fewer context switches, and fewer orders that differ from those of the assumptions. If a limit is
    /// reached, the best so far; a run that was cut off is unchanged, because a shorter one would say no more.
    fn shrink(&mut self, ended: &Ended, path: Vec<Move>) -> Result<Vec<Move>, Halt> {
        let cost = |path: &[Move]| {
            let chosen = path.iter().filter(|step| step.choice != 0).count();
            (path.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count() + chosen, path.len())
        };
        let mut best = path;
        if *ended == Ended::Bounded {
            return Ok(best);
        }
        let (mut tries, mut steps) = (2_000, 0);
        loop {
            let mut better = None;
            // Leaves out a turn, or lets its wave continue up to its next turn.
            let starts = (0..best.len()).filter(|n| *n == 0 || best[*n].thread != best[*n - 1].thread);
            let starts: Vec<usize> = starts.collect();
            for (n, start) in starts.iter().enumerate() {
                let end = starts.get(n + 1).copied().unwrap_or(best.len());
                let without = [&best[..*start], &best[end..]].concat();
                let mine = |step: &Move| step.thread == best[*start].thread;
                let later = best[end..].iter().position(mine).map(|at| {
                    let at = end + at;
                    [&best[..*start], &best[end..at], &best[*start..end], &best[at..]].concat()
                });
                let earlier = best[..*start]
                    .iter()
                    .rposition(mine)
                    .map(|at| [&best[..=at], &best[*start..end], &best[at + 1..*start], &best[end..]].concat());
                let plain = best[*start..end].iter().position(|step| step.choice != 0).map(|at| {
                    let mut plain = best.clone();
                    plain[start + at].choice = 0;
                    plain
                });
                for candidate in [Some(without), plain, later, earlier].into_iter().flatten() {
                    tries -= 1;
                    if steps > SHRINKING || self.limit(0).is_some() {
                        return Ok(best);
                    }
                    let (how, taken) = self.replay(&candidate)?;
                    steps += taken.len();
                    if how == *ended && cost(&taken) < cost(&best) {
                        better = Some(taken);
                        break;
                    }
                }
                if better.is_some() || tries <= 0 {
                    break;
                }
            }
            match better {
                Some(taken) if tries > 0 => best = taken,
                Some(taken) => return Ok(taken),
                None => return Ok(best),
            }
        }
    }
}
