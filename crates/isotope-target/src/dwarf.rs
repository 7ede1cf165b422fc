//! The meaning of numbers in debug information, which differs between vendors.

use isotope_machine::Storage;

/// The numbers of a vendor.
#[derive(Clone, Copy, Debug)]
pub struct DebugNames {
    /// The register with a number, by its name in text.
    pub register: fn(u64) -> Option<String>,
    /// The register of the compiler's intermediate language that a number encodes; the file says which machine registers hold it.
    pub virtual_register: fn(u64) -> Option<String>,
    /// The memory of an address class or address space.
    pub space: fn(u64) -> Option<Storage>,
    /// The reason why locations are unknown, if debug information describes other code than the code that runs.
    pub other_code: Option<&'static str>,
    /// Another meaning that a compiler gives to a location in private memory that is not relative to a frame.
    pub doubtful_address: Option<&'static str>,
}

/// For vendors whose registers have no numbers.
pub fn none(_: u64) -> Option<String> {
    None
}
