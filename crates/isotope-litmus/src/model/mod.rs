//! Memory models: which candidates are executions.
//!
//! A model is a list of [`Axiom`]s, each a function of a candidate with the sentence of the document that it stands for. What
//! it can say before all is chosen it says then: relations of a candidate only grow, so a cycle stays a cycle.

mod opencl;
mod ptx;
mod sc;
mod vulkan;

use crate::execution::{Choice, Frame};
use crate::relation::Relation;
use crate::test::Dialect;

/// How well a rule is founded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grade {
    /// A document says it.
    Spec,
    /// Our reading, or that of the model's authors, of what a document leaves open.
    Assumed,
}

/// A rule that every execution keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Axiom {
    /// Its name.
    pub name: &'static str,
    /// What it forbids.
    pub forbids: &'static str,
    /// Document and section.
    pub source: &'static str,
    /// How well that is founded.
    pub grade: Grade,
}

/// Why a candidate is no execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The rule.
    pub axiom: &'static Axiom,
    /// What breaks it: related events, mostly a cycle, with the names of the relations.
    pub edges: Vec<(usize, &'static str, usize)>,
}

/// A model.
pub trait Model: Sync {
    /// Its name on a command line.
    fn name(&self) -> &'static str;

    /// What it is.
    fn title(&self) -> &'static str;

    /// The languages whose tests it judges.
    fn dialects(&self) -> &'static [Dialect];

    /// Its rules.
    fn axioms(&self) -> &'static [Axiom];

    /// Whether values may come out of nowhere, no rule of the model being against it.
    fn thin_air(&self) -> bool {
        false
    }

    /// What of the model does not depend on the choice.
    fn judge<'f>(&self, frame: &'f Frame<'f>) -> Box<dyn Judge + 'f>;
}

/// A model that knows the events.
pub trait Judge {
    /// Pairs of writes to one place of which one must come before the other, both ways round.
    fn ordered_writes(&self) -> &Relation;

    /// The same of fences.
    fn ordered_fences(&self) -> &Relation;

    /// Refuses a candidate, or adds to its orders what the rules say without a choice. Until it is `whole`, reads and orders are missing,
    /// and only what more of them cannot mend is refused.
    fn check(&self, choice: &mut Choice, whole: bool) -> Result<(), Violation>;

    /// Two events of an execution that race, if the model knows races and there are such.
    fn race(&self, choice: &Choice) -> Option<(usize, usize)>;

    /// Whether the model says what a race is.
    fn knows_races(&self) -> bool {
        true
    }
}

static MODELS: [&dyn Model; 6] = [
    &ptx::Ptx60,
    &ptx::Ptx75,
    &vulkan::Vulkan { chains: true },
    &vulkan::Vulkan { chains: false },
    &opencl::OpenCl,
    &sc::Sc,
];

/// All models.
pub fn models() -> &'static [&'static dyn Model] {
    &MODELS
}

/// The model of that name.
pub fn model(name: &str) -> Option<&'static dyn Model> {
    MODELS.into_iter().find(|model| model.name() == name)
}

/// The model for a language where none is named: the newest.
pub fn model_for(dialect: Dialect) -> &'static dyn Model {
    match dialect {
        Dialect::Ptx => MODELS[1],
        Dialect::Vulkan => MODELS[2],
        Dialect::OpenCl => MODELS[4],
    }
}

/// Refuses a cycle in the union of the relations.
fn acyclic(axiom: &'static Axiom, named: &[(&'static str, &Relation)]) -> Result<(), Violation> {
    let Some((_, first)) = named.first() else { return Ok(()) };
    let all = named[1..].iter().fold((*first).clone(), |all, (_, r)| all.or(r));
    if all.acyclic() {
        return Ok(());
    }
    let cycle = all.cycle().unwrap_or_default();
    let name = |i, j| named.iter().find(|(_, r)| r.has(i, j)).map_or("", |(name, _)| *name);
    let edges = (0..cycle.len()).map(|k| {
        let (i, j) = (cycle[k], cycle[(k + 1) % cycle.len()]);
        (i, name(i, j), j)
    });
    Err(Violation { axiom, edges: edges.collect() })
}

/// Refuses two events that the first relation relates one way and the second the other.
fn opposed(
    axiom: &'static Axiom,
    first: &[(&'static str, &Relation)],
    back: (&'static str, &Relation),
) -> Result<(), Violation> {
    for (name, relation) in first {
        if let Some((i, j)) = relation.pairs().find(|&(i, j)| back.1.has(j, i)) {
            let mut edges = vec![(i, *name, j)];
            if i != j {
                edges.push((j, back.0, i));
            }
            return Err(Violation { axiom, edges });
        }
    }
    Ok(())
}
