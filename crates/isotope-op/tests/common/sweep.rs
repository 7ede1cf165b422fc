//! The amount of work of a test that draws random inputs or tries very many: a part with a fixed seed, or, if `ISOTOPE_SWEEP` is a number
//! (`just sweep`), everything with that number as the seed. `SEED/16` is one sixteenth of it (the gate), but no less than without the
//! variable.
#![allow(dead_code)]

/// The seed of a sweep, and the number of parts of which it is one. Printed, so that a failure can be repeated.
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

/// 1 in a sweep, `step` otherwise: for a walk over a list.
pub fn step(step: usize) -> usize {
    sweep().map_or(step, |(_, part)| part.min(step))
}

/// The seed of a sweep.
pub fn number() -> Option<u64> {
    sweep().map(|(seed, _)| seed)
}

/// `fixed`, changed by the seed of a sweep where one runs.
pub fn seed(fixed: u64) -> u64 {
    // Neighbouring seeds should give different random numbers.
    fixed ^ number().map_or(0, |seed| seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
