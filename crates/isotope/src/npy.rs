//! `.npy` files: one array, its type and shape in front of it, as NumPy writes them.
//!
//! A file begins with 0x93, `NUMPY`, two bytes of version and the length of a header; the header is a Python dictionary
//! with `descr` (the type), `fortran_order` and `shape`. Versions 1.0, 2.0 and 3.0 differ in the width of the length and in
//! the header's encoding. Source: spec, NumPy's description of its format (NEP 1, `numpy.lib.format`).

use isotope_target::case::ElementType;

use crate::error::{Context, Result, bail, ensure};

/// The first bytes of every such file.
pub const MAGIC: &[u8] = b"\x93NUMPY";
/// Bytes of a header at most; NumPy itself refuses longer ones unless it is told not to.
const MOST: usize = 10_000;
/// Dimensions at most, as in NumPy.
const DIMENSIONS: usize = 64;

/// An array as a buffer holds it: little-endian, C order.
#[derive(Debug, PartialEq)]
pub struct Array {
    /// The type of its elements, as near as a buffer has it.
    pub ty: ElementType,
    /// The elements.
    pub bytes: Vec<u8>,
}

/// Whether a file's name says that it is one.
pub fn is_named(path: &std::path::Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("npy"))
}

/// What NumPy calls the type of a buffer.
fn descr(ty: ElementType) -> &'static str {
    match ty {
        ElementType::U8 => "|u1",
        ElementType::U16 => "<u2",
        ElementType::U32 => "<u4",
        ElementType::U64 => "<u8",
        ElementType::I8 => "|i1",
        ElementType::I16 => "<i2",
        ElementType::I32 => "<i4",
        ElementType::I64 => "<i8",
        ElementType::F16 => "<f2",
        // NumPy has no such type; its bits.
        ElementType::Bf16 => "<u2",
        ElementType::F32 => "<f4",
        ElementType::F64 => "<f8",
    }
}

/// The file of a buffer: one dimension, version 1.0.
pub fn write(ty: ElementType, bytes: &[u8]) -> Vec<u8> {
    let count = bytes.len() / ty.size();
    let mut header = format!("{{'descr': '{}', 'fortran_order': False, 'shape': ({count},), }}", descr(ty));
    // The data begins at a multiple of 64 bytes.
    let rest = (MAGIC.len() + 4 + header.len() + 1).next_multiple_of(64) - (MAGIC.len() + 4 + header.len() + 1);
    header.extend(std::iter::repeat_n(' ', rest));
    header.push('\n');
    let mut out = MAGIC.to_vec();
    out.extend([1, 0]);
    out.extend((header.len() as u16).to_le_bytes());
    out.extend(header.as_bytes());
    out.extend(bytes);
    out
}

/// What a header says.
#[derive(Debug, Default)]
struct Header {
    descr: Option<String>,
    fortran: Option<bool>,
    shape: Option<Vec<u64>>,
}

/// Reads a file. `wanted` is the type that was asked for, if one was.
///
/// # Errors
/// What is not as the format says, or does not go into a buffer of that type.
pub fn read(file: &[u8], wanted: Option<ElementType>) -> Result<Array> {
    let rest = file.strip_prefix(MAGIC).context("expected a .npy file, which begins with 0x93 and NUMPY")?;
    let (&[major, minor], rest) = rest.split_first_chunk().context("the version of the .npy file is cut off")?;
    let cut = "the length of the header of the .npy file is cut off";
    let (length, rest) = match (major, minor) {
        (1, 0) => rest.split_first_chunk().map(|(n, rest)| (u16::from_le_bytes(*n) as usize, rest)).context(cut)?,
        (2 | 3, 0) => rest.split_first_chunk().map(|(n, rest)| (u32::from_le_bytes(*n) as usize, rest)).context(cut)?,
        _ => bail!("expected version 1.0, 2.0 or 3.0 of the .npy format, found {major}.{minor}"),
    };
    ensure!(length <= MOST, "expected a .npy header of at most {MOST} bytes, found {length}");
    let (header, data) = rest.split_at_checked(length).context("the header of the .npy file is cut off")?;
    // Latin-1 before version 3: only names of fields of structures, which are refused, can tell the difference.
    let header = if major == 3 {
        std::str::from_utf8(header).context("the header of the .npy file is not UTF-8")?.to_string()
    } else {
        header.iter().map(|b| char::from(*b)).collect()
    };
    let header = Reader { text: &header, at: 0 }.header().context("the header of the .npy file")?;
    let descr = header.descr.context("the header of the .npy file: no `descr`")?;
    let fortran = header.fortran.context("the header of the .npy file: no `fortran_order`")?;
    let shape = header.shape.context("the header of the .npy file: no `shape`")?;
    let (ty, swap) = element(&descr, wanted)?;
    // With one dimension, or one that is not 1, there is only one order.
    if fortran && shape.iter().filter(|n| **n != 1).count() > 1 && !shape.contains(&0) {
        bail!("expected an array in C order, found Fortran order; save numpy.ascontiguousarray(a)");
    }
    let count = shape.iter().try_fold(1u64, |all, n| all.checked_mul(*n));
    let bytes = count.and_then(|n| n.checked_mul(ty.size() as u64));
    let shown = || shape.iter().map(u64::to_string).collect::<Vec<_>>().join(" x ");
    ensure!(
        bytes == Some(data.len() as u64),
        "the shape {} of `{descr}` needs {} bytes, the .npy file has {} behind its header",
        if shape.is_empty() { "()".to_string() } else { shown() },
        bytes.map_or("more than 2^64".to_string(), |n| n.to_string()),
        data.len()
    );
    let mut bytes = data.to_vec();
    if swap {
        bytes.chunks_exact_mut(ty.size()).for_each(<[u8]>::reverse);
    }
    Ok(Array { ty, bytes })
}

/// The element type of a buffer for one of NumPy's, and whether its bytes are big-endian.
fn element(descr: &str, wanted: Option<ElementType>) -> Result<(ElementType, bool)> {
    use ElementType::*;
    let shown: String = descr.chars().take(20).flat_map(char::escape_debug).collect();
    ensure!(shown == descr, "expected numbers, found `{shown}`");
    let (order, rest) = descr.split_at_checked(1).unwrap_or(("", descr));
    // What goes by its bits, if that is asked for.
    let (own, same_bits) = match rest {
        "u1" => (Some(U8), None),
        "u2" => (Some(U16), Some(Bf16)),
        "u4" => (Some(U32), None),
        "u8" => (Some(U64), None),
        "i1" => (Some(I8), Some(U8)),
        "i2" => (Some(I16), Some(U16)),
        "i4" => (Some(I32), None),
        "i8" => (Some(I64), Some(U64)),
        "f2" => (Some(F16), Some(U16)),
        "f4" => (Some(F32), None),
        "f8" => (Some(F64), None),
        "b1" => (None, Some(U8)),
        "V2" => (None, Some(Bf16)),
        _ if rest.starts_with('O') => bail!("expected numbers, found an array of Python objects (`{descr}`)"),
        _ => bail!("expected numbers of 1, 2, 4 or 8 bytes, found `{descr}`"),
    };
    let swap = match order {
        "<" => false,
        ">" => true,
        "|" if rest.ends_with('1') || rest == "V2" => false,
        _ => bail!("expected a byte order `<` or `>`, or `|` for bytes, in `{descr}`"),
    };
    match (own, same_bits, wanted) {
        (Some(own), _, None) => Ok((own, swap)),
        (Some(own), _, Some(wanted)) if own == wanted => Ok((own, swap)),
        (_, Some(bits), Some(wanted)) if bits == wanted => Ok((bits, swap)),
        (Some(own), _, Some(wanted)) => {
            bail!("expected elements of {}, found `{descr}`, which is {}", wanted.name(), own.name())
        }
        (_, Some(bits), _) => {
            bail!(
                "found elements `{descr}`, which buffers do not have; for their bits write {0}, as in x={0}@a.npy",
                bits.name()
            )
        }
        (None, None, _) => bail!("expected numbers, found `{descr}`"),
    }
}

/// Reads the Python dictionary of a header.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn skip(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Whether this comes next, and goes past it.
    fn take(&mut self, what: &str) -> bool {
        self.skip();
        let found = self.rest().starts_with(what);
        self.at += if found { what.len() } else { 0 };
        found
    }

    fn expect(&mut self, what: &str) -> Result<()> {
        let found = self.take(what);
        ensure!(found, "expected `{what}`, found `{}`", self.shown());
        Ok(())
    }

    fn shown(&self) -> String {
        self.rest().chars().take(20).flat_map(char::escape_debug).collect()
    }

    fn string(&mut self) -> Result<String> {
        self.skip();
        let quote = self.rest().chars().next().filter(|c| matches!(c, '\'' | '"'));
        let quote = quote.with_context(|| format!("expected a string, found `{}`", self.shown()))?;
        let inside = &self.rest()[1..];
        let end = inside.find(quote).with_context(|| format!("expected {quote} behind `{}`", self.shown()))?;
        let text = inside[..end].to_string();
        ensure!(!text.contains('\\'), "expected a plain string, found a backslash in it");
        self.at += end + 2;
        Ok(text)
    }

    fn number(&mut self) -> Result<u64> {
        self.skip();
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let number = self.rest()[..digits].parse().ok();
        let number = number.with_context(|| format!("expected a size, found `{}`", self.shown()))?;
        self.at += digits;
        // Python 2 marked long integers.
        self.take("L");
        Ok(number)
    }

    fn shape(&mut self) -> Result<Vec<u64>> {
        self.expect("(")?;
        let mut shape = Vec::new();
        while !self.take(")") {
            ensure!(shape.len() < DIMENSIONS, "expected at most {DIMENSIONS} dimensions");
            shape.push(self.number()?);
            if !self.take(",") {
                self.expect(")")?;
                break;
            }
        }
        Ok(shape)
    }

    fn header(mut self) -> Result<Header> {
        let mut header = Header::default();
        self.expect("{")?;
        while !self.take("}") {
            let key = self.string()?;
            self.expect(":")?;
            let again = match key.as_str() {
                "descr" => {
                    self.skip();
                    ensure!(!self.rest().starts_with('['), "expected numbers, found an array of structures");
                    header.descr.replace(self.string()?).is_some()
                }
                "fortran_order" => {
                    let value = self.take("True");
                    ensure!(value || self.take("False"), "expected True or False, found `{}`", self.shown());
                    header.fortran.replace(value).is_some()
                }
                "shape" => header.shape.replace(self.shape()?).is_some(),
                _ => bail!("expected descr, fortran_order and shape, found `{}`", key.escape_debug()),
            };
            ensure!(!again, "`{key}` is there twice");
            if !self.take(",") {
                self.expect("}")?;
                break;
            }
        }
        self.skip();
        ensure!(self.rest().is_empty(), "expected its end, found `{}`", self.shown());
        Ok(header)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(version: u8, header: &str, data: &[u8]) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend([version, 0]);
        match version {
            1 => out.extend((header.len() as u16).to_le_bytes()),
            _ => out.extend((header.len() as u32).to_le_bytes()),
        }
        out.extend(header.as_bytes());
        out.extend(data);
        out
    }

    #[test]
    fn what_is_written_is_read() {
        for ty in ElementType::ALL.into_iter().filter(|ty| *ty != ElementType::Bf16) {
            for count in [0, 1, 3, 1000] {
                let bytes: Vec<u8> = (0..count * ty.size()).map(|i| (i * 37) as u8).collect();
                let file = write(ty, &bytes);
                assert_eq!((file.len() - bytes.len()) % 64, 0);
                for wanted in [None, Some(ty)] {
                    assert_eq!(read(&file, wanted).unwrap(), Array { ty, bytes: bytes.clone() });
                }
            }
        }
    }

    #[test]
    fn versions_orders_and_shapes() {
        let u32s = |values: &[u32]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<_>>();
        let big: Vec<u8> = [1u32, 2].iter().flat_map(|v| v.to_be_bytes()).collect();
        let expected = Array { ty: ElementType::U32, bytes: u32s(&[1, 2]) };
        let plain = "{'descr': '<u4', 'fortran_order': False, 'shape': (2,), }  \n";
        for version in [1, 2, 3] {
            assert_eq!(read(&file(version, plain, &u32s(&[1, 2])), None).unwrap(), expected);
        }
        for header in [
            "{'descr': '>u4', 'fortran_order': False, 'shape': (2,)}",
            "{\"shape\": (2L,), \"descr\": \">u4\", \"fortran_order\": False}",
            "{'descr': '>u4', 'fortran_order': True, 'shape': (1, 2, 1)}",
        ] {
            assert_eq!(read(&file(1, header, &big), None).unwrap(), expected, "{header}");
        }
        let scalar = file(1, "{'descr': '<u4', 'fortran_order': False, 'shape': ()}", &[7, 0, 0, 0]);
        assert_eq!(read(&scalar, None).unwrap().bytes, [7, 0, 0, 0]);
        // Bits of what buffers have no type for.
        let signed = file(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (1,)}", &[0xff; 8]);
        assert_eq!(read(&signed, Some(ElementType::U64)).unwrap().bytes, [0xff; 8]);
        assert_eq!(read(&signed, None).unwrap().ty, ElementType::I64);
        let brain = file(1, "{'descr': '|V2', 'fortran_order': False, 'shape': (1,)}", &[0x80, 0x3f]);
        assert_eq!(read(&brain, Some(ElementType::Bf16)).unwrap().bytes, [0x80, 0x3f]);
    }

    #[test]
    fn refusals() {
        let header = |descr: &str, rest: &str| format!("{{'descr': '{descr}', 'fortran_order': {rest}}}");
        let c = "False, 'shape': (2,)";
        for (file, wanted, says) in [
            (b"NUMPY".to_vec(), None, "begins with 0x93"),
            (file(4, "", b""), None, "found 4.0"),
            (b"\x93NUMPY\x01\x00\xff\xff{}".to_vec(), None, "at most 10000 bytes, found 65535"),
            (b"\x93NUMPY\x01\x00\x20\x00{}".to_vec(), None, "header of the .npy file is cut off"),
            (file(1, &header("|O", c), &[0; 16]), None, "Python objects"),
            (file(1, "{'descr': [('a', '<u4')], 'fortran_order': False, 'shape': (2,)}", &[0; 8]), None, "structures"),
            (file(1, &header("<c8", c), &[0; 16]), None, "found `<c8`"),
            (file(1, &header("<U4", c), &[0; 32]), None, "found `<U4`"),
            (file(1, &header("=u4", c), &[0; 8]), None, "byte order"),
            (file(1, &header("|u4", c), &[0; 8]), None, "byte order"),
            (file(1, &header("", c), &[0; 8]), None, "numbers of 1, 2, 4 or 8 bytes"),
            (file(1, &header("|b1", c), &[0; 2]), None, "write u8, as in x=u8@a.npy"),
            (file(1, &header("|b1", c), &[0; 2]), Some(ElementType::I8), "write u8"),
            (file(1, &header("<i8", c), &[0; 16]), Some(ElementType::F64), "found `<i8`, which is i64"),
            (file(1, &header("<f4", c), &[0; 8]), Some(ElementType::U32), "elements of u32, found `<f4`, which is f32"),
            (file(1, &header("<u4", c), &[0; 8]), Some(ElementType::I32), "elements of i32, found `<u4`"),
            (file(1, &header("<u4", c), &[0; 9]), None, "needs 8 bytes, the .npy file has 9"),
            (file(1, &header("<u4", "False, 'shape': (2, 3)"), &[0; 8]), None, "2 x 3 of `<u4` needs 24 bytes"),
            (file(1, &header("<u4", "True, 'shape': (2, 3)"), &[0; 24]), None, "C order"),
            (file(1, &header("<u4", "False, 'shape': (4294967296, 4294967296)"), b""), None, "more than 2^64"),
            (file(1, &header("<u4", "False, 'shape': (-2,)"), &[0; 8]), None, "expected a size, found `-2"),
            (file(1, &header("<u4", "False, 'shape': (2,), 'shape': (2,)"), &[0; 8]), None, "twice"),
            (file(1, &header("<u4", "0, 'shape': (2,)"), &[0; 8]), None, "True or False"),
            (file(1, "{'descr': '<u4', 'shape': (2,)}", &[0; 8]), None, "no `fortran_order`"),
            (file(1, "{'a': 1}", &[0; 8]), None, "found `a`"),
            (file(1, &(header("<u4", c) + " x"), &[0; 8]), None, "expected its end, found `x`"),
            (
                file(1, &header("<u4", &format!("False, 'shape': ({})", "1,".repeat(65))), &[0; 4]),
                None,
                "64 dimensions",
            ),
        ] {
            let error = format!("{:#}", read(&file, wanted).unwrap_err());
            assert!(error.contains(says), "{}: {error}", String::from_utf8_lossy(&file));
        }
    }

    /// Damaged files are refused or read, and nothing else.
    #[test]
    fn damage() {
        let whole = write(ElementType::F32, &[1; 64]);
        let mut state = 1u64;
        let mut draw = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        };
        let (mut good, mut bad) = (0, 0);
        for _ in 0..50_000 {
            let mut bytes = whole.clone();
            for _ in 0..1 + draw(3) {
                let at = draw(128.min(bytes.len()));
                match draw(4) {
                    0 => bytes[at] = draw(256) as u8,
                    1 => drop(bytes.drain(at..(at + draw(8)).min(bytes.len()))),
                    2 => bytes.truncate(at),
                    _ => bytes.insert(at, b"(){}',:<>|u4f8L9\n"[draw(17)]),
                }
                if bytes.is_empty() {
                    break;
                }
            }
            match read(&bytes, None) {
                Ok(array) => {
                    good += 1;
                    assert!(array.bytes.len() <= bytes.len() && array.bytes.len().is_multiple_of(array.ty.size()));
                }
                Err(error) => {
                    bad += 1;
                    assert!(!format!("{error:#}").contains('\n'));
                }
            }
        }
        assert!(good > 100 && bad > 10_000, "{good} {bad}");
    }
}
