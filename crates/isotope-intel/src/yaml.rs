//! Parses YAML into a small tree with line numbers. Aliases are refused, and depth and size are bounded: memory use is at most a small
//! multiple of the file's length.

use saphyr_parser::{Event, Parser};

use isotope_object::LoadError;

/// Maximum nesting depth.
const MAX_DEPTH: usize = 32;
/// Maximum text size in bytes.
const MAX_LENGTH: usize = 4 << 20;

/// A node and its line, counted from 1.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub line: usize,
    pub value: Value,
}

/// The content of a node.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Scalar(String),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

impl Node {
    /// The entry of a map.
    pub fn get(&self, key: &str) -> Option<&Node> {
        match &self.value {
            Value::Map(entries) => entries.iter().find(|(k, _)| k == key).map(|(_, node)| node),
            _ => None,
        }
    }

    /// The elements of a list; empty for other nodes.
    pub fn items(&self) -> &[Node] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }

    /// The text of a scalar.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar(text) => Some(text),
            _ => None,
        }
    }
}

fn wrong(line: usize, expected: &str, found: impl Into<String>) -> LoadError {
    LoadError::malformed(format!("line {line}"), expected, found)
}

/// The first document of a text.
///
/// # Errors
/// The text is not YAML, or exceeds the limits above.
pub(super) fn parse(text: &str) -> Result<Node, LoadError> {
    if text.len() > MAX_LENGTH {
        return Err(wrong(1, "at most 4 MiB of YAML", format!("{} bytes", text.len())));
    }
    let mut parser = Parser::new_from_str(text);
    loop {
        match next(&mut parser)? {
            (Event::StreamStart | Event::DocumentStart(_), _) => {}
            (event, line) => return node(event, line, &mut parser, 0),
        }
    }
}

type Events<'a> = Parser<'a, saphyr_parser::StrInput<'a>>;

fn next<'a>(parser: &mut Events<'a>) -> Result<(Event<'a>, usize), LoadError> {
    match parser.next_event() {
        Some(Ok((event, span))) => Ok((event, span.start.line())),
        Some(Err(error)) => Err(wrong(error.marker().line(), "YAML", error.info())),
        None => Err(wrong(1, "YAML", "the end of the text")),
    }
}

fn node<'a>(event: Event<'a>, line: usize, parser: &mut Events<'a>, depth: usize) -> Result<Node, LoadError> {
    if depth == MAX_DEPTH {
        return Err(wrong(line, "at most 32 levels of nesting", "more"));
    }
    let value = match event {
        Event::Scalar(text, ..) => Value::Scalar(text.into_owned()),
        Event::SequenceStart(..) => {
            let mut items = Vec::new();
            loop {
                match next(parser)? {
                    (Event::SequenceEnd, _) => break Value::List(items),
                    (event, line) => items.push(node(event, line, parser, depth + 1)?),
                }
            }
        }
        Event::MappingStart(..) => {
            let mut entries: Vec<(String, Node)> = Vec::new();
            loop {
                let key = match next(parser)? {
                    (Event::MappingEnd, _) => break Value::Map(entries),
                    (Event::Scalar(key, ..), _) => key.into_owned(),
                    (_, line) => return Err(wrong(line, "a name as key", "something else")),
                };
                let (event, line) = next(parser)?;
                entries.push((key, node(event, line, parser, depth + 1)?));
            }
        }
        Event::Alias(_) => return Err(wrong(line, "values written out", "an alias (`*name`)")),
        _ => return Err(wrong(line, "a value", "the end of the document")),
    };
    Ok(Node { line, value })
}
