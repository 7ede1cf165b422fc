//! What must not depend on an unwritten value: addresses, decisions, data stored for other waves, barriers and requests.

use isotope_ir::effect::{
    Address, Ask, BarrierKind, Control, ImageAccess, Keeps, LANES, Mask, Operand, Request, Src, Through, Transfer, Uop,
    Wide,
};
use isotope_ir::program::def_use::read;
use isotope_op::assume::{HighAddress, NV_E_ADDRESS_HIGH};

use super::shadow::Shadow;
use super::{Kind, Pending, UninitRule, UninitWatch, WORLDS};
use crate::access::Operands;
use crate::mem::ADDRESS_BITS;
use crate::state::Wave;

/// A source of 64 bits as two.
fn words(Wide { lo, hi }: Wide) -> [Src; 2] {
    [lo, hi]
}

/// Operands that locate an element of an image. Of an odd number of 16-bit coordinates, the last is left out.
fn image(access: &ImageAccess, level: bool) -> Vec<Src> {
    let count = access.dim.coordinates() + usize::from(level);
    let words = if access.packed { count / 2 } else { count };
    let descriptor = access.descriptor.iter().take(if access.short { 4 } else { 8 });
    descriptor.chain(access.coords.iter().take(words)).copied().collect()
}

impl UninitWatch<'_> {
    /// These lanes execute something that they would not execute with other unwritten values: that is a branch. From here on the worlds do
    /// what the launch does.
    fn gate(&mut self, shadow: &mut Shadow, main: &Wave, lanes: u32) -> u32 {
        let differing = shadow.lanes.iter().fold(0, |all, world| all | (world ^ lanes));
        if differing == 0 {
            return 0;
        }
        let lane = differing.trailing_zeros();
        let gates = shadow.gates;
        let open = |gate: &&Mask| shadow.source(main, Src::Mask(**gate)) & differing != 0;
        let origin = gates.iter().find(open).map(|gate| gate.word);
        let origin = origin.map_or(0, |word| shadow.origin_of_scalar(word, self.step, &mut self.origins));
        let upper = self.dispatch.program.upper.is_some_and(|word| gates.iter().any(|gate| gate.word == word));
        let lane = lane + if upper { LANES as u32 } else { 0 };
        self.report(UninitRule::Branch, Some(lane), origin);
        for gate in gates {
            shadow.copy_source(main, &self.dispatch.program, Src::Mask(gate), u32::MAX);
        }
        shadow.lanes = [lanes; WORLDS];
        differing
    }

    /// Reports the first of these sources that is open in one of the lanes; what was open there then counts as written.
    fn check(
        &mut self,
        shadow: &mut Shadow,
        main: &Wave,
        rule: UninitRule,
        sources: impl IntoIterator<Item = Src> + Clone,
        (lanes, by_lane, upper): (u32, bool, bool),
    ) {
        let open = sources.clone().into_iter().map(|src| (src, shadow.source(main, src) & lanes));
        let Some((src, open)) = open.into_iter().find(|(_, open)| *open != 0) else { return };
        let lane = open.trailing_zeros();
        let origin = shadow.origin(src, lane, self.step, &mut self.origins);
        let lane = by_lane.then_some(lane + if upper { LANES as u32 } else { 0 });
        self.report(rule, lane, origin);
        for src in sources {
            shadow.copy_source(main, &self.dispatch.program, src, lanes);
        }
    }

    /// The address that a lane forms.
    fn formed(&self, wave: &Wave, address: &Address, lane: usize) -> u64 {
        let lo = wave.fetch(address.lo)[lane];
        let Some(hi) = address.hi else { return u64::from(lo.wrapping_add(address.offset as u32)) };
        let whole = u64::from(wave.fetch(hi)[lane]) << 32 | u64::from(lo);
        let formed = whole.wrapping_add_signed(address.offset.into());
        let ignores = self.dispatch.assumptions.get(NV_E_ADDRESS_HIGH) == HighAddress::Ignore;
        if ignores { formed & ((1 << ADDRESS_BITS) - 1) } else { formed }
    }

    /// The address of an access by lanes.
    fn address(&mut self, shadow: &mut Shadow, main: &Wave, address: &Address, lanes: u32, upper: bool) {
        let sources = [Some(address.lo), address.hi];
        let open = sources.iter().flatten().fold(0, |open, src| open | shadow.source(main, *src)) & lanes;
        let differs = |lane: &usize| {
            let here = self.formed(main, address, *lane);
            shadow.worlds.iter().any(|world| self.formed(world, address, *lane) != here)
        };
        let differing = (0..LANES).filter(|lane| open >> lane & 1 != 0).filter(differs).fold(0, |all, l| all | 1 << l);
        if differing != 0 {
            self.check(shadow, main, UninitRule::Address, sources.into_iter().flatten(), (differing, true, upper));
        }
    }

    /// Checks the sources of a micro-operation that accesses memory.
    pub(super) fn sources(&mut self, shadow: &mut Shadow, main: &Wave, uop: &Uop, lanes: u32) {
        let differing = self.gate(shadow, main, lanes);
        self.pending = Pending::default();
        let program = &self.dispatch.program;
        if differing != 0 {
            // What these lanes have computed under the same mask follows from the branch, which is reported.
            let parts: Vec<_> = self.rows[self.at].reads.on(differing).collect();
            parts.into_iter().for_each(|part| shadow.copy(main, program, part));
        }
        match uop {
            Uop::Load { access, .. } => {
                self.pending.space = Some(access.space);
                self.address(shadow, main, &access.address, lanes, access.upper);
            }
            Uop::Store { access, src } => {
                self.pending.space = Some(access.space);
                self.address(shadow, main, &access.address, lanes, access.upper);
                let count = usize::from(access.bytes.div_ceil(4));
                let differs = |src: &Src| shadow.source(main, *src) & lanes != 0;
                if src.iter().take(count).any(differs) {
                    let data = self.pending.data.insert(Box::default());
                    for (n, src) in src.iter().enumerate().take(count) {
                        self.pending.sources[n] = Some(*src);
                        data.iter_mut().zip(&shadow.worlds).for_each(|(data, world)| data[n] = world.fetch(*src));
                    }
                }
            }
            Uop::Atomic { access, rmw, src0, src1, .. } => {
                self.pending.space = Some(access.space);
                self.address(shadow, main, &access.address, lanes, access.upper);
                let rmw = program.rmws[*rmw as usize];
                let bits = u64::MAX >> (64 - 8 * rmw.size.bytes());
                let read = |wave: &Wave| Operands::fetch(wave, [*src0, *src1], access.bytes);
                let (here, worlds) = (read(main), shadow.worlds.each_ref().map(read));
                for (n, src) in [*src0, *src1].into_iter().enumerate().take(rmw.op.sources()) {
                    let differs =
                        |lane: &usize| worlds.iter().any(|world| (world.of(*lane)[n] ^ here.of(*lane)[n]) & bits != 0);
                    let all = (0..LANES).filter(|lane| lanes >> lane & 1 != 0);
                    let differing = all.filter(differs).fold(0, |all, lane| all | 1 << lane);
                    let at = (differing, true, access.upper);
                    self.check(shadow, main, UninitRule::Atomic, words(src), at);
                }
            }
            Uop::Surface { rmw, src0, src1, .. } => {
                let data = [*src0, *src1].map(words);
                let count = program.rmws[*rmw as usize].op.sources();
                let data: Vec<Src> = data.into_iter().take(count).flatten().collect();
                self.elements(shadow, main, uop, lanes, &data);
                self.check(shadow, main, UninitRule::Atomic, data, (lanes, true, false));
            }
            Uop::ScalarLoad { address, limit, .. } => {
                let read = |wave: &Wave| (self.formed(wave, address, 0) & !3, wave.one(*limit));
                let here = read(main);
                if shadow.worlds.iter().any(|world| read(world) != here) {
                    let sources = [Some(address.lo), address.hi, Some(*limit)].into_iter().flatten();
                    self.check(shadow, main, UninitRule::Address, sources, (u32::MAX, false, false));
                }
            }
            Uop::Typed(access) => {
                let access = &program.typed[*access as usize];
                let data: &[Src] = if access.transfer == Transfer::Store { &access.data } else { &[] };
                self.elements(shadow, main, uop, lanes, data);
                // Only its descriptor says which other components a format has.
                let first = data.iter().take(usize::from(access.components & 1)).copied();
                self.check(shadow, main, UninitRule::Store, first, (lanes, true, false));
            }
            _ => self.elements(shadow, main, uop, lanes, &[]),
        }
    }

    /// Checks the operands that locate elements of buffers, images and surfaces: all sources except the data.
    fn elements(&mut self, shadow: &mut Shadow, main: &Wave, uop: &Uop, lanes: u32, data: &[Src]) {
        let program = &self.dispatch.program;
        let mut sources = Vec::new();
        let mut entry = program.entry(*uop);
        { *uop }.operands(&mut entry, |operand| {
            if let Operand::Read(src, _) = operand
                && !data.contains(src)
            {
                sources.push(*src);
            }
        });
        // Not every named word is read: coordinates follow from the dimensions.
        match uop {
            Uop::Typed(access) => match &program.typed[*access as usize].through {
                Through::Texture(texture) => {
                    let unused: Vec<Src> = texture.coords.iter().skip(texture.dims.into()).copied().collect();
                    sources.retain(|src| !unused.contains(src));
                }
                Through::Image { access, level } => sources = image(access, *level),
                Through::Buffer(_) => {}
            },
            Uop::ImageAddress { access, .. } => sources = image(&program.images[*access as usize], false),
            _ => {}
        }
        self.check(shadow, main, UninitRule::Address, sources, (lanes, true, false));
    }

    /// A step whose guard holds in no lane of the launch: a world in which it would hold runs it.
    pub(super) fn skipped(&mut self, shadow: &mut Shadow, main: &Wave) {
        if shadow.lanes == [shadow.main; WORLDS] {
            return;
        }
        let program = &self.dispatch.program;
        let step = &program.steps[self.step as usize];
        let uops = program.uops_of(step);
        if uops.iter().any(|uop| uop.nature().keeps != Keeps::Operands || super::kind(uop) != Kind::Registers) {
            self.gate(shadow, main, shadow.main);
            return;
        }
        let first = step.first as usize;
        let gate = Src::Mask(shadow.gates[1]);
        for (n, uop) in uops.iter().enumerate() {
            let row = &self.rows[first + n];
            let running = shadow.lanes.iter().fold(shadow.main, |all, world| all | world);
            let mut causes = shadow.causes(main, program, row.reads.on(running), self.step, &mut self.origins);
            let gates = read(gate, u32::MAX).into_iter();
            causes.or(shadow.causes(main, program, gates, self.step, &mut self.origins));
            shadow.run(self.dispatch, uop);
            shadow.settle(main, program, row.writes.on(running), &causes);
        }
    }

    /// Checks what the control effect of the step depends on, after its micro-operations.
    pub(super) fn control(&mut self, shadow: &mut Shadow, main: &Wave) {
        let program = &self.dispatch.program;
        let step = &program.steps[self.step as usize];
        let lanes = shadow.main;
        match step.control {
            Control::Next | Control::Join | Control::End => {}
            Control::Branch { .. }
            | Control::Goto { .. }
            | Control::Pop { .. }
            | Control::Call { .. }
            | Control::Exit
            | Control::Push { .. }
            | Control::Trap
            | Control::Refuse(_) => _ = self.gate(shadow, main, lanes),
            Control::BranchIndirect { address } => {
                self.gate(shadow, main, lanes);
                self.check(shadow, main, UninitRule::Branch, [address], (lanes, true, false));
            }
            Control::Jump { words, .. } => {
                let all = [main, &shadow.worlds[0], &shadow.worlds[1]].map(|wave| words.map(|src| wave.one(src)));
                let open = all.iter().any(|values| *values != all[0]);
                // A bit that is set in each of them decides.
                let sure = (0..2).any(|n| all.iter().fold(u32::MAX, |set, values| set & values[n]) != 0);
                if open && !sure {
                    self.check(shadow, main, UninitRule::Branch, words, (u32::MAX, false, false));
                }
            }
            Control::JumpTo { address } => {
                let sources = self::words(address);
                self.check(shadow, main, UninitRule::Branch, sources, (u32::MAX, false, false));
            }
            Control::Variant { index } => {
                self.check(shadow, main, UninitRule::Branch, [index], (u32::MAX, false, false));
            }
            Control::Barrier { kind, id, expected } => {
                self.gate(shadow, main, lanes);
                let src = match kind {
                    BarrierKind::Reduce { src, .. } => Src::Mask(src),
                    _ => Src::Imm(0),
                };
                // It is one value for all: the lowest lane's.
                let first = lanes & lanes.wrapping_neg();
                let of = [Some(id), expected].into_iter().flatten();
                self.check(shadow, main, UninitRule::Sync, of, (first, false, false));
                self.check(shadow, main, UninitRule::Sync, [src], (lanes, true, false));
                shadow.control = Some(self.step);
            }
            Control::Request(request) => {
                let Request { ask, base, address, data, .. } = program.requests[request as usize];
                let upper = program.upper.map_or(0, |word| main.scalars[usize::from(word)]);
                let half = usize::from(main.active() == 0 && upper != 0);
                let active = if half == 1 { upper } else { main.active() };
                // One lane sends for the wave.
                let speaker = active & active.wrapping_neg();
                // Registers of the unit have no base.
                let base = if matches!(ask, Ask::Register(_)) { Src::Imm(0) } else { base };
                let sources = [base, address[half]].into_iter().chain(data[half]);
                self.check(shadow, main, UninitRule::Sync, sources, (speaker, true, half == 1));
                shadow.control = Some(self.step);
            }
            Control::Host(call) => {
                self.gate(shadow, main, lanes);
                let call = &program.calls[call as usize];
                let words = self.dispatch.functions.get(usize::from(call.function)).map_or(0, |f| f.words);
                let arguments = call.arguments.into_iter().take(words.into());
                self.check(shadow, main, UninitRule::Store, arguments, (lanes, true, false));
                shadow.control = Some(self.step);
            }
        }
    }
}
