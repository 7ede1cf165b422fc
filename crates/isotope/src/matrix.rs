//! The operations of a class against each other.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{OnceLock, PoisonError};

use isotope_op::atomic::{AtomicOp, Returned, Rmw};
use isotope_prove::attack::{Attack, attack};
use isotope_prove::decide::{Half, Means, Witness};
use isotope_prove::matrix::{Cell, Relation, cell};
use isotope_prove::question::{Open, Question};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::answer;
use crate::equivalence::InputsJson;
use crate::error::{Result, ensure};
use crate::{Class, ClassRow, Op, question, rows, trust};

/// Two rows compared.
struct Pair {
    first: usize,
    second: usize,
    mapping: Option<String>,
    cell: Cell,
}

/// A class with every pair of its operations.
pub struct Matrix {
    class: &'static Class,
    rows: Vec<ClassRow>,
    pairs: Vec<Pair>,
}

/// Compares the operations of classes, on so many host threads. `done` hears of every pair.
pub fn matrix(classes: &[&'static Class], means: &Means<'_>, threads: usize, done: impl Fn() + Sync) -> Vec<Matrix> {
    let all: Vec<(&'static Class, Vec<ClassRow>)> = classes.iter().map(|class| (*class, rows(class))).collect();
    // Every question once: vendors share definitions. And where each pair has its answer.
    let mut questions: Vec<Question> = Vec::new();
    let mut known: HashMap<(Rmw, Rmw, Vec<usize>), usize> = HashMap::new();
    let mut asked: Vec<(usize, usize, usize, Option<String>, usize)> = Vec::new();
    for (class, (_, rows)) in all.iter().enumerate() {
        for (i, a) in rows.iter().enumerate() {
            for (j, b) in rows.iter().enumerate().skip(i + 1) {
                let Ok(question) = Question::new(a.rmw, b.rmw, Open::Differs) else { continue };
                let text = question.mapping_text();
                let key = (a.rmw.plain(), b.rmw.plain(), question.mapping.clone());
                let at = *known.entry(key).or_insert_with(|| {
                    questions.push(question);
                    questions.len() - 1
                });
                asked.push((class, i, j, text, at));
            }
        }
    }
    // Those that take longest first, so that no thread is left with one in the end.
    let mut order: Vec<usize> = (0..questions.len()).collect();
    order.sort_by_key(|at| !matches!(questions[*at].left.op, AtomicOp::FAdd | AtomicOp::FSub));
    let cells: Vec<OnceLock<Cell>> = questions.iter().map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    on_threads(threads, || {
        while let Some(at) = order.get(next.fetch_add(1, Relaxed)) {
            cells[*at].get_or_init(|| cell(&questions[*at], means));
            done();
        }
    });
    let mut matrices: Vec<Matrix> =
        all.into_iter().map(|(class, rows)| Matrix { class, rows, pairs: Vec::new() }).collect();
    for (class, first, second, mapping, at) in asked {
        let cell = cells[at].get_or_init(|| cell(&questions[at], means)).clone();
        matrices[class].pairs.push(Pair { first, second, mapping, cell });
    }
    matrices
}

/// Runs `work` on several threads. This thread works too: a thread that cannot be started only makes it slower.
fn on_threads(threads: usize, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        for _ in 1..threads {
            let _ = std::thread::Builder::new().spawn_scoped(scope, &work);
        }
        work();
    });
}

/// Attack every equality with so many inputs each, and say how many withstood. Equalities of the same definitions under the same
/// condition count once; two sides with one definition are one function, and there is nothing to attack.
///
/// # Errors
/// An equality that does not hold, which is our bug.
pub fn attack_all(all: &[Matrix], tries: u64, threads: usize) -> Result<String> {
    let mut jobs: Vec<(Question, Half, Option<String>, String)> = Vec::new();
    let mut seen = HashSet::new();
    let (mut one, mut repeated) = (0, 0);
    for (m, p) in all.iter().flat_map(|m| m.pairs.iter().map(move |p| (m, p))) {
        let (a, b) = (&m.rows[p.first], &m.rows[p.second]);
        let Ok(q) = Question::new(a.rmw, b.rmw, Open::Differs) else { continue };
        for (half, relation) in [(Half::Memory, &p.cell.memory), (Half::Returned, &p.cell.returned)] {
            let condition = match relation {
                Relation::Equal { .. } => None,
                Relation::EqualIf { conditions, .. } => {
                    Some(conditions.iter().map(|c| format!("({c})")).collect::<Vec<_>>().join(" || "))
                }
                _ => continue,
            };
            let old = half == Half::Returned && [a, b].iter().all(|r| r.rmw.returned == Returned::Old);
            if old || a.rmw.plain() == b.rmw.plain() && q.mapping_text().is_none() {
                one += 1;
            } else if seen.insert((
                a.rmw.plain(),
                b.rmw.plain(),
                q.mapping.clone(),
                half == Half::Memory,
                condition.clone(),
            )) {
                jobs.push((q.clone(), half, condition, format!("{} and {}", a.spec, b.spec)));
            } else {
                repeated += 1;
            }
        }
    }
    let (next, fewest) = (AtomicUsize::new(0), AtomicU64::new(tries));
    let broken = std::sync::Mutex::new(Vec::new());
    on_threads(threads, || {
        while let Some((q, half, condition, name)) = jobs.get(next.fetch_add(1, Relaxed)) {
            let under = condition.as_deref().map_or(String::new(), |c| format!(" under {c}"));
            let wrong = match attack(q, *half, condition.as_deref(), tries, 1) {
                Ok(Attack { broken: Some(w), .. }) => format!("{name}{under}: not equal at {w:x?}"),
                Ok(Attack { tried, .. }) => {
                    fewest.fetch_min(tried, Relaxed);
                    continue;
                }
                Err(e) => format!("{name}{under}: {e}"),
            };
            broken.lock().unwrap_or_else(PoisonError::into_inner).push(wrong);
        }
    });
    let broken = broken.into_inner().unwrap_or_else(PoisonError::into_inner);
    ensure!(broken.is_empty(), "equalities that do not hold, a bug of ours:\n{}", broken.join("\n"));
    Ok(format!(
        "attacked: {} equalities withstood at least {} inputs each; {repeated} repeat them, {one} compare one function with \
         itself",
        jobs.len(),
        fewest.into_inner()
    ))
}

/// A relation in words; `cut` shortens the witness.
fn words(relation: &Relation, first: &ClassRow) -> String {
    let witness = |w: &Witness| {
        let digits = first.rmw.size.bits() as usize / 4;
        format!("mem=0x{:0digits$x} src0=0x{:0digits$x} src1=0x{:0digits$x}", w.mem, w.src[0], w.src[1])
    };
    match relation {
        Relation::Equal { trusted } => format!("equal{}", trust(trusted)),
        Relation::EqualIf { conditions, witness: w, trusted } => {
            let each: Vec<String> = conditions.iter().map(|c| format!("`{c}`")).collect();
            format!("equal if {}{}; not at {}", each.join(", or if "), trust(trusted), witness(w))
        }
        Relation::Different(w) => format!("different, as at {}", witness(w)),
        Relation::Undecided(why) => format!("undecided: {why}"),
    }
}

/// How two operations stand to each other, with conditions under which they are equal, as a pair of [`json`]: each half, and
/// which operand is which.
///
/// # Errors
/// When a side has no definition, or the widths differ.
///
/// # Examples
/// ```
/// use std::time::Duration;
/// use isotope::{Means, Op, matrix::pair};
/// let (a, b) = (Op::parse("sm_50:ATOM.INC")?, Op::parse("visa:svm_atomic.inc")?);
/// let found = pair(&a, &b, &Means { threads: 0, ..Means::alone(Duration::from_secs(5)) })?;
/// assert_eq!(found["memory"]["conditions"][0], "mem < src0");
/// # Ok::<(), isotope::Error>(())
/// ```
pub fn pair(first: &Op, second: &Op, means: &Means<'_>) -> Result<Value> {
    let question = question(first, second, Open::Differs)?;
    let Cell { memory, returned } = cell(&question, means);
    Ok(answer::part(&PairJson {
        first: &first.text,
        second: &second.text,
        operands: question.mapping_text(),
        memory: (&memory).into(),
        returned: (&returned).into(),
    }))
}

/// Several classes as JSON.
pub fn json(all: &[Matrix]) -> Value {
    answer::json(&MatrixJson { classes: all.iter().map(Matrix::json).collect() })
}

impl Matrix {
    /// Whether a relation of it was not decided.
    pub fn is_undecided(&self) -> bool {
        let open = |r: &Relation| matches!(r, Relation::Undecided(_));
        self.pairs.iter().any(|p| open(&p.cell.memory) || open(&p.cell.returned))
    }

    /// Whether an equality of it is the word of a solver outside.
    pub fn rests_on_a_solver(&self) -> bool {
        let trusts = |r: &Relation| match r {
            Relation::Equal { trusted } | Relation::EqualIf { trusted, .. } => !trusted.is_empty(),
            _ => false,
        };
        self.pairs.iter().any(|p| trusts(&p.cell.memory) || trusts(&p.cell.returned))
    }

    fn sentence(&self, p: &Pair) -> String {
        let first = &self.rows[p.first];
        let memory = words(&p.cell.memory, first);
        match &p.cell.returned {
            Relation::Equal { trusted } if trusted.is_empty() => memory,
            other => format!("memory {memory}; returned {}", words(other, first)),
        }
    }

    /// A line for each pair.
    pub fn text(&self) -> String {
        let mut out = format!("{}: {}\n", self.class.name, self.class.title);
        for row in &self.rows {
            let _ = writeln!(out, "  {}{}", row.spec, also(row));
        }
        for p in &self.pairs {
            let _ = writeln!(out, "{} | {}: {}", self.rows[p.first].spec, self.rows[p.second].spec, self.sentence(p));
        }
        out
    }

    fn json(&self) -> ClassJson<'_> {
        let pairs = self.pairs.iter().map(|p| PairJson {
            first: &self.rows[p.first].spec,
            second: &self.rows[p.second].spec,
            operands: p.mapping.clone(),
            memory: (&p.cell.memory).into(),
            returned: (&p.cell.returned).into(),
        });
        ClassJson {
            class: self.class.name,
            title: self.class.title,
            rows: self.rows.iter().map(|row| RowJson { op: &row.spec, also: &row.also }).collect(),
            pairs: pairs.collect(),
        }
    }
}

/// Output of `isotope matrix --json`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MatrixJson<'a> {
    classes: Vec<ClassJson<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct ClassJson<'a> {
    class: &'a str,
    title: &'a str,
    rows: Vec<RowJson<'a>>,
    pairs: Vec<PairJson<'a>>,
}

/// Operations of one vendor that are one definition.
#[derive(Serialize, JsonSchema)]
struct RowJson<'a> {
    /// The spelling that stands for all
    op: &'a str,
    /// The other spellings
    also: &'a [String],
}

/// Two rows compared.
#[derive(Serialize, JsonSchema)]
struct PairJson<'a> {
    first: &'a str,
    second: &'a str,
    /// Which operand stands for which
    operands: Option<String>,
    memory: RelationJson<'a>,
    returned: RelationJson<'a>,
}

/// How two operations stand to each other.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "answer", rename_all = "lowercase")]
enum RelationJson<'a> {
    Equal {
        /// Solvers that alone claim it
        trusted: &'a [String],
    },
    #[serde(rename = "equal if")]
    EqualIf {
        conditions: &'a [String],
        /// Inputs on which they differ without the conditions
        witness: InputsJson,
        /// Solvers that alone claim a condition
        trusted: &'a [String],
    },
    Different {
        witness: InputsJson,
    },
    Undecided {
        why: &'a str,
    },
}

impl<'a> From<&'a Relation> for RelationJson<'a> {
    fn from(relation: &'a Relation) -> Self {
        match relation {
            Relation::Equal { trusted } => RelationJson::Equal { trusted },
            Relation::EqualIf { conditions, witness, trusted } => {
                RelationJson::EqualIf { conditions, witness: witness.into(), trusted }
            }
            Relation::Different(witness) => RelationJson::Different { witness: witness.into() },
            Relation::Undecided(why) => RelationJson::Undecided { why },
        }
    }
}

fn also(row: &ClassRow) -> String {
    match row.also.as_slice() {
        [] => String::new(),
        [one] => format!(" (also {one})"),
        [one, rest @ ..] => format!(" (also {one} and {} more)", rest.len()),
    }
}

const PREFACE: &str = "Operations of one definition share a line. Memory and the value given back are compared separately; \
where only memory is named, the value given back is equal. A result that the documents leave open on one side alone counts as \
different. Conditions were found by the tool and proved; `mem`, `src0` and `src1` are those of the first operation.";

/// A Markdown page.
pub fn markdown(all: &[Matrix]) -> String {
    let mut out = format!(
        "# Atomic operations of three vendors against each other\n\nWritten by `isotope matrix`.\n\n{PREFACE}\n"
    );
    for m in all {
        let _ = writeln!(out, "\n## {}: {}\n", m.class.name, m.class.title);
        for row in &m.rows {
            let _ = writeln!(out, "* `{}`{}", row.spec, also(row));
        }
        let _ = writeln!(out, "\n| first | second | |\n| --- | --- | --- |");
        for p in &m.pairs {
            let sentence = m.sentence(p).replace('|', "\\|");
            let _ = writeln!(out, "| `{}` | `{}` | {sentence} |", m.rows[p.first].spec, m.rows[p.second].spec);
        }
    }
    out
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Text in which backquotes mark code.
fn marked(text: &str) -> String {
    let pieces = escape(text);
    let mark = |(i, piece): (usize, &str)| if i % 2 == 1 { format!("<code>{piece}</code>") } else { piece.to_string() };
    pieces.split('`').enumerate().map(mark).collect()
}

/// One page without anything from outside: a table per class, coloured by the answer, with the sentence of each cell.
pub fn html(all: &[Matrix]) -> String {
    let mut out = String::from(include_str!("matrix.html.head"));
    let _ = write!(out, "<h1>Atomic operations against each other</h1><p>{}</p><nav>", marked(PREFACE));
    for m in all {
        let _ = write!(out, "<a href=\"#{0}\">{0}</a> ", m.class.name);
    }
    out.push_str("</nav>");
    for m in all {
        let _ = write!(
            out,
            "<h2 id=\"{0}\">{0}: {1}</h2><div class=scroll><table><tr><th></th>",
            m.class.name, m.class.title
        );
        for (i, _) in m.rows.iter().enumerate() {
            let _ = write!(out, "<th>{}</th>", i + 1);
        }
        out.push_str("</tr>");
        for (i, row) in m.rows.iter().enumerate() {
            let _ = write!(out, "<tr><th class=op>{} <code>{}</code></th>", i + 1, escape(&row.spec));
            for j in 0..m.rows.len() {
                let pair = m.pairs.iter().enumerate().find(|(_, p)| (p.first, p.second) == (i.min(j), i.max(j)));
                match pair {
                    Some((n, p)) => {
                        let (class, sign) = match (&p.cell.memory, &p.cell.returned) {
                            (Relation::Equal { .. }, Relation::Equal { .. }) => ("eq", "="),
                            (Relation::Undecided(_), _) | (_, Relation::Undecided(_)) => ("un", "?"),
                            (Relation::Equal { .. } | Relation::EqualIf { .. }, _) => ("if", "≈"),
                            _ => ("ne", "≠"),
                        };
                        let at = format!("{}-{n}", m.class.name);
                        let _ = write!(out, "<td class={class}><a href=\"#{at}\">{sign}</a></td>");
                    }
                    None => out.push_str(if i == j { "<td class=same></td>" } else { "<td class=na>·</td>" }),
                }
            }
            out.push_str("</tr>");
        }
        out.push_str("</table></div><dl>");
        for (n, p) in m.pairs.iter().enumerate() {
            let (a, b) = (escape(&m.rows[p.first].spec), escape(&m.rows[p.second].spec));
            let sentence = marked(&m.sentence(p));
            let _ = write!(
                out,
                "<dt id=\"{}-{n}\"><code>{a}</code> and <code>{b}</code></dt><dd>{sentence}</dd>",
                m.class.name
            );
        }
        out.push_str("</dl>");
    }
    out.push_str("</main></body></html>\n");
    out
}
