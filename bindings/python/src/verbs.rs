//! The verbs of the command: text, or JSON of the same shapes.

use std::time::Duration;

use isotope::isa::{Asked, AssembleError, InstructionError, Mode, Output};
use isotope::page::Pages;
use isotope::vectors::{TextFormat, Vectors};
use isotope::{End, GivenItem, Means, Op, TARGETS, assume, equivalent};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::{Value, json};

use crate::{NotModelled, raised, wrong};

/// Adds them to the module.
pub fn add(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(targets, m)?)?;
    m.add_function(wrap_pyfunction!(operations, m)?)?;
    m.add_function(wrap_pyfunction!(assumptions, m)?)?;
    m.add_function(wrap_pyfunction!(asm, m)?)?;
    m.add_function(wrap_pyfunction!(asm_source, m)?)?;
    m.add_function(wrap_pyfunction!(dis, m)?)?;
    m.add_function(wrap_pyfunction!(dis_file, m)?)?;
    m.add_function(wrap_pyfunction!(step, m)?)?;
    m.add_function(wrap_pyfunction!(equiv, m)?)?;
    m.add_function(wrap_pyfunction!(vectors, m)?)?;
    m.add_function(wrap_pyfunction!(docs, m)?)?;
    m.add_function(wrap_pyfunction!(pages, m)?)
}

/// Names of the targets with what they are, JSON.
#[pyfunction]
fn targets() -> String {
    let all: Vec<Value> = TARGETS.all().map(|t| json!({ "name": t.name(), "what": t.what() })).collect();
    Value::from(all).to_string()
}

/// The operations of a target, each as it stands behind `TARGET:`.
#[pyfunction]
fn operations(target: &str) -> PyResult<Vec<String>> {
    Ok(isotope::target(target).map_err(raised)?.operations())
}

/// All assumptions, as JSON.
#[pyfunction]
fn assumptions() -> String {
    let all = assume::ALL.iter().map(|a| {
        json!({
            "id": a.id, "statement": a.statement, "default": a.default, "alternatives": a.alternatives, "grade": a.actual_grade().name(),
            "source": a.source,
        })
    });
    Value::from(all.collect::<Vec<_>>()).to_string()
}

fn mode(mode: &str) -> PyResult<Mode> {
    Ok(match mode {
        "documented" => Mode::Documented,
        "compat" => Mode::Compat,
        "verifier" => Mode::Verifier,
        other => return Err(wrong(format!("mode: expected documented, compat or verifier, found `{other}`"))),
    })
}

/// The bytes of instructions given one by one, as hexadecimal digits.
#[pyfunction]
fn asm(py: Python<'_>, target: &str, texts: Vec<String>, how: &str) -> PyResult<Vec<String>> {
    let (target, how) = (isotope::target(target).map_err(raised)?, mode(how)?);
    let one = |text: &String| {
        let mut out = String::new();
        target.instruction(how, text, &mut out).map_err(|error| match error {
            InstructionError::At(text, error) => format!("`{text}`: {error}"),
            other => other.to_string(),
        })?;
        Ok(out.trim_end().to_string())
    };
    py.detach(|| texts.iter().map(one).collect::<Result<_, String>>()).map_err(wrong)
}

/// The bytes of a whole source.
#[pyfunction]
fn asm_source<'py>(py: Python<'py>, target: &str, source: &str, how: &str) -> PyResult<Bound<'py, PyBytes>> {
    let (target, how) = (isotope::target(target).map_err(raised)?, mode(how)?);
    let code = py.detach(|| target.assemble(how, source, Output::File)).map_err(|error| match error {
        AssembleError::Lines(errors) | AssembleError::Following(errors) => {
            wrong(errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
        }
        AssembleError::Output(why) => wrong(why),
    })?;
    Ok(PyBytes::new(py, &code))
}

/// The texts of instructions given as hexadecimal digits.
#[pyfunction]
fn dis(py: Python<'_>, target: &str, words: Vec<String>) -> PyResult<Vec<String>> {
    let target = isotope::target(target).map_err(raised)?;
    let one = |word: &String| {
        let mut out = String::new();
        target.word(word, &mut out).map_err(|error| format!("{word}: {error}"))?;
        Ok(out.trim_end().to_string())
    };
    py.detach(|| words.iter().map(one).collect::<Result<_, String>>()).map_err(wrong)
}

/// The text of a file, or with `raw` of code without a container.
#[pyfunction]
#[pyo3(signature = (file, target, kernel, control, source, raw))]
fn dis_file(
    py: Python<'_>,
    file: &[u8],
    target: Option<&str>,
    kernel: Option<&str>,
    control: bool,
    source: bool,
    raw: bool,
) -> PyResult<String> {
    let named = target.map(isotope::target).transpose().map_err(raised)?;
    let asked = Asked { name: "<bytes>", target, kernel, control, source, ..Asked::default() };
    let reader = match (named, TARGETS.of_file(file)) {
        (Some(named), _) if raw => named,
        (_, Some(reader)) | (Some(reader), None) => reader,
        (None, None) => {
            return Err(wrong("expected a cubin, a code object or a zebin; for other bytes say the target"));
        }
    };
    let listed = py.detach(|| if raw { reader.list_code(file, &asked) } else { reader.list_file(file, &asked) });
    Ok(listed.map_err(wrong)?.text)
}

/// One instruction on registers and memory: the report with its rules, JSON, and whether it faults.
#[pyfunction]
fn step(py: Python<'_>, target: &str, given: Vec<String>) -> PyResult<(String, String, &'static str)> {
    let target = isotope::target(target).map_err(raised)?;
    let items: Vec<GivenItem> = given.iter().map(|text| GivenItem::argument(text)).collect();
    let done = py.detach(|| isotope::step(target, &items, &Default::default(), true)).map_err(|error| match error {
        isotope::StepError::Given(error) => raised(error),
        isotope::StepError::Text { text, error, .. } => wrong(format!("`{text}`: {error}")),
        other => NotModelled::new_err(other.to_string()),
    })?;
    let end = match done.end {
        End::Done => "completed",
        End::Fault => "faulted",
        _ => "unspecified",
    };
    Ok((done.report, done.json.to_string(), end))
}

/// Whether two operations are equal, in words and as JSON.
#[pyfunction]
fn equiv(py: Python<'_>, left: &str, right: &str, given: Vec<String>, seconds: f64) -> PyResult<(String, String)> {
    let (left, right) = (Op::parse(left).map_err(raised)?, Op::parse(right).map_err(raised)?);
    let budget = Duration::try_from_secs_f64(seconds).map_err(wrong)?;
    let answer = py.detach(|| equivalent(&left, &right, &given, &Means::alone(budget))).map_err(raised)?;
    Ok((answer.text(), answer.json().to_string()))
}

/// Golden vectors of an operation in one of the forms, and what they leave out.
#[pyfunction]
fn vectors(py: Python<'_>, op: &str, random: u32, seed: u64, form: &str) -> PyResult<(String, Vec<String>)> {
    let op = Op::parse(op).map_err(raised)?;
    let form = match form {
        "json" => TextFormat::Json,
        "csv" => TextFormat::Csv,
        "c" => TextFormat::C,
        "rust" => TextFormat::Rust,
        "lit" => TextFormat::Lit,
        other => return Err(wrong(format!("form: expected json, csv, c, rust or lit, found `{other}`"))),
    };
    let made = py.detach(|| Vectors::new(&op, random, seed).map(|set| (set.text(form), set.missing())));
    made.map_err(raised)
}

/// The page of an instruction: its name, Markdown, JSON.
#[pyfunction]
fn docs(py: Python<'_>, target: &str, name: &str) -> PyResult<(String, String, String)> {
    let target = TARGETS.find(isotope::target(target).map_err(raised)?.isa().newest).map_err(wrong)?;
    let found = py.detach(|| {
        let pages = Pages::default();
        let page = pages.page(target, name).or_else(|| match &pages.named(target, name)[..] {
            [one] => pages.page(target, one),
            _ => None,
        });
        page.map(|page| (page.name.clone(), page.markdown(), page.json().to_string()))
            .ok_or_else(|| pages.named(target, name))
    });
    found.map_err(|others| match &others[..] {
        [] => wrong(format!(
            "no instruction `{name}` on {}; `isotope.docs({target:?})` lists them",
            target.name(),
            target = target.name()
        )),
        _ => wrong(format!("`{name}` is on the pages {}", others.join(", "))),
    })
}

/// The names of the pages of a target.
#[pyfunction]
fn pages(target: &str) -> PyResult<Vec<String>> {
    Ok(isotope::target(target).map_err(raised)?.pages().into_iter().map(|(name, _)| name).collect())
}
