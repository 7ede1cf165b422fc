//! The part of a gfx1100 file that is lifted for a kernel: the reachable code, or all code if a jump target is unknown.

use crate::common::{image, rdna};
use isotope_amd::lift::{self, Env};
use isotope_op::assume::Assumptions;

/// Bytes of some instructions, separated by semicolons; `WORD` is a word that is not an instruction.
fn assemble(text: &str) -> Vec<u8> {
    let bytes = |line: &str| if line == "WORD" { vec![0xff; 4] } else { rdna::assemble(line) };
    text.split(';').map(str::trim).flat_map(bytes).collect()
}

/// Addresses of the instructions that are lifted.
fn lifted(text: &str, entry: u32) -> Vec<u32> {
    let env = Env { entry, ..rdna::env(false, 32, lift::Mode::from_rsrc1(0xc0 << 12)) };
    let program = lift::program("test", &assemble(text), &env);
    assert_eq!(program.steps[program.entry as usize].address, entry, "{text}");
    program.steps.iter().map(|step| step.address).collect()
}

#[test]
fn only_what_a_kernel_can_come_to_is_lifted() {
    for (text, entry, expected) in [
        // After the end; before the entry; padding; the words of another kernel.
        ("s_nop 0; s_endpgm; s_nop 1; s_endpgm", 0, &[0, 4][..]),
        ("s_nop 0; s_endpgm; s_nop 1; s_endpgm", 8, &[8, 12]),
        ("s_endpgm; s_code_end; s_code_end", 0, &[0]),
        ("WORD; WORD; s_endpgm", 8, &[8]),
        ("WORD; s_endpgm", 0, &[0]),
        // Branches, both sides and backwards; a jump over words that are not code.
        ("s_cbranch_scc0 1; s_endpgm; s_nop 0; s_endpgm; s_nop 1", 0, &[0, 4, 8, 12]),
        ("s_branch 2; WORD; WORD; s_endpgm", 0, &[0, 12]),
        ("s_nop 0; s_cbranch_scc1 -2; s_endpgm; s_nop 0", 0, &[0, 4, 8]),
        ("s_nop 0; s_branch -2; s_endpgm", 0, &[0, 4]),
        // A jump into a literal that is also an instruction: all code is lifted in order, as before, and the jump has no target.
        ("s_cbranch_scc0 1; s_mov_b32 s0, 0xbf800001; s_endpgm; s_nop 0", 0, &[0, 4, 12, 16]),
        // Calls: by number, and through an address computed relative to the code, also through a copy.
        ("s_call_b64 s[30:31], 2; s_endpgm; s_nop 0; s_setpc_b64 s[30:31]; s_nop 1", 0, &[0, 4, 12]),
        (
            "s_getpc_b64 s[4:5]; s_add_u32 s4, s4, 24; s_addc_u32 s5, s5, 0; s_swappc_b64 s[30:31], s[4:5]; s_endpgm; \
             s_nop 0; s_nop 0; s_setpc_b64 s[30:31]; s_nop 1",
            0,
            &[0, 4, 8, 12, 16, 28],
        ),
        (
            "s_setpc_b64 s[30:31]; s_nop 1; s_getpc_b64 s[4:5]; s_add_u32 s4, s4, -12; s_addc_u32 s5, s5, -1; \
             s_mov_b64 s[16:17], s[4:5]; v_nop; s_swappc_b64 s[30:31], s[16:17]; s_endpgm; s_nop 0",
            8,
            &[0, 8, 12, 16, 20, 24, 28, 32],
        ),
    ] {
        assert_eq!(lifted(text, entry), expected, "{text}");
    }
}

#[test]
fn a_jump_that_cannot_be_told_may_go_anywhere() {
    let behind = "s_endpgm; s_nop 0; s_endpgm";
    for text in [
        "s_setpc_b64 s[0:1]",
        "s_swappc_b64 s[30:31], s[0:1]",
        // A return without a call.
        "s_setpc_b64 s[30:31]",
        // One half of the address comes from elsewhere; it is changed; the carry is changed; a branch comes between; the registers are
        // selected by number.
        "s_getpc_b64 s[4:5]; s_add_u32 s4, s4, 8; s_addc_u32 s5, s6, 0; s_swappc_b64 s[30:31], s[4:5]",
        "s_getpc_b64 s[4:5]; s_mov_b32 s4, 0; s_swappc_b64 s[30:31], s[4:5]",
        "s_getpc_b64 s[4:5]; s_load_b64 s[4:5], s[0:1], null; s_swappc_b64 s[30:31], s[4:5]",
        "s_getpc_b64 s[4:5]; s_add_u32 s4, s4, 8; s_add_u32 s7, s7, 8; s_addc_u32 s5, s5, 0; s_swappc_b64 s[30:31], s[4:5]",
        "s_cbranch_scc0 1; s_getpc_b64 s[4:5]; s_swappc_b64 s[30:31], s[4:5]",
        "s_getpc_b64 s[4:5]; s_movreld_b32 s0, s1; s_swappc_b64 s[30:31], s[4:5]",
        // The return address was loaded.
        "s_call_b64 s[30:31], 0; s_load_b64 s[30:31], s[0:1], null; s_setpc_b64 s[30:31]",
    ] {
        let text = format!("{text}; {behind}");
        let all = lifted(&text, 0);
        assert_eq!(*all.last().unwrap() as usize + 4, assemble(&text).len(), "{text}");
    }
}

#[test]
fn functions_whose_address_is_worked_out_count_where_one_returns() {
    // The address of the function at 36 is passed to the function at 24, which is called.
    let text = "s_getpc_b64 s[4:5]; s_add_u32 s4, s4, 32; s_addc_u32 s5, s5, 0; s_mov_b64 s[8:9], s[4:5]; s_call_b64 s[30:31], 1; \
                s_endpgm; s_nop 0; s_setpc_b64 s[30:31]; s_nop 1; s_setpc_b64 s[30:31]; s_nop 2";
    assert_eq!(lifted(text, 0), [0, 4, 8, 12, 16, 20, 24, 28, 36]);
}

#[test]
fn a_kernel_of_many_is_lifted_alone() {
    let image = image("explore/bin/gfx1100/progress.co");
    assert!(image.kernels.len() > 200);
    for kernel in &image.kernels {
        let program = isotope_amd::launch::program(&image, kernel, Assumptions::DEFAULT).unwrap();
        let own = kernel.entry..kernel.entry + kernel.size;
        assert!(program.steps.iter().all(|step| own.contains(&step.address)), "{}", kernel.name);
    }
}
