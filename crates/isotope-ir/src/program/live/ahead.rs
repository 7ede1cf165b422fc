//! What a wave is bound to do from a step on, as long as control goes straight on and the same lanes execute.

use super::{Deed, Kill, Live, Liveness};
use crate::effect::{Control, Step};
use crate::program::Program;

/// Steps that are looked at.
const STEPS: usize = 16;

/// Something that a wave is bound to do to its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// It reads this.
    Reads(Live),
    /// It overwrites all of this.
    Overwrites(Live),
}

/// What each step does to registers; none where control may turn away, or other lanes execute from there.
#[derive(Clone, Debug, Default)]
pub(super) struct Runs(Vec<Option<Box<[Ahead]>>>);

impl Runs {
    /// `masks`: which steps write a mask of executing lanes.
    pub fn of(program: &Program, deeds: Vec<Vec<Deed>>, masks: &[bool]) -> Runs {
        let run = |((deeds, masks), step): ((Vec<Deed>, &bool), &Step)| {
            (!masks && step.control == Control::Next).then(|| deeds.into_iter().filter_map(Ahead::of).collect())
        };
        Runs(deeds.into_iter().zip(masks).zip(&program.steps).map(run).collect())
    }
}

impl Ahead {
    fn of(deed: Deed) -> Option<Ahead> {
        Some(match deed {
            Deed::Read(part) => Ahead::Reads(part),
            Deed::Kill(kill) => Ahead::Overwrites(match kill {
                Kill::Lanes { half, first, lanes } => Live::Lanes { half, first, lanes },
                Kill::Bits { half, word, lanes } => Live::Bits { half, word, lanes },
                Kill::Words { first, lanes } => Live::Words { first, lanes },
                Kill::Scalar { word, lanes: u32::MAX } => Live::Scalar(word),
                // Bytes of a word leave others of it.
                Kill::Map { half, map, bytes: bytes @ 4, lanes } => Live::Map { half, map, bytes, lanes },
                Kill::Scalar { .. } | Kill::Map { .. } => return None,
            }),
            Deed::Escape(_) => return None,
        })
    }
}

impl Liveness {
    /// What a wave at this step does next to its registers, in this order, whatever they hold, and with the lanes that execute now. It
    /// ends where control may turn away, or other lanes execute.
    pub fn ahead(&self, step: u32) -> impl Iterator<Item = Ahead> {
        let rest = self.run.0.get(step as usize..).unwrap_or_default();
        rest.iter().take(STEPS).map_while(Option::as_ref).flatten().copied()
    }
}

#[cfg(test)]
mod tests {
    use isotope_op::alu::Alu;

    use super::*;
    use crate::effect::{ACTIVE, Mask, Slot, Src, Uop};
    use crate::program::Builder;

    /// What lies ahead of the first of some steps, each of one micro-operation.
    fn ahead(steps: &[(Mask, Uop, Control)]) -> Vec<Ahead> {
        let mut builder = Builder::new("test", 2, 4, &[]);
        for (at, (guard, uop, control)) in steps.iter().enumerate() {
            builder.begin();
            builder.push(*uop);
            builder.finish(at as u32, *guard, *control, String::new());
        }
        Liveness::of(&builder.build(), true).ahead(0).collect()
    }

    #[test]
    fn it_ends_where_control_may_turn_or_other_lanes_execute() {
        let mov = |dst, src| Uop::Alu { op: Alu::Mov, dst, src: [src, Src::Imm(0), Src::Imm(0)] };
        let (r0, r1) = (Slot(0), Slot(32));
        let lanes = |first| Live::Lanes { half: 0, first, lanes: u32::MAX };
        let (write, copy) = (mov(r0, Src::Imm(1)), mov(r1, Src::Slot(r0)));
        let (first, second) = (Ahead::Overwrites(lanes(0)), [Ahead::Reads(lanes(0)), Ahead::Overwrites(lanes(32))]);
        let (all, next) = (Mask::ALL, Control::Next);
        assert_eq!(ahead(&[(all, write, next), (all, copy, next)]), [&[first][..], &second].concat());
        // The guard is read, and what it lets through is not known.
        let guarded = ahead(&[(Mask::of(2), write, next), (all, copy, next)]);
        assert_eq!(guarded, [&[Ahead::Reads(Live::Bits { half: 0, word: 2, lanes: u32::MAX })][..], &second].concat());
        assert_eq!(ahead(&[(all, write, Control::Branch { target: 0 }), (all, copy, next)]), []);
        let mask = Uop::Scalar { op: Alu::Mov, dst: ACTIVE, src: [Src::Imm(1), Src::Imm(0), Src::Imm(0)] };
        assert_eq!(ahead(&[(all, write, next), (all, mask, next), (all, copy, next)]), [first]);
        let many = vec![(all, write, next); 2 * STEPS];
        assert_eq!(ahead(&many).len(), STEPS);
    }
}
