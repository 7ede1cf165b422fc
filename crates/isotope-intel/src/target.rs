//! Intel devices that vISA is compiled for, as [`Target`]s.

use super::devices::{DEVICES, Device};
use super::ze::{self, TARGET};
use super::{FORMS, code, dwarf, launch, ops, page, printf, sample, single, surfaces, zebin};
use isotope_ir::ordering::Ordering;
use isotope_ir::program;
use isotope_machine::mem::Memory;
use isotope_object::{Format, Image, Kernel, sniff};
use isotope_table::{Described, Mode, Part};
use isotope_target::operation::{Operation, Readings};
use isotope_target::setup::{Machine, Registers, family};
use isotope_target::single::{Single, SingleError, Surroundings};
use isotope_target::specimen::Specimens;
use isotope_target::{
    Asked, AssembleError, Identity, InstructionError, Isa, Lines, Listed, Output, Target, as_targets,
};

/// Every device.
pub static TARGETS: &[&dyn Target] = &AS_TARGETS;

static AS_TARGETS: [&dyn Target; DEVICES.len()] = as_targets(&DEVICES);

const ISA: Isa = Isa {
    name: "visa",
    title: "Intel vISA",
    newest: "visa",
    assumptions: "intel.",
    cases: "intel",
    word: 1,
    notes: super::notes::NOTES,
    fault_codes: false,
    lists: |file| matches!(sniff(file), Some(Format::VisaIsa | Format::Zebin)),
    load: zebin::load,
    machine: Machine {
        keys: single::KEYS,
        places: &[family::SURFACES, family::ACTIVE],
        surfaces: surfaces::place,
        registers: |_| Registers {
            list: Vec::new(),
            synonyms: &[],
            known: "none: a kernel sets the variables that it declares",
        },
    },
    limits: launch::LIMITS,
    evidence: sample::evidence,
    prepare: launch::prepare,
    program: launch::program,
    launch_rules: |assumptions| assumptions.intel_launch(),
    printed: |_, memory| printf::take(memory),
    lines: launch::lines,
    variables: launch::variables,
    debug: dwarf::DEBUG,
    begins: launch::begins,
};

impl Target for Device {
    fn identity(&self) -> Identity {
        Identity { name: self.name, what: self.what, isa: &ISA }
    }
    fn ordering(&self, _: &Kernel) -> Result<&'static Ordering, &'static str> {
        Ok(self.order)
    }

    fn assembler(&self, mode: Mode) -> Lines {
        code::assembler(*self, mode)
    }
    fn disassembler(&self) -> Lines {
        code::disassembler(*self)
    }
    fn instruction(&self, mode: Mode, text: &str, out: &mut String) -> Result<(), InstructionError> {
        code::instruction(*self, mode, text, out)
    }
    fn word(&self, digits: &str, out: &mut String) -> Result<(), InstructionError> {
        code::word(*self, digits, out)
    }
    fn parts(&self, text: &str) -> Result<Vec<Part>, InstructionError> {
        code::parts(*self, text)
    }
    fn assemble(&self, mode: Mode, source: &str, output: Output) -> Result<Vec<u8>, AssembleError> {
        code::assemble(*self, mode, source, output)
    }
    fn source_of(&self, _: &[String]) -> Result<String, String> {
        Err("expected one .visaasm file to write a container from".into())
    }
    /// The code is always a container.
    fn list_code(&self, code: &[u8], asked: &Asked<'_>) -> Result<Listed, String> {
        code::list_file(code, asked)
    }
    fn list_file(&self, file: &[u8], asked: &Asked<'_>) -> Result<Listed, String> {
        code::list_file(file, asked)
    }
    /// Instructions contain dots and no blanks, but no slash.
    fn is_path(&self, text: &str) -> bool {
        text.contains(['/', '.'])
    }

    fn operation(&self, op: &str, mode: &str, readings: &Readings) -> Result<Operation, String> {
        ops::operation(self.generation, op, mode, readings)
    }
    fn operations(&self) -> Vec<String> {
        // A device has the operations of the language or a subset.
        if self.name == ISA.name { ops::all() } else { Vec::new() }
    }

    fn single(&self, text: &str, given: &Surroundings, _: &mut Memory) -> Result<Single, SingleError> {
        single::prepare(self.text(), text, given)
    }

    fn single_of(
        &self,
        kernel: &Kernel,
        text: &str,
        given: &Surroundings,
        _: &mut Memory,
    ) -> Result<Single, SingleError> {
        launch::single(kernel, text, given)
    }

    fn mnemonics(&self) -> Vec<&'static str> {
        FORMS.mnemonics().sorted()
    }
    fn described(&self, mnemonic: &str) -> Vec<Described> {
        FORMS.named(mnemonic).map(page::described).collect()
    }
    fn specimens(&self, mnemonic: &str) -> Vec<Specimens> {
        super::specimens::of(mnemonic)
    }
    fn refuses(&self, wanted: &str) -> Option<String> {
        let (family, _) = wanted.split_once('.')?;
        super::Family::of(family)?;
        self.operation(wanted, "-", &Readings::default()).err()
    }
    fn samples(&self, mnemonic: &str) -> Vec<program::Program> {
        FORMS.named(mnemonic).flat_map(sample::programs).collect()
    }

    fn places_local(&self) -> bool {
        true
    }
    fn has_offset(&self) -> bool {
        true
    }
    /// Files do not name their device.
    fn adopt(&self, image: &mut Image) -> bool {
        let ours = image.target == TARGET;
        if ours {
            ze::set_register(image, self.register);
        }
        ours
    }
}
