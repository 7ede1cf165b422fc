//! Example instructions for the page of a form: each operand is a variable with the name of its part in the row.

use super::FORMS;
use super::KernelText;
use super::form::{Classes, FieldKind, Form};
use super::inst::{Combine, Inst, Operand, Pred, Region, Type};
use super::kernel::{FIRST_SURFACE, FIRST_VARIABLE};
use super::sample::{self, TYPES};
use isotope_target::single::Surroundings;
use isotope_target::specimen::{Specimen, Specimens, runs};

/// Declarations other than general variables.
const OTHERS: [&str; 4] = [
    ".decl P1 v_type=P num_elts=32",
    ".decl A0 v_type=A num_elts=16",
    ".decl T6 v_type=T num_elts=1",
    ".decl S0 v_type=S num_elts=1",
];

/// The examples for each form of a mnemonic.
pub fn of(mnemonic: &str) -> Vec<Specimens> {
    FORMS.named(mnemonic).map(specimens).collect()
}

fn specimens(form: &'static Form) -> Specimens {
    let drawn = sample::instructions(form);
    // Prefer eight lanes, which show regions; an instruction without regions is clearest without lanes.
    let usual = |inst: &&Inst| inst.exec.size == 8 || !form.has_exec();
    let all = drawn.iter().filter(usual).chain(drawn.iter().filter(|inst| !usual(inst)));
    let mut legal = None;
    for inst in all {
        let inst = spread(inst);
        match specimen(&inst) {
            Some((_, true)) => {
                let plain = plainer(inst);
                return Specimens { plain: specimen(&plain).map(|(found, _)| found), varied: varied(form, &plain) };
            }
            Some((found, false)) => {
                legal.get_or_insert(found);
            }
            None => {}
        }
    }
    Specimens { plain: legal, varied: Vec::new() }
}

/// The same instruction with the first name of each list and with declared surfaces, if it runs.
fn plainer(mut inst: Inst) -> Inst {
    for (n, part) in inst.form.parts.iter().enumerate() {
        let tried: Vec<Operand> = match part.kind {
            FieldKind::Names(names) => {
                let usual = names.list.iter().filter(|name| ["ugm", "add", ""].contains(&name.text));
                usual.chain(names.list).map(|name| Operand::Number(name.value)).collect()
            }
            FieldKind::Surface => vec![Operand::Surface(FIRST_SURFACE)],
            _ => continue,
        };
        for operand in tried {
            let mut other = inst.clone();
            other.operands[n] = operand;
            if specimen(&other).is_some_and(|(_, runs)| runs) {
                inst = other;
                break;
            }
        }
    }
    inst
}

/// Uses a region of eight consecutive elements, if each lane has one element.
fn spread(inst: &Inst) -> Inst {
    let mut inst = inst.clone();
    for (part, operand) in inst.form.parts.iter().zip(&mut inst.operands) {
        if let FieldKind::Dst(classes) = part.kind
            && classes.has(Classes::PREDICATE)
            && !classes.has(Classes::GENERAL)
        {
            *operand = Operand::Predicate(Pred { id: 1, combine: Combine::Lane, invert: false });
        }
        if let (Operand::General { region, .. }, FieldKind::Src(_), true) = (operand, part.kind, inst.exec.size > 1) {
            *region = Region::src(8, 8, 1);
        }
    }
    inst
}

fn varied(form: &'static Form, base: &Inst) -> Vec<(String, u64, Specimen)> {
    let mut all = Vec::new();
    for (n, part) in form.parts.iter().enumerate() {
        let FieldKind::Names(names) = part.kind else { continue };
        for name in names.list {
            let mut inst = base.clone();
            if std::mem::replace(&mut inst.operands[n], Operand::Number(name.value)) == inst.operands[n] {
                continue;
            }
            if let Some((specimen, true)) = specimen(&inst) {
                all.push((part.name.to_string(), name.value, specimen));
            }
        }
    }
    all
}

/// Data operands that an operation may not have.
const LEFT_OUT: [&[&str]; 3] = [&[], &["src1"], &["src0", "src1"]];

/// The instruction with variables of its own, and whether it runs; `None` if it is invalid.
fn specimen(inst: &Inst) -> Option<(Specimen, bool)> {
    let tried = [None, Some(Type::Uq)].into_iter().flat_map(|ty| LEFT_OUT.iter().map(move |without| (*without, ty)));
    tried.into_iter().find_map(|(without, ty)| specimen_as(inst, without, ty))
}

/// The same without some operands, and with a type for addresses.
fn specimen_as(inst: &Inst, without: &[&str], addresses: Option<Type>) -> Option<(Specimen, bool)> {
    let (mut inst, mut declarations, mut operands) = (inst.clone(), Vec::new(), Vec::new());
    let mut next = FIRST_VARIABLE;
    for (part, operand) in inst.form.parts.iter().zip(&mut inst.operands) {
        let (Operand::General { var, .. } | Operand::Raw { var, .. }) = operand else { continue };
        if *var == 0 {
            continue;
        }
        if without.contains(&part.name) {
            *operand = Operand::Raw { var: 0, offset: 0 };
            continue;
        }
        let ty = TYPES.get(var.checked_sub(FIRST_VARIABLE)? as usize).copied().unwrap_or(Type::Ud);
        let ty = addresses.filter(|_| part.name == "addr").unwrap_or(ty);
        declarations.push(format!(".decl {} v_type=G type={} num_elts=64 align=GRF", part.name, ty.name()));
        operands.push((part.name.to_string(), part.name.to_string()));
        (*var, next) = (next, next + 1);
    }
    let mut kernel = KernelText::default();
    declarations.extend(OTHERS.map(String::from));
    for line in &declarations {
        kernel.declare(line).ok()?;
    }
    let mut text = String::new();
    super::print(&kernel.kernel, &inst, &mut text);
    let given = Surroundings { declarations: declarations.clone(), ..Surroundings::default() };
    let label = inst.operands.iter().any(|operand| matches!(operand, Operand::Label(_)));
    if label || inst.form.name() == "label" {
        kernel.label("here");
        let mut text = String::new();
        super::print(&kernel.kernel, &inst, &mut text);
        let program = sample::labelled(inst.clone());
        let mut bytes = Vec::new();
        super::encode(&inst, &mut bytes);
        let runs = runs(&program);
        return Some((
            Specimen { text, declarations: Vec::new(), bytes, operands: Vec::new(), program: Some(program.into()) },
            runs,
        ));
    }
    let single = super::single::prepare(KernelText::default(), &text, &given).ok()?;
    declarations
        .retain(|line| operands.iter().any(|(name, _)| line.contains(&format!(" {name} "))) || named(line, &text));
    let mut bytes = Vec::new();
    super::encode(&inst, &mut bytes);
    let runs = runs(&single.program);
    Some((Specimen { text, declarations, bytes, operands, program: None }, runs))
}

/// Whether the text uses the name that a line declares.
fn named(line: &str, text: &str) -> bool {
    line.split(' ').nth(1).is_some_and(|name| text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == name))
}
