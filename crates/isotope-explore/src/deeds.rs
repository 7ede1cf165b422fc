//! What a wave did that order among waves depends on: accesses to shared words, fences, waits, cache maintenance, barriers, requests.

use isotope_ir::effect::{
    Ask, BarrierKind, Control, FenceKind, Mask, Order, Policy, Qualifiers, Scope, Spaces, Src, Uop, Upkeep, Wait,
};
use isotope_ir::ordering::Class;
use isotope_ir::program::Program;
use isotope_machine::fault::Place;
use isotope_machine::state::Wave;
use isotope_machine::{Answered, Deed as Done, MemoryAccess, Observer, Storage, Synchronisation};

use crate::watch::{Room, wrote};

/// The memory of a word; that of the synchronization unit is one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Spot {
    Room(Room),
    Unit,
}

/// A step's access to a word, for all of its lanes together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    pub spot: Spot,
    /// Address of the word, divided by four.
    pub at: u64,
    /// One bit for each byte.
    pub bytes: u8,
    pub reads: bool,
    pub writes: bool,
    /// Index of the step.
    pub step: u32,
    pub lanes: u64,
    /// Its scope, if the instruction says that it is atomic.
    pub strong: Option<Scope>,
    /// It is a read-modify-write.
    pub rmw: bool,
    pub class: Class,
    /// It is made for the wave as a whole, through the scalar cache.
    pub scalar: bool,
    /// It may be served by an incoherent cache.
    pub incoherent: bool,
    /// The instruction is volatile.
    pub volatile: bool,
    /// It is volatile and bypasses the cache next to the core.
    pub bypasses: bool,
    /// It is one access for all active lanes: a scalar load, or a message of one lane without a mask.
    pub uniform: bool,
    /// Number of the step in its wave, counted by the recorder.
    pub instance: u32,
    /// The value that a plain store leaves in the bytes, each at its place in the word.
    pub stored: Option<u32>,
}

/// One action of a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    Access(Access),
    Fence {
        kind: FenceKind,
        scope: Scope,
        spaces: Spaces,
        /// Lanes of a half that execute it.
        lanes: u32,
    },
    Maintain(Upkeep),
    Wait(Wait),
    Barrier {
        kind: BarrierKind,
        id: u32,
    },
    /// A request to the unit: its kind, its resource, whether it has been served.
    Request {
        ask: Ask,
        resource: u32,
        served: bool,
    },
}

/// Records what a wave does.
pub(crate) struct Recorder<'p> {
    program: &'p Program,
    group: u32,
    step: u32,
    resource: u32,
    /// Whether accesses of lanes are kept apart.
    apart: bool,
    /// Active lanes, 63:0.
    active: u64,
    /// The rest of the step runs on lane 0, independent of active lanes.
    alone: bool,
    /// Number of recorded steps.
    pub instance: u32,
    pub deeds: Vec<Deed>,
}

impl<'p> Recorder<'p> {
    pub fn new(program: &'p Program, group: u32, apart: bool) -> Recorder<'p> {
        Recorder {
            program,
            group,
            step: 0,
            resource: 0,
            apart,
            active: 0,
            alone: false,
            instance: 0,
            deeds: Vec::new(),
        }
    }

    /// Records the resource of a wave's request before the step.
    pub fn before(&mut self, wave: &Wave) {
        self.resource = resource(self.program, wave).map_or(0, |(_, resource)| resource);
    }

    fn touch(&mut self, access: &MemoryAccess, scalar: bool) {
        let spot = match access.storage {
            Storage::Global => Spot::Room(Room::Global),
            Storage::Shared => Spot::Room(Room::Shared(self.group)),
            Storage::Device => Spot::Unit,
            Storage::Private | Storage::Constant => return,
        };
        let (says, gives) = says(self.program, self.step);
        let rmw = matches!(access.deed, Done::Atomic { .. });
        let reads = !matches!(access.deed, Done::Store(_));
        let writes = wrote(access);
        let class = match spot {
            _ if scalar => Class::Near,
            Spot::Room(Room::Global) if rmw && !gives || !reads => Class::Writes,
            Spot::Room(Room::Global) => Class::Reads,
            Spot::Room(Room::Shared(_)) | Spot::Unit => Class::Near,
        };
        let strong = match (rmw, says.order) {
            (true, Order::Weak) => Some(Scope::Device),
            (_, Order::Relaxed) => Some(says.scope),
            (false, Order::Weak) => None,
        };
        let end = access.at + u64::from(access.bytes);
        let uniform = self.apart && (scalar || self.alone);
        let lanes = if uniform { self.active } else { 1 << access.lane };
        for at in access.at / 4..end.div_ceil(4) {
            let (from, to) = (access.at.max(4 * at) - 4 * at, end.min(4 * at + 4) - 4 * at);
            let bytes = (0xf_u8 >> (4 - (to - from))) << from;
            let stored = match access.deed {
                Done::Store(words) => Some(part(&words, access.at, 4 * at)),
                _ => None,
            };
            let access = Access {
                spot,
                at,
                bytes,
                reads,
                writes,
                step: self.step,
                lanes,
                strong,
                rmw,
                class,
                scalar,
                incoherent: says.near == Policy::Incoherent,
                volatile: says.volatile,
                bypasses: says.volatile && says.near == Policy::Bypass,
                uniform,
                instance: self.instance,
                stored,
            };
            if self.apart {
                self.deeds.push(Deed::Access(access));
            } else {
                push(&mut self.deeds, access);
            }
        }
    }
}

/// The word at `word` of a value stored from `from` on; bytes that are not stored are 0.
fn part(words: &[u32; 4], from: u64, word: u64) -> u32 {
    let byte = |i: u64| {
        (word + i).checked_sub(from).map_or(0, |n| words.get(n as usize / 4).map_or(0, |w| w >> (8 * (n % 4)) & 0xff))
    };
    (0..4).fold(0, |all, i| all | byte(i) << (8 * i))
}

/// Adds an access; accesses of lanes of one step to the same word are merged.
fn push(deeds: &mut Vec<Deed>, access: Access) {
    let same = deeds.iter_mut().rev().map_while(|deed| match deed {
        Deed::Access(other) if other.step == access.step => Some(other),
        _ => None,
    });
    let kind = |a: &Access| (a.spot, a.at, a.reads, a.writes);
    match same.into_iter().find(|other| kind(other) == kind(&access)) {
        Some(other) => {
            other.bytes |= access.bytes;
            other.lanes |= access.lanes;
        }
        None => deeds.push(Deed::Access(access)),
    }
}

/// What a wave did as a whole, from what its lanes did.
pub(crate) fn together(deeds: &[(u16, Deed)]) -> Vec<(u16, Deed)> {
    let mut all: Vec<(u16, Deed)> = Vec::new();
    for run in deeds.chunk_by(|a, b| a.0 == b.0) {
        let mut of = Vec::new();
        for (_, deed) in run {
            match deed {
                // One lane stands for all.
                Deed::Access(access) if access.uniform => push(&mut of, Access { lanes: 1, ..*access }),
                Deed::Access(access) => push(&mut of, *access),
                deed => of.push(*deed),
            }
        }
        all.extend(of.into_iter().map(|deed| (run[0].0, deed)));
    }
    all
}

impl Observer for Recorder<'_> {
    fn looks_inside(&self) -> bool {
        true
    }

    fn step(&mut self, _: Place, index: u32, lanes: u64) {
        (self.step, self.active, self.alone) = (index, lanes, false);
        self.instance += 1;
    }

    fn under(&mut self, lanes: u32) {
        let of = &self.program.steps[self.step as usize];
        let uops = &self.program.uops[of.first as usize..(of.first + of.count) as usize];
        self.alone = lanes == 1 && uops.iter().any(|uop| matches!(uop, Uop::Under { base: Mask::ALL, .. }));
    }

    fn access(&mut self, access: &MemoryAccess) {
        self.touch(access, false);
    }

    fn beside(&mut self, access: &MemoryAccess) {
        let of = &self.program.steps[self.step as usize];
        let uops = &self.program.uops[of.first as usize..(of.first + of.count) as usize];
        self.touch(access, uops.iter().any(|uop| matches!(uop, Uop::ScalarLoad { .. })));
    }

    fn synchronises(&mut self, _: Place, what: &Synchronisation) {
        let deed = match *what {
            Synchronisation::Fence { kind, scope, spaces, lanes } if lanes != 0 => {
                Deed::Fence { kind, scope, spaces, lanes }
            }
            Synchronisation::Maintain(upkeep, lanes) if lanes != 0 => Deed::Maintain(upkeep),
            Synchronisation::Fence { .. } | Synchronisation::Maintain(..) => return,
            Synchronisation::Wait(wait) => Deed::Wait(wait),
            Synchronisation::Barrier { kind, id, lanes: _ } => Deed::Barrier { kind, id },
            Synchronisation::Request(ask, answered) => match answered {
                Answered::NotSent | Answered::Refused => return,
                Answered::Served => Deed::Request { ask, resource: self.resource, served: true },
                Answered::Queued => Deed::Request { ask, resource: self.resource, served: false },
            },
        };
        self.deeds.push(deed);
    }
}

/// The request of a wave, and its resource, identified by its base and offset.
pub(crate) fn resource(program: &Program, wave: &Wave) -> Option<(Ask, u32)> {
    let Control::Request(index) = program.steps.get(wave.pc as usize)?.control else { return None };
    let request = &program.requests[index as usize];
    let base = match request.base {
        Src::Imm(value) => value,
        Src::Scalar(word) => wave.scalars[usize::from(word)],
        Src::Word(slot) => wave.registers[slot.0 as usize],
        Src::Slot(_) | Src::Uniform(_) | Src::Mask(_) => 0,
    };
    let resource = match request.ask {
        Ask::Gws(_) => (base >> 16 & 0x3f) + u32::from(request.offset[0] & 0x3f),
        _ => 0,
    };
    Some((request.ask, resource))
}

/// The qualifiers of a step's accesses, and whether its read-modify-write returns the old value.
fn says(program: &Program, step: u32) -> (Qualifiers, bool) {
    let of = &program.steps[step as usize];
    let uops = &program.uops[of.first as usize..(of.first + of.count) as usize];
    let one = |uop: &Uop| match uop {
        Uop::Load { access, .. } | Uop::Store { access, .. } => Some((access.qualifiers, true)),
        Uop::Atomic { access, dst, .. } => Some((access.qualifiers, dst.is_some())),
        Uop::Surface { access, dst, .. } => Some((program.surfaces[*access as usize].qualifiers, dst.is_some())),
        Uop::Typed(access) => Some((program.typed[*access as usize].qualifiers, true)),
        Uop::ScalarLoad { qualifiers, .. } => Some((*qualifiers, true)),
        _ => None,
    };
    uops.iter().find_map(one).unwrap_or((Qualifiers::PLAIN, true))
}
