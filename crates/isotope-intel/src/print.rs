//! Prints an instruction in the format of the vendor's assembler.
use std::fmt::Write as _;

use super::form::{FieldKind, Piece};
use super::inst::*;
use super::kernel::{FIRST_SURFACE, Kernel, PREDEFINED, SURFACES};
use isotope_table::Line;

/// Letters of a fence's options, in the order of printing.
pub(super) const FENCE: [(u8, &str); 6] = [(0, "E"), (1, "I"), (2, "S"), (3, "C"), (4, "R"), (6, "L1")];

/// Appends the instruction's text. Names come from the kernel; an index without a name is shown as `V99`.
pub fn print(kernel: &Kernel, inst: &Inst, out: &mut String) {
    let mut line = Line::new();
    push(kernel, inst, &mut line);
    out.push_str(line.as_str());
}

/// [`print()`] into a buffer.
pub(super) fn push(kernel: &Kernel, inst: &Inst, out: &mut Line) {
    if let Some(pred) = inst.pred {
        out.push('(');
        push_pred(pred, out);
        out.push_str(") ");
    }
    out.push_str(inst.name());
    for piece in &inst.form.text {
        match *piece {
            Piece::Space => out.push(' '),
            Piece::Literal(c) => out.push(c.into()),
            Piece::Exec => push_exec(inst.exec, out),
            Piece::Sat if inst.saturates() => out.push_str(".sat"),
            Piece::Sat => {}
            Piece::Dot(i, optional) => {
                let value = match inst.operands[i] {
                    Operand::Number(n) => n,
                    _ => 0,
                };
                let word = inst.form.word_at(i, value);
                if !word.is_empty() || !optional {
                    out.push('.');
                }
                match inst.form.parts[i].kind {
                    FieldKind::Hex(_) => {
                        let _ = write!(out, "x{value:x}");
                    }
                    _ => out.push_str(word),
                }
            }
            Piece::Field(i) => push_operand(kernel, inst, i, out),
        }
    }
}

/// Appends `0x` and hexadecimal digits.
fn push_hex(number: u64, out: &mut Line) {
    out.push_str("0x");
    out.push_hex(number);
}

fn push_pred(pred: Pred, out: &mut Line) {
    let invert = if pred.invert { "!" } else { "" };
    let combine = match pred.combine {
        Combine::Lane => "",
        Combine::Any => ".any",
        Combine::All => ".all",
    };
    out.push_str(invert);
    push_numbered('P', pred.id.into(), out);
    out.push_str(combine);
}

fn push_exec(exec: Exec, out: &mut Line) {
    out.push_str("(M");
    out.push_dec(u64::from(exec.mask) + 1);
    out.push_str(if exec.nm { "_NM, " } else { ", " });
    out.push_dec(exec.size.into());
    out.push(')');
}

fn push_variable(kernel: &Kernel, var: u32, out: &mut Line) {
    match PREDEFINED.get(var as usize) {
        Some(name) => out.push_str(name),
        None => match kernel.variable(var).map_or("", |variable| &variable.name) {
            "" => push_numbered('V', var.into(), out),
            name => out.push_str(name),
        },
    }
}

fn push_surface(number: u16, out: &mut Line) {
    match SURFACES.get(usize::from(number)).filter(|_| number < u16::from(FIRST_SURFACE)) {
        Some(name) => out.push_str(name),
        None => push_numbered('T', number.into(), out),
    }
}

fn push_modifier(modifier: Modifier, out: &mut Line) {
    out.push_str(match modifier {
        Modifier::None | Modifier::Sat => "",
        Modifier::Abs => "(abs)",
        Modifier::Neg => "(-)",
        Modifier::NegAbs => "(-abs)",
        Modifier::Not => "(~)",
    });
}

fn push_region(region: Region, out: &mut Line) {
    let n = |s: Option<u8>, out: &mut Line| out.push_dec(s.unwrap_or(0).into());
    out.push('<');
    if let Some(w) = region.w {
        if let Some(v) = region.v {
            n(Some(v), out);
            out.push(';');
        }
        n(Some(w), out);
        out.push(',');
    }
    n(region.h, out);
    out.push('>');
}

/// `(1,0)`
fn push_element(row: u8, col: u8, out: &mut Line) {
    if (row, col) == (0, 0) {
        return out.push_str("(0,0)");
    }
    out.push('(');
    out.push_dec(row.into());
    out.push(',');
    out.push_dec(col.into());
    out.push(')');
}

/// `(4)`
fn push_offset(offset: u8, out: &mut Line) {
    out.push('(');
    out.push_dec(offset.into());
    out.push(')');
}

fn push_numbered(letter: char, number: u64, out: &mut Line) {
    out.push(letter);
    out.push_dec(number);
}

/// `A0(0)<8>`
fn push_address(id: u16, offset: u8, width: u8, out: &mut Line) {
    push_numbered('A', id.into(), out);
    push_offset(offset, out);
    out.push('<');
    out.push_dec(width.into());
    out.push('>');
}

fn push_operand(kernel: &Kernel, inst: &Inst, i: usize, out: &mut Line) {
    let part = inst.form.parts[i];
    // The source of `addr_add` is printed as an address.
    if inst.form.places.of == Some(i) {
        return push_address_of(kernel, inst.operands[i], out);
    }
    match inst.operands[i] {
        Operand::General { var, row, col, region, modifier } => {
            push_modifier(modifier, out);
            push_variable(kernel, var, out);
            push_element(row, col, out);
            push_region(region, out);
        }
        Operand::Indirect { addr, addr_offset, offset, ty, region, modifier } => {
            push_modifier(modifier, out);
            let _ = write!(out, "r[A{addr}({addr_offset}),{offset}]");
            push_region(region, out);
            out.push(':');
            out.push_str(ty.name());
        }
        Operand::Imm { ty, value } => {
            push_hex(value, out);
            out.push(':');
            out.push_str(ty.name());
        }
        Operand::Predicate(pred) => push_numbered('P', pred.id.into(), out),
        Operand::Address { id, offset, width } => push_address(id, offset, width, out),
        Operand::AddressOf { .. } => push_address_of(kernel, inst.operands[i], out),
        Operand::State { kind: StateKind::Surface, id, offset } => {
            push_surface(id, out);
            push_offset(offset, out);
        }
        Operand::State { kind: StateKind::Sampler, id, offset } => {
            push_numbered('S', id.into(), out);
            push_offset(offset, out);
        }
        Operand::Raw { var, offset } => {
            push_variable(kernel, var, out);
            if offset != 0 || !matches!(part.kind, FieldKind::Bare) {
                push_numbered('.', offset.into(), out);
            }
        }
        Operand::Label(label) => out.push_str(kernel.label(label).unwrap_or("")),
        Operand::Surface(number) => push_surface(number.into(), out),
        Operand::Sampler(number) => push_numbered('S', number.into(), out),
        Operand::Number(value) => match part.kind {
            FieldKind::Power => out.push_dec(1u64 << value.min(63)),
            FieldKind::Hex(_) => push_hex(value, out),
            FieldKind::Fence(set, _) => {
                if value != 0 && set & 0x80 == 0 {
                    out.push('.');
                    let options = FENCE.iter().filter(|(bit, _)| value >> bit & 1 != 0);
                    options.for_each(|(_, letters)| out.push_str(letters));
                }
            }
            FieldKind::Names(_) => out.push_str(inst.form.word_at(i, value)),
            _ => out.push_dec(value),
        },
        Operand::Text(index) => {
            let text = kernel.text(index).unwrap_or("");
            if matches!(part.kind, FieldKind::Name) {
                return out.push_str(text);
            }
            out.push('"');
            out.push_str(text);
            out.push('"');
        }
        Operand::Variable { kind, id } => match kind {
            VariableKind::General => push_variable(kernel, id, out),
            VariableKind::Address => push_numbered('A', id.into(), out),
            VariableKind::Predicate => push_numbered('P', id.into(), out),
        },
        Operand::Shape(shape) => push_shape(shape, out),
        Operand::Memory(memory) => push_memory(kernel, inst, memory, out),
    }
}

fn push_address_of(kernel: &Kernel, operand: Operand, out: &mut Line) {
    match operand {
        Operand::Address { id, offset, width } => return push_address(id, offset, width, out),
        Operand::General { .. } | Operand::State { .. } | Operand::AddressOf { .. } => out.push('&'),
        _ => return,
    }
    let bytes = match operand {
        Operand::General { var, row, col, .. } => {
            push_variable(kernel, var, out);
            let size = kernel.variable(var).map_or(1, |v| v.ty.bytes());
            i64::from(row) * 32 + i64::from(col) * i64::from(size)
        }
        Operand::State { id, offset, .. } => {
            push_surface(id, out);
            i64::from(offset) * 4
        }
        Operand::AddressOf { var, offset } => {
            push_variable(kernel, var, out);
            offset.into()
        }
        _ => 0,
    };
    if bytes != 0 {
        let _ = write!(out, "[{bytes}]");
    }
}

fn push_shape(shape: Shape, out: &mut Line) {
    let size = ["", "d8", "d16", "d32", "d64", "d8c32", "d16c32", "d16c32h"][usize::from(shape.size & 7)];
    out.push_str(size);
    if shape.channels != 0 {
        out.push('.');
        let channels = "xyzw".chars().enumerate().filter(|(i, _)| shape.channels >> i & 1 != 0);
        channels.for_each(|(_, channel)| out.push(channel));
        return;
    }
    if shape.elements > 1 {
        push_numbered('x', shape.elements.into(), out);
    }
    if shape.transposed {
        out.push('t');
    }
}

fn push_memory(kernel: &Kernel, inst: &Inst, memory: Memory, out: &mut Line) {
    let at = |place: Option<usize>| inst.operands.get(place?);
    out.push_str(Model::NAMES[memory.model as usize - 1].0);
    if memory.model.has_surface() {
        out.push('(');
        push_scalar(kernel, at(inst.form.places.surface), out);
        out.push(')');
    }
    out.push('[');
    if memory.scale != 1 {
        out.push_dec(memory.scale.into());
        out.push('*');
    }
    let mut first = true;
    for place in inst.form.places.address {
        let Some(Operand::Raw { var, offset }) = at(place) else { continue };
        if !first {
            out.push_str(", ");
        }
        first = false;
        push_variable(kernel, *var, out);
        if *offset != 0 {
            push_numbered('.', (*offset).into(), out);
        }
    }
    if memory.offset != 0 {
        out.push(if memory.offset < 0 { '-' } else { '+' });
        push_hex(memory.offset.unsigned_abs().into(), out);
    }
    if let pitch @ Some(_) = at(inst.form.places.pitch) {
        out.push_str(", ");
        push_scalar(kernel, pitch, out);
    }
    out.push_str("]:a");
    out.push_dec(memory.bits.into());
}

/// A surface or a pitch: a number, or an element of a variable.
fn push_scalar(kernel: &Kernel, operand: Option<&Operand>, out: &mut Line) {
    match operand {
        Some(Operand::Imm { value, .. }) => push_hex(*value, out),
        Some(Operand::General { var, row, col, .. }) => {
            push_variable(kernel, *var, out);
            if (*row, *col) != (0, 0) {
                push_element(*row, *col, out);
            }
        }
        _ => out.push_str("0x0"),
    }
}
