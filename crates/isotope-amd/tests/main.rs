//! Tests of RDNA3 against data, kernels and vendor tools: one binary, one module per subject.

mod amd_coverage;
mod amd_descriptors;
mod amd_edges;
mod amd_float_units;
mod amd_host;
mod amd_kernels;
mod amd_objects;
mod amd_units;
mod code_objects;
mod gws_model;
mod rdna_alu;
mod rdna_arithmetic;
mod rdna_corpus;
mod rdna_halves;
mod rdna_objdump;
mod rdna_operands;
mod rdna_properties;
mod rdna_reach;
mod rdna_rules;
mod rdna_undecoded;
mod rdna_waves;
mod trial;
mod units;

use isotope_tests as common;
