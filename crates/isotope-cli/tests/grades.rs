//! Grades and the assembler: what is called a document's is in that document, and nothing else is.
//!
//! What each of the five documents is about and lists is written down here once more, by hand; every row, rule, cause of a
//! failure and operation of every table is held against it, and against what the assembler says.

use std::collections::BTreeSet;

use crate::common::isotope_with;
use isotope_amd::rmw as amd;
use isotope_amd::rmw::Family;
use isotope_intel::form::FORMS;
use isotope_machine::failure::Cause;
use isotope_nvidia::spa5;
use isotope_op::assume::{Assumptions, Grade};
use isotope_op::claim::grades;
use isotope_op::source;
use isotope_table::FieldKind;

/// The five documents, of those that a text names.
fn documents(text: &str) -> BTreeSet<&'static str> {
    let five = ["nv-atom", "intel-svm-atomic", "nv-sured", "intel-dword-atomic", "rdna3-13"];
    source::named(text).map(|n| n.source.key).filter(|key| five.contains(key)).collect()
}

/// Whether a document is about an instruction.
fn is_about(document: &str, mnemonic: &str) -> bool {
    match document {
        "nv-atom" => mnemonic == "ATOM",
        "intel-svm-atomic" => mnemonic == "svm_atomic",
        "nv-sured" => mnemonic == "SURED",
        // Its table of operations has a column for each of the three.
        "intel-dword-atomic" => ["dword_atomic", "svm_atomic", "typed_atomic"].contains(&mnemonic),
        // Float atomics, and the instructions that GDS serves.
        "rdna3-13" => {
            amd::named(isotope_amd::GFX1100, mnemonic).is_some_and(|n| n.op.is_float())
                || ["ds_gws_", "ds_ordered_count"].iter().any(|p| mnemonic.starts_with(p))
        }
        _ => false,
    }
}

/// Judges a source that is printed with the grades of its parts.
struct Judge {
    sources: usize,
    cited: usize,
}

impl Judge {
    fn source(&mut self, mnemonic: &str, source: &str) {
        self.sources += 1;
        for part in source.split(';').filter(|part| grades(part).contains("spec")) {
            for document in documents(part) {
                self.cited += 1;
                assert!(is_about(document, mnemonic), "{mnemonic}: `{part}`, but {document} is not about it");
            }
        }
    }
}

#[test]
fn rows_rules_and_causes_cite_what_is_about_them() {
    let mut judge = Judge { sources: 0, cited: 0 };
    for form in spa5::TABLE.forms().chain(isotope_amd::TABLE.forms()) {
        judge.source(form.mnemonic, form.row.source);
        for rule in form.row.legal.iter().flat_map(|rules| rules.iter()) {
            judge.source(form.mnemonic, rule.source);
        }
    }
    for form in FORMS.iter() {
        judge.source(form.name(), form.row.source);
    }
    assert!(judge.sources > 5000 && judge.cited > 30, "{} sources, {} cite", judge.sources, judge.cited);
    let (sass, rdna, visa) = (spa5::sample::evidence, isotope_amd::sample::evidence, isotope_intel::sample::evidence);
    let (mut causes, mut cited) = (0, 0);
    for cause in Cause::ALL {
        let of = |forms: &isotope_table::Table| forms.forms().map(|f| f.mnemonic).collect::<BTreeSet<_>>();
        let sass = of(&spa5::TABLE).into_iter().map(|m| (m, sass(*cause, m)));
        // Which of these instructions meet a cause, their programs say; RDNA3 chapter 13 is about synchronization whole.
        let rdna = ["ds_gws_barrier"].into_iter().map(|m| (m, rdna(*cause, m)));
        let visa = FORMS.iter().map(|f| (f.name(), visa(*cause, f.name())));
        for (mnemonic, evidence) in sass.chain(rdna).chain(visa) {
            let Some(evidence) = evidence else { continue };
            causes += 1;
            if evidence.grade() != Grade::Spec || evidence.assumption().is_some() {
                continue;
            }
            for document in documents(evidence.source()) {
                cited += 1;
                assert!(is_about(document, mnemonic), "{mnemonic}: {cause:?}: {}", evidence.source());
            }
        }
    }
    assert!(causes > 3000 && cited > 10, "{causes} causes, {cited} cite");
}

/// NVIDIA's two pages: operations and sizes. `F16x2` stands for what each profile calls it; a size that a profile does not have is
/// none of its own.
const ATOM: &[(&str, &str)] = &[
    ("ADD", "U32 S32 U64 F32.FTZ.RN F16x2 F64.RN"),
    ("MIN", "U32 S32 U64 S64 F16x2"),
    ("MAX", "U32 S32 U64 S64 F16x2"),
    ("INC", "U32"),
    ("DEC", "U32"),
    ("AND", "U32 S32 U64"),
    ("OR", "U32 S32 U64"),
    ("XOR", "U32 S32 U64"),
    ("EXCH", "U32 S32 U64"),
    ("SAFEADD", "U64"),
    ("CAS", "U32 S32 U64"),
];
const SURED: &[(&str, &str)] = &[
    ("ADD", "U32 S32 SD32 U64 F32.FTZ.RN F16x2"),
    ("MIN", "U32 S32 SD32 U64 S64 SD64 F16x2"),
    ("MAX", "U32 S32 SD32 U64 S64 SD64 F16x2"),
    ("INC", "U32"),
    ("DEC", "U32"),
    ("AND", "U32 S32 SD32 U64"),
    ("OR", "U32 S32 SD32 U64"),
    ("XOR", "U32 S32 SD32 U64"),
];
/// Intel's DWORD_ATOMIC page, table of operations: names, and which instructions have them. Its SVM_ATOMIC page lists the same names.
const INTEL: &[(&str, &str)] = &[
    ("add", "dst"),
    ("sub", "dst"),
    ("inc", "dst"),
    ("dec", "dst"),
    ("min", "dst"),
    ("max", "dst"),
    ("xchg", "dst"),
    ("cmpxchg", "dst"),
    ("and", "dst"),
    ("or", "dst"),
    ("xor", "dst"),
    ("minsint", "dst"),
    ("maxsint", "dst"),
    ("imin", "dst"),
    ("imax", "dst"),
    ("predec", "dst"),
    ("fmax", "ds"),
    ("fmin", "ds"),
    ("fcmpwr", "ds"),
];

/// What `op --explain` answers for an operation with so many sources; nothing where it refuses.
fn explained(target: &str, op: &str, sources: usize, more: &[&str]) -> Option<String> {
    let given = ["src0=0x1", "src1=0x1"];
    let ran = isotope_with(&[&["op", "-t", target, "--explain", op, "mem=0x1"], &given[..sources], more].concat(), b"");
    let refused = [&ran.out, &ran.err].iter().any(|text| text.starts_with("error: "));
    assert!(ran.code == 0 || ran.code == 1 && refused, "{target} {op}: {} {}", ran.out, ran.err);
    (ran.code == 0).then_some(ran.out)
}

/// The documents that `op --explain` gives as the reason of a rule, or as the source of the row.
fn given(explained: &str) -> BTreeSet<&'static str> {
    let rules = explained.lines().filter(|l| l.contains("(spec: ")).flat_map(|l| l.split("(spec: ").skip(1));
    let row = explained.lines().filter_map(|l| l.strip_prefix("source: "));
    let row = row.flat_map(|l| l.split(';')).filter(|part| grades(part).contains("spec"));
    rules.chain(row).flat_map(documents).collect()
}

/// The line that says what is computed.
fn operation(explained: &str) -> &str {
    explained.lines().find(|l| l.contains("the operation is as in the formula")).unwrap_or("")
}

#[test]
fn nvidia_operations() {
    let (mut cited, mut other, mut refused) = (0, 0, 0);
    for (profile, target) in [(spa5::Profile::Sm50, "sm_50"), (spa5::Profile::Sm60, "sm_60")] {
        let mut seen = BTreeSet::new();
        for form in spa5::TABLE.forms() {
            if !spa5::ops::FAMILIES.contains(&form.mnemonic) || form.row.profiles & profile.bit() == 0 {
                continue;
            }
            let words = |field: &str| match form.field(field).map(|i| &form.fields[i].kind) {
                Some(FieldKind::Names(names)) => {
                    names.list.iter().filter(|n| n.profiles & profile.bit() != 0).map(|n| n.text).collect()
                }
                _ => vec![""],
            };
            let own = if form.syntax.contains(".CAS") { "CAS" } else { "" };
            let ops = words("op").into_iter().chain(words("kind")).chain([own]).filter(|w| !w.is_empty());
            for (op, size) in ops.flat_map(|op| words("sz").into_iter().map(move |size| (op, size))) {
                let spelled = format!("{}.{op}{}{size}", form.mnemonic, if size.is_empty() { "" } else { "." });
                if !seen.insert(spelled.clone()) {
                    continue;
                }
                let table: &[(&str, &str)] = match form.mnemonic {
                    "ATOM" => ATOM,
                    "SURED" => SURED,
                    _ => &[],
                };
                let size = match size {
                    "" | "32" => "U32",
                    "64" => "U64",
                    _ if size.starts_with("F16x2") => "F16x2",
                    _ => size,
                };
                let row = table.iter().find(|(name, _)| *name == op);
                let listed = row.is_some_and(|(_, sizes)| sizes.split(' ').any(|s| s == size));
                let known = spa5::ops::parse_mnemonic(profile, &spelled);
                let known =
                    known.and_then(|i| spa5::ops::of_instruction(profile, &i, Some(false), &Assumptions::DEFAULT));
                let text = match known {
                    Ok(rmw) => explained(target, &spelled, rmw.op.sources(), &[]).expect("what the library takes"),
                    // Its operation exists and nothing says what it computes.
                    Err(spa5::ops::OpError::Open(_)) => continue,
                    Err(_) => {
                        refused += 1;
                        assert!(!listed, "{target} {spelled} is in the table, and refused");
                        continue;
                    }
                };
                let document = if form.mnemonic == "ATOM" { "nv-atom" } else { "nv-sured" };
                let name = source::find(document).unwrap().names[0];
                if listed && op != "SAFEADD" {
                    cited += 1;
                    assert!(operation(&text).contains(&format!("(spec: {name}")), "{target} {spelled}: {text}");
                    assert_eq!(given(&text), [document].into(), "{target} {spelled}: {text}");
                } else {
                    other += 1;
                    assert!(listed || given(&text).is_empty(), "{target} {spelled}: {text}");
                }
            }
        }
    }
    println!("{cited} cite their page, {other} cite none, {refused} are refused");
    assert!(cited >= 150 && other >= 100 && refused >= 300, "{cited} {other} {refused}");
}

#[test]
fn intel_operations() {
    let (mut cited, mut none, mut compat) = (0, 0, 0);
    for target in ["visa", "skl"] {
        for (name, letter, own) in [
            ("svm_atomic", 's', "intel-svm-atomic"),
            ("dword_atomic", 'd', "intel-dword-atomic"),
            ("typed_atomic", 't', "intel-dword-atomic"),
        ] {
            let form = FORMS.named(name).next().unwrap();
            let words = form.names("op");
            for word in words {
                for width in ["", ".16", ".64"] {
                    let op = format!("{name}.{}{width}", word.text);
                    let listed = INTEL.iter().any(|(n, of)| *n == word.text && of.contains(letter));
                    let Ok(named) = isotope_intel::ops::parse_mnemonic(&op) else { continue };
                    let sources = isotope_intel::rmw::operation(named.op).map_or(0, |op| op.sources());
                    match explained(target, &op, sources, &[]) {
                        Some(text) if listed => {
                            cited += 1;
                            assert!(given(&text).contains(own), "{target} {op}: {text}");
                            assert!(given(&text).iter().all(|s| is_about(s, name)), "{target} {op}: {text}");
                            assert!(
                                operation(&text).contains("(spec: Intel's DWORD_ATOMIC page"),
                                "{target} {op}: {text}"
                            );
                        }
                        Some(text) => {
                            none += 1;
                            assert_eq!(given(&text), BTreeSet::new(), "{target} {op}: {text}");
                        }
                        // What the assembler takes with `--compat` alone is no document's.
                        None => {
                            let Some(text) = explained(target, &op, sources, &["rules=compat"]) else {
                                panic!("{target} {op} with rules=compat");
                            };
                            compat += 1;
                            assert_eq!(given(&text), BTreeSet::new(), "{target} {op}: {text}");
                            assert!(!operation(&text).contains("(spec"), "{target} {op}: {text}");
                        }
                    }
                }
            }
        }
    }
    println!("{cited} cite their page, {none} another document, {compat} are undocumented");
    assert!(cited >= 120 && none >= 6 && compat >= 40, "{cited} {none} {compat}");
}

#[test]
fn amd_operations() {
    let (mut floats, mut integers) = (0, 0);
    for family in Family::ALL {
        for name in amd::mnemonics(isotope_amd::GFX1100, family) {
            let sources = amd::named(isotope_amd::GFX1100, &name).unwrap().op.sources();
            let Some(text) = explained("gfx1100", &name, sources, &[]) else { panic!("{name}") };
            let about = is_about("rdna3-13", &name);
            *(if about { &mut floats } else { &mut integers }) += 1;
            let expected = if about { ["rdna3-13"].into() } else { BTreeSet::new() };
            assert_eq!(given(&text), expected, "{name}: {text}");
        }
    }
    println!("{floats} floats cite RDNA3 chapter 13, {integers} others do not");
    assert!(floats >= 15 && integers >= 100, "{floats} {integers}");
}

/// Pages say the same. Those of atomics are left out: they compare vendors, which takes long.
#[test]
fn pages() {
    let mut lines = 0;
    for (target, names) in [
        ("sm_60", &["ATOM.SAFEADD.U64", "LDG", "STS", "LD", "SULD"][..]),
        ("visa", &["gather", "scatter", "oword_ld"]),
        ("gfx1100", &["ds_gws_barrier", "ds_gws_init", "ds_ordered_count"]),
    ] {
        for name in names {
            let ran = isotope_with(&["docs", "--markdown", "-t", target, name], b"");
            ran.status(0);
            let mnemonic = name.split('.').next().unwrap();
            for line in ran.out.lines() {
                // A cell of a table or a remark in parentheses: grade, colon, source; then the source of the row.
                let support = [("| spec: ", " |"), ("(spec: ", ")")]
                    .into_iter()
                    .filter_map(|(start, end)| Some(line.split_once(start)?.1.rsplit_once(end)?.0));
                for source in support {
                    lines += 1;
                    assert!(documents(source).iter().all(|s| is_about(s, mnemonic)), "{name}: {line}");
                }
            }
        }
    }
    println!("{lines} lines");
    assert!(lines >= 15, "{lines}");
}
