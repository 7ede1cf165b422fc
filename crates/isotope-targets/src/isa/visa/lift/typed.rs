//! Typed surfaces: atomics, and loads and stores of channels, by coordinates.
//!
//! # Sources
//! spec: the public vISA documentation: coordinates by surface type, order of channels, out of bounds (reads give 0, 1 in alpha;
//! writes are dropped). Surfaces are described by [`isotope_machine::mem::typed`]; their linear layout is assumed (`intel.typed_layout`).

use isotope_op::atomic::Rmw;

use super::super::inst::{Memory, Model, Operand, Type};
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
    ("load_lz", |l| l.texels()),
];

impl Lift<'_> {
    /// Whether the instruction names coordinates in a typed surface.
    pub(super) fn is_typed(&self) -> bool {
        self.inst.operand("u").is_some()
    }

    /// Where the instruction goes, as it stands before anything is written; what it leaves out is 0.
    fn coordinates(&mut self) -> Result<[Src; 4], Refused> {
        let mut coords = [Src::Imm(0); 4];
        for (to, name) in coords.iter_mut().zip(COORDINATES) {
            if self.inst.operand(name).is_some_and(|given| !given.is_null()) {
                let coordinate = self.raw32(name, 0)?;
                *to = self.kept(Wide::narrow(coordinate)).lo;
            }
        }
        Ok(coords)
    }

    /// Channels of 32 bits, one after the other in a variable; `data` begins with the first of them.
    fn each_channel(&mut self, name: &'static str, entry: Src, channels: &[u8], store: bool) -> Result<(), Refused> {
        let (coords, stride) = (self.coordinates()?, self.channel_stride(4));
        for (at, &channel) in (0..).zip(channels) {
            let data = self.raw_elements(name, 4, at * stride)?;
            let base = Base::Element { entry, coords, part: ElementPart::Channel(channel) };
            self.transfer((base, operand_constant(0), 0), 4, data, store)?;
        }
        Ok(())
    }

    fn typed_atomic(&mut self) -> Result<(), Refused> {
        let rmw = rmw::of_instruction(self.inst, &self.env.assumptions).ok_or(not_modelled("this operation"))?;
        let data = [self.atomic_data("src0", rmw.size)?, self.atomic_data("src1", rmw.size)?];
        let entry = self.surface_entry()?;
        let part = ElementPart::Element(rmw.size.bytes() as u8);
        let base = Base::Element { entry, coords: self.coordinates()?, part };
        self.update(base, operand_constant(0), rmw, data)
    }

    fn typed_channels(&mut self, store: bool) -> Result<(), Refused> {
        let entry = self.surface_entry()?;
        let channels: Vec<u8> = self.channels().into_iter().map(|channel| channel as u8).collect();
        self.each_channel("data", entry, &channels, store)
    }

    /// Texels through the sampler's load message, which takes the integer coordinates of the first level.
    fn texels(&mut self) -> Result<(), Refused> {
        if !matches!(self.operand("offsets")?, Operand::Imm { ty: Type::Uw, value: 0 }) {
            return Err(not_modelled("offsets of texels"));
        }
        let narrow = |name: &&str| match self.inst.operand(name) {
            Some(Operand::Raw { var, .. }) => self.kernel.variable(*var).is_some_and(|v| v.ty.bytes() != 4),
            _ => false,
        };
        if ["dst", "u", "v", "r"].iter().any(narrow) {
            return Err(not_modelled("texels or coordinates of other than 32 bits"));
        }
        let entry = self.surface_entry()?;
        let channels: Vec<u8> = self.channels().into_iter().map(|channel| channel as u8).collect();
        self.each_channel("dst", entry, &channels, false)
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
        let channels: Vec<u8> = (0..4u8).filter(|c| shape.channels >> c & 1 != 0).collect();
        self.each_channel(name, entry, &channels, store)
    }

    pub(super) fn typed_update(&mut self, rmw: Rmw, data: [Wide; 2]) -> Result<(), Refused> {
        let entry = self.typed_entry()?;
        let part = ElementPart::Element(rmw.size.bytes() as u8);
        let base = Base::Element { entry, coords: self.coordinates()?, part };
        self.update(base, operand_constant(0), rmw, data)
    }

    /// The entry of a surface that a load-store instruction names.
    fn typed_entry(&mut self) -> Result<Src, Refused> {
        match self.operand("address")? {
            Operand::Memory(Memory { model: Model::Bti | Model::Bss, bits: 32, .. }) => self.lsc_entry(),
            Operand::Memory(Memory { model: Model::Bti | Model::Bss, .. }) => {
                Err(not_modelled("coordinates of other than 32 bits"))
            }
            _ => Err(not_modelled("a typed surface that is neither in the binding table nor bindless")),
        }
    }
}
