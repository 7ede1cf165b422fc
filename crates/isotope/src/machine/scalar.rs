//! What a wave does once, whatever lanes are active: scalar arithmetic, uniform loads and jumps, single lanes.

use isotope_op::alu::{alu, alu64, test, test64};
use isotope_op::domain::{Bits, Concrete};

use super::fault::{Fault, FaultKind, Stop};
use super::interp::{Context, Observer, special};
use super::request::ended;
use super::state::{FULL, Status, Wave};
use crate::effect::{Address, Control, LANES, Slot, Src, Uop, Wide};
use crate::mem::Sharing;

impl Wave {
    /// The value of a source that is the same in every lane.
    #[inline(always)]
    pub(super) fn one(&self, src: Src) -> u32 {
        match src {
            Src::Imm(v) => v,
            Src::Scalar(word) => self.scalars[usize::from(word)],
            Src::Slot(slot) => self.registers[slot.0 as usize],
            Src::Mask(mask) => self.mask(mask) & 1,
            Src::Uniform(_) => unreachable!("a dispatch binds every uniform"),
        }
    }

    /// The same for a 64-bit source.
    #[inline(always)]
    pub(super) fn one_wide(&self, src: Wide) -> u64 {
        u64::from(self.one(src.hi)) << 32 | u64::from(self.one(src.lo))
    }
}

impl<S: Sharing, O: Observer> Context<'_, S, O> {
    /// A micro-operation that is not lane by lane.
    #[inline]
    pub(super) fn scalar(&mut self, wave: &mut Wave, uop: &Uop, lanes: u32) -> Result<(), Stop> {
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
            Uop::ScalarLoad { address, dst, words, limit } => {
                return self.scalar_load(wave, address, *dst, *words, *limit);
            }
            Uop::ScalarSpecial { what, dst } => {
                wave.scalars[usize::from(*dst)] = special(self.dispatch, self.group, wave, *what, 0)[0];
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
            Uop::BufferAddress { access, dst, valid } => {
                return self.buffer_address(wave, *access as usize, *dst, *valid, lanes);
            }
            Uop::ImageAddress { access, dst, valid } => {
                return self.image_address(wave, *access as usize, *dst, *valid, lanes);
            }
            _ => unreachable!("the interpreter runs every other micro-operation itself"),
        }
        Ok(())
    }

    /// Read words of global memory into scalar words. The two low bits of the address are ignored.
    fn scalar_load(&self, wave: &mut Wave, address: &Address, dst: u16, words: u8, limit: Src) -> Result<(), Stop> {
        let hi = address.hi.map_or(0, |hi| wave.one(hi));
        let base = u64::from(hi) << 32 | u64::from(wave.one(address.lo));
        let base = base.wrapping_add_signed(i64::from(address.offset)) & !3;
        let read = wave.one(limit).min(u32::from(words));
        let to = usize::from(dst);
        wave.scalars[to + read as usize..to + usize::from(words)].fill(0);
        if read == 0 {
            return Ok(());
        }
        let store = self.memory.find(base, 4 * read).and_then(|r| Some((r.store.as_ref()?, base - r.base)));
        let Some((store, offset)) = store else {
            let detail = format!("scalar load of {} bytes at {base:#x} (nothing is allocated there)", 4 * read);
            return Err(Stop::Fault(Fault { kind: FaultKind::OutOfRange, lane: None, detail }));
        };
        for i in 0..read {
            wave.scalars[to + i as usize] = store.load_any(offset + 4 * u64::from(i), 4) as u32;
        }
        Ok(())
    }

    /// Control that the whole wave follows.
    pub(super) fn jump(&mut self, wave: &mut Wave, control: &Control, next: u32) -> Result<(), Stop> {
        let program = &self.dispatch.program;
        wave.pc = match *control {
            Control::Jump { target, words, nonzero } => {
                let set = words.map(|w| wave.one(w)) != [0; 2];
                if set == nonzero { target } else { next }
            }
            Control::Variant { index } => {
                program.variants[wave.one(index) as usize & 0xff] + wave.pc % program.block.max(1) + 1
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
                if S::WRITES {
                    ended(self.dispatch, self.memory, wave);
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
