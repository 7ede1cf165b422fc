//! Programs of any words: they end, fault, or are reported as stuck, and twice the same.
//!
//! Input: a head that chooses the launch, then nine bytes per instruction: how to read the word, and the word. Most
//! words are given the opcode of a form, so that they mean something.

use crate::Bytes;
use isotope_ir::effect::{LANES, Slot};
use isotope_machine::mem::Memory;
use isotope_machine::mem::surface::HeaderPool;
use isotope_machine::mem::texture::{Components, Header, TextureType};
use isotope_machine::{Dispatch, Initial, Options, Outcome};
use isotope_nvidia::spa5;
use isotope_nvidia::spa5::lift;
use isotope_op::assume::Assumptions;

/// Instructions of a program at most.
const LENGTH: usize = 96;
/// Where a program finds memory with 32-bit addresses.
const LOW: u64 = 0x4000;

/// The code of an input.
fn code(bytes: &mut Bytes) -> Vec<u8> {
    let forms = spa5::TABLE.forms();
    let mut words = Vec::new();
    while !bytes.0.is_empty() && words.len() < LENGTH {
        let how = usize::from(bytes.u8());
        let mut word = bytes.u64();
        if how < 250 {
            let which = how | (word >> 56) as usize & 3 << 8;
            if let Some(form) = forms.clone().nth(which % forms.len()) {
                word = word & !(form.opcode.mask as u64) | form.opcode.value as u64;
            }
        }
        if how % 4 != 0 {
            // Mostly unguarded.
            word = word & !0xf_0000 | 0x7_0000;
        }
        words.push((word, spa5::Slot::default()));
    }
    spa5::listing::bundles(&words)
}

/// Memory with a buffer above 4 GiB, one below, a sparse region and four surfaces.
fn memory() -> (Memory, HeaderPool, u64) {
    let mut memory = Memory::new();
    let pattern: Vec<u8> = (0..4096u32).map(|i| (i * 37 >> 3) as u8).collect();
    let high = memory.allocate("high", &pattern).expect("room");
    memory.allocate_at("low", LOW, &pattern).expect("room");
    memory.map_sparse("sparse", 0x1_0000, 0x1000).expect("room");
    let surface = memory.allocate("surface", &[0x3c; 16384]).expect("room");
    let headers = [
        Header::pitch_1d(surface, 1020),
        Header::pitch_2d(surface, Components::R32, 20, 10, 96),
        Header::buffer(surface + 4, Components::R32, 100),
        Header::block_linear(surface, TextureType::ThreeD, Components::R16, [17, 9, 3], [1, 1]),
    ];
    let headers: Vec<u8> = headers.iter().flat_map(|h| h.as_ref().unwrap().encode().unwrap()).collect();
    let base = memory.allocate("headers", &headers).expect("room");
    (memory, HeaderPool { base, maximum_index: 3 }, high)
}

/// Checks an input.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let [shape, kind, registers, budget, coverage, seed] = bytes.take();
    let group_size = [[1, 1, 1], [32, 1, 1], [33, 1, 1], [8, 4, 2]][usize::from(shape) % 4];
    let groups = [[1, 1, 1], [2, 1, 1], [1, 3, 1], [2, 1, 2]][usize::from(shape >> 2) % 4];
    let values = [bytes.u32(), bytes.u32()];
    let code = code(&mut bytes);
    let options = lift::Options {
        profile: crate::profile(kind),
        registers: if registers < 128 { 255 } else { u32::from(registers) },
        surface_bank: registers & 3,
        assumptions: Assumptions::DEFAULT,
    };
    let program = lift::lift("words", &code, options);
    let (first, pool, high) = memory();
    let mut bank = vec![0; 0x180];
    for (n, word) in bank.chunks_exact_mut(4).enumerate() {
        let value = [n as u32 % 5, high as u32 + 16, (high >> 32) as u32, LOW as u32, values[n % 2]][n % 5];
        word.copy_from_slice(&value.to_le_bytes());
    }
    let banks = vec![(0, bank.clone()), (1, bank[..64].to_vec()), (3, vec![0, 0, 0, 0, 1, 0, 0, 0])];
    let dispatch = Dispatch::new(&program, groups, group_size, banks).expect("a small launch");
    let mut dispatch = dispatch.with_memory(1024, 256).expect("little memory");
    dispatch.headers = (kind & 0x80 == 0).then_some(pool);
    dispatch.coverage = if coverage & 1 == 0 { u32::MAX } else { values[0] };
    let vectors = (program.register_words / LANES as u32).min(64);
    let value = |n: u32| match n % 8 {
        0 => LOW as u32,
        2 | 6 => high as u32 + 8 * n,
        3 | 7 => (high >> 32) as u32,
        4 => 0x0100_0000 + 4 * n,
        5 => n,
        _ => values[n as usize / 8 % 2],
    };
    let start = (0..vectors).map(|n| (Slot(n * LANES as u32), Initial::Value(value(n))));
    dispatch.start.vectors = start.collect();

    let max_steps = if budget < 8 { 600_000 } else { 5_000 };
    let launch = |memory: &Memory, threads| {
        isotope_machine::launch(
            &dispatch,
            memory,
            Options { seed: seed.into(), threads, max_steps, ..Options::default() },
        )
    };
    let second = first.clone();
    let (a, b) = (launch(&first, 1), launch(&second, 1));
    assert_eq!(a, b, "a seed gives one run");
    assert!(first == second, "a seed gives one memory");
    match &a.outcome {
        Outcome::Done => {}
        Outcome::Stopped { place, stop } => assert!(!format!("{place}: {stop}").contains('\n'), "{place}: {stop}"),
        Outcome::Hung(stuck) => assert!(stuck.to_string().lines().count() > 1),
    }
    if coverage & 2 != 0 {
        launch(&second, 2);
    }
}
