//! The classical shapes, with verdicts reasoned from the documents.

use isotope_litmus::{Limits, explain, explore, model, models, parse};
use std::path::Path;

/// A test: for each model, whether the outcome can happen; the text; the line where it begins.
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

#[test]
fn vulkan() {
    check("vulkan.txt", "vulkan", 18);
}

#[test]
fn opencl() {
    check("opencl.txt", "opencl", 9);
}

/// Each rule of each model refuses something in some shape, so a lost rule would be noticed.
#[test]
fn every_axiom_is_needed() {
    let shapes: Vec<Shape> = ["ptx.txt", "vulkan.txt", "opencl.txt"].into_iter().flat_map(shapes).collect();
    let mut idle = Vec::new();
    for by in models() {
        let mut unseen: Vec<&str> = by.axioms.iter().map(|axiom| axiom.name).collect();
        for shape in &shapes {
            let test = parse(&shape.text).unwrap();
            if by.dialects.contains(&test.dialect) {
                let report = explore(&test, by, &Limits::default()).unwrap();
                let why = explain(&test, by, &Limits::default()).unwrap().map(|(_, violation)| violation.axiom.name);
                unseen.retain(|name| Some(*name) != why && report.refused.iter().all(|(refused, _)| refused != name));
            }
        }
        idle.extend(unseen.into_iter().map(|name| format!("{}: {name}", by.name)));
    }
    assert!(idle.is_empty(), "{idle:?}");
}

/// The printed report, in herd7's manner, and the graph.
#[test]
fn printed() {
    let test = parse(
        "PTX MP { x=0; f=0; }
          P0@cta 0, gpu 0     | P1@cta 1, gpu 0      ;
          st.weak x, 1        | ld.acquire.gpu r0, f ;
          st.relaxed.gpu f, 1 | ld.weak r1, x        ;
         exists (P1:r0 == 1 /\\ P1:r1 == 0)",
    )
    .unwrap();
    let report = explore(&test, model("ptx60").unwrap(), &Limits::default()).unwrap();
    let expected = "Test MP (ptx60)
States 4
P1:r0=0; P1:r1=0; 
P1:r0=0; P1:r1=1; 
P1:r0=1; P1:r1=0; 
P1:r0=1; P1:r1=1; 
Ok
Witnesses
Positive: 1 Negative: 3
Condition exists (P1:r0 == 1 /\\ P1:r1 == 0)
Observation MP Sometimes 1 3
";
    let printed = report.to_string();
    assert!(printed.starts_with(expected), "{printed}");
    let witness = report.witness.unwrap();
    assert_eq!(witness.to_string().lines().last(), Some("fr: e5->e2"), "{witness}");
    let dot = witness.dot();
    for part in ["digraph", r#"e3 -> e4 [label="rf""#, r#"e5 -> e2 [label="fr""#, r"ld.acquire.gpu r0, f\nR f = 1"] {
        assert!(dot.contains(part), "{part}: {dot}");
    }
}
