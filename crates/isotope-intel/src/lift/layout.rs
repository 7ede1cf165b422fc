//! The layout of a kernel's variables in a wave's register file, and the scalar words that the kernel uses.

use super::super::inst::{Inst, Operand};
use super::super::kernel::{BINDLESS, FIRST_SURFACE, Kernel};
use super::predefined::R0;
use isotope_ir::effect::LANES;

/// Bytes before the first variable: a dword variable that starts at lane 31 of an instruction begins here.
const FRONT: u32 = 4 * LANES as u32;
/// Alignment of variables. It is small, so that a value that a compiler splits over several variables is one vector.
const UNIT: u32 = 32;
/// Minimum size of predefined variables in bytes.
const PREDEFINED: u32 = 64;
/// Bytes of an element of an address variable: each is one word.
const ADDRESS: u32 = 4;

/// Positions of variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// First byte of each general variable.
    variables: Vec<u32>,
    /// Bytes of each general variable.
    sizes: Vec<u32>,
    /// First byte of each address variable.
    addresses: Vec<u32>,
    /// The word that holds the depth of the stack of frames.
    depth: u32,
    /// End of the last variable.
    bytes: u32,
    predicates: u16,
    surfaces: u16,
    /// Whether the kernel uses a bindless surface.
    bindless: bool,
    grf: u32,
}

/// The variable into which an instruction copies register 0 from its start, and the number of bytes. For PVC, IGC 1.0.12504 copies a
/// register of 64 bytes into variables of 32; the copy must not change the bytes after such a variable.
pub fn copy_of_register_0(kernel: &Kernel, inst: &Inst) -> Option<(u32, u32)> {
    if inst.name() != "mov" {
        return None;
    }
    let (Operand::General { var: to, row: 0, col: 0, .. }, Operand::General { var: from, .. }) =
        (*inst.operand("dst")?, *inst.operand("src0")?)
    else {
        return None;
    };
    let (root, 0) = kernel.resolve(to)? else { return None };
    let bytes = u32::from(inst.exec.size) * kernel.variable(to)?.ty.bytes();
    (kernel.resolve(from)?.0 == R0 && bytes <= PREDEFINED).then_some((root, bytes))
}

impl Layout {
    /// Computes the layout of a kernel's variables.
    pub fn new(kernel: &Kernel, grf: u32, functions: bool) -> Layout {
        let mut next = FRONT;
        let mut place = |bytes: u32| {
            let at = next;
            next = at.saturating_add(bytes.max(1).next_multiple_of(UNIT));
            at
        };
        let copies: Vec<_> = kernel.code.iter().filter_map(|inst| copy_of_register_0(kernel, inst)).collect();
        let declared = |index: usize| match kernel.variables.get(index) {
            Some(v) if index >= super::super::kernel::FIRST_VARIABLE as usize => {
                let copied = copies.iter().filter(|(root, _)| *root as usize == index).map(|(_, bytes)| *bytes);
                copied.fold(v.bytes(), u32::max)
            }
            Some(v) => v.bytes().max(PREDEFINED),
            None => PREDEFINED,
        };
        let mut roots: Vec<Option<u32>> = vec![None; kernel.variables.len()];
        let (mut variables, mut sizes) = (Vec::new(), Vec::new());
        for index in 0..kernel.variables.len() {
            let (root, offset) = kernel.resolve(index as u32).unwrap_or((0, 0));
            let slot = &mut roots[root as usize];
            let base = *slot.get_or_insert_with(|| place(declared(root as usize)));
            variables.push(base.saturating_add(offset));
            sizes.push(declared(index));
        }
        let addresses = kernel.addresses.iter().map(|a| place(ADDRESS * u32::from(a.elements))).collect();
        // Last, so that the layout of a kernel without functions is the same.
        let depth = place(4);
        let next = if functions { next } else { depth };
        Layout {
            variables,
            sizes,
            addresses,
            depth,
            bytes: next,
            predicates: kernel.predicates.len() as u16,
            surfaces: kernel.surfaces.len() as u16,
            bindless: kernel.names_bindless(),
            grf,
        }
    }

    /// First byte of a general variable.
    pub fn variable(&self, index: u32) -> Option<u32> {
        self.variables.get(index as usize).copied()
    }

    /// Bytes of a general variable.
    pub fn size(&self, index: u32) -> u32 {
        self.sizes.get(index as usize).copied().unwrap_or(0)
    }

    /// First byte of an element of an address variable.
    pub fn address(&self, id: u16, element: u8) -> Option<u32> {
        Some(self.addresses.get(usize::from(id))? + ADDRESS * u32::from(element))
    }

    /// Bytes of a register.
    pub fn grf(&self) -> u32 {
        self.grf
    }

    /// Bytes of the register file up to the last variable.
    pub fn bytes(&self) -> u32 {
        self.bytes
    }

    /// Vectors of the register file; a vector that starts at the last word still fits.
    pub fn slots(&self) -> u32 {
        self.bytes.div_ceil(FRONT) + 1
    }

    /// The word that holds the depth of the stack of frames; only if there are functions.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// First byte of an address variable; for the next id, the end of the last one.
    pub fn address_start(&self, id: u16) -> u32 {
        self.addresses.get(usize::from(id)).copied().unwrap_or(self.depth)
    }

    /// The scalar word of a predicate; the first predicate is 1.
    pub fn predicate(&self, id: u16) -> u16 {
        id
    }

    /// The scalar word that holds the binding-table entry of a declared surface or of the bindless surface.
    pub fn surface(&self, number: u16) -> u16 {
        let first = 1 + self.predicates;
        if number == u16::from(BINDLESS) { first + self.surfaces } else { first + number - u16::from(FIRST_SURFACE) }
    }

    /// Scalar words of a wave: active lanes, predicates, surfaces.
    pub fn scalars(&self) -> u16 {
        1 + self.predicates + self.surfaces + u16::from(self.bindless)
    }
}
