//! The domain of host instructions: the definitions of `isotope-op` compiled for the host.
//!
//! [`Scalar`] computes one value, [`Strip`] four lanes at a time. An operation without host instructions is marked ([`Emit::refuse`]), and
//! the caller leaves it to the interpreter. Literals are folded immediately.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use cranelift_codegen::ir::{
    AbiParam, Block, BlockArg, ConstantData, Endianness, InstBuilder, MemFlagsData, Signature, StackSlotData,
    StackSlotKind, Type, Value, types,
};
use cranelift_frontend::FunctionBuilder;
use isotope_op::domain::{Concrete, Domain, Width, Word};
use isotope_op::float::FloatOp;

use crate::fact::Fact;

mod approx;
mod float;
mod scalar;
mod strip;
#[cfg(test)]
mod tests;

pub(crate) use scalar::Scalar;
pub(crate) use strip::Strip;

/// How a vector of 32-bit lanes was computed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A vector shifted up or down by a number of bits.
    Up(Value, u32),
    Down(Value, u32),
    /// A vector plus a uniform value.
    Plus(Value, Same),
    /// The carry of such a sum.
    Carry(Value, Same),
    /// A scalar in every lane.
    Splat(Value),
    /// 1 where a vector of truth values is set, and 0 elsewhere.
    Bit(Value),
    /// A vector plus a value that is 0 or 1.
    PlusBit(Value, Value),
}

/// A uniform value: a literal or a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Same {
    Lit(u32),
    One(Value),
}

/// Key of a known sum: block, width, operands.
type SumOf = (Option<Block>, u32, Val, Val);

/// A function that is being emitted.
pub(crate) struct Emit<'f> {
    b: RefCell<FunctionBuilder<'f>>,
    refused: Cell<bool>,
    /// The host has a fused multiply-add.
    fma: bool,
    /// Floats that are finite, normal and not zero.
    tame: RefCell<Vec<Value>>,
    /// Whether sums of floats count as finite and normal from now on; the caller guarantees it.
    sums_settled: Cell<bool>,
    /// Facts about values; for a pair, under its first value.
    facts: RefCell<HashMap<Value, Fact>>,
    /// How vectors of 32-bit lanes were computed.
    origins: RefCell<HashMap<Value, Origin>>,
    /// Values that are the same bits as another value of another type.
    casts: RefCell<HashMap<Value, (Value, Type)>>,
    /// Truth values that are the negation of another.
    inverses: RefCell<HashMap<Value, Value>>,
    /// Both words of 64-bit lanes, if they are known separately; under the first value of the pair.
    words: RefCell<HashMap<Value, [Val; 2]>>,
    /// Sums of each width in each block.
    sums: RefCell<HashMap<SumOf, Val>>,
}

/// Emits an instruction after its operands.
macro_rules! ins {
    ($emit:expr, $name:ident($a:expr)) => {{
        let a = $a;
        $emit.with(|b| b.ins().$name(a))
    }};
    ($emit:expr, $name:ident($a:expr, $b:expr)) => {{
        let (x, y) = ($a, $b);
        $emit.with(|b| b.ins().$name(x, y))
    }};
    ($emit:expr, $name:ident($a:expr, $b:expr, $c:expr)) => {{
        let (x, y, z) = ($a, $b, $c);
        $emit.with(|b| b.ins().$name(x, y, z))
    }};
    ($emit:expr, $name:ident($a:expr, $b:expr, $c:expr, $d:expr)) => {{
        let (x, y, z, w) = ($a, $b, $c, $d);
        $emit.with(|b| b.ins().$name(x, y, z, w))
    }};
    ($emit:expr, $name:ident($a:expr, $b:expr, $c:expr, $d:expr, $e:expr)) => {{
        let (x, y, z, w, v) = ($a, $b, $c, $d, $e);
        $emit.with(|b| b.ins().$name(x, y, z, w, v))
    }};
}
pub(crate) use ins;

impl<'f> Emit<'f> {
    pub(crate) fn new(b: FunctionBuilder<'f>, fma: bool) -> Emit<'f> {
        let (tame, facts, origins, casts, inverses, words, sums) = Default::default();
        let [refused, sums_settled] = [false; 2].map(Cell::new);
        Emit { b: RefCell::new(b), refused, fma, tame, sums_settled, facts, origins, casts, inverses, words, sums }
    }

    /// What is known of a value of this width.
    pub(crate) fn fact<W: Width>(&self, value: Val) -> Fact {
        let key = match value {
            Val::Lit(value) => return Fact::lit(value),
            Val::One(value) | Val::Two([value, _]) => value,
        };
        self.facts.borrow().get(&key).copied().unwrap_or(Fact::any(W::MASK))
    }

    /// How a vector was computed, if known.
    pub(crate) fn origin(&self, value: Value) -> Option<Origin> {
        self.origins.borrow().get(&value).copied()
    }

    /// The low and high words of 64-bit lanes, if they are known separately.
    pub(crate) fn words(&self, value: Val) -> Option<[Val; 2]> {
        let Val::Two([key, _]) = value else { return None };
        self.words.borrow().get(&key).copied()
    }

    fn has_words(&self, value: Val, words: [Val; 2]) {
        if let Val::Two([key, _]) = value {
            self.words.borrow_mut().insert(key, words);
        }
    }

    /// A 32-bit scalar in every lane.
    pub(crate) fn same(&self, value: Value) -> Value {
        let lanes = ins!(self, splat(types::I32X4, value));
        self.came(Val::One(lanes), Origin::Splat(value));
        lanes
    }

    fn came(&self, value: Val, origin: Origin) {
        if let Val::One(value) = value {
            self.origins.borrow_mut().insert(value, origin);
        }
    }

    /// Records a fact and returns the value that carries it.
    pub(crate) fn learn<W: Width>(&self, value: Val, fact: Fact) -> Val {
        if let Some(only) = fact.only() {
            return Val::Lit(only);
        }
        if fact != Fact::any(W::MASK)
            && let Val::One(key) | Val::Two([key, _]) = value
        {
            self.facts.borrow_mut().insert(key, fact);
        }
        value
    }

    /// Declares floats that are finite, normal and not zero in the code that follows.
    pub(crate) fn tame(&self, values: &[Value]) {
        *self.tame.borrow_mut() = values.to_vec();
    }

    /// Declares whether sums of floats are finite and normal too.
    pub(crate) fn settle_sums(&self, settled: bool) {
        self.sums_settled.set(settled);
    }

    fn summed_floats(&self, sum: Val) {
        if let (true, Val::One(sum)) = (self.sums_settled.get(), sum) {
            self.tame.borrow_mut().push(sum);
        }
    }

    fn is_tame(&self, value: Val) -> bool {
        matches!(value, Val::One(value) if self.tame.borrow().contains(&value))
    }

    /// Calls `f` with the builder.
    pub(crate) fn with<R>(&self, f: impl FnOnce(&mut FunctionBuilder<'f>) -> R) -> R {
        f(&mut self.b.borrow_mut())
    }

    pub(crate) fn finish(self) -> FunctionBuilder<'f> {
        self.b.into_inner()
    }

    /// Records that the host has no code for an operation.
    pub(crate) fn refuse(&self) {
        self.refused.set(true);
    }

    /// Whether an operation was refused since the last call.
    pub(crate) fn take_refused(&self) -> bool {
        self.refused.replace(false)
    }

    pub(crate) fn int(&self, ty: Type, value: u64) -> Value {
        // The literal's bits as the type's sign-extended immediate.
        let unused = 64 - ty.bits();
        ins!(self, iconst(ty, ((value << unused) as i64) >> unused))
    }

    pub(crate) fn vector(&self, lanes: [u32; 4]) -> Value {
        let bytes: Vec<u8> = lanes.iter().flat_map(|lane| lane.to_le_bytes()).collect();
        self.with(|b| {
            let constant = b.func.dfg.constants.insert(ConstantData::from(&bytes[..]));
            b.ins().vconst(types::I32X4, constant)
        })
    }

    pub(crate) fn splat(&self, value: u64) -> Value {
        self.vector([value as u32; 4])
    }

    fn splat64(&self, value: u64) -> Value {
        let bytes: Vec<u8> = [value; 2].iter().flat_map(|lane| lane.to_le_bytes()).collect();
        self.with(|b| {
            let constant = b.func.dfg.constants.insert(ConstantData::from(&bytes[..]));
            b.ins().vconst(types::I64X2, constant)
        })
    }

    /// The same bits as another type.
    pub(crate) fn cast(&self, ty: Type, value: Value) -> Value {
        if self.with(|b| b.func.dfg.value_type(value)) == ty {
            return value;
        }
        if let Some(&(from, is)) = self.casts.borrow().get(&value)
            && is == ty
        {
            return from;
        }
        let cast = ins!(self, bitcast(ty, MemFlagsData::new().with_endianness(Endianness::Little), value));
        self.casts.borrow_mut().insert(cast, (value, self.with(|b| b.func.dfg.value_type(value))));
        cast
    }

    /// Values, replaced by what a function of the library makes of operands if a bit of `unsettled` is set. The function gets a pointer to the
    /// operands, vectors of 16 bytes, and overwrites the first ones with the results.
    pub(crate) fn settled<const N: usize>(
        &self,
        unsettled: Value,
        values: [Value; N],
        (function, number): (usize, u64),
        operands: &[Value],
    ) -> [Value; N] {
        let [open, done] = [0; 2].map(|_| self.with(FunctionBuilder::create_block));
        self.with(|b| b.set_cold_block(open));
        for value in values {
            self.with(|b| b.append_block_param(done, b.func.dfg.value_type(value)));
        }
        let any = ins!(self, vany_true(unsettled));
        self.with(|b| b.ins().brif(any, open, &[], done, &values.map(BlockArg::from)));
        self.with(|b| b.switch_to_block(open));
        let bytes = 16 * operands.len() as u32;
        let slot = self.with(|b| b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 4)));
        let place = ins!(self, stack_addr(types::I64, slot, 0));
        for (at, operand) in (0..).step_by(16).zip(operands) {
            ins!(self, store(MemFlagsData::trusted(), *operand, place, at));
        }
        let [function, number] = [function as u64, number].map(|value| self.int(types::I64, value));
        self.with(|b| {
            let mut signature = Signature::new(b.func.signature.call_conv);
            signature.params.extend([AbiParam::new(types::I64); 2]);
            let signature = b.import_signature(signature);
            b.ins().call_indirect(signature, function, &[number, place])
        });
        let results: [BlockArg; N] = std::array::from_fn(|at| {
            let ty = self.with(|b| b.func.dfg.value_type(values[at]));
            ins!(self, load(ty, MemFlagsData::trusted(), place, 16 * at as i32)).into()
        });
        self.with(|b| b.ins().jump(done, &results));
        self.with(|b| b.switch_to_block(done));
        std::array::from_fn(|at| self.with(|b| b.block_params(done)[at]))
    }

    /// Words of two vectors, selected by numbers 0 to 7.
    pub(crate) fn shuffle(&self, a: Value, b: Value, words: [u8; 4]) -> Value {
        let (a, b) = (self.cast(types::I8X16, a), self.cast(types::I8X16, b));
        let bytes: Vec<u8> = words.iter().flat_map(|w| (0..4).map(move |i| 4 * w + i)).collect();
        let mixed = self.with(|f| {
            let mask = f.func.dfg.immediates.push(ConstantData::from(&bytes[..]));
            f.ins().shuffle(a, b, mask)
        });
        self.cast(types::I32X4, mixed)
    }

    /// Low and high words as 64-bit lanes: lanes 0 and 1, then lanes 2 and 3.
    pub(crate) fn wide(&self, low: Value, high: Value) -> [Value; 2] {
        [[0, 4, 1, 5], [2, 6, 3, 7]].map(|words| self.cast(types::I64X2, self.shuffle(low, high, words)))
    }

    /// The low words of 64-bit lanes.
    pub(crate) fn low(&self, pair: [Value; 2]) -> Value {
        self.shuffle(pair[0], pair[1], [0, 2, 4, 6])
    }

    /// The high words of 64-bit lanes.
    pub(crate) fn high(&self, pair: [Value; 2]) -> Value {
        self.shuffle(pair[0], pair[1], [1, 3, 5, 7])
    }
}

/// A value: a literal or the result of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Val {
    /// A literal of its width.
    Lit(u64),
    /// A scalar, or four lanes of at most 32 bits each, zero-extended.
    One(Value),
    /// Four lanes of 64 bits.
    Two([Value; 2]),
}

/// A truth value: known, or the result of an instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Truth {
    Known(bool),
    /// A byte of 0 or 1, or four lanes of zeros or ones.
    Of(Value),
}

fn type_of<W: Width>() -> Type {
    Type::int(W::BITS as u16).expect("widths are those of integers")
}

/// Folding of literals and of neutral elements, the same in both domains.
macro_rules! common {
    () => {
        #[inline(never)]
        fn apart<R>(f: impl FnOnce() -> R) -> R {
            f()
        }
        fn lit<W: Width>(self, bits: u64) -> Val {
            Val::Lit(bits)
        }
        fn and<W: Width>(self, a: Val, b: Val) -> Val {
            match (a, b) {
                (Val::Lit(a), Val::Lit(b)) => Val::Lit(a & b),
                (Val::Lit(0), _) | (_, Val::Lit(0)) => Val::Lit(0),
                // The mask keeps every bit that the value can have.
                (Val::Lit(m), x) | (x, Val::Lit(m)) if m & m.wrapping_add(1) == 0 && self.fact::<W>(x).max <= m => x,
                _ => {
                    let fact = self.fact::<W>(a).and(self.fact::<W>(b));
                    self.learn::<W>(self.two::<W>(a, b, |b, x, y| b.ins().band(x, y)), fact)
                }
            }
        }
        fn or<W: Width>(self, a: Val, b: Val) -> Val {
            match (a, b) {
                (Val::Lit(a), Val::Lit(b)) => Val::Lit(a | b),
                (Val::Lit(0), x) | (x, Val::Lit(0)) => x,
                _ => {
                    let fact = self.fact::<W>(a).or(self.fact::<W>(b));
                    self.learn::<W>(self.two::<W>(a, b, |b, x, y| b.ins().bor(x, y)), fact)
                }
            }
        }
        fn xor<W: Width>(self, a: Val, b: Val) -> Val {
            match (a, b) {
                (Val::Lit(a), Val::Lit(b)) => Val::Lit(a ^ b),
                (Val::Lit(0), x) | (x, Val::Lit(0)) => x,
                _ => {
                    let fact = self.fact::<W>(a).xor(self.fact::<W>(b));
                    self.learn::<W>(self.two::<W>(a, b, |b, x, y| b.ins().bxor(x, y)), fact)
                }
            }
        }
        fn not<W: Width>(self, a: Val) -> Val {
            self.xor::<W>(a, Val::Lit(W::MASK))
        }
        fn add<W: Width>(self, a: Val, b: Val) -> Val {
            match (a, b) {
                (Val::Lit(a), Val::Lit(b)) => Val::Lit(a.wrapping_add(b) & W::MASK),
                (Val::Lit(0), x) | (x, Val::Lit(0)) => x,
                _ => {
                    // A carry is a comparison of a sum with itself, so the same sum is emitted once.
                    let key = (self.0.with(|b| b.current_block()), W::BITS, a, b);
                    if let Some(sum) = self.0.sums.borrow().get(&key) {
                        return *sum;
                    }
                    let fact = self.fact::<W>(a).add(self.fact::<W>(b), W::MASK);
                    let sum = self.kept::<W>(self.plus::<W>(a, b));
                    let sum = self.learn::<W>(sum, fact);
                    self.summed::<W>(sum, a, b);
                    self.0.sums.borrow_mut().insert(key, sum);
                    sum
                }
            }
        }
        fn sub<W: Width>(self, a: Val, b: Val) -> Val {
            match (a, b) {
                (Val::Lit(a), Val::Lit(b)) => Val::Lit(a.wrapping_sub(b) & W::MASK),
                (x, Val::Lit(0)) => x,
                _ => {
                    let fact = self.fact::<W>(a).sub(self.fact::<W>(b), W::MASK);
                    self.learn::<W>(self.kept::<W>(self.two::<W>(a, b, |b, x, y| b.ins().isub(x, y))), fact)
                }
            }
        }
        fn mul<W: Width>(self, a: Val, b: Val) -> Val {
            match (a, b) {
                (Val::Lit(a), Val::Lit(b)) => Val::Lit(a.wrapping_mul(b) & W::MASK),
                (Val::Lit(0), _) | (_, Val::Lit(0)) => Val::Lit(0),
                (Val::Lit(1), x) | (x, Val::Lit(1)) => x,
                (Val::Lit(n), x) | (x, Val::Lit(n)) if n.is_power_of_two() => {
                    self.shl::<W>(x, Val::Lit(n.trailing_zeros().into()))
                }
                _ => {
                    let fact = self.fact::<W>(a).mul(self.fact::<W>(b), W::MASK);
                    self.learn::<W>(self.kept::<W>(self.two::<W>(a, b, |b, x, y| b.ins().imul(x, y))), fact)
                }
            }
        }
        fn eq<W: Width>(self, a: Val, b: Val) -> Truth {
            if a == b {
                return Truth::Known(true);
            }
            let known = || self.fact::<W>(a).equals(self.fact::<W>(b)).map(Truth::Known);
            folded::<W, _>(a, b, |a, b| Truth::Known(a == b))
                .or_else(known)
                .unwrap_or_else(|| self.compare::<W>(IntCC::Equal, a, b))
        }
        fn truth(self, b: bool) -> Truth {
            Truth::Known(b)
        }
        fn shl<W: Width>(self, a: Val, n: Val) -> Val {
            let fact = |n: u64| self.fact::<W>(a).shl(n as u32, W::MASK);
            match n {
                Val::Lit(n) if n < W::BITS.into() => self.learn::<W>(self.up::<W>(a, Val::Lit(n)), fact(n)),
                n => self.up::<W>(a, n),
            }
        }
        fn shr<W: Width>(self, a: Val, n: Val) -> Val {
            let fact = |n: u64| self.fact::<W>(a).shr(n as u32);
            match n {
                Val::Lit(n) if n < W::BITS.into() => self.learn::<W>(self.down::<W>(a, Val::Lit(n)), fact(n)),
                n => self.down::<W>(a, n),
            }
        }
        fn zext<A: Width, R: Width>(self, a: Val) -> Val {
            self.learn::<R>(self.longer::<A, R>(a), self.fact::<A>(a))
        }
        fn trunc<A: Width, R: Width>(self, a: Val) -> Val {
            self.learn::<R>(self.shorter::<A, R>(a), self.fact::<A>(a).trunc(R::MASK))
        }
        fn ite<W: Width>(self, c: Truth, a: Val, b: Val) -> Val {
            match (c, a, b) {
                (Truth::Known(true), ..) => a,
                (Truth::Known(false), ..) => b,
                (_, Val::Lit(x), Val::Lit(y)) if x == y => a,
                (Truth::Of(c), ..) => {
                    let fact = self.fact::<W>(a).either(self.fact::<W>(b));
                    self.learn::<W>(self.choice::<W>(c, a, b), fact)
                }
            }
        }
        fn ult<W: Width>(self, a: Val, b: Val) -> Truth {
            if a == b {
                return Truth::Known(false);
            }
            let known = self.fact::<W>(a).below(self.fact::<W>(b));
            known.map_or_else(|| self.less::<W>(a, b), Truth::Known)
        }
        fn not_b(self, a: Truth) -> Truth {
            self.xor_b(a, Truth::Known(true))
        }
        fn and_b(self, a: Truth, b: Truth) -> Truth {
            match (a, b) {
                (Truth::Known(false), _) | (_, Truth::Known(false)) => Truth::Known(false),
                (Truth::Known(true), x) | (x, Truth::Known(true)) => x,
                (Truth::Of(a), Truth::Of(b)) => Truth::Of(ins!(self.0, band(a, b))),
            }
        }
        fn or_b(self, a: Truth, b: Truth) -> Truth {
            match (a, b) {
                (Truth::Known(true), _) | (_, Truth::Known(true)) => Truth::Known(true),
                (Truth::Known(false), x) | (x, Truth::Known(false)) => x,
                (Truth::Of(a), Truth::Of(b)) => Truth::Of(ins!(self.0, bor(a, b))),
            }
        }
        fn xor_b(self, a: Truth, b: Truth) -> Truth {
            match (a, b) {
                (Truth::Known(a), Truth::Known(b)) => Truth::Known(a ^ b),
                (Truth::Known(false), x) | (x, Truth::Known(false)) => x,
                (Truth::Known(true), Truth::Of(x)) | (Truth::Of(x), Truth::Known(true)) => self.inverse(x),
                (Truth::Of(a), Truth::Of(b)) => Truth::Of(ins!(self.0, bxor(a, b))),
            }
        }
    };
}

use common;

/// Folds an operation on literals.
fn folded<W: Width, R>(a: Val, b: Val, f: impl FnOnce(W::Repr, W::Repr) -> R) -> Option<R> {
    match (a, b) {
        (Val::Lit(a), Val::Lit(b)) => Some(f(W::Repr::from_u64(a), W::Repr::from_u64(b))),
        _ => None,
    }
}

fn folded_float<A: Width, R: Width>(op: FloatOp, [a, b, c]: [Val; 3]) -> Option<Val> {
    let (Val::Lit(a), Val::Lit(b), Val::Lit(c)) = (a, b, c) else { return None };
    let of = |x: u64| A::Repr::from_u64(x);
    Some(Val::Lit(Concrete.float::<A, R>(op, of(a), of(b), of(c)).to_u64()))
}
