//! Operands: the register-file elements that a lane reads and writes.

use isotope_op::alu::{Alu, Alu64, Test};
use isotope_op::assume::{INTEL_NARROW_NEGATION, INTEL_REGISTER_COPIES, NarrowNegation};

use super::super::form::FieldKind;
use super::super::inst::{Modifier, Operand, Region, Type, restricted_float};
use super::super::kernel::FIRST_VARIABLE;
use super::{Lift, Refused, not_modelled};
use isotope_ir::effect::{LANES, Slot, Special, Src, Uop, Wide};
use isotope_ir::program::wide;
use isotope_machine::fault::FaultKind;

/// The register allocator decides what lies after a variable.
pub const PAST_VARIABLE: &str = "an operand that reaches past its variable; declare it as long as what is named";
/// The same refusal for a variable that is too short for a copy of register 0.
pub const PAST_COPY: &str = "an operand that reaches past its variable (intel.register_copies=refused)";

/// A value per lane and the type it was read as.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    /// Integers are extended to 32 or 64 bits; floats are bits of their type.
    pub bits: Wide,
    /// Its type.
    pub ty: Type,
    /// Modifier, not yet applied.
    modifier: Modifier,
}

impl Value {
    /// Whether its modifier may negate it.
    pub(super) fn is_negated(&self) -> bool {
        matches!(self.modifier, Modifier::Neg | Modifier::NegAbs)
    }
    /// Whether it may be negative. Types below 32 bits are wide enough for the negated value.
    pub(super) fn is_signed(&self) -> bool {
        self.ty.is_signed() || self.is_negated() && self.ty.bytes() < 4
    }
    /// Whether it has a modifier that is not yet applied.
    pub(super) fn is_modified(&self) -> bool {
        self.modifier != Modifier::None
    }
    /// A constant that is the same number in signed and unsigned 32-bit types.
    pub(super) fn is_small_constant(&self) -> bool {
        matches!(self.bits.lo, Src::Imm(v) if v >> 31 == 0) && self.modifier == Modifier::None
    }
}

/// Elements of the register file that an operand names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Elements {
    /// First byte; with `dynamic`, a byte offset that is added to it.
    pub base: u32,
    /// End of the variable that they belong to; used only without `dynamic`.
    pub limit: u32,
    /// An address that is only known at run time.
    pub dynamic: Option<Src>,
    /// Element type.
    pub ty: Type,
    /// Strides.
    pub region: Region,
}

impl Elements {
    /// Byte of element `i`, counted from `base`.
    pub(super) fn offset(&self, i: u32) -> u32 {
        self.region.element(i) * self.ty.bytes()
    }
}

/// Whether an operand has a modifier.
pub(super) fn is_modified(operand: &Operand) -> bool {
    matches!(operand, Operand::General { modifier, .. } | Operand::Indirect { modifier, .. } if *modifier != Modifier::None)
}

/// Refuses `(~)` of a float.
fn bits_of(ty: Type, modifier: Modifier) -> Result<(), Refused> {
    if ty.is_float() && modifier == Modifier::Not {
        return Err(not_modelled("the complement of a float"));
    }
    Ok(())
}

impl Lift<'_> {
    /// A named operand.
    pub(super) fn operand(&self, name: &'static str) -> Result<Operand, Refused> {
        let found = self.inst.operand(name).copied();
        found.ok_or_else(|| Refused::Fault(FaultKind::IllegalParameter, format!("the operand `{name}` is missing")))
    }

    /// The first byte of a variable.
    pub(super) fn place(&self, var: u32) -> Result<u32, Refused> {
        let undeclared = || Refused::Fault(FaultKind::IllegalParameter, format!("variable {var} is not declared"));
        self.layout.variable(var).ok_or_else(undeclared)
    }

    /// The end of the variable, or of the variable that it is an alias of.
    fn limit(&self, var: u32) -> u32 {
        let root = self.kernel.resolve(var).map_or(var, |(root, _)| root);
        // A variable into which register 0 is copied is long enough for all of it.
        let refused = self.env.assumptions.get(INTEL_REGISTER_COPIES);
        let declared = self.kernel.variable(root).filter(|_| root >= FIRST_VARIABLE && refused);
        let bytes = declared.map_or(self.layout.size(root), |v| v.bytes());
        self.layout.variable(root).map_or(0, |at| at.saturating_add(bytes))
    }

    /// The elements that a vector operand reads.
    pub(super) fn elements(&mut self, operand: Operand) -> Result<Elements, Refused> {
        let e = self.named(operand)?;
        match operand {
            Operand::General { var, .. } => self.before_reading(var, &e)?,
            Operand::Indirect { addr, addr_offset, .. } => self.before_reaching((addr, addr_offset), &e, false)?,
            _ => {}
        }
        Ok(e)
    }

    /// The elements that a vector operand writes.
    pub(super) fn written(&mut self, operand: Operand) -> Result<Elements, Refused> {
        if let Operand::General { var, .. } = operand {
            self.before_writing(var)?;
        }
        let e = self.named(operand)?;
        if let Operand::Indirect { addr, addr_offset, .. } = operand {
            self.before_reaching((addr, addr_offset), &e, true)?;
        }
        Ok(e)
    }

    /// The elements that a vector operand names.
    fn named(&mut self, operand: Operand) -> Result<Elements, Refused> {
        match operand {
            Operand::General { var, row, col, region, .. } => {
                let ty = self.kernel.variable(var).map_or(Type::Ud, |v| v.ty);
                let base = self.place(var)?;
                let base = base + u32::from(row) * self.layout.grf() + u32::from(col) * ty.bytes();
                Ok(Elements { base, limit: self.limit(var), dynamic: None, ty, region })
            }
            Operand::Indirect { addr, addr_offset, offset, ty, region, .. } => {
                let Some(at) = self.layout.address(addr, addr_offset) else {
                    let detail = format!("address variable A{addr} is not declared");
                    return Err(Refused::Fault(FaultKind::IllegalParameter, detail));
                };
                if region.v.is_none() && region.w.is_some() {
                    return Err(not_modelled("several addresses here"));
                }
                let base = i32::from(offset) as u32;
                Ok(Elements { base, limit: 0, dynamic: Some(word(at)), ty, region })
            }
            _ => Err(not_modelled("an operand of this class here")),
        }
    }

    /// Creates a map from lane `i` to the word `part` of the element that it uses.
    fn map_elements(&mut self, e: &Elements, part: u32, element: impl Fn(u32) -> u32) -> Result<u32, Refused> {
        let (first, size) = (self.inst.exec.first_lane(), u32::from(self.inst.exec.size));
        let mut map = [e.base; LANES];
        for i in 0..size {
            let at = e.base.wrapping_add(e.offset(element(i))).wrapping_add(4 * part);
            let bytes = e.ty.bytes().min(4);
            if e.dynamic.is_none() && u64::from(at) + u64::from(bytes) > u64::from(e.limit) {
                let refused = self.env.assumptions.get(INTEL_REGISTER_COPIES);
                return Err(not_modelled(if refused { PAST_COPY } else { PAST_VARIABLE }));
            }
            if !at.is_multiple_of(bytes) {
                return Err(not_modelled("an operand that is not aligned to its type"));
            }
            map[(first + i) as usize] = at;
        }
        Ok(self.b.map(map))
    }

    /// One word of each element: the low one, or the high one for 64-bit types.
    pub(super) fn read_word(&mut self, e: &Elements, part: u32) -> Result<Src, Refused> {
        let size = u32::from(self.inst.exec.size);
        let at = e.base.wrapping_add(4 * part);
        let aligned = e.dynamic.is_none() && at.is_multiple_of(4) && e.ty.bytes() >= 4 && at + 4 <= e.limit;
        if aligned && (1..size).all(|i| e.offset(i) == 0) {
            return Ok(word(at));
        }
        if aligned && let Some(slot) = self.contiguous(e) {
            return Ok(Src::Slot(slot));
        }
        let map = self.map_elements(e, part, |i| i)?;
        let dst = self.b.temp();
        let bytes = e.ty.bytes().min(4) as u8;
        let signed = e.ty.is_signed();
        self.b.push(Uop::ReadRegion { dst, map, bytes, signed, base: e.dynamic });
        Ok(Src::Slot(dst))
    }

    /// The vector whose lanes are the elements, if these are consecutive words.
    fn contiguous(&self, e: &Elements) -> Option<Slot> {
        let (first, size) = (self.inst.exec.first_lane(), u32::from(self.inst.exec.size));
        let packed = e.dynamic.is_none() && e.ty.bytes() == 4 && (0..size).all(|i| e.offset(i) == 4 * i);
        let fits = || e.base.is_multiple_of(4) && e.base + 4 * size <= e.limit;
        (packed && fits()).then(|| Slot((e.base / 4).saturating_sub(first)))
    }

    /// Reads a source operand.
    pub(super) fn source(&mut self, name: &'static str) -> Result<Value, Refused> {
        let operand = self.operand(name)?;
        self.read(operand)
    }

    /// The same as a 32-bit integer.
    pub(super) fn source32(&mut self, name: &'static str) -> Result<Src, Refused> {
        let value = self.source(name)?;
        self.int32(value)
    }

    /// A number that each lane knows, in a temporary.
    pub(super) fn special(&mut self, what: Special) -> Src {
        let dst = self.b.temp();
        self.b.push(Uop::Special { what, dst });
        Src::Slot(dst)
    }

    /// The number of each lane, counted from the instruction's first one.
    pub(super) fn lane_from_first(&mut self) -> Src {
        let lane = self.special(Special::LaneId);
        self.alu(Alu::Sub, &[lane, Src::Imm(self.inst.exec.first_lane())])
    }

    pub(super) fn read(&mut self, operand: Operand) -> Result<Value, Refused> {
        match operand {
            Operand::Imm { ty, value } => self.immediate(ty, value),
            Operand::Predicate(pred) => {
                let bits = Wide::narrow(self.whole_predicate(pred.id)?);
                Ok(Value { bits, ty: Type::Ud, modifier: Modifier::None })
            }
            Operand::Indirect { region: Region { v: None, w: Some(width), .. }, modifier, ty, .. } => {
                bits_of(ty, modifier)?;
                let bits = self.rows(operand, u32::from(width).max(1))?;
                Ok(Value { bits, ty, modifier })
            }
            Operand::General { modifier, .. } | Operand::Indirect { modifier, .. } => {
                let e = self.elements(operand)?;
                bits_of(e.ty, modifier)?;
                let lo = self.read_word(&e, 0)?;
                let hi = if e.ty.bytes() == 8 { self.read_word(&e, 1)? } else { Src::Imm(0) };
                Ok(Value { bits: Wide { lo, hi }, ty: e.ty, modifier })
            }
            _ => Err(not_modelled("a source of this class")),
        }
    }

    /// Reads elements at several addresses, one address for each row of `width` elements.
    fn rows(&mut self, operand: Operand, width: u32) -> Result<Wide, Refused> {
        let Operand::Indirect { addr, addr_offset, offset, ty, region, modifier } = operand else {
            return Err(not_modelled("several addresses here"));
        };
        let size = u32::from(self.inst.exec.size);
        let lane = self.special(Special::LaneId);
        let mut value = Wide { lo: Src::Imm(0), hi: Src::Imm(0) };
        // From last to first row: each row is written to all lanes below its end, then earlier rows overwrite their lanes.
        for row in (0..size.div_ceil(width)).rev() {
            let Some(element) = u8::try_from(row).ok().and_then(|row| addr_offset.checked_add(row)) else {
                return Err(not_modelled("an address variable this long"));
            };
            // Within its row, the column determines the element.
            let region = Region { v: Some(0), w: Some(width as u8), h: region.h };
            let one = Operand::Indirect { addr, addr_offset: element, offset, ty, region, modifier };
            let e = self.elements(one)?;
            let lo = self.read_word(&e, 0)?;
            let hi = if ty.bytes() == 8 { self.read_word(&e, 1)? } else { Src::Imm(0) };
            let end = self.inst.exec.first_lane() + (row + 1) * width;
            let here = self.b.test(Test::Ult, &[lane, Src::Imm(end)]);
            value.lo = self.alu(Alu::Sel, &[Src::Mask(here), lo, value.lo]);
            if ty.bytes() == 8 {
                value.hi = self.alu(Alu::Sel, &[Src::Mask(here), hi, value.hi]);
            }
        }
        Ok(value)
    }

    /// For each lane, element `part` of the group of `width` elements that its element belongs to.
    pub(super) fn grouped(&mut self, name: &'static str, width: u32, part: u32) -> Result<Value, Refused> {
        let operand = self.operand(name)?;
        let (Operand::General { modifier, .. } | Operand::Indirect { modifier, .. }) = operand else {
            return self.read(operand);
        };
        if let Operand::General { var, .. } = operand {
            self.check_not_predefined(var)?;
        }
        let e = self.elements(operand)?;
        if e.ty.bytes() > 4 {
            return Err(not_modelled("groups of this type"));
        }
        bits_of(e.ty, modifier)?;
        let bits = self.gathered(&e, |i| i / width * width + part)?;
        Ok(Value { bits: Wide::narrow(bits), ty: e.ty, modifier })
    }

    /// For each lane, the element (at most 32 bits) that a function maps it to.
    pub(super) fn gathered(&mut self, e: &Elements, element: impl Fn(u32) -> u32) -> Result<Src, Refused> {
        let map = self.map_elements(e, 0, element)?;
        let dst = self.b.temp();
        self.b.push(Uop::ReadRegion { dst, map, bytes: e.ty.bytes() as u8, signed: e.ty.is_signed(), base: e.dynamic });
        Ok(Src::Slot(dst))
    }

    /// Reads an immediate; a packed immediate gives each lane its own number.
    fn immediate(&mut self, ty: Type, value: u64) -> Result<Value, Refused> {
        let plain = |lo: u32, hi: u32, ty| Value {
            bits: Wide { lo: Src::Imm(lo), hi: Src::Imm(hi) },
            ty,
            modifier: Modifier::None,
        };
        let low = value as u32;
        Ok(match ty {
            Type::Uw => plain(low & 0xffff, 0, ty),
            Type::W => plain(low as u16 as i16 as u32, 0, ty),
            Type::Ub => plain(low & 0xff, 0, ty),
            Type::B => plain(low as u8 as i8 as u32, 0, ty),
            Type::Hf => plain(low & 0xffff, 0, ty),
            Type::V | Type::Uv => {
                let place = self.packed_place(8);
                let shift = self.alu(Alu::Shl, &[place, Src::Imm(2)]);
                let op = if ty == Type::V { Alu::Sbfe } else { Alu::Ubfe };
                let element = self.alu(op, &[Src::Imm(low), shift, Src::Imm(4)]);
                Value { bits: Wide::narrow(element), ty: ty.element(), modifier: Modifier::None }
            }
            Type::Vf => {
                let place = self.packed_place(4);
                let [first, rest @ ..] = low.to_le_bytes().map(restricted_float);
                let mut element = Src::Imm(first);
                for (number, bits) in (1..).zip(rest) {
                    let here = self.b.test(Test::Eq, &[place, Src::Imm(number)]);
                    element = self.alu(Alu::Sel, &[Src::Mask(here), Src::Imm(bits), element]);
                }
                Value { bits: Wide::narrow(element), ty: ty.element(), modifier: Modifier::None }
            }
            Type::Bf | Type::Bool => return Err(not_modelled("an immediate of this type")),
            _ => plain(low, (value >> 32) as u32, ty),
        })
    }

    /// The index of a lane's element in a packed immediate; indices wrap after the last one (`intel.packed_immediates`).
    fn packed_place(&mut self, elements: u32) -> Src {
        let lane = self.lane_from_first();
        self.alu(Alu::And, &[lane, Src::Imm(elements - 1)])
    }

    /// The value as a 32-bit integer, modifiers applied.
    pub(super) fn int32(&mut self, v: Value) -> Result<Src, Refused> {
        if v.ty.is_float() {
            return Err(not_modelled("a float where an integer is computed"));
        }
        let x = v.bits.lo;
        let value = match v.modifier {
            Modifier::None | Modifier::Sat => x,
            Modifier::Not => self.alu(Alu::Not, &[x]),
            Modifier::Neg => self.alu(Alu::Neg, &[x]),
            Modifier::Abs | Modifier::NegAbs => {
                let negative = self.alu(Alu::Neg, &[x]);
                let signed = v.ty.is_signed();
                let positive = if signed { self.alu(Alu::SMax, &[x, negative]) } else { x };
                if v.modifier == Modifier::Abs { positive } else { self.alu(Alu::Neg, &[positive]) }
            }
        };
        match self.modified_in(v) {
            Some(bytes) if bytes < 4 => Ok(self.alu(Alu::Sbfe, &[value, Src::Imm(0), Src::Imm(8 * bytes)])),
            _ => Ok(value),
        }
    }

    /// The size in bytes at which a modifier is applied to a signed number that is extended afterwards: that of the widest source. With
    /// saturation the modifier is exact.
    fn modified_in(&self, v: Value) -> Option<u32> {
        let chosen =
            self.env.assumptions.get(INTEL_NARROW_NEGATION) == NarrowNegation::Sources && !self.inst.saturates();
        let changes = matches!(v.modifier, Modifier::Neg | Modifier::Abs | Modifier::NegAbs);
        let widest = if chosen && changes && v.ty.is_signed() { self.widest_source() } else { 8 };
        (widest < 8).then_some(widest)
    }

    /// Bytes of an element of the widest source of the instruction.
    fn widest_source(&self) -> u32 {
        let sources = self.inst.form.parts.iter().filter(|part| matches!(part.kind, FieldKind::Src(_)));
        let types = sources.filter_map(|part| match self.inst.operand(part.name)? {
            Operand::General { var, .. } => Some(self.kernel.variables.get(*var as usize)?.ty),
            Operand::Indirect { ty, .. } | Operand::Imm { ty, .. } => Some(*ty),
            _ => None,
        });
        types.map(|ty| ty.element().bytes()).max().unwrap_or(4)
    }

    /// The value as a 64-bit integer, extended by its type, modifiers applied.
    pub(super) fn int64(&mut self, v: Value) -> Result<Wide, Refused> {
        if v.ty.is_float() {
            return Err(not_modelled("a float where an integer is computed"));
        }
        if self.modified_in(v).is_some() {
            // With its modifier it is a 32-bit number.
            let lo = self.int32(v)?;
            return Ok(Wide { lo, hi: self.sign(lo) });
        }
        let mut x = v.bits;
        if v.ty.bytes() < 8 && v.ty.is_signed() {
            x.hi = self.sign(x.lo);
        }
        Ok(match v.modifier {
            Modifier::None | Modifier::Sat => x,
            Modifier::Not => self.alu64(Alu64::Not, &[x]),
            Modifier::Neg => self.alu64(Alu64::Neg, &[x]),
            Modifier::Abs | Modifier::NegAbs => {
                let negative = self.alu64(Alu64::Neg, &[x]);
                let positive = if v.ty.is_signed() { self.alu64(Alu64::SMax, &[x, negative]) } else { x };
                if v.modifier == Modifier::Abs { positive } else { self.alu64(Alu64::Neg, &[positive]) }
            }
        })
    }

    /// The high word of a sign-extended number.
    fn sign(&mut self, lo: Src) -> Src {
        match lo {
            Src::Imm(lo) => Src::Imm((lo as i32 >> 31) as u32),
            lo => self.alu(Alu::Sar, &[lo, Src::Imm(31)]),
        }
    }

    /// The bits of a float with its sign modifiers applied.
    pub(super) fn float_bits(&mut self, v: Value) -> Wide {
        let sign = if v.ty.bytes() == 2 { 0x8000 } else { 0x8000_0000 };
        let apply = |lift: &mut Self, word: Src| {
            let cleared = match v.modifier {
                Modifier::Abs | Modifier::NegAbs => lift.alu(Alu::And, &[word, Src::Imm(!sign)]),
                _ => word,
            };
            match v.modifier {
                Modifier::Neg | Modifier::NegAbs => lift.alu(Alu::Xor, &[cleared, Src::Imm(sign)]),
                _ => cleared,
            }
        };
        if v.ty == Type::Df {
            return Wide { lo: v.bits.lo, hi: apply(self, v.bits.hi) };
        }
        Wide::narrow(apply(self, v.bits.lo))
    }

    /// Elements of an address variable, one address each.
    pub(super) fn addresses(&self, id: u16, offset: u8, width: u8) -> Result<Elements, Refused> {
        let declared = self.kernel.addresses.get(usize::from(id)).map_or(0, |a| u32::from(a.elements));
        let used = if width == 1 { 1 } else { u32::from(self.inst.exec.size) };
        let Some(base) = self.layout.address(id, offset).filter(|_| u32::from(offset) + used <= declared) else {
            return Err(not_modelled("an operand that reaches past its address variable"));
        };
        let region = if width == 1 { Region::src(0, 1, 0) } else { Region::dst(1) };
        Ok(Elements { base, limit: base + 4 * used, dynamic: None, ty: Type::Ud, region })
    }

    /// The type of a vector operand.
    pub(super) fn type_of(&self, name: &'static str) -> Type {
        match self.inst.operand(name) {
            Some(Operand::General { var, .. }) => self.kernel.variable(*var).map_or(Type::Ud, |v| v.ty),
            Some(Operand::Indirect { ty, .. }) => *ty,
            Some(Operand::Imm { ty, .. }) => ty.element(),
            _ => Type::Ud,
        }
    }

    /// Writes the low bytes of 32-bit values to a destination of at most 32 bits.
    pub(super) fn write32(&mut self, name: &'static str, value: Src) -> Result<(), Refused> {
        let operand = self.operand(name)?;
        if operand.is_null() {
            return Ok(());
        }
        let e = self.written(operand)?;
        if e.ty.bytes() == 8 {
            return self.write64(name, Wide::narrow(value));
        }
        if let Some(slot) = self.contiguous(&e) {
            self.b.alu_to(slot, Alu::Mov, &[value]);
            return Ok(());
        }
        let map = self.map_elements(&e, 0, |i| i)?;
        self.b.push(Uop::WriteRegion { src: value, map, bytes: e.ty.bytes() as u8, base: e.dynamic });
        Ok(())
    }

    /// Writes 64-bit values; a narrower destination gets the low bytes.
    pub(super) fn write64(&mut self, name: &'static str, value: Wide) -> Result<(), Refused> {
        let operand = self.operand(name)?;
        if operand.is_null() {
            return Ok(());
        }
        let e = self.written(operand)?;
        if e.ty.bytes() < 8 {
            return self.write32(name, value.lo);
        }
        // Read both words before writing either.
        let kept = self.b.temps(2);
        self.b.alu64_to(kept, Alu64::Mov, &[value]);
        let kept = wide(kept);
        for (part, src) in [kept.lo, kept.hi].into_iter().enumerate() {
            let map = self.map_elements(&e, part as u32, |i| i)?;
            self.b.push(Uop::WriteRegion { src, map, bytes: 4, base: e.dynamic });
        }
        Ok(())
    }

    /// The word of a raw operand for each lane: lanes are `stride` bytes apart, and the word is `skip` bytes into each.
    pub(super) fn raw_elements(&self, name: &'static str, stride: u32, skip: u32) -> Result<Elements, Refused> {
        let Operand::Raw { var, offset } = self.operand(name)? else {
            return Err(not_modelled("an operand of this class here"));
        };
        self.check_not_predefined(var)?;
        let ty = match stride {
            1 => Type::Ub,
            2 => Type::Uw,
            8 => Type::Uq,
            _ => Type::Ud,
        };
        let base = self.place(var)? + u32::from(offset) + skip;
        Ok(Elements { base, limit: self.limit(var), dynamic: None, ty, region: Region::dst(1) })
    }

    /// One dword per lane of a raw operand; lanes are `step` bytes apart, at most 60.
    pub(super) fn raw_spaced(&self, name: &'static str, step: u32, skip: u32) -> Result<Elements, Refused> {
        let elements = self.raw_elements(name, 4, skip)?;
        Ok(Elements { region: Region::dst((step / 4) as u8), ..elements })
    }

    /// The first element of a raw operand, 4 or 8 bytes, the same for every lane.
    pub(super) fn raw_first(&mut self, name: &'static str, bytes: u32) -> Result<Wide, Refused> {
        let e = Elements { region: Region::dst(0), ..self.raw_elements(name, bytes, 0)? };
        let lo = self.read_word(&e, 0)?;
        let hi = if bytes == 8 { self.read_word(&e, 1)? } else { Src::Imm(0) };
        Ok(Wide { lo, hi })
    }

    /// A 32-bit raw source.
    pub(super) fn raw32(&mut self, name: &'static str, skip: u32) -> Result<Src, Refused> {
        let e = self.raw_elements(name, 4, skip)?;
        self.read_word(&e, 0)
    }

    /// A 64-bit raw source: lanes 8 bytes apart.
    pub(super) fn raw64(&mut self, name: &'static str, skip: u32) -> Result<Wide, Refused> {
        let e = self.raw_elements(name, 8, skip)?;
        Ok(Wide { lo: self.read_word(&e, 0)?, hi: self.read_word(&e, 1)? })
    }

    /// Writes to a raw destination.
    pub(super) fn write_raw(&mut self, e: Elements, value: Wide) -> Result<(), Refused> {
        if let Some(slot) = self.contiguous(&e) {
            self.b.alu_to(slot, Alu::Mov, &[value.lo]);
            return Ok(());
        }
        let words = if e.ty.bytes() == 8 { 2 } else { 1 };
        for (part, src) in [value.lo, value.hi].into_iter().enumerate().take(words) {
            let map = self.map_elements(&e, part as u32, |i| i)?;
            self.b.push(Uop::WriteRegion { src, map, bytes: e.ty.bytes().min(4) as u8, base: None });
        }
        Ok(())
    }
}

/// One word of the register file, the same for every lane.
pub(super) fn word(byte: u32) -> Src {
    Src::Word(Slot(byte / 4))
}
