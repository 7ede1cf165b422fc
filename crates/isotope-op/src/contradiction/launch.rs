//! What no vendor's document settles for any of them.

use super::{Contradiction, ENTRY};

pub(super) const ALL: &[Contradiction] = &[
    Contradiction {
        id: "first-values",
        what: "What registers and memory hold before they are written",
        says: &[
            ("PTX", "variables in shared and local memory have no first value"),
            ("LLVM AMDGPU usage guide", "registers are undefined, LDS too"),
            ("OpenCL C", "variables in local memory have no first value"),
        ],
        reading: "zero; ones and drawn values can be chosen, and `run --fidelity` tells whether a launch depends on it",
        switches: &[
            "nv.first_registers",
            "amd.first_registers",
            "intel.first_registers",
            "nv.first_memory",
            "amd.first_memory",
            "intel.first_memory",
        ],
        ..ENTRY
    },
    Contradiction {
        id: "addresses",
        what: "Where buffers lie",
        says: &[("OpenCL C", "a pointer has no value that a kernel may count on; nor do CUDA's and HIP's")],
        reading: "from one address on, at one distance; others can be chosen",
        switches: &["nv.addresses", "amd.addresses", "intel.addresses"],
        ..ENTRY
    },
    Contradiction {
        id: "clocks",
        what: "What clocks give",
        says: &[("PTX", "unspecified but for growing; documents of the others give no values")],
        reading: "instructions that the wave has run",
        switches: &["nv.clock", "amd.clock", "intel.clock"],
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
        reading: "long turns in order; `--seed` draws others, and `explore` tries all",
        switches: &["nv.wave_order", "amd.wave_order", "intel.wave_order", "nv.waits", "amd.waits", "intel.waits"],
        ..ENTRY
    },
];
