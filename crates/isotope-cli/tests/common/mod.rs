//! Running the command and looking at what it did.
#![allow(dead_code, reason = "each test file uses a part")]

#[path = "../../../isotope-op/tests/common/sweep.rs"]
pub mod sweep;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run of the command left.
#[derive(Debug, Default)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
    /// The arguments, for messages.
    pub line: String,
}

/// Methods that look at stdout and at stderr.
macro_rules! looks {
    ($($name:ident: $stream:ident $test:expr;)*) => {
        $(
            #[track_caller]
            pub fn $name(&self, part: impl AsRef<str>) -> &Ran {
                let (test, part): (fn(&str, &str) -> bool, &str) = ($test, part.as_ref());
                assert!(test(&self.$stream, part), "{}: {}\n{part}\n{self:#?}", stringify!($name), self.line);
                self
            }
        )*
    };
}

impl Ran {
    looks! {
        out_is: out |text, part| text == part;
        out_has: out |text, part| text.contains(part);
        out_lacks: out |text, part| !text.contains(part);
        out_begins: out |text, part| text.starts_with(part);
        out_ends: out |text, part| text.ends_with(part);
        err_is: err |text, part| text == part;
        err_has: err |text, part| text.contains(part);
        err_lacks: err |text, part| !text.contains(part);
        err_begins: err |text, part| text.starts_with(part);
        err_ends: err |text, part| text.ends_with(part);
    }

    #[track_caller]
    pub fn out_has_each<'a>(&self, parts: impl IntoIterator<Item = &'a str>) -> &Ran {
        parts.into_iter().for_each(|part| _ = self.out_has(part));
        self
    }

    #[track_caller]
    pub fn err_has_each<'a>(&self, parts: impl IntoIterator<Item = &'a str>) -> &Ran {
        parts.into_iter().for_each(|part| _ = self.err_has(part));
        self
    }

    /// The exit status.
    #[track_caller]
    pub fn status(&self, code: i32) -> &Ran {
        assert_eq!(self.code, code, "{}\n{}{}", self.line, self.out, self.err);
        self
    }

    /// The JSON on stdout.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{}: {e}\n{}{}", self.line, self.out, self.err))
    }

    /// The JSON in each line of stdout.
    #[track_caller]
    pub fn json_lines(&self) -> Vec<serde_json::Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
    }

    /// The status and the text on stdout.
    #[track_caller]
    pub fn gives(&self, code: i32, out: &str) -> &Ran {
        assert_eq!((self.code, self.out.as_str()), (code, out), "{}\n{}", self.line, self.err);
        self
    }

    /// The status, nothing on stdout, and this text on stderr.
    #[track_caller]
    pub fn fails(&self, code: i32, err: &str) -> &Ran {
        self.gives(code, "").err_has(err)
    }

    /// As [`Ran::fails`] with status 2, in one line.
    #[track_caller]
    pub fn refuses(&self, err: &str) {
        self.fails(2, err).err_begins("error: ");
        assert_eq!(self.err.trim_end().lines().count(), 1, "{}", self.err);
    }
}

/// Run `isotope` with `input` on stdin.
pub fn isotope_with(args: &[impl AsRef<str>], input: &[u8]) -> Ran {
    isotope_at(".", args, input)
}

/// Run `isotope` in a folder, with `input` on stdin.
pub fn isotope_at(folder: &str, args: &[impl AsRef<str>], input: &[u8]) -> Ran {
    let (code, out, err) = bytes_of(folder, args, input);
    Ran {
        code,
        out: String::from_utf8(out).expect("stdout is text"),
        err,
        line: args.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(" "),
    }
}

/// The same, where stdout may be no text: status, stdout, stderr.
pub fn bytes_of(folder: &str, args: &[impl AsRef<str>], input: &[u8]) -> (i32, Vec<u8>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_isotope"))
        .current_dir(folder)
        .args(args.iter().map(AsRef::as_ref))
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
    isotope_fed(line, "")
}

/// As [`isotope`], with a text on stdin.
pub fn isotope_fed(line: &str, input: &str) -> Ran {
    isotope_with(&words(line), input.as_bytes())
}

/// The JSON in a file.
pub fn json_of(path: impl AsRef<Path>) -> serde_json::Value {
    serde_json::from_str(&std::fs::read_to_string(path).expect("a file")).expect("JSON")
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

/// A file of the repository holds this text; `UPDATE=1` writes it.
#[track_caller]
pub fn is_current(name: &str, text: &str) {
    let path = repository(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, text).expect("the file is written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = committed.lines().zip(text.lines()).find(|(a, b)| a != b);
    assert!(committed == text, "{name} is old: UPDATE=1 writes it\n{differs:#?}");
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
    let mut json = json_of(case(name));
    change(&mut json);
    write(dir, &format!("{name}.changed.json"), json.to_string())
}

/// The rules that a launch breaks, as `run --json` lists them, and the exit status.
pub fn broken_rules(line: &str) -> (i32, Vec<serde_json::Value>) {
    let ran = isotope(&format!("run {line} --json"));
    (ran.code, ran.json()["rules"].as_array().unwrap().clone())
}

/// Whether a location, or what it was inlined at, is this line of a file.
pub fn is_at(location: &serde_json::Value, file: &str, line: u64) -> bool {
    let inlined = location["inlined_at"].as_array();
    let all = std::iter::once(location).chain(inlined.into_iter().flatten());
    all.into_iter().any(|at| at["file"] == file && at["line"] == line)
}
