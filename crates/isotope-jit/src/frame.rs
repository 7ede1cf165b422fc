//! What compiled code and the library share while code runs, and the calls back into the library.

use std::any::Any;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use isotope_ir::effect::{Access, Approximation, LANES, Slot, Src};
use isotope_machine::native::{Listed, Members, Ran, Reduction, Room, Site, Slow, approximate};
use isotope_machine::state::{EntryKind, STACK_LIMIT, Wave};
use isotope_op::domain::W64;
use isotope_op::float::Rounding;
use isotope_op::soft::Format;

use crate::segment::{GROUP, LocalIds};

/// What compiled code sees. The layout is fixed, because code uses the offsets of these fields.
#[repr(C)]
pub(crate) struct Frame {
    pub registers: *mut u32,
    pub scalars: *mut u32,
    pub sites: *mut Site,
    /// Steps left in the turn, minus those taken beyond it, and by how many it may be exceeded.
    pub left: i64,
    pub over: i64,
    pub lane_instructions: u64,
    pub lane_atomics: u64,
    /// Not zero if a byte of memory changed.
    pub changed: u64,
    /// The step at which lanes wait that are next on the wave's stack; all ones if it is empty or has another entry on top.
    pub waiting: u32,
    /// Below this step a goto of all active lanes continues with them: the same, or 0 if the stack is almost full.
    pub goes: u32,
    /// Entries on the wave's stack.
    pub stacked: u32,
    /// Step at which the wave stands when code exits.
    pub pc: u32,
    /// The lanes on which a [`TAIL`] runs.
    pub lanes: u32,
    /// (wave index in its group, group index).
    pub wave: u32,
    pub group: [u32; 3],
    /// Those of the group's waves, if code loads them.
    pub local_ids: *const LocalIds,
    /// The first byte of the group's memory, and of the wave's private memory; null if there is none.
    pub group_memory: *mut u8,
    pub private: *mut u8,
    /// Offsets of the lanes of accesses. Code writes them before it reads them.
    pub offsets: MaybeUninit<Offsets>,
    /// The library's side. Code does not use it.
    pub host: *mut Host<'static>,
}

/// A vector for each access of a group. The alignment keeps a strip within one host cache line: a store across two lines is not forwarded
/// to a load that follows it.
#[repr(C, align(64))]
pub(crate) struct Offsets([[u32; LANES]; GROUP]);

/// The library's side of a [`Frame`].
pub(crate) struct Host<'a> {
    pub wave: &'a mut Wave,
    pub slow: &'a mut dyn Slow,
    pub accesses: &'a [Served],
    /// The sites of all code.
    pub sites: (*mut Site, usize),
    /// The exit reason, unless code was left only because no region continues.
    pub ran: Ran,
    /// A panic of the library. It cannot unwind through compiled code, which has no unwind tables; it resumes where code was called.
    pub panic: Option<Box<dyn Any + Send>>,
}

/// An access with a site.
#[derive(Clone, Copy)]
pub(crate) struct Served {
    pub access: Access,
    /// The reduction, if adding to memory is all that the access does.
    pub reduces: Option<Reduction>,
    /// The access whose site it uses: its own, or one that goes to the same memory.
    pub site: u32,
}

/// Return value of code: it ends and no region continues.
pub(crate) const LEFT: u32 = 0;
/// Return value of code: the launch stops, or the wave must wait; see [`Host::ran`].
pub(crate) const ENDED: u32 = 1;
/// Return value of code: it ends, and the library does the control effect of the step at [`Frame::pc`].
pub(crate) const TAIL: u32 = 2;
/// Return value of code: the wave waits at the barrier with this number, minus `WAITS`, of its whole group.
pub(crate) const WAITS: u32 = 3;

/// Flag in the number of a micro-operation: it belongs to a step, not to a superblock.
pub(crate) const OF_STEP: u32 = 1 << 31;
/// Number that means "no site".
pub(crate) const NO_SITE: u32 = u32::MAX;

/// The value of a source in a lane.
fn lane(wave: &Wave, src: Src, lane: u32) -> u32 {
    match src {
        Src::Imm(value) => value,
        Src::Slot(Slot(first)) => wave.registers[(first + lane) as usize],
        Src::Word(Slot(word)) => wave.registers[word as usize],
        Src::Scalar(word) => wave.scalars[usize::from(word)],
        Src::Mask(mask) => wave.mask(mask) >> lane & 1,
        Src::Uniform(_) => unreachable!("a dispatch binds every uniform"),
    }
}

/// Runs a call from compiled code. A panic ends the code and is stored for [`call`].
///
/// # Safety
/// As for [`uop`].
unsafe fn guarded(frame: *mut Frame, inside: impl FnOnce(&mut Frame, &mut Host<'static>) -> u32) -> u32 {
    // SAFETY: `call` keeps both alive while code runs, and code holds no reference into them.
    let (frame, host) = unsafe { (&mut *frame, &mut *(*frame).host) };
    match catch_unwind(AssertUnwindSafe(|| inside(frame, host))) {
        Ok(left) => left,
        Err(panic) => {
            host.panic = Some(panic);
            ENDED
        }
    }
}

/// Lets the interpreter run a micro-operation. For an access, the site of the lowest lane is stored for the next time.
///
/// # Safety
/// `frame` is the one that code was called with, with the pointers that [`call`] made; code does not use what they point to during the
/// call.
pub(crate) unsafe extern "C" fn uop(frame: *mut Frame, at: u32, lanes: u32, site: u32) -> u32 {
    // SAFETY: as the caller promises.
    unsafe { guarded(frame, |frame, host| run_uop(frame, host, at, lanes, site)) }
}

fn run_uop(frame: &mut Frame, host: &mut Host<'_>, at: u32, lanes: u32, site: u32) -> u32 {
    let access = host.accesses.get(site as usize);
    let first = lanes.trailing_zeros();
    let known = access.filter(|_| lanes != 0).and_then(|Served { access, reduces, .. }| {
        let low = lane(host.wave, access.address.lo, first);
        let address = match access.address.hi {
            None => u64::from(low.wrapping_add(access.address.offset as u32)),
            Some(hi) => (u64::from(lane(host.wave, hi, first)) << 32 | u64::from(low))
                .wrapping_add_signed(access.address.offset.into()),
        };
        host.slow.site(access.space, address, access.bytes.into(), *reduces)
    });
    // Offsets are stored in 32 bits.
    let fits = |s: &Site| {
        let end = if access.is_some_and(|a| a.access.address.hi.is_none()) {
            s.base.saturating_add(s.limit)
        } else {
            s.limit
        };
        end <= u64::from(u32::MAX)
    };
    if let (Some(known), Some(access)) = (known.filter(fits), access) {
        // SAFETY: there is a site for each access, in a list that `call` took from the room.
        unsafe { *frame.sites.add(access.site as usize) = known };
    }
    let from = if at & OF_STEP != 0 { Listed::Steps } else { Listed::Superblocks };
    let at = at & !OF_STEP;
    let goes_on = host.slow.uop(host.wave, from, at, lanes);
    if host.slow.is_stale() {
        let (first, count) = host.sites;
        // SAFETY: these are the room's sites, which stay in place while code runs; no other reference to them exists meanwhile.
        unsafe { std::slice::from_raw_parts_mut(first, count) }.iter_mut().for_each(Site::forget);
    }
    if goes_on {
        return LEFT;
    }
    host.ran = Ran::Stopped { from: Some(from), at, lanes };
    ENDED
}

/// Prefetches the cache lines of two addresses. Changes no register, which its callers rely on.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
pub(crate) extern "sysv64" fn prefetch(first: *const u8, last: *const u8) {
    // A hint reads nothing and never faults, whatever the address.
    std::arch::naked_asm!("prefetcht0 [rdi]", "prefetcht0 [rsi]", "ret")
}

/// All functions of the multifunction unit; code has the number of one of them.
pub(crate) static FUNCTIONS: [Approximation; 8] = [
    Approximation::Exp2,
    Approximation::Log2,
    Approximation::Sin,
    Approximation::Cos,
    Approximation::SinTurns,
    Approximation::CosTurns,
    Approximation::RcpHigh64,
    Approximation::RsqHigh64,
];

/// Replaces four operands by the interpreter's results of a function.
pub(crate) extern "C" fn approximated(function: u64, lanes: &mut [u32; 4]) {
    *lanes = lanes.map(|bits| approximate(FUNCTIONS[function as usize], bits));
}

/// Replaces the first of three f64 operands by the sum of product and third one, times `2^n`, rounded once, in four lanes.
pub(crate) extern "C" fn scaled_sums(n: u64, lanes: &mut [[u64; 4]; 3]) {
    let [a, b, c] = *lanes;
    let sum = |l: usize| Format::of::<W64>().fma_scaled(a[l], b[l], c[l], n as i16, Rounding::NearestEven);
    lanes[0] = std::array::from_fn(sum);
}

/// Lets the interpreter do the control effect of the step at `pc`.
///
/// # Safety
/// As for [`uop`].
pub(crate) unsafe extern "C" fn transfer(frame: *mut Frame, pc: u32, lanes: u32) -> u32 {
    // SAFETY: as the caller promises.
    unsafe { guarded(frame, |frame, host| run_transfer(frame, host, pc, lanes)) }
}

fn run_transfer(frame: &mut Frame, host: &mut Host<'_>, pc: u32, lanes: u32) -> u32 {
    host.wave.pc = pc;
    let flow = host.slow.transfer(host.wave, lanes);
    frame.pc = host.wave.pc;
    (frame.waiting, frame.goes, frame.stacked) = waiting(host.wave);
    match flow {
        Some(isotope_machine::Flow::Ready) => LEFT,
        Some(flow) => {
            host.ran = Ran::Met(flow);
            ENDED
        }
        None => {
            // The step is blamed, though a barrier may have moved the wave on.
            host.wave.pc = pc;
            frame.pc = pc;
            host.ran = Ran::Stopped { from: None, at: 0, lanes };
            ENDED
        }
    }
}

/// Does the control effect of the wave's step, with which code ended. This is faster than a call from inside, and may panic as it likes.
fn tail(host: &mut Host<'_>, lanes: u32) -> Ran {
    let pc = host.wave.pc;
    match host.slow.transfer(host.wave, lanes) {
        Some(isotope_machine::Flow::Ready) => Ran::On,
        Some(flow) => Ran::Met(flow),
        None => {
            // The step is blamed, though a barrier may have moved the wave on.
            host.wave.pc = pc;
            Ran::Stopped { from: None, at: 0, lanes }
        }
    }
}

/// [`Frame::waiting`], [`Frame::goes`] and [`Frame::stacked`].
fn waiting(wave: &Wave) -> (u32, u32, u32) {
    let next = wave.stack.last().filter(|entry| entry.kind == EntryKind::Waiting).map_or(u32::MAX, |entry| entry.pc);
    // A goto needs room for two entries, or it faults.
    (next, if wave.stack.len() + 2 > STACK_LIMIT { 0 } else { next }, wave.stack.len() as u32)
}

/// Most steps of a turn that code counts.
const MOST: u64 = 1 << 60;

/// Compiled code that begins at a step.
pub(crate) type Code = unsafe extern "C" fn(*mut Frame) -> u32;

/// Calls of compiled code for waves of a group, one after the other.
pub(crate) struct Calls {
    frame: Frame,
    /// Steps that code took.
    steps: u64,
}

impl Calls {
    pub(crate) fn new(room: &Room, local_ids: &[LocalIds]) -> Calls {
        let null = std::ptr::null_mut();
        let frame = Frame {
            registers: null,
            scalars: null,
            sites: std::ptr::null_mut(),
            left: 0,
            over: 0,
            lane_instructions: 0,
            lane_atomics: 0,
            changed: 0,
            waiting: 0,
            goes: 0,
            stacked: 0,
            pc: 0,
            lanes: 0,
            wave: 0,
            group: room.group,
            local_ids: local_ids.as_ptr(),
            group_memory: room.group_memory.map_or(std::ptr::null_mut(), std::ptr::NonNull::as_ptr),
            private: std::ptr::null_mut(),
            offsets: MaybeUninit::uninit(),
            host: std::ptr::null_mut(),
        };
        Calls { frame, steps: 0 }
    }

    /// Runs compiled code for the wave that runs. Returns how that ended, and whether the wave waits at a barrier that stays closed.
    ///
    /// # Safety
    /// `code` was made for the program of the waves, for `accesses` and for the local ids, and is still mapped.
    pub(crate) unsafe fn call(
        &mut self,
        code: Code,
        members: &mut Members<'_>,
        room: &mut Room,
        slow: &mut dyn Slow,
        (accesses, sites): (&[Served], std::ops::Range<usize>),
    ) -> (Ran, bool) {
        let live = members.live;
        let wave = members.wave();
        let all = (room.sites.as_mut_ptr(), room.sites.len());
        debug_assert!(sites.end <= all.1, "there is a site for each access");
        let left = room.turn.left.min(MOST) as i64;
        let frame = &mut self.frame;
        (frame.registers, frame.scalars) = (wave.registers.as_mut_ptr(), wave.scalars.as_mut_ptr());
        frame.private = wave.private.cells().first().unwrap_or(std::ptr::null_mut());
        // SAFETY: within the room's sites.
        frame.sites = unsafe { all.0.add(sites.start) };
        (frame.left, frame.over) = (left, room.turn.over.min(MOST) as i64);
        (frame.waiting, frame.goes, frame.stacked) = waiting(wave);
        (frame.pc, frame.wave) = (wave.pc, wave.index);
        let mut host = Host { wave, slow, accesses, sites: all, ran: Ran::On, panic: None };
        frame.host = (&raw mut host).cast();
        // SAFETY: the frame's pointers name the wave's files and the room's sites, which stay in place until this returns. Code stays within
        // the registers that its program names, which lifting has checked against the file sizes.
        let how = unsafe { code(&raw mut *frame) };
        if let Some(panic) = host.panic.take() {
            resume_unwind(panic);
        }
        let steps = (left - frame.left) as u64;
        room.turn.take(steps);
        self.steps += steps;
        host.wave.pc = frame.pc;
        match how {
            LEFT | ENDED => (host.ran, false),
            TAIL => (tail(&mut host, frame.lanes), false),
            barrier => {
                let id = (barrier - WAITS) as u8;
                let stays = host.slow.wait(host.wave, id, frame.lanes, live);
                (Ran::Met(isotope_machine::Flow::Barrier(id)), stays)
            }
        }
    }

    /// Adds what was counted.
    pub(crate) fn finish(self, room: &mut Room) {
        let Calls { frame, steps } = self;
        room.taken += steps;
        room.stats.wave_instructions += steps;
        room.stats.lane_instructions += frame.lane_instructions;
        room.stats.lane_atomics += frame.lane_atomics;
        room.changed |= frame.changed != 0;
    }
}
