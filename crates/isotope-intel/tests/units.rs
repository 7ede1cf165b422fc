//! Tests of single parts of the crate.

mod visa_form;
mod visa_meaning;
mod visa_printf;
mod zebin;
mod zeinfo;
