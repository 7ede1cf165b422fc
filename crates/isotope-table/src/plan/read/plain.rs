//! One line after another: the text, the forms of its mnemonic, the instruction.

use super::lead::Leads;
use super::learn::Read;
use super::recall::Recall;
use super::spelled::Heads;
use super::{Never, No, Open, Reader, Steps, Yes};
use crate::Context;
use crate::compile::{Form, Inst, MAX_FIELDS};
use crate::parse::{Chosen, Parsed};
use crate::plan::words::Text;
use crate::table::Table;

/// Where a text is read: the buffers of one line after another, and what lines before say of one.
pub struct Plain {
    text: Text,
    inst: Inst,
    names: Names,
    heads: Heads,
    recall: Recall,
}

/// The forms of the last mnemonics.
#[derive(Default)]
struct Names {
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
pub struct Candidate {
    pub form: &'static Form,
    /// Its fixed bits, and its length without a literal.
    pub opcode: u128,
    pub bits: u32,
    pub steps: &'static Steps,
}

impl Candidate {
    fn new(form: &'static Form, profile: u8) -> Option<Candidate> {
        let (opcode, bits) = (form.opcode.value, form.row.bits.into());
        let steps = form.reading(profile)?;
        Some(Candidate { form, opcode, bits, steps })
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

/// A text to be read, and about where its mnemonic is.
#[derive(Clone, Copy)]
struct Given<'a> {
    source: &'a str,
    at: usize,
    len: usize,
}

impl Plain {
    /// The instruction of a spelling that was read before, written into words; or whether the spelling is to be remembered.
    #[inline(always)]
    fn recall(&mut self, cx: &Context, given: Given, words: &mut [u64]) -> Result<(usize, u32), bool> {
        let Plain { text, heads, recall, .. } = self;
        let Given { source, at, len } = given;
        recall.enter(cx.profile, cx.mode);
        recall.spelled.take(text, source.len(), (at, at + len), heads).ok_or(false)?;
        let Some(mut found) = recall.find() else { return Err(recall.seen()) };
        let bits = found.put(words).ok_or(false)?;
        Ok((source.len() - found.behind(), bits))
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        cx: &'a Context<'a>,
        (source, text): (&'a str, &'a Text),
        mnemonic: (usize, usize),
        shape: &'static Steps,
        inst: &'a mut Inst,
        groups: bool,
    ) -> Reader<'a> {
        let (at, start, seen, slot, reuse, counted, counts, halves) =
            (0, 0, 0, 0, 0, [(0, 0); 2], 0, Chosen::default());
        Reader {
            cx,
            shape,
            source,
            text,
            at,
            mnemonic,
            start,
            inst,
            seen,
            slot,
            reuse,
            counted,
            counts,
            halves,
            groups,
            notes: None,
        }
    }

    /// Begins to read a form.
    #[inline(always)]
    pub(super) fn begin(&mut self, candidate: &Candidate) {
        self.inst.form = candidate.form;
        self.shape = candidate.steps;
        self.inst.vals = [0; MAX_FIELDS];
        candidate.steps.nonzero.iter().for_each(|(f, default)| self.set(*f, *default));
        (self.at, self.start, self.seen, self.slot, self.reuse, self.counts) = (0, 0, 0, 0, 0, 0);
        self.halves = Chosen::default();
    }
}

impl Table {
    /// Buffers for [`Table::assemble_plain`].
    pub fn plain(&'static self) -> Plain {
        let names = Names { known: vec![Known::default(); KNOWN], others: Vec::new() };
        let heads = Heads::new(&self.layout.style);
        Plain { text: Text::new(), inst: self.blank(), names, heads, recall: Recall::new() }
    }

    /// Buffers for the lines of a source, if these are enough that to remember how they are spelled pays.
    pub fn plain_for(&'static self, source: &str) -> Option<Plain> {
        (source.len() > 1 << 12).then(|| self.plain())
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
        let given = self.copy(text, &mut plain.text)?;
        match plain.recall(cx, given, words) {
            Ok(done) => Some(done),
            Err(new) => self.assemble_anew(cx, given, new, plain, words),
        }
    }

    /// Reads a text whose spelling says nothing; if it is new to be remembered, it is.
    #[inline(never)]
    fn assemble_anew(
        &'static self,
        cx: &Context,
        given: Given,
        new: bool,
        plain: &mut Plain,
        words: &mut [u64],
    ) -> Option<(usize, u32)> {
        let Plain { text, inst, names, recall, .. } = plain;
        let Given { source, at, .. } = given;
        let (name, forms) = self.forms_at(cx.profile, text, given, names)?;
        let (form, end, _) = self.read_one(cx, (source, text), (at, name), forms, inst)?;
        let forms = forms.get(..=form)?;
        let Candidate { opcode, bits, steps, .. } = forms.last()?;
        for (word, half) in words.iter_mut().zip([*opcode as u64, (*opcode >> 64) as u64]) {
            *word |= half;
        }
        let bits = bits + steps.puts.encode(inst, words);
        if new {
            let (groups, numbers) = (self.layout.style.groups, &recall.spelled.numbers(text));
            let line = Read { cx, source, text, mnemonic: (at, name), groups, numbers, forms, inst, end };
            let spelling = line.spelling(&mut recall.notes);
            recall.remember(spelling);
        }
        Some((end, bits))
    }

    /// The instruction at the start of a plain text.
    pub(crate) fn parse_plain(&'static self, cx: &Context, text: &str) -> Option<Parsed> {
        let (mut copy, mut inst, mut names) = (Text::new(), self.blank(), Names::default());
        let given = self.copy(text, &mut copy)?;
        let (name, forms) = self.forms_at(cx.profile, &copy, given, &mut names)?;
        let (_, len, reuse) = self.read_one(cx, (given.source, &copy), (given.at, name), forms, &mut inst)?;
        Some(Parsed { inst, reuse, len })
    }

    /// Copies a text as far as it is one instruction.
    #[inline]
    fn copy<'a>(&self, mut source: &'a str, copy: &mut Text) -> Option<Given<'a>> {
        if copy.copy(source)? {
            // A comment ends the text; one in the middle is for the general way.
            let at = source.find('/').filter(|at| source[*at..].starts_with("//"))?;
            source = &source[..at];
            copy.cut(at);
        }
        let mut at = (self.layout.skip_prefix)(source);
        while matches!(copy.byte(at), b' ' | b'\t') {
            at += 1;
        }
        Some(Given { source, at, len: copy.about_word_len(at) })
    }

    /// Where the mnemonic of a text ends, and its forms.
    #[inline]
    fn forms_at<'a>(
        &'static self,
        profile: u8,
        text: &Text,
        Given { at, len, .. }: Given,
        names: &'a mut Names,
    ) -> Option<(usize, &'a [Candidate])> {
        let Names { known, others } = names;
        if len <= 32 && !known.is_empty() {
            let (place, name) = Known::place(text, at, len);
            match Known::find(known, place, name, profile) {
                Ok(found) => return Some((at + len, &known[found].forms)),
                Err(free) => {
                    let (end, forms) = self.candidates(profile, text, at, len)?;
                    // What stands behind a mnemonic is not remembered with it.
                    if end == at + len {
                        known[free] = Known { name, profile, forms };
                        return Some((end, &known[free].forms));
                    }
                    *others = forms;
                    return Some((end, &*others));
                }
            }
        }
        let (end, forms) = self.candidates(profile, text, at, len)?;
        *others = forms;
        Some((end, &*others))
    }

    /// Which of the forms a text is, where it ends, and which operands are marked.
    #[inline]
    fn read_one(
        &'static self,
        cx: &Context,
        text: (&str, &Text),
        mnemonic: (usize, usize),
        forms: &[Candidate],
        inst: &mut Inst,
    ) -> Option<(usize, usize, u8)> {
        let groups = self.layout.style.groups;
        let mut reader = Reader::new(cx, text, mnemonic, forms.first()?.steps, inst, groups);
        let leads = Leads::of(text.1, mnemonic.1, groups);
        for (form, candidate) in forms.iter().enumerate() {
            reader.begin(candidate);
            let Some(done) = reader.lead(&candidate.steps.firsts, &leads) else { continue };
            match reader.whole(done) {
                Yes => return Some((form, reader.at, reader.reuse)),
                No | Never => {}
                Open => return None,
            }
        }
        None
    }

    /// The end of the mnemonic at a place, and how its forms are read.
    fn candidates(&'static self, profile: u8, text: &Text, at: usize, len: usize) -> Option<(usize, Vec<Candidate>)> {
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
