//! Where the payload of a thread lies: how long a register is, and which byte is the first that all threads share.
//!
//! A `.zeinfo` says where an argument is within its part of the payload, and the `.input` lines where it is in the
//! registers; neither says how long a register is. Every way in which the two fit is tried, and more than one that makes a
//! difference is an error.
//!
//! # Source
//! oracle: ocloc 22.43 (IGC 1.0.12504) for skl, icllp, tgllp, dg2 and pvc. Register 0 comes first, then the local ids (for
//! each dimension as many registers as its words take), then what all threads share. Without local ids, a register stays
//! free in front of that up to tgllp; dg2 and pvc leave none. Kernels of the vector compiler (`simd_size: 1`) have one work-item a thread, whose
//! three ids are words next to each other; what all threads share begins at the next register.

use super::kernel::{Input, InputKind, Kernel, Value};
use crate::zeinfo::{Argument, ArgumentKind, Info};
use isotope_object::LoadError;

/// Bytes that the compiler reserves for the offset of the grid and the size of a group.
const HEADER: u32 = 32;

/// Bytes of the local ids of a thread that is one work-item: a word for each dimension.
const SINGLE_IDS: u32 = 6;

/// A way to read the payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Payload {
    /// Bytes of a register.
    pub register: u32,
    /// The first byte that all threads share.
    pub shared: u32,
}

/// The ways in which the inputs of a kernel fit what its `.zeinfo` says; `register` is its size where that is known.
///
/// # Errors
/// When there is none.
pub(super) fn readings(code: &Kernel, info: &Info, register: Option<u32>) -> Result<Vec<Payload>, LoadError> {
    let per_thread: u32 = info.per_thread.iter().fold(0, |n, a| n.saturating_add(a.size));
    // What all threads share begins at a register, also where the ids do not fill theirs.
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

/// Local ids take whole registers; a machine with registers of 64 bytes has no threads of 8 lanes.
fn ids_fit(register: u32, info: &Info, per_thread: u32) -> bool {
    if register == 64 && info.simd == 8 {
        return false;
    }
    let ids = info.per_thread.iter().all(|a| a.kind == ArgumentKind::LocalId);
    // A thread of one work-item has three words.
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

/// Whether an input is as large as an address, and the file says nothing of what it takes.
pub(super) fn is_undescribed(info: &Info, at: u32, size: u32) -> bool {
    let overlaps =
        |a: &Argument| a.size != 0 && at < a.offset.saturating_add(a.size) && a.offset < at.saturating_add(8);
    size == 8 && at >= HEADER && at.is_multiple_of(8) && !info.payload.iter().any(overlaps)
}

/// The lanes of a thread as the code says them, against what the `.zeinfo` says.
///
/// # Errors
/// When they differ.
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
