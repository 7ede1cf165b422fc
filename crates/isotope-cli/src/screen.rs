//! Text on its way to a terminal. Names, texts and messages come from files, and a terminal obeys some characters: each of them is shown by
//! its escape instead, here for every verb and every error.

use std::borrow::Cow;

/// Whether a terminal does something else with a character than to show it: controls but for line feed and tab, and marks that turn the
/// direction of what follows.
fn is_obeyed(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || c.is_control() && !matches!(c, '\n' | '\t')
}

/// The text with escapes for what a terminal would obey, as JSON writes them, so that JSON stays what it is.
pub fn plain(text: &str) -> Cow<'_, str> {
    // Most text has nothing of the kind.
    let suspect = |byte: &u8| (*byte < b' ' && !matches!(byte, b'\n' | b'\t')) || *byte >= 0x7f;
    if !text.as_bytes().iter().any(suspect) || !text.contains(is_obeyed) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\r' => out += "\\r",
            c if is_obeyed(c) => out += &format!("\\u{:04x}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.into()
}
