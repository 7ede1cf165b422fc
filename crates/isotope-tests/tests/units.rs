//! Unit tests of parts of the neutral form, the containers and the targets. They are here and not in those crates, because a crate with
//! unit tests is compiled twice.

mod ahead;
mod descriptor;
mod generate;
mod live;
mod names;
mod operation;
mod printf;
mod processors;
mod raw;
mod rdna_hostcall;
mod rdna_launch;
mod rdna_meaning;
mod rdna_ops;
mod rdna_registers;
mod rdna_rmw;
mod reach;
mod sass_launch;
mod sass_meaning;
mod sass_ops;
mod tidy;
mod visa_form;
mod visa_meaning;
mod visa_printf;
mod zebin;
mod zeinfo;
