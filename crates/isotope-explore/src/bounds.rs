//! Time and memory of a search, which hold from its first step on, and for what comes in front of it.

use isotope_machine::mem::{Memory, room};
use isotope_machine::{Dispatch, Session};

use crate::error::Error;
use crate::until::Until;

/// Of these bytes, as many as the host has, and half of them where it has fewer: what a search counts is not all that it takes.
fn to_be_had(bytes: usize) -> usize {
    let mut had = bytes;
    while had > 1 << 20 && room(had as u64).is_err() {
        had /= 2;
    }
    if had < bytes { had / 2 } else { bytes }
}

/// What a search may take.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    /// Bytes that were asked for.
    asked: usize,
    /// Bytes at most: those, or fewer where the host has fewer.
    pub bytes: usize,
    /// How long.
    pub until: Until,
}

impl Bounds {
    pub fn new(bytes: usize, until: &Until) -> Bounds {
        Bounds { asked: bytes, bytes: to_be_had(bytes), until: until.clone() }
    }

    /// A launch in front of its first step, of so many waves at most.
    pub fn session<'a>(&self, dispatch: &'a Dispatch, memory: &Memory, waves: usize) -> Result<Session<'a>, Error> {
        // A group has one wave at least: launches that are much too large are told without building them.
        let groups = dispatch.group_count() as usize;
        if groups > waves {
            return Err(Error::Waves { found: groups * dispatch.waves() as usize, limit: waves });
        }
        let bytes = dispatch.state_bytes().saturating_add(memory.bytes());
        // What was asked for is no fault of the host's.
        for limit in [self.asked, self.bytes] {
            if bytes > limit as u64 {
                return Err(Error::Memory { bytes, limit });
            }
            room(bytes)?;
        }
        let session = Session::on_copy(dispatch, memory)?;
        let found = (0..session.group_count()).map(|group| session.wave_count(group)).sum();
        if found > waves { Err(Error::Waves { found, limit: waves }) } else { Ok(session) }
    }
}
