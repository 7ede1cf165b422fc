//! One step of one wave, and everything that can be seen of it.

use isotope_ir::effect::Uop;
use isotope_ir::program::Program;
use isotope_machine::failure::Cause;
use isotope_machine::mem::{Exclusive, Memory};
use isotope_machine::register::read_by;
use isotope_machine::state::{Group, Status};
use isotope_machine::{MemoryAccess, Observer, Place, Session, Stepped, Stop};
use isotope_target::Target;
use isotope_target::fidelity::{Alternative, Basis, Set, alternatives};
use isotope_target::single::{Single, Surroundings};

use super::given::StepInput;
use crate::error::{Context, Result, ensure};

/// What was seen.
#[derive(Default)]
pub struct StepRecord {
    /// Lanes of the step.
    pub lanes: u64,
    /// What the instruction itself first narrowed them to.
    under: Option<u32>,
    /// Whether it asked the synchronization unit.
    pub asked: bool,
    /// Accesses in the order in which they were served.
    pub accesses: Vec<MemoryAccess>,
    /// Lanes whose accesses were dropped, where the machine says why: the lane, the cause, and more about it.
    pub drops: Vec<(u32, Cause, String)>,
}

impl Observer for StepRecord {
    fn looks_inside(&self) -> bool {
        true
    }

    fn step(&mut self, _: Place, _: u32, lanes: u64) {
        self.lanes = lanes;
    }

    fn access(&mut self, access: &MemoryAccess) {
        self.accesses.push(*access);
    }

    fn drops(&mut self, lane: u32, cause: Cause, detail: &str) {
        self.drops.push((lane, cause, detail.to_string()));
    }

    fn under(&mut self, lanes: u32) {
        self.under.get_or_insert(lanes);
    }

    fn request(&mut self, lanes: u64) {
        (self.lanes, self.asked) = (lanes, true);
    }
}

/// State before and after.
pub struct Ran {
    pub seen: StepRecord,
    /// How it ended.
    pub ended: Stepped,
    pub before: (Group, Memory),
    pub after: (Group, Memory),
    /// Registers that it read, as positions.
    pub read: Vec<usize>,
    /// Accesses that were dropped past the end of shared memory or of the synchronization unit's.
    pub dropped: u64,
}

/// Set the state up and take the step.
pub fn run(single: &Single, given: &StepInput, memory: Memory) -> Result<Ran> {
    let mut session = Session::new(&single.dispatch, memory);
    let private_bytes = u64::from(single.dispatch.private_bytes);
    for (at, byte) in given.shared() {
        session.write_shared(0, at, &[byte]);
    }
    let wave = session.wave_mut(0, 0);
    wave.id = given.setup.wave().unwrap_or(wave.id);
    for lane in 0..u64::from(single.dispatch.items()) {
        for (at, byte) in given.private() {
            wave.private.store_any::<Exclusive>(lane * private_bytes + at, 1, byte.into());
        }
    }
    given.set(single, wave)?;
    // A session numbers its waves anew, as a launch does.
    if let Some(mut unit) = session.unit_mut() {
        given.setup.waves(&mut unit, single.dispatch.vmid).plain()?;
    }
    let wave = session.wave(0, 0);
    let extra = wave.active() & wave.ended;
    ensure!(
        extra == 0,
        "lane {} is active, but the wave has {} lanes; add lanes={} or clear its bit",
        extra.trailing_zeros(),
        single.dispatch.items(),
        32 - extra.leading_zeros()
    );
    // A thread whose lanes are all inactive goes on where instructions can ignore that.
    if single.names_lanes {
        session.wave_mut(0, 0).status = Status::Ready;
    }
    let before = (session.group(0), session.memory());
    let program = &single.dispatch.program;
    let mut seen = StepRecord::default();
    // A guard that also tests a condition takes two steps at one address.
    let ended = loop {
        let pc = session.wave(0, 0).pc;
        let ended = session.step_observed(0, 0, &mut seen);
        let now = session.wave(0, 0).pc;
        // A handler answers a NACK, and the wave issues the instruction again.
        let replays = ended == Stepped::Waiting
            && session.wave(0, 0).status == Status::Halted
            && session.step_observed(0, 0, &mut seen) == Stepped::Ready;
        if replays {
            continue;
        }
        if ended != Stepped::Ready || now <= pc || now >= program.block {
            break ended;
        }
    };
    // Lanes that do not exist take no part, whatever mask the instruction names.
    let existing = u32::MAX >> (32 - single.dispatch.items().clamp(1, 32));
    // Behind the address of an element, the lanes are those that are in range.
    let located = |uop: &&Uop| matches!(uop, Uop::TableAddress { .. } | Uop::ElementAddress { .. });
    let uops = program.steps.first().map_or(&[][..], |step| program.uops_of(step));
    let narrows = uops.iter().take_while(|uop| !located(uop)).any(|uop| matches!(uop, Uop::Under { .. }));
    if let Some(under) = seen.under.filter(|_| single.names_lanes && narrows) {
        seen.lanes = u64::from(under & existing);
    }
    let lanes = if program.upper.is_some() { u32::MAX } else { seen.lanes as u32 };
    let mut read: Vec<usize> =
        (0..program.block as usize).flat_map(|step| read_by(program, step, lanes, &single.registers)).collect();
    read.sort_unstable();
    read.dedup();
    let after = (session.group(0), session.memory());
    let dropped = session.stats.drops.count;
    Ok(Ran { seen, ended, before, after, read, dropped })
}

/// The assumptions that the instruction rests on.
pub fn basis(
    target: &dyn Target,
    single: &Single,
    given: &Surroundings,
    prepare: impl Fn(&Surroundings) -> Option<Program>,
) -> Set {
    let vendor = target.isa().assumptions;
    let others: Vec<(Alternative, Option<Program>)> = alternatives(vendor, &given.assumptions)
        .into_iter()
        .map(|reading| {
            let program = prepare(&Surroundings { assumptions: reading.assumptions, ..given.clone() });
            (reading, program)
        })
        .collect();
    let others: Vec<_> = others.iter().map(|(reading, program)| (*reading, program.as_ref())).collect();
    let program = prepare(given).unwrap_or_else(|| single.dispatch.program.clone());
    let basis = Basis::new(vendor, &program, &others);
    basis.steps.into_iter().fold(Set::default(), Set::union)
}

/// Why it stopped, if it did.
pub fn stop(ran: &Ran) -> Option<&Stop> {
    match &ran.ended {
        Stepped::Stopped(stop) => Some(stop),
        _ => None,
    }
}
