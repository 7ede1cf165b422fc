//! Which registers may be read by a later step.
//!
//! A register is *dead* before a step if, on every path from there, it is wholly overwritten before it is read. The contents of dead
//! registers cannot be observed, so states that differ only in them are the same.
//!
//! # How it is decided
//! Backwards over the steps, from the table of micro-operations ([`Operand`](crate::effect::Operand)). What a lane reads of its own (its
//! word of a vector, its bit of a mask) follows the path of that lane: it ends where the lane, executing, writes it. That is exact as long
//! as only control flow decides which lanes execute. Where a program writes the mask of executing lanes itself, and does not merely narrow
//! it, what is read afterwards may belong to any lane. What is read across lanes, or once for the wave, belongs to the wave, and ends only
//! where it is overwritten whole, for any executing lanes. Where lanes end, it stays live for waiting lanes, and so does what a waiting
//! lane reads of its own if other lanes may write it meanwhile. Where instructions run on part of a wave (vISA), groups of eight lanes are
//! followed separately. Jumps through registers keep everything.
//!
//! Values are not considered: lanes that a condition never lets through still count. A caller that knows which lanes execute at a step can
//! ask for more: what is overwritten in those lanes on the straight path ahead ([`Liveness::ahead`]).

mod ahead;
mod owners;
mod walk;

pub use ahead::Ahead;

use std::collections::HashSet;

use super::{Flow, Program};
use crate::effect::{LANES, Slot, Uop};
use owners::Owners;
use walk::{Done, Walk};

/// Part of a wave's registers that a later step may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Live {
    /// In the vector at this word of the register file, the words of lanes that are in the mask of a half: the active lanes (0), or those
    /// of the upper half (1).
    Lanes {
        /// Which half's mask.
        half: u8,
        /// First word of the vector.
        first: u32,
        /// Only these lanes.
        lanes: u32,
    },
    /// In this scalar word, the bits of lanes that are in the mask of a half.
    Bits {
        /// Which half's mask.
        half: u8,
        /// The scalar word.
        word: u16,
        /// Only these lanes.
        lanes: u32,
    },
    /// Words of the register file from this one on: one for each bit.
    Words {
        /// The first.
        first: u32,
        /// Which of the 32.
        lanes: u32,
    },
    /// A whole scalar word.
    Scalar(u16),
    /// Every scalar word from this one on.
    Scalars(u16),
    /// Elements of the register file at the byte addresses that a map has for lanes.
    Map {
        /// Lanes in the mask of this half; `None` for any executing lanes.
        half: Option<u8>,
        /// Index into [`Program::maps`].
        map: u32,
        /// Bytes of an element.
        bytes: u8,
        /// Only these lanes.
        lanes: u32,
    },
    /// The whole register file.
    Registers,
}

/// A complete overwrite.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kill {
    /// The words of those of these lanes that are in the mask of a half.
    Lanes { half: u8, first: u32, lanes: u32 },
    /// Their bits.
    Bits { half: u8, word: u16, lanes: u32 },
    /// Exactly these words.
    Words { first: u32, lanes: u32 },
    /// Exactly these bits.
    Scalar { word: u16, lanes: u32 },
    /// The elements of those of these lanes that are in the mask of a half, or of exactly these lanes.
    Map { half: Option<u8>, map: u32, bytes: u8, lanes: u32 },
}

/// What a step does to registers, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Deed {
    Read(Live),
    Kill(Kill),
    /// The mask of executing lanes of a half gets an unrelated value.
    Escape(u8),
}

/// What later steps may read, before each step of a program.
///
/// # Cost
/// One walk over the program until nothing changes: a few times its length. It is computed once, not in a step.
///
/// # Examples
/// ```
/// use isotope_ir::effect::{Control, Mask, Slot, Src};
/// use isotope_op::alu::Alu;
/// use isotope_ir::program::{Builder, Live, Liveness};
/// let mut builder = Builder::new("test", 2, 1, &[]);
/// let (r0, r1) = (Slot(0), Slot(32));
/// for (at, dst, src) in [(0, r0, Src::Imm(7)), (8, r1, Src::Slot(r0))] {
///     builder.begin();
///     builder.alu_to(dst, Alu::Mov, &[src]);
///     builder.finish(at, Mask::ALL, Control::Next, String::new());
/// }
/// let liveness = Liveness::of(&builder.build(), true);
/// assert_eq!(liveness.before(0).count(), 0);
/// assert_eq!(liveness.before(1).collect::<Vec<_>>(), [Live::Lanes { half: 0, first: 0, lanes: u32::MAX }]);
/// ```
#[derive(Clone, Debug)]
pub struct Liveness {
    parts: Vec<Live>,
    /// One bit for each part, `stride` words for each step.
    before: Vec<u64>,
    stride: usize,
    run: ahead::Runs,
}

impl Liveness {
    /// Of a bound program. `covered`: every lane takes part in atomics, so that they write their results in all executing lanes.
    pub fn of(program: &Program, covered: bool) -> Liveness {
        let covered = covered && !program.uops.contains(&Uop::Uncover);
        let (mut deeds, mut touches, mut masks) = (Vec::new(), HashSet::new(), Vec::new());
        for step in &program.steps {
            let done: Done = Walk::new(program, step, covered).run();
            deeds.push(done.deeds);
            touches.extend(done.touches);
            masks.push(done.masks);
        }
        let parts = parts(&deeds);
        let stride = parts.len().div_ceil(64);
        let run = ahead::Runs::default();
        let mut liveness = Liveness { before: vec![0; stride * deeds.len()], parts, stride, run };
        liveness.settle(program, &deeds, &Owners::of(program, &touches));
        liveness.run = ahead::Runs::of(program, deeds, &masks);
        liveness
    }

    /// What may be read from here on, if control is at this step.
    pub fn before(&self, step: u32) -> impl Iterator<Item = Live> {
        let first = (step as usize * self.stride).min(self.before.len());
        let bits = &self.before[first..(first + self.stride).min(self.before.len())];
        bits.iter().enumerate().flat_map(move |(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then_some(rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(self.parts[64 * i + bit])
            })
        })
    }

    fn settle(&mut self, program: &Program, deeds: &[Vec<Deed>], owners: &Owners) {
        let number = |part: Live| self.parts.iter().position(|p| *p == part).expect("every part has been listed");
        let set = |parts: &mut dyn Iterator<Item = usize>| {
            let mut bits = vec![0u64; self.stride];
            parts.for_each(|n| bits[n / 64] |= 1 << (n % 64));
            bits
        };
        let which = |is: &dyn Fn(Live) -> bool| set(&mut (0..self.parts.len()).filter(|n| is(self.parts[*n])));
        let lanes = if program.lanes == 0 { LANES as u32 } else { program.lanes };
        let existing = u32::MAX >> (LANES as u32 - lanes.clamp(1, LANES as u32));
        let changes: Vec<Vec<Change>> = deeds
            .iter()
            .map(|deeds| {
                let change = |deed: &Deed| match *deed {
                    Deed::Read(part) => Change::Add(number(part)),
                    Deed::Kill(kill) => Change::Remove(which(&|part| kill.covers(part, existing, &program.maps))),
                    Deed::Escape(half) => Change::Replace(
                        (0..self.parts.len()).filter_map(|n| Some((n, number(self.parts[n].of_any(half)?)))).collect(),
                    ),
                };
                deeds.iter().rev().map(change).collect()
            })
            .collect();
        let temporary = which(&|part| part.is_temporary(program));
        let flow = Flow::of(program);
        let (mut now, all) = (vec![0u64; self.stride], set(&mut (0..self.parts.len())));
        let of_wave = which(&|part| part.is_of_wave());
        // What a waiting lane reads of its own, and other lanes may write meanwhile.
        let shared: Vec<(usize, usize)> = (0..self.parts.len())
            .filter(|n| !self.parts[*n].is_of_wave() && !owners.is_own(self.parts[*n]))
            .flat_map(|n| (0..2).map(move |half| (n, half)))
            .filter_map(|(n, half)| Some((n, number(self.parts[n].of_any(half)?))))
            .collect();
        let waiting = flow.waiting();
        let mut met = vec![0u64; self.stride];
        loop {
            let mut changed = false;
            // What belongs to the wave is still read by waiting lanes when other lanes end.
            match &waiting {
                None => met.copy_from_slice(&of_wave),
                Some(steps) => {
                    for step in steps {
                        let first = *step as usize * self.stride;
                        let bits = self.before.get(first..first + self.stride).unwrap_or_default();
                        met.iter_mut().zip(bits).zip(&of_wave).for_each(|((m, b), w)| *m |= b & w);
                        let read = |n: usize| bits.get(n / 64).is_some_and(|b| b >> (n % 64) & 1 != 0);
                        shared.iter().filter(|(own, _)| read(*own)).for_each(|(_, n)| met[n / 64] |= 1 << (n % 64));
                    }
                }
            }
            for at in (0..program.steps.len()).rev() {
                now.fill(0);
                let known = match flow.next(at) {
                    None => {
                        now.copy_from_slice(&all);
                        true
                    }
                    Some(next) => {
                        for to in next {
                            let first = to as usize * self.stride;
                            let bits = self.before.get(first..first + self.stride).unwrap_or_default();
                            now.iter_mut().zip(bits).for_each(|(n, b)| *n |= b);
                        }
                        false
                    }
                };
                debug_assert!(!known || now == all);
                if flow.switches(at) {
                    now.iter_mut().zip(&met).for_each(|(n, m)| *n |= m);
                }
                changes[at].iter().for_each(|change| change.apply(&mut now));
                now.iter_mut().zip(&temporary).for_each(|(n, t)| *n &= !t);
                let bits = &mut self.before[at * self.stride..(at + 1) * self.stride];
                changed |= *bits != *now;
                bits.copy_from_slice(&now);
            }
            if !changed {
                return;
            }
        }
    }
}

/// A [`Deed`] as a backward change of a set of parts.
enum Change {
    Add(usize),
    Remove(Vec<u64>),
    /// Replaces the first by the second.
    Replace(Vec<(usize, usize)>),
}

impl Change {
    fn apply(&self, bits: &mut [u64]) {
        match self {
            Change::Add(n) => bits[n / 64] |= 1 << (n % 64),
            Change::Remove(set) => bits.iter_mut().zip(set).for_each(|(b, s)| *b &= !s),
            Change::Replace(pairs) => {
                for (from, to) in pairs {
                    if bits[from / 64] >> (from % 64) & 1 != 0 {
                        bits[from / 64] &= !(1 << (from % 64));
                        bits[to / 64] |= 1 << (to % 64);
                    }
                }
            }
        }
    }
}

impl Live {
    /// The same for any lane, if it is of the lanes of this half.
    fn of_any(self, of: u8) -> Option<Live> {
        match self {
            Live::Lanes { half, first, lanes } if half == of => Some(Live::Words { first, lanes }),
            Live::Bits { half, word, lanes: _ } if half == of => Some(Live::Scalar(word)),
            Live::Map { half: Some(half), map, bytes, lanes } if half == of => {
                Some(Live::Map { half: None, map, bytes, lanes })
            }
            _ => None,
        }
    }

    /// Whether it is shared by lanes.
    fn is_of_wave(self) -> bool {
        !matches!(self, Live::Lanes { .. } | Live::Bits { .. } | Live::Map { half: Some(_), .. })
    }

    /// Whether it holds nothing between steps.
    fn is_temporary(self, program: &Program) -> bool {
        let Some((Slot(slot), scalar)) = program.temporaries else { return false };
        match self {
            Live::Lanes { first, .. } | Live::Words { first, .. } => first >= slot,
            Live::Bits { word, .. } | Live::Scalar(word) => word >= scalar,
            Live::Scalars(_) | Live::Map { .. } | Live::Registers => false,
        }
    }
}

impl Kill {
    /// Whether all of a part is overwritten; `existing` are the lanes that a wave has.
    fn covers(self, part: Live, existing: u32, maps: &[[u32; LANES]]) -> bool {
        // Lane by lane: the same lanes write at the same addresses, and at least as many bytes.
        let lane_by_lane = |by: Option<u8>, of: Option<u8>, written: u32, lanes: u32, same: &dyn Fn(usize) -> bool| {
            let wanted = if of.is_some() { lanes & existing } else { lanes };
            let executing = by == of && by.is_some() || by.is_none() && of != Some(1);
            executing && wanted & !written == 0 && (0..LANES).filter(|l| wanted >> l & 1 != 0).all(same)
        };
        match (self, part) {
            (
                Kill::Map { half: by, map: x, bytes, lanes: written },
                Live::Map { half: of, map: y, bytes: wanted, lanes },
            ) => {
                let (x, y) = (&maps[x as usize], &maps[y as usize]);
                bytes >= wanted && lane_by_lane(by, of, written, lanes, &|l| x[l] == y[l])
            }
            (Kill::Map { half: by, map, bytes: 4, lanes: written }, Live::Lanes { half, first, lanes }) => {
                let map = &maps[map as usize];
                lane_by_lane(by, Some(half), written, lanes, &|l| map[l] == 4 * (first + l as u32))
            }
            (Kill::Lanes { half: by, first, lanes: written }, Live::Map { half: Some(of), map, bytes: _, lanes }) => {
                let map = &maps[map as usize];
                lane_by_lane(Some(by), Some(of), written, lanes, &|l| map[l] / 4 == first + l as u32)
            }
            (Kill::Words { first, lanes: written }, Live::Map { half, map, bytes: _, lanes }) => {
                let (map, wanted) = (&maps[map as usize], if half == Some(0) { lanes & existing } else { lanes });
                (0..LANES).filter(|l| wanted >> l & 1 != 0).all(|l| {
                    let word = (map[l] / 4).wrapping_sub(first);
                    word < LANES as u32 && written >> word & 1 != 0
                })
            }
            (Kill::Lanes { half: a, first: x, lanes: by }, Live::Lanes { half: b, first: y, lanes }) => {
                a == b && x == y && existing & lanes & !by == 0
            }
            (Kill::Bits { half: a, word: x, lanes: by }, Live::Bits { half: b, word: y, lanes }) => {
                a == b && x == y && existing & lanes & !by == 0
            }
            (Kill::Words { first: x, lanes: by }, Live::Lanes { half: 0, first: y, lanes }) => {
                x == y && existing & lanes & !by == 0
            }
            (Kill::Words { first: x, lanes: by }, Live::Words { first: y, lanes }) => {
                // Bit n of `lanes` is word y + n, which is bit y + n - x of `by`.
                let (by, wanted) = (u128::from(by) << 32, u128::from(lanes) << 32);
                let distance = i64::from(y) - i64::from(x);
                match u32::try_from(distance.unsigned_abs()) {
                    Ok(d) if d < 32 => {
                        let wanted = if distance < 0 { wanted >> d } else { wanted << d };
                        wanted & !by == 0
                    }
                    _ => lanes == 0,
                }
            }
            (Kill::Scalar { word: x, lanes }, Live::Scalar(y)) => x == y && lanes == u32::MAX,
            (Kill::Scalar { word: x, lanes: by }, Live::Bits { half, word: y, lanes }) => {
                x == y && (by == u32::MAX || half == 0 && existing & lanes & !by == 0)
            }
            _ => false,
        }
    }
}

/// Every part that some step reads, and what an escape turns it into.
fn parts(deeds: &[Vec<Deed>]) -> Vec<Live> {
    let mut parts = Vec::new();
    let mut known = HashSet::new();
    let mut add = |part: Live| {
        if known.insert(part) {
            parts.push(part);
        }
    };
    for deed in deeds.iter().flatten() {
        if let Deed::Read(part) = *deed {
            add(part);
            (0..2).filter_map(|half| part.of_any(half)).for_each(&mut add);
        }
    }
    parts
}
