//! Matrices and dot products of gfx1100 against plain integer and rational arithmetic; waves of 64 lanes against two of 32.

use isotope_op::random::Random;

use crate::common::{assume, data, rdna, text, unhex};
use isotope_amd::lift::{self, Env, Mode};
use isotope_amd::state;
use isotope_ir::effect::{LANES, Slot};
use isotope_machine::mem::Memory;
use isotope_machine::state::Wave;
use isotope_machine::{Dispatch, Session, Stepped};
use isotope_op::assume::Assumptions;

/// The set-up of a launch.
#[derive(Clone, Copy)]
struct Setup {
    wave64: bool,
    vgprs: u32,
    /// Bits 31:12 of RSRC1 as in MODE: float mode 0xf0, DX10_CLAMP and IEEE set.
    rsrc1: u32,
    assumptions: Assumptions,
}

const USUAL: Setup =
    Setup { wave64: false, vgprs: 64, rsrc1: 0xf_0000 | 1 << 21 | 1 << 23, assumptions: Assumptions::DEFAULT };

/// Runs a few instructions; `before` sets registers.
fn run(setup: Setup, text: &str, before: impl FnOnce(&mut Wave)) -> Result<Wave, String> {
    run_code(setup, &rdna::assemble_for(setup.wave64, &format!("{text}; s_endpgm")), before)
}

/// The same from their bytes.
fn run_code(setup: Setup, code: &[u8], before: impl FnOnce(&mut Wave)) -> Result<Wave, String> {
    let Setup { wave64, vgprs, rsrc1, assumptions } = setup;
    let env = Env { assumptions, ..rdna::env(wave64, vgprs, Mode::from_rsrc1(rsrc1)) };
    let program = lift::program("step", code, &env);
    let lanes = if wave64 { 64 } else { 32 };
    let mut dispatch = Dispatch::new(&program, [1; 3], [lanes, 1, 1], Vec::new()).unwrap();
    dispatch.start.scalars.push((state::MODE, isotope_machine::dispatch::Initial::Value(env.mode.bits())));
    let mut session = Session::new(&dispatch, Memory::new());
    before(session.wave_mut(0, 0));
    for _ in 0..1000 {
        match session.step(0, 0) {
            Stepped::Ready => {}
            Stepped::Ended => return Ok(session.wave(0, 0).clone()),
            other => return Err(format!("{other:?}")),
        }
    }
    Err("it does not end".into())
}

fn vgpr(setup: Setup, n: u32, half: u32) -> Slot {
    state::vgpr(n, half, setup.vgprs)
}

/// A matrix product of small whole numbers, which every format can represent: each register of D in each lane against a triple
/// loop. `word` packs the elements of a row of A or a column of B.
fn product(name: &str, setup: Setup, bits: u32, limit: i32, code: impl Fn(i32) -> u32, decode: impl Fn(u32) -> i32) {
    let mut random = Random(u64::from(bits) + u64::from(setup.wave64));
    let mut matrix = || -> [[i32; 16]; 16] {
        // Floats of one sign: sums with both signs are inexact even if whole numbers would fit (`amd.dot2`).
        let sign = |v: i32| if name.contains("i32") { v } else { v.abs() };
        std::array::from_fn(|_| std::array::from_fn(|_| sign(random.draw() as i32 % (limit + 1))))
    };
    let (a, b, c) = (matrix(), matrix(), matrix());
    let words = 16 * bits / 32;
    let groups = if setup.wave64 { 4 } else { 2 };
    let registers = 16 / groups;
    let (va, vb, vc, vd) = (0, 8, 16, 24);
    let neg = if name.contains("i32") { " neg_lo:[1,1,0]" } else { "" };
    let range = |first: u32, n: u32| format!("v[{first}:{}]", first + n - 1);
    let text = format!(
        "{name} {}, {}, {}, {}{neg}",
        range(vd, registers),
        range(va, words),
        range(vb, words),
        range(vc, registers)
    );
    let mask = u32::MAX >> (32 - bits);
    let per_word = 32 / bits;
    let lanes = 16 * groups as usize;
    let at = |register: u32, lane: usize| vgpr(setup, register, (lane / LANES) as u32).0 as usize + lane % LANES;
    let wave = run(setup, &text, |wave| {
        // EXEC is ignored.
        wave.scalars[usize::from(state::EXEC_LO)] = 0x10;
        for lane in 0..lanes {
            for k in 0..16u32 {
                let (word, shift) = (k / per_word, bits * (k % per_word));
                for (first, value) in [(va, a[lane % 16][k as usize]), (vb, b[k as usize][lane % 16])] {
                    wave.registers[at(first + word, lane)] |= (code(value) & mask) << shift;
                }
            }
            for i in 0..registers {
                let row = i as usize * groups as usize + lane / 16;
                let value = c[row][lane % 16];
                wave.registers[at(vc + i, lane)] = if name.contains("i32") {
                    value as u32
                } else if name.contains("_f32_") {
                    (value as f32).to_bits()
                } else {
                    code(value)
                };
            }
        }
    })
    .unwrap();
    for lane in 0..lanes {
        for i in 0..registers {
            let row = i as usize * groups as usize + lane / 16;
            let wanted = c[row][lane % 16] + (0..16).map(|k| a[row][k] * b[k][lane % 16]).sum::<i32>();
            let found = wave.registers[at(vd + i, lane)];
            let found = if name.contains("i32") {
                found as i32
            } else if name.contains("_f32_") {
                f32::from_bits(found) as i32
            } else {
                decode(found)
            };
            assert_eq!(found, wanted, "{name} wave64 {}: row {row}, column {}", setup.wave64, lane % 16);
        }
    }
}

/// Whole numbers of magnitude below 2048 as binary16.
fn half(v: i32) -> u32 {
    let bits = (v as f32).to_bits();
    if v == 0 { 0 } else { bits >> 16 & 0x8000 | ((bits >> 13 & 0x3_ffff) - (112 << 10)) }
}

fn from_half(h: u32) -> i32 {
    if h & 0x7fff == 0 { 0 } else { f32::from_bits((h & 0x8000) << 16 | (((h & 0x7fff) << 13) + (112 << 23))) as i32 }
}

#[test]
fn matrices_multiply() {
    for wave64 in [false, true] {
        let setup = Setup { wave64, ..USUAL };
        let brain = |v: i32| (v as f32).to_bits() >> 16;
        product("v_wmma_f32_16x16x16_f16", setup, 16, 9, half, |_| 0);
        product("v_wmma_f32_16x16x16_bf16", setup, 16, 9, brain, |_| 0);
        product("v_wmma_f16_16x16x16_f16", setup, 16, 9, half, from_half);
        product("v_wmma_bf16_16x16x16_bf16", setup, 16, 3, brain, |v| f32::from_bits(v << 16) as i32);
        product("v_wmma_i32_16x16x16_iu8", setup, 8, 127, |v| v as u32, |_| 0);
        product("v_wmma_i32_16x16x16_iu4", setup, 4, 7, |v| v as u32, |_| 0);
    }
}

/// One row of a matrix product that AMD publishes with its emulator rocjitsu, recorded on a Radeon Pro W7900 (gfx1100).
#[test]
fn a_matrix_product_adds_as_measured() {
    const ROW: [u32; 16] = [
        0xbfff_ffc0,
        0xc277_fffe,
        0xc1a0_0002,
        0xc2c2_0000,
        0xc217_ffff,
        0x42f6_0000,
        0xc2f8_0000,
        0x4258_0000,
        0x4234_0000,
        0xc2a6_0000,
        0x42aa_0000,
        0xc2bc_0000,
        0xc2ce_0000,
        0x41bf_fffd,
        0xc210_0000,
        0x4294_0001,
    ];
    let text = "v_wmma_f32_16x16x16_f16 v[16:23], v[0:7], v[8:15], v[16:23]";
    let wave = run(USUAL, text, |wave| {
        for lane in 0..32i32 {
            let column = lane % 16;
            for register in 0..8i32 {
                let pair = |value: &dyn Fn(i32) -> i32| half(value(2 * register)) | half(value(2 * register + 1)) << 16;
                let mut put = |n: i32, value: u32| {
                    wave.registers[vgpr(USUAL, n as u32, 0).0 as usize + lane as usize] = value;
                };
                put(register, pair(&|k| (column * 16 + k) * 7 % 17 - 8));
                put(8 + register, pair(&|k| (k * 16 + column) * 11 % 17 - 8));
                let c = ((2 * register + lane / 16) * 16 + column) * 13 % 129 - 64;
                put(16 + register, (c as f32).to_bits());
            }
        }
    })
    .unwrap();
    assert_eq!(wave.lanes(vgpr(USUAL, 16, 0))[..16], ROW);
}

/// Sums of terms of one sign and similar size are exact before the single rounding; with the other alternative each step rounds.
#[test]
fn dot_products_round_once_or_twice() {
    let mut random = Random(9);
    let text = "v_dot2_f32_f16 v3, v0, v1, v2";
    let steps = Setup { assumptions: assume(&[("amd.dot2", "steps")]), ..USUAL };
    let mut differ = 0;
    for _ in 0..40 {
        let given: [[u32; 3]; LANES] = std::array::from_fn(|_| {
            // Exponents 0 to 3.
            let mut pair = || random.draw() as u32 & 0x0fff_0fff | 0x3c00_3c00;
            [pair(), pair(), random.draw() as u32 & 0x00ff_ffff | 0x4100_0000]
        });
        let set = |wave: &mut Wave| {
            for n in 0..3 {
                wave.set_lanes(vgpr(USUAL, n as u32, 0), &given.map(|lane| lane[n]), u32::MAX);
            }
        };
        let once = *run(USUAL, text, set).unwrap().lanes(vgpr(USUAL, 3, 0));
        let twice = *run(steps, text, set).unwrap().lanes(vgpr(USUAL, 3, 0));
        for (lane, [a, b, c]) in given.into_iter().enumerate() {
            let value = |h: u32| f64::from(f32::from_bits((h & 0x7fff) << 13)) * 2f64.powi(112);
            let products = [0, 16].map(|at| value(a >> at & 0xffff) * value(b >> at & 0xffff));
            let c = f32::from_bits(c);
            // All terms are multiples of 2^-20 below 2^8: exact in f64.
            assert_eq!(once[lane], ((f64::from(c) + products[0] + products[1]) as f32).to_bits());
            let first = (f64::from(c) + products[0]) as f32;
            assert_eq!(twice[lane], ((f64::from(first) + products[1]) as f32).to_bits());
            differ += usize::from(once[lane] != twice[lane]);
        }
    }
    assert!(differ > 0);
}

/// Vector instructions of every mnemonic: each half of a wave64 computes the same as a wave32 with its registers.
#[test]
fn the_halves_of_a_wave64_are_waves() {
    // These access the wave as a whole.
    const WHOLE: [&str; 6] =
        ["v_wmma_", "v_permlane64_", "v_mbcnt_", "v_readfirstlane_", "v_readlane_", "v_writelane_"];
    let lines = text(&data("amd/alu.tsv"));
    let setup = Setup { vgprs: 256, ..USUAL };
    let wide = Setup { wave64: true, ..setup };
    let mut random = Random(64);
    let (mut ran, mut stopped, mut odd) = (0, 0, 0);
    for line in lines.lines() {
        let (text, bytes) = line.split_once('\t').unwrap();
        // The trap handler's registers stop both waves.
        if !text.starts_with("v_") || text.contains("ttmp") || WHOLE.iter().any(|w| text.starts_with(w)) {
            continue;
        }
        let code = [&unhex(bytes)[..], &[0, 0, 0xb0, 0xbf]].concat();
        // Exclude lane masks that start at an odd register, and selections among the four rows.
        let rows = text.contains("row_mask:0x") && !text.contains("row_mask:0xf");
        if isotope_amd::GFX1100.waves(true).decode(&code).is_err() || rows {
            odd += 1;
            continue;
        }
        // Scalars are equal in both halves; M0 stays 0, so indexed registers are the named ones.
        let (scalar, exec) = (random.draw() as u32, random.draw() as u32);
        let vectors: [Vec<u32>; 2] = std::array::from_fn(|_| (0..256 * LANES).map(|_| random.draw() as u32).collect());
        let scalars = |wave: &mut Wave| {
            for word in (0..106).map(state::word).chain([state::VCC_LO, state::VCC_HI]) {
                wave.scalars[usize::from(word)] = scalar;
            }
            wave.scalars[usize::from(state::EXEC_LO)] = exec;
            wave.scalars[usize::from(state::EXEC_HI)] = exec;
        };
        let at = |n: u32, half: u32| state::vgpr(n, half, 256).0 as usize;
        let narrow: Vec<_> = vectors
            .iter()
            .map(|values| {
                run_code(setup, &code, |wave| {
                    scalars(wave);
                    (0..256).for_each(|n| {
                        wave.registers[at(n, 0)..][..LANES].copy_from_slice(&values[n as usize * LANES..][..LANES]);
                    });
                })
            })
            .collect();
        let both = run_code(wide, &code, |wave| {
            scalars(wave);
            for (half, values) in (0..).zip(&vectors) {
                (0..256).for_each(|n| {
                    wave.registers[at(n, half)..][..LANES].copy_from_slice(&values[n as usize * LANES..][..LANES]);
                });
            }
        });
        let (Ok(low), Ok(high), Ok(both)) = (&narrow[0], &narrow[1], &both) else {
            let ends = [&narrow[0], &narrow[1], &both].map(|end| end.as_ref().err());
            assert!(ends.iter().all(Option::is_some), "{text}: {ends:?}");
            stopped += 1;
            continue;
        };
        for (half, one) in (0..).zip([low, high]) {
            for n in 0..256 {
                let (found, wanted) = (&both.registers[at(n, half)..][..LANES], &one.registers[at(n, 0)..][..LANES]);
                assert_eq!(found, wanted, "{text}: v{n}, half {half}, exec {exec:x}, scalars {scalar:x}");
            }
        }
        // A mask that is written.
        for word in (0..105).map(state::word).chain([state::VCC_LO]) {
            let word = usize::from(word);
            let found = [both.scalars[word], both.scalars[word + 1]];
            let wanted = [low.scalars[word], high.scalars[word]];
            assert!(
                wanted == [scalar; 2] || found == wanted,
                "{text}: scalar word {word}: {found:x?}, not {wanted:x?}"
            );
        }
        ran += 1;
    }
    assert!(ran > 2000 && stopped < 100, "{ran} ran, {stopped} stopped, {odd} not in a wave64");
}
