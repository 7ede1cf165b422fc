//! Reading a request, and errors about missing parts.

use isotope::{Error, Result};
use serde_json::Value;

/// A request.
pub struct Request(pub Value);

impl Request {
    /// Reads one.
    pub fn read(text: &str) -> Result<Request> {
        let value = serde_json::from_str(text).map_err(|e| Error::new(format!("expected a request as JSON: {e}")))?;
        Ok(Request(value))
    }

    /// A required text.
    pub fn text(&self, key: &str) -> Result<&str> {
        self.maybe(key)?.ok_or_else(|| Error::new(format!("`{key}`: expected text, found nothing")))
    }

    /// An optional text.
    pub fn maybe(&self, key: &str) -> Result<Option<&str>> {
        match self.0.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(Error::new(format!("`{key}`: expected text, found {other}"))),
        }
    }

    /// Texts; empty if left out.
    pub fn texts(&self, key: &str) -> Result<Vec<String>> {
        let wrong = |found: &Value| Error::new(format!("`{key}`: expected a list of texts, found {found}"));
        match self.0.get(key) {
            None | Some(Value::Null) => Ok(Vec::new()),
            Some(Value::Array(all)) => {
                let text = |value: &Value| value.as_str().map(str::to_string).ok_or_else(|| wrong(value));
                all.iter().map(text).collect()
            }
            Some(other) => Err(wrong(other)),
        }
    }

    /// A number; `otherwise` if it is left out.
    pub fn number(&self, key: &str, otherwise: u64) -> Result<u64> {
        match self.0.get(key) {
            None | Some(Value::Null) => Ok(otherwise),
            Some(value) => value.as_u64().ok_or_else(|| {
                Error::new(format!("`{key}`: expected a whole number that is not negative, found {value}"))
            }),
        }
    }
}
