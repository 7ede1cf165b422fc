//! Textures: fetches by coordinates and by texel index, gathers, sizes.
//!
//! # Source
//! oracle: the register layouts are those of ptxas 11.8, 12.4 and 12.9 for each of PTX's forms of `tex`, `tld4` and `txq`. The machine
//! computes the result of a fetch (`mem/sample.rs`): CUDA C++ Programming Guide, "Texture Fetching". Textures of launches have one level,
//! so levels of detail and derivatives have no effect.

use super::{Emit, LANES, Lift, Lifted, Refused, not_modelled};
use isotope_ir::effect::{
    Control, Convert, Fetch, Qualifiers, Slot, Src, TextureAccess, Through, Transfer, TypedAccess, Uop,
};
use isotope_ir::program::ConstWord;
use isotope_op::alu::Alu;
use isotope_table::FieldKind;

pub(super) const MEANINGS: &[(&str, Emit)] = &[
    ("TEX", |l| l.sample()),
    ("TEXS", |l| l.sample_short()),
    ("TLD", |l| l.texel()),
    ("TLDS", |l| l.texel_short()),
    ("TLD4", |l| l.gather()),
    ("TLD4S", |l| l.gather_short()),
    ("TXD", |l| l.sample_gradient()),
    ("TXQ", |l| l.texture_size()),
];

/// Number of coordinates of a fetch, and whether a layer precedes them.
fn dimensions(name: &str) -> Result<(u8, bool), Refused> {
    Ok(match name {
        "1D" => (1, false),
        "2D" => (2, false),
        "3D" => (3, false),
        "ARRAY_1D" => (1, true),
        "ARRAY_2D" => (2, true),
        _ => return Err(not_modelled("textures of cubes")),
    })
}

impl Lift<'_> {
    /// Whether the handle is in a register (not in a constant bank).
    fn is_bindless(&self) -> bool {
        self.inst.try_get("tic").is_none()
    }

    /// The handle in the constant bank that the instruction names.
    fn bound(&mut self) -> Src {
        let offset = self.inst.get("tic") as u32 * 4;
        self.b.uniform(ConstWord { bank: self.options.surface_bank, offset })
    }

    /// The handle, and the number of registers of the field that it takes.
    fn texture_handle(&mut self, field: &str) -> (Src, u64) {
        if self.is_bindless() { (self.reg_at(field, 0), 1) } else { (self.bound(), 0) }
    }

    /// Refuses a modifier that is set and not modelled.
    fn no_modifier(&self, modifiers: &[&str]) -> Result<(), Refused> {
        let set = |field: &str| match self.inst.form.fields.iter().find(|f| f.name == field).map(|f| &f.kind) {
            Some(FieldKind::Flag) => self.flag(field),
            _ => !self.text(field).is_empty(),
        };
        let Some(modifier) = modifiers.iter().find(|field| set(field)) else { return Ok(()) };
        Err(not_modelled(match *modifier {
            "f16" => "a texture as half floats",
            "DC" => "a comparison of depth",
            "LC" => "a clamp of the level of detail",
            "MS" => "samples of a texture",
            "Pd" => "the predicate of a resident texture",
            _ => "offsets of texels",
        }))
    }

    /// Layer and coordinates in consecutive registers, starting at register `first` of a field.
    fn fetch_of(
        &mut self,
        fetch: Fetch,
        handle: Src,
        (dims, array): (u8, bool),
        field: &str,
        first: u64,
    ) -> TextureAccess {
        let layer = if array { self.reg_at(field, first) } else { Src::Imm(0) };
        let start = first + u64::from(array);
        let mut coords = [Src::Imm(0); 3];
        for (n, to) in coords.iter_mut().enumerate().take(dims.into()) {
            *to = self.reg_at(field, start + n as u64);
        }
        TextureAccess { handle, coords, layer, level: Src::Imm(0), dims, array, fetch }
    }

    /// The components of a fetch in temporaries.
    fn fetched(&mut self, access: TextureAccess, transfer: Transfer, components: u8) -> Vec<Src> {
        let count = components.count_ones();
        let dst = self.b.temps(count);
        let access = self.b.typed(TypedAccess {
            through: Through::Texture(access),
            transfer,
            components,
            convert: Convert::Full,
            data: [Src::Imm(0); 4],
            dst,
            qualifiers: Qualifiers::PLAIN,
        });
        self.b.push(Uop::Typed(access));
        (0..count).map(|n| Src::Slot(Slot(dst.0 + n * LANES as u32))).collect()
    }

    /// Writes the components selected by the mask to consecutive registers.
    fn fetch(&mut self, access: TextureAccess, transfer: Transfer) -> Lifted {
        let mask = self.inst.get("mask") as u8;
        if mask == 0 {
            return Ok(Control::Next);
        }
        let values = self.fetched(access, transfer, mask);
        self.give("Rd", &values);
        Ok(Control::Next)
    }

    /// Writes values to consecutive registers.
    pub(super) fn give(&mut self, field: &str, values: &[Src]) {
        let Some(dst) = self.dst_group(field, values.len() as u64) else { return };
        for (n, value) in values.iter().enumerate() {
            self.b.alu_to(Slot(dst.0 + (n * LANES) as u32), Alu::Mov, &[*value]);
        }
    }

    /// Writes the selected components: two to the first register pair, the others to the second.
    fn fetch_short(&mut self, access: TextureAccess, components: u8) -> Lifted {
        let values = self.fetched(access, Transfer::Load, components);
        for (field, part) in ["Rd", "Re"].into_iter().zip(values.chunks(2)) {
            self.give(field, part);
        }
        Ok(Control::Next)
    }

    /// The components that a short form selects.
    fn components(&self) -> Result<u8, Refused> {
        let bits = self.text("rgba").chars().try_fold(0u8, |bits, c| "RGBA".find(c).map(|at| bits | 1 << at));
        bits.filter(|bits| *bits != 0).ok_or(not_modelled("these components"))
    }

    /// `TEX`: the registers from Ra on hold layer and coordinates; a handle in a register is the first register of Rb.
    fn sample(&mut self) -> Lifted {
        self.no_modifier(&["DC", "AOFFI", "LC", "Pd"])?;
        if !matches!(self.text("lod"), "" | "LZ" | "LL" | "LB") {
            return Err(not_modelled("this level of detail"));
        }
        let dims = dimensions(self.text("dim"))?;
        let (handle, _) = self.texture_handle("Rb");
        let access = self.fetch_of(Fetch::Sample, handle, dims, "Ra", 0);
        self.fetch(access, Transfer::Load)
    }

    /// `TEXS`: the last of two or more coordinates is in Rb, unless Rb holds the level.
    fn sample_short(&mut self) -> Lifted {
        self.no_modifier(&["f16"])?;
        let (lod, dim) = (self.text("lod"), self.text("dim"));
        if lod.contains("DC") {
            return Err(not_modelled("a comparison of depth"));
        }
        let (dims, array) = dimensions(dim)?;
        let split = lod != "LL";
        if dims == 1 {
            return Err(not_modelled("a short fetch by one coordinate"));
        }
        let handle = self.bound();
        let mut access = self.fetch_of(Fetch::Sample, handle, (dims - u8::from(split), array), "Ra", 0);
        if split {
            access.coords[usize::from(dims) - 1] = self.reg("Rb");
        }
        access.dims = dims;
        let components = self.components()?;
        self.fetch_short(access, components)
    }

    /// `TLD`: like `TEX`, with integer coordinates; the level follows the handle.
    fn texel(&mut self) -> Lifted {
        self.no_modifier(&["MS", "AOFFI", "Pd"])?;
        let dims = dimensions(self.text("dim"))?;
        let (handle, taken) = self.texture_handle("Rb");
        let mut access = self.fetch_of(Fetch::Texel, handle, dims, "Ra", 0);
        if self.text("lod") == "LL" {
            access.level = self.reg_at("Rb", taken);
        }
        self.fetch(access, Transfer::Load)
    }

    /// `TLDS`: for an array, Ra holds the layer and Rb the coordinates; otherwise the last of two or more coordinates is in Rb.
    fn texel_short(&mut self) -> Lifted {
        self.no_modifier(&["f16"])?;
        if self.text("lod") != "LZ" {
            return Err(not_modelled("this short fetch"));
        }
        let (dims, array) = dimensions(self.text("dim"))?;
        let handle = self.bound();
        let access = if array {
            let access = self.fetch_of(Fetch::Texel, handle, (dims, false), "Rb", 0);
            TextureAccess { layer: self.reg("Ra"), array, ..access }
        } else {
            let first = if dims == 1 { 1 } else { dims - 1 };
            let mut access = self.fetch_of(Fetch::Texel, handle, (first, false), "Ra", 0);
            if dims > 1 {
                access.coords[usize::from(dims) - 1] = self.reg("Rb");
            }
            access.dims = dims;
            access
        };
        let components = self.components()?;
        self.fetch_short(access, components)
    }

    /// The component that a gather returns.
    fn gathered(&self) -> Fetch {
        Fetch::Gather("RGBA".find(self.text("rgba")).unwrap_or(0) as u8)
    }

    /// `TLD4`: one component of the four texels around two coordinates.
    fn gather(&mut self) -> Lifted {
        self.no_modifier(&["DC", "offset", "Pd"])?;
        let dims = dimensions(self.text("dim"))?;
        if dims != (2, false) {
            return Err(not_modelled("a gather from other than two dimensions"));
        }
        let (handle, _) = self.texture_handle("Rb");
        let access = self.fetch_of(self.gathered(), handle, dims, "Ra", 0);
        self.fetch(access, Transfer::Load)
    }

    /// `TLD4S`: the same with the coordinates in Ra and Rb.
    fn gather_short(&mut self) -> Lifted {
        self.no_modifier(&["f16", "DC", "AOFFI"])?;
        let handle = self.bound();
        let mut access = self.fetch_of(self.gathered(), handle, (1, false), "Ra", 0);
        access.coords[1] = self.reg("Rb");
        access.dims = 2;
        self.fetch_short(access, 0xf)
    }

    /// `TXD`: the derivatives in Rb select a level, and there is only one; a handle in a register is the first register of Ra.
    fn sample_gradient(&mut self) -> Lifted {
        self.no_modifier(&["AOFFI", "LC", "Pd"])?;
        let dims = dimensions(self.text("dim"))?;
        if dims.1 {
            return Err(not_modelled("derivatives in an array of textures"));
        }
        let (handle, taken) = self.texture_handle("Ra");
        let access = self.fetch_of(Fetch::Sample, handle, dims, "Ra", taken);
        self.fetch(access, Transfer::Load)
    }

    /// `TXQ .. TEX_HEADER_DIMENSION`: width, height and depth of the level in Ra; a handle in a register precedes it.
    fn texture_size(&mut self) -> Lifted {
        if self.text("query") != "TEX_HEADER_DIMENSION" || self.inst.get("mask") > 7 {
            return Err(not_modelled("a question to a texture other than its size"));
        }
        let (handle, taken) = self.texture_handle("Ra");
        let level = self.reg_at("Ra", taken);
        let access = self.fetch_of(Fetch::Texel, handle, (0, false), "Ra", 0);
        self.fetch(TextureAccess { level, ..access }, Transfer::Size)
    }
}
