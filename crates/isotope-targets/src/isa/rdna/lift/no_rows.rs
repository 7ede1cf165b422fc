//! Instructions that the processor has and no row describes, so that a kernel with one is refused by their name.

/// A family of words.
pub struct NoRow {
    /// Bits of the first word, and what they are.
    mask: u32,
    value: u32,
    /// Operation codes, where the family has them.
    codes: std::ops::RangeInclusive<u32>,
    /// Its instructions, and what to do.
    pub names: &'static str,
    /// What to do.
    pub hint: &'static str,
}

/// Image instructions have their operation in bits 25:18 and further addresses in dwords that bit 0 counts.
const IMAGE: u32 = 0xf000_0000;

/// Every family. Kernels with one of the first are refused when they are launched, others where they reach it.
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

/// The family of a word, and how many bytes its instruction has.
pub(super) fn family(word: u32) -> Option<(&'static NoRow, u32)> {
    let code = word >> 18 & 0xff;
    let found = NO_ROWS.iter().find(|row| word & row.mask == row.value && row.codes.contains(&code))?;
    Some((found, if found.value == IMAGE { 8 + 4 * (word & 1) } else { 8 }))
}
