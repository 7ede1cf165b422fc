//! Memory: gathers, scatters and atomics on surfaces, shared local memory and virtual addresses.
//!
//! [`Base`] is the base of an access. All loads and stores, here and in `lsc.rs`, `typed.rs` and `block.rs`, use [`Lift::load`],
//! [`Lift::store`] and [`Lift::update`].
//!
//! # Sources
//! spec: Intel's SVM_ATOMIC page and Intel's DWORD_ATOMIC page for the atomics (lanes, roles, widths, out of bounds); the public vISA
//! documentation for gathers and scatters: the data of one channel for all lanes is contiguous and takes at least a register; oracle: the
//! layouts that IGC's kernels use.

use isotope_op::alu::{Alu, Alu64};
use isotope_op::assume::{INTEL_SLM_BOUNDS, SlmBounds};
use isotope_op::atomic::{Rmw, Size};

use super::super::kernel::{BINDLESS, FIRST_SURFACE};
use super::super::rmw;
use super::operand::Elements;
use super::{Emit, Lift, Refused, not_modelled, operand_constant};
use isotope_ir::effect::{ACTIVE, Access, Address, ElementPart, LANES, Mask, Slot, Space, Src, Uop, Wide};
use isotope_ir::program::wide;

/// Numbers of predefined surfaces.
const SLM: u8 = 0;
const STATELESS: u8 = 5;
/// Addresses in shared local memory carry a tag bit above this many bits.
const SLM_BITS: u32 = 0x0fff_ffff;

/// Entries of a binding table are below this number.
pub const BOUND: u32 = 256;

/// The entry of the bindless surface with this name, separate from the entries of the binding table.
pub const fn bindless(name: u32) -> u32 {
    name ^ 1 << 31
}

/// The base of an access.
#[derive(Clone, Copy)]
pub(super) enum Base {
    /// Shared local memory.
    Shared,
    /// No base: offsets are virtual addresses.
    Flat,
    /// The thread's scratch memory, which begins at this offset. Other offsets would be addresses below 4 GiB, where a launch
    /// has no buffer, and fault too.
    Scratch(u32),
    /// A buffer in the binding table.
    Entry(Src),
    /// A typed surface in the binding table; offsets are not used.
    Element { entry: Src, coords: [Src; 4], part: ElementPart },
}

/// The address of an access.
struct Addressed {
    space: Space,
    address: Address,
    /// Lanes in range, if the base has a range.
    valid: Option<Mask>,
    /// The value that reads out of range return.
    fill: Src,
}

/// The unit that one access of a lane moves.
#[derive(Clone, Copy)]
pub(super) struct Unit {
    bytes: u8,
    /// Whether addresses must be multiples of the size.
    aligned: bool,
}

impl Unit {
    /// Consecutive bytes without alignment.
    pub(super) fn of_bytes(bytes: u8) -> Unit {
        Unit { bytes, aligned: false }
    }
}

impl From<u8> for Unit {
    /// A word, dword or qword.
    fn from(bytes: u8) -> Unit {
        Unit { bytes, aligned: true }
    }
}

/// Gathers, scatters and atomics.
pub(super) const MEANINGS: &[(&str, Emit)] = &[
    ("gather4_scaled", |l| l.gather4(false)),
    ("scatter4_scaled", |l| l.gather4(true)),
    ("gather_scaled", |l| l.dwords(false, false)),
    ("scatter_scaled", |l| l.dwords(false, true)),
    ("gather", |l| l.dwords(true, false)),
    ("scatter", |l| l.dwords(true, true)),
    ("svm_gather", |l| l.svm_blocks(false)),
    ("svm_scatter", |l| l.svm_blocks(true)),
    ("svm_gather4scaled", |l| l.svm_gather4(false)),
    ("svm_scatter4scaled", |l| l.svm_gather4(true)),
    ("svm_atomic", |l| l.atomic(|l, _| Ok((Base::Flat, l.raw64("addr", 0)?)))),
    ("dword_atomic", |l| l.atomic(|l, _| Ok((l.surface()?, Wide::narrow(l.raw32("offset", 0)?))))),
];

impl Lift<'_> {
    /// The surface of an instruction.
    pub(super) fn surface(&self) -> Result<Base, Refused> {
        match self.inst.number("surface") as u8 {
            SLM => Ok(Base::Shared),
            STATELESS => Ok(self.env.scratch.map_or(Base::Flat, Base::Scratch)),
            _ => Ok(Base::Entry(self.surface_entry()?)),
        }
    }

    /// The binding table entry of the surface of an instruction.
    pub(super) fn surface_entry(&self) -> Result<Src, Refused> {
        match self.inst.number("surface") as u8 {
            // T1 and T2 are fixed entries.
            fixed @ 1..=2 => Ok(Src::Imm(fixed.into())),
            BINDLESS => Ok(Src::Scalar(self.layout.surface(BINDLESS.into()))),
            declared @ FIRST_SURFACE.. => {
                if self.kernel.surface(u16::from(declared)).is_none() {
                    return Err(not_modelled("a surface that is not declared"));
                }
                Ok(Src::Scalar(self.layout.surface(u16::from(declared))))
            }
            _ => Err(not_modelled("this predefined surface")),
        }
    }

    fn locate(&mut self, base: Base, offset: Wide, plus: u32, bytes: u8) -> Addressed {
        let none = Src::Imm(0);
        let whole = |space, address| Addressed { space, address, valid: None, fill: none };
        let ranged = |dst, valid, fill| {
            let Wide { lo, hi } = wide(dst);
            let address = Address { lo, hi: Some(hi), offset: 0 };
            Addressed { space: Space::Global, address, valid: Some(Mask::of(valid)), fill }
        };
        match base {
            Base::Shared => {
                // Remove the tag; shared memory itself handles accesses past its end.
                let mut lo = self.alu(Alu::And, &[offset.lo, Src::Imm(SLM_BITS)]);
                lo = self.plus(lo, plus);
                if self.env.assumptions.get(INTEL_SLM_BOUNDS) == SlmBounds::Wrap {
                    let size = self.env.slm.max(1).checked_next_power_of_two().unwrap_or(1 << 31);
                    lo = self.alu(Alu::And, &[lo, Src::Imm(size - 1)]);
                }
                whole(Space::Shared, Address { lo, hi: None, offset: 0 })
            }
            Base::Flat => whole(Space::Global, Address { lo: offset.lo, hi: Some(offset.hi), offset: plus as i32 }),
            Base::Scratch(begin) => {
                whole(Space::Wave, Address { lo: offset.lo, hi: None, offset: plus.wrapping_sub(begin) as i32 })
            }
            Base::Entry(entry) => {
                let offset = self.plus(offset.lo, plus);
                let (dst, valid) = (self.b.temps(2), self.b.temp_mask());
                self.b.push(Uop::TableAddress { entry, offset, bytes, dst, valid });
                ranged(dst, valid, none)
            }
            Base::Element { entry, coords, part } => {
                let (dst, valid) = (self.b.temps(3), self.b.temp_mask());
                self.b.push(Uop::ElementAddress { entry, coords, part, dst, valid });
                ranged(dst, valid, Src::Slot(after(dst, 2)))
            }
        }
    }

    fn access(&self, target: &Addressed, unit: Unit, atomic: bool) -> Result<Access, Refused> {
        let (bytes, aligned, space) = (unit.bytes, unit.aligned, target.space);
        let qualifiers = self.qualifiers(space, atomic)?;
        Ok(Access { space, address: target.address, bytes, aligned, upper: false, qualifiers })
    }

    /// Only the lanes in range execute the following micro-operations.
    fn in_range(&mut self, target: &Addressed) {
        if let Some(valid) = target.valid {
            self.b.push(Uop::Under { base: Mask::ALL, also: valid });
        }
    }

    /// Restores all lanes, if the base has a range.
    fn everyone(&mut self, target: &Addressed) -> Result<(), Refused> {
        if target.valid.is_some() { self.all_again() } else { Ok(()) }
    }

    /// Restores the lanes of the instruction, or of the part of it that is being lifted.
    pub(super) fn all_again(&mut self) -> Result<(), Refused> {
        self.b.push(Uop::Under { base: Mask::of(ACTIVE), also: Mask::ALL });
        self.execute_under(self.predicated)?;
        if let Some(only) = self.only {
            self.b.push(Uop::Under { base: Mask::ALL, also: only });
        }
        Ok(())
    }

    /// Reads up to 16 bytes per lane; lanes out of range read 0.
    pub(super) fn load(
        &mut self,
        base: Base,
        offset: Wide,
        plus: u32,
        unit: impl Into<Unit>,
    ) -> Result<[Src; 4], Refused> {
        let unit = unit.into();
        let bytes = unit.bytes;
        let words = u32::from(bytes.div_ceil(4));
        let loaded = self.b.temps(words);
        let target = self.locate(base, offset, plus, bytes);
        for n in (0..words).filter(|_| target.valid.is_some()) {
            self.b.alu_to(after(loaded, n), Alu::Mov, &[target.fill]);
        }
        self.in_range(&target);
        let access = self.access(&target, unit, false)?;
        self.b.push(Uop::Load { access, dst: Some(loaded), signed: false });
        self.everyone(&target)?;
        Ok([0, 1, 2, 3].map(|n| if n < words { Src::Slot(after(loaded, n)) } else { Src::Imm(0) }))
    }

    /// Writes up to 16 bytes per lane; writes out of range are dropped.
    pub(super) fn store(
        &mut self,
        base: Base,
        offset: Wide,
        plus: u32,
        unit: impl Into<Unit>,
        src: [Src; 4],
    ) -> Result<(), Refused> {
        let unit = unit.into();
        let target = self.locate(base, offset, plus, unit.bytes);
        self.in_range(&target);
        let access = self.access(&target, unit, false)?;
        self.b.push(Uop::Store { access, src });
        self.everyone(&target)
    }

    /// Moves `bytes` per lane between memory and elements of a variable.
    pub(super) fn transfer(
        &mut self,
        (base, offset, plus): (Base, Wide, u32),
        unit: impl Into<Unit>,
        data: Elements,
        store: bool,
    ) -> Result<(), Refused> {
        let unit = unit.into();
        let bytes = unit.bytes;
        if store {
            let lo = self.read_word(&data, 0)?;
            let hi = if bytes == 8 { self.read_word(&data, 1)? } else { Src::Imm(0) };
            return self.store(base, offset, plus, unit, [lo, hi, Src::Imm(0), Src::Imm(0)]);
        }
        let [lo, hi, ..] = self.load(base, offset, plus, unit)?;
        self.write_raw(data, Wide { lo, hi })
    }

    /// Reads, modifies and writes; the old value goes to the raw operand `dst`, 0 if the access is out of range.
    pub(super) fn update(&mut self, base: Base, offset: Wide, rmw: Rmw, data: [Wide; 2]) -> Result<(), Refused> {
        let stride = if rmw.size == Size::B64 { 8 } else { 4 };
        let to = if self.operand("dst")?.is_null() { None } else { Some(self.raw_elements("dst", stride, 0)?) };
        let old = to.map(|_| {
            let old = self.b.temps(2);
            self.b.alu64_to(old, Alu64::Mov, &[operand_constant(0)]);
            old
        });
        let bytes = rmw.size.bytes() as u8;
        let target = self.locate(base, offset, 0, bytes);
        self.in_range(&target);
        let (access, rmw) = (self.access(&target, bytes.into(), true)?, self.b.rmw(rmw));
        self.b.push(Uop::Atomic { access, rmw, src0: data[0], src1: data[1], dst: old, sparse: None });
        let (Some(to), Some(old)) = (to, old) else { return Ok(()) };
        self.everyone(&target)?;
        self.write_raw(to, wide(old))
    }

    /// A data operand of an atomic.
    pub(super) fn atomic_data(&mut self, name: &'static str, size: Size) -> Result<Wide, Refused> {
        if self.operand(name)?.is_null() {
            return Ok(operand_constant(0));
        }
        if size == Size::B64 { self.raw64(name, 0) } else { Ok(Wide::narrow(self.raw32(name, 0)?)) }
    }

    /// Byte offset of each lane of a gather: global offset plus element offset, in units of a power of two.
    fn surface_offset(&mut self, unit: u32) -> Result<Wide, Refused> {
        let base = self.source32("base")?;
        let offsets = self.raw32("offset", 0)?;
        let sum = match base {
            Src::Imm(0) => offsets,
            base => self.alu(Alu::Add, &[base, offsets]),
        };
        let sum = if unit == 0 { sum } else { self.alu(Alu::Shl, &[sum, Src::Imm(unit)]) };
        Ok(Wide::narrow(sum))
    }

    /// Bytes from one channel's data to the next.
    pub(super) fn channel_stride(&self, element: u32) -> u32 {
        (element * u32::from(self.inst.exec.size)).max(self.layout.grf())
    }

    /// A copy of a value that the instruction might overwrite before its last use.
    pub(super) fn kept(&mut self, x: Wide) -> Wide {
        let mut copy = |x: Src| match x {
            Src::Slot(_) | Src::Word(_) => self.alu(Alu::Mov, &[x]),
            other => other,
        };
        Wide { lo: copy(x.lo), hi: copy(x.hi) }
    }

    fn plus(&mut self, x: Src, bytes: u32) -> Src {
        if bytes == 0 { x } else { self.alu(Alu::Add, &[x, Src::Imm(bytes)]) }
    }

    /// The channels R, G, B, A of an instruction, as 0 to 3.
    pub(super) fn channels(&self) -> Vec<u8> {
        channels_of(self.inst.number("channels") as u8)
    }

    /// Moves up to four dwords per lane, one per channel.
    fn gather4(&mut self, store: bool) -> Result<(), Refused> {
        let base = self.surface()?;
        let offsets = self.surface_offset(0)?;
        self.four(base, offsets, store)
    }

    fn svm_gather4(&mut self, store: bool) -> Result<(), Refused> {
        let base = self.source("base")?;
        let base = self.int64(base)?;
        let offsets = self.raw64("addr", 0)?;
        let addresses = self.alu64(Alu64::Add, &[base, offsets]);
        self.four(Base::Flat, addresses, store)
    }

    fn four(&mut self, base: Base, offsets: Wide, store: bool) -> Result<(), Refused> {
        let stride = self.channel_stride(4);
        let offsets = self.kept(offsets);
        for (at, channel) in self.channels().into_iter().enumerate() {
            let data = self.raw_elements("data", 4, at as u32 * stride)?;
            self.transfer((base, offsets, 4 * u32::from(channel)), 4, data, store)?;
        }
        Ok(())
    }

    /// Moves one to four bytes per lane, in a dword each. Accesses of several bytes may be unaligned, except those of the older
    /// instructions, whose offsets count elements.
    fn dwords(&mut self, older: bool, store: bool) -> Result<(), Refused> {
        let unit = if older { self.inst.number("bytes") as u32 } else { 0 };
        let base = self.surface()?;
        let bytes = self.inst.word("bytes").parse().map_err(|_| not_modelled("this width"))?;
        let offsets = self.surface_offset(unit)?;
        let data = self.raw_elements("data", 4, 0)?;
        self.transfer((base, offsets, 0), Unit { bytes, aligned: older }, data, store)
    }

    /// Moves blocks of 1, 4 or 8 bytes at virtual addresses: bytes are packed into a dword, wider blocks are stored block after block.
    fn svm_blocks(&mut self, store: bool) -> Result<(), Refused> {
        let number = |word: &str| word.parse::<u32>().map_err(|_| not_modelled("this block"));
        let (block, count) = (number(self.inst.word("bytes"))?, number(self.inst.word("count"))?);
        let addresses = self.raw64("addr", 0)?;
        if block == 1 {
            if count > 4 {
                return Err(not_modelled("more than four bytes per lane"));
            }
            let data = self.raw_elements("data", 4, 0)?;
            return self.transfer((Base::Flat, addresses, 0), Unit::of_bytes(count as u8), data, store);
        }
        let stride = self.channel_stride(block);
        let addresses = self.kept(addresses);
        for at in 0..count {
            let data = self.raw_elements("data", block, at * stride)?;
            self.transfer((Base::Flat, addresses, at * block), block as u8, data, store)?;
        }
        Ok(())
    }

    /// Lifts an atomic: one access per lane.
    pub(super) fn atomic(
        &mut self,
        place: impl FnOnce(&mut Self, Size) -> Result<(Base, Wide), Refused>,
    ) -> Result<(), Refused> {
        let rmw =
            rmw::of_instruction(self.inst.atomic(), &self.env.assumptions).ok_or(not_modelled("this operation"))?;
        let data = [self.atomic_data("src0", rmw.size)?, self.atomic_data("src1", rmw.size)?];
        let (base, offset) = place(self, rmw.size)?;
        self.update(base, offset, rmw, data)
    }
}

/// The vector `n` after another.
fn after(slot: Slot, n: u32) -> Slot {
    Slot(slot.0 + n * LANES as u32)
}

/// The channels of a mask.
pub(super) fn channels_of(mask: u8) -> Vec<u8> {
    (0..4).filter(|c| mask >> c & 1 != 0).collect()
}
