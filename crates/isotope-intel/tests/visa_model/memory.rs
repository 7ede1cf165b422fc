//! Memory instructions under every mask, size and predicate: addresses and data of each lane, bytes of blocks, accesses past
//! the end.

use isotope_op::assume::{INTEL_SLM_BOUNDS, SlmBounds};

use super::state::*;

/// First registers of addresses, data, and a second source; rows of 32 bytes.
const ADDRESSES: usize = 2;
const DATA: usize = 12;
const SECOND: usize = 30;
const OLD: usize = 48;

/// The memory that a lane accesses.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Space {
    /// Virtual addresses.
    Flat,
    /// The buffer through the binding table.
    Surface,
    /// Shared local memory.
    Shared,
}

/// The bytes at an offset; `None` past the end.
fn range(space: Space, s: &State, at: u64, bytes: usize) -> Option<std::ops::Range<usize>> {
    let (at, end) = match space {
        Space::Flat => (at.wrapping_sub(BASE) as usize, s.memory.len()),
        Space::Surface => (at as u32 as usize, s.memory.len()),
        Space::Shared => ((at as u32 & 0x0fff_ffff) as usize, s.slm.len()),
    };
    (at <= end && end - at >= bytes).then(|| at..at + bytes)
}

fn load(space: Space, s: &State, at: u64, bytes: usize) -> u64 {
    let Some(range) = range(space, s, at, bytes) else { return 0 };
    let from = if space == Space::Shared { &s.slm } else { &s.memory };
    from[range].iter().rev().fold(0, |v, b| v << 8 | u64::from(*b))
}

fn store(space: Space, s: &mut State, at: u64, bytes: usize, value: u64) {
    let Some(range) = range(space, s, at, bytes) else { return };
    let to = if space == Space::Shared { &mut s.slm } else { &mut s.memory };
    to[range].copy_from_slice(&value.to_le_bytes()[..bytes]);
}

/// Distinct addresses, at least `unit` apart; some past the end if that is not a fault. Returns the byte stride.
fn addresses(
    random: &mut (impl FnMut() -> u64 + ?Sized),
    s: &mut State,
    space: Space,
    unit: u64,
    aligned: bool,
) -> usize {
    let stride = if space == Space::Flat { 8 } else { 4 };
    let places = match space {
        Space::Shared => SLM as u64 / unit,
        _ => BUFFER as u64 / unit,
    };
    let start = random() % places;
    for i in 0..32u64 {
        let mut at = (start + i) % places * unit;
        if !aligned && unit > 4 {
            at += random() % (unit - 3);
        }
        // Shared memory holds fewer than 32 of the wider elements: the remaining ones are past the end, at distinct addresses.
        let outside = match space {
            Space::Flat => false,
            Space::Surface => random().is_multiple_of(5),
            Space::Shared => i >= places || random().is_multiple_of(5),
        };
        if outside {
            at = if space == Space::Shared { 0x0fff_ff00 - unit * i } else { 0xffff_ff00 - unit * i };
            at -= at % unit;
        }
        let at = match space {
            Space::Flat => BASE + at,
            // Tagged like OpenCL pointers.
            Space::Shared if i % 2 == 0 => at | 0x1000_0000,
            _ => at,
        };
        s.put(ADDRESSES * 32 + i as usize * stride, stride, at);
    }
    stride
}

fn row(byte: usize) -> String {
    format!("R.{byte}")
}

struct Run<'a> {
    machine: &'a Machine,
    simd: u32,
    exec: Exec,
}

impl Run<'_> {
    fn each(&self, s: &State, f: impl Fn(&State, &mut State, usize)) -> State {
        let mut after = s.clone();
        for i in (0..self.exec.size).filter(|&i| self.exec.runs(s, i) && self.exec.chosen(s.p[0], i)) {
            f(s, &mut after, i as usize);
        }
        after
    }
    fn line(&self, name: &str, rest: &str) -> String {
        format!("{}{name} {} {rest}", PREDICATES[self.exec.pred], self.exec.text())
    }
    fn check(&self, name: &str, rest: &str, s: &State, want: &State) {
        self.machine.check(&self.line(name, rest), self.simd, s, want);
    }
    /// `count` blocks of `bytes`, `stride` bytes apart in registers.
    fn blocks(
        &self,
        s: &State,
        space: Space,
        wide: usize,
        (bytes, count): (usize, usize),
        to_memory: bool,
        data: usize,
    ) -> State {
        let size = self.exec.size as usize;
        let stride = (bytes.max(4) * size).max(self.machine.grf as usize);
        self.each(s, |b, a, i| {
            let at = b.get(ADDRESSES * 32 + i * wide, wide);
            if bytes == 1 {
                let place = data + 4 * i;
                if to_memory {
                    store(space, a, at, count, b.get(place, 4));
                } else {
                    a.put(place, 4, load(space, b, at, count));
                }
                return;
            }
            for n in 0..count {
                let place = data + n * stride + bytes * i;
                let at = at + (n * bytes) as u64;
                if to_memory {
                    store(space, a, at, bytes, b.get(place, bytes));
                } else {
                    a.put(place, bytes, load(space, b, at, bytes));
                }
            }
        })
    }
}

fn everywhere(seed: u64, grf: u32, mut f: impl FnMut(&Run, &mut dyn FnMut() -> u64)) {
    let machine = Machine::new(grf);
    let mut random = generator(seed);
    for exec in Exec::all() {
        for (n, simd) in [8, 16, 32].into_iter().enumerate() {
            let pred = (random() as usize + n) % PREDICATES.len();
            f(&Run { machine: &machine, simd, exec: Exec { pred, ..exec } }, &mut random);
        }
    }
}

/// Loads and stores by virtual address; blocks of bytes may be unaligned.
#[test]
fn virtual_addresses() {
    for grf in [32, 64] {
        let mut count = 0;
        everywhere(11, grf, |run, random| {
            for (bytes, blocks) in [(1, 1), (1, 2), (1, 4), (4, 1), (4, 2), (8, 1), (8, 2)] {
                let registers = (bytes * run.exec.size as usize).max(grf as usize) * blocks;
                if registers > 512 {
                    continue;
                }
                let mut s = State::random(&mut *random, run.simd);
                let unit = (bytes * blocks) as u64;
                let wide = addresses(&mut *random, &mut s, Space::Flat, if bytes == 1 { 8 } else { unit }, bytes != 1);
                let operands = format!("{} {}", row(ADDRESSES * 32), row(DATA * 32));
                for to_memory in [false, true] {
                    let name = if to_memory { "svm_scatter" } else { "svm_gather" };
                    let want = run.blocks(&s, Space::Flat, wide, (bytes, blocks), to_memory, DATA * 32);
                    run.check(&format!("{name}.{bytes}.{blocks}"), &operands, &s, &want);
                    count += 1;
                }
                // The data may overwrite the addresses.
                let want = run.blocks(&s, Space::Flat, wide, (bytes, blocks), false, ADDRESSES * 32);
                let operands = format!("{0} {0}", row(ADDRESSES * 32));
                run.check(&format!("svm_gather.{bytes}.{blocks}"), &operands, &s, &want);
            }
        });
        assert!(count > 2000, "{count}");
    }
}

/// Surfaces and shared memory: unaligned bytes, channels of dwords; reads past the end return 0, writes there are dropped.
#[test]
fn surfaces_and_shared_memory() {
    let mut count = 0;
    everywhere(12, 32, |run, random| {
        for (space, surface) in [(Space::Surface, "T6"), (Space::Shared, "%slm")] {
            for bytes in [1, 2, 4] {
                let mut s = State::random(&mut *random, run.simd);
                let wide = addresses(&mut *random, &mut s, space, 8, false);
                let operands = format!("{surface} 0x0:ud {} {}", row(ADDRESSES * 32), row(DATA * 32));
                let want = run.blocks(&s, space, wide, (1, bytes), false, DATA * 32);
                run.check(&format!("gather_scaled.{bytes}"), &operands, &s, &want);
                let want = run.blocks(&s, space, wide, (1, bytes), true, DATA * 32);
                run.check(&format!("scatter_scaled.{bytes}"), &operands, &s, &want);
                count += 2;
            }
            for (word, channels) in [("R", vec![0]), ("RG", vec![0, 1]), ("GA", vec![1, 3]), ("RGBA", vec![0, 1, 2, 3])]
            {
                if run.exec.size == 32 && channels.len() > 2 {
                    continue;
                }
                let mut s = State::random(&mut *random, run.simd);
                let wide = addresses(&mut *random, &mut s, space, 16, true);
                let stride = (4 * run.exec.size as usize).max(32);
                let operands = format!("{surface} 0x0:ud {} {}", row(ADDRESSES * 32), row(DATA * 32));
                for to_memory in [false, true] {
                    let want = run.each(&s, |b, a, i| {
                        let at = b.get(ADDRESSES * 32 + i * wide, wide);
                        for (n, channel) in channels.iter().enumerate() {
                            let at = if space == Space::Shared { at & 0x0fff_ffff } else { at } + 4 * channel;
                            if at > u64::from(u32::MAX) {
                                continue;
                            }
                            let place = DATA * 32 + n * stride + 4 * i;
                            if to_memory {
                                store(space, a, at, 4, b.get(place, 4));
                            } else {
                                a.put(place, 4, load(space, b, at, 4));
                            }
                        }
                    });
                    let name = if to_memory { "scatter4_scaled" } else { "gather4_scaled" };
                    run.check(&format!("{name}.{word}"), &operands, &s, &want);
                    count += 1;
                }
            }
        }
    });
    assert!(count > 3500, "{count}");
}

/// Atomics of three widths in every memory; each lane has its own address, so their order does not matter.
#[test]
fn atomics() {
    type Operation = fn(u64, u64, u64) -> u64;
    let operations: [(&str, Operation); 6] = [
        ("add", |old, a, _| old.wrapping_add(a)),
        ("dec", |old, _, _| old.wrapping_sub(1)),
        ("max", |old, a, _| old.max(a)),
        ("xchg", |_, a, _| a),
        ("cmpxchg", |old, a, b| if old == b { a } else { old }),
        ("xor", |old, a, _| old ^ a),
    ];
    let mut count = 0;
    everywhere(13, 32, |run, random| {
        for (space, surface, bytes) in [
            (Space::Flat, "", 2),
            (Space::Flat, "", 4),
            (Space::Flat, "", 8),
            (Space::Surface, "T6", 4),
            (Space::Surface, "T6", 2),
            (Space::Shared, "%slm", 4),
            (Space::Shared, "%slm", 2),
        ] {
            let (name, f) = operations[random() as usize % operations.len()];
            let mut s = State::random(&mut *random, run.simd);
            let wide = addresses(&mut *random, &mut s, space, bytes as u64, true);
            let stride = bytes.max(4);
            let mask = u64::MAX >> (64 - 8 * bytes);
            if name == "cmpxchg" {
                // Every second comparand equals the value in memory.
                for i in (0..32).step_by(2) {
                    let old = load(space, &s, s.get(ADDRESSES * 32 + i * wide, wide), bytes);
                    s.put(SECOND * 32 + i * stride, stride, old | s.get(SECOND * 32 + i * stride, stride) & !mask);
                }
            }
            let want = run.each(&s, |b, a, i| {
                let at = b.get(ADDRESSES * 32 + i * wide, wide);
                let old = load(space, b, at, bytes);
                let x = b.get(DATA * 32 + i * stride, stride) & mask;
                let y = b.get(SECOND * 32 + i * stride, stride) & mask;
                store(space, a, at, bytes, f(old, x, y) & mask);
                a.put(OLD * 32 + i * stride, stride, old);
            });
            let null = "%null.0".to_string();
            let x = if name == "dec" { null.clone() } else { row(DATA * 32) };
            let y = if name == "cmpxchg" { row(SECOND * 32) } else { null };
            let (at, old) = (row(ADDRESSES * 32), row(OLD * 32));
            let width = match bytes {
                2 => ".16",
                8 => ".64",
                _ => "",
            };
            if space == Space::Flat {
                run.check(&format!("svm_atomic.{name}{width}"), &format!("{at} {old} {x} {y}"), &s, &want);
            } else {
                run.check(&format!("dword_atomic.{name}{width}"), &format!("{surface} {at} {x} {y} {old}"), &s, &want);
            }
            count += 1;
        }
    });
    assert!(count > 1500, "{count}");
}

/// Loads and stores of the load-store controller.
#[test]
fn load_store_controller() {
    let mut count = 0;
    everywhere(14, 64, |run, random| {
        let size = run.exec.size as usize;
        for (shape, bytes, register, elements) in [
            ("d32", 4, 4, 1),
            ("d32x2", 4, 4, 2),
            ("d64", 8, 8, 1),
            ("d8c32", 1, 4, 1),
            ("d16c32", 2, 4, 1),
            ("d32x4", 4, 4, 4),
        ] {
            for (space, sfid, model) in [
                (Space::Flat, "ugm", "flat[R]:a64"),
                (Space::Shared, "slm", "flat[R]:a32"),
                (Space::Surface, "ugm", "bti(0xa)[R]:a32"),
            ] {
                let step = (register * size).next_multiple_of(64);
                if elements * step > 512 {
                    continue;
                }
                let mut s = State::random(&mut *random, run.simd);
                let wide = addresses(&mut *random, &mut s, space, (bytes * elements) as u64, true);
                let model = model.replace("[R]", &format!("[R.{}]", ADDRESSES * 32));
                let data = format!("R.{}:{shape}", DATA * 32);
                for to_memory in [false, true] {
                    let want = run.each(&s, |b, a, i| {
                        let at = b.get(ADDRESSES * 32 + i * wide, wide);
                        for n in 0..elements {
                            let at = if space == Space::Shared { at & 0x0fff_ffff } else { at } + (n * bytes) as u64;
                            let place = DATA * 32 + n * step + i * register;
                            if to_memory {
                                store(space, a, at, bytes, b.get(place, register));
                            } else {
                                a.put(place, register, load(space, b, at, bytes));
                            }
                        }
                    });
                    if to_memory {
                        run.check(&format!("lsc_store.{sfid}"), &format!("{model} {data}"), &s, &want);
                    } else {
                        run.check(&format!("lsc_load.{sfid}"), &format!("{data} {model}"), &s, &want);
                    }
                    count += 1;
                }
            }
        }
    });
    assert!(count > 3000, "{count}");
}

/// The other alternatives for accesses past the end of shared memory; the tag of a pointer is always ignored.
#[test]
fn past_the_end_of_shared_memory() {
    let mut machine = Machine::new(32);
    let mut random = generator(15);
    let mut s = State::random(&mut random, 8);
    s.active = 1;
    let text = "dword_atomic.add (M1, 1) %slm R.64 R.384 %null.0 R.1536";
    let mut run = |machine: &Machine, at: u32| {
        s.put(64, 4, at.into());
        let got = machine.run(text, 8, &s).map(|got| (got.get(1536, 4), got.slm));
        got.map(|(old, slm)| (old, slm != s.slm, load(Space::Shared, &s, 4, 4)))
    };
    // 200 bytes: inside with the tag, outside without it.
    let (old, changed, word) = run(&machine, 0x1000_0004).unwrap();
    assert_eq!((old, changed), (word, true));
    for at in [200, 0x1000_00c8, 0x2000_0100, 0xffff_fffc] {
        let (old, changed, _) = run(&machine, at).unwrap();
        assert_eq!((old, changed), (0, false), "{at:#x}");
    }
    machine.assumptions = machine.assumptions.with(INTEL_SLM_BOUNDS, SlmBounds::Wrap);
    let (old, changed, word) = run(&machine, 0x1000_0104).unwrap();
    assert_eq!((old, changed), (word, true), "256 divides the address");
    let (old, changed, _) = run(&machine, 0x0000_01fc).unwrap();
    assert_eq!((old, changed), (0, false), "the last word of 256, of which 200 are there");
}
