//! Numbers of a type: text to bits and back, and buffers as JSON.

use isotope_target::case::ElementType;
use isotope_target::value;
use schemars::JsonSchema;
use serde::Serialize;

use crate::answer::Hex;
use crate::error::{Context, Result};

/// The bits of a number of a type, as [`value::number`] reads it.
pub(crate) fn number(ty: ElementType, text: &str) -> Result<u64> {
    value::number(ty, text).plain()
}

/// The bits of the elements of a buffer.
pub fn elements(ty: ElementType, bytes: &[u8]) -> impl Iterator<Item = u64> {
    bytes.chunks(ty.size()).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    })
}

/// The number that the bits of a narrow float are; every one of them is an f64.
fn wide(bits: u64, fraction: u32, exponent: u32) -> f64 {
    let sign = if bits >> (fraction + exponent) & 1 == 1 { -1.0 } else { 1.0 };
    let (field, rest) = (bits >> fraction & ((1 << exponent) - 1), (bits & ((1 << fraction) - 1)) as f64);
    let bias = (1 << (exponent - 1)) - 1;
    let unit = |exp: i32| f64::from(exp - fraction as i32).exp2();
    sign * match field {
        0 => rest * unit(1 - bias),
        _ if field == (1 << exponent) - 1 => f64::INFINITY,
        _ => ((1u64 << fraction) as f64 + rest) * unit(field as i32 - bias),
    }
}

/// The value of an element of a float type; of an integer type its bits as a number.
pub fn real(ty: ElementType, bits: u64) -> f64 {
    let Some((fraction, exponent)) = ty.float() else { return bits as f64 };
    let magnitude = bits & !(1 << (8 * ty.size() - 1));
    match ty {
        ElementType::F32 => f32::from_bits(bits as u32).into(),
        ElementType::F64 => f64::from_bits(bits),
        _ if magnitude > ((1 << exponent) - 1) << fraction => f64::NAN,
        _ => wide(bits, fraction, exponent),
    }
}

/// An element as text: a number that reads back as the same bits, and a NaN with its bits, which no number tells.
pub fn plain(ty: ElementType, bits: u64) -> String {
    let (digits, width) = (2 * ty.size(), 8 * ty.size());
    let Some((fraction, exponent)) = ty.float() else {
        let shift = 64 - width;
        return if ty.is_signed() { ((bits << shift) as i64 >> shift).to_string() } else { bits.to_string() };
    };
    let infinity = ((1 << exponent) - 1) << fraction;
    if bits & !(1 << (width - 1)) > infinity {
        return format!("NaN(0x{bits:0digits$x})");
    }
    match ty {
        ElementType::F32 => format!("{:?}", f32::from_bits(bits as u32)),
        ElementType::F64 => format!("{:?}", f64::from_bits(bits)),
        _ => format!("{:?}", wide(bits, fraction, exponent)),
    }
}

/// A buffer as JSON.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BufferJson {
    #[serde(rename = "type")]
    ty: &'static str,
    bits: Vec<Hex>,
    /// How the bits of floats read
    #[serde(skip_serializing_if = "Option::is_none")]
    decimal: Option<Vec<String>>,
}

impl BufferJson {
    /// Elements of a type.
    pub fn new(ty: ElementType, bytes: &[u8]) -> BufferJson {
        let width = 8 * ty.size() as u32;
        BufferJson {
            ty: ty.name(),
            bits: elements(ty, bytes).map(|bits| Hex::of_width(bits, width)).collect(),
            decimal: ty.float().map(|_| elements(ty, bytes).map(|bits| plain(ty, bits)).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::answer;

    #[test]
    fn numbers_and_elements() {
        assert_eq!(number(ElementType::I32, "-1").unwrap(), 0xffff_ffff);
        assert_eq!(number(ElementType::U64, "18446744073709551615").unwrap(), u64::MAX);
        assert_eq!(number(ElementType::F32, "1.5").unwrap(), 0x3fc0_0000);
        assert_eq!(number(ElementType::F32, "0x7fc00000").unwrap(), 0x7fc0_0000);
        assert!(number(ElementType::U32, "4294967296").is_err());
        // A signed number is not wrapped round; bits are bits.
        for (ty, most) in [(ElementType::I8, 127i64), (ElementType::I16, 32767), (ElementType::I32, 2147483647)] {
            assert_eq!(number(ty, &most.to_string()).unwrap(), most as u64);
            assert!(number(ty, &(most + 1).to_string()).is_err() && number(ty, &(-most - 2).to_string()).is_err());
            assert_eq!(number(ty, &format!("{:#x}", most + 1)).unwrap(), most as u64 + 1);
        }
        let shown = |ty, bytes: &[u8]| elements(ty, bytes).map(|v| plain(ty, v)).collect::<Vec<_>>();
        assert_eq!(shown(ElementType::F32, &0.1f32.to_le_bytes()), ["0.1"]);
        assert_eq!(shown(ElementType::F32, &f32::NAN.to_le_bytes()), ["NaN(0x7fc00000)"]);
        assert_eq!(shown(ElementType::F64, &0xfff0_0000_0000_0001u64.to_le_bytes()), ["NaN(0xfff0000000000001)"]);
        assert_eq!(shown(ElementType::F32, &(-0.0f32).to_le_bytes()), ["-0.0"]);
        assert_eq!(shown(ElementType::F32, &f32::INFINITY.to_le_bytes()), ["inf"]);
        assert!(number(ElementType::F32, "1e300").is_err() && number(ElementType::F16, "65520").is_err());
        let json = answer::part(&BufferJson::new(ElementType::U64, &[0xff; 16]));
        assert_eq!(json, json!({ "type": "u64", "bits": ["0xffffffffffffffff", "0xffffffffffffffff"] }));
        let json = answer::part(&BufferJson::new(ElementType::F32, &0x7f80_0001u32.to_le_bytes()));
        assert_eq!(json, json!({ "type": "f32", "bits": ["0x7f800001"], "decimal": ["NaN(0x7f800001)"] }));
        assert_eq!(shown(ElementType::I32, &[0xff; 4]), ["-1"]);
        assert_eq!(shown(ElementType::I8, &[0x80]), ["-128"]);
        assert_eq!(shown(ElementType::I64, &[0xff; 8]), ["-1"]);
        assert_eq!(shown(ElementType::U64, &[0xff; 8]), ["18446744073709551615"]);
        assert_eq!(shown(ElementType::F16, &[0x00, 0x3e, 0x01, 0x00]), ["1.5", "5.960464477539063e-8"]);
        assert_eq!(shown(ElementType::Bf16, &[0xc0, 0x3f, 0x80, 0xff]), ["1.5", "-inf"]);
    }

    /// Halfway between two floats the even one is taken; a digit far behind what an f64 holds decides.
    #[test]
    fn narrow_floats_are_rounded_once() {
        let f16 = |text: &str| number(ElementType::F16, text).unwrap();
        assert_eq!([f16("1.00048828125"), f16("1.000488281250000000000000000001")], [0x3c00, 0x3c01]);
        assert_eq!([f16("1.00146484375"), f16("1.001464843749999999999999999999")], [0x3c02, 0x3c01]);
        assert_eq!([f16("-100048828125.0000000000000000001e-11"), f16("2.98023223876953125e-8")], [0xbc01, 0]);
        assert_eq!(f16("0.0000000298023223876953125000000000000000000000000000001"), 1);
        assert_eq!([f16("65519.999999999999999999999"), f16("1.1"), f16("-0.0")], [0x7bff, 0x3c66, 0x8000]);
        let bf16 = |text: &str| number(ElementType::Bf16, text).unwrap();
        assert_eq!(
            [bf16("1.00390625"), bf16("1.0039062500000000000001"), bf16("-1.01171875")],
            [0x3f80, 0x3f81, 0xbf82]
        );
    }

    /// What is printed reads back as the same bits: every value of 8 and 16 bits, some of the others.
    #[test]
    fn what_is_printed_is_read() {
        let mut count = 0;
        for ty in ElementType::ALL {
            let width = 8 * ty.size() as u32;
            let some =
                [1u64, 0x007f_ffff, 0x0080_0000, 0x3dcc_cccd, 0x7f7f_ffff, 0x8000_0000, 0xff80_0000, 1 << 63, 3 << 52];
            let all: Vec<u64> = if width <= 16 { (0..1 << width).collect() } else { some.to_vec() };
            for bits in all.into_iter().map(|bits| bits & u64::MAX >> (64 - width)) {
                let text = plain(ty, bits);
                if !text.starts_with("NaN") {
                    count += 1;
                    assert_eq!(number(ty, &text).unwrap(), bits, "{} {text}", ty.name());
                }
            }
        }
        assert!(count > 4 * 60_000, "{count}");
    }
}
