//! Litmus tests of GPU memory models.
//!
//! A litmus test is a small program of a few threads with a question about its final state. [`parse`] reads one. [`explore`] enumerates
//! every execution that a [`Model`] allows and returns the final states, an execution that decides the question, data races, and threads
//! that wait for ever. [`explain`] says which rule forbids a state.
//!
//! ```
//! use isotope_litmus::{Limits, explain, explore, model, parse};
//!
//! // Message passing: without an acquire, the data may be old.
//! let text = "PTX MP
//!     { x=0; flag=0; }
//!      P0@cta 0, gpu 0       | P1@cta 1, gpu 0         ;
//!      st.weak x, 1          | ld.relaxed.gpu r0, flag ;
//!      st.release.gpu flag, 1 | ld.weak r1, x          ;
//!     exists (P1:r0 == 1 /\\ P1:r1 == 0)";
//! let ptx = model("ptx75").unwrap();
//! let weak = explore(&parse(text)?, ptx, &Limits::default())?;
//! assert_eq!((weak.holds, weak.observation()), (Some(true), "Sometimes"));
//! println!("{weak}\n{}", weak.witness.as_ref().unwrap());
//!
//! let test = parse(&text.replace("ld.relaxed", "ld.acquire"))?;
//! assert_eq!(explore(&test, ptx, &Limits::default())?.holds, Some(false));
//! let (candidate, why) = explain(&test, ptx, &Limits::default())?.unwrap();
//! assert_eq!(why.axiom.name, "causality");
//! println!("{}", candidate.cycle(&why.edges));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each rule of a model names the section it comes from; [`models`] lists the models. The library reads no files.

mod barrier;
pub mod execution;
mod explore;
mod limits;
pub mod model;
mod parse;
pub mod relation;
mod report;
pub mod test;
mod trace;

pub use explore::{explain, explore};
pub use limits::{Limits, Unable};
pub use model::{Axiom, Model, Violation, model, model_for, models};
pub use parse::{Error, Fault, limit, parse};
pub use report::{Race, Report, Shown, State, Waiting, Witness};
pub use test::{Dialect, Test};
