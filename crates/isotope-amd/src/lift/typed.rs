//! Accesses with the format of a descriptor: `buffer_*_format_*`, image loads, stores and sizes. Also loads of buffers
//! directly into LDS.
//!
//! # Sources
//! spec: RDNA3 ISA guide, chapters 9 and 10. With TFE a load may write a status after its data, but it writes nothing
//! if no page is missing (10.1.1), and here no page is missing; LWE is used for samplers only (10.1).

use isotope_op::alu::Alu;

use super::super::state;
use super::memory::Moved;
use super::operand::after;
use super::{Lift, Lifted, Refused, not_modelled};
use isotope_ir::effect::{Convert, ImageAccess, ImageDim, Slot, Space, Src, Through, Transfer, TypedAccess, Uop};

/// The components of elements, and whether they are halves; a single half may go to the upper half of a register.
#[derive(Clone, Copy)]
pub(crate) struct Elements {
    components: u8,
    convert: Convert,
    high: bool,
}

/// The suffixes of buffer instructions with a format.
pub(super) fn formats() -> impl Iterator<Item = (String, Elements)> {
    let components = [("x", 1), ("xy", 3), ("xyz", 7), ("xyzw", 15)];
    let all = components.into_iter().flat_map(|(name, components)| {
        [("", Convert::Full), ("d16_", Convert::Half)]
            .map(|(prefix, convert)| (format!("{prefix}format_{name}"), Elements { components, convert, high: false }))
    });
    all.chain([("d16_hi_format_x".into(), Elements { components: 1, convert: Convert::Half, high: true })])
}

/// An image instruction other than an atomic.
#[derive(Clone, Copy)]
pub(crate) struct Image {
    transfer: Transfer,
    /// The last coordinate is the mip level.
    level: bool,
    /// Elements are not converted; the value is their signedness.
    raw: Option<bool>,
}

impl Image {
    pub fn stores(self) -> bool {
        self.transfer == Transfer::Store
    }
}

const fn image(transfer: Transfer, level: bool, raw: Option<bool>) -> Image {
    Image { transfer, level, raw }
}

/// Image instructions other than atomics.
pub(super) const IMAGES: &[(&str, Image)] = &[
    ("image_get_resinfo", image(Transfer::Size, false, None)),
    ("image_load", image(Transfer::Load, false, None)),
    ("image_load_pck", image(Transfer::Load, false, Some(false))),
    ("image_load_pck_sgn", image(Transfer::Load, false, Some(true))),
    ("image_load_mip", image(Transfer::Load, true, None)),
    ("image_load_mip_pck", image(Transfer::Load, true, Some(false))),
    ("image_load_mip_pck_sgn", image(Transfer::Load, true, Some(true))),
    ("image_store", image(Transfer::Store, false, None)),
    ("image_store_pck", image(Transfer::Store, false, Some(false))),
    ("image_store_mip", image(Transfer::Store, true, None)),
    ("image_store_mip_pck", image(Transfer::Store, true, Some(false))),
];

impl Lift<'_> {
    /// `buffer_load_format_*` and `buffer_store_format_*` for one half of a wave.
    pub(super) fn buffer_format(&mut self, elements: Elements, store: bool) {
        let through = Through::Buffer(self.buffer_access(0, None));
        self.typed(through, if store { Transfer::Store } else { Transfer::Load }, elements);
    }

    /// Lifts an image instruction other than an atomic.
    pub(super) fn image_elements(&mut self, image: Image) -> Lifted {
        self.each_half(|l| {
            let convert = match image.raw {
                Some(signed) => Convert::Raw(signed),
                None if l.flag("d16") => Convert::Half,
                None => Convert::Full,
            };
            let access = l.image_access(0, usize::from(image.level))?;
            // An empty mask means x (`amd.image_dmask`).
            let components = (l.inst.get("dmask") as u8).max(1);
            let elements = Elements { components, convert, high: false };
            l.typed(Through::Image { access, level: image.level }, image.transfer, elements);
            Ok(())
        })
    }

    /// The access of an image instruction, with `more` coordinates after those of its dimension.
    pub(super) fn image_access(&mut self, bytes: u8, more: usize) -> Result<ImageAccess, Refused> {
        let dim = ImageDim::from_code(self.inst.get("dim") as u32).ok_or(not_modelled("this dimension"))?;
        if dim.coordinates() + more > 4 {
            return Err(not_modelled("multisampled images, whose layouts depend on the board"));
        }
        let resource = self.inst.get("srsrc");
        let short = self.flag("r128");
        let descriptor = std::array::from_fn(|i| {
            if short && i >= 4 { Src::Imm(0) } else { Src::Scalar(state::word(resource + i as u64)) }
        });
        let mut coords = self.words("vaddr", 0);
        for (i, field) in ["addr1", "addr2", "addr3"].into_iter().enumerate() {
            if self.inst.try_get(field).is_some() {
                coords[i + 1] = self.vsrc(field);
            }
        }
        Ok(ImageAccess { descriptor, coords, dim, packed: self.flag("a16"), short, bytes })
    }

    fn typed(&mut self, through: Through, transfer: Transfer, elements: Elements) {
        let Elements { components, convert, high } = elements;
        let count = components.count_ones();
        let half = convert == Convert::Half;
        let registers = if half { count.div_ceil(2) } else { count };
        if transfer == Transfer::Store {
            let words = self.words("vdata", 0);
            let data = std::array::from_fn(|i| match i {
                _ if i as u32 >= count => Src::Imm(0),
                _ if !half => words[i],
                _ if i % 2 == 1 || high => self.alu(Alu::Shr, &[words[i / 2], Src::Imm(16)]),
                _ => self.alu(Alu::And, &[words[i / 2], Src::Imm(0xffff)]),
            });
            return self.transfer(through, transfer, elements, data, Slot(0));
        }
        let dst = self.vdst("vdata", registers + self.status_registers());
        let loaded = self.b.temps(count);
        self.transfer(through, transfer, elements, [Src::Imm(0); 4], loaded);
        let Some(dst) = dst else { return };
        if !half {
            return self.copy(dst, loaded, registers);
        }
        for i in 0..registers {
            let (to, low) = (after(dst, i), Src::Slot(after(loaded, 2 * i)));
            // A half without a component is preserved.
            if 2 * i + 1 < count {
                let shifted = self.alu(Alu::Shl, &[Src::Slot(after(loaded, 2 * i + 1)), Src::Imm(16)]);
                self.b.alu_to(to, Alu::Or, &[low, shifted]);
            } else {
                self.put_half(to, high, low);
            }
        }
    }

    fn transfer(&mut self, through: Through, transfer: Transfer, elements: Elements, data: [Src; 4], dst: Slot) {
        let Elements { components, convert, .. } = elements;
        let qualifiers = self.qualifiers(Space::Global, false);
        let access = self.b.typed(TypedAccess { through, transfer, components, convert, data, dst, qualifiers });
        self.b.push(Uop::Typed(access));
    }

    /// Number of registers after the data that may receive a status: one with TFE.
    pub(super) fn status_registers(&self) -> u32 {
        u32::from(self.flag("tfe"))
    }

    /// `buffer_load_lds_*` for one half of a wave: each lane's value, as 32 bits, goes to its word after M0 (`amd.buffer_lds`).
    pub(super) fn buffer_to_lds(&mut self, moved: Option<Moved>) {
        let value = self.b.temp();
        match moved {
            None => {
                let through = Through::Buffer(self.buffer_access(0, None));
                let elements = Elements { components: 1, convert: Convert::Full, high: false };
                self.transfer(through, Transfer::Load, elements, [Src::Imm(0); 4], value);
            }
            Some(moved) => {
                self.b.alu_to(value, Alu::Mov, &[Src::Imm(0)]);
                let address = self.through_buffer(moved.bytes, None);
                let access = self.access(Space::Global, address, moved.bytes, false);
                self.b.push(Uop::Load { access, dst: Some(value), signed: moved.signed });
                self.everyone();
            }
        }
        let at = self.lane_place();
        let access = self.access(Space::Shared, self.lds(at, self.inst.get("offset")), 4, false);
        let src = [Src::Slot(value), Src::Imm(0), Src::Imm(0), Src::Imm(0)];
        self.b.push(Uop::Store { access, src });
    }

    /// Byte address of a lane's own word after the base in M0\[15:0\].
    pub(super) fn lane_place(&mut self) -> Src {
        let byte = self.lane_byte();
        let base = self.alu(Alu::And, &[Src::Scalar(state::M0), Src::Imm(0xffff)]);
        self.alu(Alu::Add, &[byte, base])
    }

    /// Four times the number of the lane in its wave.
    pub(super) fn lane_byte(&mut self) -> Src {
        let lane = self.lane_id();
        let lane = self.alu(Alu::Add, &[lane, Src::Imm(32 * self.half)]);
        self.alu(Alu::Shl, &[lane, Src::Imm(2)])
    }
}
