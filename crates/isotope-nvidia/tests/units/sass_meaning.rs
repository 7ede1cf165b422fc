//! Semantics of SPA forms.

use isotope_nvidia::spa5::TABLE;
use isotope_nvidia::spa5::lift::{head, is_modelled};

#[test]
fn every_form_has_a_meaning() {
    let refused = TABLE.forms().filter(|form| !is_modelled(form)).count();
    assert_eq!((TABLE.len(), refused), (434, 63));
}

#[test]
fn fixed_modifiers_are_part_of_the_name() {
    let of = |syntax: &str| TABLE.forms().find(|form| form.syntax.starts_with(syntax)).map(head);
    for (syntax, want) in [
        ("SHF.L{", "SHF.L"),
        ("IMAD{.signs}{.HI}.PO", "IMAD.PO"),
        ("SUATOM.D{.BA}.dim.CAS", "SUATOM.D.CAS"),
        ("ATOM{.E}.op", "ATOM"),
        ("CCTL{.E}{.cache}.QRY1[", "CCTL.QRY1"),
        ("MOV ", "MOV"),
    ] {
        assert_eq!(of(syntax).as_deref(), Some(want), "{syntax}");
    }
}
