//! The one test binary of this crate.

mod corpus;
mod shapes;
