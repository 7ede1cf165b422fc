//! `isotope op` on whole instructions: registers and memory are given, one step is taken, and what each lane did is told.

use crate::common::{folder, isotope, isotope_with, write};

/// Pairs of halves are compared with pairs, and widths are told of the instruction that has them.
#[test]
fn what_pages_compare() {
    let atom = isotope("docs -t sm_60 ATOM").out;
    let section = atom.split("What ATOM.ADD.F16x2.RN computes").nth(1).unwrap().split("What ATOM").next().unwrap();
    assert!(!section.contains("ds_add_f32") && !section.contains("dword_atomic.fadd"), "{section}");
    assert!(atom.contains("gfx1100:ds_add_f32"), "sums of single floats are compared");
    let flat =
        |page: &str| isotope(&format!("docs -t visa {page}")).out.split_whitespace().collect::<Vec<_>>().join(" ");
    let (svm, dword) = (flat("svm_atomic"), flat("dword_atomic"));
    assert!(svm.contains(".64 changes eight bytes") && !svm.contains("there is no other"), "{svm}");
    assert!(dword.contains("There is no width but .16 and 32 bits") && !dword.contains(".64 changes"), "{dword}");
}

/// Of the rules by which accesses are dropped the one that applies is printed, in words and as JSON: a coordinate, a handle, a surface that
/// is disabled, a header of zeros, a lane without coverage, a sparse page.
#[test]
fn the_rule_that_drops_an_access() {
    const IGNORE: &str = "a coordinate is out of bounds, with `.IGN`";
    const INVALID: &str = "the handle names no valid header, or one of another kind of surface";
    const DISABLED: &str = "the surface is disabled";
    const UNCOVERED: &str = "the lane covers no sample (a helper, or after a kill)";
    const SPARSE: &str = "the page is sparse: mapped, but without memory";
    let surface = "surface[3]=0x100000000:4 R8=4";
    for (line, want) in [
        (
            format!("SURED.D.1D.ADD.IGN [R4], R8, R12' {surface} [0x100000000]=5 R4=0,100,0,0 R12=3,3,9,1 lanes=4"),
            &[
                ("0x2", IGNORE, ""),
                ("0x4", INVALID, "invalid texture: handle 0x00000009 names header 0x9"),
                (
                    "0x8",
                    INVALID,
                    "invalid texture: a .1D instruction met a header of type 1D in one-dimensional buffer",
                ),
            ][..],
        ),
        (format!("SULD.D.1D.32.IGN R0, [R4], R12' {surface} R4=100 R12=3"), &[("0x1", IGNORE, "")]),
        (
            "SURED.D.2D.ADD.IGN [R2], R4, R6' surface[1]=0x100000000:64x8:disabled R4=9 R6=1".into(),
            &[("0x1", DISABLED, "")],
        ),
        (
            format!("SURED.D.2D.ADD.IGN [R4], R8, R12' {surface} R4=0 R12=3"),
            &[("0x1", INVALID, "invalid texture: a .2D instruction met a header of type")],
        ),
        ("RED.E.ADD [R2], R4' R2=0x100000000 [0x100000000]=5 lanes=2 coverage=0x1".into(), &[("0x2", UNCOVERED, "")]),
        ("RED.E.ADD [R2], R4' sparse[0x100000000]=64 R2=0x100000000".into(), &[("0x1", SPARSE, "")]),
    ] {
        let line = format!("op -t sm_52 '{line}");
        let line = if line.contains("sparse") { line } else { line.replace("sm_52", "sm_50") };
        let ran = isotope(&line);
        let rules: Vec<&str> = ran.out.lines().filter_map(|l| l.trim().strip_prefix("rule: ")).collect();
        assert_eq!(rules.len(), want.len(), "{line}\n{}{}", ran.out, ran.err);
        assert!(rules.iter().zip(want).all(|(found, (_, rule, _))| found.starts_with(rule)), "{line}\n{}", ran.out);
        let json = isotope(&format!("{line} --json")).json();
        let dropped = json["dropped"].as_array().unwrap();
        assert_eq!(dropped.len(), want.len(), "{json}");
        for (found, (lanes, rule, detail)) in dropped.iter().zip(want) {
            assert_eq!((&found["lanes"], &found["rules"]), (&(*lanes).into(), &serde_json::json!([rule])), "{json}");
            let said = found["detail"].as_str().unwrap();
            assert!(said.starts_with(detail) && said.is_empty() == detail.is_empty(), "{json}");
        }
    }
}

const FILE: &str = "\
# Two lanes, one of them with a NaN.
.decl V40 v_type=G type=uq num_elts=8 align=GRF
.decl V41 v_type=G type=f num_elts=8 align=GRF
.decl V42 v_type=G type=f num_elts=8 align=GRF
svm_atomic.fmax (M1, 2) V40.0 V42.0 V41.0 %null.0

V40=0x100000000   # the same address everywhere
V41=0x7fc00000,0x40000000
[0x100000000]=0x3f800000
intel.minmax_zero=ordered
";

#[test]
fn a_file_says_the_same_as_arguments() {
    let place = write(&folder("explain"), "fmax.txt", FILE);
    let by_file = isotope(&format!("op -t visa --explain --given {place}"));
    by_file
        .status(0)
        .out_has("lane 0: global 0x100000000\n  old = 0x3f800000")
        .out_has("is_nan(src0): yes")
        .out_has("lane 1: global 0x100000000\n")
        .out_has("stored 0x40000000");
    let mut args = vec!["op", "-t", "visa", "--explain"];
    args.extend(FILE.lines().map(|l| l.split('#').next().unwrap().trim()).filter(|l| !l.is_empty()));
    args[4..].sort_by_key(|item| !item.starts_with("svm"));
    let by_arguments = isotope_with(&args, b"");
    assert_eq!(by_arguments.out, by_file.out, "{}", by_arguments.err);
    let by_stdin = isotope_with(&["op", "-t", "visa", "--explain", "--given", "-"], FILE.as_bytes());
    assert_eq!(by_stdin.out, by_file.out);
    // Arguments add to a file.
    let both = isotope(&format!("op -t visa --given {place} lanes=1"));
    assert!(both.out.contains("on visa, 1 lane;") || both.out.contains("executes: lane 0\n"), "{}", both.out);
    // Without `--explain` the rules are left out.
    both.out_lacks("it rests on").out_lacks("is_nan");
}

/// How a number is spelled decides nothing: what could mean two things is refused.
#[test]
fn one_meaning_whatever_the_spelling() {
    let line = |more: &str| format!("op -t sm_50 '@P1 IADD R0, R1, R2' R1=1 R2=2 {more}");
    let runs = |more: &str| isotope(&line(more)).out.lines().nth(1).unwrap_or("").to_string();
    assert_eq!(runs("lanes=4 P1=0x1"), "on sm_50, 4 lanes; executes: lane 0");
    assert_eq!(runs("lanes=4 P1=all"), "on sm_50, 4 lanes; executes: lanes 0-3");
    assert_eq!(runs("lanes=4 P1=none"), "on sm_50, 4 lanes; executes: no lane");
    assert_eq!(runs("lanes=4 P1=0"), runs("lanes=4 P1=0x0"));
    assert_eq!(runs("lanes=1 P1=1"), runs("lanes=1 P1=0x1"));
    isotope(&line("lanes=4 P1=1")).refuses("P1: expected lanes: `all`, `none`, or bits by lane");
    // A value of more than 32 bits goes on in the next register, whichever of the two was written first.
    isotope(&line("R4=0x100000000 R5=7")).refuses("goes on in R5, which is given too");
    isotope(&line("R5=7 R4=0x100000000")).refuses("goes on in R5, which is given too");
    // And a list of memory words has one width.
    isotope(&line("[0x1000]=1,0x100000000")).refuses("say the width of all behind `]`");
    isotope(&line("[0x1000]:8=1,0x100000000")).status(0);
}

/// Instructions without a destination return nothing, and every answer about them says so.
#[test]
fn reductions_return_nothing() {
    for (target, op, form) in [
        ("sm_50", "RED.ADD", "ATOM"),
        ("sm_50", "SURED.D.1D.MIN.SD32", "SUATOM"),
        ("gfx1100", "ds_add_f32", "ds_add_rtn_f32"),
        ("gfx1100", "ds_max_u32", "ds_max_rtn_u32"),
    ] {
        let line = format!("op -t {target} {op} mem=0x1 src0=0x2");
        let (short, long) = (isotope(&line), isotope(&format!("{line} --explain")));
        // What scripts read stays as it is.
        assert_eq!(short.out.lines().next(), long.out.lines().next());
        assert_eq!(short.out.split('\t').count(), 2);
        let said = format!("{op} returns nothing: the second value above is what {form} would give");
        long.out_has(&said)
            .out_has(format!("nothing is returned; of {form}, returned = old"))
            .out_has(format!("nothing is returned; of {form}, the returned value is memory"));
        isotope(&format!(
            "equiv {target}:{op}{0} {target}:{op}{0}",
            if form == "SUATOM" { ",format=uint" } else { "" }
        ))
        .out_has(format!("returns nothing: compared is what {form} would give back"));
        if op != "ds_max_u32" {
            continue;
        }
        isotope(&format!("docs --markdown -t {target} {}", op.split('.').next().unwrap()))
            .out_has(format!("| nothing is returned; of {form}, the returned value"));
    }
    isotope("op -t gfx1100 global_atomic_add_f32 mem=0x1 src0=0x2 --explain")
        .out_has("  with glc, returned = old; without it nothing is returned\n");
    for back in ["-t sm_50 ATOM.ADD", "-t gfx1100 ds_add_rtn_f32", "-t gfx1100 'global_atomic_add_f32 glc'"] {
        isotope(&format!("op {back} mem=0x1 src0=0x2 --explain")).out_lacks("nothing").out_has("  returned = old\n");
    }
    isotope("op -t gfx1100 --explain 'ds_add_f32 v0, v1' v1=0x3f800000 'shared[0]=0'")
        .out_has("nothing is returned; of a form with a destination, the returned value");
}
