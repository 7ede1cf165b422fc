//! The properties of a processor as values, and lists of processors that share one table of rows.
//!
//! By default, a row belongs to every processor of the list. The file of a processor names the shared rows that it lacks and adds
//! the rows that only it has; a form with another encoding needs both.

use std::any::Any;
use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

use isotope_ir::ordering::Ordering;
use isotope_object::{Kernel, TargetId};
use isotope_table::{Context, DecodeError, Inst, Layout, Lot, Mode, ParseError, Profiles, Row, Style, Table};
use isotope_target::{Isa, TextOf};

use crate::encodings::{Encoding, Encodings, NoRow};
use crate::rmw::Line;
use crate::{MAX_SIZE, fields, foreign, forms, size};

/// A processor: its name, its rows, and its differences from other processors.
pub struct Processor {
    /// Its name on the command line.
    pub name: &'static str,
    /// A description in one line.
    pub what: &'static str,
    /// Properties of its instruction set: pages, notes, limits, hardware units.
    pub isa: &'static Isa,
    /// The processor names in file headers whose code it runs.
    pub files: &'static [&'static str],
    /// Whether it lacks a shared row.
    pub lacks: fn(&Row) -> bool,
    /// Adds the rows that only it has.
    pub rows: fn(&mut Vec<Lot>),
    /// The meanings of the mnemonics of its own rows.
    pub means: &'static [(&'static str, Means)],
    /// Its own atomics.
    pub atomics: &'static [Line],
    /// The length of an instruction from its first bits, also without a row.
    pub encodings: Encodings,
    /// Instructions without a row.
    pub no_rows: &'static [NoRow],
    /// Number of user SGPRs that the hardware can initialise before a compute wave starts.
    pub user_sgprs: u32,
    /// Maximum size of a group's LDS in bytes.
    pub lds: u64,
    /// Allocation granularity of LDS in bytes.
    pub lds_granule: u32,
    /// The memory order that groups of a kernel can rely on, and the waits that enforce it.
    pub ordering: fn(&Kernel) -> Result<&'static Ordering, &'static str>,
}

/// The meaning of a mnemonic of a processor's own rows: that of another mnemonic.
#[derive(Clone, Copy)]
pub struct Means(pub(crate) &'static str);

impl Means {
    /// The meaning of another mnemonic.
    pub const fn like(mnemonic: &'static str) -> Means {
        Means(mnemonic)
    }
}

/// Processors that share one table of rows.
pub struct Processors {
    list: &'static [&'static Processor],
    table: OnceLock<Table>,
    meanings: OnceLock<Box<dyn Any + Send + Sync>>,
}

impl Processors {
    /// A list of at most eight processors: the masks of rows have bits for no more.
    pub const fn new(list: &'static [&'static Processor]) -> Processors {
        assert!(list.len() * fields::PROFILES <= Profiles::BITS as usize);
        Processors { list, table: OnceLock::new(), meanings: OnceLock::new() }
    }

    /// The processors, in order.
    pub fn each(&'static self) -> impl Iterator<Item = Gfx> {
        (0..self.list.len()).map(|index| self.at(index))
    }

    /// The processor at a position.
    pub const fn at(&'static self, index: usize) -> Gfx {
        Gfx { among: self, processor: self.list[index], index }
    }

    /// Handles of all processors.
    pub const fn all<const N: usize>(&'static self) -> [Gfx; N] {
        let mut all = [self.at(0); N];
        let mut index = 0;
        while index < N {
            all[index] = self.at(index);
            index += 1;
        }
        all
    }

    /// The rows, created and compiled on first use.
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

    /// The shared rows, then the rows of each processor.
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

    /// The meanings of the forms, which lifting makes on first use. Their type is not known here, because lifting depends on processors.
    pub(crate) fn meanings<M: Any + Send + Sync>(&self, make: impl FnOnce() -> M) -> &M {
        let meanings = self.meanings.get_or_init(|| Box::new(make()));
        meanings.downcast_ref().unwrap_or_else(|| panic!("meanings of another type"))
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
    /// The processors that share its table.
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

    /// The processor with wave32 or wave64.
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

/// A processor and a wave size. Reading and writing code depends on nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waves {
    /// The processor.
    pub gfx: Gfx,
    /// Whether waves have 64 lanes (two halves of 32), so that masks are pairs of scalar registers.
    pub wave64: bool,
}

impl Default for Waves {
    /// gfx1100 with wave32.
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

    /// A context that prints in the format of a version of LLVM. LLVM 19 has no text for high halves of VGPRs; they are printed as
    /// LLVM 22 prints them.
    pub fn printing(self, text: TextOf) -> Context<'static> {
        let profile = self.profile();
        Context::new(if text == TextOf::Llvm22 { profile << fields::HALVES } else { profile })
    }

    /// Appends llvm-mc's text.
    pub fn print(self, inst: &Inst, out: &mut String) {
        isotope_table::print(&Context::new(self.profile()), inst, out);
    }

    /// Parses one instruction in any syntax that llvm-mc accepts, with the address and labels of the context; `;` and `//` begin
    /// comments.
    ///
    /// # Errors
    /// The text is not an instruction of the processor; in [`Mode::Documented`] also if only the encoding allows it.
    pub fn parse(self, cx: &Context, text: &str) -> Result<Inst, ParseError> {
        match self.gfx.table().parse(cx, text) {
            Ok(parsed) => Ok(parsed.inst),
            Err(error) => self.with_vcc(cx, text).ok_or(error),
        }
    }

    /// A comparison whose destination VCC is omitted in the text.
    fn with_vcc(self, cx: &Context, text: &str) -> Option<Inst> {
        let rest = text.trim_start().strip_prefix("v_cmp_")?;
        let (name, operands) = rest.split_once(' ')?;
        let vcc = if self.wave64 { "vcc" } else { "vcc_lo" };
        let inst = self.gfx.table().parse(cx, &format!("v_cmp_{name} {vcc}, {operands}")).ok()?.inst;
        inst.form.field("vcc").is_some().then_some(inst)
    }

    /// Decodes the instruction at the start of `bytes`; [`size`] returns its length.
    ///
    /// # Errors
    /// The bytes are not an instruction, or a truncated one.
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

    /// [`decode`](Waves::decode) for the code of files: source fields that the operation does not read may have any value. For single
    /// words, only the values that assemblers write there are accepted: 0 or the inline constant 0.
    ///
    /// # Errors
    /// As [`decode`](Waves::decode); also the code of a literal in such a field, because the length would be ambiguous.
    pub fn decode_any(self, bytes: &[u8]) -> Result<Inst, DecodeError> {
        let strict = self.decode(bytes);
        let Some(long) = bytes.first_chunk::<8>().filter(|_| strict.is_err()).map(|long| u64::from_le_bytes(*long))
        else {
            return strict;
        };
        // Fields from last to first: name, lowest bit, width.
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
        // Sources are removed from the last one on; the operations of a pair are independent.
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
