//! Isotope.
pub use isotope_op as op;
pub mod case;
pub mod effect;
pub mod explain;
pub mod isa;
pub mod machine;
pub mod mem;
pub mod object;
pub mod program;
pub mod suite;
pub mod table;
pub mod term;
