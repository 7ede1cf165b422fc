//! `isotope equiv --lowering`: whether a loop, a replacement, or functions of LLVM IR do what an operation does.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{anyhow, bail};
use isotope::{Op, Verdict, Word, trust};
use isotope_op::atomic::Rmw;
use isotope_prove::decide::{Decision, Means};
use isotope_prove::llvm;
use isotope_prove::lowering::{Claim, LoweringError, read};
use serde_json::{Value, json};

use crate::args::EquivArgs;
use crate::exit::{Exit, Result};
use crate::{equiv, files, solver};

/// Checks the file.
pub fn main(file: &Path, args: &EquivArgs) -> Result {
    let text = files::read_text(file)?;
    let solvers = solver::find(&args.solver)?;
    let resolve = |op: &str| Op::parse(op).and_then(|op| op.rmw(None)).map_err(|e| e.to_string());
    let at = |e: LoweringError| anyhow!("{}: {e}", file.display());
    let mut out = String::new();
    let mut verdicts = Vec::new();
    let mut said = |function: Option<&str>, equals: &str, digits: usize, claims: &[Claim]| {
        let verdict = Verdict::of(claims.iter().map(|c| &c.decision));
        verdicts.push(verdict.clone());
        if args.json {
            let _ = writeln!(out, "{:#}", object(file, function, equals, digits, claims, &verdict));
            return;
        }
        let name = function.map_or_else(|| file.display().to_string(), |name| format!("@{name}"));
        let _ = writeln!(out, "{}\n{name} is to do what {equals} does", verdict.line());
        write(claims, digits, &mut out);
    };
    let check = |of: &dyn Fn(&Means<'_>) -> std::result::Result<Vec<Claim>, LoweringError>| {
        solver::with_means(&solvers, args.budget, 1, &|_| {}, of).map_err(at)
    };
    if text.lines().any(|line| line.starts_with("define ")) {
        let module = llvm::read(&text).map_err(at)?;
        let wanted = wanted(&module, args)?;
        if args.json && wanted.len() > 1 {
            bail!("--json prints one object, about one function: choose one of {} with --function", wanted.len());
        }
        for (function, equals) in wanted {
            let rmw: Rmw = resolve(equals).map_err(|e| match &function.equals {
                Some((_, line)) if args.ops.is_empty() => anyhow!("{}: line {line}: {e}", file.display()),
                _ => anyhow!(e),
            })?;
            let claims = check(&|means| llvm::check(function, module.big_endian, &rmw, means))?;
            said(Some(&function.name), equals, claims_width(&claims, &rmw), &claims);
        }
    } else {
        if let Some(op) = args.ops.first() {
            bail!(
                "a lowering that is no LLVM IR names its operation itself (`equals OPERATION`), found `{op}` beside it"
            );
        }
        let lowering = read(&text, &resolve).map_err(at)?;
        let claims = check(&|means| lowering.check(means))?;
        let digits = lowering.equals.rmw.size.bits() as usize / 4;
        said(None, &lowering.equals.text, digits, &claims);
    }
    files::print(&out)?;
    let rank = |verdict: &Verdict| match verdict.word {
        Word::Different => 3,
        Word::Undecided => 2,
        Word::Equal => u8::from(!verdict.trusted.is_empty()),
    };
    let worst = verdicts.into_iter().max_by_key(rank);
    Ok(worst.map_or(Exit::Yes, |verdict| equiv::exit(&verdict, args.trust_solver)))
}

/// Hexadecimal digits of what is shown.
fn claims_width(claims: &[Claim], rmw: &Rmw) -> usize {
    let shown = claims.iter().flat_map(|claim| &claim.values).map(|(_, v)| *v).max().unwrap_or(0);
    let digits = rmw.size.bits() as usize / 4;
    digits.max((16 - shown.leading_zeros() as usize / 4).next_power_of_two())
}

/// The functions to check, each with its operation.
fn wanted<'a>(module: &'a llvm::Module, args: &'a EquivArgs) -> anyhow::Result<Vec<(&'a llvm::Function, &'a str)>> {
    let named = |function: &&llvm::Function| args.function.as_ref().is_none_or(|name| *name == function.name);
    let functions: Vec<_> = module.functions.iter().filter(named).collect();
    let names = || module.functions.iter().map(|f| format!("@{}", f.name)).collect::<Vec<_>>().join(", ");
    match args.ops.as_slice() {
        [] => {
            let all: Vec<_> =
                functions.into_iter().filter_map(|f| f.equals.as_ref().map(|(op, _)| (f, op.as_str()))).collect();
            if all.is_empty() {
                bail!(
                    "no function says what it is to do: give an operation, or write `; equals OPERATION` in front of it"
                );
            }
            Ok(all)
        }
        [op] => match functions.as_slice() {
            [function] => Ok(vec![(*function, op)]),
            [] => bail!("no function `@{}`; there are {}", args.function.as_deref().unwrap_or(""), names()),
            _ => bail!("the file has several functions: choose one with --function: {}", names()),
        },
        _ => bail!("expected one operation with --lowering, found two"),
    }
}

fn write(claims: &[Claim], digits: usize, out: &mut String) {
    for claim in claims {
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
}

/// Schema `isotope-lowering/1`.
fn object(
    file: &Path,
    function: Option<&str>,
    equals: &str,
    digits: usize,
    claims: &[Claim],
    verdict: &Verdict,
) -> Value {
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
    let mut object = json!({
        "schema": "isotope-lowering/1", "answer": verdict.word.name().to_lowercase(), "trusted": verdict.trusted,
        "file": file.display().to_string(), "is_to_do": equals, "claims": all.collect::<Value>(),
    });
    if let Some(name) = function {
        object["function"] = json!(name);
    }
    object
}
