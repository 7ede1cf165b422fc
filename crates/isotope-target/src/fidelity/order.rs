//! Finds whether the order of lanes, sides of a branch, waves or groups can change the content of memory.
//!
//! Two accesses to a byte *meet* if no rule of the machine orders them and their order matters. These order accesses: the program of a
//! lane, a step that both lanes run together, a barrier in which every wave of the group takes part, and the end of a launch. The order
//! does not matter if both accesses only read, if both write the same value, or if both are the same commutative operation and neither
//! returns the old value.
//!
//! Locks, flags and tickets order accesses too, but the schedule decides in which order, so these accesses count as meeting. If there is no
//! meeting, no order changes memory; if there is one, an order may change memory.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use isotope_op::atomic::Rmw;

use isotope_ir::effect::{Ask, BarrierKind, Control, Src, Uop};
use isotope_ir::program::Program;
use isotope_machine::{Deed, MemoryAccess, Observer, Place, Storage};

/// The actors whose order is not fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Between {
    /// Lanes of a wave in one step.
    Lanes,
    /// Lanes of a wave on different sides of a branch.
    Sides,
    /// Waves of one group or of several.
    Waves,
    /// Lanes of a wave in one plain store.
    Stores,
}

/// The first meeting of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The step of the second access, or of both.
    pub index: u32,
    /// The memory.
    pub storage: Storage,
    /// The address.
    pub at: u64,
}

/// Most words of memory that are tracked. With more, every order is reported as one that may change memory.
const MOST_WORDS: usize = 1 << 22;

/// The lane that made an access, and the time.
#[derive(Clone, Copy, Debug)]
struct Actor {
    wave: u32,
    group: u32,
    /// Number of barriers before it, times two; odd between the halves of a split barrier.
    phase: u32,
    lane: u8,
    /// Number of earlier steps of the wave.
    time: u64,
}

/// A summary of several actors.
#[derive(Clone, Copy, Debug)]
struct Actors {
    wave: u32,
    group: u32,
    /// The latest phase.
    phase: u32,
    /// Their lanes, if all are in one wave.
    lanes: u64,
    /// The latest time.
    time: u64,
}

const MANY: u32 = u32::MAX;

impl Actors {
    fn one(a: Actor) -> Actors {
        Actors { wave: a.wave, group: a.group, phase: a.phase, lanes: 1 << a.lane, time: a.time }
    }

    fn and(self, a: Actor) -> Actors {
        Actors {
            wave: if self.wave == a.wave { a.wave } else { MANY },
            group: if self.group == a.group { a.group } else { MANY },
            phase: self.phase.max(a.phase),
            lanes: self.lanes | 1 << a.lane,
            time: self.time.max(a.time),
        }
    }
}

/// The accesses to a location since its last ordered write.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    wrote: Option<(Actors, Change)>,
    read: Option<Actors>,
}

/// A change of memory. Two equal changes commute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Change {
    /// A store of this byte.
    Byte(u8),
    /// An atomic with its operands; zeros for an operation that commutes with any operands.
    Rmw(Rmw, [u64; 2]),
    /// The synchronization unit changed a counter.
    Count,
    /// Different changes that met.
    Mixed,
}

/// A word of memory.
#[derive(Clone, Debug)]
enum MemoryWord {
    Whole(Cell, u32),
    Bytes(Box<[Cell; 4]>),
}

impl MemoryWord {
    /// The same word as four bytes.
    fn split(&mut self) -> &mut MemoryWord {
        if let MemoryWord::Whole(cell, held) = *self {
            let bytes = held.to_le_bytes();
            let part = |i: usize| match cell.wrote {
                Some((who, Change::Byte(_))) => Cell { wrote: Some((who, Change::Byte(bytes[i]))), ..cell },
                _ => cell,
            };
            *self = MemoryWord::Bytes(Box::new(std::array::from_fn(part)));
        }
        self
    }
}

/// The state of a wave.
struct Wave {
    number: u32,
    group: u32,
    phase: u32,
    time: u64,
    active: u64,
    /// Lanes that were active at some time.
    ever: u64,
    /// For each pair of lanes that are not both active now, the last time at which they were.
    together: Option<Box<[[u64; 64]; 64]>>,
}

impl Wave {
    fn now_active(&mut self, lanes: u64) {
        if lanes == self.active {
            return;
        }
        let together = self.together.get_or_insert_with(|| Box::new([[0; 64]; 64]));
        let of = |lanes: u64| (0..64usize).filter(move |l| lanes >> l & 1 != 0);
        for a in of(self.active) {
            of(self.active).for_each(|b| together[a][b] = self.time);
        }
        self.active = lanes;
        self.ever |= lanes;
    }

    /// Whether the access of a lane at `time` is ordered before an access of another lane now.
    fn in_order(&self, lane: u8, other: u8, time: u64) -> bool {
        lane == other
            || self.active >> other & 1 != 0 && self.active >> lane & 1 != 0
            || self.together.as_ref().is_some_and(|t| t[usize::from(lane)][usize::from(other)] >= time)
    }
}

/// Tracks a launch and finds meetings.
pub struct Orders<'a> {
    program: &'a Program,
    waves: HashMap<([u32; 3], u32), Wave>,
    /// Number of waves so far.
    count: u32,
    groups: HashMap<[u32; 3], u32>,
    shared: HashMap<u32, HashMap<u64, MemoryWord>>,
    global: HashMap<u64, MemoryWord>,
    device: HashMap<u64, MemoryWord>,
    words: usize,
    /// Lanes for which a barrier of the whole group waits, in whole waves.
    barrier_lanes: u32,
    /// Whether lanes of a wave can diverge.
    splits: bool,
    now: Option<([u32; 3], u32, u32)>,
    /// Whether an atomic of this step returns the old value.
    told: bool,
    meetings: [Option<Meeting>; 4],
    /// More words were accessed than are tracked.
    overflown: bool,
}

impl<'a> Orders<'a> {
    /// Tracks a launch of this program. `barrier_lanes` is the number of lanes of a group, in whole waves.
    pub fn new(program: &'a Program, barrier_lanes: u32) -> Orders<'a> {
        let splits = |control| {
            matches!(
                control,
                Control::Branch { .. } | Control::Goto { .. } | Control::BranchIndirect { .. } | Control::Pop { .. }
            )
        };
        Orders {
            program,
            waves: HashMap::new(),
            count: 0,
            groups: HashMap::new(),
            shared: HashMap::new(),
            global: HashMap::new(),
            device: HashMap::new(),
            words: 0,
            barrier_lanes,
            splits: program.steps.iter().any(|step| splits(step.control)),
            now: None,
            told: false,
            meetings: [None; 4],
            overflown: false,
        }
    }

    /// The first meeting of a kind.
    pub fn meeting(&self, between: Between) -> Option<Meeting> {
        self.meetings[between as usize]
    }

    /// Whether an order may change memory.
    pub fn may_show(&self, between: Between) -> bool {
        self.overflown || self.meeting(between).is_some()
    }

    fn meet(&mut self, between: Between, index: u32, storage: Storage, at: u64) {
        self.meetings[between as usize].get_or_insert(Meeting { index, storage, at });
    }

    /// Records an access to bytes `at` up to `at + bytes`.
    fn touch(&mut self, storage: Storage, at: u64, bytes: u32, lane: u32, deed: &Touch) {
        let Some((group, wave, index)) = self.now else { return };
        let Some(wave) = self.waves.get(&(group, wave)) else { return };
        let &Wave { number, group, phase, time, .. } = wave;
        let actor = Actor { wave: number, group, phase, lane: lane as u8, time };
        let memory = match storage {
            Storage::Global => &mut self.global,
            Storage::Device => &mut self.device,
            Storage::Shared => self.shared.entry(group).or_default(),
            Storage::Private | Storage::Constant => return,
        };
        let mut found = [false; 3];
        let mut at_word = at & !3;
        while at_word < at + u64::from(bytes) {
            let (from, to) = (at.max(at_word), (at + u64::from(bytes)).min(at_word + 4));
            let word = match memory.entry(at_word) {
                Entry::Occupied(e) => e.into_mut(),
                Entry::Vacant(_) if self.words >= MOST_WORDS => {
                    self.overflown = true;
                    return;
                }
                Entry::Vacant(e) => {
                    self.words += 1;
                    e.insert(MemoryWord::Whole(Cell::default(), 0))
                }
            };
            let whole = to - from == 4;
            // Bytes of a word are one value as long as only whole words are stored.
            let value = deed.word((from - at) as usize);
            if whole && let MemoryWord::Whole(cell, held) = word {
                let same = !deed.puts() || *held == value;
                act(cell, actor, deed, same, value as u8, wave, &mut found);
                if deed.puts() {
                    *held = value;
                }
            } else {
                if let MemoryWord::Bytes(cells) = word.split() {
                    for byte in from..to {
                        let value = deed.byte((byte - at) as usize);
                        act(&mut cells[(byte & 3) as usize], actor, deed, true, value, wave, &mut found);
                    }
                }
            }
            at_word += 4;
        }
        for between in [Between::Lanes, Between::Sides, Between::Waves] {
            if found[between as usize] {
                let stores = between == Between::Lanes && deed.puts();
                self.meet(if stores { Between::Stores } else { between }, index, storage, at);
            }
        }
    }
}

/// The properties of an access that matter here.
enum Touch {
    Load,
    Store([u32; 4]),
    Rmw { change: Option<Change>, reads: bool },
}

impl Touch {
    fn byte(&self, n: usize) -> u8 {
        match self {
            Touch::Store(words) => words[n / 4 % 4].to_le_bytes()[n % 4],
            _ => 0,
        }
    }

    /// The word from byte `n` on.
    fn word(&self, n: usize) -> u32 {
        u32::from_le_bytes(std::array::from_fn(|i| self.byte(n + i)))
    }

    fn puts(&self) -> bool {
        matches!(self, Touch::Store(_))
    }
}

/// Compares an access with earlier ones and adds it to the cell. `same`: the stored value equals the previous one, for a cell of more than
/// a byte.
fn act(cell: &mut Cell, actor: Actor, deed: &Touch, same: bool, value: u8, wave: &Wave, found: &mut [bool; 3]) {
    let (change, reads) = match deed {
        Touch::Load => (None, true),
        Touch::Store(_) => (Some(Change::Byte(value)), false),
        Touch::Rmw { change, reads } => (*change, *reads),
    };
    let mut against = |who: Actors, exchange: bool| -> bool {
        let between = order(who, actor, wave);
        if let Some(between) = between.filter(|_| !exchange) {
            found[between as usize] = true;
        }
        between.is_none()
    };
    let mut behind = true;
    if let Some((who, how)) = cell.wrote {
        let exchange = !reads && change == Some(how) && same && how != Change::Mixed;
        behind &= against(who, exchange);
    }
    if let (Some(who), Some(_)) = (cell.read, change) {
        behind &= against(who, false);
    }
    if let Some(change) = change {
        cell.wrote = Some(match cell.wrote {
            Some((who, how)) if !behind => (who.and(actor), if how == change && same { how } else { Change::Mixed }),
            _ => (Actors::one(actor), change),
        });
        if behind {
            cell.read = None;
        }
    }
    if reads {
        // An access that is ordered after the last reader is also ordered after earlier readers.
        let beside = cell.read.filter(|who| order(*who, actor, wave).is_some());
        cell.read = Some(beside.map_or(Actors::one(actor), |who| who.and(actor)));
    }
}

/// The actors whose order decides between an access of `who` and an access of `actor` now; `None` if the order is fixed.
fn order(who: Actors, actor: Actor, wave: &Wave) -> Option<Between> {
    if who.wave != actor.wave {
        let behind = who.group == actor.group && actor.phase >= who.phase + 2;
        return (!behind).then_some(Between::Waves);
    }
    let others = (0..64u8).filter(|l| who.lanes >> l & 1 != 0 && *l != actor.lane);
    let mut worst = None;
    for other in others {
        if who.time == actor.time {
            worst = worst.max(Some(Between::Lanes));
        } else if !wave.in_order(actor.lane, other, who.time) {
            worst = worst.max(Some(Between::Sides));
        }
    }
    worst
}

/// The operation without details that do not matter for commuting: sums, bit operations and extremes commute for any operands.
fn change(rmw: Rmw, data: [u64; 2]) -> Change {
    match rmw.op.joins() {
        Some(op) if rmw.op.sources() == 1 => Change::Rmw(Rmw { op, ..rmw }, [0; 2]),
        _ => Change::Rmw(rmw, data),
    }
}

impl Observer for Orders<'_> {
    fn looks_inside(&self) -> bool {
        true
    }

    fn active(&mut self, place: Place, active: u32) {
        let groups = self.groups.len() as u32;
        let group = *self.groups.entry(place.group).or_insert(groups);
        let count = &mut self.count;
        let wave = self.waves.entry((place.group, place.wave)).or_insert_with(|| {
            *count += 1;
            let active = u64::from(active);
            Wave { number: *count, group, phase: 0, time: 0, active, ever: active, together: None }
        });
        if self.splits {
            wave.now_active(active.into());
        }
    }

    fn step(&mut self, place: Place, index: u32, lanes: u64) {
        self.now = Some((place.group, place.wave, index));
        let step = &self.program.steps[index as usize];
        let Some(wave) = self.waves.get_mut(&(place.group, place.wave)) else { return };
        wave.time += 1;
        if !self.splits {
            wave.active = u64::MAX;
        }
        self.told = self
            .program
            .uops_of(step)
            .iter()
            .any(|uop| matches!(uop, Uop::Atomic { dst: Some(_), .. } | Uop::Surface { dst: Some(_), .. }));
        match step.control {
            Control::Barrier { kind, expected, .. } => {
                let takes_part =
                    lanes != 0 || matches!(kind, BarrierKind::Wave | BarrierKind::Signal | BarrierKind::Await);
                let whole = match expected {
                    None => true,
                    Some(Src::Imm(lanes)) => lanes >= self.barrier_lanes,
                    Some(_) => false,
                };
                if takes_part && (whole || kind == BarrierKind::Await) {
                    wave.phase += match kind {
                        BarrierKind::Sync | BarrierKind::Wave | BarrierKind::Reduce { .. } => 2,
                        BarrierKind::Signal | BarrierKind::Await => 1,
                        BarrierKind::Arrive => 0,
                    };
                }
            }
            Control::Request(n) => {
                let request = self.program.requests[n as usize];
                self.told = request.dst.is_some();
                // Counters of the unit: only the run knows which one. Ordered count serves waves in a guaranteed order.
                if matches!(request.ask, Ask::Append { .. } | Ask::Register(_)) {
                    let touch = Touch::Rmw { change: Some(Change::Count), reads: request.dst.is_some() };
                    self.touch(Storage::Device, u64::MAX - 7, 4, 0, &touch);
                }
            }
            _ => {}
        }
    }

    fn beside(&mut self, access: &MemoryAccess) {
        self.access(access);
    }

    fn access(&mut self, access: &MemoryAccess) {
        let touch = match access.deed {
            Deed::Load => Touch::Load,
            Deed::Store(words) => Touch::Store(words),
            Deed::Atomic { old: None, .. } => return,
            Deed::Atomic { rmw, data, old, update } => {
                let unchanged = update.is_none_or(|update| Some(update.new) == old);
                // An atomic that writes no new value and returns the old one has only read.
                Touch::Rmw { change: (!self.told || !unchanged).then(|| change(rmw, data)), reads: self.told }
            }
        };
        self.touch(access.storage, access.at, access.bytes.into(), access.lane, &touch);
    }

    fn reads_lanes(&mut self, lanes: u32) {
        let Some((group, number, index)) = self.now else { return };
        let Some(wave) = self.waves.get(&(group, number)) else { return };
        // The register of a lane that waits elsewhere depends on which side has run.
        let waiting = u64::from(lanes) & wave.ever & !wave.active;
        if self.splits && waiting != 0 {
            self.meet(Between::Sides, index, Storage::Private, waiting.trailing_zeros().into());
        }
    }

    fn ended(&mut self, group: [u32; 3]) {
        if let Some(number) = self.groups.get(&group) {
            self.words -= self.shared.remove(number).map_or(0, |words| words.len());
        }
        (0..).take_while(|wave| self.waves.remove(&(group, *wave)).is_some()).count();
    }
}
