//! What a processor has, as values, and lists of processors whose rows are one table.
//!
//! A row that says nothing else belongs to every processor of the list. A processor names in its own file the rows that it lacks,
//! and adds those that it has alone; a form with another encoding is both.

use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

use isotope_ir::ordering::Ordering;
use isotope_object::{Kernel, TargetId};
use isotope_table::{Context, DecodeError, Inst, Layout, Lot, Meanings, Mode, ParseError, Profiles, Row, Style, Table};
use isotope_target::{Isa, Target, TextOf};

use crate::encodings::{Encoding, Encodings};
use crate::lift::meaning::{self, Meaning};
use crate::lift::no_rows::NoRow;
use crate::rmw::Line;
use crate::{MAX_SIZE, fields, foreign, forms, size};

/// A processor: its name, its rows, and the rules in which it differs from others.
pub struct Processor {
    /// The name that the command takes.
    pub name: &'static str,
    /// What it is, in a line.
    pub what: &'static str,
    /// What it shares with others of its instruction set: pages, notes, limits, the units that its machine has.
    pub isa: &'static Isa,
    /// The names of the numbers in file headers whose code it runs.
    pub files: &'static [&'static str],
    /// Whether it has no such row, of those that all have.
    pub lacks: fn(&Row) -> bool,
    /// Adds the rows that it has alone.
    pub rows: fn(&mut Vec<Lot>),
    /// What the mnemonics of its own rows do.
    pub means: &'static [(&'static str, Means)],
    /// Its own atomics.
    pub atomics: &'static [Line],
    /// Lengths of instructions by their first bits, rows or not.
    pub encodings: Encodings,
    /// Instructions that it has and no row describes.
    pub no_rows: &'static [NoRow],
    /// User SGPRs that can be filled before a compute wave starts.
    pub user_sgprs: u32,
    /// Bytes of LDS that one group can have.
    pub lds: u64,
    /// LDS is handed out in such units of bytes.
    pub lds_granule: u32,
    /// What order a kernel's groups can rely on, and by which waits.
    pub ordering: fn(&Kernel) -> Result<&'static Ordering, &'static str>,
}

/// What a mnemonic of a processor's own rows does.
#[derive(Clone, Copy)]
pub struct Means(Of);

#[derive(Clone, Copy)]
enum Of {
    Like(&'static str),
    /// The first processor with a meaning of its own constructs it.
    #[allow(dead_code)]
    Own(Meaning),
}

impl Means {
    /// What another mnemonic does.
    pub const fn like(mnemonic: &'static str) -> Means {
        Means(Of::Like(mnemonic))
    }

    /// Something of its own.
    #[allow(dead_code)]
    pub(crate) const fn own(meaning: Meaning) -> Means {
        Means(Of::Own(meaning))
    }

    /// The meaning, where that of another mnemonic is among these.
    pub(crate) fn meaning(self, of: impl FnOnce(&str) -> Option<Meaning>) -> Meaning {
        match self.0 {
            Of::Own(meaning) => meaning,
            Of::Like(other) => of(other).unwrap_or_else(|| panic!("`{other}` has no meaning that another could share")),
        }
    }
}

/// Processors whose rows are one table.
pub struct Processors {
    list: &'static [&'static Processor],
    table: OnceLock<Table>,
    meanings: OnceLock<Meanings<Meaning>>,
}

impl Processors {
    /// A list; at most eight processors have bits in the masks of rows.
    pub const fn new(list: &'static [&'static Processor]) -> Processors {
        assert!(list.len() * fields::PROFILES <= Profiles::BITS as usize);
        Processors { list, table: OnceLock::new(), meanings: OnceLock::new() }
    }

    /// Each of them.
    pub fn each(&'static self) -> impl Iterator<Item = Gfx> {
        (0..self.list.len()).map(|index| self.at(index))
    }

    /// The processor at a position.
    pub const fn at(&'static self, index: usize) -> Gfx {
        Gfx { among: self, processor: self.list[index], index }
    }

    /// Handles of all.
    pub const fn all<const N: usize>(&'static self) -> [Gfx; N] {
        let mut all = [self.at(0); N];
        let mut index = 0;
        while index < N {
            all[index] = self.at(index);
            index += 1;
        }
        all
    }

    /// The rows, made and compiled when they are needed.
    pub fn table(&'static self) -> &'static Table {
        self.table.get_or_init(|| {
            let layout = Layout {
                index: (23, 9),
                prefix: "",
                skip_prefix: |_| 0,
                end: "",
                profiles: self.names().leak(),
                style: Style {
                    groups: true,
                    aligned: &["s", "ttmp"],
                    foreign: foreign::FOREIGN,
                    halves: fields::OF_22,
                    halves_apart: fields::HALVES,
                },
            };
            Table::new(layout, self.lots())
        })
    }

    /// The names of the profiles.
    fn names(&self) -> Vec<(&'static str, &'static str)> {
        let of = |processor: &&Processor| {
            [(processor.name, " in wave32 mode"), (processor.name, " in wave64 mode"), ("", ""), ("", "")]
        };
        self.list.iter().flat_map(of).collect()
    }

    /// The rows of all, and those of each processor.
    fn lots(&'static self) -> Vec<Lot> {
        let shared = move |row: &Row| {
            let lacking = self.each().filter(|gfx| (gfx.lacks)(row));
            row.profiles & !lacking.fold(0, |all, gfx| all | gfx.profiles())
        };
        let mut lots: Vec<Lot> = forms::lots().into_iter().map(|lot| lot.with_profiles(shared)).collect();
        for gfx in self.each() {
            let mut own = Vec::new();
            (gfx.rows)(&mut own);
            lots.extend(own.into_iter().map(|lot| lot.with_profiles(move |row| row.profiles & gfx.profiles())));
        }
        lots
    }

    /// What the forms do.
    pub(crate) fn meanings(&'static self) -> &'static Meanings<Meaning> {
        self.meanings.get_or_init(|| meaning::meanings(self))
    }
}

impl fmt::Debug for Processors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.list.iter().map(|processor| processor.name)).finish()
    }
}

/// A processor of a list.
#[derive(Clone, Copy)]
pub struct Gfx {
    among: &'static Processors,
    processor: &'static Processor,
    index: usize,
}

impl Gfx {
    /// Those whose rows are in its table.
    pub fn among(self) -> &'static Processors {
        self.among
    }

    /// The rows of its list.
    pub fn table(self) -> &'static Table {
        self.among.table()
    }

    /// Its bits in the masks of rows.
    pub const fn profiles(self) -> Profiles {
        0xf << (fields::PROFILES * self.index)
    }

    /// Its name in images.
    pub const fn id(self) -> TargetId {
        TargetId::new(self.processor.name)
    }

    /// It, with waves of 32 lanes or of 64.
    pub const fn waves(self, wave64: bool) -> Waves {
        Waves { gfx: self, wave64 }
    }
}

impl Deref for Gfx {
    type Target = Processor;
    fn deref(&self) -> &Processor {
        self.processor
    }
}

impl PartialEq for Gfx {
    fn eq(&self, other: &Gfx) -> bool {
        self.name == other.name
    }
}

impl Eq for Gfx {}

impl fmt::Debug for Gfx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.processor.name)
    }
}

/// References to the handles of processors, as front ends take them.
pub const fn targets<const N: usize>(all: &'static [Gfx; N]) -> [&'static dyn Target; N] {
    let mut targets = [&all[0] as &dyn Target; N];
    let mut index = 0;
    while index < N {
        targets[index] = &all[index];
        index += 1;
    }
    targets
}

/// A processor with waves of 32 lanes or of 64: all that reading and writing of code depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waves {
    /// The processor.
    pub gfx: Gfx,
    /// Two halves of 32 lanes, whose masks are pairs of scalar registers.
    pub wave64: bool,
}

impl Default for Waves {
    /// gfx1100's of 32 lanes.
    fn default() -> Waves {
        crate::GFX1100.waves(false)
    }
}

impl Waves {
    /// Its bit in the masks of rows.
    pub fn profile(self) -> Profiles {
        1 << (fields::PROFILES * self.gfx.index + usize::from(self.wave64))
    }

    /// A context without names, at address 0.
    pub fn context(self, mode: Mode) -> Context<'static> {
        Context { mode, ..Context::new(self.profile()) }
    }

    /// The same in which text is printed as a version of LLVM prints it. LLVM 19's text has none for high halves of VGPRs, which are
    /// then printed as LLVM 22 prints them.
    pub fn printing(self, text: TextOf) -> Context<'static> {
        let profile = self.profile();
        Context::new(if text == TextOf::Llvm22 { profile << fields::HALVES } else { profile })
    }

    /// Appends llvm-mc's text.
    pub fn print(self, inst: &Inst, out: &mut String) {
        isotope_table::print(&Context::new(self.profile()), inst, out);
    }

    /// Parses one instruction in any spelling that llvm-mc accepts, with the address and labels of the context; what follows `;` or
    /// `//` is a comment.
    ///
    /// # Errors
    /// Text that is no instruction of the processor; in [`Mode::Documented`] also what only the encoding allows.
    pub fn parse(self, cx: &Context, text: &str) -> Result<Inst, ParseError> {
        match self.gfx.table().parse(cx, text) {
            Ok(parsed) => Ok(parsed.inst),
            Err(error) => self.with_vcc(cx, text).ok_or(error),
        }
    }

    /// A comparison that does not name the VCC that it writes.
    fn with_vcc(self, cx: &Context, text: &str) -> Option<Inst> {
        let rest = text.trim_start().strip_prefix("v_cmp_")?;
        let (name, operands) = rest.split_once(' ')?;
        let vcc = if self.wave64 { "vcc" } else { "vcc_lo" };
        let inst = self.gfx.table().parse(cx, &format!("v_cmp_{name} {vcc}, {operands}")).ok()?.inst;
        inst.form.field("vcc").is_some().then_some(inst)
    }

    /// Decodes the instruction at the start of `bytes`; [`size`] says how long it is.
    ///
    /// # Errors
    /// Bytes that are no instruction, or the beginning of one that is longer than `bytes`.
    pub fn decode(self, bytes: &[u8]) -> Result<Inst, DecodeError> {
        let mut words = [0u64; MAX_SIZE / 8];
        for (word, chunk) in words.iter_mut().zip(bytes.chunks(8)) {
            *word = match chunk.try_into() {
                Ok(eight) => u64::from_le_bytes(eight),
                Err(_) => chunk.iter().rev().fold(0, |w, b| w << 8 | u64::from(*b)),
            };
        }
        let inst = self.gfx.table().decode(self.profile(), &words)?;
        let word = u128::from(words[0]) | u128::from(words[1]) << 64;
        if size(&inst) > bytes.len() { Err(DecodeError { word }) } else { Ok(inst) }
    }

    /// [`decode`](Waves::decode) for the code of files: what stands in source fields that the operation does not read does not matter. Assemblers
    /// write 0 or the inline constant 0 there, and nothing else is taken where words stand alone.
    ///
    /// # Errors
    /// As [`decode`](Waves::decode); the code of a literal in such a field, with which the length would not be known.
    pub fn decode_any(self, bytes: &[u8]) -> Result<Inst, DecodeError> {
        let strict = self.decode(bytes);
        let Some(long) = bytes.first_chunk::<8>().filter(|_| strict.is_err()).map(|long| u64::from_le_bytes(*long))
        else {
            return strict;
        };
        // Fields from the last on: name, lowest bit, width.
        let fields: &[(&str, u32, u32)] = match (self.gfx.encodings)(bytes) {
            Some(Encoding { name: "VOP3" | "VOP3P", .. }) => {
                &[("unread2", 50, 9), ("unread1", 41, 9), ("unread0", 32, 9)]
            }
            Some(Encoding { name: "VOPD", .. }) => &[("unready", 41, 8), ("unreadx", 9, 8)],
            _ => return strict,
        };
        let again = |cleared: u64| {
            let mut again = bytes.to_vec();
            again[..8].copy_from_slice(&cleared.to_le_bytes());
            self.decode(&again)
        };
        // Sources are left out from the last on; operations of a pair do not depend on each other.
        let mut cleared = long;
        for &(name, at, width) in fields {
            let mask = (1 << width) - 1;
            if width == 9 && long >> at & mask == 255 {
                return strict;
            }
            let alone = if width == 9 { cleared } else { long } & !(mask << at);
            cleared &= !(mask << at);
            for value in [alone, cleared] {
                if let Some(inst) = again(value).ok().filter(|inst| inst.try_get(name).is_some()) {
                    return Ok(inst);
                }
            }
        }
        strict
    }
}
