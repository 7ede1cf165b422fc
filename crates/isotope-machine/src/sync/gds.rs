//! The global data share: one small memory for the whole device, and the GS registers.
//!
//! This module computes the address of an access and holds the bytes; `isotope-op` defines the atomics.
//!
//! # Source
//! **spec**: AMD's RDNA3 guide, data share chapter; the Linux driver for the per-VMID registers. **assumed**: an access
//! beyond a size behaves as in LDS (dropped, reads return 0), addresses wrap at 32 bits before the check, and `amd.append_m0`.

use isotope_ir::effect::GsOp;
use std::fmt;

use isotope_op::assume::sync::{AppendM0, GsRegHigh};
use isotope_op::assume::{AMD_APPEND_M0, AMD_GS_REG_HIGH, Assumptions};

use super::config::{COUNTERS, GdsRange};

/// Why an access is not performed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Out {
    /// The address of an atomic is not a multiple of its size: MEMVIOL.
    Misaligned {
        /// Byte address in the GDS.
        address: u32,
        /// Bytes of the access.
        bytes: u32,
    },
    /// Beyond M0's size: dropped, reads return 0.
    BeyondM0 {
        /// VGPR plus offset, relative to M0's base.
        address: u32,
        /// M0\[15:0\].
        size: u32,
    },
    /// Beyond the range that the VMID owns: dropped, reads return 0.
    BeyondVmid {
        /// Relative to the VMID's base.
        address: u32,
        /// `GDS_VMIDn_SIZE`.
        size: u32,
    },
    /// Beyond the memory itself: dropped, reads return 0.
    BeyondMemory {
        /// Byte address in the GDS.
        address: u32,
        /// Size of the GDS in bytes.
        size: u32,
    },
}

impl fmt::Display for Out {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Out::Misaligned { address, bytes } => {
                write!(f, "{bytes}-byte access at GDS {address:#x} (must be a multiple of {bytes})")
            }
            Out::BeyondM0 { address, size } => {
                write!(f, "GDS address {address:#x} is beyond M0's size of {size:#x} bytes")
            }
            Out::BeyondVmid { address, size } => {
                write!(f, "GDS address {address:#x} is beyond the VMID's {size:#x} bytes")
            }
            Out::BeyondMemory { address, size } => {
                write!(f, "GDS address {address:#x} is beyond the memory of {size:#x} bytes")
            }
        }
    }
}

/// The memory.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Gds {
    bytes: Vec<u8>,
}

impl Gds {
    /// A GDS filled with zeros.
    pub fn new(bytes: u32) -> Gds {
        Gds { bytes: vec![0; bytes as usize] }
    }

    /// All bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// All bytes, for a host that initialises them.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// The little-endian value of up to 8 bytes; bytes that do not exist read as 0.
    pub fn load(&self, at: u32, bytes: u32) -> u64 {
        (0..bytes.min(8)).rev().fold(0, |value, i| {
            value << 8 | u64::from(at.checked_add(i).and_then(|a| self.bytes.get(a as usize)).copied().unwrap_or(0))
        })
    }

    /// Stores the low `bytes` bytes of a value; bytes that do not exist are dropped.
    pub fn store(&mut self, at: u32, bytes: u32, value: u64) {
        for i in 0..bytes.min(8) {
            if let Some(byte) = at.checked_add(i).and_then(|a| self.bytes.get_mut(a as usize)) {
                *byte = (value >> (8 * i)) as u8;
            }
        }
    }

    /// The address of `bytes` bytes at VGPR `addr` plus `offset`: M0 = {base\[31:16\], size\[15:0\]}, inside the VMID's range.
    /// Atomics require a multiple of `align`, their size; 1 accepts any address.
    ///
    /// # Units
    /// Bytes throughout.
    /// # Errors
    /// [`Out::Misaligned`] is a memory violation, the others drop the access.
    pub fn address(
        &self,
        range: GdsRange,
        m0: u32,
        addr: u32,
        offset: u32,
        bytes: u32,
        align: u32,
    ) -> Result<u32, Out> {
        let (base, size) = (m0 >> 16, m0 & 0xffff);
        let inner = addr.wrapping_add(offset);
        if u64::from(inner) + u64::from(bytes) > u64::from(size) {
            return Err(Out::BeyondM0 { address: inner, size });
        }
        self.place(range, base + inner, bytes, align)
    }

    /// The address of the counter of an append or consume in GDS.
    ///
    /// # Errors
    /// As [`Gds::address`].
    pub fn append_address(&self, range: GdsRange, m0: u32, offset: u32, rules: &Assumptions) -> Result<u32, Out> {
        match rules.get(AMD_APPEND_M0) {
            // M0[15:0] is the base here, so there is no size.
            AppendM0::Low => self.place(range, append_base(m0, true, rules).wrapping_add(offset), 4, 4),
            AppendM0::BySpace | AppendM0::High => self.address(range, m0, 0, offset, 4, 4),
        }
    }

    /// Checks an address of the VMID and converts it to an address in the memory.
    fn place(&self, range: GdsRange, address: u32, bytes: u32, align: u32) -> Result<u32, Out> {
        if u64::from(address) + u64::from(bytes) > u64::from(range.size) {
            return Err(Out::BeyondVmid { address, size: range.size });
        }
        let at = range.base.wrapping_add(address);
        let len = self.bytes.len() as u32;
        if u64::from(at) + u64::from(bytes) > u64::from(len) {
            return Err(Out::BeyondMemory { address: at, size: len });
        }
        if !at.is_multiple_of(align.max(1)) {
            return Err(Out::Misaligned { address: at, bytes: align });
        }
        Ok(at)
    }
}

/// Base of an append or consume in bytes, in LDS or in GDS; `amd.append_m0`.
pub fn append_base(m0: u32, gds: bool, rules: &Assumptions) -> u32 {
    match rules.get(AMD_APPEND_M0) {
        AppendM0::BySpace if gds => m0 >> 16,
        AppendM0::High => m0 >> 16,
        AppendM0::BySpace | AppendM0::Low => m0 & 0xffff,
    }
}

/// The old value of a GS register.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum GsOld {
    /// The value of one of the registers 0 to 7.
    Word(u32),
    /// The value of one of the registers 8 to 15.
    Wide(u64),
}

impl GsOld {
    /// The values for VDST and VDST+1; `None` leaves the register unchanged (`amd.gs_reg_high`).
    pub fn destination(self, rules: &Assumptions) -> (u32, Option<u32>) {
        match self {
            GsOld::Word(low) => (low, (rules.get(AMD_GS_REG_HIGH) == GsRegHigh::Zero).then_some(0)),
            GsOld::Wide(value) => (value as u32, Some((value >> 32) as u32)),
        }
    }
}

/// The GS registers, which are also the 16 ordered counters: 0 to 3 streamout dwords written, 4 to 7 GDS_GS_0..3 (32 bits),
/// 8 to 15 primitives needed and written (64 bits, alternating).
#[derive(Clone, PartialEq, Eq, Debug, Hash, Default)]
pub struct Registers {
    /// 0 to 7.
    pub words: [u32; 8],
    /// 8 to 15.
    pub wides: [u64; 8],
}

impl Registers {
    /// Whether register `index` (modulo 16) has 64 bits.
    pub fn is_wide(index: u8) -> bool {
        usize::from(index) % COUNTERS >= 8
    }

    /// The value of register `index` (modulo 16).
    pub fn get(&self, index: u8) -> u64 {
        let at = usize::from(index % 8);
        if Self::is_wide(index) { self.wides[at] } else { u64::from(self.words[at]) }
    }

    /// Sets register `index` (modulo 16); a 32-bit register gets the low bits.
    pub fn set(&mut self, index: u8, value: u64) {
        let at = usize::from(index % 8);
        if Self::is_wide(index) { self.wides[at] = value } else { self.words[at] = value as u32 }
    }

    /// ds_add_gs_reg_rtn and ds_sub_gs_reg_rtn on the register of offset0\[5:2\]; returns the old value.
    pub fn apply(&mut self, op: GsOp, offset0: u8, value: u32) -> GsOld {
        let index = offset0 >> 2 & 15;
        let (old, value) = (self.get(index), u64::from(value));
        self.set(
            index,
            match op {
                GsOp::Add => old.wrapping_add(value),
                GsOp::Sub => old.wrapping_sub(value),
            },
        );
        if Self::is_wide(index) { GsOld::Wide(old) } else { GsOld::Word(old as u32) }
    }
}
