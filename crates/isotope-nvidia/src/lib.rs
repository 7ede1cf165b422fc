//! NVIDIA's instruction sets. Each has a folder with its rows, its lifting to neutral form, and its targets.
//!
//! * [`spa5`]: SPA 5.0, instruction words of 64 bits: sm_50 to sm_62.
//! * [`cubin`] and [`fatbin`]: the file formats of its compilers.

pub mod cubin;
pub mod fatbin;
pub mod processors;
pub mod raw;
pub mod spa5;
