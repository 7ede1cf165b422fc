//! Fences, and the order, scope and cache qualifiers of accesses.
//!
//! # Sources
//! spec: the public vISA documentation, FENCE, LSC_FENCE, cache controls of LSC messages. Atomics are relaxed among the
//! lanes of the device, or of the group in shared local memory (assumed: IGC emits the same instructions for every scope). None
//! of these qualifiers changes a value in the model that runs.

use super::meaning::Control;
use super::{Lift, Lifted, Refused, not_modelled};
use isotope_ir::effect::{
    Caches, Control as Flow, FenceKind, MaintenanceAction, Policy, Qualifiers, Scope, Space, Spaces, Uop, Upkeep,
};
use isotope_ir::ordering::{Finish, LOUD, Meeting, Ordering, Taken};

/// Cache controls of load-store messages, by their names in the row.
const POLICIES: &[(&str, Policy)] = &[
    ("", Policy::Default),
    ("df", Policy::Default),
    ("uc", Policy::Bypass),
    ("ca", Policy::Cache),
    ("wb", Policy::WriteBack),
    ("wt", Policy::WriteThrough),
    ("st", Policy::Stream),
    ("ri", Policy::ReadInvalidate),
];

const SCOPES: &[(&str, Scope)] = &[
    ("group", Scope::Group),
    ("local", Scope::Local),
    ("tile", Scope::Tile),
    ("gpu", Scope::Device),
    ("gpus", Scope::Devices),
    ("sysrel", Scope::SystemRelease),
    ("sysacq", Scope::SystemAcquire),
];

const PORTS: &[(&str, Spaces)] =
    &[("ugm", Spaces::GLOBAL), ("ugml", Spaces::GLOBAL_LOW), ("tgm", Spaces::TYPED), ("slm", Spaces::SHARED)];

/// The effect of `lsc_fence` on cache lines, and the caches it applies to.
const ACTIONS: &[(&str, Option<(MaintenanceAction, Caches)>)] = &[
    ("none", None),
    ("evict", Some((MaintenanceAction::Evict, Caches::L1))),
    ("invalidate", Some((MaintenanceAction::Invalidate, Caches::L1))),
    ("discard", Some((MaintenanceAction::Discard, Caches::L1))),
    ("clean", Some((MaintenanceAction::Clean, Caches::L1))),
    ("flushl3", Some((MaintenanceAction::Flush, Caches::L3))),
    ("type6", Some((MaintenanceAction::Reserved6, Caches::L1))),
];

/// Bits of a fence's mask: the caches that it flushes.
const FLUSHED: &[(u32, Caches)] =
    &[(1, Caches::INSTRUCTION), (2, Caches::TEXTURE), (3, Caches::CONSTANT), (4, Caches::RENDER), (6, Caches::L1)];
const COMMIT: u64 = 1;

/// spec: the vISA documentation, FENCE (accesses before the fence are visible before those after it; bit 6 flushes L1) and BARRIER, which
/// says nothing about memory. assumed: the fields named here.
pub(crate) const ORDERING: Ordering = Ordering {
    finish: Finish::Fences,
    meeting: Meeting::Meets,
    near_meeting: Meeting::Meets,
    drops_for_group: &[],
    drops_for_device: &[Caches::L1],
    shares_far: true,
    one_tile: true,
    drops_for_scalars: &[],
    global: LOUD,
    near: LOUD,
    taken: &[
        Taken {
            name: "fence-both-ways",
            what: "a fence orders what a thread did before it with what it does behind it, whether or not it commits; fence_local for the group and \
                   its memory, fence_global for the device",
        },
        Taken {
            name: "group-shares-l1",
            what: "the threads of a group share one L1, so that a barrier behind a fence is enough among them; what other groups wrote is seen behind a \
                   flush of L1, which IGC makes for acquire",
        },
        Taken {
            name: "strong-accesses",
            what: "atomic messages alone are atomic: IGC makes them also of atomic loads and stores, and plain ones of volatile accesses",
        },
    ],
};

/// oracle: for barriers with a local memory fence, IGC 1.0.12504 emits a fence on tgllp and none on skl, whose shared local memory is in
/// order.
pub(crate) const GEN9: Ordering = Ordering { near_meeting: Meeting::Orders, ..ORDERING };

/// oracle: for atomics of device scope, IGC 2.40.14 emits fences of a tile on dg2, which has one tile, and of the device on pvc, which may
/// have two.
pub(crate) const TILES: Ordering = Ordering { one_tile: false, ..ORDERING };

fn named<T: Copy>(list: &[(&str, T)], name: &str, what: &'static str) -> Result<T, Refused> {
    list.iter().find(|(known, _)| *known == name).map(|(_, value)| *value).ok_or(not_modelled(what))
}

/// Fences and cache controls.
pub(super) const MEANINGS: &[(&str, Control)] = &[
    ("fence_sw", |l| l.fence(FenceKind::Instructions, Scope::Device, Spaces::ALL)),
    ("fence_local", |l| l.fence_memory(Scope::Group, Spaces::SHARED)),
    ("fence_global", |l| l.fence_memory(Scope::Device, Spaces::ALL)),
    ("lsc_fence", |l| l.lsc_fence()),
    ("sampler_cache_flush", |l| l.maintain(MaintenanceAction::Flush, Caches::TEXTURE)),
];

impl Lift<'_> {
    fn maintain(&mut self, action: MaintenanceAction, caches: Caches) -> Lifted {
        self.b.push(Uop::Maintain(Upkeep { action, caches, at: None, qualifiers: Qualifiers::PLAIN }));
        Ok(Flow::Next)
    }

    fn fence_memory(&mut self, scope: Scope, spaces: Spaces) -> Lifted {
        let commits = self.inst.number("options") & COMMIT != 0;
        self.fence(if commits { FenceKind::Commit } else { FenceKind::Full }, scope, spaces)
    }

    fn fence(&mut self, kind: FenceKind, scope: Scope, spaces: Spaces) -> Lifted {
        let mask = self.inst.number("options");
        self.b.push(Uop::Fence { kind, scope, spaces });
        let set = FLUSHED.iter().filter(|(bit, _)| mask >> bit & 1 != 0);
        let flushed = set.fold(Caches(0), |all, (_, caches)| all.union(*caches));
        if flushed == Caches(0) { Ok(Flow::Next) } else { self.maintain(MaintenanceAction::Flush, flushed) }
    }

    fn lsc_fence(&mut self) -> Lifted {
        let scope = named(SCOPES, self.inst.word("scope"), "this scope")?;
        let spaces = named(PORTS, self.inst.word("sfid"), "this memory")?;
        let action = named(ACTIONS, self.inst.word("op"), "this cache control")?;
        self.b.push(Uop::Fence { kind: FenceKind::Full, scope, spaces });
        action.map_or(Ok(Flow::Next), |(action, caches)| self.maintain(action, caches))
    }

    /// The qualifiers of an access.
    pub(super) fn qualifiers(&self, space: Space, atomic: bool) -> Result<Qualifiers, Refused> {
        let policy = |level: &str| match self.inst.operand(level) {
            Some(_) => named(POLICIES, self.inst.word(level), "this cache control"),
            None => Ok(Policy::Default),
        };
        let (near, far) = (policy("l1")?, policy("l3")?);
        let scope = if space == Space::Shared { Scope::Group } else { Scope::Device };
        let order = if atomic { Qualifiers::relaxed(scope) } else { Qualifiers::PLAIN };
        Ok(Qualifiers { near, far, ..order })
    }
}
