//! What a micro-operation reads and writes, precisely enough to move it.

use super::Program;
use crate::effect::{
    BarrierKind, BufferAccess, Control, ImageAccess, LANES, Mask, Request, Slot, Src, Step, Through, Transfer, Uop,
    Wide,
};

/// Part of a wave's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Words of the register file: the lanes in `lanes` of the vector at `first`.
    Vector { first: u32, lanes: u32 },
    /// Words that the lanes of a map of byte addresses lie in.
    Map { map: u32, lanes: u32 },
    /// The whole register file.
    Registers,
    /// Bits of a scalar word.
    Scalar { word: u16, bits: u32 },
}

impl Part {
    /// Whether the two have a bit in common; may say so where they have not.
    pub(super) fn meets(self, other: Part, maps: &[[u32; LANES]]) -> bool {
        use Part::{Map, Registers, Scalar, Vector};
        match (self, other) {
            (Scalar { word: a, bits: x }, Scalar { word: b, bits: y }) => a == b && x & y != 0,
            (Scalar { .. }, _) | (_, Scalar { .. }) => false,
            (Registers, _) | (_, Registers) => true,
            (Vector { first: a, lanes: x }, Vector { first: b, lanes: y }) => {
                let shifted = |lanes: u32, by: u32| lanes.checked_shr(by).unwrap_or(0);
                if a <= b { shifted(x, b - a) & y != 0 } else { shifted(y, a - b) & x != 0 }
            }
            (Map { map, lanes }, Vector { first, lanes: y }) | (Vector { first, lanes: y }, Map { map, lanes }) => {
                words(&maps[map as usize], lanes).any(|w| {
                    let l = w.wrapping_sub(first);
                    l < LANES as u32 && y >> l & 1 != 0
                })
            }
            (Map { map: a, lanes: x }, Map { map: b, lanes: y }) => {
                let (a, b) = (&maps[a as usize], &maps[b as usize]);
                words(a, x).any(|v| words(b, y).any(|w| v == w))
            }
        }
    }
}

/// The words of the register file that the lanes of a map lie in.
pub(crate) fn words(map: &[u32; LANES], lanes: u32) -> impl Iterator<Item = u32> {
    map.iter().enumerate().filter(move |(l, _)| lanes >> l & 1 != 0).map(|(_, at)| at / 4)
}

/// Everything a micro-operation touches when it runs on some lanes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Touched {
    pub reads: Vec<Part>,
    pub writes: Vec<Part>,
    /// It touches memory, or can stop the launch: such operations keep their order.
    pub ordered: bool,
    /// What a lane writes depends on that lane's sources only.
    pub by_lane: bool,
    /// Nobody moves it.
    pub fixed: bool,
}

impl Touched {
    /// Whether an operation that touches `self` may not change places with a later one that touches `later`.
    pub(super) fn before(&self, later: &Touched, maps: &[[u32; LANES]]) -> bool {
        let meet = |x: &[Part], y: &[Part]| x.iter().any(|a| y.iter().any(|b| a.meets(*b, maps)));
        self.ordered && later.ordered
            || meet(&self.writes, &later.reads)
            || meet(&self.writes, &later.writes)
            || meet(&self.reads, &later.writes)
    }
}

/// The part that a source reads in `lanes`.
pub(super) fn read(src: Src, lanes: u32) -> Option<Part> {
    match src {
        Src::Slot(Slot(first)) => Some(Part::Vector { first, lanes }),
        Src::Word(Slot(first)) => Some(Part::Vector { first, lanes: 1 }),
        Src::Scalar(word) => Some(Part::Scalar { word, bits: u32::MAX }),
        Src::Mask(Mask { word, .. }) if word != Mask::ALWAYS => Some(Part::Scalar { word, bits: lanes }),
        Src::Mask(_) | Src::Imm(_) | Src::Uniform(_) => None,
    }
}

impl Uop {
    /// What it touches when it runs on at most `lanes`; `None` for operations that nobody moves.
    pub(super) fn touched(&self, lanes: u32, program: &Program) -> Option<Touched> {
        let t = self.traffic(lanes, program);
        (!t.fixed).then_some(t)
    }

    /// What it touches when it runs on at most `lanes`.
    pub(crate) fn traffic(&self, lanes: u32, program: &Program) -> Touched {
        let mut t = Touched::default();
        let vector = |slot: Slot, i: usize| Part::Vector { first: slot.0 + (i * LANES) as u32, lanes };
        let whole = |slot: Slot| Part::Vector { first: slot.0, lanes: u32::MAX };
        let all = |word: u16| Part::Scalar { word, bits: u32::MAX };
        let mask = |m: Mask| (m.word != Mask::ALWAYS).then_some(Part::Scalar { word: m.word, bits: lanes });
        let words = |bytes: u8| usize::from(bytes.div_ceil(4));
        // What reads one value for the wave may find it in any lane.
        let plain = !self.is_scalar() || matches!(self, Uop::Test { .. } | Uop::Test64 { .. });
        let based = matches!(self, Uop::Gather { .. } | Uop::Scatter { base: Some(_), .. } | Uop::TableAddress { .. });
        let read_in = if plain && !based { lanes } else { u32::MAX };
        { *self }.for_each_src(&mut |src| t.reads.extend(read(*src, read_in)));
        t.by_lane = true;
        match *self {
            Uop::Alu { dst, .. }
            | Uop::Narrow { dst, .. }
            | Uop::Approximate { dst, .. }
            | Uop::Special { dst, .. } => {
                t.writes.push(vector(dst, 0));
            }
            Uop::Alu64 { dst, .. } => t.writes.extend([vector(dst, 0), vector(dst, 1)]),
            Uop::Test { dst, clear, .. } | Uop::Test64 { dst, clear, .. } => {
                t.writes.push(Part::Scalar { word: dst, bits: if clear { u32::MAX } else { lanes } });
            }
            Uop::Mask { dst, a, b, .. } => {
                t.reads.extend([a, b].into_iter().filter_map(mask));
                t.writes.push(Part::Scalar { word: dst, bits: lanes });
            }
            Uop::Scalar { dst, .. } | Uop::ScalarTest { dst, .. } | Uop::ScalarTest64 { dst, .. } => {
                (t.by_lane, t.writes) = (false, vec![all(dst)]);
            }
            Uop::Scalar64 { dst, .. } => (t.by_lane, t.writes) = (false, vec![all(dst[0]), all(dst[1])]),
            Uop::ScalarLoad { dst, words, .. } => {
                (t.by_lane, t.ordered) = (false, true);
                t.writes.extend((0..u16::from(words)).map(|i| all(dst + i)));
            }
            Uop::Gather { dst, map, base, .. } => {
                t.reads.push(if base.is_some() { Part::Registers } else { Part::Map { map, lanes } });
                t.writes.push(vector(dst, 0));
            }
            Uop::Scatter { map, base, .. } => {
                t.writes.push(if base.is_some() { Part::Registers } else { Part::Map { map, lanes } });
            }
            Uop::TableAddress { dst, valid, .. } => {
                (t.by_lane, t.ordered) = (false, true);
                t.writes.extend([vector(dst, 0), vector(dst, 1), all(valid)]);
            }
            Uop::Load { access, dst, .. } => {
                t.ordered = true;
                t.writes.extend(dst.into_iter().flat_map(|d| (0..words(access.bytes)).map(move |i| vector(d, i))));
            }
            Uop::Store { .. } => t.ordered = true,
            Uop::Atomic { access, rmw, dst, sparse, .. } => {
                t.ordered = true;
                t.by_lane = !program.rmws[rmw as usize].may_be_unspecified();
                t.writes.extend(dst.into_iter().flat_map(|d| (0..words(access.bytes)).map(move |i| vector(d, i))));
                t.writes.extend(sparse.map(|word| Part::Scalar { word, bits: lanes }));
            }
            _ => t.fixed = true,
        }
        if t.fixed {
            (t.by_lane, t.ordered) = (false, true);
        }
        match *self {
            Uop::Ballot { dst, src } => {
                t.reads.extend(mask(src));
                t.writes.push(vector(dst, 0));
            }
            Uop::Vote { dst, src, .. } => {
                t.reads.extend(mask(src));
                t.writes.push(Part::Scalar { word: dst, bits: lanes });
            }
            Uop::Under { base, also } => t.reads.extend([base, also].into_iter().filter_map(mask)),
            Uop::ReadLane { dst, value, .. } => {
                t.reads.extend(read(value, u32::MAX));
                t.writes.push(vector(dst, 0));
            }
            Uop::PushLane { dst, .. } => t.writes.push(whole(dst)),
            Uop::ToLane { dst, .. } => t.writes.extend(dst.map(whole)),
            Uop::FromLane { dst, .. } | Uop::ScalarSpecial { dst, .. } => t.writes.push(all(dst)),
            // Which word, only a run knows.
            Uop::ScalarGet { dst, first, .. } => {
                t.reads.extend((first..program.scalar_words).map(all));
                t.writes.push(all(dst));
            }
            Uop::ScalarPut { first, .. } => t.writes.extend((first..program.scalar_words).map(all)),
            Uop::Surface { access, rmw, dst, .. } => {
                let access = &program.surfaces[access as usize];
                t.reads.extend([access.handle].into_iter().chain(access.coords).filter_map(|s| read(s, lanes)));
                let bytes = program.rmws[rmw as usize].size.bytes() as u8;
                t.writes.extend(dst.into_iter().flat_map(|d| (0..words(bytes)).map(move |i| vector(d, i))));
            }
            Uop::ElementAddress { dst, valid, .. } => {
                t.writes.extend([vector(dst, 0), vector(dst, 1), vector(dst, 2), all(valid)]);
            }
            Uop::BufferAddress { access, dst, valid } => {
                t.reads.extend(program.buffers[access as usize].sources().filter_map(|s| read(s, u32::MAX)));
                t.writes.extend([vector(dst, 0), vector(dst, 1), all(valid)]);
            }
            Uop::ImageAddress { access, dst, valid } => {
                t.reads.extend(program.images[access as usize].sources().filter_map(|s| read(s, u32::MAX)));
                t.writes.extend([vector(dst, 0), vector(dst, 1), all(valid)]);
            }
            Uop::Typed(access) => {
                let typed = &program.typed[access as usize];
                let through: Vec<Src> = match typed.through {
                    Through::Buffer(access) => access.sources().collect(),
                    Through::Image { access, .. } => access.sources().collect(),
                };
                t.reads.extend(through.into_iter().filter_map(|s| read(s, u32::MAX)));
                if typed.transfer == Transfer::Store {
                    t.reads.extend(typed.data.into_iter().filter_map(|s| read(s, lanes)));
                } else {
                    t.writes.extend((0..typed.components.count_ones() as usize).map(|i| vector(typed.dst, i)));
                }
            }
            _ => {}
        }
        t
    }
}

impl BufferAccess {
    fn sources(self) -> impl Iterator<Item = Src> {
        self.descriptor.into_iter().chain(self.index).chain(self.offset).chain([self.base])
    }
}

impl ImageAccess {
    fn sources(self) -> impl Iterator<Item = Src> {
        self.descriptor.into_iter().chain(self.coords)
    }
}

impl Step {
    /// What its guard and its control effect read and write.
    pub(crate) fn steered(&self, program: &Program) -> Touched {
        let mut t = Touched { fixed: true, ..Touched::default() };
        let mask = |m: Mask| (m.word != Mask::ALWAYS).then_some(Part::Scalar { word: m.word, bits: u32::MAX });
        let mut reads: Vec<Src> = Vec::new();
        t.reads.extend(mask(self.guard));
        match self.control {
            Control::BranchIndirect { address } => reads.push(address),
            Control::Barrier { kind, id, expected } => {
                reads.extend([id].into_iter().chain(expected));
                if let BarrierKind::Reduce { src, dst, count, .. } = kind {
                    t.reads.extend(mask(src));
                    t.writes.extend(dst.map(|word| Part::Scalar { word, bits: u32::MAX }));
                    t.writes.extend(count.map(|slot| Part::Vector { first: slot.0, lanes: u32::MAX }));
                }
            }
            Control::Jump { words, .. } => reads.extend(words),
            Control::JumpTo { address } => reads.extend([address.lo, address.hi]),
            Control::Variant { index } => reads.push(index),
            Control::Request(n) => {
                let Request { base, address, data, dst, .. } = program.requests[n as usize];
                reads.extend([base].into_iter().chain(address).chain(data.into_iter().flatten()));
                let vectors = dst.into_iter().flatten().flat_map(|d| [d, Slot(d.0 + LANES as u32)]);
                t.writes.extend(vectors.map(|slot| Part::Vector { first: slot.0, lanes: u32::MAX }));
            }
            _ => {}
        }
        t.reads.extend(reads.into_iter().filter_map(|s| read(s, u32::MAX)));
        t
    }
}

/// Whether a 64-bit source is the pair of vectors at `slot`.
pub(super) fn is_pair(source: Wide, slot: Slot) -> bool {
    source == super::wide(slot)
}
