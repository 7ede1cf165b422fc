//! Helpers of the tests of targets and engines: files, inputs, code from text, launches with named buffers. The tests of this package are
//! those of the repository's own rules, and of what several targets share.
//!
//! It is a separate package so that its tests are compiled without optimisation, which takes a quarter of the time, while the crates
//! under test are optimised (`[profile.test]` in the workspace's `Cargo.toml`).
#![allow(missing_docs)]

pub mod files;
pub mod host;
pub mod kernel_files;
pub mod rdna;
pub mod sass;
pub mod steps;
#[path = "../../isotope-op/tests/common/sweep.rs"]
pub mod sweep;
pub mod visa;

pub use kernel_files::*;

use std::collections::HashMap;
use std::time::Duration;

use isotope_machine::mem::Memory;
use isotope_machine::mem::typed::Shape;
use isotope_machine::{Dispatch, Options, Outcome};
use isotope_object::Image;
use isotope_op::assume::Assumptions;
use isotope_target::launch::{Arg, Launch, LaunchError};
use isotope_targets::TARGETS;

/// The rows of a table of `tests/data`: columns between tabs. Lines that begin with `#` are comments, and some are empty.
pub fn rows(path: &str) -> Vec<Vec<String>> {
    let text = text(&data(path));
    let rows = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|line| line.split('\t').map(str::to_string).collect()).collect()
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// Bytes from hexadecimal.
pub fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect()
}

/// Compares a page or list that a test makes with the one of the repository. `UPDATE=1` writes it.
pub fn current(path: &str, made: &str) {
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(repository(path), made).unwrap();
    }
    let stored = std::fs::read_to_string(repository(path)).unwrap_or_default();
    let differs = stored.lines().zip(made.lines()).find(|(stored, made)| stored != made);
    assert!(stored == made, "{path} is not current: UPDATE=1 cargo test -p isotope-tests writes it; {differs:?}");
}

/// Launches a kernel with these buffers; `request` makes the launch from their addresses. Returns the end of the launch, and what the
/// buffers then hold.
pub fn try_launch<B: AsRef<[u8]>>(
    image: &Image,
    kernel: &str,
    buffers: &[B],
    options: Options<'_>,
    request: impl FnOnce(&[u64]) -> Launch,
) -> Result<(Outcome, Vec<Vec<u8>>), LaunchError> {
    let mut memory = Memory::new();
    let at: Vec<u64> = buffers.iter().map(|bytes| memory.allocate("data", bytes.as_ref()).unwrap()).collect();
    let dispatch = TARGETS.prepare(image, image.kernel(Some(kernel)).unwrap(), &mut memory, &request(&at))?;
    let outcome = isotope_machine::launch(&dispatch, &memory, options).outcome;
    let left = at.iter().zip(buffers).map(|(at, bytes)| memory.read(*at, bytes.as_ref().len() as u32).unwrap());
    Ok((outcome, left.collect()))
}

/// The same to a normal end.
pub fn launched<B: AsRef<[u8]>>(
    image: &Image,
    kernel: &str,
    buffers: &[B],
    options: Options<'_>,
    request: impl FnOnce(&[u64]) -> Launch,
) -> Vec<Vec<u8>> {
    let (outcome, left) =
        try_launch(image, kernel, buffers, options, request).unwrap_or_else(|e| panic!("{kernel}: {e}"));
    assert_eq!(outcome, Outcome::Done, "{kernel}");
    left
}

/// The message that refuses a launch on empty memory.
pub fn refused(image: &Image, kernel: &str, launch: &Launch) -> String {
    let kernel = image.kernel(Some(kernel)).unwrap();
    TARGETS.prepare(image, kernel, &mut Memory::new(), launch).unwrap_err().to_string()
}

/// Assumptions by id and value.
pub fn assume(choices: &[(&str, &str)]) -> Assumptions {
    let mut assumptions = Assumptions::DEFAULT;
    choices.iter().for_each(|(id, value)| assert!(assumptions.set(id, value), "{id}={value}"));
    assumptions
}

/// Random words.
pub fn random(n: usize, seed: u64) -> Vec<u32> {
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as u32
    };
    (0..n).map(|_| next() << 1 ^ next()).collect()
}

pub fn random64(n: usize, seed: u64) -> Vec<u64> {
    random(2 * n, seed).as_chunks::<2>().0.iter().map(|p| u64::from(p[0]) << 32 | u64::from(p[1])).collect()
}

pub fn bytes32(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

pub fn bytes64(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

pub fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks::<4>().0.iter().map(|&w| u32::from_le_bytes(w)).collect()
}

pub fn wides(bytes: &[u8]) -> Vec<u64> {
    bytes.as_chunks::<8>().0.iter().map(|&w| u64::from_le_bytes(w)).collect()
}

/// An argument: a buffer by name, or a value.
pub enum A {
    Buffer(&'static str, Vec<u8>),
    Word(u32),
    Wide(u64),
    Bytes(Vec<u8>),
    Image(&'static str, Vec<u8>, Shape),
}

/// Memory with named buffers, for a sequence of launches.
#[derive(Default)]
pub struct Bench {
    pub memory: Memory,
    buffers: HashMap<&'static str, (u64, u32)>,
}

impl Bench {
    /// Maps a buffer; returns its address.
    pub fn buffer(&mut self, name: &'static str, bytes: &[u8]) -> u64 {
        let base = self.memory.allocate(name, bytes).unwrap();
        self.buffers.insert(name, (base, bytes.len() as u32));
        base
    }

    /// Prepares a launch. A buffer mapped by an earlier launch keeps its contents.
    pub fn prepare(&mut self, image: &Image, kernel: &str, groups: u32, size: u32, args: Vec<A>) -> Dispatch {
        let args = args
            .into_iter()
            .map(|arg| match arg {
                A::Buffer(name, bytes) => Arg::Address(match self.buffers.get(name) {
                    Some((base, _)) => *base,
                    None => self.buffer(name, &bytes),
                }),
                A::Word(v) => Arg::U32(v),
                A::Wide(v) => Arg::U64(v),
                A::Bytes(v) => Arg::Bytes(v),
                A::Image(name, bytes, shape) => Arg::Image { address: self.buffer(name, &bytes), shape },
            })
            .collect();
        self.prepared(image, kernel, &Launch::new([groups, 1, 1], [size, 1, 1], args))
    }

    fn prepared(&mut self, image: &Image, kernel: &str, launch: &Launch) -> Dispatch {
        let entry = image.kernel(Some(kernel)).unwrap();
        TARGETS.prepare(image, entry, &mut self.memory, launch).unwrap_or_else(|e| panic!("{kernel}: {e}"))
    }

    /// Runs a launch to any outcome.
    pub fn launch(&mut self, image: &Image, kernel: &str, launch: &Launch, options: Options<'_>) -> Outcome {
        let dispatch = self.prepared(image, kernel, launch);
        isotope_machine::launch(&dispatch, &self.memory, options).outcome
    }

    /// Runs a kernel to any outcome.
    pub fn outcome(
        &mut self,
        image: &Image,
        kernel: &str,
        groups: u32,
        size: u32,
        args: Vec<A>,
        options: Options<'_>,
    ) -> Outcome {
        let dispatch = self.prepare(image, kernel, groups, size, args);
        isotope_machine::launch(&dispatch, &self.memory, options).outcome
    }

    /// Runs a kernel to its normal end.
    pub fn run(
        &mut self,
        image: &Image,
        kernel: &str,
        groups: u32,
        size: u32,
        args: Vec<A>,
        options: Options<'_>,
    ) -> &mut Bench {
        let outcome = self.outcome(image, kernel, groups, size, args, options);
        assert_eq!(outcome, Outcome::Done, "{kernel} {options:?}");
        self
    }

    /// The bytes of a buffer.
    pub fn bytes(&self, name: &str) -> Vec<u8> {
        let (base, len) = self.buffers[name];
        self.memory.read(base, len).unwrap()
    }

    pub fn words(&self, name: &str) -> Vec<u32> {
        words(&self.bytes(name))
    }

    pub fn wides(&self, name: &str) -> Vec<u64> {
        wides(&self.bytes(name))
    }
}

/// Runs the check in order, on two threads, and under other schedules.
pub fn each(check: impl Fn(Options<'_>)) {
    check(Options::default());
    check(Options { threads: 2, opening: Some(Duration::ZERO), ..Options::default() });
    (1..=6).for_each(|seed| check(Options { seed, ..Options::default() }));
}

/// The compiled files of folders under `kernels`, sorted by path; there must be at least `least`.
pub fn compiled(folders: &[&str], extension: &str, least: usize) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for folder in folders {
        for path in entries(&kernels(folder)).iter().filter(|path| file_name(path).ends_with(extension)) {
            all.push((format!("{folder}/{}", file_name(path)), read(path)));
        }
    }
    all.sort();
    assert!(all.len() >= least, "{} files {extension}", all.len());
    all
}

/// A line with a few characters replaced, inserted, or cut off.
pub fn damaged(line: &str, alphabet: &[char], random: &mut isotope_op::random::Random) -> String {
    let mut line: Vec<char> = line.chars().collect();
    for _ in 0..1 + random.draw() % 4 {
        let at = random.draw() as usize % line.len();
        match random.draw() % 3 {
            0 => line[at] = alphabet[random.draw() as usize % alphabet.len()],
            1 => line.insert(at, alphabet[random.draw() as usize % alphabet.len()]),
            _ => line.truncate(at.max(1)),
        }
    }
    line.into_iter().collect()
}
