//! Native code for kernels in neutral form.
//!
//! A [`Jit`] belongs to a dispatch. The interpreter begins. Where waves often arrive at a step, native code is compiled for what control
//! can reach from there (`region.rs`) and runs in the interpreter's place. Operations are defined once, in `isotope-op`: native code comes
//! from the same definitions over a domain of host instructions (`code.rs`).
//!
//! # What stays the same
//! Memory, registers, counts, order of lanes, faults with their lanes, and where a budget ends. The interpreter does whatever has no native
//! code: an operation without host instructions, an access that is not plain, a branch that splits a wave.
//!
//! # Where it runs
//! On little-endian hosts that Cranelift compiles for, with lanes served from the lowest on, for programs that read no clock. Elsewhere
//! [`Jit::new`] returns `None` and the launch is interpreted. Memory for code is written, then made executable, never both at once.
//!
//! # Host threads
//! Code is compiled for a thread that has memory to itself and, when there are several threads, again for shared memory. There each
//! operation on memory is one atomic host instruction, or a compare-and-swap loop, sequentially consistent like the interpreter's. Memory
//! of a group is used by one thread and needs no atomics; neither does a copy that a thread reduces into
//! ([`isotope_machine::native::Reduction`]). Code looks in its site which of the two it has.

mod code;
mod fact;
mod frame;
mod held;
mod locked;
mod memory;
mod packed;
mod plan;
mod region;
mod segment;
mod tables;
mod unit;
mod words;

use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use cranelift_codegen::settings::{self, Configurable};
use cranelift_jit::{JITBuilder, JITModule};
use isotope_ir::effect::{Control, LANES, Slot, Token};
use isotope_ir::program::{Live, Liveness, Program};
use isotope_machine::native::{Listed, Members, Native, Ran, Room, Slow};
use isotope_machine::state::FULL;
use isotope_machine::{Dispatch, Flow};
use isotope_op::assume::LaneOrder;

use frame::{Calls, Code, Served};
use held::Held;
use region::Estimate;
use segment::LocalIds;

/// Number of times that waves arrive at a step before code is compiled for it, for each hot step that this code covers. Compiling some
/// operations takes about as long as interpreting them this often: a launch that ends before has lost nothing, and one that goes on loses
/// at most about that time.
const OFTEN: u32 = 1 << 13;

/// Code is compiled earlier if so many times as many arrivals are expected as would make it worth it: code takes a part of the
/// interpreter's time, and the expectation may be wrong.
const GAIN: u64 = 2;

/// How many times sooner code is compiled where waves wait at barriers: their groups run one after the other, so fewer arrivals are seen before
/// most groups have begun.
const SOONER: u64 = 2;

/// How many times faster than with full effort code is compiled with [`Effort::Quick`].
const FASTER: u64 = 3;

/// See [`Jit::calls`].
const SELDOM: u32 = 16;

/// Arrivals at a step before anything is expected of it.
const FEW: u32 = 16;

/// How much time the host's compiler may take for better code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// As long as it takes.
    #[default]
    Full,
    /// A third of that: no loop-invariant code motion, and single-pass register allocation. For code that runs only a few times.
    Quick,
}

/// Native code for a dispatch, compiled on demand.
pub struct Jit<'d> {
    dispatch: &'d Dispatch,
    heads: Vec<bool>,
    /// Those of them that are no beginning or end of a function: where waves pass often if they run long.
    loops: Vec<bool>,
    /// Whether waves wait for each other at barriers.
    waits: bool,
    /// How often waves arrived at each head.
    visits: Vec<AtomicU32>,
    /// What is known of the region of each head, once computed.
    estimates: Vec<OnceLock<Estimate>>,
    /// Code for a host thread that has memory to itself, and for threads that share it.
    made: [Vec<Place>; 2],
    modules: Mutex<Modules>,
    liveness: OnceLock<Liveness>,
    held: OnceLock<Held>,
    needed: OnceLock<Option<Vec<Range<usize>>>>,
    local_ids: Vec<LocalIds>,
    /// Time spent compiling, in nanoseconds.
    making: AtomicU64,
    often: u32,
    /// Chosen by the expected gain, if not given.
    effort: Option<Effort>,
}

/// Code that begins at one step, once that was tried.
type Place = OnceLock<Option<Arc<Made>>>;

/// Code of a region.
struct Made {
    code: Code,
    /// Steps at which waves may enter it.
    entries: Vec<u32>,
    accesses: Vec<Served>,
    /// Number of its first site in a room.
    first_site: usize,
}

/// The compilers, one for each effort, and their memory.
#[derive(Default)]
struct Modules {
    inner: [Option<JITModule>; 2],
    /// Number of sites of all code so far.
    sites: usize,
}

// SAFETY: the modules are only used under their lock; pointers inside them name memory that they own.
unsafe impl Send for Modules {}

impl Drop for Modules {
    fn drop(&mut self) {
        for module in self.inner.iter_mut().filter_map(Option::take) {
            // SAFETY: code is called through a borrow of the `Jit` that owns this, so none of it runs any more.
            unsafe { module.free_memory() };
        }
    }
}

impl fmt::Debug for Jit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Jit").field("program", &self.dispatch.program.name).finish_non_exhaustive()
    }
}

impl<'d> Jit<'d> {
    /// Native code for `dispatch`, if this host and this dispatch allow it.
    pub fn new(dispatch: &'d Dispatch) -> Option<Jit<'d>> {
        Self::after(dispatch, OFTEN)
    }

    /// Like [`Jit::new`], but compiles a step after `often` arrivals for each hot step that the code covers.
    pub fn after(dispatch: &'d Dispatch, often: u32) -> Option<Jit<'d>> {
        let program = &dispatch.program;
        let orders = dispatch.orders;
        let plain = orders.lanes == LaneOrder::Ascending && orders.stores == LaneOrder::Ascending;
        if cfg!(target_endian = "big") || !plain || program.reads_clock || dispatch.coverage != FULL {
            return None;
        }
        let mut loops = vec![false; program.steps.len()];
        let mut heads = loops.clone();
        let set = |heads: &mut Vec<bool>, step: u32| {
            if let Some(head) = heads.get_mut(step as usize) {
                *head = true;
            }
        };
        let mut mark = |step: u32| {
            set(&mut loops, step);
            set(&mut heads, step);
        };
        mark(program.entry);
        for (from, step) in program.steps.iter().enumerate() {
            match step.control {
                Control::Branch { target } | Control::Goto { target } | Control::Jump { target, .. }
                    if target as usize <= from =>
                {
                    mark(target);
                }
                Control::Push { token: Token::Continue, target } => mark(target),
                // Where waves continue after the interpreter's work.
                Control::Barrier { .. } | Control::Request(_) | Control::Host(_) => mark(from as u32 + 1),
                _ => {}
            }
        }
        // Whether functions are worth code is known from how often they begin; waves come back from others.
        for (from, step) in program.steps.iter().enumerate() {
            if let Control::Call { target } = step.control {
                set(&mut heads, target);
                set(&mut heads, from as u32 + 1);
            }
        }
        let waits = program.steps.iter().any(|step| matches!(step.control, Control::Barrier { .. }));
        let modules = Mutex::default();
        let visits = heads.iter().map(|_| AtomicU32::new(0)).collect();
        let estimates = heads.iter().map(|_| OnceLock::new()).collect();
        let made = [false, true].map(|_| heads.iter().map(|_| OnceLock::new()).collect());
        let (liveness, held, needed) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let (making, effort) = (AtomicU64::new(0), None);
        Some(Jit {
            dispatch,
            heads,
            loops,
            waits,
            visits,
            estimates,
            made,
            modules,
            liveness,
            held,
            needed,
            local_ids: segment::local_ids(dispatch),
            making,
            often,
            effort,
        })
    }

    /// The same code, compiled with another effort.
    #[must_use]
    pub fn with_effort(self, effort: Effort) -> Jit<'d> {
        Jit { effort: Some(effort), ..self }
    }

    /// How code for a step should be compiled now, if it is worth it. `places` is the code there is.
    fn effort(&self, step: usize, places: &[Place], group: [u32; 3]) -> Option<Effort> {
        let visits = self.visits[step].fetch_add(1, Ordering::Relaxed);
        if visits < self.often.min(FEW) {
            return None;
        }
        let estimate = || region::estimate(self.dispatch, step as u32, &self.loops, &self.calls(visits));
        let Estimate { heads, weight } = self.estimates[step].get_or_init(estimate);
        let wanted = u64::from(self.often) * heads.len() as u64 / weight;
        // Waves enter the same code at all of these; at some, they already enter other code.
        let without_code = heads.iter().map(|head| *head as usize).filter(|head| places[*head].get().is_none());
        let visits = without_code.map(|head| u64::from(self.visits[head].load(Ordering::Relaxed)));
        let visits = visits.sum::<u64>().saturating_sub(1);
        let (begun, rest) = self.progress(group);
        // Groups that have not started yet behave like those before them. While the first group runs, more may be expected soon; of a
        // later one, half is over on average.
        let halves = if begun == 0 { 2 } else { 2 * begun + 1 };
        let expected = visits.saturating_mul(2 * rest) / halves;
        let gains = |cost: u64| expected >= GAIN * cost;
        let chosen = match () {
            () if visits >= wanted || gains(if self.waits { wanted / SOONER } else { wanted }) => Effort::Full,
            // Loops run longer than the arrivals at their region tell, and where groups wait at barriers, others begin before they end.
            () if begun != 0 && !self.waits && heads.len() == 1 && gains(wanted / FASTER) => Effort::Quick,
            () => return None,
        };
        Some(self.effort.unwrap_or(chosen))
    }

    /// Which functions, by their first steps, belong to code for a step at which waves arrived so often: those that began at least once in
    /// [`SELDOM`] of these times. Others, like the rare cases of a division, would only take time to compile.
    fn calls(&self, visits: u32) -> impl Fn(u32) -> bool {
        move |function| {
            let begun = self.visits.get(function as usize).map_or(0, |visits| visits.load(Ordering::Relaxed));
            begun.saturating_mul(SELDOM) >= visits
        }
    }

    /// How many groups started before this one, and how many will start after it. Groups start in order.
    fn progress(&self, group: [u32; 3]) -> (u64, u64) {
        let [x, y, _] = self.dispatch.groups.map(u64::from);
        let [gx, gy, gz] = group.map(u64::from);
        let begun = gx + x * (gy + y * gz);
        (begun, u64::from(self.dispatch.group_count()).saturating_sub(begun + 1))
    }

    /// Code that begins at a step, for memory that is shared between host threads or not, if it is worth it and can be compiled.
    fn code(&self, step: usize, room: &Room) -> Option<&Made> {
        let shared = room.shared;
        let places = &self.made[usize::from(shared)];
        let place = &places[step];
        if let Some(made) = place.get() {
            return made.as_deref();
        }
        let effort = self.effort(step, places, room.group)?;
        let make = || {
            let mut modules = self.modules.lock().unwrap_or_else(PoisonError::into_inner);
            let Modules { inner, sites } = &mut *modules;
            let module = &mut inner[effort as usize];
            if module.is_none() {
                *module = Some(self::module(effort)?);
            }
            let first_site = *sites;
            let region::Region { code, accesses, entries } = {
                let liveness = self.liveness.get_or_init(|| Liveness::of(&self.dispatch.program, true));
                let held = self.held.get_or_init(|| Held::of(&self.dispatch.program));
                let about = (self.dispatch, liveness, held, shared);
                let calls = self.calls(self.visits[step].load(Ordering::Relaxed).saturating_sub(1));
                region::compile(module.as_mut()?, about, (step as u32, &self.heads, &calls), first_site)?
            };
            *sites += accesses.len();
            Some(Arc::new(Made { code, entries, accesses, first_site }))
        };
        let timed = || {
            let begun = Instant::now();
            let made = make();
            self.making.fetch_add(begun.elapsed().as_nanos() as u64, Ordering::Relaxed);
            made
        };
        let made = place.get_or_init(timed).as_ref()?;
        // Waves that arrive at another head of the region enter there. (Only now, because another thread may be making code for that head.)
        for entry in &made.entries {
            let _ = places[*entry as usize].set(Some(Arc::clone(made)));
        }
        Some(made)
    }
}

impl Native for Jit<'_> {
    fn heads(&self) -> &[bool] {
        &self.heads
    }

    fn needed(&self) -> Option<&[Range<usize>]> {
        // If no code has been worth compiling yet, liveness is not worth computing either.
        let liveness = self.liveness.get()?;
        self.needed.get_or_init(|| needed(&self.dispatch.program, liveness)).as_deref()
    }

    fn making(&self) -> Duration {
        Duration::from_nanos(self.making.load(Ordering::Relaxed))
    }

    fn run(&self, members: &mut Members<'_>, room: &mut Room, slow: &mut dyn Slow) -> Ran {
        let Some(mut made) = self.code(members.wave().pc as usize, room).filter(|_| members.wave().coverage == FULL)
        else {
            return Ran::On;
        };
        let mut calls = Calls::new(room, &self.local_ids);
        let ran = loop {
            let end = made.first_site + made.accesses.len();
            if room.sites.len() < end {
                room.sites.resize(end, Default::default());
            }
            let about = (&made.accesses[..], made.first_site..end);
            // SAFETY: the code was made for this dispatch, whose waves alone come here, and lives as long as `self`.
            let (ran, waits) = unsafe { calls.call(made.code, members, room, slow, about) };
            // The end of a wave may open a barrier.
            let ended = ran == Ran::Met(Flow::Done) && !self.waits;
            let code_at = |pc: u32| self.made[usize::from(room.shared)].get(pc as usize)?.get()?.as_deref();
            let next = members.follows(room.turn).filter(|next| (waits || ended) && next.coverage == FULL);
            let Some(code) = next.and_then(|next| code_at(next.pc)) else { break ran };
            made = code;
            members.live -= u32::from(ended);
            members.advance(&mut room.turn);
        };
        calls.finish(room);
        if let Ran::Stopped { from: Some(Listed::Superblocks), .. } = ran
            && let Some(block) = self.dispatch.superblocks.at(members.wave().pc)
        {
            // The interpreter counts how far it came.
            room.stats.wave_instructions -= u64::from(block.steps);
        }
        ran
    }
}

/// The words of registers that a wave may read before it writes them, in order, without vectors that are constant; `None` if they cannot be
/// determined.
fn needed(program: &Program, liveness: &Liveness) -> Option<Vec<Range<usize>>> {
    let (words, vector) = (program.register_words, LANES as u32);
    let constant = |first: u32| program.vectors.iter().any(|(slot, _)| *slot == Slot(first));
    let mut parts: Vec<Range<u32>> = Vec::new();
    for part in liveness.before(program.entry) {
        match part {
            Live::Lanes { first, .. } | Live::Words { first, .. } if constant(first) => {}
            Live::Lanes { first, .. } | Live::Words { first, .. } => parts.push(first..first + vector),
            Live::Map { map, bytes, .. } => {
                let elements = program.maps[map as usize].iter();
                parts.extend(elements.map(|byte| byte / 4..(byte + u32::from(bytes)).div_ceil(4)));
            }
            Live::Bits { .. } | Live::Scalar(_) | Live::Scalars(_) => {}
            Live::Registers => return None,
        }
    }
    parts.sort_unstable_by_key(|part| part.start);
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for part in parts {
        let part = part.start as usize..part.end.min(words) as usize;
        match ranges.last_mut() {
            Some(last) if part.start <= last.end => last.end = last.end.max(part.end),
            _ => ranges.push(part),
        }
    }
    Some(ranges)
}

/// The compiler for this host.
fn module(effort: Effort) -> Option<JITModule> {
    let mut flags = settings::builder();
    let (level, registers) = match effort {
        Effort::Full => ("speed", "backtracking"),
        Effort::Quick => ("none", "single_pass"),
    };
    let chosen = [("opt_level", level), ("regalloc_algorithm", registers)];
    for (name, value) in chosen.into_iter().chain([("is_pic", "false"), ("enable_verifier", VERIFY)]) {
        flags.set(name, value).ok()?;
    }
    flags.set("use_colocated_libcalls", "false").ok()?;
    let isa = cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()?;
    Some(JITModule::new(JITBuilder::with_isa(isa, cranelift_module::default_libcall_names())))
}

/// Whether the emitted IR is verified before it is compiled.
const VERIFY: &str = if cfg!(debug_assertions) { "true" } else { "false" };
