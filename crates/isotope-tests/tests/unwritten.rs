//! Reads of values that were never written: reports for a few instructions of each kind of register, and no reports for compiled kernels.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::common::{self, entries, kernels, load, rdna, rows, sass, sweep};
use crate::foreign::programs;
use isotope_amd::state;
use isotope_ir::program::Program;
use isotope_machine::dispatch::Initial;
use isotope_machine::mem::Memory;
use isotope_machine::{Cell, Dispatch, Options, Outcome, Report, Uninit, UninitRule, UninitWatch};
use isotope_op::assume::Assumptions;
use isotope_target::suite;
use isotope_targets::TARGETS;

use UninitRule::{Branch, Store};

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
fn registers_masks_and_memory_by_rows() {
    let rows = rows("unwritten.tsv");
    assert!(rows.len() >= 66, "{}", rows.len());
    for row in &rows {
        let [target, text, expected] = &row[..] else { panic!("{row:?}") };
        let found = match target.as_str() {
            "sm_50" => sass(&text.replace("\\n", "\n")),
            _ => rdna(&format!("v_mov_b32 v0, 0;{text}"), false),
        };
        let rules: Vec<String> = rules(&found).iter().map(|rule| format!("{rule:?}")).collect();
        assert_eq!(rules, expected.split(' ').filter(|rule| *rule != "-").collect::<Vec<_>>(), "{text}\n{found:?}");
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
