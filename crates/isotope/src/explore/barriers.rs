//! Barriers that not all work-items of a group reach, as `isotope explore` reports them.

use isotope_explore as engine;
use isotope_target::finding::Finding;
use schemars::JsonSchema;
use serde::Serialize;

use super::Schedule;
use crate::error::{Error, Result};
use crate::finding::FindingJson;
use crate::launch::Prepared;

/// A barrier that not all work-items of a group reach.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Barrier {
    /// The waves that arrived and those that did not; its count is of explored steps.
    pub finding: Finding,
    /// A schedule that ends there.
    pub schedule: Schedule,
}

/// What a search has found, in words, with what the past of each schedule tells.
pub(super) fn barriers(prepared: &Prepared, diverged: Vec<engine::Diverged>) -> Result<Vec<Barrier>> {
    if diverged.is_empty() {
        return Ok(Vec::new());
    }
    let (dispatch, lines) = (&prepared.dispatch, prepared.lines());
    let barrier = |found: engine::Diverged| {
        let engine::Diverged { mut divergence, steps, schedule, .. } = found;
        let seen = engine::diverged(dispatch, &prepared.memory, &schedule).map_err(Error::new)?;
        let same = |of: &isotope_machine::Divergence| {
            (of.rule, of.elsewhere, of.group) == (divergence.rule, divergence.elsewhere, divergence.group)
                && (of.here, of.there.wave, of.there.lanes)
                    == (divergence.here, divergence.there.wave, divergence.there.lanes)
        };
        if let Some((full, _)) = seen.iter().find(|(of, _)| same(of)) {
            divergence = *full;
        }
        let mut finding = isotope_target::divergence::finding(dispatch, &divergence, steps);
        finding.locate(&lines);
        Ok(Barrier { finding, schedule })
    };
    diverged.into_iter().map(barrier).collect()
}

impl Barrier {
    /// In words, a line each.
    pub(super) fn text(&self) -> String {
        let mut out: String = self.finding.to_string().lines().map(|line| format!(" {line}\n")).collect();
        out += &format!("    by {}\n", self.schedule);
        out
    }

    pub(super) fn json(&self) -> BarrierJson<'_> {
        BarrierJson { finding: (&self.finding).into(), schedule: self.schedule.to_string() }
    }
}

#[derive(Serialize, JsonSchema)]
pub(super) struct BarrierJson<'a> {
    #[serde(flatten)]
    finding: FindingJson<'a>,
    /// A schedule that ends there
    schedule: String,
}
