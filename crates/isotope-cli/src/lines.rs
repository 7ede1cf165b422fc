//! Batch mode: one line out for every line in, in order, however bad the line is.
//!
//! Input is read in large pieces, output goes out once per piece, and no line allocates. A line that is too long or is
//! not UTF-8 is refused like any other bad line.

mod ends;

use std::fmt::Display;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::Context;
use isotope::isa::LineTranslator;
use isotope::text::Line;

use crate::exit::{self, Exit, Heard, Result};
use crate::files;
use crate::screen::plain;
use ends::Ends;

/// The longest line that is looked at, in bytes.
pub const MAX_LINE: usize = 64 << 10;
/// Longest line in bytes. The rest of a longer one may have no end.
const ENDLESS: usize = 1 << 26;
/// Bytes per read.
const PIECE: usize = 1 << 15;

/// Answer every line of `path`, or of stdin, on stdout.
pub fn main(path: Option<&Path>, answer: &mut dyn LineTranslator) -> Result {
    let stdout = io::stdout().lock();
    let path = path.unwrap_or(Path::new("-"));
    run(files::open(path)?, stdout, answer).with_context(|| format!("`{}`", files::shown(path)))
}

/// Answer every line of `input` on `output`.
pub fn run(mut input: impl Read, mut output: impl Write, answer: &mut dyn LineTranslator) -> Result {
    let mut buffer = vec![0; PIECE + MAX_LINE + 1];
    let mut batch = Batch { out: Line::with_capacity(2 * PIECE), refused: false };
    let mut ends = Ends::new();
    // `buffer[..kept]` is the start of a line whose end has not been read.
    let (mut kept, mut skipping, mut skipped) = (0, false, 0);
    loop {
        let end = (kept + PIECE).min(buffer.len());
        let got = match input.read(&mut buffer[kept..end]) {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            got => got.context("cannot read")?,
        };
        if got == 0 {
            break;
        }
        let filled = kept + got;
        let mut start = 0;
        let ends = ends.find(&buffer[..filled], kept);
        // Checked as a whole, since most input has nothing that is not text; otherwise line by line.
        let text = std::str::from_utf8(&buffer[..ends.last().copied().unwrap_or(0)]).ok();
        for &end in ends {
            if std::mem::take(&mut skipping) {
                skipped = 0;
                batch.refuse(&too_long());
            } else {
                match text.and_then(|text| text.get(start..end)) {
                    Some(line) => batch.text(line, answer),
                    None => batch.line(&buffer[start..end], answer),
                }
            }
            start = end + 1;
            if batch.drain(2 * PIECE, &mut output)? == Heard::Gone {
                return Ok(batch.status());
            }
        }
        skipping = skipping || filled - start > MAX_LINE;
        if skipping {
            skipped += filled - start;
            if skipped > ENDLESS {
                batch.refuse(&format!(
                    "expected lines of text, found more than {} MiB without an end of line: nothing behind it is read",
                    ENDLESS >> 20
                ));
                batch.drain(0, &mut output)?;
                return Ok(batch.status());
            }
            start = filled;
        }
        buffer.copy_within(start..filled, 0);
        kept = filled - start;
        // Everything known is out before the next wait, so that a conversation works too.
        if batch.drain(0, &mut output)? == Heard::Gone {
            return Ok(batch.status());
        }
    }
    if skipping {
        batch.refuse(&too_long());
    } else if kept != 0 {
        batch.line(&buffer[..kept], answer);
    }
    batch.drain(0, &mut output)?;
    exit::heard(output.flush())?;
    Ok(batch.status())
}

fn too_long() -> String {
    format!("expected at most {MAX_LINE} bytes in a line, found more")
}

struct Batch {
    out: Line,
    refused: bool,
}

impl Batch {
    fn line(&mut self, line: &[u8], answer: &mut dyn LineTranslator) {
        match std::str::from_utf8(line) {
            Ok(text) => self.text(text, answer),
            // A line that is both too long and no text is too long.
            Err(_) if line.strip_suffix(b"\r").unwrap_or(line).len() > MAX_LINE => self.refuse(&too_long()),
            Err(e) => {
                let at = e.valid_up_to() + 1;
                self.refuse(&format!("expected UTF-8 text, found byte {:#04x} at column {at}", line[at - 1]));
            }
        }
    }

    #[inline]
    fn text(&mut self, line: &str, answer: &mut dyn LineTranslator) {
        // Looked at as a byte: to compare text is a call.
        let text = if line.as_bytes().last() == Some(&b'\r') { &line[..line.len() - 1] } else { line };
        if text.len() > MAX_LINE {
            return self.refuse(&too_long());
        }
        let mark = self.out.len();
        match answer.line(text, &mut self.out) {
            Ok(()) => self.out.push('\n'),
            Err(error) => {
                self.out.truncate(mark);
                self.refuse(&error);
            }
        }
    }

    fn refuse(&mut self, message: &dyn Display) {
        self.refused = true;
        let message = format!("error: {message}").replace(['\n', '\r'], " ");
        self.out.push_str(&plain(&message));
        self.out.push('\n');
    }

    #[inline]
    fn drain(&mut self, limit: usize, output: &mut impl Write) -> Result<Heard> {
        if self.out.len() <= limit { Ok(Heard::Yes) } else { self.write(output) }
    }

    #[cold]
    fn write(&mut self, output: &mut impl Write) -> Result<Heard> {
        let heard = exit::heard(output.write_all(self.out.as_bytes()));
        self.out.truncate(0);
        heard
    }

    /// What the lines so far come to.
    fn status(&self) -> Exit {
        if self.refused { Exit::No } else { Exit::Yes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives out a few bytes at a time.
    struct Dribble<'a>(&'a [u8], usize);

    impl Read for Dribble<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let n = self.1.min(self.0.len()).min(buffer.len());
            buffer[..n].copy_from_slice(&self.0[..n]);
            self.0 = &self.0[n..];
            Ok(n)
        }
    }

    fn answer(input: &[u8], step: usize) -> (String, Exit) {
        let mut out = Vec::new();
        let exit = run(Dribble(input, step), &mut out, &mut |line: &str, out: &mut Line| match line {
            "bad" => Err("not\ngood".to_string()),
            _ => {
                out.push('<');
                out.push_str(line);
                out.push('>');
                Ok(())
            }
        });
        (String::from_utf8(out).unwrap(), exit.unwrap())
    }

    #[test]
    fn one_line_out_for_each_line_in() {
        for step in [1, 2, 3, 1 << 20] {
            assert_eq!(answer(b"", step), (String::new(), Exit::Yes));
            assert_eq!(answer(b"\n", step), ("<>\n".into(), Exit::Yes));
            assert_eq!(answer(b"a\r\nb", step), ("<a>\n<b>\n".into(), Exit::Yes));
            assert_eq!(answer(b"a\nbad\n\n", step), ("<a>\nerror: not good\n<>\n".into(), Exit::No));
            let (text, exit) = answer(b"a\n\xff\nb\n", step);
            assert_eq!((text.lines().count(), exit), (3, Exit::No));
            assert!(text.contains("error: expected UTF-8 text, found byte 0xff at column 1\n"), "{text}");
        }
    }

    #[test]
    fn a_line_without_an_end_is_given_up() {
        let mut out = Vec::new();
        let exit = run(io::repeat(b'x'), &mut out, &mut |_: &str, _: &mut Line| Ok(())).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!((text.lines().count(), exit), (1, Exit::No));
        assert!(
            text.starts_with("error: expected lines of text, found more than 64 MiB without an end of line"),
            "{text}"
        );
    }

    #[test]
    fn each_of_many_long_lines_is_refused_alone() {
        let mut line = vec![b'x'; 2 * MAX_LINE];
        line.push(b'\n');
        let count = ENDLESS / line.len() + 2;
        let (text, exit) = answer(&line.repeat(count), 1 << 20);
        assert_eq!((text.lines().count(), exit), (count, Exit::No));
        assert!(text.lines().all(|line| line == "error: expected at most 65536 bytes in a line, found more"));
    }

    #[test]
    fn long_lines_are_refused_and_cost_no_memory() {
        for step in [1000, 65_536, 1 << 20] {
            let mut input = vec![b'x'; MAX_LINE];
            input.push(b'\n');
            input.extend(vec![b'y'; MAX_LINE + 1]);
            input.extend(b"\nz\n");
            input.extend(vec![b'w'; 5 << 20]);
            let (text, exit) = answer(&input, step);
            let lines: Vec<_> = text.lines().collect();
            assert_eq!((lines.len(), exit), (4, Exit::No));
            assert_eq!(lines[0].len(), MAX_LINE + 2);
            assert_eq!(lines[1], "error: expected at most 65536 bytes in a line, found more");
            assert_eq!((lines[2], lines[3]), ("<z>", lines[1]));
        }
    }
}
