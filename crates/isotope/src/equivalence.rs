//! Whether two operations are equal, as an answer that can be shown.

use std::fmt::Write as _;

use isotope_op::assume;
use isotope_op::atomic::Rmw;
use isotope_option::OptionName;
use isotope_prove::clock::Clock;
use isotope_prove::decide::{Decision, Half, Means, Posed, Witness};
use isotope_prove::question::{Open, Question};
use isotope_target::operation::Gives;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::Op;
use crate::answer::{self, Hex};
use crate::error::{Context, Error, Result, bail};

/// Both sides as one question.
///
/// # Errors
/// When a side has no definition, or the widths differ.
pub fn question(left: &Op, right: &Op, open: Open) -> Result<Question> {
    let (a, b) = (left.rmw(None)?, right.rmw(None)?);
    let (a, b) = (left.rmw(Some(b.size.bits()))?, right.rmw(Some(a.size.bits()))?);
    Question::new(a, b, open).with_context(|| format!("`{}` and `{}`", left.text, right.text))
}

/// A question with the inputs that count.
///
/// # Errors
/// An assumption that is no expression, with its column; or when no input satisfies them all.
pub fn pose<'a>(question: &'a Question, assumptions: &[String], clock: Clock) -> Result<Posed<'a>> {
    let posed = Posed::new(question, assumptions).map_err(|(i, e)| {
        let text = &assumptions[i];
        let column = text[..e.at.min(text.len())].chars().count() + 1;
        Error::new(format!("{} `{text}`, column {column}: {e}", OptionName::Assume))
    })?;
    if posed.possible(clock).is_none() {
        bail!("no inputs satisfy the assumptions, or none were found: under them any two operations are equal");
    }
    Ok(posed)
}

/// Two operations under what is assumed of them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Premises {
    /// The first, with the assumptions that were chosen for it.
    pub left: Op,
    /// The second, likewise.
    pub right: Op,
    /// Conditions on the inputs.
    pub conditions: Vec<String>,
}

impl Premises {
    /// Sorts what is assumed: `ID=VALUE` chooses for each side that rests on the assumption, everything else is a condition on the inputs.
    ///
    /// # Errors
    /// An assumption that there is not, or that neither side rests on; a value that it does not have.
    pub fn new(left: &Op, right: &Op, assumed: &[String]) -> Result<Premises> {
        let mut sides = [left.clone(), right.clone()];
        let conditions = choose(&mut sides, assumed)?;
        let [left, right] = sides;
        Ok(Premises { left, right, conditions })
    }

    /// The question of the two with the inputs that count.
    ///
    /// # Errors
    /// Those of [`pose`]; a name that is neither an input nor an assumption, with both lists.
    pub fn pose<'a>(&self, question: &'a Question, clock: Clock) -> Result<Posed<'a>> {
        pose(question, &self.conditions, clock).map_err(|e| with_names(e, &[self.left.clone(), self.right.clone()]))
    }
}

/// One operation under what is assumed of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Premise {
    /// The operation, with the assumptions that were chosen for it.
    pub op: Op,
    /// Conditions on the inputs; some inputs satisfy them.
    pub conditions: Vec<String>,
}

impl Premise {
    /// Sorts what is assumed, as [`Premises::new`] does.
    ///
    /// # Errors
    /// Those of [`Premises::new`] and [`Premises::pose`].
    ///
    /// # Examples
    /// ```
    /// use isotope::{Clock, Op, Premise};
    /// let max = Op::parse("llvm:atomicrmw.fmax.f32")?;
    /// let premise = Premise::new(&max, &["!isnan(src0)".to_string()], Clock::SYSTEM)?;
    /// assert_eq!(premise.conditions, ["!isnan(src0)"]);
    /// assert!(Premise::new(&max, &["src1 == 0".to_string()], Clock::SYSTEM).is_err());
    /// # Ok::<(), isotope::Error>(())
    /// ```
    pub fn new(op: &Op, assumed: &[String], clock: Clock) -> Result<Premise> {
        let mut sides = [op.clone()];
        let conditions = choose(&mut sides, assumed)?;
        let rmw = sides[0].rmw(None)?;
        let question = Question::new(rmw, rmw, Open::Ignored).context("one operation has one width")?;
        pose(&question, &conditions, clock).map_err(|e| with_names(e, &sides))?;
        let [op] = sides;
        Ok(Premise { op, conditions })
    }
}

/// Chooses the assumptions of operations by `ID=VALUE`; what is left are conditions on the inputs.
fn choose(sides: &mut [Op], assumed: &[String]) -> Result<Vec<String>> {
    let mut conditions = Vec::new();
    for text in assumed {
        let Some((id, value)) = chosen(text) else {
            conditions.push(text.clone());
            continue;
        };
        let mut rests = false;
        let other =
            |part: &str| part.strip_prefix(id).and_then(|rest| rest.strip_prefix('=')).is_some_and(|own| own != value);
        for side in sides.iter_mut().filter(|side| side.operation.assumptions.contains(&id)) {
            let chosen = Op::parse(&format!("{},{id}={value}", side.text)).map_err(|error| {
                let text = error.to_string();
                // What is wrong is the value; the operation has been read before.
                Error::new(format!(
                    "{} `{id}={value}`: {}",
                    OptionName::Assume,
                    text.split_once("`: ").map_or(&*text, |(_, why)| why)
                ))
            })?;
            if side.text.split(',').any(other) {
                bail!("{} `{text}`: `{}` has another value of it already", OptionName::Assume, side.text);
            }
            *side = chosen;
            rests = true;
        }
        if !rests {
            let what = match (assume::find(id), sides.len()) {
                (None, _) => "there is no assumption",
                (Some(_), 1) => "the operation does not rest on",
                (Some(_), _) => "neither operation rests on",
            };
            bail!("{} `{text}`: {what} `{id}`: {}", OptionName::Assume, choices(sides));
        }
    }
    Ok(conditions)
}

/// What may be assumed of operations.
fn choices(sides: &[Op]) -> String {
    let mut ids: Vec<&str> = Vec::new();
    for id in sides.iter().flat_map(|side| &side.operation.assumptions) {
        if !ids.contains(id) {
            ids.push(id);
        }
    }
    match (ids.as_slice(), sides.len()) {
        ([], 1) => "expected a condition on mem, src0 and src1; the operation rests on no assumption".into(),
        ([], _) => "expected a condition on mem, src0 and src1; neither operation rests on an assumption".into(),
        (ids, _) => {
            format!("expected a condition on mem, src0 and src1, or ID=VALUE of an assumption: {}", ids.join(", "))
        }
    }
}

/// An error about a name, with what there is.
fn with_names(error: Error, sides: &[Op]) -> Error {
    match error.to_string() {
        text if text.contains(": no name `") => Error::new(format!("{text}; {}", choices(sides))),
        _ => error,
    }
}

/// `ID=VALUE`. Names of inputs have no dot.
fn chosen(text: &str) -> Option<(&str, &str)> {
    let (id, value) = text.split_once('=')?;
    let (id, value) = (id.trim(), value.trim());
    let named = id.contains('.') && id.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_'));
    (named && !value.starts_with('=')).then_some((id, value))
}

/// Whether two operations are equal. What is assumed is read by [`Premises::new`].
///
/// # Errors
/// When a side has no definition, the widths differ, or an assumption is no expression.
///
/// # Examples
/// ```
/// use std::time::Duration;
/// use isotope::{Means, Op, EquivalenceWord, equivalent};
/// let (inc, wrap) = (Op::parse("visa:svm_atomic.inc")?, Op::parse("sm_50:ATOM.INC")?);
/// let means = Means::alone(Duration::from_secs(5));
/// assert_eq!(equivalent(&inc, &wrap, &[], &means)?.word(), EquivalenceWord::Different);
/// let full = ["src0 == 0xffffffff".to_string()];
/// assert_eq!(equivalent(&wrap, &inc, &full, &means)?.word(), EquivalenceWord::Equal);
/// # Ok::<(), isotope::Error>(())
/// ```
pub fn equivalent(left: &Op, right: &Op, assumptions: &[String], means: &Means<'_>) -> Result<EquivalenceAnswer> {
    let premises = Premises::new(left, right, assumptions)?;
    let Premises { left, right, conditions } = &premises;
    let question = question(left, right, Open::Differs)?;
    let posed = premises.pose(&question, means.clock)?;
    Ok(EquivalenceAnswer::of(left, right, &posed, conditions, true, |half| posed.decide(half, means)))
}

/// The whole answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Word")]
pub enum EquivalenceWord {
    /// On every input that counts.
    Equal,
    /// On one at least.
    Different,
    /// Time was over, or a solver is missing.
    Undecided,
}

impl EquivalenceWord {
    /// As it is printed.
    pub const fn name(self) -> &'static str {
        match self {
            EquivalenceWord::Equal => "EQUAL",
            EquivalenceWord::Different => "DIFFERENT",
            EquivalenceWord::Undecided => "UNDECIDED",
        }
    }
}

/// The answer to a question of several parts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// The answer.
    pub word: EquivalenceWord,
    /// Solvers that alone claim an equality, without a checked proof.
    pub trusted: Vec<String>,
}

impl Verdict {
    /// Of all parts together.
    pub fn of<'a, W: 'a>(parts: impl Iterator<Item = &'a Decision<W>>) -> Verdict {
        let equal = Verdict { word: EquivalenceWord::Equal, trusted: Vec::new() };
        let mut whole = parts.fold(equal, |mut whole, part| match (part, whole.word) {
            (Decision::Different { .. }, _) => Verdict { word: EquivalenceWord::Different, ..whole },
            (Decision::Undecided { .. }, EquivalenceWord::Equal) => {
                Verdict { word: EquivalenceWord::Undecided, ..whole }
            }
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
        if whole.word != EquivalenceWord::Equal {
            whole.trusted.clear();
        }
        whole
    }

    /// The first line: the word, and who has to be trusted for it.
    pub fn line(&self) -> String {
        format!("{}{}", self.word.name(), trust(&self.trusted))
    }
}

/// ` (trusted: z3 5.4.0)`, or nothing if the proof was checked.
pub fn trust(by: &[String]) -> String {
    if by.is_empty() { String::new() } else { format!(" (trusted: {})", by.join(", ")) }
}

/// An answer with everything that is told of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EquivalenceAnswer {
    left: Op,
    right: Op,
    question: Question,
    assumed: Vec<String>,
    /// Whether the value given back counts.
    returned: bool,
    /// Memory, then the value given back where it counts.
    pub halves: Vec<(Half, &'static str, Decision)>,
    /// Both together.
    pub verdict: Verdict,
}

impl EquivalenceAnswer {
    /// Decides the halves by `decide`; the second only where the value given back counts.
    pub fn of(
        left: &Op,
        right: &Op,
        posed: &Posed<'_>,
        assumptions: &[String],
        returned: bool,
        mut decide: impl FnMut(Half) -> Decision,
    ) -> EquivalenceAnswer {
        let mut halves = vec![(Half::Memory, "memory", decide(Half::Memory))];
        if returned {
            halves.push((Half::Returned, "returned", decide(Half::Returned)));
        }
        let verdict = Verdict::of(halves.iter().map(|(.., d)| d));
        EquivalenceAnswer {
            left: left.clone(),
            right: right.clone(),
            question: posed.question().clone(),
            assumed: assumptions.to_vec(),
            returned,
            halves,
            verdict,
        }
    }

    /// The answer in a word.
    pub fn word(&self) -> EquivalenceWord {
        self.verdict.word
    }

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
            [EquivalenceAnswer::value(half, w.mem, w.src, a), EquivalenceAnswer::value(half, w.mem, theirs, b)],
            [self.left.command(a, w.mem, w.src), self.right.command(b, w.mem, theirs)],
        )
    }

    /// The answer in lines: the word, how each half was decided, commands that reproduce a difference.
    pub fn text(&self) -> String {
        let mut out = format!("{}\n", self.verdict.line());
        for (half, name, decision) in &self.halves {
            match decision {
                Decision::Equal { how, trusted } => {
                    let _ = writeln!(out, "{name}: equal{} ({how})", trust(trusted));
                }
                Decision::Undecided { why } => {
                    let _ = writeln!(out, "{name}: undecided ({why})");
                }
                Decision::Different { witness, how } => {
                    let (values, commands) = self.witness(*half, *witness);
                    let verb = |side: &Op| match (half, &side.operation.gives) {
                        (Half::Memory, _) => "leaves",
                        (Half::Returned, Gives::Nothing(_)) => "returns nothing, its operation gives back",
                        (Half::Returned, _) => "gives back",
                    };
                    let _ = writeln!(out, "{name}: different ({how})");
                    let _ = writeln!(out, "  the first {} {}: {}", verb(&self.left), values[0], commands[0]);
                    let _ = writeln!(out, "  the second {} {}: {}", verb(&self.right), values[1], commands[1]);
                }
            }
        }
        if let Some(mapping) = self.question.mapping_text() {
            let _ = writeln!(out, "operands: {mapping}");
        }
        for side in [&self.left, &self.right].iter().filter(|_| self.returned) {
            if let Gives::Nothing(form) = &side.operation.gives {
                let _ = writeln!(out, "{} returns nothing: compared is what {form} would give back", side.text);
            }
        }
        for text in &self.assumed {
            let _ = writeln!(out, "assumed: {text}");
        }
        for side in [&self.left, &self.right] {
            let ids = &side.operation.assumptions;
            if !ids.is_empty() {
                let _ = writeln!(out, "{} rests on assumptions: {}", side.text, ids.join(", "));
            }
        }
        out
    }

    /// The same as JSON, schema `isotope-equiv/1`.
    pub fn json(&self) -> Value {
        let half = |of: Half| self.halves.iter().find(|(half, ..)| *half == of);
        let half = |of: Half| half(of).map(|(half, _, decision)| self.half_json(*half, decision));
        answer::json(&EquivJson {
            answer: self.verdict.word,
            trusted: &self.verdict.trusted,
            first: &self.left.text,
            second: &self.right.text,
            assumed: &self.assumed,
            operands: self.question.mapping_text(),
            returns: [&self.left, &self.right].map(|side| side.operation.gives.name()),
            assumptions: [&self.left, &self.right].map(|side| &*side.operation.assumptions),
            memory: half(Half::Memory),
            returned: half(Half::Returned),
        })
    }

    fn half_json<'a>(&self, half: Half, decision: &'a Decision) -> HalfJson<'a> {
        match decision {
            Decision::Equal { how, trusted } => HalfJson::Equal { how, trusted },
            Decision::Undecided { why } => HalfJson::Undecided { why },
            Decision::Different { witness, how } => {
                let (values, reproduce) = self.witness(half, *witness);
                HalfJson::Different { how, inputs: witness.into(), values, reproduce }
            }
        }
    }
}

/// Output of `isotope equiv --json`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct EquivJson<'a> {
    answer: EquivalenceWord,
    /// Solvers that alone claim it
    trusted: &'a [String],
    first: &'a str,
    second: &'a str,
    /// Conditions on the inputs
    assumed: &'a [String],
    /// Which operand stands for which
    operands: Option<String>,
    /// Whether each returns something: `always`, `never`, or `with` a modifier
    returns: [String; 2],
    /// What each rests on that no document settles
    assumptions: [&'a [&'static str]; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    memory: Option<HalfJson<'a>>,
    /// Left out where the returned value does not count
    #[serde(skip_serializing_if = "Option::is_none")]
    returned: Option<HalfJson<'a>>,
}

/// What is left in memory, or the returned value, of both operations.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "answer", rename_all = "lowercase")]
enum HalfJson<'a> {
    Equal {
        how: &'a str,
        /// Solvers that alone claim it
        trusted: &'a [String],
    },
    Undecided {
        why: &'a str,
    },
    Different {
        how: &'a str,
        #[serde(flatten)]
        inputs: InputsJson,
        /// What the first and the second leave or return
        values: [String; 2],
        /// Command lines that show it
        reproduce: [String; 2],
    },
}

/// Values of memory and sources.
#[derive(Serialize, JsonSchema)]
pub(crate) struct InputsJson {
    mem: Hex,
    src0: Hex,
    src1: Hex,
}

impl From<&Witness> for InputsJson {
    fn from(w: &Witness) -> Self {
        InputsJson { mem: Hex::new(w.mem), src0: Hex::new(w.src[0]), src1: Hex::new(w.src[1]) }
    }
}
