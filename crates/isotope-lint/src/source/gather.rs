//! The inputs of a value: everything from which it is computed.

use std::collections::{BTreeSet, HashMap, HashSet};

use isotope_ir::effect::{Entry, LANES, Operand, Reach, Slot, Space, Special, Src, Uop, Wide};
use isotope_ir::program::ConstWord;
use isotope_ir::program::def_use::{Location, read};
use isotope_op::alu::Alu64;

use super::{At, Code, Def, lanes_of, part_of};

/// What a value depends on.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// Micro-operations that computed it, loads included.
    pub uops: BTreeSet<At>,
    /// Inputs of the kernel. Words that can only be the high word of a pointer are identified by their location.
    pub given: BTreeSet<KernelInput>,
    /// It depends on its value in the previous iteration of a loop.
    pub turns: bool,
}

/// A word that the launch gives to a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KernelInput {
    /// A word of a constant bank: bank, byte offset.
    Constant(u8, u32),
    /// A word of memory at a byte offset from a pointer in the wave's first registers.
    Argument(i64),
    /// A word of the register file, the same in every lane.
    Word(u32),
    /// A vector of the register file: a value for each lane.
    Vector(u32),
    /// A scalar word.
    Scalar(u16),
}

/// Which words of 64-bit values are followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Low,
    Both,
}

/// A use of a register: its position, the words that count, and the reader.
type Use = (At, Location, Half, Option<(At, Half)>);

impl Code<'_> {
    /// The inputs of a use; with `within`, only on paths inside these steps. Loaded values are not followed further.
    pub fn sources(&self, from: &[(At, Location)], within: Option<&BTreeSet<u32>>) -> Sources {
        self.gather(from, within, Half::Both, true)
    }

    /// Words of arguments from which only the high word of an address comes: pointers, not indices.
    pub fn pointers(&self, at: At, lo: Src, hi: Option<Src>) -> BTreeSet<KernelInput> {
        let lanes = self.lanes(at);
        let of = |src: Src, half: Half, masks: bool| {
            let mut found =
                read(src, lanes).map(|part| self.gather(&[(at, part)], None, half, masks).given).unwrap_or_default();
            found.extend(self.constant(src));
            found
        };
        let Some(hi) = hi else { return BTreeSet::new() };
        let low = of(lo, Half::Low, true);
        of(hi, Half::Both, false).difference(&low).filter(|g| !matches!(g, KernelInput::Vector(_))).copied().collect()
    }

    fn constant(&self, src: Src) -> Option<KernelInput> {
        let Src::Uniform(n) = src else { return None };
        let ConstWord { bank, offset } = self.program.uniforms[n as usize];
        Some(KernelInput::Constant(bank, offset))
    }

    fn gather(&self, from: &[(At, Location)], within: Option<&BTreeSet<u32>>, half: Half, masks: bool) -> Sources {
        let mut sources = Sources::default();
        let mut open: Vec<Use> = from.iter().map(|(at, part)| (*at, *part, half, None)).collect();
        let mut seen = HashSet::new();
        let mut edges: HashMap<(At, bool), Vec<(At, bool)>> = HashMap::new();
        while let Some((at, part, half, user)) = open.pop() {
            for &def in self.defs(at, part, within).iter() {
                let def = match def {
                    Def::Uop(def) => def,
                    Def::Control(step) => self.end(step),
                    Def::Entry => {
                        sources.given.insert(match part {
                            Location::Vector { first, lanes } if lanes.is_power_of_two() => {
                                KernelInput::Word(first + lanes.trailing_zeros())
                            }
                            Location::Vector { first, .. } => KernelInput::Vector(first),
                            Location::Scalar { word, .. } => KernelInput::Scalar(word),
                            Location::Map { map, .. } => KernelInput::Vector(self.program.maps[map as usize][0] / 4),
                            Location::Registers => KernelInput::Vector(0),
                        });
                        continue;
                    }
                };
                let low = half == Half::Low && self.is_low(def, part);
                if let Some((user, half)) = user {
                    edges.entry((user, half == Half::Low)).or_default().push((def, low));
                }
                if !seen.insert((def, part_of(part), lanes_of(part), low)) {
                    continue;
                }
                sources.uops.insert(def);
                if let Some(given) = self.argument(def, part) {
                    sources.given.insert(given);
                    continue;
                }
                for (read, mask) in self.reads(def, part, low, &mut sources.given) {
                    if masks || !mask {
                        let half = if low { Half::Low } else { half };
                        open.push((def, read, half, Some((def, if low { Half::Low } else { Half::Both }))));
                    }
                }
            }
        }
        sources.turns = has_circle(&edges);
        sources
    }

    /// Whether a use is the low word of a 64-bit result that depends only on low words.
    fn is_low(&self, def: At, part: Location) -> bool {
        let Some(Uop::Alu64 { op, dst: Slot(first), .. }) = self.program.uops.get(def.uop as usize) else {
            return true;
        };
        use Alu64 as A;
        let by_low = matches!(op, A::Mov | A::Add | A::Sub | A::Mul | A::And | A::Or | A::Xor | A::Shl | A::Not);
        by_low && matches!(part, Location::Vector { first: at, .. } if at < first + LANES as u32)
    }

    /// The operands of a definition, each with whether it is a mask; none for a load.
    fn reads(&self, def: At, part: Location, low: bool, given: &mut BTreeSet<KernelInput>) -> Vec<(Location, bool)> {
        let program = self.program;
        let step = &program.steps[def.step as usize];
        if def.uop >= step.first + step.count {
            return step.steered(program).reads.iter().map(|part| (*part, false)).collect();
        }
        let mut uop = program.uops[def.uop as usize];
        if uop.nature().reach != Reach::Nothing {
            return Vec::new();
        }
        let lanes = needed(&uop, part, self.lanes(def));
        let mut found = Vec::new();
        if let (true, Uop::Alu64 { src, .. }) = (low, uop) {
            for Wide { lo, hi: _ } in src {
                found.extend(read(lo, lanes).map(|part| (part, matches!(lo, Src::Mask(_)))));
                given.extend(self.constant(lo));
            }
            return found;
        }
        let mut entry = if uop.has_entry() { program.entry(uop) } else { Entry::None };
        uop.operands(&mut entry, |operand| match operand {
            Operand::Read(src, _) => {
                found.extend(read(*src, lanes).map(|part| (part, matches!(src, Src::Mask(_)))));
                given.extend(self.constant(*src));
            }
            Operand::ReadMask(mask, _) => found.extend(read(Src::Mask(*mask), lanes).map(|part| (part, true))),
            Operand::ReadMap(map) => found.push((Location::Map { map: *map, lanes }, false)),
            Operand::ReadRegisters => found.push((Location::Registers, false)),
            Operand::ReadScalars(_)
            | Operand::Write(..)
            | Operand::WriteWord(..)
            | Operand::WriteMap(_)
            | Operand::Names(..)
            | Operand::WriteRegisters
            | Operand::WriteScalars(_) => {}
        });
        found
    }

    /// The word of an argument that a load reads: in a constant bank, or behind an initial pointer.
    fn argument(&self, def: At, part: Location) -> Option<KernelInput> {
        match *self.program.uops.get(def.uop as usize)? {
            Uop::ScalarLoad { address, dst, .. } => {
                let Location::Scalar { word, .. } = part else { return None };
                let from = read(address.lo, u32::MAX)?;
                let began = self.defs(def, from, None)[..] == [Def::Entry];
                began.then(|| KernelInput::Argument(i64::from(address.offset) + 4 * i64::from(word.wrapping_sub(dst))))
            }
            Uop::Load { access, dst: Some(Slot(dst)), .. } => {
                let (Space::Constant(bank), Src::Imm(base)) = (access.space, access.address.lo) else { return None };
                let Location::Vector { first, .. } = part else { return None };
                let word = first.wrapping_sub(dst) / LANES as u32;
                Some(KernelInput::Constant(bank, base.wrapping_add_signed(access.address.offset) + 4 * word))
            }
            _ => None,
        }
    }

    /// Whether it depends on a value that differs between lanes by their number.
    pub fn is_of_lane(&self, sources: &Sources) -> bool {
        let special = |at: &At| {
            let Some(Uop::Special { what, .. }) = self.program.uops.get(at.uop as usize) else { return false };
            use Special::*;
            matches!(what, LaneId | LocalId(_) | LocalIdPacked | LocalIdPacked10 | LaneMask(_))
        };
        sources.uops.iter().any(special) || sources.given.iter().any(|given| matches!(given, KernelInput::Vector(_)))
    }
}

/// The lanes in which a micro-operation writes a register.
pub(super) fn needed(uop: &Uop, part: Location, lanes: u32) -> u32 {
    let dst = match uop {
        Uop::Alu { dst, .. } | Uop::Narrow { dst, .. } => dst.0,
        Uop::Alu64 { dst, .. } if matches!(part, Location::Vector { first, .. } if first >= dst.0 + LANES as u32) => {
            dst.0 + LANES as u32
        }
        Uop::Alu64 { dst, .. } => dst.0,
        _ => return lanes,
    };
    let Location::Vector { first, lanes: read } = part else { return lanes };
    let wanted = |l: &u32| (dst + l).checked_sub(first).is_some_and(|at| at < LANES as u32 && read >> at & 1 != 0);
    let needed = (0..LANES as u32).filter(|l| lanes >> l & 1 != 0).filter(wanted).fold(0, |all, l| all | 1 << l);
    if needed == 0 { lanes } else { needed }
}

fn has_circle(edges: &HashMap<(At, bool), Vec<(At, bool)>>) -> bool {
    let mut state: HashMap<(At, bool), bool> = HashMap::new();
    for root in edges.keys() {
        let mut open = vec![(*root, 0)];
        if state.contains_key(root) {
            continue;
        }
        state.insert(*root, true);
        while let Some((at, n)) = open.pop() {
            match edges.get(&at).and_then(|to| to.get(n)) {
                Some(to) => {
                    open.push((at, n + 1));
                    match state.get(to) {
                        Some(true) => return true,
                        Some(false) => {}
                        None => {
                            state.insert(*to, true);
                            open.push((*to, 0));
                        }
                    }
                }
                None => {
                    state.insert(at, false);
                }
            }
        }
    }
    false
}
