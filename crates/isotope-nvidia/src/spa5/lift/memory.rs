//! Loads, stores, atomics and surface reductions.
//!
//! Atomics follow NVIDIA's ATOM page, surface reductions NVIDIA's SURED page: `Rd = M; M = op(M, Rb)`, natural alignment, generic addresses
//! that must be global, immediate offsets of 20 bits (sign-extended, or unsigned without a base register).

use isotope_op::alu::{Alu, Test};
use isotope_op::atomic::AtomicOp;

use super::{Emit, Lift, Lifted, RZ, Refused, not_modelled};
use crate::spa5::rmw;
use isotope_ir::effect::{
    ACTIVE, Access, Address, Clamp, Control, Dim, LANES, Mask, Qualifiers, Scope, Slot, Space, Src, SurfaceAccess,
    SurfaceShape, Uop, Wide,
};
use isotope_ir::program::{ConstWord, wide};
use isotope_table::FieldKind;

/// Loads, stores, atomics and surface reductions.
pub(super) const MEANINGS: &[(&str, Emit)] = &[
    ("LD", |l| l.load(Space::Generic)),
    ("LDG", |l| l.load(Space::Global)),
    ("LDL", |l| l.load(Space::Private)),
    ("LDS", |l| l.load(Space::Shared)),
    ("ST", |l| l.store(Space::Generic)),
    ("STG", |l| l.store(Space::Global)),
    ("STL", |l| l.store(Space::Private)),
    ("STS", |l| l.store(Space::Shared)),
    ("LDC", |l| l.load_constant()),
    ("ATOM", |l| l.atomic(Space::GenericGlobal, true)),
    ("ATOMS", |l| l.atomic(Space::Shared, true)),
    ("RED", |l| l.atomic(Space::GenericGlobal, false)),
    ("SUATOM.D", |l| l.surface(true)),
    ("SUATOM.D.CAS", |l| l.surface(true)),
    ("SURED.D", |l| l.surface(false)),
    ("SULD.D", |l| l.surface_load()),
    ("SUST.D", |l| l.surface_store()),
];

impl Lift<'_> {
    /// `[Ra + offset]`, 64-bit with `.E`; without a base register the offset is an unsigned address.
    fn address(&mut self) -> Address {
        let extended = self.flag("E");
        let absolute = self.inst.get("Ra") == RZ;
        let offset = if absolute { self.absolute() } else { self.inst.number("off") };
        let lo = self.reg("Ra");
        let hi = extended.then(|| self.reg_at("Ra", 1));
        Address { lo, hi, offset: offset as i32 }
    }

    /// The offset as an unsigned address.
    fn absolute(&self) -> i64 {
        let field = self.inst.form.fields.iter().find(|f| f.name == "off");
        let scale = field.map_or(0, |f| if let FieldKind::Int(int) = f.kind { int.scale } else { 0 });
        (self.inst.get("off") << scale) as i64
    }

    /// Bytes and signedness of a load or store, by the name of its size.
    fn size(&self) -> Result<(u8, bool), Refused> {
        Ok(match self.text("sz") {
            "U8" => (1, false),
            "S8" => (1, true),
            "U16" => (2, false),
            "S16" => (2, true),
            "" | "32" => (4, false),
            "64" => (8, false),
            // `.U` means that all lanes have the same address (oracle: ptxas 12.4 emits it if that follows from parameters).
            "128" | "U.128" => (16, false),
            _ => return Err(not_modelled("this size")),
        })
    }

    /// An access of a load or store.
    fn access(&mut self, space: Space, bytes: u8) -> Result<Access, Refused> {
        self.aligned("Rd", bytes)?;
        self.aligned("Ra", if self.flag("E") { 8 } else { 4 })?;
        let qualifiers = self.qualifiers()?;
        Ok(Access { space, address: self.address(), bytes, aligned: true, upper: false, qualifiers })
    }

    fn load(&mut self, space: Space) -> Lifted {
        let (bytes, signed) = self.size()?;
        let access = self.access(space, bytes)?;
        let dst = self.dst_group("Rd", u64::from(bytes / 4).max(1));
        self.b.push(Uop::Load { access, dst, signed });
        Ok(Control::Next)
    }

    fn store(&mut self, space: Space) -> Lifted {
        let (bytes, _) = self.size()?;
        let access = self.access(space, bytes)?;
        let src = self.stored(bytes);
        self.b.push(Uop::Store { access, src });
        Ok(Control::Next)
    }

    /// The words that a store of `bytes` writes.
    fn stored(&mut self, bytes: u8) -> [Src; 4] {
        let mut src = [Src::Imm(0); 4];
        for (i, word) in src.iter_mut().enumerate().take(usize::from(bytes / 4).max(1)) {
            *word = self.reg_at("Rd", i as u64);
        }
        src
    }

    /// `LDC Rd, c[bank][Ra + offset]`. With a mode, all banks form one space, 64 KiB each: `.IL` adds the base as a number
    /// (oracle: ptxas 12.4 accesses the buffers of `.const` parameters this way, and writes the address of a variable at byte 12 of bank
    /// 3 as 0x3000c). `.IS` and `.ISL` add bits 31:16 of Ra to the bank number and use 15:0 as the offset in it (spec: the readers of
    /// game code in Ryujinx and yuzu; no tested compiler emits them). Their behaviour for an offset of 64 KiB or more is not
    /// documented: such an address is in no bank.
    fn load_constant(&mut self) -> Lifted {
        let (bytes, signed) = self.size()?;
        self.aligned("Rd", bytes)?;
        let (bank, base, offset) = (self.inst.get("bank"), self.reg("Ra"), self.inst.number("off") as i32);
        let first = (bank << 16) as i32;
        let (space, lo, offset) = match self.text("mode") {
            "" => (Space::Constant(bank as u8), base, offset),
            "IL" => (Space::ConstantBanks, base, first + offset),
            _ => {
                let low = self.b.alu(Alu::And, &[base, Src::Imm(0xffff)]);
                let low = self.b.alu(Alu::Add, &[low, Src::Imm(offset as u32)]);
                let bank = self.b.alu(Alu::And, &[base, Src::Imm(0xffff_0000)]);
                let bank = self.b.alu(Alu::Add, &[bank, Src::Imm(first as u32)]);
                let within = self.b.test(Test::Ult, &[low, Src::Imm(1 << 16)]);
                let address = self.b.alu(Alu::Or, &[bank, low]);
                let address = self.b.alu(Alu::Sel, &[Src::Mask(within), address, Src::Imm(u32::MAX)]);
                (Space::ConstantBanks, address, 0)
            }
        };
        let address = Address { lo, hi: None, offset };
        let dst = self.dst_group("Rd", u64::from(bytes / 4).max(1));
        let access = Access { space, address, bytes, aligned: true, upper: false, qualifiers: Qualifiers::PLAIN };
        self.b.push(Uop::Load { access, dst, signed });
        Ok(Control::Next)
    }

    /// A data operand of `bytes` from the register group in `field`, starting at register `skip` of the group.
    fn data(&mut self, field: &str, skip: u64, bytes: u8) -> Wide {
        let lo = self.reg_at(field, skip);
        let hi = if bytes == 8 { self.reg_at(field, skip + 1) } else { Src::Imm(0) };
        Wide { lo, hi }
    }

    /// The data of an atomic. For comparand and new value of a compare-and-swap one register group is encoded, and the layout determines
    /// which of them is RZ.
    fn atomic_data(&mut self, op: AtomicOp, bytes: u8) -> [Wide; 2] {
        let none = Wide::narrow(Src::Imm(0));
        let words = u64::from(bytes / 4);
        if op != AtomicOp::Cas {
            return [self.data("Rb", 0, bytes), none];
        }
        match self.inst.try_get("lay").unwrap_or(0) {
            0 => [self.data("Rb", 0, bytes), self.data("Rb", words, bytes)],
            1 => [self.data("Rb", 0, bytes), none],
            _ => [none, self.data("Rb", 0, bytes)],
        }
    }

    /// Lifts an atomic, in its returning or no-return form.
    fn atomic(&mut self, space: Space, returns: bool) -> Lifted {
        let rmw = rmw::of(self.options.profile, &self.inst, false, &self.options.assumptions)
            .ok_or(not_modelled("this operation"))?;
        let bytes = rmw.size.bytes() as u8;
        let qualifiers = self.atomic_qualifiers(space);
        let access = Access { space, address: self.address(), bytes, aligned: true, upper: false, qualifiers };
        let [src0, src1] = self.atomic_data(rmw.op, bytes);
        let dst = if returns { self.dst_group("Rd", u64::from(bytes / 4)) } else { None };
        let sparse = self.pred_dst("Ps");
        let rmw = self.b.rmw(rmw);
        self.b.push(Uop::Atomic { access, rmw, src0, src1, dst, sparse });
        Ok(Control::Next)
    }

    fn surface(&mut self, returns: bool) -> Lifted {
        let assumptions = &self.options.assumptions;
        let of = |signed| {
            rmw::of(self.options.profile, &self.inst, signed, assumptions).ok_or(not_modelled("this operation"))
        };
        let (plain, signed) = (of(false)?, of(true)?);
        let bytes = plain.size.bytes() as u8;
        let access = self.surface_access(bytes, Qualifiers::relaxed(Scope::Device))?;
        let access = self.b.surface(access);
        if self.inst.get("Ps") != 0 {
            return Err(not_modelled("the predicate of a surface atomic"));
        }
        let [src0, src1] = self.atomic_data(plain.op, bytes);
        let dst = if returns { self.dst_group("Rd", u64::from(bytes / 4)) } else { None };
        let rmw = self.b.rmw(plain);
        let signed_rmw = (signed != plain).then(|| self.b.rmw(signed));
        self.b.push(Uop::Surface { access, rmw, signed_rmw, src0, src1, dst });
        Ok(Control::Next)
    }

    /// Coordinates, clamp and handle of a surface instruction on `bytes`.
    fn surface_access(&mut self, bytes: u8, qualifiers: Qualifiers) -> Result<SurfaceAccess, Refused> {
        let (dim, coordinates) = match self.text("dim") {
            "1D" => (Dim::D1, 1),
            "1D_BUFFER" => (Dim::Buffer1, 1),
            "1D_ARRAY" => (Dim::Array1, 2),
            "2D" => (Dim::D2, 2),
            "2D_ARRAY" => (Dim::Array2, 3),
            "3D" => (Dim::D3, 3),
            _ => return Err(not_modelled("this dimension")),
        };
        let clamp = match self.text("clamp") {
            "IGN" => Clamp::Ignore,
            "" | "NEAR" => Clamp::Near,
            "TRAP" => Clamp::Trap,
            _ => return Err(not_modelled("this clamp")),
        };
        let handle = if self.inst.try_get("Rc").is_some() {
            self.reg("Rc")
        } else {
            let offset = self.inst.get("idx") as u32 * 4;
            self.b.uniform(ConstWord { bank: self.options.surface_bank, offset })
        };
        let mut coords = [Src::Imm(0); 3];
        for (i, c) in coords.iter_mut().enumerate().take(coordinates) {
            *c = self.reg_at("Ra", i as u64);
        }
        let byte_address = self.flag("BA");
        let shape = SurfaceShape { dim, byte_address, clamp, access_size: bytes };
        Ok(SurfaceAccess { handle, coords, shape, qualifiers })
    }

    /// Lanes whose element is in the surface execute what `then` emits, with a global access to the element.
    fn in_surface(&mut self, bytes: u8, then: impl FnOnce(&mut Self, Access)) -> Lifted {
        if self.inst.try_get("Ps").is_some_and(|ps| ps != 0) {
            return Err(not_modelled("the predicate of a surface access"));
        }
        let qualifiers = self.qualifiers()?;
        let access = self.surface_access(bytes, qualifiers)?;
        let access = self.b.surface(access);
        let (dst, valid) = (self.b.temps(2), self.b.temp_mask());
        self.b.push(Uop::SurfaceAddress { access, dst, valid });
        self.b.push(Uop::Under { base: Mask::of(ACTIVE), also: Mask::of(valid) });
        let Wide { lo, hi } = wide(dst);
        let address = Address { lo, hi: Some(hi), offset: 0 };
        then(self, Access { space: Space::Global, address, bytes, aligned: true, upper: false, qualifiers });
        self.b.push(Uop::Under { base: Mask::of(ACTIVE), also: self.pred("Pg") });
        Ok(Control::Next)
    }

    /// `SULD.D`: loads the bytes unchanged; 0 if the coordinates are outside, with `.IGN`, and if the surface is disabled
    /// (spec: PTX manual, suld and its `.zero`).
    fn surface_load(&mut self) -> Lifted {
        let (bytes, signed) = self.size()?;
        self.aligned("Rd", bytes)?;
        let words = u64::from(bytes / 4).max(1);
        // The result registers may also hold the coordinates.
        let loaded = self.b.temps(words as u32);
        let word = |i: u64| Slot(loaded.0 + i as u32 * LANES as u32);
        for i in 0..words {
            self.b.alu_to(word(i), Alu::Mov, &[Src::Imm(0)]);
        }
        self.in_surface(bytes, |l, access| l.b.push(Uop::Load { access, dst: Some(loaded), signed }))?;
        let values: Vec<Src> = (0..words).map(|i| Src::Slot(word(i))).collect();
        self.give("Rd", &values);
        Ok(Control::Next)
    }

    /// `SUST.D`: stores the bytes unchanged; nothing if the coordinates are outside, with `.IGN`.
    fn surface_store(&mut self) -> Lifted {
        let (bytes, _) = self.size()?;
        self.aligned("Rd", bytes)?;
        let src = self.stored(bytes);
        self.in_surface(bytes, |l, access| l.b.push(Uop::Store { access, src }))
    }
}
