//! The order of lanes and of the sides of a branch: the final memory equals that of a plain loop over the lanes, under
//! every assumption, whether steps run one by one or as superblocks, and the same seed gives the same order.

use crate::common::visa::{launch_with, plain};
use crate::common::{self, assume};
use isotope_ir::effect::{ACTIVE, Access, Address, Control, Mask, Slot, Space, Special, Src, Uop};
use isotope_ir::program::{Builder, Program};
use isotope_machine::fault::Place;
use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Observer, Options, Outcome};
use isotope_op::assume::{Assumptions, BranchOrder, LaneOrder, NV_BRANCH_ORDER};

const LANE_ORDERS: [(&str, LaneOrder); 3] =
    [("ascending", LaneOrder::Ascending), ("descending", LaneOrder::Descending), ("drawn", LaneOrder::Drawn)];

/// An observer, which forces single steps.
struct Watcher;

impl Observer for Watcher {
    fn step(&mut self, _: Place, _: u32, _: u64) {}
}

/// Launches SASS text with 64 words at `c[0x0][0x140]`; superblocks and single steps must agree.
fn sass(text: &str, group_size: u32, assumptions: Assumptions, seed: u64) -> Vec<u32> {
    let text = format!("MOV R2, c[0x0][0x140];\nMOV R3, c[0x0][0x144];\nS2R R0, SR_LANEID;\n{text}");
    let (dispatch, memory, buffer) = common::sass::launch(&text, 1, group_size, &[0xff; 256], assumptions);
    let options = Options { seed, ..Options::default() };
    let (runs, steps) = (memory.clone(), memory.clone());
    let outcome = isotope_machine::launch(&dispatch, &runs, options).outcome;
    assert_eq!(outcome, Outcome::Done);
    assert_eq!(isotope_machine::launch_observed(&dispatch, &steps, options, &mut Watcher).outcome, Outcome::Done);
    assert_eq!(runs, steps, "runs and single steps");
    common::words(&runs.read(buffer, 256).unwrap())
}

/// The values that eight lanes get when they exchange one word, initially `before`, served in this order; and the final value.
fn exchange(order: &[u32], before: u32) -> (Vec<u32>, u32) {
    let mut got = vec![0; order.len()];
    let left = order.iter().fold(before, |now, &l| {
        got[l as usize] = now;
        l
    });
    (got, left)
}

/// The order in which lanes were served, derived from the values they got.
fn served(got: &[u32], before: u32) -> Vec<u32> {
    let mut order = Vec::new();
    let mut now = before;
    while let Some(lane) = got.iter().position(|&g| g == now) {
        order.push(lane as u32);
        now = lane as u32;
    }
    order
}

const EXCHANGE: &str = "ATOM.E.EXCH R4, [R2], R0;\nSHL R6, R0, 0x2;\nIADD R6, R6, R2;\nMOV R7, R3;\n\
                        STG.E [R6+0x80], R4;\nEXIT;";

#[test]
fn eight_lanes_exchange_a_word() {
    for (word, order) in LANE_ORDERS {
        let run = |seed| {
            let words = sass(EXCHANGE, 8, assume(&[("nv.lane_order", word)]), seed);
            (words[32..40].to_vec(), words[0])
        };
        let want: Vec<u32> = match order {
            LaneOrder::Ascending => (0..8).collect(),
            LaneOrder::Descending => (0..8).rev().collect(),
            LaneOrder::Drawn => {
                let order = served(&run(1).0, u32::MAX);
                assert_eq!(run(1), run(1));
                assert!((2..40).any(|seed| run(seed) != run(1)), "a seed decides");
                order
            }
        };
        assert_eq!(want.len(), 8, "each lane was served once");
        assert_eq!(run(1), exchange(&want, u32::MAX), "{word}");
    }
}

#[test]
fn lanes_that_store_to_one_word() {
    for (word, last) in [("ascending", 31), ("descending", 0)] {
        let words = sass("STG.E [R2], R0;\nEXIT;", 32, assume(&[("nv.store_order", word)]), 0);
        assert_eq!(words[0], last, "{word}");
    }
    let drawn: Vec<u32> = (0..50)
        .map(|seed| sass("STG.E [R2], R0;\nEXIT;", 32, assume(&[("nv.store_order", "drawn")]), seed)[0])
        .collect();
    let distinct: std::collections::BTreeSet<_> = drawn.iter().collect();
    assert!(distinct.len() > 10, "{drawn:?}");
}

#[test]
fn both_sides_of_a_branch_write_one_word() {
    // Lanes below 8 write 1 at the branch target, the others 2.
    let text = "ISETP.LT.U32.AND P0, PT, R0, 0x8, PT;\nSSY `(meet);\n@P0 BRA `(taken);\nMOV32I R4, 0x2;\nSTG.E [R2], R4;\nSYNC;\n\
                taken:\nMOV32I R4, 0x1;\nSTG.E [R2], R4;\nSYNC;\nmeet:\nEXIT;";
    for (word, order, last) in [("fall-through", BranchOrder::FallThrough, 1), ("taken", BranchOrder::Taken, 2)] {
        let assumptions = assume(&[("nv.branch_order", word)]);
        assert_eq!(assumptions.get(NV_BRANCH_ORDER), order);
        assert_eq!(sass(text, 32, assumptions, 0)[0], last, "{word}");
    }
    let drawn: Vec<u32> =
        (0..30).map(|seed| sass(text, 32, assume(&[("nv.branch_order", "drawn")]), seed)[0]).collect();
    assert!(drawn.contains(&1) && drawn.contains(&2), "{drawn:?}");
}

#[test]
fn an_indirect_branch_follows_its_lowest_or_its_highest_lane() {
    // Offsets from the step after the branch; the side that runs last leaves its number.
    let text = "MOV32I R8, 0x8;\nMOV32I R9, 0x28;\nISETP.LT.U32.AND P0, PT, R0, 0x8, PT;\nSEL R8, R8, R9, P0;\n\
                SSY `(meet);\nBRX R8 0x0;\nMOV32I R4, 0x1;\nSTG.E [R2], R4;\nSYNC;\n\
                MOV32I R4, 0x2;\nSTG.E [R2], R4;\nSYNC;\nmeet:\nEXIT;";
    for (word, last) in [("fall-through", 2), ("taken", 1)] {
        assert_eq!(sass(text, 32, assume(&[("nv.branch_order", word)]), 0)[0], last, "{word}");
    }
}

/// Two halves of a wave store to one word in two steps, which are fused into one operation.
#[test]
fn halves_that_became_one_keep_the_order_of_their_steps() {
    let lane = Slot(0);
    let address = Address { lo: Src::Imm(0), hi: None, offset: 0 };
    let access = Access {
        space: Space::Shared,
        address,
        bytes: 4,
        aligned: true,
        upper: false,
        qualifiers: isotope_ir::effect::Qualifiers::PLAIN,
    };
    let put = Uop::Store { access, src: [Src::Slot(lane), Src::Imm(0), Src::Imm(0), Src::Imm(0)] };
    let get = Uop::Load { access, dst: Some(Slot(32)), signed: false };
    let mut builder = Builder::new("test", 4, 4, &[]);
    let words: Vec<u16> = [0xffff, 0xffff_0000].map(|lanes| builder.constant(lanes)).to_vec();
    let mut step = |at: u32, uops: &[Uop], control| {
        builder.begin();
        uops.iter().for_each(|uop| builder.push(*uop));
        builder.finish(at, Mask::ALL, control, String::new());
    };
    step(0, &[Uop::Special { what: Special::LaneId, dst: lane }], Control::Next);
    for (n, word) in words.iter().enumerate() {
        step(8 + 8 * n as u32, &[Uop::Under { base: Mask::of(ACTIVE), also: Mask::of(*word) }, put], Control::Next);
    }
    step(24, &[get], Control::Next);
    let out = Address { lo: Src::Imm(0), hi: Some(Src::Imm(2)), offset: 0 };
    let out = Access { space: Space::Global, address: out, ..access };
    step(
        32,
        &[Uop::Store { access: out, src: [Src::Slot(Slot(32)), Src::Imm(0), Src::Imm(0), Src::Imm(0)] }],
        Control::Next,
    );
    step(40, &[], Control::Exit);
    let program: Program = builder.build();
    for (lanes, want) in [(LaneOrder::Ascending, 31), (LaneOrder::Descending, 16)] {
        let mut dispatch = Dispatch::new(&program, [1; 3], [32, 1, 1], Vec::new()).unwrap().with_memory(64, 0).unwrap();
        assert!(dispatch.superblocks.list.iter().any(|r| r.joins_writes), "{:?}", dispatch.superblocks);
        (dispatch.orders.lanes, dispatch.orders.stores) = (lanes, lanes);
        let mut memory = Memory::new();
        memory.allocate_at("out", 2 << 32, &[0; 16]).unwrap();
        let steps = memory.clone();
        assert_eq!(isotope_machine::launch(&dispatch, &memory, Options::default()).outcome, Outcome::Done);
        isotope_machine::launch_observed(&dispatch, &steps, Options::default(), &mut Watcher);
        assert_eq!(common::words(&memory.read(2 << 32, 4).unwrap()), [want], "{lanes:?}");
        assert_eq!(memory, steps, "{lanes:?}");
    }
}

#[test]
fn lanes_of_visa() {
    let code = "mov (M1, 16) W(0,0)<1> ptr0(0,0)<0;1,0>\n svm_atomic.xchg (M1, 8) W.0 B.0 U.0 %null.0\n\
                svm_atomic.xchg (M2, 8) W.64 B.32 U.32 %null.0\n svm_block_st (4) ptr1(0,0)<0;1,0> B.0\n";
    for (word, order) in
        [("ascending", (0..16).collect::<Vec<u32>>()), ("descending", (0..8).rev().chain((8..16).rev()).collect())]
    {
        let buffers = [plain([u32::MAX; 4]), plain([0; 16])];
        let (outcome, left) = launch_with(code, 16, 1, &buffers, assume(&[("intel.lane_order", word)]));
        assert_eq!(outcome, Outcome::Done);
        assert_eq!((left[1].clone(), left[0][0]), exchange(&order, u32::MAX), "{word}");
    }
}
