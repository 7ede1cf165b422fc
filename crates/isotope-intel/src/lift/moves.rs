//! Moves, conversions, selection, state and address variables.
//!
//! # Sources
//! spec: the public vISA documentation. Float to integer truncates, clamps out-of-range values, and converts NaN to 0;
//! integer to float rounds to nearest even.

use isotope_op::alu::{Alu, Alu64};
use isotope_op::atomic::Size;
use isotope_op::float::{Flush, Rounding};

use super::super::inst::{Operand, StateKind, Type};
use super::super::kernel::BINDLESS;
use super::operand::{Value, is_modified};
use super::{Emit, Lift, Lifted, Refused, not_modelled};
use isotope_ir::effect::{Control, Mask, Src, Uop, Wide};

/// Move instructions.
pub(super) const MEANINGS: &[(&str, Emit)] =
    &[("mov", |l| l.mov()), ("movs", |l| l.movs()), ("addr_add", |l| l.addr_add())];

/// The address of data is known only for objects of the file.
const NOT_AN_OBJECT: &str = "the address of a function, or of data, that the file does not hold";

impl Lift<'_> {
    /// Lifts the address of an object of the file. The active lanes do not matter.
    pub(super) fn address_of_object(&mut self) -> Lifted {
        let Operand::Text(name) = self.operand("function")? else { return Err(not_modelled(NOT_AN_OBJECT)) };
        let name = self.kernel.texts.get(name as usize).map_or("", |text| text.as_str());
        let function = self.env.functions.iter().find(|f| f.name == name).and_then(|f| f.shown);
        let object = self.env.symbols.iter().find(|(object, _)| *object == name).map(|(_, address)| *address);
        let Some(address) = object.or_else(|| self.env.function_address(function?)) else {
            return Err(not_modelled(NOT_AN_OBJECT));
        };
        let dst = self.operand("dst")?;
        let e = self.written(dst)?;
        if e.ty.bytes() != 8 || e.dynamic.is_some() || e.base + 8 > e.limit {
            return Err(not_modelled("an address in other than a 64-bit variable"));
        }
        self.fill(e.base, Src::Imm(address as u32));
        self.fill(e.base + 4, Src::Imm((address >> 32) as u32));
        Ok(Control::Next)
    }

    fn mov(&mut self) -> Result<(), Refused> {
        if let Operand::Predicate(pred) = self.operand("dst")? {
            return self.predicate_from_number(pred.id);
        }
        if let Operand::Address { id, offset, width } = self.operand("dst")? {
            let value = match self.operand("src0")? {
                Operand::Address { .. } => self.address()?,
                Operand::Imm { .. } => self.number_as_address()?,
                _ => return Err(not_modelled("a number as an address")),
            };
            return self.write_addresses((id, offset, width), value);
        }
        let value = self.source("src0")?;
        self.convert(value)
    }

    /// A number that the next instruction, `addr_add`, replaces in the active lanes. IGC 2.40.14 writes such a 0 before each access with a
    /// variable index. The inactive lanes keep the number, and reading through it is undefined (spec: vISA documentation, ADDR_ADD); here
    /// it stands for the start of the variable that `addr_add` names.
    fn number_as_address(&self) -> Result<Src, Refused> {
        let mut behind = self.kernel.code[self.index as usize + 1..].iter();
        let next = behind.find(|inst| !["LOC", "FILE", "lifetime"].contains(&inst.name()));
        let replaced = next.filter(|next| {
            let same = next.operand("dst") == self.inst.operand("dst")
                && next.exec.first_lane() == self.inst.exec.first_lane();
            next.name() == "addr_add" && same && next.exec.size == self.inst.exec.size && self.inst.pred().is_none()
        });
        let named = replaced.and_then(|next| next.operand("src0")).map(|operand| self.address_of(operand));
        named.transpose()?.flatten().map(Src::Imm).ok_or(not_modelled("a number as an address"))
    }

    /// The address that an operand of `addr_add` names; `None` if it holds an address.
    fn address_of(&self, operand: &Operand) -> Result<Option<u32>, Refused> {
        Ok(match *operand {
            Operand::AddressOf { var, offset } => {
                self.check_addressable(var)?;
                Some(self.place(var)?.wrapping_add_signed(i32::from(offset)))
            }
            ref changed if is_modified(changed) => return Err(not_modelled("a modifier of an address")),
            // A variable here means its address.
            Operand::General { var, row, col, .. } => {
                self.check_addressable(var)?;
                let bytes = self.kernel.variable(var).map_or(1, |v| v.ty.bytes());
                let within = u32::from(row) * self.layout.grf() + u32::from(col) * bytes;
                Some(self.place(var)?.wrapping_add(within))
            }
            _ => None,
        })
    }

    /// Writes a value, converted to the type of the destination.
    pub(super) fn convert(&mut self, v: Value) -> Result<(), Refused> {
        let to = self.type_of("dst");
        let sat = self.inst.saturates();
        match (v.ty.is_float(), to.is_float()) {
            (false, false) => {
                if sat {
                    if v.ty.bytes() == 8 && v.is_modified() || v.ty == Type::Ud && v.is_negated() && to == Type::Uq {
                        return Err(not_modelled("saturation of a changed 64-bit number"));
                    }
                    let x = self.int64(v)?;
                    // An unsigned 64-bit source with its highest bit set is greater than every signed value.
                    let x = self.saturated(x, to, v.ty == Type::Uq);
                    return self.write64("dst", x);
                }
                if to.bytes() == 8 {
                    let x = self.int64(v)?;
                    return self.write64("dst", x);
                }
                let x = if v.ty.bytes() == 8 { self.int64(v)?.lo } else { self.int32(v)? };
                self.write32("dst", x)
            }
            (true, false) => {
                let x = self.as_f64(v)?;
                let signed = to.is_signed();
                let size = match to.bytes() {
                    1 => Size::B8,
                    2 => Size::B16,
                    4 => Size::B32,
                    _ => Size::B64,
                };
                let round = Rounding::TowardZero;
                let x = self.alu64(Alu64::F64ToI { round, signed, size, nan_high: false }, &[x]);
                self.write64("dst", x)
            }
            (false, true) => {
                if v.is_negated() && !v.is_signed() {
                    return Err(not_modelled("a negated unsigned number as a float"));
                }
                if !matches!(to, Type::F | Type::Hf | Type::Df) {
                    return Err(not_modelled("a conversion to this type"));
                }
                let (round, signed, wide) = (self.rounding(), v.is_signed(), v.ty.bytes() == 8);
                let x = if wide { self.int64(v)? } else { Wide::narrow(self.int32(v)?) };
                let (x, from) = match (to, wide) {
                    (Type::Df, true) => (self.alu64(Alu64::I64ToF64 { round, signed }, &[x]), Type::Df),
                    (Type::Df, false) => (self.alu64(Alu64::I32ToF64 { signed }, &[x]), Type::Df),
                    // Through f32, which is exact for all integers that binary16 reaches.
                    (_, true) => (self.alu64(Alu64::I64ToF32 { round, signed }, &[x]), Type::F),
                    (Type::Hf, false) => (Wide::narrow(self.alu(Alu::IToF16 { round, signed }, &[x.lo])), Type::Hf),
                    (_, false) => (Wide::narrow(self.alu(Alu::IToF { round, signed }, &[x.lo])), Type::F),
                };
                self.put_float(x, from)
            }
            (true, true) => {
                let x = self.float_bits(v);
                self.put_float(x, v.ty)
            }
        }
    }

    /// Clamps a 64-bit integer to the range of `to`.
    pub(super) fn saturated(&mut self, x: Wide, to: Type, unsigned: bool) -> Wide {
        use super::operand_constant as k;
        let bits = 8 * to.bytes();
        if unsigned {
            let most = if to.is_signed() { u64::MAX >> (65 - bits) } else { u64::MAX >> (64 - bits) };
            return self.alu64(Alu64::UMin, &[x, k(most)]);
        }
        let (least, most) = if to.is_signed() {
            ((-1i64 << (bits - 1)) as u64, u64::MAX >> (65 - bits))
        } else {
            (0, if bits == 64 { i64::MAX as u64 } else { u64::MAX >> (64 - bits) })
        };
        let low = self.alu64(Alu64::SMax, &[x, k(least)]);
        self.alu64(Alu64::SMin, &[low, k(most)])
    }

    /// Moves the binding-table entry of a surface variable.
    fn movs(&mut self) -> Result<(), Refused> {
        let entry = match self.operand("src0")? {
            state @ Operand::State { .. } => Src::Scalar(self.surface_word(state)?),
            other => {
                let value = self.read(other)?;
                self.int32(value)?
            }
        };
        let dst = match self.operand("dst")? {
            Operand::State { kind: StateKind::Surface, id, .. } if id == u16::from(BINDLESS) => {
                let (dst, which) = (self.layout.surface(id), Src::Imm(super::bindless(0)));
                self.b.push(Uop::Scalar { op: Alu::Xor, dst, src: [entry, which, Src::Imm(0)] });
                return Ok(());
            }
            state @ Operand::State { .. } => self.surface_word(state)?,
            _ => return self.write32("dst", entry),
        };
        self.b.push(Uop::Scalar { op: Alu::Mov, dst, src: [entry, Src::Imm(0), Src::Imm(0)] });
        Ok(())
    }

    /// The scalar word of a declared surface.
    fn surface_word(&self, operand: Operand) -> Result<u16, Refused> {
        match operand {
            Operand::State { kind: StateKind::Surface, id, .. } if self.kernel.surface(id).is_some() => {
                Ok(self.layout.surface(id))
            }
            Operand::State { kind: StateKind::Surface, .. } => Err(not_modelled("a surface that is not declared")),
            _ => Err(not_modelled("a sampler")),
        }
    }

    /// Selects the first source where the predicate is true, the second elsewhere.
    pub(super) fn sel(&mut self) -> Result<(), Refused> {
        let mask = match self.inst.pred() {
            None => Mask::ALL,
            Some(_) => {
                let condition = self.condition()?;
                let dst = self.b.temp_mask();
                self.b.push(Uop::Scalar { op: Alu::Mov, dst, src: [condition, Src::Imm(0), Src::Imm(0)] });
                Mask::of(dst)
            }
        };
        let (a, b) = (self.source("src0")?, self.source("src1")?);
        if a.ty.is_float() || b.ty.is_float() {
            let ty = if a.ty == b.ty { a.ty } else { self.common(&[a, b]) };
            let (x, y) = (self.float_as(a, ty)?, self.float_as(b, ty)?);
            let value = self.chosen(mask, x, y, ty.bytes() == 8);
            return self.put_float(value, ty);
        }
        let wide = self.type_of("dst").bytes() == 8 || a.ty.bytes() == 8 || b.ty.bytes() == 8;
        if wide {
            let (x, y) = (self.int64(a)?, self.int64(b)?);
            let value = self.chosen(mask, x, y, true);
            return self.write64("dst", value);
        }
        let (x, y) = (self.int32(a)?, self.int32(b)?);
        let value = self.alu(Alu::Sel, &[Src::Mask(mask), x, y]);
        self.write32("dst", value)
    }

    pub(super) fn chosen(&mut self, mask: Mask, x: Wide, y: Wide, wide: bool) -> Wide {
        let lo = self.alu(Alu::Sel, &[Src::Mask(mask), x.lo, y.lo]);
        let hi = if wide { self.alu(Alu::Sel, &[Src::Mask(mask), x.hi, y.hi]) } else { Src::Imm(0) };
        Wide { lo, hi }
    }

    /// Adds a 16-bit number to an address variable or to the address of a variable. Each element of the destination belongs to a lane.
    /// Addresses are byte offsets in the simulated register file; their numeric values have no meaning.
    fn addr_add(&mut self) -> Result<(), Refused> {
        let Operand::Address { id, offset, width } = self.operand("dst")? else {
            return Err(not_modelled("a destination other than an address variable"));
        };
        let base = self.address()?;
        let step = self.source("src1")?;
        if !matches!(step.ty, Type::Uw | Type::W | Type::Ud | Type::D | Type::Ub | Type::B) {
            return Err(not_modelled("a step of this type"));
        }
        let step = self.int32(step)?;
        let step = match step {
            Src::Imm(step) => Src::Imm(step as u16 as i16 as u32),
            step => self.alu(Alu::Sbfe, &[step, Src::Imm(0), Src::Imm(16)]),
        };
        let sum = self.alu(Alu::Add, &[base, step]);
        self.write_addresses((id, offset, width), sum)
    }

    /// The address that a source names or holds.
    fn address(&mut self) -> Result<Src, Refused> {
        let given = self.operand("src0")?;
        if let Some(address) = self.address_of(&given)? {
            return Ok(Src::Imm(address));
        }
        let Operand::Address { id, offset, width } = given else { return Err(not_modelled("a number as an address")) };
        let e = self.addresses(id, offset, width)?;
        self.read_word(&e, 0)
    }

    fn write_addresses(&mut self, (id, offset, width): (u16, u8, u8), value: Src) -> Result<(), Refused> {
        let size = u32::from(self.inst.exec.size);
        // IGC writes 1 as the number of addresses in every case.
        if ![1, size].contains(&u32::from(width)) {
            return Err(not_modelled("a number of addresses other than the number of lanes"));
        }
        let e = self.addresses(id, offset, size as u8)?;
        let value = self.kept(Wide::narrow(value)).lo;
        self.write_raw(e, Wide::narrow(value))
    }

    /// Converts a float to f64, exactly.
    fn as_f64(&mut self, v: Value) -> Result<Wide, Refused> {
        let x = self.float_bits(v);
        let p = self.exact();
        Ok(match v.ty {
            Type::Df => x,
            Type::F => self.alu64(Alu64::F32ToF64 { p }, &[x]),
            Type::Hf => {
                let single = self.alu(Alu::F16ToF32 { p }, &[x.lo]);
                self.alu64(Alu64::F32ToF64 { p }, &[Wide::narrow(single)])
            }
            _ => return Err(not_modelled("this float type")),
        })
    }

    /// Rounding rules of an exact conversion.
    pub(super) fn exact(&self) -> isotope_op::alu::Fp {
        let mut p = self.rules();
        (p.policy.input, p.policy.output) = (Flush::Keep, Flush::Keep);
        p
    }
}
