//! The exit status says what came out, whatever becomes of the output and however little the system gives.
#![cfg(target_os = "linux")]

use crate::common;
use std::fs::File;
use std::io;
use std::process::{Command, Stdio};

use crate::common::{case, cubin, folder, isotope, write};

/// A command of each verb, its status, and whether it has a result to print.
fn verbs() -> Vec<(Vec<String>, i32, bool)> {
    let dir = folder("status");
    let words = write(&dir, "words", "0xed00000000770200\nnonsense\n");
    let (file, base) = (cubin("histogram256"), case("histogram256.base"));
    let failing = common::changed(&dir, "histogram256.base", |c| c["checks"][1]["buffer"] = "bins".into());
    let direct = |more: &str| {
        format!("run {file} --grid 1 --block 64 --arg d=u32[64]:7 --arg 64 --arg b=u32[256]:0 --dump b{more}")
    };
    [
        ("targets", 0, true),
        ("assumptions", 0, true),
        ("completions bash", 0, true),
        ("man", 0, true),
        ("--help", 0, true),
        ("frobnicate", 2, false),
        ("docs -t sm_50", 0, true),
        ("docs -t sm_50 NOP", 0, true),
        ("docs -t sm_50 NOTHING", 2, false),
        ("asm -t sm_50 NOP", 0, true),
        ("asm -t sm_50 FROB", 1, false),
        ("asm -t gfx1100 s_nop", 1, false),
        ("dis -t sm_50 0xed00000000770200", 0, true),
        (&format!("dis -t sm_50 --lines {words}"), 1, true),
        (&format!("dis {file}"), 0, true),
        (&format!("lint {file}"), 0, true),
        (&format!("lint --json {}/../../kernels/explore/bin/gfx1100/lint.co", env!("CARGO_MANIFEST_DIR")), 1, true),
        (&format!("lint {file} --kernel nothing"), 2, false),
        ("lint --rules", 0, true),
        ("lint", 2, false),
        ("op -t sm_50 ATOM.INC mem=0x7 src0=0x9", 0, true),
        ("op -t sm_50 ATOM.FOO mem=0x7 src0=0x9", 1, false),
        ("op -t sm_50 ATOM.INC mem=1.0 src0=0x9", 2, false),
        ("op -t sm_50 ATOM.INC mem=0x7 src0=0x9 src1=0x1", 2, false),
        ("op -t sm_50 ATOM.INC mem=0x7", 2, false),
        ("op -t sm_50|--explain|IADD R0, R1, R2|R1=1", 0, true),
        ("op -t sm_50|LDG.E R0, [R2]|R2=0x1000", 4, true),
        ("equiv sm_50:ATOM.ADD visa:dword_atomic.add", 0, true),
        ("equiv sm_50:ATOM.INC visa:dword_atomic.inc", 1, true),
        ("equiv sm_50:ATOM.INC|visa:dword_atomic.inc|--assume|src0 == ", 2, false),
        ("matrix", 0, true),
        ("matrix nothing", 2, false),
        ("vectors sm_50:ATOM.INC --random 10", 0, true),
        ("vectors sm_50:ATOM.INC --format raw", 0, true),
        (&format!("run {file} --case {base}"), 0, true),
        (&format!("run {file} --case {failing}"), 1, true),
        (&format!("run {file} --case {base} --max-steps 10"), 3, false),
        (&format!("run {file} --case {base} -j 8"), 0, true),
        (&format!("run {file} --case nowhere.json"), 2, false),
        (&format!("{} --json", direct("")), 0, true),
        (&direct(":/dev/full"), 2, false),
        (&format!("{} --trace /dev/full", direct(":/dev/null")), 2, false),
        ("equiv sm_50:ATOM.INC visa:dword_atomic.inc --smt2 /dev/full", 2, false),
        ("asm -t sm_50 NOP -o /dev/full", 2, false),
        ("docs --export /dev/full/pages", 2, false),
    ]
    .into_iter()
    .map(|(line, status, prints)| {
        // Bars stand between words that hold blanks.
        let words = if line.contains('|') {
            let (first, rest) = line.split_once('|').unwrap_or((line, ""));
            first.split(' ').chain(rest.split('|')).map(str::to_string).collect()
        } else {
            line.split(' ').map(str::to_string).collect()
        };
        (words, status, prints)
    })
    .collect()
}

fn status(args: &[String], out: Stdio, err: Stdio) -> i32 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isotope"));
    let status = command.args(args).stdin(Stdio::null()).stdout(out).stderr(err).status();
    status.expect("the command starts").code().unwrap_or(-1)
}

/// A pipe that nobody reads.
fn closed() -> Stdio {
    let (reader, writer) = io::pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

fn full() -> Stdio {
    File::options().write(true).open("/dev/full").expect("/dev/full").into()
}

#[test]
fn closed_pipes_and_full_disks() {
    let verbs = verbs();
    for (args, wanted, prints) in &verbs {
        let on = |out: Stdio, err: Stdio| status(args, out, err);
        assert_eq!(on(Stdio::null(), Stdio::null()), *wanted, "{args:?}");
        assert_eq!(on(closed(), Stdio::null()), *wanted, "{args:?} with stdout closed");
        assert_eq!(on(Stdio::null(), closed()), *wanted, "{args:?} with stderr closed");
        assert_eq!(on(closed(), closed()), *wanted, "{args:?} with both closed");
        assert_eq!(on(Stdio::null(), full()), *wanted, "{args:?} with stderr full");
        // A result that could not be written is none.
        let unwritten = if *prints { 2 } else { *wanted };
        assert_eq!(on(full(), Stdio::null()), unwritten, "{args:?} with stdout full");
        assert_eq!(on(full(), full()), unwritten, "{args:?} with both full");
    }
    assert!(verbs.len() > 30);
}

/// Runs a command under limits of the shell.
fn limited(limits: &str, args: &[String]) -> (i32, String) {
    let script = format!("{limits}; exec \"$0\" \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_isotope")])
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn no_thread_can_be_had() {
    // Stacks of 64 GiB do not fit into 4 GiB: no thread starts but the first.
    let none = "ulimit -v 4000000; export RUST_MIN_STACK=68719476736";
    for (args, wanted, _) in verbs() {
        let (code, err) = limited(none, &args);
        assert_eq!(code, wanted, "{args:?}\n{err}");
    }
    let many = |line: &str| line.split(' ').map(str::to_string).collect::<Vec<_>>();
    // Where every input is tried, and where a solver outside would be asked.
    for (line, wanted) in [
        ("equiv visa:dword_atomic.inc.16 visa:dword_atomic.dec.16 --assume mem==src0", 2),
        ("equiv visa:dword_atomic.fmax.16 visa:svm_atomic.fmax.16", 0),
        ("matrix inc --attack 100", 0),
    ] {
        let (code, err) = limited(none, &many(line));
        assert_eq!(code, wanted, "{line}\n{err}");
    }
}

#[test]
fn too_little_memory() {
    let file = cubin("histogram256");
    let words = |line: String| line.split(' ').map(str::to_string).collect::<Vec<_>>();
    for line in [
        format!("run {file} --grid 1 --block 64 --arg d=u32[100000000]:7 --arg 64 --arg b=u32[256]:0"),
        "vectors sm_50:ATOM.INC --random 10000000".to_string(),
    ] {
        let (code, err) = limited("ulimit -v 200000", &words(line.clone()));
        assert_eq!(code, 2, "{line}\n{err}");
        assert!(err.starts_with("error: ") && err.contains("not enough memory"), "{line}\n{err}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
}

#[test]
fn a_file_that_is_no_plain_file_is_written_to_and_stays() {
    let line = format!(
        "run {} --grid 1 --block 64 --arg d=u32[64]:7 --arg 64 --arg b=u32[256]:0 --dump b:/dev/null",
        cubin("histogram256")
    );
    isotope(&line).gives(0, "");
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
}
