//! The table of micro-operations: what each reads and writes, on which lanes, and which effects other waves can see.
//!
//! Code that moves, renames, binds or explains micro-operations uses this table. Each variant is written out with all of its fields, here
//! and in the lists of causes (`isotope_machine::failure`): a new variant, or a new operand of one, does not compile until its meaning has
//! been decided.

use super::{
    Access, Address, Ask, BarrierKind, BufferAccess, Control, HostCall, ImageAccess, Mask, Request, Slot, Space, Src,
    SurfaceAccess, TextureAccess, Through, Transfer, TypedAccess, Uop, Upkeep, Wait, Wide,
};

/// In which lanes an operand is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum In {
    /// In the executing lanes.
    Lanes,
    /// In any lane, executing or not: one value for the wave, another lane's value, a whole vector.
    Any,
}

/// An operand of a micro-operation or of a control effect, with its use.
#[derive(Debug, PartialEq)]
pub enum Operand<'a> {
    /// A source is read.
    Read(&'a mut Src, In),
    /// A mask is read.
    ReadMask(&'a mut Mask, In),
    /// Consecutive vectors are written, this many, from this one on.
    Write(&'a mut Slot, u32, In),
    /// Bits of a scalar word are written: those of executing lanes, or all.
    WriteWord(&'a mut u16, In),
    /// Bytes of the register file at the addresses of a map ([`List::Maps`]) are read, in executing lanes.
    ReadMap(&'a mut u32),
    /// The same, written.
    WriteMap(&'a mut u32),
    /// An entry of a list is named. Its own operands follow, where it has any.
    Names(List, &'a mut u32),
    /// Some words of the register file are read; which ones is known only at run time.
    ReadRegisters,
    /// The same, written.
    WriteRegisters,
    /// Some scalar word from this one on is read.
    ReadScalars(u16),
    /// The same, written.
    WriteScalars(u16),
}

impl<'a> Operand<'a> {
    /// The entry of a list that is named.
    pub fn name(self) -> Option<(List, &'a mut u32)> {
        match self {
            Operand::Names(list, n) => Some((list, n)),
            Operand::ReadMap(map) | Operand::WriteMap(map) => Some((List::Maps, map)),
            _ => None,
        }
    }
}

/// A list of a [`Program`](crate::program::Program) whose entries micro-operations and control effects name by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum List {
    /// Atomic operations.
    Rmws,
    /// Surface accesses.
    Surfaces,
    /// Buffer accesses.
    Buffers,
    /// Image accesses.
    Images,
    /// Accesses to typed elements.
    Typed,
    /// Byte addresses per lane.
    Maps,
    /// Requests to the synchronization unit.
    Requests,
    /// Calls of functions of the host.
    Calls,
    /// Reasons for refused instructions.
    Refusals,
}

/// The entry with operands of its own that a micro-operation or control effect names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Nothing.
    None,
    /// An entry of [`Program::surfaces`](crate::program::Program), and bytes of the result.
    Surface(SurfaceAccess, u8),
    /// An entry of [`Program::buffers`](crate::program::Program).
    Buffer(BufferAccess),
    /// An entry of [`Program::images`](crate::program::Program).
    Image(ImageAccess),
    /// An entry of [`Program::typed`](crate::program::Program).
    Typed(TypedAccess),
    /// An entry of [`Program::requests`](crate::program::Program).
    Request(Request),
    /// An entry of [`Program::calls`](crate::program::Program).
    Call(HostCall),
}

/// How a micro-operation is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    /// By the executing lanes independently: what a lane writes depends only on that lane's sources.
    Lane,
    /// By the executing lanes, which see each other or are served one after another.
    Lanes,
    /// Once for the wave, independent of executing lanes.
    Wave,
}

/// What keeps its order when a micro-operation moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keeps {
    /// Only its operands.
    Operands,
    /// It touches memory or can stop the launch: it keeps its order with others that do.
    Order,
    /// Nothing where memory is sequentially consistent: it only orders memory.
    Nothing,
    /// It must not move.
    Place,
}

/// Which memory a micro-operation accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// None.
    Nothing,
    /// Memory in this space.
    Space(Space),
    /// Elements of surfaces, buffers and images.
    Elements,
    /// All memory, by ordering its accesses.
    Fence,
}

impl Reach {
    /// Whether other waves can see or influence that memory.
    pub fn is_shared(self) -> bool {
        match self {
            Reach::Nothing | Reach::Space(Space::Private | Space::Wave | Space::Constant(_) | Space::ConstantBanks) => {
                false
            }
            Reach::Space(Space::Global | Space::Shared | Space::Generic | Space::GenericGlobal) => true,
            Reach::Elements | Reach::Fence => true,
        }
    }
}

/// A row of the table, beside the operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nature {
    /// How it is executed.
    pub width: Width,
    /// What keeps its order.
    pub keeps: Keeps,
    /// Which memory it accesses.
    pub reach: Reach,
    /// Whether it writes there.
    pub writes: bool,
}

impl Nature {
    const fn plain(width: Width) -> Nature {
        Nature { width, keeps: Keeps::Operands, reach: Reach::Nothing, writes: false }
    }
    const fn fixed(width: Width) -> Nature {
        Nature { keeps: Keeps::Place, ..Nature::plain(width) }
    }
    const fn memory(space: Space, writes: bool) -> Nature {
        Nature { width: Width::Lane, keeps: Keeps::Order, reach: Reach::Space(space), writes }
    }
}

impl Uop {
    /// Its row of the table.
    #[inline]
    pub fn nature(&self) -> Nature {
        use Uop::*;
        match *self {
            Alu { .. }
            | Alu64 { .. }
            | Narrow { .. }
            | Approximate { .. }
            | Special { .. }
            | Mask { .. }
            | ReadRegion { .. }
            | WriteRegion { .. } => Nature::plain(Width::Lane),
            // With `clear`, lanes that do not execute get 0, even if none does.
            Test { clear: _, .. } | Test64 { clear: _, .. } => Nature::plain(Width::Lane),
            Scalar { .. } | Scalar64 { .. } | ScalarTest { .. } | ScalarTest64 { .. } => Nature::plain(Width::Wave),
            Ballot { .. } | Vote { .. } | ReadLane { .. } | PushLane { .. } | Uncover => Nature::fixed(Width::Lanes),
            Under { .. }
            | ScalarSpecial { .. }
            | ScalarGet { .. }
            | ScalarPut { .. }
            | FromLane { .. }
            | ToLane { .. } => Nature::fixed(Width::Wave),
            Load { access, .. } => Nature::memory(access.space, false),
            Store { access, .. } => Nature::memory(access.space, true),
            // The operation's own rule says whether lanes may be served as two operations (`Uop::def_use`).
            Atomic { access, .. } => Nature::memory(access.space, true),
            ScalarLoad { .. } => Nature { width: Width::Wave, ..Nature::memory(Space::Global, false) },
            TableAddress { .. } => Nature { width: Width::Lanes, keeps: Keeps::Order, ..Nature::plain(Width::Lanes) },
            ElementAddress { .. } | BufferAddress { .. } | ImageAddress { .. } | SurfaceAddress { .. } => {
                Nature::fixed(Width::Lanes)
            }
            Surface { .. } | Typed(_) => Nature { reach: Reach::Elements, writes: true, ..Nature::fixed(Width::Lanes) },
            // Like all others they do nothing where no lane executes; an operation of the wave as a whole uses `Under`.
            Fence { .. } => Nature { reach: Reach::Fence, keeps: Keeps::Nothing, ..Nature::plain(Width::Lanes) },
            Maintain(_) | Wait(_) => Nature { keeps: Keeps::Nothing, ..Nature::plain(Width::Lanes) },
        }
    }

    /// Whether other waves can see or influence this operation.
    pub fn is_visible(&self) -> bool {
        self.nature().reach.is_shared()
    }

    /// Whether it has an effect even if no lane executes.
    pub fn is_scalar(&self) -> bool {
        self.nature().width == Width::Wave
            || matches!(self, Uop::Test { clear: true, .. } | Uop::Test64 { clear: true, .. })
    }

    /// Whether it names an [`Entry`] with operands of its own.
    #[inline]
    pub fn has_entry(&self) -> bool {
        use Uop::*;
        match self {
            Surface { .. } | SurfaceAddress { .. } | BufferAddress { .. } | ImageAddress { .. } | Typed(_) => true,
            Alu { .. }
            | Alu64 { .. }
            | Narrow { .. }
            | Test { .. }
            | Test64 { .. }
            | Mask { .. }
            | Ballot { .. }
            | Vote { .. }
            | ReadLane { .. }
            | PushLane { .. }
            | Approximate { .. }
            | Special { .. }
            | Load { .. }
            | Store { .. }
            | Atomic { .. }
            | Fence { .. }
            | Maintain(_)
            | Wait(_)
            | Under { .. }
            | Scalar { .. }
            | Scalar64 { .. }
            | ScalarTest { .. }
            | ScalarTest64 { .. }
            | ScalarLoad { .. }
            | ScalarSpecial { .. }
            | ScalarGet { .. }
            | ScalarPut { .. }
            | FromLane { .. }
            | ToLane { .. }
            | ReadRegion { .. }
            | WriteRegion { .. }
            | TableAddress { .. }
            | ElementAddress { .. }
            | Uncover => false,
        }
    }

    /// Visit its operands, with those of the entry that it names in a list of its program.
    #[inline]
    pub fn operands(&mut self, entry: &mut Entry, mut f: impl FnMut(Operand<'_>)) {
        use In::{Any, Lanes};
        use Operand::*;
        let f = &mut f;
        match self {
            Uop::Alu { op: _, dst, src } => {
                each(src, Lanes, f);
                f(Write(dst, 1, Lanes));
            }
            Uop::Alu64 { op: _, dst, src } => {
                src.iter_mut().for_each(|w| wide(w, Lanes, f));
                f(Write(dst, 2, Lanes));
            }
            Uop::Narrow { op: _, dst, src } => {
                src.iter_mut().for_each(|w| wide(w, Lanes, f));
                f(Write(dst, 1, Lanes));
            }
            Uop::Test { op: _, dst, src, clear } => {
                each(src, Lanes, f);
                f(WriteWord(dst, if *clear { Any } else { Lanes }));
            }
            Uop::Test64 { op: _, dst, src, clear } => {
                src.iter_mut().for_each(|w| wide(w, Lanes, f));
                f(WriteWord(dst, if *clear { Any } else { Lanes }));
            }
            Uop::Mask { op: _, dst, a, b } => {
                f(ReadMask(a, Lanes));
                f(ReadMask(b, Lanes));
                f(WriteWord(dst, Lanes));
            }
            Uop::Ballot { dst, src } => {
                f(ReadMask(src, Lanes));
                f(Write(dst, 1, Lanes));
            }
            Uop::Vote { vote: _, dst, src } => {
                f(ReadMask(src, Lanes));
                f(WriteWord(dst, Lanes));
            }
            Uop::ReadLane { dst, value, index } => {
                f(Read(value, Any));
                f(Read(index, Lanes));
                f(Write(dst, 1, Lanes));
            }
            Uop::Approximate { what: _, dst, src } => {
                f(Read(src, Lanes));
                f(Write(dst, 1, Lanes));
            }
            Uop::Special { what: _, dst } => f(Write(dst, 1, Lanes)),
            Uop::Load { access, dst, signed: _ } => {
                let words = words(access.bytes);
                place(access, f);
                dst.iter_mut().for_each(|dst| f(Write(dst, words, Lanes)));
            }
            Uop::Store { access, src } => {
                place(access, f);
                each(src, Lanes, f);
            }
            Uop::Atomic { access, rmw, src0, src1, dst, sparse } => {
                f(Names(List::Rmws, rmw));
                let words = words(access.bytes);
                place(access, f);
                wide(src0, Lanes, f);
                wide(src1, Lanes, f);
                dst.iter_mut().for_each(|dst| f(Write(dst, words, Lanes)));
                sparse.iter_mut().for_each(|word| f(WriteWord(word, Lanes)));
            }
            Uop::Surface { access, rmw, signed_rmw, src0, src1, dst } => {
                f(Names(List::Surfaces, access));
                f(Names(List::Rmws, rmw));
                signed_rmw.iter_mut().for_each(|rmw| f(Names(List::Rmws, rmw)));
                wide(src0, Lanes, f);
                wide(src1, Lanes, f);
                let mut result = 1;
                if let Entry::Surface(SurfaceAccess { handle, coords, shape: _, qualifiers: _ }, bytes) = entry {
                    f(Read(handle, Lanes));
                    each(coords, Lanes, f);
                    result = words(*bytes);
                }
                dst.iter_mut().for_each(|dst| f(Write(dst, result, Lanes)));
            }
            Uop::Fence { kind: _, scope: _, spaces: _ } | Uop::Uncover => {}
            Uop::Maintain(Upkeep { action: _, caches: _, at, qualifiers: _ }) => {
                at.iter_mut().for_each(|at| address(at, Lanes, f))
            }
            Uop::Wait(Wait { counter: _, at_most }) => f(Read(at_most, Any)),
            Uop::Under { base, also } => {
                f(ReadMask(base, Any));
                f(ReadMask(also, Any));
            }
            Uop::Scalar { op: _, dst, src } | Uop::ScalarTest { op: _, dst, src } => {
                each(src, Any, f);
                f(WriteWord(dst, Any));
            }
            Uop::Scalar64 { op: _, dst, src } => {
                src.iter_mut().for_each(|w| wide(w, Any, f));
                dst.iter_mut().for_each(|word| f(WriteWord(word, Any)));
            }
            Uop::ScalarTest64 { op: _, dst, src } => {
                src.iter_mut().for_each(|w| wide(w, Any, f));
                f(WriteWord(dst, Any));
            }
            Uop::ScalarLoad { address: at, dst, words, limit, qualifiers: _ } => {
                address(at, Any, f);
                f(Read(limit, Any));
                // Consecutive words are renamed together or not at all; no pass renames them.
                (0..u16::from(*words)).for_each(|i| f(WriteWord(&mut (*dst + i), Any)));
            }
            Uop::ScalarSpecial { what: _, dst } => f(WriteWord(dst, Any)),
            Uop::ScalarGet { dst, first, index } => {
                f(Read(index, Any));
                f(ReadScalars(*first));
                f(WriteWord(dst, Any));
            }
            Uop::ScalarPut { first, index, value } => {
                f(Read(index, Any));
                f(Read(value, Any));
                f(WriteScalars(*first));
            }
            Uop::FromLane { dst, value, lane } => {
                each(value, Any, f);
                f(Read(lane, Any));
                f(WriteWord(dst, Any));
            }
            Uop::ToLane { dst, value, lane } => {
                f(Read(value, Any));
                f(Read(lane, Any));
                dst.iter_mut().for_each(|dst| f(Write(dst, 1, Any)));
            }
            Uop::ReadRegion { dst, map, bytes: _, signed: _, base } => {
                match base {
                    None => f(ReadMap(map)),
                    Some(base) => {
                        f(Names(List::Maps, map));
                        f(Read(base, Any));
                        f(ReadRegisters);
                    }
                }
                f(Write(dst, 1, Lanes));
            }
            Uop::WriteRegion { src, map, bytes: _, base } => {
                f(Read(src, Lanes));
                match base {
                    None => f(WriteMap(map)),
                    Some(base) => {
                        f(Names(List::Maps, map));
                        f(Read(base, Any));
                        f(WriteRegisters);
                    }
                }
            }
            Uop::TableAddress { entry, offset, bytes: _, dst, valid } => {
                f(Read(entry, Any));
                f(Read(offset, Lanes));
                f(Write(dst, 2, Lanes));
                f(WriteWord(valid, Any));
            }
            Uop::ElementAddress { entry, coords, part: _, dst, valid } => {
                f(Read(entry, Any));
                each(coords, Lanes, f);
                f(Write(dst, 3, Lanes));
                f(WriteWord(valid, Any));
            }
            Uop::PushLane { dst, value, index } => {
                f(Read(value, Lanes));
                f(Read(index, Lanes));
                f(Write(dst, 1, Any));
            }
            Uop::BufferAddress { access, dst, valid } => {
                f(Names(List::Buffers, access));
                if let Entry::Buffer(access) = entry {
                    buffer(access, f);
                }
                f(Write(dst, 2, Lanes));
                f(WriteWord(valid, Any));
            }
            Uop::ImageAddress { access, dst, valid } => {
                f(Names(List::Images, access));
                if let Entry::Image(access) = entry {
                    image(access, f);
                }
                f(Write(dst, 2, Lanes));
                f(WriteWord(valid, Any));
            }
            Uop::SurfaceAddress { access, dst, valid } => {
                f(Names(List::Surfaces, access));
                if let Entry::Surface(SurfaceAccess { handle, coords, shape: _, qualifiers: _ }, _) = entry {
                    f(Read(handle, Lanes));
                    each(coords, Lanes, f);
                }
                f(Write(dst, 2, Lanes));
                f(WriteWord(valid, Any));
            }
            Uop::Typed(access) => {
                f(Names(List::Typed, access));
                let Entry::Typed(access) = entry else { return };
                let TypedAccess { through, transfer, components, convert: _, data, dst, qualifiers: _ } = access;
                match through {
                    Through::Buffer(access) => buffer(access, f),
                    Through::Image { access, level: _ } => image(access, f),
                    Through::Texture(TextureAccess { handle, coords, layer, level, dims: _, array: _, fetch: _ }) => {
                        f(Read(handle, Lanes));
                        each(coords, Lanes, f);
                        f(Read(layer, Lanes));
                        f(Read(level, Lanes));
                    }
                }
                match transfer {
                    Transfer::Store => each(data, Lanes, f),
                    Transfer::Load | Transfer::Size => f(Write(dst, components.count_ones(), Lanes)),
                }
            }
        }
    }

    /// Visits every 32-bit source in the micro-operation itself.
    pub fn for_each_src(&mut self, f: &mut impl FnMut(&mut Src)) {
        self.operands(&mut Entry::None, |operand| {
            if let Operand::Read(src, _) = operand {
                f(src);
            }
        });
    }
}

impl Control {
    /// Whether other waves can see or influence it. The synchronization unit is told of the end of a wave.
    pub fn is_visible(&self) -> bool {
        use Control::*;
        match self {
            Barrier { .. } | Request(_) | Host(_) | Exit | End => true,
            Next
            | Branch { .. }
            | Goto { .. }
            | Join
            | BranchIndirect { .. }
            | Push { .. }
            | Pop { .. }
            | Call { .. }
            | Jump { .. }
            | JumpTo { .. }
            | Variant { .. }
            | Trap
            | Refuse(_) => false,
        }
    }

    /// Visit its operands, with those of the request or call that it names.
    pub fn operands(&mut self, entry: &mut Entry, mut f: impl FnMut(Operand<'_>)) {
        use In::Any;
        use Operand::*;
        match self {
            Control::Next
            | Control::Branch { target: _ }
            | Control::Goto { target: _ }
            | Control::Join
            | Control::Push { token: _, target: _ }
            | Control::Pop { token: _ }
            | Control::Call { target: _ }
            | Control::Exit
            | Control::End
            | Control::Trap => {}
            Control::Refuse(refusal) => f(Names(List::Refusals, refusal)),
            Control::BranchIndirect { address } => f(Read(address, Any)),
            Control::Barrier { kind, id, expected } => {
                f(Read(id, Any));
                expected.iter_mut().for_each(|src| f(Read(src, Any)));
                match kind {
                    BarrierKind::Sync
                    | BarrierKind::Wave
                    | BarrierKind::Arrive
                    | BarrierKind::Signal
                    | BarrierKind::Await => {}
                    BarrierKind::Reduce { op: _, src, dst, count } => {
                        f(ReadMask(src, Any));
                        dst.iter_mut().for_each(|word| f(WriteWord(word, Any)));
                        count.iter_mut().for_each(|slot| f(Write(slot, 1, Any)));
                    }
                }
            }
            Control::Jump { target: _, words, nonzero: _ } => each(words, Any, &mut f),
            Control::JumpTo { address } => wide(address, Any, &mut f),
            Control::Variant { index } => f(Read(index, Any)),
            Control::Request(request) => {
                f(Names(List::Requests, request));
                let Entry::Request(Request { ask, base, offset: _, address, data, dst }) = entry else { return };
                f(Read(base, Any));
                each(address, Any, &mut f);
                data.iter_mut().for_each(|half| each(half, Any, &mut f));
                let count = match ask {
                    Ask::Gws(_) | Ask::Ordered | Ask::Append { add: _ } => 1,
                    // Some registers have 64 bits.
                    Ask::Register(_) => 2,
                    Ask::Memory { bytes, offsets: _, count, rmw, write: _, signed: _, half: _ } => {
                        rmw.iter_mut().for_each(|rmw| f(Names(List::Rmws, rmw)));
                        words(*bytes) * u32::from(*count)
                    }
                };
                dst.iter_mut().flatten().for_each(|slot| f(Write(slot, count, Any)));
            }
            Control::Host(call) => {
                f(Names(List::Calls, call));
                let Entry::Call(HostCall { function: _, from, arguments, dst, results }) = entry else { return };
                f(Read(from, Any));
                each(arguments, In::Lanes, &mut f);
                f(Write(dst, (*results).into(), In::Lanes));
            }
        }
    }
}

/// Number of registers of a value.
fn words(bytes: u8) -> u32 {
    u32::from(bytes.div_ceil(4))
}

fn each(all: &mut [Src], lanes: In, f: &mut impl FnMut(Operand<'_>)) {
    all.iter_mut().for_each(|src| f(Operand::Read(src, lanes)));
}

fn wide(w: &mut Wide, lanes: In, f: &mut impl FnMut(Operand<'_>)) {
    f(Operand::Read(&mut w.lo, lanes));
    f(Operand::Read(&mut w.hi, lanes));
}

fn address(Address { lo, hi, offset: _ }: &mut Address, lanes: In, f: &mut impl FnMut(Operand<'_>)) {
    f(Operand::Read(lo, lanes));
    hi.iter_mut().for_each(|hi| f(Operand::Read(hi, lanes)));
}

fn place(access: &mut Access, f: &mut impl FnMut(Operand<'_>)) {
    let Access { space: _, address: at, bytes: _, aligned: _, upper: _, qualifiers: _ } = access;
    address(at, In::Lanes, f);
}

/// A descriptor is uniform, but may be in registers of any kind.
fn buffer(access: &mut BufferAccess, f: &mut impl FnMut(Operand<'_>)) {
    let BufferAccess { descriptor, index, offset, base, immediate: _, bytes: _, word: _, upper: _ } = access;
    each(descriptor, In::Any, f);
    index.iter_mut().chain(offset).for_each(|src| f(Operand::Read(src, In::Any)));
    f(Operand::Read(base, In::Any));
}

fn image(access: &mut ImageAccess, f: &mut impl FnMut(Operand<'_>)) {
    let ImageAccess { descriptor, coords, dim: _, packed: _, short: _, bytes: _ } = access;
    each(descriptor, In::Any, f);
    each(coords, In::Any, f);
}
