//! Assumptions about AMD's global wave sync, ordered count and global data share: the entries, and types for their values. The models
//! that follow them are in the library's `sync` module.

assumptions! {
    AMD_GWS_BARRIER: enum GwsBarrier = "amd.gws_barrier" {
        statement: "Whether a barrier compares its counter with zero before or after it counts a wave in.",
        variants: {
            /// Compare, then count: N waves need N-1 in init and in barrier.
            TestFirst = "test-first",
            /// Count, then compare: N waves need N in init and in barrier.
            DecrementFirst = "decrement-first",
        },
        source: "Vega's pseudo-code tests first and ROCm passes N-1 to both init and barrier, which only that machine takes; \
                 RDNA3's pseudo-code decrements first, and with its own advice (init N, barrier N-1) lets the second round \
                 go after N-1 waves",
        grade: Spec,
        used_in: "ds_gws_barrier",
        asked_when_running: true,
    }
    AMD_GWS_ID_RANGE: enum GwsIdRange = "amd.gws_id_range" {
        statement: "When a resource id counts as clamped, and so is answered with a NACK.",
        variants: {
            /// The range check uses the distance of the final id from the base.
            AfterModulo = "after-modulo",
            /// The range check uses the sum of M0 and offset, before the base is added.
            BeforeModulo = "before-modulo",
            /// The last resource of the range is used instead.
            Clamp = "clamp",
        },
        source: "AMD's RDNA3 chapter 13 gives the id modulo 64 and says ids are clamped to the VMID's range, with a NACK if that happens. \
                 after-modulo: NACK when (id - base) mod 64 is not below size; before-modulo: NACK when M0[21:16] + \
                 offset0[5:0] is not below size; clamp: use the last resource of the range, no NACK",
        used_in: "ds_gws_*",
        asked_when_running: true,
    }
    AMD_GWS_RELEASE_ALL: enum GwsReleaseAll = "amd.gws_release_all" {
        statement: "Whether sema_release_all adds the number of queued waves to the counter or replaces it.",
        variants: {
            /// counter += queued waves.
            Add = "add",
            /// counter = queued waves.
            Assign = "assign",
        },
        source: "RDNA3's guide adds, Vega's assigns; they differ only where credits are left over",
        grade: Spec,
        used_in: "ds_gws_sema_release_all",
        asked_when_running: true,
    }
    AMD_GWS_COUNTER_WRAP: enum GwsCounterWrap = "amd.gws_counter_wrap" {
        statement: "What the 12-bit counter does past 4095, and below 0 in the decrement-first barrier.",
        variants: {
            /// Modulo 4096.
            Wrap = "wrap",
            /// Stay at 0 or 4095.
            Saturate = "saturate",
        },
        source: "AMD's RDNA3 chapter 13 says 12-bit unsigned; the check of programming rules reports each case",
        used_in: "ds_gws_*",
        asked_when_running: true,
    }
    AMD_GWS_TYPE_CHANGE: enum GwsTypeChange = "amd.gws_type_change" {
        statement: "Which rule releases a wave that is queued when the resource changes its type.",
        variants: {
            /// The resource's current type decides.
            NewType = "new-type",
            /// The instruction that queued the wave decides.
            OwnType = "own-type",
        },
        source: "the release machine reads the resource's type; own-type judges each wave by the instruction it came with",
        used_in: "ds_gws_*",
        asked_when_running: true,
    }
    AMD_GWS_EXEC0: enum GwsExec0 = "amd.gws_exec0" {
        statement: "Whether sema_v, sema_p and sema_release_all act when EXEC is zero.",
        variants: {
            /// The instruction has no effect.
            Nothing = "nothing",
            /// The operation happens.
            AsLane0 = "as-lane-0",
        },
        source: "AMD's RDNA3 chapter 13: of opcodes not in its list, nothing is sent to GWS; but these carry no data that could be ignored",
        grade: Spec,
        used_in: "ds_gws_sema_v, ds_gws_sema_p, ds_gws_sema_release_all",
        asked_when_running: true,
    }
    AMD_ORDERED_EXEC0: enum OrderedExec0 = "amd.ordered_exec0" {
        statement: "What ds_ordered_count adds when EXEC is zero.",
        variants: {
            /// Lane 0's value.
            Lane0 = "lane-0",
            /// Zero.
            Zero = "zero",
        },
        source: "AMD's RDNA3 chapter 13: as if EXEC were 1; the RDNA3 guide's field table says the increment is 0",
        grade: Spec,
        used_in: "ds_ordered_count",
        asked_when_running: true,
    }
    AMD_ORDERED_WAVE_END: enum OrderedWaveEnd = "amd.ordered_wave_end" {
        statement: "What the walker does with a wave that ends without having released it.",
        variants: {
            /// Younger waves wait for ever.
            Stall = "stall",
            /// The walker continues with the next wave.
            Skip = "skip",
        },
        source: "AMD's RDNA3 chapter 13: the instruction must be issued exactly once by each wave; nothing says what else advances the walker",
        used_in: "ds_ordered_count",
        asked_when_running: true,
    }
    AMD_ORDERED_WALKER: enum OrderedWalker = "amd.ordered_walker" {
        statement: "Whether one walker orders all 16 counters or each counter has its own.",
        variants: {
            /// One walker for all counters.
            One = "one",
            /// One walker for each counter.
            PerCounter = "per-counter",
        },
        source: "the RDNA3 guide speaks of the walker; wave_done marks one instruction per wave, not per counter",
        used_in: "ds_ordered_count",
        asked_when_running: true,
    }
    AMD_ORDERED_BASE: enum OrderedBase = "amd.ordered_base" {
        statement: "Whether M0[31:16] moves the counter that offset0[5:2] selects.",
        variants: {
            /// M0\[31:16\] is added, modulo 16.
            Add = "add",
            /// offset0 alone selects.
            Ignore = "ignore",
        },
        source: "the RDNA3 guide calls M0[31:16] the ordered count base in dwords, but the counters are 16 registers now and no \
                 longer a memory; the sum is taken modulo 16",
        used_in: "ds_ordered_count",
        asked_when_running: true,
    }
    AMD_ORDERED_WRAP: enum OrderedWrap = "amd.ordered_wrap" {
        statement: "The two operands of the wrap operation, of which the instruction carries one.",
        variants: {
            /// A step around the configured ring.
            Ring = "ring",
            /// The value twice.
            Same = "same",
            /// The value, then zero.
            Zero = "zero",
            /// Refused.
            Unspecified = "unspecified",
        },
        source: "ds_wrap gives m >= a ? m-a : m+b. ring: b is the value and a the configured ring size less the value; \
                 same: both are the value; zero: a is the value, b is 0",
        used_in: "ds_ordered_count (operation 3)",
        asked_when_running: true,
    }
    AMD_APPEND_M0: enum AppendM0 = "amd.append_m0" {
        statement: "Which half of M0 is the base of ds_append and ds_consume.",
        variants: {
            /// LDS low, GDS high.
            BySpace = "by-space",
            /// Low half.
            Low = "low",
            /// High half.
            High = "high",
        },
        source: "LLVM puts the LDS pointer in the low half; the opcode text says M0.base, which for GDS is the high half",
        used_in: "ds_append, ds_consume",
        asked_when_running: true,
    }
    AMD_GS_REG_HIGH: enum GsRegHigh = "amd.gs_reg_high" {
        statement: "Whether a 32-bit register's old value also writes the second destination register.",
        variants: {
            /// The register keeps its value.
            Keep = "keep",
            /// The register becomes zero.
            Zero = "zero",
        },
        source: "the RDNA3 guide writes VDST alone; LLVM always names a pair",
        used_in: "ds_add_gs_reg_rtn, ds_sub_gs_reg_rtn",
        asked_when_running: true,
    }
}
