//! The registry of targets: the lists of the vendor crates.

use std::fmt;
use std::ops::Range;

use isotope_ir::ordering::Ordering;
use isotope_ir::program::Program;
use isotope_machine::Dispatch;
use isotope_machine::mem::Memory;
use isotope_object::container::Choice;
use isotope_object::elf;
use isotope_object::lines::SourceLines;
use isotope_object::variables::Variables;
use isotope_object::{Image, Kernel, LoadError, TargetId};
use isotope_op::assume::Assumptions;

use crate::launch::{Arg, Launch, LaunchError, with_local};
use crate::target::{Beside, Target};
use crate::unmodelled;

/// The targets of some instruction sets.
#[derive(Clone, Copy)]
pub struct Registry {
    /// By instruction set, older targets first.
    pub sets: &'static [&'static [&'static dyn Target]],
    /// The files to give instead of one that is for no target.
    pub none: elf::Wanted,
    /// What to do with a text.
    pub text: &'static str,
    /// The machines in ELF headers, as text.
    pub machines: &'static str,
    /// Names of the instruction sets in case files ([`Isa::cases`](crate::Isa::cases)), in the order in which a scenario runs them.
    pub cases: &'static [&'static str],
}

impl Registry {
    /// Every target, by instruction set, older targets first.
    ///
    /// # Examples
    /// ```
    /// let names: Vec<_> = isotope_targets::TARGETS.all().map(|target| target.name()).collect();
    /// assert!(names.contains(&"sm_50") && names.contains(&"gfx1100"));
    /// ```
    pub fn all(self) -> impl Iterator<Item = &'static dyn Target> {
        self.sets.iter().copied().flatten().copied()
    }

    /// For each instruction set, the target that has all of its instructions.
    pub fn newest(self) -> impl Iterator<Item = &'static dyn Target> {
        self.all().filter(|target| target.name() == target.isa().newest)
    }

    /// The target with this name.
    ///
    /// # Errors
    /// If there is none; the error lists the targets.
    ///
    /// # Examples
    /// ```
    /// use isotope_targets::TARGETS;
    /// assert_eq!(TARGETS.find("sm_53").unwrap().what(), "as sm_52");
    /// assert!(TARGETS.find("sm_70").unwrap_err().to_string().starts_with("no such target; choose one of sm_50, "));
    /// ```
    pub fn find(self, name: &str) -> Result<&'static dyn Target, UnknownTarget> {
        self.all().find(|target| target.name() == name).ok_or(UnknownTarget(self))
    }

    /// The target of an image's code.
    ///
    /// # Panics
    /// If a file reader made up a name, which `tests/targets.rs` rules out.
    pub fn of(self, id: TargetId) -> &'static dyn Target {
        self.find(id.name()).expect("every name that a reader gives is registered")
    }

    /// The target that can list a file with this content, according to its first bytes.
    pub fn of_file(self, bytes: &[u8]) -> Option<&'static dyn Target> {
        self.newest().find(|target| (target.isa().lists)(bytes))
    }

    /// Reads a file of any kind that has a reader.
    ///
    /// # Errors
    /// [`LoadError`], as the reader of its format gives it.
    ///
    /// # Examples
    /// ```
    /// let image = isotope_targets::TARGETS.load(include_bytes!("../samples/histogram256.co"))?;
    /// assert_eq!(image.target.to_string(), "gfx1100");
    /// # Ok::<(), isotope_object::LoadError>(())
    /// ```
    pub fn load(self, file: &[u8]) -> Result<Image, LoadError> {
        self.load_chosen(file, Choice::default(), None)
    }

    /// Reads a file of any kind that has a reader. For a file with code for several machines, `choice` selects the code. `beside` returns
    /// the code of a kernel by its name, for file formats whose code can be in another file.
    ///
    /// # Errors
    /// [`LoadError`], as the reader of its format gives it.
    pub fn load_chosen(self, file: &[u8], choice: Choice<'_>, beside: Option<Beside<'_>>) -> Result<Image, LoadError> {
        let mut beside = beside;
        for target in self.newest() {
            let beside = beside.as_mut().map(|code| &mut **code as Beside<'_>);
            if let Some(read) = (target.isa().load)(file, choice, beside) {
                return read;
            }
        }
        Err(elf::refusal(file, &self.none, self.text, self.machines))
    }

    /// Makes a launch of `kernel`. Maps the memory that the launch adds (globals of the file, argument segments, surface headers) into
    /// `memory`; buffers are already there.
    ///
    /// # Errors
    /// If arguments, shape or file do not fit, or the kernel cannot end without an instruction that is not modelled.
    pub fn prepare(
        self,
        image: &Image,
        kernel: &Kernel,
        memory: &mut Memory,
        launch: &Launch,
    ) -> Result<Dispatch, LaunchError> {
        let target = self.of(image.target);
        if launch.offset != [0; 3] && !target.has_offset() {
            return Err(LaunchError::NoOffset { target: target.name().into(), offset: launch.offset });
        }
        let placed;
        let launch = if !target.places_local() && launch.args.iter().any(|arg| matches!(arg, Arg::Local(_))) {
            placed = with_local(kernel, launch);
            &placed
        } else {
            launch
        };
        let mut dispatch = target.prepare(image, kernel, memory, launch)?;
        unmodelled::refuse(kernel, &dispatch.program)?;
        dispatch.open = target.launch_rules(&launch.assumptions);
        dispatch.cooperative = launch.cooperative;
        launch.setup.apply(&target.isa().machine, &mut dispatch, memory)?;
        launch.setup.start(&target.isa().machine, kernel, &mut dispatch)?;
        Ok(dispatch)
    }

    /// The text that a kernel of `image` printed since the last call, in the order of the schedule; also if the launch stopped early.
    ///
    /// Text from a process on the host comes before text from a buffer, because the host prints while the kernel runs.
    pub fn printed(self, image: &Image, kernel: &Kernel, memory: &Memory) -> Vec<u8> {
        (self.of(image.target).isa().printed)(kernel, memory)
    }

    /// The source lines of a kernel, by the addresses that its launches report; empty if the file has no debug information.
    ///
    /// Each call reads the table again: call it once, and only to name a line.
    pub fn lines(self, image: &Image, kernel: &Kernel) -> SourceLines {
        (self.of(image.target).isa().lines)(image, kernel)
    }

    /// The variables of a kernel's source by the addresses of its steps.
    pub fn variables(self, image: &Image, kernel: &Kernel) -> Variables {
        (self.of(image.target).isa().variables)(image, kernel)
    }

    /// The order that the machine guarantees among accesses of a kernel's waves.
    ///
    /// # Errors
    /// Why it is not known.
    pub fn ordering(self, image: &Image, kernel: &Kernel) -> Result<&'static Ordering, &'static str> {
        self.of(image.target).ordering(kernel)
    }

    /// The words of the register file that have a defined value when a wave of a kernel starts; `None` if that is not known.
    pub fn begins(self, image: &Image, kernel: &Kernel) -> Option<Vec<Range<u32>>> {
        (self.of(image.target).isa().begins)(image, kernel)
    }

    /// A kernel in neutral form, before it is bound to a launch.
    ///
    /// # Errors
    /// If the code cannot be read, or is for another processor.
    pub fn program(self, image: &Image, kernel: &Kernel, assumptions: Assumptions) -> Result<Program, LaunchError> {
        self.of(image.target).program(image, kernel, assumptions)
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.all().map(|target| target.name())).finish()
    }
}

/// A name that no target has.
#[derive(Clone, Copy, Debug)]
pub struct UnknownTarget(Registry);

impl fmt::Display for UnknownTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.0.all().map(|target| target.name()).collect();
        write!(f, "no such target; choose one of {}", names.join(", "))
    }
}

impl std::error::Error for UnknownTarget {}
