//! The rules, each with its source and grade.

use super::usage::Counter;
use isotope_machine::sync;

/// A programming rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgrammingRule {
    /// Id.
    pub id: &'static str,
    /// The rule in one sentence.
    pub statement: &'static str,
    /// Its source and grade.
    pub source: &'static str,
    /// Whether it is only a note, and not a violation.
    pub note: bool,
}

const fn rule(id: &'static str, statement: &'static str, source: &'static str) -> ProgrammingRule {
    ProgrammingRule { id, statement, source, note: false }
}

const CLAUSE: &str =
    "spec: AMD's RDNA3 chapter 13, global wave sync, single-instruction clause; RDNA3 ISA guide, the same";
const COUNTERS: &str = "spec: RDNA3 ISA guide, wait counters; oracle: LLVM 19, SIInsertWaitcnts";

static WAIT_VM: ProgrammingRule =
    rule("wait-vmcnt", "what vector memory returns must not be touched before vmcnt says that it is there", COUNTERS);
static WAIT_LGKM: ProgrammingRule = rule(
    "wait-lgkmcnt",
    "what LDS, GDS, scalar memory or a message returns must not be touched before lgkmcnt says that it is there",
    COUNTERS,
);
static WAIT_EXP: ProgrammingRule = rule(
    "wait-expcnt",
    "a VGPR that an instruction of the GDS reads must not be written before expcnt or lgkmcnt says that it was read",
    "oracle: LLVM 19, SIInsertWaitcnts, GDS_GPR_LOCK; spec: RDNA3 ISA guide, 3.1, EXPcnt (only that table names GDS)",
);

pub(super) static MATRIX_RESULT: ProgrammingRule = rule(
    "wmma-result",
    "a matrix product must not multiply the result of the one right before it: put v_nop or another vector instruction \
     between",
    "spec: RDNA3 ISA guide, 7.9; oracle: LLVM 19, GCNHazardRecognizer, fixWMMAHazards",
);

pub(super) static GWS_AFTER_GDS: ProgrammingRule = rule(
    "gws-after-gds",
    "no GDS instruction may be outstanding before a GWS instruction or ordered count, or a NACK may arrive out of order: \
     s_waitcnt lgkmcnt(0) must stand before it",
    CLAUSE,
);
pub(super) static GWS_WAIT: ProgrammingRule =
    rule("gws-wait", "s_waitcnt lgkmcnt(0) must directly follow a GWS instruction or ordered count", CLAUSE);
pub(super) static GWS_END: ProgrammingRule = rule(
    "gws-end",
    "s_endpgm must not follow a GWS instruction or ordered count and its s_waitcnt: put s_nop between",
    CLAUSE,
);
pub(super) static GWS_CLAUSE: ProgrammingRule = rule(
    "gws-clause",
    "a GWS instruction or ordered count must be a clause of its own, not part of an s_clause",
    CLAUSE,
);
pub(super) static ORDERED_SAME: ProgrammingRule = rule(
    "ordered-same",
    "source and destination VGPR must differ: an ordered count that got a NACK may have written its destination, and could \
     not be replayed",
    "spec: AMD's RDNA3 chapter 13, programming rule of GWS and ordered count; RDNA3 ISA guide, the same",
);
pub(super) static GDS_LANES: ProgrammingRule = ProgrammingRule {
    note: true,
    ..rule(
        "gds-lanes",
        "the GDS is one lane wide: with several bits of EXEC set only the lowest counts",
        "spec: AMD's RDNA3 chapter 13, GDS and GWS; RDNA3 ISA guide, the same",
    )
};

const ORDERED: &str = "spec: AMD's RDNA3 chapter 13, ordered count; RDNA3 ISA guide, the same";
const FIELDS: &str = "spec: RDNA3 ISA guide, DS_ORDERED_COUNT, fields";
const LAST: &str =
    "spec: RDNA3 ISA guide, DS_ORDERED_COUNT, fields; oracle: LLVM 19, IntrinsicsAMDGPU: done is set for the last one";
const RELEASE: &str =
    "assumed: only wave_release lets the walker go on to the next wave (RDNA3 ISA guide, DS_ORDERED_COUNT, fields)";

/// Rules that the synchronization unit checks: its rule, id, source.
macro_rules! unit_rules {
    ($($of:ident $id:literal $source:expr;)*) => {
        /// The rule for a rule of the synchronization unit.
        pub(super) fn of_unit(broken: sync::Rule) -> &'static ProgrammingRule {
            match broken {
                $(sync::Rule::$of => {
                    // Counting from 0 without a limit is what most programs want.
                    static RULE: ProgrammingRule = ProgrammingRule {
                        note: matches!(sync::Rule::$of, sync::Rule::OrderedNotConfigured),
                        ..rule($id, sync::Rule::$of.text(), $source)
                    };
                    &RULE
                })*
            }
        }
        /// Every rule of the synchronization unit.
        const UNIT: &[sync::Rule] = &[$(sync::Rule::$of),*];
    };
}

unit_rules! {
    GwsOffset "gws-offset" "spec: RDNA3 ISA guide, GWS instructions: offset0[5:0] is the resource";
    GwsNotConfigured "gws-not-configured" "spec: AMD's RDNA3 chapter 13, global wave sync: registers must be configured before use";
    OrderedNotConfigured "ordered-not-configured"
        "spec: AMD's RDNA3 chapter 13, ordered count: its configuration makes a counter one of ordered count or of ordered alloc";
    GwsValue "gws-value" "spec: AMD's RDNA3 chapter 13, GWS resource state: a counter of 12 bits; assumed: larger values are cut";
    GwsOverflow "gws-overflow" "spec: AMD's RDNA3 chapter 13, GWS resource state: a counter of 12 bits; assumed: it wraps";
    GwsUnderflow "gws-underflow" "assumed: the guide's barrier decrements first and does not say what comes below 0";
    GwsTypeChange "gws-type-change" "assumed: the documents do not say what queued waves wait for afterwards";
    GwsInitQueued "gws-init-queued" "assumed: the documents do not say what happens to queued waves";
    GwsQueue "gws-queue"
        "spec: AMD's RDNA3 chapter 13, GWS resource state: head and tail have 11-bit indices; assumed: one wave for each";
    StillWaiting "gws-still-waiting" CLAUSE;
    OrderedOffset "ordered-offset" FIELDS;
    OrderedIndex "ordered-index"
        "spec: RDNA3 ISA guide, DS_ORDERED_COUNT, fields: 16 counters; assumed: the index is cut to offset0[5:2]";
    OrderedTwice "ordered-twice" ORDERED;
    OrderedFourTimes "ordered-four-times" ORDERED;
    OrderedDone "ordered-done" "oracle: LLVM 19, `ds_ordered_count: wave_done requires wave_release`";
    OrderedAfterDone "ordered-after-done" LAST;
    OrderedAfterRelease "ordered-after-release" RELEASE;
    OrderedExchange "ordered-exchange" FIELDS;
    OrderedWide "ordered-wide" FIELDS;
    OrderedReserved "ordered-reserved" FIELDS;
    OrderedNever "ordered-never" ORDERED;
    OrderedNoRelease "ordered-no-release" RELEASE;
    OrderedNoDone "ordered-no-done" LAST;
    OrderedRing "ordered-ring" "assumed: a request for more than the whole ring can never be served";
    AppendOffset "append-offset" "spec: RDNA3 ISA guide, DS_APPEND and DS_CONSUME";
}

/// The rule of waiting for a counter.
pub(super) fn waits_for(counter: Counter) -> &'static ProgrammingRule {
    match counter {
        Counter::Vm => &WAIT_VM,
        Counter::Lgkm => &WAIT_LGKM,
        Counter::Exp => &WAIT_EXP,
    }
}

/// All rules, in the order of the documentation.
pub fn all() -> Vec<&'static ProgrammingRule> {
    let own = [
        &WAIT_VM,
        &WAIT_LGKM,
        &WAIT_EXP,
        &MATRIX_RESULT,
        &GWS_AFTER_GDS,
        &GWS_WAIT,
        &GWS_END,
        &GWS_CLAUSE,
        &ORDERED_SAME,
        &GDS_LANES,
    ];
    own.into_iter().chain(UNIT.iter().map(|&rule| of_unit(rule))).collect()
}
