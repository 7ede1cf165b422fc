//! NVIDIA's instruction sets, a folder each, which holds rows and what turns them into neutral terms, and answers for its targets.
//!
//! * [`spa5`]: SPA 5.0, words of 64 bits: sm_50 to sm_62.
//! * [`cubin`] and [`fatbin`]: the files of its compilers.

pub mod cubin;
pub mod fatbin;
pub mod processors;
pub mod raw;
pub mod spa5;
