//! Every operand kind, type and modifier of arithmetic instructions, against exactly computed numbers: integers
//! in 128 bits, floats in the host's formats.

use std::collections::BTreeMap;

use super::state::*;

const A: usize = 2 * 32;
const B: usize = 12 * 32;
const C: usize = 22 * 32;
const D: usize = 40 * 32;
const LANES: usize = 16;
const EXEC: &str = "(M1_NM, 16)";

const INTEGERS: [&str; 8] = ["b", "ub", "w", "uw", "d", "ud", "q", "uq"];

fn bits(ty: &str) -> u32 {
    8 * bytes_of(ty) as u32
}
fn signed(ty: &str) -> bool {
    !ty.starts_with('u')
}
fn value(ty: &str, raw: u64) -> i128 {
    let shift = 128 - bits(ty);
    let raw = u128::from(raw) << shift;
    if signed(ty) { raw as i128 >> shift } else { (raw >> shift) as i128 }
}
fn wrapped(ty: &str, v: i128) -> u64 {
    v as u64 & u64::MAX >> (64 - bits(ty))
}
fn limits(ty: &str) -> (i128, i128) {
    let n = bits(ty);
    if signed(ty) { (-1 << (n - 1), (1 << (n - 1)) - 1) } else { (0, (1 << n) - 1) }
}
fn changed(modifier: &str, v: i128) -> i128 {
    match modifier {
        "(-)" => -v,
        "(abs)" => v.abs(),
        "(-abs)" => -v.abs(),
        "(~)" => !v,
        _ => v,
    }
}

/// A source of this type with its modifier: it applies to a signed source at the width of the widest source (`intel.narrow_negation`),
/// except that with saturation it is exact.
fn modified(ty: &str, modifier: &str, v: i128, widest: u32, sat: bool) -> i128 {
    let changed = changed(modifier, v);
    let narrow = !sat && widest < 64 && signed(ty) && matches!(modifier, "(-)" | "(abs)" | "(-abs)");
    if narrow { changed << (128 - widest) >> (128 - widest) } else { changed }
}

/// The element of a source in a lane.
fn element(s: &State, at: usize, ty: &str, lane: usize) -> u64 {
    s.get(at + lane * bytes_of(ty), bytes_of(ty))
}

/// The state after an instruction that leaves these elements in the destination.
fn results(s: &State, ty: &str, of: impl Fn(usize) -> u64) -> State {
    let mut want = s.clone();
    (0..LANES).for_each(|lane| want.put(D + lane * bytes_of(ty), bytes_of(ty), of(lane)));
    want
}

/// The state after a comparison that leaves these bits in P2.
fn flags(s: &State, of: impl Fn(usize) -> bool) -> State {
    let mut want = s.clone();
    (0..LANES).for_each(|lane| want.p[1] = want.p[1] & !(1 << lane) | u32::from(of(lane)) << lane);
    want
}

/// Fills a source with the limits of its type and random numbers.
fn fill(s: &mut State, random: &mut (impl FnMut() -> u64 + ?Sized), at: usize, ty: &str) {
    let n = bytes_of(ty);
    let (least, most) = limits(ty);
    let ends = [0, 1, -1, 2, least, least + 1, most, most - 1, 7, 31, 33];
    for lane in 0..LANES {
        let raw = match random() % 3 {
            0 => random() << 32 | random() & 0xffff_ffff,
            1 => random() % 40,
            _ => wrapped(ty, ends[random() as usize % ends.len()]),
        };
        s.put(at + lane * n, n, raw);
    }
}

/// The result of an instruction from exact numbers; `width` is that of the arithmetic.
fn exact(name: &str, x: &[i128], width: u32) -> i128 {
    let mask = (1i128 << width) - 1;
    let count = || (x[1] & i128::from(width - 1)) as u32;
    match name {
        "mov" => x[0],
        "add" => x[0] + x[1],
        "mul" => x[0].wrapping_mul(x[1]),
        "mad" => x[0].wrapping_mul(x[1]).wrapping_add(x[2]),
        "add3" => x[0] + x[1] + x[2],
        "avg" => (x[0] + x[1] + 1) >> 1,
        "and" => x[0] & x[1],
        "or" => x[0] | x[1],
        "xor" => x[0] ^ x[1],
        "not" => !x[0],
        "min" => x[0].min(x[1]),
        "max" => x[0].max(x[1]),
        "shl" => x[0] << count(),
        "shr" => (x[0] & mask) >> count(),
        "asr" => (x[0] & mask) << (128 - width) >> (128 - width) >> count(),
        "mulh" => (x[0] * x[1]) >> 32,
        "cbit" => (x[0] & mask).count_ones().into(),
        "lzd" => (x[0] as u32).leading_zeros().into(),
        "bfrev" => (x[0] as u32).reverse_bits().into(),
        "rol" | "ror" => {
            let left = if name == "rol" { count() } else { (width - count()) % width };
            (x[0] & mask) << left | (x[0] & mask) >> (width - left)
        }
        "fbl" if x[0] as u32 == 0 => -1,
        "fbl" => (x[0] as u32).trailing_zeros().into(),
        "div" => x[0] / x[1],
        "mod" => x[0] % x[1],
        other => panic!("{other}"),
    }
}

struct Grid {
    machine: Machine,
    ran: usize,
    refused: BTreeMap<String, usize>,
}

impl Grid {
    fn new() -> Grid {
        Grid { machine: Machine::new(32), ran: 0, refused: BTreeMap::new() }
    }
    fn check(&mut self, text: &str, s: &State, want: &State) {
        match self.machine.run(text, 16, s) {
            Ok(got) => {
                differ(text, 16, s, &got, want);
                self.ran += 1;
            }
            Err(why) => {
                assert!(!why.contains("stopped"), "{text}: {why}");
                let why = why.rsplit("`: ").next().unwrap_or_default();
                let why = why.split("; ").next().unwrap_or_default().to_string();
                *self.refused.entry(why).or_default() += 1;
            }
        }
    }
    /// An instruction on integers of these types; a source is in registers (at its offset) or an immediate.
    fn integers(&mut self, name: &str, sat: bool, dst: &str, sources: &[(&str, &str, Option<u64>)], s: &State) {
        let place = [A, B, C];
        let mut text = format!("{name}{} {EXEC} R{dst}(40,0)<1>", if sat { ".sat" } else { "" });
        for (n, (ty, modifier, number)) in sources.iter().enumerate() {
            text += &match number {
                Some(raw) => format!(" {raw:#x}:{ty}"),
                None => format!(" {modifier}R{ty}({},0)<1;1,0>", place[n] / 32),
            };
        }
        let width = sources.iter().map(|s| bits(s.0)).chain([bits(dst), 32]).max().unwrap();
        // Rotations use the operand's own size.
        let width = if matches!(name, "rol" | "ror") { bits(dst) } else { width };
        let widest = sources.iter().map(|s| bits(s.0)).max().unwrap();
        let mut want = s.clone();
        for lane in 0..LANES {
            let x: Vec<i128> = sources
                .iter()
                .enumerate()
                .map(|(n, (ty, modifier, number))| {
                    let raw = number.unwrap_or_else(|| element(s, place[n], ty, lane));
                    modified(ty, modifier, value(ty, raw), widest, sat)
                })
                .collect();
            if matches!(name, "div" | "mod") && x[1] == 0 {
                return;
            }
            let mut v = exact(name, &x, width);
            if sat {
                let (least, most) = limits(dst);
                v = v.clamp(least, most);
            }
            want.put(D + lane * bytes_of(dst), bytes_of(dst), wrapped(dst, v));
        }
        self.check(&text, s, &want);
    }
}

fn random_state(random: &mut (impl FnMut() -> u64 + ?Sized), types: [&str; 3]) -> State {
    let mut s = State::random(random, 16);
    for (at, ty) in [A, B, C].into_iter().zip(types) {
        fill(&mut s, random, at, ty);
    }
    s
}

/// Every pair of integer types: moves, sums, logic, comparisons, with the modifiers, with and without saturation.
#[test]
fn integers_of_every_type() {
    let mut grid = Grid::new();
    let mut random = generator(21);
    for dst in INTEGERS {
        for a in INTEGERS {
            for modifier in ["", "(-)", "(abs)", "(-abs)"] {
                let s = random_state(&mut random, [a, a, a]);
                grid.integers("mov", false, dst, &[(a, modifier, None)], &s);
                // The negation of the smallest number is out of range; its saturation is not tested.
                if modifier.is_empty() || bits(a) < 32 {
                    grid.integers("mov", true, dst, &[(a, modifier, None)], &s);
                }
            }
            for b in INTEGERS {
                let s = random_state(&mut random, [a, b, a]);
                for name in ["add", "mul", "and", "or", "xor", "shl", "min", "max", "avg", "asr", "shr"] {
                    grid.integers(name, false, dst, &[(a, "", None), (b, "", None)], &s);
                }
                grid.integers("add", false, dst, &[(a, "(-)", None), (b, "(abs)", None)], &s);
                grid.integers("and", false, dst, &[(a, "(~)", None), (b, "", None)], &s);
                if bits(a) <= 32 && bits(b) <= 32 && bits(dst) <= 32 {
                    for name in ["add", "mul", "avg"] {
                        grid.integers(name, true, dst, &[(a, "", None), (b, "", None)], &s);
                    }
                    grid.integers("mad", true, dst, &[(a, "", None), (b, "", None), (a, "", None)], &s);
                    grid.integers("mad", false, dst, &[(a, "", None), (b, "(-)", None), (a, "", None)], &s);
                    grid.integers("add3", false, dst, &[(a, "", None), (b, "", None), (a, "(-)", None)], &s);
                }
                // A one-lane word of another type, and the comparison of both types.
                for (relation, f) in [
                    ("lt", (|x, y| x < y) as fn(&i128, &i128) -> bool),
                    ("le", |x, y| x <= y),
                    ("eq", |x, y| x == y),
                    ("ne", |x, y| x != y),
                    ("gt", |x, y| x > y),
                    ("ge", |x, y| x >= y),
                ] {
                    let x = |lane| value(a, element(&s, A, a, lane));
                    let y = |lane| value(b, element(&s, B, b, lane));
                    let want = flags(&s, |lane| f(&x(lane), &y(lane)));
                    if dst == "ud" {
                        grid.check(&format!("cmp.{relation} {EXEC} P2 R{a}(2,0)<1;1,0> R{b}(12,0)<1;1,0>"), &s, &want);
                    }
                }
            }
        }
    }
    for dst in ["d", "ud"] {
        for (a, b) in [("d", "d"), ("ud", "ud"), ("d", "ud"), ("ud", "d")] {
            for _ in 0..4 {
                let s = random_state(&mut random, [a, b, a]);
                for name in ["mulh", "div", "mod", "rol", "ror"] {
                    grid.integers(name, false, dst, &[(a, "", None), (b, "", None)], &s);
                }
                for name in ["cbit", "lzd", "bfrev", "fbl", "not"] {
                    grid.integers(name, false, dst, &[(a, "", None)], &s);
                }
            }
        }
    }
    for (a, b) in [
        ("w", "uw"),
        ("uw", "w"),
        ("uw", "d"),
        ("w", "ud"),
        ("w", "w"),
        ("q", "uq"),
        ("uq", "q"),
        ("uq", "w"),
        ("q", "ud"),
    ] {
        for _ in 0..4 {
            let s = random_state(&mut random, [a, b, a]);
            for name in ["rol", "ror"] {
                grid.integers(name, false, a, &[(a, "", None), (b, "", None)], &s);
            }
        }
    }
    assert!(grid.ran > 8000, "{} ran", grid.ran);
    let known = [
        "saturation of a changed 64-bit number",
        "this operation at 64 bits",
        "an order of unsigned 64-bit numbers and signed ones",
        "a division of unsigned by signed numbers",
        "the order or the size of a negated unsigned number",
    ];
    let new: Vec<_> = grid.refused.iter().filter(|(why, _)| !known.contains(&why.as_str())).collect();
    assert!(new.is_empty(), "{new:?}");
}

/// Immediates: each type at its limits, into every type.
#[test]
fn immediates() {
    let mut grid = Grid::new();
    let mut random = generator(22);
    for dst in INTEGERS {
        for ty in INTEGERS.into_iter().chain(["d", "ud"]) {
            // The container has no byte immediates; it has words and wider ones.
            let (least, most) = limits(ty);
            for v in [0, 1, -1, least, least + 1, most, most - 1, 0x55] {
                let raw = wrapped(ty, v);
                let s = random_state(&mut random, ["ud", dst, "ud"]);
                grid.integers("mov", false, dst, &[(ty, "", Some(raw))], &s);
                grid.integers("mov", true, dst, &[(ty, "", Some(raw))], &s);
                for a in ["ud", "w", "q", "ub"] {
                    let s = random_state(&mut random, [a, dst, "ud"]);
                    grid.integers("add", false, dst, &[(a, "", None), (ty, "", Some(raw))], &s);
                    grid.integers("mul", false, dst, &[(a, "(-)", None), (ty, "", Some(raw))], &s);
                    grid.integers("xor", false, dst, &[(a, "", None), (ty, "", Some(raw))], &s);
                    grid.integers("max", false, dst, &[(a, "", None), (ty, "", Some(raw))], &s);
                }
            }
        }
        // Eight 4-bit numbers, repeated (`intel.packed_immediates`).
        for (ty, sign) in [("v", true), ("uv", false)] {
            let s = random_state(&mut random, ["ud", dst, "ud"]);
            let number = 0xfedc_8071u32;
            let want = results(&s, dst, |lane| {
                let nibble = i128::from(number >> (lane % 8 * 4) & 15);
                wrapped(dst, if sign && nibble > 7 { nibble - 16 } else { nibble })
            });
            grid.check(&format!("mov {EXEC} R{dst}(40,0)<1> {number:#x}:{ty}"), &s, &want);
        }
    }
    assert!(grid.ran > 9000, "{} ran", grid.ran);
    assert!(grid.refused.keys().all(|why| why.contains("an order of unsigned")), "{:?}", grid.refused);
}

/// A restricted float of 8 bits: a sign, an exponent of three bits with bias 3, four bits of fraction; 0 and 0x80 are zeros.
fn restricted(code: u32) -> f64 {
    let magnitude = match (code >> 4 & 7, code & 15) {
        (0, 0) => 0.0,
        (exponent, sixteenths) => (1.0 + f64::from(sixteenths) / 16.0) * 2f64.powi(exponent as i32 - 3),
    };
    if code & 0x80 == 0 { magnitude } else { -magnitude }
}

/// Each of the 256 restricted floats, at each of the four positions of an immediate, in every operand that allows it.
#[test]
fn restricted_floats() {
    // The range in the table of data types, and the neighbours of the codes for zero.
    assert_eq!([0x7f, 0xff, 0x01, 0x30, 0x00].map(restricted), [31.0, -31.0, 0.1328125, 1.0, 0.0]);
    let mut grid = Grid::new();
    let mut random = generator(25);
    for code in 0..256u32 {
        let number = u32::from_le_bytes([code, code + 0x55, code ^ 0x3c, !code].map(|byte| byte as u8));
        let given = |lane: usize| restricted(number >> (lane % 4 * 8) & 0xff);
        for dst in ["f", "hf", "df"].into_iter().chain(INTEGERS) {
            let s = State::random(&mut random, 16);
            let want = results(&s, dst, |lane| {
                if !INTEGERS.contains(&dst) {
                    return raw(dst, given(lane));
                }
                let (least, most) = limits(dst);
                wrapped(dst, (given(lane) as i128).clamp(least, most))
            });
            grid.check(&format!("mov {EXEC} R{dst}(40,0)<1> {number:#x}:vf"), &s, &want);
        }
        let mut s = State::random(&mut random, 16);
        fill_floats(&mut s, &mut random, A, "f");
        for (name, f) in [
            ("add", (|x, y| x + y) as fn(f64, f64) -> f64),
            ("mul", |x, y| x * y),
            ("min", |x, y| if x < y || x == y && x.is_sign_negative() { x } else { y }),
        ] {
            let want = results(&s, "f", |lane| raw("f", f(float("f", element(&s, A, "f", lane)), given(lane))));
            grid.check(&format!("{name} {EXEC} Rf(40,0)<1> Rf(2,0)<1;1,0> {number:#x}:vf"), &s, &want);
        }
        let want = flags(&s, |lane| float("f", element(&s, A, "f", lane)) < given(lane));
        grid.check(&format!("cmp.lt {EXEC} P2 Rf(2,0)<1;1,0> {number:#x}:vf"), &s, &want);
        // Lanes other than the first still use the first element.
        let mut want = s.clone();
        for lane in 0..4 {
            want.put(D + lane * 4, 4, raw("f", given(lane)));
        }
        grid.check(&format!("mov (M3_NM, 4) Rf(40,0)<1> {number:#x}:vf"), &s, &want);
    }
    assert_eq!(grid.ran, 256 * (11 + 3 + 1 + 1));
    assert!(grid.refused.is_empty(), "{:?}", grid.refused);
}

/// The value of a binary16, from its definition.
fn half(raw: u64) -> f64 {
    let (sign, exponent, fraction) = (raw >> 15 & 1, (raw >> 10 & 31) as i32, (raw & 0x3ff) as f64);
    let magnitude = match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        e => (1024.0 + fraction) * 2f64.powi(e - 25),
    };
    if sign == 1 { -magnitude } else { magnitude }
}

/// The nearest binary16, ties to even.
fn to_half(x: f64) -> u64 {
    let sign = if x.is_sign_negative() { 0x8000 } else { 0 };
    let x = x.abs();
    if x >= 65520.0 {
        return sign | 0x7c00;
    }
    let exponent = if x < 2f64.powi(-14) { -14 } else { x.log2().floor() as i32 };
    let exponent = if 2f64.powi(exponent) > x && exponent > -14 { exponent - 1 } else { exponent };
    let steps = (x * 2f64.powi(10 - exponent)).round_ties_even() as u64;
    sign | (steps + ((exponent + 14) as u64) * 1024)
}

fn float(ty: &str, raw: u64) -> f64 {
    match ty {
        "hf" => half(raw),
        "f" => f32::from_bits(raw as u32).into(),
        _ => f64::from_bits(raw),
    }
}
fn raw(ty: &str, x: f64) -> u64 {
    match ty {
        "hf" => to_half(x),
        "f" => (x as f32).to_bits().into(),
        _ => x.to_bits(),
    }
}

fn fill_floats(s: &mut State, random: &mut (impl FnMut() -> u64 + ?Sized), at: usize, ty: &str) {
    let values =
        [0.0, -0.0, 1.0, -1.5, 0.5, 2.5, -2.5, 3.5, 255.5, -129.0, 65504.0, 1e-7, 1e9, -3e9, 1e19, -1e19, 1e38];
    for lane in 0..LANES {
        let mut v = match random() % 3 {
            0 => values[random() as usize % values.len()],
            1 => (random() % 200_000) as f64 / 64.0 - 1500.0,
            _ => f64::from(random() as i32),
        };
        if ty == "hf" {
            v = v.clamp(-65504.0, 65504.0);
        }
        s.put(at + lane * bytes_of(ty), bytes_of(ty), raw(ty, v));
    }
}

/// Floats of every type: conversions to and from all others, sums, products, comparisons, with their modifiers.
#[test]
fn floats_of_every_type() {
    const FLOATS: [&str; 3] = ["hf", "f", "df"];
    let mut grid = Grid::new();
    let mut random = generator(23);
    let sign = |modifier: &str, x: f64| match modifier {
        "(-)" => -x,
        "(abs)" => x.abs(),
        "(-abs)" => -x.abs(),
        _ => x,
    };
    for a in FLOATS {
        for modifier in ["", "(-)", "(abs)", "(-abs)"] {
            for sat in [false, true] {
                for dst in FLOATS.into_iter().chain(INTEGERS) {
                    let mut s = State::random(&mut random, 16);
                    fill_floats(&mut s, &mut random, A, a);
                    let want = results(&s, dst, |lane| {
                        let x = sign(modifier, float(a, element(&s, A, a, lane)));
                        match dst {
                            "b" => x as i8 as u64,
                            "ub" => x as u8 as u64,
                            "w" => x as i16 as u64,
                            "uw" => x as u16 as u64,
                            "d" => x as i32 as u64,
                            "ud" => x as u32 as u64,
                            "q" => x as i64 as u64,
                            "uq" => x as u64,
                            _ if sat => raw(dst, raw_clamp(x)),
                            _ => raw(dst, x),
                        }
                    });
                    let dot = if sat { ".sat" } else { "" };
                    grid.check(&format!("mov{dot} {EXEC} R{dst}(40,0)<1> {modifier}R{a}(2,0)<1;1,0>"), &s, &want);
                }
            }
            let mut s = State::random(&mut random, 16);
            fill_floats(&mut s, &mut random, A, a);
            fill_floats(&mut s, &mut random, B, a);
            let of = |lane| (sign(modifier, float(a, element(&s, A, a, lane))), float(a, element(&s, B, a, lane)));
            for name in ["add", "mul", "min", "max"] {
                let want = results(&s, a, |lane| {
                    let (x, y) = of(lane);
                    let v = match (name, a) {
                        // f32 sums rounded through f64 equal sums rounded once.
                        ("add", _) => x + y,
                        ("mul", _) => x * y,
                        ("min", _) if x < y || x == y && x.is_sign_negative() => x,
                        ("max", _) if x > y || x == y && x.is_sign_positive() => x,
                        _ => y,
                    };
                    raw(a, v)
                });
                let text = format!("{name} {EXEC} R{a}(40,0)<1> {modifier}R{a}(2,0)<1;1,0> R{a}(12,0)<1;1,0>");
                grid.check(&text, &s, &want);
            }
            for (relation, f) in
                [("lt", (|x, y| x < y) as fn(f64, f64) -> bool), ("ge", |x, y| x >= y), ("ne", |x, y| x != y)]
            {
                let want = flags(&s, |lane| f(of(lane).0, of(lane).1));
                let text = format!("cmp.{relation} {EXEC} P2 {modifier}R{a}(2,0)<1;1,0> R{a}(12,0)<1;1,0>");
                grid.check(&text, &s, &want);
            }
        }
        for from in INTEGERS {
            for modifier in ["", "(-)", "(abs)"] {
                if !modifier.is_empty() && bits(from) >= 32 {
                    continue;
                }
                let s = random_state(&mut random, [from, from, from]);
                let want = results(&s, a, |lane| {
                    let x = modified(from, modifier, value(from, element(&s, A, from, lane)), bits(from), false);
                    match a {
                        "f" => (x as f32).to_bits().into(),
                        "hf" => to_half(x as f64),
                        _ => (x as f64).to_bits(),
                    }
                });
                grid.check(&format!("mov {EXEC} R{a}(40,0)<1> {modifier}R{from}(2,0)<1;1,0>"), &s, &want);
            }
        }
    }
    assert!(grid.ran > 350, "{} ran", grid.ran);
    let known = ["this float conversion", "a conversion to this type"];
    assert!(grid.refused.keys().all(|why| known.contains(&why.as_str())), "{:?}", grid.refused);
}

fn raw_clamp(x: f64) -> f64 {
    if x > 0.0 { x.min(1.0) } else { 0.0 }
}
