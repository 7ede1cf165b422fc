//! Kernels of `kernels/explore` on the three targets.

use std::collections::BTreeMap;

use isotope_explore::MemoryRange;
use isotope_machine::fault::Place as At;
use isotope_machine::mem::Memory;
use isotope_machine::{Deed, Dispatch, MemoryAccess, Observer, Storage};
use isotope_nvidia::spa5::{Mode, Profile, lift, listing};
use isotope_object::{Image, Kernel};
use isotope_op::assume::Assumptions;
use isotope_target::launch::{Arg, Launch};

/// The folder of each target, and the ending of its files.
pub const TARGETS: [(&str, &str); 3] = [("sm_50", "cubin"), ("gfx1100", "co"), ("tgllp", "zebin")];

/// A file of `kernels/explore`.
pub fn image((folder, ending): (&str, &str), name: &str) -> Image {
    let path = format!("{}/../../kernels/explore/bin/{folder}/{name}.{ending}", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    isotope_targets::TARGETS.load(&bytes).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// An argument.
#[derive(Clone, Copy)]
pub enum Given {
    /// A buffer of this many zeros, 32 bits each.
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
    pub buffers: Vec<MemoryRange>,
}

/// Launch a kernel.
pub fn made(image: &Image, kernel: &Kernel, groups: u32, size: u32, given: &[Given]) -> Made {
    made_to_meet(image, kernel, [groups, size], given, false)
}

/// Launch a kernel; with `cooperative`, its groups may wait for each other.
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
            buffers.push(MemoryRange { address, bytes: 4 * words });
            Arg::Address(address)
        }
        Given::Values(values) => {
            let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            let address = memory.allocate(&format!("buffer {n}"), &bytes).unwrap();
            buffers.push(MemoryRange { address, bytes: bytes.len() as u32 });
            Arg::Address(address)
        }
    });
    let mut launch = Launch::new([groups, 1, 1], [size, 1, 1], args.collect());
    launch.cooperative = cooperative;
    let dispatch = isotope_targets::TARGETS
        .prepare(image, kernel, &mut memory, &launch)
        .unwrap_or_else(|e| panic!("{}: {e}", kernel.name));
    Made { dispatch, memory, buffers }
}

/// A program of SPA 5.0 on one buffer of zeros, whose address it finds at c[0x0][0x140].
pub fn assembled(text: &str, groups: u64, size: u64, bytes: u64) -> Made {
    let code = listing::assemble(Profile::Sm50, Mode::Documented, text)
        .unwrap_or_else(|(line, error)| panic!("line {line}: {error}\n{text}"));
    let options =
        lift::Options { profile: Profile::Sm50, registers: 20, surface_bank: 0, assumptions: Assumptions::DEFAULT };
    let mut memory = Memory::new();
    let address = memory.allocate_zeros("buffer", bytes).unwrap();
    let mut bank = vec![0; 0x148];
    bank[0x140..].copy_from_slice(&address.to_le_bytes());
    let lifted = lift::lift("test", &code, options);
    let dispatch = Dispatch::new(&lifted, [groups as u32, 1, 1], [size as u32, 1, 1], vec![(0, bank)]).unwrap();
    Made { dispatch, memory, buffers: vec![MemoryRange { address, bytes: bytes as u32 }] }
}

/// The words of global memory that a step touched, for counts: whether a lane wrote each, and whether a lane could have written it.
#[derive(Clone, Default)]
pub struct Touched(pub BTreeMap<u64, (bool, bool)>);

impl Observer for Touched {
    fn looks_inside(&self) -> bool {
        true
    }

    fn step(&mut self, _: At, _: u32, _: u64) {}

    fn access(&mut self, access: &MemoryAccess) {
        if access.storage != Storage::Global {
            return;
        }
        // An atomic that leaves the word unchanged counts as a read.
        let writes = match access.deed {
            Deed::Load => false,
            Deed::Store(_) => true,
            Deed::Atomic { old, update, .. } => old != update.map(|update| update.new),
        };
        let entry = self.0.entry(access.at).or_default();
        *entry = (entry.0 | writes, entry.1 | !matches!(access.deed, Deed::Load));
    }
}
