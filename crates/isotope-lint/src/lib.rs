//! What can be wrong with a kernel's atomics, waits and fences, told from its code alone.
//!
//! Rules look at the neutral form, so they are the same for every instruction set; what differs between machines (which instruction is a
//! fence, which caches a wait has to drop) are the values of their [`Ordering`].
//!
//! A finding is a reason to look, not a verdict: conditions are not decided, so a way that no launch takes counts. `isotope explore` decides for
//! a launch. What is not found is not proved right.

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

pub use rules::{Level, RULES, Rule};
use source::Code;

/// What was found in a kernel.
#[derive(Clone, Debug, Default)]
pub struct Lint {
    /// In order of address, each with how bad it is.
    pub findings: Vec<(Level, Finding)>,
    /// What was not looked at, in words.
    pub left_out: Vec<String>,
}

/// Look at a kernel.
///
/// `ordering` is what its machine keeps in order; without one, the rules on fences are left out. `begins` tells which words of the register file
/// hold something when a wave begins, where that is known; it is asked only where it matters.
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
