//! A launch that cannot progress: the proof, and where each wave waits.

use std::marker::PhantomData;

use std::fmt;

use isotope_op::assume::Orders;
use isotope_option::OptionName;

use super::dispatch::Dispatch;
use super::fault::Place;
use super::interp::{Context, Flow, Stats};
use super::model::Sequential;
use super::observe::Unobserved;
use super::request::wait_point;
use super::state::{Entry, EntryKind, Group, Status, Wave};
use crate::mem::{Frozen, Memory};
use crate::sync;

/// How a wave waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wait {
    /// At a barrier that does not open.
    Barrier {
        /// Its number.
        id: u8,
        /// Waves that have arrived.
        arrived: u32,
    },
    /// In a queue of the device's synchronization unit.
    Queue {
        /// Its place in the queue.
        place: Option<sync::WaitPoint>,
    },
    /// The synchronization unit refused its request, and it was halted.
    Halted {
        /// What was refused.
        place: Option<sync::WaitPoint>,
    },
    /// In a loop that changes nothing: after `steps` instructions its state repeats.
    Loop {
        /// Length of the loop in instructions.
        steps: u64,
    },
    /// Still running when the budget ended.
    Running,
}

/// Where a wave waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Its next instruction.
    pub place: Place,
    /// That instruction's text.
    pub text: String,
    /// How.
    pub wait: Wait,
    /// Its active lanes.
    pub lanes: u32,
    /// Other lanes of the wave that wait for these.
    pub parked: Vec<Parked>,
}

/// Lanes of a wave that wait for other lanes of it: on the other side of a branch, or at the point where both reconverge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parked {
    /// The lanes.
    pub lanes: u32,
    /// Address of the instruction at which they continue.
    pub address: u32,
    /// Its text.
    pub text: String,
}

/// What is known of a launch that has not ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Deadlock: every wave waits at a barrier or in a queue, or was seen to repeat its state while memory did not change, so no schedule
    /// releases it.
    Deadlock,
    /// Livelock: memory and every wave repeat, so the launch loops for ever under this schedule.
    Livelock(Recurrence),
    /// Nothing is known: its budget ran out.
    Budget {
        /// Wave instructions since a wave last ended.
        quiet: u64,
    },
    /// Nothing is known: the groups in flight are blocked, and this host has no memory for the groups that they may wait for.
    HostLimit {
        /// Groups in flight.
        groups: usize,
        /// Bytes of state that they may take.
        bytes: u64,
    },
}

/// A launch whose whole state repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// The period in rounds of all waves, where several run.
    pub rounds: u64,
    /// The period in wave instructions.
    pub steps: u64,
    /// Words of memory that change in a period; only the first ones.
    pub words: Vec<String>,
    /// How many there are.
    pub count: usize,
    /// Whether the period was repeated to find the words; a long one is not.
    pub retraced: bool,
    /// One wave runs and no other ever will, so the schedule has no choice.
    pub alone: bool,
}

/// A launch that does not end, or was given up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hang {
    /// What is known.
    pub verdict: Verdict,
    /// Wave instructions that had run.
    pub steps: u64,
    /// Each wave that has not ended.
    pub places: Vec<Waiting>,
    /// Most groups in flight, if given.
    pub resident: Option<u32>,
    /// Groups that have not started.
    pub not_started: u32,
    /// The assumptions behind the verdict, beside the rules of the machine.
    pub rests_on: Vec<String>,
    /// The program reads a clock, so its states never repeat.
    pub reads_clock: bool,
}

impl Hang {
    /// Whether it is proven that it never ends; otherwise it was given up.
    pub fn proven(&self) -> bool {
        matches!(self.verdict, Verdict::Deadlock | Verdict::Livelock(_))
    }
}

/// Waves shown in a report; the rest are counted.
const SHOWN: usize = 8;

impl fmt::Display for Hang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (waves, steps, waiting) = (self.places.len(), self.steps, self.not_started);
        match (&self.verdict, self.resident) {
            (Verdict::Deadlock, Some(resident)) if waiting != 0 => writeln!(
                f,
                "with {resident} groups in flight ({}), {waves} waves wait, {waiting} groups have not started, and no schedule \
                 can release them",
                OptionName::Resident
            )?,
            (Verdict::Deadlock, _) => {
                let (wait, them) = if waves == 1 { ("wave waits", "it") } else { ("waves wait", "them") };
                writeln!(f, "{waves} {wait} and no schedule can release {them}")?;
            }
            (Verdict::Livelock(r), _) if r.alone => writeln!(
                f,
                "memory and every wave repeat after {} instructions of the one wave that runs, and no schedule ends that",
                r.steps
            )?,
            (Verdict::Livelock(r), _) => writeln!(
                f,
                "under this schedule, memory and every wave repeat after {} wave instructions ({} rounds of turns); {waves} \
                 waves are left",
                r.steps, r.rounds
            )?,
            (Verdict::Budget { quiet }, _) => writeln!(
                f,
                "still running after {steps} wave instructions ({}), {quiet} of them since a wave ended last: {waves} \
                 waves are left, and whether they end is not known{}",
                OptionName::MaxSteps,
                if self.reads_clock { " (the program reads a clock, so no state comes twice)" } else { "" }
            )?,
            (Verdict::HostLimit { groups, bytes }, _) => writeln!(
                f,
                "a limit of this host: {groups} groups in flight fill the {bytes} bytes kept for them and stand still, and \
                 {waiting} groups have not started; {} asks about a machine that holds N",
                OptionName::Resident.with("N")
            )?,
        }
        if let Verdict::Livelock(r) = &self.verdict {
            let more = if r.count > r.words.len() { ", ..." } else { "" };
            if r.retraced {
                writeln!(f, "  words that change ({}): {}{more}", r.count, r.words.join(", "))?;
            } else {
                writeln!(f, "  words that change: not listed for so long a period")?;
            }
        }
        write_places(f, &self.places, &self.rests_on)
    }
}

/// Where waves wait, and the assumptions behind a verdict about them, as lines.
pub(super) fn write_places(f: &mut fmt::Formatter<'_>, places: &[Waiting], rests_on: &[String]) -> fmt::Result {
    for w in places.iter().take(SHOWN) {
        write!(f, "  {}, lanes {:#010x}: `{}`: ", w.place, w.lanes, w.text)?;
        match w.wait {
            Wait::Queue { place: Some(place) } => writeln!(f, "waits in {place}")?,
            Wait::Queue { place: None } => writeln!(f, "waits in a queue that is gone")?,
            Wait::Halted { place: Some(place) } => {
                writeln!(f, "halted, its PC back at the instruction: {place}")?;
            }
            Wait::Halted { place: None } => writeln!(f, "halted: the request was not acknowledged (NACK)")?,
            Wait::Barrier { id, arrived } => writeln!(f, "waits at barrier {id}, where {arrived} waves have arrived")?,
            Wait::Loop { steps } => writeln!(f, "repeats {steps} instructions that change nothing")?,
            Wait::Running => writeln!(f, "running")?,
        }
        for Parked { lanes, address, text } in &w.parked {
            writeln!(f, "    its lanes {lanes:#010x} wait for them at {address:#06x}: `{text}`")?;
        }
    }
    if places.len() > SHOWN {
        writeln!(f, "  and {} more", places.len() - SHOWN)?;
    }
    if !rests_on.is_empty() {
        writeln!(f, "  rests on {}", rests_on.join("; "))?;
    }
    Ok(())
}

/// Whether lanes of a wave wait for other lanes of it.
pub(super) fn is_split(wave: &Wave) -> bool {
    wave.stack.iter().any(|e| e.lanes != 0 && matches!(e.kind, EntryKind::Diverged | EntryKind::Waiting))
}

/// Lanes of a wave that wait for other lanes of it, in the order in which they will run, and the steps at which they continue: the other
/// sides of branches, and lanes that have reached the place of a token.
fn parked(wave: &Wave) -> impl Iterator<Item = (u32, u32)> {
    let mut before = wave.active();
    wave.stack.iter().rev().filter_map(move |Entry { lanes, pc, .. }| {
        let waiting = lanes & !before;
        before |= lanes;
        (waiting != 0).then_some((waiting, *pc))
    })
}

/// The assumption that chooses which lanes of a split wave run first.
pub(super) fn branch_choice(orders: &Orders) -> Option<String> {
    orders.branch_rule.map(|(id, choice)| format!("{id}={choice}"))
}

/// Where the waves of `groups` are.
pub(super) fn places(dispatch: &Dispatch, memory: &Memory, groups: &[Group]) -> Vec<Waiting> {
    let mut all = Vec::new();
    for group in groups {
        for wave in group.waves.iter().filter(|w| w.status != Status::Done) {
            let wait = match wave.status {
                Status::AtBarrier(id) => Wait::Barrier { id, arrived: group.barriers[usize::from(id)].arrived },
                Status::Queued => Wait::Queue { place: wait_point(memory, wave) },
                Status::Halted => Wait::Halted { place: wait_point(memory, wave) },
                _ => Wait::Running,
            };
            all.push(waiting(dispatch, group.index, wave, wait));
        }
    }
    all
}

pub(super) fn waiting(dispatch: &Dispatch, group: [u32; 3], wave: &Wave, wait: Wait) -> Waiting {
    // A wave at a barrier has stepped past it.
    let at = wave.pc as usize - usize::from(matches!(wait, Wait::Barrier { .. }));
    let step = |at: usize| {
        let address = dispatch.program.steps.get(at).map_or(0, |s| s.address);
        (address, dispatch.program.texts.get(at).cloned().unwrap_or_default())
    };
    let (address, text) = step(at);
    let parked = parked(wave).map(|(lanes, pc)| {
        let (address, text) = step(pc as usize);
        Parked { lanes, address, text }
    });
    let place = Place { group, wave: wave.index, address };
    Waiting { place, text, wait, lanes: wave.active(), parked: parked.collect() }
}

/// A proven deadlock.
pub(super) struct DeadlockProof {
    /// Waves in loops, by their number among all that have not ended.
    loops: Vec<(usize, Waiting)>,
    /// Whether lanes wait for other lanes of their wave.
    split: bool,
}

impl DeadlockProof {
    /// Where all waves wait, and the assumptions behind that: if lanes wait for other lanes of their wave, the order of branch sides.
    pub(super) fn report(self, dispatch: &Dispatch, memory: &Memory, groups: &[Group]) -> (Vec<Waiting>, Vec<String>) {
        let mut places = places(dispatch, memory, groups);
        self.loops.into_iter().for_each(|(at, place)| places[at] = place);
        (places, branch_choice(&dispatch.orders).filter(|_| self.split).into_iter().collect())
    }
}

/// Proves that no schedule of `groups` can change anything, or fails within `effort` steps, and `each` steps of one wave.
///
/// Each wave that can run is run alone on a copy, with memory frozen, until its state repeats (Brent's method). A byte that would change, a
/// barrier arrival or an end refutes the deadlock. Reading a clock makes states differ, so programs that do are left to the budget.
pub(super) fn prove(
    dispatch: &Dispatch,
    memory: &Memory,
    groups: &[Group],
    (mut effort, each): (u64, u64),
) -> Option<DeadlockProof> {
    let (mut loops, mut at, mut split) = (Vec::new(), 0, false);
    for group in groups {
        for wave in group.waves.iter().filter(|w| w.status != Status::Done) {
            if wave.status == Status::Ready {
                if dispatch.program.reads_clock {
                    return None;
                }
                let (steps, wave, taken) = cycle(dispatch, memory, group, wave, effort.min(each))?;
                effort = effort.saturating_sub(taken);
                split |= is_split(&wave);
                loops.push((at, waiting(dispatch, group.index, &wave, Wait::Loop { steps })));
            }
            at += 1;
        }
    }
    Some(DeadlockProof { loops, split })
}

/// The length of the loop that `wave` is caught in, the wave inside it, and the steps taken to find it; at most `effort`.
fn cycle(dispatch: &Dispatch, memory: &Memory, group: &Group, wave: &Wave, effort: u64) -> Option<(u64, Wave, u64)> {
    let mut wave = wave.clone();
    let mut mark = wave.clone();
    let (mut power, mut length) = (1u64, 0u64);
    let (mut stats, mut barriers) = (Stats::default(), group.barriers);
    for taken in 1..=effort {
        let mut context = Context {
            dispatch,
            memory,
            shared: &group.shared,
            barriers: &mut barriers,
            group: group.index,
            stats: &mut stats,
            changes: 0,
            sight: &mut Unobserved,
            model: &Sequential::<Frozen>(PhantomData),
            deltas: None,
            native: None,
            own: None,
            fresh: Default::default(),
        };
        let flow = context.run(&mut wave, 1).ok()?;
        if context.changes != 0 || flow != Flow::Ready {
            return None;
        }
        length += 1;
        if wave.pc == mark.pc && wave == mark {
            return Some((length, wave, taken));
        }
        if length == power {
            mark = wave.clone();
            (power, length) = (power * 2, 0);
        }
    }
    None
}
