//! Properties of every form and every text.
use crate::common::{rows, sweep};
use isotope_nvidia::spa5::{self, Mode, Profile};
use isotope_op::random::Random;

const PROFILES: [Profile; 3] = [Profile::Sm50, Profile::Sm52, Profile::Sm60];

fn text(profile: Profile, inst: &spa5::Inst) -> String {
    let mut out = String::new();
    spa5::print(profile, inst, &mut out);
    out
}

/// `dis(asm(t)) == t` for the text of random words of every form, and decoding inverts encoding.
#[test]
fn text_comes_back() {
    let mut random = Random(1);
    for form in spa5::TABLE.forms() {
        for n in 0..300 {
            let profile = PROFILES[n % 3];
            let word = random.draw() & !(form.opcode.mask as u64) | form.opcode.value as u64;
            let Ok(inst) = spa5::decode(profile, word) else { continue };
            let again = spa5::decode(profile, spa5::encode(&inst)).expect("an encoded instruction decodes");
            assert_eq!(again, inst, "{word:016x}");
            let shown = text(profile, &inst);
            let parsed = spa5::parse(profile, Mode::Compat, &shown);
            let parsed = parsed.unwrap_or_else(|e| panic!("{word:016x} {shown}: {e} at {:?}", e.span));
            assert_eq!(text(profile, &parsed.inst), shown, "{word:016x}");
            // If every value has a unique text, the word is the same too.
            let same = spa5::encode(&parsed.inst) == spa5::encode(&inst);
            assert!(same || ambiguous(&shown), "{word:016x} {shown} gives {:016x}", spa5::encode(&parsed.inst));
        }
    }
}

/// A word decodes the same in a partly built table as in the whole one.
#[test]
fn lots_hold_what_the_table_holds() {
    let mut random = Random(3);
    for form in spa5::TABLE.forms() {
        for _ in 0..20 {
            let word = u128::from(random.draw()) & !form.opcode.mask | form.opcode.value;
            let [lots, whole] =
                spa5::TABLE.both_ways(word).map(|forms| forms.iter().map(|f| f.index).collect::<Vec<_>>());
            assert!(whole.contains(&form.index), "{word:016x}");
            assert_eq!(lots, whole, "{word:016x}");
        }
    }
}

/// Texts that stand for several words: NaN payloads, `.PASS`, minus zero.
fn ambiguous(text: &str) -> bool {
    ["QNAN", "SNAN", "PASS"].iter().any(|s| text.contains(s)) || text.contains("VADD") && text.contains(" 0x0,")
}

/// No bit belongs to two fields, or to a field and the opcode.
#[test]
fn bits_have_one_owner() {
    for form in spa5::TABLE.forms() {
        let mut seen = form.opcode.mask;
        for field in &form.fields {
            for at in field.at {
                let mask = ((1u128 << at.len) - 1) << at.lo;
                assert_eq!(seen & mask, 0, "{}: {} overlaps", form.syntax, field.name);
                seen |= mask;
            }
        }
        assert_eq!(seen | form.ignored(), u64::MAX as u128, "{}", form.syntax);
        assert_eq!(seen & form.ignored(), 0, "{}", form.syntax);
    }
}

/// Bits that the page lists as ignored do not change the text.
#[test]
fn ignored_bits_are_ignored() {
    let mut random = Random(2);
    for form in spa5::TABLE.forms() {
        for _ in 0..20 {
            let word = random.draw() & !(form.opcode.mask as u64) | form.opcode.value as u64;
            let flipped = word ^ random.draw() & form.ignored() as u64;
            let of = |w| {
                spa5::decode(Profile::Sm60, w)
                    .ok()
                    .filter(|i| i.form.index == form.index)
                    .map(|i| text(Profile::Sm60, &i))
            };
            if let (Some(a), Some(b)) = (of(word), of(flipped)) {
                assert_eq!(a, b);
            }
        }
    }
}

/// In a listing, a target between two instructions, or after the last bundle, is a number.
#[test]
fn labels_stand_in_front_of_lines() {
    for (text, shown) in [("CAL 3;", "CAL 0x3;"), ("NOP;\nBRA 0x20;", "BRA 0x20;")] {
        let code = spa5::listing::assemble(Profile::Sm50, Mode::Documented, text).unwrap();
        let cut = [&code[..], &[0; 16]].concat();
        let lines = spa5::listing(Profile::Sm50, &cut, Default::default());
        assert!(lines.iter().any(|l| l.text == shown) && lines.iter().all(|l| l.label.is_none()), "{lines:?}");
    }
}

/// The span of a message is the text that it is about, in whole characters.
#[test]
fn spans_are_exact() {
    for (line, wanted) in [
        ("ST [R8], R9;é", "é"),
        ("ST [R8], R9; &xy", "&xy"),
        ("ST [R8], R9 &xy;", "&xy"),
        ("MOV R4é, R5;", "é"),
        ("RED.ADD [R2], R4 &wré1;", "&wré1"),
    ] {
        let e = spa5::parse(Profile::Sm50, Mode::Documented, line).unwrap_err();
        assert_eq!(line.get(e.span.clone()), Some(wanted), "{line}: {e}");
    }
}

/// Invalid text gives an error whose span is inside the text.
#[test]
fn garbage_is_refused() {
    let mut random = Random(sweep::seed(3));
    let seeds = [
        "@P0 ATOM.E.ADD.F32.FTZ.RN R0, [R2+-0x10], R4;",
        "SURED.D.BA.2D.ADD.TRAP [R2], R0, #0x50 {&req={0,3}} &rd=0x1 ?S06Y",
        "LEA.HI.X P0, R4.CC, -R9, c[0x0][0x8], R7, 0x1;",
        "FADD32I R4, -|R9|, 1.5.NEG.ABS;",
        "DEPBAR.LE SB0, 0x1, {4,3};",
        "XMAD.PSL.CBCC R4, R9.H1, R2.H1.reuse, R7;",
        "BRA CC.NE, `(.L_x_1);",
        "ATOM.CAS R0, [0xfff00], R2, R3;",
    ];
    let alphabet: Vec<char> = "@!PRT.[]{}()+-0x9f, ;&?#/'`|~ceé\u{0}\t".chars().collect();
    for n in 0..sweep::count(200_000, 10) {
        let line = crate::common::damaged(seeds[n % seeds.len()], &alphabet, &mut random);
        for mode in [Mode::Documented, Mode::Compat] {
            if let Err(e) = spa5::parse(Profile::Sm50, mode, &line) {
                assert!(e.span.start <= e.span.end && e.span.end <= line.len(), "{line:?}: {e:?}");
                assert!(!e.to_string().contains('\n'), "{line:?}");
            }
        }
    }
}

/// Random words: every word that decodes prints text that parses.
#[test]
fn random_words() {
    let mut random = Random(sweep::seed(4));
    let mut decoded = 0;
    let words = sweep::count(200_000, 10);
    for _ in 0..words {
        let word = random.draw();
        if let Ok(inst) = spa5::decode(Profile::Sm52, word) {
            decoded += 1;
            let shown = text(Profile::Sm52, &inst);
            assert!(spa5::parse(Profile::Sm52, Mode::Compat, &shown).is_ok(), "{word:016x} {shown}");
        }
    }
    assert!(decoded > words / 4, "{decoded}");
}

/// The texts of refusals.
#[test]
fn messages() {
    let says =
        |profile, text: &str| spa5::parse(profile, Mode::Documented, text).map(|p| spa5::encode(&p.inst)).unwrap_err();
    let rows = rows("nvidia/messages.tsv");
    assert!(rows.len() >= 11, "{}", rows.len());
    for row in &rows {
        let [line, message, place] = &row[..] else { panic!("{row:?}") };
        let error = says(Profile::Sm50, line);
        assert_eq!(error.to_string(), *message, "{line}");
        if place != "-" {
            assert_eq!(&line[error.span.clone()], *place, "{line}");
        }
    }
}

/// The examples and syntax of NVIDIA's pages.
#[test]
fn seed_spellings() {
    let cases = [
        ("ATOM.ADD.F32.FTZ.RN R0, [R1 - 400], R9; #", "ATOM.ADD.F32.FTZ.RN R0, [R1+-0x190], R9;"),
        ("ATOM.ADD.U64 R0, [R4 + 8], R2; # even-odd registers for 64-bit ops", "ATOM.ADD.U64 R0, [R4+0x8], R2;"),
        ("ATOM.ADD.S32 R9, [0xfff00], R8; # absolute 20-bit address", "ATOM.ADD.S32 R9, [0xfff00], R8;"),
        ("ATOM.MIN.S64 R0, [R4 + 8], R2; # signed min stored", "ATOM.MIN.S64 R0, [R4+0x8], R2;"),
        ("SURED.D.2D.ADD.U32 [R2], R4, R6; # surface header in R6", "SURED.D.2D.ADD [R2], R4, R6;"),
        ("SURED.D.BA.1D.ADD.NEAR [R2], R4, #0x50", "SURED.D.BA.1D.ADD [R2], R4, 0x50;"),
        ("@!P3 ATOM.E.ADD.32 R0,[R4],R2", "@!P3 ATOM.E.ADD R0, [R4], R2;"),
        ("ATOM.ADD.64 R0, [0], R2 // comment", "ATOM.ADD.U64 R0, [RZ], R2;"),
    ];
    for (line, canonical) in cases {
        let parsed = spa5::parse(Profile::Sm50, Mode::Documented, line).unwrap_or_else(|e| panic!("{line}: {e}"));
        assert_eq!(text(Profile::Sm50, &parsed.inst), canonical);
    }
    let parsed =
        spa5::parse(Profile::Sm50, Mode::Documented, "ATOM.ADD R0, [R4], R2 {&req={0,3}} {&rd=0x1} {&wr=0x2} {?S06Y};");
    let slot = parsed.unwrap().control.unwrap();
    assert_eq!((slot.req, slot.rd, slot.wr, slot.stall, slot.switch), (9, 1, 2, 6, true));
    // `req_6` is the name of the six-bit field. As a value it could be a mask, a scoreboard or a number of scoreboards.
    for given in ["{&req_6}", "&req_6", "&req_0x9", "&req=3", "&req", "&req={6}", "{&rdN}", "{&wrN}"] {
        let text = format!("ATOM.ADD R0, [R4], R2 {given};");
        let error = spa5::parse(Profile::Sm50, Mode::Compat, &text).expect_err(given);
        let named = given.trim_start_matches('{').get(..3).unwrap();
        assert!(error.expected.contains(named) && text[error.span.clone()].starts_with(named), "{given}: {error}");
    }
}

/// Scheduling annotations reproduce every 21-bit slot.
#[test]
fn control_slots() {
    for bits in 0..1u32 << 17 {
        let slot = spa5::Slot::decode(bits);
        assert_eq!(slot.encode(), bits);
        let mut shown = String::new();
        slot.print(slot.reuse, &mut shown);
        assert_eq!(spa5::Slot::parse(&shown).unwrap().slot.unwrap_or_default(), slot, "{shown}");
    }
}

/// Every form has a page with its syntax and source.
#[test]
fn pages() {
    for form in spa5::TABLE.forms() {
        let page = isotope_table::page(form);
        assert!(page.contains(&form.syntax) && page.contains(form.row.source), "{page}");
    }
}
