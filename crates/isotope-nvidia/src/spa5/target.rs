//! NVIDIA processors of SPA 5.0, as [`Target`]s.

use super::lift::order::ordering;
use super::{Profile, TABLE, code, dwarf, launch, link, ops, sample, single, surfaces};
use isotope_ir::ordering::Ordering;
use isotope_ir::program::Program;
use isotope_machine::mem::Memory;
use isotope_object::{Format, Image, Kernel, TargetId, raw, sniff};

use crate::processors::{PROCESSORS, Processor};
use crate::{cubin, fatbin};
use isotope_table::{Context, Described, Mode, Part};
use isotope_target::listing::{described_of, forms_of, mnemonics_of};
use isotope_target::operation::{Operation, Readings};
use isotope_target::setup::{Machine, Registers, family};
use isotope_target::single::{Single, SingleError, Surroundings};
use isotope_target::specimen::{Specimens, Words};
use isotope_target::{
    Asked, AssembleError, Identity, InstructionError, Isa, Lines, Listed, Output, Target, as_targets,
};

/// Every processor.
pub static TARGETS: &[&dyn Target] = &AS_TARGETS;

static AS_TARGETS: [&dyn Target; PROCESSORS.len()] = as_targets(&PROCESSORS);

const ISA: Isa = Isa {
    name: "sm_50",
    title: "NVIDIA SPA 5.0 and its successors to 6.0",
    newest: "sm_61",
    assumptions: "nv.",
    cases: "sm_50",
    word: 8,
    notes: super::notes::NOTES,
    fault_codes: true,
    lists: |file| fatbin::is_container(file) || sniff(file) == Some(Format::Cubin),
    load: |file, choice, _| match sniff(file) {
        _ if fatbin::is_container(file) => Some(fatbin::parse(file, choice)),
        Some(Format::Cubin) => Some(cubin::parse(file)),
        _ => None,
    },
    machine: Machine {
        keys: single::KEYS,
        places: &[family::SURFACES, family::ACTIVE, family::COVERAGE, family::SPARSE],
        surfaces: surfaces::place,
        registers: |_| Registers { list: single::registers(), synonyms: &[], known: single::KNOWN },
    },
    limits: launch::LIMITS,
    evidence: sample::evidence,
    prepare: launch::prepare,
    program: launch::program,
    launch_rules: |assumptions| assumptions.nvidia_launch(),
    printed: |_, memory| isotope_target::printf::told(memory),
    lines: link::lines,
    variables: link::variables,
    debug: dwarf::DEBUG,
    begins: |_, _| Some(Vec::new()),
};

/// The profile of a SPA 5.0 target.
pub(super) fn profile(name: &str) -> Option<Profile> {
    PROCESSORS.iter().find(|sm| sm.name == name).map(|sm| sm.profile)
}

/// Whether this target runs the code of a file; for a file with code for several machines, the code that a device of this name selects.
pub(super) fn runs(name: &str, image: &Image) -> bool {
    let of_container = || match (cubin::number(image.target.name()), cubin::number(name)) {
        (Some(code), Some(device)) => image.container.is_some() && fatbin::runs_on(code, device),
        _ => false,
    };
    image.target.name() == name || of_container()
}

impl Target for Processor {
    fn identity(&self) -> Identity {
        Identity { name: self.name, what: self.what, isa: &ISA }
    }
    fn ordering(&self, _: &Kernel) -> Result<&'static Ordering, &'static str> {
        ordering(self.profile)
    }

    fn adopt(&self, image: &mut Image) -> bool {
        runs(self.name, image)
    }

    fn assembler(&self, mode: Mode) -> Lines {
        code::assembler(self.profile, mode)
    }
    fn disassembler(&self) -> Lines {
        code::disassembler(self.profile)
    }
    fn instruction(&self, mode: Mode, text: &str, out: &mut String) -> Result<(), InstructionError> {
        code::instruction(self.profile, mode, text, out)
    }
    fn word(&self, digits: &str, out: &mut String) -> Result<(), InstructionError> {
        code::word(self.profile, digits, out)
    }
    fn lost(&self, text: &str) -> Option<String> {
        code::lost(self.profile, text)
    }
    fn parts(&self, text: &str) -> Result<Vec<Part>, InstructionError> {
        code::parts(self.profile, text)
    }
    fn assemble(&self, mode: Mode, source: &str, output: Output) -> Result<Vec<u8>, AssembleError> {
        code::assemble(self.profile, mode, source, output)
    }
    fn list_code(&self, code: &[u8], asked: &Asked<'_>) -> Result<Listed, String> {
        code::list_code(self.profile, code, asked)
    }
    fn list_file(&self, file: &[u8], asked: &Asked<'_>) -> Result<Listed, String> {
        code::list_file(file, asked)
    }
    fn is_word(&self, text: &str) -> bool {
        text.starts_with("0x")
    }

    fn operation(&self, op: &str, mode: &str, readings: &Readings) -> Result<Operation, String> {
        ops::operation(self.profile, op, mode, readings)
    }
    fn operations(&self) -> Vec<String> {
        if self.operations { ops::all() } else { Vec::new() }
    }

    fn raw(&self, code: &[u8], entry: u32, sizes: &[u32]) -> Result<Image, String> {
        crate::raw::of_code(TargetId::new(self.name), code, entry, raw::params(sizes))
    }

    fn single(&self, text: &str, given: &Surroundings, _: &mut Memory) -> Result<Single, SingleError> {
        single::prepare(self.profile, text, given)
    }

    fn mnemonics(&self) -> Vec<&'static str> {
        mnemonics_of(&TABLE, self.profile.bit())
    }
    fn described(&self, mnemonic: &str) -> Vec<Described> {
        described_of(&TABLE, self.profile.bit(), mnemonic)
    }
    fn refuses(&self, wanted: &str) -> Option<String> {
        ops::refuses(self.profile, wanted)
    }
    fn specimens(&self, mnemonic: &str) -> Vec<Specimens> {
        let profile = self.profile;
        let words = Words {
            context: Context::new(profile.bit()),
            bytes: &|inst| sample::bytes(profile, inst),
            runs: &|bytes| sample::runs(profile, bytes),
        };
        forms_of(&TABLE, profile.bit(), mnemonic).map(|form| words.specimens(form)).collect()
    }
    fn samples(&self, mnemonic: &str) -> Vec<Program> {
        let forms = forms_of(&TABLE, self.profile.bit(), mnemonic);
        forms.flat_map(|f| sample::programs(f, self.profile)).collect()
    }
}
