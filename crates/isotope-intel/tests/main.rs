//! Tests of vISA against data, kernels and vendor tools: one binary, one module per subject.

mod igc2;
mod units;
mod visa_arithmetic;
mod visa_corpus;
mod visa_coverage;
mod visa_floats;
mod visa_host;
mod visa_kernels;
mod visa_launch;
mod visa_legality;
mod visa_memory;
mod visa_model;
mod visa_open;
mod visa_private;
mod visa_text;
mod visa_vector;
mod visa_zebin;

use isotope_tests as common;
