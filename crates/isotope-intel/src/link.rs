//! Links a kernel and the functions that it calls into one program: their variables and code follow those of the kernel.
//!
//! A function has its own variables, whatever its caller; `%arg`, `%retval`, `%sp` and `%fp` are shared. A recursive function preserves the
//! values of its variables for its caller ([`Function::recursive`]).
//!
//! # Source
//! spec: the public vISA documentation, FCALL, IFCALL and FRET; oracle: functions that IGC 1.0.12504 does not inline.

use std::ops::Range;

use super::inst::{Inst, Operand, StateKind, VariableKind};
use super::kernel::{FIRST_SURFACE, FIRST_VARIABLE, Kernel};

/// A function of a linked kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its instructions.
    pub code: Range<u32>,
    /// Whether it can be called recursively.
    pub recursive: bool,
    /// For calls by address: its index among the exported functions of the file.
    pub shown: Option<u32>,
    /// Its general variables.
    pub variables: Range<u32>,
    /// Its address variables.
    pub addresses: Range<u16>,
    /// Its predicates, by number.
    pub predicates: Range<u16>,
    /// Its surfaces, by number.
    pub surfaces: Range<u16>,
}

/// The kernel followed by its functions; `None` if there are too many for the index size of operands.
pub(super) fn link(mut kernel: Kernel, functions: Vec<Kernel>) -> Option<(Kernel, Vec<Function>)> {
    let mut linked: Vec<Function> = Vec::new();
    let mut shown = 0..;
    for mut function in functions {
        let by = By {
            variables: (kernel.variables.len() as u32).checked_sub(FIRST_VARIABLE)?,
            addresses: u16::try_from(kernel.addresses.len()).ok()?,
            predicates: u16::try_from(kernel.predicates.len()).ok()?,
            labels: u16::try_from(kernel.labels.len()).ok()?,
            samplers: u8::try_from(kernel.samplers.len()).ok()?,
            surfaces: u8::try_from(kernel.surfaces.len()).ok()?,
            texts: kernel.texts.len() as u32,
        };
        let start = kernel.code.len() as u32;
        for inst in &mut function.code {
            by.shift(inst)?;
        }
        let mut declared = function.variables.split_off(FIRST_VARIABLE as usize);
        for (base, _) in declared.iter_mut().filter_map(|v| v.alias.as_mut()) {
            if *base >= FIRST_VARIABLE {
                *base += by.variables;
            }
        }
        kernel.variables.append(&mut declared);
        kernel.addresses.append(&mut function.addresses);
        kernel.predicates.append(&mut function.predicates);
        kernel.labels.append(&mut function.labels);
        kernel.samplers.append(&mut function.samplers);
        kernel.surfaces.append(&mut function.surfaces);
        kernel.texts.append(&mut function.texts);
        kernel.code.append(&mut function.code);
        kernel.places.append(&mut function.places);
        linked.push(Function {
            name: function.name,
            code: start..kernel.code.len() as u32,
            recursive: false,
            shown: function.attributes.iter().any(|a| a.name == "Extern").then(|| shown.next()).flatten(),
            variables: by.variables + FIRST_VARIABLE..kernel.variables.len() as u32,
            addresses: by.addresses..u16::try_from(kernel.addresses.len()).ok()?,
            predicates: by.predicates + 1..u16::try_from(kernel.predicates.len() + 1).ok()?,
            surfaces: (FIRST_SURFACE + by.surfaces).into()
                ..u16::try_from(kernel.surfaces.len()).ok()? + u16::from(FIRST_SURFACE),
        });
    }
    if kernel.surfaces.len() + usize::from(FIRST_SURFACE) > 256 || kernel.predicates.len() > 0xfff {
        return None;
    }
    let calls: Vec<Vec<usize>> = linked.iter().map(|f| called(&kernel, f, &linked)).collect();
    for (index, function) in linked.iter_mut().enumerate() {
        let (mut seen, mut left) = (vec![false; calls.len()], calls[index].clone());
        while let Some(next) = left.pop() {
            if !std::mem::replace(&mut seen[next], true) {
                left.extend(&calls[next]);
            }
        }
        function.recursive = seen[index];
    }
    // After the functions follows one jump for each call by address: a call by address takes two steps, and an instruction is
    // one step.
    if !linked.is_empty() {
        let calls = (0..kernel.code.len()).filter(|at| kernel.code[*at].name() == "ifcall");
        for at in calls.collect::<Vec<_>>() {
            kernel.code.push(kernel.code[at].clone());
            kernel.places.extend(kernel.places.get(at).copied());
        }
    }
    Some((kernel, linked))
}

/// The functions that a function calls by name; if it calls one by address, also all functions that have an address.
fn called(kernel: &Kernel, function: &Function, all: &[Function]) -> Vec<usize> {
    let code = &kernel.code[function.code.start as usize..function.code.end as usize];
    let named = code.iter().filter_map(|inst| name(kernel, inst));
    let named = named.filter_map(|name| all.iter().position(|f| f.name == name));
    let any = code.iter().any(|inst| inst.name() == "ifcall");
    named.chain((0..all.len()).filter(|at| any && all[*at].shown.is_some())).collect()
}

/// The function that a call names.
pub(super) fn name<'a>(kernel: &'a Kernel, inst: &Inst) -> Option<&'a str> {
    match inst.operand("function") {
        Some(Operand::Text(text)) if inst.name() == "fcall" => kernel.texts.get(*text as usize).map(String::as_str),
        _ => None,
    }
}

/// The offsets to add to a function's indices.
struct By {
    variables: u32,
    addresses: u16,
    predicates: u16,
    labels: u16,
    samplers: u8,
    surfaces: u8,
    texts: u32,
}

impl By {
    fn shift(&self, inst: &mut Inst) -> Option<()> {
        if let Some(pred) = &mut inst.pred {
            pred.id = pred.id.checked_add(self.predicates)?;
        }
        for operand in &mut inst.operands {
            match operand {
                Operand::General { var, .. } | Operand::AddressOf { var, .. } | Operand::Raw { var, .. } => {
                    *var = self.variable(*var);
                }
                Operand::Indirect { addr, .. } | Operand::Address { id: addr, .. } => {
                    *addr = addr.checked_add(self.addresses)?;
                }
                Operand::Predicate(pred) => pred.id = pred.id.checked_add(self.predicates)?,
                Operand::State { kind: StateKind::Surface, id, .. } => {
                    if *id >= u16::from(FIRST_SURFACE) {
                        *id += u16::from(self.surfaces);
                    }
                }
                Operand::State { kind: StateKind::Sampler, id, .. } => *id += u16::from(self.samplers),
                Operand::Label(label) => *label = label.checked_add(self.labels)?,
                Operand::Surface(number) => {
                    if *number >= FIRST_SURFACE {
                        *number = number.checked_add(self.surfaces)?;
                    }
                }
                Operand::Sampler(number) => *number = number.checked_add(self.samplers)?,
                Operand::Text(text) => *text += self.texts,
                Operand::Variable { kind, id } => match kind {
                    VariableKind::General => *id = self.variable(*id),
                    VariableKind::Address => *id += u32::from(self.addresses),
                    VariableKind::Predicate => *id += u32::from(self.predicates),
                },
                Operand::Imm { .. } | Operand::Number(_) | Operand::Shape(_) | Operand::Memory(_) => {}
            }
        }
        Some(())
    }

    fn variable(&self, index: u32) -> u32 {
        if index < FIRST_VARIABLE { index } else { index + self.variables }
    }
}
