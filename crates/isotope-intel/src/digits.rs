//! Converts hexadecimal digits to bytes.

/// The value of each hexadecimal digit; a number above 15 for other characters.
static NIBBLES: [u8; 256] = {
    let (mut places, mut digit) = ([0xff; 256], 0);
    while digit < 16 {
        places[HEX[digit] as usize] = digit as u8;
        places[HEX[digit].to_ascii_uppercase() as usize] = digit as u8;
        digit += 1;
    }
    places
};
const HEX: &[u8; 16] = b"0123456789abcdef";

/// Appends the bytes given by pairs of hexadecimal digits; returns false if a character is not a digit.
pub(super) fn read_bytes(digits: &[u8], out: &mut Vec<u8>) -> bool {
    let mut above = 0;
    let from = out.len();
    out.resize(from + digits.len() / 2, 0);
    for (byte, [high, low]) in out[from..].iter_mut().zip(digits.as_chunks().0) {
        let (high, low) = (NIBBLES[usize::from(*high)], NIBBLES[usize::from(*low)]);
        above |= high | low;
        *byte = high << 4 | low;
    }
    above < 16 && digits.len().is_multiple_of(2)
}
