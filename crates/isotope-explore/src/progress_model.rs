//! Models of forward progress: which waves a scheduler must run.
//!
//! The definitions are those of "Specifying and Testing GPU Workgroup Progress Models" (OOPSLA 2021) and of its checker files. For what has
//! begun and what has ended, each model names the groups that are scheduled *fairly*; other groups may or may not run. A *run* continues as
//! long as some wave can take a step. Weak fairness: a fair wave that can always take a step takes one eventually. Strong fairness: if a
//! state occurs infinitely often, each step of a fair wave from it is taken eventually.
//!
//! A step with several outcomes, because an order of lanes or of branches is explored, is one step: no model guarantees that each outcome
//! occurs, however often the step is taken.

/// Which groups are scheduled fairly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fair {
    /// OBE (occupancy-bound execution): groups that have taken a step.
    Obe,
    /// HSA: the first group that has not ended.
    Hsa,
    /// Both.
    HsaObe,
    /// LOBE (linear occupancy-bound execution): groups up to the highest-numbered one that has taken a step.
    Lobe,
    /// All groups.
    All,
}

/// A model of forward progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Progress {
    /// Which groups are scheduled fairly.
    pub fair: Fair,
    /// Strong fairness instead of weak.
    pub strong: bool,
}

impl Progress {
    /// All models, in the order of the paper.
    pub const ALL: [Progress; 10] = {
        let [obe, hsa, both, lobe, all] = [Fair::Obe, Fair::Hsa, Fair::HsaObe, Fair::Lobe, Fair::All];
        let (weak, strong) = (false, true);
        [
            Progress { fair: obe, strong: weak },
            Progress { fair: hsa, strong: weak },
            Progress { fair: both, strong: weak },
            Progress { fair: lobe, strong: weak },
            Progress { fair: all, strong: weak },
            Progress { fair: obe, strong },
            Progress { fair: hsa, strong },
            Progress { fair: both, strong },
            Progress { fair: lobe, strong },
            Progress { fair: all, strong },
        ]
    };

    /// Its name.
    pub const fn name(self) -> &'static str {
        match (self.fair, self.strong) {
            (Fair::Obe, false) => "OBE",
            (Fair::Hsa, false) => "HSA",
            (Fair::HsaObe, false) => "HSA_OBE",
            (Fair::Lobe, false) => "LOBE",
            (Fair::All, false) => "WEAK_FAIR",
            (Fair::Obe, true) => "OBE_STRONG",
            (Fair::Hsa, true) => "HSA_STRONG",
            (Fair::HsaObe, true) => "HSA_OBE_STRONG",
            (Fair::Lobe, true) => "LOBE_STRONG",
            (Fair::All, true) => "STRONG_FAIR",
        }
    }

    /// The model of this name, in capitals or not, with `-` or `_`; `fair` is [`WEAK_FAIR`](Fair::All).
    pub fn named(name: &str) -> Option<Progress> {
        let name = name.replace('-', "_").to_uppercase();
        let name = if name == "FAIR" { "WEAK_FAIR" } else { &name };
        Progress::ALL.into_iter().find(|model| model.name() == name)
    }

    /// Whether it depends on which groups have taken a step.
    pub(crate) fn asks_who_began(self) -> bool {
        matches!(self.fair, Fair::Obe | Fair::HsaObe | Fair::Lobe)
    }

    /// Whether a group is scheduled fairly: for each group whether it has begun, whether it has ended.
    pub(crate) fn holds(self, groups: &[(bool, bool)], group: usize) -> bool {
        let (begun, ended) = groups[group];
        let first = || groups[..group].iter().all(|(_, ended)| *ended);
        !ended
            && match self.fair {
                Fair::Obe => begun,
                Fair::Hsa => first(),
                Fair::HsaObe => begun || first(),
                Fair::Lobe => begun || groups[group..].iter().any(|(begun, _)| *begun),
                Fair::All => true,
            }
    }
}
