//! The kernels of `kernels/extra/gfx1100` on their own inputs; the expected memory is computed here from their C source.

use crate::common::*;

fn file(name: &str) -> isotope_object::Image {
    image(&format!("extra/gfx1100/{name}.co"))
}

#[test]
fn histograms_count() {
    let image = file("histogram");
    let n = 6000;
    let input = random(n, 1);
    let mut bins = vec![0u32; 256];
    input.iter().flat_map(|v| v.to_le_bytes()).for_each(|byte| bins[usize::from(byte)] += 1);
    each(|o| {
        let mut b = Bench::default();
        let args = vec![A::Buffer("in", bytes32(&input)), A::Word(n as u32), A::Buffer("bins", vec![0; 1024])];
        assert_eq!(b.run(&image, "histogram", 16, 256, args, o).words("bins"), bins);
        let args = vec![A::Buffer("total", bytes32(&[u32::MAX - 100, 0, 0])), A::Word(7)];
        let done = b.run(&image, "histogram_uniform", 5, 64, args, o).words("total");
        assert_eq!(done, [(u32::MAX - 100).wrapping_add(5 * 64 * 7), 5 * 64, 7]);
    });
}

#[test]
fn reductions_find_every_kind_of_result() {
    let image = file("reduce");
    // Signs and extremes; more data than the eight groups process in one iteration.
    let mut input = random(1500, 2);
    (input[17], input[40], input[1400]) = (i32::MIN as u32, i32::MAX as u32, 0);
    let signed = || input.iter().map(|&v| v as i32);
    let start = [5i64 as u64, 0, 0];
    let sum = signed().fold(start[0] as i64, |s, v| s.wrapping_add(i64::from(v)));
    each(|o| {
        let cell = |name, v: u32| A::Buffer(name, bytes32(&[v]));
        let args = vec![
            A::Buffer("in", bytes32(&input)),
            A::Word(1500),
            A::Buffer("sum", bytes64(&start[..1])),
            cell("min", 3),
            cell("max", 3),
            cell("and", u32::MAX),
            cell("or", 0),
            cell("xor", 0x55),
            cell("umin", 9),
            cell("umax", 9),
        ];
        let mut b = Bench::default();
        b.run(&image, "reduce", 8, 128, args, o);
        assert_eq!(b.wides("sum"), [sum as u64]);
        let cells = ["min", "max", "and", "or", "xor", "umin", "umax"].map(|name| b.words(name)[0]);
        let fold = |start: u32, f: fn(u32, u32) -> u32| input.iter().fold(start, |a, &v| f(a, v));
        let wanted = [
            signed().min().unwrap().min(3) as u32,
            signed().max().unwrap().max(3) as u32,
            fold(u32::MAX, |a, v| a & v),
            fold(0, |a, v| a | v),
            fold(0x55, |a, v| a ^ v),
            fold(9, u32::min),
            fold(9, u32::max),
        ];
        assert_eq!(cells, wanted);
    });
}

/// A float with subnormals flushed, sign kept.
fn flush(v: f32) -> f32 {
    if v.is_subnormal() { 0f32.copysign(v) } else { v }
}

/// The rank of a number in the order −∞ < … < −0 < +0 < … < +∞.
fn place(v: f32) -> i32 {
    let bits = v.to_bits() as i32;
    if bits < 0 { i32::MIN.wrapping_sub(bits) - 1 } else { bits }
}

/// Subnormal handling of f32 operations, per unit. Inputs contain no NaN.
#[derive(Clone, Copy)]
struct Rules {
    /// MODE keeps subnormals; if it does not, minimum and maximum still return an unmodified operand.
    keeps: bool,
}

impl Rules {
    fn fi(self, v: f32) -> f32 {
        if self.keeps { v } else { flush(v) }
    }

    /// In LDS: both flushes depend on MODE.
    fn lds_add(self, a: f32, b: f32) -> f32 {
        self.fi(self.fi(a) + self.fi(b))
    }

    /// In memory: inputs are always flushed, outputs never.
    fn memory_add(self, a: f32, b: f32) -> f32 {
        flush(a) + flush(b)
    }

    /// Memory keeps its value on a tie.
    fn min(self, old: f32, v: f32) -> f32 {
        if place(self.fi(v)) < place(self.fi(old)) { v } else { old }
    }

    fn max(self, old: f32, v: f32) -> f32 {
        if place(self.fi(v)) > place(self.fi(old)) { v } else { old }
    }

    /// The instruction of the vector unit.
    fn valu_add(self, a: f32, b: f32) -> f32 {
        self.lds_add(a, b)
    }
}

/// The results of one group: `gadd`, `gmin`, `gmax`, `ret`, `dmin`, `dmax`.
fn fatomics(input: &[f32], rules: Rules, hardware_minimum: bool) -> [Vec<u64>; 6] {
    let (mut a, mut b, mut c) = ([0f32; 32], [f32::INFINITY; 32], [f32::NEG_INFINITY; 32]);
    let (mut d, mut e) = ([f64::INFINITY; 32], [f64::NEG_INFINITY; 32]);
    let (mut gadd, mut gmin, mut gmax) = ([0f32; 32], [f32::INFINITY; 32], [f32::NEG_INFINITY; 32]);
    let mut ret = vec![0f32; input.len()];
    for (i, &v) in input.iter().enumerate().filter(|(i, _)| i % 128 < 32) {
        let k = (i * 7) & 31;
        ret[i] = rules.valu_add(rules.valu_add(a[k], b[k]), c[k]);
        a[k] = rules.lds_add(a[k], v);
        b[k] = rules.min(b[k], v);
        c[k] = rules.max(c[k], v);
        gadd[k] = rules.memory_add(gadd[k], v);
        // Without the instruction, the compiler emits a loop around the vector unit's minimum of canonical values.
        let value = |x: f32| if hardware_minimum { x } else { rules.fi(x) };
        gmin[k] = rules.min(value(gmin[k]), value(v));
        gmax[k] = rules.max(value(gmax[k]), value(v));
        let wide = f64::from(rules.fi(v));
        d[k] = if wide.total_cmp(&d[k]).is_lt() { wide } else { d[k] };
        e[k] = if wide.total_cmp(&e[k]).is_gt() { wide } else { e[k] };
    }
    for k in 0..32 {
        gadd[k] = rules.memory_add(gadd[k], a[k]);
    }
    let narrow = |list: &[f32]| list.iter().map(|v| u64::from(v.to_bits())).collect();
    let double = |list: &[f64]| list.iter().map(|v| v.to_bits()).collect();
    [narrow(&gadd), narrow(&gmin), narrow(&gmax), narrow(&ret), double(&d), double(&e)]
}

fn fatomics_args(input: &[f32]) -> Vec<A> {
    let bits = |list: &[f32]| list.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    vec![
        A::Buffer("in", bits(input)),
        A::Word(input.len() as u32),
        A::Buffer("gadd", vec![0; 128]),
        A::Buffer("gmin", bits(&[f32::INFINITY; 32])),
        A::Buffer("gmax", bits(&[f32::NEG_INFINITY; 32])),
        A::Buffer("ret", vec![0; 4 * input.len()]),
        A::Buffer("dmin", vec![0; 256]),
        A::Buffer("dmax", vec![0; 256]),
    ]
}

const FATOMICS: [(&str, Rules); 2] = [("fatomics", Rules { keeps: true }), ("fatomics_ftz", Rules { keeps: false })];

#[test]
fn float_atomics_of_one_group_with_subnormals() {
    // Normal numbers, subnormals whose sums are normal, zeros of both signs.
    let mut input: Vec<f32> = random(700, 5).iter().map(|&v| ((v % 4096) as f32 - 2048.5) * 2f32.powi(-126)).collect();
    for (i, v) in input.iter_mut().enumerate() {
        match i % 5 {
            1 => *v = f32::from_bits((random(1, i as u64)[0] & 0x807f_ffff) | 1),
            2 if i % 3 == 0 => *v = if i % 2 == 0 { 0.0 } else { -0.0 },
            _ => {}
        }
    }
    for (name, rules) in FATOMICS {
        let wanted = fatomics(&input, rules, name == "fatomics_ftz");
        each(|o| {
            let mut b = Bench::default();
            b.run(&file(name), "fatomics", 1, 32, fatomics_args(&input), o);
            for (buffer, wanted) in ["gadd", "gmin", "gmax", "ret"].iter().zip(&wanted) {
                let got: Vec<u64> = b.words(buffer).into_iter().map(u64::from).collect();
                assert_eq!(&got, wanted, "{name} {buffer}");
            }
            assert_eq!((b.wides("dmin"), b.wides("dmax")), (wanted[4].clone(), wanted[5].clone()), "{name}");
        });
    }
}

#[test]
fn float_atomics_of_four_groups_in_any_order() {
    // Whole numbers: additions are exact in every order.
    let input: Vec<f32> = random(900, 6).iter().map(|&v| (v % 2048) as f32 - 1024.0).collect();
    let slot = |k: usize| input.iter().enumerate().filter(move |(i, _)| (i * 7) & 31 == k).map(|(_, v)| *v);
    let list = |f: &dyn Fn(usize) -> f32| -> Vec<u32> { (0..32).map(|k| f(k).to_bits()).collect() };
    // Each value is added once directly and once through LDS.
    let sums = list(&|k| 2.0 * slot(k).sum::<f32>());
    let least = list(&|k| slot(k).fold(f32::INFINITY, f32::min));
    let most = list(&|k| slot(k).fold(f32::NEG_INFINITY, f32::max));
    for (name, _) in FATOMICS {
        each(|o| {
            let mut b = Bench::default();
            b.run(&file(name), "fatomics", 4, 32, fatomics_args(&input), o);
            let got = ["gadd", "gmin", "gmax"].map(|buffer| b.words(buffer));
            assert_eq!(got, [sums.clone(), least.clone(), most.clone()], "{name}");
        });
    }
}

#[test]
fn locks_exclude() {
    let image = file("caslock");
    each(|o| {
        let args = || {
            vec![
                A::Buffer("lock", vec![0; 4]),
                A::Buffer("counter", bytes32(&[7])),
                A::Buffer("wide", bytes64(&[3, 0])),
                A::Word(5),
            ]
        };
        let mut b = Bench::default();
        b.run(&image, "caslock", 4, 64, args(), o);
        assert_eq!((b.words("lock"), b.words("counter")), (vec![0], vec![7 + 4 * 2 * 5]));
        // Lanes of a wave succeed one after another; with one group, either wave may be first, or they may interleave.
        let mut b = Bench::default();
        b.run(&image, "caslock", 1, 64, args(), o);
        let step = |v: u64, t: u64| v.wrapping_mul(3).wrapping_add(t);
        let in_order = (0..64).fold(3, step);
        let [last, shown] = b.wides("wide")[..] else { panic!() };
        assert_eq!((last ^ in_order) & 1, 0);
        if (o.seed, o.threads) == (0, 1) {
            assert_eq!(last, in_order);
        }
        assert_ne!(shown, 0);

        let got =
            Bench::default().run(&image, "ldslock", 3, 64, vec![A::Buffer("out", vec![0; 4 * 192])], o).words("out");
        for group in got.chunks(64) {
            let v = *group.iter().min().unwrap();
            assert!(ldslock_results().contains(&v), "{v}");
            // One lane took the free lock; all others find the 9 that it left.
            let first = group.iter().position(|&x| x == v).unwrap();
            assert!(group.iter().enumerate().all(|(i, &x)| x == if i == first { v } else { v + 9 }));
            assert_eq!(first % 32, 0);
        }
    });
}

/// The possible values of `v`: under the lock `v = v * 5 + 1` twice, while the lanes of the first wave add their numbers;
/// additions between the other wave's load and store are lost.
fn ldslock_results() -> Vec<u32> {
    let mut all = Vec::new();
    for first in [0, 32] {
        let sum = |n: u32| (first..first + n).sum::<u32>();
        let other: u32 = (0..64).sum::<u32>() - sum(32);
        for before in 0..=32 {
            for lost in before..=32 {
                all.push((6 + sum(before)) * 5 + 1 + sum(32) - sum(lost) + other);
            }
        }
    }
    all
}

#[test]
fn waves_of_the_device_meet_at_a_barrier() {
    let image = file("gwsbarrier");
    each(|o| {
        for waves in 2..=8u32 {
            let mut b = Bench::default();
            b.run(&image, "gws_setup", 1, 32, vec![A::Word(waves)], o);
            let (a, out) = (bytes32(&[1000]), vec![0; 128 * waves as usize]);
            let args = vec![A::Buffer("a", a), A::Buffer("b", out), A::Word(waves)];
            b.run(&image, "gws_phases", waves, 32, args, o);
            let total = 1000 + waves * (waves + 1) / 2;
            assert!(b.words("b").iter().all(|&v| v == total), "{waves} waves: {:?}", b.words("b"));
            assert_eq!(b.words("a"), [total - waves]);
        }
    });
}

/// `new` of a wrapping increment and decrement.
fn inc(old: u64, limit: u64) -> u64 {
    if old >= limit { 0 } else { old + 1 }
}

fn dec(old: u64, limit: u64) -> u64 {
    if old == 0 || old > limit { limit } else { old - 1 }
}

#[test]
fn every_integer_atomic() {
    let image = file("intops");
    let (g, w) = (random(24, 7), random64(16, 8));
    let mut x = random(32, 9);
    let mut y = random64(32, 10);
    // Small limits, so that increment and decrement wrap.
    (0..32).step_by(3).for_each(|t| (x[t], y[t]) = (t as u32 / 2, t as u64));
    let wanted = intops(&g, &w, &x, &y);
    each(|o| {
        let mut b = Bench::default();
        let args = vec![
            A::Buffer("g", bytes32(&g)),
            A::Buffer("w", bytes64(&w)),
            A::Buffer("r", bytes32(&x)),
            A::Buffer("rw", bytes64(&y)),
        ];
        b.run(&image, "intops", 1, 32, args, o);
        assert_eq!((b.words("g"), b.wides("w"), b.words("r"), b.wides("rw")), wanted);
    });
}

/// All lanes perform each operation before the next one, starting with lane 0.
fn intops(g: &[u32], w: &[u64], x: &[u32], y: &[u64]) -> (Vec<u32>, Vec<u64>, Vec<u32>, Vec<u64>) {
    let (mut g, mut w) = (g.to_vec(), w.to_vec());
    let mut l: Vec<u32> = (0..32).collect();
    let mut lw: Vec<u64> = (0..32).map(|t| t * 0x1_0000_0001).collect();
    let (mut s, mut q) = ([0u32; 32], [0u64; 32]);
    let k = |t: usize| (t * 5) & 7;
    type F32 = fn(u32, u32) -> u32;
    type F64 = fn(u64, u64) -> u64;
    let narrow = |m: &mut [u32], at: usize, add: bool, s: &mut [u32; 32], f: F32| {
        for t in 0..32 {
            let cell = &mut m[at + k(t)];
            s[t] = s[t].wrapping_add(if add { *cell } else { 0 });
            *cell = f(*cell, x[t]);
        }
    };
    let wide = |m: &mut [u64], at: usize, add: bool, q: &mut [u64; 32], f: F64| {
        for t in 0..32 {
            let cell = &mut m[at + k(t)];
            q[t] = q[t].wrapping_add(if add { *cell } else { 0 });
            *cell = f(*cell, y[t]);
        }
    };
    let inc32: F32 = |m, d| inc(m.into(), d.into()) as u32;
    let dec32: F32 = |m, d| dec(m.into(), d.into()) as u32;
    let smin: F64 = |m, d| (m as i64).min(d as i64) as u64;
    let smax: F64 = |m, d| (m as i64).max(d as i64) as u64;
    let local32: [F32; 4] = [u32::wrapping_sub, inc32, dec32, |_, d| d];
    local32.into_iter().for_each(|f| narrow(&mut l, 0, true, &mut s, f));
    let local64: [F64; 11] = [
        u64::wrapping_sub,
        |m, d| m & d,
        |m, d| m | d,
        |m, d| m ^ d,
        smin,
        smax,
        u64::min,
        u64::max,
        inc,
        dec,
        |_, d| d,
    ];
    local64.into_iter().for_each(|f| wide(&mut lw, 0, true, &mut q, f));
    narrow(&mut g, 0, true, &mut s, u32::wrapping_sub);
    narrow(&mut g, 0, true, &mut s, inc32);
    narrow(&mut g, 0, true, &mut s, dec32);
    narrow(&mut g, 8, true, &mut s, |m, d| m & d);
    narrow(&mut g, 8, false, &mut s, |m, d| m | d);
    narrow(&mut g, 8, false, &mut s, |m, d| m ^ d);
    narrow(&mut g, 16, true, &mut s, |_, d| d);
    wide(&mut w, 0, false, &mut q, u64::wrapping_sub);
    wide(&mut w, 0, true, &mut q, |m, d| m & d);
    wide(&mut w, 0, false, &mut q, |m, d| m | d);
    wide(&mut w, 0, true, &mut q, |m, d| m ^ d);
    wide(&mut w, 0, false, &mut q, smin);
    wide(&mut w, 0, true, &mut q, smax);
    wide(&mut w, 0, false, &mut q, u64::min);
    wide(&mut w, 0, true, &mut q, u64::max);
    wide(&mut w, 0, true, &mut q, inc);
    wide(&mut w, 0, true, &mut q, dec);
    wide(&mut w, 8, true, &mut q, |_, d| d);
    let rw = (0..32).map(|t| q[t].wrapping_add(u64::from(l[t])).wrapping_add(lw[t])).collect();
    (g, w, s.to_vec(), rw)
}
