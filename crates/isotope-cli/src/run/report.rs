//! What a run prints: lines, JSON, counts.

use isotope::fidelity::Fidelity;
use isotope_machine::{Outcome, Stop, Stuck, Verdict as Known, Wait};
use isotope_targets::case::{CheckResult, Verdict};
use isotope_targets::isa::finding::Finding;
use serde_json::{Map, Value, json};

use super::engine::Cost;
use crate::args::RunArgs;
use crate::exit::{Exit, say};

/// What the JSON of a run is called.
pub const SCHEMA: &str = "isotope-run/1";

/// A check in one line.
pub fn check_line(check: &CheckResult) -> String {
    match &check.verdict {
        Verdict::Holds => format!("ok {} {}", check.kind, check.subject),
        Verdict::Fails(difference) => format!("FAILED {} {}: {difference}", check.kind, check.subject),
    }
}

/// How a launch ended, in a word.
pub fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Done => "completed",
        Outcome::Stuck(Stuck { verdict: Known::Standstill, .. }) => "stuck",
        Outcome::Stuck(Stuck { verdict: Known::Recurs(_), .. }) => "livelock",
        Outcome::Stuck(_) => "undecided",
        Outcome::Stopped { stop: Stop::Fault(_), .. } => "faulted",
        Outcome::Stopped { stop: Stop::Unspecified { .. }, .. } => "unspecified",
        Outcome::Stopped { stop: Stop::NotModelled { .. }, .. } => "not modelled",
    }
}

/// Why a launch did not complete; empty when it did. Several lines for one that is stuck.
pub fn reason(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Done => String::new(),
        Outcome::Stopped { place, stop } => format!("{place}: {stop}"),
        Outcome::Stuck(stuck) => stuck.to_string().trim_end().to_string(),
    }
}

/// Add how many groups may be in flight, and what is known of a launch that has not ended.
pub fn add_hang(object: &mut Map<String, Value>, args: &RunArgs, outcome: &Outcome) {
    object.insert("resident".into(), args.resident.map_or(Value::Null, Value::from));
    let Outcome::Stuck(stuck) = outcome else { return };
    let (verdict, recurs) = match &stuck.verdict {
        Known::Standstill => ("standstill", None),
        Known::Recurs(recurs) => ("recurs", Some(recurs)),
        Known::Budget { .. } => ("budget", None),
        Known::HostLimit { .. } => ("host limit", None),
    };
    let waves: Vec<Value> = stuck
        .places
        .iter()
        .map(|w| {
            let wait = match w.wait {
                Wait::Barrier { .. } => "barrier",
                Wait::Queue { .. } => "queue",
                Wait::Halted => "halted",
                Wait::Loop { .. } => "loop",
                Wait::Running => "running",
            };
            let steps = if let Wait::Loop { steps } = w.wait { Some(steps) } else { None };
            json!({
                "group": w.place.group,
                "wave": w.place.wave,
                "address": w.place.address,
                "text": w.text,
                "lanes": format!("{:#010x}", w.lanes),
                "wait": wait,
                "loop": steps,
            })
        })
        .collect();
    let hang = json!({
        "verdict": verdict,
        "proven": stuck.proven(),
        "steps": stuck.steps,
        "period": recurs.map(|r| json!({ "instructions": r.steps, "rounds": r.rounds, "one_wave": r.alone })),
        "words": recurs.map(|r| &r.words),
        "words_that_change": recurs.map(|r| r.count),
        "not_started": stuck.not_started,
        "rests_on": stuck.rests_on,
        "waves": waves,
    });
    object.insert("hang".into(), hang);
}

/// A check as JSON.
pub fn check_json(check: &CheckResult) -> Value {
    let (holds, detail) = match &check.verdict {
        Verdict::Holds => (true, Value::Null),
        Verdict::Fails(difference) => (false, difference.as_str().into()),
    };
    json!({ "check": check.kind, "subject": check.subject, "basis": check.basis, "holds": holds, "detail": detail })
}

/// A broken rule as JSON.
pub fn finding_json(finding: &Finding) -> Value {
    let seen = finding.seen;
    json!({
        "kernel": finding.kernel,
        "address": format!("{:#x}", finding.address),
        "text": finding.text,
        "rule": finding.rule,
        "note": finding.note,
        "statement": finding.statement,
        "detail": finding.detail,
        "source": finding.source,
        "group": seen.map(|s| s.group),
        "wave": seen.map(|s| s.wave),
        "lane": seen.and_then(|s| s.lane),
        "count": finding.count,
    })
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
