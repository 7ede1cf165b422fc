//! Addresses as a base and a constant offset in bytes.

use std::collections::{BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use isotope_ir::effect::{Src, Uop};
use isotope_ir::program::def_use::{Location, read};
use isotope_op::alu::{Alu, Alu64};

use super::gather::needed;
use super::{At, Code, Def, lanes_of, part_of};

/// The base of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// None: the address is the offset.
    Number,
    /// A constant word, by its index.
    Uniform(u32),
    /// The initial value of a register.
    Began((u8, u32)),
    /// The result of this micro-operation, such as a loaded value.
    Computed(At),
    /// The result of these operations on these operands, identified by a hash.
    Made(u64),
    /// Different bases on different paths.
    Unknown,
}

impl Base {
    /// Whether it is an initial value.
    pub fn is_given(self) -> bool {
        matches!(self, Base::Began(_) | Base::Uniform(_))
    }
}

impl Code<'_> {
    /// A value as base and constant offset, followed through copies and sums with constants while it has a single definition.
    pub fn base(&self, at: At, src: Src) -> (Base, i64) {
        self.base_of(at, src, 0)
    }

    fn base_of(&self, at: At, src: Src, depth: u32) -> (Base, i64) {
        let lanes = self.lanes(at);
        match read(src, lanes) {
            Some(part) => self.base_in(at, part, depth),
            None => match src {
                Src::Imm(n) => (Base::Number, i64::from(n as i32)),
                Src::Uniform(n) => (Base::Uniform(n), 0),
                _ => (Base::Unknown, 0),
            },
        }
    }

    fn base_in(&self, mut at: At, mut part: Location, depth: u32) -> (Base, i64) {
        let mut above = 0i64;
        loop {
            part = single(part);
            let defs = self.defs(at, part, None);
            let [Def::Uop(def)] = defs[..] else {
                return (if defs[..] == [Def::Entry] { Base::Began(part_of(part)) } else { Base::Unknown }, above);
            };
            if let Some(copied) = self.copied_from(def, part) {
                (at, part) = (def, copied);
                continue;
            }
            let number =
                |src: Src| if let Src::Imm(n) = src { Some(i64::from(n as i32)) } else { self.number(def, src) };
            let on = match self.program.uops[def.uop as usize] {
                Uop::Alu { op: Alu::Mov, src, .. } | Uop::Scalar { op: Alu::Mov, src, .. } => Some((src[0], 0)),
                Uop::WriteRegion { src, .. } => Some((src, 0)),
                Uop::Alu { op: Alu::Add | Alu::Add3, src, .. } | Uop::Scalar { op: Alu::Add | Alu::Add3, src, .. } => {
                    match src.map(number) {
                        [None, Some(a), Some(b)] => Some((src[0], a + b)),
                        [Some(a), None, Some(b)] => Some((src[1], a + b)),
                        _ => None,
                    }
                }
                Uop::Alu64 { op: Alu64::Mov, dst, src } if part_of(part) == (0, dst.0) => Some((src[0].lo, 0)),
                Uop::Alu64 { op: Alu64::Add, dst, src } if part_of(part) == (0, dst.0) => {
                    match [src[0].lo, src[1].lo].map(number) {
                        [None, Some(n)] => Some((src[0].lo, n)),
                        [Some(n), None] => Some((src[1].lo, n)),
                        _ => None,
                    }
                }
                _ => None,
            };
            let Some((next, more)) = on else { return (self.made(def, part, depth), above) };
            above += more;
            let lanes = needed(&self.program.uops[def.uop as usize], part, self.lanes(def));
            match read(next, lanes) {
                Some(from) => (at, part) = (def, from),
                None => {
                    let (base, number) = self.base_of(def, next, depth);
                    return (base, above + number);
                }
            }
        }
    }

    /// The source that a micro-operation copies to a register, if it is a plain copy.
    pub(crate) fn copied_from(&self, def: At, part: Location) -> Option<Location> {
        let uop = &self.program.uops[def.uop as usize];
        let lanes = needed(uop, part, self.lanes(def));
        match *uop {
            Uop::Alu { op: Alu::Mov, src: [src, ..], .. } | Uop::Scalar { op: Alu::Mov, src: [src, ..], .. } => {
                read(src, lanes)
            }
            Uop::ReadRegion { map, bytes: 4, base: None, .. } => Some(Location::Map { map, lanes }),
            Uop::WriteRegion { src, bytes: 4, base: None, .. } => read(src, lanes),
            _ => None,
        }
    }

    /// The definitions that reach a use, before copies between registers.
    pub fn origins(&self, at: At, part: Location, within: Option<&BTreeSet<u32>>) -> Vec<Def> {
        let (mut found, mut seen, mut open) = (Vec::new(), HashSet::new(), vec![(at, part)]);
        while let Some((at, part)) = open.pop() {
            for &def in self.defs(at, part, within).iter() {
                let copied = match def {
                    Def::Uop(def) => self.copied_from(def, part).map(|from| (def, from)),
                    _ => None,
                };
                match copied {
                    Some((def, from)) if seen.insert((def, part_of(from), lanes_of(from))) => open.push((def, from)),
                    Some(_) => {}
                    None => found.push(def),
                }
            }
        }
        found
    }

    /// The value of a micro-operation: equal for equal operations on equal operands.
    fn made(&self, def: At, part: Location, depth: u32) -> Base {
        let mut hash = DefaultHasher::new();
        let sources = match self.program.uops[def.uop as usize] {
            Uop::Alu { op, src, .. } | Uop::Scalar { op, src, .. } => {
                op.hash(&mut hash);
                src.to_vec()
            }
            Uop::Alu64 { op, src, .. } => {
                op.hash(&mut hash);
                src.iter().flat_map(|w| [w.lo, w.hi]).collect()
            }
            Uop::Special { what, .. } => {
                what.hash(&mut hash);
                Vec::new()
            }
            // A load of several words has a different result in each.
            Uop::ScalarLoad { words: 2.., .. } | Uop::Load { .. } => {
                (def.uop, part_of(part)).hash(&mut hash);
                return Base::Made(hash.finish());
            }
            _ => return Base::Computed(def),
        };
        if depth > 8 {
            return Base::Computed(def);
        }
        for src in sources {
            let (mut base, above) = self.base_of(def, src, depth + 1);
            if base == Base::Unknown {
                return Base::Computed(def);
            }
            if let Base::Computed(at) = base {
                base = Base::Computed(At { step: 0, uop: at.uop });
            }
            (base, above).hash(&mut hash);
        }
        Base::Made(hash.finish())
    }

    fn number(&self, at: At, src: Src) -> Option<i64> {
        if let Src::Imm(n) = src {
            return Some(i64::from(n as i32));
        }
        let part = read(src, self.lanes(at))?;
        let [Def::Uop(def)] = self.defs(at, part, None)[..] else { return None };
        match self.program.uops[def.uop as usize] {
            Uop::Alu { op: Alu::Mov, src: [Src::Imm(n), ..], .. } => Some(i64::from(n as i32)),
            Uop::Scalar { op: Alu::Mov, src: [Src::Imm(n), ..], .. } => Some(i64::from(n as i32)),
            _ => None,
        }
    }
}

/// A part of one word as that word.
fn single(part: Location) -> Location {
    match part {
        Location::Vector { first, lanes } if lanes.is_power_of_two() => {
            Location::Vector { first: first + lanes.trailing_zeros(), lanes: 1 }
        }
        _ => part,
    }
}
