//! A wave on its way to its next visible step, and which words that makes visible.

use std::collections::HashMap;

use isotope_machine::state::Status;
use isotope_machine::{Footprint, Session, State, Stepped};
use smallvec::SmallVec;

use super::{Again, Automaton, Cell, Halt, Node, NodeData, Stand, Use, read};
use crate::error::Error;
use crate::watch::{Room, Touch, Watch, Word};

/// The thread of a word that several have read and nobody has written.
const MANY: u16 = u16::MAX;

/// A place that a wave may come back to: its step, what is live, what it has changed of its own words.
type Mark = (u32, State, HashMap<Word, u32>);

impl<'a> Automaton<'a> {
    /// The shared words among what a step touches; who touches the others is kept in mind.
    pub(super) fn classify(&mut self, thread: u16, touches: &[Touch<Word>]) -> Result<Vec<Touch<Cell>>, Again> {
        let mut shared = Vec::new();
        let mut again = false;
        for touch in touches {
            let of = self.words.entry(touch.word).or_insert(Use { thread, written: false, cell: None });
            let known = of.cell.is_some();
            if !known && of.thread != thread && (of.written || touch.writes) {
                of.cell = Some(self.cells.len() as Cell);
                self.cells.push(touch.word);
                again = true;
            }
            // A word that many read has the last of them as its thread; who writes it then is another than one of them.
            if of.thread != thread && !of.written {
                of.thread = if touch.writes { thread } else { MANY };
            }
            of.written |= touch.writes;
            if let Some(word) = of.cell {
                shared.push(Touch { word, bytes: touch.bytes, reads: touch.reads, writes: touch.writes });
            }
        }
        if again { Err(Again) } else { Ok(shared) }
    }

    /// Take words for shared, whoever touches them.
    fn share(&mut self, touches: &[Touch<Word>]) -> Result<(), Again> {
        for touch in touches {
            let of = self.words.entry(touch.word).or_insert(Use { thread: MANY, written: false, cell: None });
            if of.cell.is_none() {
                of.cell = Some(self.cells.len() as Cell);
                self.cells.push(touch.word);
            }
        }
        Err(Again)
    }

    /// Let a wave run to its next visible step. `own` is what it has changed of its own words.
    pub(super) fn settle(
        &mut self,
        thread: u16,
        mut session: Session<'a>,
        mut own: HashMap<Word, u32>,
    ) -> Result<(Node, u32), Halt> {
        let (group, wave) = self.threads[usize::from(thread)];
        let steps = &self.dispatch.program.steps;
        let before = session.stats.wave_instructions;
        let (mut reads, mut touched, mut counts, mut unit) = (Vec::new(), Vec::new(), false, false);
        let mut endless = false;
        // A mark to which a wave that waits for itself comes back: where, its state, how often it was set anew.
        let (mut mark, mut since, mut power): (Option<Mark>, u32, u32) = (None, 0, 1);
        let mut met: Vec<Touch<Word>> = Vec::new();
        loop {
            let now = session.wave(group, wave);
            if now.status != Status::Ready {
                break;
            }
            let Some(step) = steps.get(now.pc as usize) else { break };
            if session.stats.wave_instructions - before > self.local_steps {
                // Long runs are looked at again from a mark: a state that comes twice never ends.
                endless = self.goes_round(&session, group, wave);
                if endless {
                    break;
                }
                return Err(Error::LocalSteps { limit: self.local_steps, place: self.place(thread, &session) }.into());
            }
            if !step.visible {
                let left = self.local_steps.saturating_sub(session.stats.wave_instructions - before);
                if let Some(Stepped::Stopped(_)) = session.run_to_visible(group, wave, left.max(1)) {
                    // The step that stops is one that others can see.
                    break;
                }
                continue;
            }
            let footprint = session.footprint(group, wave);
            let is_end = footprint.ends;
            let touches = Self::touched(group as u32, &footprint);
            let shared = self.classify(thread, &touches)?;
            counts = footprint.barrier.is_some() || is_end && self.ends_count;
            unit = footprint.unit || is_end && self.base.beside().is_some();
            if !shared.is_empty() || counts || unit || footprint.stops {
                let mut merged: Vec<(Cell, u8)> = Vec::new();
                shared.iter().filter(|t| t.reads).for_each(|t| {
                    match merged.iter_mut().find(|(cell, _)| *cell == t.word) {
                        Some((_, bytes)) => *bytes |= t.bytes,
                        None => merged.push((t.word, t.bytes)),
                    }
                });
                merged.sort_unstable();
                reads = merged;
                touched = shared;
                break;
            }
            session.step(group, wave);
            self.keep(&session, &touches, &mut own);
            met.extend(touches);
            let pc = session.wave(group, wave).pc;
            let again = |(at, state, was): &Mark| *at == pc && *state == session.live(group, wave) && *was == own;
            if mark.as_ref().is_some_and(again) {
                // It waits for words to change that it alone has touched so far. Whether others will is to be seen.
                endless = met.is_empty();
                if endless {
                    break;
                }
                self.share(&met)?;
            }
            since += 1;
            if since == power {
                mark = Some((pc, session.live(group, wave), own.clone()));
                (since, power) = (0, power * 2);
                met.clear();
            }
        }
        let ran = (session.stats.wave_instructions - before) as u32;
        let stand = match session.wave(group, wave).status {
            _ if endless => Stand::Endless,
            Status::Ready => Stand::Ready,
            Status::AtBarrier(id) => Stand::AtBarrier(id),
            Status::Queued => Stand::Queued,
            Status::Halted => Stand::Halted,
            Status::Done => Stand::Ended,
        };
        unit |= stand == Stand::Queued;
        let mut own: Vec<(Word, u32)> = own.into_iter().collect();
        own.retain(|(word, value)| self.value(&self.base, *word) != *value);
        own.sort_unstable();
        let mut key = session.live(group, wave).as_bytes().to_vec();
        // An ended wave has nothing live; its words are still part of the memory that it leaves.
        for (Word { room, at }, value) in &own {
            let room = if let Room::Shared(group) = room { u64::from(*group) + 1 } else { 0 };
            key.extend(room.to_le_bytes());
            key.extend(at.to_le_bytes());
            key.extend(value.to_le_bytes());
        }
        let next = self.nodes.len() as Node;
        let node = *self.index.entry((thread, key.into_boxed_slice())).or_insert(next);
        if node == next {
            let pc = session.wave(group, wave).pc;
            if let Some(cells) = self.waits.get(&(thread, pc)) {
                touched.extend(cells.iter().map(|cell| read(*cell)));
            }
            self.nodes.push(NodeData {
                thread,
                stand,
                wave: session.wave_state(group, wave),
                own: own.into_boxed_slice(),
                reads: reads.into_boxed_slice(),
                touches: touched.into_boxed_slice(),
                twins: SmallVec::new(),
                group: counts,
                unit,
                known: Vec::new(),
                many: HashMap::new(),
            });
        }
        Ok((node, ran))
    }

    /// The words that the next step may touch.
    fn touched(group: u32, footprint: &Footprint) -> Vec<Touch<Word>> {
        let mut watch = Watch::new(group);
        for touch in &footprint.touches {
            watch.touch(touch.storage, touch.at, touch.bytes, touch.reads, touch.writes);
        }
        Touch::merge(watch.touches)
    }

    /// Remember the values of a wave's own words after a step.
    pub(super) fn keep(&self, session: &Session<'_>, touches: &[Touch<Word>], own: &mut HashMap<Word, u32>) {
        for touch in touches.iter().filter(|t| t.writes && self.words.get(&t.word).is_none_or(|u| u.cell.is_none())) {
            own.insert(touch.word, self.value(session, touch.word));
        }
    }

    /// Whether a wave that runs alone comes to a state again without a visible step.
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
