//! A fictitious processor in one file: gfx1100 with three rows and one rule changed. It has the form of a new AMD processor in
//! `isotope-amd/src/processors/` (CONTRIBUTING.md, "Add a target"), and is in no built-in list.

use crate::common::{bytes32, kernels};
use isotope_amd::processors::gfx1100;
use isotope_amd::{Gfx, Means, Processor, Processors, RDNA3, TABLE};
use isotope_machine::failure::Limits;
use isotope_machine::fault::FaultKind;
use isotope_machine::mem::Memory;
use isotope_machine::{Options, Outcome, PastShared, Stop};
use isotope_object::elf::Wanted;
use isotope_table::{Lot, Pattern, Row, Variant};
use isotope_target::launch::{Arg, Launch};
use isotope_target::{Isa, Mode, Output, Registry, Target};

/// It has one form with another encoding, has one new form and lacks one form; accesses past LDS fault.
const TRIAL: Processor = Processor {
    name: "trial",
    what: "gfx1100 with three rows and a rule changed",
    isa: &ISA,
    files: &["gfx1150"],
    lacks: |row| ["s_mul_i32", "s_bitreplicate_b64_b32"].contains(&row.mnemonic()),
    rows: |lots| lots.extend([moved("s_mul_i32", "s_mul_i32", 0x3e), moved("s_max_u32", "s_larger_u32", 0x3f)]),
    means: &[("s_larger_u32", Means::like("s_max_u32"))],
    ..gfx1100::PROCESSOR
};

const ISA: Isa = Isa { limits: Limits { past_shared: PastShared::Fault, ..RDNA3.limits }, ..BESIDE };

/// What is shipped reads files for the processors that are shipped; here it is for both.
const BESIDE: Isa = Isa { load: |file, _, _| isotope_amd::load(&BOTH, file), ..RDNA3 };
const GFX1100: Processor = Processor { isa: &BESIDE, ..gfx1100::PROCESSOR };

/// A row of gfx1100 with another SOP2 opcode and another name.
fn moved(row: &'static str, name: &str, opcode: u128) -> Lot {
    let opcode = Pattern::bits(23, 9, 0x100 | opcode);
    let row = TABLE.named(row).next().unwrap().row;
    let syntax: &'static str = row.syntax.replacen(row.mnemonic(), name, 1).leak();
    Lot::new([Some(opcode), None], 1, move || {
        let variant = Variant { opcode, ..row.ops[0] };
        vec![Row { syntax, ops: vec![variant].leak(), aliases: &[], ..*row }]
    })
}

static BOTH: Processors = Processors::new(&[&GFX1100, &TRIAL]);
static ALL: [Gfx; 2] = BOTH.all();
static TARGETS: [&dyn Target; 2] = isotope_target::as_targets(&ALL);
static SETS: [&[&dyn Target]; 1] = [&TARGETS];

fn registry() -> Registry {
    let none = Wanted { hint: "none", class_hint: "none" };
    Registry { sets: &SETS, none, text: "none", machines: "224", cases: &["gfx1100"] }
}

fn assembled(target: &str, text: &str) -> Result<String, String> {
    let mut out = String::new();
    let target = registry().find(target).unwrap();
    target.instruction(Mode::Documented, text, &mut out).map(|()| out).map_err(|e| e.to_string())
}

fn listed(target: &str, digits: &str) -> Result<String, String> {
    let mut out = String::new();
    registry().find(target).unwrap().word(digits, &mut out).map(|()| out).map_err(|e| e.to_string())
}

#[test]
fn rows() {
    // The other rows are shared.
    let (add, mul) = ("s_add_u32 s0, s1, 0x12345678", "s_mul_i32 s0, s1, 0x12345678");
    assert_eq!(assembled("trial", add), assembled("gfx1100", add));
    let [here, there] = ["trial", "gfx1100"].map(|target| assembled(target, mul).unwrap());
    assert_eq!((&*here, &*there), ("01ff009f78563412", "01ff009678563412"));
    assert_eq!((listed("trial", &here), listed("gfx1100", &there)), (Ok(mul.into()), Ok(mul.into())));
    assert_eq!(listed("trial", &there), Err(format!("no instruction of trial has the encoding {there}")));
    assert_eq!(listed("gfx1100", &here), Err(format!("no instruction of gfx1100 has the encoding {here}")));
    let gone = "s_bitreplicate_b64_b32 s[0:1], s2";
    let digits = assembled("gfx1100", gone).unwrap();
    assert_eq!(assembled("trial", gone), Err("trial has no `s_bitreplicate_b64_b32`; gfx1100 has".into()));
    assert_eq!(listed("trial", &digits), Err(format!("no instruction of trial has the encoding {digits}")));
    let new = "s_larger_u32 s0, s1, s2";
    let digits = assembled("trial", new).unwrap();
    assert_eq!(listed("trial", &digits), Ok(new.into()));
    assert_eq!(assembled("gfx1100", new), Err("gfx1100 has no `s_larger_u32`; trial has".into()));
    assert_eq!(listed("gfx1100", &digits), Err(format!("no instruction of gfx1100 has the encoding {digits}")));
    // gfx1100 does not have the new form.
    assert!(isotope_amd::parse(Mode::Compat, new).is_err() && TABLE.named("s_larger_u32").next().is_none());
}

/// Rows from which the pages and samples of a target are made.
#[test]
fn pages() {
    let [old, new] = TARGETS;
    let (before, now) = (old.mnemonics(), new.mnemonics());
    let added: Vec<_> = now.iter().copied().filter(|name| !before.contains(name)).collect();
    let gone: Vec<_> = before.iter().copied().filter(|name| !now.contains(name)).collect();
    assert_eq!((added, gone), (vec!["s_larger_u32"], vec!["s_bitreplicate_b64_b32"]));
    for name in ["s_larger_u32", "s_mul_i32"] {
        assert_eq!((new.described(name).len(), new.specimens(name).len(), new.page_of(name)), (1, 1, name.into()));
        assert!(!new.samples(name).is_empty() && new.failures(name).modelled);
    }
    // The rows that it has are those of gfx1100.
    assert!(!old.operations().is_empty() && new.operations().is_empty());
    let error = new.operation("ds_add_f64", "-", &Default::default()).unwrap_err();
    assert!(error.starts_with("`ds_add_f64` is not on trial: "), "{error}");
    let causes =
        |target: &dyn Target| target.failures("ds_load_b32").list.into_iter().map(|f| f.cause).collect::<Vec<_>>();
    assert_ne!(causes(old), causes(new));
}

/// Runs lines as a kernel whose argument is the address of 64 bytes.
fn run(target: &str, lines: &str, shared: u32) -> (Outcome, Vec<u8>) {
    let target = registry().find(target).unwrap();
    let code = target.assemble(Mode::Documented, lines, Output::File).unwrap();
    let image = target.raw(&code, 0, &[8]).unwrap();
    let mut memory = Memory::new();
    let address = memory.allocate("out", &[0; 64]).unwrap();
    let launch = Launch { dynamic_shared: shared, ..Launch::new([1; 3], [32, 1, 1], vec![Arg::Address(address)]) };
    let dispatch = registry().prepare(&image, &image.kernels[0], &mut memory, &launch).unwrap();
    let outcome = isotope_machine::launch(&dispatch, &memory, Options::default()).outcome;
    (outcome, memory.read(address, 8).unwrap())
}

#[test]
fn kernels_of_both() {
    let lines = |larger: &str| {
        format!(
            "s_load_b64 s[0:1], s[0:1], null\n s_waitcnt lgkmcnt(0)\n s_movk_i32 s2, 7\n s_mul_i32 s3, s2, s2\n {larger} s4, s3, s2\n \
             v_mov_b32 v0, 0\n v_mov_b32 v1, s3\n v_mov_b32 v2, s4\n global_store_b64 v0, v[1:2], s[0:1]\n s_endpgm\n"
        )
    };
    for (target, larger) in [("gfx1100", "s_max_u32"), ("trial", "s_max_u32"), ("trial", "s_larger_u32")] {
        let (outcome, bytes) = run(target, &lines(larger), 0);
        assert_eq!((outcome, bytes), (Outcome::Done, bytes32(&[49, 49])), "{target}");
    }
    let past = "v_mov_b32 v0, 0x10000\n ds_load_b32 v1, v0\n s_endpgm\n";
    assert_eq!(run("gfx1100", past, 1024).0, Outcome::Done);
    let Outcome::Stopped { stop: Stop::Fault(fault), .. } = run("trial", past, 1024).0 else { panic!() };
    assert_eq!(fault.kind, FaultKind::OutOfRange);
}

/// The number in a file's header selects the processor.
#[test]
fn files() {
    let mut file = std::fs::read(kernels("bin/gfx1100/histogram256.co")).unwrap();
    assert_eq!(registry().load(&file).unwrap().target.name(), "gfx1100");
    file[0x30] = 0x43;
    let image = registry().load(&file).unwrap();
    assert_eq!(image.target.name(), "trial");
    let trial = registry().of(image.target);
    let asked = isotope_target::Asked { name: "k.co", rules: true, ..Default::default() };
    let text = trial.list_file(&file, &asked).unwrap();
    assert!(text.text.contains("s_endpgm") && text.rules.iter().all(|rules| rules.complete));
    let error = isotope_targets::TARGETS.load(&file).unwrap_err().to_string();
    assert!(
        error.starts_with("expected a code object for gfx1100 or gfx11-generic, found gfx1150 (number 0x43, "),
        "{error}"
    );
}
