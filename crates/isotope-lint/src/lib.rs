//! Warnings about a kernel's atomics, waits and fences, from its code alone.
//!
//! Rules read the neutral form, so they are the same for every instruction set. Differences between machines (which instruction is a fence,
//! which caches a wait must invalidate) are values of their [`Ordering`].
//!
//! A finding is a warning, not a verdict: conditions are not evaluated, so a path that no launch takes counts. `isotope explore` decides for a
//! launch. A kernel without findings is not proved correct.

pub mod access;
mod formula;
pub mod graph;
mod lanes;
pub mod rules;
pub mod source;

use std::ops::Range;

use isotope_ir::ordering::Ordering;
use isotope_ir::program::Program;
use isotope_target::finding::Finding;

pub use rules::{Level, LintRule, RULES};
use source::Code;

/// The findings in a kernel.
#[derive(Clone, Debug, Default)]
pub struct Lint {
    /// In order of address, each with its level.
    pub findings: Vec<(Level, Finding)>,
    /// The parts that were not examined, as text.
    pub left_out: Vec<String>,
}

/// Examines a kernel.
///
/// `ordering` is the order that its machine guarantees; without one, the rules on fences are left out. `begins` returns the words of the
/// register file that have a defined value when a wave starts, if that is known; it is called only if a rule needs it.
pub fn lint(
    program: &Program,
    ordering: Result<&Ordering, &str>,
    begins: &dyn Fn() -> Option<Vec<Range<u32>>>,
) -> Lint {
    let code = Code::of(program);
    let mut left_out = Vec::new();
    if !code.graph.whole {
        left_out.push("what a jump through a register leads to, or more ways than are looked at".to_string());
    }
    if let Err(why) = ordering {
        left_out.push(format!("fences: {why}"));
    }
    let findings = rules::broken(&code, ordering.ok(), begins)
        .into_iter()
        .map(|broken| {
            let rule = broken.rule;
            let finding = Finding {
                kernel: program.name.clone(),
                address: program.steps[broken.step as usize].address,
                text: code.text(broken.step).to_string(),
                rule: rule.name,
                statement: rule.statement,
                source: rule.source,
                note: rule.level == Level::Note,
                detail: broken.detail,
                seen: None,
                count: 1,
                location: None,
                others: None,
                from: None,
            };
            (rule.level, finding)
        })
        .collect();
    Lint { findings, left_out }
}
