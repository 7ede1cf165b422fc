//! Intel's binary vISA (`.isa`, version 4.1): the kernels and functions of a file, and the offsets of their objects.
//!
//! This module does not read the objects themselves: `isa::visa::file` reads declarations and instructions.
//!
//! # Source
//! **oracle**: files that GenX_IR 1.0.12504.6 writes and reads.

/// The first four bytes.
pub const MAGIC: [u8; 4] = *b"CISA";
/// The only version that is written and read.
pub const VERSION: (u8, u8) = (4, 1);

/// An error in a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("file offset {offset:#x}: {}", one_line(message))]
pub struct VisaError {
    /// Offset in bytes in the file.
    pub offset: usize,
    /// What was expected, what was found, and what to do.
    pub message: String,
}

/// Removes control characters: names in damaged files may contain anything.
fn one_line(message: &str) -> String {
    message.chars().flat_map(|c| if c.is_control() { c.escape_debug().collect() } else { vec![c] }).collect()
}

/// The header of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Kernels in order.
    pub kernels: Vec<Entry>,
    /// Functions in order.
    pub functions: Vec<Entry>,
}

/// One kernel or function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Name.
    pub name: String,
    /// Offset of its object in the file.
    pub offset: usize,
    /// Size of its object.
    pub size: usize,
    /// Offset of the table of inputs in the file; kernels only.
    pub inputs: u32,
    /// Finalised machine code in the file, one entry per processor; kernels only.
    pub binaries: Vec<Binary>,
}

/// Machine code in the file beside the vISA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binary {
    /// Number of the processor.
    pub platform: u8,
    /// Offset in the file.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
}

/// Reads bytes from the front and checks every length.
pub struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
    /// File offset of the first byte, for messages.
    base: usize,
}

impl<'a> Bytes<'a> {
    /// Reads `bytes`, which begin at file offset `base`.
    pub fn new(bytes: &'a [u8], base: usize) -> Self {
        Bytes { bytes, at: 0, base }
    }
    /// Number of bytes read.
    pub fn at(&self) -> usize {
        self.at
    }
    /// Number of bytes left.
    pub fn left(&self) -> usize {
        self.bytes.len() - self.at
    }
    /// An error at the current offset.
    pub fn error<T>(&self, message: impl Into<String>) -> Result<T, VisaError> {
        Err(VisaError { offset: self.base + self.at, message: message.into() })
    }
    /// The next bytes.
    ///
    /// # Errors
    /// Fewer bytes are left.
    pub fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], VisaError> {
        let found = self.at.checked_add(count).and_then(|end| self.bytes.get(self.at..end));
        let Some(found) = found else {
            return self
                .error(format!("expected {count} bytes of {what}, found the end: the file is truncated or damaged"));
        };
        self.at += count;
        Ok(found)
    }
    /// One byte.
    ///
    /// # Errors
    /// No byte is left.
    pub fn u8(&mut self, what: &str) -> Result<u8, VisaError> {
        Ok(self.take(1, what)?[0])
    }
    /// Two bytes, low byte first.
    ///
    /// # Errors
    /// Fewer than two bytes are left.
    pub fn u16(&mut self, what: &str) -> Result<u16, VisaError> {
        let b = self.take(2, what)?;
        Ok(u16::from_le_bytes([b[0], b[1]]))
    }
    /// Four bytes, low byte first.
    ///
    /// # Errors
    /// Fewer than four bytes are left.
    pub fn u32(&mut self, what: &str) -> Result<u32, VisaError> {
        let b = self.take(4, what)?;
        Ok(u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
    }
    /// Checks a number of entries, each of which takes at least `least` bytes.
    ///
    /// # Errors
    /// The remaining bytes cannot hold that many entries.
    pub fn count(&self, number: usize, least: usize, what: &str) -> Result<usize, VisaError> {
        if number.checked_mul(least).is_none_or(|n| n > self.left()) {
            return self.error(format!("expected {number} {what}, found {} bytes: the file is damaged", self.left()));
        }
        Ok(number)
    }
    /// Characters up to a zero byte.
    ///
    /// # Errors
    /// There is no zero byte, or the characters are not valid text.
    pub fn string(&mut self, what: &str) -> Result<String, VisaError> {
        let rest = &self.bytes[self.at..];
        let Some(len) = rest.iter().position(|b| *b == 0) else {
            return self.error(format!("expected {what} ending in a zero byte, found the end"));
        };
        let Ok(text) = std::str::from_utf8(&rest[..len]) else {
            return self.error(format!("expected {what} as text, found other bytes"));
        };
        self.at += len + 1;
        Ok(text.into())
    }
}

/// Reads the header.
///
/// # Errors
/// The file has another format or version, or is damaged.
pub fn parse(file: &[u8]) -> Result<Header, VisaError> {
    let mut b = Bytes::new(file, 0);
    let magic = b.take(4, "the magic number")?;
    if magic != MAGIC {
        return Err(VisaError {
            offset: 0,
            message: format!("expected `CISA`, found {magic:02x?}: this is no .isa file"),
        });
    }
    let version = (b.u8("the version")?, b.u8("the version")?);
    if version != VERSION {
        let message =
            format!("expected version 4.1, found {}.{}: other versions are laid out differently", version.0, version.1);
        return Err(VisaError { offset: 4, message });
    }
    let count = usize::from(b.u16("the number of kernels")?);
    let mut header = Header::default();
    for _ in 0..b.count(count, 19, "kernels")? {
        let mut entry = entry(&mut b, file.len(), true)?;
        let binaries = usize::from(b.u8("the number of machine codes")?);
        for _ in 0..b.count(binaries, 9, "machine codes")? {
            let (platform, offset) = (b.u8("a processor")?, b.u32("an offset")?);
            entry.binaries.push(Binary { platform, offset, size: b.u32("a size")? });
        }
        header.kernels.push(entry);
    }
    let variables = b.u16("the number of variables of the file")?;
    if variables != 0 {
        return b.error(format!("expected no variables of the file, found {variables}: they are not supported"));
    }
    let functions = usize::from(b.u16("the number of functions")?);
    for _ in 0..b.count(functions, 15, "functions")? {
        b.u8("the linkage")?;
        header.functions.push(entry(&mut b, file.len(), false)?);
    }
    Ok(header)
}

fn entry(b: &mut Bytes, length: usize, kernel: bool) -> Result<Entry, VisaError> {
    let len = usize::from(b.u16("the length of a name")?);
    let name = b.take(len, "a name")?;
    let Ok(name) = std::str::from_utf8(name) else { return b.error("expected a name as text, found other bytes") };
    let name = name.trim_end_matches('\0').to_string();
    let (offset, size) = (b.u32("an offset")? as usize, b.u32("a size")? as usize);
    if offset.checked_add(size).is_none_or(|end| end > length) {
        return b.error(format!("`{name}` lies at {offset:#x}..+{size:#x}, outside the file of {length:#x} bytes: the file is truncated or damaged"));
    }
    let inputs = if kernel { b.u32("an offset")? } else { 0 };
    for what in ["relocations of variables", "relocations of functions"] {
        let count = b.u16(what)?;
        if count != 0 {
            return b.error(format!("expected no {what}, found {count}: they are not supported"));
        }
    }
    Ok(Entry { name, offset, size, inputs, binaries: Vec::new() })
}

/// An object to write: name, bytes, and for kernels the offset of the inputs in the object.
#[derive(Clone, Debug, Default)]
pub struct Object {
    /// Name.
    pub name: String,
    /// Bytes.
    pub bytes: Vec<u8>,
    /// Offset of the table of inputs.
    pub inputs: u32,
    /// True for a function.
    pub function: bool,
}

/// Writes a file without machine code.
///
/// # Errors
/// A name or the file is too long for the format.
pub fn write(objects: &[Object]) -> Result<Vec<u8>, VisaError> {
    let too_much = |what: &str| VisaError { offset: 0, message: format!("{what} too long for the format") };
    let (functions, kernels): (Vec<&Object>, Vec<&Object>) = objects.iter().partition(|o| o.function);
    let header: usize = 12
        + kernels.iter().map(|o| 19 + o.name.len()).sum::<usize>()
        + functions.iter().map(|o| 15 + o.name.len()).sum::<usize>();
    let count = |list: &[&Object]| u16::try_from(list.len()).map_err(|_| too_much("the list of kernels is"));
    let mut out = MAGIC.to_vec();
    out.extend([VERSION.0, VERSION.1]);
    out.extend(count(&kernels)?.to_le_bytes());
    let mut offset = header;
    let mut place = |object: &Object, out: &mut Vec<u8>| {
        let len = u16::try_from(object.name.len()).map_err(|_| too_much("a name is"))?;
        let at = u32::try_from(offset).map_err(|_| too_much("the file is"))?;
        let size = u32::try_from(object.bytes.len()).map_err(|_| too_much("a kernel is"))?;
        out.extend(len.to_le_bytes());
        out.extend(object.name.as_bytes());
        out.extend(at.to_le_bytes());
        out.extend(size.to_le_bytes());
        if !object.function {
            out.extend((at + object.inputs).to_le_bytes());
        }
        out.extend([0; 4]);
        offset += object.bytes.len();
        Ok(())
    };
    for kernel in &kernels {
        place(kernel, &mut out)?;
        out.push(0);
    }
    out.extend([0, 0]);
    out.extend(count(&functions)?.to_le_bytes());
    for function in &functions {
        out.push(0);
        place(function, &mut out)?;
    }
    for object in kernels.iter().chain(&functions) {
        out.extend(&object.bytes);
    }
    Ok(out)
}
