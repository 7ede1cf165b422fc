//! `asm`, `dis` and `op` for people: single items, files, and what errors look like.

use crate::common;
use crate::common::{cubin, folder, isotope, isotope_with, write};

#[test]
fn help_and_usage() {
    isotope("").gives(2, "").err_has("Usage: isotope [OPTIONS] <COMMAND>").err_has("Exit status: 0 yes");
    for command in ["asm", "dis", "op", "run", "docs", "assumptions"] {
        isotope(&format!("{command} --help")).status(0).err_is("").out_has("Example");
    }
    isotope("asm").fails(2, "--target <TARGET>");
    isotope("dis -t sm_90 0x0").fails(2, "no such target; choose one of sm_50");
}

#[test]
fn single_instructions() {
    isotope("asm -t sm_50 'ATOM.ADD R0, [R2], R7' NOP").gives(0, "0xed00000000770200\n0x50b0000000070f00\n");
    isotope("dis -t sm_50 0xed00000000770200").gives(0, "ATOM.ADD R0, [R2], R7;\n");
    isotope("asm -t sm_50 --compat 'ATOM.XOR.F32.FTZ.RN R0, [R2], R4'").gives(0, "0xed76000000470200\n");
    isotope("dis -t sm_50 0xed76000000470200")
        .status(0)
        .out_begins("ATOM.XOR.F32.FTZ.RN R0, [R2], R4; // not defined: `.XOR` does not take");
    isotope("dis -t sm_50 0xeefc00000fc70203").fails(1, "error: no instruction in the table has the encoding");
    isotope("dis 0x0").refuses("expected a target; add `-t sm_50`");
    isotope("dis -t sm_50 nofile").refuses("`nofile`: expected a file, or a word");
    isotope("asm -t sm_50 no/such.sass").refuses("cannot read `no/such.sass`");
}

#[test]
fn errors_are_drawn_where_they_are() {
    isotope("asm -t sm_50 'ATOM.XOR.F32.FTZ.RN R0, [R2], R4'").fails(
        1,
        "error: `.XOR` does not take size `.F32.FTZ.RN`
 --> <argument>:1:9
  |
1 | ATOM.XOR.F32.FTZ.RN R0, [R2], R4
  |         ^^^^^^^^^^^ expected .U32, .S32 or .U64
  |
  = note: NVIDIA's ATOM page, atomic operations table
",
    );
    let dir = folder("errors");
    let file = write(&dir, "kernel.sass", "again:\n  FOO;\n  MOV R1, R2;\n again: BRA `(nowhere);\n");
    let ran = isotope(&format!("asm -t sm_50 {file} -o {file}.bin"));
    ran.fails(1, &format!("--> {file}:2:3"));
    ran.fails(1, &format!("--> {file}:4:2"));
    ran.fails(1, "label `again` is defined twice");
    ran.fails(1, &format!("error: 3 errors in `{file}`, nothing was written"));
    let left: Vec<_> = std::fs::read_dir(&dir).unwrap().collect();
    assert_eq!(left.len(), 1, "only the source is there");
    let file = write(&dir, "binary", b"NOP\n\xff");
    isotope(&format!("asm -t sm_50 {file}")).refuses("expected text, found a byte that is not UTF-8 at offset 0x4");
}

#[test]
fn source_files_and_raw_code() {
    let dir = folder("source");
    let source = "// spin\nL:\n  { MOV R1, R2 &req={0,3} ?DUAL;\n  NOP; }\n  BRA `(L) ?S05;\n  EXIT\n";
    let file = write(&dir, "kernel.sass", source);
    let words = isotope(&format!("asm -t sm_50 {file}"));
    assert_eq!((words.code, words.out.lines().count()), (0, 8), "{}", words.err);
    isotope_with(&["asm", "-t", "sm_50"], source.as_bytes()).gives(0, &words.out);

    let code = dir.join("code.bin").display().to_string();
    isotope(&format!("asm -t sm_50 {file} -o {code}")).gives(0, "");
    assert_eq!(std::fs::read(&code).unwrap().len(), 64);
    let listing = isotope(&format!("dis -t sm_50 --raw --control {code}"));
    listing.out_has("/*0008*/ { MOV R1, R2 &req={0,3} ?DUAL;");
    // A listing assembles to the bytes that it was made from.
    isotope_with(&["asm", "-t", "sm_50"], listing.out.as_bytes()).gives(0, &words.out);
    let short = write(&dir, "short", [0; 33]);
    isotope(&format!("dis -t sm_50 --raw {short}")).refuses("expected bundles of 32 bytes, found 33 bytes");
    isotope(&format!("dis --raw {code}")).refuses("raw code names no target; add `-t sm_50`");
    isotope(&format!("dis -t sm_50 {file}"))
        .refuses("expected a cubin or a code object; for code bytes without a container");
}

#[test]
fn cubins() {
    let file = cubin("histogram256");
    let ran = isotope(&format!("dis {file}"));
    ran.status(0);
    for part in
        ["// sm_50: kernel histogram256\n", "\nhistogram256:\n", "/*0008*/ MOV R1, c[0x0][0x20];\n", ".L_x_0:\n"]
    {
        ran.out_has(part);
    }
    // Symbols that a linker writes into instructions stand in the text as nvdisasm has them, and read as the 0 of the file.
    let debug = common::repository("kernels/host/bin/sm_50/cuda_O0_g.cubin");
    for (file, kernel) in [(&file, "histogram256"), (&debug, "numbers")] {
        let ran = isotope(&format!("dis --control --kernel {kernel} {file}"));
        if kernel == "numbers" {
            ran.out_has_each(["JCAL `(vprintf) ", "MOV32I R4, 32@lo(_$_str) ", "MOV32I R5, 32@hi(_$_str) "]);
        }
        let assembled = isotope_with(&["asm", "-t", "sm_50"], ran.out.as_bytes());
        assembled.status(0);
        let bytes = std::fs::read(file).unwrap();
        let code: Vec<u8> =
            assembled.out.lines().flat_map(|w| u64::from_str_radix(&w[2..], 16).unwrap().to_le_bytes()).collect();
        assert!(bytes.windows(code.len()).any(|w| w == code), "the file holds the bytes of its listing");
    }
    let bytes = std::fs::read(&file).unwrap();

    isotope(&format!("dis --kernel foo {file}")).refuses("expected a kernel named `foo`, found `histogram256`");
    isotope(&format!("dis -t sm_60 {file}")).refuses("is for sm_50, not sm_60");
    let cut = write(&folder("cubins"), "cut.cubin", &bytes[..bytes.len() / 2]);
    isotope(&format!("dis {cut}")).refuses("the file is truncated");
}

#[test]
fn one_operation() {
    isotope("op -t sm_50 ATOM.ADD.F32.FTZ.RN mem=0x3f800000 src0=0x3f000000").gives(0, "0x3fc00000\t0x3f800000\n");
    isotope("op -t sm_50 SURED.D.MIN.SD32 mem=0xffffffff src0=0x1 format=sint").gives(0, "0xffffffff\t0xffffffff\n");
    isotope("op -t sm_50 ATOM.XOR.F32.FTZ.RN mem=0x1 src0=0x1").fails(1, "error: `.XOR` does not take size");
    isotope("op -t sm_50 ATOM.CAS mem=0x1 src0=0x1").refuses("error: src1: expected a bit pattern");
    isotope("op -t sm_50 ATOM.ADD.F64.RN mem=0x1 src0=0x1").fails(1, "`.F64.RN` does not exist on this processor");
    isotope("op -t sm_50").refuses("expected an operation such as ATOM.ADD");
    isotope("op -t sm_50 ATOM.ADD mem").refuses("expected KEY=VALUE, found `mem`");
    isotope("op -t sm_50 ATOM.ADD mem=0x1 mem=0x2").refuses("`mem` is given twice");
    isotope("op -t sm_50 ATOM.ADD mem=0x1 src0=0x1 --assume nv.x=1").refuses("no assumption `nv.x`");
    isotope("op -t sm_50 ATOM.ADD mem=0x1 src0=0x1 --assume nv.l2_nan=x").refuses("expected all-ones, quiet,");
}

#[test]
fn explanations_name_rule_source_and_grade() {
    let text = "0x00000008\t0x00000007\n\non these bits (old is mem)\n  old >= src0: no (spec: NVIDIA's ATOM page, table of atomic operations)\n  \
         new = old + 1 = 0x00000008 (spec: NVIDIA's ATOM page, table of atomic operations)\n\n\
         ATOM.INC on sm_50\n  new = if old >= src0 { 0 } else { old + 1 }\n  returned = old\nrules:\n  \
         the operation is as in the formula (spec: NVIDIA's ATOM page, table of atomic operations)\n  \
         the returned value is memory before the operation, no bit changed (spec: NVIDIA's ATOM page, table of atomic operations)\n\
         row: ATOM{.E}.op{.sz} Rd, [Ra+off], Rb\nsource: syntax: NVIDIA's ATOM page; bits: nvdisasm 11.8, 12.4 and 12.8\n";
    isotope("op -t sm_50 --explain ATOM.INC mem=0x7 src0=0x9").out_is(text);
    let ran = isotope("op -t sm_50 --explain ATOM.ADD.F32.FTZ.RN mem=0x0 src0=0x0");
    ran.out_has_each(["flush(", "rounds to nearest even", "hardware nv.l2_nan: ", "Here: all-ones."]);
    isotope("op -t sm_50 --explain --assume nv.l2_nan=quiet ATOM.ADD.F32.FTZ.RN mem=0x0 src0=0x0")
        .out_has("without payload (chosen: nv.l2_nan)\n")
        .out_has("chosen nv.l2_nan: ")
        .out_has("Here: quiet.");
    isotope("op -t sm_50 --explain ATOMS.CAST mem=0x0 src0=0x0 src1=0x0")
        .out_begins("-\t-\n")
        .out_has("unspecified (nv.cast)");
    let ran = isotope("op -t gfx1100 --explain ds_min_f32 gds mem=0x3f800000 src0=0x7f800001 fp_denorm=12");
    ran.out_has_each([
        "0x7fc00001\t0x3f800000\n",
        "if is_snan(old) { old | 0x400000 } else if is_snan(src0) { src0 | 0x400000 }",
        "order(flush(old))",
        "row: ds_min{_rtn}_f32\n",
        "AMD's RDNA3 chapter 13",
        "spec amd.minmax_snan: ",
        "Here: quieted.",
        "by GDS under fp_denorm=12",
    ]);
}

#[test]
fn what_the_build_knows() {
    isotope("targets").status(0).out_begins("sm_50 ").out_has("gfx1100  AMD RDNA3\n");
    assert!(isotope("docs").out.lines().any(|l| l == "SURED"));
    isotope("docs ATOM.CAS").out_has("ATOM{.E}.CAS{.sz}").out_lacks("ATOM{.E}.op{.sz}");
    isotope("docs FOO").refuses("no instruction `FOO` on sm_50");
    isotope("docs gfx1100:FOO").refuses("no instruction `FOO` on gfx1100");
    isotope("assumptions nv.l2_nan").out_begins("nv.l2_nan\n").out_has("default: all-ones");
    isotope("assumptions --markdown").out_has("## `nv.l2_nan`");
    isotope("assumptions foo").refuses("no assumption `foo`");
    isotope("completions bash").out_has("isotope");
    isotope("man").out_has(".TH \"ISOTOPE\"");
}

#[test]
fn the_committed_list_of_assumptions_is_current() {
    common::is_current("docs/assumptions.md", &isotope("assumptions --markdown").status(0).out);
}

#[test]
fn assumptions_switch_what_a_run_and_an_op_do() {
    let op = |rest: &str| isotope(&format!("op -t sm_50 ATOM.ADD.F32.FTZ.RN mem=0x7fc12345 src0=0x0 {rest}"));
    op("").gives(0, "0x7fffffff\t0x7fc12345\n");
    op("--assume nv.l2_nan=first-quieted").gives(0, "0x7fc12345\t0x7fc12345\n");
    op("--assume nv.l2_nan=unspecified").gives(0, "-\t0x7fc12345\n");
    op("--assume nv.l2_nan=maybe")
        .refuses("nv.l2_nan: expected all-ones, quiet, first-quieted, unspecified, found `maybe`");
    let file = cubin("histogram256");
    let case = common::case("histogram256.base");
    isotope(&format!("run {file} --case {case} --assume nv.nothing=1")).refuses("no assumption `nv.nothing`");
}

/// What a file is, its first bytes say: `-t` must not name another vendor, and stdin is a file like others.
#[test]
fn files_of_other_vendors() {
    let kernel = |path: &str| format!("{}/../../kernels/bin/{path}", env!("CARGO_MANIFEST_DIR"));
    let files = [
        ("sm_50", kernel("sm_50/float_add.cubin")),
        ("gfx1100", kernel("gfx1100/float_add.co")),
        ("visa", kernel("../extra/visa/k01_hist_global.tgllp.a64.isa")),
    ];
    for (of, file) in &files {
        let listed = isotope(&format!("dis {file}"));
        listed.status(0).err_is("");
        for (asked, _) in &files {
            let ran = isotope(&format!("dis -t {asked} {file}"));
            if asked == of {
                ran.gives(0, &listed.out);
            } else {
                ran.refuses(&format!("is for {of}, not {asked}; leave `-t` out"));
            }
        }
        let bytes = std::fs::read(file).unwrap();
        let piped = isotope_with(&["dis", "-t", of], &bytes);
        // The name of the file is part of a listing of objdump's kind.
        assert_eq!(piped.out.replace("\n-:", &format!("\n{file}:")), listed.out, "{file}");
    }
}

/// A word by itself has no scheduling: what it drops is said. Scoreboards have one bound wherever they stand.
#[test]
fn annotations_of_a_single_word() {
    isotope("asm -t sm_50 'ATOM.ADD R0, [R2], R7 &req={0,3} &wr=0x2 ?S06'")
        .gives(0, "0xed00000000770200\n")
        .err_begins("warning: the word holds no `&req={0,3} &wr=0x2 ?S06`: ");
    assert_eq!(isotope("asm -t sm_50 'ATOM.ADD R0, [R2], R7'").err, "");
    for text in ["&req={6}", "&rd=0x6", "&wr=0x6", "&wr=7", "&rd0x8"] {
        isotope(&format!("asm -t sm_50 'ATOM.ADD R0, [R2], R7 {text}'")).fails(1, "from 0 to 5");
        isotope(&format!("asm -t sm_50 'ATOM.ADD R0, [R2], R7 {}'", text.replace(['6', '7', '8'], "5")));
    }
    isotope("asm -t sm_50 'DEPBAR.LE SB6, 0x1'").fails(1, "SB5");
}

/// A form that sm_50 does not have names the first processor that does.
#[test]
fn forms_of_other_processors_are_named() {
    for text in ["ATOM.ADD P1, R0, [R2], R4", "ATOM.CAS P1, R0, [R2], R4, R5"] {
        isotope(&format!("asm -t sm_50 '{text}'")).fails(1, "found `P1`; sm_52 takes this form");
        isotope(&format!("asm -t sm_52 '{text}'")).status(0);
    }
}

/// `dis` of an instruction of vISA says what no document defines, as it does for the others.
#[test]
fn undefined_instructions_of_visa_are_marked() {
    let declared = ".decl A v_type=G type=uq num_elts=16 align=GRF;.decl D v_type=G type=ud num_elts=16 align=GRF;.decl S v_type=G type=ud num_elts=16 align=GRF;\
                    .decl Q v_type=G type=uq num_elts=16 align=GRF";
    for (hex, says) in [
        ("4e0503000000200000000000220000000000000000000000210000000000", ""),
        // Codes of the width that stand for nothing: the tool reads 3 as `.64`, 4 as none; of dword_atomic 2 as none.
        (
            "4e0503000060200000000000220000000000000000000000210000000000",
            "byte 5 is 0x60, and this text assembles to 0x40: ",
        ),
        (
            "4e0503000080200000000000220000000000000000000000210000000000",
            "byte 5 is 0x80, and this text assembles to 0x00: ",
        ),
        (
            "7d4003000000210000000000220000000000000000000000210000000000",
            "byte 1 is 0x40, and this text assembles to 0x00: ",
        ),
        (
            "4e0504000000200000000000220000000000000000000000210000000000",
            "`svm_atomic` does not take 16 lanes: expected 1, 2, 4 or 8",
        ),
        (
            "7d0003000001210000000000220000000000000000000000210000000000",
            "this surface is not described: expected T0 (%slm)",
        ),
        (
            "7d0003000003210000000000220000000000000000000000210000000000",
            "this surface is not described: expected T0 (%slm)",
        ),
    ] {
        let ran = isotope_with(&["dis", "-t", "visa", &format!("{hex}\t{declared}")], b"");
        ran.status(0);
        let mark = ran.out.trim_end().split_once(" // not defined: ").map_or("", |(_, mark)| mark);
        assert!(mark.starts_with(says) && mark.is_empty() == says.is_empty(), "{hex}: {}", ran.out);
    }
    // Batch mode prints the canonical text alone.
    let line = format!("4e0504000000200000000000220000000000000000000000210000000000\t{declared}\n");
    isotope_with(&["dis", "-t", "visa", "--lines"], line.as_bytes())
        .gives(0, "svm_atomic.add (M1, 16) A.0 D.0 S.0 %null.0\n");
}
