//! Instructions that the machine refuses, and those that no document defines.

use isotope_ir::FaultKind;
use isotope_ir::effect::{Control, Mask};
use isotope_ir::program::Refusal;
use isotope_option::RestsOn;

use super::{Broken, Level, LintRule};
use crate::source::Code;

/// A form that faults.
pub const FAULT: LintRule = LintRule {
    name: "reserved-form",
    level: Level::Error,
    statement: "the machine faults on this form of the instruction",
    advice: "use a form that the instruction's page lists",
    decided_by: &[],
    source: "as the detail says; the instruction's page: isotope docs",
};

/// A form that no document defines.
pub const OPEN: LintRule = LintRule {
    name: "undefined-form",
    level: Level::Warning,
    statement: "no document says what this form of the instruction does",
    advice: "use a form that the instruction's page lists",
    decided_by: &[],
    source: "as the detail says; the instruction's page: isotope docs",
};

pub(super) fn look(code: &Code<'_>, found: &mut Vec<Broken>) {
    for step in (0..code.graph.next.len() as u32).filter(|step| code.graph.is_reached(*step)) {
        let of = &code.program.steps[step as usize];
        let Control::Refuse(n) = of.control else { continue };
        if of.guard == Mask::NONE {
            continue;
        }
        let (rule, detail) = match &code.program.refusals[n as usize] {
            // An assertion that fails asks for it.
            Refusal::Fault { kind: FaultKind::Trap, .. } => continue,
            Refusal::Fault { detail, .. } => (&FAULT, format!("{detail}{}", RestsOn(detail))),
            Refusal::Unspecified { rule } => (&OPEN, format!("{rule}{}", RestsOn(rule))),
            Refusal::NotModelled { .. } => continue,
        };
        found.push(Broken { rule, step, detail });
    }
}
