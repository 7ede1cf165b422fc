//! The buffer descriptor of RDNA3 (V#): 128 bits that map an index and an offset to an address, or drop the access.
//!
//! A [`Descriptor`] is the four SGPRs that an instruction names. [`Descriptor::locate`] is the whole address computation of one lane:
//! linear or swizzled address, and the range check that OOB_SELECT selects. Not in this module: format conversion,
//! DST_SEL (typed loads apply it), alignment (the machine checks the address), and caches.
//!
//! | bits | field |
//! | --- | --- |
//! | 47:0 | base address |
//! | 61:48 | stride in bytes |
//! | 63:62 | swizzle enable: 0 linear, 1 elements of 4 bytes, 3 of 16 bytes |
//! | 95:64 | num_records: records, or bytes of a raw buffer |
//! | 107:96 | dst_sel x, y, z, w: 0 zero, 1 one, 4..7 component |
//! | 113:108 | format; 0 is invalid |
//! | 118:117 | index stride: 8, 16, 32, 64 |
//! | 119 | add the lane number to the index |
//! | 125:124 | OOB_SELECT |
//! | 127:126 | type, 0 |
//!
//! # Source
//! spec: RDNA3 and RDNA3.5 ISA guides, 9.4 (range checking, address equations) and 9.6 (resource table). ROCr's
//! `resource_gfx11.h` and Mesa's `ac_descriptors.c` have the same fields and the same four checks. The assumptions are
//! `amd.buffer_*` in `docs/assumptions.md`.

use isotope_op::assume::{AMD_BUFFER_OFFSET_CARRY, AMD_BUFFER_RAW_STRIDE, Assumptions};

/// A buffer descriptor. [`Descriptor::raw`] and [`Descriptor::structured`] create the usual ones; set fields for
/// others. [`Descriptor::words`] truncates a field that is wider than its bits.
///
/// # Examples
/// ```
/// use isotope_machine::mem::buffer::{Descriptor, Element, Located};
/// let buffer = Descriptor::raw(0x2000, 64);
/// let at = |offset| buffer.locate(Element { offset, has_offset: true, bytes: 4, ..Element::default() });
/// assert_eq!(at(60), Located::At(0x203c));
/// assert_eq!(at(61), Located::Dropped); // its last byte is outside
/// assert_eq!(Descriptor::new(buffer.words()), buffer);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Descriptor {
    /// Byte address of record 0, 48 bits.
    pub base: u64,
    /// Distance between records in bytes, 14 bits.
    pub stride: u32,
    /// Swizzle enable: 0 linear, 1 elements of 4 bytes, 2 reserved, 3 elements of 16 bytes.
    pub swizzle: u8,
    /// Size in records, or in bytes, depending on OOB_SELECT.
    pub num_records: u32,
    /// The sources of x, y, z and w of a typed load.
    pub dst_sel: [u8; 4],
    /// Data format, 6 bits; 0 is invalid.
    pub format: u8,
    /// log2 of the number of records that swizzling groups, minus 3.
    pub index_stride: u8,
    /// Whether the lane number is added to the index.
    pub add_tid: bool,
    /// The range check, 0 to 3.
    pub oob_select: u8,
    /// Resource type; 0 is a buffer.
    pub kind: u8,
}

/// OOB_SELECT values.
pub mod oob {
    /// Record and offset within it are checked.
    pub const STRUCTURED_WITH_OFFSET: u8 = 0;
    /// The record is checked.
    pub const STRUCTURED: u8 = 1;
    /// Nothing is checked, except that the buffer is not empty.
    pub const DISABLED: u8 = 2;
    /// The byte offset is checked.
    pub const RAW: u8 = 3;
}

/// FORMAT code of one 32-bit float, which drivers use in untyped descriptors.
pub const FORMAT_32_FLOAT: u8 = 22;

/// The inputs of one lane of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Element {
    /// Index from VADDR; used if `has_index`.
    pub index: u32,
    /// Byte offset from VADDR; used if `has_offset`.
    pub offset: u32,
    /// Value of SOFFSET in bytes.
    pub base: u32,
    /// The instruction's OFFSET in bytes, 12 bits.
    pub immediate: u32,
    /// Number of the lane in its wave.
    pub lane: u32,
    /// Size of the access in bytes.
    pub bytes: u32,
    /// IDXEN.
    pub has_index: bool,
    /// OFFEN.
    pub has_offset: bool,
}

/// The address of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Located {
    /// This byte address.
    At(u64),
    /// Out of range or unbound: writes are dropped, reads and atomics return 0.
    Dropped,
    /// Not documented; with the reason.
    Unspecified(&'static str),
}

impl Descriptor {
    /// Decodes the four words of a descriptor. Reserved bits are lost.
    pub const fn new(words: [u32; 4]) -> Descriptor {
        let [w0, w1, w2, w3] = words;
        Descriptor {
            base: w0 as u64 | ((w1 & 0xffff) as u64) << 32,
            stride: w1 >> 16 & 0x3fff,
            swizzle: (w1 >> 30) as u8,
            num_records: w2,
            dst_sel: [(w3 & 7) as u8, (w3 >> 3 & 7) as u8, (w3 >> 6 & 7) as u8, (w3 >> 9 & 7) as u8],
            format: (w3 >> 12 & 0x3f) as u8,
            index_stride: (w3 >> 21 & 3) as u8,
            add_tid: w3 >> 23 & 1 != 0,
            oob_select: (w3 >> 28 & 3) as u8,
            kind: (w3 >> 30) as u8,
        }
    }

    /// A byte buffer of `bytes` bytes at `base`; the byte offset is checked.
    pub const fn raw(base: u64, bytes: u32) -> Descriptor {
        Descriptor {
            base,
            stride: 0,
            swizzle: 0,
            num_records: bytes,
            dst_sel: [4, 5, 6, 7],
            format: FORMAT_32_FLOAT,
            index_stride: 0,
            add_tid: false,
            oob_select: oob::RAW,
            kind: 0,
        }
    }

    /// An array of `records` records of `stride` bytes at `base`; the record and the offset in it are checked.
    pub const fn structured(base: u64, stride: u32, records: u32) -> Descriptor {
        Descriptor { stride, oob_select: oob::STRUCTURED_WITH_OFFSET, ..Descriptor::raw(base, records) }
    }

    /// The same records swizzled: groups of `index_stride` (8, 16, 32 or 64) records are interleaved, element by element.
    /// `element` is 4 or 16 bytes; another number selects the reserved code.
    pub const fn swizzled(self, element: u32, index_stride: u32) -> Descriptor {
        let swizzle = match element {
            4 => 1,
            16 => 3,
            _ => 2,
        };
        let index_stride = match index_stride {
            0..=8 => 0,
            9..=16 => 1,
            17..=32 => 2,
            _ => 3,
        };
        Descriptor { swizzle, index_stride, ..self }
    }

    /// The four words.
    pub const fn words(&self) -> [u32; 4] {
        let sel = self.dst_sel;
        [
            self.base as u32,
            (self.base >> 32) as u32 & 0xffff | (self.stride & 0x3fff) << 16 | (self.swizzle as u32 & 3) << 30,
            self.num_records,
            sel[0] as u32 & 7
                | (sel[1] as u32 & 7) << 3
                | (sel[2] as u32 & 7) << 6
                | (sel[3] as u32 & 7) << 9
                | (self.format as u32 & 0x3f) << 12
                | (self.index_stride as u32 & 3) << 21
                | (self.add_tid as u32) << 23
                | (self.oob_select as u32 & 3) << 28
                | (self.kind as u32 & 3) << 30,
        ]
    }

    /// The address of an access of one lane, checked as a whole: atomics, typed accesses, and accesses of up to a dword.
    ///
    /// # Semantics
    /// ```text
    /// index  = (idxen ? vindex : 0) + (add_tid ? lane : 0)
    /// offset = (offen ? voffset : 0) + inst_offset
    /// linear:   address = base + soffset + offset + stride * index
    /// swizzled: address = base + soffset
    ///                   + (index / index_stride * stride + offset / element * element) * index_stride
    ///                   + index % index_stride * element + offset % element
    /// out of range, by OOB_SELECT:
    ///   0: index >= num_records || offset + bytes > stride
    ///   1: index >= num_records
    ///   2: num_records == 0
    ///   3: num_records -= soffset; swizzled and stride != 0 ? as 0 : offset + bytes > num_records
    /// unbound (format 0 without add_tid), or not a buffer's descriptor: dropped
    /// ```
    ///
    /// # Units
    /// Bytes; `index` and `num_records` of structured buffers in records.
    ///
    /// # Source
    /// spec: RDNA3.5 ISA guide 9.4.1 (note 3: atomics and typed accesses are entirely in or entirely out of range), 9.4.2, 9.6.
    /// assumed: `amd.buffer_offset_carry`, `amd.buffer_soffset_excess`, `amd.buffer_raw_stride`, `amd.descriptor_kind`.
    pub fn locate(&self, access: Element) -> Located {
        self.locate_with(access, &Assumptions::DEFAULT)
    }

    /// [`Descriptor::locate`] under the given assumptions.
    pub fn locate_with(&self, access: Element, rules: &Assumptions) -> Located {
        let unbound = self.format == 0 && !self.add_tid;
        if self.kind != 0 || unbound {
            return Located::Dropped;
        }
        let given = |value: u32, present: bool| if present { value } else { 0 };
        let (keeps_carry, stride_counts) = (rules.get(AMD_BUFFER_OFFSET_CARRY), rules.get(AMD_BUFFER_RAW_STRIDE));
        let sum = |a: u32, b: u32| {
            if keeps_carry { u64::from(a) + u64::from(b) } else { u64::from(a.wrapping_add(b)) }
        };
        let index = sum(given(access.index, access.has_index), given(access.lane, self.add_tid));
        let offset = sum(given(access.offset, access.has_offset), access.immediate);
        if self.out_of_range(index, offset, access) {
            return Located::Dropped;
        }
        let within = match self.swizzle {
            0 if self.oob_select == oob::RAW && !stride_counts => offset,
            0 => u64::from(self.stride) * index + offset,
            code => match self.swizzled_offset(code, index, offset, access.bytes) {
                Ok(within) => within,
                Err(why) => return Located::Unspecified(why),
            },
        };
        Located::At(self.base + u64::from(access.base) + within)
    }

    /// The address of dword `word` of a load or store of several dwords. Each dword is checked and swizzled separately.
    ///
    /// # Source
    /// spec: RDNA3.5 ISA guide 9.4.1, note 4 (loads and stores of several dwords are checked per component).
    /// assumed: `amd.buffer_swizzle_split`.
    pub fn locate_word(&self, access: Element, word: u32, rules: &Assumptions) -> Located {
        let skip = word.saturating_mul(4);
        let immediate = access.immediate.saturating_add(skip);
        let bytes = access.bytes.saturating_sub(skip).min(4);
        self.locate_with(Element { immediate, bytes, ..access }, rules)
    }

    fn out_of_range(&self, index: u64, offset: u64, access: Element) -> bool {
        let end = offset + u64::from(access.bytes);
        let stride = u64::from(self.stride);
        let raw = self.oob_select == oob::RAW;
        let taken = if raw { access.base } else { 0 };
        let records = u64::from(self.num_records.saturating_sub(taken));
        match self.oob_select {
            oob::STRUCTURED => index >= records,
            oob::DISABLED => records == 0,
            oob::RAW if self.swizzle == 0 || stride == 0 => end > records,
            _ => index >= records || end > stride,
        }
    }

    /// Byte offset in a swizzled buffer.
    fn swizzled_offset(&self, code: u8, index: u64, offset: u64, bytes: u32) -> Result<u64, &'static str> {
        let element = match code {
            1 => 4,
            3 => 16,
            _ => return Err("swizzle enable 2 is reserved"),
        };
        let (stride, group) = (u64::from(self.stride), 8 << (self.index_stride & 3));
        if stride % element != 0 {
            return Err("the stride of a swizzled buffer is not a multiple of its element size");
        }
        if bytes >= 4 && !offset.is_multiple_of(4) {
            return Err("an access to a swizzled buffer that is not dword-aligned");
        }
        if offset % element + u64::from(bytes) > element {
            return Err("an access across elements of a swizzled buffer");
        }
        Ok((index / group * stride + offset / element * element) * group + index % group * element + offset % element)
    }
}

#[cfg(test)]
#[path = "buffer_tests.rs"]
mod tests;
