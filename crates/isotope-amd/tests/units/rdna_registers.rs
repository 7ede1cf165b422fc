//! Sets of AMD registers.

use isotope_amd::rules::{Halves, Registers};
use isotope_table::Run;

const NULL: u64 = 124;

fn set(runs: &[(&'static str, u64, u64)]) -> Registers {
    let mut set = Registers::default();
    runs.iter().for_each(|&(file, first, count)| set.add(Run { file, first, count }, Halves::Both));
    set
}

#[test]
fn names_and_overlaps() {
    let some = set(&[("v", 4, 2), ("s", 2, 1), ("s", 106, 2), ("s", 110, 2), ("v", 255, 4), ("s", NULL, 1)]);
    assert_eq!(some.to_string(), "s2, vcc_lo, vcc_hi, ttmp[2:3], v[4:5], v255");
    assert!(some.meets(&set(&[("v", 5, 1)])) && !some.meets(&set(&[("s", 5, 1)])));
    assert_eq!(some.without(&set(&[("v", 0, 256)])).and(&some).to_string(), "s2, vcc_lo, vcc_hi, ttmp[2:3]");
    assert!(set(&[("s", NULL, 1)]).is_empty());
}
