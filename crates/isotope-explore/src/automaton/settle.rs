//! A wave on its way to its next visible step, and which words become visible on the way.

use std::collections::{HashMap, VecDeque};

use isotope_machine::state::Status;
use isotope_machine::{Footprint, Session, State, Stepped};
use smallvec::SmallVec;

use super::{Automaton, Cell, First, Halt, Node, NodeData, Ran, Restart, Stand, Use, read};
use crate::error::Error;
use crate::watch::{Room, Touch, Watch, Word};

/// Thread of a word that several threads have read and none has written.
const MANY: u16 = u16::MAX;

/// Most states after choices of one step.
const WAYS: usize = 50_000;

/// The node of a wave, and what it ran to get there.
pub(super) struct Settled {
    pub node: Node,
    pub ran: SmallVec<[Ran; 1]>,
}

/// What a wave stands in front of.
#[derive(Default)]
struct Front {
    reads: Vec<(Cell, u8)>,
    touched: Vec<Touch<Cell>>,
    counts: bool,
    unit: bool,
    endless: bool,
}

/// Where a walk ended.
enum Walked {
    /// In front of a visible step, or where the wave no longer runs.
    Stands(Front),
    /// Pending step with these possible outcomes.
    Chooses(Vec<First>),
}

/// A wave on its way.
struct Walk {
    /// Changed values of its own words.
    own: HashMap<Word, u32>,
    /// Own words that it has touched, if there are choices.
    met: Vec<Touch<Word>>,
}

/// A number on a cycle, if there is one.
fn on_a_round(leads: &[Vec<usize>]) -> Option<usize> {
    // Numbers without successors are removed until there are none; what is left is on a cycle or leads to one.
    let mut left: Vec<usize> = leads.iter().map(Vec::len).collect();
    let mut from = vec![Vec::new(); leads.len()];
    leads.iter().enumerate().for_each(|(at, to)| to.iter().for_each(|to| from[*to].push(at)));
    let mut done: Vec<usize> = (0..leads.len()).filter(|at| left[*at] == 0).collect();
    while let Some(at) = done.pop() {
        for before in &from[at] {
            left[*before] -= 1;
            if left[*before] == 0 {
                done.push(*before);
            }
        }
    }
    let mut at = left.iter().position(|n| *n != 0)?;
    let mut seen = vec![false; leads.len()];
    while !std::mem::replace(&mut seen[at], true) {
        at = *leads[at].iter().find(|to| left[**to] != 0)?;
    }
    Some(at)
}

/// A place to which a wave may come back: its step, its live state, the changed values of its own words.
type Mark = (u32, State, HashMap<Word, u32>);

impl<'a> Automaton<'a> {
    /// The shared words among what a step touches; for the other words, the thread is recorded.
    pub(super) fn classify(&mut self, thread: u16, touches: &[Touch<Word>]) -> Result<Vec<Touch<Cell>>, Restart> {
        let mut shared = Vec::new();
        let mut again = false;
        for touch in touches {
            let together = self.alike.touch(thread, touch.word);
            let thread = if together { MANY } else { thread };
            let of = self.words.entry(touch.word).or_insert(Use { thread, written: false, cell: None });
            let known = of.cell.is_some();
            if !known && (together || of.thread != thread) && (of.written || touch.writes) {
                of.cell = Some(self.cells.len() as Cell);
                self.cells.push(touch.word);
                again = true;
            }
            // A word with several readers has the last of them as its thread, so a writer differs from one of them.
            if of.thread != thread && !of.written {
                of.thread = if touch.writes { thread } else { MANY };
            }
            of.written |= touch.writes;
            if let Some(word) = of.cell {
                let Touch { bytes, reads, writes, changes, .. } = *touch;
                shared.push(Touch { word, bytes, reads, writes, changes });
            }
        }
        if again { Err(Restart) } else { Ok(shared) }
    }

    /// Marks words as shared.
    fn share(&mut self, touches: &[Touch<Word>]) -> Result<(), Restart> {
        for touch in touches {
            let of = self.words.entry(touch.word).or_insert(Use { thread: MANY, written: false, cell: None });
            if of.cell.is_none() {
                of.cell = Some(self.cells.len() as Cell);
                self.cells.push(touch.word);
            }
        }
        Err(Restart)
    }

    /// Lets a wave run to its next visible step or choice.
    pub(super) fn lead(
        &mut self,
        thread: u16,
        mut session: Session<'a>,
        own: HashMap<Word, u32>,
    ) -> Result<Settled, Halt> {
        let before = session.stats.wave_instructions;
        let mut walk = Walk { own, met: Vec::new() };
        let front = match self.walk(thread, &mut session, &mut walk)? {
            Walked::Stands(front) => front,
            Walked::Chooses(_) => Front::default(),
        };
        let steps = (session.stats.wave_instructions - before) as u32;
        let node = self.node(thread, &session, walk.own, front);
        Ok(Settled { node, ran: SmallVec::from_buf([Ran::new(thread, steps)]) })
    }

    /// Lets a wave run to its next visible step, for all choices. `own` has the changed values of its own words.
    pub(super) fn settle(
        &mut self,
        thread: u16,
        session: Session<'a>,
        own: HashMap<Word, u32>,
    ) -> Result<Vec<Settled>, Halt> {
        let (group, wave) = self.threads[usize::from(thread)];
        let mut found: Vec<Settled> = Vec::new();
        let mut walk = Walk { own, met: Vec::new() };
        // States after a choice, by number, and their successors.
        let mut seen: HashMap<(State, Vec<(Word, u32)>), usize> = HashMap::new();
        let mut leads: Vec<Vec<usize>> = Vec::new();
        let mut states = Vec::new();
        let mut open = VecDeque::from([(None, session, std::mem::take(&mut walk.own), SmallVec::<[Ran; 1]>::new())]);
        while let Some((from, mut session, own, ran)) = open.pop_front() {
            walk.own = own;
            let before = session.stats.wave_instructions;
            let walked = self.walk(thread, &mut session, &mut walk)?;
            let steps = (session.stats.wave_instructions - before) as u32;
            let ways = match walked {
                Walked::Stands(front) => {
                    let node = self.node(thread, &session, std::mem::take(&mut walk.own), front);
                    if !found.iter().any(|known| known.node == node) {
                        let mut ran = ran;
                        ran.push(Ran::new(thread, steps));
                        found.push(Settled { node, ran });
                    }
                    continue;
                }
                Walked::Chooses(ways) => ways,
            };
            let took = ways.into_iter().map(|first| {
                let (mut next, mut watch) = (session.clone(), Watch::new(group as u32));
                let stepped = next.step_ordered(group, wave, &first, &mut watch);
                (first, next, stepped, Touch::merge(watch.touches))
            });
            let took: Vec<_> = took.collect();
            if took.iter().any(|(_, _, stepped, _)| matches!(stepped, Stepped::Stopped(_))) {
                // A step that may stop the launch is visible.
                let node = self.node(thread, &session, std::mem::take(&mut walk.own), Front::default());
                let mut ran = ran;
                ran.push(Ran::new(thread, steps));
                found.push(Settled { node, ran });
                continue;
            }
            for (first, next, _, touches) in took {
                let (mut own, mut ran) = (walk.own.clone(), ran.clone());
                self.keep(&next, &touches, &mut own);
                walk.met.extend(touches);
                ran.push(Ran { thread, steps: steps + 1, first });
                let mut words: Vec<(Word, u32)> = own.iter().map(|(word, value)| (*word, *value)).collect();
                words.sort_unstable();
                let number = leads.len();
                let at = *seen.entry((next.live(group, wave), words)).or_insert(number);
                if at == number {
                    if number > WAYS {
                        return Err(Error::Ways { ways: number, place: self.place(thread, &session) }.into());
                    }
                    leads.push(Vec::new());
                    states.push((next.clone(), own.clone(), ran.clone()));
                    open.push_back((Some(at), next, own, ran));
                }
                if let Some(from) = from {
                    let from: usize = from;
                    leads[from].push(at);
                }
            }
        }
        if let Some(at) = on_a_round(&leads) {
            // Choices can lead to a cycle. The wave may wait for words to change that only it has touched so far.
            if !walk.met.is_empty() {
                self.share(&walk.met)?;
            }
            let (session, own, ran) = states.swap_remove(at);
            let node = self.node(thread, &session, own, Front { endless: true, ..Front::default() });
            found.push(Settled { node, ran });
        }
        Ok(found)
    }

    /// Lets a wave run to its next visible step, or to a step that can go in several ways.
    fn walk(&mut self, thread: u16, session: &mut Session<'a>, walk: &mut Walk) -> Result<Walked, Halt> {
        let (group, wave) = self.threads[usize::from(thread)];
        let steps = &self.dispatch.program.steps;
        let before = session.stats.wave_instructions;
        let mut front = Front::default();
        // The mark to which a wave that waits for itself comes back: its place, its age, and after how many steps it is replaced.
        let (mut mark, mut since, mut power): (Option<Mark>, u32, u32) = (None, 0, 1);
        let mut met: Vec<Touch<Word>> = Vec::new();
        loop {
            let now = session.wave(group, wave);
            if now.status != Status::Ready {
                break;
            }
            let Some(step) = steps.get(now.pc as usize) else { break };
            if session.stats.wave_instructions - before > self.local_steps {
                // Long runs are checked again from a mark: a state that repeats never ends.
                front.endless = self.goes_round(session, group, wave);
                if front.endless {
                    break;
                }
                return Err(Error::LocalSteps { limit: self.local_steps, place: self.place(thread, session) }.into());
            }
            if !step.visible {
                if self.may_split(now.pc) {
                    let ways = self.ways(session, thread)?;
                    if ways.len() > 1 {
                        return Ok(Walked::Chooses(ways));
                    }
                }
                let left = self.local_steps.saturating_sub(session.stats.wave_instructions - before);
                let stepped = match self.orders.branches {
                    true => Some(session.step(group, wave)),
                    false => session.run_to_visible(group, wave, left.max(1)),
                };
                if let Some(Stepped::Stopped(_)) = stepped {
                    // The step that stops the launch is visible.
                    break;
                }
                continue;
            }
            let footprint = session.footprint(group, wave);
            let is_end = footprint.ends;
            let touches = Self::touched(group as u32, &footprint);
            let asks = |t: &Touch<Word>| self.service.as_ref().is_some_and(|at| at.contains(&(4 * t.word.at)));
            if touches.iter().any(|t| t.word.room == Room::Global && t.writes && asks(t)) {
                return Err(Error::Host { address: step.address }.into());
            }
            let shared = self.classify(thread, &touches)?;
            front.counts = footprint.barrier.is_some() || is_end && self.ends_count;
            front.unit = footprint.unit || is_end && self.has_unit;
            if !shared.is_empty() || front.counts || front.unit || footprint.stops {
                shared.iter().filter(|t| t.reads).for_each(|t| {
                    match front.reads.iter_mut().find(|(cell, _)| *cell == t.word) {
                        Some((_, bytes)) => *bytes |= t.bytes,
                        None => front.reads.push((t.word, t.bytes)),
                    }
                });
                front.reads.sort_unstable();
                front.touched = shared;
                break;
            }
            if self.orders.lanes {
                let ways = self.ways(session, thread)?;
                if ways.len() > 1 {
                    return Ok(Walked::Chooses(ways));
                }
                walk.met.extend(touches.iter().copied());
            }
            session.step(group, wave);
            self.keep(session, &touches, &mut walk.own);
            met.extend(touches);
            let pc = session.wave(group, wave).pc;
            let again = |(at, state, was): &Mark| *at == pc && *state == session.live(group, wave) && *was == walk.own;
            if mark.as_ref().is_some_and(again) {
                // It waits for words to change that only it has touched so far. Whether other waves change them remains to be seen.
                front.endless = met.is_empty();
                if front.endless {
                    break;
                }
                self.share(&met)?;
            }
            since += 1;
            if since == power {
                mark = Some((pc, session.live(group, wave), walk.own.clone()));
                (since, power) = (0, power * 2);
                met.clear();
            }
        }
        Ok(Walked::Stands(front))
    }

    /// The node of a wave in its current state.
    fn node(&mut self, thread: u16, session: &Session<'a>, own: HashMap<Word, u32>, front: Front) -> Node {
        let (group, wave) = self.threads[usize::from(thread)];
        let stand = match session.wave(group, wave).status {
            _ if front.endless => Stand::Endless,
            Status::Ready => Stand::Ready,
            Status::AtBarrier(id) => Stand::AtBarrier(id),
            Status::Queued => Stand::Queued,
            Status::Halted => Stand::Halted,
            Status::Done => Stand::Ended,
        };
        let mut own: Vec<(Word, u32)> = own.into_iter().collect();
        own.retain(|(word, value)| word.value(&self.base) != *value);
        own.sort_unstable();
        let mut key = session.live(group, wave).as_bytes().to_vec();
        // An ended wave has no live registers; its words are still part of the final memory.
        for (Word { room, at }, value) in &own {
            let room = if let Room::Shared(group) = room { u64::from(*group) + 1 } else { 0 };
            key.extend(room.to_le_bytes());
            key.extend(at.to_le_bytes());
            key.extend(value.to_le_bytes());
        }
        key.push(front.endless.into());
        let next = self.nodes.len() as Node;
        let bytes = key.len() + 24 * own.len();
        let node = *self.index.entry((thread, key.into_boxed_slice())).or_insert(next);
        if node == next {
            let of = session.wave(group, wave);
            let registers = 4 * (of.registers.len() + of.scalars.len()) + of.private.len() as usize;
            self.bytes += size_of::<NodeData>() + bytes + registers + 256;
            let pc = of.pc;
            let mut touched = front.touched;
            if let Some(cells) = self.waits.get(&(thread, pc)) {
                touched.extend(cells.iter().map(|cell| read(*cell)));
            }
            self.nodes.push(NodeData {
                thread,
                stand,
                wave: session.wave_state(group, wave),
                own: own.into_boxed_slice(),
                reads: front.reads.into_boxed_slice(),
                touches: touched.into_boxed_slice(),
                twins: SmallVec::new(),
                group: front.counts,
                unit: front.unit || stand == Stand::Queued,
                known: Vec::new(),
                many: HashMap::new(),
            });
        }
        node
    }

    /// The words that the next step may touch.
    fn touched(group: u32, footprint: &Footprint) -> Vec<Touch<Word>> {
        let mut watch = Watch::new(group);
        for touch in &footprint.touches {
            watch.touch(touch.storage, touch.at, touch.bytes, touch.reads, touch.writes);
        }
        Touch::merge(watch.touches)
    }

    /// Records the values of a wave's own words after a step.
    pub(super) fn keep(&self, session: &Session<'_>, touches: &[Touch<Word>], own: &mut HashMap<Word, u32>) {
        for touch in touches.iter().filter(|t| t.writes && self.words.get(&t.word).is_none_or(|u| u.cell.is_none())) {
            own.insert(touch.word, touch.word.value(session));
        }
    }

    /// Whether a wave that runs alone repeats a state without a visible step.
    fn goes_round(&self, session: &Session<'a>, group: usize, wave: usize) -> bool {
        let mut session = session.clone();
        let mark = session.live(group, wave);
        for _ in 0..self.local_steps {
            let steps = &self.dispatch.program.steps;
            let now = session.wave(group, wave);
            if now.status != Status::Ready || steps.get(now.pc as usize).is_none_or(|step| step.visible) {
                return false;
            }
            session.step(group, wave);
            if session.live(group, wave) == mark {
                return true;
            }
        }
        false
    }
}
