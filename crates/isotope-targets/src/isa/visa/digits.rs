//! Numbers and bytes as digits, without the machinery of `fmt`.

/// The place of a hexadecimal digit among them, of other characters a number above 15.
static NIBBLES: [u8; 256] = {
    let (mut places, mut digit) = ([0xff; 256], 0);
    while digit < 16 {
        places[HEX[digit] as usize] = digit as u8;
        places[HEX[digit].to_ascii_uppercase() as usize] = digit as u8;
        digit += 1;
    }
    places
};
/// The digits of each byte.
static PAIRS: [[u8; 2]; 256] = {
    let (mut pairs, mut byte) = ([[0; 2]; 256], 0);
    while byte < 256 {
        pairs[byte] = [HEX[byte >> 4], HEX[byte & 15]];
        byte += 1;
    }
    pairs
};
const HEX: &[u8; 16] = b"0123456789abcdef";
/// Bytes that are written at once.
const PIECE: usize = 32;

/// Appends decimal digits.
#[inline]
pub(super) fn push_decimal(number: u64, out: &mut String) {
    if number < 10 {
        return out.push(char::from(b'0' + number as u8));
    }
    let (mut digits, mut from, mut rest) = ([0; 20], 20, number);
    while rest != 0 {
        from -= 1;
        digits[from] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    out.extend(std::str::from_utf8(&digits[from..]));
}

/// Appends `0x` and hexadecimal digits.
#[inline]
pub(super) fn push_hex(number: u64, out: &mut String) {
    out.push_str("0x");
    let (mut digits, mut from, mut rest) = ([0; 16], 16, number);
    loop {
        from -= 1;
        digits[from] = HEX[rest as usize & 15];
        rest >>= 4;
        if rest == 0 {
            break;
        }
    }
    out.extend(std::str::from_utf8(&digits[from..]));
}

/// Appends two hexadecimal digits for each byte.
pub(super) fn push_bytes(bytes: &[u8], out: &mut String) {
    let mut digits = [0; 2 * PIECE];
    for piece in bytes.chunks(PIECE) {
        for (pair, byte) in digits.as_chunks_mut().0.iter_mut().zip(piece) {
            *pair = PAIRS[usize::from(*byte)];
        }
        out.extend(std::str::from_utf8(&digits[..2 * piece.len()]));
    }
}

/// Appends the bytes of hexadecimal digits, two each; false where they are none.
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
