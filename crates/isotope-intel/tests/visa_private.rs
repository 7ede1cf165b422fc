//! Private memory of vISA kernels: scratch memory that register 0 points to, one region per thread; and payload that a
//! kernel takes and no instruction names. Kernels are in `tests/data/intel/private`, with their source.

use isotope_machine::{Options, Outcome};
use isotope_object::Image;
use isotope_op::assume::{Addresses, Assumptions, Fill, INTEL_ADDRESSES, INTEL_FIRST_MEMORY};
use isotope_target::launch::{Arg, Launch};

use crate::common::try_launch;
use crate::common::visa::{described, stopped};

/// Runs a kernel with arguments: result, numbers and their count, or the result only.
fn run(
    image: &Image,
    kernel: &str,
    groups: u32,
    size: u32,
    numbers: Option<&[i32]>,
    assumptions: Assumptions,
) -> Result<Vec<i32>, String> {
    let mut buffers = vec![vec![0xee; 4 * (groups * size) as usize]];
    buffers.extend(numbers.map(|numbers| numbers.iter().flat_map(|n| n.to_le_bytes()).collect()));
    let launched = try_launch(image, kernel, &buffers, Options::default(), |at| {
        let count = numbers.map(|numbers| Arg::U32(numbers.len() as u32));
        let args = at.iter().copied().map(Arg::Address).chain(count).collect();
        Launch { assumptions, ..Launch::new([groups, 1, 1], [size, 1, 1], args) }
    });
    let (outcome, left) = launched.map_err(|e| e.to_string())?;
    if outcome != Outcome::Done {
        return Err(stopped(&outcome));
    }
    Ok(left[0].as_chunks::<4>().0.iter().map(|b| i32::from_le_bytes(*b)).collect())
}

/// The result of `bytes` of `private.cl`.
fn bytes(id: usize, numbers: &[i32]) -> i32 {
    let mut t = [0i8; 300];
    for (i, t) in t.iter_mut().enumerate() {
        *t = numbers[(id + i) % numbers.len()] as i8;
    }
    for (i, n) in numbers.iter().enumerate() {
        let at = (*n as usize + id) % 300;
        t[at] = (i32::from(t[at]) + i32::from(t[i % 300]) * 3) as i8;
    }
    t.iter().fold(0i32, |s, t| s.wrapping_mul(31).wrapping_add((*t).into()))
}

/// The result of `mixed` of `private.cl`.
fn mixed(id: usize, numbers: &[i32]) -> i32 {
    let (mut t, mut u) = ([0i64; 40], [0i16; 30]);
    for (i, t) in t.iter_mut().enumerate() {
        *t = i64::from(numbers[(id + i) % numbers.len()]) << i;
    }
    for (i, u) in u.iter_mut().enumerate() {
        *u = numbers[(id + i) % numbers.len()] as i16;
    }
    for (i, n) in numbers.iter().enumerate() {
        let at = (*n as usize + id) % 40;
        let more = t[i % 40].wrapping_mul(3).wrapping_add(u[(*n as usize + id + 1) % 30].into());
        t[at] = t[at].wrapping_add(more);
        let at = (id + i) % 30;
        u[at] = u[at].wrapping_add(*n as i16);
    }
    let s = t.iter().fold(0i64, |s, t| s.wrapping_mul(31).wrapping_add(*t));
    let s = u.iter().fold(s, |s, u| s.wrapping_mul(31).wrapping_add((*u).into()));
    (s ^ s >> 32) as i32
}

/// Arrays of each work-item, indexed by data; threads and groups have separate arrays, for any address and any initial contents.
#[test]
fn arrays_of_work_items() {
    let numbers: Vec<i32> = (0..61).map(|i| i * i * 7919 % 100_003).collect();
    let moved = Assumptions::DEFAULT.with(INTEL_ADDRESSES, Addresses::Moved).with(INTEL_FIRST_MEMORY, Fill::Drawn);
    type Model = fn(usize, &[i32]) -> i32;
    let mut judged = 0;
    for (build, kernels) in [
        ("tgllp.simd8", &[("bytes", bytes as Model)][..]),
        ("tgllp.simd16", &[("bytes", bytes), ("mixed", mixed)]),
        ("tgllp.simd32", &[("bytes", bytes), ("mixed", mixed)]),
        ("skl.simd16", &[("bytes", bytes)]),
        // In a buffer.
        ("dg2.simd16", &[("bytes", bytes)]),
    ] {
        let image = described("private", build);
        for (kernel, model) in kernels {
            for (groups, size, assumptions) in [(1, 16, moved), (2, 40, Assumptions::DEFAULT)] {
                let got = run(&image, kernel, groups, size, Some(&numbers), assumptions).unwrap();
                let want: Vec<i32> = (0..(groups * size) as usize).map(|id| model(id, &numbers)).collect();
                assert_eq!(got, want, "{build} {kernel} {groups} x {size}");
                judged += want.len();
            }
        }
    }
    assert_eq!(judged, 7 * (16 + 80));
}

/// A kernel of one thread of 8 lanes with a result, the base of private memory and 1 KiB of scratch memory.
fn small(code: &str, scratch: bool) -> Image {
    let text = format!(
        ".version 4.1\n.kernel \"k\"\n.kernel_attr Target=\"cm\"\n.decl out v_type=G type=uq num_elts=1 align=qword\n\
         .decl base v_type=G type=uq num_elts=1 align=qword\n.decl half v_type=G type=ud num_elts=2 align=dword \
         alias=<base, 0>\n.decl R v_type=G type=ud num_elts=8 align=GRF alias=<%r0, 0>\n.decl A v_type=G type=ud num_elts=8 \
         align=GRF\n.decl B v_type=G type=ud num_elts=8 align=GRF\n.decl S v_type=G type=ud num_elts=1 align=dword\n\
         .input out offset=64 size=8\n.input base offset=72 size=8\n.function \"k_BB\"\nk_BB:\n{code}\n    ret (M1, 1)\n"
    );
    let mut info = String::from(
        "kernels:\n  - name: k\n    execution_env:\n      simd_size: 8\n    payload_arguments:\n      - arg_type: \
         arg_bypointer\n        offset: 0\n        size: 8\n        arg_index: 0\n        addrmode: stateless\n      - \
         arg_type: private_base_stateless\n        offset: 8\n        size: 8\n",
    );
    if scratch {
        info +=
            "    per_thread_memory_buffers:\n      - type: scratch\n        usage: single_space\n        size: 1024\n";
    }
    isotope_intel::ze::parse(&info, |_| Some(text.clone().into_bytes())).unwrap()
}

const GIVE: &str = "    svm_scatter.4.1 (M1_NM, 1) out.0 B.0\n";
const POINTER: &str = "    and (M1_NM, 1) S(0,0)<1> R(0,5)<0;1,0> 0xfffffc00:ud\n";

fn one(code: &str, scratch: bool) -> Result<i32, String> {
    run(&small(&(code.to_string() + GIVE), scratch), "k", 1, 8, None, Assumptions::DEFAULT).map(|words| words[0])
}

/// Payload that only a host provides stops a kernel that uses it, under any name, and no other kernel.
#[test]
fn payload_that_no_instruction_names() {
    let seven = "    mov (M1_NM, 1) B(0,0)<1> 0x7:ud\n";
    assert_eq!(one(seven, true), Ok(7));
    assert_eq!(one(&format!("    lifetime.start base\n{seven}"), true), Ok(7));
    for read in [
        "    mov (M1_NM, 1) B(0,0)<1> half(0,1)<0;1,0>\n",
        "    mov (M1_NM, 1) half(0,0)<1> 0x1:ud\n",
        "    svm_gather.4.1 (M1_NM, 1) base.0 B.0\n",
    ] {
        let error = one(read, true).unwrap_err();
        assert!(error.contains("private_base_stateless"), "{read}: {error}");
    }
}

#[test]
fn scratch_memory_has_ends() {
    let store = |offset: &str| {
        format!(
            "{POINTER}    add (M1_NM, 1) A(0,0)<1> S(0,0)<0;1,0> {offset}\n    mov (M1_NM, 1) B(0,0)<1> 0x2a:ud\n    \
             scatter4_scaled.R (M1_NM, 1) %scratch 0x0:ud A.0 B.0\n    mov (M1_NM, 1) B(0,0)<1> 0x0:ud\n    \
             gather4_scaled.R (M1_NM, 1) %scratch 0x0:ud A.0 B.0\n"
        )
    };
    for inside in ["0x0:ud", "0x3fc:ud"] {
        assert_eq!(one(&store(inside), true), Ok(42), "{inside}");
    }
    for outside in ["0x400:ud", "0xfffffffc:ud"] {
        let error = one(&store(outside), true).unwrap_err();
        assert!(error.contains("past the thread's private memory of 0x400 bytes"), "{outside}: {error}");
    }
    // The other bits of the dword are not known, nor is the dword if the kernel has no scratch memory.
    for (code, scratch) in [
        ("    mov (M1_NM, 1) B(0,0)<1> R(0,5)<0;1,0>\n".to_string(), true),
        (POINTER.replace("fc00", "fe00"), true),
        (POINTER.replace("R(0,5)", "R(0,4)"), true),
        (POINTER.to_string(), false),
    ] {
        let error = one(&code, scratch).unwrap_err();
        assert!(error.contains("%r0"), "{code}: {error}");
    }
}
