//! Lifts SPA 5.0 instructions to neutral steps: the only place where a mnemonic gets its meaning.
//!
//! [`lift`](fn@lift) decodes a kernel's code once and emits a [`Program`]. Each family has a file: `integer.rs`, `float.rs`, `half.rs`,
//! `video.rs`, `memory.rs`, `control.rs`. Each begins with the list of its mnemonics and their functions; `meaning.rs` joins the lists.
//! An instruction that is not modelled becomes a step that stops the launch with its address and text when it is executed; an
//! instruction that the machine faults on becomes that fault.
//!
//! # SPA state in a wave
//! Register `Rn` is vector `n`. Scalar words: active lanes, predicates P0..P6, the condition code's four flags, the result of a
//! reducing barrier, the lanes selected by a branch's condition. RZ reads as 0 and is never written; PT likewise.
//!
//! # Sources
//! The semantics of arithmetic instructions come from the PTX manual, for the operations that ptxas translates to
//! them, and are confirmed by running compiled kernels (oracle: ptxas 12.4); the atomics follow NVIDIA's ATOM page and NVIDIA's SURED page.

mod advice;
mod control;
mod float;
mod half;
pub mod ignored;
mod integer;
mod meaning;
mod memory;
pub(super) mod order;
mod texture;
mod video;

#[doc(hidden)]
pub use self::meaning::head;

use isotope_op::alu::{Alu, Test};
use isotope_op::assume::Assumptions;

use self::meaning::{Emit, Meaning};
use super::link::External;
use super::{Profile, runtime};
use isotope_ir::effect::{Control, HostCall, LANES, Mask, MaskOp, Slot, Src, Token, Uop};
use isotope_ir::program::{Builder, ConstWord, Program, Refusal};
use isotope_machine::fault::FaultKind;
use isotope_machine::host::Function;
use isotope_table::{Context, FieldKind, Form, Reader};
use isotope_target::lift;
use isotope_target::lift::{Lifted, Refused, not_modelled};

/// Size in bytes of the control word before every three instructions.
const CONTROL_WORD: u32 = 8;
/// Scalar words of a SPA wave.
const SCALARS: u16 = 15;
/// Flags of the condition code: zero, sign, carry, overflow.
pub(super) const CC_ALL: [u16; 4] = [8, 9, 10, 11];
const CC_ZERO: u16 = CC_ALL[0];
const CC_CARRY: u16 = CC_ALL[2];
/// The result of `BAR.RED.AND` and `.OR`.
const BARRIER_ANSWER: u16 = 12;
/// The lanes selected by a branch's condition code, between the step that evaluates it and the branch.
const TESTED: u16 = 13;
/// The second carry of a three-operand sum: `IADD3.X` adds the carry of the condition code and this one. Every
/// instruction that sets the carry sets or clears it.
const CC_CARRY_2: u16 = 14;
/// The address of the last instruction that may have called a device runtime function; only in code with such calls.
const CALLER: u16 = SCALARS;
/// The zero register.
const RZ: u64 = 255;
/// The true predicate.
const PT: u64 = 7;

/// Scalar word of predicate `p`.
pub(super) const fn predicate(p: u16) -> u16 {
    1 + p
}

/// The inputs of lifting besides the code.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Processor.
    pub profile: Profile,
    /// Number of registers that the kernel was compiled for; higher ones fault.
    pub registers: u32,
    /// Constant bank that holds the handles of bound surface instructions.
    pub surface_bank: u8,
    /// The selected alternatives of assumptions.
    pub assumptions: Assumptions,
}

/// Lifts a kernel whose code starts, and is entered, at byte 0 of `code`.
///
/// Words that do not decode become steps that fault when they are executed.
pub fn lift(name: &str, code: &[u8], options: Options) -> Program {
    linked(name, code, options, &[])
}

/// [`lift`](fn@lift) for code that calls functions of CUDA's device runtime.
pub(super) fn linked(name: &str, code: &[u8], options: Options, externals: &[External]) -> Program {
    // Registers are allocated eight at a time (spec: QMD REGISTER_COUNT granularity, assumed for the fault's bound).
    let least = if externals.is_empty() { 8 } else { 16 };
    let registers = options.registers.next_multiple_of(8).clamp(least, 255);
    let mut builder = Builder::new(name, registers + 1, SCALARS + u16::from(!externals.is_empty()), &CC_ALL)
        .with_control_words(CONTROL_WORD);
    let words: Vec<(u32, u64)> = words(code).collect();
    for (index, &(address, word)) in words.iter().enumerate() {
        builder.begin();
        let inst = match super::decode(options.profile, word) {
            Ok(inst) => inst,
            Err(_) => {
                let detail = format!("{word:#018x} names no instruction");
                let control = builder.refuse(Refusal::Fault { kind: FaultKind::IllegalEncoding, detail });
                builder.finish(address, Mask::ALL, control, format!("{word:#018x}"));
                continue;
            }
        };
        let mut text = String::new();
        let context = Context { pc: u64::from(address), ..Context::new(options.profile.bit()) };
        isotope_table::print(&context, &inst, &mut text);
        let mut lift = Lift {
            b: &mut builder,
            inst: Reader::new(&inst),
            options: &options,
            address,
            registers,
            outside: None,
            after: &words[index + 1..],
            calls_runtime: !externals.is_empty(),
        };
        let (guard, lifted) = lift.instruction();
        let refusal = match (lifted, lift.outside) {
            (_, Some(register)) => {
                let detail = format!(
                    "R{register} in `{text}`, but the kernel has {registers} registers (nv.register_granularity)"
                );
                Refusal::Fault { kind: FaultKind::RegisterOutOfRange, detail }
            }
            (Ok(control), None) => {
                let loose = (word ^ super::encode(&inst)).into();
                let pass = |row: &lift::Ignored| lift.b.pass_over(row.why, row.source);
                match lift::unread(ignored::ROWS, inst.form.mnemonic, &lift.inst, loose, pass) {
                    None => {
                        builder.finish(address, guard, control, text);
                        continue;
                    }
                    Some(refused) => refused.of(&text),
                }
            }
            (Err(refused), None) => {
                let advice = match refused {
                    Refused::NotModelled(what) => format!("; {}", advice::of(what)),
                    Refused::Unread(_) | Refused::Fault(..) => String::new(),
                };
                match refused.of(&text) {
                    Refusal::NotModelled { text } => Refusal::NotModelled { text: text + &advice },
                    refusal => refusal,
                }
            }
        };
        let control = builder.refuse(refusal);
        builder.finish(address, guard, control, text);
    }
    externals.iter().for_each(|external| call_runtime(&mut builder, external));
    builder.build()
}

/// Whether any instruction of a form is modelled.
#[doc(hidden)]
pub fn is_modelled(form: &Form) -> bool {
    !matches!(meaning::of(form), Meaning::NotModelled(_))
}

/// Emits a device runtime function: its call, then the return.
fn call_runtime(b: &mut Builder, External { name, address }: &External) {
    let register = |n: u32| Slot((runtime::FIRST_REGISTER + n) * LANES as u32);
    b.begin();
    let control = match runtime::number(name) {
        Some(number) => {
            let Function { words, results, .. } = runtime::FUNCTIONS[usize::from(number)];
            let word = |n| if n < usize::from(words) { Src::Slot(register(n as u32)) } else { Src::Imm(0) };
            let arguments = std::array::from_fn(word);
            b.call(HostCall { function: number, from: Src::Scalar(CALLER), arguments, dst: register(0), results })
        }
        None => b.refuse(Refusal::NotModelled { text: format!("a call of `{name}`: {}", runtime::instead(name)) }),
    };
    b.finish(address + CONTROL_WORD, Mask::ALL, control, name.clone());
    b.begin();
    b.finish(address + 2 * CONTROL_WORD, Mask::ALL, Control::Pop { token: Token::Call }, "RET".into());
}

/// The instruction words of code and their byte addresses; the first of four words is the control word.
fn words(code: &[u8]) -> impl Iterator<Item = (u32, u64)> {
    let words = code.as_chunks::<8>().0.iter().enumerate();
    words.filter(|(i, _)| i % 4 != 0).map(|(i, &bytes)| (i as u32 * 8, u64::from_le_bytes(bytes)))
}

/// An operand with several encoding variants, decoded for one instruction.
enum Operand {
    /// A register.
    Reg(u64),
    /// A word of a constant bank, by byte offset.
    Const { bank: u8, offset: u32 },
    /// An immediate, extended to 32 bits; for f64, the upper word.
    Imm(u32),
}

impl Operand {
    fn of(inst: &Reader<'_>, name: &str) -> Operand {
        let field = |suffix: &str| inst.form.fields.iter().find(|f| f.name.strip_prefix(name) == Some(suffix));
        if field(".bank").is_some() {
            let bank = inst.get(&format!("{name}.bank")) as u8;
            return Operand::Const { bank, offset: inst.number(&format!("{name}.off")) as u32 };
        }
        let (field, full) = match field("") {
            Some(field) => (field, name.to_string()),
            None => match field(".imm") {
                Some(field) => (field, format!("{name}.imm")),
                None => return Operand::Imm(0),
            },
        };
        match field.kind {
            FieldKind::Reg(_) => Operand::Reg(inst.get(&full)),
            FieldKind::Float(float) => {
                let value = inst.get(&full) << float.shift;
                Operand::Imm(if float.width == 64 { (value >> 32) as u32 } else { value as u32 })
            }
            _ => Operand::Imm(inst.number(&full) as u32),
        }
    }
}

/// One instruction being lifted.
struct Lift<'a> {
    b: &'a mut Builder,
    inst: Reader<'a>,
    options: &'a Options,
    address: u32,
    registers: u32,
    /// A register beyond the allocation that the instruction uses.
    outside: Option<u64>,
    /// The following words and their addresses.
    after: &'a [(u32, u64)],
    /// Whether the code calls device runtime functions, which need the caller's address.
    calls_runtime: bool,
}

impl Lift<'_> {
    /// The printed name of a field's value.
    fn text(&self, field: &str) -> &'static str {
        self.inst.text(self.options.profile.bit(), field)
    }

    fn flag(&self, field: &str) -> bool {
        self.inst.get(field) != 0
    }

    /// The guard and the effect of the whole instruction.
    fn instruction(&mut self) -> (Mask, Lifted) {
        let mut guard = self.pred("Pg");
        if let Some(refused) = self.illegal() {
            return (guard, Err(refused));
        }
        let meaning = meaning::of(self.inst.form);
        let conditional = !matches!(meaning, Meaning::OnOperands(_)) && self.inst.try_get("cc").is_some();
        if conditional && !matches!(self.text("cc"), "" | "T") {
            match self.condition(self.text("cc")) {
                Ok(condition) => guard = self.and_condition(guard, condition),
                Err(refused) => return (guard, Err(refused)),
            }
        }
        let lifted = match meaning {
            Meaning::Emit(emit) | Meaning::OnOperands(emit) => emit(self),
            Meaning::NotModelled(what) => Err(not_modelled(what)),
        };
        (guard, lifted)
    }

    /// The guard of a control instruction that also tests the condition code. Guards are read before the
    /// micro-operations of a step, so the combination is computed in a separate step at the same address.
    fn and_condition(&mut self, guard: Mask, condition: Mask) -> Mask {
        match (guard, condition) {
            (Mask::ALL, c) if c.word < TESTED || c.word == Mask::ALWAYS => return c,
            (_, Mask::NONE) => return Mask::NONE,
            _ => {}
        }
        self.b.push(Uop::Mask { op: MaskOp::And, dst: TESTED, a: guard, b: condition });
        let text = self.inst.form.mnemonic.to_string() + " (condition)";
        self.b.finish(self.address, Mask::ALL, Control::Next, text);
        self.b.begin();
        Mask::of(TESTED)
    }

    /// The fault of an instruction that the documents do not define.
    fn illegal(&self) -> Option<Refused> {
        let Options { profile, ref assumptions, .. } = *self.options;
        let broken = self.inst.whole().violation(profile.bit());
        let violation = broken.or_else(|| super::ops::red64(profile, self.inst.whole(), assumptions))?;
        let register = violation.field.starts_with('R') && self.inst.get(violation.field) != RZ;
        let kind = if register { FaultKind::MisalignedRegister } else { FaultKind::IllegalParameter };
        Some(Refused::Fault(kind, violation.to_string()))
    }

    /// Register `n` as a source.
    fn register(&mut self, n: u64) -> Src {
        if n == RZ {
            return Src::Imm(0);
        }
        if n >= u64::from(self.registers) {
            self.outside = Some(n);
        }
        Src::Slot(Slot(n as u32 * LANES as u32))
    }

    /// The register in a field as a source.
    fn reg(&mut self, field: &str) -> Src {
        self.register(self.inst.get(field))
    }

    /// Register `i` of the group that starts in a field; all are zero if that is RZ.
    fn reg_at(&mut self, field: &str, i: u64) -> Src {
        self.register_of(self.inst.get(field), i)
    }

    /// Register `i` of the group that starts with register `n`. A group does not extend into RZ.
    fn register_of(&mut self, n: u64, i: u64) -> Src {
        if n != RZ && n + i >= RZ {
            self.outside = Some(n + i);
            return Src::Imm(0);
        }
        self.register(if n == RZ { RZ } else { n + i })
    }

    /// Checks that a register group starts at a multiple of its size.
    fn aligned(&self, field: &str, bytes: u8) -> Result<(), Refused> {
        let (n, words) = (self.inst.get(field), u64::from(bytes / 4).max(1));
        if n != RZ && n % words != 0 {
            let detail = format!("{field} is R{n} (must be a multiple of {words} for {bytes}-byte data)");
            return Err(Refused::Fault(FaultKind::MisalignedRegister, detail));
        }
        Ok(())
    }

    /// The register in a field as a destination; `None` for RZ.
    fn dst(&mut self, field: &str) -> Option<Slot> {
        self.dst_group(field, 1)
    }

    /// A group of registers as a destination.
    fn dst_group(&mut self, field: &str, count: u64) -> Option<Slot> {
        match self.inst.get(field) {
            RZ => None,
            n => {
                if n + count > u64::from(self.registers) {
                    self.outside = Some(n + count - 1);
                }
                Some(Slot(n as u32 * LANES as u32))
            }
        }
    }

    /// Writes a register, unless it is RZ.
    fn set(&mut self, field: &str, value: Src) -> Lifted {
        self.set_alu(field, Alu::Mov, &[value])
    }

    /// Writes `op(src...)` to a register, unless it is RZ.
    fn set_alu(&mut self, field: &str, op: Alu, src: &[Src]) -> Lifted {
        if let Some(dst) = self.dst(field) {
            self.b.alu_to(dst, op, src);
        }
        Ok(Control::Next)
    }

    /// The predicate in a field, with its negation (the field with `!` before the name).
    fn pred(&self, field: &str) -> Mask {
        let Some(p) = self.inst.try_get(field) else { return Mask::ALL };
        let mask = if p == PT { Mask::ALL } else { Mask::of(predicate(p as u16)) };
        let negated = match field {
            "Pg" => self.flag("!Pg"),
            "Pp" => self.flag("!Pp"),
            "Pa" => self.flag("!Pa"),
            "Pb" => self.flag("!Pb"),
            _ => false,
        };
        if negated { mask.not() } else { mask }
    }

    /// The predicate in a field as a destination; `None` for PT. `Ps` is stored inverted (NVIDIA's ATOM page).
    fn pred_dst(&self, field: &str) -> Option<u16> {
        let p = self.inst.try_get(field)?;
        let p = if field == "Ps" { PT - p } else { p };
        (p != PT).then(|| predicate(p as u16))
    }

    /// Whether the integer type is unsigned.
    fn unsigned(&self) -> bool {
        self.text("U32") == "U32"
    }

    /// The generic B operand: a register, a constant or an immediate.
    fn b_operand(&mut self) -> Src {
        self.operand("B")
    }

    /// An operand that may be a register, a constant or an immediate.
    fn operand(&mut self, name: &str) -> Src {
        match Operand::of(&self.inst, name) {
            Operand::Reg(n) => self.register(n),
            Operand::Const { bank, offset } => self.b.uniform(ConstWord { bank, offset }),
            Operand::Imm(value) => Src::Imm(value),
        }
    }

    /// Byte address of a branch target; `None` if it is in a constant bank.
    fn target(&self) -> Option<u32> {
        self.inst.try_get("target").map(|_| {
            let distance = self.inst.number("target") as u32;
            self.address.wrapping_add(8).wrapping_add(distance)
        })
    }

    /// `bop` of two masks, by the name in a field.
    fn combine(&mut self, field: &str, a: Mask, b: Mask) -> Result<Mask, Refused> {
        let op = match self.text(field) {
            "AND" => MaskOp::And,
            "OR" => MaskOp::Or,
            "XOR" => MaskOp::Xor,
            _ => return Err(not_modelled("this predicate operation")),
        };
        Ok(match (op, a, b) {
            (MaskOp::And, a, Mask::ALL) | (MaskOp::And, Mask::ALL, a) => a,
            _ => self.b.mask(op, a, b),
        })
    }

    /// The two predicate results of a comparison: Pd = test bop Pp, Pq = !test bop Pp.
    fn set_predicates(&mut self, test: Mask) -> Lifted {
        let given = self.pred("Pp");
        let first = self.combine("bop", test, given)?;
        let second = self.pred_dst("Pq").map(|dst| (dst, self.combine("bop", test.not(), given)));
        if let Some(dst) = self.pred_dst("Pd") {
            self.b.set_mask(dst, first);
        }
        if let Some((dst, second)) = second {
            self.b.set_mask(dst, second?);
        }
        Ok(Control::Next)
    }

    /// The register result of a comparison: all ones, or 1.0 with `.BF`, if (test bop Pp) is true.
    fn set_boolean(&mut self, test: Mask) -> Lifted {
        let given = self.pred("Pp");
        let result = self.combine("bop", test, given)?;
        let yes = if self.flag("BF") { 0x3f80_0000 } else { u32::MAX };
        let value = self.b.alu(Alu::Sel, &[Src::Mask(result), Src::Imm(yes), Src::Imm(0)]);
        if self.flag("CC") {
            self.set_condition(value);
        }
        self.set("Rd", value)
    }

    /// Refuses `.CC` of an instruction whose condition code is undocumented.
    fn no_condition(&self) -> Result<(), Refused> {
        if self.flag("CC") { Err(not_modelled("the condition code of this instruction")) } else { Ok(()) }
    }

    /// Sets the zero and sign flags from a result, and clears carry and overflow (comparisons, logic, conversions; assumption
    /// `nv.cc_logic`).
    fn set_condition(&mut self, result: Src) {
        self.b.test_to(CC_ALL[0], Test::Eq, &[result]);
        self.b.test_to(CC_ALL[1], Test::Slt, &[result]);
        self.set_carry(Mask::NONE, Mask::NONE);
        self.b.set_mask(CC_ALL[3], Mask::NONE);
    }

    /// Sets the carry of the condition code, and the second carry of a three-operand sum.
    fn set_carry(&mut self, carry: Mask, second: Mask) {
        self.b.set_mask(CC_CARRY, carry);
        self.b.set_mask(CC_CARRY_2, second);
    }

    /// Whether the next instruction that reads or writes the condition code is an `IADD3.X`, with no jump in between.
    fn three_operand_sum_follows(&self) -> bool {
        for &(_, word) in self.after {
            let Ok(inst) = super::decode(self.options.profile, word) else { return false };
            let set = |name| inst.try_get(name).is_some_and(|value| value != 0);
            if inst.form.mnemonic == "IADD3" && set("X") {
                return true;
            }
            // The first two values of `xmode` do not read the condition code.
            let extended =
                inst.try_get("xmode").is_some_and(|mode| mode > 1) || inst.form.mnemonic == "IMNMX" && set("mode");
            let named = inst.form.fields.iter().any(|f| matches!(f.name, "cc" | "state"));
            let reads = set("X") || set("CC") || extended || named;
            if reads || matches!(inst.form.mnemonic, "CAL" | "JCAL" | "PRET") {
                return false;
            }
        }
        false
    }
}
