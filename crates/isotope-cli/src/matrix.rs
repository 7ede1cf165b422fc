//! `isotope matrix`: the operations of a class against each other.

use anyhow::bail;
use isotope::answer;
use isotope::matrix::{Matrix, attack_all, html, markdown, matrix};
use isotope::{CLASSES, Class};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{MatrixArgs, MatrixFormat};
use crate::exit::{Exit, Result, say};
use crate::{files, solver};

pub fn main(args: &MatrixArgs) -> Result {
    let Some(wanted) = &args.class else {
        if args.json {
            let classes = CLASSES.iter().map(|c| ClassJson { name: c.name, title: c.title });
            return files::answer(&format!("{:#}\n", answer::json(&ClassesJson { classes: classes.collect() })));
        }
        let list: String = CLASSES.iter().map(|c| format!("{:<6} {}\n", c.name, c.title)).collect();
        return files::answer(&list);
    };
    let chosen: Vec<&'static Class> = CLASSES.iter().filter(|c| wanted == "all" || c.name == wanted).collect();
    if chosen.is_empty() {
        let names: Vec<_> = CLASSES.iter().map(|c| c.name).collect();
        bail!("no class `{wanted}`: expected all or one of {}", names.join(", "));
    }
    let solvers = solver::find(&args.solver)?;
    let bar = crate::color::bar(0, "{wide_bar} {pos}/{len}");
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    // No threads for one question: a proof by the solver takes less than a walk over 2^32 inputs.
    let all = solver::with_means(&solvers, args.budget, 0, &|_| {}, |means| {
        matrix(&chosen, means, threads, || {
            bar.inc_length(1);
            bar.inc(1);
        })
    });
    bar.finish_and_clear();
    let format = if args.json { MatrixFormat::Json } else { args.format };
    let out = match format {
        MatrixFormat::Text => all.iter().map(Matrix::text).collect::<Vec<_>>().join("\n"),
        MatrixFormat::Md => markdown(&all),
        MatrixFormat::Json => format!("{:#}\n", isotope::matrix::json(&all)),
        MatrixFormat::Html => html(&all),
    };
    files::print(&out)?;
    if let Some(tries) = args.attack {
        say!("{}", attack_all(&all, tries, threads)?);
    }
    let open = |matrix: &Matrix| matrix.is_undecided() || matrix.rests_on_a_solver() && !args.trust_solver;
    Ok(if all.iter().any(open) { Exit::Undecided } else { Exit::Yes })
}

/// Output of `isotope matrix --json` without a class.
#[derive(Serialize, JsonSchema)]
pub struct ClassesJson {
    classes: Vec<ClassJson>,
}

#[derive(Serialize, JsonSchema)]
struct ClassJson {
    name: &'static str,
    title: &'static str,
}
