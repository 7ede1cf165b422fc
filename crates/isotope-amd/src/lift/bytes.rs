//! Sums of absolute differences of bytes at four offsets, and saturated bytes.
//!
//! # Sources
//! spec: RDNA3 ISA guide, `V_QSAD_PK_U16_U8`, `V_MQSAD_PK_U16_U8`, `V_MQSAD_U32_U8`, `V_SAT_PK_U8_I16`. Assumed: the clamp saturates
//! each sum to the range of its part.

use isotope_op::alu::{Alu, Alu64};

use super::{Emit, Lift, Lifted};
use isotope_ir::effect::{Control, Src, Wide};

/// Sums of differences of bytes, and saturated bytes.
pub(super) const MEANINGS: &[(&str, Emit)] = &[
    ("v_qsad_pk_u16_u8", |l| l.four_sums(false, true)),
    ("v_mqsad_pk_u16_u8", |l| l.four_sums(true, true)),
    ("v_mqsad_u32_u8", |l| l.four_sums(true, false)),
    ("v_sat_pk_u8_i16", |l| l.saturated_bytes()),
];

impl Lift<'_> {
    fn saturated_bytes(&mut self) -> Lifted {
        let value = self.src(0);
        let [low, high] = [0, 16].map(|at| {
            let half = self.alu(Alu::Sbfe, &[value, Src::Imm(at), Src::Imm(16)]);
            let positive = self.alu(Alu::SMax, &[half, Src::Imm(0)]);
            self.alu(Alu::UMin, &[positive, Src::Imm(0xff)])
        });
        let high = self.alu(Alu::Shl, &[high, Src::Imm(8)]);
        let both = self.alu(Alu::Or, &[low, high]);
        self.put16(both)
    }

    /// Four bytes of the first operand at each of four offsets against the second operand, added to the parts of the third.
    fn four_sums(&mut self, masked: bool, packed: bool) -> Lifted {
        let (from, with) = (self.src64(0), self.src(1));
        let code = self.code(2);
        let clamp = self.flag("clamp");
        let sums: [Src; 4] = std::array::from_fn(|i| {
            let at = Wide::narrow(Src::Imm(8 * i as u32));
            let bytes = self.alu64(Alu64::Shr, &[from, at]).lo;
            // A constant is extended to its type; the rest of the operand is its sign.
            let part = if packed { i / 2 } else { i };
            let word = match code {
                256.. => Src::Slot(self.vgpr((code - 256) as u32 + part as u32)),
                _ if part == 0 => self.source64(code).lo,
                _ => self.source64(code).hi,
            };
            let sum = self.alu(Alu::Sad { bits: 8, masked }, &[bytes, with, Src::Imm(0)]);
            if !packed {
                return self.alu(if clamp { Alu::SatAddU } else { Alu::Add }, &[sum, word]);
            }
            let half = self.alu(Alu::Ubfe, &[word, Src::Imm(16 * (i as u32 % 2)), Src::Imm(16)]);
            let sum = self.alu(Alu::Add, &[sum, half]);
            let limit = if clamp { Alu::UMin } else { Alu::And };
            self.alu(limit, &[sum, Src::Imm(0xffff)])
        });
        let words: Vec<Src> = if packed {
            sums.chunks(2)
                .map(|pair| {
                    let high = self.alu(Alu::Shl, &[pair[1], Src::Imm(16)]);
                    self.alu(Alu::Or, &[pair[0], high])
                })
                .collect()
        } else {
            sums.to_vec()
        };
        let n = self.inst.get("vdst") as u32;
        if self.vdst("vdst", words.len() as u32).is_some() {
            for (i, word) in words.into_iter().enumerate() {
                let dst = self.vgpr(n + i as u32);
                self.b.alu_to(dst, Alu::Mov, &[word]);
            }
        }
        Ok(Control::Next)
    }
}
