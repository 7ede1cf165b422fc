//! Which groups the machine holds: where their number is bounded, groups begin in order, each when one of those before it has ended.

use isotope::error::{Result, bail};
use isotope::machine::state::Status;

use crate::Debugger;
use crate::history::WaveAt;

impl Debugger<'_> {
    /// Finds out which groups there is no room for. It changes when a wave ends, and when the launch goes back.
    pub(super) fn make_room(&mut self) {
        let Some(room) = self.resident else { return };
        let session = self.history.now();
        let open =
            |group: &usize| (0..session.wave_count(*group)).any(|w| session.wave(*group, w).status != Status::Done);
        let absent = (0..session.group_count()).filter(open).nth(room as usize);
        self.absent = absent.unwrap_or(usize::MAX);
    }

    /// Whether a wave's group has begun, or may.
    pub(super) fn has_room(&self, wave: WaveAt) -> bool {
        wave.0 < self.absent
    }

    /// Groups that have begun, or may.
    pub(super) fn begun(&self) -> usize {
        self.absent.min(self.history.now().group_count())
    }

    /// Why a wave's group has not begun; nothing where it has.
    pub(super) fn absence(&self, wave: WaveAt) -> Option<String> {
        let holds = match self.resident? {
            1 => "1 group".to_string(),
            many => format!("{many} groups"),
        };
        (!self.has_room(wave)).then(|| format!("group {} has not begun: the machine holds {holds} at once", wave.0))
    }

    /// # Errors
    /// When a wave's group has not begun.
    pub(super) fn ensure_begun(&self, wave: WaveAt) -> Result<()> {
        let Some(why) = self.absence(wave) else { return Ok(()) };
        let session = self.history.now();
        let open =
            |group: &usize| (0..session.wave_count(*group)).any(|w| session.wave(*group, w).status != Status::Done);
        let first = (0..session.group_count()).find(open).unwrap_or(0);
        bail!("{why}, and groups begin in order: let one of them end first (`wave {first}.0`, `finish`), or `continue`")
    }
}
