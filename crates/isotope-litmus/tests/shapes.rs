//! Our own tests: the classical shapes, with verdicts reasoned from the documents.

use isotope_litmus::{Limits, explore, model, parse};
use std::path::Path;

/// A test with what can happen under which model, its text, and the line it begins at.
struct Shape {
    verdicts: Vec<(String, bool)>,
    text: String,
    line: usize,
}

fn shapes(file: &str) -> Vec<Shape> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/shapes").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let mut all: Vec<Shape> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if let Some(head) = line.strip_prefix("## ") {
            let (verdicts, reason) = head.split_once(": ").expect("`: ` and a reason");
            assert!(reason.len() > 10, "{file}:{}: a reason", number + 1);
            let verdict = |word: &str| {
                let (name, answer) = word.split_once('=').expect("MODEL=yes|no");
                assert!(matches!(answer, "yes" | "no"), "{file}:{}: {word}", number + 1);
                (name.to_string(), answer == "yes")
            };
            let verdicts = verdicts.split_whitespace().map(verdict).collect();
            all.push(Shape { verdicts, text: String::new(), line: number + 1 });
        } else if let Some(shape) = all.last_mut() {
            shape.text += line;
            shape.text.push('\n');
        }
    }
    all
}

fn check(file: &str, newest: &str, at_least: usize) {
    let shapes = shapes(file);
    let mut wrong = Vec::new();
    for shape in &shapes {
        let test = parse(&shape.text).unwrap_or_else(|e| panic!("{file}:{}: {e}", shape.line));
        for (name, expected) in &shape.verdicts {
            let asks = matches!(name.as_str(), "race" | "waits");
            let limits = Limits { races: name == "race", waiting: name == "waits", ..Limits::default() };
            let by = model(if asks { newest } else { name }).expect("a model");
            let all = explore(&test, by, &limits).unwrap();
            assert!(all.whole, "{file}:{}: {name}: {:?}", shape.line, all.bounds);
            let quick = explore(&test, by, &Limits { decide_only: true, ..limits }).unwrap();
            let answer = |report: &isotope_litmus::Report| match name.as_str() {
                "race" => report.race.is_some(),
                "waits" => report.waits.is_some(),
                _ => report.holds == Some(true),
            };
            if answer(&all) != *expected || answer(&quick) != *expected {
                wrong.push(format!(
                    "{file}:{}: {name}: expected {expected}, found {}\n{all}",
                    shape.line,
                    answer(&all)
                ));
            }
        }
    }
    assert!(shapes.len() >= at_least, "{} shapes in {file}", shapes.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn ptx() {
    check("ptx.txt", "ptx75", 50);
}
