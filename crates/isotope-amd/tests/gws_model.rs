//! Random programs on the state machines of `sync`, compared step by step with a second, naive implementation.
//!
//! The second implementation is written from the documents and shares no design with the first: instead of queues each wave
//! has a ticket number, state is recomputed by a scan over all waves, and ordered counts are recomputed from the log of requests at
//! every step. A failure prints its seed.

use crate::common::{assume, sweep};
use isotope_op::random::Random;
use std::collections::{BTreeMap, BTreeSet};

use isotope_machine::sync::{
    Buffer, Config, GwsAnswer, GwsOp, GwsRange, OrderedAnswer, OrderedRequest, ResourceType, Unit, WaitPoint, WaveId,
};

/// Assumptions, as `--assume` sets them.
fn config(choices: &[(&str, &str)]) -> Config {
    Config { rules: assume(choices), ..Config::default() }
}

// ---------------------------------------------------------------------------------------------------------------------
// Global wave sync
// ---------------------------------------------------------------------------------------------------------------------

/// The condition that a wave waits for.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Waits {
    resource: usize,
    ticket: u64,
    tag: u32,
    for_barrier: bool,
}

/// One resource, in the terms of the document.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Spot {
    flag: u32,
    counter: i64,
    is_barrier: bool,
}

struct Readings {
    literal_barrier: bool,
    id: &'static str,
    assign: bool,
    saturate: bool,
    own_type: bool,
}

/// The naive implementation of the device.
struct Naive {
    spots: [Spot; 64],
    waits: Vec<Option<Waits>>,
    free: BTreeSet<usize>,
    tickets: u64,
    readings: Readings,
}

#[derive(PartialEq, Debug)]
enum Answer {
    Done,
    Wait,
    Nack(i64),
}

impl Naive {
    fn new(waves: usize, readings: Readings) -> Naive {
        Naive { spots: [Spot::default(); 64], waits: vec![None; waves], free: BTreeSet::new(), tickets: 0, readings }
    }

    /// An unsigned 12-bit counter.
    fn twelve_bits(&self, value: i64) -> i64 {
        if self.readings.saturate { value.clamp(0, 4095) } else { value.rem_euclid(4096) }
    }

    fn issue(&mut self, wave: usize, range: (i64, i64), op: GwsOp, m0: u32, offset0: u8, value: u32) -> Answer {
        let (base, size) = range;
        let index = i64::from(m0 / 65536 % 64) + i64::from(offset0 % 64);
        let mut id = (base + index) % 64;
        let inside = match self.readings.id {
            "after-modulo" => (0..size).any(|i| (base + i) % 64 == id),
            "before-modulo" => index < size,
            _ => {
                if size > 0 && index >= size {
                    id = (base + size - 1) % 64;
                }
                size > 0
            }
        };
        if !inside {
            return Answer::Nack((base + index) % 64);
        }
        let r = id as usize;
        let value = i64::from(value % 4096);
        let waiting_here = self.waits.iter().flatten().filter(|w| w.resource == r).count() as i64;
        let mut spot = self.spots[r];
        match op {
            GwsOp::Init => {
                spot.counter = value;
                spot.flag = 0;
            }
            GwsOp::SemaV => {
                spot.counter = self.twelve_bits(spot.counter + 1);
                spot.is_barrier = false;
            }
            GwsOp::SemaBr => {
                spot.counter = self.twelve_bits(spot.counter + value);
                spot.is_barrier = false;
            }
            GwsOp::SemaReleaseAll => {
                let before = if self.readings.assign { 0 } else { spot.counter };
                spot.counter = self.twelve_bits(before + waiting_here);
                spot.is_barrier = false;
            }
            GwsOp::SemaP => {
                spot.is_barrier = false;
                self.wait(wave, r, spot.flag, false);
            }
            GwsOp::Barrier => {
                spot.is_barrier = true;
                self.wait(wave, r, spot.flag, true);
                if self.readings.literal_barrier {
                    spot.counter = self.twelve_bits(spot.counter - 1);
                    if spot.counter == 0 {
                        spot.flag = 1 - spot.flag;
                        spot.counter = value;
                    }
                } else if spot.counter == 0 {
                    spot.flag = 1 - spot.flag;
                    spot.counter = value;
                } else {
                    spot.counter -= 1;
                }
            }
        }
        self.spots[r] = spot;
        // Release one wave at a time: the releasable wave with the lowest ticket, until there is none.
        while let Some(lucky) = self.lucky(r) {
            if self.by_semaphore(lucky, r) {
                self.spots[r].counter -= 1;
            }
            self.waits[lucky] = None;
            self.free.insert(lucky);
        }
        if self.waits[wave].is_some() {
            Answer::Wait
        } else {
            self.free.remove(&wave);
            Answer::Done
        }
    }

    fn wait(&mut self, wave: usize, resource: usize, tag: u32, for_barrier: bool) {
        self.tickets += 1;
        self.waits[wave] = Some(Waits { resource, ticket: self.tickets, tag, for_barrier });
    }

    fn by_semaphore(&self, wave: usize, r: usize) -> bool {
        if self.readings.own_type { !self.waits[wave].unwrap().for_barrier } else { !self.spots[r].is_barrier }
    }

    fn lucky(&self, r: usize) -> Option<usize> {
        let spot = &self.spots[r];
        (0..self.waits.len())
            .filter(|&wave| {
                self.waits[wave].is_some_and(|w| {
                    w.resource == r
                        && if self.by_semaphore(wave, r) {
                            !spot.is_barrier && spot.counter > 0
                        } else {
                            w.tag != spot.flag
                        }
                })
            })
            .min_by_key(|&wave| self.waits[wave].unwrap().ticket)
    }

    /// The waves that wait at a resource, oldest first, with their tags.
    fn line(&self, r: usize) -> Vec<(usize, u32)> {
        let mut line: Vec<_> =
            (0..self.waits.len()).filter_map(|w| Some((w, self.waits[w]?))).filter(|(_, w)| w.resource == r).collect();
        line.sort_by_key(|(_, w)| w.ticket);
        line.into_iter().map(|(wave, w)| (wave, w.tag)).collect()
    }
}

/// The position in a test, for its messages.
#[derive(Clone, Copy)]
struct At {
    seed: u64,
    turn: u64,
}

impl std::fmt::Display for At {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "seed {}, turn {}", self.seed, self.turn)
    }
}

/// Compares the whole state, resource by resource.
fn same_state(unit: &Unit, naive: &Naive, context: At) {
    for (r, (real, model)) in unit.resources().iter().zip(&naive.spots).enumerate() {
        let shown = Spot {
            flag: u32::from(real.flag),
            counter: i64::from(real.counter),
            is_barrier: real.kind == ResourceType::Barrier,
        };
        assert_eq!(shown, *model, "{context}, resource {r}");
        let line: Vec<_> = real.queue.iter().map(|e| (e.wave.0 as usize, u32::from(e.tag))).collect();
        assert_eq!(line, naive.line(r), "{context}, queue of resource {r}");
    }
    for wave in 0..naive.waits.len() {
        assert_eq!(unit.can_go_on(WaveId(wave as u32)), naive.free.contains(&wave), "{context}, wave {wave}");
    }
}

#[derive(Clone, Copy, Debug)]
struct Step {
    vmid: u8,
    op: GwsOp,
    m0: u32,
    offset0: u8,
    value: u32,
}

/// One program: waves, their steps, a schedule; all derived from the seed.
fn gws_program(seed: u64, ended: &mut u64, stuck: &mut u64, nacks: &mut u64) {
    let mut random = Random(seed);
    let literal = random.pick(&["test-first", "test-first", "decrement-first"]);
    let id = random.pick(&["after-modulo", "before-modulo", "clamp"]);
    let release_all = random.pick(&["add", "assign"]);
    let wrap = random.pick(&["wrap", "saturate"]);
    let change = random.pick(&["new-type", "own-type"]);
    let mut config = config(&[
        ("amd.gws_barrier", literal),
        ("amd.gws_id_range", id),
        ("amd.gws_release_all", release_all),
        ("amd.gws_counter_wrap", wrap),
        ("amd.gws_type_change", change),
    ]);
    let readings = Readings {
        literal_barrier: literal == "decrement-first",
        id,
        assign: release_all == "assign",
        saturate: wrap == "saturate",
        own_type: change == "own-type",
    };
    let mut ranges = [(0i64, 64i64), (random.below(64) as i64, random.below(9) as i64)];
    let give = |config: &mut Config, vmid: usize, range: (i64, i64)| {
        config.vmids[vmid].gws = GwsRange { base: range.0 as u8, size: range.1 as u8 };
    };
    give(&mut config, 1, ranges[1]);
    let waves = 2 + random.below(15) as usize;
    // Meaningful programs, and random ones.
    let sane = random.one_in(2);
    let barrier_value = if readings.literal_barrier { waves } else { waves - 1 } as u32;
    let programs: Vec<Vec<Step>> = (0..waves)
        .map(|wave| {
            let length = if sane { 4 } else { 1 + random.below(8) };
            (0..length)
                .map(|step| {
                    let op = match (sane, step) {
                        (false, _) => random.pick(&GwsOp::ALL),
                        // All waves meet at resource 5 twice; in between, they use a semaphore on resource 6.
                        (true, 0 | 3) => GwsOp::Barrier,
                        (true, 1) => GwsOp::SemaP,
                        (true, _) if wave == 0 && random.one_in(4) => GwsOp::SemaBr,
                        (true, _) => GwsOp::SemaV,
                    };
                    let at_barrier = op == GwsOp::Barrier;
                    let resource = if sane { 6 - u32::from(at_barrier) } else { random.below(3) as u32 };
                    // M0 and offset add up to the resource, sometimes only modulo 64.
                    let around = !sane && random.one_in(8);
                    let base = random.below(if around { 64 } else { u64::from(resource) + 1 }) as u32;
                    let offset = (resource + 64 - base) % 64;
                    let value = match random.below(12) {
                        _ if sane => barrier_value,
                        0 => random.draw() as u32,
                        1 => 4090 + random.below(10) as u32,
                        _ => random.below(waves as u64 + 1) as u32,
                    };
                    let vmid = u8::from(!sane && random.one_in(5));
                    let junk = (random.draw() as u32 & 0xffc0_ffff, (random.draw() as u8) & 0xc0);
                    Step { vmid, op, m0: base << 16 | junk.0, offset0: offset as u8 | junk.1, value }
                })
                .collect()
        })
        .collect();

    let mut unit = Unit::new(config).set_up();
    let mut naive = Naive::new(waves, readings);
    if sane {
        // Set-up by the command processor: barrier and semaphore get their counts.
        for (resource, value) in [(5, barrier_value), (6, 1 + random.below(2) as u32)] {
            let answer = unit.gws(WaveId(0), 0, GwsOp::Init, resource << 16, 0, value);
            assert_eq!(answer, GwsAnswer::Done);
            assert_eq!(naive.issue(0, (0, 64), GwsOp::Init, resource << 16, 0, value), Answer::Done);
        }
    }
    let mut at = vec![0; waves];
    let mut halted: BTreeMap<usize, i64> = BTreeMap::new();
    for turn in 0.. {
        let context = At { seed, turn };
        // Waves that have not ended, and those of them that can execute.
        let live: Vec<usize> = (0..waves).filter(|&w| at[w] < programs[w].len()).collect();
        let able: Vec<usize> =
            live.iter().copied().filter(|w| naive.waits[*w].is_none() && !halted.contains_key(w)).collect();
        if able.is_empty() {
            // Ended, or a deadlock: the unit must name the same waves at the same positions.
            let places = unit.waiting();
            let named: Vec<usize> = places.iter().map(|(w, _)| w.0 as usize).collect();
            assert_eq!(named, live, "{context}");
            for (wave, place) in places {
                let wave = wave.0 as usize;
                match place {
                    WaitPoint::Halted(nack) => {
                        assert_eq!(Some(&i64::from(nack.resource)), halted.get(&wave), "{context}")
                    }
                    WaitPoint::Gws { resource, position, queued, tag, .. } => {
                        let line = naive.line(usize::from(resource));
                        assert_eq!(line[position as usize], (wave, u32::from(tag)), "{context}");
                        assert_eq!(line.len(), queued as usize, "{context}");
                    }
                    other => panic!("{context}: {other:?}"),
                }
            }
            *(if live.is_empty() { &mut *ended } else { &mut *stuck }) += 1;
            if sane {
                assert!(live.is_empty(), "{context}: two rounds with a fair semaphore always end: {live:?}");
            }
            return;
        }
        // Sometimes a waiting wave is chosen: asking must not change the state.
        let from = if random.one_in(3) { &live } else { &able };
        let wave = random.pick(from);
        let id = WaveId(wave as u32);
        if naive.waits[wave].is_some() {
            assert!(!unit.released(id), "{context}");
        } else if naive.free.remove(&wave) {
            assert!(unit.released(id) && !unit.released(id), "{context}");
            at[wave] += 1;
        } else {
            if let Some(step) = programs[wave].get(at[wave]) {
                if halted.contains_key(&wave) {
                    // Sometimes the command processor grants more resources, and the wave replays.
                    if !random.one_in(2) {
                        continue;
                    }
                    ranges[1] = (random.below(64) as i64, random.below(65) as i64);
                    let mut owned = unit.vmid(1);
                    owned.gws = GwsRange { base: ranges[1].0 as u8, size: ranges[1].1 as u8 };
                    unit.set_vmid(1, owned);
                    halted.remove(&wave);
                }
                let Step { vmid, op, m0, offset0, value } = *step;
                let real = unit.gws(id, vmid, op, m0, offset0, value);
                let model = naive.issue(wave, ranges[usize::from(vmid)], op, m0, offset0, value);
                match (real, &model) {
                    (GwsAnswer::Done, Answer::Done) => at[wave] += 1,
                    (GwsAnswer::Wait, Answer::Wait) => {}
                    (GwsAnswer::Nack(nack), Answer::Nack(resource)) => {
                        assert_eq!(i64::from(nack.resource), *resource, "{context}");
                        *nacks += 1;
                        halted.insert(wave, *resource);
                    }
                    _ => panic!("{context}: wave {wave} {step:?}: {real:?}, the model says {model:?}"),
                }
            }
        }
        same_state(&unit, &naive, context);
    }
}

/// The seeds of `all` programs, or of a tenth of them; every sweep has other seeds.
fn seeds(all: usize) -> std::ops::Range<u64> {
    let first = sweep::seed(0) >> 1;
    first..first + sweep::count(all, 10) as u64
}

#[test]
fn random_programs_agree_with_the_naive_model() {
    let (mut ended, mut stuck, mut nacks) = (0, 0, 0);
    for seed in seeds(6000) {
        gws_program(seed, &mut ended, &mut stuck, &mut nacks);
    }
    // Enough programs reach each outcome.
    let of = |n| sweep::count(n, 10) as u64;
    assert!(ended > of(2000) && stuck > of(1000) && nacks > of(500), "{ended} ended, {stuck} stuck, {nacks} NACKs");
}

/// N waves of very different speed and many rounds: no wave leaves round k before all have entered it, and all complete.
#[test]
fn rounds_never_mix() {
    for seed in seeds(400) {
        let mut random = Random(seed);
        let waves = 2 + random.below(15) as u32;
        let rounds = 2 + random.below(9);
        let literal = random.one_in(2);
        let value = if literal { waves } else { waves - 1 };
        let reading = if literal { "decrement-first" } else { "test-first" };
        let mut unit = Unit::new(config(&[("amd.gws_barrier", reading)])).set_up();
        unit.gws(WaveId(0), 0, GwsOp::Init, 0, 0, value);
        let speed: Vec<u64> = (0..waves).map(|_| 1 << random.below(7)).collect();
        let (mut entered, mut left) = (vec![0u64; waves as usize], vec![0u64; waves as usize]);
        let mut turns = 0;
        while left.iter().any(|&l| l < rounds) {
            turns += 1;
            assert!(turns < 1_000_000, "seed {seed}: no progress: {:?}", unit.waiting());
            let wave = random.below(u64::from(waves)) as usize;
            if !random.one_in(speed[wave]) || left[wave] == rounds {
                continue;
            }
            let id = WaveId(wave as u32);
            let through = if entered[wave] == left[wave] {
                entered[wave] += 1;
                unit.gws(id, 0, GwsOp::Barrier, 0, 0, value) == GwsAnswer::Done
            } else {
                unit.released(id)
            };
            if through {
                left[wave] += 1;
                assert!(entered.iter().all(|&e| e >= left[wave]), "seed {seed}: wave {wave} left too early");
            }
        }
        assert!(unit.waiting().is_empty() && unit.diagnostics().is_empty(), "seed {seed}");
    }
}

/// A semaphore with `n` credits as a lock: never more than `n` waves inside; all enter, in the order of their requests.
#[test]
fn a_semaphore_guards_and_is_fair() {
    for seed in seeds(400) {
        let mut random = Random(seed);
        let (waves, credits) = (2 + random.below(15) as usize, 1 + random.below(4) as usize);
        let mut unit = Unit::new(Config::default()).set_up();
        unit.gws(WaveId(0), 0, GwsOp::Init, 0, 0, credits as u32);
        // 0 outside, 1 waiting, 2 inside, 3 done.
        let mut place = vec![0; waves];
        let (mut asked, mut admitted) = (Vec::new(), 0);
        while place.iter().any(|&p| p != 3) {
            let wave = random.below(waves as u64) as usize;
            let id = WaveId(wave as u32);
            match place[wave] {
                0 => {
                    asked.push(wave);
                    place[wave] = if unit.gws(id, 0, GwsOp::SemaP, 0, 0, 0) == GwsAnswer::Done { 2 } else { 1 };
                }
                1 if unit.released(id) => place[wave] = 2,
                2 => {
                    assert_eq!(unit.gws(id, 0, GwsOp::SemaV, 0, 0, 0), GwsAnswer::Done);
                    place[wave] = 3;
                }
                _ => {}
            }
            let inside = place.iter().filter(|&&p| p == 2).count();
            assert!(inside <= credits, "seed {seed}");
            // Admitted, even if not yet told: exactly the first requesters.
            let waiting: BTreeSet<_> = unit.waiting().iter().map(|(w, _)| w.0 as usize).collect();
            let now = asked.iter().filter(|w| !waiting.contains(w)).count();
            assert!(asked[..now].iter().all(|w| !waiting.contains(w)), "seed {seed}: somebody jumped the queue");
            assert!(now >= admitted, "seed {seed}");
            admitted = now;
        }
        assert_eq!(usize::from(unit.resources()[0].counter), credits, "seed {seed}: credits come back");
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Ordered count
// ---------------------------------------------------------------------------------------------------------------------

/// The events so far.
#[derive(Default)]
struct Log {
    /// By wave: counter, value, release; in the order of issue.
    requests: BTreeMap<u32, Vec<(usize, u64, bool)>>,
    ended: BTreeSet<u32>,
    given_back: BTreeMap<usize, u64>,
}

/// Sorts the log by wave and computes prefix sums: the results of all requests that are served so far, per wave in order of issue.
fn add_up(
    log: &Log,
    waves: u32,
    rings: &[Option<(u64, bool)>; 16],
    skip: bool,
    walkers: &[Vec<usize>],
) -> Vec<Vec<u64>> {
    let mut results = vec![Vec::new(); waves as usize];
    for counters in walkers {
        let mut sums = [0u64; 16];
        'walk: for wave in 0..waves {
            let mut released = false;
            for &(counter, value, release) in log.requests.get(&wave).into_iter().flatten() {
                if !counters.contains(&counter) {
                    continue;
                }
                let returned = match rings[counter] {
                    None => sums[counter],
                    Some((size, _)) => sums[counter] % size,
                };
                if let Some((size, true)) = rings[counter] {
                    let back = log.given_back.get(&counter).copied().unwrap_or(0);
                    if sums[counter] + value > size + back {
                        break 'walk;
                    }
                }
                sums[counter] += value;
                results[wave as usize].push(if counter < 8 { returned & 0xffff_ffff } else { returned });
                released |= release;
            }
            if !(released || skip && log.ended.contains(&wave)) {
                break;
            }
        }
    }
    results
}

fn ordered_program(seed: u64, served: &mut u64, stuck: &mut u64) {
    let mut random = Random(seed);
    let skip = random.one_in(2);
    let per_counter = random.one_in(4);
    let mut config = config(&[
        ("amd.ordered_wave_end", if skip { "skip" } else { "stall" }),
        ("amd.ordered_walker", if per_counter { "per-counter" } else { "one" }),
    ]);
    let mut rings = [None; 16];
    for (counter, ring) in rings.iter_mut().enumerate() {
        if random.one_in(3) {
            let (size, tracked) = (20 + random.below(50), random.one_in(2));
            *ring = Some((size, tracked));
            config.counters[counter] = Buffer::Ring { size: size as u32, tracked };
        }
    }
    let walkers: Vec<Vec<usize>> =
        if per_counter { (0..16).map(|c| vec![c]).collect() } else { vec![(0..16).collect()] };
    let waves = 2 + random.below(15) as u32;
    // Each wave has some requests, the last of which releases. Some waves omit the release, or have no requests.
    let counters: Vec<usize> = (0..1 + random.below(3)).map(|_| random.below(16) as usize).collect();
    let careless = random.one_in(3);
    let programs: Vec<Vec<(usize, u64, bool)>> = (0..waves)
        .map(|_| {
            if careless && random.one_in(8) {
                return Vec::new();
            }
            let length = 1 + random.below(3);
            (0..length)
                .map(|step| {
                    let release = step + 1 == length && !(careless && random.one_in(8));
                    (random.pick(&counters), random.below(21), release)
                })
                .collect()
        })
        .collect();

    let mut unit = Unit::new(config).set_up();
    let mut log = Log::default();
    let mut at = vec![0; waves as usize];
    let mut got: Vec<Vec<u64>> = vec![Vec::new(); waves as usize];
    let mut idle = 0;
    while idle < 200 {
        idle += 1;
        let wave = random.below(u64::from(waves)) as u32;
        let (w, id) = (wave as usize, WaveId(wave));
        let waits = got[w].len() < at[w];
        if waits {
            if let Some(value) = unit.ordered_result(id) {
                got[w].push(u64::from(value));
                idle = 0;
            }
        } else if let Some(&(counter, value, release)) = programs[w].get(at[w]) {
            log.requests.entry(wave).or_default().push((counter, value, release));
            let offset1 = if release { 3 } else { 0 };
            let request =
                OrderedRequest::new((counter as u8) << 2, offset1, random.draw() as u32 & 0xffff, value as u32);
            at[w] += 1;
            match unit.ordered(id, 0, request) {
                OrderedAnswer::Value(value) => got[w].push(u64::from(value)),
                OrderedAnswer::Wait => {}
                OrderedAnswer::Refused(refused) => panic!("seed {seed}, wave {wave}: {refused}"),
            }
            idle = 0;
        } else if log.ended.insert(wave) {
            unit.wave_ended(id);
            idle = 0;
        }
        // A consumer frees allocated elements.
        if random.one_in(8) {
            let counter = random.pick(&counters);
            if let Buffer::Ring { size, tracked: true } = unit.config().counters[counter] {
                let out = size - unit.ordered_state().free(counter as u8);
                let back = random.below(u64::from(out) + 1) as u32;
                unit.give_back(counter as u8, back);
                *log.given_back.entry(counter).or_default() += u64::from(back);
                idle = if back > 0 { 0 } else { idle };
            }
        }
        // Exactly the served waves have results, with these values.
        let expected = add_up(&log, waves, &rings, skip, &walkers);
        let waiting: BTreeSet<u32> = unit.waiting().iter().map(|(w, _)| w.0).collect();
        for wave in 0..waves {
            let w = wave as usize;
            let due = expected[w].len();
            assert_eq!(waiting.contains(&wave), due < at[w], "seed {seed}, wave {wave}, log {:?}", log.requests);
            assert_eq!(unit.can_go_on(WaveId(wave)), due > got[w].len(), "seed {seed}, wave {wave}");
            let mut sorted = (got[w].clone(), expected[w][..got[w].len()].to_vec());
            if per_counter {
                // The model sums counter by counter.
                sorted.0.sort_unstable();
                sorted.1 = expected[w].clone();
                sorted.1.sort_unstable();
                if due > got[w].len() {
                    continue;
                }
            }
            assert_eq!(sorted.0, sorted.1, "seed {seed}, wave {wave}, log {:?}", log.requests);
        }
    }
    let all = got.iter().zip(&programs).all(|(g, p)| g.len() == p.len());
    *(if all { served } else { stuck }) += 1;
    let waiting = unit.waiting().len();
    assert_eq!(waiting, (0..waves as usize).filter(|&w| got[w].len() < programs[w].len()).count(), "seed {seed}");
    if !careless && !per_counter && rings.iter().flatten().all(|(_, tracked)| !tracked) {
        assert!(all, "seed {seed}: nobody can be stuck: {:?}", unit.waiting());
    }
}

#[test]
fn ordered_counts_agree_with_sorting_by_wave() {
    let (mut served, mut stuck) = (0, 0);
    for seed in seeds(3000) {
        ordered_program(seed, &mut served, &mut stuck);
    }
    let of = |n| sweep::count(n, 10) as u64;
    assert!(served > of(1000) && stuck > of(300), "{served} served, {stuck} stuck");
}
