//! Batch mode: one line out for every line in.

use crate::common;
use crate::common::{isotope, isotope_with, repository};

/// The rows of a corpus file.
fn rows(file: &str) -> Vec<Vec<String>> {
    rows_of("nvidia", file)
}

fn rows_of(vendor: &str, file: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(repository(&format!("tests/data/{vendor}/{file}"))).unwrap();
    let all: Vec<Vec<String>> = text.lines().map(|line| line.split('\t').map(str::to_string).collect()).collect();
    assert!(all.len() >= 200, "{file}: {} rows", all.len());
    all
}

/// Feed columns to a command and compare the lines that come out with another column.
fn check(args: &[&str], rows: &[Vec<String>], input: &[usize], want: impl Fn(&[String], &str) -> bool, code: i32) {
    let line = |row: &Vec<String>| input.iter().map(|&c| row[c].as_str()).collect::<Vec<_>>().join("\t") + "\n";
    let ran = isotope_with(args, rows.iter().map(line).collect::<String>().as_bytes());
    let out: Vec<&str> = ran.out.lines().collect();
    assert_eq!((out.len(), ran.code), (rows.len(), code), "{args:?}");
    ran.err_is("");
    for (row, got) in rows.iter().zip(out) {
        assert!(want(row, got), "{args:?}: {row:?} gave {got}");
    }
}

/// One blank between tokens, none in front of `;`.
fn norm(text: &str) -> String {
    text.replace(" ;", ";").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn words_and_texts_of_every_profile() {
    for (target, file) in [("sm_50", "sass.tsv"), ("sm_52", "sass_sm52.tsv"), ("sm_60", "sass_sm60.tsv")] {
        let rows = rows(file);
        check(&["dis", "-t", target, "--lines"], &rows, &[0], |row, got| norm(&row[1]) == norm(got), 0);
    }
    check(&["asm", "-t", "sm_50", "--lines"], &rows("sass.tsv"), &[1], |row, got| row[0] == got, 0);
}

#[test]
fn what_no_document_defines_is_refused_unless_asked_for() {
    let rows = rows("sass_combo.tsv");
    check(&["dis", "-t", "sm_50", "--lines"], &rows, &[0], |row, got| norm(&row[1]) == norm(got), 0);
    check(&["asm", "-t", "sm_50", "--lines"], &rows, &[1], |_, got| got.starts_with("error: "), 1);
    check(&["asm", "-t", "sm_50", "--lines", "--compat"], &rows, &[1], |row, got| row[0] == got, 0);
}

#[test]
fn single_operations_with_answers() {
    for vendor in ["nvidia", "amd"] {
        let rows = rows_of(vendor, "ops.tsv");
        let want = |row: &[String], got: &str| got == format!("{}\t{}", row[6], row[7]);
        check(&["op", "--lines"], &rows, &[0, 1, 2, 3, 4, 5], want, 0);
    }
}

#[test]
fn every_line_gets_its_answer_in_its_place() {
    let ran = isotope_with(&["asm", "-t", "sm_50", "--lines"], b"ATOM.ADD R0, [R2], R7;\r\n\nFOO\n\xff\nNOP");
    let lines: Vec<&str> = ran.out.lines().collect();
    ran.status(1);
    assert_eq!(
        lines,
        [
            "0xed00000000770200",
            "error: column 1: no instruction here",
            "error: column 1: unknown instruction `FOO`, did you mean `FLO`?",
            "error: expected UTF-8 text, found byte 0xff at column 1",
            "0x50b0000000070f00",
        ]
    );
    isotope_with(&["dis", "-t", "sm_50", "--lines"], b"0xed00000000770200\nxyz\n0x\n0xeefc00000fc70203\n")
        .status(1)
        .out_is(
            "ATOM.ADD R0, [R2], R7;\n\
         error: expected 0x and 16 hex digits, found `xyz`\n\
         error: expected 0x and 16 hex digits, found `0x`\n\
         error: no instruction in the table has the encoding 0xeefc00000fc70203\n",
        );
}

/// LLVM 19's text where that says everything, LLVM 22's where a high half is named, or the one that is asked for.
#[test]
fn the_text_of_two_versions_of_llvm() {
    let words = "01050a64\n81050a64\n";
    let dis = |more: &[&str], code: i32| {
        let ran = isotope_with(&[&["dis", "-t", "gfx1100", "--lines"], more].concat(), words.as_bytes());
        ran.status(code);
        ran.out
    };
    assert_eq!(dis(&[], 0), "v_add_f16_e32 v5, v1, v2\nv_add_f16_e32 v5.l, v1.h, v2.l\n");
    assert_eq!(dis(&["--text", "llvm22"], 0), "v_add_f16_e32 v5.l, v1.l, v2.l\nv_add_f16_e32 v5.l, v1.h, v2.l\n");
    let old = dis(&["--text", "llvm19"], 1);
    assert!(old.starts_with("v_add_f16_e32 v5, v1, v2\nerror: LLVM 19 has no text for the half"), "{old}");
    isotope_with(&["dis", "-t", "gfx1100", "--text", "llvm22", "--json", "01050a64"], b"")
        .status(0)
        .out_has("\"v_add_f16_e32 v5.l, v1.l, v2.l\"");
    let file = repository("kernels/halves/bin/5.w32.co");
    for (text, says) in [("llvm22", "v_and_b16 v0.l, 0xbfff, v9.l "), ("llvm19", "v_and_b16 v0, 0xbfff, v9 ")] {
        isotope_with(&["dis", "--text", text, &file], b"").status(0).out_has(says).out_has(".h");
    }
    isotope_with(&["dis", "-t", "sm_50", "--text", "llvm22", "--lines"], b"")
        .status(2)
        .err_has("`--text` chooses among the texts of gfx1100 only");
}

#[test]
fn bad_operation_lines() {
    let input = "sm_50\tATOM.ADD\t-\t0x0\t0x0\n\
                 mars\tATOM.ADD\t-\t0x0\t0x0\t-\n\
                 visa\tsvm_atomic.foo\t-\t0x0\t-\t-\n\
                 sm_50\tATOM.XOR.F32.FTZ.RN\t-\t0x0\t0x0\t-\n\
                 sm_50\tATOM.ADD\t-\t0x100000000\t0x0\t-\n\
                 sm_50\tATOM.ADD\t-\t0x0\t-\t-\n\
                 sm_50\tATOM.ADD\t-\t0x0\t0x0\t0x0\n\
                 sm_50\tATOM.ADD\tfoo=1\t0x0\t0x0\t-\n\
                 sm_50\tATOM.ADD\t-\t0x1\t0x2\t-\n";
    let ran = isotope_with(&["op", "--lines"], input.as_bytes());
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!((ran.code, lines.len()), (1, 9), "{}", ran.out);
    for (line, want) in lines.iter().zip([
        "expected target, op, mode, mem, src0, src1 separated by tabs, found 5 columns",
        "target `mars`: no such target; choose one of sm_50, ",
        "`svm_atomic` has no operation `.foo`: expected one of add, ",
        "`.XOR` does not take size `.F32.FTZ.RN`: expected ",
        "mem: expected at most 32 bits, found `0x100000000`",
        "src0: expected a bit pattern such as 0x00000001, found `-`",
        "src1: this operation takes none; give `-`, found `0x0`",
        "mode: expected `-`, format=.. or an assumption",
    ]) {
        assert!(line.strip_prefix("error: ").is_some_and(|l| l.starts_with(want)), "{line}\nwants {want}");
    }
    assert_eq!(lines[8], "0x00000003\t0x00000001");
}

#[test]
fn bad_operation_lines_of_gfx1100() {
    for (line, want) in [
        ("ds_add_f64\t-\t0x0\t0x0\t-", "`ds_add_f64` is not on gfx1100: f64 atomics are ds_min_f64, ds_max_f64 and "),
        ("ds_add_u32 v0\t-\t0x0\t0x0\t-", "`v0` is no modifier of `ds_add_u32`: "),
        ("ds_add_u32\tfp_denorm=16\t0x0\t0x0\t-", "fp_denorm: expected 0..15, found `16`"),
        (
            "ds_add_u32\tdenorm=1\t0x0\t0x0\t-",
            "mode: expected `-`, fp_denorm=0..15, space=lds or an assumption such as ",
        ),
        ("ds_add_u32\tamd.flat_lds=x\t0x0\t0x0\t-", "amd.flat_lds: expected as-memory, as-lds, never, found `x`"),
        (
            "ds_add_u32\tspace=lds\t0x0\t0x0\t-",
            "space: only flat_atomic_ instructions reach LDS or memory, found `ds_`",
        ),
        ("flat_atomic_add_u32\tspace=gds\t0x0\t0x0\t-", "space: expected lds or memory, found `gds`"),
        ("ds_cmpstore_b32\t-\t0x0\t0x0\t-", "src1: expected a bit pattern such as 0x00000001, found `-`"),
        ("ds_add_u64\t-\t0x0\t0x0\t0x0", "src1: this operation takes none; give `-`, found `0x0`"),
        ("ds_add_u32\t-\t0x000000001\t0x100000000\t-", "src0: expected at most 32 bits, found `0x100000000`"),
    ] {
        let ran = isotope_with(&["op", "--lines"], format!("gfx1100\t{line}\n").as_bytes());
        ran.status(1);
        assert!(ran.out.strip_prefix("error: ").is_some_and(|l| l.starts_with(want)), "{line}: {}", ran.out);
    }
}

#[test]
fn operations_of_gfx1100_by_modifier_mode_and_reading() {
    let input = "gfx1100\tds_add_u32 offset:4 gds\t-\t0x1\t0x2\t-\n\
                 gfx1100\tDS_ADD_RTN_U32.rtn\tfp_denorm=3\t0x1\t0x2\t-\n\
                 gfx1100\tglobal_atomic_add glc slc\t-\t0x1\t0x2\t-\n\
                 gfx1100\timage_atomic_add\t-\t0xffffffff\t0x2\t-\n\
                 gfx1100\timage_atomic_add\t-\t0x00000000ffffffff\t0x2\t-\n\
                 gfx1100\timage_atomic_cmpswap dmask:0xf dim:SQ_RSRC_IMG_1D\t-\t0x1\t0x2\t0x1\n\
                 gfx1100\tds_condxchg32_rtn_b64\t-\t0x0000000100000002\t0x8000000500000006\t-\n\
                 gfx1100\tds_storexchg_2addr_stride64_rtn_b32\t-\t0x1\t0x2\t-\n\
                 gfx1100\tflat_atomic_add_f32\tspace=lds\t0x1\t0x0\t-\n\
                 gfx1100\tflat_atomic_add_f32\tspace=lds,amd.flat_lds=as-lds\t0x1\t0x0\t-\n\
                 gfx1100\tds_max_f32\tamd.two_quiet_nans=unspecified\t0x7fc00001\t0x7fc00002\t-\n\
                 gfx1100\tds_add_f32\tamd.first_operand_lds_add=memory\t0x7fc00001\t0x7fc00002\t-\n";
    isotope_with(&["op", "--lines"], input.as_bytes()).gives(
        0,
        "0x00000003\t0x00000001\n\
         0x00000003\t0x00000001\n\
         0x00000003\t0x00000001\n\
         0x00000001\t0xffffffff\n\
         0x0000000100000001\t0x00000000ffffffff\n\
         0x0000000000000002\t0x0000000000000001\n\
         0x0000000500000002\t0x0000000100000002\n\
         0x00000002\t0x00000001\n\
         0x00000000\t0x00000001\n\
         0x00000001\t0x00000001\n\
         -\t0x7fc00001\n\
         0x7fc00001\t0x7fc00001\n",
    );
}

#[test]
fn modifiers_that_do_not_matter_and_readings() {
    let input = "sm_50\tATOM.E.ADD.U32\t-\t0x1\t0x2\t-\n\
                 sm_50\tSURED.D.BA.2D.ADD.TRAP\t-\t0x1\t0x2\t-\n\
                 sm_50\tSURED.D.MIN.SD32\t-\t0xffffffff\t0x1\t-\n\
                 sm_50\tSURED.D.MIN.SD32\t-\t0x2\t0x1\t-\n\
                 sm_50\tSURED.D.MIN.SD32\tformat=sint\t0xffffffff\t0x1\t-\n\
                 sm_50\tSURED.D.MIN.SD32\tformat=uint\t0xffffffff\t0x1\t-\n\
                 sm_50\tATOM.SAFEADD.U64\t-\t0x1\t0x2\t-\n\
                 sm_50\tATOM.CAS.64\t-\t0x1\t0x1\t0x5\n\
                 sm_50\tATOM.ADD.F32.FTZ.RN\t-\t0x7f800000\t0xff800000\t-\n\
                 sm_50\tATOM.ADD.F32.FTZ.RN\tnv.l2_nan=quiet\t0x7f800000\t0xff800000\t-\n\
                 sm_50\tATOM.ADD.F32.FTZ.RN\tnv.l2_nan=unspecified\t0x7f800000\t0xff800000\t-\n";
    isotope_with(&["op", "--lines"], input.as_bytes()).gives(
        0,
        "0x00000003\t0x00000001\n\
         0x00000003\t0x00000001\n\
         -\t0xffffffff\n\
         0x00000001\t0x00000002\n\
         0xffffffff\t0xffffffff\n\
         0x00000001\t0xffffffff\n\
         -\t0x0000000000000001\n\
         0x0000000000000005\t0x0000000000000001\n\
         0x7fffffff\t0x7f800000\n\
         0x7fc00000\t0x7f800000\n\
         -\t0x7f800000\n",
    );
}

#[test]
fn input_from_a_file_and_from_nowhere() {
    let file = common::write(&common::folder("batch_file"), "words", "0xed00000000770200");
    isotope(&format!("dis -t sm_50 --lines {file}")).gives(0, "ATOM.ADD R0, [R2], R7;\n");
    isotope("asm -t sm_50 --lines").gives(0, "");
    isotope("asm -t sm_50 --lines no/such/file").refuses("cannot read `no/such/file`");
    isotope("asm -t sm_50 --lines a b").refuses("expected at most one file with --lines, found 2");
}

#[test]
fn long_lines_are_one_refusal_each() {
    let mut input = vec![b'A'; 3 << 20];
    input.extend(b"\nNOP\n");
    isotope_with(&["asm", "-t", "sm_50", "--lines"], &input)
        .gives(1, "error: expected at most 65536 bytes in a line, found more\n0x50b0000000070f00\n");
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_isotope"))
        .args(["dis", "-t", "sm_50", "--lines"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    // A conversation: every answer comes before the next question.
    let mut line = String::new();
    stdin.write_all(b"0xed00000000770200\n").unwrap();
    stdout.read_line(&mut line).unwrap();
    assert_eq!(line, "ATOM.ADD R0, [R2], R7;\n");
    drop(stdout);
    let many = "0xed00000000770200\n".repeat(1 << 16);
    let _ = stdin.write_all(many.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}
