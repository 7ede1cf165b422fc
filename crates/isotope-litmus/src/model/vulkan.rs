//! Vulkan: the memory model of Appendix B of the specification, formalised as in Khronos' Vulkan-MemoryModel.
//!
//! Two differences from the Alloy text, both assumed: reads of an initial value come before all writes of the location, and a read comes
//! before those writes that follow in location order what it reads.

use super::{Axiom, Judge, Model, Violation, acyclic, axiom, between};
use crate::execution::{Choice, Frame, Kind};
use crate::relation::{Relation, Set};
use crate::test::{Dialect, Order};

static AXIOMS: [Axiom; 3] = [
    axiom(
        "consistency",
        "a cycle of location order, reads-from, from-read and scoped modification order",
        "Vulkan specification, Appendix B: Memory Model, Location-Ordered and Scoped Modification Order",
    ),
    axiom(
        "hidden write",
        "a read that is no atomic and reads from a write that another write hides in location order",
        "Vulkan specification, Appendix B: Memory Model, Visible-to",
    ),
    axiom(
        "atomicity",
        "a write between the read and the write of an atomic in scoped modification order",
        "Vulkan specification, Appendix B: Memory Model, Atomic Operation",
    ),
];

pub const CHAINS: Model = Model {
    name: "vulkan",
    title: "Vulkan",
    dialects: &[Dialect::Vulkan],
    axioms: &AXIOMS,
    thin_air: true,
    races: true,
    judge: |frame| Box::new(VulkanJudge::of(frame, true)),
};

pub const NO_CHAINS: Model = Model {
    name: "vulkan-nochains",
    title: "Vulkan without chains of availability and visibility operations",
    judge: |frame| Box::new(VulkanJudge::of(frame, false)),
    ..CHAINS
};

const QUEUE_FAMILY: u8 = 1;
const WORKGROUP: u8 = 2;
const SUBGROUP: u8 = 3;

struct VulkanJudge<'f> {
    frame: &'f Frame<'f>,
    /// `vulkanMemoryModelAvailabilityVisibilityChains`.
    chains: bool,
    /// Events of threads in one instance of subgroup, workgroup, queue family.
    same: [Relation; 3],
    /// Availability (and visibility) operations by the narrowest domain that they still reach: subgroup, workgroup, queue family, device's
    /// shaders.
    available: [Set; 4],
    visible: [Set; 4],
    device_available: Set,
    device_visible: Set,
    /// Two events whose scopes include each other's threads.
    in_scope: Relation,
    /// Atomics of one reference whose scopes include each other's threads.
    ordered_atomics: Relation,
    /// Those pairs that write.
    writes: Relation,
    /// The accesses that an availability or visibility operation includes.
    included: Relation,
    atomic: Set,
    halves: Set,
    acquires: Set,
    releases: Set,
    /// Storage classes of accesses, and of semantics, a bit each.
    storage: Vec<u8>,
    semantics: Vec<u8>,
    system: Relation,
    /// Accesses that take part in ordering between threads.
    shared: Set,
    /// Access to a later event whose semantics include its storage class, and the reverse.
    into_semantics: Relation,
    from_semantics: Relation,
    /// Release fence, barrier, met barrier, acquire fence.
    barriers: Relation,
}

impl<'f> VulkanJudge<'f> {
    fn of(frame: &'f Frame<'f>, chains: bool) -> VulkanJudge<'f> {
        let n = frame.len();
        let events = &frame.events;
        let all = |holds: fn(&crate::execution::Event) -> bool| frame.all(holds);
        let reach = |marked: Set, narrowest: u8| -> Set {
            marked.iter().filter(|&i| events[i].access.scope.is_some_and(|scope| scope <= narrowest)).collect()
        };
        let av = all(|event| event.access.available || event.access.sem_available);
        let vis = all(|event| event.access.visible || event.access.sem_visible);
        let domains = |marked| [marked, reach(marked, WORKGROUP), reach(marked, QUEUE_FAMILY), reach(marked, 0)];
        let same = [frame.same(SUBGROUP), frame.same(WORKGROUP), frame.same(QUEUE_FAMILY)];
        let in_scope = frame.mutual_scope();
        let atomic = all(|event| event.access.atomic);
        let ordered_atomics = in_scope.clone().and(&frame.loc).and(&frame.vloc).from(atomic).to(atomic).without_same();
        let writes = ordered_atomics.clone().from(frame.writes).to(frame.writes);
        let device = |visible| (0..n).filter(|&i| events[i].kind == Kind::Device(visible)).collect::<Set>();
        let (device_available, device_visible) = (device(false), device(true));
        let storage: Vec<u8> = events.iter().map(|event| event.access.storage).collect();
        let semantics: Vec<u8> = events.iter().map(|event| event.access.semantics).collect();
        let access = |i: usize| storage[i] != 0;
        let marked = all(|event| event.access.available || event.access.visible);
        let one = Relation::of(n, |i, j| {
            let (a, b) = (&events[i].access, &events[j].access);
            access(i) && device_available.has(j)
                || device_visible.has(i) && access(j)
                || b.sem_available && storage[i] & semantics[j] != 0
                || a.sem_visible && semantics[i] & storage[j] != 0
        });
        let set = frame.vloc.clone().and(&frame.loc).from(marked);
        let included = one.or(&set.inverse()).or(&set);
        let order = |holds: fn(Order) -> bool| -> Set { (0..n).filter(|&i| holds(events[i].access.order)).collect() };
        let (acquires, releases) = (order(Order::acquires), order(Order::releases));
        let classes = |from: &[u8], to: &[u8]| Relation::of(n, |i, j| frame.po.has(i, j) && from[i] & to[j] != 0);
        let system = Relation::of(n, |i, j| match (events[i].thread, events[j].thread) {
            (Some(a), Some(b)) => frame.test.system_synchronizes.contains(&(a, b)),
            _ => false,
        });
        let po = frame.po.clone().or_same();
        let met = frame.barrier.clone().and(&in_scope).without_same();
        let leave = po.clone().from(releases & frame.fences).to(frame.barriers);
        let enter = po.from(frame.barriers).to(acquires & frame.fences);
        VulkanJudge {
            chains,
            available: domains(av),
            visible: domains(vis),
            device_available,
            device_visible,
            into_semantics: classes(&storage, &semantics),
            from_semantics: classes(&semantics, &storage),
            barriers: leave.then(&met).then(&enter),
            shared: all(|event| event.access.nonprivate),
            halves: frame.atomics,
            same,
            in_scope,
            ordered_atomics,
            writes,
            included,
            atomic,
            acquires,
            releases,
            storage,
            semantics,
            system,
            frame,
        }
    }

    /// Synchronizes-with: release and acquire on one atomic, fences for either, or around barriers that met. While orders are missing,
    /// release sequences are left out, because a write in between ends one.
    fn synchronizes(&self, choice: &Choice, modification: &Relation, whole: bool) -> Relation {
        let n = self.frame.len();
        let (reads, writes, fences) = (self.frame.reads, self.frame.writes, self.frame.fences);
        let sequence = if whole {
            let immediate = modification.clone().minus(&modification.then(modification));
            immediate.to(self.halves).closure().or_same()
        } else {
            Relation::identity(n, writes)
        };
        let read = choice.rf.clone().and(&self.ordered_atomics);
        let observed = sequence.then(&read);
        let atomic_release = observed.clone().from(self.releases & self.atomic);
        let fence = self.from_semantics.clone().from(self.releases & fences).to(self.atomic & writes);
        let fence_release = fence.then(&observed);
        let released = atomic_release.or(&fence_release);
        let acquire = released.clone().to(self.acquires & self.atomic);
        let into_fence = self.into_semantics.clone().from(self.atomic & reads).to(self.acquires & fences);
        let fence_acquire = released.then(&into_fence);
        acquire.or(&fence_acquire).or(&self.barriers).and(&self.in_scope)
    }

    /// Happens-before: program order, and for each set of storage classes what synchronizes with those semantics.
    fn happens_before(&self, synchronizes: &Relation) -> Relation {
        let n = self.frame.len();
        let mut before = self.frame.po.clone().or(&self.system.clone().closure());
        let has = |classes: &[u8], mask: u8| -> Set { (0..n).filter(|&i| classes[i] & mask == mask).collect() };
        for mask in 1..16u8 {
            let semantics = has(&self.semantics, mask);
            if semantics.is_empty() {
                continue;
            }
            let either: Set = (0..n).filter(|&i| self.storage[i] & mask != 0).collect::<Set>() | semantics;
            let synchronizes = synchronizes.clone().from(semantics).to(semantics);
            let release = self.frame.po.clone().from(either).to(self.releases & semantics);
            let acquire = self.frame.po.clone().from(self.acquires & semantics).to(either);
            before = before.or(&self.system.clone().or(&synchronizes).or(&release).or(&acquire).closure());
        }
        before
    }

    /// Location order: accesses to one location of which the first completes before the second sees it.
    fn location_order(&self, before: &Relation) -> Relation {
        let frame = self.frame;
        let n = frame.len();
        let (reads, writes) = (frame.reads, frame.writes);
        let accesses = reads | writes;
        let identity = |set| Relation::identity(n, set);
        let [subgroup, workgroup, family] = &self.same;
        // Events that may be at a link of a chain; without chains only the operation itself.
        let accesses_and_more = Set(!0) - frame.initial;
        let ends = identity(accesses_and_more);
        let chain = |links: Relation| {
            if self.chains {
                Relation::product(n, accesses_and_more, accesses_and_more).and(&links)
            } else {
                ends.clone().and(&links)
            }
        };
        let step = |scope: &Relation| before.clone().and(scope).and(&self.included);
        let (in_subgroup, in_workgroup, in_family) = (step(subgroup), step(workgroup), step(family));
        let av = |domain: usize| self.available[domain];
        let av_sub = identity(av(0));
        let first = av_sub.then(&in_subgroup).or_same();
        let av_group = chain(first.clone()).to(av(1));
        let second = first.then(&av_group.then(&in_workgroup).or_same());
        let av_family = chain(second.clone()).to(av(2));
        let third = second.then(&av_family.then(&in_family).or_same());
        let av_shader = chain(third).to(av(3));
        let vis = |domain: usize| self.visible[domain];
        let vis_sub = identity(vis(0));
        let last = in_subgroup.then(&vis_sub).or_same();
        let vis_group = chain(last.clone()).from(vis(1));
        let last = in_workgroup.then(&vis_group).or_same().then(&last);
        let vis_family = chain(last.clone()).from(vis(2));
        let last = in_family.then(&vis_family).or_same().then(&last);
        let vis_shader = chain(last).from(vis(3));
        let here = frame.po.clone().or_same().and(&self.included);
        let (shared_reads, shared_writes) = (self.shared & reads, self.shared & writes);
        let start = here.clone().from(shared_writes);
        let end = here.to(shared_reads);
        let domains = [
            (av_sub, vis_sub, before.clone().and(subgroup)),
            (av_group, vis_group, before.clone().and(workgroup)),
            (av_family, vis_family, before.clone().and(family)),
            (av_shader, vis_shader, before.clone()),
        ];
        let mut order = before.clone().and(&frame.int).and(&frame.vloc);
        for (available, visible, across) in domains {
            let written = start.then(&available).then(&across);
            order = order.or(&written.clone().to(shared_writes).and(&frame.vloc));
            order = order.or(&written.then(&visible).then(&end).and(&frame.vloc));
        }
        let shared = self.shared & accesses;
        order = order.or(&before.clone().from(shared_reads).to(shared));
        order = order.or(&self.system.clone().closure().from(reads).to(accesses));
        let about = before.clone().and(&self.included);
        let to_device = about.clone().from(writes).to(self.device_available).then(before);
        order = order.or(&to_device.clone().to(writes));
        order = order.or(&to_device.to(self.device_visible).then(&about).to(reads));
        order.and(&frame.loc)
    }

    fn relations(&self, choice: &Choice, whole: bool) -> Ordered {
        let modification = choice.co.clone().and(&self.ordered_atomics);
        let synchronizes = self.synchronizes(choice, &modification, whole);
        let before = self.happens_before(&synchronizes);
        let location = self.location_order(&before);
        let frame = self.frame;
        let read = choice.rf.clone().and(&location).inverse();
        let over = location.clone().from(frame.writes).to(frame.writes);
        let initial = choice.rf.clone().from(frame.initial).inverse();
        let others = frame.loc.clone().to(frame.writes).without_same();
        let fr = read.then(&over).or(&choice.rf.inverse().then(&modification)).or(&initial.then(&others));
        Ordered { modification, location, fr }
    }
}

struct Ordered {
    modification: Relation,
    location: Relation,
    fr: Relation,
}

impl Judge for VulkanJudge<'_> {
    fn ordered_writes(&self) -> &Relation {
        &self.writes
    }

    fn check(&self, choice: &mut Choice, whole: bool) -> Result<(), Violation> {
        let frame = self.frame;
        let Ordered { modification, location, fr } = self.relations(choice, whole);
        let all = [("location", &location), ("rf", &choice.rf), ("fr", &fr), ("modification", &modification)];
        acyclic(&AXIOMS[0], &all)?;
        let after_write = location.clone().from(frame.writes);
        let hidden = after_write.then(&after_write.clone().closure());
        let plain = frame.reads - self.atomic;
        if let Some((write, read)) = choice.rf.clone().to(plain).and(&hidden).pairs().next() {
            return Err(Violation { axiom: &AXIOMS[1], edges: vec![(write, "rf", read), (write, "location", read)] });
        }
        let apart = |relation: &Relation| relation.clone().minus(&frame.int);
        between(&AXIOMS[2], frame, &apart(&fr), &apart(&modification))
    }

    fn race(&self, choice: &Choice) -> Option<(usize, usize)> {
        let location = self.relations(choice, true).location;
        let frame = self.frame;
        let accesses = (frame.reads | frame.writes) - frame.initial;
        let conflict = Relation::product(frame.len(), accesses, accesses & frame.writes).and(&frame.loc).without_same();
        conflict.minus(&self.ordered_atomics).minus(&location).minus(&location.inverse()).pairs().next()
    }
}
