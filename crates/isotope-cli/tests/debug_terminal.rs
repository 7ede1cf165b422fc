//! The debugger at a terminal: lines that come back, and Ctrl-C.
#![cfg(unix)]

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::common::repository;

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A session over a launch that does not end.
struct Session {
    child: Child,
    input: File,
    output: Receiver<Vec<u8>>,
    heard: String,
}

fn spins(file: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isotope"));
    let file = repository(&format!("kernels/debug/bin/{file}"));
    command.args(["debug", &file, "--kernel", "spins", "--grid", "1", "--block", "1", "--arg", "out=u32[2]:0"]);
    command.args(["--ex", "limit 100000000000"]).env("TERM", "xterm");
    command
}

impl Session {
    fn new(file: &str) -> Session {
        let pty = nix::pty::openpty(None, None).unwrap();
        let slave = || Stdio::from(pty.slave.try_clone().unwrap());
        let child = spins(file).arg("-i").stdin(slave()).stdout(slave()).stderr(slave()).spawn().unwrap();
        drop(pty.slave);
        let (input, mut from) = (File::from(pty.master.try_clone().unwrap()), File::from(pty.master));
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(got) = from.read(&mut buffer) {
                if got == 0 || sender.send(buffer[..got].to_vec()).is_err() {
                    return;
                }
            }
        });
        Session { child, input, output, heard: String::new() }
    }

    fn types(&mut self, keys: &str) {
        self.input.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits for a text, and gives what came in front of it.
    fn hears(&mut self, text: &str) -> String {
        let begun = Instant::now();
        loop {
            if let Some(at) = self.heard.find(text) {
                let rest = self.heard.split_off(at + text.len());
                return std::mem::replace(&mut self.heard, rest);
            }
            let left = PATIENCE.saturating_sub(begun.elapsed());
            let more = self.output.recv_timeout(left).unwrap_or_else(|_| panic!("`{text}` in {:?}", self.heard));
            self.heard += &String::from_utf8_lossy(&more);
        }
    }

    /// Waits for the end, and gives its status.
    fn ends(&mut self) -> Option<i32> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        self.child.kill().unwrap();
        panic!("it goes on: {:?}", self.heard);
    }

    /// Ctrl-C while a command runs, which the terminal makes a signal of.
    fn interrupts(&mut self) {
        // The command has to be at it.
        std::thread::sleep(Duration::from_secs(2));
        kill(Pid::from_raw(self.child.id() as i32), Signal::SIGINT).unwrap();
    }
}

/// Ctrl-C stops what runs, with the place; arrow up brings the line back; at the prompt it says how to end, and twice it ends.
#[test]
fn ctrl_c_and_lines_that_come_back() {
    for file in ["sm_50/steps.cubin", "gfx1100/steps.O0.co", "tgllp/steps.zebin"] {
        let mut session = Session::new(file);
        session.hears("(isotope) ");
        session.types("continue\r");
        session.interrupts();
        session.hears("interrupted");
        let place = session.hears("(isotope) ");
        assert!(place.contains("group 0 wave 0, step ") && place.contains("\n0x"), "{file}: {place:?}");
        // The line before comes back, and does it again.
        session.types("\x1b[A\r");
        session.interrupts();
        session.hears("interrupted");
        session.hears("(isotope) ");
        session.types("pri\x03");
        session.hears("Ctrl-C once more, Ctrl-D or `quit` ends the session");
        // Between two prompts the terminal turns the key into a signal, and this terminal controls no process: the key would be lost.
        session.hears("(isotope) ");
        session.types("\x03");
        assert_eq!(session.ends(), Some(3), "{file}");
    }
}

/// A script ends where it is interrupted.
#[test]
fn ctrl_c_ends_a_script() {
    let mut command = spins("sm_50/steps.cubin");
    let child = command.args(["--ex", "continue", "--ex", "print 12345"]).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    let ran = child.wait_with_output().unwrap();
    let text = String::from_utf8(ran.stdout).unwrap();
    assert_eq!(ran.status.code(), Some(3), "{text}");
    assert!(text.contains("interrupted\ngroup 0 wave 0, step ") && !text.contains("12345"), "{text}");
}
