//! Predefined variables: the values that reads return, and which variables are refused.
//!
//! Some hold values that the launch put there (`%r0`, group ids). Others are computed on read: the clock, the existing lanes, the active
//! lanes. `%cr0` is tracked while the kernel is lifted: it selects the rounding mode. All other variables, and all other parts of these,
//! belong to a host, a driver or calls between functions.
//!
//! # Sources
//! spec: the public vISA documentation, predefined variables, and Intel's public programmer's reference, architecture
//! registers (bits of `%cr0` and `%sr0`); oracle: the parts that IGC 1.0.12504 reads and writes. assumed: the clock (`intel.clock`).

use std::ops::Range;

use isotope_op::alu::Alu;
use isotope_op::float::Rounding;

use super::super::inst::{Inst, Modifier, Operand, Type};
use super::super::kernel::{FIRST_VARIABLE, Kernel};
use super::operand::Elements;
use super::{Lift, Refused, arguments, not_modelled};
use isotope_ir::effect::{ACTIVE, LANES, Special, Src, Uop};

/// Indices of variables.
const NULL: u32 = 0;
const GROUP_ID_X: u32 = 3;
const GROUP_ID_Z: u32 = 5;
const TSC: u32 = 6;
/// The dword of the timestamp register that sets how long the thread pauses (spec: Intel's programmer's reference, timestamp
/// register; oracle: IGC 1.0.12504 writes it in loops that wait for a lock).
const TSC_PAUSE: u8 = 4;
/// Register 0, which the launch initialises.
pub const R0: u32 = 7;
const HW_ID: u32 = 12;
/// Variables shared by a caller and a function: arguments, results, stack and frame pointer.
const ARG: u32 = 8;
const FP: u32 = 11;
/// The state register; one dword holds the number of the thread.
pub const SR0: u32 = 13;
const CR0: u32 = 14;
const CE0: u32 = 15;

/// Pointers to the data that a driver provides to functions: implicit arguments, and local ids.
pub const IMPLICIT: [u32; 2] = [18, 19];

/// Dwords of register 0 that hold the group's index, by dimension.
pub const R0_GROUP_IDS: [u32; 3] = [1, 6, 7];
/// The dword of register 0 whose upper bits hold the base of the thread's scratch memory.
pub const R0_SCRATCH: u32 = 5;
/// The dword of register 0 whose lowest byte holds the index of the thread in its group, from DG2 on (oracle: IGC 1.0.12504 reads it
/// as the number of the subgroup).
pub const R0_LOCAL_THREAD: u32 = 2;
/// The shift of the dword [`R0_SCRATCH`] when it is used as a surface (oracle: IGC 1.0.12504 for PVC).
const R0_SCRATCH_SURFACE: u64 = 4;
/// Bits of the dword [`R0_SCRATCH`] that belong to other fields.
const R0_SCRATCH_UNIT: u32 = 0x3ff;

/// Bits of dword 0 of `%sr0` that hold the number of the thread, and those of them that are 0: on PVC, and elsewhere.
const THREAD_BITS: [(u32, &[u32]); 2] = [(0x7fff, &[3, 6, 7]), (0x3fff, &[3, 6])];
/// Number of threads that these bits can distinguish.
pub const MAX_STATE_THREADS: u32 = 1 << 12;

/// The variables that hold the group's index, by dimension.
pub const GROUP_IDS: [u32; 3] = [GROUP_ID_X, GROUP_ID_X + 1, GROUP_ID_Z];

/// Bits of `%cr0` that preserve subnormals: of f64, f32 and binary16.
const KEEP_SUBNORMALS: u32 = 0x4c0;
/// Bits of `%cr0` that select the rounding mode.
const ROUNDING: u32 = 0x30;

/// Why a variable cannot be read or written, by index.
const REASONS: [&str; 21] = [
    "the null variable as a value",
    "`%thread_x`, which a media walker gives",
    "`%thread_y`, which a media walker gives",
    "this part of `%group_id_x`",
    "this part of `%group_id_y`",
    "this part of `%group_id_z`",
    "dwords of `%tsc` other than the counter (0 and 1)",
    "dwords of `%r0` other than the group's index (1, 6 and 7), from DG2 on the lowest byte of dword 2, and, under `and` with 0xfffffc00 (PVC: shifted down by 4), the place of scratch memory (5), or of implicit arguments (0, from DG2 on, under `and` with 0xffffffe0)",
    "`%arg`, without a function that is called",
    "`%retval`, without a function that is called",
    "`%sp`, without a function that is called",
    "`%fp`, without a function that is called",
    "`%hw_id`, the number of the hardware thread, where no private data is in a buffer",
    "dwords of `%sr0` other than the lanes that exist (2) and, under `and` with 0x3fff (PVC: 0x7fff) where private data is in a buffer, the thread (0)",
    "`%cr0` other than to keep subnormals or to choose the rounding",
    "this part of `%ce0`",
    "`%dbg0`, of a debugger",
    "`%color`, which a media walker gives",
    "`%impl_arg_buf_ptr`, without a function that is called",
    "`%local_id_buf_ptr`, without a function that is called",
    "`%msg0`, of messages in their hardware form",
];

fn refused(root: u32) -> Refused {
    not_modelled(REASONS.get(root as usize).copied().unwrap_or("a reserved variable"))
}

/// Whether an instruction is a scalar `and` whose mask clears all bits other than these.
pub(super) fn masks_to(inst: &Inst, mask: &str, bits: u32) -> bool {
    let given = inst.operand(mask);
    inst.name() == "and"
        && inst.exec.size == 1
        && matches!(given, Some(Operand::Imm { ty: Type::Ud | Type::D, value }) if *value as u32 & !bits == 0)
}

/// The predefined variable that a variable is, or is an alias of.
pub(super) fn root(kernel: &Kernel, var: u32) -> Option<u32> {
    kernel.resolve(var).map(|(root, _)| root).filter(|root| *root < FIRST_VARIABLE)
}

/// The rounding mode that the bits of `%cr0` select.
pub(super) fn rounding(control: u32) -> Rounding {
    match control >> 4 & 3 {
        0 => Rounding::NearestEven,
        1 => Rounding::Up,
        2 => Rounding::Down,
        _ => Rounding::TowardZero,
    }
}

/// The bits of `%cr0` after an instruction; `None` if it changes bits other than those of rounding and subnormals, or in a way
/// that lifting cannot track. An instruction that does not write `%cr0` changes nothing.
pub(super) fn control(kernel: &Kernel, inst: &Inst, before: u32) -> Option<u32> {
    let names_it = |name| match inst.operand(name) {
        Some(Operand::General { var, row: 0, col: 0, .. }) => root(kernel, *var) == Some(CR0),
        _ => false,
    };
    let Some(Operand::General { var, .. }) = inst.operand("dst") else { return Some(before) };
    if root(kernel, *var) != Some(CR0) {
        return Some(before);
    }
    // Lane 0 of a thread exists, and is active if nothing makes lanes diverge.
    let parts = || kernel.code.iter().any(|inst| ["goto", "fcall", "ifcall", "call"].contains(&inst.name()));
    let always = inst.exec.size == 1 && (inst.exec.nm || inst.exec.first_lane() == 0 && !parts());
    let whole = names_it("dst") && names_it("src0") && inst.pred.is_none() && always;
    let Some(Operand::Imm { ty: Type::Ud | Type::D, value }) = inst.operand("src1").filter(|_| whole) else {
        return None;
    };
    let value = *value as u32;
    let after = match inst.name() {
        "or" => before | value,
        "xor" => before ^ value,
        "and" if !value & !ROUNDING == 0 => before & value,
        _ => return None,
    };
    ((before ^ after) & !(ROUNDING | KEEP_SUBNORMALS) == 0
        && after & KEEP_SUBNORMALS & before == before & KEEP_SUBNORMALS)
        .then_some(after)
}

impl Lift<'_> {
    /// Whether the instruction's only effect is to write `%cr0`.
    pub(super) fn writes_control(&self) -> bool {
        let dst = self.inst.whole().operand("dst");
        matches!(dst, Some(Operand::General { var, .. }) if root(self.kernel, *var) == Some(CR0))
    }

    /// Whether the instruction's only effect is to set the pause counter: the thread pauses, as in IGC's code between two attempts to
    /// take a lock. The schedule decides when a thread continues.
    pub(super) fn pauses(&self) -> bool {
        let inst = self.inst.whole();
        let Some(Operand::General { var, row: 0, col: TSC_PAUSE, .. }) = inst.operand("dst") else { return false };
        let is_counter = root(self.kernel, *var) == Some(TSC)
            && self.kernel.variable(*var).is_some_and(|v| matches!(v.ty, Type::Ud | Type::D));
        is_counter
            && inst.name() == "mov"
            && inst.exec.size == 1
            && matches!(inst.operand("src0"), Some(Operand::Imm { .. }))
    }

    /// Makes these elements of a variable ready for a read: refuses elements whose value a launch does not define, and emits the
    /// micro-operations that compute the others. A variable that is not predefined needs nothing.
    ///
    /// The checks are by dword: `allowed` has the dwords of the variable that are defined. Two further reads of register 0 are allowed: the
    /// byte with the thread's index, and copies whose undefined bits no instruction reads.
    pub(super) fn before_reading(&mut self, var: u32, e: &Elements) -> Result<(), Refused> {
        let Some(root) = root(self.kernel, var) else { return Ok(()) };
        if self.is_of_calls(root) {
            return Ok(());
        }
        let start = self.place(root)?;
        let allowed: &[u32] = match root {
            GROUP_ID_X..=GROUP_ID_Z | CE0 => &[0],
            TSC => &[0, 1],
            R0 if self.takes_scratch() => &[R0_GROUP_IDS[0], R0_SCRATCH, R0_GROUP_IDS[1], R0_GROUP_IDS[2]],
            R0 if self.env.arguments && arguments::taken(self.kernel, self.inst.whole()) => &[arguments::R0_DWORD],
            R0 => &R0_GROUP_IDS,
            SR0 if self.env.groups.is_some() && self.masks_to("src1", self.thread_bits().0) => &[0, 2],
            SR0 => &[2],
            HW_ID if self.env.groups.is_some() => &[0],
            _ => return Err(refused(root)),
        };
        for i in 0..u32::from(self.inst.exec.size) {
            let first = (e.base + e.offset(i)).wrapping_sub(start);
            let last = first.wrapping_add(e.ty.bytes() - 1);
            let local_thread = root == R0 && self.env.local_thread && (first, last) == (4 * R0_LOCAL_THREAD, first);
            let known = local_thread || (first / 4..=last / 4).all(|dword| allowed.contains(&dword));
            // A read of the whole dword 2 is allowed if only its lowest byte is kept: by the instruction itself (IGC 2.40.14), or by every
            // reader of its copy.
            let masked = self.env.local_thread && (first, last) == (4 * R0_LOCAL_THREAD, 4 * R0_LOCAL_THREAD + 3);
            let here = root == R0 && masked && self.masks_to("src1", 0xff);
            if !(known || here || root == R0 && self.copy_is_unread(i, masked.then_some(0xff))) {
                return Err(refused(root));
            }
        }
        match root {
            TSC => {
                for (dword, high) in [false, true].into_iter().enumerate() {
                    let clock = self.special(Special::Clock { high });
                    self.fill(start + 4 * dword as u32, clock);
                }
            }
            SR0 => {
                if allowed.contains(&0) {
                    let number = self.thread_number();
                    let spread = self.thread_bits().1.iter().fold(number, |number, bit| self.spread(number, *bit));
                    self.fill(start, spread);
                }
                let lanes = self.existing();
                self.fill(start + 8, lanes);
            }
            HW_ID => {
                let number = self.thread_number();
                self.fill(start, number);
            }
            CE0 => self.fill(start, Src::Scalar(ACTIVE)),
            _ => {}
        }
        Ok(())
    }

    /// Whether the instruction moves this element to a place that no instruction reads, or of which instructions read only `except_bits`. IGC
    /// copies register 0 byte by byte where it needs one of them, and as a whole in a function that needs its group's index.
    fn copy_is_unread(&self, element: u32, except_bits: Option<u32>) -> bool {
        let Some(dst @ Operand::General { var, .. }) = self.inst.operand("dst") else { return false };
        let plain = self.inst.name() == "mov" && self.inst.pred().is_none();
        let Some((own, written)) = self.bytes_of(dst, element..element + 1).filter(|_| plain) else { return false };
        if root(self.kernel, *var).is_some() {
            return false;
        }
        self.kernel.code.iter().filter(|inst| inst.name() != "lifetime").all(|inst| {
            let destination = inst.form.position("dst");
            inst.operands.iter().enumerate().all(|(position, operand)| match operand {
                Operand::General { .. } if Some(position) == destination => true,
                // The address of a variable gives access to all of it.
                Operand::General { var, .. } if inst.name() == "addr_add" => {
                    self.kernel.resolve(*var).is_some_and(|(root, _)| root != own)
                }
                Operand::General { .. } => {
                    except_bits.is_some_and(|bits| masks_to(inst, "src1", bits))
                        || self.bytes_of(operand, 0..inst.exec.size.into()).is_some_and(|(root, read)| {
                            root != own || read.end <= written.start || written.end <= read.start
                        })
                }
                Operand::Raw { var, .. } | Operand::AddressOf { var, .. } => {
                    self.kernel.resolve(*var).is_some_and(|(root, _)| root != own)
                }
                _ => true,
            })
        })
    }

    /// The variable that an operand names after resolving aliases, and the byte range from the first to the last of these elements.
    fn bytes_of(&self, operand: &Operand, elements: Range<u32>) -> Option<(u32, Range<u32>)> {
        let Operand::General { var, row, col, region, .. } = operand else { return None };
        let size = self.kernel.variable(*var)?.ty.bytes();
        let (root, offset) = self.kernel.resolve(*var)?;
        let start = offset + u32::from(*row) * self.layout.grf() + u32::from(*col) * size;
        let first = elements.clone().map(|i| region.element(i)).min().unwrap_or(0);
        let last = elements.map(|i| region.element(i)).max().unwrap_or(0);
        Some((root, start + first * size..start + (last + 1) * size))
    }

    /// Whether the instruction masks out the base of scratch memory, and there is scratch memory.
    fn takes_scratch(&self) -> bool {
        self.env.scratch.is_some() && (self.masks_to("src1", !R0_SCRATCH_UNIT) || self.names_scratch(self.inst.whole()))
    }

    /// Whether an instruction extracts the surface of scratch memory from register 0, as IGC does for PVC.
    fn names_scratch(&self, inst: &Inst) -> bool {
        let of = inst.operand("src0");
        let register = matches!(of, Some(Operand::General { var, row: 0, col, modifier: Modifier::None, .. })
            if root(self.kernel, *var) == Some(R0) && u32::from(*col) == R0_SCRATCH
                && self.kernel.variable(*var).is_some_and(|v| v.ty.bytes() == 4));
        let by = matches!(inst.operand("src1"), Some(Operand::Imm { value: R0_SCRATCH_SURFACE, .. }));
        self.env.grf == 64 && inst.name() == "shr" && inst.exec.size == 1 && inst.pred.is_none() && register && by
    }

    /// Whether the surface of a load-store message is the thread's scratch memory: the last write to it extracted the surface from
    /// register 0.
    pub(super) fn is_scratch(&self) -> bool {
        let Some(Operand::General { var, .. }) = self.inst.operand("surface") else { return false };
        let before = self.kernel.code[..self.index as usize].iter().rev();
        let mut writes =
            before.filter(|inst| matches!(inst.operand("dst"), Some(Operand::General { var: to, .. }) if to == var));
        self.env.scratch.is_some() && writes.next().is_some_and(|inst| self.names_scratch(inst))
    }

    /// Whether the instruction masks one dword with these bits.
    fn masks_to(&self, mask: &str, bits: u32) -> bool {
        masks_to(self.inst.whole(), mask, bits)
    }

    /// Bits of the state register that hold the number of the thread, and those of them that are 0.
    fn thread_bits(&self) -> (u32, &'static [u32]) {
        THREAD_BITS[usize::from(self.env.grf == 32)]
    }

    /// The number of the thread in the launch. A device numbers the threads that run at the same time.
    fn thread_number(&mut self) -> Src {
        let groups = self.env.groups.unwrap_or([1; 3]);
        let mut number = Src::Imm(0);
        for (dimension, count) in (0..3u8).zip(groups).rev() {
            let id = self.special(Special::GroupId(dimension));
            number = self.alu(Alu::Mul, &[number, Src::Imm(count)]);
            number = self.alu(Alu::Add, &[number, id]);
        }
        let wave = self.special(Special::WaveId);
        let waves = Src::Imm(self.env.items.div_ceil(self.env.items_of_thread()).max(1));
        number = self.alu(Alu::Mul, &[number, waves]);
        self.alu(Alu::Add, &[number, wave])
    }

    /// Moves the bits from `bit` upwards up by one.
    fn spread(&mut self, value: Src, bit: u32) -> Src {
        let low = self.alu(Alu::And, &[value, Src::Imm((1 << bit) - 1)]);
        let high = self.alu(Alu::And, &[value, Src::Imm(!((1 << bit) - 1))]);
        let high = self.alu(Alu::Shl, &[high, Src::Imm(1)]);
        self.alu(Alu::Or, &[low, high])
    }

    /// Writes one word of the register file.
    pub(super) fn fill(&mut self, byte: u32, value: Src) {
        let map = self.b.map([byte; LANES]);
        let value = self.alu(Alu::Mov, &[value]);
        self.b.push(Uop::WriteRegion { src: value, map, bytes: 4, base: None });
    }

    /// A mask of the lanes of the thread that exist: all, or those with a work-item.
    fn existing(&mut self) -> Src {
        if self.env.single {
            return Src::Imm(u32::MAX);
        }
        let (wave, simd) = (self.special(Special::WaveId), Src::Imm(self.env.simd));
        let before = self.alu(Alu::Mul, &[wave, simd]);
        let items = self.group_items();
        let left = self.alu(Alu::Sub, &[items, before]);
        let count = self.alu(Alu::UMin, &[left, simd]);
        let spare = self.alu(Alu::Sub, &[Src::Imm(LANES as u32), count]);
        self.alu(Alu::Shr, &[Src::Imm(u32::MAX), spare])
    }

    /// Number of work-items of the thread's group.
    fn group_items(&mut self) -> Src {
        if self.env.whole {
            return Src::Imm(self.env.items);
        }
        let [x, y, z] = [0, 1, 2].map(|d| self.special(Special::GroupSize(d)));
        let layer = self.alu(Alu::Mul, &[x, y]);
        self.alu(Alu::Mul, &[layer, z])
    }

    /// Refuses a write of a predefined variable. `%cr0` is handled elsewhere.
    pub(super) fn before_writing(&self, var: u32) -> Result<(), Refused> {
        match root(self.kernel, var) {
            Some(NULL) | None => Ok(()),
            Some(root) if self.is_of_calls(root) => Ok(()),
            Some(TSC | R0 | SR0 | CE0 | GROUP_ID_X..=GROUP_ID_Z) => {
                Err(not_modelled("a write to a predefined variable"))
            }
            Some(root) => Err(refused(root)),
        }
    }

    /// Whether the variable is shared by a caller and its functions, and there are functions.
    fn is_of_calls(&self, root: u32) -> bool {
        ((ARG..=FP).contains(&root) || IMPLICIT.contains(&root)) && !self.env.functions.is_empty()
    }

    /// Refuses the address of a predefined variable other than register 0, whose bytes are checked on access.
    pub(super) fn check_addressable(&self, var: u32) -> Result<(), Refused> {
        if root(self.kernel, var) == Some(R0) { Ok(()) } else { self.check_not_predefined(var) }
    }

    /// Refuses access to bytes of a predefined variable.
    pub(super) fn check_not_predefined(&self, var: u32) -> Result<(), Refused> {
        match root(self.kernel, var) {
            Some(root) if !self.is_of_calls(root) => Err(refused(root)),
            _ => Ok(()),
        }
    }
}
