//! Registers indexed by M0.
//!
//! # Sources
//! spec: RDNA3 ISA guide, 7.8 and the rules for SGPRs and VGPRs out of range: beyond the allocation a source is VGPR 0 or
//! SGPR 0, and a destination is not written; the scalar forms stay in s0 to vcc_hi or in the trap temporaries, and the 64-bit
//! forms ignore the lowest bit of the index.

use isotope_op::alu::{Alu, Test};

use super::super::state::{self, M0};
use super::{Emit, Lift, Lifted, not_modelled};
use isotope_ir::effect::{Control, LANES, Mask, Src, Uop};

/// Size of a vector in bytes.
const VECTOR: u32 = 4 * LANES as u32;
/// Scalar registers that an index can reach: s0 to vcc_hi, and the trap temporaries.
const GROUPS: [(u64, u64); 2] = [(0, 108), (108, 124)];

/// The registers of a move that M0 indexes.
#[derive(Clone, Copy)]
pub(crate) struct Indexed {
    pub source: bool,
    pub destination: bool,
    /// Source and destination use separate bit fields of M0.
    pub apart: bool,
}

/// Vector moves.
pub(super) const MOVES: &[(&str, Indexed)] = &[
    ("v_movrels_b32", Indexed { source: true, destination: false, apart: false }),
    ("v_movreld_b32", Indexed { source: false, destination: true, apart: false }),
    ("v_movrelsd_b32", Indexed { source: true, destination: true, apart: false }),
    ("v_movrelsd_2_b32", Indexed { source: true, destination: true, apart: true }),
];

/// Exchanges.
pub(super) const MEANINGS: &[(&str, Emit)] = &[("v_swaprel_b32", |l| l.swap_indexed())];

/// Scalar moves.
pub(super) const SCALAR: &[(&str, Emit)] = &[
    ("s_movrels_b32", |l| l.scalar_indexed(Some(None), None, 1)),
    ("s_movrels_b64", |l| l.scalar_indexed(Some(None), None, 2)),
    ("s_movreld_b32", |l| l.scalar_indexed(None, Some(None), 1)),
    ("s_movreld_b64", |l| l.scalar_indexed(None, Some(None), 2)),
    ("s_movrelsd_2_b32", |l| l.scalar_indexed(Some(Some(0)), Some(Some(16)), 1)),
];

impl Lift<'_> {
    /// A vector move with an indexed register.
    pub(super) fn indexed(&mut self, indexed: Indexed) -> Lifted {
        let value = match (indexed.source, self.dpp_value) {
            (_, Some(permuted)) => permuted,
            (true, None) => self.indexed_source(indexed),
            (false, None) => self.src(0),
        };
        if !indexed.destination {
            return self.put(value);
        }
        let n = self.inst.get("vdst") as u32;
        let place = self.place(n, if indexed.apart { Some(16) } else { None });
        self.put_indexed(value, place)
    }

    /// The VGPR that M0 and the first operand select, in every lane.
    pub(super) fn indexed_source(&mut self, indexed: Indexed) -> Src {
        let n = (self.code(0) - 256) as u32;
        let place = self.place(n, if indexed.apart { Some(0) } else { None });
        self.read_at(place)
    }

    /// The number of VGPR `n` plus M0, or plus a ten-bit field of M0, and whether that register exists.
    fn place(&mut self, n: u32, bits: Option<u32>) -> [Src; 2] {
        let m0 = Src::Scalar(M0);
        let index = match bits {
            Some(at) => self.scalar_op(Alu::Ubfe, &[m0, Src::Imm(at), Src::Imm(10)]),
            None => self.scalar_op(Alu::UMin, &[m0, Src::Imm(1024)]),
        };
        let number = self.scalar_op(Alu::Add, &[index, Src::Imm(n)]);
        // An index above 255 is always out of range.
        let limit = self.env.vgprs.min(n + 256);
        let word = self.b.temp_mask();
        self.scalar_test(word, Test::Ult, &[number, Src::Imm(limit)]);
        [number, Src::Scalar(word)]
    }

    /// Bytes from the first VGPR of this half to register `number`.
    fn distance(&mut self, number: Src) -> Src {
        self.scalar_op(Alu::Mul, &[number, Src::Imm(VECTOR)])
    }

    /// The byte address of the first VGPR of this half.
    fn first_vector(&mut self) -> u32 {
        let first = self.vgpr(0).0;
        self.b.map(std::array::from_fn(|lane| 4 * (first + lane as u32)))
    }

    fn read_at(&mut self, [number, exists]: [Src; 2]) -> Src {
        let number = self.scalar_op(Alu::Sel, &[exists, number, Src::Imm(0)]);
        let (base, map, dst) = (self.distance(number), self.first_vector(), self.b.temp());
        self.b.push(Uop::ReadRegion { dst, map, bytes: 4, signed: false, base: Some(base) });
        Src::Slot(dst)
    }

    fn put_indexed(&mut self, value: Src, [number, exists]: [Src; 2]) -> Lifted {
        let (base, map) = (self.distance(number), self.first_vector());
        // The writing lanes, if the register exists.
        let lanes = self.b.temp_mask();
        self.b.push(Uop::Test { op: Test::Ne, dst: lanes, src: [exists, Src::Imm(0), Src::Imm(0)], clear: true });
        self.b.push(Uop::Under { base: Mask::of(lanes), also: Mask::ALL });
        self.b.push(Uop::WriteRegion { src: value, map, bytes: 4, base: Some(base) });
        Ok(Control::Next)
    }

    /// Both operands are destinations: if one does not exist, nothing happens.
    fn swap_indexed(&mut self) -> Lifted {
        let (source, destination) = ((self.code(0) - 256) as u32, self.inst.get("vdst") as u32);
        let [source, destination] = [(source, 0), (destination, 16)].map(|(n, at)| self.place(n, Some(at)));
        let exist = self.scalar_op(Alu::And, &[source[1], destination[1]]);
        let (one, other) = (self.read_at([source[0], exist]), self.read_at([destination[0], exist]));
        self.put_indexed(one, [destination[0], exist])?;
        self.put_indexed(other, [source[0], exist])
    }

    /// A scalar move of `words` words. Each register is not indexed, indexed by all of M0 (`Some(None)`), or by a ten-bit field of it.
    fn scalar_indexed(&mut self, source: Option<Option<u32>>, destination: Option<Option<u32>>, words: u32) -> Lifted {
        let values: Vec<Src> = match source {
            Some(bits) => match self.scalar_place(self.code(0), bits, words) {
                Some((first, index, _)) => self.read_scalars(first, index, words),
                None => return Err(not_modelled("an indexed operand that is no SGPR")),
            },
            None if words == 2 => {
                let value = self.src64(0);
                vec![value.lo, value.hi]
            }
            None => vec![self.src(0)],
        };
        let code = self.inst.get("sdst");
        let Some(bits) = destination else {
            let copies: Vec<Src> = values.iter().map(|&v| self.scalar_op(Alu::Mov, &[v])).collect();
            for (word, value) in (0..).zip(copies) {
                let dst = if code == state::NULL_CODE { state::NULL } else { state::word(code + word) };
                self.scalar_to(dst, Alu::Mov, &[value]);
            }
            return Ok(Control::Next);
        };
        let Some((first, index, exists)) = self.scalar_place(code, bits, words) else {
            return Err(not_modelled("an indexed operand that is no SGPR"));
        };
        for (word, &value) in (0..).zip(&values) {
            // Without such a register the value goes to a word that is never read.
            let index = self.scalar_op(Alu::Add, &[index, Src::Imm(word)]);
            let index = self.scalar_op(Alu::Sel, &[exists, index, Src::Imm(u32::from(state::NULL - first))]);
            self.b.push(Uop::ScalarPut { first, index, value });
        }
        Ok(Control::Next)
    }

    /// The first word of the registers that an index on register `code` can reach, the number among them of the register that M0
    /// selects (0 if it does not exist), and whether it exists.
    fn scalar_place(&mut self, code: u64, bits: Option<u32>, words: u32) -> Option<(u16, Src, Src)> {
        let (start, end) = GROUPS.into_iter().find(|&(start, end)| (start..end).contains(&code))?;
        let m0 = Src::Scalar(M0);
        let index = match bits {
            Some(at) => self.scalar_op(Alu::Ubfe, &[m0, Src::Imm(at), Src::Imm(10)]),
            None => self.scalar_op(Alu::UMin, &[m0, Src::Imm(1024)]),
        };
        let number = self.scalar_op(Alu::Add, &[index, Src::Imm((code - start) as u32)]);
        let number = if words == 2 { self.scalar_op(Alu::And, &[number, Src::Imm(!1)]) } else { number };
        let exists = self.b.temp_mask();
        self.scalar_test(exists, Test::Ult, &[number, Src::Imm((end - start) as u32)]);
        let number = self.scalar_op(Alu::Sel, &[Src::Scalar(exists), number, Src::Imm(0)]);
        Some((state::word(start), number, Src::Scalar(exists)))
    }

    fn read_scalars(&mut self, first: u16, index: Src, words: u32) -> Vec<Src> {
        (0..words)
            .map(|word| {
                let index = self.scalar_op(Alu::Add, &[index, Src::Imm(word)]);
                let dst = self.b.temp_mask();
                self.b.push(Uop::ScalarGet { dst, first, index });
                Src::Scalar(dst)
            })
            .collect()
    }
}
