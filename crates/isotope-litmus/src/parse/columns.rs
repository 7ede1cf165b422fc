//! Tests in columns: PTX and Vulkan.

use super::cursor::{Cursor, arith, branch};
use super::lexer::{Kind, Token};
use super::{Error, Locations, limit, new_thread, ptx, register, room, vulkan};
use crate::test::{Address, Dialect, Instruction, LitmusOp, Location, Operand, Proxy, Register, Test, Thread};
use std::collections::HashMap;

/// Reads initial values, columns and rows.
pub fn program(cursor: &mut Cursor, test: &mut Test) -> Result<(), Error> {
    let mut registers = Vec::new();
    initial(cursor, test, &mut registers)?;
    if test.dialect == Dialect::Vulkan && cursor.at_sign("{") {
        vulkan::system_synchronizes(cursor, test)?;
    }
    heads(cursor, test)?;
    vulkan::resolve_pairs(cursor, test)?;
    let mut columns: Vec<Column> = test.threads.iter().map(|_| Column::default()).collect();
    for (number, name, initial, token) in registers {
        let Some(column) = test.threads.iter().position(|thread| thread.number == number) else {
            return Err(Cursor::refused(&token, format!("the test has no thread P{number}")));
        };
        let registers = &mut columns[column].registers;
        let register = register(registers, &name, &token)?;
        registers[register].initial = initial;
    }
    rows(cursor, test, &mut columns)?;
    for (thread, column) in test.threads.iter_mut().zip(columns) {
        (thread.registers, thread.code) = column.done()?;
    }
    Ok(())
}

type Initial = (u32, String, i64, Token);

/// `{ x=0; P0:r0=1; y=x; s @ surface aliases x; z aliases x; }`.
fn initial(cursor: &mut Cursor, test: &mut Test, registers: &mut Vec<Initial>) -> Result<(), Error> {
    cursor.need_sign("{")?;
    let dialect = test.dialect;
    let mut locations = Locations::of(&mut test.locations);
    while !cursor.sign("}") {
        if cursor.sign(";") {
            continue;
        }
        let token = cursor.peek().clone();
        let is_thread = cursor.peek_second().kind == Kind::Sign(":");
        if is_thread {
            let thread = cursor.thread()?;
            cursor.need_sign(":")?;
            let name = register_name(cursor)?;
            cursor.need_sign("=")?;
            if matches!(cursor.peek().kind, Kind::Word(_)) || cursor.at_sign("&") {
                let why = "registers that hold addresses are not read; name the location";
                return Err(Cursor::refused(cursor.peek(), why));
            }
            registers.push((thread, name, cursor.number("a number")?, token));
        } else {
            let bracket = cursor.sign("[");
            let name = cursor.name("a location, a register (P0:r0) or `}`")?;
            if bracket {
                cursor.need_sign("]")?;
            }
            if locations.find(&name).is_some() {
                return Err(Cursor::refused(&token, format!("`{name}` has been given an initial value already")));
            }
            let new = locations.add(&name, &token)?;
            if cursor.sign("=") {
                cursor.sign("&");
                let value = cursor.peek().clone();
                let initial = match &value.kind {
                    Kind::Word(other) => {
                        cursor.take();
                        known(&locations, other, &value)?.initial
                    }
                    _ => cursor.number("a number or a location")?,
                };
                locations.all[new].initial = initial;
            } else {
                let ptx = dialect == Dialect::Ptx;
                let generic = !(ptx && cursor.sign("@")) || ptx::proxy(cursor)? == Proxy::Generic;
                if !cursor.word("aliases") {
                    let more = if ptx { ", `@`" } else { "" };
                    return Err(cursor.expected(format!("`=`{more} or `aliases`")));
                }
                let token = cursor.peek().clone();
                let name = cursor.name("a location")?;
                let of = known(&locations, &name, &token)?.clone();
                // The address of another proxy is the same reference; a generic alias is a reference of its own.
                let reference = if generic { new } else { locations.find(&name).unwrap_or(new) };
                let location = &mut locations.all[new];
                (location.initial, location.place, location.reference) = (of.initial, of.place, reference);
            }
        }
        if !cursor.at_sign("}") {
            cursor.need_sign(";")?;
        }
    }
    cursor.sign(";");
    Ok(())
}

fn known<'l>(locations: &'l Locations, name: &str, token: &Token) -> Result<&'l Location, Error> {
    match locations.find(name) {
        Some(index) => Ok(&locations.all[index]),
        None => Err(Cursor::refused(token, format!("`{name}` is no location yet: declare it before its aliases"))),
    }
}

fn register_name(cursor: &mut Cursor) -> Result<String, Error> {
    match &cursor.peek().kind {
        Kind::Word(word) if is_register(word) => cursor.name("a register"),
        _ => Err(cursor.expected("a register (r0, r1, ..)")),
    }
}

fn is_register(word: &str) -> bool {
    word.strip_prefix('r').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// `P0@cta 0,gpu 0 | ..;`, `P0@sg 0, wg 0, qf 0 | ..;`.
fn heads(cursor: &mut Cursor, test: &mut Test) -> Result<(), Error> {
    loop {
        let number = new_thread(cursor, &test.threads, "column")?;
        cursor.need_sign("@")?;
        let mut groups = [0; 4];
        // From the narrowest to the widest, as in the text; the widest is not written.
        let scopes = test.dialect.scopes();
        for level in (1..scopes.len()).rev() {
            cursor.need_word(scopes[level])?;
            groups[level] = cursor.ordinal("the number of the instance")?;
            if level > 1 {
                cursor.need_sign(",")?;
            }
        }
        test.threads.push(Thread { number, groups, registers: Vec::new(), code: Vec::new() });
        if !cursor.sign("|") {
            break;
        }
    }
    cursor.need_sign(";")
}

fn rows(cursor: &mut Cursor, test: &mut Test, columns: &mut [Column]) -> Result<(), Error> {
    let full = |column| format!("`;`: the row has {column} columns, as many as there are threads");
    let dialect = test.dialect;
    let mut locations = Locations::of(&mut test.locations);
    while !ends(cursor) {
        let mut column = 0;
        loop {
            if !cursor.at_sign("|") && !cursor.at_sign(";") {
                let Some(here) = columns.get_mut(column) else { return Err(cursor.expected(full(column))) };
                let first = cursor.peek().clone();
                let mut cell = Cell { locations: &mut locations, column: here };
                let op = cell.common(cursor, &first)?;
                let op = match (op, dialect) {
                    (Some(op), _) => op,
                    (None, Dialect::Ptx) => Some(ptx::instruction(cursor, &mut cell)?),
                    (None, _) => Some(vulkan::instruction(cursor, &mut cell)?),
                };
                if let Some(op) = op {
                    room(here.code.len(), limit::INSTRUCTIONS, &first, "a thread has", "instructions")?;
                    let text = cursor.text[first.start..cursor.last().end].into();
                    here.code.push(Instruction { line: first.line, text, op, unsequenced: Vec::new() });
                }
                if !cursor.at_sign("|") && !cursor.at_sign(";") {
                    return Err(cursor.expected("`|` or `;` after the instruction"));
                }
            }
            column += 1;
            if cursor.sign(";") {
                break;
            }
            cursor.need_sign("|")?;
            if column >= columns.len() && !cursor.at_sign(";") {
                return Err(cursor.expected(full(column)));
            }
        }
    }
    Ok(())
}

fn ends(cursor: &Cursor) -> bool {
    cursor.at_end()
        || cursor.at_sign("~")
        || ["exists", "forall", "filter", "locations", "not"].iter().any(|word| cursor.at_word(word))
}

/// A column, while it is read.
#[derive(Default)]
pub struct Column {
    registers: Vec<Register>,
    code: Vec<Instruction>,
    labels: HashMap<String, usize>,
    /// Instructions that jump to a label, with the token that names it.
    jumps: Vec<(usize, String, Token)>,
}

impl Column {
    fn done(mut self) -> Result<(Vec<Register>, Vec<Instruction>), Error> {
        for (from, label, token) in self.jumps {
            let Some(&target) = self.labels.get(&label) else {
                return Err(Cursor::refused(&token, format!("the thread has no label `{label}`")));
            };
            if let LitmusOp::Branch { to, .. } | LitmusOp::Jump { to } = &mut self.code[from].op {
                *to = target;
            }
        }
        Ok((self.registers, self.code))
    }
}

/// A cell: one instruction of one thread.
pub struct Cell<'c, 'l> {
    locations: &'c mut Locations<'l>,
    column: &'c mut Column,
}

impl Cell<'_, '_> {
    /// Labels, jumps and arithmetic, which all languages write the same. `None`: another instruction; `Some(None)`: a label.
    fn common(&mut self, cursor: &mut Cursor, first: &Token) -> Result<Option<Option<LitmusOp>>, Error> {
        let Kind::Word(word) = &first.kind else { return Err(cursor.expected("an instruction")) };
        if cursor.peek_second().kind == Kind::Sign(":") {
            cursor.take();
            cursor.take();
            if self.column.labels.insert(word.clone(), self.column.code.len()).is_some() {
                return Err(Cursor::refused(first, format!("the thread has a label `{word}` already")));
            }
            return Ok(Some(None));
        }
        let op = if cursor.word("goto") {
            self.target(cursor)?;
            LitmusOp::Jump { to: 0 }
        } else if let Some(compare) = branch(word) {
            cursor.take();
            let a = self.operand(cursor)?;
            cursor.need_sign(",")?;
            let b = self.operand(cursor)?;
            cursor.need_sign(",")?;
            self.target(cursor)?;
            LitmusOp::Branch { compare, a, b, to: 0 }
        } else if let (Some(how), Kind::Word(_)) = (arith(word), &cursor.peek_second().kind) {
            cursor.take();
            let to = self.destination(cursor)?;
            let a = self.operand(cursor)?;
            cursor.need_sign(",")?;
            LitmusOp::Set { to, how, a, b: self.operand(cursor)? }
        } else {
            return Ok(None);
        };
        Ok(Some(Some(op)))
    }

    fn target(&mut self, cursor: &mut Cursor) -> Result<(), Error> {
        let token = cursor.peek().clone();
        let label = cursor.name("a label")?;
        self.column.jumps.push((self.column.code.len(), label, token));
        Ok(())
    }

    /// A destination register, and the comma after it.
    pub fn destination(&mut self, cursor: &mut Cursor) -> Result<usize, Error> {
        let to = self.register(cursor)?;
        cursor.need_sign(",")?;
        Ok(to)
    }

    fn register(&mut self, cursor: &mut Cursor) -> Result<usize, Error> {
        let token = cursor.peek().clone();
        let name = register_name(cursor)?;
        register(&mut self.column.registers, &name, &token)
    }

    /// A number or a register.
    pub fn operand(&mut self, cursor: &mut Cursor) -> Result<Operand, Error> {
        match &cursor.peek().kind {
            Kind::Word(_) => self.register(cursor).map(Operand::Reg),
            _ => cursor.number("a number or a register (r0, r1, ..)").map(Operand::Const),
        }
    }

    /// A location.
    pub fn location(&mut self, cursor: &mut Cursor) -> Result<Address, Error> {
        let token = cursor.peek().clone();
        match &token.kind {
            Kind::Word(name) if !is_register(name) => {
                cursor.take();
                let location = self.locations.find_or_add(name, &token)?;
                Ok(Address { location, element: None })
            }
            _ => Err(cursor.expected("a location")),
        }
    }
}
