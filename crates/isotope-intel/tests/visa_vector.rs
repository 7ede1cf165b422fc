//! Kernels of IGC's vector compiler (`tests/data/intel/vector`): one work-item is a thread whose lanes all execute, and arguments begin
//! at the register after the local ids.

use crate::common::{data, load, try_launch};
use isotope_machine::{Options, Outcome};
use isotope_object::Image;
use isotope_target::launch::{Arg, Launch};

fn image(info: &str) -> Image {
    load(&data("intel/vector").join(format!("{info}.zeinfo")))
}

/// Runs a kernel whose three arguments are addresses of buffers; returns the buffers.
fn run(image: &Image, kernel: &str, shape: [[u32; 3]; 2], buffers: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, String> {
    let request = |at: &[u64]| Launch::new(shape[0], shape[1], at.iter().copied().map(Arg::U64).collect());
    let launched = try_launch(image, kernel, buffers, Options::default(), request);
    let (outcome, left) = launched.map_err(|e| e.to_string())?;
    assert_eq!(outcome, Outcome::Done, "{kernel}");
    Ok(left)
}

fn numbers(seed: u64, count: usize) -> Vec<u8> {
    let mut x = seed;
    let mut next = || {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (x >> 56) as u8
    };
    (0..count).map(|_| next()).collect()
}

fn get(bytes: &[u8], at: usize, size: usize) -> u64 {
    bytes[at..at + size].iter().rev().fold(0, |n, b| n << 8 | u64::from(*b))
}

fn put(bytes: &mut [u8], at: usize, size: usize, value: u64) {
    bytes[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
}

/// Predicated lanes update two cells each, and return the old values.
#[test]
fn atomics_of_every_size() {
    let image = image("kernels");
    for (kernel, lanes, size) in [
        ("s32_add_1", 1, 4),
        ("s32_cmpxchg_4", 4, 4),
        ("s32_add_16", 16, 4),
        ("s64_add_16", 16, 8),
        ("d_add_16", 16, 4),
        ("d_dec_8", 8, 4),
    ] {
        for seed in 1..20 {
            // The second argument: sources at 0 and 0x80, the mask of lanes at 0x100.
            let mut given = vec![numbers(seed, 256), numbers(seed + 100, 512), numbers(seed + 200, 256)];
            for lane in 0..lanes {
                if get(&given[1], 0x100 + 4 * lane, 4).is_multiple_of(3) {
                    put(&mut given[1], 0x100 + 4 * lane, 4, 0);
                }
                if seed % 2 == 0 {
                    let cell = get(&given[0], lane / 2 * size, size);
                    put(&mut given[1], 0x80 + lane * size, size, cell);
                }
            }
            let mut want = given.clone();
            for lane in (0..lanes).filter(|lane| get(&given[1], 0x100 + 4 * lane, 4) != 0) {
                let cell = lane / 2 * size;
                let [src0, src1] = [0, 0x80].map(|at| get(&given[1], at + lane * size, size));
                let old = get(&want[0], cell, size);
                let new = match kernel.split('_').nth(1).unwrap() {
                    "add" => old.wrapping_add(src0),
                    "dec" => old.wrapping_sub(1),
                    _ if old == src1 => src0,
                    _ => old,
                };
                put(&mut want[0], cell, size, new);
                put(&mut want[2], lane * size, size, old);
            }
            let got = run(&image, kernel, [[1; 3]; 2], &given).unwrap();
            assert!(got == want, "{kernel} {seed}");
        }
    }
}

/// `any` and `all` of a predicate of 16 elements, in instructions of one lane.
#[test]
fn any_and_all_in_one_lane() {
    let image = image("groups");
    let of = |x: [u32; 16]| x.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
    let a = [5; 16];
    for (b, want) in [([1; 16], 1), ([9; 16], 9), ([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 9], 5)] {
        let given = [of(a), of(b), of([0; 16])];
        let got = run(&image, "b_any", [[1; 3], [16, 1, 1]], &given).unwrap();
        assert_eq!(got[2], of([want; 16]), "{b:?}");
    }
}

/// Several work-items per group and several groups; all groups have the same size, and the number of threads is limited.
#[test]
fn threads_of_one_work_item() {
    let image = image("kernels");
    let given = [vec![0; 256], numbers(3, 512), vec![0; 256]];
    let got = run(&image, "s32_add_1", [[3, 1, 1], [4, 2, 1]], &given).unwrap();
    let want = if get(&given[1], 0x100, 4) == 0 { 0 } else { 24u32.wrapping_mul(get(&given[1], 0, 4) as u32) };
    assert_eq!(get(&got[0], 0, 4) as u32, want);
    let error = run(&image, "s32_add_1", [[1; 3], [11, 3, 1]], &given).unwrap_err();
    assert!(error.contains("at most [32, 1, 1]"), "{error}");
}
