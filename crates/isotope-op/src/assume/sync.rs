//! What is open about AMD's global wave sync, ordered count and global data share: the entries, and the choices as
//! values. The machines that follow them are the library's `sync` module.

use super::{Assumption, Grade};

pub(super) const ALL: &[Assumption] = &[
    Assumption {
        id: "amd.gws_barrier",
        statement: "Whether a barrier compares its counter with zero before or after it counts a wave in.",
        default: "test-first",
        alternatives: &["decrement-first"],
        source: "Vega's pseudo-code tests first and ROCm passes N-1 to both init and barrier, which only that machine takes; \
                 RDNA3's pseudo-code decrements first, and with its own advice (init N, barrier N-1) lets the second round \
                 go after N-1 waves",
        grade: Grade::Spec,
        used_in: "ds_gws_barrier",
    },
    Assumption {
        id: "amd.gws_id_range",
        statement: "When a resource id counts as clamped, and so is answered with a NACK.",
        default: "after-modulo",
        alternatives: &["before-modulo", "clamp"],
        source: "AMD's RDNA3 chapter 13 gives the id modulo 64 and says ids are clamped to the VMID's range, with a NACK if that happens. \
                 after-modulo: NACK when (id - base) mod 64 is not below size; before-modulo: NACK when M0[21:16] + \
                 offset0[5:0] is not below size; clamp: use the last resource of the range, no NACK",
        grade: Grade::Assumed,
        used_in: "ds_gws_*",
    },
    Assumption {
        id: "amd.gws_release_all",
        statement: "Whether sema_release_all adds the number of queued waves to the counter or replaces it.",
        default: "add",
        alternatives: &["assign"],
        source: "RDNA3's guide adds, Vega's assigns; they differ only where credits are left over",
        grade: Grade::Spec,
        used_in: "ds_gws_sema_release_all",
    },
    Assumption {
        id: "amd.gws_counter_wrap",
        statement: "What the 12-bit counter does past 4095, and below 0 in the decrement-first barrier.",
        default: "wrap",
        alternatives: &["saturate"],
        source: "AMD's RDNA3 chapter 13 says 12-bit unsigned; --check-rules reports each case",
        grade: Grade::Assumed,
        used_in: "ds_gws_*",
    },
    Assumption {
        id: "amd.gws_type_change",
        statement: "Which rule releases a wave that is queued when the resource changes its type.",
        default: "new-type",
        alternatives: &["own-type"],
        source: "the release machine reads the resource's type; own-type judges each wave by the instruction it came with",
        grade: Grade::Assumed,
        used_in: "ds_gws_*",
    },
    Assumption {
        id: "amd.gws_exec0",
        statement: "Whether sema_v, sema_p and sema_release_all act when EXEC is zero.",
        default: "nothing",
        alternatives: &["as-lane-0"],
        source: "AMD's RDNA3 chapter 13: of opcodes not in its list, nothing is sent to GWS; but these carry no data that could be ignored",
        grade: Grade::Spec,
        used_in: "ds_gws_sema_v, ds_gws_sema_p, ds_gws_sema_release_all",
    },
    Assumption {
        id: "amd.ordered_exec0",
        statement: "What ds_ordered_count adds when EXEC is zero.",
        default: "lane-0",
        alternatives: &["zero"],
        source: "AMD's RDNA3 chapter 13: as if EXEC were 1; the RDNA3 guide's field table says the increment is 0",
        grade: Grade::Spec,
        used_in: "ds_ordered_count",
    },
    Assumption {
        id: "amd.ordered_wave_end",
        statement: "What the walker does with a wave that ends without having released it.",
        default: "stall",
        alternatives: &["skip"],
        source: "AMD's RDNA3 chapter 13: the instruction must be issued exactly once by each wave; nothing says what else advances the walker",
        grade: Grade::Assumed,
        used_in: "ds_ordered_count",
    },
    Assumption {
        id: "amd.ordered_walker",
        statement: "Whether one walker orders all 16 counters or each counter has its own.",
        default: "one",
        alternatives: &["per-counter"],
        source: "the RDNA3 guide speaks of the walker; wave_done marks one instruction per wave, not per counter",
        grade: Grade::Assumed,
        used_in: "ds_ordered_count",
    },
    Assumption {
        id: "amd.ordered_base",
        statement: "Whether M0[31:16] moves the counter that offset0[5:2] selects.",
        default: "add",
        alternatives: &["ignore"],
        source: "the RDNA3 guide calls M0[31:16] the ordered count base in dwords, but the counters are 16 registers now and no \
                 longer a memory; the sum is taken modulo 16",
        grade: Grade::Assumed,
        used_in: "ds_ordered_count",
    },
    Assumption {
        id: "amd.ordered_wrap",
        statement: "The two operands of the wrap operation, of which the instruction carries one.",
        default: "ring",
        alternatives: &["same", "zero", "unspecified"],
        source: "ds_wrap gives m >= a ? m-a : m+b. ring: b is the value and a the configured ring size less the value; \
                 same: both are the value; zero: a is the value, b is 0",
        grade: Grade::Assumed,
        used_in: "ds_ordered_count (operation 3)",
    },
    Assumption {
        id: "amd.append_m0",
        statement: "Which half of M0 is the base of ds_append and ds_consume.",
        default: "by-space",
        alternatives: &["low", "high"],
        source: "LLVM puts the LDS pointer in the low half; the opcode text says M0.base, which for GDS is the high half",
        grade: Grade::Assumed,
        used_in: "ds_append, ds_consume",
    },
    Assumption {
        id: "amd.gs_reg_high",
        statement: "Whether a 32-bit register's old value also writes the second destination register.",
        default: "keep",
        alternatives: &["zero"],
        source: "the RDNA3 guide writes VDST alone; LLVM always names a pair",
        grade: Grade::Assumed,
        used_in: "ds_add_gs_reg_rtn, ds_sub_gs_reg_rtn",
    },
];

/// Makes an enum of readings with their names in [`Assumption::default`] and [`Assumption::alternatives`].
macro_rules! readings {
    ($(#[$doc:meta])* $name:ident { $(#[$first_doc:meta])* $first:ident = $first_text:literal
        $(, $(#[$item_doc:meta])* $item:ident = $text:literal)* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
        pub enum $name {
            $(#[$first_doc])* #[default] $first,
            $($(#[$item_doc])* $item),*
        }

        impl $name {
            /// The reading of this name.
            pub fn named(name: &str) -> Option<$name> {
                match name {
                    $first_text => Some($name::$first),
                    $($text => Some($name::$item),)*
                    _ => None,
                }
            }
        }
    };
}

readings! {
    /// `amd.gws_barrier`.
    GwsBarrier {
        /// Compare, then count: N waves need N-1 in init and in barrier.
        TestFirst = "test-first",
        /// Count, then compare: N waves need N in init and in barrier.
        DecrementFirst = "decrement-first",
    }
}
readings! {
    /// `amd.gws_id_range`.
    GwsIdRange {
        /// Judge the final id's distance from the base.
        AfterModulo = "after-modulo",
        /// Judge the sum of M0 and offset before the base is added.
        BeforeModulo = "before-modulo",
        /// Use the last resource of the range instead.
        Clamp = "clamp",
    }
}
readings! {
    /// `amd.gws_release_all`.
    GwsReleaseAll {
        /// counter += queued waves.
        Add = "add",
        /// counter = queued waves.
        Assign = "assign",
    }
}
readings! {
    /// `amd.gws_counter_wrap`.
    GwsCounterWrap {
        /// Modulo 4096.
        Wrap = "wrap",
        /// Stay at 0 or 4095.
        Saturate = "saturate",
    }
}
readings! {
    /// `amd.gws_type_change`.
    GwsTypeChange {
        /// The resource's type decides.
        NewType = "new-type",
        /// The instruction the wave came with decides.
        OwnType = "own-type",
    }
}
readings! {
    /// `amd.gws_exec0`.
    GwsExec0 {
        /// Nothing happens.
        Nothing = "nothing",
        /// The operation happens.
        AsLane0 = "as-lane-0",
    }
}
readings! {
    /// `amd.ordered_exec0`.
    OrderedExec0 {
        /// Lane 0's value.
        Lane0 = "lane-0",
        /// Zero.
        Zero = "zero",
    }
}
readings! {
    /// `amd.ordered_wave_end`.
    OrderedWaveEnd {
        /// Younger waves wait for ever.
        Stall = "stall",
        /// It goes on to the next wave.
        Skip = "skip",
    }
}
readings! {
    /// `amd.ordered_walker`.
    OrderedWalker {
        /// One for all counters.
        One = "one",
        /// One for each counter.
        PerCounter = "per-counter",
    }
}
readings! {
    /// `amd.ordered_base`.
    OrderedBase {
        /// M0\[31:16\] is added, modulo 16.
        Add = "add",
        /// offset0 alone selects.
        Ignore = "ignore",
    }
}
readings! {
    /// `amd.ordered_wrap`.
    OrderedWrap {
        /// A step around the configured ring.
        Ring = "ring",
        /// The value twice.
        Same = "same",
        /// The value, then zero.
        Zero = "zero",
        /// Refused.
        Unspecified = "unspecified",
    }
}
readings! {
    /// `amd.append_m0`.
    AppendM0 {
        /// LDS low, GDS high.
        BySpace = "by-space",
        /// Low half.
        Low = "low",
        /// High half.
        High = "high",
    }
}
readings! {
    /// `amd.gs_reg_high`.
    GsRegHigh {
        /// It keeps its value.
        Keep = "keep",
        /// It becomes zero.
        Zero = "zero",
    }
}

/// The choices about GWS, ordered count and GDS.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct SyncRules {
    /// `amd.gws_barrier`
    pub gws_barrier: GwsBarrier,
    /// `amd.gws_id_range`
    pub gws_id_range: GwsIdRange,
    /// `amd.gws_release_all`
    pub gws_release_all: GwsReleaseAll,
    /// `amd.gws_counter_wrap`
    pub gws_counter_wrap: GwsCounterWrap,
    /// `amd.gws_type_change`
    pub gws_type_change: GwsTypeChange,
    /// `amd.gws_exec0`
    pub gws_exec0: GwsExec0,
    /// `amd.ordered_exec0`
    pub ordered_exec0: OrderedExec0,
    /// `amd.ordered_wave_end`
    pub ordered_wave_end: OrderedWaveEnd,
    /// `amd.ordered_walker`
    pub ordered_walker: OrderedWalker,
    /// `amd.ordered_base`
    pub ordered_base: OrderedBase,
    /// `amd.ordered_wrap`
    pub ordered_wrap: OrderedWrap,
    /// `amd.append_m0`
    pub append_m0: AppendM0,
    /// `amd.gs_reg_high`
    pub gs_reg_high: GsRegHigh,
}

impl SyncRules {
    /// The documented defaults.
    pub const DEFAULT: SyncRules = SyncRules {
        gws_barrier: GwsBarrier::TestFirst,
        gws_id_range: GwsIdRange::AfterModulo,
        gws_release_all: GwsReleaseAll::Add,
        gws_counter_wrap: GwsCounterWrap::Wrap,
        gws_type_change: GwsTypeChange::NewType,
        gws_exec0: GwsExec0::Nothing,
        ordered_exec0: OrderedExec0::Lane0,
        ordered_wave_end: OrderedWaveEnd::Stall,
        ordered_walker: OrderedWalker::One,
        ordered_base: OrderedBase::Add,
        ordered_wrap: OrderedWrap::Ring,
        append_m0: AppendM0::BySpace,
        gs_reg_high: GsRegHigh::Keep,
    };

    /// Makes a choice by name; false when the id is not one of these or the value is not known.
    pub fn set(&mut self, id: &str, value: &str) -> bool {
        fn put<T>(place: &mut T, value: Option<T>) -> bool {
            value.map(|v| *place = v).is_some()
        }
        match id {
            "amd.gws_barrier" => put(&mut self.gws_barrier, GwsBarrier::named(value)),
            "amd.gws_id_range" => put(&mut self.gws_id_range, GwsIdRange::named(value)),
            "amd.gws_release_all" => put(&mut self.gws_release_all, GwsReleaseAll::named(value)),
            "amd.gws_counter_wrap" => put(&mut self.gws_counter_wrap, GwsCounterWrap::named(value)),
            "amd.gws_type_change" => put(&mut self.gws_type_change, GwsTypeChange::named(value)),
            "amd.gws_exec0" => put(&mut self.gws_exec0, GwsExec0::named(value)),
            "amd.ordered_exec0" => put(&mut self.ordered_exec0, OrderedExec0::named(value)),
            "amd.ordered_wave_end" => put(&mut self.ordered_wave_end, OrderedWaveEnd::named(value)),
            "amd.ordered_walker" => put(&mut self.ordered_walker, OrderedWalker::named(value)),
            "amd.ordered_base" => put(&mut self.ordered_base, OrderedBase::named(value)),
            "amd.ordered_wrap" => put(&mut self.ordered_wrap, OrderedWrap::named(value)),
            "amd.append_m0" => put(&mut self.append_m0, AppendM0::named(value)),
            "amd.gs_reg_high" => put(&mut self.gs_reg_high, GsRegHigh::named(value)),
            _ => false,
        }
    }
}
