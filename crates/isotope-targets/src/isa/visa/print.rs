//! An instruction to text, as the vendor's assembler prints it.
use std::fmt::Write as _;

use super::form::{FieldKind, Piece};
use super::inst::*;
use super::kernel::{FIRST_SURFACE, Kernel, PREDEFINED, SURFACES};

/// Letters of a fence's options, in the order in which they are written.
pub(super) const FENCE: [(u8, &str); 6] = [(0, "E"), (1, "I"), (2, "S"), (3, "C"), (4, "R"), (6, "L1")];

/// Appends the instruction's text. Names come from the kernel; an index without a name is shown as `V99`.
pub fn print(kernel: &Kernel, inst: &Inst, out: &mut String) {
    if let Some(pred) = inst.pred {
        out.push('(');
        push_pred(pred, out);
        out.push_str(") ");
    }
    out.push_str(inst.name());
    for piece in &inst.form.text {
        match *piece {
            Piece::Space => out.push(' '),
            Piece::Literal(c) => out.push(c),
            Piece::Exec => push_exec(inst.exec, out),
            Piece::Sat if inst.saturates() => out.push_str(".sat"),
            Piece::Sat => {}
            Piece::Dot(i, optional) => {
                let value = match inst.operands[i] {
                    Operand::Number(n) => n,
                    _ => 0,
                };
                let word = match inst.form.parts[i].kind {
                    FieldKind::Names(names) => names.entry(u8::MAX, value).map_or("", |name| name.text),
                    _ => "",
                };
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

fn push_pred(pred: Pred, out: &mut String) {
    let invert = if pred.invert { "!" } else { "" };
    let combine = match pred.combine {
        Combine::Lane => "",
        Combine::Any => ".any",
        Combine::All => ".all",
    };
    let _ = write!(out, "{invert}P{}{combine}", pred.id);
}

fn push_exec(exec: Exec, out: &mut String) {
    let nm = if exec.nm { "_NM" } else { "" };
    let _ = write!(out, "(M{}{nm}, {})", exec.mask + 1, exec.size);
}

fn push_variable(kernel: &Kernel, var: u32, out: &mut String) {
    match (PREDEFINED.get(var as usize), kernel.variable(var)) {
        (Some(name), _) => out.push_str(name),
        (None, Some(v)) if !v.name.is_empty() => out.push_str(&v.name),
        _ => {
            let _ = write!(out, "V{var}");
        }
    }
}

fn push_surface(number: u16, out: &mut String) {
    match SURFACES.get(usize::from(number)).filter(|_| number < u16::from(FIRST_SURFACE)) {
        Some(name) => out.push_str(name),
        None => {
            let _ = write!(out, "T{number}");
        }
    }
}

fn push_modifier(modifier: Modifier, out: &mut String) {
    out.push_str(match modifier {
        Modifier::None | Modifier::Sat => "",
        Modifier::Abs => "(abs)",
        Modifier::Neg => "(-)",
        Modifier::NegAbs => "(-abs)",
        Modifier::Not => "(~)",
    });
}

fn push_region(region: Region, out: &mut String) {
    let n = |s: Option<u8>| s.unwrap_or(0);
    let _ = match (region.v, region.w) {
        (_, None) => write!(out, "<{}>", n(region.h)),
        (None, Some(w)) => write!(out, "<{w},{}>", n(region.h)),
        (Some(v), Some(w)) => write!(out, "<{v};{w},{}>", n(region.h)),
    };
}

fn push_operand(kernel: &Kernel, inst: &Inst, i: usize, out: &mut String) {
    let part = inst.form.parts[i];
    // The element whose address is taken is written as the address.
    if inst.name() == "addr_add" && part.name == "src0" {
        return push_address_of(kernel, inst.operands[i], out);
    }
    let _ = match inst.operands[i] {
        Operand::General { var, row, col, region, modifier } => {
            push_modifier(modifier, out);
            push_variable(kernel, var, out);
            let _ = write!(out, "({row},{col})");
            push_region(region, out);
            Ok(())
        }
        Operand::Indirect { addr, addr_offset, offset, ty, region, modifier } => {
            push_modifier(modifier, out);
            let _ = write!(out, "r[A{addr}({addr_offset}),{offset}]");
            push_region(region, out);
            write!(out, ":{}", ty.name())
        }
        Operand::Imm { ty, value } => write!(out, "0x{value:x}:{}", ty.name()),
        Operand::Predicate(pred) => write!(out, "P{}", pred.id),
        Operand::Address { id, offset, width } => write!(out, "A{id}({offset})<{width}>"),
        Operand::AddressOf { .. } => {
            push_address_of(kernel, inst.operands[i], out);
            Ok(())
        }
        Operand::State { kind: StateKind::Surface, id, offset } => {
            push_surface(id, out);
            write!(out, "({offset})")
        }
        Operand::State { kind: StateKind::Sampler, id, offset } => write!(out, "S{id}({offset})"),
        Operand::Raw { var, offset } => {
            push_variable(kernel, var, out);
            match part.kind {
                FieldKind::Bare if offset == 0 => Ok(()),
                _ => write!(out, ".{offset}"),
            }
        }
        Operand::Label(label) => {
            out.push_str(kernel.labels.get(usize::from(label)).map_or("", |l| &l.name));
            Ok(())
        }
        Operand::Surface(number) => {
            push_surface(number.into(), out);
            Ok(())
        }
        Operand::Sampler(number) => write!(out, "S{number}"),
        Operand::Number(value) => match part.kind {
            FieldKind::Power => write!(out, "{}", 1u64 << value.min(63)),
            FieldKind::Hex(_) => write!(out, "{value:#x}"),
            FieldKind::Fence(set, _) => {
                if value != 0 && set & 0x80 == 0 {
                    out.push('.');
                    out.extend(FENCE.iter().filter(|(bit, _)| value >> bit & 1 != 0).map(|(_, letters)| *letters));
                }
                Ok(())
            }
            FieldKind::Names(_) => {
                out.push_str(inst.word(part.name));
                Ok(())
            }
            _ => write!(out, "{value}"),
        },
        Operand::Text(index) if matches!(part.kind, FieldKind::Name) => {
            out.push_str(kernel.texts.get(index as usize).map_or("", |t| t));
            Ok(())
        }
        Operand::Text(index) => write!(out, "\"{}\"", kernel.texts.get(index as usize).map_or("", |t| t)),
        Operand::Variable { kind, id } => match kind {
            VariableKind::General => {
                push_variable(kernel, id, out);
                Ok(())
            }
            VariableKind::Address => write!(out, "A{id}"),
            VariableKind::Predicate => write!(out, "P{id}"),
        },
        Operand::Shape(shape) => {
            push_shape(shape, out);
            Ok(())
        }
        Operand::Memory(memory) => {
            push_memory(kernel, inst, memory, out);
            Ok(())
        }
    };
}

fn push_address_of(kernel: &Kernel, operand: Operand, out: &mut String) {
    let _ = match operand {
        Operand::General { var, row, col, .. } => {
            out.push('&');
            push_variable(kernel, var, out);
            let size = kernel.variable(var).map_or(1, |v| v.ty.bytes());
            match u32::from(row) * 32 + u32::from(col) * size {
                0 => Ok(()),
                bytes => write!(out, "[{bytes}]"),
            }
        }
        Operand::State { id, offset, .. } => {
            out.push('&');
            push_surface(id, out);
            match offset {
                0 => Ok(()),
                n => write!(out, "[{}]", u32::from(n) * 4),
            }
        }
        Operand::AddressOf { var, offset } => {
            out.push('&');
            push_variable(kernel, var, out);
            match offset {
                0 => Ok(()),
                n => write!(out, "[{n}]"),
            }
        }
        Operand::Address { id, offset, width } => write!(out, "A{id}({offset})<{width}>"),
        _ => Ok(()),
    };
}

fn push_shape(shape: Shape, out: &mut String) {
    let size = ["", "d8", "d16", "d32", "d64", "d8c32", "d16c32", "d16c32h"][usize::from(shape.size & 7)];
    let _ = write!(out, "{size}");
    if shape.channels != 0 {
        out.push('.');
        out.extend("xyzw".chars().enumerate().filter(|(i, _)| shape.channels >> i & 1 != 0).map(|(_, c)| c));
        return;
    }
    if shape.elements > 1 {
        let _ = write!(out, "x{}", shape.elements);
    }
    if shape.transposed {
        out.push('t');
    }
}

fn push_memory(kernel: &Kernel, inst: &Inst, memory: Memory, out: &mut String) {
    out.push_str(match memory.model {
        Model::Flat => "flat",
        Model::Bss => "bss",
        Model::Ss => "ss",
        Model::Bti => "bti",
        Model::Arg => "arg",
    });
    if matches!(memory.model, Model::Bss | Model::Ss | Model::Bti) {
        out.push('(');
        push_scalar(kernel, inst.operand("surface"), out);
        out.push(')');
    }
    out.push('[');
    if memory.scale != 1 {
        let _ = write!(out, "{}*", memory.scale);
    }
    let mut first = true;
    for operand in ["addr", "u", "v", "r", "lod"].into_iter().filter_map(|name| inst.operand(name)) {
        let Operand::Raw { var, offset } = operand else { continue };
        if !first {
            out.push_str(", ");
        }
        first = false;
        push_variable(kernel, *var, out);
        if *offset != 0 {
            let _ = write!(out, ".{offset}");
        }
    }
    let _ = match memory.offset {
        0 => Ok(()),
        n if n < 0 => write!(out, "-{:#x}", n.unsigned_abs()),
        n => write!(out, "+{n:#x}"),
    };
    if let pitch @ Some(_) = inst.operand("pitch") {
        out.push_str(", ");
        push_scalar(kernel, pitch, out);
    }
    let _ = write!(out, "]:a{}", memory.bits);
}

/// A surface or a pitch: a number, or an element of a variable.
fn push_scalar(kernel: &Kernel, operand: Option<&Operand>, out: &mut String) {
    let _ = match operand {
        Some(Operand::Imm { value, .. }) => write!(out, "{value:#x}"),
        Some(Operand::General { var, row, col, .. }) => {
            push_variable(kernel, *var, out);
            match (row, col) {
                (0, 0) => Ok(()),
                _ => write!(out, "({row},{col})"),
            }
        }
        _ => write!(out, "0x0"),
    };
}
