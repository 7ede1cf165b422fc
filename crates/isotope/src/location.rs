//! Places in the source as JSON.

use isotope_object::lines::{Location, Position};
use serde_json::{Value, json};

/// A place in the source as JSON, with the calls that it is inlined into; null for none.
pub fn location_json(location: Option<Location>) -> Value {
    let Some(Location { at, inlined_at }) = location else { return Value::Null };
    let mut value = position_json(&at);
    value["inlined_at"] = inlined_at.iter().map(position_json).collect();
    value
}

/// File, line and column as JSON.
pub(crate) fn position_json(at: &Position) -> Value {
    json!({ "file": &*at.file, "line": at.line, "column": at.column })
}
