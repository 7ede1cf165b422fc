//! The operation of an atomic instruction: maps its mnemonic to an [`Rmw`].
//!
//! One list has every operation that the processors share; each processor has a list of its own. A line is one operation at one
//! size; its columns are the instruction families. This is the only place that maps AMD's names to neutral operations. It does
//! *not* handle operands, addresses or encodings. The rows of the instructions have the older names.

use std::fmt;

use isotope_op::assume::Assumptions;
use isotope_op::atomic::{AtomicOp, Packing, Rmw, Size};
use isotope_op::policy::{self, AmdUnit, FpDenorm};

use super::processor::{Gfx, Processors};

/// Instructions that share a prefix and an encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Family {
    /// `ds_`: LDS, and GDS with `gds`.
    Ds,
    /// `flat_atomic_`: memory, or LDS through the shared aperture.
    Flat,
    /// `global_atomic_`: memory.
    Global,
    /// `buffer_atomic_`: memory through a descriptor.
    Buffer,
    /// `image_atomic_`: a texel.
    Image,
}

impl Family {
    /// All of them.
    pub const ALL: [Family; 5] = [Family::Ds, Family::Flat, Family::Global, Family::Buffer, Family::Image];

    /// The prefix of its mnemonics.
    pub const fn prefix(self) -> &'static str {
        match self {
            Family::Ds => "ds_",
            Family::Flat => "flat_atomic_",
            Family::Global => "global_atomic_",
            Family::Buffer => "buffer_atomic_",
            Family::Image => "image_atomic_",
        }
    }

    /// The unit that performs its float operations. A FLAT instruction may access LDS instead: that is
    /// [`AmdUnit::LdsThroughFlat`], and depends on the address.
    pub const fn unit(self) -> AmdUnit {
        match self {
            Family::Ds => AmdUnit::Lds,
            _ => AmdUnit::Memory,
        }
    }

    /// The family of a mnemonic, and the rest of the mnemonic.
    pub fn split(mnemonic: &str) -> Option<(Family, &str)> {
        Family::ALL.into_iter().find_map(|f| Some((f, mnemonic.strip_prefix(f.prefix())?)))
    }
}

/// The locations that an instruction accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Places {
    /// One location.
    One,
    /// Two, at offsets in units of the size.
    Two,
    /// Two, at offsets in units of 64 times the size.
    Apart,
}

/// One operation at one size, and how llvm-mc prints it in each family: `{_rtn}` is optional, and an empty column means that
/// the family does not have it.
#[derive(Clone, Copy)]
pub struct Line {
    /// The operation.
    pub op: AtomicOp,
    /// Width of the access.
    pub size: Size,
    /// One value or a pair.
    pub packing: Packing,
    /// Its name in DS.
    pub ds: &'static str,
    /// FLAT, GLOBAL and BUFFER.
    pub memory: &'static str,
    /// Whether FLAT has the operation, too.
    pub flat: bool,
    /// The locations that it accesses.
    pub places: Places,
    /// At 32 bits; the same name with a wider dmask is the 64-bit operation.
    pub image: &'static str,
}

/// An operation on one value at one location. FLAT has every operation that has a name for GLOBAL and BUFFER (`memory`).
pub const fn line(op: AtomicOp, size: Size, ds: &'static str, memory: &'static str, image: &'static str) -> Line {
    Line { op, size, packing: Packing::Scalar, ds, memory, flat: true, places: Places::One, image }
}

/// The source of the table.
const SOURCE: &str = "llvm-mc 19.1.7 and 22.1.8 for names; RDNA3 ISA guide, LDS and memory atomics";
/// The same for floats.
const FLOAT_SOURCE: &str =
    "llvm-mc 19.1.7 and 22.1.8 for names; RDNA3 ISA guide, LDS and memory atomics; AMD's RDNA3 chapter 13";

/// The atomics of every processor that has their rows.
///
/// # Source
/// * names and families: **oracle**, llvm-mc 19.1.7 and 22.1.8, enumerated from the disassembler of 19.1.7
/// * semantics: **spec**, RDNA3 ISA guide, LDS and memory instructions; AMD's RDNA3 chapter 13 for floats
const LINES: &[Line] = {
    use AtomicOp::*;
    use Size::{B32, B64};
    &[
        line(Add, B32, "add{_rtn}_u32", "add_u32", "add"),
        line(Sub, B32, "sub{_rtn}_u32", "sub_u32", "sub"),
        line(SubReverse, B32, "rsub{_rtn}_u32", "", ""),
        Line { flat: false, ..line(UsubSat, B32, "", "csub_u32", "") },
        line(UincWrap, B32, "inc{_rtn}_u32", "inc_u32", "inc"),
        line(UdecWrap, B32, "dec{_rtn}_u32", "dec_u32", "dec"),
        line(Smin, B32, "min{_rtn}_i32", "min_i32", "smin"),
        line(Smax, B32, "max{_rtn}_i32", "max_i32", "smax"),
        line(Umin, B32, "min{_rtn}_u32", "min_u32", "umin"),
        line(Umax, B32, "max{_rtn}_u32", "max_u32", "umax"),
        line(And, B32, "and{_rtn}_b32", "and_b32", "and"),
        line(Or, B32, "or{_rtn}_b32", "or_b32", "or"),
        line(Xor, B32, "xor{_rtn}_b32", "xor_b32", "xor"),
        line(MaskOr, B32, "mskor{_rtn}_b32", "", ""),
        line(RingWrap, B32, "wrap_rtn_b32", "", ""),
        line(Xchg, B32, "storexchg_rtn_b32", "swap_b32", "swap"),
        line(Cas, B32, "cmpstore{_rtn}_b32", "cmpswap_b32", "cmpswap"),
        line(FCas, B32, "cmpstore{_rtn}_f32", "cmpswap_f32", ""),
        line(FMin, B32, "min{_rtn}_f32", "min_f32", ""),
        line(FMax, B32, "max{_rtn}_f32", "max_f32", ""),
        line(FAdd, B32, "add{_rtn}_f32", "add_f32", ""),
        line(Add, B64, "add{_rtn}_u64", "add_u64", ""),
        line(Sub, B64, "sub{_rtn}_u64", "sub_u64", ""),
        line(SubReverse, B64, "rsub{_rtn}_u64", "", ""),
        line(UincWrap, B64, "inc{_rtn}_u64", "inc_u64", ""),
        line(UdecWrap, B64, "dec{_rtn}_u64", "dec_u64", ""),
        line(Smin, B64, "min{_rtn}_i64", "min_i64", ""),
        line(Smax, B64, "max{_rtn}_i64", "max_i64", ""),
        line(Umin, B64, "min{_rtn}_u64", "min_u64", ""),
        line(Umax, B64, "max{_rtn}_u64", "max_u64", ""),
        line(And, B64, "and{_rtn}_b64", "and_b64", ""),
        line(Or, B64, "or{_rtn}_b64", "or_b64", ""),
        line(Xor, B64, "xor{_rtn}_b64", "xor_b64", ""),
        line(MaskOr, B64, "mskor{_rtn}_b64", "", ""),
        line(Xchg, B64, "storexchg_rtn_b64", "swap_b64", ""),
        line(Cas, B64, "cmpstore{_rtn}_b64", "cmpswap_b64", ""),
        line(FCas, B64, "cmpstore{_rtn}_f64", "", ""),
        line(FMin, B64, "min{_rtn}_f64", "", ""),
        line(FMax, B64, "max{_rtn}_f64", "", ""),
        Line { packing: Packing::Pair32, ..line(CondXchg, B64, "condxchg32_rtn_b64", "", "") },
        // Two exchanges in one instruction; each line is one of its two exchanges.
        Line { places: Places::Two, ..line(Xchg, B32, "storexchg_2addr_rtn_b32", "", "") },
        Line { places: Places::Apart, ..line(Xchg, B32, "storexchg_2addr_stride64_rtn_b32", "", "") },
        Line { places: Places::Two, ..line(Xchg, B64, "storexchg_2addr_rtn_b64", "", "") },
        Line { places: Places::Apart, ..line(Xchg, B64, "storexchg_2addr_stride64_rtn_b64", "", "") },
        // On a GDS register; the upper eight have 64 bits.
        line(Add, B32, "add_gs_reg_rtn", "", ""),
        line(Sub, B32, "sub_gs_reg_rtn", "", ""),
    ]
};

impl Line {
    /// Its name in a family.
    fn column(&self, family: Family) -> &'static str {
        match family {
            Family::Ds => self.ds,
            Family::Flat if !self.flat => "",
            Family::Flat | Family::Global | Family::Buffer => self.memory,
            Family::Image => self.image,
        }
    }

    /// The operation for one of its names.
    fn named(&self, family: Family, name: &str) -> Atomic {
        Atomic {
            family,
            op: self.op,
            size: self.size,
            packing: self.packing,
            places: self.places,
            spelling: self.column(family),
            sized_elsewhere: family == Family::Image || name.ends_with("_gs_reg_rtn"),
        }
    }

    /// Its mnemonics in a family, with their operations.
    fn spelled(&self, family: Family) -> impl Iterator<Item = (String, Atomic)> {
        let spelling = self.column(family);
        let returning = spelling.contains("{_rtn}").then(|| spelling.replace("{_rtn}", "_rtn"));
        let plain = (!spelling.is_empty()).then(|| spelling.replace("{_rtn}", ""));
        [plain, returning]
            .into_iter()
            .flatten()
            .map(move |name| (format!("{}{name}", family.prefix()), self.named(family, &name)))
    }
}

/// Whether `name` matches the pattern, with or without the part in braces.
fn spells(spelling: &str, name: &str) -> bool {
    match spelling.split_once("{_rtn}") {
        None => spelling == name,
        Some((head, tail)) => {
            name.strip_prefix(head).is_some_and(|rest| rest.strip_prefix("_rtn").unwrap_or(rest) == tail)
        }
    }
}

/// The operation of an atomic mnemonic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Atomic {
    /// The family.
    pub family: Family,
    /// The operation.
    pub op: AtomicOp,
    /// Width of the access.
    pub size: Size,
    /// One value or a pair.
    pub packing: Packing,
    /// Whether the size is not in the name: it is in dmask of an image, or in the number of a GDS register.
    pub sized_elsewhere: bool,
    /// The locations that it accesses.
    pub places: Places,
    /// The name in the table.
    pub spelling: &'static str,
}

impl Atomic {
    /// The source of the operation.
    pub fn source(&self) -> &'static str {
        if self.op.is_float() { FLOAT_SOURCE } else { SOURCE }
    }

    /// Whether it accesses a GDS register.
    pub fn is_register(&self) -> bool {
        self.family == Family::Ds && self.sized_elsewhere
    }

    /// The same at 64 bits.
    pub fn wide(self) -> Atomic {
        Atomic { size: Size::B64, ..self }
    }

    /// The definition of the operation in the unit of its family. `mode` is used for floats only.
    pub fn rmw(self, mode: FpDenorm, a: &Assumptions) -> Rmw {
        self.rmw_in(self.family.unit(), mode, a)
    }

    /// The definition of the operation in a given unit: for FLAT instructions that access LDS.
    pub fn rmw_in(self, unit: AmdUnit, mode: FpDenorm, a: &Assumptions) -> Rmw {
        Rmw { packing: self.packing, ..policy::amd(self.op, self.size, unit, mode, a) }
    }
}

/// The operation of a mnemonic as llvm-mc prints it, or of an older name that it accepts; `None` if the processor has
/// none.
///
/// ```
/// use isotope_amd::{GFX1100, rmw};
/// use isotope_amd::rmw::Family;
/// use isotope_op::atomic::AtomicOp;
/// let named = |mnemonic| rmw::named(GFX1100, mnemonic);
/// let inc = named("global_atomic_inc_u32").unwrap();
/// assert_eq!((inc.family, inc.op), (Family::Global, AtomicOp::UincWrap));
/// assert_eq!(named("global_atomic_inc"), Some(inc));
/// assert_eq!(named("flat_atomic_csub_u32"), None);
/// ```
pub fn named(gfx: Gfx, mnemonic: &str) -> Option<Atomic> {
    let printed = gfx.table().named(mnemonic).find(|form| form.row.profiles & gfx.profiles() != 0)?.mnemonic;
    let (family, name) = Family::split(printed)?;
    let spelled = |line: &&Line| spells(line.column(family), name);
    gfx.atomics.iter().chain(LINES).find(spelled).map(|line| line.named(family, name))
}

/// The families that have an operation with this name.
pub fn families_of(gfx: Gfx, name: &str) -> impl Iterator<Item = Family> + '_ {
    Family::ALL.into_iter().filter(move |family| named(gfx, &format!("{}{name}", family.prefix())).is_some())
}

/// The effect of an instruction that changes memory once per wave, by a number that is not an operand: such an instruction is
/// not an operation on memory and data.
///
/// # Source
/// spec: RDNA3 ISA guide, DS_APPEND and DS_CONSUME.
pub fn for_the_wave(mnemonic: &str) -> Option<&'static str> {
    match mnemonic {
        "ds_append" => Some("adds the number of active lanes, once for the wave, and has no data operand"),
        "ds_consume" => Some("subtracts the number of active lanes, once for the wave, and has no data operand"),
        _ => None,
    }
}

/// Every mnemonic of a family as llvm-mc prints it.
pub fn mnemonics(gfx: Gfx, family: Family) -> impl Iterator<Item = String> {
    let all = gfx.atomics.iter().chain(LINES).flat_map(move |line| line.spelled(family));
    all.map(|(mnemonic, _)| mnemonic).filter(move |mnemonic| named(gfx, mnemonic).is_some())
}

/// The mnemonics of the atomics of all processors of a list, with their operations.
pub(super) fn atomics(processors: &'static Processors, family: Family) -> impl Iterator<Item = (String, Atomic)> {
    let own = processors.each().flat_map(|gfx| gfx.atomics);
    let mut all: Vec<_> = LINES.iter().chain(own).flat_map(|line| line.spelled(family)).collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    // Two processors may add the same atomic, which the shared list lacks.
    all.dedup();
    all.into_iter()
}

impl fmt::Display for Atomic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.family.prefix(), self.spelling)
    }
}
