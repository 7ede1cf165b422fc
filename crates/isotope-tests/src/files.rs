//! Files that readers must refuse: cut off, or damaged.

use std::fmt::Display;

use isotope_object::Image;
use isotope_op::random::Random;

use super::sweep;

type Parse<E> = fn(&[u8]) -> Result<Image, E>;

/// A byte of a damaged file: all ones, zero, with another bit, or any.
pub fn struck(byte: u8, random: &mut Random) -> u8 {
    match random.index(4) {
        0 => 0xff,
        1 => 0,
        2 => byte ^ 1 << random.index(8),
        _ => random.draw() as u8,
    }
}

/// Every prefix of every file is refused with a one-line message.
pub fn every_truncation_is_an_error<E: Display>(files: Vec<(String, Vec<u8>)>, parse: Parse<E>) {
    for (path, bytes) in files {
        for length in 0..bytes.len() {
            let error = parse(&bytes[..length]).err().unwrap_or_else(|| panic!("{path}")).to_string();
            assert!(!error.contains('\n') && error.starts_with("expected "), "{path}: {error}");
        }
    }
}

/// 40,000 files with up to `most` damaged bytes, at places that `place` draws from the round and the length: no panic, no large image,
/// one-line messages.
pub fn damage_never_panics<E: Display>(
    files: &[(String, Vec<u8>)],
    most: usize,
    place: impl Fn(&mut Random, usize, usize) -> usize,
    weight: fn(&Image) -> usize,
    parse: Parse<E>,
) {
    let mut random = Random(sweep::seed(1));
    let (mut accepted, rounds) = (0, sweep::count(40_000, 5));
    for round in 0..rounds {
        let (path, original) = &files[random.index(files.len())];
        let mut bytes = original.clone();
        for _ in 0..1 + random.index(most) {
            let at = place(&mut random, round, bytes.len());
            bytes[at] = struck(bytes[at], &mut random);
        }
        match parse(&bytes) {
            Ok(image) => {
                accepted += 1;
                assert!(weight(&image) < 16 * bytes.len() + 0x1_0000, "{path} round {round}");
                for relocation in &image.relocations {
                    let _ = image.resolve(relocation, &[0x1000; 4], |_| Some(1));
                }
            }
            Err(error) => {
                let error = error.to_string();
                assert!(error.starts_with("expected ") && !error.chars().any(char::is_control), "{path}: {error}");
            }
        }
    }
    assert!(
        accepted > rounds / 40,
        "only {accepted} damaged files were still readable: the damage is too rough to test much"
    );
}

/// A one-line message with these words.
#[track_caller]
pub fn says(message: &str, wanted: &str) {
    assert!(message.contains(wanted), "expected `{wanted}` in:\n{message}");
    assert!(!message.contains('\n'), "{message}");
}
