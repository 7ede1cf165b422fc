//! Relocation types and attributes: their names, as cuobjdump prints them, and which relocations are applied.

use isotope_object::RelocationKind;

/// Relocations that are applied: type, written value, and size of the patched field in bytes.
pub const RELOCATIONS: [(u32, RelocationKind, u64); 9] = [
    (1, RelocationKind::Address32, 4),
    (2, RelocationKind::Address64, 8),
    (3, RelocationKind::Generic32, 4),
    (4, RelocationKind::Generic64, 8),
    (6, RelocationKind::TextureHandle, 4),
    (42, RelocationKind::Field { high: false }, 8),
    (43, RelocationKind::Field { high: false }, 8),
    (44, RelocationKind::Field { high: true }, 8),
    (52, RelocationKind::SurfaceHandle, 4),
];

/// The name of a relocation type.
///
/// # Source
/// oracle: cuobjdump 12.8.55 `-elf` on a cubin whose relocation types were overwritten one by one. Names of types that
/// cannot occur in code for sm_50 to sm_62 are omitted.
pub fn relocation_name(kind: u32) -> Option<&'static str> {
    Some(match kind {
        1 => "R_CUDA_32",
        2 => "R_CUDA_64",
        3 => "R_CUDA_G32",
        4 => "R_CUDA_G64",
        6 => "R_CUDA_TEX_HEADER_INDEX",
        7 => "R_CUDA_SAMP_HEADER_INDEX",
        8 => "R_CUDA_SURF_HW_DESC",
        9 => "R_CUDA_SURF_HW_SW_DESC",
        34 => "R_CUDA_FUNC_DESC_32",
        35 => "R_CUDA_FUNC_DESC_64",
        42 => "R_CUDA_ABS32_20",
        43 => "R_CUDA_ABS32_LO_20",
        44 => "R_CUDA_ABS32_HI_20",
        45 => "R_CUDA_ABS24_20",
        46 => "R_CUDA_ABS16_20",
        47 => "R_CUDA_FUNC_DESC32_20",
        48 => "R_CUDA_FUNC_DESC32_LO_20",
        49 => "R_CUDA_FUNC_DESC32_HI_20",
        50 => "R_CUDA_CONST_FIELD19_20",
        51 => "R_CUDA_BINDLESSOFF13_36",
        52 => "R_CUDA_SURF_HEADER_INDEX",
        53 => "R_CUDA_INSTRUCTION64",
        54 => "R_CUDA_CONST_FIELD21_20",
        70 => "R_CUDA_32_LO",
        71 => "R_CUDA_32_HI",
        72 => "R_CUDA_UNUSED_CLEAR32",
        73 => "R_CUDA_UNUSED_CLEAR64",
        _ => return None,
    })
}

/// The name of an attribute.
///
/// # Source
/// oracle: cuobjdump 12.8.55 `-elf` on a cubin whose attribute numbers were overwritten one by one.
pub fn attribute_name(id: u8) -> &'static str {
    match id {
        0x01 => "EIATTR_PAD",
        0x02 => "EIATTR_IMAGE_SLOT",
        0x03 => "EIATTR_JUMPTABLE_RELOCS",
        0x04 => "EIATTR_CTAIDZ_USED",
        0x05 => "EIATTR_MAX_THREADS",
        0x06 => "EIATTR_IMAGE_OFFSET",
        0x07 => "EIATTR_IMAGE_SIZE",
        0x08 => "EIATTR_TEXTURE_NORMALIZED",
        0x09 => "EIATTR_SAMPLER_INIT",
        0x0a => "EIATTR_PARAM_CBANK",
        0x0b => "EIATTR_SMEM_PARAM_OFFSETS",
        0x0c => "EIATTR_CBANK_PARAM_OFFSETS",
        0x0d => "EIATTR_SYNC_STACK",
        0x0e => "EIATTR_TEXID_SAMPID_MAP",
        0x0f => "EIATTR_EXTERNS",
        0x10 => "EIATTR_REQNTID",
        0x11 => "EIATTR_FRAME_SIZE",
        0x12 => "EIATTR_MIN_STACK_SIZE",
        0x13 => "EIATTR_SAMPLER_FORCE_UNNORMALIZED",
        0x14 => "EIATTR_BINDLESS_IMAGE_OFFSETS",
        0x15 => "EIATTR_BINDLESS_TEXTURE_BANK",
        0x16 => "EIATTR_BINDLESS_SURFACE_BANK",
        0x17 => "EIATTR_KPARAM_INFO",
        0x18 => "EIATTR_SMEM_PARAM_SIZE",
        0x19 => "EIATTR_CBANK_PARAM_SIZE",
        0x1a => "EIATTR_QUERY_NUMATTRIB",
        0x1b => "EIATTR_MAXREG_COUNT",
        0x1c => "EIATTR_EXIT_INSTR_OFFSETS",
        0x1d => "EIATTR_S2RCTAID_INSTR_OFFSETS",
        0x1e => "EIATTR_CRS_STACK_SIZE",
        0x1f => "EIATTR_NEED_CNP_WRAPPER",
        0x20 => "EIATTR_NEED_CNP_PATCH",
        0x21 => "EIATTR_EXPLICIT_CACHING",
        0x22 => "EIATTR_ISTYPEP_USED",
        0x23 => "EIATTR_MAX_STACK_SIZE",
        0x24 => "EIATTR_SUQ_USED",
        0x25 => "EIATTR_LD_CACHEMOD_INSTR_OFFSETS",
        0x26 => "EIATTR_LOAD_CACHE_REQUEST",
        0x27 => "EIATTR_ATOM_SYS_INSTR_OFFSETS",
        0x28 => "EIATTR_COOP_GROUP_INSTR_OFFSETS",
        0x29 => "EIATTR_COOP_GROUP_MASK_REGIDS",
        0x2a => "EIATTR_SW1850030_WAR",
        0x2b => "EIATTR_WMMA_USED",
        0x2c => "EIATTR_HAS_PRE_V10_OBJECT",
        0x2d => "EIATTR_ATOMF16_EMUL_INSTR_OFFSETS",
        0x2e => "EIATTR_ATOM16_EMUL_INSTR_REG_MAP",
        0x2f => "EIATTR_REGCOUNT",
        0x30 => "EIATTR_SW2393858_WAR",
        0x31 => "EIATTR_INT_WARP_WIDE_INSTR_OFFSETS",
        0x32 => "EIATTR_SHARED_SCRATCH",
        0x33 => "EIATTR_STATISTICS",
        0x34 => "EIATTR_INDIRECT_BRANCH_TARGETS",
        0x35 => "EIATTR_SW2861232_WAR",
        0x36 => "EIATTR_SW_WAR",
        0x37 => "EIATTR_CUDA_API_VERSION",
        0x46 => "EIATTR_SYSCALL_OFFSETS",
        _ => "unknown",
    }
}
