//! Checks the rules along every path of some code, without executing it.

use std::collections::HashSet;

use super::usage::Flow;
use super::waits::Waits;
use super::{Findings, Instruction, Waves, broken, lift, lines};
use isotope_target::finding::Finding;

/// Maximum number of visited states (positions with different outstanding operations).
const LIMIT: usize = 1 << 17;

/// The result of a walk over all paths.
#[derive(Clone, Debug)]
pub struct Paths {
    /// Broken rules, in order of address, with the number of different states in which each occurred.
    pub findings: Vec<Finding>,
    /// Whether every path was walked to its end: no jump through a register, and fewer states than the limit.
    pub complete: bool,
}

/// Walks every path of `code` from the byte offsets in `entries`.
///
/// Both sides of every conditional branch are taken, and every vector instruction has an active lane, so a finding can be on
/// a path that no launch takes. Rules that depend on values, such as those of the synchronization unit, are left to a
/// [`Checker`](super::Checker).
pub fn paths(kernel: &str, code: &[u8], waves: Waves, entries: &[u32]) -> Paths {
    let lines = lines(lift::decode(code, waves), waves);
    let at = |address: u32| lines.binary_search_by_key(&address, |line: &Instruction| line.address).ok();
    let mut found = Findings::new(kernel);
    let mut complete = true;
    let mut open: Vec<(usize, Waits)> =
        entries.iter().filter_map(|&entry| Some((at(entry)?, Waits::default()))).collect();
    let mut seen: HashSet<(usize, Waits)> = open.iter().cloned().collect();
    while let Some((here, mut waits)) = open.pop() {
        let Instruction { usage, .. } = &lines[here];
        broken(&lines, here, &mut waits, 1, |rule, detail| found.note(&lines[here], None, rule, || detail));
        if usage.ends {
            continue;
        }
        let next = lines.get(here + 1).map(|line| line.address);
        let target = |far: i32| next.and_then(|next| at(next.wrapping_add_signed(far)));
        let behind = (here + 1 < lines.len()).then_some(here + 1);
        let (one, two) = match usage.flow {
            Flow::Next => (behind, None),
            Flow::Jump(far) => (target(far), None),
            Flow::Branch(far) => (behind, target(far)),
            Flow::Unknown => {
                complete = false;
                (None, None)
            }
        };
        for to in [one, two].into_iter().flatten() {
            if seen.len() >= LIMIT {
                complete = false;
            } else if seen.insert((to, waits.clone())) {
                open.push((to, waits.clone()));
            }
        }
    }
    Paths { findings: found.finish(), complete }
}
