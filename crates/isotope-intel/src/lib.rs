//! Intel vISA: rows, text and bytes of instructions, their rules, and their semantics.
//!
//! An instruction names variables that its kernel declares, so text and bytes are parsed in the context of a [`KernelText`].
//!
//! ```
//! use isotope_intel::{KernelText, Mode};
//! let mut program = KernelText::default();
//! program.declare(".decl V32 v_type=G type=uq num_elts=8 align=GRF").unwrap();
//! program.declare(".decl V33 v_type=G type=ud num_elts=8 align=GRF").unwrap();
//! let inst = isotope_intel::parse(&mut program, Mode::Documented, "SVM_ATOMIC.IMAX (8) V32.0 V0 V33.0 V0");
//! let error = inst.unwrap_err().to_string();
//! assert_eq!(error, "src0 has type ud: expected d (Intel's SVM_ATOMIC page, notes; the mode compat takes what compilers write)");
//! let inst = isotope_intel::parse(&mut program, Mode::Documented, "SVM_ATOMIC.MAX (8) V32.0 V0 V33.0 V0").unwrap();
//! let mut text = String::new();
//! isotope_intel::print(&program.kernel, &inst, &mut text);
//! assert_eq!(text, "svm_atomic.max (M1, 8) V32.0 %null.0 V33.0 %null.0");
//! let mut bytes = Vec::new();
//! isotope_intel::encode(&inst, &mut bytes);
//! assert_eq!(isotope_intel::decode(&bytes).unwrap(), (inst, 30));
//! ```
mod code;
mod codec;
pub mod container;
mod declare;
mod devices;
mod digits;
mod dwarf;
pub mod file;
pub mod form;
mod forms;
mod implicit;
pub mod inst;
pub mod kernel;
pub mod launch;
mod legal;
pub mod lift;
pub mod link;
pub mod listing;
pub mod names;
mod notes;
mod operands;
pub mod ops;
pub mod page;
mod parse;
mod payload;
mod print;
#[doc(hidden)]
pub mod printf;
pub mod rmw;
pub mod sample;
pub mod single;
mod specimens;
mod surfaces;
mod target;
mod text;
mod yaml;
pub mod ze;
pub mod zebin;
pub mod zeinfo;

pub use codec::{DecodeError, decode, encode};
pub use form::{FORMS, Form, Row};
pub use inst::{
    Combine, Exec, Inst, Memory, Model, Modifier, Operand, Pred, Region, Shape, StateKind, Type, VariableKind,
};
pub use isotope_table::Mode;
pub use kernel::Kernel;
pub use legal::{Family, Generation, check, declared};
pub use parse::parse;
pub use print::print;
pub use target::TARGETS;

use names::Names;

/// A kernel under construction: its declarations, and the meaning of their names.
#[derive(Clone, Debug)]
pub struct KernelText {
    /// Declarations and code.
    pub kernel: Kernel,
    /// Names.
    pub names: Names,
    /// Bytes of a register: 32, or 64 on PVC.
    pub register: u32,
    /// The generation whose rules apply.
    pub generation: Generation,
}

impl Default for KernelText {
    fn default() -> Self {
        KernelText::new(32)
    }
}

impl KernelText {
    /// A program without declarations, for registers of 32 or 64 bytes.
    pub fn new(register: u32) -> KernelText {
        KernelText {
            kernel: Kernel { variables: declare::predefined(), ..Kernel::default() },
            names: Names::default(),
            register,
            generation: Generation::default(),
        }
    }
    /// The same program under the rules of another generation.
    pub fn for_generation(self, generation: Generation) -> KernelText {
        KernelText { generation, ..self }
    }
    /// Removes all declarations, and the labels and strings that instructions used.
    fn clear(&mut self) {
        let Kernel { variables, addresses, predicates, samplers, surfaces, labels, texts, .. } = &mut self.kernel;
        variables.truncate(kernel::FIRST_VARIABLE as usize);
        [addresses, predicates, samplers, surfaces].into_iter().for_each(Vec::clear);
        labels.clear();
        texts.clear();
        self.names.clear();
    }
    /// The program of a kernel.
    pub fn of(kernel: Kernel, register: u32) -> KernelText {
        KernelText { names: Names::of(&kernel), kernel, register, generation: Generation::default() }
    }
    /// The index of a label, declared here if it is new.
    pub fn label(&mut self, name: &str) -> u16 {
        if let Some(index) = self.names.label(name) {
            return index;
        }
        let labels = &mut self.kernel.labels;
        let index = labels.len().min(usize::from(u16::MAX)) as u16;
        labels.push(kernel::Label { name: name.into(), kind: kernel::LabelKind::Block });
        self.names.declare_label(name, index);
        index
    }
    /// The index of a string, added here if it is new.
    pub fn text(&mut self, text: &str) -> u32 {
        let texts = &mut self.kernel.texts;
        let at = texts.iter().position(|known| known == text).unwrap_or_else(|| {
            texts.push(text.into());
            texts.len() - 1
        });
        at as u32
    }
}
