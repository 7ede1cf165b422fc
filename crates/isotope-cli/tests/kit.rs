//! `isotope kit`: folders, answers, and the runner where there is a Python.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::common::{folder, is_current, repository};

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_isotope")).args(args).output().unwrap()
}

/// Every file of a folder with its path from there.
fn files(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut left = vec![dir.to_path_buf()];
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => left.push(path),
                false => found.push((path.strip_prefix(dir).unwrap().to_path_buf(), fs::read(&path).unwrap())),
            }
        }
    }
    found.sort();
    found
}

fn exported(name: &str, more: &[&str]) -> PathBuf {
    let dir = folder(name).join("kit");
    let output = run(&[&["kit", "export", dir.to_str().unwrap()], more].concat());
    assert!(output.status.success(), "{}", text(&output));
    dir
}

#[test]
fn a_kit_is_written_whole_and_replaced_as_a_whole() {
    let dir = exported("kit_export", &["--only", "gws"]);
    let first = files(&dir);
    assert!(first.iter().any(|(path, _)| path == Path::new("cases/gfx1100-gws-barrier.json")));
    // Again, and the same bytes; what a kit lacks is gone.
    fs::write(dir.join("cases/old.json"), "{}").unwrap();
    let output = run(&["kit", "export", dir.to_str().unwrap(), "--only", "gws"]);
    assert!(output.status.success() && text(&output).contains("4 cases in"), "{}", text(&output));
    assert_eq!(files(&dir), first);
    let around: Vec<String> =
        fs::read_dir(dir.parent().unwrap()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(around, ["kit"], "nothing is left beside it");
}

#[test]
fn a_folder_of_other_files_is_left_alone() {
    let dir = folder("kit_refused").join("mine");
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("manifest.json"), "{}").unwrap();
    for more in [&[][..], &["--only", "nothing"]] {
        let output = run(&[&["kit", "export", dir.to_str().unwrap()], more].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(
            text(&output).contains("expected a new or empty folder, or a kit, found other files"),
            "{}",
            text(&output)
        );
    }
    assert_eq!(files(&dir), [(PathBuf::from("manifest.json"), b"{}".to_vec())]);
    let output = run(&["kit", "export", dir.with_file_name("new").to_str().unwrap(), "--only", "nothing"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("family: expected float, incdec"), "{}", text(&output));
}

#[test]
fn answers_and_explanations() {
    let dir = exported("kit_answer", &["--only", "gws", "--only", "cas", "-t", "gfx1100"]);
    let (case, out) = (dir.join("cases/gfx1100-gws-barrier.json"), dir.with_file_name("out"));
    fs::create_dir_all(&out).unwrap();
    let [case, place] = [&case, &out].map(|path| path.to_str().unwrap());
    assert!(run(&["kit", "answer", case, place]).status.success());
    let expected = fs::read(dir.join("data/gfx1100-gws-barrier/seen.expected")).unwrap();
    assert_eq!(fs::read(out.join("seen.bin")).unwrap(), expected);
    // Under the other machine for barriers, half of its rounds are too short or never end.
    let other = run(&["kit", "answer", case, place, "--assume", "amd.gws_barrier=decrement-first"]);
    assert!(!other.status.success() || fs::read(out.join("seen.bin")).unwrap() != expected, "{}", text(&other));
    // A path that leads out of the kit.
    let outside = fs::read_to_string(case).unwrap().replace("files/gfx1100/sync.co", "../sync.co");
    fs::write(dir.join("cases/outside.json"), outside).unwrap();
    let output = run(&["kit", "answer", dir.join("cases/outside.json").to_str().unwrap(), place]);
    assert!(text(&output).contains("expected a path inside the kit, found `../sync.co`"), "{}", text(&output));

    let id = "gfx1100-cas-ds_cmpstore_rtn_b32";
    let path = dir.join(format!("cases/{id}.json"));
    let manifest: Value = serde_json::from_slice(&fs::read(dir.join("manifest.json")).unwrap()).unwrap();
    let listed = manifest["cases"].as_array().unwrap().iter().find(|case| case["id"] == id).unwrap();
    assert!(path.exists());
    let results = json!({ "schema": "isotope-kit-results/1", "isotope": "0.1.0", "name": "n", "command": [], "cases": [{
        "id": id, "status": "different", "message": "", "asked": listed["asked"],
        "differences": [{ "buffer": "ret", "element": 3, "found": "0xffffffff" }],
    }] });
    let file = dir.with_file_name("results.json");
    fs::write(&file, results.to_string()).unwrap();
    let output = run(&["kit", "explain", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).contains("rule: the returned value is memory before the operation"), "{}", text(&output));
    let output = run(&["kit", "explain", file.to_str().unwrap(), "--json"]);
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&value["schema"], &value["agrees"]), (&json!("isotope-kit-explained/1"), &json!(false)));
    let markdown = || text(&run(&["kit", "explain", file.to_str().unwrap(), "--markdown"]));
    assert!(markdown().starts_with("| rule (grade: source) |"));
    // A runner of other people may write any status.
    for (status, title) in [
        ("", "Without a status"),
        ("éteint", "Éteint"),
        ("ßa", "SSa"),
        ("\u{1b}[31m", "\\u001b\\[31m"),
        ("a|<b>\nc", "A\\|&lt;b> c"),
    ] {
        let results = json!({ "schema": "isotope-kit-results/1", "isotope": "0.1.0", "name": "n", "command": [], "cases": [{
            "id": id, "status": status, "message": "", "asked": listed["asked"], "differences": [],
        }] });
        fs::write(&file, results.to_string()).unwrap();
        assert!(markdown().contains(&format!("\n{title}: `{id}`.")), "{status:?}: {}", markdown());
    }
    // Nothing that was answered is no agreement, nor is a difference without a place.
    for (status, code, agrees) in [
        (None, 3, json!(null)),
        (Some("unsupported"), 3, json!(null)),
        (Some("different"), 1, json!(false)),
        (Some("equal"), 0, json!(true)),
    ] {
        let case =
            |status| json!({ "id": id, "status": status, "message": "", "asked": listed["asked"], "differences": [] });
        let results = json!({ "schema": "isotope-kit-results/1", "isotope": "0.1.0", "name": "n", "command": [], "cases": status.into_iter().map(case).collect::<Vec<_>>() });
        fs::write(&file, results.to_string()).unwrap();
        let output = run(&["kit", "explain", file.to_str().unwrap(), "--json"]);
        let value: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((output.status.code(), &value["agrees"]), (Some(code), &agrees), "{status:?}");
    }
}

#[test]
fn the_page_has_what_is_printed_of_stored_answers() {
    let stored = repository("tests/data/kit/tinygrad.json");
    let output = run(&["kit", "explain", &stored, "--markdown"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let text = fs::read_to_string(repository("docs/kit.md")).unwrap();
    let (head, rest) = text.split_once("tinygrad.json --markdown -->\n").unwrap();
    let (_, tail) = rest.split_once("<!-- end -->").unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let wanted = format!("{head}tinygrad.json --markdown -->\n{printed}<!-- end -->{tail}");
    is_current("docs/kit.md", &wanted);
}

/// The runner with a command, and what it prints.
fn runner(dir: &Path, options: &[&str], command: &[&str]) -> Output {
    let results = dir.with_file_name("results.json");
    let _ = fs::remove_file(&results);
    let mut python = Command::new("python3");
    python.arg(dir.join("run.py")).arg("--results").arg(&results).args(options).arg("--").args(command);
    python.output().unwrap()
}

fn results(dir: &Path) -> Value {
    serde_json::from_slice(&fs::read(dir.with_file_name("results.json")).unwrap()).unwrap()
}

#[test]
#[ignore = "needs Python: .ci/run"]
fn python_runs_every_case_on_isotope() {
    let dir = exported("kit_self", &[]);
    let junit = dir.with_file_name("junit.xml");
    let options = ["--jobs", "2", "--junit", junit.to_str().unwrap(), "--name", "isotope"];
    let output = runner(&dir, &options, &[env!("CARGO_BIN_EXE_isotope"), "kit", "answer"]);
    assert!(output.status.success(), "{}", text(&output));
    let results = results(&dir);
    let cases = results["cases"].as_array().unwrap();
    assert!(cases.len() > 100 && cases.iter().all(|case| case["status"] == "equal"));
    let junit = fs::read_to_string(junit).unwrap();
    assert_eq!(junit.matches("<testcase ").count(), cases.len());
    let explained = run(&["kit", "explain", dir.with_file_name("results.json").to_str().unwrap()]);
    assert!(explained.status.success(), "{}", text(&explained));
}

#[test]
#[ignore = "needs Python: .ci/run"]
fn python_says_what_is_wrong_with_an_answer() {
    let dir = exported("kit_faults", &["--only", "cas", "-t", "sm_50"]);
    let isotope = env!("CARGO_BIN_EXE_isotope");
    let shell = |script: &str| {
        let seconds = if script.contains("sleep") { "2" } else { "300" };
        let output =
            runner(&dir, &["--case", "sm_50-cas-atom_cas_b32", "--timeout", seconds], &["sh", "-c", script, isotope]);
        (output, results(&dir))
    };
    let with = |script: &str| shell(&format!("\"$0\" kit answer \"$1\" \"$2\" && {script}"));
    for ((output, found), status, code) in [
        (with("true"), "equal", 0),
        (with("printf x | dd of=\"$2/mem.bin\" bs=1 seek=8 conv=notrunc 2>/dev/null"), "different", 1),
        (with("rm \"$2/ret.bin\""), "missing", 1),
        (with("printf x >> \"$2/ret.bin\""), "wrong size", 1),
        (shell("echo not this one; exit 77"), "unsupported", 0),
        (shell("echo broken; exit 3"), "failed", 1),
        (shell("sleep 60"), "timeout", 1),
        // More than any answer: the file ends where the limit is.
        (with("exec dd if=/dev/zero of=\"$2/mem.bin\" bs=1048576 count=1000 2>/dev/null"), "failed", 1),
        // What it has started does not outlive it.
        (shell("(sleep 60; echo) & sleep 60"), "timeout", 1),
    ] {
        assert_eq!(found["cases"][0]["status"], status, "{}", text(&output));
        assert_eq!(output.status.code(), Some(code), "{}", text(&output));
    }
    let (_, found) = with("printf x | dd of=\"$2/mem.bin\" bs=1 seek=8 conv=notrunc 2>/dev/null");
    let difference = &found["cases"][0]["differences"][0];
    assert_eq!((&difference["element"], &difference["standing"]), (&json!(2), &json!("source")), "{found}");
    assert!(difference["rule"].is_u64());
}

#[test]
#[ignore = "needs Python: .ci/run"]
fn python_refuses_a_damaged_kit() {
    let dir = exported("kit_damaged", &["--only", "cas", "-t", "sm_50"]);
    let says = |words: &str| {
        let output = runner(&dir, &[], &["true"]);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains(words), "expected `{words}`, found {}", text(&output));
    };
    let manifest = fs::read(dir.join("manifest.json")).unwrap();
    for (content, words) in [
        ("", "manifest.json: expected JSON"),
        ("[]", "expected the schema isotope-kit/1"),
        (r#"{"schema":"isotope-kit/1"}"#, "expected lists `files` and `cases`"),
        (
            r#"{"schema":"isotope-kit/1","files":[],"cases":[]}"#,
            "expected lists `files` and `cases` with something in them",
        ),
        (r#"{"schema":"isotope-kit/1","files":[{}],"cases":[{}]}"#, "lacks 'path'"),
        (r#"{"schema":"isotope-kit/1","files":[],"cases":[{"id":"a"}]}"#, "lacks 'path'"),
        (
            r#"{"schema":"isotope-kit/1","files":[{"path":"../x","sha256":""}],"cases":[{}]}"#,
            "expected a path inside the kit",
        ),
    ] {
        fs::write(dir.join("manifest.json"), content).unwrap();
        says(words);
    }
    fs::write(dir.join("manifest.json"), manifest).unwrap();
    let case = dir.join("cases/sm_50-cas-atom_cas_b32.json");
    let good = fs::read(&case).unwrap();
    fs::write(&case, "{}").unwrap();
    says("its SHA-256 is not the one of the manifest");
    fs::remove_file(&case).unwrap();
    says("cannot read `cases/sm_50-cas-atom_cas_b32.json`");
    fs::write(&case, good).unwrap();
    let output = runner(&dir, &["--case", "none"], &["true"]);
    assert!(text(&output).contains("expected at least one case, found none"), "{}", text(&output));
    let output = runner(&dir, &[], &["./no-such-command"]);
    assert!(output.status.code() == Some(2) && text(&output).contains("cannot start"), "{}", text(&output));
    let output = Command::new("python3").arg(dir.join("run.py")).output().unwrap();
    assert!(
        output.status.code() == Some(2) && text(&output).contains("expected `--` and the command"),
        "{}",
        text(&output)
    );
}
