//! Races as they are told: which accesses, of what, and what is missing.

use std::collections::BTreeMap;

use isotope_explore as engine;
use isotope_ir::ordering::Taken;
use isotope_machine::Storage;
use isotope_object::lines::SourceLines;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::launch::Prepared;
use crate::report;

/// One of two accesses that race.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct RaceAccess {
    /// Number of the group, in the order of the grid
    pub group: u32,
    /// Number of the wave in its group
    pub wave: u32,
    /// The lanes: a mask, in JSON a list
    #[serde(serialize_with = "listed")]
    #[schemars(with = "Vec<u32>")]
    pub lanes: u64,
    /// `reads`, `writes` or `updates`; followed by `atomically` for an atomic access
    pub does: String,
    /// The instruction
    pub text: String,
    /// Byte address of the instruction
    pub address: u32,
    /// Source line, if the file has line information
    pub source: Option<String>,
}

/// Two accesses that race.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Race {
    /// Which memory: global, shared or GDS.
    pub memory: &'static str,
    /// The element of a buffer, where it is in one, and the address.
    pub place: String,
    /// Byte address or offset.
    pub at: u64,
    /// Bytes that both access.
    pub bytes: u32,
    /// The one that comes first, and the other.
    pub accesses: [RaceAccess; 2],
    /// What is missing.
    pub missing: engine::Missing,
    /// In how many executions these two instructions race.
    pub executions: u64,
    /// A schedule that runs up to the second access.
    pub schedule: engine::Schedule,
    /// Between whom: waves, lanes of one wave, lanes of one instruction, or lanes of two waves that only lockstep orders.
    pub between: engine::Between,
    /// Where lanes of a wave are told apart: the lanes, and waves of how many lanes have them in different ones.
    pub exposed: Option<engine::Exposed>,
}

/// Everything that is known of races.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Races {
    /// One of each pair of instructions.
    pub found: Vec<Race>,
    /// Executions that were looked at.
    pub executions: u64,
    /// Why the launch may have races although none was found.
    pub unknown: Vec<String>,
    /// What the verdict takes for granted, by name.
    pub taken: Vec<Taken>,
    /// Where lanes of a wave are told apart: instructions of which several lanes store the same value into a word, which is no race.
    pub same_value: Vec<Race>,
}

/// What every verdict takes for granted.
const SEQUENTIAL: Taken = Taken {
    name: "sequential-executions",
    what: "the executions are those of sequential consistency: a race that needs an outcome beyond them is not seen",
};
const TOGETHER: Taken = Taken { name: "lanes-are-one", what: "the lanes of a wave count as one thread" };
const APART: Taken = Taken {
    name: "lanes-are-apart",
    what: "each lane of a wave counts as a thread: a barrier of the group, a wait and a cache operation count for every lane of the wave, a fence for \
           the lanes that execute it; nothing else orders lanes: votes and shuffles do not, and compilers leave no instruction of a barrier of a wave",
};

pub(super) fn told(
    prepared: &Prepared,
    races: engine::Races,
    order: &[Taken],
    (assume_atomic, lanes): (bool, bool),
) -> Races {
    let any = !races.found.is_empty() || !races.agreeing.is_empty();
    let lines = if any { prepared.lines() } else { SourceLines::default() };
    let program = &prepared.dispatch.program;
    let access = |side: &engine::RaceSide| {
        let does = match (side.reads, side.writes) {
            (true, true) => "updates",
            (_, true) => "writes",
            _ => "reads",
        };
        let address = program.steps.get(side.step as usize).map_or(0, |step| step.address);
        RaceAccess {
            group: side.group,
            wave: side.wave,
            lanes: side.lanes,
            does: format!("{does}{}", if side.atomic { " atomically" } else { "" }),
            text: program.texts.get(side.step as usize).cloned().unwrap_or_default(),
            address,
            source: lines.find(address.into()).map(|line| line.to_string()),
        }
    };
    let race = |race: &engine::Race| {
        let (memory, place) = match race.storage {
            Storage::Shared => ("shared", format!("byte {:#x} of group {}", race.at, race.first.group)),
            Storage::Device => ("GDS", format!("byte {:#x}", race.at)),
            _ => ("global", element(prepared, race.at)),
        };
        Race {
            memory,
            place,
            at: race.at,
            bytes: race.bytes,
            accesses: [access(&race.first), access(&race.second)],
            missing: race.missing,
            executions: race.executions,
            schedule: race.schedule.clone(),
            between: race.between,
            exposed: race.exposed,
        }
    };
    let instruction = |step: u32| {
        let address = program.steps.get(step as usize).map_or(0, |step| step.address);
        let text = program.texts.get(step as usize).map_or("", |text| text.trim_end());
        format!("`{text}` at {address:#x}")
    };
    let mut unknown = races.unknown;
    if !assume_atomic {
        let mut others: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        races.unsettled.iter().for_each(|[silent, other]| others.entry(*silent).or_default().push(*other));
        unknown.extend(others.into_iter().map(|(silent, others)| {
            let others: Vec<String> = others.into_iter().map(instruction).collect();
            format!(
                "{} does not say whether it is atomic, and races with {} if it is not",
                instruction(silent),
                others.join(" and ")
            )
        }));
    }
    let taken = [SEQUENTIAL, if lanes { APART } else { TOGETHER }].into_iter().chain(order.iter().copied()).collect();
    let [found, same_value] = [&races.found, &races.agreeing].map(|all| all.iter().map(race).collect());
    Races { found, executions: races.executions, unknown, taken, same_value }
}

/// The element of a buffer that a byte is in.
fn element(prepared: &Prepared, at: u64) -> String {
    let of = prepared.buffers.iter().find_map(|buffer| {
        let offset = at.checked_sub(buffer.address)?;
        let bytes = buffer.size(&prepared.memory);
        (offset < bytes).then(|| format!("{}[{}]", buffer.name, offset / buffer.ty.size() as u64))
    });
    of.map_or_else(|| format!("{at:#x}"), |name| format!("{name} at {at:#x}"))
}

fn lanes(mask: u64) -> String {
    report::lanes(mask, ",")
}

/// Between which lanes a race is, and what exposes it.
fn exposed(between: engine::Between, exposed: &engine::Exposed) -> String {
    let [first, second] = exposed.lanes.map(lanes);
    let width = match exposed.width {
        0 => "narrower waves".to_string(),
        1 => "waves of one lane".to_string(),
        width => format!("waves of at most {width} lanes"),
    };
    match between {
        engine::Between::Instruction | engine::Between::Agreeing => {
            format!(
                "between lanes of one instruction: {first} with {second}; exposed by memory that serves lanes in another order"
            )
        }
        engine::Between::Lanes => {
            format!(
                "between lanes of one wave: {first} with {second}; exposed by {width}, or by lanes that are scheduled independently"
            )
        }
        engine::Between::Waves | engine::Between::LanesOfWaves => format!(
            "between lanes of two waves, which only the lockstep of a wave orders: {first} with {second}; exposed by {width}, or by lanes that are \
             scheduled independently"
        ),
    }
}

/// Between whom, in a word of JSON.
fn between(between: engine::Between) -> &'static str {
    match between {
        engine::Between::Waves => "waves",
        engine::Between::Lanes => "lanes",
        engine::Between::Instruction | engine::Between::Agreeing => "instruction",
        engine::Between::LanesOfWaves => "lockstep",
    }
}

impl Races {
    /// Whether there are races, where it is known.
    pub fn verdict(&self) -> Option<bool> {
        match (self.found.is_empty(), self.unknown.is_empty()) {
            (false, _) => Some(true),
            (true, true) => Some(false),
            (true, false) => None,
        }
    }

    pub(super) fn text(&self) -> String {
        use std::fmt::Write;
        let mut out = match self.verdict() {
            Some(true) => format!("Races {}\n", self.found.len()),
            Some(false) => format!("Races none in {} executions\n", self.executions),
            None => {
                format!("Races not known: none in {} executions, but {}\n", self.executions, self.unknown.join("; "))
            }
        };
        for race in &self.found {
            let _ =
                writeln!(out, " {}:> {} memory, {}, by {}", race.executions, race.memory, race.place, race.schedule);
            for access in &race.accesses {
                let RaceAccess { group, wave, does, text, address, source, .. } = access;
                let _ = write!(
                    out,
                    "    group {group}, wave {wave}, {} {does}: `{text}` at {address:#x}",
                    lanes(access.lanes)
                );
                let _ = writeln!(out, "{}", source.as_ref().map_or_else(String::new, |line| format!(", {line}")));
            }
            let _ = writeln!(out, "    missing {}", race.missing.what());
            race.exposed.iter().for_each(|lanes| out += &format!("    {}\n", exposed(race.between, lanes)));
        }
        for race in &self.same_value {
            let RaceAccess { text, address, source, .. } = &race.accesses[1];
            let both = race.exposed.map_or(0, |exposed| exposed.lanes[0] | exposed.lanes[1]);
            let line = source.as_ref().map_or_else(String::new, |line| format!(", {line}"));
            let (at, text) = (&race.place, text.trim_end());
            let _ = writeln!(
                out,
                "Same value, no race: {} memory, {at}: {} of one instruction store the same: `{text}` at {address:#x}{line}",
                race.memory,
                lanes(both)
            );
        }
        let names: Vec<&str> = self.taken.iter().map(|taken| taken.name).collect();
        let _ = writeln!(out, "Assumptions: {}", names.join(", "));
        out
    }

    /// The races, and what is known of others.
    pub(super) fn json(&self) -> (Vec<RaceJson<'_>>, RaceSearchJson<'_>) {
        let search = RaceSearchJson {
            free: self.verdict().map(|has| !has),
            executions: self.executions,
            unknown: &self.unknown,
            taken: self.taken.iter().map(|taken| TakenJson { name: taken.name, what: taken.what }).collect(),
            same_value: self.same_value.iter().map(Into::into).collect(),
        };
        (self.found.iter().map(Into::into).collect(), search)
    }
}

#[derive(Serialize, JsonSchema)]
pub(super) struct RaceSearchJson<'a> {
    free: Option<bool>,
    executions: u64,
    unknown: &'a [String],
    taken: Vec<TakenJson>,
    /// Where lanes are told apart: lanes of one instruction that store the same value into a word, which is no race
    same_value: Vec<RaceJson<'a>>,
}

/// What the verdict takes for granted.
#[derive(Serialize, JsonSchema)]
struct TakenJson {
    name: &'static str,
    what: &'static str,
}

/// Two accesses that race.
#[derive(Serialize, JsonSchema)]
pub(super) struct RaceJson<'a> {
    memory: &'a str,
    place: &'a str,
    at: u64,
    bytes: u32,
    accesses: &'a [RaceAccess; 2],
    missing: &'static str,
    why: &'static str,
    executions: u64,
    schedule: String,
    /// Waves; lanes of one wave; lanes of one instruction; lanes of two waves that only lockstep orders
    #[schemars(extend("enum" = ["waves", "lanes", "instruction", "lockstep"]))]
    between: &'static str,
    /// Where lanes are told apart: the lanes of both accesses, and how many lanes waves have at most that part some of them; 0 for lanes of
    /// two waves
    exposed: Option<ExposedJson>,
}

#[derive(Serialize, JsonSchema)]
struct ExposedJson {
    lanes: [Vec<u32>; 2],
    width: u32,
}

fn list(lanes: u64) -> Vec<u32> {
    (0..64).filter(|lane| lanes >> lane & 1 != 0).collect()
}

fn listed<S: Serializer>(lanes: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    list(*lanes).serialize(serializer)
}

impl<'a> From<&'a Race> for RaceJson<'a> {
    fn from(race: &'a Race) -> Self {
        let exposed = race.exposed.map(|exposed| ExposedJson { lanes: exposed.lanes.map(list), width: exposed.width });
        RaceJson {
            memory: race.memory,
            place: &race.place,
            at: race.at,
            bytes: race.bytes,
            accesses: &race.accesses,
            missing: race.missing.name(),
            why: race.missing.what(),
            executions: race.executions,
            schedule: race.schedule.to_string(),
            between: between(race.between),
            exposed,
        }
    }
}
