//! A rule beyond the encoding: the assembler checks it, and the page prints it.
use isotope_table::{Violation, either};

use super::super::KernelText;
use super::super::form::{FieldKind, Form, Types};
use super::super::inst::*;
use super::super::kernel::Variable;
use super::family::Atomic;
use super::limits::{Limits, Part};

/// The operand name of rules about execution size and mask.
pub(in super::super) const EXEC: &str = "exec";
pub(in super::super) const PRED: &str = "pred";
const NAME: &str = "";

pub(super) const TOOL: &str = "GenX_IR 1.0.12504.6 and GenX_IR 1.0.17791.18, verifier";
pub(super) const OPERANDS: &str = "vISA documentation, operands";

/// The processor generation whose documented rules apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Generation {
    /// Gen9 and Gen11: excludes what the documents mark `{TGLLP+}`.
    BeforeTgllp,
    /// TGLLP and later.
    #[default]
    Tgllp,
}

/// A rule: a condition, a requirement, and the source.
#[derive(Debug)]
pub(in super::super) struct Rule {
    pub when: When,
    pub must: Must,
    /// The message for a violation; if empty, the message is derived from the requirement.
    pub message: &'static str,
    pub source: &'static str,
}

/// The condition: the atomics that a rule applies to.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct When {
    /// One bit for each operation.
    pub ops: u32,
    /// Access sizes in bits.
    pub widths: &'static [u32],
    /// Only before this generation.
    pub before: Option<Generation>,
}

impl When {
    /// All operations at all access sizes.
    pub const ALWAYS: When = When { ops: u32::MAX, widths: &[16, 32, 64], before: None };

    /// Whether the rule applies to an instruction; always true for instructions that are not atomics.
    pub fn holds(&self, atomic: Option<&Atomic>, generation: Generation) -> bool {
        atomic.is_none_or(|atomic| {
            self.ops >> atomic.op & 1 != 0
                && self.widths.contains(&atomic.width)
                && self.before.is_none_or(|first| generation < first)
        })
    }
}

/// The requirement of a rule.
#[derive(Debug)]
pub(in super::super) enum Must {
    /// The lanes of the mask are within 0..32.
    Lanes,
    /// The first lane is a multiple of the number of lanes.
    Multiple,
    /// The number of lanes is one of these.
    Sizes(&'static [u8]),
    /// The operation is documented.
    Nothing,
    /// The access has one of these sizes.
    Widths(&'static [u32]),
    /// An operand is the null variable.
    Null(&'static str),
    /// An operand is not the null variable.
    Given(&'static str),
    /// Each variable has one of these types, or all variables have the single type.
    Types(&'static [&'static str], Types, Option<Type>),
    /// Each variable has this many bytes per lane.
    Room(&'static [&'static str], u32),
    /// Operands in variables of a register or more begin at the start of a register.
    Registers,
    /// Vector operands have types that the row allows.
    Vectors,
    /// The elements that the lanes access lie within the variable.
    Elements,
    /// Predicates are combined only with predicates.
    Predicates,
}

type Checked = Result<(), Violation>;

impl Rule {
    /// Whether an instruction of the form can break the rule.
    pub fn applies(&self, form: &Form) -> bool {
        let has = |name: &str| form.position(name).is_some();
        let any = |kinds: fn(FieldKind) -> bool| form.parts.iter().any(|part| kinds(part.kind));
        let wide = form.names("width").iter().any(|name| name.text == "64");
        let here = self.when.widths != [64] || wide;
        here && match &self.must {
            Must::Lanes | Must::Multiple => form.has_exec(),
            Must::Null(name) | Must::Given(name) => has(name),
            Must::Types(names, ..) | Must::Room(names, _) => names.iter().any(|name| has(name)),
            Must::Registers => any(raw),
            Must::Vectors => form.row.types != Types::ANY && any(vector),
            Must::Elements => any(vector),
            Must::Predicates => logical(form.name()),
            _ => true,
        }
    }

    /// The parts of a form that the rule is about, in the order of the rule's names.
    fn places(&self, form: &Form) -> Vec<usize> {
        let of = |kinds: fn(FieldKind) -> bool| {
            let places = form.parts.iter().enumerate().filter(|(_, part)| kinds(part.kind));
            places.map(|(at, _)| at).collect()
        };
        let names: &[&str] = match &self.must {
            Must::Null(name) | Must::Given(name) => &[name],
            Must::Types(names, ..) | Must::Room(names, _) => names,
            Must::Registers => return of(raw),
            Must::Vectors | Must::Elements => return of(vector),
            _ => &[],
        };
        names.iter().filter_map(|name| form.position(name)).collect()
    }

    /// The rule's limits on lanes and operands.
    pub fn limits(&self, form: &Form) -> Limits {
        let mut limits = Limits::none(form);
        let ask = match &self.must {
            Must::Lanes => return Limits { lanes: true, ..limits },
            Must::Multiple => return Limits { multiple: true, ..limits },
            Must::Sizes(sizes) => return Limits { sizes: sizes.iter().fold(0, |set, size| set | 1 << size), ..limits },
            Must::Predicates => return Limits { predicates: true, ..limits },
            // These depend on the mnemonic only.
            Must::Nothing | Must::Widths(_) => return limits,
            Must::Null(_) => Part { null: true, ..Part::ANY },
            Must::Given(_) => Part { given: true, ..Part::ANY },
            Must::Types(_, types, _) => Part { types: *types, ..Part::ANY },
            Must::Vectors => Part { types: form.row.types, ..Part::ANY },
            Must::Room(_, bytes) => Part { room: *bytes, ..Part::ANY },
            Must::Registers => Part { register: true, ..Part::ANY },
            Must::Elements => Part { elements: true, ..Part::ANY },
        };
        limits.parts.extend(self.places(form).into_iter().map(|at| (at, ask)));
        limits
    }

    /// The alternative limits that also satisfy the rule, if any.
    fn instead(&self, form: &Form) -> Option<Limits> {
        let Must::Types(_, _, Some(ty)) = &self.must else { return None };
        let mut limits = Limits::none(form);
        let ask = Part { types: Types::of(&[*ty]), ..Part::ANY };
        limits.parts.extend(self.places(form).into_iter().map(|at| (at, ask)));
        Some(limits)
    }

    /// Whether the rule, if it applies, is equivalent to its limits.
    pub fn is_limits(&self, atomic: Option<&Atomic>) -> bool {
        let kept = atomic.is_none_or(|atomic| self.says(atomic, || "").is_ok());
        kept && !matches!(self.must, Must::Types(_, _, Some(_)))
    }

    /// Checks an instruction against this rule.
    pub fn check(&self, program: &KernelText, inst: &Inst) -> Checked {
        let atomic = Atomic::of(inst);
        if !self.when.holds(atomic.as_ref(), program.generation) {
            return Ok(());
        }
        if let Some(atomic) = &atomic {
            self.says(atomic, || inst.word("op"))?;
        }
        let wrong = self.limits(inst.form).broken(program, inst);
        if wrong == 0 || self.instead(inst.form).is_some_and(|limits| limits.broken(program, inst) == 0) {
            return Ok(());
        }
        let place = self.places(inst.form).into_iter().find(|at| wrong >> at & 1 != 0);
        self.explain(program, inst, place.unwrap_or(0))
    }

    /// Checks the part of the rule that depends on the mnemonic only.
    pub fn words(&self, atomic: &Atomic, word: &str, generation: Generation) -> Checked {
        if self.when.holds(Some(atomic), generation) { self.says(atomic, || word) } else { Ok(()) }
    }

    fn says<'a>(&self, atomic: &Atomic, word: impl Fn() -> &'a str) -> Checked {
        match &self.must {
            Must::Nothing => {
                let (name, word) = (atomic.family.name(), word());
                self.broken("op", format!("`{name}.{word}` is not documented"), "")
            }
            Must::Widths(widths) if !widths.contains(&atomic.width) => self.broken(
                "width",
                format!("`.{}` has no {}-bit form", word(), atomic.width),
                if self.message.is_empty() { "" } else { "no width" },
            ),
            _ => Ok(()),
        }
    }

    /// The error for an instruction that breaks the limits; `at` is the part that breaks them, if they are about parts.
    fn explain(&self, program: &KernelText, inst: &Inst, at: usize) -> Checked {
        let name = inst.form.parts.get(at).map_or(NAME, |part| part.name);
        let (first, size) = (inst.exec.first_lane(), u32::from(inst.exec.size));
        let word = || inst.word("op");
        let of_type = |types: Types| {
            let found = type_of(program, &inst.operands[at]).map_or("", Type::name);
            let message = match self.must {
                Must::Vectors => format!("{name} of `{}` has type {found}", inst.name()),
                _ => format!("{name} has type {found}"),
            };
            self.broken(name, message, list(types))
        };
        match &self.must {
            Must::Lanes => {
                let message = format!("M{} and {size} lanes reach past lane 31", inst.exec.mask + 1);
                self.broken(EXEC, message, format!("a mask up to M{}", (32 - size) / 4 + 1))
            }
            Must::Multiple => {
                let message = format!("M{} starts at lane {first}, no multiple of {size}", inst.exec.mask + 1);
                let fits = |m: &u32| (m * 4).is_multiple_of(size) && m * 4 + size <= 32;
                let masks: Vec<_> = (0..8).filter(fits).map(|m| format!("M{}", m + 1)).collect();
                self.broken(EXEC, message, masks.join(", "))
            }
            Must::Sizes(sizes) => {
                let message = format!("`{}` does not take {size} lanes", inst.name());
                self.broken(EXEC, message, either(sizes.iter().map(u8::to_string)))
            }
            Must::Null(_) => self.broken(name, format!("`.{}` takes no {name}", word()), "%null.0"),
            Must::Given(_) => match self.when.ops {
                u32::MAX => self.broken(name, format!("{name} is the null variable"), "a variable"),
                _ => self.broken(name, format!("`.{}` needs a {name}", word()), "a variable"),
            },
            Must::Types(_, types, _) => of_type(*types),
            Must::Vectors => of_type(inst.form.row.types),
            Must::Room(_, bytes) => {
                let (variable, offset, has) = bytes_of(program, &inst.operands[at]);
                let last = offset + size * bytes - 1;
                let message = format!("{name} needs bytes {offset} to {last} of `{variable}`, which has {has}");
                self.broken(name, message, "an offset that leaves room for every lane")
            }
            Must::Registers => {
                let begins = match inst.operands[at] {
                    Operand::Raw { var, offset } => program.measure(var).map(|variable| variable.begins(offset)),
                    _ => None,
                };
                let offset = begins.unwrap_or(0);
                let message = format!("{name} starts at byte {offset} of its register");
                self.broken(name, message, format!("a multiple of {}", program.register))
            }
            Must::Elements => {
                let end = Limits::end(program, inst, &inst.operands[at]);
                let (variable, _, has) = bytes_of(program, &inst.operands[at]);
                let message = format!("{name} reaches byte {} of `{variable}`, which has {has}", end - 1);
                self.broken(name, message, "elements of the variable")
            }
            Must::Predicates => {
                self.broken(NAME, format!("`{}` works on predicates only, or on none", inst.name()), "")
            }
            Must::Nothing | Must::Widths(_) => Ok(()),
        }
    }

    #[cold]
    fn broken(&self, field: &'static str, message: String, expected: impl Into<String>) -> Checked {
        let own = !self.message.is_empty();
        let message = if own { self.message.into() } else { message };
        // The tool prints only its message.
        let expected = if own && self.source == TOOL { String::new() } else { expected.into() };
        Err(Violation { field, message, expected, source: self.source })
    }

    /// The rule for a form, as its page prints it: operand and requirement.
    pub fn said(&self, form: &Form) -> (String, String) {
        let mut cases = Vec::new();
        // The tool has operations without a page.
        let known = form.names("op").iter().fold(0, |set, name| set | 1 << name.value);
        let all = if self.source == TOOL { known } else { known & Atomic::DOCUMENTED };
        let words = |ops: u32| -> String {
            let codes = (0..32u64).filter(|op| ops >> op & 1 != 0);
            either(codes.map(|op| spelled(form, op)))
        };
        let ops = self.when.ops & all;
        if matches!(self.must, Must::Nothing) {
            cases.push(format!("`op` is {}", words(known & self.when.ops)));
        } else if ops != all && 2 * ops.count_ones() > all.count_ones() {
            cases.push(format!("`op` is not {}", words(all & !ops)));
        } else if ops != all {
            cases.push(format!("`op` is {}", words(ops)));
        }
        let widths = widths(form, self.when.widths);
        if widths != widths_of(form) {
            cases.push(format!("`width` is {}", either(widths.iter().map(u32::to_string))));
        }
        if self.when.before.is_some() {
            cases.push("before TGLLP".into());
        }
        let case = if cases.is_empty() { "always".into() } else { cases.join("; ") };
        (case, self.must.said(form))
    }
}

impl Must {
    fn said(&self, form: &Form) -> String {
        let quoted = |names: &[&str]| -> String {
            let here = names.iter().filter(|name| form.position(name).is_some());
            here.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        };
        match self {
            Must::Lanes => "`exec`: the first lane of the mask and the number of lanes make 32 at most".into(),
            Must::Multiple => "`exec`: the first lane of the mask is a multiple of the number of lanes".into(),
            Must::Sizes(sizes) => format!("`exec`: lanes are {}", either(sizes.iter().map(u8::to_string))),
            Must::Nothing => "not documented".into(),
            Must::Widths(widths) => {
                format!("`width` is {}", either(self::widths(form, widths).iter().map(u32::to_string)))
            }
            Must::Null(name) => format!("`{name}` is %null"),
            Must::Given(name) => format!("`{name}` is not %null"),
            Must::Types(names, types, or) => {
                let or = or.map_or(String::new(), |ty| format!(", or all of them are {}", ty.name()));
                format!("{} of type {}{or}", quoted(names), list(*types))
            }
            Must::Room(names, bytes) => format!("{} with {bytes} bytes for each lane behind the offset", quoted(names)),
            Must::Registers => format!(
                "{} of a variable of a register or more: an offset that is a multiple of a register",
                quoted(&named(form, raw))
            ),
            Must::Vectors => format!("{} of type {}", quoted(&named(form, vector)), list(form.row.types)),
            Must::Elements => {
                format!("{}: the elements of all lanes lie in the variable", quoted(&named(form, vector)))
            }
            Must::Predicates => "all operands are predicates, or none".into(),
        }
    }
}

fn raw(kind: FieldKind) -> bool {
    matches!(kind, FieldKind::Raw | FieldKind::Bare)
}

fn vector(kind: FieldKind) -> bool {
    matches!(kind, FieldKind::Dst(_) | FieldKind::Src(_))
}

/// The names of parts of these kinds.
fn named(form: &Form, kinds: fn(FieldKind) -> bool) -> Vec<&'static str> {
    form.parts.iter().filter(|part| kinds(part.kind)).map(|part| part.name).collect()
}

/// Whether an instruction also works on predicates.
fn logical(name: &str) -> bool {
    matches!(name, "and" | "or" | "xor" | "not")
}

/// Access sizes in bits that the form has names for.
fn widths_of(form: &Form) -> Vec<u32> {
    let named = |width: &u32| *width == 32 || form.names("width").iter().any(|name| name.text == width.to_string());
    When::ALWAYS.widths.iter().copied().filter(named).collect()
}

/// The sizes of `some` that the form has.
fn widths(form: &Form, some: &[u32]) -> Vec<u32> {
    widths_of(form).into_iter().filter(|width| some.contains(width)).collect()
}

/// All names of an operation.
fn spelled(form: &Form, op: u64) -> String {
    let all = form.names("op").iter().filter(|word| word.value == op).map(|word| word.text);
    all.collect::<Vec<_>>().join("/")
}

/// The name of an operand's variable, the operand's byte offset, and the size of the variable in bytes.
fn bytes_of<'a>(program: &'a KernelText, operand: &Operand) -> (&'a str, u32, u32) {
    let Some(var) = operand.variable() else { return ("", 0, 0) };
    let offset = if let Operand::Raw { offset, .. } = operand { u32::from(*offset) } else { 0 };
    let variable = program.kernel.variable(var);
    (variable.map_or("", |variable| &variable.name), offset, variable.map_or(0, Variable::bytes))
}

/// The type of an operand: its own or that of its variable.
fn type_of(program: &KernelText, operand: &Operand) -> Option<Type> {
    match *operand {
        Operand::Indirect { ty, .. } | Operand::Imm { ty, .. } => Some(ty),
        _ => Some(program.measure(operand.variable()?)?.ty),
    }
}

/// "ud or uq"
fn list(types: Types) -> String {
    either(Type::ALL.into_iter().filter(|ty| types.has(*ty)).map(|ty| ty.name().into()))
}
