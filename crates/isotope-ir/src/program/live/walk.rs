//! What one step reads and wholly overwrites, in which lanes.

use isotope_op::alu::Alu;

use super::owners::Touch;
use super::{Deed, Kill, Live};
use crate::effect::{ACTIVE, In, LANES, Mask, Operand, Slot, Src, Step, Uop};
use crate::program::Program;

/// Fewest lanes that an instruction executes together, in a wave narrower than its registers.
const CHUNK: usize = 8;

/// The lanes that execute a micro-operation.
#[derive(Clone, Copy, PartialEq)]
enum Executing {
    /// Those of these lanes that are in the mask of a half; with `true`, certainly all of those.
    Half(u8, u32, bool),
    /// Exactly these.
    Fixed(u32),
    /// Some of these, no others.
    Within(u32),
}

/// Processes the micro-operations of a step.
pub(super) struct Walk<'a> {
    program: &'a Program,
    step: &'a Step,
    covered: bool,
    executing: Executing,
    /// Scalar words whose lanes are all in the mask of a half.
    narrow: Vec<(u8, u16)>,
    deeds: Vec<Deed>,
    touches: Vec<Touch>,
    /// A mask of executing lanes has been written.
    masks: bool,
}

/// What a step does to registers.
pub(super) struct Done {
    /// In order.
    pub deeds: Vec<Deed>,
    /// Everything that it may write.
    pub touches: Vec<Touch>,
    /// Whether it writes a mask of executing lanes.
    pub masks: bool,
}

impl<'a> Walk<'a> {
    pub(super) fn new(program: &'a Program, step: &'a Step, covered: bool) -> Self {
        let executing = Executing::Half(0, u32::MAX, step.guard == Mask::ALL);
        let narrow = [(0, Some(ACTIVE)), (1, program.upper)];
        let narrow = narrow.into_iter().filter_map(|(half, word)| Some((half, word?))).collect();
        Walk { program, step, covered, executing, narrow, deeds: Vec::new(), touches: Vec::new(), masks: false }
    }

    /// What the step does to registers.
    pub(super) fn run(mut self) -> Done {
        self.read(Src::Mask(self.step.guard), In::Lanes);
        for uop in self.program.uops_of(self.step) {
            let (mut reads, mut writes) = (Vec::new(), Vec::new());
            let mut entry = self.program.entry(*uop);
            { *uop }.operands(&mut entry, |operand| sort(operand, &mut reads, &mut writes));
            reads.into_iter().for_each(|access| self.access(access, uop));
            writes.into_iter().for_each(|access| self.access(access, uop));
            if let Uop::Under { base, also } = *uop {
                self.executing = self.under(base, also);
            }
        }
        // Control writes only in some lanes, or later.
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        let mut entry = self.program.entry_of(self.step.control);
        { self.step.control }.operands(&mut entry, |operand| sort(operand, &mut reads, &mut writes));
        for access in reads {
            match access {
                Accessed::Read(src, lanes) => self.read(src, lanes),
                Accessed::Map(_) => unreachable!("no control effect reads elements by a map"),
                Accessed::Registers => self.deeds.push(Deed::Read(Live::Registers)),
                Accessed::Scalars(first) => self.deeds.push(Deed::Read(Live::Scalars(first))),
                _ => unreachable!("it writes"),
            }
        }
        for access in writes {
            // A request's result arrives when other lanes may execute.
            self.executing = Executing::Within(u32::MAX);
            self.touch(access, None);
        }
        Done { deeds: self.deeds, touches: self.touches, masks: self.masks }
    }

    /// Records which lanes write a location.
    fn touch(&mut self, access: Accessed, uop: Option<&Uop>) {
        let executing = self.executing;
        let vector = |first: u32, lanes: In| match (lanes, executing) {
            (In::Lanes, Executing::Half(half, lanes, _)) => Touch::Lanes { half, first, lanes },
            (In::Lanes, Executing::Fixed(lanes) | Executing::Within(lanes)) => Touch::Words { first, lanes },
            (In::Any, _) => Touch::Words { first, lanes: u32::MAX },
        };
        match access {
            Accessed::Write(Slot(first), count, lanes) => {
                self.touches.extend((0..count).map(|i| vector(first + i * LANES as u32, lanes)));
            }
            Accessed::WriteWord(word, lanes) => self.touches.push(match (lanes, executing) {
                (In::Lanes, Executing::Half(half, ..)) => Touch::Bits { half, word },
                _ => Touch::Scalar(word),
            }),
            Accessed::WriteScalars(first) => self.touches.push(Touch::Scalars(first)),
            Accessed::WriteMap(map) => {
                let bytes = uop.map_or(LANES as u8, element_bytes);
                self.touches.push(match executing {
                    Executing::Half(half, lanes, _) => Touch::Map { half, map, bytes, lanes },
                    Executing::Fixed(lanes) | Executing::Within(lanes) => Touch::Elements { map, bytes, lanes },
                });
            }
            Accessed::WriteRegisters => self.touches.push(Touch::Registers),
            Accessed::Read(..) | Accessed::Map(_) | Accessed::Registers | Accessed::Scalars(_) => {}
        }
    }

    fn constant(&self, word: u16) -> Option<u32> {
        self.program.constants.iter().find(|(w, _)| *w == word).map(|(_, value)| *value)
    }

    /// The half whose mask this word is.
    fn half_of(&self, word: u16) -> Option<u8> {
        match word {
            ACTIVE => Some(0),
            word if self.program.upper == Some(word) => Some(1),
            _ => None,
        }
    }

    fn under(&self, base: Mask, also: Mask) -> Executing {
        let fixed = |mask: Mask| {
            let lanes = if mask.word == Mask::ALWAYS { Some(u32::MAX) } else { self.constant(mask.word) };
            lanes.map(|lanes| lanes ^ if mask.negate { u32::MAX } else { 0 })
        };
        let half = |mask: Mask| {
            let known = self.narrow.iter().find(|(_, word)| *word == mask.word && !mask.negate)?;
            Some((known.0, self.half_of(mask.word).is_some()))
        };
        match (fixed(base), fixed(also)) {
            (Some(a), Some(b)) => Executing::Fixed(a & b),
            (a, b) => match half(base).or(half(also)) {
                Some((of, is_mask)) => {
                    let lanes = a.or(b);
                    Executing::Half(of, lanes.unwrap_or(u32::MAX), is_mask && lanes.is_some())
                }
                None => Executing::Within(a.or(b).unwrap_or(u32::MAX)),
            },
        }
    }

    fn access(&mut self, access: Accessed, uop: &Uop) {
        self.touch(access, Some(uop));
        match access {
            Accessed::Read(src, lanes) => self.read(src, lanes),
            Accessed::Map(map) => {
                let bytes = element_bytes(uop);
                let part = match self.executing {
                    Executing::Half(half, lanes, _) => Live::Map { half: Some(half), map, bytes, lanes },
                    Executing::Fixed(lanes) | Executing::Within(lanes) => Live::Map { half: None, map, bytes, lanes },
                };
                self.part(part);
            }
            Accessed::WriteMap(map) => {
                let bytes = element_bytes(uop);
                match self.executing {
                    Executing::Half(half, lanes, true) => {
                        self.kill(Kill::Map { half: Some(half), map, bytes, lanes });
                    }
                    Executing::Fixed(lanes) if self.step.always => {
                        self.kill(Kill::Map { half: None, map, bytes, lanes });
                    }
                    _ => {}
                }
            }
            Accessed::Registers => self.deeds.push(Deed::Read(Live::Registers)),
            Accessed::Scalars(first) => self.deeds.push(Deed::Read(Live::Scalars(first))),
            // Only a part of what these name is written.
            Accessed::Write(_, _, In::Any) | Accessed::WriteRegisters => {}
            Accessed::Write(Slot(first), count, In::Lanes) => {
                let all = match uop {
                    Uop::Atomic { .. } | Uop::Surface { .. } => self.covered,
                    _ => true,
                };
                // The surface determines how wide its result is.
                let count = if matches!(uop, Uop::Surface { .. }) { 1 } else { count };
                for first in (0..count).map(|i| first + i * LANES as u32).filter(|_| all) {
                    match self.executing {
                        Executing::Half(half, lanes, true) => self.kill(Kill::Lanes { half, first, lanes }),
                        Executing::Fixed(lanes) if self.step.always => self.kill(Kill::Words { first, lanes }),
                        _ => {}
                    }
                }
            }
            Accessed::WriteWord(word, In::Any) => {
                if self.step.always {
                    self.kill(Kill::Scalar { word, lanes: u32::MAX });
                }
                self.written(word, uop);
            }
            Accessed::WriteWord(word, In::Lanes) => {
                let all = self.covered || !matches!(uop, Uop::Atomic { .. });
                match self.executing {
                    Executing::Half(half, lanes, true) if all => self.kill(Kill::Bits { half, word, lanes }),
                    Executing::Fixed(lanes) if all && self.step.always => self.kill(Kill::Scalar { word, lanes }),
                    _ => {}
                }
                self.written(word, uop);
            }
            Accessed::WriteScalars(first) => {
                self.masks = true;
                let reached: Vec<u16> =
                    self.narrow.iter().map(|(_, word)| *word).filter(|word| *word >= first).collect();
                self.narrow.retain(|(_, word)| *word < first || self.program.upper == Some(*word) || *word == ACTIVE);
                reached.into_iter().for_each(|word| self.escape(word));
            }
        }
    }

    fn kill(&mut self, kill: Kill) {
        self.deeds.push(Deed::Kill(kill));
    }

    fn read(&mut self, src: Src, lanes: In) {
        let part = match src {
            Src::Slot(Slot(first)) if self.program.vectors.iter().any(|(slot, _)| slot.0 == first) => return,
            Src::Slot(Slot(first)) => match (lanes, self.executing) {
                (In::Lanes, Executing::Half(half, lanes, _)) => Live::Lanes { half, first, lanes },
                (In::Lanes, Executing::Fixed(lanes) | Executing::Within(lanes)) => Live::Words { first, lanes },
                (In::Any, _) => Live::Words { first, lanes: u32::MAX },
            },
            Src::Word(Slot(first)) => Live::Words { first, lanes: 1 },
            Src::Scalar(word) => Live::Scalar(word),
            Src::Mask(Mask { word: Mask::ALWAYS, .. }) | Src::Imm(_) | Src::Uniform(_) => return,
            Src::Mask(Mask { word, .. }) => match (lanes, self.executing) {
                (In::Lanes, Executing::Half(half, lanes, _)) => Live::Bits { half, word, lanes },
                _ => Live::Scalar(word),
            },
        };
        // The masks of executing lanes always count, and constants never change.
        let counts = |word| self.half_of(word).is_none() && self.constant(word).is_none();
        if !matches!(part, Live::Bits { word, .. } | Live::Scalar(word) if !counts(word)) {
            self.part(part);
        }
    }

    /// A part is read. Where an instruction is executed by eight lanes at a time, each group of eight has a part of its own.
    fn part(&mut self, part: Live) {
        let all = match part {
            Live::Lanes { lanes, .. }
            | Live::Bits { lanes, .. }
            | Live::Words { lanes, .. }
            | Live::Map { lanes, .. }
                if self.program.lanes != 0 =>
            {
                lanes
            }
            _ => return self.deeds.push(Deed::Read(part)),
        };
        for chunk in (0..LANES).step_by(CHUNK).map(|l| all & (((1 << CHUNK) - 1) << l)).filter(|chunk| *chunk != 0) {
            let mut piece = part;
            if let Live::Lanes { lanes, .. }
            | Live::Bits { lanes, .. }
            | Live::Words { lanes, .. }
            | Live::Map { lanes, .. } = &mut piece
            {
                *lanes = chunk;
            }
            self.deeds.push(Deed::Read(piece));
        }
    }

    /// A scalar word has been written.
    fn written(&mut self, word: u16, uop: &Uop) {
        let halves: Vec<u8> =
            self.narrow.iter().map(|(half, _)| *half).filter(|half| self.narrows(uop, *half)).collect();
        self.masks |= self.half_of(word).is_some();
        match self.half_of(word) {
            Some(half) if halves.contains(&half) => {
                // It is within its old value; nothing else is known to be within the new value.
                self.narrow.retain(|(of, known)| *of != half || *known == word);
                self.forget_executing(half);
            }
            Some(_) => self.escape(word),
            None => {
                self.narrow.retain(|(_, known)| *known != word);
                self.narrow.extend(halves.into_iter().map(|half| (half, word)));
            }
        }
    }

    /// Whether an operation writes only lanes within the mask of a half.
    fn narrows(&self, uop: &Uop, half: u8) -> bool {
        let within = |src: Src| matches!(src, Src::Scalar(word) if self.narrow.contains(&(half, word)));
        match *uop {
            Uop::Scalar { op: Alu::And, dst: _, src } => within(src[0]) || within(src[1]),
            Uop::Scalar { op: Alu::Mov, dst: _, src } => within(src[0]),
            Uop::Scalar { op: Alu::Lop3 { lut }, dst: _, src } => (0..3).any(|i| {
                // Bit 4a + 2b + c of the table is the result: none may be 1 where this source is 0.
                let possible = |n: u8, s: usize| n >> (2 - s) & 1 == 0 || src[s] != Src::Imm(0);
                within(src[i])
                    && (0..8u8)
                        .filter(|n| n >> (2 - i) & 1 == 0 && (0..3).all(|s| possible(*n, s)))
                        .all(|n| lut >> n & 1 == 0)
            }),
            Uop::Test { clear: true, .. } | Uop::Test64 { clear: true, .. } => {
                matches!(self.executing, Executing::Half(of, ..) if of == half)
            }
            _ => false,
        }
    }

    /// The mask of a half gets an unrelated value.
    fn escape(&mut self, word: u16) {
        let Some(half) = self.half_of(word) else { return };
        self.deeds.push(Deed::Escape(half));
        self.narrow.retain(|(of, known)| *of != half || *known == word);
        self.forget_executing(half);
    }

    /// The executing lanes are those of a mask value that no longer exists.
    fn forget_executing(&mut self, half: u8) {
        if matches!(self.executing, Executing::Half(of, ..) if of == half) {
            self.executing = Executing::Within(u32::MAX);
        }
    }
}

/// An operand, by value.
#[derive(Clone, Copy)]
enum Accessed {
    Read(Src, In),
    Map(u32),
    Registers,
    Scalars(u16),
    Write(Slot, u32, In),
    WriteRegisters,
    WriteWord(u16, In),
    WriteScalars(u16),
    WriteMap(u32),
}

/// Bytes of an element whose address a map has.
fn element_bytes(uop: &Uop) -> u8 {
    match uop {
        Uop::ReadRegion { bytes, .. } | Uop::WriteRegion { bytes, .. } => *bytes,
        _ => unreachable!("no other operation has a map"),
    }
}

/// Adds an operand to reads or writes.
fn sort(operand: Operand<'_>, reads: &mut Vec<Accessed>, writes: &mut Vec<Accessed>) {
    match operand {
        Operand::Read(src, lanes) => reads.push(Accessed::Read(*src, lanes)),
        Operand::ReadMask(mask, lanes) => reads.push(Accessed::Read(Src::Mask(*mask), lanes)),
        Operand::ReadMap(map) => reads.push(Accessed::Map(*map)),
        Operand::ReadRegisters => reads.push(Accessed::Registers),
        Operand::ReadScalars(first) => reads.push(Accessed::Scalars(first)),
        Operand::Write(slot, count, lanes) => writes.push(Accessed::Write(*slot, count, lanes)),
        Operand::WriteWord(word, lanes) => writes.push(Accessed::WriteWord(*word, lanes)),
        Operand::WriteScalars(first) => writes.push(Accessed::WriteScalars(first)),
        Operand::WriteMap(map) => writes.push(Accessed::WriteMap(*map)),
        Operand::WriteRegisters => writes.push(Accessed::WriteRegisters),
        Operand::Names(..) => {}
    }
}
