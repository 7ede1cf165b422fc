//! What a launch starts with that neither the program nor a document says: first values, places of buffers, clocks, and
//! who takes a step when. The same questions for every vendor; the answers of each are a [`LaunchRules`].

use super::{Assumption, Grade};
use crate::random::Random;

/// What is in registers and memory that nobody has written; `*.first_registers`, `*.first_memory`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Fill {
    /// Zero.
    #[default]
    Zero,
    /// All bits set.
    Ones,
    /// Bits drawn from the place.
    Drawn,
}

impl Fill {
    /// In the order of [`Fill::WORDS`].
    pub const ALL: [Fill; 3] = [Fill::Zero, Fill::Ones, Fill::Drawn];
    /// The words for them.
    pub const WORDS: [&'static str; 3] = ["zero", "ones", "drawn"];

    /// The word at `at` of whatever `of` is the number of.
    ///
    /// ```
    /// use isotope_op::assume::Fill;
    /// assert_eq!([Fill::Zero, Fill::Ones].map(|f| f.word(1, 2)), [0, u32::MAX]);
    /// assert_ne!(Fill::Drawn.word(1, 2), Fill::Drawn.word(2, 2));
    /// ```
    pub fn word(self, of: u64, at: u64) -> u32 {
        match self {
            Fill::Zero => 0,
            Fill::Ones => u32::MAX,
            Fill::Drawn => (Random(of.rotate_left(32) ^ at).draw() >> 32) as u32,
        }
    }

    /// The bytes of these words, the low one of each first.
    pub fn bytes(self, of: u64) -> impl Iterator<Item = u8> {
        (0..).flat_map(move |at| self.word(of, at).to_le_bytes())
    }
}

/// Where buffers lie; `*.addresses`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Addresses {
    /// From 2^33 on.
    #[default]
    Low,
    /// Elsewhere, and further apart.
    Moved,
}

/// What a clock shows; `*.clock`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Clock {
    /// Instructions of the wave.
    #[default]
    Instructions,
    /// Another beginning and another pace.
    Faster,
}

impl Clock {
    /// What it shows after so many instructions.
    pub const fn after(self, instructions: u64) -> u64 {
        match self {
            Clock::Instructions => instructions,
            Clock::Faster => instructions.wrapping_mul(13).wrapping_add(0x3_9d2b_a1c5),
        }
    }
}

/// The answers of a vendor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct LaunchRules {
    /// `*.first_registers`
    pub registers: Fill,
    /// `*.first_memory`
    pub memory: Fill,
    /// `*.addresses`
    pub addresses: Addresses,
    /// `*.clock`
    pub clock: Clock,
}

impl LaunchRules {
    /// The documented defaults.
    pub const DEFAULT: LaunchRules = LaunchRules {
        registers: Fill::Zero,
        memory: Fill::Zero,
        addresses: Addresses::Low,
        clock: Clock::Instructions,
    };

    /// Makes a choice by the part of the id behind the vendor; false when it or the value is not known.
    pub fn set(&mut self, topic: &str, value: &str) -> bool {
        let fill = Fill::WORDS.iter().position(|w| *w == value).map(|i| Fill::ALL[i]);
        let put = |place: &mut Fill| fill.map(|f| *place = f).is_some();
        match (topic, value) {
            ("first_registers", _) => put(&mut self.registers),
            ("first_memory", _) => put(&mut self.memory),
            ("addresses", "low") => (self.addresses = Addresses::Low, true).1,
            ("addresses", "moved") => (self.addresses = Addresses::Moved, true).1,
            ("clock", "instructions") => (self.clock = Clock::Instructions, true).1,
            ("clock", "faster") => (self.clock = Clock::Faster, true).1,
            _ => false,
        }
    }
}

const FILLS: &[&str] = &["ones", "drawn"];
const WAVE_ORDER: &str = "In which order waves and groups take their steps, and how many groups are there at a time.";
const IN_ORDER: &str = "long turns in order; --seed draws order and length of turns, --resident sets how many groups";
const AT_ONCE: &str = "Whether the waits that the code asks for are enough.";
const ISSUED: &str = "they are: an instruction takes effect when it is issued";
const ADDRESSES: &str =
    "Where buffers lie. It decides bytes where a pointer, or a distance of two, is stored or compared.";
const FROM: &str = "a driver chooses; moved: from 0x25a5a01000 on and 20 KiB apart. Tried by run --fidelity";

pub(super) const ALL: &[Assumption] = &[
    Assumption {
        id: "nv.first_registers",
        statement: "What registers and predicates hold at the start of a warp, R1 aside.",
        default: "zero",
        alternatives: FILLS,
        source: "no document says; code that a compiler made writes before it reads",
        grade: Grade::Assumed,
        used_in: "the launch",
    },
    Assumption {
        id: "intel.first_registers",
        statement: "What variables, flags and registers hold at the start of a thread where nothing is loaded into them.",
        default: "zero",
        alternatives: FILLS,
        source: "no document says; code that a compiler made writes before it reads",
        grade: Grade::Assumed,
        used_in: "the launch",
    },
    Assumption {
        id: "nv.first_memory",
        statement: "What shared memory and local memory hold at the start of a block, and words of the driver's in constant bank 0 \
                    that nobody names.",
        default: "zero",
        alternatives: FILLS,
        source: "PTX and CUDA: variables in shared and local memory have no first value",
        grade: Grade::Assumed,
        used_in: "the launch",
    },
    Assumption {
        id: "amd.first_memory",
        statement: "What LDS, scratch and GDS hold at the start of a workgroup, and bytes between arguments.",
        default: "zero",
        alternatives: FILLS,
        source: "LLVM AMDGPU usage guide: no first value; GDS keeps what the last dispatch left",
        grade: Grade::Assumed,
        used_in: "the launch",
    },
    Assumption {
        id: "intel.first_memory",
        statement: "What SLM and scratch memory hold at the start of a group, and bytes between arguments.",
        default: "zero",
        alternatives: FILLS,
        source: "OpenCL C: variables in local memory have no first value",
        grade: Grade::Assumed,
        used_in: "the launch",
    },
    Assumption {
        id: "amd.hidden_host",
        statement: "What hidden arguments hold that nobody serves: queues, the completion action, a tool, the heap. A kernel that \
                    compares one with null finds out.",
        default: "address",
        alternatives: &["null"],
        source: "LLVM AMDGPU usage guide: each is an address, or null where the runtime has no use for it; at the address that stands \
                 here nothing is, so that following one faults",
        grade: Grade::Assumed,
        used_in: "the launch",
    },
    addresses("nv.addresses"),
    addresses("amd.addresses"),
    addresses("intel.addresses"),
    Assumption {
        id: "nv.clock",
        statement: "What clocks and timers show.",
        default: "instructions",
        alternatives: &["faster"],
        source: "PTX: unspecified but for growing. instructions: how many the warp has run; faster: another beginning and \
                 13 for each",
        grade: Grade::Assumed,
        used_in: "S2R with CLOCK, S2R with GLOBALTIMER, CS2R with CLOCK, CS2R with GLOBALTIMER",
    },
    Assumption {
        id: "amd.clock",
        statement: "What clocks and timers show.",
        default: "instructions",
        alternatives: &["faster"],
        source: "no document gives values. instructions: how many the wave has run; faster: another beginning and 13 for each",
        grade: Grade::Assumed,
        used_in: "s_getreg_b32 with SHADER_CYCLES, s_sendmsg_rtn_* with REALTIME",
    },
    Assumption {
        id: "intel.clock",
        statement: "What the time stamp counter shows.",
        default: "instructions",
        alternatives: &["faster"],
        source: "no document gives values. instructions: how many the thread has run; faster: another beginning and 13 for each",
        grade: Grade::Assumed,
        used_in: "* with %tsc",
    },
    wave_order("nv.wave_order", "NVIDIA's ATOM page and PTX: unspecified"),
    wave_order("amd.wave_order", "no document gives an order"),
    wave_order("intel.wave_order", "Intel's SVM_ATOMIC page and Intel's DWORD_ATOMIC page: no order is promised"),
    waits("nv.waits", "stall counts and barriers in control words; compilers set them"),
    waits("amd.waits", "s_waitcnt and s_delay_alu; --check-rules lists accesses that need a wait and have none"),
    waits("intel.waits", "fences are executed; everything else a finalizer orders"),
];

const fn addresses(id: &'static str) -> Assumption {
    Assumption {
        id,
        statement: ADDRESSES,
        default: "low",
        alternatives: &["moved"],
        source: FROM,
        grade: Grade::Assumed,
        used_in: "the launch",
    }
}

const fn wave_order(id: &'static str, source: &'static str) -> Assumption {
    Assumption {
        id,
        statement: WAVE_ORDER,
        default: IN_ORDER,
        alternatives: &[],
        source,
        grade: Grade::Assumed,
        used_in: "the launch",
    }
}

const fn waits(id: &'static str, source: &'static str) -> Assumption {
    Assumption {
        id,
        statement: AT_ONCE,
        default: ISSUED,
        alternatives: &[],
        source,
        grade: Grade::Assumed,
        used_in: "the launch",
    }
}
