//! The kernels of `kernels/extra/sm_50` with their inputs; the expected memory is computed here from their C source.

use std::collections::HashMap;
use std::time::Duration;

use crate::common::*;
use isotope_machine::mem::Memory;
use isotope_machine::mem::surface::HeaderPool;
use isotope_machine::mem::texture::{Components, Header, TextureType};
use isotope_machine::{Options, Outcome, Verdict};
use isotope_op::assume::{Assumptions, BranchOrder, InactiveLane, NV_BRANCH_ORDER, NV_SHFL_INACTIVE};
use isotope_target::launch::{Arg, Launch};
use isotope_targets::TARGETS;

const GROUPS: u32 = 3;
const SIZE: u32 = 96;
const ITEMS: usize = (GROUPS * SIZE) as usize;

/// Runs a kernel; returns the buffers.
fn run(kernel: &str, groups: u32, size: u32, args: Vec<A>, options: Options<'_>) -> HashMap<&'static str, Vec<u8>> {
    let names: Vec<_> =
        args.iter().filter_map(|a| if let A::Buffer(name, _) = a { Some(*name) } else { None }).collect();
    let mut bench = Bench::default();
    bench.run(&image("extra/sm_50/kernels.cubin"), kernel, groups, size, args, options);
    names.into_iter().map(|name| (name, bench.bytes(name))).collect()
}

#[test]
fn histograms_count() {
    let input = random(1000, 1);
    let mut bins = vec![0u32; 256];
    input.iter().for_each(|v| bins[*v as usize & 63] += 1);
    let mut all = vec![0u32; 256];
    input.iter().for_each(|v| all[*v as usize & 255] += 1);
    each(|o| {
        let start = || A::Buffer("bins", vec![0; 1024]);
        let args = vec![A::Buffer("in", bytes32(&input)), start(), A::Word(1000), A::Word(63)];
        assert_eq!(words(&run("hist_global", GROUPS, SIZE, args, o)["bins"]), bins);
        let args = vec![A::Buffer("in", bytes32(&input)), start(), A::Word(1000)];
        assert_eq!(words(&run("hist_shared", GROUPS, SIZE, args, o)["bins"]), all);
    });
}

#[test]
fn a_reduction_sums() {
    let input = random(3000, 2);
    let sum = input.iter().fold(7u32, |s, v| s.wrapping_add(*v));
    each(|o| {
        let args = vec![A::Buffer("in", bytes32(&input)), A::Buffer("out", bytes32(&[7])), A::Word(3000)];
        assert_eq!(words(&run("reduce_sum", GROUPS, 256, args, o)["out"]), [sum]);
    });
}

#[test]
fn locks_exclude() {
    each(|o| {
        let args = vec![A::Buffer("lock", vec![0; 8]), A::Buffer("counter", vec![0; 4]), A::Word(5)];
        let done = run("ticket_lock", 4, 64, args, o);
        assert_eq!((words(&done["lock"]), words(&done["counter"])), (vec![20, 20], vec![20]));
        // One lane per warp, so that lanes of a warp do not wait for each other.
        let args = vec![A::Buffer("lock", vec![0; 4]), A::Buffer("sum", vec![0; 8]), A::Wide(1 << 33 | 3)];
        let done = run("spin_cas", 6, 1, args, o);
        assert_eq!((words(&done["lock"]), wides(&done["sum"])), (vec![0], vec![6 * (1 << 33 | 3)]));
    });
}

#[test]
fn appended_and_inserted_values_are_all_there() {
    let input = random(250, 3);
    let odd: Vec<u32> = input.iter().copied().filter(|v| v & 1 == 1).collect();
    let keys: Vec<u64> = random(200, 4).into_iter().map(|v| u64::from(v % 90) << 32 | 5).collect();
    each(|o| {
        let args = vec![
            A::Buffer("put", vec![0; 4]),
            A::Buffer("ring", vec![0; 1024]),
            A::Buffer("in", bytes32(&input)),
            A::Word(250),
            A::Word(256),
        ];
        let done = run("ring_append", GROUPS, SIZE, args, o);
        let mut ring = words(&done["ring"])[..odd.len()].to_vec();
        let mut wanted = odd.clone();
        ring.sort_unstable();
        wanted.sort_unstable();
        assert_eq!((words(&done["put"]), ring), (vec![odd.len() as u32], wanted));
        let args = vec![
            A::Buffer("tab", vec![0; 128 * 8]),
            A::Buffer("keys", bytes64(&keys)),
            A::Word(200),
            A::Word(127),
            A::Buffer("fail", vec![0; 4]),
        ];
        let done = run("hash_insert", GROUPS, SIZE, args, o);
        let mut table: Vec<u64> = wides(&done["tab"]).into_iter().filter(|&k| k != 0).collect();
        let mut wanted = keys.clone();
        table.sort_unstable();
        wanted.sort_unstable();
        wanted.dedup();
        assert_eq!((table, words(&done["fail"])), (wanted, vec![0]));
    });
}

#[test]
fn float_loops_find_maximum_and_sum() {
    let floats: Vec<f32> = random(700, 5).into_iter().map(|v| (v % 4096) as f32 * 0.5).collect();
    let doubles: Vec<f64> = random(300, 6).into_iter().map(|v| f64::from(v) * 0.25).collect();
    let bits: Vec<u32> = floats.iter().map(|v| v.to_bits()).collect();
    let wide: Vec<u64> = doubles.iter().map(|v| v.to_bits()).collect();
    let (max, sum) = (floats.iter().copied().fold(0f32, f32::max), floats.iter().sum::<f32>());
    let total: f64 = doubles.iter().sum();
    each(|o| {
        let args = || vec![A::Buffer("in", bytes32(&bits)), A::Buffer("out", vec![0; 4]), A::Word(700)];
        assert_eq!(words(&run("fmax_cas", GROUPS, SIZE, args(), o)["out"]), [max.to_bits()]);
        assert_eq!(words(&run("fadd_native", GROUPS, SIZE, args(), o)["out"]), [sum.to_bits()]);
        let args = vec![A::Buffer("in", bytes64(&wide)), A::Buffer("out", vec![0; 8]), A::Word(300)];
        assert_eq!(wides(&run("dadd_cas", GROUPS, SIZE, args, o)["out"]), [total.to_bits()]);
    });
}

#[test]
fn a_breadth_first_level_reaches_every_neighbour_once() {
    let nodes = 64u32;
    let edges: Vec<Vec<u32>> =
        (0..nodes).map(|v| random(v as usize % 5, u64::from(v)).iter().map(|w| w % nodes).collect()).collect();
    let mut rows = vec![0u32];
    edges.iter().for_each(|e| rows.push(rows.last().unwrap() + e.len() as u32));
    let columns: Vec<u32> = edges.concat();
    let frontier: Vec<u32> = (0..40).collect();
    let mut distance = vec![u32::MAX; 64];
    (0..10).for_each(|v| distance[v] = 1);
    let mut wanted = distance.clone();
    let mut reached: Vec<u32> = frontier
        .iter()
        .flat_map(|&v| edges[v as usize].clone())
        .filter(|&w| distance[w as usize] == u32::MAX)
        .collect();
    reached.sort_unstable();
    reached.dedup();
    reached.iter().for_each(|&w| wanted[w as usize] = 2);
    each(|o| {
        let args = vec![
            A::Buffer("row", bytes32(&rows)),
            A::Buffer("col", bytes32(&columns)),
            A::Buffer("dist", bytes32(&distance)),
            A::Buffer("frontier", bytes32(&frontier)),
            A::Word(40),
            A::Buffer("next", vec![0; 256]),
            A::Buffer("count", vec![0; 4]),
            A::Word(2),
        ];
        let done = run("bfs_level", 2, 32, args, o);
        let mut next = words(&done["next"])[..reached.len()].to_vec();
        next.sort_unstable();
        assert_eq!(
            (words(&done["dist"]), next, words(&done["count"])),
            (wanted.clone(), reached.clone(), vec![reached.len() as u32])
        );
    });
}

#[test]
fn logic_minimum_and_maximum() {
    let input = random64(ITEMS, 8);
    let start = [u64::MAX, 0, u64::MAX, 0, 0];
    let n = 280;
    let used = &input[..n];
    let wanted = [
        used.iter().copied().min().unwrap(),
        used.iter().map(|&v| v as i64).max().unwrap().max(0) as u64,
        used.iter().fold(u64::MAX, |a, v| a & v),
        used.iter().fold(0, |a, v| a | v),
        used.iter().fold(0, |a, v| a ^ v),
    ];
    let least = used.iter().map(|&v| v as i32).min().unwrap().min(100) as u32;
    let most = used.iter().map(|&v| v as u32).max().unwrap();
    let countdown = (0..n).fold(4u32, |c, _| if c == 0 || c > 9 { 9 } else { c - 1 });
    each(|o| {
        let args = vec![
            A::Buffer("m", bytes64(&start)),
            A::Buffer("in", bytes64(&input)),
            A::Buffer("mi", bytes32(&[100, 0, 4])),
            A::Word(n as u32),
        ];
        let done = run("bitops_minmax", GROUPS, SIZE, args, o);
        assert_eq!((wides(&done["m"]), words(&done["mi"])), (wanted.to_vec(), vec![least, most, countdown]));
    });
}

#[test]
fn generic_addresses_reach_both_spaces() {
    each(|o| {
        for which in [0, 1] {
            let args = vec![A::Buffer("g", bytes32(&[1, 2, 3, 4])), A::Word(which), A::Word(5)];
            let each = 3 * (64 / 4) * 5;
            assert_eq!(words(&run("generic_add", 3, 64, args, o)["g"]), [1 + each, 2 + each, 3 + each, 4 + each]);
        }
    });
}

#[test]
fn shared_atomics_without_an_instruction_are_loops() {
    let floats: Vec<f32> = random(ITEMS, 9).into_iter().map(|v| (v & 1023) as f32).collect();
    let bits: Vec<u32> = floats.iter().map(|v| v.to_bits()).collect();
    let wide = random64(ITEMS, 10);
    let n = 270usize;
    let group = |g: usize| g * 96..((g + 1) * 96).min(n);
    let sums: Vec<u32> = (0..3).map(|g| floats[group(g)].iter().sum::<f32>().to_bits()).collect();
    let least: Vec<u64> = (0..3).map(|g| wide[group(g)].iter().copied().min().unwrap()).collect();
    each(|o| {
        let args = vec![
            A::Buffer("in", bytes32(&bits)),
            A::Buffer("in64", bytes64(&wide)),
            A::Buffer("out", vec![0; 12]),
            A::Buffer("out64", vec![0; 24]),
            A::Word(n as u32),
        ];
        let done = run("shared_emulated", GROUPS, SIZE, args, o);
        assert_eq!((words(&done["out"]), wides(&done["out64"])), (sums.clone(), least.clone()));
    });
}

/// Runs a surface kernel with handle 0 for `header`; returns the surface.
fn surface(
    kernel: &str,
    shape: (u32, u32),
    header: impl Fn(u64) -> Header,
    cells: &[u8],
    args: &[Arg],
    table: bool,
) -> (Outcome, Vec<u8>) {
    let image = image("extra/sm_50/surface.cubin");
    let mut memory = Memory::new();
    let base = memory.allocate("surface", cells).unwrap();
    let pool = memory.allocate("pool", &header(base).encode().unwrap()).unwrap();
    let handles = memory.allocate("handles", &[0; 256]).unwrap();
    let mut all = vec![if table { Arg::Address(handles) } else { Arg::U64(0) }];
    all.extend_from_slice(args);
    let request = Launch::new([shape.0, 1, 1], [shape.1, 1, 1], all);
    let entry = image.kernel(Some(kernel)).unwrap();
    let mut dispatch = TARGETS.prepare(&image, entry, &mut memory, &request).unwrap();
    dispatch.headers = Some(HeaderPool { base: pool, maximum_index: 0 });
    let outcome = isotope_machine::launch(&dispatch, &memory, Options::default()).outcome;
    (outcome, memory.read(base, cells.len() as u32).unwrap())
}

#[test]
fn a_bound_surface_is_reduced_in_place() {
    let (width, height, pitch) = (20u32, 4u32, 96u32);
    let cells = random((pitch / 4 * height) as usize, 11);
    let value = 0x0000_1234u32;
    let header = |base| Header::pitch_2d(base, Components::R32, width, height, pitch).unwrap();
    let args = [Arg::U32(width), Arg::U32(value)];
    let (outcome, after) = surface("surf_bound", (height, 32), header, &bytes32(&cells), &args, false);
    assert_eq!(outcome, Outcome::Done);
    let wanted: Vec<u32> = (0..cells.len() as u32)
        .map(|i| {
            let old = cells[i as usize];
            if i % (pitch / 4) >= width {
                return old;
            }
            let least = (old.wrapping_add(value) as i32).min(value as i32) as u32;
            (least | value).max(value)
        })
        .collect();
    assert_eq!(words(&after), wanted);
}

#[test]
fn a_surface_by_handle_is_reached_where_its_type_fits() {
    // 8-byte cells of a 3D surface in one block: lane t adds to (x = t, y = t, z = 0), then accesses it as a 1D surface.
    let n = 8u32;
    let header = |base| Header::block_linear(base, TextureType::ThreeD, Components(0x04), [8, 8, 1], [0, 0]).unwrap();
    let args = [Arg::U32(n), Arg::U64(0x1_0000_0005)];
    let (_, after) = surface("surf_bindless", (1, 32), header, &[0; 512], &args, true);
    let offset =
        |x: usize, y: usize| ((x >> 5) & 1) << 8 | ((y >> 1) & 3) << 6 | ((x >> 4) & 1) << 5 | (y & 1) << 4 | (x & 15);
    let mut wanted = vec![0u64; 64];
    (0..8).for_each(|t| wanted[offset(8 * t, t) / 8] = 0x1_0000_0005);
    assert_eq!(wides(&after), wanted);
}

/// Lanes that steal the upper half of each other's ranges: a range of one task is stolen as a whole, and the owner's swap fails.
#[test]
fn work_stealing_ends_or_goes_round_by_the_side_that_runs_first() {
    let image = image("extra/sm_50/stealing.cubin");
    let launch = |ranges: &[u32], branches: BranchOrder, options: Options<'_>| {
        let tasks: u32 = ranges.iter().map(|r| (r >> 16) - (r & 0xffff)).sum();
        let mut bench = Bench::default();
        let buffer = |name, words: &[u32]| A::Buffer(name, bytes32(words));
        let args = vec![
            buffer("ranges", ranges),
            buffer("left", &[tasks]),
            buffer("count", &vec![0; tasks as usize]),
            A::Word(ranges.len() as u32),
        ];
        let mut dispatch = bench.prepare(&image, "stealing", 1, ranges.len() as u32, args);
        let assumptions = Assumptions::DEFAULT.with(NV_BRANCH_ORDER, branches);
        dispatch.orders = assumptions.nvidia_orders();
        (isotope_machine::launch(&dispatch, &bench.memory, options).outcome, bench.words("count"))
    };
    let mut ended = Vec::new();
    for branches in [BranchOrder::FallThrough, BranchOrder::Taken] {
        // Two lanes and one task.
        let (outcome, count) = launch(&[0x0001_0000, 0], branches, Options::default());
        ended.push(outcome == Outcome::Done);
        for threads in [1, 2] {
            let options = Options { threads, opening: Some(Duration::ZERO), ..Options::default() };
            assert_eq!(launch(&[0x0001_0000, 0], branches, options), (outcome.clone(), count.clone()));
        }
        let Outcome::Hung(stuck) = outcome else {
            assert_eq!((outcome, count), (Outcome::Done, vec![1]), "{branches:?}");
            continue;
        };
        let Verdict::Livelock(r) = &stuck.verdict else { panic!("{stuck}") };
        assert!(r.alone && r.steps < 1000 && stuck.places.len() == 1, "{stuck}");
        assert_eq!(r.words, ["`ranges`+0x0", "`ranges`+0x4"], "{stuck}");
        let name = if branches == BranchOrder::Taken { "taken" } else { "fall-through" };
        assert_eq!(stuck.rests_on, [format!("nv.branch_order={name}")], "{stuck}");
    }
    assert_eq!(ended.iter().filter(|e| **e).count(), 1, "one side first ends it, the other does not");
    // With a randomly chosen side it ends, and every task is done once.
    for seed in 1..10 {
        let options = Options { seed, ..Options::default() };
        let ranges: Vec<u32> = (0..8).map(|l| if l == 0 { 40 << 16 } else { 0 }).collect();
        assert_eq!(launch(&ranges, BranchOrder::Drawn, options), (Outcome::Done, vec![1; 40]), "seed {seed}");
    }
}

/// Sums by shuffles, whose inactive lanes return 0; under `register` inactive lanes return their registers: values read or partial sums.
#[test]
fn shuffles_read_lanes_that_wait_or_have_ended() {
    let image = image("extra/sm_50/shuffle.cubin");
    let run = |kernel: &str, [groups, size]: [u32; 2], input: &[u32], out: &[u32], more: Option<u32>, shfl_inactive| {
        let left = [1, 2].map(|threads| {
            let mut memory = Memory::default();
            let mut place = |name: &str, words: &[u32]| Arg::Address(memory.allocate(name, &bytes32(words)).unwrap());
            let mut args = vec![place("in", input), place("out", out)];
            let at = if let Arg::Address(at) = args[1] { at } else { unreachable!() };
            args.extend(more.map(Arg::U32));
            let assumptions = Assumptions::DEFAULT.with(NV_SHFL_INACTIVE, shfl_inactive);
            let launch = Launch { assumptions, ..Launch::new([groups, 1, 1], [size, 1, 1], args) };
            let kernel = image.kernel(Some(kernel)).unwrap();
            let dispatch = TARGETS.prepare(&image, kernel, &mut memory, &launch).unwrap();
            let options = Options { threads, opening: Some(Duration::ZERO), ..Options::default() };
            assert_eq!(isotope_machine::launch(&dispatch, &memory, options).outcome, Outcome::Done);
            words(&memory.read(at, out.len() as u32 * 4).unwrap())
        });
        assert_eq!(left[0], left[1]);
        left[0].clone()
    };
    let sum = |of: &[u32]| of.iter().fold(0u32, |sum, v| sum.wrapping_add(*v));
    let input = random(2 * 256, 31);
    let groups: Vec<u32> = input.chunks(256).map(sum).collect();
    let of_groups = |reading| run("sum_group", [2, 256], &input, &[0; 2], None, reading);
    assert_eq!(of_groups(InactiveLane::Zero), groups);
    // Step by step: the value `offset` lanes higher, or the lane's own value if that is outside the warp; waiting lanes keep `v`.
    let down = |v: &[u32], offset: usize, executing: usize| -> Vec<u32> {
        let of = |l: usize| v[l].wrapping_add(v[if l + offset < 32 { l + offset } else { l }]);
        (0..32).map(|l| if l < executing { of(l) } else { v[l] }).collect()
    };
    for n in [1, 8, 20, 32] {
        let input = &input[..32];
        let of_left = |reading| run("sum_left", [1, 32], input, &[0; 32], Some(n as u32), reading);
        let mut zero = input.to_vec();
        zero[n..].fill(0);
        let zero = [16, 8, 4, 2, 1].iter().fold(zero, |v, offset| down(&v, *offset, n));
        assert_eq!(of_left(InactiveLane::Zero), [&zero[..n], &input[n..]].concat(), "{n}");
        assert_eq!(zero[0], sum(&input[..n]), "{n}");
    }
    // Registers of inactive lanes: ended lanes have the value they read; waiting lanes have the result of the first sum,
    // twice their value (16 lanes higher is outside the warp), and the value they read.
    let half = |reading| run("sum_left", [1, 32], &input[..32], &[0; 32], Some(16), reading)[0];
    assert_eq!(half(InactiveLane::Zero), sum(&input[..16]));
    assert_eq!(half(InactiveLane::Register), sum(&input[..32]));
    let more = |group: &[u32]| sum(&group[16..24]).wrapping_mul(2).wrapping_add(sum(&group[8..16]));
    let with: Vec<u32> =
        groups.iter().zip(input.chunks(256)).map(|(sum, group)| sum.wrapping_add(more(group))).collect();
    assert_eq!(of_groups(InactiveLane::Register), with);
}
