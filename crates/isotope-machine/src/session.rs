//! Stepping a launch by hand, with its whole state accessible.
//!
//! # Copies
//! A schedule explorer copies a session, lets one wave of the copy take a step, and checks whether it has seen the state before. So a copy
//! shares everything with the original (program, memory at the start, waves, pages of memory that differ from the start) until one of the
//! two changes it, and a step copies only what it changes: the wave, the list of waves of its group, the pages that it writes. Undoing a
//! step would need the same wave and the same bytes, so there is no undo: keep a copy.

mod parts;
mod standstill;

use std::cell::RefCell;
use std::hash::Hash;
use std::sync::{Arc, MutexGuard, OnceLock};

use super::delta::{Delta, Deltas};
use super::digest::{Packer, Remembered, Sink};
use super::dispatch::Dispatch;
use super::fault::Stop;
use super::footprint::Footprint;
use super::interp::{Context, Flow, Stats};
use super::model::{AnyModel, Behind, Interleaved, Model, Peek};
use super::observe::{Observer, Sight, Unobserved, Watched};
use super::request::wake;
use super::run::{Waves, begin, settle};
use super::snapshot::{self, Counting, Needs, State, Walk, hashed};
use super::state::{BARRIERS, Barrier, Group, Status, Wave};
use crate::mem::{Desk, Memory, NoRoom, Shared, Store, room};
use crate::sync::{Unit, WaveId};
use isotope_ir::effect::{ACTIVE, Control, LANES, Step};

pub use parts::{Beside, WaveState};
pub use standstill::Deadlock;

/// What a step of a [`Session`] did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stepped {
    /// The wave can continue.
    Ready,
    /// The wave waits at a barrier or in a queue, or was halted.
    Waiting,
    /// The wave has ended.
    Ended,
    /// The wave stopped the launch.
    Stopped(Stop),
}

/// A wave, and its hash once computed.
#[derive(Clone, Debug)]
struct Member {
    wave: Wave,
    digest: Remembered,
}

/// A group, likewise.
#[derive(Clone, Debug)]
struct Cohort {
    index: [u32; 3],
    waves: Vec<Arc<Member>>,
    /// Its shared memory at the start.
    start: Arc<Store>,
    shared: Delta,
    barriers: [Barrier; BARRIERS],
    digest: Remembered,
}

impl Cohort {
    /// A wave, to be changed.
    fn wave(&mut self, wave: usize) -> &mut Wave {
        self.digest.forget();
        let member = Arc::make_mut(&mut self.waves[wave]);
        member.digest.forget();
        &mut member.wave
    }

    fn is_done(&self) -> bool {
        self.waves.iter().all(|w| w.wave.status == Status::Done)
    }
}

impl Waves for Vec<Arc<Member>> {
    fn live(&self) -> u32 {
        self.iter().filter(|w| w.wave.status != Status::Done).count() as u32
    }

    fn change(&mut self, which: impl Fn(&Wave) -> bool, mut change: impl FnMut(&mut Wave)) {
        for member in self.iter_mut().filter(|w| which(&w.wave)) {
            let member = Arc::make_mut(member);
            member.digest.forget();
            change(&mut member.wave);
        }
    }
}

/// State beside memory, likewise.
#[derive(Clone, Debug)]
struct Device {
    /// The synchronisation unit.
    unit: Option<Shared<Unit>>,
    /// State of the host process.
    desk: Option<Shared<Desk>>,
    digest: Remembered,
}

/// A launch whose whole state is in view: all groups in flight at once, and the memory.
///
/// Sessions are compared by what later steps can depend on ([`Session::state`]); statistics and dead registers do not count.
///
/// # Cost
/// A copy: one reference for each group, independent of its contents. A step: the step itself, and copies of what it changes where another
/// session shares it: the wave with its private memory, one reference for each wave of the group, and written pages of 128 bytes.
/// [`Session::digest`]: the live registers and private memory of waves that moved since the last call, and one addition for each group;
/// memory is hashed with each write.
///
/// # Examples
/// Every order in which three waves can each add one to a word:
/// ```
/// use std::collections::HashSet;
/// use isotope_ir::effect::{Access, Address, Control, Mask, Qualifiers, Slot, Space, Src, Uop, Wide};
/// use isotope_ir::program::Builder;
/// use isotope_machine::mem::Memory;
/// use isotope_machine::{Dispatch, Session, Stepped};
/// use isotope_op::atomic::{AtomicOp, Rmw, Size};
///
/// let mut memory = Memory::new();
/// let word = memory.allocate("word", &[0; 4]).unwrap();
/// let mut builder = Builder::new("add", 1, 1, &[]);
/// let rmw = builder.rmw(Rmw::int(AtomicOp::Add, Size::B32));
/// let address = Address { lo: Src::Imm(word as u32), hi: Some(Src::Imm((word >> 32) as u32)), offset: 0 };
/// let (space, qualifiers) = (Space::Global, Qualifiers::PLAIN);
/// let access = Access { space, address, bytes: 4, aligned: true, upper: false, qualifiers };
/// let (src0, src1) = (Wide::narrow(Src::Imm(1)), Wide::narrow(Src::Imm(0)));
/// builder.begin();
/// builder.push(Uop::Atomic { access, rmw, src0, src1, dst: Some(Slot(0)), sparse: None });
/// builder.finish(0, Mask::ALL, Control::Next, "add".into());
/// builder.begin();
/// builder.finish(8, Mask::ALL, Control::End, "end".into());
/// let dispatch = Dispatch::new(&builder.build(), [3, 1, 1], [1, 1, 1], Vec::new()).unwrap();
///
/// let first = Session::new(&dispatch, memory);
/// let mut visited = HashSet::from([first.state()]);
/// let (mut open, mut results) = (vec![first], HashSet::new());
/// while let Some(session) = open.pop() {
///     let waves: Vec<_> = session.enabled().collect();
///     if waves.is_empty() {
///         results.insert(session.read(word, 4));
///     }
///     for (group, wave) in waves {
///         let mut next = session.clone();
///         if next.step(group, wave) == Stepped::Ready {
///             next.run_to_visible(group, wave, 100).unwrap();
///         }
///         assert!(next.state().size() < 64);
///         if visited.insert(next.state()) {
///             open.push(next);
///         }
///     }
/// }
/// // Each wave is before its addition, before its end, or has ended; what it got is dead.
/// assert_eq!((visited.len(), results.len()), (3 * 3 * 3, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Session<'a, M = Interleaved> {
    dispatch: &'a Dispatch,
    /// The memory model, with what it has delayed.
    pub model: M,
    /// Global memory at the start, without the state beside it.
    start: Arc<Memory>,
    memory: Delta,
    device: Option<Arc<Device>>,
    groups: Vec<Arc<Cohort>>,
    counting: Arc<OnceLock<Counting>>,
    /// Counts so far. They are not part of the state.
    pub stats: Stats,
}

/// Whether nothing differs that later steps can depend on, compared in full. Sessions of different dispatches differ.
impl<M: Model + PartialEq> PartialEq for Session<'_, M> {
    fn eq(&self, other: &Self) -> bool {
        let same_start = || Arc::ptr_eq(&self.start, &other.start) || self.start == other.start;
        std::ptr::eq(self.dispatch, other.dispatch)
            && same_start()
            && self.model == other.model
            && self.packed().0 == other.packed().0
    }
}

impl<'a> Session<'a> {
    /// A launch before its first step.
    pub fn new(dispatch: &'a Dispatch, memory: Memory) -> Session<'a> {
        Session::with_model(dispatch, memory, Interleaved)
    }

    /// The same on a copy of `memory`, if the host has enough memory for the copy and the waves.
    ///
    /// # Errors
    /// When it has not.
    pub fn on_copy(dispatch: &'a Dispatch, memory: &Memory) -> Result<Session<'a>, NoRoom> {
        // A step needs the waves before and after it.
        room(dispatch.state_bytes().saturating_mul(2).saturating_add(memory.bytes()))?;
        Ok(Session::new(dispatch, memory.clone()))
    }
}

impl<'a, M: Model> Session<'a, M> {
    /// The same under another memory model.
    pub fn with_model(dispatch: &'a Dispatch, mut memory: Memory, model: M) -> Session<'a, M> {
        begin(dispatch, &memory);
        let (unit, desk) = (memory.take_unit().map(|unit| *unit), memory.take_desk().map(|desk| *desk));
        let beside = unit.is_some() || desk.is_some();
        let device = beside.then(|| Arc::new(Device { unit, desk, digest: Remembered::default() }));
        let start = |n| {
            let mut group = dispatch.group(n);
            group.seed(0);
            let Group { index, waves, shared, barriers } = group;
            let member = |wave| Arc::new(Member { wave, digest: Remembered::default() });
            let waves = waves.into_iter().map(member).collect();
            let (start, shared) = (Arc::new(shared), Delta::default());
            Arc::new(Cohort { index, waves, start, shared, barriers, digest: Remembered::default() })
        };
        let groups = (0..dispatch.group_count()).map(start).collect();
        let (start, memory) = (Arc::new(memory), Delta::default());
        Session { dispatch, model, start, memory, device, groups, counting: Arc::default(), stats: Stats::default() }
    }

    /// The waves that can take a step, as (group, wave).
    pub fn enabled(&self) -> impl Iterator<Item = (usize, usize)> {
        self.groups.iter().enumerate().flat_map(|(g, group)| {
            let can = |w: &Wave| match w.status {
                Status::Ready => true,
                Status::Queued => self.unit().is_some_and(|unit| unit.can_go_on(WaveId(w.id))),
                _ => false,
            };
            group.waves.iter().enumerate().filter(move |(_, w)| can(&w.wave)).map(move |(w, _)| (g, w))
        })
    }

    /// Text of the instruction that a wave runs next.
    pub fn next_text(&self, group: usize, wave: usize) -> Option<&str> {
        let pc = self.groups.get(group)?.waves.get(wave)?.wave.pc;
        self.dispatch.program.texts.get(pc as usize).map(String::as_str)
    }

    /// Lets one wave take one step. A wave that cannot run is unchanged.
    ///
    /// # Panics
    /// If there is no such group or wave.
    pub fn step(&mut self, group: usize, wave: usize) -> Stepped {
        self.advance((group, wave), &mut Watched::by_none(&mut Unobserved), &[], &|_| true, 1)
    }

    /// Like [`Session::step`], with an observer.
    ///
    /// # Panics
    /// If there is no such group or wave.
    pub fn step_observed(&mut self, group: usize, wave: usize, observer: &mut dyn Observer) -> Stepped {
        self.step_ordered(group, wave, &[], observer)
    }

    /// Like [`Session::step_observed`], with a chosen order: these lanes, 63:0, go first, and the other lanes follow in the order of the
    /// launch's assumptions. Memory serves them in this order, in each operation of the step. Where a branch splits the wave, the side of
    /// the first of them runs first. Lanes that do not take part are ignored.
    ///
    /// # Panics
    /// If there is no such group or wave.
    pub fn step_ordered(&mut self, group: usize, wave: usize, first: &[u8], observer: &mut dyn Observer) -> Stepped {
        self.advance((group, wave), &mut Watched::by(observer), first, &|_| true, 1)
    }

    /// Lets one wave run until its next step would touch what other waves see, or it stops. All steps before that are independent of other
    /// waves, so a schedule explorer needs no choice in between. `None` if that takes more than `max_steps` steps, as in a loop that only
    /// counts.
    ///
    /// # Panics
    /// If there is no such group or wave.
    pub fn run_to_visible(&mut self, group: usize, wave: usize, max_steps: u64) -> Option<Stepped> {
        let dispatch = self.dispatch;
        let is_visible = |pc: u32| dispatch.program.steps.get(pc as usize).is_some_and(|step| step.visible);
        if is_visible(self.wave(group, wave).pc) {
            return Some(Stepped::Ready);
        }
        let stepped = if max_steps == 0 {
            Stepped::Ready
        } else {
            self.advance((group, wave), &mut Watched::by_none(&mut Unobserved), &[], &is_visible, max_steps)
        };
        (stepped != Stepped::Ready || is_visible(self.wave(group, wave).pc)).then_some(stepped)
    }

    /// Lets a wave take steps until it reaches the condition.
    fn advance(
        &mut self,
        (group, wave): (usize, usize),
        sight: &mut Watched<'_>,
        first: &[u8],
        stop_at: &dyn Fn(u32) -> bool,
        max_steps: u64,
    ) -> Stepped {
        let dispatch = self.dispatch;
        let Wave { status, pc, .. } = self.groups[group].waves[wave].wave;
        match status {
            Status::Ready => {}
            Status::Queued | Status::Halted => {
                let unit = self.device.as_mut().and_then(|device| asked(device).unit.as_ref());
                let woken = wake(dispatch, unit.map(Shared::lock), Arc::make_mut(&mut self.groups[group]).wave(wave));
                return if woken { Stepped::Ready } else { Stepped::Waiting };
            }
            Status::AtBarrier(_) => return Stepped::Waiting,
            Status::Done => return Stepped::Ended,
        }
        let step = dispatch.program.steps.get(pc as usize);
        let asks = |s: &Step| matches!(s.control, Control::Request(_) | Control::Host(_) | Control::End);
        let device = match &mut self.device {
            Some(device) if step.is_some_and(asks) => Some(asked(device)),
            device => device.as_deref(),
        };
        let group = Arc::make_mut(&mut self.groups[group]);
        group.digest.forget();
        let Cohort { index, waves, start, shared, barriers, .. } = group;
        let member = Arc::make_mut(&mut waves[wave]);
        member.digest.forget();
        let [global, local] = [&mut self.memory, &mut *shared].map(|delta| RefCell::new(std::mem::take(delta)));
        let context = Context {
            dispatch,
            memory: &self.start,
            shared: start,
            barriers,
            group: *index,
            stats: &mut self.stats,
            changes: 0,
            sight: &mut (),
            model: &(),
            deltas: Some(deltas(&global, &local, device, first)),
            native: None,
            own: None,
            fresh: Default::default(),
        };
        let under = self.model.interleaved().map_or(Under::Other(&self.model), Under::Interleaved);
        let stopped = take_steps(context, under, sight, &mut member.wave, stop_at, max_steps);
        (self.memory, *shared) = (global.into_inner(), local.into_inner());
        let flow = match stopped {
            Ok(flow) => flow,
            Err(stop) => return Stepped::Stopped(stop),
        };
        if sight.looks() && matches!(flow, Flow::Barrier(_) | Flow::Done) {
            let all: Vec<&Wave> = waves.iter().map(|member| &member.wave).collect();
            sight.observer().meets(*index, &all, wave, flow);
        }
        settle(&dispatch.program, barriers, waves, flow);
        match waves[wave].wave.status {
            Status::Ready => Stepped::Ready,
            Status::AtBarrier(_) | Status::Queued | Status::Halted => Stepped::Waiting,
            Status::Done => Stepped::Ended,
        }
    }

    /// What the next step of a wave will touch that other waves can see, without taking it. Empty for a wave that cannot run. Addresses
    /// follow from registers, so they are the same under every memory model; delayed accesses of a model are not considered.
    ///
    /// # Panics
    /// If there is no such group or wave.
    pub fn footprint(&self, group: usize, wave: usize) -> Footprint {
        let of = &self.groups[group];
        let before = &of.waves[wave].wave;
        let mut copy = match before.status {
            Status::Ready => before.clone(),
            // It makes its request again.
            Status::Queued => return Footprint { group: of.index, unit: true, ..Footprint::default() },
            Status::AtBarrier(_) | Status::Halted | Status::Done => return Footprint::default(),
        };
        let mut footprint = Footprint { group: of.index, ..Footprint::default() };
        let (mut stats, mut barriers) = (Stats::default(), of.barriers);
        let (memory, shared) = (RefCell::new(self.memory.clone()), RefCell::new(of.shared.clone()));
        let device = self.device.as_deref();
        let context = Context {
            dispatch: self.dispatch,
            memory: &self.start,
            shared: &of.start,
            barriers: &mut barriers,
            group: of.index,
            stats: &mut stats,
            changes: 0,
            sight: &mut (),
            model: &(),
            deltas: Some(deltas(&memory, &shared, device, &[])),
            native: None,
            own: None,
            fresh: Default::default(),
        };
        let sight = &mut Watched::by(&mut footprint);
        let stops = take_steps(context, Under::Peek, sight, &mut copy, &|_| true, 1).is_err();
        footprint.stops = stops;
        footprint.ends = copy.status == Status::Done;
        let step = self.dispatch.program.steps.get(before.pc as usize);
        footprint.unit = step.is_some_and(|step| matches!(step.control, Control::Request(_) | Control::Host(_)));
        footprint
    }

    /// Whether the next steps of two waves are dependent: in the other order they may leave another state.
    ///
    /// # Panics
    /// If there is no such group or wave.
    pub fn depends(&self, a: (usize, usize), b: (usize, usize)) -> bool {
        a == b || self.footprint(a.0, a.1).meets(&self.footprint(b.0, b.1))
    }
}

/// The memory model of a step. The interpreter is compiled for each variant, and here alone, not in each crate that has sessions.
enum Under<'a> {
    Interleaved(&'a Interleaved),
    Peek,
    Other(&'a dyn AnyModel),
}

/// Lets a wave take steps until it reaches the condition.
fn take_steps(
    context: Context<'_, (), ()>,
    under: Under<'_>,
    sight: &mut Watched<'_>,
    wave: &mut Wave,
    stop_at: &dyn Fn(u32) -> bool,
    max_steps: u64,
) -> Result<Flow, Stop> {
    fn take<M: Model, O: Sight>(
        mut context: Context<'_, M, O>,
        wave: &mut Wave,
        stop_at: &dyn Fn(u32) -> bool,
        max_steps: u64,
    ) -> Result<Flow, Stop> {
        let mut left = max_steps;
        loop {
            left -= 1;
            let flow = context.run(wave, 1).map_err(|(_, stop)| stop)?;
            if left == 0 || wave.status != Status::Ready || stop_at(wave.pc) {
                return Ok(flow);
            }
        }
    }
    match under {
        Under::Interleaved(model) if !sight.looks() => {
            take(context.with(model, &mut Unobserved), wave, stop_at, max_steps)
        }
        Under::Interleaved(model) => take(context.with(model, sight), wave, stop_at, max_steps),
        Under::Peek => take(context.with(&Peek, sight), wave, stop_at, max_steps),
        Under::Other(model) => take(context.with(&Behind::new(model), sight), wave, stop_at, max_steps),
    }
}

/// The memory that a step of a session changes.
fn deltas<'a>(
    memory: &'a RefCell<Delta>,
    shared: &'a RefCell<Delta>,
    device: Option<&'a Device>,
    first: &'a [u8],
) -> Deltas<'a> {
    let unit = device.and_then(|device| device.unit.as_ref());
    Deltas { memory, shared, unit, desk: device.and_then(|device| device.desk.as_ref()), first }
}

/// The state beside memory, for a change.
fn asked(device: &mut Arc<Device>) -> &Device {
    let device = Arc::make_mut(device);
    device.digest.forget();
    device
}

impl Device {
    fn pack(&self) -> Packer {
        let mut state = Packer::default();
        if let Some(unit) = &self.unit {
            unit.lock().hash_state(&mut state);
        }
        if let Some(desk) = &self.desk {
            desk.lock().hash(&mut state);
        }
        state
    }
}

/// Reading the state.
impl<M: Model> Session<'_, M> {
    /// A wave.
    ///
    /// # Panics
    /// If there is no such group or wave.
    pub fn wave(&self, group: usize, wave: usize) -> &Wave {
        &self.groups[group].waves[wave].wave
    }

    /// The same, mutable.
    ///
    /// # Panics
    /// If there is no such group or wave.
    pub fn wave_mut(&mut self, group: usize, wave: usize) -> &mut Wave {
        Arc::make_mut(&mut self.groups[group]).wave(wave)
    }

    /// A copy of a group with its shared memory as it is now.
    ///
    /// # Panics
    /// If there is no such group.
    pub fn group(&self, group: usize) -> Group {
        let Cohort { index, waves, start, shared, barriers, .. } = &*self.groups[group];
        let now = Store::clone(start);
        shared.apply(&now, 0);
        let waves = waves.iter().map(|w| w.wave.clone()).collect();
        Group { index: *index, waves, shared: now, barriers: *barriers }
    }

    /// How many groups there are.
    pub fn group_count(&self) -> usize {
        self.groups.len()
    }

    /// The index of a group in the grid.
    ///
    /// # Panics
    /// If there is no such group.
    pub fn group_index(&self, group: usize) -> [u32; 3] {
        self.groups[group].index
    }

    /// A copy of current global memory, with the state beside it.
    pub fn memory(&self) -> Memory {
        let mut now = Memory::clone(&self.start);
        for region in now.regions() {
            region.store.iter().for_each(|store| self.memory.apply(store, region.base));
        }
        if let Some(unit) = self.unit() {
            now.set_unit(unit.clone());
        }
        if let Some(desk) = self.device.as_ref().and_then(|device| device.desk.as_ref()) {
            now.set_desk(desk.lock().clone());
        }
        now
    }

    /// The synchronization unit, mutable; [`Session::memory`] has a copy for reading.
    pub fn unit_mut(&mut self) -> Option<MutexGuard<'_, Unit>> {
        asked(self.device.as_mut()?).unit.as_ref().map(Shared::lock)
    }

    fn unit(&self) -> Option<MutexGuard<'_, Unit>> {
        self.device.as_ref()?.unit.as_ref().map(Shared::lock)
    }

    /// A copy of `bytes` bytes of global memory from `address` on, as they are now; `None` unless one region holds them.
    pub fn read(&self, address: u64, bytes: u32) -> Option<Vec<u8>> {
        let region = self.start.find(address, bytes)?;
        let Some(store) = &region.store else { return Some(vec![0; bytes as usize]) };
        let byte = |at: u64| self.memory.load(at, 1, (store, at - region.base)) as u8;
        Some((address..address + u64::from(bytes)).map(byte).collect())
    }

    /// Replaces bytes of global memory from `address` on; returns whether one region holds them. Bytes without pages are unchanged.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> bool {
        let Some(region) = self.start.find(address, bytes.len() as u32) else { return false };
        if let Some(store) = &region.store {
            for (at, byte) in (address..).zip(bytes) {
                self.memory.store(at, 1, u64::from(*byte), (store, at - region.base));
            }
        }
        true
    }

    /// Replaces bytes of a group's shared memory from `offset` on; returns whether it is large enough.
    ///
    /// # Panics
    /// If there is no such group.
    pub fn write_shared(&mut self, group: usize, offset: u64, bytes: &[u8]) -> bool {
        let Cohort { start, shared, digest, .. } = Arc::make_mut(&mut self.groups[group]);
        digest.forget();
        let fits = offset.checked_add(bytes.len() as u64).is_some_and(|end| end <= start.len());
        for (at, byte) in (offset..).zip(bytes).filter(|_| fits) {
            shared.store(at, 1, u64::from(*byte), (start, at));
        }
        fits
    }
}

/// What later steps can depend on.
impl<M: Model> Session<'_, M> {
    fn walk(&self) -> Walk<'_> {
        Walk { dispatch: self.dispatch, counting: self.counting.get_or_init(|| Counting::new(self.dispatch)) }
    }

    /// Everything except what the model has delayed.
    fn packed(&self) -> Packer {
        let (walk, mut packer) = (self.walk(), Packer::default());
        snapshot::delta(&self.memory, &mut packer);
        for group in &self.groups {
            packer.number(u64::from(!group.is_done()));
            if !group.is_done() {
                walk.barriers(&group.barriers, &mut packer);
                snapshot::delta(&group.shared, &mut packer);
                group.waves.iter().for_each(|w| walk.wave(&w.wave, &mut packer));
            }
        }
        if let Some(device) = &self.device {
            packer.bytes(&device.pack().0);
        }
        packer
    }

    /// The part of a group in the digest, given the parts of its waves.
    fn of_group(&self, number: usize, group: &Cohort, shared: u128, share: impl Fn(usize, &Member) -> u128) -> u128 {
        if group.is_done() {
            return hashed(number as u64, |mixer| mixer.number(0));
        }
        let waves = group.waves.iter().enumerate().map(|(n, member)| share(n, member));
        let sum = waves.fold(shared, u128::wrapping_add);
        hashed(number as u64, |mixer| {
            mixer.number(1);
            mixer.number(sum as u64);
            mixer.number((sum >> 64) as u64);
            self.walk().barriers(&group.barriers, mixer);
        })
    }

    fn of_wave(&self, number: usize, member: &Member) -> u128 {
        hashed(number as u64, |mixer| self.walk().wave(&member.wave, mixer))
    }

    fn of_device(&self, device: &Device) -> u128 {
        hashed(1, |mixer| mixer.bytes(&device.pack().0))
    }

    /// Overwrites every dead register with values of `fill`: the state and all later steps stay the same. Constants of the program and
    /// masks of executing lanes are not changed.
    pub fn overwrite_dead(&mut self, mut fill: impl FnMut() -> u32) {
        let (program, counting) = (&self.dispatch.program, self.counting.clone());
        let counting = counting.get_or_init(|| Counting::new(self.dispatch));
        let constant = |word: usize| {
            let known = |w: u16| usize::from(w) == word;
            known(ACTIVE) || program.upper.is_some_and(known) || program.constants.iter().any(|(w, _)| known(*w))
        };
        let vector = |at: usize| {
            program.vectors.iter().any(|(slot, _)| (slot.0 as usize..slot.0 as usize + LANES).contains(&at))
        };
        for group in &mut self.groups {
            let group = Arc::make_mut(group);
            for wave in 0..group.waves.len() {
                let wave = group.wave(wave);
                let needs = Needs::of(self.dispatch, counting, wave);
                for (at, word) in wave.registers.iter_mut().enumerate() {
                    if needs.words[at / 64] >> (at % 64) & 1 == 0 && !vector(at) {
                        *word = fill();
                    }
                }
                for (at, word) in wave.scalars.iter_mut().enumerate().filter(|(at, _)| !constant(*at)) {
                    *word = *word & needs.scalars[at] | fill() & !needs.scalars[at];
                }
            }
        }
    }
}

impl<M: Model + Hash> Session<'_, M> {
    /// What later steps can depend on, in canonical form, for a set of states that are compared in full.
    ///
    /// Words of registers count as a whole: where elements are narrower, the dead part of a word beside a live one still distinguishes
    /// states (more states than needed, never fewer).
    ///
    /// # Cost
    /// Time and bytes grow with the number of memory cells that differ from the start and with the live registers of all waves.
    pub fn state(&self) -> State {
        let (mut packer, mut model) = (self.packed(), Packer::default());
        self.model.hash(&mut model);
        packer.bytes(&model.0);
        State::new(packer)
    }

    /// A hash of [`Session::state`]: equal states have equal digests, and different states have different ones except with a probability of
    /// about 2^-128, which a set that holds only digests accepts. Digests of another dispatch, of other memory at the start, or of another
    /// version of the library are not comparable.
    ///
    /// # Cost
    /// See [`Session`]. A synchronization unit, or a model with delayed accesses, is hashed as a whole after each step that uses it.
    pub fn digest(&self) -> u128 {
        let share = |number: usize, member: &Member| member.digest.get_or(|| self.of_wave(number, member));
        let groups = self.groups.iter().enumerate().map(|(number, group)| {
            let make = || self.of_group(number, group, group.shared.digest(), share);
            group.digest.get_or(make)
        });
        let device = self.device.as_ref().map_or(0, |d| d.digest.get_or(|| self.of_device(d)));
        self.of_all(self.memory.digest(), groups.fold(device, u128::wrapping_add))
    }

    /// The same digest, computed from nothing, as a check.
    pub fn recomputed_digest(&self) -> u128 {
        let groups = self.groups.iter().enumerate().map(|(number, group)| {
            self.of_group(number, group, group.shared.recomputed(), |n, member| self.of_wave(n, member))
        });
        let device = self.device.as_ref().map_or(0, |device| self.of_device(device));
        self.of_all(self.memory.recomputed(), groups.fold(device, u128::wrapping_add))
    }

    fn of_all(&self, memory: u128, others: u128) -> u128 {
        let mut model = Packer::default();
        self.model.hash(&mut model);
        hashed(0, |mixer| {
            for sum in [memory, others] {
                mixer.number(sum as u64);
                mixer.number((sum >> 64) as u64);
            }
            mixer.bytes(&model.0);
        })
    }
}
