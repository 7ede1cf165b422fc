//! The interpreter: runs a wave, one step at a time, each micro-operation on all lanes at once.
//!
//! Nothing is decoded, allocated, hashed or formatted here unless the launch stops. The loop is generic over the
//! memory model ([`Model`]) and over how much an observer sees ([`Sight`]), so that a plain run pays for neither.

use std::ptr::NonNull;

use super::access::Results;
use super::delta::Deltas;
use super::dispatch::Dispatch;
use super::dropped::{Drops, Fresh};
use super::fault::{Fault, FaultKind, Place, Stop};
use super::lanes::registers;
use super::model::{Model, Reachable};
use super::native::{Listed, Members, Native, Ran, Room, Site, Slow, To, Turn};
use super::observe::{Sight, Synchronisation};
use super::reduce::{Own, Reduction};
use super::state::{Barrier, EntryKind, Status, Vector, Wave};
use super::wide::within;
use crate::mem::{Memory, Region, Sharing, Store};
use isotope_ir::effect::{BarrierKind, BarrierReduce, Control, LANES, LaneRelation, Space, Special, Src, Step, Uop};
use isotope_ir::program::{Program, Refusal};
use isotope_superblock::Superblock;

/// Counts of what ran.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Instructions, counted once per wave.
    pub wave_instructions: u64,
    /// Instructions, counted once per executing lane.
    pub lane_instructions: u64,
    /// Atomic operations and reductions, counted once per executing lane.
    pub lane_atomics: u64,
    /// Accesses that the machine dropped.
    pub drops: Drops,
}

impl std::ops::AddAssign for Stats {
    fn add_assign(&mut self, other: Stats) {
        self.wave_instructions += other.wave_instructions;
        self.lane_instructions += other.lane_instructions;
        self.lane_atomics += other.lane_atomics;
        self.drops += other.drops;
    }
}

/// The state of a wave after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It can take another step.
    Ready,
    /// It has arrived at this barrier.
    Barrier(u8),
    /// It waits in a queue of the synchronisation unit, or was halted there.
    Queued,
    /// It has ended.
    Done,
}

/// Where a list of micro-operations stopped.
struct Stopped {
    /// The index of the micro-operation.
    at: usize,
    /// On which lanes it ran.
    lanes: u32,
    stop: Stop,
}

/// Everything outside a wave that its steps touch.
pub(super) struct Context<'a, M, O> {
    pub dispatch: &'a Dispatch,
    pub memory: &'a Memory,
    pub shared: &'a Store,
    pub barriers: &'a mut [Barrier],
    pub group: [u32; 3],
    pub stats: &'a mut Stats,
    /// Grows when a store or atomic changes a byte. While it does not grow, a repeated state is a deadlock.
    pub changes: u64,
    /// The observer, and how much it sees.
    pub sight: &'a mut O,
    /// How accesses reach memory.
    pub model: &'a M,
    /// Differences from `memory` and `shared`, and the unit used in place of the memory's, in a session.
    pub deltas: Option<Deltas<'a>>,
    /// Native code and its state.
    pub native: Option<(&'a dyn Native, &'a mut Room)>,
    /// This host thread's copies of memory, where several threads share it.
    pub own: Option<&'a Own<'a>>,
    /// Dropped accesses of the current micro-operation.
    pub fresh: Fresh,
}

impl<'a> Context<'a, (), ()> {
    /// The same with a model and a sight.
    pub(super) fn with<'b, M, O>(self, model: &'b M, sight: &'b mut O) -> Context<'b, M, O>
    where
        'a: 'b,
    {
        let Context { dispatch, memory, shared, barriers, group, stats, changes, deltas, own, fresh, .. } = self;
        Context {
            dispatch,
            memory,
            shared,
            barriers,
            group,
            stats,
            changes,
            sight,
            model,
            deltas,
            native: None,
            own,
            fresh,
        }
    }
}

impl<'a, M: Model, O: Sight> Context<'a, M, O> {
    /// Runs `wave` for `budget` steps; returns its state.
    pub(super) fn run(&mut self, wave: &mut Wave, budget: u64) -> Result<Flow, (Place, Stop)> {
        self.run_members(&mut Members::one(wave), Turn { left: budget, over: 0 }).map(|(flow, _)| flow)
    }

    /// Runs a wave for a turn, and those that follow as long as [native code](Native::run) does; returns the state of the last one, and what
    /// is left of its turn.
    pub(super) fn run_members(
        &mut self,
        members: &mut Members<'_>,
        mut turn: Turn,
    ) -> Result<(Flow, u64), (Place, Stop)> {
        let program = &self.dispatch.program;
        let heads: &[bool] = match &self.native {
            Some((native, _)) if !self.sight.looks() && M::PLAIN && M::Sharing::WRITES => native.heads(),
            _ => &[],
        };
        while turn.left != 0 || turn.over != 0 && self.dispatch.superblocks.is_within(members.wave().pc) {
            if heads.get(members.wave().pc as usize) == Some(&true) {
                let before = (members.at, turn);
                match self.native(members, &mut turn)? {
                    Flow::Ready if (members.at, turn) != before => continue,
                    Flow::Ready => {}
                    flow => return Ok((flow, turn.left)),
                }
            }
            let wave = members.wave();
            if !self.sight.looks()
                && M::PLAIN
                && let Some(block) = self.dispatch.superblocks.at(wave.pc)
                && turn.has(block.steps.into())
                && (!block.joins_writes || self.in_order() && self.stores_in_order())
            {
                turn.take(block.steps.into());
                self.superblock(wave, block)?;
                continue;
            }
            turn.take(1);
            let Some(step) = program.steps.get(wave.pc as usize) else {
                let address = program.steps.last().map_or(0, |s| s.address);
                let detail = "control ran past the last instruction".into();
                let fault = Fault { kind: FaultKind::PcOutOfRange, lane: None, detail };
                return Err((self.place(wave, address), Stop::Fault(fault)));
            };
            match self.step(wave, step) {
                Ok(Flow::Ready) => {}
                Ok(flow) => {
                    if !M::PLAIN && flow == Flow::Done {
                        self.model.ended(self.who(wave, 0), self.reachable());
                    }
                    return Ok((flow, turn.left));
                }
                Err(stop) => return Err((self.place(wave, self.blamed(wave, step)), stop)),
            }
        }
        Ok((Flow::Ready, 0))
    }

    /// Lets native code take steps, if there is any; the budget tells whether it took any.
    #[inline(never)]
    fn native(&mut self, members: &mut Members<'_>, turn: &mut Turn) -> Result<Flow, (Place, Stop)> {
        let Some((native, room)) = self.native.take() else { return Ok(Flow::Ready) };
        (room.turn, room.stats, room.changed, room.group) = (*turn, Stats::default(), false, self.group);
        room.shared = !M::Sharing::ALONE;
        room.group_memory = self.shared.cells().first().and_then(NonNull::new);
        if self.own.is_some_and(Own::is_stale) {
            room.sites.iter_mut().for_each(Site::forget);
        }
        let mut slow = Interpreted { context: self, stop: None };
        let ran = native.run(members, room, &mut slow);
        let (stop, wave) = (slow.stop, members.wave());
        *turn = room.turn;
        *self.stats += room.stats;
        self.changes += u64::from(room.changed);
        self.native = Some((native, room));
        match (ran, stop) {
            (Ran::On, _) => Ok(Flow::Ready),
            (Ran::Met(flow), _) => Ok(flow),
            (Ran::Stopped { from: Some(Listed::Superblocks), at, lanes }, Some(stop)) => {
                Err(self.stopped_in(wave, (at, lanes), stop))
            }
            (Ran::Stopped { .. }, Some(stop)) => {
                let step = &self.dispatch.program.steps[wave.pc as usize];
                Err((self.place(wave, self.blamed(wave, step)), stop))
            }
            (Ran::Stopped { .. }, None) => unreachable!("only what the interpreter ran stops"),
        }
    }

    /// The address of a step that stopped; for a host function, the address of the call.
    #[cold]
    fn blamed(&self, wave: &Wave, step: &Step) -> u32 {
        match step.control {
            Control::Host(call) => wave.one(self.dispatch.program.calls[call as usize].from),
            _ => step.address,
        }
    }

    pub(super) fn place(&self, wave: &Wave, address: u32) -> Place {
        Place { group: self.group, wave: wave.index, address }
    }

    /// Take one step.
    #[inline(always)]
    pub(super) fn step(&mut self, wave: &mut Wave, step: &Step) -> Result<Flow, Stop> {
        let mut lanes = wave.active() & wave.mask(step.guard);
        self.stats.wave_instructions += 1;
        self.stats.lane_instructions += u64::from(lanes.count_ones());
        let mut seen = u64::from(lanes);
        if let Some(upper) = self.dispatch.program.upper {
            let upper = wave.scalars[usize::from(upper)];
            self.stats.lane_instructions += u64::from(upper.count_ones());
            seen |= u64::from(upper) << 32;
        }
        if self.sight.looks_inside() {
            let place = self.place(wave, step.address);
            self.sight.observer().active(place, wave.active());
        }
        if self.sight.looks() {
            let place = self.place(wave, step.address);
            self.sight.observer().step(place, wave.pc, seen);
        }
        if step.count != 0 && (lanes != 0 || step.always) {
            let dispatch = self.dispatch;
            lanes = self.uops(wave, dispatch.program.uops_of(step), lanes).map_err(|stopped| stopped.stop)?;
        }
        if self.sight.looks_inside() {
            let reach = self.reachable();
            self.sight.observer().settled(wave, reach);
        }
        if self.dispatch.program.reads_clock {
            wave.clock += 1;
        }
        if step.control == Control::Next {
            wave.pc += 1;
            return Ok(Flow::Ready);
        }
        self.transfer(wave, step, lanes)
    }

    /// Take the steps of a superblock.
    fn superblock(&mut self, wave: &mut Wave, block: &Superblock) -> Result<(), (Place, Stop)> {
        let program = &self.dispatch.program;
        let (first, active) = (block.first as usize, wave.active());
        let uops = &self.dispatch.superblocks.uops[first..first + block.count as usize];
        if let Err(Stopped { at, lanes, stop }) = self.uops(wave, uops, active) {
            return Err(self.stopped_in(wave, ((first + at) as u32, lanes), stop));
        }
        let upper = program.upper.map_or(0, |word| wave.scalars[usize::from(word)]);
        wave.pc += block.steps;
        self.stats.wave_instructions += u64::from(block.steps);
        self.stats.lane_instructions += u64::from(block.steps) * u64::from(active.count_ones() + upper.count_ones());
        Ok(())
    }

    /// Counts the steps of a superblock up to the one in which a micro-operation stopped, and sets the wave's step to it.
    #[cold]
    fn stopped_in(&mut self, wave: &mut Wave, (at, lanes): (u32, u32), stop: Stop) -> (Place, Stop) {
        let program = &self.dispatch.program;
        let upper = program.upper.map_or(0, |word| wave.scalars[usize::from(word)]);
        let (step, beyond) = self.dispatch.superblocks.origin(at, stop.lane());
        // Lanes of later instructions were counted, but had not reached this one.
        if let Uop::Atomic { access, .. } = &self.dispatch.superblocks.uops[at as usize] {
            self.stats.lane_atomics -= u64::from((self.covered(wave, access, lanes) & beyond).count_ones());
        }
        let lanes = u64::from(wave.active().count_ones() + upper.count_ones());
        self.stats.wave_instructions += u64::from(step + 1);
        self.stats.lane_instructions += u64::from(step + 1) * lanes;
        wave.pc += step;
        (self.place(wave, program.steps[wave.pc as usize].address), stop)
    }

    /// Runs micro-operations in order; returns the lanes that the last one ran on.
    fn uops(&mut self, wave: &mut Wave, uops: &[Uop], mut lanes: u32) -> Result<u32, Stopped> {
        let wide = self.dispatch.wide;
        let mut at = 0;
        loop {
            if self.sight.looks_inside() {
                let Some(uop) = uops.get(at) else { return Ok(lanes) };
                if let Uop::ReadLane { index, .. } = uop {
                    let index = wave.fetch(*index);
                    let read = (0..LANES).filter(|l| lanes >> l & 1 != 0).fold(0, |m, l| m | 1 << (index[l] % 32));
                    self.sight.observer().reads_lanes(read);
                }
                self.sight.observer().before(wave, uop, lanes);
                if let (1, after) = registers(wide, wave, std::slice::from_ref(uop), lanes) {
                    if let Uop::Under { .. } = uop {
                        self.sight.observer().under(after);
                    }
                    self.sight.observer().after(wave, uop, after);
                    (at, lanes) = (at + 1, after);
                    continue;
                }
            } else {
                let (ran, after) = registers(wide, wave, &uops[at..], lanes);
                (at, lanes) = (at + ran, after);
            }
            let Some(uop) = uops.get(at) else { return Ok(lanes) };
            let done = self.execute(wave, uop, lanes);
            if self.fresh.any() {
                self.settle_drops(wave, Some(uop));
            }
            done.map_err(|stop| Stopped { at, lanes, stop })?;
            if self.sight.looks_inside() {
                self.sight.observer().after(wave, uop, lanes);
            }
            at += 1;
        }
    }

    /// Runs `f` in a function compiled for the host's vectors, where nothing else takes longer.
    #[inline(always)]
    fn wide<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        if self.sight.looks() || !M::PLAIN || !M::Sharing::WRITES {
            return f(self);
        }
        within!(self.dispatch.wide, _around => f(self))
    }

    /// A micro-operation that accesses more than the registers of its wave.
    #[inline(always)]
    fn execute(&mut self, wave: &mut Wave, uop: &Uop, lanes: u32) -> Result<(), Stop> {
        match uop {
            Uop::Special { what, dst } => {
                let out = self.special(wave, *what);
                wave.set_lanes(*dst, &out, lanes);
            }
            Uop::Load { access, dst, signed } => {
                return self.wide(
                    #[inline(always)]
                    |context| context.load(wave, access, *dst, *signed, lanes),
                );
            }
            Uop::Store { access, src } => {
                return self.wide(
                    #[inline(always)]
                    |context| context.store(wave, access, src, lanes),
                );
            }
            Uop::Atomic { access, rmw, src0, src1, dst, sparse } => {
                let rmw = self.dispatch.program.rmws[*rmw as usize];
                let to = Results { dst: *dst, sparse: *sparse };
                return self.wide(
                    #[inline(always)]
                    |context| context.atomic(wave, access, rmw, [*src0, *src1], to, lanes),
                );
            }
            Uop::Surface { access, rmw, signed_rmw, src0, src1, dst } => {
                let program = &self.dispatch.program;
                let rmws = [*rmw, signed_rmw.unwrap_or(*rmw)].map(|i| program.rmws[i as usize]);
                let access = &program.surfaces[*access as usize];
                return self.surface(wave, access, rmws, [*src0, *src1], *dst, lanes);
            }
            // Memory is sequentially consistent; among host threads, accesses are ordered already (see `Concurrent`).
            Uop::Fence { kind, scope, spaces } => {
                self.tell(wave, &Synchronisation::Fence { kind: *kind, scope: *scope, spaces: *spaces, lanes });
            }
            Uop::Maintain(upkeep) => self.tell(wave, &Synchronisation::Maintain(*upkeep, lanes)),
            Uop::Wait(wait) => self.tell(wave, &Synchronisation::Wait(*wait)),
            other => return self.beyond(wave, other, lanes),
        }
        Ok(())
    }

    /// Informs the model, and an observer that looks inside.
    #[inline(always)]
    pub(super) fn tell(&mut self, wave: &Wave, what: &Synchronisation) {
        if self.sight.looks_inside() {
            let address = self.dispatch.program.steps[wave.pc as usize].address;
            let place = self.place(wave, address);
            self.sight.observer().synchronises(place, what);
        }
        if !M::PLAIN {
            self.model.synchronise(self.who(wave, 0), self.reachable(), what);
        }
    }

    /// The region of global memory with these bytes, for anything but a reduction.
    #[inline]
    pub(super) fn find(&self, address: u64, bytes: u32) -> Option<&'a Region> {
        let at = self.memory.number(address, bytes)?;
        if !M::Sharing::ALONE
            && let Some(own) = self.own
        {
            own.reach(at, None, 0);
        }
        self.memory.regions().get(at)
    }

    #[inline(always)]
    pub(super) fn reachable(&self) -> Reachable<'a> {
        Reachable { memory: self.memory, shared: self.shared, deltas: self.deltas }
    }

    /// Every control effect except "next step".
    fn transfer(&mut self, wave: &mut Wave, step: &Step, lanes: u32) -> Result<Flow, Stop> {
        let next = wave.pc + 1;
        match step.control {
            Control::Next => wave.pc = next,
            Control::Branch { target } => {
                wave.branch(lanes, target, next, self.side(lanes)).map_err(Stop::Fault)?;
            }
            Control::Goto { target } => {
                wave.goto(lanes, target, next, self.dispatch.orders.branches).map_err(Stop::Fault)?
            }
            Control::Join => {
                wave.join();
                wave.pc = next;
            }
            Control::BranchIndirect { address } => self.branch_indirect(wave, address, lanes, next)?,
            Control::Push { token, target } => {
                if lanes != 0 {
                    wave.push(EntryKind::Token(token), wave.active(), target).map_err(Stop::Fault)?;
                }
                wave.pc = next;
            }
            Control::Pop { token } => wave.leave(token, lanes, next).map_err(Stop::Fault)?,
            Control::Call { target } => wave.call(lanes, target, next).map_err(Stop::Fault)?,
            Control::Exit => wave.exit(lanes, next),
            Control::Jump { .. } | Control::JumpTo { .. } | Control::Variant { .. } | Control::End => {
                self.jump(wave, &step.control, next)?;
            }
            Control::Request(request) => return self.request(wave, request as usize, next),
            Control::Host(call) => {
                self.call(wave, call as usize, lanes)?;
                wave.pc = next;
            }
            Control::Barrier { kind, id, expected } => {
                if lanes != 0 || matches!(kind, BarrierKind::Wave | BarrierKind::Signal | BarrierKind::Await) {
                    self.tell(wave, &Synchronisation::Barrier { kind, id: wave.fetch_first(id, lanes), lanes });
                    wave.pc = next;
                    return self.arrive(wave, kind, id, expected, lanes);
                }
                wave.pc = next;
            }
            Control::Trap if lanes != 0 => {
                let detail = "the program executed a breakpoint".into();
                let lane = Some(lanes.trailing_zeros());
                return Err(Stop::Fault(Fault { kind: FaultKind::Trap, lane, detail }));
            }
            Control::Refuse(i) if lanes != 0 => {
                return Err(match &self.dispatch.program.refusals[i as usize] {
                    Refusal::NotModelled { text } => Stop::NotModelled { text: text.clone() },
                    Refusal::Unspecified { rule } => Stop::Unspecified { rule: rule.clone() },
                    Refusal::Fault { kind, detail } => {
                        Stop::Fault(Fault { kind: *kind, lane: None, detail: detail.clone() })
                    }
                });
            }
            Control::Trap | Control::Refuse(_) => wave.pc = next,
        }
        Ok(if wave.status == Status::Done { Flow::Done } else { Flow::Ready })
    }

    /// The lanes that go to the same target as the lowest lane (or the highest, as branches are ordered) go; the other lanes run this step
    /// again afterwards.
    fn branch_indirect(&mut self, wave: &mut Wave, address: Src, lanes: u32, next: u32) -> Result<(), Stop> {
        if lanes == 0 {
            wave.pc = next;
            return Ok(());
        }
        let to = wave.fetch(address);
        let with = |lane: u32| (0..LANES).filter(|&l| to[l] == to[lane as usize]).fold(0, |m, l| m | 1 << l) & lanes;
        let mut lane = lanes.trailing_zeros();
        match self.first() {
            [first, ..] if usize::from(*first) < LANES && lanes >> first & 1 != 0 => lane = (*first).into(),
            _ if with(lane) != lanes && wave.chooses(self.dispatch.orders.branches) => {
                lane = 31 - lanes.leading_zeros()
            }
            _ => {}
        }
        let Some(target) = self.dispatch.program.step_at(to[lane as usize], wave.pc) else {
            let detail = format!("no instruction at {:#x}", to[lane as usize]);
            return Err(Stop::Fault(Fault { kind: FaultKind::PcOutOfRange, lane: Some(lane), detail }));
        };
        let same = with(lane);
        let (others, rest) = (lanes & !same, wave.active() & !lanes);
        let here = wave.pc;
        for (lanes, pc) in [(rest, next), (others, here)] {
            if lanes != 0 {
                wave.push(EntryKind::Diverged, lanes, pc).map_err(Stop::Fault)?;
            }
        }
        wave.set_active(same);
        wave.pc = target;
        Ok(())
    }

    /// A wave arrives at a barrier. It counts once, with any number of lanes (spec: barriers count warps).
    fn arrive(
        &mut self,
        wave: &mut Wave,
        kind: BarrierKind,
        id: Src,
        expected: Option<Src>,
        lanes: u32,
    ) -> Result<Flow, Stop> {
        let id = wave.fetch_first(id, lanes);
        let limit = self.dispatch.barriers;
        let Some(barrier) = self.barriers.get_mut(id as usize).filter(|_| id < u32::from(limit)) else {
            let detail = format!("barrier {id} does not exist; a group has {limit}");
            return Err(Stop::Fault(Fault { kind: FaultKind::IllegalParameter, lane: None, detail }));
        };
        if kind == BarrierKind::Await {
            if wave.signalled >> id & 1 == 0 {
                return Ok(Flow::Ready);
            }
            wave.status = Status::AtBarrier(id as u8);
            return Ok(Flow::Barrier(id as u8));
        }
        if let Some(expected) = expected {
            let count = wave.fetch_first(expected, lanes);
            if count == 0 || !count.is_multiple_of(LANES as u32) {
                let detail = format!("barrier {id} expects {count} lanes (must be a positive multiple of {LANES})");
                return Err(Stop::Fault(Fault { kind: FaultKind::IllegalParameter, lane: None, detail }));
            }
            barrier.expected = count / LANES as u32;
        }
        barrier.arrive(lanes);
        if let BarrierKind::Reduce { src, .. } = kind {
            barrier.set += (wave.mask(src) & lanes).count_ones();
        }
        if kind == BarrierKind::Signal {
            wave.signalled |= 1 << id;
            // Waves that have signalled may end before the others arrive.
            if barrier.expected == 0 {
                let items: u32 = self.dispatch.size_of(self.group).iter().product();
                barrier.expected = items.div_ceil(self.dispatch.wave_size());
            }
        } else if kind != BarrierKind::Arrive {
            wave.status = Status::AtBarrier(id as u8);
        }
        Ok(Flow::Barrier(id as u8))
    }

    fn special(&self, wave: &Wave, what: Special) -> Vector {
        special(self.dispatch, self.group, wave, what, 0)
    }
}

/// The interpreter as native code calls it.
struct Interpreted<'c, 'a, M, O> {
    context: &'c mut Context<'a, M, O>,
    stop: Option<Stop>,
}

impl<M: Model, O: Sight> Slow for Interpreted<'_, '_, M, O> {
    fn uop(&mut self, wave: &mut Wave, from: Listed, at: u32, lanes: u32) -> bool {
        let dispatch = self.context.dispatch;
        let uops = match from {
            Listed::Superblocks => &dispatch.superblocks.uops,
            Listed::Steps => &dispatch.program.uops,
        };
        match self.context.uops(wave, std::slice::from_ref(&uops[at as usize]), lanes) {
            Ok(_) => true,
            Err(stopped) => {
                self.stop = Some(stopped.stop);
                false
            }
        }
    }

    fn transfer(&mut self, wave: &mut Wave, lanes: u32) -> Option<Flow> {
        let dispatch = self.context.dispatch;
        match self.context.transfer(wave, &dispatch.program.steps[wave.pc as usize], lanes) {
            Ok(flow) => Some(flow),
            Err(stop) => {
                self.stop = Some(stop);
                None
            }
        }
    }

    fn wait(&mut self, wave: &mut Wave, barrier: u8, lanes: u32, live: u32) -> bool {
        let at = &mut self.context.barriers[usize::from(barrier)];
        at.arrive(lanes);
        wave.status = Status::AtBarrier(barrier);
        !at.is_complete(live)
    }

    fn site(&self, space: Space, address: u64, bytes: u32, reduces: Option<Reduction>) -> Option<Site> {
        let mut to = match reduces {
            None => To::Memory,
            // No other thread uses the memory at the same time.
            Some(_) if M::Sharing::ALONE => To::Copy,
            Some(_) => To::Reduced,
        };
        let (store, base) = match space {
            Space::Shared => (self.context.shared, 0),
            Space::Global | Space::Generic | Space::GenericGlobal => {
                let at = self.context.memory.number(address, bytes)?;
                let region = &self.context.memory.regions()[at];
                // Above 4 GiB there are no windows.
                if space != Space::Global && region.base <= u64::from(u32::MAX) {
                    return None;
                }
                let mut store = region.store.as_ref()?;
                if let Some(own) = self.context.own
                    && let Some(copy) = own.reach(at, reduces, self.context.stats.lane_atomics)
                {
                    (store, to) = (copy, To::Copy);
                }
                (store, region.base)
            }
            Space::Private | Space::Wave | Space::Constant(_) | Space::ConstantBanks => return None,
        };
        let limit = store.len().checked_sub(u64::from(bytes))?;
        Some(Site { base, limit, bytes: store.cells().first()?, seen: 0, to })
    }

    fn is_stale(&self) -> bool {
        self.context.own.is_some_and(Own::is_stale)
    }
}

/// Hands the result of an opened barrier to a wave that waited at it.
pub(super) fn release(program: &Program, wave: &mut Wave, opened: &Barrier) {
    let step = &program.steps[wave.pc as usize - 1];
    wave.status = Status::Ready;
    let Control::Barrier { kind: BarrierKind::Reduce { op, dst, count, .. }, .. } = step.control else { return };
    let lanes = wave.active() & wave.mask(step.guard);
    let answer = match op {
        BarrierReduce::Count | BarrierReduce::Or => opened.set != 0,
        BarrierReduce::And => opened.set == opened.lanes,
    };
    if let Some(word) = dst {
        wave.set_mask(word, if answer { u32::MAX } else { 0 }, lanes);
    }
    if let Some(slot) = count {
        wave.set_lanes(slot, &[opened.set; LANES], lanes);
    }
}

/// A value of the machine in the lanes of one half of a wave.
pub(super) fn special(d: &Dispatch, group: [u32; 3], wave: &Wave, what: Special, half: u32) -> Vector {
    let local = |dim: u8| -> Vector {
        let first = wave.index * d.wave_size() + half * LANES as u32;
        let [x, y, _] = d.size_of(group);
        // Most waves are within one row of their group.
        if first + LANES as u32 <= x {
            return if dim == 0 { std::array::from_fn(|l| first + l as u32) } else { [0; LANES] };
        }
        std::array::from_fn(|l| {
            let item = first + l as u32;
            match dim {
                0 => item % x,
                1 => item / x % y,
                _ => item / x / y,
            }
        })
    };
    match what {
        Special::LaneId => std::array::from_fn(|l| l as u32),
        Special::LocalIdPacked10 => {
            let [x, y, z] = [local(0), local(1), local(2)];
            std::array::from_fn(|l| z[l] << 20 | y[l] << 10 | x[l])
        }
        Special::WaveId => [wave.index; LANES],
        Special::LocalId(dim) => local(dim),
        Special::LocalIdPacked => {
            let [x, y, z] = [local(0), local(1), local(2)];
            std::array::from_fn(|l| z[l] << 26 | (y[l] & 0x3ff) << 16 | (x[l] & 0xffff))
        }
        Special::GroupId(dim) => [group[usize::from(dim)]; LANES],
        Special::GroupSize(dim) => [d.size_of(group)[usize::from(dim)]; LANES],
        Special::GroupCount(dim) => [d.groups[usize::from(dim)]; LANES],
        Special::LaneMask(relation) => std::array::from_fn(|l| {
            let own = 1u32 << l;
            match relation {
                LaneRelation::Eq => own,
                LaneRelation::Lt => own - 1,
                LaneRelation::Le => own | (own - 1),
                LaneRelation::Gt => !(own | (own - 1)),
                LaneRelation::Ge => !(own - 1),
            }
        }),
        Special::SharedBytes => [d.shared_bytes; LANES],
        Special::Clock { high } => [(d.open.clock.after(wave.clock) >> if high { 32 } else { 0 }) as u32; LANES],
        Special::SharedWindow => [d.windows.shared.base as u32; LANES],
        Special::PrivateWindow => [d.windows.private.base as u32; LANES],
    }
}
