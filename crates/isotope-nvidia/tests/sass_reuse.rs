//! The control word of an instruction: reuse flags and phases as nvdisasm prints them, and listings that assemble to their bytes.
use crate::common;
use isotope_nvidia::spa5::{self, Context, Mode, Profile, TABLE, listing};
use isotope_table::{FieldKind, Reuse};
use std::collections::BTreeSet;

fn data(file: &str) -> String {
    common::text(&common::data("nvidia").join(file))
}

fn profile(name: &str) -> Profile {
    match name {
        "sm_50" => Profile::Sm50,
        "sm_52" => Profile::Sm52,
        "sm_60" => Profile::Sm60,
        "sm_61" => Profile::Sm61,
        _ => panic!("{name}"),
    }
}

/// One instruction with reuse flags, as printed in a listing.
fn line(profile: Profile, word: u64, flags: u64, control: bool) -> String {
    let nop = 0x50b0_0000_0007_0f00u64;
    let words = [0x7e1 | flags << 17 | 0x7e0 << 21 | 0x7e0 << 42, word, nop, nop];
    let code: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    let options = listing::Options { control, ..Default::default() };
    spa5::listing(profile, &code, options)[0].text.clone()
}

fn parts(text: &str) -> (&str, Vec<&str>) {
    let text = if text.starts_with('@') { text.split_once(' ').unwrap().1 } else { text }.trim_end_matches(';');
    let (mnemonic, rest) = text.split_once(' ').unwrap_or((text, ""));
    let (mut operands, mut start, mut depth) = (Vec::new(), 0, 0);
    for (at, c) in rest.char_indices() {
        depth += i32::from(c == '[') - i32::from(c == ']');
        if c == ',' && depth == 0 {
            operands.push(rest[start..at].trim());
            start = at + 1;
        }
    }
    operands.push(rest[start..].trim());
    (mnemonic, operands)
}

/// The difference that a flag makes in the text, in the format of the file.
fn shown(plain: &str, marked: &str) -> String {
    let ((a, of), (b, now)) = (parts(plain), parts(marked));
    if a != b {
        return b.strip_prefix(a).unwrap_or("another instruction").to_string();
    }
    let marks = (0..of.len()).filter(|&n| of[n] != now[n]);
    assert!((0..of.len()).all(|n| of[n] == now[n] || format!("{}.reuse", of[n]) == now[n]), "{plain} {marked}");
    let marks: Vec<String> = marks.map(|n| n.to_string()).collect();
    if marks.is_empty() { "-".into() } else { marks.join(",") }
}

#[test]
fn reuse_flags_belong_to_the_operands_that_nvdisasm_marks() {
    let (mut rows, mut flags, mut bad, mut seen) = (0, 0, Vec::new(), BTreeSet::new());
    for row in data("reuse.tsv").lines().filter(|l| !l.starts_with('#')) {
        let [arch, word, said] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("three columns: {row}") };
        let (profile, word) = (profile(arch), u64::from_str_radix(&word[2..], 16).unwrap());
        let plain = line(profile, word, 0, false);
        if let Ok(inst) = spa5::decode(profile, word) {
            seen.insert(inst.form.index);
        }
        rows += 1;
        for (n, said) in said.split(' ').enumerate().filter(|(_, said)| *said != "!") {
            flags += 1;
            let marked = line(profile, word, 1 << n, false);
            let own = shown(&plain, &marked);
            if own != said {
                bad.push(format!("{arch} {word:#018x} flag {n}: nvdisasm {said}, here {own}: {marked}"));
            }
        }
    }
    assert!(rows >= 1400 && flags >= 4700, "{rows} {flags}");
    assert!(bad.is_empty(), "{} of {flags}\n{}", bad.len(), bad[..bad.len().min(60)].join("\n"));
    // The file has every encoding with an operand that can be flagged, and every phase.
    let marked = |form: &&isotope_table::Form| match form.row.reuse {
        Reuse::None => false,
        Reuse::Phases => true,
        Reuse::Operands(flags) => form.fields.iter().any(|field| {
            matches!(field.kind, FieldKind::Reg(_)) && flags.names.iter().any(|names| names.contains(&field.name))
        }),
    };
    let missing: Vec<_> = TABLE
        .forms()
        .filter(marked)
        .filter(|f| !seen.contains(&f.index))
        .map(|f| format!("{} {:#018x}", f.syntax, f.opcode.value))
        .collect();
    println!("{rows} words, {flags} flags, rows that no word is of: {missing:?}");
    assert!(missing.len() <= 11, "{} rows: {missing:?}", missing.len());
}

/// Every word of the corpus with every set of flags is printed with its scheduling and parsed back.
#[test]
fn every_set_of_flags_survives_a_listing() {
    let (mut count, mut bad) = (0, Vec::new());
    for row in data("reuse.tsv").lines().filter(|l| !l.starts_with('#')) {
        let mut columns = row.split('\t');
        let profile = profile(columns.next().unwrap());
        let word = u64::from_str_radix(&columns.next().unwrap()[2..], 16).unwrap();
        for flags in 0..16 {
            let text = line(profile, word, flags, true);
            count += 1;
            let cx = Context { mode: Mode::Compat, pc: 8, ..Context::new(profile.bit()) };
            match spa5::parse_at(&cx, &text) {
                Ok(parsed) => {
                    let got = (parsed.word.unwrap_or(spa5::encode(&parsed.inst)), parsed.control.unwrap_or_default());
                    if (got.0, u64::from(got.1.reuse)) != (word, flags) || got.1.stall != 1 {
                        bad.push(format!("{word:#018x} {flags}: {text}"));
                    }
                }
                Err(e) => bad.push(format!("{word:#018x} {flags}: {text}: {e}")),
            }
        }
    }
    assert!(count >= 16 * 1400);
    assert!(bad.is_empty(), "{} of {count}\n{}", bad.len(), bad[..bad.len().min(20)].join("\n"));
}

/// If the text does not determine the instruction word, the listing prints the word; two kernels have separate labels.
#[test]
fn listings_lead_back_to_their_bytes() {
    let nop = 0x50b0_0000_0007_0f00u64;
    let bundle = |words: [u64; 3]| {
        let control = 0x7e0 | 0x7e1 << 21 | (0x7e0u64 | 4 << 17) << 42;
        [control, words[0], words[1], words[2]].into_iter().flat_map(u64::to_le_bytes).collect::<Vec<u8>>()
    };
    // DSETP with a NaN payload, a branch to its own bundle, a word that is not an instruction.
    for (first, needs) in [
        (0x37ad_03ff_f001_0909u64, "&word=0x37ad03fff0010909"),
        (0xffff_ffff_ffff_ffff, "&word=0xff"),
        (nop, "&reuse={2}"),
    ] {
        let code = bundle([first, 0xe240_0fff_ff87_000f, nop]);
        let options = listing::Options { control: true, ..Default::default() };
        let lines = spa5::listing(Profile::Sm50, &code, options);
        let text: String = lines
            .iter()
            .map(|l| {
                format!(
                    "{}/*{:04x}*/ {}\n",
                    l.label.as_ref().map_or(String::new(), |l| format!("{l}:\n")),
                    l.address,
                    l.text
                )
            })
            .collect();
        assert!(text.contains(needs), "{text}");
        let twice = format!("{text}{text}");
        let back = listing::assemble(Profile::Sm50, Mode::Documented, &twice)
            .unwrap_or_else(|(n, e)| panic!("line {n}: {e}\n{twice}"));
        assert_eq!(back, [&code[..], &code[..]].concat(), "{twice}");
    }
    let refused = |text: &str| spa5::parse(Profile::Sm50, Mode::Documented, text).unwrap_err().to_string();
    assert!(refused("NOP &word=0x5c10000000270100;").contains("is another instruction than the text"));
    assert!(refused("FADD.T R0, R1, R2;").contains("T"), "{}", refused("FADD.T R0, R1, R2;"));
    let cx = Context::new(Profile::Sm60.bit());
    let marked = |text: &str| spa5::parse_at(&cx, text).map(|p| p.control.map_or(0, |c| c.reuse));
    assert_eq!(marked("DMNMX R0, R2.reuse, R4, PT;").unwrap(), 1);
    assert_eq!(marked("FADD R0, R1, R2.reuse;").unwrap(), 4);
    assert_eq!(marked("FFMA32I R0, R1, 1.0, R0.reuse;").unwrap(), 4);
    assert_eq!(marked("TXQ.T R25, R171, TEX_SAMPLER_LOD, 0x19e7, 0x1;").unwrap(), 1);
    assert_eq!(marked("TXQ.P R25, R171, TEX_SAMPLER_LOD, 0x19e7, 0x1 &reuse={2};").unwrap(), 6);
}
