//! How much a test does that draws its inputs or tries all of very many: a part of it with a fixed seed, or, where `ISOTOPE_SWEEP` is a
//! number (`just sweep`), all of it with that number as the seed; `SEED/16` is one sixteenth of it (the gate), but no less than without.
#![allow(dead_code)]

/// The seed of a sweep, and one of how many parts it is; printed, so that whoever sees a test fail can repeat it.
fn sweep() -> Option<(u64, usize)> {
    let text = std::env::var("ISOTOPE_SWEEP").ok()?;
    let (seed, part) = text.split_once('/').unwrap_or((&text, "1"));
    let (Ok(seed), Ok(part @ 1..)) = (seed.parse(), part.parse()) else {
        panic!("ISOTOPE_SWEEP={text}: expected a decimal number, or two with a slash between them")
    };
    println!("ISOTOPE_SWEEP={text}");
    Some((seed, part))
}

/// Whether this is a sweep.
pub fn runs() -> bool {
    sweep().is_some()
}

/// Whether this is all of a sweep.
pub fn whole() -> bool {
    sweep().is_some_and(|(_, part)| part == 1)
}

/// `all` in a sweep, one of `parts` of it otherwise.
pub fn count(all: usize, parts: usize) -> usize {
    all / step(parts)
}

/// 1 in a sweep, `step` otherwise: for those who walk a list.
pub fn step(step: usize) -> usize {
    sweep().map_or(step, |(_, part)| part.min(step))
}

/// The seed of a sweep.
pub fn number() -> Option<u64> {
    sweep().map(|(seed, _)| seed)
}

/// `fixed`, changed by the seed of a sweep where one runs.
pub fn seed(fixed: u64) -> u64 {
    // Neighbouring seeds should not give neighbouring numbers.
    fixed ^ number().map_or(0, |seed| seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
