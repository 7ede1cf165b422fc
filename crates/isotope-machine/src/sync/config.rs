//! The set-up by the command processor: the resources that an application owns, and the use of the ordered counters.
//!
//! The launch sets all of these values. The register layouts are those of the gfx11 headers of the Linux
//! amdgpu driver; ranges can also be given as base and size.

use isotope_op::assume::Assumptions;

/// Virtual memory ids of a device.
pub const VMIDS: usize = 16;
/// Number of global wave sync (GWS) resources.
pub const RESOURCES: u8 = 64;
/// Number of ordered counters, which are the GS registers.
pub const COUNTERS: usize = 16;

/// The GWS resources that a VMID owns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct GwsRange {
    /// The first resource, 0 to 63.
    pub base: u8,
    /// The number of resources, 0 to 64.
    pub size: u8,
}

impl GwsRange {
    /// Reads `GDS_GWS_VMIDn`: base in bits 5..0, size in bits 22..16.
    ///
    /// # Source
    /// **spec**: gc_11_0_0_sh_mask.h; the driver writes `size << 16 | base`.
    pub fn from_register(value: u32) -> GwsRange {
        GwsRange { base: (value & 0x3f) as u8, size: (value >> 16 & 0x7f) as u8 }
    }

    /// The value of `GDS_GWS_VMIDn`.
    pub fn register(self) -> u32 {
        u32::from(self.size & 0x7f) << 16 | u32::from(self.base & 0x3f)
    }
}

/// The bytes of global data share that a VMID owns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct GdsRange {
    /// First byte; `GDS_VMIDn_BASE`, 16 bits.
    pub base: u32,
    /// Size in bytes; `GDS_VMIDn_SIZE`, 17 bits.
    pub size: u32,
}

/// The resources that one VMID owns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Vmid {
    /// Its GWS resources.
    pub gws: GwsRange,
    /// Its part of the GDS.
    pub gds: GdsRange,
    /// Its ordered counters, one bit each; `GDS_OA_VMIDn`, 16 bits.
    pub ordered: u16,
}

/// The buffer that an ordered counter indexes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Buffer {
    /// Ordered count: an unbounded buffer.
    #[default]
    Unbounded,
    /// Ordered alloc: a ring. The counter runs from 0 to `size - 1`.
    Ring {
        /// Number of elements.
        size: u32,
        /// Whether a request waits until this many elements are free ([`Unit::give_back`](super::Unit::give_back)). Otherwise the ring is
        /// assumed to be large enough.
        tracked: bool,
    },
}

/// The set-up of the whole device.
///
/// # Examples
/// ```
/// use isotope_machine::sync::{Config, GwsRange};
/// let mut config = Config::default(); // every VMID owns everything
/// config.vmids[8].gws = GwsRange { base: 4, size: 2 };
/// assert_eq!(config.vmids[8].gws.register(), 0x0002_0004);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Config {
    /// By VMID.
    pub vmids: [Vmid; VMIDS],
    /// By counter.
    pub counters: [Buffer; COUNTERS],
    /// Size of the GDS in bytes; the driver declares 4096 for gfx11.
    pub gds_bytes: u32,
    /// The selected alternatives of assumptions.
    pub rules: Assumptions,
}

impl Default for Config {
    /// One application that owns everything.
    fn default() -> Config {
        let all = Vmid {
            gws: GwsRange { base: 0, size: RESOURCES },
            gds: GdsRange { base: 0, size: 4096 },
            ordered: u16::MAX,
        };
        Config {
            vmids: [all; VMIDS],
            counters: [Buffer::Unbounded; COUNTERS],
            gds_bytes: 4096,
            rules: Assumptions::DEFAULT,
        }
    }
}
