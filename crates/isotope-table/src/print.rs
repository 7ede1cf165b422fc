//! Prints instructions.
use super::Context;
use super::compile::{Form, Inst, Item, NO_FLAG, read_int, sign_extend};
use super::float;
use super::line::Line;
use super::row::{Alone, FieldKind, Int, Names, RegFile};
use std::cell::Cell;

/// Appends the canonical text.
pub fn print(cx: &Context, inst: &Inst, out: &mut String) {
    // Allocating a buffer for each text would take longer than printing it.
    thread_local!(static ROOM: Cell<Line> = Cell::default());
    let mut line = ROOM.take();
    line.truncate(0);
    print_line(cx, inst, &mut line);
    out.push_str(line.as_str());
    ROOM.set(line);
}

/// As [`print()`], into the buffer of a batch.
pub fn print_line(cx: &Context, inst: &Inst, out: &mut Line) {
    let form = inst.form;
    let profile = inst.printed_for(cx.profile);
    let cx = &Context { profile, ..*cx };
    match cx.reuse {
        0 => form.printing(profile).print(cx, inst, out),
        _ => items(cx, inst, form.items(), out),
    }
    out.trim_end();
    out.push_str(form.layout.end);
}

/// Prints item by item, for every form. The print plan of a form is the fast path.
pub(super) fn items(cx: &Context, inst: &Inst, items: &[Item], out: &mut Line) {
    let flags = if cx.reuse == 0 { 0 } else { cx.reuse & inst.reuse_flags(cx.profile) };
    let printer = Printer { cx, inst, form: inst.form, flags, reused: Cell::new(false), seen: Cell::new(false) };
    printer.items(items, out);
    printer.flush(out);
}

struct Printer<'a> {
    cx: &'a Context<'a>,
    inst: &'a Inst,
    form: &'static Form,
    /// The reuse flags that are printed with operands.
    flags: u8,
    /// Whether the operand being printed ends in `.reuse`.
    reused: Cell<bool>,
    /// Whether the destination is printed.
    seen: Cell<bool>,
}

impl Printer<'_> {
    fn value(&self, f: u8) -> u64 {
        self.inst.vals[f as usize]
    }

    fn items(&self, items: &[Item], out: &mut Line) {
        for item in items {
            match item {
                Item::Mnemonic => out.push_str(self.form.mnemonic),
                Item::Lit(text) => {
                    self.flush(out);
                    out.push_str(text);
                }
                Item::Word(text) => out.push_str(text),
                Item::Mod(f, text) => match self.form.fields[*f as usize].kind {
                    FieldKind::View(names, of) if names.entry(self.cx.profile, self.inst.get(of)).is_some() => {
                        self.name(names, self.inst.get(of), ".", out);
                    }
                    FieldKind::View(..) => {}
                    FieldKind::Names(names) => self.name(names, self.value(*f), ".", out),
                    _ if self.value(*f) != 0 => out.push_str(text),
                    _ => {}
                },
                Item::Val(f) => self.val(*f, out),
                Item::Prefix(f, c) if self.value(*f) != 0 => out.push(*c),
                Item::Bar(f) if self.value(*f) != 0 => out.push('|'),
                Item::Prefix(..) | Item::Bar(_) => {}
                Item::Sum(reg, off) => self.sum(*reg, *off, out),
                Item::Group(inner, fields, always) => {
                    if *always || fields.iter().any(|f| self.value(*f) != self.form.defaults[*f as usize]) {
                        self.items(inner, out);
                    }
                }
                Item::Flags(flags) => {
                    for f in flags.iter().filter(|f| self.value(**f) != 0) {
                        out.extend([" ", self.form.fields[*f as usize].name]);
                    }
                }
            }
        }
    }

    /// The name of a value after a dot, or its number if it has none. An empty name has no dot.
    fn name(&self, names: &Names, value: u64, dot: &str, out: &mut Line) {
        match names.entry(self.cx.profile, value) {
            Some(name) if name.text.is_empty() => {}
            Some(name) => out.extend([dot, name.text]),
            None => {
                out.extend([dot, names.fallback.unwrap_or("")]);
                out.push_dec(value);
            }
        }
    }

    fn sum(&self, reg: u8, off: u8, out: &mut Line) {
        let field = &self.form.fields[off as usize];
        let FieldKind::Int(int) = field.kind else { return };
        let raw = self.value(off);
        let base = match self.form.fields[reg as usize].kind {
            FieldKind::Reg(file) => file.names.first().is_none_or(|zero| zero.0 != self.value(reg)),
            _ => true,
        };
        if base {
            self.val(reg, out);
            if raw != 0 {
                out.push('+');
                push_int(out, int, read_int(int, field.len(), raw));
            }
        } else if raw == 0 && int.alone != Alone::Number {
            self.val(reg, out);
        } else {
            let signed = int.signed && int.alone != Alone::Unsigned;
            push_int(out, int, read_int(Int { signed, ..int }, field.len(), raw));
        }
    }

    fn val(&self, f: u8, out: &mut Line) {
        let field = &self.form.fields[f as usize];
        let value = self.value(f);
        match field.kind {
            FieldKind::Reg(file) => {
                match file.literal {
                    Some((code, name)) if code == value => out.push_signed_hex(self.inst.get(name) as i64),
                    _ => push_reg(out, file, value, file.count.into()),
                }
                let slot = self.form.slots[f as usize];
                // If the destination is also a source, the mark belongs to the source, which comes later.
                let destination = field.name == "Rd" && !self.seen.replace(true);
                let flags = if slot == 0 || destination { 0 } else { self.flags };
                self.reused.set(slot != 0 && flags >> (slot - 1) & 1 == 1);
            }
            FieldKind::Pair(pair) => {
                let step = 1 + self.inst.get(pair.wide);
                let (first, second) = match self.inst.get(pair.layout) {
                    0 => (Some(value), Some(value + step)),
                    1 => (Some(value), None),
                    _ => (None, Some(value)),
                };
                match (first, second) {
                    (Some(n), None) => push_reg(out, pair.file, n, 1),
                    _ => push_half(out, pair.file, first),
                }
                out.push_str(", ");
                push_half(out, pair.file, second);
            }
            FieldKind::Sized(sized) => push_reg(out, sized.file, value, self.inst.count(f)),
            FieldKind::List(sized) => {
                out.push('[');
                push_reg(out, sized.file, value, 1);
                for n in 1..self.inst.count(f) {
                    out.push_str(", ");
                    push_reg(out, sized.file, self.inst.listed(f, n as usize), 1);
                }
                out.push(']');
            }
            FieldKind::Flag => out.push_str(field.name),
            FieldKind::Names(names) => self.name(names, value, "", out),
            FieldKind::View(names, of) => {
                let name = names.entry(self.cx.profile, self.inst.get(of));
                out.push_str(name.map_or("", |n| n.text));
            }
            FieldKind::Int(int) => push_int(out, int, read_int(field.printed(int), field.len(), value)),
            FieldKind::Float(kind) => {
                let mut text = String::new();
                float::print(kind, value, &mut text);
                out.push_str(&text);
            }
            FieldKind::Target => {
                let target = (self.cx.pc as i64).wrapping_add(8).wrapping_add(sign_extend(value, field.len()));
                match self.cx.scope.label(target as u64) {
                    Some(label) => out.extend(["`(", label, ")"]),
                    None => out.push_signed_hex(target),
                }
            }
            FieldKind::Set => {
                let mut separator = '{';
                for bit in (0..field.len()).rev() {
                    if value >> bit & 1 == 1 {
                        out.push(separator);
                        out.push_dec(bit as u64);
                        separator = ',';
                    }
                }
                out.push('}');
            }
            FieldKind::Own(operand, _) => {
                let [neg, abs, sext] = self.form.signs[f as usize].map(|flag| flag != NO_FLAG && self.value(flag) != 0);
                let close = opened(neg, abs, sext, || operand.number(value), out);
                let literal = self.form.literal.map_or(0, |i| self.inst.vals[i as usize]);
                operand.print(self.cx, value, literal, out);
                let (chooser, bit) = self.form.half[f as usize];
                if chooser != NO_FLAG && self.form.names_halves(self.cx.profile) && operand.has_halves(value) {
                    out.push_str(half(self.value(chooser) >> bit & 1 != 0));
                }
                out.push_str(close);
            }
        }
    }

    fn flush(&self, out: &mut Line) {
        if self.reused.take() {
            out.push_str(".reuse");
        }
    }
}

/// Prints the text before an operand with these signs; returns the text after it.
pub(super) fn opened(neg: bool, abs: bool, sext: bool, number: impl Fn() -> bool, out: &mut Line) -> &'static str {
    // A sign directly before a number would change the number.
    let (open, close) = match (neg, abs) {
        (false, false) if !sext => return "",
        (true, false) if number() => ("neg(", ")"),
        (true, false) => ("-", ""),
        (true, true) => ("-|", "|"),
        (false, true) => ("|", "|"),
        (false, false) => ("sext(", ")"),
    };
    out.push_str(open);
    close
}

/// The suffix of a register for one of its halves.
pub(super) fn half(high: bool) -> &'static str {
    if high { ".h" } else { ".l" }
}

fn push_half(out: &mut Line, file: &RegFile, number: Option<u64>) {
    match (number, file.names.first()) {
        (None, Some((_, zero))) => out.push_str(zero),
        (Some(n), Some((zero, _))) if n >= *zero => {
            out.push_str("???");
            out.push_dec(*zero);
        }
        (n, _) => push_reg(out, file, n.unwrap_or(0), 1),
    }
}

pub(super) fn push_reg(out: &mut Line, file: &RegFile, value: u64, count: u64) {
    if let Some((lo, _, prefix)) = file.ranges.iter().find(|(lo, hi, _)| (*lo..=*hi).contains(&value)) {
        out.push_group(prefix, value - lo, count);
    } else if let Some((_, name)) = file.names.iter().find(|(number, _)| *number == value) {
        out.push_str(name);
    } else {
        out.push_str("???");
        out.push_dec(value);
    }
}

pub(super) fn push_int(out: &mut Line, int: Int, n: i64) {
    if int.hex {
        out.push_signed_hex(n);
    } else {
        if n < 0 {
            out.push('-');
        }
        out.push_dec(n.unsigned_abs());
    }
}
