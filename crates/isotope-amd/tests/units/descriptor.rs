//! AMD's kernel descriptors.

use isotope_amd::amdgpu::descriptor::{Descriptor, Properties, Rsrc1, Rsrc2, Rsrc3};

/// Every bit belongs to exactly one field.
#[test]
fn the_fields_cover_every_bit_once() {
    let words =
        [(Rsrc1::FIELDS, u32::MAX), (Rsrc2::FIELDS, u32::MAX), (Rsrc3::FIELDS, u32::MAX), (Properties::FIELDS, 0xffff)];
    for (fields, all) in words {
        let mut seen = 0u32;
        for &(name, low, high) in fields {
            let mask = (u64::MAX >> (63 - (high - low)) << low) as u32;
            assert_eq!(seen & mask, 0, "{name}");
            seen |= mask;
        }
        assert_eq!(seen, all, "{:?}", fields[0]);
    }
    assert_eq!(Rsrc1(0x60af_0080).granulated_wavefront_sgpr_count(), 2);
    assert_eq!(Rsrc1(u32::MAX).float_denorm_mode_32(), 3);
    assert_eq!(Properties(0x0408).enable_wavefront_size32(), 1);
    assert_eq!(Rsrc3(u32::MAX).reserved(), 0x7_ffff);
}

/// The example of the histogram kernel, and each reserved byte.
#[test]
fn reserved_bytes_are_zero() {
    let mut bytes = [0u8; 64];
    bytes[0..4].copy_from_slice(&1024u32.to_le_bytes());
    bytes[8..12].copy_from_slice(&24u32.to_le_bytes());
    bytes[16..24].copy_from_slice(&0x1100i64.to_le_bytes());
    bytes[48..52].copy_from_slice(&0x60af_0080u32.to_le_bytes());
    bytes[52..56].copy_from_slice(&0x9eu32.to_le_bytes());
    bytes[56..58].copy_from_slice(&0x0408u16.to_le_bytes());
    let kd = Descriptor::read(&bytes).unwrap();
    assert_eq!((kd.group_segment_fixed_size, kd.kernarg_size, kd.kernel_code_entry_byte_offset), (1024, 24, 0x1100));
    assert_eq!((kd.wave_size(), kd.vgprs(), kd.rsrc2.user_sgpr_count(), kd.property_sgprs()), (32, 8, 15, 2));
    assert_eq!((kd.rsrc2.enable_sgpr_workgroup_id_x(), kd.rsrc2.enable_sgpr_workgroup_id_y()), (1, 0));
    for at in (12..16).chain(24..44).chain(58..64) {
        let mut bytes = bytes;
        bytes[at] = 1;
        assert_eq!(Descriptor::read(&bytes).unwrap_err(), if at == 59 { 58 } else { at });
    }
    bytes[57] |= 0x80;
    assert_eq!(Descriptor::read(&bytes).unwrap_err(), 56);
}
