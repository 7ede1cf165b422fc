//! `isotope equiv`: whether two operations are equal, and on which bits they are not.

use std::path::Path;

use anyhow::bail;
use isotope::prove::decide::{Half, Posed};
use isotope::prove::question::Open;
use isotope::prove::smt;
use isotope::prove::smt::Floats;
use isotope::{Clock, EquivalenceAnswer, EquivalenceWord, Op, Premises, question};

use crate::args::{Counts, EquivArgs, OpenCounts};
use crate::exit::{Exit, Result, decided, say};
use crate::{files, lowering, solver};

pub fn main(args: &EquivArgs) -> Result {
    if let Some(file) = &args.lowering {
        return lowering::main(file, args);
    }
    let [left, right] = args.ops.as_slice() else {
        bail!("expected two operations, found {}; `isotope equiv --help` has examples", args.ops.len());
    };
    let premises = Premises::new(&Op::parse(left)?, &Op::parse(right)?, &args.assume)?;
    let Premises { left, right, conditions, .. } = &premises;
    let open = match args.unspecified {
        OpenCounts::Compare => Open::Differs,
        OpenCounts::Ignore => Open::Ignored,
        OpenCounts::Permitted => Open::Permitted,
    };
    let question = question(left, right, open)?;
    let posed = premises.pose(&question, Clock::SYSTEM)?;
    if let Some(file) = &args.smt2 {
        return write_question(&posed, args.returned, file);
    }
    let solvers = solver::find(&args.solver)?;
    let bar = crate::color::bar(256, "{bar:40} {percent} % of all inputs, {eta} left");
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let answer = solver::with_means(&solvers, args.budget, threads, &|_| bar.inc(1), |means| {
        EquivalenceAnswer::of(left, right, &posed, conditions, args.returned == Counts::Compare, |half| {
            if half == Half::Returned {
                bar.reset();
            }
            posed.decide(half, means)
        })
    });
    bar.finish_and_clear();
    if answer.word() == EquivalenceWord::Undecided && solvers.is_empty() {
        say!("note: questions with float sums are for a solver: {}", solver::INSTALL);
    }
    if args.json {
        files::print(&format!("{:#}\n", answer.json()))?;
    } else {
        files::print(&answer.text())?;
    }
    Ok(decided(&answer.verdict, args.trust_solver))
}

fn write_question(posed: &Posed<'_>, returned: Counts, file: &Path) -> Result {
    let (arena, memory) = posed.goal(Half::Memory);
    let (_, back) = posed.goal(Half::Returned);
    let goal = if returned == Counts::Compare { arena.make(isotope::term::Node::Or(memory, back), 1) } else { memory };
    let text = smt::question(arena, goal, Floats::Theory);
    files::write(file, text.as_bytes())?;
    Ok(Exit::Yes)
}
