//! A table of instructions. Rows are in lots; a lot becomes forms when one of its instruction words is first decoded.
//!
//! A kernel uses some dozens of the thousands of forms, and a short launch must not wait for the others. Looking up a mnemonic reads the
//! names of all rows, and decoding many instructions reads the fixed bits of all forms, but only forms that are needed are compiled.
use super::compile::{Form, Layout, compile};
use super::index::Index;
use super::mnemonics::Mnemonics;
use super::row::*;
use std::cmp::Reverse;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Lists of up to this many forms are searched one by one.
const FEW: usize = 3;
/// As `FEW`, for lots, which are searched seldom.
const FEW_LOTS: usize = 16;
/// Number of bits in the root of the index of lots.
const ROUGH: u32 = 9;
/// After this number of decoded instructions, all forms are indexed, which makes decoding cheaper from then on.
const SELDOM: u32 = 2000;

/// Rows that become forms together.
pub struct Lot {
    /// Bits that all instruction words of the rows have: at most two patterns.
    words: [Option<Pattern>; 2],
    /// Number of its forms.
    count: u16,
    rows: Rows,
}

/// The rows of a lot.
enum Rows {
    /// A constant row.
    Written(&'static Row),
    /// Rows that a function makes when they are needed.
    Made(Box<dyn Fn() -> Vec<Row> + Send + Sync>),
}

impl Lot {
    /// Rows that are made when they are needed: `count` encodings, whose instruction words all have one of these patterns.
    pub fn new(words: [Option<Pattern>; 2], count: usize, rows: impl Fn() -> Vec<Row> + Send + Sync + 'static) -> Lot {
        Lot { words, count: count as u16, rows: Rows::Made(Box::new(rows)) }
    }

    /// Constant rows, each as a separate lot.
    pub fn written(rows: &'static [Row]) -> impl Iterator<Item = Lot> {
        rows.iter().map(|row| Lot { words: [None; 2], count: row.ops.len() as u16, rows: Rows::Written(row) })
    }

    /// The same rows, each with the profiles that `of` returns for it.
    pub fn with_profiles(self, of: impl Fn(&Row) -> Profiles + Send + Sync + 'static) -> Lot {
        let rows = match self.rows {
            Rows::Written(row) if of(row) == row.profiles => Rows::Written(row),
            Rows::Written(row) => Rows::Written(Box::leak(Box::new(Row { profiles: of(row), ..*row }))),
            Rows::Made(make) => {
                Rows::Made(Box::new(move || make().into_iter().map(|row| Row { profiles: of(&row), ..row }).collect()))
            }
        };
        Lot { rows, ..self }
    }

    /// The patterns of its instruction words.
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
    rows: OnceLock<&'static [Row]>,
    forms: OnceLock<&'static [Form]>,
}

impl Placed {
    /// Its rows; they are never freed.
    fn rows(&self) -> &'static [Row] {
        self.rows.get_or_init(|| {
            let rows = match &self.lot.rows {
                Rows::Written(row) => std::slice::from_ref(*row),
                Rows::Made(make) => make().leak(),
            };
            let within = |p: Pattern, of: Pattern| of.mask & p.mask == p.mask && of.value & p.mask == p.value;
            let mut count = 0;
            for (row, variant) in rows.iter().flat_map(|row| row.ops.iter().map(move |variant| (row, variant))) {
                let known = self.lot.patterns().any(|pattern| within(pattern, variant.opcode));
                assert!(known, "{}: not among the words of its lot", row.syntax);
                count += 1;
            }
            assert_eq!(count, self.lot.count, "forms of the lot that begins with {}", rows[0].syntax);
            rows
        })
    }

    /// Number, row and encoding of each of its forms.
    fn variants(&self) -> impl Iterator<Item = (u16, &'static Row, &'static Variant)> {
        let variants = self.rows().iter().flat_map(|row| row.ops.iter().map(move |variant| (row, variant)));
        (self.first..).zip(variants).map(|(index, (row, variant))| (index, row, variant))
    }

    /// Its forms; they are never freed.
    fn forms(&self, layout: Layout) -> &'static [Form] {
        self.forms.get_or_init(|| {
            let forms = self.variants().map(|(index, row, variant)| compile(layout, row, variant, index));
            forms.collect::<Vec<_>>().leak()
        })
    }
}

/// The instructions of an instruction set.
pub struct Table {
    pub(super) layout: Layout,
    lots: Vec<Placed>,
    /// Patterns and the lots that have them.
    patterns: Vec<(Pattern, u16)>,
    /// Finds the patterns that an instruction word can have.
    rough: Index,
    /// Number of instructions decoded without the index of all forms.
    decoded: AtomicU32,
    /// The lot of each form, and the form once it was needed.
    forms: Vec<(u16, OnceLock<&'static Form>)>,
    whole: OnceLock<Index>,
    by_mnemonic: OnceLock<Mnemonics>,
}

impl Table {
    /// The table of an instruction set; forms are compiled when they are needed.
    pub fn new(layout: Layout, lots: impl IntoIterator<Item = Lot>) -> Table {
        let mut first = 0;
        let place = |lot: Lot| {
            let placed = Placed { first, rows: OnceLock::new(), forms: OnceLock::new(), lot };
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
        let place = |(at, placed): (u16, &Placed)| (0..placed.lot.count).map(move |_| (at, OnceLock::new()));
        let forms = (0..).zip(&lots).flat_map(place).collect();
        let (whole, by_mnemonic) = (OnceLock::new(), OnceLock::new());
        Table { layout, lots, patterns, rough, decoded: AtomicU32::new(0), forms, whole, by_mnemonic }
    }

    /// The index of all forms.
    fn whole(&self) -> &Index {
        self.whole.get_or_init(|| {
            let variants = self.lots.iter().flat_map(Placed::variants);
            Index::new(self.layout.index, FEW, variants.map(|(_, _, variant)| variant.opcode))
        })
    }

    /// The index of all forms, if it exists: forms by number, most specific first.
    #[inline]
    pub(super) fn made(&self) -> Option<&Index> {
        self.whole.get()
    }

    /// The forms whose fixed bits an instruction word has, most specific first: the result of [`Index::candidates`], for a table of which
    /// little is needed.
    #[cold]
    pub(super) fn matching(&self, word: u128) -> Vec<&'static Form> {
        let patterns = self.rough.candidates(word).iter().map(|at| self.patterns[usize::from(*at)]);
        let lots = patterns.filter(|(pattern, _)| pattern.fits(word)).map(|(_, lot)| &self.lots[usize::from(lot)]);
        let forms = lots.flat_map(|lot| lot.forms(self.layout));
        let mut forms: Vec<_> = forms.filter(|form| form.opcode.fits(word)).collect();
        forms.sort_unstable_by_key(|form| (Reverse(form.opcode.mask.count_ones()), form.index));
        // An instruction word may have both patterns of a lot.
        forms.dedup_by_key(|form| form.index);
        if self.decoded.fetch_add(1, Ordering::Relaxed) == SELDOM {
            self.whole();
        }
        forms
    }

    /// The forms of an instruction word by both methods, lots and whole index; a test compares them.
    #[doc(hidden)]
    pub fn both_ways(&self, word: u128) -> [Vec<&'static Form>; 2] {
        let whole = self.whole();
        let forms = whole.candidates(word).iter().map(|candidate| self.form(*candidate));
        [self.matching(word), forms.filter(|form| form.opcode.fits(word)).collect()]
    }

    /// Number of forms.
    pub fn len(&self) -> usize {
        self.forms.len()
    }

    /// True for a table without forms.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All forms.
    pub fn forms(&self) -> impl ExactSizeIterator<Item = &'static Form> + Clone {
        (0..self.forms.len()).map(|index| self.form(index as u16))
    }

    /// The form at this position.
    #[inline]
    pub(super) fn form(&self, index: u16) -> &'static Form {
        let (lot, form) = &self.forms[usize::from(index)];
        form.get_or_init(|| {
            let placed = &self.lots[usize::from(*lot)];
            &placed.forms(self.layout)[usize::from(index - placed.first)]
        })
    }

    /// Any form.
    pub(super) fn any(&self) -> &'static Form {
        &self.lots[0].forms(self.layout)[0]
    }

    /// The forms by their names.
    pub(super) fn by_mnemonic(&self) -> &Mnemonics {
        self.by_mnemonic.get_or_init(|| {
            let named = |(index, row, _): (u16, &'static Row, &'static Variant)| {
                let names = [row.mnemonic()].into_iter().chain(row.aliases.iter().copied());
                names.map(move |name| (name, index))
            };
            Mnemonics::new(self.lots.iter().flat_map(Placed::variants).flat_map(named))
        })
    }

    /// The forms of a mnemonic or of an older mnemonic.
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
