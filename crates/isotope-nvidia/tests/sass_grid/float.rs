//! Float instructions, by IEEE 754 and the PTX manual: f32 through the host's f64 and the error of the sum, f64 by the host.

use super::bench::{Grid, In, Line, Out, Second, TYPES, W32, Widths, d};

const PAIRS: Widths = Widths { d: 2, a: 2, b: 2, c: 2 };

fn line(grid: &mut Grid, text: &str, second: Second, model: &dyn Fn(f32, f32, f32, In) -> Out) {
    let f = |v: u64| f32::from_bits(v as u32);
    let model = |i: In| model(f(i.a), f(i.b), f(i.c), i);
    grid.line(&Line { text, widths: W32, second, float: true, any_nan: false, model: &model });
}

fn pair(grid: &mut Grid, text: &str, second: Second, widths: Widths, model: &dyn Fn(f64, f64, f64, In) -> Out) {
    let model = |i: In| model(f64::from_bits(i.a), f64::from_bits(i.b), f64::from_bits(i.c), i);
    grid.line(&Line { text, widths, second, float: true, any_nan: true, model: &model });
}

/// A line with operands that are no floats.
fn exact(grid: &mut Grid, text: &str, widths: Widths, second: Second, model: &dyn Fn(In) -> Out) {
    grid.line(&Line { text, widths, second, float: false, any_nan: false, model });
}

#[derive(Clone, Copy, PartialEq)]
enum Round {
    Nearest,
    Down,
    Up,
    Zero,
}

const ROUNDS: [(&str, Round); 4] =
    [("", Round::Nearest), (".RM", Round::Down), (".RP", Round::Up), (".RZ", Round::Zero)];

fn flush(x: f32, ftz: bool) -> f32 {
    if ftz && x.is_subnormal() { 0f32.copysign(x) } else { x }
}

/// The exact sum `high + low` as f32. `low` is the error of `high` as an f64.
fn narrow(high: f64, low: f64, round: Round) -> f32 {
    if high.is_nan() || high.is_infinite() {
        return high as f32;
    }
    // Round to nearest: an inexact f64 is rounded to odd, so that the second rounding is correct.
    let odd = if low == 0.0 || high.to_bits() & 1 != 0 {
        high
    } else if (low > 0.0) == (high > 0.0) {
        f64::from_bits(high.to_bits() + 1)
    } else {
        f64::from_bits(high.to_bits() - 1)
    };
    let near = odd as f32;
    let above = f64::from(near) > odd;
    let below = f64::from(near) < odd;
    match round {
        Round::Nearest => near,
        Round::Down if above => near.next_down(),
        Round::Up if below => near.next_up(),
        Round::Zero if above && odd > 0.0 => near.next_down(),
        Round::Zero if below && odd < 0.0 => near.next_up(),
        _ => near,
    }
}

/// `a * b + c` with one rounding.
fn fused(a: f32, b: f32, c: f32, round: Round) -> f32 {
    let product = f64::from(a) * f64::from(b);
    let c = f64::from(c);
    let sum = product + c;
    if sum == 0.0 && product + c == 0.0 {
        // An exact zero from opposite terms is -0 only when rounding down.
        let opposite = product.is_sign_negative() != c.is_sign_negative();
        return match (opposite, round) {
            (true, Round::Down) => -0.0,
            (true, _) => 0.0,
            (false, _) => sum as f32,
        };
    }
    if !sum.is_finite() {
        return sum as f32;
    }
    let t = sum - product;
    let error = (product - (sum - t)) + (c - t);
    narrow(sum, error, round)
}

fn bits(x: f32) -> u32 {
    if x.is_nan() { 0x7fff_ffff } else { x.to_bits() }
}

/// Flushes and clamps to 0..1 if requested; NaN clamps to 0.
fn finish(x: f32, ftz: bool, sat: bool) -> Out {
    let x = flush(x, ftz);
    d(match sat {
        false => bits(x),
        true if x.is_nan() || x <= 0.0 => 0,
        true => x.min(1.0).to_bits(),
    })
}

fn signed(x: f32, sign: &str) -> f32 {
    let x = if sign.contains('|') { x.abs() } else { x };
    if sign.contains('-') { -x } else { x }
}

const SIGNS: [&str; 4] = ["", "-", "|", "-|"];

fn around(sign: &str, name: &str) -> String {
    match sign {
        "|" => format!("|{name}|"),
        "-|" => format!("-|{name}|"),
        sign => format!("{sign}{name}"),
    }
}

pub fn run(g: &mut Grid) {
    arithmetic(g);
    comparisons(g);
    doubles(g);
    conversions(g);
}

fn arithmetic(g: &mut Grid) {
    for (ftz_word, ftz) in [("", false), (".FTZ", true)] {
        for (rnd, round) in ROUNDS {
            for (sat_word, sat) in [("", false), (".SAT", true)] {
                for sa in SIGNS {
                    for sb in if sa.is_empty() || round == Round::Nearest { &SIGNS[..] } else { &SIGNS[1..2] } {
                        let text = format!("FADD{ftz_word}{rnd}{sat_word} D, {}, {}", around(sa, "A"), around(sb, "B"));
                        line(g, &text, Second::F32, &move |a, b, _, _| {
                            let (a, b) = (signed(flush(a, ftz), sa), signed(flush(b, ftz), sb));
                            finish(fused(a, 1.0, b, round), ftz, sat)
                        });
                    }
                }
                for sb in &SIGNS[..2] {
                    line(g, &format!("FMUL{ftz_word}{rnd}{sat_word} D, A, {sb}B"), Second::F32, &move |a, b, _, _| {
                        let (a, b) = (flush(a, ftz), signed(flush(b, ftz), sb));
                        let p = f64::from(a) * f64::from(b);
                        finish(narrow(p, 0.0, round), ftz, sat)
                    });
                    for sc in &SIGNS[..2] {
                        let text = format!("FFMA{ftz_word}{rnd}{sat_word} D, A, {sb}B, {sc}C");
                        line(g, &text, Second::F32, &move |a, b, c, _| {
                            let (a, b, c) = (flush(a, ftz), signed(flush(b, ftz), sb), signed(flush(c, ftz), sc));
                            finish(fused(a, b, c, round), ftz, sat)
                        });
                    }
                }
            }
        }
        for (scale, by) in [("D2", 0.5), ("D4", 0.25), ("D8", 0.125), ("M2", 2.0), ("M4", 4.0), ("M8", 8.0)] {
            line(g, &format!("FMUL{ftz_word}.{scale} D, A, B"), Second::F32, &move |a, b, _, _| {
                let p = f64::from(flush(a, ftz)) * f64::from(flush(b, ftz)) * by;
                finish(narrow(p, 0.0, Round::Nearest), ftz, false)
            });
        }
        line(g, &format!("FADD32I{ftz_word} D, A, B"), Second::Float32, &move |a, b, _, _| {
            finish(fused(flush(a, ftz), 1.0, flush(b, ftz), Round::Nearest), ftz, false)
        });
        line(g, &format!("FMUL32I{ftz_word} D, A, B"), Second::Float32, &move |a, b, _, _| {
            finish(narrow(f64::from(flush(a, ftz)) * f64::from(flush(b, ftz)), 0.0, Round::Nearest), ftz, false)
        });
        for sa in SIGNS {
            for sb in SIGNS {
                for (pp, given) in [("PT", 0), ("!PT", 1), ("P3", 2)] {
                    let text = format!("FMNMX{ftz_word} D, {}, {}, {pp}", around(sa, "A"), around(sb, "B"));
                    line(g, &text, Second::F32, &move |a, b, _, i| {
                        let (a, b) = (signed(flush(a, ftz), sa), signed(flush(b, ftz), sb));
                        let min = [true, false, i.p][given];
                        d(bits(match (a.is_nan(), b.is_nan()) {
                            (true, _) => b,
                            (_, true) => a,
                            // -0 is below +0.
                            _ if (a.total_cmp(&b) == std::cmp::Ordering::Less) == min => a,
                            _ => b,
                        }))
                    });
                }
            }
        }
    }
}

const CONDITIONS: [(&str, fn(Option<std::cmp::Ordering>) -> bool); 16] = {
    use std::cmp::Ordering::{Equal, Greater, Less};
    [
        ("F", |_| false),
        ("LT", |o| matches!(o, Some(Less))),
        ("EQ", |o| matches!(o, Some(Equal))),
        ("LE", |o| matches!(o, Some(Less | Equal))),
        ("GT", |o| matches!(o, Some(Greater))),
        ("NE", |o| matches!(o, Some(Less | Greater))),
        ("GE", |o| matches!(o, Some(Greater | Equal))),
        ("NUM", |o| o.is_some()),
        ("NAN", |o| o.is_none()),
        ("LTU", |o| matches!(o, None | Some(Less))),
        ("EQU", |o| matches!(o, None | Some(Equal))),
        ("LEU", |o| matches!(o, None | Some(Less | Equal))),
        ("GTU", |o| matches!(o, None | Some(Greater))),
        ("NEU", |o| matches!(o, None | Some(Less | Greater))),
        ("GEU", |o| matches!(o, None | Some(Greater | Equal))),
        ("T", |_| true),
    ]
};

fn comparisons(g: &mut Grid) {
    for (name, holds) in CONDITIONS {
        for (ftz_word, ftz) in [("", false), (".FTZ", true)] {
            for (sa, sb) in [("", ""), ("-", "|"), ("|", "-"), ("-|", "-|")] {
                let (ta, tb) = (around(sa, "A"), around(sb, "B"));
                let order = move |a: f32, b: f32| signed(flush(a, ftz), sa).partial_cmp(&signed(flush(b, ftz), sb));
                let text = format!("FSETP.{name}{ftz_word}.AND P1, P2, {ta}, {tb}, P3");
                line(g, &text, Second::F32, &move |a, b, _, i| {
                    let test = holds(order(a, b));
                    Out { pd: Some(test && i.p), pq: Some(!test && i.p), ..Out::default() }
                });
                let text = format!("FSET.BF.{name}{ftz_word}.XOR D, {ta}, {tb}, !P3");
                line(g, &text, Second::F32, &move |a, b, _, i| {
                    d(if holds(order(a, b)) == i.p { 0x3f80_0000 } else { 0 })
                });
            }
            let shown = if name == "GT" { String::new() } else { format!(".{name}") };
            line(g, &format!("FCMP{shown}{ftz_word} D, A, B, C"), Second::F32, &move |a, b, c, _| {
                d(if holds(flush(c, ftz).partial_cmp(&0.0)) { a.to_bits() } else { b.to_bits() })
            });
        }
        let narrow = Widths { d: 1, ..PAIRS };
        pair(g, &format!("DSETP.{name}.OR P1, P2, -A, |B|, P3"), Second::F64, PAIRS, &move |a, b, _, i| {
            let test = holds((-a).partial_cmp(&b.abs()));
            Out { pd: Some(test || i.p), pq: Some(!test || i.p), ..Out::default() }
        });
        pair(g, &format!("DSET.{name}.AND D, A, -B, !P3"), Second::F64, narrow, &move |a, b, _, i| {
            d(if holds(a.partial_cmp(&-b)) && !i.p { u32::MAX } else { 0 })
        });
    }
}

fn wide(x: f64) -> Out {
    Out { d: Some(x.to_bits()), ..Out::default() }
}

fn sign64(x: f64, sign: &str) -> f64 {
    let x = if sign.contains('|') { x.abs() } else { x };
    if sign.contains('-') { -x } else { x }
}

fn doubles(g: &mut Grid) {
    for sa in SIGNS {
        for sb in SIGNS {
            let (ta, tb) = (around(sa, "A"), around(sb, "B"));
            pair(g, &format!("DADD D, {ta}, {tb}"), Second::F64, PAIRS, &move |a, b, _, _| {
                wide(sign64(a, sa) + sign64(b, sb))
            });
            for (pp, min) in [("PT", true), ("!PT", false)] {
                pair(g, &format!("DMNMX D, {ta}, {tb}, {pp}"), Second::F64, PAIRS, &move |a, b, _, _| {
                    let (a, b) = (sign64(a, sa), sign64(b, sb));
                    wide(match (a.is_nan(), b.is_nan()) {
                        (true, _) => b,
                        (_, true) => a,
                        _ if (a.total_cmp(&b) == std::cmp::Ordering::Less) == min => a,
                        _ => b,
                    })
                });
            }
        }
    }
    for sb in &SIGNS[..2] {
        pair(g, &format!("DMUL D, A, {sb}B"), Second::F64, PAIRS, &move |a, b, _, _| wide(a * sign64(b, sb)));
        for sc in &SIGNS[..2] {
            pair(g, &format!("DFMA D, A, {sb}B, {sc}C"), Second::F64, PAIRS, &move |a, b, c, _| {
                wide(a.mul_add(sign64(b, sb), sign64(c, sc)))
            });
        }
    }
}

fn conversions(g: &mut Grid) {
    // Integers to floats: exact in f64 or i128, then rounded once by the host.
    for (from, bits, sign) in TYPES {
        let value = move |b: u64| {
            let v = b as i64 & ((1 << bits) - 1);
            if sign && v >> (bits - 1) != 0 { v - (1 << bits) } else { v }
        };
        let second = if bits == 32 { Second::Int20 } else { Second::Register };
        for (rnd, round) in ROUNDS {
            exact(g, &format!("I2F.F32.{from}{rnd} D, B"), W32, second, &|i| {
                d(narrow(value(i.b) as f64, 0.0, round).to_bits())
            });
        }
        exact(g, &format!("I2F.F64.{from} D, B"), Widths { d: 2, ..W32 }, second, &|i| wide(value(i.b) as f64));
        if sign {
            // The smallest number is its own absolute value, at its own width (nv.convert_sign).
            exact(g, &format!("I2F.F32.{from} D, |B|"), W32, Second::Register, &|i| {
                let v = value(i.b);
                d((if v == -(1 << (bits - 1)) { v } else { v.abs() } as f32).to_bits())
            });
        }
    }
    let source = Widths { b: 2, ..W32 };
    let both = Widths { b: 2, d: 2, ..W32 };
    let mut of = |text, widths, model: fn(In) -> Out| exact(g, text, widths, Second::Constant, &model);
    of("I2F.F32.S64 D, B", source, |i| d((i.b as i64 as f32).to_bits()));
    of("I2F.F32.U64 D, B", source, |i| d((i.b as f32).to_bits()));
    of("I2F.F32.S64 D, -B", source, |i| d(((i.b as i64).wrapping_neg() as f32).to_bits()));
    of("I2F.F64.S64 D, B", both, |i| wide(i.b as i64 as f64));
    of("I2F.F64.U64 D, B", both, |i| wide(i.b as f64));
    // Floats to integers: rounded to an integer, clamped; NaN is 0 (32 bits).
    type ToInt = fn(f64) -> f64;
    let modes: [(&str, ToInt); 4] =
        [("", f64::round_ties_even), (".FLOOR", f64::floor), (".CEIL", f64::ceil), (".TRUNC", f64::trunc)];
    for (rnd, integral) in modes {
        for (to, low, high) in [
            ("U32", 0.0, f64::from(u32::MAX)),
            ("S32", f64::from(i32::MIN), f64::from(i32::MAX)),
            ("U16", 0.0, 65535.0),
            ("S16", -32768.0, 32767.0),
        ] {
            for sb in SIGNS {
                let tb = around(sb, "B");
                line(g, &format!("F2I.{to}.F32{rnd} D, {tb}"), Second::F32, &move |_, b, _, _| {
                    let v = integral(f64::from(signed(b, sb)));
                    d(if v.is_nan() { 0 } else { v.clamp(low, high) as i64 as u32 })
                });
            }
            line(g, &format!("F2I.FTZ.{to}.F32{rnd} D, B"), Second::F32, &move |_, b, _, _| {
                let v = integral(f64::from(flush(b, true)));
                d(if v.is_nan() { 0 } else { v.clamp(low, high) as i64 as u32 })
            });
        }
        let frnd = if rnd.is_empty() { ".ROUND" } else { rnd };
        for (ftz_word, ftz) in [("", false), (".FTZ", true)] {
            line(g, &format!("F2F{ftz_word}.F32.F32{frnd} D, -B"), Second::F32, &move |_, b, _, _| {
                let x = -flush(b, ftz);
                d(bits(integral(f64::from(x)) as f32))
            });
        }
        pair(g, &format!("F2F.F64.F64{frnd} D, |B|"), Second::F64, PAIRS, &move |_, b, _, _| wide(integral(b.abs())));
    }
    for (rnd, round) in ROUNDS {
        for (ftz_word, ftz) in [("", false), (".FTZ", true)] {
            let (text, widths) = (format!("F2F{ftz_word}.F32.F64{rnd} D, B"), Widths { d: 1, ..PAIRS });
            pair(g, &text, Second::F64, widths, &move |_, b, _, _| finish(narrow(b, 0.0, round), ftz, false));
        }
    }
    let (text, widths) = ("F2F.F64.F32 D, B", Widths { d: 2, ..W32 });
    let model = |i: In| wide(f64::from(f32::from_bits(i.b as u32)));
    g.line(&Line { text, widths, second: Second::F32, float: true, any_nan: true, model: &model });
}
