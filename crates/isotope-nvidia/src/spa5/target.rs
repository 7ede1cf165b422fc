//! NVIDIA processors of SPA 5.0, as [`Target`]s.

use super::lift::order::ordering;
use super::{Profile, TABLE, code, dwarf, launch, link, ops, sample, single, surfaces};
use isotope_ir::ordering::Ordering;
use isotope_ir::program::Program;
use isotope_machine::mem::Memory;
use isotope_object::{Format, Image, Kernel, TargetId, raw, sniff};

use crate::{cubin, fatbin};
use isotope_table::Context;
use isotope_table::Mode;
use isotope_table::{Described, Part};
use isotope_target::listing::{described_of, forms_of, mnemonics_of};
use isotope_target::operation::{Operation, Readings};
use isotope_target::setup::{Machine, Registers, family};
use isotope_target::single::{Single, SingleError, Surroundings};
use isotope_target::specimen::{Specimens, Words};
use isotope_target::{Asked, AssembleError, Identity, Isa, Lines, Listed, Output, Refused, Target};

/// Every processor.
pub const TARGETS: &[&dyn Target] = &[SM_50, SM_52, SM_53, SM_60, SM_61, SM_62];

const SM_50: &Sm = &Sm::new("sm_50", "NVIDIA SPA 5.0 (first-generation Maxwell)", Profile::Sm50);
const SM_52: &Sm = &Sm::new("sm_52", "NVIDIA SPA 5.2: adds F16x2 (flushing) and sparse forms", Profile::Sm52);
const SM_53: &Sm = &Sm::new("sm_53", "as sm_52", Profile::Sm52);
const SM_60: &Sm = &Sm::new("sm_60", "NVIDIA SPA 6.0: adds F64 and F16x2 (subnormals kept)", Profile::Sm60);
const SM_61: &Sm = &Sm::new("sm_61", "as sm_60; adds sums of products of bytes", Profile::Sm61);
const SM_62: &Sm = &Sm::new("sm_62", "as sm_61", Profile::Sm61);

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

/// A processor.
///
/// # Source
/// oracle: nvdisasm 12.8 decodes sm_52 and sm_53 identically, and sm_60, sm_61 and sm_62 identically, in 30,000 random words of the atomic
/// instruction group; sm_61 and sm_62 also have IDP.
#[derive(Debug)]
struct Sm {
    identity: Identity,
    /// Its syntax and encodings.
    profile: Profile,
}

impl Sm {
    const fn new(name: &'static str, what: &'static str, profile: Profile) -> Sm {
        Sm { identity: Identity { name, what, isa: &ISA }, profile }
    }
}

/// The profile of a SPA 5.0 target.
pub(super) fn profile(name: &str) -> Option<Profile> {
    let all = [SM_50, SM_52, SM_53, SM_60, SM_61, SM_62];
    all.into_iter().find(|sm| sm.identity.name == name).map(|sm| sm.profile)
}

/// Whether this target runs the code of a file; for a file with code for several machines, the code that a device of this name selects.
pub(super) fn runs(name: &str, image: &Image) -> bool {
    let of_container = || match (fatbin::number(image.target.name()), fatbin::number(name)) {
        (Some(code), Some(device)) => image.container.is_some() && fatbin::runs_on(code, device),
        _ => false,
    };
    image.target.name() == name || of_container()
}

impl Target for Sm {
    fn identity(&self) -> Identity {
        self.identity
    }
    fn ordering(&self, _: &Kernel) -> Result<&'static Ordering, &'static str> {
        ordering(self.profile)
    }

    fn adopt(&self, image: &mut Image) -> bool {
        runs(self.identity.name, image)
    }

    fn assembler(&self, mode: Mode) -> Lines {
        code::assembler(self.profile, mode)
    }
    fn disassembler(&self) -> Lines {
        code::disassembler(self.profile)
    }
    fn instruction(&self, mode: Mode, text: &str, out: &mut String) -> Result<(), Refused> {
        code::instruction(self.profile, mode, text, out)
    }
    fn word(&self, digits: &str, out: &mut String) -> Result<(), Refused> {
        code::word(self.profile, digits, out)
    }
    fn lost(&self, text: &str) -> Option<String> {
        code::lost(self.profile, text)
    }
    fn parts(&self, text: &str) -> Result<Vec<Part>, Refused> {
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
        // The other targets have the syntax and semantics of one of these.
        if [SM_50, SM_52, SM_60].iter().any(|sm| sm.identity.name == self.identity.name) {
            ops::all()
        } else {
            Vec::new()
        }
    }

    fn raw(&self, code: &[u8], entry: u32, sizes: &[u32]) -> Result<Image, String> {
        crate::raw::of_code(TargetId::new(self.identity.name), code, entry, raw::params(sizes))
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
