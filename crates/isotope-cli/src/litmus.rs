//! `isotope explore FILE.litmus`: a litmus test under a declared memory model.

use anyhow::{Context, bail};
use isotope::litmus::{self, Limits, Unable};

use crate::args::ExploreArgs;
use crate::exit::{Exit, Result, say};
use crate::files;

pub fn main(args: &ExploreArgs) -> Result {
    let shown = args.file.display();
    if args.html.is_some() {
        bail!("--html: expected a file that holds kernels, found a litmus test; --dot draws an execution of it");
    }
    if args.lanes {
        bail!("--lanes: expected a file that holds kernels, found a litmus test, whose threads have no lanes");
    }
    if args.refines.is_some() {
        bail!("--refines: expected a file that holds kernels, found a litmus test");
    }
    if args.budget.is_some() {
        bail!("--budget: expected a file that holds kernels, found a litmus test, which --max-executions bounds");
    }
    let text = files::read_text(&args.file)?;
    let test = litmus::parse(&text).with_context(|| format!("`{shown}`"))?;
    let model = match args.model.as_deref() {
        None => litmus::model_for(test.dialect),
        Some(name) => match litmus::model(name) {
            Some(model) => model,
            None => {
                let names: Vec<&str> = litmus::models().iter().map(|model| model.name).collect();
                bail!("--model: expected {}, found `{name}`", names.join(", "));
            }
        },
    };
    let mut limits = Limits { races: args.races, waiting: true, ..Limits::default() };
    limits.candidates = args.max_executions.unwrap_or(limits.candidates);
    limits.bytes = (args.max_memory << 20) as usize / test.threads.len().max(1);
    let report = match litmus::explore(&test, model, &limits) {
        Err(limit @ (Unable::Paths { .. } | Unable::Memory { .. })) => {
            say!(
                "`{shown}`: {limit}: nothing is known of the test; give it fewer branches, or more memory (--max-memory)"
            );
            return Ok(Exit::Undecided);
        }
        report => report.with_context(|| format!("`{shown}`"))?,
    };
    if let Some(file) = &args.dot {
        let Some(witness) = &report.witness else {
            bail!("--dot: no execution decides the condition, so there is none to draw")
        };
        files::write(file, witness.dot().as_bytes())?;
    }
    if args.json {
        files::print(&format!("{}\n", isotope::explore::litmus_json(&report)))?;
    } else {
        let mut out = format!("{report}\n");
        if let Some(witness) = &report.witness {
            out += &format!("\n{witness}\n");
        } else if let Some((candidate, why)) =
            litmus::explain(&test, model, &limits).with_context(|| format!("`{shown}`"))?
        {
            out +=
                &format!("\nrefused by {} ({})\n{}\n", why.axiom.name, why.axiom.source, candidate.cycle(&why.edges));
        }
        files::print(&out)?;
    }
    Ok(match report.holds {
        Some(false) => Exit::No,
        None => Exit::Undecided,
        Some(true) if report.race.is_some() => Exit::No,
        Some(true) if report.waits.is_some() => Exit::Stopped,
        Some(true) => Exit::Yes,
    })
}
