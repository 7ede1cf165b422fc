//! Measures operations per second of the main loops on this machine, on one thread: `cargo run --release --example rate`.

use isotope_op::alu::{Alu, Alu64, Fp, Test, lanes32, lanes64, tests32};
use isotope_op::assume::Assumptions;
use isotope_op::atomic::{AtomicOp, Packing, Rmw, Size, Visitor};
use isotope_op::policy;
use std::hint::black_box;
use std::time::Instant;

const N: usize = 4096;

struct Slice<'a>(&'a [u32], &'a [u32], &'a mut [u32]);
impl Visitor<u32> for Slice<'_> {
    type Out = ();
    fn visit(self, new: impl Fn(u32, u32, u32) -> u32) {
        for ((o, a), out) in self.0.iter().zip(self.1).zip(self.2) {
            *out = new(*o, *a, 7);
        }
    }
}

fn report(name: &str, per_round: usize, mut round: impl FnMut()) {
    let mut rounds = 1;
    loop {
        let start = Instant::now();
        for _ in 0..rounds {
            round();
        }
        let t = start.elapsed().as_secs_f64();
        if t > 0.2 {
            println!("{name:40} {:9.0} M/s", per_round as f64 * rounds as f64 / t / 1e6);
            return;
        }
        rounds *= 2;
    }
}

fn main() {
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    let float = |x: u64| ((x as u32 & 0x87ff_ffff) | 0x3800_0000) ^ (x as u32 >> 3 & 0x0100_0000);
    let old: Vec<u32> = (0..N).map(|_| float(next())).collect();
    let data: Vec<u32> = (0..N).map(|_| float(next())).collect();
    let mut out = vec![0; N];
    let a = Assumptions::default();
    let ftz = policy::nvidia_l2_f32_ftz_rn(&a);
    let half = policy::nvidia_l2_f16x2_rn(&a);
    let rmws = [
        ("add", Rmw::int(AtomicOp::Add, Size::B32)),
        ("uinc_wrap", Rmw::int(AtomicOp::UincWrap, Size::B32)),
        ("udec_wrap", Rmw::int(AtomicOp::UdecWrap, Size::B32)),
        ("smax", Rmw::int(AtomicOp::Smax, Size::B32)),
        ("cas", Rmw::int(AtomicOp::Cas, Size::B32)),
        ("fadd f32.ftz", policy::nvidia_float(AtomicOp::FAdd, Size::B32, Packing::Scalar, ftz, &a)),
        ("fadd f16x2", policy::nvidia_float(AtomicOp::FAdd, Size::B32, Packing::Pair16, half, &a)),
    ];
    for (name, k) in &rmws {
        report(&format!("visit32 {name}"), N, || k.visit32(Slice(&old, &data, black_box(&mut out))).unwrap());
        report(&format!("apply {name}"), N, || {
            for i in 0..N {
                out[i] = black_box(k).apply(old[i] as u64, data[i] as u64, 7).unwrap().new as u32;
            }
            black_box(&mut out);
        });
        if let Some(f) = k.kernel32() {
            report(&format!("kernel32 {name}"), N, || {
                let f = black_box(f);
                for i in 0..N {
                    out[i] = f(old[i], data[i], 7);
                }
                black_box(&mut out);
            });
        }
    }
    let x: [u32; 32] = core::array::from_fn(|i| old[i]);
    let y: [u32; 32] = core::array::from_fn(|i| data[i]);
    let z: [u32; 32] = core::array::from_fn(|i| i as u32);
    let mut r = [0u32; 32];
    for op in [
        Alu::Mov,
        Alu::Add,
        Alu::Mul,
        Alu::Mad,
        Alu::MulHiU,
        Alu::Lop3 { lut: 0x96 },
        Alu::Shl,
        Alu::FunnelShr,
        Alu::SMax,
        Alu::Sel,
        Alu::Popc,
        Alu::Clz,
        Alu::Sbfe,
        Alu::FAdd { p: Fp::RN },
        Alu::FAdd { p: Fp::FTZ_RN },
        Alu::FMul { p: Fp::RN },
        Alu::FFma { p: Fp::RN },
        Alu::FFma { p: Fp::FTZ_RN },
        Alu::FMax { p: Fp::RN },
        Alu::FRcp { p: Fp::RN },
        Alu::FRsq { p: Fp::RN },
        Alu::FAdd { p: Fp::nvidia(isotope_op::float::Rounding::Down, false, false) },
        Alu::HAdd2 { p: Fp::RN },
        Alu::HFma2 { p: Fp::RN },
        Alu::IToF { round: Default::default(), signed: true },
        Alu::FToI {
            round: isotope_op::float::Rounding::TowardZero,
            ftz: Default::default(),
            signed: true,
            size: Size::B32,
        },
        Alu::FRound { p: Fp::RN },
        Alu::Perm { mode: isotope_op::alu::PermMode::Index },
    ] {
        report(&format!("lanes32 {op:?}").chars().take(40).collect::<String>(), 32, || {
            lanes32(black_box(op), black_box(&x), black_box(&y), black_box(&z), black_box(&mut r))
        });
    }
    let mut acc = 0;
    for op in
        [Test::Eq, Test::Slt, Test::Carry3, Test::FCmp { cond: isotope_op::float::Cond::Lt, ftz: Default::default() }]
    {
        report(&format!("tests32 {op:?}"), 32, || {
            acc ^= tests32(black_box(op), black_box(&x), black_box(&y), black_box(&z))
        });
    }
    black_box(acc);
    let wide = |v: &[u32]| core::array::from_fn(|i| (v[i] as u64) << 31 ^ v[i + 32] as u64);
    let (x, y, z): ([u64; 32], [u64; 32], [u64; 32]) = (wide(&old), wide(&data), wide(&old[64..]));
    let mut r = [0u64; 32];
    for op in [
        Alu64::Add,
        Alu64::Mul,
        Alu64::SMax,
        Alu64::MulWideU,
        Alu64::DAdd { p: Fp::F64_RN },
        Alu64::DMul { p: Fp::F64_RN },
        Alu64::DFma { p: Fp::F64_RN },
        Alu64::F32ToF64 { p: Fp::F64_RN },
    ] {
        report(&format!("lanes64 {op:?}").chars().take(40).collect::<String>(), 32, || {
            lanes64(black_box(op), black_box(&x), black_box(&y), black_box(&z), black_box(&mut r))
        });
    }
}
