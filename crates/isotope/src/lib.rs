//! Isotope.
pub use isotope_op as op;
