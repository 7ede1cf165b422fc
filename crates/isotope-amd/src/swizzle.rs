//! The lane pattern of `ds_swizzle_b32`: `offset:swizzle(QUAD_PERM,3,2,1,0)` and four other forms of 16 bits.
use isotope_table::{Context, Line, Operand, Read};

/// With the top byte 0x80 the low byte has two bits for each lane of four; with bit 15 clear the lane number in a group of 32
/// is masked by bits 4:0, then ored with bits 9:5, then xored with bits 14:10.
pub(super) struct Swizzle;

const QUAD: u64 = 0x8000;
const ALL: u64 = 0x1f;

const fn masks(value: u64) -> (u64, u64, u64) {
    (value & ALL, value >> 5 & ALL, value >> 10 & ALL)
}

impl Operand for Swizzle {
    fn print(&self, _cx: &Context, value: u64, _literal: u64, out: &mut Line) {
        let numbers = |out: &mut Line, name: &str, numbers: &[u64]| {
            out.extend(["swizzle(", name]);
            for n in numbers {
                out.push(',');
                out.push_dec(*n);
            }
            out.push(')');
        };
        let (and, or, xor) = masks(value);
        let size = ALL + 1 - and;
        if value & 0xff00 == QUAD {
            numbers(out, "QUAD_PERM", &[value & 3, value >> 2 & 3, value >> 4 & 3, value >> 6 & 3]);
        } else if value & QUAD != 0 {
            out.push_dec(value);
        } else if and == ALL && or == 0 && xor.is_power_of_two() {
            numbers(out, "SWAP", &[xor]);
        } else if and == ALL && or == 0 && xor != 0 && (xor + 1).is_power_of_two() {
            numbers(out, "REVERSE", &[xor + 1]);
        } else if size > 1 && size.is_power_of_two() && or < size && xor == 0 {
            numbers(out, "BROADCAST", &[size, or]);
        } else {
            // The effect on each bit of the lane number, from the highest bit.
            let (zero, one) = (or ^ xor, (and | or) ^ xor);
            out.push_str("swizzle(BITMASK_PERM,\"");
            for bit in (0..5).rev() {
                out.push(match (zero >> bit & 1, one >> bit & 1) {
                    (0, 0) => '0',
                    (0, _) => 'p',
                    (_, 0) => 'i',
                    _ => '1',
                });
            }
            out.push_str("\")");
        }
    }

    fn parse(&self, _cx: &Context, text: &str) -> Result<Read, &'static str> {
        let Some(inner) = text.strip_prefix("swizzle").map(str::trim_start).and_then(|t| t.strip_prefix('(')) else {
            let (value, len) = super::number(text).ok_or("a number of 16 bits or `swizzle(…)`")?;
            let read = Read { value, literal: None, len };
            return if value <= 0xffff { Ok(read) } else { Err("a 16-bit unsigned offset") };
        };
        let (inside, rest) = inner.split_once(')').ok_or("`)`")?;
        let mut words = inside.split(',').map(str::trim);
        let mode = words.next().unwrap_or("");
        let numbers = |least: u64, most: u64, what: &'static str, words: &mut dyn Iterator<Item = &str>| {
            let n = words.next().and_then(|w| super::number(w).filter(|(_, len)| *len == w.len()));
            n.map(|(n, _)| n).filter(|n| (least..=most).contains(n)).ok_or(what)
        };
        let power = |n: u64, what| if n.is_power_of_two() { Ok(n) } else { Err(what) };
        let value = match mode {
            "QUAD_PERM" => {
                let mut value = QUAD;
                for lane in 0..4 {
                    value |= numbers(0, 3, "four lanes, each 0 to 3", &mut words)? << (2 * lane);
                }
                value
            }
            "BITMASK_PERM" => {
                const WHAT: &str = "a mask of five characters, each of `01pi`, in quotes";
                let quoted = words.next().and_then(|w| w.strip_prefix('"')?.strip_suffix('"')).ok_or(WHAT)?;
                if quoted.len() != 5 {
                    return Err(WHAT);
                }
                let mut value = 0;
                for (c, bit) in quoted.bytes().zip((0..5).rev()) {
                    value |= match c {
                        b'0' => 0,
                        b'1' => 1 << 5,
                        b'p' => 1,
                        b'i' => 1 | 1 << 10,
                        _ => return Err(WHAT),
                    } << bit;
                }
                value
            }
            "BROADCAST" => {
                const SIZE: &str = "a group of 2, 4, 8, 16 or 32 lanes";
                let size = power(numbers(2, 32, SIZE, &mut words)?, SIZE)?;
                let lane = numbers(0, size - 1, "a lane of the group", &mut words)?;
                (ALL + 1 - size) | lane << 5
            }
            "SWAP" => {
                const SIZE: &str = "a group of 1, 2, 4, 8 or 16 lanes";
                ALL | power(numbers(1, 16, SIZE, &mut words)?, SIZE)? << 10
            }
            "REVERSE" => {
                const SIZE: &str = "a group of 2, 4, 8, 16 or 32 lanes";
                ALL | (power(numbers(2, 32, SIZE, &mut words)?, SIZE)? - 1) << 10
            }
            _ => return Err("QUAD_PERM, BITMASK_PERM, BROADCAST, SWAP or REVERSE"),
        };
        match words.next() {
            Some(_) => Err("`)`"),
            None => Ok(Read { value, literal: None, len: text.len() - rest.len() }),
        }
    }
}
