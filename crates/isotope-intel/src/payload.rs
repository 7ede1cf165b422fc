//! The layout of a thread's payload: the register size, and the first byte that all threads share.
//!
//! A `.zeinfo` gives the offset of an argument within its part of the payload, and the `.input` lines give its offset in the
//! registers; neither gives the register size. All layouts that match both are tried; if several match and make a difference, it is an
//! error.
//!
//! # Source
//! oracle: ocloc 22.43 (IGC 1.0.12504) for skl, icllp, tgllp, dg2 and pvc. Register 0 comes first, then the local ids (for
//! each dimension as many registers as its words take), then the part shared by all threads. Without local ids, the register before that
//! part stays unused up to tgllp; dg2 and pvc have no such gap. Kernels of the vector compiler (`simd_size: 1`) have one work-item per
//! thread, whose three ids are adjacent words; the shared part begins at the next register.

use super::kernel::{Input, InputKind, Kernel, Value};
use crate::zeinfo::{Argument, ArgumentKind, Info};
use isotope_object::LoadError;

/// Bytes that the compiler reserves for the offset of the grid and the group size.
const HEADER: u32 = 32;

/// Bytes of the local ids of a thread that is one work-item: a word per dimension.
const SINGLE_IDS: u32 = 6;

/// A possible layout of the payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Payload {
    /// Bytes of a register.
    pub register: u32,
    /// The first byte of the part shared by all threads.
    pub shared: u32,
}

/// The layouts in which the inputs of a kernel match its `.zeinfo`; `register` is the register size if it is known.
///
/// # Errors
/// No layout matches.
pub(super) fn readings(code: &Kernel, info: &Info, register: Option<u32>) -> Result<Vec<Payload>, LoadError> {
    let per_thread: u32 = info.per_thread.iter().fold(0, |n, a| n.saturating_add(a.size));
    // The shared part begins at a register boundary, even if the ids do not fill their last register.
    let whole = |register: u32| per_thread.checked_next_multiple_of(register).unwrap_or(u32::MAX);
    let ways: &[(u32, u32)] = if per_thread == 0 { &[(32, 32), (32, 64), (64, 64)] } else { &[(32, 32), (64, 64)] };
    let ways =
        ways.iter().map(|&(register, front)| Payload { register, shared: front.saturating_add(whole(register)) });
    let fits = |p: &Payload, gaps: bool| {
        let inputs = code.inputs.iter().filter(|i| i.kind == InputKind::General);
        register.is_none_or(|known| known == p.register)
            && ids_fit(p.register, info, per_thread)
            && inputs.clone().all(|i| input_fits(*p, info, i, per_thread) || gaps && in_gap(*p, info, i))
    };
    let mut found: Vec<Payload> = ways.clone().filter(|p| fits(p, false)).collect();
    if found.is_empty() {
        found = ways.filter(|p| fits(p, true)).collect();
    }
    if found.is_empty() {
        let known = register.map_or(String::new(), |bytes| format!(" with registers of {bytes} bytes"));
        return Err(LoadError::malformed(
            format!("kernel `{}`", info.name),
            format!("`.input` lines that fit the payload of its `.zeinfo`{known}"),
            "others: do both files come from one compilation, and is `-t` the device that it was for?",
        ));
    }
    Ok(found)
}

/// Whether the local ids fit: they take whole registers, and a machine with registers of 64 bytes has no threads of 8 lanes.
fn ids_fit(register: u32, info: &Info, per_thread: u32) -> bool {
    if register == 64 && info.simd == 8 {
        return false;
    }
    let ids = info.per_thread.iter().all(|a| a.kind == ArgumentKind::LocalId);
    // A thread of one work-item has three words of ids.
    if info.simd == 1 && per_thread <= SINGLE_IDS {
        return true;
    }
    let dimension = (2 * info.simd).next_multiple_of(register);
    !ids || per_thread == 0 || per_thread.is_multiple_of(dimension) && per_thread / dimension <= 3
}

fn input_fits(p: Payload, info: &Info, input: &Input, per_thread: u32) -> bool {
    let (offset, size) = (u32::from(input.offset), u32::from(input.size));
    if offset < p.register {
        return false;
    }
    if offset < p.shared {
        return per_thread != 0 && offset.is_multiple_of(p.register);
    }
    let at = offset - p.shared;
    let header = at == 0 && size <= HEADER;
    let piece = info.payload.iter().any(|a| {
        a.size != 0 && at >= a.offset && at.saturating_add(size) <= a.offset.saturating_add(a.size.next_multiple_of(4))
    });
    header || piece
}

fn in_gap(p: Payload, info: &Info, input: &Input) -> bool {
    u32::from(input.offset).checked_sub(p.shared).is_some_and(|at| is_undescribed(info, at, input.size.into()))
}

/// Whether an input has the size of an address and the file does not describe it.
pub(super) fn is_undescribed(info: &Info, at: u32, size: u32) -> bool {
    let overlaps =
        |a: &Argument| a.size != 0 && at < a.offset.saturating_add(a.size) && a.offset < at.saturating_add(8);
    size == 8 && at >= HEADER && at.is_multiple_of(8) && !info.payload.iter().any(overlaps)
}

/// Checks the lanes per thread in the code against the `.zeinfo`.
///
/// # Errors
/// They differ.
pub(super) fn check_simd(code: &Kernel, info: &Info) -> Result<(), LoadError> {
    let attribute = code.attributes.iter().find(|a| a.name == "SimdSize");
    match attribute.map(|a| &a.value) {
        Some(Value::Int(lanes, _)) if *lanes != i64::from(info.simd) => Err(LoadError::malformed(
            format!("kernel `{}`", info.name),
            format!("code for `simd_size: {}`, as its `.zeinfo` says", info.simd),
            format!("`.kernel_attr SimdSize={lanes}`: the two files come from different compilations"),
        )),
        _ => Ok(()),
    }
}
