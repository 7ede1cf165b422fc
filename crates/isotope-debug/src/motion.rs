//! Going forwards and backwards.

use std::cmp::Ordering;

use isotope::Random;
use isotope::error::{Result, bail, ensure};
use isotope::machine::state::Status;
use isotope::machine::{DivergenceLog, Session, Stepped, UninitWatch, Unobserved};

use crate::breaks::{Breakpoint, On, StepAccesses, WatchHit};
use crate::calls::Calls;
use crate::command::Motion;
use crate::event::{Event, Reason};
use crate::history::WaveAt;
use crate::{Debugger, Plan, Where};

/// Steps of a wave before another one has its turn, where the schedule takes waves in order.
const TURN: u64 = 4096;
/// Steps of a turn after which it is asked whether the wave only waits; then its turn is over. Launches of thousands of groups that wait for each
/// other stand still much earlier that way.
const LOOK: u64 = 256;
/// Steps of a command before it is first asked whether the launch stands still; then after twice as many each time.
pub(super) const FIRST: u64 = 1 << 14;

/// What a command that runs the launch is to reach.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Goal {
    Steps {
        wave: WaveAt,
        left: u64,
    },
    /// Steps of any wave.
    Any {
        left: u64,
    },
    Line {
        wave: WaveAt,
        /// The lane that is followed, where it has not ended.
        lane: Option<u32>,
        from: Option<(String, u32)>,
        /// Calls that the lane was in.
        depth: usize,
        calls: Calls,
        /// Stop in functions that are called, too.
        into: bool,
    },
    Lane {
        wave: WaveAt,
        lane: u32,
    },
    All {
        left: Vec<WaveAt>,
    },
    /// Out of a function that was inlined, or called.
    Out {
        wave: WaveAt,
        lane: Option<u32>,
        /// Functions inlined around it.
        inlined: usize,
        depth: usize,
        calls: Calls,
    },
    Finish {
        wave: WaveAt,
    },
    Continue,
}

impl<'a> Debugger<'a> {
    /// Begins a motion.
    pub(super) fn begin(&mut self, motion: &Motion) -> Result<Option<Event>> {
        let wave = self.focus;
        let of = |place: &Option<Where>| place.map_or(Ok(wave), |place| self.resolve(place));
        let goal = match motion {
            Motion::Instruction { wave, count } => {
                let wave = of(wave)?;
                self.ensure_begun(wave)?;
                self.focus = wave;
                Goal::Steps { wave, left: *count }
            }
            Motion::Any { count } => Goal::Any { left: *count },
            Motion::Line { into } => {
                let lane = self.followed_lane(wave);
                // Where other lanes of the wave are is no line of this one.
                let here = self.line_of_wave(wave).filter(|_| self.is_active(wave, lane));
                let calls = Calls::default();
                let depth = self.depth(wave, &calls);
                Goal::Line { wave, lane, from: here, depth, calls, into: *into }
            }
            Motion::Lane(lane) => {
                let lanes = self.prepared.dispatch.wave_size();
                ensure!(*lane < lanes, "step lane: expected a lane below {lanes}, found {lane}");
                self.lane = *lane;
                Goal::Lane { wave, lane: *lane }
            }
            Motion::All => {
                Goal::All { left: self.history.now().enabled().filter(|wave| self.has_room(*wave)).collect() }
            }
            Motion::Out => {
                let calls = self.calls_at(wave, self.history.at());
                let depth = self.depth(wave, &calls);
                let inlined = self.location(wave).map_or(0, |location| location.inlined_at.len());
                match (inlined, depth) {
                    (0, 0) => Goal::Finish { wave },
                    _ => Goal::Out { wave, lane: self.followed_lane(wave), inlined, depth, calls },
                }
            }
            Motion::Finish => Goal::Finish { wave },
            Motion::Continue => Goal::Continue,
        };
        if let Some(wave) = self.wanted(&goal) {
            self.ensure_begun(wave)?;
        }
        (self.goal, self.ran) = (Some(goal), 0);
        self.notes.clear();
        self.uses.clear();
        (self.asks_at, self.yields) = (FIRST, false);
        // A launch that cannot continue reports that at once.
        Ok(if self.history.stop().is_some() || self.is_over() { self.advance(1) } else { None })
    }

    /// Why the launch cannot continue, if it cannot: it ended, faulted, or every wave waits.
    pub fn end_reason(&self) -> Option<Reason> {
        match self.history.stop() {
            Some(stop) => Some(Reason::Fault(stop.clone())),
            None if self.is_over() => Some(Reason::Ended),
            None => self.deadlock(0),
        }
    }

    fn deadlock(&self, effort: u64) -> Option<Reason> {
        self.history.now().deadlock_of(self.begun(), effort).map(|deadlock| Reason::Deadlock(Box::new(deadlock)))
    }

    /// Whether a command that has run for long waits for an event that never happens.
    fn waits_in_vain(&mut self, goal: &Goal) -> Option<Reason> {
        if self.ran != self.asks_at || matches!(goal, Goal::Steps { .. } | Goal::Any { .. }) {
            return None;
        }
        self.asks_at *= 2;
        if let Some(reason) = self.deadlock(self.ran) {
            return Some(reason);
        }
        let repeats = |wave: WaveAt| self.history.now().repeats(wave.0, wave.1, self.ran).is_some();
        if let Plan::Only(wave) = self.plan {
            return repeats(wave).then_some(Reason::Held);
        }
        self.yields |= self.wanted(goal).is_some_and(repeats);
        None
    }

    pub(super) fn is_over(&self) -> bool {
        self.waves.iter().all(|wave| self.status(*wave) == Status::Done)
    }

    pub(super) fn can_go(&self, wave: WaveAt) -> bool {
        match self.status(wave) {
            Status::Ready => self.has_room(wave),
            Status::AtBarrier(_) | Status::Done => false,
            Status::Queued | Status::Halted => {
                let mut copy = self.history.now().clone();
                copy.step(wave.0, wave.1);
                copy.wave(wave.0, wave.1).status == Status::Ready
            }
        }
    }

    /// The wave whose turn it is, where nothing is recorded.
    fn planned(&self) -> Option<WaveAt> {
        if let Plan::Only(wave) = self.plan {
            return Some(wave).filter(|wave| self.can_go(*wave));
        }
        let last = self.history.last();
        let ready = last.filter(|(wave, _)| self.status(*wave) == Status::Ready);
        let draws = |of: u64| Random(of ^ self.history.at().wrapping_mul(0x9e37_79b9_7f4a_7c15)).draw();
        match (self.plan, ready) {
            (Plan::InOrder, Some((wave, ran))) if ran % TURN != 0 && !self.only_waits(wave, ran) => return Some(wave),
            (Plan::Random(seed), Some((wave, _))) if draws(seed) >> 8 & 7 != 0 => return Some(wave),
            _ => {}
        }
        let mut can: Vec<WaveAt> = self.history.now().enabled().filter(|wave| self.has_room(*wave)).collect();
        if can.is_empty() {
            can.extend(self.waves.iter().copied().filter(|w| self.status(*w) == Status::Halted && self.can_go(*w)));
        }
        match self.plan {
            Plan::Random(seed) if !can.is_empty() => Some(can[(draws(!seed) % can.len() as u64) as usize]),
            _ => {
                let behind = last.map_or(self.focus, |(wave, _)| wave);
                let from = if last.is_some() { can.iter().position(|w| *w > behind) } else { None };
                from.or_else(|| can.iter().position(|w| last.is_none() && *w == behind))
                    .map_or(can.first(), |n| can.get(n))
                    .copied()
            }
        }
    }

    /// Whether a wave in a spin loop, after `ran` steps of its turn, changes nothing.
    fn only_waits(&self, wave: WaveAt, ran: u64) -> bool {
        ran % TURN == LOOK && self.waves.len() > 1 && self.history.now().repeats(wave.0, wave.1, LOOK).is_some()
    }

    /// The wave that a goal is about.
    fn wanted(&self, goal: &Goal) -> Option<WaveAt> {
        match goal {
            Goal::Steps { wave, .. }
            | Goal::Line { wave, .. }
            | Goal::Lane { wave, .. }
            | Goal::Out { wave, .. }
            | Goal::Finish { wave } => Some(*wave),
            Goal::All { left } => left.last().copied(),
            Goal::Any { .. } | Goal::Continue => None,
        }
    }

    /// Whose step is next.
    fn whose(&self, goal: &Goal) -> Option<WaveAt> {
        if let Some(wave) = self.history.recorded(self.history.at()) {
            return Some(wave);
        }
        let wanted = self.wanted(goal).filter(|wave| !self.yields && self.can_go(*wave));
        wanted.or_else(|| self.planned())
    }

    /// The breakpoint at which a wave stands, and the lane in which its condition holds.
    pub(super) fn at_breakpoint(&self, wave: WaveAt) -> Option<(usize, Option<u32>)> {
        let index = self.index(wave)?;
        self.breakpoints.iter().enumerate().find_map(|(n, breakpoint)| {
            let On::Steps(steps) = &breakpoint.on else { return None };
            let here = steps.contains(&index) && breakpoint.wave.is_none_or(|only| only == wave);
            here.then(|| self.fulfils(breakpoint, wave)).flatten().map(|lane| (n, lane))
        })
    }

    /// Whether the condition of a breakpoint holds, and in which lane.
    fn fulfils(&self, breakpoint: &Breakpoint, wave: WaveAt) -> Option<Option<u32>> {
        let Some(condition) = &breakpoint.condition else { return Some(None) };
        if !condition.by_lane() {
            return condition.holds(&self.scope(wave, self.lane)).then_some(None);
        }
        let active = self.active(wave);
        (0..64).filter(|lane| active >> lane & 1 != 0).find(|lane| condition.holds(&self.scope(wave, *lane))).map(Some)
    }

    /// The active lanes of a wave, 63:0.
    pub fn active(&self, wave: WaveAt) -> u64 {
        self.active_in(self.history.now(), wave)
    }

    fn active_in(&self, session: &Session<'_>, wave: WaveAt) -> u64 {
        let state = session.wave(wave.0, wave.1);
        let upper = self.prepared.dispatch.program.upper.map_or(0, |word| state.scalars[usize::from(word)]);
        u64::from(upper) << 32 | u64::from(state.active())
    }

    /// The lane in focus, unless it has ended or the wave never had it.
    fn followed_lane(&self, wave: WaveAt) -> Option<u32> {
        let ended = self.history.now().wave(wave.0, wave.1).ended;
        Some(self.lane).filter(|lane| *lane >= 32 || ended >> lane & 1 == 0)
    }

    /// Whether a lane that is followed takes part in the next instruction of its wave.
    fn is_active(&self, wave: WaveAt, lane: Option<u32>) -> bool {
        lane.is_none_or(|lane| self.active(wave) >> lane & 1 != 0)
    }

    /// The source line of a wave's next instruction.
    fn line_of_wave(&self, wave: WaveAt) -> Option<(String, u32)> {
        self.location(wave).map(|location| (location.at.file.to_string(), location.at.line))
    }

    /// What watched memory holds now, in the order of the breakpoints.
    fn watched(&self) -> Vec<Option<u64>> {
        let held = |breakpoint: &Breakpoint| match &breakpoint.on {
            On::Memory(place, _) => self.scope((place.group, 0), 0).read(place.space, place.at, place.bytes),
            On::Steps(_) | On::Barriers | On::Uninit => None,
        };
        self.breakpoints.iter().map(held).collect()
    }

    /// Whether a goal is reached after a step of a wave.
    fn reached(&self, goal: &mut Goal, stepped: WaveAt) -> Option<Reason> {
        let ended = |wave: WaveAt| self.status(wave) == Status::Done;
        match goal {
            Goal::Continue => None,
            Goal::Any { left } => {
                *left -= 1;
                (*left == 0).then_some(Reason::Stepped)
            }
            Goal::All { left } => {
                left.retain(|wave| *wave != stepped && self.can_go(*wave));
                left.is_empty().then_some(Reason::Stepped)
            }
            Goal::Steps { wave, .. } | Goal::Line { wave, .. } | Goal::Lane { wave, .. } | Goal::Out { wave, .. }
                if ended(*wave) =>
            {
                Some(Reason::WaveEnded)
            }
            Goal::Finish { wave } => ended(*wave).then_some(Reason::WaveEnded),
            Goal::Steps { wave, left } => {
                *left -= u64::from(*wave == stepped);
                (*left == 0).then_some(Reason::Stepped)
            }
            Goal::Line { wave, lane, from, depth, calls, into } => {
                if *wave != stepped || !self.is_active(*wave, *lane) {
                    return None;
                }
                let (here, now) = (self.line_of_wave(*wave), self.depth(*wave, calls));
                let there = match now.cmp(depth) {
                    Ordering::Equal => from.is_none() || here.is_some() && here != *from,
                    // Back in the function that called.
                    Ordering::Less => here.is_some(),
                    Ordering::Greater => *into && here.is_some(),
                };
                there.then_some(Reason::Stepped)
            }
            Goal::Lane { wave, lane } => {
                (*wave == stepped && self.active(*wave) >> *lane & 1 != 0).then_some(Reason::Stepped)
            }
            Goal::Out { wave, lane, inlined, depth, calls } => {
                if *wave != stepped || !self.is_active(*wave, *lane) {
                    return None;
                }
                let here = self.location(*wave).map(|location| location.inlined_at.len());
                let there = match self.depth(*wave, calls).cmp(depth) {
                    Ordering::Equal => here.is_some_and(|here| here < *inlined),
                    Ordering::Less => true,
                    Ordering::Greater => false,
                };
                there.then_some(Reason::Stepped)
            }
        }
    }

    /// Continues the running command for at most `budget` steps. Returns an event when it reached its goal or was stopped.
    pub fn advance(&mut self, budget: u64) -> Option<Event> {
        let mut goal = self.goal.take()?;
        let watching = self.breakpoints.iter().any(|b| matches!(b.on, On::Memory(..)));
        for _ in 0..budget.max(1) {
            if let Some(stop) = self.history.stop() {
                return Some(self.stopped(Reason::Fault(stop.clone())));
            }
            let Some(wave) = self.whose(&goal) else {
                if let Goal::Finish { wave } = goal {
                    self.focus = wave;
                }
                let held = matches!(self.plan, Plan::Only(_));
                let reason = if self.is_over() { Some(Reason::Ended) } else { None };
                let reason = reason.or_else(|| if held { None } else { self.deadlock(0) });
                return Some(self.stopped(reason.unwrap_or(Reason::Held)));
            };
            if let Some(reason) = self.waits_in_vain(&goal) {
                return Some(self.stopped(reason));
            }
            if self.ran == self.limit {
                return Some(self.stopped(Reason::Limit(self.limit)));
            }
            // What is recorded may have been recorded on a machine with more room.
            if let Some(why) = self.absence(wave) {
                self.focus = wave;
                return Some(self.stopped(Reason::NotBegun(why)));
            }
            // The last of several steps ends where it ends, breakpoint or not.
            if self.ran != 0
                && let Some((n, lane)) = self.at_breakpoint(wave)
            {
                return Some(self.hit(n, wave, lane, Reason::Breakpoint { id: self.breakpoints[n].id, lane }));
            }
            let before = if watching { self.watched() } else { Vec::new() };
            let mut seen = StepAccesses::default();
            let mut log = DivergenceLog::new(&self.prepared.dispatch);
            let mut watch = self.watch_for_uses();
            let from = self.history.now().wave(wave.0, wave.1).pc;
            let stepped = match watching {
                true => self.history.step(wave, &mut (&mut seen, (&mut log, &mut watch))),
                false => self.history.step(wave, &mut (&mut log, &mut watch)),
            };
            self.ran += 1;
            if self.status(wave) == Status::Done {
                self.make_room();
            }
            if let Goal::Line { wave: of, calls, .. } | Goal::Out { wave: of, calls, .. } = &mut goal
                && *of == wave
            {
                calls.follow(&self.prepared.dispatch, from, self.history.now().wave(wave.0, wave.1).pc);
            }
            let used = if stepped.is_some() { watch.fresh().to_vec() } else { Vec::new() };
            self.watch = Some((self.history.at(), watch));
            let watched =
                |on: On| self.breakpoints.iter().position(|b| b.on == on && b.wave.is_none_or(|only| only == wave));
            if let (Some(n), Some(first)) = (watched(On::Uninit), used.first()) {
                let reason = Reason::Uninit { id: self.breakpoints[n].id, finding: Box::new(self.use_finding(first)) };
                return Some(self.hit(n, wave, first.lane, reason));
            }
            for uninit in used {
                if self.uses.iter().all(|known| known.key() != uninit.key()) {
                    self.uses.push(uninit);
                }
            }
            if let (Some(n), Some(first)) = (watched(On::Barriers), log.found.first()) {
                let reason = Reason::Barrier { id: self.breakpoints[n].id, finding: Box::new(self.finding(first)) };
                return Some(self.hit(n, wave, None, reason));
            }
            for divergence in log.found {
                if self.notes.iter().all(|known| known.key() != divergence.key()) {
                    self.notes.push(divergence);
                }
            }
            match stepped {
                None => {
                    self.focus = wave;
                    return Some(self.stopped(Reason::NotFollowed));
                }
                Some(Stepped::Stopped(stop)) => {
                    self.focus = wave;
                    return Some(self.stopped(Reason::Fault(stop)));
                }
                Some(_) => {}
            }
            if let Some((n, touched)) = self.touched(wave, &seen, &before) {
                let (id, lane) = (self.breakpoints[n].id, Some(touched.lane));
                return Some(self.hit(n, wave, lane, Reason::Watch { id, touched }));
            }
            if let Some(reason) = self.reached(&mut goal, wave) {
                if let Goal::Any { .. } | Goal::All { .. } = goal {
                    self.focus = if self.status(self.focus) == Status::Done { wave } else { self.focus };
                }
                return Some(self.stopped(reason));
            }
        }
        self.goal = Some(goal);
        None
    }

    /// The observer of values that were never written, at the current step. At another step the launch is repeated up to here.
    fn watch_for_uses(&mut self) -> UninitWatch<'a> {
        let at = self.history.at();
        match self.watch.take() {
            Some((watched, watch)) if watched == at => watch,
            _ => {
                let mut watch = UninitWatch::new(&self.prepared.dispatch);
                self.history.repeat(0, at, |moment, session, first| {
                    session.step_ordered(moment.wave.0, moment.wave.1, first, &mut watch);
                });
                watch
            }
        }
    }

    fn hit(&mut self, n: usize, wave: WaveAt, lane: Option<u32>, reason: Reason) -> Event {
        self.breakpoints[n].hits += 1;
        self.focus = wave;
        self.lane = lane.unwrap_or(self.lane);
        self.stopped(reason)
    }

    /// What the last step did to watched memory.
    fn touched(&self, wave: WaveAt, seen: &StepAccesses, before: &[Option<u64>]) -> Option<(usize, WatchHit)> {
        if seen.accesses.is_empty() {
            return None;
        }
        let after = self.watched();
        self.breakpoints.iter().enumerate().find_map(|(n, breakpoint)| {
            let On::Memory(place, access) = &breakpoint.on else { return None };
            let touched = seen.touched(place, *access, wave.0, [before[n], after[n]])?;
            let mine = breakpoint.wave.is_none_or(|only| only == wave);
            let holds = breakpoint.condition.as_ref().is_none_or(|c| c.holds(&self.scope(wave, touched.lane)));
            (mine && holds).then_some((n, touched))
        })
    }

    /// Goes to a point of what is recorded.
    pub(super) fn go(&mut self, to: u64) {
        self.goal = None;
        self.notes.clear();
        self.uses.clear();
        self.history.go(to);
        self.make_room();
    }

    /// In front of the last step of the wave in focus that a test accepts; the start where there is none.
    fn back_to(&mut self, wave: WaveAt, accepts: impl Fn(&Session<'a>) -> bool) -> Event {
        let at = self.history.at();
        let mut found = None;
        for (from, to) in self.history.parts(at) {
            self.history.repeat(from, to, |moment, session, first| {
                if moment.wave == wave && accepts(session) {
                    found = Some(moment.at);
                }
                session.step_ordered(moment.wave.0, moment.wave.1, first, &mut Unobserved);
            });
            if found.is_some() {
                break;
            }
        }
        self.go(found.unwrap_or(0));
        self.stopped(if found.is_some() { Reason::Stepped } else { Reason::Start })
    }

    pub(super) fn back(&mut self, motion: &Motion) -> Result<Event> {
        let at = self.history.at();
        if at == 0 {
            return Ok(self.stopped(Reason::Start));
        }
        let focus = self.focus;
        Ok(match motion {
            Motion::Any { count } => {
                self.go(at.saturating_sub(*count));
                if let Some(wave) = self.history.recorded(self.history.at()) {
                    self.focus = wave;
                }
                self.stopped(if at < *count { Reason::Start } else { Reason::Stepped })
            }
            Motion::Instruction { wave, count } => {
                let wave = wave.map_or(Ok(focus), |place| self.resolve(place))?;
                self.focus = wave;
                let mut event = self.back_to(wave, |_| true);
                for _ in 1..*count {
                    if self.history.at() == 0 {
                        break;
                    }
                    event = self.back_to(wave, |_| true);
                }
                event
            }
            Motion::Line { into } => {
                let target = self.line_before(*into);
                self.go(target.unwrap_or(0));
                self.stopped(if target.is_some() { Reason::Stepped } else { Reason::Start })
            }
            Motion::Continue => self.back_continue(),
            Motion::Lane(lane) => {
                let upper = self.prepared.dispatch.program.upper;
                let lane = *lane;
                self.back_to(focus, move |session| {
                    let wave = session.wave(focus.0, focus.1);
                    let upper = upper.map_or(0, |word| wave.scalars[usize::from(word)]);
                    (u64::from(upper) << 32 | u64::from(wave.active())) >> (lane % 64) & 1 != 0
                })
            }
            Motion::All | Motion::Out | Motion::Finish => {
                bail!("expected reverse-step, reverse-next or reverse-continue: this one goes forwards only")
            }
        })
    }

    /// The first instruction of the line in front of this one, of the lane in focus: what stands in front of it is of another line, or of
    /// another function. Functions that were called and have returned are passed over.
    fn line_before(&self, into: bool) -> Option<u64> {
        let (at, focus, lane) = (self.history.at(), self.focus, self.followed_lane(self.focus));
        let dispatch = &self.prepared.dispatch;
        let place = |session: &Session<'a>, calls: &Calls| {
            let wave = session.wave(focus.0, focus.1);
            let step = dispatch.program.steps.get(wave.pc as usize);
            let location = step.and_then(|step| self.lines.find(step.address.into()));
            let line = location.map(|location| (location.at.file.to_string(), location.at.line));
            (line, calls.depth(wave, self.lane))
        };
        let (mut now, mut target) = (place(self.history.now(), &self.calls_at(focus, at)), None);
        for (from, to) in self.history.parts(at) {
            let (mut part, mut calls) = (Vec::new(), self.calls_at(focus, from));
            self.history.repeat(from, to, |moment, session, first| {
                let (group, wave) = moment.wave;
                let pc = session.wave(group, wave).pc;
                if moment.wave == focus && lane.is_none_or(|lane| self.active_in(session, focus) >> lane & 1 != 0) {
                    part.push((moment.at, place(session, &calls)));
                }
                session.step_ordered(group, wave, first, &mut Unobserved);
                if moment.wave == focus {
                    calls.follow(dispatch, pc, session.wave(group, wave).pc);
                }
            });
            for (moment, here) in part.into_iter().rev() {
                if here.1 > now.1 && !into {
                    continue;
                }
                match (target, here.0.is_none() || here == now) {
                    (None, true) => {}
                    (None, false) => (target, now) = (Some(moment), here),
                    (Some(_), true) if here == now => target = Some(moment),
                    (Some(_), _) => return target,
                }
            }
        }
        target
    }

    /// To the last point in front of this one where going forwards would stop.
    fn back_continue(&mut self) -> Event {
        let at = self.history.at();
        let (focus, lane) = (self.focus, self.lane);
        for (from, to) in self.history.parts(at) {
            self.go(from);
            let mut found = None;
            let mut before = self.watched();
            while self.history.at() < to {
                let Some(wave) = self.history.recorded(self.history.at()) else { break };
                if let Some((n, lane)) = self.at_breakpoint(wave) {
                    found = Some((
                        self.history.at(),
                        n,
                        wave,
                        lane,
                        Reason::Breakpoint { id: self.breakpoints[n].id, lane },
                    ));
                }
                let mut seen = StepAccesses::default();
                if self.history.step(wave, &mut seen).is_none() {
                    break;
                }
                if self.history.at() < at
                    && let Some((n, touched)) = self.touched(wave, &seen, &before)
                {
                    let (id, lane) = (self.breakpoints[n].id, Some(touched.lane));
                    found = Some((self.history.at(), n, wave, lane, Reason::Watch { id, touched }));
                }
                if !seen.accesses.is_empty() || self.history.changes().iter().any(|c| c.at == self.history.at()) {
                    before = self.watched();
                }
            }
            if let Some((moment, n, wave, lane, reason)) = found {
                self.go(moment);
                return self.hit(n, wave, lane, reason);
            }
        }
        (self.focus, self.lane) = (focus, lane);
        self.go(0);
        self.stopped(Reason::Start)
    }
}
