//! Kernels that access memory through buffer and image descriptors (`buffers.ll` and `descriptors.ll` of
//! `kernels/extra/gfx1100`), with descriptors of every kind. The expected memory is computed here from their source, by code that uses
//! neither the library's descriptors nor its operations; descriptors are written as words.

use crate::common::{assume, bytes32, bytes64, image, try_launch, wides, words};
use isotope_machine::{Options, Outcome, Stop};
use isotope_op::assume::Assumptions;
use isotope_target::launch::{Arg, Launch};

const LANES: usize = 32;

/// Launches one group of `lanes` of a kernel of `file`. `args` gets the addresses of the buffers, whose contents after the launch
/// are returned.
fn launch(
    [file, kernel]: [&str; 2],
    lanes: usize,
    buffers: &[Vec<u8>],
    args: impl Fn(&[u64]) -> Vec<Arg>,
) -> (Outcome, Vec<Vec<u8>>) {
    launch_under(Assumptions::DEFAULT, [file, kernel], lanes, buffers, args)
}

fn launch_under(
    assumptions: Assumptions,
    [file, kernel]: [&str; 2],
    lanes: usize,
    buffers: &[Vec<u8>],
    args: impl Fn(&[u64]) -> Vec<Arg>,
) -> (Outcome, Vec<Vec<u8>>) {
    let image = image(&format!("extra/gfx1100/{file}"));
    let request = |at: &[u64]| Launch { assumptions, ..Launch::new([1, 1, 1], [lanes as u32, 1, 1], args(at)) };
    try_launch(&image, kernel, buffers, Options::default(), request).unwrap()
}

/// The same for a kernel of `buffers.co`, with data and one result per lane.
fn run(kernel: &str, data: &[u32], args: impl Fn(u64, u64) -> Vec<Arg>) -> (Outcome, Vec<u32>, Vec<u32>) {
    let buffers = [bytes32(data), vec![0xaa; 4 * LANES]];
    let (outcome, after) = launch(["buffers.co", kernel], LANES, &buffers, |at| args(at[0], at[1]));
    (outcome, words(&after[0]), words(&after[1]))
}

// Kernel bufs ---------------------------------------------------------------------------------------------------------

/// An access as in the kernel's source: index, offset within the element, offset common to all lanes, size.
#[derive(Clone, Copy)]
struct Asked {
    index: Option<usize>,
    offset: usize,
    shared: usize,
    bytes: usize,
}

/// A kind of buffer: the upper words of its descriptor, and the byte offset of an access.
struct Kind {
    name: &'static str,
    words: fn(u32) -> [u32; 3],
    byte: fn(Asked) -> Option<usize>,
}

fn inside(found: usize, good: bool) -> Option<usize> {
    good.then_some(found)
}

/// Each has 1 KiB of memory.
const KINDS: [Kind; 6] = [
    Kind {
        name: "raw, 1024 bytes",
        words: |high| [high, 1024, 0x3101_6fac],
        byte: |a| inside(a.shared + a.offset, a.shared + a.offset + a.bytes <= 1024),
    },
    Kind {
        name: "raw, 100 bytes",
        words: |high| [high, 100, 0x3101_6fac],
        byte: |a| inside(a.shared + a.offset, a.shared + a.offset + a.bytes <= 100),
    },
    Kind {
        name: "20 records of 8 bytes",
        words: |high| [high | 8 << 16, 20, 0x0101_6fac],
        byte: |a| {
            let index = a.index.unwrap_or(0);
            inside(8 * index + a.shared + a.offset, index < 20 && a.offset + a.bytes <= 8)
        },
    },
    Kind {
        name: "20 records of 8 bytes, offsets unchecked",
        words: |high| [high | 8 << 16, 20, 0x1101_6fac],
        byte: |a| inside(8 * a.index.unwrap_or(0) + a.shared + a.offset, a.index.unwrap_or(0) < 20),
    },
    Kind {
        name: "16 records of 32 bytes in groups of 8, elements of 16",
        // Of eight records, first the first halves, then the second halves.
        words: |high| [high | 32 << 16 | 3 << 30, 16, 0x0101_6fac],
        byte: |a| {
            let index = a.index.unwrap_or(0);
            let at = index / 8 * 256 + a.offset / 16 * 128 + index % 8 * 16 + a.offset % 16;
            inside(a.shared + at, index < 16 && a.offset + a.bytes <= 32)
        },
    },
    Kind { name: "unbound", words: |high| [high, 1024, 0x3000_0fac], byte: |_| None },
];

/// One of the kernel's atomics, lane by lane: the value at each position becomes `new`; returns the old values.
fn atomic(data: &mut [u32], at: impl Fn(usize) -> Option<usize>, new: impl Fn(usize, u32) -> u32) -> Vec<u32> {
    let mut lane = |t| {
        let Some(byte) = at(t) else { return 0 };
        assert_eq!(byte % 4, 0);
        let old = data[byte / 4];
        data[byte / 4] = new(t, old);
        old
    };
    (0..LANES).map(&mut lane).collect()
}

/// The contents of the buffer after `bufs(v, w, f)`, and its results.
fn bufs(data: &mut [u32], byte: fn(Asked) -> Option<usize>, v: u32, w: u64, f: f32) -> Vec<u32> {
    let plain = |offset: usize, shared: usize| byte(Asked { index: None, offset, shared, bytes: 4 });
    let wide = |t: usize| byte(Asked { index: None, offset: 8 * t, shared: 256, bytes: 8 });
    let float = f32::from_bits;

    let added = atomic(data, |t| plain(4 * t, 0), |_, old| old.wrapping_add(v));
    let maximum = atomic(data, |t| plain(4 * t, v as usize), |t, old| old.max(t as u32));
    let swapped = atomic(data, wide, |_, _| w as u32);
    atomic(data, |t| wide(t).map(|at| at + 4), |_, _| (w >> 32) as u32);
    let compared = atomic(data, |t| plain(4 * t, 16), |t, old| if old == t as u32 { v } else { old });
    let indexed = |t| byte(Asked { index: Some(t), offset: 4, shared: 0, bytes: 4 });
    let counted = atomic(data, indexed, |_, old| if old >= v { 0 } else { old + 1 });
    let minimum = atomic(data, |t| plain(4 * t, 0), |_, old| if float(old) < f { old } else { f.to_bits() });
    let summed = atomic(data, |t| plain(4 * t, 0), |_, old| (float(old) + f).to_bits());

    let answer = |t: usize| {
        let mixed = (added[t].wrapping_add(maximum[t]) ^ swapped[t]).wrapping_add(compared[t]);
        (mixed ^ counted[t]).wrapping_add(minimum[t]) ^ summed[t]
    };
    (0..LANES).map(answer).collect()
}

/// Floats alternating with small numbers; some of the small ones match the comparand of the compare-and-swap.
fn some_data(v: u32) -> Vec<u32> {
    let word = |i: usize| match i % 5 {
        0 => (-100.5 * i as f32 - 3.0).to_bits(),
        1 => (i as u32).wrapping_sub(4).wrapping_sub(v),
        2 => i as u32 % 7,
        3 => (1.25 * i as f32).to_bits(),
        _ => 0x7000_0000 + i as u32,
    };
    (0..256).map(word).collect()
}

#[test]
fn buffer_atomics_go_where_the_descriptor_says() {
    let (w, f) = (0x1122_3344_5566_7788, -2.5f32);
    for kind in &KINDS {
        for v in [4, 64, 92] {
            let before = some_data(v);
            let mut expected = before.clone();
            let answers = bufs(&mut expected, kind.byte, v, w, f);
            let (outcome, data, out) = run("bufs", &before, |base, out| {
                let [a, b, c] = (kind.words)((base >> 32) as u32);
                let descriptor = Arg::Bytes(bytes32(&[base as u32, a, b, c]));
                vec![descriptor, Arg::Address(out), Arg::U32(v), Arg::U64(w), Arg::U32(f.to_bits())]
            });
            assert_eq!(outcome, Outcome::Done, "{}", kind.name);
            assert_eq!(data, expected, "{}, v {v}", kind.name);
            assert_eq!(out, answers, "{}, v {v}", kind.name);
            assert_eq!(data == before, kind.name == "unbound", "{}", kind.name);
        }
    }
}

#[test]
fn an_atomic_across_elements_stops_the_launch() {
    let (outcome, ..) = run("bufs", &some_data(4), |base, out| {
        let descriptor = Arg::Bytes(bytes32(&[base as u32, (base >> 32) as u32 | 8 << 16 | 1 << 30, 64, 0x0101_6fac]));
        vec![descriptor, Arg::Address(out), Arg::U32(4), Arg::U64(0), Arg::U32(0)]
    });
    let Outcome::Stopped { stop: Stop::Unspecified { rule }, .. } = outcome else { panic!("{outcome:?}") };
    assert!(rule.contains("across elements of a swizzled buffer"), "{rule}");
}

// Kernel imgs ---------------------------------------------------------------------------------------------------------

/// A kind of image: words 1 to 5 of its descriptor, and the byte offset of a texel.
struct Texels {
    name: &'static str,
    words: fn() -> [u32; 5],
    byte: fn([usize; 2]) -> Option<usize>,
}

/// Words of an image: the bits above the address, width, height, layout and type, and word 4.
const fn texels(width: u32, height: u32, layout: u32, kind: u32, word4: u32) -> [u32; 5] {
    let (width, height) = (width - 1, height - 1);
    [20 << 20 | (width & 3) << 30, width >> 2 | height << 14, 0xfac | layout << 20 | kind << 28, word4, 0]
}

const IMAGES: [Texels; 6] = [
    Texels {
        name: "2D, 32 x 2",
        words: || texels(32, 2, 0, 9, 0),
        byte: |[x, y]| inside(256 * y + 4 * x, x < 32 && y < 2),
    },
    Texels {
        name: "2D, 20 x 2, rows of 96 texels",
        words: || texels(20, 2, 0, 9, 95),
        byte: |[x, y]| inside(384 * y + 4 * x, x < 20 && y < 2),
    },
    Texels { name: "2D, one row", words: || texels(70, 1, 0, 9, 0), byte: |[x, y]| inside(4 * x, x < 70 && y < 1) },
    Texels {
        name: "2D array, layer 1 of 2",
        words: || texels(32, 2, 0, 13, 1 | 1 << 16),
        byte: |[x, y]| inside(512 + 256 * y + 4 * x, x < 32 && y < 2),
    },
    Texels {
        name: "2D, 24 x 8 in blocks of 256 bytes",
        words: || texels(24, 8, 2, 9, 0),
        // Texels of a block: x0 y0 x1 y1 x2 y2 from the lowest bit.
        byte: |[x, y]| {
            let bit = |value: usize, n: usize| value >> n & 1;
            let within = (0..3).map(|n| bit(x, n) << (2 * n) | bit(y, n) << (2 * n + 1)).sum::<usize>();
            inside(x / 8 * 256 + 4 * within, x < 24 && y < 8)
        },
    },
    Texels { name: "unbound", words: || [0; 5], byte: |_| None },
];

#[test]
fn image_atomics_go_where_the_descriptor_says() {
    let v = 7;
    // Row 0 equals row 1 in every other column, so half of the exchanges happen.
    for kind in &IMAGES {
        let mut before: Vec<u32> = (0..256).map(|i| 1000 + 3 * i).collect();
        for x in (0..LANES).step_by(2) {
            if let (Some(top), Some(below)) = ((kind.byte)([x, 0]), (kind.byte)([x, 1])) {
                before[top / 4] = before[below / 4];
            }
        }
        let mut expected = before.clone();
        let added = atomic(&mut expected, |t| (kind.byte)([t, 1]), |_, old| old + v);
        let answers = atomic(&mut expected, |t| (kind.byte)([t, 0]), |t, old| if old == added[t] { v } else { old });
        let (outcome, data, out) = run("imgs", &before, |base, out| {
            let descriptor = image_words(if kind.name == "unbound" { 0 } else { base }, (kind.words)());
            vec![descriptor, Arg::Address(out), Arg::U32(v)]
        });
        assert_eq!(outcome, Outcome::Done, "{}", kind.name);
        assert_eq!(data, expected, "{}", kind.name);
        assert_eq!(out, answers, "{}", kind.name);
        assert_eq!(data == before, matches!(kind.name, "unbound" | "2D, one row"), "{}", kind.name);
    }
}

#[test]
fn an_image_that_has_no_second_axis_stops_the_launch() {
    let (outcome, ..) = run("imgs", &[0; 256], |base, out| {
        vec![image_words(base, texels(64, 1, 0, 8, 0)), Arg::Address(out), Arg::U32(1)]
    });
    let Outcome::Stopped { stop: Stop::NotModelled { text }, .. } = outcome else { panic!("{outcome:?}") };
    assert!(text.contains("DIM that is not the descriptor's type"), "{text}");
}

#[test]
fn readings_of_descriptors_can_be_switched() {
    let under = |id, value, kernel, args: &dyn Fn(&[u64]) -> Vec<Arg>| {
        let buffers = [vec![0; 1024], vec![0xaa; 4 * LANES]];
        let (outcome, after) = launch_under(assume(&[(id, value)]), ["buffers.co", kernel], LANES, &buffers, args);
        (outcome, words(&after[0]))
    };
    let image = |at: &[u64]| vec![image_words(at[0], texels(32, 2, 0, 9, 0)), Arg::Address(at[1]), Arg::U32(1)];
    let (outcome, _) = under("amd.image_dim", "not-modelled", "imgs", &image);
    assert!(matches!(outcome, Outcome::Stopped { stop: Stop::NotModelled { .. }, .. }), "{outcome:?}");
    // 32 increments from 0, of one dword or of every third.
    let raw = |at: &[u64]| {
        let descriptor = Arg::Bytes(bytes32(&[at[0] as u32, (at[0] >> 32) as u32 | 12 << 16, 8, 0x3101_6fac]));
        vec![descriptor, Arg::Address(at[1]), Arg::U32(100), Arg::U64(0), Arg::U32(0)]
    };
    let (_, ignored) = under("amd.buffer_raw_stride", "ignored", "bufs", &raw);
    let (_, counts) = under("amd.buffer_raw_stride", "counts", "bufs", &raw);
    assert_eq!([ignored[4], counts[4]], [0, 1]);
}

// Kernels loads and stores --------------------------------------------------------------------------------------------

/// An access of one lane: index of the element if the instruction has one, number of the lane, offset.
type Place = (Option<usize>, usize, usize);

/// A kind of buffer for accesses of several dwords. Each dword is passed separately, with `bytes` and the address offset common to all
/// lanes.
struct Words {
    name: &'static str,
    words: fn(u32) -> [u32; 3],
    byte: fn(Place, bytes: usize, shared: usize) -> Option<usize>,
}

/// Each has 4 KiB of memory.
const WORDS: [Words; 7] = [
    Words {
        name: "raw, 1000 bytes, a stride that only moves",
        words: |high| [high | 16 << 16, 1000, 0x3101_6fac],
        byte: |(i, _, o), bytes, s| inside(16 * i.unwrap_or(0) + o + s, o + bytes + s <= 1000),
    },
    Words {
        name: "27 records of 16 bytes",
        words: |high| [high | 16 << 16, 27, 0x0101_6fac],
        byte: |(i, _, o), bytes, s| inside(16 * i.unwrap_or(0) + o + s, i.unwrap_or(0) < 27 && o + bytes <= 16),
    },
    Words {
        name: "27 records of 16 bytes, offsets unchecked",
        words: |high| [high | 16 << 16, 27, 0x1101_6fac],
        byte: |(i, _, o), _, s| inside(16 * i.unwrap_or(0) + o + s, i.unwrap_or(0) < 27),
    },
    Words {
        name: "nothing checked",
        words: |high| [high | 16 << 16, 1, 0x2101_6fac],
        byte: |(i, _, o), _, s| Some(16 * i.unwrap_or(0) + o + s),
    },
    Words {
        name: "50 records of 32 bytes in groups of 16, elements of 16",
        words: |high| [high | 32 << 16 | 3 << 30, 50, 1 << 21 | 0x0101_6fac],
        byte: |(i, _, o), bytes, s| {
            let i = i.unwrap_or(0);
            inside(i / 16 * 512 + o / 16 * 256 + i % 16 * 16 + o % 16 + s, i < 50 && o + bytes <= 32)
        },
    },
    Words {
        name: "60 records of 16 bytes in groups of 64, elements of 4",
        words: |high| [high | 16 << 16 | 1 << 30, 60, 3 << 21 | 0x0101_6fac],
        byte: |(i, _, o), bytes, s| {
            let i = i.unwrap_or(0);
            inside(o / 4 * 256 + i * 4 + o % 4 + s, i < 60 && o + bytes <= 16)
        },
    },
    Words {
        name: "lanes as indices, no format",
        words: |high| [high | 16 << 16, 1, 1 << 23 | 0x2000_0fac],
        byte: |(i, lane, o), _, s| Some(16 * (i.unwrap_or(0) + lane) + o + s),
    },
];

/// File and lanes: a wave of 32, and waves of 64 with all and with some of their lanes.
const WAVES: [(&str, usize); 3] =
    [("descriptors.co", 32), ("descriptors_wave64.co", 64), ("descriptors_wave64.co", 41)];

fn some_bytes(n: usize) -> Vec<u8> {
    (0..n).map(|i| (i * 37 + i / 256 * 11) as u8).collect()
}

#[test]
fn loads_take_the_dwords_that_are_in_range() {
    for ((file, lanes), kind) in WAVES.into_iter().flat_map(|wave| WORDS.iter().map(move |kind| (wave, kind))) {
        let (data, shared) = (some_bytes(4096), 8);
        let mut expected = Vec::new();
        for t in 0..lanes {
            let load = |index, offset, bytes| -> u32 {
                let Some(at) = (kind.byte)((index, t, offset), bytes, shared) else { return 0 };
                data[at..at + bytes].iter().rev().fold(0, |sum, byte| sum << 8 | u32::from(*byte))
            };
            expected.extend((0..4).map(|n| load(None, 12 * t + 4 * n, 4)));
            expected.extend((0..3).map(|n| load(Some(t), 4 + 4 * n, 4)));
            expected.push(load(None, 3 * t, 1));
            expected.push(load(Some(t), 2, 2) as u16 as i16 as u32);
        }
        let buffers = [data, vec![0xaa; 36 * lanes]];
        let (outcome, after) = launch([file, "loads"], lanes, &buffers, |at| {
            let [a, b, c] = (kind.words)((at[0] >> 32) as u32);
            vec![Arg::Bytes(bytes32(&[at[0] as u32, a, b, c])), Arg::Address(at[1]), Arg::U32(shared as u32)]
        });
        assert_eq!(outcome, Outcome::Done, "{file} {}", kind.name);
        assert_eq!(after[0], buffers[0], "{file} {}", kind.name);
        assert_eq!(words(&after[1]), expected, "{file} {}", kind.name);
        assert!(expected.iter().any(|word| *word != 0));
    }
}

#[test]
fn stores_write_the_dwords_that_are_in_range() {
    for ((file, lanes), kind) in WAVES.into_iter().flat_map(|wave| WORDS.iter().map(move |kind| (wave, kind))) {
        let (mut data, shared) = (some_bytes(4096), 8);
        let before = data.clone();
        let mut store = |index, t, offset, value: &[u8]| {
            if let Some(at) = (kind.byte)((index, t, offset), value.len(), shared) {
                data[at..at + value.len()].copy_from_slice(value);
            }
        };
        for t in 0..lanes {
            for n in 0..4 {
                store(Some(t), t, 4 * n, &(t as u32 + 1000 * (n as u32 + 1)).to_le_bytes());
            }
        }
        for t in 0..lanes {
            store(None, t, 40 * t, &(t as u32).to_le_bytes());
            store(None, t, 40 * t + 4, &(t as u32 + 4000).to_le_bytes());
        }
        for t in 0..lanes {
            store(None, t, 33 * t, &[(33 * t) as u8]);
        }
        let (outcome, after) = launch([file, "stores"], lanes, std::slice::from_ref(&before), |at| {
            let [a, b, c] = (kind.words)((at[0] >> 32) as u32);
            vec![Arg::Bytes(bytes32(&[at[0] as u32, a, b, c])), Arg::U32(shared as u32)]
        });
        assert_eq!(outcome, Outcome::Done, "{file} {}", kind.name);
        assert_eq!(after[0], data, "{file} {}", kind.name);
        assert_ne!(data, before);
    }
}

// Kernels shapes and wide ---------------------------------------------------------------------------------------------

fn image_words(base: u64, [a, b, c, d, e]: [u32; 5]) -> Arg {
    Arg::Bytes(bytes32(&[(base >> 8) as u32, (base >> 40) as u32 | a, b, c, d, e, 0, 0]))
}

#[test]
fn image_atomics_of_every_dimension() {
    // A volume of 6 x 3 x 3; lines of 5 texels, layers 1 to 3; layers 0 to 2 of 20 x 20 in blocks of 256 bytes.
    let volume = |x: usize, y: usize, z: usize| inside(z * 768 + y * 256 + 4 * x, x < 6 && y < 3 && z < 3);
    let lines = |x: usize, layer: usize| inside((layer + 1) * 256 + 4 * x, x < 5 && layer < 3);
    let layers = |x: usize, y: usize, z: usize| {
        let within = (0..3).map(|n| (x >> n & 1) << (2 * n) | (y >> n & 1) << (2 * n + 1)).sum::<usize>();
        inside((z * 9 + y / 8 * 3 + x / 8) * 256 + 4 * within, x < 20 && y < 20 && z < 3)
    };
    for (file, lanes) in [("descriptors.co", 32), ("descriptors_wave64.co", 64)] {
        let [mut a, mut b, mut c] = [3, 5, 7].map(|by| (0..2048).map(|i| i * by).collect::<Vec<u32>>());
        let buffers = [bytes32(&a), bytes32(&b), bytes32(&c), vec![0xaa; 16 * lanes]];
        let mut answers = Vec::new();
        for t in 0..lanes {
            let (x, y, z) = (t / 4, t % 4, t / 8);
            let mut change = |data: &mut [u32], at: Option<usize>, new: &dyn Fn(u32) -> u32| {
                let old = at.map_or(0, |at| data[at / 4]);
                if let Some(at) = at {
                    data[at / 4] = new(old);
                }
                answers.push(old);
            };
            change(&mut a, volume(x, y, z), &|old| old + t as u32);
            change(&mut b, lines(x, y), &|old| old.max(t as u32));
            change(&mut c, layers(x, y, z), &|old| old ^ t as u32);
        }
        // The increment comes after the exclusive or of every lane.
        let counted: Vec<u32> = (0..lanes)
            .map(|t| {
                let at = layers(t % 4, t / 4, t / 8);
                at.map_or(0, |at| {
                    let old = c[at / 4];
                    c[at / 4] = if old >= 1000 { 0 } else { old + 1 };
                    old
                })
            })
            .collect();
        let answers: Vec<u32> =
            answers.chunks(3).zip(counted).flat_map(|(three, last)| [three[0], three[1], three[2], last]).collect();
        let (outcome, after) = launch([file, "shapes"], lanes, &buffers, |at| {
            vec![
                image_words(at[0], texels(6, 3, 0, 10, 2)),
                image_words(at[1], texels(5, 1, 0, 12, 3 | 1 << 16)),
                image_words(at[2], texels(20, 20, 2, 13, 2)),
                Arg::Address(at[3]),
            ]
        });
        assert_eq!(outcome, Outcome::Done, "{file}");
        assert_eq!([words(&after[0]), words(&after[1]), words(&after[2])], [a, b, c], "{file}");
        assert_eq!(words(&after[3]), answers, "{file}");
    }
}

#[test]
fn image_atomics_on_wide_texels() {
    let (new, compare) = (0x0123_4567_89ab_cdef_u64, 12u64 << 32 | 12);
    for (file, lanes) in [("descriptors.co", 32), ("descriptors_wave64.co", 64)] {
        let mut data: Vec<u64> = (0..64).map(|i| (i % 16) * 0x1_0000_0001).collect();
        let buffers = [bytes64(&data), vec![0xaa; 16 * lanes]];
        // 20 texels of 8 bytes; a row is padded to 256 bytes.
        let mut answers = vec![[0; 2]; lanes];
        for (t, answer) in answers.iter_mut().enumerate().take(20) {
            answer[0] = std::mem::replace(&mut data[32 + t], new);
            answer[1] = data[t];
            if data[t] == compare {
                data[t] = new;
            }
        }
        let (outcome, after) = launch([file, "wide"], lanes, &buffers, |at| {
            let [a, b, c, d, e] = texels(20, 2, 0, 9, 0);
            let words = [a & !(0xff << 20) | 48 << 20, b, c, d, e];
            vec![image_words(at[0], words), Arg::Address(at[1]), Arg::U64(new), Arg::U64(compare)]
        });
        assert_eq!(outcome, Outcome::Done, "{file}");
        assert_eq!(wides(&after[0]), data, "{file}");
        assert_eq!(wides(&after[1]), answers.concat());
        assert_eq!(data[12], new);
    }
}
