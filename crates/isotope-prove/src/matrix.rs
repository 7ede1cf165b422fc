//! Compares the operations of a class with each other: equal, equal under a condition that is found here, or different.
//!
//! A condition is a conjunction of atoms from a small vocabulary over the inputs ([`atoms`]). A search finds it: sample inputs rule out
//! conditions under which a difference remains. For a remaining condition the solver gives a proof, or an input that is added to the
//! samples.

use std::time::Duration;

use isotope_op::atomic::AtomicOp;
use isotope_term::{Arena, Tape};

use crate::decide::{Decision, Half, Means, Posed, Witness};
use crate::expr;
use crate::question::{Question, SOURCES};
use crate::sample::{Samples, VALUES};

/// The relation of two operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Equal for all inputs.
    Equal {
        /// The solver that alone claims this (unconfirmed).
        trusted: Vec<String>,
    },
    /// Equal where one of these conditions holds; each is a conjunction.
    EqualIf {
        /// The conditions, weakest first.
        conditions: Vec<String>,
        /// A counterexample without them.
        witness: Witness,
        /// Solvers that alone claim a condition (unconfirmed).
        trusted: Vec<String>,
    },
    /// Different, and equal under no condition of the vocabulary.
    Different(Witness),
    /// Undecided, and why.
    Undecided(String),
}

/// Both halves of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Memory afterwards.
    pub memory: Relation,
    /// Returned value.
    pub returned: Relation,
}

/// The vocabulary of conditions for operations with this many sources.
pub fn atoms(sources: usize, floats: bool, bits: u32) -> Vec<String> {
    let names: Vec<&str> = std::iter::once("mem").chain(SOURCES.into_iter().take(sources)).collect();
    let ones = u64::MAX >> (64 - bits);
    let mut all = Vec::new();
    for n in &names {
        all.extend([
            format!("{n} == 0"),
            format!("{n} != 0"),
            format!("{n} == {ones:#x}"),
            format!("{n} != {ones:#x}"),
        ]);
        all.extend([format!("sign({n}) == 0"), format!("sign({n}) == 1")]);
        if floats {
            for f in ["isnan", "issnan", "isinf", "iszero", "issubnormal"] {
                all.extend([format!("!{f}({n})"), format!("{f}({n})")]);
            }
        }
    }
    for (i, a) in names.iter().enumerate() {
        for b in &names[i + 1..] {
            for sign in ["==", "!=", "<", "<=", ">", ">=", "<s", ">s"] {
                all.push(format!("{a} {sign} {b}"));
            }
            if floats {
                for f in ["isnan", "issnan", "isinf", "iszero", "issubnormal"] {
                    all.push(format!("!{f}({a}) && !{f}({b})"));
                    all.push(format!("!{f}({a}) || !{f}({b})"));
                }
            }
            all.push(format!("sign({a}) == sign({b})"));
            all.push(format!("{a} & {b} == 0"));
        }
    }
    all
}

/// Most conditions shown.
const SHOWN: usize = 3;
/// Most conditions tried.
const TRIED: usize = 60;
/// Most conflicts of one proof, so that the result does not depend on the load of the machine. Among proofs about float sums, the longest
/// one that ends has 861 conflicts, and those that do not end exceed 30,000; other classes are quick.
const CONFLICTS: u64 = 5_000;
/// After this number of undecided conditions the search stops.
const UNDECIDED: usize = 4;
/// Time limit of external programs for one proof with float sums; other proofs are quick.
const OUTSIDE: Duration = Duration::from_secs(1);
/// A condition of one atom must hold for at least one sample in this many; one of several atoms for ten times as many. A condition that
/// holds only at single points helps no reader.
const RARE: u32 = 200;

/// Compares two operations, and looks for conditions where they differ.
pub fn cell(question: &Question, means: &Means<'_>) -> Cell {
    let memory = relation(question, Half::Memory, means);
    let returned = relation(question, Half::Returned, means);
    Cell { memory, returned }
}

fn relation(question: &Question, half: Half, means: &Means<'_>) -> Relation {
    let Ok(posed) = Posed::new(question, &[]) else { return Relation::Undecided("no terms".into()) };
    match posed.decide(half, means) {
        Decision::Equal { trusted, .. } => Relation::Equal { trusted },
        Decision::Undecided { why } => Relation::Undecided(why),
        Decision::Different { witness, .. } => {
            let (conditions, trusted) = conditions(question, half, means, witness);
            if conditions.is_empty() {
                Relation::Different(witness)
            } else {
                Relation::EqualIf { conditions, witness, trusted }
            }
        }
    }
}

/// One bit per sample.
#[derive(Clone, Default)]
struct Set {
    words: Vec<u64>,
    samples: usize,
}

impl Set {
    fn push(&mut self, holds: bool) {
        if self.samples.is_multiple_of(64) {
            self.words.push(0);
        }
        if let Some(last) = self.words.last_mut() {
            *last |= u64::from(holds) << (self.samples % 64);
        }
        self.samples += 1;
    }
    fn and(&self, other: &Set) -> Set {
        Set { words: self.words.iter().zip(&other.words).map(|(a, b)| a & b).collect(), samples: self.samples }
    }
    fn meets(&self, other: &Set) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }
    fn count(&self) -> u32 {
        self.words.iter().map(|w| w.count_ones()).sum()
    }
    fn within(&self, other: &Set) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }
}

/// The conditions, and the solvers that must be trusted for one of them.
fn conditions(question: &Question, half: Half, means: &Means<'_>, first: Witness) -> (Vec<String>, Vec<String>) {
    let bits = question.left.size.bits();
    let sources = question.sources();
    let floats = question.left.op.is_float() || question.right.op.is_float();
    let atoms = atoms(sources, floats, bits);
    let tapes: Vec<Option<Tape>> = atoms.iter().map(|atom| tape(atom, bits, sources)).collect();
    // Samples at which each atom holds, and samples at which the operations differ.
    let (mut holds, mut differ) = (vec![Set::default(); atoms.len()], Set::default());
    let mut room = Vec::new();
    let mut learn = |sample: [u64; VALUES], holds: &mut Vec<Set>, differ: &mut Set| {
        differ.push(crate::exhaust::differs(question, half, Witness { mem: sample[0], src: [sample[1], sample[2]] }));
        for (set, tape) in holds.iter_mut().zip(&tapes) {
            set.push(tape.as_ref().is_some_and(|tape| tape.run_on(&sample[..1 + sources], &mut room) != 0));
        }
    };
    let of = |w: Witness| [w.mem, w.src[0], w.src[1], 0];
    Samples::new(bits, 1 + sources).chain([of(first)]).for_each(|sample| learn(sample, &mut holds, &mut differ));
    let sums = [question.left.op, question.right.op].iter().any(|op| matches!(op, AtomicOp::FAdd | AtomicOp::FSub));
    let budget = if sums && means.outside.is_some() { means.budget.min(OUTSIDE) } else { means.budget };
    let small = Means { budget, conflicts: CONFLICTS, ..*means };
    let deadline = means.clock.after(means.budget);
    let mut undecided = 0;
    let mut proven: Vec<(String, Set)> = Vec::new();
    let mut refuted: Vec<Vec<usize>> = Vec::new();
    let mut trusted: Vec<String> = Vec::new();
    for _ in 0..TRIED {
        if proven.len() == SHOWN || undecided == UNDECIDED || deadline.is_over() {
            break;
        }
        let fresh = |set: &Set| proven.iter().all(|(_, p)| !set.within(p));
        let often = differ.samples as u32 / RARE;
        let Some((choice, _)) = best(&holds, &differ, &refuted, often, fresh) else { break };
        let text: Vec<String> = choice.iter().map(|i| bracketed(&atoms[*i], choice.len())).collect();
        let text = text.join(" && ");
        let Ok(posed) = Posed::new(question, std::slice::from_ref(&text)) else { break };
        match posed.decide(half, &small) {
            Decision::Equal { trusted: by, .. } => {
                by.into_iter().for_each(|name| {
                    if !trusted.contains(&name) {
                        trusted.push(name);
                    }
                });
                let set = choice.iter().skip(1).fold(holds[choice[0]].clone(), |s, i| s.and(&holds[*i]));
                proven.push((text, set));
            }
            Decision::Different { witness: w, .. } => learn(of(w), &mut holds, &mut differ),
            Decision::Undecided { .. } => {
                undecided += 1;
                refuted.push(choice);
            }
        }
    }
    (proven.into_iter().map(|(text, _)| text).collect(), trusted)
}

fn bracketed(atom: &str, among: usize) -> String {
    if among > 1 && atom.contains("||") { format!("({atom})") } else { atom.to_string() }
}

/// An atom, compiled for evaluation on samples; `None` if it does not fit the operations.
fn tape(atom: &str, bits: u32, sources: usize) -> Option<Tape> {
    let arena = Arena::new();
    let names = std::iter::once("mem").chain(SOURCES.into_iter().take(sources));
    // The arena's inputs have the order of the samples' values.
    let scope: Vec<_> = names.map(|n| (n, arena.input(n, bits))).collect();
    let truth = expr::truth(&arena, atom, &scope[..]).ok()?;
    Some(Tape::new(&arena, truth))
}

/// The best choice of at most three atoms: no known difference remains, the choice holds somewhere, and it adds to the proven conditions.
/// Fewer atoms come first, then weaker conditions.
fn best(
    holds: &[Set],
    differ: &Set,
    refuted: &[Vec<usize>],
    often: u32,
    fresh: impl Fn(&Set) -> bool,
) -> Option<(Vec<usize>, u32)> {
    let mut best: Option<(Vec<usize>, u32)> = None;
    let consider = |choice: &[usize], set: &Set, best: &mut Option<(Vec<usize>, u32)>| {
        let weak = set.count();
        let least = if choice.len() == 1 { often } else { 10 * often };
        if weak < least.max(1) || set.meets(differ) || refuted.iter().any(|r| r == choice) || !fresh(set) {
            return;
        }
        if best.as_ref().is_none_or(|(_, w)| weak > *w) {
            *best = Some((choice.to_vec(), weak));
        }
    };
    for (i, a) in holds.iter().enumerate() {
        consider(&[i], a, &mut best);
    }
    for depth in 2..=3 {
        if best.is_some() {
            return best;
        }
        for i in 0..holds.len() {
            // An atom without known differences needs no second atom.
            if !holds[i].meets(differ) {
                continue;
            }
            for j in i + 1..holds.len() {
                let two = holds[i].and(&holds[j]);
                if depth == 2 {
                    consider(&[i, j], &two, &mut best);
                } else if two.meets(differ) {
                    for (k, third) in holds.iter().enumerate().skip(j + 1) {
                        consider(&[i, j, k], &two.and(third), &mut best);
                    }
                }
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::Open;
    use isotope_op::atomic::{AtomicOp, Rmw, Size};

    fn relation_of(a: AtomicOp, b: AtomicOp) -> Relation {
        let (a, b) = (Rmw::int(a, Size::B32), Rmw::int(b, Size::B32));
        let q = Question::new(a, b, Open::Differs).unwrap();
        cell(&q, &Means::alone(Duration::from_secs(20))).memory
    }

    #[test]
    fn conditions_are_found() {
        let Relation::EqualIf { conditions, .. } = relation_of(AtomicOp::UincWrap, AtomicOp::Inc) else { panic!() };
        assert_eq!(conditions, ["mem < src0", "mem == 0xffffffff", "src0 == 0xffffffff"]);
        let Relation::EqualIf { conditions, .. } = relation_of(AtomicOp::Umax, AtomicOp::Smax) else { panic!() };
        assert!(conditions.contains(&"sign(mem) == sign(src0)".to_string()), "{conditions:?}");
        assert_eq!(relation_of(AtomicOp::Dec, AtomicOp::Predec), Relation::Equal { trusted: vec![] });
        assert!(matches!(relation_of(AtomicOp::Inc, AtomicOp::Dec), Relation::Different(_)));
    }
}
