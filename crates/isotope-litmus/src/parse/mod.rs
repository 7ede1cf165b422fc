//! Litmus text to a [`Test`].
//!
//! The text has a first line with language and name, initial values in braces, a column for each thread under its place in the hierarchy of
//! scopes (OpenCL: a function for each thread), and a condition. The limits are those of [`limit`]; whatever exceeds one, or is not
//! understood, is an [`Error`] with line and column.

mod columns;
mod condition;
mod cursor;
mod lexer;
mod opencl;
mod ptx;
mod vulkan;

use crate::test::{Dialect, Location, Register, Test, Thread};
use cursor::Cursor;
use lexer::{Chars, Token};
use std::collections::HashMap;

/// Limits of a test.
pub mod limit {
    /// Bytes of text.
    pub const TEXT: usize = 1 << 20;
    /// Threads.
    pub const THREADS: usize = 32;
    /// Instructions of a thread.
    pub const INSTRUCTIONS: usize = 512;
    /// Locations.
    pub const LOCATIONS: usize = 64;
    /// Registers of a thread.
    pub const REGISTERS: usize = 64;
    /// Parentheses, negations and blocks inside one another.
    pub const DEPTH: usize = 64;
    /// Comparisons of a condition.
    pub const COMPARISONS: usize = 1024;
}

/// Why a text is not a test.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct Error {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// Something else was expected.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// Expected.
        expected: String,
        /// Found.
        found: String,
    },
    /// It is understood but not allowed.
    #[error("{0}")]
    Refused(String),
}

impl Error {
    fn at(line: u32, column: u32, fault: Fault) -> Error {
        Error { line, column, fault }
    }
}

/// Reads a test.
///
/// # Errors
///
/// The first place that is not understood.
pub fn parse(text: &str) -> Result<Test, Error> {
    if text.len() > limit::TEXT {
        let fault = Fault::Refused(format!("the text has {} bytes; at most {} are read", text.len(), limit::TEXT));
        return Err(Error::at(1, 1, fault));
    }
    let mut chars = Chars::new(text);
    let (language, name) = chars.header()?;
    let dialect = match language.to_ascii_uppercase().as_str() {
        "PTX" => Dialect::Ptx,
        "VULKAN" => Dialect::Vulkan,
        "OPENCL" => Dialect::OpenCl,
        _ => {
            let expected = "the language of the test (PTX, VULKAN, OPENCL)".to_string();
            return Err(Error::at(1, 1, Fault::Expected { expected, found: format!("`{language}`") }));
        }
    };
    let mut cursor = Cursor::new(text, chars.tokens(dialect == Dialect::OpenCl)?);
    let mut test = Test {
        name,
        dialect,
        locations: Vec::new(),
        threads: Vec::new(),
        system_synchronizes: Vec::new(),
        filter: None,
        goal: None,
        shown: Vec::new(),
    };
    match dialect {
        Dialect::OpenCl => opencl::program(&mut cursor, &mut test)?,
        _ => columns::program(&mut cursor, &mut test)?,
    }
    condition::end(&mut cursor, &mut test)?;
    Ok(test)
}

/// Refuses one more than the limit allows.
fn room(have: usize, most: usize, token: &Token, owner: &str, what: &str) -> Result<(), Error> {
    if have < most { Ok(()) } else { Err(Cursor::refused(token, format!("{owner} at most {most} {what}"))) }
}

/// The number of a thread that the test does not have yet.
fn new_thread(cursor: &mut Cursor, threads: &[Thread], form: &str) -> Result<u32, Error> {
    let token = cursor.peek().clone();
    let number = cursor.thread()?;
    if threads.iter().any(|thread| thread.number == number) {
        return Err(Cursor::refused(&token, format!("P{number} has a {form} already")));
    }
    room(threads.len(), limit::THREADS, &token, "a test has", "threads")?;
    Ok(number)
}

/// The register of that name, a new one if there is none.
fn register(registers: &mut Vec<Register>, name: &str, token: &Token) -> Result<usize, Error> {
    if let Some(index) = registers.iter().position(|register| register.name == name) {
        return Ok(index);
    }
    room(registers.len(), limit::REGISTERS, token, "a thread has", "registers")?;
    registers.push(Register { name: name.into(), initial: 0 });
    Ok(registers.len() - 1)
}

/// The names of locations while a test is read.
struct Locations<'t> {
    all: &'t mut Vec<Location>,
    by_name: HashMap<String, usize>,
}

impl<'t> Locations<'t> {
    fn of(all: &'t mut Vec<Location>) -> Locations<'t> {
        let by_name = all.iter().enumerate().map(|(i, location)| (location.name.clone(), i)).collect();
        Locations { all, by_name }
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// A new location, with initial value 0 by default.
    fn add(&mut self, name: &str, token: &Token) -> Result<usize, Error> {
        let index = self.all.len();
        room(index, limit::LOCATIONS, token, "a test has", "locations")?;
        self.by_name.insert(name.into(), index);
        let name = name.into();
        self.all.push(Location { name, place: index, reference: index, elements: 1, ..Location::default() });
        Ok(index)
    }

    fn find_or_add(&mut self, name: &str, token: &Token) -> Result<usize, Error> {
        match self.find(name) {
            Some(index) => Ok(index),
            None => self.add(name, token),
        }
    }
}
