//! Running the command and looking at what it did.
#![allow(dead_code, reason = "each test file uses a part")]

#[path = "../../../isotope-op/tests/common/sweep.rs"]
pub mod sweep;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run of the command left.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// The status and the text on stdout.
    #[track_caller]
    pub fn gives(&self, code: i32, out: &str) {
        assert_eq!((self.code, self.out.as_str()), (code, out), "{}", self.err);
    }

    /// The status, nothing on stdout, and this text on stderr.
    #[track_caller]
    pub fn fails(&self, code: i32, err: &str) {
        assert_eq!((self.code, self.out.as_str()), (code, ""), "{}", self.err);
        assert!(self.err.contains(err), "expected\n{err}\nin\n{}", self.err);
    }

    /// Bad usage, in the words of the reader of command lines.
    #[track_caller]
    pub fn refuses_usage(&self, err: &str) {
        self.fails(2, err);
    }

    /// As [`Ran::fails`] with status 2, in one line.
    #[track_caller]
    pub fn refuses(&self, err: &str) {
        self.fails(2, err);
        assert_eq!(self.err.trim_end().lines().count(), 1, "{}", self.err);
        assert!(self.err.starts_with("error: "), "{}", self.err);
    }
}

/// Run `isotope` with `input` on stdin.
pub fn isotope_with(args: &[&str], input: &[u8]) -> Ran {
    isotope_at(".", args, input)
}

/// Run `isotope` in a folder, with `input` on stdin.
pub fn isotope_at(folder: &str, args: &[&str], input: &[u8]) -> Ran {
    let (code, out, err) = bytes_of(folder, args, input);
    Ran { code, out: String::from_utf8(out).expect("stdout is text"), err }
}

/// The same, where stdout may be no text: status, stdout, stderr.
pub fn bytes_of(folder: &str, args: &[&str], input: &[u8]) -> (i32, Vec<u8>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_isotope"))
        .current_dir(folder)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    let input = input.to_vec();
    // The command may answer before it has read everything, or stop reading.
    let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the command ends");
    feeder.join().expect("the feeder ends");
    let err = String::from_utf8(output.stderr).expect("stderr is text");
    (output.status.code().unwrap_or(-1), output.stdout, err)
}

/// Run `isotope` without input. The arguments are one line of words; a word in quotes may hold blanks.
pub fn isotope(line: &str) -> Ran {
    isotope_with(&words(line).iter().map(String::as_str).collect::<Vec<_>>(), b"")
}

pub fn words(line: &str) -> Vec<String> {
    line.split('\'')
        .enumerate()
        .flat_map(|(i, part)| match i % 2 {
            0 => part.split_whitespace().map(str::to_string).collect(),
            _ => vec![part.to_string()],
        })
        .collect()
}

/// A file or folder of the repository.
pub fn repository(path: &str) -> String {
    format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"))
}

/// A cubin of the kernel suite.
pub fn cubin(name: &str) -> String {
    repository(&format!("kernels/bin/sm_50/{name}.cubin"))
}

/// A case of the kernel suite.
pub fn case(name: &str) -> String {
    repository(&format!("kernels/cases/{name}.json"))
}

/// An empty folder for one test.
pub fn folder(test: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).expect("a folder for the test");
    dir
}

/// Write a file of a test; gives its path.
pub fn write(dir: &Path, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = dir.join(name);
    std::fs::write(&path, bytes).expect("a file for the test");
    path.display().to_string()
}

/// A case with a change made to it.
pub fn changed(dir: &Path, name: &str, change: impl FnOnce(&mut serde_json::Value)) -> String {
    let text = std::fs::read_to_string(case(name)).expect("a case");
    let mut json = serde_json::from_str(&text).expect("JSON");
    change(&mut json);
    write(dir, &format!("{name}.changed.json"), json.to_string())
}

/// The rules that a launch breaks, as `run --json` lists them, and the exit status.
pub fn broken_rules(line: &str) -> (i32, Vec<serde_json::Value>) {
    let ran = isotope(&format!("run {line} --json"));
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}", ran.err));
    (ran.code, json["rules"].as_array().unwrap().clone())
}

/// Whether a location, or what it was inlined at, is this line of a file.
pub fn is_at(location: &serde_json::Value, file: &str, line: u64) -> bool {
    let inlined = location["inlined_at"].as_array();
    let all = std::iter::once(location).chain(inlined.into_iter().flatten());
    all.into_iter().any(|at| at["file"] == file && at["line"] == line)
}
