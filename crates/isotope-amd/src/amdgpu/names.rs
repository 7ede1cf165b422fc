//! Numbers of the file format and their names.
//!
//! # Source
//! spec: LLVM 19, `ELF.h` (`EF_AMDGPU_MACH_*`) and `ELFRelocs/AMDGPU.def`.

use isotope_object::RelocationKind;

/// The first number of a processor.
const FIRST: u8 = 0x20;
/// The processors from [`FIRST`] on, eight in a line; `-` for a number without a name.
const PROCESSORS: [&str; 8] = [
    "gfx600 gfx601 gfx700 gfx701 gfx702 gfx703 gfx704 -",
    "gfx801 gfx802 gfx803 gfx810 gfx900 gfx902 gfx904 gfx906",
    "gfx908 gfx909 gfx90c gfx1010 gfx1011 gfx1012 gfx1030 gfx1031",
    "gfx1032 gfx1033 gfx602 gfx705 gfx805 gfx1035 gfx1034 gfx90a",
    "gfx940 gfx1100 gfx1013 gfx1150 gfx1103 gfx1036 gfx1101 gfx1102",
    "gfx1200 gfx1250 gfx1151 gfx941 gfx942 - gfx1201 gfx950",
    "- gfx9-generic gfx10-1-generic gfx10-3-generic gfx11-generic gfx1152 - -",
    "gfx1153 gfx12-generic gfx1251 - - - - gfx9-4-generic",
];

/// The processor for the low byte of `e_flags`.
pub fn processor_name(number: u8) -> Option<&'static str> {
    let index = usize::from(number.checked_sub(FIRST)?);
    PROCESSORS.get(index / 8)?.split(' ').nth(index % 8).filter(|name| *name != "-")
}

/// Relocations that are applied: type, written value, and size of the patched field in bytes.
pub const RELOCATIONS: [(u32, RelocationKind, u64); 5] = [
    (1, RelocationKind::Address32, 4),
    (2, RelocationKind::AddressHigh32, 4),
    (3, RelocationKind::Address64, 8),
    (6, RelocationKind::Address32, 4),
    (13, RelocationKind::Address64, 8),
];

/// The name of a relocation type.
pub fn relocation_name(number: u32) -> Option<&'static str> {
    Some(match number {
        0 => "R_AMDGPU_NONE",
        1 => "R_AMDGPU_ABS32_LO",
        2 => "R_AMDGPU_ABS32_HI",
        3 => "R_AMDGPU_ABS64",
        4 => "R_AMDGPU_REL32",
        5 => "R_AMDGPU_REL64",
        6 => "R_AMDGPU_ABS32",
        7 => "R_AMDGPU_GOTPCREL",
        8 => "R_AMDGPU_GOTPCREL32_LO",
        9 => "R_AMDGPU_GOTPCREL32_HI",
        10 => "R_AMDGPU_REL32_LO",
        11 => "R_AMDGPU_REL32_HI",
        13 => "R_AMDGPU_RELATIVE64",
        14 => "R_AMDGPU_REL16",
        _ => return None,
    })
}
