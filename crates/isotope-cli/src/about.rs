//! `isotope targets`, `assumptions`, `completions` and `man`: what this build knows about itself.

use std::fmt::Write as _;

use anyhow::bail;
use clap::CommandFactory;
use clap_complete::Shell;
use isotope_op::assume::{self, Assumption};
use isotope_targets::isa;

use crate::args::{AssumptionsArgs, Cli};
use crate::exit::{Exit, Result};
use crate::files;

/// `isotope targets`.
pub fn targets() -> Result {
    let mut out = String::new();
    for target in isa::all() {
        let _ = writeln!(out, "{:<8} {}", target.name(), target.what());
    }
    files::print(&out)?;
    Ok(Exit::Yes)
}

/// `isotope assumptions [ID]`.
pub fn assumptions(args: &AssumptionsArgs) -> Result {
    let listed = assume::ALL.iter().filter(|a| args.id.as_deref().is_none_or(|id| id == a.id));
    let mut out = String::new();
    if args.markdown {
        out = markdown(listed.clone(), false);
    } else {
        for a in listed.clone() {
            let others = others(a);
            let _ = writeln!(
                out,
                "{}\n  {}\n  default: {}\n  alternatives: {others}\n  {}: {}\n  used in: {}",
                a.id,
                a.statement,
                a.default,
                a.grade.name(),
                a.source,
                a.used_in
            );
        }
    }
    if listed.count() == 0 {
        bail!("no assumption `{}`; `isotope assumptions` lists them", args.id.as_deref().unwrap_or(""));
    }
    files::print(&out)?;
    Ok(Exit::Yes)
}

fn others(a: &Assumption) -> String {
    if a.alternatives.is_empty() { "none".into() } else { a.alternatives.join(", ") }
}

/// The page of assumptions; with `anchors`, headings can be linked to by the id.
pub fn markdown<'a>(listed: impl Iterator<Item = &'a Assumption>, anchors: bool) -> String {
    let mut out = String::from("# Assumptions\n\nWhat is assumed where public documents are silent.\n");
    for a in listed {
        let anchor = if anchors { format!(" {{#{}}}", a.id) } else { String::new() };
        let _ = writeln!(
            out,
            "\n## `{}`{anchor}\n\n{}\n\n* **default**: {}\n* **alternatives**: {}\n* **{}**: {}\n* **used in**: {}",
            a.id,
            a.statement,
            a.default,
            others(a),
            a.grade.name(),
            a.source,
            a.used_in
        );
    }
    out
}

/// `isotope completions SHELL`.
pub fn completions(shell: Shell) -> Result {
    let mut out = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "isotope", &mut out);
    files::print(&String::from_utf8_lossy(&out))?;
    Ok(Exit::Yes)
}

/// `isotope man`.
pub fn man() -> Result {
    let mut out = Vec::new();
    clap_mangen::Man::new(Cli::command()).render(&mut out)?;
    files::print(&String::from_utf8_lossy(&out))?;
    Ok(Exit::Yes)
}
