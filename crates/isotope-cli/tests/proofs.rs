//! `matrix`, `vectors` and `equiv --lowering` from outside.

use crate::common;
use crate::common::{isotope, isotope_with, repository, sweep};

/// docs/matrix.md is what comes out without a solver outside, however long that takes here.
#[test]
fn the_page_of_the_matrix_is_what_the_tool_writes() {
    let page = std::fs::read_to_string(repository("docs/matrix.md")).expect("docs/matrix.md");
    let all = ["inc", "xchg", "cas", "dec", "add", "sub", "min", "max", "bits", "fcas", "fmin", "fmax", "fadd"];
    for class in &all[..sweep::count(all.len(), 3)] {
        let out = isotope_with(&["matrix", class, "--format", "md"], b"");
        let section = &out.out[out.out.find("\n## ").expect("a section")..];
        assert!(page.contains(section.trim_end()), "docs/matrix.md is old; run `just matrix`. {class}:\n{section}");
    }
}

#[test]
fn the_matrix_in_every_form() {
    let out = isotope("matrix inc --format json");
    let all = out.json();
    let pairs = all["classes"][0]["pairs"].as_array().unwrap();
    let found =
        pairs.iter().find(|p| p["first"] == "sm_50:ATOM.INC" && p["second"] == "visa:dword_atomic.inc").unwrap();
    let conditions = found["memory"]["conditions"].as_array().unwrap();
    assert!(conditions.iter().any(|c| c == "src0 == 0xffffffff"), "{found}");
    let page = isotope("matrix inc --format html").out;
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    // Nothing from outside, every link inside.
    assert!(!page.contains("http") && !page.contains("src="));
    for part in page.split("href=\"#").skip(1) {
        let id = &part[..part.find('"').unwrap()];
        assert!(page.contains(&format!("id=\"{id}\"")), "{id}");
    }
}

#[test]
fn vectors_are_reproducible_and_right() {
    for spec in [
        "gfx1100:ds_max_f32",
        "visa:svm_atomic.fcmpwr.16",
        "sm_60:ATOM.ADD.F16x2.RN",
        "sm_50:ATOM.CAS",
        "visa:dword_atomic.predec",
    ] {
        let args = ["vectors", spec, "--random", "200", "--seed", "7", "--format", "csv"];
        let out = isotope_with(&args, b"");
        assert_eq!(out.out, isotope_with(&args, b"").out, "{spec}");
        assert_ne!(
            out.out,
            isotope_with(&["vectors", spec, "--random", "200", "--seed", "8", "--format", "csv"], b"").out
        );
        // What the batch command says of the same inputs.
        let (target, op) = spec.split_once(':').unwrap();
        let rows: Vec<Vec<&str>> = out.out.lines().skip(1).map(|l| l.split(',').collect()).collect();
        let input: String = rows.iter().map(|r| format!("{target}\t{op}\t-\t{}\t{}\t{}\n", r[0], r[1], r[2])).collect();
        let want: String = rows.iter().map(|r| format!("{}\t{}\n", r[3], r[4])).collect();
        assert_eq!(isotope_with(&["op", "--lines"], input.as_bytes()).out, want, "{spec}");
    }
}

#[test]
fn vectors_in_every_form() {
    let json = isotope("vectors gfx1100:ds_max_f32");
    let object = json.json();
    let count = object["vectors"].as_array().unwrap().len();
    assert!(count > 1000 && object["rules"].as_array().unwrap().len() > 5);
    let rules = object["rules"].as_array().unwrap().iter();
    assert!(rules.clone().all(|r| r["held"] != 0 && r["failed"] != 0), "{json:?}");
    let lines = |format: &str| isotope_with(&["vectors", "gfx1100:ds_max_f32", "--format", format], b"").out;
    assert_eq!(lines("csv").lines().count(), count + 1);
    assert!(lines("c").contains(&format!("gfx1100_ds_max_f32_vectors[{count}] = {{")));
    assert_eq!(lines("rust").lines().filter(|l| l.starts_with("    (0x")).count(), count);
    let lit = lines("lit");
    assert_eq!(lit.lines().filter(|l| l.starts_with("; IN: gfx1100\tds_max_f32\t-\t0x")).count(), count);
    assert_eq!(lit.lines().filter(|l| l.starts_with("; CHECK: {{^}}0x")).count(), count);
}

#[test]
fn lowerings_of_the_documentation() {
    let folder = repository("examples/lowerings");
    for (file, code, says) in [
        ("max_f32_by_cas.txt", 0, "ends: holds"),
        ("max_f32_by_float_cas.txt", 1, "ends: broken, when memory holds what was read, the loop ends"),
        ("max_f32_by_integers.txt", 1, "stored: broken"),
        ("max_f32_by_integers_without_nan.txt", 0, "stored: holds"),
        ("inc_by_cas.txt", 0, "harmless: holds"),
        // docs/atomic-expand.md
        (
            "fmax_half_nvptx.ll",
            0,
            "EQUAL\n@fmax_half is to do what llvm:atomicrmw.fmax.f16 does, seq_cst\nstored: holds",
        ),
        // Its operation is asked for seq_cst, as no other ordering is named.
        ("umax_early.ll", 1, "  missing: release: this way stores nothing"),
        ("fmax_half_unshifted.ll", 1, "  the operation leaves 0x00000001\n  the function leaves 0x00010001\n"),
    ] {
        let path = format!("{folder}/{file}");
        isotope_with(&["equiv", "--lowering", &path], b"").status(code).out_has(says);
    }
    isotope("equiv --lowering nowhere.txt").refuses("nowhere.txt");
    // A signed maximum alone: -0 against other negative numbers has the order of integers the wrong way round.
    for (assumed, says) in [
        ("!isnan(mem) && !isnan(src0)", "stored: broken"),
        ("mem == 0x80000000 && src0 == 0xbf800000", "stored: broken"),
        ("!isnan(mem) && !isnan(src0) && (sign(mem) == 0 || sign(src0) == 0)", "stored: holds"),
    ] {
        let text = format!("equals gfx1100:ds_max_f32\nassume {assumed}\nmemory = smax(mem, src0)\n");
        let file = common::write(&common::folder("assumed"), "lowering.txt", text);
        isotope_with(&["equiv", "--lowering", &file], b"").out_has(says);
    }
    let file = common::write(
        &common::folder("impossible"),
        "l.txt",
        "equals visa:svm_atomic.inc\nassume mem < 0\nmemory = 1\n",
    );
    isotope_with(&["equiv", "--lowering", &file], b"").refuses("line 2, column 8: no inputs satisfy what is assumed");
}

/// A maximum of halves in a word, and other functions that this reader refuses.
const SEVERAL: &str = "define void @other(ptr %p) {
  call void @elsewhere(ptr %p)
  unreachable
}
define i32 @max(ptr %p, i32 %v) {
  %1 = load i32, ptr %p, align 4
  br label %loop

loop:
  %old = phi i32 [ %1, %0 ], [ %found, %loop ]
  %new = call i32 @llvm.smax.i32(i32 %old, i32 %v)
  %swap = cmpxchg ptr %p, i32 %old, i32 %new syncscope(\"agent\") acq_rel monotonic, align 4
  %found = extractvalue { i32, i1 } %swap, 0
  %ok = extractvalue { i32, i1 } %swap, 1
  br i1 %ok, label %end, label %loop

end:
  ret i32 %found
}
";

#[test]
fn functions_conditions_and_orderings_of_a_lowering() {
    let file = common::write(&common::folder("several"), "several.ll", SEVERAL);
    let ask = |args: &[&str]| isotope_with(&[&["equiv", "--lowering", &file], args].concat(), b"");
    let all = "the file has several functions: choose one with --function: @other, @max";
    ask(&["llvm:atomicrmw.max.i32"]).refuses(all);
    ask(&["llvm:atomicrmw.max.i32", "--function", "min"]).refuses("no function `@min`; there are @other, @max");
    ask(&[]).refuses("no function has an operation");
    ask(&["llvm:atomicrmw.max.i32", "--function", "other"]).refuses("line 2, column 8: a call of @elsewhere");
    // Without `--ordering`, sequential consistency in system scope is required.
    let out = ask(&["llvm:atomicrmw.max.i32", "--function", "max"]);
    out.status(1);
    out.out_has_each([
        "DIFFERENT\n@max is to do what llvm:atomicrmw.max.i32 does, seq_cst\n",
        "stored: holds",
        "ordered: broken, every way that returns orders memory at least as it is asked",
        "  missing: scope: the swap at line 12 has syncscope(\"agent\"), and asked is no syncscope; on the way that returns at line 18\n",
    ]);
    out.err_has("note: @max: seq_cst is required because neither");
    let max = |op: &str, more: &[&str]| ask(&[&[op, "--function", "max"], more].concat());
    let agent = "syncscope(\"agent\") acq_rel";
    let out = max("llvm:atomicrmw.max.i32", &["--ordering", agent]);
    let header = format!("EQUAL\n@max is to do what llvm:atomicrmw.max.i32 does, {agent}\n");
    out.status(0).out_begins(&header).err_is("");
    // The operation's own ordering counts more.
    max(&format!("llvm:atomicrmw.max.i32 {agent}"), &["--ordering", "seq_cst"]).status(0).out_begins(&header);
    let wrong = "syncscope(\"agent\") seq_cst";
    max("llvm:atomicrmw.max.i32", &["--ordering", wrong])
        .out_has("  missing: seq_cst: the swap at line 12 is acq_rel, and no pair");
    max("llvm:atomicrmw.max.i32", &["--ordering", "relaxed"]).refuses(
        "--ordering `relaxed`: expected an ordering: monotonic, acquire, release, acq_rel, seq_cst; found `relaxed`",
    );
    max("llvm:atomicrmw.max.i32", &["--ordering", "acq_rel seq_cst"])
        .refuses("`llvm:atomicrmw.max.i32` cannot fail: expected one ordering, found `acq_rel seq_cst`");
    isotope_with(
        &["equiv", "--lowering", &repository("examples/lowerings/inc_by_cas.txt"), "--ordering", "seq_cst"],
        b"",
    )
    .refuses("--ordering is for functions of LLVM IR");

    let umax = |assumed: &[&str]| {
        let assume: Vec<&str> = assumed.iter().flat_map(|text| ["--assume", text]).collect();
        max("llvm:atomicrmw.umax.i32", &[&["--ordering", agent], &assume[..]].concat())
    };
    assert!(umax(&["src0 >=s 0"]).out.contains("stored: broken"));
    umax(&["src0 >=s 0", "mem >=s 0"]).out_begins("EQUAL\n").out_ends("assumed: src0 >=s 0\nassumed: mem >=s 0\n");
    umax(&["src1 == 0"])
        .refuses("--assume `src1 == 0`, column 1: no name `src1`: expected one of mem, src0; expected a condition on");
    umax(&["mem < 0"]).refuses("no inputs satisfy the assumptions");
    umax(&["amd.gds_denormals=kept"])
        .refuses("--assume `amd.gds_denormals=kept`: the operation does not rest on `amd.gds_denormals`");
    // An instruction orders nothing by itself, and its assumptions are chosen as elsewhere.
    max("gfx1100:ds_max_rtn_i32", &[]).out_has("does, monotonic\n").out_has("  on every input\n  missing: scope");
    let out =
        ask(&["llvm:atomicrmw.max.i32", "--function", "max", "--ordering", agent, "--json", "--assume", "mem != 0"]);
    let json = out.json();
    assert_eq!(
        (&json["ordering"], &json["assumed"][0], &json["claims"][5]["answer"]),
        (&agent.into(), &"mem != 0".into(), &"holds".into())
    );

    // The conditions of a text and those of the command together.
    let text = "equals llvm:atomicrmw.umax.i32\nassume mem >=s 0\nmemory = smax(mem, src0)\n";
    let file = common::write(&common::folder("conditions"), "umax.txt", text);
    isotope_with(&["equiv", "--lowering", &file], b"").status(1).out_has("stored: broken");
    isotope_with(&["equiv", "--lowering", &file, "--assume", "src0 >=s 0"], b"")
        .status(0)
        .out_ends("assumed: src0 >=s 0\n");
    isotope_with(&["equiv", "--lowering", &file, "--assume", "mem >= 0x80000000"], b"")
        .refuses("no inputs satisfy what is assumed");
}

/// Every equality of the matrix that this machine can decide in a second, by ten million inputs that its condition allows; outside of a
/// sweep those of one class, by fewer.
#[test]
fn equalities_of_the_matrix_withstand_ten_million_inputs() {
    let tries = sweep::count(10_000_000, 100);
    let (class, least) = if sweep::runs() { ("all", 40) } else { ("inc", 1) };
    let out = isotope(&format!("matrix {class} --budget 1 --attack {tries} --format json"));
    let line = out.err.lines().find_map(|l| l.strip_prefix("attacked: ")).expect("how many were attacked");
    let numbers: Vec<u64> = line.split(' ').filter_map(|w| w.parse().ok()).collect();
    let [attacked, fewest, ..] = numbers[..] else { panic!("{line}") };
    println!("{line}");
    assert!(attacked >= least && fewest >= tries as u64, "{line}");
}
