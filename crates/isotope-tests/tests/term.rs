//! The term of every operation evaluates to the result of the concrete operation.

use crate::common::sweep;
use isotope_op::alu::{Alu, Alu64, Fp, PermMode, Test, Test64, alu, alu64, test, test64};
use isotope_op::amd_vector::{Clamp16, Int16};
use isotope_op::assume::Assumptions;
use isotope_op::atomic::{AtomicOp, Packing, Rmw, Size};
use isotope_op::domain::{Bits, Concrete, W8, W16, W32, W64, Width, Word};
use isotope_op::float::{Cond, FloatOp, Flush, Rounding, add_by_bits};
use isotope_op::policy;
use isotope_term::explain::{explain, explain_rmw};
use isotope_term::{Arena, Tape};

/// Number of inputs of a program in a sweep.
const COUNT: usize = 100_000;

struct Rng(u64);
impl Rng {
    fn new(name: &str) -> Rng {
        let seed = name.bytes().fold(0x9e37_79b9_7f4a_7c15u64, |h, b| (h ^ b as u64).wrapping_mul(0x0100_0000_01b3));
        let seed = sweep::seed(seed);
        println!("{name}: seed {seed:#018x}");
        Rng(seed | 1)
    }
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    /// A random value: any, small, near a power of two, or float-like.
    fn value(&mut self, width: u32) -> u64 {
        let x = self.next();
        let pick = self.next();
        let m = u64::MAX >> (64 - width);
        m & match pick & 7 {
            0 => x & 63,
            1 => (1u64 << (pick >> 8 & 63)).wrapping_add(x & 3).wrapping_sub(2),
            2 => x | m << (width - 8),
            3 => x & !(0xff << (width - 8)),
            _ => x,
        }
    }
}

/// Compares a program over a, b, c with a closure on concrete bits.
fn agree(name: &str, width: u32, program: &Tape, run: impl Fn(u64, u64, u64) -> u64) {
    agree_with(name, width, program, &run);
}

fn agree_with(name: &str, width: u32, program: &Tape, run: &dyn Fn(u64, u64, u64) -> u64) {
    let mut rng = Rng::new(name);
    for i in 0..sweep::count(COUNT, 10) {
        let a = rng.value(width);
        let b = if i % 3 == 0 { a ^ (rng.next() & 1) << (width - 1) } else { rng.value(width) };
        let c = rng.value(width);
        let got = program.run(|n| match n {
            "old" => a,
            "src0" => b,
            _ => c,
        });
        let want = run(a, b, c);
        assert_eq!(got, want, "{name} {a:#x} {b:#x} {c:#x}: term {got:#x}, concrete {want:#x}");
    }
}

fn all_rmws(op: AtomicOp) -> Vec<Rmw> {
    let a = Assumptions::DEFAULT;
    if !op.is_float() {
        return [Size::B8, Size::B16, Size::B32, Size::B64]
            .into_iter()
            .flat_map(|s| [policy::nvidia_int(op, s), policy::intel_int(op, s)])
            .collect();
    }
    let ftz = policy::nvidia_l2_f32_ftz_rn(&a);
    let half = policy::nvidia_l2_f16x2_rn(&a);
    vec![
        policy::nvidia_float(op, Size::B32, Packing::Scalar, ftz, &a),
        policy::nvidia_float(op, Size::B32, Packing::Pair16, half, &a),
        policy::nvidia_float(op, Size::B64, Packing::Scalar, policy::nvidia_l2_f64_rn(&a), &a),
        policy::intel_float(op, Size::B32, &a),
        policy::intel_float(op, Size::B16, &a),
        policy::amd_float(op, Size::B32, policy::AmdUnit::Lds, Flush::Zero, Flush::Keep, &a),
        policy::amd_float(op, Size::B64, policy::AmdUnit::Lds, Flush::Keep, Flush::Zero, &a),
        policy::amd_float(op, Size::B8, policy::AmdUnit::Memory, Flush::Zero, Flush::Zero, &a),
    ]
}

fn check_rmw(k: &Rmw) {
    let arena = Arena::new();
    let width = k.size.bits();
    let [old, src0, src1] = ["old", "src0", "src1"].map(|name| arena.input(name, width));
    let out = arena.atomic(k, old, src0, src1);
    let name = format!("{:?} {:?} {:?} {:?}", k.op, k.size, k.packing, k.cas);
    agree(&name, width, &Tape::new(&arena, out.new), |a, b, c| k.choose(a, b, c).0.new);
    agree(&name, width, &Tape::new(&arena, out.returned), |a, b, c| k.choose(a, b, c).0.returned);
    agree(&name, width, &Tape::new(&arena, out.unspecified), |a, b, c| k.choose(a, b, c).1.into());
}

#[test]
fn atomics() {
    AtomicOp::ALL.into_iter().flat_map(all_rmws).for_each(|k| check_rmw(&k));
}

#[test]
fn the_written_adder() {
    fn go<W: Width>(r: Rounding) {
        let arena = Arena::new();
        let sum = add_by_bits(r, arena.var::<W>("old"), arena.var::<W>("src0"));
        assert!(arena.nodes().iter().all(|(n, _)| !matches!(n, isotope_term::Node::Float(..))), "bits only");
        agree(&format!("adder {} {r:?}", W::BITS), W::BITS, &Tape::new(&arena, sum.v), |a, b, _| {
            let of = |x: u64| Bits::<Concrete, W>::of(W::Repr::from_u64(x));
            add_by_bits(r, of(a), of(b)).v.to_u64()
        });
    }
    for r in [Rounding::NearestEven, Rounding::TowardZero, Rounding::Down, Rounding::Up] {
        go::<W8>(r);
        go::<W16>(r);
        go::<W32>(r);
        go::<W64>(r);
    }
}

#[test]
fn lane_operations() {
    let p = Fp::FTZ_RN;
    let down = Fp::nvidia(Rounding::Down, false, true);
    let amd = Fp::amd(Rounding::Up, Flush::Zero, Flush::Keep, true, false, false);
    let (round, signed, size, ftz) = (Rounding::TowardZero, true, Size::B16, Flush::Zero);
    use Alu::*;
    #[rustfmt::skip]
    let narrow = [
        Mov, Not, Neg, Abs, Add, Add3, Sub, Mul, Mad, MulHiU, MulHiS, And, Or, Xor, Lop3 { lut: 0x96 },
        Lop3 { lut: 0xe2 }, Shl, Shr, Sar, FunnelShl, FunnelShr, UMin, UMax, SMin, SMax, Sel, Popc, Clz, Rev, Ubfe, Sbfe,
        Bfm, Mux, Sext8, Sext16, Zext8, Zext16, Perm { mode: PermMode::Index }, Perm { mode: PermMode::F4e },
        Perm { mode: PermMode::B4e }, Perm { mode: PermMode::Rc8 }, Perm { mode: PermMode::Ecl },
        Perm { mode: PermMode::Ecr }, Perm { mode: PermMode::Rc16 }, SatAddS, SatAddU, UDiv, URem, FAdd { p }, FAdd { p: down },
        FMul { p }, FMul { p: down }, FFma { p }, FFma { p: down }, FMin { p }, FMax { p }, FAbs, FNeg, FSat, FFlush,
        FRound { p }, FRcp { p }, FRsq { p }, FSqrt { p }, F16ToF32 { p }, F32ToF16 { p },
        FToI { round, ftz, signed, size }, IToF { round, signed }, IToF16 { round, signed }, HAdd2 { p }, HMul2 { p },
        HFma2 { p }, FMin { p: Fp::AMD }, FMax { p: Fp::AMD_FTZ }, HMin2 { p: Fp::AMD }, HMax2 { p: amd }, FMed3 { p: amd }, HMed3 { p: amd },
        FLdexp { p: amd }, FFrexpMant { p: amd }, FFrexpExp { ftz }, FDivScale { p: Fp::AMD }, FDivFma { p: Fp::AMD },
        FDivFixup { p: Fp::AMD }, HDivFixup { p: Fp::AMD }, FToNorm16 { ftz, signed }, Sad { bits: 8, masked: true },
        Dot4 { signed: [true, false, true], clamp: true }, Pair16 { op: Int16::Mad, clamp: Clamp16::Signed },
        Perm { mode: PermMode::Amd }, HAdd2 { p: Fp { unit: amd.unit.holding(true), ..amd } },
        Dot2 { dot: isotope_op::dot::Dot2 { brain: false, narrow: false, held: false } },
        Dot2 { dot: isotope_op::dot::Dot2 { brain: true, narrow: true, held: false } },
        Dot2 { dot: isotope_op::dot::Dot2 { brain: false, narrow: true, held: true } },
    ];
    for op in narrow {
        let arena = Arena::new();
        let v = alu(op, arena.var::<W32>("old"), arena.var("src0"), arena.var("src1"));
        agree(&format!("{op:?}"), 32, &Tape::new(&arena, v.v), |a, b, c| {
            alu(op, Bits::<Concrete, W32>::of(a as u32), Bits::of(b as u32), Bits::of(c as u32)).v as u64
        });
    }
    use Alu64 as L;
    let nan_high = true;
    #[rustfmt::skip]
    let wide = [
        L::Mov, L::Not, L::Neg, L::Add, L::Sub, L::Mul, L::And, L::Or, L::Xor, L::Shl, L::Shr, L::Sar, L::UMin, L::UMax,
        L::SMin, L::SMax, L::Sel, L::Popc, L::Clz, L::Rev, L::MulWideU, L::MulWideS, L::MadWideU, L::MadWideS,
        L::DAdd { p }, L::DMul { p }, L::DFma { p }, L::DMin { p }, L::DMax { p }, L::DAbs, L::DNeg, L::DRound { p },
        L::DRcp { p }, L::DSqrt { p }, L::F32ToF64 { p }, L::F64ToF32 { p }, L::F64ToI { round, signed, size, nan_high },
        L::F32ToI64 { round, ftz, signed, nan_high }, L::I32ToF64 { signed }, L::I64ToF64 { round, signed },
        L::I64ToF32 { round, signed }, L::DRsq { p }, L::DMin { p: amd }, L::DLdexp { p: amd }, L::DFrexpMant { p: amd },
        L::DFrexpExp { ftz }, L::DDivScale { p: amd }, L::DDivFma { p: amd }, L::DDivFixup { p: amd },
        L::TwoOverPi,
    ];
    for op in wide {
        let arena = Arena::new();
        let v = alu64(op, arena.var::<W64>("old"), arena.var("src0"), arena.var("src1"));
        agree(&format!("64 {op:?}"), 64, &Tape::new(&arena, v.v), |a, b, c| {
            alu64(op, Bits::<Concrete, W64>::of(a), Bits::of(b), Bits::of(c)).v
        });
    }
}

#[test]
fn truth_values() {
    let cond = Cond::Leu;
    let ftz = Flush::Zero;
    #[rustfmt::skip]
    let tests = [
        Test::Eq, Test::Ne, Test::Ult, Test::Ule, Test::Ugt, Test::Uge, Test::Slt, Test::Sle, Test::Sgt, Test::Sge,
        Test::Carry3, Test::Overflow3, Test::Bit, Test::FCmp { cond, ftz }, Test::FCmp { cond: Cond::Num, ftz }, Test::FClass,
        Test::HClass, Test::FDivScaled { ftz },
    ];
    for op in tests {
        let arena = Arena::new();
        let v = test(op, arena.var::<W32>("old"), arena.var("src0"), arena.var("src1"));
        agree(&format!("{op:?}"), 32, &Tape::new(&arena, v.b), |a, b, c| {
            test(op, Bits::<Concrete, W32>::of(a as u32), Bits::of(b as u32), Bits::of(c as u32)).b as u64
        });
    }
    #[rustfmt::skip]
    let wide = [
        Test64::Eq, Test64::Ne, Test64::Ult, Test64::Ule, Test64::Ugt, Test64::Uge, Test64::Slt, Test64::Sle,
        Test64::Sgt, Test64::Sge, Test64::Bit, Test64::DCmp { cond }, Test64::DCmpFlushed { cond }, Test64::DClass,
        Test64::DDivScaled { ftz },
    ];
    for op in wide {
        let arena = Arena::new();
        let v = test64(op, arena.var::<W64>("old"), arena.var("src0"), arena.var("src1"));
        agree(&format!("64 {op:?}"), 64, &Tape::new(&arena, v.b), |a, b, c| {
            test64(op, Bits::<Concrete, W64>::of(a), Bits::of(b), Bits::of(c)).b as u64
        });
    }
}

#[test]
fn graphs_share_and_fold() {
    let arena = Arena::new();
    let (a, b) = (arena.var::<W32>("a"), arena.var::<W32>("b"));
    assert_eq!(((a + b) ^ (a + b)).v, ((a + b) ^ (a + b)).v);
    assert_eq!((a + 0).v, a.v);
    assert_eq!((!!a).v, a.v);
    assert_eq!((a.k(7) * 6).v, a.k(42).v);
    assert_eq!((a & a.k(0)).v, a.k(0).v);
    let three = a.k(0x3f80_0000).float::<W32>(FloatOp::Add(Rounding::NearestEven), a.k(0x4000_0000), a.k(0));
    assert_eq!(three.v, a.k(0x4040_0000).v);
    let sum = a + b;
    assert_eq!(arena.reachable(&[sum.v]).len(), 3);
    assert_eq!(arena.eval(sum.v, &[("a", 0xffff_ffff), ("b", 2)]), 1);
}

#[test]
fn words() {
    let first = |k: &Rmw| explain_rmw(k).remove(0);
    let int = |op| first(&Rmw::int(op, Size::B32));
    let a = Assumptions::DEFAULT;
    let expected = [
        (AtomicOp::Xchg, "new = src0"),
        (AtomicOp::Add, "new = old + src0"),
        (AtomicOp::Sub, "new = old - src0"),
        (AtomicOp::SubReverse, "new = src0 - old"),
        (AtomicOp::UsubSat, "new = if old < src0 { 0 } else { old - src0 }"),
        (AtomicOp::UsubCond, "new = if old < src0 { old } else { old - src0 }"),
        (AtomicOp::And, "new = old & src0"),
        (AtomicOp::Nand, "new = !(old & src0)"),
        (AtomicOp::Or, "new = old | src0"),
        (AtomicOp::Xor, "new = old ^ src0"),
        (AtomicOp::MaskOr, "new = (old & !src0) | src1"),
        (AtomicOp::Umin, "new = min(old, src0)"),
        (AtomicOp::Umax, "new = max(old, src0)"),
        (AtomicOp::Smin, "new = signed_min(old, src0)"),
        (AtomicOp::Smax, "new = signed_max(old, src0)"),
        (AtomicOp::UincWrap, "new = if old >= src0 { 0 } else { old + 1 }"),
        (AtomicOp::UdecWrap, "new = if old == 0 or old > src0 { src0 } else { old - 1 }"),
        (AtomicOp::Inc, "new = old + 1"),
        (AtomicOp::Dec, "new = old - 1"),
        (AtomicOp::Predec, "new = old - 1"),
        (AtomicOp::RingWrap, "new = if old >= src0 { old - src0 } else { old + src1 }"),
        (AtomicOp::CondXchg, "new = if src0 & 0x80000000 == 0 { old } else { src0 & 0x7fffffff }"),
        (AtomicOp::Cas, "new = if old == src0 { src1 } else { old }"),
    ];
    for (op, text) in expected {
        assert_eq!(int(op), text, "{op:?}");
    }
    assert_eq!(first(&policy::intel_int(AtomicOp::Cas, Size::B32)), "new = if old == src1 { src0 } else { old }");
    assert_eq!(explain_rmw(&Rmw::int(AtomicOp::Predec, Size::B32))[1], "returned = new");
    let ftz = policy::nvidia_l2_f32_ftz_rn(&a);
    let add = policy::nvidia_float(AtomicOp::FAdd, Size::B32, Packing::Scalar, ftz, &a);
    assert_eq!(first(&add), "new = flush(flush(old) +rn flush(src0) [NaN: 0x7fffffff])");
    for op in AtomicOp::ALL {
        for k in all_rmws(op) {
            for line in explain_rmw(&k) {
                println!("{op:?}: {line}");
            }
        }
    }
    let arena = Arena::new();
    let (x, y) = (arena.var::<W32>("x"), arena.var::<W32>("y"));
    assert_eq!(explain(&arena, ((x + y) & (x - (y - 1))).v), "(x + y) & (x - (y - 1))");
    assert_eq!(explain(&arena, ((x & y) | (x ^ y ^ x)).v), "(x & y) | (x ^ y ^ x)");
}
