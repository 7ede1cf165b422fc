//! Speed of the interpreter and of the table: `cargo bench -p isotope-targets`.
//!
//! Rates are items per second of one host thread, so they are rates per CPU second.

use std::collections::HashSet;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use isotope_ir::program::Program;
use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Initial, Options, Outcome, Session, Stats, Stepped};
use isotope_nvidia::spa5;
use isotope_nvidia::spa5::{Mode, Profile};
use isotope_object::Image;
use isotope_op::assume::Assumptions;
use isotope_target::launch::{Arg, Launch};
use isotope_targets::TARGETS;

fn main() {
    divan::main();
}

/// The compiled file that is run.
#[derive(Clone, Copy, Debug)]
enum Variant {
    Sm50,
    Gfx1100,
    Tgllp,
    TgllpA64,
}
use Variant::{Gfx1100, Sm50, Tgllp, TgllpA64};

/// A vISA kernel, whose arguments are in a separate file.
macro_rules! visa {
    ($folder:literal) => {{
        let code = include_bytes!(concat!("../../../kernels/bin/", $folder, "/histogram256.visaasm"));
        let info = include_str!(concat!("../../../kernels/bin/", $folder, "/histogram256.zeinfo"));
        isotope_intel::ze::parse(info, |_| Some(code.to_vec())).unwrap()
    }};
}

fn image(target: Variant) -> Image {
    match target {
        Sm50 => isotope_targets::TARGETS.load(include_bytes!("../../../kernels/bin/sm_50/histogram256.cubin")).unwrap(),
        Gfx1100 => {
            isotope_targets::TARGETS.load(include_bytes!("../../../kernels/bin/gfx1100/histogram256.co")).unwrap()
        }
        Tgllp => visa!("tgllp"),
        TgllpA64 => visa!("tgllp.a64"),
    }
}

/// The histogram kernel of the suite on `n` random 32-bit words.
fn histogram(target: Variant, n: u32) -> (Dispatch, Memory) {
    histogram_of(target, n, 16, 256)
}

/// The same with a given number of groups and lanes per group.
fn histogram_of(target: Variant, n: u32, groups: u32, lanes: u32) -> (Dispatch, Memory) {
    let image = image(target);
    let kernel = image.kernel(None).unwrap();
    let mut memory = Memory::new();
    let mut x = 1u32;
    let words = (0..n).flat_map(|_| {
        x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (x ^ x >> 15).to_le_bytes()
    });
    let data = memory.allocate("data", &words.collect::<Vec<u8>>()).unwrap();
    let hist = memory.allocate("hist", &[0; 1024]).unwrap();
    let launch = Launch::new([groups, 1, 1], [lanes, 1, 1], vec![Arg::Address(data), Arg::U32(n), Arg::Address(hist)]);
    (TARGETS.prepare(&image, kernel, &mut memory, &launch).unwrap(), memory)
}

fn run(dispatch: &Dispatch, memory: &Memory) -> Stats {
    let report = isotope_machine::launch(dispatch, memory, Options::default());
    assert_eq!(report.outcome, Outcome::Done);
    report.stats
}

/// Lane atomics of histogram256 per second.
#[divan::bench(args = [Sm50, Gfx1100, Tgllp, TgllpA64])]
fn histogram256_lane_atomics(bencher: Bencher, target: Variant) {
    let (dispatch, memory) = histogram(target, 1 << 18);
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

/// The same for RDNA3; the branch jumps back eight instructions.
const ALU_LOOP_RDNA: &[&str] = &[
    "v_mov_b32_e32 v1, 0",
    "v_add_nc_u32_e32 v2, v2, v3",
    "v_xor_b32_e32 v4, v2, v5",
    "v_lshlrev_b32_e32 v6, 3, v4",
    "v_mad_u32_u24 v7, v6, v4, v2",
    "v_lshl_add_u32 v3, v7, 2, v2",
    "v_min_u32_e32 v5, v3, v6",
    "v_add_nc_u32_e32 v1, 1, v1",
    "v_cmp_gt_u32_e32 vcc_lo, s0, v1",
    "s_cbranch_vccnz 65525",
    "s_endpgm",
];

fn alu_code() -> Vec<u8> {
    let mut words: Vec<u64> =
        ALU_LOOP.iter().map(|t| spa5::encode(&spa5::parse(Profile::Sm50, Mode::Documented, t).unwrap().inst)).collect();
    // @P0 BRA to the second instruction, then EXIT; addresses include the control word before every three instructions.
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

fn alu_program(target: Variant) -> Program {
    let assumptions = Assumptions::DEFAULT;
    match target {
        Tgllp | TgllpA64 => unreachable!("no loop is written for vISA"),
        Sm50 => {
            let options = spa5::lift::Options { profile: Profile::Sm50, registers: 16, surface_bank: 0, assumptions };
            spa5::lift::lift("alu", &alu_code(), options)
        }
        Gfx1100 => {
            let insts = ALU_LOOP_RDNA.iter().map(|text| isotope_amd::parse(Mode::Documented, text).unwrap());
            let code: Vec<u8> =
                insts.flat_map(|inst| isotope_amd::encode(&inst)[..isotope_amd::size(&inst)].to_vec()).collect();
            let env = isotope_amd::lift::Env {
                code_base: 0,
                entry: 0,
                waves: isotope_amd::GFX1100.waves(false),
                vgprs: 8,
                mode: isotope_amd::lift::Mode::from_rsrc1(0x60af_0080),
                shared_base: 1 << 48,
                private_base: 2 << 48,
                assumptions,
            };
            isotope_amd::lift::program("alu", &code, &env)
        }
    }
}

/// Lane instructions of ALU code with 32 active lanes, in a loop of 10,000 iterations.
#[divan::bench(args = [Sm50, Gfx1100])]
fn alu_lane_instructions(bencher: Bencher, target: Variant) {
    let program = alu_program(target);
    let mut bank = vec![0; 0x144];
    bank[0x140..].copy_from_slice(&10_000u32.to_le_bytes());
    let mut dispatch = Dispatch::new(&program, [1, 1, 1], [32, 1, 1], vec![(0, bank)]).unwrap();
    dispatch.start.scalars.push((isotope_amd::state::word(0), Initial::Value(10_000)));
    let memory = Memory::new();
    let lanes = run(&dispatch, &memory).lane_instructions;
    bencher.counter(ItemsCount::new(lanes)).bench_local(|| run(&dispatch, &memory));
}

/// Instruction words and texts of the corpus.
fn corpus() -> Vec<(u64, String)> {
    let rows = include_str!("../../../tests/data/nvidia/sass.tsv").lines().filter_map(|l| l.split_once('\t'));
    rows.map(|(w, t)| (u64::from_str_radix(&w[2..], 16).unwrap(), t.to_string())).collect()
}

/// Bytes and texts of the corpus.
fn corpus_rdna() -> Vec<(Vec<u8>, String)> {
    let files = [include_str!("../../../tests/data/amd/asm.tsv"), include_str!("../../../tests/data/amd/alu.tsv")];
    let rows = files.into_iter().flat_map(str::lines).filter_map(|l| l.split_once('\t'));
    let byte = |hex: &str, i: usize| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap();
    rows.map(|(text, hex)| ((0..hex.len() / 2).map(|i| byte(hex, i)).collect(), text.into())).collect()
}

/// Disassembled RDNA3 instructions.
#[divan::bench]
fn disassemble_rdna(bencher: Bencher) {
    let corpus = corpus_rdna();
    let mut out = String::new();
    bencher.counter(ItemsCount::new(corpus.len())).bench_local(|| {
        out.clear();
        corpus.iter().for_each(|(bytes, _)| isotope_amd::print(&isotope_amd::decode(bytes).unwrap(), &mut out));
        black_box(out.len())
    });
}

/// Assembled RDNA3 instructions.
#[divan::bench]
fn assemble_rdna(bencher: Bencher) {
    let corpus = corpus_rdna();
    bencher.counter(ItemsCount::new(corpus.len())).bench_local(|| {
        let bytes =
            corpus.iter().map(|(_, text)| isotope_amd::encode(&isotope_amd::parse(Mode::Compat, text).unwrap()));
        bytes.fold(0, |a, b| a ^ b[0])
    });
}

/// Disassembled instructions.
#[divan::bench]
fn disassemble(bencher: Bencher) {
    let corpus = corpus();
    let mut out = String::new();
    bencher.counter(ItemsCount::new(corpus.len())).bench_local(|| {
        out.clear();
        for (word, _) in &corpus {
            spa5::print(Profile::Sm50, &spa5::decode(Profile::Sm50, *word).unwrap(), &mut out);
        }
        black_box(out.len())
    });
}

/// Assembled instructions.
#[divan::bench]
fn assemble(bencher: Bencher) {
    let corpus = corpus();
    bencher.counter(ItemsCount::new(corpus.len())).bench_local(|| {
        let words =
            corpus.iter().map(|(_, t)| spa5::encode(&spa5::parse(Profile::Sm50, Mode::Compat, t).unwrap().inst));
        words.fold(0, |a, b| a ^ b)
    });
}

/// Runs a session to its end, one visible step of one wave at a time; returns the number of steps.
fn visible_steps<'a>(start: &Session<'a>, mut each: impl FnMut(&mut Session<'a>, (usize, usize))) -> u64 {
    let (mut session, mut steps) = (start.clone(), 0);
    loop {
        let next = session.enabled().nth(steps as usize % 3).or_else(|| session.enabled().next());
        let Some(wave) = next else { return steps };
        each(&mut session, wave);
        steps += 1;
    }
}

fn visible_step(session: &mut Session<'_>, (group, wave): (usize, usize)) {
    if session.step(group, wave) == Stepped::Ready {
        session.run_to_visible(group, wave, 1000).unwrap();
    }
}

/// Visible steps of 5 waves that add twice each, in `lanes` lanes, each with the digest of the state after it.
#[divan::bench(args = [Sm50, Gfx1100, TgllpA64], consts = [1, 32])]
fn session_visible_steps_with_digest<const LANES: u32>(bencher: Bencher, target: Variant) {
    let (dispatch, memory) = histogram_of(target, 10 * LANES, 5, LANES);
    let start = Session::new(&dispatch, memory);
    let run = || {
        visible_steps(&start, |session, wave| {
            visible_step(session, wave);
            black_box(session.digest());
        })
    };
    bencher.counter(ItemsCount::new(run())).bench_local(run);
}

/// The same steps, each on a copy that replaces the original, without a digest.
#[divan::bench(args = [Sm50, Gfx1100, TgllpA64], consts = [1, 32])]
fn session_visible_steps_on_copies<const LANES: u32>(bencher: Bencher, target: Variant) {
    let (dispatch, memory) = histogram_of(target, 10 * LANES, 5, LANES);
    let start = Session::new(&dispatch, memory);
    let run = || {
        visible_steps(&start, |session, wave| {
            let mut copy = session.clone();
            visible_step(&mut copy, wave);
            *session = copy;
        })
    };
    bencher.counter(ItemsCount::new(run())).bench_local(run);
}

/// Visible steps of a search over all schedules of 3 waves of one lane that add twice each: a copy, a step, a digest, and a lookup
/// in the set of visited states.
#[divan::bench(args = [Sm50, Gfx1100, TgllpA64])]
fn session_search_visible_steps(bencher: Bencher, target: Variant) {
    let (dispatch, memory) = histogram_of(target, 6, 3, 1);
    let run = || {
        let mut first = Session::new(&dispatch, memory.clone());
        (0..3).for_each(|group| _ = first.run_to_visible(group, 0, 1000));
        let (mut visited, mut open, mut steps) = (HashSet::from([first.digest()]), vec![first], 0u64);
        while let Some(session) = open.pop() {
            for wave in session.enabled() {
                let mut next = session.clone();
                visible_step(&mut next, wave);
                steps += 1;
                if visited.insert(next.digest()) {
                    open.push(next);
                }
            }
        }
        steps
    };
    bencher.counter(ItemsCount::new(run())).bench_local(run);
}

/// From the bytes of a file to the result of a small kernel.
#[divan::bench(args = [Sm50, Gfx1100, Tgllp, TgllpA64])]
fn load_and_run_small_kernel(bencher: Bencher, target: Variant) {
    bencher.bench_local(|| {
        let (dispatch, memory) = histogram(target, 256);
        run(&dispatch, &memory)
    });
}
