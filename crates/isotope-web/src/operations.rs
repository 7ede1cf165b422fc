//! Atomic operations on bits, beside their counterparts, and compared with each other.

use std::time::Duration;

use isotope::page::{Operations, link};
use isotope::{Applied, Clock, Error, Means, Op, Result, Shape, equivalent, matrix};
use serde_json::{Value, json};

use crate::request::Request;

/// No time limit, because a page has no clock that can be read during a proof: the page ends the worker instead.
const PATIENCE: Duration = Duration::MAX;

fn means() -> Means<'static> {
    Means { threads: 0, clock: Clock::new(|| Duration::ZERO), ..Means::alone(PATIENCE) }
}

fn hex(value: u64, bits: u32) -> String {
    format!("0x{value:0digits$x}", digits = bits as usize / 4)
}

/// A bit pattern as users type it: `0x` is optional, `_` and blanks are ignored.
fn bits(name: &str, text: &str, bits: u32) -> Result<u64> {
    let plain: String = text.chars().filter(|c| !c.is_whitespace() && *c != '_').collect();
    let digits = plain.strip_prefix("0x").or_else(|| plain.strip_prefix("0X")).unwrap_or(&plain);
    let value = u64::from_str_radix(digits, 16).ok().filter(|value| bits == 64 || value >> bits == 0);
    value.ok_or_else(|| Error::new(format!("{name}: expected at most {} hexadecimal digits, found `{text}`", bits / 4)))
}

fn applied(gives: Applied, bits: u32) -> [Value; 2] {
    [gives.new, gives.returned].map(|value| value.map_or(Value::Null, |value| json!(hex(value, bits))))
}

/// The results of an operation and of its counterparts: `op`, `mem`, `src`, and `bits` where the operation has several widths.
pub fn op(request: &Request, operations: &Operations) -> Result<Value> {
    let op = Op::parse(request.text("op")?)?;
    let mut answer = json!({
        "op": op.text, "name": op.name, "target": op.target.name(), "page": link(&op.text), "explanation": op.explanation().json(),
    });
    // An unspecified result has rules, and no bits.
    let wanted = request.number("bits", 0)? as u32;
    let Ok(rmw) = op.rmw(Some(wanted).filter(|bits| *bits != 0)) else { return Ok(answer) };
    let Shape { bits: width, element, float, roles, .. } = op.shape(Some(rmw.size.bits()))?;
    let mem = bits("mem", request.maybe("mem")?.unwrap_or("0"), width)?;
    let mut src = [0; 2];
    for (n, (text, value)) in request.texts("src")?.iter().zip(&mut src).enumerate().take(roles.len()) {
        *value = bits(isotope::SOURCES[n], text, width)?;
    }
    let gives = op.operation.apply(Some(width), mem, src);
    let [new, returned] = applied(gives, width);
    let counterparts = operations.counterparts(&op).into_iter().map(|other| {
        let theirs = other.apply(mem, src);
        let [their_new, their_returned] = applied(theirs, width);
        let differs = |a: Option<u64>, b: Option<u64>| a.zip(b).map(|(a, b)| hex(a ^ b, width));
        json!({
            "op": other.spec, "page": link(&other.spec), "relation": other.relation, "operands": other.operands(),
            "src": other.sources(src).map(|value| hex(value, width)),
            "new": their_new, "returned": their_returned,
            "differs": [differs(gives.new, theirs.new), differs(gives.returned, theirs.returned)],
        })
    });
    let values = json!({
        "bits": width, "element": element, "float": float, "roles": roles,
        "mem": hex(mem, width), "src": src[..roles.len()].iter().map(|value| hex(*value, width)).collect::<Vec<_>>(),
        "new": new, "returned": returned,
        "path": op.path(mem, src),
        "counterparts": counterparts.collect::<Vec<_>>(),
        "command": op.command(&rmw, mem, src),
    });
    if let (Value::Object(answer), Value::Object(values)) = (&mut answer, values) {
        answer.extend(values);
    }
    Ok(answer)
}

/// Whether two operations are equal: `first`, `second`, `assume`.
pub fn equiv(request: &Request) -> Result<Value> {
    let (first, second) = (Op::parse(request.text("first")?)?, Op::parse(request.text("second")?)?);
    let answer = equivalent(&first, &second, &request.texts("assume")?, &means())?;
    let mut value = answer.json();
    value["text"] = json!(answer.text());
    value["pages"] = json!([link(&first.text), link(&second.text)]);
    Ok(value)
}

/// The relation of two operations, with conditions: `first`, `second`.
pub fn pair(request: &Request) -> Result<Value> {
    let (first, second) = (Op::parse(request.text("first")?)?, Op::parse(request.text("second")?)?);
    matrix::pair(&first, &second, &means())
}
