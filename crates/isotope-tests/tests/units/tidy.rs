//! Copies that the program builder removes.

use isotope_ir::effect::{Control, Mask, MaskOp, Slot, Src, Uop};
use isotope_ir::program::Builder;
use isotope_op::alu::{Alu, Test};

/// The first temporary vector; the first temporary scalar is word 20.
const T: Slot = Slot(320);

/// The remaining micro-operations of an instruction.
fn tidied(uops: &[Uop]) -> Vec<Uop> {
    let mut builder = Builder::new("test", T.0 / 32, 20, &[]);
    builder.begin();
    uops.iter().for_each(|uop| builder.push(*uop));
    builder.finish(0, Mask::ALL, Control::Next, String::new());
    builder.build().uops
}

fn alu(op: Alu, dst: Slot, a: Src, b: Src) -> Uop {
    Uop::Alu { op, dst, src: [a, b, Src::Imm(0)] }
}

#[test]
fn a_copied_result_is_written_directly() {
    let (r0, r1) = (Slot(0), Slot(32));
    let uops = [
        alu(Alu::Add, T, Src::Slot(r0), Src::Slot(r1)),
        Uop::Test { op: Test::Eq, dst: 8, src: [Src::Slot(T), Src::Imm(0), Src::Imm(0)], clear: false },
        alu(Alu::Mov, r0, Src::Slot(T), Src::Imm(0)),
    ];
    assert_eq!(
        tidied(&uops),
        [
            alu(Alu::Add, r0, Src::Slot(r0), Src::Slot(r1)),
            Uop::Test { op: Test::Eq, dst: 8, src: [Src::Slot(r0), Src::Imm(0), Src::Imm(0)], clear: false },
        ]
    );
}

#[test]
fn a_destination_that_is_still_read_is_not_overwritten_early() {
    let (r0, r1) = (Slot(0), Slot(32));
    let uops = [
        alu(Alu::Add, T, Src::Slot(r0), Src::Slot(r1)),
        Uop::Test { op: Test::Eq, dst: 8, src: [Src::Slot(r0), Src::Imm(0), Src::Imm(0)], clear: false },
        alu(Alu::Mov, r0, Src::Slot(T), Src::Imm(0)),
    ];
    assert_eq!(tidied(&uops), uops);
}

#[test]
fn a_test_sets_its_predicate_directly_unless_that_is_read_first() {
    let test = |dst, a| Uop::Test { op: Test::Eq, dst, src: [a, Src::Imm(0), Src::Imm(0)], clear: false };
    let copy = Uop::Mask { op: MaskOp::And, dst: 3, a: Mask::of(20), b: Mask::ALL };
    let uops = [test(20, Src::Imm(1)), copy];
    assert_eq!(tidied(&uops), [test(3, Src::Imm(1))]);
    let uops = [test(20, Src::Imm(1)), test(4, Src::Mask(Mask::of(3))), copy];
    assert_eq!(tidied(&uops), uops);
}
