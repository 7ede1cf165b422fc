//! OpenCL 2: release and acquire as in C11, for global and local memory apart, with inclusive scopes; sequential consistency as
//! Batty, Donaldson and Wickerson put it, "Overhauling SC Atomics in C11 and OpenCL" (POPL 2016).

use super::{Axiom, Grade, Judge, Model, Violation, acyclic, axiom, between, opposed};
use crate::execution::{Choice, Frame};
use crate::relation::{Relation, Set};
use crate::test::{Dialect, Order};

const COHERENCE: usize = 0;
const READS: usize = 1;
const PLAIN: usize = 2;
const ATOMICITY: usize = 3;
const SC: usize = 4;

static AXIOMS: [Axiom; 5] = [
    axiom(
        "coherence",
        "modification order, reads-from and from-read that go against happens-before of a region",
        "OpenCL specification, Memory Ordering Rules: Atomic Operations",
    ),
    axiom(
        "no read from later",
        "a read from a write that it happens before",
        "OpenCL specification, Memory Ordering Rules",
    ),
    axiom(
        "plain reads",
        "a read of a location that is not atomic, of anything but a visible side effect",
        "OpenCL specification, Memory Ordering Rules",
    ),
    axiom(
        "atomicity",
        "a write between the read and the write of an atomic",
        "OpenCL specification, Memory Ordering Rules: Atomic Operations",
    ),
    Axiom {
        name: "scoped SC",
        forbids: "a cycle of sequentially consistent operations whose scopes include each other",
        source: "Batty, Donaldson, Wickerson: Overhauling SC Atomics in C11 and OpenCL (POPL 2016), section 5; OpenCL 2.0 asks for one total order",
        grade: Grade::Assumed,
    },
];

const ALL: u8 = 0;
const DEVICE: u8 = 1;
const GROUP: u8 = 2;
const ITEM: u8 = 3;

pub const OPENCL: Model = Model {
    name: "opencl",
    title: "OpenCL 2, with SC atomics as overhauled",
    dialects: &[Dialect::OpenCl],
    axioms: &AXIOMS,
    thin_air: true,
    races: true,
    judge: |frame| Box::new(OpenClJudge::of(frame)),
};

struct OpenClJudge<'f> {
    frame: &'f Frame<'f>,
    /// Accesses of each region, and fences of it: global, local.
    regions: [Set; 2],
    /// Happens-before of each region, as far as it does not depend on reads.
    fixed: [Relation; 2],
    /// Barriers of each region that met.
    barriers: [Relation; 2],
    /// Events of one scope, which includes both.
    inclusive: Relation,
    acquires: Set,
    releases: Set,
    sc: Set,
    /// Synchronization that counts across regions: two SC operations, or two fences of both regions.
    across: Relation,
    /// Accesses to locations that every pointer names as atomic.
    atomic_locations: Set,
    /// Accesses that are not private to a work-item.
    scoped: Set,
    writes: Relation,
    /// Pairs that a release sequence may contain: to an atomic's write, or of one thread.
    sequence: Relation,
}

impl<'f> OpenClJudge<'f> {
    fn of(frame: &'f Frame<'f>) -> OpenClJudge<'f> {
        let n = frame.len();
        let events = &frame.events;
        let memory = frame.reads | frame.writes;
        let locations = &frame.test.locations;
        let located = |holds: fn(&crate::test::Location) -> bool| -> Set {
            memory.iter().filter(|&i| events[i].location.is_some_and(|at| holds(&locations[at]))).collect()
        };
        let fence = |bit: u8| -> Set { frame.fences.iter().filter(|&i| events[i].access.regions & bit != 0).collect() };
        let regions = [located(|l| l.global) | fence(1), located(|l| l.local) | fence(2)];
        let scope = |level: u8| frame.all(|event| event.thread.is_some() && event.access.scope == Some(level));
        let inclusive = Relation::product(n, scope(ALL), scope(ALL))
            .or(&frame.same(DEVICE).from(scope(DEVICE)).to(scope(DEVICE)))
            .or(&frame.same(GROUP).from(scope(GROUP)).to(scope(GROUP)));
        let order = |holds: fn(Order) -> bool| -> Set { (0..n).filter(|&i| holds(events[i].access.order)).collect() };
        let sc = order(|order| order == Order::Sc);
        let both = regions[0] & regions[1];
        let others = Set(!0) - frame.initial;
        let fixed = regions.map(|region| {
            let start = Relation::product(n, region & frame.initial, region & others);
            frame.po.clone().from(region).to(region).or(&start)
        });
        let group = frame.same(GROUP);
        let barriers =
            regions.map(|region| frame.barrier.clone().minus(&frame.int).and(&group).from(region).to(region));
        let atomic_locations = located(|l| l.atomic);
        let totals = |i: usize, j: usize| {
            i != j
                && frame.loc.has(i, j)
                && (atomic_locations.has(i) || frame.atomics.iter().any(|k| frame.loc.has(i, k)))
        };
        let writes = Relation::of(n, |i, j| frame.writes.has(i) && frame.writes.has(j) && totals(i, j));
        let sequence = Relation::product(n, Set(!0), frame.atomics).or(&frame.int);
        OpenClJudge {
            regions,
            fixed,
            barriers,
            inclusive,
            acquires: order(Order::acquires) & (frame.reads | frame.fences),
            releases: order(Order::releases) & (frame.writes | frame.fences),
            sc,
            across: Relation::product(n, sc, sc).or(&Relation::product(n, both, both)),
            atomic_locations,
            scoped: frame.all(|event| event.access.atomic && event.access.scope != Some(ITEM)),
            writes,
            sequence,
            frame,
        }
    }

    /// Synchronizes-with in a region: also for fences before a write and after a read, and through release sequences once orders are whole.
    fn synchronizes(&self, choice: &Choice, mo: &Relation, region: Set, whole: bool) -> Relation {
        let frame = self.frame;
        let fence_first = frame.po.clone().from(frame.fences).or_same();
        let fence_last = frame.po.clone().to(frame.fences).or_same();
        let sequence = if whole {
            let broken = mo.clone().minus(&self.sequence).then(mo);
            mo.clone().and(&self.sequence).minus(&broken).or_same()
        } else {
            Relation::empty(frame.len()).or_same()
        };
        let read = choice.rf.clone().from(region).to(self.scoped);
        let start = fence_first.from(region & self.releases).to(frame.writes & self.scoped);
        let end = fence_last.to(self.acquires & region);
        start.then(&sequence).then(&read).then(&end).and(&self.inclusive).minus(&frame.int)
    }

    fn happens_before(&self, choice: &Choice, mo: &Relation, whole: bool) -> [Relation; 2] {
        let [global, local] = self.regions.map(|region| self.synchronizes(choice, mo, region, whole));
        let to = |own: &Relation, other: &Relation, region: usize| {
            let across = other.clone().and(&self.across);
            let all = own.clone().or(&across).or(&self.barriers[region]).or(&self.fixed[region]);
            all.closure().without_same()
        };
        [to(&global, &local, 0), to(&local, &global, 1)]
    }

    fn modification(&self, choice: &Choice) -> Relation {
        choice.co.clone().from(self.atomic_locations).to(self.atomic_locations)
    }
}

impl Judge for OpenClJudge<'_> {
    fn ordered_writes(&self) -> &Relation {
        &self.writes
    }

    fn check(&self, choice: &mut Choice, whole: bool) -> Result<(), Violation> {
        let frame = self.frame;
        let mo = self.modification(choice);
        let before = self.happens_before(choice, &mo, whole);
        let rb = choice.rf.inverse().then(&mo);
        for before in &before {
            let coherent = [
                ("mo", mo.clone()),
                ("mo;rf", mo.then(&choice.rf)),
                ("fr", rb.clone()),
                ("fr;rf", rb.then(&choice.rf)),
            ];
            for (name, relation) in &coherent {
                opposed(&AXIOMS[COHERENCE], &[(name, relation)], ("hb", before))?;
            }
            opposed(&AXIOMS[READS], &[("rf", &choice.rf)], ("hb", before))?;
        }
        let apart = |relation: &Relation| relation.clone().minus(&frame.int);
        between(&AXIOMS[ATOMICITY], frame, &apart(&choice.fr()), &apart(&choice.co))?;
        if whole {
            // A non-atomic read returns a write that happens before it, with no other write in between.
            for (before, region) in before.iter().zip(self.regions) {
                let here = before.clone().and(&frame.loc);
                let hidden = here.clone().to(frame.writes).then(before);
                let visible = here.minus(&hidden);
                let plain = (frame.reads - self.atomic_locations) & region;
                if let Some((write, read)) = choice.rf.clone().to(plain).minus(&visible).pairs().next() {
                    return Err(Violation { axiom: &AXIOMS[PLAIN], edges: vec![(write, "rf, not visible", read)] });
                }
            }
        }
        let [global, local] = &before;
        let all = rb.or(&mo).or(global).or(local);
        let fence_first = frame.po.clone().from(frame.fences).or_same();
        let fence_last = frame.po.clone().to(frame.fences).or_same();
        let order = fence_first.then(&all).then(&fence_last).from(self.sc).to(self.sc).and(&self.inclusive);
        acyclic(&AXIOMS[SC], &[("sc", &order)])
    }

    /// Two accesses, one a write: of different work-items, not ordered by happens-before and without inclusive scopes; or of one work-item
    /// and not sequenced.
    fn race(&self, choice: &Choice) -> Option<(usize, usize)> {
        let frame = self.frame;
        let [global, local] = self.happens_before(choice, &self.modification(choice), true);
        let accesses = (frame.reads | frame.writes) - frame.initial;
        let conflict = Relation::product(frame.len(), accesses, accesses & frame.writes).and(&frame.loc);
        let ordered = global.clone().or(&global.inverse()).or(&local).or(&local.inverse());
        let sequenced = frame.po.clone().or(&frame.po.inverse());
        let apart = conflict.clone().minus(&ordered).minus(&frame.int).minus(&self.inclusive);
        apart.or(&conflict.and(&frame.int).minus(&sequenced).without_same()).pairs().next()
    }
}
