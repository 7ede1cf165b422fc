//! `isotope equiv`: answers, witnesses that `isotope op` reproduces, and mistakes.

use crate::common::{Ran, is_current, isotope_with, repository};

/// The rows of `tests/data/equiv.tsv`: two operations, the conditions as arguments, the first line of the answer, and what it says somewhere.
fn facts() -> Vec<([String; 2], Vec<String>, String, String)> {
    let text = std::fs::read_to_string(repository("tests/data/equiv.tsv")).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let [left, right, under, word, says] =
            line.split('\t').map(str::to_string).collect::<Vec<_>>().try_into().unwrap();
        let under = under.split(" ; ").filter(|under| *under != "-").map(str::to_string).collect();
        ([left, right], under, word, says)
    });
    let rows: Vec<_> = rows.collect();
    assert!(rows.len() >= 23, "{}", rows.len());
    rows
}

/// The answer to a row.
fn asked([left, right]: &[String; 2], under: &[String], more: &[&str]) -> Ran {
    let mut args = vec!["equiv", left, right];
    under.iter().for_each(|under| args.extend(["--assume", under]));
    isotope_with(&[&args[..], more].concat(), b"")
}

#[test]
fn facts_come_out_as_results() {
    for (pair, under, word, says) in facts() {
        let out = asked(&pair, &under, &[]);
        out.out_begins(format!("{word}\n"));
        out.out_has(says).status(i32::from(word != "EQUAL"));
        reproduce(&out.out);
    }
}

/// Runs every command of a witness and compares what it prints.
fn reproduce(text: &str) {
    for line in text.lines() {
        let Some((said, command)) = line.trim().split_once(": isotope ") else { continue };
        let args: Vec<&str> = command.split_whitespace().collect();
        let out = isotope_with(&args, b"");
        let column = usize::from(said.contains("gives back"));
        let value = out.out.trim().split('\t').nth(column).unwrap_or("").to_string();
        let value = if value == "-" { "an unspecified value".to_string() } else { value };
        assert!(said.ends_with(&value), "{line}\n{}", out.out);
    }
}

/// The table of docs/equality.md is what the facts print.
#[test]
fn the_table_of_known_facts() {
    let mut rows =
        String::from("| question | under | answer | memory | value given back |\n| --- | --- | --- | --- | --- |\n");
    for ([left, right], assumptions, ..) in facts() {
        let object = asked(&[left.clone(), right.clone()], &assumptions, &["--json"]).json();
        let word = |half: &str| object[half]["answer"].as_str().unwrap_or_else(|| panic!("{object}")).to_string();
        let under: Vec<String> = assumptions.iter().map(|a| format!("`{}`", a.replace('|', "\\|"))).collect();
        let answer = object["answer"].as_str().unwrap();
        rows += &format!(
            "| `{left}` and `{right}` | {} | {answer} | {} | {} |\n",
            under.join(", "),
            word("memory"),
            word("returned")
        );
    }
    let page = std::fs::read_to_string(repository("docs/equality.md")).unwrap();
    let (before, rest) = page.split_once("<!-- known facts -->\n").unwrap();
    let (_, after) = rest.split_once("<!-- end of known facts -->").unwrap();
    let written = format!("{before}<!-- known facts -->\n{rows}<!-- end of known facts -->{after}");
    is_current("docs/equality.md", &written);
}
