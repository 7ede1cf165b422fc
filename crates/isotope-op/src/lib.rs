//! The results of single GPU operations: bit-exact, `no_std`, no allocation, no dependency.
//!
//! A simulator author needs one value and one call per atomic:
//!
//! ```
//! use isotope_op::assume::Assumptions;
//! use isotope_op::atomic::{AtomicOp, Packing, Size};
//! use isotope_op::policy;
//!
//! // ATOM.ADD.F32.FTZ.RN: 1.0 in memory, 0.5 in the register.
//! let a = Assumptions::default();
//! let ftz = policy::nvidia_l2_f32_ftz_rn(&a);
//! let add = policy::nvidia_float(AtomicOp::FAdd, Size::B32, Packing::Scalar, ftz, &a);
//! let update = add.apply(0x3f80_0000, 0x3f00_0000, 0).unwrap();
//! assert_eq!((update.new, update.returned), (0x3fc0_0000, 0x3f80_0000));
//!
//! // ATOM.SAFEADD: no document says what it writes, so neither do we.
//! let put = policy::nvidia_int(AtomicOp::PutPointer, Size::B64);
//! assert_eq!(put.apply(0, 1, 0).unwrap_err().rule.id, "nv.safeadd");
//! ```
//!
//! In reading order: [`domain`] (the values over which operations are defined), [`float`](mod@float) (float rules as data), [`atomic`]
//! (read-modify-write), [`policy`] (each vendor's units), [`alu`] (lane arithmetic; [`amd_vector`] for AMD's functions that need more than
//! one primitive), [`assume`] (assumptions where no document decides), [`source`] (the sources of statements). [`soft`] is float arithmetic
//! with integers only.
//!
//! This crate has no memory, addresses, inactive lanes, faults, ordering or instruction text.
#![no_std]

pub mod alu;
pub mod amd_vector;
pub mod assume;
pub mod atomic;
pub mod census;
pub mod claim;
pub mod contradiction;
pub mod domain;
pub mod dot;
pub mod float;
mod host;
mod lines;
pub mod policy;
pub mod random;
pub mod slices;
pub mod soft;
pub mod source;
pub mod usual;
