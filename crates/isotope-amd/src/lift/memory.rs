//! Memory: LDS, FLAT, GLOBAL, SCRATCH, buffers and images; loads, stores and atomics.
//!
//! # Sources
//! spec: RDNA3 ISA guide, chapters 9 to 12; AMD's RDNA3 chapter 13 for float atomics. Cache policy bits have no effect on values.

use isotope_op::alu::{Alu, Alu64, Test};
use isotope_op::atomic::{AtomicOp, Rmw, Size};
use isotope_op::policy::{self, AmdUnit, FpDenorm};

use super::super::processor::Processors;
use super::super::rmw::{self, Atomic, Family, Places};
use super::super::state;
use super::operand::{after, constant};
use super::typed::{self, Elements};
use super::{Lift, Lifted, Refused, not_modelled};
use isotope_ir::effect::{Access, Address, BufferAccess, Control, Mask, Slot, Space, Src, Uop, Wide};
use isotope_ir::program::wide;

/// The data of a load or store.
#[derive(Clone, Copy)]
pub(crate) struct Moved {
    pub bytes: u8,
    pub signed: bool,
    /// Only one half of the register is used; true is the upper half.
    pub half: Option<bool>,
}

const fn whole(bytes: u8) -> Moved {
    Moved { bytes, signed: false, half: None }
}
const fn signed(bytes: u8) -> Moved {
    Moved { signed: true, ..whole(bytes) }
}
const fn half(moved: Moved, upper: bool) -> Moved {
    Moved { half: Some(upper), ..moved }
}

/// Loads of whole registers, by suffix of the name.
const WHOLE_LOADS: [(&str, Moved); 8] = [
    ("u8", whole(1)),
    ("i8", signed(1)),
    ("u16", whole(2)),
    ("i16", signed(2)),
    ("b32", whole(4)),
    ("b64", whole(8)),
    ("b96", whole(12)),
    ("b128", whole(16)),
];
/// Stores of whole registers, or of their low bits.
const WHOLE_STORES: [(&str, Moved); 6] = [
    ("b8", whole(1)),
    ("b16", whole(2)),
    ("b32", whole(4)),
    ("b64", whole(8)),
    ("b96", whole(12)),
    ("b128", whole(16)),
];
/// Loads of halves, by their names in memory instructions.
const HALF_LOADS: [(&str, Moved); 6] = [
    ("d16_u8", half(whole(1), false)),
    ("d16_i8", half(signed(1), false)),
    ("d16_b16", half(whole(2), false)),
    ("d16_hi_u8", half(whole(1), true)),
    ("d16_hi_i8", half(signed(1), true)),
    ("d16_hi_b16", half(whole(2), true)),
];
const HALF_STORES: [(&str, Moved); 2] = [("d16_hi_b8", half(whole(1), true)), ("d16_hi_b16", half(whole(2), true))];
/// The same by their names in DS instructions.
const DS_HALF_LOADS: [(&str, Moved); 6] = [
    ("u8_d16", half(whole(1), false)),
    ("i8_d16", half(signed(1), false)),
    ("u16_d16", half(whole(2), false)),
    ("u8_d16_hi", half(whole(1), true)),
    ("i8_d16_hi", half(signed(1), true)),
    ("u16_d16_hi", half(whole(2), true)),
];
const DS_HALF_STORES: [(&str, Moved); 2] = [("b8_d16_hi", half(whole(1), true)), ("b16_d16_hi", half(whole(2), true))];

/// Loads and stores: the suffix of the name, whether it stores, and its data.
fn moves<'a>(
    loads: [&'a [(&'static str, Moved)]; 2],
    stores: [&'a [(&'static str, Moved)]; 2],
) -> impl Iterator<Item = (String, bool, Moved)> + 'a {
    let loads = loads.into_iter().flatten().map(|&(name, moved)| (format!("load_{name}"), false, moved));
    loads.chain(stores.into_iter().flatten().map(|&(name, moved)| (format!("store_{name}"), true, moved)))
}

/// A DS instruction that reads and writes LDS, or with `gds` the GDS.
#[derive(Clone, Copy)]
pub(crate) enum Ds {
    Move {
        moved: Moved,
        store: bool,
        places: Places,
    },
    /// An access per lane.
    ByLane {
        store: bool,
    },
    Atomic(Atomic),
    /// One atomic for the wave, with the number of its active lanes.
    Append {
        add: bool,
    },
    /// Lanes read or write other lanes.
    Permute {
        push: bool,
    },
    Swizzle,
    Nothing,
    /// Not documented.
    Open,
}

/// The DS instructions that access LDS.
pub(super) fn ds(processors: &'static Processors) -> impl Iterator<Item = (String, Ds)> {
    let moves = moves([&WHOLE_LOADS, &DS_HALF_LOADS], [&WHOLE_STORES, &DS_HALF_STORES]);
    let moves = moves.map(|(name, store, moved)| (name, Ds::Move { moved, store, places: Places::One }));
    let pairs = [("2addr", Places::Two), ("2addr_stride64", Places::Apart)].into_iter().flat_map(|(name, places)| {
        let widths = [("b32", whole(4)), ("b64", whole(8))].into_iter();
        widths.flat_map(move |(width, moved)| {
            [("load", false), ("store", true)]
                .map(|(verb, store)| (format!("{verb}_{name}_{width}"), Ds::Move { moved, store, places }))
        })
    });
    let others = [
        ("load_addtid_b32", Ds::ByLane { store: false }),
        ("store_addtid_b32", Ds::ByLane { store: true }),
        ("append", Ds::Append { add: true }),
        ("consume", Ds::Append { add: false }),
        ("permute_b32", Ds::Permute { push: true }),
        ("bpermute_b32", Ds::Permute { push: false }),
        ("swizzle_b32", Ds::Swizzle),
        ("nop", Ds::Nothing),
        ("bvh_stack_rtn_b32", Ds::Open),
    ];
    let others = others.map(|(name, ds)| (name.to_string(), ds));
    let all = moves.chain(pairs).chain(others).map(|(name, ds)| (format!("ds_{name}"), ds));
    all.chain(
        rmw::atomics(processors, Family::Ds)
            .filter(|(_, named)| !named.is_register())
            .map(|(name, named)| (name, Ds::Atomic(named))),
    )
}

/// The operation of a FLAT, GLOBAL or SCRATCH instruction at its address.
#[derive(Clone, Copy)]
pub(crate) enum Flat {
    Load(Moved),
    Store(Moved),
    Atomic(Atomic),
}

/// The memory that its addresses refer to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Segment {
    Flat,
    Global,
    /// Global memory; each lane accesses its own word after a scalar base.
    GlobalByLane,
    Scratch,
}

/// FLAT, GLOBAL and SCRATCH instructions.
pub(super) fn flat(processors: &'static Processors) -> impl Iterator<Item = (String, (Segment, Flat))> {
    let segments = [("flat", Segment::Flat), ("global", Segment::Global), ("scratch", Segment::Scratch)];
    let moves = segments.into_iter().flat_map(|(family, segment)| {
        let moves = moves([&WHOLE_LOADS, &HALF_LOADS], [&WHOLE_STORES, &HALF_STORES]);
        moves.map(move |(name, store, moved)| {
            let what = if store { Flat::Store(moved) } else { Flat::Load(moved) };
            (format!("{family}_{name}"), (segment, what))
        })
    });
    let by_lane =
        [("global_load_addtid_b32", Flat::Load(whole(4))), ("global_store_addtid_b32", Flat::Store(whole(4)))];
    let by_lane = by_lane.map(|(name, what)| (name.to_string(), (Segment::GlobalByLane, what)));
    let atomics = [(Family::Flat, Segment::Flat), (Family::Global, Segment::Global)].into_iter();
    let atomics = atomics.flat_map(move |(family, segment)| {
        rmw::atomics(processors, family).map(move |(name, named)| (name, (segment, Flat::Atomic(named))))
    });
    moves.chain(by_lane).chain(atomics)
}

/// The operation of a MUBUF instruction through its descriptor.
#[derive(Clone, Copy)]
pub(crate) enum Buffer {
    Move {
        moved: Moved,
        store: bool,
    },
    /// A load into LDS; `None` for elements whose size is not given.
    ToLds(Option<Moved>),
    Format {
        elements: Elements,
        store: bool,
    },
    Atomic(Atomic),
}

/// MUBUF instructions.
pub(super) fn buffer(processors: &'static Processors) -> impl Iterator<Item = (String, Buffer)> {
    let moves = moves([&WHOLE_LOADS, &HALF_LOADS], [&WHOLE_STORES, &HALF_STORES]);
    let moves = moves.map(|(name, store, moved)| (name, Buffer::Move { moved, store }));
    let to_lds = WHOLE_LOADS.iter().take(5).map(|&(name, moved)| (name, Some(moved))).chain([("format_x", None)]);
    let to_lds = to_lds.map(|(name, moved)| (format!("load_lds_{name}"), Buffer::ToLds(moved)));
    let formats = typed::formats().flat_map(|(name, elements)| {
        [("load", false), ("store", true)]
            .map(|(verb, store)| (format!("{verb}_{name}"), Buffer::Format { elements, store }))
    });
    let all = moves.chain(to_lds).chain(formats).map(|(name, buffer)| (format!("buffer_{name}"), buffer));
    all.chain(rmw::atomics(processors, Family::Buffer).map(|(name, named)| (name, Buffer::Atomic(named))))
}

/// Image atomics.
pub(super) fn image_atomics(processors: &'static Processors) -> impl Iterator<Item = (String, Atomic)> {
    rmw::atomics(processors, Family::Image)
}

impl Lift<'_> {
    /// A bit of the encoding, either a field or part of the opcode.
    fn bit(&self, field: &str, at: u32) -> bool {
        self.inst.try_get(field).map_or(self.inst.form.opcode.value >> at & 1 != 0, |v| v != 0)
    }

    /// Whether an atomic returns the old value.
    fn returns(&self) -> bool {
        self.bit("glc", 14)
    }

    pub(super) fn access(&self, space: Space, address: Address, bytes: u8, atomic: bool) -> Access {
        let qualifiers = self.qualifiers(space, atomic);
        Access { space, address, bytes, aligned: atomic, upper: self.half == 1, qualifiers }
    }

    /// Loads into the register of `field`.
    fn load(&mut self, access: Access, moved: Moved, field: &str) {
        let Some(dst) = self.vdst(field, u32::from(moved.bytes.div_ceil(4))) else { return };
        let signed = moved.signed;
        let Some(half) = moved.half else {
            self.b.push(Uop::Load { access, dst: Some(dst), signed });
            return;
        };
        let loaded = self.b.temp();
        self.b.push(Uop::Load { access, dst: Some(loaded), signed });
        self.put_half(dst, half, Src::Slot(loaded));
    }

    fn store(&mut self, access: Access, moved: Moved, mut src: [Src; 4]) {
        if moved.half == Some(true) {
            src[0] = self.alu(Alu::Shr, &[src[0], Src::Imm(16)]);
        }
        self.b.push(Uop::Store { access, src });
    }

    /// Adds the definition of the operation in memory, and returns its index.
    fn in_memory(&mut self, named: Atomic) -> u32 {
        let rmw = self.operation(named, AmdUnit::Memory);
        self.b.rmw(rmw)
    }

    /// The definition of the operation in a unit.
    fn operation(&self, named: Atomic, unit: AmdUnit) -> Rmw {
        named.rmw_in(unit, FpDenorm::new(self.mode.fp_denorm()), &self.env.assumptions)
    }

    // LDS ---------------------------------------------------------------------------------------------------------

    /// A DS instruction on LDS.
    pub(super) fn ds(&mut self, ds: Ds) -> Lifted {
        match ds {
            Ds::Nothing => return Ok(Control::Next),
            Ds::Append { add } => return self.lds_append(add),
            _ => {}
        }
        self.each_half(|l| {
            match ds {
                Ds::Permute { push } => l.ds_permute(push),
                Ds::Swizzle => l.ds_swizzle()?,
                Ds::ByLane { store } => l.ds_by_lane(store),
                Ds::Move { moved, store, places } => l.ds_move(moved, store, places),
                Ds::Atomic(named) => l.ds_atomic(named),
                Ds::Append { .. } | Ds::Nothing | Ds::Open => return Err(not_modelled("this memory instruction")),
            }
            Ok(())
        })
    }

    pub(super) fn lds(&self, address: Src, offset: u64) -> Address {
        Address { lo: address, hi: None, offset: offset as i32 }
    }

    /// Byte offsets of the locations: one, or two in units of the access size, times 64 with `stride64`.
    pub(super) fn ds_offsets(&self, places: Places, bytes: u32) -> Vec<u64> {
        let unit = match places {
            Places::One => return vec![self.inst.get("offset")],
            Places::Two => u64::from(bytes),
            Places::Apart => u64::from(bytes) * 64,
        };
        ["offset0", "offset1"].map(|f| self.inst.get(f) * unit).to_vec()
    }

    fn ds_by_lane(&mut self, store: bool) {
        let at = self.lane_place();
        let access = self.access(Space::Shared, self.lds(at, self.inst.get("offset")), 4, false);
        if store {
            let data = self.words("data0", 0);
            self.store(access, whole(4), data);
        } else {
            self.load(access, whole(4), "vdst");
        }
    }

    fn ds_move(&mut self, moved: Moved, store: bool, places: Places) {
        let address = self.vsrc("addr");
        let offsets = self.ds_offsets(places, u32::from(moved.bytes));
        let words = u32::from(moved.bytes.div_ceil(4));
        // Read both locations before writing a register that may hold the address.
        let kept = if offsets.len() == 2 {
            let kept = self.b.temp();
            self.b.alu_to(kept, Alu::Mov, &[address]);
            Src::Slot(kept)
        } else {
            address
        };
        let dst = if store { None } else { self.vdst("vdst", words * offsets.len() as u32) };
        for (i, offset) in offsets.iter().enumerate() {
            let access = self.access(Space::Shared, self.lds(kept, *offset), moved.bytes, false);
            if store {
                let data = self.words(["data0", "data1"][i], 0);
                self.store(access, moved, data);
            } else if offsets.len() == 1 {
                self.load(access, moved, "vdst");
            } else if let Some(dst) = dst {
                let dst = Some(after(dst, i as u32 * words));
                self.b.push(Uop::Load { access, dst, signed: false });
            }
        }
    }

    fn ds_atomic(&mut self, named: Atomic) {
        let address = self.vsrc("addr");
        let rmw = self.operation(named, AmdUnit::Lds);
        let bytes = named.size.bytes();
        let words = bytes / 4;
        let offsets = self.ds_offsets(named.places, bytes);
        let index = self.b.rmw(rmw);
        let returns = self.inst.try_get("vdst").is_some();
        let mut at = address;
        let cut = named.op == AtomicOp::CondXchg;
        if cut {
            // The address is truncated to a multiple of 8 below 64 KiB.
            let sum = self.alu(Alu::Add, &[address, Src::Imm(offsets[0] as u32)]);
            at = self.alu(Alu::And, &[sum, Src::Imm(0xfff8)]);
        }
        if offsets.len() == 2 {
            return self.ds_exchange2(index, at, &offsets, bytes as u8);
        }
        let offset = if cut { 0 } else { offsets[0] };
        let access = self.access(Space::Shared, self.lds(at, offset), bytes as u8, true);
        let dst = if returns { self.vdst("vdst", words) } else { None };
        let (src0, src1) = (self.vsrc64("data0", 0), self.second_data());
        self.b.push(Uop::Atomic { access, rmw: index, src0, src1, dst, sparse: None });
    }

    fn second_data(&self) -> Wide {
        if self.inst.try_get("data1").is_some() { self.vsrc64("data1", 0) } else { constant(0) }
    }

    /// Two exchanges; at equal addresses both are read first, and the second location is written last (assumed).
    fn ds_exchange2(&mut self, rmw: u32, at: Src, offsets: &[u64], bytes: u8) {
        let words = u32::from(bytes) / 4;
        let Some(dst) = self.vdst("vdst", 2 * words) else { return };
        let old = self.b.temps(2 * words);
        let second = after(old, words);
        let data = [self.vsrc64("data0", 0), self.vsrc64("data1", 0)];
        for (i, offset) in offsets.iter().enumerate() {
            let access = self.access(Space::Shared, self.lds(at, *offset), bytes, true);
            let old = Some([old, second][i]);
            self.b.push(Uop::Atomic { access, rmw, src0: data[i], src1: constant(0), dst: old, sparse: None });
        }
        if offsets[0] == offsets[1] {
            // The second exchange read the value that the first wrote; both return the value before.
            self.copy(second, old, words);
        }
        self.copy(dst, old, 2 * words);
    }

    /// Every lane reads (`bpermute`) or writes (`permute`) the lane that its address selects, in its half of the wave; reading an
    /// inactive lane returns 0, and an inactive lane is not written.
    fn ds_permute(&mut self, push: bool) {
        let Some(dst) = self.vdst("vdst", 1) else { return };
        let (address, data) = (self.vsrc("addr"), self.vsrc("data0"));
        let byte = self.alu(Alu::Add, &[address, Src::Imm(self.inst.get("offset") as u32)]);
        let index = self.alu(Alu::Ubfe, &[byte, Src::Imm(2), Src::Imm(5)]);
        if push {
            let out = self.b.temp();
            self.b.push(Uop::PushLane { dst: out, value: data, index });
            self.b.alu_to(dst, Alu::Mov, &[Src::Slot(out)]);
        } else {
            self.read_active_lane(dst, data, index);
        }
    }

    /// The value of another lane; 0 if that lane is inactive.
    fn read_active_lane(&mut self, dst: Slot, value: Src, index: Src) {
        let out = self.b.temp();
        self.b.push(Uop::ReadLane { dst: out, value, index });
        let live = self.b.test(Test::Bit, &[Src::Scalar(self.exec()), index]);
        self.b.alu_to(dst, Alu::Sel, &[Src::Mask(live), Src::Slot(out), Src::Imm(0)]);
    }

    fn ds_swizzle(&mut self) -> Result<(), Refused> {
        let Some(dst) = self.vdst("vdst", 1) else { return Ok(()) };
        let pattern = self.inst.get("offset") as u32;
        let lane = self.lane_id();
        let data = self.vsrc("addr");
        let index = match pattern {
            0x8000..=0x80ff => self.quad_lane(lane, pattern & 0xff),
            0..=0x7fff => {
                let (and, or, xor) = (pattern & 31, pattern >> 5 & 31, pattern >> 10 & 31);
                let kept = self.alu(Alu::And, &[lane, Src::Imm(and)]);
                let set = self.alu(Alu::Or, &[kept, Src::Imm(or)]);
                self.alu(Alu::Xor, &[set, Src::Imm(xor)])
            }
            _ => return Err(not_modelled("the FFT and rotate modes of a swizzle")),
        };
        self.read_active_lane(dst, data, index);
        Ok(())
    }

    /// One atomic for the wave, with the number of active lanes; every active lane gets the old value.
    fn lds_append(&mut self, add: bool) -> Lifted {
        let op = if add { AtomicOp::Add } else { AtomicOp::Sub };
        let mode = FpDenorm::new(self.mode.fp_denorm());
        let rmw = self.b.rmw(policy::amd(op, Size::B32, AmdUnit::Lds, mode, &self.env.assumptions));
        let exec = self.whole_exec();
        let count = self.scalar64(Alu64::Popc, &[exec]).lo;
        let rules = &self.env.assumptions;
        // The half of M0 that holds the base: `amd.append_m0`.
        let shift = if isotope_machine::sync::gds::append_base(1 << 16, false, rules) == 1 { 16 } else { 0 };
        let at = self.scalar_op(Alu::Ubfe, &[Src::Scalar(state::M0), Src::Imm(shift), Src::Imm(16)]);
        // Only the lowest active lane: its bit is isolated over both halves.
        let negative = self.scalar64(Alu64::Neg, &[exec]);
        let lowest = [self.b.temp_mask(), self.b.temp_mask()];
        self.scalar64_to(lowest, Alu64::And, &[exec, negative]);
        let address = self.lds(at, self.inst.get("offset"));
        let old = self.b.temp();
        for half in self.halves() {
            self.half = half;
            self.b.push(Uop::Under { base: Mask::of(lowest[half as usize]), also: Mask::ALL });
            let access = self.access(Space::Shared, address, 4, true);
            let src0 = Wide::narrow(count);
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
    pub(super) fn flat(&mut self, segment: Segment, what: Flat) -> Lifted {
        self.each_half(|l| {
            l.flat_half(segment, what);
            Ok(())
        })
    }

    fn flat_half(&mut self, segment: Segment, what: Flat) {
        let saddr = self.inst.try_get("saddr").filter(|&code| code != state::NULL_CODE);
        let offset = self.inst.number("offset") as i32;
        let (space, address) = match (segment, saddr) {
            (Segment::Flat, _) => (Space::Generic, self.vsrc64("addr", 0)),
            (Segment::GlobalByLane, _) => {
                let base = saddr.map_or(constant(0), |code| self.source64(code));
                let byte = self.lane_byte();
                (Space::GenericGlobal, self.alu64(Alu64::Add, &[base, Wide::narrow(byte)]))
            }
            (Segment::Global, None) => (Space::GenericGlobal, self.vsrc64("addr", 0)),
            (Segment::Global, Some(code)) => {
                let (base, index) = (self.source64(code), self.vsrc("addr"));
                (Space::GenericGlobal, self.alu64(Alu64::Add, &[base, Wide::narrow(index)]))
            }
            (Segment::Scratch, _) => {
                let vector = if self.bit("sve", 55) { self.vsrc("addr") } else { Src::Imm(0) };
                let base = saddr.map_or(Src::Imm(0), |code| self.source(code));
                (Space::Private, Wide::narrow(self.alu(Alu::Add, &[vector, base])))
            }
        };
        let hi = (space != Space::Private).then_some(address.hi);
        let address = Address { lo: address.lo, hi, offset };
        let named = match what {
            Flat::Load(moved) => {
                let access = self.access(space, address, moved.bytes, false);
                return self.load(access, moved, "vdst");
            }
            Flat::Store(moved) => {
                let access = self.access(space, address, moved.bytes, false);
                let data = self.words("data", 0);
                return self.store(access, moved, data);
            }
            Flat::Atomic(named) => named,
        };
        let bytes = named.size.bytes();
        let access = self.access(space, address, bytes as u8, true);
        let dst = if self.returns() { self.vdst("vdst", bytes / 4) } else { None };
        let (src0, src1) = (self.vsrc64("data", 0), self.vsrc64("data", bytes / 4));
        let memory = self.operation(named, AmdUnit::Memory);
        let lds = self.operation(named, AmdUnit::LdsThroughFlat);
        let [memory_index, lds_index] = [memory, lds].map(|rmw| self.b.rmw(rmw));
        let atomic = |rmw| Uop::Atomic { access, rmw, src0, src1, dst, sparse: None };
        if space == Space::Generic && memory != lds {
            // Lanes in the LDS aperture are handled separately. The address is copied, because the result may overwrite it.
            let window = Src::Imm((self.env.shared_base >> 32) as u32);
            let inside = self.b.test(Test::Eq, &[hi.unwrap_or(Src::Imm(0)), window]);
            let base = self.executing();
            self.b.push(Uop::Under { base, also: inside });
            self.b.push(atomic(lds_index));
            self.b.push(Uop::Under { base, also: inside.not() });
        }
        self.b.push(atomic(memory_index));
    }

    // Buffers and images ----------------------------------------------------------------------------------------------

    /// A MUBUF instruction.
    pub(super) fn buffer(&mut self, buffer: Buffer) -> Lifted {
        self.each_half(|l| {
            match buffer {
                Buffer::Move { moved, store } => l.buffer_words(moved, store),
                Buffer::ToLds(moved) => l.buffer_to_lds(moved),
                Buffer::Format { elements, store } => l.buffer_format(elements, store),
                Buffer::Atomic(named) => l.buffer_atomic(named),
            }
            Ok(())
        })
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

    /// Only the lanes that pass the descriptor's range check execute the following micro-operations, at the returned address.
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

    fn buffer_atomic(&mut self, named: Atomic) {
        let bytes = named.size.bytes();
        let rmw = self.in_memory(named);
        let (src0, src1) = (self.vsrc64("vdata", 0), self.vsrc64("vdata", bytes / 4));
        self.descriptor_atomic(rmw, bytes, src0, src1, |lift| lift.through_buffer(bytes as u8, None));
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

    /// Loads and stores: each word has a separate range check.
    fn buffer_words(&mut self, moved: Moved, store: bool) {
        let words = u32::from(moved.bytes.div_ceil(4));
        let part = moved.bytes.min(4);
        let dst = if store { None } else { self.vdst("vdata", words + self.status_registers()) };
        let loaded = self.b.temps(words);
        let mut data = self.words("vdata", 0);
        if store && moved.half == Some(true) {
            data[0] = self.alu(Alu::Shr, &[data[0], Src::Imm(16)]);
        }
        for word in 0..words {
            let to = after(loaded, word);
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
        let Some(dst) = dst else { return };
        match moved.half {
            Some(half) => self.put_half(dst, half, Src::Slot(loaded)),
            None => self.copy(dst, loaded, words),
        }
    }

    /// An atomic of an image.
    pub(super) fn image_atomic(&mut self, named: Atomic) -> Lifted {
        self.each_half(|l| l.image_half(named))
    }

    fn image_half(&mut self, mut named: Atomic) -> Result<(), Refused> {
        let compare = named.op == AtomicOp::Cas;
        match (self.inst.get("dmask"), compare) {
            (0x1, false) | (0x3, true) => {}
            (0x3, false) | (0xf, true) => named = named.wide(),
            _ => return Err(not_modelled("a dmask that is neither 32 nor 64 bits of an atomic")),
        }
        let bytes = named.size.bytes();
        let rmw = self.in_memory(named);
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
