//! Random programs in neutral form on both engines: the same memory, registers, counts and stops.
//!
//! `just engines SECONDS` runs them for a while; ISOTOPE_FROM is the first seed. Where one operation has changed, ISOTOPE_WITH names a word of the text
//! of a program (`op=lop3`), and others are passed over.

mod draw;
mod program;
mod run;
#[path = "../../../isotope-op/tests/common/sweep.rs"]
mod sweep;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use isotope_ir::effect::{Control, Space, Special, Uop};
use isotope_ir::program::Program;
use isotope_op::alu::{Alu, Alu64, Test, Test64};
use isotope_op::atomic::AtomicOp;
use isotope_op::random::Random;

use draw::{Bytes, variants};
use program::Case;
use run::{Tally, compare, shrink};

/// The input of a seed.
fn input(seed: u64) -> Vec<u8> {
    let mut random = Random(seed);
    (0..128).flat_map(|_| random.draw().to_le_bytes()).collect()
}

fn drawn(seed: u64) -> Case {
    program::case(&mut Bytes(&input(seed)))
}

/// What differs between the engines, or what one of them panics with.
fn verdict(case: &Case) -> Result<Tally, String> {
    catch_unwind(AssertUnwindSafe(|| compare(case))).unwrap_or_else(|_| Err("panics".into()))
}

/// Run these seeds; gives what was compared, and the seeds that differ.
fn hold(seeds: impl Iterator<Item = u64>, until: Option<Instant>) -> (Tally, Vec<u64>) {
    let (mut all, mut wrong, mut told) = (Tally::default(), Vec::new(), Instant::now());
    for seed in seeds {
        if until.is_some_and(|end| Instant::now() > end) {
            break;
        }
        if until.is_some() && told.elapsed() > Duration::from_secs(60) {
            println!("at seed {seed}, {} differ: {all:?}", wrong.len());
            told = Instant::now();
        }
        let case = drawn(seed);
        match verdict(&case) {
            Ok(tally) => all += tally,
            Err(what) => {
                wrong.push(seed);
                if wrong.len() <= 12 {
                    report(seed, case, &what);
                }
            }
        }
    }
    (all, wrong)
}

fn report(seed: u64, case: Case, what: &str) {
    println!("seed {seed}: {what}");
    let panics = what == "panics";
    let small = shrink(case, |case| verdict(case).is_err_and(|what| (what == "panics") == panics));
    println!("{}{}", verdict(&small).expect_err("it differs"), run::text(&small));
}

#[test]
fn both_engines_agree_on_drawn_programs() {
    let (first, count) = (sweep::number().map_or(0, |seed| seed << 32), sweep::count(4_000, 5) as u64);
    let (tally, wrong) = hold(first..first + count, None);
    println!("{tally:?}");
    assert!(wrong.is_empty(), "{} of {count} differ: {wrong:?}", wrong.len());
    // The programs do something, and code does a good part of it.
    assert!(tally.with_code * 10 > tally.programs * 9 && tally.native * 3 > tally.steps, "{tally:?}");
    assert!(tally.done * 4 > tally.launches && tally.stopped * 20 > tally.launches, "{tally:?}");
}

/// What once differed.
#[test]
fn both_engines_agree_on_what_was_found() {
    let found = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/neutral/found");
    let mut count = 0;
    for entry in std::fs::read_dir(found).unwrap() {
        let path = entry.unwrap().path();
        let case = run::from_text(&std::fs::read_to_string(&path).unwrap());
        let tally = verdict(&case).unwrap_or_else(|what| panic!("{}: {what}", path.display()));
        assert!(tally.native > 0, "{} runs as code", path.display());
        count += 1;
    }
    assert!(count >= 4);
}

/// `just engines`. How many seeds were looked at is told, too: programs without the word are not run.
#[test]
#[ignore = "runs for as long as ISOTOPE_SECONDS says"]
fn both_engines_agree_for_a_while() {
    let number = |name: &str, or: u64| std::env::var(name).map_or(or, |n| n.parse().expect("a decimal number"));
    let (seconds, from) = (number("ISOTOPE_SECONDS", 60), number("ISOTOPE_FROM", 1 << 40));
    let count = number("ISOTOPE_COUNT", u64::MAX / 4);
    // Before code has a chance to end the process.
    if count == 1 {
        println!("{}", run::text(&drawn(from)));
    }
    let word = std::env::var("ISOTOPE_WITH").ok();
    let (begun, mut looked_at) = (Instant::now(), 0u64);
    let end = begun + Duration::from_secs(seconds);
    let seeds = (from..from + count).take_while(|_| Instant::now() < end).filter(|seed| {
        looked_at += 1;
        word.as_ref().is_none_or(|word| run::text(&drawn(*seed)).contains(word))
    });
    let (tally, wrong) = hold(seeds, Some(end));
    let took = begun.elapsed().as_secs_f64();
    let rate = tally.programs as f64 / took;
    let (programs, differ) = (tally.programs, wrong.len());
    println!("{programs} programs of {looked_at} seeds in {took:.0} s, {rate:.0} a second, {differ} differ\n{tally:?}");
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(tally.programs > 0, "no program was run");
}

/// Words of the texts of drawn programs.
fn words(count: u64) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for seed in 0..count {
        let text = run::text(&drawn(seed));
        let is = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '=';
        for word in text.split(|c: char| !is(c)).filter(|w| w.len() > 1) {
            if !words.contains(word) {
                words.insert(word.to_string());
            }
        }
    }
    words
}

#[test]
fn everything_that_the_neutral_form_says_is_drawn() {
    let words = words(8_000);
    let mut missing = Vec::new();
    let mut is_there = |what: &str, names: Vec<&str>, before: &str| {
        assert!(names.len() > 1, "{what} has variants");
        missing.extend(names.into_iter().map(|n| format!("{before}{n}")).filter(|n| !words.contains(n)));
    };
    is_there("Uop", variants::<Uop>(), "");
    is_there("Alu", variants::<Alu>(), "op=");
    is_there("Alu64", variants::<Alu64>(), "op=");
    is_there("Test", variants::<Test>(), "op=");
    is_there("Test64", variants::<Test64>(), "op=");
    is_there("AtomicOp", variants::<AtomicOp>(), "op=");
    is_there("Control", variants::<Control>(), "control=");
    is_there("Space", variants::<Space>(), "space=");
    is_there("Special", variants::<Special>(), "what=");
    is_there("bytes", vec!["1", "2", "4", "8", "0xc", "0x10"], "bytes=");
    assert!(missing.is_empty(), "never drawn: {missing:?}");
}

#[test]
fn drawn_programs_are_sound() {
    for seed in 0..500 {
        let case = drawn(seed);
        let text = case.program.to_text();
        let again = Program::from_text(&text).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
        assert_eq!(again, Program { vectors: Vec::new(), ..case.program }, "seed {seed}");
    }
}
