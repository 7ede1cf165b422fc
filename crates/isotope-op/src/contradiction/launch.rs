//! Questions that no vendor's document answers.

use super::Contradiction;
use crate::assume::*;

contradictions! {
    "first-values": "What registers and memory hold before they are written" {
        says: {
            "PTX": "variables in shared and local memory have no first value",
            "LLVM AMDGPU usage guide": "registers are undefined, LDS too",
            "OpenCL C": "variables in local memory have no first value",
        },
        reading: "zero; ones and drawn values can be chosen, and the examination of fidelity tells whether a launch depends on it",
        switches: [
            NV_FIRST_REGISTERS,
            AMD_FIRST_REGISTERS,
            INTEL_FIRST_REGISTERS,
            NV_FIRST_MEMORY,
            AMD_FIRST_MEMORY,
            INTEL_FIRST_MEMORY,
        ],
    }
    "addresses": "Where buffers lie" {
        says: {
            "OpenCL C": "a pointer has no value that a kernel may count on; nor do CUDA's and HIP's",
        },
        reading: "from one address on, at one distance; others can be chosen",
        switches: [NV_ADDRESSES, AMD_ADDRESSES, INTEL_ADDRESSES],
    }
    "clocks": "What clocks give" {
        says: {
            "PTX": "unspecified but for growing; documents of the others give no values",
        },
        reading: "instructions that the wave has run",
        switches: [NV_CLOCK, AMD_CLOCK, INTEL_CLOCK],
    }
    "wave-order": "Which wave runs next, and who goes on from a wait" {
        says: {
            "NVIDIA's ATOM page, description": "without intervening accesses: atomic, in no order",
            "Intel's DWORD_ATOMIC page, notes": "the order is non-deterministic",
            "RDNA3 ISA guide": "no order of waves",
        },
        reading: "long turns in order; a seed draws others, and exploration tries all",
        switches: [NV_WAVE_ORDER, AMD_WAVE_ORDER, INTEL_WAVE_ORDER, NV_WAITS, AMD_WAITS, INTEL_WAITS],
    }
}
