//! The reachable instructions of a kernel in a file: other instructions are neither decoded nor lifted.
//!
//! Both sides of every branch are reachable, and every call returns. Functions are called through addresses computed relative to the
//! program counter (`s_getpc_b64` and two sums); these are tracked within straight-line code. A jump to an untracked address is a return if
//! only calls can have written its registers, which are [`RETURN`] by convention; then the functions whose addresses the kernel's code
//! computes are reachable too. Otherwise the target is unknown, and all code is reachable.
//!
//! # Source
//! spec: LLVM 19, AMDGPU usage guide, "Call Convention": the return address is in `s[30:31]`.

use std::collections::{BTreeMap, BTreeSet};

use isotope_table::{FieldKind, Inst};

use super::super::processor::Waves;
use super::no_rows::is_undecoded;
use super::{Decoded, decode, decode_one};

/// The register pair of a function's return address.
const RETURN: u64 = 30;
/// Number of numbered SGPRs.
const SGPRS: u64 = 106;

/// The instructions of `code` that are reachable from `entry`, in order of address.
pub(in super::super) fn reached(code: &[u8], entry: u32, waves: Waves) -> Vec<Decoded> {
    let mut walk = Walk::new(code, waves);
    if walk.all(entry) {
        return decode(code, waves);
    }
    let found: Vec<Decoded> = walk.found.into_values().collect();
    // A jump into the middle of an instruction has no valid target.
    let overlap = found.windows(2).any(|pair| pair[0].address + pair[0].length > pair[1].address);
    if overlap { decode(code, waves) } else { found }
}

/// The first reachable instruction without a row that has an encoding of the processor: its address and text.
pub(in super::super) fn undecoded(code: &[u8], entry: u32, waves: Waves) -> Option<(u32, String)> {
    let mut walk = Walk::new(code, waves);
    walk.all(entry);
    let unknown = |decoded: &Decoded| {
        let what = decoded.no_row?.what();
        is_undecoded(&what).then(|| (decoded.address, format!("`{}`: {what}", decoded.text)))
    };
    walk.found.values().find_map(unknown)
}

/// Where control continues after an instruction, from the instruction alone.
enum Leads {
    /// Only at the next instruction.
    On,
    /// At the target, and optionally at the next instruction.
    To { target: u32, on: bool },
    /// At an address in registers, and optionally back at the next instruction.
    Through { back: bool },
    /// Nowhere: the wave ends or faults.
    Ends,
}

fn leads(decoded: &Decoded) -> Leads {
    let Some(inst) = &decoded.inst else {
        return if decoded.no_row.is_some() { Leads::On } else { Leads::Ends };
    };
    let on = match inst.form.mnemonic {
        "s_branch" => false,
        "s_setpc_b64" => return Leads::Through { back: false },
        "s_swappc_b64" => return Leads::Through { back: true },
        "s_endpgm" | "s_endpgm_saved" | "s_code_end" => return Leads::Ends,
        "s_call_b64"
        | "s_cbranch_scc0"
        | "s_cbranch_scc1"
        | "s_cbranch_vccz"
        | "s_cbranch_vccnz"
        | "s_cbranch_execz"
        | "s_cbranch_execnz"
        | "s_subvector_loop_begin"
        | "s_subvector_loop_end" => true,
        _ => return Leads::On,
    };
    let far = i32::from(inst.get("simm16") as u16 as i16) * 4;
    Leads::To { target: decoded.next().wrapping_add_signed(far), on }
}

/// The facts collected so far.
struct Walk<'a> {
    code: &'a [u8],
    waves: Waves,
    found: BTreeMap<u32, Decoded>,
    /// Addresses that control reaches other than from the previous instruction.
    leaders: BTreeSet<u32>,
    /// Whether a function is called, so that it may return.
    calls: bool,
    /// Whether anything except a call, or the restore of a saved return address, writes the registers of a return.
    loads_return: bool,
}

/// The targets of jumps through registers.
#[derive(Default)]
struct Jumps {
    /// Known addresses, and addresses of functions that the code computes.
    targets: BTreeSet<u32>,
    /// Whether there is a jump with an unknown target.
    open: bool,
}

impl<'a> Walk<'a> {
    fn new(code: &'a [u8], waves: Waves) -> Walk<'a> {
        Walk { code, waves, found: BTreeMap::new(), leaders: BTreeSet::new(), calls: false, loads_return: false }
    }

    /// Collects everything reachable from `entry`; returns whether there is a jump with an unknown target.
    fn all(&mut self, entry: u32) -> bool {
        self.from(entry);
        loop {
            let Jumps { targets, open } = self.jumps();
            let new: Vec<u32> = targets.into_iter().filter(|target| !self.leaders.contains(target)).collect();
            new.iter().for_each(|&target| self.from(target));
            if new.is_empty() {
                return open;
            }
        }
    }

    fn from(&mut self, start: u32) {
        let mut todo = vec![start];
        while let Some(mut at) = todo.pop() {
            self.leaders.insert(at);
            while !self.found.contains_key(&at) {
                let Some(decoded) = decode_one(self.code, at as usize, self.waves) else { break };
                let next = decoded.next();
                let on = match leads(&decoded) {
                    Leads::On => true,
                    Leads::To { target, on } => {
                        todo.push(target);
                        on
                    }
                    Leads::Through { back } => back,
                    Leads::Ends => false,
                };
                if let Some(inst) = &decoded.inst {
                    self.note(inst, next);
                }
                self.found.insert(at, decoded);
                if !on {
                    break;
                }
                at = next;
            }
        }
    }

    /// Records the facts about an instruction that matter for returns.
    fn note(&mut self, inst: &Inst, next: u32) {
        let name = inst.form.mnemonic;
        if matches!(name, "s_call_b64" | "s_swappc_b64") {
            self.calls = true;
            self.leaders.insert(next);
        }
        let loads = inst.try_get("sdata").is_some()
            || matches!(name, "s_cselect_b32" | "s_cselect_b64" | "v_readfirstlane_b32");
        self.loads_return |= loads && sgprs(inst, self.waves).any(|n| n / 2 == RETURN / 2);
    }

    /// Tracks addresses through each straight-line sequence of code.
    fn jumps(&self) -> Jumps {
        let mut jumps = Jumps::default();
        let mut known = Addresses::default();
        let mut expected = None;
        for (&at, decoded) in &self.found {
            if expected != Some(at) || self.leaders.contains(&at) {
                known = Addresses::default();
            }
            expected = Some(decoded.next());
            let Some(inst) = &decoded.inst else { continue };
            match inst.form.mnemonic {
                "s_setpc_b64" | "s_swappc_b64" => {
                    let through = inst.get("ssrc0");
                    let target = known.pair(through);
                    let returns =
                        inst.form.mnemonic == "s_setpc_b64" && through == RETURN && self.calls && !self.loads_return;
                    jumps.open |= target.is_none() && !returns;
                }
                _ => {}
            }
            jumps.targets.extend(known.after(inst, decoded.next(), self.waves));
        }
        let (size, targets) = (self.code.len(), std::mem::take(&mut jumps.targets));
        jumps.targets = targets.into_iter().filter(|target| (*target as usize) < size && target % 4 == 0).collect();
        jumps
    }
}

/// The SGPRs in an instruction's operands.
fn sgprs(inst: &Inst, waves: Waves) -> impl Iterator<Item = u64> + '_ {
    let profile = waves.profile();
    let runs = (0..inst.form.fields.len()).flat_map(move |field| inst.registers(profile, field));
    runs.filter(|run| run.file == "s").flat_map(|run| run.first..run.first + run.count)
}

/// Half of an address: the result of `s_getpc_b64` plus constants.
#[derive(Clone, Copy, PartialEq, Eq)]
struct AddressHalf {
    from: u32,
    high: bool,
    added: Option<u32>,
}

/// Registers that hold halves of addresses.
#[derive(Default)]
struct Addresses {
    halves: BTreeMap<u64, AddressHalf>,
    /// The carry of the previous sum of a lower half.
    carry: Option<u32>,
}

impl Addresses {
    /// The address in a pair of registers.
    fn pair(&self, low: u64) -> Option<u32> {
        let (lo, hi) = (self.halves.get(&low)?, self.halves.get(&(low + 1))?);
        if lo.from != hi.from || lo.high || !hi.high {
            return None;
        }
        let far = match (lo.added, hi.added) {
            (None, None) => 0,
            (Some(lo), Some(hi)) => (u64::from(hi) << 32 | u64::from(lo)) as i64,
            _ => return None,
        };
        u32::try_from(i64::from(lo.from).checked_add(far)?).ok()
    }

    /// Updates the facts after an instruction; returns an address that it computes.
    fn after(&mut self, inst: &Inst, next: u32, waves: Waves) -> Option<u32> {
        let (dst, src) = (inst.try_get("sdst").unwrap_or(SGPRS), inst.try_get("ssrc0").unwrap_or(SGPRS));
        let carry = self.carry.take();
        let half = |n: u64| self.halves.get(&n).copied();
        let written: Vec<(u64, Option<AddressHalf>)> = match inst.form.mnemonic {
            "s_getpc_b64" => {
                let half = |high| Some(AddressHalf { from: next, high, added: None });
                vec![(dst, half(false)), (dst + 1, half(true))]
            }
            "s_mov_b32" => vec![(dst, half(src))],
            "s_mov_b64" => vec![(dst, half(src)), (dst + 1, half(src + 1))],
            "s_add_u32" | "s_addc_u32" => {
                let high = inst.form.mnemonic == "s_addc_u32";
                let fits = |half: &AddressHalf| {
                    half.high == high && half.added.is_none() && (!high || carry == Some(half.from))
                };
                let sum =
                    half(src).filter(fits).and_then(|half| Some(AddressHalf { added: Some(constant(inst)?), ..half }));
                self.carry = sum.filter(|_| !high).map(|half| half.from);
                vec![(dst, sum)]
            }
            "s_delay_alu" | "s_nop" | "s_waitcnt" => {
                self.carry = carry;
                Vec::new()
            }
            // The destination is selected by a register.
            "s_movreld_b32" | "s_movreld_b64" | "s_movrelsd_2_b32" => {
                self.halves.clear();
                Vec::new()
            }
            _ => sgprs(inst, waves).map(|n| (n, None)).collect(),
        };
        for &(n, half) in &written {
            match half.filter(|_| n < SGPRS) {
                Some(half) => self.halves.insert(n, half),
                None => self.halves.remove(&n),
            };
        }
        // The upper half is written last.
        written
            .iter()
            .find_map(|&(n, half)| half.filter(|half| half.added.is_some() && half.high).and(n.checked_sub(1)))
            .and_then(|low| self.pair(low))
    }
}

/// The second operand, if it is a constant.
fn constant(inst: &Inst) -> Option<u32> {
    let at = inst.form.field("ssrc1")?;
    let FieldKind::Own(operand, _) = inst.form.fields[at].kind else { return None };
    Some(operand.constant(inst.vals[at], inst.get("literal") as u32)? as u32)
}
