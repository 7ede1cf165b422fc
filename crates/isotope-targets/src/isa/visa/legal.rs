//! What is allowed beyond the encoding: by the documents, and by the vendor's verifier.
use isotope_op::claim::IntelForm;

use super::form::{FieldKind, Types};
use super::inst::*;
use super::kernel::{FIRST_VARIABLE, Kernel};
use super::parse::Spans;
use super::{KernelText, Mode};
use isotope_table::{ParseError, Violation, either};

/// What a rule is about that is no operand, as the rows call it.
const EXEC: &str = "exec";
const PRED: &str = "pred";
const NAME: &str = "";

/// A broken rule as an error of the instruction's text. Compilers write much that the documents do not allow, so that the
/// documented rules name the way around them.
pub(super) fn located(broken: Violation, mode: Mode, inst: &Inst, spans: &Spans) -> ParseError {
    let span = match broken.field {
        EXEC => &spans.exec,
        PRED => &spans.pred,
        name => inst.form.position(name).and_then(|i| spans.operands.get(i)).unwrap_or(&spans.name),
    };
    let source = match mode {
        Mode::Documented => format!("{}; `asm --compat` takes what compilers write", broken.source).into(),
        _ => broken.source.into(),
    };
    ParseError { span: span.clone(), message: broken.message, expected: broken.expected, source }
}

fn refuse(field: &'static str, message: String, expected: String, source: &'static str) -> Result<(), Violation> {
    Err(Violation { field, message, expected, source })
}

const TOOL: &str = "GenX_IR 1.0.12504.6, verifier";
const OPERANDS: &str = "vISA documentation, operands";
const EXECUTION: &str = "vISA documentation, execution control";

/// Checks the rules of a mode on an instruction of a program.
///
/// # Errors
/// The first broken rule.
pub fn check(program: &KernelText, mode: Mode, inst: &Inst) -> Result<(), Violation> {
    let check = Check { kernel: &program.kernel, register: program.register, generation: program.generation, inst };
    match (mode, Atomic::of(inst)) {
        (Mode::Compat, _) => Ok(()),
        (Mode::Documented, Some(atomic)) => {
            check.mask()?;
            check.documented(&atomic)?;
            check.raw_operands(true)
        }
        (Mode::Documented, None) => {
            check.mask()?;
            check.vectors()?;
            check.raw_operands(true)
        }
        (Mode::Verifier, atomic) => {
            check.verified_mask()?;
            atomic.map_or(Ok(()), |a| check.verified(&a))?;
            check.raw_operands(false)
        }
    }
}

/// Whose documented rules hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Generation {
    /// Gen9 and Gen11: without what the documents mark `{TGLLP+}`.
    BeforeTgllp,
    /// TGLLP and later.
    #[default]
    Tgllp,
}

/// Which family of atomics, for rules that differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// `svm_atomic`
    Svm,
    /// `dword_atomic`
    Dword,
    /// `typed_atomic`
    Typed,
}

impl Family {
    /// All of them, in the order of their mnemonics.
    pub const ALL: [Family; 3] = [Family::Dword, Family::Svm, Family::Typed];

    /// The family of a mnemonic.
    pub fn of(name: &str) -> Option<Family> {
        Family::ALL.into_iter().find(|family| family.name() == name)
    }
    /// Whose claims its rules are among.
    pub fn claims(self) -> IntelForm {
        match self {
            Family::Svm => IntelForm::Svm,
            Family::Dword => IntelForm::Dword,
            Family::Typed => IntelForm::Typed,
        }
    }
    /// Its mnemonic.
    pub fn name(self) -> &'static str {
        match self {
            Family::Svm => "svm_atomic",
            Family::Dword => "dword_atomic",
            Family::Typed => "typed_atomic",
        }
    }
    fn source(self) -> &'static str {
        match self {
            Family::Svm => "Intel's SVM_ATOMIC page, notes",
            Family::Dword => "Intel's DWORD_ATOMIC page, notes",
            Family::Typed => "Intel's DWORD_ATOMIC page and vISA documentation, TYPED_ATOMIC",
        }
    }
}

/// Operation and width of an atomic: what its mnemonic says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atomic {
    /// The mnemonic's first word.
    pub family: Family,
    /// Code of the operation.
    pub op: u64,
    /// Bits of an access.
    pub width: u32,
}

impl Atomic {
    /// Those of an instruction, if it is an atomic.
    pub fn of(inst: &Inst) -> Option<Atomic> {
        let width = match inst.word("width") {
            "16" => 16,
            "64" => 64,
            _ => 32,
        };
        Some(Atomic { family: Family::of(inst.name())?, op: inst.number("op"), width })
    }

    /// Whether the documents have this operation at this width. `word` is the operation as it is spelled. This is what
    /// the assembler, single operations, pages and proofs ask alike.
    ///
    /// # Errors
    /// What they say instead.
    pub fn documented(&self, word: &str, generation: Generation) -> Result<(), Violation> {
        let (name, source) = (self.family.name(), self.family.source());
        if self.op > 18 {
            let message = format!("`{name}.{word}` is not documented");
            return refuse("op", message, String::new(), source);
        }
        if self.float() && self.width == 64 {
            return refuse("width", format!("`.{word}` has no 64-bit form"), String::new(), source);
        }
        if self.width != 32 && generation < Generation::Tgllp {
            let (message, source) = match self.family {
                Family::Svm => {
                    ("a width other than 32 bits is for TGLLP and later", "Intel's SVM_ATOMIC page, {TGLLP+} at Op")
                }
                _ => ("the width of 16 bits is for TGLLP and later", "Intel's DWORD_ATOMIC page, {TGLLP+} at Op"),
            };
            return refuse("width", message.into(), "no width".into(), source);
        }
        Ok(())
    }

    fn source(&self) -> &'static str {
        self.family.source()
    }
    fn no_source(&self) -> bool {
        matches!(self.op, 2 | 3 | 13)
    }
    fn two_sources(&self) -> bool {
        matches!(self.op, 7 | 18)
    }
    fn signed(&self) -> bool {
        matches!(self.op, 11 | 12)
    }
    fn float(&self) -> bool {
        self.op >= 16
    }
    /// The type of the data, as documented; that of 16 bits is the type of 32.
    fn data(&self) -> Types {
        // Intel's DWORD_ATOMIC page names W, D and Q in its table, and UD among the other operations of its notes.
        if self.op == 13 {
            return Types::of(if self.width == 64 { &[Type::Q, Type::Uq] } else { &[Type::D, Type::Ud] });
        }
        Types::of(match (self.signed(), self.float(), self.width == 64) {
            (true, _, false) => &[Type::D],
            (true, _, true) => &[Type::Q],
            (_, true, _) => &[Type::F],
            (_, _, false) => &[Type::Ud],
            (_, _, true) => &[Type::Uq],
        })
    }
    /// Another type that all data may have: the vendor's assembler takes nothing but UD for the 16 bits of
    /// `dword_atomic`, whatever the operation, and the bits are reinterpreted either way.
    fn also(&self) -> Option<Type> {
        let one_source = matches!(self.op, 11 | 12 | 16 | 17);
        (self.family == Family::Dword && self.width == 16 && one_source).then_some(Type::Ud)
    }
}

struct Check<'a> {
    kernel: &'a Kernel,
    register: u32,
    generation: Generation,
    inst: &'a Inst,
}

impl Check<'_> {
    fn null(&self, name: &str) -> bool {
        self.inst.operand(name).is_none_or(Operand::is_null)
    }

    /// The lanes of the mask exist and start where the size allows.
    fn mask(&self) -> Result<(), Violation> {
        let exec = self.inst.exec;
        let (first, size) = (exec.first_lane(), u32::from(exec.size));
        if !self.inst.form.has_exec() {
            return Ok(());
        }
        if first + size > 32 {
            let message = format!("M{} and {size} lanes reach past lane 31", exec.mask + 1);
            return refuse(EXEC, message, format!("a mask up to M{}", (32 - size) / 4 + 1), EXECUTION);
        }
        if !first.is_multiple_of(size.max(1)) {
            let message = format!("M{} starts at lane {first}, no multiple of {size}", exec.mask + 1);
            let masks: Vec<_> =
                (0..8).filter(|m| m * 4 % size == 0 && m * 4 + size <= 32).map(|m| format!("M{}", m + 1)).collect();
            return refuse(EXEC, message, masks.join(", "), EXECUTION);
        }
        Ok(())
    }

    /// The rules of the atomics as the documents state them.
    fn documented(&self, atomic: &Atomic) -> Result<(), Violation> {
        let size = self.inst.exec.size;
        let source = atomic.source();
        let (sizes, listed): (&[u8], _) = match atomic.family {
            Family::Svm => (&[1, 2, 4, 8], "1, 2, 4 or 8"),
            Family::Dword => (&[1, 2, 4, 8, 16], "1, 2, 4, 8 or 16"),
            Family::Typed => (&[8], "8"),
        };
        if !sizes.contains(&size) {
            let message = format!("`{}` does not take {size} lanes", self.inst.name());
            return refuse(EXEC, message, listed.into(), source);
        }
        let word = self.inst.word("op");
        atomic.documented(word, self.generation)?;
        if atomic.no_source() != self.null("src0") {
            let (is, expected) = if atomic.no_source() { ("takes no", "%null.0") } else { ("needs a", "a variable") };
            return refuse("src0", format!("`.{word}` {is} src0"), expected.into(), source);
        }
        if atomic.two_sources() == self.null("src1") {
            let (is, expected) = if atomic.two_sources() { ("needs a", "a variable") } else { ("takes no", "%null.0") };
            return refuse("src1", format!("`.{word}` {is} src1"), expected.into(), source);
        }
        let address = Types::of(if atomic.family == Family::Svm { &[Type::Uq] } else { &[Type::Ud] });
        for name in ["addr", "offset", "u"] {
            if self.inst.form.position(name).is_some() && self.null(name) {
                return refuse(name, format!("{name} is the null variable"), list(address), source);
            }
        }
        for name in ["addr", "offset", "u", "v", "r", "lod"] {
            self.typed(name, address, source)?;
        }
        const DATA: [&str; 3] = ["src0", "src1", "dst"];
        let all = |ty| DATA.into_iter().all(|name| self.ty(name).is_none_or(|t| t == ty));
        if !atomic.also().is_some_and(all) {
            for name in DATA {
                self.typed(name, atomic.data(), source)?;
            }
        }
        for name in ["addr", "offset", "src0", "src1", "dst"] {
            let wide = name == "addr" || (atomic.width == 64 && name != "offset");
            self.inside(name, u32::from(size) * if wide { 8 } else { 4 })?;
        }
        Ok(())
    }

    /// The type of a raw operand that is a declared variable.
    fn ty(&self, name: &str) -> Option<Type> {
        let Some(Operand::Raw { var, .. }) = self.inst.operand(name) else { return None };
        self.kernel.variable(*var).filter(|_| *var >= FIRST_VARIABLE).map(|v| v.ty)
    }

    /// A declared variable has one of these types. Predefined ones have none that matters.
    fn typed(&self, name: &'static str, types: Types, source: &'static str) -> Result<(), Violation> {
        let Some(ty) = self.ty(name).filter(|ty| !types.has(*ty)) else { return Ok(()) };
        let message = format!("{name} has type {}", ty.name());
        refuse(name, message, list(types), source)
    }

    /// So many bytes of a raw operand lie in its variable.
    fn inside(&self, name: &'static str, bytes: u32) -> Result<(), Violation> {
        let Some(Operand::Raw { var, offset }) = self.inst.operand(name) else { return Ok(()) };
        let Some(variable) = self.kernel.variable(*var).filter(|_| *var >= FIRST_VARIABLE) else { return Ok(()) };
        let end = u32::from(*offset) + bytes;
        if end <= variable.bytes() {
            return Ok(());
        }
        let message = format!(
            "{name} needs bytes {offset} to {} of `{}`, which has {}",
            end - 1,
            variable.name,
            variable.bytes()
        );
        refuse(name, message, "an offset that leaves room for every lane".into(), OPERANDS)
    }

    /// The vendor's verifier wants lanes within 32, but does not look at `svm_` instructions.
    fn verified_mask(&self) -> Result<(), Violation> {
        let exec = self.inst.exec;
        if exec.first_lane() + u32::from(exec.size) <= 32 || self.inst.name().starts_with("svm_") {
            return Ok(());
        }
        let message = "vISA instruction has illegal combination of execution size and mask".into();
        refuse(EXEC, message, String::new(), TOOL)
    }

    /// The verdict of the vendor's verifier on atomics.
    fn verified(&self, atomic: &Atomic) -> Result<(), Violation> {
        if atomic.family != Family::Dword {
            return Ok(());
        }
        // It compares the operation with the flag of 16-bit forms still in it.
        let op = if atomic.width == 16 { atomic.op | 32 } else { atomic.op };
        let plain = |test: bool| test && op == atomic.op;
        if plain(atomic.no_source()) && !self.null("src0") {
            let message = "src0 in ISA_DWORD_ATOMIC inst must be V0 for INC/DEC/PREDEC.".into();
            return refuse("src0", message, String::new(), TOOL);
        }
        if !plain(atomic.two_sources()) && !self.null("src1") {
            let message = "src1 in ISA_DWORD_ATOMIC inst must be V0 for non CMPXCHG operations.".into();
            return refuse("src1", message, String::new(), TOOL);
        }
        self.typed("offset", Types::of(&[Type::Ud]), TOOL)?;
        let types = Types::of(match atomic.op {
            _ if op != atomic.op => &[Type::Ud],
            _ if atomic.signed() => &[Type::D],
            _ if atomic.float() => &[Type::F],
            0 | 1 => &[Type::D, Type::Ud],
            _ => &[Type::Ud],
        });
        for name in ["src0", "src1", "dst"] {
            self.typed(name, types, TOOL)?;
        }
        Ok(())
    }

    /// Raw operands of variables of a register or more start at a register.
    fn raw_operands(&self, documented: bool) -> Result<(), Violation> {
        for (part, operand) in self.inst.form.parts.iter().zip(&self.inst.operands) {
            let (FieldKind::Raw | FieldKind::Bare, Operand::Raw { var, offset }) = (part.kind, operand) else {
                continue;
            };
            if *var < FIRST_VARIABLE {
                continue;
            }
            let Some((root, shift)) = self.kernel.resolve(*var) else { continue };
            let bytes = self.kernel.variable(root).map_or(0, |v| v.bytes());
            let at = shift + u32::from(*offset);
            if bytes >= self.register && !at.is_multiple_of(self.register) {
                let message = format!("{} starts at byte {at} of its register", part.name);
                let expected = format!("a multiple of {}", self.register);
                let source = if documented { OPERANDS } else { TOOL };
                return refuse(part.name, message, expected, source);
            }
        }
        Ok(())
    }

    /// Types, places and strides of vector operands.
    fn vectors(&self) -> Result<(), Violation> {
        let inst = self.inst;
        let predicates = inst.operands.iter().filter(|o| matches!(o, Operand::Predicate(_))).count();
        if matches!(inst.name(), "and" | "or" | "xor" | "not") && predicates != 0 {
            if predicates != inst.operands.len() {
                let message = format!("`{}` works on predicates only, or on none", inst.name());
                return refuse(NAME, message, String::new(), OPERANDS);
            }
            return Ok(());
        }
        for (part, operand) in inst.form.parts.iter().zip(&inst.operands) {
            let (FieldKind::Dst(_) | FieldKind::Src(_)) = part.kind else { continue };
            let ty = match operand {
                Operand::General { var, .. } if *var >= FIRST_VARIABLE => self.kernel.variable(*var).map(|v| v.ty),
                Operand::Indirect { ty, .. } | Operand::Imm { ty, .. } => Some(*ty),
                _ => None,
            };
            if let Some(ty) = ty.filter(|ty| !inst.form.row.types.has(*ty)) {
                let message = format!("{} of `{}` has type {}", part.name, inst.name(), ty.name());
                return refuse(part.name, message, list(inst.form.row.types), "vISA documentation");
            }
            self.elements(part.name, operand)?;
        }
        Ok(())
    }

    /// The elements that the lanes need lie in the variable.
    fn elements(&self, name: &'static str, operand: &Operand) -> Result<(), Violation> {
        let Operand::General { var, row, col, region, .. } = operand else { return Ok(()) };
        let Some(variable) = self.kernel.variable(*var).filter(|_| *var >= FIRST_VARIABLE) else { return Ok(()) };
        let lanes = if self.inst.form.has_exec() { u32::from(self.inst.exec.size) } else { 1 };
        let last = (0..lanes).map(|i| region.element(i)).max().unwrap_or(0);
        let size = variable.ty.bytes();
        let end = u32::from(*row) * self.register + (u32::from(*col) + last + 1) * size;
        if end <= variable.bytes() {
            return Ok(());
        }
        let message = format!("{name} reaches byte {} of `{}`, which has {}", end - 1, variable.name, variable.bytes());
        refuse(name, message, "elements of the variable".into(), OPERANDS)
    }
}

/// "ud or uq"
fn list(types: Types) -> String {
    either(Type::ALL.into_iter().filter(|ty| types.has(*ty)).map(|ty| ty.name().into()))
}

/// Checks that everything an instruction names is declared.
///
/// # Errors
/// What is not.
pub fn declared(kernel: &Kernel, inst: &Inst) -> Result<(), Violation> {
    let small = |list: usize, first: usize, id: usize| id < list + first;
    let pred = |id: u16| id > 0 && usize::from(id) <= kernel.predicates.len();
    let surface = |id: u16| small(kernel.surfaces.len(), 6, id.into());
    let wrong = |subject, what: String| {
        refuse(
            subject,
            format!("{what} is not declared"),
            "what the kernel declares".into(),
            "vISA documentation, operands",
        )
    };
    if let Some(p) = inst.pred.filter(|p| !pred(p.id)) {
        return wrong(PRED, format!("predicate {}", p.id));
    }
    for (part, operand) in inst.form.parts.iter().zip(&inst.operands) {
        let subject = part.name;
        match *operand {
            Operand::General { var, .. }
            | Operand::Raw { var, .. }
            | Operand::AddressOf { var, .. }
            | Operand::Variable { kind: VariableKind::General, id: var }
                if kernel.variable(var).is_none() =>
            {
                return wrong(subject, format!("variable {var}"));
            }
            Operand::Predicate(p) if !pred(p.id) => return wrong(subject, format!("predicate {}", p.id)),
            Operand::Address { id, .. } | Operand::Indirect { addr: id, .. }
                if usize::from(id) >= kernel.addresses.len() =>
            {
                return wrong(subject, format!("address variable {id}"));
            }
            Operand::Surface(id) if !surface(id.into()) => return wrong(subject, format!("surface {id}")),
            Operand::State { kind: StateKind::Surface, id, .. } if !surface(id) => {
                return wrong(subject, format!("surface {id}"));
            }
            Operand::Label(id) if usize::from(id) >= kernel.labels.len() => {
                return wrong(subject, format!("label {id}"));
            }
            Operand::Text(id) if id as usize >= kernel.texts.len() => return wrong(subject, format!("string {id}")),
            _ => {}
        }
    }
    Ok(())
}
