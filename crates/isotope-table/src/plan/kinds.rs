//! What the bytes of a text are, and whether they are those of another, sixteen at once, with the vectors that every processor of its
//! kind has.

use fearless_simd::{Level, Simd, dispatch, prelude::*, u8x16};

/// What the bytes of a piece of text are.
#[derive(Clone, Copy)]
pub struct Kinds {
    /// Where decimal digits are: a bit for each byte.
    pub digits: u64,
    /// Where bytes below them are, such as blanks and commas.
    pub below: u64,
    /// Whether one is a slash, or not of ASCII.
    pub slash: bool,
    pub beyond_ascii: bool,
}

impl Kinds {
    #[inline(always)]
    pub fn of(piece: &[u8; 64]) -> Kinds {
        dispatch!(Level::baseline(), simd => find(simd, piece))
    }
}

#[inline(always)]
fn find<S: Simd>(simd: S, piece: &[u8; 64]) -> Kinds {
    let zero = u8x16::splat(simd, 0);
    let (mut digits, mut below, mut slashes, mut all) = (0, 0, zero.simd_lt(zero), zero);
    for (at, sixteen) in piece.as_chunks::<16>().0.iter().enumerate() {
        let bytes = u8x16::from_slice(simd, sixteen);
        digits |= (bytes - u8x16::splat(simd, b'0')).simd_lt(10).to_bitmask() << (16 * at);
        below |= bytes.simd_lt(b'0').to_bitmask() << (16 * at);
        slashes |= bytes.simd_eq(b'/');
        all |= bytes;
    }
    Kinds { digits, below, slash: slashes.any_true(), beyond_ascii: all.simd_ge(0x80).any_true() }
}

/// Whether bytes are the same, where to look at all of them costs less than to guess how many are.
#[inline(always)]
pub fn same<const N: usize>(a: &[u8; N], b: &[u8; N]) -> bool {
    dispatch!(Level::baseline(), simd => compare(simd, a, b))
}

#[inline(always)]
fn compare<S: Simd, const N: usize>(simd: S, a: &[u8; N], b: &[u8; N]) -> bool {
    const { assert!(N.is_multiple_of(16), "sixteen at once") };
    let mut differs = u8x16::splat(simd, 0);
    for (a, b) in a.as_chunks::<16>().0.iter().zip(b.as_chunks::<16>().0) {
        differs |= u8x16::from_slice(simd, a) ^ u8x16::from_slice(simd, b);
    }
    differs.simd_eq(0).all_true()
}

#[cfg(test)]
mod tests {
    use super::{Kinds, same};

    #[test]
    fn each_byte_at_each_place_is_what_it_is() {
        for place in 0..64 {
            for byte in 0..=255_u8 {
                let mut piece = *b"0 9:a-Z7.,x5;[]|_~`@^?=<>+*)('&%$#!\"}{zyxw \t01234 56789 MOV R1, ";
                piece[place] = byte;
                let Kinds { digits, below, slash, beyond_ascii } = Kinds::of(&piece);
                for (at, byte) in piece.iter().enumerate() {
                    let here = [digits, below].map(|bits| bits >> at & 1 == 1);
                    assert_eq!(here, [byte.is_ascii_digit(), *byte < b'0'], "{at} of {piece:?}");
                }
                assert_eq!((slash, beyond_ascii), (piece.contains(&b'/'), !piece.is_ascii()), "{piece:?}");
            }
        }
    }
    #[test]
    fn each_bit_counts() {
        let bytes: [u8; 96] = std::array::from_fn(|at| (at * 37) as u8);
        assert!(same(&bytes, &bytes.clone()));
        for bit in 0..8 * bytes.len() {
            let mut other = bytes;
            other[bit / 8] ^= 1 << (bit % 8);
            assert!(!same(&bytes, &other), "bit {bit}");
        }
    }
}
