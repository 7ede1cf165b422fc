//! The exit status says what came out, whatever becomes of the output and however little the system gives.
#![cfg(target_os = "linux")]

use crate::common;
use std::fs::File;
use std::io;
use std::process::{Command, Stdio};

use crate::common::{case, cubin, folder, isotope, isotope_with, repository, words, write};

/// A command of each verb, its status, and whether it has a result to print.
fn verbs() -> Vec<(Vec<String>, i32, bool)> {
    let dir = folder("status");
    let lines = write(&dir, "words", "0xed00000000770200\nnonsense\n");
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
        (&format!("dis -t sm_50 --lines {lines}"), 1, true),
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

/// A pipe without a reader.
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
    // Where every input is tried, and where a solver outside would be asked.
    for (line, wanted) in [
        ("equiv visa:dword_atomic.inc.16 visa:dword_atomic.dec.16 --assume mem==src0", 2),
        ("equiv visa:dword_atomic.fmax.16 visa:svm_atomic.fmax.16", 0),
        ("matrix inc --attack 100", 0),
    ] {
        let (code, err) = limited(none, &words(line));
        assert_eq!(code, wanted, "{line}\n{err}");
    }
}

/// Of a launch or of vectors, and of the copies that exploring and debugging make.
#[test]
fn too_little_memory() {
    let (histogram, lock) = (cubin("histogram256"), repository("kernels/explore/bin/sm_50/examples.cubin"));
    let lock = format!("{lock} --kernel spin_lock --grid 2 --block 1 --arg lock=u32[200000000]:0 --arg data=u32[1]:0");
    for (kib, line) in [
        (200_000, format!("run {histogram} --grid 1 --block 64 --arg d=u32[100000000]:7 --arg 64 --arg b=u32[256]:0")),
        (200_000, "vectors sm_50:ATOM.INC --random 10000000".into()),
        (1_000_000, format!("explore {lock} --observe data")),
        (1_000_000, format!("explore {lock} --observe data --mode traces")),
        (1_000_000, format!("explore {lock} --observe data --mode traces --races")),
        (1_000_000, format!("explore {lock} --observe data --mode random")),
        (1_000_000, format!("explore {lock} --observe data --replay 0.0:6")),
        (1_000_000, format!("debug {lock} --ex quit")),
        (1_000_000, format!("run {lock} --schedule 0.0:6")),
        (1_000_000, format!("run {lock} --repeat 2")),
        (1_000_000, format!("run {lock} --trace-memory /dev/null")),
    ] {
        let (code, err) = limited(&format!("ulimit -v {kib}"), &words(&line));
        assert_eq!(code, 2, "{line}\n{err}");
        assert!(err.starts_with("error: ") && err.contains("not enough memory"), "{line}\n{err}");
        assert_eq!(err.lines().count(), 1, "{line}\n{err}");
    }
}

/// The bytes of a file, and its name in a folder of its own, with another name of its kernel of the same length.
fn renamed(at: &str, from: &[u8], to: &[u8]) -> String {
    let mut bytes = std::fs::read(repository("kernels/explore/bin/sm_50/examples.cubin")).unwrap();
    let places: Vec<usize> = (0..bytes.len() - from.len()).filter(|n| bytes[*n..].starts_with(from)).collect();
    assert!(!places.is_empty() && from.len() == to.len());
    places.into_iter().for_each(|n| bytes[n..n + to.len()].copy_from_slice(to));
    write(&folder(at), "renamed.cubin", bytes)
}

#[test]
fn names_from_files_do_not_command_a_terminal() {
    // Sets the title of a window, then erases a line and turns the direction of what follows.
    for name in [&b"\x1b]0;x\x07_xx"[..], b"\x1b[2K\rzzzz", b"ab\xe2\x80\xaetset", b"x\x7f\xc2\x9b31mnn"] {
        let file = renamed("status_names", b"spin_lock", name);
        let name = std::str::from_utf8(name).unwrap();
        let launch = ["--grid", "2", "--block", "1", "--arg", "lock=u32[1]:0", "--arg", "data=u32[1]:0"];
        for (verb, more) in [
            ("info", &[][..]),
            ("run", &launch[..]),
            ("run", &["--grid", "1", "--block", "1", "--arg", "lock=u32[1]:1", "--arg", "data=u32[1]:0"][..]),
            ("explore", &launch[..]),
            ("explore", &[&launch[..], &["--json"]].concat()[..]),
            ("debug", &[&launch[..], &["--ex", "info waves", "--ex", "bt", "--ex", "list"]].concat()[..]),
            ("lift", &[][..]),
            ("lint", &[][..]),
            ("dis", &[][..]),
        ] {
            let kernel: &[&str] = if matches!(verb, "dis" | "lint" | "info") { &[] } else { &["--kernel", name] };
            for kernel in [kernel, &["--kernel", "none"][..if kernel.is_empty() { 0 } else { 2 }]] {
                let ran = isotope_with(&[&[verb, &file][..], kernel, more].concat(), b"");
                for text in [&ran.out, &ran.err] {
                    let obeyed = |c: &char| c.is_control() && !"\n\t".contains(*c) || *c == '\u{202e}';
                    assert_eq!(text.chars().find(obeyed), None, "{verb} {more:?}: {text:?}");
                }
                if more.contains(&"--json") {
                    serde_json::from_str::<serde_json::Value>(if ran.out.is_empty() { "0" } else { &ran.out }).unwrap();
                }
            }
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn inputs_without_an_end_are_refused() {
    let pipe = folder("status_pipe").join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let pipe = pipe.display().to_string();
    for verb in [
        "info",
        "dis -t sm_50 --lines",
        "run --grid 1 --block 1",
        "explore --grid 1 --block 1",
        "lint",
        "campaign plan",
        "kit explain",
    ] {
        for file in ["/dev/zero", &pipe] {
            let (code, err) = limited("ulimit -t 20", &words(&format!("{verb} {file}")));
            assert_eq!(code, 2, "{verb} {file}\n{err}");
            assert!(err.contains("is a device, a pipe or a socket; expected a file"), "{verb} {file}\n{err}");
        }
    }
}

#[test]
fn what_interrupted_runs_left_is_removed() {
    let at = folder("status_partial");
    let file = |name: &str, age: u64| {
        let place = write(&at, name, "half");
        let file = File::options().write(true).open(&place).unwrap();
        file.set_modified(std::time::SystemTime::now() - std::time::Duration::from_secs(age)).unwrap();
        (place, file)
    };
    let (left, _) = file(".b.bin.1.partial", 1000);
    let (held, lock) = file(".c.bin.2.partial", 1000);
    let (young, _) = file(".d.bin.3.partial", 0);
    let (other, _) = file("e.partial", 1000);
    lock.try_lock().unwrap();
    let dump = at.join("b.bin").display().to_string();
    isotope(&format!(
        "run {} --grid 1 --block 64 --arg d=u32[64]:7 --arg 64 --arg b=u32[256]:0 --dump b:{dump}",
        cubin("histogram256")
    ))
    .gives(0, "");
    let there = |path: &str| std::path::Path::new(path).exists();
    assert!(!there(&left) && there(&held) && there(&young) && there(&other) && there(&dump));
}

#[test]
fn exported_pages_are_whole_or_absent() {
    let at = folder("status_export");
    let site = at.join("site");
    let args = ["docs", "--export", site.to_str().unwrap()].map(str::to_string);
    // A file that grows too large is an error, or the end of the process.
    let (code, err) = limited("trap '' XFSZ; ulimit -f 8", &args);
    assert!(code == 2 && err.contains("cannot write"), "{code} {err}");
    assert_eq!(std::fs::read_dir(&at).unwrap().count(), 0);
    let (code, err) = limited("ulimit -c 0; ulimit -f 8", &args);
    assert!(code == -1 && !site.exists(), "{code} {err}");
    let left: Vec<_> = std::fs::read_dir(&at).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(left.len(), 1);
    let hour = std::time::Duration::from_secs(3600);
    File::open(&left[0]).unwrap().set_modified(std::time::SystemTime::now() - hour).unwrap();
    // The next run that writes there removes it.
    isotope(&format!("equiv sm_50:ATOM.INC visa:dword_atomic.inc --smt2 {}", at.join("q.smt2").display())).gives(0, "");
    assert!(!left[0].exists());
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
