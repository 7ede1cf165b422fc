//! Lifts vISA instructions to neutral steps: the only place where a mnemonic gets its meaning.
//!
//! [`program`] lifts a kernel once. Each family has a file: `integer.rs`, `float.rs`, `products.rs`, `moves.rs`, `predicates.rs`,
//! `memory.rs`, `typed.rs`, `block.rs`, `lsc.rs`, `control.rs`. Each begins with a list of mnemonics and their functions; `meaning.rs`
//! joins the lists. `operand.rs` says what operands read and write, `layout.rs` where variables lie.
//!
//! # Lanes
//! Lane `l` of the thread is lane `l` of a wave. An instruction of size N under mask Mk works on lanes 4(k-1) to 4(k-1)+N-1;
//! its element i belongs to lane 4(k-1)+i. Variables are packed: element i of a dword variable is one word of the register file.
//!
//! # Control flow
//! `goto` makes lanes wait at a label. If lanes are at different instructions, those at the lowest address run first; lanes reconverge at
//! labels.
//!
//! # Sources
//! spec: Intel's SVM_ATOMIC page and Intel's DWORD_ATOMIC page for the atomics; the public vISA documentation for the other instructions;
//! oracle: the code that IGC 1.0.12504 emits for the kernels of this repository.

mod advice;
mod arguments;
mod block;
mod control;
mod float;
mod frame;
pub mod ignored;
mod integer;
mod layout;
mod lsc;
mod meaning;
mod memory;
mod moves;
mod operand;
pub(super) mod order;
mod predefined;
mod predicates;
mod products;
mod reader;
mod register0;
mod typed;

pub use arguments::{R0_DWORD as R0_ARGUMENTS, taken as takes_arguments};
pub use layout::{Layout, copy_of_register_0};
pub use memory::{BOUND, bindless};
pub use operand::{PAST_COPY, PAST_VARIABLE};
pub use predefined::{
    GROUP_IDS, IMPLICIT, MAX_STATE_THREADS, R0, R0_GROUP_IDS, R0_LOCAL_THREAD, R0_SCRATCH, SR0 as STATE,
};
pub use register0::{NOT_GIVEN, NOT_GIVEN_TEXT, is_addressed};

use isotope_op::alu::{Alu, Alu64};
use isotope_op::assume::{Addresses, Assumptions};
use isotope_op::float::Rounding;

use self::meaning::{Emit, Meaning};
use self::reader::Reader;
use super::inst::{Combine, Exec};
use super::kernel::Kernel;
use super::link::Function;
use isotope_ir::effect::{ACTIVE, Control, Mask, Src, Uop, Wide};
use isotope_ir::program::{Builder, Program, Refusal};
use isotope_machine::fault::FaultKind;
use isotope_machine::mem::typed::{Format, Shape};
use isotope_target::lift::{Lifted, Refused, not_modelled};

/// The inputs of lifting besides the kernel.
#[derive(Clone, Copy, Debug)]
pub struct Env<'a> {
    /// Lanes of a thread.
    pub simd: u32,
    /// Whether a thread is one work-item, executed by all lanes.
    pub single: bool,
    /// Bytes of a register.
    pub grf: u32,
    /// Bytes of shared local memory of a group.
    pub slm: u32,
    /// Work-items of a whole group.
    pub items: u32,
    /// Whether every group is full.
    pub whole: bool,
    /// Offset of the thread's scratch memory in the address range of `%scratch`, as register 0 gives it; `None` without scratch memory.
    pub scratch: Option<u32>,
    /// Formats of the images of a launch, by binding-table entry.
    pub formats: &'a [(u32, Format)],
    /// Images of a launch that are named by payload, by the variable that holds the payload.
    pub images: &'a [(u32, Surfaced)],
    /// Objects of the file by name, with their addresses.
    pub symbols: &'a [(&'a str, u64)],
    /// Groups of the launch; set if threads need their number in the launch (private data in a buffer).
    pub groups: Option<[u32; 3]>,
    /// Whether register 0 holds the index of the thread in its group.
    pub local_thread: bool,
    /// Whether register 0 holds the offset of the launch's arguments.
    pub arguments: bool,
    /// The functions that follow the kernel.
    pub functions: &'a [Function],
    /// Offset of the frames of functions in the thread's private memory.
    pub frames: u32,
    /// The selected alternatives of assumptions.
    pub assumptions: Assumptions,
}

/// Used instead of a variable in [`Env::images`]: every surface of a sample is this image.
pub const ANY_IMAGE: u32 = u32::MAX;

/// An image that code names, and which dimensions its type has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surfaced {
    /// The entry of the image in the launch.
    pub entry: u32,
    /// Its shape.
    pub shape: Shape,
    /// Whether it has a height (or layers of rows), and whether it has a depth (or layers).
    pub has: [bool; 2],
}

/// Base of the function addresses for calls by address, and their distance.
const FUNCTIONS: u64 = 0x00c0_0000;
const FUNCTION_SPACING: u64 = 64;

impl Env<'_> {
    /// The address of exported function number `shown` of the file. It cannot be read: code is not data. A driver decides the number
    /// (`intel.addresses`).
    fn function_address(&self, shown: u32) -> Option<u64> {
        let first = match self.assumptions.intel_launch().addresses {
            Addresses::Low => FUNCTIONS,
            Addresses::Moved => FUNCTIONS + 0x2_5a40,
        };
        first.checked_add(FUNCTION_SPACING.checked_mul(shown.into())?)
    }

    /// Work-items of a thread.
    fn items_of_thread(&self) -> u32 {
        if self.single { 1 } else { self.simd }
    }

    /// Threads of `simd` lanes, one thread per group, registers of 32 bytes, everything else empty.
    pub const fn new(simd: u32, assumptions: Assumptions) -> Env<'static> {
        Env {
            simd,
            single: false,
            grf: 32,
            slm: 0,
            items: simd,
            whole: true,
            scratch: None,
            formats: &[],
            images: &[],
            symbols: &[],
            groups: None,
            local_thread: false,
            arguments: false,
            functions: &[],
            frames: 0,
            assumptions,
        }
    }
}

/// The lanes of an instruction as a bit mask.
fn lanes_of(exec: Exec) -> u32 {
    let ones = (1u64 << exec.size) - 1;
    (ones << exec.first_lane()) as u32
}

/// Whether a form acts on lanes only.
#[doc(hidden)]
pub fn is_of_lanes(form: &super::form::Form) -> bool {
    matches!(meaning::of(form), meaning::Meaning::Emit(_))
}

/// Lifts a kernel; returns the program and the layout of its variables.
pub fn program(kernel: &Kernel, env: &Env<'_>) -> (Program, Layout) {
    let layout = Layout::new(kernel, env.grf, !env.functions.is_empty());
    let mut builder = Builder::new(&kernel.name, layout.slots(), layout.scalars(), &[]).with_lanes(env.simd);
    frame::constants(&mut builder, &layout, env);
    let register0 = register0::holders(kernel);
    for inst in &kernel.code {
        builder.constant(lanes_of(inst.exec));
        for exec in block::lanes(inst, &env.assumptions) {
            builder.constant(lanes_of(exec));
        }
    }
    let mut control = 0;
    for (index, inst) in kernel.code.iter().enumerate() {
        builder.begin();
        let (index, register0, layout) = (index as u32, &register0[..], &layout);
        let (b, inst_read, only) = (&mut builder, Reader::new(inst), None);
        let mut lift =
            Lift { b, inst: inst_read, kernel, layout, env, index, control, register0, predicated: true, only };
        let mut text = String::new();
        super::print(kernel, inst, &mut text);
        let lifted = lift.instruction();
        let pass = |row: &ignored::Ignored| lift.b.pass_over(row.why, row.source);
        let lifted = lifted.and_then(|control| lift.inst.unread(pass).map_or(Ok(control), Err));
        control = predefined::control(kernel, inst, control).unwrap_or(control);
        match lifted {
            Ok(control) => builder.finish(index, Mask::ALL, control, text),
            Err(refused) => {
                let advice = match refused {
                    // Interpretations of the payload are distinguished by this text, so it stays unchanged.
                    Refused::NotModelled(what) if ![PAST_VARIABLE, PAST_COPY].contains(&what) => Some(advice::of(what)),
                    _ => None,
                };
                let mut refusal = refused.of(&text);
                if let (Refusal::NotModelled { text }, Some(advice)) = (&mut refusal, advice) {
                    *text = format!("{text}; {advice}");
                }
                let control = builder.refuse(refusal);
                builder.push(Uop::Under { base: Mask::ALL, also: Mask::ALL });
                builder.finish(index, Mask::ALL, control, text);
            }
        }
    }
    (builder.build(), layout)
}

/// One instruction being lifted. Addresses of steps are indices into the kernel's code.
struct Lift<'a> {
    b: &'a mut Builder,
    inst: Reader<'a>,
    kernel: &'a Kernel,
    layout: &'a Layout,
    env: &'a Env<'a>,
    index: u32,
    /// The value of `%cr0` before the instruction.
    control: u32,
    /// For each address variable, whether it holds an address in register 0 anywhere.
    register0: &'a [bool],
    /// Whether the instruction's predicate currently selects the executing lanes.
    predicated: bool,
    /// The executing lanes, if a part of the instruction applies to some lanes only.
    only: Option<Mask>,
}

impl Lift<'_> {
    /// Lifts the whole instruction.
    fn instruction(&mut self) -> Lifted {
        let exec = self.inst.exec;
        if exec.first_lane() + u32::from(exec.size) > 32 {
            return Err(Refused::Fault(FaultKind::IllegalParameter, "mask and size reach past lane 31".into()));
        }
        if self.writes_control() {
            let tracked = predefined::control(self.kernel, self.inst.all(), self.control).map(|_| Control::Next);
            let what = "bits of `%cr0` other than those that keep subnormals and choose the rounding";
            return tracked.ok_or(not_modelled(what));
        }
        if self.pauses() {
            self.inst.all();
            return Ok(Control::Next);
        }
        match meaning::of(self.inst.form) {
            Meaning::Control(control) => {
                let lifted = control(self);
                // The rounding mode must not depend on the path that control took.
                if self.rounding() != Rounding::NearestEven {
                    return Err(not_modelled("control flow under a rounding that `%cr0` changed"));
                }
                return lifted;
            }
            Meaning::Anywhere(control) => return control(self),
            Meaning::Block(block) => self.blocks(block)?,
            Meaning::Emit(emit) => {
                self.execute_under(true)?;
                emit(self)?;
            }
            Meaning::Select => {
                self.execute_under(false)?;
                self.sel()?;
            }
            Meaning::Operation(operation) => {
                self.execute_under(true)?;
                self.operation(operation)?;
            }
        }
        Ok(Control::Next)
    }

    /// The lanes of the instruction execute the following micro-operations.
    fn execute_under(&mut self, predicated: bool) -> Result<(), Refused> {
        self.predicated = predicated;
        let exec = self.inst.exec;
        let lanes = lanes_of(exec);
        let base = if exec.nm { Mask::ALL } else { Mask::of(ACTIVE) };
        let existing = if self.env.simd >= 32 { u32::MAX } else { (1 << self.env.simd) - 1 };
        let whole = !exec.nm && lanes & existing == existing;
        let size = if whole { Mask::ALL } else { Mask::of(self.b.constant(lanes)) };
        let also = match self.inst.pred().filter(|_| predicated) {
            None => size,
            Some(pred) if whole && pred.combine == Combine::Lane => {
                let word = self.predicate_of_lanes(pred.id)?;
                Mask { word, negate: pred.invert }
            }
            Some(_) => {
                let condition = self.condition()?;
                let word = self.b.temp_mask();
                let lanes = Src::Imm(lanes);
                self.b.push(Uop::Scalar { op: Alu::And, dst: word, src: [condition, lanes, Src::Imm(0)] });
                Mask::of(word)
            }
        };
        if base != Mask::of(ACTIVE) || also != Mask::ALL {
            self.b.push(Uop::Under { base, also });
        }
        Ok(())
    }

    /// The rounding mode at this instruction.
    fn rounding(&self) -> Rounding {
        predefined::rounding(self.control)
    }

    fn alu(&mut self, op: Alu, src: &[Src]) -> Src {
        self.b.alu(op, src)
    }

    fn alu64(&mut self, op: Alu64, src: &[Wide]) -> Wide {
        self.b.alu64(op, src)
    }
}

/// A 64-bit constant.
const fn operand_constant(v: u64) -> Wide {
    Wide { lo: Src::Imm(v as u32), hi: Src::Imm((v >> 32) as u32) }
}
