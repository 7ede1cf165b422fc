//! Sequential consistency, for comparison. Scopes and proxies have no effect.

use super::{Axiom, Judge, Model, Violation, acyclic, axiom, between};
use crate::execution::{Choice, Frame};
use crate::relation::Relation;
use crate::test::Dialect;

static AXIOMS: [Axiom; 2] = [
    axiom(
        "one order",
        "a cycle of program order, reads-from, coherence and from-read: there is one order of all accesses",
        "Lamport, How to Make a Multiprocessor Computer That Correctly Executes Multiprocess Programs (1979)",
    ),
    axiom(
        "atomicity",
        "a write between the read and the write of an atomic",
        "what an atomic operation is, whichever the document",
    ),
];

pub const SEQUENTIAL: Model = Model {
    name: "sc",
    title: "Sequential consistency, whatever the scopes",
    dialects: &[Dialect::Ptx, Dialect::Vulkan, Dialect::OpenCl],
    axioms: &AXIOMS,
    thin_air: false,
    races: false,
    judge: |frame| {
        let writes = Relation::product(frame.len(), frame.writes, frame.writes).and(&frame.loc).without_same();
        // What precedes a barrier comes before what follows one that it met.
        let met = frame.po.then(&frame.barrier).then(&frame.po);
        Box::new(ScJudge { frame, writes, order: frame.po.clone().or(&met) })
    },
};

struct ScJudge<'f> {
    frame: &'f Frame<'f>,
    writes: Relation,
    order: Relation,
}

impl Judge for ScJudge<'_> {
    fn ordered_writes(&self) -> &Relation {
        &self.writes
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
}
