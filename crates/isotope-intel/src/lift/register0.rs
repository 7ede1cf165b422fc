//! Register 0 accessed by address. Unoptimised code puts the address of `%r0` plus an offset into an address variable, and reads the group
//! index there. The dword is only known at run time: a read of a dword that a launch does not provide stops the program with a message.
//!
//! # Source
//! oracle: the code that IGC 1.0.12504 and 2.40.14 emit with `-cl-opt-disable`.

use isotope_op::alu::{Alu, Test};

use super::super::inst::{Inst, Operand};
use super::super::kernel::Kernel;
use super::memory::Base;
use super::operand::{Elements, word};
use super::predefined::{R0, R0_GROUP_IDS, R0_LOCAL_THREAD, root};
use super::{Lift, Refused, not_modelled, operand_constant};
use isotope_ir::effect::{Mask, Src, Uop};

/// The address that is read instead of a dword that is not provided: no launch has memory there.
pub const NOT_GIVEN: u64 = 0xffff_fff0_0000_0000;
/// The message of a read of that address.
pub const NOT_GIVEN_TEXT: &str = "the program goes to register 0 (`%r0`) by an address, to a dword other than the group's index (1, 6 and 7), which only a device gives";
/// Maximum offset into register 0 in bytes.
const BYTES: u32 = 64;

/// Whether an instruction takes the address of register 0.
fn takes(kernel: &Kernel, inst: &Inst) -> bool {
    let address = matches!(inst.operand("dst"), Some(Operand::Address { .. }));
    let of = match inst.operand("src0") {
        Some(Operand::AddressOf { var, .. } | Operand::General { var, .. }) => root(kernel, *var),
        _ => None,
    };
    address && inst.name() == "addr_add" && of == Some(R0)
}

/// Whether the code takes the address of register 0.
pub fn is_addressed(kernel: &Kernel) -> bool {
    kernel.code.iter().any(|inst| takes(kernel, inst))
}

/// For each address variable, whether any instruction may put an address in register 0 there.
pub(super) fn holders(kernel: &Kernel) -> Vec<bool> {
    let mut held = vec![false; kernel.addresses.len()];
    if !is_addressed(kernel) {
        return held;
    }
    loop {
        let before = held.clone();
        for inst in &kernel.code {
            let Some(Operand::Address { id, .. }) = inst.operand("dst") else { continue };
            if (takes(kernel, inst) || copies(inst, &held))
                && let Some(held) = held.get_mut(usize::from(*id))
            {
                *held = true;
            }
        }
        if held == before {
            return held;
        }
    }
}

/// Whether an instruction copies its address from one of these variables.
fn copies(inst: &Inst, held: &[bool]) -> bool {
    matches!(inst.operand("src0"), Some(Operand::Address { id, .. }) if held.get(usize::from(*id)).copied().unwrap_or(false))
}

impl Lift<'_> {
    /// Whether an element of an address variable may hold an address in register 0: the last write in straight-line code puts one there, or
    /// another block may do so.
    fn may_be_register_0(&self, id: u16, element: u8) -> bool {
        if !self.register0.get(usize::from(id)).copied().unwrap_or(false) {
            return false;
        }
        let before = self.kernel.code[..self.index as usize].iter().rev();
        let apart = ["label", "subroutine", "call", "fcall", "ifcall"];
        let mut writes = before.take_while(|inst| !apart.contains(&inst.name())).filter(|inst| {
            let Some(Operand::Address { id: to, offset, .. }) = inst.operand("dst") else { return false };
            let elements = u16::from(*offset)..u16::from(*offset) + u16::from(inst.exec.size);
            *to == id && elements.contains(&element.into())
        });
        match writes.next() {
            Some(inst) if inst.exec.nm && inst.pred.is_none() => {
                takes(self.kernel, inst) || copies(inst, self.register0)
            }
            _ => true,
        }
    }

    /// Stops the program if elements at an address are in register 0 and a launch does not provide them, or if they are written.
    pub(super) fn before_reaching(
        &mut self,
        (id, element): (u16, u8),
        e: &Elements,
        writes: bool,
    ) -> Result<(), Refused> {
        if !self.may_be_register_0(id, element) {
            return Ok(());
        }
        let Some(at) = self.layout.address(id, element) else { return Ok(()) };
        let start = self.place(R0)?;
        let given = if writes { 0 } else { R0_GROUP_IDS.iter().fold(0u32, |given, dword| given | 1 << dword) };
        let mut offsets: Vec<u32> = (0..u32::from(self.inst.exec.size)).map(|i| e.offset(i)).collect();
        offsets.dedup();
        let none = Src::Imm(0);
        let mut bad = none;
        for offset in offsets {
            for part in (0..e.ty.bytes()).step_by(4) {
                let from = e.base.wrapping_add(offset).wrapping_add(part).wrapping_sub(start);
                let byte = self.scalar(Alu::Add, [word(at), Src::Imm(from)]);
                let inside = self.b.temp_mask();
                self.b.push(Uop::ScalarTest { op: Test::Ult, dst: inside, src: [byte, Src::Imm(BYTES), none] });
                let dword = self.scalar(Alu::Shr, [byte, Src::Imm(2)]);
                let known = self.scalar(Alu::Shr, [Src::Imm(given), dword]);
                let mut unknown = self.scalar(Alu::Not, [known, none]);
                // The lowest byte of that dword is the index of the thread.
                if self.env.local_thread && e.ty.bytes() == 1 && !writes {
                    let other = self.b.temp_mask();
                    let own = Src::Imm(4 * R0_LOCAL_THREAD);
                    self.b.push(Uop::ScalarTest { op: Test::Ne, dst: other, src: [byte, own, none] });
                    unknown = self.scalar(Alu::And, [unknown, Src::Scalar(other)]);
                }
                let stops = self.scalar(Alu::And, [unknown, Src::Scalar(inside)]);
                bad = if bad == none { stops } else { self.scalar(Alu::Or, [bad, stops]) };
            }
        }
        let Src::Scalar(lane) = bad else { return Err(not_modelled("this address")) };
        self.b.push(Uop::Under { base: Mask::ALL, also: Mask::of(lane) });
        self.load(Base::Flat, operand_constant(NOT_GIVEN), 0, 4u8)?;
        self.all_again()
    }
}
