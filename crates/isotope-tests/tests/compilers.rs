//! Code of current compilers for the sources of this repository (`kernels/compilers`), against the expected memory; and the page of
//! the results of `tools/compilers`, generated from its stored figures. `UPDATE=1` rewrites the page.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::common::{assume, case, current, ending, entries, file_name as name, kernels, load, read, words};
use isotope_machine::{Options, Outcome};
use isotope_target::case::{CaseProgress, Verdict};
use isotope_target::suite;
use isotope_targets::TARGETS;
use serde_json::Value;

/// Minimum number of programs in each compiler's folder.
const EACH: usize = 10;

fn folders(path: &Path) -> Vec<PathBuf> {
    entries(path).into_iter().filter(|p| p.is_dir()).collect()
}

/// The compilers' folders, including those of targets.
fn compilers() -> Vec<PathBuf> {
    let targets = folders(&kernels("compilers")).into_iter().filter(|p| !matches!(&*name(p), "results" | "src"));
    targets.flat_map(|target| folders(&target)).collect()
}

/// File and case of each row of a compiler.
fn rows(folder: &Path) -> Vec<(PathBuf, PathBuf)> {
    let table = crate::common::text(&folder.join("suite.tsv"));
    let lines = table.lines().filter(|l| !l.starts_with('#') && !l.is_empty());
    lines
        .map(|line| {
            let (file, case) = line.split_once('\t').unwrap_or_else(|| panic!("two columns: {line}"));
            (folder.join(file), kernels(case))
        })
        .collect()
}

#[test]
fn what_each_compiler_made_leaves_the_memory_that_it_must() {
    let (mut wrong, mut few) = (Vec::new(), Vec::new());
    for folder in compilers() {
        let rows = rows(&folder);
        let cases: BTreeSet<_> = rows.iter().map(|(_, case)| case).collect();
        if cases.len() < EACH {
            few.push(format!("{}: {} cases", folder.display(), cases.len()));
        }
        let mut images = BTreeMap::new();
        for (file, path) in &rows {
            let image = images.entry(file).or_insert_with(|| load(file));
            let case = case(path);
            let said = format!("{}/{} on {}", name(&folder), name(file), name(path));
            let run =
                suite::run(TARGETS, image, &case, None, Options::default()).unwrap_or_else(|e| panic!("{said}: {e}"));
            let target = suite::target_name(TARGETS, image);
            match run.outcome {
                Outcome::Done => {
                    let checks = case.check(target, &run.buffers);
                    if checks.is_empty() {
                        wrong.push(format!("{said}: no check"));
                    }
                    let failed = checks.into_iter().filter(|c| c.verdict != Verdict::Holds);
                    wrong.extend(failed.map(|c| format!("{said}: {c:?}")));
                }
                Outcome::Hung(_) if case.progress(target) == CaseProgress::Never => {}
                other => wrong.push(format!("{said}: {other:?}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(few.is_empty(), "fewer than {EACH} programs:\n{}", few.join("\n"));
}

/// A line for each compiler: its files and the cases that they run.
fn kept() -> String {
    let mut out = String::from("| target | compiler | files | cases |\n| --- | --- | --- | --- |\n");
    for folder in compilers() {
        let rows = rows(&folder);
        let files: BTreeSet<_> = rows.iter().map(|(file, _)| file).collect();
        let target = name(folder.parent().unwrap());
        writeln!(out, "| {target} | {} | {} | {} |", name(&folder), files.len(), rows.len()).unwrap();
    }
    out
}

#[test]
fn the_counts_are_what_is_kept() {
    const ENDS: [&str; 2] =
        ["<!-- counts: written by the test `compilers` with UPDATE=1 -->\n", "<!-- end of counts -->"];
    let page = crate::common::text(&kernels("compilers/README.md"));
    let [start, end] = [page.find(ENDS[0]).unwrap() + ENDS[0].len(), page.find(ENDS[1]).unwrap()];
    current("kernels/compilers/README.md", &format!("{}{}{}", &page[..start], kept(), &page[end..]));
}

/// Triton's product of 16-bit floats equals numpy's bit for bit if each addition rounds (`amd.dot2=steps`); on hardware, sums of terms of
/// both signs differ, and its case has the measured values (kernels/front_ends/triton/matrix_unit.py).
#[test]
fn a_product_is_exact_or_as_measured() {
    let folder = kernels("compilers/gfx1100/triton-3.9.0");
    let image = load(&folder.join("dot_f16.co"));
    let case = case(&folder.join("cases/dot_f16.json"));
    let left = |reading: &str| {
        let assumptions = assume(&[("amd.dot2", reading)]);
        let launch = |dispatch: &_, memory: &_| isotope_machine::launch(dispatch, memory, Options::default());
        let run = suite::run_with(TARGETS, &image, &case, None, &assumptions, launch).unwrap();
        assert_eq!(run.outcome, Outcome::Done);
        [0, 1, 2].map(|n| run.buffers[n].bytes.clone())
    };
    let ([a, b, steps], [_, _, measured]) = (left("steps"), left("grid"));
    // Whole numbers of at most four bits.
    let half = |m: &[u8], at: usize| {
        let bits = u16::from_le_bytes([m[2 * at], m[2 * at + 1]]);
        let value = f32::from_bits(u32::from(bits & 0x7fff) << 13) * 2f32.powi(112);
        if bits >> 15 == 1 { -value } else { value }
    };
    let exact = (0..256).flat_map(|at| {
        (0..16).map(|k| half(&a, at / 16 * 16 + k) * half(&b, k * 16 + at % 16)).sum::<f32>().to_le_bytes()
    });
    let exact: Vec<u8> = exact.collect();
    assert_eq!(words(&steps), words(&exact));
    assert_eq!(words(&measured).iter().zip(words(&exact)).filter(|(m, e)| **m != *e).count(), 98);
}

#[test]
fn every_file_is_in_a_row() {
    for folder in compilers() {
        let named: BTreeSet<String> = rows(&folder).iter().map(|(file, _)| name(file)).collect();
        let files = entries(&folder).into_iter().filter(|p| p.is_file() && !p.ends_with("suite.tsv"));
        let files: BTreeSet<String> = files.map(|p| name(&p)).collect();
        assert_eq!(named, files, "{}: suite.tsv and the files beside it", folder.display());
    }
}

// The page

const VERDICTS: [&str; 6] = ["right", "known", "wrong", "refused", "stopped", "not compiled"];
const SETS: [(&str, &str); 8] = [
    ("src", "kernels/src"),
    ("small", "kernels/compilers/src"),
    ("torture", "kernels/torture"),
    ("unseen", "kernels/unseen"),
    ("explore", "kernels/explore"),
    ("foreign", "kernels/foreign"),
    ("host", "kernels/host"),
    ("front_ends", "kernels/front_ends"),
];

const HEAD: &str = "# What today's compilers produce, on Isotope

This page is written by the test `compilers` from the figures in `kernels/compilers/results` (`UPDATE=1 cargo test -p isotope-tests compilers`). `just compilers` builds our kernels with
every compiler that it finds, runs them, and stores the figures anew; a compiler that it does not find keeps its own, of the commit and the day that its rows name.
[tools/compilers](../tools/compilers/README.md) says how to run it, [kernels/compilers](../kernels/compilers/README.md) what of it stays in the repository.

| verdict | meaning |
| --- | --- |
| right | the memory that the case, the host's compiler or a numpy model says |
| known | other memory, because of what the compiler does; the reason is below |
| wrong | other memory |
| refused | Isotope stops and names what it does not model |
| stopped | a fault, a deadlock, or no answer |
| not compiled | the compiler gives no code |
";

fn results(folder: &str) -> Vec<Value> {
    let path = kernels("compilers/results").join(folder);
    if !path.exists() {
        return Vec::new();
    }
    let parsed =
        |path: &PathBuf| serde_json::from_slice(&read(path)).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    ending(&path, "json").iter().map(parsed).collect()
}

fn text<'a>(of: &'a Value, key: &str) -> &'a str {
    of[key].as_str().unwrap_or_else(|| panic!("`{key}` of {of}"))
}

fn rows_of<'a>(of: &'a Value, key: &str) -> &'a [Value] {
    of[key].as_array().unwrap_or_else(|| panic!("`{key}` of {of}"))
}

fn count(row: &Value, verdict: &str) -> u64 {
    row[verdict].as_u64().unwrap_or(0)
}

/// A table of counts: a row begins with its name, followed by the count of each verdict.
fn counts(out: &mut String, first: &str, rows: impl Iterator<Item = (String, [u64; 6])>) {
    writeln!(
        out,
        "| {first} | {} |\n|{}",
        VERDICTS.join(" | "),
        " --- |".repeat(first.split('|').count() + VERDICTS.len())
    )
    .unwrap();
    for (head, of) in rows {
        let cells = of.map(|n| if n == 0 { String::new() } else { n.to_string() });
        writeln!(out, "| {head} | {} |", cells.join(" | ")).unwrap();
    }
    out.push('\n');
}

fn sum<'a>(rows: impl Iterator<Item = &'a Value>) -> [u64; 6] {
    rows.fold([0; 6], |sum, row| std::array::from_fn(|i| sum[i] + count(row, VERDICTS[i])))
}

fn page() -> String {
    let (mut out, found, drawn) = (HEAD.to_owned(), results("."), results("random"));
    let unknown = |row: &&Value| !SETS.iter().any(|(set, _)| row["set"] == *set);
    assert_eq!(found.iter().flat_map(|f| rows_of(f, "sets")).find(unknown), None, "a set that the page does not know");
    out.push_str("\n## By compiler and target\n\nPairs of a program and a case, in every build.\n\n");
    let total = |f: &Value| {
        (format!("{} | {} {}", text(f, "target"), text(f, "title"), text(f, "version")), sum(rows_of(f, "sets").iter()))
    };
    counts(&mut out, "target | compiler", found.iter().map(total));
    out.push_str("## By set of kernels\n\n");
    for (set, folder) in SETS {
        let of = |f: &Value| {
            let rows: Vec<&Value> = rows_of(f, "sets").iter().filter(|r| r["set"] == set).collect();
            (!rows.is_empty()).then(|| {
                (format!("{} | {} | {}", text(f, "target"), text(f, "compiler"), rows.len()), sum(rows.into_iter()))
            })
        };
        let rows: Vec<_> = found.iter().filter_map(of).collect();
        if !rows.is_empty() {
            writeln!(out, "### {folder}\n").unwrap();
            counts(&mut out, "target | compiler | builds", rows.into_iter());
        }
    }
    out.push_str("## What is not right, and why\n\n| target | compiler | build | set | verdict | programs | reason (the first of its kind) |\n| --- | --- | --- | --- | --- | --- | --- |\n");
    for f in &found {
        for row in rows_of(f, "findings") {
            let programs: Vec<&str> = rows_of(row, "programs").iter().map(|p| p.as_str().unwrap()).collect();
            let shown = if programs.len() > 4 {
                format!("{}, .. ({})", programs[..3].join(", "), programs.len())
            } else {
                programs.join(", ")
            };
            let [build, set, verdict, reason] =
                ["build", "set", "verdict", "reason"].map(|k| text(row, k).replace('|', "\\|"));
            writeln!(
                out,
                "| {} | {} | {build} | {set} | {verdict} | {shown} | {reason} |",
                text(f, "target"),
                text(f, "compiler")
            )
            .unwrap();
        }
    }
    if !drawn.is_empty() {
        out.push_str("\n## Random programs\n\nPrograms of [tools/foreign](../tools/foreign/README.md), which judges them by the host's compiler; `known` are errors of compilers that are described there.\n\n");
        let rows = drawn.iter().flat_map(|f| rows_of(f, "runs").iter().map(move |r| (f, r)));
        counts(
            &mut out,
            "target | compiler | programs",
            rows.map(|(f, r)| {
                (
                    format!("{} | {} | {}", text(f, "target"), text(f, "compiler"), r["programs"]),
                    sum(std::iter::once(r)),
                )
            }),
        );
    }
    out.push_str("\n## When and with which commit\n\n| target | compiler | sets | commit | day |\n| --- | --- | --- | --- | --- |\n");
    for f in &found {
        let mut by: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
        for row in rows_of(f, "sets") {
            by.entry((text(row, "commit"), text(row, "date"))).or_default().insert(text(row, "set"));
        }
        for ((commit, day), sets) in by {
            let sets: Vec<&str> = sets.into_iter().collect();
            writeln!(
                out,
                "| {} | {} | {} | {commit} | {day} |",
                text(f, "target"),
                text(f, "compiler"),
                sets.join(", ")
            )
            .unwrap();
        }
    }
    out
}

#[test]
fn the_page_is_what_was_found() {
    current("docs/compilers.md", &page());
}
