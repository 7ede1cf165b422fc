//! Instructions of a loaded kernel that are not modelled: those that a run may reach, and those without which it cannot end.

use std::sync::Arc;

use isotope_ir::effect::Control;
use isotope_ir::program::{Program, Refusal};
use isotope_object::{Image, Kernel};

use crate::launch::LaunchError;

/// An instruction that stops a run which reaches it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmodelled {
    /// Its byte address, as a run reports it.
    pub address: u32,
    /// Its text, the reason, and what to do.
    pub text: String,
}

impl Unmodelled {
    fn at(program: &Program, step: u32) -> Option<Unmodelled> {
        let step = program.steps.get(step as usize)?;
        let Control::Refuse(index) = step.control else { return None };
        let Refusal::NotModelled { text } = &program.refusals[index as usize] else { return None };
        Some(Unmodelled { address: step.address, text: text.clone() })
    }
}

/// The instructions of a kernel that are not modelled and that a run may reach, in order of address.
pub fn unmodelled(image: &Image, kernel: &Kernel, program: &Program) -> Vec<Unmodelled> {
    let found = program.unmodelled().steps.into_iter().filter_map(|step| Unmodelled::at(program, step));
    let mut all: Vec<Unmodelled> = found.filter(|found| is_of(image, kernel, found.address)).collect();
    // Variants of a program contain the same instructions.
    all.sort_by_key(|found| found.address);
    all.dedup_by_key(|found| found.address);
    all
}

/// Whether an address belongs to the kernel: kernels may share a section.
pub fn is_of(image: &Image, kernel: &Kernel, address: u32) -> bool {
    let shares = |other: &&Kernel| other.name != kernel.name && Arc::ptr_eq(&other.code, &kernel.code);
    let others = image.kernels.iter().filter(shares);
    !others.map(|other| other.entry..other.entry.saturating_add(other.size)).any(|range| range.contains(&address))
}

/// Refuses a kernel that cannot end without an instruction that is not modelled.
pub(super) fn refuse(kernel: &Kernel, program: &Program) -> Result<(), LaunchError> {
    let certain = program.unmodelled().certain.and_then(|step| Unmodelled::at(program, step));
    certain.map_or(Ok(()), |Unmodelled { address, text }| {
        Err(LaunchError::NotModelled { kernel: kernel.name.clone(), address, text })
    })
}
