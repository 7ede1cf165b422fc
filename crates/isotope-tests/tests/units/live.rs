//! Liveness: the parts of a register that are read later.

use isotope_ir::effect::{ACTIVE, Control, Mask, Slot, Src, Token, Uop};
use isotope_ir::program::{Builder, Live, Liveness};
use isotope_op::alu::Alu;

const R0: Slot = Slot(0);
const R1: Slot = Slot(32);
const OWN: Live = Live::Lanes { half: 0, first: 0, lanes: u32::MAX };
const ANY: Live = Live::Words { first: 0, lanes: u32::MAX };

fn mov(dst: Slot, src: Src) -> Uop {
    Uop::Alu { op: Alu::Mov, dst, src: [src, Src::Imm(0), Src::Imm(0)] }
}

fn scalar(op: Alu, dst: u16, a: Src, b: Src) -> Uop {
    Uop::Scalar { op, dst, src: [a, b, Src::Imm(0)] }
}

/// The live parts of vector 0 before the first of some steps; the scalar words are word 0, the active lanes, and three more.
fn first(steps: &[(Mask, &[Uop], Control)]) -> Vec<Live> {
    let mut builder = Builder::new("test", 2, 4, &[]);
    for (at, (guard, uops, control)) in steps.iter().enumerate() {
        builder.begin();
        uops.iter().for_each(|uop| builder.push(*uop));
        builder.finish(at as u32, *guard, *control, String::new());
    }
    let live = Liveness::of(&builder.build(), true);
    live.before(0).filter(|part| matches!(part, Live::Lanes { first: 0, .. } | Live::Words { first: 0, .. })).collect()
}

#[test]
fn a_write_in_all_executing_lanes_ends_what_they_read() {
    let (write, read) = (mov(R0, Src::Imm(1)), mov(R1, Src::Slot(R0)));
    let next = Control::Next;
    assert_eq!(first(&[(Mask::ALL, &[read], next)]), [OWN]);
    assert_eq!(first(&[(Mask::ALL, &[write], next), (Mask::ALL, &[read], next)]), []);
    // Some lanes only.
    assert_eq!(first(&[(Mask::of(2), &[write], next), (Mask::ALL, &[read], next)]), [OWN]);
    // Lanes read each other's values.
    let across = Uop::ReadLane { dst: R1, value: Src::Slot(R0), index: Src::Imm(3) };
    assert_eq!(first(&[(Mask::ALL, &[write], next), (Mask::ALL, &[across], next)]), [ANY]);
}

#[test]
fn a_write_under_other_lanes_ends_nothing() {
    fn step(uops: &[Uop]) -> (Mask, &[Uop], Control) {
        (Mask::ALL, uops, Control::Next)
    }
    let (write, read) = (mov(R0, Src::Imm(1)), mov(R1, Src::Slot(R0)));
    let active = Src::Scalar(ACTIVE);
    let save = [scalar(Alu::Mov, 1, active, Src::Imm(0))];
    let narrow = [scalar(Alu::And, ACTIVE, Src::Scalar(2), active)];
    let restore = [scalar(Alu::Mov, ACTIVE, Src::Scalar(1), Src::Imm(0))];
    // The mask is narrowed in between: every reading lane has written.
    assert_eq!(first(&[step(&[write]), step(&narrow), step(&[read])]), []);
    // Written by some lanes, read by all.
    assert_eq!(first(&[step(&save), step(&narrow), step(&[write]), step(&restore), step(&[read])]), [ANY]);
    // Written and read by the same lanes.
    assert_eq!(first(&[step(&restore), step(&[write]), step(&[read])]), []);
    // A lookup table that selects no lane that is inactive.
    let but = [scalar(Alu::Lop3 { lut: 0b0000_0100 }, ACTIVE, Src::Scalar(2), active)];
    assert_eq!(first(&[step(&[write]), step(&but), step(&[read])]), []);
    let or = [scalar(Alu::Or, ACTIVE, Src::Scalar(2), active)];
    assert_eq!(first(&[step(&[write]), step(&or), step(&[read])]), [ANY]);
}

#[test]
fn lanes_that_leave_go_on_at_their_token() {
    let (write, read, next) = (mov(R0, Src::Imm(1)), mov(R1, Src::Slot(R0)), Control::Next);
    let (push, pop) = (Control::Push { token: Token::Sync, target: 4 }, Control::Pop { token: Token::Sync });
    let end = (Mask::ALL, &[][..], Control::Exit);
    let steps = |uop: Uop| -> Vec<Live> {
        let uops = [uop];
        first(&[
            (Mask::ALL, &[], push),
            (Mask::ALL, &uops, next),
            (Mask::ALL, &[], pop),
            end,
            (Mask::ALL, &[read], next),
            end,
        ])
    };
    assert_eq!(steps(mov(R1, Src::Imm(1))), [OWN]);
    assert_eq!(steps(write), []);
    // A loop that reads before it writes, and one that writes first.
    let back = Control::Branch { target: 0 };
    assert_eq!(first(&[(Mask::ALL, &[read, write], next), (Mask::of(2), &[], back), end]), [OWN]);
    assert_eq!(first(&[(Mask::ALL, &[write, read], next), (Mask::of(2), &[], back), end]), []);
    // A jump to an unknown target.
    let jump = Control::BranchIndirect { address: Src::Imm(0) };
    assert_eq!(first(&[(Mask::ALL, &[], jump), (Mask::ALL, &[read], next), end]), [OWN, ANY]);
}
