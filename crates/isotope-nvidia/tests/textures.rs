//! Textures of sm_50: kernels compiled by three releases of ptxas, against a plain model of the formulas in CUDA's guide.
//!
//! The model shares nothing with the machine: it reads texels from a list of numbers and computes in double precision.

use isotope_machine::mem::Memory;
use isotope_machine::mem::sample::Texture;
use isotope_machine::mem::typed::{Format, Shape};
use isotope_machine::{Options, Outcome, launch};
use isotope_object::Image;
use isotope_op::assume::Assumptions;
use isotope_op::random::Random;
use isotope_target::launch::{Arg, Launch};
use isotope_targets::TARGETS;

use crate::common::{assume, bytes32, data, load, refused, sweep, try_launch, words};

const RELEASES: [&str; 3] = ["118", "124", "129"];
const THREADS: usize = 64;

fn image(release: &str) -> Image {
    load(&data(&format!("nvidia/textures/textures.{release}.cubin")))
}

/// A texture in the model.
#[derive(Clone)]
struct Model {
    format: &'static str,
    channels: usize,
    /// Width, height, depth, without layers; then layers.
    extent: [i64; 3],
    layers: i64,
    dims: usize,
    linear: bool,
    normalized: bool,
    mode: &'static str,
    /// Components of texels as in registers, in the order x, y, z, layer, channel.
    texels: Vec<u32>,
    bytes: Vec<u8>,
}

impl Model {
    fn draw(
        random: &mut Random,
        format: &'static str,
        extents: &[i64],
        layers: i64,
        options: (&'static str, bool, bool),
    ) -> Model {
        let (channels, bits) = match format.split('_').next().unwrap() {
            "r8" => (1, 8),
            "r8g8" => (2, 8),
            "r8g8b8a8" => (4, 8),
            "r16" => (1, 16),
            "r16g16b16a16" => (4, 16),
            "r32" => (1, 32),
            "r32g32b32a32" => (4, 32),
            other => panic!("{other}"),
        };
        let mut extent = [1; 3];
        extent[..extents.len()].copy_from_slice(extents);
        let count = extent.iter().product::<i64>() * layers * channels as i64;
        let (mut texels, mut bytes) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let raw = match (format, bits) {
                ("r32_float" | "r32g32b32a32_float", _) => {
                    ((random.draw() as u32 >> 8) as f32 / 4096.0 - 1000.0).to_bits()
                }
                // Halves with few significant bits: 0x3c00 is one.
                (_, 16) if format.ends_with("float") => 0x3000 + random.draw() as u32 % 0x1800,
                _ => random.draw() as u32 & (u32::MAX >> (32 - bits)),
            };
            bytes.extend(&raw.to_le_bytes()[..bits / 8]);
            let top = 1u32 << (bits - 1);
            let signed = (raw ^ top).wrapping_sub(top) as i32;
            texels.push(match format.rsplit('_').next().unwrap() {
                "uint" => raw,
                "sint" => signed as u32,
                "unorm" => ((f64::from(raw) / ((1u64 << bits) - 1) as f64) as f32).to_bits(),
                "snorm" => (((f64::from(signed) / (top - 1) as f64).max(-1.0)) as f32).to_bits(),
                _ if bits == 16 => {
                    let (exponent, fraction) = ((raw >> 10) as i32, (raw & 0x3ff) as f32);
                    ((1.0 + fraction / 1024.0) * 2f32.powi(exponent - 15)).to_bits()
                }
                _ => raw,
            });
        }
        let (mode, linear, normalized) = options;
        Model { format, channels, extent, layers, dims: extents.len(), linear, normalized, mode, texels, bytes }
    }

    fn described(&self, base: u64) -> Texture {
        let mut extents: Vec<u32> = self.extent[..self.dims].iter().map(|n| *n as u32).collect();
        let mut options = format!("{},{}", if self.linear { "linear" } else { "point" }, self.mode);
        if self.normalized {
            options += ",normalized";
        }
        if self.layers > 1 {
            extents.push(self.layers as u32);
            options += ",layers";
        }
        let mut extent = [1; 3];
        extent[..extents.len()].copy_from_slice(&extents);
        let shape = Shape::packed(Format::from_name(self.format).unwrap(), extent).unwrap();
        Texture { base, ..Texture::described(shape, extents.len(), &options).unwrap() }
    }

    fn texel(&self, at: [i64; 3], layer: i64) -> [u32; 4] {
        let [w, h, d] = self.extent;
        let index = ((layer * d + at[2]) * h + at[1]) * w + at[0];
        let first = index as usize * self.channels;
        std::array::from_fn(|c| if c < self.channels { self.texels[first + c] } else { 0 })
    }

    /// The guide's clamping of one index; `None` is the border, which reads zeros.
    fn index(&self, axis: usize, i: i64) -> Option<i64> {
        let n = self.extent[axis];
        match self.mode {
            "border" => (i >= 0 && i < n).then_some(i),
            "wrap" if self.normalized => Some((i % n + n) % n),
            "mirror" if self.normalized && i < 0 => Some((-i - 1).min(n - 1)),
            "mirror" if self.normalized && i >= n => Some((2 * n - 1 - i).max(0)),
            _ => Some(i.max(0).min(n - 1)),
        }
    }

    /// The coordinate that the guide filters with.
    fn coordinate(&self, axis: usize, x: f32) -> f64 {
        let x = f64::from(x);
        if !self.normalized {
            return x;
        }
        let n = self.extent[axis] as f64;
        let (whole, part) = (x.floor(), x - x.floor());
        n * match self.mode {
            "wrap" => part,
            "mirror" if whole as i64 % 2 != 0 => 1.0 - part,
            "mirror" => part,
            _ => x,
        }
    }

    fn texel_or_border(&self, at: [Option<i64>; 3], layer: i64) -> [u32; 4] {
        match at {
            [Some(x), Some(y), Some(z)] => self.texel([x, y, z], layer),
            _ => [0; 4],
        }
    }

    fn nearest(&self, x: [f32; 3], layer: i64) -> [u32; 4] {
        let mut at = [Some(0); 3];
        for (axis, to) in at.iter_mut().enumerate().take(self.dims) {
            *to = self.index(axis, self.coordinate(axis, x[axis]).floor() as i64);
        }
        self.texel_or_border(at, layer)
    }

    /// The first index, and the weight of the second in 1/256.
    fn split(&self, axis: usize, x: f32) -> (i64, f64) {
        let steps = ((self.coordinate(axis, x) - 0.5) * 256.0 + 0.5).floor();
        let first = (steps / 256.0).floor();
        (first as i64, steps / 256.0 - first)
    }

    fn filtered(&self, x: [f32; 3], layer: i64) -> [f64; 4] {
        let mut sums = [0.0; 4];
        for corner in 0..1usize << self.dims {
            let (mut weight, mut at) = (1.0, [Some(0); 3]);
            for (axis, to) in at.iter_mut().enumerate().take(self.dims) {
                let (first, part) = self.split(axis, x[axis]);
                let second = corner >> axis & 1;
                weight *= if second == 1 { part } else { 1.0 - part };
                *to = self.index(axis, first + second as i64);
            }
            let texel = self.texel_or_border(at, layer);
            (0..4).for_each(|c| sums[c] += weight * f64::from(f32::from_bits(texel[c])));
        }
        sums
    }

    fn gathered(&self, x: [f32; 3], component: usize) -> [u32; 4] {
        let ((x0, _), (y0, _)) = (self.split(0, x[0]), self.split(1, x[1]));
        [(0, 1), (1, 1), (1, 0), (0, 0)].map(|(dx, dy)| {
            let at = [self.index(0, x0 + dx), self.index(1, y0 + dy), Some(0)];
            self.texel_or_border(at, 0)[component]
        })
    }
}

/// The kernel's results for each thread.
fn ran(image: &Image, kernel: &str, model: &Model, at: &[[u32; 4]], assumptions: Assumptions) -> Vec<[u32; 4]> {
    let kernel = image.kernel(Some(kernel)).unwrap();
    let mut memory = Memory::new();
    let base = memory.allocate("texels", &model.bytes).unwrap();
    let places = memory.allocate("at", &bytes32(at.as_flattened())).unwrap();
    let out = memory.allocate("out", &vec![0xee; 16 * at.len()]).unwrap();
    let texture = model.described(base);
    let mut args = vec![Arg::Address(out), Arg::Address(places)];
    let mut given = Launch::new([(at.len() / 32) as u32, 1, 1], [32, 1, 1], Vec::new());
    given.assumptions = assumptions;
    if kernel.name.ends_with("_ref") {
        given.references = vec![("reference".into(), texture)];
    } else if kernel.name.ends_with("_p") {
        // The handle of the launch's only texture, at the place from which the kernel loads it.
        given.references = vec![("somewhere".into(), texture)];
        let handle = u64::from(isotope_machine::mem::sample::FIRST_HANDLE);
        args.push(Arg::Address(memory.allocate("handle", &handle.to_le_bytes()).unwrap()));
    } else {
        args.push(Arg::Texture(texture));
    }
    given.args = args;
    let dispatch = TARGETS.prepare(image, kernel, &mut memory, &given).unwrap();
    let report = launch(&dispatch, &memory, Options::default());
    assert_eq!(report.outcome, Outcome::Done, "{}", kernel.name);
    words(&memory.read(out, 16 * at.len() as u32).unwrap()).as_chunks::<4>().0.to_vec()
}

/// What each form of a kernel that the file has leaves: its name, how many channels it stores of a texel, and these by thread.
fn in_each_form(image: &Image, kernel: &str, model: &Model, at: &[[u32; 4]]) -> Vec<(String, usize, Vec<[u32; 4]>)> {
    let mut all = Vec::new();
    for suffix in ["", "_p", "_one", "_ref"] {
        let name = format!("{kernel}{suffix}");
        let count = if suffix == "_one" { 1 } else { 4 };
        if image.kernels.iter().any(|k| k.name == name) && (count == 1 || model.channels == 4) {
            let left = ran(image, &name, model, at, Assumptions::DEFAULT);
            all.push((name, count, left));
        }
    }
    all
}

fn float_places(random: &mut Random, model: &Model) -> Vec<[u32; 4]> {
    let place = |random: &mut Random| {
        let mut at = [0; 4];
        for (to, n) in at.iter_mut().zip(model.extent) {
            let n = n as f32;
            // Inside, around the edges, far outside, on texels, and on filter steps.
            let x = match random.index(6) {
                0 => (random.index(4096) as f32 - 1024.0) / 256.0 * n / 4.0,
                1 => random.index(8) as f32 - 2.0,
                2 => random.index(8) as f32 + 0.5,
                3 => (random.draw() as u32 >> 8) as f32 / (1 << 24) as f32 * n,
                4 => (random.index(2000) as f32 - 1000.0) * 7.25,
                _ => random.index(64) as f32 / 512.0 - 0.05,
            };
            *to = if model.normalized { x / n } else { x }.to_bits();
        }
        at[3] = random.index(model.layers as usize + 2) as u32;
        at
    };
    (0..THREADS).map(|_| place(random)).collect()
}

const MODES: [&str; 4] = ["clamp", "border", "wrap", "mirror"];

/// Texel fetches in every number of dimensions, with layers, by reference, by parameter and by a handle in memory.
#[test]
fn texels() {
    let mut random = Random(sweep::seed(46));
    for release in RELEASES {
        let image = image(release);
        for (kernel, extents, layers) in [
            ("texel1d", &[37][..], 1),
            ("texel2d", &[9, 5], 1),
            ("texel3d", &[5, 4, 3], 1),
            ("texel1d_layer", &[7], 4),
            ("texel2d_layer", &[6, 3], 3),
        ] {
            for format in [
                "r8g8b8a8_uint",
                "r8_sint",
                "r16_uint",
                "r16g16b16a16_sint",
                "r32_float",
                "r32g32b32a32_uint",
                "r8g8b8a8_unorm",
                "r8_snorm",
                "r16_float",
            ] {
                let model = Model::draw(&mut random, format, extents, layers, ("clamp", false, false));
                let at: Vec<[u32; 4]> = (0..THREADS)
                    .map(|_| {
                        let axis = |random: &mut Random, n: i64| (random.index(n as usize + 4) as i64 - 2) as u32;
                        let [w, h, d] = model.extent;
                        [
                            axis(&mut random, w),
                            axis(&mut random, h),
                            axis(&mut random, d),
                            random.index(layers as usize + 1) as u32,
                        ]
                    })
                    .collect();
                for (name, count, left) in in_each_form(&image, kernel, &model, &at) {
                    for (place, got) in at.iter().zip(&left) {
                        let layer = i64::from(place[3]).min(layers - 1);
                        let inside = (0..model.dims)
                            .all(|axis| (0..model.extent[axis]).contains(&i64::from(place[axis] as i32)));
                        let mut place = [0, 1, 2].map(|axis| i64::from(place[axis] as i32));
                        (model.dims..3).for_each(|axis| place[axis] = 0);
                        let wanted = if inside { model.texel(place, layer) } else { [0; 4] };
                        assert_eq!(got[..count], wanted[..count], "{release} {name} {format} {place:?}");
                    }
                }
            }
        }
    }
}

/// Samples: the nearest texel, and linear filtering; address modes; normalized coordinates; levels and derivatives, which have no effect.
#[test]
fn samples() {
    let mut random = Random(sweep::seed(47));
    let mut compared = 0;
    for release in RELEASES {
        let image = image(release);
        for (kernel, extents, layers) in [
            ("sample1d", &[11][..], 1),
            ("sample2d", &[8, 5], 1),
            ("sample3d", &[4, 3, 5], 1),
            ("sample1d_layer", &[6], 3),
            ("sample2d_layer", &[5, 4], 2),
            ("level2d", &[7, 4], 1),
            ("level0_3d", &[3, 4, 2], 1),
            ("grad2d", &[4, 6], 1),
        ] {
            for mode in MODES {
                for (linear, normalized) in [(false, false), (false, true), (true, false), (true, true)] {
                    let formats: &[&'static str] = match linear {
                        true => &[
                            "r8g8b8a8_unorm",
                            "r8_unorm",
                            "r8g8b8a8_snorm",
                            "r16g16b16a16_float",
                            "r32_float",
                            "r32g32b32a32_float",
                        ],
                        false => &["r8g8b8a8_unorm", "r32_float", "r16g16b16a16_uint", "r8_sint"],
                    };
                    for format in formats {
                        let model = Model::draw(&mut random, format, extents, layers, (mode, linear, normalized));
                        let at = float_places(&mut random, &model);
                        for (name, count, left) in in_each_form(&image, kernel, &model, &at) {
                            for (place, got) in at.iter().zip(&left) {
                                let layer = i64::from(place[3]).min(layers - 1);
                                let x = [0, 1, 2].map(|axis| f32::from_bits(place[axis]));
                                let shown =
                                    || format!("{release} {name} {format} {mode} {linear} {normalized} at {x:?}");
                                if !linear {
                                    assert_eq!(got[..count], model.nearest(x, layer)[..count], "{}", shown());
                                } else {
                                    let wanted = model.filtered(x, layer);
                                    for (got, wanted) in got[..count].iter().zip(wanted) {
                                        let (got, wanted) = (f32::from_bits(*got), wanted as f32);
                                        let near = (got - wanted).abs() <= wanted.abs() * f32::EPSILON;
                                        assert!(got == wanted || near, "{}: {got} for {wanted}", shown());
                                    }
                                }
                                compared += count;
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(compared > 100_000, "{compared}");
}

/// The four texels of a gather, and their order; the guide's example of a coordinate that rounds up to the next texel.
#[test]
fn gathers() {
    let mut random = Random(sweep::seed(48));
    for release in RELEASES {
        let image = image(release);
        for (kernel, component) in [("gather_r", 0), ("gather_r_p", 0), ("gather_g", 1), ("gather_g_p", 1)] {
            for mode in ["clamp", "border"] {
                let model = Model::draw(&mut random, "r8g8b8a8_uint", &[8, 6], 1, (mode, false, false));
                let mut at = float_places(&mut random, &model);
                at[0] = [2.49805f32.to_bits(), 1.5f32.to_bits(), 0, 0];
                let left = ran(&image, kernel, &model, &at, Assumptions::DEFAULT);
                for (place, got) in at.iter().zip(&left) {
                    let x = [0, 1, 2].map(|axis| f32::from_bits(place[axis]));
                    assert_eq!(*got, model.gathered(x, component), "{release} {kernel} {mode} at {x:?}");
                }
                // Columns 2 and 3, as the guide says, and rows 1 and 2.
                assert_eq!(left[0][3], model.texel([2, 1, 0], 0)[component]);
                assert_eq!(left[0][1], model.texel([3, 2, 0], 0)[component]);
            }
        }
    }
}

/// The size that a query returns.
#[test]
fn sizes() {
    let mut random = Random(1);
    for release in RELEASES {
        let image = image(release);
        for kernel in ["size", "size_p"] {
            let model = Model::draw(&mut random, "r8_uint", &[5, 4, 3], 1, ("clamp", false, false));
            let left = ran(&image, kernel, &model, &[[0; 4]; 32], Assumptions::DEFAULT);
            assert!(left.iter().all(|got| *got == [5, 4, 3, 0]), "{left:?}");
        }
    }
}

/// Each alternative of a texture assumption changes exactly what it describes.
#[test]
fn readings() {
    let image = image("129");
    let mut random = Random(3);
    let with = |id: &str, reading: &str| assume(&[(id, reading)]);
    // Outside: zero, or the edge.
    let model = Model::draw(&mut random, "r32_float", &[4], 1, ("clamp", false, false));
    let at = [[u32::MAX, 0, 0, 0]; 32];
    assert_eq!(ran(&image, "texel1d_one", &model, &at, Assumptions::DEFAULT)[0][0], 0);
    assert_eq!(ran(&image, "texel1d_one", &model, &at, with("nv.texture_bounds", "clamp"))[0][0], model.texels[0]);
    // Midway between two steps: texels 0 and 256 reveal the step.
    let model = Model {
        texels: vec![0, 256f32.to_bits(), 0, 0],
        bytes: [0f32, 256.0, 0.0, 0.0].iter().flat_map(|f| f.to_le_bytes()).collect(),
        linear: true,
        ..model
    };
    for (steps, up, even, down) in [(10.5f32, 11.0, 10.0, 10.0), (11.5, 12.0, 12.0, 11.0), (12.25, 12.0, 12.0, 12.0)] {
        let at = [[(0.5 + steps / 256.0).to_bits(), 0, 0, 0]; 32];
        for (reading, wanted) in [("up", up), ("even", even), ("down", down)] {
            let got = ran(&image, "sample1d_one", &model, &at, with("nv.texture_tie", reading))[0][0];
            assert_eq!(f32::from_bits(got), wanted, "{reading} {steps}");
        }
    }
    // Products that are inexact in f32.
    let values = [0.3f32, 7.1];
    let model = Model {
        texels: values.iter().chain([&0.0, &0.0]).map(|f| f.to_bits()).collect(),
        bytes: values.iter().chain([&0.0, &0.0]).flat_map(|f| f.to_le_bytes()).collect(),
        ..model
    };
    let part = 217.0 / 256.0;
    let at = [[(0.5f32 + part).to_bits(), 0, 0, 0]; 32];
    let once = ((1.0 - f64::from(part)) * f64::from(values[0]) + f64::from(part) * f64::from(values[1])) as f32;
    let each = (1.0 - part) * values[0] + part * values[1];
    assert_ne!(once, each);
    for (reading, wanted) in [("once", once), ("each", each)] {
        let got = ran(&image, "sample1d_one", &model, &at, with("nv.texture_sum", reading))[0][0];
        assert_eq!(got, wanted.to_bits(), "{reading}");
    }
}

/// An unsupported property of a launch's texture is refused by name, and an invalid handle is a fault.
#[test]
fn refusals() {
    let image = image("129");
    let mut random = Random(4);
    let stopped = |kernel: &str, model: &Model, given: Option<Arg>| {
        let request = |at: &[u64]| {
            let arg = given.unwrap_or(Arg::Texture(model.described(at[0])));
            Launch::new([1; 3], [32, 1, 1], vec![Arg::Address(at[1]), Arg::Address(at[1]), arg])
        };
        match try_launch(&image, kernel, &[&model.bytes[..], &[0; 512]], Options::default(), request).unwrap().0 {
            Outcome::Stopped { stop, .. } => format!("{stop:?}"),
            other => panic!("{other:?}"),
        }
    };
    let flat = Model::draw(&mut random, "r8g8b8a8_uint", &[4, 4], 1, ("clamp", false, false));
    let two = Model::draw(&mut random, "r8g8_uint", &[4, 4], 1, ("clamp", false, false));
    for (kernel, model, given, says) in [
        ("texel3d", &flat, None, "a 3D fetch from a 2D texture"),
        ("texel2d_layer", &flat, None, "a 2D array fetch from a 2D texture"),
        ("texel2d", &two, None, "component 4 of a texture with 2"),
        ("texel2d", &flat, Some(Arg::U64(7)), "handle 0x7 names no texture of the launch"),
    ] {
        let text = stopped(kernel, model, given);
        assert!(text.contains(says), "{text}");
    }
    let error = refused(&image, "texel1d_ref", &Launch::new([1; 3], [32, 1, 1], vec![Arg::U64(0), Arg::U64(0)]));
    assert!(error.contains("the texture reference `reference`") && error.contains("symbol texture:NAME="), "{error}");
}
