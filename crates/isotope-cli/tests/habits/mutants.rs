//! Documents with a field too many or too few.

use serde_json::{Map, Value};

/// A document that is changed in one place.
pub struct Mutant {
    /// The place, and the field there.
    pub at: String,
    /// Whether the field was added; otherwise it was taken away.
    pub added: bool,
    pub document: Value,
}

/// Each object of a document with a field more, and without each of its fields; of an array, those in its first element.
pub fn of(document: &Value) -> Vec<Mutant> {
    let mut all = Vec::new();
    walk(document, document, "", &mut all);
    all
}

fn walk(root: &Value, value: &Value, at: &str, all: &mut Vec<Mutant>) {
    match value {
        Value::Object(fields) => {
            let mut change = |name: &str, added: bool, change: &dyn Fn(&mut Map<String, Value>)| {
                let mut document = root.clone();
                change(document.pointer_mut(at).and_then(Value::as_object_mut).expect("the object"));
                all.push(Mutant { at: format!("{at}/{name}"), added, document });
            };
            // No map holds such a number.
            change("nobody's", true, &|fields| drop(fields.insert("nobody's".into(), (-1.5).into())));
            fields.keys().for_each(|name| change(name, false, &|fields| drop(fields.remove(name))));
            for (name, inner) in fields {
                let name = name.replace('~', "~0").replace('/', "~1");
                walk(root, inner, &format!("{at}/{name}"), all);
            }
        }
        Value::Array(items) => {
            if let Some(first) = items.first() {
                walk(root, first, &format!("{at}/0"), all);
            }
        }
        _ => {}
    }
}
