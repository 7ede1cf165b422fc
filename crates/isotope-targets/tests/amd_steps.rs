//! Single memory instructions of gfx1100: registers and memories before, and after, or the stop. The cases are lines of
//! `tests/data/amd/memory_steps.txt`; its head explains them.

use std::collections::BTreeSet;
use std::path::PathBuf;

use isotope_ir::effect::LANES;
use isotope_machine::mem::{Exclusive, Memory};
use isotope_machine::sync::{Config, Unit};
use isotope_machine::{Dispatch, PastShared, Session, Stepped, Window, Windows};
use isotope_op::assume::Assumptions;
use isotope_table::Context;
use isotope_targets::isa::rdna::lift::{self, Env};
use isotope_targets::isa::rdna::{self, state};

const VGPRS: u32 = 32;
const SHARED: Window = Window { base: 1 << 48, log2_size: 32 };
const PRIVATE: Window = Window { base: 2 << 48, log2_size: 32 };

fn data(name: &str) -> String {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/amd").join(name);
    std::fs::read_to_string(file).unwrap()
}

fn words(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split_whitespace().map(|w| w.split_once('=').unwrap_or((w, "")))
}

fn hex(text: &str) -> u64 {
    u64::from_str_radix(text, 16).unwrap_or_else(|_| panic!("`{text}` is no number"))
}

/// `8+4L` in a lane, or a number.
fn in_lane(text: &str, lane: u64) -> u32 {
    match text.strip_suffix('L') {
        None => hex(text) as u32,
        Some(rest) => {
            let (base, step) = rest.split_once('+').unwrap();
            (hex(base) + hex(step) * lane) as u32
        }
    }
}

fn code(wave64: bool, text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    for line in text.split(';').map(str::trim).chain(["s_endpgm"]) {
        let context = Context { mode: rdna::Mode::Documented, ..Context::new(if wave64 { 2 } else { 1 }) };
        let inst = rdna::parse_at(&context, line).map_err(|e| format!("`{line}`: {e}"))?;
        bytes.extend_from_slice(&rdna::encode(&inst)[..rdna::size(&inst)]);
    }
    Ok(bytes)
}

/// The scalar word and the VGPR that a name stands for.
enum Place {
    Scalar(u16),
    Vector(u32),
    Memory(char, u64),
}

fn place(name: &str) -> Place {
    if let Some((space, at)) = name.split_once('@') {
        return Place::Memory(space.chars().next().unwrap(), hex(at));
    }
    match name {
        "m0" => Place::Scalar(state::M0),
        "exec" => Place::Scalar(state::EXEC_LO),
        "exec_hi" => Place::Scalar(state::EXEC_HI),
        "scc" => Place::Scalar(state::SCC),
        _ if name.starts_with('s') => Place::Scalar(state::word(name[1..].parse().unwrap())),
        _ => Place::Vector(name.strip_prefix('v').unwrap_or_else(|| panic!("`{name}`")).parse().unwrap()),
    }
}

fn check(line: &str) -> Result<(), String> {
    let (given, after) = line.split_once("=>").ok_or("no `=>`")?;
    let (text, before) = given.split_once(" | ").unwrap_or((given, ""));
    let wave64 = words(before).any(|(name, _)| name == "w64");
    let mut assumptions = Assumptions::DEFAULT;
    for (_, choice) in words(before).filter(|(name, _)| *name == "assume") {
        let (id, value) = choice.split_once(':').unwrap();
        assert!(assumptions.set(id, value), "{choice}");
    }
    let env = Env {
        code_base: 1 << 32,
        entry: 0,
        wave64,
        vgprs: VGPRS,
        mode: lift::Mode::from_rsrc1(0x60af_0080),
        shared_base: SHARED.base,
        private_base: PRIVATE.base,
        assumptions,
    };
    let program = lift::program("step", &code(wave64, text)?, &env);
    let lanes = if wave64 { 64 } else { 32 };
    let mut dispatch =
        Dispatch::new(&program, [1; 3], [lanes, 1, 1], Vec::new()).unwrap().with_memory(1024, 64).unwrap();
    dispatch.windows = Windows { shared: SHARED, private: PRIVATE, before_offset: true, private_aligned: 4 };
    dispatch.past_shared = PastShared::Drop;
    dispatch.assumptions = assumptions;
    dispatch.orders = assumptions.amd_orders();
    let mut memory = Memory::new();
    memory.allocate_at("data", 0x1000, &[0; 4096]).unwrap();
    memory.set_unit(Unit::new(Config { rules: assumptions.sync, ..Config::default() }));
    let mut session = Session::new(&dispatch, memory);
    for (name, values) in words(before).filter(|(name, _)| !matches!(*name, "w64" | "assume")) {
        for (i, value) in values.split(',').enumerate() {
            let wave = &mut session.groups[0].waves[0];
            match place(name) {
                Place::Scalar(word) => wave.scalars[usize::from(word) + i] = hex(value) as u32,
                Place::Vector(n) => {
                    for half in 0..lanes / 32 {
                        let all = std::array::from_fn(|l| in_lane(value, l as u64 + 32 * u64::from(half)));
                        wave.set_lanes(state::vgpr(n + i as u32, half, VGPRS), &all, u32::MAX);
                    }
                }
                Place::Memory(space, at) => {
                    let (at, value) = (at + 4 * i as u64, hex(value));
                    match space {
                        'G' => {
                            let region = session.memory.find(at, 4).unwrap();
                            region.store.as_ref().unwrap().store::<Exclusive>(at - region.base, 4, value);
                        }
                        'S' => _ = session.groups[0].shared.store::<Exclusive>(at, 4, value),
                        'L' => _ = wave.private.store::<Exclusive>(at, 4, value),
                        'D' => session.memory.unit().unwrap().gds_mut().store(at as u32, 4, value),
                        other => panic!("{other}@"),
                    }
                }
            }
        }
    }
    let ended = loop {
        match session.step(0, 0) {
            Stepped::Ready => {}
            other => break other,
        }
    };
    let after = after.trim();
    if let Some(wanted) = after.strip_prefix("stop ") {
        let Stepped::Stopped(stop) = &ended else { return Err(format!("{ended:?} instead of a stop")) };
        return if stop.to_string().contains(wanted) { Ok(()) } else { Err(format!("stopped with `{stop}`")) };
    }
    if ended != Stepped::Ended {
        return Err(format!("{ended:?}"));
    }
    for (name, values) in words(after) {
        let (name, lane) =
            name.split_once('.').map_or((name, 0), |(name, lane)| (name, lane.parse::<usize>().unwrap()));
        let wave = &session.groups[0].waves[0];
        for (i, value) in values.split(',').enumerate() {
            let (found, wanted) = match place(name) {
                Place::Scalar(word) => (u64::from(wave.scalars[usize::from(word) + i]), hex(value)),
                Place::Vector(n) => {
                    let slot = state::vgpr(n + i as u32, (lane / LANES) as u32, VGPRS);
                    (u64::from(wave.lanes(slot)[lane % LANES]), u64::from(in_lane(value, lane as u64)))
                }
                Place::Memory(space, at) => {
                    let at = at + 4 * i as u64;
                    let found = match space {
                        'G' => {
                            let bytes = session.memory.read(at, 4).unwrap();
                            u64::from(u32::from_le_bytes(bytes.try_into().unwrap()))
                        }
                        'S' => session.groups[0].shared.load(at, 4),
                        'L' => wave.private.load(at, 4),
                        'D' => session.memory.unit().unwrap().gds_mut().load(at as u32, 4),
                        other => panic!("{other}@"),
                    };
                    (found, hex(value))
                }
            };
            if found != wanted {
                return Err(format!("{name}.{lane} word {i} is {found:x}, not {wanted:x}"));
            }
        }
    }
    Ok(())
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')).collect()
}

#[test]
fn every_step_does_what_its_line_says() {
    let text = data("memory_steps.txt");
    let lines = lines(&text);
    let wrong: Vec<String> = lines.iter().filter_map(|l| check(l).err().map(|e| format!("{l}\n    {e}"))).collect();
    assert!(wrong.is_empty(), "{} of {} lines\n{}", wrong.len(), lines.len(), wrong.join("\n"));
    assert!(lines.len() >= 150, "{} lines", lines.len());
}

/// Loads, stores and image instructions: each mnemonic that the assembler has is in some line.
#[test]
fn no_mnemonic_is_without_a_line() {
    let text = data("memory_steps.txt");
    let texts = lines(&text).into_iter().map(|l| l.split(" | ").next().unwrap());
    let seen: BTreeSet<&str> = texts.flat_map(|t| t.split(';')).filter_map(|t| t.trim().split(' ').next()).collect();
    let families = ["buffer_load", "buffer_store", "image_", "global_load_addtid", "global_store_addtid", "s_atc"];
    let all = data("asm.tsv") + &data("alu.tsv");
    let wanted: BTreeSet<&str> = all.lines().filter_map(|l| l.split([' ', '\t']).next()).collect();
    let missing: Vec<&&str> =
        wanted.iter().filter(|m| families.iter().any(|f| m.starts_with(f)) && !seen.contains(*m)).collect();
    assert!(wanted.len() > 1000 && missing.is_empty(), "{missing:?}");
}
