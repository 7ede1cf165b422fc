//! What a run prints: lines, JSON, counts.

use std::fmt::Write as _;
use std::path::Path;

use isotope::case::ElementType;
use isotope::fidelity::Fidelity;
use isotope::isa::finding::Finding;
use isotope::machine::{Dropped, Drops, Outcome, Storage};
use isotope::object::lines::SourceLines;
pub use isotope::report::{check_json, check_line, finding_json, judged, lines, reason, source, warning, word};
use isotope::report::{hang, source_json};
use isotope::{buffer_json, elements, npy, plain};
use serde_json::{Map, Value, json};

use super::cost::Cost;
use crate::args::RunArgs;
use crate::exit::{Exit, Result, say};
use crate::files;

/// What the JSON of a run is called.
pub const SCHEMA: &str = "isotope-run/1";

/// Add how many groups may be in flight, what is known of a launch that has not ended, and where in the source one was stopped.
pub fn add_hang(object: &mut Map<String, Value>, args: &RunArgs, outcome: &Outcome, lines: &SourceLines) {
    object.insert("resident".into(), args.resident.map_or(Value::Null, Value::from));
    if let Outcome::Stuck(stuck) = outcome {
        object.insert("hang".into(), hang(stuck, lines));
    }
    let source = source_json(outcome, lines);
    if !source.is_null() {
        object.insert("source".into(), source);
    }
}

/// Say on stderr how a launch ended that did not complete, and where in its source.
pub fn ended(of: &str, outcome: &Outcome, lines: &SourceLines) {
    if *outcome != Outcome::Done {
        say!("{of}{}: {}", word(outcome), reason(outcome));
        source(outcome, lines).lines().for_each(|line| say!("{of}{line}"));
    }
}

/// Add the broken rules to a JSON object, if rules were checked.
pub fn add_findings(object: &mut Map<String, Value>, findings: Option<&Vec<Finding>>) {
    if let Some(findings) = findings {
        object.insert("rules".into(), findings.iter().map(finding_json).collect());
    }
}

/// Print the broken rules on stderr; gives the status of a run that would have ended with `exit`.
pub fn findings(args: &RunArgs, of: &str, findings: Option<&Vec<Finding>>, exit: Exit) -> Exit {
    let findings = findings.map(Vec::as_slice).unwrap_or_default();
    for finding in findings {
        say!("{of}{}: {finding}", finding.kernel);
    }
    let broken = args.deny_rules && findings.iter().any(|f| !f.note);
    if exit == Exit::Yes && broken { Exit::No } else { exit }
}

/// Print what a run rests on, on stderr; JSON has it on stdout.
pub fn fidelity(args: &RunArgs, of: &str, fidelity: Option<&Fidelity>) {
    if let Some(fidelity) = fidelity.filter(|_| !args.json) {
        fidelity.text().lines().for_each(|line| say!("{of}{line}"));
    }
}

/// Add what a run rests on to a JSON object, if that is asked for.
pub fn add_fidelity(object: &mut Map<String, Value>, fidelity: Option<&Fidelity>) {
    if let Some(fidelity) = fidelity {
        object.insert("fidelity".into(), fidelity.json());
    }
}

/// Add what a run cost to a JSON object.
pub fn add_cost(object: &mut Map<String, Value>, cost: Cost) {
    object.insert("wave_instructions".into(), cost.stats.wave_instructions.into());
    object.insert("lane_instructions".into(), cost.stats.lane_instructions.into());
    object.insert("lane_atomics".into(), cost.stats.lane_atomics.into());
    object.insert("seconds".into(), cost.wall.as_secs_f64().into());
    object.insert("cpu_seconds".into(), cost.cpu.as_secs_f64().into());
    add_drops(object, &cost.stats.drops);
}

/// Say how many accesses the machine dropped, and where the first of them was; nothing where there were none.
pub fn drops(of: &str, drops: &Drops) {
    let Some(first) = drops.first else { return };
    let (count, accesses) = (drops.count, if drops.count == 1 { "access was" } else { "accesses were" });
    let hint = match first.storage {
        Storage::Device => "check M0 and --set gds",
        _ => "give the launch enough shared memory with --shared BYTES, or check the index",
    };
    say!(
        "{of}warning: {count} {accesses} outside the memory of the group and dropped (writes do nothing, reads give 0): {hint}"
    );
    say!("{of}  first at {first}");
}

/// Add what the machine dropped to a JSON object, if there was something.
fn add_drops(object: &mut Map<String, Value>, drops: &Drops) {
    let Some(Dropped { place, lane, storage, address, bytes, size }) = drops.first else { return };
    let first = json!({
        "group": place.group,
        "wave": place.wave,
        "instruction": format!("{:#x}", place.address),
        "lane": lane,
        "memory": if storage == Storage::Device { "gds" } else { "shared" },
        "address": format!("{address:#x}"),
        "bytes": bytes,
        "shared_bytes": size,
    });
    object.insert("dropped_accesses".into(), json!({ "count": drops.count, "first": first }));
}

/// What a run cost, for stderr.
pub fn cost_text(cost: Cost) -> String {
    format!(
        "wave_instructions: {}\nlane_instructions: {}\nlane_atomics: {}\nseconds: {:.6}\ncpu_seconds: {:.6}\n",
        cost.stats.wave_instructions,
        cost.stats.lane_instructions,
        cost.stats.lane_atomics,
        cost.wall.as_secs_f64(),
        cost.cpu.as_secs_f64()
    )
}

/// One `--dump`: what it names, and the file it goes to.
pub fn dump(text: &str) -> (&str, Option<&Path>) {
    text.split_once(':').map_or((text, None), |(name, file)| (name, Some(Path::new(file))))
}

/// Write what a `--dump` names of the synchronisation unit, one item a line as `--set` takes it.
pub fn write_unit(
    args: &RunArgs,
    (name, file): (&str, Option<&Path>),
    lines: &[String],
    out: &mut String,
    shown: &mut Map<String, Value>,
) -> Result<()> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    match file {
        Some(file) => files::write(file, text.as_bytes())?,
        None if args.json => drop(shown.insert(name.into(), lines.iter().map(String::as_str).collect())),
        None => *out += &text,
    }
    Ok(())
}

/// Write what a `--dump` names to its file, add it to the JSON object of buffers, or to what is printed.
pub fn write_dump(
    args: &RunArgs,
    (name, file): (&str, Option<&Path>),
    (ty, bytes): (ElementType, &[u8]),
    out: &mut String,
    shown: &mut Map<String, Value>,
) -> Result<()> {
    match file {
        Some(file) if npy::is_named(file) => files::write(file, &npy::write(ty, bytes))?,
        Some(file) => files::write(file, bytes)?,
        None if args.json => drop(shown.insert(name.into(), buffer_json(ty, bytes))),
        None => {
            let values: Vec<String> = elements(ty, bytes).map(|bits| plain(ty, bits)).collect();
            let _ = writeln!(out, "{name}: {}", values.join(" "));
        }
    }
    Ok(())
}
