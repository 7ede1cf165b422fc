//! Single instructions: registers, predicates and memory before, and after, or the fault. The cases are lines of
//! `tests/data/nvidia/steps.txt`; its head explains them.

use std::path::PathBuf;

use isotope_ir::effect::{LANES, Mask, Slot};
use isotope_machine::mem::surface::HeaderPool;
use isotope_machine::mem::texture::{Components, Header};
use isotope_machine::mem::{Exclusive, Memory};
use isotope_machine::state::Wave;
use isotope_machine::{Dispatch, Session, Stepped};
use isotope_op::assume::Assumptions;
use isotope_targets::isa::sass::{self, Mode, Profile, lift};

const REGISTERS: u32 = 64;
const EXTENDED: u64 = 0x10_0000_0000;
const SPARSE: u64 = 0x20_0000_0000;
const POOL: u64 = 0x30_0000_0000;

fn words(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split_whitespace().map(|w| w.split_once('=').unwrap_or((w, "")))
}

fn hex(text: &str) -> u64 {
    u64::from_str_radix(text, 16).unwrap_or_else(|_| panic!("`{text}` is no number"))
}

fn code(profile: Profile, text: &str) -> Result<Vec<u8>, String> {
    let texts = text.split(';').map(str::trim).filter(|t| !t.is_empty()).chain(["EXIT"]);
    let words: Vec<u64> = texts
        .map(|t| match t.strip_prefix("0x") {
            Some(raw) => Ok(hex(raw)),
            None => {
                let parsed =
                    sass::parse(profile, Mode::Documented, t).or_else(|_| sass::parse(profile, Mode::Compat, t));
                parsed
                    .map(|p| sass::encode(&p.inst))
                    .map_err(|e| format!("`{t}`: {}, expected {}", e.message, e.expected))
            }
        })
        .collect::<Result<_, _>>()?;
    Ok(words.chunks(3).flat_map(|c| std::iter::once(0).chain(c.iter().copied())).flat_map(u64::to_le_bytes).collect())
}

fn register(name: &str) -> Option<Slot> {
    name.strip_prefix('R').and_then(|n| n.parse::<u32>().ok()).map(|n| Slot(n * LANES as u32))
}

fn predicate(name: &str) -> Option<u16> {
    name.strip_prefix('P').and_then(|n| n.parse::<u16>().ok()).map(|n| n + 1)
}

fn memory(before: &str) -> Memory {
    let mut memory = Memory::new();
    memory.allocate_at("low", 0x1000, &[0; 64]).unwrap();
    memory.allocate_at("extended", EXTENDED, &[0; 64]).unwrap();
    memory.map_sparse("sparse", SPARSE, 64).unwrap();
    let header = Header::pitch_2d(EXTENDED, Components::R32, 4, 2, 32).unwrap().encode().unwrap();
    memory.allocate_at("pool", POOL, &header).unwrap();
    for (name, value) in words(before) {
        if let Some(at) = name.strip_prefix("G@") {
            let region = memory.find(hex(at), 4).unwrap();
            region.store.as_ref().unwrap().store::<Exclusive>(hex(at) - region.base, 4, hex(value));
        }
    }
    memory
}

fn show(wave: &Wave, session: &Session<'_>, name: &str) -> u64 {
    if let Some(slot) = register(name) {
        return u64::from(wave.lanes(slot)[0]);
    }
    if let Some(word) = predicate(name) {
        return u64::from(wave.mask(Mask::of(word)) & 1);
    }
    let (space, at) = name.split_at(2);
    let bytes = match space {
        "G@" => session.memory.read(hex(at), 4).unwrap(),
        "S@" => return session.groups[0].shared.load(hex(at), 4),
        "L@" => return wave.private.load(hex(at), 4),
        _ => panic!("unknown place `{name}`"),
    };
    u64::from(u32::from_le_bytes(bytes.try_into().unwrap()))
}

fn check(line: &str) -> Result<(), String> {
    let (given, after) = line.split_once("=>").ok_or("no `=>`")?;
    let (text, before) = given.split_once(" | ").unwrap_or((given, ""));
    let option = |name: &str| words(before).find(|(n, _)| *n == name).map(|(_, v)| hex(v));
    let profile = if option("sm").is_some() { Profile::Sm52 } else { Profile::Sm50 };
    let options = lift::Options { profile, registers: REGISTERS, surface_bank: 0, assumptions: Assumptions::DEFAULT };
    let program = lift::lift("step", &code(profile, text)?, options);
    let lanes = option("lanes").unwrap_or(1) as u32;
    let bank: Vec<u8> = (0..64u8).collect();
    let offsets = (0..1u32 << 14).flat_map(|n| (4 * n).to_le_bytes()).collect();
    let banks = vec![(0, vec![0; 64]), (1, bank), (2, offsets)];
    let dispatch = Dispatch::new(&program, [1; 3], [lanes, 1, 1], banks).unwrap();
    let mut dispatch = dispatch.with_memory(64, 64).unwrap();
    dispatch.headers = Some(HeaderPool { base: POOL, maximum_index: 0 });
    dispatch.coverage = option("cover").map_or(u32::MAX, |c| c as u32);
    let mut session = Session::new(&dispatch, memory(before));
    for (name, value) in words(before) {
        if let Some(at) = name.strip_prefix("S@") {
            session.groups[0].shared.store::<Exclusive>(hex(at), 4, hex(value));
        } else if let Some(at) = name.strip_prefix("L@") {
            session.groups[0].waves[0].private.store::<Exclusive>(hex(at), 4, hex(value));
        }
        let wave = &mut session.groups[0].waves[0];
        if let Some(slot) = register(name) {
            wave.set_lanes(slot, &[hex(value) as u32; LANES], u32::MAX);
        } else if let Some(word) = predicate(name) {
            wave.set_mask(word, if value == "0" { 0 } else { u32::MAX }, u32::MAX);
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
    for (name, value) in words(after) {
        let found = show(&session.groups[0].waves[0], &session, name);
        if found != hex(value) {
            return Err(format!("{name} is {found:x}"));
        }
    }
    Ok(())
}

#[test]
fn every_step_does_what_its_line_says() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/nvidia/steps.txt");
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    let lines: Vec<&str> = lines.collect();
    let wrong: Vec<String> = lines.iter().filter_map(|l| check(l).err().map(|e| format!("{l}\n    {e}"))).collect();
    assert!(wrong.is_empty(), "{} of {} lines\n{}", wrong.len(), lines.len(), wrong.join("\n"));
    assert!(lines.len() >= 200, "{} lines", lines.len());
}
