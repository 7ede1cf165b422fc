//! The assumptions, as data: for each question that no public document settles, the default, the alternatives, and the instructions that
//! depend on it. A row with [`Grade::Spec`] is a question that a document answers, but not unambiguously.
//!
//! A row has several *values*: the *default*, and the *alternatives*, which are all other values. [`ALL`] is the list from which
//! `docs/assumptions.md` is printed. [`Assumptions`] holds the chosen values; the policies of [`crate::policy`] are made from it.

use crate::atomic::{MINMAX_CHOICE, NAN_RESULT};
use crate::float::{BothNan, NanRule, ZeroOrder};

/// Declares assumptions. Each row generates:
///
/// * a constant ([`Choice`]) with which code reads the chosen value and names the assumption; its name is the id in capitals;
/// * an entry of [`ALL`], which pages, `set`, `--fidelity` and the command line read.
///
/// `values` has the name and the Rust value of each value, the default first. `variants` declares an enum for the row's values, with
/// the name of each. A row that cannot be switched has `always` instead. Without `grade`, nothing supports the default: it is assumed.
/// `asked_when_running` is [`Assumption::asked_when_running`].
macro_rules! assumptions {
    ($($name:ident $(: enum $enum:ident)? $(: $type:ty)? = $id:literal {
        statement: $statement:expr,
        $(values: $values:expr,)?
        $(variants: { $($(#[$doc:meta])+ $variant:ident = $word:literal,)+ },)?
        $(always: $always:expr,)?
        source: $source:expr,
        $(grade: $grade:ident,)?
        used_in: $used_in:expr,
        $(asked_when_running: $running:literal,)?
    })*) => {
        $(
            $(
                #[doc = concat!("Values of [`", stringify!($name), "`].")]
                #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
                pub enum $enum {
                    $($(#[$doc])+ $variant,)+
                }
            )?

            #[doc = concat!("`", $id, "`")]
            pub const $name: $crate::assume::Choice<$($enum)? $($type)?> = $crate::assume::Choice {
                id: $id,
                values: values::$name,
                place: $crate::assume::place_of(stringify!($name), $id),
            };
        )*

        /// The values of each row: names and Rust values.
        mod values {
            #[allow(unused_imports)]
            use super::*;
            $(pub const $name: $crate::assume::Values<$($enum)? $($type)?> =
                $($values)? $(&[$(($word, $enum::$variant)),+])? $(&[($always, ())])?;)*
        }

        pub(super) const ALL: &[$crate::assume::Assumption] = &[$($crate::assume::Assumption {
            id: $id,
            statement: $statement,
            default: values::$name[0].0,
            alternatives: &$crate::assume::alternatives::<_, { values::$name.len() - 1 }>(values::$name),
            source: $source,
            grade: [$($crate::assume::Grade::$grade,)? $crate::assume::Grade::Assumed][0],
            used_in: $used_in,
            asked_when_running: false $(|| $running)?,
        }),*];
    };
}

pub mod amd;
mod intel;
pub mod launch;
mod memory;
pub mod nvidia;
pub mod order;
pub mod sync;
pub mod vector;

pub use amd::*;
pub use intel::*;
pub use launch::*;
pub use memory::*;
pub use nvidia::*;
pub use order::{BranchOrder, LaneOrder, Orders};
pub use sync::*;
pub use vector::*;

/// How well a statement is supported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Grade {
    /// A document says it.
    Spec,
    /// A vendor's tool shows it; for a compiler or disassembler, two generations show it.
    Oracle,
    /// One version of a vendor's compiler or disassembler shows it.
    OneVersion,
    /// Measured on a device.
    Hardware,
    /// Our assumption; no public source settles it.
    Assumed,
}

impl Grade {
    /// The name in documents.
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Spec => "spec",
            Grade::Oracle => "oracle",
            Grade::OneVersion => "oracle, one version",
            Grade::Hardware => "hardware",
            Grade::Assumed => "assumed",
        }
    }
}

/// One assumption.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assumption {
    /// Stable name, `vendor.topic`.
    pub id: &'static str,
    /// The open question, in one sentence.
    pub statement: &'static str,
    /// The default value.
    pub default: &'static str,
    /// The other values. The first word of each is a value that [`Assumptions::set`] takes. Empty if the assumption cannot be switched.
    pub alternatives: &'static [&'static str],
    /// The source of the default.
    pub source: &'static str,
    /// How well the source supports the default. This grade assumes that two generations of a compiler agree; [`Assumption::actual_grade`] is
    /// the actual grade.
    pub grade: Grade,
    /// The instructions that depend on it, separated by commas. Each is a glob of opcodes, optionally followed by `with` and a word of the
    /// instruction's text, and by a remark in parentheses. `the launch` stands for the setup before the first instruction, and `a fault`
    /// for rules that matter only if an instruction faults.
    pub used_in: &'static str,
    /// Whether the machine reads the choice when an instruction runs. All other choices are read when a kernel is lifted; the neutral form
    /// does not depend on them any more.
    pub asked_when_running: bool,
}

impl Assumption {
    /// Whether an instruction may depend on it, judged by its text. True for some instructions that do not depend on it, if
    /// [`Assumption::used_in`] has a remark.
    ///
    /// ```
    /// use isotope_op::assume;
    /// let nan = assume::find("nv.l2_nan").unwrap();
    /// assert!(nan.concerns("RED.E.ADD.F32.FTZ.RN [R2], R4") && !nan.concerns("RED.E.ADD [R2], R4"));
    /// let null = assume::find("amd.scalar_null").unwrap();
    /// assert!(null.concerns("s_add_u32 null, s0, s1") && !null.concerns("s_add_u32 s2, s0, s1"));
    /// ```
    pub fn concerns(&self, text: &str) -> bool {
        // Guards and predicates come before the opcode.
        let opcode = text.split([' ', ';']).find(|t| !t.starts_with(['@', '('])).unwrap_or_default().as_bytes();
        self.used_in.split(", ").any(|item| {
            let item = item.split(" (").next().unwrap_or_default();
            let (pattern, word) = item.split_once(" with ").unwrap_or((item, ""));
            glob(pattern.as_bytes(), opcode) && contains(text.as_bytes(), word.as_bytes())
        })
    }

    /// Whether every launch depends on it, regardless of its instructions.
    pub fn concerns_launches(&self) -> bool {
        self.used_in == "the launch"
    }
}

/// Whether a pattern, in which `*` matches any text, matches an opcode, or the opcode without its last modifiers and its encoding suffix.
/// Case is ignored.
fn glob(pattern: &[u8], opcode: &[u8]) -> bool {
    match pattern.split_first() {
        None => opcode.is_empty() || opcode[0] == b'.' || opcode.starts_with(b"_e"),
        Some((b'*', rest)) => (0..=opcode.len()).any(|n| glob(rest, &opcode[n..])),
        Some((c, rest)) => opcode.first().is_some_and(|o| o.eq_ignore_ascii_case(c)) && glob(rest, &opcode[1..]),
    }
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    word.is_empty() || text.windows(word.len()).any(|w| w.eq_ignore_ascii_case(word))
}

/// The values of an assumption: name and Rust value, the default first.
pub(crate) type Values<T = ()> = &'static [(&'static str, T)];

/// An assumption, for code that depends on it.
///
/// ```
/// use isotope_op::assume::{Assumptions, HighAddress, NV_E_ADDRESS_HIGH};
/// let mut a = Assumptions::DEFAULT;
/// assert_eq!(a.get(NV_E_ADDRESS_HIGH), HighAddress::OutOfRange);
/// a.set("nv.e_address_high", "ignore");
/// assert_eq!(a.get(NV_E_ADDRESS_HIGH), HighAddress::Ignore);
/// assert_eq!(a.chosen(NV_E_ADDRESS_HIGH).to_string(), "nv.e_address_high=ignore");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Choice<T: 'static = ()> {
    /// Its id.
    pub id: &'static str,
    values: Values<T>,
    /// Its index in [`ALL`].
    place: usize,
}

/// An assumption with the name of its chosen value, printed as `id=value`, or as `id` if it cannot be switched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Chosen {
    /// The assumption.
    pub id: &'static str,
    word: Option<&'static str>,
}

impl core::fmt::Display for Chosen {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.id)?;
        self.word.map_or(Ok(()), |word| write!(f, "={word}"))
    }
}

/// Every named assumption.
pub const ALL: &[Assumption] = &joined::<{ total(LISTS) }>(LISTS);

const LISTS: &[&[Assumption]] = &[nvidia::ALL, amd::ALL, sync::ALL, vector::ALL, memory::ALL, intel::ALL, launch::ALL];

const fn total(lists: &[&[Assumption]]) -> usize {
    let (mut sum, mut list) = (0, 0);
    while list < lists.len() {
        (sum, list) = (sum + lists[list].len(), list + 1);
    }
    sum
}

const fn joined<const N: usize>(lists: &[&[Assumption]]) -> [Assumption; N] {
    let mut all = [lists[0][0]; N];
    let (mut list, mut at) = (0, 0);
    while list < lists.len() {
        let mut i = 0;
        while i < lists[list].len() {
            all[at] = lists[list][i];
            (at, i) = (at + 1, i + 1);
        }
        list += 1;
    }
    all
}

/// The names after the first one.
const fn alternatives<T: Copy, const N: usize>(values: Values<T>) -> [&'static str; N] {
    let (mut words, mut i) = ([""; N], 0);
    while i < N {
        (words[i], i) = (values[i + 1].0, i + 1);
    }
    words
}

/// The index of an id in [`ALL`]. A row whose name is not its id in capitals does not compile.
const fn place_of(name: &str, id: &str) -> usize {
    let (name, id) = (name.as_bytes(), id.as_bytes());
    assert!(name.len() == id.len(), "a row's name is its id in capitals");
    let mut i = 0;
    while i < id.len() {
        let letter = if id[i] == b'.' { b'_' } else { id[i].to_ascii_uppercase() };
        assert!(name[i] == letter, "a row's name is its id in capitals");
        i += 1;
    }
    let mut place = 0;
    while !same(ALL[place].id.as_bytes(), id) {
        place += 1;
    }
    place
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    a.len() == b.len() && i == a.len()
}

/// The entries that a text names by their ids, without duplicates, in the order of [`ALL`].
///
/// ```
/// use isotope_op::assume::named;
/// assert_eq!(named("dropped (nv.e_address_high=ignore)").map(|a| a.id).collect::<Vec<_>>(), ["nv.e_address_high"]);
/// assert_eq!(named("nv.convert_signs, xnv.red64").count(), 0);
/// ```
pub fn named(text: &str) -> impl Iterator<Item = &'static Assumption> + '_ {
    let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    ALL.iter().filter(move |a| {
        text.match_indices(a.id).any(|(at, id)| {
            let behind = text[at + id.len()..].chars().next();
            !text[..at].chars().next_back().is_some_and(word)
                && !behind.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_')
        })
    })
}

/// The entry with this id.
pub fn find(id: &str) -> Option<&'static Assumption> {
    ALL.iter().find(|a| a.id == id)
}

/// The current choices. `default()` is the documented set of defaults.
///
/// ```
/// use isotope_op::assume::Assumptions;
/// let mut a = Assumptions::default();
/// assert!(a.set("nv.l2_nan", "quiet"));
/// assert!(!a.set("nv.l2_nan", "whatever"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Assumptions {
    /// By index in [`ALL`]: 0 for the default, else the number of the alternative.
    chosen: [u8; ALL.len()],
}

impl Assumptions {
    /// The documented defaults.
    pub const DEFAULT: Assumptions = Assumptions { chosen: [0; ALL.len()] };

    /// The chosen value.
    #[inline]
    pub const fn get<T: Copy>(&self, choice: Choice<T>) -> T {
        choice.values[self.chosen[choice.place] as usize].1
    }

    /// The name of the chosen value.
    pub const fn word<T: Copy>(&self, choice: Choice<T>) -> &'static str {
        choice.values[self.chosen[choice.place] as usize].0
    }

    /// The assumption and the name of its chosen value, as messages print them.
    pub const fn chosen<T: Copy>(&self, choice: Choice<T>) -> Chosen {
        Chosen { id: choice.id, word: if choice.values.len() > 1 { Some(self.word(choice)) } else { None } }
    }

    /// The same choices with one value changed.
    ///
    /// # Panics
    /// When no alternative has this value.
    pub fn with<T: Copy + PartialEq>(mut self, choice: Choice<T>, value: T) -> Assumptions {
        let number = choice.values.iter().position(|(_, other)| *other == value);
        self.chosen[choice.place] = number.expect("one of the assumption's alternatives") as u8;
        self
    }

    /// The assumptions that make a rule of [`crate::atomic`] unspecified under these choices.
    pub fn open_by(&self, rule: &str) -> impl Iterator<Item = &'static str> + use<> {
        let open = |is_open: bool, id| is_open.then_some(id);
        let nan = |choice| open(self.get(choice) == NanRule::Unspecified, choice.id);
        let ids = if rule == NAN_RESULT.id {
            [nan(NV_L2_NAN), nan(NV_L2_F64_NAN), None]
        } else if rule == MINMAX_CHOICE.id {
            [
                open(self.get(NV_F16X2_MINMAX_NAN) == BothNan::Unspecified, NV_F16X2_MINMAX_NAN.id),
                open(self.get(INTEL_MINMAX_ZERO) == ZeroOrder::Unspecified, INTEL_MINMAX_ZERO.id),
                open(self.get(AMD_TWO_QUIET_NANS) == QuietNans::Unspecified, AMD_TWO_QUIET_NANS.id),
            ]
        } else {
            [None; 3]
        };
        ids.into_iter().flatten()
    }

    /// Chooses a value by name. False if the assumption or the value is unknown, or if the assumption cannot be switched.
    pub fn set(&mut self, id: &str, value: &str) -> bool {
        let Some(place) = ALL.iter().position(|a| a.id == id) else { return false };
        let Assumption { default, alternatives, .. } = ALL[place];
        let mut words = [default].into_iter().chain(alternatives.iter().copied());
        match words.position(|word| word == value) {
            Some(number) if !alternatives.is_empty() => self.chosen[place] = number as u8,
            _ => return false,
        }
        true
    }
}

impl Default for Assumptions {
    fn default() -> Self {
        Assumptions::DEFAULT
    }
}

/// Prints the choices that are not the default.
impl core::fmt::Debug for Assumptions {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let chosen = ALL.iter().zip(self.chosen).filter(|(_, number)| *number != 0);
        f.debug_map().entries(chosen.map(|(a, number)| (a.id, a.alternatives[number as usize - 1]))).finish()
    }
}
