//! The lines of `tests/data/claims`: what they say, and when one is not a line at all.

use std::collections::{BTreeMap, BTreeSet};

use super::stated::Rule;

/// What a command must leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expect {
    /// stdout is this, up to line breaks at its end.
    Exactly(String),
    /// stdout contains this.
    Contains(String),
    /// stdout does not contain this.
    Lacks(String),
    /// stderr contains this.
    Error(String),
    /// The exit status. 0 unless given, or 1 where [`Expect::Error`] is.
    Status(i32),
    /// Another text of a stream.
    Text(Stream, Is, String),
    /// Status 2, nothing on stdout, and one line on stderr that begins with `error: ` and contains this.
    Refused(String),
    /// The number of lines on stdout.
    Lines(usize),
    /// A line of stdout behind those of the same kind in front, without the blanks around it, or its end behind `; `. `...` at the end stands
    /// for the rest of a line.
    Line(String),
    /// The value at a path in the JSON on stdout. Several documents are one list.
    Json(String, Is, serde_json::Value),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    Out,
    Err,
}

/// How a text or a value is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Is {
    /// It is this.
    Equal,
    /// A text or a list contains this.
    Holding,
    Lacking,
    Beginning,
    Ending,
    /// A list has so many elements.
    Counted,
}

/// How a claim is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// By a command. `text` is the command as a person writes it, without `isotope`.
    By { text: String, args: Vec<String>, stdin: String, expect: Vec<Expect> },
    /// Not at all, for this reason.
    Not(String),
}

/// One sentence, cell or example of a document.
#[derive(Clone, Debug)]
pub struct Claim {
    pub id: String,
    pub place: String,
    pub claim: String,
    pub shown: Shown,
    /// Line of the file.
    pub line: usize,
}

/// The claims of a document.
#[derive(Clone, Debug)]
pub struct Document {
    /// The name of its file, which is the key of its entry in [`isotope_op::source`].
    pub name: String,
    pub title: String,
    pub publisher: String,
    pub claims: Vec<Claim>,
    /// Where they are stated.
    pub rules: Vec<Rule>,
}

/// Read a file of claims.
///
/// # Errors
/// Every line that is not well formed, and a count that is not the one the file states.
pub fn read(name: &str, text: &str) -> Result<Document, Vec<String>> {
    let mut document = Document {
        name: name.into(),
        title: String::new(),
        publisher: String::new(),
        claims: Vec::new(),
        rules: Vec::new(),
    };
    let (mut wrong, mut seen, mut macros) = (Vec::new(), BTreeSet::new(), BTreeMap::new());
    let mut stated = None;
    for (number, line) in text.lines().enumerate().map(|(i, line)| (i + 1, line)) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let fields: Vec<_> = line.split('\t').collect();
        let done = match &fields[..] {
            ["title", text] => {
                document.title = (*text).into();
                Ok(())
            }
            ["publisher", text] => {
                document.publisher = (*text).into();
                Ok(())
            }
            ["claims", count] => count.parse::<usize>().map(|n| stated = Some(n)).map_err(|e| e.to_string()),
            ["def", key, value] => {
                let value = expand(value, &macros);
                value.map(|v| drop(macros.insert((*key).to_string(), v)))
            }
            ["page", pattern, place, words @ ..] => {
                let words: Vec<String> = words.iter().map(|words| (*words).to_string()).collect();
                if words.is_empty() || fields.iter().any(|f| f.trim().is_empty()) {
                    Err("expected a pattern, a page with `#` and a section, and words that stand there".into())
                } else {
                    let (pattern, place) = ((*pattern).into(), (*place).into());
                    document.rules.push(Rule { pattern, place, words, line: number });
                    Ok(())
                }
            }
            [id, place, claim, command, expect @ ..] if !expect.is_empty() => {
                let claim = Claim {
                    id: format!("{name}.{id}"),
                    place: (*place).into(),
                    claim: (*claim).into(),
                    shown: Shown::Not(String::new()),
                    line: number,
                };
                let empty = fields.iter().any(|f| f.trim().is_empty());
                match shown(command, expect, &macros) {
                    _ if empty => Err("a column is empty".into()),
                    _ if !seen.insert((*id).to_string()) => Err(format!("`{id}` stands twice")),
                    Ok(shown) => {
                        document.claims.push(Claim { shown, ..claim });
                        Ok(())
                    }
                    Err(e) => Err(e),
                }
            }
            _ => Err(format!("expected at least 5 columns, found {}", fields.len())),
        };
        if let Err(e) = done {
            wrong.push(format!("{name}.tsv:{number}: {e}"));
        }
    }
    let count = document.claims.len();
    if stated != Some(count) {
        wrong.push(format!("{name}.tsv: expected the line `claims<tab>{count}`, found {stated:?}"));
    }
    if document.title.is_empty() || document.publisher.is_empty() {
        wrong.push(format!("{name}.tsv: expected the lines `title` and `publisher`"));
    }
    if wrong.is_empty() { Ok(document) } else { Err(wrong) }
}

/// A command with what it must leave.
///
/// # Errors
/// A command that no shell would read, or an expectation that is none.
pub fn shown(command: &str, expect: &[&str], macros: &BTreeMap<String, String>) -> Result<Shown, String> {
    if command == "-" {
        return match expect {
            [reason] if reason.len() >= 12 => Ok(Shown::Not((*reason).into())),
            _ => Err("expected one reason why no command shows it".into()),
        };
    }
    let text = expand(command, macros)?;
    let (args, stdin) = words(&text)?;
    let expect = expect.iter().map(|e| expected(&expand(e, macros)?)).collect::<Result<Vec<_>, String>>()?;
    if expect.iter().all(|e| matches!(e, Expect::Lacks(_) | Expect::Status(_))) {
        return Err("expected something that the command prints".into());
    }
    Ok(Shown::By { text, args, stdin, expect })
}

/// What a column expects.
///
/// # Errors
/// A text that begins with no kind, or says nothing.
pub fn expected(text: &str) -> Result<Expect, String> {
    match text {
        "silent" => return Ok(Expect::Text(Stream::Out, Is::Equal, String::new())),
        "quiet" => return Ok(Expect::Text(Stream::Err, Is::Equal, String::new())),
        _ => {}
    }
    let (kind, rest) = text.split_once(' ').ok_or_else(|| format!("expected a kind and a text, found `{text}`"))?;
    if kind.starts_with('/') {
        let (is, value) = match rest.split_once(' ') {
            Some(("+", value)) => (Is::Holding, value),
            Some(("-", value)) => (Is::Lacking, value),
            Some(("^", value)) => (Is::Beginning, value),
            Some(("#", value)) => (Is::Counted, value),
            _ => (Is::Equal, rest),
        };
        let value = serde_json::from_str(value).map_err(|e| format!("`{value}` is no JSON: {e}"))?;
        return Ok(Expect::Json(kind.into(), is, value));
    }
    let rest = unescape(rest);
    if rest.trim().is_empty() {
        return Err(format!("`{text}` expects nothing"));
    }
    match kind {
        "=" => Ok(Expect::Exactly(rest)),
        "+" => Ok(Expect::Contains(rest)),
        "-" => Ok(Expect::Lacks(rest)),
        "!" => Ok(Expect::Error(rest)),
        "^" => Ok(Expect::Text(Stream::Out, Is::Beginning, rest)),
        "$" => Ok(Expect::Text(Stream::Out, Is::Ending, rest)),
        "!=" => Ok(Expect::Text(Stream::Err, Is::Equal, rest + "\n")),
        "!+" => Ok(Expect::Text(Stream::Err, Is::Holding, rest)),
        "!-" => Ok(Expect::Text(Stream::Err, Is::Lacking, rest)),
        "!^" => Ok(Expect::Text(Stream::Err, Is::Beginning, rest)),
        "!$" => Ok(Expect::Text(Stream::Err, Is::Ending, rest)),
        "refused" => Ok(Expect::Refused(rest)),
        ">" => Ok(Expect::Line(rest)),
        "lines" => rest.parse().map(Expect::Lines).map_err(|_| format!("`{rest}` is no number of lines")),
        "exit" => rest.parse().map(Expect::Status).map_err(|_| format!("`{rest}` is no exit status")),
        _ => Err(format!("expected `=`, `+`, `-`, `!` or another kind, found `{kind}`")),
    }
}

/// `@{name}` is the text that `def` gave it.
///
/// # Errors
/// A name that nothing defines.
pub fn expand(text: &str, macros: &BTreeMap<String, String>) -> Result<String, String> {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once("@{") {
        let (name, after) = after.split_once('}').ok_or("an `@{` is left open")?;
        out.push_str(before);
        out.push_str(macros.get(name).ok_or_else(|| format!("`@{{{name}}}` is not defined"))?);
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

/// `\n`, `\t`, `\\` and `\'`.
pub fn unescape(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text.chars());
    while let Some(c) = rest.next() {
        match (c, rest.as_str().chars().next()) {
            ('\\', Some(next @ ('n' | 't' | '\\' | '\''))) => {
                rest.next();
                out.push(match next {
                    'n' => '\n',
                    't' => '\t',
                    other => other,
                });
            }
            _ => out.push(c),
        }
    }
    out
}

/// The words of a command as a shell would read them, and what ` <<< ` puts on stdin.
///
/// # Errors
/// A text that a shell would read in another way, or no word.
pub fn words(text: &str) -> Result<(Vec<String>, String), String> {
    let (mut words, mut word, mut rest) = (Vec::new(), None::<String>, text.chars().peekable());
    while let Some(c) = rest.next() {
        match c {
            ' ' => words.extend(word.take()),
            '$' if rest.peek() == Some(&'\'') => {
                rest.next();
                let inside = quoted(&mut rest, true)?;
                word.get_or_insert_default().push_str(&unescape(&inside));
            }
            '\'' => {
                let inside = quoted(&mut rest, false)?;
                word.get_or_insert_default().push_str(&inside);
            }
            '"' | '`' | '\\' | '|' | '&' | ';' | '>' | '*' | '(' | ')' | '$' => {
                return Err(format!("`{c}` must stand in single quotes"));
            }
            '<' if word.is_some() => return Err("`<` must stand in single quotes".into()),
            '<' => {
                let rest: String = rest.collect();
                let input = rest.strip_prefix("<< ").ok_or("expected `<<< 'text'`")?;
                let (mut input, _) = self::words(input)?;
                words.extend(word.take());
                return match (input.pop(), input.is_empty()) {
                    (Some(line), true) => Ok((words, line + "\n")),
                    _ => Err("expected one word behind `<<<`".into()),
                };
            }
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    if words.is_empty() { Err("the command is empty".into()) } else { Ok((words, String::new())) }
}

/// The text up to the next quote, which a backslash may stand before in `$'..'`.
fn quoted(rest: &mut std::iter::Peekable<std::str::Chars<'_>>, escapes: bool) -> Result<String, String> {
    let mut inside = String::new();
    while let Some(c) = rest.next() {
        if c == '\'' {
            return Ok(inside);
        }
        inside.push(c);
        if escapes && c == '\\' {
            inside.extend(rest.next());
        }
    }
    Err("a quote is left open".into())
}
