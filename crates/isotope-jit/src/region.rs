//! What is compiled together: the superblocks and steps that a wave can reach from one step without leaving native code.

use std::collections::HashMap;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{AbiParam, Block, Function, InstBuilder, Signature, UserFuncName, Value, types};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Switch};
use cranelift_jit::JITModule;
use cranelift_module::{Linkage, Module};
use isotope_ir::effect::{BarrierKind, Control, Entry, In, LANES, Mask, Operand, Src, Step, Uop};
use isotope_ir::program::{Flow, Liveness};
use isotope_machine::Dispatch;
use isotope_op::alu::{Alu, Alu64};
use isotope_superblock::Superblock;

use crate::code::{Emit, Val, ins};
use crate::frame::{Code, LEFT, OF_STEP, Served, TAIL, WAITS};
use crate::held::Held;
use crate::segment::{given, results};
use crate::unit::Writer;

/// Most superblocks and steps of a region, and most micro-operations of all of them.
const UNITS: usize = 96;
const UOPS: usize = 1500;

/// How many operations more the interpreter could do in the time of one that [is slow](is_slow).
const SLOW: u64 = 7;

/// What runs as one: a superblock, or a single step.
#[derive(Clone, Copy)]
enum Unit<'d> {
    Superblock(&'d Superblock),
    Step(&'d Step),
}

impl<'d> Unit<'d> {
    fn uops(self, dispatch: &'d Dispatch) -> &'d [Uop] {
        match self {
            Unit::Superblock(block) => &dispatch.superblocks.uops[block.first as usize..][..block.count as usize],
            Unit::Step(step) => dispatch.program.uops_of(step),
        }
    }
}

fn unit(dispatch: &Dispatch, pc: u32) -> Option<Unit<'_>> {
    match dispatch.superblocks.at(pc) {
        Some(block) => Some(Unit::Superblock(block)),
        None => dispatch.program.steps.get(pc as usize).map(Unit::Step),
    }
}

/// Whether code exits before a step: where it continues is only known when it runs, or it stops the launch, or the interpreter serves a
/// request of it.
fn leaves(step: &Step) -> bool {
    matches!(
        step.control,
        Control::BranchIndirect { .. }
            | Control::JumpTo { .. }
            | Control::Variant { .. }
            | Control::Request(_)
            | Control::Host(_)
            | Control::Trap
            | Control::Refuse(_)
    )
}

/// Steps to which control may go, as far as code follows it.
fn successors(flow: &Flow<'_>, unit: Unit<'_>, pc: u32) -> Vec<u32> {
    match unit {
        Unit::Superblock(block) => vec![pc + block.steps],
        Unit::Step(step) if leaves(step) => Vec::new(),
        Unit::Step(step) => match step.control {
            // The lanes that arrive end here, but waiting lanes may continue.
            Control::Pop { .. } => [pc + 1].into_iter().chain(flow.next(pc as usize).unwrap_or_default()).collect(),
            Control::Branch { target } | Control::Goto { target } => vec![target, pc + 1],
            // Waves continue behind a barrier in code of its own, because others run first.
            Control::Barrier { .. } => Vec::new(),
            _ => flow.next(pc as usize).unwrap_or_default(),
        },
    }
}

/// What can be reached from a step, by the steps at which it begins. It includes the functions for which `calls` holds, by their first
/// steps; other calls are left to the interpreter.
fn reach<'d>(dispatch: &'d Dispatch, flow: &Flow<'_>, head: u32, calls: &dyn Fn(u32) -> bool) -> Vec<(u32, Unit<'d>)> {
    let mut units: Vec<(u32, Unit<'_>)> = Vec::new();
    let mut open = vec![head];
    let mut uops = 0;
    while let Some(pc) = open.pop() {
        let known = units.iter().any(|(known, _)| *known == pc);
        let Some(unit) = unit(dispatch, pc).filter(|_| !known) else { continue };
        // Code assumes that all lanes are covered.
        let uncovers = |step: &Step| dispatch.program.uops_of(step).contains(&Uop::Uncover);
        let skips = |step: &Step| matches!(step.control, Control::Call { target } if !calls(target));
        if let Unit::Step(step) = unit
            && (leaves(step) || uncovers(step) || skips(step))
        {
            continue;
        }
        uops += unit.uops(dispatch).len();
        if units.len() >= UNITS || uops > UOPS {
            break;
        }
        units.push((pc, unit));
        // The successor that is next in memory comes first.
        open.extend(successors(flow, unit, pc));
    }
    units
}

/// What tells whether a region is worth compiling.
pub(crate) struct Estimate {
    /// The hot steps that it covers.
    pub heads: Vec<u32>,
    /// How many times as long as most operations its operations take the interpreter, on average.
    pub weight: u64,
}

/// The estimate for the region of a step. `hot` says which steps are hot.
pub(crate) fn estimate(dispatch: &Dispatch, head: u32, hot: &[bool], calls: &dyn Fn(u32) -> bool) -> Estimate {
    let units = reach(dispatch, &Flow::of(&dispatch.program), head, calls);
    let uops = || units.iter().flat_map(|(_, unit)| unit.uops(dispatch));
    let all = uops().count().max(1) as u64;
    let slow = uops().filter(|uop| is_slow(uop)).count() as u64;
    let heads = units.iter().map(|(pc, _)| *pc).filter(|pc| *pc == head || hot[*pc as usize]).collect();
    Estimate { heads, weight: (all + SLOW * slow) / all }
}

/// Whether the interpreter computes an operation lane by lane in integers, where code uses the host's floats.
fn is_slow(uop: &Uop) -> bool {
    use Alu::*;
    match uop {
        Uop::Approximate { .. } => true,
        Uop::Alu { op, .. } => matches!(
            op,
            FRound { .. }
                | FRsq { .. }
                | FSqrt { .. }
                | FToI { .. }
                | IToF { .. }
                | IToF16 { .. }
                | FLdexp { .. }
                | FDivScale { .. }
                | FDivFma { .. }
                | FDivFixup { .. }
        ),
        _ => false,
    }
}

/// A compiled region.
pub(crate) struct Region {
    pub code: Code,
    /// The accesses that have sites.
    pub accesses: Vec<Served>,
    /// The heads at which waves may enter.
    pub entries: Vec<u32>,
}

/// Compiles the region of the first head; `None` if it would gain nothing.
pub(crate) fn compile(
    module: &mut JITModule,
    (dispatch, liveness, held, shared): (&Dispatch, &Liveness, &Held, bool),
    (head, heads, calls): (u32, &[bool], &dyn Fn(u32) -> bool),
    first_site: usize,
) -> Option<Region> {
    let flow = Flow::of(&dispatch.program);
    let units = reach(dispatch, &flow, head, calls);
    if units.is_empty() {
        return None;
    }
    let pointer = module.isa().pointer_type();
    let mut signature = Signature::new(module.isa().default_call_conv());
    signature.params.push(AbiParam::new(pointer));
    signature.returns.push(AbiParam::new(types::I32));
    let id = module.declare_function(&format!("at_{head}_{first_site}"), Linkage::Local, &signature).ok()?;
    let mut context = module.make_context();
    context.func = Function::with_name_signature(UserFuncName::user(0, id.as_u32()), signature);
    let mut room = FunctionBuilderContext::new();
    let entries: Vec<u32> = units.iter().map(|(pc, _)| *pc).filter(|pc| *pc == head || heads[*pc as usize]).collect();
    let accesses = {
        let builder = FunctionBuilder::new(&mut context.func, &mut room);
        let emit = Emit::new(builder, has_fma());
        let entry = emit.with(|b| {
            let entry = b.create_block();
            b.append_block_params_for_function_params(entry);
            b.switch_to_block(entry);
            entry
        });
        let blocks: HashMap<u32, Block> =
            units.iter().map(|(pc, _)| (*pc, emit.with(FunctionBuilder::create_block))).collect();
        let frame = emit.with(|b| b.block_params(entry)[0]);
        let writer = Writer::new(&emit, (dispatch, liveness, shared), frame, pointer);
        let waiting = flow.waiting();
        let mut region = Emitted { writer, blocks, flow, waiting, held };
        region.enter(&entries, head);
        for (pc, unit) in units {
            emit.with(|b| b.switch_to_block(region.blocks[&pc]));
            region.unit(pc, unit);
        }
        let accesses = std::mem::take(&mut region.writer.accesses);
        let mut builder = emit.finish();
        builder.seal_all_blocks();
        builder.finalize(module.isa().frontend_config());
        accesses
    };
    if let Err(error) = module.define_function(id, &mut context) {
        debug_assert!(false, "{error:?}");
        return None;
    }
    module.clear_context(&mut context);
    module.finalize_definitions().ok()?;
    let code = module.get_finalized_function(id);
    // SAFETY: the function has just been defined with this signature and calling convention.
    let code = unsafe { std::mem::transmute::<*const u8, Code>(code) };
    Some(Region { code, accesses, entries })
}

#[cfg(target_arch = "x86_64")]
pub(crate) fn has_fma() -> bool {
    std::arch::is_x86_feature_detected!("fma")
}

#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn has_fma() -> bool {
    cfg!(target_arch = "aarch64")
}

/// Whether an operation writes in lanes that do not execute.
fn writes_anywhere(uop: &Uop) -> bool {
    let (mut copy, mut anywhere) = (*uop, false);
    copy.operands(&mut Entry::None, |operand| {
        anywhere |= matches!(operand, Operand::Write(_, _, In::Any) | Operand::WriteWord(_, In::Any));
    });
    anywhere
}

/// First words of vectors that are likely zero, where it helps to know: high words of 64-bit indices that form addresses.
fn guessed(uops: &[Uop], held: &[(u32, u32)], w: &Writer<'_, '_, '_>) -> Vec<u32> {
    let lanes = LANES as u32;
    let (mut guessed, mut written) = (Vec::new(), Vec::new());
    for uop in uops {
        if let Uop::Alu64 { op: Alu64::Shl, src: [index, by, _], .. } = uop
            && let (Src::Slot(_), Src::Slot(high)) = (index.lo, index.hi)
            && w.constant(high).is_none()
            && held.iter().all(|(first, _)| *first != high.0)
            && matches!(w.one_val(by.lo), Val::Lit(_))
            && written.iter().chain(&guessed).all(|to: &u32| to.abs_diff(high.0) >= lanes)
        {
            guessed.push(high.0);
        }
        written.extend(results(uop).into_iter().chain(given(uop)));
    }
    let leads_to_memory = |uop: &Uop| match uop {
        Uop::Load { access, .. } | Uop::Store { access, .. } | Uop::Atomic { access, .. } => {
            access.address.hi.is_some()
        }
        _ => false,
    };
    if !uops.iter().any(leads_to_memory) {
        guessed.clear();
    }
    guessed
}

struct Emitted<'e, 'f, 'd> {
    writer: Writer<'e, 'f, 'd>,
    blocks: HashMap<u32, Block>,
    flow: Flow<'d>,
    /// Steps at which lanes may wait, if known.
    waiting: Option<Vec<u32>>,
    held: &'d Held,
}

impl<'d> Emitted<'_, '_, 'd> {
    /// Goes to the step at which the wave stands, one of `entries`.
    fn enter(&self, entries: &[u32], head: u32) {
        let mut switch = Switch::new();
        for pc in entries.iter().filter(|pc| **pc != head) {
            switch.set_entry((*pc).into(), self.blocks[pc]);
        }
        let at = self.writer.at();
        self.writer.emit.with(|b| switch.emit(b, at, self.blocks[&head]));
    }

    fn unit(&mut self, pc: u32, unit: Unit<'d>) {
        match unit {
            Unit::Superblock(block) => {
                self.budget(pc, block.steps);
                let active = self.writer.active();
                let uops = Unit::Superblock(block).uops(self.writer.dispatch);
                self.writer.pc = pc;
                let next = [pc + block.steps];
                let held: Vec<(u32, u32)> = self.held.before(pc).collect();
                let guessed = guessed(uops, &held, &self.writer);
                if guessed.is_empty() {
                    self.writer.uops(uops, block.first, active, &next, &held);
                } else {
                    // Code for a correct guess, and code for a wrong one.
                    let e = self.writer.emit;
                    let [right, wrong, done] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
                    let other = guessed.iter().map(|first| self.writer.any(*first)).reduce(|a, b| ins!(e, bor(a, b)));
                    let other = ins!(e, vany_true(other.expect("there is a guess")));
                    e.with(|b| b.ins().brif(other, wrong, &[], right, &[]));
                    let zeros = guessed.iter().map(|first| (*first, 0));
                    let right_held: Vec<(u32, u32)> = held.iter().copied().chain(zeros).collect();
                    for (block_of, held) in [(right, &right_held), (wrong, &held)] {
                        e.with(|b| b.switch_to_block(block_of));
                        self.writer.uops(uops, block.first, active, &next, held);
                        e.with(|b| b.ins().jump(done, &[]));
                    }
                    e.with(|b| b.switch_to_block(done));
                }
                self.count(block.steps, active);
                self.go(pc + block.steps);
            }
            Unit::Step(step) => self.step(pc, step),
        }
    }

    fn step(&mut self, pc: u32, step: &'d Step) {
        let e = self.writer.emit;
        let active = self.writer.active();
        let lanes = match step.guard {
            Mask::ALL => active,
            guard => {
                let mask = self.writer.mask(guard);
                ins!(e, band(active, mask))
            }
        };
        self.budget(pc, 1);
        self.count(1, lanes);
        self.writer.pc = pc;
        let uops = self.writer.dispatch.program.uops_of(step);
        let mut after = lanes;
        if !uops.is_empty() {
            // Without a guard, no lane executes if none is active; only operations that write in inactive lanes could tell the difference.
            let skips = !step.always && (step.guard != Mask::ALL || uops.iter().any(writes_anywhere));
            let done = e.with(FunctionBuilder::create_block);
            e.with(|b| b.append_block_param(done, types::I32));
            if skips {
                let run = e.with(FunctionBuilder::create_block);
                e.with(|b| b.ins().brif(lanes, run, &[], done, &[lanes.into()]));
                e.with(|b| b.switch_to_block(run));
            }
            let held: Vec<(u32, u32)> = self.held.before(pc).collect();
            after = self.writer.uops(uops, step.first | OF_STEP, lanes, &self.after_step(step, pc), &held);
            e.with(|b| b.ins().jump(done, &[after.into()]));
            e.with(|b| b.switch_to_block(done));
            after = e.with(|b| b.block_params(done)[0]);
        }
        self.control(pc, step, after);
    }

    /// Steps at which a wave may be after a step, with the lanes that came from it or with lanes that were waiting; empty if that is
    /// unknown, or if control reads what the step wrote.
    fn after_step(&self, step: &Step, pc: u32) -> Vec<u32> {
        // The interpreter handles other control effects, from the wave's state; these read only the lanes and the stack.
        let turns = matches!(
            step.control,
            Control::Branch { .. }
                | Control::Goto { .. }
                | Control::Call { .. }
                | Control::Push { .. }
                | Control::Pop { .. }
        );
        match (self.flow.next(pc as usize), &self.waiting) {
            _ if step.control == Control::Next => vec![pc + 1],
            (Some(next), Some(waiting)) if turns => next.into_iter().chain(waiting.iter().copied()).collect(),
            _ => Vec::new(),
        }
    }

    fn control(&mut self, pc: u32, step: &Step, lanes: Value) {
        let e = self.writer.emit;
        match step.control {
            Control::Next => self.go(pc + 1),
            Control::Exit => {
                let [some, none] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
                // Without active lanes, waiting lanes continue.
                let idle = ins!(e, icmp_imm_u(IntCC::Equal, self.writer.active(), 0));
                let ends = ins!(e, bor(lanes, ins!(e, uextend(types::I32, idle))));
                e.with(|b| b.ins().brif(ends, some, &[], none, &[]));
                e.with(|b| b.switch_to_block(none));
                self.go(pc + 1);
                e.with(|b| b.switch_to_block(some));
                // The wave ends with its last lanes, unless others are on its stack.
                let [last, part] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
                let others = ins!(e, band_not(self.writer.active(), lanes));
                let others = ins!(e, bor(others, self.writer.stacked()));
                e.with(|b| b.ins().brif(others, part, &[], last, &[]));
                e.with(|b| b.switch_to_block(last));
                self.writer.end(pc, lanes, TAIL);
                e.with(|b| b.switch_to_block(part));
                self.transfer(pc, lanes, &[pc + 1]);
            }
            Control::Barrier { kind, id, expected } => {
                if matches!(kind, BarrierKind::Sync | BarrierKind::Arrive | BarrierKind::Reduce { .. }) {
                    let [some, none] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
                    e.with(|b| b.ins().brif(lanes, some, &[], none, &[]));
                    e.with(|b| b.switch_to_block(none));
                    self.go(pc + 1);
                    e.with(|b| b.switch_to_block(some));
                }
                match (kind, id, expected) {
                    (BarrierKind::Sync | BarrierKind::Wave, Src::Imm(id), None)
                        if id < self.writer.dispatch.barriers.into() =>
                    {
                        self.writer.end(pc + 1, lanes, WAITS + id);
                    }
                    _ => self.writer.end(pc, lanes, TAIL),
                }
            }
            Control::End => self.writer.end(pc, lanes, TAIL),
            Control::Branch { target } | Control::Goto { target } => {
                let [none, some, all, split] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
                e.with(|b| b.ins().brif(lanes, some, &[], none, &[]));
                e.with(|b| b.switch_to_block(some));
                let active = self.writer.active();
                let same = ins!(e, icmp(IntCC::Equal, lanes, active));
                e.with(|b| b.ins().brif(same, all, &[], split, &[]));
                let waits = matches!(step.control, Control::Goto { .. });
                for (block, to) in [(none, pc + 1), (all, target)] {
                    e.with(|b| b.switch_to_block(block));
                    if waits {
                        let go = e.with(FunctionBuilder::create_block);
                        let first = self.runs_first(to);
                        e.with(|b| b.ins().brif(first, go, &[], split, &[]));
                        e.with(|b| b.switch_to_block(go));
                    }
                    self.go(to);
                }
                e.with(|b| b.switch_to_block(split));
                self.transfer(pc, lanes, &[target, pc + 1]);
            }
            Control::Join => {
                let [plain, meet] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
                let here = e.int(types::I32, pc.into());
                let waits = ins!(e, icmp(IntCC::Equal, self.writer.waiting(), here));
                e.with(|b| b.ins().brif(waits, meet, &[], plain, &[]));
                e.with(|b| b.switch_to_block(plain));
                self.go(pc + 1);
                e.with(|b| b.switch_to_block(meet));
                self.transfer(pc, lanes, &[pc + 1]);
            }
            Control::Jump { target, words, nonzero } => {
                let [a, b] = words.map(|word: Src| self.writer.one(word));
                let any = ins!(e, bor(a, b));
                let [then, other] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
                e.with(|b| b.ins().brif(any, then, &[], other, &[]));
                for (block, is) in [(then, true), (other, false)] {
                    e.with(|b| b.switch_to_block(block));
                    self.go(if is == nonzero { target } else { pc + 1 });
                }
            }
            Control::Push { .. } => self.transfer(pc, lanes, &[pc + 1]),
            Control::Call { target } => {
                let [some, none] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
                e.with(|b| b.ins().brif(lanes, some, &[], none, &[]));
                e.with(|b| b.switch_to_block(none));
                self.go(pc + 1);
                e.with(|b| b.switch_to_block(some));
                self.transfer(pc, lanes, &[target, pc + 1]);
            }
            Control::Pop { .. } => {
                let likely = successors(&self.flow, Unit::Step(step), pc);
                self.transfer(pc, lanes, &likely);
            }
            _ => unreachable!("a region ends before such a step"),
        }
    }

    /// Whether, after a goto of all active lanes to a step, these run: some lane is active, and no lane waits there or at a lower step.
    fn runs_first(&self, to: u32) -> Value {
        let e = self.writer.emit;
        let to = e.int(types::I32, to.into());
        let first = ins!(e, icmp(IntCC::UnsignedLessThan, to, self.writer.goes()));
        let zero = e.int(types::I32, 0);
        let some = ins!(e, icmp(IntCC::NotEqual, self.writer.active(), zero));
        ins!(e, band(first, some))
    }

    /// Continues at a step: in this code, if it is part of it.
    fn go(&mut self, pc: u32) {
        match self.blocks.get(&pc) {
            Some(&block) => {
                self.writer.emit.with(|b| b.ins().jump(block, &[]));
            }
            None => self.leave(pc),
        }
    }

    fn leave(&mut self, pc: u32) {
        self.writer.set_pc(pc);
        self.writer.give_back(LEFT);
    }

    /// Lets the interpreter decide where control goes, and continues at one of the likely steps, or where lanes may wait.
    fn transfer(&mut self, pc: u32, lanes: Value, likely: &[u32]) {
        let e = self.writer.emit;
        let to = self.writer.transfer(pc, lanes);
        let mut switch = Switch::new();
        let mut steps: Vec<u32> = likely.iter().chain(self.waiting.iter().flatten()).copied().collect();
        steps.sort_unstable();
        steps.dedup();
        for step in steps {
            if let Some(&block) = self.blocks.get(&step) {
                switch.set_entry(step.into(), block);
            }
        }
        let other = e.with(FunctionBuilder::create_block);
        e.with(|b| switch.emit(b, to, other));
        e.with(|b| b.switch_to_block(other));
        self.writer.give_back(LEFT);
    }

    /// Takes steps from the turn, or exits if it is used up.
    fn budget(&mut self, pc: u32, steps: u32) {
        let e = self.writer.emit;
        let left = self.writer.left_of_turn();
        let rest = ins!(e, iadd_imm_s(left, -i64::from(steps)));
        let zero = e.int(types::I64, 0);
        let within = ins!(e, icmp(IntCC::SignedGreaterThanOrEqual, rest, zero));
        let [run, exceeds, stop] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
        e.with(|b| b.ins().brif(within, run, &[], exceeds, &[]));
        for block in [exceeds, stop] {
            e.with(|b| b.set_cold_block(block));
        }
        e.with(|b| b.switch_to_block(exceeds));
        // Steps were left before this unit, and it exceeds the turn by no more than allowed.
        let end = ins!(e, iadd(rest, self.writer.over()));
        let begins = ins!(e, icmp(IntCC::SignedGreaterThan, left, zero));
        let ends = ins!(e, icmp(IntCC::SignedGreaterThanOrEqual, end, zero));
        let enough = ins!(e, band(begins, ends));
        e.with(|b| b.ins().brif(enough, run, &[], stop, &[]));
        e.with(|b| b.switch_to_block(stop));
        self.leave(pc);
        e.with(|b| b.switch_to_block(run));
        self.writer.set_left(rest);
    }

    /// Counts steps for these lanes.
    fn count(&mut self, steps: u32, lanes: Value) {
        let e = self.writer.emit;
        let mut count = ins!(e, popcnt(lanes));
        if let Some(upper) = self.writer.dispatch.program.upper {
            let upper = self.writer.one(Src::Scalar(upper));
            let more = ins!(e, popcnt(upper));
            count = ins!(e, iadd(count, more));
        }
        let count = ins!(e, uextend(types::I64, count));
        let count = if steps == 1 { count } else { ins!(e, imul(count, e.int(types::I64, steps.into()))) };
        self.writer.counted(count);
    }
}
