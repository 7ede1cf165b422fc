//! Speed of the interpreter and of the table: `cargo bench -p isotope-gpu`.
//!
//! Rates are items per second of one host thread, so they are rates per CPU second.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use isotope::isa;
use isotope::isa::sass::{self, Mode, Profile};
use isotope::launch::{Arg, Launch};
use isotope::machine::{self, Dispatch, Options, Outcome, Stats};
use isotope::mem::Memory;
use isotope::object::cubin;
use isotope::op::assume::Assumptions;

fn main() {
    divan::main();
}

/// The histogram kernel of the suite on `n` random words.
fn histogram(n: u32) -> (Dispatch, Memory) {
    let image = cubin::parse(include_bytes!("../../../kernels/bin/sm_50/histogram256.cubin")).unwrap();
    let kernel = image.kernel(None).unwrap();
    let mut memory = Memory::new();
    let mut x = 1u32;
    let words = (0..n).flat_map(|_| {
        x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (x ^ x >> 15).to_le_bytes()
    });
    let data = memory.allocate("data", &words.collect::<Vec<u8>>()).unwrap();
    let hist = memory.allocate("hist", &[0; 1024]).unwrap();
    let launch = Launch {
        groups: [16, 1, 1],
        group_size: [256, 1, 1],
        args: vec![Arg::Address(data), Arg::U32(n), Arg::Address(hist)],
        dynamic_shared: 0,
        assumptions: Assumptions::DEFAULT,
    };
    (isa::prepare(&image, kernel, &mut memory, &launch).unwrap(), memory)
}

fn run(dispatch: &Dispatch, memory: &Memory) -> Stats {
    let report = machine::launch(dispatch, memory, Options::default());
    assert_eq!(report.outcome, Outcome::Done);
    report.stats
}

/// Lane-atomics of histogram256.
#[divan::bench]
fn histogram256_lane_atomics(bencher: Bencher) {
    let (dispatch, memory) = histogram(1 << 18);
    let atomics = run(&dispatch, &memory).lane_atomics;
    bencher.counter(ItemsCount::new(atomics)).bench_local(|| run(&dispatch, &memory));
}

/// A loop of eight ALU instructions, in SPA text.
const ALU_LOOP: &[&str] = &[
    "MOV R1, RZ;",
    "IADD R2, R2, R3;",
    "LOP.XOR R4, R2, R5;",
    "SHL R6, R4, 0x3;",
    "XMAD R7, R6, R4, R2;",
    "ISCADD R3, R7, R2, 0x2;",
    "IMNMX.U32 R5, R3, R6, PT;",
    "IADD32I R1, R1, 0x1;",
    "ISETP.LT.U32.AND P0, PT, R1, c[0x0][0x140], PT;",
];

fn alu_program() -> Vec<u8> {
    let mut words: Vec<u64> =
        ALU_LOOP.iter().map(|t| sass::encode(&sass::parse(Profile::Sm50, Mode::Documented, t).unwrap().inst)).collect();
    // @P0 BRA to the second instruction, then EXIT; addresses count the control word in front of three instructions.
    let address = |i: usize| (i / 3 * 4 + i % 3 + 1) as i64 * 8;
    let distance = address(1) - (address(words.len()) + 8);
    words.push(0xe240_0000_0000_000f | (distance as u64 & 0xff_ffff) << 20);
    words.push(0xe300_0000_0007_000f);
    let mut code = Vec::new();
    for bundle in words.chunks(3) {
        code.extend(0x001f_8000_fc00_07e0u64.to_le_bytes());
        bundle.iter().for_each(|w| code.extend(w.to_le_bytes()));
    }
    code.resize(code.len().next_multiple_of(32), 0);
    code
}

/// Lane-instructions of ALU code with 32 active lanes.
#[divan::bench]
fn alu_lane_instructions(bencher: Bencher) {
    let options = sass::lift::Options {
        profile: Profile::Sm50,
        registers: 16,
        surface_bank: 0,
        assumptions: Assumptions::DEFAULT,
    };
    let program = sass::lift::lift("alu", &alu_program(), options);
    let mut bank = vec![0; 0x144];
    bank[0x140..].copy_from_slice(&10_000u32.to_le_bytes());
    let dispatch = Dispatch::new(&program, [1, 1, 1], [32, 1, 1], vec![(0, bank)]).unwrap();
    let memory = Memory::new();
    let lanes = run(&dispatch, &memory).lane_instructions;
    bencher.counter(ItemsCount::new(lanes)).bench_local(|| run(&dispatch, &memory));
}

/// Words and texts of the corpus.
fn corpus() -> Vec<(u64, String)> {
    let rows = include_str!("../../../tests/data/nvidia/sass.tsv").lines().filter_map(|l| l.split_once('\t'));
    rows.map(|(w, t)| (u64::from_str_radix(&w[2..], 16).unwrap(), t.to_string())).collect()
}

/// Instructions disassembled.
#[divan::bench]
fn disassemble(bencher: Bencher) {
    let corpus = corpus();
    let mut out = String::new();
    bencher.counter(ItemsCount::new(corpus.len())).bench_local(|| {
        out.clear();
        for (word, _) in &corpus {
            sass::print(Profile::Sm50, &sass::decode(Profile::Sm50, *word).unwrap(), &mut out);
        }
        black_box(out.len())
    });
}

/// Instructions assembled.
#[divan::bench]
fn assemble(bencher: Bencher) {
    let corpus = corpus();
    bencher.counter(ItemsCount::new(corpus.len())).bench_local(|| {
        let words =
            corpus.iter().map(|(_, t)| sass::encode(&sass::parse(Profile::Sm50, Mode::Compat, t).unwrap().inst));
        words.fold(0, |a, b| a ^ b)
    });
}

/// From the bytes of a cubin to the result of a small kernel.
#[divan::bench]
fn load_and_run_small_kernel(bencher: Bencher) {
    bencher.bench_local(|| {
        let (dispatch, memory) = histogram(256);
        run(&dispatch, &memory)
    });
}
