//! `isotope equiv`: answers, witnesses that `isotope op` reproduces, and mistakes.

use crate::common::{is_current, isotope, isotope_with, repository};

/// Question, assumptions, first line, then what the text says somewhere.
const FACTS: &[(&str, &str, &[&str], &str, &str)] = &[
    ("sm_50:ATOM.INC", "visa:dword_atomic.inc", &[], "DIFFERENT", "memory: different"),
    ("sm_50:ATOM.INC", "visa:dword_atomic.inc", &["src0 == 0xffffffff"], "EQUAL", "assumed: src0 == 0xffffffff"),
    ("sm_50:ATOM.DEC", "visa:dword_atomic.dec", &["src0 == 0xffffffff"], "EQUAL", "memory: equal"),
    ("sm_50:ATOM.DEC", "visa:dword_atomic.dec", &["src0 != 0xffffffff"], "DIFFERENT", "memory: different"),
    ("sm_50:ATOM.DEC", "visa:dword_atomic.predec", &["src0 == 0xffffffff"], "DIFFERENT", "returned: different"),
    (
        "visa:dword_atomic.cmpxchg",
        "visa:dword_atomic.fcmpwr",
        &[],
        "DIFFERENT",
        "src0 of the second (comparand) is src1",
    ),
    (
        "visa:dword_atomic.cmpxchg",
        "visa:dword_atomic.fcmpwr",
        &["!isnan(mem)", "!iszero(mem)"],
        "EQUAL",
        "memory: equal",
    ),
    ("gfx1100:global_atomic_cmpswap_b32", "sm_50:ATOM.CAS", &[], "EQUAL", "src0 of the second (comparand) is src1"),
    ("gfx1100:global_atomic_cmpswap_b64", "sm_50:ATOM.CAS.64", &[], "EQUAL", "memory: equal"),
    ("gfx1100:ds_add_f32,fp_denorm=15", "gfx1100:global_atomic_add_f32", &[], "DIFFERENT", "memory: different"),
    ("gfx1100:ds_add_f32,fp_denorm=0", "gfx1100:global_atomic_add_f32", &[], "DIFFERENT", "memory: different"),
    ("gfx1100:ds_add_f32,fp_denorm=1", "gfx1100:global_atomic_add_f32", &[], "DIFFERENT", "memory: different"),
    // Subnormal operands are flushed and subnormal results kept: MODE 2 is what memory does.
    ("gfx1100:ds_add_f32,fp_denorm=2", "gfx1100:global_atomic_add_f32", &[], "DIFFERENT", "memory: different"),
    ("gfx1100:ds_add_f32,fp_denorm=3", "gfx1100:global_atomic_add_f32", &[], "DIFFERENT", "memory: different"),
    // Which of two NaNs comes is all that is between them.
    (
        "gfx1100:ds_add_f32,fp_denorm=2",
        "gfx1100:global_atomic_add_f32",
        &["!isnan(mem) || !isnan(src0)"],
        "EQUAL",
        "memory: equal",
    ),
    ("sm_50:ATOM.ADD.F32.FTZ.RN", "gfx1100:ds_add_f32,fp_denorm=0", &[], "DIFFERENT", "memory: different"),
    (
        "sm_50:ATOM.ADD.F32.FTZ.RN",
        "gfx1100:ds_add_f32,fp_denorm=0",
        &["!isnan(mem) && !isnan(src0) && !(isinf(mem) && isinf(src0))"],
        "EQUAL",
        "memory: equal",
    ),
    (
        "gfx1100:ds_max_f32",
        "visa:dword_atomic.fmax",
        &["!isnan(mem) && !isnan(src0)"],
        "DIFFERENT",
        "memory: different",
    ),
    (
        "gfx1100:ds_max_f32",
        "visa:dword_atomic.fmax",
        &["!isnan(mem) && !isnan(src0)", "!iszero(mem) || !iszero(src0)"],
        "EQUAL",
        "memory: equal",
    ),
    // The integer trick for float maximum: wrong at once, right for numbers that are not negative.
    ("gfx1100:ds_max_f32", "sm_50:ATOM.MAX.S32", &[], "DIFFERENT", "memory: different"),
    (
        "gfx1100:ds_max_f32",
        "sm_50:ATOM.MAX.S32",
        &["!isnan(mem) && !isnan(src0)", "sign(mem) == 0 && sign(src0) == 0"],
        "EQUAL",
        "memory: equal",
    ),
    ("sm_50:ATOM.ADD", "visa:dword_atomic.add", &[], "EQUAL", "identical expressions"),
    ("sm_50:ATOM.MAX.S32", "visa:dword_atomic.imax", &[], "EQUAL", "returned: equal"),
];

#[test]
fn facts_come_out_as_results() {
    for (left, right, assumptions, word, says) in FACTS {
        let mut args = vec!["equiv", left, right];
        assumptions.iter().for_each(|a| args.extend(["--assume", a]));
        let out = isotope_with(&args, b"");
        assert_eq!(out.out.lines().next(), Some(*word), "{left} {right} {assumptions:?}\n{}{}", out.out, out.err);
        out.out_has(says).status(i32::from(*word != "EQUAL"));
        reproduce(&out.out);
    }
}

/// Runs every command of a witness and compares what it prints.
fn reproduce(text: &str) {
    for line in text.lines() {
        let Some((said, command)) = line.trim().split_once(": isotope ") else { continue };
        let args: Vec<&str> = command.split_whitespace().collect();
        let out = isotope_with(&args, b"");
        let column = usize::from(said.contains("gives back"));
        let value = out.out.trim().split('\t').nth(column).unwrap_or("").to_string();
        let value = if value == "-" { "an unspecified value".to_string() } else { value };
        assert!(said.ends_with(&value), "{line}\n{}", out.out);
    }
}

/// The table of docs/equality.md is what the facts print.
#[test]
fn the_table_of_known_facts() {
    let mut rows =
        String::from("| question | under | answer | memory | value given back |\n| --- | --- | --- | --- | --- |\n");
    for (left, right, assumptions, ..) in FACTS {
        let mut args = vec!["equiv", left, right, "--json"];
        assumptions.iter().for_each(|a| args.extend(["--assume", a]));
        let out = isotope_with(&args, b"");
        let object = out.json();
        let word = |half: &str| object[half]["answer"].as_str().unwrap_or_else(|| panic!("{object}")).to_string();
        let under: Vec<String> = assumptions.iter().map(|a| format!("`{}`", a.replace('|', "\\|"))).collect();
        let answer = object["answer"].as_str().unwrap();
        rows += &format!(
            "| `{left}` and `{right}` | {} | {answer} | {} | {} |\n",
            under.join(", "),
            word("memory"),
            word("returned")
        );
    }
    let page = std::fs::read_to_string(repository("docs/equality.md")).unwrap();
    let (before, rest) = page.split_once("<!-- known facts -->\n").unwrap();
    let (_, after) = rest.split_once("<!-- end of known facts -->").unwrap();
    let written = format!("{before}<!-- known facts -->\n{rows}<!-- end of known facts -->{after}");
    is_current("docs/equality.md", &written);
}

/// `--assume` takes values of assumptions as other verbs do, for the sides that rest on them.
#[test]
fn values_of_assumptions() {
    let same = ["gfx1100:ds_add_f32", "gfx1100:ds_add_f32,amd.first_operand_lds_add=memory"];
    let ask = |more: &[&str]| isotope_with(&[&["equiv", same[0], same[1]], more].concat(), b"");
    ask(&[]).status(1);
    let out = ask(&["--assume", "amd.first_operand_lds_add=memory"]);
    assert_eq!((out.code, out.out.lines().next()), (0, Some("EQUAL")), "{}{}", out.out, out.err);
    // Beside a condition, and for one of two vendors.
    isotope_with(
        &[
            "equiv",
            "sm_50:ATOM.ADD.F32.FTZ.RN",
            "gfx1100:ds_add_f32,fp_denorm=0",
            "--assume",
            "nv.l2_nan=quiet",
            "--assume",
            "!isnan(src0)",
        ],
        b"",
    )
    .out_has("sm_50:ATOM.ADD.F32.FTZ.RN,nv.l2_nan=quiet")
    .out_has("assumed: !isnan(src0)");
    let lists = "expected a condition on mem, src0 and src1, or ID=VALUE of an assumption: amd.first_operand_lds_add, amd.inf_minus_inf";
    for (assumed, why) in [
        ("amd.xx=memory", "there is no assumption `amd.xx`: "),
        ("nv.l2_nan=quiet", "neither operation rests on `nv.l2_nan`: "),
    ] {
        ask(&["--assume", assumed]).refuses(&format!("--assume `{assumed}`: {why}{lists}"));
    }
    ask(&["--assume", "foo == 1"]).refuses(lists);
    ask(&["--assume", "foo == 1"]).refuses("no name `foo`: expected one of mem, src0; ");
    ask(&["--assume", "amd.first_operand_lds_add=both"]).refuses("expected data, memory, found `both`");
    ask(&["--assume", "amd.first_operand_lds_add=data", "--assume", "amd.first_operand_lds_add=memory"])
        .refuses("has another value of it already");
}

#[test]
fn the_returned_value_can_be_left_out() {
    let args = ["equiv", "sm_50:ATOM.DEC", "visa:dword_atomic.predec", "--assume", "src0 == 0xffffffff"];
    let out = isotope_with(&[&args[..], &["--returned", "ignore"]].concat(), b"");
    assert_eq!((out.code, out.out.lines().next()), (0, Some("EQUAL")));
    let out = isotope_with(&[&args[..], &["--json"]].concat(), b"");
    let object = out.json();
    assert_eq!((object["answer"].as_str(), object["memory"]["answer"].as_str()), (Some("different"), Some("equal")));
}

#[test]
fn the_question_for_other_solvers() {
    isotope("equiv gfx1100:ds_add_f32 sm_50:ATOM.ADD.F32.FTZ.RN --smt2 -")
        .status(0)
        .out_has("(set-logic QF_BVFP)")
        .out_has("(fp.add RNE ")
        .out_ends("(check-sat)\n(get-value (mem src0))\n");
}

#[test]
fn mistakes_have_a_place_and_a_way_out() {
    for (args, want) in [
        (
            &["ATOM.INC", "visa:dword_atomic.inc"][..],
            "`ATOM.INC`: expected TARGET:OP such as sm_50:ATOM.INC, found no `:`",
        ),
        (&["sm_49:ATOM.INC", "visa:dword_atomic.inc"], "target `sm_49`: no such target"),
        (&["sm_50:ATOM.FOO", "visa:dword_atomic.inc"], "`sm_50:ATOM.FOO`: "),
        (&["sm_50:ATOM.INC", "sm_50:ATOM.CAS.64"], "the first works on 32 bits of memory and the second on 64"),
        (
            &["sm_50:ATOM.INC", "visa:dword_atomic.inc", "--assume", "src0 = 1"],
            "--assume `src0 = 1`, column 6: expected an operator or the end, found `=`",
        ),
        (
            &["sm_50:ATOM.INC", "visa:dword_atomic.inc", "--assume", "src1 == 1"],
            "column 1: no name `src1`: expected one of mem, src0",
        ),
        (&["sm_50:ATOM.INC", "visa:dword_atomic.inc", "--assume", "mem < src0 && src0 < mem"], "no inputs satisfy"),
        (&["sm_50:ATOM.INC", "visa:dword_atomic.inc", "--solver", "/bin/true"], "begins with z3 or bitwuzla"),
    ] {
        let out = isotope_with(&[&["equiv"], args].concat(), b"");
        out.status(2).err_begins("error: ").err_has(want);
        assert_eq!((out.out.as_str(), out.err.lines().count()), ("", 1));
    }
}

/// Whether an instruction is an implementation of what a language asks: it may leave only what is permitted there.
#[test]
fn what_a_language_leaves_open_permits_some_results() {
    let asked = |first: &str, second: &str| isotope(&format!("equiv {first} {second} --unspecified permitted")).code;
    for (language, instruction, code) in [
        ("cpp:fetch_max.float", "gfx1100:ds_max_rtn_f32", 0),
        ("cpp:fetch_max.float", "llvm:atomicrmw.fmax.f32", 0),
        ("cpp:fetch_max.float", "llvm:atomicrmw.fmaximum.f32", 0),
        ("cpp:fetch_max.float", "llvm:atomicrmw.umax.i32", 1),
        // A number beside a NaN is no NaN; where a NaN is asked, any will do.
        ("cpp:fetch_fmaximum.float", "gfx1100:ds_max_rtn_f32", 1),
        ("cpp:fetch_fmaximum.float", "llvm:atomicrmw.fmaximum.f32", 0),
        ("cpp:fetch_fmaximum_num.float", "cpp:fetch_max.float", 1),
        ("cpp:fetch_max.float", "cpp:fetch_fmaximum_num.float", 0),
        // Which zero is settled on one side alone.
        ("llvm:atomicrmw.fmaximumnum.f32", "llvm:atomicrmw.fmax.f32", 1),
        ("llvm:atomicrmw.fmax.f32", "llvm:atomicrmw.fmaximumnum.f32", 0),
        ("spirv:OpAtomicFMaxEXT.f32", "sm_50:RED.MAX.S32", 1),
    ] {
        assert_eq!(asked(language, instruction), code, "{language} {instruction}");
    }
    // Without it such inputs are a difference, or count for nothing.
    isotope("equiv cpp:fetch_fmaximum.float gfx1100:ds_max_rtn_f32 --unspecified ignore").status(0);
    isotope("equiv cpp:fetch_max.float gfx1100:ds_max_rtn_f32").status(1);
}
