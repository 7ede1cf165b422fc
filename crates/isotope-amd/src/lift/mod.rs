//! Lifts RDNA3 instructions to neutral steps: the only place where a mnemonic gets its meaning.
//!
//! [`program`] decodes the reachable code of the kernel (`reach.rs`) once and emits a [`Program`]. Each family has a file that begins with
//! lists of its mnemonics and their functions, which `meaning.rs` joins: `scalar.rs`, `control.rs`, `order.rs`, `integer.rs`, `bytes.rs`,
//! `float.rs`, `lanes.rs`, `index.rs`, `memory.rs`, `typed.rs`, `device.rs`. An instruction that is not modelled becomes a step that stops
//! the launch with its address and text when it is executed.
//!
//! # Waves
//! A wave64 is two halves of 32 lanes. Every vector operation is emitted once per half, under that half of EXEC, as the
//! hardware issues it. Scalar operations are emitted once and execute independent of EXEC.
//!
//! # MODE
//! Rounding, subnormals and overflow of the float operations depend on MODE. Instructions that change it switch to another lifted
//! variant of the same code, so no step reads MODE at run time.
//!
//! # Sources
//! spec: RDNA3 ISA guide, chapters 3 to 13 and 16, for the semantics of instructions; AMD's RDNA3 chapter 13 for atomics.

mod bytes;
mod control;
mod device;
mod float;
pub mod ignored;
mod index;
mod integer;
mod lanes;
pub(crate) mod meaning;
mod memory;
mod mode;
pub mod no_rows;
mod operand;
pub(super) mod order;
pub(super) mod reach;
mod scalar;
mod typed;

pub use mode::Mode;

use std::cell::Cell;

use isotope_op::alu::{Alu, Alu64, Fp};
use isotope_op::assume::Assumptions;

use self::meaning::Meaning;
use self::no_rows::Unknown;
use super::processor::{Gfx, Waves};
use super::state::{self, EXEC_HI, EXEC_LO, SCALARS};
use isotope_ir::effect::{Control, Mask, Slot, Src, Uop, Wide};
use isotope_ir::program::{Builder, Program, Refusal};
use isotope_machine::fault::FaultKind;
use isotope_table::{Form, Inst, Reader};
use isotope_target::lift;
use isotope_target::lift::{Lifted, Refused, not_modelled};

/// Emits the micro-operations of an instruction.
pub(crate) type Emit = fn(&mut Lift<'_>) -> Lifted;
/// The same with the first three operands as words; 0 for missing operands.
pub(crate) type OfWords = fn(&mut Lift<'_>, [Src; 3]) -> Lifted;
/// Computes the low half of a result from the first three operands as halves.
pub(crate) type OfHalves = fn(&mut Lift<'_>, [Src; 3]) -> Src;
/// An operation with these float rules.
pub(crate) type UnderRules = fn(Fp) -> Alu;
/// Emits f32 or f64 arithmetic with these float rules.
pub(crate) type OfFloats = fn(&mut Lift<'_>, Fp) -> Lifted;
/// Computes a binary16 result with these float rules.
pub(crate) type OfHalfFloats = fn(&mut Lift<'_>, Fp) -> Src;
/// Emits a scalar operation on the first two operands as words.
pub(crate) type OfScalars = fn(&mut Lift<'_>, [Src; 2]) -> Lifted;
/// Emits a scalar operation on the first two operands as pairs of words.
pub(crate) type OfPairs = fn(&mut Lift<'_>, [Wide; 2]) -> Lifted;
/// The destination of a comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CompareResult {
    /// The destination of the encoding.
    Mask,
    /// EXEC.
    Exec,
}

/// The inputs of lifting besides the code.
#[derive(Clone, Copy, Debug)]
pub struct Env {
    /// Address in memory of the first byte of the code.
    pub code_base: u64,
    /// Byte offset of the first instruction to execute.
    pub entry: u32,
    /// The processor and the wave size.
    pub waves: Waves,
    /// Number of VGPRs of the kernel.
    pub vgprs: u32,
    /// MODE at the start of a wave.
    pub mode: Mode,
    /// Base of the LDS aperture.
    pub shared_base: u64,
    /// Base of the scratch aperture.
    pub private_base: u64,
    /// The selected alternatives of assumptions.
    pub assumptions: Assumptions,
}

/// A decoded instruction, or bytes that do not decode.
pub(super) struct Decoded {
    pub(super) address: u32,
    pub(super) length: u32,
    pub(super) inst: Option<Inst>,
    /// The bits, of the first 128, that the instruction does not preserve: those of no field, and those that decoding drops.
    loose: u128,
    /// Facts about an instruction without a row.
    no_row: Option<Unknown>,
    pub(super) text: String,
}

impl Decoded {
    /// The address after it.
    fn next(&self) -> u32 {
        self.address + self.length
    }
}

/// The program of a kernel.
///
/// Words that do not decode become steps that fault when they are executed.
pub fn program(name: &str, code: &[u8], env: &Env) -> Program {
    let code = reach::reached(code, env.entry, env.waves);
    let modes = mode::reachable(&code, env.mode);
    let halves = if env.waves.wave64 { 2 } else { 1 };
    let mut builder = Builder::new(name, env.vgprs * halves, SCALARS, &[]);
    if env.waves.wave64 {
        builder = builder.with_upper_half(EXEC_HI);
    }
    for &mode in &modes.list {
        for decoded in &code {
            builder.begin();
            step(&mut builder, decoded, env, mode);
        }
    }
    let entry = code.partition_point(|d| d.address < env.entry) as u32;
    builder.with_variants(modes.list.len() as u32, modes.by_key).with_entry(entry).build()
}

/// Whether any instruction of a form is modelled.
#[doc(hidden)]
pub fn is_modelled(gfx: Gfx, form: &Form) -> bool {
    use meaning::{Meaning::*, Vector::NotModelled as OfLanes};
    !matches!(meaning::of(gfx, form), Vector(_, OfLanes(_)) | NotModelled(_) | OpenLanes(_) | Ds(memory::Ds::Open))
}

/// Split code into instructions.
pub(super) fn decode(code: &[u8], waves: Waves) -> Vec<Decoded> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(decoded) = decode_one(code, at, waves) {
        at = decoded.next() as usize;
        all.push(decoded);
    }
    all
}

/// The instruction at a byte offset; `None` at the end of the code.
pub(super) fn decode_one(code: &[u8], at: usize, waves: Waves) -> Option<Decoded> {
    let bytes = code.get(at..).filter(|bytes| bytes.len() >= 4)?;
    let address = at as u32;
    let mut text = String::new();
    Some(match waves.decode_any(bytes) {
        Ok(inst) => {
            waves.print(&inst, &mut text);
            let length = inst.bits() / 8;
            let kept = super::encode(&inst);
            let loose =
                (first_word(&bytes[..length as usize]) ^ first_word(&kept[..length as usize])) & !super::unread(&inst);
            Decoded { address, length, inst: Some(inst), loose, no_row: None, text }
        }
        Err(_) => {
            let word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            let (no_row, length) =
                no_rows::unknown(waves.gfx, bytes).map_or((None, 4), |(unknown, length)| (Some(unknown), length));
            let length = if length as usize <= bytes.len() { length } else { 4 };
            let mut text = String::new();
            match &no_row {
                Some(_) => super::encodings::data(&bytes[..length as usize], &mut text),
                None => text = format!("{word:#010x}"),
            }
            Decoded { address, length, inst: None, loose: 0, no_row, text }
        }
    })
}

/// The first 16 bytes, padded with zeros.
fn first_word(bytes: &[u8]) -> u128 {
    let mut first = [0; 16];
    let len = bytes.len().min(16);
    first[..len].copy_from_slice(&bytes[..len]);
    u128::from_le_bytes(first)
}

fn step(builder: &mut Builder, decoded: &Decoded, env: &Env, mode: Mode) {
    let Decoded { address, text, .. } = decoded;
    let Some(inst) = &decoded.inst else {
        let refused = match decoded.no_row {
            Some(unknown) => Refusal::NotModelled { text: format!("`{text}`: {}", unknown.what()) },
            None => Refused::Fault(FaultKind::IllegalEncoding, "names no instruction".into()).of(text),
        };
        refuse(builder, *address, text, refused);
        return;
    };
    let next = decoded.next();
    let meaning = meaning::of(env.waves.gfx, inst.form);
    let mut lift = Lift {
        b: builder,
        inst: Reader::new(inst),
        env,
        mode,
        next,
        half: 0,
        dpp_value: None,
        kept_mask: None,
        unknown: Cell::new(false),
        ignored: false,
        dual: matches!(meaning, Meaning::Dual(_)),
        stores: meaning.stores(),
    };
    match lift.instruction(meaning) {
        Ok(_) if lift.unknown.get() => {
            let what = "this source, which tells of what is not modelled";
            refuse(builder, *address, text, not_modelled(what).of(text));
        }
        Ok(control) => {
            let pass = |row: &lift::Ignored| lift.b.pass_over(row.why, row.source);
            if !lift.ignored
                && let Some(refused) =
                    lift::unread(ignored::ROWS, base_name(inst.form.mnemonic), &lift.inst, decoded.loose, pass)
            {
                refuse(builder, *address, text, refused.of(text));
                return;
            }
            if lift.ignored {
                lift.b.drop_instruction();
            }
            builder.finish(*address, Mask::ALL, control, text.clone());
        }
        Err(refused) => refuse(builder, *address, text, refused.of(text)),
    }
}

/// A step that stops the launch, whichever lanes are active.
fn refuse(builder: &mut Builder, address: u32, text: &str, refusal: Refusal) {
    // Code is padded with many equal instructions at its end.
    let control = builder.refused_like(text).unwrap_or_else(|| builder.refuse(refusal));
    builder.drop_instruction();
    builder.push(Uop::Under { base: Mask::ALL, also: Mask::ALL });
    builder.finish(address, Mask::ALL, control, text.into());
}

/// A mnemonic without the suffix of its encoding.
#[doc(hidden)]
pub fn base_name(mnemonic: &'static str) -> &'static str {
    let suffixes = ["_e64_dpp", "_e32", "_e64", "_dpp"];
    suffixes.into_iter().find_map(|s| mnemonic.strip_suffix(s)).unwrap_or(mnemonic)
}

/// One instruction being lifted.
pub(crate) struct Lift<'a> {
    b: &'a mut Builder,
    inst: Reader<'a>,
    env: &'a Env,
    mode: Mode,
    /// Address of the next instruction.
    next: u32,
    /// The half of a wave64 that is being emitted.
    half: u32,
    /// The first source after its permutation.
    dpp_value: Option<Src>,
    /// A scalar word, and the mask that is written to it after both halves.
    kept_mask: Option<(u16, u16)>,
    /// A source that is not modelled was read, so the instruction stops the launch.
    unknown: Cell<bool>,
    /// A destination VGPR is beyond the allocation: the instruction does nothing (spec: RDNA3 ISA guide, out-of-range VGPRs).
    ignored: bool,
    /// The instruction is a pair of operations.
    dual: bool,
    /// The instruction writes memory and is not an atomic.
    stores: bool,
}

impl Lift<'_> {
    /// Lifts the whole instruction.
    fn instruction(&mut self, meaning: Meaning) -> Lifted {
        if self.has_trap_registers() {
            return Err(not_modelled("a register of the trap handler"));
        }
        self.emit(meaning)
    }

    /// Whether an operand is one of ttmp0 to ttmp15.
    fn has_trap_registers(&self) -> bool {
        let profile = self.env.waves.profile();
        // Register groups have at most 16 registers, and some fields hold half the number of the first register.
        let inst = self.inst.whole();
        let near = (0..inst.form.fields.len()).filter(|&field| matches!(inst.vals[field], 46..124));
        let mut runs = near.flat_map(|field| inst.registers(profile, field));
        runs.any(|run| run.file == "s" && run.first < 124 && run.first + run.count > 108)
    }

    /// Writes a kept mask after both halves.
    fn keep_mask(&mut self) {
        if let Some((dst, mask)) = self.kept_mask {
            self.scalar_to(dst, Alu::Mov, &[Src::Scalar(mask)]);
        }
    }

    /// The indices of the halves of a wave.
    fn halves(&self) -> std::ops::Range<u32> {
        0..if self.env.waves.wave64 { 2 } else { 1 }
    }

    /// Begins emitting this half.
    fn begin_half(&mut self, half: u32) {
        self.half = half;
        if self.env.waves.wave64 {
            self.b.push(Uop::Under { base: Mask::of(self.exec()), also: Mask::ALL });
        }
    }

    /// Emits an operation once for each half of the wave.
    fn each_half(&mut self, mut emit: impl FnMut(&mut Self) -> Result<(), Refused>) -> Lifted {
        for half in self.halves() {
            self.begin_half(half);
            emit(self)?;
        }
        Ok(Control::Next)
    }

    /// EXEC of the half being emitted.
    fn exec(&self) -> u16 {
        [EXEC_LO, EXEC_HI][self.half as usize]
    }

    fn flag(&self, field: &str) -> bool {
        self.inst.get(field) != 0
    }

    fn alu(&mut self, op: Alu, src: &[Src]) -> Src {
        self.b.alu(op, src)
    }

    fn alu64(&mut self, op: Alu64, src: &[Wide]) -> Wide {
        self.b.alu64(op, src)
    }

    /// The vector of `field`, for writing; `None` if it is beyond the allocation.
    fn vdst(&mut self, field: &str, count: u32) -> Option<Slot> {
        let n = self.register(field) as u32;
        if n + count > self.env.vgprs {
            self.ignored = true;
            return None;
        }
        Some(self.vgpr(n))
    }

    /// VGPR `n` of this half, for reading: beyond the allocation VGPR 0, and in pairs of operations one of the same bank.
    fn vgpr(&self, n: u32) -> Slot {
        let n = match n {
            n if n < self.env.vgprs => n,
            n if self.dual && n % 4 < self.env.vgprs => n % 4,
            _ => 0,
        };
        state::vgpr(n, self.half, self.env.vgprs)
    }
}
