//! An instruction during lifting; records which of its parts were read.

use std::cell::Cell;

use super::super::form::Form;
use super::super::inst::{Exec, Inst, Operand, Pred};
use super::ignored::{Ignored, ROWS};
use isotope_target::lift::Refused;

/// Reads an instruction by the names of its parts.
pub(super) struct Reader<'a> {
    inst: &'a Inst,
    /// Its form.
    pub form: &'static Form,
    /// Its lanes.
    pub exec: Exec,
    /// A bit for each operand that was read.
    read: Cell<u64>,
    pred: Cell<bool>,
}

impl<'a> Reader<'a> {
    /// A reader that has read nothing.
    pub fn new(inst: &'a Inst) -> Reader<'a> {
        Reader { inst, form: inst.form, exec: inst.exec, read: Cell::new(0), pred: Cell::new(false) }
    }
    /// The instruction, for code that only inspects it; marks nothing as read.
    pub fn whole(&self) -> &'a Inst {
        self.inst
    }
    fn mark(&self, name: &str) {
        if let Some(at) = self.form.position(name) {
            self.read.set(self.read.get() | 1 << at);
        }
    }
    /// The instruction; marks these parts as read.
    pub fn reading(&self, parts: &[&str]) -> &'a Inst {
        parts.iter().for_each(|part| self.mark(part));
        self.inst
    }
    /// The instruction; marks everything as read.
    pub fn all(&self) -> &'a Inst {
        self.read.set(u64::MAX);
        self.pred.set(true);
        self.inst
    }
    /// The instruction; marks the parts that determine the atomic operation as read.
    pub fn atomic(&self) -> &'a Inst {
        self.reading(&["op", "width"])
    }
    /// Marks everything as read that another reader of the same form has read.
    pub fn absorb(&self, other: &Reader<'_>) {
        self.read.set(self.read.get() | other.read.get());
        self.pred.set(self.pred.get() | other.pred.get());
    }
    /// The mnemonic without dot words.
    pub fn name(&self) -> &'static str {
        self.form.name()
    }
    /// The operand that the row names `name`.
    pub fn operand(&self, name: &str) -> Option<&'a Operand> {
        self.mark(name);
        self.inst.operand(name)
    }
    /// The value of a number or name operand; 0 if there is none of that name.
    pub fn number(&self, name: &str) -> u64 {
        self.mark(name);
        self.inst.number(name)
    }
    /// The text of a name operand.
    pub fn word(&self, name: &str) -> &'static str {
        self.mark(name);
        self.inst.word(name)
    }
    /// Whether the destination saturates.
    pub fn saturates(&self) -> bool {
        self.mark("dst");
        self.inst.saturates()
    }
    /// The predicate.
    pub fn pred(&self) -> Option<Pred> {
        self.pred.set(true);
        self.inst.pred
    }
    /// Refuses an instruction with a part that is set, was not read, and is not covered by a row of [`Ignored`]. Calls `pass` for each row
    /// that covers one.
    pub fn unread(&self, mut pass: impl FnMut(&'static Ignored)) -> Option<Refused> {
        let pred = (self.inst.pred.is_some() && !self.pred.get()).then_some("pred");
        let silent = |at: usize| [self.form.absent[at], self.form.unstored[at]];
        let said = |at: &usize| !silent(*at).contains(&self.inst.operands[*at]);
        let rest = (0..self.inst.operands.len()).filter(|at| self.read.get() >> at & 1 == 0).filter(said);
        let mut parts = pred.into_iter().chain(rest.map(|at| self.form.parts[at].name));
        let part = parts.find(|part| {
            let row = ROWS.iter().find(|row| row.declares(self.name(), part));
            row.inspect(|row| pass(row)).is_none()
        })?;
        Some(Refused::Unread(format!("its part `{part}`, which no rule of the model reads")))
    }
}
