//! Whether two atomic operations are equal, and on which inputs they differ.
//!
//! A [`question::Question`] puts two operations side by side. [`decide::Posed`] decides it over the terms of the definition that the
//! interpreter runs, and shows a counterexample only after the interpreter has confirmed it.
//!
//! ```
//! use std::time::Duration;
//! use isotope_op::atomic::{AtomicOp, Rmw, Size};
//! use isotope_prove::decide::{Decision, Half, Means, Posed};
//! use isotope_prove::question::{Open, Question};
//! let (wrapping, plain) = (Rmw::int(AtomicOp::UincWrap, Size::B32), Rmw::int(AtomicOp::Inc, Size::B32));
//! let question = Question::new(wrapping, plain, Open::Differs).unwrap();
//! let means = Means::alone(Duration::from_secs(10));
//! let all = Posed::new(&question, &[]).unwrap();
//! assert!(matches!(all.decide(Half::Memory, &means), Decision::Different { .. }));
//! let bound = Posed::new(&question, &["src0 == 0xffffffff".into()]).unwrap();
//! assert!(matches!(bound.decide(Half::Memory, &means), Decision::Equal { .. }));
//! ```
//!
//! This crate reads no files and starts no programs. The caller runs external solvers, with the question as SMT-LIB text from [`smt`].

pub mod adder;
pub mod attack;
pub mod blast;
pub mod clock;
pub mod columns;
pub mod decide;
pub mod exhaust;
pub mod expr;
pub mod gates;
pub mod llvm;
pub mod lowering;
pub mod matrix;
pub mod proof;
pub mod question;
pub mod sample;
pub mod sat;
pub mod smt;
pub mod vectors;
