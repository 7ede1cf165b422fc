//! Questions that no vendor's document answers.

use super::{Contradiction, ENTRY};
use crate::assume::*;

pub(super) const ALL: &[Contradiction] = &[
    Contradiction {
        id: "first-values",
        what: "What registers and memory hold before they are written",
        says: &[
            ("PTX", "variables in shared and local memory have no first value"),
            ("LLVM AMDGPU usage guide", "registers are undefined, LDS too"),
            ("OpenCL C", "variables in local memory have no first value"),
        ],
        reading: "zero; ones and drawn values can be chosen, and the examination of fidelity tells whether a launch depends on it",
        switches: &[
            NV_FIRST_REGISTERS.id,
            AMD_FIRST_REGISTERS.id,
            INTEL_FIRST_REGISTERS.id,
            NV_FIRST_MEMORY.id,
            AMD_FIRST_MEMORY.id,
            INTEL_FIRST_MEMORY.id,
        ],
        ..ENTRY
    },
    Contradiction {
        id: "addresses",
        what: "Where buffers lie",
        says: &[("OpenCL C", "a pointer has no value that a kernel may count on; nor do CUDA's and HIP's")],
        reading: "from one address on, at one distance; others can be chosen",
        switches: &[NV_ADDRESSES.id, AMD_ADDRESSES.id, INTEL_ADDRESSES.id],
        ..ENTRY
    },
    Contradiction {
        id: "clocks",
        what: "What clocks give",
        says: &[("PTX", "unspecified but for growing; documents of the others give no values")],
        reading: "instructions that the wave has run",
        switches: &[NV_CLOCK.id, AMD_CLOCK.id, INTEL_CLOCK.id],
        ..ENTRY
    },
    Contradiction {
        id: "wave-order",
        what: "Which wave runs next, and who goes on from a wait",
        says: &[
            ("NVIDIA's ATOM page, description", "without intervening accesses: atomic, in no order"),
            ("Intel's DWORD_ATOMIC page, notes", "the order is non-deterministic"),
            ("RDNA3 ISA guide", "no order of waves"),
        ],
        reading: "long turns in order; a seed draws others, and exploration tries all",
        switches: &[
            NV_WAVE_ORDER.id,
            AMD_WAVE_ORDER.id,
            INTEL_WAVE_ORDER.id,
            NV_WAITS.id,
            AMD_WAITS.id,
            INTEL_WAITS.id,
        ],
        ..ENTRY
    },
];
