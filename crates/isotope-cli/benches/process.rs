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

/// Files of lines: texts of instructions and what they are in hexadecimal digits, in these columns.
const SM_50: (&str, usize, usize) = ("nvidia/sass.tsv", 1, 0);
const GFX1100: (&str, usize, usize) = ("amd/asm.tsv", 0, 1);

/// A million lines of a column, those of the file again and again in an order of their own.
fn column(file: &str, index: usize) -> (String, usize) {
    const LINES: usize = 1_000_000;
    let corpus = std::fs::read_to_string(format!("{ROOT}/tests/data/{file}")).expect("a file of the repository");
    let lines: Vec<&str> = corpus.lines().filter_map(|l| l.split('\t').nth(index)).collect();
    let mut state = 1u64;
    let mut input = String::new();
    for _ in 0..LINES {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        input += lines[(state >> 33) as usize % lines.len()];
        input.push('\n');
    }
    (input, LINES)
}

fn lines(bencher: Bencher, verb: &str, target: &str, (file, text, digits): (&str, usize, usize)) {
    let (input, lines) = column(file, if verb == "asm" { text } else { digits });
    bencher.counter(ItemsCount::new(lines)).bench_local(|| isotope(&[verb, "-t", target, "--lines"], &input));
}

/// Lines of `dis --lines` and `asm --lines`, from process start to end.
#[divan::bench(sample_count = 10)]
fn dis_lines_sm_50(bencher: Bencher) {
    lines(bencher, "dis", "sm_50", SM_50);
}

#[divan::bench(sample_count = 10)]
fn asm_lines_sm_50(bencher: Bencher) {
    lines(bencher, "asm", "sm_50", SM_50);
}

#[divan::bench(sample_count = 10)]
fn dis_lines_gfx1100(bencher: Bencher) {
    lines(bencher, "dis", "gfx1100", GFX1100);
}

#[divan::bench(sample_count = 10)]
fn asm_lines_gfx1100(bencher: Bencher) {
    lines(bencher, "asm", "gfx1100", GFX1100);
}
