//! Float atomics as instructions: for every setting of MODE.fp_denorm, in every unit that has them, pairs of corner values
//! against a reference implementation of AMD's documents. `isotope-op` tests the operations themselves; these tests show that
//! an instruction selects the right operation, operands and unit.

#[path = "../../isotope-op/tests/common/amd_reference.rs"]
mod amd_reference;

use amd_reference::{Binary, DOUBLE, Float, Place, SINGLE};
use isotope_amd::lift::{self, Env};
use isotope_amd::state;
use isotope_ir::effect::LANES;
use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Session, Stepped, Window, Windows};
use isotope_op::assume::Assumptions;

const VGPRS: u32 = 16;
const DATA: u64 = 0x1000;
const SHARED: Window = Window { base: 1 << 48, log2_size: 32 };
const PRIVATE: Window = Window { base: 2 << 48, log2_size: 32 };

/// Instructions with the address in v0 (LDS) or v[0:1], the data from v2 on, followed by the comparand, and the old value
/// from v8 on; `true` if the memory is LDS.
const INSTRUCTIONS: [(&str, Float, Binary, Place, bool); 22] = [
    ("ds_add_rtn_f32 v8, v0, v2", Float::Add, SINGLE, Place::Lds, true),
    ("ds_add_f32 v0, v2", Float::Add, SINGLE, Place::Lds, true),
    ("ds_min_rtn_f32 v8, v0, v2", Float::Min, SINGLE, Place::Lds, true),
    ("ds_max_rtn_f32 v8, v0, v2", Float::Max, SINGLE, Place::Lds, true),
    ("ds_cmpstore_rtn_f32 v8, v0, v2, v3", Float::CompareStore, SINGLE, Place::Lds, true),
    ("ds_min_rtn_f64 v[8:9], v0, v[2:3]", Float::Min, DOUBLE, Place::Lds, true),
    ("ds_max_rtn_f64 v[8:9], v0, v[2:3]", Float::Max, DOUBLE, Place::Lds, true),
    ("ds_max_f64 v0, v[2:3]", Float::Max, DOUBLE, Place::Lds, true),
    ("ds_cmpstore_rtn_f64 v[8:9], v0, v[2:3], v[4:5]", Float::CompareStore, DOUBLE, Place::Lds, true),
    ("global_atomic_add_f32 v8, v[0:1], v2, off glc", Float::Add, SINGLE, Place::Memory, false),
    ("global_atomic_min_f32 v8, v[0:1], v2, off glc", Float::Min, SINGLE, Place::Memory, false),
    ("global_atomic_max_f32 v8, v[0:1], v2, off glc", Float::Max, SINGLE, Place::Memory, false),
    ("global_atomic_cmpswap_f32 v8, v[0:1], v[2:3], off glc", Float::CompareStore, SINGLE, Place::Memory, false),
    ("flat_atomic_add_f32 v8, v[0:1], v2 glc", Float::Add, SINGLE, Place::Memory, false),
    ("flat_atomic_max_f32 v[0:1], v2", Float::Max, SINGLE, Place::Memory, false),
    ("flat_atomic_add_f32 v8, v[0:1], v2 glc", Float::Add, SINGLE, Place::Flat, true),
    ("flat_atomic_min_f32 v8, v[0:1], v2 glc", Float::Min, SINGLE, Place::Flat, true),
    ("flat_atomic_cmpswap_f32 v8, v[0:1], v[2:3] glc", Float::CompareStore, SINGLE, Place::Flat, true),
    ("buffer_atomic_add_f32 v2, v0, s[4:7], 0 offen", Float::Add, SINGLE, Place::Memory, false),
    ("buffer_atomic_min_f32 v2, v0, s[4:7], 0 offen", Float::Min, SINGLE, Place::Memory, false),
    ("buffer_atomic_max_f32 v2, v0, s[4:7], 0 offen", Float::Max, SINGLE, Place::Memory, false),
    ("buffer_atomic_cmpswap_f32 v[2:3], v0, s[4:7], 0 offen", Float::CompareStore, SINGLE, Place::Memory, false),
];

/// Zeros, subnormals, normal values, infinities and NaNs of both signs.
fn corners(f: Binary) -> Vec<u64> {
    let (inf, normal, quiet) = (f.inf(), 1u64 << f.2, 1u64 << (f.2 - 1));
    let one = (inf / 2) & !(normal - 1);
    let positive =
        [0, 1, 2, normal - 1, normal, normal + 1, one, one + 1, inf - 1, inf, inf + 1, inf | quiet, inf | quiet | 5];
    positive.into_iter().flat_map(|v| [v, v | f.sign()]).collect()
}

fn code(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in [text, "s_endpgm"] {
        let inst = isotope_amd::parse(isotope_amd::Mode::Documented, line).unwrap_or_else(|e| panic!("{line}: {e}"));
        bytes.extend_from_slice(&isotope_amd::encode(&inst)[..isotope_amd::size(&inst)]);
    }
    bytes
}

#[test]
fn every_instruction_in_every_mode() {
    let mut pairs = 0;
    for (text, op, f, place, shared) in INSTRUCTIONS {
        let v = corners(f);
        let all: Vec<(u64, u64)> = v.iter().flat_map(|&m| v.iter().map(move |&d| (m, d))).collect();
        for mode in 0..16u8 {
            // Bits 19:16 of the first resource register are fp_denorm.
            let env = Env {
                code_base: 1 << 32,
                entry: 0,
                waves: isotope_amd::GFX1100.waves(false),
                vgprs: VGPRS,
                mode: lift::Mode::from_rsrc1(0x60a0_0080 | u32::from(mode) << 16),
                shared_base: SHARED.base,
                private_base: PRIVATE.base,
                assumptions: Assumptions::DEFAULT,
            };
            let program = lift::program("one", &code(text), &env);
            let dispatch = Dispatch::new(&program, [1; 3], [32, 1, 1], Vec::new()).unwrap();
            let mut dispatch = dispatch.with_memory(256, 0).unwrap();
            dispatch.windows =
                Windows { shared: SHARED, private: PRIVATE, before_offset: true, private_aligned: 4, assumption: None };
            for (n, chunk) in all.chunks(LANES).enumerate() {
                pairs += chunk.len();
                let mut memory = Memory::new();
                memory.allocate_at("data", DATA, &[0; 256]).unwrap();
                let mut session = Session::new(&dispatch, memory);
                let at = |i: usize| chunk[i % chunk.len()];
                // The comparand: the value in memory, its flushed form, or the data, in turn.
                let other = |i: usize| match (i + n) % 3 {
                    0 => at(i).0,
                    1 => f.flushed(at(i).0),
                    _ => at(i).1,
                };
                let bytes = f.0 / 8;
                let words = |values: &dyn Fn(usize) -> u64, high: bool| -> [u32; LANES] {
                    std::array::from_fn(|i| (values(i) >> if high { 32 } else { 0 }) as u32)
                };
                let (data, comparand) = (|i: usize| at(i).1, other);
                let wave = session.wave_mut(0, 0);
                let mut set = |n, value: [u32; LANES]| wave.set_lanes(state::vgpr(n, 0, VGPRS), &value, u32::MAX);
                let buffer = text.starts_with("buffer");
                let base = if shared || buffer { 0 } else { DATA as u32 };
                set(0, std::array::from_fn(|i| base + 8 * i as u32));
                set(1, [if shared { 0x1_0000 } else { 0 }; LANES]);
                set(2, words(&data, false));
                if bytes == 8 {
                    set(3, words(&data, true));
                    set(4, words(&comparand, false));
                    set(5, words(&comparand, true));
                } else {
                    set(3, words(&comparand, false));
                }
                for (i, word) in [DATA as u32, 0, 256, 0x3001_6fac].into_iter().enumerate() {
                    wave.scalars[usize::from(state::word(4 + i as u64))] = word;
                }
                for i in 0..LANES {
                    let (by, value) = (8 * i as u64, &at(i).0.to_le_bytes()[..bytes as usize]);
                    assert!(if shared { session.write_shared(0, by, value) } else { session.write(DATA + by, value) });
                }
                while session.step(0, 0) == Stepped::Ready {}
                let left = session.group(0).shared;
                let returned = text.contains("v8,") || text.contains("v[8:9]");
                for i in 0..LANES {
                    let (m, d) = at(i);
                    let wanted = f.atomic(op, place, mode, m, d, other(i));
                    let found = if shared {
                        left.load(8 * i as u64, bytes)
                    } else {
                        let read = session.read(DATA + 8 * i as u64, bytes).unwrap();
                        read.iter().rev().fold(0, |v, b| v << 8 | u64::from(*b))
                    };
                    let case = || format!("{text}, fp_denorm {mode}: memory {m:#x} data {d:#x} other {:#x}", other(i));
                    assert_eq!(found, wanted, "{}", case());
                    if returned {
                        let word = |n| u64::from(session.wave(0, 0).lanes(state::vgpr(n, 0, VGPRS))[i]);
                        let old = if bytes == 8 { word(9) << 32 | word(8) } else { word(8) };
                        assert_eq!(old, m, "returned by {}", case());
                    }
                }
            }
        }
    }
    assert_eq!(pairs, INSTRUCTIONS.len() * 16 * 26 * 26);
}
