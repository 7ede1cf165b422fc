//! A schedule run again, turn by turn.

use isotope_explore::{MemorySystem, Turn, WeakOptions};
use isotope_machine::mem::Memory;
use isotope_machine::state::Status;
use isotope_machine::{Outcome, Place, Session, Stats};
use isotope_option::OptionName;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::view::ViewStepJson;
use super::{ObservedPlace, Schedule, View};
use crate::answer;
use crate::error::{Error, Result};
use crate::launch::Prepared;

/// What a schedule did.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Replay {
    /// Each turn: what it is, in front of which instruction it began, what is in the observed places then.
    pub turns: Vec<(Turn, String, String)>,
    /// What is in the observed places in the end.
    pub left: String,
    /// What the kernel printed.
    pub printed: String,
    /// What stopped the launch, or what keeps it from going on.
    pub ended: String,
    /// Whether a step stopped it.
    pub stopped: bool,
}

/// Run a schedule that [`explore`](super::explore) gave.
///
/// # Errors
/// When it is no schedule, or not one of this launch.
pub fn replay(prepared: &Prepared, schedule: &str, observe: &[String]) -> Result<Replay> {
    let schedule: Schedule = schedule.parse().map_err(Error::new)?;
    let buffers = super::buffers(prepared);
    let watched = observe.iter().map(|text| ObservedPlace::parse(text, &buffers)).collect::<Result<Vec<_>>>()?;
    let show = |session: &Session<'_>| {
        let one = |w: &ObservedPlace| w.show(&session.read(w.place.address, w.place.bytes).unwrap_or_default());
        watched.iter().map(one).collect::<Vec<_>>().join("; ")
    };
    let mut turns = Vec::new();
    let watch = |turn: &Turn, session: &Session<'_>| {
        let known = (turn.group as usize) < session.group_count()
            && (turn.wave as usize) < session.wave_count(turn.group as usize);
        let text = if known { session.next_text(turn.group as usize, turn.wave as usize) } else { None };
        turns.push((turn.clone(), text.unwrap_or("its end").to_string(), show(session)));
    };
    let done = isotope_explore::replay(&prepared.dispatch, &prepared.memory, &schedule, watch).map_err(Error::new)?;
    let ended = ended(&done);
    let printed = String::from_utf8_lossy(&prepared.printed(&done.session.memory())).into_owned();
    Ok(Replay { turns, printed, left: show(&done.session), ended, stopped: done.stop.is_some() })
}

/// Run a schedule that a machine with weak memory has given.
///
/// # Errors
/// When it is no schedule, or not one of this launch on this machine.
pub fn replay_weak(
    prepared: &Prepared,
    system: &'static MemorySystem,
    schedule: &str,
    observe: &[String],
) -> Result<Replay> {
    let schedule: Schedule = schedule.parse().map_err(Error::new)?;
    let buffers = super::buffers(prepared);
    let watched = observe.iter().map(|text| ObservedPlace::parse(text, &buffers)).collect::<Result<Vec<_>>>()?;
    let mut options = WeakOptions::new(system, super::is_wide(prepared, system)?);
    options.observe = watched.iter().map(|w| w.place).collect();
    let done =
        isotope_explore::replay_weak(&prepared.dispatch, &prepared.memory, &options, &schedule).map_err(Error::new)?;
    let show = |bytes: &[Vec<u8>]| watched.iter().zip(bytes).map(|(w, b)| w.show(b)).collect::<Vec<_>>().join("; ");
    let turns = done.turns.iter().map(|(turn, text, bytes)| (turn.clone(), text.clone(), show(bytes)));
    let ended = match (&done.stop, done.over) {
        (Some(stop), _) => format!("stopped: {stop}"),
        (None, true) => "every wave has ended, and memory has seen every store".into(),
        (None, false) => "not every wave has ended, or memory has not seen every store".into(),
    };
    let (turns, left, stopped) = (turns.collect(), show(&done.left), done.stop.is_some());
    Ok(Replay { turns, left, ended, stopped, printed: Default::default() })
}

/// What stopped a launch, or what keeps it from going on.
pub(super) fn ended(done: &isotope_explore::Replayed<'_>) -> String {
    let enabled = done.session.enabled().count();
    let over = (0..done.session.group_count())
        .all(|g| (0..done.session.wave_count(g)).all(|w| done.session.wave(g, w).status == Status::Done));
    match (&done.stop, done.returns) {
        (Some(stop), _) => format!("stopped: {stop}"),
        (None, Some(true)) => "the turns in parentheses led back to where they began: they can repeat for ever".into(),
        (None, Some(false)) => "the turns in parentheses did not lead back to where they began".into(),
        (None, None) if over => "every wave has ended".into(),
        (None, None) if enabled == 0 => "every wave waits or has ended".into(),
        (None, None) => format!("{enabled} waves can go on"),
    }
}

/// A launch under a schedule, to its end.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Scheduled {
    /// How it ended; none where every wave that has not ended waits.
    pub outcome: Option<Outcome>,
    /// Where waves wait then: group and wave, and the instruction in front of which they stand.
    pub waiting: Vec<String>,
    /// Memory afterwards.
    pub memory: Memory,
    /// What ran.
    pub stats: Stats,
}

/// Run a launch under a schedule that [`explore`](super::explore) gave.
///
/// # Errors
/// When it is no schedule, not one of this launch, or does not lead to an end.
pub fn scheduled(prepared: &Prepared, schedule: &str) -> Result<Scheduled> {
    let schedule: Schedule = schedule.parse().map_err(Error::new)?;
    if !schedule.cycle.is_empty() {
        return Err(Error::new(format!(
            "schedule: the turns in parentheses repeat for ever; {} runs them once",
            OptionName::Replay
        )));
    }
    let mut last = Place { group: [0; 3], wave: 0, address: 0 };
    let watch = |turn: &Turn, _: &Session<'_>| last = Place { group: [turn.group, 0, 0], wave: turn.wave, address: 0 };
    let done = isotope_explore::replay(&prepared.dispatch, &prepared.memory, &schedule, watch).map_err(Error::new)?;
    let session = &done.session;
    let waves = (0..session.group_count()).flat_map(|g| (0..session.wave_count(g)).map(move |w| (g, w)));
    let left: Vec<_> = waves.filter(|(g, w)| session.wave(*g, *w).status != Status::Done).collect();
    let can = session.enabled().count();
    let outcome = match done.stop {
        Some(stop) => {
            let (group, wave) = (last.group[0] as usize, last.wave as usize);
            let step = prepared.dispatch.program.steps.get(session.wave(group, wave).pc as usize);
            let place =
                Place { group: session.group(group).index, address: step.map_or(0, |step| step.address), ..last };
            Some(Outcome::Stopped { place, stop })
        }
        None if left.is_empty() => Some(Outcome::Done),
        None if can == 0 => None,
        None => return Err(Error::new(format!("schedule: it ends before the launch does: {can} waves can go on"))),
    };
    let at =
        |(g, w): (usize, usize)| format!("group {g}, wave {w}, at `{}`", session.next_text(g, w).unwrap_or("its end"));
    let waiting = if outcome.is_none() { left.into_iter().map(at).collect() } else { Vec::new() };
    Ok(Scheduled { outcome, waiting, memory: session.memory(), stats: session.stats })
}

impl Replay {
    /// As text: a line for each turn, what it found in memory behind it.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let width = self.turns.iter().map(|(turn, ..)| turn.to_string().len()).max().unwrap_or(0);
        for (turn, text, memory) in &self.turns {
            let blank = if memory.is_empty() { "" } else { "    " };
            out += &format!("{:width$}  {text}{blank}{memory}\n", turn.to_string());
        }
        if !self.left.is_empty() {
            out += &format!("{}\n", self.left);
        }
        if !self.printed.is_empty() {
            out += &format!("printed \"{}\"\n", self.printed.escape_debug());
        }
        out + &self.ended + "\n"
    }

    /// As JSON, with the steps that others can see, where it was looked at.
    pub fn json(&self, view: Option<&View>) -> Value {
        let turn = |(turn, text, memory): &'_ (Turn, String, String)| TurnJson {
            group: turn.group,
            wave: turn.wave,
            steps: turn.steps,
            first: turn.first.clone(),
            instruction: text.clone(),
            memory: memory.clone(),
        };
        answer::json(&ReplayJson {
            turns: self.turns.iter().map(turn).collect(),
            left: &self.left,
            printed: &self.printed,
            ended: &self.ended,
            steps: view.map(View::steps_json),
        })
    }
}

/// Output of `isotope explore --replay --json`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ReplayJson<'a> {
    turns: Vec<TurnJson>,
    /// What is in the observed places in the end
    left: &'a str,
    printed: &'a str,
    ended: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<ViewStepJson<'a>>>,
}

#[derive(Serialize, JsonSchema)]
struct TurnJson {
    group: u32,
    wave: u32,
    steps: u32,
    /// Lanes that go first in the last instruction, where an order was chosen
    first: Vec<u8>,
    instruction: String,
    /// What is in the observed places before it
    memory: String,
}
