//! Memory systems as declared tables: what lies between a core and memory that all share, and what a wave counts of its accesses.
//!
//! Sources: the RDNA3 ISA guide (wait counters, GLC, cache controls), and LLVM's AMDGPU usage guide, "Memory Model GFX10-GFX11". Which
//! sentence each rule of the model stands on, and what they leave open, is in `docs/explore.md`.

use isotope_ir::effect::{Caches, Counter, Policy};

/// A cache between a core and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// As the vendor calls it.
    pub name: &'static str,
    /// What invalidates it.
    pub caches: Caches,
}

/// A memory system with two caches over a memory that all cores share, each of which a store passes through on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemorySystem {
    /// As `--model` calls it.
    pub name: &'static str,
    /// The cache of a core. A store is visible there when it is issued.
    pub near: Level,
    /// The cache of an array of cores. It holds what was read, no more.
    pub middle: Level,
    /// The cache of a group's scalar loads. It knows nothing of the cache of the core.
    pub scalar: Level,
    /// What a load says to be served by neither of them.
    pub bypass: Policy,
    /// What counts loads, and atomics that return.
    pub loads: Counter,
    /// What counts stores, and atomics that do not return.
    pub stores: Counter,
    /// What counts accesses to memory of the group and scalar loads.
    pub shared: Counter,
    /// Accesses of a kind that a wave can have outstanding; the next one waits.
    pub most: usize,
    /// Cores over which a group is spread, by the mode of its launch: in the narrow one, and in the wide one.
    pub cores: [u8; 2],
}

/// gfx1100.
///
/// # Sources
/// spec: LLVM AMDGPU usage guide, "Memory Model GFX10-GFX11": an L0 for each CU, an L1 for each shader array, one L2; groups run on one CU (CU mode) or on
/// both CUs of a WGP (WGP mode). spec: RDNA3 ISA guide, wait counters of six bits; GLC on loads.
pub const RDNA3: MemorySystem = MemorySystem {
    name: "rdna3",
    near: Level { name: "L0", caches: Caches::L0 },
    middle: Level { name: "L1", caches: Caches::L1 },
    scalar: Level { name: "scalar cache", caches: Caches::SCALAR },
    bypass: Policy::Bypass,
    loads: Counter::Vm,
    stores: Counter::Vs,
    shared: Counter::Lgkm,
    most: 63,
    cores: [1, 2],
};

/// All of them.
pub const ALL: [&MemorySystem; 1] = [&RDNA3];

impl MemorySystem {
    /// The one with a name.
    pub fn named(name: &str) -> Option<&'static MemorySystem> {
        ALL.into_iter().find(|system| system.name == name)
    }
}
