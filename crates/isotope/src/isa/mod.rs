//! The vendors' instruction sets, one room each. A room holds rows and what turns them into neutral terms.
//!
//! [`prepare`] is where a launch finds the room of its kernel.
pub mod finding;
pub mod rdna;
pub mod sass;
pub mod single;
pub mod visa;

use isotope_op::assume::{Assumptions, LaunchRules};

use crate::launch::{Launch, LaunchError};
use crate::machine::Dispatch;
use crate::mem::Memory;
use crate::object::{Image, Kernel, Target};

/// A launch of `kernel`. What the launch adds (globals of the file, argument segments, surface headers) is mapped into
/// `memory`; buffers are there already.
///
/// # Errors
/// When arguments, shape or file do not fit.
pub fn prepare(image: &Image, kernel: &Kernel, memory: &mut Memory, launch: &Launch) -> Result<Dispatch, LaunchError> {
    let mut dispatch = match image.target {
        Target::Sm(_) => sass::launch::prepare(image, kernel, memory, launch),
        Target::Gfx(_) => rdna::launch::prepare(image, kernel, memory, launch),
        Target::Visa => visa::launch::prepare(image, kernel, memory, launch),
    }?;
    dispatch.open = launch_rules(image.target, &launch.assumptions);
    Ok(dispatch)
}

/// What the documents of a target's vendor leave open about launches, as chosen.
pub fn launch_rules(target: Target, assumptions: &Assumptions) -> LaunchRules {
    match target {
        Target::Sm(_) => assumptions.nv_launch,
        Target::Gfx(_) => assumptions.amd_launch,
        Target::Visa => assumptions.intel_launch,
    }
}

/// A watcher of a launch that [`prepare`] made, which lists the programming rules that the kernel breaks; none for a target
/// whose rules are not written down here.
pub fn checker<'a>(image: &Image, dispatch: &'a Dispatch, memory: &'a Memory) -> Option<rdna::rules::Checker<'a>> {
    match image.target {
        Target::Sm(_) | Target::Visa => None,
        Target::Gfx(_) => {
            let kernel = image.kernels.iter().find(|k| k.name == dispatch.program.name)?;
            Some(rdna::rules::Checker::new(&kernel.code, dispatch, memory))
        }
    }
}
