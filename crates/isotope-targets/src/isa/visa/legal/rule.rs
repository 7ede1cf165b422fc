//! A rule of what is allowed beyond the encoding: the assembler asks whether it holds, the page prints what it says.
use isotope_table::{Violation, either};

use super::super::form::{FieldKind, Form, Types};
use super::super::inst::*;
use super::super::kernel::FIRST_VARIABLE;
use super::super::scope::{Extent, Scope};
use super::family::Atomic;

/// What a rule is about that is no operand, as the rows call it.
pub(in super::super) const EXEC: &str = "exec";
pub(in super::super) const PRED: &str = "pred";
const NAME: &str = "";

pub(super) const TOOL: &str = "GenX_IR 1.0.12504.6, verifier";
pub(super) const OPERANDS: &str = "vISA documentation, operands";

/// Whose documented rules hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Generation {
    /// Gen9 and Gen11: without what the documents mark `{TGLLP+}`.
    BeforeTgllp,
    /// TGLLP and later.
    #[default]
    Tgllp,
}

/// A rule: in which case, what must be so, where that is known from.
#[derive(Debug)]
pub(in super::super) struct Rule {
    pub when: When,
    pub must: Must,
    /// What is said of who breaks it; where it is empty, words that follow from what must be so.
    pub message: &'static str,
    pub source: &'static str,
}

/// In which case an atomic has to keep a rule.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct When {
    /// A bit for each operation.
    pub ops: u32,
    /// Bits of an access.
    pub widths: &'static [u32],
    /// Only before this generation.
    pub before: Option<Generation>,
}

impl When {
    /// All operations at all widths.
    pub const ALWAYS: When = When { ops: u32::MAX, widths: &[16, 32, 64], before: None };

    /// The widths as one number, in which each of them is a bit.
    fn width_bits(&self) -> u32 {
        self.widths.iter().fold(0, |bits, width| bits | width)
    }

    #[inline]
    fn holds(&self, widths: u32, atomic: &Atomic, generation: Generation) -> bool {
        self.ops >> atomic.op & 1 != 0
            && widths & atomic.width != 0
            && self.before.is_none_or(|first| generation < first)
    }
}

/// What must be so.
#[derive(Debug)]
pub(in super::super) enum Must {
    /// The lanes of the mask are among 32.
    Lanes,
    /// The first lane is a multiple of their number.
    Multiple,
    /// Numbers of lanes.
    Sizes(&'static [u8]),
    /// The operation is documented.
    Nothing,
    /// The access has one of these widths.
    Widths(&'static [u32]),
    /// An operand is the null variable.
    Null(&'static str),
    /// An operand is not the null variable.
    Given(&'static str),
    /// Variables have one of these types, or all of them this one.
    Types(&'static [&'static str], Types, Option<Type>),
    /// Variables have so many bytes for each lane.
    Room(&'static [&'static str], u32),
    /// Variables of a register or more are named from the beginning of a register on.
    Registers,
    /// Vector operands have the types of the row.
    Vectors,
    /// The elements that the lanes need lie in the variable.
    Elements,
    /// Predicates are combined with predicates.
    Predicates,
}

/// A rule and where a form has the operands that it is about, in its order.
#[derive(Debug)]
pub(in super::super) struct Bound {
    rule: &'static Rule,
    /// [`When::width_bits`] of the rule.
    widths: u32,
    places: Vec<Option<usize>>,
}

/// An instruction and what its rules look at.
pub(in super::super) struct Asked<'a, S> {
    pub scope: &'a S,
    pub register: u32,
    pub generation: Generation,
    pub inst: &'a Inst,
    pub atomic: Option<Atomic>,
}

type Checked = Result<(), Violation>;

impl Rule {
    /// Whether a form can break it.
    pub fn applies(&self, form: &Form) -> bool {
        let has = |name: &str| form.position(name).is_some();
        let raw = |kind: &FieldKind| matches!(kind, FieldKind::Raw | FieldKind::Bare);
        let vector = |kind: &FieldKind| matches!(kind, FieldKind::Dst(_) | FieldKind::Src(_));
        let any = |of: &dyn Fn(&FieldKind) -> bool| form.parts.iter().any(|part| of(&part.kind));
        let wide = form.names("width").iter().any(|name| name.text == "64");
        let here = self.when.widths != [64] || wide;
        here && match &self.must {
            Must::Lanes | Must::Multiple => form.has_exec(),
            Must::Null(name) | Must::Given(name) => has(name),
            Must::Types(names, ..) | Must::Room(names, _) => names.iter().any(|name| has(name)),
            Must::Registers => any(&raw),
            Must::Vectors => form.row.types != Types::ANY && any(&vector),
            Must::Elements => any(&vector),
            Must::Predicates => logical(form.name()),
            _ => true,
        }
    }

    /// The rule for a form.
    pub fn bind(&'static self, form: &Form) -> Bound {
        let of = |kinds: &dyn Fn(FieldKind) -> bool| {
            let places = form.parts.iter().enumerate().filter(|(_, part)| kinds(part.kind)).map(|(at, _)| Some(at));
            Bound { rule: self, widths: self.when.width_bits(), places: places.collect() }
        };
        let names: &[&str] = match &self.must {
            Must::Null(name) | Must::Given(name) => &[name],
            Must::Types(names, ..) | Must::Room(names, _) => names,
            Must::Registers => return of(&|kind| matches!(kind, FieldKind::Raw | FieldKind::Bare)),
            Must::Vectors | Must::Elements => return of(&|kind| matches!(kind, FieldKind::Dst(_) | FieldKind::Src(_))),
            _ => &[],
        };
        let places = names.iter().map(|name| form.position(name)).collect();
        Bound { rule: self, widths: self.when.width_bits(), places }
    }

    /// Whether the rule is about the words of a mnemonic alone, and what is wrong with them.
    pub fn words(&self, atomic: &Atomic, word: &str, generation: Generation) -> Checked {
        if self.when.holds(self.when.width_bits(), atomic, generation) { self.says(atomic, || word) } else { Ok(()) }
    }

    #[inline]
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

    #[cold]
    fn broken(&self, field: &'static str, message: String, expected: impl Into<String>) -> Checked {
        let own = !self.message.is_empty();
        let message = if own { self.message.into() } else { message };
        // The tool says no more than its sentence.
        let expected = if own && self.source == TOOL { String::new() } else { expected.into() };
        Err(Violation { field, message, expected, source: self.source })
    }

    /// The rule for a form, as its page says it: where, what must be so.
    pub fn said(&self, form: &Form) -> (String, String) {
        let mut cases = Vec::new();
        // The tool has operations that no page has.
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

impl Bound {
    /// What is wrong with an instruction by this rule.
    #[inline]
    pub fn check<S: Scope>(&self, asked: &Asked<S>) -> Checked {
        if let Some(atomic) = &asked.atomic {
            if !self.rule.when.holds(self.widths, atomic, asked.generation) {
                return Ok(());
            }
            self.rule.says(atomic, || asked.inst.word("op"))?;
        }
        self.operands(asked)
    }

    fn operands<S: Scope>(&self, asked: &Asked<S>) -> Checked {
        let (rule, inst) = (self.rule, asked.inst);
        let place = self.places.first().copied().flatten();
        let (first, size) = (inst.exec.first_lane(), u32::from(inst.exec.size));
        let word = || inst.word("op");
        match &rule.must {
            Must::Lanes if first + size > 32 => {
                let message = format!("M{} and {size} lanes reach past lane 31", inst.exec.mask + 1);
                rule.broken(EXEC, message, format!("a mask up to M{}", (32 - size) / 4 + 1))
            }
            Must::Multiple if !first.is_multiple_of(size.max(1)) => {
                let message = format!("M{} starts at lane {first}, no multiple of {size}", inst.exec.mask + 1);
                let fits = |m: &u32| (m * 4).is_multiple_of(size) && m * 4 + size <= 32;
                let masks: Vec<_> = (0..8).filter(fits).map(|m| format!("M{}", m + 1)).collect();
                rule.broken(EXEC, message, masks.join(", "))
            }
            Must::Sizes(sizes) if !sizes.contains(&inst.exec.size) => {
                let message = format!("`{}` does not take {size} lanes", inst.name());
                rule.broken(EXEC, message, either(sizes.iter().map(u8::to_string)))
            }
            Must::Null(name) if !asked.null(place) => {
                rule.broken(name, format!("`.{}` takes no {name}", word()), "%null.0")
            }
            Must::Given(name) if place.is_some() && asked.null(place) => match rule.when.ops {
                u32::MAX => rule.broken(name, format!("{name} is the null variable"), "a variable"),
                _ => rule.broken(name, format!("`.{}` needs a {name}", word()), "a variable"),
            },
            Must::Types(names, types, or) => {
                let found = || self.places.iter().map(|place| asked.ty(*place));
                if found().all(|found| found.is_none_or(|ty| types.has(ty))) {
                    return Ok(());
                }
                let all = |ty| found().all(|found| found.is_none_or(|t| t == ty));
                if or.is_some_and(all) {
                    return Ok(());
                }
                let wrong = |(name, ty): (&&'static str, Option<Type>)| Some((*name, ty.filter(|ty| !types.has(*ty))?));
                match names.iter().zip(found()).find_map(wrong) {
                    Some((name, ty)) => rule.broken(name, format!("{name} has type {}", ty.name()), list(*types)),
                    None => Ok(()),
                }
            }
            Must::Room(names, bytes) => {
                let places = names.iter().zip(&self.places);
                places.into_iter().try_for_each(|(name, at)| self.inside(asked, name, *at, size * bytes))
            }
            Must::Registers => self.registers(asked),
            Must::Vectors => self.vectors(asked),
            Must::Elements => self.elements(asked),
            Must::Predicates => self.predicates(inst),
            _ => Ok(()),
        }
    }

    /// So many bytes of a raw operand lie in its variable.
    fn inside<S: Scope>(&self, asked: &Asked<S>, name: &'static str, at: Option<usize>, bytes: u32) -> Checked {
        let operand = at.and_then(|at| asked.inst.operands.get(at));
        let Some(Operand::Raw { var, offset }) = operand else { return Ok(()) };
        let Some(variable) = asked.scope.extent(*var).filter(|_| *var >= FIRST_VARIABLE) else { return Ok(()) };
        let (end, has) = (u32::from(*offset) + bytes, variable.bytes());
        if end <= has {
            return Ok(());
        }
        let message = {
            let variable = asked.scope.variable_name(*var);
            format!("{name} needs bytes {offset} to {} of `{variable}`, which has {has}", end - 1)
        };
        self.rule.broken(name, message, "an offset that leaves room for every lane")
    }

    /// The operands that the rule is about.
    #[inline]
    fn operands_of<'a>(&self, inst: &'a Inst) -> impl Iterator<Item = (usize, &'a Operand)> {
        self.places.iter().filter_map(|place| Some(((*place)?, inst.operands.get((*place)?)?)))
    }

    fn registers<S: Scope>(&self, asked: &Asked<S>) -> Checked {
        for (place, operand) in self.operands_of(asked.inst) {
            let Operand::Raw { var, offset } = operand else { continue };
            if *var < FIRST_VARIABLE {
                continue;
            }
            let Some((root, shift)) = asked.scope.resolve(*var) else { continue };
            let bytes = asked.scope.extent(root).map_or(0, Extent::bytes);
            let at = shift + u32::from(*offset);
            if bytes >= asked.register && !at.is_multiple_of(asked.register) {
                let name = asked.inst.form.parts[place].name;
                let message = format!("{name} starts at byte {at} of its register");
                return self.rule.broken(name, message, format!("a multiple of {}", asked.register));
            }
        }
        Ok(())
    }

    fn predicates(&self, inst: &Inst) -> Checked {
        let predicates = inst.operands.iter().filter(|o| matches!(o, Operand::Predicate(_))).count();
        if logical(inst.name()) && predicates != 0 && predicates != inst.operands.len() {
            return self.rule.broken(NAME, format!("`{}` works on predicates only, or on none", inst.name()), "");
        }
        Ok(())
    }

    fn vectors<S: Scope>(&self, asked: &Asked<S>) -> Checked {
        let inst = asked.inst;
        for (place, operand) in self.operands_of(inst) {
            let ty = match operand {
                Operand::General { var, .. } if *var >= FIRST_VARIABLE => asked.scope.extent(*var).map(|v| v.ty),
                Operand::Indirect { ty, .. } | Operand::Imm { ty, .. } => Some(*ty),
                _ => None,
            };
            if let Some(ty) = ty.filter(|ty| !inst.form.row.types.has(*ty)) {
                let name = inst.form.parts[place].name;
                let message = format!("{name} of `{}` has type {}", inst.name(), ty.name());
                return self.rule.broken(name, message, list(inst.form.row.types));
            }
        }
        Ok(())
    }

    fn elements<S: Scope>(&self, asked: &Asked<S>) -> Checked {
        let inst = asked.inst;
        let lanes = if inst.form.has_exec() { u32::from(inst.exec.size) } else { 1 };
        for (place, operand) in self.operands_of(inst) {
            let Operand::General { var, row, col, region, .. } = operand else { continue };
            let Some(variable) = asked.scope.extent(*var).filter(|_| *var >= FIRST_VARIABLE) else { continue };
            let last = region.furthest(lanes);
            let (size, has) = (variable.ty.bytes(), variable.bytes());
            let end = u32::from(*row) * asked.register + (u32::from(*col) + last + 1) * size;
            if end > has {
                let (name, variable) = (inst.form.parts[place].name, asked.scope.variable_name(*var));
                let message = format!("{name} reaches byte {} of `{variable}`, which has {has}", end - 1);
                return self.rule.broken(name, message, "elements of the variable");
            }
        }
        Ok(())
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
            Must::Registers => {
                let raw = |kind: FieldKind| matches!(kind, FieldKind::Raw | FieldKind::Bare);
                let names: Vec<_> = form.parts.iter().filter(|p| raw(p.kind)).map(|p| p.name).collect();
                format!(
                    "{} of a variable of a register or more: an offset that is a multiple of a register",
                    quoted(&names)
                )
            }
            Must::Vectors => format!("{} of type {}", quoted(&vectors(form)), list(form.row.types)),
            Must::Elements => format!("{}: the elements of all lanes lie in the variable", quoted(&vectors(form))),
            Must::Predicates => "all operands are predicates, or none".into(),
        }
    }
}

fn vectors(form: &Form) -> Vec<&'static str> {
    let vector = |kind: FieldKind| matches!(kind, FieldKind::Dst(_) | FieldKind::Src(_));
    form.parts.iter().filter(|part| vector(part.kind)).map(|part| part.name).collect()
}

/// Whether an instruction works on predicates, too.
fn logical(name: &str) -> bool {
    matches!(name, "and" | "or" | "xor" | "not")
}

/// Bits of an access that a form has a word for.
fn widths_of(form: &Form) -> Vec<u32> {
    let named = |width: &u32| *width == 32 || form.names("width").iter().any(|name| name.text == width.to_string());
    When::ALWAYS.widths.iter().copied().filter(named).collect()
}

/// Those of some widths that a form has.
fn widths(form: &Form, some: &[u32]) -> Vec<u32> {
    widths_of(form).into_iter().filter(|width| some.contains(width)).collect()
}

/// All spellings of an operation.
fn spelled(form: &Form, op: u64) -> String {
    let all = form.names("op").iter().filter(|word| word.value == op).map(|word| word.text);
    all.collect::<Vec<_>>().join("/")
}

impl<S: Scope> Asked<'_, S> {
    fn null(&self, place: Option<usize>) -> bool {
        place.and_then(|at| self.inst.operands.get(at)).is_none_or(Operand::is_null)
    }

    /// The type of a raw operand that is a declared variable. Predefined ones have none that matters.
    #[inline]
    fn ty(&self, place: Option<usize>) -> Option<Type> {
        let Operand::Raw { var, .. } = self.inst.operands.get(place?)? else { return None };
        self.scope.extent(*var).filter(|_| *var >= FIRST_VARIABLE).map(|v| v.ty)
    }
}

/// "ud or uq"
fn list(types: Types) -> String {
    either(Type::ALL.into_iter().filter(|ty| types.has(*ty)).map(|ty| ty.name().into()))
}
