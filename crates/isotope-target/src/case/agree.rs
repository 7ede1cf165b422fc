//! Compares the final memory of two machines: the part that a check specifies, without the effects of order.

use super::check::{Check, ElementRange, Expected};
use super::json::quote;
use super::{Buffer, BufferSpec, Case, CheckResult, Verdict};

impl Case {
    /// Compares the final memory of two machines. `a` and `b` are a target with its final buffers. Every check that applies to both gives
    /// one result. If the check specifies the elements, the elements are compared; if it leaves their order open, they are compared without
    /// their order. Checks of structures whose values depend on the order of waves (`list_walk`, `indexed_blocks`, `equal` with a range)
    /// have nothing to compare and are left out.
    ///
    /// # Examples
    /// ```
    /// use isotope_target::case::{Case, Verdict};
    /// let case = Case::parse(isotope_targets::TARGETS.cases, r#"{"schema": "isotope-kernel-case/1", "kernel": "k", "case": "c", "source": "k.cl",
    ///     "buffers": [{"name": "b", "type": "u32", "count": 2, "init": {"gen": "iota", "start": 5, "step": 1}}],
    ///     "launches": [{"entry": "k", "groups": 1, "group_size": 2, "args": [{"buffer": "b"}]}],
    ///     "checks": [{"check": "permutation", "buffer": "b", "start": 5}]}"#)?;
    /// let (a, mut b) = (case.initial()?, case.initial()?);
    /// b[0].bytes.rotate_left(4);
    /// assert_eq!(case.agreement(("sm_50", &a), ("gfx1100", &b))[0].verdict, Verdict::Holds);
    /// b[0].bytes[0] ^= 1;
    /// let Verdict::Fails(difference) = &case.agreement(("sm_50", &a), ("gfx1100", &b))[0].verdict else { panic!() };
    /// assert_eq!(difference, "`b`: sorted element 1: sm_50 left 0x6, gfx1100 left 0x7");
    /// # Ok::<(), isotope_target::case::CaseError>(())
    /// ```
    pub fn agreement(&self, a: (&str, &[Buffer]), b: (&str, &[Buffer])) -> Vec<CheckResult> {
        let both = self.checks.iter().filter(|c| c.applies(a.0) && c.applies(b.0));
        both.filter_map(|check| check.agreement(self, a, b)).collect()
    }
}

impl Check {
    fn agreement(&self, case: &Case, a: (&str, &[Buffer]), b: (&str, &[Buffer])) -> Option<CheckResult> {
        let (what, x) = self.kind().fixed(case, a.1)?;
        let (_, y) = self.kind().fixed(case, b.1)?;
        let at = (0..x.len().max(y.len())).find(|&i| x.get(i) != y.get(i));
        let show = |list: &[u64], at: usize| list.get(at).map_or("nothing".into(), |v| format!("{v:#x}"));
        let result = self.judge(case, a.1);
        let verdict = match at {
            None => Verdict::Holds,
            Some(at) => Verdict::Fails(format!(
                "`{}`: {what} {at}: {} left {}, {} left {}",
                quote(&result.subject),
                a.0,
                show(&x, at),
                b.0,
                show(&y, at)
            )),
        };
        Some(CheckResult { verdict, ..result })
    }
}

impl Expected {
    /// The part of final memory that the check specifies, and the name of an entry of it.
    fn fixed(&self, case: &Case, finals: &[Buffer]) -> Option<(&'static str, Vec<u64>)> {
        let whole = |buffer: usize| ElementRange { buffer, first: 0, count: case.buffers[buffer].count };
        let part = |part: &ElementRange| elements(&case.buffers[part.buffer], finals, part);
        Some(match self {
            Expected::Exact { part: p, .. } | Expected::ExactSum { part: p, .. } => ("element", part(p)),
            Expected::Unchanged { buffer } => ("element", part(&whole(*buffer))),
            Expected::Multiset { part: p, .. } | Expected::Permutation { part: p, .. } => {
                let mut list = part(p);
                list.sort_unstable();
                ("sorted element", list)
            }
            Expected::Sum { part: p, bits, .. } => {
                let sum = part(p).into_iter().fold(0u64, u64::wrapping_add);
                ("sum", vec![sum & u64::MAX >> (64 - bits)])
            }
            // With a range, the value depends on the order of waves.
            Expected::Equal { min, max, .. } if min != max => return None,
            Expected::Equal { a, b, .. } => {
                let at = |(buffer, first): (usize, usize)| part(&ElementRange { buffer, first, count: 1 });
                ("value", [at(*a), at(*b)].concat())
            }
            Expected::HashTable { keys, counts, .. } => {
                let mut pairs: Vec<_> = part(&whole(*keys)).into_iter().zip(part(&whole(*counts))).collect();
                pairs.retain(|(key, _)| *key != 0);
                pairs.sort_unstable();
                ("key or count", pairs.into_iter().flat_map(|(key, count)| [key, count]).collect())
            }
            Expected::ListWalk { .. } | Expected::IndexedBlocks { .. } => return None,
        })
    }
}

/// Elements of a final buffer as unsigned numbers; empty if the buffer is missing.
fn elements(spec: &BufferSpec, finals: &[Buffer], part: &ElementRange) -> Vec<u64> {
    let found = finals.iter().find(|b| b.name == spec.name).map_or(&[][..], |b| &b.bytes);
    let size = spec.ty.size();
    let value = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |v, &byte| v << 8 | u64::from(byte));
    found.chunks_exact(size).skip(part.first).take(part.count).map(value).collect()
}
