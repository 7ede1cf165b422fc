//! What the numbers of debug information stand for: each vendor has its own.

use isotope_machine::Storage;

/// The vendor's numbers.
#[derive(Clone, Copy, Debug)]
pub struct DebugNames {
    /// The register of a number, by its name in text.
    pub register: fn(u64) -> Option<String>,
    /// The register of the compiler's own language that a number spells; the file says which registers hold it.
    pub virtual_register: fn(u64) -> Option<String>,
    /// The memory of an address class or address space.
    pub space: fn(u64) -> Option<Storage>,
    /// Why nothing can be said of places, where they are those of other code than runs.
    pub other_code: Option<&'static str>,
    /// What a compiler writes besides, where the address of a place in private memory is not that of a frame.
    pub doubtful_address: Option<&'static str>,
}

/// No register has a number.
pub fn none(_: u64) -> Option<String> {
    None
}
