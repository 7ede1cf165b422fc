//! Tables of text, read while the crate compiles, so that their rows are as static as those of Rust and a wrong line does not compile. A line is
//! a key and its columns, with tabs between them; lines that begin with `#` are comments.

use crate::assume::Grade;

/// The lines of a text that are left.
pub(crate) struct Lines(pub(crate) &'static str);

impl Lines {
    /// The key of the next line, and its columns.
    pub(crate) const fn next(&mut self) -> Option<(&'static str, &'static str)> {
        while !self.0.is_empty() {
            let (line, rest) = split(self.0, b'\n');
            self.0 = rest;
            if !line.is_empty() && line.as_bytes()[0] != b'#' {
                return Some(split(line, b'\t'));
            }
        }
        None
    }
}

/// The text in front of a separator, and behind it.
pub(crate) const fn split(text: &'static str, separator: u8) -> (&'static str, &'static str) {
    let (bytes, mut at) = (text.as_bytes(), 0);
    while at < bytes.len() {
        if bytes[at] == separator {
            return (text.split_at(at).0, text.split_at(at + 1).1);
        }
        at += 1;
    }
    (text, "")
}

pub(crate) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// The number of lines with a key.
pub(crate) const fn count(text: &'static str, wanted: &str) -> usize {
    let (mut lines, mut all) = (Lines(text), 0);
    while let Some((key, _)) = lines.next() {
        all += same(key, wanted) as usize;
    }
    all
}

/// The texts of these lines.
pub(crate) const fn values<const N: usize>(text: &'static str, wanted: &str) -> [&'static str; N] {
    let (mut all, mut lines, mut at) = ([""; N], Lines(text), 0);
    while let Some((key, value)) = lines.next() {
        if same(key, wanted) {
            all[at] = value;
            at += 1;
        }
    }
    all
}

/// As [`values`], of lines with two columns each.
pub(crate) const fn pairs<const N: usize>(text: &'static str, wanted: &str) -> [(&'static str, &'static str); N] {
    let (all, mut both, mut at) = (values::<N>(text, wanted), [("", ""); N], 0);
    while at < N {
        both[at] = split(all[at], b'\t');
        at += 1;
    }
    both
}

/// A part of a list with one more element, which ends there.
pub(crate) const fn longer<T>(all: &'static [T], part: &'static [T], end: usize) -> &'static [T] {
    all.split_at(end).0.split_at(end - part.len() - 1).1
}

/// The grade of this name.
pub(crate) const fn grade(name: &str) -> Grade {
    let (all, mut at) = ([Grade::Spec, Grade::Oracle, Grade::OneVersion, Grade::Hardware, Grade::Assumed], 0);
    while !same(all[at].name(), name) {
        at += 1;
    }
    all[at]
}
