//! Reads the output that kernels printed into the buffer of `hidden_printf_buffer`: two words (the end of the entries, the size), then
//! entries.
//!
//! An entry of OpenCL's `printf` is the number of its format in the metadata, followed by the arguments with the sizes in the
//! metadata. An entry of HIP's (`-mprintf-kind=buffered`) is a word with its length and a flag whether the format is in the file,
//! then the format or its number, then arguments of 8 bytes; strings are inline, padded with zeros to 8 bytes.
//!
//! # Source
//! oracle: clang 19.1.7 writes entries and formats (`AMDGPUPrintfRuntimeBinding`, `-mprintf-kind=buffered`); `__printf_alloc` of
//! rocm-device-libs 5.2.3 updates the two words. assumed: the buffer's size (amd.printf_buffer).

use crate::amdgpu::PrintFormat;
use isotope_machine::mem::{Concurrent, Memory};
use isotope_object::Kernel;

use isotope_target::printf::{Arguments, Value, Wanted, print};

/// The memory region of the buffer.
pub(super) const REGION: &str = ".printf";
/// Size of the buffer in bytes, including its two words.
const BYTES: u64 = 4 << 20;
/// Bytes before the entries.
const HEAD: u64 = 8;

/// The address of the buffer, which is the same for all launches.
pub(super) fn buffer(memory: &mut Memory) -> Result<u64, isotope_machine::mem::MapError> {
    if let Some(region) = memory.region(REGION) {
        return Ok(region.base);
    }
    let base = memory.allocate_zeros(REGION, BYTES)?;
    if let Some(store) = memory.region(REGION).and_then(|r| r.store.as_ref()) {
        store.store::<Concurrent>(4, 4, BYTES - HEAD);
    }
    Ok(base)
}

/// The output since the last call; empties the buffer.
pub(super) fn take(kernel: &Kernel, memory: &Memory) -> Vec<u8> {
    let mut out = Vec::new();
    let formats = kernel.details::<crate::amdgpu::Details>().map_or(&[][..], |details| &details.formats);
    if let Some(store) = memory.region(REGION).and_then(|r| r.store.as_ref()) {
        let end = store.load(0, 4).min(BYTES - HEAD);
        let bytes: Vec<u8> = (HEAD..HEAD + end).map(|at| store.load(at, 1) as u8).collect();
        store.store::<Concurrent>(0, 4, 0);
        let mut rest = &bytes[..];
        while let Some(next) = entry(formats, rest, &mut out) {
            rest = next;
        }
    }
    out
}

/// Prints the first entry; returns the bytes after it. A number without a format ends the output.
fn entry<'a>(formats: &[PrintFormat], bytes: &'a [u8], out: &mut Vec<u8>) -> Option<&'a [u8]> {
    let word = u32::from_le_bytes(bytes.get(..4)?.try_into().ok()?);
    if formats.iter().any(|format| format.hash.is_some()) || formats.is_empty() {
        return hip(formats, word, bytes, out);
    }
    let format = formats.iter().find(|format| format.number == word)?;
    let len = format.sizes.iter().map(|&size| size as usize).sum::<usize>();
    let values = bytes.get(4..4 + len)?;
    print(&format.text, &mut Sized { sizes: &format.sizes, bytes: values }, out);
    bytes.get(4 + len..)
}

/// Bit 1: the format is in the file; bits 31:2: the length of the entry.
fn hip<'a>(formats: &[PrintFormat], word: u32, bytes: &'a [u8], out: &mut Vec<u8>) -> Option<&'a [u8]> {
    let len = (word >> 2) as usize;
    let values = bytes.get(4..len).filter(|_| len >= 4)?;
    let mut arguments = Words { bytes: values };
    let format = if word & 2 != 0 {
        let hash = arguments.word()?;
        formats.iter().find(|format| format.hash == Some(hash))?.text.clone()
    } else {
        arguments.text()
    };
    print(&format, &mut arguments, out);
    bytes.get(len..)
}

/// Arguments with the sizes in the metadata.
struct Sized<'a> {
    sizes: &'a [u32],
    bytes: &'a [u8],
}

impl Arguments for Sized<'_> {
    fn next(&mut self, wanted: Wanted, elements: u8) -> Option<Value> {
        let (&size, sizes) = self.sizes.split_first()?;
        let (bytes, rest) = self.bytes.split_at_checked(size as usize)?;
        (self.sizes, self.bytes) = (sizes, rest);
        // A vector of three takes the space of four.
        let room = if elements == 3 { 4 } else { usize::from(elements) };
        let each = (bytes.len() / room).max(1);
        let parts = bytes.chunks(each).take(elements.into());
        Some(match wanted {
            Wanted::Text => Value::Text(until_zero(bytes).into()),
            Wanted::Float => Value::Float(parts.map(floating).collect()),
            Wanted::Int(said) => {
                let bytes = if said == 0 { each as u8 } else { said.min(each as u8) };
                Value::Int(parts.map(|part| whole(part) as i64).collect(), bytes)
            }
        })
    }
}

/// Arguments of 8 bytes.
pub(super) struct Words<'a> {
    pub bytes: &'a [u8],
}

impl Words<'_> {
    pub(super) fn word(&mut self) -> Option<u64> {
        let (word, rest) = self.bytes.split_first_chunk::<8>()?;
        self.bytes = rest;
        Some(u64::from_le_bytes(*word))
    }

    /// The inline string here, including its padding.
    pub(super) fn text(&mut self) -> Vec<u8> {
        let text = until_zero(self.bytes).to_vec();
        let len = (text.len() + 1).next_multiple_of(8).min(self.bytes.len());
        self.bytes = &self.bytes[len..];
        text
    }
}

impl Arguments for Words<'_> {
    fn next(&mut self, wanted: Wanted, _: u8) -> Option<Value> {
        if self.bytes.is_empty() {
            return None;
        }
        Some(match wanted {
            Wanted::Text => Value::Text(self.text()),
            Wanted::Float => Value::Float(vec![f64::from_bits(self.word()?)]),
            Wanted::Int(said) => Value::Int(vec![self.word()? as i64], if said == 0 { 4 } else { said }),
        })
    }
}

fn until_zero(bytes: &[u8]) -> &[u8] {
    bytes.split(|b| *b == 0).next().unwrap_or(bytes)
}

fn whole(bytes: &[u8]) -> u64 {
    bytes.iter().take(8).rev().fold(0, |n, b| n << 8 | u64::from(*b))
}

/// The format may not match the type of the argument.
fn floating(bytes: &[u8]) -> f64 {
    match bytes.len() {
        8 => f64::from_bits(whole(bytes)),
        4 => f32::from_bits(whole(bytes) as u32).into(),
        _ => half(whole(bytes) as u16),
    }
}

fn half(bits: u16) -> f64 {
    let (power, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 0x3ff));
    let magnitude = match power {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * 2f64.powi(power - 25),
    };
    if bits >> 15 == 1 { -magnitude } else { magnitude }
}
