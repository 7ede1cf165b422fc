//! Operands of operations: the values at which rules differ.

use crate::case::GROUP;

/// Memory and two sources for each item; a multiple of a group.
pub(crate) type Inputs = Vec<[u64; 3]>;

const F32: [u64; 20] = [
    0x0000_0000,
    0x8000_0000,
    0x0000_0001,
    0x8000_0001,
    0x007f_ffff,
    0x807f_ffff,
    0x0080_0000,
    0x8080_0000,
    0x3f80_0000,
    0xbf80_0000,
    0x3380_0000,
    0x7f7f_ffff,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0000,
    0xffc0_0000,
    0x7fc0_0123,
    0x7f80_0001,
    0xffa0_0042,
    0x7fff_ffff,
];

const F64: [u64; 20] = [
    0x0000_0000_0000_0000,
    0x8000_0000_0000_0000,
    0x0000_0000_0000_0001,
    0x8000_0000_0000_0001,
    0x000f_ffff_ffff_ffff,
    0x800f_ffff_ffff_ffff,
    0x0010_0000_0000_0000,
    0x8010_0000_0000_0000,
    0x3ff0_0000_0000_0000,
    0xbff0_0000_0000_0000,
    0x3ca0_0000_0000_0000,
    0x7fef_ffff_ffff_ffff,
    0x7ff0_0000_0000_0000,
    0xfff0_0000_0000_0000,
    0x7ff8_0000_0000_0000,
    0xfff8_0000_0000_0000,
    0x7ff8_0000_0000_0123,
    0x7ff0_0000_0000_0001,
    0xfff4_0000_0000_0042,
    0x7fff_ffff_ffff_ffff,
];

const U32: [u64; 12] =
    [0, 1, 2, 5, 6, 0x7fff_fffe, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_fffe, 0xffff_ffff, 0x1234_5678];

const U64: [u64; 12] = [
    0,
    1,
    0xffff_ffff,
    0x1_0000_0000,
    0x1_0000_0001,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    0xffff_ffff_0000_0000,
    0xffff_ffff_ffff_fffe,
    0xffff_ffff_ffff_ffff,
    0x1234_5678_9abc_def0,
    0x0000_0001_ffff_ffff,
];

fn values(bits: u32, float: bool) -> &'static [u64] {
    match (bits, float) {
        (64, true) => &F64,
        (_, true) => &F32,
        (64, false) => &U64,
        _ => &U32,
    }
}

/// Fills the last group with the first inputs.
pub(crate) fn whole_groups(inputs: Inputs) -> Inputs {
    let wanted = inputs.len().next_multiple_of(GROUP as usize);
    inputs.iter().copied().cycle().take(wanted).collect()
}

/// Every value in memory with every other value.
pub(crate) fn pairs(bits: u32, float: bool) -> Inputs {
    let all = values(bits, float);
    whole_groups(all.iter().flat_map(|&mem| all.iter().map(move |&src| [mem, src, 0])).collect())
}

/// Every value in memory.
pub(crate) fn singles(bits: u32) -> Inputs {
    whole_groups(values(bits, false).iter().map(|&mem| [mem, 0, 0]).collect())
}

/// For operations of two sources: every value in memory with every other value as the first and as the second source, beside a value that
/// equals no other; and memory's own value as both.
pub(crate) fn triples(bits: u32, float: bool) -> Inputs {
    let all = values(bits, float);
    let other = |i: usize| match (bits, float) {
        (64, true) => 0x4008_0000_0000_0000 + i as u64,
        (_, true) => 0x4040_0000 + i as u64,
        (64, false) => 0x0a0b_0c0d_0000_0000 + i as u64,
        _ => 0x0a0b_0000 + i as u64,
    };
    let mut inputs = Vec::new();
    for &mem in all {
        for &src in all {
            inputs.push([mem, src, other(inputs.len())]);
            inputs.push([mem, other(inputs.len()), src]);
        }
        inputs.push([mem, mem, mem]);
    }
    whole_groups(inputs)
}
