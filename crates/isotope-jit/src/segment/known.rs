//! What a strip knows of registers and masks, and how operations change it.

use std::cell::RefCell;
use std::collections::HashMap;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use isotope_ir::effect::{LANES, Mask, MaskOp, Slot, Src, Uop, Wide};
use isotope_op::alu::{alu, alu64, test, test64};
use isotope_op::domain::{Bits, Domain, W32, W64};

use super::{Op, Span, special};
use crate::code::{Emit, Scalar, Strip, Truth, Val, ins};
use crate::fact::Fact;
use crate::packed;
use crate::unit::{Writer, plain};

/// What a strip knows of registers and masks.
pub(crate) struct Known<'o> {
    /// Vectors by their first word: written ones, and those that were read unchanged.
    pub(super) vectors: HashMap<u32, Val>,
    pub(super) loaded: RefCell<HashMap<u32, Val>>,
    /// Pairs of vectors by the first word of the low one.
    pub(super) pairs: HashMap<u32, Val>,
    /// Scalar words of masks.
    pub(super) masks: HashMap<u16, Truth>,
    /// Uniform values, computed before the first strip.
    pub(super) once: &'o HashMap<Src, Val>,
    pub(super) once_wide: &'o HashMap<Wide, Val>,
    /// Byte offset of this strip within a vector.
    pub at: Value,
    /// Executing lanes of this strip as all zeros or all ones; `None` if all execute.
    pub executing: Option<Value>,
}

impl Known<'_> {
    /// Runs an operation on this strip.
    pub(super) fn run(&mut self, w: &Writer<'_, '_, '_>, op: &Op<'_>, span: Span) {
        let d = Strip(w.emit);
        let maps = &w.dispatch.program.maps;
        match &op.uop {
            Uop::Alu { op, dst, src } => {
                let [a, b, c] = src.map(|s| d.bits::<W32>(self.source(w, s)));
                self.write(*dst, alu(*op, a, b, c).v);
            }
            Uop::Alu64 { op, dst, src } => {
                let [a, b, c] = src.map(|s| d.bits::<W64>(self.wide(w, s)));
                let out: Bits<_, W64> = alu64(*op, a, b, c);
                let high = Slot(dst.0 + LANES as u32);
                self.write(*dst, out.trunc::<W32>().v);
                self.write(high, self.high(w, out.v));
                self.pairs.insert(dst.0, out.v);
            }
            Uop::Narrow { op, dst, src } => {
                let [a, b, c] = src.map(|s| d.bits::<W64>(self.wide(w, s)));
                let out: Bits<_, W64> = alu64(*op, a, b, c);
                self.write(*dst, out.trunc::<W32>().v);
            }
            Uop::Test { op, dst, src, .. } => {
                let [a, b, c] = src.map(|s| d.bits::<W32>(self.source(w, s)));
                self.masks.insert(*dst, test(*op, a, b, c).b);
            }
            Uop::Test64 { op, dst, src, .. } => {
                let [a, b] = src.map(|s| d.bits::<W64>(self.wide(w, s)));
                self.masks.insert(*dst, test64(*op, a, b, a.k(0)).b);
            }
            Uop::Mask { op, dst, a, b } => {
                let (a, b) = (self.truth(w, *a), self.truth(w, *b));
                let out = match op {
                    MaskOp::And => d.and_b(a, b),
                    MaskOp::Or => d.or_b(a, b),
                    MaskOp::Xor => d.xor_b(a, b),
                };
                self.masks.insert(*dst, out);
            }
            Uop::TableAddress { offset, bytes, dst, valid, .. } => {
                let table = op.table.expect("it was looked up");
                let offset = d.bits::<W32>(self.source(w, *offset));
                // An offset has 32 bits.
                let within = match table.bytes.checked_sub((*bytes).into()) {
                    None => Truth::Known(false),
                    Some(last) if last >= u64::from(u32::MAX) => Truth::Known(true),
                    Some(last) => offset.ule(offset.k(last)).b,
                };
                let high = Slot(dst.0 + LANES as u32);
                let (low_base, high_base) = (table.base & u64::from(u32::MAX), table.base >> 32);
                if low_base + table.bytes <= u64::from(u32::MAX) {
                    // Within the entry, no carry occurs.
                    self.write(*dst, d.ite::<W32>(within, (offset + offset.k(low_base)).v, Val::Lit(0)));
                    self.write(high, d.ite::<W32>(within, Val::Lit(high_base), Val::Lit(0)));
                } else {
                    let address = offset.zext::<W64>();
                    let address = (address + address.k(table.base)).v;
                    let address = d.ite::<W64>(within, address, Val::Lit(0));
                    self.write(*dst, d.trunc::<W64, W32>(address));
                    self.write(high, self.high(w, address));
                    self.pairs.insert(dst.0, address);
                }
                self.masks.insert(*valid, within);
            }
            Uop::ReadRegion { dst, signed, .. } => {
                let packed = packed::packed(&op.uop, maps).expect("it was asked for");
                self.write(*dst, packed::read(w, packed, *signed, span, self.at));
            }
            Uop::WriteRegion { src, .. } => {
                let packed = packed::packed(&op.uop, maps).expect("it was asked for");
                let value = d.value(self.source(w, *src));
                packed::write(w, packed, value, self.executing, (span, self.at));
            }
            Uop::ReadLane { dst, value, index } => {
                let Src::Slot(value) = *value else { unreachable!("it was asked for") };
                let index = d.value(self.source(w, *index));
                self.write(*dst, packed::lanes(w, value, index));
            }
            Uop::Ballot { dst, src } => {
                let set = Scalar(w.emit).value::<W32>(self.once[&Src::Mask(*src)]);
                self.write(*dst, Val::One(ins!(w.emit, splat(types::I32X4, set))));
            }
            Uop::Approximate { what, dst, src } => {
                let operand = self.source(w, *src);
                self.write(*dst, d.approximated(*what, operand));
            }
            Uop::Special { what, dst } => self.write(*dst, special::value(w, *what, self.at)),
            _ => unreachable!("a segment takes no such operation"),
        }
    }

    fn high(&self, w: &Writer<'_, '_, '_>, v: Val) -> Val {
        match v {
            Val::Lit(bits) => Val::Lit(bits >> 32),
            Val::Two(pair) => w.emit.words(v).map_or_else(|| Val::One(w.emit.high(pair)), |[_, high]| high),
            Val::One(_) => unreachable!("64 bits a lane are a pair"),
        }
    }

    fn write(&mut self, Slot(first): Slot, value: Val) {
        let lanes = LANES as u32;
        self.pairs.remove(&first);
        self.pairs.remove(&first.wrapping_sub(lanes));
        self.vectors.insert(first, value);
    }

    /// A source, four lanes of 32 bits.
    pub(crate) fn source(&self, w: &Writer<'_, '_, '_>, src: Src) -> Val {
        let e = w.emit;
        match src {
            Src::Imm(value) => Val::Lit(value.into()),
            Src::Slot(slot) if w.constant(slot).is_some() => Val::Lit(w.constant(slot).unwrap_or(0).into()),
            Src::Slot(Slot(first)) => self.vectors.get(&first).copied().unwrap_or_else(|| {
                *self.loaded.borrow_mut().entry(first).or_insert_with(|| {
                    if let Some(only) = w.learned(first).and_then(Fact::only) {
                        return Val::Lit(only);
                    }
                    let place = ins!(e, iadd(w.registers, self.at));
                    let value = Val::One(ins!(e, load(types::I32X4, plain(), place, 4 * first as i32)));
                    w.learned(first).map_or(value, |fact| e.learn::<W32>(value, fact))
                })
            }),
            Src::Scalar(_) | Src::Word(_) => match self.once[&src] {
                Val::One(value) => Val::One(e.same(value)),
                known => known,
            },
            Src::Mask(mask) => {
                let truth = self.truth(w, mask);
                Strip(e).ite::<W32>(truth, Val::Lit(1), Val::Lit(0))
            }
            Src::Uniform(_) => unreachable!("a dispatch binds every uniform"),
        }
    }

    /// The lanes of a mask.
    fn truth(&self, w: &Writer<'_, '_, '_>, mask: Mask) -> Truth {
        let e = w.emit;
        match mask {
            Mask { word: Mask::ALWAYS, negate } => Truth::Known(!negate),
            Mask { word, negate } => {
                let is = self.masks.get(&word).copied().unwrap_or_else(|| {
                    let lane = lane_of(e, self.at);
                    let word = Scalar(e).value::<W32>(self.once[&Src::Scalar(word)]);
                    let bits = ins!(e, ushr(word, lane));
                    Truth::Of(mask_of(e, bits))
                });
                if negate { Strip(e).not_b(is) } else { is }
            }
        }
    }

    /// A 64-bit source.
    pub(crate) fn wide(&self, w: &Writer<'_, '_, '_>, src: Wide) -> Val {
        let e = w.emit;
        match self.once_wide.get(&src) {
            Some(Val::One(value)) => return Val::Two([ins!(e, splat(types::I64X2, *value)); 2]),
            Some(known) => return *known,
            None => {}
        }
        if let (Src::Slot(Slot(low)), Src::Slot(Slot(high))) = (src.lo, src.hi)
            && high == low + LANES as u32
            && let Some(pair) = self.pairs.get(&low)
        {
            return *pair;
        }
        match (self.source(w, src.lo), self.source(w, src.hi)) {
            (Val::Lit(lo), Val::Lit(hi)) => Val::Lit(hi << 32 | lo),
            (lo, Val::Lit(0)) => Strip(e).bits::<W32>(lo).zext::<W64>().v,
            (lo, hi) => Val::Two(e.wide(Strip(e).value(lo), Strip(e).value(hi))),
        }
    }
}

/// Number of the first lane of the strip at a byte offset within vectors.
pub(super) fn lane_of(e: &Emit<'_>, at: Value) -> Value {
    ins!(e, ireduce(types::I32, ins!(e, ushr_imm_u(at, 2))))
}

/// Four bits as lanes of all zeros or all ones.
pub(super) fn mask_of(e: &Emit<'_>, bits: Value) -> Value {
    let each = e.vector([1, 2, 4, 8]);
    let all = ins!(e, splat(types::I32X4, bits));
    let own = ins!(e, band(all, each));
    ins!(e, icmp(IntCC::Equal, own, each))
}
