//! The text of a campaign: TOML in which every mistake has a line.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use isotope::{Error, Result};
use serde_json::Value;
use toml::de::{DeTable, DeValue};

/// Source of the text, for errors.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// What is in it.
    pub text: &'a str,
}

impl Text<'_> {
    /// An error at an offset of the text.
    pub fn error(&self, at: usize, what: impl std::fmt::Display) -> Error {
        let line = self.text.as_bytes()[..at.min(self.text.len())].iter().filter(|byte| **byte == b'\n').count() + 1;
        Error::new(format!("{}:{line}: {what}", self.file))
    }
}

/// A value and its position.
#[derive(Clone, Debug)]
pub struct At {
    at: usize,
    item: Item,
}

#[derive(Clone, Debug)]
enum Item {
    Text(String),
    Number(u64),
    Bool(bool),
    List(Vec<At>),
    Table(BTreeMap<String, At>),
}

impl Item {
    fn what(&self) -> &'static str {
        match self {
            Item::Text(_) => "text",
            Item::Number(_) => "a number",
            Item::Bool(_) => "true or false",
            Item::List(_) => "a list",
            Item::Table(_) => "a table",
        }
    }

    fn json(&self) -> Value {
        match self {
            Item::Text(text) => text.as_str().into(),
            Item::Number(number) => (*number).into(),
            Item::Bool(yes) => (*yes).into(),
            Item::List(items) => items.iter().map(|at| at.item.json()).collect(),
            Item::Table(entries) => {
                Value::Object(entries.iter().map(|(key, at)| (key.clone(), at.item.json())).collect())
            }
        }
    }
}

/// Reads a text.
///
/// # Errors
/// If it is not TOML, or has a value that no campaign has.
pub fn read(text: Text<'_>) -> Result<At> {
    let table = DeTable::parse(text.text)
        .map_err(|error| text.error(error.span().map_or(0, |span| span.start), error.message().trim()))?;
    let start = table.span().start;
    Ok(At { at: start, item: of_table(text, table.get_ref())? })
}

fn of_table(text: Text<'_>, table: &DeTable<'_>) -> Result<Item> {
    let entry = |(key, value): (&toml::Spanned<std::borrow::Cow<'_, str>>, &toml::Spanned<DeValue<'_>>)| {
        Ok((key.get_ref().to_string(), At { at: key.span().start, item: item(text, value)? }))
    };
    Ok(Item::Table(table.iter().map(entry).collect::<Result<_>>()?))
}

fn item(text: Text<'_>, value: &toml::Spanned<DeValue<'_>>) -> Result<Item> {
    let at = value.span().start;
    Ok(match value.get_ref() {
        DeValue::String(text) => Item::Text(text.to_string()),
        DeValue::Boolean(yes) => Item::Bool(*yes),
        DeValue::Integer(number) => Item::Number(
            u64::from_str_radix(number.as_str(), number.radix())
                .map_err(|_| text.error(at, format_args!("expected a number from 0 to 2^64 - 1, found {number}")))?,
        ),
        DeValue::Array(items) => Item::List(
            items
                .iter()
                .map(|value| Ok(At { at: value.span().start, item: item(text, value)? }))
                .collect::<Result<_>>()?,
        ),
        DeValue::Table(table) => of_table(text, table)?,
        other => {
            return Err(text.error(
                at,
                format_args!("expected text, a whole number, a list or a table, found a {}", other.type_str()),
            ));
        }
    })
}

impl At {
    /// As JSON, independent of formatting.
    pub fn json(&self) -> Value {
        self.item.json()
    }

    /// The whole text as a table.
    pub fn section<'a>(&'a self, text: Text<'a>) -> Section<'a> {
        static NONE: BTreeMap<String, At> = BTreeMap::new();
        let entries = if let Item::Table(entries) = &self.item { entries } else { &NONE };
        Section { text, at: self.at, entries, taken: RefCell::default() }
    }
}

/// A table: each key is read once, and a key that is never read is a mistake.
pub struct Section<'a> {
    text: Text<'a>,
    at: usize,
    entries: &'a BTreeMap<String, At>,
    taken: RefCell<BTreeSet<String>>,
}

impl<'a> Section<'a> {
    fn take(&self, key: &str) -> Option<&'a At> {
        self.taken.borrow_mut().insert(key.into());
        self.entries.get(key)
    }

    fn wrong(&self, key: &str, found: &At, expected: &str) -> Error {
        self.text.error(found.at, format_args!("`{key}`: expected {expected}, found {}", found.item.what()))
    }

    /// An error at a key, or at the table where it has none.
    pub fn error(&self, key: &str, what: impl std::fmt::Display) -> Error {
        let at = self.entries.get(key).map_or(self.at, |found| found.at);
        self.text.error(at, format_args!("`{key}`: {what}"))
    }

    /// A required key.
    pub fn need<T>(&self, key: &str, found: Option<T>, expected: &str) -> Result<T> {
        found.ok_or_else(|| self.error(key, format_args!("expected {expected}, found nothing")))
    }

    /// A text.
    pub fn text(&self, key: &str) -> Result<Option<String>> {
        match self.take(key) {
            None => Ok(None),
            Some(At { item: Item::Text(text), .. }) => Ok(Some(text.clone())),
            Some(other) => Err(self.wrong(key, other, "text")),
        }
    }

    /// A number.
    pub fn number(&self, key: &str) -> Result<Option<u64>> {
        match self.take(key) {
            None => Ok(None),
            Some(At { item: Item::Number(number), .. }) => Ok(Some(*number)),
            Some(other) => Err(self.wrong(key, other, "a number")),
        }
    }

    /// A number from 1 on.
    pub fn count(&self, key: &str) -> Result<Option<u64>> {
        match self.number(key)? {
            Some(0) => Err(self.error(key, "expected a number from 1 on, found 0")),
            number => Ok(number),
        }
    }

    /// Yes or no.
    pub fn flag(&self, key: &str) -> Result<Option<bool>> {
        match self.take(key) {
            None => Ok(None),
            Some(At { item: Item::Bool(yes), .. }) => Ok(Some(*yes)),
            Some(other) => Err(self.wrong(key, other, "true or false")),
        }
    }

    /// Texts; a single text counts as a list.
    pub fn texts(&self, key: &str) -> Result<Option<Vec<String>>> {
        self.take(key).map(|found| self.texts_of(key, found)).transpose()
    }

    fn texts_of(&self, key: &str, found: &At) -> Result<Vec<String>> {
        let one = |at: &At| match &at.item {
            Item::Text(text) => Ok(text.clone()),
            _ => Err(self.wrong(key, at, "text, or a list of texts")),
        };
        match &found.item {
            Item::List(items) => items.iter().map(one).collect(),
            _ => one(found).map(|text| vec![text]),
        }
    }

    /// Lists of texts.
    pub fn lists(&self, key: &str) -> Result<Option<Vec<Vec<String>>>> {
        match self.take(key) {
            None => Ok(None),
            Some(At { item: Item::List(items), .. }) => {
                items.iter().map(|at| self.texts_of(key, at)).collect::<Result<_>>().map(Some)
            }
            Some(other) => Err(self.wrong(key, other, "a list of lists of texts")),
        }
    }

    /// Numbers; a single number is a count from 0.
    pub fn numbers(&self, key: &str) -> Result<Option<Vec<u64>>> {
        let one = |at: &At| match at.item {
            Item::Number(number) => Ok(number),
            _ => Err(self.wrong(key, at, "a number")),
        };
        match self.take(key) {
            None => Ok(None),
            Some(At { item: Item::List(items), .. }) => items.iter().map(one).collect::<Result<_>>().map(Some),
            Some(at) => match one(at)? {
                0 => Err(self.error(key, "expected a number from 1 on, or a list of seeds, found 0")),
                many if many > 1_000_000 => {
                    Err(self.error(key, format_args!("expected at most 1000000, found {many}")))
                }
                many => Ok(Some((0..many).collect())),
            },
        }
    }

    /// A table.
    pub fn section(&self, key: &str) -> Result<Option<Section<'a>>> {
        match self.take(key) {
            None => Ok(None),
            Some(found @ At { item: Item::Table(_), .. }) => Ok(Some(found.section(self.text))),
            Some(other) => Err(self.wrong(key, other, "a table")),
        }
    }

    /// Tables `[[key]]`.
    pub fn sections(&self, key: &str) -> Result<Vec<Section<'a>>> {
        match self.take(key) {
            None => Ok(Vec::new()),
            Some(At { item: Item::List(items), .. }) if items.iter().all(|at| matches!(at.item, Item::Table(_))) => {
                Ok(items.iter().map(|at| at.section(self.text)).collect())
            }
            Some(other) => Err(self.wrong(key, other, &format!("tables [[{key}]]"))),
        }
    }

    /// Checks that every key was read.
    pub fn finish(&self) -> Result<()> {
        let taken = self.taken.borrow();
        match self.entries.iter().find(|(key, _)| !taken.contains(*key)) {
            None => Ok(()),
            Some((key, found)) => {
                let all: Vec<&str> = taken.iter().map(String::as_str).collect();
                Err(self.text.error(found.at, format_args!("expected {}, found `{key}`", all.join(", "))))
            }
        }
    }
}
