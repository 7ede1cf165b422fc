//! Which values differ from lane to lane. A value counts as lane-dependent only if every definition that reaches it is computed from the
//! lane's number, or is read from an address that is, by operations that keep the difference.

use std::collections::{HashMap, HashSet};

use isotope_ir::effect::{Special, Src, Uop, Wide};
use isotope_ir::program::def_use::{Location, read, words};
use isotope_op::alu::{Alu, Alu64};

use crate::source::{At, Code, Def, lanes_of, part_of};

/// How a value varies over the lanes of a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// The same in every lane of the wave.
    Uniform,
    /// It depends on the lane's number, or on what memory holds at an address that does.
    Lanes,
    /// Not known.
    Unknown,
}

/// Results by definition. `None` marks a definition in progress, so that a loop ends.
type Seen = HashMap<(At, (u8, u32), u32), Option<Spread>>;

/// Bits of a lane's number that two lanes of any wave differ in: the smallest has eight.
const LANE_BITS: u32 = 7;
/// A left shift below this leaves at least the eight lowest bits of the operand in the word, and among them [`LANE_BITS`].
const MOST_SHIFT: u32 = 24;

impl Code<'_> {
    /// How the value of an operand varies.
    pub fn spread(&self, at: At, src: Src) -> Spread {
        self.spread_src(at, src, &mut Seen::new()).unwrap_or(Spread::Unknown)
    }

    /// `None` if it depends only on definitions in progress.
    fn spread_src(&self, at: At, src: Src, seen: &mut Seen) -> Option<Spread> {
        match src {
            Src::Imm(_) | Src::Uniform(_) => Some(Spread::Uniform),
            // All lanes of a wave read the same word. But if it was computed from lanes' numbers, another wave of the group may hold another
            // value, so the value is not uniform for a barrier of the group either.
            Src::Word(_) => {
                let part = read(src, self.lanes(at));
                part.map_or(Some(Spread::Uniform), |part| self.spread_part(at, part, seen)).map(only_uniform)
            }
            _ => read(src, self.lanes(at)).map_or(Some(Spread::Uniform), |part| self.spread_part(at, part, seen)),
        }
    }

    fn spread_part(&self, at: At, part: Location, seen: &mut Seen) -> Option<Spread> {
        let defs = self.defs(at, part, None);
        let mut found: Option<Spread> = None;
        for def in defs.iter() {
            let one = match *def {
                Def::Control(_) => Some(Spread::Unknown),
                Def::Entry => Some(self.spread_at_entry(part)),
                Def::Uop(def) => {
                    let key = (def, part_of(part), lanes_of(part));
                    if let Some(known) = seen.get(&key) {
                        *known
                    } else {
                        seen.insert(key, None);
                        let made = self.spread_of(def, part, seen);
                        seen.insert(key, made);
                        made
                    }
                }
            };
            found = match (found, one) {
                (found, None) => found,
                (None, one) => one,
                (Some(a), Some(b)) if a == b => Some(a),
                _ => Some(Spread::Unknown),
            };
        }
        // Which of several uniform values a lane has may depend on its path.
        if defs.len() > 1 && found == Some(Spread::Uniform) { Some(Spread::Unknown) } else { found }
    }

    /// Initial values: scalar words and single words are the same for the wave, vectors differ between lanes.
    fn spread_at_entry(&self, part: Location) -> Spread {
        let several = match part {
            Location::Vector { lanes, .. } => lanes.count_ones() > 1,
            Location::Map { map, lanes } => {
                words(&self.program.maps[map as usize], lanes).collect::<HashSet<_>>().len() > 1
            }
            Location::Registers => return Spread::Unknown,
            Location::Scalar { .. } => false,
        };
        if several { Spread::Lanes } else { Spread::Uniform }
    }

    fn spread_of(&self, def: At, part: Location, seen: &mut Seen) -> Option<Spread> {
        let mut all = |sources: &[Src]| {
            let each: Vec<_> = sources.iter().map(|src| self.spread_src(def, *src, seen)).collect();
            join(&each)
        };
        let low = |wide: &[Wide]| wide.iter().map(|w| w.lo).collect::<Vec<_>>();
        match &self.program.uops[def.uop as usize] {
            Uop::Special { what, .. } => Some(match what {
                Special::LaneId | Special::LocalId(_) | Special::LocalIdPacked | Special::LocalIdPacked10 => {
                    Spread::Lanes
                }
                Special::LaneMask(_) => Spread::Lanes,
                Special::WaveId | Special::Clock { .. } => Spread::Unknown,
                _ => Spread::Uniform,
            }),
            Uop::Alu { op, src, .. } if keeps_lanes(*op, src) => all(src),
            Uop::Alu { src, .. } => all(src).map(only_uniform),
            Uop::Alu64 { op, src, dst } => {
                let is_low = matches!(part, Location::Vector { first, .. } if first == dst.0);
                use Alu64 as A;
                let keeps = is_low
                    && matches!(
                        op,
                        A::Mov | A::Add | A::Sub | A::MulWideU | A::MulWideS | A::MadWideU | A::MadWideS | A::Shl
                    );
                if keeps { all(&low(src)) } else { all(&both(src)).map(only_uniform) }
            }
            Uop::Scalar { src, .. } => all(src).map(only_uniform),
            Uop::Test { src, .. } => all(src),
            Uop::Test64 { src, .. } => all(&low(src)),
            Uop::Load { access, .. } => match all(&[access.address.lo])? {
                Spread::Lanes => Some(Spread::Lanes),
                _ => Some(Spread::Unknown),
            },
            Uop::Mask { a, b, .. } => all(&[Src::Mask(*a), Src::Mask(*b)]),
            Uop::ReadRegion { map, base: None, bytes, .. } => {
                let from = Location::Map { map: *map, lanes: self.lanes(def) };
                // Several small elements share a word; if all lanes read one element, the value is uniform.
                let one = self.program.maps[*map as usize].iter().collect::<HashSet<_>>().len() == 1;
                let spread = self.spread_part(def, from, seen)?;
                Some(match spread {
                    _ if one => only_uniform(spread),
                    Spread::Uniform if *bytes < 4 => Spread::Unknown,
                    _ => spread,
                })
            }
            Uop::WriteRegion { src, base: None, .. } => all(&[*src]),
            _ => Some(Spread::Unknown),
        }
    }
}

fn both(wide: &[Wide]) -> Vec<Src> {
    wide.iter().flat_map(|w| [w.lo, w.hi]).collect()
}

/// The spread of a result: lane-dependent if a source is.
pub(crate) fn join(each: &[Option<Spread>]) -> Option<Spread> {
    let has = |spread| each.contains(&Some(spread));
    if has(Spread::Lanes) {
        Some(Spread::Lanes)
    } else if has(Spread::Unknown) {
        Some(Spread::Unknown)
    } else if has(Spread::Uniform) {
        Some(Spread::Uniform)
    } else {
        None
    }
}

/// The spread of a value that is uniform if its source is, and not known otherwise: after an operation that may remove every bit of the
/// lane's number, and of a word that all lanes of a wave share.
fn only_uniform(spread: Spread) -> Spread {
    if spread == Spread::Uniform { Spread::Uniform } else { Spread::Unknown }
}

/// Whether an operation keeps differences between lanes, according to its constants.
fn keeps_lanes(op: Alu, src: &[Src; 3]) -> bool {
    let number = |src: Src| if let Src::Imm(n) = src { Some(n) } else { None };
    match op {
        Alu::Mov | Alu::Add | Alu::Add3 | Alu::Sub | Alu::Neg | Alu::Not | Alu::Xor | Alu::Sext16 | Alu::Zext16 => true,
        Alu::Or | Alu::Sel | Alu::Mad | Alu::Zext8 | Alu::Sext8 => true,
        Alu::Mul => src[..2].iter().all(|s| number(*s) != Some(0)),
        Alu::And => src[..2].iter().all(|s| number(*s).is_none_or(|n| n & LANE_BITS != 0)),
        Alu::Shl => number(src[1]).is_some_and(|n| n & 31 < MOST_SHIFT),
        Alu::ShlBy { n } => u32::from(n) < MOST_SHIFT,
        // After a right shift, later operations may drop the remaining bits.
        Alu::Shr | Alu::Sar => number(src[1]).is_some_and(|n| n & 31 == 0),
        Alu::Ubfe | Alu::Sbfe => number(src[1]) == Some(0),
        _ => false,
    }
}
