//! Lines of llvm-mc 19.1.7 for gfx1100; `tests/data/amd/README.md` describes the files.
use crate::common::{rdna, unhex};
use isotope_amd::Mode;

fn rows(file: &str) -> Vec<Vec<String>> {
    crate::common::rows(&format!("amd/{file}"))
}

fn assemble(mode: Mode, text: &str) -> Result<String, isotope_amd::ParseError> {
    isotope_amd::parse(mode, text).map(|inst| rdna::hex(&inst))
}

fn disassemble(hex: &str) -> Option<String> {
    let bytes = unhex(hex);
    isotope_amd::decode(&bytes).ok().filter(|inst| isotope_amd::size(inst) == bytes.len()).map(|inst| rdna::text(&inst))
}

/// Panics with the first few lines that fail.
fn none_wrong(rows: &[Vec<String>], least: usize, check: impl Fn(&[String]) -> Result<(), String>) {
    assert!(rows.len() >= least, "{} lines", rows.len());
    let wrong: Vec<String> = rows.iter().filter_map(|row| Some(format!("{row:?}: {}", check(row).err()?))).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong[..wrong.len().min(8)].join("\n"));
}

fn equal(got: &str, wanted: &str) -> Result<(), String> {
    if got == wanted { Ok(()) } else { Err(format!("gives {got}")) }
}

#[test]
fn text_to_bytes_and_back() {
    none_wrong(&rows("asm.tsv"), 3000, |row| {
        equal(&assemble(Mode::Documented, &row[0]).map_err(|e| e.to_string())?, &row[1])?;
        equal(&disassemble(&row[1]).ok_or("does not decode")?, &row[0])
    });
}

#[test]
fn other_spellings() {
    none_wrong(&rows("aliases.tsv"), 500, |row| {
        equal(&assemble(Mode::Documented, &row[0]).map_err(|e| e.to_string())?, &row[2])
    });
}

#[test]
fn bits_without_a_field_do_not_matter() {
    none_wrong(&rows("reserved.tsv"), 300, |row| equal(&disassemble(&row[0]).ok_or("does not decode")?, &row[1]));
}

#[test]
fn what_is_no_instruction_does_not_decode() {
    none_wrong(&rows("undecodable.tsv"), 500, |row| match disassemble(&row[0]) {
        Some(text) => Err(format!("gives {text}")),
        None => Ok(()),
    });
}

/// Isotope's messages for llvm-mc's specific messages.
const SAYS: [(&str, &str); 13] = [
    ("duplicate cache policy modifier", "is given twice"),
    ("instruction must use glc", "instruction must use `glc`"),
    ("instruction must not use glc", "instruction must not use `glc`"),
    ("instruction not supported on this GPU", "is not supported on gfx1100, only on"),
    ("scc modifier is not supported on this GPU", "`scc` is not supported on gfx1100, only on gfx90a"),
    ("invalid register alignment", "invalid register alignment of `"),
    ("register index is out of range", "register index is out of range in `"),
    ("expected a 12-bit unsigned offset", "expected 0 to 4095"),
    ("expected a 13-bit signed offset", "expected -4096 to 4095"),
    ("expected a 16-bit unsigned offset", "expected 0 to 65535"),
    ("image data size does not match dmask and tfe", "`vdata` is "),
    ("image address size does not match dim and a16", "`vaddr` is "),
    ("invalid atomic image dmask", "invalid atomic image dmask"),
];

#[test]
fn what_llvm_refuses_is_refused_with_a_reason() {
    let mut said = [0; SAYS.len()];
    let rows = rows("rejected.tsv");
    none_wrong(&rows, 500, |row| match assemble(Mode::Documented, &row[0]) {
        Ok(bytes) => Err(format!("gives {bytes}")),
        Err(e) => {
            let e = e.to_string();
            if let Some(name) = row[1].split("did you mean: ").nth(1) {
                let name = name.trim_end_matches('?');
                // Several similar words: each tool may suggest a different one.
                return if e.contains("did you mean `") || name.contains(',') { Ok(()) } else { Err(e) };
            }
            match SAYS.iter().find(|says| says.0 == row[1]) {
                Some(says) if !e.contains(says.1) => Err(e),
                _ => Ok(()),
            }
        }
    });
    for row in &rows {
        said.iter_mut().zip(SAYS).filter(|(_, says)| says.0 == row[1]).for_each(|(n, _)| *n += 1);
    }
    assert!(said.iter().all(|n| *n > 0), "{said:?}");
}

/// The plan parser does not accept a comment in the middle of a line: both parsers give the same for every line, and for numbers with a
/// point.
#[test]
fn steps_read_what_the_general_way_does() {
    let same = |text: &str| {
        let apart = text.replacen(' ', " /**/ ", 1);
        match (assemble(Mode::Documented, text), assemble(Mode::Documented, &apart)) {
            (Ok(plain), Ok(general)) => equal(&plain, &general),
            (Err(_), Err(_)) => Ok(()),
            (plain, general) => Err(format!("{plain:?} or {general:?}")),
        }
    };
    for file in ["asm.tsv", "aliases.tsv", "rejected.tsv"] {
        none_wrong(&rows(file), 500, |row| same(&row[0]));
    }
    let two = ["2.0", "2.00", "2.0e0", "2.0e+0", "2.0,"];
    let others = ["-0.5", "-2.0,", "0.15915494", "0.15915494309189532"];
    let wrong = ["2.0e", "2.0-1", "2.0.5", "2.0x", "2.0_", "2.5", ".5", "-0.15915494", "0x2.0", "4.0v1", "1.0 v1"];
    for number in two.into_iter().chain(others).chain(wrong) {
        let text = format!("buffer_atomic_add_u32 v1, off, s[8:11], {number} offset:4 glc");
        same(&text).unwrap_or_else(|e| panic!("{number}: {e}"));
        let found = assemble(Mode::Documented, &text);
        assert!(found.is_err() == wrong.contains(&number), "{number}: {found:?}");
        assert!(!two.contains(&number) || found.as_deref() == Ok("0440d4e0000102f4"), "{number}: {found:?}");
    }
}

/// The whole message and its span.
#[test]
fn messages() {
    let rows = rows("messages.tsv");
    assert!(rows.len() >= 10, "{}", rows.len());
    for row in &rows {
        let [text, at, message] = &row[..] else { panic!("{row:?}") };
        let e = isotope_amd::parse(Mode::Documented, text).expect_err(text);
        let at = if at == "-" { "" } else { at };
        assert_eq!((e.to_string().as_str(), text.get(e.span.clone())), (message.as_str(), Some(at)), "{text}");
    }
}

/// The encoding has more values than the documents define; only `Mode::Compat` assembles them.
#[test]
fn compat_takes_what_the_encoding_holds() {
    for (text, hex) in [
        ("flat_atomic_add_f32 v[2:3], v20 offset:4096", "001058dd02147c00"),
        ("image_atomic_swap v64, v63, s[40:47] dim:SQ_RSRC_IMG_1D", "000028f03f400a00"),
        ("buffer_atomic_min_u64 v[200:201], v[4:5], null, 0 idxen offen", "000018e104c8df80"),
    ] {
        assert!(assemble(Mode::Documented, text).is_err(), "{text}");
        assert_eq!(assemble(Mode::Compat, text).as_deref(), Ok(hex), "{text}");
        assert_eq!(disassemble(hex).as_deref(), Some(text));
        assert!(isotope_amd::legality(&isotope_amd::decode(&unhex(hex)).unwrap()).is_some(), "{text}");
    }
    // No mode assembles an encoding that does not exist.
    for text in ["ds_add_u32 v1, v2 offset:65536", "global_atomic_add_u32 v[2:3], v4, off glc", "ds_add_u64 v1, v2"] {
        assert!(assemble(Mode::Compat, text).is_err(), "{text}");
    }
}

/// Every pattern of `ds_swizzle_b32`, as its named form.
#[test]
fn swizzles() {
    for (value, text) in [
        (0x8000, "QUAD_PERM,0,0,0,0"),
        (0x80e4, "QUAD_PERM,0,1,2,3"),
        (0x041f, "SWAP,1"),
        (0x401f, "SWAP,16"),
        (0x0c1f, "REVERSE,4"),
        (0x7c1f, "REVERSE,32"),
        (0x0060, "BROADCAST,32,3"),
        (0x001e, "BROADCAST,2,0"),
        (0x001f, "BITMASK_PERM,\"ppppp\""),
        (0x0907, "BITMASK_PERM,\"01pip\""),
    ] {
        let text = format!("ds_swizzle_b32 v8, v2 offset:swizzle({text})");
        let hex = format!("{:02x}{:02x}d4d802000008", value & 0xff, value >> 8);
        assert_eq!((assemble(Mode::Documented, &text).unwrap(), disassemble(&hex)), (hex, Some(text)));
    }
    assert_eq!(disassemble("00c0d4d802000008").unwrap(), "ds_swizzle_b32 v8, v2 offset:49152");
    for value in 0..=0xffffu32 {
        let hex = format!("{:02x}{:02x}d4d802000008", value & 0xff, value >> 8);
        let text = disassemble(&hex).unwrap();
        let again = assemble(Mode::Documented, &text).unwrap_or_else(|e| panic!("{text}: {e}"));
        // The value of a masked bit has several encodings; the assembler uses one.
        let shown = disassemble(&again).unwrap();
        assert_eq!(assemble(Mode::Documented, &shown), Ok(again), "{text}");
        assert!(shown == text || text.contains("BITMASK_PERM"), "{text} becomes {shown}");
    }
}

/// Labels forward and backward, and a listing that assembles to the same bytes.
#[test]
fn listings() {
    let source = "start:\n  s_mov_b32 s0, 0x12345678 // a literal\nloop: ds_add_u32 v1, v2 offset:4\n\n  \
                  s_cbranch_execz done\n  s_branch loop\ndone: .long 0xffffffff\n  s_endpgm ; the end\n";
    let code = isotope_amd::listing::assemble_all(isotope_amd::GFX1100, Mode::Documented, source).unwrap();
    assert_eq!(code.len(), 8 + 8 + 4 + 4 + 4 + 4);
    let lines = isotope_amd::listing::listing(&code, Default::default());
    let shown: Vec<_> = lines.iter().map(|l| (l.address, l.label.as_deref(), l.text.as_str())).collect();
    assert_eq!(
        shown,
        [
            (0, None, "s_mov_b32 s0, 0x12345678"),
            (8, Some("L0"), "ds_add_u32 v1, v2 offset:4"),
            (16, None, "s_cbranch_execz L1"),
            (20, None, "s_branch L0"),
            (24, Some("L1"), ".long 0xffffffff"),
            (28, None, "s_endpgm"),
        ]
    );
    let again: String =
        lines.iter().map(|l| l.label.iter().map(|l| format!("{l}:\n")).collect::<String>() + &l.text + "\n").collect();
    assert_eq!(isotope_amd::listing::assemble_all(isotope_amd::GFX1100, Mode::Documented, &again).unwrap(), code);

    let errors = isotope_amd::listing::assemble_all(
        isotope_amd::GFX1100,
        Mode::Documented,
        "a:\n s_branch b\na: ds_nop\n  ds_no\n",
    )
    .unwrap_err();
    let shown: Vec<_> = errors.iter().map(|e| (e.line, e.error.message.as_str(), e.error.span.clone())).collect();
    assert_eq!(shown[1], (3, "label `a` is defined twice", 0..1));
    assert_eq!(shown[2], (4, "unknown instruction `ds_no`, did you mean `ds_nop`?", 2..7));
    assert_eq!((shown[0].0, &shown[0].2), (2, &(10..11)));
}

/// Contradictory text is refused: `gds` negated in an operation that only the GDS has (LLVM 19 ignores the negation,
/// LLVM 22 refuses it), a counter with two values.
#[test]
fn contradictions_in_text_are_refused() {
    for text in [
        "ds_gws_init v0 nogds",
        "ds_gws_barrier v0 nogds",
        "ds_gws_sema_v nogds",
        "ds_gws_sema_br v0 offset:4 nogds",
        "ds_gws_sema_p nogds",
        "ds_gws_sema_release_all nogds",
        "ds_ordered_count v0, v1 nogds",
        "ds_add_gs_reg_rtn v[0:1], v2 nogds",
        "ds_gws_sema_v",
        "s_waitcnt_depctr depctr_va_vdst(0) depctr_va_vdst(1)",
        "s_waitcnt_depctr depctr_va_vdst(0) & depctr_sa_sdst(0) & depctr_va_vdst(0)",
    ] {
        assert!(isotope_amd::parse(Mode::Documented, text).is_err(), "{text}");
    }
    for text in
        ["ds_add_u32 v0, v1 nogds", "ds_gws_init v0 gds", "s_waitcnt_depctr depctr_va_vdst(0) depctr_sa_sdst(0)"]
    {
        assert!(isotope_amd::parse(Mode::Documented, text).is_ok(), "{text}");
    }
}

/// Unusual operands in each position: text that both LLVM versions accept is accepted, and exceptions have a reason
/// (`tools/census/amd_operands.py`).
#[test]
fn odd_operands() {
    none_wrong(&rows("operands.tsv"), 30, |row| {
        let [what, count, why, text, llvm, here] = row else { return Err("six columns".into()) };
        let got = assemble(Mode::Documented, text).unwrap_or("-".into());
        let kind = match (llvm.as_str(), here.as_str()) {
            (_, "-") => "refused",
            ("-", _) => "accepted",
            _ => "bytes",
        };
        if kind != what || why.is_empty() || count.parse::<u32>().is_err() || llvm == here {
            return Err("not what the row says".into());
        }
        equal(&got, here)
    });
    for (text, hex) in [("s_addk_i32 s54, lit(1)", "0100b6b7"), ("s_sleep lit(5)", "050083bf")] {
        assert_eq!(assemble(Mode::Documented, text).as_deref(), Ok(hex), "{text}");
    }
    let refused = [
        "v_lshrrev_b64 v[0:1], s0, s[2:3]",
        "v_ashrrev_i64 v[0:1], s0, 0x12345",
        "s_endpgm -17",
        "s_getreg_b32 s0, -17",
    ];
    for text in refused {
        assert!(assemble(Mode::Documented, text).is_err(), "{text}");
    }
    // One scalar register may be read, and an inline constant does not count.
    assert!(assemble(Mode::Documented, "v_lshlrev_b64 v[0:1], s2, 64").is_ok());
}
