//! Blocks of the tiled image layouts of gfx11 whose order of texels is the same on every board.
//!
//! A tiled image is rows of blocks. Inside a block, every address bit above the texel's own bits is one bit of a coordinate, so a pattern
//! is a list of coordinate bits, which determines the block's dimensions. Not supported: modes that combine pipe and bank numbers with the
//! address (names ending in `_X` and `_T`, all `Z` and `R`), because they depend on the board's configuration, and mip chains of tiled
//! images.
//!
//! # Source
//! spec: AMD's address library as published with PAL and Mesa, `gfx11SwizzlePattern.h` (tables SW_256_D, SW_4K_D,
//! SW_64K_D, SW_4K_S3, SW_64K_S3, rows of 4 and 8 bytes per element) and `gfx11addrlib.cpp`
//! (ComputeSurfaceAddrFromCoordMicroTiled, ..MacroTiled).

use Axis::{X, Y, Z};

/// Swizzle mode codes of the image descriptor (SW_MODE).
pub mod sw {
    /// Consecutive rows.
    pub const LINEAR: u8 = 0;
    /// Blocks of 256 bytes, display order; 2D.
    pub const D_256B: u8 = 2;
    /// Blocks of 4 KiB, standard order; 3D.
    pub const S_4KB: u8 = 5;
    /// Blocks of 4 KiB, display order; 2D.
    pub const D_4KB: u8 = 6;
    /// Blocks of 64 KiB, standard order; 3D.
    pub const S_64KB: u8 = 9;
    /// Blocks of 64 KiB, display order; 2D.
    pub const D_64KB: u8 = 10;
}

/// One bit of a coordinate.
#[derive(Clone, Copy)]
enum Axis {
    X(u8),
    Y(u8),
    Z(u8),
}

/// Display order, 4-byte texels: address bits from bit 2.
const DISPLAY_4: [Axis; 14] = [X(0), Y(0), X(1), Y(1), X(2), Y(2), Y(3), X(3), Y(4), X(4), Y(5), X(5), Y(6), X(6)];
/// Display order, 8-byte texels: address bits from bit 3.
const DISPLAY_8: [Axis; 13] = [X(0), Y(0), X(1), X(2), Y(1), Y(2), X(3), Y(3), X(4), Y(4), X(5), Y(5), X(6)];
/// Standard order of 3D images, 4-byte texels.
const STANDARD_4: [Axis; 14] = [X(0), Y(0), X(1), Z(0), Y(1), Z(1), Y(2), X(2), Z(2), Y(3), X(3), Z(3), Y(4), X(4)];
/// Standard order of 3D images, 8-byte texels.
const STANDARD_8: [Axis; 13] = [X(0), Y(0), Z(0), X(1), Z(1), Y(1), X(2), Z(2), Y(2), X(3), Z(3), Y(3), X(4)];

/// The order of texels in one block.
#[derive(Clone, Copy)]
pub(super) struct Pattern {
    bits: &'static [Axis],
    texel_log2: u32,
}

impl Pattern {
    /// The order of a swizzle mode for texels of 4 or 8 bytes; `None` for modes that are not implemented.
    pub(super) fn of(mode: u8, volume: bool, texel_bytes: u64) -> Option<Pattern> {
        let (log2_block, wants_volume) = match mode {
            sw::D_256B => (8, false),
            sw::D_4KB => (12, false),
            sw::D_64KB => (16, false),
            sw::S_4KB => (12, true),
            sw::S_64KB => (16, true),
            _ => return None,
        };
        let (texel_log2, full): (u32, &'static [Axis]) = match (texel_bytes, volume) {
            (4, false) => (2, &DISPLAY_4),
            (8, false) => (3, &DISPLAY_8),
            (4, true) => (2, &STANDARD_4),
            (8, true) => (3, &STANDARD_8),
            _ => return None,
        };
        let bits = full.get(..(log2_block - texel_log2) as usize)?;
        (wants_volume == volume).then_some(Pattern { bits, texel_log2 })
    }

    /// Byte offset of a texel in an image of `width` by `height` texels; `slice` counts layers, or depth in a volume.
    pub(super) fn offset(&self, width: u64, height: u64, [x, y, slice]: [u64; 3]) -> u64 {
        let [w, h, d] = self.block();
        let (columns, rows) = (width.div_ceil(w), height.div_ceil(h));
        let block = (slice / d * rows + y / h) * columns + x / w;
        let within = self.bits.iter().enumerate().fold(0, |sum, (place, axis)| {
            let bit = match *axis {
                X(n) => x >> n,
                Y(n) => y >> n,
                Z(n) => slice >> n,
            } & 1;
            sum | bit << place
        });
        (block << self.bits.len() | within) << self.texel_log2
    }

    /// Texels of a block in x, y and z.
    fn block(&self) -> [u64; 3] {
        self.bits.iter().fold([1; 3], |mut size, axis| {
            size[match axis {
                X(_) => 0,
                Y(_) => 1,
                Z(_) => 2,
            }] *= 2;
            size
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_their_names_sizes() {
        for (mode, volume, texel, size) in [
            (sw::D_256B, false, 4, [8, 8, 1]),
            (sw::D_256B, false, 8, [8, 4, 1]),
            (sw::D_4KB, false, 4, [32, 32, 1]),
            (sw::D_4KB, false, 8, [32, 16, 1]),
            (sw::D_64KB, false, 4, [128, 128, 1]),
            (sw::D_64KB, false, 8, [128, 64, 1]),
            (sw::S_4KB, true, 4, [8, 16, 8]),
            (sw::S_4KB, true, 8, [8, 8, 8]),
            (sw::S_64KB, true, 4, [32, 32, 16]),
            (sw::S_64KB, true, 8, [32, 16, 16]),
        ] {
            assert_eq!(Pattern::of(mode, volume, texel).unwrap().block(), size, "mode {mode} {texel}");
            assert!(Pattern::of(mode, !volume, texel).is_none());
        }
    }

    #[test]
    fn a_block_holds_each_address_once() {
        for (mode, volume, texel) in
            [(sw::D_256B, false, 4), (sw::D_64KB, false, 8), (sw::S_4KB, true, 8), (sw::S_64KB, true, 4)]
        {
            let pattern = Pattern::of(mode, volume, texel).unwrap();
            let [w, h, d] = pattern.block();
            let mut seen = vec![false; (w * h * d) as usize];
            for (z, y, x) in (0..d).flat_map(|z| (0..h).flat_map(move |y| (0..w).map(move |x| (z, y, x)))) {
                let at = pattern.offset(w, h, [x, y, z]);
                assert_eq!(at % texel, 0);
                assert!(!std::mem::replace(&mut seen[(at / texel) as usize], true));
            }
        }
    }

    #[test]
    fn the_first_texels_of_a_display_block() {
        let pattern = Pattern::of(sw::D_256B, false, 4).unwrap();
        let at = |x, y| pattern.offset(20, 20, [x, y, 0]);
        assert_eq!([at(1, 0), at(0, 1), at(2, 0), at(0, 2), at(4, 0), at(0, 4)], [4, 8, 16, 32, 64, 128]);
        // 20 texels take three blocks per row.
        assert_eq!([at(8, 0), at(16, 0), at(0, 8), at(19, 19)], [256, 512, 768, 8 * 256 + 0x3c]);
    }
}
