//! What a target is: everything that a front end or a launch asks an instruction set for, behind one trait.

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

/// What reads a file: its bytes, what is wanted of it, and the code of a kernel by its name, where that lies beside the file.
pub type Load = fn(&[u8], Choice<'_>, Option<Beside<'_>>) -> Option<Result<Image, LoadError>>;

/// The code of a kernel by its name.
pub type Beside<'a> = &'a mut dyn FnMut(&str) -> Option<Vec<u8>>;

/// What the targets of an instruction set have in common.
#[derive(Debug)]
pub struct Isa {
    /// The target that stands for the instruction set; its pages lie in a folder of this name.
    pub name: &'static str,
    /// In words.
    pub title: &'static str,
    /// The target that has every instruction of the instruction set.
    pub newest: &'static str,
    /// What the ids of the vendor's assumptions begin with, `nv.`.
    pub assumptions: &'static str,
    /// The name by which checks of cases ask for it.
    pub cases: &'static str,
    /// Bytes of the words that its instructions are written as, low byte first in memory.
    pub word: usize,
    /// What is true of many of its instructions.
    pub notes: &'static [Note],
    /// Faults have numbers that drivers report.
    pub fault_codes: bool,
    /// Whether a file holds its code, as far as its first bytes tell.
    pub lists: fn(&[u8]) -> bool,
    /// The kernels of a file; `None` where it is none of this instruction set.
    pub load: Load,
    /// What can be said of its machine before the first instruction.
    pub machine: Machine,
    /// What its machine does where accesses reach past memory.
    pub limits: Limits,
    /// Why a cause of a fault, drop or wait is one here; `None` where there is no such thing.
    pub evidence: fn(Cause, &str) -> Option<Evidence>,
    /// A launch of a kernel.
    pub prepare: fn(&Image, &Kernel, &mut Memory, &Launch) -> Result<Dispatch, LaunchError>,
    /// A kernel in neutral form, before it is bound to a launch.
    pub program: fn(&Image, &Kernel, Assumptions) -> Result<Program, LaunchError>,
    /// What the vendor's documents leave open about launches, as chosen.
    pub launch_rules: fn(&Assumptions) -> LaunchRules,
    /// What a kernel printed since this was asked last.
    pub printed: fn(&Kernel, &Memory) -> Vec<u8>,
    /// The source lines of a kernel by the addresses of its steps.
    pub lines: fn(&Image, &Kernel) -> SourceLines,
    /// The variables of a kernel's source, likewise.
    pub variables: fn(&Image, &Kernel) -> Variables,
    /// What the numbers of debug information stand for.
    pub debug: DebugNames,
    /// Words of the register file that hold something defined when a wave of a kernel begins; `None` where that is not known.
    pub begins: fn(&Image, &Kernel) -> Option<Vec<Range<u32>>>,
}

/// What a target is called.
#[derive(Clone, Copy, Debug)]
pub struct Identity {
    /// The name that the command takes: `sm_50`.
    pub name: &'static str,
    /// What it is, in a line.
    pub what: &'static str,
    /// What it shares with the others of its instruction set.
    pub isa: &'static Isa,
}

/// Answers lines one after another. Lines before one can matter to it: they say at which address it stands, and
/// which labels its program has.
pub trait Answer {
    /// Appends the answer to a line.
    ///
    /// # Errors
    /// Why the line is refused.
    fn line(&mut self, line: &str, out: &mut Line) -> Result<(), String>;
}

impl<F: FnMut(&str, &mut Line) -> Result<(), String>> Answer for F {
    fn line(&mut self, line: &str, out: &mut Line) -> Result<(), String> {
        self(line, out)
    }
}

/// A reader of lines.
pub type Lines = Box<dyn Answer>;

/// Why an instruction is refused.
#[derive(Clone, Debug, PartialEq)]
pub enum Refused {
    /// Something in this text.
    At(String, ParseError),
    /// Something else.
    Because(String),
    /// It is not what was to be given at all.
    Usage(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::At(_, error) => error.fmt(f),
            Refused::Because(why) | Refused::Usage(why) => f.write_str(why),
        }
    }
}

/// What a source is assembled to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// The bytes of a file: code, or a container where the target's code needs one.
    File,
    /// Lines of hexadecimal digits: an instruction or a word each, or bytes of a container where the target's code needs one.
    Hex,
}

/// Why a source is not assembled.
#[derive(Clone, Debug, PartialEq)]
pub enum AssembleError {
    /// Its lines are wrong, each by itself.
    Lines(Vec<SourceError>),
    /// Its lines are wrong, and errors may follow from those before.
    Following(Vec<SourceError>),
    /// It cannot be written.
    Output(String),
}

/// What is asked of a listing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked<'a> {
    /// What the file is called, for listings and errors.
    pub name: &'a str,
    /// The name of the target that the file is taken to be for, where the user said so.
    pub target: Option<&'a str>,
    /// Only this kernel.
    pub kernel: Option<&'a str>,
    /// The scheduling of each instruction.
    pub control: bool,
    /// A comment in front of instructions that come from another line of the source than those before them.
    pub source: bool,
    /// The programming rules that the code can break.
    pub rules: bool,
    /// Whose text is written.
    pub text: TextOf,
}

/// Which version of the vendor's disassembler writes the text, where versions differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextOf {
    /// LLVM 19's, and LLVM 22's where that one loses something.
    #[default]
    Usual,
    /// LLVM 19's; single instructions that it cannot tell are refused.
    Llvm19,
    /// LLVM 22's, which names the halves of registers.
    Llvm22,
}

/// The text of a file.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// Its kernels, as the vendor's tools write them.
    pub text: String,
    /// Where source lines were asked for, what is wrong with their table.
    pub damage: Option<String>,
    /// Where rules were asked for, what each kernel can break.
    pub rules: Vec<Broken>,
}

/// What a kernel can break on some path.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The kernel's name.
    pub kernel: String,
    /// In order of address; these count from the start of the kernel's section, as in a run.
    pub findings: Vec<Finding>,
    /// Whether every path was walked.
    pub complete: bool,
}

/// What can become of the instructions of a mnemonic.
#[derive(Clone, Debug)]
pub struct Failures {
    /// Whether they can be executed at all.
    pub modelled: bool,
    /// Faults, drops and waits.
    pub list: Vec<Failure>,
}

/// An instruction set with the processor that it is meant for.
///
/// Names and texts are those of the vendor's documents and tools. What a target does not have, it refuses in words.
pub trait Target: fmt::Debug + Sync {
    /// What it is called.
    fn identity(&self) -> Identity;
    /// The name that the command takes: `sm_50`.
    fn name(&self) -> &'static str {
        self.identity().name
    }
    /// What it is, in a line.
    fn what(&self) -> &'static str {
        self.identity().what
    }
    /// What it shares with the others of its instruction set.
    fn isa(&self) -> &'static Isa {
        self.identity().isa
    }

    // ---- text and code ----

    /// A reader of instructions that gives the bytes of each in hexadecimal digits.
    fn assembler(&self, mode: Mode) -> Lines;
    /// A reader of instructions in hexadecimal digits that gives the text of each.
    fn disassembler(&self) -> Lines;
    /// Whether there are texts of several versions of the vendor's disassembler.
    fn has_texts(&self) -> bool {
        false
    }
    /// [`disassembler`](Target::disassembler) with the text of a version.
    fn disassembler_of(&self, _text: TextOf) -> Lines {
        self.disassembler()
    }
    /// [`word`](Target::word) with the text of a version.
    ///
    /// # Errors
    /// Why it is none, or has no such text.
    fn word_of(&self, digits: &str, _text: TextOf, out: &mut String) -> Result<(), Refused> {
        self.word(digits, out)
    }
    /// Appends the bytes of one instruction in hexadecimal digits.
    ///
    /// # Errors
    /// Why the text is none.
    fn instruction(&self, mode: Mode, text: &str, out: &mut String) -> Result<(), Refused>;
    /// Appends the text of one instruction that is given in hexadecimal digits, and what the documents have against it.
    ///
    /// # Errors
    /// Why it is none.
    fn word(&self, digits: &str, out: &mut String) -> Result<(), Refused>;
    /// The bits of one instruction, the highest first: which field each belongs to. The text is read as
    /// [`instruction`](Target::instruction) reads it, whatever the documents allow.
    ///
    /// # Errors
    /// Why the text is none.
    fn parts(&self, text: &str) -> Result<Vec<Part>, Refused>;
    /// What a text says that the bytes of [`instruction`](Target::instruction) do not hold, in a sentence.
    fn lost(&self, _text: &str) -> Option<String> {
        None
    }
    /// Assembles a whole source.
    ///
    /// # Errors
    /// What is wrong with its lines.
    fn assemble(&self, mode: Mode, source: &str, output: Output) -> Result<Vec<u8>, AssembleError>;
    /// Instructions given one by one, as one source to [`assemble`](Target::assemble).
    ///
    /// # Errors
    /// Where single instructions are no source.
    fn source_of(&self, texts: &[String]) -> Result<String, String> {
        Ok(texts.join("\n"))
    }
    /// The text of code without a container.
    ///
    /// # Errors
    /// What is wrong with the code.
    fn list_code(&self, code: &[u8], asked: &Asked<'_>) -> Result<Listed, String>;
    /// The text of a file.
    ///
    /// # Errors
    /// What is wrong with the file, or that it has no such kernel.
    fn list_file(&self, file: &[u8], asked: &Asked<'_>) -> Result<Listed, String>;
    /// Whether a text that is no file is meant as an instruction in hexadecimal digits.
    fn is_word(&self, _text: &str) -> bool {
        true
    }
    /// Whether a text without blanks, which is no file's name, was meant as one.
    fn is_path(&self, text: &str) -> bool {
        text.contains(['/', '\\'])
    }

    // ---- operations ----

    /// The atomic operation of a mnemonic under a mode, `-` or pairs joined by commas.
    ///
    /// # Errors
    /// What is not known, and what there is instead.
    fn operation(&self, op: &str, mode: &str, readings: &Readings) -> Result<Operation, String>;
    /// Every operation with the modes under which it is another one, as `OP` or `OP,KEY=VALUE`; nothing for a target that has the
    /// same as another one. Some may turn out to be none when they are read.
    fn operations(&self) -> Vec<String>;
    /// Whether words without `=` behind an operation belong to it.
    fn takes_modifiers(&self) -> bool {
        false
    }

    // ---- one instruction ----

    /// An instruction ready to be stepped.
    ///
    /// # Errors
    /// When the text is no instruction, or what is given does not fit it.
    fn single(&self, text: &str, given: &Surroundings, memory: &mut Memory) -> Result<Single, SingleError>;

    /// An instruction of a kernel, as its steps print, ready to be stepped; variables that the kernel declares lie where they do in it.
    ///
    /// # Errors
    /// As above, and when the kernel has no such instruction.
    fn single_of(
        &self,
        _: &Kernel,
        text: &str,
        given: &Surroundings,
        memory: &mut Memory,
    ) -> Result<Single, SingleError> {
        self.single(text, given, memory)
    }
    /// What [`Surroundings::keys`] may name.
    fn keys(&self) -> &'static [&'static str] {
        self.isa().machine.keys
    }

    // ---- pages ----

    /// The mnemonics, sorted.
    fn mnemonics(&self) -> Vec<&'static str>;
    /// The rows of a mnemonic, in order; empty where there is no such mnemonic.
    fn described(&self, mnemonic: &str) -> Vec<Described>;
    /// The target whose pages show its instructions: the newest of the instruction set, unless its own differ from these.
    fn shown(&self) -> &'static str {
        self.isa().newest
    }
    /// The pages with the mnemonics that stand on each: encodings of one instruction share a page.
    fn pages(&self) -> Vec<(String, Vec<&'static str>)> {
        self.mnemonics().into_iter().map(|name| (name.to_string(), vec![name])).collect()
    }
    /// What the rows of a mnemonic add to those of its page that are plain, in a sentence; nothing for plain ones.
    fn adds(&self, _mnemonic: &str) -> Option<&'static str> {
        None
    }
    /// The name that the page of an instruction has, where there are older ones.
    fn page_of(&self, wanted: &str) -> String {
        wanted.into()
    }
    /// The mnemonic that the page of an operation is named after.
    fn mnemonic<'a>(&self, op: &'a str) -> &'a str {
        op.split('.').next().unwrap_or(op)
    }
    /// Why a spelling of an atomic, a mnemonic with words after it, is none that the documents have. What it says is what the
    /// assembler says. Words that begin a spelling, such as `ATOM.E`, are one.
    fn refuses(&self, wanted: &str) -> Option<String>;
    /// Instructions that stand for each row of a mnemonic, in the order of its page.
    fn specimens(&self, mnemonic: &str) -> Vec<Specimens>;
    /// Programs that show what instructions of a mnemonic can meet.
    fn samples(&self, mnemonic: &str) -> Vec<Program>;
    /// What can become of the instructions of a mnemonic.
    fn failures(&self, mnemonic: &str) -> Failures {
        let (programs, isa) = (self.samples(mnemonic), self.isa());
        let list = failures(&programs, isa.limits, mnemonic, isa.evidence);
        Failures { modelled: is_modelled(&programs), list }
    }

    // ---- launches ----

    /// Takes an image for this target's, where it can be; code that fits several devices is made this one's.
    fn adopt(&self, image: &mut Image) -> bool {
        image.target.name() == self.name()
    }
    /// Code without a container as a file of one kernel, with parameters of these sizes; `entry` is the byte offset of its first
    /// instruction.
    ///
    /// # Errors
    /// What is wrong with length or entry, or why there is no such code.
    fn raw(&self, _code: &[u8], _entry: u32, _sizes: &[u32]) -> Result<Image, String> {
        Err(format!("code of {} has a container always: give the file that its compiler wrote", self.name()))
    }
    /// Whether [`prepare`](Target::prepare) itself finds room for [`Arg::Local`](crate::launch::Arg::Local).
    fn places_local(&self) -> bool {
        false
    }
    /// Whether global ids of its launches can begin elsewhere than at 0.
    fn has_offset(&self) -> bool {
        false
    }
    /// A launch of a kernel; see [`Registry::prepare`](crate::Registry::prepare).
    ///
    /// # Errors
    /// When arguments, shape or file do not fit.
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
    /// When the code cannot be read, or is for another processor.
    fn program(&self, image: &Image, kernel: &Kernel, assumptions: Assumptions) -> Result<Program, LaunchError> {
        (self.isa().program)(image, kernel, assumptions)
    }
    /// What the vendor's documents leave open about launches, as chosen.
    fn launch_rules(&self, assumptions: &Assumptions) -> LaunchRules {
        (self.isa().launch_rules)(assumptions)
    }
    /// What order the machine keeps among accesses of a kernel's waves.
    ///
    /// # Errors
    /// Why that is not known.
    fn ordering(&self, kernel: &Kernel) -> Result<&'static Ordering, &'static str>;
    /// Whether the groups of a kernel are spread over more than one core of the machine; `None` where its memory model is not public.
    fn is_wide(&self, _kernel: &Kernel) -> Option<bool> {
        None
    }
    /// Whether programming rules of its own are written down for it.
    fn has_rules(&self) -> bool {
        false
    }
    /// The programming rules that a kernel breaks on some path; none where no rules are written down.
    fn broken_rules(&self, _kernel: &Kernel) -> Option<Broken> {
        None
    }
    /// A watcher of a launch that lists the programming rules that the kernel breaks: those of source languages, and of the target where
    /// they are written down.
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

/// What watches a launch for broken rules.
pub trait Watch {
    /// Lanes of a wave begin a step of the program.
    fn step(&mut self, place: Place, index: u32, lanes: u64);
    /// The launch has ended; what was broken.
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
    /// One for the rules of source languages alone.
    pub fn new(image: &'a Image, dispatch: &'a Dispatch) -> Checker<'a> {
        let (barriers, unwritten) = (BarrierWatch::new(dispatch), UninitWatch::new(dispatch));
        Checker { image, dispatch, barriers, unwritten, target: None }
    }

    /// The same with the rules of a target.
    pub fn with(self, watch: impl Watch + 'a) -> Checker<'a> {
        Checker { target: Some(Box::new(watch)), ..self }
    }

    /// What was broken, in order of address.
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
