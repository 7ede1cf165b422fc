//! Speed of the command as its users see it, process start included: `cargo bench -p isotope-cli`.

use std::io::Write;
use std::process::{Command, Stdio};

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn isotope(args: &[&str], input: &str) -> usize {
    let mut child = Command::new(env!("CARGO_BIN_EXE_isotope"))
        .args(args)
        .current_dir(ROOT)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary was built");
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input.as_bytes()));
        let output = child.wait_with_output().expect("the process ends");
        assert!(output.status.success());
        output.stdout.len()
    })
}

/// First result of a small kernel, from process start.
#[divan::bench]
fn small_kernel(bencher: Bencher) {
    let args = ["run", "kernels/bin/sm_50/histogram256.cubin", "--case", "kernels/cases/histogram256.one_wave.json"];
    bencher.bench_local(|| black_box(isotope(&args, "")));
}

/// A column of the corpus, `times` over.
fn column(index: usize, times: usize) -> (String, usize) {
    let corpus = include_str!("../../../tests/data/nvidia/sass.tsv");
    let lines: Vec<&str> = corpus.lines().filter_map(|l| l.split('\t').nth(index)).collect();
    let one = lines.join("\n") + "\n";
    (one.repeat(times), lines.len() * times)
}

/// Lines of `dis --lines`.
#[divan::bench(sample_count = 10)]
fn dis_lines(bencher: Bencher) {
    let (input, lines) = column(0, 200);
    bencher.counter(ItemsCount::new(lines)).bench_local(|| isotope(&["dis", "-t", "sm_50", "--lines"], &input));
}

/// Lines of `asm --lines`.
#[divan::bench(sample_count = 10)]
fn asm_lines(bencher: Bencher) {
    let (input, lines) = column(1, 200);
    bencher.counter(ItemsCount::new(lines)).bench_local(|| isotope(&["asm", "-t", "sm_50", "--lines"], &input));
}
