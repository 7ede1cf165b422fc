//! What follows the program: `locations`, `filter`, and the condition.

use super::cursor::{Cursor, thread_number};
use super::lexer::Kind;
use super::{Error, limit, room};
use crate::test::{Compare, Condition, Quantifier, Test, Value};

/// Reads to the end of the text.
pub fn end(cursor: &mut Cursor, test: &mut Test) -> Result<(), Error> {
    if cursor.word("locations") {
        cursor.need_sign("[")?;
        while !cursor.sign("]") {
            let value = value(cursor, test)?;
            test.shown.push(value);
            if !cursor.at_sign("]") {
                cursor.need_sign(";")?;
            }
        }
    }
    if cursor.word("filter") {
        test.filter = Some(Reader { comparisons: 0 }.or(cursor, test, 0)?);
        cursor.sign(";");
    }
    let mut quantifier = cursor.one_of(&[("exists", Quantifier::Exists), ("forall", Quantifier::Forall)]);
    if quantifier.is_none() && (cursor.sign("~") || cursor.word("not")) {
        cursor.need_word("exists")?;
        quantifier = Some(Quantifier::NotExists);
    }
    if let Some(quantifier) = quantifier {
        test.goal = Some((quantifier, Reader { comparisons: 0 }.or(cursor, test, 0)?));
        cursor.sign(";");
    }
    match cursor.at_end() {
        true => Ok(()),
        false if test.goal.is_some() => Err(cursor.expected("the end of the text")),
        false => Err(cursor.expected("`filter`, `exists`, `~exists`, `forall` or the end of the text")),
    }
}

struct Reader {
    comparisons: usize,
}

impl Reader {
    fn or(&mut self, cursor: &mut Cursor, test: &Test, depth: usize) -> Result<Condition, Error> {
        let mut all = self.and(cursor, test, depth)?;
        while cursor.sign("\\/") || cursor.sign("||") {
            all = Condition::Or(Box::new(all), Box::new(self.and(cursor, test, depth)?));
        }
        Ok(all)
    }

    fn and(&mut self, cursor: &mut Cursor, test: &Test, depth: usize) -> Result<Condition, Error> {
        let mut all = self.one(cursor, test, depth)?;
        while cursor.sign("/\\") || cursor.sign("&&") {
            all = Condition::And(Box::new(all), Box::new(self.one(cursor, test, depth)?));
        }
        Ok(all)
    }

    fn one(&mut self, cursor: &mut Cursor, test: &Test, depth: usize) -> Result<Condition, Error> {
        room(depth, limit::DEPTH, cursor.peek(), "conditions nest", "deep")?;
        if cursor.sign("~") || cursor.sign("!") || cursor.word("not") {
            return Ok(Condition::Not(Box::new(self.one(cursor, test, depth + 1)?)));
        }
        if cursor.sign("(") {
            let inner = self.or(cursor, test, depth + 1)?;
            cursor.need_sign(")")?;
            return Ok(inner);
        }
        room(self.comparisons, limit::COMPARISONS, cursor.peek(), "a condition has", "comparisons")?;
        self.comparisons += 1;
        let a = value(cursor, test)?;
        let compare = if cursor.sign("=") { Some(Compare::Eq) } else { cursor.comparison() };
        let compare = compare.ok_or_else(|| cursor.expected("a comparison (==, !=, <, <=, >, >=)"))?;
        Ok(Condition::Compare(a, compare, value(cursor, test)?))
    }
}

/// `P0:r1`, `0:r1`, `x`, `[x]`, a number.
fn value(cursor: &mut Cursor, test: &Test) -> Result<Value, Error> {
    let first = cursor.peek().clone();
    let thread = match &first.kind {
        Kind::Word(word) => thread_number(word),
        Kind::Number(number) => u32::try_from(*number).ok(),
        _ => None,
    };
    if let (Some(number), Kind::Sign(":")) = (thread, &cursor.peek_second().kind) {
        cursor.take();
        cursor.take();
        let Some(column) = test.threads.iter().position(|thread| thread.number == number) else {
            return Err(Cursor::refused(&first, format!("the test has no thread P{number}")));
        };
        let token = cursor.peek().clone();
        let name = cursor.name("a register")?;
        return match test.threads[column].registers.iter().position(|register| register.name == name) {
            Some(register) => Ok(Value::Register(column, register)),
            None => Err(Cursor::refused(&token, format!("P{number} has no register `{name}`"))),
        };
    }
    let bracket = cursor.sign("[");
    let token = cursor.peek().clone();
    let value = match &token.kind {
        Kind::Word(name) => {
            cursor.take();
            match test.locations.iter().position(|location| location.name == *name) {
                Some(location) => element(cursor, test, location)?,
                None => return Err(Cursor::refused(&token, format!("the test has no location `{name}`"))),
            }
        }
        _ if bracket => return Err(cursor.expected("a location")),
        _ => Value::Const(cursor.number("a register (P0:r0), a location or a number")?),
    };
    if bracket {
        cursor.need_sign("]")?;
    }
    Ok(value)
}

/// `y[1]`, of an array.
fn element(cursor: &mut Cursor, test: &Test, location: usize) -> Result<Value, Error> {
    if test.locations[location].elements < 2 || !cursor.sign("[") {
        return Ok(Value::Location(location));
    }
    let token = cursor.peek().clone();
    let index = cursor.ordinal("the number of an element")? as usize;
    cursor.need_sign("]")?;
    if index >= test.locations[location].elements {
        let why = format!("the array has {} elements, numbered from 0", test.locations[location].elements);
        return Err(Cursor::refused(&token, why));
    }
    Ok(Value::Location(location + index))
}
