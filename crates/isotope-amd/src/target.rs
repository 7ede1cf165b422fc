//! AMD RDNA3 processors, as [`Target`]s.

use super::{Gfx, Mode, Processors, amdgpu, code, dwarf, launch, ops, rmw, rules, sample, single, surfaces};
use isotope_target::single::{Single, SingleError, Surroundings};
use std::collections::BTreeMap;

use isotope_ir::ordering::Ordering;
use isotope_ir::program::Program;
use isotope_machine::Dispatch;
use isotope_machine::mem::Memory;
use isotope_object::{Format, Image, Kernel, LoadError, raw, sniff};
use isotope_table::{Described, Part};
use isotope_target::listing::{described_of, forms_of, mnemonics_of};
use isotope_target::operation::{Operation, Readings};
use isotope_target::setup::{Machine, Registers, family};
use isotope_target::specimen::{Specimens, Words};
use isotope_target::{
    Asked, AssembleError, Broken, Checker, Identity, InstructionError, Isa, Lines, Listed, Output, Target, TextOf,
};

/// Whether a file is an AMD code object, by its first bytes.
fn of_amd(file: &[u8]) -> bool {
    matches!(sniff(file), Some(Format::AmdCodeObject | Format::OffloadBundle))
}

/// The kernels of an AMD code object for one of these processors.
pub fn load(processors: &'static Processors, file: &[u8]) -> Option<Result<Image, LoadError>> {
    of_amd(file).then(|| amdgpu::parse(processors, file))
}

/// The properties that RDNA3 processors share. A list of processors has its own value, with a `load` for them and `..RDNA3`.
pub const RDNA3: Isa = Isa {
    name: "gfx1100",
    title: "AMD RDNA3",
    newest: "gfx1100",
    assumptions: "amd.",
    cases: "gfx1100",
    word: 4,
    notes: super::notes::NOTES,
    fault_codes: false,
    lists: of_amd,
    load: |_, _, _| None,
    machine: Machine {
        keys: single::KEYS,
        places: &[family::UNIT, family::SURFACES],
        surfaces: surfaces::place,
        registers: |kernel| {
            let details = kernel.details::<crate::amdgpu::Details>();
            let (wave64, vgprs) = details.map_or((false, 0), |d| (d.wave_size == 64, d.descriptor.vgprs()));
            Registers { list: single::registers(wave64, vgprs), synonyms: single::SYNONYMS, known: single::KNOWN }
        },
    },
    limits: launch::LIMITS,
    evidence: sample::evidence,
    prepare: launch::prepare,
    program: launch::program,
    launch_rules: |assumptions| assumptions.amd_launch(),
    printed: launch::printed,
    lines: code::lines,
    variables: code::variables,
    debug: dwarf::DEBUG,
    begins: launch::begins,
};

impl Target for Gfx {
    fn identity(&self) -> Identity {
        Identity { name: self.name, what: self.what, isa: self.isa }
    }
    fn is_wide(&self, kernel: &Kernel) -> Option<bool> {
        kernel.details::<amdgpu::Details>().map(|details| details.descriptor.rsrc1.wgp_mode() == 1)
    }
    fn ordering(&self, kernel: &Kernel) -> Result<&'static Ordering, &'static str> {
        (self.ordering)(kernel)
    }

    fn assembler(&self, mode: Mode) -> Lines {
        code::assembler(*self, mode)
    }
    fn disassembler(&self) -> Lines {
        code::disassembler(*self, TextOf::Usual)
    }
    fn has_texts(&self) -> bool {
        true
    }
    fn disassembler_of(&self, text: TextOf) -> Lines {
        code::disassembler(*self, text)
    }
    fn word_of(&self, digits: &str, text: TextOf, out: &mut String) -> Result<(), InstructionError> {
        code::word(*self, digits, text, out)
    }
    fn instruction(&self, mode: Mode, text: &str, out: &mut String) -> Result<(), InstructionError> {
        code::instruction(*self, mode, text, out)
    }
    fn word(&self, digits: &str, out: &mut String) -> Result<(), InstructionError> {
        code::word(*self, digits, TextOf::Usual, out)
    }
    fn parts(&self, text: &str) -> Result<Vec<Part>, InstructionError> {
        code::parts(*self, text)
    }
    fn assemble(&self, mode: Mode, source: &str, output: Output) -> Result<Vec<u8>, AssembleError> {
        code::assemble(*self, mode, source, output)
    }
    fn list_code(&self, code: &[u8], asked: &Asked<'_>) -> Result<Listed, String> {
        code::list_code(*self, code, asked)
    }
    fn list_file(&self, file: &[u8], asked: &Asked<'_>) -> Result<Listed, String> {
        code::list_file(*self, file, asked)
    }

    fn operation(&self, op: &str, mode: &str, readings: &Readings) -> Result<Operation, String> {
        ops::operation(*self, op, mode, readings)
    }
    fn operations(&self) -> Vec<String> {
        let all = ops::all(*self);
        let mut before = self.among().each().take_while(|other| other != self);
        if before.any(|other| ops::all(other) == all) { Vec::new() } else { all }
    }
    fn takes_modifiers(&self) -> bool {
        true
    }

    fn single(&self, text: &str, given: &Surroundings, memory: &mut Memory) -> Result<Single, SingleError> {
        single::prepare(*self, text, given, memory)
    }

    fn mnemonics(&self) -> Vec<&'static str> {
        mnemonics_of(self.table(), self.waves(false).profile())
    }
    fn described(&self, mnemonic: &str) -> Vec<Described> {
        described_of(self.table(), self.waves(false).profile(), mnemonic)
    }
    /// The encodings of one instruction share a page. The assembler accepts older names too.
    fn page_of(&self, wanted: &str) -> String {
        let known = forms_of(self.table(), self.profiles(), wanted).next().is_some();
        let name = if known {
            wanted.into()
        } else {
            rmw::named(*self, wanted).map_or_else(|| wanted.into(), |named| named.to_string())
        };
        instruction(&name).into()
    }
    fn shown(&self) -> &'static str {
        self.name
    }
    fn pages(&self) -> Vec<(String, Vec<&'static str>)> {
        let mut pages: BTreeMap<String, Vec<&'static str>> = BTreeMap::new();
        for name in self.mnemonics() {
            pages.entry(instruction(name).into()).or_default().push(name);
        }
        // Encodings without DPP first.
        pages.values_mut().for_each(|names| names.sort_by_key(|name| name.ends_with("_dpp")));
        pages.into_iter().collect()
    }
    fn adds(&self, mnemonic: &str) -> Option<&'static str> {
        mnemonic
            .ends_with("_dpp")
            .then_some("With DPP `src0` comes from another lane, as in `v_mov_b32` with the same words.")
    }
    fn mnemonic<'a>(&self, op: &'a str) -> &'a str {
        op
    }
    fn refuses(&self, _: &str) -> Option<String> {
        None
    }
    fn specimens(&self, mnemonic: &str) -> Vec<Specimens> {
        let words = Words {
            context: self.waves(false).context(Mode::Documented),
            bytes: &|inst| sample::bytes(*self, inst),
            runs: &|bytes| sample::runs(*self, bytes),
        };
        forms_of(self.table(), self.waves(false).profile(), mnemonic).map(|form| words.specimens(form)).collect()
    }
    fn samples(&self, mnemonic: &str) -> Vec<Program> {
        forms_of(self.table(), self.waves(false).profile(), mnemonic)
            .flat_map(|form| sample::programs(*self, form))
            .collect()
    }

    fn raw(&self, code: &[u8], entry: u32, sizes: &[u32]) -> Result<Image, String> {
        super::raw::of_code(*self, code, entry, raw::params(sizes))
    }
    fn has_offset(&self) -> bool {
        true
    }
    fn has_rules(&self) -> bool {
        true
    }
    fn broken_rules(&self, kernel: &Kernel) -> Option<Broken> {
        Some(code::broken_rules(kernel))
    }
    fn checker<'a>(&self, image: &'a Image, dispatch: &'a Dispatch, memory: &'a Memory) -> Checker<'a> {
        let kernel = image.kernels.iter().find(|k| k.name == dispatch.program.name);
        let checker = Checker::new(image, dispatch);
        match kernel {
            Some(kernel) => checker.with(rules::Checker::new(*self, &kernel.code, dispatch, memory)),
            None => checker,
        }
    }
}

/// The instruction of which a mnemonic is an encoding.
fn instruction(mnemonic: &str) -> &str {
    let name = mnemonic.strip_suffix("_dpp").unwrap_or(mnemonic);
    name.strip_suffix("_e64").or_else(|| name.strip_suffix("_e32")).unwrap_or(name)
}
