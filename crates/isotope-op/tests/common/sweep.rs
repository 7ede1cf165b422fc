//! How much a test does that draws its inputs or tries all of very many: a part of it with a fixed seed, or, where
//! `ISOTOPE_SWEEP` is a number (`just sweep`), all of it with that number as the seed.
#![allow(dead_code)]

/// The seed of a sweep; printed, so that whoever sees a test fail can repeat it.
fn sweep() -> Option<u64> {
    let text = std::env::var("ISOTOPE_SWEEP").ok()?;
    let seed = text.parse().unwrap_or_else(|_| panic!("ISOTOPE_SWEEP={text}: expected a decimal number"));
    println!("ISOTOPE_SWEEP={seed}");
    Some(seed)
}

/// Whether this is a sweep.
pub fn runs() -> bool {
    sweep().is_some()
}

/// `all` in a sweep, one of `parts` of it otherwise.
pub fn count(all: usize, parts: usize) -> usize {
    if sweep().is_some() { all } else { all / parts }
}

/// 1 in a sweep, `step` otherwise: for those who walk a list.
pub fn step(step: usize) -> usize {
    if sweep().is_some() { 1 } else { step }
}

/// `fixed`, changed by the seed of a sweep where one runs.
pub fn seed(fixed: u64) -> u64 {
    // Neighbouring seeds should not give neighbouring numbers.
    fixed ^ sweep().map_or(0, |seed| seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
