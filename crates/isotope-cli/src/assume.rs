//! `--assume ID=VALUE`: other values of assumptions, where the documents are silent.

use anyhow::Context;
use isotope::assume::Assumptions;
use isotope::operation::choose;

use crate::exit::Result;

/// The defaults with the given choices.
pub fn choices(given: &[String]) -> Result<Assumptions> {
    let mut assumptions = Assumptions::default();
    for choice in given {
        let (id, value) = split(choice)?;
        choose(&mut assumptions, id, value).map_err(anyhow::Error::msg)?;
    }
    Ok(assumptions)
}

/// Id and value of one choice.
pub fn split(choice: &str) -> Result<(&str, &str)> {
    choice.split_once('=').with_context(|| format!("--assume: expected ID=VALUE, found `{choice}`"))
}
