//! Which steps become one superblock and which stay separate, in programs of a few steps. `isotope-tests` compares superblocks with single
//! steps on real kernels.

use isotope_ir::effect::{ACTIVE, Access, Address, Control, Mask, Qualifiers, Slot, Space, Src, Uop, Wide};
use isotope_ir::program::Builder;
use isotope_op::alu::{Alu, Alu64, Test};
use isotope_superblock::{Superblock, Superblocks, superblocks};

const R0: Slot = Slot(0);
const R1: Slot = Slot(32);
const R2: Slot = Slot(64);

/// The superblocks of a program. Each step has its lanes, its operations, and the control after it.
fn blocks(steps: &[(u32, &[Uop], Control)]) -> Superblocks {
    let mut builder = Builder::new("test", 4, 4, &[]);
    let words: Vec<u16> = steps.iter().map(|(lanes, ..)| builder.constant(*lanes)).collect();
    for (i, (word, (lanes, uops, control))) in words.iter().zip(steps).enumerate() {
        builder.begin();
        if *lanes != u32::MAX {
            builder.push(Uop::Under { base: Mask::of(ACTIVE), also: Mask::of(*word) });
        }
        // The first temporary of each step must have the slot `T`.
        let first = builder.temp();
        assert_eq!(first, T);
        uops.iter().for_each(|uop| builder.push(*uop));
        builder.finish(i as u32, Mask::ALL, *control, String::new());
    }
    superblocks(&mut builder.build().bind(|_| None))
}

const T: Slot = Slot(128);

fn alu(op: Alu, dst: Slot, a: Src, b: Src) -> Uop {
    Uop::Alu { op, dst, src: [a, b, Src::Imm(0)] }
}

fn store(value: Slot) -> Uop {
    let address = Address { lo: Src::Slot(value), hi: None, offset: 0 };
    let access =
        Access { space: Space::Shared, address, bytes: 4, aligned: true, upper: false, qualifiers: Qualifiers::PLAIN };
    Uop::Store { access, src: [Src::Slot(value), Src::Imm(0), Src::Imm(0), Src::Imm(0)] }
}

const NEXT: Control = Control::Next;
const LOW: u32 = 0xffff;
const HIGH: u32 = 0xffff_0000;

#[test]
fn halves_become_one() {
    let add = [alu(Alu::Add, R0, Src::Slot(R0), Src::Slot(R1))];
    let put = [store(R0)];
    let steps: [(u32, &[Uop], Control); 4] =
        [(LOW, &add, NEXT), (HIGH, &add, NEXT), (LOW, &put, NEXT), (HIGH, &put, NEXT)];
    let blocks = blocks(&steps);
    assert_eq!(blocks.uops, [add[0], put[0]]);
    assert_eq!(blocks.list, [Superblock { first: 0, count: 2, steps: 4, joins_writes: true }]);
    // Lane 3 of the store comes from the third step; lanes of the fourth step had not run yet.
    assert_eq!(blocks.origin(1, Some(3)), (2, HIGH));
    assert_eq!(blocks.origin(1, Some(16)), (3, 0));
}

#[test]
fn halves_that_depend_on_each_other_stay_apart() {
    // The second half reads a register that the first one writes.
    let first = [alu(Alu::Add, R0, Src::Word(R0), Src::Imm(0x1000))];
    let put = [store(R0)];
    let steps: [(u32, &[Uop], Control); 3] = [(LOW, &first, NEXT), (HIGH, &first, NEXT), (u32::MAX, &put, NEXT)];
    let adds = blocks(&steps).uops.iter().filter(|u| matches!(u, Uop::Alu { .. })).count();
    assert_eq!(adds, 2);
}

#[test]
fn stores_in_different_order_stay_apart() {
    let (a, b) = ([store(R0)], [store(R1)]);
    let steps: [(u32, &[Uop], Control); 3] = [(LOW, &a, NEXT), (LOW, &b, NEXT), (HIGH, &a, NEXT)];
    let stores = blocks(&steps).uops.iter().filter(|u| matches!(u, Uop::Store { .. })).count();
    assert_eq!(stores, 3);
}

#[test]
fn constants_and_copies_are_looked_through() {
    let all = u32::MAX;
    let set = [alu(Alu::Mov, R2, Src::Imm(3), Src::Imm(0))];
    let shift = [alu(Alu::Add, T, Src::Slot(R2), Src::Imm(1)), alu(Alu::Shl, R0, Src::Slot(R1), Src::Slot(T))];
    let put = [store(R0)];
    let steps: [(u32, &[Uop], Control); 3] = [(all, &set, NEXT), (all, &shift, NEXT), (all, &put, NEXT)];
    // Nothing reads R2 afterwards, and the temporary is removed.
    let by = Uop::Alu { op: Alu::ShlBy { n: 4 }, dst: R0, src: [Src::Slot(R1), Src::Imm(0), Src::Imm(0)] };
    assert_eq!(blocks(&steps).uops, [by, put[0]]);
}

#[test]
fn what_a_later_superblock_reads_is_written() {
    let all = u32::MAX;
    let set = [alu(Alu::Mov, R2, Src::Slot(R1), Src::Imm(0))];
    let idle = [alu(Alu::Add, R1, Src::Slot(R1), Src::Slot(R1))];
    let put = [store(R2)];
    let steps: [(u32, &[Uop], Control); 5] = [
        (all, &set, NEXT),
        (all, &idle, NEXT),
        (all, &[], Control::Branch { target: 3 }),
        (all, &put, NEXT),
        (all, &idle, NEXT),
    ];
    let blocks = blocks(&steps);
    assert_eq!(blocks.at, [1, 0, 0, 2, 0]);
    assert!(blocks.uops.contains(&set[0]));
}

#[test]
fn lanes_that_a_step_changes_end_a_superblock() {
    let all = u32::MAX;
    let idle = [alu(Alu::Add, R1, Src::Slot(R1), Src::Slot(R1))];
    let leave = [Uop::Scalar { op: Alu::Mov, dst: ACTIVE, src: [Src::Imm(1), Src::Imm(0), Src::Imm(0)] }];
    let steps: [(u32, &[Uop], Control); 3] = [(all, &idle, NEXT), (all, &leave, NEXT), (all, &idle, NEXT)];
    assert!(blocks(&steps).list.is_empty());
}

/// The sum of a base in two words and an offset, as vISA forms an address: low words, their carry, high words.
fn address(low: Src, carry_of: Src, above: Slot) -> [Uop; 3] {
    let (base, offset) = (Src::Word(R2), Src::Slot(R1));
    let mask = 8;
    let test = Uop::Test { op: Test::Carry3, dst: mask, src: [base, carry_of, Src::Imm(0)], clear: false };
    let carried = Src::Mask(Mask { word: mask, negate: false });
    [alu(Alu::Add, R0, low, offset), test, alu(Alu::Add, above, carried, Src::Word(Slot(R2.0 + 1)))]
}

#[test]
fn a_sum_in_two_words_is_one_of_64_bits() {
    let put = [store(R0)];
    let of = |sum: [Uop; 3]| blocks(&[(u32::MAX, &sum, NEXT), (u32::MAX, &put, NEXT)]).uops;
    let (base, offset) = (Src::Word(R2), Src::Slot(R1));
    let wide = |lo, hi| Wide { lo, hi };
    let none = Src::Imm(0);
    let sum = Uop::Alu64 {
        op: Alu64::Add,
        dst: R0,
        src: [wide(base, Src::Word(Slot(R2.0 + 1))), wide(offset, none), wide(none, none)],
    };
    assert_eq!(of(address(base, offset, R1)), [sum, put[0]]);
    // The carry of another sum; a sum whose halves lie apart; a sum that overwrites an input of its carry.
    assert_eq!(of(address(base, Src::Slot(R0), R1)).len(), 4);
    assert_eq!(of(address(base, offset, R2)).len(), 4);
    let [_, test, high] = address(base, offset, R1);
    assert_eq!(of([alu(Alu::Add, R0, base, Src::Slot(R0)), test, high]).len(), 4);
}
