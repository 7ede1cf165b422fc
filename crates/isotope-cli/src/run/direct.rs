//! A launch without a case: buffers and values from the command line, buffers printed afterwards.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use isotope::{Argument, Error, argument, buffer_json, elements, fidelity, npy, place, plain};
use isotope_machine::Outcome;
use isotope_machine::mem::Memory;
use isotope_targets::isa;
use isotope_targets::launch::Launch;
use serde_json::{Map, Value};

use super::engine::Engine;
use super::{load, report, status};
use crate::args::RunArgs;
use crate::exit::{Result, say};
use crate::files;

/// Run the command.
pub fn main(args: &RunArgs, file: &Path, groups: [u32; 3]) -> Result {
    let image = load(file, args.target, args.isa_files)?;
    let kernel = image.kernel(args.kernel.as_deref()).with_context(|| format!("`{}`", file.display()))?;
    let given = args.args.iter().map(|text| argument(text)).collect::<Result<Vec<_>, Error>>()?;
    let dumps = args.dumps.iter().map(|text| dump(text, &given)).collect::<Result<Vec<_>>>()?;
    let assumptions = crate::assume::choices(&args.assume)?;
    let laid_out = |assumptions: &_| Memory::laid_out(isa::of(image.target).launch_rules(assumptions).addresses);
    let mut initial = laid_out(&assumptions);
    let (passed, placed) = place(&given, kernel, &mut initial, read)?;
    let request = Launch {
        groups,
        group_size: args.block.unwrap_or([1; 3]),
        args: passed,
        dynamic_shared: args.shared,
        stack: args.stack,
        assumptions,
    };
    let dispatch =
        isa::prepare(&image, kernel, &mut initial, &request).with_context(|| format!("`{}`", file.display()))?;
    let mut engine = Engine::new(args)?;
    let mut memory = initial.clone();
    let mut outcome = engine.launch(&image, &dispatch, &memory).outcome;
    for _ in 1..args.repeat {
        if outcome != Outcome::Done {
            break;
        }
        memory = initial.clone();
        outcome = engine.launch(&image, &dispatch, &memory).outcome;
    }
    let printed = String::from_utf8_lossy(&isa::printed(&image, kernel, &memory)).into_owned();
    let (cost, findings) = (engine.take_cost(), engine.take_findings());
    let fidelity = args.fidelity.then(|| -> Result<_> {
        fidelity::examine::<anyhow::Error>(
            isa::of(image.target),
            &request.assumptions,
            engine.options(),
            |assumptions, launch| {
                let mut memory = laid_out(assumptions);
                let (args, placed) = place(&given, kernel, &mut memory, read)?;
                let request = Launch { assumptions: *assumptions, args, ..request.clone() };
                let dispatch = isa::prepare(&image, kernel, &mut memory, &request)?;
                let outcome = launch(&dispatch, &memory).outcome;
                Ok((outcome, placed.iter().map(|b| (b.name.clone(), b.bytes(&memory))).collect()))
            },
        )
    });
    let fidelity = fidelity.transpose()?;
    engine.finish()?;

    let (mut out, mut shown) = (if args.json { String::new() } else { printed.clone() }, Map::new());
    for (name, file) in dumps {
        let buffer = placed.iter().find(|b| b.name == name).context("a dump names a buffer")?;
        let bytes = buffer.bytes(&memory);
        match file {
            Some(file) if npy::is_named(&file) => files::write(&file, &npy::write(buffer.ty, &bytes))?,
            Some(file) => files::write(&file, &bytes)?,
            None if args.json => {
                shown.insert(name, buffer_json(buffer.ty, &bytes));
            }
            None => {
                let values: Vec<String> = elements(buffer.ty, &bytes).map(|bits| plain(buffer.ty, bits)).collect();
                let _ = writeln!(out, "{name}: {}", values.join(" "));
            }
        }
    }
    if args.json {
        let mut object = Map::new();
        object.insert("schema".into(), report::SCHEMA.into());
        object.insert("file".into(), file.to_string_lossy().into());
        object.insert("target".into(), image.target.to_string().into());
        object.insert("kernel".into(), kernel.name.as_str().into());
        object.insert("outcome".into(), report::word(&outcome).into());
        let reason = report::reason(&outcome);
        object.insert("reason".into(), if reason.is_empty() { Value::Null } else { reason.into() });
        report::add_hang(&mut object, args, &outcome);
        if !printed.is_empty() {
            object.insert("printed".into(), printed.into());
        }
        object.insert("buffers".into(), shown.into());
        report::add_findings(&mut object, findings.as_ref());
        report::add_fidelity(&mut object, fidelity.as_ref());
        report::add_cost(&mut object, cost);
        out = format!("{}\n", Value::from(object));
    }
    files::print(&out)?;
    if outcome != Outcome::Done {
        say!("{}: {}", report::word(&outcome), report::reason(&outcome));
    }
    let exit = report::findings(args, "", findings.as_ref(), status(&outcome));
    report::fidelity(args, "", fidelity.as_ref());
    if args.stats {
        say!("{}", report::cost_text(cost).trim_end());
    }
    Ok(exit)
}

/// The bytes of a file that an argument names.
fn read(file: &str) -> Result<Vec<u8>, Error> {
    files::read(Path::new(file)).map_err(|e| Error::new(format!("{e:#}")))
}

/// Read one `--dump`: a buffer's name and the file it goes to.
fn dump(text: &str, given: &[Argument]) -> Result<(String, Option<PathBuf>)> {
    let (name, file) = match text.split_once(':') {
        Some((name, file)) => (name, Some(PathBuf::from(file))),
        None => (text, None),
    };
    let names: Vec<&str> = given.iter().flat_map(Argument::buffers).collect();
    if !names.contains(&name) {
        let known = if names.is_empty() { "no buffer".into() } else { names.join(", ") };
        bail!("--dump `{text}`: expected a buffer given with --arg ({known}), found `{name}`");
    }
    Ok((name.into(), file))
}
