//! What else can become of an instruction, as a section of its page: from the lifted samples of its forms.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use isotope::isa::visa::form::FORMS;
use isotope::isa::{rdna, sass, visa};
use isotope::machine::failure::{Cause, End, Failure, failures, is_modelled};
use isotope::program::Program;

use super::{Room, support, table_of};
use crate::target::Target;

/// The section for a mnemonic; nothing where nothing can happen.
pub fn section(room: &Room, mnemonic: &str) -> String {
    let name = mnemonic.split('.').next().unwrap_or(mnemonic);
    let list = match room.target {
        Target::Visa(_) => {
            let programs: Vec<Program> = FORMS.named(name).flat_map(visa::sample::programs).collect();
            (is_modelled(&programs), failures(&programs, visa::launch::LIMITS, name, visa::sample::evidence))
        }
        target => {
            let (table, bit) = table_of(target);
            let forms = table.forms.iter().filter(|f| f.mnemonic == name && f.row.profiles & bit != 0);
            match target.profile() {
                Some(profile) => {
                    let programs: Vec<Program> = forms.flat_map(|f| sass::sample::programs(f, profile)).collect();
                    (is_modelled(&programs), failures(&programs, sass::launch::LIMITS, name, sass::sample::evidence))
                }
                None => {
                    let programs: Vec<Program> = forms.flat_map(rdna::sample::programs).collect();
                    (is_modelled(&programs), failures(&programs, rdna::launch::LIMITS, name, rdna::sample::evidence))
                }
            }
        }
    };
    let (modelled, list) = list;
    let mut out = String::new();
    if !modelled {
        out.push_str("## Execution\n\nOutside the model: a launch that executes it stops with \"not modelled\".\n\n");
    } else if !list.is_empty() {
        out.push_str("## Faults, drops and waits\n\n| what happens | when | grade and source |\n| --- | --- | --- |\n");
        for failure in by_end(list) {
            let _ = writeln!(out, "| {} | {} | {} |", end(room, &failure), when(&failure), support(&failure.evidence));
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

fn end(room: &Room, failure: &Failure) -> String {
    let end = failure.cause.end();
    match end {
        // The codes are those of the SM.
        End::Fault(kind) if room.codes => {
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
