//! One SPA 5.0 instruction on its own.

use isotope_op::claim::{NvidiaForm, Unit};

use super::lift::{self, CC_ALL, Options};
use super::{Mode, Profile};
use isotope_ir::effect::{LANES, Slot};
use isotope_machine::Dispatch;
use isotope_machine::mem::ADDRESS_BITS;
use isotope_machine::mem::sample::Texture;
use isotope_machine::mem::typed::{Format, Shape};
use isotope_machine::register::{Cells, Register};
use isotope_target::setup::number::Number;
use isotope_target::single;
use isotope_target::single::{Single, SingleError, Surroundings};

/// Accepted settings besides registers and memory: the texture of the first handle.
pub const KEYS: &[&str] = &["texture"];

/// Maximum number of registers of a kernel.
const REGISTERS: u32 = 255;
/// Number of predicates, excluding PT.
const PREDICATES: u16 = 7;

/// Prepares the instruction.
///
/// # Errors
/// The text is not an instruction, or the given values do not fit it.
pub fn prepare(profile: Profile, text: &str, given: &Surroundings) -> Result<Single, SingleError> {
    single::no_declarations(given)?;
    let inst = super::parse(profile, Mode::Documented, text).map_err(SingleError::Text)?.inst;
    let mut printed = String::new();
    super::print(profile, &inst, &mut printed);
    let mut code = [0; 16];
    code[8..].copy_from_slice(&super::encode(&inst).to_le_bytes());
    let Surroundings { assumptions, .. } = *given;
    let program =
        lift::lift("instruction", &code, Options { profile, registers: REGISTERS, surface_bank: 0, assumptions });
    let lanes = single::lanes(given, 1, LANES as u32)?;
    let mut dispatch = Dispatch::new(&program, [1; 3], [lanes, 1, 1], given.banks.clone())?
        .with_memory(given.shared, given.private)?;
    dispatch.windows = super::launch::windows(&assumptions);
    dispatch.assumptions = assumptions;
    dispatch.orders = assumptions.nvidia_orders();
    let textures = given.keys.iter().map(|(key, value)| texture(value).map_err(|why| format!("{key}: {why}")));
    dispatch.textures = textures.collect::<Result<_, String>>().map_err(SingleError::Given)?;
    Ok(Single {
        dispatch,
        program,
        text: printed,
        bytes: super::encode(&inst).to_le_bytes().to_vec(),
        registers: registers(),
        synonyms: &[],
        known: KNOWN.into(),
        names_lanes: false,
        for_the_wave: false,
        unit: |text, _| Unit::Nvidia { form: NvidiaForm::of(text), ftz: text.contains(".FTZ") },
        limits: super::launch::LIMITS,
        evidence: super::sample::evidence,
    })
}

/// A texture from `ADDRESS:EXTENT:FORMAT`, followed by the options of [`Texture::described`]: `0x1000:4x2:r8_unorm:linear,wrap`.
fn texture(value: &str) -> Result<Texture, String> {
    let expected = || {
        format!(
            "expected ADDRESS:EXTENT:FORMAT such as 0x1000:4x2:r32_float, or that and :OPTIONS (linear,wrap), found `{value}`"
        )
    };
    let mut words = value.splitn(4, ':').map(str::trim);
    let mut word = || words.next().ok_or_else(expected);
    let base = Number::of(word()?, ADDRESS_BITS).map_err(|why| why.to_string())?;
    let extents = word()?.split('x').map(|n| n.parse().ok().filter(|n: &u32| *n != 0));
    let extents: Vec<u32> = extents.collect::<Option<_>>().ok_or_else(expected)?;
    let format = Format::from_name(word()?).ok_or_else(expected)?;
    let extent = match extents[..] {
        [w] => [w, 1, 1],
        [w, h] => [w, h, 1],
        [w, h, d] => [w, h, d],
        _ => return Err(expected()),
    };
    let shape = Shape::packed(format, extent).ok_or_else(expected)?;
    Ok(Texture { base, ..Texture::described(shape, extents.len(), words.next().unwrap_or_default())? })
}

/// The names of the registers.
pub const KNOWN: &str = "R0 to R254, P0 to P6, CC.Z, CC.S, CC.C and CC.O; RZ and PT cannot be set";

/// The registers of a wave; a kernel has fewer.
pub fn registers() -> Vec<Register> {
    let registers = (0..REGISTERS).map(|n| Register::new(format!("R{n}"), Cells::Vector(Slot(n * LANES as u32), None)));
    let predicates = (0..PREDICATES).map(|p| Register::new(format!("P{p}"), Cells::Mask(lift::predicate(p))));
    let flags = ["CC.Z", "CC.S", "CC.C", "CC.O"].into_iter().zip(CC_ALL);
    let flags = flags.map(|(name, word)| Register::new(name, Cells::Mask(word)));
    registers.chain(predicates).chain(flags).collect()
}
