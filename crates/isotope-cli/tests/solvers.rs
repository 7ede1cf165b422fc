//! Solvers outside that lie, hang, die or talk too much: what they say is not believed, and nothing waits for them.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::{Ran, folder, isotope_with, write};

/// Equal, because the second half of the assumption never holds; to see that by bits takes longer than any test.
const EQUAL: [&str; 2] = ["sm_50:ATOM.INC", "visa:dword_atomic.inc"];
const ASSUMED: &str = "mem < src0 || (mem * src0) * 5 != mem * (src0 * 5)";

/// A program for `/bin/sh` that is called like a solver. `$version` is set where the version is asked for, and `$values`
/// where the text asks for values.
fn solver(dir: &Path, name: &str, body: &str) -> String {
    let script = format!(
        "#!/bin/sh\nversion=\nvalues=\n[ \"$1\" = --version ] && version=1\n\
         [ -z \"$version\" ] && grep -q get-value && values=1\n{body}\n"
    );
    let path = write(dir, name, script);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("an executable file");
    path
}

fn ask(solvers: &[&str], budget: &str, more: &[&str]) -> (Ran, Duration) {
    let mut args = vec!["equiv", EQUAL[0], EQUAL[1], "--assume", ASSUMED, "--budget", budget];
    solvers.iter().for_each(|s| args.extend(["--solver", s]));
    args.extend(more);
    let started = Instant::now();
    (isotope_with(&args, b""), started.elapsed())
}

const VERSION: &str = "if [ -n \"$version\" ]; then echo 'Z3 version 9.8.7 - 64 bit'; exit 0; fi";

/// Seconds, of which half are the solvers': they answer at once, but may have to wait for a processor.
const ENOUGH: &str = "6";

#[test]
fn one_word_is_trusted_by_name_and_two_are_an_answer() {
    let dir = folder("trusted");
    let z3 = solver(&dir, "z3", &format!("{VERSION}\necho unsat"));
    let (ran, _) = ask(&[&z3], ENOUGH, &[]);
    assert_eq!((ran.code, ran.out.lines().next()), (3, Some("EQUAL (trusted: z3 9.8.7)")), "{}{}", ran.out, ran.err);
    ran.err_has("the word of z3 9.8.7").err_has("--trust-solver");
    let (ran, _) = ask(&[&z3], ENOUGH, &["--trust-solver"]);
    ran.status(0).err_is("").out_has("memory: equal (trusted: z3 9.8.7) (z3 9.8.7, ");
    let (ran, _) = ask(&[&z3], ENOUGH, &["--json"]);
    let json = ran.json();
    assert_eq!(json["trusted"], serde_json::json!(["z3 9.8.7"]));
    assert_eq!(json["memory"]["trusted"], serde_json::json!(["z3 9.8.7"]));
    assert_eq!((json["answer"].as_str(), json["schema"].as_str()), (Some("equal"), Some("isotope-equiv/1")));
    // Neither the same program by another name, nor one whose version is not known, is a second opinion.
    let copy = solver(&dir, "bitwuzla-copy", &format!("{VERSION}\necho unsat"));
    let link = dir.join("bitwuzla-link").display().to_string();
    std::os::unix::fs::symlink(&z3, &link).expect("a link");
    let unknown = solver(&dir, "bitwuzla-unknown", "[ -n \"$version\" ] && exit 1 || echo unsat");
    // One that says that it is another solver is not what its file is called.
    let wrapped = solver(&dir, "bitwuzla-wrapped", &format!("{VERSION}\n# exec z3\necho unsat"));
    let both = "bitwuzla of unknown version, z3 9.8.7";
    for (second, trusted) in [(copy, "z3 9.8.7"), (link, "z3 9.8.7"), (unknown, both), (wrapped, both)] {
        let (ran, _) = ask(&[&z3, &second], ENOUGH, &["--json"]);
        let json = ran.json();
        let mut names: Vec<&str> = json["trusted"].as_array().unwrap().iter().filter_map(|n| n.as_str()).collect();
        names.sort_unstable();
        // Whichever of two names of one program answers first is named.
        assert!(names.join(", ") == trusted || names == ["bitwuzla of unknown version"], "{second}: {names:?}");
        ran.status(3);
    }
    // Another version of the same solver is no second opinion, another solver is.
    let again = solver(&dir, "z3-new", &format!("{VERSION}\necho unsat"));
    let (ran, _) = ask(&[&z3, &again], ENOUGH, &[]);
    assert_eq!(ran.out.lines().next(), Some("EQUAL (trusted: z3 9.8.7)"), "{}", ran.out);
    let other = solver(&dir, "bitwuzla", "[ -n \"$version\" ] && echo 0.7.0 || echo unsat");
    let (ran, _) = ask(&[&z3, &other], ENOUGH, &[]);
    assert_eq!((ran.code, ran.out.lines().next()), (0, Some("EQUAL")), "{}{}", ran.out, ran.err);
    ran.out_has("z3 9.8.7, ").out_has("bitwuzla 0.7.0, ");
    let (ran, _) = ask(&[&z3, &other], ENOUGH, &["--json"]);
    let json = ran.json();
    assert_eq!(json["trusted"], serde_json::json!([]));
}

/// Each of these answers nothing that counts; the question stays open, and a warning says why where there is something to
/// say.
#[test]
fn answers_that_do_not_count() {
    let dir = folder("wrong");
    let values = "((mem #x00000000) (src0 #x00000000))";
    let all = [
        (
            "z3-lies",
            format!("{VERSION}\necho sat; [ -n \"$values\" ] && echo '{values}'; exit 0"),
            "make no difference",
        ),
        (
            "z3-wide",
            format!("{VERSION}\necho sat; [ -n \"$values\" ] && echo '((mem #xfffffffffffffffff))'; exit 0"),
            "count",
        ),
        ("z3-empty", format!("{VERSION}\necho sat"), "make no difference"),
        ("z3-status", format!("{VERSION}\necho unsat; exit 1"), "found `unsat` and exit status: 1"),
        ("z3-killed", format!("{VERSION}\necho unsat; kill -9 $$"), "found `unsat` and signal: 9"),
        ("z3-garbage", format!("{VERSION}\necho 'Segmentation fault'"), "found `Segmentation fault`"),
        ("z3-bytes", format!("{VERSION}\nprintf '\\377\\376\\000'"), "expected sat, unsat or unknown"),
        ("z3-silent", format!("{VERSION}\nexit 0"), "found nothing"),
        ("z3-huge", format!("{VERSION}\nyes unsat"), "more than 1 MiB of output"),
        ("z3-unknown", format!("{VERSION}\necho unknown; exit 1"), ""),
        ("z3-hangs", format!("{VERSION}\necho unsat; exec sleep 60"), ""),
        ("z3-leaves", format!("{VERSION}\nsleep 60 &\nexec sleep 60"), ""),
        ("z3-dies", "exit 3".to_string(), "found `nothing` and exit status: 3"),
    ];
    // Written first, and asked side by side: a program that is being written cannot be started.
    let programs: Vec<String> = all.iter().map(|(name, body, _)| solver(&dir, name, body)).collect();
    let answers: Vec<_> = std::thread::scope(|scope| {
        let asked: Vec<_> = programs.iter().map(|p| scope.spawn(move || ask(&[p], "1", &[]))).collect();
        asked.into_iter().map(|a| a.join().expect("an answer")).collect()
    });
    for ((name, _, warning), (ran, took)) in all.iter().zip(answers) {
        assert_eq!((ran.code, ran.out.lines().next()), (3, Some("UNDECIDED")), "{name}\n{}{}", ran.out, ran.err);
        assert!(took < Duration::from_secs(20), "{name}: {took:?}");
        if !warning.is_empty() {
            ran.err_has("warning: ").err_has(warning).err_has("does not count");
        }
    }
    // The next solver is believed as far as it goes.
    let lies = dir.join("z3-lies").display().to_string();
    let other = solver(&dir, "bitwuzla", "[ -n \"$version\" ] && echo 0.7.0 || { sleep 0.3; echo unsat; }");
    let (ran, _) = ask(&[&lies, &other], "3", &[]);
    assert_eq!(
        (ran.code, ran.out.lines().next()),
        (3, Some("EQUAL (trusted: bitwuzla 0.7.0)")),
        "{}{}",
        ran.out,
        ran.err
    );
    ran.err_has("make no difference");
    // A program that cannot be started.
    let (ran, _) = ask(&[&dir.join("z3-none").display().to_string()], "1", &[]);
    ran.status(3).err_has("warning: ");
}

#[test]
fn a_version_that_never_comes() {
    let dir = folder("version");
    for (name, body, shown) in [
        ("z3-hangs", "[ -n \"$version\" ] && exec sleep 60\necho unsat", "z3 of unknown version"),
        ("z3-fails", "[ -n \"$version\" ] && { echo 'Z3 version 1.2'; exit 1; }\necho unsat", "z3 of unknown version"),
        ("z3-odd", "[ -n \"$version\" ] && { echo 'Z3 4.8)(x 9.9'; exit 0; }\necho unsat", "z3 9.9"),
    ] {
        let program = solver(&dir, name, body);
        let (ran, took) = ask(&[&program], "2", &[]);
        let first = format!("EQUAL (trusted: {shown})");
        assert_eq!((ran.code, ran.out.lines().next()), (3, Some(first.as_str())), "{name}\n{}{}", ran.out, ran.err);
        assert!(took < Duration::from_secs(8), "{name}: {took:?}");
    }
}
