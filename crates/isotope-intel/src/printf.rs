//! Reads the output that kernels printed into the buffer of the payload `printf_buffer`: a word with the end of the entries, then entries.
//!
//! An entry is the address of its format in the data of the file, 8 bytes, and the arguments: for each a word with its type, for
//! a vector another word with the number of elements, then the value. A scalar of less than four bytes takes four. Elements of a vector
//! are contiguous, in a space of at least four bytes per element. A string is its address. If the buffer is full, a kernel writes -1
//! instead if that fits, and the end is past the buffer.
//!
//! # Source
//! spec: the comment in `OpenCLPrintfResolution.cpp` of Intel's graphics compiler describes the buffer, and `print_formatter.h` of its
//! compute runtime numbers the types. oracle: kernels of IGC 1.0.12504 request a buffer of 4 MiB. OpenCL C defines the output of each
//! conversion; the runtime passes it to `snprintf`.

use isotope_machine::mem::{Concurrent, MapError, Memory};

use isotope_target::printf::{Arguments, Value, Wanted, print};

/// The memory region of the buffer.
const REGION: &str = ".printf";
/// Size of the buffer in bytes, including its first word.
const BYTES: u64 = 4 << 20;
/// Bytes before the entries.
const HEAD: u32 = 4;
/// Maximum size in bytes of a string or format, as in Intel's runtime.
const LONGEST: u64 = 16 << 10;

/// Type numbers of scalars.
const BYTE: u32 = 1;
const SHORT: u32 = 2;
const INT: u32 = 3;
const FLOAT: u32 = 4;
const STRING: u32 = 5;
const LONG: u32 = 6;
const POINTER: u32 = 7;
const DOUBLE: u32 = 8;
/// Type numbers of vectors, from 9 on: bytes, shorts, ints, longs, floats, doubles.
const VECTORS: [u32; 6] = [BYTE, SHORT, INT, LONG, FLOAT, DOUBLE];

/// The address of the buffer, which is the same for all launches.
pub fn buffer(memory: &mut Memory) -> Result<u64, MapError> {
    if let Some(region) = memory.region(REGION) {
        return Ok(region.base);
    }
    let base = memory.allocate_zeros(REGION, BYTES)?;
    empty(memory);
    Ok(base)
}

fn empty(memory: &Memory) {
    if let Some(store) = memory.region(REGION).and_then(|r| r.store.as_ref()) {
        store.store::<Concurrent>(0, 4, HEAD.into());
    }
}

/// The output since the last call; empties the buffer.
pub fn take(memory: &Memory) -> Vec<u8> {
    let mut out = Vec::new();
    if let Some(store) = memory.region(REGION).and_then(|r| r.store.as_ref()) {
        let end = store.load(0, 4).min(BYTES);
        let bytes: Vec<u8> = (u64::from(HEAD)..end).map(|at| store.load(at, 1) as u8).collect();
        empty(memory);
        let mut entries = Entries { bytes: &bytes, memory };
        while let Some(format) = entries.wide().and_then(|address| text(memory, address)) {
            let mut arguments = Counted { left: conversions(&format), entries: &mut entries };
            print(&format, &mut arguments, &mut out);
            // Skip arguments without a conversion.
            while arguments.next(Wanted::Int(0), 1).is_some() {}
        }
    }
    out
}

/// Maximum number of arguments that the compiler stores.
fn conversions(format: &[u8]) -> usize {
    let mut rest = format.iter().peekable();
    let mut count = 0;
    while let Some(byte) = rest.next() {
        if *byte == b'%' && rest.next_if_eq(&&b'%').is_none() {
            count += 1;
        }
    }
    count
}

/// The string at an address; `None` if there is no memory.
fn text(memory: &Memory, address: u64) -> Option<Vec<u8>> {
    let region = memory.find(address, 1)?;
    let store = region.store.as_ref()?;
    let bytes = (address..region.end().min(address.saturating_add(LONGEST))).map(|at| store.load(at - region.base, 1));
    Some(bytes.map(|byte| byte as u8).take_while(|byte| *byte != 0).collect())
}

/// Bytes of a scalar of this type.
fn bytes_of(ty: u32) -> Option<usize> {
    Some(match ty {
        BYTE => 1,
        SHORT => 2,
        INT | FLOAT => 4,
        STRING | LONG | POINTER | DOUBLE => 8,
        _ => return None,
    })
}

/// The unread entries of the buffer.
struct Entries<'a> {
    bytes: &'a [u8],
    memory: &'a Memory,
}

impl Entries<'_> {
    fn take(&mut self, bytes: usize) -> Option<&[u8]> {
        let (taken, rest) = self.bytes.split_at_checked(bytes)?;
        self.bytes = rest;
        Some(taken)
    }

    fn word(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    fn wide(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    /// An argument: its type (for a vector, that of one element) and its elements.
    fn argument(&mut self) -> Option<(u32, Vec<u64>)> {
        let said = self.word()?;
        let (ty, count) = match said.checked_sub(DOUBLE + 1).and_then(|n| VECTORS.get(n as usize)) {
            Some(ty) => (*ty, usize::try_from(self.word()?).ok().filter(|n| *n <= 16)?),
            None => (said, 1),
        };
        let bytes = bytes_of(ty)?;
        let whole = |element: &[u8]| element.iter().rev().fold(0, |n, b| n << 8 | u64::from(*b));
        Some((ty, self.take(count * bytes.max(4))?.chunks(bytes).take(count).map(whole).collect()))
    }
}

/// The arguments of an entry.
struct Counted<'a, 'b> {
    left: usize,
    entries: &'a mut Entries<'b>,
}

impl Arguments for Counted<'_, '_> {
    fn next(&mut self, wanted: Wanted, _: u8) -> Option<Value> {
        self.left = self.left.checked_sub(1)?;
        let (ty, elements) = self.entries.argument()?;
        Some(match (wanted, ty) {
            (Wanted::Text, STRING | POINTER) => {
                let string = elements.first().and_then(|address| text(self.entries.memory, *address));
                Value::Text(string.unwrap_or_else(|| b"(null)".into()))
            }
            (Wanted::Text, _) => Value::Text(b"(null)".into()),
            (Wanted::Float, DOUBLE | LONG | STRING | POINTER) => {
                Value::Float(elements.into_iter().map(f64::from_bits).collect())
            }
            (Wanted::Float, _) => {
                Value::Float(elements.into_iter().map(|bits| f32::from_bits(bits as u32).into()).collect())
            }
            (Wanted::Int(said), _) => {
                let own = bytes_of(ty)? as u8;
                let bytes = if said == 0 { own } else { said.min(own) };
                Value::Int(elements.into_iter().map(|bits| bits as i64).collect(), bytes)
            }
        })
    }
}
