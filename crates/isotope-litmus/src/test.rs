//! A litmus test as data: threads in a hierarchy of scopes, locations, and the question at the end.

use std::fmt;
use std::ops::Range;

/// The language of a test; it determines the hierarchy of scopes and which models apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Dialect {
    /// NVIDIA's PTX: system, GPU, CTA.
    Ptx,
    /// Vulkan's SPIR-V: device, queue family, workgroup, subgroup.
    Vulkan,
    /// OpenCL C: all devices, device, work-group, work-item.
    OpenCl,
}

impl Dialect {
    /// Names of the scopes, from the widest to the narrowest.
    pub fn scopes(self) -> &'static [&'static str] {
        match self {
            Dialect::Ptx => &["sys", "gpu", "cta"],
            Dialect::Vulkan => &["dv", "qf", "wg", "sg"],
            Dialect::OpenCl => &["all", "dev", "wg", "wi"],
        }
    }

    /// The scope whose threads meet at a barrier: CTA, workgroup, work-group.
    pub fn group_scope(self) -> u8 {
        2
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dialect::Ptx => "PTX",
            Dialect::Vulkan => "VULKAN",
            Dialect::OpenCl => "OPENCL",
        })
    }
}

/// A test, as [`crate::parse`] reads it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    /// What follows the language in the first line.
    pub name: String,
    /// The language.
    pub dialect: Dialect,
    /// Names of memory; several may be the same location.
    pub locations: Vec<Location>,
    /// The threads, by column.
    pub threads: Vec<Thread>,
    /// Pairs of threads of which the first system-synchronizes with the second (Vulkan's `ssw`), as columns.
    pub system_synchronizes: Vec<(usize, usize)>,
    /// Only executions whose final state satisfies this are considered.
    pub filter: Option<Condition>,
    /// The question.
    pub goal: Option<(Quantifier, Condition)>,
    /// Further values of an outcome to show (`locations [..]`).
    pub shown: Vec<Value>,
}

/// A name of memory.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Location {
    /// The name.
    pub name: String,
    /// Initial value.
    pub initial: i64,
    /// The location that first named this memory: the physical location.
    pub place: usize,
    /// The first location with the same generic address; locations with the same `reference` are one virtual address.
    pub reference: usize,
    /// In OpenCL, every pointer to it is one to an `atomic_int`.
    pub atomic: bool,
    /// Number of locations from this one on that form an array; the others follow it.
    pub elements: usize,
    /// A pointer to global memory names it, in OpenCL.
    pub global: bool,
    /// A pointer to local memory names it, in OpenCL.
    pub local: bool,
}

/// A thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thread {
    /// Its number in the text (`P1` is 1).
    pub number: u32,
    /// The instance of each scope that it is in, from the widest to the narrowest ([`Dialect::scopes`]).
    pub groups: [u32; 4],
    /// Its registers; operands are indices into them.
    pub registers: Vec<Register>,
    /// Its instructions; jumps go to indices, the length being the end.
    pub code: Vec<Instruction>,
}

impl Thread {
    /// Whether the other thread is in the same instance of the scope.
    pub fn shares(&self, other: &Thread, scope: u8) -> bool {
        let levels = usize::from(scope) + 1;
        self.groups.iter().zip(&other.groups).take(levels).all(|(a, b)| a == b)
    }
}

/// A register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Register {
    /// Its name.
    pub name: String,
    /// Initial value.
    pub initial: i64,
}

/// An instruction with its place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instruction {
    /// The line, from 1.
    pub line: u32,
    /// As it is written, without spaces around.
    pub text: String,
    /// Its operation.
    pub op: LitmusOp,
    /// Earlier instructions that are not sequenced before it: those of the other operand, in C.
    pub unsequenced: Vec<Range<usize>>,
}

/// What an instruction accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Address {
    /// The location, or the first of an array.
    pub location: usize,
    /// Index of the array element.
    pub element: Option<Operand>,
}

/// An operation. `to` is a register, and in jumps `to` is an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum LitmusOp {
    /// `to` becomes `a` and `b` combined.
    Set { to: usize, how: Arith, a: Operand, b: Operand },
    /// `to` becomes what is read.
    Load { to: usize, at: Address, access: Access },
    /// The value is written.
    Store { at: Address, value: Operand, access: Access },
    /// A read and a write of one location. The model decides whether another write may come between them.
    Rmw { to: Option<usize>, at: Address, update: Update, load: Access, store: Access },
    /// A fence.
    Fence(Access),
    /// A control barrier.
    Barrier(Barrier),
    /// Vulkan's availability (`false`) or visibility (`true`) operation of the device domain.
    Device { visible: bool },
    /// Goes to `to` if the comparison holds.
    Branch { compare: Compare, a: Operand, b: Operand, to: usize },
    /// Goes to `to`.
    Jump { to: usize },
}

/// The new value of a read-modify-write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Update {
    /// The operand.
    Exchange(Operand),
    /// What was read, combined with the operand.
    Arith(Arith, Operand),
    /// `new` if `expected` was read. Otherwise nothing, or what was read if `writes_anyway`, as PTX says.
    Cas { expected: Operand, new: Operand, writes_anyway: bool },
}

/// A constant or a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A constant.
    Const(i64),
    /// A register, by index.
    Reg(usize),
}

/// Arithmetic of 64 bits that wraps; a division by zero is refused when it is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Arith {
    Add,
    Sub,
    Mul,
    Div,
    And,
    Or,
    Xor,
}

impl Arith {
    /// The result, or `None` if it is undefined.
    pub fn apply(self, a: i64, b: i64) -> Option<i64> {
        Some(match self {
            Arith::Add => a.wrapping_add(b),
            Arith::Sub => a.wrapping_sub(b),
            Arith::Mul => a.wrapping_mul(b),
            Arith::Div => return a.checked_div(b),
            Arith::And => a & b,
            Arith::Or => a | b,
            Arith::Xor => a ^ b,
        })
    }
}

/// A comparison of signed numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Compare {
    /// Each by its sign.
    pub(crate) const SIGNS: [(&'static str, Compare); 6] = [
        ("==", Compare::Eq),
        ("!=", Compare::Ne),
        ("<", Compare::Lt),
        ("<=", Compare::Le),
        (">", Compare::Gt),
        (">=", Compare::Ge),
    ];

    /// Whether it is true.
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Compare::Eq => a == b,
            Compare::Ne => a != b,
            Compare::Lt => a < b,
            Compare::Le => a <= b,
            Compare::Gt => a > b,
            Compare::Ge => a >= b,
        }
    }
}

impl fmt::Display for Compare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Compare::SIGNS[*self as usize].0)
    }
}

/// The properties of an access or a fence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Access {
    /// The order.
    pub order: Order,
    /// The scope, as an index into [`Dialect::scopes`].
    pub scope: Option<u8>,
    /// The proxy of PTX; a fence of memory and of the generic proxy has the generic one.
    pub proxy: Proxy,
    /// Atomic, in Vulkan and OpenCL.
    pub atomic: bool,
    /// Takes part in ordering between threads: Vulkan's `NonPrivate`.
    pub nonprivate: bool,
    /// An availability operation on the location (`av`).
    pub available: bool,
    /// A visibility operation on the location (`vis`).
    pub visible: bool,
    /// An availability operation on the storage classes of `semantics` (`semav`).
    pub sem_available: bool,
    /// A visibility operation on the storage classes of `semantics` (`semvis`).
    pub sem_visible: bool,
    /// The storage class of the access as one bit of four.
    pub storage: u8,
    /// The storage classes of the memory semantics, a bit each.
    pub semantics: u8,
    /// A fence of OpenCL: of global memory (1), of local memory (2).
    pub regions: u8,
}

/// Memory orders; each language has some of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub enum Order {
    /// PTX's weak, Vulkan's and OpenCL's plain.
    #[default]
    Weak,
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    Sc,
}

impl Order {
    /// Acquire or more.
    pub fn acquires(self) -> bool {
        matches!(self, Order::Acquire | Order::AcqRel | Order::Sc)
    }

    /// Release or more.
    pub fn releases(self) -> bool {
        matches!(self, Order::Release | Order::AcqRel | Order::Sc)
    }
}

/// Proxies of PTX, which are not coherent with each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub enum Proxy {
    #[default]
    Generic,
    Texture,
    Surface,
    Constant,
    /// A fence between virtual aliases; no access has it.
    Alias,
}

/// A control barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Barrier {
    /// Its fence, if it is also a fence.
    pub fence: Option<Access>,
    /// The scope written on it.
    pub scope: Option<u8>,
    /// Instance in the text: only barriers of one instance meet.
    pub instance: u32,
    /// Resource, if named: only barriers with equal resources meet.
    pub id: Option<Operand>,
    /// How many threads must arrive before any continues; by default all that name the instance.
    pub quorum: Option<Operand>,
    /// Arrives without waiting.
    pub arrives: bool,
}

/// Quantifier of the condition at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    /// `exists`: some execution satisfies it.
    Exists,
    /// `~exists`: none does.
    NotExists,
    /// `forall`: all do.
    Forall,
}

impl fmt::Display for Quantifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Quantifier::Exists => "exists",
            Quantifier::NotExists => "~exists",
            Quantifier::Forall => "forall",
        })
    }
}

/// A condition on the end of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// A comparison.
    Compare(Value, Compare, Value),
    /// Not.
    Not(Box<Condition>),
    /// Both.
    And(Box<Condition>, Box<Condition>),
    /// One or both.
    Or(Box<Condition>, Box<Condition>),
}

/// A value in a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A number.
    Const(i64),
    /// A register of a thread, by column and index.
    Register(usize, usize),
    /// Final value of a location.
    Location(usize),
}

impl Condition {
    /// Whether it is true for these values.
    pub fn holds(&self, of: &impl Fn(Value) -> i64) -> bool {
        match self {
            Condition::Compare(a, how, b) => how.holds(of(*a), of(*b)),
            Condition::Not(c) => !c.holds(of),
            Condition::And(a, b) => a.holds(of) && b.holds(of),
            Condition::Or(a, b) => a.holds(of) || b.holds(of),
        }
    }

    /// Its values, constants included.
    pub fn values(&self, into: &mut Vec<Value>) {
        match self {
            Condition::Compare(a, _, b) => into.extend([*a, *b]),
            Condition::Not(c) => c.values(into),
            Condition::And(a, b) | Condition::Or(a, b) => {
                a.values(into);
                b.values(into);
            }
        }
    }
}

impl Test {
    /// Registers and locations of an outcome: those of the goal, of `locations [..]` and of the filter, without constants.
    pub fn observed(&self) -> Vec<Value> {
        let mut all = self.shown.clone();
        let conditions = self.goal.iter().map(|(_, condition)| condition).chain(&self.filter);
        conditions.for_each(|condition| condition.values(&mut all));
        all.retain(|value| !matches!(value, Value::Const(_)));
        all.sort();
        all.dedup();
        all
    }

    /// The text of a value in a condition.
    pub fn name_of(&self, value: Value) -> String {
        match value {
            Value::Const(number) => number.to_string(),
            Value::Register(thread, register) => {
                let thread = &self.threads[thread];
                format!("P{}:{}", thread.number, thread.registers[register].name)
            }
            Value::Location(location) => self.locations[location].name.clone(),
        }
    }

    /// A condition as text.
    pub fn text_of(&self, condition: &Condition) -> String {
        match condition {
            Condition::Compare(a, how, b) => format!("{} {how} {}", self.name_of(*a), self.name_of(*b)),
            Condition::Not(c) => format!("~({})", self.text_of(c)),
            Condition::And(a, b) => format!("{} /\\ {}", self.inner(a), self.inner(b)),
            Condition::Or(a, b) => format!("{} \\/ {}", self.inner(a), self.inner(b)),
        }
    }

    fn inner(&self, condition: &Condition) -> String {
        match condition {
            Condition::Or(..) => format!("({})", self.text_of(condition)),
            _ => self.text_of(condition),
        }
    }
}
