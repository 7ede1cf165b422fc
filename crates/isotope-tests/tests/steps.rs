//! Single instructions of sm_50 and gfx1100: registers and memories before and after, or the stop. The cases are lines of
//! `tests/data/<vendor>/` in the format of `src/steps.rs`.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::common::steps::{Options, Place, Target, check_file, data, fails, hex, holds, lines};
use crate::common::sweep;
use isotope_amd::lift::Env;
use isotope_amd::state;
use isotope_ir::effect::LANES;
use isotope_machine::mem::Memory;
use isotope_machine::mem::surface::HeaderPool;
use isotope_machine::mem::texture::{Components, Header};
use isotope_machine::sync::{Config, Unit};
use isotope_machine::{Dispatch, Initial, PastShared, Window, Windows};
use isotope_nvidia::spa5::{self, Mode, Profile};
use isotope_op::assume::{self, Assumptions};

const REGISTERS: u32 = 64;
const EXTENDED: u64 = 0x10_0000_0000;
const SPARSE: u64 = 0x20_0000_0000;
const POOL: u64 = 0x30_0000_0000;

struct Sass;

fn code(profile: Profile, text: &str) -> Result<Vec<u8>, String> {
    let texts = text.split(';').map(str::trim).filter(|t| !t.is_empty()).chain(["EXIT"]);
    let words: Vec<u64> = texts
        .map(|t| match t.strip_prefix("0x") {
            Some(raw) => Ok(hex(raw)),
            None => {
                let parsed =
                    spa5::parse(profile, Mode::Documented, t).or_else(|_| spa5::parse(profile, Mode::Compat, t));
                parsed
                    .map(|p| spa5::encode(&p.inst))
                    .map_err(|e| format!("`{t}`: {}, expected {}", e.message, e.expected))
            }
        })
        .collect::<Result<_, _>>()?;
    Ok(words.chunks(3).flat_map(|c| std::iter::once(0).chain(c.iter().copied())).flat_map(u64::to_le_bytes).collect())
}

/// The default assumptions, with the alternative that a line selects.
fn assumed(options: &Options<'_>) -> Assumptions {
    let mut assumptions = Assumptions::DEFAULT;
    if let Some((id, value)) = options.get("assume").and_then(|choice| choice.split_once(':')) {
        assert!(assumptions.set(id, value), "{id}:{value}");
    }
    assumptions
}

impl Target for Sass {
    const OPTIONS: &'static [&'static str] = &["lanes", "cover", "sm", "assume"];

    fn prepare(text: &str, options: &Options<'_>) -> Result<(Dispatch, Memory), String> {
        let profile = if options.contains_key("sm") { Profile::Sm52 } else { Profile::Sm50 };
        let assumptions = assumed(options);
        let lift = spa5::lift::Options { profile, registers: REGISTERS, surface_bank: 0, assumptions };
        let program = spa5::lift::lift("step", &code(profile, text)?, lift);
        static OFFSETS: LazyLock<Vec<u8>> =
            LazyLock::new(|| (0..1u32 << 14).flat_map(|n| (4 * n).to_le_bytes()).collect());
        let banks = vec![(0, vec![0; 64]), (1, (0..64).collect()), (2, OFFSETS.clone())];
        let lanes = options.get("lanes").map_or(1, |n| hex(n) as u32);
        let mut dispatch = Dispatch::new(&program, [1; 3], [lanes, 1, 1], banks).unwrap().with_memory(64, 64).unwrap();
        dispatch.headers = Some(HeaderPool { base: POOL, maximum_index: 0 });
        dispatch.coverage = options.get("cover").map_or(u32::MAX, |c| hex(c) as u32);
        let mut memory = Memory::new();
        memory.allocate_at("low", 0x1000, &[0; 64]).unwrap();
        memory.allocate_at("extended", EXTENDED, &[0; 64]).unwrap();
        memory.map_sparse("sparse", SPARSE, 64).unwrap();
        let header = Header::pitch_2d(EXTENDED, Components::R32, 4, 2, 32).unwrap().encode().unwrap();
        memory.allocate_at("pool", POOL, &header).unwrap();
        Ok((dispatch, memory))
    }

    fn place(name: &str, n: u32, _: &Options<'_>) -> Option<Place> {
        if let Some(register) = name.strip_prefix('R') {
            let first = (register.parse::<u32>().ok()? + n) as usize * LANES;
            return Some(Place::Vector((first..first + LANES).collect()));
        }
        Some(Place::Mask(name.strip_prefix('P')?.parse::<u16>().ok()? + 1 + n as u16))
    }
}

const SHARED: Window = Window { base: 1 << 48, log2_size: 32 };
const PRIVATE: Window = Window { base: 2 << 48, log2_size: 32 };

struct Rdna;

fn vgprs(options: &Options<'_>) -> u32 {
    options.get("vgprs").map_or(64, |n| n.parse().unwrap())
}

impl Target for Rdna {
    const OPTIONS: &'static [&'static str] = &["w64", "flush", "hold", "round", "vgprs", "assume"];

    fn prepare(text: &str, options: &Options<'_>) -> Result<(Dispatch, Memory), String> {
        let wave64 = options.contains_key("w64");
        let waves = isotope_amd::GFX1100.waves(wave64);
        let assumptions = assumed(options);
        // DX10_CLAMP, and float mode 0xf0 with IEEE, or 0x50 without IEEE.
        let float = if options.contains_key("flush") { 0x5_0000 } else { 0xf_0000 | 1 << 23 };
        let round = options.get("round").map_or(0, |n| hex(n) as u32) << 12;
        let rsrc1 = 1 << 21 | float | round | u32::from(options.contains_key("hold")) << 26;
        let env = Env {
            code_base: 1 << 32,
            entry: 0,
            waves,
            vgprs: vgprs(options),
            mode: isotope_amd::lift::Mode::from_rsrc1(rsrc1),
            shared_base: SHARED.base,
            private_base: PRIVATE.base,
            assumptions,
        };
        let mut code = Vec::new();
        for line in text.split(';').map(str::trim).filter(|t| !t.is_empty()).chain(["s_endpgm"]) {
            let context = waves.context(isotope_amd::Mode::Documented);
            let inst = waves.parse(&context, line).map_err(|e| format!("`{line}`: {e}"))?;
            code.extend_from_slice(&isotope_amd::encode(&inst)[..isotope_amd::size(&inst)]);
        }
        let program = isotope_amd::lift::program("step", &code, &env);
        let lanes = if wave64 { 64 } else { 32 };
        let dispatch = Dispatch::new(&program, [1; 3], [lanes, 1, 1], Vec::new()).unwrap();
        let mut dispatch = dispatch.with_memory(1024, 64).unwrap();
        dispatch.start.scalars.push((state::MODE, Initial::Value(env.mode.bits())));
        dispatch.windows =
            Windows { shared: SHARED, private: PRIVATE, before_offset: true, private_aligned: 4, assumption: None };
        dispatch.past_shared = PastShared::Drop;
        dispatch.assumptions = assumptions;
        dispatch.orders = assumptions.amd_orders();
        let mut memory = Memory::new();
        memory.allocate_at("data", 0x1000, &[0; 4096]).unwrap();
        memory.set_unit(Unit::new(Config { rules: assumptions, ..Config::default() }));
        Ok((dispatch, memory))
    }

    fn place(name: &str, n: u32, options: &Options<'_>) -> Option<Place> {
        let scalar = match name {
            "vcc" => Some(state::VCC_LO),
            "vcc_hi" => Some(state::VCC_HI),
            "exec" => Some(state::EXEC_LO),
            "exec_hi" => Some(state::EXEC_HI),
            "m0" => Some(state::M0),
            "scc" => Some(state::SCC),
            _ => name.strip_prefix('s').and_then(|s| s.parse().ok()).map(state::word),
        };
        if let Some(word) = scalar {
            return Some(Place::Scalar(word + n as u16));
        }
        let register = name.strip_prefix('v')?.parse::<u32>().ok()? + n;
        let halves = if options.contains_key("w64") { 2 } else { 1 };
        let first = |half| state::vgpr(register, half, vgprs(options)).0 as usize;
        Some(Place::Vector((0..halves).flat_map(|half| first(half)..first(half) + LANES).collect()))
    }
}

#[test]
fn instructions_of_sm_50() {
    check_file::<Sass>("nvidia/steps.txt", 200);
}

/// Results of a chip; no other alternative of the assumption gives the same results.
#[test]
fn instructions_of_sm_50_on_silicon() {
    let text = data("nvidia/h100.txt");
    let all = lines(&text);
    agree_with_silicon(&all, 20_000, 8);
    for id in ["nv.f64_nan", "nv.ftz_tininess", "nv.f2i_nan"] {
        for reading in assume::find(id).unwrap().alternatives {
            let under = format!(" | assume={id}:{reading} ");
            let differs = |line: &&str| !holds::<Sass>(&line.replacen(" | ", &under, 1));
            assert!(all.iter().any(differs), "{id}: {reading} agrees, too");
        }
    }
}

/// Pairs of halves on sm_53: no line differs.
#[test]
fn pairs_of_halves_on_silicon() {
    agree_with_silicon(&lines(&data("nvidia/h100_halves.txt")), 5_000, 3);
}

/// Checks that there are more than `least` lines and that they pass; a plain run tests one of `step`.
fn agree_with_silicon(all: &[&str], least: usize, step: usize) {
    assert!(all.len() > least, "{} lines", all.len());
    let wrong: Vec<_> = all.iter().step_by(sweep::step(step)).filter(|line| !holds::<Sass>(line)).collect();
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}

#[test]
fn instructions_of_gfx1100() {
    check_file::<Rdna>("amd/steps.txt", 100);
    check_file::<Rdna>("amd/memory_steps.txt", 150);
}

#[test]
fn a_wrong_line_fails() {
    assert_eq!(fails::<Sass>("IADD R0, R1, R2 | R1=1 R2=2 => R0=4"), "R0, word 0, is 3, not 4");
    assert!(fails::<Sass>("IADD R0, R1, R2 | R1=1 => stop misaligned").ends_with("instead of a stop"));
    assert_eq!(fails::<Sass>("IADD R0, R1, R2 | Q1=1 => R0=4"), "unknown place `Q1`");
    assert_eq!(fails::<Rdna>("v_mov_b32_e32 v1, v0 | v0=8+4L => v1.3=8"), "v1.3, word 0, is 14, not 8");
    assert_eq!(fails::<Rdna>("v_mov_b32_e32 v1, v0 | v0=1 =>"), "nothing is compared");
}

/// Loads, stores and image instructions: each mnemonic of the assembler occurs in some line.
#[test]
fn no_mnemonic_is_without_a_line() {
    let text = data("amd/memory_steps.txt");
    let texts = lines(&text).into_iter().map(|l| l.split(" | ").next().unwrap());
    let seen: BTreeSet<&str> = texts.flat_map(|t| t.split(';')).filter_map(|t| t.trim().split(' ').next()).collect();
    let families = ["buffer_load", "buffer_store", "image_", "global_load_addtid", "global_store_addtid", "s_atc"];
    let all = data("amd/asm.tsv") + &data("amd/alu.tsv");
    let wanted: BTreeSet<&str> = all.lines().filter_map(|l| l.split([' ', '\t']).next()).collect();
    let missing: Vec<&&str> =
        wanted.iter().filter(|m| families.iter().any(|f| m.starts_with(f)) && !seen.contains(*m)).collect();
    assert!(wanted.len() > 1000 && missing.is_empty(), "{missing:?}");
}
