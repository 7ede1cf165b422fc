//! Lifting writes micro-operations for readability; these passes remove redundant work.
//!
//! [`forward_copies`] lets an operation write its destination directly instead of a temporary that is copied.
//! [`drop_unread`] removes flags that no instruction of the program reads. Neither changes what a program can observe.

use super::Program;
use crate::effect::{ACTIVE, Entry, In, Mask, MaskOp, Operand, Slot, Src, Uop};
use isotope_op::alu::Alu;

/// Lets producers write the destination of later copies, within the micro-operations of one instruction.
///
/// Vectors from `slots` on and scalar words from `scalars` on are temporaries, which are not read afterwards.
pub(super) fn forward_copies(uops: &mut Vec<Uop>, slots: Slot, scalars: u16) {
    for at in (0..uops.len()).rev() {
        let copied = match uops[at] {
            Uop::Alu { op: Alu::Mov, dst, src: [Src::Slot(from), ..] } if from >= slots && dst < slots => {
                Some((Destination::Slot(from), Destination::Slot(dst)))
            }
            Uop::Mask { op: MaskOp::And, dst, a: Mask { word, negate: false }, b: Mask::ALL }
                if word != Mask::ALWAYS && word >= scalars && dst < scalars =>
            {
                Some((Destination::Word(word), Destination::Word(dst)))
            }
            _ => None,
        };
        if copied.is_some_and(|(from, to)| forward(uops, at, from, to)) {
            uops.remove(at);
        }
    }
}

/// Something an operation writes.
#[derive(Clone, Copy, PartialEq)]
enum Destination {
    Slot(Slot),
    Word(u16),
}

impl Destination {
    /// The one location that an operation writes, if it touches registers only lane by lane and through operands that can be renamed.
    fn written(uop: &mut Uop) -> Option<DestinationMut<'_>> {
        match uop {
            Uop::Alu { dst, .. } => Some(DestinationMut::Slot(dst)),
            Uop::Test { dst, .. } | Uop::Mask { dst, .. } => Some(DestinationMut::Word(dst)),
            _ => None,
        }
    }

    fn is_written_by(self, mut uop: Uop) -> bool {
        Destination::written(&mut uop).is_some_and(|p| p.get() == self)
    }

    /// Replaces this location by `to` in what `uop` reads; returns whether it was there.
    fn rename(self, uop: &mut Uop, to: Destination) -> bool {
        let mut found = false;
        uop.operands(&mut Entry::None, |operand| match (operand, self, to) {
            (Operand::Read(src, _), Destination::Slot(from), Destination::Slot(to)) if *src == Src::Slot(from) => {
                (*src, found) = (Src::Slot(to), true);
            }
            (Operand::Read(Src::Scalar(word), _), Destination::Word(from), Destination::Word(to))
            | (Operand::Read(Src::Mask(Mask { word, .. }), _), Destination::Word(from), Destination::Word(to))
            | (Operand::ReadMask(Mask { word, .. }, _), Destination::Word(from), Destination::Word(to))
                if *word == from =>
            {
                (*word, found) = (to, true);
            }
            _ => {}
        });
        found
    }

    fn is_read_by(self, mut uop: Uop) -> bool {
        self.rename(&mut uop, self)
    }
}

enum DestinationMut<'a> {
    Slot(&'a mut Slot),
    Word(&'a mut u16),
}

impl DestinationMut<'_> {
    fn get(&self) -> Destination {
        match self {
            DestinationMut::Slot(s) => Destination::Slot(**s),
            DestinationMut::Word(w) => Destination::Word(**w),
        }
    }

    fn set(self, to: Destination) {
        match (self, to) {
            (DestinationMut::Slot(s), Destination::Slot(to)) => *s = to,
            (DestinationMut::Word(w), Destination::Word(to)) => *w = to,
            _ => {}
        }
    }
}

/// Lets the producer of `from` write `to`, which operation `copy` copies it to, if no operation in between reads or writes `to` and no
/// other operation writes either.
fn forward(uops: &mut [Uop], copy: usize, from: Destination, to: Destination) -> bool {
    let Some(producer) = uops[..copy].iter().rposition(|&u| from.is_written_by(u)) else { return false };
    let conflicts = |(i, &uop): (usize, &Uop)| {
        let plain = matches!(uop, Uop::Alu { .. } | Uop::Test { .. } | Uop::Mask { .. });
        let early = i < copy && to.is_read_by(uop);
        let again = i != copy && to.is_written_by(uop);
        !plain || early || again || from.is_written_by(uop)
    };
    if uops.iter().enumerate().skip(producer + 1).any(conflicts) {
        return false;
    }
    if let Some(place) = Destination::written(&mut uops[producer]) {
        place.set(to);
    }
    for uop in &mut uops[producer + 1..] {
        from.rename(uop, to);
    }
    true
}

/// Removes tests whose only effect is on scalar words of `flags` that the program never reads.
pub(super) fn drop_unread(program: &mut Program, flags: &[u16]) {
    let mut read = vec![false; usize::from(program.scalar_words) + 1];
    let words = usize::from(program.scalar_words);
    let mut note = |operand: Operand<'_>| match operand {
        Operand::Read(Src::Scalar(word), _)
        | Operand::Read(Src::Mask(Mask { word, .. }), _)
        | Operand::ReadMask(Mask { word, .. }, _) => {
            if let Some(known) = read.get_mut(usize::from(*word)) {
                *known = true;
            }
        }
        Operand::ReadScalars(first) => read[usize::from(first).min(words)..].fill(true),
        _ => {}
    };
    note(Operand::ReadMask(&mut Mask::of(ACTIVE), In::Any));
    for step in &program.steps {
        note(Operand::ReadMask(&mut { step.guard }, In::Any));
        { step.control }.operands(&mut program.entry_of(step.control), &mut note);
    }
    for uop in &program.uops {
        { *uop }.operands(&mut program.entry(*uop), &mut note);
    }
    let dead = |uop: &Uop| match uop {
        Uop::Test { dst, .. } | Uop::Mask { dst, .. } => flags.contains(dst) && !read[usize::from(*dst)],
        _ => false,
    };
    let mut kept = Vec::with_capacity(program.uops.len());
    for step in &mut program.steps {
        let first = kept.len();
        let range = step.first as usize..(step.first + step.count) as usize;
        kept.extend(program.uops[range].iter().filter(|u| !dead(u)));
        (step.first, step.count) = (first as u32, (kept.len() - first) as u32);
    }
    program.uops = kept;
}
