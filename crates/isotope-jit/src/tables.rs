//! Addresses of binding-table entries. The operation that computes such an address tests for each lane whether it is within the entry, and
//! accesses follow only in the lanes of that mask: there, the address is the entry's plus an offset below its end.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use isotope_ir::effect::{Access, LANES, Mask, Slot, Src, Uop, Wide};

use crate::fact::Fact;
use crate::segment::{Op, results, word_of};
use crate::unit::Writer;

/// What an address is in the lanes of a mask.
#[derive(Clone, Copy)]
struct Within {
    /// Address of the entry, first word of the offset vector that is added, and what is known of that offset.
    base: u64,
    offset: u32,
    fact: Fact,
    /// Scalar word of the mask.
    valid: u16,
}

/// Known addresses, by the first word of their low halves, until an address or one of its inputs is overwritten.
#[derive(Default)]
pub(crate) struct Tables {
    /// With the turn number in which each was computed.
    known: RefCell<HashMap<u32, (Within, u32)>>,
    turn: Cell<u32>,
}

impl Tables {
    /// The active lanes change to those in these masks; returns what is known of them now.
    pub(crate) fn turn(&self, lanes: Lanes) -> Vec<(u32, Fact)> {
        self.turn.set(lanes.turn);
        let known = self.known.borrow();
        let those = known.values().filter(|(within, _)| lanes.words.contains(&Some(within.valid)));
        those.map(|(within, _)| (within.offset, within.fact)).collect()
    }

    /// The lanes in both masks, from here on.
    pub(crate) fn lanes(&self, masks: [Mask; 2]) -> Lanes {
        let word = |mask: Mask| (!mask.negate && mask.word != Mask::ALWAYS).then_some(mask.word);
        Lanes { words: masks.map(word), turn: self.turn.get() + 1 }
    }

    /// The entry's address and the offset vector whose sum the addresses of an access are, if the active lanes are within the entry and the
    /// operations before it in its segment do not change that.
    pub(crate) fn sum_of(&self, lanes: Lanes, access: &Access, before: &[Op<'_>]) -> Option<(Wide, Src)> {
        let (Src::Slot(Slot(low)), Some(Src::Slot(Slot(high)))) = (access.address.lo, access.address.hi) else {
            return None;
        };
        let known = self.within(low, lanes).filter(|_| high == low + LANES as u32)?;
        let base = Wide { lo: Src::Imm(known.base as u32), hi: Src::Imm((known.base >> 32) as u32) };
        let kept = before.iter().all(|op| leaves(op, [low, high, known.offset]));
        kept.then_some((base, Src::Slot(Slot(known.offset))))
    }

    /// Records what the operations of a segment say of addresses that remain valid after it; `kept` are the stored vectors.
    pub(crate) fn learn_of(&self, w: &Writer<'_, '_, '_>, ops: &[Op<'_>], kept: &[u32]) {
        for (at, op) in ops.iter().enumerate() {
            let (Uop::TableAddress { offset: Src::Slot(Slot(offset)), bytes, dst: Slot(dst), valid, .. }, Some(table)) =
                (op.uop, op.table)
            else {
                continue;
            };
            let Some(last) = table.bytes.checked_sub(bytes.into()) else { continue };
            let parts = [dst, dst + LANES as u32, offset];
            // An offset that is used nowhere else is not stored, and the address may take its registers.
            let there = kept.contains(&offset) || !ops[..at].iter().any(|op| results(&op.uop).contains(&offset));
            let own = parts[..2].iter().any(|to| offset.abs_diff(*to) < LANES as u32);
            let stays = ops[at + 1..].iter().all(|later| word_of(&later.uop) != Some(valid) && leaves(later, parts));
            let fact = w.learned(offset).unwrap_or(Fact::any(u32::MAX.into()));
            // An offset known to be out of bounds leaves no lanes of which anything could be known.
            if there && !own && stays && fact.min <= last {
                let fact = Fact { max: fact.max.min(last), ..fact };
                let within = Within { base: table.base, offset, fact, valid };
                self.known.borrow_mut().insert(dst, (within, self.turn.get()));
            }
        }
    }

    /// What is known of an address in the active lanes. A mask that was written since the lanes became active no longer counts.
    fn within(&self, first: u32, lanes: Lanes) -> Option<Within> {
        let (within, made) = *self.known.borrow().get(&first)?;
        (made < lanes.turn && lanes.words.contains(&Some(within.valid))).then_some(within)
    }

    /// Words of the register file (end exclusive) are overwritten.
    pub(crate) fn forget(&self, from: u32, to: u32) {
        let (vector, pair) = (LANES as u32, 2 * LANES as u32);
        let apart = |first: u32, words: u32| first >= to || first + words <= from;
        self.known.borrow_mut().retain(|first, (known, _)| apart(*first, pair) && apart(known.offset, vector));
    }

    /// A scalar word is overwritten.
    pub(crate) fn forget_word(&self, word: u16) {
        self.known.borrow_mut().retain(|_, (known, _)| known.valid != word);
    }

    pub(crate) fn forget_all(&self) {
        self.known.borrow_mut().clear();
    }
}

/// Which lanes are active: those in these masks' scalar words, with the turn in which that was recorded.
#[derive(Clone, Copy, Default)]
pub(crate) struct Lanes {
    words: [Option<u16>; 2],
    turn: u32,
}

/// Whether an operation leaves these vectors unchanged.
fn leaves(op: &Op<'_>, vectors: [u32; 3]) -> bool {
    let apart = |to: u32| vectors.iter().all(|first| first.abs_diff(to) >= LANES as u32);
    results(&op.uop).into_iter().all(apart) && !matches!(op.uop, Uop::WriteRegion { .. })
}
