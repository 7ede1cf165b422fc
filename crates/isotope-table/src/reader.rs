//! Reads the fields of an instruction by name and records which bits were read.
//!
//! Lifting reads an instruction through a [`Reader`]. A bit that differs from the default and that nothing has read at the end of lifting
//! has no effect in the model. The instruction set must then have declared it as ignored, or must refuse the instruction.
use super::compile::{Form, Inst, MAX_FIELDS, read_int, sign_extend};
use super::row::{FieldKind, Profiles};
use std::cell::Cell;

/// An instruction whose fields are read by name.
pub trait ReadFields {
    /// Its form.
    fn form(&self) -> &'static Form;
    /// The raw bits of the field at this position.
    fn value(&self, at: usize) -> u64;

    /// The bits of a field under a mask, not shifted; 0 if the form has no such field.
    fn bits(&self, name: &str, mask: u64) -> u64 {
        self.get(name) & mask
    }
    /// Raw bits of the named field; 0 if the form has none.
    fn get(&self, name: &str) -> u64 {
        self.try_get(name).unwrap_or(0)
    }
    /// Raw bits of the named field.
    fn try_get(&self, name: &str) -> Option<u64> {
        self.form().field(name).map(|at| self.value(at))
    }
    /// The value of a numeric field: sign-extended if it is signed, and scaled.
    fn number(&self, name: &str) -> i64 {
        self.form().field(name).map_or(0, |at| {
            let field = &self.form().fields[at];
            match field.kind {
                FieldKind::Int(int) => read_int(int, field.len(), self.value(at)),
                FieldKind::Target => sign_extend(self.value(at), field.len()),
                _ => self.value(at) as i64,
            }
        })
    }
    /// The text of a field of names; empty if nothing is printed.
    fn text(&self, profile: Profiles, name: &str) -> &'static str {
        self.form().field(name).map_or("", |at| match self.form().fields[at].kind {
            FieldKind::Names(names) => names.entry(profile, self.value(at)).map_or("", |n| n.text),
            FieldKind::View(names, of) => names.entry(profile, self.get(of)).map_or("", |n| n.text),
            _ => "",
        })
    }
}

impl ReadFields for Inst {
    fn form(&self) -> &'static Form {
        self.form
    }
    fn value(&self, at: usize) -> u64 {
        self.vals[at]
    }
}

/// An instruction that records which bits of its fields were read.
pub struct Reader<'a> {
    /// Its form.
    pub form: &'static Form,
    inst: &'a Inst,
    read: [Cell<u64>; MAX_FIELDS],
}

impl<'a> Reader<'a> {
    /// A reader that has read nothing yet.
    pub fn new(inst: &'a Inst) -> Reader<'a> {
        Reader { form: inst.form, inst, read: [const { Cell::new(0) }; MAX_FIELDS] }
    }
    /// The instruction, for checks of legality and for printing. This does not count as reading.
    pub fn whole(&self) -> &'a Inst {
        self.inst
    }
    /// The bits of a field under a mask, not shifted; 0 if the form has no such field. The other bits do not count as read.
    pub fn bits(&self, name: &str, mask: u64) -> u64 {
        self.form.field(name).map_or(0, |at| self.bits_at(at, mask))
    }
    /// As [`Reader::bits`], for the field at a position.
    pub fn bits_at(&self, at: usize, mask: u64) -> u64 {
        self.read[at].set(self.read[at].get() | mask);
        self.inst.vals[at] & mask
    }
    /// The fields with unread bits that differ from the default: positions and those bits.
    pub fn unread(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        (0..self.form.fields.len()).filter_map(|at| {
            let bits = (self.inst.vals[at] ^ self.form.default_of(at)) & !self.read[at].get();
            (bits != 0).then_some((at, bits))
        })
    }
    /// The raw bits of the field at this position.
    pub fn value(&self, at: usize) -> u64 {
        ReadFields::value(self, at)
    }
    /// Raw bits of the named field; 0 if the form has none.
    pub fn get(&self, name: &str) -> u64 {
        ReadFields::get(self, name)
    }
    /// Raw bits of the named field.
    pub fn try_get(&self, name: &str) -> Option<u64> {
        ReadFields::try_get(self, name)
    }
    /// The value of a numeric field: sign-extended if it is signed, and scaled.
    pub fn number(&self, name: &str) -> i64 {
        ReadFields::number(self, name)
    }
    /// The text of a field of names; empty if nothing is printed.
    pub fn text(&self, profile: Profiles, name: &str) -> &'static str {
        ReadFields::text(self, profile, name)
    }
}

impl ReadFields for Reader<'_> {
    fn form(&self) -> &'static Form {
        self.form
    }
    fn bits(&self, name: &str, mask: u64) -> u64 {
        Reader::bits(self, name, mask)
    }
    fn value(&self, at: usize) -> u64 {
        self.read[at].set(u64::MAX);
        self.inst.vals[at]
    }
}
