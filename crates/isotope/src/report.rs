//! How a launch ended, as words and as JSON. The shapes are those of `isotope run --json`.

use isotope_machine::{Dispatch, Hang, Outcome, Stop, Verdict as Ending, Wait};
use isotope_object::lines::{Location, SourceLines};
use isotope_object::{Image, Kernel, LoadError};
use isotope_option::OptionName;
use isotope_target::case::{CaseProgress, CheckResult, Verdict};
use isotope_targets::TARGETS;
use schemars::JsonSchema;
use serde::Serialize;

use crate::answer::Hex;
use crate::not_modelled::NotModelled;

pub use crate::finding::FindingJson;

/// The verdict on a launch, as the JSON and the text of a run name it.
pub fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Done => "completed",
        Outcome::Hung(Hang { verdict: Ending::Deadlock, .. }) => "deadlock",
        Outcome::Hung(Hang { verdict: Ending::Livelock(_), .. }) => "livelock",
        Outcome::Hung(_) => "undecided",
        Outcome::Stopped { stop: Stop::Fault(_), .. } => "faulted",
        Outcome::Stopped { stop: Stop::Unspecified { .. }, .. } => "unspecified",
        Outcome::Stopped { stop: Stop::NotModelled { .. }, .. } => "not modelled",
    }
}

/// Why a launch did not complete; empty when it did. Several lines for a deadlock or livelock.
pub fn reason(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Done => String::new(),
        Outcome::Stopped { place, stop } => format!("{place}: {stop}"),
        Outcome::Hung(hang) => hang.to_string().trim_end().to_string(),
    }
}

/// That a run may come to instructions that are not modelled, if there are any: how many, the first, and what becomes of the run.
pub fn warning(kernel: &str, not_modelled: &[NotModelled]) -> Option<String> {
    let first = not_modelled.first()?.text();
    Some(match not_modelled.len() {
        1 => format!("an instruction of kernel `{kernel}` is not modelled: {first}; the run stops if it is reached"),
        count => format!(
            "{count} instructions of kernel `{kernel}` are not modelled, the first of them {first}; the run stops if one is reached \
             ({} lists them)",
            OptionName::Info
        ),
    })
}

/// The kernel that a dispatch runs. The code of a zebin does not name its kernel: there it is the only one of the file.
///
/// # Errors
/// When the file has several kernels and none of this name.
pub fn kernel<'a>(image: &'a Image, dispatch: &Dispatch) -> Result<&'a Kernel, LoadError> {
    image.kernel(Some(&dispatch.program.name)).or_else(|_| image.kernel(None))
}

/// The source lines of a launch that did not complete; of one that did they are not read.
pub fn lines(image: &Image, dispatch: &Dispatch, outcome: &Outcome) -> SourceLines {
    match outcome {
        Outcome::Done => SourceLines::default(),
        _ => all_lines(image, dispatch),
    }
}

/// The source lines of the kernel that a dispatch runs; empty where the file has none.
pub fn all_lines(image: &Image, dispatch: &Dispatch) -> SourceLines {
    kernel(image, dispatch).map(|kernel| TARGETS.lines(image, kernel)).unwrap_or_default()
}

/// Addresses whose source lines a report of a deadlock or livelock names.
const TOLD: usize = 16;

/// Where in the source a launch ended, a line each with its end: of an instruction that stopped it, or of those that waves stand at.
/// Empty where the file does not say. What is wrong with its table stands last.
///
/// # Examples
/// ```
/// use isotope::{Error, Request, argument, report, run};
/// let image = isotope::load(include_bytes!("../samples/lines.cubin"))?;
/// let mut request = Request::new(1, 32, vec![argument("out=u32[4]:0")?]);
/// request.kernel = Some("fill".into());
/// let ran = run(&image, &request, Default::default(), |_| Err(Error::new("no files")))?;
/// assert_eq!(report::source(&ran.outcome, &ran.lines), "source: lines.cl:15\n");
/// # Ok::<(), Error>(())
/// ```
pub fn source(outcome: &Outcome, lines: &SourceLines) -> String {
    let mut out = String::new();
    match outcome {
        Outcome::Done => return out,
        Outcome::Stopped { place, .. } => {
            if let Some(location) = lines.find(place.address.into()) {
                out += &format!("source: {location}\n");
            }
        }
        Outcome::Hung(hang) => {
            let mut addresses: Vec<u32> = hang.places.iter().map(|wave| wave.place.address).collect();
            addresses.sort_unstable();
            addresses.dedup();
            let found = addresses.iter().filter_map(|at| Some((at, lines.find(u64::from(*at))?)));
            found.take(TOLD).for_each(|(at, location)| out += &format!("source of {at:#06x}: {location}\n"));
        }
    }
    if let Some(damage) = lines.damage() {
        out += &format!("warning: source lines: {damage}\n");
    }
    out
}

/// The same for an instruction that stopped a launch. [`hang`] has the lines of waves that stand.
pub fn stopped_at(outcome: &Outcome, lines: &SourceLines) -> Option<Location> {
    match outcome {
        Outcome::Stopped { place, .. } => lines.find(place.address.into()),
        _ => None,
    }
}

/// What is known of a launch that has not ended; nothing of others.
pub fn hang<'a>(outcome: &'a Outcome, lines: &SourceLines) -> Option<HangJson<'a>> {
    let Outcome::Hung(hang) = outcome else { return None };
    let (verdict, livelock) = match &hang.verdict {
        Ending::Deadlock => ("deadlock", None),
        Ending::Livelock(period) => ("livelock", Some(period)),
        Ending::Budget { .. } => ("budget", None),
        Ending::HostLimit { .. } => ("host limit", None),
    };
    let waves = hang.places.iter().map(|w| {
        let wait = match w.wait {
            Wait::Barrier { .. } => "barrier",
            Wait::Queue { .. } => "queue",
            Wait::Halted { .. } => "halted",
            Wait::Loop { .. } => "loop",
            Wait::Running => "running",
        };
        let waits_for = match w.wait {
            Wait::Queue { place } | Wait::Halted { place } => place.map(|place| place.to_string()),
            _ => None,
        };
        let parked = w.parked.iter().map(|p| ParkedJson {
            lanes: Hex::of_width(p.lanes, 32),
            address: p.address,
            text: &p.text,
            source: lines.find(p.address.into()),
        });
        WaveJson {
            group: w.place.group,
            wave: w.place.wave,
            address: w.place.address,
            source: lines.find(w.place.address.into()),
            text: &w.text,
            lanes: Hex::of_width(w.lanes, 32),
            wait,
            waits_for,
            steps: if let Wait::Loop { steps } = w.wait { Some(steps) } else { None },
            parked: parked.collect(),
        }
    });
    Some(HangJson {
        verdict,
        proven: hang.proven(),
        steps: hang.steps,
        period: livelock.map(|r| PeriodJson { instructions: r.steps, rounds: r.rounds, one_wave: r.alone }),
        words: livelock.map(|r| &*r.words),
        words_that_change: livelock.map(|r| r.count),
        not_started: hang.not_started,
        rests_on: &hang.rests_on,
        waves: waves.collect(),
    })
}

/// A launch that has not ended: the verdict, how long it was watched, and where each wave is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HangJson<'a> {
    #[schemars(extend("enum" = ["deadlock", "livelock", "budget", "host limit"]))]
    verdict: &'static str,
    proven: bool,
    steps: u64,
    /// Null where the state does not come again
    period: Option<PeriodJson>,
    words: Option<&'a [String]>,
    words_that_change: Option<usize>,
    not_started: u32,
    rests_on: &'a [String],
    waves: Vec<WaveJson<'a>>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
struct PeriodJson {
    instructions: u64,
    rounds: u64,
    one_wave: bool,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
struct WaveJson<'a> {
    group: [u32; 3],
    wave: u32,
    address: u32,
    source: Option<Location>,
    text: &'a str,
    lanes: Hex,
    #[schemars(extend("enum" = ["barrier", "queue", "halted", "loop", "running"]))]
    wait: &'static str,
    waits_for: Option<String>,
    /// Steps of a round
    #[serde(rename = "loop")]
    steps: Option<u64>,
    /// Where other lanes of the wave wait for these
    parked: Vec<ParkedJson<'a>>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ParkedJson<'a> {
    lanes: Hex,
    address: u32,
    text: &'a str,
    source: Option<Location>,
}

/// `lanes 0-3, 7`, `lane 5` or `no lane`, with `between` between ranges.
///
/// # Examples
/// ```
/// use isotope::report::lanes;
/// assert_eq!([0, 0x20, 0x8f].map(|mask| lanes(mask, ", ")), ["no lane", "lane 5", "lanes 0-3, 7"]);
/// ```
pub fn lanes(mask: u64, between: &str) -> String {
    let (mut ranges, mut lane) = (Vec::new(), 0);
    while lane < 64 {
        let count = (mask >> lane).trailing_ones();
        match count {
            0 => {}
            1 => ranges.push(lane.to_string()),
            _ => ranges.push(format!("{lane}-{}", lane + count - 1)),
        }
        lane += count + 1;
    }
    match mask.count_ones() {
        0 => "no lane".into(),
        1 => format!("lane {}", ranges[0]),
        _ => format!("lanes {}", ranges.join(between)),
    }
}

/// A check in one line.
pub fn check_line(check: &CheckResult) -> String {
    match &check.verdict {
        Verdict::Holds => format!("ok {} {}", check.kind, check.subject),
        Verdict::Fails(difference) => format!("FAILED {} {}: {difference}", check.kind, check.subject),
    }
}

/// The first difference between what the launches of a case did and what they should have done; `lines` are those of a launch that did
/// not complete.
pub fn judged(
    outcome: &Outcome,
    checks: &[CheckResult],
    progress: CaseProgress,
    lines: &SourceLines,
) -> Option<String> {
    match (outcome, progress) {
        (Outcome::Hung(hang), CaseProgress::Never) if hang.proven() => None,
        (Outcome::Done, CaseProgress::Never) => Some("expected no progress, but it completed".into()),
        (Outcome::Done, CaseProgress::Completes) => {
            let failure = checks.iter().find(|check| check.verdict != Verdict::Holds)?;
            Some(check_line(failure).trim_start_matches("FAILED ").into())
        }
        (outcome, _) => {
            let reason = reason(outcome);
            let mut head: Vec<&str> = reason.lines().take(2).collect();
            let source = source(outcome, lines);
            head.extend(source.lines().take(1));
            Some(format!("{}: {}", word(outcome), head.join("\n")))
        }
    }
}

/// A check of a case.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CheckJson<'a> {
    check: &'a str,
    subject: &'a str,
    basis: Option<&'a str>,
    holds: bool,
    /// The first difference
    detail: Option<&'a str>,
}

impl<'a> From<&'a CheckResult> for CheckJson<'a> {
    fn from(check: &'a CheckResult) -> Self {
        let detail = match &check.verdict {
            Verdict::Holds => None,
            Verdict::Fails(difference) => Some(difference.as_str()),
        };
        CheckJson {
            check: check.kind,
            subject: &check.subject,
            basis: check.basis.as_deref(),
            holds: detail.is_none(),
            detail,
        }
    }
}
