//! One execution, step by step, to be shown: which wave did what, what it read and from whom, what memory held afterwards.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use isotope_explore::{Accessed, Execution, Happened};
use isotope_litmus::{Shown, Witness};
use isotope_machine::{Answered, Storage, Synchronisation};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::replay::ended;
use super::{ObservedPlace, Schedule};
use crate::answer;
use crate::arguments::{Placed, number};
use crate::error::{Error, Result};
use crate::launch::Prepared;

/// Steps of one execution that are shown at most.
const STEPS: usize = 2_000;

/// Places that a step names at most; the others are counted.
const NAMED: usize = 8;

/// An execution.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct View {
    /// Its schedule.
    pub schedule: Schedule,
    /// Group and wave of each that there is.
    pub waves: Vec<(usize, usize)>,
    /// The places that are watched, and what is in them before the first step.
    pub watched: Vec<(String, String)>,
    /// Its steps, as far as others can see them: on buffers of the launch, on other memory that several waves touch and one of them
    /// writes, at barriers and fences, on the synchronization unit.
    pub steps: Vec<ViewStep>,
    /// How many steps come before those that come again and again, where there are such.
    pub round: Option<usize>,
    /// How it ended.
    pub ended: String,
    /// How many steps are not there, because there are too many.
    pub left_out: usize,
}

/// A step of an execution.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ViewStep {
    /// Which turn of the schedule, and which step of it, counted from 1.
    pub at: (usize, u32),
    /// Which of the waves.
    pub wave: usize,
    /// Byte address of the instruction.
    pub address: u32,
    /// The instruction.
    pub text: String,
    /// Its line in the source, where the file knows it.
    pub source: Option<String>,
    /// What it did with memory and with others.
    pub effects: Vec<Effect>,
    /// What is in the watched places afterwards.
    pub memory: Vec<String>,
    /// Waves that could not go on before it.
    pub releases: Vec<usize>,
    places: Vec<PlaceAccess>,
}

/// What a step did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Effect {
    /// In words: `x[0]: 1 -> 2`.
    pub text: String,
    /// Whether it wrote.
    pub writes: bool,
    /// The steps that had written what it read.
    pub from: Vec<usize>,
}

/// What an access was to the order of a place.
#[derive(Clone, Debug)]
struct PlaceAccess {
    name: String,
    initial: String,
    access: Accessed,
}

/// Run a schedule again and keep what can be seen of it.
///
/// # Errors
/// When it is no schedule, or not one of this launch.
pub fn view(prepared: &Prepared, schedule: &Schedule, observe: &[String]) -> Result<View> {
    let (dispatch, memory) = (&prepared.dispatch, &prepared.memory);
    let buffers = super::buffers(prepared);
    let watched = observe.iter().map(|text| ObservedPlace::parse(text, &buffers)).collect::<Result<Vec<_>>>()?;
    let places: Vec<_> = watched.iter().map(|w| w.place).collect();
    let done = isotope_explore::execution(dispatch, memory, schedule, &places).map_err(Error::new)?;
    let session = &done.replayed.session;
    let waves: Vec<(usize, usize)> =
        (0..session.group_count()).flat_map(|g| (0..session.wave_count(g)).map(move |w| (g, w))).collect();
    let names = BufferNames { buffers: &buffers };
    let lines = prepared.lines();
    let shared = shared(&done);
    // Only steps that are shown have a number.
    let last = done.replayed.stop.is_some().then(|| done.steps.len().saturating_sub(1));
    let kept: Vec<usize> = (0..done.steps.len())
        .filter(|n| {
            let step = &done.steps[*n];
            let seen =
                !of_note(step, &names, &shared).is_empty() || !step.meets.is_empty() || !step.releases.is_empty();
            seen || Some(*n) == last
        })
        .collect();
    let number: HashMap<usize, usize> = kept.iter().take(STEPS).enumerate().map(|(new, old)| (*old, new)).collect();
    let show = |bytes: &[Vec<u8>]| watched.iter().zip(bytes).map(|(w, bytes)| w.value(bytes)).collect::<Vec<_>>();
    let steps = kept.iter().take(STEPS).map(|n| {
        let step = &done.steps[*n];
        let accesses = of_note(step, &names, &shared);
        let index = step.instruction as usize;
        let address = dispatch.program.steps.get(index).map_or(0, |step| step.address);
        let mut effects = effects(&names, &accesses, &number);
        effects.extend(step.meets.iter().filter_map(met));
        let releases: Vec<usize> =
            step.releases.iter().filter_map(|wave| waves.iter().position(|w| w == wave)).collect();
        ViewStep {
            at: (step.turn, step.step),
            wave: waves.iter().position(|wave| *wave == step.wave).unwrap_or(0),
            address,
            text: dispatch.program.texts.get(index).cloned().unwrap_or_else(|| "its end".into()),
            source: lines.find(address.into()).map(|location| location.to_string()),
            effects,
            memory: show(&step.seen),
            releases,
            places: accesses.into_iter().map(|access| names.touched(access, prepared, &number)).collect(),
        }
    });
    let before: Vec<Vec<u8>> =
        places.iter().map(|p| prepared.memory.read(p.address, p.bytes).unwrap_or_default()).collect();
    Ok(View {
        schedule: schedule.clone(),
        watched: watched.iter().map(|w| w.label.clone()).zip(show(&before)).collect(),
        steps: steps.collect(),
        round: done.round.map(|round| kept.iter().filter(|n| **n < round).count()).filter(|round| *round < STEPS),
        ended: ended(&done.replayed),
        left_out: kept.len().saturating_sub(STEPS),
        waves,
    })
}

/// Four bytes of memory: which, whose, where.
type WordAt = (Storage, usize, u64);

fn word(access: &Accessed, group: usize) -> WordAt {
    (access.storage, if access.storage == Storage::Shared { group } else { 0 }, access.at / 4)
}

/// The accesses of a step that are shown.
fn of_note<'a>(step: &'a Happened, names: &BufferNames<'_>, shared: &HashSet<WordAt>) -> Vec<&'a Accessed> {
    step.accesses.iter().filter(|a| names.has(a) || shared.contains(&word(a, step.wave.0))).collect()
}

/// Words that several waves touch, one of them writing.
fn shared(done: &Execution<'_>) -> HashSet<WordAt> {
    let mut users: HashMap<WordAt, (BTreeSet<(usize, usize)>, bool)> = HashMap::new();
    for step in &done.steps {
        for access in &step.accesses {
            let of = users.entry(word(access, step.wave.0)).or_default();
            of.0.insert(step.wave);
            of.1 |= access.wrote.is_some();
        }
    }
    users.into_iter().filter(|(_, (waves, written))| *written && waves.len() > 1).map(|(word, _)| word).collect()
}

/// What addresses are called.
struct BufferNames<'a> {
    buffers: &'a [(Placed, usize)],
}

impl BufferNames<'_> {
    fn buffer(&self, access: &Accessed) -> Option<&Placed> {
        let inside = |(placed, bytes): &&(Placed, usize)| {
            access.at >= placed.address && access.at < placed.address + *bytes as u64
        };
        (access.storage == Storage::Global).then(|| self.buffers.iter().find(inside).map(|(placed, _)| placed))?
    }

    fn has(&self, access: &Accessed) -> bool {
        access.storage != Storage::Global || self.buffer(access).is_some()
    }

    /// `x[3]`, `x+0x6`, `shared+0x10`.
    fn name(&self, access: &Accessed) -> String {
        let at = access.at;
        match (access.storage, self.buffer(access)) {
            (_, Some(placed)) => {
                let (offset, size) = (at - placed.address, placed.ty.size() as u64);
                match offset.is_multiple_of(size) && size == u64::from(access.bytes) {
                    true => format!("{}[{}]", placed.name, offset / size),
                    false => format!("{}+{offset:#x}", placed.name),
                }
            }
            (Storage::Shared, _) => format!("shared+{at:#x}"),
            (Storage::Device, _) => format!("gds+{at:#x}"),
            _ => format!("{at:#x}"),
        }
    }

    fn value(&self, access: &Accessed, bits: u64) -> String {
        match self.buffer(access) {
            Some(placed) if placed.ty.size() == usize::from(access.bytes) => number::plain(placed.ty, bits),
            _ => format!("{bits:#x}"),
        }
    }

    fn touched(&self, access: &Accessed, prepared: &Prepared, numbers: &HashMap<usize, usize>) -> PlaceAccess {
        let bytes =
            prepared.memory.read(access.at, access.bytes.min(8).into()).filter(|_| self.buffer(access).is_some());
        let initial = bytes.map_or(0, |bytes| bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte)));
        let initial = self.value(access, initial);
        let mut access = access.clone();
        let known = |from: &Option<usize>| match from {
            None => Some(None),
            Some(from) => numbers.get(from).map(|from| Some(*from)),
        };
        access.from = access.from.iter().filter_map(known).collect();
        access.over = access.over.iter().filter_map(known).collect();
        access.past = access.past.iter().filter_map(|step| numbers.get(step).copied()).collect();
        PlaceAccess { name: self.name(&access), initial, access }
    }
}

/// What lanes did with memory, lanes that did the same together.
fn effects(names: &BufferNames<'_>, accesses: &[&Accessed], numbers: &HashMap<usize, usize>) -> Vec<Effect> {
    let mut all: Vec<(Effect, Vec<u32>)> = Vec::new();
    for access in accesses {
        let name = names.name(access);
        let value = |bits: Option<u64>| bits.map(|bits| names.value(access, bits));
        let text = match (value(access.read), value(access.wrote)) {
            (Some(old), Some(new)) => format!("{name}: {old} -> {new}"),
            (Some(old), None) => format!("reads {name} = {old}"),
            (None, Some(new)) => format!("writes {name} = {new}"),
            (None, None) => format!("touches {name}"),
        };
        let from = access.from.iter().filter_map(|from| numbers.get(&(*from)?).copied()).collect();
        let effect = Effect { text, writes: access.wrote.is_some(), from };
        match all.iter_mut().find(|(known, _)| *known == effect) {
            Some((_, lanes)) => lanes.push(access.lane),
            None => all.push((effect, vec![access.lane])),
        }
    }
    let (count, several) = (all.len(), accesses.iter().any(|a| a.lane != accesses[0].lane));
    let mut shown: Vec<Effect> = all
        .into_iter()
        .take(NAMED)
        .map(|(mut effect, lanes)| {
            match &lanes[..] {
                _ if !several => {}
                [lane] => effect.text = format!("lane {lane}: {}", effect.text),
                [first, .., last] => effect.text = format!("lanes {first} to {last}: {}", effect.text),
                [] => {}
            }
            effect
        })
        .collect();
    if count > NAMED {
        shown.push(Effect { text: format!("and {} more", count - NAMED), writes: false, from: Vec::new() });
    }
    shown
}

/// How a step orders memory or meets others, in words.
fn met(what: &Synchronisation) -> Option<Effect> {
    let text = match what {
        Synchronisation::Fence { .. } => "orders memory (fence)".into(),
        Synchronisation::Maintain(..) => "works on caches".into(),
        Synchronisation::Barrier { id, .. } => format!("comes to barrier {id} of its group"),
        Synchronisation::Request(_, answered) => {
            let how = match answered {
                Answered::Served => "is served",
                Answered::Queued => "waits in a queue",
                Answered::Refused => "is refused (NACK)",
                Answered::NotSent => "has nothing to send",
            };
            format!("asks the synchronization unit: {how}")
        }
        Synchronisation::Wait(_) => return None,
    };
    Some(Effect { text, writes: false, from: Vec::new() })
}

impl View {
    /// `group 0, wave 1`.
    pub fn wave(&self, wave: usize) -> String {
        let (group, wave) = self.waves[wave];
        format!("group {group}, wave {wave}")
    }

    /// The execution as a graph of events: program order, reads-from, coherence and from-read, as a litmus test's; and who let whom go on.
    /// Thread `n` is the `n`-th wave.
    pub fn graph(&self) -> Witness {
        let mut initial: BTreeMap<&str, &str> = BTreeMap::new();
        for touched in self.steps.iter().flat_map(|step| &step.places) {
            if touched.access.from.contains(&None) || touched.access.over.contains(&None) {
                initial.entry(&touched.name).or_insert(&touched.initial);
            }
        }
        let names: Vec<&str> = initial.keys().copied().collect();
        let starts = initial.iter().map(|(name, value)| Shown {
            thread: None,
            line: 0,
            text: format!("{name} = {value}"),
            effect: format!("W {name} = {value}"),
            repeats: false,
        });
        let steps = self.steps.iter().enumerate().map(|(n, step)| Shown {
            thread: Some(step.wave as u32),
            line: step.address,
            text: step.text.clone(),
            effect: step.effects.iter().map(|effect| &*effect.text).collect::<Vec<_>>().join("\n"),
            repeats: self.round.is_some_and(|round| n >= round),
        });
        let events: Vec<Shown> = starts.chain(steps).collect();
        let at = |step: usize| names.len() + step;
        let start = |touched: &PlaceAccess| names.iter().position(|name| *name == touched.name);
        let (mut rf, mut co, mut fr) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let (mut po, mut go) = (BTreeSet::new(), BTreeSet::new());
        for (n, step) in self.steps.iter().enumerate() {
            for touched in &step.places {
                let event = |from: &Option<usize>| from.map_or_else(|| start(touched), |from| Some(at(from)));
                rf.extend(touched.access.from.iter().filter_map(event).map(|from| (from, at(n))));
                co.extend(touched.access.over.iter().filter_map(event).map(|over| (over, at(n))));
                fr.extend(touched.access.past.iter().map(|past| (at(*past), at(n))));
            }
            let next = |wave: usize| (n + 1..self.steps.len()).find(|later| self.steps[*later].wave == wave);
            po.extend(next(step.wave).map(|next| (at(n), at(next))));
            go.extend(step.releases.iter().filter_map(|wave| next(*wave)).map(|next| (at(n), at(next))));
        }
        let edges = [("po", po), ("rf", rf), ("co", co), ("fr", fr), ("lets go on", go)];
        let edges = edges.into_iter().map(|(name, pairs)| (name, pairs.into_iter().collect())).collect();
        Witness { events, edges }
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        answer::part(&ViewJson {
            waves: &self.waves,
            watched: self.watched.iter().map(|(name, _)| &**name).collect(),
            start: self.watched.iter().map(|(_, value)| &**value).collect(),
            steps: self.steps_json(),
            round: self.round,
            ended: &self.ended,
            left_out: self.left_out,
        })
    }

    pub(super) fn steps_json(&self) -> Vec<ViewStepJson<'_>> {
        let steps = self.steps.iter().map(|step| ViewStepJson {
            turn: step.at.0,
            step: step.at.1,
            wave: step.wave,
            address: step.address,
            instruction: &step.text,
            source: step.source.as_deref(),
            effects: &step.effects,
            releases: &step.releases,
            memory: &step.memory,
        });
        steps.collect()
    }
}

#[derive(Serialize)]
struct ViewJson<'a> {
    waves: &'a [(usize, usize)],
    watched: Vec<&'a str>,
    start: Vec<&'a str>,
    steps: Vec<ViewStepJson<'a>>,
    round: Option<usize>,
    ended: &'a str,
    left_out: usize,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ViewStepJson<'a> {
    /// Which turn of the schedule
    turn: usize,
    /// Which step of the turn, from 1
    step: u32,
    /// Which of the waves
    wave: usize,
    address: u32,
    instruction: &'a str,
    source: Option<&'a str>,
    effects: &'a [Effect],
    /// Waves that could not go on before it
    releases: &'a [usize],
    /// What is in the observed places afterwards
    memory: &'a [String],
}
