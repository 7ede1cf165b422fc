//! Parses a plain text: tries the forms of its mnemonic.

use super::{Never, No, Open, Reader, Yes};
use crate::Context;
use crate::compile::{Form, MAX_FIELDS};
use crate::parse::{Chosen, Parsed};
use crate::plan::words::Text;
use crate::table::Table;

impl Reader<'_> {
    /// Starts reading a form.
    #[inline(always)]
    fn begin(&mut self, form: &'static Form) {
        self.shape = form.reading(self.cx.profile);
        self.inst.form = form;
        self.inst.vals = [0; MAX_FIELDS];
        self.shape.nonzero.iter().for_each(|(f, default)| self.set(*f, *default));
        (self.at, self.start, self.seen, self.slot, self.reuse, self.counts) = (0, 0, 0, 0, 0, 0);
        self.halves = Chosen::default();
    }
}

impl Table {
    /// The instruction at the start of a plain text; `None` if the general path has to parse it.
    pub(crate) fn parse_plain(&'static self, cx: &Context, text: &str) -> Option<Parsed> {
        if !text.is_ascii() {
            return None;
        }
        let copy = Text::of(text)?;
        // A comment ends the text; a comment in the middle is left to the general path.
        let end = text.find('/').unwrap_or(text.len());
        let (source, comment) = text.split_at(end);
        if !(comment.is_empty() || comment.starts_with("//")) {
            return None;
        }
        let copy = if comment.is_empty() { copy } else { Text::of(source)? };
        let mut at = (self.layout.skip_prefix)(source);
        while matches!(copy.byte(at), b' ' | b'\t') {
            at += 1;
        }
        let mnemonic = (at, at + copy.word_len(at));
        let forms = self.by_mnemonic().forms(copy.slice(mnemonic.0, mnemonic.1)).iter().map(|index| self.form(*index));
        let mut forms = forms.filter(|form| form.profiles & cx.profile != 0).peekable();
        let shape = forms.peek()?.reading(cx.profile);
        let mut reader = Reader {
            cx,
            shape,
            source,
            text: &copy,
            at: 0,
            mnemonic,
            start: 0,
            inst: &mut self.blank(),
            seen: 0,
            slot: 0,
            reuse: 0,
            counted: [(0, 0); 2],
            counts: 0,
            halves: Chosen::default(),
            groups: self.layout.style.groups,
        };
        for form in forms {
            reader.begin(form);
            match reader.whole() {
                Yes => return Some(Parsed { inst: *reader.inst, reuse: reader.reuse, len: reader.at }),
                No | Never => {}
                Open => return None,
            }
        }
        None
    }
}
