//! Whether a kernel certainly follows a pointer of an unsupported hidden argument, so that it can be refused before it runs. The search
//! covers the code from the first instruction to the first jump. Accesses after a jump are reported at run time.

use std::collections::BTreeMap;

use crate::amdgpu::{Hidden, HiddenArg};
use isotope_ir::effect::{Address, Control, Src, Uop};
use isotope_ir::program::Program;
use isotope_ir::program::def_use::Location;
use isotope_op::alu::Alu;

/// The known value of a scalar word: half of an address; the low half includes an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    /// The address of the argument segment.
    Arguments(i64),
    /// Bits 63:32 of its address.
    ArgumentsHigh,
    /// A pointer in a hidden argument, by its index.
    Hidden(usize),
    /// Bits 63:32 of such a pointer.
    HiddenHigh(usize),
}

/// The first unsupported hidden argument whose pointer the kernel certainly follows. `kernarg` is the scalar word with the low half of the
/// address of the arguments.
pub(super) fn follows<'a>(program: &Program, kernarg: u16, hidden: &'a [HiddenArg]) -> Option<&'a HiddenArg> {
    let mut known = BTreeMap::from([(kernarg, Value::Arguments(0)), (kernarg + 1, Value::ArgumentsHigh)]);
    for step in program.steps.get(program.entry as usize..)? {
        for uop in program.uops_of(step) {
            let loaded = match uop {
                Uop::ScalarLoad { address, dst, words, .. } => match base(&known, address) {
                    Some(Value::Hidden(index)) => return hidden.get(index),
                    Some(Value::Arguments(from)) => loaded(hidden, from + i64::from(address.offset), *dst, *words),
                    _ => Vec::new(),
                },
                Uop::Scalar { op, dst, src } => {
                    computed(&known, *op, src).map(|value| (*dst, value)).into_iter().collect()
                }
                _ => Vec::new(),
            };
            for write in uop.def_use(u32::MAX, program).writes {
                if let Location::Scalar { word, .. } = write {
                    known.remove(&word);
                }
            }
            known.extend(loaded);
        }
        if step.control != Control::Next {
            return None;
        }
    }
    None
}

fn word(known: &BTreeMap<u16, Value>, src: Src) -> Option<Value> {
    if let Src::Scalar(word) = src { known.get(&word).copied() } else { None }
}

/// The base of an address, if both halves belong to the same address.
fn base(known: &BTreeMap<u16, Value>, address: &Address) -> Option<Value> {
    let low = word(known, address.lo)?;
    let high = word(known, address.hi?)?;
    match (low, high) {
        (Value::Arguments(_), Value::ArgumentsHigh) => Some(low),
        (Value::Hidden(a), Value::HiddenHigh(b)) if a == b => Some(low),
        _ => None,
    }
}

/// The halves of hidden arguments among the loaded words.
fn loaded(hidden: &[HiddenArg], from: i64, dst: u16, words: u8) -> Vec<(u16, Value)> {
    let unserved =
        hidden.iter().enumerate().filter(|(_, arg)| matches!(arg.kind, Hidden::Served(_) | Hidden::MultigridSyncArg));
    let mut all = Vec::new();
    for (index, arg) in unserved {
        for (at, value) in [(0, Value::Hidden(index)), (4, Value::HiddenHigh(index))] {
            let distance = i64::from(arg.offset) + at - from;
            if let Some(nth) = u16::try_from(distance / 4).ok().filter(|n| *n < words.into() && distance % 4 == 0) {
                all.push((dst + nth, value));
            }
        }
    }
    all
}

/// Copies; the address of the arguments plus a number; its upper half plus the carry of that sum, which is 0.
fn computed(known: &BTreeMap<u16, Value>, op: Alu, src: &[Src; 3]) -> Option<Value> {
    match (op, word(known, src[0])?, src[1]) {
        (Alu::Mov, value, _) => Some(value),
        (Alu::Add, Value::Arguments(from), Src::Imm(by)) => Some(Value::Arguments(from + i64::from(by as i32))),
        (Alu::Add, Value::ArgumentsHigh, _) => Some(Value::ArgumentsHigh),
        _ => None,
    }
}
