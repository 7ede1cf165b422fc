//! One RDNA3 instruction on its own.

use isotope_op::claim::Unit;
use isotope_op::policy::AmdUnit;

use super::launch::windows;
use super::lift::{self, Env};
use super::processor::Gfx;
use super::rmw::Family;
use super::state::{self, MODE};
use isotope_ir::effect::LANES;
use isotope_machine::mem::Memory;
use isotope_machine::register::{Cells, Register};
use isotope_machine::sync::{Config, Unit as Device};
use isotope_machine::{Dispatch, Initial, Storage};
use isotope_target::setup::number::Number;
use isotope_target::single;
use isotope_target::single::{Single, SingleError, Surroundings};

/// Accepted settings besides registers and memory: fields of MODE.
pub const KEYS: &[&str] = &["mode", "fp_denorm", "fp_round", "ieee", "dx10_clamp", "fp16_ovfl"];

/// Maximum number of VGPRs of a wave.
const VGPRS: u32 = 256;
const SGPRS: u64 = 106;

/// Prepares the instruction, in a wave of 64 lanes if more than 32 lanes are requested.
///
/// # Errors
/// The text is not an instruction, or the given values do not fit it.
pub fn prepare(gfx: Gfx, text: &str, given: &Surroundings, memory: &mut Memory) -> Result<Single, SingleError> {
    single::no_declarations(given)?;
    if let Some((_, rest)) = text.split_once(';')
        && !rest.trim().is_empty()
    {
        let rest = rest.trim();
        return Err(SingleError::Given(format!("expected one instruction, found `{rest}` behind it; leave it out")));
    }
    let lanes = single::lanes(given, 1, 2 * LANES as u32)?;
    let wave64 = lanes > LANES as u32;
    let waves = gfx.waves(wave64);
    let inst = waves.parse(&waves.context(super::Mode::Documented), text).map_err(SingleError::Text)?;
    let mut printed = String::new();
    waves.print(&inst, &mut printed);
    let mode = mode(USUAL_MODE, &given.keys).map_err(SingleError::Given)?;
    let limits = gfx.isa.limits;
    let windows = windows(limits);
    let env = Env {
        code_base: 0,
        entry: 0,
        waves,
        vgprs: VGPRS,
        mode,
        shared_base: windows.shared.base,
        private_base: windows.private.base,
        assumptions: given.assumptions,
    };
    let program = lift::program("instruction", &super::encode(&inst)[..super::size(&inst)], &env);
    let mut dispatch = Dispatch::new(&program, [1; 3], [lanes, 1, 1], given.banks.clone())?
        .with_memory(given.shared, given.private)?;
    dispatch.windows = windows;
    dispatch.assumptions = given.assumptions;
    dispatch.orders = given.assumptions.amd_orders();
    dispatch.past_shared = limits.past_shared;
    dispatch.start.scalars.push((MODE, Initial::Value(mode.bits())));
    if !program.requests.is_empty() {
        memory.set_unit(Device::new(Config { rules: given.assumptions, ..Config::default() }));
    }
    Ok(Single {
        dispatch,
        program,
        text: printed,
        bytes: super::encode(&inst)[..super::size(&inst)].to_vec(),
        registers: registers(wave64, VGPRS),
        synonyms: SYNONYMS,
        known: KNOWN.into(),
        names_lanes: false,
        for_the_wave: super::rmw::for_the_wave(inst.form.mnemonic).is_some(),
        unit: |text, storage| {
            Unit::Amd(match (Family::split(text.split(' ').next().unwrap_or_default()), storage) {
                (Some((Family::Flat, _)), Storage::Shared) => AmdUnit::LdsThroughFlat,
                (Some((Family::Ds, _)), Storage::Device) => AmdUnit::Gds,
                (Some((family, _)), _) => family.unit(),
                (None, _) => AmdUnit::Memory,
            })
        },
        limits,
        evidence: gfx.isa.evidence,
    })
}

/// Alternative names of registers.
pub const SYNONYMS: &[(&str, &str)] = &[("vcc", "vcc_lo"), ("exec", "exec_lo")];
/// The names of the registers.
pub const KNOWN: &str = "v0 to v255, s0 to s105, vcc, exec, m0 and scc";

/// The registers of a wave with this many VGPRs.
pub fn registers(wave64: bool, vgprs: u32) -> Vec<Register> {
    let vgpr = |n| Cells::Vector(state::vgpr(n, 0, vgprs), wave64.then(|| state::vgpr(n, 1, vgprs)));
    let scalar = |name: &str, word| Register::new(name, Cells::Scalar(word));
    let mut all: Vec<Register> = (0..vgprs).map(|n| Register::new(format!("v{n}"), vgpr(n))).collect();
    all.extend((0..SGPRS).map(|n| scalar(&format!("s{n}"), state::word(n))));
    all.extend([
        scalar("vcc_lo", state::VCC_LO),
        scalar("vcc_hi", state::VCC_HI),
        scalar("exec_lo", state::EXEC_LO),
        scalar("exec_hi", state::EXEC_HI),
        scalar("m0", state::M0),
        scalar("scc", state::SCC),
        scalar("mode", MODE),
    ]);
    all
}

/// Subnormals kept, DX10_CLAMP and IEEE set.
const USUAL_MODE: lift::Mode = lift::Mode { float: 0xf0, dx10_clamp: true, ieee: true, fp16_ovfl: false };

/// MODE with the given settings.
///
/// # Errors
/// A number that does not fit the field.
pub fn mode(mut mode: lift::Mode, keys: &[(String, String)]) -> Result<lift::Mode, String> {
    for (key, value) in keys {
        if key == "mode" {
            let bits = Number::of(value, 32).map_err(|e| e.at(key).to_string())? as u32;
            let known = lift::Mode::of(bits);
            if known.bits() != bits {
                let rest = bits & !known.bits();
                return Err(format!(
                    "mode: expected fp_round [3:0], fp_denorm [7:4], dx10_clamp [8], ieee [9] and fp16_ovfl [23] alone, found {rest:#x} besides"
                ));
            }
            mode = known;
            continue;
        }
        let limit = if key.starts_with("fp_") { 16 } else { 2 };
        let bits = value.parse::<u8>().ok().filter(|bits| *bits < limit);
        let bits = bits.ok_or_else(|| format!("{key}: expected 0..{}, found `{value}`", limit - 1))?;
        match key.as_str() {
            "fp_denorm" => mode.float = mode.float & 0x0f | bits << 4,
            "fp_round" => mode.float = mode.float & 0xf0 | bits,
            "ieee" => mode.ieee = bits != 0,
            "dx10_clamp" => mode.dx10_clamp = bits != 0,
            _ => mode.fp16_ovfl = bits != 0,
        }
    }
    Ok(mode)
}
