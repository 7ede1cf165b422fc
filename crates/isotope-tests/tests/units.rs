//! Unit tests of parts of the neutral form, the containers and the targets. They are here and not in those crates, because a crate with
//! unit tests is compiled twice.

mod ahead;
mod generate;
mod live;
mod names;
mod operation;
mod printf;
mod raw;
mod reach;
mod tidy;
