//! Values that were never written and that reach memory, an address or a branch.
//!
//! Registers, shared and private memory start with contents that no document defines ([`Fill`](isotope_op::assume::Fill)), so a result that
//! depends on them is meaningless. [`UninitWatch`] finds such results: it runs each step also in other *worlds*, whose unwritten registers
//! and bytes hold other values, and which follow the control flow of the launch. What differs between the launch and a world depends on
//! something unwritten. A copy, a sum and a selection propagate a difference; a result that does not depend on it (`x ^ x`, a bit that is
//! masked off, the other side of a selection) is equal. No micro-operation needs a rule of its own: the worlds run the same ones.
//!
//! Global memory holds what the user gave; a byte stored there counts as written from then on. Two values of an unwritten bit may give the
//! same result by chance, so findings may be missed (but see `corners.rs`). Every finding does depend on an unwritten value.

mod bytes;
mod corners;
mod shadow;
mod sinks;

use std::collections::HashMap;

use isotope_ir::effect::{Access, LANES, Slot, Space, Src, Uop};
use isotope_ir::program::Program;
use isotope_ir::program::def_use::{Location, read};
use isotope_op::random::Random;

use self::bytes::{Bytes, Open};
use self::shadow::{Causes, Origins, Shadow};
use crate::dispatch::Dispatch;
use crate::fault::Place;
use crate::interp::Flow;
use crate::model::Reachable;
use crate::observe::{Deed, MemoryAccess, Observer, Storage};
use crate::state::{FULL, Status, Vector, Wave};

/// Worlds beside the launch.
const WORLDS: usize = 2;

/// Unwritten contents in a world. In one world, each byte is a positive number and each word an ordinary float; the other has the
/// complement, so that each bit has both values.
fn fill(world: usize, at: usize) -> u32 {
    let word = Random(at as u64 ^ 0x5bd1_e995).draw() as u32 & 0x1f1f_1f1f | 0x4040_4040;
    if world == 0 { word } else { !word }
}

/// What an unwritten value reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UninitRule {
    /// The address of an access.
    Address,
    /// A decision about control, or which lanes make an access.
    Branch,
    /// Data that is stored to global memory.
    Store,
    /// The data or the compare operand of an atomic operation.
    Atomic,
    /// An operand of a barrier or of a request to the synchronisation unit.
    Sync,
}

/// A place that was never written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// A word of the register file.
    Register(u32),
    /// A scalar word.
    Scalar(u16),
    /// A byte of shared memory.
    Shared(u64),
    /// A byte of private memory: of a lane, or of the wave as a whole.
    Private(Option<u32>, u64),
}

/// An unwritten value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// Where it lies.
    pub cell: Cell,
    /// The step that first read it.
    pub step: u32,
}

/// An unwritten value has reached something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Uninit {
    /// The rule.
    pub rule: UninitRule,
    /// The group.
    pub group: [u32; 3],
    /// The wave of the group.
    pub wave: u32,
    /// The lowest lane, 63:0; `None` if it is one value for the wave.
    pub lane: Option<u32>,
    /// The step.
    pub step: u32,
    /// Its origin; the first of several.
    pub origin: Option<Origin>,
}

impl Uninit {
    /// Findings with equal keys are the same.
    pub fn key(&self) -> (UninitRule, u32) {
        (self.rule, self.step)
    }
}

/// How the worlds handle a micro-operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// They run it.
    Registers,
    /// They take its result from the launch.
    Machine,
    /// It accesses memory: its sources are checked, and its result is taken from the launch except for open bytes.
    Memory,
    /// Nothing to do.
    Silent,
}

fn kind(uop: &Uop) -> Kind {
    match uop {
        Uop::Alu { .. }
        | Uop::Alu64 { .. }
        | Uop::Narrow { .. }
        | Uop::Test { .. }
        | Uop::Test64 { .. }
        | Uop::Mask { .. }
        | Uop::Ballot { .. }
        | Uop::Vote { .. }
        | Uop::ReadLane { .. }
        | Uop::PushLane { .. }
        | Uop::Approximate { .. }
        | Uop::Under { .. }
        | Uop::Scalar { .. }
        | Uop::Scalar64 { .. }
        | Uop::ScalarTest { .. }
        | Uop::ScalarTest64 { .. }
        | Uop::ScalarGet { .. }
        | Uop::ScalarPut { .. }
        | Uop::FromLane { .. }
        | Uop::ToLane { .. }
        | Uop::ReadRegion { .. }
        | Uop::WriteRegion { .. } => Kind::Registers,
        Uop::Special { .. } | Uop::ScalarSpecial { .. } => Kind::Machine,
        Uop::Load { .. }
        | Uop::Store { .. }
        | Uop::Atomic { .. }
        | Uop::Surface { .. }
        | Uop::ScalarLoad { .. }
        | Uop::TableAddress { .. }
        | Uop::ElementAddress { .. }
        | Uop::BufferAddress { .. }
        | Uop::ImageAddress { .. }
        | Uop::SurfaceAddress { .. }
        | Uop::Typed(_) => Kind::Memory,
        Uop::Fence { .. } | Uop::Maintain(_) | Uop::Wait(_) | Uop::Uncover => Kind::Silent,
    }
}

/// Places that a micro-operation touches: where it runs on all lanes, and where it runs on none.
#[derive(Debug)]
struct Parts([Vec<Location>; 2]);

impl Parts {
    /// What it touches when it runs on these lanes.
    fn on(&self, lanes: u32) -> impl Iterator<Item = Location> {
        let [all, none] = &self.0;
        all.iter().zip(none).map(move |(all, none)| match (*all, *none) {
            (Location::Vector { first, lanes: all }, Location::Vector { lanes: none, .. }) => {
                Location::Vector { first, lanes: all & (none | lanes) }
            }
            (Location::Map { map, .. }, _) => Location::Map { map, lanes },
            (Location::Scalar { word, bits: all }, Location::Scalar { bits: none, .. }) => {
                Location::Scalar { word, bits: all & (none | lanes) }
            }
            (part, _) => part,
        })
    }
}

/// What is known of a micro-operation before it runs.
#[derive(Debug)]
struct Row {
    kind: Kind,
    reads: Parts,
    writes: Parts,
    /// Each lane writes only its own words, and these completely.
    by_lane: bool,
}

impl Row {
    fn of(uop: &Uop, program: &Program) -> Row {
        let [all, none] = [FULL, 0].map(|lanes| uop.def_use(lanes, program));
        let vectors = all.writes.iter().all(|part| matches!(part, Location::Vector { .. }));
        Row {
            kind: kind(uop),
            by_lane: all.by_lane && vectors,
            reads: Parts([all.reads.to_vec(), none.reads.to_vec()]),
            writes: Parts([all.writes.to_vec(), none.writes.to_vec()]),
        }
    }
}

/// State of the worlds for a running memory operation.
#[derive(Default)]
struct Pending {
    /// Words that the worlds store, if they differ from those of the launch.
    data: Option<Box<[[Vector; 4]; WORLDS]>>,
    /// The sources of these words.
    sources: [Option<Src>; 4],
    /// How private memory is addressed.
    space: Option<Space>,
    /// Lanes whose open data was stored to global memory.
    stored: u32,
    /// Loads of shared or private memory with open bytes: the lane, whether memory is shared, and where.
    loads: Vec<(u32, bool, u64)>,
    /// Returned values of atomics on such memory.
    returned: Vec<(u32, [u64; WORLDS], u32)>,
}

/// Watches a launch for unwritten values that reach memory, an address or a branch.
pub struct UninitWatch<'a> {
    dispatch: &'a Dispatch,
    rows: Vec<Row>,
    waves: HashMap<([u32; 3], u32), Box<Shadow>>,
    /// Shared memory of the current group, and of the other groups.
    shared: Bytes,
    others: HashMap<[u32; 3], Bytes>,
    origins: Origins,
    /// The current wave, and its shadow.
    place: Place,
    now: Option<Box<Shadow>>,
    step: u32,
    /// The next micro-operation of the step, and whether one has run.
    at: usize,
    begun: bool,
    /// Origins of the open sources of the current micro-operation, if the worlds run it, and the lanes on which it runs in any world.
    causes: Option<Causes>,
    running: u32,
    pending: Pending,
    found: Vec<(Uninit, u64)>,
    fresh: Vec<Uninit>,
}

impl<'a> UninitWatch<'a> {
    /// An observer of a launch before its first step.
    pub fn new(dispatch: &'a Dispatch) -> UninitWatch<'a> {
        let program = &dispatch.program;
        UninitWatch {
            dispatch,
            rows: program.uops.iter().map(|uop| Row::of(uop, program)).collect(),
            waves: HashMap::new(),
            shared: Bytes::default(),
            others: HashMap::new(),
            origins: Origins::default(),
            place: Place { group: [0; 3], wave: 0, address: 0 },
            now: None,
            step: 0,
            at: 0,
            begun: false,
            causes: None,
            running: 0,
            pending: Pending::default(),
            found: Vec::new(),
            fresh: Vec::new(),
        }
    }

    /// The findings in order of first occurrence, each instruction once for each rule with its count.
    pub fn found(&self) -> &[(Uninit, u64)] {
        &self.found
    }

    /// Findings of the last step.
    pub fn fresh(&self) -> &[Uninit] {
        &self.fresh
    }

    fn report(&mut self, rule: UninitRule, lane: Option<u32>, origin: u32) {
        let Place { group, wave, .. } = self.place;
        let origin = (origin != 0).then(|| self.origins.get(origin));
        let uninit = Uninit { rule, group, wave, lane, step: self.step, origin };
        match self.found.iter_mut().find(|(known, _)| known.key() == uninit.key()) {
            Some((_, count)) => *count += 1,
            None => self.found.push((uninit, 1)),
        }
        self.fresh.push(uninit);
    }

    /// The shadow of the current wave.
    fn turn(&mut self, place: Place) {
        let key = |place: Place| (place.group, place.wave);
        if self.now.is_some() && key(self.place) == key(place) {
            self.place = place;
            return;
        }
        if let Some(shadow) = self.now.take() {
            self.waves.insert(key(self.place), shadow);
        }
        if self.place.group != place.group {
            let next = self.others.remove(&place.group).unwrap_or_default();
            let last = std::mem::replace(&mut self.shared, next);
            self.others.insert(self.place.group, last);
        }
        if !self.waves.contains_key(&key(place)) {
            let all = Shadow::of_group(self.dispatch, place.group).into_iter().zip(0..);
            self.waves.extend(all.map(|(shadow, wave)| ((place.group, wave), Box::new(shadow))));
        }
        self.now = self.waves.remove(&key(place));
        self.place = place;
    }

    /// Called when the wave is first seen in this step.
    fn begin(&mut self, shadow: &mut Shadow, main: &Wave) {
        if std::mem::replace(&mut self.begun, true) {
            return;
        }
        let program = &self.dispatch.program;
        if let Some(step) = shadow.control.take() {
            let writes = program.steps[step as usize].steered(program).writes;
            writes.into_iter().for_each(|part| shadow.copy(main, program, part));
        }
        let guard = program.steps[self.step as usize].guard;
        shadow.gates[1] = guard;
        shadow.main = main.active() & main.mask(guard);
        for (lanes, world) in shadow.lanes.iter_mut().zip(&shadow.worlds) {
            *lanes = world.active() & world.mask(guard);
        }
    }

    /// A byte of shared or private memory.
    fn byte(&mut self, shadow: &Shadow, shared: bool, at: u64) -> Option<([u8; WORLDS], u32)> {
        let bytes = if shared { &self.shared } else { &shadow.private };
        let Open { values, origin } = bytes.get(at)?;
        let origin = origin.unwrap_or_else(|| {
            let lane_bytes = u64::from(self.dispatch.private_bytes.max(1));
            let cell = match (shared, self.pending.space) {
                (true, _) => Cell::Shared(at),
                (false, Some(Space::Wave)) => Cell::Private(None, at),
                (false, _) => Cell::Private(Some((at / lane_bytes) as u32), at % lane_bytes),
            };
            self.origins.number(cell, self.step)
        });
        Some((values, origin))
    }

    /// Which of these memories an access reached, and where in it.
    fn own(&self, access: &MemoryAccess) -> Option<(bool, u64)> {
        match access.storage {
            // Nothing is stored past its end.
            Storage::Shared => {
                let end = access.at.saturating_add(access.bytes.into());
                (end <= u64::from(self.dispatch.shared_bytes)).then_some((true, access.at))
            }
            Storage::Private if self.pending.space == Some(Space::Wave) => Some((false, access.at)),
            Storage::Private => {
                Some((false, u64::from(access.lane) * u64::from(self.dispatch.private_bytes) + access.at))
            }
            Storage::Global | Storage::Constant | Storage::Device => None,
        }
    }

    fn memory<'s>(&'s mut self, shadow: &'s mut Shadow, shared: bool) -> &'s mut Bytes {
        if shared { &mut self.shared } else { &mut shadow.private }
    }

    /// A lane writes a byte that may differ.
    fn put(&mut self, shadow: &mut Shadow, (shared, at): (bool, u64), main: u8, values: [u8; WORLDS], origin: u32) {
        let open = values.iter().any(|value| *value != main).then_some(Open { values, origin: Some(origin) });
        self.memory(shadow, shared).put(at, open);
    }

    fn stored(&mut self, shadow: &mut Shadow, access: &MemoryAccess, words: [u32; 4]) {
        let lane = access.lane as usize % LANES;
        let byte = |words: &[u32; 4], n: usize| words[n / 4].to_le_bytes()[n % 4];
        let own = self.own(access);
        let Some(data) = &self.pending.data else {
            if let Some((shared, at)) = own {
                self.memory(shadow, shared).write_all(at..at + u64::from(access.bytes));
            }
            return;
        };
        let worlds = data.each_ref().map(|data| data.each_ref().map(|vector| vector[lane]));
        for n in 0..usize::from(access.bytes) {
            let (here, values) = (byte(&words, n), worlds.each_ref().map(|words| byte(words, n)));
            let differs = values.iter().any(|value| *value != here);
            let source = self.pending.sources[n / 4].filter(|_| differs);
            let mut origin = || source.map_or(0, |src| shadow.origin(src, lane as u32, self.step, &mut self.origins));
            match own {
                Some((shared, at)) => {
                    let origin = origin();
                    self.put(shadow, (shared, at + n as u64), here, values, origin);
                }
                None if differs && access.storage == Storage::Global => {
                    let origin = origin();
                    // Once for all lanes of the operation.
                    if self.pending.stored == 0 {
                        self.report(UninitRule::Store, Some(access.lane), origin);
                    }
                    self.pending.stored |= 1 << lane;
                }
                None => {}
            }
        }
    }

    /// Result of a load in lanes that read open bytes.
    fn loaded(&mut self, shadow: &mut Shadow, main: &Wave, access: &Access, dst: Slot, signed: bool) {
        for (lane, shared, at) in std::mem::take(&mut self.pending.loads) {
            for word in 0..u64::from(access.bytes.div_ceil(4)) {
                let slot = Slot(dst.0 + word as u32 * LANES as u32);
                let here = main.registers[slot.0 as usize + lane as usize];
                let bytes = u64::from(access.bytes).saturating_sub(4 * word).min(4);
                let (mut values, mut cause) = ([here.to_le_bytes(); WORLDS], 0);
                for n in 0..bytes {
                    if let Some((open, origin)) = self.byte(shadow, shared, at + 4 * word + n) {
                        cause = if cause == 0 { origin } else { cause };
                        values.iter_mut().zip(open).for_each(|(value, open)| value[n as usize] = open);
                    }
                }
                let unused = 32 - 8 * bytes as u32;
                let extended = values.map(u32::from_le_bytes).map(|value| match signed {
                    true => ((value << unused) as i32 >> unused) as u32,
                    false => value << unused >> unused,
                });
                if cause != 0 {
                    shadow.put(main, slot, lane as usize, extended, cause);
                }
            }
        }
    }

    fn atomic(&mut self, shadow: &mut Shadow, access: &MemoryAccess) {
        let Deed::Atomic { rmw, data, old: Some(old), update: Some(update) } = access.deed else { return };
        let Some((shared, at)) = self.own(access) else { return };
        let (mut olds, mut cause) = ([old.to_le_bytes(); WORLDS], 0);
        for n in 0..u64::from(access.bytes).min(8) {
            if let Some((open, origin)) = self.byte(shadow, shared, at + n) {
                cause = if cause == 0 { origin } else { cause };
                olds.iter_mut().zip(open).for_each(|(old, open)| old[n as usize] = open);
            }
        }
        if cause == 0 {
            return;
        }
        // Where the result is unspecified, it is taken from the launch.
        let results = olds.map(|old| rmw.apply(u64::from_le_bytes(old), data[0], data[1]).unwrap_or(update));
        for n in 0..usize::from(access.bytes).min(8) {
            let byte = |value: u64| value.to_le_bytes()[n];
            let values = results.map(|result| byte(result.new));
            self.put(shadow, (shared, at + n as u64), byte(update.new), values, cause);
        }
        self.pending.returned.push((access.lane % LANES as u32, results.map(|result| result.returned), cause));
    }
}

impl Observer for UninitWatch<'_> {
    fn looks_inside(&self) -> bool {
        true
    }

    fn active(&mut self, place: Place, active: u32) {
        self.turn(place);
        self.fresh.clear();
        self.begun = false;
        if let Some(shadow) = &mut self.now {
            shadow.follow(active);
        }
    }

    fn step(&mut self, _: Place, index: u32, _: u64) {
        self.step = index;
        self.at = self.dispatch.program.steps[index as usize].first as usize;
    }

    fn before(&mut self, main: &Wave, uop: &Uop, lanes: u32) {
        let Some(mut shadow) = self.now.take() else { return };
        self.begin(&mut shadow, main);
        shadow.main = lanes;
        let program = &self.dispatch.program;
        let row = &self.rows[self.at];
        self.causes = None;
        match row.kind {
            Kind::Registers => {
                let running = shadow.lanes.iter().fold(lanes, |all, world| all | world);
                let agree = shadow.lanes == [lanes; WORLDS];
                let open = |parts: &Parts| parts.on(running).any(|part| shadow.any(main, program, part));
                if !agree || open(&row.reads) || !row.by_lane && open(&row.writes) {
                    let mut causes = shadow.causes(main, program, row.reads.on(running), self.step, &mut self.origins);
                    if !agree {
                        let gates = shadow.gates.map(|mask| read(Src::Mask(mask), FULL)).into_iter().flatten();
                        causes.or(shadow.causes(main, program, gates, self.step, &mut self.origins));
                    }
                    self.running = running;
                    self.causes = Some(causes);
                    let turning = corners::turning(main, &shadow.worlds, uop, lanes);
                    shadow.run(self.dispatch, uop);
                    shadow.turn(uop, turning);
                }
            }
            Kind::Memory => self.sources(&mut shadow, main, uop, lanes),
            Kind::Machine | Kind::Silent => {}
        }
        self.now = Some(shadow);
    }

    fn access(&mut self, access: &MemoryAccess) {
        let Some(mut shadow) = self.now.take() else { return };
        match access.deed {
            Deed::Store(words) => self.stored(&mut shadow, access, words),
            Deed::Load => {
                if let Some((shared, at)) = self.own(access)
                    && self.memory(&mut shadow, shared).any(at..at + u64::from(access.bytes))
                {
                    self.pending.loads.push((access.lane % LANES as u32, shared, at));
                }
            }
            Deed::Atomic { .. } => self.atomic(&mut shadow, access),
        }
        self.now = Some(shadow);
    }

    fn after(&mut self, main: &Wave, uop: &Uop, lanes: u32) {
        let Some(mut shadow) = self.now.take() else { return };
        let program = &self.dispatch.program;
        let row = &self.rows[self.at];
        self.at += 1;
        match (row.kind, self.causes.take()) {
            (Kind::Registers, Some(causes)) => {
                shadow.settle(main, program, row.writes.on(self.running), &causes);
            }
            (Kind::Silent, _) => {}
            _ => row.writes.on(lanes).for_each(|part| shadow.copy(main, program, part)),
        }
        match uop {
            Uop::Under { base, also } => {
                shadow.gates = [*base, *also];
                shadow.main = lanes;
                if shadow.open_gates(main) == 0 {
                    shadow.lanes = [lanes; WORLDS];
                }
            }
            Uop::Load { access, dst: Some(dst), signed } => self.loaded(&mut shadow, main, access, *dst, *signed),
            Uop::Store { src, .. } if self.pending.stored != 0 => {
                src.iter().for_each(|src| shadow.copy_source(main, program, *src, self.pending.stored));
            }
            Uop::Atomic { access, dst: Some(dst), .. } => {
                for (lane, values, cause) in std::mem::take(&mut self.pending.returned) {
                    shadow.put(main, *dst, lane as usize, values.map(|value| value as u32), cause);
                    if access.bytes == 8 {
                        let high = Slot(dst.0 + LANES as u32);
                        shadow.put(main, high, lane as usize, values.map(|value| (value >> 32) as u32), cause);
                    }
                }
            }
            _ => {}
        }
        self.now = Some(shadow);
    }

    fn settled(&mut self, main: &Wave, _: Reachable<'_>) {
        let Some(mut shadow) = self.now.take() else { return };
        let ran = self.begun;
        self.begin(&mut shadow, main);
        if !ran {
            self.skipped(&mut shadow, main);
        }
        self.control(&mut shadow, main);
        shadow.active = main.active();
        self.now = Some(shadow);
    }

    fn meets(&mut self, group: [u32; 3], waves: &[&Wave], _: usize, flow: Flow) {
        // A session has no event for the end of a group.
        if flow == Flow::Done && waves.iter().all(|wave| wave.status == Status::Done) {
            self.ended(group);
        }
    }

    fn ended(&mut self, group: [u32; 3]) {
        if self.place.group == group {
            (self.now, self.shared) = (None, Bytes::default());
        }
        self.waves.retain(|(of, _), _| *of != group);
        self.others.remove(&group);
    }
}
