//! Shared helpers for tests of the programs of `kernels/host`.

use super::*;
use isotope_targets::TARGETS;

pub const GROUPS: u32 = 2;
pub const SIZE: u32 = 33;
pub const ITEMS: usize = (GROUPS * SIZE) as usize;

/// The inputs, equal to those of the host programs.
pub fn inputs() -> (Vec<u32>, Vec<u32>) {
    let ints: Vec<i32> = (0..ITEMS as u32).map(|i| (i.wrapping_mul(2_654_435_761) as i32) >> (i % 24)).collect();
    let floats = ints.iter().map(|&v| (v as f32 * 0.03125).to_bits()).collect();
    (ints.iter().map(|&v| v as u32).collect(), floats)
}

/// The lines, sorted.
pub fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

pub fn wanted(name: &str) -> String {
    text(&kernels(&format!("host/want/{name}.txt")))
}

/// The output of a kernel.
pub fn printed(
    image: &Image,
    bench: &mut Bench,
    kernel: &str,
    args: Vec<A>,
    options: Options<'_>,
) -> (Outcome, String) {
    let outcome = bench.outcome(image, kernel, GROUPS, SIZE, args, options);
    let text = TARGETS.printed(image, image.kernel(Some(kernel)).unwrap(), &bench.memory);
    (outcome, String::from_utf8(text).unwrap())
}

/// The numbers that a host program printed.
pub fn numbers(name: &str) -> Vec<u32> {
    let numbers: Vec<u32> = wanted(name).lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(numbers.len(), ITEMS);
    numbers
}
