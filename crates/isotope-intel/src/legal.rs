//! Rules beyond the encoding: those of the documents and those of the vendor's verifier. The rules are data ([`rule`]);
//! the assembler checks them, and pages print them.
mod atomics;
mod family;
mod limits;
mod rule;

use super::form::Form;
use super::inst::*;
use super::kernel::Kernel;
use super::parse::Spans;
use super::{KernelText, Mode};
use isotope_op::claim::grades;
use isotope_option::OptionName;
use isotope_table::{ParseError, Violation};
use std::sync::OnceLock;

pub use family::{Atomic, Family};
pub use rule::Generation;

use limits::Limits;
use rule::{EXEC, Must, OPERANDS, PRED, Rule, TOOL, When};

/// A broken rule as an error of the instruction's text. Compilers write much that the documents do not allow, so errors of
/// documented rules name the option that accepts it.
pub(super) fn located(broken: Violation, mode: Mode, inst: &Inst, spans: &Spans) -> ParseError {
    let span = match broken.field {
        EXEC => &spans.exec,
        PRED => &spans.pred,
        name => inst.form.position(name).and_then(|i| spans.operands.get(i)).unwrap_or(&spans.name),
    };
    let source = match mode {
        Mode::Documented => format!("{}; {} takes what compilers write", broken.source, OptionName::Compat).into(),
        _ => broken.source.into(),
    };
    ParseError { span: span.clone(), message: broken.message, expected: broken.expected, source }
}

/// How a page marks the verifier's rules.
const VERIFIER: &str = "in the mode `verifier`";
const EXECUTION: &str = "vISA documentation, execution control";

const fn always(must: Must, source: &'static str) -> Rule {
    Rule { when: When::ALWAYS, must, message: "", source }
}

/// Documented rules for every instruction: those checked before the rules of atomics, and those checked after them.
static FIRST: &[Rule] = &[always(Must::Lanes, EXECUTION), always(Must::Multiple, EXECUTION)];
static LAST: &[Rule] = &[
    always(Must::Predicates, OPERANDS),
    always(Must::Vectors, "vISA documentation"),
    always(Must::Elements, OPERANDS),
    always(Must::Registers, OPERANDS),
];

/// The verifier's rules. It does not check the lanes of `svm_` instructions.
static TOOL_FIRST: &[Rule] = &[Rule {
    message: "vISA instruction has illegal combination of execution size and mask",
    ..always(Must::Lanes, TOOL)
}];
static TOOL_LAST: &[Rule] = &[always(Must::Registers, TOOL)];

/// The rules that a form can break.
#[derive(Debug, Default)]
pub(super) struct Rules {
    documented: Asked,
    verified: Asked,
}

impl Rules {
    pub fn of(form: &Form) -> Rules {
        let asked = |mode| {
            let count = if form.family.is_some() { CASES } else { 1 };
            Asked { rules: rules(form, mode).collect(), cases: (0..count).map(|_| OnceLock::new()).collect() }
        };
        Rules { documented: asked(Mode::Documented), verified: asked(Mode::Verifier) }
    }
}

/// The rules of one mode, in the order of checking, and their combined limits for each case of an atomic (operation, width, generation).
#[derive(Debug, Default)]
struct Asked {
    rules: Vec<&'static Rule>,
    cases: Vec<OnceLock<Box<Case>>>,
}

/// Number of cases: operations, widths and generations.
const CASES: usize = 32 * 4 * 2;

/// The rules that apply in one case.
#[derive(Debug)]
struct Case {
    limits: Limits,
    /// The rules that are more than limits.
    apart: Vec<&'static Rule>,
}

impl Case {
    fn of(rules: &[&'static Rule], inst: &Inst, generation: Generation) -> Case {
        let atomic = Atomic::of(inst);
        let mut case = Case { limits: Limits::none(inst.form), apart: Vec::new() };
        for rule in rules.iter().filter(|rule| rule.when.holds(atomic.as_ref(), generation)) {
            if rule.is_limits(atomic.as_ref()) {
                case.limits = case.limits.and(&rule.limits(inst.form));
            } else {
                case.apart.push(rule);
            }
        }
        case
    }

    /// Whether an instruction satisfies all of them.
    #[inline]
    fn holds(&self, program: &KernelText, inst: &Inst) -> bool {
        self.limits.broken(program, inst) == 0 && self.apart.iter().all(|rule| rule.check(program, inst).is_ok())
    }
}

impl Asked {
    /// The case of an instruction; `None` if its mnemonic is not one of the cases.
    #[inline]
    fn case(&self, inst: &Inst, generation: Generation) -> Option<&Case> {
        let place = match inst.form.family {
            None => 0,
            Some(_) => Atomic::place(inst, generation)?,
        };
        let case = self.cases.get(place)?;
        Some(case.get_or_init(|| Case::of(&self.rules, inst, generation).into()))
    }

    #[inline]
    fn check(&self, program: &KernelText, inst: &Inst) -> Result<(), Violation> {
        match self.case(inst, program.generation) {
            Some(case) if case.holds(program, inst) => Ok(()),
            _ => self.rules.iter().try_for_each(|rule| rule.check(program, inst)),
        }
    }
}

fn rules(form: &Form, mode: Mode) -> impl Iterator<Item = &'static Rule> {
    let family = form.family;
    let none: &'static [Rule] = &[];
    let lists = match mode {
        Mode::Compat => [none; 3],
        Mode::Documented => [FIRST, family.map_or(none, atomics::rules), LAST],
        Mode::Verifier => {
            let first = if form.name().starts_with("svm_") { none } else { TOOL_FIRST };
            [first, family.map_or(none, atomics::verified), TOOL_LAST]
        }
    };
    lists.into_iter().flatten().filter(|rule| rule.applies(form))
}

/// The rules of a form for its page: operand, requirement, source.
pub(super) fn said(form: &Form) -> Vec<[String; 3]> {
    let documented = rules(form, Mode::Documented).map(|rule| (rule, false));
    let verified = rules(form, Mode::Verifier).map(|rule| (rule, true));
    let said = documented.chain(verified).map(|(rule, verified)| {
        let (when, must) = rule.said(form);
        let when = match (verified, &*when) {
            (false, _) => when,
            (true, "always") => VERIFIER.into(),
            (true, when) => format!("{VERIFIER}; {when}"),
        };
        [when, must, format!("{}: {}", grades(rule.source), rule.source)]
    });
    said.collect()
}

/// Checks the rules of a mode on an instruction of a program.
///
/// # Errors
/// The first broken rule.
pub fn check(program: &KernelText, mode: Mode, inst: &Inst) -> Result<(), Violation> {
    match mode {
        Mode::Compat => Ok(()),
        Mode::Documented => inst.form.rules.documented.check(program, inst),
        Mode::Verifier => inst.form.rules.verified.check(program, inst),
    }
}

/// Rejects surfaces that the assembler accepts and no document describes (`visa-surface-names` in the register of contradictions).
pub(super) fn undescribed(inst: &Inst) -> Option<Violation> {
    let field = inst.form.parts.iter().zip(&inst.operands).find_map(|(part, operand)| match operand {
        Operand::Surface(1..=4) => Some(part.name),
        _ => None,
    });
    field.filter(|_| Family::of(inst.form.name()).is_some()).map(|field| Violation {
        field,
        message: "this surface is not described".into(),
        expected: "T0 (%slm), T255 (%scratch) or a declared one".into(),
        source: "Intel's DWORD_ATOMIC page",
    })
}

/// Checks that every variable, surface and label of an instruction is declared.
///
/// # Errors
/// An undeclared name.
pub fn declared(kernel: &Kernel, inst: &Inst) -> Result<(), Violation> {
    let pred = |id: u16| id > 0 && usize::from(id) <= kernel.predicates.len();
    let surface = |id: u16| usize::from(id) < kernel.surfaces.len() + 6;
    let wrong = |subject, what: String| -> Result<(), Violation> {
        let (message, expected) = (format!("{what} is not declared"), "what the kernel declares".into());
        Err(Violation { field: subject, message, expected, source: OPERANDS })
    };
    if let Some(p) = inst.pred.filter(|p| !pred(p.id)) {
        return wrong(PRED, format!("predicate {}", p.id));
    }
    for (part, operand) in inst.form.parts.iter().zip(&inst.operands) {
        let what = match *operand {
            Operand::General { var, .. }
            | Operand::Raw { var, .. }
            | Operand::AddressOf { var, .. }
            | Operand::Variable { kind: VariableKind::General, id: var }
                if kernel.variable(var).is_none() =>
            {
                format!("variable {var}")
            }
            Operand::Predicate(p) if !pred(p.id) => format!("predicate {}", p.id),
            Operand::Address { id, .. } | Operand::Indirect { addr: id, .. }
                if usize::from(id) >= kernel.addresses.len() =>
            {
                format!("address variable {id}")
            }
            Operand::Surface(id) if !surface(id.into()) => format!("surface {id}"),
            Operand::State { kind: StateKind::Surface, id, .. } if !surface(id) => format!("surface {id}"),
            Operand::Label(id) if kernel.label(id).is_none() => format!("label {id}"),
            Operand::Text(id) if kernel.text(id).is_none() => format!("string {id}"),
            _ => continue,
        };
        return wrong(part.name, what);
    }
    Ok(())
}
