//! Sixteen bytes at once, with the vectors that every processor of its kind has: which bytes are what, a bit for each.

use fearless_simd::{Level, Simd, dispatch, prelude::*, u8x16};

/// What the bytes of a piece of text are.
#[derive(Clone, Copy)]
pub struct Kinds {
    /// Decimal digits.
    pub digits: u16,
    pub slashes: u16,
    pub beyond_ascii: u16,
}

impl Kinds {
    #[inline(always)]
    pub fn of(piece: &[u8; 16]) -> Kinds {
        dispatch!(Level::baseline(), simd => find(simd, piece))
    }
}

#[inline(always)]
fn find<S: Simd>(simd: S, piece: &[u8; 16]) -> Kinds {
    let bytes = u8x16::from_slice(simd, piece);
    Kinds {
        digits: (bytes - u8x16::splat(simd, b'0')).simd_lt(10).to_bitmask() as u16,
        slashes: bytes.simd_eq(b'/').to_bitmask() as u16,
        beyond_ascii: bytes.simd_ge(0x80).to_bitmask() as u16,
    }
}

#[cfg(test)]
mod tests {
    use super::Kinds;

    #[test]
    fn each_byte_at_each_place_is_what_it_is() {
        for place in 0..16 {
            for byte in 0..=255_u8 {
                let mut piece = *b"0 9/:a\x80Z7.,x5;\xff[";
                piece[place] = byte;
                let bits = |is: fn(&u8) -> bool| {
                    piece.iter().enumerate().fold(0, |all, (at, byte)| all | u16::from(is(byte)) << at)
                };
                let Kinds { digits, slashes, beyond_ascii } = Kinds::of(&piece);
                assert_eq!(digits, bits(u8::is_ascii_digit), "{piece:?}");
                assert_eq!(slashes, bits(|byte| *byte == b'/'), "{piece:?}");
                assert_eq!(beyond_ascii, bits(|byte| !byte.is_ascii()), "{piece:?}");
            }
        }
    }
}
