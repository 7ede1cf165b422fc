//! Kernels that cover every instruction family that ptxas emits for sm_50 and clang for gfx1100, optimised, unoptimised,
//! with few registers and in waves of 64, against results of the same C on the host (`kernels/torture/README.md`).

use std::path::PathBuf;
use std::time::Duration;

use crate::common::{case, ending, file_name, kernels, load, sweep};
use isotope_machine::{Options, Outcome};
use isotope_object::Image;
use isotope_target::case::{Case, Verdict};
use isotope_target::suite;
use isotope_targets::TARGETS;

fn files(of: &str, extension: &str) -> Vec<PathBuf> {
    let all = ending(&kernels("torture").join(of), extension);
    assert!(all.len() >= 20, "{} files in {of}", all.len());
    all
}

/// The builds of a source that contain the kernels of a case: plain, `.O0`, `.r24`, `.w64`.
fn builds(case: &Case) -> Vec<(String, Image)> {
    let (stem, _) = case.source.rsplit_once('.').unwrap();
    let mut found = files("bin/sm_50", "cubin");
    found.extend(files("bin/gfx1100", "co"));
    found.retain(|p| file_name(p).split('.').next() == Some(stem));
    let mut all: Vec<_> = found.iter().map(|p| (file_name(p), load(p))).collect();
    all.retain(|(_, image)| case.launches.iter().all(|l| image.kernels.iter().any(|k| k.name == l.entry)));
    assert!(!all.is_empty(), "no build of {stem}");
    all
}

fn check(options: Options<'_>) {
    let mut wrong = Vec::new();
    let mut runs = 0;
    for path in files("cases", "json") {
        let case = case(&path);
        for (build, image) in builds(&case) {
            runs += 1;
            let run = suite::run(TARGETS, &image, &case, None, options).unwrap();
            if run.outcome != Outcome::Done {
                wrong.push(format!("{} of {build}: {:?}", case.kernel, run.outcome));
                continue;
            }
            let failed = case
                .check(suite::target_name(TARGETS, &image), &run.buffers)
                .into_iter()
                .filter(|r| r.verdict != Verdict::Holds);
            wrong.extend(failed.map(|r| format!("{} of {build}: {r:?}", case.kernel)));
        }
    }
    assert!(runs >= 80, "{runs} runs");
    assert!(wrong.is_empty(), "{options:?}\n{}", wrong.join("\n"));
}

#[test]
fn every_build_leaves_what_the_host_leaves() {
    check(Options::default());
}

#[test]
fn so_it_does_on_two_threads_and_another_schedule() {
    check(Options { threads: 2, seed: 11, opening: Some(Duration::ZERO), ..Options::default() });
    if sweep::runs() {
        check(Options { threads: 2, opening: Some(Duration::ZERO), ..Options::default() });
        check(Options { seed: sweep::seed(11), ..Options::default() });
    }
}

#[test]
fn approximate_functions_are_near_the_exact_ones() {
    let case = case(&kernels("torture/cases/approx.json"));
    for (build, image) in builds(&case) {
        let run = suite::run(TARGETS, &image, &case, None, Options::default()).unwrap();
        assert_eq!(run.outcome, Outcome::Done, "{build}");
        let words = |name: &str| -> Vec<u32> {
            crate::common::words(&run.buffers.iter().find(|b| b.name == name).unwrap().bytes)
        };
        let (input, out) = (words("in"), words("out"));
        let n = out.len() / 20;
        for i in 0..n {
            let v = input[i * 8];
            let x = v as i32 as f32 * 2f32.powi(-29);
            let y = ((v >> 8) + 1) as f32 * 2f32.powi(-12);
            let e = v as i32 as f32 * 2f32.powi(-25);
            let b = ((input[i * 8 + 1] >> 4) + 1) as f32 * 2f32.powi(-20);
            let [x, y, e, b] = [x, y, e, b].map(f64::from);
            let basic = [x.sin(), x.cos(), e.exp2(), y.log2(), 1.0 / y, 1.0 / y.sqrt(), y.sqrt()];
            let exact = basic.into_iter().chain(basic).chain([x / b, x / b]);
            for (j, want) in exact.enumerate() {
                let got = f64::from(f32::from_bits(out[j * n + i]));
                let bound = want.abs() * 2f64.powi(-21) + 2f64.powi(-21) * f64::from(j % 7 < 2 || j % 7 == 3);
                assert!(
                    (got - want).abs() <= bound || want.abs() < 1e-37,
                    "{build} O{j} of item {i}: {got} is not {want}"
                );
            }
            for (j, want) in [(16, 1.0 / y.sqrt()), (18, 1.0 / b)] {
                let got = f64::from_bits(u64::from(out[(j + 1) * n + i]) << 32 | u64::from(out[j * n + i]));
                assert!(
                    (got - want).abs() <= want.abs() * 2f64.powi(-19),
                    "{build} O{j} of item {i}: {got} is not {want}"
                );
            }
        }
    }
}
