//! Reads of values that were never written: reports for a few instructions of each kind of register, and no reports for compiled kernels.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::common::{self, entries, kernels, load, rdna, sass, sweep};
use crate::foreign::programs;
use isotope_amd::state;
use isotope_ir::program::Program;
use isotope_machine::dispatch::Initial;
use isotope_machine::mem::Memory;
use isotope_machine::{Cell, Dispatch, Options, Outcome, Report, Uninit, UninitRule, UninitWatch};
use isotope_op::assume::Assumptions;
use isotope_target::suite;
use isotope_targets::TARGETS;

use UninitRule::{Address, Atomic, Branch, Store, Sync};

/// A launch and its reports.
fn watched(dispatch: &Dispatch, memory: &Memory, options: Options<'_>) -> (Report, Vec<Uninit>) {
    let mut watch = UninitWatch::new(dispatch);
    let report = isotope_machine::launch_observed(dispatch, memory, options, &mut watch);
    let found = watch.found().iter().map(|(uninit, _)| *uninit).collect();
    (report, found)
}

/// The reports of one group of 32 or 64 work-items, whose scalar words and constants hold the address of 256 bytes.
fn found(program: &Program, items: u32, words: &[u16]) -> Vec<Uninit> {
    let mut memory = Memory::new();
    let buffer = memory.allocate("buffer", &[0; 512]).unwrap();
    let mut bank = vec![0; 0x148];
    bank[0x140..].copy_from_slice(&buffer.to_le_bytes());
    let mut dispatch =
        Dispatch::new(program, [1; 3], [items, 1, 1], vec![(0, bank)]).unwrap().with_memory(256, 256).unwrap();
    for (&word, value) in words.iter().zip([buffer as u32, (buffer >> 32) as u32]) {
        dispatch.start.scalars.push((word, Initial::Value(value)));
    }
    let (report, found) = watched(&dispatch, &memory, Options::default());
    assert_eq!(report.outcome, Outcome::Done, "{:?}", program.texts);
    found
}

fn rules(found: &[Uninit]) -> Vec<UninitRule> {
    found.iter().map(|uninit| uninit.rule).collect()
}

/// R2 and R3 hold an address, R0 the lane number, RZ zero; all other registers are unwritten.
fn sass(text: &str) -> Vec<Uninit> {
    let text = format!("MOV R2, c[0x0][0x140];\nMOV R3, c[0x0][0x144];\nS2R R0, SR_LANEID;\n{text}\nEXIT;\n");
    found(&sass::program(&text, Assumptions::DEFAULT), 32, &[])
}

#[test]
fn registers_and_predicates_of_sm_50() {
    for (text, expected) in [
        // An operand directly, and through computations.
        ("STG.E [R2], R4;", &[Store][..]),
        ("IADD R4, R5, R0;\nIMNMX R4, R4, RZ, PT;\nSTG.E [R2], R4;", &[Store]),
        ("STS [R5], R0;", &[Address]),
        ("ATOM.E.CAS R4, [R2], R6, R7;", &[Atomic]),
        ("MOV R6, R0;\nMOV R7, R0;\nATOM.E.CAS R4, [R2], R6, R7;", &[]),
        ("ATOMS.CAS R4, [RZ], R6, R7;", &[Atomic]),
        ("BAR.SYNC R6;", &[Sync]),
        // Predicates: a branch, an access, a copy that does or does not reach memory.
        ("@P0 STG.E [R2], R0;", &[Branch]),
        ("@P0 EXIT;", &[Branch]),
        ("MOV R4, R0;\n@P0 MOV R4, RZ;\nSTG.E [R2], R4;", &[Store]),
        ("MOV R4, R0;\n@P0 MOV R4, R0;\nSTG.E [R2], R4;", &[]),
        ("MOV R4, R0;\n@P0 MOV R5, RZ;\nSTG.E [R2], R4;", &[]),
        ("SEL R4, R0, R5, PT;\nSTG.E [R2], R4;", &[]),
        ("SEL R4, R5, R0, PT;\nSTG.E [R2], R4;", &[Store]),
        ("ISETP.EQ.AND P0, PT, R5, 0x7, PT;\n@P0 STG.E [R2], R0;", &[Branch]),
        ("ISETP.EQ.AND P0, PT, R5, 0x7, !PT;\n@P0 STG.E [R2], R0;", &[]),
        ("LOP.AND R5, R5, 0xf0;\nISETP.EQ.AND P0, PT, R5, 0x7, PT;\n@P0 STG.E [R2], R0;", &[]),
        ("ISETP.GT.AND P0, PT, R5, -0x1000, PT;\n@P0 STG.E [R2], R0;", &[Branch]),
        // Floats: comparisons that a large, infinite or NaN value decides.
        ("MOV32I R6, 0x7149f2ca;\nFSETP.GT.AND P0, PT, R5, R6, PT;\n@P0 STG.E [R2], R0;", &[Branch]),
        ("MOV32I R6, 0xf149f2ca;\nFSETP.LT.AND P0, PT, R5, R6, PT;\n@P0 STG.E [R2], R0;", &[Branch]),
        ("MOV32I R6, 0x7f61b1e6;\nFSETP.GT.AND P0, PT, |R5|, R6, PT;\n@P0 STG.E [R2], R0;", &[Branch]),
        ("FSETP.NEU.AND P0, PT, R5, R5, PT;\n@P0 STG.E [R2], R0;", &[Branch]),
        ("ISETP.NE.AND P0, PT, R5, R5, PT;\n@P0 STG.E [R2], R0;", &[]),
        ("LOP.AND R5, R5, 0xff;\nMOV32I R6, 0x7149f2ca;\nFSETP.GT.AND P0, PT, R5, R6, PT;\n@P0 STG.E [R2], R0;", &[]),
        ("VOTE.ANY R4, P1, P0;\n@P1 STG.E [R2], R0;", &[Branch]),
        // Bits and bytes.
        ("LOP.AND R4, R5, 0xff;\nLOP.AND R4, R4, 0xff00;\nSTG.E [R2], R4;", &[]),
        ("LOP.XOR R4, R5, R5;\nSTG.E [R2], R4;", &[]),
        ("BFI R4, R0, 0x800, R5;\nSTG.E.U8 [R2], R4;", &[]),
        ("BFI R4, R0, 0x800, R5;\nSTG.E.U16 [R2], R4;", &[Store]),
        ("IADD R4.CC, R5, RZ;\nIADD.X R4, RZ, RZ;\nSTG.E [R2], R4;", &[]),
        ("IADD R4.CC, R5, R5;\nIADD.X R4, RZ, RZ;\nSTG.E [R2], R4;", &[Store]),
        // Other lanes.
        ("ISETP.EQ.AND P0, PT, R0, 0x3, PT;\n@P0 MOV R5, R0;\nSHFL.IDX PT, R4, R5, 0x3, 0x1f;\nSTG.E [R2], R4;", &[]),
        (
            "ISETP.EQ.AND P0, PT, R0, 0x3, PT;\n@P0 MOV R5, R0;\nSHFL.IDX PT, R4, R5, 0x4, 0x1f;\nSTG.E [R2], R4;",
            &[Store],
        ),
        // Private and shared memory.
        ("STL [RZ], R5;\nLDL R6, [RZ];\nSTG.E [R2], R0;", &[]),
        ("STL [RZ], R5;\nLDL R6, [RZ];\nSTG.E [R2], R6;", &[Store]),
        ("STL.U8 [RZ], R0;\nLDL R6, [RZ];\nSTG.E.U8 [R2], R6;", &[]),
        ("STL.U8 [RZ], R0;\nLDL R6, [RZ];\nSTG.E.U16 [R2], R6;", &[Store]),
        ("SHL R4, R0, 0x2;\nSTS [R4], R0;\nLDS R5, [R4];\nSTG.E [R2], R5;", &[]),
        ("SHL R4, R0, 0x2;\nSTS [R4], R0;\nLDS R5, [R4+0x4];\nSTG.E [R2], R5;", &[Store]),
        ("ATOMS.ADD R4, [RZ], R0;\nSTG.E [R2], R0;", &[]),
        ("ATOMS.ADD R4, [RZ], R0;\nSTG.E [R2], R4;", &[Store]),
        // A reported value counts as written.
        ("STG.E [R2], R5;\nSTG.E [R2+0x4], R5;", &[Store]),
        ("STG.E [R2], R5;\nLDG.E R6, [R2];\nSTG.E [R2+0x4], R6;", &[Store]),
    ] {
        let found = sass(text);
        assert_eq!(rules(&found), expected, "{text}\n{found:?}");
    }
}

/// The origin of a value is its first read, however far it has moved since.
#[test]
fn origins() {
    let cell = |text: &str| {
        let origin = sass(text)[0].origin.unwrap();
        (origin.cell, origin.step)
    };
    let register = |n: u32| Cell::Register(32 * n);
    assert_eq!(cell("STG.E [R2], R4;"), (register(4), 3));
    assert_eq!(cell("IADD R6, R5, R0;\nMOV R7, R6;\nSTG.E [R2], R7;"), (register(5), 3));
    assert_eq!(cell("STL [RZ], R5;\nLDL R6, [RZ];\nSTG.E [R2], R6;"), (register(5), 3));
    assert_eq!(cell("LDS R6, [RZ+0x8];\nMOV R7, R6;\nSTG.E [R2], R7;"), (Cell::Shared(8), 3));
    assert_eq!(cell("LDL R6, [RZ+0x8];\nSTG.E [R2], R6;"), (Cell::Private(Some(0), 8), 3));
    let (predicate, step) = cell("MOV R4, R0;\n@P1 MOV R4, RZ;\nSTG.E [R2], R4;");
    assert!(matches!(predicate, Cell::Scalar(_)) && step == 4, "{predicate:?}");
}

/// s0 and s1 hold an address; EXEC is all lanes; all other registers are unwritten.
fn rdna(text: &str, wave64: bool) -> Vec<Uninit> {
    let code = rdna::assemble_for(wave64, &format!("{text}; s_endpgm"));
    let env = rdna::env(wave64, 16, isotope_amd::lift::Mode::from_rsrc1(0xf0 << 12));
    let program = isotope_amd::lift::program("test", &code, &env);
    found(&program, if wave64 { 64 } else { 32 }, &[state::word(0), state::word(1)])
}

#[test]
fn registers_and_masks_of_gfx1100() {
    let zero = "v_mov_b32 v0, 0;";
    let store = "global_store_b32 v0, v2, s[0:1]";
    for (text, expected) in [
        (store.to_string(), &[Store][..]),
        (format!("v_mov_b32 v2, s9; {store}"), &[Store]),
        (format!("v_and_b32 v2, 0, v9; {store}"), &[]),
        ("global_store_b32 v9, v0, s[0:1]".into(), &[Address]),
        ("s_load_b32 s4, s[0:1], s9".into(), &[Address]),
        ("s_cmp_eq_u32 s9, 5; s_cbranch_scc1 0".into(), &[Branch]),
        ("s_and_b32 s9, s9, 1; s_cmp_eq_u32 s9, 5; s_cbranch_scc1 0".into(), &[]),
        ("s_cbranch_scc0 0".into(), &[Branch]),
        ("s_cbranch_vccz 0".into(), &[Branch]),
        ("s_or_b32 vcc_lo, vcc_lo, 1; s_cbranch_vccz 0".into(), &[]),
        // EXEC: computations and stores under an unwritten mask.
        (format!("v_mov_b32 v2, 1; v_cmp_gt_u32 vcc_lo, 5, v9; v_cndmask_b32 v2, v2, v2, vcc_lo; {store}"), &[]),
        (format!("v_mov_b32 v2, 1; v_cmp_gt_u32 vcc_lo, 5, v9; s_and_saveexec_b32 s4, vcc_lo; {store}"), &[Branch]),
        (
            format!(
                "v_mov_b32 v2, 1; v_cmp_gt_u32 vcc_lo, 5, v9; s_and_saveexec_b32 s4, vcc_lo; v_mov_b32 v2, 1; \
                 s_mov_b32 exec_lo, s4; {store}"
            ),
            &[],
        ),
        (
            format!(
                "v_mov_b32 v2, 1; v_cmp_gt_u32 vcc_lo, 5, v9; s_and_saveexec_b32 s4, vcc_lo; v_mov_b32 v2, 2; \
                 s_mov_b32 exec_lo, s4; {store}"
            ),
            &[Store],
        ),
        // Lanes: SGPRs that are saved in a lane, and one that was not.
        (
            format!("s_mov_b32 s4, 7; v_writelane_b32 v5, s4, 3; v_readlane_b32 s5, v5, 3; v_mov_b32 v2, s5; {store}"),
            &[],
        ),
        (
            format!("s_mov_b32 s4, 7; v_writelane_b32 v5, s4, 3; v_readlane_b32 s5, v5, 4; v_mov_b32 v2, s5; {store}"),
            &[Store],
        ),
        // Halves of a register.
        ("v_mov_b16 v2.l, 1; global_store_b16 v0, v2, s[0:1]".into(), &[]),
        (format!("v_mov_b16 v2.l, 1; {store}"), &[Store]),
        ("v_mov_b16 v2.h, 1; global_store_d16_hi_b16 v0, v2, s[0:1]".into(), &[]),
        // LDS, the comparand of an atomic, descriptors.
        (format!("ds_load_b32 v2, v0; {store}"), &[Store]),
        ("v_mov_b32 v4, 1; ds_cmpstore_b32 v0, v4, v9".into(), &[Atomic]),
        ("v_mov_b32 v4, 1; global_atomic_cmpswap_b32 v0, v[4:5], s[0:1]".into(), &[Atomic]),
        ("buffer_load_b32 v2, off, s[8:11], 0".into(), &[Address]),
    ] {
        let found = rdna(&format!("{zero}{text}"), false);
        assert_eq!(rules(&found), expected, "{text}\n{found:?}");
    }
}

#[test]
fn upper_lanes_of_a_wave_of_64() {
    let lower = "v_mov_b32 v0, 0; s_mov_b32 exec_hi, 0; v_mov_b32 v2, 0; s_mov_b32 exec_hi, -1;";
    let found = rdna(&format!("{lower} global_store_b32 v0, v2, s[0:1]"), true);
    assert_eq!((rules(&found), found[0].lane), (vec![Store], Some(32)), "{found:?}");
    assert!(rdna(&format!("{lower} s_mov_b32 exec_hi, 0; global_store_b32 v0, v2, s[0:1]"), true).is_empty());
    let branch = rdna("v_mov_b32 v0, 0; s_mov_b32 exec_hi, s9; global_store_b32 v0, v0, s[0:1]", true);
    assert_eq!(rules(&branch), [Branch], "{branch:?}");
}

/// Random programs of three compilers for each target.
#[test]
fn random_programs_report_nothing() {
    let (mut ran, mut wrong) = (0, Vec::new());
    for program in programs().into_iter().step_by(sweep::step(6)) {
        let (dispatch, memory, _) = program.prepare(&program.image(), Assumptions::DEFAULT);
        let name = format!("{} {} {}", program.target, program.file, program.kernel);
        let (report, found) = watched(&dispatch, &memory, Options::default());
        assert_eq!(report.outcome, Outcome::Done, "{name}");
        ran += 1;
        wrong.extend(found.iter().map(|found| format!("{name}: {found:?}")));
    }
    assert!(ran >= 465 / sweep::step(6) && wrong.is_empty(), "{ran}\n{}", wrong.join("\n"));
}

/// Compiled code of correct sources never uses an unwritten value.
#[test]
fn what_compilers_make_reports_nothing() {
    let (mut ran, mut wrong) = (0, Vec::new());
    let folders = entries(&kernels("compilers")).into_iter().filter(|p| p.is_dir()).flat_map(|p| entries(&p));
    let tables: Vec<_> = folders.map(|path| path.join("suite.tsv")).filter(|p| p.is_file()).collect();
    let rows = tables.iter().flat_map(|table| {
        let text = std::fs::read_to_string(table).unwrap();
        let rows = text.lines().filter(|l| !l.starts_with('#') && !l.is_empty());
        rows.map(|l| l.split_once('\t').unwrap())
            .map(|(file, case)| (table.with_file_name(file), kernels(case)))
            .collect::<Vec<_>>()
    });
    let mut images = BTreeMap::new();
    for (file, case) in rows.step_by(sweep::step(4)) {
        let image = images.entry(file.clone()).or_insert_with(|| load(&file));
        let case = common::case(&case);
        let all = RefCell::new(Vec::new());
        let launch = |dispatch: &Dispatch, memory: &Memory| {
            let (report, found) = watched(dispatch, memory, Options::default());
            let text = |uninit: &Uninit| dispatch.program.texts[uninit.step as usize].clone();
            all.borrow_mut().extend(found.iter().map(|uninit| (text(uninit), *uninit)));
            report
        };
        suite::run_with(TARGETS, image, &case, None, &Assumptions::DEFAULT, launch).unwrap();
        ran += 1;
        wrong.extend(all.into_inner().into_iter().map(|found| format!("{}: {found:?}", file.display())));
    }
    assert!(ran >= 540 / sweep::step(4) && wrong.is_empty(), "{ran}\n{}", wrong.join("\n"));
}
