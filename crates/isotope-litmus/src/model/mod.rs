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

/// A rule that a document states.
const fn axiom(name: &'static str, forbids: &'static str, source: &'static str) -> Axiom {
    Axiom { name, forbids, source, grade: Grade::Spec }
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
pub struct Model {
    /// Its name on a command line.
    pub name: &'static str,
    /// What it is.
    pub title: &'static str,
    /// The languages of its tests.
    pub dialects: &'static [Dialect],
    /// Its rules.
    pub axioms: &'static [Axiom],
    /// Whether out-of-thin-air values are allowed.
    pub thin_air: bool,
    /// Whether it defines races.
    pub races: bool,
    /// Computes the parts of the model that do not depend on the choice.
    pub judge: for<'f> fn(&'f Frame<'f>) -> Box<dyn Judge + 'f>,
}

/// A model applied to the events of a frame.
pub trait Judge {
    /// Pairs of writes to one location that must be ordered, in both directions.
    fn ordered_writes(&self) -> &Relation;

    /// The same for fences, where a model orders them.
    fn ordered_fences(&self) -> Option<&Relation> {
        None
    }

    /// Refuses a candidate, or adds to its orders what the rules imply. Until it is `whole`, reads and orders are missing, and only what no
    /// extension can repair is refused.
    fn check(&self, choice: &mut Choice, whole: bool) -> Result<(), Violation>;

    /// Two racing events of an execution, if the model defines races and there are any.
    fn race(&self, choice: &Choice) -> Option<(usize, usize)>;
}

static MODELS: [Model; 6] = [ptx::PTX60, ptx::PTX75, vulkan::CHAINS, vulkan::NO_CHAINS, opencl::OPENCL, sc::SEQUENTIAL];

/// All models.
pub fn models() -> &'static [Model] {
    &MODELS
}

/// The model of that name.
pub fn model(name: &str) -> Option<&'static Model> {
    MODELS.iter().find(|model| model.name == name)
}

/// The default model of a language: the newest.
pub fn model_for(dialect: Dialect) -> &'static Model {
    match dialect {
        Dialect::Ptx => &MODELS[1],
        Dialect::Vulkan => &MODELS[2],
        Dialect::OpenCl => &MODELS[4],
    }
}

/// Refuses a write between the halves of an atomic.
fn between(axiom: &'static Axiom, frame: &Frame, fr: &Relation, co: &Relation) -> Result<(), Violation> {
    for (read, write) in frame.rmw.pairs() {
        if let Some(other) = fr.after(read).iter().find(|&other| co.has(other, write)) {
            return Err(Violation { axiom, edges: vec![(read, "fr", other), (other, "co", write)] });
        }
    }
    Ok(())
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
