//! Which vectors strips write to the register file, and which are rematerialised where the interpreter serves an access.
//!
//! Strips compute the addresses of several accesses and run the operations around them; the accesses are served afterwards. Values that
//! only form addresses stay in host registers. If the interpreter has to serve an access, which reads the register file, these values are
//! computed again from their inputs, if no input has been overwritten.

use isotope_ir::effect::{Access, LANES, Mask, Slot, Src, Uop};
use isotope_ir::program::def_use::Location;

use crate::packed::Extent;
use crate::segment::{Member, Op, Span, given, masks_of, results, sources, word_of};
use crate::unit::Writer;

/// What is stored of the results of operations.
pub(crate) struct Plan {
    /// First words of the vectors that strips write to the register file.
    pub kept: Vec<u32>,
    /// For each access.
    pub restored: Vec<Restored>,
}

/// What is rematerialised for an access.
#[derive(Default)]
pub(crate) struct Restored {
    /// First words of vectors.
    pub vectors: Vec<u32>,
    /// The operations that compute them, by number.
    pub ops: Vec<usize>,
}

impl Plan {
    /// For operations with accesses among them; `at` is the position of the first operation in the list that is emitted. `None` if an
    /// access would read what an operation behind it writes.
    pub(crate) fn of(
        w: &Writer<'_, '_, '_>,
        span: Span,
        ops: &[Op<'_>],
        members: &[Member<'_>],
        at: usize,
    ) -> Option<Plan> {
        let maps = &w.dispatch.program.maps;
        let extents: Vec<Extent> =
            ops.iter().filter_map(|op| Extent::of(&op.uop, span, maps)).filter(Extent::writes).collect();
        let over: Vec<u32> = members.last().map_or_else(Vec::new, |last| given(last.uop));
        let mut kept: Vec<u32> = Vec::new();
        for first in ops.iter().flat_map(|op| results(&op.uop)) {
            let read = || w.is_read(at, Location::Vector { first, lanes: u32::MAX }, false);
            if !kept.contains(&first) && !over.contains(&first) && read() {
                kept.push(first);
            }
        }
        loop {
            let lost = |first: u32| {
                kept.iter().any(|other| other.abs_diff(first) < LANES as u32)
                    || extents.iter().any(|extent| extent.meets(first, span))
            };
            let (mut restored, mut more): (Vec<Restored>, _) = (Vec::new(), None);
            for member in members {
                let mut own = Restored::default();
                for (first, is_data) in read_by(member.uop) {
                    let written = |op: &Op<'_>| results(&op.uop).contains(&first);
                    let later = ops[member.ops..].iter().any(written);
                    if !ops[..member.ops].iter().any(written) {
                        if later && kept.contains(&first) {
                            return None;
                        }
                        continue;
                    }
                    if !later && kept.contains(&first) {
                        continue;
                    }
                    // A value rematerialised for one access is not an input of another's.
                    let remade = |leaf: u32| {
                        let before = restored.iter().flat_map(|other| &other.vectors);
                        before.into_iter().any(|other| other.abs_diff(leaf) < LANES as u32)
                    };
                    let made = makers(&ops[..member.ops], first, |leaf| lost(leaf) || remade(leaf));
                    match made {
                        Some(made) if !is_data && !kept.contains(&first) => {
                            own.vectors.push(first);
                            own.ops.extend(made);
                        }
                        _ if later => return None,
                        _ => more = Some(first),
                    }
                }
                own.ops.sort_unstable();
                own.ops.dedup();
                restored.push(own);
            }
            match more {
                Some(first) => kept.push(first),
                None => return Some(Plan { kept, restored }),
            }
        }
    }
}

/// First words of the vectors that an access reads, and whether they are more than its address.
fn read_by(uop: &Uop) -> Vec<(u32, bool)> {
    let (Uop::Load { access, .. } | Uop::Store { access, .. } | Uop::Atomic { access, .. }) = uop else {
        return Vec::new();
    };
    let Access { address, .. } = access;
    let of_address: Vec<Src> = [Some(address.lo), address.hi].into_iter().flatten().collect();
    let mut data = sources(uop);
    for src in &of_address {
        if let Some(at) = data.iter().position(|other| other == src) {
            data.swap_remove(at);
        }
    }
    let slots = |all: Vec<Src>, is_data: bool| {
        all.into_iter().filter_map(move |src| match src {
            Src::Slot(Slot(first)) => Some((first, is_data)),
            _ => None,
        })
    };
    // A vector that is both address and data counts as data.
    let mut all: Vec<(u32, bool)> = slots(data, true).collect();
    for (first, _) in slots(of_address, false) {
        if all.iter().all(|(other, _)| *other != first) {
            all.push((first, false));
        }
    }
    all
}

/// The operations that compute a vector from values from before all of them; `None` if some of these are lost, or an operation must not run
/// twice.
fn makers(ops: &[Op<'_>], vector: u32, lost: impl Fn(u32) -> bool) -> Option<Vec<usize>> {
    let (mut vectors, mut words, mut made) = (vec![vector], Vec::new(), Vec::new());
    for (at, Op { uop, .. }) in ops.iter().enumerate().rev() {
        let (results, word) = (results(uop), word_of(uop));
        let is_wanted = results.iter().any(|first| vectors.contains(first)) || word.is_some_and(|w| words.contains(&w));
        let pure = matches!(
            uop,
            Uop::Alu { .. }
                | Uop::Alu64 { .. }
                | Uop::Narrow { .. }
                | Uop::Test { .. }
                | Uop::Test64 { .. }
                | Uop::Mask { .. }
                | Uop::TableAddress { .. }
                | Uop::Approximate { .. }
                | Uop::Special { .. }
        );
        if !is_wanted {
            continue;
        }
        if !pure {
            return None;
        }
        made.push(at);
        vectors.retain(|first| !results.contains(first));
        words.retain(|other| Some(*other) != word);
        words.extend(masks_of(uop));
        for src in sources(uop) {
            match src {
                Src::Slot(Slot(first)) => vectors.push(first),
                Src::Mask(mask) if mask.word != Mask::ALWAYS => words.push(mask.word),
                _ => {}
            }
        }
    }
    (!vectors.into_iter().any(lost)).then_some(made)
}
