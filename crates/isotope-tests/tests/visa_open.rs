//! What documents leave open about vISA arithmetic: each reading of the two rules, on the numbers that tell them apart.

use isotope_machine::Outcome;
use isotope_op::assume::Assumptions;

use crate::common::visa::{launch_with, plain};

/// Dwords that eight lanes write, whose first source is `A` as the text says.
fn eight(code: &str, id: &str, reading: &str) -> Vec<i32> {
    let mut assumptions = Assumptions::DEFAULT;
    assert!(assumptions.set(id, reading), "{id}={reading}");
    let text = format!(
        "{code}    shl (M1, 8) X(0,0)<1> U(0,0)<1;1,0> 0x2:ud\n    scatter4_scaled.R (M1, 8) T6 0x0:ud X.0 C.0\n"
    );
    let (outcome, words) = launch_with(&text, 8, 1, &[plain([0; 8])], assumptions);
    assert_eq!(outcome, Outcome::Done, "{text}");
    words[0].iter().map(|w| *w as i32).collect()
}

#[test]
fn opposites_of_narrow_numbers() {
    for (modifier, reading, want) in [
        ("(-)", "widened", [0x8000, -0x7fff, -1]),
        ("(-)", "sources", [-0x8000, -0x7fff, -1]),
        ("(abs)", "widened", [0x8000, 0x7fff, 1]),
        ("(abs)", "sources", [-0x8000, 0x7fff, 1]),
        ("(-abs)", "widened", [-0x8000, -0x7fff, -1]),
        ("(-abs)", "sources", [-0x8000, -0x7fff, -1]),
    ] {
        for (number, want) in ["0x8000:w", "0x7fff:w", "0x1:w"].into_iter().zip(want) {
            let code =
                format!("    mov (M1, 8) As(0,0)<1> {number}\n    mov (M1, 8) Ci(0,0)<1> {modifier}As(0,0)<1;1,0>\n");
            assert_eq!(eight(&code, "intel.narrow_negation", reading), [want; 8], "{modifier}{number} {reading}");
        }
    }
    let named = isotope_op::assume::find("intel.narrow_negation").unwrap();
    for (text, is) in [("(-)V2(0,0)<1;1,0>", true), ("(-abs)V2(0,0)<1;1,0>", true), ("V2(0,0)<1;1,0>", false)] {
        assert_eq!(named.concerns(&format!("(P1) mov (M1, 8) V1(0,0)<1> {text}")), is, "{text}");
    }
    // A wider source beside it, or an unsigned number: both readings agree.
    for reading in ["sources", "widened"] {
        let words = "    mov (M1, 8) As(0,0)<1> 0x8000:w\n    mov (M1, 8) Bi(0,0)<1> 0x1:d\n";
        let sum = format!("{words}    add (M1, 8) Ci(0,0)<1> Bi(0,0)<1;1,0> (-)As(0,0)<1;1,0>\n");
        assert_eq!(eight(&sum, "intel.narrow_negation", reading), [0x8001; 8], "{reading}");
    }
}

#[test]
fn divisions_by_zero() {
    let code = |op: &str, dividend: &str, ty: &str| {
        let (to, from) = if ty == "d" { ("Ci", "Ai") } else { ("C", "A") };
        format!(
            "    mov (M1, 8) A(0,0)<1> {dividend}\n    mov (M1, 8) B(0,0)<1> 0x0:ud\n    {op} (M1, 8) {to}(0,0)<1> \
             {from}(0,0)<1;1,0> B{}(0,0)<1;1,0>\n",
            if ty == "d" { "i" } else { "" }
        )
    };
    let mut seen = 0;
    for (dividend, ty, steps, largest) in [
        ("0x7:ud", "ud", [-1, 7], [-1, -1]),
        ("0x7:ud", "d", [-1, 7], [i32::MAX, i32::MAX]),
        ("0xfffffff9:ud", "d", [1, -7], [i32::MIN, i32::MIN]),
    ] {
        for (reading, want) in [("steps", steps), ("largest", largest)] {
            for (op, want) in ["div", "mod"].into_iter().zip(want) {
                let got = eight(&code(op, dividend, ty), "intel.division_by_zero", reading);
                assert_eq!(got, [want; 8], "{op} {dividend} {ty} {reading}");
                seen += 1;
            }
        }
    }
    assert_eq!(seen, 12);
}
