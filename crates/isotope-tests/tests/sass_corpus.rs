//! Every test data file of `tests/data/nvidia`; the README there describes each.
use isotope_nvidia::spa5;
use isotope_nvidia::spa5::{Context, Mode, Profile};
use std::fs;

/// Minimum number of rows of each file of the corpus, so that none is skipped.
const LEAST: [(&str, usize); 16] = [
    ("families_graphics.tsv", 4626),
    ("families_sm50.tsv", 14_900),
    ("families_sm52.tsv", 4430),
    ("families_sm60.tsv", 4409),
    ("families_sm61.tsv", 40),
    ("float_immediates.tsv", 505),
    ("sass.tsv", 4604),
    ("sass_combo.tsv", 304),
    ("sass_dontcare.tsv", 120),
    ("sass_illegal.tsv", 78),
    ("sass_invalid.tsv", 302),
    ("sass_random.tsv", 600),
    ("sass_sm52.tsv", 414),
    ("sass_sm60.tsv", 428),
    ("subset.tsv", 2625),
    ("subset_flips.tsv", 6825),
];

fn rows(file: &str) -> Vec<Vec<String>> {
    let path = format!("{}/../../tests/data/nvidia/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let all: Vec<Vec<String>> = text.lines().map(|line| line.split('\t').map(str::to_string).collect()).collect();
    let least = LEAST.iter().find(|(of, _)| *of == file).unwrap_or_else(|| panic!("add {file} to LEAST")).1;
    assert!(all.len() >= least, "{file}: {} rows, expected {least}", all.len());
    all
}

fn word(text: &str) -> u64 {
    u64::from_str_radix(text.trim_start_matches("0x"), 16).expect("hex word")
}

fn dis(profile: Profile, word: u64) -> Option<String> {
    dis_at(profile, word, 0)
}

fn dis_at(profile: Profile, word: u64, pc: u64) -> Option<String> {
    let inst = spa5::decode(profile, word).ok()?;
    let mut out = String::new();
    spa5::print_at(&Context { pc, ..Context::new(profile.bit()) }, &inst, &mut out);
    Some(out)
}

fn asm(profile: Profile, mode: Mode, text: &str) -> Result<u64, String> {
    spa5::parse(profile, mode, text).map(|p| spa5::encode(&p.inst)).map_err(|e| e.to_string())
}

/// Fails with the first few differences.
fn expect_none(what: &str, total: usize, bad: Vec<String>) {
    assert!(bad.is_empty(), "{what}: {} of {total} differ\n{}", bad.len(), bad[..bad.len().min(10)].join("\n"));
}

/// Text and word match in both directions, in documented mode.
fn exact(profile: Profile, file: &str) {
    let rows = rows(file);
    let mut bad = Vec::new();
    for row in &rows {
        let (w, text) = (word(&row[0]), &row[1]);
        if dis(profile, w).as_ref() != Some(text) {
            bad.push(format!("{w:016x} {text} printed {:?}", dis(profile, w)));
        }
        if asm(profile, Mode::Documented, text) != Ok(w) {
            bad.push(format!("{w:016x} {text} assembled {:x?}", asm(profile, Mode::Documented, text)));
        }
        let legal = spa5::decode(profile, w).ok().and_then(|i| spa5::legality(profile, &i));
        if let Some(violation) = legal {
            bad.push(format!("{text} is said to break: {violation}"));
        }
    }
    expect_none(file, rows.len(), bad);
}

#[test]
fn legal_words() {
    exact(Profile::Sm50, "sass.tsv");
}

/// Words of other profiles: their text there, and their text or refusal on sm_50.
#[test]
fn other_profiles() {
    for (profile, file) in [(Profile::Sm52, "sass_sm52.tsv"), (Profile::Sm60, "sass_sm60.tsv")] {
        let rows = rows(file);
        let mut bad = Vec::new();
        for row in &rows {
            let w = word(&row[0]);
            if dis(profile, w).as_ref() != Some(&row[1]) {
                bad.push(format!("{w:016x} {} printed {:?}", row[1], dis(profile, w)));
            }
            if asm(profile, Mode::Compat, &row[1]) != Ok(w) {
                bad.push(format!("{w:016x} {} assembled {:x?}", row[1], asm(profile, Mode::Compat, &row[1])));
            }
            let here = dis(Profile::Sm50, w);
            if here.as_ref() != Some(&row[2]).filter(|t| !t.starts_with('!')) {
                bad.push(format!("{w:016x} {} on sm_50 printed {here:?}", row[2]));
            }
        }
        expect_none(file, rows.len(), bad);
    }
}

/// Undefined pairs of operation and size, misaligned registers: printed, refused by default, assembled with `Mode::Compat`.
#[test]
fn undefined_combinations() {
    let rows = rows("sass_combo.tsv");
    let mut bad = Vec::new();
    for row in &rows {
        let (w, text) = (word(&row[0]), &row[1]);
        if dis(Profile::Sm50, w).as_ref() != Some(text) {
            bad.push(format!("{w:016x} {text} printed {:?}", dis(Profile::Sm50, w)));
        }
        if asm(Profile::Sm50, Mode::Documented, text).is_ok() {
            bad.push(format!("{w:016x} {text} was accepted"));
        }
        if asm(Profile::Sm50, Mode::Compat, text) != Ok(w) {
            bad.push(format!("{w:016x} {text} assembled {:x?}", asm(Profile::Sm50, Mode::Compat, text)));
        }
    }
    expect_none("sass_combo.tsv", rows.len(), bad);
}

/// Reserved values that the vendor prints: the text is the same, and it assembles to a word that prints the same.
#[test]
fn reserved_values() {
    let rows = rows("sass_invalid.tsv");
    let mut bad = Vec::new();
    for row in &rows {
        let (w, text) = (word(&row[0]), &row[1]);
        if dis(Profile::Sm50, w).as_ref() != Some(text) {
            bad.push(format!("{w:016x} {text} printed {:?}", dis(Profile::Sm50, w)));
        }
        let back = asm(Profile::Sm50, Mode::Compat, text);
        if back.as_ref().ok().and_then(|w| dis(Profile::Sm50, *w)).as_ref() != Some(text) {
            bad.push(format!("{w:016x} {text} assembled {back:x?}"));
        }
    }
    expect_none("sass_invalid.tsv", rows.len(), bad);
}

#[test]
fn rejected_words() {
    let rows = rows("sass_illegal.tsv");
    let mut bad = Vec::new();
    for row in &rows {
        let got = dis(Profile::Sm50, word(&row[0]));
        if got.as_deref() != row[1].strip_prefix("OTHER: ") {
            bad.push(format!("{} {} printed {got:?}", row[0], row[1]));
        }
    }
    expect_none("sass_illegal.tsv", rows.len(), bad);
}

#[test]
fn random_words() {
    let rows = rows("sass_random.tsv");
    let mut bad = Vec::new();
    for row in &rows {
        let got = dis(Profile::Sm50, word(&row[0]));
        let want = Some(&row[1]).filter(|t| !t.starts_with('!'));
        if got.as_ref() != want {
            bad.push(format!("{} {} printed {got:?}", row[0], row[1]));
        }
    }
    expect_none("sass_random.tsv", rows.len(), bad);
}

/// Ignored bits do not change the text, and assembling clears them.
#[test]
fn ignored_bits() {
    let rows = rows("sass_dontcare.tsv");
    let mut bad = Vec::new();
    for row in &rows {
        if dis(Profile::Sm50, word(&row[0])).as_ref() != Some(&row[1]) {
            bad.push(format!("{} {} printed {:?}", row[0], row[1], dis(Profile::Sm50, word(&row[0]))));
        }
        let back = asm(Profile::Sm50, Mode::Compat, &row[1]);
        if back != Ok(word(&row[2])) {
            bad.push(format!("{} {} assembled {back:x?}, not {}", row[0], row[1], row[2]));
        }
    }
    expect_none("sass_dontcare.tsv", rows.len(), bad);
}

/// Lines for all instructions of real kernels, and each bit of them flipped. The rows come from listings of
/// accepted words, in sequence, as `isotope dis --lines` reads them; the flips from listings of 2400 rows.
#[test]
fn subset() {
    for (file, at, listing) in [("subset.tsv", 0, usize::MAX), ("subset_flips.tsv", 2, 2400)] {
        let mut bad = Vec::new();
        let rows = rows(file);
        let mut n = 0;
        for (i, row) in rows.iter().enumerate() {
            n = if i % listing == 0 { 0 } else { n };
            let got = dis_at(Profile::Sm50, word(&row[at]), spa5::control::address(n));
            n += got.is_some() as usize;
            let want = Some(&row[at + 1]).filter(|t| !t.starts_with('!'));
            if got.as_ref() != want {
                bad.push(format!("{} {} printed {got:?}", row[at], row[at + 1]));
            }
        }
        expect_none(file, rows.len(), bad);
    }
}

/// Listings of compiled kernels: words, addresses, labels, reuse flags and scheduling are reproduced exactly.
#[test]
fn kernels() {
    for file in ["kernels.sass", "surface.sass"] {
        let path = format!("{}/../../tests/data/nvidia/{file}", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(path).expect(file);
        let mut bad = Vec::new();
        let mut total = 0;
        for section in text.split("\n.text.").skip(1) {
            let mut code = Vec::new();
            let mut wanted = Vec::new();
            for line in section.lines().take_while(|l| !l.starts_with("//---")) {
                let Some((text, hex)) = line.rsplit_once("/* 0x") else { continue };
                code.extend(word(hex.trim_end_matches(" */").trim()).to_le_bytes());
                if let Some((_, text)) = text.split_once("*/") {
                    let text = text.split("(*").next().unwrap_or("");
                    let text = text.split_whitespace().collect::<Vec<_>>().join(" ").replace(" ;", ";");
                    wanted.push(text.trim_end_matches([';', ' ']).to_string());
                }
            }
            let lines = spa5::listing(Profile::Sm50, &code, Default::default());
            assert_eq!(lines.len(), wanted.len(), "{file}");
            total += lines.len();
            for (line, want) in lines.iter().zip(&wanted) {
                // In the reference, label numbers run through the whole file, and there are no braces of dual issue.
                let cut = |t: &str| {
                    let t = t.strip_prefix("{ ").unwrap_or(t);
                    let t = t.strip_suffix(" }").unwrap_or(t);
                    t.trim_end_matches(';').split("`(").next().unwrap_or("").to_string()
                };
                if cut(&line.text) != cut(want) {
                    bad.push(format!("{:04x} {want} printed {}", line.address, line.text));
                }
            }
            // The listing with its annotations assembles to the same bytes.
            let options = spa5::listing::Options { control: true, ..Default::default() };
            let mut source = String::new();
            for line in spa5::listing(Profile::Sm50, &code, options) {
                if let Some(label) = &line.label {
                    source += &format!("{label}:\n");
                }
                source += &format!("    {}\n", line.text);
            }
            match spa5::listing::assemble(Profile::Sm50, Mode::Documented, &source) {
                Ok(bytes) if bytes == code => {}
                Ok(bytes) => {
                    let words =
                        |b: &[u8]| b.chunks(8).map(|w| u64::from_le_bytes(w.try_into().unwrap())).collect::<Vec<_>>();
                    for (a, b) in words(&bytes).into_iter().zip(words(&code)).filter(|(a, b)| a != b) {
                        bad.push(format!("{file}: {b:016x} {:?} came back as {a:016x}", dis(Profile::Sm50, b)));
                    }
                }
                Err((line, error)) => bad.push(format!("{file}:{line}: {error}: {:?}", source.lines().nth(line - 1))),
            }
        }
        assert!(total > 0);
        expect_none(file, total, bad);
    }
}

/// Bundles that nvdisasm has accepted: the source still assembles to the recorded bytes.
#[test]
fn assembled_bundles() {
    let path = |file: &str| format!("{}/../../tests/data/nvidia/{file}", env!("CARGO_MANIFEST_DIR"));
    let source = fs::read_to_string(path("bundles.sass")).expect("source");
    let code =
        spa5::listing::assemble(Profile::Sm50, Mode::Documented, &source).unwrap_or_else(|(n, e)| panic!("{n}: {e}"));
    let words: Vec<u64> = code.chunks(8).map(|w| u64::from_le_bytes(w.try_into().expect("8 bytes"))).collect();
    let verdict = fs::read_to_string(path("bundles.verdict")).unwrap_or_default();
    let recorded: Vec<u64> = verdict.lines().filter_map(|line| line.strip_prefix("word ").map(word)).collect();
    assert_eq!(words, recorded, "the bytes have no verdict: {words:016x?}");
    // The vendor's text equals Isotope's.
    let wanted: Vec<String> = verdict
        .lines()
        .filter_map(|line| line.strip_prefix("        /*")?.split_once("*/").map(|(_, t)| t))
        .map(|t| t.split_whitespace().collect::<Vec<_>>().join(" ").replace(" ;", ";"))
        .map(|t| if t.ends_with([';', '}']) { t } else { t + ";" })
        .collect();
    let lines = spa5::listing(Profile::Sm50, &code, Default::default());
    let ours: Vec<String> = lines.iter().map(|l| l.text.clone()).collect();
    for (ours, wanted) in ours.iter().zip(&wanted) {
        // One has a label, the other an address.
        let cut = |t: &str| t.split("BRA ").next().unwrap_or("").to_string();
        assert_eq!(cut(ours), cut(wanted));
    }
    assert_eq!(ours.len(), wanted.len());
}

/// Random words of every family with a row, and floats around every change of number format: the text equals the vendor's, and
/// is reproduced from the word that it assembles to.
#[test]
fn families() {
    let files = [
        (Profile::Sm50, "families_sm50.tsv"),
        (Profile::Sm50, "families_graphics.tsv"),
        (Profile::Sm52, "families_sm52.tsv"),
        (Profile::Sm60, "families_sm60.tsv"),
        (Profile::Sm61, "families_sm61.tsv"),
        (Profile::Sm50, "float_immediates.tsv"),
    ];
    for (profile, file) in files {
        let rows = rows(file);
        let mut bad = Vec::new();
        for row in &rows {
            let (w, text) = (word(&row[0]), &row[1]);
            if dis(profile, w).as_ref() != Some(text) {
                bad.push(format!("{w:016x} {text} printed {:?}", dis(profile, w)));
            }
            let back = asm(profile, Mode::Compat, text);
            if back.as_ref().ok().and_then(|w| dis(profile, *w)).as_ref() != Some(text) {
                bad.push(format!("{w:016x} {text} assembled {back:x?}"));
            }
        }
        expect_none(file, rows.len(), bad);
    }
}
