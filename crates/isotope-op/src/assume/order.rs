//! In which order the lanes of a wave act where no document says: the choices as values, the same for every vendor.

use super::Assumptions;

/// In which order the lanes of one instruction are served by memory; `nv.lane_order`, `nv.store_order`, `intel.lane_order`, `amd.lane_order`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum LaneOrder {
    /// The lowest first.
    #[default]
    Ascending,
    /// The highest first.
    Descending,
    /// Drawn anew for every instruction, from the seed of the launch.
    Drawn,
}

/// Which side of a branch that splits a wave runs first; `nv.branch_order`, `intel.goto_order`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum BranchOrder {
    /// The lanes that do not branch; of an indirect branch, those that go where the lowest lane goes; of a goto, those at the lowest place.
    #[default]
    FallThrough,
    /// The lanes that branch; of an indirect branch, those that go where the highest lane goes; of a goto back, those that do not jump.
    Taken,
    /// Drawn anew for every branch that splits, from the seed of the launch.
    Drawn,
}

/// The orders of a launch, with the names under which they are assumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Orders {
    /// Of the lanes of one instruction.
    pub lanes: LaneOrder,
    /// Name of that assumption.
    pub lane_rule: &'static str,
    /// Of the lanes of one plain store.
    pub stores: LaneOrder,
    /// Name of that assumption.
    pub store_rule: &'static str,
    /// Of the sides of a branch.
    pub branches: BranchOrder,
    /// Name of that assumption and the choice in words; none where the target has no such branches.
    pub branch_rule: Option<(&'static str, &'static str)>,
}

impl Orders {
    /// Lowest lanes and fall-through sides first, for a program of no target.
    pub const DEFAULT: Orders = Orders {
        lanes: LaneOrder::Ascending,
        lane_rule: "lane_order",
        stores: LaneOrder::Ascending,
        store_rule: "lane_order",
        branches: BranchOrder::FallThrough,
        branch_rule: Some(("branch_order", "fall-through")),
    };
}

impl LaneOrder {
    pub(super) const WORDS: [&'static str; 3] = ["ascending", "descending", "drawn"];
    pub(super) const ALL: [LaneOrder; 3] = [LaneOrder::Ascending, LaneOrder::Descending, LaneOrder::Drawn];

    /// The word that chooses it.
    pub const fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }
}

impl BranchOrder {
    pub(super) const WORDS: [&'static str; 3] = ["fall-through", "taken", "drawn"];
    pub(super) const GOTO: [&'static str; 3] = ["lowest", "leaving", "drawn"];
    pub(super) const ALL: [BranchOrder; 3] = [BranchOrder::FallThrough, BranchOrder::Taken, BranchOrder::Drawn];

    /// The word that chooses it.
    pub const fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }
}

impl Assumptions {
    /// The orders of a launch on SPA 5.0.
    pub const fn nvidia_orders(&self) -> Orders {
        Orders {
            lanes: self.nv_lane_order,
            lane_rule: "nv.lane_order",
            stores: self.nv_store_order,
            store_rule: "nv.store_order",
            branches: self.nv_branch_order,
            branch_rule: Some(("nv.branch_order", self.nv_branch_order.word())),
        }
    }

    /// The orders of a launch of vISA.
    pub const fn intel_orders(&self) -> Orders {
        Orders {
            lanes: self.intel_lane_order,
            lane_rule: "intel.lane_order",
            stores: self.intel_lane_order,
            store_rule: "intel.lane_order",
            branches: self.intel_goto_order,
            branch_rule: Some(("intel.goto_order", BranchOrder::GOTO[self.intel_goto_order as usize])),
        }
    }

    /// The orders of a launch on RDNA3, where a program chooses by EXEC itself which lanes run first.
    pub const fn amd_orders(&self) -> Orders {
        Orders {
            lanes: self.amd_lane_order,
            lane_rule: "amd.lane_order",
            stores: self.amd_lane_order,
            store_rule: "amd.lane_order",
            branches: BranchOrder::FallThrough,
            branch_rule: None,
        }
    }
}
