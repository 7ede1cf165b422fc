//! MODE: its bits that affect arithmetic, and the values that a program can reach.

use std::collections::BTreeSet;

use isotope_op::alu::{Fp, Unit};
use isotope_op::float::{FloatPolicy, Flush, NanRule, Rounding};

use super::Decoded;
use isotope_table::ReadFields;

/// The bits of the MODE register that affect arithmetic.
///
/// # Source
/// spec: RDNA3 ISA guide, MODE: bits 1:0 rounding of f32, 3:2 of f16 and f64, 5:4 subnormals of f32, 7:6 of f16 and f64 (bit 0
/// preserves inputs, bit 1 preserves outputs), 8 DX10_CLAMP, 9 IEEE, 23 FP16_OVFL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Mode {
    /// Bits 7:0.
    pub float: u8,
    /// Clamping converts a NaN to 0.
    pub dx10_clamp: bool,
    /// Operations quiet signalling NaNs as in IEEE 754.
    pub ieee: bool,
    /// A binary16 result that overflows becomes the largest finite number.
    pub fp16_ovfl: bool,
}

/// Bits of MODE besides 7:0 that affect arithmetic.
pub(super) const FLAGS: u32 = 0x80_0300;

impl Mode {
    /// From the RSRC1 word of a kernel descriptor.
    pub const fn from_rsrc1(rsrc1: u32) -> Mode {
        Mode {
            float: (rsrc1 >> 12) as u8,
            dx10_clamp: rsrc1 >> 21 & 1 != 0,
            ieee: rsrc1 >> 23 & 1 != 0,
            fp16_ovfl: rsrc1 >> 26 & 1 != 0,
        }
    }

    /// The register's value.
    pub const fn bits(self) -> u32 {
        self.float as u32 | (self.dx10_clamp as u32) << 8 | (self.ieee as u32) << 9 | (self.fp16_ovfl as u32) << 23
    }

    /// From the register's value.
    pub const fn of(bits: u32) -> Mode {
        Mode {
            float: bits as u8,
            dx10_clamp: bits >> 8 & 1 != 0,
            ieee: bits >> 9 & 1 != 0,
            fp16_ovfl: bits >> 23 & 1 != 0,
        }
    }

    /// The bits that affect arithmetic, packed.
    const fn key(self) -> usize {
        (self.bits() & 0x3ff | self.bits() >> 13 & 0x400) as usize
    }

    /// MODE.fp_denorm: f32 in bits 1:0, f16 and f64 in bits 3:2.
    pub const fn fp_denorm(self) -> u8 {
        self.float >> 4
    }

    /// Rounding, flushing and NaN rules of operations on floats of `bits` bits.
    pub fn policy(self, bits: u32) -> FloatPolicy {
        let double = bits != 32;
        let round = match self.float >> if double { 2 } else { 0 } & 3 {
            0 => Rounding::NearestEven,
            1 => Rounding::Up,
            2 => Rounding::Down,
            _ => Rounding::TowardZero,
        };
        let keep = self.float >> if double { 6 } else { 4 };
        let flush = |bit: u8| Flush::when(keep >> bit & 1 == 0);
        FloatPolicy { round, input: flush(0), output: flush(1), nan: NanRule::FirstQuieted }
    }

    /// The same for lane arithmetic.
    pub fn fp(self, bits: u32, clamp: bool) -> Fp {
        let unit = Unit::amd(self.ieee, self.dx10_clamp).holding(self.fp16_ovfl);
        Fp { policy: self.policy(bits), sat: clamp, unit }
    }
}

/// Number of values of [`Mode::key`].
const KEYS: u16 = 2048;

/// The values of MODE that a program can have.
pub(super) struct Modes {
    /// Each value once; the first is the initial one.
    pub list: Vec<Mode>,
    /// For each key the position in `list`; empty if nothing changes MODE.
    pub by_key: Vec<u32>,
}

/// The effect of an instruction on MODE.
pub(super) enum Change {
    /// The bits of `mask` are set to those of `value`.
    Set { mask: u32, value: u32 },
    /// The bits are set from a register.
    Any,
}

/// Number of MODE among the hardware registers.
const HW_MODE: u64 = 1;

/// The effect of `inst` on MODE, if any.
pub(super) fn change(inst: &impl ReadFields) -> Option<Change> {
    let name = inst.form().mnemonic;
    match name {
        "s_round_mode" => Some(Change::Set { mask: 0x0f, value: inst.bits("simm16", 0xf) as u32 }),
        "s_denorm_mode" => Some(Change::Set { mask: 0xf0, value: (inst.bits("simm16", 0xf) as u32) << 4 }),
        "s_setreg_b32" | "s_setreg_imm32_b32" if hwreg(inst).id == HW_MODE => {
            let reg = hwreg(inst);
            if name == "s_setreg_b32" {
                return Some(Change::Any);
            }
            Some(Change::Set { mask: reg.mask(), value: ((inst.get("literal") as u32) << reg.offset) & reg.mask() })
        }
        _ => None,
    }
}

/// A bit field of a hardware register, as `hwreg(id, offset, size)` names it.
#[derive(Clone, Copy)]
pub(super) struct HwReg {
    pub id: u64,
    pub offset: u32,
    pub size: u32,
}

impl HwReg {
    pub fn mask(self) -> u32 {
        (((1u64 << self.size) - 1) << self.offset) as u32
    }
}

/// The bit field in SIMM16: id in bits 5:0, offset in 10:6, size minus one in 15:11.
pub(super) fn hwreg(inst: &impl ReadFields) -> HwReg {
    let code = inst.get("simm16");
    HwReg { id: code & 0x3f, offset: (code >> 6 & 0x1f) as u32, size: (code >> 11 & 0x1f) as u32 + 1 }
}

/// The values of MODE that `code` can reach from `start`.
pub(super) fn reachable(code: &[Decoded], start: Mode) -> Modes {
    let changes: Vec<Change> = code.iter().filter_map(|d| change(d.inst.as_ref()?)).collect();
    if changes.is_empty() {
        return Modes { list: vec![start], by_key: Vec::new() };
    }
    let mut seen = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(mode) = open.pop() {
        let mut reach = |bits: u32| {
            if seen.insert(Mode::of(bits)) {
                open.push(Mode::of(bits));
            }
        };
        for change in &changes {
            match change {
                Change::Set { mask, value } => reach(mode.bits() & !mask | value),
                // The register's value is unknown in all bits; writes of FLAGS are refused.
                Change::Any => (0..=0xff).for_each(|float| reach(mode.bits() & !0xff | float)),
            }
        }
    }
    let others = seen.into_iter().filter(|&m| m != start);
    let list: Vec<Mode> = std::iter::once(start).chain(others).collect();
    let mut by_key = vec![0; usize::from(KEYS)];
    for (at, mode) in list.iter().enumerate() {
        by_key[mode.key()] = at as u32;
    }
    Modes { by_key, list }
}
