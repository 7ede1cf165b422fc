//! The machine: waves in lockstep, groups with shared memory and barriers, and a dispatch of them.
//!
//! A [`Dispatch`] binds a [`Program`](isotope_ir::program::Program) to a grid and to constants. [`launch`] runs it to its end;
//! [`Session`] steps it by hand. What happened is an [`Outcome`]; what it did is in [`Memory`](crate::mem::Memory).
//!
//! Not modelled: time. Instructions take effect when they are issued, so a missing wait never shows a stale register.

mod access;
mod approx;
mod control;
mod delta;
mod descriptor;
mod digest;
pub mod dispatch;
pub mod divergence;
mod dropped;
pub mod failure;
pub mod fault;
mod footprint;
mod grid;
pub mod host;
mod interp;
mod lanes;
mod lockstep;
pub mod mem;
mod model;
pub mod native;
mod observe;
mod recur;
mod reduce;
pub mod register;
mod request;
mod run;
mod scalar;
mod session;
mod snapshot;
pub mod state;
mod stuck;
mod surface_access;
pub mod sync;
mod team;
mod texture_access;
mod typed;
pub mod uninit;
mod wide;

pub use dispatch::{Dispatch, DispatchError, Initial, Packed, PastShared, Start, TableEntry, Window, Windows};
pub use divergence::{BarrierRule, BarrierWatch, Divergence, DivergenceLog, Elsewhere, Party, divergences};
pub use dropped::{Dropped, Drops};
pub use fault::{Fault, FaultKind, Place, Stop};
pub use footprint::{Footprint, Touch};
pub use grid::Grid;
pub use interp::{Flow, Stats};
pub use model::{Interleaved, Model, Reachable, Reference, Sequential, Who};
pub use observe::{Answered, Deed, MemoryAccess, Observer, Storage, Synchronisation, Unobserved};
pub use register::Given;
pub use request::{Subject, subject};
pub use run::{Options, Outcome, Report, launch, launch_observed};
pub use session::{Beside, Deadlock, Session, Stepped, WaveState};
pub use snapshot::State;
pub use stuck::{Hang, Parked, Recurrence, Verdict, Wait, Waiting};
pub use uninit::{Cell, Origin, Uninit, UninitRule, UninitWatch};
