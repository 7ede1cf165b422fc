//! In which order the lanes of a wave act where no document says: the choices as values, the same for every vendor.

use super::{
    AMD_LANE_ORDER, Assumptions, Choice, INTEL_GOTO_ORDER, INTEL_LANE_ORDER, NV_BRANCH_ORDER, NV_LANE_ORDER,
    NV_STORE_ORDER, Values,
};

/// In which order the lanes of one instruction are served by memory; [`NV_LANE_ORDER`], [`NV_STORE_ORDER`], [`INTEL_LANE_ORDER`], [`AMD_LANE_ORDER`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum LaneOrder {
    /// The lowest first.
    Ascending,
    /// The highest first.
    Descending,
    /// Drawn anew for every instruction, from the seed of the launch.
    Drawn,
}

/// Which side of a branch that splits a wave runs first; [`NV_BRANCH_ORDER`], [`INTEL_GOTO_ORDER`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BranchOrder {
    /// The lanes that do not branch; of an indirect branch, those that go where the lowest lane goes; of a goto, those at the lowest place.
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
    pub(super) const VALUES: Values<LaneOrder> =
        &[("ascending", LaneOrder::Ascending), ("descending", LaneOrder::Descending), ("drawn", LaneOrder::Drawn)];

    /// The word that chooses it.
    pub const fn word(self) -> &'static str {
        Self::VALUES[self as usize].0
    }
}

impl Assumptions {
    const fn branch_rule(&self, choice: Choice<BranchOrder>) -> (&'static str, &'static str) {
        (choice.id, self.word(choice))
    }

    /// The orders of a launch on SPA 5.0.
    pub const fn nvidia_orders(&self) -> Orders {
        Orders {
            lanes: self.get(NV_LANE_ORDER),
            lane_rule: NV_LANE_ORDER.id,
            stores: self.get(NV_STORE_ORDER),
            store_rule: NV_STORE_ORDER.id,
            branches: self.get(NV_BRANCH_ORDER),
            branch_rule: Some(self.branch_rule(NV_BRANCH_ORDER)),
        }
    }

    /// The orders of a launch of vISA.
    pub const fn intel_orders(&self) -> Orders {
        Orders {
            lanes: self.get(INTEL_LANE_ORDER),
            lane_rule: INTEL_LANE_ORDER.id,
            stores: self.get(INTEL_LANE_ORDER),
            store_rule: INTEL_LANE_ORDER.id,
            branches: self.get(INTEL_GOTO_ORDER),
            branch_rule: Some(self.branch_rule(INTEL_GOTO_ORDER)),
        }
    }

    /// The orders of a launch on RDNA3, where a program chooses by EXEC itself which lanes run first.
    pub const fn amd_orders(&self) -> Orders {
        Orders {
            lanes: self.get(AMD_LANE_ORDER),
            lane_rule: AMD_LANE_ORDER.id,
            stores: self.get(AMD_LANE_ORDER),
            store_rule: AMD_LANE_ORDER.id,
            branches: BranchOrder::FallThrough,
            branch_rule: None,
        }
    }
}
