//! Launch state that neither the program nor a document specifies: first values, buffer addresses and clocks. Every vendor has the same
//! questions; [`LaunchRules`] has the values of one vendor.

use super::{Assumptions, Choice, Values};
use crate::random::Random;

/// Contents of registers and memory before the first write; `*.first_registers`, `*.first_memory`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Fill {
    /// Zero.
    Zero,
    /// All bits set.
    Ones,
    /// Random bits that depend on the location.
    Drawn,
}

impl Fill {
    /// All values, the default first.
    pub(super) const VALUES: Values<Fill> = &[("zero", Fill::Zero), ("ones", Fill::Ones), ("drawn", Fill::Drawn)];

    /// The first value of word `at` of the register or memory with number `of`.
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

    /// The bytes of the words of number `of`, little-endian.
    pub fn bytes(self, of: u64) -> impl Iterator<Item = u8> {
        (0..).flat_map(move |at| self.word(of, at).to_le_bytes())
    }
}

/// Addresses of buffers; `*.addresses`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Addresses {
    /// From 2^33 up.
    Low,
    /// Other addresses, with larger distances.
    Moved,
}

impl Addresses {
    const VALUES: Values<Addresses> = &[("low", Addresses::Low), ("moved", Addresses::Moved)];
}

/// The value of a clock; `*.clock`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Clock {
    /// The number of instructions that the wave has run.
    Instructions,
    /// Another start value and another rate.
    Faster,
}

impl Clock {
    const VALUES: Values<Clock> = &[("instructions", Clock::Instructions), ("faster", Clock::Faster)];

    /// The value after a number of instructions.
    pub const fn after(self, instructions: u64) -> u64 {
        match self {
            Clock::Instructions => instructions,
            Clock::Faster => instructions.wrapping_mul(13).wrapping_add(0x3_9d2b_a1c5),
        }
    }
}

/// The values of a vendor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
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
    /// The documented defaults, the same for every vendor.
    pub const DEFAULT: LaunchRules = Assumptions::DEFAULT.nvidia_launch();
}

impl Assumptions {
    const fn launch_rules(
        &self,
        registers: Choice<Fill>,
        memory: Choice<Fill>,
        addresses: Choice<Addresses>,
        clock: Choice<Clock>,
    ) -> LaunchRules {
        let (registers, memory) = (self.get(registers), self.get(memory));
        LaunchRules { registers, memory, addresses: self.get(addresses), clock: self.get(clock) }
    }

    /// The rules of a launch on SPA 5.0.
    pub const fn nvidia_launch(&self) -> LaunchRules {
        self.launch_rules(NV_FIRST_REGISTERS, NV_FIRST_MEMORY, NV_ADDRESSES, NV_CLOCK)
    }

    /// The rules of a launch on RDNA3.
    pub const fn amd_launch(&self) -> LaunchRules {
        self.launch_rules(super::AMD_FIRST_REGISTERS, AMD_FIRST_MEMORY, AMD_ADDRESSES, AMD_CLOCK)
    }

    /// The rules of a launch of vISA.
    pub const fn intel_launch(&self) -> LaunchRules {
        self.launch_rules(INTEL_FIRST_REGISTERS, INTEL_FIRST_MEMORY, INTEL_ADDRESSES, INTEL_CLOCK)
    }
}

const WAVE_ORDER: &str = "In which order waves and groups take their steps, and how many groups are there at a time.";
const IN_ORDER: &str =
    "long turns in order; a seed draws order and length of turns, a limit sets how many groups are resident";
const AT_ONCE: &str = "Whether the waits that the code asks for are enough.";
const ISSUED: &str = "they are: an instruction takes effect when it is issued";
const ADDRESSES: &str =
    "Where buffers lie. It decides bytes where a pointer, or a distance of two, is stored or compared.";
const FROM: &str =
    "a driver chooses; moved: from 0x25a5a01000 on and 20 KiB apart. Tried by the examination of fidelity";

assumptions! {
    NV_FIRST_REGISTERS: Fill = "nv.first_registers" {
        statement: "What registers and predicates hold at the start of a warp, R1 aside.",
        values: Fill::VALUES,
        source: "no document says; code that a compiler made writes before it reads",
        used_in: "the launch",
    }
    INTEL_FIRST_REGISTERS: Fill = "intel.first_registers" {
        statement: "What variables, flags and registers hold at the start of a thread where nothing is loaded into them.",
        values: Fill::VALUES,
        source: "no document says; code that a compiler made writes before it reads",
        used_in: "the launch",
    }
    NV_FIRST_MEMORY: Fill = "nv.first_memory" {
        statement: "What shared memory and local memory hold at the start of a block, and words of the driver's in constant bank 0 \
                    that no document names.",
        values: Fill::VALUES,
        source: "PTX and CUDA: variables in shared and local memory have no first value",
        used_in: "the launch",
    }
    AMD_FIRST_MEMORY: Fill = "amd.first_memory" {
        statement: "What LDS, scratch and GDS hold at the start of a workgroup, and bytes between arguments.",
        values: Fill::VALUES,
        source: "LLVM AMDGPU usage guide: no first value; GDS keeps what the last dispatch left",
        used_in: "the launch",
    }
    INTEL_FIRST_MEMORY: Fill = "intel.first_memory" {
        statement: "What SLM and scratch memory hold at the start of a group, and bytes between arguments.",
        values: Fill::VALUES,
        source: "OpenCL C: variables in local memory have no first value",
        used_in: "the launch",
    }
    AMD_HIDDEN_HOST: bool = "amd.hidden_host" {
        statement: "What hidden arguments without a host service hold: queues, the completion action, a tool, the heap. A kernel that \
                    compares one with null finds out.",
        values: &[("address", false), ("null", true)],
        source: "LLVM AMDGPU usage guide: each is an address, or null where the runtime has no use for it; there is no memory at this \
                 address, so that following it faults",
        used_in: "the launch",
    }
    NV_ADDRESSES: Addresses = "nv.addresses" {
        statement: ADDRESSES,
        values: Addresses::VALUES,
        source: FROM,
        used_in: "the launch",
    }
    AMD_ADDRESSES: Addresses = "amd.addresses" {
        statement: ADDRESSES,
        values: Addresses::VALUES,
        source: FROM,
        used_in: "the launch",
    }
    INTEL_ADDRESSES: Addresses = "intel.addresses" {
        statement: ADDRESSES,
        values: Addresses::VALUES,
        source: FROM,
        used_in: "the launch",
    }
    NV_CLOCK: Clock = "nv.clock" {
        statement: "What clocks and timers show.",
        values: Clock::VALUES,
        source: "PTX: unspecified but for growing. instructions: how many the warp has run; faster: another beginning and \
                 13 for each",
        used_in: "S2R with CLOCK, S2R with GLOBALTIMER, CS2R with CLOCK, CS2R with GLOBALTIMER",
        asked_when_running: true,
    }
    AMD_CLOCK: Clock = "amd.clock" {
        statement: "What clocks and timers show.",
        values: Clock::VALUES,
        source: "no document gives values. instructions: how many the wave has run; faster: another beginning and 13 for each",
        used_in: "s_getreg_b32 with SHADER_CYCLES, s_sendmsg_rtn_* with REALTIME",
        asked_when_running: true,
    }
    INTEL_CLOCK: Clock = "intel.clock" {
        statement: "What the time stamp counter shows.",
        values: Clock::VALUES,
        source: "no document gives values. instructions: how many the thread has run; faster: another beginning and 13 for each",
        used_in: "* with %tsc",
        asked_when_running: true,
    }
    NV_WAVE_ORDER = "nv.wave_order" {
        statement: WAVE_ORDER,
        always: IN_ORDER,
        source: "NVIDIA's ATOM page and PTX: unspecified",
        used_in: "the launch",
    }
    AMD_WAVE_ORDER = "amd.wave_order" {
        statement: WAVE_ORDER,
        always: IN_ORDER,
        source: "no document gives an order",
        used_in: "the launch",
    }
    INTEL_WAVE_ORDER = "intel.wave_order" {
        statement: WAVE_ORDER,
        always: IN_ORDER,
        source: "Intel's SVM_ATOMIC page and Intel's DWORD_ATOMIC page: no order is promised",
        used_in: "the launch",
    }
    NV_WAITS = "nv.waits" {
        statement: AT_ONCE,
        always: ISSUED,
        source: "stall counts and barriers in control words; compilers set them",
        used_in: "the launch",
    }
    AMD_WAITS = "amd.waits" {
        statement: AT_ONCE,
        always: ISSUED,
        source: "s_waitcnt and s_delay_alu; the check of programming rules lists accesses that need a wait and have none",
        used_in: "the launch",
    }
    INTEL_WAITS = "intel.waits" {
        statement: AT_ONCE,
        always: ISSUED,
        source: "fences are executed; everything else a finalizer orders",
        used_in: "the launch",
    }
}
