//! Programming rules of RDNA3 that the machine does not enforce: wait counters, clauses of GWS instructions, and the rules that
//! the synchronization unit checks.
//!
//! The model completes every instruction immediately, so a program that breaks a rule still gives a result here; on a
//! device it may read a register too early or lose a replay. A [`Checker`] observes a launch and lists the violations, once per
//! address and rule. `docs/gfx1100-rules.md` shows each rule with an example.
//!
//! ```
//! use isotope_amd::rules;
//! // s_load_b32 s2, s[0:1], null; s_mov_b32 s3, s2; s_endpgm
//! let code = [0x80, 0, 0, 0xf4, 0, 0, 0, 0xf8, 0x02, 0, 0x83, 0xbe, 0, 0, 0xb0, 0xbf];
//! let found = rules::paths("early", &code, isotope_amd::GFX1100.waves(false), &[0]).findings;
//! assert_eq!((found[0].rule, found[0].address), ("wait-lgkmcnt", 8));
//! ```

mod list;
mod paths;
mod registers;
mod usage;
mod waits;

pub use list::{ProgrammingRule, all};
pub use paths::{Paths, paths};
pub use registers::{Halves, Registers};
pub use usage::{Counter, Flow, Order, Raise, Usage};

use std::collections::HashMap;

use self::list::{
    GDS_LANES, GWS_AFTER_GDS, GWS_CLAUSE, GWS_END, GWS_WAIT, MATRIX_RESULT, ORDERED_SAME, of_unit, waits_for,
};
use self::waits::{Clash, Waits};
use super::lift;
use super::processor::{Gfx, Waves};
use isotope_ir::effect::Control;
use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Observer, Place};
use isotope_target::Watch;
use isotope_target::finding::{Finding, Seen};

/// An instruction with the facts that rules need.
struct Instruction {
    address: u32,
    text: String,
    usage: Usage,
    /// Rules that it breaks wherever it executes.
    fixed: Vec<&'static ProgrammingRule>,
}

/// Instructions in order.
fn lines(decoded: Vec<lift::Decoded>, waves: Waves) -> Vec<Instruction> {
    let usage = |d: &lift::Decoded| d.inst.as_ref().map(|i| Usage::of(i, waves)).unwrap_or_default();
    let usages: Vec<Usage> = decoded.iter().map(usage).collect();
    let mut clause = 0;
    let mut lines = Vec::with_capacity(decoded.len());
    for (i, decoded) in decoded.into_iter().enumerate() {
        let usage = usages[i];
        let fixed = fixed(&usages[i..], clause != 0);
        clause = if usage.clause != 0 { usage.clause } else { clause.saturating_sub(1) };
        lines.push(Instruction { address: decoded.address, text: decoded.text, usage, fixed });
    }
    lines
}

/// The rules that the first of some instructions breaks by its position.
fn fixed(from: &[Usage], in_clause: bool) -> Vec<&'static ProgrammingRule> {
    let mut broken = Vec::new();
    let Some(usage) = from.first().filter(|u| u.gws) else { return broken };
    let waits = |u: Option<&Usage>| u.is_some_and(|u| u.empties(Counter::Lgkm));
    let mut behind = &from[1..];
    if waits(behind.first()) {
        behind = &behind[1..];
    } else {
        broken.push(&GWS_WAIT);
    }
    if behind.first().is_some_and(|u| u.ends) {
        broken.push(&GWS_END);
    }
    if in_clause {
        broken.push(&GWS_CLAUSE);
    }
    if usage.same {
        broken.push(&ORDERED_SAME);
    }
    broken
}

/// The rules that a step breaks, with details as text.
fn broken(
    lines: &[Instruction],
    at: usize,
    waits: &mut Waits,
    lanes: u64,
    mut report: impl FnMut(&'static ProgrammingRule, String),
) {
    let Instruction { usage, fixed, .. } = &lines[at];
    fixed.iter().for_each(|rule| report(rule, String::new()));
    let place = |step: u32| {
        let line = &lines[step as usize];
        format!("`{}` at {:#06x}", line.text, line.address)
    };
    // An instruction that got a NACK is not outstanding when it is issued again.
    if usage.gws
        && let Some(gds) = waits.gds().filter(|gds| gds.step != at as u32)
    {
        report(&GWS_AFTER_GDS, format!("{} may be outstanding", place(gds.step)));
    }
    if usage.one_lane && lanes.count_ones() > 1 {
        report(&GDS_LANES, format!("{} lanes are active", lanes.count_ones()));
    }
    if usage.vector
        && let Some((product, registers)) = waits.compute(at as u32, usage)
    {
        report(&MATRIX_RESULT, format!("{} gives {registers}", place(product)));
    }
    waits.issue(at as u32, usage, lanes != 0, |clash| {
        let Clash { with, registers, counter, enough } = clash;
        let verb = if counter == Counter::Exp { "read" } else { "write" };
        let detail =
            format!("{} may still {verb} {registers}; {}({enough}) is missing", place(with.step), counter.name());
        report(waits_for(counter), detail);
    });
}

/// Observes a launch and lists the rules that it breaks.
pub struct Checker<'a> {
    dispatch: &'a Dispatch,
    memory: &'a Memory,
    lines: Vec<Instruction>,
    waves: HashMap<([u32; 3], u32), Waits>,
    findings: Findings,
    /// The last step, if the synchronization unit may have recorded a violation since then.
    asked: Option<(Place, usize, u64)>,
}

impl<'a> Checker<'a> {
    /// A checker of `dispatch`, which was lifted from `code` of a processor and runs on `memory`. Earlier records of the
    /// synchronization unit are dropped.
    pub fn new(gfx: Gfx, code: &[u8], dispatch: &'a Dispatch, memory: &'a Memory) -> Checker<'a> {
        if let Some(mut unit) = memory.unit() {
            unit.drain_diagnostics();
        }
        let waves = gfx.waves(dispatch.program.upper.is_some());
        // Every variant of the program has the same instructions.
        let steps = &dispatch.program.steps[..dispatch.program.block as usize];
        let decoded = steps.iter().filter_map(|step| lift::decode_one(code, step.address as usize, waves)).collect();
        let lines = lines(decoded, waves);
        let findings = Findings::new(&dispatch.program.name);
        Checker { dispatch, memory, lines, waves: HashMap::new(), findings, asked: None }
    }

    /// The violations, in order of address.
    pub fn finish(mut self) -> Vec<Finding> {
        self.ask_unit();
        self.findings.finish()
    }

    /// Collects the violations that the synchronization unit recorded in the last step.
    fn ask_unit(&mut self) {
        let Some((place, at, lanes)) = self.asked.take() else { return };
        let noticed = self.memory.unit().map(|mut unit| unit.drain_diagnostics()).unwrap_or_default();
        for broken in noticed {
            self.findings.note(&self.lines[at], seen(place, lanes), of_unit(broken.rule), || broken.wave.to_string());
        }
    }
}

impl Observer for Checker<'_> {
    fn step(&mut self, place: Place, index: u32, lanes: u64) {
        self.ask_unit();
        let at = index as usize % self.lines.len().max(1);
        let Some(line) = self.lines.get(at) else { return };
        let control = self.dispatch.program.steps.get(index as usize).map(|s| s.control);
        if matches!(control, Some(Control::Request(_) | Control::End)) {
            self.asked = Some((place, at, lanes));
        }
        if line.usage.ends {
            self.waves.remove(&(place.group, place.wave));
            return;
        }
        let (lines, findings) = (&self.lines, &mut self.findings);
        let waits = self.waves.entry((place.group, place.wave)).or_default();
        broken(lines, at, waits, lanes, |rule, detail| findings.note(&lines[at], seen(place, lanes), rule, || detail));
    }
}

impl Watch for Checker<'_> {
    fn step(&mut self, place: Place, index: u32, lanes: u64) {
        Observer::step(self, place, index, lanes);
    }
    fn finish(self: Box<Self>) -> Vec<Finding> {
        Checker::finish(*self)
    }
}

fn seen(Place { group, wave, .. }: Place, lanes: u64) -> Option<Seen> {
    Some(Seen { group, wave, lane: (lanes != 0).then(|| lanes.trailing_zeros()) })
}

/// Findings by address and rule.
struct Findings {
    kernel: String,
    list: Vec<Finding>,
    known: HashMap<(u32, &'static str), usize>,
}

impl Findings {
    fn new(kernel: &str) -> Findings {
        Findings { kernel: kernel.into(), list: Vec::new(), known: HashMap::new() }
    }

    fn note(
        &mut self,
        line: &Instruction,
        seen: Option<Seen>,
        rule: &'static ProgrammingRule,
        detail: impl FnOnce() -> String,
    ) {
        if let Some(&i) = self.known.get(&(line.address, rule.id)) {
            self.list[i].count += 1;
            return;
        }
        self.known.insert((line.address, rule.id), self.list.len());
        self.list.push(Finding {
            kernel: self.kernel.clone(),
            address: line.address,
            text: line.text.clone(),
            rule: rule.id,
            statement: rule.statement,
            source: rule.source,
            note: rule.note,
            detail: detail(),
            seen,
            count: 1,
            location: None,
            others: None,
            from: None,
        });
    }

    fn finish(mut self) -> Vec<Finding> {
        self.list.sort_by_key(|f| (f.address, f.rule));
        self.list
    }
}
