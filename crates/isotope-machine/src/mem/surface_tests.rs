//! Layouts against a walk through memory, and corner cases of every dimension, clamp and address mode.

use super::super::texture::{Blocks, Components, DataType};
use super::*;
use isotope_op::random::Random;
use std::collections::BTreeMap;

/// Walks memory in address order and records the byte, row and slice at each address.
fn walk(
    row_bytes: u64,
    height: u64,
    depth: u64,
    log2_height: u32,
    log2_depth: u32,
) -> (BTreeMap<(u64, u64, u64), u64>, u64) {
    let mut map = BTreeMap::new();
    let mut address = 0;
    let (block_rows, block_slices) = (8u64 << log2_height, 1u64 << log2_depth);
    for block_z in (0..depth).step_by(block_slices as usize) {
        for block_y in (0..height).step_by(block_rows as usize) {
            for gob_x in (0..row_bytes).step_by(64) {
                for z in block_z..block_z + block_slices {
                    for gob_y in (block_y..block_y + block_rows).step_by(8) {
                        // Bits of the offset in a GOB from 0 up: x0 x1 x2 x3 y0 x4 y1 y2 x5.
                        for offset in 0..512u64 {
                            let (mut x, mut y) = (gob_x, gob_y);
                            for (bit, (axis, weight)) in [
                                ('x', 1),
                                ('x', 2),
                                ('x', 4),
                                ('x', 8),
                                ('y', 1),
                                ('x', 16),
                                ('y', 2),
                                ('y', 4),
                                ('x', 32),
                            ]
                            .into_iter()
                            .enumerate()
                            {
                                if offset >> bit & 1 == 1 {
                                    *(if axis == 'x' { &mut x } else { &mut y }) += weight;
                                }
                            }
                            if x < row_bytes && y < height && z < depth {
                                assert!(map.insert((x, y, z), address + offset).is_none());
                            }
                        }
                        address += 512;
                    }
                }
            }
        }
    }
    (map, address)
}

/// Whole small surfaces: equal to the walk, hence one-to-one.
#[test]
fn block_linear_equals_the_walk() {
    let mut bytes = 0;
    for (row_bytes, height, depth) in [
        (64, 8, 1),
        (4, 1, 1),
        (65, 9, 1),
        (200, 40, 1),
        (16, 130, 1),
        (256, 16, 5),
        (72, 20, 9),
        (32, 70, 3),
        (400, 3, 33),
    ] {
        for log2_height in 0..=5 {
            for log2_depth in 0..=(if depth == 1 { 0 } else { 5 }) {
                let block = BlockLinear { row_bytes, height, log2_height, log2_depth };
                let (map, _) = walk(row_bytes, height, depth, log2_height, log2_depth);
                assert_eq!(map.len() as u64, row_bytes * height * depth);
                for (&(x, y, z), &address) in &map {
                    assert_eq!(block.offset(x, y, z), address, "{block:?} at {x},{y},{z}");
                }
                bytes += map.len();
            }
        }
    }
    assert!(bytes > 900_000, "{bytes}");
}

/// The check values of the formula.
#[test]
fn block_linear_check_values() {
    for (log2_height, log2_depth) in [(0, 0), (1, 0), (4, 2), (5, 5)] {
        let block = BlockLinear { row_bytes: 1024, height: 1024, log2_height, log2_depth };
        assert_eq!(block.offset(16, 0, 0), 0x20);
        assert_eq!(block.offset(0, 1, 0), 0x10);
        assert_eq!(block.offset(32, 0, 0), 0x100);
        assert_eq!(block.offset(0, 2, 0), 0x40);
        assert_eq!(block.offset(64, 0, 0), 0x200 << (log2_height + log2_depth));
    }
}

fn block(texture_type: TextureType, extent: [u32; 3], log2: [u8; 2]) -> Header {
    Header::block_linear(0x10_0000, texture_type, Components::R32, extent, log2).unwrap()
}

/// Every texel of every layer, through `locate`, against the walk with shrunk blocks and consecutive layers.
#[test]
fn whole_surfaces_through_locate() {
    let cases = [
        (Dim::D1, TextureType::OneD, [50, 1, 1], [0, 0]),
        (Dim::D1, TextureType::OneD, [50, 1, 1], [4, 0]),
        (Dim::Array1, TextureType::OneDArray, [40, 1, 7], [0, 0]),
        (Dim::D2, TextureType::TwoD, [33, 40, 1], [2, 0]),
        (Dim::D2, TextureType::TwoDNoMipmap, [33, 9, 1], [5, 0]),
        (Dim::Array2, TextureType::TwoDArray, [20, 20, 5], [1, 0]),
        (Dim::Array2, TextureType::TwoDArray, [20, 70, 3], [3, 4]),
        (Dim::D3, TextureType::ThreeD, [20, 20, 9], [1, 2]),
        (Dim::D3, TextureType::ThreeD, [17, 5, 3], [4, 5]),
    ];
    for (dim, texture_type, extent, log2) in cases {
        let header = block(texture_type, extent, log2);
        let [width, height, depth] = extent.map(u64::from);
        let array = matches!(dim, Dim::Array1 | Dim::Array2);
        let slices = if array { 1 } else { depth };
        // The largest power of two whose half is smaller than the extent.
        let fit = |log2: u8, unit: u64, extent: u64| {
            (0..=u32::from(log2)).rev().find(|&l| l == 0 || unit << (l - 1) < extent).unwrap()
        };
        let (bh, bd) = (fit(log2[0], 8, height), fit(log2[1], 1, slices));
        let (map, layer_bytes) = walk(4 * width, height, slices, bh, bd);
        let mut seen = std::collections::BTreeSet::new();
        for third in 0..depth {
            for y in 0..height {
                for x in 0..width {
                    let coords = match dim {
                        Dim::Array1 => [x, third, 0],
                        _ => [x, y, third],
                    };
                    let (layer, z) = if array { (third, 0) } else { (0, third) };
                    let expected = 0x10_0000 + layer * layer_bytes + map[&(4 * x, y, z)];
                    let coords = coords.map(|c| c as u32);
                    assert_eq!(locate(&header, dim, false, Clamp::Trap, 4, coords), Ok(Located::At(expected)));
                    let bytes = [4 * coords[0], coords[1], coords[2]];
                    assert_eq!(locate(&header, dim, true, Clamp::Trap, 4, bytes), Ok(Located::At(expected)));
                    assert!(seen.insert(expected), "one address twice");
                }
            }
        }
        assert_eq!(seen.len() as u64, width * height * depth);
    }
}

/// Headers of every dimension, all with 12 texels by 10 rows by 6 slices or layers, where they exist.
fn headers() -> Vec<(Dim, Header)> {
    vec![
        (Dim::D1, Header::pitch_1d(0x1000, 48).unwrap()),
        (Dim::D1, block(TextureType::OneD, [12, 1, 1], [0, 0])),
        (Dim::Buffer1, Header::buffer(0x1004, Components::R32, 12).unwrap()),
        (Dim::Array1, block(TextureType::OneDArray, [12, 1, 6], [0, 0])),
        (Dim::D2, Header::pitch_2d(0x1000, Components::R32, 12, 10, 96).unwrap()),
        (Dim::D2, block(TextureType::TwoD, [12, 10, 1], [1, 0])),
        (Dim::Array2, block(TextureType::TwoDArray, [12, 10, 6], [1, 0])),
        (Dim::D3, block(TextureType::ThreeD, [12, 10, 6], [1, 2])),
    ]
}

/// All dimensions, clamps and address modes over corner coordinates, against a model that works on texel coordinates.
#[test]
fn corners_of_every_dimension_and_clamp() {
    let corners: Vec<u32> =
        [i32::MIN, -65536, -4, -1, 0, 1, 4, 5, 6, 9, 10, 11, 12, 44, 48, 0xffff, 0x10000, 0x10005, i32::MAX]
            .into_iter()
            .map(|c| c as u32)
            .collect();
    let mut checked = 0;
    for (dim, header) in headers() {
        let spread = |index: usize| if dim.coordinate_count() > index { &corners[..] } else { &corners[..1] };
        for (&a, &b, &c) in
            spread(0).iter().flat_map(|a| spread(1).iter().flat_map(move |b| spread(2).iter().map(move |c| (a, b, c))))
        {
            for clamp in [Clamp::Ignore, Clamp::Near, Clamp::Trap] {
                for byte_address in [false, true] {
                    let got = locate(&header, dim, byte_address, clamp, 4, [a, b, c]);
                    let x =
                        if dim == Dim::Buffer1 && clamp != Clamp::Near { i128::from(a) } else { i128::from(a as i32) };
                    if byte_address && x % 4 != 0 {
                        assert_eq!(
                            got,
                            Err(SurfaceFault::Misaligned { what: "byte x", value: a.into(), access_size: 4 })
                        );
                        continue;
                    }
                    let x = if byte_address { x / 4 } else { x };
                    let (signed, layer) = (|c: u32| i128::from(c as i32), |c: u32| i128::from(c as u16));
                    // Texel coordinates with their extents.
                    let axes = match dim {
                        Dim::D1 | Dim::Buffer1 => vec![(x, 12)],
                        Dim::Array1 => vec![(x, 12), (layer(b), 6)],
                        Dim::D2 => vec![(x, 12), (signed(b), 10)],
                        Dim::Array2 => vec![(x, 12), (signed(b), 10), (layer(c), 6)],
                        Dim::D3 => vec![(x, 12), (signed(b), 10), (signed(c), 6)],
                    };
                    let inside = axes.iter().all(|&(value, size)| (0..size).contains(&value));
                    let near: Vec<u32> = axes.iter().map(|&(value, size)| value.clamp(0, size - 1) as u32).collect();
                    let near = [near[0], near.get(1).copied().unwrap_or(0), near.get(2).copied().unwrap_or(0)];
                    let there = locate(&header, dim, false, Clamp::Trap, 4, near).unwrap();
                    match (inside, clamp) {
                        (true, _) | (_, Clamp::Near) => {
                            assert_eq!(got, Ok(there), "{dim:?} {clamp:?} {a:#x} {b:#x} {c:#x}")
                        }
                        (false, Clamp::Ignore) => assert_eq!(got, Ok(Located::Dropped)),
                        (false, Clamp::Trap) => assert!(matches!(got, Err(SurfaceFault::OutOfRange { .. })), "{got:?}"),
                    }
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 50_000, "{checked}");
}

#[test]
fn pitch_and_buffer_addresses() {
    let row = Header::pitch_1d(0x2000, 224).unwrap();
    assert_eq!((row.width, row.components, row.texture_type), (56, Components::R32, TextureType::OneD));
    assert_eq!(locate(&row, Dim::D1, true, Clamp::Trap, 8, [216, 0, 0]), Ok(Located::At(0x20d8)));
    let plane = Header::pitch_2d(0x2000, Components::R32, 10, 7, 64).unwrap();
    assert_eq!(locate(&plane, Dim::D2, false, Clamp::Trap, 4, [9, 6, 0]), Ok(Located::At(0x2000 + 6 * 64 + 36)));
    // A buffer of 2^32 texels: unsigned coordinates reach all of it, signed coordinates do not.
    let buffer = Header::buffer(0x8000, Components::R32, 1 << 32).unwrap();
    let at = |clamp, x| locate(&buffer, Dim::Buffer1, false, clamp, 4, [x, 0, 0]).unwrap();
    assert_eq!(at(Clamp::Ignore, u32::MAX), Located::At(0x8000 + 4 * 0xffff_ffff));
    assert_eq!(at(Clamp::Near, u32::MAX), Located::At(0x8000));
    assert_eq!(at(Clamp::Near, 0x7fff_ffff), Located::At(0x8000 + 4 * 0x7fff_ffff));
    let odd = Header::buffer(0x8002, Components::R32, 4).unwrap();
    let fault = locate(&odd, Dim::Buffer1, false, Clamp::Near, 4, [1, 0, 0]).unwrap_err();
    assert_eq!(fault.to_string(), "misaligned 4-byte surface access at address 0x8006 (must be a multiple of 4)");
}

/// Accesses wider and narrower than a texel: all bytes must be in the row.
#[test]
fn access_size_and_texel_size() {
    // 7 words: three 8-byte accesses fit, the fourth would leave the row.
    let row = Header::pitch_1d(0, 28).unwrap();
    let at = |clamp, size, x| locate(&row, Dim::D1, true, clamp, size, [x, 0, 0]);
    assert_eq!(at(Clamp::Ignore, 8, 16), Ok(Located::At(16)));
    assert_eq!(at(Clamp::Ignore, 8, 24), Ok(Located::Dropped));
    assert_eq!(at(Clamp::Near, 8, 24), Ok(Located::At(16)));
    assert_eq!(at(Clamp::Ignore, 4, 24), Ok(Located::At(24)));
    assert_eq!(at(Clamp::Trap, 8, 4), Err(SurfaceFault::Misaligned { what: "byte x", value: 4, access_size: 8 }));
    let tiny = Header::pitch_1d(0, 4).unwrap();
    for (clamp, expected) in [(Clamp::Ignore, Ok(Located::Dropped)), (Clamp::Near, Ok(Located::Dropped))] {
        assert_eq!(locate(&tiny, Dim::D1, true, clamp, 8, [0, 0, 0]), expected);
    }
    let fault = locate(&tiny, Dim::D1, true, Clamp::Trap, 8, [0, 0, 0]).unwrap_err();
    assert_eq!(fault, SurfaceFault::OutOfRange { coordinate: Coordinate::X, value: 0, last: -1 });
    // Texels of 16 bytes, accesses of 4: x counts accesses, four to a texel.
    let wide = Header::pitch_2d(0, Components::R32_G32_B32_A32, 2, 1, 32).unwrap();
    assert_eq!(locate(&wide, Dim::D2, false, Clamp::Trap, 4, [7, 0, 0]), Ok(Located::At(28)));
    assert_eq!(locate(&wide, Dim::D2, false, Clamp::Ignore, 4, [8, 0, 0]), Ok(Located::Dropped));
    for (bytes, components) in [(6, Components::R16), (7, Components::R8), (8, Components::R32)] {
        assert_eq!(Header::pitch_1d(0, bytes).unwrap().components, components);
    }
}

/// Mip levels: the view's first level, shrunk blocks, consecutive levels.
#[test]
fn mip_levels() {
    let base = block(TextureType::TwoD, [64, 64, 1], [3, 0]);
    let header = |view| Header { max_mip_level: 3, view_min_mip_level: view, view_max_mip_level: 3, ..base };
    let at = |view, coords| locate(&header(view), Dim::D2, false, Clamp::Trap, 4, coords);
    // 64x64 texels: 4 GOBs wide, 8 high, 16 KiB. 32x32: 2 by 4, 4 KiB. 16x16: 1 by 2, 1 KiB.
    let starts: Vec<_> = (0..4).map(|view| at(view, [0, 0, 0])).collect();
    let expected = [0, 16384, 20480, 21504].map(|offset| Ok(Located::At(0x10_0000 + offset)));
    assert_eq!(starts, expected);
    assert_eq!(at(1, [0, 31, 0]), Ok(Located::At(0x10_0000 + 16384 + 3 * 512 + 0xd0)));
    assert!(matches!(at(1, [32, 0, 0]), Err(SurfaceFault::OutOfRange { last: 124, .. })));
    // An array of these: 21504 + 512 bytes, rounded up to blocks of 4 KiB.
    let array = Header { texture_type: TextureType::TwoDArray, depth: 2, ..header(0) };
    let second = locate(&array, Dim::Array2, false, Clamp::Trap, 4, [0, 0, 1]);
    assert_eq!(second, Ok(Located::At(0x10_0000 + 24576)));
}

#[test]
fn invalid_disabled_and_unmodelled() {
    for (dim, header) in headers() {
        for other in Dim::ALL {
            let got = locate(&header, other, false, Clamp::Near, 4, [0; 3]);
            if other == dim {
                assert!(matches!(got, Ok(Located::At(_))));
            } else {
                assert!(got.unwrap_err().is_invalid_texture());
            }
        }
        let cube = Header { texture_type: TextureType::Cube, ..header };
        assert!(locate(&cube, Dim::Array2, false, Clamp::Near, 4, [0; 3]).unwrap_err().is_invalid_texture());
        if dim != Dim::Buffer1 {
            let disabled = Header { view_min_mip_level: 1, ..header };
            for clamp in [Clamp::Ignore, Clamp::Near, Clamp::Trap] {
                assert_eq!(locate(&disabled, dim, true, clamp, 4, [3, 99, 99]), Ok(Located::Dropped));
            }
        }
        let odd = [Header { components: Components(0x24), ..header }, Header { multi_sample_count: 2, ..header }];
        for header in odd {
            let got = locate(&header, dim, false, Clamp::Near, 4, [0; 3]);
            assert!(matches!(got, Err(SurfaceFault::Unspecified(_))), "{got:?}");
        }
        assert!(matches!(locate(&header, dim, false, Clamp::Near, 3, [0; 3]), Err(SurfaceFault::Unspecified(_))));
    }
    let wrong = locate(&headers()[0].1, Dim::D2, false, Clamp::Near, 4, [0; 3]).unwrap_err();
    assert_eq!(wrong.to_string(), "invalid texture: a .2D instruction met a header of type 1D in pitch layout");
    let Layout::BlockLinear(blocks) = headers()[5].1.layout else { panic!() };
    for blocks in [
        Blocks { sparse: true, ..blocks },
        Blocks { gob_3d: true, ..blocks },
        Blocks { depth_offset: 1, ..blocks },
        Blocks { log2_tile_width: 1, ..blocks },
    ] {
        let header = Header { layout: Layout::BlockLinear(blocks), ..headers()[5].1 };
        assert!(matches!(locate(&header, Dim::D2, false, Clamp::Near, 4, [0; 3]), Err(SurfaceFault::Unspecified(_))));
    }
    for (texture_type, dim) in
        [(TextureType::TwoDArray, Dim::Array2), (TextureType::ThreeD, Dim::D3), (TextureType::OneDArray, Dim::Array1)]
    {
        let header = Header { texture_type, depth: 2, ..headers()[4].1 };
        assert!(matches!(locate(&header, dim, false, Clamp::Near, 4, [0; 3]), Err(SurfaceFault::Unspecified(_))));
    }
}

#[test]
fn faults_name_the_coordinate() {
    let (_, header) = headers()[7];
    let fault = |coords: [i32; 3]| {
        locate(&header, Dim::D3, false, Clamp::Trap, 4, coords.map(|c| c as u32)).unwrap_err().to_string()
    };
    assert_eq!(fault([12, 0, 0]), "surface byte x 48 out of range (must be 0 to 44)");
    assert_eq!(fault([0, -1, 0]), "surface row y -1 out of range (must be 0 to 9)");
    assert_eq!(fault([0, 0, i32::MIN]), "surface slice z -2147483648 out of range (must be 0 to 5)");
    let (_, array) = headers()[6];
    let fault = locate(&array, Dim::Array2, false, Clamp::Trap, 4, [0, 0, 0xffff_0006]).unwrap_err();
    assert_eq!(fault.to_string(), "surface layer 6 out of range (must be 0 to 5)");
}

#[test]
fn handles() {
    let pool = HeaderPool { base: 0x5000, maximum_index: 9 };
    assert_eq!(pool.header_address(0), Ok(0x5000));
    assert_eq!(pool.header_address(0xfff0_0009), Ok(0x5120));
    let fault = pool.header_address(0x1230_000a).unwrap_err();
    assert!(fault.is_invalid_texture());
    assert_eq!(
        fault.to_string(),
        "invalid texture: handle 0x1230000a names header 0xa, beyond the pool's maximum index 0x9"
    );
}

#[test]
fn sign_of_sd32() {
    let header = Header::pitch_1d(0, 16).unwrap();
    assert_eq!(header.signed(), Some(false));
    assert_eq!(header.with_data_type(DataType::Sint).signed(), Some(true));
    for other in [DataType::Snorm, DataType::Unorm, DataType::Float, DataType::Reserved] {
        assert_eq!(header.with_data_type(other).signed(), None);
    }
}

/// Headers bit by bit: known words, and parse(encode) on random fields.
#[test]
fn headers_encode_and_parse() {
    let header = block(TextureType::TwoDArray, [0x1235, 0x678, 0x9b], [3, 2]).with_data_type(DataType::Sint);
    let header = Header { address: 0xabcd_1234_5600 & !511, ..header };
    let bytes = header.encode().unwrap();
    let word = |index: usize| u32::from_le_bytes(bytes[4 * index..4 * index + 4].try_into().unwrap());
    assert_eq!(word(0), 0x0f | 0b011_011_011_011 << 7 | 0b101_100_011_010 << 19);
    assert_eq!(word(1), 0x1234_5600);
    assert_eq!(word(2), 0xabcd | 3 << 21);
    assert_eq!(word(3), 3 << 3 | 2 << 6);
    assert_eq!(word(4), 0x1234 | 5 << 23);
    assert_eq!(word(5), 0x677 | 0x9a << 16);
    assert_eq!((word(6), word(7)), (0, 0));
    let mut random = Random(7);
    let mut accepted = 0;
    for _ in 0..200_000 {
        let mut bytes = [0u8; 32];
        bytes.as_chunks_mut::<8>().0.iter_mut().for_each(|chunk| *chunk = random.draw().to_le_bytes());
        // Mostly choose versions, types and block widths in range.
        if random.below(8) != 0 {
            bytes[10] = bytes[10] & 0x1f | (random.below(5) as u8) << 5;
            bytes[18] &= 0x7f;
            bytes[19] = bytes[19] & 0xf8 | random.below(4) as u8;
            bytes[12] &= 0xe8;
            bytes[13] &= 0xfe;
        }
        let Ok(header) = Header::parse(&bytes) else { continue };
        accepted += 1;
        assert_eq!(Header::parse(&header.encode().unwrap()).unwrap(), header);
        // No header causes a panic in an access.
        for dim in Dim::ALL {
            for clamp in [Clamp::Ignore, Clamp::Near, Clamp::Trap] {
                let coords = [random.draw() as u32, random.draw() as u32, random.draw() as u32];
                let _ = locate(&header, dim, random.below(2) == 0, clamp, 4 << random.below(2), coords);
            }
        }
    }
    assert!(accepted > 100_000, "{accepted}");
}

#[test]
fn header_errors() {
    let message = |result: Result<Header, HeaderError>| result.unwrap_err().to_string();
    assert_eq!(
        message(Header::pitch_1d(0x1010, 64)),
        "texture header field ADDRESS: expected a multiple of 32 bytes for pitch layout, found 0x1010"
    );
    assert_eq!(
        message(Header::pitch_1d(0, 0)),
        "texture header field WIDTH_MINUS_ONE: expected 1 to 65536 texels in a 1D surface, found 0x0"
    );
    assert!(Header::pitch_1d(0, 4 << 16).is_ok());
    assert!(Header::pitch_1d(0, (4 << 16) + 4).is_err());
    assert!(Header::pitch_2d(0, Components::R32, 10, 1, 32).is_err());
    assert!(Header::pitch_2d(0, Components::R32, 10, 1, 1 << 21).is_err());
    assert!(Header::buffer(1 << 48, Components::R32, 1).is_err());
    assert!(Header::buffer(0, Components::R32, (1 << 32) + 1).is_err());
    assert!(Header::block_linear(0x100, TextureType::TwoD, Components::R32, [1, 1, 1], [0, 0]).is_err());
    assert!(Header::block_linear(0, TextureType::TwoD, Components::R32, [1, 1, 1], [6, 0]).is_err());
    assert!(Header::block_linear(0, TextureType::TwoD, Components::R32, [0, 1, 1], [0, 0]).is_err());
    let mut bytes = Header::pitch_1d(0, 16).unwrap().encode().unwrap();
    bytes[10] = 5 << 5;
    assert_eq!(message(Header::parse(&bytes)), "texture header field HEADER_VERSION: expected 0 to 4, found 0x5");
}
