//! Tests of SPA 5.0 against data, kernels and vendor tools: one binary, one module per subject.

mod cubins;
mod fatbins;
mod nvidia_host;
mod sass_corpus;
mod sass_grid;
mod sass_halves;
mod sass_images;
mod sass_immediates;
mod sass_mixed;
mod sass_modifiers;
mod sass_properties;
mod sass_reuse;
mod textures;
mod units;

use isotope_tests as common;
