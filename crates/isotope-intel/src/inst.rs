//! An instruction as data: its form, its lanes and its operands. Operands hold indices of variables and labels; the names are in the
//! [`Kernel`](super::Kernel).
//!
//! # Source
//! Operand classes, type codes and regions: **spec** (vISA documentation, operands) and **oracle** (GenX_IR 1.0.12504.6).
use super::form::Form;

/// The type of an element, in the order of its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Type {
    /// Unsigned 32-bit.
    Ud = 0,
    /// Signed 32-bit.
    D = 1,
    /// Unsigned 16-bit.
    Uw = 2,
    /// Signed 16-bit.
    W = 3,
    /// Unsigned 8-bit.
    Ub = 4,
    /// Signed 8-bit.
    B = 5,
    /// 64-bit float.
    Df = 6,
    /// 32-bit float.
    F = 7,
    /// Immediate of eight signed 4-bit numbers, the first lowest.
    V = 8,
    /// Immediate of four 8-bit floats ([`restricted_float`]), the first lowest.
    Vf = 9,
    /// One bit per lane; predicates only.
    Bool = 10,
    /// Unsigned 64-bit.
    Uq = 11,
    /// Immediate of eight unsigned 4-bit numbers.
    Uv = 12,
    /// Signed 64-bit.
    Q = 13,
    /// 16-bit float.
    Hf = 14,
    /// bfloat16.
    Bf = 15,
}

impl Type {
    /// Every type by code.
    pub const ALL: [Type; 16] = {
        use Type::*;
        [Ud, D, Uw, W, Ub, B, Df, F, V, Vf, Bool, Uq, Uv, Q, Hf, Bf]
    };
    const NAMES: [&'static str; 16] =
        ["ud", "d", "uw", "w", "ub", "b", "df", "f", "v", "vf", "bool", "uq", "uv", "q", "hf", "bf"];

    /// The type with that code.
    pub fn from_code(code: u8) -> Option<Type> {
        Self::ALL.get(usize::from(code)).copied()
    }
    /// The code.
    pub fn code(self) -> u8 {
        self as u8
    }
    /// The assembler's name.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
    /// The names packed into integers, first byte lowest.
    const KEYS: [u32; 16] = {
        let (mut keys, mut i) = ([0; 16], 0);
        while i < 16 {
            let (name, mut k) = (Self::NAMES[i].as_bytes(), 0);
            while k < name.len() {
                keys[i] |= (name[k] as u32) << (8 * k);
                k += 1;
            }
            i += 1;
        }
        keys
    };

    /// The type with that name.
    pub fn from_name(name: &str) -> Option<Type> {
        if name.len() > 4 {
            return None;
        }
        let key = name.bytes().rev().fold(0, |key, byte| key << 8 | u32::from(byte));
        let at = Self::KEYS.iter().position(|k| *k == key)?;
        (Self::NAMES[at].len() == name.len()).then(|| Self::ALL[at])
    }
    /// [`Type::from_name`], ignoring case.
    pub(super) fn from_word(word: &str) -> Option<Type> {
        Type::from_name(word).or_else(|| Type::from_name(&word.to_ascii_lowercase()))
    }
    /// Bytes of one element; packed immediates (`v`, `uv`, `vf`) count as 4, `bool` as 1.
    pub fn bytes(self) -> u32 {
        match self {
            Type::Ud | Type::D | Type::F | Type::V | Type::Vf | Type::Uv => 4,
            Type::Uw | Type::W | Type::Hf | Type::Bf => 2,
            Type::Ub | Type::B | Type::Bool => 1,
            Type::Df | Type::Uq | Type::Q => 8,
        }
    }
    /// The element type of a packed immediate; other types return themselves.
    pub fn element(self) -> Type {
        match self {
            Type::V => Type::W,
            Type::Uv => Type::Uw,
            Type::Vf => Type::F,
            other => other,
        }
    }
    /// True for `f`, `df`, `hf`, `bf` and `vf`.
    pub fn is_float(self) -> bool {
        matches!(self, Type::F | Type::Df | Type::Hf | Type::Bf | Type::Vf)
    }
    /// True for signed integers, packed ones included.
    pub fn is_signed(self) -> bool {
        matches!(self, Type::D | Type::W | Type::B | Type::Q | Type::V)
    }
}

/// Converts a restricted float of 8 bits to f32: a sign, three bits of exponent (bias 3), four of fraction, no subnormals; 0 and 0x80 are
/// zeros.
pub fn restricted_float(bits: u8) -> u32 {
    let sign = u32::from(bits & 0x80) << 24;
    match u32::from(bits & 0x7f) {
        0 => sign,
        // Shift exponent and fraction to their positions in an f32, and add the difference of the biases.
        number => sign | ((number << 19) + ((127 - 3) << 23)),
    }
}

/// The execution size and the execution mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exec {
    /// Lanes: 1, 2, 4, 8, 16 or 32.
    pub size: u8,
    /// 0..=7 for `M1..M8`.
    pub mask: u8,
    /// `_NM`: the execution mask is ignored.
    pub nm: bool,
}

impl Exec {
    /// `(M1, 1)`; instructions without lanes have it too.
    pub const ONE: Exec = Exec { size: 1, mask: 0, nm: false };
    /// The lane of the thread that processes element 0.
    pub fn first_lane(self) -> u32 {
        4 * u32::from(self.mask)
    }
}

/// How predicate bits are combined into one condition per lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Combine {
    /// Each lane uses its own bit.
    #[default]
    Lane,
    /// True for all lanes if any bit is set.
    Any,
    /// True for all lanes if all bits are set.
    All,
}

/// A predicate that guards an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pred {
    /// Number of the predicate variable; the first declared one is 1.
    pub id: u16,
    /// Reduction over the lanes of the instruction, before inversion.
    pub combine: Combine,
    /// `!`.
    pub invert: bool,
}

/// A modifier of a source (applied on read) or of a destination (applied on write).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Modifier {
    /// Nothing.
    #[default]
    None = 0,
    /// `(abs)`.
    Abs = 1,
    /// `(-)`.
    Neg = 2,
    /// `(-abs)`.
    NegAbs = 3,
    /// `.sat`, for destinations: float to 0..1, integer to the range of its type.
    Sat = 4,
    /// `(~)`, for sources of logic instructions.
    Not = 5,
}

/// Element strides of an operand. A destination has only a horizontal stride.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// Distance from row to row, in elements.
    pub v: Option<u8>,
    /// Elements per row.
    pub w: Option<u8>,
    /// Distance between elements of a row, in elements.
    pub h: Option<u8>,
}

impl Region {
    /// `<h>`
    pub const fn dst(h: u8) -> Region {
        Region { v: None, w: None, h: Some(h) }
    }
    /// `<v;w,h>`
    pub const fn src(v: u8, w: u8, h: u8) -> Region {
        Region { v: Some(v), w: Some(w), h: Some(h) }
    }
    /// The element that lane `i` reads, counted from the operand's first element.
    pub fn element(self, i: u32) -> u32 {
        let h = u32::from(self.h.unwrap_or(1));
        match (self.v, self.w) {
            (Some(v), Some(w)) if w > 0 => i / u32::from(w) * u32::from(v) + i % u32::from(w) * h,
            _ => i * h,
        }
    }
    /// The highest element that lanes `0..lanes` read.
    pub fn furthest(self, lanes: u32) -> u32 {
        let Some(last) = lanes.checked_sub(1) else { return 0 };
        match (self.v, self.w) {
            // If the last row is partial, the row before it may reach further.
            (Some(_), Some(w)) if w > 0 && last >= u32::from(w) => {
                let w = u32::from(w);
                self.element(last).max(self.element(last / w * w - 1))
            }
            _ => self.element(last),
        }
    }
}

/// The kind of state variable that an operand names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StateKind {
    /// `T6(0)`: a surface variable.
    Surface,
    /// `S0(0)`: a sampler variable.
    Sampler,
}

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// Elements of a variable: `V32(1,0)<8;8,1>`.
    General {
        /// Index of the variable.
        var: u32,
        /// First register, counted from the start of the variable.
        row: u8,
        /// First element within that register.
        col: u8,
        /// Strides.
        region: Region,
        /// Modifier.
        modifier: Modifier,
    },
    /// Elements at addresses held in an address variable: `r[A0(0),4]<8;8,1>:d`.
    Indirect {
        /// Address variable.
        addr: u16,
        /// Its first element that is used.
        addr_offset: u8,
        /// Bytes added to the addresses.
        offset: i16,
        /// Element type.
        ty: Type,
        /// Strides.
        region: Region,
        /// Modifier.
        modifier: Modifier,
    },
    /// A number, or several packed numbers: 64 bits for 64-bit types, else 32. For 16-bit and 8-bit types only the lower bits matter;
    /// text may set the bits above them.
    Imm {
        /// Type.
        ty: Type,
        /// Bits.
        value: u64,
    },
    /// A predicate as source or destination.
    Predicate(Pred),
    /// Elements of an address variable, or its own address: `A0(0)<8>`.
    Address {
        /// Address variable.
        id: u16,
        /// First element.
        offset: u8,
        /// Number of elements.
        width: u8,
    },
    /// An address plus bytes, which only a container can hold: `&V32+4`. The assembler writes the address of a variable as
    /// [`Operand::General`].
    AddressOf {
        /// Index of the variable.
        var: u32,
        /// Bytes added.
        offset: i16,
    },
    /// A state variable: `T6(0)`.
    State {
        /// Kind.
        kind: StateKind,
        /// Number of the surface (the first declared one is 6) or sampler.
        id: u16,
        /// Element.
        offset: u8,
    },
    /// Bytes of a variable, starting at a byte offset: `V32.64`. Variable 0 is the null variable.
    Raw {
        /// Index of the variable.
        var: u32,
        /// First byte.
        offset: u16,
    },
    /// A label of the kernel, by index.
    Label(u16),
    /// A surface by number: 0 shared local memory, 5 stateless; the first declared one is 6.
    Surface(u8),
    /// A sampler by number.
    Sampler(u8),
    /// A number, or one of a list of names, e.g. the operation of an atomic.
    Number(u64),
    /// Index of a string of the kernel.
    Text(u32),
    /// Any variable by index: the operand of `lifetime`.
    Variable {
        /// Kind.
        kind: VariableKind,
        /// Index within the kind.
        id: u32,
    },
    /// Data shape of a load-store access: `:d32x4t`.
    Shape(Shape),
    /// How the load-store controller computes addresses from the operands `addr` and `surface`.
    Memory(Memory),
}

/// Kind of variable, by code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum VariableKind {
    /// General.
    General = 0,
    /// Address.
    Address = 1,
    /// Predicate.
    Predicate = 2,
}

/// Data of a load or store: size, order, and elements or channels per address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// 1 `d8`, 2 `d16`, 3 `d32`, 4 `d64`, 5 `d8c32`, 6 `d16c32`, 7 `d16c32h`; IGC 2 writes `d8u32`, `d16u32`, `d16u32h`.
    pub size: u8,
    /// True (`t`): the elements of one address are adjacent in the register; false: the lanes are adjacent.
    pub transposed: bool,
    /// Elements per address: 1, 2, 3, 4, 8, 16, 32 or 64.
    pub elements: u8,
    /// Channels of a quad access, bit 0 x; 0 for other accesses.
    pub channels: u8,
}

impl Shape {
    /// Bytes of one element in memory.
    pub fn memory_bytes(self) -> u32 {
        [0, 1, 2, 4, 8, 1, 2, 2][usize::from(self.size & 7)]
    }
    /// Bytes of one element in the register.
    pub fn register_bytes(self) -> u32 {
        [0, 1, 2, 4, 8, 4, 4, 4][usize::from(self.size & 7)]
    }
}

/// The address of a load or store: `model(surface)[scale*addr+offset]:aN`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Memory {
    /// The base of the addresses.
    pub model: Model,
    /// Factor of the address register.
    pub scale: u16,
    /// Bytes added.
    pub offset: i32,
    /// Bits of an address: 16, 32 or 64.
    pub bits: u8,
}

/// The base of an address of the load-store controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Model {
    /// Nothing: a virtual address, or an offset into shared local memory.
    Flat = 1,
    /// A bindless surface.
    Bss = 2,
    /// A surface state.
    Ss = 3,
    /// A slot of the binding table.
    Bti = 4,
    /// The arguments of the kernel.
    Arg = 5,
}

impl Model {
    /// Every model with its name.
    pub(super) const NAMES: [(&str, Model); 5] =
        [("flat", Model::Flat), ("bss", Model::Bss), ("ss", Model::Ss), ("bti", Model::Bti), ("arg", Model::Arg)];

    /// Whether the text names a surface.
    pub(super) fn has_surface(self) -> bool {
        matches!(self, Model::Bss | Model::Ss | Model::Bti)
    }
}

impl Operand {
    /// `%null.0`.
    pub const NULL: Operand = Operand::Raw { var: 0, offset: 0 };

    /// The general variable that the operand is an offset into.
    pub(super) fn variable(&self) -> Option<u32> {
        match *self {
            Operand::Raw { var, .. } | Operand::General { var, .. } => Some(var),
            _ => None,
        }
    }
    /// True for the null variable.
    pub fn is_null(&self) -> bool {
        matches!(self, Operand::Raw { var: 0, .. } | Operand::General { var: 0, .. })
    }
}

/// One instruction.
#[derive(Clone, Debug)]
pub struct Inst {
    /// The form it is an instance of; its row names the operands.
    pub form: &'static Form,
    /// Execution size and mask.
    pub exec: Exec,
    /// Predicate.
    pub pred: Option<Pred>,
    /// Operands in the order of the form's parts.
    pub operands: Vec<Operand>,
}

impl Inst {
    /// The mnemonic without dot words: `svm_atomic`, `mov`, `label`.
    pub fn name(&self) -> &'static str {
        self.form.name()
    }
    /// The operand that the row names `name`: `dst`, `src0`, `surface`, `op`.
    pub fn operand(&self, name: &str) -> Option<&Operand> {
        self.operands.get(self.form.position(name)?)
    }
    /// The value of a number or name operand; 0 if there is none of that name.
    pub fn number(&self, name: &str) -> u64 {
        self.form.position(name).map_or(0, |at| self.number_at(at))
    }
    /// The value of a number or name operand; 0 for an operand of another kind.
    pub(super) fn number_at(&self, at: usize) -> u64 {
        match self.operands.get(at) {
            Some(Operand::Number(n)) => *n,
            Some(Operand::Surface(n) | Operand::Sampler(n)) => (*n).into(),
            Some(Operand::Label(n)) => (*n).into(),
            _ => 0,
        }
    }
    /// The text of a name operand: `cmpxchg` for `op`.
    pub fn word(&self, name: &str) -> &'static str {
        self.form.word(name, self.number(name)).unwrap_or("")
    }
    /// Whether the destination saturates.
    pub fn saturates(&self) -> bool {
        let dst = self.form.places.dst.and_then(|at| self.operands.get(at));
        matches!(
            dst,
            Some(Operand::General { modifier: Modifier::Sat, .. } | Operand::Indirect { modifier: Modifier::Sat, .. })
        )
    }
}

impl PartialEq for Inst {
    fn eq(&self, other: &Inst) -> bool {
        std::ptr::eq(self.form, other.form)
            && self.exec == other.exec
            && self.pred == other.pred
            && self.operands == other.operands
    }
}
