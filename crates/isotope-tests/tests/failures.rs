//! The faults and drops on pages are those that the machine can raise: every stop in a case of the step files, and every one that
//! lines of the corpora can cause, is in the list of the form; and every kind of fault in a list has a case that causes it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use isotope_ir::program::Program;
use isotope_machine::failure::{Cause, End, Limits, causes};
use isotope_machine::fault::FaultKind;
use isotope_machine::{Outcome, Stop};
use isotope_nvidia::spa5;
use isotope_op::assume::{self, Assumptions};
use isotope_op::claim::Evidence;

use crate::common::sweep;
use crate::common::visa::{FORM_DECLARATIONS, declared, launch, plain};

fn data(path: &str) -> String {
    crate::common::text(&crate::common::data(path))
}

/// The possible causes for a form, cached: several tests need them, and computing them takes a while.
fn known<F: 'static>(form: &'static F, ask: impl Fn(&'static F) -> (Vec<Program>, Limits)) -> BTreeSet<Cause> {
    static KNOWN: Mutex<BTreeMap<usize, BTreeSet<Cause>>> = Mutex::new(BTreeMap::new());
    let at = std::ptr::from_ref(form).addr();
    if let Some(known) = KNOWN.lock().unwrap().get(&at) {
        return known.clone();
    }
    let (programs, limits) = ask(form);
    let causes: BTreeSet<_> = causes(&programs, limits).into_keys().collect();
    KNOWN.lock().unwrap().insert(at, causes.clone());
    causes
}

fn of_sass(form: &'static isotope_table::Form) -> BTreeSet<Cause> {
    known(form, |form| (spa5::sample::programs(form, spa5::Profile::Sm60), spa5::launch::LIMITS))
}

fn of_rdna(form: &'static isotope_table::Form) -> BTreeSet<Cause> {
    known(form, |form| {
        (isotope_amd::sample::programs(isotope_amd::GFX1100, form).collect(), isotope_amd::launch::LIMITS)
    })
}

fn of_visa(form: &'static isotope_intel::Form) -> BTreeSet<Cause> {
    known(form, |form| (isotope_intel::sample::programs(form).collect(), isotope_intel::launch::LIMITS))
}

/// A cause without evidence does not exist on that machine; evidence names existing assumptions, and is not superfluous.
#[test]
fn every_cause_has_evidence() {
    type Known = fn(Cause, &str) -> Option<Evidence>;
    let isas: [(&str, Known, BTreeSet<Cause>); 3] = [
        ("sass", spa5::sample::evidence, spa5::TABLE.forms().flat_map(of_sass).collect()),
        ("rdna", isotope_amd::sample::evidence, isotope_amd::TABLE.forms().flat_map(of_rdna).collect()),
        ("visa", isotope_intel::sample::evidence, isotope_intel::FORMS.iter().flat_map(of_visa).collect()),
    ];
    // Only the SM has address bits above the width, sparse pages and lanes that cover no sample.
    let only_sm = [Cause::HighAddress, Cause::Sparse, Cause::Uncovered];
    for (isa, evidence, met) in isas {
        for cause in Cause::ALL {
            let known = evidence(*cause, "");
            let expected = met.contains(cause) && !(isa != "sass" && only_sm.contains(cause));
            assert_eq!(known.is_some(), expected, "{isa}: {cause:?}");
            let Some(evidence) = known else { continue };
            assert!(!evidence.source().is_empty(), "{isa}: {cause:?}");
            for id in evidence.see.iter().copied().chain(evidence.assumption()) {
                assert!(assume::find(id).is_some(), "{isa}: {cause:?}: {id}");
            }
        }
    }
}

/// The fault kind in a stop message.
fn kind(stop: &str) -> Option<FaultKind> {
    let table = [
        ("misaligned register", FaultKind::MisalignedRegister),
        ("register out of range", FaultKind::RegisterOutOfRange),
        ("misaligned", FaultKind::Misaligned),
        ("coordinate out of bounds", FaultKind::SurfaceBounds),
        ("out of range", FaultKind::OutOfRange),
        ("nothing is allocated", FaultKind::OutOfRange),
        ("invalid address space", FaultKind::InvalidAddressSpace),
        ("shared window", FaultKind::InvalidAddressSpace),
        ("8-byte atomic", FaultKind::InvalidAddressSpace),
        ("invalid constant", FaultKind::InvalidConstant),
        ("trap", FaultKind::Trap),
        ("stack underflow", FaultKind::StackUnderflow),
        ("illegal instruction parameter", FaultKind::IllegalParameter),
    ];
    table.into_iter().find(|(words, _)| stop.contains(words)).map(|(_, kind)| kind)
}

/// The cases of `tests/steps.rs` that stop.
fn cases(path: &str) -> Vec<(String, FaultKind)> {
    let text = data(path);
    let stops = text.lines().filter(|l| !l.starts_with('#')).filter_map(|l| l.split_once("=> stop "));
    let all: Vec<_> =
        stops.filter_map(|(given, stop)| Some((given.split(" | ").next()?.trim().to_string(), kind(stop)?))).collect();
    assert!(!all.is_empty(), "{path}");
    all
}

fn kinds(causes: &BTreeSet<Cause>) -> BTreeSet<FaultKind> {
    let fault = |c: &Cause| if let End::Fault(kind) = c.end() { Some(kind) } else { None };
    causes.iter().filter_map(fault).collect()
}

#[test]
fn what_stops_a_step_is_listed() {
    let mut met = BTreeSet::new();
    for (text, kind) in cases("nvidia/steps.txt") {
        let last = text.split(';').map(str::trim).rfind(|t| !t.is_empty()).unwrap();
        if last.starts_with("0x") {
            continue;
        }
        let profile = spa5::Profile::Sm60;
        let parsed = spa5::parse(profile, spa5::Mode::Compat, last).unwrap_or_else(|e| panic!("{last}: {}", e.message));
        assert!(kinds(&of_sass(parsed.inst.form)).contains(&kind), "{text}: {kind:?}");
        met.insert(kind);
    }
    // Conversely, every listed fault has a case, except those of control flow and surfaces, whose cases are kernels.
    let all = spa5::TABLE.forms().flat_map(of_sass).collect();
    let without: Vec<_> = kinds(&all).into_iter().filter(|k| !met.contains(k)).collect();
    assert_eq!(without, [FaultKind::InvalidSurface, FaultKind::PcOutOfRange, FaultKind::StackOverflow]);

    for (text, kind) in cases("amd/memory_steps.txt") {
        let last = text.rsplit("; ").next().unwrap();
        let inst =
            isotope_amd::parse(isotope_amd::Mode::Compat, last).unwrap_or_else(|e| panic!("{last}: {}", e.message));
        assert!(kinds(&of_rdna(inst.form)).contains(&kind), "{text}: {kind:?}");
    }
}

#[test]
fn what_stops_a_vector_kernel_is_listed() {
    let misaligned =
        "add (M1_NM, 1) W(0,0)<1> ptr0(0,0)<0;1,0> 0x2:ud\n svm_atomic.inc (M1_NM, 1) W.0 A.0 %null.0 %null.0";
    let cases = [
        ("svm_atomic.inc (M1_NM, 1) W.0 A.0 %null.0 %null.0", FaultKind::OutOfRange, "svm_atomic"),
        (misaligned, FaultKind::Misaligned, "svm_atomic"),
        (
            "movs (M1_NM, 1) T6(0) 0x63:ud\n dword_atomic.inc (M1_NM, 1) T6 X.0 %null.0 %null.0 A.0",
            FaultKind::InvalidSurface,
            "dword_atomic",
        ),
    ];
    for (line, kind, name) in cases {
        let (outcome, _) = launch(line, 8, 1, &[plain([0; 8])]);
        let Outcome::Stopped { stop: Stop::Fault(fault), .. } = outcome else { panic!("{line}: {outcome:?}") };
        assert_eq!(fault.kind, kind, "{line}");
        assert!(kinds(&isotope_intel::FORMS.named(name).flat_map(of_visa).collect()).contains(&kind), "{line}");
    }
}

/// Instructions of the corpora cause no failure that the list of their form lacks.
#[test]
fn corpora_meet_what_is_listed() {
    let a = Assumptions::DEFAULT;
    let check = |name: &str, program: Program, limits, listed: &BTreeSet<Cause>| {
        for cause in causes(&[program], limits).into_keys() {
            assert!(listed.contains(&cause), "{name}: {cause:?} is not in {listed:?}");
        }
    };
    for file in ["nvidia/families_sm50.tsv", "nvidia/sass.tsv", "nvidia/families_sm60.tsv"] {
        for line in data(file).lines().step_by(sweep::step(3)) {
            let Some(word) =
                line.split('\t').next().and_then(|w| u64::from_str_radix(w.trim_start_matches("0x"), 16).ok())
            else {
                continue;
            };
            let Ok(inst) = spa5::decode(spa5::Profile::Sm60, word) else { continue };
            let options =
                spa5::lift::Options { profile: spa5::Profile::Sm60, registers: 255, surface_bank: 0, assumptions: a };
            let code: Vec<u8> = [0, word].into_iter().flat_map(u64::to_le_bytes).collect();
            check(line, spa5::lift::lift("line", &code, options), spa5::launch::LIMITS, &of_sass(inst.form));
        }
    }
    let mut names = BTreeSet::new();
    for line in data("intel/forms.tsv").lines() {
        let text = line.split('\t').nth(1).unwrap();
        let mut program = declared(FORM_DECLARATIONS);
        let Ok(inst) = isotope_intel::parse(&mut program, isotope_intel::Mode::Compat, text) else { continue };
        let form = inst.form;
        names.insert(form.name());
        program.kernel.code = vec![inst];
        let env = isotope_intel::lift::Env { slm: 1 << 16, ..isotope_intel::lift::Env::new(32, a) };
        check(
            text,
            isotope_intel::lift::program(&program.kernel, &env).0,
            isotope_intel::launch::LIMITS,
            &of_visa(form),
        );
    }
    assert!(names.len() > 50, "{}", names.len());
}
