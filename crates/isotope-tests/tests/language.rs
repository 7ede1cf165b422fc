//! What names mean, what is refused, and that every listed name is read.

use isotope_op::assume::Grade;
use isotope_op::atomic::{CasRoles, Rmw};
use isotope_op::claim;
use isotope_op::source;
use isotope_targets::language::{ALL, find};
use isotope_targets::operation::{Operation, Readings};

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
    ] {
        assert_eq!(rmw(a).plain(), rmw(b).plain(), "{a} {b}");
    }
    assert_eq!(rmw("spirv:OpAtomicCompareExchange.i32").cas, CasRoles::CompareSrc1);
    // PTX flushes in global memory; LLVM's fmaximum hands a NaN on; OpenCL leaves a signalling NaN open.
    assert_eq!(rmw("ptx:atom.global.add.f32").apply(1, 0, 0).unwrap().new, 0);
    assert_eq!(rmw("ptx:atom.shared.add.f32").apply(1, 0, 0).unwrap().new, 1);
    assert!(rmw("llvm:atomicrmw.fmaximum.f32").apply(0x7fc0_0000, 0, 0).is_err());
    assert_eq!(rmw("llvm:atomicrmw.fmaximum.f32").apply(0x8000_0000, 0, 0).unwrap().new, 0);
    assert_eq!(rmw("llvm:atomicrmw.fmaximumnum.f32").apply(0x7fa0_0000, 0, 0).unwrap().new, 0);
    assert_eq!(rmw("llvm:atomicrmw.fmax.f32").apply(0x7fa0_0000, 0, 0).unwrap().new, 0);
    assert!(rmw("opencl:atomic_fetch_max.float").apply(0x7fa0_0000, 0, 0).is_err());
    assert_eq!(rmw("opencl:atomic_fetch_max.float").apply(0x7fc0_0000, 0, 0).unwrap().new, 0);
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
        ("spirv:OpAtomicIAdd", "expected INSTRUCTION.TYPE"),
        ("spirv:OpAtomicFAddEXT.f32", "leaves subnormals to the device"),
    ] {
        let message = read(text).unwrap_err();
        assert!(message.contains(wanted), "{text}: {message}");
    }
}
