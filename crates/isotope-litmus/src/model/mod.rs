//! Memory models: which candidates are executions.
//!
//! A model is a list of [`Axiom`]s, each a function of a candidate with the sentence of the document behind it. It refuses a partial
//! candidate as early as possible: relations of a candidate only grow, so a cycle stays a cycle.

mod opencl;
mod ptx;
mod sc;
mod vulkan;

use crate::execution::{Choice, Frame};
use crate::relation::Relation;
use crate::test::Dialect;

/// The evidence for a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grade {
    /// A document says it.
    Spec,
    /// Our reading, or that of the model's authors, where a document leaves it open.
    Assumed,
}

/// A rule that every execution satisfies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Axiom {
    /// Its name.
    pub name: &'static str,
    /// What it forbids.
    pub forbids: &'static str,
    /// Document and section.
    pub source: &'static str,
    /// Grade of the evidence.
    pub grade: Grade,
}

/// Why a candidate is not an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The rule.
    pub axiom: &'static Axiom,
    /// What violates it: related events, usually a cycle, with the names of the relations.
    pub edges: Vec<(usize, &'static str, usize)>,
}

/// A model.
pub trait Model: Sync {
    /// Its name on a command line.
    fn name(&self) -> &'static str;

    /// What it is.
    fn title(&self) -> &'static str;

    /// The languages of its tests.
    fn dialects(&self) -> &'static [Dialect];

    /// Its rules.
    fn axioms(&self) -> &'static [Axiom];

    /// Whether out-of-thin-air values are allowed.
    fn thin_air(&self) -> bool {
        false
    }

    /// Computes the parts of the model that do not depend on the choice.
    fn judge<'f>(&self, frame: &'f Frame<'f>) -> Box<dyn Judge + 'f>;
}

/// A model applied to the events of a frame.
pub trait Judge {
    /// Pairs of writes to one location that must be ordered, in both directions.
    fn ordered_writes(&self) -> &Relation;

    /// The same for fences.
    fn ordered_fences(&self) -> &Relation;

    /// Refuses a candidate, or adds to its orders what the rules imply. Until it is `whole`, reads and orders are missing, and only what no
    /// extension can repair is refused.
    fn check(&self, choice: &mut Choice, whole: bool) -> Result<(), Violation>;

    /// Two racing events of an execution, if the model defines races and there are any.
    fn race(&self, choice: &Choice) -> Option<(usize, usize)>;

    /// Whether the model defines races.
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

/// The default model of a language: the newest.
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

/// Refuses two events that the first relation orders one way and the second the other way.
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
