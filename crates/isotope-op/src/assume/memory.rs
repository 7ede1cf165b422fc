//! Assumptions about buffers, images and formats of AMD's RDNA3.

assumptions! {
    AMD_BUFFER_OFFSET_CARRY: bool = "amd.buffer_offset_carry" {
        statement: "Whether the sum of a lane's offset and the instruction's offset (and of index and lane number) keeps \
                    its carry out of 32 bits when a buffer access is checked and addressed.",
        values: &[("wrap", false), ("keep", true)],
        source: "wrap: LLVM 19.1.7 and 22.1.8 add a constant in the instruction to an offset that may be negative (`j - 252 + 256`), and Mesa does so but for \
                 swizzled buffers before GFX9: such code is right only if the sum wraps. keep: LLVM keeps a constant that is negative out of VADDR, and \
                 its developers ask for sums without overflow before a part goes to SOFFSET (llvm-project, pull requests 169230 and 207796)",
        used_in: "buffer_load_*, buffer_store_*, buffer_atomic_*",
        asked_when_running: true,
    }
    AMD_BUFFER_SOFFSET_EXCESS = "amd.buffer_soffset_excess" {
        statement: "What a raw buffer checks against when SOFFSET is larger than NUM_RECORDS.",
        always: "0 bytes: every access is out of range",
        source: "the RDNA3.5 ISA guide (9.4.1) subtracts SOFFSET from NUM_RECORDS and is silent on a negative difference",
        used_in: "buffer_load_* (OOB_SELECT 3), buffer_store_* (OOB_SELECT 3), buffer_atomic_* (OOB_SELECT 3)",
    }
    AMD_BUFFER_SWIZZLE_SPLIT = "amd.buffer_swizzle_split" {
        statement: "How a load or store of several dwords meets the elements of a swizzled buffer.",
        always: "each dword is addressed by itself",
        source: "by analogy with the range check per dword; the RDNA3.5 ISA guide (9.4.2) only forbids units above the \
                 element, and Mesa loads 16 bytes from scratch with elements of 4",
        used_in: "buffer_load_b*, buffer_store_b*",
    }
    AMD_BUFFER_RAW_STRIDE: bool = "amd.buffer_raw_stride" {
        statement: "Whether the stride of a raw buffer (OOB_SELECT 3, linear) times the index moves the address.",
        values: &[("counts", true), ("ignored", false)],
        source: "the RDNA3.5 ISA guide has the stride in the general equation (11.2) and calls it ignored for raw \
                 buffers (9.4.1.2); drivers write 0",
        used_in: "buffer_load_* (IDXEN or add_tid), buffer_store_* (IDXEN or add_tid), buffer_atomic_* (IDXEN or add_tid)",
        asked_when_running: true,
    }
    AMD_DESCRIPTOR_KIND = "amd.descriptor_kind" {
        statement: "What a load or atomic returns whose descriptor is an image's for a buffer or a buffer's for an image.",
        always: "0",
        source: "the RDNA3.5 ISA guide (9.6) says the instruction is ignored and loads return nothing",
        used_in: "buffer_load_*, buffer_store_*, buffer_atomic_*, image_*",
    }
    AMD_IMAGE_DIM: bool = "amd.image_dim" {
        statement: "What an image instruction does whose DIM has fewer coordinates than the descriptor's type.",
        values: &[("zero", true), ("not-modelled", false)],
        source: "LLVM makes such code without complaint; coordinates that were not given are taken as 0",
        used_in: "image_*",
        asked_when_running: true,
    }
    AMD_IMAGE_RANGE = "amd.image_range" {
        statement: "What an image access outside of the level or the layers of a view does.",
        always: "stores and atomics are dropped, loads and returned values are 0",
        source: "Mesa offers robustImageAccess2 on this hardware without code in the shader; the RDNA3.5 ISA guide only \
                 excludes MEMVIOL",
        used_in: "image_atomic_*, image_load, image_store",
    }
    AMD_IMAGE_PITCH = "amd.image_pitch" {
        statement: "What a linear image does whose given row pitch is not a multiple of 256 bytes.",
        always: "rows are that far apart",
        source: "Mesa asks for a multiple; nothing says what another value does",
        used_in: "image_*",
    }
    AMD_IMAGE_UNBOUND = "amd.image_unbound" {
        statement: "What an image descriptor with format 0 does that is not all zero.",
        always: "it is unbound: nothing is written, what is read is 0",
        source: "the RDNA3.5 ISA guide says so of an all-zero descriptor (10.5), and of format 0 for buffers (9.6)",
        used_in: "image_*",
    }
    AMD_FORMAT_MISSING = "amd.format_missing" {
        statement: "What a load gives for a component that the format does not have.",
        always: "0, and 1 for w",
        source: "OpenCL C and Vulkan fill missing components so, and Mesa relies on DST_SEL for nothing but order",
        used_in: "buffer_load_format_*, image_load",
    }
    AMD_FORMAT_OUT_OF_RANGE = "amd.format_out_of_range" {
        statement: "What a load with format conversion gives out of range or without a resource.",
        always: "0 in every component",
        source: "the RDNA3.5 ISA guide (9.4.1) says loads out of range give 0, before or after DST_SEL it does not say",
        used_in: "buffer_load_format_*, image_load",
    }
    AMD_FORMAT_INVALID = "amd.format_invalid" {
        statement: "What an access with format conversion does where the descriptor's format is 0 and the lane number \
                    is added to the index.",
        always: "nothing: loads give 0",
        source: "the RDNA3.5 ISA guide (9.6) calls format 0 unbound unless the lane number is added; without a format \
                 nothing can be converted",
        used_in: "buffer_load_format_*, buffer_store_format_*",
    }
    AMD_FORMAT_ROUNDING: bool = "amd.format_rounding" {
        statement: "How a float becomes one with fewer bits in memory or in 16 bits of a register.",
        values: &[("nearest-even", false), ("toward-zero", true)],
        source: "OpenCL C 8.3.1 allows both; Direct3D 11 rounds towards zero",
        used_in: "buffer_store_format_*, image_store, buffer_load_d16_format_*, image_load with d16",
        asked_when_running: true,
    }
    AMD_FORMAT_INTEGERS: bool = "amd.format_integers" {
        statement: "What a store does with an integer outside of the format's range.",
        values: &[("clamp", false), ("cut", true)],
        source: "OpenCL C 8.3.4 asks for saturation, and ROCm's device library leaves it to the instruction",
        used_in: "buffer_store_format_*, image_store",
        asked_when_running: true,
    }
    AMD_FORMAT_SCALED = "amd.format_scaled" {
        statement: "How a store rounds a float to a scaled integer.",
        always: "towards zero, ends of the range beyond it, NaN to 0",
        source: "as conversions from float to integer do elsewhere; no document says",
        used_in: "buffer_store_format_*",
    }
    AMD_FORMAT_D16_INTEGERS = "amd.format_d16_integers" {
        statement: "What a D16 load makes of an integer of more than 16 bits.",
        always: "its low 16 bits",
        source: "no document says",
        used_in: "buffer_load_d16_format_*, image_load with d16",
    }
    AMD_FORMAT_STORE = "amd.format_store" {
        statement: "Which component of memory a store writes each value to.",
        always: "the one that DST_SEL would load it from; components that no value goes to become 0",
        source: "Mesa stores to images with swapped colours through the descriptors that it loads with",
        used_in: "buffer_store_format_*, image_store",
    }
    AMD_BUFFER_LDS = "amd.buffer_lds" {
        statement: "Where a buffer load to LDS puts the value of a lane.",
        always: "at M0[15:0] + offset of the instruction + 4 * lane, extended to 32 bits; 0 where it is out of range",
        source: "AMD's CDNA3 ISA guide 9.1.9; the RDNA3 guide leaves the opcodes out, llvm-mc and Mesa have them",
        used_in: "buffer_load_lds_*",
    }
    AMD_IMAGE_CUBE = "amd.image_cube" {
        statement: "What the third coordinate of a cube image is for loads, stores and atomics.",
        always: "the face, counted on from cube to cube, as a layer of an array",
        source: "Mesa describes cubes that are stored to as arrays of six layers each",
        used_in: "image_* with CUBE",
    }
    AMD_IMAGE_DMASK = "amd.image_dmask" {
        statement: "What an image load or store with an empty DMASK does.",
        always: "it moves x",
        source: "llvm-mc 19 counts one register",
        used_in: "image_load, image_store",
    }
    AMD_IMAGE_PCK = "amd.image_pck" {
        statement: "What image accesses without conversion move.",
        always: "the bits of each component by itself, whatever DST_SEL says; 0 for components that the format does \
                  not have",
        source: "the RDNA3 ISA guide says only that 8 and 16 bits are extended",
        used_in: "image_load_pck*, image_store_pck*",
    }
    AMD_IMAGE_LEVEL = "amd.image_level" {
        statement: "What an image access to a mip level that the view does not have does.",
        always: "as outside of the image",
        source: "by analogy with amd.image_range",
        used_in: "image_load_mip*, image_store_mip*",
    }
    AMD_RESINFO = "amd.resinfo" {
        statement: "What IMAGE_GET_RESINFO tells where the guide is silent.",
        always: "1 where an axis is missing, layers of the view, 0 as size of a level that the view does not have, \
                  all 0 without an image",
        source: "the RDNA3 ISA guide names the four values; Direct3D 11 asks for size 0 of a missing level",
        used_in: "image_get_resinfo",
    }
    AMD_GDS_NARROW = "amd.gds_narrow" {
        statement: "Whether GDS has loads and stores below 32 bits.",
        always: "as LDS has them",
        source: "llvm-mc 19 assembles them; the RDNA3 ISA guide does not limit them to LDS",
        used_in: "ds_load_u8* with gds, ds_load_i8* with gds, ds_load_u16* with gds, ds_load_i16 with gds, ds_store_b8* with gds, ds_store_b16* with gds",
    }
    AMD_GDS_LANES = "amd.gds_lanes" {
        statement: "What a swizzle and a load or store at the lane's number do with GDS set.",
        always: "illegal instruction parameter",
        source: "they are about many lanes, and the GDS serves one (AMD's RDNA3 chapter 13); the RDNA3 ISA guide describes them for \
                 LDS",
        used_in: "ds_swizzle_b32 with gds, ds_load_addtid_b32 with gds, ds_store_addtid_b32 with gds",
    }
}
