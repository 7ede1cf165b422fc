//! A kernel in neutral form, and the builder that an instruction set's lift stage fills.

pub mod def_use;
mod flow;
mod live;
mod reach;
mod text;
mod tidy;

pub use flow::Flow;
pub use live::{Ahead, Live, Liveness};
pub use reach::Unmodelled;
pub use text::TextError;

use std::ops::Range;

use isotope_op::alu::{Alu, Alu64, Test, Test64};
use isotope_op::atomic::Rmw;

use crate::FaultKind;
use crate::effect::{
    BufferAccess, Control, Entry, HostCall, ImageAccess, LANES, List, Mask, MaskOp, Operand, Request, Slot, Special,
    Src, Step, SurfaceAccess, TypedAccess, Uop, Wide,
};

/// A word of a constant bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct ConstWord {
    /// Bank number.
    pub bank: u8,
    /// Byte offset, a multiple of four.
    pub offset: u32,
}

/// Why an instruction is refused.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The modelled machine faults on it.
    Fault {
        /// Which fault.
        kind: FaultKind,
        /// The rule and the instruction, as text.
        detail: String,
    },
    /// The documents do not define what it does.
    Unspecified {
        /// The missing rule, and the instruction.
        rule: String,
    },
    /// It is not modelled.
    NotModelled {
        /// Its text.
        text: String,
    },
}

/// Parts of instructions that change nothing in the model: step, reason, and source. They are not part of what a program does, so programs
/// that differ only in them are equal.
#[derive(Clone, Debug, Default)]
pub struct Passed(pub Vec<(u32, &'static str, &'static str)>);

impl PartialEq for Passed {
    fn eq(&self, _: &Passed) -> bool {
        true
    }
}

impl Eq for Passed {}

impl std::hash::Hash for Passed {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

/// A kernel that has been decoded and lifted once and can be run by any engine.
///
/// # Shape
/// `steps` are in order of address; `uops` of a step are `first..first + count`. Targets inside
/// [`Control`] are indices into `steps`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Program {
    /// Kernel name.
    pub name: String,
    /// One per instruction.
    pub steps: Vec<Step>,
    /// The micro-operations of all steps.
    pub uops: Vec<Uop>,
    /// Constant words that [`Src::Uniform`] names.
    pub uniforms: Vec<ConstWord>,
    /// Atomic operations that [`Uop::Atomic`] and [`Uop::Surface`] name.
    pub rmws: Vec<Rmw>,
    /// Surface accesses that [`Uop::Surface`] and [`Uop::SurfaceAddress`] name.
    pub surfaces: Vec<SurfaceAccess>,
    /// Buffer accesses that [`Uop::BufferAddress`] names.
    pub buffers: Vec<BufferAccess>,
    /// Image accesses that [`Uop::ImageAddress`] names.
    pub images: Vec<ImageAccess>,
    /// Accesses that [`Uop::Typed`] names.
    pub typed: Vec<TypedAccess>,
    /// Byte addresses per lane that [`Uop::ReadRegion`] and [`Uop::WriteRegion`] name.
    pub maps: Vec<[u32; LANES]>,
    /// Scalar words that start with a value.
    pub constants: Vec<(u16, u32)>,
    /// Requests that [`Control::Request`] names.
    pub requests: Vec<Request>,
    /// Calls of host functions that [`Control::Host`] names.
    pub calls: Vec<HostCall>,
    /// The first step of the variant for each mode that [`Control::Variant`] names; empty where there is one variant. All
    /// variants have the same instructions in the same order.
    pub variants: Vec<u32>,
    /// Steps of one variant.
    pub block: u32,
    /// Bytes of a control word that may stand before an instruction.
    pub control_word: u32,
    /// Reasons that [`Control::Refuse`] names.
    pub refusals: Vec<Refusal>,
    /// Words of a wave's register file.
    pub register_words: u32,
    /// Words of a wave's scalar file.
    pub scalar_words: u16,
    /// The step that a wave starts with.
    pub entry: u32,
    /// Scalar word with the active lanes of the upper half, in programs whose waves have twice [`LANES`] work-items.
    pub upper: Option<u16>,
    /// Work-items of a wave, where they are fewer than [`LANES`].
    pub lanes: u32,
    /// The program reads a clock, so its states never repeat.
    pub reads_clock: bool,
    /// Text of the instruction of each step, for reports and traces.
    pub texts: Vec<String>,
    /// Parts of instructions that lifting ignored; not in the text of a program.
    pub passed: Passed,
    /// The first vector and the first scalar word that hold nothing between steps; `None` in a program that was not built from
    /// instructions.
    pub temporaries: Option<(Slot, u16)>,
    /// Vectors that always hold the same value in every lane.
    pub vectors: Vec<(Slot, u32)>,
}

impl Program {
    /// The step that runs when control goes from step `near` to a byte address of the code: the one there, or, if a control word is there,
    /// the one after it. It is of the same variant.
    pub fn step_at(&self, address: u32, near: u32) -> Option<u32> {
        let first = near - near % self.block.max(1);
        let steps = &self.steps[first as usize..(first + self.block) as usize];
        let at = steps.partition_point(|s| s.address < address);
        let gap = steps.get(at)?.address - address;
        (gap == 0 || gap == self.control_word).then_some(first + at as u32)
    }

    /// The micro-operations of a step.
    pub fn uops_of(&self, step: &Step) -> &[Uop] {
        &self.uops[step.first as usize..(step.first + step.count) as usize]
    }

    /// The entry with operands of its own that a micro-operation names.
    pub fn entry(&self, mut uop: Uop) -> Entry {
        let mut entry = Entry::None;
        if uop.has_entry() {
            uop.operands(&mut Entry::None, |operand| self.find(operand, &mut entry));
        }
        entry
    }

    /// The same of a control effect.
    pub fn entry_of(&self, mut control: Control) -> Entry {
        let mut entry = Entry::None;
        control.operands(&mut Entry::None, |operand| self.find(operand, &mut entry));
        entry
    }

    fn find(&self, operand: Operand<'_>, entry: &mut Entry) {
        let Operand::Names(list, n) = operand else { return };
        let n = *n as usize;
        match list {
            List::Surfaces => *entry = Entry::Surface(self.surfaces[n], 4),
            List::Buffers => *entry = Entry::Buffer(self.buffers[n]),
            List::Images => *entry = Entry::Image(self.images[n]),
            List::Typed => *entry = Entry::Typed(self.typed[n]),
            List::Requests => *entry = Entry::Request(self.requests[n]),
            List::Calls => *entry = Entry::Call(self.calls[n]),
            // The operation determines how wide the result of a surface access is.
            List::Rmws => {
                if let Entry::Surface(_, bytes) = entry {
                    *bytes = self.rmws[n].size.bytes() as u8;
                }
            }
            List::Maps | List::Refusals => {}
        }
    }

    /// Writes a changed entry back.
    fn keep(&mut self, named: Option<u32>, old: Entry, new: Entry) {
        let (Some(n), true) = (named, old != new) else { return };
        let n = n as usize;
        match new {
            Entry::None => {}
            Entry::Surface(access, _) => self.surfaces[n] = access,
            Entry::Buffer(access) => self.buffers[n] = access,
            Entry::Image(access) => self.images[n] = access,
            Entry::Typed(access) => self.typed[n] = access,
            Entry::Request(request) => self.requests[n] = request,
            Entry::Call(call) => self.calls[n] = call,
        }
    }

    /// Replace every [`Src::Uniform`] by its value. An instruction that reads a constant outside its bank is replaced by the
    /// fault that it causes when it is executed.
    pub fn bind(&self, constant: impl Fn(ConstWord) -> Option<u32>) -> Program {
        let values: Vec<Option<u32>> = self.uniforms.iter().map(|&c| constant(c)).collect();
        let mut bound = self.clone();
        if values.is_empty() {
            return bound;
        }
        for at in 0..bound.steps.len() {
            let mut step = bound.steps[at];
            let mut resolve = Resolve { values: &values, missing: None, named: None };
            for n in step.first as usize..(step.first + step.count) as usize {
                if !bound.uops[n].has_entry() {
                    bound.uops[n].operands(&mut Entry::None, |operand| resolve.visit(operand));
                    continue;
                }
                let (mut uop, entry) = (bound.uops[n], bound.entry(bound.uops[n]));
                let mut new = entry;
                uop.operands(&mut new, |operand| resolve.visit(operand));
                bound.uops[n] = uop;
                bound.keep(resolve.named, entry, new);
            }
            let entry = bound.entry_of(step.control);
            let mut new = entry;
            step.control.operands(&mut new, |operand| resolve.visit(operand));
            bound.keep(resolve.named, entry, new);
            if let Some(i) = resolve.missing {
                let ConstWord { bank, offset } = self.uniforms[i as usize];
                step.count = 0;
                step.control = Control::Refuse(bound.refusals.len() as u32);
                bound.refusals.push(Refusal::Fault {
                    kind: FaultKind::InvalidConstant,
                    detail: format!("c[{bank:#x}][{offset:#x}] is outside the constant bank"),
                });
            }
            bound.steps[at] = step;
        }
        bound.uniforms.clear();
        bound
    }
}

/// Replaces [`Src::Uniform`] by values.
struct Resolve<'a> {
    values: &'a [Option<u32>],
    /// The first uniform without a value.
    missing: Option<u32>,
    /// The entry that was named last.
    named: Option<u32>,
}

impl Resolve<'_> {
    fn visit(&mut self, operand: Operand<'_>) {
        match operand {
            Operand::Read(src, _) => {
                if let Src::Uniform(i) = *src {
                    let value = self.values[i as usize];
                    *src = Src::Imm(value.unwrap_or(0));
                    if value.is_none() {
                        self.missing.get_or_insert(i);
                    }
                }
            }
            Operand::Names(list, n) if !matches!(list, List::Rmws | List::Maps | List::Refusals) => {
                self.named = Some(*n);
            }
            _ => {}
        }
    }
}

/// Appends an item; returns its index.
fn add<T>(list: &mut Vec<T>, item: T) -> u32 {
    list.push(item);
    list.len() as u32 - 1
}

/// The index of an item, which is appended if the list does not have it.
fn find_or_add<T: PartialEq>(list: &mut Vec<T>, item: T) -> u32 {
    list.iter().position(|known| *known == item).map_or_else(|| add(list, item), |at| at as u32)
}

/// Collects the steps of a kernel during lifting.
///
/// Between [`Builder::begin`] and [`Builder::finish`] the emitters append micro-operations of one instruction. Branch
/// targets are given as byte addresses; [`Builder::build`] turns them into step indices.
#[derive(Debug)]
pub struct Builder {
    program: Program,
    first: u32,
    fixed_slots: u32,
    fixed_scalars: u16,
    next_slot: u32,
    next_scalar: u16,
    flags: &'static [u16],
    variants: u32,
}

impl Builder {
    /// A kernel whose architectural state takes `slots` vectors and `scalars` scalar words; temporaries come after. The
    /// words in `flags` are only kept up to date if some instruction of the kernel reads them.
    pub fn new(name: &str, slots: u32, scalars: u16, flags: &'static [u16]) -> Builder {
        let program = Program { name: name.into(), scalar_words: scalars, ..Program::default() };
        Builder {
            program,
            first: 0,
            fixed_slots: slots,
            fixed_scalars: scalars,
            next_slot: slots,
            next_scalar: scalars,
            flags,
            variants: 1,
        }
    }

    /// Instructions may have a control word of this many bytes before them.
    pub fn with_control_words(mut self, bytes: u32) -> Builder {
        self.program.control_word = bytes;
        self
    }

    /// Waves have twice [`LANES`] work-items; this scalar word holds the active lanes of the upper half.
    pub fn with_upper_half(mut self, word: u16) -> Builder {
        self.program.upper = Some(word);
        self
    }

    /// Waves have fewer work-items than [`LANES`].
    pub fn with_lanes(mut self, lanes: u32) -> Builder {
        self.program.lanes = lanes;
        self
    }

    /// Waves start with this step.
    pub fn with_entry(mut self, step: u32) -> Builder {
        self.program.entry = step;
        self
    }

    /// Discards what was emitted for the current instruction.
    pub fn drop_instruction(&mut self) {
        self.program.uops.truncate(self.first as usize);
    }

    /// The steps so far are the first of `count` variants of one program; entry `i` of `by_mode` names the variant for mode
    /// `i`. Each variant has as many steps.
    pub fn with_variants(mut self, count: u32, by_mode: Vec<u32>) -> Builder {
        (self.variants, self.program.variants) = (count.max(1), by_mode);
        self
    }

    /// Start the next instruction.
    pub fn begin(&mut self) {
        self.first = self.program.uops.len() as u32;
        self.next_slot = self.fixed_slots;
        self.next_scalar = self.fixed_scalars;
    }

    /// A vector for a value inside this instruction.
    pub fn temp(&mut self) -> Slot {
        self.temps(1)
    }

    /// `n` consecutive vectors.
    pub fn temps(&mut self, n: u32) -> Slot {
        let slot = Slot(self.next_slot * LANES as u32);
        self.next_slot += n;
        self.program.register_words = self.program.register_words.max(self.next_slot * LANES as u32);
        slot
    }

    /// A scalar word for a mask inside this instruction.
    pub fn temp_mask(&mut self) -> u16 {
        let word = self.next_scalar;
        self.next_scalar += 1;
        self.program.scalar_words = self.program.scalar_words.max(self.next_scalar);
        word
    }

    /// Append a micro-operation.
    pub fn push(&mut self, uop: Uop) {
        if matches!(
            uop,
            Uop::Special { what: Special::Clock { .. }, .. } | Uop::ScalarSpecial { what: Special::Clock { .. }, .. }
        ) {
            self.program.reads_clock = true;
        }
        self.program.uops.push(uop);
    }

    /// `dst = op(src...)`.
    pub fn alu_to(&mut self, dst: Slot, op: Alu, src: &[Src]) {
        self.push(Uop::Alu { op, dst, src: pad(src, Src::Imm(0)) });
    }

    /// `op(src...)` in a new temporary.
    pub fn alu(&mut self, op: Alu, src: &[Src]) -> Src {
        let dst = self.temp();
        self.alu_to(dst, op, src);
        Src::Slot(dst)
    }

    /// 64-bit `op(src...)` into the pair of vectors at `dst`.
    pub fn alu64_to(&mut self, dst: Slot, op: Alu64, src: &[Wide]) {
        self.push(Uop::Alu64 { op, dst, src: pad(src, Wide::narrow(Src::Imm(0))) });
    }

    /// 64-bit `op(src...)` in new temporaries.
    pub fn alu64(&mut self, op: Alu64, src: &[Wide]) -> Wide {
        let dst = self.temps(2);
        self.alu64_to(dst, op, src);
        wide(dst)
    }

    /// A 64-bit operation with a 32-bit result.
    pub fn narrow_to(&mut self, dst: Slot, op: Alu64, src: &[Wide]) {
        self.push(Uop::Narrow { op, dst, src: pad(src, Wide::narrow(Src::Imm(0))) });
    }

    /// A test in a new temporary mask.
    pub fn test(&mut self, op: Test, src: &[Src]) -> Mask {
        let dst = self.temp_mask();
        self.test_to(dst, op, src);
        Mask::of(dst)
    }

    /// A test into scalar word `dst`.
    pub fn test_to(&mut self, dst: u16, op: Test, src: &[Src]) {
        self.push(Uop::Test { op, dst, src: pad(src, Src::Imm(0)), clear: false });
    }

    /// A 64-bit test in a new temporary mask.
    pub fn test64(&mut self, op: Test64, src: [Wide; 2]) -> Mask {
        let dst = self.temp_mask();
        self.push(Uop::Test64 { op, dst, src, clear: false });
        Mask::of(dst)
    }

    /// A combination of masks in a new temporary mask.
    pub fn mask(&mut self, op: MaskOp, a: Mask, b: Mask) -> Mask {
        let dst = self.temp_mask();
        self.push(Uop::Mask { op, dst, a, b });
        Mask::of(dst)
    }

    /// Copy a mask into scalar word `dst`, in executing lanes.
    pub fn set_mask(&mut self, dst: u16, src: Mask) {
        self.push(Uop::Mask { op: MaskOp::And, dst, a: src, b: Mask::ALL });
    }

    /// A word of a constant bank.
    pub fn uniform(&mut self, word: ConstWord) -> Src {
        Src::Uniform(find_or_add(&mut self.program.uniforms, word))
    }

    /// Index of an atomic operation.
    pub fn rmw(&mut self, rmw: Rmw) -> u32 {
        find_or_add(&mut self.program.rmws, rmw)
    }

    /// Index of a surface access.
    pub fn surface(&mut self, access: SurfaceAccess) -> u32 {
        add(&mut self.program.surfaces, access)
    }

    /// Index of a map of byte addresses.
    pub fn map(&mut self, map: [u32; LANES]) -> u32 {
        find_or_add(&mut self.program.maps, map)
    }

    /// A scalar word that holds a constant for the whole program.
    pub fn constant(&mut self, value: u32) -> u16 {
        if let Some((word, _)) = self.program.constants.iter().find(|(_, v)| *v == value) {
            return *word;
        }
        let word = self.fixed_scalars;
        self.fixed_scalars += 1;
        self.next_scalar = self.next_scalar.max(self.fixed_scalars);
        self.program.scalar_words = self.program.scalar_words.max(self.fixed_scalars);
        self.program.constants.push((word, value));
        word
    }

    /// Index of a buffer access.
    pub fn buffer(&mut self, access: BufferAccess) -> u32 {
        add(&mut self.program.buffers, access)
    }

    /// Index of an image access.
    pub fn image(&mut self, access: ImageAccess) -> u32 {
        add(&mut self.program.images, access)
    }

    /// Index of an access to typed elements.
    pub fn typed(&mut self, access: TypedAccess) -> u32 {
        add(&mut self.program.typed, access)
    }

    /// The control effect of a request to the synchronization unit.
    pub fn request(&mut self, request: Request) -> Control {
        Control::Request(add(&mut self.program.requests, request))
    }

    /// The control effect of a call of a host function.
    pub fn call(&mut self, call: HostCall) -> Control {
        Control::Host(add(&mut self.program.calls, call))
    }

    /// The control effect of the previous instruction, if it was refused and has this text.
    pub fn refused_like(&self, text: &str) -> Option<Control> {
        let control = self.program.steps.last()?.control;
        let same = self.program.texts.last().is_some_and(|last| last == text);
        (same && matches!(control, Control::Refuse(_))).then_some(control)
    }

    /// The control effect of an instruction that is refused; drops what was emitted for it.
    pub fn refuse(&mut self, refusal: Refusal) -> Control {
        self.program.uops.truncate(self.first as usize);
        Control::Refuse(add(&mut self.program.refusals, refusal))
    }

    /// Records that a part of the instruction changes nothing, with reason and source.
    pub fn pass_over(&mut self, why: &'static str, source: &'static str) {
        self.program.passed.0.push((self.program.steps.len() as u32, why, source));
    }

    /// End the instruction. Targets in `control` are byte addresses.
    pub fn finish(&mut self, address: u32, guard: Mask, control: Control, text: String) {
        let mut own = self.program.uops.split_off(self.first as usize);
        tidy::forward_copies(&mut own, Slot(self.fixed_slots * LANES as u32), self.fixed_scalars);
        self.program.uops.append(&mut own);
        let count = self.program.uops.len() as u32 - self.first;
        let range: Range<usize> = self.first as usize..self.program.uops.len();
        let uops = &self.program.uops[range];
        let visible = control.is_visible() || uops.iter().any(Uop::is_visible);
        let always = uops.iter().any(Uop::is_scalar);
        self.program.steps.push(Step { address, guard, first: self.first, count, control, visible, always });
        self.program.texts.push(text);
    }

    /// The finished program.
    pub fn build(mut self) -> Program {
        self.program.register_words = self.program.register_words.max(self.fixed_slots * LANES as u32);
        let mut program = self.program;
        program.temporaries = Some((Slot(self.fixed_slots * LANES as u32), self.fixed_scalars));
        tidy::drop_unread(&mut program, self.flags);
        program.block = program.steps.len() as u32 / self.variants;
        program.variants.iter_mut().for_each(|v| *v *= program.block);
        for i in 0..program.steps.len() {
            let mut control = program.steps[i].control;
            if let Control::Branch { target }
            | Control::Push { target, .. }
            | Control::Call { target }
            | Control::Jump { target, .. }
            | Control::Goto { target } = &mut control
            {
                match program.step_at(*target, i as u32) {
                    Some(step) => *target = step,
                    None => {
                        let detail = format!("{:#x} is not the address of an instruction of this kernel", *target);
                        program.refusals.push(Refusal::Fault { kind: FaultKind::PcOutOfRange, detail });
                        control = Control::Refuse(program.refusals.len() as u32 - 1);
                    }
                }
            }
            program.steps[i].control = control;
        }
        program
    }
}

/// The pair of vectors at `slot` as a 64-bit source.
pub fn wide(slot: Slot) -> Wide {
    Wide { lo: Src::Slot(slot), hi: Src::Slot(Slot(slot.0 + LANES as u32)) }
}

fn pad<T: Copy, const N: usize>(given: &[T], fill: T) -> [T; N] {
    assert!(given.len() <= N, "a micro-operation takes at most {N} operands");
    let mut all = [fill; N];
    all[..given.len()].copy_from_slice(given);
    all
}
