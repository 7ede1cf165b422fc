//! MODE: what of it steers arithmetic, and which values a program can reach.

use std::collections::BTreeSet;

use isotope_op::alu::{Fp, Unit};
use isotope_op::float::{FloatPolicy, Flush, NanRule, Rounding};

use super::Decoded;
use crate::table::Inst;

/// The MODE register as far as it steers arithmetic.
///
/// # Source
/// spec: RDNA3 ISA guide, MODE: bits 1:0 round f32, 3:2 round f16 and f64, 5:4 subnormals of f32, 7:6 of f16 and f64 (bit 0
/// keeps inputs, bit 1 keeps outputs), 8 DX10_CLAMP, 9 IEEE.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Mode {
    /// Bits 7:0.
    pub float: u8,
    /// Clamping turns a NaN into 0.
    pub dx10_clamp: bool,
    /// Operations quiet signalling NaNs as IEEE 754 says.
    pub ieee: bool,
}

impl Mode {
    /// From the RSRC1 word of a kernel descriptor.
    pub const fn from_rsrc1(rsrc1: u32) -> Mode {
        Mode { float: (rsrc1 >> 12) as u8, dx10_clamp: rsrc1 >> 21 & 1 != 0, ieee: rsrc1 >> 23 & 1 != 0 }
    }

    /// The register's value.
    pub const fn bits(self) -> u32 {
        self.float as u32 | (self.dx10_clamp as u32) << 8 | (self.ieee as u32) << 9
    }

    /// MODE.fp_denorm: f32 in bits 1:0, f16 and f64 in bits 3:2.
    pub const fn fp_denorm(self) -> u8 {
        self.float >> 4
    }

    /// How operations on floats of `bits` bits round, flush and make NaNs.
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
        let unit = Unit::amd(self.ieee, self.dx10_clamp);
        Fp { policy: self.policy(bits), sat: clamp, unit }
    }
}

/// The modes that a program can be in.
pub(super) struct Modes {
    /// Each once; the first is the one it starts in.
    pub list: Vec<Mode>,
    /// For each value of MODE\[7:0\] the position in `list`; empty where nothing changes MODE.
    pub by_value: Vec<u32>,
}

/// What an instruction does to MODE\[7:0\].
pub(super) enum Change {
    /// Bits of `mask` become those of `value`.
    Set { mask: u32, value: u32 },
    /// They become what a register holds.
    Any,
}

/// Number of MODE among the hardware registers.
const HW_MODE: u64 = 1;

/// What `inst` does to MODE, if anything.
pub(super) fn change(inst: &Inst) -> Option<Change> {
    let name = inst.form.mnemonic;
    let imm = inst.get("simm16");
    match name {
        "s_round_mode" => Some(Change::Set { mask: 0x0f, value: imm as u32 & 0xf }),
        "s_denorm_mode" => Some(Change::Set { mask: 0xf0, value: (imm as u32 & 0xf) << 4 }),
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

/// A field of a hardware register, as `hwreg(id, offset, size)` names it.
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

/// The hardware register that SIMM16 names: id in bits 5:0, offset in 10:6, size less one in 15:11.
pub(super) fn hwreg(inst: &Inst) -> HwReg {
    let code = inst.try_get("simm16").or_else(|| inst.try_get("hwreg")).unwrap_or(0);
    HwReg { id: code & 0x3f, offset: (code >> 6 & 0x1f) as u32, size: (code >> 11 & 0x1f) as u32 + 1 }
}

/// The modes that `code` can reach from `start`.
pub(super) fn reachable(code: &[Decoded], start: Mode) -> Modes {
    let changes: Vec<Change> = code.iter().filter_map(|d| change(d.inst.as_ref()?)).collect();
    if changes.is_empty() {
        return Modes { list: vec![start], by_value: Vec::new() };
    }
    let mut seen = BTreeSet::from([start.float]);
    if changes.iter().any(|c| matches!(c, Change::Any)) {
        seen.extend(0..=u8::MAX);
    } else {
        let mut open = vec![start.float];
        while let Some(float) = open.pop() {
            for change in &changes {
                if let Change::Set { mask, value } = change {
                    let next = float & !(*mask as u8) | *value as u8;
                    if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
        }
    }
    let others = seen.into_iter().filter(|&f| f != start.float);
    let list: Vec<Mode> = std::iter::once(start.float).chain(others).map(|float| Mode { float, ..start }).collect();
    let place = |value: u32| list.iter().position(|m| u32::from(m.float) == value).unwrap_or(0) as u32;
    Modes { by_value: (0..256).map(place).collect(), list }
}
