//! What accesses and synchronisation instructions say of order, scope and caches.
//!
//! The model that runs today is sequentially consistent: none of this changes a value in it. It is kept so that nothing of
//! a synchronisation instruction is lost when it is lifted, and a weaker model finds here what it needs.
//!
//! # Sources
//! Which field of which instruction becomes what stands in ARCHITECTURE.md, "Order, scope, caches". That a bit of an
//! encoding means *this* order or scope is spec where the vendor's guide says so (gfx1100, vISA), and assumed for SPA 5.0,
//! for which there is no public text: oracle there is which PTX qualifier ptxas compiles to it.

use serde::{Deserialize, Serialize};

use super::{Address, Src};

/// How strongly an access is ordered with others to the same place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Not at all.
    #[default]
    Weak,
    /// All observers see one order of such accesses to a place; other places are not concerned.
    Relaxed,
}

/// Among whom an order or a fence holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// The lane alone: it promises others nothing.
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
    /// The same, for what comes before only (vISA `sysrel`).
    SystemRelease,
    /// The same, for what comes after only (vISA `sysacq`).
    SystemAcquire,
    /// What SPA 5.0 calls `VC`; no public text says what that covers.
    Channel,
}

/// What a level of the caches is asked to do with the line of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    /// What it does by itself.
    #[default]
    Default,
    /// Keep it.
    Cache,
    /// Pass it by.
    Bypass,
    /// It is used once: evict it early.
    Stream,
    /// It will not be read again: drop it without writing back.
    LastUse,
    /// It may stay as it is although memory changes.
    Incoherent,
    /// Keep what is written, and write it to memory when it is evicted.
    WriteBack,
    /// Write it to memory at once.
    WriteThrough,
    /// Drop it after it was read.
    ReadInvalidate,
    /// Do not make room for it.
    NoAllocate,
}

/// What an instruction says of an access beside its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Qualifiers {
    /// How it is ordered.
    #[serde(default, skip_serializing_if = "is_default")]
    pub order: Order,
    /// Among whom.
    #[serde(default, skip_serializing_if = "is_default")]
    pub scope: Scope,
    /// It is made as often as the program says, and never served from what was read before.
    #[serde(default, skip_serializing_if = "is_default")]
    pub volatile: bool,
    /// The cache next to the core: SPA L1, gfx1100 L0, Xe L1; the scalar cache for scalar loads.
    #[serde(default, skip_serializing_if = "is_default")]
    pub near: Policy,
    /// The cache of the device: SPA L2, gfx1100 L2, Xe L3.
    #[serde(default, skip_serializing_if = "is_default")]
    pub far: Policy,
    /// The cache behind that: gfx1100 memory-attached last level.
    #[serde(default, skip_serializing_if = "is_default")]
    pub last: Policy,
}

impl Qualifiers {
    /// An access that promises nothing and leaves the caches to themselves.
    pub const PLAIN: Qualifiers = Qualifiers {
        order: Order::Weak,
        scope: Scope::Lane,
        volatile: false,
        near: Policy::Default,
        far: Policy::Default,
        last: Policy::Default,
    };

    /// Whether it says nothing.
    pub fn is_plain(&self) -> bool {
        *self == Qualifiers::PLAIN
    }

    /// An atomic access among those in `scope`.
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

/// What a fence holds back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FenceKind {
    /// Accesses behind it, until those before it are seen in its scope.
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

    /// Both.
    pub const fn and(self, other: Caches) -> Caches {
        Caches(self.0 | other.0)
    }
}

/// What is done with lines of a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Maintenance {
    /// Drop them.
    Invalidate,
    /// Write them to memory and keep them.
    WriteBack,
    /// Write them to memory and drop them.
    Evict,
    /// Drop them without writing.
    Discard,
    /// What vISA calls `clean`.
    Clean,
    /// What vISA calls `flush`.
    Flush,
    /// What vISA calls `type6`.
    Reserved6,
    /// Fetch them: SPA `PF1`, `PF1.5`, `PF2`, in halves of a line; 0 where the access itself says how much.
    Prefetch(u8),
    /// What SPA 5.0 calls `RS`.
    Reset,
    /// What SPA 5.0 calls `RSLB`.
    ResetLabel,
}

/// What a wave counts of its own outstanding work.
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
    /// The wave goes on when it is no more than this.
    pub at_most: Src,
}

/// Work on the lines of caches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Upkeep {
    /// What is done.
    pub action: Maintenance,
    /// In which caches.
    pub caches: Caches,
    /// The line of this address per lane; all lines where there is none.
    pub at: Option<Address>,
    /// What else is said of an access that only fetches.
    #[serde(default, skip_serializing_if = "Qualifiers::is_plain")]
    pub qualifiers: Qualifiers,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
