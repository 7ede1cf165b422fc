//! Schedules of a launch in parts: every execution, or random runs.

use std::collections::BTreeMap;
use std::ops::Range;

use isotope::explore::{Draw, Mode, Quantifier, Question, Way, explore};
use isotope::{Error, Grid, Prepared, Request, Result, argument, assumptions, prepare, prepare_case, shell};

use crate::job::{Answer, ChunkPart, Job, JobFailure, JobKind, Work};
use crate::kernels::{case, image};
use crate::setting::Setting;
use crate::spec::Section;

/// Most visible steps of the trial run that planning makes.
const PLANNING: usize = 1000;

/// Reads `kind = "explore"`: one launch.
pub(crate) fn read(table: &Section<'_>, setting: &mut Setting<'_, '_>) -> Result<Vec<Job>> {
    let file = table.text("file")?;
    let file = table.need("file", file, "a file that holds kernels")?;
    let (kernel, from) = (table.text("kernel")?, table.text("case")?);
    let (grid, block) = (table.count("grid")?, table.count("block")?);
    let args = table.texts("args")?.unwrap_or_default();
    let chosen = table.texts("assume")?.unwrap_or_default();
    let mode = table.text("mode")?.unwrap_or_else(|| "traces".into());
    let (seed, runs) = (table.number("seed")?.unwrap_or(setting.seed), table.count("runs")?);
    let parts = table.count("parts")?.unwrap_or(16);
    let changes = table.number("pct")?;
    let (observe, expect) = (table.texts("observe")?.unwrap_or_default(), table.text("expect")?);
    let limit = table.count("max_executions")?;
    let hangs = table.flag("may_hang")?.unwrap_or(false);
    let name = table.text("name")?;
    table.finish()?;
    let mode = match (mode.as_str(), changes) {
        ("traces", None) => Mode::Traces,
        ("random", changes) => {
            // Each run draws them all before its first step.
            let narrow = |n| {
                let few = u32::try_from(n).ok().filter(|n| *n <= 1_000_000);
                few.ok_or_else(|| table.error("pct", "expected at most 1000000 changes of priority"))
            };
            let draw = changes.map(narrow).transpose()?.map_or(Draw::Uniform, |changes| Draw::Priorities { changes });
            let runs = table.need("runs", runs, "how many runs are drawn")?;
            Mode::Random { draw, seed, runs }
        }
        ("traces", Some(_)) => return Err(table.error("pct", "expected mode = \"random\", found traces")),
        (other, _) => return Err(table.error("mode", format_args!("expected traces or random, found `{other}`"))),
    };
    if runs.is_some() && matches!(mode, Mode::Traces) {
        return Err(table.error("runs", "expected mode = \"random\", found traces, which does every execution once"));
    }
    let image = image(setting.files, &file).map_err(|error| table.error("file", error))?;
    let assumptions = assumptions(chosen.iter().map(String::as_str)).map_err(|error| table.error("assume", error))?;
    let mut launch = kernel.as_ref().map_or(String::new(), |kernel| format!(" --kernel {}", shell::word(kernel)));
    let mut question = Question::new(mode.clone());
    let prepared = match (&from, grid, block) {
        (Some(path), None, None) if args.is_empty() => {
            let case = case(setting.files, path).map_err(|error| table.error("case", error))?;
            launch += &format!(" --case {}", shell::word(path));
            let prepared = prepare_case(&image, &case, kernel.as_deref(), &assumptions);
            question.case = Some(case);
            prepared.map_err(|error| table.error("case", error))?
        }
        (None, Some(groups), Some(size)) => {
            let narrow =
                |key: &str, n: u64| u32::try_from(n).map_err(|_| table.error(key, "expected a number below 2^32"));
            let given = args.iter().map(|text| argument(text)).collect::<Result<_>>();
            let given = given.map_err(|error| table.error("args", error))?;
            let mut request = Request::new(narrow("grid", groups)?, narrow("block", size)?, given);
            request.grid = Grid::new([narrow("grid", groups)?, 1, 1], [narrow("block", size)?, 1, 1]);
            request.kernel.clone_from(&kernel);
            request.assumptions = assumptions;
            launch += &format!(" --grid {groups} --block {size}");
            args.iter().for_each(|text| launch += &format!(" --arg {}", shell::word(text)));
            let load = |path: &str| Err(Error::new(format!("`{path}`: give values in the text, as in out=u32[4]:0")));
            prepare(&image, &request, load).map_err(|error| table.error("file", error))?
        }
        _ => return Err(table.error("case", "expected either case, or grid and block with args")),
    };
    chosen.iter().for_each(|chosen| launch += &format!(" --assume {}", shell::word(chosen)));
    question.observe.clone_from(&observe);
    question.expect.clone_from(&expect);
    question.limit = limit;
    let about = match &question.mode {
        Mode::Random { runs, .. } => format!("{runs} drawn runs of {file}{launch}"),
        _ => format!("all executions of {file}{launch}"),
    };
    // The begin of one run reports what does not fit before anything else runs; a launch that may spin need not end.
    let draw = if let Mode::Random { draw, .. } = question.mode { draw } else { Draw::Uniform };
    let mut once = question.clone();
    (once.mode, once.limit, once.max_depth) = (Mode::Random { draw, seed, runs: 1 }, None, PLANNING);
    let once = explore(&prepared, &once)
        .map_err(|error| table.error(if expect.is_some() { "expect" } else { "file" }, error))?;
    let quantifier = once.expect.map(|(expect, _)| expect.quantifier);
    let name = name.unwrap_or_else(|| format!("{file} {}", prepared.dispatch.program.name));
    let command = format!("isotope explore {}{launch}", shell::word(&file));
    let work = Explore { prepared, question, parts, quantifier, hangs, command };
    Ok(vec![Job { name, kind: JobKind::Explore, about, items: parts, chunk: 1, work: Box::new(work) }])
}

#[derive(Debug)]
struct Explore {
    prepared: Prepared,
    question: Question,
    parts: u64,
    quantifier: Option<Quantifier>,
    /// Whether a launch that never ends is expected.
    hangs: bool,
    command: String,
}

impl Explore {
    fn replay(&self, way: &Way) -> Vec<String> {
        vec![format!("{} --replay {}", self.command, shell::word(&way.schedule.to_string()))]
    }
}

impl Work for Explore {
    fn unit(&self) -> &'static str {
        "parts"
    }

    fn run(&self, items: Range<u64>, part: &mut ChunkPart, _: &mut Answer<'_>) -> Result<()> {
        for item in items {
            let mut question = self.question.clone();
            question.shard = (item, self.parts);
            let found = explore(&self.prepared, &question)?;
            part.count(found.unit, found.count);
            part.digest.number(found.count);
            let note = |kind: &str, ways: &[Way], part: &mut ChunkPart| {
                for way in ways {
                    let text = format!("{kind}{}", way.text.join("; "));
                    part.digest.text(&text);
                    part.digest.number(way.count);
                    part.cover(&text, way.count);
                }
            };
            note("", &found.outcomes, part);
            note("deadlock: ", &found.deadlocks, part);
            note("", &found.cut_off, part);
            note("stopped: ", &found.stops, part);
            for way in &found.outcomes {
                match way.fulfils {
                    Some(true) => part.count("as the condition says", way.count),
                    Some(false) => part.count("not as the condition says", way.count),
                    None => {}
                }
                let wrong = match self.quantifier {
                    Some(Quantifier::All) => way.fulfils == Some(false),
                    Some(Quantifier::Never) => way.fulfils == Some(true),
                    Some(Quantifier::Exists) | None => false,
                };
                if wrong {
                    let fails: Vec<String> = way.text.iter().chain(&way.fails).cloned().collect();
                    part.fail(item, || {
                        (
                            format!("{} of {} {}: {}", way.count, found.count, found.unit, fails.join("; ")),
                            self.replay(way),
                        )
                    });
                }
            }
            let endless = found.deadlocks.iter().chain(&found.cut_off).filter(|_| !self.hangs);
            for (word, way) in endless.map(|way| ("never end", way)).chain(found.stops.iter().map(|way| ("stop", way)))
            {
                part.count(word, way.count);
                part.fail(item, || {
                    (
                        format!("{} of {} {} {word}: {}", way.count, found.count, found.unit, way.text.join("; ")),
                        self.replay(way),
                    )
                });
            }
            if found.limited {
                part.count("parts that were cut off", 1);
                let why = found.left_out.unwrap_or_default();
                part.undecided(item, || (format!("not all of it was done: {why}"), Vec::new()));
            }
        }
        Ok(())
    }

    fn job_failure(&self, counts: &BTreeMap<String, u64>) -> Option<JobFailure> {
        let none =
            self.quantifier == Some(Quantifier::Exists) && counts.get("as the condition says").is_none_or(|n| *n == 0);
        // Nothing was found in the completed part; where parts were cut off, it may be in the rest.
        let undecided = counts.get("parts that were cut off").is_some_and(|n| *n != 0);
        let condition = self.question.expect.as_deref().unwrap_or("the case");
        none.then(|| JobFailure { text: format!("no execution is as the condition says: {condition}"), undecided })
    }
}
