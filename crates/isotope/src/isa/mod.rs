//! The vendors' instruction sets, one room each. A room holds rows and what turns them into neutral terms.
pub mod rdna;
pub mod sass;
