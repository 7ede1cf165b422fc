//! Halves of VGPRs: LLVM 22's text of every instruction that has them (`tests/data/amd/halves.tsv`), and 16-bit kernels compiled by clang
//! 22 (`kernels/halves`).
use crate::common::{image, kernels, rdna, read, rows, text, try_launch};
use isotope_amd::Mode;
use isotope_machine::{Options, Outcome};
use isotope_table::Line;
use isotope_target::TextOf;
use isotope_target::launch::{Arg, Launch};
use isotope_targets::TARGETS;

/// Bytes and LLVM 22's text.
fn lines() -> Vec<(String, String)> {
    let columns = |row: Vec<String>| row.try_into().map(|[bytes, text]: [String; 2]| (bytes, text)).unwrap();
    rows("amd/halves.tsv").into_iter().map(columns).collect()
}

fn hex(mode: Mode, text: &str) -> Result<String, String> {
    isotope_amd::parse(mode, text).map(|inst| rdna::hex(&inst)).map_err(|e| e.to_string())
}

/// The text of a line by a disassembler that keeps state between lines.
fn said(words: &mut isotope_target::Lines, bytes: &str) -> Result<String, String> {
    let mut out = Line::new();
    words.line(bytes, &mut out).map(|()| out.as_str().to_string())
}

fn text_of(of: TextOf, bytes: &str) -> Result<String, String> {
    said(&mut TARGETS.find("gfx1100").unwrap().disassembler_of(of), bytes)
}

#[test]
fn text_of_llvm_22() {
    let lines = lines();
    assert!(lines.len() > 1000);
    let target = TARGETS.find("gfx1100").unwrap();
    let [mut usual, mut new] = [TextOf::Usual, TextOf::Llvm22].map(|of| target.disassembler_of(of));
    let mut wrong = Vec::new();
    for (bytes, text) in lines.iter().chain(&lines).chain(&lines) {
        let mut hold = |what: &str, found: Result<String, String>, expected: &str| {
            if found.as_deref() != Ok(expected) {
                wrong.push(format!("{what} {bytes} {text}: {found:?}"));
            }
        };
        hold("asm", hex(Mode::Documented, text), bytes);
        hold("dis", said(&mut new, bytes), text);
        // LLVM 19's text is equivalent, or LLVM 22's is used instead.
        let other = said(&mut usual, bytes).unwrap_or_else(|e| e);
        hold("usual", hex(Mode::Documented, &other), bytes);
        hold("alone", text_of(TextOf::Usual, bytes), &other);
        if text.contains(".h") && !other.contains("op_sel") {
            hold("high", Ok(other), text);
        }
        // The list may be omitted, unless it applies to an operand other than a VGPR.
        if let Some((before, list)) = text.split_once(" op_sel:[")
            && !["s7", "1.0", "0x", "vcc_", "m0", "0.5", ", 0", "-1"].iter().any(|other| before.contains(other))
        {
            let after = list.split_once(']').unwrap().1;
            hold("no list", hex(Mode::Documented, &format!("{before}{after}")), bytes);
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
}

#[test]
fn what_each_text_can_say() {
    let of = |of, bytes| text_of(of, bytes).unwrap_or_else(|e| format!("error: {e}"));
    let rows = rows("amd/texts.tsv");
    assert!(rows.len() >= 11, "{}", rows.len());
    for row in &rows {
        let [bytes, usual, old, new] = &row[..] else { panic!("{row:?}") };
        assert_eq!(of(TextOf::Usual, bytes), *usual);
        let old = if old == "same" { usual } else { old };
        assert!(of(TextOf::Llvm19, bytes).starts_with(old), "{bytes}: {}", of(TextOf::Llvm19, bytes));
        assert_eq!(of(TextOf::Llvm22, bytes), *if new == "same" { usual } else { new });
        assert_eq!(hex(Mode::Compat, usual).as_deref(), Ok(bytes.as_str()), "{usual}");
    }
    // Both texts are accepted, and contradictory text is refused.
    for text in [
        "v_add_f16_e64 v5.l, v1.h, v2.l",
        "v_add_f16_e64 v5, v1.h, v2 op_sel:[1,0,0]",
        "v_add_f16_e64 v5, v1, v2 op_sel:[1,0,0]",
    ] {
        assert_eq!(hex(Mode::Documented, text).as_deref(), Ok("050832d501050200"), "{text}");
    }
    // VCC may be omitted.
    for (text, bytes) in [("v_cmp_lt_f16 s5, v1.h", "0502037c"), ("v_cmp_lt_f32 vcc_lo, v1", "6a02227c")] {
        assert_eq!(hex(Mode::Documented, text).as_deref(), Ok(bytes), "{text}");
    }
    for text in [
        "v_cmp_lt_f32_e64 s5, v1",
        "v_add_f16_e64 v5.l, v1.l, v2.l op_sel:[1,0,0]",
        "v_add_f16_e64 v5.h, v1.l, v2.l op_sel:[1,0,0]",
        "v_add_f16_e32 v128.l, v1.l, v2.l",
        "v_add_f16 v5.x, v1.l, v2.l",
        "v_add_f32 v5.l, v1, v2",
        "v_mov_b16 v5, v1.l",
        "v_cndmask_b16 v5.l, s1, v2.l, vcc_lo op_sel:[1,0,0]",
    ] {
        assert!(hex(Mode::Compat, text).is_err(), "{text}: {:?}", hex(Mode::Compat, text));
    }
}

/// Runs a kernel on `in.bin`: its first buffer gets four halves per lane, its second a word per lane.
#[test]
fn kernels_of_clang_22() {
    let [input, want] = ["in.bin", "want.bin"].map(|name| read(&kernels("halves").join(name)));
    const LANES: usize = 128;
    let table = text(&kernels("halves/programs.tsv"));
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [file, place] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("two columns: {line}") };
        let place: usize = place.parse().unwrap();
        let image = image(&format!("halves/bin/{file}"));
        let parts = [0..2 * LANES, 2 * LANES..4 * LANES, 4 * LANES..8 * LANES].map(|part| &input[part]);
        let buffers = [&[0; 8 * LANES][..], &[0; 4 * LANES], parts[0], parts[1], parts[2]];
        let request = |at: &[u64]| {
            Launch::new([LANES as u32 / 64, 1, 1], [64, 1, 1], at.iter().copied().map(Arg::Address).collect())
        };
        let (outcome, left) = try_launch(&image, "k", &buffers, Options::default(), request).unwrap();
        count += 1;
        if outcome != Outcome::Done {
            wrong.push(format!("{file}: {outcome:?}"));
            continue;
        }
        let found = left[..2].concat();
        let expected = &want[place..place + 12 * LANES];
        if let Some(at) = found.iter().zip(expected).position(|(a, b)| a != b) {
            wrong.push(format!("{file}: byte {at} is {:#04x}, not {:#04x}", found[at], expected[at]));
        }
    }
    assert!(count >= 10 && wrong.is_empty(), "{} of {count} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
