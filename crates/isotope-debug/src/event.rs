//! What a command led to, in words and as data.

use isotope::isa::finding::Finding;
use isotope::machine::{Deadlock, Stop};
use isotope::object::lines::Location;
use isotope::report::{finding_json, location_json};
use serde_json::{Value as Json, json};

use crate::breaks::Touched;
use crate::history::WaveAt;

/// What the JSON of an event is called.
const SCHEMA: &str = "isotope-debug/1";

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
        touched: Touched,
    },
    /// A barrier that not all work-items of the group reach, which is watched for.
    Barrier {
        /// Which breakpoint.
        id: u32,
        /// Who is where.
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
    Stuck(Box<Deadlock>),
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
        /// What it is: the command, as a word.
        what: &'static str,
        /// In words; lines without the last end.
        text: String,
        /// The same as data.
        json: Json,
    },
}

pub(super) fn said(what: &'static str, text: String, json: Json) -> Event {
    Event::Said { what, text, json }
}

impl Reason {
    /// What it is in a word, as events have it.
    pub fn word(&self) -> &'static str {
        match self {
            Reason::Stepped => "step",
            Reason::Breakpoint { .. } => "breakpoint",
            Reason::Watch { .. } => "watch",
            Reason::Barrier { .. } => "barrier",
            Reason::Uninit { .. } => "uninit",
            Reason::Fault(Stop::Fault(_)) => "fault",
            Reason::Fault(Stop::Unspecified { .. }) => "unspecified",
            Reason::Fault(Stop::NotModelled { .. }) => "not modelled",
            Reason::Ended => "ended",
            Reason::WaveEnded => "wave ended",
            Reason::Stuck(_) => "stuck",
            Reason::Held => "held",
            Reason::Interrupted => "interrupted",
            Reason::Limit(_) => "limit",
            Reason::Start => "start",
            Reason::NotFollowed | Reason::NotBegun(_) => "not followed",
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
                let Touched { place, lane, operation, old, new } = touched;
                let at = format!("{} {:#x}", place.space.name(), place.at);
                let values = format!("{} -> {}", place.value(*old), place.value(*new));
                format!("watch {id}: {operation} of {at} by lane {lane}: {values}\n")
            }
            Reason::Barrier { id, finding } | Reason::Uninit { id, finding } => format!("watch {id}: {finding}\n"),
            Reason::Fault(stop) => format!("stopped: {stop}\n"),
            Reason::Ended => "every wave has ended\n".into(),
            Reason::WaveEnded => "the wave has ended\n".into(),
            Reason::Stuck(deadlock) => deadlock.to_string(),
            Reason::Held => "the only wave that the schedule lets run waits for others\n".into(),
            Reason::Interrupted => "interrupted\n".into(),
            Reason::Limit(steps) => {
                format!("stopped after {steps} steps, the most that one command takes (`limit` says how many)\n")
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
            Event::Said { what, json, .. } => {
                let mut object = json!({ "schema": SCHEMA, "event": what });
                match json {
                    Json::Object(fields) => {
                        for (key, value) in fields {
                            object[key] = value.clone();
                        }
                    }
                    other => object["data"] = other.clone(),
                }
                object
            }
            Event::Stopped(stopped) => {
                let mut object = json!({
                    "schema": SCHEMA,
                    "event": "stopped",
                    "reason": stopped.reason.word(),
                    "step": stopped.step,
                    "group": stopped.wave.0,
                    "wave": stopped.wave.1,
                    "address": stopped.address,
                    "instruction": stopped.address.map(|_| &stopped.instruction),
                    "source": location_json(stopped.location.clone()),
                });
                if !stopped.notes.is_empty() {
                    object["notes"] = stopped.notes.iter().map(finding_json).collect();
                }
                match &stopped.reason {
                    Reason::Barrier { id, finding } | Reason::Uninit { id, finding } => {
                        (object["breakpoint"], object["rule"]) = ((*id).into(), finding_json(finding));
                    }
                    Reason::Breakpoint { id, lane } => {
                        (object["breakpoint"], object["lane"]) = ((*id).into(), json!(lane))
                    }
                    Reason::Watch { id, touched } => {
                        object["breakpoint"] = (*id).into();
                        object["lane"] = touched.lane.into();
                        object["access"] = json!({
                            "space": touched.place.space.name(), "at": touched.place.at, "bytes": touched.place.bytes,
                            "operation": touched.operation, "old": touched.old, "new": touched.new,
                        });
                    }
                    Reason::Fault(stop) => {
                        (object["detail"], object["lane"]) = (stop.to_string().into(), json!(stop.lane()))
                    }
                    Reason::Stuck(deadlock) => {
                        let lines = deadlock.to_string();
                        object["detail"] = lines.trim_end().into();
                        object["waiting"] = deadlock.places.len().into();
                        if deadlock.groups.1 != 0 {
                            object["not_begun"] = deadlock.groups.1.into();
                        }
                        object["rests_on"] = json!(deadlock.rests_on);
                    }
                    Reason::NotBegun(why) => object["detail"] = why.as_str().into(),
                    Reason::Limit(steps) => object["limit"] = (*steps).into(),
                    _ => {}
                }
                object
            }
        }
    }
}
