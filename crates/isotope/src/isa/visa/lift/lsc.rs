//! Loads, stores and atomics of the load-store controller (PVC).
//!
//! # Sources
//! spec: the public vISA documentation, LSC messages. Every atomic gives the old value; `icas` and `fcas` compare the first
//! data operand and write the second; `store` exchanges, `load` reads.

use isotope_op::alu::Alu64;
use isotope_op::atomic::{AtomicOp, CasRoles, Rmw, Size};

use super::super::inst::{Memory, Model, Operand, Shape};
use super::super::rmw;
use super::operand::Elements;
use super::{Lift, Refused, not_modelled, operand_constant};
use crate::effect::{Access, Address, Space, Src, Uop, Wide};
use crate::program::wide;

/// Addresses in shared local memory carry a tag bit above these.
const SLM_BITS: u32 = 0x0fff_ffff;

impl Lift<'_> {
    /// An LSC instruction, if it is one.
    pub(super) fn lsc(&mut self) -> Option<Result<(), Refused>> {
        let name = self.inst.name();
        Some(match name {
            "lsc_load" => self.lsc_words(false),
            "lsc_store" => self.lsc_words(true),
            _ => self.lsc_atomic(name.strip_prefix("lsc_atomic_")?),
        })
    }

    fn lsc_shape(&self) -> Result<(u8, Shape), Refused> {
        let Operand::Shape(shape) = self.operand("shape")? else { return Err(not_modelled("this shape of data")) };
        // Bytes in memory: 8, 16, 32, 64 bits, then bytes and words in dwords.
        let bytes = match shape.size {
            5 => 1,
            6 => 2,
            3 => 4,
            4 => 8,
            _ => return Err(not_modelled("packed data of fewer than 32 bits")),
        };
        if shape.channels != 0 {
            return Err(not_modelled("a quad access"));
        }
        Ok((bytes, shape))
    }

    /// Byte address of each lane.
    fn lsc_address(&mut self) -> Result<(Space, Wide), Refused> {
        let Operand::Memory(Memory { model, scale, offset, bits }) = self.operand("address")? else {
            return Err(not_modelled("this address"));
        };
        if model != Model::Flat {
            return Err(not_modelled("an address relative to a surface"));
        }
        let mut address = match bits {
            64 => self.raw64("addr", 0)?,
            32 => Wide::narrow(self.raw32("addr", 0)?),
            _ => return Err(not_modelled("16-bit addresses")),
        };
        if scale > 1 {
            address = self.alu64(Alu64::Mul, &[address, operand_constant(scale.into())]);
        }
        if offset != 0 {
            address = self.alu64(Alu64::Add, &[address, operand_constant(i64::from(offset) as u64)]);
        }
        Ok(match self.inst.word("sfid") {
            "slm" => {
                let mask = SLM_BITS & self.env.slm.wrapping_sub(1);
                let masked = self.alu64(Alu64::And, &[address, operand_constant(mask.into())]);
                (Space::Shared, masked)
            }
            "ugm" | "ugml" => (Space::Global, address),
            _ => return Err(not_modelled("this memory")),
        })
    }

    fn lsc_access(&self, space: Space, address: Wide, offset: u32, bytes: u8) -> Access {
        let hi = (space == Space::Global).then_some(address.hi);
        let address = Address { lo: address.lo, hi, offset: offset as i32 };
        Access { space, address, bytes, aligned: true, upper: false }
    }

    fn lsc_words(&mut self, store: bool) -> Result<(), Refused> {
        let (bytes, shape) = self.lsc_shape()?;
        let (space, address) = self.lsc_address()?;
        let in_register = u32::from(bytes.max(4));
        let name = if store { "src1" } else { "dst" };
        if !store && self.operand(name)?.is_null() {
            return Ok(());
        }
        for element in 0..u32::from(shape.elements) {
            let skip = if shape.transposed {
                element * in_register
            } else {
                element * (in_register * u32::from(self.inst.exec.size)).next_multiple_of(self.layout.grf())
            };
            let data = self.raw_elements(name, in_register, skip)?;
            let access = self.lsc_access(space, address, element * u32::from(bytes), bytes);
            self.lsc_element(access, data, store)?;
        }
        Ok(())
    }

    fn lsc_element(&mut self, access: Access, data: Elements, store: bool) -> Result<(), Refused> {
        let two = access.bytes == 8;
        if store {
            let lo = self.read_word(&data, 0)?;
            let hi = if two { self.read_word(&data, 1)? } else { Src::Imm(0) };
            self.b.push(Uop::Store { access, src: [lo, hi, Src::Imm(0), Src::Imm(0)] });
            return Ok(());
        }
        let loaded = self.b.temps(2);
        self.b.push(Uop::Load { access, dst: Some(loaded), signed: false });
        let value = if two { wide(loaded) } else { Wide::narrow(Src::Slot(loaded)) };
        self.write_raw(data, value)
    }

    fn lsc_operation(&self, name: &str, size: Size) -> Result<Rmw, Refused> {
        use AtomicOp::*;
        let op = match name {
            "iinc" => Inc,
            "idec" => Dec,
            "load" => Or,
            "store" => Xchg,
            "iadd" => Add,
            "isub" => Sub,
            "smin" => Smin,
            "smax" => Smax,
            "umin" => Umin,
            "umax" => Umax,
            "icas" => Cas,
            "fadd" => FAdd,
            "fsub" => FSub,
            "fmin" => FMin,
            "fmax" => FMax,
            "fcas" => FCas,
            "and" => And,
            "or" => Or,
            "xor" => Xor,
            _ => return Err(not_modelled("this operation")),
        };
        let rmw = rmw::definition(op, size, &self.env.assumptions);
        Ok(if op == Cas { rmw.with_cas(CasRoles::CompareSrc0) } else { rmw })
    }

    fn lsc_atomic(&mut self, name: &str) -> Result<(), Refused> {
        let (bytes, shape) = self.lsc_shape()?;
        let size = match bytes {
            2 => Size::B16,
            4 => Size::B32,
            8 => Size::B64,
            _ => return Err(not_modelled("an atomic of this width")),
        };
        if shape.elements != 1 {
            return Err(not_modelled("an atomic of several elements"));
        }
        let rmw = self.lsc_operation(name, size)?;
        let rmw = self.b.rmw(rmw);
        let stride = u32::from(bytes.max(4));
        let mut data = [operand_constant(0); 2];
        for (value, operand) in data.iter_mut().zip(["src1", "src2"]) {
            // A load is an `or` with nothing.
            if name != "load" && !self.operand(operand)?.is_null() {
                *value = if stride == 8 { self.raw64(operand, 0)? } else { Wide::narrow(self.raw32(operand, 0)?) };
            }
        }
        let (space, address) = self.lsc_address()?;
        let access = self.lsc_access(space, address, 0, bytes);
        let returned = !self.operand("dst")?.is_null();
        let old = returned.then(|| self.b.temps(2));
        self.b.push(Uop::Atomic { access, rmw, src0: data[0], src1: data[1], dst: old, sparse: None });
        let Some(old) = old else { return Ok(()) };
        let dst = self.raw_elements("dst", stride, 0)?;
        let value = if stride == 8 { wide(old) } else { Wide::narrow(Src::Slot(old)) };
        self.write_raw(dst, value)
    }
}
