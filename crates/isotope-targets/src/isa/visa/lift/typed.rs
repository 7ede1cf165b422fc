//! Typed surfaces: atomics, and loads and stores of channels, by coordinates.
//!
//! # Sources
//! spec: the public vISA documentation: coordinates by surface type, order of channels, out of bounds (reads give 0, 1 in alpha;
//! writes are dropped). Surfaces are described by [`isotope_machine::mem::typed`]; their linear layout is assumed (`intel.typed_layout`).

use isotope_op::atomic::Rmw;

use super::super::inst::{Memory, Model, Operand};
use super::super::rmw;
use super::memory::Base;
use super::{Emit, Lift, Refused, not_modelled, operand_constant};
use isotope_ir::effect::{ElementPart, Src, Wide};

/// Coordinates, in the order of [`isotope_ir::effect::Uop::ElementAddress`].
const COORDINATES: [&str; 4] = ["u", "v", "r", "lod"];

/// Instructions on typed surfaces.
pub(super) const MEANINGS: &[(&str, Emit)] = &[
    ("typed_atomic", |l| l.typed_atomic()),
    ("gather4_typed", |l| l.typed_channels(false)),
    ("scatter4_typed", |l| l.typed_channels(true)),
];

impl Lift<'_> {
    /// Whether the instruction names coordinates in a typed surface.
    pub(super) fn is_typed(&self) -> bool {
        self.inst.operand("u").is_some()
    }

    /// A part of the elements that the coordinates name.
    fn element(&mut self, entry: Src, part: ElementPart) -> Result<Base, Refused> {
        let mut coords = [Src::Imm(0); 4];
        for (to, name) in coords.iter_mut().zip(COORDINATES) {
            if !self.operand(name)?.is_null() {
                let coordinate = self.raw32(name, 0)?;
                *to = self.kept(Wide::narrow(coordinate)).lo;
            }
        }
        Ok(Base::Element { entry, coords, part })
    }

    fn typed_atomic(&mut self) -> Result<(), Refused> {
        let rmw = rmw::of_instruction(self.inst, &self.env.assumptions).ok_or(not_modelled("this operation"))?;
        let data = [self.atomic_data("src0", rmw.size)?, self.atomic_data("src1", rmw.size)?];
        let entry = self.surface_entry()?;
        let base = self.element(entry, ElementPart::Element(rmw.size.bytes() as u8))?;
        self.update(base, operand_constant(0), rmw, data)
    }

    fn typed_channels(&mut self, store: bool) -> Result<(), Refused> {
        let entry = self.surface_entry()?;
        let stride = self.channel_stride(4);
        for (at, channel) in self.channels().into_iter().enumerate() {
            let data = self.raw_elements("data", 4, at as u32 * stride)?;
            let base = self.element(entry, ElementPart::Channel(channel as u8))?;
            self.transfer((base, operand_constant(0), 0), 4, data, store)?;
        }
        Ok(())
    }

    pub(super) fn typed_quad(&mut self, name: &'static str, store: bool) -> Result<(), Refused> {
        let (bytes, shape) = self.lsc_shape()?;
        if bytes != 4 {
            return Err(not_modelled("channels of other than 32 bits"));
        }
        let entry = self.typed_entry()?;
        if self.operand(name)?.is_null() {
            return Ok(());
        }
        let stride = self.channel_stride(4);
        for (at, channel) in (0..4u8).filter(|c| shape.channels >> c & 1 != 0).enumerate() {
            let data = self.raw_elements(name, 4, at as u32 * stride)?;
            let base = self.element(entry, ElementPart::Channel(channel))?;
            self.transfer((base, operand_constant(0), 0), 4, data, store)?;
        }
        Ok(())
    }

    pub(super) fn typed_update(&mut self, rmw: Rmw, data: [Wide; 2]) -> Result<(), Refused> {
        let entry = self.typed_entry()?;
        let base = self.element(entry, ElementPart::Element(rmw.size.bytes() as u8))?;
        self.update(base, operand_constant(0), rmw, data)
    }

    /// The entry of a surface that a load-store instruction names.
    fn typed_entry(&mut self) -> Result<Src, Refused> {
        match self.operand("address")? {
            Operand::Memory(Memory { model: Model::Bti, bits: 32, .. }) => self.lsc_entry(),
            Operand::Memory(Memory { model: Model::Bti, .. }) => Err(not_modelled("coordinates of other than 32 bits")),
            _ => Err(not_modelled("a typed surface outside the binding table")),
        }
    }
}
