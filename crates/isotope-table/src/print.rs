//! Instructions to text.
use super::Context;
use super::compile::{Form, Inst, Item, NO_FLAG, read_int, sign_extend};
use super::row::{Alone, FieldKind, RegFile, Spelled};
use super::{float, row::Int};
use std::cell::Cell;

/// Appends the canonical text.
pub fn print(cx: &Context, inst: &Inst, out: &mut String) {
    let printer = Printer { cx, inst, form: inst.form, reused: Cell::new(false) };
    printer.items(inst.form.items(), out);
    printer.flush(out);
    while out.ends_with(' ') {
        out.pop();
    }
    out.push_str(inst.form.layout.end);
}

struct Printer<'a> {
    cx: &'a Context<'a>,
    inst: &'a Inst,
    form: &'static Form,
    /// The operand being printed ends in `.reuse`.
    reused: Cell<bool>,
}

impl Printer<'_> {
    fn value(&self, f: u8) -> u64 {
        self.inst.vals[f as usize]
    }

    fn items(&self, items: &[Item], out: &mut String) {
        for item in items {
            match item {
                Item::Mnemonic => out.push_str(self.form.mnemonic),
                Item::Lit(text) => {
                    self.flush(out);
                    out.push_str(text);
                }
                Item::Word(text) => out.push_str(text),
                Item::Mod(f, text) => match self.form.fields[*f as usize].kind {
                    FieldKind::View(names, of) => {
                        if let Some(name) = names.entry(self.cx.profile, self.inst.get(of))
                            && !name.text.is_empty()
                        {
                            out.push('.');
                            out.push_str(name.text);
                        }
                    }
                    FieldKind::Names(names) => match names.entry(self.cx.profile, self.value(*f)) {
                        Some(name) if name.text.is_empty() => {}
                        Some(name) => {
                            out.push('.');
                            out.push_str(name.text);
                        }
                        None => {
                            out.push('.');
                            out.push_str(names.fallback.unwrap_or(""));
                            push_dec(out, self.value(*f));
                        }
                    },
                    _ if self.value(*f) != 0 => out.push_str(text),
                    _ => {}
                },
                Item::Val(f) => self.val(*f, out),
                Item::Prefix(f, c) => {
                    if self.value(*f) != 0 {
                        out.push(*c);
                    }
                }
                Item::Bar(f) => {
                    if self.value(*f) != 0 {
                        out.push('|');
                    }
                }
                Item::Sum(reg, off) => self.sum(*reg, *off, out),
                Item::Group(inner, fields, always) => {
                    if *always || fields.iter().any(|f| self.value(*f) != self.form.defaults[*f as usize]) {
                        self.items(inner, out);
                    }
                }
                Item::Flags(flags) => {
                    for f in flags.iter().filter(|f| self.value(**f) != 0) {
                        out.push(' ');
                        out.push_str(self.form.fields[*f as usize].name);
                    }
                }
            }
        }
    }

    fn sum(&self, reg: u8, off: u8, out: &mut String) {
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

    fn val(&self, f: u8, out: &mut String) {
        let field = &self.form.fields[f as usize];
        let value = self.value(f);
        match field.kind {
            FieldKind::Reg(file) => {
                match file.literal {
                    Some((code, name)) if code == value => {
                        out.push_str("0x");
                        push_hex(out, self.inst.get(name));
                    }
                    _ => push_reg(out, file, value, file.count.into()),
                }
                let slot = self.form.slots[f as usize];
                self.reused.set(slot != 0 && self.cx.reuse >> (slot - 1) & 1 == 1);
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
            FieldKind::Names(names) => match names.entry(self.cx.profile, value) {
                Some(name) => out.push_str(name.text),
                None => {
                    out.push_str(names.fallback.unwrap_or(""));
                    push_dec(out, value);
                }
            },
            FieldKind::View(names, of) => {
                let name = names.entry(self.cx.profile, self.inst.get(of));
                out.push_str(name.map_or("", |n| n.text));
            }
            FieldKind::Int(int) => {
                let signed = match field.spelled {
                    Spelled::AsMeant | Spelled::Either => int.signed,
                    Spelled::Unsigned => false,
                    Spelled::Signed => true,
                };
                push_int(out, int, read_int(Int { signed, ..int }, field.len(), value));
            }
            FieldKind::Float(kind) => float::print(kind, value, out),
            FieldKind::Target => {
                let target = (self.cx.pc as i64).wrapping_add(8).wrapping_add(sign_extend(value, field.len()));
                match self.cx.scope.label(target as u64) {
                    Some(label) => {
                        out.push_str("`(");
                        out.push_str(label);
                        out.push(')');
                    }
                    None => push_signed_hex(out, target),
                }
            }
            FieldKind::Set => {
                let mut separator = '{';
                for bit in (0..field.len()).rev() {
                    if value >> bit & 1 == 1 {
                        out.push(separator);
                        push_dec(out, bit as u64);
                        separator = ',';
                    }
                }
                out.push('}');
            }
            FieldKind::Own(operand, _) => {
                let [neg, abs, sext] = self.form.signs[f as usize].map(|flag| flag != NO_FLAG && self.value(flag) != 0);
                // A sign right in front of a number would change the number.
                let (open, close) = match (neg, abs) {
                    (true, false) if operand.number(value) => ("neg(", ")"),
                    (true, false) => ("-", ""),
                    (true, true) => ("-|", "|"),
                    (false, true) => ("|", "|"),
                    (false, false) if sext => ("sext(", ")"),
                    (false, false) => ("", ""),
                };
                out.push_str(open);
                let literal = self.form.literal.map_or(0, |i| self.inst.vals[i as usize]);
                operand.print(self.cx, value, literal, out);
                out.push_str(close);
            }
        }
    }

    fn flush(&self, out: &mut String) {
        if self.reused.take() {
            out.push_str(".reuse");
        }
    }
}

fn push_half(out: &mut String, file: &RegFile, number: Option<u64>) {
    match (number, file.names.first()) {
        (None, Some((_, zero))) => out.push_str(zero),
        (Some(n), Some((zero, _))) if n >= *zero => {
            out.push_str("???");
            push_dec(out, *zero);
        }
        (n, _) => push_reg(out, file, n.unwrap_or(0), 1),
    }
}

/// One register or several: `s4`, `s[4:5]`.
#[inline]
pub fn push_group(out: &mut String, prefix: &str, first: u64, count: u64) {
    out.push_str(prefix);
    if count > 1 {
        out.push('[');
        push_dec(out, first);
        out.push(':');
        push_dec(out, first + count - 1);
        out.push(']');
    } else {
        push_dec(out, first);
    }
}

fn push_reg(out: &mut String, file: &RegFile, value: u64, count: u64) {
    if let Some((lo, _, prefix)) = file.ranges.iter().find(|(lo, hi, _)| (*lo..=*hi).contains(&value)) {
        push_group(out, prefix, value - lo, count);
    } else if let Some((_, name)) = file.names.iter().find(|(number, _)| *number == value) {
        out.push_str(name);
    } else {
        out.push_str("???");
        push_dec(out, value);
    }
}

fn push_int(out: &mut String, int: Int, n: i64) {
    if int.hex {
        push_signed_hex(out, n);
    } else {
        if n < 0 {
            out.push('-');
        }
        push_dec(out, n.unsigned_abs());
    }
}

pub(crate) fn push_signed_hex(out: &mut String, n: i64) {
    out.push_str(if n < 0 { "-0x" } else { "0x" });
    push_hex(out, n.unsigned_abs());
}

/// Append the hexadecimal digits of a number.
pub fn push_hex(out: &mut String, n: u64) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    if n < 16 {
        return out.push(DIGITS[n as usize] as char);
    }
    let mut digits = [0u8; 16];
    let mut at = 16;
    let mut rest = n;
    loop {
        at -= 1;
        digits[at] = DIGITS[(rest & 15) as usize];
        rest >>= 4;
        if rest == 0 {
            break;
        }
    }
    out.push_str(std::str::from_utf8(&digits[at..]).unwrap_or(""));
}

/// Append a number in decimal digits.
pub fn push_dec(out: &mut String, n: u64) {
    // Most are numbers of registers.
    if n < 100 {
        if n >= 10 {
            out.push((b'0' + (n / 10) as u8) as char);
        }
        return out.push((b'0' + (n % 10) as u8) as char);
    }
    let mut digits = [0u8; 20];
    let mut at = 20;
    let mut rest = n;
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.push_str(std::str::from_utf8(&digits[at..]).unwrap_or(""));
}
