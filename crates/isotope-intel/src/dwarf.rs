//! What debug information of IGC is about: native code, whose registers and addresses vISA does not have.

use isotope_target::dwarf::{DebugNames, none};

/// The vendor's numbers.
pub(super) const DEBUG: DebugNames = DebugNames {
    register: none,
    virtual_register: none,
    space: |_| None,
    other_code: Some("IGC says where variables are in native code, and Isotope runs vISA"),
    doubtful_address: None,
};
