//! gfx1100 code: what decodes prints, and its text reads as the same bytes again. Any bytes have a listing.
//!
//! Input: a byte that chooses options, then code.

use isotope_amd::{Mode, listing};
use isotope_target::TextOf;

/// Instructions whose text stands for one encoding. Of others, llvm-mc's text does not always say which constant is meant.
pub(crate) fn exact(text: &str) -> bool {
    let memory = ["ds_", "flat_", "global_", "scratch_", "buffer_", "image_"].iter().any(|p| text.starts_with(p));
    // A masked bit of a lane pattern has several encodings.
    memory && !text.contains("swizzle(BITMASK_PERM")
}

fn instruction(bytes: &[u8]) {
    let Ok(inst) = isotope_amd::decode(bytes) else { return };
    let size = isotope_amd::size(&inst);
    assert!(size <= bytes.len() && size.is_multiple_of(4));
    let mut text = String::new();
    isotope_amd::print(&inst, &mut text);
    let violation = isotope_amd::legality(&inst).map(|v| v.to_string());
    assert!(violation.is_none_or(|v| !v.contains('\n')), "{text}");
    let clean = isotope_amd::encode(&inst);
    assert_eq!(isotope_amd::decode(&clean[..size]).as_ref(), Ok(&inst), "{bytes:02x?} {text}");
    if !exact(&text) {
        return;
    }
    let parsed = isotope_amd::parse(Mode::Compat, &text).unwrap_or_else(|e| panic!("{bytes:02x?} {text}: {e}"));
    let mut second = String::new();
    isotope_amd::print(&parsed, &mut second);
    assert_eq!(second, text, "{bytes:02x?}");
    assert_eq!(isotope_amd::encode(&parsed), clean, "{bytes:02x?} {text}");
}

/// Checks an input.
pub fn run(data: &[u8]) {
    let Some((&head, code)) = data.split_first() else { return };
    for at in (0..code.len()).step_by(4) {
        instruction(&code[at..]);
    }
    let base = if head & 1 != 0 { 0xffff_ff00 } else { 0 };
    let text = if head & 8 != 0 { TextOf::Llvm22 } else { TextOf::Usual };
    let options = listing::Options {
        legality: head & 2 != 0,
        base,
        waves: isotope_amd::GFX1100.waves(head & 4 != 0),
        text,
        words: head & 16 != 0,
    };
    let lines = listing::listing(code, options);
    assert_eq!(lines.iter().map(|l| l.size).sum::<usize>(), code.len());
    assert!(lines.iter().all(|l| !l.text.contains('\n')));
}
