//! Textures as CUDA describes them: the texels that a fetch reads, their weights, and the result.
//!
//! Pure functions: nothing here reads memory. A texture has one level. Its texels are stored row by row, as the launch provides them,
//! because the driver's layout of a CUDA array in memory cannot be observed.
//!
//! # Source
//! spec: CUDA C++ Programming Guide, "Texture Fetching" (nearest point, linear filtering, a fraction of 8 bits that is rounded to nearest:
//! its example of `tex2Dgather`), "Texture Object API" (address modes; wrap and mirror need normalized coordinates and are clamp without
//! them). Undocumented details are `nv.texture_*` in [`isotope_op::assume`].

use isotope_op::assume::{TextureBounds, TextureSum, TextureTie};

use super::format;
use super::typed::{Format, Number, Shape};

/// The handle of the first texture of a launch; header indices of surfaces are lower.
pub const FIRST_HANDLE: u32 = 0x8_0000;
/// Steps between two texels: 8 bits of fraction.
const STEPS: i64 = 256;
/// Coordinates beyond this bound are clamped to it.
const FAR: f64 = 1e12;

/// The texel of a fetch outside the texture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AddressMode {
    /// The texel at the edge.
    #[default]
    Clamp,
    /// Zeros.
    Border,
    /// The texture repeats.
    Wrap,
    /// The texture repeats, mirrored every other time.
    Mirror,
}

/// How texels are combined into a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sampler {
    /// Linear interpolation between texels; otherwise the nearest texel.
    pub linear: bool,
    /// The address modes of x, y and z.
    pub modes: [AddressMode; 3],
    /// Whether coordinates count whole textures instead of texels.
    pub normalized: bool,
}

/// A texture with its sampler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Texture {
    /// Address of its first texel.
    pub base: u64,
    /// Format, extent and pitches. Layers are the dimension after those with coordinates.
    pub shape: Shape,
    /// Number of dimensions with coordinates: 1 to 3.
    pub dims: u8,
    /// Whether it is an array of layers.
    pub layered: bool,
    /// Its sampler.
    pub sampler: Sampler,
}

/// The two texels that a fetch reads along one axis, with weights in steps; `None` is the border.
type Axis = [(Option<u32>, u32); 2];

/// One texel of a fetch: its position, `None` for the border, and its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tap {
    /// Column, row and slice.
    pub at: Option<[u32; 3]>,
    /// Weight in units of 1 / 256^dimensions.
    pub weight: u32,
}

impl AddressMode {
    fn named(name: &str) -> Option<AddressMode> {
        Some(match name {
            "clamp" => AddressMode::Clamp,
            "border" => AddressMode::Border,
            "wrap" => AddressMode::Wrap,
            "mirror" => AddressMode::Mirror,
            _ => return None,
        })
    }
}

impl Texture {
    /// A texture with this shape and number of dimensions, and options separated by commas: `point` or `linear`, `normalized`, `layers`;
    /// `clamp`, `border`, `wrap` or `mirror` for all coordinates, or for one as in `y=wrap`. Its address is 0.
    ///
    /// # Errors
    /// The error, as text that follows the name of the texture.
    ///
    /// # Examples
    /// ```
    /// use isotope_machine::mem::sample::Texture;
    /// use isotope_machine::mem::typed::{Format, Shape};
    /// let shape = Shape::packed(Format::from_name("r8_unorm").unwrap(), [8, 4, 1]).unwrap();
    /// assert!(Texture::described(shape, 2, "linear,wrap,normalized").is_ok_and(|t| t.sampler.linear && t.dims == 2));
    /// assert!(Texture::described(shape, 2, "cubic").unwrap_err().contains("found `cubic`"));
    /// ```
    pub fn described(shape: Shape, extents: usize, options: &str) -> Result<Texture, String> {
        let mut sampler = Sampler::default();
        let mut layered = false;
        for word in options.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let axis = |(axis, word): (&str, &str)| {
                Some((["x", "y", "z"].iter().position(|a| *a == axis)?, AddressMode::named(word)?))
            };
            match (word, AddressMode::named(word), word.split_once('=').and_then(axis)) {
                ("linear", ..) => sampler.linear = true,
                ("point", ..) => sampler.linear = false,
                ("normalized", ..) => sampler.normalized = true,
                ("layers", ..) => layered = true,
                (_, Some(mode), _) => sampler.modes = [mode; 3],
                (_, _, Some((axis, mode))) => sampler.modes[axis] = mode,
                _ => {
                    return Err(format!(
                        "expected point, linear, normalized, layers, clamp, border, wrap, mirror, or one of these four for a \
                         coordinate (`y=wrap`), found `{word}`"
                    ));
                }
            }
        }
        let dims = extents.saturating_sub(usize::from(layered)).min(3);
        if dims == 0 || layered && dims == 3 {
            return Err(format!("expected one or two extents and layers, found {extents} extents in all"));
        }
        if shape.format.channel_bytes > 4 {
            return Err("textures have channels of 8, 16 or 32 bits".into());
        }
        if sampler.linear && matches!(shape.format.number, Number::Uint | Number::Sint) {
            return Err("a linear filter gives floats: choose a format of floats, unorm or snorm, or `point`".into());
        }
        Ok(Texture { base: 0, shape, dims: dims as u8, layered, sampler })
    }

    /// The extent along an axis, without layers.
    fn extent(&self, axis: usize) -> u32 {
        let extent = [self.shape.width, self.shape.height, self.shape.depth];
        if axis < usize::from(self.dims) { extent[axis] } else { 1 }
    }

    /// The layer for an index: clamped to the last layer.
    fn layer(&self, index: u32) -> u32 {
        let count = if self.dims == 1 { self.shape.height } else { self.shape.depth };
        (index & 0xffff).min(count.saturating_sub(1))
    }

    /// Inserts the layer after the coordinates.
    fn placed(&self, mut at: [u32; 3], layer: u32) -> [u32; 3] {
        if self.layered {
            at[usize::from(self.dims).min(2)] = self.layer(layer);
        }
        at
    }

    /// Byte address of a texel.
    pub fn address(&self, [x, y, z]: [u32; 3]) -> u64 {
        let rows = u64::from(y).saturating_mul(self.shape.row_pitch.into());
        let slices = u64::from(z).saturating_mul(self.shape.slice_pitch.into());
        let within = u64::from(x) * u64::from(self.shape.format.bytes());
        self.base.saturating_add(rows).saturating_add(slices).saturating_add(within)
    }

    /// The texels of a sample at float coordinates (their bits), x fastest.
    ///
    /// # Errors
    /// A coordinate without a documented meaning.
    pub fn sample(&self, coords: [u32; 3], layer: u32, tie: TextureTie) -> Result<Vec<Tap>, &'static str> {
        let mut axes: [Axis; 3] = [[(Some(0), STEPS as u32), (None, 0)]; 3];
        for (axis, found) in axes.iter_mut().enumerate().take(usize::from(self.dims)) {
            *found = self.axis(axis, f32::from_bits(coords[axis]), tie)?;
        }
        let mut taps = Vec::with_capacity(8);
        let dims = usize::from(self.dims);
        let ends = |axis: usize| if axis < dims && self.sampler.linear { 2 } else { 1 };
        for (z, wz) in axes[2].into_iter().take(ends(2)) {
            for (y, wy) in axes[1].into_iter().take(ends(1)) {
                for (x, wx) in axes[0].into_iter().take(ends(0)) {
                    let at = match (x, y, z) {
                        (Some(x), Some(y), Some(z)) => Some(self.placed([x, y, z], layer)),
                        _ => None,
                    };
                    let weight = [wx, wy, wz].into_iter().take(dims).product();
                    taps.push(Tap { at, weight });
                }
            }
        }
        Ok(taps)
    }

    /// The four texels of a gather, in the order of its results: (x0, y1), (x1, y1), (x1, y0), (x0, y0).
    ///
    /// # Errors
    /// As [`Texture::sample`].
    pub fn gather(&self, coords: [u32; 3], layer: u32, tie: TextureTie) -> Result<[Option<[u32; 3]>; 4], &'static str> {
        let linear = Texture { sampler: Sampler { linear: true, ..self.sampler }, ..*self };
        let taps = linear.sample(coords, layer, tie)?;
        let at = |index: usize| taps.get(index).and_then(|tap| tap.at);
        Ok([at(2), at(3), at(1), at(0)])
    }

    /// The texel at integer coordinates; `None` outside.
    pub fn texel(&self, coords: [u32; 3], layer: u32, bounds: TextureBounds) -> Option<[u32; 3]> {
        let mut at = [0; 3];
        for (axis, to) in at.iter_mut().enumerate().take(usize::from(self.dims)) {
            let (extent, wanted) = (self.extent(axis), coords[axis] as i32);
            let inside = wanted >= 0 && (wanted as u32) < extent;
            *to = match bounds {
                _ if inside => wanted as u32,
                TextureBounds::Zero => return None,
                TextureBounds::Clamp => (i64::from(wanted)).clamp(0, i64::from(extent) - 1) as u32,
            };
        }
        Some(self.placed(at, layer))
    }

    /// The texels along an axis.
    fn axis(&self, axis: usize, coordinate: f32, tie: TextureTie) -> Result<Axis, &'static str> {
        let extent = self.extent(axis);
        let Sampler { linear, normalized, modes } = self.sampler;
        let mode = match modes[axis] {
            AddressMode::Wrap | AddressMode::Mirror if !normalized => AddressMode::Clamp,
            mode => mode,
        };
        let folds = matches!(mode, AddressMode::Wrap | AddressMode::Mirror);
        if coordinate.is_nan() || folds && coordinate.is_infinite() {
            return Err("a texture coordinate that is no number");
        }
        let mut x = f64::from(coordinate);
        if folds {
            let floor = x.floor();
            // The fractional part is always below 1.
            let part = (x - floor).min(1.0 - f64::EPSILON / 2.0);
            let odd = floor.rem_euclid(2.0) == 1.0;
            x = if mode == AddressMode::Mirror && odd { 1.0 - part } else { part };
        }
        if normalized {
            x *= f64::from(extent);
        }
        let x = x.clamp(-FAR, FAR);
        let index = |at: i64| within(at, extent, mode);
        if !linear {
            return Ok([(index(x.floor() as i64), STEPS as u32), (None, 0)]);
        }
        let steps = round((x - 0.5) * STEPS as f64, tie);
        let (first, fraction) = (steps.div_euclid(STEPS), steps.rem_euclid(STEPS) as u32);
        Ok([(index(first), STEPS as u32 - fraction), (index(first + 1), fraction)])
    }

    /// The four components of a texel, as registers receive them.
    pub fn decoded(&self, element: u128) -> [u32; 4] {
        converter(self.shape.format).decode(element)
    }

    /// The weighted sum of texels for each component; for integers there is one texel. Texels with weight 0 are ignored.
    pub fn filtered(&self, taps: &[(u32, [u32; 4])], sum: TextureSum) -> [u32; 4] {
        if let [(_, only)] = taps {
            return *only;
        }
        let whole = (STEPS as f64).powi(i32::from(self.dims));
        std::array::from_fn(|component| match sum {
            TextureSum::Once => {
                let parts = taps.iter().filter(|(weight, _)| *weight != 0);
                let sum = parts.fold(None, |sum: Option<f64>, (weight, texel)| {
                    let part = f64::from(*weight) / whole * f64::from(f32::from_bits(texel[component]));
                    Some(sum.map_or(part, |sum| sum + part))
                });
                (sum.unwrap_or(0.0) as f32).to_bits()
            }
            TextureSum::Each => self.stepwise(taps, component).to_bits(),
        })
    }

    /// The same with rounding to f32 after each product and each sum, along x, then y, then z.
    fn stepwise(&self, taps: &[(u32, [u32; 4])], component: usize) -> f32 {
        let mut row: Vec<(f64, f32)> =
            taps.iter().map(|(weight, texel)| (f64::from(*weight), f32::from_bits(texel[component]))).collect();
        while row.len() > 1 {
            row = row
                .chunks(2)
                .map(|pair| {
                    let [(wa, a), (wb, b)] = pair else { return pair[0] };
                    let whole = wa + wb;
                    if whole == 0.0 || *wb == 0.0 {
                        return (whole, *a);
                    }
                    if *wa == 0.0 {
                        return (whole, *b);
                    }
                    let (fa, fb) = ((wa / whole) as f32, (wb / whole) as f32);
                    (whole, fa * a + fb * b)
                })
                .collect();
        }
        row.first().map_or(0.0, |(_, value)| *value)
    }
}

/// Applies an address mode to an index; `None` is the border.
fn within(at: i64, extent: u32, mode: AddressMode) -> Option<u32> {
    let last = i64::from(extent) - 1;
    Some(match mode {
        AddressMode::Clamp => at.clamp(0, last),
        AddressMode::Border if !(0..=last).contains(&at) => return None,
        AddressMode::Border => at,
        AddressMode::Wrap => at.rem_euclid(last + 1),
        AddressMode::Mirror if at < 0 => (-1 - at).min(last),
        AddressMode::Mirror if at > last => (2 * last + 1 - at).max(0),
        AddressMode::Mirror => at,
    } as u32)
}

/// Rounds to the nearest integer.
fn round(x: f64, tie: TextureTie) -> i64 {
    let floor = x.floor();
    let up = match x - floor {
        0.5 => match tie {
            TextureTie::Up => true,
            TextureTie::Down => false,
            TextureTie::Even => floor.rem_euclid(2.0) == 1.0,
        },
        part => part > 0.5,
    };
    floor as i64 + i64::from(up)
}

/// The corresponding format of the converter; every channel begins where the previous one ends.
pub(crate) fn converter(format: Format) -> format::Format {
    let width = 8 * format.channel_bytes;
    format::Format {
        bits: std::array::from_fn(|channel| if channel < usize::from(format.channels) { width } else { 0 }),
        number: match format.number {
            Number::Uint => format::Number::Uint,
            Number::Sint => format::Number::Sint,
            Number::Float => format::Number::Float,
            Number::Unorm => format::Number::Unorm,
            Number::Snorm => format::Number::Snorm,
        },
    }
}
