//! Text of operands and results.

use isotope_target::operation::{bits, push_value};

#[test]
fn bit_patterns() {
    assert_eq!(bits("0xffffffff", 32), Ok(u64::from(u32::MAX)));
    assert_eq!(bits("0xffffffffffffffff", 64), Ok(u64::MAX));
    assert_eq!(bits("0x00000000000000001", 32), Ok(1));
    assert_eq!(bits("0x1ffffffff", 32).unwrap_err(), "expected at most 32 bits, found `0x1ffffffff`");
    for bad in ["", "0x", "12", "-", "0x+1", "0xg", "0X1"] {
        assert!(bits(bad, 32).is_err(), "{bad}");
    }
    let mut out = String::new();
    push_value(Some(0xab), 8, &mut out);
    push_value(None, 8, &mut out);
    assert_eq!(out, "0x000000ab-");
}
