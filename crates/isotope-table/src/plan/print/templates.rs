//! Texts that were printed before: a word that differs from one of theirs in registers, numbers and a literal alone has the same text
//! with other ones in it, and need not be decoded to be printed.
//!
//! Which bits those are follows from the form ([`Loose`]); the others are the key of a [`Template`]. Where it matters whether a loose
//! field has one certain value (its default, with which it is left out; a zero register; the code of a literal), that is a part of the
//! key, too. What cannot be printed so goes the general way, as do words that are no instruction.

mod make;

use crate::Context;
use crate::compile::{Form, Inst, read_int};
use crate::error::DecodeError;
use crate::line::{Line, Short};
use crate::plan::codec::Pick;
use crate::plan::memory::{Hashed, Memory};
use crate::plan::place;
use crate::print::{print_line, push_int};
use crate::row::{Int, Operand};
use crate::table::Table;

/// The most fields of a form whose value may matter.
const TESTS: usize = 12;
/// Values of a field whose texts are listed.
const LISTED: usize = 512;

/// The texts of all values of a field, as [`tiny`] gives them; 0 where the general way has to decide.
type List = [u128; LISTED];

/// What the words of a disassembler's lines were printed as, by themselves: with no names of a program around them.
pub struct Texts {
    profile: u8,
    templates: Memory<Template>,
    inst: Inst,
}

/// The bits of a word that are not loose, and its form with what is so of loose fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    words: [u64; 2],
    form: u32,
}

/// Words, the first form that they can be, and their key.
#[derive(Clone, Copy)]
struct Asked<'a> {
    words: &'a [u64; 2],
    form: &'static Form,
    key: Key,
}

/// The text of all words of a key.
struct Template {
    key: Key,
    /// The length of the instruction; 0 if it is printed the general way, [`OTHER`] if words of the key are none of the form.
    bits: u32,
    holes: Box<[Hole]>,
}

/// Not the form's, but that of another one whose fixed bits they have as well.
const OTHER: u32 = u32::MAX;

/// A text, and what stands behind it.
#[repr(align(64))]
struct Hole {
    text: Short,
    what: What,
    /// Where the value is.
    at: Pick,
}

enum What {
    Nothing,
    Listed(&'static List),
    /// A number of so many bits.
    Number(Int, u8),
    Literal(Box<Literal>),
}

/// An operand that is the literal behind the instruction, and its value.
struct Literal {
    operand: &'static dyn Operand,
    value: u64,
    profile: u8,
}

/// Which bits of a form's words are loose.
pub(in crate::plan) struct Loose {
    /// The others.
    fixed: [u64; 2],
    tests: Vec<Test>,
    /// Fields that are loose, a bit for each.
    fields: u32,
    /// Where the literal is, unless it is printed by itself.
    literal: Option<Pick>,
}

/// A loose field of which it matters whether some of its bits have a value.
struct Test {
    at: Pick,
    bits: u64,
    value: u64,
    field: u8,
}

impl Texts {
    /// No texts, for a table and a profile.
    pub fn new(table: &'static Table, profile: u8) -> Texts {
        Texts { profile, templates: Memory::new(), inst: table.blank() }
    }

    /// The template of a key.
    #[inline(always)]
    fn find(&self, key: Key) -> Option<&Template> {
        self.templates.get(self.templates.find(key.hash(), |template| template.key == key)?)
    }

    /// Learns what a word of a form is printed as, unless it is an instruction of another one.
    #[cold]
    fn learn(&mut self, Asked { words, form, key }: Asked<'_>, text: &[u8]) {
        if !self.templates.seen(key.hash()) || self.find(key).is_some() {
            return;
        }
        let none = |bits| Template { key, bits, holes: Box::default() };
        let made = if std::ptr::eq(self.inst.form, form) {
            let made = form.loose(self.profile).and_then(|loose| Template::new(self.profile, loose, key, &self.inst));
            // What does not say what it was made of is none.
            let made = made.filter(|made| {
                let mut line = Line::new();
                made.print(words, &mut line).is_some() && line.as_bytes() == text
            });
            made.unwrap_or_else(|| none(0))
        } else {
            none(if form.never(self.profile, words) { OTHER } else { 0 })
        };
        self.templates.keep(made);
    }
}

impl Hashed for Template {
    fn hash(&self) -> u32 {
        self.key.hash()
    }
}

impl Key {
    #[inline(always)]
    fn hash(self) -> u32 {
        let [low, high] = self.words;
        let odd = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f];
        let product = u128::from(low ^ odd[0]) * u128::from(high ^ odd[1] ^ u64::from(self.form).rotate_left(40));
        let both = product as u64 ^ (product >> 64) as u64;
        (both ^ both >> 32) as u32
    }
}

impl Table {
    /// Appends the text of the instruction at the start of `words`, little-endian, as [`Table::decode_to`] and [`print_line`] do; says
    /// how many bits it has.
    ///
    /// # Errors
    /// The word is no instruction.
    #[inline]
    pub fn print_plain(
        &'static self,
        cx: &Context,
        words: &[u64],
        texts: &mut Texts,
        out: &mut Line,
    ) -> Result<u32, DecodeError> {
        debug_assert!(cx.profile == texts.profile && cx.reuse == 0, "texts of another context");
        // Templates know of two words.
        let both =
            words.split_first_chunk().filter(|(_, rest)| rest.iter().all(|word| *word == 0)).map(|(both, _)| both);
        let mut asked = None;
        if let (Some(both), Some(index)) = (both, self.made()) {
            let first = u128::from(both[0]) | u128::from(both[1]) << 64;
            for candidate in index.candidates(first) {
                let form = self.form(*candidate);
                if !form.opcode.fits(first) || form.profiles & texts.profile == 0 {
                    continue;
                }
                let Some(loose) = form.loose(texts.profile) else { break };
                let key = loose.key(form, both);
                asked = Some(Asked { words: both, form, key });
                match texts.find(key) {
                    Some(template) if template.bits == OTHER => {}
                    Some(template) => {
                        let start = out.len();
                        if let Some(bits) = template.print(both, out) {
                            return Ok(bits);
                        }
                        out.truncate(start);
                        break;
                    }
                    None => break,
                }
            }
        }
        self.print_anew(cx, asked, words, texts, out)
    }

    #[inline(never)]
    fn print_anew(
        &'static self,
        cx: &Context,
        asked: Option<Asked<'_>>,
        words: &[u64],
        texts: &mut Texts,
        out: &mut Line,
    ) -> Result<u32, DecodeError> {
        let start = out.len();
        self.decode_to(cx.profile, words, &mut texts.inst)?;
        print_line(cx, &texts.inst, out);
        if let Some(asked) = asked {
            texts.learn(asked, &out.as_bytes()[start..]);
        }
        Ok(texts.inst.bits())
    }
}

impl Form {
    /// Which of its bits are loose, if it has templates.
    #[inline]
    fn loose(&'static self, profile: u8) -> Option<&'static Loose> {
        self.plans.loose[place(profile)?].get_or_init(|| Loose::new(self, profile)).as_ref()
    }

    /// Whether the rules of the encoding alone say that words are none of the form, as they do of all with their key: rules are of fields
    /// that are not loose.
    fn never(&'static self, profile: u8, words: &[u64; 2]) -> bool {
        self.pulling(profile).is_some_and(|pulls| pulls.refuses(self, words))
    }
}

impl Loose {
    #[inline(always)]
    fn key(&self, form: &Form, words: &[u64; 2]) -> Key {
        let mut tests = 0;
        for test in &self.tests {
            tests = tests << 1 | u32::from(test.at.get(words) & test.bits == test.value);
        }
        let words = [words[0] & self.fixed[0], words[1] & self.fixed[1]];
        Key { words, form: u32::from(form.index) << TESTS | tests }
    }
}

impl Template {
    /// Appends the text with the registers and numbers of a word. Nothing where the general way has to decide; then a part of it may
    /// have been appended.
    #[inline(always)]
    fn print(&self, words: &[u64; 2], out: &mut Line) -> Option<u32> {
        for hole in &self.holes {
            out.push_short(&hole.text);
            let value = hole.at.get(words);
            match &hole.what {
                What::Listed(list) => {
                    let text = list[value as usize % LISTED];
                    if text == 0 {
                        return None;
                    }
                    out.push_tiny(text);
                }
                What::Number(int, len) => push_int(out, *int, read_int(*int, (*len).into(), value)),
                What::Nothing => {}
                What::Literal(of) => of.operand.print(&Context::new(of.profile), of.value, value, out),
            }
        }
        (self.bits != 0).then_some(self.bits)
    }
}
