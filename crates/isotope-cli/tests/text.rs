//! `asm`, `dis` and `op` for people: single items, files, and what errors look like.

use crate::common;
use crate::common::{cubin, folder, isotope, isotope_with, write};

#[test]
fn no_command_at_all() {
    isotope("").gives(2, "").err_has("Usage: isotope [OPTIONS] <COMMAND>").err_has("Exit status: 0 yes");
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
fn the_committed_list_of_assumptions_is_current() {
    common::is_current("docs/assumptions.md", &isotope("assumptions --markdown").status(0).out);
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
