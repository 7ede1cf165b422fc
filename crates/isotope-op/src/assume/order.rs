//! The order in which the lanes of a wave act, where no document specifies it: types for the values, the same for every vendor.

use super::{
    AMD_LANE_ORDER, Assumptions, Choice, INTEL_GOTO_ORDER, INTEL_LANE_ORDER, NV_BRANCH_ORDER, NV_LANE_ORDER,
    NV_STORE_ORDER, Values,
};

/// The order in which memory serves the lanes of one instruction; [`NV_LANE_ORDER`], [`NV_STORE_ORDER`], [`INTEL_LANE_ORDER`],
/// [`AMD_LANE_ORDER`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum LaneOrder {
    /// The lowest first.
    Ascending,
    /// The highest first.
    Descending,
    /// Random for every instruction, from the seed of the launch.
    Drawn,
}

/// The side that runs first after a branch splits a wave; [`NV_BRANCH_ORDER`], [`INTEL_GOTO_ORDER`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BranchOrder {
    /// The lanes that do not branch; for an indirect branch, the lanes with the lowest lane's target; for a goto, the lanes at the lowest
    /// address.
    FallThrough,
    /// The lanes that branch; for an indirect branch, the lanes with the highest lane's target; for a backward goto, the lanes that do not
    /// jump.
    Taken,
    /// Random for every branch that splits a wave, from the seed of the launch.
    Drawn,
}

/// The orders of a launch, with the ids of their assumptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Orders {
    /// Order of the lanes of one instruction.
    pub lanes: LaneOrder,
    /// Id of that assumption.
    pub lane_rule: &'static str,
    /// Order of the lanes of one plain store.
    pub stores: LaneOrder,
    /// Id of that assumption.
    pub store_rule: &'static str,
    /// Order of the sides of a branch.
    pub branches: BranchOrder,
    /// Id of that assumption and the name of its chosen value; `None` if the target has no such branches.
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

    /// The name of this value.
    pub const fn word(self) -> &'static str {
        Self::VALUES[self as usize].0
    }
}

impl Assumptions {
    const fn orders(
        &self,
        lanes: Choice<LaneOrder>,
        stores: Choice<LaneOrder>,
        branches: Option<Choice<BranchOrder>>,
    ) -> Orders {
        let (branches, branch_rule) = match branches {
            Some(choice) => (self.get(choice), Some((choice.id, self.word(choice)))),
            None => (BranchOrder::FallThrough, None),
        };
        let (lane_rule, store_rule) = (lanes.id, stores.id);
        Orders { lanes: self.get(lanes), lane_rule, stores: self.get(stores), store_rule, branches, branch_rule }
    }

    /// The orders of a launch on SPA 5.0.
    pub const fn nvidia_orders(&self) -> Orders {
        self.orders(NV_LANE_ORDER, NV_STORE_ORDER, Some(NV_BRANCH_ORDER))
    }

    /// The orders of a launch of vISA.
    pub const fn intel_orders(&self) -> Orders {
        self.orders(INTEL_LANE_ORDER, INTEL_LANE_ORDER, Some(INTEL_GOTO_ORDER))
    }

    /// The orders of a launch on RDNA3. A program selects the lanes that run first by EXEC.
    pub const fn amd_orders(&self) -> Orders {
        self.orders(AMD_LANE_ORDER, AMD_LANE_ORDER, None)
    }
}
