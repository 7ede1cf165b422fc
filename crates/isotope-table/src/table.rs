//! A table of instructions: rows lie in lots, and a lot becomes forms when one of its words is first decoded.
//!
//! A kernel has some dozens of the thousands of forms, and a short launch must not wait for the others. Who asks for a name, walks all
//! forms or decodes many instructions gets the whole table.
use super::compile::{Form, Layout, compile};
use super::index::Index;
use super::mnemonics::Mnemonics;
use super::row::*;
use std::cmp::Reverse;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Lists of up to this many forms are searched one by one.
const FEW: usize = 3;
/// The same of lots, which are looked at seldom.
const FEW_LOTS: usize = 16;
/// Bits that tell lots apart first.
const ROUGH: u32 = 9;
/// After so many instructions the whole table is made: from then on each costs less.
const SELDOM: u32 = 2000;

/// Rows that become forms together.
pub struct Lot {
    /// Bits that all words of the rows have, at most two ways.
    words: [Option<Pattern>; 2],
    /// How many forms they are.
    count: u16,
    rows: Rows,
}

/// Where rows are.
enum Rows {
    /// In a constant.
    Written(&'static Row),
    /// Nowhere, until they are needed.
    Made(Box<dyn Fn() -> Vec<Row> + Send + Sync>),
}

impl Lot {
    /// Rows that are made when they are needed: `count` encodings, whose words all have one of these patterns.
    pub fn new(words: [Option<Pattern>; 2], count: usize, rows: impl Fn() -> Vec<Row> + Send + Sync + 'static) -> Lot {
        Lot { words, count: count as u16, rows: Rows::Made(Box::new(rows)) }
    }

    /// Rows that are there, each a lot of its own.
    pub fn written(rows: &'static [Row]) -> impl Iterator<Item = Lot> {
        rows.iter().map(|row| Lot { words: [None; 2], count: row.ops.len() as u16, rows: Rows::Written(row) })
    }

    /// The patterns that its words have.
    fn patterns(&self) -> impl Iterator<Item = Pattern> {
        let written: &[Variant] = match self.rows {
            Rows::Written(row) => row.ops,
            Rows::Made(_) => &[],
        };
        self.words.into_iter().flatten().chain(written.iter().map(|variant| variant.opcode))
    }
}

/// A lot in its table.
struct Placed {
    lot: Lot,
    /// Position of its first form.
    first: u16,
    forms: OnceLock<&'static [Form]>,
}

impl Placed {
    /// Its forms, which stay.
    fn forms(&self, layout: Layout) -> &'static [Form] {
        self.forms.get_or_init(|| {
            let rows = match &self.lot.rows {
                Rows::Written(row) => std::slice::from_ref(*row),
                Rows::Made(make) => make().leak(),
            };
            let variants = rows.iter().flat_map(|row| row.ops.iter().map(move |variant| (row, variant)));
            let forms: Vec<Form> =
                (self.first..).zip(variants).map(|(i, (row, v))| compile(layout, row, v, i)).collect();
            let known = |form: &Form| {
                let within = |p: Pattern| form.opcode.mask & p.mask == p.mask && form.opcode.value & p.mask == p.value;
                self.lot.patterns().any(within)
            };
            for form in &forms {
                assert!(known(form), "{}: not among the words of its lot", form.syntax);
            }
            assert_eq!(
                forms.len(),
                usize::from(self.lot.count),
                "forms of the lot that begins with {}",
                forms[0].syntax
            );
            forms.leak()
        })
    }
}

/// All forms, and which of them a word can be.
pub(super) struct Whole {
    forms: Vec<&'static Form>,
    index: Index,
}

impl Whole {
    /// The forms that a word can be, most specific first.
    #[inline]
    pub fn candidates(&self, word: u128) -> &[u16] {
        self.index.candidates(word)
    }

    /// The form at this position.
    #[inline]
    pub fn form(&self, index: u16) -> &'static Form {
        self.forms[usize::from(index)]
    }
}

/// The instructions of an instruction set.
pub struct Table {
    pub(super) layout: Layout,
    lots: Vec<Placed>,
    /// Patterns and the lots that have them.
    patterns: Vec<(Pattern, u16)>,
    /// Which patterns a word can have.
    rough: Index,
    /// Instructions decoded without the whole.
    decoded: AtomicU32,
    whole: OnceLock<Whole>,
    by_mnemonic: OnceLock<Mnemonics>,
}

impl Table {
    /// The table of an instruction set; forms are made when they are needed.
    pub fn new(layout: Layout, lots: impl IntoIterator<Item = Lot>) -> Table {
        let mut first = 0;
        let place = |lot: Lot| {
            let placed = Placed { first, forms: OnceLock::new(), lot };
            first += placed.lot.count;
            placed
        };
        let lots: Vec<Placed> = lots.into_iter().map(place).collect();
        let patterns =
            (0..).zip(&lots).flat_map(|(at, placed)| placed.lot.patterns().map(move |pattern| (pattern, at)));
        let patterns: Vec<(Pattern, u16)> = patterns.collect();
        let (lo, len) = layout.index;
        let root = (lo + len.saturating_sub(ROUGH), len.min(ROUGH));
        let rough = Index::new(root, FEW_LOTS, patterns.iter().map(|(pattern, _)| *pattern));
        let (whole, by_mnemonic) = (OnceLock::new(), OnceLock::new());
        Table { layout, lots, patterns, rough, decoded: AtomicU32::new(0), whole, by_mnemonic }
    }

    /// The whole table.
    fn whole(&self) -> &Whole {
        self.whole.get_or_init(|| {
            let forms: Vec<_> = self.lots.iter().flat_map(|placed| placed.forms(self.layout)).collect();
            let index = Index::new(self.layout.index, FEW, forms.iter().map(|f| f.opcode));
            Whole { forms, index }
        })
    }

    /// The whole table, if it has been made.
    #[inline]
    pub(super) fn made(&self) -> Option<&Whole> {
        self.whole.get()
    }

    /// The forms whose fixed bits a word has, most specific first: what [`Whole::candidates`] finds, for a table of which
    /// little is needed.
    #[cold]
    pub(super) fn matching(&self, word: u128) -> Vec<&'static Form> {
        let patterns = self.rough.candidates(word).iter().map(|at| self.patterns[usize::from(*at)]);
        let lots = patterns.filter(|(pattern, _)| pattern.fits(word)).map(|(_, lot)| &self.lots[usize::from(lot)]);
        let forms = lots.flat_map(|lot| lot.forms(self.layout));
        let mut forms: Vec<_> = forms.filter(|form| form.opcode.fits(word)).collect();
        forms.sort_unstable_by_key(|form| (Reverse(form.opcode.mask.count_ones()), form.index));
        // A word may have both patterns of a lot.
        forms.dedup_by_key(|form| form.index);
        if self.decoded.fetch_add(1, Ordering::Relaxed) == SELDOM {
            self.whole();
        }
        forms
    }

    /// The same found in the lots, and in the whole table; a test holds them against each other.
    #[doc(hidden)]
    pub fn both_ways(&self, word: u128) -> [Vec<&'static Form>; 2] {
        let whole = self.whole();
        let forms = whole.candidates(word).iter().map(|candidate| whole.form(*candidate));
        [self.matching(word), forms.filter(|form| form.opcode.fits(word)).collect()]
    }

    /// Number of forms.
    pub fn len(&self) -> usize {
        self.lots.iter().map(|placed| usize::from(placed.lot.count)).sum()
    }

    /// True for a table without forms.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All forms.
    pub fn forms(&self) -> impl ExactSizeIterator<Item = &'static Form> + Clone {
        self.whole().forms.iter().copied()
    }

    /// The form at this position.
    pub(super) fn form(&self, index: u16) -> &'static Form {
        self.whole().form(index)
    }

    /// Some form.
    pub(super) fn any(&self) -> &'static Form {
        &self.lots[0].forms(self.layout)[0]
    }

    /// The forms by their names.
    pub(super) fn by_mnemonic(&self) -> &Mnemonics {
        self.by_mnemonic.get_or_init(|| {
            let named = |form: &'static Form| {
                let (index, names) = (form.index, [form.mnemonic].into_iter().chain(form.row.aliases.iter().copied()));
                names.map(move |name| (name, index))
            };
            Mnemonics::new(self.forms().flat_map(named))
        })
    }

    /// The forms of a mnemonic or of an older name for it.
    pub fn named(&self, name: &str) -> impl Iterator<Item = &'static Form> {
        self.by_mnemonic().forms(name.as_bytes()).iter().map(|i| self.form(*i))
    }

    /// The mnemonics, sorted.
    pub fn mnemonics(&self) -> Vec<&'static str> {
        let mut all: Vec<_> = self.forms().map(|f| f.mnemonic).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}
