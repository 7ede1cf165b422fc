//! Places in the source as JSON.

use isotope_object::lines::Location;
use serde_json::Value;

use crate::answer;

/// A place in the source as JSON, with the calls that it is inlined into; null for none.
pub fn location_json(location: Option<Location>) -> Value {
    answer::part(&location)
}
