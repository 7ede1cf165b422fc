//! Assumptions about AMD's global wave sync, ordered count and global data share: the entries, and types for their values. The models
//! that follow them are in the library's `sync` module.

/// Alternatives of [`AMD_GWS_BARRIER`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum GwsBarrier {
    /// Compare, then count: N waves need N-1 in init and in barrier.
    TestFirst,
    /// Count, then compare: N waves need N in init and in barrier.
    DecrementFirst,
}

/// Alternatives of [`AMD_GWS_ID_RANGE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum GwsIdRange {
    /// The range check uses the distance of the final id from the base.
    AfterModulo,
    /// The range check uses the sum of M0 and offset, before the base is added.
    BeforeModulo,
    /// The last resource of the range is used instead.
    Clamp,
}

/// Alternatives of [`AMD_GWS_RELEASE_ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum GwsReleaseAll {
    /// counter += queued waves.
    Add,
    /// counter = queued waves.
    Assign,
}

/// Alternatives of [`AMD_GWS_COUNTER_WRAP`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum GwsCounterWrap {
    /// Modulo 4096.
    Wrap,
    /// Stay at 0 or 4095.
    Saturate,
}

/// Alternatives of [`AMD_GWS_TYPE_CHANGE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum GwsTypeChange {
    /// The resource's current type decides.
    NewType,
    /// The instruction that queued the wave decides.
    OwnType,
}

/// Alternatives of [`AMD_GWS_EXEC0`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum GwsExec0 {
    /// The instruction has no effect.
    Nothing,
    /// The operation happens.
    AsLane0,
}

/// Alternatives of [`AMD_ORDERED_EXEC0`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum OrderedExec0 {
    /// Lane 0's value.
    Lane0,
    /// Zero.
    Zero,
}

/// Alternatives of [`AMD_ORDERED_WAVE_END`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum OrderedWaveEnd {
    /// Younger waves wait for ever.
    Stall,
    /// The walker continues with the next wave.
    Skip,
}

/// Alternatives of [`AMD_ORDERED_WALKER`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum OrderedWalker {
    /// One walker for all counters.
    One,
    /// One walker for each counter.
    PerCounter,
}

/// Alternatives of [`AMD_ORDERED_BASE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum OrderedBase {
    /// M0\[31:16\] is added, modulo 16.
    Add,
    /// offset0 alone selects.
    Ignore,
}

/// Alternatives of [`AMD_ORDERED_WRAP`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum OrderedWrap {
    /// A step around the configured ring.
    Ring,
    /// The value twice.
    Same,
    /// The value, then zero.
    Zero,
    /// Refused.
    Unspecified,
}

/// Alternatives of [`AMD_APPEND_M0`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum AppendM0 {
    /// LDS low, GDS high.
    BySpace,
    /// Low half.
    Low,
    /// High half.
    High,
}

/// Alternatives of [`AMD_GS_REG_HIGH`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum GsRegHigh {
    /// The register keeps its value.
    Keep,
    /// The register becomes zero.
    Zero,
}

assumptions! {
    AMD_GWS_BARRIER: GwsBarrier = "amd.gws_barrier" {
        statement: "Whether a barrier compares its counter with zero before or after it counts a wave in.",
        values: &[("test-first", GwsBarrier::TestFirst), ("decrement-first", GwsBarrier::DecrementFirst)],
        source: "Vega's pseudo-code tests first and ROCm passes N-1 to both init and barrier, which only that machine takes; \
                 RDNA3's pseudo-code decrements first, and with its own advice (init N, barrier N-1) lets the second round \
                 go after N-1 waves",
        grade: Spec,
        used_in: "ds_gws_barrier",
        asked_when_running: true,
    }
    AMD_GWS_ID_RANGE: GwsIdRange = "amd.gws_id_range" {
        statement: "When a resource id counts as clamped, and so is answered with a NACK.",
        values: &[
            ("after-modulo", GwsIdRange::AfterModulo),
            ("before-modulo", GwsIdRange::BeforeModulo),
            ("clamp", GwsIdRange::Clamp),
        ],
        source: "AMD's RDNA3 chapter 13 gives the id modulo 64 and says ids are clamped to the VMID's range, with a NACK if that happens. \
                 after-modulo: NACK when (id - base) mod 64 is not below size; before-modulo: NACK when M0[21:16] + \
                 offset0[5:0] is not below size; clamp: use the last resource of the range, no NACK",
        grade: Assumed,
        used_in: "ds_gws_*",
        asked_when_running: true,
    }
    AMD_GWS_RELEASE_ALL: GwsReleaseAll = "amd.gws_release_all" {
        statement: "Whether sema_release_all adds the number of queued waves to the counter or replaces it.",
        values: &[("add", GwsReleaseAll::Add), ("assign", GwsReleaseAll::Assign)],
        source: "RDNA3's guide adds, Vega's assigns; they differ only where credits are left over",
        grade: Spec,
        used_in: "ds_gws_sema_release_all",
        asked_when_running: true,
    }
    AMD_GWS_COUNTER_WRAP: GwsCounterWrap = "amd.gws_counter_wrap" {
        statement: "What the 12-bit counter does past 4095, and below 0 in the decrement-first barrier.",
        values: &[("wrap", GwsCounterWrap::Wrap), ("saturate", GwsCounterWrap::Saturate)],
        source: "AMD's RDNA3 chapter 13 says 12-bit unsigned; the check of programming rules reports each case",
        grade: Assumed,
        used_in: "ds_gws_*",
        asked_when_running: true,
    }
    AMD_GWS_TYPE_CHANGE: GwsTypeChange = "amd.gws_type_change" {
        statement: "Which rule releases a wave that is queued when the resource changes its type.",
        values: &[("new-type", GwsTypeChange::NewType), ("own-type", GwsTypeChange::OwnType)],
        source: "the release machine reads the resource's type; own-type judges each wave by the instruction it came with",
        grade: Assumed,
        used_in: "ds_gws_*",
        asked_when_running: true,
    }
    AMD_GWS_EXEC0: GwsExec0 = "amd.gws_exec0" {
        statement: "Whether sema_v, sema_p and sema_release_all act when EXEC is zero.",
        values: &[("nothing", GwsExec0::Nothing), ("as-lane-0", GwsExec0::AsLane0)],
        source: "AMD's RDNA3 chapter 13: of opcodes not in its list, nothing is sent to GWS; but these carry no data that could be ignored",
        grade: Spec,
        used_in: "ds_gws_sema_v, ds_gws_sema_p, ds_gws_sema_release_all",
        asked_when_running: true,
    }
    AMD_ORDERED_EXEC0: OrderedExec0 = "amd.ordered_exec0" {
        statement: "What ds_ordered_count adds when EXEC is zero.",
        values: &[("lane-0", OrderedExec0::Lane0), ("zero", OrderedExec0::Zero)],
        source: "AMD's RDNA3 chapter 13: as if EXEC were 1; the RDNA3 guide's field table says the increment is 0",
        grade: Spec,
        used_in: "ds_ordered_count",
        asked_when_running: true,
    }
    AMD_ORDERED_WAVE_END: OrderedWaveEnd = "amd.ordered_wave_end" {
        statement: "What the walker does with a wave that ends without having released it.",
        values: &[("stall", OrderedWaveEnd::Stall), ("skip", OrderedWaveEnd::Skip)],
        source: "AMD's RDNA3 chapter 13: the instruction must be issued exactly once by each wave; nothing says what else advances the walker",
        grade: Assumed,
        used_in: "ds_ordered_count",
        asked_when_running: true,
    }
    AMD_ORDERED_WALKER: OrderedWalker = "amd.ordered_walker" {
        statement: "Whether one walker orders all 16 counters or each counter has its own.",
        values: &[("one", OrderedWalker::One), ("per-counter", OrderedWalker::PerCounter)],
        source: "the RDNA3 guide speaks of the walker; wave_done marks one instruction per wave, not per counter",
        grade: Assumed,
        used_in: "ds_ordered_count",
        asked_when_running: true,
    }
    AMD_ORDERED_BASE: OrderedBase = "amd.ordered_base" {
        statement: "Whether M0[31:16] moves the counter that offset0[5:2] selects.",
        values: &[("add", OrderedBase::Add), ("ignore", OrderedBase::Ignore)],
        source: "the RDNA3 guide calls M0[31:16] the ordered count base in dwords, but the counters are 16 registers now and no \
                 longer a memory; the sum is taken modulo 16",
        grade: Assumed,
        used_in: "ds_ordered_count",
        asked_when_running: true,
    }
    AMD_ORDERED_WRAP: OrderedWrap = "amd.ordered_wrap" {
        statement: "The two operands of the wrap operation, of which the instruction carries one.",
        values: &[
            ("ring", OrderedWrap::Ring),
            ("same", OrderedWrap::Same),
            ("zero", OrderedWrap::Zero),
            ("unspecified", OrderedWrap::Unspecified),
        ],
        source: "ds_wrap gives m >= a ? m-a : m+b. ring: b is the value and a the configured ring size less the value; \
                 same: both are the value; zero: a is the value, b is 0",
        grade: Assumed,
        used_in: "ds_ordered_count (operation 3)",
        asked_when_running: true,
    }
    AMD_APPEND_M0: AppendM0 = "amd.append_m0" {
        statement: "Which half of M0 is the base of ds_append and ds_consume.",
        values: &[("by-space", AppendM0::BySpace), ("low", AppendM0::Low), ("high", AppendM0::High)],
        source: "LLVM puts the LDS pointer in the low half; the opcode text says M0.base, which for GDS is the high half",
        grade: Assumed,
        used_in: "ds_append, ds_consume",
        asked_when_running: true,
    }
    AMD_GS_REG_HIGH: GsRegHigh = "amd.gs_reg_high" {
        statement: "Whether a 32-bit register's old value also writes the second destination register.",
        values: &[("keep", GsRegHigh::Keep), ("zero", GsRegHigh::Zero)],
        source: "the RDNA3 guide writes VDST alone; LLVM always names a pair",
        grade: Assumed,
        used_in: "ds_add_gs_reg_rtn, ds_sub_gs_reg_rtn",
        asked_when_running: true,
    }
}
