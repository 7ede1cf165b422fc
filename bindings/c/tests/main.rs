//! The header is what the sources say, and the functions do what it says. What C makes of it, `tests/run.sh` tries.

use std::ffi::{CStr, CString};
use std::path::Path;
use std::ptr::{null, null_mut};

use isotope_c::*;

#[test]
fn the_header_is_current() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(here.join("cbindgen.toml")).unwrap();
    // It follows the modules by itself.
    let made = cbindgen::Builder::new().with_config(config).with_src(here.join("src/lib.rs"));
    let mut header = Vec::new();
    made.generate().unwrap().write(&mut header);
    // What is unsafe in Rust is plain in C: what all functions rely on, the header says once.
    let header = String::from_utf8(header).unwrap().replace(" *\n * # Safety\n * As the module says.\n", "");
    let header = header.replace("# Safety\n * As the module says; ", "What the caller keeps: ");
    let header = header.replace("# Safety\n * ", "What the caller keeps: ");
    let place = here.join("include/isotope.h");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&place, &header).unwrap();
    }
    let there = std::fs::read_to_string(&place).unwrap_or_default();
    assert!(there == header, "include/isotope.h is stale: UPDATE=1 cargo test -p isotope-c");
    let code = header.lines().filter(|line| !line.trim_start().starts_with(['*', '/']));
    let mut declared = std::collections::HashSet::new();
    for name in code.filter_map(|line| line.split_once('(')?.0.split([' ', '*']).next_back()) {
        assert!(declared.insert(name), "{name} is declared twice");
    }
    assert!(declared.len() > 20, "{declared:?}");
}

fn last() -> String {
    // SAFETY: the text lives until the next call of this thread.
    unsafe { CStr::from_ptr(isotope_last_error()) }.to_str().unwrap().to_string()
}

fn op(spec: &str) -> *mut Op {
    let (spec, mut op) = (CString::new(spec).unwrap(), null_mut());
    // SAFETY: both live during the call.
    assert_eq!(unsafe { isotope_op_new(spec.as_ptr(), &mut op) }, Status::Ok, "{}", last());
    op
}

#[test]
fn nothing_unwinds() {
    assert_eq!(isotope_try_a_bug(), Status::Bug);
    assert_eq!(last(), "a bug of Isotope, please report it: this one was asked for");
    // Another thread has not heard of it.
    std::thread::spawn(|| assert_eq!(last(), "")).join().unwrap();
}

/// Names of `isotope_launch_option`, or of what it has no name for, in words: the options of the command are not for C.
#[test]
fn messages_name_what_c_has() {
    assert_eq!(isotope_try_a_bug(), Status::Bug, "a first call says how options are spelled");
    let (image, launch, file) = (
        &mut null_mut(),
        &mut null_mut(),
        include_bytes!("../../../crates/isotope/samples/histogram256.cubin").as_slice(),
    );
    // SAFETY: all of them live during the calls.
    unsafe {
        assert_eq!(isotope_image_load(file.as_ptr(), file.len(), image), Status::Ok, "{}", last());
        assert_eq!(isotope_launch_new(*image, null(), launch), Status::Ok, "{}", last());
        assert_eq!(isotope_launch_option(*launch, c"?".as_ptr(), c"".as_ptr()), Status::Error);
        let known = last();
        for name in isotope::option::OptionName::ALL {
            let (alone, valued) = (name.to_string(), name.with("5").to_string());
            assert!(!alone.contains("--") && !valued.contains("--"), "{alone}, {valued}");
            let key = alone.split('=').next().unwrap();
            let elsewhere = alone == name.words() || ["argument", "isotope_image_info", "kernel"].contains(&key);
            assert!(elsewhere || known.contains(key), "{alone} is no option: {known}");
        }
        assert_eq!(isotope_launch_option(*launch, c"max-steps".as_ptr(), c"10".as_ptr()), Status::Ok);
        let data = [7u8; 4096];
        assert_eq!(isotope_launch_input(*launch, c"data".as_ptr(), data.as_ptr().cast(), data.len()), Status::Ok);
        assert_eq!(isotope_launch_u32(*launch, 1024), Status::Ok);
        assert_eq!(isotope_launch_input(*launch, c"bins".as_ptr(), data.as_ptr().cast(), 1024), Status::Ok);
        assert_eq!(isotope_launch_run(*launch, null_mut(), null_mut()), Status::Undecided, "{}", last());
        assert!(last().starts_with("still running after 10 wave instructions (max-steps)"), "{}", last());
        isotope_launch_free(*launch);
        isotope_image_free(*image);
    }
}

#[test]
fn null_is_an_error_in_words() {
    // SAFETY: null is allowed everywhere.
    unsafe {
        assert_eq!(isotope_op_new(null(), null_mut()), Status::Error);
        assert_eq!(last(), "out: expected a handle, found NULL");
        let mut made = null_mut();
        assert_eq!(isotope_op_new(null(), &mut made), Status::Error);
        assert_eq!((last().as_str(), made.is_null()), ("spec: expected text, found NULL", true));
        assert_eq!(isotope_op_width(null()), 0);
        assert!(isotope_op_explain(null()).is_null() && last() == "op: expected a handle, found NULL");
        let add = op("sm_50:ATOM.ADD");
        let status =
            isotope_op_apply_u32(add, 2, null(), null(), 0, null(), 0, null_mut(), null_mut(), null_mut(), null_mut());
        assert_eq!((status, last().as_str()), (Status::Error, "mem: expected 2 elements, found NULL"));
        isotope_op_free(add);
        isotope_op_free(null_mut());
        isotope_image_free(null_mut());
        isotope_launch_free(null_mut());
        isotope_string_free(null_mut());
        assert_eq!(isotope_launch_run(null_mut(), null_mut(), null_mut()), Status::Error);
        let mut launch = null_mut();
        assert_eq!(isotope_launch_new(null(), null(), &mut launch), Status::Error);
    }
}

#[test]
fn arrays_in_each_other() {
    let add = op("visa:dword_atomic.predec");
    let mut all = [1u32, 2, 3, 4, 5];
    // SAFETY: four elements from the first and four from the second on are there.
    unsafe {
        let at = all.as_mut_ptr();
        let status =
            isotope_op_apply_u32(add, 4, at, null(), 0, null(), 0, at.add(1), null_mut(), null_mut(), null_mut());
        assert_eq!((status, all), (Status::Ok, [1, 0, 1, 2, 3]), "{}", last());
        let at = all.as_mut_ptr();
        let status =
            isotope_op_apply_u32(add, 2, at, null(), 0, null(), 0, at.add(1), at.add(2), null_mut(), null_mut());
        assert_eq!(status, Status::Error);
        assert!(last().starts_with("returned: expected memory of its own"), "{}", last());
        let odd = at.byte_add(2);
        let status =
            isotope_op_apply_u32(add, 1, odd, null(), 0, null(), 0, at.add(2), null_mut(), null_mut(), null_mut());
        assert_eq!(status, Status::Error);
        assert!(last().starts_with("mem: expected an address that is a multiple of 4"), "{}", last());
        isotope_op_free(add);
    }
}

#[test]
fn open_elements_stay() {
    let fmin = op("visa:svm_atomic.fmin");
    let (mem, src) = ([0x3f80_0000u32, 0x7fc0_0001], [0x4000_0000u32, 0x7fc0_0002]);
    let (mut new, mut open, mut count) = ([7u32, 8], [9u8; 2], 99usize);
    // SAFETY: all of them have two elements.
    unsafe {
        let (m, s) = (mem.as_ptr(), src.as_ptr());
        let status = isotope_op_apply_u32(
            fmin,
            2,
            m,
            s,
            2,
            null(),
            0,
            new.as_mut_ptr(),
            null_mut(),
            open.as_mut_ptr(),
            &mut count,
        );
        assert_eq!((status, new, open, count), (Status::Ok, [0x3f80_0000, 8], [0, 1], 1), "{}", last());
        assert!(CStr::from_ptr(isotope_op_open_rule(fmin)).to_str().unwrap().starts_with("float.minmax: "));
        isotope_op_free(fmin);
    }
}

#[test]
fn a_launch_on_each_engine() {
    let file = include_bytes!("../../../crates/isotope/samples/histogram256.cubin");
    let option = |launch: *mut Launch, name: &CStr, value: &CStr| {
        // SAFETY: all of them live during the call.
        unsafe { isotope_launch_option(launch, name.as_ptr(), value.as_ptr()) }
    };
    let left = [c"auto", c"interp", c"jit"].map(|engine| {
        let (mut image, mut launch, data, mut bins) = (null_mut(), null_mut(), [7u8; 4096], [0u32; 256]);
        // SAFETY: buffers live until the launch is freed.
        unsafe {
            assert_eq!(isotope_image_load(file.as_ptr(), file.len(), &mut image), Status::Ok, "{}", last());
            assert_eq!(isotope_launch_new(image, null(), &mut launch), Status::Ok, "{}", last());
            assert_eq!(isotope_launch_shape(launch, 4, 1, 1, 64, 1, 1), Status::Ok);
            assert_eq!(isotope_launch_input(launch, c"data".as_ptr(), data.as_ptr().cast(), data.len()), Status::Ok);
            assert_eq!(isotope_launch_u32(launch, 1024), Status::Ok);
            assert_eq!(isotope_launch_inout(launch, c"bins".as_ptr(), bins.as_mut_ptr().cast(), 1024), Status::Ok);
            assert_eq!(option(launch, c"engine", engine), Status::Ok, "{}", last());
            let mut stats = Stats::default();
            assert_eq!(isotope_launch_run(launch, &mut stats, null_mut()), Status::Ok, "{}", last());
            assert_eq!(option(launch, c"engine", c"fast"), Status::Error);
            assert_eq!(last(), "engine: expected auto, interp or jit, found `fast`");
            isotope_launch_free(launch);
            isotope_image_free(image);
            (bins, stats.wave_instructions, stats.lane_atomics)
        }
    });
    assert!(left[0].0[7] == 4096 && left.iter().all(|one| *one == left[0]));
}
