//! Intel devices that vISA is compiled for, as [`Target`]s.

use super::devices::{DEVICES, Device};
use super::ze::{self, TARGET};
use super::{FORMS, code, dwarf, launch, ops, page, printf, sample, single, surfaces, zebin};
use isotope_ir::ordering::Ordering;
use isotope_ir::program;
use isotope_machine::mem::Memory;
use isotope_object::{Format, Image, Kernel, sniff};
use isotope_table::Mode;
use isotope_table::{Described, Part};
use isotope_target::operation::{Operation, Readings};
use isotope_target::setup::{Machine, Registers, family};
use isotope_target::single::{Single, SingleError, Surroundings};
use isotope_target::specimen::Specimens;
use isotope_target::{Asked, AssembleError, Identity, Isa, Lines, Listed, Output, Refused, Target};

/// Every device.
pub static TARGETS: &[&dyn Target] = &AS_TARGETS;

static ALL: [Visa; DEVICES.len()] = {
    let mut all = [Visa { device: &DEVICES[0] }; DEVICES.len()];
    let mut index = 0;
    while index < DEVICES.len() {
        all[index] = Visa { device: &DEVICES[index] };
        index += 1;
    }
    all
};
static AS_TARGETS: [&dyn Target; DEVICES.len()] = {
    let mut all: [&dyn Target; DEVICES.len()] = [&ALL[0]; DEVICES.len()];
    let mut index = 0;
    while index < DEVICES.len() {
        all[index] = &ALL[index];
        index += 1;
    }
    all
};

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

/// A device as a target.
#[derive(Clone, Copy, Debug)]
struct Visa {
    device: &'static Device,
}

impl Target for Visa {
    fn identity(&self) -> Identity {
        Identity { name: self.device.name, what: self.device.what, isa: &ISA }
    }
    fn ordering(&self, _: &Kernel) -> Result<&'static Ordering, &'static str> {
        Ok(self.device.order)
    }

    fn assembler(&self, mode: Mode) -> Lines {
        code::assembler(*self.device, mode)
    }
    fn disassembler(&self) -> Lines {
        code::disassembler(*self.device)
    }
    fn instruction(&self, mode: Mode, text: &str, out: &mut String) -> Result<(), Refused> {
        code::instruction(*self.device, mode, text, out)
    }
    fn word(&self, digits: &str, out: &mut String) -> Result<(), Refused> {
        code::word(*self.device, digits, out)
    }
    fn parts(&self, text: &str) -> Result<Vec<Part>, Refused> {
        code::parts(*self.device, text)
    }
    fn assemble(&self, mode: Mode, source: &str, output: Output) -> Result<Vec<u8>, AssembleError> {
        code::assemble(*self.device, mode, source, output)
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
        ops::operation(self.device.generation, op, mode, readings)
    }
    fn operations(&self) -> Vec<String> {
        // A device has the operations of the language or a subset.
        if self.device.name == ISA.name { ops::all() } else { Vec::new() }
    }

    fn single(&self, text: &str, given: &Surroundings, _: &mut Memory) -> Result<Single, SingleError> {
        single::prepare(self.device.program(), text, given)
    }

    fn single_of(
        &self,
        kernel: &isotope_object::Kernel,
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
            ze::set_register(image, self.device.register);
        }
        ours
    }
}
