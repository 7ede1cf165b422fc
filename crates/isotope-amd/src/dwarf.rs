//! The meaning of DWARF numbers on AMD's processors.
//!
//! # Source
//! spec: LLVM AMDGPU usage guide, "DWARF Register Identifier". oracle: clang 19 (`AMDGPUTargetInfo::getDWARFAddressSpace`: 1 private, 2
//! local), whose `-O0` code stores variables at these locations.

use isotope_machine::Storage;

use isotope_target::dwarf::{DebugNames, none};

/// The vendor's DWARF numbers.
pub(super) const DEBUG: DebugNames = DebugNames {
    register,
    virtual_register: none,
    space: |number| match number {
        1 => Some(Storage::Private),
        2 => Some(Storage::Shared),
        _ => None,
    },
    other_code: None,
    doubtful_address: Some("clang 19 writes such a place for a value that is in the register itself, too"),
};

fn register(number: u64) -> Option<String> {
    Some(match number {
        1 => "exec_lo".into(),
        512 => "vcc_lo".into(),
        32..=95 => format!("s{}", number - 32),
        1088..=1129 => format!("s{}", number - 1088 + 64),
        // Waves of 32 lanes, and of 64.
        1536..=1791 => format!("v{}", number - 1536),
        2560..=2815 => format!("v{}", number - 2560),
        _ => return None,
    })
}
