//! The operations of names in other languages, refused names, and that every listed name is accepted.

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
    for (a, b) in [
        ("llvm:atomicrmw.uinc_wrap.i32", "ptx:atom.inc.u32"),
        ("llvm:atomicrmw.udec_wrap.i32", "ptx:red.dec.u32"),
        ("llvm:atomicrmw.max.i64", "ptx:atom.relaxed.gpu.global.max.s64"),
        ("llvm:atomicrmw.umax.i32", "opencl:atomic_max.uint"),
        ("spirv:OpAtomicSMin.i32", "opencl:atomic_fetch_min_explicit.int"),
        ("spirv:OpAtomicFMaxEXT.f32", "opencl:atomic_fetch_max.float"),
        ("spirv:OpAtomicFAddEXT.f32,denorms=kept", "opencl:atomic_fetch_add.float,denorms=kept"),
        ("llvm:atomicrmw.fadd.f32", "ptx:atom.shared.add.f32"),
        ("llvm:atomicrmw.fadd.bf16", "ptx:atom.add.noftz.bf16"),
        ("ptx:atom.cas.b32", "opencl:atomic_cmpxchg.int"),
        ("cpp:fetch_max.int32_t", "opencl:atomic_fetch_max.int"),
        ("cpp:fetch_fmaximum.double", "llvm:atomicrmw.fmaximum.f64"),
        ("cpp:fetch_fminimum_num.float16_t", "llvm:atomicrmw.fminimumnum.f16"),
        ("cpp:store_add.float,denorms=flushed", "ptx:red.global.add.f32"),
        ("cpp:compare_exchange_strong.float", "ptx:atom.cas.b32"),
        ("cpp:fetch_sub.bfloat16_t,denorms=kept", "llvm:atomicrmw.fsub.bf16"),
    ] {
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
    for (text, wanted) in [
        ("ptx:atom.add.f16x2", "PTX asks for .noftz on f16x2: atom.add.noftz.f16x2"),
        ("ptx:atom.add.noftz.f32", ".noftz is for f16, f16x2, bf16 and bf16x2"),
        ("ptx:atom.add.f32", "say which, atom.global.add.f32 or atom.shared.add.f32"),
        ("ptx:red.cas.b32", "there is `atom.cas`"),
        ("ptx:atom.add.s64", "`atom.add` is on u32, u64, s32, f16"),
        ("ptx:atom.exch.b128", "at most 64 bits"),
        ("ptx:atom.max.noftz.f16", "in vectors alone"),
        ("ptx:atom.sub.u32", "atom: expected one of and, or, xor"),
        ("ptx:ld.u32", "expected atom.OP.TYPE or red.OP.TYPE"),
        ("llvm:atomicrmw.fmax.i32", "`atomicrmw.fmax` is on f16, bf16, f32"),
        ("llvm:atomicrmw.smax.i32", "atomicrmw: expected one of xchg, add"),
        ("llvm:fadd.f32", "expected atomicrmw.OP.TYPE or cmpxchg.TYPE"),
        ("llvm:atomicrmw.add.i32,x=1", "no options"),
        ("opencl:atomic_fetch_add.float", "leaves subnormals to the device"),
        ("opencl:atomic_fetch_add.double,denorms=flushed", "doubles keep their subnormals"),
        ("opencl:atomic_fetch_max.float,denorms=flushed", "no document says"),
        ("opencl:atomic_compare_exchange_weak.int", "may fail without a reason"),
        ("opencl:atomic_flag_test_and_set.int", "is open"),
        ("opencl:atomic_nand.int", "expected one of add, sub"),
        ("spirv:OpAtomicFlagTestAndSet.i32", "is open"),
        ("cpp:fetch_add.float", "leaves subnormals to the implementation"),
        ("cpp:fetch_or.float", "`fetch_or` is on int8_t"),
        ("cpp:fetch_fmaximum.int32_t", "`fetch_fmaximum` is on float16_t"),
        ("cpp:compare_exchange_weak.float", "may fail without a reason"),
        ("cpp:fetch_nand.int32_t", "fetch: expected one of add, sub"),
        ("cpp:load.float", "expected fetch_OP.TYPE"),
        ("spirv:OpAtomicIAdd", "expected INSTRUCTION.TYPE"),
        ("spirv:OpAtomicFAddEXT.f32", "leaves subnormals to the device"),
    ] {
        let message = read(text).unwrap_err();
        assert!(message.contains(wanted), "{text}: {message}");
    }
}
