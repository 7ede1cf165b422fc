//! A shadow of a wave: its registers in the worlds, and the origins of differences.

use isotope_ir::effect::{ACTIVE, LANES, Mask, Slot, Src, Uop};
use isotope_ir::program::Program;
use isotope_ir::program::def_use::{Location, words};

use super::bytes::Bytes;
use super::{Cell, Origin, WORLDS, fill};
use crate::Dispatch;
use crate::lanes::registers;
use crate::state::{FULL, Wave};

/// Origins of open values, each once with the instruction that first read it.
#[derive(Clone, Debug, Default)]
pub(super) struct Origins(pub Vec<Origin>);

impl Origins {
    /// The number of an origin.
    pub fn number(&mut self, cell: Cell, step: u32) -> u32 {
        let new = Origin { cell, step };
        let known = self.0.iter().rposition(|known| *known == new);
        let at = known.unwrap_or_else(|| {
            self.0.push(new);
            self.0.len() - 1
        });
        at as u32 + 1
    }

    /// The origin with a number.
    pub fn get(&self, number: u32) -> Origin {
        self.0[number as usize - 1]
    }
}

/// Origins of the open sources of a micro-operation: by lane, and of the wave as a whole. 0 means none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Causes {
    lanes: [u32; LANES],
    any: u32,
}

impl Causes {
    pub const NONE: Causes = Causes { lanes: [0; LANES], any: 0 };

    fn add(&mut self, lane: Option<usize>, origin: u32) {
        match lane {
            Some(lane) if self.lanes[lane] == 0 => self.lanes[lane] = origin,
            _ => {}
        }
        if self.any == 0 {
            self.any = origin;
        }
    }

    /// These causes, and `others` where there are none.
    pub fn or(&mut self, others: Causes) {
        let pairs = self.lanes.iter_mut().zip(others.lanes);
        pairs.filter(|(own, _)| **own == 0).for_each(|(own, other)| *own = other);
        self.any = if self.any == 0 { others.any } else { self.any };
    }

    /// The origin of what a lane computes.
    pub fn of(&self, lane: usize) -> u32 {
        if self.lanes[lane] == 0 { self.any } else { self.lanes[lane] }
    }
}

/// A wave in its worlds.
#[derive(Clone, Debug)]
pub(super) struct Shadow {
    pub worlds: [Wave; WORLDS],
    /// One bit for each word of the register file: it differs between the launch and a world.
    open: Vec<u64>,
    /// By word of the register file, then of the scalar file; 0 for what was never written.
    origins: Vec<u32>,
    /// Lanes on which the current micro-operation runs in each world.
    pub lanes: [u32; WORLDS],
    /// The lanes of the launch.
    pub main: u32,
    /// The masks that choose these lanes.
    pub gates: [Mask; 2],
    /// The active lanes after the last step's micro-operations; control may change them.
    pub active: u32,
    /// The last step, where its control effect writes registers.
    pub control: Option<u32>,
    /// Private memory of all lanes, lane after lane.
    pub private: Bytes,
}

impl Shadow {
    /// The waves of a group as they start.
    pub fn of_group(dispatch: &Dispatch, group: [u32; 3]) -> Vec<Shadow> {
        let mut worlds = (0..WORLDS).map(|world| dispatch.waves_on(group, |at| fill(world, at)));
        let (first, second) = (worlds.next().unwrap_or_default(), worlds.next().unwrap_or_default());
        let wave = |(a, b): (Wave, Wave)| {
            let mut open = vec![0; a.registers.len().div_ceil(64)];
            for (at, _) in a.registers.iter().zip(&b.registers).enumerate().filter(|(_, (a, b))| a != b) {
                open[at / 64] |= 1 << (at % 64);
            }
            Shadow {
                open,
                origins: vec![0; a.registers.len() + a.scalars.len()],
                lanes: [0; WORLDS],
                main: 0,
                gates: [Mask::ALL; 2],
                active: a.active(),
                control: None,
                private: Bytes::default(),
                worlds: [a, b],
            }
        };
        first.into_iter().zip(second).map(wave).collect()
    }

    /// Whether a word of the register file is open.
    pub fn is_open(&self, word: u32) -> bool {
        self.open[word as usize / 64] >> (word % 64) & 1 != 0
    }

    /// The open ones of 32 consecutive words at most.
    fn vector(&self, first: u32) -> u32 {
        let (at, shift) = (first as usize / 64, first % 64);
        let low = self.open[at] >> shift;
        let high = if shift > 32 { self.open.get(at + 1).map_or(0, |word| word << (64 - shift)) } else { 0 };
        (low | high) as u32
    }

    fn set_open(&mut self, word: u32, open: bool) {
        let (at, bit) = (word as usize / 64, 1 << (word % 64));
        self.open[at] = self.open[at] & !bit | if open { bit } else { 0 };
    }

    /// The bits of a scalar word that are open.
    pub fn scalar(&self, main: &Wave, word: u16) -> u32 {
        let here = main.scalars[usize::from(word)];
        self.worlds.iter().fold(0, |open, world| open | (world.scalars[usize::from(word)] ^ here))
    }

    /// The lanes in which a source is open.
    pub fn source(&self, main: &Wave, src: Src) -> u32 {
        let all = |open: bool| if open { FULL } else { 0 };
        match src {
            Src::Slot(Slot(first)) => self.vector(first),
            Src::Word(Slot(word)) => all(self.is_open(word)),
            Src::Scalar(word) => all(self.scalar(main, word) != 0),
            Src::Mask(mask) if mask.word != Mask::ALWAYS => self.scalar(main, mask.word),
            Src::Mask(_) | Src::Imm(_) | Src::Uniform(_) => 0,
        }
    }

    /// Whether anything in a place is open.
    pub fn any(&self, main: &Wave, program: &Program, part: Location) -> bool {
        match part {
            Location::Vector { first, lanes } => self.vector(first) & lanes != 0,
            Location::Map { map, lanes } => words(&program.maps[map as usize], lanes).any(|word| self.is_open(word)),
            Location::Registers => true,
            Location::Scalar { word, bits } => self.scalar(main, word) & bits != 0,
        }
    }

    fn name(&mut self, at: usize, cell: Cell, step: u32, origins: &mut Origins) -> u32 {
        if self.origins[at] == 0 {
            self.origins[at] = origins.number(cell, step);
        }
        self.origins[at]
    }

    /// The origin of an open word of the register file, which the step reads.
    fn origin_of_word(&mut self, word: u32, step: u32, origins: &mut Origins) -> u32 {
        self.name(word as usize, Cell::Register(word), step, origins)
    }

    /// The origin of an open scalar word.
    pub fn origin_of_scalar(&mut self, word: u16, step: u32, origins: &mut Origins) -> u32 {
        let at = self.worlds[0].registers.len() + usize::from(word);
        self.name(at, Cell::Scalar(word), step, origins)
    }

    /// The origin of a source that is open in this lane.
    pub fn origin(&mut self, src: Src, lane: u32, step: u32, origins: &mut Origins) -> u32 {
        match src {
            Src::Slot(Slot(first)) => self.origin_of_word(first + lane, step, origins),
            Src::Word(Slot(word)) => self.origin_of_word(word, step, origins),
            Src::Scalar(word) | Src::Mask(Mask { word, .. }) => self.origin_of_scalar(word, step, origins),
            Src::Imm(_) | Src::Uniform(_) => 0,
        }
    }

    /// The origins of the open ones of these places.
    pub fn causes(
        &mut self,
        main: &Wave,
        program: &Program,
        reads: impl Iterator<Item = Location>,
        step: u32,
        origins: &mut Origins,
    ) -> Causes {
        let mut causes = Causes::NONE;
        for part in reads {
            match part {
                Location::Vector { first, lanes } => {
                    let mut left = self.vector(first) & lanes;
                    while left != 0 {
                        let lane = left.trailing_zeros();
                        left &= left - 1;
                        let origin = self.origin_of_word(first + lane, step, origins);
                        causes.add(Some(lane as usize), origin);
                    }
                }
                Location::Map { map, lanes } => {
                    for (lane, at) in program.maps[map as usize].iter().enumerate() {
                        if lanes >> lane & 1 != 0 && self.is_open(at / 4) {
                            let origin = self.origin_of_word(at / 4, step, origins);
                            causes.add(Some(lane), origin);
                        }
                    }
                }
                // Only a run knows which word was read; the first one that was computed from something open stands for it.
                Location::Registers => {
                    if let Some(at) = (0..main.registers.len()).find(|at| self.origins[*at] != 0) {
                        causes.add(None, self.origins[at]);
                    }
                }
                Location::Scalar { word, .. } => {
                    if self.scalar(main, word) != 0 {
                        let origin = self.origin_of_scalar(word, step, origins);
                        causes.add(None, origin);
                    }
                }
            }
        }
        causes
    }

    /// Runs a micro-operation that accesses only registers in each world.
    pub fn run(&mut self, dispatch: &Dispatch, uop: &Uop) {
        for (world, lanes) in self.worlds.iter_mut().zip(&mut self.lanes) {
            match uop {
                Uop::ReadRegion { dst, map, bytes, signed, base } => {
                    let base = base.map(|base| world.one(base));
                    let out = world.read_region(&dispatch.program, *map, (*bytes, *signed), base);
                    world.set_lanes(*dst, &out, *lanes);
                }
                Uop::WriteRegion { src, map, bytes, base } => {
                    let (values, base) = (world.fetch(*src), base.map(|base| world.one(base)));
                    world.write_region(&dispatch.program, &values, (*map, *bytes), base, *lanes);
                }
                uop => *lanes = registers(dispatch.wide, world, std::slice::from_ref(uop), *lanes).1,
            }
        }
    }

    /// If a test would give another answer for other open bits in these lanes, one world gets that answer.
    pub fn turn(&mut self, uop: &Uop, lanes: u32) {
        let (word, bits) = match uop {
            Uop::Test { dst, .. } | Uop::Test64 { dst, .. } => (dst, lanes & self.lanes[0]),
            Uop::ScalarTest { dst, .. } | Uop::ScalarTest64 { dst, .. } => (dst, lanes),
            _ => return,
        };
        self.worlds[0].scalars[usize::from(*word)] ^= bits;
    }

    /// The lanes in which a mask that chooses the executing lanes is open.
    pub fn open_gates(&self, main: &Wave) -> u32 {
        self.gates.iter().fold(0, |open, gate| open | self.source(main, Src::Mask(*gate)))
    }

    /// A word of the register file was written, in the launch and in the worlds.
    fn settle_word(&mut self, main: &Wave, word: u32, cause: u32) {
        let open = self.worlds.iter().any(|world| world.registers[word as usize] != main.registers[word as usize]);
        self.set_open(word, open);
        if !open {
            self.origins[word as usize] = 0;
        } else if cause != 0 {
            self.origins[word as usize] = cause;
        }
    }

    /// Updates what is open after a micro-operation that ran in the worlds.
    pub fn settle(&mut self, main: &Wave, program: &Program, writes: impl Iterator<Item = Location>, causes: &Causes) {
        let of = |lanes: u32| (0..LANES).filter(move |lane| lanes >> lane & 1 != 0);
        for part in writes {
            match part {
                Location::Vector { first, lanes } => {
                    of(lanes).for_each(|lane| self.settle_word(main, first + lane as u32, causes.of(lane)));
                }
                Location::Map { map, lanes } => {
                    let map = &program.maps[map as usize];
                    of(lanes).for_each(|lane| self.settle_word(main, map[lane] / 4, causes.of(lane)));
                }
                Location::Registers => (0..main.registers.len()).for_each(|word| {
                    let was = self.is_open(word as u32);
                    self.settle_word(main, word as u32, if was { 0 } else { causes.any });
                }),
                Location::Scalar { word, .. } => {
                    let at = main.registers.len() + usize::from(word);
                    if self.scalar(main, word) == 0 {
                        self.origins[at] = 0;
                    } else {
                        let lane = self.scalar(main, word).trailing_zeros() as usize;
                        let cause = causes.of(lane);
                        self.origins[at] = if cause == 0 { self.origins[at] } else { cause };
                    }
                }
            }
        }
    }

    /// Copies a word of the register file from the launch.
    fn copy_word(&mut self, main: &Wave, word: usize) {
        self.worlds.iter_mut().for_each(|world| world.registers[word] = main.registers[word]);
        self.set_open(word as u32, false);
        self.origins[word] = 0;
    }

    /// Copies a place from the launch.
    pub fn copy(&mut self, main: &Wave, program: &Program, part: Location) {
        match part {
            // If nothing else is open, the vector equals the launch's.
            Location::Vector { first, lanes } if self.vector(first) & !lanes == 0 => {
                let all = first as usize..first as usize + LANES;
                for world in &mut self.worlds {
                    world.registers[all.clone()].copy_from_slice(&main.registers[all.clone()]);
                }
                if self.vector(first) != 0 {
                    all.for_each(|word| self.copy_word(main, word));
                }
            }
            Location::Vector { first, lanes } => {
                let of = (0..LANES).filter(|lane| lanes >> lane & 1 != 0);
                of.for_each(|lane| self.copy_word(main, first as usize + lane));
            }
            Location::Map { map, lanes } => {
                let all: Vec<u32> = words(&program.maps[map as usize], lanes).collect();
                all.into_iter().for_each(|word| self.copy_word(main, word as usize));
            }
            Location::Registers => (0..main.registers.len()).for_each(|word| self.copy_word(main, word)),
            Location::Scalar { word, bits } => {
                let value = main.scalars[usize::from(word)];
                self.worlds.iter_mut().for_each(|world| world.set_mask(word, value, bits));
                if self.scalar(main, word) == 0 {
                    self.origins[main.registers.len() + usize::from(word)] = 0;
                }
            }
        }
    }

    /// Copies a source from the launch in these lanes.
    pub fn copy_source(&mut self, main: &Wave, program: &Program, src: Src, lanes: u32) {
        if let Some(part) = isotope_ir::program::def_use::read(src, lanes) {
            self.copy(main, program, part);
        }
    }

    /// Writes a word of a lane in each world; it differs from the launch's.
    pub fn put(&mut self, main: &Wave, Slot(first): Slot, lane: usize, values: [u32; WORLDS], cause: u32) {
        let word = first as usize + lane;
        for (world, value) in self.worlds.iter_mut().zip(values) {
            world.registers[word] = value;
        }
        self.settle_word(main, word as u32, cause);
    }

    /// Lets the worlds follow the control flow of the launch's wave since its last step.
    pub fn follow(&mut self, active: u32) {
        if active != self.active {
            self.worlds.iter_mut().for_each(|world| world.set_active(active));
            self.active = active;
        }
        self.gates[0] = Mask::of(ACTIVE);
    }
}
