//! Rows of vISA.

use isotope_intel::FORMS;
use isotope_intel::form::{Field, FieldKind};

/// Why these rows have no bit positions: where a field begins depends on the operands in front of it.
#[test]
fn most_forms_have_operands_of_many_lengths() {
    let of_many_lengths = |part: &Field| matches!(part.kind, FieldKind::Dst(_) | FieldKind::Src(_));
    let forms = FORMS.iter().filter(|form| form.parts.iter().any(of_many_lengths)).count();
    assert_eq!((forms, FORMS.iter().count()), (132, 159));
}
