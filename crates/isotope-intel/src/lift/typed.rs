//! Typed surfaces: atomics, and loads and stores of channels, by coordinates.
//!
//! # Sources
//! spec: the public vISA documentation: coordinates by surface type, order of channels, out of bounds (reads return 0, 1 in alpha;
//! writes are dropped); OpenCL C: normalised channels. [`isotope_machine::mem::typed`] describes surfaces; their linear layout is assumed
//! (`intel.typed_layout`).

use isotope_op::alu::{Alu, Fp, Test};
use isotope_op::assume::{HalfChannels, INTEL_HALF_CHANNELS, INTEL_NORMALISED_CHANNELS};
use isotope_op::atomic::{Rmw, Size};
use isotope_op::float::{Flush, Rounding};

use super::super::inst::{Inst, Memory, Model, Modifier, Operand, StateKind, Type};
use super::super::kernel::BINDLESS;
use super::float::with_rounding;
use super::memory::{Base, Unit, channels_of};
use super::operand::Elements;
use super::{ANY_IMAGE, Emit, Lift, Refused, Surfaced, not_modelled, operand_constant};
use isotope_ir::effect::{ElementPart, Mask, Src, Uop, Wide};
use isotope_machine::mem::typed::{Format, Number};

/// Coordinates, in the order of [`isotope_ir::effect::Uop::ElementAddress`].
const COORDINATES: [&str; 4] = ["u", "v", "r", "lod"];

/// Instructions on typed surfaces.
pub(super) const MEANINGS: &[(&str, Emit)] = &[
    ("typed_atomic", |l| l.atomic(Lift::typed_place)),
    ("gather4_typed", |l| l.typed_channels(false)),
    ("scatter4_typed", |l| l.typed_channels(true)),
    ("load_lz", |l| l.texels()),
    ("resinfo", |l| l.sizes()),
];

/// The value of a normalised channel that means 1, and whether it is signed.
fn largest(format: Format) -> (u32, bool) {
    let (bits, signed) = (8 * u32::from(format.channel_bytes), format.number == Number::Snorm);
    ((1 << (bits - u32::from(signed))) - 1, signed)
}

impl Lift<'_> {
    /// Whether the instruction accesses a typed surface by coordinates.
    pub(super) fn is_typed(&self) -> bool {
        self.inst.operand("u").is_some()
    }

    /// The coordinates, read before anything is written; omitted ones are 0.
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

    /// Moves channels, each in 32 bits, one after another in a variable; `data` begins with the first one.
    fn each_channel(&mut self, name: &'static str, entry: Src, channels: &[u8], store: bool) -> Result<(), Refused> {
        let coords = self.coordinates()?;
        let bindless = self.inst.number("surface") as u16 == u16::from(BINDLESS);
        let is_narrow = |format: &Format| format.channel_bytes < 4;
        if !bindless || self.env.images.is_empty() || self.named_image().is_some() {
            let narrow = self.format(entry).filter(is_narrow);
            return self.move_channels((name, entry, coords), narrow, channels, store);
        }
        // The image is only known at run time: for each narrow image, the lanes with its entry execute its conversion; the remaining lanes
        // access wide images.
        let images = self.env.images.iter().map(|(_, image)| (image.entry, image.shape.format));
        let images: Vec<(u32, Format)> = images.filter(|(_, format)| is_narrow(format)).collect();
        let mut tests = Vec::new();
        for (own, _) in &images {
            let dst = self.b.temp_mask();
            self.b.push(Uop::Test { op: Test::Eq, dst, src: [entry, Src::Imm(*own), Src::Imm(0)], clear: true });
            tests.push(Mask::of(dst));
        }
        for ((_, format), own) in images.iter().zip(&tests) {
            self.only = Some(*own);
            self.all_again()?;
            self.move_channels((name, entry, coords), Some(*format), channels, store)?;
        }
        self.only = None;
        self.all_again()?;
        for (own, _) in &images {
            let dst = self.b.temp_mask();
            self.b.push(Uop::Test { op: Test::Ne, dst, src: [entry, Src::Imm(*own), Src::Imm(0)], clear: true });
            self.only = Some(Mask::of(dst));
            self.b.push(Uop::Under { base: Mask::ALL, also: Mask::of(dst) });
        }
        self.move_channels((name, entry, coords), None, channels, store)?;
        self.only = None;
        self.all_again()
    }

    /// The same for an image whose channels are narrow with this format, or wide.
    fn move_channels(
        &mut self,
        (name, entry, coords): (&'static str, Src, [Src; 4]),
        narrow: Option<Format>,
        channels: &[u8],
        store: bool,
    ) -> Result<(), Refused> {
        let stride = self.channel_stride(4);
        for (at, &channel) in (0..).zip(channels) {
            let data = self.raw_elements(name, 4, at * stride)?;
            if let Some(format) = narrow {
                let part = ElementPart::Narrow { channel, bytes: format.channel_bytes };
                self.converted(Base::Element { entry, coords, part }, format, data, store)?;
                continue;
            }
            let base = Base::Element { entry, coords, part: ElementPart::Channel(channel) };
            self.transfer((base, operand_constant(0), 0), 4, data, store)?;
        }
        Ok(())
    }

    /// A channel of 8 or 16 bits. Integers are extended on read and clamped on write, as OpenCL C requires for `write_imagei` and
    /// `write_imageui`; IGC emits only the message for them.
    fn converted(&mut self, base: Base, format: Format, data: Elements, store: bool) -> Result<(), Refused> {
        let unit = Unit::of_bytes(format.channel_bytes);
        let bits = 8 * u32::from(format.channel_bytes);
        let none = operand_constant(0);
        if store {
            let value = self.read_word(&data, 0)?;
            let half = 1 << (bits - 1);
            let value = match format.number {
                Number::Uint => self.alu(Alu::UMin, &[value, Src::Imm((1 << bits) - 1)]),
                Number::Unorm | Number::Snorm => self.write_normalised(format, value),
                Number::Sint => {
                    let least = self.alu(Alu::SMax, &[value, Src::Imm(0u32.wrapping_sub(half))]);
                    self.alu(Alu::SMin, &[least, Src::Imm(half - 1)])
                }
                Number::Float => {
                    let round = match self.env.assumptions.get(INTEL_HALF_CHANNELS) {
                        HalfChannels::Nearest => Rounding::NearestEven,
                        HalfChannels::TowardZero => Rounding::TowardZero,
                    };
                    self.alu(Alu::F32ToF16 { p: with_rounding(self.exact(), round) }, &[value])
                }
            };
            return self.store(base, none, 0, unit, [value, Src::Imm(0), Src::Imm(0), Src::Imm(0)]);
        }
        let [value, ..] = self.load(base, none, 0, unit)?;
        let value = match format.number {
            Number::Uint => value,
            Number::Unorm | Number::Snorm => self.read_normalised(format, value),
            Number::Sint => self.alu(Alu::Sbfe, &[value, Src::Imm(0), Src::Imm(bits)]),
            Number::Float => {
                let p = self.exact();
                self.alu(Alu::F16ToF32 { p }, &[value])
            }
        };
        self.write_raw(data, Wide::narrow(value))
    }

    /// The float value of a normalised channel; the lowest signed number means -1, like the number above it.
    fn read_normalised(&mut self, format: Format, value: Src) -> Src {
        let (most, signed) = largest(format);
        let value = if signed {
            let bits = 8 * u32::from(format.channel_bytes);
            let value = self.alu(Alu::Sbfe, &[value, Src::Imm(0), Src::Imm(bits)]);
            self.alu(Alu::SMax, &[value, Src::Imm(0u32.wrapping_sub(most))])
        } else {
            value
        };
        let p = self.nearest();
        let reciprocal = Src::Imm((1.0 / most as f32).to_bits());
        let value = self.alu(Alu::IToF { round: Rounding::NearestEven, signed }, &[value]);
        let product = self.alu(Alu::FMul { p }, &[value, reciprocal]);
        if self.env.assumptions.get(INTEL_NORMALISED_CHANNELS) {
            return product;
        }
        // The remainder corrects the last place: the result is the rounded quotient for every number of 8 and 16 bits.
        let left = self.alu(Alu::FFma { p }, &[product, Src::Imm((-(most as f32)).to_bits()), value]);
        self.alu(Alu::FFma { p }, &[left, reciprocal, product])
    }

    /// The normalised channel for a float, by OpenCL C's preferred conversion: a product, rounded to the nearest number; NaN becomes 0.
    fn write_normalised(&mut self, format: Format, value: Src) -> Src {
        let (most, signed) = largest(format);
        let p = self.nearest();
        let size = if format.channel_bytes == 1 { Size::B8 } else { Size::B16 };
        let product = self.alu(Alu::FMul { p }, &[value, Src::Imm((most as f32).to_bits())]);
        let to = Alu::FToI { round: Rounding::NearestEven, ftz: Flush::Keep, signed, size };
        let number = self.alu(to, &[product]);
        if signed { self.alu(Alu::SMax, &[number, Src::Imm(0u32.wrapping_sub(most))]) } else { number }
    }

    /// Float rules with rounding to nearest, independent of the thread's rounding mode.
    pub(super) fn nearest(&self) -> Fp {
        with_rounding(self.exact(), Rounding::NearestEven)
    }

    /// The format of the image at an entry, if the launch is known and the code gives the entry as a number: in the instruction, or in
    /// an earlier `movs` without a label in between.
    fn format(&self, entry: Src) -> Option<Format> {
        let number = match entry {
            Src::Imm(number) => number,
            _ => match self.named_by()? {
                Operand::Imm { value, .. } => *value as u32,
                _ => return self.named_image().map(|image| image.shape.format),
            },
        };
        self.env.formats.iter().find(|(entry, _)| *entry == number).map(|(_, format)| *format)
    }

    /// The source of the `movs` that sets the instruction's surface, if no label is in between.
    fn named_by(&self) -> Option<&Operand> {
        let surface = self.inst.number("surface") as u16;
        let before = self.kernel.code[..self.index as usize].iter().rev();
        let mut before =
            before.take_while(|inst| !["label", "subroutine", "call", "fcall", "ifcall"].contains(&inst.name()));
        let set = before.find(|inst| matches!(inst.operand("dst"), Some(Operand::State { kind: StateKind::Surface, id, .. }) if *id == surface))?;
        set.operand("src0").filter(|_| set.pred.is_none())
    }

    /// The image that the instruction's surface names: its variable holds the payload, or the only copy of it (IGC 2.40.14 for dg2).
    fn named_image(&self) -> Option<&Surfaced> {
        if let [(ANY_IMAGE, image)] = self.env.images {
            return Some(image);
        }
        let mut root = self.first_of(self.named_by()?)?;
        let mut writes = self.writes_of(root);
        if let Some(copy) = writes.next() {
            if copy.name() != "mov" || copy.exec.size != 1 || copy.pred.is_some() || writes.next().is_some() {
                return None;
            }
            root = self.first_of(copy.operand("src0")?)?;
            if self.writes_of(root).next().is_some() {
                return None;
            }
        }
        self.env.images.iter().find(|(var, _)| *var == root).map(|(_, image)| image)
    }

    /// The variable of an operand that is its first element.
    fn first_of(&self, operand: &Operand) -> Option<u32> {
        match operand {
            Operand::General { var, row: 0, col: 0, modifier: Modifier::None, .. } => {
                self.kernel.resolve(*var).filter(|(_, offset)| *offset == 0).map(|(root, _)| root)
            }
            _ => None,
        }
    }

    /// The instructions that write to a variable or one of its aliases.
    fn writes_of(&self, root: u32) -> impl Iterator<Item = &Inst> {
        self.kernel.code.iter().filter(move |inst| match inst.operand("dst") {
            Some(Operand::General { var, .. } | Operand::Raw { var, .. }) => {
                self.kernel.resolve(*var).is_some_and(|(to, _)| to == root)
            }
            _ => false,
        })
    }

    /// Sizes of level 0 of an image.
    fn sizes(&mut self) -> Result<(), Refused> {
        let level = match self.operand("lod")? {
            Operand::Raw { var, .. } => self.kernel.resolve(var).map(|(root, _)| root),
            _ => None,
        };
        let any = matches!(self.env.images, [(ANY_IMAGE, _)]);
        let zero =
            |inst: &Inst| inst.name() == "mov" && matches!(inst.operand("src0"), Some(Operand::Imm { value: 0, .. }));
        if !any && !level.is_some_and(|root| self.writes_of(root).count() != 0 && self.writes_of(root).all(zero)) {
            return Err(not_modelled("the size of another level than 0"));
        }
        let Some(&Surfaced { shape, has: [height, depth], .. }) = self.named_image() else {
            return Err(not_modelled("the size of an image that the code does not name by its argument"));
        };
        let one = |has, size| if has { size } else { 0 };
        let sizes = [shape.width, one(height, shape.height), one(depth, shape.depth), 1];
        let stride = self.channel_stride(4);
        for (at, channel) in (0..).zip(self.channels()) {
            if at != u32::from(channel) {
                return Err(not_modelled("sizes with a channel left out before them"));
            }
            let data = self.raw_elements("dst", 4, at * stride)?;
            self.write_raw(data, Wide::narrow(Src::Imm(sizes[usize::from(channel)])))?;
        }
        Ok(())
    }

    /// The element that an atomic of this size accesses.
    fn typed_place(&mut self, size: Size) -> Result<(Base, Wide), Refused> {
        let entry = self.surface_entry()?;
        let part = ElementPart::Element(size.bytes() as u8);
        Ok((Base::Element { entry, coords: self.coordinates()?, part }, operand_constant(0)))
    }

    fn typed_channels(&mut self, store: bool) -> Result<(), Refused> {
        let entry = self.surface_entry()?;
        let channels = self.channels();
        self.each_channel("data", entry, &channels, store)
    }

    /// Reads texels with the sampler's load message, which takes integer coordinates of level 0.
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
        let channels = self.channels();
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
        let channels = channels_of(shape.channels);
        self.each_channel(name, entry, &channels, store)
    }

    pub(super) fn typed_update(&mut self, rmw: Rmw, data: [Wide; 2]) -> Result<(), Refused> {
        let entry = self.typed_entry()?;
        let part = ElementPart::Element(rmw.size.bytes() as u8);
        let base = Base::Element { entry, coords: self.coordinates()?, part };
        self.update(base, operand_constant(0), rmw, data)
    }

    /// The surface entry of a load-store instruction.
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
