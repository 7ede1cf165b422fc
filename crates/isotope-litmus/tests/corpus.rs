//! Verdicts of the litmus tests in a checkout of hernanponcedeleon/Dat3M, in the directory `ISOTOPE_DAT3M`.
//!
//! `ISOTOPE_DAT3M=DIR cargo test --release -p isotope-litmus corpus -- --ignored --nocapture`

use isotope_litmus::{Limits, Unable, explore, model, parse};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A column of verdicts: its name, the list of verdicts in the checkout, its model, and the question that the number answers.
const COLUMNS: [(&str, Option<&str>, &str, Asked); 11] = [
    ("ptx6.0", Some("PTXv6_0"), "ptx60", Asked::Goal),
    ("ptx7.5", Some("PTXv7_5"), "ptx75", Asked::Goal),
    ("ptx6.0-live", Some("PTXv6_0-Liveness"), "ptx60", Asked::Ends),
    ("ptx7.5-live", Some("PTXv7_5-Liveness"), "ptx75", Asked::Ends),
    ("vulkan", Some("VULKAN"), "vulkan", Asked::Goal),
    ("vulkan-race", Some("VULKAN-DR"), "vulkan", Asked::NoRace),
    ("vulkan-nochains", Some("VULKAN-NOCHAINS"), "vulkan-nochains", Asked::Goal),
    ("vulkan-race-nochains", Some("VULKAN-DR-NOCHAINS"), "vulkan-nochains", Asked::NoRace),
    ("opencl", Some("OPENCL"), "opencl", Asked::Goal),
    ("opencl-race", Some("OPENCL-DR"), "opencl", Asked::NoRace),
    ("sc", None, "sc", Asked::Goal),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    Goal,
    NoRace,
    Ends,
}

/// The answer for a test's text, as the corpus writes it, or an error in words.
fn answer(text: &str, name: &str, asked: Asked) -> Result<bool, String> {
    let test = parse(text).map_err(|e| e.to_string())?;
    let limits =
        Limits { decide_only: true, races: asked == Asked::NoRace, waiting: asked == Asked::Ends, ..Limits::default() };
    let model = model(name).ok_or("no such model")?;
    let report = explore(&test, model, &limits).map_err(|e| e.to_string())?;
    let undecided = || format!("undecided: {:?} after {} candidates", report.bounds, report.candidates);
    match asked {
        Asked::Goal => report.holds.ok_or_else(undecided),
        Asked::NoRace if report.race.is_some() => Ok(false),
        Asked::Ends if report.waits.is_some() => Ok(false),
        _ if report.whole => Ok(true),
        _ => Err(undecided()),
    }
}

#[derive(Default)]
struct Tally {
    right: usize,
    wrong: Vec<String>,
    slowest: Vec<(Duration, String)>,
}

impl Tally {
    fn judge(&mut self, test: &str, text: &str, model: &str, asked: Asked, expected: bool) {
        let start = Instant::now();
        match answer(text, model, asked) {
            Ok(found) if found == expected => self.right += 1,
            Ok(found) => self.wrong.push(format!("{test}: expected {}, found {}", u8::from(expected), u8::from(found))),
            Err(why) => self.wrong.push(format!("{test}: {why}")),
        }
        self.slowest.push((start.elapsed(), test.into()));
    }

    fn print(&mut self, column: &str) {
        self.slowest.sort();
        let total: Duration = self.slowest.iter().map(|(time, _)| *time).sum();
        let all = self.right + self.wrong.len();
        println!("{column}: {} of {all} right, {:.2} s", self.right, total.as_secs_f64());
        self.wrong.iter().for_each(|wrong| println!("    {wrong}"));
        for (time, test) in self.slowest.iter().rev().take(12).filter(|(time, _)| time.as_millis() > 100) {
            println!("    {:.2} s {test}", time.as_secs_f64());
        }
    }
}

fn checkout() -> PathBuf {
    PathBuf::from(std::env::var("ISOTOPE_DAT3M").expect("ISOTOPE_DAT3M names the checkout"))
}

/// The rows of `expected.tsv`, as test and (column, verdict).
fn rows() -> Vec<(String, Vec<(String, bool)>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/litmus/expected.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let head: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let verdict = |(name, cell): (&&str, &&str)| match *cell {
            "0" | "1" => Some((name.to_string(), *cell == "1")),
            _ => None,
        };
        (cells[0].to_string(), head.iter().zip(&cells).filter_map(verdict).collect())
    };
    lines.map(row).collect()
}

#[test]
#[ignore = "needs a checkout in ISOTOPE_DAT3M"]
fn corpus_trimmed() {
    let litmus = checkout().join("litmus");
    let rows = rows();
    let mut missing = 0;
    let mut tallies: BTreeMap<usize, Tally> = BTreeMap::new();
    for (test, verdicts) in &rows {
        let Ok(text) = std::fs::read_to_string(litmus.join(format!("{test}.litmus"))) else {
            missing += 1;
            continue;
        };
        for (column, expected) in verdicts {
            let index = COLUMNS.iter().position(|(name, ..)| name == column).expect("a known column");
            let (_, _, model, asked) = COLUMNS[index];
            tallies.entry(index).or_default().judge(test, &text, model, asked, *expected);
        }
    }
    let mut wrong = 0;
    for (index, tally) in &mut tallies {
        tally.print(COLUMNS[*index].0);
        wrong += tally.wrong.len();
    }
    assert_eq!(missing, 0, "of {} tests", rows.len());
    assert_eq!(wrong, 0);
}

#[test]
#[ignore = "needs a checkout in ISOTOPE_DAT3M"]
fn corpus_whole() {
    let root = checkout();
    let mut wrong = 0;
    for (_, list, model, asked) in COLUMNS {
        let Some(list) = list.map(|list| format!("{list}-expected.csv")) else { continue };
        let path = root.join("dartagnan/src/test/resources").join(&list);
        let text = std::fs::read_to_string(path).unwrap();
        let mut tally = Tally::default();
        for line in text.lines().filter(|line| line.starts_with("litmus/")) {
            let (test, expected) = line.trim().split_once(',').unwrap();
            // Some verdicts are about texts that the checkout does not have.
            let Ok(text) = std::fs::read_to_string(root.join(test)) else {
                println!("{list}: no {test}");
                continue;
            };
            tally.judge(test, &text, model, asked, expected.starts_with('1'));
        }
        tally.print(&list);
        wrong += tally.wrong.len();
    }
    assert_eq!(wrong, 0);
}

/// Every text of the three languages is read and explored, whether it has a verdict or not.
#[test]
#[ignore = "needs a checkout in ISOTOPE_DAT3M"]
fn corpus_every_text() {
    let mut folders: Vec<PathBuf> = ["PTX", "VULKAN", "OPENCL"].map(|name| checkout().join("litmus").join(name)).into();
    let (mut tally, mut undecided) = (Tally::default(), 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|extension| extension != "litmus") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let name = path.display().to_string();
            let start = Instant::now();
            match parse(&text) {
                Err(error) => tally.wrong.push(format!("{name}: {error}")),
                Ok(test) => {
                    let model = isotope_litmus::model_for(test.dialect);
                    match explore(&test, model, &Limits { decide_only: true, candidates: 20_000, ..Limits::default() })
                    {
                        Err(Unable::Paths { .. }) => undecided += 1,
                        Err(error) => tally.wrong.push(format!("{name}: {error}")),
                        Ok(report) => {
                            undecided += usize::from(test.goal.is_some() && report.holds.is_none());
                            tally.right += 1;
                        }
                    }
                }
            }
            tally.slowest.push((start.elapsed(), name));
        }
    }
    tally.print("every text");
    println!("{undecided} undecided");
    assert!(tally.wrong.is_empty());
}
