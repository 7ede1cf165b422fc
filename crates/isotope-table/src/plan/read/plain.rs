//! One line after another: the text, the forms of its mnemonic, the instruction.

use super::lead::{Firsts, Leads};
use super::{Never, No, Open, Reader, Steps, Yes};
use crate::Context;
use crate::compile::{Form, Inst, MAX_FIELDS};
use crate::plan::words::Text;
use crate::table::Table;

/// Where a text is read: the buffers of one line after another, and the forms of the last mnemonics.
pub struct Plain {
    text: Text,
    inst: Inst,
    known: Vec<Known>,
    /// The forms of the last mnemonic that is not among them.
    others: Vec<Candidate>,
}

/// Places for mnemonics that are remembered, and how many of them are looked at for each: with one alone, two that fall on it
/// would be looked up anew all the time.
const KNOWN: usize = 2048;
const PROBES: usize = 8;

/// The forms of a mnemonic and profile, beside each other in memory.
#[derive(Clone, Default)]
struct Known {
    name: [u128; 2],
    profile: u8,
    forms: Vec<Candidate>,
}

/// What a text may be an instruction of.
#[derive(Clone, Copy)]
struct Candidate {
    form: &'static Form,
    /// Its fixed bits, and its length without a literal.
    opcode: u128,
    bits: u32,
    steps: &'static Steps,
    firsts: Firsts,
}

impl Candidate {
    fn new(form: &'static Form, profile: u8) -> Option<Candidate> {
        let (opcode, bits) = (form.opcode.value, form.row.bits.into());
        let steps = form.reading(profile)?;
        Some(Candidate { form, opcode, bits, steps, firsts: Firsts::of(steps) })
    }
}

impl Known {
    /// The first place of a mnemonic of at most 32 bytes, and itself.
    #[inline]
    fn place(text: &Text, at: usize, len: usize) -> (usize, [u128; 2]) {
        let name = [text.first(at, len.min(16)), text.first(at + 16, len.saturating_sub(16).min(16))];
        let mut all = name[0] ^ name[1].rotate_left(23);
        all = u128::from((all as u64 ^ ((all >> 64) as u64).rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        ((all as u64 >> 53) as usize % KNOWN, name)
    }

    /// Where a mnemonic is from its first place on, or else where it may go.
    #[inline]
    fn find(all: &[Known], place: usize, [low, high]: [u128; 2], profile: u8) -> Result<usize, usize> {
        for at in (place..place + PROBES).map(|at| at % KNOWN) {
            let Known { name, profile: of, .. } = &all[at];
            if (low ^ name[0]) | (high ^ name[1]) == 0 && profile == *of {
                return Ok(at);
            }
            if *name == [0; 2] {
                return Err(at);
            }
        }
        Err(place)
    }
}

impl Table {
    /// Buffers for [`Table::assemble_plain`].
    pub fn plain(&'static self) -> Plain {
        Plain { text: Text::new(), inst: self.blank(), known: vec![Known::default(); KNOWN], others: Vec::new() }
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
        let (len, Candidate { opcode, bits, steps, .. }, inst) = self.read_plain(cx, text, plain)?;
        for (word, half) in words.iter_mut().zip([*opcode as u64, (*opcode >> 64) as u64]) {
            *word |= half;
        }
        Some((len, bits + steps.puts.encode(inst, words)))
    }

    /// The instruction at the start of a plain text, and how much was read.
    pub(crate) fn parse_plain(&'static self, cx: &Context, text: &str) -> Option<(Inst, usize)> {
        let mut plain = Plain { text: Text::new(), inst: self.blank(), known: Vec::new(), others: Vec::new() };
        let (len, _, inst) = self.read_plain(cx, text, &mut plain)?;
        Some((*inst, len))
    }

    #[inline]
    fn read_plain<'a>(
        &'static self,
        cx: &Context,
        mut text: &str,
        plain: &'a mut Plain,
    ) -> Option<(usize, &'a Candidate, &'a Inst)> {
        let Plain { text: copy, inst, known, others } = plain;
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
        let (end, forms) = match Known::place(copy, at, len) {
            (place, name) if len <= 32 && !known.is_empty() => {
                match Known::find(known, place, name, cx.profile) {
                    Ok(found) => (at + len, &known[found].forms),
                    Err(free) => {
                        let (end, forms) = self.named_plain(cx.profile, copy, at, len)?;
                        // What stands behind a mnemonic is not remembered with it.
                        if end != at + len {
                            *others = forms;
                            (end, &*others)
                        } else {
                            known[free] = Known { name, profile: cx.profile, forms };
                            (end, &known[free].forms)
                        }
                    }
                }
            }
            _ => {
                let (end, forms) = self.named_plain(cx.profile, copy, at, len)?;
                *others = forms;
                (end, &*others)
            }
        };
        let groups = self.layout.style.groups;
        let counted = [(0, 0); 2];
        let mut reader = Reader {
            cx,
            shape: forms.first()?.steps,
            source: text,
            text: copy,
            at: 0,
            mnemonic: (at, end),
            start: 0,
            inst: &mut *inst,
            seen: 0,
            slot: 0,
            counted,
            counts: 0,
            groups,
        };
        let leads = Leads::of(copy, end, groups);
        for candidate in forms {
            reader.inst.form = candidate.form;
            reader.shape = candidate.steps;
            reader.inst.vals = [0; MAX_FIELDS];
            candidate.steps.nonzero.iter().for_each(|(f, default)| reader.set(*f, *default));
            (reader.at, reader.start, reader.seen, reader.slot, reader.counts) = (0, 0, 0, 0, 0);
            let Some(done) = reader.lead(&candidate.firsts, &leads) else { continue };
            match reader.whole(done) {
                Yes => {
                    let at = reader.at;
                    return Some((at, candidate, inst));
                }
                No | Never => {}
                Open => return None,
            }
        }
        None
    }

    /// The end of the mnemonic at a place, and how its forms are read.
    fn named_plain(&'static self, profile: u8, text: &Text, at: usize, len: usize) -> Option<(usize, Vec<Candidate>)> {
        // What is found is the name alone, since names are words.
        let mut end = at + len;
        let mut forms = self.by_mnemonic().forms(text.slice(at, end));
        if forms.is_empty() {
            end = at + text.word_len(at);
            forms = self.by_mnemonic().forms(text.slice(at, end));
        }
        let forms = forms.iter().map(|index| self.form(*index));
        let forms = forms.filter(|form| form.row.profiles & profile != 0);
        let candidates: Option<Vec<_>> = forms.map(|form| Candidate::new(form, profile)).collect();
        Some((end, candidates?))
    }
}
