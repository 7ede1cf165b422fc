//! Semantics of RDNA3 forms.

use isotope_amd::{TABLE, lift};

#[test]
fn every_form_has_a_meaning() {
    let open = TABLE.forms().filter(|form| !lift::is_modelled(isotope_amd::GFX1100, form)).count();
    assert_eq!((TABLE.len(), open), (3058, 19));
}
