//! A step of a launch under a schedule, told as an instruction by itself is: with the registers and the memory that it found.

use isotope_explore::Schedule;
use isotope_machine::mem::Memory;
use isotope_machine::register::{Cells, read_by};
use isotope_machine::{Session, Stepped, Stop};
use isotope_option::OptionName;
use isotope_target::operation::Readings;
use isotope_target::single::{Single, Surroundings};
use isotope_targets::TARGETS;

use super::run::{Ran, StepRecord, basis};
use super::{End, Step, report};
use crate::error::{Context, Error, Result, ensure};
use crate::launch::Prepared;

/// Explains step `step` of turn `turn` of a schedule that [`explore`](crate::explore::explore) gave, both counted from 1.
///
/// # Errors
/// When the schedule is not one of this launch or has no such step.
pub fn explained(prepared: &Prepared, schedule: &Schedule, (turn, step): (usize, u32)) -> Result<Step> {
    let explain = OptionName::Explain;
    let turns: Vec<_> = schedule.turns.iter().chain(&schedule.cycle).collect();
    ensure!((1..=turns.len()).contains(&turn), "{explain}: expected a turn from 1 to {}, found {turn}", turns.len());
    let at = turns[turn - 1];
    ensure!(
        (1..=at.steps).contains(&step),
        "{explain}: expected a step from 1 to {} of turn {turn} (`{at}`), found {step}",
        at.steps
    );
    let (dispatch, mut count, mut found) = (&prepared.dispatch, 0, None);
    isotope_explore::replay(dispatch, &prepared.memory, schedule, |_, session| {
        count += 1;
        if count == turn {
            found = Some(session.clone());
        }
    })
    .map_err(Error::new)?;
    let mut session = found.context("the schedule ends before that turn")?;
    let (group, wave) = (at.group as usize, at.wave as usize);
    for _ in 1..step {
        session.step(group, wave);
    }
    let first: &[u8] = if step == at.steps { &at.first } else { &[] };
    explained_at(prepared, session, (group, wave), first)
}

/// Explains the next step of a wave of a launch as it stands; the lanes in `first` take effect first.
///
/// # Errors
/// When the wave has ended, or its instruction cannot be explained by itself.
pub fn explained_at(
    prepared: &Prepared,
    mut session: Session<'_>,
    (group, wave): (usize, usize),
    first: &[u8],
) -> Result<Step> {
    let dispatch = &prepared.dispatch;
    let text = session.next_text(group, wave).context("the wave has ended")?.trim_end_matches(';').to_owned();
    let target = TARGETS.of(prepared.image.target);
    let lanes = dispatch.wave_size().min(dispatch.size_of(session.group(group).index).iter().product());
    let surroundings =
        Surroundings { lanes: Some(lanes), assumptions: dispatch.assumptions, ..Surroundings::default() };
    let kernel = prepared.image.kernel(Some(&dispatch.program.name)).map_err(Error::new)?;
    let alone = |surroundings: &Surroundings| target.single_of(kernel, &text, surroundings, &mut Memory::new());
    let mut single =
        alone(&surroundings).map_err(|error| Error::new(format!("{}: `{text}`: {error}", OptionName::Explain)))?;
    let before = state(&session, group, wave);
    retain(&mut single, &session, group, wave);
    let (mut seen, dropped) = (StepRecord::default(), session.stats.drops.count);
    let ended = session.step_ordered(group, wave, first, &mut seen);
    let after = state(&session, group, wave);
    let mut read: Vec<usize> = (0..single.program.block as usize)
        .flat_map(|step| read_by(&single.program, step, seen.lanes as u32, &single.registers))
        .collect();
    read.sort_unstable();
    read.dedup();
    let basis = basis(target, &single, &surroundings, |surroundings| {
        alone(surroundings).ok().map(|single| single.dispatch.program)
    });
    let end = match &ended {
        Stepped::Stopped(Stop::Fault(_)) => End::Fault,
        Stepped::Stopped(_) => End::Open,
        _ => End::Done,
    };
    let dropped = session.stats.drops.count - dropped;
    let ran = Ran { seen, ended, before, after, read, dropped };
    let (report, json, unit) = report::write(target, true, &single, &Readings::default(), &ran, basis);
    Ok(Step { report, json, unit, end })
}

/// The group of a wave with this wave alone, and memory.
fn state(session: &Session<'_>, group: usize, wave: usize) -> (isotope_machine::state::Group, Memory) {
    let mut of = session.group(group);
    of.waves = vec![of.waves.swap_remove(wave)];
    (of, session.memory())
}

/// Leaves the registers that the wave has where the instruction by itself has them.
fn retain(single: &mut Single, session: &Session<'_>, group: usize, wave: usize) {
    let wave = session.wave(group, wave);
    single.registers.retain(|register| match register.cells {
        Cells::Vector(slot, None) => slot.0 as usize + 32 <= wave.registers.len(),
        Cells::Mask(word) | Cells::Scalar(word) => usize::from(word) < wave.scalars.len(),
        Cells::Packed { byte, bytes, count } => (byte + u32::from(bytes) * count) as usize <= 4 * wave.registers.len(),
        // The second half of a wave of 64 lanes lies where the kernel has room for it.
        Cells::Vector(_, Some(_)) => false,
    });
}
