//! Initial values of buffers. Integer arithmetic only, so that they are the same everywhere.

use super::json::Node;
use super::{CaseError, ElementType};

/// The suite's 32-bit hash of an index; every random-looking input comes from it.
///
/// # Semantics
/// ```text
/// x = index * 2654435761 + seed
/// x ^= x >> 15;  x *= 2246822519
/// x ^= x >> 13;  x *= 3266489917
/// x ^= x >> 16
/// ```
///
/// # Examples
/// ```
/// assert_eq!(isotope_target::case::mix(0, 0), 0);
/// assert_eq!(isotope_target::case::mix(1, 26), 0xa340_a0a3);
/// ```
pub fn mix(index: u32, seed: u32) -> u32 {
    let mut x = index.wrapping_mul(2_654_435_761).wrapping_add(seed);
    x = (x ^ x >> 15).wrapping_mul(2_246_822_519);
    x = (x ^ x >> 13).wrapping_mul(3_266_489_917);
    x ^ x >> 16
}

/// `value * 2^exp` as a binary float of the given field widths, rounded to nearest even; `None` if out of range.
pub fn float_bits(value: i128, exp: i32, fraction_bits: u32, exponent_bits: u32) -> Option<u64> {
    let magnitude = value.unsigned_abs();
    if magnitude == 0 {
        return Some(0);
    }
    let length = 128 - magnitude.leading_zeros() as i32;
    let lowest = 2 - (1 << (exponent_bits - 1));
    let exponent = (exp + length - 1).max(lowest);
    // Weight of the result's last bit, and its distance above the input's last bit.
    let shift = exponent - fraction_bits as i32 - exp;
    let kept = if shift <= 0 {
        magnitude << -shift
    } else if shift > 127 {
        0
    } else {
        let (kept, rest, half) = (magnitude >> shift, magnitude & ((1 << shift) - 1), 1u128 << (shift - 1));
        kept + u128::from(rest > half || rest == half && kept & 1 == 1)
    };
    // The leading one of a normal number carries into the exponent field; rounding up can carry, too.
    let bits = (((exponent - lowest) as u64) << fraction_bits) + kept as u64;
    if bits >> fraction_bits >= (1 << exponent_bits) - 1 {
        return None;
    }
    Some(bits | u64::from(value < 0) << (fraction_bits + exponent_bits))
}

/// The bits of a number in a float type, rounded to nearest even; `None` if out of range.
///
/// # Examples
/// ```
/// use isotope_target::case::{ElementType, float_of};
/// assert_eq!(float_of(ElementType::F16, 1.5), Some(0x3e00));
/// assert_eq!(float_of(ElementType::Bf16, -0.0), Some(0x8000));
/// assert_eq!(float_of(ElementType::F16, 65520.0), None);
/// ```
pub fn float_of(ty: ElementType, value: f64) -> Option<u64> {
    let (fraction, exponent) = ty.float()?;
    if ty == ElementType::F64 {
        return Some(value.to_bits());
    }
    let sign = u64::from(value.is_sign_negative()) << (fraction + exponent);
    let infinity = ((1 << exponent) - 1) << fraction;
    if value.is_nan() {
        return Some(sign | infinity | 1 << (fraction - 1));
    }
    if value.is_infinite() {
        return Some(sign | infinity);
    }
    let bits = value.to_bits();
    let (field, rest) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    let (whole, exp) = if field == 0 { (rest, -1074) } else { (rest | 1 << 52, field - 1075) };
    Some(sign | float_bits(whole.into(), exp, fraction, exponent)?)
}

/// How a buffer is filled.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Init {
    Fill { value: i128 },
    Iota { start: i128, step: i128 },
    List { values: Vec<i128>, rest: i128 },
    Mix { seed: u32, modulus: u64, add: i128, shift: u32 },
    MixFloat { seed: u32, modulus: u64, add: i128, exp: i32 },
    MixHalf2 { seed: u32, modulus: u64, add: i128 },
}

impl Init {
    pub fn parse(
        node: &Node<'_>,
        ty: ElementType,
        count: usize,
        warnings: &mut Vec<String>,
    ) -> Result<Init, CaseError> {
        let integer = |key: &str| node.get(key)?.integer();
        let integer_or = |key: &str, default| node.optional(key).map_or(Ok(default), |node| node.integer());
        // Seeds are taken modulo 2^32.
        let seed = || Ok(integer("seed")? as u32);
        let modulus = || {
            let node = node.get("mod")?;
            match node.unsigned(1 << 32)? {
                0 => Err(node.error("an integer from 1 to 4294967296", "a remainder by 0 does not exist")),
                modulus => Ok(modulus),
            }
        };
        let generator = node.get("gen")?;
        let (init, keys): (Init, &[&str]) = match generator.str()? {
            "fill" => (Init::Fill { value: integer("value")? }, &["gen", "value"]),
            "iota" => (Init::Iota { start: integer("start")?, step: integer("step")? }, &["gen", "start", "step"]),
            "list" => {
                let list = node.get("values")?;
                let values = list.integers()?;
                if values.len() > count {
                    return Err(list.error(
                        format!("at most {count} values, the buffer's `count`"),
                        "raise `count` or shorten the list",
                    ));
                }
                (Init::List { values, rest: integer_or("rest", 0)? }, &["gen", "values", "rest"])
            }
            "mix" => {
                let shift = node.optional("shift").map_or(Ok(0), |node| node.unsigned(u32::MAX.into()))? as u32;
                let init = Init::Mix { seed: seed()?, modulus: modulus()?, add: integer_or("add", 0)?, shift };
                (init, &["gen", "seed", "mod", "add", "shift"])
            }
            "mix_float" => {
                if ty.float().is_none() {
                    return Err(
                        generator.error("a generator of integers", "`mix_float` needs type f16, bf16, f32 or f64")
                    );
                }
                let exp_node = node.get("exp")?;
                let exp = exp_node.integer()?;
                if !(-2000..=2000).contains(&exp) {
                    return Err(exp_node.error("an exponent from -2000 to 2000", "no element type reaches further"));
                }
                let init = Init::MixFloat { seed: seed()?, modulus: modulus()?, add: integer("add")?, exp: exp as i32 };
                (init, &["gen", "seed", "mod", "add", "exp"])
            }
            "mix_half2" => {
                if ty != ElementType::U32 {
                    return Err(generator.error("another generator", "`mix_half2` needs type u32"));
                }
                let init = Init::MixHalf2 { seed: seed()?, modulus: modulus()?, add: integer("add")? };
                (init, &["gen", "seed", "mod", "add"])
            }
            _ => {
                return Err(
                    generator.error("fill, iota, list, mix, mix_float or mix_half2", "choose one of these generators")
                );
            }
        };
        node.known(keys, warnings)?;
        Ok(init)
    }

    /// The float format that values must fit, for messages.
    pub fn float_name(&self, ty: ElementType) -> &'static str {
        if matches!(self, Init::MixHalf2 { .. }) { "binary16" } else { ty.name() }
    }

    /// All elements as bytes, or the index of the first element that the type cannot hold.
    pub fn bytes(&self, ty: ElementType, count: usize) -> Result<Vec<u8>, usize> {
        let size = ty.size();
        let mut bytes = Vec::with_capacity(count * size);
        for index in 0..count {
            let bits = self.element(ty, index).ok_or(index)?;
            bytes.extend_from_slice(&bits.to_le_bytes()[..size]);
        }
        Ok(bytes)
    }

    fn element(&self, ty: ElementType, index: usize) -> Option<u64> {
        let hash = |seed| mix(index as u32, seed);
        Some(match self {
            Init::Fill { value } => *value as u64,
            Init::Iota { start, step } => start.wrapping_add(step.wrapping_mul(index as i128)) as u64,
            Init::List { values, rest } => values.get(index).copied().unwrap_or(*rest) as u64,
            Init::Mix { seed, modulus, add, shift } => {
                let hash = u64::from(hash(*seed).checked_shr(*shift).unwrap_or(0));
                (add + i128::from(hash % modulus)) as u64
            }
            Init::MixFloat { seed, modulus, add, exp } => {
                let (fraction, exponent) = ty.float()?;
                float_bits(add + i128::from(u64::from(hash(*seed)) % modulus), *exp, fraction, exponent)?
            }
            Init::MixHalf2 { seed, modulus, add } => {
                let half = |hash: u32| float_bits(add + i128::from(u64::from(hash) % modulus), 0, 10, 5);
                let hash = hash(*seed);
                half(hash)? | half(hash >> 16)? << 16
            }
        })
    }
}
