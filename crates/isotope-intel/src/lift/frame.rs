//! Functions that follow a kernel: calls, returns, and frames.
//!
//! A function that can be called recursively saves its variables to the thread's private memory on entry and restores them on exit, so
//! that a caller's variables are preserved, as documents require. Programs cannot see where frames lie.
//!
//! # Sources
//! spec: the public vISA documentation, FCALL and FRET. oracle: functions of IGC 1.0.12504, which have a single return.

use isotope_op::alu::{Alu, Test};

use super::super::kernel::FIRST_VARIABLE;
use super::super::link::{self, Function};
use super::operand::word;
use super::{Env, Layout, Lift, Lifted, Refused, not_modelled};
use isotope_ir::effect::{
    ACTIVE, Access, Address, Control, LANES, Mask, Qualifiers, Slot, Space, Special, Src, Token, Uop,
};
use isotope_ir::program::Builder;

/// Bytes of a piece of a frame: one register-file word per lane.
const PIECE: u32 = 4 * LANES as u32;

/// The contents of a frame.
struct Frame {
    /// Runs of register-file words: the first byte and the number of words, at most one word per lane.
    words: Vec<(u32, u32)>,
    /// Scalar words.
    scalars: Vec<u16>,
}

impl Frame {
    fn of(function: &Function, layout: &Layout) -> Frame {
        let predefined = layout.variable(FIRST_VARIABLE - 1).unwrap_or(0);
        let places = function.variables.clone().filter_map(|v| Some((layout.variable(v)?, layout.size(v))));
        // Aliases of shared variables come first; the function's own variables are contiguous.
        let own: Vec<(u32, u32)> = places.filter(|(at, _)| *at > predefined).collect();
        let start = own.iter().map(|(at, _)| *at).min().unwrap_or(0);
        let end = own.iter().map(|(at, size)| at.saturating_add(*size)).max().unwrap_or(0);
        let addresses = [function.addresses.start, function.addresses.end].map(|id| layout.address_start(id));
        let mut words = Vec::new();
        for [from, to] in [[start, end.next_multiple_of(4).min(layout.bytes())], addresses] {
            for at in (from..to).step_by(PIECE as usize) {
                words.push((at, ((to - at) / 4).min(LANES as u32)));
            }
        }
        let predicates = function.predicates.clone().map(|id| layout.predicate(id));
        let surfaces = function.surfaces.clone().map(|number| layout.surface(number));
        Frame { words, scalars: predicates.chain(surfaces).collect() }
    }

    fn bytes(&self) -> u32 {
        PIECE * (self.words.len() + self.scalars.len()) as u32
    }
}

/// Constants: the sets of lanes that move frames.
pub(super) fn constants(builder: &mut Builder, layout: &Layout, env: &Env<'_>) {
    for function in env.functions.iter().filter(|f| f.recursive) {
        builder.constant(1);
        for (_, count) in Frame::of(function, layout).words {
            builder.constant(first_lanes(count));
        }
    }
}

fn first_lanes(count: u32) -> u32 {
    if count >= LANES as u32 { u32::MAX } else { (1 << count) - 1 }
}

impl Lift<'_> {
    /// Lifts a call of a function by name. Lanes that do not call wait until it returns.
    pub(super) fn call_function(&mut self) -> Lifted {
        let name = link::name(self.kernel, self.inst.reading(&["function"])).unwrap_or("");
        let Some(function) = self.env.functions.iter().find(|f| f.name == name) else {
            return Err(not_modelled("a call of a function that another file defines"));
        };
        self.all_lanes_call()?;
        Ok(Control::Call { target: function.code.start })
    }

    /// Lifts a call by address. The address is the same for all calling lanes, because compilers loop over the lanes. The call goes to a
    /// jump step that is appended after the functions.
    pub(super) fn call_by_address(&mut self) -> Lifted {
        let Some(end) = self.env.functions.last().map(|f| f.code.end) else {
            return Err(not_modelled("a call by address in a file without functions"));
        };
        if self.index >= end {
            return self.jump_to_function();
        }
        self.all_lanes_call()?;
        let before = self.kernel.code[..self.index as usize].iter().filter(|inst| inst.name() == "ifcall").count();
        Ok(Control::Call { target: end + before as u32 })
    }

    /// The jump to a function. If the address is not that of a function, the target is a step that does not exist, which is a fault.
    fn jump_to_function(&mut self) -> Lifted {
        let address = self.source32("address")?;
        let mut target = Src::Imm(u32::MAX);
        for function in self.env.functions {
            let Some(start) = function.shown.and_then(|shown| self.env.function_address(shown)) else { continue };
            let here = self.b.test(Test::Eq, &[address, Src::Imm(start as u32)]);
            target = self.alu(Alu::Sel, &[Src::Mask(here), Src::Imm(function.code.start), target]);
        }
        Ok(Control::BranchIndirect { address: target })
    }

    /// Refuses a call that not all lanes of the thread take part in.
    fn all_lanes_call(&self) -> Result<(), Refused> {
        let exec = self.inst.exec;
        let whole = exec.first_lane() == 0 && u32::from(exec.size) >= self.env.simd && !exec.nm;
        if whole && self.inst.pred().is_none() { Ok(()) } else { Err(not_modelled("a call of some lanes")) }
    }

    /// Lifts the start of a subroutine or of a function.
    pub(super) fn enter(&mut self) -> Lifted {
        if let Some(function) = self.env.functions.iter().find(|f| f.recursive && f.code.start == self.index) {
            let frame = Frame::of(function, self.layout);
            let depth = word(self.layout.depth());
            let at = self.place_in_frames(depth);
            for (n, (byte, count)) in (0..).zip(&frame.words) {
                self.some_lanes(first_lanes(*count));
                self.b
                    .push(Uop::Store { access: self.piece(at, n), src: [Src::Slot(Slot(byte / 4)), NONE, NONE, NONE] });
            }
            self.some_lanes(1);
            for (n, scalar) in (frame.words.len() as u32..).zip(&frame.scalars) {
                let value = self.alu(Alu::Mov, &[Src::Scalar(*scalar)]);
                self.b.push(Uop::Store { access: self.piece(at, n), src: [value, NONE, NONE, NONE] });
            }
            let deeper = self.alu(Alu::Add, &[depth, Src::Imm(frame.bytes())]);
            self.fill(self.layout.depth(), deeper);
        }
        Ok(Control::Join)
    }

    /// Lifts the return from a function. All its lanes return at once, because its only return is its last instruction.
    pub(super) fn leave_function(&mut self) -> Lifted {
        let Some(function) = self.env.functions.iter().find(|f| f.code.contains(&self.index)) else {
            return Err(not_modelled("the return of a function that nothing calls"));
        };
        let returns = &self.kernel.code[function.code.start as usize..function.code.end as usize];
        if self.inst.pred().is_some() || returns.iter().filter(|i| i.name() == "fret").count() != 1 {
            return Err(not_modelled("a function that returns in several places"));
        }
        if function.recursive {
            let frame = Frame::of(function, self.layout);
            self.some_lanes(1);
            let above = self.alu(Alu::Sub, &[word(self.layout.depth()), Src::Imm(frame.bytes())]);
            self.fill(self.layout.depth(), above);
            self.some_lanes(u32::MAX);
            let at = self.place_in_frames(word(self.layout.depth()));
            for (n, (byte, count)) in (0..).zip(&frame.words) {
                self.some_lanes(first_lanes(*count));
                let dst = Some(Slot(byte / 4));
                self.b.push(Uop::Load { access: self.piece(at, n), dst, signed: false });
            }
            self.some_lanes(1);
            for (n, scalar) in (frame.words.len() as u32..).zip(&frame.scalars) {
                let loaded = self.b.temp();
                self.b.push(Uop::Load { access: self.piece(at, n), dst: Some(loaded), signed: false });
                self.b.push(Uop::Scalar { op: Alu::Mov, dst: *scalar, src: [Src::Word(loaded), NONE, NONE] });
            }
            self.b.push(Uop::Under { base: Mask::of(ACTIVE), also: Mask::ALL });
        }
        Ok(Control::Pop { token: Token::Call })
    }

    /// These lanes of the register file execute the following micro-operations, whether active or not.
    fn some_lanes(&mut self, lanes: u32) {
        let also = if lanes == u32::MAX { Mask::ALL } else { Mask::of(self.b.constant(lanes)) };
        self.b.push(Uop::Under { base: Mask::ALL, also });
    }

    /// For each lane, the byte offset of its word in the first piece of the frame at this depth.
    fn place_in_frames(&mut self, depth: Src) -> Slot {
        self.some_lanes(u32::MAX);
        let lane = self.special(Special::LaneId);
        let offset = self.alu(Alu::Shl, &[lane, Src::Imm(2)]);
        let at = self.b.temp();
        self.b.alu_to(at, Alu::Add, &[offset, depth]);
        at
    }

    /// Piece `n` of a frame: one word per lane.
    fn piece(&self, at: Slot, n: u32) -> Access {
        let offset = self.env.frames.wrapping_add(PIECE * n) as i32;
        let address = Address { lo: Src::Slot(at), hi: None, offset };
        Access { space: Space::Wave, address, bytes: 4, aligned: true, upper: false, qualifiers: Qualifiers::PLAIN }
    }
}

const NONE: Src = Src::Imm(0);
