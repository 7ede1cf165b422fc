//! `isotope equiv --lowering`: whether a loop, a replacement, or functions of LLVM IR do what an operation does.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{anyhow, bail};
use isotope::answer::{self, Hex};
use isotope::atomic::AtomicOp;
use isotope::claim::Unit;
use isotope::prove::decide::{Decision, Means};
use isotope::prove::llvm;
use isotope::prove::llvm::{Asked, Ordering, Requirement};
use isotope::prove::lowering::{Claim, LoweringError, read};
use isotope::{Clock, EquivalenceWord, Op, Premise, Verdict, trust};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::args::EquivArgs;
use crate::exit::{Exit, Result, decided, say};
use crate::{files, solver};

/// What is checked of one function or file.
struct Subject<'a> {
    file: &'a Path,
    function: Option<&'a str>,
    /// The operation as it was typed, or with the assumptions that were chosen.
    equals: String,
    /// How it has to order memory.
    ordering: Option<String>,
    assumed: &'a [String],
    /// How many hexadecimal digits are shown.
    digits: usize,
}

/// Checks the file.
pub fn main(file: &Path, args: &EquivArgs) -> Result {
    let text = files::read_text(file)?;
    let solvers = solver::find(&args.solver)?;
    let resolve = |op: &str| Op::parse(op).and_then(|op| op.rmw(None)).map_err(|e| e.to_string());
    let at = |e: LoweringError| anyhow!("{}: {e}", file.display());
    let mut out = String::new();
    let mut verdicts = Vec::new();
    let mut said = |subject: &Subject<'_>, claims: &[Claim]| {
        let verdict = Verdict::of(claims.iter().map(|c| &c.decision));
        verdicts.push(verdict.clone());
        if args.json {
            let _ = writeln!(out, "{:#}", object(subject, claims, &verdict));
            return;
        }
        let name = subject.function.map_or_else(|| file.display().to_string(), |name| format!("@{name}"));
        let ordering = subject.ordering.as_ref().map_or(String::new(), |ordering| format!(", {ordering}"));
        let _ = writeln!(out, "{}\n{name} is to do what {} does{ordering}", verdict.line(), subject.equals);
        write(claims, subject.digits, &mut out);
        for text in subject.assumed {
            let _ = writeln!(out, "assumed: {text}");
        }
    };
    let check = |of: &dyn Fn(&Means<'_>) -> std::result::Result<Vec<Claim>, LoweringError>| {
        solver::with_means(&solvers, args.budget, 1, &|_| {}, of).map_err(at)
    };
    if text.lines().any(|line| line.starts_with("define ")) {
        let default = match &args.ordering {
            Some(text) => Some(Asked::read(text).map_err(|e| anyhow!("--ordering `{text}`: {e}"))?),
            None => None,
        };
        let chosen = |name: &str, says: bool| match &args.function {
            Some(function) => function == name,
            None => says || !args.ops.is_empty(),
        };
        if !args.ops.is_empty() && args.function.is_none() {
            let names = llvm::read_some(&text, &|_, _| false).map_err(at)?.names;
            if names.len() > 1 {
                bail!("the file has several functions: choose one with --function: {}", list(&names));
            }
        }
        let module = llvm::read_some(&text, &chosen).map_err(at)?;
        let wanted = wanted(&module, args)?;
        if args.json && wanted.len() > 1 {
            bail!("--json prints one object, about one function: choose one of {} with --function", wanted.len());
        }
        for (function, equals) in wanted {
            let (op, bits, ordering) = operation(equals).map_err(|e| match &function.equals {
                Some((_, line)) if args.ops.is_empty() => anyhow!("{}: line {line}: {e}", file.display()),
                _ => e,
            })?;
            let own = ordering.or_else(|| default.clone());
            let (says, ordering) = (own.is_some(), own.unwrap_or_else(|| usual(&op)));
            let premise = Premise::new(&op, &args.assume, Clock::SYSTEM)?;
            let rmw = premise.op.rmw(None)?;
            if rmw.op != AtomicOp::Cas && ordering.failure != Asked::all(ordering.success).failure {
                bail!("`{}` cannot fail: expected one ordering, found `{ordering}`", op.text);
            }
            let bits = bits.unwrap_or(rmw.size.bits());
            let required = Requirement { op: rmw, bits, ordering, assumed: premise.conditions.clone() };
            let claims = check(&|means| llvm::check(function, module.big_endian, &required, means))?;
            let broken =
                |claim: &Claim| matches!(claim.decision, Decision::Different { .. }) && claim.missing.is_some();
            if !says && claims.iter().any(broken) {
                say!(
                    "note: @{}: {} is required because neither the operation nor --ordering gives another",
                    function.name,
                    required.ordering
                );
            }
            let subject = Subject {
                file,
                function: Some(&function.name),
                equals: name(equals).filter(|name| llvm::wide(name).is_some()).unwrap_or(&premise.op.text).into(),
                ordering: Some(required.ordering.to_string()),
                assumed: &premise.conditions,
                digits: claims_width(&claims, bits),
            };
            said(&subject, &claims);
        }
    } else {
        if let Some(op) = args.ops.first() {
            bail!(
                "a lowering that is no LLVM IR names its operation itself (`equals OPERATION`), found `{op}` beside it"
            );
        }
        if args.ordering.is_some() {
            bail!("--ordering is for functions of LLVM IR: {} has no accesses that order memory", file.display());
        }
        let mut lowering = read(&text, &resolve).map_err(at)?;
        let premise = Premise::new(&Op::parse(&lowering.equals.text)?, &args.assume, Clock::SYSTEM)?;
        lowering.equals.rmw = premise.op.rmw(None)?;
        lowering.assume(&premise.conditions);
        let claims = check(&|means| lowering.check(means))?;
        let digits = lowering.equals.rmw.size.bits() as usize / 4;
        let (equals, assumed) = (premise.op.text.clone(), premise.conditions.as_slice());
        said(&Subject { file, function: None, equals, ordering: None, assumed, digits }, &claims);
    }
    files::print(&out)?;
    let rank = |verdict: &Verdict| match verdict.word {
        EquivalenceWord::Different => 3,
        EquivalenceWord::Undecided => 2,
        EquivalenceWord::Equal => u8::from(!verdict.trusted.is_empty()),
    };
    let worst = verdicts.into_iter().max_by_key(rank);
    Ok(worst.map_or(Exit::Yes, |verdict| decided(&verdict, args.trust_solver)))
}

/// The operation of `OPERATION [ORDERING]`.
fn name(text: &str) -> Option<&str> {
    text.split_whitespace().next()
}

/// `OPERATION [ORDERING]`; with the width of what is wider than any operation.
fn operation(text: &str) -> anyhow::Result<(Op, Option<u32>, Option<Asked>)> {
    let (name, ordering) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    let asked = match ordering.trim() {
        "" => None,
        ordering => Some(Asked::read(ordering).map_err(|e| anyhow!("`{text}`: {e}"))?),
    };
    let wide = llvm::wide(name);
    Ok((Op::parse(wide.unwrap_or(name))?, wide.map(|_| 128), asked))
}

/// The ordering of an operation that names none: an instruction alone orders nothing; of languages the strongest is asked.
fn usual(op: &Op) -> Asked {
    Asked::all(match op.operation.by {
        Unit::Language(_) => Ordering::SeqCst,
        _ => Ordering::Monotonic,
    })
}

/// Hexadecimal digits of what is shown.
fn claims_width(claims: &[Claim], bits: u32) -> usize {
    let shown = claims.iter().flat_map(|claim| &claim.values).map(|(_, v)| *v).max().unwrap_or(0);
    let digits = bits as usize / 4;
    digits.max((32 - shown.leading_zeros() as usize / 4).next_power_of_two())
}

fn list(names: &[String]) -> String {
    names.iter().map(|name| format!("@{name}")).collect::<Vec<_>>().join(", ")
}

/// The functions to check, each with its operation.
fn wanted<'a>(module: &'a llvm::Module, args: &'a EquivArgs) -> anyhow::Result<Vec<(&'a llvm::Function, &'a str)>> {
    let named = |function: &&llvm::Function| args.function.as_ref().is_none_or(|name| *name == function.name);
    let functions: Vec<_> = module.functions.iter().filter(named).collect();
    if let (Some(name), []) = (&args.function, functions.as_slice()) {
        bail!("no function `@{name}`; there are {}", list(&module.names));
    }
    match args.ops.as_slice() {
        [] => {
            let all: Vec<_> =
                functions.into_iter().filter_map(|f| f.equals.as_ref().map(|(op, _)| (f, op.as_str()))).collect();
            if all.is_empty() {
                bail!("no function has an operation: give one, or write `; equals OPERATION` in front of it");
            }
            Ok(all)
        }
        [op] => match functions.as_slice() {
            [function] => Ok(vec![(*function, op)]),
            _ => bail!("the file has several functions of this name: {}", list(&module.names)),
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
                let inputs: Vec<String> =
                    llvm::joined(witness).iter().map(|(n, v)| format!("{n}=0x{v:0digits$x}")).collect();
                let _ = writeln!(out, "{}: broken, {} ({how})", claim.name, claim.text);
                let _ = match inputs.as_slice() {
                    [] => writeln!(out, "  on every input"),
                    inputs => writeln!(out, "  at {}", inputs.join(" ")),
                };
                if let Some(missing) = &claim.missing {
                    let _ = writeln!(out, "  missing: {missing}");
                    continue;
                }
                for (part, value) in &claim.values {
                    let _ = writeln!(out, "  {part} 0x{value:0digits$x}");
                }
            }
        }
    }
}

/// What is said of one function or file.
fn object(subject: &Subject<'_>, claims: &[Claim], verdict: &Verdict) -> Value {
    let hex = |value: u128| Hex::of_width(value, 4 * subject.digits as u32);
    let claims = claims.iter().map(|claim| ClaimJson {
        name: claim.name,
        says: claim.text,
        answer: match &claim.decision {
            Decision::Equal { how, trusted } => DecisionJson::Holds { how, trusted },
            Decision::Undecided { why } => DecisionJson::Undecided { why },
            Decision::Different { witness, how } => DecisionJson::Broken {
                how,
                at: llvm::joined(witness).into_iter().map(|(name, value)| (name, hex(value))).collect(),
                values: claim.values.iter().map(|(part, value)| (part.to_string(), hex(*value))).collect(),
                missing: claim.missing.as_deref(),
            },
        },
    });
    answer::json(&LoweringJson {
        answer: verdict.word,
        trusted: &verdict.trusted,
        file: subject.file.display().to_string(),
        function: subject.function,
        is_to_do: &subject.equals,
        ordering: subject.ordering.as_deref(),
        assumed: subject.assumed,
        claims: claims.collect(),
    })
}

/// Output of `isotope equiv --lowering --json`.
#[derive(Serialize, JsonSchema)]
pub struct LoweringJson<'a> {
    answer: EquivalenceWord,
    trusted: &'a [String],
    file: String,
    /// Of LLVM IR: the function, without @
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<&'a str>,
    /// The operation that is replaced
    is_to_do: &'a str,
    /// Of LLVM IR: the ordering that is asked, in LLVM's words
    #[serde(skip_serializing_if = "Option::is_none")]
    ordering: Option<&'a str>,
    /// Conditions on the inputs, of --assume
    assumed: &'a [String],
    claims: Vec<ClaimJson<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct ClaimJson<'a> {
    name: &'a str,
    says: &'a str,
    #[serde(flatten)]
    answer: DecisionJson<'a>,
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "answer", rename_all = "lowercase")]
enum DecisionJson<'a> {
    Holds {
        how: &'a str,
        trusted: &'a [String],
    },
    Undecided {
        why: &'a str,
    },
    Broken {
        how: &'a str,
        /// Inputs that break it
        at: BTreeMap<String, Hex>,
        /// What the parts compute there
        values: BTreeMap<String, Hex>,
        /// What is missing in the order of memory, and on which way
        #[serde(skip_serializing_if = "Option::is_none")]
        missing: Option<&'a str>,
    },
}
