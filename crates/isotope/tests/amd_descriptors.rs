//! Kernels that reach memory through buffer and image descriptors (`kernels/extra/gfx1100/buffers.ll`), under descriptors
//! of every kind. The memory they must leave is worked out here, from their source, by code that knows neither the
//! library's descriptors nor its operations; descriptors are written as words.

use std::path::PathBuf;

use isotope::isa;
use isotope::launch::{Arg, Launch};
use isotope::machine::{self, Options, Outcome, Stop};
use isotope::mem::Memory;
use isotope::object::amdgpu;
use isotope_op::assume::Assumptions;

const LANES: usize = 32;

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|b| u32::from_le_bytes(b.try_into().unwrap())).collect()
}

/// Launch one wave of `kernel`. `args` gets the addresses of the data and of `out`; both are given back as they are after.
fn run(kernel: &str, data: &[u32], args: impl Fn(u64, u64) -> Vec<Arg>) -> (Outcome, Vec<u32>, Vec<u32>) {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../kernels/extra/gfx1100/buffers.co");
    let image = amdgpu::parse(&std::fs::read(file).unwrap()).unwrap();
    let mut memory = Memory::new();
    let base = memory.allocate("data", &bytes(data)).unwrap();
    let out = memory.allocate("out", &[0xaa; 4 * LANES]).unwrap();
    let launch = Launch {
        groups: [1, 1, 1],
        group_size: [LANES as u32, 1, 1],
        args: args(base, out),
        dynamic_shared: 0,
        assumptions: Assumptions::DEFAULT,
    };
    let entry = image.kernel(Some(kernel)).unwrap();
    let dispatch = isa::prepare(&image, entry, &mut memory, &launch).unwrap();
    let outcome = machine::launch(&dispatch, &memory, Options::default()).outcome;
    let read = |at, len: usize| words(&memory.read(at, len as u32).unwrap());
    (outcome, read(base, 4 * data.len()), read(out, 4 * LANES))
}

// Kernel bufs ---------------------------------------------------------------------------------------------------------

/// An access as the kernel's source has it: index, offset within the element, offset of all lanes, size.
#[derive(Clone, Copy)]
struct Asked {
    index: Option<usize>,
    offset: usize,
    shared: usize,
    bytes: usize,
}

/// A kind of buffer: the upper words of its descriptor, and the byte it gives to an access.
struct Kind {
    name: &'static str,
    words: fn(u32) -> [u32; 3],
    byte: fn(Asked) -> Option<usize>,
}

fn inside(found: usize, good: bool) -> Option<usize> {
    good.then_some(found)
}

/// 1 KiB lies behind every one of them.
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
        // Of eight records the first halves side by side, then the second halves.
        words: |high| [high | 32 << 16 | 3 << 30, 16, 0x0101_6fac],
        byte: |a| {
            let index = a.index.unwrap_or(0);
            let at = index / 8 * 256 + a.offset / 16 * 128 + index % 8 * 16 + a.offset % 16;
            inside(a.shared + at, index < 16 && a.offset + a.bytes <= 32)
        },
    },
    Kind { name: "unbound", words: |high| [high, 1024, 0x3000_0fac], byte: |_| None },
];

/// One of the kernel's atomics, lane after lane: what lies at each place becomes `new`; what each lane gets.
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

/// What `bufs(v, w, f)` makes of the buffer, and its answers.
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

/// Floats and small numbers in turns; some of the small ones are those that the compare-and-swap looks for.
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
                let descriptor = Arg::Bytes(bytes(&[base as u32, a, b, c]));
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
        let descriptor = Arg::Bytes(bytes(&[base as u32, (base >> 32) as u32 | 8 << 16 | 1 << 30, 64, 0x0101_6fac]));
        vec![descriptor, Arg::Address(out), Arg::U32(4), Arg::U64(0), Arg::U32(0)]
    });
    let Outcome::Stopped { stop: Stop::Unspecified { rule }, .. } = outcome else { panic!("{outcome:?}") };
    assert!(rule.contains("across elements of a swizzled buffer"), "{rule}");
}

// Kernel imgs ---------------------------------------------------------------------------------------------------------

/// A kind of image: words 1 to 5 of its descriptor, and the byte of a texel.
struct Texels {
    name: &'static str,
    words: fn() -> [u32; 5],
    byte: fn([usize; 2]) -> Option<usize>,
}

/// Words of an image: what stands above the address, width, height, layout and type, and word 4.
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
    // Row 0 is what row 1 is in every other column, so that half of the exchanges happen.
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
            let [a, b, c, d, e] = (kind.words)();
            let address = if kind.name == "unbound" { [0; 2] } else { [(base >> 8) as u32, (base >> 40) as u32 | a] };
            let descriptor = Arg::Bytes(bytes(&[address[0], address[1], b, c, d, e, 0, 0]));
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
        let [a, b, c, d, e] = texels(64, 1, 0, 8, 0);
        let descriptor = Arg::Bytes(bytes(&[(base >> 8) as u32, (base >> 40) as u32 | a, b, c, d, e, 0, 0]));
        vec![descriptor, Arg::Address(out), Arg::U32(1)]
    });
    let Outcome::Stopped { stop: Stop::NotModelled { text }, .. } = outcome else { panic!("{outcome:?}") };
    assert!(text.contains("DIM that is not the descriptor's type"), "{text}");
}
