//! Reads up to eight decimal digits at once.

/// The number in the leading decimal digits of eight bytes, and how many digits there are. The first character is the lowest byte.
///
/// # Examples
/// ```
/// let eight = |text: &[u8; 8]| isotope_table::leading_digits(u64::from_le_bytes(*text));
/// assert_eq!(eight(b"255, v1 "), (255, 3));
/// assert_eq!(eight(b"12345678"), (12_345_678, 8));
/// assert_eq!(eight(b"v1000000"), (0, 0));
/// ```
#[inline(always)]
pub fn leading_digits(eight: u64) -> (u64, usize) {
    let digits = eight ^ 0x3030_3030_3030_3030;
    let others = (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080;
    let count = others.trailing_zeros() / 8;
    // Moves the digits to the highest bytes, then combines pairs of digits, then pairs of pairs.
    let all = digits.unbounded_shl(64 - 8 * count);
    let pairs = all.wrapping_mul(10).wrapping_add(all >> 8);
    let high = (pairs & 0x0000_00ff_0000_00ff).wrapping_mul(0x000f_4240_0000_0064);
    let low = (pairs >> 16 & 0x0000_00ff_0000_00ff).wrapping_mul(0x0000_2710_0000_0001);
    (high.wrapping_add(low) >> 32, count as usize)
}
