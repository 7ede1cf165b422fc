//! Sequential consistency, for comparison. Scopes and proxies have no effect.

use super::{Axiom, Grade, Judge, Model, Violation, acyclic};
use crate::execution::{Choice, Frame};
use crate::relation::Relation;
use crate::test::Dialect;

const SOURCE: &str =
    "Lamport, How to Make a Multiprocessor Computer That Correctly Executes Multiprocess Programs (1979)";

static AXIOMS: [Axiom; 2] = [
    Axiom {
        name: "one order",
        forbids: "a cycle of program order, reads-from, coherence and from-read: there is one order of all accesses",
        source: SOURCE,
        grade: Grade::Spec,
    },
    Axiom {
        name: "atomicity",
        forbids: "a write between the read and the write of an atomic",
        source: "what an atomic operation is, whichever the document",
        grade: Grade::Spec,
    },
];

pub struct Sc;

impl Model for Sc {
    fn name(&self) -> &'static str {
        "sc"
    }

    fn title(&self) -> &'static str {
        "Sequential consistency, whatever the scopes"
    }

    fn dialects(&self) -> &'static [Dialect] {
        &[Dialect::Ptx, Dialect::Vulkan, Dialect::OpenCl]
    }

    fn axioms(&self) -> &'static [Axiom] {
        &AXIOMS
    }

    fn judge<'f>(&self, frame: &'f Frame<'f>) -> Box<dyn Judge + 'f> {
        let writes = Relation::product(frame.len(), frame.writes, frame.writes).and(&frame.loc).without_same();
        // What precedes a barrier comes before what follows one that it met.
        let met = frame.po.then(&frame.barrier).then(&frame.po);
        let order = frame.po.clone().or(&met);
        Box::new(ScJudge { frame, writes, fences: Relation::empty(frame.len()), order })
    }
}

struct ScJudge<'f> {
    frame: &'f Frame<'f>,
    writes: Relation,
    fences: Relation,
    order: Relation,
}

impl Judge for ScJudge<'_> {
    fn ordered_writes(&self) -> &Relation {
        &self.writes
    }

    fn ordered_fences(&self) -> &Relation {
        &self.fences
    }

    fn check(&self, choice: &mut Choice, _: bool) -> Result<(), Violation> {
        let before = self.order.clone().or(&choice.rf).or(&choice.co).closure();
        choice.co = choice.co.clone().or(&before.and(&self.writes)).closure();
        let fr = choice.fr();
        let all = [("po", &self.order), ("rf", &choice.rf), ("co", &choice.co), ("fr", &fr)];
        acyclic(&AXIOMS[0], &all)?;
        between(&AXIOMS[1], self.frame, &fr, &choice.co)
    }

    fn race(&self, _: &Choice) -> Option<(usize, usize)> {
        None
    }

    fn knows_races(&self) -> bool {
        false
    }
}

/// Refuses a write between the halves of an atomic.
pub fn between(axiom: &'static Axiom, frame: &Frame, fr: &Relation, co: &Relation) -> Result<(), Violation> {
    for (read, write) in frame.rmw.pairs() {
        if let Some(other) = fr.after(read).iter().find(|&other| co.has(other, write)) {
            return Err(Violation { axiom, edges: vec![(read, "fr", other), (other, "co", write)] });
        }
    }
    Ok(())
}
