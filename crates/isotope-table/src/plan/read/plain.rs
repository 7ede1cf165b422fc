//! One line after another: the text, the forms of its mnemonic, the instruction.

use super::{Never, No, Open, Reader, Steps, Yes};
use crate::Context;
use crate::compile::Inst;
use crate::plan::words::Text;
use crate::table::Table;

/// Where a text is read: the buffers of one line after another, and the forms of the last mnemonics.
pub struct Plain {
    text: Text,
    inst: Inst,
    known: Vec<Known>,
}

/// Mnemonics that are remembered, each in one place.
const KNOWN: usize = 2048;

/// The forms of a mnemonic and profile, beside each other in memory.
#[derive(Clone, Default)]
struct Known {
    name: [u128; 2],
    profile: u8,
    forms: Vec<&'static Steps>,
}

impl Known {
    /// The place of a mnemonic of at most 32 bytes, and itself.
    #[inline]
    fn place(text: &Text, at: usize, len: usize) -> (usize, [u128; 2]) {
        let mask = |len: usize| u128::MAX.checked_shr(128 - 8 * len as u32).unwrap_or(0);
        let name = [text.sixteen(at) & mask(len.min(16)), text.sixteen(at + 16) & mask(len.saturating_sub(16).min(16))];
        let mut all = name[0] ^ name[1].rotate_left(23);
        all = u128::from((all as u64 ^ ((all >> 64) as u64).rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        ((all as u64 >> 53) as usize % KNOWN, name)
    }
}

impl Table {
    /// Buffers for [`Table::assemble_plain`].
    pub fn plain(&'static self) -> Plain {
        Plain { text: Text::new(), inst: self.blank(), known: vec![Known::default(); KNOWN] }
    }

    /// Parses and encodes a plain text: how much of it was read, and the instruction's length in bits. Nothing where
    /// [`Table::parse`] has to look.
    #[inline]
    pub fn assemble_plain(
        &'static self,
        cx: &Context,
        text: &str,
        plain: &mut Plain,
        words: &mut [u64],
    ) -> Option<(usize, u32)> {
        let len = self.read_plain(cx, text, plain)?;
        Some((len, plain.inst.put(words)))
    }

    /// The instruction at the start of a plain text, and how much was read.
    pub(crate) fn parse_plain(&'static self, cx: &Context, text: &str) -> Option<(Inst, usize)> {
        let mut plain = Plain { text: Text::new(), inst: self.blank(), known: Vec::new() };
        let len = self.read_plain(cx, text, &mut plain)?;
        Some((plain.inst, len))
    }

    fn read_plain(&'static self, cx: &Context, mut text: &str, plain: &mut Plain) -> Option<usize> {
        let Plain { text: copy, inst, known } = plain;
        if copy.copy(text)? {
            // A comment ends the text; one in the middle is for the general way.
            let at = text.find('/').filter(|at| text[*at..].starts_with("//"))?;
            text = &text[..at];
            copy.cut(at);
        }
        let mut at = (self.layout.skip_prefix)(text);
        while matches!(copy.byte(at), b' ' | b'\t') {
            at += 1;
        }
        let len = copy.about_word_len(at);
        let made;
        let (end, forms) = match Known::place(copy, at, len) {
            (place, name) if len <= 32 && !known.is_empty() => {
                let known = &mut known[place];
                let [low, high] = known.name;
                if (low ^ name[0]) | (high ^ name[1]) != 0 || known.profile != cx.profile {
                    let (end, forms) = self.named_plain(cx.profile, copy, at, len)?;
                    // What stands behind a mnemonic is not remembered with it.
                    if end != at + len {
                        made = forms;
                        (end, &made)
                    } else {
                        *known = Known { name, profile: cx.profile, forms };
                        (end, &known.forms)
                    }
                } else {
                    (at + len, &known.forms)
                }
            }
            _ => {
                let (end, forms) = self.named_plain(cx.profile, copy, at, len)?;
                made = forms;
                (end, &made)
            }
        };
        let groups = self.layout.style.groups;
        let counted = [(0, 0); 2];
        let mut reader = Reader {
            cx,
            source: text,
            text: copy,
            at: 0,
            mnemonic: (at, end),
            start: 0,
            inst,
            seen: 0,
            slot: 0,
            counted,
            counts: 0,
            groups,
        };
        for steps in forms {
            reader.inst.form = steps.form;
            reader.inst.vals = steps.defaults;
            (reader.at, reader.start, reader.seen, reader.slot, reader.counts) = (0, 0, 0, 0, 0);
            match reader.whole(steps) {
                Yes => return Some(reader.at),
                No | Never => {}
                Open => return None,
            }
        }
        None
    }

    /// The end of the mnemonic at a place, and how its forms are read.
    fn named_plain(
        &'static self,
        profile: u8,
        text: &Text,
        at: usize,
        len: usize,
    ) -> Option<(usize, Vec<&'static Steps>)> {
        // What is found is the name alone, since names are words.
        let mut end = at + len;
        let mut forms = self.by_mnemonic().forms(text.slice(at, end));
        if forms.is_empty() {
            end = at + text.word_len(at);
            forms = self.by_mnemonic().forms(text.slice(at, end));
        }
        let forms = forms.iter().map(|index| self.form(*index));
        let steps: Option<Vec<_>> =
            forms.filter(|form| form.row.profiles & profile != 0).map(|form| form.reading(profile)).collect();
        Some((end, steps?))
    }
}
