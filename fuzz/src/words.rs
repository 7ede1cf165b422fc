//! Words: what decodes prints, and its text reads as the same word again. A listing of any bytes can be written.
//!
//! Input: a byte that chooses profile and options, then words.

use isotope_nvidia::spa5;
use isotope_nvidia::spa5::{Mode, Profile, control, listing};

/// Texts that stand for several words: NaN payloads, rounding that copies, minus zero.
fn ambiguous(text: &str) -> bool {
    ["QNAN", "SNAN", "PASS"].iter().any(|s| text.contains(s)) || text.contains("VADD") && text.contains(" 0x0,")
}

fn word(profile: Profile, word: u64) {
    for n in 0..3 {
        let slot = control::slot(word, n);
        assert_eq!(control::Slot::decode(slot.encode()), slot, "slot {n} of {word:#018x}");
        let mut text = String::new();
        slot.print(slot.reuse, &mut text);
        control::Slot::parse(&text).unwrap_or_else(|e| panic!("slot {n} of {word:#018x}: {text}: {e:?}"));
    }
    let Ok(inst) = spa5::decode(profile, word) else { return };
    let mut text = String::new();
    spa5::print(profile, &inst, &mut text);
    let violation = spa5::legality(profile, &inst).map(|v| v.to_string());
    assert!(violation.is_none_or(|v| !v.contains('\n')), "{text}");
    let again = spa5::decode(profile, spa5::encode(&inst));
    assert_eq!(again.as_ref(), Ok(&inst), "{word:#018x} {text}");
    let parsed = spa5::parse(profile, Mode::Compat, &text).unwrap_or_else(|e| panic!("{word:#018x} {text}: {e}"));
    let mut second = String::new();
    spa5::print(profile, &parsed.inst, &mut second);
    assert_eq!(second, text, "{word:#018x}");
    assert!(ambiguous(&text) || spa5::encode(&parsed.inst) == spa5::encode(&inst), "{word:#018x} {text}");
}

/// Checks an input.
pub fn run(data: &[u8]) {
    let Some((&head, rest)) = data.split_first() else { return };
    let profile = crate::profile(head);
    for &bytes in rest.as_chunks::<8>().0 {
        word(profile, u64::from_le_bytes(bytes));
    }
    let base = if head & 0x20 != 0 { 0xffff_ff00 } else { 0 };
    let options = listing::Options { control: head & 0x80 != 0, legality: head & 0x40 != 0, base };
    let lines = spa5::listing(profile, rest, options);
    assert_eq!(lines.len(), rest.len() / 32 * 3);
    assert!(lines.iter().all(|l| !l.text.contains('\n')));
}
