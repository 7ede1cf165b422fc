//! One execution with a vector clock for each thread: which accesses of other threads are ordered before its own. A thread is a wave, or a
//! lane where lanes are kept apart. Then a barrier, a wait and cache maintenance count for every lane of the wave, a fence for the lanes
//! that execute it.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use isotope_ir::effect::{Ask, BarrierKind, Caches, FenceKind, GwsOp, MaintenanceAction, Scope, Src, Upkeep};
use isotope_ir::ordering::{Class, Finish, Meeting, Ordering};

use super::{Between, Key, Missing, Sighting};
use crate::automaton::{Automaton, Outcome, Stand, bits};
use crate::deeds::{Access, Deed, Spot};
use crate::watch::Room;

/// Guarantees assumed although they are missing, to find out what is missing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lens {
    /// Fences and atomics have the widest scope.
    pub wide: bool,
    /// Every plain load bypasses caches.
    pub fresh: bool,
    /// Every atomic write and every barrier releases.
    pub released: bool,
    /// Every atomic read acquires.
    pub acquired: bool,
}

/// A step of an execution.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub thread: u16,
    pub outcome: u32,
    /// A round of a waiting loop that was added: what the wave learns by it is forgotten, so that it hides no race.
    pub extra: bool,
}

/// Index of the list of caches for writes of other groups.
const FAR: usize = 1;

const CLASSES: usize = Class::ALL.len();

/// For each wave, one count for each class of its accesses; and again, of what the cache shared by the group certainly contains.
type Clock = Vec<u32>;

fn join(clock: &mut [u32], other: &[u32]) {
    clock.iter_mut().zip(other).for_each(|(mine, other)| *mine = (*mine).max(*other));
}

/// Joins only these classes.
fn join_of(clock: &mut [u32], other: &[u32], classes: [bool; CLASSES]) {
    let of = |n: usize| classes[n % CLASSES];
    clock.iter_mut().zip(other).enumerate().filter(|(n, _)| of(*n)).for_each(|(_, (mine, other))| {
        *mine = (*mine).max(*other);
    });
}

/// What a wave can rely on, by distance of the other wave: in its group, or in another.
#[derive(Clone)]
struct Known {
    /// What happens before its writes, its atomics, and all its accesses to memory of the group.
    seen: Clock,
    /// What atomic reads of each class received, until a fence or wait makes it count.
    told: [[Clock; CLASSES]; 2],
    /// For each list of caches to invalidate, what its plain loads can rely on after the first, the second, …
    dropped: [Vec<Clock>; 3],
}

struct Thread {
    group: usize,
    wave: u16,
    known: Known,
    /// Number of accesses so far.
    issued: [u32; CLASSES],
    /// How many of them other waves can see.
    finished: [[u32; CLASSES]; 2],
    /// What was seen of other waves at that time.
    passed: [Clock; 2],
    queued: bool,
    at_barrier: Option<u32>,
}

struct Entry {
    thread: u16,
    access: Access,
    strong: Option<Scope>,
    /// Its instruction does not say whether it is atomic.
    silent: bool,
    count: u32,
    /// The run of actions to which it belongs, where its step is counted.
    batch: u32,
}

#[derive(Default)]
struct WordState {
    entries: Vec<Entry>,
    /// What the last atomic write released, and the read-modify-writes that followed it (release sequence).
    messages: Vec<(u16, [Clock; 2])>,
}

pub struct Walk<'f> {
    rules: &'static Ordering,
    atomic: &'f HashSet<(Spot, u64)>,
    lens: Lens,
    threads: Vec<Thread>,
    /// The threads of each wave.
    waves: Vec<Range<usize>>,
    /// Whether threads are lanes.
    apart: bool,
    /// Number of runs of actions so far.
    batch: u32,
    /// Searches only this sighting.
    sought: Option<Sighting>,
    /// Indices of sightings of lanes, one of each kind.
    index: HashMap<(Between, Key), usize>,
    words: HashMap<(Spot, u64), WordState>,
    arrivals: HashMap<(usize, u32), (Clock, usize)>,
    opened: HashMap<(usize, u32), Clock>,
    resources: HashMap<(bool, u32), Clock>,
    /// Position of the step; `None` before the first.
    at: Option<usize>,
    pub sightings: Vec<Sighting>,
    /// Words with an atomic access that were not known to be atomic.
    pub found_atomic: HashSet<(Spot, u64)>,
    /// Steps that race unless both are atomic, where the instruction of the first does not say so.
    pub unsettled: BTreeSet<[u32; 2]>,
    pub unknown: BTreeSet<String>,
}

/// How many of the two distances a scope covers: its group, all other groups.
fn reach(scope: Scope, rules: &Ordering) -> Option<usize> {
    match scope {
        Scope::Lane => Some(0),
        Scope::Tile if rules.one_tile => Some(2),
        Scope::Group | Scope::Local | Scope::Tile => Some(1),
        Scope::Device | Scope::Devices | Scope::System | Scope::SystemRelease | Scope::SystemAcquire => Some(2),
        Scope::Channel => None,
    }
}

impl<'f> Walk<'f> {
    pub fn new(
        rules: &'static Ordering,
        atomic: &'f HashSet<(Spot, u64)>,
        lens: Lens,
        waves: &[(usize, usize)],
        lanes: Option<&[u32]>,
    ) -> Walk<'f> {
        let count = |wave: usize| lanes.map_or(1, |lanes| lanes[wave] as usize);
        let mut ranges: Vec<Range<usize>> = Vec::new();
        let mut owners = Vec::new();
        for (wave, (group, _)) in waves.iter().enumerate() {
            ranges.push(owners.len()..owners.len() + count(wave));
            owners.extend((0..count(wave)).map(|_| (*group, wave as u16)));
        }
        let zero = || vec![0; 2 * CLASSES * owners.len()];
        let lists = [rules.drops_for_group, rules.drops_for_device, rules.drops_for_scalars];
        let thread = |(group, wave): &(usize, u16)| Thread {
            group: *group,
            wave: *wave,
            known: Known {
                seen: zero(),
                told: std::array::from_fn(|_| std::array::from_fn(|_| zero())),
                dropped: lists.map(|list| list.iter().map(|_| zero()).collect()),
            },
            issued: [0; CLASSES],
            finished: [[0; CLASSES]; 2],
            passed: [zero(), zero()],
            queued: false,
            at_barrier: None,
        };
        Walk {
            rules,
            atomic,
            lens,
            threads: owners.iter().map(thread).collect(),
            waves: ranges,
            apart: lanes.is_some(),
            batch: 0,
            sought: None,
            index: HashMap::new(),
            words: HashMap::new(),
            arrivals: HashMap::new(),
            opened: HashMap::new(),
            resources: HashMap::new(),
            at: None,
            sightings: Vec::new(),
            found_atomic: HashSet::new(),
            unsettled: BTreeSet::new(),
            unknown: BTreeSet::new(),
        }
    }

    /// Searches only this sighting.
    pub fn seeking(mut self, sighting: &Sighting) -> Walk<'f> {
        self.sought = Some(*sighting);
        self
    }

    /// Walks the steps, after what waves did before the first one.
    pub fn run(
        &mut self,
        automaton: &Automaton<'_>,
        lead: &[(u16, Deed)],
        deeds: &HashMap<u32, Box<[(u16, Deed)]>>,
        steps: &[Step],
    ) {
        for (wave, deed) in lead {
            self.deed(usize::from(*wave), deed);
        }
        let mut aside: Option<Vec<Known>> = None;
        for (at, step) in steps.iter().enumerate() {
            self.at = Some(at);
            self.batch += 1;
            let wave = usize::from(step.thread);
            if step.extra && aside.is_none() {
                aside =
                    Some(self.threads[self.waves[wave].clone()].iter().map(|thread| thread.known.clone()).collect());
            }
            self.step(automaton, wave, &automaton.outcomes[step.outcome as usize], &deeds[&step.outcome]);
            let goes_on = steps.get(at + 1).is_some_and(|next| next.extra && next.thread == step.thread);
            if !goes_on && let Some(known) = aside.take() {
                let threads = &mut self.threads[self.waves[wave].clone()];
                threads.iter_mut().zip(known).for_each(|(thread, known)| thread.known = known);
            }
        }
    }

    fn step(&mut self, automaton: &Automaton<'_>, wave: usize, outcome: &Outcome, deeds: &[(u16, Deed)]) {
        let others = || outcome.nodes.iter().map(|(t, _)| usize::from(*t)).filter(move |t| *t != wave);
        let waits = outcome.nodes.iter().any(|(t, node)| {
            usize::from(*t) == wave && matches!(automaton.nodes[*node as usize].stand, Stand::AtBarrier(_))
        });
        let (mine, theirs): (Vec<_>, Vec<_>) =
            deeds.iter().map(|(t, deed)| (usize::from(*t), deed)).partition(|(t, _)| *t == wave);
        for (_, deed) in mine {
            self.deed(wave, deed);
            if let Deed::Barrier { kind, id } = *deed {
                self.meet(wave, kind, id, waits, others().collect());
            }
        }
        // The end of a wave opens a barrier for waves that wait there.
        for other in others().flat_map(|other| self.waves[other].clone()).collect::<Vec<_>>() {
            if let Some(id) = self.threads[other].at_barrier.take() {
                let key = (self.threads[other].group, id);
                if let Some((clock, _)) = self.arrivals.get(&key) {
                    let clock = clock.clone();
                    self.receive(other, &clock);
                }
            }
        }
        for (other, deed) in theirs {
            self.deed(other, deed);
        }
    }

    /// A wave has arrived at a barrier, with all of its lanes; `others` are the waves that it releases.
    fn meet(&mut self, wave: usize, kind: BarrierKind, id: u32, waits: bool, others: Vec<usize>) {
        let threads = self.waves[wave].clone();
        let group = self.threads[threads.start].group;
        let key = (group, id);
        let (arrives, waiting) = match kind {
            BarrierKind::Sync | BarrierKind::Wave | BarrierKind::Reduce { .. } => (true, true),
            BarrierKind::Arrive | BarrierKind::Signal => (true, false),
            BarrierKind::Await => (false, true),
        };
        for thread in threads.clone().filter(|_| arrives) {
            let message = match self.rules.meeting {
                Meeting::Orders => self.all(thread),
                Meeting::Meets => self.message(thread, 0),
            };
            let (clock, count) = self.arrivals.entry(key).or_insert_with(|| (vec![0; message.len()], 0));
            join(clock, &message);
            *count += 1;
        }
        if waits {
            threads.for_each(|thread| self.threads[thread].at_barrier = Some(id));
            return;
        }
        let all = self.threads.iter().filter(|t| t.group == group).count();
        let full = self.arrivals.get(&key).is_some_and(|(_, count)| *count == all);
        if arrives && (!others.is_empty() || waiting || matches!(kind, BarrierKind::Signal) && full) {
            let clock = self.arrivals.remove(&key).map_or_else(Vec::new, |(clock, _)| clock);
            for other in others.into_iter().flat_map(|other| self.waves[other].clone()).collect::<Vec<_>>() {
                self.threads[other].at_barrier = None;
                self.receive(other, &clock);
            }
            self.opened.insert(key, clock);
        }
        if waiting && let Some(clock) = self.opened.get(&key).cloned() {
            threads.for_each(|thread| self.receive(thread, &clock));
        }
    }

    fn receive(&mut self, thread: usize, clock: &Clock) {
        join(&mut self.threads[thread].known.seen, clock);
    }

    /// Everything that a wave has done or seen.
    fn all(&self, thread: usize) -> Clock {
        let of = &self.threads[thread];
        let mut clock = of.known.seen.clone();
        clock[CLASSES * thread..][..CLASSES].copy_from_slice(&of.issued);
        clock
    }

    /// What a wave releases with an atomic write, or at a barrier.
    fn message(&self, thread: usize, far: usize) -> Clock {
        if self.lens.released {
            return self.all(thread);
        }
        let of = &self.threads[thread];
        let mut clock = match self.rules.finish {
            Finish::Fences => of.passed[far].clone(),
            Finish::Waits(_) => of.known.seen.clone(),
        };
        clock[CLASSES * thread..][..CLASSES].copy_from_slice(&of.finished[far]);
        let half = clock.len() / 2;
        clock[half..].copy_from_slice(&of.known.seen[half..]);
        clock
    }

    fn deed(&mut self, wave: usize, deed: &Deed) {
        let threads = self.waves[wave].clone();
        let first = threads.start;
        // A fence says which lanes of a half execute it; waves of two halves have no fences.
        let executes =
            |lanes: u32, thread: usize| !self.apart || threads.len() > 32 || lanes >> (thread - first) & 1 != 0;
        match deed {
            Deed::Access(access) if self.apart => {
                for thread in threads.filter(|thread| access.lanes >> (thread - first) & 1 != 0) {
                    self.access(thread, access);
                }
            }
            Deed::Access(access) => self.access(first, access),
            Deed::Fence { lanes, .. } => {
                let threads: Vec<usize> = threads.clone().filter(|thread| executes(*lanes, *thread)).collect();
                threads.into_iter().for_each(|thread| self.order(thread, deed));
            }
            Deed::Wait(_) | Deed::Maintain(_) => threads.for_each(|thread| self.order(thread, deed)),
            Deed::Request { ask, resource, served } => self.request(threads, *ask, *resource, *served),
            Deed::Barrier { .. } => {}
        }
    }

    /// A fence, a wait or cache maintenance of a thread.
    fn order(&mut self, thread: usize, deed: &Deed) {
        match deed {
            Deed::Fence { kind: FenceKind::Full | FenceKind::Commit, scope, spaces, .. } => {
                let Some(reach) = reach(*scope, self.rules) else {
                    self.unknown.insert("a fence whose scope no document gives (MEMBAR.VC)".into());
                    return;
                };
                let classes = Class::ALL.map(|class| class.is_in(*spaces));
                let far = if self.lens.wide { 2 } else { reach };
                let of = &mut self.threads[thread];
                for distance in 0..far {
                    if *scope != Scope::SystemRelease {
                        for class in (0..CLASSES).filter(|class| classes[*class]) {
                            join_of(&mut of.known.seen, &of.known.told[distance][class], classes);
                        }
                    }
                }
                for distance in (0..far).filter(|_| *scope != Scope::SystemAcquire) {
                    for class in (0..CLASSES).filter(|class| classes[*class]) {
                        of.finished[distance][class] = of.issued[class];
                    }
                    join_of(&mut of.passed[distance], &of.known.seen, classes);
                }
            }
            Deed::Wait(wait) => {
                let Finish::Waits(counters) = self.rules.finish else { return };
                let Some((_, classes)) = counters.iter().find(|(counter, _)| *counter == wait.counter) else { return };
                // Which accesses remain after a wait for a nonzero count is not tracked: only a wait for all is certain to cover an access.
                if wait.at_most != Src::Imm(0) {
                    return;
                }
                let of = &mut self.threads[thread];
                for class in classes.iter().map(|class| *class as usize) {
                    for distance in 0..2 {
                        of.finished[distance][class] = of.issued[class];
                        join(&mut of.known.seen, &of.known.told[distance][class]);
                    }
                }
            }
            Deed::Maintain(upkeep) => self.maintain(thread, upkeep),
            Deed::Fence { kind: FenceKind::Instructions, .. }
            | Deed::Access(_)
            | Deed::Barrier { .. }
            | Deed::Request { .. } => {}
        }
    }

    fn maintain(&mut self, thread: usize, upkeep: &Upkeep) {
        let drops = matches!(
            upkeep.action,
            MaintenanceAction::Invalidate
                | MaintenanceAction::Flush
                | MaintenanceAction::Evict
                | MaintenanceAction::Discard
        );
        if !drops || upkeep.at.is_some() {
            return;
        }
        let lists = [self.rules.drops_for_group, self.rules.drops_for_device, self.rules.drops_for_scalars];
        let half = CLASSES * self.threads.len();
        let shares = |list: usize| list == FAR && self.rules.shares_far;
        let known = &mut self.threads[thread].known;
        for (n, (list, stages)) in lists.into_iter().zip(&mut known.dropped).enumerate() {
            for stage in 0..list.len() {
                let Caches(cache) = list[stage];
                if upkeep.caches.0 & cache != 0 {
                    let from = match stage {
                        0 => known.seen.clone(),
                        _ if self.lens.wide => known.seen.clone(),
                        1 if shares(n) => known.seen[half..].to_vec(),
                        _ => stages[stage - 1].clone(),
                    };
                    join(&mut stages[stage][..half], &from[..half]);
                    if stage == 0 && shares(n) {
                        join(&mut known.seen[half..], &from[..half]);
                    }
                }
            }
        }
    }

    fn request(&mut self, threads: Range<usize>, ask: Ask, resource: u32, served: bool) {
        let (tells_first, learns, tells_then, ordered) = match ask {
            Ask::Gws(GwsOp::Init | GwsOp::SemaV | GwsOp::SemaBr | GwsOp::SemaReleaseAll) => (true, false, false, false),
            Ask::Gws(GwsOp::SemaP) => (false, true, false, false),
            Ask::Gws(GwsOp::Barrier) => (true, true, false, false),
            Ask::Ordered => (false, true, true, true),
            Ask::Memory { .. } => return,
            Ask::Register(_) | Ask::Append { .. } => {
                self.unknown.insert("the order that an append, a consume or a GS register makes".into());
                return;
            }
        };
        let key = (ordered, resource);
        let told = |walk: &mut Self, thread: usize| {
            let mut message = walk.message(thread, 1);
            // Other groups have caches of their own.
            let half = message.len() / 2;
            message[half..].fill(0);
            join(walk.resources.entry(key).or_insert_with(|| vec![0; message.len()]), &message);
        };
        for thread in threads.clone() {
            let again = std::mem::replace(&mut self.threads[thread].queued, !served);
            if tells_first && !again {
                told(self, thread);
            }
        }
        if served {
            if learns && let Some(clock) = self.resources.get(&key).cloned() {
                threads.clone().for_each(|thread| self.receive(thread, &clock));
            }
            threads.filter(|_| tells_then).for_each(|thread| told(self, thread));
        }
    }

    /// Whether an access is atomic, and its scope.
    fn strong(&mut self, access: &Access) -> Option<Scope> {
        let word = (access.spot, access.at);
        if access.strong.is_some() {
            if !self.atomic.contains(&word) {
                self.found_atomic.insert(word);
            }
            return access.strong;
        }
        let (silent, scope) = match access.spot {
            Spot::Room(Room::Global) => (self.rules.global, Scope::Device),
            Spot::Room(Room::Shared(_)) => (self.rules.near, Scope::Group),
            Spot::Unit => (self.rules.near, Scope::Device),
        };
        let says_nothing = if access.writes { silent.stores } else { silent.loads };
        // An atomic access would not be volatile.
        (says_nothing && !access.volatile && access.bytes == 0xf && self.atomic.contains(&word)).then_some(scope)
    }

    fn access(&mut self, thread: usize, access: &Access) {
        let strong = self.strong(access);
        let silent = strong.is_some() && access.strong.is_none();
        let class = access.class as usize;
        self.threads[thread].issued[class] += 1;
        let count = self.threads[thread].issued[class];
        let key = (access.spot, access.at);
        let mut word = self.words.remove(&key).unwrap_or_default();
        let access = &Access { lanes: self.lanes(thread, access), ..*access };
        for entry in &word.entries {
            let Some(race) = self.races(thread, access, strong, entry) else { continue };
            let both = [entry.access.step, access.step];
            match race {
                Clash::None if silent => _ = self.unsettled.insert([both[1], both[0]]),
                Clash::None if entry.silent => _ = self.unsettled.insert(both),
                Clash::None => {}
                Clash::Plain | Clash::Of(_) | Clash::Same => {
                    let sighting = Sighting {
                        threads: [self.threads[usize::from(entry.thread)].wave, self.threads[thread].wave],
                        accesses: [entry.access, *access],
                        strong: [entry.strong.is_some(), strong.is_some()],
                        clash: race.missing(),
                        between: self.between(thread, access, entry, race),
                        lanes: [entry.access.lanes, access.lanes],
                        width: self.width(thread, usize::from(entry.thread)),
                        at: self.at,
                    };
                    self.sight(sighting);
                }
            }
        }
        if strong.is_some() && access.reads {
            for (from, clocks) in &word.messages {
                let distance = self.distance(thread, usize::from(*from));
                let of = &mut self.threads[thread].known;
                let told = &clocks[distance];
                let told = if distance == 0 { &told[..] } else { &told[..told.len() / 2] };
                join(&mut of.told[distance][class], told);
                if self.lens.acquired {
                    join(&mut of.seen, told);
                }
            }
        }
        if access.writes {
            if strong.is_none() || !access.rmw {
                word.messages.clear();
            }
            if strong.is_some() {
                let own = [self.message(thread, 0), self.message(thread, 1)];
                match word.messages.iter_mut().find(|(from, _)| usize::from(*from) == thread) {
                    Some((_, known)) => known.iter_mut().zip(&own).for_each(|(known, own)| join(known, own)),
                    None => word.messages.push((thread as u16, own)),
                }
            }
        }
        let covered = |entry: &Entry| {
            let Entry { access: old, .. } = entry;
            usize::from(entry.thread) == thread
                && (old.writes, old.class, entry.strong, entry.silent) == (access.writes, access.class, strong, silent)
                && old.bytes & !access.bytes == 0
        };
        word.entries.retain(|entry| !covered(entry));
        word.entries.push(Entry { thread: thread as u16, access: *access, strong, silent, count, batch: self.batch });
        self.words.insert(key, word);
    }

    /// The lanes of an access that belong to a thread.
    fn lanes(&self, thread: usize, access: &Access) -> u64 {
        let first = self.waves[usize::from(self.threads[thread].wave)].start;
        if self.apart { 1 << (thread - first) } else { access.lanes }
    }

    /// The threads of an access and an earlier one.
    fn between(&self, thread: usize, access: &Access, entry: &Entry, race: Clash) -> Between {
        let one_wave = self.threads[thread].wave == self.threads[usize::from(entry.thread)].wave;
        match (self.apart, race) {
            (false, _) => Between::Waves,
            (true, Clash::Same) => Between::Agreeing,
            (true, _) if self.is_same_step(thread, access, entry) => Between::Instruction,
            (true, _) if one_wave => Between::Lanes,
            (true, _) => Between::LanesOfWaves,
        }
    }

    /// The widest wave for which two lanes are in different waves: a power of two; 0 for threads of different waves.
    fn width(&self, a: usize, b: usize) -> u32 {
        let first = self.waves[usize::from(self.threads[a].wave)].start;
        match self.threads[a].wave == self.threads[b].wave && a != b {
            true => 1 << ((a - first) ^ (b - first)).ilog2(),
            false => 0,
        }
    }

    /// Whether an access and an earlier one are of the same execution of an instruction by a wave.
    fn is_same_step(&self, thread: usize, access: &Access, entry: &Entry) -> bool {
        let step = |batch: u32, access: &Access| (batch, access.instance, access.step);
        self.threads[thread].wave == self.threads[usize::from(entry.thread)].wave
            && step(self.batch, access) == step(entry.batch, &entry.access)
    }

    /// Stores a sighting: for lanes one of each kind, with all of its lanes.
    fn sight(&mut self, sighting: Sighting) {
        if let Some(sought) = &self.sought {
            if sighting.is_same(sought) {
                self.sightings.push(sighting);
            }
            return;
        }
        if !self.apart {
            self.sightings.push(sighting);
            return;
        }
        let next = self.sightings.len();
        match *self.index.entry((sighting.between, sighting.key())).or_insert(next) {
            at if at == next => self.sightings.push(sighting),
            at => self.sightings[at].join(&sighting),
        }
    }

    /// Distance to another wave: 0 in the group, 1 in another.
    fn distance(&self, a: usize, b: usize) -> usize {
        usize::from(self.threads[a].group != self.threads[b].group)
    }

    /// Whether an access and an earlier one are unordered; if so, whether they are atomic with respect to each other.
    fn races(&self, thread: usize, access: &Access, strong: Option<Scope>, entry: &Entry) -> Option<Clash> {
        let other = usize::from(entry.thread);
        let apart = access.bytes & entry.access.bytes == 0 || !(access.writes || entry.access.writes);
        if other == thread || apart {
            return None;
        }
        let distance = self.distance(thread, other);
        let known = &self.threads[thread].known;
        let cached = access.spot == Spot::Room(Room::Global)
            && strong.is_none()
            && !access.writes
            && !access.bypasses
            && !self.lens.fresh;
        let list = if access.scalar { 2 } else { distance };
        let clock = match &known.dropped[list][..] {
            [_] if cached && list == FAR && self.rules.shares_far => &known.seen[known.seen.len() / 2..],
            [.., stage] if cached => stage,
            _ => &known.seen,
        };
        let is_served_stale = cached && access.incoherent;
        if clock[CLASSES * other + entry.access.class as usize] >= entry.count && !is_served_stale {
            return None;
        }
        if self.is_same_step(thread, access, entry) {
            let mask = bits(access.bytes & entry.access.bytes);
            let agree = |(mine, theirs): (u32, u32)| (mine ^ theirs) & mask == 0;
            if access.stored.zip(entry.access.stored).is_some_and(agree) {
                return Some(Clash::Same);
            }
            if strong.is_none() || entry.strong.is_none() {
                return Some(Clash::Of(Missing::Instruction));
            }
        }
        let (Some(mine), Some(theirs)) = (strong, entry.strong) else { return Some(Clash::Plain) };
        let among = |scope| self.lens.wide || reach(scope, self.rules).is_some_and(|reach| distance < reach);
        Some(match (among(mine) && among(theirs), access.bytes == entry.access.bytes) {
            (true, true) => Clash::None,
            (false, _) => Clash::Of(Missing::Scope),
            (true, false) => Clash::Of(Missing::Size),
        })
    }
}

/// The relation of two unordered accesses.
#[derive(Clone, Copy)]
enum Clash {
    /// Both are atomic.
    None,
    /// One of them is not.
    Plain,
    /// This is missing: for example, both are atomic, but not with respect to each other.
    Of(Missing),
    /// Lanes of one instruction store the same value.
    Same,
}

impl Clash {
    fn missing(self) -> Option<Missing> {
        match self {
            Clash::Of(missing) => Some(missing),
            Clash::Same => Some(Missing::Instruction),
            Clash::None | Clash::Plain => None,
        }
    }
}
