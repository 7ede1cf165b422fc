//! Surface loads and stores of sm_50 as ptxas compiles `suld` and `sust` (`kernels/torture/src/images.ptx`): every dimension, size and
//! clamp, against a model of the PTX manual and of texel addresses that shares nothing with the machine.

use crate::common::*;
use isotope_machine::mem::Memory;
use isotope_machine::mem::surface::HeaderPool;
use isotope_machine::mem::texture::{Components, Header, TextureType};
use isotope_machine::{Options, Outcome};
use isotope_target::launch::{Arg, Launch};
use isotope_targets::TARGETS;

const LANES: usize = 32;
const SIZES: [usize; 5] = [1, 2, 4, 8, 16];
/// Bytes per row, rows, and slices or layers.
const EXTENT: [i64; 3] = [96, 10, 3];
const BYTES: usize = 1 << 14;

/// A surface of one dimension, with its layout.
struct Kind {
    name: &'static str,
    header: fn(u64) -> Header,
    extent: [i64; 3],
    place: fn([i64; 3]) -> i64,
}

/// Byte offset in a block-linear surface: blocks of `1 << bh` by `1 << bd` groups of 64 bytes by 8 rows.
fn blocks([x, y, z]: [i64; 3], height: i64, bh: i64, bd: i64) -> i64 {
    let row = 2 * (512 << (bh + bd));
    let slice = (height + (8 << bh) - 1) / (8 << bh) * row;
    let in_group = (x >> 5 & 1) << 8 | (y >> 1 & 3) << 6 | (x >> 4 & 1) << 5 | (y & 1) << 4 | x & 15;
    let group = (x >> 6 << bd | z & ((1 << bd) - 1)) << bh | (y >> 3 & ((1 << bh) - 1));
    (z >> bd) * slice + (y >> 3 >> bh) * row + (group << 9) + in_group
}

fn block_linear(base: u64, kind: TextureType, rows: u32, log2_block: [u8; 2]) -> Header {
    Header::block_linear(base, kind, Components::R32, [24, rows, 3], log2_block).unwrap()
}

const KINDS: [Kind; 5] = [
    Kind { name: "1d", header: |at| Header::pitch_1d(at, 96).unwrap(), extent: [EXTENT[0], 1, 1], place: |[x, ..]| x },
    Kind {
        name: "2d",
        header: |at| Header::pitch_2d(at, Components::R32, 24, 10, 128).unwrap(),
        extent: [EXTENT[0], EXTENT[1], 1],
        place: |[x, y, _]| y * 128 + x,
    },
    // The second coordinate is the layer.
    Kind {
        name: "a1d",
        header: |at| block_linear(at, TextureType::OneDArray, 1, [0, 0]),
        extent: [EXTENT[0], EXTENT[2], 1],
        place: |[x, layer, _]| layer * 1024 + blocks([x, 0, 0], 1, 0, 0),
    },
    Kind {
        name: "a2d",
        header: |at| block_linear(at, TextureType::TwoDArray, 10, [0, 0]),
        extent: EXTENT,
        place: |[x, y, layer]| layer * 2048 + blocks([x, y, 0], 10, 0, 0),
    },
    Kind {
        name: "3d",
        header: |at| block_linear(at, TextureType::ThreeD, 10, [1, 1]),
        extent: EXTENT,
        place: |at| blocks(at, 10, 1, 1),
    },
];

/// The offset of an element's first byte, by the rule of a clamp.
fn byte(kind: &Kind, clamp: &str, mut at: [i64; 3], size: usize) -> Option<usize> {
    let last = [kind.extent[0] - size as i64, kind.extent[1] - 1, kind.extent[2] - 1];
    for (value, last) in at.iter_mut().zip(last) {
        if clamp == "clamp" {
            *value = (*value).clamp(0, last);
        } else if !(0..=last).contains(value) {
            return None;
        }
    }
    Some((kind.place)(at) as usize)
}

/// Coordinates of each lane. Layers are always in range: the manual has no rule for others.
fn coordinates(kind: &Kind, clamp: &str, seed: u64) -> Vec<[i64; 3]> {
    let draw = random(3 * LANES, seed);
    let draw = draw.as_chunks::<3>().0.iter();
    let near = |n: u32, extent: i64| i64::from(n >> 8) % (extent + 4) - 2;
    let inside = |n: u32, extent: i64| i64::from(n >> 8) % extent;
    let trap = clamp == "trap";
    draw.map(|&[x, y, z]| {
        // A store extends up to 96 bytes further.
        let x = if trap { 0 } else { i64::from(x >> 8) % 240 - 120 };
        let free = |n, extent| if trap { inside(n, extent) } else { near(n, extent) };
        let y = if kind.name == "a1d" { inside(y, kind.extent[1]) } else { free(y, kind.extent[1]) };
        let z = if kind.name == "3d" { free(z, kind.extent[2]) } else { inside(z, kind.extent[2]) };
        let (y, z) = if kind.extent[1] == 1 { (0, 0) } else { (y, z) };
        [x, y, if kind.extent[2] == 1 { 0 } else { z }]
    })
    .collect()
}

/// Runs a kernel on `cells`; returns the outcome, the surface and the loaded values.
fn run(kind: &Kind, clamp: &str, cells: &[u8], at: &[[i64; 3]]) -> (Outcome, Vec<u8>, Vec<u32>) {
    let image = image("torture/bin/sm_50/images.cubin");
    let mut memory = Memory::new();
    // Block-linear surfaces start at a multiple of 512.
    let base = memory.free_base().next_multiple_of(512);
    memory.allocate_at("surface", base, cells).unwrap();
    let pool = memory.allocate("pool", &(kind.header)(base).encode().unwrap()).unwrap();
    let words: Vec<u32> = at.iter().flat_map(|[x, y, z]| [*x as u32, *y as u32, *z as u32, 0]).collect();
    let coordinates = memory.allocate("at", &bytes32(&words)).unwrap();
    let out = memory.allocate("out", &[0; 64 * LANES]).unwrap();
    let launch =
        Launch::new([1; 3], [LANES as u32, 1, 1], vec![Arg::U64(0), Arg::Address(coordinates), Arg::Address(out)]);
    let kernel = image.kernel(Some(&format!("image_{}_{clamp}", kind.name))).unwrap();
    let mut dispatch = TARGETS.prepare(&image, kernel, &mut memory, &launch).unwrap();
    dispatch.headers = Some(HeaderPool { base: pool, maximum_index: 0 });
    let outcome = isotope_machine::launch(&dispatch, &memory, Options::default()).outcome;
    let read = |at, len: usize| memory.read(at, len as u32).unwrap();
    (outcome, read(base, cells.len()), crate::common::words(&read(out, 64 * LANES)))
}

#[test]
fn surfaces_are_loaded_and_stored() {
    let (mut launches, mut dropped) = (0, 0);
    for kind in &KINDS {
        for clamp in ["zero", "clamp", "trap"] {
            for seed in 0..sweep::count(40, 10) as u64 {
                let mut cells = bytes32(&random(BYTES / 4, seed + 100));
                let at = coordinates(kind, clamp, sweep::seed(7).wrapping_add(seed));
                let (outcome, left, given) = run(kind, clamp, &cells, &at);
                assert_eq!(outcome, Outcome::Done, "{} {clamp} {seed}", kind.name);
                for (lane, &[x, y, z]) in at.iter().enumerate() {
                    let mut want = Vec::new();
                    for size in SIZES {
                        let mut loaded = vec![0; size.max(4)];
                        match byte(kind, clamp, [x & -(size as i64), y, z], size) {
                            Some(first) => loaded[..size].copy_from_slice(&cells[first..first + size]),
                            None => dropped += 1,
                        }
                        want.extend(words(&loaded));
                    }
                    assert_eq!(given[16 * lane..][..want.len()], want, "{} {clamp} {seed} lane {lane}", kind.name);
                }
                for (i, size) in SIZES.into_iter().enumerate() {
                    for (lane, &[x, y, z]) in at.iter().enumerate() {
                        let word = |j: usize| {
                            let n = 1_000_003 * (4 * i + j + 1) as u32;
                            (lane as u32).wrapping_mul(2_654_435_761).wrapping_add(n).to_le_bytes()
                        };
                        let data: Vec<u8> = (0..4).flat_map(word).collect();
                        let x = (x + 16 * (i as i64 + 1)) & -(size as i64);
                        if let Some(first) = byte(kind, clamp, [x, y, z], size) {
                            cells[first..first + size].copy_from_slice(&data[..size]);
                        }
                    }
                }
                assert!(left == cells, "{} {clamp} {seed}: other bytes in the surface", kind.name);
                launches += 1;
            }
        }
    }
    assert!(launches >= 60 && dropped > 1000, "{launches} launches, {dropped} loads outside");
}

#[test]
fn a_coordinate_outside_traps() {
    for (kind, at) in KINDS.iter().zip([[96, 0, 0], [0, 10, 0], [-16, 1, 0], [0, -1, 2], [0, 0, 3]]) {
        let mut all = vec![[0; 3]; LANES];
        all[5] = at;
        let (outcome, left, _) = run(kind, "trap", &[7; BYTES], &all);
        let said = format!("{outcome:?}");
        assert!(said.contains("SurfaceBounds") && said.contains("out of range"), "{}: {said}", kind.name);
        assert!(left.iter().all(|b| *b == 7), "{}", kind.name);
    }
}
