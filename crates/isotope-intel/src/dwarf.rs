//! Names for IGC's debug information, which describes native code; vISA does not have those registers and addresses.

use isotope_target::dwarf::{DebugNames, none};

/// The vendor's DWARF numbers.
pub(super) const DEBUG: DebugNames = DebugNames {
    register: none,
    virtual_register: none,
    space: |_| None,
    other_code: Some("IGC says where variables are in native code, and Isotope runs vISA"),
    doubtful_address: None,
};
