//! Instructions to bytes and back. Everything is little-endian and unaligned.
//!
//! # Source
//! Tags, regions, execution and predicate bytes: **oracle** (files that GenX_IR 1.0.12504.6 reads); operands of the
//! load-store controller: **spec** (vISA documentation).
use super::form::{Classes, FORMS, FieldKind, Form, Piece, Stored};
use super::inst::*;
use isotope_table::Part;

/// Bytes that are not an instruction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {at}: {message}")]
pub struct DecodeError {
    /// Offset in bytes from the start of the instruction.
    pub at: usize,
    /// What was found and what was expected.
    pub message: String,
}

#[cold]
fn wrong<T>(at: usize, message: impl Into<String>) -> Result<T, DecodeError> {
    Err(DecodeError { at, message: message.into() })
}

/// Appends the instruction's bytes.
pub fn encode(inst: &Inst, out: &mut Vec<u8>) {
    let mut code = Code::default();
    encode_into(inst, &mut code);
    out.extend_from_slice(code.bytes());
}

/// [`encode`] into a buffer that is reused.
pub(super) fn encode_into(inst: &Inst, out: &mut Code) {
    inst.form.row.code.iter().for_each(|byte| out.push(*byte));
    inst.form.bytes.iter().for_each(|place| store(inst, place, out));
}

/// Instruction bytes under construction. Pieces have a fixed size and are written into allocated space.
#[derive(Default)]
pub(super) struct Code {
    /// The bytes, followed by unused space.
    room: Vec<u8>,
    len: usize,
}

impl Code {
    pub fn bytes(&self) -> &[u8] {
        &self.room[..self.len]
    }
    pub fn clear(&mut self) {
        self.len = 0;
    }
    #[inline(always)]
    fn push(&mut self, byte: u8) {
        self.some([byte], 1);
    }
    #[inline(always)]
    fn put<const N: usize>(&mut self, bytes: [u8; N]) {
        self.some(bytes, N);
    }
    /// Appends the first `len` of some bytes.
    #[inline(always)]
    fn some<const N: usize>(&mut self, bytes: [u8; N], len: usize) {
        loop {
            if let Some(place) = self.room.get_mut(self.len..).and_then(|rest| rest.first_chunk_mut()) {
                *place = bytes;
                self.len += len;
                return;
            }
            self.grow();
        }
    }
    /// A raw operand.
    #[inline(always)]
    fn raw(&mut self, var: u32, offset: u16) {
        self.some((u64::from(offset) << 32 | u64::from(var)).to_le_bytes(), 6);
    }
    #[cold]
    fn grow(&mut self) {
        self.room.resize(2 * self.room.len() + 64, 0);
    }
}

/// Appends one piece of an instruction.
fn store(inst: &Inst, place: &Stored, out: &mut Code) {
    match place {
        Stored::Fixed(byte) => out.push(*byte),
        Stored::Exec => out.push(exec_byte(inst.exec)),
        Stored::Exec3 => out.push(exec_byte(inst.exec) & 0xf0 | short_size(inst.exec.size)),
        Stored::Pred => out.put(pred_bits(inst.pred).to_le_bytes()),
        Stored::Field(i) => part(inst, *i, out),
        Stored::Bits(fields) => {
            let mut shift = 0;
            let mut byte = 0;
            for (i, bits) in fields {
                byte |= (number(&inst.operands[*i]) & ((1 << bits) - 1)) << shift;
                shift += bits;
            }
            out.push(byte as u8);
        }
    }
}

/// The instruction's fields, highest bits first. Bit 0 is the lowest bit of its first byte.
pub fn parts(inst: &Inst) -> Vec<Part> {
    let mut bytes = Code::default();
    inst.form.row.code.iter().for_each(|byte| bytes.push(*byte));
    let opcode = |from: usize, to: usize| Part {
        name: String::new(),
        hi: 8 * to as u32 - 1,
        lo: 8 * from as u32,
        meaning: "opcode".into(),
    };
    let mut all = vec![opcode(0, bytes.len)];
    for place in &inst.form.bytes {
        let from = bytes.len;
        store(inst, place, &mut bytes);
        let (mut whole, form) = (opcode(from, bytes.len), inst.form);
        let mut name = |name: &str, meaning: String| (whole.name, whole.meaning) = (name.into(), meaning);
        match place {
            Stored::Fixed(_) => {}
            Stored::Exec | Stored::Exec3 => name("exec", "execution size and mask".into()),
            Stored::Pred => name("pred", "predicate, how it is reduced, whether it is inverted".into()),
            Stored::Field(i) => name(form.parts[*i].name, super::page::meaning(form.parts[*i].kind)),
            Stored::Bits(fields) => {
                let mut lo = 8 * from as u32;
                for (i, bits) in fields {
                    let of = &form.parts[*i];
                    let (name, hi, meaning) = (of.name.into(), lo + bits - 1, super::page::meaning(of.kind));
                    all.push(Part { name, hi, lo, meaning });
                    lo += bits;
                }
                if lo == 8 * bytes.len as u32 {
                    continue;
                }
                (whole.lo, whole.meaning) = (lo, "ignored".into());
            }
        }
        if bytes.len > from {
            all.push(whole);
        }
    }
    all.reverse();
    all
}

fn number(operand: &Operand) -> u64 {
    match operand {
        Operand::Number(n) => *n,
        _ => 0,
    }
}

/// Execution size and mask.
#[inline]
fn exec_byte(exec: Exec) -> u8 {
    let mask = exec.mask & 7 | u8::from(exec.nm) << 3;
    exec.size.trailing_zeros() as u8 & 7 | mask << 4
}

/// The older gather encodes 8, 16 and 1 lanes only.
fn short_size(size: u8) -> u8 {
    match size {
        16 => 1,
        1 => 2,
        _ => 0,
    }
}

/// A predicate, or none.
#[inline]
fn pred_bits(pred: Option<Pred>) -> u16 {
    pred.map_or(0, |p| p.id & 0xfff | (p.combine as u16) << 13 | u16::from(p.invert) << 15)
}

fn part(inst: &Inst, i: usize, out: &mut Code) {
    match (&inst.operands[i], inst.form.parts[i].kind) {
        (Operand::Number(n), FieldKind::Number(bytes) | FieldKind::Hex(bytes)) => {
            out.some(n.to_le_bytes(), bytes.min(8).into());
        }
        (Operand::Number(n), _) => out.push(*n as u8),
        (Operand::Surface(n) | Operand::Sampler(n), _) => out.push(*n),
        (Operand::Label(n), _) => out.put(n.to_le_bytes()),
        (Operand::Raw { var, offset }, _) => out.raw(*var, *offset),
        (Operand::Text(index), FieldKind::Name) => out.put((*index as u16).to_le_bytes()),
        (Operand::Text(index), _) => out.put(index.to_le_bytes()),
        (Operand::Variable { kind, id }, _) => {
            let edge = inst.form.places.edge.map_or(0, |at| inst.number_at(at)) as u8 & 1;
            out.push(edge | (*kind as u8) << 4);
            out.put(id.to_le_bytes());
        }
        (Operand::Shape(s), _) => out.put([s.size, u8::from(s.transposed) + 1, elements_code(s.elements), s.channels]),
        (Operand::Memory(m), kind) => {
            out.push(m.model as u8);
            if matches!(kind, FieldKind::Address) {
                out.put(m.scale.to_le_bytes());
                out.put(m.offset.to_le_bytes());
            }
            out.push((m.bits / 16).trailing_zeros() as u8 + 1);
        }
        (operand, _) => vector(operand, out),
    }
}

fn elements_code(elements: u8) -> u8 {
    ELEMENTS.iter().position(|e| *e == elements).unwrap_or(1) as u8
}
const ELEMENTS: [u8; 9] = [0, 1, 2, 3, 4, 8, 16, 32, 64];

fn vector(operand: &Operand, out: &mut Code) {
    let tag = |class: u8, modifier: Modifier| class | (modifier as u8) << 3;
    match *operand {
        Operand::General { var, row, col, region, modifier } => {
            out.push(tag(0, modifier));
            out.put(var.to_le_bytes());
            out.put([row, col]);
            out.put(region_bits(region).to_le_bytes());
        }
        Operand::Address { id, offset, width } => {
            out.push(1);
            out.put(id.to_le_bytes());
            out.put([offset, width.trailing_zeros() as u8 & 7]);
        }
        Operand::Predicate(pred) => {
            out.push(2);
            out.put(pred_bits(Some(pred)).to_le_bytes());
        }
        Operand::Indirect { addr, addr_offset, offset, ty, region, modifier } => {
            out.push(tag(3, modifier));
            out.put(addr.to_le_bytes());
            out.push(addr_offset);
            out.put(offset.to_le_bytes());
            out.push(ty.code());
            out.put(region_bits(region).to_le_bytes());
        }
        Operand::AddressOf { var, offset } => {
            out.push(4);
            out.put(var.to_le_bytes());
            out.put(offset.to_le_bytes());
        }
        Operand::Imm { ty, value } => {
            out.put([5, ty.code()]);
            out.some(value.to_le_bytes(), if ty.bytes() == 8 { 8 } else { 4 });
        }
        Operand::State { kind, id, offset } => {
            out.put([6, kind as u8]);
            out.put(id.to_le_bytes());
            out.push(offset);
        }
        // Parts of other kinds were written above.
        _ => {}
    }
}

const STRIDES: [Option<u8>; 8] = [None, Some(0), Some(1), Some(2), Some(4), Some(8), Some(16), Some(32)];

fn region_bits(region: Region) -> u16 {
    let code = |s: Option<u8>| STRIDES.iter().position(|x| *x == s).unwrap_or(0) as u16;
    code(region.v) | code(region.w) << 4 | code(region.h) << 8
}

/// Decodes the instruction at the start of `bytes`; also returns its length.
///
/// # Errors
/// Bytes that are not an instruction, or a truncated instruction.
pub fn decode(bytes: &[u8]) -> Result<(Inst, usize), DecodeError> {
    let mut inst = Inst { form: FORMS.get(0), exec: Exec::ONE, pred: None, operands: Vec::new() };
    let size = decode_into(bytes, &mut inst)?;
    Ok((inst, size))
}

/// [`decode`] into an existing instruction, whose allocations are reused.
pub(super) fn decode_into(bytes: &[u8], inst: &mut Inst) -> Result<usize, DecodeError> {
    let Some(first) = bytes.first() else { return wrong(0, "expected an instruction, found the end") };
    let mut best: Option<DecodeError> = None;
    for form in FORMS.coded(bytes).filter(|f| bytes.starts_with(f.row.code)) {
        match read(form, bytes, inst) {
            Ok(size) => return Ok(size),
            Err(e) if best.as_ref().is_none_or(|b| e.at > b.at) => best = Some(e),
            Err(_) => {}
        }
    }
    match best {
        Some(error) => Err(error),
        None => wrong(0, format!("no instruction has the code {first:#04x}")),
    }
}

struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bytes<'_> {
    #[inline]
    fn take<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        match self.bytes.get(self.at..).and_then(|b| b.first_chunk::<N>()) {
            Some(chunk) => {
                self.at += N;
                Ok(*chunk)
            }
            None => wrong(self.at, "expected more bytes of the instruction, found the end"),
        }
    }
    fn u8(&mut self) -> Result<u8, DecodeError> {
        Ok(self.take::<1>()?[0])
    }
    fn u16(&mut self) -> Result<u16, DecodeError> {
        Ok(u16::from_le_bytes(self.take()?))
    }
    fn u32(&mut self) -> Result<u32, DecodeError> {
        Ok(u32::from_le_bytes(self.take()?))
    }
}

fn read(form: &'static Form, bytes: &[u8], inst: &mut Inst) -> Result<usize, DecodeError> {
    let mut b = Bytes { bytes, at: form.row.code.len() };
    (inst.form, inst.exec, inst.pred) = (form, Exec::ONE, None);
    inst.operands.clear();
    inst.operands.extend_from_slice(&form.unstored);
    for place in &form.bytes {
        let at = b.at;
        match place {
            Stored::Fixed(byte) => {
                let found = b.u8()?;
                if found != *byte {
                    return wrong(at, format!("expected {byte:#04x}, found {found:#04x}"));
                }
            }
            Stored::Exec => inst.exec = read_exec(&mut b)?,
            Stored::Exec3 => {
                let byte = b.u8()?;
                let Some(size) = [8, 16, 1].get(usize::from(byte & 15)) else {
                    return wrong(at, format!("expected 0, 1 or 2 for the number of lanes, found {}", byte & 15));
                };
                inst.exec = Exec { size: *size, mask: byte >> 4 & 7, nm: byte & 0x80 != 0 };
            }
            Stored::Pred => inst.pred = read_pred(&mut b)?,
            Stored::Field(i) => {
                let operand = read_part(&mut b, form, *i)?;
                if let (Operand::Variable { .. }, Some(edge)) = (operand, form.places.edge) {
                    inst.operands[edge] = Operand::Number(u64::from(bytes[at] & 1));
                }
                inst.operands[*i] = operand;
            }
            Stored::Bits(fields) => {
                let byte = u64::from(b.u8()?);
                let used: u32 = fields.iter().map(|(_, bits)| bits).sum();
                if byte >> used != 0 {
                    return wrong(at, format!("{byte:#04x} has bits of no part"));
                }
                let mut shift = 0;
                for (i, bits) in fields {
                    let value = byte >> shift & ((1 << bits) - 1);
                    inst.operands[*i] = Operand::Number(checked(form, *i, value, at)?);
                    shift += bits;
                }
            }
        }
    }
    Ok(b.at)
}

/// A value of a named part must have a name. Of several values with the same name, the first is used.
fn checked(form: &Form, i: usize, value: u64, at: usize) -> Result<u64, DecodeError> {
    let part = form.parts[i];
    match part.kind {
        FieldKind::Names(_) => match form.words[i].get(value) {
            Some((first, _)) => Ok(first.into()),
            None => wrong(at, format!("{value:#x} is no {} of `{}`", part.name, form.name())),
        },
        FieldKind::Power if value > 4 => {
            wrong(at, format!("expected 0 to 4 for log2 of the number of owords, found {value}"))
        }
        _ => Ok(value),
    }
}

fn read_exec(b: &mut Bytes) -> Result<Exec, DecodeError> {
    let at = b.at;
    let byte = b.u8()?;
    match byte & 15 {
        log2 @ 0..=5 => Ok(Exec { size: 1 << log2, mask: byte >> 4 & 7, nm: byte & 0x80 != 0 }),
        log2 => wrong(at, format!("expected 0 to 5 for log2 of the execution size, found {log2}")),
    }
}

fn read_pred(b: &mut Bytes) -> Result<Option<Pred>, DecodeError> {
    let at = b.at;
    let bits = b.u16()?;
    if bits == 0 {
        return Ok(None);
    }
    let combine = match bits >> 13 & 3 {
        0 => Combine::Lane,
        1 => Combine::Any,
        2 => Combine::All,
        _ => return wrong(at, "expected 0, 1 or 2 for the reduction of the predicate, found 3"),
    };
    match bits & 0xfff {
        0 => wrong(at, format!("predicate 0 with flags ({bits:#06x}): expected 0, or the number of a predicate")),
        _ if bits & 0x1000 != 0 => wrong(at, format!("bit 12 of the predicate {bits:#06x} must be 0")),
        id => Ok(Some(Pred { id, combine, invert: bits >> 15 != 0 })),
    }
}

fn read_part(b: &mut Bytes, form: &Form, i: usize) -> Result<Operand, DecodeError> {
    let at = b.at;
    Ok(match form.parts[i].kind {
        FieldKind::Dst(classes) | FieldKind::Src(classes) => {
            let (class, operand) = read_vector(b)?;
            // The assembler writes the address of a variable as its elements.
            let general = Classes::GENERAL.or(Classes::STATE);
            let allowed = if classes.has(Classes::ADDRESS_OF) { classes.or(general) } else { classes };
            let name = form.parts[i].name;
            if !allowed.has(class) {
                return wrong(at, format!("`{}` does not take an operand of this class as {name}", form.name()));
            }
            let (Operand::General { region, modifier, .. } | Operand::Indirect { region, modifier, .. }) = operand
            else {
                return Ok(operand);
            };
            let is_dst = matches!(form.parts[i].kind, FieldKind::Dst(_));
            let saturates = is_dst && form.places.dst == Some(i) && form.text.contains(&Piece::Sat);
            let fits = match modifier {
                Modifier::None => true,
                Modifier::Sat => saturates,
                _ => !is_dst,
            };
            if !fits {
                return wrong(at, format!("{name} does not take this modifier"));
            }
            if is_dst && (region.v.is_some() || region.w.is_some()) {
                return wrong(at, "a destination has a horizontal stride only");
            }
            operand
        }
        FieldKind::Raw | FieldKind::Bare => Operand::Raw { var: b.u32()?, offset: b.u16()? },
        FieldKind::Surface => Operand::Surface(b.u8()?),
        FieldKind::Sampler => Operand::Sampler(b.u8()?),
        FieldKind::Label => Operand::Label(b.u16()?),
        FieldKind::Number(4) | FieldKind::Hex(4) => Operand::Number(b.u32()?.into()),
        FieldKind::Number(2) | FieldKind::Hex(2) => Operand::Number(b.u16()?.into()),
        FieldKind::Number(_) | FieldKind::Hex(_) | FieldKind::Names(_) | FieldKind::Power => {
            let value = b.u8()?.into();
            Operand::Number(checked(form, i, value, at)?)
        }
        FieldKind::Fence(set, clear) => {
            let value = b.u8()?;
            if value & set != set || value & clear != 0 {
                return wrong(at, format!("{value:#04x} are not the options of `{}`", form.name()));
            }
            Operand::Number(value.into())
        }
        FieldKind::Lifetime => {
            let properties = b.u8()?;
            let kind = match properties >> 4 & 3 {
                0 => VariableKind::General,
                1 => VariableKind::Address,
                2 => VariableKind::Predicate,
                _ => return wrong(at, "expected a general, address or predicate variable"),
            };
            Operand::Variable { kind, id: b.u32()? }
        }
        FieldKind::Text => Operand::Text(b.u32()?),
        FieldKind::Name => Operand::Text(b.u16()?.into()),
        FieldKind::Shape => {
            let [size, order, elements, channels] = b.take()?;
            let count = ELEMENTS.get(usize::from(elements)).copied().filter(|n| *n > 0 || channels != 0);
            match (size, order, count) {
                (1..=7, 1 | 2, Some(n)) if channels < 16 => {
                    Operand::Shape(Shape { size, transposed: order == 2, elements: n.max(1), channels })
                }
                _ => return wrong(at, "no shape of data has this size, order and number of elements"),
            }
        }
        kind @ (FieldKind::Address | FieldKind::Coordinates) => {
            let code = b.u8()?;
            let Some(&(_, model)) = Model::NAMES.iter().find(|(_, model)| *model as u8 == code) else {
                return wrong(at, format!("{code} is no address model"));
            };
            let (scale, offset) = match kind {
                FieldKind::Address => (b.u16()?, i32::from_le_bytes(b.take()?)),
                _ => (1, 0),
            };
            let bits = match b.u8()? {
                code @ 1..=3 => 8 << code,
                other => return wrong(at, format!("{other} is no size of an address")),
            };
            Operand::Memory(Memory { model, scale, offset, bits })
        }
    })
}

fn read_vector(b: &mut Bytes) -> Result<(Classes, Operand), DecodeError> {
    let at = b.at;
    let tag = b.u8()?;
    if tag >> 6 != 0 {
        return wrong(at, format!("{tag:#04x} is no class and modifier of an operand"));
    }
    const MODIFIERS: [Modifier; 6] =
        [Modifier::None, Modifier::Abs, Modifier::Neg, Modifier::NegAbs, Modifier::Sat, Modifier::Not];
    let Some(&modifier) = MODIFIERS.get(usize::from(tag >> 3 & 7)) else {
        return wrong(at, format!("{} is no modifier", tag >> 3 & 7));
    };
    if tag & 7 != 0 && tag & 7 != 3 && modifier != Modifier::None {
        return wrong(at, "only elements of variables have modifiers");
    }
    Ok(match tag & 7 {
        0 => {
            let (var, row, col) = (b.u32()?, b.u8()?, b.u8()?);
            (Classes::GENERAL, Operand::General { var, row, col, region: read_region(b)?, modifier })
        }
        1 => {
            let (id, offset) = (b.u16()?, b.u8()?);
            match b.u8()? {
                log2 @ 0..=5 => (Classes::ADDRESS, Operand::Address { id, offset, width: 1 << log2 }),
                log2 => return wrong(b.at - 1, format!("expected 0 to 5 for log2 of the width, found {log2}")),
            }
        }
        2 => match read_pred(b)? {
            Some(pred) => (Classes::PREDICATE, Operand::Predicate(pred)),
            None => return wrong(at + 1, "expected the number of a predicate, found 0"),
        },
        3 => {
            let (addr, addr_offset) = (b.u16()?, b.u8()?);
            let offset = i16::from_le_bytes(b.take()?);
            let code = b.u8()?;
            let Some(ty) = Type::from_code(code) else { return wrong(b.at - 1, "no such type") };
            let region = read_region(b)?;
            (Classes::INDIRECT, Operand::Indirect { addr, addr_offset, offset, ty, region, modifier })
        }
        4 => (Classes::ADDRESS_OF, Operand::AddressOf { var: b.u32()?, offset: i16::from_le_bytes(b.take()?) }),
        5 => {
            let code = b.u8()?;
            let Some(ty) = Type::from_code(code) else { return wrong(at + 1, format!("{code} is no type")) };
            if ty.bytes() == 8 {
                return Ok((Classes::IMMEDIATE, Operand::Imm { ty, value: u64::from_le_bytes(b.take()?) }));
            }
            // Narrow immediates are extended to 32 bits; the bits above them are ignored.
            let word = b.u32()?;
            let word = match ty {
                Type::Ub => word & 0xff,
                Type::B => i32::from(word as i8) as u32,
                Type::Uw => word & 0xffff,
                Type::W => i32::from(word as i16) as u32,
                _ => word,
            };
            (Classes::IMMEDIATE, Operand::Imm { ty, value: word.into() })
        }
        6 => {
            let kind = match b.u8()? {
                0 => StateKind::Surface,
                1 => StateKind::Sampler,
                other => return wrong(at + 1, format!("{other} is no class of state variables")),
            };
            (Classes::STATE, Operand::State { kind, id: b.u16()?, offset: b.u8()? })
        }
        _ => return wrong(at, "7 is no class of operands"),
    })
}

fn read_region(b: &mut Bytes) -> Result<Region, DecodeError> {
    let at = b.at;
    let bits = b.u16()?;
    let stride = |shift: u16| STRIDES.get(usize::from(bits >> shift & 15)).copied();
    match (stride(0), stride(4), stride(8)) {
        (Some(v), Some(w), Some(h)) if bits >> 12 == 0 => Ok(Region { v, w, h }),
        _ => wrong(at, format!("{bits:#06x} is no region")),
    }
}
