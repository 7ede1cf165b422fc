//! `isotope equiv`: whether two operations are equal, and on which bits they are not.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use isotope::operation::{Gives, Operation, Other, Readings};
use isotope_op::atomic::Rmw;
use isotope_prove::decide::{Decision, Half, Posed, Witness};
use isotope_prove::question::{Open, Question, SOURCES};
use isotope_prove::smt::{self, Floats};
use serde_json::json;

use crate::args::{Counts, EquivArgs};
use crate::exit::{Exit, Result, say};
use crate::target::{self, Target};
use crate::{files, solver};

/// One side of a question.
pub struct Side {
    /// As it was typed.
    text: String,
    target: Target,
    op: String,
    /// Key and value pairs.
    mode: Vec<String>,
    /// What it computes.
    pub definition: Operation,
}

impl Side {
    /// Reads `TARGET:OP[,KEY=VALUE]..`.
    ///
    /// # Errors
    /// What is not known, and what there is instead.
    pub fn read(text: &str) -> Result<Side> {
        let (target, rest) = text
            .split_once(':')
            .with_context(|| format!("`{text}`: expected TARGET:OP such as sm_50:ATOM.INC, found no `:`"))?;
        let target = target::parse(target).map_err(|e| anyhow!("`{text}`: target `{target}`: {e}"))?;
        let mut parts = rest.split(',');
        let op = parts.next().unwrap_or("").to_string();
        let mode: Vec<String> = parts.map(str::to_string).collect();
        let joined = if mode.is_empty() { "-".into() } else { mode.join(",") };
        let definition = target.operation(&op, &joined, &Readings::default()).map_err(|e| anyhow!("`{text}`: {e}"))?;
        Ok(Side { text: text.into(), target, op, mode, definition })
    }

    /// A line of `isotope op --lines`.
    pub fn line(&self, mem: u64, src: [String; 2], digits: usize) -> String {
        let mode = if self.mode.is_empty() { "-".into() } else { self.mode.join(",") };
        let [src0, src1] = src;
        format!("{}\t{}\t{mode}\t0x{mem:0digits$x}\t{src0}\t{src1}", self.target, self.op)
    }

    /// The one operation that it stands for, as wide as `bits` where the text leaves that open.
    ///
    /// # Errors
    /// When the documents define none, or leave open which of two it is.
    pub fn rmw(&self, bits: Option<u32>) -> Result<Rmw> {
        let rmw = self
            .definition
            .rmw
            .map_err(|rule| anyhow!("`{}` has no definition to compare ({}): {}", self.text, rule.id, rule.text))?;
        match self.definition.other {
            Some(Other::Signed(_)) => {
                bail!("`{}`: the surface's data type decides; add `,format=sint` or `,format=uint`", self.text)
            }
            Some(Other::Wide(wide)) if bits == Some(wide.size.bits()) => Ok(wide),
            _ => Ok(rmw),
        }
    }

    /// The command that computes one input.
    fn command(&self, rmw: &Rmw, mem: u64, src: [u64; 2]) -> String {
        let digits = rmw.size.bits() as usize / 4;
        let op = if self.op.contains(' ') { format!("'{}'", self.op) } else { self.op.clone() };
        let mut line = format!("isotope op -t {} {op} mem=0x{mem:0digits$x}", self.target);
        for (name, value) in SOURCES.iter().zip(src).take(rmw.op.sources()) {
            let _ = write!(line, " {name}=0x{value:0digits$x}");
        }
        for pair in &self.mode {
            let _ = write!(line, " {pair}");
        }
        line
    }
}

/// Both sides as one question.
///
/// # Errors
/// When a side has no definition, or the widths differ.
pub fn question(left: &Side, right: &Side, open: Open) -> Result<Question> {
    let (a, b) = (left.rmw(None)?, right.rmw(None)?);
    let (a, b) = (left.rmw(Some(b.size.bits()))?, right.rmw(Some(a.size.bits()))?);
    Question::new(a, b, open).map_err(|e| anyhow!("`{}` and `{}`: {e}", left.text, right.text))
}

/// Run the command.
pub fn main(args: &EquivArgs) -> Result {
    if let Some(file) = &args.lowering {
        return lowering(file, args);
    }
    let [left, right] = args.ops.as_slice() else {
        bail!("expected two operations, found {}; `isotope equiv --help` has examples", args.ops.len());
    };
    let (left, right) = (Side::read(left)?, Side::read(right)?);
    let open = if args.unspecified == Counts::Compare { Open::Differs } else { Open::Ignored };
    let question = question(&left, &right, open)?;
    let posed = Posed::new(&question, &args.assume).map_err(|(i, e)| {
        let text = &args.assume[i];
        let column = text[..e.at.min(text.len())].chars().count() + 1;
        anyhow!("--assume `{text}`, column {column}: {e}")
    })?;
    if posed.possible().is_none() {
        bail!("no inputs satisfy the assumptions, or none were found: under them any two operations are equal");
    }
    if let Some(file) = &args.smt2 {
        return write_question(&posed, args.returned, file);
    }
    let solvers = solver::find(&args.solver)?;
    let bar = progress();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let halves = solver::with_means(&solvers, args.budget, threads, &|_| bar.inc(1), |means| {
        let mut halves = vec![(Half::Memory, "memory", posed.decide(Half::Memory, means))];
        if args.returned == Counts::Compare {
            bar.reset();
            halves.push((Half::Returned, "returned", posed.decide(Half::Returned, means)));
        }
        halves
    });
    bar.finish_and_clear();
    let verdict = Verdict::of(halves.iter().map(|(.., d)| d));
    let exit = verdict.exit;
    if exit == Exit::Undecided && solvers.is_empty() {
        say!("note: questions with float sums are for a solver: {}", solver::INSTALL);
    }
    let shown = Shown { left: &left, right: &right, question: &question };
    if args.json {
        files::print(&format!("{:#}\n", shown.json(&verdict, &halves, args)))?;
    } else {
        files::print(&shown.text(&verdict, &halves, args))?;
    }
    Ok(exit)
}

/// The answer to a question of several parts.
struct Verdict {
    word: &'static str,
    exit: Exit,
    /// Solvers whose word an equality is.
    trusted: Vec<String>,
}

impl Verdict {
    fn of<'a, W: 'a>(parts: impl Iterator<Item = &'a Decision<W>>) -> Verdict {
        let equal = Verdict { word: "EQUAL", exit: Exit::Yes, trusted: Vec::new() };
        let mut whole = parts.fold(equal, |mut whole, part| match (part, whole.exit) {
            (Decision::Different { .. }, _) => Verdict { word: "DIFFERENT", exit: Exit::No, ..whole },
            (Decision::Undecided { .. }, Exit::Yes) => Verdict { word: "UNDECIDED", exit: Exit::Undecided, ..whole },
            (Decision::Equal { trusted, .. }, _) => {
                trusted.iter().for_each(|name| {
                    if !whole.trusted.contains(name) {
                        whole.trusted.push(name.clone());
                    }
                });
                whole
            }
            _ => whole,
        });
        if whole.exit != Exit::Yes {
            whole.trusted.clear();
        }
        whole
    }

    /// The first line: the word, and who has to be trusted for it.
    fn line(&self) -> String {
        format!("{}{}", self.word, trust(&self.trusted))
    }
}

/// ` (trusted: z3 5.4.0)`, or nothing where nobody has to be trusted.
pub fn trust(by: &[String]) -> String {
    if by.is_empty() { String::new() } else { format!(" (trusted: {})", by.join(", ")) }
}

/// `--lowering FILE`.
fn lowering(file: &Path, args: &EquivArgs) -> Result {
    let text = files::read_text(file)?;
    let resolve = |op: &str| Side::read(op).and_then(|s| s.rmw(None)).map_err(|e| format!("{e:#}"));
    let at = |e: isotope_prove::lowering::LoweringError| anyhow!("{}: {e}", file.display());
    let lowering = isotope_prove::lowering::read(&text, &resolve).map_err(at)?;
    let solvers = solver::find(&args.solver)?;
    let claims = solver::with_means(&solvers, args.budget, 1, &|_| {}, |means| lowering.check(means)).map_err(at)?;
    let verdict = Verdict::of(claims.iter().map(|c| &c.decision));
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
    Ok(verdict.exit)
}

fn write_question(posed: &Posed<'_>, returned: Counts, file: &Path) -> Result {
    let (arena, memory) = posed.goal(Half::Memory);
    let (_, back) = posed.goal(Half::Returned);
    let goal = if returned == Counts::Compare { arena.make(isotope::term::Node::Or(memory, back), 1) } else { memory };
    let text = smt::question(arena, goal, Floats::Theory);
    if file == Path::new("-") {
        files::print(&text)?;
    } else {
        files::write(file, text.as_bytes())?;
    }
    Ok(Exit::Yes)
}

fn progress() -> indicatif::ProgressBar {
    let style = indicatif::ProgressStyle::with_template("{bar:40} {percent} % of all inputs, {eta} left");
    let bar = indicatif::ProgressBar::new(256);
    bar.set_style(style.unwrap_or_else(|_| indicatif::ProgressStyle::default_bar()));
    bar
}

struct Shown<'a> {
    left: &'a Side,
    right: &'a Side,
    question: &'a Question,
}

impl Shown<'_> {
    /// What an operation gives, as `isotope op` prints it.
    fn value(half: Half, mem: u64, src: [u64; 2], rmw: &Rmw) -> String {
        let digits = rmw.size.bits() as usize / 4;
        let shown = |v: Option<u64>| v.map_or("an unspecified value".to_string(), |v| format!("0x{v:0digits$x}"));
        match (rmw.apply(mem, src[0], src[1]), half) {
            (Ok(u), Half::Memory) => shown(Some(u.new)),
            (Ok(u), Half::Returned) => shown(Some(u.returned)),
            (Err(_), Half::Memory) => shown(None),
            (Err(open), Half::Returned) => shown(open.returned),
        }
    }

    fn witness(&self, half: Half, w: Witness) -> ([String; 2], [String; 2]) {
        let theirs = self.question.right_sources(w.src);
        let (a, b) = (&self.question.left, &self.question.right);
        (
            [Shown::value(half, w.mem, w.src, a), Shown::value(half, w.mem, theirs, b)],
            [self.left.command(a, w.mem, w.src), self.right.command(b, w.mem, theirs)],
        )
    }

    fn text(&self, verdict: &Verdict, halves: &[(Half, &str, Decision)], args: &EquivArgs) -> String {
        let mut out = format!("{}\n", verdict.line());
        for (half, name, decision) in halves {
            match decision {
                Decision::Equal { how, trusted } => {
                    let _ = writeln!(out, "{name}: equal{} ({how})", trust(trusted));
                }
                Decision::Undecided { why } => {
                    let _ = writeln!(out, "{name}: undecided ({why})");
                }
                Decision::Different { witness, how } => {
                    let (values, commands) = self.witness(*half, *witness);
                    let verb = |side: &Side| match (half, &side.definition.gives) {
                        (Half::Memory, _) => "leaves",
                        (Half::Returned, Gives::Nothing(_)) => "returns nothing, its operation gives back",
                        (Half::Returned, _) => "gives back",
                    };
                    let _ = writeln!(out, "{name}: different ({how})");
                    let _ = writeln!(out, "  the first {} {}: {}", verb(self.left), values[0], commands[0]);
                    let _ = writeln!(out, "  the second {} {}: {}", verb(self.right), values[1], commands[1]);
                }
            }
        }
        if let Some(mapping) = self.question.mapping_text() {
            let _ = writeln!(out, "operands: {mapping}");
        }
        for side in [self.left, self.right].iter().filter(|_| args.returned == Counts::Compare) {
            if let Gives::Nothing(form) = &side.definition.gives {
                let _ = writeln!(out, "{} returns nothing: compared is what {form} would give back", side.text);
            }
        }
        for text in &args.assume {
            let _ = writeln!(out, "assumed: {text}");
        }
        for side in [self.left, self.right] {
            let ids = &side.definition.assumptions;
            if !ids.is_empty() {
                let _ = writeln!(out, "{} rests on assumptions: {}", side.text, ids.join(", "));
            }
        }
        out
    }

    fn json(&self, verdict: &Verdict, halves: &[(Half, &str, Decision)], args: &EquivArgs) -> serde_json::Value {
        let mut object = json!({
            "schema": "isotope-equiv/1",
            "answer": verdict.word.to_lowercase(),
            "trusted": verdict.trusted,
            "first": self.left.text,
            "second": self.right.text,
            "assumed": args.assume,
            "operands": self.question.mapping_text(),
            "returns": [self.left.definition.gives.name(), self.right.definition.gives.name()],
            "assumptions": [self.left.definition.assumptions, self.right.definition.assumptions],
        });
        for (half, name, decision) in halves {
            object[*name] = match decision {
                Decision::Equal { how, trusted } => json!({ "answer": "equal", "how": how, "trusted": trusted }),
                Decision::Undecided { why } => json!({ "answer": "undecided", "why": why }),
                Decision::Different { witness: w, how } => {
                    let (values, commands) = self.witness(*half, *w);
                    let hex = |v: u64| format!("{v:#x}");
                    json!({ "answer": "different", "how": how, "mem": hex(w.mem), "src0": hex(w.src[0]),
                            "src1": hex(w.src[1]), "values": values, "reproduce": commands })
                }
            };
        }
        object
    }
}
