//! Differences between IGC 2 and IGC 1: text, sections of a zebin, launch data. Whole kernels of IGC 2 are in `kernels/compilers`.

use isotope_intel::Mode;
use isotope_machine::mem::Memory;
use isotope_machine::mem::typed::Shape;
use isotope_machine::{Dispatch, Options, Outcome};
use isotope_object::Image;
use isotope_op::assume::Assumptions;
use isotope_target::case::{Scenario, Verdict};
use isotope_target::launch::{Arg, Launch, LaunchError};
use isotope_target::suite;
use isotope_targets::TARGETS;

use crate::common::visa::{FORM_DECLARATIONS, declared, launch, plain, run, stopped, typed};
use crate::common::{image, kernels, text};

fn data(path: &str) -> String {
    text(&crate::common::data("intel").join(path))
}

/// The bytes of a line with the declarations of `forms.tsv`, and its printed text.
fn assembled(line: &str) -> (Vec<u8>, String) {
    let mut program = declared(FORM_DECLARATIONS);
    let inst = isotope_intel::parse(&mut program, Mode::Compat, line).unwrap_or_else(|e| panic!("{line}: {e}"));
    let (mut text, mut bytes) = (String::new(), Vec::new());
    isotope_intel::encode(&inst, &mut bytes);
    isotope_intel::print(&program.kernel, &inst, &mut text);
    (bytes, text)
}

/// Data sizes have two names with the same meaning; the earlier one is printed.
#[test]
fn two_names_of_a_data_size() {
    for (new, old) in [("d8u32", "d8c32"), ("d16u32", "d16c32"), ("d16u32h", "d16c32h"), ("d16u32x2t", "d16c32x2t")] {
        let line = |size: &str| format!("lsc_load.ugm (M1, 16) V33:{size} flat[V35]:a64");
        let [(bytes, text), (same, _)] = [line(new), line(old)].map(|line| assembled(&line));
        assert_eq!(bytes, same, "{new}");
        assert!(text.contains(&format!(":{old} ")), "{text}");
    }
    let mut program = declared(FORM_DECLARATIONS);
    assert!(
        isotope_intel::parse(&mut program, Mode::Compat, "lsc_load.ugm (M1, 16) V33:d32u32 flat[V35]:a64").is_err()
    );
}

/// A paired resource precedes the coordinates of a texel and is not one of them.
#[test]
fn a_texel_with_a_paired_resource() {
    for coordinates in ["V33.0", "V33.0 V33.64", "V33.0 V33.64 V33.128"] {
        let line = |paired: &str| format!("load_lz.RGBA (M1, 16)  0x0:uw T6 V32.0 {paired}{coordinates}");
        let [with, without] = [line("%null.0 "), line("")].map(|line| assembled(&line));
        assert_eq!(with, without);
    }
    // Texel 2 of row 1 is the third word of the second row of four.
    let format = isotope_machine::mem::typed::Format::from_name("r32_uint").unwrap();
    let shape = Shape::packed(format, [4, 4, 1]).unwrap();
    let code = "    mov (M1, 8) X(0,0)<1> 0x2:ud\n    mov (M1, 8) Y(0,0)<1> 0x1:ud\n    load_lz.R (M1, 8)  0x0:uw T6 D.0 %null.0 X.0 Y.0\n    \
                svm_scatter.4.1 (M1, 8) W.0 D.0\n";
    let place = "    mov (M1, 8) W(0,0)<1> ptr1(0,0)<0;1,0>\n";
    let words = run(&format!("{place}{code}"), 8, 1, &[typed(100..116, shape), plain([0; 8])]);
    assert_eq!(words[1][0], 106);
}

const STORE: &str = "    mov (M1, 8) W(0,0)<1> ptr0(0,0)<0;1,0>\n    mul (M1, 8) X(0,0)<1> U(0,0)<1;1,0> 0x4:ud\n    \
                     add (M1, 8) W(0,0)<1> W(0,0)<1;1,0> X(0,0)<1;1,0>\n    svm_scatter.4.1 (M1, 8) W.0 D.0\n";

/// A number that an addition replaces is not used as an address.
#[test]
fn an_address_that_starts_as_a_number() {
    let code = "    mov (M1_NM, 8) Aw(4,0)<1> 0x0:uw\n    mov (M1, 8) A(0,0)<1> U(0,0)<1;1,0>\n    mul (M1, 8) Bw(0,0)<1> U(0,0)<1;1,0> 0x4:uw\n    \
                mov (M1_NM, 8) A0(0)<1> 0x0:uw\n    addr_add (M1, 8) A0(0)<1> &A Bw(0,0)<1;1,0>\n    mov (M1, 8) D(0,0)<1> r[A0(0),0]<1,0>:ud\n";
    let words = run(&format!("{code}{STORE}"), 8, 1, &[plain([9; 8])]);
    assert_eq!(words[0], [0, 1, 2, 3, 4, 5, 6, 7]);
    for (from, to) in [("addr_add (M1, 8) A0(0)", "addr_add (M1, 4) A0(0)"), ("A0(0)<1> 0x0", "A0(8)<1> 0x0")] {
        let (outcome, _) = launch(&format!("{}{STORE}", code.replace(from, to)), 8, 1, &[plain([9; 8])]);
        assert!(stopped(&outcome).contains("a number as an address"), "{to}: {outcome:?}");
    }
}

/// An oword of which a variable is the first half: the other half is unwritten memory, as without `.unaligned`.
#[test]
fn half_an_oword_from_a_variable() {
    for word in ["", ".unaligned"] {
        let code = format!("    svm_block_st{word} (1) ptr0(0,0)<0;1,0> ptr1.0\n");
        let words = run(&code, 8, 1, &[plain([7; 8]), plain([1; 4])]);
        assert_ne!(words[0][..2], [7, 7], "an address of two words");
        assert_eq!(words[0][4..], [7; 4]);
    }
}

fn count(replaced: &[(&str, &str)], version: &str) -> Image {
    let mut info = data("payload/payload.tgllp.zeinfo").replace("'1.20'", &format!("'{version}'"));
    for (from, to) in replaced {
        assert!(info.contains(from), "{from}");
        info = info.replace(from, to);
    }
    isotope_intel::ze::parse(&info, |name| Some(data(&format!("payload/{name}.tgllp.visaasm")).into_bytes())).unwrap()
}

fn prepared(image: &Image, kernel: &str) -> Result<(), LaunchError> {
    let mut memory = Memory::new();
    let kernel = image.kernel(Some(kernel)).unwrap();
    let args = kernel
        .params
        .iter()
        .map(|p| if p.size == 8 { Arg::Address(memory.allocate("b", &[0; 4096]).unwrap_or(0)) } else { Arg::U32(1) });
    let args = args.collect::<Vec<_>>();
    TARGETS.prepare(image, kernel, &mut memory, &Launch::new([1, 1, 1], [16, 1, 1], args)).map(|_| ())
}

/// A line that cannot be parsed is not reported as damage: the message names the compiler release.
#[test]
fn a_line_that_is_not_understood_names_the_release() {
    let said = |version: &str| {
        let info = format!("version: '{version}'\nkernels:\n  - name: k\n    execution_env:\n      simd_size: 16\n");
        let text = ".version 4.2\n.kernel \"k\"\n    later (M1, 16) %null.0\n    ret (M1, 1)\n";
        let image = isotope_intel::ze::parse(&info, |_| Some(text.into())).unwrap();
        prepared(&image, "k").unwrap_err().to_string()
    };
    for (version, release) in [
        ("1.20", "as IGC 1.0.12504 (ocloc 22.43) writes it"),
        ("1.73", "as IGC 2.40.14 (ocloc 26.27) writes it"),
        ("1.80", "newer than 1.73"),
        ("1.50", "not tried"),
    ] {
        let said = said(version);
        assert!(
            said.contains("line 3 of the vISA of kernel `k`") && said.contains(release) && !said.contains("damaged"),
            "{said}"
        );
    }
}

/// Launch properties that a file requests and launches do not support.
#[test]
fn what_a_file_asks_of_a_launch() {
    assert!(prepared(&count(&[], "1.73"), "count").is_ok());
    for (asks, name) in [
        ("slm_alloc_mode: 1", "slm_alloc_mode"),
        ("generate_local_id: true", "generate_local_id"),
        ("quantum_size: 4", "quantum_size"),
    ] {
        let image = count(&[("execution_env:", &format!("execution_env:\n      {asks}"))], "1.73");
        let said = prepared(&image, "count").unwrap_err().to_string();
        assert!(said.contains(name), "{said}");
    }
}

/// A group cannot get more shared memory than its device has.
#[test]
fn more_shared_memory_than_a_device_has() {
    for (target, most) in [("tgllp", 65536), ("dg2", 65536), ("pvc", 131072)] {
        for (bytes, fits) in [(most, true), (most + 4, false)] {
            let info =
                format!("kernels:\n  - name: k\n    execution_env:\n      simd_size: 16\n      slm_size: {bytes}\n");
            let mut image =
                isotope_intel::ze::parse(&info, |_| Some(".version 4.1\n.kernel \"k\"\n    ret (M1, 1)\n".into()))
                    .unwrap();
            image.target = isotope_object::TargetId::new(target);
            match prepared(&image, "k") {
                Ok(()) => assert!(fits, "{target} {bytes}"),
                Err(error) => {
                    let said = error.to_string();
                    assert!(
                        !fits
                            && said.contains(&format!("{bytes} bytes of shared memory"))
                            && said.contains(&most.to_string()),
                        "{said}"
                    );
                }
            }
        }
    }
}

/// In a scenario, the file's name is prefixed to its sections; data that code accesses by its base address is still found.
#[test]
fn data_of_a_file_in_a_scenario() {
    let case = text(&kernels("compilers/src/cases/intel.globals.json"));
    let mut of: serde_json::Value = serde_json::from_str(&case).unwrap();
    of["schema"] = "isotope-scenario/1".into();
    of["scenario"] = of["case"].take();
    of["modules"] = serde_json::json!([{"name": "one", "files": {"intel": "intel.zebin"}}]);
    for word in ["case", "kernel", "source"] {
        of.as_object_mut().unwrap().remove(word);
    }
    let scenario = Scenario::parse(TARGETS.cases, &of.to_string()).unwrap();
    let image = image("compilers/visa/igc-2.40.14/tgllp.O2.intel.zebin");
    let launch =
        |_: &Image, dispatch: &Dispatch, memory: &Memory| isotope_machine::launch(dispatch, memory, Options::default());
    let run = suite::run_scenario(TARGETS, &[image], &scenario, &Assumptions::DEFAULT, launch).unwrap();
    assert_eq!(run.outcome, Outcome::Done);
    assert!(
        !run.checks.is_empty() && run.checks.iter().all(|(_, check)| check.verdict == Verdict::Holds),
        "{:?}",
        run.checks
    );
}
