//! Findings for values that were never written and that reach memory, an address or a branch.

use isotope_ir::effect::LANES;
use isotope_machine::register::{Cells, Register};
use isotope_machine::{Cell, Dispatch, Origin, Uninit, UninitRule, UninitWatch};

use super::finding::{Finding, Seen, Spot, Unwritten};

const SOURCE: &str = "spec: OpenCL C 3.0, variables in local and private memory have no first value; assumed: no document says what registers hold";

/// Short names and statements of the rules.
fn rule(rule: UninitRule) -> (&'static str, &'static str) {
    match rule {
        UninitRule::Address => ("uninit-address", "an address must not depend on a value that was never written"),
        UninitRule::Branch => ("uninit-branch", "which lanes run must not depend on a value that was never written"),
        UninitRule::Store => ("uninit-store", "what is stored to global memory must have been written"),
        UninitRule::Atomic => ("uninit-atomic", "operands of an atomic operation must have been written"),
        UninitRule::Sync => ("uninit-sync", "operands of a barrier or a request must have been written"),
    }
}

/// The name of a word of the register file or of a scalar word, and its lane.
fn register(registers: &[Register], cell: Cell) -> Option<(String, Option<u32>)> {
    let own = registers.iter().filter(|register| !register.is_alias).chain(registers);
    let lanes = LANES as u32;
    match cell {
        Cell::Register(word) => own.into_iter().find_map(|register| match register.cells {
            Cells::Vector(low, high) => [Some(low), high].into_iter().flatten().enumerate().find_map(|(half, slot)| {
                let lane = word.checked_sub(slot.0).filter(|lane| *lane < lanes)?;
                Some((register.name.clone(), Some(lane + half as u32 * lanes)))
            }),
            Cells::Packed { byte, bytes, count } => {
                let element = (4 * word + 3).checked_sub(byte)? / u32::from(bytes);
                let element = element.saturating_sub(3 / u32::from(bytes));
                (element < count).then(|| (format!("{}[{element}]", register.name), None))
            }
            Cells::Mask(_) | Cells::Scalar(_) => None,
        }),
        Cell::Scalar(word) => own.into_iter().find_map(|register| match register.cells {
            Cells::Mask(other) | Cells::Scalar(other) => (other == word).then(|| (register.name.clone(), None)),
            Cells::Vector(..) | Cells::Packed { .. } => None,
        }),
        Cell::Shared(_) | Cell::Private(..) => None,
    }
}

/// The unwritten location as text.
fn place(registers: &[Register], cell: Cell) -> (String, Option<u32>) {
    match cell {
        Cell::Register(_) | Cell::Scalar(_) => {
            register(registers, cell).unwrap_or_else(|| ("a register without a name".into(), None))
        }
        Cell::Shared(at) => (format!("byte {at:#x} of shared memory"), None),
        Cell::Private(lane, at) => (format!("byte {at:#x} of private memory"), lane),
    }
}

/// The finding for a use of an unwritten value that was seen `count` times.
pub fn finding(dispatch: &Dispatch, registers: &[Register], uninit: &Uninit, count: u64) -> Finding {
    let Uninit { rule: broken, group, wave, lane, step, origin } = *uninit;
    let spot = |step: u32| Spot {
        address: dispatch.program.steps[step as usize].address,
        text: dispatch.program.texts[step as usize].trim_end().into(),
        location: None,
    };
    let (id, statement) = rule(broken);
    let from = origin.map(|Origin { cell, step }| {
        let (what, lane) = place(registers, cell);
        Unwritten { what, lane, at: spot(step) }
    });
    let detail = from.as_ref().map_or_else(String::new, |Unwritten { what, lane, at }| {
        let of = lane.map(|lane| format!(" of lane {lane}")).unwrap_or_default();
        let read = if at.address == spot(step).address { "here".into() } else { format!("at {at}") };
        format!("it depends on {what}{of}, which was never written and is first read {read}")
    });
    let at = spot(step);
    Finding {
        kernel: dispatch.program.name.clone(),
        address: at.address,
        text: at.text,
        rule: id,
        statement,
        source: SOURCE,
        note: false,
        detail,
        seen: Some(Seen { group, wave, lane }),
        count,
        location: None,
        others: None,
        from,
    }
}

/// The findings of a watcher.
pub(super) fn findings(dispatch: &Dispatch, registers: &[Register], watch: &UninitWatch<'_>) -> Vec<Finding> {
    watch.found().iter().map(|(uninit, count)| finding(dispatch, registers, uninit, *count)).collect()
}
