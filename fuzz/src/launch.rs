//! Launching whatever a file holds: groups, arguments and memory are made up; the budget is small.

use std::sync::LazyLock;

use isotope::{Error, Prepared, Request, argument, load, prepare};
use isotope_machine::mem::Memory;
use isotope_machine::{Options, Outcome};
use isotope_object::{Image, Kernel};
use isotope_target::launch::{Arg, Launch};
use isotope_targets::TARGETS;

/// Work-items of a group, unless the kernel asks for another number.
const GROUP: [u32; 3] = [33, 1, 1];
/// The most bytes of private memory that a lane is given here.
const PRIVATE: u32 = 4096;
/// The most bytes of globals that are built here.
const GLOBALS: u64 = 1 << 24;

/// Two waves, each of which stores and then reads what the other stores.
pub static STORE_BUFFER: LazyLock<Prepared> = LazyLock::new(|| {
    let image = load(include_bytes!("../../kernels/explore/bin/sm_50/counts.cubin")).expect("a cubin");
    let arguments = ["x=u32[2]:0", "out=u32[2]:0", "2"].map(|text| argument(text).expect("an argument"));
    let mut request = Request::new(2, 1, arguments.into());
    request.kernel = Some("sb".into());
    prepare(&image, &request, |_| Err(Error::new("no files"))).expect("a launch")
});

fn arguments(kernel: &Kernel, buffer: u64) -> Vec<Arg> {
    let argument = |(n, size): (usize, u32)| match size {
        8 if n % 5 == 4 => Arg::Surface { address: buffer, bytes: 256 },
        8 => Arg::Address(buffer + 1024 * (n as u64 % 4)),
        4 => Arg::U32(16),
        // A larger value does not fit any bank; it is refused before it is looked at.
        _ => Arg::Bytes(vec![1; size.min(1 << 16) as usize]),
    };
    kernel.params.iter().map(|p| p.size).filter(|&s| s != 0).enumerate().map(argument).collect()
}

/// Launches the first kernels of an image.
pub fn kernels(image: &Image) {
    for kernel in image.kernels.iter().take(4) {
        run_kernel(image, kernel);
    }
}

fn run_kernel(image: &Image, kernel: &Kernel) {
    // Sections with an address are mapped in one piece.
    let ends = image.globals.iter().map(|s| s.address.unwrap_or(0).saturating_add(s.size));
    let extent = image.globals.iter().fold(0, |n: u64, s| s.size.saturating_add(n)).max(ends.max().unwrap_or(0));
    if (GLOBALS..1 << 30).contains(&extent) {
        return;
    }
    let mut memory = Memory::new();
    let buffer = memory.allocate("buffer", &[0x11; 4096]).expect("an empty memory has room");
    let request = Launch {
        dynamic_shared: 64,
        ..Launch::new([2, 1, 1], kernel.required_threads.unwrap_or(GROUP), arguments(kernel, buffer))
    };
    let dispatch = match TARGETS.prepare(image, kernel, &mut memory, &request) {
        Ok(dispatch) => dispatch,
        Err(error) => return assert!(!error.to_string().contains('\n'), "{error}"),
    };
    if dispatch.private_bytes > PRIVATE {
        return;
    }
    let options = Options { max_steps: 20_000, ..Options::default() };
    let report = isotope_machine::launch(&dispatch, &memory, options);
    if let Outcome::Hung(stuck) = &report.outcome {
        assert!(stuck.to_string().lines().count() > 1);
    }
}
