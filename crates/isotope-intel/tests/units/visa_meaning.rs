//! Semantics of vISA forms.

use isotope_intel::{FORMS, lift};

#[test]
fn every_form_has_a_meaning() {
    let emitted = FORMS.iter().filter(|form| lift::is_of_lanes(form)).count();
    assert_eq!((FORMS.iter().count(), emitted), (159, 78));
}
