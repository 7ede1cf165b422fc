//! A compiled kernel on buffers of one's own: load the cubin, build memory, launch, read the result.
//!
//! ```text
//! cargo run --release -p isotope-targets --example run_kernel
//! ```

use isotope_machine::mem::Memory;
use isotope_machine::{Options, Outcome};
use isotope_object::cubin;
use isotope_targets::isa;
use isotope_targets::launch::{Arg, Launch};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/histogram256.cubin");
    let image = cubin::parse(&std::fs::read(path)?)?;
    let kernel = image.kernel(Some("histogram256"))?;
    println!("{}: {} parameters, {} registers a lane", kernel.name, kernel.params.len(), kernel.register_count);

    // `histogram256(data, n, bins)` counts the bytes of n words.
    let data: Vec<u8> = (0..4000u32).map(|i| (i * i % 7) as u8).collect();
    let mut memory = Memory::new();
    let data = memory.allocate("data", &data)?;
    let bins = memory.allocate("bins", &[0; 256 * 4])?;
    let request = Launch::new([4, 1, 1], [64, 1, 1], vec![Arg::Address(data), Arg::U32(1000), Arg::Address(bins)]);
    let dispatch = isa::prepare(&image, kernel, &mut memory, &request)?;
    let report = isotope_machine::launch(&dispatch, &memory, Options { threads: 2, ..Options::default() });
    match &report.outcome {
        Outcome::Done => println!("{} atomics", report.stats.lane_atomics),
        Outcome::Stopped { place, stop } => return Err(format!("{place}: {stop}").into()),
        Outcome::Stuck(stuck) => return Err(stuck.to_string().into()),
    }

    let bytes = memory.read(bins, 256 * 4).ok_or("the bins are mapped")?;
    let counts: Vec<u32> = bytes.as_chunks().0.iter().map(|&b| u32::from_le_bytes(b)).collect();
    for (value, count) in counts.iter().enumerate().filter(|(_, count)| **count != 0) {
        println!("{value}: {count}");
    }
    assert_eq!(counts[..8], [572, 1143, 1142, 0, 1143, 0, 0, 0]);
    Ok(())
}
