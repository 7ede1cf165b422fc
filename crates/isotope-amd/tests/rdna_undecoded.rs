//! Fields that no operation reads, and instructions of the processor without a form.

use std::fmt::Write as _;

use isotope_amd::lift;
use isotope_amd::listing::{self, Options, assemble_all};
use isotope_amd::{Mode, encodings};
use isotope_ir::program::Refusal;
use isotope_machine::Outcome;
use isotope_machine::mem::Memory;
use isotope_object::Image;
use isotope_target::launch::{Launch, LaunchError};
use isotope_targets::TARGETS;

use crate::common::{A, Bench, image, rdna, unhex};

fn program(code: &[u8]) -> isotope_ir::program::Program {
    lift::program("test", code, &rdna::env(false, 256, lift::Mode::from_rsrc1(0xc0 << 12)))
}

/// LLVM 24 (of Triton 3.9.0) writes other values into sources that an operation does not have; they are decoded like LLVM 19's, and
/// preserved.
#[test]
fn unread_sources_change_nothing_and_stay() {
    let data = include_str!("../../../tests/data/amd/unread.tsv");
    let mut code = Vec::new();
    let mut count = 0;
    for line in data.lines() {
        let [text, old, new] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let (old, new) = (unhex(old), unhex(new));
        let inst = isotope_amd::decode(&new).unwrap_or_else(|_| panic!("{line}"));
        assert_eq!(rdna::text(&inst), text);
        assert_eq!(rdna::bytes(&inst), new, "{line}");
        assert_eq!(program(&old), program(&new), "{line}");
        code.extend(new);
        count += 1;
    }
    assert!(count >= 700, "{count} lines");
    let mut text = String::new();
    for line in listing::listing(&code, Options { words: true, ..Default::default() }) {
        writeln!(text, "{}", line.text).unwrap();
    }
    assert_eq!(assemble_all(isotope_amd::GFX1100, Mode::Documented, &text).unwrap(), code);
}

/// A field that an operation does not read may have any value except the code of a literal, which would make the length ambiguous.
#[test]
fn unread_sources_hold_anything_but_a_literal() {
    // v_mov_b32_e64 v0, v1
    for unread in 0..512u64 {
        let word: u64 = 0x0000_0101_d581_0000 | unread << 41;
        let code = [word.to_le_bytes(), [0; 8]].concat();
        match isotope_amd::GFX1100.waves(false).decode_any(&code) {
            Ok(inst) => assert_eq!((inst.get("src0"), isotope_amd::size(&inst)), (0x101, 8)),
            Err(_) => assert_eq!(unread, 255),
        }
        // Single words that no assembler writes are refused, as llvm-mc 19.1.7 does.
        assert_eq!(isotope_amd::decode(&code).is_ok(), matches!(unread, 0 | 0x80), "{unread:#x}");
    }
    // v_add_f32_e64 v0, v1, v2 with a value in src2.
    let code = unhex("000003d501050e00");
    let mut text = String::new();
    for line in listing::listing(&code, Options { words: true, ..Default::default() }) {
        writeln!(text, "{}", line.text).unwrap();
    }
    assert_eq!(text, "v_add_f32_e64 v0, v1, v2 // 000000000000: D5030000 000E0501\n");
    assert_eq!(assemble_all(isotope_amd::GFX1100, Mode::Documented, &text).unwrap(), code);
    assert_eq!(program(&code).uops, program(&unhex("000003d501050200")).uops);
}

/// Lengths derived from the encoding agree with those of every instruction that decodes.
#[test]
fn lengths_follow_from_the_encoding() {
    let mut count = 0;
    for data in [
        include_str!("../../../tests/data/amd/asm.tsv"),
        include_str!("../../../tests/data/amd/alu.tsv"),
        include_str!("../../../tests/data/amd/alu_kernels.tsv"),
    ] {
        for line in data.lines().filter(|line| !line.starts_with('#')) {
            let code = unhex(line.split('\t').nth(1).unwrap());
            let encoding = encodings::encoding(&code).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(encoding.length as usize, code.len(), "{line}: {}", encoding.name);
            count += 1;
        }
    }
    assert!(count > 8000, "{count} lines");
}

/// An unknown VOP3 operation with a literal; the listing continues correctly after it.
const UNKNOWN: &str = "0000ffd7ff020000010080bf";

#[test]
fn listings_stay_in_step() {
    let mut code = unhex(UNKNOWN);
    code.extend(unhex("000080bf0000b0bf"));
    let lines = listing::listing(&code, Options::default());
    let texts: Vec<&str> = lines.iter().map(|line| &*line.text).collect();
    assert_eq!(texts, [".long 0xd7ff0000, 0x000002ff, 0xbf800001", "s_nop 0", "s_endpgm"]);
    assert_eq!(assemble_all(isotope_amd::GFX1100, Mode::Documented, &texts.join("\n")).unwrap(), code);
    let error = assemble_all(isotope_amd::GFX1100, Mode::Documented, ".long 1, 0x100000000").unwrap_err();
    assert_eq!((error[0].error.span.clone(), &*error[0].error.message), (9..20, "found `0x100000000`"));
    // If it is cut off after its second word, its words are listed separately.
    let lines = listing::listing(&code[..8], Options::default());
    assert_eq!((lines.len(), &*lines[0].text), (2, ".long 0xd7ff0000"));
}

/// The kernel of a file with other code at its entry.
fn patched(code: &str) -> Image {
    let mut image = image("bin/gfx1100/float_add.co");
    let kernel = &mut image.kernels[0];
    let (start, new) = (kernel.entry as usize, unhex(code));
    let mut all = kernel.code.to_vec();
    all[start..start + new.len()].copy_from_slice(&new);
    kernel.code = all.into();
    image
}

fn prepared(image: &Image) -> Result<(), LaunchError> {
    let args = image.kernels[0].params.iter().map(|param| match param.size {
        8 => isotope_target::launch::Arg::U64(0),
        _ => isotope_target::launch::Arg::U32(0),
    });
    let launch = Launch::new([1, 1, 1], [64, 1, 1], args.collect());
    TARGETS.prepare(image, &image.kernels[0], &mut Memory::new(), &launch).map(|_| ())
}

#[test]
fn a_kernel_that_can_come_to_one_is_refused() {
    // Immediately, and after a branch that a launch may not take.
    for (front, entry) in [("", 0u32), ("000080bf", 4), ("0100a1bf0000b0bf", 8)] {
        let image = patched(&format!("{front}{UNKNOWN}0000b0bf"));
        let address = image.kernels[0].entry + entry;
        let error = prepared(&image).unwrap_err();
        let LaunchError::Undecoded { address: found, text, .. } = &error else { panic!("{error}") };
        assert_eq!(*found, address);
        assert!(
            text.starts_with("`.long 0xd7ff0000, 0x000002ff, 0xbf800001`: an instruction of the encoding VOP3"),
            "{text}"
        );
        assert!(error.to_string().contains("not modelled"), "{error}");
    }
    // Code after the end of the kernel is ignored.
    let image = patched(&format!("0000b0bf{UNKNOWN}"));
    prepared(&image).unwrap();
}

#[test]
fn words_of_no_encoding_are_illegal_instructions() {
    let refusals = program(&unhex("ffffffff")).refusals;
    assert!(matches!(&refusals[..], [Refusal::Fault { .. }]), "{refusals:?}");
    let mut bench = Bench::default();
    let image = patched("ffffffff");
    let args = image.kernels[0].params.iter().map(|param| if param.size == 8 { A::Wide(0) } else { A::Word(0) });
    let outcome = bench.outcome(&image, "float_add", 1, 64, args.collect(), Default::default());
    assert!(matches!(outcome, Outcome::Stopped { .. }) || outcome != Outcome::Done, "{outcome:?}");
}
