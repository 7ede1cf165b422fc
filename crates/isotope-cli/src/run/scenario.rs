//! Scenarios: several files and launches, on every target that they have files for.

use std::path::Path;

use anyhow::{Context, bail};
use isotope::case::{Scenario, Verdict};
use isotope::machine::Outcome;
use isotope::report::CheckJson;
use isotope::{TARGETS, answer, suite};

use super::answer::{ScenarioRunJson, TargetRunJson};
use super::engine::Engine;
use super::{load, report, status};
use crate::args::RunArgs;
use crate::exit::{Exit, Result, say};
use crate::files;

/// `run SCENARIO.json`.
pub fn main(args: &RunArgs, path: &Path) -> Result {
    let shown = path.display();
    if args.launch.kernel.is_some()
        || !args.dumps.is_empty()
        || args.repeat != 1
        || args.fidelity
        || args.check_rules
        || args.deny_rules
    {
        bail!("`{shown}` is a scenario: --kernel, --dump, --repeat, --fidelity and rules go with cases or launches");
    }
    let scenario = Scenario::parse(TARGETS.cases, &files::read_text(path)?).with_context(|| format!("`{shown}`"))?;
    scenario.warnings.iter().for_each(|warning| say!("warning: `{shown}`: {warning}"));
    let folder = path.parent().unwrap_or(Path::new("."));
    let assumptions = crate::assume::choices(&args.launch.assume)?;
    let wanted = |target: &&str| args.launch.target.is_none_or(|chosen| chosen.isa().cases == *target);
    let targets: Vec<&str> = scenario.targets().into_iter().filter(wanted).collect();
    if targets.is_empty() {
        bail!("`{shown}`: expected a target that every module has a file for, found none");
    }
    let (mut exit, mut runs) = (Exit::Yes, Vec::new());
    for target in targets {
        let files = scenario.modules.iter().map(|module| folder.join(&module.files[target]));
        let images = files
            .map(|file| load(&file, args.launch.target, None, args.launch.isa_files))
            .collect::<Result<Vec<_>>>()?;
        let mut engine = Engine::new(args)?;
        let run = suite::run_scenario(TARGETS, &images, &scenario, &assumptions, |image, dispatch, memory| {
            engine.launch(image, dispatch, memory)
        });
        let run = run.with_context(|| format!("`{shown}` on {target}"))?;
        let cost = engine.take_cost();
        report::drops(&format!("{target}: "), &cost.stats.drops);
        if args.stats {
            say!("{target}:\n{}", report::cost_text(cost).trim_end());
        }
        let lines = engine.take_lines();
        engine.finish()?;
        let printed = String::from_utf8_lossy(&run.printed).into_owned();
        let mut out = String::new();
        for (after, check) in &run.checks {
            let place = after.map_or(target.to_string(), |index| format!("{target} launch {index}"));
            let line = report::check_line(check);
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            out += &format!("{word} {place}: {rest}\n");
        }
        let mut ended = status(&run.outcome);
        if run.outcome != Outcome::Done {
            report::ended(&format!("{target}: "), &run.outcome, &lines);
        } else if run.checks.iter().any(|(_, check)| check.verdict != Verdict::Holds) {
            ended = Exit::No;
        }
        if exit == Exit::Yes {
            exit = ended;
        }
        if !args.json {
            files::print_output(&printed)?;
            files::print(&out)?;
        }
        runs.push(TargetRunJson {
            target: target.to_string(),
            outcome: report::word(&run.outcome),
            printed,
            checks: run.checks.iter().map(|(_, check)| answer::part(&CheckJson::from(check))).collect(),
        });
    }
    if args.json {
        files::print(&format!("{}\n", answer::json(&ScenarioRunJson { scenario: &scenario.name, runs })))?;
    }
    Ok(exit)
}
