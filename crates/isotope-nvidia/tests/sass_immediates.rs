//! Immediates at their limits in ptxas's sm_50 code: `kernels/extra/sm_50/immediates.ptx` is compiled by ptxas
//! into the cubin that Isotope runs, and executed by the small interpreter here, which follows the PTX manual.

use std::collections::HashMap;

use crate::common::*;
use isotope_machine::Options;

const ITEMS: u32 = 128;
const CORNERS: [u32; 8] = [0, 1, 0xffff_ffff, 0x8000_0000, 0x7fff_ffff, 0x8_0000, 0xfff8_0000, 0xffff];

/// Registers of one work-item by name, as bits.
type Registers = HashMap<String, u64>;

fn value(r: &Registers, text: &str) -> u64 {
    if let Some(hex) = text.strip_prefix("0f").or_else(|| text.strip_prefix("0d")) {
        return u64::from_str_radix(hex, 16).unwrap();
    }
    r.get(text).copied().unwrap_or_else(|| text.parse::<i64>().unwrap_or_else(|_| panic!("`{text}`")) as u32 as u64)
}

fn f(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// An f32 result: all NaNs are one value.
fn single(x: f32) -> u64 {
    if x.is_nan() { 0x7fff_ffff } else { x.to_bits().into() }
}

/// Minimum or maximum as PTX defines it: if one operand is NaN the other is returned, and -0 is below +0.
fn extreme<T: Copy>(a: T, b: T, nan: impl Fn(T) -> bool, less: bool) -> T {
    match (nan(a), nan(b)) {
        (true, _) => b,
        (_, true) => a,
        _ if less => a,
        _ => b,
    }
}

fn prmt(a: u32, b: u32, selector: u32) -> u32 {
    let bytes = (u64::from(b) << 32 | u64::from(a)).to_le_bytes();
    u32::from_le_bytes(std::array::from_fn(|n| {
        let s = selector >> (4 * n);
        let byte = bytes[s as usize & 7];
        if s & 8 != 0 { ((byte as i8) >> 7) as u8 } else { byte }
    }))
}

fn bfe(a: u32, pos: u32, len: u32, signed: bool) -> u32 {
    let (pos, len) = (pos & 0xff, len & 0xff);
    let sign = signed && len != 0 && a >> (pos + len - 1).min(31) & 1 != 0;
    (0..32).fold(0, |r, n| {
        let bit = if n < len && pos + n < 32 { a >> (pos + n) & 1 != 0 } else { sign };
        r | u32::from(bit) << n
    })
}

/// Executes one PTX instruction on the registers of a work-item.
fn step(line: &str, r: &mut Registers, table: &[u32]) {
    let (op, rest) = line.split_once(' ').unwrap();
    let operands: Vec<&str> = rest.split(", ").collect();
    if op == "ld.const.u32" {
        let at: usize = operands[1].trim_matches(['[', ']']).strip_prefix("table+").unwrap().parse().unwrap();
        r.insert(operands[0].into(), table[at / 4].into());
        return;
    }
    let wide: Vec<u64> = operands[1..].iter().filter(|o| **o != "%p").map(|o| value(r, o)).collect();
    let p = r["%p"] != 0;
    let w: Vec<u32> = wide.iter().map(|v| *v as u32).collect();
    let (a, b) = (w[0], w.get(1).copied().unwrap_or(0));
    let c = w.get(2).copied().unwrap_or(0);
    let (i, j) = (a as i32, b as i32);
    let carry = r.get("carry").copied().unwrap_or(0) as u32;
    let pair = u64::from(b) << 32 | u64::from(a);
    let shift = |n: u32| if n > 31 { 0 } else { a << n };
    let unit = |text: &str| op.ends_with(text);
    let less32 = f(wide[0]).total_cmp(&f(b.into())).is_lt();
    let double = |n: usize| f64::from_bits(wide[n]);
    let result: u64 = match op {
        "add.s32" => a.wrapping_add(b).into(),
        "sub.s32" => a.wrapping_sub(b).into(),
        "add.cc.u32" => {
            r.insert("carry".into(), (u64::from(a) + u64::from(b)) >> 32);
            a.wrapping_add(b).into()
        }
        "addc.u32" => a.wrapping_add(b).wrapping_add(carry).into(),
        "sub.cc.u32" => {
            r.insert("carry".into(), (a < b).into());
            a.wrapping_sub(b).into()
        }
        "subc.u32" => a.wrapping_sub(b).wrapping_sub(carry).into(),
        "mul.lo.s32" => a.wrapping_mul(b).into(),
        "mul.hi.s32" => ((i64::from(i) * i64::from(j)) >> 32) as u32 as u64,
        "mul.hi.u32" => (u64::from(a) * u64::from(b)) >> 32,
        "mad.lo.s32" => a.wrapping_mul(b).wrapping_add(c).into(),
        "mul24.lo.s32" => (((i << 8) >> 8) as i64 * ((j << 8) >> 8) as i64) as u32 as u64,
        "and.b32" => (a & b).into(),
        "or.b32" => (a | b).into(),
        "xor.b32" => (a ^ b).into(),
        "min.s32" => i.min(j) as u32 as u64,
        "max.s32" => i.max(j) as u32 as u64,
        "min.u32" => a.min(b).into(),
        "max.u32" => a.max(b).into(),
        "bfe.s32" => bfe(a, b, c, true).into(),
        "bfe.u32" => bfe(a, b, c, false).into(),
        "bfi.b32" => (0..32)
            .fold(b, |v, n| if n >= c && n < c + w[3] { v & !(1 << n) | (a >> (n - c) & 1) << n } else { v })
            .into(),
        "prmt.b32" => prmt(a, b, c).into(),
        "lop3.b32" => (a ^ b ^ c).into(),
        "selp.b32" => if p { a } else { b }.into(),
        "sad.s32" => c.wrapping_add(i.abs_diff(j)).into(),
        "sad.u32" => c.wrapping_add(a.abs_diff(b)).into(),
        "mov.b32" => a.into(),
        "slct.s32.s32" => if (c as i32) >= 0 { a } else { b }.into(),
        "shl.b32" => shift(b).into(),
        "shr.u32" => if b > 31 { 0 } else { a >> b }.into(),
        "shr.s32" => (i >> b.min(31)) as u32 as u64,
        "shf.l.wrap.b32" => (pair << (c & 31)) >> 32,
        "shf.r.wrap.b32" => pair >> (c & 31) & 0xffff_ffff,
        "shf.l.clamp.b32" => ((u128::from(pair) << c.min(32)) >> 32) as u32 as u64,
        "shf.r.clamp.b32" => pair >> c.min(32) & 0xffff_ffff,
        "add.rn.f32" => single(f(wide[0]) + f(wide[1])),
        "sub.rn.f32" => single(f(wide[0]) - f(wide[1])),
        "mul.rn.f32" => single(f(wide[0]) * f(wide[1])),
        "div.rn.f32" => single(f(wide[0]) / f(wide[1])),
        "fma.rn.f32" => single(f(wide[0]).mul_add(f(wide[1]), f(wide[2]))),
        "min.f32" => single(extreme(f(wide[0]), f(wide[1]), f32::is_nan, less32)),
        "max.f32" => single(extreme(f(wide[0]), f(wide[1]), f32::is_nan, !less32)),
        "add.rn.f64" => (double(0) + double(1)).to_bits(),
        "mul.rn.f64" => (double(0) * double(1)).to_bits(),
        "fma.rn.f64" => double(0).mul_add(double(1), double(2)).to_bits(),
        "min.f64" => extreme(double(0), double(1), f64::is_nan, double(0).total_cmp(&double(1)).is_lt()).to_bits(),
        "max.f64" => extreme(double(0), double(1), f64::is_nan, !double(0).total_cmp(&double(1)).is_lt()).to_bits(),
        _ if op.starts_with("set.") => {
            use std::cmp::Ordering::{Equal, Greater, Less};
            let order = match () {
                () if unit(".f32") => f(wide[0]).partial_cmp(&f(wide[1])),
                () if unit(".s32") => Some(i.cmp(&j)),
                () => Some(a.cmp(&b)),
            };
            let holds = match op.split('.').nth(1).unwrap() {
                "lt" => order == Some(Less),
                "le" => matches!(order, Some(Less | Equal)),
                "gt" => order == Some(Greater),
                "ge" => matches!(order, Some(Greater | Equal)),
                "eq" => order == Some(Equal),
                "ne" => matches!(order, Some(Less | Greater)),
                "gtu" => matches!(order, None | Some(Greater)),
                "neu" => order != Some(Equal),
                other => panic!("condition {other}"),
            };
            if holds { 0xffff_ffff } else { 0 }
        }
        _ => panic!("`{line}`"),
    };
    r.insert(operands[0].into(), result);
}

#[test]
fn ptxas_and_the_manual_agree_on_every_immediate() {
    let source = std::fs::read_to_string(kernels("extra/sm_50/immediates.ptx")).unwrap();
    let table: Vec<u32> = {
        let list = source.split_once("table[16380] = {").unwrap().1.split_once('}').unwrap().0;
        list.split(", ").map(|n| n.parse().unwrap()).collect()
    };
    let draw = random(6 * ITEMS as usize, 11);
    let items: Vec<[u64; 6]> = (0..ITEMS as usize)
        .map(|n| {
            let w = &draw[6 * n..];
            let word = |v: u32, salt: usize| if n % 3 == 0 { CORNERS[(n / 3 + salt) % 8] } else { v };
            let float = |v: u32| match n % 8 {
                0 => [0u32, 0x8000_0000, 0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 1, 0x007f_ffff, 0x7f7f_ffff]
                    [v as usize % 8],
                1 => v,
                _ => v & 0x807f_ffff | (64 + (v >> 23) % 128) << 23,
            };
            let double =
                |v: u32, low: u32| u64::from(v & 0x800f_ffff | (900 + (v >> 20) % 256) << 20) << 32 | u64::from(low);
            [
                word(w[0], 0).into(),
                word(w[1], n).into(),
                float(w[2]).into(),
                float(w[3]).into(),
                double(w[4], w[0]),
                double(w[5], w[1]),
            ]
        })
        .collect();
    let input: Vec<u8> = items
        .iter()
        .flat_map(|i| [bytes32(&[i[0], i[1], i[2], i[3]].map(|v| v as u32)), bytes64(&i[4..])].concat())
        .collect();
    let image = image("extra/sm_50/immediates.cubin");
    let (mut rows, mut wrong) = (0, Vec::new());
    for kernel in source.split(".visible .entry ").skip(1) {
        let name = kernel.split('(').next().unwrap();
        let operations: Vec<&str> = kernel.lines().filter_map(|l| l.strip_prefix("// ")).collect();
        let mut bench = Bench::default();
        let out = vec![0; operations.len() * ITEMS as usize * 8];
        let args = vec![A::Buffer("in", input.clone()), A::Buffer("out", out), A::Word(ITEMS)];
        bench.run(&image, name, 2, ITEMS / 2, args, Options::default());
        let found = wides(&bench.bytes("out"));
        for (row, operation) in operations.iter().enumerate() {
            rows += 1;
            let bad = (0..ITEMS as usize).find_map(|n| {
                let names = ["%a", "%b", "%x", "%y", "%u", "%v"].map(String::from);
                let mut r: Registers = names.into_iter().zip(items[n]).collect();
                r.insert("%p".into(), ((items[n][1] as u32 as i32) < 0).into());
                let mut last = "";
                for line in operation.split(" ; ") {
                    step(line, &mut r, &table);
                    last = line.split([' ', ',']).nth(1).unwrap();
                }
                let (wanted, found) = (r[last], found[row * ITEMS as usize + n]);
                (wanted != found)
                    .then(|| format!("{name}: {operation}: {found:x} instead of {wanted:x} for {:x?}", items[n]))
            });
            wrong.extend(bad);
        }
    }
    assert!(wrong.is_empty(), "{} of {rows} operations are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(rows >= 840, "only {rows} operations");
}
