//! Memory systems as tables: the levels between a core and the memory that all share, and the counters of a wave's accesses.
//!
//! Sources: the RDNA3 ISA guide (wait counters, GLC, cache controls), and LLVM's AMDGPU usage guide, "Memory Model GFX10-GFX11".
//! `docs/explore.md` gives the sentence behind each rule, and what these leave open.

use isotope_ir::effect::{Caches, Counter, Policy};

/// A cache between a core and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The vendor's name.
    pub name: &'static str,
    /// What invalidates it.
    pub caches: Caches,
}

/// A memory system with two caches over a memory that all cores share, each of which a store passes through on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemorySystem {
    /// As `--model` calls it.
    pub name: &'static str,
    /// The cache of a core. A store is visible there at issue.
    pub near: Level,
    /// The cache of an array of cores. It only holds what was read.
    pub middle: Level,
    /// The cache of a group's scalar loads. It is not coherent with the cache of the core.
    pub scalar: Level,
    /// Load policy that bypasses both caches.
    pub bypass: Policy,
    /// Counter of loads, and of atomics that return.
    pub loads: Counter,
    /// Counter of stores, and of atomics that do not return.
    pub stores: Counter,
    /// Counter of accesses to memory of the group and of scalar loads.
    pub shared: Counter,
    /// Most outstanding accesses of a kind per wave; the next one waits.
    pub most: usize,
    /// Cores over which a group is spread: in narrow mode, and in wide mode.
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
