//! `--assume ID=VALUE`: other readings where the documents are silent.

use anyhow::Context;
use isotope_op::assume::{self, Assumptions};

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

/// Make one choice.
pub fn choose(assumptions: &mut Assumptions, id: &str, value: &str) -> Result<(), String> {
    if assumptions.set(id, value) {
        return Ok(());
    }
    Err(match assume::find(id) {
        None => format!("no assumption `{id}`; `isotope assumptions` lists them"),
        Some(a) if a.alternatives.is_empty() => format!("`{id}` has one reading only: {}", a.default),
        Some(a) => format!("{id}: expected {}, {}, found `{value}`", a.default, a.alternatives.join(", ")),
    })
}
