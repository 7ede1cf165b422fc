//! One legality: what the assembler refuses, no other command computes, and what it takes, they take.
//!
//! Every mnemonic that a target's tables can spell, legal or not, is put before `asm`, `op`, `equiv`, `vectors` and
//! `docs`.

use crate::common;
use std::collections::{BTreeMap, BTreeSet};

use crate::common::{isotope_with, sweep};
use isotope_amd::rmw;
use isotope_amd::rmw::Family;
use isotope_intel::form::FORMS;
use isotope_nvidia::spa5;
use isotope_table::FieldKind;

/// For each line, whether batch mode takes it.
fn taken(args: &[&str], lines: &[String]) -> Vec<bool> {
    let input: String = lines.iter().map(|l| format!("{l}\n")).collect();
    let ran = isotope_with(args, input.as_bytes());
    let out: Vec<_> = ran.out.lines().map(|l| !l.starts_with("error: ")).collect();
    assert_eq!(out.len(), lines.len(), "{args:?}: {}", ran.err);
    out
}

/// A spelling, and whole instructions of which one is taken if it is a legal one.
struct Spelling {
    op: String,
    texts: Vec<String>,
}

/// Whether `asm` takes some text of each spelling.
fn assembled(target: &str, spellings: &[Spelling]) -> Vec<bool> {
    let lines: Vec<String> = spellings.iter().flat_map(|s| s.texts.iter().cloned()).collect();
    let verdicts = taken(&["asm", "-t", target, "--lines"], &lines);
    let mut verdicts = verdicts.into_iter();
    spellings.iter().map(|s| verdicts.by_ref().take(s.texts.len()).fold(false, |a, b| a | b)).collect()
}

/// Whether `op` takes each spelling, with as many operands as it has.
fn computed(target: &str, spellings: &[Spelling]) -> Vec<bool> {
    let sources = ["-\t-", "0x1\t-", "0x1\t0x1"];
    let lines: Vec<String> =
        spellings.iter().flat_map(|s| sources.map(|n| format!("{target}\t{}\t-\t0x1\t{n}", s.op))).collect();
    taken(&["op", "--lines"], &lines).chunks(sources.len()).map(|c| c.contains(&true)).collect()
}

/// Holds `asm` and `op` against each other, and on every `step`th spelling the commands that take one at a time.
/// Returns how many are legal.
fn compare(target: &str, spellings: &[Spelling], step: usize) -> usize {
    let (asm, op) = (assembled(target, spellings), computed(target, spellings));
    let wrong: BTreeMap<_, _> = (0..spellings.len())
        .filter(|&i| asm[i] != op[i])
        .map(|i| (&spellings[i].op, format!("asm {} op {}, such as {}", asm[i], op[i], spellings[i].texts[0])))
        .collect();
    assert!(wrong.is_empty(), "{target}: {} of {}: {wrong:#?}", wrong.len(), spellings.len());
    // A page computes how its operation stands to others, which takes time: some are enough.
    let mut pages = 0;
    let step = step * sweep::step(4);
    for (spelling, legal) in spellings.iter().zip(&asm).step_by(step) {
        let spec = format!("{target}:{}", spelling.op);
        let run = |args: &[&str]| isotope_with(args, b"");
        let vectors = run(&["vectors", &spec, "--random", "1", "--format", "csv"]);
        // An operation whose meaning is open exists and has no vectors.
        let open = vectors.err.contains("has no definition") || vectors.err.contains("the surface's data type decides");
        assert!(open || (vectors.code == 0) == *legal, "vectors {spec}: {}", vectors.err);
        if !legal {
            assert_ne!(run(&["equiv", &spec, &spec]).code, 0, "equiv {spec}");
            assert_ne!(run(&["docs", "-t", target, &spelling.op]).code, 0, "docs {spec}");
        } else if pages < 3 {
            pages += 1;
            let equiv = run(&["equiv", &spec, &spec]);
            assert!(open || equiv.code == 0, "equiv {spec}: {}", equiv.err);
            run(&["docs", "-t", target, &spelling.op]).status(0);
        }
    }
    asm.iter().filter(|legal| **legal).count()
}

#[test]
fn nvidia() {
    for (profile, target, least) in
        [(spa5::Profile::Sm50, "sm_50", 90), (spa5::Profile::Sm52, "sm_52", 95), (spa5::Profile::Sm60, "sm_60", 95)]
    {
        let mut seen = BTreeSet::new();
        let mut spellings = Vec::new();
        let atomics =
            |f: &&isotope_table::Form| spa5::ops::FAMILIES.contains(&f.mnemonic) && f.row.profiles & profile.bit() != 0;
        let forms: Vec<_> = spa5::TABLE.forms().filter(atomics).collect();
        let words = |form: &isotope_table::Form, field: &str| match form.field(field).map(|i| &form.fields[i].kind) {
            Some(FieldKind::Names(names)) => names.list.iter().map(|n| n.text).filter(|t| !t.is_empty()).collect(),
            _ => Vec::new(),
        };
        let mut sizes: BTreeSet<&str> = ["", "32", "64", "128", "U128"].into();
        let mut ops: BTreeSet<&str> = ["CAS"].into();
        for form in &forms {
            sizes.extend(words(form, "sz"));
            ops.extend(words(form, "op"));
            ops.extend(words(form, "kind"));
        }
        for family in spa5::ops::FAMILIES {
            let surface = family.starts_with("SU");
            for (op, size) in ops.iter().flat_map(|op| sizes.iter().map(move |size| (op, size))) {
                let dot = if size.is_empty() { "" } else { "." };
                for mode in if surface { &["", ".D", ".P", ".D.BA"][..] } else { &["", ".E"] } {
                    let name = format!("{family}{mode}.{op}{dot}{size}");
                    if !seen.insert(name.clone()) {
                        continue;
                    }
                    let full = match (surface, *mode) {
                        (true, "") => format!("{family}.D.1D.{op}{dot}{size}"),
                        (true, mode) => format!("{family}{mode}.1D.{op}{dot}{size}"),
                        _ => name.clone(),
                    };
                    let texts = [
                        "R0, [R4], R8",
                        "R0, [R4], R8, R9",
                        "R0, [R4], R8, R10",
                        "[R4], R8",
                        "[R4], R8, R12",
                        "R0, [R4], R8, R12",
                    ];
                    spellings.push(Spelling { op: name, texts: texts.map(|t| format!("{full} {t}")).into() });
                }
            }
        }
        let legal = compare(target, &spellings, 149);
        println!("{target}: {} spellings, {legal} legal", spellings.len());
        assert!(spellings.len() > 1500 && legal >= least, "{target}: {legal} of {}", spellings.len());
    }
}

#[test]
fn intel() {
    let all = [("visa", 110), ("tgllp", 110), ("skl", 50), ("dg2", 110), ("pvc", 110), ("icllp", 50)];
    for &(target, least) in &all[..sweep::count(all.len(), 2)] {
        let mut spellings = Vec::new();
        for name in ["svm_atomic", "dword_atomic", "typed_atomic"] {
            let form = FORMS.named(name).next().unwrap();
            let words = form.names("op");
            for word in words.iter().map(|w| w.text).chain(["fmaxx", ""]) {
                for width in ["", ".16", ".32", ".64", ".8"] {
                    let op = format!("{name}.{word}{width}");
                    let mut texts = Vec::new();
                    for ty in ["ud", "d", "f", "uq", "q"] {
                        for (src0, src1) in [("%null", "%null"), ("S", "%null"), ("S", "S")] {
                            let decls = format!(
                                "\t.decl Q v_type=G type=uq num_elts=8 align=GRF;.decl U v_type=G type=ud num_elts=8 \
                                 align=GRF;.decl S v_type=G type={ty} num_elts=16 align=GRF"
                            );
                            texts.push(match name {
                                "svm_atomic" => format!("{op} (M1, 8) Q.0 S.0 {src0}.0 {src1}.0{decls}"),
                                "dword_atomic" => format!("{op} (M1, 8) %slm U.0 {src0}.0 {src1}.0 S.0{decls}"),
                                _ => {
                                    format!("{op} (M1, 8) T2 U.0 %null.0 %null.0 %null.0 {src0}.0 {src1}.0 S.0{decls}")
                                }
                            });
                        }
                    }
                    spellings.push(Spelling { op, texts });
                }
            }
        }
        let legal = compare(target, &spellings, 23);
        println!("{target}: {} spellings, {legal} legal", spellings.len());
        assert!(spellings.len() > 250 && legal >= least, "{target}: {legal} of {}", spellings.len());
    }
}

#[test]
fn amd() {
    let mut names = BTreeSet::new();
    for family in Family::ALL {
        for other in Family::ALL {
            let rest = rmw::mnemonics(isotope_amd::GFX1100, other).map(|m| m[other.prefix().len()..].to_string());
            names.extend(rest.map(|rest| format!("{}{rest}", family.prefix())));
        }
        for also in ["add_f64", "pk_add_f16", "cmpst_rtn_b32", "fadd", "frob", "rsub_u32", "wrap_b32"] {
            names.insert(format!("{}{also}", family.prefix()));
        }
    }
    let operands = |family: &str| -> Vec<String> {
        let data = ["v2", "v[2:3]", "v[2:5]"];
        let back = ["", "v9, ", "v[9:10], ", "v[9:12], "];
        let mut all = Vec::new();
        for (back, data) in back.iter().flat_map(|b| data.map(|d| (b, d))) {
            match family {
                "ds_" => {
                    for tail in ["", " gds", " offset:32 gds"] {
                        let second = if data == "v2" { "v4" } else { "v[4:5]" };
                        all.push(format!("{back}v0, {data}{tail}"));
                        all.push(format!("{back}v0, {data}, {second}{tail}"));
                        all.push(format!("{back}v0{tail}"));
                        all.push(format!("{}{tail}", back.trim_end_matches(", ")));
                        all.push(format!("{back}{data}{tail}"));
                    }
                }
                "flat_atomic_" => {
                    all.push(format!("{back}v[0:1], {data}{}", if back.is_empty() { "" } else { " glc" }))
                }
                "global_atomic_" => {
                    all.push(format!("{back}v[0:1], {data}, off{}", if back.is_empty() { "" } else { " glc" }));
                }
                "buffer_atomic_" => {
                    all.push(format!("{data}, off, s[8:11], 0{}", if back.is_empty() { "" } else { " glc" }))
                }
                _ => {
                    for mask in ["0x1", "0x3", "0xf"] {
                        all.push(format!("{data}, v0, s[8:15] dmask:{mask} dim:SQ_RSRC_IMG_1D unorm"));
                    }
                }
            }
        }
        all
    };
    let spellings: Vec<Spelling> = names
        .iter()
        .map(|name| {
            let family = Family::ALL.iter().map(|f| f.prefix()).find(|p| name.starts_with(p)).unwrap();
            Spelling { op: name.clone(), texts: operands(family).iter().map(|o| format!("{name} {o}")).collect() }
        })
        .collect();
    let legal = compare("gfx1100", &spellings, 29);
    println!("gfx1100: {} spellings, {legal} legal", spellings.len());
    assert!(spellings.len() > 400 && legal > 200, "{legal} of {}", spellings.len());
}

/// The table of equalities names no operation of the documents that the assembler refuses.
#[test]
fn the_matrix() {
    let page = std::fs::read_to_string(common::repository("docs/matrix.md")).expect("docs/matrix.md");
    let specs: BTreeSet<&str> = page
        .split(['`', '(', ')', ',', ' ', '\n'])
        .filter(|w| ["visa:", "sm_50:", "gfx1100:"].iter().any(|t| w.starts_with(t)))
        .collect();
    assert!(specs.len() > 150, "{}", specs.len());
    let sources = ["-\t-", "0x1\t-", "0x1\t0x1"];
    let lines: Vec<String> = specs
        .iter()
        .flat_map(|s| {
            let (target, op) = s.split_once(':').unwrap();
            let rules = if page.contains(&format!("{s},rules=compat")) { "rules=compat" } else { "-" };
            sources.map(|n| format!("{target}\t{op}\t{rules}\t0x1\t{n}"))
        })
        .collect();
    let taken = taken(&["op", "--lines"], &lines);
    let refused: Vec<_> =
        specs.iter().zip(taken.chunks(sources.len())).filter(|(_, t)| !t.contains(&true)).map(|(s, _)| s).collect();
    assert!(refused.is_empty(), "{refused:?}");
}
