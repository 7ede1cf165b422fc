//! The meaning of DWARF numbers in files of ptxas.
//!
//! # Source
//! spec: PTX ISA, ".section" (numbers of address classes, which clang and NVRTC write). assumed, from files of ptxas 12.4: a register
//! number has its class above bit 24 (5: general registers, 2: predicates); a number that consists of letters is a PTX register.

use isotope_machine::Storage;

use isotope_target::dwarf::DebugNames;

/// The vendor's DWARF numbers.
pub(super) const DEBUG: DebugNames = DebugNames {
    register: |number| match number >> 24 {
        5 => Some(format!("R{}", number & 0xff_ffff)),
        2 => Some(format!("P{}", number & 0xff_ffff)),
        _ => None,
    },
    virtual_register,
    space: |number| match number {
        4 | 7 => Some(Storage::Constant),
        5 => Some(Storage::Global),
        6 => Some(Storage::Private),
        8 => Some(Storage::Shared),
        _ => None,
    },
    other_code: None,
    doubtful_address: None,
};

/// Decodes a PTX register: `%r2` is 0x257232.
fn virtual_register(number: u64) -> Option<String> {
    let bytes = number.to_be_bytes();
    let letters = &bytes[number.leading_zeros() as usize / 8..];
    let is_name = letters.first() == Some(&b'%') && letters.iter().all(u8::is_ascii_graphic);
    is_name.then(|| letters.iter().map(|letter| char::from(*letter)).collect())
}
