//! The devices of Intel that vISA is compiled for, as [`Target`]s.

use isotope_op::assume::{Assumptions, LaunchRules};

use super::{FORMS, Generation, Program, code, launch, ops, page, sample, single};
use crate::isa::single::{Single, SingleError, Surroundings};
use crate::isa::target::{Asked, AssembleError, Failures, Isa, Lines, Listed, Output, Refused, Strictness, Target};
use crate::launch::{Launch, LaunchError};
use crate::operation::{Operation, Readings};
use isotope_ir::program;
use isotope_machine::Dispatch;
use isotope_machine::failure::{failures, is_modelled};
use isotope_machine::mem::Memory;
use isotope_object::ze::TARGET;
use isotope_object::{Format, Image, Kernel};

/// No device in particular, with the rules of TGLLP, then the devices whose vISA differs here: in what documents allow, and in
/// the size of a register.
pub const TARGETS: &[&dyn Target] = &[
    &Visa { name: TARGET.name(), what: "Intel vISA", device: Device::new(Generation::Tgllp, 32) },
    &Visa { name: "skl", what: "Intel vISA for Gen9", device: Device::new(Generation::BeforeTgllp, 32) },
    &Visa { name: "icllp", what: "Intel vISA for Gen11", device: Device::new(Generation::BeforeTgllp, 32) },
    &Visa { name: "tgllp", what: "Intel vISA for Gen12", device: Device::new(Generation::Tgllp, 32) },
    &Visa { name: "dg2", what: "Intel vISA for DG2", device: Device::new(Generation::Tgllp, 32) },
    &Visa { name: "pvc", what: "Intel vISA for Ponte Vecchio", device: Device::new(Generation::Tgllp, 64) },
];

const ISA: Isa = Isa {
    name: "visa",
    title: "Intel vISA",
    newest: "visa",
    assumptions: "intel.",
    cases: "intel",
    fault_codes: false,
    formats: &[Format::VisaIsa],
};

/// What differs between devices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Device {
    /// Whose documented rules hold.
    pub generation: Generation,
    /// Bytes of a register.
    pub register: u32,
}

impl Device {
    const fn new(generation: Generation, register: u32) -> Device {
        Device { generation, register }
    }

    /// A program without declarations.
    pub fn program(self) -> Program {
        Program::new(self.register).for_generation(self.generation)
    }
}

#[derive(Debug)]
struct Visa {
    name: &'static str,
    what: &'static str,
    device: Device,
}

impl Target for Visa {
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
        code::assembler(self.device, strictness)
    }
    fn disassembler(&self) -> Lines {
        code::disassembler(self.device)
    }
    fn instruction(&self, strictness: Strictness, text: &str, out: &mut String) -> Result<(), Refused> {
        code::instruction(self.device, strictness, text, out)
    }
    fn word(&self, digits: &str, out: &mut String) -> Result<(), Refused> {
        code::word(self.device, digits, out)
    }
    fn assemble(&self, strictness: Strictness, source: &str, output: Output) -> Result<Vec<u8>, AssembleError> {
        code::assemble(self.device, strictness, source, output)
    }
    fn source_of(&self, _: &[String]) -> Result<String, String> {
        Err("expected one .visaasm file to write a container from".into())
    }
    /// Code has a container always.
    fn list_code(&self, code: &[u8], asked: &Asked<'_>) -> Result<Listed, String> {
        code::list_file(code, asked)
    }
    fn list_file(&self, file: &[u8], asked: &Asked<'_>) -> Result<Listed, String> {
        code::list_file(file, asked)
    }
    /// Instructions have dots and no blanks, but no slash.
    fn is_path(&self, text: &str) -> bool {
        text.contains(['/', '.'])
    }

    fn operation(&self, op: &str, mode: &str, readings: &Readings) -> Result<Operation, String> {
        ops::operation(self.device.generation, op, mode, readings)
    }
    fn operations(&self) -> Vec<String> {
        // A device has those of the language, or fewer.
        if self.name == ISA.name { ops::all() } else { Vec::new() }
    }

    fn single(&self, text: &str, given: &Surroundings, _: &mut Memory) -> Result<Single, SingleError> {
        single::prepare(self.device.program(), text, given)
    }
    fn keys(&self) -> &'static [&'static str] {
        single::KEYS
    }

    fn mnemonics(&self) -> Vec<&'static str> {
        let mut all: Vec<_> = FORMS.iter().map(|f| f.name()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
    fn rows(&self, wanted: &str) -> Option<String> {
        let forms: Vec<_> = FORMS.named(wanted.split('.').next().unwrap_or(wanted)).collect();
        (!forms.is_empty()).then(|| forms.iter().map(|f| page::page(f) + "\n").collect())
    }
    fn refuses(&self, wanted: &str) -> Option<String> {
        let (family, _) = wanted.split_once('.')?;
        super::Family::of(family)?;
        self.operation(wanted, "-", &Readings::default()).err()
    }
    fn failures(&self, mnemonic: &str) -> Failures {
        let programs: Vec<program::Program> = FORMS.named(mnemonic).flat_map(sample::programs).collect();
        let list = failures(&programs, launch::LIMITS, mnemonic, sample::evidence);
        Failures { modelled: is_modelled(&programs), list }
    }

    /// Files do not say which device they are for.
    fn adopt(&self, image: &mut Image) -> bool {
        let ours = image.target == TARGET;
        if ours {
            image.set_visa_register(self.device.register);
        }
        ours
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
    fn program(
        &self,
        image: &Image,
        kernel: &Kernel,
        assumptions: Assumptions,
    ) -> Result<program::Program, LaunchError> {
        launch::program(image, kernel, assumptions)
    }
    fn launch_rules(&self, assumptions: &Assumptions) -> LaunchRules {
        assumptions.intel_launch
    }
}
