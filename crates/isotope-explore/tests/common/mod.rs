//! Kernels of `kernels/explore` on the three targets.

use isotope_explore::Place;
use isotope_machine::Dispatch;
use isotope_machine::mem::Memory;
use isotope_object::{Image, Kernel};
use isotope_targets::isa;
use isotope_targets::launch::{Arg, Launch};

/// Each target's folder, and how its files end.
pub const TARGETS: [(&str, &str); 3] = [("sm_50", "cubin"), ("gfx1100", "co"), ("tgllp", "zebin")];

/// A file of `kernels/explore`.
pub fn image((folder, ending): (&str, &str), name: &str) -> Image {
    let path = format!("{}/../../kernels/explore/bin/{folder}/{name}.{ending}", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    isotope_object::parse(&bytes).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// An argument.
#[derive(Clone, Copy)]
pub enum Given {
    /// A buffer of so many zeros, 32 bits each.
    Words(u32),
    /// A buffer of these words.
    Values(&'static [u32]),
    /// A number.
    Number(u32),
}

/// A launch of groups of one work-item.
pub struct Made {
    pub dispatch: Dispatch,
    pub memory: Memory,
    /// The buffers in order.
    pub buffers: Vec<Place>,
}

/// Launch a kernel.
pub fn made(image: &Image, kernel: &Kernel, groups: u32, size: u32, given: &[Given]) -> Made {
    made_to_meet(image, kernel, [groups, size], given, false)
}

/// The same; the groups may be such that can wait for each other.
pub fn made_to_meet(
    image: &Image,
    kernel: &Kernel,
    [groups, size]: [u32; 2],
    given: &[Given],
    cooperative: bool,
) -> Made {
    let mut memory = Memory::new();
    let mut buffers = Vec::new();
    let args = given.iter().enumerate().map(|(n, given)| match *given {
        Given::Number(number) => Arg::U32(number),
        Given::Words(words) => {
            let address = memory.allocate_zeros(&format!("buffer {n}"), 4 * u64::from(words)).unwrap();
            buffers.push(Place { address, bytes: 4 * words });
            Arg::Address(address)
        }
        Given::Values(values) => {
            let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            let address = memory.allocate(&format!("buffer {n}"), &bytes).unwrap();
            buffers.push(Place { address, bytes: bytes.len() as u32 });
            Arg::Address(address)
        }
    });
    let mut launch = Launch::new([groups, 1, 1], [size, 1, 1], args.collect());
    launch.cooperative = cooperative;
    let dispatch = isa::prepare(image, kernel, &mut memory, &launch).unwrap_or_else(|e| panic!("{}: {e}", kernel.name));
    Made { dispatch, memory, buffers }
}
