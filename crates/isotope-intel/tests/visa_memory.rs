//! vISA memory instructions that the suite's kernels do not use: typed surfaces, blocks, older gathers, the
//! load-store controller, split and named barriers. Kernels are written here, next to their expected results.

use isotope_machine::Outcome;
use isotope_machine::mem::Memory;
use isotope_machine::mem::typed::{Format, Shape};
use isotope_op::assume::Assumptions;
use isotope_target::launch::Launch;
use isotope_targets::TARGETS;

use crate::common::visa::{launch, launch_with, plain, run, stopped, typed};
use crate::common::{assume, bytes32};

fn shape(format: &str, size: [u32; 3]) -> Shape {
    Shape::packed(Format::from_name(format).unwrap(), size).unwrap()
}

/// The new value and the returned value of an integer atomic of 16 or 32 bits.
fn integer(op: &str, old: u32, a: u32, b: u32, bits: u32) -> (u32, u32) {
    let mask = u32::MAX >> (32 - bits);
    let (old, a, b) = (old & mask, a & mask, b & mask);
    let signed = |v: u32| (v << (32 - bits)) as i32;
    let new = match op {
        "add" => old.wrapping_add(a),
        "sub" => old.wrapping_sub(a),
        "inc" => old.wrapping_add(1),
        "dec" => old.wrapping_sub(1),
        "min" => old.min(a),
        "max" => old.max(a),
        "xchg" => a,
        "cmpxchg" if old == b => a,
        "and" => old & a,
        "or" => old | a,
        "xor" => old ^ a,
        "minsint" if signed(a) < signed(old) => a,
        "maxsint" if signed(a) > signed(old) => a,
        "cmpxchg" | "minsint" | "maxsint" => old,
        other => panic!("{other}"),
    };
    (new & mask, old)
}

/// A float atomic of 32 bits on numbers.
fn float(op: &str, old: u32, a: u32, b: u32) -> u32 {
    let (x, y) = (f32::from_bits(old), f32::from_bits(a));
    match op {
        "fmax" => x.max(y).to_bits(),
        "fmin" => x.min(y).to_bits(),
        "fadd" => (x + y).to_bits(),
        "fsub" => (x - y).to_bits(),
        // src0 is compared, src1 written.
        "fcmpwr" if x == y => b,
        "fcmpwr" => old,
        other => panic!("{other}"),
    }
}

const INTEGER: [&str; 13] =
    ["add", "sub", "inc", "dec", "min", "max", "xchg", "cmpxchg", "and", "or", "xor", "minsint", "maxsint"];
const FLOAT: [&str; 5] = ["fmax", "fmin", "fcmpwr", "fadd", "fsub"];

/// Operands of both sides of an atomic; half of the comparisons are equal.
fn samples(float: bool) -> [Vec<u32>; 3] {
    let numbers = |seed: u32| {
        (0..32u32).map(move |i| {
            let h = (i + 1).wrapping_mul(0x9e37_79b1).wrapping_mul(seed);
            if float { ((h >> 8) as f32 - 5e6).to_bits() } else { h }
        })
    };
    let old: Vec<u32> = numbers(1).collect();
    let (mut a, mut b): (Vec<u32>, Vec<u32>) = (numbers(3).collect(), numbers(7).collect());
    for i in (0..32).step_by(2) {
        (a[i], b[i]) = if float { (old[i], b[i]) } else { (a[i], old[i]) };
    }
    [old, a, b]
}

/// A surface of 5 × 3 elements, 64 bytes per row; lane i accesses column i mod 6 and row i div 6, so some lanes are
/// outside, and each element has one lane.
#[test]
fn typed_atomics() {
    for (ops, floats) in [(&INTEGER[..], false), (&FLOAT[..], true)] {
        let [old, a, b] = samples(floats);
        for op in ops {
            for (width, bits) in [("", 32), (".16", 16)] {
                if floats && bits == 16 {
                    continue;
                }
                for size in [1u32, 2, 4, 8, 16] {
                    let none = matches!(*op, "inc" | "dec");
                    let two = matches!(*op, "cmpxchg" | "fcmpwr");
                    let src0 = if none { "%null.0" } else { "A.0" };
                    let src1 = if two { "B.0" } else { "%null.0" };
                    let code = format!(
                        "svm_block_ld (8) ptr1(0,0)<0;1,0> A.0\n svm_block_ld (8) ptr2(0,0)<0;1,0> B.0\n\
                         svm_block_ld (8) ptr3(0,0)<0;1,0> D.0\n\
                         mod (M1, 16) X(0,0)<1> U(0,0)<1;1,0> 0x6:ud\n div (M1, 16) Y(0,0)<1> U(0,0)<1;1,0> 0x6:ud\n\
                         typed_atomic.{op}{width} (M1, {size}) T6 X.0 Y.0 %null.0 %null.0 {src0} {src1} D.0\n\
                         svm_block_st (8) ptr3(0,0)<0;1,0> D.0\n"
                    );
                    let name = if bits == 16 { "r16_uint" } else { "r32_uint" };
                    let shape = Shape { row_pitch: 64, slice_pitch: 192, ..shape(name, [5, 3, 1]) };
                    let memory: Vec<u32> = (0..48).map(|i| old[i % 32]).collect();
                    let buffers = [
                        typed(memory.clone(), shape),
                        plain(a.clone()),
                        plain(b.clone()),
                        plain(vec![0xcccc_cccc; 32]),
                    ];
                    let out = run(&code, 16, 1, &buffers);
                    let (mut want, mut given) = (memory, vec![0xcccc_cccc; 32]);
                    for lane in 0..size as usize {
                        let (x, y) = (lane % 6, lane / 6);
                        given[lane] = 0;
                        if x >= 5 || y >= 3 {
                            continue;
                        }
                        let byte = 64 * y + x * bits as usize / 8;
                        let (word, shift) = (byte / 4, 8 * (byte % 4));
                        let (new, returned) = if floats {
                            (float(op, want[word], a[lane], b[lane]), want[word])
                        } else {
                            integer(op, want[word] >> shift, a[lane], b[lane], bits)
                        };
                        let mask = (u32::MAX >> (32 - bits)) << shift;
                        want[word] = want[word] & !mask | new << shift;
                        given[lane] = returned;
                    }
                    assert_eq!((&out[0], &out[3]), (&want, &given), "{op}{width} of {size}");
                }
            }
        }
    }
}

#[test]
fn typed_channels() {
    // r32g32: blue is absent, alpha reads 1; lane 7 is outside.
    let shape = shape("r32g32_float", [7, 2, 1]);
    let memory: Vec<u32> = (0..28).map(|i| 1000 + i).collect();
    let code = "mov (M1, 8) Y(0,0)<1> 0x1:ud\n gather4_typed.RGBA (M1, 8) T6 U.0 Y.0 %null.0 %null.0 A.0\n\
                svm_block_st (8) ptr1(0,0)<0;1,0> A.0\n";
    let out = run(code, 8, 1, &[typed(memory.clone(), shape), plain([9; 32])]);
    for lane in 0..8 {
        let inside = lane < 7;
        let at = |c: usize| if inside { memory[14 + 2 * lane + c] } else { 0 };
        assert_eq!([out[1][lane], out[1][8 + lane]], [at(0), at(1)]);
        assert_eq!([out[1][16 + lane], out[1][24 + lane]], [0, 1f32.to_bits()]);
    }
    let code = "mov (M1, 8) Y(0,0)<1> 0x1:ud\n scatter4_typed.GB (M1, 8) T6 U.0 Y.0 %null.0 %null.0 U.0\n";
    let out = run(code, 8, 1, &[typed(memory.clone(), shape)]);
    let mut want = memory;
    (0..7).for_each(|lane| want[14 + 2 * lane + 1] = lane as u32);
    assert_eq!(out[0], want);
    // The same through the load-store controller.
    let lsc = "mov (M1, 8) Y(0,0)<1> 0x1:ud\n\
               lsc_load_quad.tgm (M1, 8) A:d32.yw bti(0xa)[U, Y, %null, %null]:a32\n\
               lsc_store_quad.tgm (M1, 8) bti(0xa)[U, %null, %null, %null]:a32 U:d32.x\n\
               lsc_atomic_iadd.tgm (M1, 8) B:d32 bti(0xa)[U, Y, %null, %null]:a32 U %null\n\
               svm_block_st (4) ptr1(0,0)<0;1,0> A.0\n svm_block_st (2) ptr2(0,0)<0;1,0> B.0\n";
    let out = run(lsc, 8, 1, &[typed(want.clone(), shape), plain([9; 16]), plain([9; 8])]);
    for lane in 0..7 {
        assert_eq!([out[1][lane], out[1][8 + lane]], [lane as u32, 1f32.to_bits()]);
        assert_eq!(out[0][2 * lane], lane as u32);
        assert_eq!((out[0][14 + 2 * lane], out[2][lane]), (want[14 + 2 * lane] + lane as u32, want[14 + 2 * lane]));
    }
    assert_eq!([out[1][7], out[1][15], out[2][7]], [0, 1f32.to_bits(), 0]);
}

#[test]
fn a_buffer_is_no_typed_surface() {
    let code = "typed_atomic.inc (M1, 8) T6 U.0 %null.0 %null.0 %null.0 %null.0 %null.0 %null.0\n";
    let (outcome, _) = launch(code, 8, 1, &[plain([0; 8])]);
    let fault = stopped(&outcome);
    assert!(fault.contains("binding table entry 10 is a buffer"), "{fault}");
    let wide = "typed_atomic.inc (M1, 8) T6 U.0 %null.0 %null.0 %null.0 %null.0 %null.0 %null.0\n";
    let (outcome, _) = launch(wide, 8, 1, &[typed([0; 8], shape("r16_uint", [8, 1, 1]))]);
    assert!(stopped(&outcome).starts_with("not modelled"), "{outcome:?}");
}

#[test]
fn owords() {
    let memory: Vec<u32> = (0..40).map(|i| 7 * i + 1).collect();
    // The last of eight owords from 6 on is out of range; offsets of stores count owords, those of unaligned loads bytes.
    let code = "oword_ld (8) T6 0x3:ud A.0\n svm_block_st (8) ptr1(0,0)<0;1,0> A.0\n\
                oword_ld_unaligned (2) T6 0x8c:ud A.0\n svm_block_st (2) ptr2(0,0)<0;1,0> A.0\n\
                oword_st (4) T6 0x7:ud U.0\n";
    let out = run(code, 8, 1, &[plain(memory.clone()), plain([9; 32]), plain([9; 8])]);
    let read = |word: usize| memory.get(word).copied().unwrap_or(0);
    assert_eq!(out[1], (0..32).map(|i| read(12 + i)).collect::<Vec<_>>());
    assert_eq!(out[2], (0..8).map(|i| read(35 + i)).collect::<Vec<_>>());
    let mut want = memory.clone();
    (0..12).for_each(|i| want[28 + i] = i as u32);
    assert_eq!(out[0], want);
    // Blocks of all sizes at virtual addresses, aligned and unaligned; the thread has fewer lanes than the block has dwords.
    for owords in [1usize, 2, 4, 8] {
        let code = format!(
            "svm_block_ld ({owords}) ptr0(0,0)<0;1,0> A.0\n svm_block_st ({owords}) ptr1(0,0)<0;1,0> A.0\n\
             add (M1_NM, 1) W(0,0)<1> ptr0(0,0)<0;1,0> 0xc:uq\n add (M1_NM, 1) W(0,1)<1> ptr1(0,0)<0;1,0> 0x84:uq\n\
             svm_block_ld.unaligned ({owords}) W(0,0)<0;1,0> B.0\n\
             svm_block_st.unaligned ({owords}) W(0,1)<0;1,0> B.0\n"
        );
        let out = run(&code, 8, 1, &[plain(memory.clone()), plain([9; 66])]);
        let mut want = vec![9; 66];
        (0..4 * owords).for_each(|i| (want[i], want[33 + i]) = (memory[i], memory[3 + i]));
        assert_eq!(out[1], want, "{owords}");
    }
    // `intel.block_alignment` lets a read without `.unaligned` begin at any dword.
    let at = |by: u32, block: &str| {
        format!("add (M1_NM, 1) W(0,0)<1> ptr0(0,0)<0;1,0> {by:#x}:uq\n {block} (1) W(0,0)<0;1,0> A.0\n")
    };
    let code = format!("{} svm_block_st (1) ptr1(0,0)<0;1,0> A.0\n", at(4, "svm_block_ld"));
    let buffers = || [plain(memory.clone()), plain([9; 4])];
    assert_eq!(run(&code, 8, 1, &buffers())[1], memory[1..5]);
    let assumptions = assume(&[("intel.block_alignment", "oword")]);
    for (code, assumptions, access) in [
        (code, assumptions, "16-byte access"),
        (at(2, "svm_block_ld"), Assumptions::DEFAULT, "4-byte access"),
        (at(4, "svm_block_st"), Assumptions::DEFAULT, "16-byte access"),
    ] {
        let (outcome, _) = launch_with(&code, 8, 1, &buffers(), assumptions);
        let fault = stopped(&outcome);
        assert!(fault.contains("misaligned") && fault.contains(access), "{code}: {fault}");
    }
}

#[test]
fn rectangles() {
    // 24 bytes by 5 rows, 32 bytes per row; the block extends beyond the right and lower edges.
    let shape = Shape { row_pitch: 32, slice_pitch: 160, ..shape("r8_uint", [24, 5, 1]) };
    let memory: Vec<u32> = (0..40).map(|i| 0x0403_0201 + 0x0404_0404 * i).collect();
    let bytes = bytes32(&memory);
    let at = |x: usize, y: usize| if x < 24 && y < 5 { bytes[32 * y + x] } else { 0 };
    for (width, height, pitch) in [(3usize, 5usize, 4usize), (8, 4, 8), (13, 3, 16), (32, 2, 32), (40, 2, 64)] {
        let code = format!(
            "mov (M1_NM, 16) F(0,0)<1> 0x0:ud\n media_ld.nomod ({width},{height}) T6 0 0x6:ud 0x2:ud F.0\n\
             svm_block_st (8) ptr1(0,0)<0;1,0> F.0\n"
        );
        let out = run(&code, 16, 1, &[typed(memory.clone(), shape), plain([0; 32])]);
        let got = bytes32(&out[1]);
        for y in 0..height {
            for x in 0..width {
                assert_eq!(got[pitch * y + x], at(6 + x, 2 + y), "{width} by {height}, byte {x} of row {y}");
            }
        }
    }
    let code = "svm_block_ld (8) ptr1(0,0)<0;1,0> F.0\n media_st.nomod (20,3) T6 0 0x6:ud 0x3:ud F.0\n";
    let out = run(code, 16, 1, &[typed(memory.clone(), shape), plain(0..32)]);
    let from: Vec<u8> = (0..32u32).flat_map(|w| w.to_le_bytes()).collect();
    let mut want = bytes.clone();
    for (y, x) in (0..3).flat_map(|y| (0..20).map(move |x| (y, x))).filter(|(y, x)| 6 + x < 24 && 3 + y < 5) {
        want[32 * (3 + y) + 6 + x] = from[32 * y + x];
    }
    assert_eq!(bytes32(&out[0]), want);
}

#[test]
fn gathers_that_count_elements() {
    let memory: Vec<u32> = (0..16).map(|i| 0x8070_6050 + 0x0102_0408 * i).collect();
    let bytes = bytes32(&memory);
    for (width, mask) in [(1usize, 0xff), (2, 0xffff), (4, u32::MAX)] {
        // Element 2 i + 3; the last lanes of dwords are out of range.
        let code = format!(
            "shl (M1, 16) X(0,0)<1> U(0,0)<1;1,0> 0x1:ud\n gather.{width} (M1, 16) T6 0x3:ud X.0 A.0\n\
             svm_block_st (4) ptr1(0,0)<0;1,0> A.0\n scatter.{width} (M1, 8) T8 0x1:ud X.0 U.0\n"
        );
        let out = run(&code, 16, 1, &[plain(memory.clone()), plain([9; 16]), plain([0; 16])]);
        let element = |i: usize| {
            let part = bytes.get(i * width..(i + 1) * width).unwrap_or(&[]);
            part.iter().rev().fold(0, |v, b| v << 8 | u32::from(*b))
        };
        assert_eq!(
            out[1].iter().map(|w| w & mask).collect::<Vec<_>>(),
            (0..16).map(|i| element(2 * i + 3)).collect::<Vec<_>>()
        );
        let mut want = vec![0u8; 64];
        (0..8).filter(|i| (2 * i + 2) * width <= 64).for_each(|i| want[(2 * i + 1) * width] = i as u8);
        assert_eq!(bytes32(&out[2]), want, "{width}");
    }
}

#[test]
fn the_load_store_controller() {
    let memory: Vec<u32> = (0..64).map(|i| 0x0101_0101 * i + 0x80).collect();
    let code = "lsc_load_strided.ugm (M1, 16) A:d32 bti(0xa)[X+0x4, 0x8]:a32\n\
                shl (M1, 16) Y(0,0)<1> U(0,0)<1;1,0> 0x4:ud\n\
                lsc_load_quad.ugm (M1, 16) B:d32.yw bti(0xa)[Y]:a32\n\
                lsc_load.ugm (M1, 16) D:d16c32h bti(0xa)[2*U]:a32\n\
                lsc_load.ugm (M1_NM, 1) F:d8x4t flat[W]:a64\n\
                lsc_load.ugm (M1, 16) C:d32 bti(0xa)[64*U]:a32\n\
                svm_block_st (4) ptr1(0,0)<0;1,0> A.0\n svm_block_st (8) ptr2(0,0)<0;1,0> B.0\n\
                svm_block_st (4) ptr3(0,0)<0;1,0> D.0\n svm_block_st (4) ptr4(0,0)<0;1,0> C.0\n\
                svm_block_st (1) ptr5(0,0)<0;1,0> F.0\n";
    let code = format!("mov (M1, 16) X(0,0)<1> 0x0:ud\n mov (M1_NM, 1) W(0,0)<1> ptr0(0,0)<0;1,0>\n{code}");
    let zeros = |n: usize| plain(vec![0; n]);
    let out = run(&code, 16, 1, &[plain(memory.clone()), zeros(16), zeros(32), zeros(16), zeros(16), zeros(4)]);
    let read = |word: usize| memory.get(word).copied().unwrap_or(0);
    for i in 0..16 {
        assert_eq!(out[1][i], read(1 + 2 * i));
        assert_eq!([out[2][i], out[2][16 + i]], [read(4 * i + 1), read(4 * i + 3)]);
        let word = read(i / 2) >> (16 * (i % 2)) & 0xffff;
        assert_eq!(out[3][i], word << 16);
        assert_eq!(out[4][i], read(16 * i));
    }
    assert_eq!(out[5][0], memory[0]);
    // Stores, and an atomic on a surface of the table.
    let code = "mov (M1, 16) X(0,0)<1> 0x0:ud\n lsc_store_strided.ugm (M1, 16) bti(0xa)[X, 0xc]:a32 U:d32\n\
                shl (M1, 16) Y(0,0)<1> U(0,0)<1;1,0> 0x4:ud\n\
                lsc_store_quad.ugm (M1, 8) bti(0xb)[Y]:a32 U:d32.xz\n\
                lsc_atomic_icas.ugm (M1, 16) A:d32 bti(0xc)[4*U]:a32 X U\n\
                svm_block_st (4) ptr3(0,0)<0;1,0> A.0\n";
    let third: Vec<u32> = (0..12).map(|i| i % 3).collect();
    let out = run(code, 16, 1, &[zeros(46), zeros(32), plain(third.clone()), plain([9; 16])]);
    let strided: Vec<u32> = (0..46).map(|i| if i % 3 == 0 { i / 3 } else { 0 }).collect();
    assert_eq!(out[0], strided);
    let quad = |i: u32| [i / 4, 0, 8 + i / 4, 0][i as usize % 4];
    assert_eq!(out[1], (0..32).map(quad).collect::<Vec<_>>());
    assert_eq!(out[2], (0..12).map(|i| if i % 3 == 0 { i } else { i % 3 }).collect::<Vec<_>>());
    assert_eq!(out[3], (0..16).map(|i| third.get(i).copied().unwrap_or(0)).collect::<Vec<_>>());
}

/// Each thread writes a number to shared memory, does something else, waits, and reads the number of the next thread.
fn exchange(signal: &str, wait: &str, threads: u32) -> (Outcome, Vec<Vec<u32>>) {
    // A thread gets its number from a counter.
    let code = format!(
        "mov (M1_NM, 1) X(0,0)<1> 0x0:ud\n dword_atomic.inc (M1_NM, 1) T6 X.0 %null.0 %null.0 A.0\n\
         shl (M1_NM, 1) Y(0,0)<1> A(0,0)<0;1,0> 0x2:ud\n add (M1_NM, 1) B(0,0)<1> A(0,0)<0;1,0> 0x64:ud\n\
         scatter_scaled.4 (M1_NM, 1) %slm 0x0:ud Y.0 B.0\n {signal}\n\
         scatter_scaled.4 (M1_NM, 1) T7 0x40:ud Y.0 B.0\n {wait}\n\
         add (M1_NM, 1) C(0,0)<1> A(0,0)<0;1,0> 0x1:ud\n and (M1_NM, 1) C(0,0)<1> C(0,0)<0;1,0> {:#x}:ud\n\
         shl (M1_NM, 1) C(0,0)<1> C(0,0)<0;1,0> 0x2:ud\n gather_scaled.4 (M1_NM, 1) %slm 0x0:ud C.0 D.0\n\
         scatter_scaled.4 (M1_NM, 1) T7 0x0:ud Y.0 D.0\n",
        threads - 1
    );
    launch(&code, 8, threads, &[plain([0]), plain([0; 32])])
}

#[test]
fn barriers_in_two_halves() {
    let threads = 8;
    let mut want = vec![0; 32];
    for t in 0..threads {
        (want[t as usize], want[16 + t as usize]) = (100 + (t + 1) % threads, 100 + t);
    }
    let halves = [
        ("sbarrier.signal", "sbarrier.wait"),
        ("nbarrier.signal 0x1f:ud 0x8:ud", "nbarrier.wait 0x1f:ud"),
        ("barrier", ""),
        // Without a signal the wait does nothing; the barrier synchronizes.
        ("sbarrier.wait\n barrier", "sbarrier.wait"),
    ];
    for (signal, wait) in halves {
        let (outcome, out) = exchange(signal, wait, threads);
        assert_eq!(outcome, Outcome::Done, "{signal}");
        assert_eq!(out[1], want, "{signal}");
    }
    let (outcome, _) = exchange("nbarrier.signal 0x3:ud 0x9:ud", "nbarrier.wait 0x3:ud", threads);
    assert!(matches!(outcome, Outcome::Hung(_)), "{outcome:?}");
    let (outcome, _) = exchange("nbarrier.signal 0x20:ud 0x8:ud", "nbarrier.wait 0x20:ud", threads);
    let fault = stopped(&outcome);
    assert!(fault.contains("barrier 32 does not exist; a group has 32"), "{fault}");
}

#[test]
fn variables_that_no_thread_can_have() {
    let many: String = (0..40).map(|n| format!(".decl Big{n} v_type=G type=uq num_elts=65535 align=GRF\n")).collect();
    let text = format!(
        ".version 4.1\n.kernel \"k\"\n.kernel_attr Target=\"cm\"\n{many}.function \"k_BB\"\nk_BB:\n ret (M1, 1)\n"
    );
    let info = "kernels:\n  - name: k\n    execution_env:\n      simd_size: 8\n";
    let image = isotope_intel::ze::parse(info, |_| Some(text.clone().into_bytes())).unwrap();
    let request = Launch::new([1, 1, 1], [8, 1, 1], Vec::new());
    let refused = TARGETS.prepare(&image, image.kernel(None).unwrap(), &mut Memory::new(), &request).unwrap_err();
    assert!(refused.to_string().contains("bytes of variables of a thread, but at most 16777216 fit"), "{refused}");
}

/// Three dimensions, a predicate, a lane offset, and a mip level that does not exist.
#[test]
fn typed_atomics_in_a_volume() {
    let shape = Shape { row_pitch: 16, slice_pitch: 48, ..shape("r32_sint", [3, 2, 4]) };
    let memory: Vec<u32> = (0..48).map(|i| 1000 * i).collect();
    for (level, mask, predicate) in
        [("%null.0", "M1, 16", ""), ("%null.0", "M3, 8", "(!P1) "), ("B.0", "M1, 16", "(P1) ")]
    {
        let code = format!(
            "mov (M1_NM, 16) B(0,0)<1> 0x1:ud\n mov (M1_NM, 16) D(0,0)<1> 0x9:ud\n setp (M1_NM, 16) P1 0x3335:ud\n\
             mod (M1, 16) X(0,0)<1> U(0,0)<1;1,0> 0x3:ud\n shr (M1, 16) Y(0,0)<1> U(0,0)<1;1,0> 0x3:ud\n\
             and (M1, 16) C(0,0)<1> U(0,0)<1;1,0> 0x7:ud\n\
             {predicate}typed_atomic.minsint ({mask}) T6 X.0 Y.0 C.0 {level} A.0 %null.0 D.0\n\
             svm_block_st (4) ptr1(0,0)<0;1,0> D.0\n"
        );
        // Under M3 element i of the instruction belongs to lane 8 + i; its operands still begin at their variable.
        let first = if mask.starts_with("M3") { 8 } else { 0 };
        let lanes = if first == 8 { 8 } else { 16 };
        let out = run(&code, 16, 1, &[typed(memory.clone(), shape), plain([0; 16])]);
        let (mut want, mut given) = (memory.clone(), vec![9; 16]);
        for (i, given) in given.iter_mut().enumerate().take(lanes) {
            let runs = match predicate {
                "" => true,
                "(P1) " => 0x3335 >> (first + i) & 1 != 0,
                _ => 0x3335 >> (first + i) & 1 == 0,
            };
            if !runs {
                continue;
            }
            let (x, y, z) = (i % 3, i / 8, i & 7);
            *given = 0;
            if z < 4 && level == "%null.0" {
                let at = 12 * z + 4 * y + x;
                *given = want[at];
                want[at] = (want[at] as i32).min(0) as u32;
            }
        }
        assert_eq!((&out[0], &out[1]), (&want, &given), "({mask}) {predicate}");
    }
}
