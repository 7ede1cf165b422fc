//! Unpacks contents of fatbin entries. The result is never longer than declared, nor longer than a fixed limit.

use std::borrow::Cow;

use isotope_object::LoadError;
use isotope_object::container::Compression;

/// Maximum size of an entry in bytes; entries of whole libraries are far smaller.
const MOST: u64 = 256 << 20;
/// Maximum number of output bytes per byte of an LZ4 block.
const LZ4_RATIO: u64 = 255;

/// Unpacks an entry: `stored` are its bytes in the file, `length` is its declared size.
pub(super) fn unpack(
    stored: &[u8],
    compression: Compression,
    length: u64,
    place: impl Fn() -> String,
) -> Result<Cow<'_, [u8]>, LoadError> {
    let most = match compression {
        Compression::Lz4 => MOST.min((stored.len() as u64).saturating_mul(LZ4_RATIO)),
        _ => MOST,
    };
    let bad = |what: &str, found: String| {
        LoadError::malformed(place(), format!("{what} of {length:#x} bytes (at most {most:#x})"), found)
    };
    if compression != Compression::None && length > most {
        return Err(bad("compressed contents", "more".into()));
    }
    match compression {
        Compression::None => Ok(Cow::Borrowed(stored)),
        Compression::Lz4 => {
            let got = lz4_flex::block::decompress(stored, length as usize);
            let got = got.map_err(|error| bad("an LZ4 block", error.to_string()))?;
            if got.len() as u64 != length {
                return Err(bad("an LZ4 block", format!("{:#x} bytes", got.len())));
            }
            Ok(Cow::Owned(got))
        }
        Compression::Zstd => zstd(stored, length).map(Cow::Owned).map_err(|error| bad("a Zstandard frame", error)),
        Compression::Unknown => {
            let expected = "contents that are stored plainly, as LZ4 or as Zstandard";
            Err(LoadError::malformed(place(), expected, "another compression"))
        }
    }
}

fn zstd(stored: &[u8], length: u64) -> Result<Vec<u8>, String> {
    let mut out = vec![0; length as usize];
    let read = ruzstd::decoding::FrameDecoder::new().decode_all(stored, &mut out);
    let read = read.map_err(|error| error.to_string().replace(|c: char| c.is_control(), " "))?;
    if read == out.len() { Ok(out) } else { Err(format!("{read:#x} bytes")) }
}
