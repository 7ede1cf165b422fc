//! What every verb has, by walking the verbs that the command says it has: `--json` with a schema, examples in help, ...
//!
//! Who adds a verb adds runs of it to `habits/json.tsv`; what it lacks otherwise is said here and by `schema::tests` of the command.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::common::{bytes_of, isotope, repository, words};

mod messages;
mod mutants;
mod pipes;
mod shape;
mod values;

/// The verbs, as `isotope schema --json` has them.
pub fn verbs() -> Vec<Value> {
    let mut all = isotope("schema --json").status(0).json();
    let Value::Array(verbs) = all["commands"].take() else { panic!("no commands in {all}") };
    assert!(verbs.len() > 20);
    verbs
}

/// Run command lines joined by `|` from the root of the repository; status and output of the last.
pub fn piped(line: &str) -> (i32, String, String) {
    let mut last = (0, Vec::new(), String::new());
    for part in line.split(" | ") {
        last = bytes_of(&repository(""), &words(part), &last.1);
    }
    (last.0, String::from_utf8(last.1).expect("stdout is text"), last.2)
}

/// Documents of a text: one, or one a line.
fn documents(text: &str) -> Vec<Value> {
    let whole = serde_json::from_str(text).map(|value| vec![value]);
    whole.unwrap_or_else(|_| {
        text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
    })
}

/// What verbs print as JSON is of a shape that `isotope schema` prints, and says so; every verb and every schema is seen.
#[test]
fn json_has_its_schema() {
    let (verbs, mut schemas, mut seen) = (verbs(), BTreeMap::new(), BTreeMap::<String, BTreeSet<String>>::new());
    let names = |verb: &Value| verb["schemas"].as_array().expect("names").clone();
    for name in verbs.iter().flat_map(names) {
        let name = name.as_str().expect("a name").to_string();
        let text = isotope(&format!("schema {name}")).out;
        let schema: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        schemas.insert(name, schema);
    }
    // Fields that may be missing, and how many may not.
    let (mut optional, mut required) = (BTreeSet::new(), 0);
    // A folder of an earlier version has another plan.
    let _ = std::fs::remove_dir_all(repository("target/habits-campaign"));
    for line in include_str!("habits/json.tsv").lines().filter(|line| !line.starts_with('#')) {
        let (code, line) = line.split_once('\t').expect("a status and command lines");
        let (got, out, err) = piped(line);
        assert_eq!(got.to_string(), code, "isotope {line}\n{err}{out}");
        let last = line.split(" | ").last().expect("a command");
        let verb = verbs.iter().filter_map(|verb| verb["verb"].as_str());
        let verb = verb.filter(|verb| last.starts_with(verb)).max_by_key(|verb| verb.len()).expect("a verb");
        let of = names(verbs.iter().find(|v| v["verb"] == verb).expect("it"));
        let documents = documents(&out);
        assert!(!documents.is_empty(), "isotope {line} prints nothing");
        for document in documents {
            let said = document.get("schema").and_then(Value::as_str);
            // The accesses of a trace do not repeat what its first line says.
            let name = said.or(if of.len() == 1 && verb == "trace import" { of[0].as_str() } else { None });
            let name = name.unwrap_or_else(|| panic!("isotope {line}: no `schema` in {document}"));
            assert!(
                of.iter().any(|known| known == name),
                "isotope {line} prints {name}, which VERBS of schema.rs has not for `{verb}`"
            );
            let wrong = shape::check(&schemas[name], &document);
            assert!(wrong.is_empty(), "isotope {line}: not {name}:\n{}\n{document}", wrong.join("\n"));
            for mutant in mutants::of(&document) {
                match (shape::check(&schemas[name], &mutant.document).is_empty(), mutant.added) {
                    (true, true) => panic!("isotope {line}: {name} takes {}, of which it says nothing", mutant.at),
                    (true, false) => drop(optional.insert((name.to_string(), mutant.at))),
                    (false, _) => required += usize::from(!mutant.added),
                }
            }
            seen.entry(verb.to_string()).or_default().insert(name.to_string());
        }
    }
    assert!(required > 20 * optional.len(), "{required} fields must be there; these need not: {optional:?}");
    let mut missing = Vec::new();
    for verb in &verbs {
        let name = verb["verb"].as_str().expect("a name");
        let seen = seen.get(name).cloned().unwrap_or_default();
        for schema in names(verb).iter().filter_map(Value::as_str).filter(|schema| !seen.contains(*schema)) {
            // One that serves does not end; `serve.rs` looks at it.
            if name != "serve" {
                missing.push(format!("`isotope {name}`: no run in tests/habits/json.tsv prints {schema}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// A verb that prints several shapes has a schema of all of them.
#[test]
fn schemas_of_verbs() {
    let of_run = isotope("schema run").json();
    assert_eq!(of_run["anyOf"].as_array().map(Vec::len), Some(2));
    isotope("schema isotope-info/1").gives(0, &isotope("schema info").out);
    isotope("schema trace diff").gives(0, &isotope("schema isotope-trace-diff/1").out);
    isotope("schema man").refuses("`man` prints no JSON");
    isotope("schema frob").refuses("no verb and no schema is called `frob`; `isotope schema` lists them");
}

/// The command has each option that messages of the library name.
#[test]
fn options_in_messages() {
    let verbs = ["asm", "campaign merge", "debug", "dis", "explore", "op", "run", "vectors"];
    let help: String = verbs.iter().map(|verb| isotope(&format!("{verb} --help")).out).collect();
    let known: BTreeSet<&str> = help.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).collect();
    let words = include_str!("../src/options.rs").split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    let named: Vec<&str> = words.filter(|word| word.starts_with("--")).collect();
    assert!(named.len() > 30, "{named:?}");
    let missing: Vec<_> = named.iter().filter(|name| **name != "--help" && !known.contains(*name)).collect();
    assert!(missing.is_empty(), "no verb has {missing:?}");
}
