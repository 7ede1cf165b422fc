//! What a wave did that order among waves depends on: its accesses to shared words, fences, waits, work on caches, barriers, requests.

use isotope_ir::effect::{
    Ask, BarrierKind, Control, FenceKind, Order, Policy, Qualifiers, Scope, Spaces, Src, Uop, Upkeep, Wait,
};
use isotope_ir::ordering::Class;
use isotope_ir::program::Program;
use isotope_machine::fault::Place;
use isotope_machine::state::Wave;
use isotope_machine::{Answered, Deed as Done, MemoryAccess, Observer, Storage, Synchronisation};

use crate::watch::{Room, wrote};

/// Which memory a word lies in, that of the synchronisation unit among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Spot {
    Room(Room),
    Unit,
}

/// A step's access to a word, by all of its lanes together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    pub spot: Spot,
    /// Where the word begins, divided by four.
    pub at: u64,
    /// One bit for each byte.
    pub bytes: u8,
    pub reads: bool,
    pub writes: bool,
    /// Index of the step.
    pub step: u32,
    pub lanes: u64,
    /// Among whom it is atomic, where the instruction says that it is.
    pub strong: Option<Scope>,
    /// It reads and writes in one.
    pub rmw: bool,
    pub class: Class,
    /// It is made for the wave as a whole, by way of the cache for scalars.
    pub scalar: bool,
    /// It may be served by a cache that nothing keeps coherent.
    pub incoherent: bool,
    /// The instruction says that it is volatile.
    pub volatile: bool,
    /// It is, and passes by the cache next to the core.
    pub bypasses: bool,
}

/// One thing that a wave did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    Access(Access),
    Fence {
        kind: FenceKind,
        scope: Scope,
        spaces: Spaces,
    },
    Maintain(Upkeep),
    Wait(Wait),
    Barrier {
        kind: BarrierKind,
        id: u32,
    },
    /// A request to the unit: what kind, of which resource, whether it has been served.
    Request {
        ask: Ask,
        resource: u32,
        served: bool,
    },
}

/// Collects what a wave does.
pub(crate) struct Recorder<'p> {
    program: &'p Program,
    group: u32,
    step: u32,
    resource: u32,
    pub deeds: Vec<Deed>,
}

impl<'p> Recorder<'p> {
    pub fn new(program: &'p Program, group: u32) -> Recorder<'p> {
        Recorder { program, group, step: 0, resource: 0, deeds: Vec::new() }
    }

    /// The resource that the step of a wave asks for, if it asks.
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
        let (end, lanes) = (access.at + u64::from(access.bytes), 1 << access.lane);
        for at in access.at / 4..end.div_ceil(4) {
            let (from, to) = (access.at.max(4 * at) - 4 * at, end.min(4 * at + 4) - 4 * at);
            let bytes = (0xf_u8 >> (4 - (to - from))) << from;
            let same = self.deeds.iter_mut().rev().map_while(|deed| match deed {
                Deed::Access(other) if other.step == self.step => Some(other),
                _ => None,
            });
            let kind = |a: &Access| (a.spot, a.at, a.reads, a.writes);
            if let Some(other) = same.into_iter().find(|other| kind(other) == (spot, at, reads, writes)) {
                other.bytes |= bytes;
                other.lanes |= lanes;
                continue;
            }
            self.deeds.push(Deed::Access(Access {
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
            }));
        }
    }
}

impl Observer for Recorder<'_> {
    fn looks_inside(&self) -> bool {
        true
    }

    fn step(&mut self, _: Place, index: u32, _: u64) {
        self.step = index;
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
            Synchronisation::Fence { kind, scope, spaces, lanes } if lanes != 0 => Deed::Fence { kind, scope, spaces },
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

/// What a wave in front of a request asks, and of which resource, told apart by the base and offset that it gives.
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

/// What a step says of its accesses, and whether its read-modify-write gives a value back.
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
