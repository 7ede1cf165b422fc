//! The processors of AMD whose code this room reads, as [`Target`]s.

use isotope_op::assume::{Assumptions, LaunchRules};

use super::{Mode, TABLE, code, context, launch, ops, rmw, rules, sample, single};
use crate::isa::single::{Single, SingleError, Surroundings};
use crate::isa::target::{
    Asked, AssembleError, Checker, Failures, Isa, Lines, Listed, Output, Refused, Strictness, Target, forms_of,
    mnemonics_of, rows_of,
};
use crate::launch::{Launch, LaunchError};
use crate::operation::{Operation, Readings};
use isotope_ir::program::Program;
use isotope_machine::Dispatch;
use isotope_machine::failure::{failures, is_modelled};
use isotope_machine::mem::Memory;
use isotope_object::{Format, Image, Kernel};

/// Every processor.
pub const TARGETS: &[&dyn Target] = &[&Gfx { name: "gfx1100", what: "AMD RDNA3" }];

const ISA: Isa = Isa {
    name: "gfx1100",
    title: "AMD RDNA3",
    newest: "gfx1100",
    assumptions: "amd.",
    cases: "gfx1100",
    fault_codes: false,
    formats: &[Format::AmdCodeObject, Format::OffloadBundle],
};

/// A processor.
#[derive(Debug)]
struct Gfx {
    name: &'static str,
    what: &'static str,
}

fn profile() -> u8 {
    context(Mode::Documented).profile
}

impl Target for Gfx {
    fn name(&self) -> &'static str {
        self.name
    }
    fn what(&self) -> &'static str {
        self.what
    }
    fn isa(&self) -> &'static Isa {
        &ISA
    }

    fn assembler(&self, strictness: Strictness) -> Lines {
        code::assembler(strictness)
    }
    fn disassembler(&self) -> Lines {
        code::disassembler()
    }
    fn instruction(&self, strictness: Strictness, text: &str, out: &mut String) -> Result<(), Refused> {
        code::instruction(strictness, text, out)
    }
    fn word(&self, digits: &str, out: &mut String) -> Result<(), Refused> {
        code::word(digits, out)
    }
    fn assemble(&self, strictness: Strictness, source: &str, output: Output) -> Result<Vec<u8>, AssembleError> {
        code::assemble(strictness, source, output)
    }
    fn list_code(&self, code: &[u8], asked: &Asked<'_>) -> Result<Listed, String> {
        code::list_code(code, asked)
    }
    fn list_file(&self, file: &[u8], asked: &Asked<'_>) -> Result<Listed, String> {
        code::list_file(file, asked)
    }

    fn operation(&self, op: &str, mode: &str, readings: &Readings) -> Result<Operation, String> {
        ops::operation(op, mode, readings)
    }
    fn operations(&self) -> Vec<String> {
        ops::all()
    }
    fn takes_modifiers(&self) -> bool {
        true
    }

    fn single(&self, text: &str, given: &Surroundings, memory: &mut Memory) -> Result<Single, SingleError> {
        single::prepare(text, given, memory)
    }
    fn keys(&self) -> &'static [&'static str] {
        single::KEYS
    }

    fn mnemonics(&self) -> Vec<&'static str> {
        mnemonics_of(&TABLE, profile())
    }
    fn rows(&self, wanted: &str) -> Option<String> {
        rows_of(&TABLE, profile(), wanted)
    }
    /// The assembler reads older names too.
    fn page_of(&self, wanted: &str) -> String {
        if TABLE.forms.iter().any(|f| f.mnemonic == wanted) {
            return wanted.into();
        }
        rmw::named(wanted).map_or_else(|| wanted.into(), |named| named.to_string())
    }
    fn mnemonic<'a>(&self, op: &'a str) -> &'a str {
        op
    }
    fn refuses(&self, _: &str) -> Option<String> {
        None
    }
    fn failures(&self, mnemonic: &str) -> Failures {
        let programs: Vec<Program> = forms_of(&TABLE, profile(), mnemonic).flat_map(sample::programs).collect();
        let list = failures(&programs, launch::LIMITS, mnemonic, sample::evidence);
        Failures { modelled: is_modelled(&programs), list }
    }

    fn prepare(
        &self,
        image: &Image,
        kernel: &Kernel,
        memory: &mut Memory,
        launch: &Launch,
    ) -> Result<Dispatch, LaunchError> {
        launch::prepare(image, kernel, memory, launch)
    }
    fn program(&self, image: &Image, kernel: &Kernel, assumptions: Assumptions) -> Result<Program, LaunchError> {
        launch::program(image, kernel, assumptions)
    }
    fn launch_rules(&self, assumptions: &Assumptions) -> LaunchRules {
        assumptions.amd_launch
    }
    fn has_rules(&self) -> bool {
        true
    }
    fn checker<'a>(&self, image: &Image, dispatch: &'a Dispatch, memory: &'a Memory) -> Option<Checker<'a>> {
        let kernel = image.kernels.iter().find(|k| k.name == dispatch.program.name)?;
        Some(Checker::new(rules::Checker::new(&kernel.code, dispatch, memory)))
    }
}
