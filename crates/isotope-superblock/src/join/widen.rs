//! Replaces two 32-bit sums and the carry between them by one 64-bit sum. vISA forms addresses this way.

use isotope_ir::effect::{LANES, Mask, Slot, Src, Uop, Wide};
use isotope_op::alu::{Alu, Alu64, Test};

use super::{Entry, Pass};

impl Pass<'_> {
    /// Replaces three consecutive operations by one.
    pub(super) fn widen(mut self) -> Vec<Entry> {
        let mut at = 0;
        while at + 2 < self.entries.len() {
            if let Some(uop) = self.sum(at) {
                let steps: Vec<u32> = self.entries.drain(at + 1..at + 3).flat_map(|e| e.steps).collect();
                self.entries[at].uop = uop;
                self.entries[at].steps.extend(steps);
                self.touch(at);
            }
            at += 1;
        }
        self.entries
    }

    /// The sum that the operation at `at` and the two after it compute: a uniform base plus a 32-bit offset.
    fn sum(&self, at: usize) -> Option<Uop> {
        let [low, carry, high] = &self.entries[at..at + 3] else { return None };
        let Uop::Alu { op: Alu::Add, dst, src: [a, b, _] } = low.uop else { return None };
        let Uop::Test { op: Test::Carry3, dst: mask, src: [x, y, Src::Imm(0)], .. } = carry.uop else { return None };
        let Uop::Alu { op: Alu::Add, dst: Slot(above), src: [p, q, _] } = high.uop else { return None };
        let carried = Src::Mask(Mask { word: mask, negate: false });
        let upper = match [p, q] {
            [from, upper] | [upper, from] if from == carried => upper,
            _ => return None,
        };
        let (base, offset) = match [a, b] {
            [lo, offset] | [offset, lo] if (Wide { lo, hi: upper }).is_uniform() => (Wide { lo, hi: upper }, offset),
            _ => return None,
        };
        let maps = &self.program.maps;
        let fed = |by: &Entry, to: &Entry| {
            by.touched.writes.iter().any(|w| to.touched.reads.iter().any(|r| w.meets(*r, maps)))
        };
        // The carry belongs to the same sum and has no other use, and neither half reads a result of the sum.
        let same = [x, y] == [a, b] || [y, x] == [a, b];
        let alone = mask >= self.temporaries.1 && !self.is_read_from(at + 3, &carry.touched.writes, at + 1);
        let placed = above == dst.0 + LANES as u32 && low.lanes == carry.lanes && low.lanes == high.lanes;
        (same && alone && placed && !fed(low, carry) && !fed(low, high)).then_some(Uop::Alu64 {
            op: Alu64::Add,
            dst,
            src: [base, Wide { lo: offset, hi: Src::Imm(0) }, Wide { lo: Src::Imm(0), hi: Src::Imm(0) }],
        })
    }
}
