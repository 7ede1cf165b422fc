//! Compare-and-swap and floats.

use isotope_ir::effect::Uop;
use isotope_op::alu::{Test, Test64};
use isotope_op::atomic::AtomicOp;
use isotope_op::float::Cond;

use super::{Broken, Level, LintRule};
use crate::access::Touch;
use crate::source::{At, Code};

/// A loop around a compare-and-swap that ends when floats are equal.
pub const LOOP: LintRule = LintRule {
    name: "cas-loop-compares-floats",
    level: Level::Warning,
    statement: "a loop around a compare-and-swap ends when floats are equal: with a NaN in memory it never ends, and -0 counts as +0",
    advice: "compare the bits, as integers",
    decided_by: &[],
    source: "spec: IEEE 754-2019, 5.11: a NaN is unordered with everything, itself included, and zeros are equal whatever their sign",
};

/// A compare-and-swap that compares floats.
pub const OPERATION: LintRule = LintRule {
    name: "float-compare-and-swap",
    level: Level::Note,
    statement: "a compare-and-swap that compares floats: a NaN in memory is never replaced, and -0 is where +0 is wanted",
    advice: "compare bits where every value must be replaced",
    decided_by: &[],
    source: "spec: IEEE 754-2019, 5.11; the operation's page: isotope docs",
};

pub(super) fn look(code: &Code<'_>, touches: &[Touch<'_>], found: &mut Vec<Broken>) {
    for touch in touches.iter().filter(|t| t.rmw.is_some_and(|rmw| rmw.op == AtomicOp::FCas)) {
        found.push(Broken { rule: &OPERATION, step: touch.at.step, detail: String::new() });
    }
    for of in &code.graph.loops {
        let cas = |at: &At| touches.iter().any(|t| t.at == *at && t.rmw.is_some_and(|rmw| rmw.op == AtomicOp::Cas));
        let sources = code.sources(&code.leaving(of), Some(&of.body));
        let tries = |t: &&Touch<'_>| t.rmw.is_some_and(|rmw| rmw.op == AtomicOp::FCas) && sources.uops.contains(&t.at);
        for touch in touches.iter().filter(|t| of.body.contains(&t.at.step)).filter(tries) {
            let detail = "the compare-and-swap itself compares floats: it never stores where a NaN is".to_string();
            found.push(Broken { rule: &LOOP, step: touch.at.step, detail });
        }
        let compared = |at: &At| {
            let uop = &code.program.uops[at.uop as usize];
            let reads = uop.def_use(code.lanes(*at), code.program).reads;
            let direct = reads.iter().flat_map(|part| code.origins(*at, *part, Some(&of.body)));
            direct.into_iter().find_map(|def| match def {
                crate::source::Def::Uop(def) if cas(&def) => Some(def),
                _ => None,
            })
        };
        // A test of the bits ends the loop as well.
        if sources.uops.iter().any(|at| is_bit_test(code, *at) && compared(at).is_some()) {
            continue;
        }
        for at in sources.uops.iter().filter(|at| is_float_test(code, **at)) {
            if let Some(with) = compared(at) {
                let detail = format!("it compares what {} gave back", code.place(with.step));
                found.push(Broken { rule: &LOOP, step: at.step, detail });
            }
        }
    }
}

/// Whether a test compares bits for equality.
fn is_bit_test(code: &Code<'_>, at: At) -> bool {
    matches!(
        code.program.uops.get(at.uop as usize),
        Some(
            Uop::Test { op: Test::Eq | Test::Ne, .. }
                | Uop::ScalarTest { op: Test::Eq | Test::Ne, .. }
                | Uop::Test64 { op: Test64::Eq | Test64::Ne, .. }
        )
    )
}

/// Whether a test compares floats for equality. A test for less or greater ends with a NaN.
fn is_float_test(code: &Code<'_>, at: At) -> bool {
    let cond = match code.program.uops.get(at.uop as usize) {
        Some(Uop::Test { op: Test::FCmp { cond, .. }, .. }) => *cond,
        Some(Uop::Test64 { op: Test64::DCmp { cond } | Test64::DCmpFlushed { cond }, .. }) => *cond,
        _ => return false,
    };
    matches!(cond, Cond::Eq | Cond::Ne | Cond::Equ | Cond::Neu)
}
