//! Which lane owns each byte of a wave's registers, according to what the program writes.
//!
//! What a lane reads of its own follows the path of that lane. While the lane waits, the value is safe as long as no other lane writes it.
//! If others may write it (a region whose elements are in other lanes' words, an operation that runs for any active lanes), the lane reads
//! their value when it continues.

use std::collections::HashSet;

use super::Live;
use crate::effect::LANES;
use crate::program::Program;

/// Bytes of a vector's word.
const WORD: u32 = 4;

/// What some operation may write, in whole or in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Touch {
    /// Words of a vector, in executing lanes of a half.
    Lanes { half: u8, first: u32, lanes: u32 },
    /// Elements, in executing lanes of a half.
    Map { half: u8, map: u32, bytes: u8, lanes: u32 },
    /// These words, for any executing lanes.
    Words { first: u32, lanes: u32 },
    /// Elements of these lanes, for any executing lanes.
    Elements { map: u32, bytes: u8, lanes: u32 },
    /// Bits of a scalar word, in executing lanes of a half.
    Bits { half: u8, word: u16 },
    /// A scalar word.
    Scalar(u16),
    /// Every scalar word from this one on.
    Scalars(u16),
    /// The whole register file.
    Registers,
}

/// The writers of a byte of the register file or of a bit of a scalar word.
#[derive(Clone, Copy, Default, PartialEq)]
enum Owner {
    /// No writer.
    #[default]
    None,
    /// Only this lane of this half.
    Lane(u8, u8),
    /// Several writers, or unknown ones.
    Many,
}

impl Owner {
    fn add(&mut self, other: Owner) {
        *self = if *self == Owner::None || *self == other { other } else { Owner::Many };
    }

    fn is_only(self, owner: Owner) -> bool {
        self == Owner::None || self == owner
    }
}

/// The owner of each location.
pub(super) struct Owners<'a> {
    maps: &'a [[u32; LANES]],
    /// For each byte of the register file.
    bytes: Vec<Owner>,
    /// For each scalar word: the half whose lanes write only their own bits of it.
    words: Vec<Owner>,
    /// Some operation may write any register.
    all: bool,
}

impl<'a> Owners<'a> {
    /// Computes it from everything that a program's operations write.
    pub fn of(program: &'a Program, touches: &HashSet<Touch>) -> Owners<'a> {
        let bytes = vec![Owner::None; (WORD * program.register_words) as usize];
        let words = vec![Owner::None; program.scalar_words.into()];
        let mut owners = Owners { maps: &program.maps, bytes, words, all: false };
        touches.iter().for_each(|touch| owners.add(*touch));
        owners
    }

    fn add(&mut self, touch: Touch) {
        let mut put = |first: u32, bytes: u32, owner: Owner| {
            let to = self.bytes.iter_mut().skip(first as usize).take(bytes as usize);
            to.for_each(|byte| byte.add(owner));
        };
        match touch {
            Touch::Lanes { half, first, lanes } => {
                each(lanes, |l| put(WORD * (first + u32::from(l)), WORD, Owner::Lane(half, l)));
            }
            Touch::Map { half, map, bytes, lanes } => {
                let map = &self.maps[map as usize];
                each(lanes, |l| put(map[usize::from(l)], bytes.into(), Owner::Lane(half, l)));
            }
            Touch::Words { first, lanes } => {
                each(lanes, |l| put(WORD * (first + u32::from(l)), WORD, Owner::Many));
            }
            Touch::Elements { map, bytes, lanes } => {
                let map = &self.maps[map as usize];
                each(lanes, |l| put(map[usize::from(l)], bytes.into(), Owner::Many));
            }
            Touch::Bits { half, word } => {
                self.words.iter_mut().skip(word.into()).take(1).for_each(|w| w.add(Owner::Lane(half, 0)));
            }
            Touch::Scalar(word) => self.words.iter_mut().skip(word.into()).take(1).for_each(|w| w.add(Owner::Many)),
            Touch::Scalars(first) => self.words.iter_mut().skip(first.into()).for_each(|w| w.add(Owner::Many)),
            Touch::Registers => self.all = true,
        }
    }

    /// Whether each lane's part of it is written only by that lane.
    pub fn is_own(&self, part: Live) -> bool {
        let only = |first: u32, bytes: u32, owner: Owner| {
            let of = self.bytes.iter().skip(first as usize).take(bytes as usize);
            !self.all && of.into_iter().all(|byte| byte.is_only(owner))
        };
        let mut own = true;
        match part {
            Live::Lanes { half, first, lanes } => {
                each(lanes, |l| own &= only(WORD * (first + u32::from(l)), WORD, Owner::Lane(half, l)));
            }
            Live::Map { half: Some(half), map, bytes, lanes } => {
                let map = &self.maps[map as usize];
                each(lanes, |l| own &= only(map[usize::from(l)], bytes.into(), Owner::Lane(half, l)));
            }
            Live::Bits { half, word, lanes: _ } => {
                own = self.words.get(usize::from(word)).is_none_or(|w| w.is_only(Owner::Lane(half, 0)));
            }
            Live::Words { .. }
            | Live::Scalar(_)
            | Live::Scalars(_)
            | Live::Map { half: None, .. }
            | Live::Registers => {
                own = false;
            }
        }
        own
    }
}

fn each(lanes: u32, mut f: impl FnMut(u8)) {
    (0..LANES as u8).filter(|l| lanes >> l & 1 != 0).for_each(&mut f);
}
