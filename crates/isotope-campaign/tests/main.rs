//! Campaigns without files and machines.

mod plans;
