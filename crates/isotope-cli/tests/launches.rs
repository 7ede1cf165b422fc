//! Launches from the command line alone, of `kernels/launch`: one source per file, compiled for three targets. What they must leave is
//! worked out from the source.

use crate::common::{folder, isotope, isotope_with, repository, write};

/// The files of a program, with the type of its widest float.
const TARGETS: [(&str, &str, &str); 3] =
    [("sm_50", "cubin", "f64"), ("gfx1100", "co", "f64"), ("tgllp", "zebin", "f32")];

fn files(name: &str) -> impl Iterator<Item = (&'static str, String, &'static str)> {
    TARGETS.iter().map(move |(target, extension, wide)| {
        (*target, repository(&format!("kernels/launch/bin/{target}/{name}.{extension}")), *wide)
    })
}

/// Every kind of value, on its own and in a struct, from text and from files.
#[test]
fn arguments_of_every_kind() {
    let dir = folder("arguments");
    let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }";
    let mut npy = b"\x93NUMPY\x01\x00".to_vec();
    npy.extend((header.len() as u16).to_le_bytes());
    npy.extend(header.bytes().chain([1.0f32, 2.0, 3.0, -4.0].into_iter().flat_map(f32::to_le_bytes)));
    let npy = write(&dir, "v.npy", npy);
    let fields = write(&dir, "pack.bin", [vec![247, 255, 255, 255, 200, 0, 0, 0, 0, 0, 0, 63], vec![0; 4]].concat());
    let mut ran = 0;
    for (target, file, wide) in files("launch") {
        let numbers = "--arg out=i64[24]:77 --arg i8:-5 --arg u8:250 --arg i16:-300 --arg u16:65000 --arg i32:-70000 \
                       --arg u32:4000000000 --arg i64:-5000000000 --arg u64:9000000000000000000 --arg f16:1.5 --arg f32:-2.25";
        let expected = "out: -5 250 -300 65000 -70000 4000000000 -5000000000 9000000000000000000 12 -18 28 1 2 3 -4 -1 2 -3 -9 200 \
                        4 7 8 77\nlist: 7 99\n";
        let whole = format!("--arg 'struct{{i32:-9;u8:200;{wide}:0.5;list=u32[2]:7,8}}'");
        let parts = format!("--arg 'struct{{u8[16]@{fields};list=u32[2]:7,8}}'");
        let rest = |vector: &str| format!("--arg {wide}:3.5 --arg {vector} --arg i16x3:-1,2,-3");
        let mut ways = vec![(rest("f32x4:1,2,3,-4"), whole.clone()), (rest(&format!("@{npy}")), whole)];
        // The float of four bytes in the file stands at byte 8.
        if wide == "f32" {
            ways.push((rest("f32[4]:1,2,3,-4"), parts));
        }
        for (vector, pack) in ways {
            let line = format!(
                "run {file} --kernel values --grid 1 --block 32 {numbers} {vector} {pack} --dump out --dump list"
            );
            isotope(&line).gives(0, expected);
            ran += 1;
        }
        // Each value of another size is one error, with the parameter's name where the file has one.
        let wrong = format!("run {file} --kernel values --grid 1 {numbers} {} --arg u8[23]:0", rest("f32x4:1"));
        isotope(&wrong).refuses("is a value of 23 bytes, but the parameter has 24 bytes: give one of that size");
        let named = isotope(&format!("run {file} --kernel values --grid 1 --arg out=u8[8] --arg c=i8:1"));
        assert!(named.code == 2 && named.err.contains("--arg"), "{}", named.err);
        if target == "tgllp" {
            assert!(named.err.contains("the parameter `uc` of `values` is missing"), "{}", named.err);
            isotope(&wrong).refuses("argument 14 (`p`, `Pack`) of kernel `values`");
        } else {
            assert!(named.err.contains("the file has no names of the parameters of `values`"), "{}", named.err);
        }
    }
    assert_eq!(ran, 7);
}

#[test]
fn shared_memory_and_names() {
    for (target, file, _) in files("launch") {
        let expected = "out: 1003 1100 1209 1306 1015 1112 1221 1318 1003 1100 1209 1306 1015 1112 1221 1318\n";
        let line = format!("run {file} --kernel shared --grid 2 --block 8 --dump out");
        isotope(&format!("{line} --arg out=u32[16]:0 --arg local:32 --arg 1000 --arg local:16")).gives(0, expected);
        if target == "tgllp" {
            let names = "--arg n=1000 --arg counts=local:16 --arg out=u32[16]:0 --arg kept=local:32";
            isotope(&format!("{line} {names}")).gives(0, expected);
            isotope(&format!("{line} {names} --arg m=1")).refuses("(`out`, `kept`, `n`, `counts`), found `m`");
        }
        isotope(&format!("{line} --arg sampler:nearest")).refuses("samplers are not modelled");
    }
    // The address of a buffer twice, and bytes behind its start.
    let file = repository("kernels/bin/sm_50/histogram256.cubin");
    let line = [
        "run",
        &file,
        "--grid",
        "1",
        "--block",
        "32",
        "--arg",
        "b=u32[260]:2",
        "--arg",
        "16",
        "--arg",
        "&b+16",
        "--dump",
        "b",
    ];
    let ran = isotope_with(&line, b"");
    assert_eq!(ran.code, 0, "{}", ran.err);
    // 64 bytes, a 2 and three zeros each time, counted in place of what begins 16 bytes on.
    assert!(ran.out.starts_with("b: 2 2 2 2 "), "{}", ran.out);
}
