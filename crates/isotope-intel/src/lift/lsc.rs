//! Loads, stores and atomics of the load-store controller (PVC).
//!
//! # Sources
//! spec: the public vISA documentation, LSC messages. Every atomic returns the old value; `icas` and `fcas` compare the first
//! data operand and write the second; `store` exchanges, `load` reads.

use isotope_op::alu::{Alu, Alu64};
use isotope_op::atomic::{AtomicOp, CasRoles, Rmw, Size};

use super::super::inst::{Memory, Model, Operand, Shape};
use super::super::rmw;
use super::memory::{Base, Unit, channels_of};
use super::{Emit, Lift, Refused, not_modelled, operand_constant};
use isotope_ir::effect::{Address, Caches, MaintenanceAction, Space, Src, Uop, Upkeep, Wide};

/// Instructions of the load-store controller.
pub(super) const MEANINGS: &[(&str, Emit)] = &[
    ("lsc_load", |l| l.lsc_words(false)),
    ("lsc_load_quad", |l| l.lsc_quad(false)),
    ("lsc_load_strided", |l| l.lsc_words(false)),
    ("lsc_load_status", |_| Err(not_modelled("the status of addresses"))),
    ("lsc_store", |l| l.lsc_words(true)),
    ("lsc_store_quad", |l| l.lsc_quad(true)),
    ("lsc_store_strided", |l| l.lsc_words(true)),
    ("lsc_store_uncompressed", |l| l.lsc_words(true)),
    ("lsc_atomic_load", |l| l.lsc_atomic_load()),
    ("lsc_atomic_iinc", |l| l.lsc_atomic(AtomicOp::Inc)),
    ("lsc_atomic_idec", |l| l.lsc_atomic(AtomicOp::Dec)),
    ("lsc_atomic_store", |l| l.lsc_atomic(AtomicOp::Xchg)),
    ("lsc_atomic_iadd", |l| l.lsc_atomic(AtomicOp::Add)),
    ("lsc_atomic_isub", |l| l.lsc_atomic(AtomicOp::Sub)),
    ("lsc_atomic_smin", |l| l.lsc_atomic(AtomicOp::Smin)),
    ("lsc_atomic_smax", |l| l.lsc_atomic(AtomicOp::Smax)),
    ("lsc_atomic_umin", |l| l.lsc_atomic(AtomicOp::Umin)),
    ("lsc_atomic_umax", |l| l.lsc_atomic(AtomicOp::Umax)),
    ("lsc_atomic_icas", |l| l.lsc_atomic(AtomicOp::Cas)),
    ("lsc_atomic_fadd", |l| l.lsc_atomic(AtomicOp::FAdd)),
    ("lsc_atomic_fsub", |l| l.lsc_atomic(AtomicOp::FSub)),
    ("lsc_atomic_fmin", |l| l.lsc_atomic(AtomicOp::FMin)),
    ("lsc_atomic_fmax", |l| l.lsc_atomic(AtomicOp::FMax)),
    ("lsc_atomic_fcas", |l| l.lsc_atomic(AtomicOp::FCas)),
    ("lsc_atomic_and", |l| l.lsc_atomic(AtomicOp::And)),
    ("lsc_atomic_or", |l| l.lsc_atomic(AtomicOp::Or)),
    ("lsc_atomic_xor", |l| l.lsc_atomic(AtomicOp::Xor)),
];

impl Lift<'_> {
    /// A quad access: elements at addresses, or channels at coordinates.
    fn lsc_quad(&mut self, store: bool) -> Result<(), Refused> {
        if self.is_typed() {
            return self.typed_quad(if store { "src1" } else { "dst" }, store);
        }
        self.lsc_words(store)
    }

    /// Bytes of one element in memory, and the shape of the data.
    pub(super) fn lsc_shape(&self) -> Result<(u8, Shape), Refused> {
        let Operand::Shape(shape) = self.operand("shape")? else { return Err(not_modelled("this shape of data")) };
        Ok((shape.memory_bytes() as u8, shape))
    }

    /// The entry of the surface that an address uses.
    pub(super) fn lsc_entry(&mut self) -> Result<Src, Refused> {
        let bindless = matches!(self.operand("address")?, Operand::Memory(Memory { model: Model::Bss, .. }));
        let surface = match self.source32("surface")? {
            Src::Imm(name) if bindless => Src::Imm(super::bindless(name)),
            name @ (Src::Word(_) | Src::Scalar(_)) if bindless => {
                self.scalar(Alu::Xor, [name, Src::Imm(super::bindless(0))])
            }
            other => other,
        };
        match surface {
            entry @ (Src::Imm(_) | Src::Word(_) | Src::Scalar(_)) => Ok(entry),
            _ => Err(not_modelled("a surface that differs between lanes")),
        }
    }

    /// The base of the addresses, and the address of each lane.
    fn lsc_address(&mut self) -> Result<(Base, Wide), Refused> {
        let Operand::Memory(Memory { model, scale, offset, bits }) = self.operand("address")? else {
            return Err(not_modelled("this address"));
        };
        let base = match (model, self.inst.word("sfid")) {
            (Model::Flat, "slm") => Base::Shared,
            (Model::Flat, "ugm" | "ugml") => Base::Flat,
            (Model::Bti | Model::Bss, "ugm" | "ugml") => Base::Entry(self.lsc_entry()?),
            // A surface of scratch memory begins at the thread's scratch memory.
            (Model::Ss, "ugm" | "ugml") if self.is_scratch() => Base::Scratch(0),
            (Model::Arg, "ugm") => Base::Flat,
            (Model::Flat | Model::Bti | Model::Bss | Model::Arg, _) => return Err(not_modelled("this memory")),
            _ => return Err(not_modelled("an address relative to a surface state")),
        };
        let strided = self.inst.operand("pitch").is_some();
        let mut address = match (bits, strided) {
            (64, false) => self.raw64("addr", 0)?,
            (32, false) => Wide::narrow(self.raw32("addr", 0)?),
            (64, true) => self.raw_first("addr", 8)?,
            (32, true) => self.raw_first("addr", 4)?,
            _ => return Err(not_modelled("16-bit addresses")),
        };
        if scale == 0 {
            return Err(not_modelled("a scale of 0"));
        }
        if scale > 1 {
            address = self.alu64(Alu64::Mul, &[address, operand_constant(scale.into())]);
        }
        if offset != 0 {
            address = self.alu64(Alu64::Add, &[address, operand_constant(i64::from(offset) as u64)]);
        }
        if model == Model::Arg {
            // The location where the launch stored the arguments of functions.
            address = self.argument(address)?;
        }
        if strided {
            let pitch = self.source("pitch")?;
            let pitch = self.int64(pitch)?;
            let index = self.lane_from_first();
            let distance = self.alu64(Alu64::Mul, &[Wide::narrow(index), pitch]);
            address = self.alu64(Alu64::Add, &[address, distance]);
        }
        Ok((base, address))
    }

    fn lsc_words(&mut self, store: bool) -> Result<(), Refused> {
        let (bytes, shape) = self.lsc_shape()?;
        let in_register = shape.register_bytes();
        let size = u32::from(self.inst.exec.size);
        if shape.transposed && size != 1 && shape.elements > 1 {
            return Err(not_modelled("transposed data of several lanes"));
        }
        let (base, address) = self.lsc_address()?;
        let address = self.kept(address);
        let name = if store { "src1" } else { "dst" };
        if !store && self.operand(name)?.is_null() {
            return self.prefetch(base, address);
        }
        // The elements in memory, in register order.
        let elements: Vec<u32> = match shape.channels {
            0 => (0..u32::from(shape.elements)).collect(),
            channels => channels_of(channels).into_iter().map(u32::from).collect(),
        };
        // A single element per lane may be unaligned: IGC merges two adjacent words into one load, as it does elsewhere with
        // `gather_scaled`.
        let anywhere = shape.elements == 1 && shape.channels == 0 && !shape.transposed;
        let unit = if anywhere { Unit::of_bytes(bytes) } else { bytes.into() };
        // The data is in the upper half of a dword.
        let upper = shape.size == 7;
        for (at, element) in elements.into_iter().enumerate() {
            let step =
                if shape.transposed { in_register } else { (in_register * size).next_multiple_of(self.layout.grf()) };
            let data = self.raw_elements(name, in_register, at as u32 * step)?;
            let place = (base, address, element * u32::from(bytes));
            if !upper {
                self.transfer(place, unit, data, store)?;
            } else if store {
                let word = self.read_word(&data, 0)?;
                let word = self.alu(Alu::Shr, &[word, Src::Imm(16)]);
                self.store(place.0, place.1, place.2, bytes, [word, Src::Imm(0), Src::Imm(0), Src::Imm(0)])?;
            } else {
                let [word, ..] = self.load(place.0, place.1, place.2, bytes)?;
                let word = self.alu(Alu::Shl, &[word, Src::Imm(16)]);
                self.write_raw(data, Wide::narrow(word))?;
            }
        }
        Ok(())
    }

    /// A load without destination: it fetches lines and does not fault. In a surface the address is an offset.
    fn prefetch(&mut self, base: Base, address: Wide) -> Result<(), Refused> {
        let space = if let Base::Shared = base { Space::Shared } else { Space::Global };
        let qualifiers = self.qualifiers(space, false)?;
        let caches = Caches::L1.union(Caches::L3);
        let at = Some(Address { lo: address.lo, hi: Some(address.hi), offset: 0 });
        self.b.push(Uop::Maintain(Upkeep { action: MaintenanceAction::Prefetch(0), caches, at, qualifiers }));
        Ok(())
    }

    /// Lifts an atomic: one access per lane, by addresses or by coordinates.
    fn lsc_atomic(&mut self, op: AtomicOp) -> Result<(), Refused> {
        let rmw = self.lsc_rmw(op)?;
        let data = [self.atomic_data("src1", rmw.size)?, self.atomic_data("src2", rmw.size)?];
        self.lsc_update(rmw, data)
    }

    /// An atomic that only reads: an `or` with 0.
    fn lsc_atomic_load(&mut self) -> Result<(), Refused> {
        let rmw = self.lsc_rmw(AtomicOp::Or)?;
        self.lsc_update(rmw, [operand_constant(0); 2])
    }

    /// The operation of an atomic.
    fn lsc_rmw(&mut self, op: AtomicOp) -> Result<Rmw, Refused> {
        let (_, shape) = self.lsc_shape()?;
        if shape.channels != 0 {
            return Err(not_modelled("channels of an atomic"));
        }
        let size = match shape.size {
            3 => Size::B32,
            4 => Size::B64,
            6 => Size::B16,
            _ => return Err(not_modelled("an atomic of this width")),
        };
        if shape.elements > 1 {
            return Err(not_modelled("an atomic of several elements"));
        }
        let rmw = rmw::definition(op, size, &self.env.assumptions);
        Ok(if op == AtomicOp::Cas { rmw.with_cas(CasRoles::CompareSrc0) } else { rmw })
    }

    fn lsc_update(&mut self, rmw: Rmw, data: [Wide; 2]) -> Result<(), Refused> {
        if self.is_typed() {
            return self.typed_update(rmw, data);
        }
        let (base, address) = self.lsc_address()?;
        self.update(base, address, rmw, data)
    }
}
