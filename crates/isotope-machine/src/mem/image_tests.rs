use super::*;
use isotope_op::assume::AMD_IMAGE_DIM;

const BASE: u64 = 0x1234_5678_9000;

fn image(dim: ImageDim, size: [u32; 3]) -> Descriptor {
    Descriptor::linear(dim, BASE, size, format::R32_UINT)
}

fn at(image: &Descriptor, dim: ImageDim, coords: [u32; 3]) -> Located {
    let bytes = format::texel_bytes(image.format).unwrap_or(4);
    image.locate(dim, [coords[0], coords[1], coords[2], 0], bytes, false)
}

#[test]
fn words_hold_every_field() {
    // By hand from the table in the module: 2D array of 303 x 77, layers 5 to 9, level 2 of 0 to 6, 64-bit texels.
    let words = [
        0x3456_7890,
        0x12 | 6 << 16 | 48 << 20 | (302 % 4) << 30,
        302 >> 2 | 76 << 14,
        0xfac | 2 << 12 | 4 << 16 | 6 << 20 | 13 << 28,
        9 | 5 << 16,
        1,
        1 << 21,
        0,
    ];
    let made = Descriptor {
        max_mip: 6,
        base_level: 2,
        last_level: 4,
        sw_mode: sw::D_4KB,
        base_array: 5,
        array_pitch: 1,
        compressed: true,
        ..Descriptor::linear(ImageDim::D2Array, BASE, [303, 77, 10], format::R32G32_UINT)
    };
    assert_eq!(Descriptor::new(words), made);
    assert_eq!(made.words(), words);
    let all = Descriptor::new([u32::MAX; 8]).words();
    assert_eq!(all, [!0, 0xcfff_00ff, 0x0fff_cfff, 0xf1ff_ffff, 0x1fff_3fff, 15, 1 << 21, 0]);
    for bit in 0..256 {
        let mut one = [0; 8];
        one[bit / 32] = 1 << (bit % 32);
        let kept = one[bit / 32] & all[bit / 32] != 0;
        assert_eq!(Descriptor::new(one).words(), if kept { one } else { [0; 8] }, "bit {bit}");
    }
}

#[test]
fn dimensions_have_their_codes() {
    for code in 0..8 {
        let dim = ImageDim::from_code(code).unwrap();
        assert_eq!((dim as u32, dim.type_code()), (code, code as u8 + 8));
        assert_eq!(ImageDim::from_type(dim.type_code()), Some(dim));
        assert_eq!(ImageDim::from_type(code as u8), None);
    }
    assert_eq!(ImageDim::from_code(8), None);
    assert_eq!(ImageDim::from_type(16), None);
    let counts: Vec<usize> = ImageDim::ALL.iter().map(|dim| dim.coordinates()).collect();
    assert_eq!(counts, [1, 2, 3, 3, 2, 3, 3, 4]);
}

#[test]
fn short_coordinates_come_in_pairs() {
    let words = [0x2222_1111, 0x4444_3333, 0x6666_5555, 0x8888_7777];
    let of = |dim: ImageDim| unpack16(words, dim.coordinates());
    assert_eq!(of(ImageDim::D1), [0x1111, 0, 0, 0]);
    assert_eq!(of(ImageDim::D1Array), [0x1111, 0x2222, 0, 0]);
    assert_eq!(of(ImageDim::D3), [0x1111, 0x2222, 0x3333, 0]);
    assert_eq!(of(ImageDim::D2MsaaArray), [0x1111, 0x2222, 0x3333, 0x4444]);
}

#[test]
fn every_axis_is_checked() {
    let volume = image(ImageDim::D3, [10, 20, 30]);
    assert!(matches!(at(&volume, ImageDim::D3, [9, 19, 29]), Located::At(_)));
    for outside in [[10, 0, 0], [0, 20, 0], [0, 0, 30], [u32::MAX, 0, 0], [0, u32::MAX, 0], [0, 0, u32::MAX]] {
        assert_eq!(at(&volume, ImageDim::D3, outside), Located::Dropped, "{outside:?}");
    }
    // The height field of a 1D image is ignored.
    let line = image(ImageDim::D1, [10, 5, 1]);
    assert_eq!(at(&line, ImageDim::D1, [9, 3, 3]), Located::At(BASE + 36));
    assert_eq!(at(&line, ImageDim::D1, [10, 0, 0]), Located::Dropped);
}

#[test]
fn layers_count_from_the_first_of_the_view() {
    let view = Descriptor { base_array: 3, ..image(ImageDim::D2Array, [10, 4, 6]) };
    let layer = 4 * 256;
    assert_eq!(at(&view, ImageDim::D2Array, [1, 1, 0]), Located::At(BASE + 3 * layer + 256 + 4));
    assert_eq!(at(&view, ImageDim::D2Array, [0, 0, 2]), Located::At(BASE + 5 * layer));
    assert_eq!(at(&view, ImageDim::D2Array, [0, 0, 3]), Located::Dropped);
    // A row of a 1D array is a layer.
    let lines = Descriptor { base_array: 1, ..image(ImageDim::D1Array, [100, 1, 4]) };
    assert_eq!(at(&lines, ImageDim::D1Array, [7, 2, 9]), Located::At(BASE + 3 * 512 + 28));
    assert_eq!(at(&lines, ImageDim::D1Array, [7, 3, 0]), Located::Dropped);
}

#[test]
fn volumes_ignore_the_first_slice_unless_told() {
    let volume = Descriptor { base_array: 2, ..image(ImageDim::D3, [8, 2, 5]) };
    assert_eq!(at(&volume, ImageDim::D3, [0, 1, 1]), Located::At(BASE + 512 + 256));
    let volume = Descriptor { array_pitch: 1, ..volume };
    assert_eq!(at(&volume, ImageDim::D3, [0, 1, 1]), Located::At(BASE + 3 * 512 + 256));
    assert_eq!(at(&volume, ImageDim::D3, [0, 0, 3]), Located::Dropped);
}

#[test]
fn a_given_pitch_sets_rows_apart() {
    let wide = Descriptor { depth: 127, ..image(ImageDim::D2, [40, 3, 1]) };
    assert_eq!(at(&wide, ImageDim::D2, [1, 2, 0]), Located::At(BASE + 2 * 512 + 4));
    // Used even if it is not a multiple of 256 bytes.
    let odd = Descriptor { depth: 41, ..wide };
    assert_eq!(at(&odd, ImageDim::D2, [1, 2, 0]), Located::At(BASE + 2 * 168 + 4));
    // The pitch is used only above the width, which is 40.
    let padded = Located::At(BASE + 2 * 256 + 4);
    for depth in [0, 38, 39] {
        assert_eq!(at(&Descriptor { depth, ..wide }, ImageDim::D2, [1, 2, 0]), padded, "{depth}");
    }
    // A 128-bit descriptor has no pitch.
    assert_eq!(wide.locate(ImageDim::D2, [1, 2, 0, 0], 4, true), padded);
    let levels = Descriptor { max_mip: 1, ..wide };
    assert!(matches!(at(&levels, ImageDim::D2, [0, 0, 0]), Located::NotModelled(_)));
}

#[test]
fn a_short_descriptor_holds_plain_images() {
    use ImageDim::{D1, D1Array, D2, D2Array, D3};
    for own in [D1, D2, D3, D1Array, D2Array] {
        let found = image(own, [8, 8, 8]).locate(own, [1, 0, 0, 0], 4, true);
        assert_eq!(found == Located::At(BASE + 4), matches!(own, D1 | D2), "{own:?}: {found:?}");
    }
    assert_eq!(Descriptor::new([0; 8]).locate(D2, [0; 4], 4, true), Located::Dropped);
}

#[test]
fn texels_are_taken_by_size() {
    let counts = [4, 8].map(|size| (0..=255).filter(|code| format::texel_bytes(*code) == Some(size)).count());
    assert_eq!(counts, [35, 12]);
    // For formats that are converted, both tables have the same size; three components of 32 bits exist only for buffers.
    for code in (1..=255).filter(|code| !(58..=60).contains(code)) {
        if let Some(format) = crate::mem::format::Format::of(code) {
            assert_eq!(format::texel_bytes(code), Some(format.bytes()), "{code}");
        }
    }
    // 8_8_8_8_UINT and 16_16_16_16_FLOAT.
    for (code, bytes) in [(46, 4), (57, 8)] {
        let packed = Descriptor { format: code, ..image(ImageDim::D2, [8, 8, 1]) };
        assert_eq!(packed.locate(ImageDim::D2, [3, 0, 0, 0], bytes, false), Located::At(BASE + 3 * u64::from(bytes)));
        assert!(matches!(packed.locate(ImageDim::D2, [3, 0, 0, 0], 12 - bytes, false), Located::NotModelled(_)));
    }
}

#[test]
fn an_unbound_image_drops_everything() {
    let [a, b, c, d] = crate::mem::buffer::Descriptor::raw(BASE, 64).words();
    for words in [[0; 8], [a, b, c, d, 0, 0, 0, 0]] {
        assert_eq!(Descriptor::new(words).locate(ImageDim::D2, [0; 4], 4, false), Located::Dropped);
    }
    let unbound = Descriptor { format: 0, ..image(ImageDim::D2, [8, 8, 1]) };
    assert_eq!(at(&unbound, ImageDim::D2, [0, 0, 0]), Located::Dropped);
}

#[test]
fn what_is_not_modelled_is_refused() {
    let plain = image(ImageDim::D2, [8, 8, 1]);
    let refused = [
        Descriptor { kind: 7, ..plain },
        Descriptor { kind: 14, ..plain },
        Descriptor { kind: 15, ..plain },
        Descriptor { format: 60, ..plain },
        Descriptor { format: 120, ..plain },
        Descriptor { compressed: true, ..plain },
        Descriptor { base_level: 1, ..plain },
        Descriptor { sw_mode: 27, ..plain },
        Descriptor { sw_mode: sw::S_4KB, ..plain },
        Descriptor { sw_mode: sw::D_4KB, max_mip: 1, ..plain },
    ];
    for image in refused {
        assert!(matches!(at(&image, ImageDim::D2, [0, 0, 0]), Located::NotModelled(_)), "{image:?}");
    }
    assert!(matches!(plain.locate(ImageDim::D2, [0; 4], 8, false), Located::NotModelled(_)));
    let line = Descriptor { sw_mode: sw::D_4KB, ..image(ImageDim::D1, [8, 1, 1]) };
    assert!(matches!(at(&line, ImageDim::D1, [0, 0, 0]), Located::NotModelled(_)));
}

#[test]
fn faces_of_cubes_are_layers() {
    use ImageDim::{Cube, D2, D2Array};
    // Two cubes of 4 x 4, the second of them in the view.
    let cube = Descriptor { base_array: 6, ..image(Cube, [4, 4, 12]) };
    let face = 4 * 256;
    let strict = Assumptions::DEFAULT.with(AMD_IMAGE_DIM, false);
    for dim in [Cube, D2Array] {
        let at = |coords| cube.locate_with(dim, coords, 4, false, &strict);
        assert_eq!(at([1, 2, 5, 0]), Located::At(BASE + 11 * face + 2 * 256 + 4));
        assert_eq!([at([1, 2, 6, 0]), at([4, 0, 0, 0])], [Located::Dropped, Located::Dropped]);
    }
    assert_eq!(at(&cube, D2, [1, 2, 5]), Located::At(BASE + 6 * face + 2 * 256 + 4));
    let array = image(D2Array, [4, 4, 12]);
    assert!(matches!(array.locate(Cube, [0; 4], 4, false), Located::NotModelled(_)));
    assert_eq!(cube.size(0), [4, 4, 6, 1]);
}

#[test]
fn levels_count_from_the_first_of_the_view() {
    use ImageDim::{D1Array, D2, D3};
    let rules = &Assumptions::DEFAULT;
    // 20 x 12, levels 0 to 4 in memory, 1 to 3 in the view: the smallest level is first, rows of 256 bytes.
    let view = Descriptor { max_mip: 4, base_level: 1, last_level: 3, ..image(D2, [20, 12, 1]) };
    let rows = [1u64, 2, 3, 6]; // of levels 4, 3, 2, 1
    let at = |level, x, y| view.locate_level(D2, [x, y, 0, 0], level, false, rules);
    assert_eq!(at(0, 9, 5), Located::At(BASE + 256 * (rows[0] + rows[1] + rows[2] + 5) + 36));
    assert_eq!(at(1, 4, 2), Located::At(BASE + 256 * (rows[0] + rows[1] + 2) + 16));
    assert_eq!(at(2, 1, 0), Located::At(BASE + 256 * rows[0] + 4));
    for (level, x, y) in [(1, 5, 0), (1, 0, 3), (2, 0, 1), (3, 0, 0), (u32::MAX, 0, 0)] {
        assert_eq!(at(level, x, y), Located::Dropped, "{level} {x} {y}");
    }
    assert_eq!(view.size(0), [10, 6, 1, 3]);
    assert_eq!(view.size(2), [2, 1, 1, 3]);
    assert_eq!(view.size(3), [0, 0, 0, 3]);
    let volume = Descriptor { max_mip: 2, last_level: 2, ..image(D3, [9, 5, 6]) };
    assert_eq!([volume.size(0), volume.size(2)], [[9, 5, 6, 3], [2, 1, 1, 3]]);
    let lines = Descriptor { base_array: 3, ..image(D1Array, [9, 5, 8]) };
    assert_eq!(lines.size(0), [9, 1, 5, 1]);
    assert_eq!(Descriptor::new([0; 8]).size(0), [0; 4]);
}

#[test]
fn an_instruction_may_have_fewer_coordinates_than_the_image() {
    use ImageDim::{D1, D1Array, D2, D2Array, D3};
    let allowed = [(D1, D2), (D1, D3), (D1, D1Array), (D1, D2Array), (D2, D2Array), (D2, D3), (D1Array, D2Array)];
    let dims = [D1, D2, D3, D1Array, D2Array];
    let mut strict = Assumptions::DEFAULT;
    assert!(strict.set("amd.image_dim", "not-modelled"));
    for (dim, own) in dims.into_iter().flat_map(|dim| dims.map(|own| (dim, own))) {
        let found = image(own, [8, 8, 8]).locate_with(dim, [1, 0, 0, 0], 4, false, &Assumptions::DEFAULT);
        let expected = dim == own || allowed.contains(&(dim, own));
        assert_eq!(found == Located::At(BASE + 4), expected, "{dim:?} on {own:?}: {found:?}");
        let found = image(own, [8, 8, 8]).locate_with(dim, [1, 0, 0, 0], 4, false, &strict);
        assert_eq!(found == Located::At(BASE + 4), dim == own);
    }
    // Missing coordinates are 0: the registers that follow are not read.
    let array = Descriptor { base_array: 2, ..image(D2Array, [8, 8, 8]) };
    assert_eq!(at(&array, D1, [3, 7, 7]), Located::At(BASE + 2 * 8 * 256 + 12));
    assert_eq!(at(&array, D1Array, [3, 1, 7]), Located::At(BASE + 3 * 8 * 256 + 12));
}

/// Every texel of a linear image by walking through memory: slices; in each the levels from the smallest; in each the
/// rows, padded to 256 bytes.
fn walk(own: ImageDim, [width, height, depth]: [u32; 3], levels: u8, level: u8, bytes: u64) -> Vec<([u32; 3], u64)> {
    let rows = if matches!(own, ImageDim::D1 | ImageDim::D1Array) { 1 } else { height };
    let slices = if matches!(own, ImageDim::D1 | ImageDim::D2) { 1 } else { depth };
    let halve = |size: u32, times: u8| (0..times).fold(size, |size, _| size.div_ceil(2));
    let mut texels = Vec::new();
    let mut address = BASE;
    for slice in 0..slices {
        for walked in (0..levels).rev() {
            for y in 0..halve(rows, walked) {
                for x in 0..halve(width, walked) {
                    if walked == level {
                        texels.push(([x, y, slice], address));
                    }
                    address += bytes;
                }
                while !address.is_multiple_of(256) {
                    address += 1;
                }
            }
        }
    }
    texels
}

#[test]
fn linear_images_match_a_walk_through_memory() {
    use ImageDim::{D1, D1Array, D2, D2Array, D3};
    for own in [D1, D2, D3, D1Array, D2Array] {
        for size in [[1, 1, 1], [5, 3, 2], [64, 2, 3], [65, 5, 4], [130, 7, 5]] {
            for (code, bytes) in [(format::R32_SINT, 4), (format::R32G32_SINT, 8)] {
                for (levels, level) in [(1, 0), (3, 0), (3, 1), (3, 2)] {
                    let view = Descriptor { max_mip: levels - 1, base_level: level, ..image(own, size) };
                    let view =
                        Descriptor { format: code, depth: if matches!(own, D1 | D2) { 0 } else { view.depth }, ..view };
                    // The last texel of an odd row or column, and slices of a volume beyond its level, are not visible.
                    let seen = |size: u32| (size >> level).max(1);
                    let slices = if own == D3 { seen(size[2]) } else { u32::MAX };
                    for ([x, y, slice], address) in walk(own, size, levels, level, bytes) {
                        let coords = match own {
                            D1Array => [x, slice, 0],
                            _ => [x, y, slice],
                        };
                        let rows = if matches!(own, D1 | D1Array) { 1 } else { seen(size[1]) };
                        let inside = x < seen(size[0]) && y < rows && slice < slices;
                        let expected = if inside { Located::At(address) } else { Located::Dropped };
                        assert_eq!(at(&view, own, coords), expected, "{own:?} {size:?} {levels} {level} {coords:?}");
                    }
                }
            }
        }
    }
}

/// Index of a texel in a quadtree over a square of side 2^n, whose quadrants are ordered first along x or first along y.
fn quadtree(x: u32, y: u32, side: u32, x_first: bool) -> u64 {
    if side == 1 {
        return 0;
    }
    let half = side / 2;
    let (right, down) = (u64::from(x >= half), u64::from(y >= half));
    let quadrant = if x_first { right + 2 * down } else { down + 2 * right };
    let inner = u64::from(half) * u64::from(half);
    quadrant * inner + quadtree(x % half, y % half, half, x_first)
}

#[test]
fn tiled_images_match_a_quadtree() {
    for (mode, side, format) in [
        (sw::D_256B, 1, format::R32_UINT),
        (sw::D_4KB, 4, format::R32_UINT),
        (sw::D_64KB, 16, format::R32_UINT),
        (sw::D_256B, 1, format::R32G32_UINT),
        (sw::D_4KB, 4, format::R32G32_UINT),
        (sw::D_64KB, 16, format::R32G32_UINT),
    ] {
        let bytes = u64::from(format::texel_bytes(format).unwrap());
        let tile_rows = if bytes == 4 { 8 } else { 4 };
        let size = [150, 140, 3];
        let tiled = Descriptor { sw_mode: mode, format, ..image(ImageDim::D2Array, size) };
        let columns = size[0].div_ceil(8 * side);
        let rows = size[1].div_ceil(tile_rows * side);
        for (x, y, layer) in (0..150).flat_map(|x| (0..140).map(move |y| (x, y, (x + y) % 3))) {
            let (tile_x, tile_y) = (x / 8, y / tile_rows);
            let block = (layer * rows + tile_y / side) * columns + tile_x / side;
            let tile = quadtree(tile_x % side, tile_y % side, side, false);
            // 256 bytes: 8 x 8 texels of 4 bytes in a quadtree; for 8 bytes, 8 x 4 texels: pairs of columns in a quadtree
            // of 2 x 2, two of these next to each other, two of those on top of each other.
            let (a, b) = (x % 8, y % tile_rows);
            let texel = if bytes == 4 {
                quadtree(a, b, 8, true)
            } else {
                quadtree(a % 2, b % 2, 2, true) + 4 * u64::from(a / 2) + 16 * u64::from(b / 2)
            };
            let within = (u64::from(block) * u64::from(side * side) + tile) * 256 + texel * bytes;
            assert_eq!(at(&tiled, ImageDim::D2Array, [x, y, layer]), Located::At(BASE + within), "{mode} {x} {y}");
        }
    }
}

#[test]
fn tiled_volumes_have_thick_blocks() {
    let tiled = Descriptor { sw_mode: sw::S_4KB, ..image(ImageDim::D3, [20, 20, 20]) };
    let offset = |coords| match at(&tiled, ImageDim::D3, coords) {
        Located::At(address) => address - BASE,
        other => panic!("{other:?}"),
    };
    // Blocks of 8 x 16 x 8: three columns, two rows, three layers of blocks.
    assert_eq!([offset([8, 0, 0]), offset([0, 16, 0]), offset([0, 0, 8])], [4096, 3 * 4096, 6 * 4096]);
    // Bits of an address from bit 2: x0 y0 x1 z0 y1 z1 y2 x2 z2 y3.
    assert_eq!(offset([1, 0, 0]), 1 << 2);
    assert_eq!(offset([0, 1, 0]), 1 << 3);
    assert_eq!(offset([2, 0, 0]), 1 << 4);
    assert_eq!(offset([0, 0, 1]), 1 << 5);
    assert_eq!(offset([0, 2, 0]), 1 << 6);
    assert_eq!(offset([0, 0, 2]), 1 << 7);
    assert_eq!(offset([0, 4, 0]), 1 << 8);
    assert_eq!(offset([4, 0, 0]), 1 << 9);
    assert_eq!(offset([0, 0, 4]), 1 << 10);
    assert_eq!(offset([0, 8, 0]), 1 << 11);
}

/// The accesses of kernel `imgs` (corpus kernel `buffers`): an add at (t, 1), then a compare-and-swap at t by 1D.
#[test]
fn the_image_kernel() {
    let target = Descriptor::linear(ImageDim::D2, 0x8000, [32, 2, 1], format::R32_UINT);
    for t in 0..32u32 {
        let (add, swap) =
            (target.locate(ImageDim::D2, [t, 1, 0, 0], 4, false), target.locate(ImageDim::D1, [t, 1, 0, 0], 4, false));
        assert_eq!(add, Located::At(0x8100 + 4 * u64::from(t)));
        assert_eq!(swap, Located::At(0x8000 + 4 * u64::from(t)));
    }
}
