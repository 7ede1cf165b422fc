//! Memory: gathers, scatters and atomics on surfaces, shared local memory and virtual addresses.
//!
//! # Sources
//! spec: seeds 001 and 003 for the atomics (lanes, roles, widths, out of bounds); the public vISA documentation for gathers and
//! scatters: what one channel of all lanes reads lies together, a register at least; oracle: the layouts that IGC's kernels use.

use isotope_op::alu::{Alu, Alu64};
use isotope_op::atomic::{Rmw, Size};

use super::super::inst::Type;
use super::super::kernel::FIRST_SURFACE;
use super::super::rmw;
use super::operand::Elements;
use super::{Lift, Refused, not_modelled, operand_constant};
use crate::effect::{ACTIVE, Access, Address, Mask, Space, Src, Uop, Wide};
use crate::program::wide;

/// Numbers of predefined surfaces.
const SLM: u8 = 0;
const STATELESS: u8 = 5;
/// Addresses in shared local memory carry a tag bit above this many bits.
const SLM_BITS: u32 = 0x0fff_ffff;

/// Where an access goes, in lanes that are in range.
struct Target {
    space: Space,
    address: Address,
}

impl Lift<'_> {
    /// A memory instruction, if it is one.
    pub(super) fn memory(&mut self) -> Option<Result<(), Refused>> {
        Some(match self.inst.name() {
            "gather4_scaled" => self.gather4(false),
            "scatter4_scaled" => self.gather4(true),
            "gather_scaled" => self.gather_bytes(false),
            "scatter_scaled" => self.gather_bytes(true),
            "svm_gather" => self.svm_blocks(false),
            "svm_scatter" => self.svm_blocks(true),
            "svm_gather4scaled" => self.svm_gather4(false),
            "svm_scatter4scaled" => self.svm_gather4(true),
            "svm_atomic" | "dword_atomic" => self.atomic(),
            _ => return None,
        })
    }

    fn access(&self, target: &Target, bytes: u8) -> Access {
        Access { space: target.space, address: target.address, bytes, aligned: true, upper: false }
    }

    /// Lanes whose access to a surface is in range execute what follows.
    fn on_surface(&mut self, surface: u8, offset: Src, bytes: u8) -> Result<Target, Refused> {
        match surface {
            SLM => {
                let masked = self.alu(Alu::And, &[offset, Src::Imm(SLM_BITS & self.env.slm.wrapping_sub(1))]);
                Ok(Target { space: Space::Shared, address: Address { lo: masked, hi: None, offset: 0 } })
            }
            STATELESS => {
                let address = Address { lo: offset, hi: Some(Src::Imm(0)), offset: 0 };
                Ok(Target { space: Space::Global, address })
            }
            FIRST_SURFACE.. => {
                if self.kernel.surface(u16::from(surface)).is_none() {
                    return Err(not_modelled("a surface that is not declared"));
                }
                let entry = Src::Scalar(self.layout.surface(u16::from(surface)));
                let (dst, valid) = (self.b.temps(2), self.b.temp_mask());
                self.b.push(Uop::TableAddress { entry, offset, bytes, dst, valid });
                self.b.push(Uop::Under { base: Mask::ALL, also: Mask::of(valid) });
                let Wide { lo, hi } = wide(dst);
                Ok(Target { space: Space::Global, address: Address { lo, hi: Some(hi), offset: 0 } })
            }
            _ => Err(not_modelled("this predefined surface")),
        }
    }

    /// All lanes of the instruction execute again.
    fn everyone(&mut self) -> Result<(), Refused> {
        self.b.push(Uop::Under { base: Mask::of(ACTIVE), also: Mask::ALL });
        self.execute_under(true)
    }

    /// Byte address of each lane of a scaled gather: global offset plus element offset.
    fn surface_offset(&mut self) -> Result<Src, Refused> {
        let base = self.source("base")?;
        let base = self.int32(base)?;
        let scale = self.inst.number("scale") as u32;
        let offsets = self.raw32("offset", 0)?;
        let offsets = if scale == 0 { offsets } else { self.alu(Alu::Shl, &[offsets, Src::Imm(scale)]) };
        Ok(match base {
            Src::Imm(0) => offsets,
            base => self.alu(Alu::Add, &[base, offsets]),
        })
    }

    /// Bytes from one channel's data to the next.
    fn channel_stride(&self, element: u32) -> u32 {
        (element * u32::from(self.inst.exec.size)).max(self.layout.grf())
    }

    /// Up to four dwords per lane, a channel each.
    fn gather4(&mut self, store: bool) -> Result<(), Refused> {
        let surface = self.inst.number("surface") as u8;
        let offsets = self.surface_offset()?;
        let channels = self.channels();
        let stride = self.channel_stride(4);
        for (at, channel) in channels.into_iter().enumerate() {
            let offset = self.plus(offsets, 4 * channel);
            let data = self.raw_elements("data", 4, at as u32 * stride)?;
            self.surface_word(surface, offset, 4, data, store)?;
        }
        Ok(())
    }

    fn plus(&mut self, x: Src, bytes: u32) -> Src {
        if bytes == 0 { x } else { self.alu(Alu::Add, &[x, Src::Imm(bytes)]) }
    }

    /// Channels R, G, B, A that an instruction names, as 0 to 3.
    fn channels(&self) -> Vec<u32> {
        let mask = self.inst.number("channels");
        (0..4).filter(|c| mask >> c & 1 != 0).collect()
    }

    /// One access on a surface; what is out of range reads 0.
    fn surface_word(
        &mut self,
        surface: u8,
        offset: Src,
        bytes: u8,
        data: Elements,
        store: bool,
    ) -> Result<(), Refused> {
        if store {
            let value = self.read_elements(&data)?;
            let target = self.on_surface(surface, offset, bytes)?;
            let access = self.access(&target, bytes);
            self.b.push(Uop::Store { access, src: [value, Src::Imm(0), Src::Imm(0), Src::Imm(0)] });
            return self.everyone();
        }
        let loaded = self.b.temp();
        self.b.alu_to(loaded, Alu::Mov, &[Src::Imm(0)]);
        let target = self.on_surface(surface, offset, bytes)?;
        let access = self.access(&target, bytes);
        self.b.push(Uop::Load { access, dst: Some(loaded), signed: false });
        self.everyone()?;
        self.write_raw(data, Wide::narrow(Src::Slot(loaded)))
    }

    /// One to four bytes per lane, in a dword each.
    fn gather_bytes(&mut self, store: bool) -> Result<(), Refused> {
        let surface = self.inst.number("surface") as u8;
        let bytes = self.inst.word("bytes").parse().map_err(|_| not_modelled("this width"))?;
        let offsets = self.surface_offset()?;
        let data = self.raw_elements("data", 4, 0)?;
        self.surface_word(surface, offsets, bytes, data, store)
    }

    /// Blocks of 1, 4 or 8 bytes at virtual addresses: bytes are packed into a dword, wider blocks lie block after block.
    fn svm_blocks(&mut self, store: bool) -> Result<(), Refused> {
        let number = |word: &str| word.parse::<u32>().map_err(|_| not_modelled("this block"));
        let (block, count) = (number(self.inst.word("bytes"))?, number(self.inst.word("count"))?);
        let addresses = self.raw64("addr", 0)?;
        if block == 1 {
            if count > 4 {
                return Err(not_modelled("more than four bytes per lane"));
            }
            let data = self.raw_elements("data", 4, 0)?;
            return self.svm_word(addresses, 0, count as u8, data, store);
        }
        let stride = self.channel_stride(block);
        for at in 0..count {
            let data = self.raw_elements("data", block, at * stride)?;
            self.svm_word(addresses, at * block, block as u8, data, store)?;
        }
        Ok(())
    }

    fn svm_gather4(&mut self, store: bool) -> Result<(), Refused> {
        let base = self.source("base")?;
        let base = self.int64(base)?;
        let offsets = self.raw64("addr", 0)?;
        let addresses = self.alu64(Alu64::Add, &[base, offsets]);
        let stride = self.channel_stride(4);
        for (at, channel) in self.channels().into_iter().enumerate() {
            let data = self.raw_elements("data", 4, at as u32 * stride)?;
            self.svm_word(addresses, 4 * channel, 4, data, store)?;
        }
        Ok(())
    }

    fn svm_word(
        &mut self,
        addresses: Wide,
        offset: u32,
        bytes: u8,
        data: Elements,
        store: bool,
    ) -> Result<(), Refused> {
        let address = Address { lo: addresses.lo, hi: Some(addresses.hi), offset: offset as i32 };
        let access = self.access(&Target { space: Space::Global, address }, bytes);
        let words = bytes.div_ceil(4);
        if store {
            let lo = self.read_elements(&data)?;
            let hi = if words == 2 { self.read_high(&data)? } else { Src::Imm(0) };
            self.b.push(Uop::Store { access, src: [lo, hi, Src::Imm(0), Src::Imm(0)] });
            return Ok(());
        }
        let loaded = self.b.temps(u32::from(words));
        self.b.push(Uop::Load { access, dst: Some(loaded), signed: false });
        let value = if words == 2 { wide(loaded) } else { Wide::narrow(Src::Slot(loaded)) };
        self.write_raw(data, value)
    }

    /// An atomic in each lane.
    fn atomic(&mut self) -> Result<(), Refused> {
        let svm = self.inst.name() == "svm_atomic";
        let rmw = rmw::of_instruction(self.inst, &self.env.assumptions).ok_or(not_modelled("this operation"))?;
        let stride = if rmw.size == Size::B64 { 8 } else { 4 };
        let bytes = rmw.size.bytes() as u8;
        let (src0, src1) = (self.atomic_data("src0", stride)?, self.atomic_data("src1", stride)?);
        let dst = self.operand("dst")?;
        let dst = if dst.is_null() { None } else { Some(self.raw_elements("dst", stride, 0)?) };
        let old = dst.map(|_| {
            let old = self.b.temps(2);
            self.b.alu64_to(old, Alu64::Mov, &[operand_constant(0)]);
            old
        });
        let target = if svm {
            let addresses = self.raw64("addr", 0)?;
            let address = Address { lo: addresses.lo, hi: Some(addresses.hi), offset: 0 };
            Target { space: Space::Global, address }
        } else {
            let surface = self.inst.number("surface") as u8;
            let offsets = self.raw32("offset", 0)?;
            self.on_surface(surface, offsets, bytes)?
        };
        self.atomic_at(&target, rmw, [src0, src1], old)?;
        let (Some(dst), Some(old)) = (dst, old) else { return Ok(()) };
        self.everyone()?;
        self.write_raw(dst, wide(old))
    }

    fn atomic_at(
        &mut self,
        target: &Target,
        rmw: Rmw,
        [src0, src1]: [Wide; 2],
        dst: Option<crate::effect::Slot>,
    ) -> Result<(), Refused> {
        let access = self.access(target, rmw.size.bytes() as u8);
        let rmw = self.b.rmw(rmw);
        self.b.push(Uop::Atomic { access, rmw, src0, src1, dst, sparse: None });
        Ok(())
    }

    fn atomic_data(&mut self, name: &'static str, stride: u32) -> Result<Wide, Refused> {
        if self.operand(name)?.is_null() {
            return Ok(operand_constant(0));
        }
        if stride == 8 { self.raw64(name, 0) } else { Ok(Wide::narrow(self.raw32(name, 0)?)) }
    }

    fn read_elements(&mut self, e: &Elements) -> Result<Src, Refused> {
        self.read_word(e, 0)
    }

    fn read_high(&mut self, e: &Elements) -> Result<Src, Refused> {
        debug_assert!(e.ty == Type::Uq);
        self.read_word(e, 1)
    }
}
