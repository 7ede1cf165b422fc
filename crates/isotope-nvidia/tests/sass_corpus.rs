//! Every test data file of `tests/data/nvidia`; the README there describes each.
use crate::common;
use isotope_nvidia::spa5::{self, Context, Mode, Profile};

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
    let all = common::rows(&format!("nvidia/{file}"));
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

/// Checks every row of a file; `check` returns what differs.
fn each<const N: usize>(file: &str, check: impl Fn(&[String]) -> [Option<String>; N]) {
    let rows = rows(file);
    expect_none(file, rows.len(), rows.iter().flat_map(|row| check(row)).flatten().collect());
}

fn prints(profile: Profile, w: &str, want: Option<&String>) -> Option<String> {
    let got = dis(profile, word(w));
    (got.as_ref() != want).then(|| format!("{w} {want:?} printed {got:?}"))
}

fn assembles(profile: Profile, mode: Mode, text: &str, w: &str) -> Option<String> {
    let got = asm(profile, mode, text);
    (got != Ok(word(w))).then(|| format!("{w} {text} assembled {got:x?}"))
}

/// The text assembles to a word that prints the same.
fn returns(profile: Profile, text: &String) -> Option<String> {
    let got = asm(profile, Mode::Compat, text);
    let again = got.as_ref().ok().and_then(|w| dis(profile, *w));
    (again.as_ref() != Some(text)).then(|| format!("{text} assembled {got:x?}"))
}

/// The text of a row, unless the row says that the vendor's tool printed none.
fn printed(text: &String) -> Option<&String> {
    Some(text).filter(|t| !t.starts_with('!'))
}

/// Text and word match in both directions, in documented mode.
#[test]
fn legal_words() {
    each("sass.tsv", |row| {
        let (w, text) = (&row[0], &row[1]);
        let inst = spa5::decode(Profile::Sm50, word(w)).ok();
        let violation = inst.and_then(|inst| spa5::legality(Profile::Sm50, &inst));
        [
            prints(Profile::Sm50, w, Some(text)),
            assembles(Profile::Sm50, Mode::Documented, text, w),
            violation.map(|violation| format!("{text} is said to break: {violation}")),
        ]
    });
}

/// Words of other profiles: their text there, and their text or refusal on sm_50.
#[test]
fn other_profiles() {
    for (profile, file) in [(Profile::Sm52, "sass_sm52.tsv"), (Profile::Sm60, "sass_sm60.tsv")] {
        each(file, |row| {
            [
                prints(profile, &row[0], Some(&row[1])),
                assembles(profile, Mode::Compat, &row[1], &row[0]),
                prints(Profile::Sm50, &row[0], printed(&row[2])),
            ]
        });
    }
}

/// Undefined pairs of operation and size, misaligned registers: printed, refused by default, assembled with `Mode::Compat`.
#[test]
fn undefined_combinations() {
    each("sass_combo.tsv", |row| {
        let (w, text) = (&row[0], &row[1]);
        [
            prints(Profile::Sm50, w, Some(text)),
            asm(Profile::Sm50, Mode::Documented, text).ok().map(|_| format!("{w} {text} was accepted")),
            assembles(Profile::Sm50, Mode::Compat, text, w),
        ]
    });
}

/// Reserved values that the vendor prints: the text is the same, and it assembles to a word that prints the same.
#[test]
fn reserved_values() {
    each("sass_invalid.tsv", |row| [prints(Profile::Sm50, &row[0], Some(&row[1])), returns(Profile::Sm50, &row[1])]);
}

#[test]
fn rejected_words() {
    each("sass_illegal.tsv", |row| {
        let other = row[1].strip_prefix("OTHER: ").map(str::to_string);
        [prints(Profile::Sm50, &row[0], other.as_ref())]
    });
}

#[test]
fn random_words() {
    each("sass_random.tsv", |row| [prints(Profile::Sm50, &row[0], printed(&row[1]))]);
}

/// Ignored bits do not change the text, and assembling clears them.
#[test]
fn ignored_bits() {
    each("sass_dontcare.tsv", |row| {
        [prints(Profile::Sm50, &row[0], Some(&row[1])), assembles(Profile::Sm50, Mode::Compat, &row[1], &row[2])]
    });
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
            if got.as_ref() != printed(&row[at + 1]) {
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
        let text = common::text(&common::data("nvidia").join(file));
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
    let read = |file: &str| common::text(&common::data("nvidia").join(file));
    let source = read("bundles.sass");
    let code =
        spa5::listing::assemble(Profile::Sm50, Mode::Documented, &source).unwrap_or_else(|(n, e)| panic!("{n}: {e}"));
    let words: Vec<u64> = code.chunks(8).map(|w| u64::from_le_bytes(w.try_into().expect("8 bytes"))).collect();
    let verdict = read("bundles.verdict");
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
        each(file, |row| [prints(profile, &row[0], Some(&row[1])), returns(profile, &row[1])]);
    }
}
