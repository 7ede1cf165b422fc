//! PTX: the memory consistency model of the PTX ISA, in the versions 6.0 and 7.5 (which knows proxies and virtual aliases).
//!
//! Coherence and the order of fences are partial: only pairs that must be ordered are. The rules stay satisfied when a pair is left out of
//! an order, so a candidate's coherence is minimal.

use super::{Axiom, Judge, Model, Violation, acyclic, axiom, between, opposed};
use crate::execution::{Choice, Frame, Kind};
use crate::relation::{Relation, Set};
use crate::test::{Dialect, Order, Proxy};

const COHERENCE: usize = 0;
const FENCE_SC: usize = 1;
const ATOMICITY: usize = 2;
const NO_THIN_AIR: usize = 3;
const CAUSALITY: usize = 4;
const SC_PER_LOCATION: usize = 5;

static AXIOMS: [Axiom; 6] = [
    axiom(
        "coherence",
        "a write that precedes an overlapping write in causality order, and follows it in coherence order",
        "PTX ISA, Memory Consistency Model, Axioms: Coherence",
    ),
    axiom(
        "fence-SC",
        "morally strong fence.sc operations whose order contradicts causality order",
        "PTX ISA, Memory Consistency Model, Axioms: Fence-SC",
    ),
    axiom(
        "atomicity",
        "a write between the read and the write of an atomic, morally strong with both",
        "PTX ISA, Memory Consistency Model, Axioms: Atomicity of read-modify-write operations",
    ),
    axiom(
        "no thin air",
        "a cycle of reads-from and dependencies: a value that is its own cause",
        "PTX ISA, Memory Consistency Model, Axioms: No Thin Air",
    ),
    axiom(
        "causality",
        "a read from a write that it precedes in causality order, or from one that a later write hides that precedes it",
        "PTX ISA, Memory Consistency Model, Axioms: Causality",
    ),
    axiom(
        "SC per location",
        "morally strong communication on one location that contradicts program order",
        "PTX ISA, Memory Consistency Model, Axioms: Sequential Consistency Per Location",
    ),
];

pub const PTX60: Model = Model {
    name: "ptx60",
    title: "PTX ISA 6.0",
    dialects: &[Dialect::Ptx],
    axioms: &AXIOMS,
    thin_air: false,
    races: true,
    judge: |frame| Box::new(PtxJudge::of(frame, false)),
};

pub const PTX75: Model = Model {
    name: "ptx75",
    title: "PTX ISA 7.5, with proxies",
    axioms: AXIOMS.split_at(SC_PER_LOCATION).0,
    judge: |frame| Box::new(PtxJudge::of(frame, true)),
    ..PTX60
};

struct PtxJudge<'f> {
    frame: &'f Frame<'f>,
    proxies: bool,
    /// Pairs of operations that are related in program order or strong with scopes that include each other, through the
    /// same proxy, and on the same memory if both access memory. No operation is paired with itself.
    morally_strong: Relation,
    /// First to last event of a release pattern: a release and later operations on the location, or a fence and a strong write.
    release: Relation,
    /// First of an acquire pattern to its last.
    acquire: Relation,
    /// Barriers of one CTA that met.
    barrier: Relation,
    fences_sc: Set,
    writes: Relation,
    fences: Relation,
    /// Memory operations that a proxy fence of their CTA makes generic, with that fence.
    proxy_fence: Relation,
    same_proxy_and_cta: Relation,
    generic: Set,
    alias_fences: Set,
    memory: Set,
}

impl<'f> PtxJudge<'f> {
    fn of(frame: &'f Frame<'f>, proxies: bool) -> PtxJudge<'f> {
        let n = frame.len();
        let memory = frame.reads | frame.writes;
        let strong =
            |orders: &[Order]| frame.all(|event| event.thread.is_some() && orders.contains(&event.access.order));
        let strong_writes = strong(&[Order::Relaxed, Order::Release]) & frame.writes;
        let strong_reads = strong(&[Order::Relaxed, Order::Acquire]) & frame.reads;
        let is_memory_fence = |order: Order| matches!(order, Order::AcqRel | Order::Sc);
        // A fence.sc does what a fence.acq_rel does: memory orders may always be made stronger (PTX Writer's Guide to Interoperability,
        // Atomics ABI).
        let fences = frame.all(|event| event.kind == Kind::Fence && is_memory_fence(event.access.order));
        let fences_sc = frame.all(|event| event.kind == Kind::Fence && event.access.order == Order::Sc);
        let proxy = |i: usize| match frame.events[i].kind {
            Kind::Read | Kind::Write => Some(frame.events[i].access.proxy),
            Kind::Fence if frame.events[i].access.proxy != Proxy::Alias => Some(frame.events[i].access.proxy),
            _ => None,
        };
        let same_proxy = Relation::of(n, |i, j| proxy(i).is_some() && proxy(i) == proxy(j));
        let same_location = if proxies { &frame.vloc } else { &frame.loc };
        let strong_operations = strong_writes | strong_reads | fences;
        let scoped = frame.mutual_scope().from(strong_operations).to(strong_operations);
        let in_order = frame.po.clone().or(&frame.po.inverse());
        let both_access = Relation::product(n, memory, memory);
        let mut morally_strong = scoped.or(&in_order).without_same();
        if proxies {
            morally_strong = morally_strong.and(&same_proxy);
        }
        let apart = morally_strong.clone().and(&both_access).minus(same_location);
        let morally_strong = morally_strong.minus(&apart);
        let po_here = frame.po.clone().and(same_location).or_same();
        let releases = strong(&[Order::Release]) & frame.writes;
        let acquires = strong(&[Order::Acquire]) & frame.reads;
        let release =
            po_here.clone().from(releases).to(strong_writes).or(&frame.po.clone().from(fences).to(strong_writes));
        let acquire = po_here.from(strong_reads).to(acquires).or(&frame.po.clone().from(strong_reads).to(fences));
        let cta = frame.same(Dialect::Ptx.group_scope());
        let writes = morally_strong.clone().from(frame.writes).to(frame.writes).and(&frame.loc);
        let ordered_fences = morally_strong.clone().from(fences_sc).to(fences_sc);
        let same_proxy_and_cta = same_proxy.and(&cta);
        let all_fences = frame.all(|event| event.kind == Kind::Fence);
        PtxJudge {
            frame,
            proxies,
            release,
            acquire,
            barrier: frame.barrier.clone().and(&cta),
            fences_sc,
            writes,
            fences: ordered_fences,
            proxy_fence: same_proxy_and_cta.clone().from(all_fences).to(memory).inverse(),
            same_proxy_and_cta,
            generic: (0..n).filter(|&i| proxy(i) == Some(Proxy::Generic)).collect(),
            alias_fences: frame.all(|event| event.kind == Kind::Fence && event.access.proxy == Proxy::Alias),
            memory: memory - frame.initial,
            morally_strong,
        }
    }

    /// Observation: morally strong reads from a write, and from atomics that observe it.
    fn observation(&self, choice: &Choice) -> Relation {
        let read = choice.rf.clone().and(&self.morally_strong);
        if self.proxies {
            return read.or(&self.frame.rmw);
        }
        let through = self.frame.rmw.then(&read).closure();
        read.clone().or(&read.then(&through))
    }

    /// Synchronizing operations: a release pattern observed by an acquire pattern, morally strong; fence.sc in their order; barriers that
    /// met. Then program order before and after.
    fn base_causality(&self, choice: &Choice, observation: &Relation) -> Relation {
        let observed = if self.proxies { observation.clone().closure() } else { observation.clone() };
        let synchronizes = self.release.then(&observed).then(&self.acquire).and(&self.morally_strong);
        let po = self.frame.po.clone().or_same();
        let steps = synchronizes.or(&choice.sc).or(&self.barrier).then(&po);
        let base = po.then(&steps.closure());
        if self.proxies { base.or(&self.frame.po) } else { base }
    }

    /// Base causality that holds through proxies: both generic on one reference; one proxy in one CTA; through the fence of each
    /// non-generic proxy, next to it; and through an alias fence between two references of one location.
    fn preserved(&self, base: &Relation) -> Relation {
        let (loc, vloc) = (&self.frame.loc, &self.frame.vloc);
        // From an operation to the fence that makes it generic, and from the fence to the operation it was made for.
        let leave = base.clone().and(&self.proxy_fence);
        let enter = base.clone().and(&self.proxy_fence.inverse());
        let same = base.clone().from(self.generic).to(self.generic).and(vloc);
        let one_proxy = base.clone().and(vloc).and(&self.same_proxy_and_cta).from(self.memory).to(self.memory);
        let fenced = leave.then(base).to(self.generic);
        let fenced = fenced.or(&base.then(&enter).from(self.generic)).or(&leave.then(base).then(&enter)).and(vloc);
        // Up to the alias fence, and on from it.
        let to_alias = base.clone().from(self.generic).or(&leave.then(base)).to(self.alias_fences);
        let from_alias = base.clone().to(self.generic).or(&base.then(&enter)).from(self.alias_fences);
        let aliased = to_alias.then(&from_alias).and(loc);
        same.or(&one_proxy).or(&fenced).or(&aliased)
    }

    fn causality(&self, base: &Relation, observation: &Relation) -> Relation {
        if self.proxies {
            let preserved = self.preserved(base);
            let through = observation.then(&preserved);
            return preserved.or(&through);
        }
        let po_loc = self.frame.po.clone().and(&self.frame.loc);
        base.clone().or(&observation.then(&base.clone().or(&po_loc)))
    }
}

impl Judge for PtxJudge<'_> {
    fn ordered_writes(&self) -> &Relation {
        &self.writes
    }

    fn ordered_fences(&self) -> Option<&Relation> {
        Some(&self.fences)
    }

    fn check(&self, choice: &mut Choice, _: bool) -> Result<(), Violation> {
        let frame = self.frame;
        let observation = self.observation(choice);
        choice.sc = choice.sc.clone().or(&frame.po.clone().and(&self.fences)).closure();
        let base = self.base_causality(choice, &observation);
        let cause = self.causality(&base, &observation);
        // The order of fence.sc is acyclic and consistent with causality. A fence has no address, so base causality is used.
        let fences = base.from(self.fences_sc).to(self.fences_sc);
        acyclic(&AXIOMS[FENCE_SC], &[("sc", &choice.sc), ("cause", &fences)])?;
        let forced = cause.clone().from(frame.writes).to(frame.writes).and(&frame.loc);
        opposed(&AXIOMS[COHERENCE], &[("cause", &forced)], ("co", &choice.co))?;
        choice.co = choice.co.clone().or(&forced).closure();
        acyclic(&AXIOMS[COHERENCE], &[("cause", &forced), ("co", &choice.co)])?;
        let fr = choice.fr();
        opposed(&AXIOMS[CAUSALITY], &[("rf", &choice.rf), ("fr", &fr)], ("cause", &cause))?;
        let strong = |relation: &Relation| relation.clone().and(&self.morally_strong);
        let (rf, co, strong_fr) = (strong(&choice.rf), strong(&choice.co), strong(&fr));
        between(&AXIOMS[ATOMICITY], frame, &strong_fr, &co)?;
        acyclic(&AXIOMS[NO_THIN_AIR], &[("rf", &choice.rf), ("dep", &frame.dep)])?;
        // Where program order is part of base causality, as in 7.5, causality says this too.
        if !self.proxies {
            let po = frame.po.clone().and(&frame.loc);
            acyclic(&AXIOMS[SC_PER_LOCATION], &[("po", &po), ("rf", &rf), ("co", &co), ("fr", &strong_fr)])?;
        }
        Ok(())
    }

    /// Operations of two threads on one location, one of them a write, that are neither ordered by causality nor morally strong: "Data
    /// races" of the same chapter.
    fn race(&self, choice: &Choice) -> Option<(usize, usize)> {
        let observation = self.observation(choice);
        let cause = self.causality(&self.base_causality(choice, &observation), &observation);
        let memory = self.memory;
        let conflict = Relation::product(self.frame.len(), memory, memory & self.frame.writes).and(&self.frame.loc);
        let related = cause.clone().or(&cause.inverse()).or(&self.morally_strong).or(&self.frame.int);
        conflict.minus(&related).pairs().next()
    }
}
