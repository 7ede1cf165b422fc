//! Programming rules that a program broke: recorded, never enforced.

use std::fmt;

use super::WaveId;

/// A rule of AMD's RDNA3 chapter 13 or of the guide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// offset0\[7:6\] of a GWS instruction is not zero.
    GwsOffset,
    /// A resource is used before it is configured.
    GwsNotConfigured,
    /// A counter is used before it is configured.
    OrderedNotConfigured,
    /// A GWS value does not fit 12 bits.
    GwsValue,
    /// The counter would pass 4095.
    GwsOverflow,
    /// A decrement-first barrier when the counter is zero.
    GwsUnderflow,
    /// A resource changes its type while waves are queued.
    GwsTypeChange,
    /// A resource is initialised while waves are queued.
    GwsInitQueued,
    /// More waves are queued than an 11-bit index can distinguish.
    GwsQueue,
    /// A wave issues an instruction before its last one has completed.
    StillWaiting,
    /// offset0\[1:0\] of an ordered count, or of a GS register instruction, is not zero.
    OrderedOffset,
    /// The dword index of an ordered count is not one of 16 counters.
    OrderedIndex,
    /// A wave counts more than once.
    OrderedTwice,
    /// A wave allocates more than four times.
    OrderedFourTimes,
    /// wave_done without wave_release.
    OrderedDone,
    /// A wave issues an ordered count after its wave_done.
    OrderedAfterDone,
    /// A wave issues an ordered count after it released the walker.
    OrderedAfterRelease,
    /// Exchange on a counter other than 4 to 7.
    OrderedExchange,
    /// An operation other than add on a 64-bit counter.
    OrderedWide,
    /// Operation 2.
    OrderedReserved,
    /// A wave ended without any ordered count.
    OrderedNever,
    /// A wave ended without wave_release.
    OrderedNoRelease,
    /// A wave ended without wave_done.
    OrderedNoDone,
    /// A request for more elements than the ring has.
    OrderedRing,
    /// The offset of an append or consume in GDS is not zero, or not a multiple of 4.
    AppendOffset,
}

impl Rule {
    /// The rule in one sentence.
    pub const fn text(self) -> &'static str {
        match self {
            Rule::GwsOffset => "offset0[7:6] of a GWS instruction must be 0",
            Rule::GwsNotConfigured => {
                "a GWS resource must be configured before it is used: by ds_gws_init, or by a write of GDS_GWS_RESOURCE"
            }
            Rule::OrderedNotConfigured => {
                "an ordered counter without a configuration is used: it counts from 0 without end, and does not allocate from a ring"
            }
            Rule::GwsValue => "a GWS count must fit 12 bits; it is taken modulo 4096",
            Rule::GwsOverflow => "a GWS counter must not pass 4095 (amd.gws_counter_wrap)",
            Rule::GwsUnderflow => "a decrement-first barrier needs a counter above 0 (amd.gws_counter_wrap)",
            Rule::GwsTypeChange => {
                "a GWS resource must not change its type while waves are queued (amd.gws_type_change)"
            }
            Rule::GwsInitQueued => "a GWS resource must not be initialised while waves are queued",
            Rule::GwsQueue => "a GWS queue holds at most 2048 waves",
            Rule::StillWaiting => "s_waitcnt lgkmcnt(0) must follow a GWS instruction or ordered count",
            Rule::OrderedOffset => "offset0[1:0] must be 0: the index is in dwords",
            Rule::OrderedIndex => "an ordered count must name one of the 16 counters; the index is taken modulo 16",
            Rule::OrderedTwice => "a wave must issue ordered count once and only once",
            Rule::OrderedFourTimes => "a wave may issue ordered alloc at most 4 times",
            Rule::OrderedDone => "wave_done requires wave_release",
            Rule::OrderedAfterDone => "no ordered count may follow the one with wave_done",
            Rule::OrderedAfterRelease => "no ordered count may follow the one with wave_release: it is not ordered",
            Rule::OrderedExchange => "ordered exchange works on counters 4 to 7 only",
            Rule::OrderedWide => "the 64-bit counters 8 to 15 take add only",
            Rule::OrderedReserved => "ordered operation 2 is reserved",
            Rule::OrderedNever => "every wave must issue ordered count before it ends",
            Rule::OrderedNoRelease => "every wave must release the walker before it ends",
            Rule::OrderedNoDone => "one ordered count of every wave must have wave_done",
            Rule::OrderedRing => "an ordered alloc must not ask for more than the ring holds",
            Rule::AppendOffset => "the offset of append and consume must be a multiple of 4, and 0 in GDS",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A broken rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Broken {
    /// The wave that broke it.
    pub wave: WaveId,
    /// The rule.
    pub rule: Rule,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.wave, self.rule)
    }
}

/// Rules broken since the list was last drained: each pair of wave and rule once, up to [`Diagnostics::LIMIT`], so that a loop that breaks
/// a rule repeatedly still repeats its state.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Default)]
pub struct Diagnostics {
    list: Vec<Broken>,
}

impl Diagnostics {
    /// Maximum number of entries; further ones are dropped.
    pub const LIMIT: usize = 256;

    pub(super) fn note(&mut self, wave: WaveId, rule: Rule) {
        let broken = Broken { wave, rule };
        if self.list.len() < Self::LIMIT && !self.list.contains(&broken) {
            self.list.push(broken);
        }
    }

    /// In the order of the events.
    pub fn as_slice(&self) -> &[Broken] {
        &self.list
    }

    /// Removes and returns them.
    pub fn drain(&mut self) -> Vec<Broken> {
        std::mem::take(&mut self.list)
    }
}
