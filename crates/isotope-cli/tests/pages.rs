//! Pages whose commands are run: in a `console` block, a line after `$ isotope` is a command and what follows is what
//! it prints.

use crate::common;
use crate::common::{isotope, isotope_at, repository};

/// The commands of a page, each with its line number and what the page says it prints.
fn commands(text: &str) -> Vec<(usize, String, String)> {
    let mut all: Vec<(usize, String, String)> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ isotope ").filter(|_| inside) {
            all.push((number + 1, command.into(), String::new()));
        } else if inside {
            let (_, _, shown) = all.last_mut().expect("output follows a command");
            shown.push_str(line);
            shown.push('\n');
        }
    }
    all
}

fn check(page: &str, at_least: usize) {
    let text = std::fs::read_to_string(repository(page)).unwrap();
    let all = commands(&text);
    assert!(all.len() >= at_least, "{page}: {} commands", all.len());
    for (number, command, shown) in all {
        let words = common::words(&command);
        let ran = isotope_at(&repository(""), &words.iter().map(String::as_str).collect::<Vec<_>>(), b"");
        assert_eq!(ran.out + &ran.err, shown, "{page}:{number}: isotope {command}");
    }
}

#[test]
fn float_atomics_of_gfx1100() {
    check("docs/gfx1100-float-atomics.md", 45);
}

#[test]
fn what_decides_bytes() {
    check("docs/fidelity.md", 2);
}

#[test]
fn a_page_is_read_as_written() {
    let text = "$ isotope no\n```console\n$ isotope a b\n1\t2\n$ isotope c\n```\n```\n$ isotope no\n```\n";
    assert_eq!(commands(text), [(3, "a b".into(), "1\t2\n".into()), (5, "c".into(), String::new())]);
}

/// A page lists every entry of the register that is about its instruction.
#[test]
fn places_where_documents_disagree() {
    let atom = isotope("docs -t sm_50 ATOM").out;
    for id in ["nv-cas-roles", "nv-e-offset", "nv-profiles", "nv-omitted-rc", "nv-cas-layout", "nv-f16x2-spelling"] {
        assert!(atom.contains(id), "{id}\n{atom}");
    }
    isotope("docs -t sm_50 IADD").out_lacks("nv-cas-roles");
    // Each entry that names a page of its vendor is on it.
    for (page, document, target) in [
        ("SURED", "NVIDIA's SURED page", "sm_50"),
        ("svm_atomic", "Intel's SVM_ATOMIC page", "visa"),
        ("dword_atomic", "Intel's DWORD_ATOMIC page", "visa"),
    ] {
        let text = isotope(&format!("docs -t {target} {page}")).out;
        let about =
            |c: &&isotope_op::contradiction::Contradiction| c.says.iter().any(|(place, _)| place.contains(document));
        let entries: Vec<&str> = isotope_op::contradiction::all().filter(about).map(|c| c.id).collect();
        assert!(entries.len() > 2, "{page}");
        for id in entries {
            assert!(text.contains(id), "{page}: {id}\n{text}");
        }
    }
}
