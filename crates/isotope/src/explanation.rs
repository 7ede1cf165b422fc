//! What an operation computes and why, as data.

use isotope_op::assume;
use isotope_op::claim::{self, Evidence};
use isotope_target::operation::Other;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::{Op, answer};

/// What [`Op::explain`] prints, taken apart.
///
/// # Examples
/// ```
/// let why = isotope::Op::parse("sm_50:ATOM.ADD.F32.FTZ.RN")?.explanation();
/// assert_eq!(why.formula[0], "new = flush(flush(old) +rn flush(src0) [NaN: 0x7fffffff])");
/// assert!(why.rules.iter().any(|rule| rule.assumption == Some("nv.l2_nan")));
/// assert_eq!(why.json()["assumptions"][0]["id"], "nv.l2_nan");
/// # Ok::<(), isotope::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Explanation {
    /// What is left in memory and given back, a line each, in terms of `old`, `src0` and `src1`; empty where documents leave open
    /// which operation it is.
    pub formula: Vec<String>,
    /// The same where a surface's data type is signed, if that decides.
    pub signed: Vec<String>,
    /// Whether something comes back: `always`, `never`, or `with` a modifier.
    pub returns: String,
    /// The rule that is open, with its id, where no operation is defined.
    pub open: Option<Supported>,
    /// The rules that decide.
    pub rules: Vec<Supported>,
    /// The row of the table that it stands in.
    pub row: String,
    /// Where the row is known from.
    pub source: &'static str,
    /// What it rests on that no document settles: the reading in force is the default, or the one that was chosen.
    #[serde(serialize_with = "entries")]
    pub assumptions: Vec<&'static str>,
}

/// A sentence with what supports it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Supported {
    /// The sentence.
    pub words: String,
    /// `spec`, `oracle`, `hardware`, `assumed`.
    pub grade: &'static str,
    /// The document, the tool with its version, the device, or why it was assumed.
    pub source: &'static str,
    /// The assumption that can be switched, if it is one.
    pub assumption: Option<&'static str>,
}

impl Op {
    /// What it computes and which rules decide, each with grade and source.
    pub fn explanation(&self) -> Explanation {
        let operation = &self.operation;
        let (formula, rules, open) = match operation.rmw {
            Ok(rmw) => {
                let rules = claim::claims(operation.by, &rmw)
                    .map(|claim| Supported::of(operation.gives.rule(&claim), &claim.evidence));
                (operation.gives.formula(&rmw), rules.collect(), None)
            }
            Err(rule) => {
                let words = rule.text.to_string();
                let open = Supported { words, grade: "assumed", source: "no document", assumption: Some(rule.id) };
                (Vec::new(), Vec::new(), Some(open))
            }
        };
        let signed = match operation.other {
            Some(Other::Signed(rmw)) => operation.gives.formula(&rmw),
            _ => Vec::new(),
        };
        Explanation {
            formula,
            signed,
            returns: operation.gives.name(),
            open,
            rules,
            row: operation.row.clone(),
            source: operation.source,
            assumptions: operation.assumptions.clone(),
        }
    }
}

impl Supported {
    /// A sentence with its evidence.
    pub(crate) fn of(words: String, evidence: &Evidence) -> Supported {
        let (grade, source) = (evidence.grade().name(), evidence.source());
        Supported { words, grade, source, assumption: evidence.assumption() }
    }

    /// A sentence that a document settles.
    pub fn spec(words: impl Into<String>, source: &'static str) -> Supported {
        Supported { words: words.into(), grade: assume::Grade::Spec.name(), source, assumption: None }
    }

    /// A sentence that an assumption makes; none where there is no such assumption.
    pub fn assumed(words: impl Into<String>, id: &str) -> Option<Supported> {
        let entry = assume::find(id)?;
        let (grade, source) = (entry.actual_grade().name(), entry.source);
        Some(Supported { words: words.into(), grade, source, assumption: Some(entry.id) })
    }
}

impl Explanation {
    /// As JSON.
    pub fn json(&self) -> Value {
        answer::part(self)
    }
}

/// Serializes the entries of assumptions in place of their ids.
fn entries<S: Serializer>(ids: &[&'static str], serializer: S) -> Result<S::Ok, S::Error> {
    let entries = ids.iter().filter_map(|id| assume::find(id)).map(|a| AssumptionJson {
        id: a.id,
        statement: a.statement,
        default: a.default,
        alternatives: a.alternatives,
        grade: a.actual_grade().name(),
        source: a.source,
    });
    serializer.collect_seq(entries)
}

#[derive(Serialize)]
struct AssumptionJson {
    id: &'static str,
    statement: &'static str,
    default: &'static str,
    alternatives: &'static [&'static str],
    grade: &'static str,
    source: &'static str,
}
