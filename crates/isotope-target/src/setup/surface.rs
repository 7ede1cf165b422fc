//! Surfaces of every kind in one notation: `ADDRESS:BYTES`, or `ADDRESS:EXTENT:WORD..` such as `0x100000000:64x8:2D:block,h=1:SINT`.
//!
//! Each target decides how a surface is represented: a header of sm_50, an entry of vISA's binding table, a descriptor of gfx1100.

use isotope_machine::mem::Memory;
use isotope_machine::mem::typed::{Format, Number as Numbers, Shape};

use super::error::{Result, SetupError, bail, ensure};
use super::number::Number;

/// Number of bits of an address in global memory.
const ADDRESS_BITS: u32 = isotope_machine::mem::ADDRESS_BITS;

/// A location in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SurfacePlace {
    /// An address.
    At(u64),
    /// An offset in bytes from the start of a buffer.
    Of(String, u64),
}

impl SurfacePlace {
    /// Reads an address, or `&NAME+BYTES`.
    ///
    /// # Errors
    /// If it is neither.
    pub fn read(text: &str) -> Result<SurfacePlace> {
        let Some(of) = text.strip_prefix('&') else { return Ok(SurfacePlace::At(Number::of(text, ADDRESS_BITS)?)) };
        let (name, behind) = of.rsplit_once('+').unwrap_or((of, "0"));
        ensure!(!name.is_empty(), "expected an address, or &NAME or &NAME+BYTES of a buffer, found `{text}`");
        Ok(SurfacePlace::Of(name.into(), Number::of(behind, ADDRESS_BITS)?))
    }

    /// The address.
    ///
    /// # Errors
    /// If no buffer has this name.
    pub fn address(&self, memory: &Memory) -> Result<u64> {
        match self {
            SurfacePlace::At(address) => Ok(*address),
            SurfacePlace::Of(name, behind) => match memory.region(name) {
                Some(region) if *behind <= region.len => Ok(region.base + behind),
                Some(region) => bail!("expected at most {} bytes behind `&{name}`, found {behind}", region.len),
                None => {
                    let known = memory.regions().iter().filter(|r| !r.name.starts_with('.'));
                    let known: Vec<&str> = known.map(|r| r.name.as_str()).take(20).collect();
                    bail!(
                        "expected the name of a buffer behind & ({}), found `{}`",
                        known.join(", "),
                        name.escape_debug()
                    )
                }
            },
        }
    }
}

/// The kind of a surface, with the names of SPA 5.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SurfaceKind {
    /// Bytes without structure.
    Raw,
    /// One row of elements at any address.
    Buffer1,
    /// One row.
    D1,
    /// Two dimensions: rows.
    D2,
    /// Three dimensions: slices of rows.
    D3,
    /// Layers of one row.
    Array1,
    /// Layers of rows.
    Array2,
}

impl SurfaceKind {
    /// The kinds with a name: the name and the number of extents.
    pub const NAMED: [(SurfaceKind, &'static str, usize); 6] = [
        (SurfaceKind::D1, "1D", 1),
        (SurfaceKind::D2, "2D", 2),
        (SurfaceKind::D3, "3D", 3),
        (SurfaceKind::Array1, "1D_ARRAY", 2),
        (SurfaceKind::Array2, "2D_ARRAY", 3),
        (SurfaceKind::Buffer1, "1D_BUFFER", 1),
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        SurfaceKind::NAMED.iter().find(|(kind, ..)| *kind == self).map_or("bytes", |(_, name, _)| name)
    }
}

/// The layout of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// Consecutive rows, optionally with a number of bytes from row to row and from slice to slice.
    Pitch {
        /// Bytes from row to row.
        row: Option<u32>,
        /// Bytes from slice to slice.
        slice: Option<u32>,
    },
    /// Blocks of GOBs (64 bytes by 8 rows).
    Block {
        /// log2 of a block's height in GOBs.
        log2_height: u8,
        /// log2 of its depth.
        log2_depth: u8,
    },
}

/// A surface as given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surface {
    /// The number with which instructions find it: header, entry of the binding table, first SGPR of the descriptor.
    pub number: u32,
    /// First byte.
    pub place: SurfacePlace,
    /// For raw surfaces, bytes. For others, elements, rows, and slices or layers, according to the kind; 1 if left out.
    pub extent: [u32; 3],
    /// Its kind.
    pub kind: SurfaceKind,
    /// The layout of elements.
    pub arrangement: Arrangement,
    /// The format of an element.
    pub format: Format,
    /// Whether it is disabled: updates of it are dropped.
    pub disabled: bool,
}

/// The names that a surface can have, for messages.
const WORDS: &str = "1D, 2D, 3D, 1D_ARRAY, 2D_ARRAY or 1D_BUFFER; pitch, pitch=BYTES or pitch=BYTES,slice=BYTES; block, with h=GOBS and \
                     d=GOBS behind commas; UINT, SINT, FLOAT or a format such as r32g32_sint; disabled";

impl Surface {
    /// Reads the text after `surface[N]=`.
    ///
    /// # Errors
    /// What is expected instead of a wrong name.
    ///
    /// # Examples
    /// ```
    /// use isotope_target::setup::{Arrangement, SurfaceKind, Surface};
    /// let surface = Surface::read(1, "0x100000000:64x8:2D:block,h=2:SINT").unwrap();
    /// assert_eq!((surface.kind, surface.extent), (SurfaceKind::D2, [64, 8, 1]));
    /// assert_eq!(surface.arrangement, Arrangement::Block { log2_height: 1, log2_depth: 0 });
    /// let error = Surface::read(0, "64:64x8:2D:tiled").unwrap_err();
    /// assert!(error.to_string().starts_with("expected 1D, 2D, 3D, "));
    /// ```
    pub fn read(number: u32, text: &str) -> Result<Surface> {
        let mut words = text.split(':').map(str::trim);
        let (Some(place), Some(extent)) = (words.next(), words.next()) else {
            bail!(
                "expected ADDRESS:BYTES such as 0x100000000:64, found `{text}`; surfaces of other kinds are ADDRESS:EXTENT:WORD.. such as \
                 0x100000000:64x8:2D:SINT"
            )
        };
        let parts: Vec<&str> = extent.split('x').collect();
        let hex = extent.starts_with("0x");
        let parts = if hex { vec![extent] } else { parts };
        ensure!(parts.len() <= 3, "expected an extent such as 64, 64x8 or 64x8x4, found `{extent}`");
        let mut size = [1; 3];
        for (to, part) in size.iter_mut().zip(&parts) {
            *to = Number::of(part, 32)? as u32;
        }
        let words: Vec<&str> = words.collect();
        let usual = match (parts.len(), words.is_empty()) {
            (1, true) => SurfaceKind::Raw,
            (1, false) => SurfaceKind::D1,
            (2, _) => SurfaceKind::D2,
            _ => SurfaceKind::D3,
        };
        ensure!(usual == SurfaceKind::Raw || !size.contains(&0), "expected an extent above 0, found `{extent}`");
        let mut surface = Surface {
            number,
            place: SurfacePlace::read(place)?,
            extent: size,
            kind: usual,
            arrangement: Arrangement::Pitch { row: None, slice: None },
            format: Format { channels: 1, channel_bytes: 4, number: Numbers::Uint },
            disabled: false,
        };
        let (mut kind, mut arranged, mut formatted) = (false, false, false);
        for word in words {
            let twice = |seen: &mut bool| match std::mem::replace(seen, true) {
                true => Err(SetupError::new(format!("`{word}` says again what is said already; leave one out"))),
                false => Ok(()),
            };
            if let Some((named, ..)) = SurfaceKind::NAMED.iter().find(|(_, name, _)| name.eq_ignore_ascii_case(word)) {
                twice(&mut kind)?;
                surface.kind = *named;
            } else if let Some(found) = arrangement(word)? {
                twice(&mut arranged)?;
                surface.arrangement = found;
            } else if let Some(found) = format(word) {
                twice(&mut formatted)?;
                surface.format = found;
            } else if word.eq_ignore_ascii_case("disabled") {
                twice(&mut surface.disabled)?;
            } else {
                bail!("expected {WORDS}; found `{}`", word.escape_debug());
            }
        }
        if let Some((_, name, count)) = SurfaceKind::NAMED.iter().find(|(k, ..)| *k == surface.kind) {
            ensure!(
                parts.len() == *count,
                "a {name} surface has {count} extent{}, found `{extent}`",
                if *count == 1 { "" } else { "s" }
            );
        }
        Ok(surface)
    }

    /// Number of elements of a row, of rows, and of slices or layers.
    pub fn shape(&self) -> Result<Shape> {
        let Arrangement::Pitch { row, slice } = self.arrangement else {
            bail!("this target has no block-linear surfaces; leave `block` out")
        };
        let too_large = || SetupError::new("a surface of more than 2^32 bytes does not fit; make it smaller");
        let mut shape = Shape::packed(self.format, self.extent).ok_or_else(too_large)?;
        if let Some(row) = row {
            ensure!(
                row >= shape.row_pitch,
                "pitch: expected at least the {} bytes of a row, found {row}",
                shape.row_pitch
            );
            shape.row_pitch = row;
            shape.slice_pitch = row.checked_mul(shape.height).ok_or_else(too_large)?;
        }
        if let Some(slice) = slice {
            ensure!(
                slice >= shape.slice_pitch,
                "slice: expected at least the {} bytes of a slice, found {slice}",
                shape.slice_pitch
            );
            shape.slice_pitch = slice;
        }
        Ok(shape)
    }
}

/// `pitch..` or `block..`.
fn arrangement(word: &str) -> Result<Option<Arrangement>> {
    let mut parts = word.split(',').map(str::trim);
    let first = parts.next().unwrap_or_default();
    let (name, value) = first.split_once('=').map_or((first, None), |(name, value)| (name, Some(value)));
    let keyed = |part: &str| -> Result<(String, u32)> {
        let Some((key, value)) = part.split_once('=') else {
            bail!("expected KEY=NUMBER behind a comma, found `{part}`")
        };
        Ok((key.trim().to_ascii_lowercase(), Number::of(value.trim(), 32)? as u32))
    };
    if name.eq_ignore_ascii_case("pitch") {
        let row = value.map(|value| Number::of(value, 32)).transpose()?.map(|row| row as u32);
        let mut slice = None;
        for part in parts {
            match keyed(part)? {
                (key, value) if key == "slice" => slice = Some(value),
                (key, _) => bail!("expected slice=BYTES behind pitch, found `{key}`"),
            }
        }
        return Ok(Some(Arrangement::Pitch { row, slice }));
    }
    if !name.eq_ignore_ascii_case("block") || value.is_some() {
        return Ok(None);
    }
    let (mut log2_height, mut log2_depth) = (0, 0);
    for part in parts {
        let (key, gobs) = keyed(part)?;
        ensure!(
            gobs.is_power_of_two() && gobs <= 32,
            "{key}: a block has 1, 2, 4, 8, 16 or 32 GOBs in height and depth, found {gobs}"
        );
        let log2 = gobs.trailing_zeros() as u8;
        match key.as_str() {
            "h" => log2_height = log2,
            "d" => log2_depth = log2,
            _ => bail!("expected h=GOBS or d=GOBS behind block, found `{key}`"),
        }
    }
    Ok(Some(Arrangement::Block { log2_height, log2_depth }))
}

/// `SINT` and similar names are one channel of 32 bits.
fn format(word: &str) -> Option<Format> {
    let word = word.to_ascii_lowercase();
    Format::from_name(&word).or_else(|| Format::from_name(&format!("r32_{word}")))
}
