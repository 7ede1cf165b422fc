//! The global data share: one test per rule.

use isotope_op::assume::Assumptions;

use super::tests::{rules_broken, unit, unit_of};
use super::*;

#[test]
fn m0_vmid_and_memory_confine_an_access() {
    let mut config = Config::default();
    config.vmids[2].gds = GdsRange { base: 0x800, size: 0x100 };
    config.vmids[3].gds = GdsRange { base: 0xff8, size: 0x100 };
    let u = unit_of(config, &[]);
    let m0 = 0x0040_0020; // base 0x40, size 0x20
    assert_eq!(u.gds_address(0, m0, 4, 8, 4, 4), Ok(0x4c));
    assert_eq!(u.gds_address(2, m0, 4, 8, 4, 4), Ok(0x84c));
    assert_eq!(u.gds_address(0, m0, 0x1c, 0, 4, 4), Ok(0x5c));
    assert_eq!(u.gds_address(0, m0, 0x1c, 4, 4, 4), Err(Out::BeyondM0 { address: 0x20, size: 0x20 }));
    assert_eq!(u.gds_address(0, m0, 0x1c, 0, 8, 4), Err(Out::BeyondM0 { address: 0x1c, size: 0x20 }));
    // The sum wraps at 32 bits.
    assert_eq!(u.gds_address(0, m0, 0xffff_fffc, 8, 4, 4), Ok(0x44));
    assert_eq!(u.gds_address(2, 0x00f0_0020, 0x10, 0, 4, 4), Err(Out::BeyondVmid { address: 0x100, size: 0x100 }));
    assert_eq!(u.gds_address(3, 0x20, 8, 0, 4, 4), Err(Out::BeyondMemory { address: 0x1000, size: 0x1000 }));
    let out = u.gds_address(0, m0, 2, 0, 4, 4).unwrap_err();
    assert_eq!(out.to_string(), "4-byte access at GDS 0x42 (must be a multiple of 4)");
    assert_eq!(u.gds_address(0, m0, 2, 0, 4, 1), Ok(0x42), "a load takes any address");
    assert_eq!(u.gds_address(0, m0, 4, 0, 12, 4), Ok(0x44));
}

#[test]
fn bytes_are_little_endian_and_end_where_the_memory_ends() {
    let mut u = unit(&[]);
    u.gds_mut().store(8, 8, 0x1122_3344_5566_7788);
    assert_eq!((u.gds().load(8, 4), u.gds().load(12, 4), u.gds().load(9, 1)), (0x5566_7788, 0x1122_3344, 0x77));
    u.gds_mut().store(4094, 4, u64::MAX);
    assert_eq!(u.gds().load(4094, 4), 0xffff);
    assert_eq!(u.gds().load(u32::MAX, 8), 0);
}

#[test]
fn append_and_consume_count_lanes() {
    let mut u = unit(&[]);
    let at = u.append_address(WaveId(0), 0, 0x0010_0100, 0).unwrap();
    assert_eq!(at, 0x10, "the high half of M0");
    assert_eq!(u.append(at, true, 0xffff_0000_ffff), 0);
    assert_eq!(u.append(at, true, 0), 32);
    assert_eq!(u.append(at, false, 0b111), 32);
    assert_eq!(u.gds().load(at, 4), 29);
    assert!(u.diagnostics().is_empty());
    assert_eq!(u.append_address(WaveId(0), 0, 0x0010_0100, 8), Ok(0x18));
    assert_eq!(rules_broken(&mut u), [Rule::AppendOffset]);
    assert_eq!(u.append_address(WaveId(0), 0, 0x0010_0000, 0), Err(Out::BeyondM0 { address: 0, size: 0 }));
    let mut u = unit(&[("amd.append_m0", "low")]);
    assert_eq!(u.append_address(WaveId(0), 0, 0x0010_0100, 0), Ok(0x100));
    let bases = |name| {
        let rules = unit(&[("amd.append_m0", name)]).config().rules;
        [gds::append_base(0x0010_0100, false, &rules), gds::append_base(0x0010_0100, true, &rules)]
    };
    assert_eq!([bases("by-space"), bases("low"), bases("high")], [[0x100, 0x10], [0x100, 0x100], [0x10, 0x10]]);
}

#[test]
fn gs_registers_are_eight_words_and_eight_pairs() {
    let mut u = unit(&[]);
    let rules = Assumptions::DEFAULT;
    for index in 0..16u8 {
        let first = u.gs_reg(WaveId(0), GsOp::Sub, index << 2, 1);
        let second = u.gs_reg(WaveId(0), GsOp::Add, index << 2, 3);
        if index < 8 {
            assert_eq!((first, second), (GsOld::Word(0), GsOld::Word(u32::MAX)));
            assert_eq!(second.destination(&rules), (u32::MAX, None));
        } else {
            assert_eq!((first, second), (GsOld::Wide(0), GsOld::Wide(u64::MAX)));
            assert_eq!(second.destination(&rules), (u32::MAX, Some(u32::MAX)));
        }
        assert_eq!(u.registers().get(index), 2);
    }
    assert!(u.diagnostics().is_empty());
    u.gs_reg(WaveId(0), GsOp::Add, 0xc5, 1);
    assert_eq!(u.registers().get(1), 3, "only [5:2] count");
    assert_eq!(rules_broken(&mut u), [Rule::OrderedOffset]);
    let zero = unit(&[("amd.gs_reg_high", "zero")]).config().rules;
    assert_eq!(GsOld::Word(7).destination(&zero), (7, Some(0)));
}
