//! The registers of a launch by vendor names.

use isotope_machine::Dispatch;
use isotope_machine::mem::Memory;
use isotope_machine::register::{Cells, Register};
use isotope_object::{Image, Kernel};

use crate::Registry;
use crate::single::Surroundings;

/// Most instructions that are tried when looking for the variables of their kernel.
const TRIED: usize = 256;

/// The registers of the kernel that a launch runs; empty if none of its instructions can be run alone.
pub fn of_launch(targets: Registry, image: &Image, dispatch: &Dispatch) -> Vec<Register> {
    let program = &dispatch.program;
    let kernel = image.kernel(Some(&program.name)).or_else(|_| image.kernel(None));
    let Ok(kernel) = kernel else { return Vec::new() };
    let mut registers = (targets.of(image.target).isa().machine.registers)(kernel).list;
    if registers.is_empty() {
        registers = declared(targets, image, dispatch, kernel);
    }
    // Registers that a launch adds, such as its constants, are not the kernel's.
    let beside = |slot| program.vectors.iter().any(|(other, _)| *other == slot);
    registers
        .retain(|register| register.fits(program) && !matches!(register.cells, Cells::Vector(slot, _) if beside(slot)));
    registers
}

/// The variables that a kernel declares, if they are its registers; every instruction of it knows them.
pub fn declared(targets: Registry, image: &Image, dispatch: &Dispatch, kernel: &Kernel) -> Vec<Register> {
    let around = Surroundings { assumptions: dispatch.assumptions, ..Surroundings::default() };
    let texts = dispatch.program.texts.iter().take(TRIED);
    let target = targets.of(image.target);
    let mut singles =
        texts.filter_map(|text| target.single_of(kernel, text.trim_end(), &around, &mut Memory::new()).ok());
    singles.next().map(|single| single.registers).unwrap_or_default()
}
