//! The kernel descriptor: 64 bytes that define the initial state of a wave for the command processor.
//!
//! Every bit has a name here; the launch applies the fields to the initial state of a wave.
//!
//! # Source
//! spec: LLVM 19, AMDGPU usage guide, "Kernel Descriptor" and the tables of `compute_pgm_rsrc1` to `3` for GFX11; LLVM's
//! `AMDHSAKernelDescriptor.h` has the same names.

use isotope_object::elf::bytes_at;

/// Size of a descriptor in bytes.
pub const SIZE: u64 = 64;

/// A bit field of a word: name, lowest bit, highest bit.
pub type Field = (&'static str, u8, u8);

macro_rules! bit_fields {
    ($(#[$doc:meta])* $name:ident($word:ty): $($(#[$field_doc:meta])* $field:ident $low:literal ..= $high:literal;)*) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $name(pub $word);

        impl $name {
            /// Every named field.
            pub const FIELDS: &[Field] = &[$((stringify!($field), $low, $high)),*];

            $($(#[$field_doc])*
            pub const fn $field(self) -> $word {
                (self.0 >> $low) & (<$word>::MAX >> (<$word>::BITS - 1 - ($high - $low)))
            })*
        }
    };
}

bit_fields! {
    /// `compute_pgm_rsrc1`: registers and float modes.
    Rsrc1(u32):
    /// VGPRs in granules of 8 (wave32) or 4 (wave64), minus one.
    granulated_workitem_vgpr_count 0..=5;
    /// Reserved since GFX10: a wave always has 106 SGPRs.
    granulated_wavefront_sgpr_count 6..=9;
    /// Set by the command processor.
    priority 10..=11;
    /// Rounding of f32: 0 nearest even, 1 up, 2 down, 3 to zero.
    float_round_mode_32 12..=13;
    /// Rounding of f16 and f64.
    float_round_mode_16_64 14..=15;
    /// Subnormals of f32: bit 0 preserves those of sources, bit 1 those of results.
    float_denorm_mode_32 16..=17;
    /// Subnormals of f16 and f64.
    float_denorm_mode_16_64 18..=19;
    /// Set by the command processor.
    privileged 20..=20;
    /// Clamping converts NaN to 0.
    enable_dx10_clamp 21..=21;
    /// Set by the command processor.
    debug_mode 22..=22;
    /// IEEE rules for NaN in min and max.
    enable_ieee_mode 23..=23;
    /// Set by the command processor.
    bulky 24..=24;
    /// Set by the command processor.
    cdbg_user 25..=25;
    /// f16 results that overflow become the largest finite number.
    fp16_ovfl 26..=26;
    /// Zero.
    reserved 27..=28;
    /// Waves of a group may use both compute units of a pair.
    wgp_mode 29..=29;
    /// Memory results return in order.
    mem_ordered 30..=30;
    /// The scheduler prefers the oldest wave.
    forward_progress 31..=31;
}

bit_fields! {
    /// `compute_pgm_rsrc2`: initial register values of a wave, and exceptions.
    Rsrc2(u32):
    /// Scratch is set up.
    enable_private_segment 0..=0;
    /// Number of SGPRs before the workgroup ids.
    user_sgpr_count 1..=5;
    /// Zero.
    enable_trap_handler 6..=6;
    /// Workgroup id x is in an SGPR.
    enable_sgpr_workgroup_id_x 7..=7;
    /// Workgroup id y is in an SGPR.
    enable_sgpr_workgroup_id_y 8..=8;
    /// Workgroup id z is in an SGPR.
    enable_sgpr_workgroup_id_z 9..=9;
    /// Workgroup information is in an SGPR.
    enable_sgpr_workgroup_info 10..=10;
    /// Work-item ids: 0 x, 1 x and y, 2 all three.
    enable_vgpr_workitem_id 11..=12;
    /// Traps on a watched address.
    enable_exception_address_watch 13..=13;
    /// Traps on memory violations.
    enable_exception_memory 14..=14;
    /// Set by the command processor.
    granulated_lds_size 15..=23;
    /// Traps on invalid float operations.
    enable_exception_fp_invalid 24..=24;
    /// Traps on subnormal sources.
    enable_exception_fp_denormal_source 25..=25;
    /// Traps on float division by zero.
    enable_exception_fp_division_by_zero 26..=26;
    /// Traps on float overflow.
    enable_exception_fp_overflow 27..=27;
    /// Traps on float underflow.
    enable_exception_fp_underflow 28..=28;
    /// Traps on inexact float results.
    enable_exception_fp_inexact 29..=29;
    /// Traps on integer division by zero.
    enable_exception_int_division_by_zero 30..=30;
    /// Zero.
    reserved 31..=31;
}

bit_fields! {
    /// `compute_pgm_rsrc3` of GFX11.
    Rsrc3(u32):
    /// VGPRs that both halves of a wave64 share, in granules of 8.
    shared_vgpr_count 0..=3;
    /// Instruction bytes to fetch ahead, in units of 128.
    inst_pref_size 4..=9;
    /// Trap before the first instruction.
    trap_on_start 10..=10;
    /// Trap at the end.
    trap_on_end 11..=11;
    /// Zero.
    reserved 12..=30;
    /// The kernel uses image instructions.
    image_op 31..=31;
}

bit_fields! {
    /// `kernel_code_properties`: the values in the user SGPRs, in this order.
    Properties(u16):
    /// Four SGPRs: scratch buffer descriptor (not on GFX11, which addresses scratch itself).
    enable_sgpr_private_segment_buffer 0..=0;
    /// Two SGPRs: address of the dispatch packet.
    enable_sgpr_dispatch_ptr 1..=1;
    /// Two SGPRs: address of the queue.
    enable_sgpr_queue_ptr 2..=2;
    /// Two SGPRs: address of the kernel arguments.
    enable_sgpr_kernarg_segment_ptr 3..=3;
    /// Two SGPRs: number of the dispatch.
    enable_sgpr_dispatch_id 4..=4;
    /// Two SGPRs: scratch set-up (not on GFX11).
    enable_sgpr_flat_scratch_init 5..=5;
    /// One SGPR: scratch bytes of a work-item.
    enable_sgpr_private_segment_size 6..=6;
    /// Zero.
    reserved 7..=9;
    /// Waves have 32 lanes instead of 64.
    enable_wavefront_size32 10..=10;
    /// The stack size is unbounded.
    uses_dynamic_stack 11..=11;
    /// Zero.
    reserved_high 12..=15;
}

/// A kernel descriptor.
///
/// # Shape
/// 64 bytes, little-endian, on a 64-byte boundary; bytes that belong to no field are zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Descriptor {
    /// Size of a group's LDS in bytes, without dynamic LDS.
    pub group_segment_fixed_size: u32,
    /// Size of a work-item's scratch in bytes.
    pub private_segment_fixed_size: u32,
    /// Size of the kernel arguments in bytes; 0 may also mean that the kernel does not read them.
    pub kernarg_size: u32,
    /// Distance in bytes from the descriptor to the first instruction, a multiple of 256.
    pub kernel_code_entry_byte_offset: i64,
    /// `compute_pgm_rsrc1`.
    pub rsrc1: Rsrc1,
    /// `compute_pgm_rsrc2`.
    pub rsrc2: Rsrc2,
    /// `compute_pgm_rsrc3`.
    pub rsrc3: Rsrc3,
    /// `kernel_code_properties`.
    pub properties: Properties,
    /// Kernel arguments that are preloaded into SGPRs; not on GFX11, so zero.
    pub kernarg_preload: u16,
}

impl Descriptor {
    /// Decodes a descriptor, or returns the offset of the first invalid byte.
    ///
    /// # Errors
    /// The offset of a reserved byte or field that is not zero.
    pub fn read(bytes: &[u8; SIZE as usize]) -> Result<Descriptor, usize> {
        let word = |offset| u32::from_le_bytes(bytes_at(bytes, offset).unwrap_or_default());
        let half = |offset| u16::from_le_bytes(bytes_at(bytes, offset).unwrap_or_default());
        let descriptor = Descriptor {
            group_segment_fixed_size: word(0),
            private_segment_fixed_size: word(4),
            kernarg_size: word(8),
            kernel_code_entry_byte_offset: i64::from_le_bytes(bytes_at(bytes, 16).unwrap_or_default()),
            rsrc3: Rsrc3(word(44)),
            rsrc1: Rsrc1(word(48)),
            rsrc2: Rsrc2(word(52)),
            properties: Properties(half(56)),
            kernarg_preload: half(58),
        };
        let reserved = (12..16).chain(24..44).chain(60..64).find(|&at| bytes[at] != 0);
        let Descriptor { rsrc1, rsrc2, rsrc3, properties, kernarg_preload, .. } = descriptor;
        let fields = [
            (44, rsrc3.reserved()),
            (48, rsrc1.reserved()),
            (52, rsrc2.reserved()),
            (56, u32::from(properties.reserved() | properties.reserved_high())),
            (58, u32::from(kernarg_preload)),
        ];
        match reserved.or(fields.iter().find(|(_, value)| *value != 0).map(|(at, _)| *at)) {
            Some(offset) => Err(offset),
            None => Ok(descriptor),
        }
    }

    /// Number of lanes of a wave, 32 or 64.
    pub fn wave_size(&self) -> u32 {
        if self.properties.enable_wavefront_size32() != 0 { 32 } else { 64 }
    }

    /// Number of VGPRs of a wave.
    pub fn vgprs(&self) -> u32 {
        let granule = if self.wave_size() == 32 { 8 } else { 4 };
        (self.rsrc1.granulated_workitem_vgpr_count() + 1) * granule
    }

    /// Number of SGPRs that the enabled properties use.
    pub fn property_sgprs(&self) -> u32 {
        let p = self.properties;
        let pairs = p.enable_sgpr_dispatch_ptr()
            + p.enable_sgpr_queue_ptr()
            + p.enable_sgpr_kernarg_segment_ptr()
            + p.enable_sgpr_dispatch_id()
            + p.enable_sgpr_flat_scratch_init();
        let count = 4 * p.enable_sgpr_private_segment_buffer() + 2 * pairs + p.enable_sgpr_private_segment_size();
        u32::from(count)
    }
}
