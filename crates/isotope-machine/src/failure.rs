//! How else an instruction can end: faults, drops, waits, unspecified results, as a list derived from its neutral form.
//!
//! Each [`Cause`] is one way in which accesses (`access.rs`, `scalar.rs`, `surface_access.rs`, `descriptor.rs`, `mem/`), requests
//! (`request.rs`, `sync/`) or control effects (`control.rs`) leave the ordinary path; [`causes`] derives from micro-operations which of them
//! apply. The document behind each is known to the vendor's crate (`sample.rs`). Stops that any
//! instruction can cause (control past the end of the code, another size of shared memory) are not listed.

use std::collections::{BTreeMap, BTreeSet};

use isotope_op::claim::Evidence;

use super::dispatch::PastShared;
use super::fault::FaultKind;
use isotope_ir::effect::{Access, Ask, Clamp, Control, GwsOp, Space, Src, Through, Transfer, Uop};
use isotope_ir::program::{Program, Refusal};

/// What the machine does in this case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The launch stops.
    Fault(FaultKind),
    /// The lane's access is dropped; its result is 0.
    Dropped,
    /// The request is refused (NACK) and the wave is halted for good.
    Halted,
    /// The wave waits for other waves.
    Waits,
    /// Unspecified: no document says. The launch stops and names the rule.
    Open,
}

impl End {
    /// As text.
    pub fn text(self) -> String {
        match self {
            End::Fault(kind) => format!("fault: {}", kind.name()),
            End::Dropped => "dropped; reads 0".into(),
            End::Halted => "NACK: the wave halts".into(),
            End::Waits => "the wave waits".into(),
            End::Open => "unspecified".into(),
        }
    }
}

macro_rules! causes {
    ($($name:ident, $end:expr, $when:literal;)*) => {
        /// One way to leave the ordinary path.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Cause {
            $(#[doc = $when] $name,)*
        }

        impl Cause {
            /// Every cause.
            pub const ALL: &[Cause] = &[$(Cause::$name,)*];

            /// When it happens, as text.
            pub const fn when(self) -> &'static str {
                match self {
                    $(Cause::$name => $when,)*
                }
            }

            /// What the machine does.
            pub const fn end(self) -> End {
                use End::{Dropped, Fault, Halted, Open, Waits};
                use FaultKind::*;
                match self {
                    $(Cause::$name => $end,)*
                }
            }
        }
    };
}

causes! {
    Misaligned, Fault(Misaligned), "the address is not a multiple of the access's bytes";
    Unmapped, Fault(OutOfRange), "no memory is allocated at the address, or not for all bytes of the access";
    HighAddress, Fault(OutOfRange), "bits above the width of an address are set";
    Window, Fault(InvalidAddressSpace), "the address falls into the window of shared or private memory";
    WideInPrivate, Fault(InvalidAddressSpace), "the address falls into the window of private memory, which serves no access this wide";
    PastShared, Fault(OutOfRange), "the access reaches past the group's shared memory";
    PastSharedDropped, Dropped, "the access reaches past the group's shared memory";
    PastPrivate, Fault(OutOfRange), "the access reaches past the lane's private memory";
    Constant, Fault(InvalidConstant), "the launch has no such constant bank, or the access reaches past its end";
    Sparse, Dropped, "the page is sparse: mapped, but without memory";
    Uncovered, Dropped, "the lane covers no sample (a helper, or after a kill)";
    ScalarUnmapped, Fault(OutOfRange), "no memory is allocated at the scalar address";
    ScalarLimit, Dropped, "words lie beyond the descriptor's size";
    SurfaceUnbound, Fault(InvalidSurface), "the launch has no pool of surface headers";
    SurfaceInvalid, Dropped, "the handle names no valid header, or one of another kind of surface";
    SurfaceDisabled, Dropped, "the surface is disabled";
    SurfaceIgnore, Dropped, "a coordinate is out of bounds, with `.IGN`";
    SurfaceTrap, Fault(SurfaceBounds), "a coordinate is out of bounds, with `.TRAP`";
    SurfaceMisaligned, Fault(Misaligned), "a byte coordinate, or the address it leads to, is not a multiple of the access's bytes";
    SurfaceOpen, Open, "no document gives the addresses of the surface's format or layout";
    TextureUnbound, Fault(InvalidSurface), "the handle names no texture of the launch";
    TextureOpen, Open, "the texture has no such component, or a coordinate is no number";
    BufferRange, Dropped, "the element is out of the descriptor's range, or the descriptor is not bound";
    BufferOpen, Open, "the access crosses elements of a swizzled buffer, or the swizzle is reserved";
    ImageRange, Dropped, "a coordinate, layer or level is out of the image, or the descriptor is not bound";
    TypedRange, Dropped, "the element is out of the descriptor's range, or the descriptor is not bound";
    TableUnbound, Fault(InvalidSurface), "the launch binds nothing to the binding table entry";
    TableRange, Dropped, "the access reaches past the surface";
    TableShape, Fault(InvalidSurface), "the binding table entry is a plain buffer, not a typed surface";
    ElementRange, Dropped, "a coordinate is out of the surface";
    NoUnit, Fault(IllegalParameter), "the launch has no unit for global wave sync, ordered count and global data share";
    GwsNack, Halted, "the resource id is out of the range that the process owns";
    GwsWait, Waits, "the semaphore has nothing to give, or waves are missing at the barrier";
    OrderedWait, Waits, "it is another wave's turn";
    OrderedOpen, Open, "the fields of the request break a rule of ordered count";
    UnitRange, Dropped, "the location lies beyond what M0 or the process allows";
    Result, Open, "no document says what the operation writes for these operands (see the special values)";
    Target, Fault(PcOutOfRange), "the address is that of no instruction of the kernel";
    StackFull, Fault(StackOverflow), "the reconvergence stack is full";
    NoToken, Fault(StackUnderflow), "no token of that kind is on the reconvergence stack";
    Barrier, Fault(IllegalParameter), "the barrier's number is beyond those of the group";
    BarrierCount, Fault(IllegalParameter), "the number of lanes expected is 0 or no multiple of a wave";
    Breakpoint, Fault(Trap), "a lane executes it";
    RegisterAlignment, Fault(MisalignedRegister), "a register pair or quad starts at no multiple of its size";
    RegisterNumber, Fault(RegisterOutOfRange), "a register lies beyond those that the kernel has";
    BranchTarget, Fault(PcOutOfRange), "the target is no instruction of the kernel";
    Parameter, Fault(IllegalParameter), "an operand, size or combination that the instruction does not take (see legality)";
    Encoding, Fault(IllegalEncoding), "the word names no instruction";
    Undefined, Open, "a combination that the documents leave open";
}

/// Behaviour that differs between vendors, as in their dispatches.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// See [`Dispatch::past_shared`](super::Dispatch).
    pub past_shared: PastShared,
    /// See [`Windows::private_aligned`](super::Windows).
    pub private_aligned: u8,
}

impl Limits {
    /// Both out-of-range cases are faults; private memory serves every width.
    pub const DEFAULT: Limits = Limits { past_shared: PastShared::Fault, private_aligned: 16 };
}

/// Causes, and for those of memory the widths of the accesses in bytes.
pub type Causes = BTreeMap<Cause, BTreeSet<u8>>;

/// The causes that steps of programs can meet. A refused instruction counts as met.
pub fn causes(programs: &[Program], limits: Limits) -> Causes {
    let mut found = Causes::new();
    for program in programs {
        let mut list = List { program, limits, found };
        if !program.uniforms.is_empty() {
            list.add(Cause::Constant);
        }
        for uop in &program.uops {
            list.uop(uop);
        }
        for step in &program.steps {
            list.control(&step.control);
        }
        found = list.found;
    }
    found
}

/// A cause with its evidence.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Cause.
    pub cause: Cause,
    /// Widths of the accesses in bytes, where they matter.
    pub bytes: BTreeSet<u8>,
    /// Evidence.
    pub evidence: Evidence,
}

/// What programs of one mnemonic can meet on a machine described by `evidence`; causes without evidence do not exist there.
pub fn failures(
    programs: &[Program],
    limits: Limits,
    mnemonic: &str,
    evidence: fn(Cause, &str) -> Option<Evidence>,
) -> Vec<Failure> {
    let known = |(cause, bytes)| Some(Failure { cause, bytes, evidence: evidence(cause, mnemonic)? });
    causes(programs, limits).into_iter().filter_map(known).collect()
}

/// Whether some step of the programs is modelled.
pub fn is_modelled(programs: &[Program]) -> bool {
    let refused = |program: &Program, control: &Control| matches!(control, Control::Refuse(r) if matches!(program.refusals[*r as usize], Refusal::NotModelled { .. }));
    programs.iter().any(|p| p.steps.iter().any(|s| !refused(p, &s.control)))
}

struct List<'a> {
    program: &'a Program,
    limits: Limits,
    found: Causes,
}

impl List<'_> {
    fn add(&mut self, cause: Cause) {
        self.found.entry(cause).or_default();
    }

    fn all(&mut self, causes: &[Cause]) {
        causes.iter().for_each(|cause| self.add(*cause));
    }

    fn wide(&mut self, cause: Cause, bytes: u8) {
        self.found.entry(cause).or_default().insert(bytes);
    }

    fn access(&mut self, access: &Access) {
        let Access { space, bytes, aligned, .. } = *access;
        if aligned && bytes > 1 {
            self.wide(Cause::Misaligned, bytes);
        }
        if matches!(space, Space::Global | Space::Generic | Space::GenericGlobal) {
            self.add(Cause::Unmapped);
            self.add(Cause::Sparse);
            if access.address.hi.is_some() {
                self.add(Cause::HighAddress);
            }
        }
        if matches!(space, Space::Shared | Space::Generic) {
            self.add(match self.limits.past_shared {
                PastShared::Fault => Cause::PastShared,
                PastShared::Drop => Cause::PastSharedDropped,
            });
        }
        if matches!(space, Space::Private | Space::Wave | Space::Generic) {
            self.add(Cause::PastPrivate);
        }
        match space {
            Space::GenericGlobal => self.add(Cause::Window),
            Space::Generic if aligned && bytes > self.limits.private_aligned => {
                self.wide(Cause::WideInPrivate, bytes);
            }
            Space::Constant(_) | Space::ConstantBanks => self.add(Cause::Constant),
            _ => {}
        }
    }

    fn surface(&mut self, access: u32) {
        let shape = self.program.surfaces[access as usize].shape;
        self.all(&[Cause::SurfaceUnbound, Cause::SurfaceInvalid, Cause::SurfaceDisabled, Cause::SurfaceOpen]);
        self.wide(Cause::SurfaceMisaligned, shape.access_size);
        match shape.clamp {
            Clamp::Trap => self.add(Cause::SurfaceTrap),
            Clamp::Ignore => self.add(Cause::SurfaceIgnore),
            Clamp::Near => {}
        }
    }

    fn rmw(&mut self, rmw: u32) {
        if self.program.rmws[rmw as usize].may_be_unspecified() {
            self.add(Cause::Result);
        }
    }

    fn uop(&mut self, uop: &Uop) {
        match uop {
            Uop::Load { access, .. } | Uop::Store { access, .. } => self.access(access),
            Uop::Atomic { access, rmw, .. } => {
                self.access(access);
                if !matches!(access.space, Space::Shared | Space::Private | Space::Wave) {
                    self.add(Cause::Uncovered);
                }
                self.rmw(*rmw);
            }
            Uop::SurfaceAddress { access, .. } => self.surface(*access),
            Uop::Surface { access, rmw, signed_rmw, .. } => {
                self.surface(*access);
                self.all(&[Cause::Unmapped, Cause::Sparse, Cause::Uncovered]);
                self.rmw(*rmw);
                signed_rmw.iter().for_each(|rmw| self.rmw(*rmw));
            }
            Uop::ScalarLoad { words, limit, .. } => {
                self.add(Cause::ScalarUnmapped);
                if !matches!(limit, Src::Imm(limit) if *limit >= u32::from(*words)) {
                    self.add(Cause::ScalarLimit);
                }
            }
            Uop::BufferAddress { .. } => self.all(&[Cause::BufferRange, Cause::BufferOpen]),
            Uop::ImageAddress { .. } => self.add(Cause::ImageRange),
            Uop::Typed(access) => self.typed(*access),
            Uop::TableAddress { .. } => self.all(&[Cause::TableUnbound, Cause::TableRange]),
            Uop::ElementAddress { .. } => self.all(&[Cause::TableUnbound, Cause::TableShape, Cause::ElementRange]),
            // These cannot fail.
            Uop::Alu { .. }
            | Uop::Alu64 { .. }
            | Uop::Narrow { .. }
            | Uop::Test { .. }
            | Uop::Test64 { .. }
            | Uop::Mask { .. }
            | Uop::Ballot { .. }
            | Uop::Vote { .. }
            | Uop::ReadLane { .. }
            | Uop::PushLane { .. }
            | Uop::Approximate { .. }
            | Uop::Special { .. }
            | Uop::Fence { .. }
            | Uop::Maintain(_)
            | Uop::Wait(_)
            | Uop::Under { .. }
            | Uop::Scalar { .. }
            | Uop::Scalar64 { .. }
            | Uop::ScalarTest { .. }
            | Uop::ScalarTest64 { .. }
            | Uop::ScalarSpecial { .. }
            | Uop::ScalarGet { .. }
            | Uop::ScalarPut { .. }
            | Uop::FromLane { .. }
            | Uop::ToLane { .. }
            | Uop::ReadRegion { .. }
            | Uop::WriteRegion { .. }
            | Uop::Uncover => {}
        }
    }

    fn typed(&mut self, access: u32) {
        let access = &self.program.typed[access as usize];
        let texture = matches!(access.through, Through::Texture(_));
        if texture {
            self.add(Cause::TextureUnbound);
        }
        if access.transfer == Transfer::Size {
            return;
        }
        if texture {
            self.add(Cause::TextureOpen);
            self.add(Cause::Unmapped);
            return;
        }
        self.add(Cause::TypedRange);
        self.add(Cause::Unmapped);
        if matches!(access.through, Through::Buffer(_)) {
            self.add(Cause::BufferOpen);
        }
    }

    fn control(&mut self, control: &Control) {
        match *control {
            Control::Trap => self.add(Cause::Breakpoint),
            Control::BranchIndirect { .. } => self.all(&[Cause::Target, Cause::StackFull]),
            Control::JumpTo { .. } => self.add(Cause::Target),
            Control::Branch { .. } | Control::Goto { .. } | Control::Push { .. } | Control::Call { .. } => {
                self.add(Cause::StackFull);
            }
            Control::Barrier { expected, .. } => {
                self.add(Cause::Barrier);
                if expected.is_some() {
                    self.add(Cause::BarrierCount);
                }
            }
            Control::Pop { .. } => self.add(Cause::NoToken),
            Control::Request(request) => self.request(&self.program.requests[request as usize].ask),
            Control::Refuse(refusal) => match &self.program.refusals[refusal as usize] {
                Refusal::Fault { kind, .. } => self.add(match kind {
                    FaultKind::MisalignedRegister => Cause::RegisterAlignment,
                    FaultKind::RegisterOutOfRange => Cause::RegisterNumber,
                    FaultKind::PcOutOfRange => Cause::BranchTarget,
                    FaultKind::IllegalEncoding => Cause::Encoding,
                    FaultKind::InvalidConstant => Cause::Constant,
                    _ => Cause::Parameter,
                }),
                Refusal::Unspecified { .. } => self.add(Cause::Undefined),
                Refusal::NotModelled { .. } => {}
            },
            // A host function reports its own refusals.
            Control::Host(_)
            | Control::Next
            | Control::Join
            | Control::Exit
            | Control::End
            | Control::Jump { .. }
            | Control::Variant { .. } => {}
        }
    }

    fn request(&mut self, ask: &Ask) {
        self.add(Cause::NoUnit);
        match ask {
            Ask::Gws(op) => {
                self.add(Cause::GwsNack);
                if matches!(op, GwsOp::SemaP | GwsOp::Barrier) {
                    self.add(Cause::GwsWait);
                }
            }
            Ask::Ordered => self.all(&[Cause::OrderedWait, Cause::OrderedOpen]),
            Ask::Register(_) => {}
            Ask::Append { .. } => {
                self.wide(Cause::Misaligned, 4);
                self.add(Cause::UnitRange);
            }
            Ask::Memory { bytes, rmw, .. } => {
                self.add(Cause::UnitRange);
                if let Some(rmw) = rmw {
                    self.wide(Cause::Misaligned, *bytes);
                    self.rmw(*rmw);
                }
            }
        }
    }
}
