//! Answers as JSON, and the JSON Schema of each, derived from its type: fields, their types, and what their documentation says.

use std::fmt::{self, LowerHex};

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// One JSON object with a name.
pub trait Document: Serialize + JsonSchema {
    /// The field `schema` of the object, and the name of its schema.
    const NAME: &'static str;
}

/// Name and schema of an answer.
pub type Described = (&'static str, fn() -> Value);

/// Name and schema of an answer.
pub const fn described<A: Document>() -> Described {
    (A::NAME, schema::<A>)
}

/// A table of answers, a line `NAME => TYPE` each: makes each a [`Document`] and the table a list of [`Described`].
#[macro_export]
macro_rules! documents {
    ($(#[$meta:meta])* $visible:vis $list:ident: $($name:expr => $answer:ty,)*) => {
        $(impl $crate::answer::Document for $answer {
            const NAME: &'static str = $name;
        })*
        $(#[$meta])*
        $visible const $list: &[$crate::answer::Described] = &[$($crate::answer::described::<$answer>()),*];
    };
}

/// An answer as JSON, with its name.
///
/// # Panics
/// When a map in it has keys that are no text: a bug.
pub fn json<A: Document>(answer: &A) -> Value {
    let mut value = part(answer);
    value["schema"] = A::NAME.into();
    value
}

/// A part of an answer as JSON.
///
/// # Panics
/// As [`json()`].
pub fn part(part: &impl Serialize) -> Value {
    serde_json::to_value(part).expect("keys of maps are text")
}

/// The JSON Schema of an answer.
pub fn schema<A: Document>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize().with_transform(RecursiveTransform(plain));
    let mut schema = settings.into_generator().into_root_schema_for::<A>().to_value();
    schema["title"] = A::NAME.into();
    schema["$id"] = format!("urn:{}", A::NAME.replace("isotope-", "isotope:").replace('/', ":")).into();
    if let Some(types) = schema.get_mut("$defs").and_then(Value::as_object_mut) {
        *types = std::mem::take(types).into_iter().map(|(name, of)| (short(&name).into(), of)).collect();
    }
    // A shape that says its name has parts beside it, which have none.
    let mut shapes = schema["anyOf"].as_array().into_iter().flatten().filter_map(|shape| shape["$ref"].as_str());
    let is_named = |path: &str| !schema.pointer(&path[1..]).unwrap_or(&Value::Null)["properties"]["schema"].is_null();
    if !shapes.any(is_named) {
        schema["properties"]["schema"] = json!({ "const": A::NAME });
        match schema.get_mut("required") {
            Some(Value::Array(required)) => required.insert(0, "schema".into()),
            _ => schema["required"] = json!(["schema"]),
        }
    }
    schema
}

/// The schema of an answer that is a field of another one, for `schema_with`.
pub fn inside<A: Document>(generator: &mut SchemaGenerator) -> Schema {
    let mut schema = generator.subschema_for::<A>();
    schema.insert("properties".into(), json!({ "schema": { "const": A::NAME } }));
    schema.insert("required".into(), json!(["schema"]));
    schema
}

/// The name of a type without the ending that tells it from the type whose JSON it is.
fn short(name: &str) -> &str {
    name.strip_suffix("Json").unwrap_or(name)
}

/// What readers of schemas expect: no names of Rust's types, no line ends inside a paragraph, and no null for a field that is left out
/// instead.
fn plain(schema: &mut Schema) {
    schema.remove("format");
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = text.split("\n\n").map(|part| part.replace('\n', " ")).collect::<Vec<_>>().join("\n\n");
    }
    if let Some(Value::String(to)) = schema.get_mut("$ref") {
        *to = short(to).into();
    }
    let required: Vec<Value> = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let Some(Value::Object(fields)) = schema.get_mut("properties") else { return };
    for (_, of) in fields.iter_mut().filter(|(name, _)| !required.contains(&name.as_str().into())) {
        never_null(of);
    }
}

fn never_null(schema: &mut Value) {
    let null = |value: &Value| *value == "null" || value.is_null() || value["type"] == "null";
    for list in ["type", "enum", "anyOf"] {
        let Some(Value::Array(all)) = schema.get_mut(list) else { continue };
        all.retain(|one| !null(one));
        if let ([one], true) = (all.as_slice(), list != "enum") {
            let one = one.clone();
            let Some(object) = schema.as_object_mut() else { continue };
            object.remove(list);
            match one {
                // Documentation of the field stands beside, and wins.
                Value::Object(inner) => {
                    for (word, what) in inner {
                        object.entry(word).or_insert(what);
                    }
                }
                name => drop(object.insert(list.into(), name)),
            }
        }
    }
}

/// A number in hexadecimal digits behind `0x`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Hex(String);

impl Hex {
    /// As few digits as it takes.
    pub fn new(value: impl LowerHex) -> Hex {
        Hex(format!("{value:#x}"))
    }

    /// Digits as an operation prints them.
    pub fn printed(digits: &str) -> Hex {
        Hex(digits.into())
    }

    /// All digits of a number of `bits` bits.
    pub fn of_width(value: impl LowerHex, bits: u32) -> Hex {
        Hex(format!("0x{value:0digits$x}", digits = bits.div_ceil(4) as usize))
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Serializes a number as [`Hex::new`], for `serialize_with`.
pub fn hex<S: Serializer>(value: &impl LowerHex, serializer: S) -> Result<S::Ok, S::Error> {
    Hex::new(value).serialize(serializer)
}

/// Serializes what can be printed as its text, for `serialize_with`.
pub fn text<S: Serializer>(value: &impl fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Serializes pairs of name and value as an object, for `serialize_with`.
pub fn map<S: Serializer>(pairs: &[(String, impl Serialize)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

impl JsonSchema for Hex {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Hex".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^0x[0-9a-f]+$" })
    }
}
