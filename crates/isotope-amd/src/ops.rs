//! Atomics by mnemonic: converts text such as `ds_max_rtn_f32` to its operation, or explains why a processor does not have it.
//!
//! [`rmw`] maps names to definitions. This file adds modifiers, refusals and the assumptions. It does *not* handle
//! addresses, lanes or descriptors.

use isotope_op::assume::{
    AMD_CAS_FAIL_FLUSH, AMD_CSUB_GLC, AMD_FIRST_OPERAND_LDS_ADD, AMD_FIRST_OPERAND_LDS_MINMAX,
    AMD_FIRST_OPERAND_MEMORY_ADD, AMD_FIRST_OPERAND_MEMORY_MINMAX, AMD_FLAT_LDS, AMD_GDS_DENORMALS, AMD_INF_MINUS_INF,
    AMD_LDS_OUTPUT_TININESS, AMD_MEMORY_ADD_OUTPUT, AMD_MINMAX_ORDER, AMD_MINMAX_SNAN, AMD_MODE_IEEE,
    AMD_TWO_QUIET_NANS,
};
use isotope_op::atomic::AtomicOp;
use isotope_op::claim::Unit;
use isotope_op::policy::{AmdUnit, FpDenorm};

use super::processor::Gfx;
use super::rmw::{self, Atomic, Family};
use isotope_target::operation::{Gives, Operation, Other, Readings};

/// The reason why a text names no operation, with the alternatives.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OpError(String);

/// Modifiers without effect on the arithmetic: flags, and names before a colon.
const WORDS: [&str; 15] =
    ["gds", "glc", "slc", "dlc", "rtn", "offen", "idxen", "unorm", "r128", "a16", "tfe", "lwe", "d16", "lds", "off"];
const KEYS: [&str; 5] = ["offset", "offset0", "offset1", "dim", "dmask"];

/// The operation of a mnemonic. Modifiers may follow after blanks or dots and have no effect, except
/// `dmask:`, which determines the size of an image atomic, and `offset:`, which selects a GDS register. Upper case is accepted
/// too. The second value says whether the size is determined.
///
/// # Errors
/// [`OpError`] if the processor has no such instruction, with the closest one that it has.
///
/// # Examples
/// ```
/// use isotope_amd::{GFX1100, ops};
/// let (max, settled) = ops::parse_mnemonic(GFX1100, "ds_max_rtn_f32 gds").unwrap();
/// assert_eq!((max.size.bits(), settled), (32, true));
/// let e = ops::parse_mnemonic(GFX1100, "ds_add_f64").unwrap_err();
/// assert!(e.to_string().starts_with("`ds_add_f64` is not on gfx1100: f64 atomics are "));
/// ```
pub fn parse_mnemonic(gfx: Gfx, text: &str) -> Result<(Atomic, bool), OpError> {
    let text = text.trim().to_ascii_lowercase();
    let mut words = text.split([' ', '.', ',']).filter(|w| !w.is_empty());
    let mnemonic = words.next().unwrap_or("");
    let named = rmw::named(gfx, mnemonic).ok_or_else(|| OpError(refusal(gfx, mnemonic)))?;
    let mut wide = None;
    for word in words {
        let (key, value) = word.split_once(':').map_or((word, None), |(k, v)| (k, Some(v)));
        let known = if value.is_some() { KEYS.contains(&key) } else { WORDS.contains(&key) };
        if !known {
            return Err(OpError(format!(
                "`{word}` is no modifier of `{mnemonic}`: expected a mnemonic with its modifiers alone"
            )));
        }
        match (key, value.map(number)) {
            ("dmask", Some(mask)) if named.family == Family::Image => {
                let cas = named.op == AtomicOp::Cas;
                wide = Some(match (cas, mask) {
                    (false, Some(1)) | (true, Some(3)) => false,
                    (false, Some(3)) | (true, Some(15)) => true,
                    (cas, _) => {
                        let expected = if cas { "0x3 (32 bits) or 0xf (64 bits)" } else { "0x1 or 0x3 (64 bits)" };
                        return Err(OpError(format!("`{word}`: `{mnemonic}` takes dmask {expected}")));
                    }
                });
            }
            // Registers 0..7 have 32 bits, 8..15 have 64; the number is in units of four.
            ("offset", Some(offset)) if named.sized_elsewhere => wide = Some(offset.unwrap_or(0) >> 2 & 15 >= 8),
            _ => {}
        }
    }
    let settled = !named.sized_elsewhere || wide.is_some();
    Ok((if wide == Some(true) { named.wide() } else { named }, settled))
}

fn number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// The error for an unknown mnemonic, with the alternatives.
fn refusal(gfx: Gfx, mnemonic: &str) -> String {
    let processor = gfx.name;
    let Some((family, name)) = Family::split(mnemonic) else {
        if mnemonic.starts_with("scratch_") {
            return format!("`{mnemonic}` is not on {processor}: there are no atomics on scratch memory");
        }
        let prefixes: Vec<_> = Family::ALL.iter().map(|f| format!("{}..", f.prefix())).collect();
        return format!("no atomic instruction `{mnemonic}`: expected one of {}", prefixes.join(", "));
    };
    if family == Family::Ds {
        if let Some(rest) = name.strip_prefix("cmpst_") {
            return format!(
                "`{mnemonic}` is a name of older targets, whose data is (compare, new): {processor} has \
                 `ds_cmpstore_{rest}` with data (new, compare)"
            );
        }
        if name.starts_with("gws_") {
            return format!("`{mnemonic}` synchronises waves: it does not read, modify and write a value");
        }
        if let Some(what) = rmw::for_the_wave(mnemonic) {
            return format!(
                "`{mnemonic}` {what}, so it is no operation on memory and data: run the whole instruction, \
                 `isotope op -t {processor} '{mnemonic} v0' exec=0x15 shared[0]=5 lanes=5`"
            );
        }
        if name == "ordered_count" {
            return format!(
                "`{mnemonic}` takes its operation from offset1: expected `ds_add_rtn_u32`, `ds_storexchg_rtn_b32` or \
                 `ds_wrap_rtn_b32`"
            );
        }
    }
    let reason = if name.contains("f16") {
        "there are no f16 or bf16 atomics".to_string()
    } else if name.contains("f64") || matches!(name, "fmin_x2" | "fmax_x2" | "fcmpswap_x2") {
        "f64 atomics are ds_min_f64, ds_max_f64 and ds_cmpstore_f64 alone, in LDS and GDS".to_string()
    } else if name == "fadd" {
        format!("the float add is spelled `{}add_f32`", family.prefix())
    } else if let others @ [_, ..] = &rmw::families_of(gfx, name).collect::<Vec<_>>()[..] {
        let others: Vec<_> = others.iter().map(|f| format!("`{}{name}`", f.prefix())).collect();
        format!("there is {}", others.join(", "))
    } else if let Some(close) = close(gfx, family, name) {
        format!("there is `{close}`")
    } else {
        let all: Vec<_> = rmw::mnemonics(gfx, family).map(|m| m[family.prefix().len()..].to_string()).collect();
        format!("`{}` is followed by one of {}", family.prefix(), all.join(", "))
    };
    format!("`{mnemonic}` is not on {processor}: {reason}")
}

/// A mnemonic of the family with the same prefix and the same size, or with an unspecified return.
fn close(gfx: Gfx, family: Family, name: &str) -> Option<String> {
    let bare = |text: &str| text.replace("_rtn", "");
    let verb = |text: &str| text.split('_').next().unwrap_or("").to_string();
    let of = |m: &str| m[family.prefix().len()..].to_string();
    let all = || rmw::mnemonics(gfx, family);
    all().find(|m| bare(&of(m)) == bare(name)).or_else(|| all().find(|m| verb(&of(m)) == verb(name)))
}

/// The operation of a mnemonic under a mode, `-` or pairs joined by commas.
///
/// # Errors
/// An unknown name, and the alternatives.
pub fn operation(gfx: Gfx, op: &str, mode: &str, readings: &Readings) -> Result<Operation, String> {
    let mut readings = readings.clone();
    let (mut denorm, mut through_flat) = (FpDenorm::ALL, false);
    let expected = "fp_denorm=0..15, space=lds or an assumption such as amd.inf_minus_inf=..";
    readings.read_mode(mode, expected, |key, value| {
        match (key, value) {
            ("fp_denorm", _) => {
                let bits = value.parse().ok().filter(|bits| *bits < 16);
                let bits = bits.ok_or_else(|| format!("fp_denorm: expected 0..15, found `{value}`"))?;
                denorm = FpDenorm::new(bits);
            }
            ("space", "lds") => through_flat = true,
            ("space", "memory") => through_flat = false,
            ("space", _) => return Err(format!("space: expected lds or memory, found `{value}`")),
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let (named, settled) = parse_mnemonic(gfx, op).map_err(|e| e.to_string())?;
    let unit = match named.family {
        Family::Flat if through_flat => AmdUnit::LdsThroughFlat,
        family if through_flat => {
            return Err(format!(
                "space: only flat_atomic_ instructions reach LDS or memory, found `{}`",
                family.prefix()
            ));
        }
        family => family.unit(),
    };
    let spelled = op.to_ascii_lowercase();
    let unit = match unit {
        AmdUnit::Lds if spelled.split([' ', ',']).any(|word| word == "gds") => AmdUnit::Gds,
        unit => unit,
    };
    let asked = spelled.contains("_rtn") || spelled.split([' ', '.', ',']).any(|w| matches!(w, "rtn" | "glc"));
    let rmw = named.rmw_in(unit, denorm, &readings.assumptions);
    let wide = named.wide().rmw_in(unit, denorm, &readings.assumptions);
    Ok(Operation {
        rmw: Ok(rmw),
        other: (!settled).then_some(Other::Wide(wide)),
        row: named.to_string(),
        source: named.source(),
        by: Unit::Amd(unit),
        unit: format!(", by {} under fp_denorm={}", unit_name(unit), denorm.bits()),
        assumptions: assumptions(&named, unit),
        gives: match named.spelling.split_once("{_rtn}") {
            _ if asked => Gives::Back,
            Some((name, ty)) => Gives::Nothing(format!("{}{name}_rtn{ty}", named.family.prefix())),
            None if named.family == Family::Ds => Gives::Back,
            None => Gives::With("glc"),
        },
        readings,
    })
}

/// The unit that performs an AMD float atomic, as text.
const fn unit_name(unit: AmdUnit) -> &'static str {
    match unit {
        AmdUnit::Lds => "LDS",
        AmdUnit::Gds => "GDS",
        AmdUnit::Memory => "memory",
        AmdUnit::LdsThroughFlat => "LDS through FLAT",
    }
}

/// Every operation with the float modes, as `OP` or `OP,fp_denorm=..`.
pub fn all(gfx: Gfx) -> Vec<String> {
    let mut all = Vec::new();
    for family in [Family::Ds, Family::Global, Family::Flat, Family::Buffer, Family::Image] {
        for name in rmw::mnemonics(gfx, family) {
            let modes =
                if rmw::named(gfx, &name).is_some_and(|n| n.op.is_float()) { 0..FpDenorm::ALL.bits() } else { 0..0 };
            let modes = modes.rev().map(|m| format!("{name},fp_denorm={m}"));
            all.extend(std::iter::once(name.clone()).chain(modes));
        }
    }
    all
}

/// The assumptions (ids of [`isotope_op::assume::ALL`]) that an operation in a unit depends on.
pub fn assumptions(named: &Atomic, unit: AmdUnit) -> Vec<&'static str> {
    /// Of two ids, those of the units that a family can use.
    fn first(family: Family, lds: &'static str, memory: &'static str) -> impl Iterator<Item = &'static str> {
        let reached = [(family != Family::Ds, memory), (matches!(family, Family::Ds | Family::Flat), lds)];
        reached.into_iter().filter_map(|(reaches, id)| reaches.then_some(id))
    }
    let mut ids = Vec::new();
    match named.op {
        AtomicOp::FAdd => {
            ids.extend(first(named.family, AMD_FIRST_OPERAND_LDS_ADD.id, AMD_FIRST_OPERAND_MEMORY_ADD.id));
            ids.push(AMD_INF_MINUS_INF.id);
            ids.push(if named.family == Family::Ds { AMD_LDS_OUTPUT_TININESS.id } else { AMD_MEMORY_ADD_OUTPUT.id });
        }
        AtomicOp::FMin | AtomicOp::FMax => {
            ids.extend(first(named.family, AMD_FIRST_OPERAND_LDS_MINMAX.id, AMD_FIRST_OPERAND_MEMORY_MINMAX.id));
            ids.extend([AMD_MINMAX_SNAN.id, AMD_MINMAX_ORDER.id, AMD_TWO_QUIET_NANS.id]);
        }
        AtomicOp::FCas => ids.push(AMD_CAS_FAIL_FLUSH.id),
        AtomicOp::UsubSat => ids.push(AMD_CSUB_GLC.id),
        _ => {}
    }
    if named.op.is_float() {
        if named.family == Family::Flat {
            ids.push(AMD_FLAT_LDS.id);
        }
        if unit == AmdUnit::Gds {
            ids.push(AMD_GDS_DENORMALS.id);
        }
        ids.push(AMD_MODE_IEEE.id);
    }
    ids
}
