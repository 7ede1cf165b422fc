//! Operands: general operands with regions, addresses, immediates, and operands of memory instructions.

use super::{Reader, address_bits, float, modifier, type_suffix, undeclared, whole_number};
use crate::Mode;
use crate::form::Classes;
use crate::inst::*;
use crate::names::{Entity, Names};
use crate::text::{Cursor, expression, fitting, sum, unary};
use isotope_table::{ParseError, leading_digits};

/// Allowed strides within a row, elements per row, and strides between rows, as bit masks.
const STEPS: u64 = bits(&[0, 1, 2, 4]);
const WIDTHS: u64 = bits(&[0, 1, 2, 4, 8, 16]);
const ROWS: u64 = bits(&[0, 1, 2, 4, 8, 16, 32]);

const fn bits(list: &[u32]) -> u64 {
    let (mut set, mut i) = (0, 0);
    while i < list.len() {
        set |= 1 << list[i];
        i += 1;
    }
    set
}

impl Reader<'_> {
    /// Parses an operand whose syntax determines its kind.
    pub(super) fn vector(
        &self,
        text: &mut Cursor,
        classes: Classes,
        written: bool,
        what: &str,
    ) -> Result<Operand, ParseError> {
        let start = text.start();
        let modifier = modifier(text);
        let cannot = |found: &str| format!("{what} cannot be {found}");
        let whole = |class: Classes, text: &Cursor, found: &str| {
            if classes.has(class) { Ok(()) } else { Err(ParseError::new(start..text.at, cannot(found))) }
        };
        match text.peek() {
            Some(b'r') if text.line.as_bytes().get(text.at + 1) == Some(&b'[') => {
                let operand = self.indirect(text, modifier, written)?;
                return whole(Classes::INDIRECT, text, "indirect").map(|()| operand);
            }
            Some(b'&') => {
                let operand = self.address_of(text)?;
                return whole(Classes::ADDRESS_OF, text, "the address of a variable").map(|()| operand);
            }
            Some(c) if c.is_ascii_digit() || matches!(c, b'-' | b'~' | b'!' | b'(') && !written => {
                let operand = self.immediate(text)?;
                return whole(Classes::IMMEDIATE, text, "a number").map(|()| operand);
            }
            _ => {}
        }
        let before = *text;
        let allow = |class: Classes, found: &str| {
            if classes.has(class) { Ok(()) } else { Err(before.error(cannot(found))) }
        };
        let Some(name) = text.word() else { return Err(text.wrong(what)) };
        match self.program.names.find(name) {
            Some(Entity::Variable(var)) => {
                allow(Classes::GENERAL, "elements of a variable")?;
                let (row, col) = if text.peek() == Some(b'(') {
                    self.element(text)?
                } else if written {
                    (0, 0)
                } else {
                    return Err(text.wrong("`(row,element)`"));
                };
                let region = if written { self.destination(text)? } else { self.region(text, false)? };
                Ok(Operand::General { var, row, col, region, modifier })
            }
            Some(Entity::Predicate(id)) => {
                allow(Classes::PREDICATE, "a predicate")?;
                Ok(Operand::Predicate(Pred { id, combine: Combine::Lane, invert: false }))
            }
            Some(Entity::Address(id)) => {
                allow(Classes::ADDRESS, "an address variable")?;
                let offset = self.bracketed(text, b'(', b')', 255)? as u8;
                let width = self.bracketed(text, b'<', b'>', 32)?;
                Ok(Operand::Address { id, offset, width: width as u8 })
            }
            Some(entity @ (Entity::Surface(id) | Entity::Sampler(id))) => {
                allow(Classes::STATE, entity.what())?;
                let offset = self.bracketed(text, b'(', b')', 255)? as u8;
                let surface = matches!(entity, Entity::Surface(_));
                let kind = if surface { StateKind::Surface } else { StateKind::Sampler };
                Ok(Operand::State { kind, id: id.into(), offset })
            }
            None => Err(undeclared(before, name, "variable", "v_type=G type=ud num_elts=8 align=GRF")),
        }
    }

    /// A bounded expression between brackets.
    pub(super) fn bracketed(&self, text: &mut Cursor, open: u8, close: u8, limit: i64) -> Result<i64, ParseError> {
        text.expect_byte(open)?;
        let start = text.start();
        let value = expression(self.program, text)?;
        if !(0..=limit).contains(&value) {
            return Err(ParseError::new(start..text.at, format!("expected 0 to {limit}, found {value}")));
        }
        text.expect_byte(close)?;
        Ok(value)
    }

    /// `(row,element)`
    pub(super) fn element(&self, text: &mut Cursor) -> Result<(u8, u8), ParseError> {
        text.expect_byte(b'(')?;
        let mut values = [0; 2];
        for (value, end) in values.iter_mut().zip([b',', b')']) {
            *value = fitting(self.program, text, |n| format!("rows and elements are 0 to 255, found {n}"))?;
            text.expect_byte(end)?;
        }
        Ok((values[0], values[1]))
    }

    /// One stride from a set of allowed strides.
    #[inline]
    pub(super) fn stride(&self, text: &mut Cursor, allowed: u64) -> Result<u8, ParseError> {
        let start = text.start();
        let value = expression(self.program, text)?;
        if (0..64).contains(&value) && allowed >> value & 1 != 0 {
            return Ok(value as u8);
        }
        let list: Vec<_> = (0..64).filter(|n| allowed >> n & 1 != 0).map(|n| n.to_string()).collect();
        Err(ParseError::new(start..text.at, format!("{value} is no stride or width here")).expecting(list.join(", ")))
    }

    /// `<h>`
    pub(super) fn destination(&self, text: &mut Cursor) -> Result<Region, ParseError> {
        text.expect_byte(b'<')?;
        let h = self.stride(text, STEPS)?;
        text.expect_byte(b'>')?;
        Ok(Region::dst(h))
    }

    /// `<v;w,h>`; indirect operands also have `<w,h>` and `<h>`.
    pub(super) fn region(&self, text: &mut Cursor, indirect: bool) -> Result<Region, ParseError> {
        text.expect_byte(b'<')?;
        let first = self.stride(text, ROWS)?;
        if text.eat_byte(b';') {
            let w = self.stride(text, WIDTHS)?;
            text.expect_byte(b',')?;
            let h = self.stride(text, STEPS)?;
            text.expect_byte(b'>')?;
            return Ok(Region::src(first, w, h));
        }
        if indirect && text.eat_byte(b',') {
            let h = self.stride(text, STEPS)?;
            text.expect_byte(b'>')?;
            return Ok(Region { v: None, w: Some(first), h: Some(h) });
        }
        if !indirect {
            return Err(text.wrong("`;`, as in `<v;w,h>`"));
        }
        text.expect_byte(b'>')?;
        Ok(Region::dst(first))
    }

    /// `r[A0(0),4]<8;8,1>:d`
    pub(super) fn indirect(&self, text: &mut Cursor, modifier: Modifier, written: bool) -> Result<Operand, ParseError> {
        text.expect("r[")?;
        let before = *text;
        let addr = match text.word().and_then(|n| self.program.names.find(n)) {
            Some(Entity::Address(a)) => a,
            _ => return Err(before.error("expected an address variable behind `r[`")),
        };
        let addr_offset = self.bracketed(text, b'(', b')', 255)? as u8;
        let offset = match text.eat_byte(b',') {
            true => fitting(self.program, text, |value| format!("{value} does not fit 16 bits"))?,
            false => 0,
        };
        text.expect_byte(b']')?;
        let region = if written { self.destination(text)? } else { self.region(text, true)? };
        let ty = type_suffix(text)?;
        Ok(Operand::Indirect { addr, addr_offset, offset, ty, region, modifier })
    }

    /// `&V32` or `&V32[4]`: the assembler stores the addressed element.
    pub(super) fn address_of(&self, text: &mut Cursor) -> Result<Operand, ParseError> {
        text.expect_byte(b'&')?;
        let before = *text;
        let name = text.word().ok_or_else(|| text.wrong("a variable"))?;
        let entity = self.program.names.find(name);
        let bytes = if text.peek() == Some(b'[') { self.bracketed(text, b'[', b']', 0x7fff)? as u32 } else { 0 };
        match entity {
            Some(Entity::Variable(var)) => {
                let size = self.program.kernel.variable(var).map_or(1, |v| v.ty.bytes());
                let (row, within) = (bytes / self.program.register, bytes % self.program.register);
                let place = (u8::try_from(row), u8::try_from(within / size), within.is_multiple_of(size));
                let (Ok(row), Ok(col), true) = place else {
                    let message = format!("byte {bytes} of `{name}` is not the start of an element in reach");
                    return Err(before.error(message));
                };
                Ok(Operand::General { var, row, col, region: Region::src(0, 1, 0), modifier: Modifier::None })
            }
            Some(Entity::Surface(id)) => {
                Ok(Operand::State { kind: StateKind::Surface, id: id.into(), offset: (bytes / 4) as u8 })
            }
            _ => Err(before.error(format!("`{name}` has no address: expected a variable or a surface"))),
        }
    }

    /// A number and its type: `-5:d`, `0x3f800000:f`, `1.5:f`.
    pub(super) fn immediate(&self, text: &mut Cursor) -> Result<Operand, ParseError> {
        let start = text.start();
        let value = match whole_number(text) {
            Some(value) => value,
            None => match float(text) {
                Some((value, ty)) => return Ok(Operand::Imm { ty, value }),
                None => unary(self.program, text, 64)?,
            },
        };
        let ty = type_suffix(text)?;
        // The container stores 64 bits for 64-bit types, and 32 bits for all others.
        let (low, high) = match ty {
            Type::Df | Type::Q | Type::Uq => return Ok(Operand::Imm { ty, value: value as u64 }),
            Type::Hf => (0, 0xffff),
            _ => (-(1 << 31), (1 << 32) - 1),
        };
        if !(low..=high).contains(&value) {
            return Err(ParseError::new(start..text.at, format!("{value} does not fit the type `{}`", ty.name())));
        }
        Ok(Operand::Imm { ty, value: u64::from(value as u32) })
    }

    /// `V32.64`, `%null.0`; without `strict` also `V32`.
    #[inline]
    pub(super) fn raw(&self, text: &mut Cursor, strict: bool, what: &str) -> Result<Operand, ParseError> {
        match self.plain_raw(text) {
            Some((var, offset)) => Ok(Operand::Raw { var, offset }),
            None => self.any_raw(text, strict, what),
        }
    }

    /// The usual form of a raw operand: a short name, a point, digits.
    #[inline(always)]
    fn plain_raw(&self, text: &mut Cursor) -> Option<(u32, u16)> {
        text.skip();
        let name = text.before_point()?;
        let Some(Entity::Variable(var)) = self.program.names.find(name) else { return None };
        let digits = text.from(text.at + name.len() + 1);
        let (offset, count) = leading_digits(digits.window());
        let offset =
            u16::try_from(offset).ok().filter(|offset| (1..8).contains(&count) && (var != 0 || *offset == 0))?;
        text.at = digits.at + count;
        Some((var, offset))
    }

    fn any_raw(&self, text: &mut Cursor, strict: bool, what: &str) -> Result<Operand, ParseError> {
        let before = *text;
        let Some(name) = text.word() else { return Err(text.wrong(what)) };
        let var = match self.program.names.find(name) {
            Some(Entity::Variable(var)) => var,
            Some(other) => {
                return Err(before.error(format!("`{name}` is {}, not a general variable", other.what())));
            }
            None => return Err(undeclared(before, name, "variable", "v_type=G type=ud num_elts=8 align=GRF")),
        };
        let mut ahead = *text;
        if !ahead.eat_byte(b'.') {
            if strict {
                return Err(text.wrong("`.` and a byte offset"));
            }
            return Ok(Operand::Raw { var, offset: 0 });
        }
        *text = ahead;
        let start = text.start();
        let value = match text.peek() {
            // Hexadecimal digits are accepted only in parentheses.
            Some(c) if c.is_ascii_digit() => text.decimal().map_or(-1, |n| n.min(1 << 32) as i64),
            Some(b'(') if name != "%null" => self.bracketed(text, b'(', b')', 0x10000)?,
            _ => return Err(text.wrong("a byte offset")),
        };
        if name == "%null" && value != 0 {
            return Err(ParseError::new(start..text.at, "the offset of %null is 0"));
        }
        let offset = u16::try_from(value)
            .map_err(|_| ParseError::new(start..text.at, format!("byte offsets are 0 to 65535, found {value}")))?;
        Ok(Operand::Raw { var, offset })
    }

    pub(super) fn surface(&self, text: &mut Cursor) -> Result<Operand, ParseError> {
        let before = *text;
        let Some(name) = text.word() else { return Err(text.wrong("a surface")) };
        match self.program.names.find(name) {
            Some(Entity::Surface(s)) => Ok(Operand::Surface(s)),
            // The tool uses the number of a sampler as that of a surface.
            Some(Entity::Sampler(s)) if self.mode == Mode::Verifier => Ok(Operand::Surface(s)),
            Some(other) => Err(before.error(format!("`{name}` is {}, not a surface", other.what()))),
            None => match Names::documented_surface(name) {
                Some(s) if self.mode != Mode::Verifier => Ok(Operand::Surface(s)),
                _ => Err(undeclared(before, name, "surface", "v_type=T num_elts=1")),
            },
        }
    }

    /// `bti(0x4)`; fills the operand `surface`.
    pub(super) fn model(&mut self, text: &mut Cursor) -> Result<Model, ParseError> {
        let before = *text;
        let word = text.word().unwrap_or("flat");
        let Some(&(_, model)) = Model::NAMES.iter().find(|(name, _)| *name == word) else {
            let expected = "flat, bti, ss, bss or arg";
            return Err(before.error(format!("`{word}` is no address model")).expecting(expected));
        };
        if model.has_surface() {
            text.expect_byte(b'(')?;
            let surface = self.scalar(text)?;
            text.expect_byte(b')')?;
            if let Some(at) = self.form.places.surface {
                self.draft.inst.operands[at] = surface;
            }
        }
        Ok(model)
    }

    /// A raw operand that is part of the address.
    fn coordinate(&mut self, text: &mut Cursor, place: Option<usize>) -> Result<(), ParseError> {
        let start = text.start();
        let operand = self.raw(text, false, "an address variable")?;
        if let Some(at) = place {
            self.set(at, operand, start, text);
        }
        Ok(())
    }

    /// `bti(0x1)[V32, V33]:a32`; fills the operands `surface`, `u`, `v`, `r`, `lod`.
    pub(super) fn coordinates(&mut self, text: &mut Cursor) -> Result<Operand, ParseError> {
        let model = self.model(text)?;
        text.expect_byte(b'[')?;
        for (i, place) in self.form.places.address.into_iter().skip(1).enumerate() {
            if i > 0 && !text.eat_byte(b',') {
                break;
            }
            self.coordinate(text, place)?;
        }
        text.expect_byte(b']')?;
        Ok(Operand::Memory(Memory { model, scale: 1, offset: 0, bits: address_bits(text)? }))
    }

    /// `flat[4*V32+0x10]:a64`; fills the operands `surface`, `addr` and `pitch`.
    pub(super) fn memory(&mut self, text: &mut Cursor) -> Result<Operand, ParseError> {
        let model = self.model(text)?;
        text.expect_byte(b'[')?;
        let mut scale = 1;
        if text.peek().is_some_and(|c| c.is_ascii_digit() || c == b'(') {
            let start = text.at;
            let mut ahead = *text;
            let value = sum(self.program, &mut ahead, 8)?;
            scale =
                u16::try_from(value).map_err(|_| ParseError::new(start..ahead.at, format!("{value} is no scale")))?;
            *text = ahead;
            text.expect_byte(b'*')?;
        }
        self.coordinate(text, self.form.places.address[0])?;
        let start = text.at;
        let offset = match text.peek() {
            Some(b'+') if text.eat_byte(b'+') => sum(self.program, text, 64)?,
            Some(b'-') if text.eat_byte(b'-') => unary(self.program, text, 64)?.wrapping_neg(),
            _ => 0,
        };
        let offset = i32::try_from(offset)
            .map_err(|_| ParseError::new(start..text.at, format!("{offset} does not fit 32 bits")))?;
        if let Some(at) = self.form.places.pitch
            && text.eat_byte(b',')
        {
            let start = text.start();
            let pitch = self.scalar(text)?;
            self.set(at, pitch, start, text);
        }
        text.expect_byte(b']')?;
        Ok(Operand::Memory(Memory { model, scale, offset, bits: address_bits(text)? }))
    }

    /// A surface of the load-store controller: a number, or an element of a variable.
    pub(super) fn scalar(&self, text: &mut Cursor) -> Result<Operand, ParseError> {
        if text.peek().is_some_and(|c| c.is_ascii_digit()) {
            let before = *text;
            let value = expression(self.program, text)?;
            let value = u32::try_from(value).map_err(|_| before.error(format!("{value} does not fit 32 bits")))?;
            return Ok(Operand::Imm { ty: Type::Ud, value: value.into() });
        }
        let before = *text;
        let name = text.word().ok_or_else(|| text.wrong("a surface"))?;
        let Some(Entity::Variable(var)) = self.program.names.find(name) else {
            return Err(before.error(format!("no variable is called `{name}`")));
        };
        let (row, col) = match text.peek() {
            Some(b'(') => self.element(text)?,
            Some(b'.') if text.eat_byte(b'.') => (0, text.decimal_up_to(255, "an element")? as u8),
            _ => (0, 0),
        };
        Ok(Operand::General { var, row, col, region: Region::src(0, 1, 0), modifier: Modifier::None })
    }
}
