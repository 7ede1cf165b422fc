//! Features of code objects besides instructions, run end to end: globals, calls and stack, ids in three dimensions,
//! arguments of every kind, hidden arguments and packets, LDS added by the launch, waves of 32 and 64 lanes. The expected
//! values follow `kernels/extra/gfx1100/features.cl`.

use crate::common::image;
use isotope_machine::mem::Memory;
use isotope_machine::{Options, Outcome};
use isotope_object::Image;
use isotope_target::launch::{Arg, Launch};
use isotope_targets::TARGETS;

/// The same source for wave32, wave64, and in the other versions of the format.
const BUILDS: [&str; 4] = ["features", "features_wave64", "features_v4", "features_v6"];

/// A memory with a buffer of `words` zeros as the first argument, and the image to launch.
struct Bench {
    image: Image,
    memory: Memory,
    out: u64,
    words: usize,
    groups: [u32; 3],
    group_size: [u32; 3],
    dynamic_shared: u32,
}

impl Bench {
    fn new(build: &str, words: usize, groups: [u32; 3], group_size: [u32; 3]) -> Bench {
        let mut memory = Memory::new();
        let out = memory.allocate("out", &vec![0; 4 * words]).unwrap();
        Bench {
            image: image(&format!("extra/gfx1100/{build}.co")),
            memory,
            out,
            words,
            groups,
            group_size,
            dynamic_shared: 0,
        }
    }

    /// Launches a kernel and returns the buffer.
    fn run(&mut self, kernel: &str, args: &[Arg]) -> Vec<u32> {
        let launch = Launch {
            dynamic_shared: self.dynamic_shared,
            ..Launch::new(self.groups, self.group_size, [&[Arg::Address(self.out)], args].concat())
        };
        let kernel = self.image.kernel(Some(kernel)).unwrap();
        let dispatch = TARGETS.prepare(&self.image, kernel, &mut self.memory, &launch).unwrap();
        let report = isotope_machine::launch(&dispatch, &self.memory, Options::default());
        assert_eq!(report.outcome, Outcome::Done);
        self.read(self.out, self.words)
    }

    fn read(&self, address: u64, words: usize) -> Vec<u32> {
        crate::common::words(&self.memory.read(address, 4 * words as u32).unwrap())
    }
}

#[test]
fn globals_live_from_launch_to_launch() {
    for build in BUILDS {
        let mut bench = Bench::new(build, 32, [1, 1, 1], [32, 1, 1]);
        let squares = |t: u32| (t & 7) * (t & 7);
        let first: Vec<u32> = (0..32).map(|t| squares(t) + if t & 1 == 0 { 30 } else { 40 }).collect();
        assert_eq!(bench.run("globals", &[]), first, "{build}");
        // The first launch made the even element point to the odd one's.
        let second: Vec<u32> = (0..32).map(|t| squares(t) + 40).collect();
        assert_eq!(bench.run("globals", &[]), second, "{build}");
        // The file is mapped as one region, with zeros between its segments.
        let whole = bench.memory.regions().iter().find(|region| region.name.starts_with("image of file ")).unwrap();
        let image = &bench.image;
        let at = |name: &str| image.globals.iter().find(|g| g.name == name).and_then(|g| g.address).unwrap();
        let (data, base) = (at(".data .bss"), whole.base);
        assert_eq!(bench.read(base + data + 0x28, 1), [64], "{build}: both launches counted");
        let before = image.globals.iter().filter_map(|g| g.address.map(|a| a + g.size)).filter(|&end| end <= data);
        let end = before.max().unwrap().next_multiple_of(4);
        assert!(end < data, "{build}: a gap");
        assert!(bench.read(base + end, (data - end) as usize / 4).iter().all(|&w| w == 0), "{build}");
    }
}

#[test]
fn calls_use_the_stack() {
    let fill = |frame: &mut [u32; 16], n: u32| {
        (0..n)
            .inspect(|&i| {
                frame[i as usize & 15] = i * i;
            })
            .sum::<u32>()
    };
    for build in BUILDS {
        let mut bench = Bench::new(build, 80, [1, 1, 1], [80, 1, 1]);
        let expected = |x: u32| {
            let mut frame = [0; 16];
            fill(&mut frame, 5 + x) + frame[x as usize & 15]
        };
        assert_eq!(bench.run("calls", &[Arg::U32(5)]), (0..80).map(expected).collect::<Vec<_>>(), "{build}");
    }
}

#[test]
fn ids_in_three_dimensions() {
    let (groups, size) = ([2, 3, 2], [5, 4, 3]);
    let [gx, gy, gz] = groups;
    let [sx, sy, sz] = size;
    let mut expected = Vec::new();
    for (z, y, x) in (0..gz).flat_map(|z| (0..gy).flat_map(move |y| (0..gx).map(move |x| (z, y, x)))) {
        for (lz, ly, lx) in (0..sz).flat_map(|z| (0..sy).flat_map(move |y| (0..sx).map(move |x| (z, y, x)))) {
            expected.push(lx | ly << 4 | lz << 8 | x << 12 | y << 16 | z << 20);
        }
    }
    for build in BUILDS {
        assert_eq!(Bench::new(build, expected.len(), groups, size).run("ids", &[]), expected, "{build}");
        let plane: Vec<u32> = (0..4).flat_map(|y| (0..8).map(move |x| x | y << 4)).collect();
        assert_eq!(Bench::new(build, 32, [1, 1, 1], [8, 4, 1]).run("ids2", &[]), plane, "{build}");
    }
}

#[test]
fn arguments_of_every_size() {
    for build in BUILDS {
        let mut bench = Bench::new(build, 11, [1, 1, 1], [3, 1, 1]);
        let constants = bench.memory.allocate("constants", &[1, 0, 0, 0, 0x78, 0x56, 0x34, 0x12]).unwrap();
        let pair = [7u32.to_le_bytes(), [0; 4], 0x9abc_def0u32.to_le_bytes(), 0x1357_9bdfu32.to_le_bytes()].concat();
        let args = [
            Arg::Bytes(vec![0x80]),
            Arg::Bytes(vec![0x34, 0x92]),
            Arg::U64(0x0123_4567_89ab_cdef),
            Arg::U32(0x3fc0_0000),
            Arg::U64(0x4004_0000_0000_0001),
            Arg::Bytes(pair),
            Arg::Address(constants),
        ];
        let expected = [
            0xffff_ff80,
            0xffff_9234,
            0x89ab_cdef,
            0x0123_4567,
            0x3fc0_0000,
            1,
            0x4004_0000,
            7,
            0x9abc_def0,
            0x1357_9bdf,
            0x1234_5678,
        ];
        assert_eq!(bench.run("arguments", &args), expected, "{build}");
    }
}

#[test]
fn sizes_from_hidden_arguments_or_the_packet() {
    for build in BUILDS {
        let mut bench = Bench::new(build, 6, [2, 3, 4], [5, 2, 1]);
        assert_eq!(bench.run("hidden", &[]), [5, 2, 1, 10, 6, 4], "{build}");
    }
}

#[test]
fn shared_memory_added_at_the_launch() {
    for build in BUILDS {
        let mut bench = Bench::new(build, 48, [1, 1, 1], [48, 1, 1]);
        bench.dynamic_shared = 4 * 48;
        // The static part takes 16 bytes; the last writer of an element is the highest lane.
        let expected: Vec<u32> = (0..48u32).map(|t| (t ^ 1) * 3 + 44 + (t & 3)).collect();
        assert_eq!(bench.run("dynamic", &[Arg::U32(16)]), expected, "{build}");
    }
}

#[test]
fn masks_of_partial_waves() {
    for build in BUILDS {
        let wave = if build == "features_wave64" { 64 } else { 32 };
        let expected = |t: u32| {
            let first = t / wave * wave;
            let odd =
                (first..100.min(first + wave)).filter(|t| t & 1 == 1).fold(0u64, |mask, t| mask | 1 << (t - first));
            odd.count_ones().wrapping_add((odd >> 32) as u32)
        };
        let got = Bench::new(build, 100, [1, 1, 1], [100, 1, 1]).run("lanes", &[]);
        assert_eq!(got, (0..100).map(expected).collect::<Vec<_>>(), "{build}");
    }
}
