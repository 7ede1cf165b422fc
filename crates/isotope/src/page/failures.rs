//! What else can become of an instruction, as a section of its page: from the lifted samples of its forms.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use isotope_machine::failure::{Cause, End, Failure};
use isotope_target::{Failures, Target};

use super::support;

/// The section for a mnemonic; nothing where nothing can happen.
pub fn section(target: &dyn Target, mnemonic: &str) -> String {
    let Failures { modelled, list } = target.failures(mnemonic.split('.').next().unwrap_or(mnemonic));
    let codes = target.isa().fault_codes;
    let mut out = String::new();
    if !modelled {
        out.push_str("## Execution\n\nOutside the model: a launch that executes it stops with \"not modelled\".\n\n");
    } else if !list.is_empty() {
        out.push_str("## Faults, drops and waits {#failures}\n\n| what happens | when | grade and source |\n| --- | --- | --- |\n");
        for failure in by_end(list) {
            let _ = writeln!(out, "| {} | {} | {} |", end(codes, &failure), when(&failure), support(&failure.evidence));
        }
        out.push('\n');
    }
    out
}

/// Faults first, each kind together.
fn by_end(list: Vec<Failure>) -> impl Iterator<Item = Failure> {
    let mut groups: BTreeMap<(u8, String), Vec<Failure>> = BTreeMap::new();
    for failure in list {
        let end = failure.cause.end();
        let rank = match end {
            End::Fault(_) => 0,
            End::Dropped => 1,
            End::Halted | End::Waits => 2,
            End::Open => 3,
        };
        groups.entry((rank, end.text())).or_default().push(failure);
    }
    groups.into_values().flatten()
}

fn end(codes: bool, failure: &Failure) -> String {
    let end = failure.cause.end();
    match end {
        // The codes are those of the SM.
        End::Fault(kind) if codes => {
            kind.code().map_or_else(|| end.text(), |code| format!("{} ({code:#04x})", end.text()))
        }
        _ => end.text(),
    }
}

fn when(failure: &Failure) -> String {
    let bytes: Vec<String> = failure.bytes.iter().map(u8::to_string).collect();
    match (failure.cause, bytes.as_slice()) {
        (_, []) => failure.cause.when().into(),
        (Cause::WideInPrivate, list) => format!("{}: {} bytes", failure.cause.when(), list.join(" or ")),
        (_, list) => format!("{} ({})", failure.cause.when(), list.join(" or ")),
    }
}
