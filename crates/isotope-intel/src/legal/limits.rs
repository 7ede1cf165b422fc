//! Limits that rules put on lanes and operands, as data. The rules that apply to an instruction are merged into one set of limits, which
//! one pass over its operands checks.
use super::super::KernelText;
use super::super::form::{Form, Types};
use super::super::inst::*;
use super::super::kernel::FIRST_VARIABLE;

/// Limits on lanes and operands.
#[derive(Clone, Debug)]
pub(super) struct Limits {
    /// The lanes of the mask are within 0..32.
    pub lanes: bool,
    /// The first lane is a multiple of the number of lanes.
    pub multiple: bool,
    /// Either all operands are predicates or none is.
    pub predicates: bool,
    /// Allowed numbers of lanes, one bit for each.
    pub sizes: u64,
    /// Limits of parts, by index in the form; parts that are not listed are unlimited.
    pub parts: Vec<(usize, Part)>,
}

/// Limits of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The allowed types, if the operand has a type.
    pub types: Types,
    /// Required bytes per lane in its variable, counted from the operand's offset.
    pub room: u32,
    /// It must be the null variable.
    pub null: bool,
    /// It must not be the null variable.
    pub given: bool,
    /// If its variable is a register or longer, the operand begins at the start of a register.
    pub register: bool,
    /// The elements of all lanes lie within its variable.
    pub elements: bool,
}

impl Part {
    /// No limits.
    pub const ANY: Part =
        Part { types: Types::ANY, room: 0, null: false, given: false, register: false, elements: false };

    fn and(self, other: Part) -> Part {
        Part {
            types: Types(self.types.0 & other.types.0),
            room: self.room.max(other.room),
            null: self.null | other.null,
            given: self.given | other.given,
            register: self.register | other.register,
            elements: self.elements | other.elements,
        }
    }
}

/// The bit for a broken limit that belongs to no part.
const WHOLE: u32 = 1 << 31;

impl Limits {
    /// Limits that every instruction of the form satisfies.
    pub fn none(form: &Form) -> Limits {
        assert!(form.parts.len() < WHOLE.trailing_zeros() as usize, "`{}` has too many parts", form.name());
        Limits { lanes: false, multiple: false, predicates: false, sizes: u64::MAX, parts: Vec::new() }
    }

    /// The conjunction of both.
    pub fn and(self, other: &Limits) -> Limits {
        let mut parts = self.parts;
        for (at, part) in &other.parts {
            match parts.iter_mut().find(|(known, _)| known == at) {
                Some((_, known)) => *known = known.and(*part),
                None => parts.push((*at, *part)),
            }
        }
        Limits {
            lanes: self.lanes | other.lanes,
            multiple: self.multiple | other.multiple,
            predicates: self.predicates | other.predicates,
            sizes: self.sizes & other.sizes,
            parts,
        }
    }

    /// The parts that break a limit, as a bit mask; [`WHOLE`] for a limit that belongs to no part; 0 if all limits hold.
    #[inline]
    pub fn broken(&self, program: &KernelText, inst: &Inst) -> u32 {
        let (first, size) = (inst.exec.first_lane(), u32::from(inst.exec.size));
        let lanes = self.lanes && first + size > 32;
        let multiple = self.multiple
            && match size {
                // All valid sizes; avoids a division.
                1 | 2 | 4 | 8 | 16 | 32 => first & (size - 1) != 0,
                _ => !first.is_multiple_of(size.max(1)),
            };
        let sizes = self.sizes >> (size & 63) & 1 == 0;
        let predicates = self.predicates && {
            let count = inst.operands.iter().filter(|operand| matches!(operand, Operand::Predicate(_))).count();
            count != 0 && count != inst.operands.len()
        };
        let mut broken = if lanes | multiple | sizes | predicates { WHOLE } else { 0 };
        for (at, part) in &self.parts {
            let Some(operand) = inst.operands.get(*at) else { continue };
            broken |= u32::from(part.broken(program, inst, operand)) << at;
        }
        broken
    }

    /// The end of the elements of all lanes, as a byte offset in the variable.
    pub fn end(program: &KernelText, inst: &Inst, operand: &Operand) -> u32 {
        let Operand::General { var, row, col, region, .. } = *operand else { return 0 };
        let Some(variable) = program.measure(var) else { return 0 };
        let lanes = if inst.form.has_exec() { u32::from(inst.exec.size) } else { 1 };
        let last = region.furthest(lanes);
        u32::from(row) * program.register + (u32::from(col) + last + 1) * variable.ty.bytes()
    }
}

impl Part {
    #[inline]
    fn broken(&self, program: &KernelText, inst: &Inst, operand: &Operand) -> bool {
        let var = match *operand {
            Operand::Raw { var, .. } | Operand::General { var, .. } => var,
            Operand::Indirect { ty, .. } | Operand::Imm { ty, .. } => return self.null || !self.types.has(ty),
            _ => return self.null,
        };
        let Some(variable) = program.measure(var) else { return if var == 0 { self.given } else { self.null } };
        // Which check fails is unpredictable, so all are computed without branches.
        let outside = match *operand {
            Operand::Raw { offset, .. } => {
                let end = u32::from(offset) + u32::from(inst.exec.size) * self.room;
                // The register size is a power of two.
                let within = if variable.placed.is_some() { program.register - 1 } else { 0 };
                let apart = variable.begins(offset) & within != 0;
                ((self.room != 0) & (end > variable.bytes)) | (self.register & apart)
            }
            _ => self.elements && Limits::end(program, inst, operand) > variable.bytes,
        };
        self.null | !self.types.has(variable.ty) | outside
    }
}

/// Facts about a declared variable that rules need.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measure {
    /// Type of the elements.
    pub ty: Type,
    /// Size in bytes.
    pub bytes: u32,
    /// Its byte offset within its registers, if it is part of a variable of a register or more.
    placed: Option<u32>,
}

impl Measure {
    /// The byte offset of an operand within the registers of its variable.
    #[inline]
    pub fn begins(&self, offset: u16) -> u32 {
        self.placed.unwrap_or(0).wrapping_add(offset.into())
    }
}

impl KernelText {
    /// The facts about a variable that the program declares; `None` for a predefined one.
    pub(super) fn measure(&self, index: u32) -> Option<Measure> {
        let variable = if index < FIRST_VARIABLE { None } else { self.kernel.variable(index) }?;
        let (root, offset) = self.kernel.resolve(index).unzip();
        let registers = self.kernel.variable(root.unwrap_or(0)).is_some_and(|root| root.bytes() >= self.register);
        Some(Measure { ty: variable.ty, bytes: variable.bytes(), placed: offset.filter(|_| registers) })
    }
}
