//! Launch data of vISA kernels: the register size, arguments of every size, the shape of the grid, shared memory of
//! arguments; and thread properties: predefined variables. Kernels are in `tests/data/intel/payload`, with
//! their source; small ones are written here.

use isotope_machine::{Options, Outcome};
use isotope_object::Image;
use isotope_target::launch::{Arg, Launch};

use crate::common::visa::{described, launch as launch_code, plain, run as run_code, stopped};
use crate::common::{self, bytes32, try_launch};

const DEVICES: [&str; 4] = ["skl", "tgllp", "dg2", "pvc"];

fn image(device: &str) -> Image {
    described("payload", device)
}

/// Runs a kernel with a buffer of `words` as first argument, and others; returns the buffer.
fn run(image: &Image, kernel: &str, shape: [[u32; 3]; 2], words: &[u32], more: &[Arg]) -> Result<Vec<u32>, String> {
    let request = |at: &[u64]| {
        let mut args = more.to_vec();
        args.insert(usize::from(kernel == "local_arguments"), Arg::Address(at[0]));
        Launch::new(shape[0], shape[1], args)
    };
    let launched = try_launch(image, kernel, &[bytes32(words)], Options::default(), request);
    let (outcome, left) = launched.map_err(|e| e.to_string())?;
    if outcome == Outcome::Done { Ok(common::words(&left[0])) } else { Err(stopped(&outcome)) }
}

fn line(n: u32) -> [u32; 3] {
    [n, 1, 1]
}

/// Without local ids, the payload alone does not determine the register size.
#[test]
fn kernels_without_local_ids() {
    for device in DEVICES {
        let mut image = image(device);
        for items in [1, 16, 40, 256] {
            let shape = [line(3), line(items)];
            assert_eq!(run(&image, "count", shape, &[5], &[]), Ok(vec![5 + 3 * items]), "{device}");
            let numbers: Vec<u8> = (0..16u32).flat_map(|i| (i * i + 1).to_le_bytes()).collect();
            let numbers = [Arg::Bytes(numbers)];
            assert_eq!(run(&image, "tenth", shape, &[0], &numbers), Ok(vec![3 * items * 82]), "{device}");
            let register = if device == "pvc" { 64 } else { 32 };
            isotope_intel::ze::set_register(&mut image, register);
            assert_eq!(run(&image, "tenth", shape, &[0], &numbers), Ok(vec![3 * items * 82]), "{device}");
        }
        // A kernel with local ids of lanes is refused with another register size.
        isotope_intel::ze::set_register(&mut image, if device == "pvc" { 32 } else { 64 });
        let error = run(&image, "shape", [line(1), line(8)], &[0; 8], &[]).unwrap_err();
        assert!(error.contains("registers of") && error.contains("-t"), "{error}");
    }
}

/// If both sizes match and differ, the error gives advice; with a known size the kernel runs.
#[test]
fn an_unknown_register_size_is_refused() {
    let code = ".version 4.1\n.kernel \"k\"\n.kernel_attr Target=\"cm\"\n.kernel_attr SimdSize=16\n\
        .decl H v_type=G type=d num_elts=8 align=GRF\n.decl p v_type=G type=uq num_elts=1 align=qword\n\
        .decl n v_type=G type=ud num_elts=32 align=GRF\n.input H offset=64 size=32\n.input p offset=96 size=8\n\
        .input n offset=128 size=128\n.function \"k_BB\"\nk_BB:\n \
        svm_atomic.add (M1_NM, 1) p.0 %null.0 m.0 %null.0\n ret (M1, 1)\n";
    let code = code
        .replace(".input H", ".decl m v_type=G type=ud num_elts=1 align=GRF\n.input H")
        .replace("k_BB:\n", "k_BB:\n mov (M1_NM, 1) m(0,0)<1> n(1,0)<0;1,0>\n");
    let info = |simd: u32| {
        format!(
            "kernels:\n  - name: k\n    execution_env:\n      simd_size: {simd}\n    payload_arguments:\n      - arg_type: \
             arg_bypointer\n        offset: 32\n        size: 8\n        arg_index: 0\n        addrmode: stateless\n      - \
             arg_type: arg_byvalue\n        offset: 64\n        size: 128\n        arg_index: 1\n"
        )
    };
    let image = |simd| isotope_intel::ze::parse(&info(simd), |_| Some(code.clone().into_bytes())).unwrap();
    let numbers = [Arg::Bytes((0..32u32).flat_map(|i| (100 + i).to_le_bytes()).collect())];
    let shape = [line(1), line(16)];
    let error = run(&image(16), "k", shape, &[0], &numbers).unwrap_err();
    assert!(error.contains("-t pvc") && error.contains("tgllp"), "{error}");
    for (register, want) in [(32, 108), (64, 116)] {
        let mut image = image(16);
        isotope_intel::ze::set_register(&mut image, register);
        assert_eq!(run(&image, "k", shape, &[0], &numbers), Ok(vec![want]));
    }
    let error = run(&image(8), "k", shape, &[0], &numbers).unwrap_err();
    assert!(error.contains("SimdSize=16") && error.contains("simd_size: 8"), "{error}");
}

#[test]
fn the_shape_of_the_grid() {
    for device in DEVICES {
        let image = image(device);
        let enqueued = |n| if device == "pvc" { 99 } else { n };
        for (shape, dimensions) in [
            ([[3, 1, 1], [16, 1, 1]], 1),
            ([[1, 1, 1], [1, 1, 1]], 1),
            ([[3, 5, 1], [16, 1, 1]], 2),
            ([[1, 1, 1], [8, 4, 1]], 2),
            ([[2, 1, 2], [8, 1, 1]], 3),
        ] {
            let [g, s]: [[u32; 3]; 2] = shape;
            let got = run(&image, "shape", shape, &[99; 8], &[]).unwrap();
            let want = [dimensions, g[0], g[1], g[0] * s[0], g[1] * s[1], s[0], enqueued(s[1]), 0];
            assert_eq!(got, want, "{device} {shape:?}");
        }
    }
}

/// Pointers to shared memory are given by their sizes and are placed one after another.
#[test]
fn shared_memory_of_arguments() {
    for device in DEVICES {
        let image = image(device);
        for n in [8u32, 20, 64] {
            let shape = [line(2), line(n)];
            let sizes = [Arg::U64(u64::from(4 * n)), Arg::U64(u64::from(2 * n)), Arg::U64(u64::from(4 * n))];
            let got = run(&image, "local_arguments", shape, &vec![0; n as usize], &sizes).unwrap();
            let want: Vec<u32> = (0..n).map(|i| n - 1 - i + 200 * (i ^ 1) + 30000 * (i ^ 2)).collect();
            assert_eq!(got, want, "{device}");
        }
        let wrong = [Arg::Address(64), Arg::U64(64), Arg::U64(64)];
        let error = run(&image, "local_arguments", [line(1), line(8)], &[0; 8], &wrong).unwrap_err();
        assert!(error.contains("shared local memory") && error.contains("a buffer"), "{error}");
    }
}

/// `%cr0` changes the conversion from integer to float.
#[test]
fn roundings() {
    let values = [0x0100_0001i32, 0x0100_0003, -0x0100_0001, -0x0100_0003, i32::MAX, i32::MIN + 1, 7, -123_456_789];
    let exact = |v: i32, down: bool, up: bool| {
        let near = v as f32;
        let (wide, ulp) = (f64::from(near), |x: f32, d: i32| f32::from_bits((x.to_bits() as i32 + d) as u32));
        let away = if near > 0.0 { 1 } else { -1 };
        if down && wide > f64::from(v) {
            ulp(near, -away)
        } else if up && wide < f64::from(v) {
            ulp(near, away)
        } else {
            near
        }
    };
    for device in DEVICES {
        let image = image(device);
        let buffers = [vec![0; 128], bytes32(&values.map(|v| v as u32))];
        let left = common::launched(&image, "rounded", &buffers, Options::default(), |at| {
            Launch::new(line(1), line(8), at.iter().copied().map(Arg::Address).collect())
        });
        let mut want = Vec::new();
        for mode in 0..4 {
            want.extend(values.map(|v| {
                let (down, up) = [(false, false), (v > 0, v < 0), (false, true), (true, false)][mode];
                exact(v, down, up).to_bits()
            }));
        }
        assert_eq!(common::words(&left[0]), want, "{device}");
    }
}

/// The mask of existing lanes, other lanes' values, sums over lanes.
#[test]
fn ballots() {
    let image = image("tgllp");
    for lanes in [8u32, 16, 32] {
        for items in [lanes, 2 * lanes, 3 * lanes, 20] {
            let groups = 2;
            let n = groups * items;
            let got =
                run(&image, &format!("ballot{lanes}"), [line(groups), line(items)], &vec![0; 3 * n as usize], &[]);
            let got = got.unwrap();
            for i in 0..n {
                // Threads of a group begin at multiples of their number of lanes; the last thread may have fewer.
                let first = i / items * items + i % items / lanes * lanes;
                let last = (first + lanes).min((i / items + 1) * items);
                let ballot = (first..last).fold(0, |b, k| b | u32::from(k % 3 == 0) << (k - first));
                assert_eq!(got[i as usize], ballot, "ballot of {i}, SIMD{lanes}, groups of {items}");
                let from = first + ((i - first) * 5 + 3) % lanes;
                if from < last {
                    assert_eq!(got[(n + i) as usize], from, "lane {i} of SIMD{lanes}, groups of {items}");
                }
                let sum: u32 = (first..last).sum();
                assert_eq!(got[(2 * n + i) as usize], sum, "sum over {i}, SIMD{lanes}, groups of {items}");
            }
        }
    }
}

/// On DG2 the location of a launch's arguments is tracked in straight-line code; other code that reads ids is refused by name.
#[test]
fn places_of_arguments() {
    let info = "kernels:\n  - name: k\n    execution_env:\n      simd_size: 16\n    payload_arguments:\n      - arg_type: \
                arg_bypointer\n        offset: 32\n        size: 8\n        arg_index: 0\n        addrmode: stateless\n";
    let run_on = |target: &'static str, lines: &str| {
        let code = format!(
            ".version 4.1\n.kernel \"k\"\n.kernel_attr Target=\"cm\"\n.kernel_attr SimdSize=16\n\
             .decl H v_type=G type=d num_elts=8 align=GRF\n.decl p v_type=G type=uq num_elts=1 align=qword\n.decl a v_type=G type=ud num_elts=1 align=dword\n\
             .decl n v_type=G type=ud num_elts=1 align=dword\n.decl q v_type=G type=uq num_elts=1 align=qword\n\
             .decl r v_type=G type=ud num_elts=8 align=GRF alias=<%r0, 0>\n.decl d v_type=G type=ud num_elts=8 align=GRF\n\
             .decl one v_type=G type=ud num_elts=1 align=GRF\n.input H offset=32 size=32\n.input p offset=64 size=8\n.function \"k_BB\"\nk_BB:\n{lines}\n \
             mov (M1_NM, 1) one(0,0)<1> d(0,0)<0;1,0>\n svm_atomic.add (M1_NM, 1) p.0 %null.0 one.0 %null.0\n ret (M1, 1)\n"
        );
        let mut image = isotope_intel::ze::parse(info, |_| Some(code.clone().into_bytes())).unwrap();
        image.target = isotope_object::TargetId::new(target);
        isotope_intel::ze::set_register(&mut image, 32);
        run(&image, "k", [line(2), line(16)], &[0], &[])
    };
    let read = |between: &str, mask: &str| {
        format!(
            " and (M1_NM, 1) a(0,0)<1> r(0,0)<0;1,0> {mask}:ud\n mov (M1_NM, 1) n(0,0)<1> 0x50:ud\n \
             add (M1_NM, 1) a(0,0)<1> a(0,0)<0;1,0> n(0,0)<0;1,0>\n{between} \
             oword_ld_unaligned (1) %scratch a(0,0)<0;1,0> d.0"
        )
    };
    // Byte 0x50 holds the number of groups; each group adds it.
    assert_eq!(run_on("dg2", &read("", "0xffffffe0")), Ok(vec![4]));
    for (target, lines, why) in [
        ("tgllp", read("", "0xffffffe0"), "`%r0`"),
        ("dg2", read("", "0xffffffff"), "`%r0`"),
        (
            "dg2",
            read(" goto (M1, 16) on\non:\n", "0xffffffe0"),
            "an address of `%scratch` that does not come from register 0",
        ),
        (
            "dg2",
            read(" mul (M1_NM, 1) a(0,0)<1> a(0,0)<0;1,0> n(0,0)<0;1,0>\n", "0xffffffe0"),
            "an address of `%scratch`",
        ),
        ("tgllp", " mov (M1_NM, 1) q(0,0)<1> %impl_arg_buf_ptr(0,0)<0;1,0>".into(), "or for dg2 or pvc"),
        ("tgllp", " mov (M1_NM, 1) q(0,0)<1> %local_id_buf_ptr(0,0)<0;1,0>".into(), "buffer of implicit arguments"),
    ] {
        let error = run_on(target, &lines).unwrap_err();
        assert!(error.contains(why), "{target}: {error}");
    }
}

/// The value of each predefined variable, or its refusal.
#[test]
fn predefined_variables() {
    let read = |operand: &str| {
        let code = format!(
            "mov (M1_NM, 1) C(0,0)<1> {operand}\n svm_block_ld (4) ptr0(0,0)<0;1,0> B.0\n \
             svm_block_st (4) ptr0(0,0)<0;1,0> C.0"
        );
        let (outcome, mut words) = launch_code(&code, 16, 1, &[plain([0; 16])]);
        if outcome == Outcome::Done { Ok(words.remove(0)[0]) } else { Err(stopped(&outcome)) }
    };
    for (operand, want) in [
        ("%r0(0,1)<0;1,0>", 0),
        ("%r0(0,6)<0;1,0>", 0),
        ("%group_id_x(0,0)<0;1,0>", 0),
        ("%group_id_z(0,0)<0;1,0>", 0),
        ("%sr0(0,2)<0;1,0>", 0xffff),
        ("%ce0(0,0)<0;1,0>", 0xffff),
    ] {
        assert_eq!(read(operand), Ok(want), "{operand}");
    }
    assert!(read("%tsc(0,0)<0;1,0>").unwrap() > 0);
    let mut stops = 0;
    for dword in [0, 2, 3, 4, 5] {
        assert!(read(&format!("%r0(0,{dword})<0;1,0>")).unwrap_err().contains("`%r0`"));
        stops += 1;
    }
    for operand in [
        "%null(0,0)",
        "%thread_x(0,0)",
        "%thread_y(0,0)",
        "%tsc(0,2)",
        "%arg(0,0)",
        "%retval(0,0)",
        "%sp(0,0)",
        "%fp(0,0)",
        "%hw_id(0,0)",
        "%sr0(0,0)",
        "%sr0(0,1)",
        "%sr0(0,3)",
        "%cr0(0,0)",
        "%dbg0(0,0)",
        "%color(0,0)",
        "%msg0(0,0)",
    ] {
        let error = read(&format!("{operand}<0;1,0>")).unwrap_err();
        assert!(error.contains("not modelled"), "{operand}: {error}");
        stops += 1;
    }
    assert_eq!(stops, 21);
    // Other bits of `%cr0`, and writes that lifting cannot track.
    for line in [
        "or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x1:ud",
        "mov (M1_NM, 1) %cr0(0,0)<1> 0x0:ud",
        "xor (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> A(0,0)<0;1,0>",
        "and (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x0:ud",
        "mov (M1_NM, 1) %sr0(0,2)<1> 0x0:ud",
        "mov (M1_NM, 1) %r0(0,1)<1> 0x0:ud",
        "xor (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x30:ud\n goto (M1, 16) done\ndone:",
        "xor (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x30:ud\n sqrt (M1, 16) Cf(0,0)<1> Af(0,0)<1;1,0>",
    ] {
        let (outcome, _) = launch_code(line, 16, 1, &[plain([0; 16])]);
        assert!(stopped(&outcome).contains("not modelled"), "{line}");
    }
    // Active lanes, group ids.
    let got = run_code(
        "cmp.lt (M1, 16) P1 U(0,0)<1;1,0> 0x5:ud\n (!P1) goto (M1, 16) join\n mov (M1_NM, 1) C(0,0)<1> %ce0(0,0)<0;1,0>\n\
         join:\n svm_block_st (4) ptr0(0,0)<0;1,0> C.0",
        16,
        1,
        &[plain([0; 16])],
    );
    assert_eq!(got[0][0], 0x1f);
}
