//! What a command led to, in words and as data.

use isotope::isa::finding::Finding;
use isotope::machine::{Deadlock, Stop};
use isotope::object::lines::Location;
use isotope::{answer, report::FindingJson};
use serde_json::Value as Json;

use crate::answer::{EventJson, ReasonJson, StoppedJson, TouchedJson};
use crate::breaks::WatchHit;
use crate::history::WaveAt;

/// Why a launch stands.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// It did what was asked for.
    Stepped,
    /// It came to a breakpoint.
    Breakpoint {
        /// Which.
        id: u32,
        /// The lane in which its condition holds.
        lane: Option<u32>,
    },
    /// Memory that is watched was touched.
    Watch {
        /// Which breakpoint.
        id: u32,
        /// What happened.
        touched: WatchHit,
    },
    /// A barrier that not all work-items of the group reach, which is watched for.
    Barrier {
        /// Which breakpoint.
        id: u32,
        /// The wave that arrived and the waves that did not.
        finding: Box<Finding>,
    },
    /// A value that was never written has reached memory, an address or a branch, which is watched for.
    Uninit {
        /// Which breakpoint.
        id: u32,
        /// What and where.
        finding: Box<Finding>,
    },
    /// A step stopped the launch.
    Fault(Stop),
    /// Every wave has ended.
    Ended,
    /// The wave has ended.
    WaveEnded,
    /// No schedule changes anything.
    Deadlock(Box<Deadlock>),
    /// The only wave that may run cannot.
    Held,
    /// It was interrupted, by Ctrl-C or a request to pause.
    Interrupted,
    /// It ran as many steps as one command may.
    Limit(u64),
    /// It went back to the start.
    Start,
    /// What is recorded cannot be followed.
    NotFollowed,
    /// What is recorded is of a group that has not begun, for which the machine has no room: why.
    NotBegun(String),
}

/// Where a launch stands, and why.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Stopped {
    /// Why.
    pub reason: Reason,
    /// Steps so far.
    pub step: u64,
    /// The wave that it is about.
    pub wave: WaveAt,
    /// Byte address of its next instruction; none where it has ended.
    pub address: Option<u32>,
    /// That instruction.
    pub instruction: String,
    /// Where in the source it is from.
    pub location: Option<Location>,
    /// Rules that were broken on the way here: barriers that not all work-items of a group reached, each pair of places once, and uses of values
    /// that were never written.
    pub notes: Vec<Finding>,
}

/// What a command led to.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// The launch stands.
    Stopped(Box<Stopped>),
    /// Something was asked for.
    Said {
        /// In words; lines without the last end.
        text: String,
        /// The same as one JSON object, whose `event` is the command as a word.
        json: Json,
    },
}

pub(super) fn said(text: String, event: &EventJson<'_>) -> Event {
    Event::Said { text, json: answer::json(event) }
}

impl Reason {
    /// What it is in a word, as events have it.
    pub fn word(&self) -> String {
        answer::part(&self.json())["reason"].as_str().unwrap_or_default().into()
    }

    fn json(&self) -> ReasonJson<'_> {
        match self {
            Reason::Stepped => ReasonJson::Step,
            Reason::Breakpoint { id, lane } => ReasonJson::Breakpoint { breakpoint: *id, lane: *lane },
            Reason::Watch { id, touched } => {
                let WatchHit { place, lane, operation, old, new } = touched;
                let (space, at, bytes) = (place.space.name(), place.at, place.bytes);
                let access = TouchedJson { space, at, bytes, operation, old: *old, new: *new };
                ReasonJson::Watch { breakpoint: *id, lane: *lane, access }
            }
            Reason::Barrier { id, finding } => ReasonJson::Barrier { breakpoint: *id, rule: (&**finding).into() },
            Reason::Uninit { id, finding } => ReasonJson::Uninit { breakpoint: *id, rule: (&**finding).into() },
            Reason::Fault(stop) => {
                let (detail, lane) = (stop.to_string(), stop.lane());
                match stop {
                    Stop::Fault(_) => ReasonJson::Fault { detail, lane },
                    Stop::Unspecified { .. } => ReasonJson::Unspecified { detail, lane },
                    Stop::NotModelled { .. } => ReasonJson::NotModelled { detail, lane },
                }
            }
            Reason::Ended => ReasonJson::Ended,
            Reason::WaveEnded => ReasonJson::WaveEnded,
            Reason::Deadlock(deadlock) => ReasonJson::Deadlock {
                detail: deadlock.to_string().trim_end().into(),
                waiting: deadlock.places.len(),
                not_begun: Some(deadlock.groups.1).filter(|groups| *groups != 0),
                rests_on: &deadlock.rests_on,
            },
            Reason::Held => ReasonJson::Held,
            Reason::Interrupted => ReasonJson::Interrupted,
            Reason::Limit(steps) => ReasonJson::Limit { limit: *steps },
            Reason::Start => ReasonJson::Start,
            Reason::NotFollowed => ReasonJson::NotFollowed { detail: None },
            Reason::NotBegun(why) => ReasonJson::NotFollowed { detail: Some(why) },
        }
    }
}

impl Stopped {
    /// The place in one line: the wave, its next instruction, the source line.
    pub fn place(&self) -> String {
        let (group, wave) = self.wave;
        let mut text = format!("group {group} wave {wave}");
        text += &self.address.map_or(" (ended)".into(), |address| format!(" at {address:#06x}"));
        if let Some(location) = &self.location {
            text += &format!(", {}", location.at);
        }
        text + &format!(", step {}", self.step)
    }

    /// Why it stands, in lines; nothing after a step.
    pub(super) fn why(&self) -> String {
        match &self.reason {
            Reason::Stepped => String::new(),
            Reason::Breakpoint { id, lane: None } => format!("breakpoint {id}, "),
            Reason::Breakpoint { id, lane: Some(lane) } => format!("breakpoint {id} in lane {lane}, "),
            Reason::Watch { id, touched } => {
                let WatchHit { place, lane, operation, old, new } = touched;
                let at = format!("{} {:#x}", place.space.name(), place.at);
                let values = format!("{} -> {}", place.value(*old), place.value(*new));
                format!("watch {id}: {operation} of {at} by lane {lane}: {values}\n")
            }
            Reason::Barrier { id, finding } | Reason::Uninit { id, finding } => format!("watch {id}: {finding}\n"),
            Reason::Fault(stop) => format!("stopped: {stop}\n"),
            Reason::Ended => "every wave has ended\n".into(),
            Reason::WaveEnded => "the wave has ended\n".into(),
            Reason::Deadlock(deadlock) => deadlock.to_string(),
            Reason::Held => "the only wave that the schedule lets run waits for others\n".into(),
            Reason::Interrupted => "interrupted\n".into(),
            Reason::Limit(steps) => {
                format!("stopped after {steps} steps, the most that one command takes (`limit` changes it)\n")
            }
            Reason::Start => "at the start of what is recorded\n".into(),
            Reason::NotFollowed => {
                "the schedule cannot be followed: the wave cannot go on here (`fork` leaves the schedule)\n".into()
            }
            Reason::NotBegun(why) => {
                format!("the schedule cannot be followed: {why} (`fork` leaves the schedule)\n")
            }
        }
    }
}

impl Event {
    /// In words; lines without the last end.
    pub fn text(&self) -> String {
        match self {
            Event::Said { text, .. } => text.clone(),
            Event::Stopped(stopped) => {
                let (group, wave) = stopped.wave;
                let notes = stopped.notes.iter().map(|finding| format!("note: {finding}\n")).collect::<String>();
                let mut text = format!("{notes}{}group {group} wave {wave}, step {}", stopped.why(), stopped.step);
                text += &match stopped.address {
                    Some(address) => format!("\n{address:#06x}  {}", stopped.instruction),
                    None => "\nended".into(),
                };
                if let Some(location) = &stopped.location {
                    text += &format!("    {location}");
                }
                text
            }
        }
    }

    /// As one JSON object, whose `event` says what it is.
    pub fn json(&self) -> Json {
        match self {
            Event::Said { json, .. } => json.clone(),
            Event::Stopped(stopped) => answer::json(&EventJson::Stopped(StoppedJson {
                reason: stopped.reason.json(),
                step: stopped.step,
                group: stopped.wave.0,
                wave: stopped.wave.1,
                address: stopped.address,
                instruction: stopped.address.map(|_| &*stopped.instruction),
                source: stopped.location.as_ref(),
                notes: stopped.notes.iter().map(FindingJson::from).collect(),
            })),
        }
    }
}
