//! Undocumented vISA arithmetic: each alternative of the two assumptions, on numbers that distinguish them.

use isotope_machine::Outcome;
use isotope_op::assume::Assumptions;

use crate::common::visa::{launch_with, plain, stopped};

/// The dwords that eight lanes write; `A` is set by the text.
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
    // A dword is converted to a qword, and the upper half is checked.
    for (modifier, reading, want) in [
        ("(-)", "widened", [0, 0, -1]),
        ("(-)", "sources", [-1, 0, -1]),
        ("(abs)", "widened", [0, 0, 0]),
        ("(abs)", "sources", [-1, 0, 0]),
        ("(-abs)", "widened", [-1, -1, -1]),
        ("(-abs)", "sources", [-1, -1, -1]),
    ] {
        for (number, want) in ["0x80000000:d", "0xffffffff:d", "0x1:d"].into_iter().zip(want) {
            let code = format!(
                "    mov (M1, 8) Ai(0,0)<1> {number}\n    mov (M1, 8) Wq(0,0)<1> {modifier}Ai(0,0)<1;1,0>\n    \
                 mov (M1, 8) C(0,0)<1> Wd(0,1)<2;1,0>\n"
            );
            assert_eq!(eight(&code, "intel.narrow_negation", reading), [want; 8], "{modifier}{number} {reading}");
        }
    }
    // With saturation the exact negation is used.
    for (number, ty, want) in [("0x80000000:d", "i", i32::MAX), ("0x8000:w", "s", 0x7fff_7fff)] {
        let code =
            format!("    mov (M1, 8) A{ty}(0,0)<1> {number}\n    mov.sat (M1, 8) C{ty}(0,0)<1> (-)A{ty}(0,0)<1;1,0>\n");
        for reading in ["sources", "widened"] {
            assert_eq!(eight(&code, "intel.narrow_negation", reading)[0], want, "{number} {reading}");
        }
    }
    // With a wider source, or an unsigned number, both alternatives agree.
    for reading in ["sources", "widened"] {
        let words = "    mov (M1, 8) As(0,0)<1> 0x8000:w\n    mov (M1, 8) Bi(0,0)<1> 0x1:d\n";
        let sum = format!("{words}    add (M1, 8) Ci(0,0)<1> Bi(0,0)<1;1,0> (-)As(0,0)<1;1,0>\n");
        assert_eq!(eight(&sum, "intel.narrow_negation", reading), [0x8001; 8], "{reading}");
    }
}

/// `any` and `all` of a predicate with more elements than the instruction has lanes. Elements beyond the declared ones are ignored.
#[test]
fn groups_of_predicates() {
    for (set, combine, lane, [variable, lanes]) in [
        ("0x8000:uw", "any", "(M1, 1)", [true, false]),
        ("0x8000:uw", "all", "(M1, 1)", [false, false]),
        ("0x1:uw", "all", "(M1, 1)", [false, true]),
        ("0xffff:uw", "all", "(M1, 1)", [true, true]),
        ("0x100:uw", "any", "(M1, 8)", [true, false]),
        ("0xff:uw", "all", "(M1, 8)", [false, true]),
        ("0x0:uw", "any", "(M1, 8)", [false, false]),
    ] {
        for (reading, want) in [("variable", variable), ("lanes", lanes)] {
            for (not, want) in [("", want), ("!", !want)] {
                let begin = format!("    setp (M1_NM, 16) H1 {set}\n    mov (M1, 8) C(0,0)<1> 0x0:ud\n");
                // With a select, a move and a jump.
                let chosen = format!("{begin}    ({not}H1.{combine}) sel {lane} C(0,0)<1> 0x7:ud 0x0:ud\n");
                let moved = format!("{begin}    ({not}H1.{combine}) mov {lane} C(0,0)<1> 0x7:ud\n");
                let jump = |name| {
                    format!(
                        "{begin}    ({not}H1.{combine}) {name} (M1, 1) OVER\n    mov (M1, 8) C(0,0)<1> 0x1:ud\nOVER:\n    \
                         xor (M1, 8) C(0,0)<1> C(0,0)<1;1,0> 0x1:ud\n    mul (M1, 8) C(0,0)<1> C(0,0)<1;1,0> 0x7:ud\n"
                    )
                };
                for code in [chosen, moved, jump("goto"), jump("jmp")] {
                    let got = eight(&code, "intel.predicate_groups", reading);
                    assert_eq!(got[0], if want { 7 } else { 0 }, "{set} {code} {reading}");
                }
            }
        }
    }
    let named = isotope_op::assume::find("intel.predicate_groups").unwrap();
    for (text, is) in
        [("(P1.any) mov (M1, 8) V1", true), ("(!P1.all) goto (M1, 8) L", true), ("(P1) mov (M1, 8)", false)]
    {
        assert_eq!(named.concerns(text), is, "{text}");
    }
}

/// Lanes that reach past the elements of a predicate are refused in every operand; a move uses the existing elements.
#[test]
fn elements_behind_a_predicate() {
    for code in [
        "    (H1) mov (M5, 8) C(0,0)<1> 0x1:ud\n",
        "    (!H1) goto (M5, 16) OVER\nOVER:\n",
        "    cmp.lt (M3, 16) H1 A(0,0)<1;1,0> B(0,0)<1;1,0>\n",
        "    setp (M1_NM, 32) H1 0x1:ud\n",
        "    setp (M5_NM, 16) H1 0x1:ud\n",
        "    and (M5, 16) H1 P1 P1\n",
        "    and (M5, 16) P1 P1 H1\n",
        "    (H1) sel (M5, 1) C(0,0)<1> 0x1:ud 0x2:ud\n",
        "    (H1) svm_scatter.4.1 (M5, 8) W.0 C.0\n",
        "    (H1) svm_atomic.inc (M5, 8) W.0 C.0 %null.0 %null.0\n",
    ] {
        let (outcome, _) = launch_with(code, 32, 1, &[plain([0; 8])], Assumptions::DEFAULT);
        let text = stopped(&outcome);
        assert!(
            text.contains("lanes behind the elements of a predicate") && text.contains("declare"),
            "{code}: {text}"
        );
    }
    // The number has more bits than the predicate has elements: the additional bits are dropped.
    let code = "    setp (M1_NM, 8) H2 0xfff5:uw\n    mov (M1_NM, 1) C(0,0)<1> H2\n";
    assert_eq!(eight(code, "intel.predicate_groups", "variable")[0], 0xf5);
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
