//! One instruction: a step of it, and its bits.

use isotope::{End, Error, GivenItem, Result, StepError, target};
use serde_json::{Value, json};

use crate::request::Request;

/// One step of an instruction: `target`, and `items` as `isotope op` takes them.
pub fn step(request: &Request) -> Result<Value> {
    let target = target(request.text("target")?)?;
    let items: Vec<GivenItem> = request.texts("items")?.iter().map(|text| GivenItem::argument(text)).collect();
    let done = isotope::step(target, &items, &Default::default(), true).map_err(|error| match error {
        StepError::Text { text, error, .. } => Error::new(format!("`{text}`: {error}")),
        other => Error::new(other),
    })?;
    let end = match done.end {
        End::Done => "done",
        End::Fault => "fault",
        _ => "open",
    };
    Ok(json!({ "report": done.report, "end": end, "unit": done.unit, "step": done.json }))
}

/// Text and bits of instructions: `target`, `lines` of text or digits, `declarations` joined by `;`. An invalid line gets an error.
pub fn encoding(request: &Request) -> Result<Value> {
    let target = target(request.text("target")?)?;
    let declarations = request.maybe("declarations")?.unwrap_or("");
    let each = |line: &String| match isotope::encoding(target, line, declarations) {
        Ok(encoding) => encoding.json(),
        Err(error) => json!({ "error": error.to_string() }),
    };
    Ok(json!({ "lines": request.texts("lines")?.iter().map(each).collect::<Vec<_>>() }))
}
