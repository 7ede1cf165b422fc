//! `isotope equiv`: whether two operations are equal, and on which bits they are not.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{anyhow, bail};
use isotope::{Answer, Clock, Op, Verdict, Word, pose, question, trust};
use isotope_prove::decide::{Decision, Half, Posed};
use isotope_prove::lowering::{Claim, Named};
use isotope_prove::question::Open;
use isotope_prove::smt::{self, Floats};
use serde_json::{Value, json};

use crate::args::{Counts, EquivArgs};
use crate::exit::{Exit, Result, say};
use crate::{files, solver};

/// Run the command.
pub fn main(args: &EquivArgs) -> Result {
    if let Some(file) = &args.lowering {
        return lowering(file, args);
    }
    let [left, right] = args.ops.as_slice() else {
        bail!("expected two operations, found {}; `isotope equiv --help` has examples", args.ops.len());
    };
    let (left, right) = (Op::parse(left)?, Op::parse(right)?);
    let open = if args.unspecified == Counts::Compare { Open::Differs } else { Open::Ignored };
    let question = question(&left, &right, open)?;
    let posed = pose(&question, &args.assume, Clock::SYSTEM)?;
    if let Some(file) = &args.smt2 {
        return write_question(&posed, args.returned, file);
    }
    let solvers = solver::find(&args.solver)?;
    let bar = crate::color::bar(256, "{bar:40} {percent} % of all inputs, {eta} left");
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let answer = solver::with_means(&solvers, args.budget, threads, &|_| bar.inc(1), |means| {
        Answer::of(&left, &right, &posed, &args.assume, args.returned == Counts::Compare, |half| {
            if half == Half::Returned {
                bar.reset();
            }
            posed.decide(half, means)
        })
    });
    bar.finish_and_clear();
    if answer.word() == Word::Undecided && solvers.is_empty() {
        say!("note: questions with float sums are for a solver: {}", solver::INSTALL);
    }
    if args.json {
        files::print(&format!("{:#}\n", answer.json()))?;
    } else {
        files::print(&answer.text())?;
    }
    Ok(exit(answer.word()))
}

fn exit(word: Word) -> Exit {
    match word {
        Word::Equal => Exit::Yes,
        Word::Different => Exit::No,
        Word::Undecided => Exit::Undecided,
    }
}

/// `--lowering FILE`.
fn lowering(file: &Path, args: &EquivArgs) -> Result {
    let text = files::read_text(file)?;
    let resolve = |op: &str| Op::parse(op).and_then(|op| op.rmw(None)).map_err(|e| e.to_string());
    let at = |e: isotope_prove::lowering::LoweringError| anyhow!("{}: {e}", file.display());
    let lowering = isotope_prove::lowering::read(&text, &resolve).map_err(at)?;
    let solvers = solver::find(&args.solver)?;
    let claims = solver::with_means(&solvers, args.budget, 1, &|_| {}, |means| lowering.check(means)).map_err(at)?;
    let verdict = Verdict::of(claims.iter().map(|c| &c.decision));
    if args.json {
        files::print(&format!("{:#}\n", lowering_json(file, &lowering.equals, &claims, &verdict)))?;
        return Ok(exit(verdict.word));
    }
    let digits = lowering.equals.rmw.size.bits() as usize / 4;
    let mut out = format!("{}\n{} is to do what {} does\n", verdict.line(), file.display(), lowering.equals.text);
    for claim in &claims {
        match &claim.decision {
            Decision::Equal { how, trusted } => {
                let _ = writeln!(out, "{}: holds{}, {} ({how})", claim.name, trust(trusted), claim.text);
            }
            Decision::Undecided { why } => {
                let _ = writeln!(out, "{}: undecided, {} ({why})", claim.name, claim.text);
            }
            Decision::Different { witness, how } => {
                let inputs: Vec<String> = witness.iter().map(|(n, v)| format!("{n}=0x{v:0digits$x}")).collect();
                let _ = writeln!(out, "{}: broken, {} ({how})", claim.name, claim.text);
                let _ = writeln!(out, "  at {}", inputs.join(" "));
                for (part, value) in &claim.values {
                    let _ = writeln!(out, "  {part} 0x{value:0digits$x}");
                }
            }
        }
    }
    files::print(&out)?;
    Ok(exit(verdict.word))
}

fn lowering_json(file: &Path, equals: &Named, claims: &[Claim], verdict: &Verdict) -> Value {
    let digits = equals.rmw.size.bits() as usize / 4;
    let hex = |value: &u64| format!("0x{value:0digits$x}");
    let all = claims.iter().map(|claim| {
        let mut object = json!({ "name": claim.name, "says": claim.text });
        match &claim.decision {
            Decision::Equal { how, trusted } => {
                (object["answer"], object["how"], object["trusted"]) = (json!("holds"), json!(how), json!(trusted));
            }
            Decision::Undecided { why } => (object["answer"], object["why"]) = (json!("undecided"), json!(why)),
            Decision::Different { witness, how } => {
                (object["answer"], object["how"]) = (json!("broken"), json!(how));
                object["at"] = witness
                    .iter()
                    .map(|(name, value)| (name.to_string(), json!(format!("0x{value:0digits$x}"))))
                    .collect();
                object["values"] =
                    claim.values.iter().map(|(part, value)| (part.to_string(), json!(hex(value)))).collect();
            }
        }
        object
    });
    json!({
        "schema": "isotope-lowering/1", "answer": verdict.word.name().to_lowercase(), "trusted": verdict.trusted,
        "file": file.display().to_string(), "is_to_do": equals.text, "claims": all.collect::<Value>(),
    })
}

fn write_question(posed: &Posed<'_>, returned: Counts, file: &Path) -> Result {
    let (arena, memory) = posed.goal(Half::Memory);
    let (_, back) = posed.goal(Half::Returned);
    let goal =
        if returned == Counts::Compare { arena.make(isotope_targets::term::Node::Or(memory, back), 1) } else { memory };
    let text = smt::question(arena, goal, Floats::Theory);
    files::write(file, text.as_bytes())?;
    Ok(Exit::Yes)
}
