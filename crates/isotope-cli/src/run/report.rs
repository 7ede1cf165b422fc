//! What a run prints: lines, JSON, counts.

use std::fmt::Write as _;
use std::path::Path;

use isotope::case::ElementType;
use isotope::fidelity::Fidelity;
use isotope::isa::finding::Finding;
use isotope::machine::{Drops, Outcome, Storage};
use isotope::object::lines::SourceLines;
pub use isotope::report::{check_line, judged, lines, reason, source, warning, word};
use isotope::{BufferJson, elements, npy, plain};

use super::answer::{DumpJson, DumpsJson};
use super::cost::Cost;
use crate::args::RunArgs;
use crate::exit::{Exit, Result, say};
use crate::files;

/// Say on stderr how a launch ended that did not complete, and where in its source.
pub fn ended(of: &str, outcome: &Outcome, lines: &SourceLines) {
    if *outcome != Outcome::Done {
        say!("{of}{}: {}", word(outcome), reason(outcome));
        source(outcome, lines).lines().for_each(|line| say!("{of}{line}"));
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

/// Write what a `--dump` names of the synchronization unit, one item a line as `--set` takes it.
pub fn write_unit(
    args: &RunArgs,
    (name, file): (&str, Option<&Path>),
    lines: &[String],
    out: &mut String,
    shown: &mut DumpsJson,
) -> Result<()> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    match file {
        Some(file) => files::write(file, text.as_bytes())?,
        None if args.json => drop(shown.insert(name.into(), DumpJson::Items(lines.to_vec()))),
        None => *out += &text,
    }
    Ok(())
}

/// Write what a `--dump` names to its file, add it to the buffers of the answer, or to what is printed.
pub fn write_dump(
    args: &RunArgs,
    (name, file): (&str, Option<&Path>),
    (ty, bytes): (ElementType, &[u8]),
    out: &mut String,
    shown: &mut DumpsJson,
) -> Result<()> {
    match file {
        Some(file) if npy::is_named(file) => files::write(file, &npy::write(ty, bytes))?,
        Some(file) => files::write(file, bytes)?,
        None if args.json => drop(shown.insert(name.into(), DumpJson::Buffer(BufferJson::new(ty, bytes)))),
        None => {
            let values: Vec<String> = elements(ty, bytes).map(|bits| plain(ty, bits)).collect();
            let _ = writeln!(out, "{name}: {}", values.join(" "));
        }
    }
    Ok(())
}
