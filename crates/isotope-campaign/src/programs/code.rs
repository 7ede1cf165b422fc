//! A program in the code of each target, with plain instructions that every compiler of it writes.

use isotope::{Error, Image, Request, Result, argument};

use super::{Do, GROUP, LANES, OWNS, Program, REGISTERS, SHARES, Step};

/// Writes a program as a file of one kernel.
pub type Writer = fn(&Program) -> Result<Image>;

/// Targets that have a writer here.
pub const WRITERS: [(&str, Writer); 3] = [
    ("sm_50", |program| assembled("sm_50", &sass(program))),
    ("gfx1100", |program| assembled("gfx1100", &rdna(program))),
    ("tgllp", |program| isotope::load_with(ZEINFO.as_bytes(), |_| Some(visa(program).into_bytes()))),
];

fn assembled(target: &str, lines: &[String]) -> Result<Image> {
    let target = isotope::target(target)?;
    let code = isotope::assemble(target, lines)?;
    // Only the size of the one argument matters.
    let request = Request::new(1, 1, vec![argument("m=u32[1]:0")?]);
    isotope::raw(target, &code, 0, &request, |_| Err(Error::new("no files")))
}

/// Byte offset from a lane's first word to another one: `which` of those that begin at the word `first`.
fn offset(first: usize, which: usize) -> usize {
    4 * (first + which * LANES)
}

/// Names of an operation in atomic instructions of SASS, RDNA and vISA. No atomic subtracts.
fn names(what: Do) -> [&'static str; 3] {
    match what {
        Do::Add => ["ADD", "add_u32", "add"],
        Do::Sub => ["ADD", "sub_u32", "add"],
        Do::And => ["AND", "and_b32", "and"],
        Do::Or => ["OR", "or_b32", "or"],
        Do::Xor => ["XOR", "xor_b32", "xor"],
        Do::Umin => ["MIN", "min_u32", "min"],
        Do::Umax => ["MAX", "max_u32", "max"],
        Do::Smin => ["MIN.S32", "min_i32", "minsint"],
        Do::Smax => ["MAX.S32", "max_i32", "maxsint"],
        Do::Swap => ["EXCH", "swap_b32", "xchg"],
    }
}

/// Words of the lane are R4 to R11, the address of its first one R20 and R21, of the buffer R22 and R23.
fn sass(program: &Program) -> Vec<String> {
    let mut out: Vec<String> = [
        "S2R R0, SR_TID.X;",
        "S2R R1, SR_CTAID.X;",
        "SHL R1, R1, 0x5;",
        "IADD R0, R0, R1;",
        "SHL R0, R0, 0x2;",
        "IADD R20.CC, R0, c[0x0][0x140];",
        "IADD.X R21, RZ, c[0x0][0x144];",
        "MOV R22, c[0x0][0x140];",
        "MOV R23, c[0x0][0x144];",
    ]
    .map(String::from)
    .to_vec();
    let word = |what: Do| names(what)[0];
    out.extend((0..REGISTERS).map(|i| format!("LDG.E R{}, [R20+{:#x}];", 4 + i, offset(0, i))));
    for (condition, step) in &program.steps {
        let guard = match condition {
            None => "",
            Some(bit) => {
                out.push(format!("LOP32I.AND R2, R{}, 0x1;", 4 + bit));
                out.push("ISETP.NE.U32.AND P0, PT, R2, RZ, PT;".into());
                "@P0 "
            }
        };
        let r = |i: usize| format!("R{}", 4 + i);
        let line = match *step {
            Step::Plain { what, to, a, b } => {
                let (to, a, b) = (r(to), r(a), r(b));
                match what {
                    Do::Add => format!("{guard}IADD {to}, {a}, {b};"),
                    Do::Sub => format!("{guard}IADD {to}, {a}, -{b};"),
                    Do::And | Do::Or | Do::Xor | Do::Swap => format!("{guard}LOP.{} {to}, {a}, {b};", word(what)),
                    Do::Umin => format!("{guard}IMNMX.U32 {to}, {a}, {b}, PT;"),
                    Do::Umax => format!("{guard}IMNMX.U32 {to}, {a}, {b}, !PT;"),
                    Do::Smin => format!("{guard}IMNMX {to}, {a}, {b}, PT;"),
                    Do::Smax => format!("{guard}IMNMX {to}, {a}, {b}, !PT;"),
                }
            }
            Step::Shift { left, to, a, by } => {
                format!("{guard}{} {}, {}, {by:#x};", if left { "SHL" } else { "SHR.U32" }, r(to), r(a))
            }
            Step::Own { what, word: at, to, b } => {
                format!("{guard}ATOM.E.{} {}, [R20+{:#x}], {};", word(what), r(to), offset(OWNS, at), r(b))
            }
            Step::Compare { word: at, to, compare, new } => {
                out.push(format!("MOV R24, {};", r(compare)));
                out.push(format!("MOV R25, {};", r(new)));
                format!("{guard}ATOM.E.CAS {}, [R20+{:#x}], R24, R25;", r(to), offset(OWNS, at))
            }
            Step::Shared { word: at, b } => {
                format!("{guard}RED.E.{} [R22+{:#x}], {};", word(program.shared[at]), 4 * (SHARES + at), r(b))
            }
        };
        out.push(line);
    }
    out.extend((0..REGISTERS).map(|i| format!("STG.E [R20+{:#x}], R{};", offset(0, i), 4 + i)));
    out.push("EXIT;".into());
    out
}

/// Words of the lane are v4 to v11, the offset of its first one v20, an address v22; the buffer is at s[6:7].
fn rdna(program: &Program) -> Vec<String> {
    let mut out: Vec<String> = [
        "s_load_b64 s[6:7], s[0:1], null",
        "v_and_b32 v0, 0x3ff, v0",
        "s_lshl_b32 s5, s2, 5",
        "v_add_nc_u32 v0, s5, v0",
        "v_lshlrev_b32 v20, 2, v0",
        "s_waitcnt lgkmcnt(0)",
    ]
    .map(String::from)
    .to_vec();
    let word = |what: Do| names(what)[1];
    for i in 0..REGISTERS {
        out.push(format!("v_add_nc_u32 v22, {:#x}, v20", offset(0, i)));
        out.push(format!("global_load_b32 v{}, v22, s[6:7]", 4 + i));
    }
    out.push("s_waitcnt vmcnt(0)".into());
    for (condition, step) in &program.steps {
        if let Some(bit) = condition {
            out.push(format!("v_and_b32 v23, 1, v{}", 4 + bit));
            out.push("v_cmp_ne_u32 vcc_lo, 0, v23".into());
            out.push("s_and_saveexec_b32 s4, vcc_lo".into());
        }
        let v = |i: usize| format!("v{}", 4 + i);
        match *step {
            Step::Plain { what, to, a, b } => {
                let name = match what {
                    Do::Add => "add_nc_u32",
                    Do::Sub => "sub_nc_u32",
                    other => word(other),
                };
                out.push(format!("v_{name} {}, {}, {}", v(to), v(a), v(b)));
            }
            Step::Shift { left, to, a, by } => {
                out.push(format!("v_{} {}, {by}, {}", if left { "lshlrev_b32" } else { "lshrrev_b32" }, v(to), v(a)));
            }
            Step::Own { what, word: at, to, b } => {
                out.push(format!("v_add_nc_u32 v22, {:#x}, v20", offset(OWNS, at)));
                out.push(format!("global_atomic_{} {}, v22, {}, s[6:7] glc", word(what), v(to), v(b)));
                out.push("s_waitcnt vmcnt(0)".into());
            }
            Step::Compare { word: at, to, compare, new } => {
                out.push(format!("v_add_nc_u32 v22, {:#x}, v20", offset(OWNS, at)));
                out.push(format!("v_mov_b32 v24, {}", v(new)));
                out.push(format!("v_mov_b32 v25, {}", v(compare)));
                out.push(format!("global_atomic_cmpswap_b32 {}, v22, v[24:25], s[6:7] glc", v(to)));
                out.push("s_waitcnt vmcnt(0)".into());
            }
            Step::Shared { word: at, b } => {
                out.push(format!("v_mov_b32 v22, {:#x}", 4 * (SHARES + at)));
                out.push(format!("global_atomic_{} v22, {}, s[6:7]", word(program.shared[at]), v(b)));
            }
        }
        if condition.is_some() {
            out.push("s_mov_b32 exec_lo, s4".into());
        }
    }
    for i in 0..REGISTERS {
        out.push(format!("v_add_nc_u32 v22, {:#x}, v20", offset(0, i)));
        out.push(format!("global_store_b32 v22, v{}, s[6:7]", 4 + i));
    }
    out.push("s_endpgm".into());
    out
}

/// The kernel `m`: 16 lanes a thread, one buffer through the binding table, local ids.
const ZEINFO: &str = "version: '1.20'
kernels:
  - name: m
    execution_env:
      grf_count: 128
      has_global_atomics: true
      simd_size: 16
    payload_arguments:
      - arg_type: arg_bypointer
        offset: 0
        size: 0
        arg_index: 0
        addrmode: stateful
        addrspace: global
        access_type: readwrite
    per_thread_payload_arguments:
      - arg_type: local_id
        offset: 0
        size: 96
    binding_table_indices:
      - bti_value: 0
        arg_index: 0
";

/// Words of the lane are V50 to V57 (V60 to V67 as signed), the offset of its first one V70, an address V71.
fn visa(program: &Program) -> String {
    let mut out = String::from(".version 4.1\n.kernel \"m\"\n\n");
    let mut line = |text: String| {
        out += &text;
        out.push('\n');
    };
    line(".decl V33 v_type=G type=ud num_elts=8 align=hword alias=<%r0, 0>".into());
    for local in 40..43 {
        line(format!(".decl V{local} v_type=G type=uw num_elts=16 align=hword"));
    }
    for i in 0..REGISTERS {
        line(format!(".decl V{} v_type=G type=ud num_elts=16 align=hword", 50 + i));
        line(format!(".decl V{} v_type=G type=d num_elts=16 align=hword alias=<V{}, 0>", 60 + i, 50 + i));
    }
    for other in 70..76 {
        line(format!(".decl V{other} v_type=G type=ud num_elts=16 align=hword"));
    }
    line(".decl V84 v_type=G type=d num_elts=16 align=hword alias=<V74, 0>".into());
    line(".decl P1 v_type=P num_elts=16".into());
    line(".decl T6 v_type=T num_elts=1".into());
    for (i, local) in (40..43).enumerate() {
        line(format!(".input V{local} offset={} size=32", 32 + 32 * i));
    }
    line(".kernel_attr Target=\"3d\"\n.kernel_attr SimdSize=16\n.function \"_main_0\"\n\n_main_0:".into());
    let all = |v: usize| format!("V{v}(0,0)<1;1,0>");
    line("    mov (M1, 16) V70(0,0)<1> V40(0,0)<1;1,0>".into());
    line(format!("    mul (M1_NM, 1) V72(0,0)<1> V33(0,1)<0;1,0> {GROUP:#x}:ud"));
    line("    add (M1, 16) V70(0,0)<1> V70(0,0)<1;1,0> V72(0,0)<0;1,0>".into());
    line("    shl (M1, 16) V70(0,0)<1> V70(0,0)<1;1,0> 0x2:ud".into());
    line("    movs (M1_NM, 1) T6(0) 0x0:ud".into());
    let address = |bytes: usize| format!("    add (M1, 16) V71(0,0)<1> V70(0,0)<1;1,0> {bytes:#x}:ud");
    let word = |what: Do| names(what)[2];
    for i in 0..REGISTERS {
        line(address(offset(0, i)));
        line(format!("    gather4_scaled.R (M1, 16) T6 0x0:ud V71.0 V{}.0", 50 + i));
    }
    for (condition, step) in &program.steps {
        let guard = match condition {
            None => "    ",
            Some(bit) => {
                line(format!("    and (M1, 16) V73(0,0)<1> {} 0x1:ud", all(50 + bit)));
                line("    cmp.ne (M1, 16) P1 V73(0,0)<1;1,0> 0x0:ud".into());
                "    (P1) "
            }
        };
        match *step {
            Step::Plain { what, to, a, b } => {
                // Signed words are the same ones under other names.
                let base = if matches!(what, Do::Smin | Do::Smax) { 60 } else { 50 };
                let (name, minus) = match what {
                    Do::Sub => ("add", "(-)"),
                    Do::Smin => ("min", ""),
                    Do::Smax => ("max", ""),
                    other => (word(other), ""),
                };
                // min and max take no predicate: their result is moved under it.
                let chooses = matches!(what, Do::Umin | Do::Umax | Do::Smin | Do::Smax) && condition.is_some();
                let (start, result) = if chooses { ("    ", base + 24) } else { (guard, base + to) };
                line(format!("{start}{name} (M1, 16) V{result}(0,0)<1> {} {minus}{}", all(base + a), all(base + b)));
                if chooses {
                    line(format!("{guard}mov (M1, 16) V{}(0,0)<1> {}", 50 + to, all(74)));
                }
            }
            Step::Shift { left, to, a, by } => {
                let name = if left { "shl" } else { "shr" };
                line(format!("{guard}{name} (M1, 16) V{}(0,0)<1> {} {by:#x}:ud", 50 + to, all(50 + a)));
            }
            Step::Own { what, word: at, to, b } => {
                line(address(offset(OWNS, at)));
                line(format!(
                    "{guard}dword_atomic.{} (M1, 16) T6 V71.0 V{}.0 %null.0 V{}.0",
                    word(what),
                    50 + b,
                    50 + to
                ));
            }
            Step::Compare { word: at, to, compare, new } => {
                line(address(offset(OWNS, at)));
                line(format!(
                    "{guard}dword_atomic.cmpxchg (M1, 16) T6 V71.0 V{}.0 V{}.0 V{}.0",
                    50 + new,
                    50 + compare,
                    50 + to
                ));
            }
            Step::Shared { word: at, b } => {
                line(format!("    mov (M1, 16) V71(0,0)<1> {:#x}:ud", 4 * (SHARES + at)));
                line(format!(
                    "{guard}dword_atomic.{} (M1, 16) T6 V71.0 V{}.0 %null.0 %null.0",
                    word(program.shared[at]),
                    50 + b
                ));
            }
        }
    }
    for i in 0..REGISTERS {
        line(address(offset(0, i)));
        line(format!("    scatter4_scaled.R (M1, 16) T6 0x0:ud V71.0 V{}.0", 50 + i));
    }
    line("    ret (M1, 1)".into());
    out
}
