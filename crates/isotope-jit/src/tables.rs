//! Addresses that entries of the binding table lead to. What makes such an address asks for each lane whether it is within the entry, and
//! accesses follow in the lanes of that mask alone: there the address is the entry's, and the offset below its end.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use isotope_ir::effect::{LANES, Mask};

use crate::fact::Fact;

/// What an address is in the lanes of a mask.
#[derive(Clone, Copy)]
pub(crate) struct Within {
    /// Address of the entry, and the first word of the vector that is added to it, with what is known of that.
    pub base: u64,
    pub offset: u32,
    pub fact: Fact,
    /// Scalar word of the mask.
    pub valid: u16,
}

/// Such addresses, by the first word of their low halves, as far as neither they nor what they are made of have been overwritten.
#[derive(Default)]
pub(crate) struct Tables {
    /// With the turn in which each was made.
    known: RefCell<HashMap<u32, (Within, u32)>>,
    turn: Cell<u32>,
}

impl Tables {
    /// Other lanes execute from here on, which are in these masks; gives what is known of them now.
    pub(crate) fn turn(&self, lanes: Lanes) -> Vec<(u32, Fact)> {
        self.turn.set(lanes.turn);
        let known = self.known.borrow();
        let those = known.values().filter(|(within, _)| lanes.words.contains(&Some(within.valid)));
        those.map(|(within, _)| (within.offset, within.fact)).collect()
    }

    /// Lanes of both masks, from here on.
    pub(crate) fn lanes(&self, masks: [Mask; 2]) -> Lanes {
        let word = |mask: Mask| (!mask.negate && mask.word != Mask::ALWAYS).then_some(mask.word);
        Lanes { words: masks.map(word), turn: self.turn.get() + 1 }
    }

    pub(crate) fn learn(&self, first: u32, within: Within) {
        self.known.borrow_mut().insert(first, (within, self.turn.get()));
    }

    /// What is known of an address where such lanes execute. A mask that was made since they do is another.
    pub(crate) fn within(&self, first: u32, lanes: Lanes) -> Option<Within> {
        let (within, made) = *self.known.borrow().get(&first)?;
        (made < lanes.turn && lanes.words.contains(&Some(within.valid))).then_some(within)
    }

    /// Words of the register file from one to before another are written.
    pub(crate) fn forget(&self, from: u32, to: u32) {
        let (vector, pair) = (LANES as u32, 2 * LANES as u32);
        let apart = |first: u32, words: u32| first >= to || first + words <= from;
        self.known.borrow_mut().retain(|first, (known, _)| apart(*first, pair) && apart(known.offset, vector));
    }

    /// A scalar word is written.
    pub(crate) fn forget_word(&self, word: u16) {
        self.known.borrow_mut().retain(|_, (known, _)| known.valid != word);
    }

    pub(crate) fn forget_all(&self) {
        self.known.borrow_mut().clear();
    }
}

/// Which lanes execute: those of these masks' scalar words, and when that was said.
#[derive(Clone, Copy, Default)]
pub(crate) struct Lanes {
    words: [Option<u16>; 2],
    turn: u32,
}
