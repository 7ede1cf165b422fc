//! The vendors' instruction sets, a folder each, which holds rows and what turns them into neutral terms, and answers for its
//! targets; [`Target`] is what they are asked, and [`all`], [`find`] and [`of`] find them.
pub mod divergence;
pub mod dwarf;
pub mod finding;
pub mod hex;
pub mod lift;
pub mod note;
pub mod rdna;
pub mod registers;
pub mod sass;
pub mod single;
pub mod specimen;
mod target;
pub mod traits;
pub mod uninit;
mod unmodelled;
pub mod visa;

pub use isotope_table::Mode;
pub use target::{
    Answer, Asked, AssembleError, Broken, Checker, Failures, Isa, Lines, Listed, Output, Refused, Target, TextOf,
    UnknownTarget, all, find, newest, of, of_file,
};
pub use unmodelled::{Unmodelled, is_of, unmodelled};

use std::ops::Range;

use isotope_op::assume::Assumptions;

use crate::launch::{Arg, Launch, LaunchError, with_local};
use isotope_ir::ordering::Ordering;
use isotope_ir::program::Program;
use isotope_machine::Dispatch;
use isotope_machine::mem::Memory;
use isotope_object::lines::SourceLines;
use isotope_object::variables::Variables;
use isotope_object::{Image, Kernel};

/// A launch of `kernel`. What the launch adds (globals of the file, argument segments, surface headers) is mapped into
/// `memory`; buffers are there already.
///
/// # Errors
/// When arguments, shape or file do not fit, or the kernel cannot end without an instruction that is not modelled.
pub fn prepare(image: &Image, kernel: &Kernel, memory: &mut Memory, launch: &Launch) -> Result<Dispatch, LaunchError> {
    let target = of(image.target);
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
    launch.setup.apply(&target.isa().machine, &mut dispatch, memory)?;
    launch.setup.start(&target.isa().machine, kernel, &mut dispatch)?;
    Ok(dispatch)
}

/// What a kernel of `image` printed since this was asked last, in the order of the schedule; also when the launch stopped early.
///
/// Text from a process on the host comes before text from a buffer, because the host prints while the kernel runs.
pub fn printed(image: &Image, kernel: &Kernel, memory: &Memory) -> Vec<u8> {
    (of(image.target).isa().printed)(kernel, memory)
}

/// What a process on the host was asked to print since this was asked last.
fn told(memory: &Memory) -> Vec<u8> {
    memory.desk().map(|mut desk| std::mem::take(&mut desk.text)).unwrap_or_default()
}

/// The source lines of a kernel, by the addresses that its launches report; none where the file has no debug information.
///
/// This reads the table anew: ask once, and only when a line is to be named.
pub fn lines(image: &Image, kernel: &Kernel) -> SourceLines {
    (of(image.target).isa().lines)(image, kernel)
}

/// The variables of a kernel's source by the addresses of its steps.
pub fn variables(image: &Image, kernel: &Kernel) -> Variables {
    (of(image.target).isa().variables)(image, kernel)
}

/// What order the machine keeps among accesses of a kernel's waves.
///
/// # Errors
/// Why it is not known.
pub fn ordering(image: &Image, kernel: &Kernel) -> Result<&'static Ordering, &'static str> {
    of(image.target).ordering(kernel)
}

/// Words of the register file that hold something defined when a wave of a kernel begins; `None` where that is not known.
pub fn begins(image: &Image, kernel: &Kernel) -> Option<Vec<Range<u32>>> {
    (of(image.target).isa().begins)(image, kernel)
}

/// A kernel in neutral form, before it is bound to a launch.
///
/// # Errors
/// When the code cannot be read, or is for another processor.
pub fn program(image: &Image, kernel: &Kernel, assumptions: Assumptions) -> Result<Program, LaunchError> {
    of(image.target).program(image, kernel, assumptions)
}
