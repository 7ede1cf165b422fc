//! The encodings of gfx11: the first bits of an instruction determine its length, independent of its operation.
//!
//! So a listing continues correctly after an operation without a row, and a kernel with such an operation is refused by encoding name.
//!
//! # Source
//! spec: RDNA3 ISA guide, chapter 15, microcode formats; 7.2 source operands (255 is a literal), 7.8 DPP.

/// The encoding of an instruction, and its length in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// The guide's name for it.
    pub name: &'static str,
    /// Length in bytes, including the literal, the DPP dword, and further addresses of images.
    pub length: u32,
}

/// A function that returns the encoding of the instruction at the start of the bytes; `None` if no encoding has these bits.
pub type Encodings = fn(&[u8]) -> Option<Encoding>;

/// Source code of a literal that follows the instruction.
const LITERAL: u64 = 255;

/// The encoding of the instruction at the start of `bytes`; `None` if gfx11 has none with these bits.
///
/// # Examples
/// ```
/// use isotope_amd::encodings::encoding;
/// let vop3 = encoding(&[0, 0, 0xff, 0xd7, 0xff, 0, 0, 0, 1, 2, 3, 4]).unwrap();
/// assert_eq!((vop3.name, vop3.length), ("VOP3", 12));
/// assert_eq!(encoding(&[0xff; 8]), None);
/// ```
pub fn encoding(bytes: &[u8]) -> Option<Encoding> {
    let mut words = [0; 8];
    let there = bytes.len().min(8);
    words[..there].copy_from_slice(&bytes[..there]);
    let words = u64::from_le_bytes(words);
    let field = |lo: u32, len: u32| words >> lo & ((1 << len) - 1);
    let literal = |sources: &[u64]| if sources.contains(&LITERAL) { 4 } else { 0 };
    // A literal, DPP16, DPP8 without and with `fi`.
    let vector = |src0: u64| if matches!(src0, LITERAL | 250 | 233 | 234) { 4 } else { 0 };
    let (name, length) = match field(26, 6) {
        _ if field(31, 1) == 0 => match field(25, 6) {
            0x3f => ("VOP1", 4 + vector(field(0, 9))),
            0x3e => ("VOPC", 4 + vector(field(0, 9))),
            // v_fmamk and v_fmaak always have a constant.
            0x2c | 0x2d | 0x37 | 0x38 => ("VOP2", 8),
            _ => ("VOP2", 4 + vector(field(0, 9))),
        },
        _ if field(30, 2) == 0b10 => match field(23, 7) {
            0b111_1111 => ("SOPP", 4),
            0b111_1110 => ("SOPC", 4 + literal(&[field(0, 8), field(8, 8)])),
            // s_sendmsg_rtn has a message in this field.
            0b111_1101 if matches!(field(8, 8), 0x4c | 0x4d) => ("SOP1", 4),
            0b111_1101 => ("SOP1", 4 + literal(&[field(0, 8)])),
            // s_setreg_imm32_b32 always has a constant.
            code if code >> 5 == 0b11 => ("SOPK", if code == 0b110_0000 | 0x13 { 8 } else { 4 }),
            _ => ("SOP2", 4 + literal(&[field(0, 8), field(8, 8)])),
        },
        0b11_0010 => {
            let own = |code: u64| if matches!(code, 1 | 2) { LITERAL } else { 0 };
            ("VOPD", 8 + literal(&[field(0, 9), field(32, 9), own(field(22, 4)), own(field(17, 5))]))
        }
        0b11_0011 => match field(24, 2) {
            0 => ("VOP3P", 8 + vector(field(32, 9)).max(literal(&[field(41, 9), field(50, 9)]))),
            1 => ("VINTERP", 8),
            2 => ("LDSDIR", 4),
            _ => return None,
        },
        0b11_0101 => ("VOP3", 8 + vector(field(32, 9)).max(literal(&[field(41, 9), field(50, 9)]))),
        0b11_0110 => ("DS", 8),
        0b11_0111 => ("FLAT", 8),
        0b11_1000 => ("MUBUF", 8),
        0b11_1010 => ("MTBUF", 8),
        0b11_1100 => ("MIMG", 8 + 4 * field(0, 1) as u32),
        0b11_1101 => ("SMEM", 8),
        0b11_1110 => ("EXP", 8),
        _ => return None,
    };
    Some(Encoding { name, length })
}

/// Appends the listing text of an instruction that does not decode: its dwords, or the bytes of an incomplete one.
pub fn data(bytes: &[u8], out: &mut String) {
    use std::fmt::Write as _;
    let (words, rest) = bytes.as_chunks::<4>();
    let (directive, shown): (_, Vec<String>) = match words {
        [] => (".byte", rest.iter().map(|byte| format!("{byte:#04x}")).collect()),
        words => (".long", words.iter().map(|word| format!("{:#010x}", u32::from_le_bytes(*word))).collect()),
    };
    let _ = write!(out, "{directive} {}", shown.join(", "));
}

/// A family of instruction words.
pub struct NoRow {
    /// Mask of the first word, and the value under it.
    pub(crate) mask: u32,
    pub(crate) value: u32,
    /// Opcodes, if the family has them.
    pub(crate) codes: std::ops::RangeInclusive<u32>,
    /// Its instructions, and advice.
    pub names: &'static str,
    /// Advice.
    pub hint: &'static str,
}

/// Image instructions have their opcode in bits 25:18.
const IMAGE: u32 = 0xf000_0000;

/// The families of gfx11. Kernels with an instruction of the first family are refused at launch, others when they reach the instruction.
pub const NO_ROWS: &[NoRow] = &[
    NoRow {
        mask: 0xfc00_0000,
        value: IMAGE,
        codes: 0x1b..=0xff,
        names: "image_sample*, image_gather4*, image_get_lod: images with a sampler",
        hint: "read the image without a sampler, as in read_imagef(image, coordinates)",
    },
    NoRow {
        mask: 0xfc00_0000,
        value: IMAGE,
        codes: 0x19..=0x1a,
        names: "image_bvh_intersect_ray, image_bvh64_intersect_ray: rays",
        hint: "follow the tree in the program",
    },
    NoRow {
        mask: 0xfc00_0000,
        value: 0xe800_0000,
        codes: 0..=0xff,
        names: "tbuffer_*: typed buffers that say their own format",
        hint: "use buffer_load_format_* and buffer_store_format_*, whose format the descriptor says",
    },
    NoRow {
        mask: 0xfc00_0000,
        value: 0xf800_0000,
        codes: 0..=0xff,
        names: "exp: exports of graphics",
        hint: "store to memory",
    },
];
