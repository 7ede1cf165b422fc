//! What can decide the bytes that a kernel leaves: one kernel for each, in which it does, and `run --fidelity` names it.
//! Each has a twin in which it does not, and there nothing is named. docs/fidelity.md is the list in words.

use crate::common::{case, folder, isotope, repository, write};
use isotope_nvidia::spa5::{Mode, Profile, listing};
use serde_json::Value;

/// The report of a run, and its last line.
fn fidelity(command: &str) -> (Value, String) {
    let ran = isotope(&format!("run {command} --fidelity --json"));
    let run = ran.json();
    let text = isotope(&format!("run {command} --fidelity"));
    (run["fidelity"].clone(), text.err)
}

fn named(report: &Value) -> Vec<String> {
    let lists = ["memory_changes_with", "memory_may_change_with"];
    let ids = lists.iter().flat_map(|list| report[list].as_array().expect("a list"));
    ids.map(|id| id.as_str().expect("an id").to_string()).collect()
}

/// A kernel on a target: what is loaded into the place of the histogram's code.
struct Kernel {
    name: &'static str,
    /// The assumption that decides; none for a kernel whose bytes documents settle.
    by: Option<&'static str>,
    threads: u32,
    groups: u32,
    code: &'static str,
}

const fn kernel(name: &'static str, by: &'static str, code: &'static str) -> Kernel {
    Kernel { name, by: Some(by), threads: 32, groups: 1, code }
}

const fn settled(name: &'static str, code: &'static str) -> Kernel {
    Kernel { name, by: None, threads: 32, groups: 1, code }
}

/// Run a kernel of code `bytes` from a file that had another.
fn run(dir: &std::path::Path, target: &str, kernel: &Kernel, bytes: &[u8]) {
    let (file, ext) =
        if target == "sm_50" { ("sm_50/histogram256.cubin", "cubin") } else { ("gfx1100/histogram256.co", "co") };
    let mut whole = std::fs::read(repository(&format!("kernels/bin/{file}"))).expect("a kernel");
    let image = isotope_targets::TARGETS.load(&whole).expect("an image");
    let at = image.kernels[0].file_offset as usize + image.kernels[0].entry as usize;
    whole[at..at + bytes.len()].copy_from_slice(bytes);
    let file = write(dir, &format!("{}.{ext}", kernel.name), whole);
    let Kernel { threads, groups, name, .. } = kernel;
    let args = "--arg out=u32[256]:0 --arg 32 --arg hist=u32[256]:0 --shared 1024";
    let (report, text) = fidelity(&format!("{file} --grid {groups} --block {threads} {args}"));
    let named = named(&report);
    let alone = text.contains("rests on documents alone");
    match kernel.by {
        Some(by) => {
            assert!(named.iter().any(|id| id == by), "{target} {name}: {by} is not in {named:?}\n{text}");
            assert!(!alone, "{target} {name}\n{text}");
        }
        None => assert!(named.is_empty() && alone, "{target} {name}: {named:?}\n{text}"),
    }
}

/// Lane numbers in R0, `out` in R2, the lane's place in it in R6; R4 goes there.
const NVIDIA: &[Kernel] = &[
    settled("plain", "MOV R4, R0;"),
    settled("own_word", "STG.E [R6+0x200], R0;\nLDG.E R4, [R6+0x200];"),
    settled("same_value", "MOV R8, 0x7;\nSTG.E [R2+0x200], R8;\nMOV R4, R0;"),
    settled("sum", "RED.E.ADD [R2+0x200], R0;\nMOV R4, R0;"),
    settled("largest", "RED.E.MAX [R2+0x200], R0;\nMOV R4, R0;"),
    Kernel {
        threads: 64,
        ..settled("behind_barrier", "STS [R5], R0;\nBAR.SYNC 0x0;\nLOP.XOR R8, R5, 0x80;\nLDS R4, [R8];")
    },
    Kernel { threads: 64, groups: 3, ..settled("sum_of_waves", "RED.E.ADD [R2+0x200], R0;\nMOV R4, R0;") },
    settled(
        "after_branch",
        "ISETP.LT.U32.AND P0, PT, R0, 0x10, PT;\nSSY `(.L_x_1);\nMOV R4, R0;\n@P0 BRA `(.L_x_0);\nSTG.E [R6+0x200], R0;\nSYNC;\n\
         .L_x_0:\nSTG.E [R6+0x200], R5;\nSYNC;\n.L_x_1:\nLDG.E R4, [R6+0x200];",
    ),
    kernel("exchange", "nv.lane_order", "ATOM.E.EXCH R4, [R2+0x200], R0;"),
    kernel("ticket", "nv.lane_order", "ATOM.E.ADD R4, [R2+0x200], R0;"),
    kernel("two_stores", "nv.store_order", "STG.E [R2+0x200], R0;\nLDG.E R4, [R2+0x200];"),
    kernel("shared_stores", "nv.store_order", "STS [0x10], R0;\nLDS R4, [0x10];"),
    kernel(
        "two_sides",
        "nv.branch_order",
        "ISETP.LT.U32.AND P0, PT, R0, 0x10, PT;\nSSY `(.L_x_1);\nMOV R8, 0x1;\n@P0 BRA `(.L_x_0);\nSTG.E [R2+0x200], R8;\nSYNC;\n\
         .L_x_0:\nSTG.E [R2+0x200], RZ;\nSYNC;\n.L_x_1:\nLDG.E R4, [R2+0x200];",
    ),
    kernel(
        "lane_that_waits",
        "nv.branch_order",
        "ISETP.LT.U32.AND P0, PT, R0, 0x10, PT;\nSSY `(.L_x_1);\nMOV R8, RZ;\n@P0 BRA `(.L_x_0);\nMOV R8, R0;\nSYNC;\n\
         .L_x_0:\nSHFL.BFLY PT, R4, R8, 0x10, 0x1f;\nSYNC;\n.L_x_1:\nNOP;",
    ),
    Kernel { threads: 64, ..kernel("waves", "nv.wave_order", "ATOM.E.ADD R4, [R2+0x200], R0;") },
    Kernel { threads: 64, ..kernel("race", "nv.wave_order", "STS [R5], R0;\nLOP.XOR R8, R5, 0x80;\nLDS R4, [R8];") },
    Kernel {
        groups: 2,
        ..kernel("groups", "nv.wave_order", "S2R R8, SR_CTAID.X;\nSTG.E [R2+0x200], R8;\nMOV R4, R0;")
    },
    kernel("clock", "nv.clock", "S2R R4, SR_CLOCKLO;"),
    kernel("timer", "nv.clock", "S2R R4, SR_GLOBALTIMERLO;"),
    kernel("register", "nv.first_registers", "MOV R4, R9;"),
    kernel("predicate", "nv.first_registers", "SEL R4, R0, RZ, P3;"),
    kernel("shared", "nv.first_memory", "LDS R4, [R5];"),
    kernel("driver", "nv.first_memory", "MOV R4, c[0x0][0x30];"),
    kernel("address", "nv.addresses", "MOV R4, R2;"),
    kernel("distance", "nv.addresses", "MOV R8, c[0x0][0x150];\nIADD R4, R8, -R2;"),
    kernel("place", "nv.wave_ids", "S2R R4, SR_VIRTID;"),
    kernel("approximate", "nv.mufu", "I2F.F32.U32 R8, R0;\nMUFU.RCP R4, R8;"),
    kernel("magnitude", "nv.convert_sign", "MOV32I R8, 0x80000000;\nI2F.F32.S32 R4, |R8|;"),
    kernel(
        "guarded_off",
        "nv.shfl_inactive",
        "ISETP.LT.U32.AND P0, PT, R0, 0x10, PT;\nMOV R4, R0;\n@P0 SHFL.BFLY PT, R4, R0, 0x10, 0x1f;",
    ),
    settled("shuffle", "SHFL.BFLY PT, R4, R0, 0x10, 0x1f;"),
    settled("own_side", "ISETP.LT.U32.AND P0, PT, R0, 0x10, PT;\nMOV R4, R0;\n@P0 SHFL.BFLY PT, R4, R0, 0x8, 0x1f;"),
    kernel("byte", "nv.i2i_byte", "MOV32I R8, 0x80;\nI2I.S16.S8 R4, R8;"),
    kernel("carries", "nv.iadd3_carry", "MOV32I R9, 0xffffffff;\nIADD3 R8.CC, R9, R9, R9;\nIADD3.X R4, RZ, RZ, RZ;"),
    kernel("nan", "nv.l2_nan", "MOV32I R8, 0x7fc00001;\nRED.E.ADD.F32.FTZ.RN [R6+0x200], R8;\nMOV R4, R0;"),
];

#[test]
fn nvidia() {
    let dir = folder("decides_nvidia");
    for kernel in NVIDIA {
        let head = "S2R R0, SR_TID.X;\nMOV R2, c[0x0][0x140];\nMOV R3, c[0x0][0x144];\nSHL R5, R0, 0x2;\nIADD R6, R2, R5;\n\
                    MOV R7, R3;\n";
        let mut text = format!("{head}{}\nSTG.E [R6], R4;\nEXIT;\n", kernel.code);
        let count = text.lines().filter(|line| line.ends_with(';')).count();
        text.push_str(&"NOP;\n".repeat(count.next_multiple_of(3) - count));
        let code = listing::assemble(Profile::Sm50, Mode::Documented, &text);
        let code = code.unwrap_or_else(|e| panic!("{}: {e:?}", kernel.name));
        run(&dir, "sm_50", kernel, &code);
    }
}

/// Lane numbers in v0, the lane's place in v1, `out` in s[2:3]; v2 goes there.
const AMD: &[Kernel] = &[
    settled("plain", "v_mov_b32 v2, v0"),
    settled("own_word", "global_store_b32 v1, v0, s[2:3] offset:512\nglobal_load_b32 v2, v1, s[2:3] offset:512"),
    settled("sum", "v_mov_b32 v3, 0\nglobal_atomic_add_u32 v3, v0, s[2:3] offset:512\nv_mov_b32 v2, v0"),
    Kernel {
        threads: 64,
        ..settled(
            "behind_barrier",
            "ds_store_b32 v1, v0\ns_waitcnt lgkmcnt(0)\ns_barrier\nv_xor_b32 v3, 0x80, v1\nds_load_b32 v2, v3",
        )
    },
    kernel("exchange", "amd.lane_order", "v_mov_b32 v3, 0\nglobal_atomic_swap_b32 v2, v3, v0, s[2:3] offset:512 glc"),
    kernel(
        "two_stores",
        "amd.lane_order",
        "v_mov_b32 v3, 0\nglobal_store_b32 v3, v0, s[2:3] offset:512\nglobal_load_b32 v2, v3, s[2:3] offset:512",
    ),
    Kernel {
        threads: 64,
        ..kernel("waves", "amd.wave_order", "v_mov_b32 v3, 0\nglobal_atomic_add_u32 v2, v3, v0, s[2:3] offset:512 glc")
    },
    Kernel {
        threads: 64,
        ..kernel("race", "amd.wave_order", "ds_store_b32 v1, v0\nv_xor_b32 v3, 0x80, v1\nds_load_b32 v2, v3")
    },
    kernel("clock", "amd.clock", "s_getreg_b32 s4, hwreg(HW_REG_SHADER_CYCLES)\nv_mov_b32 v2, s4"),
    kernel("timer", "amd.clock", "s_sendmsg_rtn_b64 s[4:5], sendmsg(MSG_RTN_GET_REALTIME)\nv_mov_b32 v2, s4"),
    kernel("register", "amd.first_registers", "v_mov_b32 v2, v3"),
    kernel("scalar_register", "amd.first_registers", "v_mov_b32 v2, vcc_lo"),
    kernel("lds", "amd.first_memory", "ds_load_b32 v2, v1"),
    kernel("address", "amd.addresses", "v_mov_b32 v2, s2"),
    kernel("place", "amd.wave_state", "s_getreg_b32 s4, hwreg(HW_REG_STATUS, 11, 1)\nv_mov_b32 v2, s4"),
    kernel("pair", "amd.pair_constant", "v_mov_b32 v3, 0x3f803f80\nv_dot2_f32_bf16 v2, v3, 1.0, 0"),
    kernel("window", "amd.aperture_word", "s_mov_b32 s4, src_shared_base\nv_mov_b32 v2, s4"),
    kernel("approximate", "amd.transcendental", "v_cvt_f32_u32 v2, v0\nv_rcp_f32 v2, v2"),
];

#[test]
fn amd() {
    let dir = folder("decides_amd");
    for kernel in AMD {
        let text = format!(
            "s_load_b64 s[2:3], s[0:1], null\ns_waitcnt lgkmcnt(0)\nv_and_b32 v0, 0x3ff, v0\nv_lshlrev_b32 v1, 2, v0\n{}\n\
             s_waitcnt vmcnt(0) lgkmcnt(0)\nglobal_store_b32 v1, v2, s[2:3]\ns_endpgm\n",
            kernel.code
        );
        let code = isotope_amd::listing::assemble_all(isotope_amd::GFX1100, isotope_amd::Mode::Documented, &text);
        let code = code.unwrap_or_else(|e| panic!("{}: {e:?}", kernel.name));
        run(&dir, "gfx1100", kernel, &code);
    }
}

/// Kernels of every vendor that the suite has: what does not depend on an order is settled, what does is named.
#[test]
fn every_vendor() {
    let vendors = [("sm_50", "cubin", "nv"), ("gfx1100", "co", "amd"), ("tgllp", "zeinfo", "intel")];
    for (folder, ext, vendor) in vendors {
        let report = |kernel: &str, run: &str| {
            let file = repository(&format!("kernels/bin/{folder}/{kernel}.{ext}"));
            let (report, text) = fidelity(&format!("{file} --case {}", case(&format!("{kernel}.{run}"))));
            (named(&report), text)
        };
        for (kernel, run) in [("histogram256", "base"), ("minmax_i32", "base"), ("histogram_local", "one_wave")] {
            let (named, text) = report(kernel, run);
            assert!(
                named.is_empty() && text.contains("rests on documents alone"),
                "{folder} {kernel}: {named:?}\n{text}"
            );
        }
        let (named, text) = report("ring_append", "base");
        assert!(named.contains(&format!("{vendor}.wave_order")), "{folder}: {named:?}\n{text}");
        let (named, text) = report("ticket_lock", "base");
        assert!(named.contains(&format!("{vendor}.wave_order")), "{folder}: {named:?}\n{text}");
    }
}
