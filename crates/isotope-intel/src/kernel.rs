//! A kernel: declarations and code. Text ([`super::listing`]) and the `.isa` container are converted to it and from it.
use super::inst::{Inst, Memory, Model, Operand, StateKind, Type};

/// A kernel or a function of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kernel {
    /// Name.
    pub name: String,
    /// Present for a function that kernels of the file call; a function has no inputs.
    pub function: Option<Function>,
    /// Value of the attribute `Target`.
    pub target: Option<Language>,
    /// The other attributes, in order.
    pub attributes: Vec<Attribute>,
    /// General variables by index; the first [`FIRST_VARIABLE`] are predefined.
    pub variables: Vec<Variable>,
    /// Address variables; `A0` is the first.
    pub addresses: Vec<Small>,
    /// Predicates; entry 0 is `P1`.
    pub predicates: Vec<Small>,
    /// Labels by index.
    pub labels: Vec<Label>,
    /// Samplers by index.
    pub samplers: Vec<Small>,
    /// Declared surfaces; entry 0 is surface [`FIRST_SURFACE`].
    pub surfaces: Vec<Small>,
    /// Inputs: where the launch puts arguments.
    pub inputs: Vec<Input>,
    /// Strings used by instructions (`file`).
    pub texts: Vec<String>,
    /// Instructions, labels among them.
    pub code: Vec<Inst>,
    /// For each instruction: its source line, or its offset in the code of the container.
    pub places: Vec<u32>,
}

/// Index of the first general variable that a kernel declares.
pub const FIRST_VARIABLE: u32 = 32;
/// Number of the first surface that a kernel declares.
pub const FIRST_SURFACE: u8 = 6;
/// The names of general variables 0 to 20.
pub const PREDEFINED: [&str; 21] = [
    "%null",
    "%thread_x",
    "%thread_y",
    "%group_id_x",
    "%group_id_y",
    "%group_id_z",
    "%tsc",
    "%r0",
    "%arg",
    "%retval",
    "%sp",
    "%fp",
    "%hw_id",
    "%sr0",
    "%cr0",
    "%ce0",
    "%dbg0",
    "%color",
    "%impl_arg_buf_ptr",
    "%local_id_buf_ptr",
    "%msg0",
];
/// Number of the bindless surface.
pub const BINDLESS: u8 = 4;
/// The names of surfaces 0 to 5.
pub const SURFACES: [&str; 6] = ["%slm", "T1", "T2", "TSS", "%bss", "%scratch"];

/// Facts that only a function has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Function {
    /// Number of registers for arguments.
    pub input_registers: u8,
    /// Number of registers for results.
    pub return_registers: u8,
}

/// The source language of a kernel, where calling conventions differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// `cm`: C for Media.
    Cm,
    /// `3d`: OpenCL and graphics.
    ThreeD,
}

/// An attribute of a kernel or a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Name.
    pub name: String,
    /// Value.
    pub value: Value,
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A flag without a value.
    Flag,
    /// A number and its size in bytes.
    Int(i64, u8),
    /// A string.
    Text(String),
}

/// A general variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Name.
    pub name: String,
    /// Type of the elements.
    pub ty: Type,
    /// Number of elements.
    pub elements: u16,
    /// Alignment.
    pub align: Align,
    /// If it is an alias: the aliased variable and the byte offset in it.
    pub alias: Option<(u32, u16)>,
    /// Attributes.
    pub attributes: Vec<Attribute>,
}

impl Variable {
    /// Size in bytes.
    pub fn bytes(&self) -> u32 {
        self.ty.bytes() * u32::from(self.elements)
    }
}

/// Alignment of a variable, by code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Align {
    /// 1 byte.
    #[default]
    Byte = 0,
    /// 2 bytes.
    Word = 1,
    /// 4 bytes.
    Dword = 2,
    /// 8 bytes.
    Qword = 3,
    /// 16 bytes.
    Oword = 4,
    /// One register.
    Grf = 5,
    /// Two registers.
    Grf2 = 6,
    /// 32 bytes.
    Hword = 7,
    /// 64 bytes.
    Word32 = 8,
    /// 128 bytes.
    Word64 = 9,
}

/// An address, predicate, sampler or surface variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Small {
    /// Name.
    pub name: String,
    /// Number of elements.
    pub elements: u16,
    /// Attributes.
    pub attributes: Vec<Attribute>,
}

/// A label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Name.
    pub name: String,
    /// Its kind.
    pub kind: LabelKind,
}

/// The kind of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum LabelKind {
    /// A block.
    Block = 0,
    /// The start of a subroutine.
    Subroutine = 1,
    /// A function of the file.
    Function = 2,
}

/// An input: which variable a launch fills, and from where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Kind of variable.
    pub kind: InputKind,
    /// The compiler's code for an implicit argument (0 explicit).
    pub implicit: u8,
    /// Index of the variable, number of the sampler or surface.
    pub index: u32,
    /// Byte of the register file, register 0 included.
    pub offset: u16,
    /// Bytes.
    pub size: u16,
}

/// The kind of variable that receives an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum InputKind {
    /// A general variable.
    General = 0,
    /// A sampler.
    Sampler = 1,
    /// A surface.
    Surface = 2,
}

impl Kernel {
    /// The predicate with that number; the first is 1.
    pub fn predicate(&self, id: u16) -> Option<&Small> {
        self.predicates.get(usize::from(id.checked_sub(1)?))
    }
    /// The declared surface with that number; the first is [`FIRST_SURFACE`].
    pub fn surface(&self, number: u16) -> Option<&Small> {
        self.surfaces.get(usize::from(number.checked_sub(u16::from(FIRST_SURFACE))?))
    }
    /// The general variable with that index.
    pub fn variable(&self, index: u32) -> Option<&Variable> {
        self.variables.get(index as usize)
    }
    /// The name of a label.
    pub fn label(&self, index: u16) -> Option<&str> {
        self.labels.get(usize::from(index)).map(|label| &*label.name)
    }
    /// A string used by instructions.
    pub fn text(&self, index: u32) -> Option<&str> {
        self.texts.get(index as usize).map(|text| &**text)
    }
    /// The variable at the end of a chain of aliases, and the byte offset in it. `None` if the chain is cyclic or an index is invalid.
    pub fn resolve(&self, index: u32) -> Option<(u32, u32)> {
        let (mut index, mut offset) = (index, 0u32);
        for _ in 0..=self.variables.len() {
            match self.variable(index)?.alias {
                None => return Some((index, offset)),
                Some((base, at)) => (index, offset) = (base, offset.checked_add(u32::from(at))?),
            }
        }
        None
    }
    /// Whether an instruction uses a variable or an alias of it.
    pub fn names(&self, variable: u32) -> bool {
        let root = |index: u32| self.resolve(index).map_or(index, |(root, _)| root);
        let of = root(variable);
        self.code.iter().filter(|inst| inst.name() != "lifetime").flat_map(|inst| &inst.operands).any(|o| match *o {
            Operand::General { var, .. } | Operand::AddressOf { var, .. } | Operand::Raw { var, .. } => root(var) == of,
            _ => false,
        })
    }
    /// Whether an instruction uses a bindless surface.
    pub fn names_bindless(&self) -> bool {
        self.code.iter().flat_map(|inst| &inst.operands).any(|operand| match *operand {
            Operand::Surface(named) => named == BINDLESS,
            Operand::State { kind: StateKind::Surface, id, .. } => id == u16::from(BINDLESS),
            Operand::Memory(Memory { model, .. }) => model == Model::Bss,
            _ => false,
        })
    }
    /// The index in the code of the instruction that is label `index`.
    pub fn label_position(&self, index: u16) -> Option<usize> {
        let marks = |i: &Inst| matches!(i.name(), "label" | "subroutine") && i.number("label") == u64::from(index);
        self.code.iter().position(marks)
    }
}
