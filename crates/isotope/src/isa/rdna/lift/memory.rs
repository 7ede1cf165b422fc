//! Memory: LDS, FLAT, GLOBAL, SCRATCH, buffers and images; loads, stores and atomics.
//!
//! # Sources
//! spec: RDNA3 ISA guide, chapters 9 to 12; seed 004 for float atomics. Cache policy bits have no effect on values.

use isotope_op::alu::{Alu, Alu64, Test};
use isotope_op::atomic::{AtomicOp, Rmw, Size};
use isotope_op::policy::{self, AmdUnit, FpDenorm};

use super::super::rmw::{self, Named};
use super::super::state;
use super::operand::constant;
use super::{Lift, Lifted, Refused, not_modelled};
use crate::effect::{Access, Address, BufferAccess, Control, Mask, Slot, Space, Src, Uop, Wide};
use crate::program::wide;

/// What a load or store moves, by the end of its name.
#[derive(Clone, Copy)]
pub(super) struct Moved {
    pub bytes: u8,
    pub signed: bool,
    /// Only one half of the register takes part; true is the upper one.
    pub half: Option<bool>,
}

/// The width that a name ends in: `b32`, `u8`, `d16_hi_i8`, `u16_d16`…
pub(super) fn moved(name: &str) -> Option<Moved> {
    let half = if name.contains("d16_hi") {
        Some(true)
    } else if name.contains("d16") {
        Some(false)
    } else {
        None
    };
    let plain = |bytes, signed| Some(Moved { bytes, signed, half });
    let word = |w: &str| name.split('_').any(|part| part == w);
    match () {
        _ if word("b128") => plain(16, false),
        _ if word("b96") => plain(12, false),
        _ if word("b64") => plain(8, false),
        _ if word("b32") => plain(4, false),
        _ if word("i8") => plain(1, true),
        _ if word("u8") || word("b8") => plain(1, false),
        _ if word("i16") => plain(2, true),
        _ if word("u16") || word("b16") => plain(2, false),
        _ => None,
    }
}

impl Lift<'_> {
    /// A bit of the encoding, as a field or as part of the opcode.
    fn bit(&self, field: &str, at: u32) -> bool {
        self.inst.try_get(field).map_or(self.inst.form.opcode.value >> at & 1 != 0, |v| v != 0)
    }

    /// Whether an atomic gives the old value back.
    fn returns(&self) -> bool {
        self.bit("glc", 14)
    }

    pub(super) fn access(&self, space: Space, address: Address, bytes: u8, atomic: bool) -> Access {
        let qualifiers = self.qualifiers(space, atomic);
        Access { space, address, bytes, aligned: atomic, upper: self.half == 1, qualifiers }
    }

    /// Load into the register of `field`.
    fn load(&mut self, access: Access, moved: Moved, field: &str) {
        let Some(dst) = self.vdst(field, u32::from(moved.bytes.div_ceil(4))) else { return };
        let signed = moved.signed;
        let Some(half) = moved.half else {
            self.b.push(Uop::Load { access, dst: Some(dst), signed });
            return;
        };
        let loaded = self.b.temp();
        self.b.push(Uop::Load { access, dst: Some(loaded), signed });
        self.merge(dst, Src::Slot(loaded), half);
    }

    /// Write one half of a register.
    pub(super) fn merge(&mut self, dst: Slot, value: Src, upper: bool) {
        let (value, mask) = match upper {
            false => (value, 0xffff),
            true => (self.alu(Alu::Shl, &[value, Src::Imm(16)]), 0xffff_0000),
        };
        self.b.alu_to(dst, Alu::Mux, &[Src::Imm(mask), value, Src::Slot(dst)]);
    }

    fn store(&mut self, access: Access, moved: Moved, mut src: [Src; 4]) {
        if moved.half == Some(true) {
            src[0] = self.alu(Alu::Shr, &[src[0], Src::Imm(16)]);
        }
        self.b.push(Uop::Store { access, src });
    }

    /// What the instruction computes, by one unit.
    fn operation(&self, named: Named, unit: AmdUnit) -> Rmw {
        named.rmw_in(unit, FpDenorm::new(self.mode.fp_denorm()), &self.env.assumptions)
    }

    /// The operation of this mnemonic.
    pub(super) fn named(&self) -> Result<Named, Refused> {
        rmw::named(self.name).ok_or(not_modelled("this memory instruction"))
    }

    // LDS ---------------------------------------------------------------------------------------------------------

    /// A DS instruction on LDS.
    pub(super) fn ds(&mut self) -> Lifted {
        match self.name {
            "ds_nop" => return Ok(Control::Next),
            "ds_append" | "ds_consume" => return self.lds_append(),
            _ => {}
        }
        for half in self.halves() {
            self.begin_half(half)?;
            self.ds_half()?;
        }
        Ok(Control::Next)
    }

    pub(super) fn lds(&self, address: Src, offset: u64) -> Address {
        Address { lo: address, hi: None, offset: offset as i32 }
    }

    /// Byte offsets of the locations: one, or two in units of the access size, times 64 with `stride64`.
    pub(super) fn ds_offsets(&self, bytes: u32) -> Vec<u64> {
        if !self.name.contains("2addr") {
            return vec![self.inst.get("offset")];
        }
        let unit = u64::from(bytes) * if self.name.contains("stride64") { 64 } else { 1 };
        ["offset0", "offset1"].map(|f| self.inst.get(f) * unit).to_vec()
    }

    fn ds_half(&mut self) -> Result<(), Refused> {
        let name = self.name;
        match name {
            "ds_permute_b32" | "ds_bpermute_b32" => return self.ds_permute(),
            "ds_swizzle_b32" => return self.ds_swizzle(),
            "ds_load_addtid_b32" | "ds_store_addtid_b32" => {
                let at = self.lane_place();
                let access = self.access(Space::Shared, self.lds(at, self.inst.get("offset")), 4, false);
                let moved = Moved { bytes: 4, signed: false, half: None };
                if name.starts_with("ds_load") {
                    self.load(access, moved, "vdst");
                } else {
                    let data = self.words("data0", 0);
                    self.store(access, moved, data);
                }
                return Ok(());
            }
            _ => {}
        }
        let address = self.vsrc("addr");
        if name.starts_with("ds_load_") || name.starts_with("ds_store_") {
            let moved = moved(name).ok_or(not_modelled("this width"))?;
            let offsets = self.ds_offsets(u32::from(moved.bytes));
            let words = u32::from(moved.bytes.div_ceil(4));
            // Both locations are read before a register is written that the address may be in.
            let kept = if offsets.len() == 2 {
                let kept = self.b.temp();
                self.b.alu_to(kept, Alu::Mov, &[address]);
                Src::Slot(kept)
            } else {
                address
            };
            let dst = if name.starts_with("ds_load") { self.vdst("vdst", words * offsets.len() as u32) } else { None };
            for (i, offset) in offsets.iter().enumerate() {
                let access = self.access(Space::Shared, self.lds(kept, *offset), moved.bytes, false);
                if name.starts_with("ds_store") {
                    let data = self.words(["data0", "data1"][i], 0);
                    self.store(access, moved, data);
                } else if offsets.len() == 1 {
                    self.load(access, moved, "vdst");
                } else if let Some(Slot(first)) = dst {
                    let dst = Slot(first + i as u32 * words * crate::effect::LANES as u32);
                    self.b.push(Uop::Load { access, dst: Some(dst), signed: false });
                }
            }
            return Ok(());
        }
        let named = self.named()?;
        let rmw = self.operation(named, AmdUnit::Lds);
        let bytes = named.size.bytes();
        let words = bytes / 4;
        let offsets = self.ds_offsets(bytes);
        let index = self.b.rmw(rmw);
        let returns = self.inst.try_get("vdst").is_some();
        let mut at = address;
        if name.starts_with("ds_condxchg32") {
            // The address is cut to a multiple of 8 below 64 KiB.
            let sum = self.alu(Alu::Add, &[address, Src::Imm(offsets[0] as u32)]);
            at = self.alu(Alu::And, &[sum, Src::Imm(0xfff8)]);
        }
        if offsets.len() == 2 {
            return self.ds_exchange2(index, at, &offsets, bytes as u8);
        }
        let offset = if name.starts_with("ds_condxchg32") { 0 } else { offsets[0] };
        let access = self.access(Space::Shared, self.lds(at, offset), bytes as u8, true);
        let dst = if returns { self.vdst("vdst", words) } else { None };
        let (src0, src1) = (self.vsrc64("data0", 0), self.second_data());
        self.b.push(Uop::Atomic { access, rmw: index, src0, src1, dst, sparse: None });
        Ok(())
    }

    fn second_data(&self) -> Wide {
        if self.inst.try_get("data1").is_some() { self.vsrc64("data1", 0) } else { constant(0) }
    }

    /// Two exchanges; at equal addresses both read first, then the second location is written last (assumed).
    fn ds_exchange2(&mut self, rmw: u32, at: Src, offsets: &[u64], bytes: u8) -> Result<(), Refused> {
        let words = u32::from(bytes) / 4;
        let Some(Slot(first)) = self.vdst("vdst", 2 * words) else { return Ok(()) };
        let old = self.b.temps(2 * words);
        let lanes = crate::effect::LANES as u32;
        let second = Slot(old.0 + words * lanes);
        let data = [self.vsrc64("data0", 0), self.vsrc64("data1", 0)];
        for (i, offset) in offsets.iter().enumerate() {
            let access = self.access(Space::Shared, self.lds(at, *offset), bytes, true);
            let dst = Some([old, second][i]);
            self.b.push(Uop::Atomic { access, rmw, src0: data[i], src1: constant(0), dst, sparse: None });
        }
        if offsets[0] == offsets[1] {
            // The second exchange saw what the first wrote; both give the value before.
            for word in 0..words {
                let from = Src::Slot(Slot(old.0 + word * lanes));
                self.b.alu_to(Slot(second.0 + word * lanes), Alu::Mov, &[from]);
            }
        }
        for word in 0..2 * words {
            let from = Src::Slot(Slot(old.0 + word * lanes));
            self.b.alu_to(Slot(first + word * lanes), Alu::Mov, &[from]);
        }
        Ok(())
    }

    /// Every lane reads (`bpermute`) or writes (`permute`) the lane that its address names, in its half of the wave; a lane
    /// that is not active gives 0 and gets nothing.
    fn ds_permute(&mut self) -> Result<(), Refused> {
        let Some(dst) = self.vdst("vdst", 1) else { return Ok(()) };
        let (address, data) = (self.vsrc("addr"), self.vsrc("data0"));
        let byte = self.alu(Alu::Add, &[address, Src::Imm(self.inst.get("offset") as u32)]);
        let index = self.alu(Alu::Ubfe, &[byte, Src::Imm(2), Src::Imm(5)]);
        let out = self.b.temp();
        if self.name == "ds_permute_b32" {
            self.b.push(Uop::PushLane { dst: out, value: data, index });
            self.b.alu_to(dst, Alu::Mov, &[Src::Slot(out)]);
            return Ok(());
        }
        self.b.push(Uop::ReadLane { dst: out, value: data, index });
        let live = self.b.test(Test::Bit, &[Src::Scalar(self.exec()), index]);
        self.b.alu_to(dst, Alu::Sel, &[Src::Mask(live), Src::Slot(out), Src::Imm(0)]);
        Ok(())
    }

    fn ds_swizzle(&mut self) -> Result<(), Refused> {
        let Some(dst) = self.vdst("vdst", 1) else { return Ok(()) };
        let pattern = self.inst.get("offset") as u32;
        let lane = self.lane_id();
        let data = self.vsrc("addr");
        let index = match pattern {
            0x8000..=0x80ff => {
                let place = self.alu(Alu::And, &[lane, Src::Imm(3)]);
                let twice = self.alu(Alu::Shl, &[place, Src::Imm(1)]);
                let chosen = self.alu(Alu::Shr, &[Src::Imm(pattern & 0xff), twice]);
                let chosen = self.alu(Alu::And, &[chosen, Src::Imm(3)]);
                let quad = self.alu(Alu::And, &[lane, Src::Imm(!3)]);
                self.alu(Alu::Or, &[quad, chosen])
            }
            0..=0x7fff => {
                let (and, or, xor) = (pattern & 31, pattern >> 5 & 31, pattern >> 10 & 31);
                let kept = self.alu(Alu::And, &[lane, Src::Imm(and)]);
                let set = self.alu(Alu::Or, &[kept, Src::Imm(or)]);
                self.alu(Alu::Xor, &[set, Src::Imm(xor)])
            }
            _ => return Err(not_modelled("the FFT and rotate modes of a swizzle")),
        };
        let out = self.b.temp();
        self.b.push(Uop::ReadLane { dst: out, value: data, index });
        let live = self.b.test(Test::Bit, &[Src::Scalar(self.exec()), index]);
        self.b.alu_to(dst, Alu::Sel, &[Src::Mask(live), Src::Slot(out), Src::Imm(0)]);
        Ok(())
    }

    /// One atomic for the wave, of the number of active lanes; every active lane gets the old value.
    fn lds_append(&mut self) -> Lifted {
        let op = if self.name == "ds_append" { AtomicOp::Add } else { AtomicOp::Sub };
        let mode = FpDenorm::new(self.mode.fp_denorm());
        let rmw = self.b.rmw(policy::amd(op, Size::B32, AmdUnit::Lds, mode, &self.env.assumptions));
        let wave64 = self.env.wave64;
        let count = self.b.temp_mask();
        let exec = Wide {
            lo: Src::Scalar(state::EXEC_LO),
            hi: if wave64 { Src::Scalar(state::EXEC_HI) } else { Src::Imm(0) },
        };
        let spare = self.b.temp_mask();
        self.b.push(Uop::Scalar64 { op: Alu64::Popc, dst: [count, spare], src: [exec, constant(0), constant(0)] });
        let rules = &self.env.assumptions.sync;
        let at = self.b.temp_mask();
        // Which half of M0 is the base: `amd.append_m0`.
        let shift = if crate::sync::gds::append_base(1 << 16, false, rules) == 1 { 16 } else { 0 };
        self.scalar_to(at, Alu::Ubfe, &[Src::Scalar(state::M0), Src::Imm(shift), Src::Imm(16)]);
        // The lowest active lane alone: bit and clear, over both halves.
        let negative = [self.b.temp_mask(), self.b.temp_mask()];
        self.b.push(Uop::Scalar64 { op: Alu64::Neg, dst: negative, src: [exec, constant(0), constant(0)] });
        let lowest = [self.b.temp_mask(), self.b.temp_mask()];
        let other = Wide { lo: Src::Scalar(negative[0]), hi: Src::Scalar(negative[1]) };
        self.b.push(Uop::Scalar64 { op: Alu64::And, dst: lowest, src: [exec, other, constant(0)] });
        let address = self.lds(Src::Scalar(at), self.inst.get("offset"));
        let old = self.b.temp();
        for half in self.halves() {
            self.half = half;
            self.b.push(Uop::Under { base: Mask::of(lowest[half as usize]), also: Mask::ALL });
            let access = self.access(Space::Shared, address, 4, true);
            let src0 = Wide::narrow(Src::Scalar(count));
            self.b.push(Uop::Atomic { access, rmw, src0, src1: constant(0), dst: Some(old), sparse: None });
        }
        self.half = 0;
        let lane = self.first_lane();
        let given = self.b.temp_mask();
        self.b.push(Uop::FromLane { dst: given, value: [Src::Slot(old); 2], lane });
        for half in self.halves() {
            self.half = half;
            self.b.push(Uop::Under { base: Mask::of(self.exec()), also: Mask::ALL });
            if let Some(dst) = self.vdst("vdst", 1) {
                self.b.alu_to(dst, Alu::Mov, &[Src::Scalar(given)]);
            }
        }
        Ok(Control::Next)
    }

    // FLAT, GLOBAL, SCRATCH -----------------------------------------------------------------------------------------

    /// A FLAT, GLOBAL or SCRATCH instruction.
    pub(super) fn flat(&mut self) -> Lifted {
        for half in self.halves() {
            self.begin_half(half)?;
            self.flat_half()?;
        }
        Ok(Control::Next)
    }

    fn flat_half(&mut self) -> Result<(), Refused> {
        let (family, rest) = self.name.split_once('_').unwrap_or((self.name, ""));
        let saddr = self.inst.try_get("saddr").filter(|&code| code != state::NULL_CODE);
        let by_lane = rest.contains("addtid");
        let offset = self.inst.number("offset") as i32;
        let (space, address) = match family {
            "flat" => (Space::Generic, self.vsrc64("addr", 0)),
            "global" => (
                Space::GenericGlobal,
                match saddr {
                    // The lane's own word behind a scalar base.
                    _ if by_lane => {
                        let base = saddr.map_or(constant(0), |code| self.source64(code));
                        let byte = self.lane_byte();
                        self.alu64(Alu64::Add, &[base, Wide::narrow(byte)])
                    }
                    None => self.vsrc64("addr", 0),
                    Some(code) => {
                        let (base, index) = (self.source64(code), self.vsrc("addr"));
                        self.alu64(Alu64::Add, &[base, Wide::narrow(index)])
                    }
                },
            ),
            _ => {
                let vector = if self.bit("sve", 55) { self.vsrc("addr") } else { Src::Imm(0) };
                let base = saddr.map_or(Src::Imm(0), |code| self.source(code));
                (Space::Private, Wide::narrow(self.alu(Alu::Add, &[vector, base])))
            }
        };
        let hi = (space != Space::Private).then_some(address.hi);
        let address = Address { lo: address.lo, hi, offset };
        if let Some(name) = rest.strip_prefix("load_") {
            let moved = moved(name).ok_or(not_modelled("this width"))?;
            let access = self.access(space, address, moved.bytes, false);
            self.load(access, moved, "vdst");
            return Ok(());
        }
        if let Some(name) = rest.strip_prefix("store_") {
            let moved = moved(name).ok_or(not_modelled("this width"))?;
            let access = self.access(space, address, moved.bytes, false);
            let data = self.words("data", 0);
            self.store(access, moved, data);
            return Ok(());
        }
        let named = self.named()?;
        let bytes = named.size.bytes();
        let access = self.access(space, address, bytes as u8, true);
        let dst = if self.returns() { self.vdst("vdst", bytes / 4) } else { None };
        let data = ["data"; 2].map(|field| (field, bytes / 4));
        let (src0, src1) = (self.vsrc64(data[0].0, 0), self.vsrc64(data[1].0, data[1].1));
        let memory = self.operation(named, AmdUnit::Memory);
        let lds = self.operation(named, AmdUnit::LdsThroughFlat);
        let [memory_index, lds_index] = [memory, lds].map(|rmw| self.b.rmw(rmw));
        let atomic = |rmw| Uop::Atomic { access, rmw, src0, src1, dst, sparse: None };
        if space == Space::Generic && memory != lds {
            // Lanes in the LDS aperture follow other rules. The address is kept: the result may overwrite it.
            let window = Src::Imm((self.env.shared_base >> 32) as u32);
            let inside = self.b.test(Test::Eq, &[hi.unwrap_or(Src::Imm(0)), window]);
            let base = self.executing();
            self.b.push(Uop::Under { base, also: inside });
            self.b.push(atomic(lds_index));
            self.b.push(Uop::Under { base, also: inside.not() });
        }
        self.b.push(atomic(memory_index));
        Ok(())
    }

    // Buffers and images ----------------------------------------------------------------------------------------------

    /// A MUBUF instruction.
    pub(super) fn buffer(&mut self) -> Lifted {
        if let Some(lifted) = self.synchronisation() {
            return lifted;
        }
        for half in self.halves() {
            self.begin_half(half)?;
            self.buffer_half()?;
        }
        Ok(Control::Next)
    }

    pub(super) fn buffer_access(&mut self, bytes: u8, word: Option<u8>) -> BufferAccess {
        let resource = self.inst.get("srsrc");
        let (indexed, offset) = (self.bit("idxen", 55), self.bit("offen", 54));
        let [first, second, ..] = self.words("vaddr", 0);
        BufferAccess {
            descriptor: std::array::from_fn(|i| Src::Scalar(state::word(resource + i as u64))),
            index: indexed.then_some(first),
            offset: offset.then_some(if indexed { second } else { first }),
            base: self.source(self.inst.get("soffset")),
            immediate: self.inst.get("offset") as u32,
            bytes,
            word,
            upper: self.half == 1,
        }
    }

    /// The lanes that a descriptor lets through execute what follows, at the address given back.
    pub(super) fn through_buffer(&mut self, bytes: u8, word: Option<u8>) -> Address {
        let access = self.buffer_access(bytes, word);
        let access = self.b.buffer(access);
        let (dst, valid) = (self.b.temps(2), self.b.temp_mask());
        self.b.push(Uop::BufferAddress { access, dst, valid });
        self.only(valid, dst)
    }

    fn only(&mut self, valid: u16, dst: Slot) -> Address {
        let base = self.executing();
        self.b.push(Uop::Under { base, also: Mask::of(valid) });
        let Wide { lo, hi } = wide(dst);
        Address { lo, hi: Some(hi), offset: 0 }
    }

    pub(super) fn everyone(&mut self) {
        let base = self.executing();
        self.b.push(Uop::Under { base, also: Mask::ALL });
    }

    fn buffer_half(&mut self) -> Result<(), Refused> {
        let rest = self.name.strip_prefix("buffer_").unwrap_or_default();
        let plain = rest.strip_prefix("load_").map(|n| (n, false)).or(rest.strip_prefix("store_").map(|n| (n, true)));
        if let Some((name, store)) = plain {
            let moved = moved(name);
            if name.starts_with("lds_") {
                return self.buffer_to_lds(moved);
            }
            return match moved {
                Some(moved) => self.buffer_words(moved, store),
                None => self.buffer_format(store),
            };
        }
        let named = self.named()?;
        let bytes = named.size.bytes();
        let rmw = self.operation(named, AmdUnit::Memory);
        let rmw = self.b.rmw(rmw);
        let (src0, src1) = (self.vsrc64("vdata", 0), self.vsrc64("vdata", bytes / 4));
        self.descriptor_atomic(rmw, bytes, src0, src1, |lift| lift.through_buffer(bytes as u8, None));
        Ok(())
    }

    /// An atomic through a descriptor: lanes out of range get 0.
    fn descriptor_atomic(
        &mut self,
        rmw: u32,
        bytes: u32,
        src0: Wide,
        src1: Wide,
        address: impl FnOnce(&mut Self) -> Address,
    ) {
        let dst = if self.returns() { self.vdst("vdata", bytes / 4 + self.status_registers()) } else { None };
        let old = dst.map(|_| {
            let old = self.b.temps(2);
            self.b.alu64_to(old, Alu64::Mov, &[constant(0)]);
            old
        });
        let address = address(self);
        let access = self.access(Space::Global, address, bytes as u8, true);
        self.b.push(Uop::Atomic { access, rmw, src0, src1, dst: old, sparse: None });
        self.everyone();
        if let (Some(dst), Some(old)) = (dst, old) {
            if bytes == 8 {
                self.b.alu64_to(dst, Alu64::Mov, &[wide(old)]);
            } else {
                self.b.alu_to(dst, Alu::Mov, &[Src::Slot(old)]);
            }
        }
    }

    /// Loads and stores: each word is in range or not by itself.
    fn buffer_words(&mut self, moved: Moved, store: bool) -> Result<(), Refused> {
        let words = u32::from(moved.bytes.div_ceil(4));
        let lanes = crate::effect::LANES as u32;
        let part = moved.bytes.min(4);
        let dst = if store { None } else { self.vdst("vdata", words + self.status_registers()) };
        let loaded = self.b.temps(words);
        let mut data = self.words("vdata", 0);
        if store && moved.half == Some(true) {
            data[0] = self.alu(Alu::Shr, &[data[0], Src::Imm(16)]);
        }
        for word in 0..words {
            let to = Slot(loaded.0 + word * lanes);
            if !store {
                self.b.alu_to(to, Alu::Mov, &[Src::Imm(0)]);
            }
            let address = self.through_buffer(moved.bytes, Some(word as u8));
            let access = self.access(Space::Global, address, part, false);
            if store {
                let src = [data[word as usize], Src::Imm(0), Src::Imm(0), Src::Imm(0)];
                self.b.push(Uop::Store { access, src });
            } else {
                self.b.push(Uop::Load { access, dst: Some(to), signed: moved.signed });
            }
            self.everyone();
        }
        let Some(Slot(first)) = dst else { return Ok(()) };
        if let Some(half) = moved.half {
            self.merge(Slot(first), Src::Slot(loaded), half);
            return Ok(());
        }
        for word in 0..words {
            self.b.alu_to(Slot(first + word * lanes), Alu::Mov, &[Src::Slot(Slot(loaded.0 + word * lanes))]);
        }
        Ok(())
    }

    /// A MIMG instruction.
    pub(super) fn image(&mut self) -> Lifted {
        if !self.name.starts_with("image_atomic") {
            return self.image_elements();
        }
        for half in self.halves() {
            self.begin_half(half)?;
            self.image_half()?;
        }
        Ok(Control::Next)
    }

    fn image_half(&mut self) -> Result<(), Refused> {
        let mut named = self.named()?;
        let compare = named.op == isotope_op::atomic::AtomicOp::Cas;
        match (self.inst.get("dmask"), compare) {
            (0x1, false) | (0x3, true) => {}
            (0x3, false) | (0xf, true) => named = named.wide(),
            _ => return Err(not_modelled("a dmask that is neither 32 nor 64 bits of an atomic")),
        }
        let bytes = named.size.bytes();
        let rmw = self.operation(named, AmdUnit::Memory);
        let rmw = self.b.rmw(rmw);
        let (src0, src1) = (self.vsrc64("vdata", 0), self.vsrc64("vdata", bytes / 4));
        let access = self.image_access(bytes as u8, 0)?;
        let access = self.b.image(access);
        self.descriptor_atomic(rmw, bytes, src0, src1, |lift| {
            let (dst, valid) = (lift.b.temps(2), lift.b.temp_mask());
            lift.b.push(Uop::ImageAddress { access, dst, valid });
            lift.only(valid, dst)
        });
        Ok(())
    }
}
