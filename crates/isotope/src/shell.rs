//! Command lines that are printed: a shell reads back the words that they are of.

/// A word as a POSIX shell reads it back.
///
/// # Examples
/// ```
/// assert_eq!(isotope::shell::word("a.cubin"), "a.cubin");
/// assert_eq!(isotope::shell::word("it's a.cubin"), r"'it'\''s a.cubin'");
/// ```
pub fn word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./,:=+@%^".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// A command line of such words.
pub fn line(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    words.into_iter().map(|each| word(each.as_ref())).collect::<Vec<_>>().join(" ")
}
