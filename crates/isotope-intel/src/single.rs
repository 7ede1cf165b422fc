//! One vISA instruction on its own, with its declarations.

use isotope_op::claim::{IntelForm, Unit, mnemonic};

use super::inst::Inst;
use super::kernel::{FIRST_SURFACE, FIRST_VARIABLE, Kernel};
use super::launch::{LIMITS, MAX_VARIABLES, past_shared};
use super::lift::{self, Env, Layout};
use super::names::named;
use super::{Family, KernelText, Mode};
use isotope_machine::failure::Limits;
use isotope_machine::register::{Cells, Register};
use isotope_machine::{Dispatch, Initial};
use isotope_target::single;
use isotope_target::single::{Single, SingleError, Surroundings};

/// Accepted settings besides registers and memory: none.
pub const KEYS: &[&str] = &[];

/// Maximum number of lanes of a thread.
const LANES: u32 = 32;

/// Prepares an instruction in the context of `kernel`'s declarations and rules. Surface number n is entry n of the binding table; so
/// is the n-th declared surface variable, starting with `T6`.
///
/// # Errors
/// The text is not an instruction, or the given values do not fit it.
pub fn prepare(mut kernel: KernelText, text: &str, given: &Surroundings) -> Result<Single, SingleError> {
    let grf = kernel.register;
    for line in &given.declarations {
        kernel.declare(line).map_err(|e| SingleError::Declaration(line.clone(), e))?;
    }
    let inst = super::parse(&mut kernel, Mode::Documented, text).map_err(SingleError::Text)?;
    ready(kernel.kernel, grf, inst, given)
}

/// The instruction of a kernel that prints as `text`, with its variables at their positions in the kernel.
///
/// # Errors
/// The kernel does not have the instruction.
pub fn of_kernel(kernel: Kernel, grf: u32, text: &str, given: &Surroundings) -> Result<Single, SingleError> {
    let prints = |inst: &&Inst| {
        let mut printed = String::new();
        super::print(&kernel, inst, &mut printed);
        printed == text
    };
    match kernel.code.iter().find(prints).cloned() {
        Some(inst) => ready(kernel, grf, inst, given),
        None => Err(SingleError::Given(format!("expected an instruction of kernel `{}`, found `{text}`", kernel.name))),
    }
}

/// The instruction, followed by the parts of its kernel's code that determine the layout of variables.
fn ready(mut kernel: Kernel, grf: u32, inst: Inst, given: &Surroundings) -> Result<Single, SingleError> {
    let mut printed = String::new();
    super::print(&kernel, &inst, &mut printed);
    let mut encoded = Vec::new();
    super::encode(&inst, &mut encoded);
    let reach = inst.exec.first_lane() + u32::from(inst.exec.size);
    let lanes = single::lanes(given, reach.min(LANES), LANES)?;
    let simd = lanes.max(reach).next_power_of_two().clamp(8, LANES);
    let layout = kernel.code.iter().filter(|inst| lift::copy_of_register_0(&kernel, inst).is_some()).cloned();
    kernel.code = std::iter::once(inst).chain(layout).collect();
    let bytes = u64::from(Layout::new(&kernel, grf, false).bytes());
    if bytes > MAX_VARIABLES {
        let why = format!("the declared variables have {bytes} bytes, but at most {MAX_VARIABLES} fit");
        return Err(SingleError::Given(why));
    }
    let env = Env { grf, slm: given.shared, items: lanes, ..Env::new(simd, given.assumptions) };
    let (program, layout) = lift::program(&kernel, &env);
    let mut dispatch = Dispatch::new(&program, [1; 3], [lanes, 1, 1], given.banks.clone())?
        .with_memory(given.shared, given.private)?;
    dispatch.orders = given.assumptions.intel_orders();
    let past_shared = past_shared(&given.assumptions);
    (dispatch.assumptions, dispatch.past_shared) = (given.assumptions, past_shared);
    dispatch.shared_bytes = given.shared;
    dispatch.barriers = LANES as u8;
    for number in 0..kernel.surfaces.len() as u16 {
        let number = number + u16::from(FIRST_SURFACE);
        dispatch.start.scalars.push((layout.surface(number), Initial::Value(number.into())));
    }

    let mut registers = Vec::new();
    for (index, v) in kernel.variables.iter().enumerate().skip(FIRST_VARIABLE as usize) {
        let Some(byte) = layout.variable(index as u32) else { continue };
        let cells = Cells::Packed { byte, bytes: v.ty.bytes() as u8, count: v.elements.into() };
        registers.push(Register { is_alias: v.alias.is_some(), ..Register::new(&v.name, cells) });
    }
    for (id, a) in kernel.addresses.iter().enumerate() {
        let Some(byte) = layout.address(id as u16, 0) else { continue };
        let cells = Cells::Packed { byte, bytes: 4, count: a.elements.into() };
        registers.push(Register::new(named(&a.name, "A", id), cells));
    }
    for (id, p) in kernel.predicates.iter().enumerate() {
        registers.push(Register::new(named(&p.name, "P", id + 1), Cells::Mask(layout.predicate(id as u16 + 1))));
    }
    for (id, s) in kernel.surfaces.iter().enumerate() {
        let number = id + usize::from(FIRST_SURFACE);
        registers.push(Register::new(named(&s.name, "T", number), Cells::Scalar(layout.surface(number as u16))));
    }
    let names: Vec<&str> = registers.iter().map(|r| r.name.as_str()).collect();
    let known = if names.is_empty() { "none, since nothing is declared".into() } else { names.join(", ") };
    Ok(Single {
        dispatch,
        program,
        text: printed,
        bytes: encoded,
        registers,
        synonyms: &[],
        known,
        names_lanes: true,
        for_the_wave: false,
        unit: |text, _| unit(text),
        limits: Limits { past_shared, ..LIMITS },
        evidence: super::sample::evidence,
    })
}

/// The document form whose rules apply to the atomic; for an instruction on its own it must be documented.
fn unit(text: &str) -> Unit {
    let form = Family::of(mnemonic(text)).map_or(IntelForm::Typed, Family::claims);
    Unit::Intel { form, documented: true }
}
