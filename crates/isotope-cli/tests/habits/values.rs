//! Values as people type them: understood where they mean one thing, refused with both spellings where they mean two.

use crate::common::isotope;

/// Operand or place, and what becomes of it: bits, or the words of a refusal.
const OPERANDS: &[(&str, &str, &str, &str)] = &[
    ("sm_50", "ATOM.EXCH", "1", "0x00000001"),
    ("sm_50", "ATOM.EXCH", "-1", "0xffffffff"),
    ("sm_50", "ATOM.EXCH", "1.0", "0x3f800000"),
    ("sm_50", "ATOM.EXCH", "f32:1", "0x3f800000"),
    ("sm_50", "ATOM.EXCH", "f64:1", "expected a type of 32 bits"),
    ("sm_50", "ATOM.EXCH.64", "1.5", "0x3ff8000000000000"),
    ("sm_50", "ATOM.OR", "12", "0x0000000c"),
    ("sm_50", "ATOM.OR", "4294967296", "expected a number that fits u32"),
    ("sm_50", "ATOM.OR", "1.0", "expected a whole number or bits, which the operation computes with, found `1.0`"),
    ("sm_50", "ATOM.OR", "snan", "expected a whole number or bits"),
    ("sm_50", "ATOM.ADD.F32.FTZ.RN", "1", "`1` is the number 1.0 or the bits 0x00000001: write `1.0` or `0x00000001`"),
    ("sm_50", "ATOM.ADD.F32.FTZ.RN", "-1", "write `-1.0` or `0xffffffff`"),
    ("gfx1100", "ds_max_f32", "1.0", "0x3f800000"),
    ("gfx1100", "ds_max_f32", "-inf", "0x80000000"),
    ("gfx1100", "ds_max_f32", "inf", "0x7f800000"),
    ("gfx1100", "ds_max_f32", "0x1p-149", "0x00000001"),
    ("gfx1100", "ds_max_f32", "0x1.8p1", "0x40400000"),
    ("gfx1100", "ds_max_f32", "0x1p-150", "expected a number that f32 holds exactly"),
    ("gfx1100", "ds_max_f32", "1e-45", "0x00000001"),
    ("gfx1100", "ds_max_f32", "1e40", "expected a number that fits f32"),
    ("gfx1100", "ds_max_f32", "0", "0x00000000"),
    ("gfx1100", "ds_max_f32", "nan:0x400000", "expected a payload from 0x0 to 0x3fffff"),
    ("gfx1100", "ds_max_f32", "f32:3", "0x40400000"),
    ("gfx1100", "ds_max_f64", "0.1", "0x3fb999999999999a"),
    ("visa", "svm_atomic.fmax.16", "1.0", "0x3c00"),
    ("visa", "svm_atomic.fmax.16", "7", "write `7.0` or `0x0007`"),
    ("sm_60", "ATOM.ADD.F16x2.RN", "1.0", "takes two of 16 bits"),
    ("sm_60", "ATOM.ADD.F16x2.RN", "1", "does not say which of two numbers it is"),
];

#[test]
fn operands() {
    for (target, op, text, wanted) in OPERANDS {
        // What memory holds is given back by each of them, or is what an exchange or a larger number leaves.
        let ran = isotope(&format!("op -t {target} {op} mem=0x0 src0={text}"));
        match wanted.starts_with("0x") {
            true => {
                ran.status(0);
                let new = ran.out.split('\t').next().unwrap();
                // Of -inf and 0 the larger one is 0.
                let wanted = if *text == "-inf" { "0x00000000" } else { wanted };
                assert_eq!(new, wanted, "{target} {op} {text}");
            }
            false => _ = ran.fails(2, wanted),
        }
    }
    // NaNs by name: the bits that come back are those that went in.
    for (text, bits) in [
        ("nan", "7fc00000"),
        ("snan", "7f800001"),
        ("-snan", "ff800001"),
        ("nan:0x123", "7fc00123"),
        ("snan:5", "7f800005"),
    ] {
        let ran = isotope(&format!("op -t gfx1100 ds_max_f32 mem={text} src0=0x0"));
        assert_eq!(
            (ran.code, ran.out.trim_end().split('\t').nth(1)),
            (0, Some(&*format!("0x{bits}"))),
            "{text} {}",
            ran.err
        );
    }
    // The same in batches, where bits behind 0x are what they were.
    crate::common::isotope_with(
        &["op", "--lines"],
        b"gfx1100\tds_max_f32\t-\t1.0\t0x40000000\t-\ngfx1100\tds_max_f32\t-\t1\t0x0\t-\n",
    )
    .status(1)
    .out_begins("0x40000000\t0x3f800000\nerror: mem: `1` is the number 1.0 or the bits 0x00000001");
}

#[test]
fn places_and_arguments() {
    let line = "op -t gfx1100 --json 'ds_max_rtn_f32 v0, v1, v2' lanes=1";
    let stored = |more: &str| {
        let ran = isotope(&format!("{line} {more}"));
        ran.status(0);
        let json = ran.json();
        [&json["accesses"][0]["old"], &json["accesses"][0]["operands"][0]]
            .map(|value| value.as_str().unwrap().to_string())
    };
    assert_eq!(stored("v2=1.0 'shared[0]=snan'"), ["0x7f800001", "0x3f800000"]);
    assert_eq!(stored("v2=0x1p-149 'shared[0]=-inf'"), ["0xff800000", "0x00000001"]);
    assert_eq!(stored("v2=1 'shared[0]=nan:0x7'"), ["0x7fc00007", "0x00000001"]);
    isotope(&format!("{line} v2=1.0 'shared[0]:2=1.0'"))
        .fails(2, "a place of 16 bits does not say which float it holds");
    isotope("op -t gfx1100 'ds_max_rtn_f32 v0, v1, v2' lanes=1.0").fails(2, "expected a number such as 0x3f800000");
    let file = crate::common::repository("kernels/explore/bin/gfx1100/counts.co");
    isotope(&format!(
        "run {file} --kernel sb --grid 1 --arg 'x=f32[3]:snan,0x1p-149,-nan' --arg 'out=u32[3]:0' --arg 2 --dump x --json"
    )).out_has("0x00000001\",\"0xffc00000");
}
