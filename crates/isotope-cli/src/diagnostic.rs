//! Errors in source text, drawn with the line and a caret.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use isotope::isa::InstructionError;
use isotope::text::{ParseError, SourceError};
use schemars::JsonSchema;
use serde::Serialize;

use crate::color;
use crate::exit::{Exit, say};
use crate::screen::plain;

/// Lines longer than this are cut for display.
const SHOWN: usize = 400;

/// Draw an error in line `number` of `file`. The error's span counts bytes of the line.
pub fn draw(file: &str, number: usize, line: &str, error: &ParseError) -> String {
    let mut end = line.len().min(SHOWN);
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    let line = &line[..end];
    let mut span = error.span.start.min(end)..error.span.end.min(end);
    while !line.is_char_boundary(span.start) {
        span.start -= 1;
    }
    while !line.is_char_boundary(span.end) {
        span.end += 1;
    }
    let label = if error.expected.is_empty() { String::new() } else { format!("expected {}", error.expected) };
    let mark = AnnotationKind::Primary.span(span).label(label);
    let (file, message, source) = (plain(file), plain(&error.message), plain(&error.source));
    let snippet = Snippet::source(line).path(&*file).line_start(number).annotation(mark);
    let mut group: Group<'_> = Level::ERROR.primary_title(&*message).element(snippet);
    if !source.is_empty() {
        group = group.element(Level::NOTE.message(&*source));
    }
    // The writer removes colours if none are wanted.
    Renderer::styled().render(&[group])
}

/// What is wrong with a text.
#[derive(Serialize, JsonSchema)]
pub struct RefusedJson {
    /// Of the source, or which argument, from 1
    line: usize,
    /// In bytes, from 1
    column: Option<usize>,
    text: String,
    message: String,
    expected: Option<String>,
    /// Where the rule is known from
    source: Option<String>,
}

/// What is wrong with a text, as data; `line` counts from 1.
pub fn json(line: usize, text: &str, refused: &InstructionError) -> RefusedJson {
    let (column, text, expected, source) = match refused {
        InstructionError::At(text, e) => {
            (Some(e.span.start + 1), text.as_str(), e.expected.as_str(), e.source.as_ref())
        }
        InstructionError::Because(_) | InstructionError::Usage(_) => (None, text, "", ""),
    };
    let message = match refused {
        InstructionError::At(_, e) => &e.message,
        InstructionError::Because(why) | InstructionError::Usage(why) => why,
    };
    let said = |text: &str| Some(text).filter(|text| !text.is_empty()).map(str::to_string);
    let (text, message) = (text.into(), message.clone());
    RefusedJson { line, column, text, message, expected: said(expected), source: said(source) }
}

/// The same of a source's lines.
pub fn lines_json(text: &str, errors: Vec<SourceError>) -> Vec<RefusedJson> {
    let lines: Vec<&str> = text.lines().collect();
    let one = |e: SourceError| {
        let line = lines.get(e.line.saturating_sub(1)).copied().unwrap_or("");
        json(e.line, line, &InstructionError::At(line.into(), e.error))
    };
    errors.into_iter().map(one).collect()
}

/// Answer each instruction given as an argument: `answer` appends what it becomes. What is refused is drawn, and then
/// nothing is printed.
pub fn each(
    texts: &[String],
    mut answer: impl FnMut(&str, &mut String) -> Result<(), InstructionError>,
) -> crate::exit::Result {
    let mut out = String::new();
    let mut exit = Exit::Yes;
    for (number, text) in texts.iter().enumerate() {
        match answer(text, &mut out) {
            Ok(()) => out.push('\n'),
            Err(refused) => {
                exit = Exit::No;
                match refused {
                    InstructionError::At(text, error) => color::draw(&draw("<argument>", number + 1, &text, &error)),
                    InstructionError::Because(message) | InstructionError::Usage(message) => say!("error: {message}"),
                }
            }
        }
    }
    if exit == Exit::Yes {
        crate::files::print(&out)?;
    }
    Ok(exit)
}

/// Draw what is wrong with a source, of which nothing is assembled.
pub fn refuse(name: &str, text: &str, errors: &[SourceError]) -> Exit {
    let lines: Vec<&str> = text.lines().collect();
    for e in errors {
        let line = lines.get(e.line - 1).copied().unwrap_or("");
        color::draw(&format!("{}\n", draw(name, e.line, line, &e.error)));
    }
    let count = errors.len();
    say!("error: {count} error{} in `{name}`, nothing was written", if count == 1 { "" } else { "s" });
    Exit::No
}

/// Draw the first errors of a source in which some follow from others.
pub fn first(name: &str, text: &str, errors: &[SourceError]) -> Exit {
    for e in errors.iter().take(20) {
        let line = text.lines().nth(e.line.saturating_sub(1)).unwrap_or("");
        color::draw(&draw(name, e.line, line, &e.error));
    }
    Exit::No
}
