//! The supported processors, one row each. A new processor that shares the instruction rows of another one is a row here.

/// The processor whose syntax and encodings are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// sm_50.
    #[default]
    Sm50,
    /// sm_52 and sm_53.
    Sm52,
    /// sm_60.
    Sm60,
    /// sm_61 and sm_62: sm_60 plus byte dot products.
    Sm61,
}

/// A processor.
///
/// # Source
/// oracle: nvdisasm 12.8 decodes sm_52 and sm_53 identically, and sm_60, sm_61 and sm_62 identically, in 30,000 random words of the atomic
/// instruction group; sm_61 and sm_62 also have IDP.
#[derive(Debug)]
pub struct Processor {
    /// Its name on the command line.
    pub name: &'static str,
    /// A description in one line.
    pub what: &'static str,
    /// Its number in ELF headers.
    pub number: u16,
    /// Its syntax and encodings.
    pub profile: Profile,
    /// Whether its atomics differ from those of the preceding processors.
    pub operations: bool,
}

const fn row(name: &'static str, what: &'static str, number: u16, profile: Profile, operations: bool) -> Processor {
    Processor { name, what, number, profile, operations }
}

/// Every processor, older ones first.
pub static PROCESSORS: [Processor; 6] = [
    row("sm_50", "NVIDIA SPA 5.0 (first-generation Maxwell)", 50, Profile::Sm50, true),
    row("sm_52", "NVIDIA SPA 5.2: adds F16x2 (flushing) and sparse forms", 52, Profile::Sm52, true),
    row("sm_53", "as sm_52", 53, Profile::Sm52, false),
    row("sm_60", "NVIDIA SPA 6.0: adds F64 and F16x2 (subnormals kept)", 60, Profile::Sm60, true),
    row("sm_61", "as sm_60; adds sums of products of bytes", 61, Profile::Sm61, false),
    row("sm_62", "as sm_61", 62, Profile::Sm61, false),
];
