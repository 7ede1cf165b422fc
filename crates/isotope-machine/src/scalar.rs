//! What a wave does once, independent of its active lanes: scalar arithmetic, uniform loads and jumps, access to single lanes.

use isotope_op::alu::{alu, alu64, test, test64};
use isotope_op::domain::{Bits, Concrete};

use super::fault::{Fault, FaultKind, Stop};
use super::interp::{Context, special};
use super::model::Model;
use super::observe::{Deed, MemoryAccess, Sight, Storage};
use super::request::ended;
use super::state::{FULL, Status, Vector, Wave};
use isotope_ir::effect::{Address, Control, LANES, Qualifiers, Slot, Src, Uop, Wide};
use isotope_ir::program::Program;

impl Wave {
    /// The value of a uniform source.
    #[inline(always)]
    pub(super) fn one(&self, src: Src) -> u32 {
        match src {
            Src::Imm(v) => v,
            Src::Scalar(word) => self.scalars[usize::from(word)],
            Src::Slot(slot) | Src::Word(slot) => self.registers[slot.0 as usize],
            Src::Mask(mask) => self.mask(mask) & 1,
            Src::Uniform(_) => unreachable!("a dispatch binds every uniform"),
        }
    }

    /// The value of a uniform 64-bit source.
    #[inline(always)]
    pub(super) fn one_wide(&self, src: Wide) -> u64 {
        u64::from(self.one(src.hi)) << 32 | u64::from(self.one(src.lo))
    }

    /// Bytes of the register file that instructions can reach.
    #[inline(always)]
    fn register_bytes(program: &Program) -> u32 {
        4 * program.temporaries.map_or(program.register_words, |(slot, _)| slot.0)
    }

    /// One packed element per lane, extended to a word.
    #[inline]
    pub(super) fn read_region(
        &self,
        program: &Program,
        map: u32,
        (bytes, signed): (u8, bool),
        base: Option<u32>,
    ) -> Vector {
        let map = &program.maps[map as usize];
        let registers = &self.registers;
        let Some(base) = base else {
            // Lifting has checked every address.
            return match (bytes, signed) {
                (4, _) => map.map(|at| registers[at as usize / 4]),
                (2, false) => map.map(|at| registers[at as usize / 4] >> (8 * (at % 4)) & 0xffff),
                (2, true) => map.map(|at| (registers[at as usize / 4] >> (8 * (at % 4))) as u16 as i16 as u32),
                (_, false) => map.map(|at| registers[at as usize / 4] >> (8 * (at % 4)) & 0xff),
                (_, true) => map.map(|at| (registers[at as usize / 4] >> (8 * (at % 4))) as u8 as i8 as u32),
            };
        };
        let size = Wave::register_bytes(program);
        std::array::from_fn(|l| {
            let at = map[l].wrapping_add(base);
            let at = if at < size { at } else { at % size.max(1) } as usize;
            let (word, shift) = (registers[at / 4], 8 * (at % 4));
            match (bytes, signed) {
                (4, _) => word,
                (2, false) => word >> shift & 0xffff,
                (2, true) => (word >> shift) as u16 as i16 as u32,
                (_, false) => word >> shift & 0xff,
                (_, true) => (word >> shift) as u8 as i8 as u32,
            }
        })
    }

    /// Write one packed element per lane, lowest lane first.
    #[inline]
    pub(super) fn write_region(
        &mut self,
        program: &Program,
        values: &Vector,
        (map, bytes): (u32, u8),
        base: Option<u32>,
        lanes: u32,
    ) {
        let map = &program.maps[map as usize];
        if bytes == 4 && base.is_none() {
            let mut rest = lanes;
            while rest != 0 {
                let l = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                self.registers[map[l] as usize / 4] = values[l];
            }
            return;
        }
        let base = base.unwrap_or(0);
        let size = Wave::register_bytes(program);
        let mask = u32::MAX >> (32 - 8 * u32::from(bytes));
        let mut rest = lanes;
        while rest != 0 {
            let l = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let at = map[l].wrapping_add(base) % size.max(1);
            let (word, shift) = (&mut self.registers[at as usize / 4], 8 * (at % 4));
            *word = *word & !(mask << shift) | (values[l] & mask) << shift;
        }
    }
}

/// A micro-operation that is not lane by lane and accesses only registers.
pub(super) fn scalar(wave: &mut Wave, uop: &Uop, lanes: u32) {
    match uop {
        Uop::Scalar { op, dst, src } => {
            let [a, b, c] = src.map(|s| Bits::of(wave.one(s)));
            wave.scalars[usize::from(*dst)] = alu::<Concrete>(*op, a, b, c).v;
        }
        Uop::Scalar64 { op, dst, src } => {
            let [a, b, c] = src.map(|s| Bits::of(wave.one_wide(s)));
            let out = alu64::<Concrete>(*op, a, b, c).v;
            wave.scalars[usize::from(dst[0])] = out as u32;
            wave.scalars[usize::from(dst[1])] = (out >> 32) as u32;
        }
        Uop::ScalarTest { op, dst, src } => {
            let [a, b, c] = src.map(|s| Bits::of(wave.one(s)));
            wave.scalars[usize::from(*dst)] = u32::from(test::<Concrete>(*op, a, b, c).b);
        }
        Uop::ScalarTest64 { op, dst, src } => {
            let [a, b] = src.map(|s| Bits::of(wave.one_wide(s)));
            wave.scalars[usize::from(*dst)] = u32::from(test64::<Concrete>(*op, a, b, Bits::of(0)).b);
        }
        Uop::ScalarGet { dst, first, index } => {
            let at = usize::from(*first) + wave.one(*index) as usize;
            wave.scalars[usize::from(*dst)] = wave.scalars.get(at).copied().unwrap_or(0);
        }
        Uop::ScalarPut { first, index, value } => {
            let (at, value) = (usize::from(*first) + wave.one(*index) as usize, wave.one(*value));
            if let Some(word) = wave.scalars.get_mut(at) {
                *word = value;
            }
        }
        Uop::FromLane { dst, value, lane } => {
            let lane = wave.one(*lane) as usize;
            let lanes = wave.fetch(value[lane / LANES % 2]);
            wave.scalars[usize::from(*dst)] = lanes[lane % LANES];
        }
        Uop::ToLane { dst, value, lane } => {
            let (lane, value) = (wave.one(*lane) as usize, wave.one(*value));
            wave.registers[dst[lane / LANES % 2].0 as usize + lane % LANES] = value;
        }
        Uop::PushLane { dst, value, index } => {
            let (value, index) = (wave.fetch(*value), wave.fetch(*index));
            let mut out = [0; LANES];
            for l in (0..LANES).filter(|l| lanes & (1 << l) != 0) {
                out[index[l] as usize % LANES] = value[l];
            }
            wave.set_lanes(*dst, &out, FULL);
        }
        _ => unreachable!("not one of them"),
    }
}

impl<M: Model, O: Sight> Context<'_, M, O> {
    /// A micro-operation that is not lane by lane and accesses more than registers.
    #[inline]
    pub(super) fn beyond(&mut self, wave: &mut Wave, uop: &Uop, lanes: u32) -> Result<(), Stop> {
        match uop {
            Uop::ScalarLoad { address, dst, words, limit, qualifiers } => {
                return self.scalar_load(wave, address, *dst, (*words, *limit), qualifiers);
            }
            Uop::ScalarSpecial { what, dst } => {
                wave.scalars[usize::from(*dst)] = special(self.dispatch, self.group, wave, *what, 0)[0];
            }
            Uop::ReadRegion { dst, map, bytes, signed, base } => {
                let out = wave.read_region(&self.dispatch.program, *map, (*bytes, *signed), base.map(|b| wave.one(b)));
                wave.set_lanes(*dst, &out, lanes);
            }
            Uop::WriteRegion { src, map, bytes, base } => {
                let values = wave.fetch(*src);
                let base = base.map(|b| wave.one(b));
                wave.write_region(&self.dispatch.program, &values, (*map, *bytes), base, lanes);
            }
            Uop::TableAddress { entry, offset, bytes, dst, valid } => {
                let entry = wave.one(*entry);
                return self.dispatch.table_address(wave, entry, *offset, *bytes, [*dst], *valid, lanes);
            }
            Uop::ElementAddress { entry, coords, part, dst, valid } => {
                let entry = wave.one(*entry);
                return self.dispatch.element_address(wave, entry, coords, *part, [*dst], *valid, lanes);
            }
            Uop::BufferAddress { access, dst, valid } => {
                return self.dispatch.buffer_address(wave, *access as usize, *dst, *valid, lanes);
            }
            Uop::ImageAddress { access, dst, valid } => {
                return self.dispatch.image_address(wave, *access as usize, *dst, *valid, lanes);
            }
            Uop::SurfaceAddress { access, dst, valid } => {
                return self.surface_address(wave, *access as usize, *dst, *valid, lanes);
            }
            Uop::Typed(access) => return self.typed(wave, *access as usize, lanes),
            Uop::Alu { .. }
            | Uop::Alu64 { .. }
            | Uop::Narrow { .. }
            | Uop::Test { .. }
            | Uop::Test64 { .. }
            | Uop::Mask { .. }
            | Uop::Ballot { .. }
            | Uop::Vote { .. }
            | Uop::ReadLane { .. }
            | Uop::Approximate { .. }
            | Uop::Special { .. }
            | Uop::Load { .. }
            | Uop::Store { .. }
            | Uop::Atomic { .. }
            | Uop::Surface { .. }
            | Uop::Fence { .. }
            | Uop::Maintain(_)
            | Uop::Wait(_)
            | Uop::Under { .. }
            | Uop::Uncover
            | Uop::Scalar { .. }
            | Uop::Scalar64 { .. }
            | Uop::ScalarTest { .. }
            | Uop::ScalarTest64 { .. }
            | Uop::ScalarGet { .. }
            | Uop::ScalarPut { .. }
            | Uop::FromLane { .. }
            | Uop::ToLane { .. }
            | Uop::PushLane { .. } => unreachable!("the interpreter runs these itself"),
        }
        Ok(())
    }

    /// Read words of global memory into scalar words. The two low bits of the address are ignored.
    fn scalar_load(
        &mut self,
        wave: &mut Wave,
        address: &Address,
        dst: u16,
        (words, limit): (u8, Src),
        says: &Qualifiers,
    ) -> Result<(), Stop> {
        let hi = address.hi.map_or(0, |hi| wave.one(hi));
        let base = u64::from(hi) << 32 | u64::from(wave.one(address.lo));
        let base = base.wrapping_add_signed(i64::from(address.offset)) & !3;
        let read = wave.one(limit).min(u32::from(words));
        let to = usize::from(dst);
        wave.scalars[to + read as usize..to + usize::from(words)].fill(0);
        if read == 0 {
            return Ok(());
        }
        let store = self.find(base, 4 * read).and_then(|r| Some((r.store.as_ref()?, base - r.base)));
        let Some((store, offset)) = store else {
            let why = self.dispatch.nothing_at(base);
            let detail = format!("scalar load of {} bytes at {base:#x} ({why})", 4 * read);
            return Err(Stop::Fault(Fault { kind: FaultKind::OutOfRange, lane: None, detail }));
        };
        if self.sight.looks_inside() {
            let (storage, bytes) = (Storage::Global, (4 * read) as u8);
            let access = MemoryAccess { lane: 0, storage, at: base, formed: base, bytes, deed: Deed::Load };
            self.sight.observer().beside(&access);
        }
        for i in 0..read {
            let place = self.global(self.who(wave, 0), says, (store, offset), base).further(4 * u64::from(i));
            wave.scalars[to + i as usize] = self.model.load(place, 4) as u32;
        }
        Ok(())
    }

    /// Control of the whole wave.
    pub(super) fn jump(&mut self, wave: &mut Wave, control: &Control, next: u32) -> Result<(), Stop> {
        let program = &self.dispatch.program;
        wave.pc = match *control {
            Control::Jump { target, words, nonzero } => {
                let set = words.map(|w| wave.one(w)) != [0; 2];
                if set == nonzero { target } else { next }
            }
            Control::Variant { index } => {
                program.variants[wave.one(index) as usize % program.variants.len().max(1)]
                    + wave.pc % program.block.max(1)
                    + 1
            }
            Control::JumpTo { address } => {
                let address = wave.one_wide(address);
                let offset = address.wrapping_sub(self.dispatch.code_base);
                let target = u32::try_from(offset).ok().and_then(|o| program.step_at(o, wave.pc));
                let Some(target) = target else {
                    let detail = format!("no instruction of this kernel at {address:#x}");
                    return Err(Stop::Fault(Fault { kind: FaultKind::PcOutOfRange, lane: None, detail }));
                };
                target
            }
            _ => {
                wave.ended = FULL;
                wave.status = Status::Done;
                if self.model.writes() {
                    ended(self.dispatch, self.unit(), wave);
                }
                next
            }
        };
        Ok(())
    }
}

/// The vector that follows `slot`.
pub(super) const fn after(slot: Slot) -> Slot {
    Slot(slot.0 + LANES as u32)
}
