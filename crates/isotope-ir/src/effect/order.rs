//! Order, scope and cache policy of accesses and synchronization instructions.
//!
//! Launches are sequentially consistent, so none of this changes a value there. It is kept so that lifting loses nothing of a
//! synchronization instruction and weaker models have what they need.
//!
//! # Sources
//! The README of this crate lists which field of which instruction becomes what ("Order, scope, caches"). That a bit of an encoding means
//! *this* order or scope is spec where the vendor's guide says so (gfx1100, vISA), and assumed for SPA 5.0, for which there is no public
//! text: there the oracle is which PTX qualifier ptxas compiles to it.

use serde::{Deserialize, Serialize};

use super::{Address, Src};

/// How strongly an access is ordered with other accesses to the same location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Not at all.
    #[default]
    Weak,
    /// All observers see one order of such accesses to a location; other locations are not affected.
    Relaxed,
}

/// The scope of an order or a fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// The lane alone: no guarantee for other lanes.
    #[default]
    Lane,
    /// The lanes of a work-group.
    Group,
    /// The cores of one slice or half-slice (vISA `local`).
    Local,
    /// One tile of a device.
    Tile,
    /// One device.
    Device,
    /// Several devices (vISA `gpus`).
    Devices,
    /// Devices and host.
    System,
    /// System scope, release only: orders accesses before it (vISA `sysrel`).
    SystemRelease,
    /// System scope, acquire only: orders accesses after it (vISA `sysacq`).
    SystemAcquire,
    /// What SPA 5.0 calls `VC`; no public text says what that covers.
    Channel,
}

/// What a cache level is asked to do with the line of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    /// Its default.
    #[default]
    Default,
    /// Keep the line.
    Cache,
    /// Bypass the cache.
    Bypass,
    /// Evict the line early: it is used once.
    Stream,
    /// Drop the line without writing it back: it will not be read again.
    LastUse,
    /// The line may stay unchanged although memory changes.
    Incoherent,
    /// Keep written data, and write it to memory on eviction.
    WriteBack,
    /// Write through to memory at once.
    WriteThrough,
    /// Drop the line after it was read.
    ReadInvalidate,
    /// Do not allocate a line.
    NoAllocate,
}

/// Qualifiers of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Qualifiers {
    /// Its order.
    #[serde(default, skip_serializing_if = "is_default")]
    pub order: Order,
    /// Its scope.
    #[serde(default, skip_serializing_if = "is_default")]
    pub scope: Scope,
    /// It is made exactly as often as the program says, and never served from an earlier read.
    #[serde(default, skip_serializing_if = "is_default")]
    pub volatile: bool,
    /// The cache next to the core: SPA L1, gfx1100 L0, Xe L1; the scalar cache for scalar loads.
    #[serde(default, skip_serializing_if = "is_default")]
    pub near: Policy,
    /// The cache of the device: SPA L2, gfx1100 L2, Xe L3.
    #[serde(default, skip_serializing_if = "is_default")]
    pub far: Policy,
    /// The cache after that: gfx1100 memory-attached last level.
    #[serde(default, skip_serializing_if = "is_default")]
    pub last: Policy,
}

impl Qualifiers {
    /// No guarantees and default cache policies.
    pub const PLAIN: Qualifiers = Qualifiers {
        order: Order::Weak,
        scope: Scope::Lane,
        volatile: false,
        near: Policy::Default,
        far: Policy::Default,
        last: Policy::Default,
    };

    /// Whether these are the default qualifiers.
    pub fn is_plain(&self) -> bool {
        *self == Qualifiers::PLAIN
    }

    /// An atomic access with this scope.
    pub const fn relaxed(scope: Scope) -> Qualifiers {
        Qualifiers { order: Order::Relaxed, scope, ..Qualifiers::PLAIN }
    }
}

/// Kinds of memory, as a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Spaces(pub u8);

impl Spaces {
    /// Global memory.
    pub const GLOBAL: Spaces = Spaces(1);
    /// Memory of the work-group.
    pub const SHARED: Spaces = Spaces(2);
    /// Elements of surfaces.
    pub const TYPED: Spaces = Spaces(4);
    /// Global memory by way of the low-bandwidth port (vISA `ugml`).
    pub const GLOBAL_LOW: Spaces = Spaces(8);
    /// All of them.
    pub const ALL: Spaces = Spaces(15);
}

/// What a fence orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FenceKind {
    /// Accesses after it wait until those before it are visible in its scope.
    Full,
    /// The same, and the thread waits until the fence itself is done (vISA, bit 0 of the mask).
    Commit,
    /// Nothing at run time: compilers do not move instructions across it (vISA `fence_sw`).
    Instructions,
}

/// Caches, as a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Caches(pub u16);

impl Caches {
    /// gfx1100 vector L0.
    pub const L0: Caches = Caches(1);
    /// SPA L1 of data, gfx1100 GL1, Xe L1.
    pub const L1: Caches = Caches(1 << 1);
    /// The device's cache: SPA and gfx1100 L2.
    pub const L2: Caches = Caches(1 << 2);
    /// Xe L3.
    pub const L3: Caches = Caches(1 << 3);
    /// gfx1100 scalar cache.
    pub const SCALAR: Caches = Caches(1 << 4);
    /// Instructions.
    pub const INSTRUCTION: Caches = Caches(1 << 5);
    /// Constants.
    pub const CONSTANT: Caches = Caches(1 << 6);
    /// Textures and samplers.
    pub const TEXTURE: Caches = Caches(1 << 7);
    /// Headers of textures and samplers (SPA `CCTLT`).
    pub const HEADER: Caches = Caches(1 << 8);
    /// Render targets.
    pub const RENDER: Caches = Caches(1 << 9);
    /// What SPA 5.0 calls `U`.
    pub const UNIFORM: Caches = Caches(1 << 10);
    /// The spilled part of SPA's call and reconvergence stack.
    pub const STACK: Caches = Caches(1 << 11);
    /// Local memory (SPA `CCTLL`).
    pub const LOCAL: Caches = Caches(1 << 12);

    /// The union of both.
    pub const fn union(self, other: Caches) -> Caches {
        Caches(self.0 | other.0)
    }
}

/// A maintenance operation on cache lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MaintenanceAction {
    /// Drop them; whether changed data is written first is the cache's matter (a read cache has none).
    Invalidate,
    /// Write them to memory and keep them.
    WriteBack,
    /// Write them to memory and drop them.
    Evict,
    /// Drop them; changed data is lost (vISA `discard`).
    Discard,
    /// What vISA calls `clean`.
    Clean,
    /// What vISA calls `flush`.
    Flush,
    /// What vISA calls `type6`.
    Reserved6,
    /// Prefetch them: SPA `PF1`, `PF1.5`, `PF2`, in halves of a line; 0 where the access itself gives the size.
    Prefetch(u8),
    /// What SPA 5.0 calls `RS`.
    Reset,
    /// What SPA 5.0 calls `RSLB`.
    ResetLabel,
}

/// A counter of a wave's outstanding operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counter {
    /// SPA scoreboard 0 to 5.
    Scoreboard(u8),
    /// gfx1100 vector loads, and atomics that return.
    Vm,
    /// gfx1100 vector stores, and atomics that do not return.
    Vs,
    /// gfx1100 exports.
    Exp,
    /// gfx1100 LDS, GDS, scalar memory, messages.
    Lgkm,
    /// gfx1100 hazards inside the core, by the number of the lowest bit of their field in `s_waitcnt_depctr`.
    Depctr(u8),
    /// gfx1100 events, by their mask in `s_wait_event`.
    Event(u16),
    /// gfx1100: everything (`s_wait_idle`).
    Idle,
}

/// A wait for a [`Counter`] to fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wait {
    /// What is counted.
    pub counter: Counter,
    /// The wave continues when the counter is at most this.
    pub at_most: Src,
}

/// Cache maintenance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Upkeep {
    /// The action.
    pub action: MaintenanceAction,
    /// The caches.
    pub caches: Caches,
    /// The line of this address per lane; all lines if absent.
    pub at: Option<Address>,
    /// Qualifiers of an access that only prefetches.
    #[serde(default, skip_serializing_if = "Qualifiers::is_plain")]
    pub qualifiers: Qualifiers,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
