//! As much of JSON Schema (2020-12) as the schemas of this command use. A word that is not known here is refused, so that nothing is
//! overlooked. Beyond what a schema asks for, a field that it does not describe is wrong: nothing is printed that it says nothing of.

use std::collections::BTreeSet;

use serde_json::Value;

/// What of a document is not as its schema says; nothing where all is.
pub fn check(schema: &Value, document: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    whole(schema, schema, document, "", &mut wrong);
    wrong
}

/// A value of which nothing else is said.
fn whole(root: &Value, schema: &Value, found: &Value, at: &str, wrong: &mut Vec<String>) {
    let (Some(described), Some(object)) = (value(root, schema, found, at, wrong), found.as_object()) else { return };
    for (name, inner) in object.iter().filter(|(name, _)| !described.contains(*name)) {
        wrong.push(format!("{at}: nothing is said of `{name}`: {inner}"));
    }
}

/// The fields that the schema describes, itself or in a part that fits; none where it describes no fields.
fn value(root: &Value, schema: &Value, found: &Value, at: &str, wrong: &mut Vec<String>) -> Option<BTreeSet<String>> {
    // `false` fits nothing: what `additionalProperties` says of a closed object.
    if let Some(fits) = schema.as_bool() {
        if !fits {
            wrong.push(format!("{at}: expected nothing, found {found}"));
        }
        return None;
    }
    let words = schema.as_object().unwrap_or_else(|| panic!("{at}: {schema} is no schema"));
    let mut described = None;
    for (word, what) in words {
        match word.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "description" => {}
            "$ref" => {
                let path =
                    what.as_str().and_then(|path| path.strip_prefix('#')).expect("a reference within the schema");
                let to = root.pointer(path).unwrap_or_else(|| panic!("{at}: {what} leads nowhere"));
                add(&mut described, value(root, to, found, at, wrong));
            }
            "anyOf" | "oneOf" => {
                let tried = what.as_array().expect("schemas").iter().map(|one| {
                    let mut wrong = Vec::new();
                    let described = value(root, one, found, at, &mut wrong);
                    (wrong, described)
                });
                let (fit, unfit): (Vec<_>, Vec<_>) = tried.partition(|(wrong, _)| wrong.is_empty());
                if fit.is_empty() || (word == "oneOf" && fit.len() > 1) {
                    wrong.push(format!("{at}: {} of {word} fit: {unfit:?}", fit.len()));
                }
                fit.into_iter().for_each(|(_, more)| add(&mut described, more));
            }
            "const" if what != found => wrong.push(format!("{at}: expected {what}, found {found}")),
            "enum" if !what.as_array().expect("values").contains(found) => {
                wrong.push(format!("{at}: expected one of {what}, found {found}"));
            }
            "type" if !is(what, found) => wrong.push(format!("{at}: expected {what}, found {found}")),
            "pattern" => {
                assert_eq!(what, "^0x[0-9a-f]+$", "{at}: another pattern");
                let digits = |text: &str| {
                    text.strip_prefix("0x").is_some_and(|digits| {
                        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
                    })
                };
                if found.as_str().is_some_and(|text| !digits(text)) {
                    wrong.push(format!("{at}: expected hexadecimal digits, found {found}"));
                }
            }
            "minimum" | "maximum" => {
                let bound = what.as_f64().expect("a number");
                let beyond = |n: f64| if word == "minimum" { n < bound } else { n > bound };
                if found.as_f64().is_some_and(beyond) {
                    wrong.push(format!("{at}: {word} {what}, found {found}"));
                }
            }
            "minItems" | "maxItems" => {
                let (count, bound) = (found.as_array().map(Vec::len), what.as_u64().map(|n| n as usize));
                if count.is_some_and(|n| if word == "minItems" { Some(n) < bound } else { Some(n) > bound }) {
                    wrong.push(format!("{at}: {word} {what}, found {count:?}"));
                }
            }
            "required" => {
                let missing =
                    |name: &&Value| found.as_object().is_some_and(|of| !of.contains_key(name.as_str().unwrap()));
                wrong.extend(what.as_array().unwrap().iter().filter(missing).map(|name| format!("{at}: no {name}")));
            }
            "items" => {
                for (i, item) in found.as_array().into_iter().flatten().enumerate() {
                    whole(root, what, item, &format!("{at}/{i}"), wrong);
                }
            }
            "properties" | "additionalProperties" => {}
            "const" | "enum" | "type" => {}
            other => panic!("{at}: `{other}` is no word that this test knows"),
        }
    }
    if words.contains_key("properties") || words.contains_key("additionalProperties") {
        let mut names = BTreeSet::new();
        for (name, inner) in found.as_object().into_iter().flatten() {
            if let Some(of) = schema["properties"].get(name).or(schema.get("additionalProperties")) {
                whole(root, of, inner, &format!("{at}/{name}"), wrong);
                names.insert(name.clone());
            }
        }
        add(&mut described, Some(names));
    }
    described
}

fn add(to: &mut Option<BTreeSet<String>>, more: Option<BTreeSet<String>>) {
    if let Some(more) = more {
        to.get_or_insert_default().extend(more);
    }
}

/// Whether a value has the type, or one of the types.
fn is(types: &Value, found: &Value) -> bool {
    let one = |name: &Value| match name.as_str() {
        Some("object") => found.is_object(),
        Some("array") => found.is_array(),
        Some("string") => found.is_string(),
        Some("integer") => found.is_i64() || found.is_u64(),
        Some("number") => found.is_number(),
        Some("boolean") => found.is_boolean(),
        Some("null") => found.is_null(),
        _ => panic!("{name} is no type"),
    };
    types.as_array().map_or_else(|| one(types), |all| all.iter().any(one))
}

#[test]
fn what_is_wrong_is_found() {
    let schema = serde_json::json!({ "type": "object", "required": ["a"], "properties": {
        "a": { "type": ["string", "null"], "pattern": "^0x[0-9a-f]+$" }, "b": { "type": "array", "items": { "$ref": "#/$defs/n" } },
        "c": { "anyOf": [{ "const": 1 }, { "enum": ["x"] }] } }, "$defs": { "n": { "type": "integer" } } });
    let wrong = |text: &str| check(&schema, &serde_json::from_str(text).unwrap()).len();
    for right in [r#"{"a": null}"#, r#"{"a": "0x0f", "b": [1, 2], "c": "x"}"#] {
        assert_eq!(wrong(right), 0, "{right}");
    }
    for text in [
        "[]",
        "{}",
        r#"{"a": "12"}"#,
        r#"{"a": null, "b": [1, 1.5]}"#,
        r#"{"a": null, "c": 2}"#,
        r#"{"a": null, "d": 1}"#,
    ] {
        assert_eq!(wrong(text), 1, "{text}");
    }
}
