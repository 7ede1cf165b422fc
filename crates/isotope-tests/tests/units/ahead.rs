//! The next accesses that a wave will certainly perform.

use isotope_ir::effect::{ACTIVE, Control, Mask, Slot, Src, Uop};
use isotope_ir::program::{Ahead, Builder, Live, Liveness};
use isotope_op::alu::Alu;

/// Number of steps that are inspected.
const STEPS: usize = 16;

/// The accesses ahead of the first of some steps, each with one micro-operation.
fn ahead(steps: &[(Mask, Uop, Control)]) -> Vec<Ahead> {
    let mut builder = Builder::new("test", 2, 4, &[]);
    for (at, (guard, uop, control)) in steps.iter().enumerate() {
        builder.begin();
        builder.push(*uop);
        builder.finish(at as u32, *guard, *control, String::new());
    }
    Liveness::of(&builder.build(), true).ahead(0).collect()
}

#[test]
fn it_ends_where_control_may_turn_or_other_lanes_execute() {
    let mov = |dst, src| Uop::Alu { op: Alu::Mov, dst, src: [src, Src::Imm(0), Src::Imm(0)] };
    let (r0, r1) = (Slot(0), Slot(32));
    let lanes = |first| Live::Lanes { half: 0, first, lanes: u32::MAX };
    let (write, copy) = (mov(r0, Src::Imm(1)), mov(r1, Src::Slot(r0)));
    let (first, second) = (Ahead::Overwrites(lanes(0)), [Ahead::Reads(lanes(0)), Ahead::Overwrites(lanes(32))]);
    let (all, next) = (Mask::ALL, Control::Next);
    assert_eq!(ahead(&[(all, write, next), (all, copy, next)]), [&[first][..], &second].concat());
    // The guard is read, and its value is not known.
    let guarded = ahead(&[(Mask::of(2), write, next), (all, copy, next)]);
    assert_eq!(guarded, [&[Ahead::Reads(Live::Bits { half: 0, word: 2, lanes: u32::MAX })][..], &second].concat());
    assert_eq!(ahead(&[(all, write, Control::Branch { target: 0 }), (all, copy, next)]), []);
    let mask = Uop::Scalar { op: Alu::Mov, dst: ACTIVE, src: [Src::Imm(1), Src::Imm(0), Src::Imm(0)] };
    assert_eq!(ahead(&[(all, write, next), (all, mask, next), (all, copy, next)]), [first]);
    let many = vec![(all, write, next); 2 * STEPS];
    assert_eq!(ahead(&many).len(), STEPS);
}
