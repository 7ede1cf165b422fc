//! Rows of vISA.

use isotope_intel::FORMS;
use isotope_intel::form::{Field, FieldKind};

/// Why vISA rows have no bit positions: the position of a field depends on the operands before it.
#[test]
fn most_forms_have_operands_of_many_lengths() {
    let of_many_lengths = |part: &Field| matches!(part.kind, FieldKind::Dst(_) | FieldKind::Src(_));
    let forms = FORMS.iter().filter(|form| form.parts.iter().any(of_many_lengths)).count();
    assert_eq!((forms, FORMS.iter().count()), (132, 159));
}
