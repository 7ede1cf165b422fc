//! The trait of a target: everything that a front end or a launch needs from an instruction set.

use std::fmt;
use std::ops::Range;

use isotope_op::assume::{Assumptions, LaunchRules};
use isotope_op::claim::Evidence;

use super::dwarf::DebugNames;
use super::finding::Finding;
use super::note::Note;
use super::registry::Registry;
use super::single::{Single, SingleError, Surroundings};
use super::specimen::Specimens;
use super::{divergence, registers, uninit};
use crate::launch::{Launch, LaunchError};
use crate::operation::{Operation, Readings};
use crate::setup::Machine;
use isotope_ir::effect::Uop;
use isotope_ir::ordering::Ordering;
use isotope_ir::program::Program;
use isotope_machine::failure::{Cause, Failure, Limits, failures, is_modelled};
use isotope_machine::mem::Memory;
use isotope_machine::state::Wave;
use isotope_machine::{BarrierWatch, Dispatch, Flow, MemoryAccess, Observer, Place, Reachable, UninitWatch};
use isotope_object::container::Choice;
use isotope_object::lines::SourceLines;
use isotope_object::variables::Variables;
use isotope_object::{Image, Kernel, LoadError};
use isotope_table::{Described, Line, Mode, ParseError, Part, SourceError};

/// Reads a file: its bytes, the choice of code, and the code of a kernel by its name, if that is in another file.
pub type Load = fn(&[u8], Choice<'_>, Option<Beside<'_>>) -> Option<Result<Image, LoadError>>;

/// The code of a kernel by its name.
pub type Beside<'a> = &'a mut dyn FnMut(&str) -> Option<Vec<u8>>;

/// The properties that the targets of an instruction set share.
#[derive(Debug)]
pub struct Isa {
    /// The target that represents the instruction set; its pages are in a folder of this name.
    pub name: &'static str,
    /// Title as text.
    pub title: &'static str,
    /// The target that has every instruction of the instruction set.
    pub newest: &'static str,
    /// Prefix of the ids of the vendor's assumptions, `nv.`.
    pub assumptions: &'static str,
    /// The name by which checks of cases name it.
    pub cases: &'static str,
    /// Size in bytes of the machine words of an instruction, low byte first in memory.
    pub word: usize,
    /// Notes about many of its instructions.
    pub notes: &'static [Note],
    /// Whether faults have numbers that drivers report.
    pub fault_codes: bool,
    /// Whether a file has its code, according to its first bytes.
    pub lists: fn(&[u8]) -> bool,
    /// The kernels of a file; `None` if the file is not for this instruction set.
    pub load: Load,
    /// The state of its machine that can be set before the first instruction.
    pub machine: Machine,
    /// The behaviour of its machine for accesses past the end of memory.
    pub limits: Limits,
    /// The evidence for a cause of a fault, drop or wait; `None` if this instruction set does not have it.
    pub evidence: fn(Cause, &str) -> Option<Evidence>,
    /// A launch of a kernel.
    pub prepare: fn(&Image, &Kernel, &mut Memory, &Launch) -> Result<Dispatch, LaunchError>,
    /// A kernel in neutral form, before it is bound to a launch.
    pub program: fn(&Image, &Kernel, Assumptions) -> Result<Program, LaunchError>,
    /// The vendor's launch rules that documents leave unspecified, as chosen.
    pub launch_rules: fn(&Assumptions) -> LaunchRules,
    /// The text that a kernel printed since the last call.
    pub printed: fn(&Kernel, &Memory) -> Vec<u8>,
    /// The source lines of a kernel by the addresses of its steps.
    pub lines: fn(&Image, &Kernel) -> SourceLines,
    /// The variables of a kernel's source by the addresses of its steps.
    pub variables: fn(&Image, &Kernel) -> Variables,
    /// The meaning of numbers in debug information.
    pub debug: DebugNames,
    /// The words of the register file that have a defined value when a wave of a kernel starts; `None` if that is not known.
    pub begins: fn(&Image, &Kernel) -> Option<Vec<Range<u32>>>,
}

/// The name of a target, with its description.
#[derive(Clone, Copy, Debug)]
pub struct Identity {
    /// The name on the command line: `sm_50`.
    pub name: &'static str,
    /// A description in one line.
    pub what: &'static str,
    /// The properties that it shares with other targets of its instruction set.
    pub isa: &'static Isa,
}

/// Translates lines one after another. An earlier line can affect the next one: it can give its address and the labels of its program.
pub trait LineTranslator {
    /// Appends the translation of a line.
    ///
    /// # Errors
    /// The reason why the line is refused.
    fn line(&mut self, line: &str, out: &mut Line) -> Result<(), String>;
}

impl<F: FnMut(&str, &mut Line) -> Result<(), String>> LineTranslator for F {
    fn line(&mut self, line: &str, out: &mut Line) -> Result<(), String> {
        self(line, out)
    }
}

/// A translator of lines.
pub type Lines = Box<dyn LineTranslator>;

/// The reason why an instruction is refused.
#[derive(Clone, Debug, PartialEq)]
pub enum InstructionError {
    /// An error at a position of this text.
    At(String, ParseError),
    /// Another reason.
    Because(String),
    /// The input is of the wrong kind.
    Usage(String),
}

impl fmt::Display for InstructionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InstructionError::At(_, error) => error.fmt(f),
            InstructionError::Because(why) | InstructionError::Usage(why) => f.write_str(why),
        }
    }
}

/// The output format of the assembler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// The bytes of a file: code, or a container where the target's code needs one.
    File,
    /// Lines of hexadecimal digits: one instruction or machine word per line, or the bytes of a container where the target's code needs
    /// one.
    Hex,
}

/// The reason why a source is not assembled.
#[derive(Clone, Debug, PartialEq)]
pub enum AssembleError {
    /// Errors in lines, independent of each other.
    Lines(Vec<SourceError>),
    /// Errors in lines; later errors may follow from earlier ones.
    Following(Vec<SourceError>),
    /// The output cannot be written.
    Output(String),
}

/// The options of a listing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked<'a> {
    /// The name of the file, for listings and errors.
    pub name: &'a str,
    /// The name of the file's target, if the user gave it.
    pub target: Option<&'a str>,
    /// List only this kernel.
    pub kernel: Option<&'a str>,
    /// Print the scheduling of each instruction.
    pub control: bool,
    /// Print a comment before instructions whose source line differs from that of the previous ones.
    pub source: bool,
    /// Report the programming rules that the code can break.
    pub rules: bool,
    /// The disassembler whose text is printed.
    pub text: TextOf,
}

/// The version of the vendor's disassembler whose text is printed, if versions differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextOf {
    /// LLVM 19's text, and LLVM 22's where LLVM 19's loses information.
    #[default]
    Usual,
    /// LLVM 19's text; single instructions that it cannot express are refused.
    Llvm19,
    /// LLVM 22's text, which names the halves of registers.
    Llvm22,
}

/// The text of a file.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// Its kernels, in the syntax of the vendor's tools.
    pub text: String,
    /// If source lines were requested, the error in their table.
    pub damage: Option<String>,
    /// If rules were requested, the rules that each kernel can break.
    pub rules: Vec<Broken>,
}

/// The rules that a kernel can break on some path.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The kernel's name.
    pub kernel: String,
    /// In order of address; addresses count from the start of the kernel's section, as in a run.
    pub findings: Vec<Finding>,
    /// Whether every path was walked.
    pub complete: bool,
}

/// The ways in which the instructions of a mnemonic can fail.
#[derive(Clone, Debug)]
pub struct Failures {
    /// Whether they can be executed.
    pub modelled: bool,
    /// Faults, drops and waits.
    pub list: Vec<Failure>,
}

/// The targets of a table of processors.
pub const fn as_targets<T: Target, const N: usize>(all: &'static [T; N]) -> [&'static dyn Target; N] {
    let mut targets = [&all[0] as &dyn Target; N];
    let mut index = 0;
    while index < N {
        targets[index] = &all[index];
        index += 1;
    }
    targets
}

/// An instruction set with a processor.
///
/// Names and texts are those of the vendor's documents and tools. A target refuses, with a message, everything that it does not have.
pub trait Target: fmt::Debug + Sync {
    /// Name and description.
    fn identity(&self) -> Identity;
    /// The name on the command line: `sm_50`.
    fn name(&self) -> &'static str {
        self.identity().name
    }
    /// A description in one line.
    fn what(&self) -> &'static str {
        self.identity().what
    }
    /// The properties that it shares with other targets of its instruction set.
    fn isa(&self) -> &'static Isa {
        self.identity().isa
    }

    // ---- text and code ----

    /// Translates instructions to bytes in hexadecimal digits.
    fn assembler(&self, mode: Mode) -> Lines;
    /// Translates instructions in hexadecimal digits to text.
    fn disassembler(&self) -> Lines;
    /// Whether it has the texts of several versions of the vendor's disassembler.
    fn has_texts(&self) -> bool {
        false
    }
    /// [`disassembler`](Target::disassembler) with the text of this version.
    fn disassembler_of(&self, _text: TextOf) -> Lines {
        self.disassembler()
    }
    /// [`word`](Target::word) with the text of this version.
    ///
    /// # Errors
    /// The digits are no instruction, or the version has no text for it.
    fn word_of(&self, digits: &str, _text: TextOf, out: &mut String) -> Result<(), InstructionError> {
        self.word(digits, out)
    }
    /// Appends the bytes of one instruction in hexadecimal digits.
    ///
    /// # Errors
    /// The reason why the text is not an instruction.
    fn instruction(&self, mode: Mode, text: &str, out: &mut String) -> Result<(), InstructionError>;
    /// Appends the text of one instruction given in hexadecimal digits, and the documented rules that it breaks.
    ///
    /// # Errors
    /// The reason why the digits are not an instruction.
    fn word(&self, digits: &str, out: &mut String) -> Result<(), InstructionError>;
    /// The bits of one instruction, highest first, with their fields. The text is read as by [`instruction`](Target::instruction), without
    /// checks of the documented rules.
    ///
    /// # Errors
    /// The reason why the text is not an instruction.
    fn parts(&self, text: &str) -> Result<Vec<Part>, InstructionError>;
    /// The information of a text that the bytes of [`instruction`](Target::instruction) do not hold, in a sentence.
    fn lost(&self, _text: &str) -> Option<String> {
        None
    }
    /// Assembles a whole source.
    ///
    /// # Errors
    /// The errors in its lines.
    fn assemble(&self, mode: Mode, source: &str, output: Output) -> Result<Vec<u8>, AssembleError>;
    /// Joins single instructions to one source for [`assemble`](Target::assemble).
    ///
    /// # Errors
    /// If single instructions do not make a source.
    fn source_of(&self, texts: &[String]) -> Result<String, String> {
        Ok(texts.join("\n"))
    }
    /// The text of code without a container.
    ///
    /// # Errors
    /// The error in the code.
    fn list_code(&self, code: &[u8], asked: &Asked<'_>) -> Result<Listed, String>;
    /// The text of a file.
    ///
    /// # Errors
    /// The error in the file, or that it has no such kernel.
    fn list_file(&self, file: &[u8], asked: &Asked<'_>) -> Result<Listed, String>;
    /// Whether a text that is not a file name is an instruction in hexadecimal digits.
    fn is_word(&self, _text: &str) -> bool {
        true
    }
    /// Whether a text without blanks that names no file was meant as a file name.
    fn is_path(&self, text: &str) -> bool {
        text.contains(['/', '\\'])
    }

    // ---- operations ----

    /// The atomic operation of a mnemonic under a mode, `-` or pairs joined by commas.
    ///
    /// # Errors
    /// An unknown operation or mode, with the possible ones.
    fn operation(&self, op: &str, mode: &str, readings: &Readings) -> Result<Operation, String>;
    /// Every operation, with the modes that change it, as `OP` or `OP,KEY=VALUE`. Empty for a target that has the same operations as
    /// another one. Some may be refused when they are read.
    fn operations(&self) -> Vec<String>;
    /// Whether names without `=` after an operation are its modifiers.
    fn takes_modifiers(&self) -> bool {
        false
    }

    // ---- one instruction ----

    /// An instruction ready to be stepped.
    ///
    /// # Errors
    /// If the text is not an instruction, or the given state does not fit it.
    fn single(&self, text: &str, given: &Surroundings, memory: &mut Memory) -> Result<Single, SingleError>;

    /// An instruction of a kernel, with the text of its step, ready to be stepped; variables that the kernel declares are at the same place
    /// as in the kernel.
    ///
    /// # Errors
    /// As [`single`](Target::single), and if the kernel has no such instruction.
    fn single_of(
        &self,
        _: &Kernel,
        text: &str,
        given: &Surroundings,
        memory: &mut Memory,
    ) -> Result<Single, SingleError> {
        self.single(text, given, memory)
    }
    /// The names that [`Surroundings::keys`] may have.
    fn keys(&self) -> &'static [&'static str] {
        self.isa().machine.keys
    }

    // ---- pages ----

    /// The mnemonics, sorted.
    fn mnemonics(&self) -> Vec<&'static str>;
    /// The rows of a mnemonic, in order; empty if there is no such mnemonic.
    fn described(&self, mnemonic: &str) -> Vec<Described>;
    /// The target whose pages show its instructions: the newest of the instruction set, unless this target has pages of its own.
    fn shown(&self) -> &'static str {
        self.isa().newest
    }
    /// The pages with their mnemonics: encodings of one instruction share a page.
    fn pages(&self) -> Vec<(String, Vec<&'static str>)> {
        self.mnemonics().into_iter().map(|name| (name.to_string(), vec![name])).collect()
    }
    /// The feature that the rows of a mnemonic add to the plain ones of its page, in a sentence; `None` for plain ones.
    fn adds(&self, _mnemonic: &str) -> Option<&'static str> {
        None
    }
    /// The page name of an instruction; it differs for older names.
    fn page_of(&self, wanted: &str) -> String {
        wanted.into()
    }
    /// The mnemonic after which the page of an operation is named.
    fn mnemonic<'a>(&self, op: &'a str) -> &'a str {
        op.split('.').next().unwrap_or(op)
    }
    /// The assembler's error for a spelling of an atomic (a mnemonic with modifiers) that no document has. A prefix of a spelling, such as
    /// `ATOM.E`, is accepted.
    fn refuses(&self, wanted: &str) -> Option<String>;
    /// Example instructions for each row of a mnemonic, in the order of its page.
    fn specimens(&self, mnemonic: &str) -> Vec<Specimens>;
    /// Programs that show how instructions of a mnemonic can fail.
    fn samples(&self, mnemonic: &str) -> Vec<Program>;
    /// The ways in which instructions of a mnemonic can fail.
    fn failures(&self, mnemonic: &str) -> Failures {
        let (programs, isa) = (self.samples(mnemonic), self.isa());
        let list = failures(&programs, isa.limits, mnemonic, isa.evidence);
        Failures { modelled: is_modelled(&programs), list }
    }

    // ---- launches ----

    /// Makes an image one for this target, if possible; code that fits several devices becomes code for this one. Returns whether it is for
    /// this target.
    fn adopt(&self, image: &mut Image) -> bool {
        image.target.name() == self.name()
    }
    /// Makes a file of one kernel from code without a container. `sizes` are the sizes of its parameters; `entry` is the byte offset of its
    /// first instruction.
    ///
    /// # Errors
    /// A wrong length or entry, or the reason why there is no such code.
    fn raw(&self, _code: &[u8], _entry: u32, _sizes: &[u32]) -> Result<Image, String> {
        Err(format!("code of {} has a container always: give the file that its compiler wrote", self.name()))
    }
    /// Whether [`prepare`](Target::prepare) itself allocates [`Arg::Local`](crate::launch::Arg::Local).
    fn places_local(&self) -> bool {
        false
    }
    /// Whether global ids of its launches can start at a value other than 0.
    fn has_offset(&self) -> bool {
        false
    }
    /// A launch of a kernel; see [`Registry::prepare`](crate::Registry::prepare).
    ///
    /// # Errors
    /// If arguments, shape or file do not fit.
    fn prepare(
        &self,
        image: &Image,
        kernel: &Kernel,
        memory: &mut Memory,
        launch: &Launch,
    ) -> Result<Dispatch, LaunchError> {
        (self.isa().prepare)(image, kernel, memory, launch)
    }
    /// A kernel in neutral form, before it is bound to a launch.
    ///
    /// # Errors
    /// If the code cannot be read, or is for another processor.
    fn program(&self, image: &Image, kernel: &Kernel, assumptions: Assumptions) -> Result<Program, LaunchError> {
        (self.isa().program)(image, kernel, assumptions)
    }
    /// The vendor's launch rules that documents leave unspecified, as chosen.
    fn launch_rules(&self, assumptions: &Assumptions) -> LaunchRules {
        (self.isa().launch_rules)(assumptions)
    }
    /// The order that the machine guarantees among accesses of a kernel's waves.
    ///
    /// # Errors
    /// The reason why that is not known.
    fn ordering(&self, kernel: &Kernel) -> Result<&'static Ordering, &'static str>;
    /// Whether the groups of a kernel are distributed over more than one core of the machine; `None` if its memory model is not public.
    fn is_wide(&self, _kernel: &Kernel) -> Option<bool> {
        None
    }
    /// Whether it has programming rules of its own.
    fn has_rules(&self) -> bool {
        false
    }
    /// The programming rules that a kernel breaks on some path; `None` if the target has no rules.
    fn broken_rules(&self, _kernel: &Kernel) -> Option<Broken> {
        None
    }
    /// A watcher of a launch that lists the programming rules that the kernel breaks: those of source languages, and those of the target if
    /// it has any.
    fn checker<'a>(&self, image: &'a Image, dispatch: &'a Dispatch, _memory: &'a Memory) -> Checker<'a> {
        Checker::new(image, dispatch)
    }
}

impl PartialEq for dyn Target + '_ {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for dyn Target + '_ {}

impl fmt::Display for dyn Target + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Watches a launch for broken rules.
pub trait Watch {
    /// Called when lanes of a wave begin a step of the program.
    fn step(&mut self, place: Place, index: u32, lanes: u64);
    /// Called at the end of the launch; returns the broken rules.
    fn finish(self: Box<Self>) -> Vec<Finding>;
}

/// A watcher of a launch, for the rules of source languages and of its target.
pub struct Checker<'a> {
    image: &'a Image,
    dispatch: &'a Dispatch,
    barriers: BarrierWatch<'a>,
    unwritten: UninitWatch<'a>,
    target: Option<Box<dyn Watch + 'a>>,
}

impl<'a> Checker<'a> {
    /// A watcher for the rules of source languages alone.
    pub fn new(image: &'a Image, dispatch: &'a Dispatch) -> Checker<'a> {
        let (barriers, unwritten) = (BarrierWatch::new(dispatch), UninitWatch::new(dispatch));
        Checker { image, dispatch, barriers, unwritten, target: None }
    }

    /// Adds the rules of a target.
    pub fn with(self, watch: impl Watch + 'a) -> Checker<'a> {
        Checker { target: Some(Box::new(watch)), ..self }
    }

    /// The broken rules, in order of address.
    pub fn finish(self, targets: Registry) -> Vec<Finding> {
        let mut all = self.target.map(|target| target.finish()).unwrap_or_default();
        all.extend(divergence::findings(self.dispatch, &self.barriers));
        if !self.unwritten.found().is_empty() {
            let registers = registers::of_launch(targets, self.image, self.dispatch);
            all.extend(uninit::findings(self.dispatch, &registers, &self.unwritten));
        }
        all.sort_by_key(|finding| (finding.address, finding.rule));
        all
    }
}

impl Observer for Checker<'_> {
    fn looks_inside(&self) -> bool {
        true
    }

    fn active(&mut self, place: Place, active: u32) {
        self.unwritten.active(place, active);
    }

    fn before(&mut self, wave: &Wave, uop: &Uop, lanes: u32) {
        self.unwritten.before(wave, uop, lanes);
    }

    fn access(&mut self, access: &MemoryAccess) {
        self.unwritten.access(access);
    }

    fn after(&mut self, wave: &Wave, uop: &Uop, lanes: u32) {
        self.unwritten.after(wave, uop, lanes);
    }

    fn settled(&mut self, wave: &Wave, reach: Reachable<'_>) {
        self.unwritten.settled(wave, reach);
    }

    fn step(&mut self, place: Place, index: u32, lanes: u64) {
        self.barriers.step(place, index, lanes);
        self.unwritten.step(place, index, lanes);
        if let Some(target) = &mut self.target {
            target.step(place, index, lanes);
        }
    }

    fn meets(&mut self, group: [u32; 3], waves: &[&Wave], at: usize, flow: Flow) {
        self.barriers.meets(group, waves, at, flow);
    }

    fn ended(&mut self, group: [u32; 3]) {
        self.barriers.ended(group);
        self.unwritten.ended(group);
    }
}
