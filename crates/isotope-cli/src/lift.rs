//! `isotope lift`: what instructions are in the neutral form.

use std::path::Path;

use anyhow::{Context, bail};
use isotope::TARGETS;
use isotope::answer;
use isotope::ir::program::Program;
use isotope::isa::single::{SingleError, Surroundings};
use isotope::machine::mem::Memory;
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::LiftArgs;
use crate::exit::Result;
use crate::{assume, explain, files, run};

pub fn main(args: &LiftArgs) -> Result {
    let assumptions = assume::choices(&args.assume)?;
    let (mut out, mut programs) = (String::new(), Vec::new());
    let mut write = |of: &str, program: &Program| {
        let text = program.to_text();
        if args.json {
            let lines = text.lines().map(str::to_string).collect();
            programs.push(ProgramJson { of: of.into(), name: program.name.clone(), lines });
        } else {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(&text);
        }
    };
    for item in &args.items {
        let path = Path::new(item);
        if files::is_standard(path) || path.exists() {
            let image = run::load(path, args.target, args.kernel.as_deref(), false)?;
            let only = args.kernel.as_deref().map(|name| image.find(Some(name))).transpose();
            let only = only.with_context(|| format!("`{item}`"))?;
            for kernel in only.map_or(&image.kernels[..], std::slice::from_ref) {
                write(item, &TARGETS.program(&image, kernel, assumptions)?);
            }
            continue;
        }
        let Some(target) = args.target else {
            bail!("`{item}` is no file; for the text of an instruction, give its target with -t");
        };
        let surroundings = Surroundings { assumptions, declarations: args.declare.clone(), ..Surroundings::default() };
        match target.single(item, &surroundings, &mut Memory::new()) {
            Ok(single) => write(item, &single.program),
            Err(SingleError::Text(error)) => return Ok(explain::refuse("<argument>", 1, item, &error)),
            Err(SingleError::Declaration(line, error)) => return Ok(explain::refuse("<argument>", 1, &line, &error)),
            Err(other) => bail!(other),
        }
    }
    if args.json {
        out = format!("{:#}\n", answer::json(&LiftJson { programs }));
    }
    files::answer(&out)
}

/// Output of `isotope lift --json`.
#[derive(Serialize, JsonSchema)]
pub struct LiftJson {
    programs: Vec<ProgramJson>,
}

#[derive(Serialize, JsonSchema)]
struct ProgramJson {
    /// The file or the text that it is of
    of: String,
    name: String,
    /// The neutral form: an instruction, and below it its micro-operations
    lines: Vec<String>,
}
