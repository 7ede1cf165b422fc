//! `isotope lift`: the neutral form of instructions and files.

use crate::common::{cubin, isotope};
use isotope_ir::program::Program;

/// What an instruction is lifted to, without its own text.
fn meaning(target: &str, text: &str) -> String {
    let ran = isotope(&format!("lift -t {target} '{text}'"));
    ran.status(0).err_is("");
    let lines = ran.out.lines().map(|line| line.rfind("} \"").map_or(line, |at| &line[..at]));
    let lines: Vec<_> = lines.filter(|line| !line.starts_with("program") && !line.starts_with("size")).collect();
    assert!(!lines.is_empty(), "{text}");
    lines.join("\n")
}

#[test]
fn what_says_something_of_order_scope_or_caches_is_lifted_to_something_of_its_own() {
    let pairs = [
        ("sm_50", "MEMBAR.CTA;", "MEMBAR.SYS;"),
        ("sm_50", "LDG.E R0, [R2];", "LDG.E.CV R0, [R2];"),
        ("sm_50", "STG.E [R2], R0;", "STG.E.WT [R2], R0;"),
        ("sm_50", "CCTL.IVALL;", "NOP;"),
        ("gfx1100", "global_load_b32 v0, v[2:3], off", "global_load_b32 v0, v[2:3], off glc slc dlc"),
        ("gfx1100", "buffer_gl0_inv", "s_nop 0"),
        ("gfx1100", "s_waitcnt vmcnt(0)", "s_nop 0"),
        ("gfx1100", "s_waitcnt_vscnt null, 0x0", "s_nop 0"),
        ("visa", "lsc_fence.ugm.none.group", "yield"),
        ("visa", "fence_global.E", "fence_global"),
        (
            "visa",
            "lsc_load.ugm.uc.uc (M1, 8) V33:d32 flat[V34]:a32",
            "lsc_load.ugm.ca.wb (M1, 8) V33:d32 flat[V34]:a32",
        ),
    ];
    for (target, a, b) in pairs {
        let target = if target == "visa" {
            "visa --declare '.decl V33 v_type=G type=ud num_elts=8 align=GRF' --declare '.decl V34 v_type=G type=ud num_elts=8 align=GRF'"
        } else {
            target
        };
        assert_ne!(meaning(target, a), meaning(target, b), "{a} and {b}");
    }
}

#[test]
fn a_file_is_lifted_to_text_that_reads_back() {
    let file = cubin("histogram256");
    let ran = isotope(&format!("lift {file} --kernel histogram256"));
    ran.status(0).err_is("");
    let program = Program::from_text(&ran.out).expect("a program");
    assert_eq!(program.to_text(), ran.out);
    assert!(program.steps.len() > 20 && program.name == "histogram256");
}
