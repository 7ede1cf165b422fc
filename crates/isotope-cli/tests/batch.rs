//! Batch mode: one line out for every line in.

use crate::common::{isotope_with, repository};

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
