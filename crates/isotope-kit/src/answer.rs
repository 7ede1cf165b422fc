//! Isotope as the implementation under test.

use isotope::machine::{Options, Outcome};
use isotope::{Case as KernelCase, Error, Result, load_with, report, run_case};
use serde_json::{Value, json};

use crate::{CASE_SCHEMA, parsed};

/// The result of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KitAnswer {
    /// Why it did not end: a fault, a deadlock, something that is not modelled.
    pub stopped: Option<String>,
    /// Every buffer with its bytes.
    pub buffers: isotope::NamedBuffers,
}

/// Runs a case of a kit, as its file describes it; `read` returns the bytes of a file by its path in the kit. `assume` are alternatives of
/// assumptions, `ID=VALUE` each, and `seed` chooses the schedule if it is not 0.
///
/// # Errors
/// What is wrong with the case, its files or an alternative.
pub fn answer<'a>(
    text: &str,
    read: impl Fn(&str) -> Result<Vec<u8>>,
    assume: impl IntoIterator<Item = &'a str>,
    seed: u64,
) -> Result<KitAnswer> {
    let case = parsed(text, CASE_SCHEMA)?;
    let list = |value: &Value, name: &str| {
        let found = value[name].as_array().cloned();
        found.ok_or_else(|| Error::new(format!("expected a list `{name}`, found {}", value[name])))
    };
    let word = |value: &Value, name: &str| {
        let found = value[name].as_str().map(str::to_string);
        found.ok_or_else(|| Error::new(format!("expected a text `{name}`, found {}", value[name])))
    };
    let mut buffers = Vec::new();
    for buffer in list(&case, "buffers")? {
        let (ty, path) = (word(&buffer, "type")?, word(&buffer, "input")?);
        let bytes = read(&path)?;
        let width = if ty == "u64" { 8 } else { 4 };
        if bytes.is_empty() || bytes.len() % width != 0 {
            return Err(Error::new(format!("`{path}`: expected words of {width} bytes, found {} bytes", bytes.len())));
        }
        let values: Vec<String> = bytes
            .chunks_exact(width)
            .map(|element| element.iter().rev().fold("0x".to_string(), |text, byte| format!("{text}{byte:02x}")))
            .collect();
        let (name, count) = (word(&buffer, "name")?, values.len());
        buffers.push(json!({ "name": name, "type": ty, "count": count, "init": { "gen": "list", "values": values } }));
    }
    let mut launches = Vec::new();
    for launch in list(&case, "launches")? {
        let mut arguments = Vec::new();
        for argument in list(&launch, "arguments")? {
            arguments.push(match argument["kind"].as_str() {
                Some("buffer") => json!({ "buffer": argument["name"] }),
                Some("surface") => json!({ "surface": argument["name"], "bytes": argument["bytes"] }),
                Some("image") => {
                    json!({ "image": argument["name"], "format": argument["format"], "size": [argument["width"], 1, 1] })
                }
                Some("u32") => json!({ "u32": argument["value"] }),
                _ => {
                    let expected = "an argument with a `kind` of buffer, surface, image or u32";
                    return Err(Error::new(format!("expected {expected}, found {argument}")));
                }
            });
        }
        launches.push(json!({
            "entry": word(&launch, "kernel")?, "groups": launch["grid"], "group_size": launch["block"], "args": arguments
        }));
    }
    let Some(kernel) = launches.first().map(|launch| launch["entry"].clone()) else {
        return Err(Error::new("expected at least one launch in `launches`, found none"));
    };
    let described = json!({
        "schema": "isotope-kernel-case/1", "kernel": kernel, "case": case["id"], "source": case["id"],
        "buffers": buffers, "launches": launches, "checks": [],
    });
    let described = KernelCase::parse(isotope::TARGETS.cases, &described.to_string()).map_err(Error::new)?;
    // A kernel's text may be in a file of its own.
    let code = case["code"].as_str().map(&read).transpose()?;
    let image = load_with(&read(&word(&case, "file")?)?, |_| code.clone())?;
    let assumptions = isotope::assumptions(assume)?;
    let options = Options { seed, ..Options::default() };
    let (outcome, buffers) = run_case(&image, &described, &assumptions, options)?;
    let stopped =
        (outcome != Outcome::Done).then(|| format!("{}: {}", report::word(&outcome), report::reason(&outcome)));
    Ok(KitAnswer { stopped, buffers })
}
