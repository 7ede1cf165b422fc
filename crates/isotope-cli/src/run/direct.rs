//! A launch without a case: buffers and values from the command line, buffers printed afterwards.

use std::path::Path;

use anyhow::{Context, anyhow};
use isotope::answer;
use isotope::machine::Outcome;
use isotope::{Error, Grid, Placed, Request, TARGETS, argument, fidelity, prepare, raw};

use super::answer::{DumpsJson, EndedJson, LaunchJson, RunJson};
use super::engine::Engine;
use super::{load, report, status};
use crate::args::{LaunchArgs, RunArgs};
use crate::exit::{Exit, Result, say};
use crate::files;

pub fn main(args: &RunArgs, file: &Path, grid: Grid) -> Result {
    let mut request = request(&args.launch, grid)?;
    let count = grid.groups.iter().fold(1u64, |n, &d| n.saturating_mul(d.into()));
    if let Some(resident) = args.resident.filter(|&n| args.launch.cooperative && u64::from(n) < count) {
        return Err(anyhow!(
            "expected all {count} groups of a cooperative launch in flight, found --resident {resident}: launch fewer groups"
        ));
    }
    request.heap = args.heap.unwrap_or(0);
    let image = match args.launch.target.filter(|_| args.raw) {
        Some(target) => raw(target, &files::read(file)?, args.entry, &request, read)
            .map_err(|error| anyhow!("`{}`: {error}", file.display()))?,
        None => load(file, args.launch.target, args.launch.kernel.as_deref(), args.launch.isa_files)?,
    };
    let named = |error: Error| anyhow!("`{}`: {error}", file.display());
    let mut prepared = prepare(&image, &request, read).map_err(named)?;
    let dumps: Vec<(&str, Option<&Path>)> = args.dumps.iter().map(|text| report::dump(text)).collect();
    for (name, _) in &dumps {
        if prepared.unit(name, &prepared.memory).is_none() {
            prepared.bytes(name, &prepared.memory).with_context(|| format!("--dump `{name}`"))?;
        }
    }
    if let Some(warning) = report::warning(&prepared.dispatch.program.name, &prepared.not_modelled) {
        say!("note: {warning}");
    }
    if args.trace_memory.is_some() {
        isotope::room(prepared.memory.bytes(), "--trace-memory")?;
    }
    let mut engine = Engine::new(args)?;
    // The initial memory is kept only if the launch is repeated.
    let mut memory = match args.repeat > 1 || args.schedule.is_some() {
        true => prepared.memory.try_clone()?,
        false => std::mem::take(&mut prepared.memory),
    };
    let mut outcome = match &args.schedule {
        None => engine.launch(&image, &prepared.dispatch, &memory).outcome,
        Some(schedule) => {
            let done = isotope::explore::scheduled(&prepared, schedule)?;
            let Some(outcome) = done.outcome else {
                say!("deadlock: no wave can take a step: {}", done.waiting.join("; "));
                return Ok(Exit::Stopped);
            };
            memory = done.memory;
            engine.cost.stats += done.stats;
            outcome
        }
    };
    for _ in 1..args.repeat {
        if outcome != Outcome::Done {
            break;
        }
        memory = prepared.memory.try_clone()?;
        outcome = engine.launch(&image, &prepared.dispatch, &memory).outcome;
    }
    let printed = String::from_utf8_lossy(&prepared.printed(&memory)).into_owned();
    let (cost, findings, lines) = (engine.take_cost(), engine.take_findings(), engine.take_lines());
    let fidelity = args.fidelity.then(|| -> Result<_> {
        fidelity::examine::<anyhow::Error>(
            TARGETS.of(image.target),
            &request.assumptions,
            engine.options(),
            |assumptions, launch| {
                let mut request = request.clone();
                request.assumptions = *assumptions;
                let prepared = prepare(&image, &request, read)?;
                let outcome = launch(&prepared.dispatch, &prepared.memory).outcome;
                let bytes =
                    |buffer: &Placed| Ok((buffer.name.clone(), prepared.bytes(&buffer.name, &prepared.memory)?.1));
                Ok((outcome, prepared.buffers.iter().map(bytes).collect::<Result<_>>()?))
            },
        )
    });
    let fidelity = fidelity.transpose()?.map(|fidelity| fidelity.located(&image));
    engine.finish()?;

    let (mut out, mut shown) = (String::new(), DumpsJson::new());
    for (name, file) in dumps {
        if let Some(lines) = prepared.unit(name, &memory) {
            report::write_unit(args, (name, file), &lines, &mut out, &mut shown)?;
            continue;
        }
        let (ty, bytes) = prepared.bytes(name, &memory)?;
        report::write_dump(args, (name, file), (ty, &bytes), &mut out, &mut shown)?;
    }
    if args.json {
        let of = (file, &image, &*prepared.dispatch.program.name);
        let rests = (findings.as_ref(), fidelity.as_ref());
        out = format!(
            "{}\n",
            answer::json(&RunJson::Launch(LaunchJson {
                ended: EndedJson::new(args, of, (&outcome, &lines), rests, cost),
                not_modelled: &prepared.not_modelled,
                printed: &printed,
                buffers: shown,
                nack: &prepared.handled(&memory),
            }))
        );
    } else {
        files::print_output(&printed)?;
    }
    files::print(&out)?;
    prepared.handled(&memory).iter().for_each(|line| say!("{line}"));
    report::drops("", &cost.stats.drops);
    report::ended("", &outcome, &lines);
    if report::reason(&outcome).contains("past the lane's private memory") {
        say!(
            "note: --stack BYTES gives lanes more than the compiler asked for, for recursion and calls through pointers"
        );
    }
    let exit = report::findings(args, "", findings.as_ref(), status(&outcome));
    report::fidelity(args, "", fidelity.as_ref());
    if args.stats {
        say!("{}", report::cost_text(cost).trim_end());
    }
    Ok(exit)
}

/// The launch that the command line describes.
pub fn request(args: &LaunchArgs, grid: Grid) -> Result<Request> {
    let read_all = |texts: &[String]| texts.iter().map(|text| argument(text)).collect::<Result<Vec<_>, Error>>();
    let mut request = Request::new(1, 1, read_all(&args.args)?);
    request.kernel = args.kernel.clone();
    request.grid = grid;
    (request.dynamic_shared, request.stack, request.offset) = (args.shared, args.stack, args.offset);
    request.cooperative = args.cooperative;
    request.buffers = args.buffers.iter().map(|text| isotope::buffer(text)).collect::<Result<_, Error>>()?;
    request.symbols = read_all(&args.symbols)?;
    request.setup.clone_from(&args.set);
    request.assumptions = crate::assume::choices(&args.assume)?;
    Ok(request)
}

/// The bytes of a file that an argument names.
pub fn read(file: &str) -> Result<Vec<u8>, Error> {
    files::read(Path::new(file)).map_err(|e| Error::new(format!("{e:#}")))
}
