//! The operations of names in other languages, refused names, and that every listed name is accepted.

use crate::common::rows;
use isotope_op::assume::Grade;
use isotope_op::atomic::{CasRoles, Rmw, permits};
use isotope_op::claim;
use isotope_op::domain::{Bits, W32};
use isotope_op::source;
use isotope_target::language::{ALL, find};
use isotope_target::operation::{Operation, Readings};

fn read(text: &str) -> Result<Operation, String> {
    let (language, rest) = text.split_once(':').unwrap();
    let (op, mode) = rest.split_once(',').unwrap_or((rest, "-"));
    find(language).unwrap().operation(op, mode, &Readings::default())
}

fn rmw(text: &str) -> Rmw {
    read(text).unwrap().rmw.unwrap()
}

#[test]
fn every_name_is_read_and_every_rule_has_a_source() {
    for language in ALL {
        let all = language.operations();
        assert!(all.len() > 30, "{language}: {}", all.len());
        for name in &all {
            let operation = read(&format!("{language}:{name}")).unwrap_or_else(|e| panic!("{language}:{name}: {e}"));
            let rmw = operation.rmw.unwrap();
            assert!(source::named(operation.source).next().is_some(), "{}", operation.source);
            for claim in claim::claims(operation.by, &rmw) {
                assert_eq!(claim.evidence.grade(), Grade::Spec, "{language}:{name}: {}", claim.words);
                assert!(source::named(claim.evidence.source()).next().is_some(), "{}", claim.evidence.source());
            }
        }
        let mut sorted = all.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), all.len(), "{language}");
        let example = language.example.split_once(':').unwrap();
        assert!(example.0 == language.name && read(language.example).is_ok());
    }
}

#[test]
fn languages_agree_where_their_documents_do() {
    let rows = rows("languages/equal.tsv");
    assert!(rows.len() >= 16, "{}", rows.len());
    for row in &rows {
        let [a, b] = &row[..] else { panic!("{row:?}") };
        assert_eq!(rmw(a).plain(), rmw(b).plain(), "{a} {b}");
    }
    assert_eq!(rmw("spirv:OpAtomicCompareExchange.i32").cas, CasRoles::CompareSrc1);
    // PTX flushes in global memory; LLVM's fmaximum propagates a NaN; OpenCL does not define the result for a signalling NaN.
    assert_eq!(rmw("ptx:atom.global.add.f32").apply(1, 0, 0).unwrap().new, 0);
    assert_eq!(rmw("ptx:atom.shared.add.f32").apply(1, 0, 0).unwrap().new, 1);
    assert!(rmw("llvm:atomicrmw.fmaximum.f32").apply(0x7fc0_0000, 0, 0).is_err());
    assert_eq!(rmw("llvm:atomicrmw.fmaximum.f32").apply(0x8000_0000, 0, 0).unwrap().new, 0);
    assert_eq!(rmw("llvm:atomicrmw.fmaximumnum.f32").apply(0x7fa0_0000, 0, 0).unwrap().new, 0);
    assert_eq!(rmw("llvm:atomicrmw.fmax.f32").apply(0x7fa0_0000, 0, 0).unwrap().new, 0);
    assert!(rmw("opencl:atomic_fetch_max.float").apply(0x7fa0_0000, 0, 0).is_err());
    assert_eq!(rmw("opencl:atomic_fetch_max.float").apply(0x7fc0_0000, 0, 0).unwrap().new, 0);
}

/// [atomics.ref.float]: for a NaN and a number `fetch_max` may return the number or any NaN, for two zeros either, for two NaNs any NaN.
#[test]
fn cpp_leaves_the_maximum_of_a_nan_and_a_number_open() {
    let max = rmw("cpp:fetch_max.float");
    let left = |old: u32, src: u32, x: u32| {
        let [old, src, zero, x] = [old, src, 0, x].map(Bits::<_, W32>::of);
        permits(&max, old, src, zero, x).b
    };
    let (one, quiet, signalling, negative) = (0x3f80_0000, 0x7fc0_0000, 0x7f80_0001, 0xffc0_1234);
    for nan in [quiet, signalling, negative] {
        for (old, src) in [(nan, one), (one, nan)] {
            assert!(max.apply(old.into(), src.into(), 0).is_err());
            assert!(left(old, src, one) && left(old, src, nan) && left(old, src, quiet));
            assert!(!left(old, src, 0x4000_0000) && !left(old, src, 0x7f80_0000));
        }
        assert!(left(nan, negative, quiet) && !left(nan, negative, one));
    }
    assert!(left(0, 0x8000_0000, 0) && left(0, 0x8000_0000, 0x8000_0000) && !left(0, 0x8000_0000, one));
    assert_eq!(max.apply(one.into(), 0x4000_0000, 0).unwrap().new, 0x4000_0000);
    assert!(rmw("cpp:fetch_fmaximum.float").apply(quiet.into(), one.into(), 0).is_err());
    assert_eq!(
        rmw("cpp:fetch_fmaximum_num.float").apply(signalling.into(), one.into(), 0).unwrap().new,
        u64::from(one)
    );
}

#[test]
fn what_is_refused_is_named() {
    let rows = rows("languages/refused.tsv");
    assert!(rows.len() >= 28, "{}", rows.len());
    for row in &rows {
        let [text, wanted] = &row[..] else { panic!("{row:?}") };
        let message = read(text).unwrap_err();
        assert!(message.contains(wanted.as_str()), "{text}: {message}");
    }
}
