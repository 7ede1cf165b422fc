//! An operation on slices is the operation on each element: for every operation of every target, under each mode that it is listed with.

use isotope::{Element, Op, Results};
use isotope_op::random::Random;
use isotope_targets::TARGETS;

/// Bits at which rules change, for a width: zeros, ones, subnormals, infinities and NaNs of the formats that fit it.
const CORNERS: &[u64] = &[
    0,
    1,
    2,
    0x7c00,
    0x7c01,
    0x7e00,
    0x8000,
    0x8001,
    0xfc00,
    0xfe01,
    0x0001_8001,
    0x7e00_7c01,
    0x3f80_0000,
    0x0080_0000,
    0x007f_ffff,
    0x7f80_0000,
    0x7f80_0001,
    0x7fc0_0000,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xff80_0001,
    0xffc0_0000,
    0xffff_ffff,
    0x3ff0_0000_0000_0000,
    0x7ff0_0000_0000_0000,
    0x7ff0_0000_0000_0001,
    0x7ff8_0000_0000_0000,
    0x8000_0000_0000_0000,
    0x000f_ffff_ffff_ffff,
    0xfff8_0000_0000_0001,
    u64::MAX,
];

/// Corner values with corner values, and drawn ones.
fn operands<T: Element>(random: &mut Random) -> [Vec<T>; 3] {
    let mut all = [Vec::new(), Vec::new(), Vec::new()];
    let mut put = |values: [u64; 3]| all.iter_mut().zip(values).for_each(|(to, value)| to.push(T::from_u64(value)));
    for &mem in CORNERS {
        CORNERS.iter().for_each(|&src| put([mem, src, random.draw() & 3]));
    }
    (0..600).for_each(|_| put([random.draw(), random.draw(), random.draw()]));
    all
}

fn check<T: Element>(op: &Op, random: &mut Random) -> usize {
    let [mem, src0, src1] = operands::<T>(random);
    let count = mem.len();
    for repeated in [false, true] {
        let (one0, one1) = ([src0[40]], [src1[40]]);
        let src: [&[T]; 2] = if repeated { [&one0, &one1] } else { [&src0, &src1] };
        // What is there before shows what is not written.
        let (mut new, mut returned, mut open) = (src1.clone(), src1.clone(), vec![false; count]);
        let results = Results { new: &mut new, returned: Some(&mut returned), open: Some(&mut open) };
        let left = op.apply_slices(&mem, src, results).unwrap();
        let mut any = false;
        for i in 0..count {
            let of = |values: &[T]| values[if repeated { 0 } else { i }].to_u64();
            let (bits, src) = (T::SIZE.bits(), [of(src[0]), of(src[1])]);
            let one = op.operation.apply(Some(bits), mem[i].to_u64(), src);
            let told = format!("{} mem={:#x} src0={:#x} src1={:#x}", op.text, mem[i].to_u64(), src[0], src[1]);
            assert_eq!(open[i], one.new.is_none(), "{told}: open");
            assert_eq!(new[i].to_u64(), one.new.unwrap_or(src1[i].to_u64()), "{told}: new");
            assert_eq!(returned[i].to_u64(), one.returned.unwrap_or(src1[i].to_u64()), "{told}: returned");
            any |= open[i];
            assert!(one.returned.is_some() || left.is_some_and(|left| left.returned), "{told}: returned is open");
        }
        assert_eq!(left.is_some(), any, "{}", op.text);
    }
    count
}

#[test]
fn slices_are_elements() {
    let mut random = Random(7);
    let (mut operations, mut open) = (0, 0);
    for target in TARGETS.all() {
        for name in target.operations() {
            let Ok(op) = Op::parse(&format!("{}:{name}", target.name())) else { continue };
            for width in op.widths() {
                match width {
                    16 => check::<u16>(&op, &mut random),
                    32 => check::<u32>(&op, &mut random),
                    _ => check::<u64>(&op, &mut random),
                };
                operations += 1;
            }
            if op.widths().is_empty() {
                check::<u64>(&op, &mut random);
                open += 1;
            }
        }
    }
    assert!(operations > 200 && open > 0, "{operations} operations, {open} without a definition");
}

#[test]
fn what_does_not_fit() {
    let op = Op::parse("sm_50:ATOM.ADD").unwrap();
    let mut new = [0u32; 2];
    let mut run = |mem: &[u32], src: &[u32]| {
        op.apply_slices(mem, [src, &[]], Results { new: &mut new, returned: None, open: None })
            .map_err(|e| e.to_string())
    };
    assert_eq!(run(&[1, 2], &[3]), Ok(None));
    assert_eq!(run(&[1, 2], &[3, 4, 5]).unwrap_err(), "src0: expected 1 or 2 elements, found 3");
    assert_eq!(run(&[1], &[3]).unwrap_err(), "new: expected 1 elements, as many as mem has, found 2");
    let mut new = [0u64];
    let wide = op.apply_slices(&[1u64], [&[1], &[]], Results { new: &mut new, returned: None, open: None });
    assert_eq!(wide.unwrap_err().to_string(), "`sm_50:ATOM.ADD`: expected elements of 32 bits, found 64");
}
