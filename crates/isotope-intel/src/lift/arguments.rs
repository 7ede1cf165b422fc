//! The arguments of a launch as functions on DG2 find them: register 0 holds their offset in the address range of `%scratch`, whose base a
//! driver chooses. The implicit arguments come first.
//!
//! # Source
//! oracle: IGC 1.0.12504 for dg2 masks the dword, adds an offset and loads owords; the public sources of IGC (32-bit addresses without
//! a surface) and of Intel's compute runtime (the field of the walker command that gives the start of its data, and the data there).

use super::super::inst::{Inst, Modifier, Operand};
use super::super::kernel::Kernel;
use super::operand::word;
use super::predefined::{IMPLICIT, R0, masks_to, root};
use super::{Lift, Refused, not_modelled};
use isotope_ir::effect::Wide;
use isotope_op::alu::Alu64;

/// The dword of register 0 that holds the offset.
pub const R0_DWORD: u32 = 0;
/// Bits of that dword that belong to other fields.
const UNIT: u32 = 0x1f;
/// Maximum number of additions and moves between the dword and an offset.
const STEPS: usize = 8;

/// Whether an instruction extracts the offset of the arguments from register 0.
pub fn taken(kernel: &Kernel, inst: &Inst) -> bool {
    let Some(Operand::General { var, row: 0, col, modifier: Modifier::None, .. }) = inst.operand("src0") else {
        return false;
    };
    let dword = root(kernel, *var) == Some(R0) && kernel.variable(*var).is_some_and(|v| v.ty.bytes() == 4);
    dword && u32::from(*col) == R0_DWORD && masks_to(inst, "src1", !UNIT) && inst.pred.is_none()
}

impl Lift<'_> {
    /// Whether any instruction extracts the offset of the arguments from register 0.
    pub(super) fn takes_arguments(&self) -> bool {
        self.env.arguments && self.kernel.code.iter().any(|inst| taken(self.kernel, inst))
    }

    /// Whether the offset of a block access points into the arguments: the offset in register 0, plus additions in straight-line
    /// code.
    pub(super) fn is_argument(&self) -> bool {
        let Some(Operand::General { var, .. }) = self.inst.operand("offset") else { return false };
        let resolved = |var: u32| self.kernel.resolve(var);
        let mut sought = vec![resolved(*var)];
        let before = self.kernel.code[..self.index as usize].iter().rev();
        let straight =
            before.take_while(|inst| !["label", "subroutine", "call", "fcall", "ifcall"].contains(&inst.name()));
        let writes = straight.filter_map(|inst| match inst.operand("dst") {
            Some(Operand::General { var, .. } | Operand::Raw { var, .. }) => Some((inst, resolved(*var))),
            _ => None,
        });
        let mut steps = 0;
        for (inst, to) in writes.filter(|_| self.env.arguments) {
            let root = |place: Option<(u32, u32)>| place.map(|(root, _)| root);
            let Some(at) = sought.iter().position(|place| root(*place) == root(to)) else { continue };
            steps += 1;
            let whole = matches!(inst.operand("dst"), Some(Operand::General { row: 0, col: 0, .. }));
            if sought.swap_remove(at) != to || !whole || inst.exec.size != 1 || inst.pred.is_some() || steps > STEPS {
                return false;
            }
            if taken(self.kernel, inst) {
                return true;
            }
            if ["add", "mov"].contains(&inst.name()) {
                sought.extend(["src0", "src1"].into_iter().filter_map(|name| match inst.operand(name) {
                    Some(Operand::General { var, row: 0, col: 0, modifier: Modifier::None, .. }) => {
                        Some(resolved(*var))
                    }
                    _ => None,
                }));
            }
        }
        false
    }

    /// The address of an offset into the arguments.
    pub(super) fn argument(&mut self, offset: Wide) -> Result<Wide, Refused> {
        let Some(base) = self.layout.variable(IMPLICIT[0]) else { return Err(not_modelled("this address")) };
        Ok(self.alu64(Alu64::Add, &[offset, Wide { lo: word(base), hi: word(base + 4) }]))
    }
}
