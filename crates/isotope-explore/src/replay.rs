//! Replay of a schedule on the machine.

use isotope_machine::mem::Memory;
use isotope_machine::state::Status;
use isotope_machine::{Dispatch, Session, Stepped, Stop, Unobserved};
use isotope_option::OptionName;

use crate::error::Error;
use crate::schedule::{Does, Schedule, Turn};

/// Result of a schedule.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Replayed<'a> {
    /// The launch afterwards.
    pub session: Session<'a>,
    /// What stopped it, in the last turn that was run.
    pub stop: Option<Stop>,
    /// Whether the turns that repeat led back to the state before them. `None` if there are none.
    pub returns: Option<bool>,
}

/// Runs a schedule. `watch` is called before each turn, with the current launch.
///
/// # Errors
/// When a turn names a wave that does not exist, or that cannot run this many instructions.
pub fn replay<'a>(
    dispatch: &'a Dispatch,
    memory: &Memory,
    schedule: &Schedule,
    mut watch: impl FnMut(&Turn, &Session<'a>),
) -> Result<Replayed<'a>, Error> {
    let turns: Vec<&Turn> = schedule.turns.iter().chain(&schedule.cycle).collect();
    let mut told = 0;
    replay_with(dispatch, memory, schedule, |session, entry, (group, wave), first| {
        if told < entry {
            watch(turns[entry - 1], session);
            told = entry;
        }
        session.step_ordered(group, wave, first, &mut Unobserved)
    })
}

/// The same; `step` takes each step: the turn, from 1, group and wave, and the lanes that go first.
pub(crate) fn replay_with<'a>(
    dispatch: &'a Dispatch,
    memory: &Memory,
    schedule: &Schedule,
    mut step: impl FnMut(&mut Session<'a>, usize, (usize, usize), &[u8]) -> Stepped,
) -> Result<Replayed<'a>, Error> {
    let mut session = Session::on_copy(dispatch, memory)?;
    let mut before = None;
    for (entry, turn) in schedule.turns.iter().chain(&schedule.cycle).enumerate() {
        if entry == schedule.turns.len() {
            before = Some(session.state());
        }
        let refuse = |what: String| Error::Schedule { entry: entry + 1, what };
        let (group, wave) = (turn.group as usize, turn.wave as usize);
        if turn.does != Does::Runs || turn.choice != 0 {
            return Err(refuse(format!(
                "`{turn}`: expected a wave that runs, found a step of a weak memory model: give {}",
                OptionName::Model
            )));
        }
        let groups = session.group_count();
        if group >= groups || wave >= session.wave_count(group) {
            let waves = if group < groups { session.wave_count(group) } else { 0 };
            return Err(refuse(match waves {
                0 => format!("`{turn}`: expected a group below {groups}, found {group}"),
                _ => format!("`{turn}`: expected a wave below {waves} of group {group}, found {wave}"),
            }));
        }
        if matches!(session.wave(group, wave).status, Status::Queued | Status::Halted) {
            session.step(group, wave);
        }
        for done in 0..turn.steps {
            let why = match session.wave(group, wave).status {
                Status::Ready => None,
                Status::AtBarrier(id) => Some(format!("waits at barrier {id}")),
                Status::Queued => Some("waits in a queue of the synchronization unit".into()),
                Status::Halted => Some("is halted".into()),
                Status::Done => Some("has ended".into()),
            };
            if let Some(why) = why {
                return Err(refuse(format!(
                    "`{turn}`: the wave {why} after {done} of its {} instructions",
                    turn.steps
                )));
            }
            let first: &[u8] = if done + 1 == turn.steps { &turn.first } else { &[] };
            if let Stepped::Stopped(stop) = step(&mut session, entry + 1, (group, wave), first) {
                return Ok(Replayed { session, stop: Some(stop), returns: None });
            }
        }
    }
    let returns = before.map(|before| before == session.state());
    Ok(Replayed { session, stop: None, returns })
}
