//! Waves in front of an instruction, and the effects of machine code on them.

use std::collections::HashMap;
use std::rc::Rc;

use isotope_ir::effect::{LANES, Slot};
use isotope_ir::program::def_use::Location;
use isotope_machine::state::Status;
use isotope_machine::{Dispatch, Session, Stepped, Stop, Storage, WaveState};
use smallvec::SmallVec;

use super::plan::{InstructionKind, Plan};
use super::table::MemorySystem;
use crate::automaton::{Cell, Halt, Node, Restart};
use crate::error::Error;
use crate::watch::{Room, Touch, Watch, Word};

/// Words and their values.
pub(super) type Values = SmallVec<[(Cell, u32); 2]>;

/// What an access touches.
#[derive(Clone, Debug, Default)]
pub(super) struct Visit {
    /// Words of global memory that other waves see, in order.
    pub global: SmallVec<[Cell; 2]>,
    /// Words of the group's memory that other waves see.
    pub shared: SmallVec<[Cell; 2]>,
    /// Words that only this wave touches, as far as is known.
    pub own: Vec<Word>,
    /// The step stops the launch.
    pub stops: bool,
}

/// A wave in front of an instruction.
#[derive(Debug)]
struct NodeData {
    thread: u16,
    pc: u32,
    ended: bool,
    wave: WaveState,
    /// Words that only this wave touches and that it has changed.
    own: Rc<[(Word, u32)]>,
    visit: Option<Rc<Visit>>,
    local: Option<(Node, u32)>,
    issued: Option<(Node, Rc<Values>)>,
}

/// How a word is used, as far as is known.
#[derive(Clone, Copy, Debug)]
struct Use {
    thread: u16,
    many: bool,
    written: bool,
    cell: Option<Cell>,
}

/// Every wave state so far, and what is known of it.
pub(super) struct Nodes<'a> {
    pub dispatch: &'a Dispatch,
    base: Session<'a>,
    /// Group and wave of each thread.
    pub threads: Vec<(usize, usize)>,
    pub plans: Vec<Plan>,
    nodes: Vec<NodeData>,
    index: HashMap<(u16, Box<[u8]>), Node>,
    performed: HashMap<(Node, Values), Rc<Values>>,
    delivered: HashMap<(Node, Node, Values), Node>,
    words: HashMap<Word, Use>,
    /// The words that several waves touch, one of them writing.
    pub cells: Vec<Word>,
    local_steps: u64,
    system: &'static MemorySystem,
}

impl<'a> Nodes<'a> {
    pub fn new(
        dispatch: &'a Dispatch,
        base: Session<'a>,
        system: &'static MemorySystem,
        local_steps: u64,
    ) -> Nodes<'a> {
        let waves = |g: usize| (0..base.wave_count(g)).map(move |w| (g, w));
        let threads = (0..base.group_count()).flat_map(waves).collect();
        let program = &dispatch.program;
        let mut plans: Vec<Plan> = program.steps.iter().map(|step| Plan::of(step, program, system)).collect();
        plans.push(Plan {
            kind: InstructionKind::Outside("running past the end of the code"),
            reads: vec![],
            writes: vec![],
        });
        Nodes {
            dispatch,
            base,
            threads,
            plans,
            nodes: Vec::new(),
            index: HashMap::new(),
            performed: HashMap::new(),
            delivered: HashMap::new(),
            words: HashMap::new(),
            cells: Vec::new(),
            local_steps,
            system,
        }
    }

    /// Forgets everything except which words are shared: nodes and outcomes contain the values of words that counted as a wave's own.
    pub fn forget(&mut self) {
        self.nodes.clear();
        self.index.clear();
        self.performed.clear();
        self.delivered.clear();
        self.words.retain(|_, of| of.cell.is_some());
    }

    /// First node of a wave.
    pub fn first(&mut self, thread: u16) -> Node {
        let session = self.base.clone();
        self.keep(thread, &session, &[])
    }

    pub fn ended(&self, node: Node) -> bool {
        self.nodes[node as usize].ended
    }

    pub fn plan(&self, node: Node) -> &Plan {
        let last = self.plans.len() - 1;
        &self.plans[last.min(self.nodes[node as usize].pc as usize)]
    }

    /// Registers that the instruction of a node writes.
    pub fn writes(&self, node: Node) -> &[Location] {
        &self.plan(node).writes
    }

    /// The text of the instruction of a node.
    pub fn text(&self, node: Node) -> &str {
        let pc = self.nodes[node as usize].pc;
        self.dispatch.program.texts.get(pc as usize).map_or("its end", String::as_str)
    }

    /// Place of a node, as text.
    pub fn place(&self, node: Node) -> String {
        let (group, wave) = self.threads[usize::from(self.nodes[node as usize].thread)];
        format!("group {group}, wave {wave}, in front of `{}`", self.text(node))
    }

    /// A word before the first step.
    pub fn start_value(&self, word: Word) -> u32 {
        word.value(&self.base)
    }

    /// The words that only this wave touches and that it has changed.
    pub fn own(&self, node: Node) -> &[(Word, u32)] {
        &self.nodes[node as usize].own
    }

    pub fn outside(&self, node: Node, what: &'static str) -> Halt {
        Error::Outside { place: self.place(node), model: self.system.name, what }.into()
    }

    /// A session in which one wave is at a node, and these words have these values.
    fn stage(&self, node: Node, values: &[(Cell, u32)]) -> (Session<'a>, usize, usize) {
        let of = &self.nodes[node as usize];
        let (group, wave) = self.threads[usize::from(of.thread)];
        let mut session = self.base.clone();
        session.stats = Default::default();
        session.set_wave(group, wave, &of.wave);
        of.own.iter().for_each(|(word, value)| word.put(&mut session, *value, 0xf));
        values.iter().for_each(|(cell, value)| self.cells[*cell as usize].put(&mut session, *value, 0xf));
        (session, group, wave)
    }

    /// The node of a wave of a session. `own` are the words that it may have changed.
    fn keep(&mut self, thread: u16, session: &Session<'a>, own: &[Word]) -> Node {
        let (group, wave) = self.threads[usize::from(thread)];
        let value = |word: &Word| (*word, word.value(session));
        let mut own: Vec<(Word, u32)> = own.iter().map(value).collect();
        own.retain(|(word, value)| word.value(&self.base) != *value);
        own.sort_unstable();
        own.dedup();
        let mut key = session.live(group, wave).as_bytes().to_vec();
        // A register that a load will overwrite is not dead: it can be read before the load returns.
        let now = session.wave(group, wave);
        if let (Some((Slot(slot), scalar)), true) = (self.dispatch.program.temporaries, now.status != Status::Done) {
            let registers = now.registers[..slot as usize].iter().chain(&now.scalars[..usize::from(scalar)]);
            key.extend(registers.flat_map(|word| word.to_le_bytes()));
        }
        for (Word { room, at }, value) in &own {
            let room = if let Room::Shared(group) = room { u64::from(*group) + 1 } else { 0 };
            key.extend(room.to_le_bytes());
            key.extend(at.to_le_bytes());
            key.extend(value.to_le_bytes());
        }
        let next = self.nodes.len() as Node;
        let node = *self.index.entry((thread, key.into_boxed_slice())).or_insert(next);
        if node == next {
            let state = session.wave_state(group, wave);
            let (pc, ended) = (state.wave().pc, state.wave().status == Status::Done);
            let own = own.into();
            self.nodes.push(NodeData { thread, pc, ended, wave: state, own, visit: None, local: None, issued: None });
        }
        node
    }

    fn own_words(&self, node: Node) -> Vec<Word> {
        self.own(node).iter().map(|(word, _)| *word).collect()
    }

    /// Lets a wave run an instruction that concerns only the wave, and all that follow up to one that may not. Returns how many it ran.
    pub fn run_alone(&mut self, node: Node, far: bool) -> Result<Result<(Node, u32), Stop>, Halt> {
        if let Some(known) = self.nodes[node as usize].local.filter(|_| far) {
            return Ok(Ok(known));
        }
        let (mut session, group, wave) = self.stage(node, &[]);
        if let Stepped::Stopped(stop) = session.step(group, wave) {
            return Ok(Err(stop));
        }
        // An instruction that stops the launch, or that the memory system sees, is handled at its node.
        let is_plain = |session: &Session<'_>| {
            let wave = session.wave(group, wave);
            wave.status == Status::Ready
                && self.plans.get(wave.pc as usize).is_some_and(|plan| plan.kind == InstructionKind::Plain)
        };
        while far && is_plain(&session) {
            if session.stats.wave_instructions > self.local_steps {
                return Err(Error::LocalSteps { limit: self.local_steps, place: self.place(node) }.into());
            }
            let before = session.clone();
            if let Stepped::Stopped(_) = session.step(group, wave) {
                session = before;
                break;
            }
        }
        let ran = session.stats.wave_instructions as u32;
        let (thread, own) = (self.nodes[node as usize].thread, self.own_words(node));
        let next = self.keep(thread, &session, &own);
        if far {
            self.nodes[node as usize].local = Some((next, ran));
        }
        Ok(Ok((next, ran)))
    }

    /// What the access of a node touches.
    pub fn visit(&mut self, node: Node) -> Result<Rc<Visit>, Halt> {
        if let Some(visit) = &self.nodes[node as usize].visit {
            return Ok(Rc::clone(visit));
        }
        let (session, group, wave) = self.stage(node, &[]);
        let footprint = session.footprint(group, wave);
        let mut watch = Watch::new(group as u32);
        for touch in &footprint.touches {
            if touch.storage == Storage::Device {
                return Err(self.outside(node, "an access to the global data share"));
            }
            watch.touch(touch.storage, touch.at, touch.bytes, touch.reads, touch.writes);
        }
        let touches = Touch::merge(watch.touches);
        let cells = self.classify(self.nodes[node as usize].thread, &touches)?;
        let mut visit = Visit { stops: footprint.stops, ..Visit::default() };
        let own = |word: &Word| self.words.get(word).is_none_or(|of| of.cell.is_none());
        visit.own = touches.iter().map(|t| t.word).filter(own).collect();
        for (cell, bytes) in cells {
            if bytes != 0xf {
                return Err(self.outside(node, "a part of a word that several waves touch"));
            }
            let list = match self.cells[cell as usize].room {
                Room::Global => &mut visit.global,
                Room::Shared(_) => &mut visit.shared,
            };
            if !list.contains(&cell) {
                list.push(cell);
            }
        }
        let visit = Rc::new(visit);
        self.nodes[node as usize].visit = Some(Rc::clone(&visit));
        Ok(visit)
    }

    fn classify(&mut self, thread: u16, touches: &[Touch<Word>]) -> Result<Vec<(Cell, u8)>, Restart> {
        let (mut found, mut again) = (Vec::new(), false);
        for touch in touches {
            let fresh = Use { thread, many: false, written: false, cell: None };
            let of = self.words.entry(touch.word).or_insert(fresh);
            of.many |= of.thread != thread;
            of.written |= touch.writes;
            if of.cell.is_none() && of.many && of.written {
                of.cell = Some(self.cells.len() as Cell);
                self.cells.push(touch.word);
                again = true;
            }
            found.extend(of.cell.map(|cell| (cell, touch.bytes)));
        }
        if again { Err(Restart) } else { Ok(found) }
    }

    /// Marks words of a wave that waits for them as shared.
    pub fn share(&mut self, node: Node, words: &[Word]) -> Halt {
        let mut more = false;
        for word in words {
            let fresh = Use { thread: 0, many: true, written: true, cell: None };
            let of = self.words.entry(*word).or_insert(fresh);
            if of.cell.is_none() {
                of.cell = Some(self.cells.len() as Cell);
                self.cells.push(*word);
                more = true;
            }
        }
        match more {
            true => Halt::Restart,
            false => Error::LocalSteps { limit: self.local_steps, place: self.place(node) }.into(),
        }
    }

    /// A wave after the issue of its access, with unchanged registers, and the values that it stores in words that other waves see.
    pub fn issue(&mut self, node: Node) -> Result<(Node, Rc<Values>), Halt> {
        if let Some((next, stored)) = &self.nodes[node as usize].issued {
            return Ok((*next, Rc::clone(stored)));
        }
        let visit = self.visit(node)?;
        let (mut session, group, wave) = self.stage(node, &[]);
        let mut watch = Watch::new(group as u32);
        if let Stepped::Stopped(stop) = session.step_observed(group, wave, &mut watch) {
            return Err(Error::Stopped { place: self.place(node), stop: stop.to_string() }.into());
        }
        let stored = visit.global.iter().map(|c| (*c, self.cells[*c as usize].value(&session))).collect();
        let before = &self.nodes[node as usize];
        copy(self.writes(node), before.wave.wave().active(), before.wave.wave(), session.wave_mut(group, wave));
        let mut own = self.own_words(node);
        let mine = |t: &&Touch<Word>| t.writes && self.words.get(&t.word).is_none_or(|u| u.cell.is_none());
        own.extend(watch.touches.iter().filter(mine).map(|t| t.word));
        let thread = before.thread;
        let found = (self.keep(thread, &session, &own), Rc::new(stored));
        self.nodes[node as usize].issued = Some(found.clone());
        Ok(found)
    }

    /// New values of words after a wave's access is performed on them.
    pub fn perform(&mut self, issued: Node, values: &Values) -> Rc<Values> {
        let key = (issued, values.clone());
        if let Some(known) = self.performed.get(&key) {
            return Rc::clone(known);
        }
        let (mut session, group, wave) = self.stage(issued, values);
        session.step(group, wave);
        let after = values.iter().map(|(cell, _)| (*cell, self.cells[*cell as usize].value(&session))).collect();
        let after = Rc::new(after);
        self.performed.insert(key, Rc::clone(&after));
        after
    }

    /// A wave after an access has returned with these values.
    pub fn deliver(&mut self, node: Node, issued: Node, values: &Values) -> Node {
        let key = (node, issued, values.clone());
        if let Some(known) = self.delivered.get(&key) {
            return *known;
        }
        let (mut session, group, wave) = self.stage(issued, values);
        let active = session.wave(group, wave).active();
        session.step(group, wave);
        let got = session.wave_state(group, wave);
        let (mut session, ..) = self.stage(node, &[]);
        copy(self.writes(issued), active, got.wave(), session.wave_mut(group, wave));
        let (thread, own) = (self.nodes[node as usize].thread, self.own_words(node));
        let next = self.keep(thread, &session, &own);
        self.delivered.insert(key, next);
        next
    }

    /// Waves of a group after a barrier, given all waves that have not ended in front of it.
    pub fn meet(&mut self, threads: &[u16], nodes: &[Node]) -> Vec<Node> {
        let mut session = self.base.clone();
        for (thread, node) in threads.iter().zip(nodes) {
            let (group, wave) = self.threads[usize::from(*thread)];
            session.set_wave(group, wave, &self.nodes[*node as usize].wave);
        }
        for thread in threads {
            let (group, wave) = self.threads[usize::from(*thread)];
            session.step(group, wave);
        }
        let mut behind = Vec::new();
        for (thread, node) in threads.iter().zip(nodes) {
            let (group, wave) = self.threads[usize::from(*thread)];
            let state = session.wave_state(group, wave);
            let (mut alone, ..) = self.stage(*node, &[]);
            alone.set_wave(group, wave, &state);
            let own = self.own_words(*node);
            behind.push(self.keep(*thread, &alone, &own));
        }
        behind
    }
}

/// Copies registers from one wave to another.
fn copy(
    locations: &[Location],
    active: u32,
    from: &isotope_machine::state::Wave,
    to: &mut isotope_machine::state::Wave,
) {
    for location in locations {
        match *location {
            Location::Vector { first, lanes } => {
                for lane in (0..LANES).filter(|lane| lanes & active & 1 << lane != 0) {
                    let at = first as usize + lane;
                    to.registers[at] = from.registers[at];
                }
            }
            Location::Scalar { word, .. } => to.scalars[usize::from(word)] = from.scalars[usize::from(word)],
            Location::Map { .. } | Location::Registers => to.registers.copy_from_slice(&from.registers),
        }
    }
}
