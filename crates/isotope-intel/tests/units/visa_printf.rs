//! The buffer that Intel's `printf` writes.

use isotope_intel::printf::{buffer, take};
use isotope_machine::mem::{Concurrent, Memory};

/// Kinds of arguments, by the word that IGC writes before them.
const INT: u32 = 3;
const STRING: u32 = 5;
const LONG: u32 = 6;
const REGION: &str = ".printf";

fn written(memory: &Memory, words: &[u32]) {
    let store = memory.region(REGION).unwrap().store.as_ref().unwrap();
    for (at, word) in (4u64..).step_by(4).zip(words) {
        store.store::<Concurrent>(at, 4, (*word).into());
    }
    store.store::<Concurrent>(0, 4, 4 + 4 * words.len() as u64);
}

fn printing(text: &[u8]) -> (Memory, u32, u32) {
    let mut memory = Memory::new();
    let format = memory.allocate("strings", text).unwrap();
    buffer(&mut memory).unwrap();
    (memory, format as u32, (format >> 32) as u32)
}

/// Arguments without a conversion are skipped; an entry without a format ends the output.
#[test]
fn entries_follow_each_other() {
    let (memory, low, high) = printing(b"%d %y %v3hhd|\0(%s)");
    // The letter `y` is not a conversion, so the next conversion uses the number, and the vector is unused.
    let first = [low, high, INT, -7i32 as u32, LONG, 0x102, 3, 9, 3, 0x00fb_0201, 0, 0];
    written(&memory, &[&first[..], &[low + 14, high, STRING, low, high, low + 14, high, INT, 1]].concat());
    assert_eq!(String::from_utf8(take(&memory)).unwrap(), "-7 %y 2|(%d %y %v3hhd|)((null))");
    assert!(take(&memory).is_empty());
    for damaged in [&[low, high, 99, 1][..], &[low, high], &[0, 0], &[u32::MAX], &[low, high, 9, u32::MAX]] {
        written(&memory, damaged);
        assert!(take(&memory).len() <= 1, "{damaged:?}");
    }
}
