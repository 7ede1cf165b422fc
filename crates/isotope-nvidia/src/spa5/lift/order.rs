//! The order, scope and cache qualifiers of accesses, fences and cache controls.
//!
//! # Sources
//! oracle: ptxas emits `LDG.CV` for `ld.volatile` and `STG.WT` for `st.volatile`, `MEMBAR.CTA`, `.GL` and `.SYS` for the
//! `membar` of that level, and the cache operators of PTX under the same names; the meaning of each cache operator is PTX's description.
//! assumed: atomics are relaxed among the lanes of the device, or of the group on shared memory. None of these qualifiers changes a value
//! in the model that runs.

use super::super::Profile;
use super::super::control::SCOREBOARDS;
use super::{Emit, Lift, Lifted, RZ, Refused, not_modelled};
use isotope_ir::effect::{
    Address, Caches, Control, Counter, FenceKind, MaintenanceAction, Order, Policy, Qualifiers, Scope, Space, Spaces,
    Src, Uop, Upkeep, Wait,
};
use isotope_ir::ordering::{Finish, LOUD, Meeting, Ordering, Silent, Taken};

/// Cache operators of loads and stores.
const OPERATORS: &[(&str, Qualifiers)] = &[
    ("", Qualifiers::PLAIN),
    ("CG", Qualifiers { near: Policy::Bypass, far: Policy::Cache, ..Qualifiers::PLAIN }),
    ("CI", Qualifiers { near: Policy::Incoherent, ..Qualifiers::PLAIN }),
    ("CS", Qualifiers { near: Policy::Stream, far: Policy::Stream, ..Qualifiers::PLAIN }),
    ("LU", Qualifiers { near: Policy::LastUse, ..Qualifiers::PLAIN }),
    ("CV", Qualifiers { near: Policy::Bypass, far: Policy::Bypass, ..VOLATILE }),
    ("WT", Qualifiers { near: Policy::WriteThrough, far: Policy::WriteThrough, ..VOLATILE }),
];
const VOLATILE: Qualifiers =
    Qualifiers { order: Order::Relaxed, scope: Scope::System, volatile: true, ..Qualifiers::PLAIN };

const LEVELS: &[(&str, Scope)] =
    &[("CTA", Scope::Group), ("GL", Scope::Device), ("SYS", Scope::System), ("VC", Scope::Channel)];

/// The caches that `MEMBAR` invalidates.
const DROPPED: &[(&str, Caches)] = &[
    ("", Caches(0)),
    ("IVALLD", Caches::L1),
    ("IVALLT", Caches::TEXTURE),
    ("IVALLTD", Caches::L1.union(Caches::TEXTURE)),
];

const CACHES: &[(&str, Caches)] = &[
    ("", Caches::L1),
    ("U", Caches::UNIFORM),
    ("C", Caches::CONSTANT),
    ("I", Caches::INSTRUCTION),
    ("CRS", Caches::STACK),
];

const ACTIONS: &[(&str, MaintenanceAction)] = &[
    ("PF1", MaintenanceAction::Prefetch(2)),
    ("PF1.5", MaintenanceAction::Prefetch(3)),
    ("PF2", MaintenanceAction::Prefetch(4)),
    ("WB", MaintenanceAction::WriteBack),
    ("IV", MaintenanceAction::Invalidate),
    ("RS", MaintenanceAction::Reset),
    ("RSLB", MaintenanceAction::ResetLabel),
    ("IVTH", MaintenanceAction::Invalidate),
];

fn named<T: Copy>(list: &[(&str, T)], name: &str, what: &'static str) -> Result<T, Refused> {
    list.iter().find(|(known, _)| *known == name).map(|(_, value)| *value).ok_or(not_modelled(what))
}

/// Fences, waits and cache controls.
pub(super) const MEANINGS: &[(&str, Emit)] = &[
    ("MEMBAR", |l| l.fence()),
    ("DEPBAR", |l| l.scoreboards()),
    ("CCTL", |l| l.caches().and_then(|caches| l.maintain_line(caches))),
    ("CCTL.IVALL", |l| l.caches().and_then(|caches| l.maintain(MaintenanceAction::Invalidate, caches))),
    ("CCTLL", |l| l.maintain_line(l.local_caches())),
    ("CCTLL.IVALL", |l| l.maintain(MaintenanceAction::Invalidate, l.local_caches())),
    ("CCTLL.WBALL", |l| l.maintain(MaintenanceAction::WriteBack, l.local_caches())),
    ("CCTLT", |l| l.maintain_line(Caches::HEADER)),
    ("CCTLT.IVALL", |l| l.maintain(MaintenanceAction::Invalidate, Caches::HEADER)),
];

/// spec: PTX ISA, `bar.sync` orders the accesses of the participating threads, `ld.global.nc` is for memory that no thread writes; CUDA's
/// tuning guide for Maxwell, global loads are served by L2. assumed: the fields named here.
const ORDERING: Ordering = Ordering {
    finish: Finish::Fences,
    meeting: Meeting::Orders,
    near_meeting: Meeting::Orders,
    drops_for_group: &[],
    drops_for_device: &[],
    shares_far: false,
    one_tile: true,
    drops_for_scalars: &[],
    global: LOUD,
    near: Silent { loads: true, stores: true },
    taken: &[
        Taken {
            name: "membar-both-ways",
            what: "MEMBAR of a level is a fence of PTX of that level: release and acquire with the strong accesses beside it",
        },
        Taken {
            name: "strong-accesses",
            what: "ATOM, RED and ATOMS, LDG.CV and STG.WT, which ptxas makes of volatile accesses, are atomic (it makes them of the hints .cv and .wt, \
                   too, which PTX leaves weak); other global accesses are plain",
        },
        Taken {
            name: "shared-words-of-atomics",
            what: "LDS and STS are atomic on words to which an ATOMS goes, or for which a wave waits in a loop: ptxas makes the same instructions \
                   of volatile and of plain accesses",
        },
    ],
};

/// The memory order of a processor.
pub(in crate::spa5) fn ordering(profile: Profile) -> Result<&'static Ordering, &'static str> {
    match profile {
        Profile::Sm50 | Profile::Sm52 => Ok(&ORDERING),
        Profile::Sm60 | Profile::Sm61 => {
            Err("by which caches plain loads of sm_60 and later are served is not modelled")
        }
    }
}

impl Lift<'_> {
    /// The qualifiers of a load or store.
    pub(super) fn qualifiers(&self) -> Result<Qualifiers, Refused> {
        match self.inst.try_get("cop") {
            Some(_) => named(OPERATORS, self.text("cop"), "this cache operator"),
            None => Ok(Qualifiers::PLAIN),
        }
    }

    /// The qualifiers of an atomic.
    pub(super) fn atomic_qualifiers(&self, space: Space) -> Qualifiers {
        Qualifiers::relaxed(if space == Space::Shared { Scope::Group } else { Scope::Device })
    }

    /// The caches that `CCTL` names.
    fn caches(&self) -> Result<Caches, Refused> {
        named(CACHES, self.text("cache"), "this cache")
    }

    /// The caches that `CCTLL` names.
    fn local_caches(&self) -> Caches {
        let stack = self.inst.try_get("cache").is_some() && self.text("cache") == "CRS";
        if stack { Caches::STACK } else { Caches::LOCAL }
    }

    fn fence(&mut self) -> Lifted {
        let scope = named(LEVELS, self.text("level"), "this level")?;
        let dropped = named(DROPPED, self.text("ivall"), "this invalidation")?;
        self.b.push(Uop::Fence { kind: FenceKind::Full, scope, spaces: Spaces::ALL });
        if dropped == Caches(0) { Ok(Control::Next) } else { self.maintain(MaintenanceAction::Invalidate, dropped) }
    }

    fn wait(&mut self, counter: Counter, at_most: u32) -> Control {
        self.b.push(Uop::Wait(Wait { counter, at_most: Src::Imm(at_most) }));
        Control::Next
    }

    /// `DEPBAR.LE SBn, count, {set}` and `DEPBAR {set}`: waits until the scoreboards of the set are zero.
    fn scoreboards(&mut self) -> Lifted {
        if self.inst.try_get("sb").is_some() {
            let scoreboard = self.inst.get("sb") as u8;
            if scoreboard >= SCOREBOARDS {
                return Err(not_modelled("this scoreboard"));
            }
            self.wait(Counter::Scoreboard(scoreboard), self.inst.get("count") as u32);
        }
        let set = self.inst.get("set");
        for scoreboard in (0..SCOREBOARDS).filter(|n| set >> n & 1 != 0) {
            self.wait(Counter::Scoreboard(scoreboard), 0);
        }
        Ok(Control::Next)
    }

    /// Maintenance of one cache line.
    fn maintain_line(&mut self, caches: Caches) -> Lifted {
        let action = named(ACTIONS, self.text("op"), "this cache control")?;
        let at = Some(self.line());
        self.b.push(Uop::Maintain(Upkeep { action, caches, at, qualifiers: Qualifiers::PLAIN }));
        Ok(Control::Next)
    }

    /// Maintenance of all cache lines.
    fn maintain(&mut self, action: MaintenanceAction, caches: Caches) -> Lifted {
        self.b.push(Uop::Maintain(Upkeep { action, caches, at: None, qualifiers: Qualifiers::PLAIN }));
        Ok(Control::Next)
    }

    /// The address or number of a line.
    fn line(&mut self) -> Address {
        if self.inst.try_get("tic").is_some() {
            return Address { lo: Src::Imm(self.inst.get("tic") as u32), hi: None, offset: 0 };
        }
        if self.inst.try_get("Rc").is_some() {
            return Address { lo: self.reg("Rc"), hi: None, offset: 0 };
        }
        let wide = self.inst.try_get("E").is_some_and(|e| e != 0) && self.inst.get("Ra") != RZ;
        let hi = wide.then(|| self.reg_at("Ra", 1));
        Address { lo: self.reg("Ra"), hi, offset: self.inst.number("off") as i32 }
    }
}
