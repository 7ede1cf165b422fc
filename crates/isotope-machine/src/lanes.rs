//! Micro-operations that access only the registers of their wave, compiled for several host vectors.
//!
//! A run of such operations is compiled once for each [`Wide`], independent of memory model and observer, so that its loops over lanes are
//! inlined into one function. Everything else is in [`super::interp`] and beside it.

use isotope_op::alu::{Alu64, Around, lanes32_in, lanes64_in, tests32_in, tests64_in};

use super::approx;
use super::scalar::scalar;
use super::state::{FULL, Vector, Wave};
use super::wide::{Wide, within};
use isotope_ir::effect::{LANES, MaskOp, Slot, Src, Uop, Vote, Wide as Pair};

/// The value of a source in every lane: in place where it is a vector; only other sources fill `room`.
macro_rules! view {
    ($wave:expr, $src:expr => $name:ident, $room:ident) => {
        let $room;
        let $name: &Vector = match $src {
            Src::Slot(slot) => $wave.lanes(slot),
            Src::Imm(0) => &ZERO,
            other => {
                $room = $wave.fetch(other);
                &$room
            }
        };
    };
}

/// The same for a source of 64 bits.
macro_rules! view_wide {
    ($wave:expr, $src:expr => $name:ident, $room:ident) => {
        let $room;
        let $name: &[u64; LANES] = match $src {
            isotope_ir::effect::Wide { lo: Src::Imm(0), hi: Src::Imm(0) } => &ZERO_WIDE,
            other => {
                $room = $wave.fetch_wide(other);
                &$room
            }
        };
    };
}

pub(super) use {view, view_wide};

/// The value that an unused source reads.
pub(super) static ZERO: Vector = [0; LANES];
pub(super) static ZERO_WIDE: [u64; LANES] = [0; LANES];

/// Low and high words.
#[inline(always)]
pub(super) fn halves(values: &[u64; LANES]) -> [Vector; 2] {
    let (mut low, mut high) = ([0; LANES], [0; LANES]);
    for l in 0..LANES {
        (low[l], high[l]) = (values[l] as u32, (values[l] >> 32) as u32);
    }
    [low, high]
}

/// Writes what an atomic returns.
#[inline(always)]
pub(super) fn give(wave: &mut Wave, dst: Option<Slot>, returned: &[u64; LANES], bytes: u8, lanes: u32) {
    let Some(slot) = dst else { return };
    let [low, high] = halves(returned);
    wave.set_lanes(slot, &low, lanes);
    if bytes == 8 {
        wave.set_lanes(Slot(slot.0 + LANES as u32), &high, lanes);
    }
}

impl Wave {
    /// The value of a source in every lane.
    #[inline(always)]
    pub(super) fn fetch(&self, src: Src) -> Vector {
        match src {
            Src::Slot(slot) => *self.lanes(slot),
            Src::Imm(v) => [v; LANES],
            Src::Scalar(word) => [self.scalars[usize::from(word)]; LANES],
            Src::Word(Slot(word)) => [self.registers[word as usize]; LANES],
            Src::Mask(mask) => {
                let lanes = self.mask(mask);
                let mut out = [0; LANES];
                for (l, bit) in out.iter_mut().enumerate() {
                    *bit = u32::from(lanes & (1 << l) != 0);
                }
                out
            }
            Src::Uniform(_) => unreachable!("a dispatch binds every uniform"),
        }
    }

    #[inline(always)]
    pub(super) fn fetch_wide(&self, src: Pair) -> [u64; LANES] {
        view!(self, src.lo => lo, room_lo);
        view!(self, src.hi => hi, room_hi);
        let mut out = [0; LANES];
        for l in 0..LANES {
            out[l] = u64::from(hi[l]) << 32 | u64::from(lo[l]);
        }
        out
    }

    /// The value of a source in the lowest of `lanes`.
    pub(super) fn fetch_first(&self, src: Src, lanes: u32) -> u32 {
        self.fetch(src)[lanes.trailing_zeros() as usize & (LANES - 1)]
    }
}

/// Runs micro-operations as long as they access only registers: returns how many, and the lanes that the next one runs on.
pub(super) fn registers(wide: Wide, wave: &mut Wave, uops: &[Uop], lanes: u32) -> (usize, u32) {
    within!(wide, around => run(around, wave, uops, lanes))
}

#[inline(always)]
fn run(around: impl Around, wave: &mut Wave, uops: &[Uop], mut lanes: u32) -> (usize, u32) {
    for (at, uop) in uops.iter().enumerate() {
        match uop {
            Uop::Alu { op, dst, src } => {
                view!(wave, src[0] => a, room_a);
                view!(wave, src[1] => b, room_b);
                view!(wave, src[2] => c, room_c);
                let out = lanes32_in(around, *op, a, b, c);
                wave.set_lanes(*dst, &out, lanes);
            }
            Uop::Under { base, also } => lanes = wave.mask(*base) & wave.mask(*also),
            Uop::Test { op, dst, src, clear } => {
                view!(wave, src[0] => a, room_a);
                view!(wave, src[1] => b, room_b);
                view!(wave, src[2] => c, room_c);
                let bits = tests32_in(around, *op, a, b, c);
                wave.set_mask(*dst, bits & lanes, if *clear { FULL } else { lanes });
            }
            Uop::Mask { op, dst, a, b } => {
                let (a, b) = (wave.mask(*a), wave.mask(*b));
                let bits = match op {
                    MaskOp::And => a & b,
                    MaskOp::Or => a | b,
                    MaskOp::Xor => a ^ b,
                };
                wave.set_mask(*dst, bits, lanes);
            }
            // An address: one base for all lanes, and an offset in each.
            Uop::Alu64 { op: Alu64::Add, dst, src: [base, Pair { lo: offset, hi: Src::Imm(0) }, _] }
                if base.is_uniform() =>
            {
                let base = wave.one_wide(*base);
                view!(wave, *offset => offset, room);
                let (mut low, mut high) = ([0; LANES], [0; LANES]);
                for l in 0..LANES {
                    let sum = base.wrapping_add(u64::from(offset[l]));
                    (low[l], high[l]) = (sum as u32, (sum >> 32) as u32);
                }
                wave.set_lanes(*dst, &low, lanes);
                wave.set_lanes(Slot(dst.0 + LANES as u32), &high, lanes);
            }
            Uop::Alu64 { op, dst, src } => {
                view_wide!(wave, src[0] => a, room_a);
                view_wide!(wave, src[1] => b, room_b);
                view_wide!(wave, src[2] => c, room_c);
                let [low, high] = halves(&lanes64_in(around, *op, a, b, c));
                wave.set_lanes(*dst, &low, lanes);
                wave.set_lanes(Slot(dst.0 + LANES as u32), &high, lanes);
            }
            Uop::Narrow { op, dst, src } => {
                view_wide!(wave, src[0] => a, room_a);
                view_wide!(wave, src[1] => b, room_b);
                view_wide!(wave, src[2] => c, room_c);
                let [low, _] = halves(&lanes64_in(around, *op, a, b, c));
                wave.set_lanes(*dst, &low, lanes);
            }
            Uop::Test64 { op, dst, src, clear } => {
                view_wide!(wave, src[0] => a, room_a);
                view_wide!(wave, src[1] => b, room_b);
                let bits = tests64_in(around, *op, a, b, &ZERO_WIDE);
                wave.set_mask(*dst, bits & lanes, if *clear { FULL } else { lanes });
            }
            Uop::Ballot { dst, src } => wave.set_lanes(*dst, &[wave.mask(*src) & lanes; LANES], lanes),
            Uop::Vote { vote, dst, src } => {
                let set = wave.mask(*src) & lanes;
                let answer = match vote {
                    Vote::All => set == lanes,
                    Vote::Any => set != 0,
                    Vote::Uniform => set == lanes || set == 0,
                };
                wave.set_mask(*dst, if answer { u32::MAX } else { 0 }, lanes);
            }
            Uop::ReadLane { dst, value, index } => {
                let (value, index) = (wave.fetch(*value), wave.fetch(*index));
                let out = std::array::from_fn(|l| value[index[l] as usize % LANES]);
                wave.set_lanes(*dst, &out, lanes);
            }
            Uop::Approximate { what, dst, src } => {
                let out = wave.fetch(*src).map(|v| approx::approximate(*what, v));
                wave.set_lanes(*dst, &out, lanes);
            }
            Uop::Scalar { .. }
            | Uop::Scalar64 { .. }
            | Uop::ScalarTest { .. }
            | Uop::ScalarTest64 { .. }
            | Uop::ScalarGet { .. }
            | Uop::ScalarPut { .. }
            | Uop::FromLane { .. }
            | Uop::ToLane { .. }
            | Uop::PushLane { .. } => scalar(wave, uop, lanes),
            Uop::Uncover => wave.coverage &= !lanes,
            _ => return (at, lanes),
        }
    }
    (uops.len(), lanes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mem::Store;
    use crate::state::Status;
    use isotope_ir::effect::Mask;
    use isotope_op::alu::{Alu, Fp, Test, Test64};
    use isotope_op::atomic::Size;
    use isotope_op::float::{Cond, Flush, Rounding};
    use isotope_op::random::Random;

    const VECTORS: u32 = 12;

    fn wave(random: &mut Random) -> Wave {
        let mut wave = Wave {
            index: 0,
            id: 0,
            registers: vec![0; VECTORS as usize * LANES].into_boxed_slice(),
            scalars: vec![0; 8].into_boxed_slice(),
            pc: 0,
            stack: Vec::new(),
            ended: 0,
            coverage: FULL,
            status: Status::Ready,
            signalled: 0,
            private: Store::new(0),
            clock: 0,
            draws: Random(0),
        };
        // Bits of floats of every kind, including NaNs and subnormals, and small numbers.
        let corners = [0, 1, 0x8000_0000, 0x7f80_0000, 0xff80_0000, 0x7fc0_1234, 0x7f81_0000, 0x807f_ffff, 0x3f80_0000];
        for word in wave.registers.iter_mut().chain(&mut wave.scalars) {
            *word = match random.below(4) {
                0 => corners[random.below(corners.len() as u64) as usize],
                1 => random.draw() as u32 % 64,
                _ => random.draw() as u32,
            };
        }
        wave
    }

    fn ops() -> Vec<Uop> {
        use Alu::*;
        let rules = [Fp::RN, Fp::FTZ_RN, Fp::AMD, Fp::AMD_FTZ, Fp::nvidia(Rounding::Up, true, true)];
        let mut narrow = vec![
            Mov, Not, Neg, Abs, Add, Add3, Sub, Mul, Mad, MulHiU, MulHiS, And, Or, Xor, Shl, Shr, Sar, FunnelShl,
            FunnelShr, UMin, UMax, SMin, SMax, Sel, Popc, Clz, Rev, Ubfe, Sbfe, Bfm, Mux, Sext8, Sext16, Zext8, Zext16,
            SatAddS, SatAddU, UDiv, URem,
        ];
        narrow.extend([Lop3 { lut: 0x96 }, ShlBy { n: 7 }, ShrBy { n: 31 }, ShrBy { n: 32 }]);
        narrow.extend(rules.iter().flat_map(|&p| [FAdd { p }, FMul { p }, FFma { p }, FMin { p }, FMax { p }]));
        let mut wide = vec![
            Alu64::Mov,
            Alu64::Add,
            Alu64::Sub,
            Alu64::Mul,
            Alu64::Xor,
            Alu64::Shl,
            Alu64::Shr,
            Alu64::Sar,
            Alu64::UMin,
            Alu64::SMax,
            Alu64::Sel,
            Alu64::Popc,
            Alu64::Clz,
            Alu64::MulWideU,
            Alu64::MulWideS,
            Alu64::MadWideU,
            Alu64::MadWideS,
        ];
        wide.extend([Fp::F64_RN, Fp::AMD].iter().flat_map(|&p| {
            [
                Alu64::DAdd { p },
                Alu64::DMul { p },
                Alu64::DFma { p },
                Alu64::DMax { p },
                Alu64::F32ToF64 { p },
                Alu64::F64ToF32 { p },
            ]
        }));
        wide.push(Alu64::F64ToI { round: Rounding::Down, signed: true, size: Size::B32, nan_high: true });
        let mut tests = vec![
            Test::Eq,
            Test::Ne,
            Test::Ult,
            Test::Uge,
            Test::Slt,
            Test::Sle,
            Test::Carry3,
            Test::Overflow3,
            Test::Bit,
        ];
        tests.extend(Cond::ALL.map(|cond| Test::FCmp { cond, ftz: Flush::Zero }));
        let slot = |n: u32| Slot(n * LANES as u32);
        let pair = |n: u32| Pair { lo: Src::Slot(slot(n)), hi: Src::Slot(slot(n + 1)) };
        let mut all = Vec::new();
        for (n, op) in narrow.into_iter().enumerate() {
            // Into a vector of its own, and into one that is also a source.
            let src =
                [Src::Slot(slot(0)), Src::Slot(slot(1)), if n % 3 == 0 { Src::Imm(5) } else { Src::Slot(slot(2)) }];
            all.extend([Uop::Alu { op, dst: slot(9), src }, Uop::Alu { op, dst: slot(1), src }]);
        }
        for op in wide {
            let src = [pair(0), pair(2), pair(4)];
            all.extend([Uop::Alu64 { op, dst: slot(2), src }, Uop::Narrow { op, dst: slot(9), src }]);
        }
        for op in tests {
            all.push(Uop::Test {
                op,
                dst: 3,
                src: [Src::Slot(slot(0)), Src::Slot(slot(1)), Src::Imm(1)],
                clear: false,
            });
        }
        all.push(Uop::Test64 { op: Test64::Slt, dst: 4, src: [pair(0), pair(2)], clear: true });
        let base = Pair { lo: Src::Imm(0xffff_fff0), hi: Src::Imm(7) };
        let offset = Pair { lo: Src::Slot(slot(3)), hi: Src::Imm(0) };
        all.push(Uop::Alu64 { op: Alu64::Add, dst: slot(5), src: [base, offset, offset] });
        let mask = Mask { word: 3, negate: true };
        all.extend([
            Uop::Under { base: mask, also: Mask { word: 4, negate: false } },
            Uop::Ballot { dst: slot(6), src: mask },
            Uop::Alu { op: Alu::Add, dst: slot(7), src: [Src::Mask(mask), Src::Scalar(5), Src::Word(Slot(33))] },
            Uop::ReadLane { dst: slot(8), value: Src::Slot(slot(7)), index: Src::Slot(slot(0)) },
        ]);
        all
    }

    #[test]
    fn vectors_of_the_host_change_no_bit() {
        let mut random = Random(7);
        let ops = ops();
        for _ in 0..200 {
            let first = wave(&mut random);
            let lanes = if random.below(2) == 0 { FULL } else { random.draw() as u32 };
            for uop in &ops {
                let (mut a, mut b) = (first.clone(), first.clone());
                let every = registers(Wide::Every, &mut a, std::slice::from_ref(uop), lanes);
                assert_eq!(every, registers(Wide::of_host(), &mut b, std::slice::from_ref(uop), lanes), "{uop:?}");
                assert!(a == b, "{uop:?} in {lanes:#x}");
                // Other words are unchanged.
                for (at, (new, old)) in a.registers.iter().zip(&first.registers).enumerate() {
                    assert!(lanes >> (at % LANES) & 1 != 0 || new == old, "{uop:?} in {lanes:#x}: word {at}");
                }
            }
            let (mut a, mut b) = (first.clone(), first);
            assert_eq!(registers(Wide::Every, &mut a, &ops, lanes), registers(Wide::of_host(), &mut b, &ops, lanes));
            assert!(a == b, "all in a row");
        }
    }
}
