//! Identical waves, for symmetry reduction.
//!
//! Two waves are *alike* if they stand in front of their first visible step with the same content (live registers, private memory, own
//! words) and no later step depends on which wave it is. Then each can do what the other can: their automata are equal. They share the
//! nodes of the first of them, and a word that this one touches counts as touched by all.

use isotope_ir::effect::{Control, Special, Uop};
use isotope_machine::State;

use super::{Automaton, Node};
use crate::watch::{Room, Word};

/// Classes of identical waves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Alike {
    /// For each wave, the first one of its class.
    first: Vec<u16>,
    /// For each wave, whether its class has other waves, and whether they are in several groups.
    others: Vec<(bool, bool)>,
}

impl Alike {
    /// No two waves are alike.
    pub fn none(threads: usize) -> Alike {
        Alike { first: (0..threads as u16).collect(), others: vec![(false, false); threads] }
    }

    /// The first wave of a wave's class.
    pub fn first(&self, thread: u16) -> u16 {
        self.first[usize::from(thread)]
    }

    /// The previous wave of the same class.
    pub fn before(&self, thread: usize) -> Option<usize> {
        (0..thread).rev().find(|other| self.first[*other] == self.first[thread])
    }

    /// The next wave of the same class.
    pub fn behind(&self, thread: usize) -> Option<usize> {
        (thread + 1..self.first.len()).find(|other| self.first[*other] == self.first[thread])
    }

    /// Classes of at least two waves.
    pub fn classes(&self) -> Vec<Vec<u16>> {
        let all = |first: u16| (0..self.first.len() as u16).filter(|t| self.first(*t) == first).collect::<Vec<_>>();
        (0..self.first.len() as u16).map(all).filter(|class| class.len() > 1).collect()
    }

    /// Whether the word is shared by the whole symmetry class.
    pub fn touch(&self, thread: u16, word: Word) -> bool {
        let (others, spans) = self.others[usize::from(thread)];
        // Each group has shared memory of its own.
        others && !(spans && matches!(word.room, Room::Shared(_)))
    }
}

/// What decides whether waves are identical.
#[derive(PartialEq, Eq)]
struct Content {
    live: State,
    own: Vec<(bool, u64, u32)>,
    group: Option<usize>,
}

impl Automaton<'_> {
    /// Classes of identical waves, by their nodes before their first visible step; or why there are none.
    pub fn find_alike(&self, nodes: &[Node]) -> Result<Alike, String> {
        if self.base.beside().is_some() || self.service.is_some() {
            return Err("the synchronization unit, or a process on the host, tells waves apart".into());
        }
        if self.ends_count {
            return Err("waves meet at barriers".into());
        }
        let group = |n: usize| self.threads[n].0;
        let alone = (0..self.group_count()).all(|group| self.base.wave_count(group) == 1);
        // Groups of several waves would have to be swapped with everything in their memory.
        let apart = !alone && self.base.read_shared(0, 0, 1).is_some();
        let content = |n: usize| {
            let of = &self.nodes[nodes[n] as usize];
            let (mut session, (group, wave)) = (self.base.clone(), self.threads[n]);
            session.set_wave(group, wave, &of.wave);
            let own = of.own.iter().map(|(word, value)| (word.room == Room::Global, word.at, *value));
            Content { live: session.live(group, wave), own: own.collect(), group: apart.then_some(group) }
        };
        let contents: Vec<Content> = (0..nodes.len()).map(content).collect();
        let mut alike = Alike::none(nodes.len());
        let mut asked = None;
        for n in 0..nodes.len() {
            let Some(first) = (0..n).find(|first| contents[*first] == contents[n]) else { continue };
            if let Some(step) = self.asks_who(nodes[n]) {
                asked = asked.or(Some(step));
                continue;
            }
            alike.first[n] = first as u16;
        }
        let classes = alike.classes();
        if classes.is_empty() {
            return Err(match asked {
                Some(step) => {
                    let text = self.dispatch.program.texts.get(step).map_or("", String::as_str);
                    format!("`{text}` asks which wave it is")
                }
                None => {
                    "no two waves have the same in their registers before their first step that others can see".into()
                }
            });
        }
        for class in classes {
            let spans = class.iter().any(|t| group(usize::from(*t)) != group(usize::from(class[0])));
            class.iter().for_each(|t| alike.others[usize::from(*t)] = (true, spans));
        }
        Ok(alike)
    }

    /// A step that a wave can reach from a node and that depends on which wave it is. Every path through the control graph counts.
    fn asks_who(&self, node: Node) -> Option<usize> {
        let program = &self.dispatch.program;
        let wave = self.nodes[node as usize].wave.wave();
        let mut open: Vec<u32> = wave.stack.iter().map(|entry| entry.pc).chain([wave.pc]).collect();
        let mut seen = vec![false; program.steps.len()];
        while let Some(at) = open.pop() {
            let Some(step) = program.steps.get(at as usize) else { continue };
            if std::mem::replace(&mut seen[at as usize], true) {
                continue;
            }
            let asks = |uop: &Uop| match uop {
                Uop::Special { what, .. } | Uop::ScalarSpecial { what, .. } => match what {
                    Special::WaveId
                    | Special::LocalId(_)
                    | Special::LocalIdPacked
                    | Special::LocalIdPacked10
                    | Special::GroupId(_)
                    | Special::GroupSize(_) => true,
                    Special::LaneId
                    | Special::GroupCount(_)
                    | Special::LaneMask(_)
                    | Special::SharedBytes
                    | Special::Clock { .. }
                    | Special::SharedWindow
                    | Special::PrivateWindow => false,
                },
                _ => false,
            };
            if program.uops_of(step).iter().any(asks) {
                return Some(at as usize);
            }
            // The pushes of tokens give their targets; the next step is always a possible successor.
            open.push(at + 1);
            match step.control {
                Control::Branch { target }
                | Control::Goto { target }
                | Control::Push { target, .. }
                | Control::Call { target }
                | Control::Jump { target, .. } => open.push(target),
                Control::BranchIndirect { .. } | Control::JumpTo { .. } | Control::Variant { .. } => {
                    open.extend(0..program.steps.len() as u32);
                }
                Control::Next
                | Control::Join
                | Control::Pop { .. }
                | Control::Exit
                | Control::Barrier { .. }
                | Control::End
                | Control::Request(_)
                | Control::Host(_)
                | Control::Trap
                | Control::Refuse(_) => {}
            }
        }
        None
    }
}
