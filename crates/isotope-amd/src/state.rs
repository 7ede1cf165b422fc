//! RDNA3 state in a wave: the scalar word or vector of each register.
//!
//! Scalar operand code `c` (0..=127 as encoded: SGPRs, VCC, TTMP, M0) is scalar word `c + 1`, so that consecutive registers
//! are consecutive words. Only `EXEC_LO` is word 0, which every engine uses as the active lanes.

use isotope_ir::effect::{ACTIVE, LANES, Slot};

/// `EXEC_LO`.
pub const EXEC_LO: u16 = ACTIVE;
/// `VCC_LO`.
pub const VCC_LO: u16 = 107;
/// `VCC_HI`.
pub const VCC_HI: u16 = 108;
/// `M0`.
pub const M0: u16 = 126;
/// Receives writes to `NULL`; it is never read.
pub const NULL: u16 = 127;
/// Code of `NULL` as a scalar operand: it reads as 0, also as a pair.
pub const NULL_CODE: u64 = 124;
/// `EXEC_HI`.
pub const EXEC_HI: u16 = 128;
/// `SCC`, 0 or 1.
pub const SCC: u16 = 129;
/// The `MODE` register.
pub const MODE: u16 = 130;
/// Number of scalar words of a wave.
pub const SCALARS: u16 = 131;

/// The scalar word for scalar destination or source code 0..=127.
pub const fn word(code: u64) -> u16 {
    match code {
        NULL_CODE => NULL,
        126 => EXEC_LO,
        127 => EXEC_HI,
        _ => code as u16 + 1,
    }
}

/// VGPR `n` of one half of a wave with `vgprs` registers.
pub const fn vgpr(n: u32, half: u32, vgprs: u32) -> Slot {
    Slot((half * vgprs + n) * LANES as u32)
}
