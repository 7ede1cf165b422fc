//! Integer instructions, by the PTX manual.

use super::bench::{Grid, In, Line, Out, Second, TYPES, W32, d};

fn line(grid: &mut Grid, text: &str, second: Second, model: &dyn Fn(u32, u32, u32, In) -> Out) {
    let model = |i: In| model(i.a as u32, i.b as u32, i.c as u32, i);
    grid.line(&Line { text, widths: W32, second, float: false, any_nan: false, model: &model });
}

/// A sum of more than 32 bits as result and flags.
fn sum(x: u32, y: u32, carry: bool) -> (u32, [bool; 4]) {
    let wide = u64::from(x) + u64::from(y) + u64::from(carry);
    let signed = i64::from(x as i32) + i64::from(y as i32) + i64::from(carry);
    let r = wide as u32;
    (r, [r == 0, (r as i32) < 0, wide >> 32 != 0, signed != i64::from(r as i32)])
}

fn with(r: (u32, [bool; 4])) -> Out {
    Out { d: Some(r.0.into()), cc: Some(r.1), ..Out::default() }
}

const SIGNS: [(&str, bool); 2] = [("", false), ("-", true)];

pub fn run(grid: &mut Grid) {
    sums(grid);
    products(grid);
    comparisons(grid);
    shifts(grid);
    bits(grid);
    conversions(grid);
    video(grid);
}

fn sums(g: &mut Grid) {
    let neg = |v: u32, n: bool| if n { 0u32.wrapping_sub(v) } else { v };
    for (sa, na) in SIGNS {
        for (sb, nb) in SIGNS {
            if na && nb {
                continue;
            }
            // The inputs of the adder: a negated operand is complemented and adds a carry.
            let parts = move |a: u32, b: u32| (if na { !a } else { a }, if nb { !b } else { b }, na || nb);
            let plain = move |a, b, _, _: In| d(neg(a, na).wrapping_add(neg(b, nb)));
            line(g, &format!("IADD D, {sa}A, {sb}B"), Second::Int20, &plain);
            line(g, &format!("IADD D.CC, {sa}A, {sb}B"), Second::Int20, &move |a, b, _, _| {
                let (x, y, c) = parts(a, b);
                with(sum(x, y, c))
            });
            line(g, &format!("IADD.X D, {sa}A, {sb}B"), Second::Int20, &move |a, b, _, i| {
                let (x, y, _) = parts(a, b);
                d(sum(x, y, i.cc[2]).0)
            });
            line(g, &format!("IADD.X D.CC, {sa}A, {sb}B"), Second::Int20, &move |a, b, _, i| {
                let (x, y, _) = parts(a, b);
                let (r, mut cc) = sum(x, y, i.cc[2]);
                cc[0] &= i.cc[0];
                with((r, cc))
            });
            line(g, &format!("IADD.SAT D, {sa}A, {sb}B"), Second::Int20, &move |a, b, _, _| {
                let signed = |v: u32, n: bool| if n { -i64::from(v as i32) } else { i64::from(v as i32) };
                d((signed(a, na) + signed(b, nb)).clamp(i32::MIN.into(), i32::MAX.into()) as u32)
            });
            for shift in [0, 1, 5, 31] {
                line(g, &format!("ISCADD D, {sa}A, {sb}B, {shift:#x}"), Second::Int20, &move |a, b, _, _| {
                    d(neg(a << shift, na).wrapping_add(neg(b, nb)))
                });
            }
            for (sc, nc) in SIGNS {
                line(g, &format!("IADD3 D, {sa}A, {sb}B, {sc}C"), Second::Int20, &move |a, b, c, _| {
                    d(neg(a, na).wrapping_add(neg(b, nb)).wrapping_add(neg(c, nc)))
                });
            }
        }
        line(g, &format!("IADD32I D, {sa}A, B"), Second::Int32, &move |a, b, _, _| d(neg(a, na).wrapping_add(b)));
        line(g, &format!("IADD32I.X D, {sa}A, B"), Second::Int32, &move |a, b, _, i| {
            d((if na { !a } else { a }).wrapping_add(b).wrapping_add(i.cc[2].into()))
        });
        line(g, &format!("IADD32I D.CC, {sa}A, B"), Second::Int32, &move |a, b, _, _| {
            with(sum(if na { !a } else { a }, b, na))
        });
        for shift in [0, 1, 7, 31] {
            line(g, &format!("LEA D, {sa}A, B, {shift:#x}"), Second::Int20, &move |a, b, _, _| {
                d(neg(a << shift, na).wrapping_add(b))
            });
        }
    }
    line(g, "IADD3 D, A.H0, B.H1, C", Second::Register, &|a, b, c, _| {
        d((a & 0xffff).wrapping_add(b >> 16).wrapping_add(c))
    });
    line(g, "IADD3 D, A.H1, B, C.H0", Second::Register, &|a, b, c, _| {
        d((a >> 16).wrapping_add(b).wrapping_add(c & 0xffff))
    });
    line(g, "IADD3.RS D, A, B, C", Second::Register, &|a, b, c, _| {
        d((((u64::from(a) + u64::from(b)) >> 16) as u32).wrapping_add(c))
    });
    line(g, "IADD3.LS D, A, B, C", Second::Register, &|a, b, c, _| d((a.wrapping_add(b) << 16).wrapping_add(c)));
    line(g, "IADD.PO D, A, B", Second::Int20, &|a, b, _, _| d(a.wrapping_add(b).wrapping_add(1)));
    line(g, "IADD.PO D.CC, A, B", Second::Int20, &|a, b, _, _| with(sum(a, b, true)));
    line(g, "IADD32I.PO D, A, B", Second::Int32, &|a, b, _, _| d(a.wrapping_add(b).wrapping_add(1)));
    line(g, "ISCADD.PO D, A, B, 0x3", Second::Int20, &|a, b, _, _| d((a << 3).wrapping_add(b).wrapping_add(1)));
    for shift in [0, 3, 31] {
        line(g, &format!("ISCADD32I D, A, B, {shift:#x}"), Second::Int32, &move |a, b, _, _| {
            d((a << shift).wrapping_add(b))
        });
        line(g, &format!("LEA.HI D, A, B, C, {shift:#x}"), Second::Constant, &move |a, b, c, _| {
            let wide = (u64::from(c) << 32 | u64::from(a)) << shift;
            d(((wide >> 32) as u32).wrapping_add(b))
        });
    }
    line(g, "MOV D, B", Second::Int20, &|_, b, _, _| d(b));
    line(g, "MOV32I D, B", Second::Int32, &|_, b, _, _| d(b));
    line(g, "SEL D, A, B, P3", Second::Int20, &|a, b, _, i| d(if i.p { a } else { b }));
    line(g, "SEL D, A, B, !P3", Second::Int20, &|a, b, _, i| d(if i.p { b } else { a }));
    line(g, "SEL D, A, B, PT", Second::Int20, &|a, _, _, _| d(a));
    line(g, "SEL D, A, B, !PT", Second::Int20, &|_, b, _, _| d(b));
}

fn products(g: &mut Grid) {
    for (name, signed) in [("", true), (".U32.U32", false)] {
        let high = move |a: u32, b: u32| {
            if signed {
                ((i64::from(a as i32) * i64::from(b as i32)) >> 32) as u32
            } else {
                ((u64::from(a) * u64::from(b)) >> 32) as u32
            }
        };
        line(g, &format!("IMUL{name} D, A, B"), Second::Int20, &|a, b, _, _| d(a.wrapping_mul(b)));
        line(g, &format!("IMUL{name}.HI D, A, B"), Second::Int20, &move |a, b, _, _| d(high(a, b)));
        line(g, &format!("IMUL32I{name} D, A, B"), Second::Int32, &|a, b, _, _| d(a.wrapping_mul(b)));
        line(g, &format!("IMUL32I{name}.HI D, A, B"), Second::Int32, &move |a, b, _, _| d(high(a, b)));
        line(g, &format!("IMAD{name} D, A, B, C"), Second::Int20, &|a, b, c, _| d(a.wrapping_mul(b).wrapping_add(c)));
        line(g, &format!("IMAD{name}.HI D, A, B, C"), Second::Int20, &move |a, b, c, _| d(high(a, b).wrapping_add(c)));
        line(g, &format!("IMAD{name} D.CC, A, B, C"), Second::Int20, &|a, b, c, _| {
            with(sum(a.wrapping_mul(b), c, false))
        });
        line(g, &format!("IMAD{name}.HI.X D, A, B, C"), Second::Int20, &move |a, b, c, i| {
            d(sum(high(a, b), c, i.cc[2]).0)
        });
    }
    line(g, "IMAD D, -A, B, C", Second::Int20, &|a, b, c, _| d(c.wrapping_sub(a.wrapping_mul(b))));
    line(g, "IMAD D, A, B, -C", Second::Int20, &|a, b, c, _| d(a.wrapping_mul(b).wrapping_sub(c)));
    line(g, "IMAD.PO D, A, B, C", Second::Int20, &|a, b, c, _| d(a.wrapping_mul(b).wrapping_add(c).wrapping_add(1)));
    line(g, "IMAD.HI.SAT D, A, B, C", Second::Int20, &|a, b, c, _| {
        d(((((i64::from(a as i32) * i64::from(b as i32)) >> 32) as i32).saturating_add(c as i32)) as u32)
    });

    let half = |v: u32, high: bool, signed: bool| {
        let h = if high { v >> 16 } else { v & 0xffff };
        if signed { h as u16 as i16 as i32 as u32 } else { h }
    };
    for (signs, sa, sb) in
        [("", false, false), (".S16.U16", true, false), (".U16.S16", false, true), (".S16.S16", true, true)]
    {
        for (ha, a_high) in [("", false), (".H1", true)] {
            for (hb, b_high) in [("", false), (".H1", true)] {
                let product = move |a, b| half(a, a_high, sa).wrapping_mul(half(b, b_high, sb));
                let mut all = |mods: &str, model: &dyn Fn(u32, u32, u32) -> u32| {
                    let text = format!("XMAD{signs}{mods} D, A{ha}, B{hb}, C");
                    let second = match (b_high, mods.contains("CBCC"), sb) {
                        (true, ..) => Second::Register,
                        // This instruction accepts no constant.
                        (_, true, true) => Second::OnlyS16,
                        (_, true, false) => Second::OnlyU16,
                        (_, false, true) => Second::S16,
                        (_, false, false) => Second::U16,
                    };
                    line(g, &text, second, &|a, b, c, _| d(model(a, b, c)));
                };
                all("", &|a, b, c| product(a, b).wrapping_add(c));
                all(".PSL", &|a, b, c| (product(a, b) << 16).wrapping_add(c));
                all(".MRG", &|a, b, c| product(a, b).wrapping_add(c) & 0xffff | b << 16);
                all(".CLO", &|a, b, c| product(a, b).wrapping_add(c & 0xffff));
                all(".CHI", &|a, b, c| product(a, b).wrapping_add(c >> 16));
                all(".CBCC", &|a, b, c| product(a, b).wrapping_add(c).wrapping_add(b << 16));
                all(".PSL.CBCC", &|a, b, c| (product(a, b) << 16).wrapping_add(c).wrapping_add(b << 16));
            }
        }
    }
}

const CONDITIONS: [(&str, fn(i64, i64) -> bool); 8] = [
    ("F", |_, _| false),
    ("LT", |a, b| a < b),
    ("EQ", |a, b| a == b),
    ("LE", |a, b| a <= b),
    ("GT", |a, b| a > b),
    ("NE", |a, b| a != b),
    ("GE", |a, b| a >= b),
    ("T", |_, _| true),
];
const BOOLEANS: [(&str, fn(bool, bool) -> bool); 3] =
    [("AND", |a, b| a & b), ("OR", |a, b| a | b), ("XOR", |a, b| a ^ b)];

fn comparisons(g: &mut Grid) {
    for (unsigned, mark) in [(false, ""), (true, ".U32")] {
        let wide = move |v: u32| if unsigned { i64::from(v) } else { i64::from(v as i32) };
        for (name, holds) in CONDITIONS {
            for (bop, combine) in BOOLEANS {
                for (pp, given) in [("P3", 0), ("!P3", 1), ("PT", 2), ("!PT", 3)] {
                    if given > 1 && bop == "XOR" && name != "LT" {
                        continue;
                    }
                    let p = move |i: In| [i.p, !i.p, true, false][given];
                    let text = format!("ISETP.{name}{mark}.{bop} P1, P2, A, B, {pp}");
                    line(g, &text, Second::Int20, &move |a, b, _, i| {
                        let test = holds(wide(a), wide(b));
                        Out { pd: Some(combine(test, p(i))), pq: Some(combine(!test, p(i))), ..Out::default() }
                    });
                }
                line(g, &format!("ISET.{name}{mark}.{bop} D, A, B, P3"), Second::Int20, &move |a, b, _, i| {
                    d(if combine(holds(wide(a), wide(b)), i.p) { u32::MAX } else { 0 })
                });
                line(g, &format!("ISET.BF.{name}{mark}.{bop} D, A, B, !P3"), Second::Int20, &move |a, b, _, i| {
                    d(if combine(holds(wide(a), wide(b)), !i.p) { 0x3f80_0000 } else { 0 })
                });
            }
            line(g, &format!("ICMP.{name}{mark} D, A, B, C"), Second::Int20, &move |a, b, c, _| {
                d(if holds(wide(c), 0) { a } else { b })
            });
        }
        for (pp, given) in [("PT", 0), ("!PT", 1), ("P3", 2), ("!P3", 3)] {
            line(g, &format!("IMNMX{mark} D, A, B, {pp}"), Second::Int20, &move |a, b, _, i| {
                let min = [true, false, i.p, !i.p][given];
                d(if (wide(a) < wide(b)) == min { a } else { b })
            });
        }
        // The high words after a subtraction of the low words: the borrow is the inverted carry flag.
        for (name, holds) in CONDITIONS {
            line(g, &format!("ISETP.{name}{mark}.X.AND P1, P2, A, B, PT"), Second::Int20, &move |a, b, _, i| {
                let difference = i128::from(wide(a)) - i128::from(wide(b)) - i128::from(!i.cc[2]);
                let zero = difference as u32 == 0 && i.cc[0];
                let less = difference < 0;
                let order = i64::from(!zero) * if less { -1 } else { 1 };
                let test = match name {
                    // Less and equal are independent flags.
                    "LT" => less,
                    "GE" => !less,
                    "LE" => less || zero,
                    "GT" => !(less || zero),
                    _ => holds(order, 0),
                };
                Out { pd: Some(test), pq: Some(!test), ..Out::default() }
            });
        }
    }
}

fn shifts(g: &mut Grid) {
    let left = |a: u32, n: u32| if n > 31 { 0 } else { a << n };
    let right = |a: u32, n: u32| if n > 31 { 0 } else { a >> n };
    let arithmetic = |a: u32, n: u32| ((a as i32) >> n.min(31)) as u32;
    line(g, "SHL D, A, B", Second::Int20, &|a, b, _, _| d(left(a, b)));
    line(g, "SHL.W D, A, B", Second::Int20, &|a, b, _, _| d(left(a, b & 31)));
    line(g, "SHR D, A, B", Second::Int20, &|a, b, _, _| d(arithmetic(a, b)));
    line(g, "SHR.W D, A, B", Second::Int20, &|a, b, _, _| d(arithmetic(a, b & 31)));
    line(g, "SHR.U32 D, A, B", Second::Int20, &|a, b, _, _| d(right(a, b)));
    line(g, "SHR.U32.W D, A, B", Second::Int20, &|a, b, _, _| d(right(a, b & 31)));
    line(g, "SHR.U32.BREV D, A, B", Second::Int20, &|a, b, _, _| d(right(a.reverse_bits(), b)));
    for (kind, limit, signed) in [("", 32, false), (".U64", 64, false), (".S64", 64, true)] {
        for (w, wraps) in [("", false), (".W", true)] {
            let count = move |b: u32| if wraps { b % limit } else { b.min(limit) };
            let pair = |a: u32, c: u32| u128::from(u64::from(c) << 32 | u64::from(a));
            line(g, &format!("SHF.L{w}{kind} D, A, B, C"), Second::Count6, &move |a, b, c, _| {
                d(((pair(a, c) << count(b)) >> 32) as u32)
            });
            line(g, &format!("SHF.R{w}{kind} D, A, B, C"), Second::Count6, &move |a, b, c, _| {
                let n = count(b);
                d(if signed { (i128::from(pair(a, c) as u64 as i64) >> n) as u32 } else { (pair(a, c) >> n) as u32 })
            });
        }
    }
}

fn bits(g: &mut Grid) {
    type Logic = fn(u32, u32) -> u32;
    let ops: [(&str, Logic); 4] =
        [("AND", |a, b| a & b), ("OR", |a, b| a | b), ("XOR", |a, b| a ^ b), ("PASS_B", |_, b| b)];
    let not = |v: u32, n: bool| if n { !v } else { v };
    for (name, op) in ops {
        for (ia, na) in [("", false), ("~", true)] {
            for (ib, nb) in [("", false), ("~", true)] {
                line(g, &format!("LOP.{name} D, {ia}A, {ib}B"), Second::Int20, &move |a, b, _, _| {
                    d(op(not(a, na), not(b, nb)))
                });
                for (z, zero) in [("Z", true), ("NZ", false)] {
                    line(g, &format!("LOP.{name}.{z} P1, D, {ia}A, {ib}B"), Second::Int20, &move |a, b, _, _| {
                        let r = op(not(a, na), not(b, nb));
                        Out { pd: Some((r == 0) == zero), ..d(r) }
                    });
                }
            }
            line(g, &format!("LOP32I.{name} D, {ia}A, B"), Second::Int32, &move |a, b, _, _| d(op(not(a, na), b)));
        }
    }
    for lut in [0x00u8, 0x01, 0x80, 0x96, 0xe8, 0xca, 0xf0, 0xcc, 0xaa, 0xff, 0x1b] {
        line(g, &format!("LOP3.LUT D, A, B, C, {lut:#x}"), Second::Int20, &move |a, b, c, _| {
            let bit = |n: u32| lut >> ((a >> n & 1) << 2 | (b >> n & 1) << 1 | c >> n & 1) & 1;
            d((0..32).fold(0, |r, n| r | u32::from(bit(n)) << n))
        });
    }
    for (i, n) in [("", false), ("~", true)] {
        line(g, &format!("POPC D, {i}B"), Second::Int20, &move |_, b, _, _| d(not(b, n).count_ones()));
        for (u, signed) in [(".U32", false), ("", true)] {
            for (sh, from_top) in [("", false), (".SH", true)] {
                line(g, &format!("FLO{u}{sh} D, {i}B"), Second::Int20, &move |_, b, _, _| {
                    let v = not(b, n);
                    let v = if signed && (v as i32) < 0 { !v } else { v };
                    d(match (v, from_top) {
                        (0, _) => u32::MAX,
                        (v, false) => 31 - v.leading_zeros(),
                        (v, true) => v.leading_zeros(),
                    })
                });
            }
        }
    }
    // PTX bfe: positions and lengths of 0 to 255; beyond the top bit a field is filled with zeros or the sign.
    let extract = |a: u32, b: u32, signed: bool| {
        let (pos, len) = (b & 0xff, b >> 8 & 0xff);
        let sign = signed && len != 0 && a >> (pos + len - 1).min(31) & 1 != 0;
        (0..32).fold(0, |r, n| {
            let bit = if n < len && pos + n < 32 { a >> (pos + n) & 1 != 0 } else { sign };
            r | u32::from(bit) << n
        })
    };
    line(g, "BFE D, A, B", Second::Int20, &move |a, b, _, _| d(extract(a, b, true)));
    line(g, "BFE.U32 D, A, B", Second::Int20, &move |a, b, _, _| d(extract(a, b, false)));
    line(g, "BFE.U32.BREV D, A, B", Second::Int20, &move |a, b, _, _| d(extract(a.reverse_bits(), b, false)));
    line(g, "BFI D, A, B, C", Second::Int20, &|a, b, c, _| {
        let (pos, len) = (b & 0xff, b >> 8 & 0xff);
        d((0..32).fold(c, |r, n| if n >= pos && n < pos + len { r & !(1 << n) | (a >> (n - pos) & 1) << n } else { r }))
    });
    let bytes = |a: u32, c: u32| -> [u8; 8] { (u64::from(c) << 32 | u64::from(a)).to_le_bytes() };
    line(g, "PRMT D, A, B, C", Second::Int20, &move |a, b, c, _| {
        let all = bytes(a, c);
        d(u32::from_le_bytes(std::array::from_fn(|n| {
            let selector = b >> (4 * n) & 15;
            let byte = all[selector as usize & 7];
            if selector & 8 != 0 { ((byte as i8) >> 7) as u8 } else { byte }
        })))
    });
    // The PTX manual's table of prmt modes: bytes of the result for selectors 0 to 3, lowest byte first.
    let modes: [(&str, [[usize; 4]; 4]); 6] = [
        ("F4E", [[0, 1, 2, 3], [1, 2, 3, 4], [2, 3, 4, 5], [3, 4, 5, 6]]),
        ("B4E", [[0, 7, 6, 5], [1, 0, 7, 6], [2, 1, 0, 7], [3, 2, 1, 0]]),
        ("RC8", [[0; 4], [1; 4], [2; 4], [3; 4]]),
        ("ECL", [[0, 1, 2, 3], [1, 1, 2, 3], [2, 2, 2, 3], [3, 3, 3, 3]]),
        ("ECR", [[0, 0, 0, 0], [0, 1, 1, 1], [0, 1, 2, 2], [0, 1, 2, 3]]),
        ("RC16", [[0, 1, 0, 1], [2, 3, 2, 3], [0, 1, 0, 1], [2, 3, 2, 3]]),
    ];
    for (name, table) in modes {
        line(g, &format!("PRMT.{name} D, A, B, C"), Second::Int20, &move |a, b, c, _| {
            let all = bytes(a, c);
            d(u32::from_le_bytes(table[b as usize & 3].map(|n| all[n])))
        });
    }
}

fn conversions(g: &mut Grid) {
    for (to, to_bits, to_signed) in TYPES {
        for (from, bits, signed) in TYPES {
            let parts: &[(&str, u32)] = match bits {
                8 => &[("", 0), (".B1", 8), (".B2", 16), (".B3", 24)],
                16 => &[("", 0), (".H1", 16)],
                _ => &[("", 0)],
            };
            for (part, at) in parts {
                let value = move |b: u32| {
                    let v = i64::from(b >> at) & ((1 << bits) - 1);
                    if signed && v >> (bits - 1) != 0 { v - (1 << bits) } else { v }
                };
                // The smallest number is its own negative, at its own width.
                let wrap = move |v: i64| if v == 1 << (bits - 1) { -v } else { v };
                // A byte converted to a signed half has zeros above.
                let narrow = (to, from) == ("S16", "S8");
                let truncate = move |v: i64| {
                    let r = v & ((1 << to_bits) - 1);
                    (if to_signed && !narrow && r >> (to_bits - 1) != 0 { r - (1 << to_bits) } else { r }) as u32
                };
                let second = if bits == 32 { Second::Int20 } else { Second::Register };
                line(g, &format!("I2I.{to}.{from} D, B{part}"), second, &move |_, b, _, _| d(truncate(value(b))));
                line(g, &format!("I2I.{to}.{from}.SAT D, B{part}"), Second::Register, &move |_, b, _, _| {
                    let (low, high) = if to_signed {
                        (-(1i64 << (to_bits - 1)), (1 << (to_bits - 1)) - 1)
                    } else {
                        (0, (1 << to_bits) - 1)
                    };
                    d(value(b).clamp(low, high) as u32)
                });
                if signed {
                    line(g, &format!("I2I.{to}.{from} D, |B{part}|"), Second::Register, &move |_, b, _, _| {
                        d(truncate(wrap(value(b).abs())))
                    });
                    line(g, &format!("I2I.{to}.{from} D, -B{part}"), Second::Register, &move |_, b, _, _| {
                        d(truncate(wrap(-value(b))))
                    });
                }
            }
        }
    }
}

fn video(g: &mut Grid) {
    let parts = [("U8", 8, false), ("U16", 16, false), ("S8", 8, true), ("S16", 16, true), ("S32", 32, true)];
    let part = |v: u32, bits: u32, signed: bool| {
        let v = i64::from(v) & ((1i64 << bits) - 1);
        if signed && v >> (bits - 1) != 0 { v - (1 << bits) } else { v }
    };
    for (ta, ab, sa) in parts {
        for (tb, bb, sb) in parts {
            let of = move |a: u32, b: u32| (part(a, ab, sa), part(b, bb, sb));
            let types = if (ta, tb) == ("S32", "S32") { String::new() } else { format!(".{ta}.{tb}") };
            let mut two = |text: String, model: &dyn Fn(i64, i64, u32) -> u32| {
                line(g, &text, Second::Register, &|a, b, c, _| {
                    let (x, y) = of(a, b);
                    d(model(x, y, c))
                });
            };
            two(format!("VADD{types} D, A, B, C"), &|x, y, _| (x + y) as u32);
            two(format!("VADD{types} D, -A, B, C"), &|x, y, _| (y - x) as u32);
            two(format!("VADD{types}.PO.ACC D, A, B, C"), &|x, y, c| ((x + y + 1) as u32).wrapping_add(c));
            two(format!("VABSDIFF{types}.ACC D, A, B, C"), &|x, y, c| ((x - y).unsigned_abs() as u32).wrapping_add(c));
            two(format!("VMNMX{types} D, A, B, C"), &|x, y, _| x.min(y) as u32);
            two(format!("VMNMX{types}.MX.ACC D, A, B, C"), &|x, y, c| (x.max(y) as u32).wrapping_add(c));
            two(format!("VSET.LT{types}.ACC D, A, B, C"), &|x, y, c| u32::from(x < y).wrapping_add(c));
            if ab < 32 && bb < 32 {
                two(format!("VMAD{types} D, A, B, C"), &|x, y, c| ((x * y) as u32).wrapping_add(c));
                two(format!("VMAD{types} D, A, B, -C"), &|x, y, c| ((x * y) as u32).wrapping_sub(c));
            }
        }
    }
}
