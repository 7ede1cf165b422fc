//! The kinds of effects of an instruction, which select the notes on its page.

use isotope_ir::effect::{Ask, BarrierKind, Control, Mask, Space, Transfer, Uop};
use isotope_ir::program::Program;

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// Memory that every work-group sees.
    pub global: bool,
    /// Memory of a work-group.
    pub shared: bool,
    /// Memory of a lane.
    pub private: bool,
    /// A constant bank at a computed offset.
    pub constant: bool,
    /// Elements of surfaces, buffers and images by a descriptor.
    pub surface: bool,
    /// Any memory.
    pub memory: bool,
    /// It reads, modifies and writes in one step.
    pub atomic: bool,
    /// It orders accesses, or works on caches.
    pub fence: bool,
    /// It waits for an event.
    pub waits: bool,
    /// It uses the synchronization unit.
    pub unit: bool,
    /// It accesses the unit's memory.
    pub gds: bool,
    /// It changes control flow.
    pub control: bool,
    /// It exchanges data between lanes.
    pub lanes: bool,
    /// It runs once for the wave, regardless of active lanes.
    pub scalar: bool,
    /// It runs in active lanes.
    pub vector: bool,
    /// It is executed.
    pub runs: bool,
}

impl Traits {
    /// Adds the kinds of a program's first instruction.
    pub fn and(mut self, program: &Program) -> Traits {
        if program.steps.iter().any(|step| matches!(step.control, Control::Refuse(_))) {
            return self;
        }
        for step in &program.steps {
            self.of_control(program, &step.control);
            self.vector |= step.guard != Mask::ALL;
            program.uops_of(step).iter().for_each(|uop| self.of_uop(program, uop));
        }
        self
    }

    fn of_space(&mut self, space: Space) {
        self.memory = true;
        self.vector = true;
        match space {
            Space::Global | Space::GenericGlobal => self.global = true,
            Space::Generic => (self.global, self.shared, self.private) = (true, true, true),
            Space::Shared => self.shared = true,
            Space::Private | Space::Wave => self.private = true,
            Space::Constant(_) | Space::ConstantBanks => self.constant = true,
        }
    }

    fn of_uop(&mut self, program: &Program, uop: &Uop) {
        match uop {
            Uop::Load { access, .. } | Uop::Store { access, .. } => self.of_space(access.space),
            Uop::Atomic { access, .. } => {
                self.atomic = true;
                self.of_space(access.space);
            }
            Uop::Surface { .. } => (self.surface, self.memory, self.atomic, self.vector) = (true, true, true, true),
            Uop::Typed(index) => {
                // Querying the size is not an access.
                self.memory |= program.typed[*index as usize].transfer != Transfer::Size;
                (self.surface, self.vector) = (true, true);
            }
            Uop::TableAddress { .. }
            | Uop::ElementAddress { .. }
            | Uop::BufferAddress { .. }
            | Uop::ImageAddress { .. }
            | Uop::SurfaceAddress { .. } => (self.surface, self.memory, self.vector) = (true, true, true),
            Uop::ScalarLoad { .. } => (self.global, self.memory, self.scalar) = (true, true, true),
            Uop::Fence { .. } | Uop::Maintain(_) => self.fence = true,
            Uop::Wait(_) => (self.fence, self.waits) = (true, true),
            Uop::Ballot { .. }
            | Uop::Vote { .. }
            | Uop::ReadLane { .. }
            | Uop::PushLane { .. }
            | Uop::FromLane { .. }
            | Uop::ToLane { .. } => (self.lanes, self.vector) = (true, true),
            Uop::Scalar { .. }
            | Uop::Scalar64 { .. }
            | Uop::ScalarTest { .. }
            | Uop::ScalarTest64 { .. }
            | Uop::ScalarSpecial { .. }
            | Uop::ScalarGet { .. }
            | Uop::ScalarPut { .. } => self.scalar = true,
            _ => self.vector = true,
        }
    }

    fn of_control(&mut self, program: &Program, control: &Control) {
        match control {
            Control::Next => self.runs = true,
            Control::Refuse(_) => {}
            Control::Barrier { kind, .. } => {
                self.runs = true;
                self.waits |= !matches!(kind, BarrierKind::Arrive | BarrierKind::Signal);
                self.fence = true;
            }
            Control::Request(index) => {
                (self.runs, self.unit, self.vector) = (true, true, true);
                let ask = program.requests[*index as usize].ask;
                self.gds |= matches!(ask, Ask::Memory { .. });
                self.waits |= matches!(ask, Ask::Gws(_) | Ask::Ordered);
                self.atomic |= matches!(ask, Ask::Memory { rmw: Some(_), .. } | Ask::Append { .. } | Ask::Register(_));
            }
            _ => (self.runs, self.control) = (true, true),
        }
    }
}
