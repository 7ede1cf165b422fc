//! The meaning of every form: the lists of the families, and the operations whose operand types decide between integers, floats
//! and predicates.

use std::sync::LazyLock;

use super::super::form::{FORMS, Form};
use super::block::{self, Block};
use super::float::Float;
use super::integer::Int;
use super::{Lift, Lifted, Refused, control, lsc, memory, moves, not_modelled, order, predicates, products, typed};
use isotope_table::Meanings;

/// Emits the micro-operations of the lanes.
pub(super) type Emit = fn(&mut Lift<'_>) -> Result<(), Refused>;
/// Emits the micro-operations of a control instruction.
pub(super) type Control = fn(&mut Lift<'_>) -> Lifted;

/// The meaning of a form.
#[derive(Clone, Copy)]
pub(super) enum Meaning {
    /// A control instruction, refused under roundings other than to nearest.
    Control(Control),
    /// A control instruction, allowed under every rounding.
    Anywhere(Control),
    /// A block instruction, independent of the active lanes.
    Block(Block),
    /// Micro-operations that each lane of the instruction executes.
    Emit(Emit),
    /// Selection by the predicate.
    Select,
    /// An operation on integers, floats or predicates.
    Operation(Operation),
}

/// An operation by the types of its operands.
#[derive(Clone, Copy)]
pub(super) struct Operation {
    /// Number of sources.
    sources: u8,
    int: Option<Int>,
    float: Option<Float>,
}

/// Operations: name, number of sources, integer operation, float operation.
const OPERATIONS: &[(&str, u8, Option<Int>, Option<Float>)] = &[
    ("not", 1, Some(Int::Not), None),
    ("cbit", 1, Some(Int::Cbit), None),
    ("fbh", 1, Some(Int::Fbh), None),
    ("fbl", 1, Some(Int::Fbl), None),
    ("bfrev", 1, Some(Int::Bfrev), None),
    ("lzd", 1, Some(Int::Lzd), None),
    ("inv", 1, None, Some(Float::Inv)),
    ("sqrt", 1, None, Some(Float::Sqrt)),
    ("rsqrt", 1, None, Some(Float::Rsqrt)),
    ("log", 1, None, Some(Float::Log)),
    ("exp", 1, None, Some(Float::Exp)),
    ("sin", 1, None, Some(Float::Sin)),
    ("cos", 1, None, Some(Float::Cos)),
    ("frc", 1, None, Some(Float::Frc)),
    ("rndd", 1, None, Some(Float::Rndd)),
    ("rndu", 1, None, Some(Float::Rndu)),
    ("rnde", 1, None, Some(Float::Rnde)),
    ("rndz", 1, None, Some(Float::Rndz)),
    ("sqrtm", 1, None, Some(Float::Sqrtm)),
    ("mulh", 2, Some(Int::Mulh), None),
    ("and", 2, Some(Int::And), None),
    ("or", 2, Some(Int::Or), None),
    ("xor", 2, Some(Int::Xor), None),
    ("shl", 2, Some(Int::Shl), None),
    ("shr", 2, Some(Int::Shr), None),
    ("asr", 2, Some(Int::Asr), None),
    ("rol", 2, Some(Int::Rol), None),
    ("ror", 2, Some(Int::Ror), None),
    ("addc", 2, Some(Int::Addc), None),
    ("subb", 2, Some(Int::Subb), None),
    ("avg", 2, Some(Int::Avg), None),
    ("mod", 2, Some(Int::Mod), None),
    ("sad2", 2, Some(Int::Sad2), None),
    ("add", 2, Some(Int::Add), Some(Float::Add)),
    ("mul", 2, Some(Int::Mul), Some(Float::Mul)),
    ("min", 2, Some(Int::Min), Some(Float::Min)),
    ("max", 2, Some(Int::Max), Some(Float::Max)),
    ("cmp", 2, Some(Int::Cmp), Some(Float::Cmp)),
    ("div", 2, Some(Int::Div), Some(Float::Div)),
    ("divm", 2, None, Some(Float::Divm)),
    ("pow", 2, None, Some(Float::Pow)),
    ("mad", 3, Some(Int::Mad), Some(Float::Mad)),
    ("add3", 3, Some(Int::Add3), None),
    ("bfn", 3, Some(Int::Bfn), None),
    ("bfe", 3, Some(Int::Bfe), None),
    ("madw", 3, Some(Int::Madw), None),
    ("dp4a", 3, Some(Int::Dp4a), None),
    ("sad2add", 3, Some(Int::Sad2add), None),
    ("bfi", 4, Some(Int::Bfi), None),
];

static MEANINGS: LazyLock<Meanings<Meaning>> = LazyLock::new(|| {
    let control = control::MEANINGS.iter().map(|&(name, control)| (name, Meaning::Control(control)));
    let anywhere =
        control::ANYWHERE.iter().chain(order::MEANINGS).map(|&(name, control)| (name, Meaning::Anywhere(control)));
    let blocks = block::MEANINGS.iter().map(|&(name, block)| (name, Meaning::Block(block)));
    let families =
        [moves::MEANINGS, predicates::MEANINGS, products::MEANINGS, memory::MEANINGS, typed::MEANINGS, lsc::MEANINGS];
    let families = families.into_iter().flatten().map(|&(name, emit)| (name, Meaning::Emit(emit)));
    let operation = |(sources, int, float)| Meaning::Operation(Operation { sources, int, float });
    let operations = OPERATIONS.iter().map(|&(name, sources, int, float)| (name, operation((sources, int, float))));
    let lines = control.chain(anywhere).chain(blocks).chain(families).chain(operations);
    Meanings::new(FORMS.iter().count(), lines.chain([("sel", Meaning::Select)]))
        .complete(|| FORMS.iter().map(|form| [form.name()]))
});

/// The meaning of `form`.
pub(super) fn of(form: &Form) -> Meaning {
    MEANINGS.of(form.index, || [form.name()])
}

impl Lift<'_> {
    /// Lifts an operation on predicates, integers or floats, by the types of the operands.
    pub(super) fn operation(&mut self, operation: Operation) -> Result<(), Refused> {
        if let Some(op @ (Int::And | Int::Or | Int::Xor | Int::Not)) = operation.int
            && self.gives_predicate()
        {
            return self.predicate_logic(op);
        }
        let sources = &["src0", "src1", "src2", "src3"][..usize::from(operation.sources)];
        if let Some(done) = operation.int.and_then(|op| self.integer(op, sources)) {
            return done;
        }
        match operation.float {
            Some(op) => self.float(op, sources),
            None => Err(not_modelled("this instruction")),
        }
    }
}
