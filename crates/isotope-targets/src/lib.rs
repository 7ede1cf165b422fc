//! The registry of all targets, by instruction set. No other library crate names the vendor crates.
//!
//! ```
//! use isotope_targets::TARGETS;
//! let names: Vec<_> = TARGETS.newest().map(|target| target.name()).collect();
//! assert_eq!(names, ["sm_61", "visa", "gfx1100"]);
//! ```

use isotope_object::elf::Wanted;
use isotope_target::Registry;

/// Every target. A new instruction set is a line here; a new target is a line in its instruction set's list.
pub static TARGETS: Registry = Registry {
    sets: &[isotope_nvidia::spa5::TARGETS, isotope_intel::TARGETS, isotope_amd::TARGETS],
    none: Wanted {
        hint: "give a cubin or fatbin of CUDA, a code object of clang for AMD, or a zebin of ocloc (did the compiler fail or stop before code?)",
        class_hint: "cubins have no such variant; give a file made by ptxas",
    },
    text: "if it is PTX, compile it first with `ptxas -arch=sm_50`",
    cases: &["sm_50", "gfx1100", "intel"],
    machines: "190 (NVIDIA CUDA), 224 (AMD) or 205 (Intel graphics)",
};
