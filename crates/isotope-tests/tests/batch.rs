//! Batch mode gives the same result for a line as the line alone, and parsing by plan the same as the general parser, for any numbers.

use isotope_op::random::Random;
use isotope_table::Line;
use isotope_target::{Output, Target};
use isotope_targets::TARGETS;

use crate::common::{data, sweep, text};

type Mode = isotope_table::Mode;

/// The result for a line alone.
fn alone(target: &dyn Target, mode: Mode, text: &str) -> Result<String, String> {
    let mut out = String::new();
    match target.instruction(mode, text, &mut out) {
        Ok(()) => Ok(out),
        Err(error) => Err(error.to_string()),
    }
}

/// The texts of a file of tab-separated columns.
fn texts(name: &str, column: usize) -> Vec<String> {
    let all = text(&data(name));
    let rows = all.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|line| line.split('\t').nth(column)).map(String::from).collect()
}

/// The instructions of a listing of the vendor's disassembler.
fn listed(name: &str) -> Vec<String> {
    let all = text(&data(name));
    let texts =
        all.lines().filter_map(|line| line.trim_start().strip_prefix("/*")?.split_once("*/")?.1.split_once(';'));
    texts.map(|(text, _)| text.split_whitespace().collect::<Vec<_>>().join(" ") + ";").collect()
}

/// The text with other numbers. The bounds of a range are mostly shifted together, because a range of another size is another operand.
fn renumbered(text: &str, random: &mut Random) -> String {
    let mut below = |n: u64| random.draw() % n;
    let every = below(3) == 0;
    let (mut out, mut rest, mut moved) = (String::new(), text, 0i64);
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = rest[at..].bytes().take_while(u8::is_ascii_digit).count();
        let (before, number) = (&rest[..at], &rest[at..at + digits]);
        out.push_str(before);
        rest = &rest[at + digits..];
        let word = before.ends_with(|c: char| c.is_ascii_lowercase() || c == '_') && !before.ends_with(['v', 's', 'p']);
        let old: i64 = number.parse().unwrap_or(0);
        if digits > 5 || word && below(40) != 0 || !every && below(2) == 0 && !before.ends_with(':') {
            moved = 0;
            out.push_str(number);
            continue;
        }
        if !before.ends_with(':') || below(20) == 0 {
            moved = match below(8) {
                0 => below(5) as i64 - 2,
                1 => 4 * (below(64) as i64 - 32),
                2 => below(70_000) as i64 - old,
                3 => [0, 1, 15, 16, 103, 104, 105, 106, 127, 128, 254, 255, 256, 257][below(14) as usize] - old,
                _ => below(256) as i64 - old,
            };
        }
        let zeros = if below(50) == 0 { "0" } else { "" };
        out.push_str(&format!("{zeros}{}", (old + moved).max(0)));
        if before.ends_with('R') && below(12) == 0 {
            out.push_str(".reuse");
        }
    }
    out.push_str(rest);
    out
}

/// Compares batch mode with single lines; returns how many were accepted and refused.
fn hold(name: &str, all: &[String], variants: usize) -> [usize; 2] {
    let target = TARGETS.find(name).expect("a target");
    let mut count = [0; 2];
    for mode in [Mode::Documented, Mode::Compat, Mode::Verifier] {
        let mut lines = target.assembler(mode);
        let mut random = Random(sweep::seed(11));
        let mut check = |text: &str| {
            let mut out = Line::new();
            let found = lines.line(text, &mut out).map(|()| out.as_str().to_string());
            let found = found.map_err(|error| error.split_once(": ").map_or(error.clone(), |(_, rest)| rest.into()));
            let expected = alone(target, mode, text);
            assert_eq!(found, expected, "{name}, {mode:?}: {text}");
            // Text that is too long takes the general parser.
            let slowly = alone(target, mode, &format!("{text}{:240}", ""));
            assert_eq!(found.ok(), slowly.ok(), "{name}, {mode:?}, the general way: {text}");
            count[usize::from(expected.is_err())] += 1;
        };
        for text in all {
            check(text);
            (0..variants).for_each(|_| check(&renumbered(text, &mut random)));
            check(&format!(
                "{text}{}",
                ["\0", "\0\0", " ", ";", " ; ", "// 1", "5", ", v5"][(random.draw() % 8) as usize]
            ));
        }
        for _ in 0..all.len() {
            let text = &all[(random.draw() % all.len() as u64) as usize];
            check(&renumbered(text, &mut random));
        }
    }
    count
}

#[test]
fn gfx1100() {
    let files = [
        ("amd/asm.tsv", 0),
        ("amd/alu.tsv", 0),
        ("amd/alu_kernels.tsv", 0),
        ("amd/aliases.tsv", 0),
        ("amd/alu_aliases.tsv", 0),
        ("amd/rejected.tsv", 0),
        ("amd/alu_rejected.tsv", 0),
        ("amd/halves.tsv", 1),
    ];
    let all: Vec<_> = files.iter().flat_map(|(name, column)| texts(name, *column)).collect();
    assert!(all.len() > 10_000);
    let [read, refused] = hold("gfx1100", &all, sweep::count(8, 2));
    assert!(read > 120_000 && refused > 40_000, "{read} read, {refused} refused");
}

#[test]
fn sm_50() {
    let files = ["nvidia/sass.tsv", "nvidia/families_sm50.tsv", "nvidia/sass_random.tsv"];
    let mut all: Vec<_> = files.iter().flat_map(|name| texts(name, 1)).step_by(2).collect();
    let kernels = listed("nvidia/kernels.sass");
    assert!(kernels.len() > 500 && kernels.iter().filter(|text| text.contains(".reuse")).count() > 30);
    all.extend(kernels);
    assert!(all.len() > 10_000);
    let [read, refused] = hold("sm_50", &all, sweep::count(6, 2));
    assert!(read > 60_000 && refused > 60_000, "{read} read, {refused} refused");
}

/// Whether a text names a position in its program.
fn is_far(text: &str) -> bool {
    ["BRA", "SSY", "CAL", "PBK", "PCNT", "PRET", "PEXIT", "PLONGJMP", "JMP", "JCAL", "BRX", "JMX"]
        .iter()
        .any(|word| text.contains(word))
}

/// A long source assembles to the concatenation of its pieces.
fn whole(name: &str, all: &[String], branch: &str, far: fn(&str) -> bool) {
    let target = TARGETS.find(name).expect("a target");
    let mut random = Random(sweep::seed(12));
    let drawn = all.iter().flat_map(|text| [text.clone(), text.clone(), renumbered(text, &mut random)]);
    // The encoding of a branch depends on its position.
    let read: Vec<_> = drawn.filter(|text| !far(text) && alone(target, Mode::Compat, text).is_ok()).collect();
    assert!(read.len() > all.len());
    let short: Vec<String> = read
        .chunks(23)
        .enumerate()
        .map(|(n, lines)| format!("label_{n}:\n{}\n{}\n", lines.join("\n"), branch.replace('#', &n.to_string())))
        .collect();
    let code = |source: &str| {
        target.assemble(Mode::Compat, source, Output::File).unwrap_or_else(|errors| panic!("{name}: {errors:?}"))
    };
    let pieces: Vec<u8> = short.iter().flat_map(|source| code(source)).collect();
    assert!(short.iter().all(|source| source.len() < 4096) && pieces.len() > 4 * read.len());
    assert!(code(&short.concat()) == pieces, "{name}");
}

#[test]
fn a_whole_source_of_gfx1100() {
    whole("gfx1100", &texts("amd/asm.tsv", 0), "s_branch label_#", |_| false);
    // A branch back over the 2,000 instructions before it, and itself.
    let source = format!("start:\n{}s_branch start\n", "s_nop 0\n".repeat(2_000));
    let code = TARGETS.find("gfx1100").unwrap().assemble(Mode::Compat, &source, Output::File).unwrap();
    assert_eq!(code[8_000..], [&(-2_001_i16).to_le_bytes()[..], &[0xa0, 0xbf]].concat());
}

#[test]
fn a_whole_source_of_sm_50() {
    // Lines that name no position and have no scheduling.
    let far = |text: &str| is_far(text) || text.contains(['&', '?']);
    let mut all = texts("nvidia/sass_random.tsv", 1);
    all.extend(listed("nvidia/kernels.sass"));
    whole("sm_50", &all, "BRA `(label_#);", far);
}
