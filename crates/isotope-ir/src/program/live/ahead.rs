//! What a wave will certainly do from a step on, as long as control goes straight on and the same lanes execute.

use super::{Deed, Kill, Live, Liveness};
use crate::effect::{Control, Step};
use crate::program::Program;

/// Number of steps ahead.
const STEPS: usize = 16;

/// Something that a wave will certainly do to its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// It reads this.
    Reads(Live),
    /// It overwrites all of this.
    Overwrites(Live),
}

/// What each step does to registers; `None` where control may branch, or other lanes execute afterwards.
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
                // A write of some bytes leaves the other bytes of the word.
                Kill::Map { half, map, bytes: bytes @ 4, lanes } => Live::Map { half, map, bytes, lanes },
                Kill::Scalar { .. } | Kill::Map { .. } => return None,
            }),
            Deed::Escape(_) => return None,
        })
    }
}

impl Liveness {
    /// What a wave at this step does next to its registers, in order, for any contents, with the currently executing lanes. It ends where
    /// control may branch or other lanes execute.
    pub fn ahead(&self, step: u32) -> impl Iterator<Item = Ahead> {
        let rest = self.run.0.get(step as usize..).unwrap_or_default();
        rest.iter().take(STEPS).map_while(Option::as_ref).flatten().copied()
    }
}
