//! Limits of time and memory of a search, which hold from its first step on and for its preparation.

use isotope_machine::mem::{Memory, room};
use isotope_machine::{Dispatch, Session};

use crate::error::Error;
use crate::until::Until;

/// This many bytes, or half of the host's memory if that is less: a search takes more than it counts.
fn to_be_had(bytes: usize) -> usize {
    let mut had = bytes;
    while had > 1 << 20 && room(had as u64).is_err() {
        had /= 2;
    }
    if had < bytes { had / 2 } else { bytes }
}

/// Limits of a search.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    /// Requested bytes.
    asked: usize,
    /// Most bytes: the requested ones, or fewer if the host has fewer.
    pub bytes: usize,
    /// Time limit.
    pub until: Until,
}

impl Bounds {
    pub fn new(bytes: usize, until: &Until) -> Bounds {
        Bounds { asked: bytes, bytes: to_be_had(bytes), until: until.clone() }
    }

    /// A launch before its first step, with at most `waves` waves.
    pub fn session<'a>(&self, dispatch: &'a Dispatch, memory: &Memory, waves: usize) -> Result<Session<'a>, Error> {
        // A group has at least one wave: launches that are much too large are refused before they are built.
        let groups = dispatch.group_count() as usize;
        if groups > waves {
            return Err(Error::Waves { found: groups * dispatch.waves() as usize, limit: waves });
        }
        let bytes = dispatch.state_bytes().saturating_add(memory.bytes());
        // Exceeding the requested limit is not the host's fault.
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
