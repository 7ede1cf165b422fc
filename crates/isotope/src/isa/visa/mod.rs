//! Intel vISA: rows, text and bytes of instructions, no meaning.
pub mod form;
pub mod inst;
pub mod kernel;

pub use form::{Form, Row};
pub use inst::{Combine, Exec, Inst, Modifier, Operand, Pred, Region, StateKind, Type};
pub use kernel::Kernel;
