//! How a launch ended, as words and as JSON. The shapes are those of `isotope run --json`.

use isotope_machine::{Outcome, Stop, Stuck, Verdict as Known, Wait};
use isotope_targets::case::{CheckResult, Verdict};
use isotope_targets::isa::finding::Finding;
use serde_json::{Value, json};

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

/// What is known of a launch that has not ended: the verdict, how long it was watched, and where each wave stands.
pub fn hang(stuck: &Stuck) -> Value {
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
    json!({
        "verdict": verdict,
        "proven": stuck.proven(),
        "steps": stuck.steps,
        "period": recurs.map(|r| json!({ "instructions": r.steps, "rounds": r.rounds, "one_wave": r.alone })),
        "words": recurs.map(|r| &r.words),
        "words_that_change": recurs.map(|r| r.count),
        "not_started": stuck.not_started,
        "rests_on": stuck.rests_on,
        "waves": waves,
    })
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
