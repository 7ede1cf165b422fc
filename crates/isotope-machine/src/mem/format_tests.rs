use super::*;
use isotope_op::assume::{AMD_FORMAT_INTEGERS, AMD_FORMAT_ROUNDING};

fn bits(value: f32) -> u32 {
    value.to_bits()
}

fn float(word: u32) -> f32 {
    f32::from_bits(word)
}

fn encode(format: &Format, components: [u32; 4]) -> u128 {
    format.encode(components, &Assumptions::DEFAULT)
}

/// The names that llvm-mc 19.1.7 prints for the 64 codes of a buffer: components from the top, then the kind.
#[test]
fn codes_are_those_of_the_assembler() {
    let mut seen = 0;
    for line in include_str!("formats.tsv").lines() {
        let (code, name) = line.split_once('\t').unwrap();
        let format = Format::of(code.parse().unwrap());
        let mut parts: Vec<&str> = name.split('_').collect();
        let kind = parts.pop().unwrap();
        seen += 1;
        let Some(format) = format else {
            assert_eq!(name, "INVALID");
            continue;
        };
        let number = match kind {
            "UNORM" => Unorm,
            "SNORM" => Snorm,
            "USCALED" => Uscaled,
            "SSCALED" => Sscaled,
            "UINT" => Uint,
            "SINT" => Sint,
            "FLOAT" => Float,
            other => panic!("{other}"),
        };
        let mut wanted: Vec<u8> = parts.iter().rev().map(|p| p.parse().unwrap()).collect();
        assert_eq!(format.bytes() * 8, wanted.iter().map(|b| u32::from(*b)).sum::<u32>(), "{name}");
        wanted.resize(4, 0);
        assert_eq!((format.bits.to_vec(), format.number), (wanted, number), "{name}");
    }
    assert_eq!(seen, 64);
    // Images have more codes: 5_6_5, 1_5_5_5, 5_5_5_1, 4_4_4_4, 4_4; sRGB, shared exponents and depth are not converted.
    let more: Vec<u8> = (64..=255).filter(|code| Format::of(*code).is_some()).collect();
    assert_eq!(more, [68, 69, 70, 71, 72]);
}

#[test]
fn components_lie_from_the_lowest_bit_up() {
    let of = |code: u8| Format::of(code).unwrap();
    assert_eq!(of(46).decode(0x4433_2211), [0x11, 0x22, 0x33, 0x44]);
    assert_eq!(of(40).decode(0xc030_0801), [1, 2, 3, 3]); // 2_10_10_10_UINT
    assert_eq!(of(34).decode(0x00c0_100d), [1, 3, 1, 3]); // 10_10_10_2_UINT
    assert_eq!(of(41).decode(0x8fff_fe00), [0xffff_fe00, !0, 0xff, 0xffff_fffe]);
    let wide = of(61); // 32_32_32_32_UINT
    let element = 0x4444_4444_3333_3333_2222_2222_1111_1111;
    assert_eq!(wide.decode(element), [0x1111_1111, 0x2222_2222, 0x3333_3333, 0x4444_4444]);
    assert_eq!(encode(&wide, [0x1111_1111, 0x2222_2222, 0x3333_3333, 0x4444_4444]), element);
    assert_eq!(of(68).split(21 << 11 | 3 << 5 | 30, false), [30, 3, 21, 0]);
    // Components that a format does not have: zero, and one for w.
    assert_eq!(of(5).decode(7), [7, 0, 0, 1]);
    assert_eq!(of(22).decode(7), [7, 0, 0, 0x3f80_0000]);
}

/// Every code of every component of up to 16 bits, against divisions and conversions of the host.
#[test]
fn every_code_is_the_number_that_it_stands_for() {
    let mut seen = 0;
    for code in 1..=72 {
        let Some(format) = Format::of(code) else { continue };
        for (i, &width) in format.bits.iter().enumerate() {
            if !(1..=16).contains(&width) || format.number == Float {
                continue;
            }
            let below: u32 = format.bits[..i].iter().map(|&b| u32::from(b)).sum();
            let most = (1u32 << width) - 1;
            for raw in 0..=most {
                let signed = if raw > most / 2 { raw as f32 - (most as f32 + 1.0) } else { raw as f32 };
                let wanted = match format.number {
                    Unorm => bits(raw as f32 / most as f32),
                    Snorm if width > 1 && signed == -((most / 2 + 1) as f32) => bits(-1.0),
                    Snorm => bits(signed / (most / 2) as f32),
                    Uscaled => bits(raw as f32),
                    Sscaled => bits(signed),
                    Uint => raw,
                    Sint => signed as i32 as u32,
                    Float => unreachable!(),
                };
                let element = u128::from(raw) << below;
                let found = format.decode(element)[i];
                assert_eq!(found, wanted, "format {code} component {i} code {raw:#x}");
                // And back; -1 has two codes, and the store uses the one closer to zero.
                let mut components = [0; 4];
                components[i] = found;
                let lowest = format.number == Snorm && raw == most / 2 + 1;
                let again = if lowest { element + (1 << below) } else { element };
                assert_eq!(encode(&format, components), again, "format {code} component {i} code {raw:#x}");
                seen += 1;
            }
        }
    }
    assert!(seen > 1_000_000, "{seen}");
}

/// Value of a float with five bits of exponent, by its definition.
fn small(code: u32, fraction: u32) -> f64 {
    let (exponent, rest) = ((code >> fraction) as i32, f64::from(code & ((1 << fraction) - 1)));
    let unit = f64::from(1 << fraction);
    if exponent == 0 { rest / unit * 2f64.powi(-14) } else { (1.0 + rest / unit) * 2f64.powi(exponent - 15) }
}

#[test]
fn small_floats_widen_exactly_and_narrow_to_a_neighbour() {
    let mut state = 0x9e37_79b9u32;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    for fraction in [5, 6, 10] {
        let infinity = 31 << fraction;
        let all: Vec<f64> = (0..infinity).map(|code| small(code, fraction)).collect();
        for (code, value) in all.iter().enumerate() {
            assert_eq!(f64::from(float(widened(code as u32, fraction))), *value, "{code:#x}");
        }
        assert_eq!(float(widened(infinity, fraction)), f32::INFINITY);
        let largest = all[all.len() - 1];
        let step = largest - all[all.len() - 2];
        // Values over the whole range, midpoints and their neighbours.
        let between = all.windows(2).map(|w| ((w[0] + w[1]) / 2.0) as f32);
        let mut values: Vec<f32> = between
            .flat_map(|m| [bits(m).wrapping_sub(1), bits(m), bits(m) + 1])
            .map(|b| float(b & 0x7fff_ffff))
            .collect();
        values.extend((0..200_000).map(|_| float((random() & 0x7fff_ffff) % 0x7f80_0000)));
        values.extend((0..100_000).map(|_| float(0x3780_0000 + random() % (0x4800_0000 - 0x3780_0000))));
        values.extend([0.0, f32::MIN_POSITIVE, f32::MAX, float(1), float(0x7f_ffff)]);
        for value in values {
            let exact = f64::from(value);
            let above = all.partition_point(|v| *v <= exact) as u32;
            let (down, up) = (above - 1, above);
            let cut = if exact > largest { infinity - 1 } else { down };
            assert_eq!(narrowed(bits(value), fraction, true), cut, "{value:e} to {fraction} bits");
            let limit = if up == infinity { largest + step } else { all[up as usize] };
            let (left, right) = (exact - all[down as usize], limit - exact);
            let nearest = match left.total_cmp(&right) {
                std::cmp::Ordering::Less => down,
                std::cmp::Ordering::Greater => up,
                std::cmp::Ordering::Equal => down + (down & 1),
            };
            assert_eq!(narrowed(bits(value), fraction, false), nearest, "{value:e} to {fraction} bits");
        }
    }
}

#[test]
fn what_is_out_of_range_becomes_its_end() {
    let of = |code: u8| Format::of(code).unwrap();
    let nan = bits(f32::NAN);
    let store = |code: u8, value: u32| encode(&of(code), [value, 0, 0, 0]) as u32;
    for (code, value, wanted) in [
        (1, bits(1.5), 0xff),
        (1, bits(-0.5), 0),
        (1, bits(0.5), 0x80), // 127.5 to even
        (1, bits(0.498_039_2), 0x7f),
        (1, nan, 0),
        (1, bits(f32::INFINITY), 0xff),
        (2, bits(-7.0), 0x81),
        (2, bits(0.5), 0x40), // 63.5 to even
        (2, nan, 0),
        (3, bits(300.0), 0xff),
        (3, bits(2.9), 2),
        (3, bits(-2.9), 0),
        (4, bits(-2.9), 0xfe),
        (4, bits(-300.0), 0x80),
        (4, nan, 0),
        (5, 256, 0xff),
        (5, 0xffff_ffff, 0xff),
        (6, 0xffff_ffff, 0xff),
        (6, 128, 0x7f),
        (6, 0xffff_ff00, 0x80),
        (12, 0x8000, 0x7fff),
        (13, bits(65519.0), 0x7bff),
        (13, bits(65520.0), 0x7c00),
        (13, bits(-1.0), 0xbc00),
        (13, 0xffc0_0001, 0xfe00),
        (13, 0x7f80_0001, 0x7e00), // quiet, so that it stays a NaN
        (30, bits(-1.0), 0),
        (30, bits(f32::NEG_INFINITY), 0),
        (30, bits(1.0), 15 << 6),
        (30, nan, 0x7e0),
        (21, 0x8000_0000, 0x8000_0000),
    ] {
        assert_eq!(store(code, value), wanted, "format {code} value {value:#x}");
    }
    let cut = Assumptions::DEFAULT.with(AMD_FORMAT_INTEGERS, true).with(AMD_FORMAT_ROUNDING, true);
    assert_eq!(of(5).encode([0x1234, 0, 0, 0], &cut), 0x34);
    assert_eq!(of(13).encode([bits(65535.0), 0, 0, 0], &cut), 0x7bff);
}

#[test]
fn sixteen_bits_of_a_register() {
    let of = |code: u8| Format::of(code).unwrap();
    let rules = &Assumptions::DEFAULT;
    assert_eq!(of(1).shorten(bits(1.0), rules), 0x3c00);
    assert_eq!(of(22).shorten(bits(-2.5), rules), 0xc100);
    assert_eq!([of(20).shorten(0x1_8005, rules), of(21).shorten(0xffff_8005, rules)], [0x8005, 0x8005]);
    assert_eq!([of(20).lengthen(0x8005), of(21).lengthen(0x8005)], [0x8005, 0xffff_8005]);
    assert_eq!(of(42).lengthen(0xb800), bits(-0.5));
}

#[test]
fn destinations_are_selected_and_found_again() {
    let values = [10, 11, 12, 13];
    assert_eq!(select([4, 5, 6, 7], values, 99), values);
    assert_eq!(select([6, 5, 4, 1], values, 99), [12, 11, 10, 99]);
    assert_eq!(select([0, 2, 3, 7], values, 99), [0, 0, 0, 13]);
    // Blue and red exchanged: the store inverts the load.
    assert_eq!(unselect([6, 5, 4, 7], values), [12, 11, 10, 13]);
    assert_eq!(unselect([4, 4, 1, 0], values), [10, 0, 0, 0]);
}
