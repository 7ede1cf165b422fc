//! Accesses to memory that host threads share: atomic host instructions, all sequentially consistent.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{AtomicRmwOp, InstBuilder, Type, Value};
use cranelift_frontend::FunctionBuilder;
use isotope_op::atomic::{AtomicOp, Packing, Rmw};

use crate::code::{Emit, ins};
use crate::unit::plain;

/// Read a value.
pub(crate) fn load(e: &Emit<'_>, ty: Type, address: Value) -> Value {
    ins!(e, atomic_load(ty, plain(), address))
}

/// Writes a value and returns the old one.
pub(crate) fn swap(e: &Emit<'_>, ty: Type, address: Value, value: Value) -> Value {
    ins!(e, atomic_rmw(ty, plain(), AtomicRmwOp::Xchg, address, value))
}

/// The host instruction that leaves in memory what an operation does.
fn instruction(op: &Rmw) -> Option<AtomicRmwOp> {
    match (op.packing, op.op) {
        (Packing::Scalar, AtomicOp::Add) => Some(AtomicRmwOp::Add),
        (Packing::Scalar, AtomicOp::Sub) => Some(AtomicRmwOp::Sub),
        (Packing::Scalar, AtomicOp::And) => Some(AtomicRmwOp::And),
        (Packing::Scalar, AtomicOp::Or) => Some(AtomicRmwOp::Or),
        (Packing::Scalar, AtomicOp::Xor) => Some(AtomicRmwOp::Xor),
        (Packing::Scalar, AtomicOp::Xchg) => Some(AtomicRmwOp::Xchg),
        _ => None,
    }
}

/// Replaces a value by `new(value)`, or by one host instruction on `operand`; returns the old value.
pub(crate) fn update(
    e: &Emit<'_>,
    op: &Rmw,
    (ty, address, operand): (Type, Value, Value),
    new: impl Fn(Value) -> Value,
) -> Value {
    if let Some(instruction) = instruction(op) {
        return ins!(e, atomic_rmw(ty, plain(), instruction, address, operand));
    }
    let [again, swap, done] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
    e.with(|b| b.append_block_param(again, ty));
    let first = load(e, ty, address);
    e.with(|b| b.ins().jump(again, &[first.into()]));
    e.with(|b| b.switch_to_block(again));
    let before = e.with(|b| b.block_params(again)[0]);
    let after = new(before);
    // A store of the same bits cannot be observed, so it is left out.
    let same = ins!(e, icmp(IntCC::Equal, before, after));
    e.with(|b| b.ins().brif(same, done, &[], swap, &[]));
    e.with(|b| b.switch_to_block(swap));
    let seen = ins!(e, atomic_cas(plain(), address, before, after));
    let swapped = ins!(e, icmp(IntCC::Equal, seen, before));
    e.with(|b| b.ins().brif(swapped, done, &[], again, &[seen.into()]));
    e.with(|b| b.switch_to_block(done));
    before
}
